/* Letters: glyphs of a font with coverage, and words in the built-in font. */
#include <string.h>

#include "raster/flat/flat_work.h"
#include "raster/font.h"

/* ---- glyphs: the record is `count` of them behind a head ---- */

static void draw_glyph(const rs_draw *draw, const rs_letters *l, const rs_glyph *glyph, const rs_band *band,
                       const rs_box *visible) {
    rs_solid *const solid = rs_solid_of((rs_format)band->format);
    const int32_t stride = (int32_t)((glyph->width * l->bits + 7) / 8);
    const uint32_t full = (1u << l->bits) - 1u, scale = 255u / full;
    const bool half = band->format == RS_PAL8 && draw->put.palette->inverse == NULL;
    rs_box box = {glyph->x, glyph->y, glyph->x + glyph->width, glyph->y + glyph->height};
    rs_box_cut(&box, visible);
    for (int32_t y = box.y0; y < box.y1; y++) {
        const uint8_t *row = glyph->coverage + (y - glyph->y) * stride;
        uint8_t *to = rs_band_line(band, y);
        for (int32_t x = box.x0; x < box.x1; x++) {
            const uint32_t at = (uint32_t)(x - glyph->x) * l->bits;
            uint32_t alpha = (row[at >> 3] >> (at & 7u) & full) * scale;
            if (half) alpha = alpha >= 128 ? 255 : 0;
            if (alpha != 0) solid(&draw->put, to, x, y, 1, l->native, alpha);
        }
    }
}

void rs_draw_glyphs(const rs_draw *draw, const rs_item *item, const rs_band *band) {
    const rs_letters *l = rs_item_record(draw, item);
    const rs_box box = rs_box_in(&draw->put, band);
    if (rs_box_empty(&box)) return;
    for (int32_t i = 0; i < l->count; i++) {
#if RS_FORMATS_LINKED & 1
        if (band->format == RS_PAL8 && l->bits == 1 && draw->put.mode == RS_FLAT_OPAQUE) {
            i += RS_NEAREST_OF(rs_quick_glyphs_pal8)(l->glyphs + i, l->count - i, band, &box, l->native);
            if (i == l->count) return;
        }
#endif
        draw_glyph(draw, l, &l->glyphs[i], band, &box);
    }
}

rs_result rs_frame_glyphs(rs_frame *frame, const rs_glyph *glyphs, int count, int bits, uint32_t native) {
    const rs_box clip = rs_box_of(&frame->clip);
    rs_box all = {INT32_MAX, INT32_MAX, INT32_MIN, INT32_MIN};
    rs_put put;
    rs_item item;
    rs_draw *draw;
    rs_letters *l;
    if (count < 0 || (bits != 1 && bits != 2 && bits != 4 && bits != 8)) return RS_BAD_ARGUMENT;
    for (int i = 0; i < count; i++) {
        const rs_glyph *g = &glyphs[i];
        if (g->coverage == NULL && g->width != 0 && g->height != 0) return RS_BAD_ARGUMENT;
        if (g->x < all.x0) all.x0 = g->x;
        if (g->y < all.y0) all.y0 = g->y;
        if (g->x + g->width > all.x1) all.x1 = g->x + g->width;
        if (g->y + g->height > all.y1) all.y1 = g->y + g->height;
    }
    rs_box_cut(&all, &clip);
    if (rs_box_empty(&all)) return RS_OK;
    memset(&item, 0, sizeof item);
    rs_put_make(frame, &put, NULL);
    draw = rs_put_draw(frame, &put, rs_draw_glyphs, &item.draw);
    l = draw == NULL ? NULL : rs_put_record(frame, draw, &item, sizeof *l + (size_t)count * sizeof *glyphs);
    if (l == NULL) return RS_LIST_FULL;
    l->count = count, l->bits = (uint32_t)bits, l->native = native;
    memcpy(l + 1, glyphs, (size_t)count * sizeof *glyphs);
    l->glyphs = (const rs_glyph *)(const void *)(l + 1);
    return rs_put_item(frame, &item, &all);
}

/* ---- words ---- */

static void store(uint8_t *to, int32_t x, int bytes, uint32_t native) {
    if (bytes == 1)
        to[x] = (uint8_t)native;
    else if (bytes == 2)
        ((uint16_t *)(void *)to)[x] = (uint16_t)native;
    else
        ((uint32_t *)(void *)to)[x] = native;
}

/* Stores one line of a glyph that lies wholly in clip and band, opaque. */
static void store_bits(uint8_t *to, int32_t x, int bytes, uint32_t bits, uint32_t native) {
    for (; bits != 0; bits = bits << 1 & 255u, x++)
        if ((bits & 128u) != 0) store(to, x, bytes, native);
}

void rs_draw_words(const rs_draw *draw, const rs_item *item, const rs_band *band) {
    rs_solid *const solid = rs_solid_of((rs_format)band->format);
    const rs_words *w = rs_item_record(draw, item);
    const rs_box box = rs_box_in(&draw->put, band);
    const bool plain = rs_put_replaces(&draw->put) && band->format != RS_GREY4;
    const int bytes = rs_format_bytes((rs_format)band->format);
#if RS_FORMATS_LINKED & 1
    if (plain && band->format == RS_PAL8) {
        RS_NEAREST_OF(rs_quick_words_pal8)(w->text, w->x, w->y, band, &box, item->colour);
        return;
    }
#endif
    for (int32_t y = box.y0 < w->y ? w->y : box.y0; y < box.y1 && y < w->y + 8; y++) {
        uint8_t *line_at = rs_band_line(band, y);
        int32_t x = w->x;
        for (const char *text = w->text; *text != '\0' && x < box.x1; text++, x += 8) {
            uint8_t bits = rs_font_glyph((uint8_t)*text)[y - w->y];
            if (plain && x >= box.x0 && x + 8 <= box.x1) {
                store_bits(line_at, x, bytes, bits, item->colour);
                continue;
            }
            for (int k = 0; k < 8 && bits != 0; k++, bits = (uint8_t)(bits << 1)) {
                if ((bits & 128u) != 0 && x + k >= box.x0 && x + k < box.x1)
                    solid(&draw->put, line_at, x + k, y, 1, item->colour, 255);
            }
        }
    }
}

/* Coordinates far outside are brought near, so that sums below cannot overflow. */
static int32_t near_picture(int v) { return v < -(1 << 20) ? -(1 << 20) : v > 1 << 20 ? 1 << 20 : v; }

rs_result rs_frame_text_run(rs_frame *frame, const rs_text_run *run) {
    const rs_box clip = rs_box_of(&frame->clip);
    const int32_t x = near_picture(run->x), y = near_picture(run->y);
    const char *from = run->at;
    const size_t size = (size_t)(run->end - from) + 1;
    rs_box box = {x, y, size < 1 << 20 ? x + 8 * (int32_t)size : 1 << 24, y + 8};
    rs_put put;
    rs_item item;
    rs_draw *draw;
    rs_words *w;
    rs_box_cut(&box, &clip);
    if (rs_box_empty(&box) || size == 1) return RS_OK;
    memset(&item, 0, sizeof item);
    rs_put_make(frame, &put, NULL);
    draw = rs_put_draw(frame, &put, rs_draw_words, &item.draw);
    w = draw == NULL ? NULL : rs_put_record(frame, draw, &item, sizeof *w + size);
    if (w == NULL) return RS_LIST_FULL;
    w->x = x, w->y = y;
    char *to = w->text;
    while (from < run->end) {
#if RS_FRAGMENT_LINKED /* small players have the common way alone */
        for (; from < run->end && (uint8_t)*from - 1u < 0x7Fu; from++) *to++ = *from;
        if (from == run->end) break;
#endif
        *to++ = (char)rs_font_letter(&from);
    }
    *to = 0;
    item.colour = run->native;
    return rs_put_item(frame, &item, &box);
}

rs_result rs_frame_text(rs_frame *frame, int x, int y, const char *text, uint32_t native) {
    rs_text_run run = {text, text, x, y, native};
    while (*run.end != '\0') run.end++;
    return rs_frame_text_run(frame, &run);
}
