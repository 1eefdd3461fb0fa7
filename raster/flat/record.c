/* Recording two dimensions: clip, ink, what commands share, and images made ready. */
#include <string.h>

#include "raster/blend.h"
#include "raster/flat/flat_work.h"

const rs_rows *rs_rows_of(rs_format format) {
#if RS_FORMATS_LINKED & 1
    if (format == RS_PAL8) return &rs_rows_pal8;
#endif
#if RS_FORMATS_LINKED & 2
    if (format == RS_RGB565) return &rs_rows_rgb565;
#endif
#if RS_FORMATS_LINKED & 4
    if (format == RS_BGR555) return &rs_rows_bgr555;
#endif
#if RS_FORMATS_LINKED & 8
    if (format == RS_XRGB8888) return &rs_rows_xrgb8888;
#endif
#if RS_FORMATS_LINKED & 16
    if (format == RS_GREY4) return &rs_rows_grey4;
#endif
    return NULL;
}

rs_solid *rs_solid_of(rs_format format) {
#if RS_FORMATS_LINKED & 1
    if (format == RS_PAL8) return rs_solid_pal8;
#endif
#if RS_FORMATS_LINKED & 2
    if (format == RS_RGB565) return rs_solid_rgb565;
#endif
#if RS_FORMATS_LINKED & 4
    if (format == RS_BGR555) return rs_solid_bgr555;
#endif
#if RS_FORMATS_LINKED & 8
    if (format == RS_XRGB8888) return rs_solid_xrgb8888;
#endif
#if RS_FORMATS_LINKED & 16
    if (format == RS_GREY4) return rs_solid_grey4;
#endif
    return NULL;
}

/* ---- clip and ink ---- */

static rs_view view_of(const rs_box *box) {
    rs_view view = {0, 0, 0, 0};
    if (rs_box_empty(box)) return view;
    view.x = (int16_t)box->x0, view.y = (int16_t)box->y0;
    view.width = (int16_t)(box->x1 - box->x0), view.height = (int16_t)(box->y1 - box->y0);
    return view;
}

static rs_box picture_of(const rs_frame *frame) {
    rs_box box = {0, 0, frame->target.width, frame->target.height};
    return box;
}

void rs_frame_clip(rs_frame *frame, const rs_view *clip) {
    rs_box box = picture_of(frame), other = clip == NULL ? box : rs_box_of(clip);
    rs_box_cut(&box, &other);
    frame->clip = view_of(&box);
}

rs_view rs_frame_clip_within(rs_frame *frame, const rs_view *clip) {
    rs_view before = frame->clip;
    rs_box box = rs_box_of(&before), other = rs_box_of(clip);
    rs_box_cut(&box, &other);
    frame->clip = view_of(&box);
    return before;
}

rs_result rs_frame_ink(rs_frame *frame, rs_flat_mode mode, uint8_t alpha) {
    if ((unsigned)mode >= RS_FLAT_MODES) return RS_BAD_ARGUMENT;
    frame->ink_mode = (uint8_t)mode;
    frame->ink_alpha = alpha;
    return RS_OK;
}

/* ---- what commands share ---- */

void rs_put_make(const rs_frame *frame, rs_put *put, const rs_ink *ink) {
    memset(put, 0, sizeof *put);
    put->clip = frame->clip;
    put->surface = (uint8_t)frame->target.format;
    put->palette = frame->target.palette;
    put->mode = ink == NULL ? frame->ink_mode : ink->mode;
    put->alpha = ink == NULL ? frame->ink_alpha : ink->alpha;
    if (ink == NULL) return;
    put->flat = ink->flat;
    put->bank = (uint8_t)(ink->bank * 16u);
    put->native = ink->flat ? ink->native : 0;
    put->tint = ink->tint & 0xFFFFFFu;
    put->remap = ink->remap;
}

static bool is_indexed(int format) { return format == RS_PAL8 || format == RS_PAL4; }

rs_result rs_put_image(const rs_frame *frame, rs_put *put, const rs_image *image) {
    const rs_palette *palette = frame->target.palette;
    const int per_byte = image->format == RS_PAL4 || image->format == RS_GREY4 ? 2 : 1;
    int64_t stride;
    if (put->mode >= RS_FLAT_MODES || image->pixels == NULL || image->width <= 0 || image->height <= 0 ||
        image->format >= RS_TEXTURE_FORMATS)
        return RS_BAD_ARGUMENT;
    if (put->surface == RS_PAL8 && !is_indexed(image->format)) return RS_BAD_ARGUMENT;
    stride =
        image->stride == 0 ? (int64_t)rs_row_bytes((rs_format)image->format, image->width) : image->stride;
    stride = stride * per_byte / rs_format_bytes((rs_format)image->format);
    if (stride < image->width || stride * image->height > INT32_MAX) return RS_BAD_ARGUMENT;
    put->pixels = image->pixels;
    put->stride = (int32_t)stride;
    put->width = image->width;
    put->height = image->height;
    put->format = image->format;
    put->keyed = image->keyed;
    if (is_indexed(image->format) && put->surface != RS_PAL8) {
        if (palette == NULL) return RS_BAD_ARGUMENT;
        put->colours = put->surface == RS_XRGB8888 || put->surface == RS_GREY4
                           ? (const void *)palette->rgb
                           : (const void *)palette->native;
        if (put->colours == NULL) return RS_BAD_ARGUMENT;
    }
    if (!is_indexed(image->format)) put->remap = NULL;
    if (put->surface == RS_PAL8 && (palette->inverse == NULL || palette->rgb == NULL)) put->tint = 0;
    put->plain = put->surface == RS_PAL8 && put->format == RS_PAL8 && put->mode == RS_FLAT_OPAQUE &&
                 !put->flat && put->bank == 0 && put->remap == NULL && put->tint == 0;
    return RS_OK;
}

/* Makes a put's tint on palette surfaces, where it is a table of indices; false when the list is full. */
static bool make_tint(rs_frame *frame, rs_put *put) {
    uint8_t *table;
    if (put->tint == 0 || put->surface != RS_PAL8 || put->pixels == NULL) return true;
    table = rs_list_take(frame, 256, 4);
    if (table == NULL) return false;
    for (uint32_t i = 0; i < 256; i++) {
        table[i] = (uint8_t)rs_palette_index(put->palette->inverse,
                                             rs_colour_product(put->palette->rgb[i], put->tint));
    }
    put->colours = table;
    return true;
}

/* Whether two put states are equal. They are compared word by word: rs_put_make zeroes a state as a whole, its padding too. */
static bool same_put(const rs_put *a, const rs_put *b) {
    const uint32_t *x = (const uint32_t *)(const void *)a, *y = (const uint32_t *)(const void *)b;
    for (size_t i = 0; i < sizeof *a / 4; i++) {
        if (x[i] != y[i]) return false;
    }
    return true;
}

_Static_assert(sizeof(rs_put) % 4 == 0, "same_put compares words");

rs_draw *rs_put_draw(rs_frame *frame, rs_put *put, rs_item_function function, uint16_t *offset) {
    enum { PUTS = sizeof frame->puts / sizeof *frame->puts };
    rs_draw *draw;
    rs_section_end(frame);
    for (int i = 0; i < PUTS && frame->puts[i] != 0; i++) {
        draw = (rs_draw *)(void *)(frame->list + (size_t)(frame->puts[i] - 1u) * RS_DRAW_ALIGN);
        if (put->surface == RS_PAL8) put->colours = draw->put.colours;
        if (draw->function == function && same_put(put, &draw->put)) {
            *offset = (uint16_t)(frame->puts[i] - 1u);
            return draw;
        }
    }
    if (put->surface == RS_PAL8) put->colours = NULL;
    draw =
        make_tint(frame, put) ? rs_draw_take_part(frame, offsetof(rs_draw, put) + sizeof *put, offset) : NULL;
    if (draw == NULL) {
        frame->stats.lost++;
        return NULL;
    }
    draw->function = draw->affine = function;
#ifdef RS_ARM_SPANS
    frame->flat_items = RS_NEAREST_OF(rs_quick_items);
#endif
    memcpy(&draw->put, put, sizeof *put);
    if (*offset < UINT16_MAX) {
        memmove(frame->puts + 1, frame->puts, sizeof frame->puts - sizeof *frame->puts);
        frame->puts[0] = (uint16_t)(*offset + 1u);
    }
    return draw;
}

void *rs_put_record(rs_frame *frame, const rs_draw *draw, rs_item *item, size_t size) {
    uint8_t *record = rs_list_take(frame, size, sizeof(void *));
    uint32_t away;
    if (record == NULL) {
        frame->stats.lost++;
        return NULL;
    }
    away = (uint32_t)(record - (const uint8_t *)draw);
    item->a = (uint16_t)away;
    item->b = (uint16_t)(away >> 16);
    return record;
}

rs_result rs_put_covering(rs_frame *frame, const rs_item *item, const rs_box *box) {
    const bool first = frame->item_count == 0 && box->x0 == 0 && box->x1 == frame->target.width;
    const rs_result result = rs_put_item(frame, item, box);
    if (first && result == RS_OK) frame->cover_top = (int16_t)box->y0, frame->cover_end = (int16_t)box->y1;
    return result;
}

bool rs_put_replaces(const rs_put *put) {
    const bool has_alpha = put->pixels != NULL && put->format > RS_PAL4;
    return put->mode == RS_FLAT_OPAQUE && !put->keyed && !has_alpha;
}

rs_result rs_put_item(rs_frame *frame, const rs_item *item, const rs_box *box) {
    if (rs_item_add(frame, item, box->y0, box->y1 - 1)) return RS_OK;
    frame->stats.lost++;
    return RS_LIST_FULL;
}
