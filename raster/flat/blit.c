/* Images: whole pixels in eight ways round, and turned and scaled. */
#include <string.h>

#include "fixedmath/angle.h"
#include "fixedmath/scalar.h"
#include "raster/flat/flat_work.h"

/* A part of an image as it is seen, unflipped. */
typedef struct part {
    int32_t width, height;
    rs_box kept;         /* the box of it that the image has */
    uint32_t first;      /* texel of its top left, which the image need not have, modulo 2^32 */
    int32_t column, row; /* texels from a column to the next, and from a row */
} part;

/* Finds a blit's part of its image. False: the image has nothing of it. */
static bool part_of(const rs_blit *blit, const rs_put *put, part *p) {
    int32_t x = blit->part.x, y = blit->part.y, width = blit->part.width, height = blit->part.height;
    rs_box kept;
    if (width == 0) x = y = 0, width = put->width, height = put->height;
    if (width <= 0 || height <= 0) return false;
    kept = (rs_box){x < 0 ? -x : 0, y < 0 ? -y : 0, x + width > put->width ? put->width - x : width,
                    y + height > put->height ? put->height - y : height};
    if (rs_box_empty(&kept)) return false;
    p->first = (uint32_t)y * (uint32_t)put->stride + (uint32_t)x;
    if (!blit->turned) {
        p->width = width, p->height = height, p->kept = kept;
        p->column = 1, p->row = put->stride;
    } else {
        p->kept = (rs_box){kept.y0, width - kept.x1, kept.y1, width - kept.x0};
        p->first += (uint32_t)width - 1u;
        p->width = height, p->height = width;
        p->column = put->stride, p->row = -1;
    }
    return true;
}

bool rs_part_cut(const rs_frame *frame, const rs_blit *blit, const rs_put *put, rs_box *box,
                 uint32_t *first) {
    const rs_box clip = rs_box_of(&frame->clip);
    int32_t left, top, u, v;
    part p;
    if (!part_of(blit, put, &p)) return false;
    left = rs_floor_of(blit->x) - (blit->flip_x ? p.width - blit->pivot_x : blit->pivot_x);
    top = rs_floor_of(blit->y) - (blit->flip_y ? p.height - blit->pivot_y : blit->pivot_y);
    box->x0 = left + (blit->flip_x ? p.width - p.kept.x1 : p.kept.x0);
    box->y0 = top + (blit->flip_y ? p.height - p.kept.y1 : p.kept.y0);
    box->x1 = box->x0 + p.kept.x1 - p.kept.x0;
    box->y1 = box->y0 + p.kept.y1 - p.kept.y0;
    rs_box_cut(box, &clip);
    if (rs_box_empty(box)) return false;
    u = blit->flip_x ? p.width - 1 - (box->x0 - left) : box->x0 - left;
    v = blit->flip_y ? p.height - 1 - (box->y0 - top) : box->y0 - top;
    *first = p.first + (uint32_t)u * (uint32_t)p.column + (uint32_t)v * (uint32_t)p.row;
    return true;
}

/* RS_RARELY keeps functions that seldom run out of the way of functions that often run. */
#ifdef __GNUC__
#define RS_RARELY __attribute__((noinline))
#else
#define RS_RARELY
#endif

/* ---- turned and scaled ---- */

typedef struct turned {
    rs_box box;                 /* first: of the picture that it may touch */
    rs_box kept;                /* texels of the part that the image has */
    int64_t u, v;               /* Q16 texels of the part at the centre of the picture's pixel (0, 0) */
    int32_t u_x, u_y, v_x, v_y; /* Q16 texels a pixel */
    int32_t width, height;      /* of the part */
    uint32_t index;             /* of its first texel, modulo 2^32 */
    int32_t column, row;
    bool has_corners, smooth;
    uint32_t corners[4];
} turned;

/* a / b towards 0, both at least 0: by a division of 32 bits where that does. */
static int64_t share_of(int64_t a, int64_t b) {
    return ((uint64_t)(a | b) >> 32) == 0 ? (int64_t)((uint32_t)a / (uint32_t)b) : a / b;
}

/* Cuts first .. *end - 1 to the k with low <= start + k * step < high. */
static void cut_steps(int64_t start, int64_t step, int64_t low, int64_t high, int64_t *first, int64_t *end) {
    int64_t from, to;
    if (step == 0) {
        if (start < low || start >= high) *end = *first;
        return;
    }
    if (step < 0) { /* mirrored: -high < -start - k * step <= -low */
        const int64_t h = 1 - low;
        low = 1 - high, high = h, start = -start, step = -step;
    }
    from = low - start, to = high - start; /* the least k with k * step >= each */
    from = from > 0 ? share_of(from + step - 1, step) : -share_of(-from, step);
    to = to > 0 ? share_of(to + step - 1, step) : -share_of(-to, step);
    if (from > *first) *first = from;
    if (to < *end) *end = to;
}

void rs_draw_turned(const rs_draw *draw, const rs_item *item, const rs_band *band) {
    const turned *t = rs_item_record(draw, item);
    const rs_rows *rows = rs_rows_of((rs_format)band->format);
    rs_box box = rs_box_in(&draw->put, band);
    rs_box_cut(&box, &t->box);
    if (rs_box_empty(&box)) return;
    const bool upright = t->u_y == 0; /* lines show the same columns */
    int64_t left = box.x0, right = box.x1;
    if (upright) cut_steps(t->u, t->u_x, (int64_t)t->kept.x0 << 16, (int64_t)t->kept.x1 << 16, &left, &right);
    for (int32_t y = box.y0; y < box.y1; y++) {
        const int64_t u = t->u + (int64_t)t->u_y * y, v = t->v + (int64_t)t->v_y * y;
        int64_t first = left, end = right;
        rs_slant slant;
        if (!upright)
            cut_steps(u, t->u_x, (int64_t)t->kept.x0 << 16, (int64_t)t->kept.x1 << 16, &first, &end);
        cut_steps(v, t->v_x, (int64_t)t->kept.y0 << 16, (int64_t)t->kept.y1 << 16, &first, &end);
        if (first >= end) continue;
        slant.x = (int32_t)first, slant.y = y, slant.count = (int32_t)(end - first);
        slant.u = (uint32_t)(u + t->u_x * first), slant.v = (uint32_t)(v + t->v_x * first);
        slant.u_step = (uint32_t)t->u_x, slant.v_step = (uint32_t)t->v_x;
        slant.index = t->index, slant.column = (uint32_t)t->column, slant.row = (uint32_t)t->row;
        slant.width = t->width, slant.height = t->height;
        slant.corners = t->has_corners ? t->corners : NULL;
        slant.kept = t->smooth ? &t->kept : NULL;
        rows->slant(&draw->put, rs_band_line(band, y), &slant);
    }
}

/* The box around the four corners, with a pixel to spare. */
static rs_box box_around(const rs_blit *blit, const part *p, fx c, fx s) {
    int64_t low_x = INT64_MAX, low_y = INT64_MAX, high_x = INT64_MIN, high_y = INT64_MIN;
    rs_box box;
    for (int i = 0; i < 4; i++) {
        int64_t a = ((i & 1) != 0 ? p->width : 0) - blit->pivot_x,
                b = ((i & 2) != 0 ? p->height : 0) - blit->pivot_y, x, y;
        a = (blit->flip_x ? -a : a) * blit->turn->scale_x; /* below 2^41 */
        b = (blit->flip_y ? -b : b) * blit->turn->scale_y;
        x = fx_sra64(a * c + b * s, 32), y = fx_sra64(b * c - a * s, 32);
        low_x = x < low_x ? x : low_x, high_x = x > high_x ? x : high_x;
        low_y = y < low_y ? y : low_y, high_y = y > high_y ? y : high_y;
    }
    box.x0 = (int32_t)(low_x + rs_floor_of(blit->x) - 1),
    box.x1 = (int32_t)(high_x + rs_floor_of(blit->x) + 3);
    box.y0 = (int32_t)(low_y + rs_floor_of(blit->y) - 1),
    box.y1 = (int32_t)(high_y + rs_floor_of(blit->y) + 3);
    return box;
}

static int32_t over(fx number, fx scale, bool flip) {
    const int64_t quotient = (int64_t)number * 65536 / scale;
    return (int32_t)(flip ? -quotient : quotient);
}

RS_RARELY static rs_result add_turned(rs_frame *frame, rs_put *put, const rs_blit *blit, const part *p) {
    enum { LEAST = 256, MOST = 256 << 16 };
    const rs_turn *turn = blit->turn;
    const fx c = fx_cos(turn->angle), s = fx_sin(turn->angle);
    const rs_box clip = rs_box_of(&frame->clip);
    const int64_t x = 32768 - (int64_t)blit->x,
                  y = 32768 - (int64_t)blit->y; /* pixel (0, 0) from the pivot */
    rs_box box;
    rs_item item;
    rs_draw *draw;
    turned *t;
    if (turn->scale_x < LEAST || turn->scale_y < LEAST || turn->scale_x > MOST || turn->scale_y > MOST)
        return RS_OK;
    box = box_around(blit, p, c, s);
    rs_box_cut(&box, &clip);
    if (rs_box_empty(&box)) return RS_OK;
    memset(&item, 0, sizeof item);
    draw = rs_put_draw(frame, put, rs_draw_turned, &item.draw);
    t = draw == NULL ? NULL : rs_put_record(frame, draw, &item, sizeof *t);
    if (t == NULL) return RS_LIST_FULL;
    memset(t, 0, sizeof *t);
    t->box = box, t->kept = p->kept;
    t->u_x = over(c, turn->scale_x, blit->flip_x), t->u_y = over(-s, turn->scale_x, blit->flip_x);
    t->v_x = over(s, turn->scale_y, blit->flip_y), t->v_y = over(c, turn->scale_y, blit->flip_y);
    t->u = (int64_t)blit->pivot_x * FX_ONE + fx_sra64(t->u_x * x + t->u_y * y, 16);
    t->v = (int64_t)blit->pivot_y * FX_ONE + fx_sra64(t->v_x * x + t->v_y * y, 16);
    t->width = p->width, t->height = p->height;
    t->index = p->first, t->column = p->column, t->row = p->row;
    t->smooth = turn->smooth;
    t->has_corners = turn->corners != NULL;
    if (t->has_corners) memcpy(t->corners, turn->corners, sizeof t->corners);
    return rs_put_item(frame, &item, &box);
}

rs_result rs_frame_blit(rs_frame *frame, const rs_blit *blit) {
    const rs_item_function plain = RS_NEAREST_OF(rs_quick_draw_blit);
    uint16_t offset;
    rs_result result;
    rs_put put;
    part p;
    uint32_t first;
    rs_box box;
    if (blit->image == NULL) return RS_BAD_ARGUMENT;
    if (blit->turn == NULL && RS_NEAREST_OF(rs_quick_blit)(frame, blit, NULL, 0, &result)) return result;
    rs_put_make(frame, &put, &blit->ink);
    result = rs_put_image(frame, &put, blit->image);
    if (result != RS_OK || put.clip.width == 0) return result;
    if (blit->turn != NULL) return part_of(blit, &put, &p) ? add_turned(frame, &put, blit, &p) : RS_OK;
    if (!rs_part_cut(frame, blit, &put, &box, &first)) return RS_OK;
    if (rs_put_draw(frame, &put, plain, &offset) == NULL) return RS_LIST_FULL;
    (void)RS_NEAREST_OF(rs_quick_blit)(frame, blit, &put, offset, &result);
    return result;
}

rs_result rs_frame_image(rs_frame *frame, int x, int y, const rs_image *image) {
    rs_blit blit = {.image = image};
    if (x < -32767 || x > 32767 || y < -32767 || y > 32767) x = 32767; /* out of sight: images are no wider */
    blit.x = x * FX_ONE, blit.y = y < -32767 || y > 32767 ? 0 : y * FX_ONE;
    return rs_frame_blit(frame, &blit);
}
