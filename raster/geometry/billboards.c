/* Billboards: projected and sorted when they are recorded, drawn row by row with a depth test. */
#include "raster/billboards.h"

#include <string.h>

#include "fixedmath/angle.h"
#include "fixedmath/assert.h"
#include "raster/blend.h"
#include "raster/dither.h"
#include "raster/list/list.h"

enum {
    SHARE = 24,            /* fraction bits of a place in the billboard: 0 .. 1 from edge to edge */
    SLIMMEST = 64,         /* sides to one another */
    LEAST = 1,             /* half a side, 28.4: an eighth of a pixel */
    MOST = RS_SIZE_MAX * 8 /* half a side, 28.4 */
};

/* A billboard on the screen. */
typedef struct rs_screen_billboard {
    int16_t x, y; /* the middle, 28.4; x from the view's left */
    uint16_t half_width, half_height;
    uint32_t rgb, native;
    uint16_t depth, draw;
    ang16 turn;
    uint8_t alpha, frame;
    int16_t first, last; /* rows */
} rs_screen_billboard;

FX_STATIC_ASSERT(sizeof(rs_depth_scale) <= sizeof(((rs_billboards *)0)->depth),
                 "room for the scale of depths");

static rs_depth_scale *scale_of(rs_billboards *billboards) {
    return (rs_depth_scale *)(void *)billboards->depth;
}

/* ---- rows of a billboard in a band ---- */

/* What the rows of one billboard have in common. u and v are places in the billboard, Q24, at the first pixel of a row. */
typedef struct painting {
    const rs_draw *draw;
    const rs_band *band;
    const rs_screen_billboard *billboard;
    const uint32_t *palette; /* of the surface, RS_PAL8 alone */
    const uint8_t *inverse;
    uint8_t *line;
    const uint16_t *depth;
    uint32_t u, v, du, dv; /* a pixel to the right */
    int32_t from, to;      /* columns of the band */
    int32_t x, y;          /* of the first of them in the picture, for patterns */
    uint32_t texel;        /* of the frame's corner */
    uint8_t width_bits, height_bits;
} painting;

/* The share of the billboard's alpha that its shape leaves at (u, v): 0..256. */
static inline uint32_t share_at(int shape, uint32_t u, uint32_t v) {
    int32_t x = (int32_t)(u >> (SHARE - 8)) - 128, y = (int32_t)(v >> (SHARE - 8)) - 128,
            square = x * x + y * y;
    if (shape == RS_BILLBOARD_SQUARE) return 256;
    if (square >= 16384) return 0;
    return shape == RS_BILLBOARD_DISC ? 256 : (uint32_t)(16384 - square) >> 6;
}

static inline uint32_t texel_at(const painting *p, uint32_t u, uint32_t v) {
    size_t at = p->texel + ((size_t)(v >> (SHARE - p->height_bits)) << p->draw->log2_width) +
                (u >> (SHARE - p->width_bits));
    switch (p->draw->flat.billboards.bytes) {
    case 1:
        return p->draw->texels[at];
    case 2:
        return ((const uint16_t *)(const void *)p->draw->texels)[at];
    default:
        return ((const uint32_t *)(const void *)p->draw->texels)[at];
    }
}

static inline uint32_t channel_product(uint32_t a, uint32_t b) {
    return (a * b + 128u + ((a * b + 128u) >> 8)) >> 8;
}

static uint32_t tinted(uint32_t rgb, uint32_t by) {
    if (by == 0xFFFFFF) return rgb;
    return channel_product(rgb >> 16 & 255u, by >> 16 & 255u) << 16 |
           channel_product(rgb >> 8 & 255u, by >> 8 & 255u) << 8 | channel_product(rgb & 255u, by & 255u);
}

/* The colour of a texel, 0xRRGGBB. */
static uint32_t texel_rgb(const painting *p, uint32_t texel) {
    const uint32_t *own = p->draw->flat.billboards.colours;
    return tinted(own != NULL ? own[texel] : rs_rgb_from_native((rs_format)p->draw->format, texel),
                  p->billboard->rgb);
}

/* The native pixel that a solid pixel's texel becomes. */
static uint32_t texel_native(const painting *p, uint32_t texel) {
    if (p->draw->format == RS_PAL8) return texel;
    return rs_native_from_rgb((rs_format)p->draw->format, texel_rgb(p, texel));
}

static inline uint32_t mixed_channel(int mode, uint32_t stored, uint32_t colour, uint32_t a, int shift) {
    uint32_t s = stored >> shift & 255u, c = colour >> shift & 255u, sum;
    if (mode == RS_BILLBOARD_ADD) {
        sum = s + (c * a >> 8);
        return (sum > 255 ? 255u : sum) << shift;
    }
    return (s * (256u - a) + c * a) >> 8 << shift;
}

static uint32_t mixed(int mode, uint32_t stored, uint32_t colour, uint32_t a) {
    return mixed_channel(mode, stored, colour, a, 16) | mixed_channel(mode, stored, colour, a, 8) |
           mixed_channel(mode, stored, colour, a, 0);
}

static inline uint32_t load_pixel(const uint8_t *line, int32_t x, int bytes) {
    return bytes == 1   ? line[x]
           : bytes == 2 ? ((const uint16_t *)(const void *)line)[x]
                        : ((const uint32_t *)(const void *)line)[x];
}

static inline void store_pixel(uint8_t *line, int32_t x, int bytes, uint32_t native) {
    if (bytes == 1) {
        line[x] = (uint8_t)native;
    } else if (bytes == 2) {
        ((uint16_t *)(void *)line)[x] = (uint16_t)native;
    } else {
        ((uint32_t *)(void *)line)[x] = native;
    }
}

/* Fills a row of which every pixel is the billboard's and one colour. */
static inline void fill_row(const painting *p, int bytes, uint32_t native) {
    const uint16_t code = p->billboard->depth;
    for (int32_t x = p->from; x < p->to; x++) {
        if (p->depth == NULL || code < p->depth[x]) store_pixel(p->line, x, bytes, native);
    }
}

/* Draws a row of SOLID and DOOR billboards: pixels are replaced. */
static inline void cover_row(const painting *p, int bytes) {
    const uint16_t code = p->billboard->depth;
    const uint32_t alpha = p->draw->flat.billboards.mode == RS_BILLBOARD_SOLID
                               ? 256u
                               : p->billboard->alpha + (p->billboard->alpha >> 7);
    const int shape = p->draw->flat.billboards.mode == RS_BILLBOARD_SOLID &&
                              p->draw->flat.billboards.shape == RS_BILLBOARD_SOFT
                          ? RS_BILLBOARD_DISC
                          : p->draw->flat.billboards.shape;
    uint32_t u = p->u, v = p->v;
    if (shape == RS_BILLBOARD_SQUARE && alpha == 256 && p->billboard->turn == 0 && p->draw->texels == NULL) {
        fill_row(p, bytes, p->billboard->native);
        return;
    }
    for (int32_t x = p->from; x < p->to; x++, u += p->du, v += p->dv) {
        if ((u | v) >> SHARE != 0 || (p->depth != NULL && code >= p->depth[x])) continue;
        uint32_t a = share_at(shape, u, v) * alpha >> 8, native = p->billboard->native;
        if (a < 256 && a <= rs_bayer4(p->x + x - p->from, p->y) * 16u + 8u) continue;
        if (p->draw->texels != NULL) {
            uint32_t texel = texel_at(p, u, v);
            if (texel == 0) continue;
            native = texel_native(p, texel);
        }
        store_pixel(p->line, x, bytes, native);
    }
}

/* Draws a row of ALPHA and ADD billboards: pixels are blended. */
static inline void blend_row(const painting *p, int bytes) {
    const uint16_t code = p->billboard->depth;
    const rs_format format = (rs_format)p->draw->format;
    const uint32_t alpha = p->billboard->alpha + (p->billboard->alpha >> 7);
    const int mode = p->draw->flat.billboards.mode, shape = p->draw->flat.billboards.shape;
    uint32_t u = p->u, v = p->v;
    for (int32_t x = p->from; x < p->to; x++, u += p->du, v += p->dv) {
        if ((u | v) >> SHARE != 0 || (p->depth != NULL && code >= p->depth[x])) continue;
        uint32_t a = share_at(shape, u, v) * alpha >> 8, colour = p->billboard->rgb, stored;
        if (a == 0) continue;
        if (p->draw->texels != NULL) {
            uint32_t texel = texel_at(p, u, v);
            if (texel == 0) continue;
            colour = texel_rgb(p, texel);
        }
        stored = load_pixel(p->line, x, bytes);
        if (bytes == 1) {
            store_pixel(p->line, x, 1,
                        rs_palette_index(p->inverse, mixed(mode, p->palette[stored], colour, a)));
        } else if (bytes == 4) {
            store_pixel(p->line, x, 4, mixed(mode, stored, colour, a));
        } else {
            store_pixel(
                p->line, x, 2,
                rs_native_from_rgb(format, mixed(mode, rs_rgb_from_native(format, stored), colour, a)));
        }
    }
}

static void paint_row(const painting *p) {
    const bool blends = p->draw->flat.billboards.mode >= RS_BILLBOARD_ALPHA;
    switch (p->draw->format) {
#if RS_FORMATS_LINKED & 1
    case RS_PAL8:
        if (blends && p->inverse != NULL) {
            blend_row(p, 1);
        } else {
            cover_row(p, 1);
        }
        return;
#endif
#if RS_FORMATS_LINKED & 8
    case RS_XRGB8888:
        if (blends) {
            blend_row(p, 4);
        } else {
            cover_row(p, 4);
        }
        return;
#endif
#if RS_FORMATS_LINKED & 6
    case RS_RGB565:
    case RS_BGR555:
        if (blends) {
            blend_row(p, 2);
        } else {
            cover_row(p, 2);
        }
        return;
#endif
    default:
        return;
    }
}

/* How far a pixel goes in the billboard, Q24, along an axis of which `half` (28.4) is half a side. */
static int32_t pixel_goes(fx axis, uint32_t half) {
    return axis == 0 ? 0 : axis * (1 << (SHARE - 1 - 16 + 4)) / (int32_t)half;
}

static void draw_billboard(const rs_draw *draw, const rs_item *item, const rs_band *band) {
    const rs_screen_billboard *billboard =
        (const rs_screen_billboard *)draw->flat.billboards.billboards + (item->a | (uint32_t)item->b << 16);
    const rs_view *view = &draw->flat.billboards.view;
    const rs_palette *palette = draw->flat.billboards.palette;
    painting p = {.draw = draw,
                  .band = band,
                  .billboard = billboard,
                  .palette = palette == NULL ? NULL : palette->rgb,
                  .inverse = palette == NULL ? NULL : palette->inverse};
    int32_t first = billboard->first < band->top ? band->top : billboard->first,
            last = billboard->last >= band->end ? band->end - 1 : billboard->last, reach, left, right;
    fx sine, cosine;
    fx_sincos(billboard->turn, &sine, &cosine);
    reach = billboard->turn == 0
                ? billboard->half_width
                : (int32_t)(((int64_t)(cosine < 0 ? -cosine : cosine) * billboard->half_width +
                             (int64_t)(sine < 0 ? -sine : sine) * billboard->half_height) >>
                            16) +
                      1;
    left = fx_sra32(billboard->x - reach + 7, 4);
    right = fx_sra32(billboard->x + reach + 7, 4);
    if (left < 0) left = 0;
    if (right > view->width) right = view->width;
    left += view->x;
    right += view->x;
    p.from = left - band->left;
    p.to = right - band->left;
    if (p.from < 0) p.from = 0;
    if (p.to > band->width) p.to = band->width;
    if (p.from >= p.to) return;
    p.x = p.from + band->left;
    p.width_bits = (uint8_t)(draw->log2_width - draw->flat.billboards.columns);
    p.height_bits = (uint8_t)(draw->log2_height - draw->flat.billboards.rows);
    p.texel = (uint32_t)(billboard->frame & ((1u << draw->flat.billboards.columns) - 1u)) << p.width_bits;
    p.texel += ((uint32_t)(billboard->frame >> draw->flat.billboards.columns &
                           ((1u << draw->flat.billboards.rows) - 1u))
                << p.height_bits)
               << draw->log2_width;
    /* All places are counted from one pixel of the picture, whatever the band. */
    const int32_t du = pixel_goes(cosine, billboard->half_width),
                  dv = pixel_goes(sine, billboard->half_height);
    const int32_t du_down = pixel_goes(-sine, billboard->half_width),
                  dv_down = pixel_goes(cosine, billboard->half_height);
    const int32_t dx = (left - view->x) * 16 + 8 - billboard->x,
                  dy = billboard->first * 16 + 8 - billboard->y;
    const uint32_t over = (uint32_t)(p.x - left);
    uint32_t u = (1u << (SHARE - 1)) + (uint32_t)fx_sra64((int64_t)dx * du + (int64_t)dy * du_down, 4) +
                 over * (uint32_t)du;
    uint32_t v = (1u << (SHARE - 1)) + (uint32_t)fx_sra64((int64_t)dx * dv + (int64_t)dy * dv_down, 4) +
                 over * (uint32_t)dv;
    p.du = (uint32_t)du;
    p.dv = (uint32_t)dv;
    for (p.y = first; p.y <= last; p.y++) {
        const uint32_t down = (uint32_t)(p.y - billboard->first);
        p.u = u + down * (uint32_t)du_down;
        p.v = v + down * (uint32_t)dv_down;
        p.line = band->pixels + (ptrdiff_t)(p.y - band->top) * band->stride;
        p.depth = band->depth == NULL ? NULL : band->depth + (ptrdiff_t)(p.y - band->top) * band->pitch;
        paint_row(&p);
    }
}

/* ---- recording ---- */

void rs_billboards_begin(rs_billboards *billboards, rs_frame *frame, uint32_t capacity) {
    memset(billboards, 0, sizeof *billboards);
    billboards->frame = frame;
    if (capacity > RS_BILLBOARDS_MOST) capacity = RS_BILLBOARDS_MOST;
    if (!frame->camera_set) {
        billboards->result = RS_BAD_ARGUMENT;
        return;
    }
    const rs_depth_scale scale = rs_depth_scale_make(&frame->camera, 16);
    memcpy(billboards->depth, &scale, sizeof scale);
    billboards->billboards = rs_list_take(frame, capacity * sizeof *billboards->billboards, 8);
    billboards->entries = billboards->billboards == NULL
                              ? NULL
                              : rs_list_take(frame, 2 * capacity * sizeof *billboards->entries, 8);
    if (billboards->entries == NULL) {
        billboards->result = RS_LIST_FULL;
        return;
    }
    billboards->capacity = capacity;
}

static uint8_t refuse_style(rs_billboards *billboards, rs_result why) {
    if (billboards->result == RS_OK) billboards->result = why;
    return 0;
}

uint8_t rs_billboards_style(rs_billboards *billboards, const rs_billboard_style *style) {
    rs_frame *frame = billboards->frame;
    const rs_texture *texture = style->texture;
    const rs_palette *palette = frame->target.palette;
    const int format = (int)frame->target.format;
    uint16_t offset = 0;
    if (billboards->styles == RS_BILLBOARD_STYLES || style->mode >= RS_BILLBOARD_MODES ||
        style->shape >= RS_BILLBOARD_SHAPES)
        return refuse_style(billboards, RS_BAD_ARGUMENT);
    if (format == RS_PAL8 && palette == NULL) return refuse_style(billboards, RS_BAD_ARGUMENT);
    if (texture != NULL &&
        ((texture->format != RS_PAL8 && texture->format != format) || !rs_texture_valid(texture) ||
         style->log2_columns > texture->log2_width || style->log2_rows > texture->log2_height ||
         (texture->format == RS_PAL8 && texture->palette == NULL && palette == NULL)))
        return refuse_style(billboards, RS_BAD_ARGUMENT);
    rs_draw *draw = rs_draw_take(frame, &offset);
    if (draw == NULL) {
        frame->stats.lost++;
        return refuse_style(billboards, RS_LIST_FULL);
    }
    draw->function = draw_billboard;
    draw->format = (uint8_t)format;
    draw->flat.billboards.billboards = billboards->billboards;
    draw->flat.billboards.palette = palette;
    draw->flat.billboards.view = frame->view;
    draw->flat.billboards.mode = style->mode;
    draw->flat.billboards.shape = style->shape;
    draw->flat.billboards.columns = draw->flat.billboards.rows = 0;
    draw->flat.billboards.colours = NULL;
    draw->texels = NULL;
    if (texture != NULL) {
        draw->flat.billboards.columns = style->log2_columns;
        draw->flat.billboards.rows = style->log2_rows;
        draw->texels = texture->pixels;
        draw->log2_width = texture->log2_width;
        draw->log2_height = texture->log2_height;
        draw->flat.billboards.bytes = (uint8_t)rs_format_bytes((rs_format)texture->format);
        if (texture->format == RS_PAL8)
            draw->flat.billboards.colours = texture->palette != NULL ? texture->palette : palette->rgb;
    }
    billboards->draws[billboards->styles] = offset;
    return billboards->styles++;
}

/* Half a side of `size` metres on the screen, 28.4. */
static uint32_t half_side(fx size, uint32_t scale, uint32_t mantissa, int log2_w, int64_t guard) {
    int64_t product = (int64_t)(size > 0 ? size : 0) * (int64_t)scale, half;
    if (product / 2 > guard) return MOST;
    half = product > guard ? rs_screen_of(product / 2, mantissa, log2_w)
                           : rs_screen_of(product, mantissa, log2_w) / 2;
    return half > MOST ? MOST : (uint32_t)half;
}

/* Rows that the billboard touches; false when it is beside the picture. */
static bool rows_of(const rs_frame *frame, rs_screen_billboard *billboard) {
    int32_t reach = billboard->half_height, across = billboard->half_width, top, bottom;
    if (billboard->turn != 0) {
        fx sine, cosine;
        fx_sincos(billboard->turn, &sine, &cosine);
        reach = (int32_t)(((int64_t)(cosine < 0 ? -cosine : cosine) * billboard->half_height +
                           (int64_t)(sine < 0 ? -sine : sine) * billboard->half_width) >>
                          16) +
                1;
        across = billboard->half_width + billboard->half_height;
    }
    if (billboard->x + across < 0 || billboard->x - across > frame->view.width * 16) return false;
    top = fx_sra32(billboard->y - reach + 7, 4);
    bottom = fx_sra32(billboard->y + reach + 7, 4) - 1;
    if (top < frame->view.y) top = frame->view.y;
    if (bottom >= frame->view.y + frame->view.height) bottom = frame->view.y + frame->view.height - 1;
    billboard->first = (int16_t)top;
    billboard->last = (int16_t)bottom;
    return top <= bottom;
}

/* The middle of the billboard on the screen and its size; false when it is not to be seen. */
RS_HOT_RARE static bool place_billboard(rs_billboards *billboards, const rs_billboard *billboard,
                                        rs_screen_billboard *out) {
    const rs_frame *f = billboards->frame;
    const mat34 *m = &f->camera.world_to_view;
    int64_t view[3];
    int shift;
    for (int i = 0; i < 3; i++) {
        int64_t sum = (int64_t)m->m[i][0] * billboard->position.x +
                      (int64_t)m->m[i][1] * billboard->position.y +
                      (int64_t)m->m[i][2] * billboard->position.z;
        view[i] = fx_sra64(sum + 32768, 16) + m->m[i][3];
    }
    const int64_t ahead = -view[2];
    if (ahead < f->camera.near_plane || ahead > f->camera.far_plane || (f->flat_w == 0 && ahead <= 0))
        return false;
    const uint32_t w = f->flat_w != 0 ? (uint32_t)f->flat_w : (uint32_t)ahead;
    const int64_t guard = (int64_t)RS_GUARD_BAND * 256 * w, x = view[0] * (int64_t)f->scale_x,
                  y = -view[1] * (int64_t)f->scale;
    if (x > guard || x < -guard || y > guard || y < -guard) return false;
    const uint32_t mantissa = fx_recip_norm_inline(w, &shift);
    const int log2_w = shift - 31;
    out->x = (int16_t)(f->centre_x + rs_screen_of(x, mantissa, log2_w));
    out->y = (int16_t)(f->centre_y + rs_screen_of(y, mantissa, log2_w));
    out->depth = (uint16_t)((f->flat_w != 0 ? rs_flat_depth(&f->camera, ahead)
                                            : rs_depth_apply(scale_of(billboards), mantissa, log2_w)) >>
                            RS_DEPTH_SHIFT);
    uint32_t width = half_side(billboard->width, f->scale_x, mantissa, log2_w, guard),
             height = half_side(billboard->height, f->scale, mantissa, log2_w, guard);
    if (width < LEAST && height < LEAST) return false;
    if (width < height / SLIMMEST + 1) width = height / SLIMMEST + 1;
    if (height < width / SLIMMEST + 1) height = width / SLIMMEST + 1;
    out->half_width = (uint16_t)width;
    out->half_height = (uint16_t)height;
    out->turn = billboard->turn;
    return rows_of(f, out);
}

void rs_billboards_add(rs_billboards *billboards, const rs_billboard *billboard) {
    if (billboards->count == billboards->capacity || billboard->style >= billboards->styles) {
        billboards->lost++;
        return;
    }
    rs_screen_billboard *out = &billboards->billboards[billboards->count];
    if (billboard->alpha == 0 || !place_billboard(billboards, billboard, out)) {
        billboards->hidden++;
        return;
    }
    out->rgb = billboard->rgb;
    out->native = billboard->native;
    out->alpha = billboard->alpha;
    out->frame = billboard->frame;
    out->draw = billboards->draws[billboard->style];
    billboards->entries[billboards->count] =
        (rs_sort_entry){rs_key_translucent(0, out->depth, billboards->count), billboards->count};
    billboards->count++;
}

rs_result rs_billboards_end(rs_billboards *billboards) {
    rs_frame *frame = billboards->frame;
    if (billboards->lost > 0) frame->stats.lost++;
    const rs_sort_entry *order =
        billboards->count == 0
            ? NULL
            : rs_sort(billboards->entries, billboards->entries + billboards->capacity, billboards->count);
    for (uint32_t i = 0; i < billboards->count; i++) {
        const rs_screen_billboard *billboard = &billboards->billboards[order[i].index];
        rs_item item = {(uint16_t)order[i].index, 0, 0, billboard->draw, 0, 0};
        if (rs_item_add(frame, &item, billboard->first, billboard->last)) continue;
        frame->stats.lost++;
        if (billboards->result == RS_OK) billboards->result = RS_LIST_FULL;
        break;
    }
    return billboards->result;
}
