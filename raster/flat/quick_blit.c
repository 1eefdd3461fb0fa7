/* Blits of whole pixels, most of what games draw: recorded beside blits before them that are put alike, and drawn. */
#include "raster/flat/flat_work.h"

enum { FLIP_X = 1, FLIP_Y = 2, TURNED = 4 };

/* ---- drawing: the item has the box that shows, and the box's first texel in `colour` ---- */

RS_FLAT_HOT void RS_QUICK(rs_quick_draw_blit)(const rs_draw *draw, const rs_item *item, const rs_band *band) {
    const rs_put *put = &draw->put;
    const uint32_t a = item->a, b = item->b, c = item->c;
    const int32_t x = (int32_t)(a & 1023u), y = (int32_t)(b & 1023u), stride = put->stride;
    rs_texels texels = {x, y, (int32_t)(c & 1023u) + 1, 0, (int32_t)item->colour, 1, stride, 0};
    int32_t end = y + (int32_t)(a >> 10 | b >> 10 << 6) + 1;
    if (c >> 10 != 0) {
        if (c >> 10 & TURNED) texels.step = stride, texels.down = -1;
        if (c >> 10 & FLIP_X) texels.step = -texels.step;
        if (c >> 10 & FLIP_Y) texels.down = -texels.down;
    }
    if (y < band->top) texels.index += (band->top - y) * texels.down, texels.y = band->top;
    if (end > band->end) end = band->end;
    if (x + texels.width > band->width) texels.width = band->width - x;
    texels.height = end - texels.y;
    if (texels.width <= 0 || texels.height <= 0) return;
#if RS_FORMATS_LINKED & 1
    if (put->plain && (c >> 10 & TURNED) == 0) {
        RS_QUICK(rs_quick_block_pal8)(put, band, &texels);
        return;
    }
    if (put->surface == RS_PAL8 && RS_QUICK(rs_quick_pixels_pal8)(put, band, &texels)) return;
#endif
    rs_rows_of((rs_format)band->format)->block(put, band, &texels);
}

#ifdef RS_ARM_SPANS
RS_FLAT_HOT void RS_QUICK(rs_quick_items)(const rs_frame *frame, const rs_band *band) {
    const uint8_t *const list = frame->list;
    const rs_item *item = frame->items - 1;
    for (uint32_t left = frame->item_count; left > 0; left--, item--) {
        const rs_draw *draw;
        if (!rs_item_in_rows(item, band->top, band->end)) continue;
        draw = (const rs_draw *)(const void *)(list + (size_t)item->draw * RS_DRAW_ALIGN);
#ifdef RS_FLAT_NEAR
        if (draw->function == rs_quick_draw_blit_near) {
            rs_quick_draw_blit_near(draw, item, band);
            continue;
        }
#endif
        draw->function(draw, item, band);
    }
}
#endif

/* ---- recording ---- */

/* The end of a put, as words. */
typedef union put_kind {
    struct {
        int16_t width, height;
        uint8_t format, surface, mode, alpha, bank;
        bool keyed, flat, plain;
    };
    uint32_t words[3];
} put_kind;

_Static_assert(sizeof(rs_put) - offsetof(rs_put, width) == sizeof(put_kind) &&
                   offsetof(rs_put, plain) == offsetof(rs_put, width) + offsetof(put_kind, plain),
               "put_kind is the end of a put");

static inline bool same_clip(const rs_view *a, const rs_view *b) {
    return a->x == b->x && a->y == b->y && a->width == b->width && a->height == b->height;
}

/* One of the last puts, if a blit shares it; NULL: none. */
static inline const rs_put *shared_put(const rs_frame *frame, const rs_blit *blit, uint16_t *offset) {
    enum { PUTS = sizeof frame->puts / sizeof *frame->puts };
    const rs_image *image = blit->image;
    const rs_ink *ink = &blit->ink;
    put_kind kind;
    if (image->stride != 0 || ink->tint != 0) return NULL;
    kind.width = image->width, kind.height = image->height, kind.format = image->format;
    kind.surface = (uint8_t)frame->target.format, kind.mode = ink->mode, kind.alpha = ink->alpha;
    kind.bank = (uint8_t)(ink->bank * 16u), kind.keyed = image->keyed, kind.flat = ink->flat;
    kind.plain = rs_ink_plain(ink) && image->format == RS_PAL8 && kind.surface == RS_PAL8;
    for (int i = 0; i < PUTS && frame->puts[i] != 0; i++) {
        const uint16_t at = (uint16_t)(frame->puts[i] - 1u);
        const rs_draw *draw = (const rs_draw *)(const void *)(frame->list + (size_t)at * RS_DRAW_ALIGN);
        const rs_put *put = &draw->put;
        const uint32_t *words = (const uint32_t *)(const void *)&put->width;
        if (put->pixels != image->pixels || words[0] != kind.words[0] || words[1] != kind.words[1] ||
            words[2] != kind.words[2] || put->remap != ink->remap)
            continue;
        if (put->stride != image->width || put->tint != 0 || (ink->flat && put->native != ink->native) ||
            !same_clip(&put->clip, &frame->clip) || draw->function != RS_QUICK(rs_quick_draw_blit))
            continue;
        *offset = at;
        return put;
    }
    return NULL;
}

/* The box of a blit that lies wholly in image and clip, and its first texel; false for other blits. */
static inline bool whole_box(const rs_frame *frame, const rs_blit *blit, const rs_put *put, rs_box *box,
                             uint32_t *first) {
    const int32_t width = blit->part.width, height = blit->part.height;
    const int32_t right = frame->clip.x + frame->clip.width, bottom = frame->clip.y + frame->clip.height;
    int32_t x = blit->part.x, y = blit->part.y;
    if (width <= 0 || height <= 0 || x < 0 || y < 0 || blit->turned) return false;
    if (x + width > put->width || y + height > put->height) return false;
    box->x0 = rs_floor_of(blit->x), box->y0 = rs_floor_of(blit->y);
    if (blit->flip_x)
        box->x0 += blit->pivot_x - width, x += width - 1;
    else
        box->x0 -= blit->pivot_x;
    if (blit->flip_y)
        box->y0 += blit->pivot_y - height, y += height - 1;
    else
        box->y0 -= blit->pivot_y;
    box->x1 = box->x0 + width, box->y1 = box->y0 + height;
    *first = (uint32_t)y * (uint32_t)put->stride + (uint32_t)x;
    return box->x0 >= frame->clip.x && box->y0 >= frame->clip.y && box->x1 <= right && box->y1 <= bottom;
}

RS_FLAT_HOT bool RS_QUICK(rs_quick_blit)(rs_frame *frame, const rs_blit *blit, const rs_put *put,
                                         uint16_t offset, rs_result *result) {
    rs_box box;
    rs_item item;
    if (put == NULL) put = shared_put(frame, blit, &offset);
    if (put == NULL) return false;
    *result = RS_OK;
    if (!whole_box(frame, blit, put, &box, &item.colour) &&
        !rs_part_cut(frame, blit, put, &box, &item.colour))
        return true;
    rs_item_pack(&item, &box,
                 (blit->flip_x ? FLIP_X : 0u) | (blit->flip_y ? FLIP_Y : 0u) | (blit->turned ? TURNED : 0u));
    item.draw = offset;
    if (frame->item_count == 0 && rs_put_replaces(put)) {
        *result = rs_put_covering(frame, &item, &box);
    } else if (!rs_item_append(frame, &item, box.y0, box.y1 - 1)) {
        frame->stats.lost++;
        *result = RS_LIST_FULL;
    }
    return true;
}
