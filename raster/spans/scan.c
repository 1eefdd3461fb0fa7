/* Cuts a triangle into spans of pixels, exactly, and prepares the planes of its attributes.
 *
 * A row's first pixel right of an edge is ceil(X), X the edge's crossing of the row's centre line in pixel centres: a rational
 * with denominator D = 16 dy. ceil(X) = floor(X + 1 - e) for every e in (0, 1/D], so an approximation of X + 1 that
 * stays below it by less than 1/D gives the exact pixel. Triangles up to 32 x 32 pixels have 1/D >= 128 units of 2^-20 and are
 * stepped in Q12.20 with errors inside that window; larger ones in Q32.32 from an exact start. Fill rule and rounding: pixel
 * centres, top and left edges included (Foley et al., Computer Graphics, section 3.6, with subpixel vertices). */
#include "fixedmath/scalar.h"
#include "raster/list/list.h"
#include "raster/spans/factors.h"

#ifndef RS_RECIPROCALS_ELSEWHERE /* this file is a second copy, for another memory */
/* floor(2^30 / n), n = 0..512; entry 0 is never used. */
#define R1(n) ((n) == 0 ? 0 : (int32_t)(0x40000000 / ((n) == 0 ? 1 : (n))))
#define R4(n) R1(n), R1((n) + 1), R1((n) + 2), R1((n) + 3)
#define R16(n) R4(n), R4((n) + 4), R4((n) + 8), R4((n) + 12)
#define R64(n) R16(n), R16((n) + 16), R16((n) + 32), R16((n) + 48)
const int32_t rs_reciprocals[RS_SMALL_SIZE + 1] = {R64(0),   R64(64),  R64(128), R64(192), R64(256),
                                                   R64(320), R64(384), R64(448), R1(512)};
#endif

/* The start of an edge at `row` in Q12.20, 36 units low: its error stays within (0, 128) units over the whole edge. */
static inline uint32_t small_edge(const rs_vertex *from, const rs_vertex *to, int row, uint32_t *step) {
    int32_t dx = to->x - from->x, run = 16 * row + 8 - from->y;
    int32_t reciprocal = rs_reciprocals[to->y - from->y];
    *step = (uint32_t)fx_sra64((int64_t)reciprocal * dx, 10);
    return (uint32_t)(from->x - 8) * 65536u + (uint32_t)fx_sra64((int64_t)reciprocal * (dx * run), 14) +
           (1u << 20) - 36u;
}

static inline rs_span clip_span(int32_t left, int32_t right, int32_t width) {
    rs_span span;
    if (left < 0) left = 0;
    if (right > width) right = width;
    span.x = (int16_t)left;
    span.count = (int16_t)(right - left);
    return span;
}

/* The two runs of a small triangle; rows `middle` and on belong to the lower one. */
static inline void small_runs(rs_scan *scan, int middle, bool long_right) {
    const rs_vertex *top = scan->corner[0], *centre = scan->corner[1], *bottom = scan->corner[2];
    int upper = middle - scan->row, lower = scan->last - middle;
    uint32_t long_step, short_step, short_x, long_x = small_edge(top, bottom, scan->row, &long_step);
    for (int part = 0; part < 2; part++) {
        rs_run *run = &scan->run[part];
        run->rows = part == 0 ? upper : lower;
        if (run->rows <= 0) continue;
        short_x = part == 0 ? small_edge(top, centre, scan->row, &short_step)
                            : small_edge(centre, bottom, middle, &short_step);
        if (part == 1) long_x += long_step * (uint32_t)upper;
        run->left = long_right ? short_x : long_x;
        run->left_step = long_right ? short_step : long_step;
        run->right = long_right ? long_x : short_x;
        run->right_step = long_right ? long_step : short_step;
    }
}

static void small_rows(rs_scan *scan, int32_t width) {
    rs_span *span = scan->spans;
    for (int part = 0; part < 2; part++) {
        const rs_run *run = &scan->run[part];
        uint32_t left = run->left, right = run->right;
        for (int rows = run->rows; rows > 0; rows--) {
            *span++ = clip_span(fx_sra32((int32_t)left, 20), fx_sra32((int32_t)right, 20), width);
            left += run->left_step;
            right += run->right_step;
        }
    }
    scan->rows = scan->last - scan->row;
}

/* a / b with the remainder, by the reciprocal of b and a correction; a < 2^31, b < 2^15. */
static inline uint32_t divide_by_reciprocal(uint32_t a, uint32_t b, uint32_t mantissa, int shift,
                                            uint32_t *remainder) {
    uint32_t quotient = (uint32_t)(((uint64_t)a * mantissa) >> shift);
    int32_t rest = (int32_t)(a - quotient * b);
    if (rest < 0) quotient--, rest += (int32_t)b;
    if (rest >= (int32_t)b) quotient++, rest -= (int32_t)b;
    *remainder = (uint32_t)rest;
    return quotient;
}

/* floor(dx / dy) in Q32.32, dy > 0. */
static inline int64_t slope(int32_t dx, int32_t dy) {
    int shift;
    uint32_t mantissa = fx_recip_norm_inline((uint32_t)dy, &shift), rest;
    uint32_t high = divide_by_reciprocal(fx_magnitude(dx) << 16, (uint32_t)dy, mantissa, shift, &rest);
    uint32_t low = divide_by_reciprocal(rest << 16, (uint32_t)dy, mantissa, shift, &rest);
    int64_t magnitude = ((int64_t)high << 16) + low;
    return dx >= 0 ? magnitude : -magnitude - (rest != 0);
}

/* An edge, and rows first..end-1 of it. */
typedef struct wide_side {
    const rs_vertex *from, *to;
    int first, end;
} wide_side;

/* One edge in Q32.32, into the x (left) or count (right, still an x) fields of the spans. The slope is
 * low by less than a unit, so after 1,024 rows X + 1 is low by less than 2,050 units, inside (0, 2^32 / D]. */
RS_HOT static void wide_edge(rs_span *spans, const wide_side *side, bool right, int32_t width) {
    const rs_vertex *from = side->from, *to = side->to;
    int64_t step = slope(to->x - from->x, to->y - from->y);
    int64_t x = (int64_t)(from->x - 8) * (1 << 28) + fx_sra64(step * (16 * side->first + 8 - from->y), 4) +
                0xFFFFFFFF;
    for (int row = side->first; row < side->end; row++, spans++, x += step) {
        int32_t pixel = (int32_t)fx_sra64(x, 32);
        if (right) {
            spans->count = (int16_t)(pixel > width ? width : pixel < -1 ? -1 : pixel);
        } else {
            spans->x = (int16_t)(pixel < 0 ? 0 : pixel > width ? width : pixel);
        }
    }
}

RS_HOT static void wide_rows(rs_scan *scan, const rs_band *band) {
    const rs_vertex *top = scan->corner[0], *middle = scan->corner[1], *bottom = scan->corner[2];
    int first = scan->row, end = scan->last - first > RS_SCAN_ROWS ? first + RS_SCAN_ROWS : scan->last;
    int turn = rs_row_of(middle->y);
    int64_t side = (int64_t)(bottom->x - top->x) * (middle->y - top->y) -
                   (int64_t)(middle->x - top->x) * (bottom->y - top->y);
    bool long_right = side > 0;
    if (turn < first) turn = first;
    if (turn > end) turn = end;
    scan->rows = end - first;
    wide_edge(scan->spans, &(wide_side){top, bottom, first, end}, long_right, band->width);
    if (turn > first)
        wide_edge(scan->spans, &(wide_side){top, middle, first, turn}, !long_right, band->width);
    if (end > turn)
        wide_edge(scan->spans + (turn - first), &(wide_side){middle, bottom, turn, end}, !long_right,
                  band->width);
    for (int i = 0; i < scan->rows; i++)
        scan->spans[i].count = (int16_t)(scan->spans[i].count - scan->spans[i].x);
}

/* Whether a small triangle lies between the pixels' centres: most slivers do. */
static bool no_pixels(const rs_scan *scan) {
    for (const rs_run *run = scan->run; run < scan->run + 2; run++) {
        uint32_t left = run->left, right = run->right;
        for (int rows = run->rows; rows > 0; rows--) {
            if (fx_sra32((int32_t)left, 20) < fx_sra32((int32_t)right, 20)) return false;
            left += run->left_step;
            right += run->right_step;
        }
    }
    return true;
}

/* Factors of a triangle thinner than a third of a pixel, whose planes are steeper than the attributes' range. They are
 * whole numbers times one reciprocal, so that however long gradients are, they cancel as they should near the triangle:
 * the reciprocal's error moves a value by as large a part of its way from vertex 0's value and no more, and towards
 * that value, since the reciprocal is too low. The reciprocal has as many bits as products of 32 bits allow. */
static void sliver_factors(rs_scan *scan, int longest, int area, int dx1, int dx2, int dy1, int dy2) {
    const int spare = scan->small ? 10 : longest < 1 << 14 ? 14 : 15;
    int32_t reciprocal = (int32_t)(fx_recip_norm((uint32_t)(area < 0 ? -area : area), &scan->shift) >> spare);
    scan->shift = (scan->shift - spare - 4) | RS_SLIVER;
    if (area <= 0) reciprocal = area == 0 ? 0 : -reciprocal;
    scan->x1 = -dy2 * reciprocal;
    scan->x2 = dy1 * reciprocal;
    scan->y1 = dx2 * reciprocal;
    scan->y2 = -dx1 * reciprocal;
}

static inline int32_t factor(int32_t difference, uint32_t mantissa) {
    return (int32_t)fx_sra64((int64_t)difference * mantissa, 16);
}

static void wide_factors(rs_scan *scan, int area, int dx1, int dx2, int dy1, int dy2) {
    uint32_t mantissa = fx_recip_norm((uint32_t)(area < 0 ? -area : area), &scan->shift);
    scan->shift -= 20;
    if (area < 0) dx1 = -dx1, dx2 = -dx2, dy1 = -dy1, dy2 = -dy2;
    scan->x1 = factor(-dy2, mantissa);
    scan->x2 = factor(dy1, mantissa);
    scan->y1 = factor(dx2, mantissa);
    scan->y2 = factor(-dx1, mantissa);
}

/* With A, B, C from top to bottom: dA/dx = (d2 (y1-y0) - d1 (y2-y0)) / area, dA/dy = (d1 (x2-x0) - d2 (x1-x0)) / area. */
RS_HOT bool rs_scan_begin(rs_scan *scan, const rs_vertex *vertices, const rs_item *item,
                          const rs_band *band) {
    uint32_t a = item->a, b = item->b, c = item->c, swap_index;
    const rs_vertex *va = &vertices[a], *vb = &vertices[b], *vc = &vertices[c], *swap;
    int x0, x1, x2, y0 = va->y, y1 = vb->y, y2 = vc->y, swap_y, width, height, first, last, low, high, area;

    if (y1 < y0) {
        swap = va;
        va = vb;
        vb = swap;
        swap_index = a;
        a = b;
        b = swap_index;
        swap_y = y0;
        y0 = y1;
        y1 = swap_y;
    }
    if (y2 < y0) {
        swap = va;
        va = vc;
        vc = swap;
        swap_index = a;
        a = c;
        c = swap_index;
        swap_y = y0;
        y0 = y2;
        y2 = swap_y;
    }
    if (y2 < y1) {
        swap = vb;
        vb = vc;
        vc = swap;
        swap_index = b;
        b = c;
        c = swap_index;
        swap_y = y1;
        y1 = y2;
        y2 = swap_y;
    }
    first = rs_row_of(y0), last = rs_row_of(y2);
    if (first < band->top) first = band->top;
    if (last > band->end) last = band->end;
    if (first >= last) return false;
    x0 = va->x, x1 = vb->x, x2 = vc->x;
    scan->corner[0] = va, scan->corner[1] = vb, scan->corner[2] = vc;
    scan->order[0] = a, scan->order[1] = b, scan->order[2] = c;
    scan->row = first;
    scan->last = last;
    scan->rows = 0;
    low = x0 < x1 ? x0 : x1, high = x0 < x1 ? x1 : x0;
    if (x2 < low) low = x2;
    if (x2 > high) high = x2;
    width = high - low;
    height = y2 - y0;
    area = (x2 - x0) * (y1 - y0) - (x1 - x0) * height;
    scan->small = width <= RS_SMALL_SIZE && height <= RS_SMALL_SIZE;
    scan->direct = scan->small && low >= 0 && high <= 16 * band->width;
    if (scan->small) {
        int middle = rs_row_of(y1);
        small_runs(scan, middle < first ? first : middle > last ? last : middle, area > 0);
    }
    if (rs_sliver(width, height, area)) {
        if (scan->small && no_pixels(scan)) return false;
        sliver_factors(scan, width > height ? width : height, area, x1 - x0, x2 - x0, y1 - y0, height);
    } else if (scan->small) {
        rs_small_factors(scan, area, x1 - x0, x2 - x0, y1 - y0, height);
    } else {
        wide_factors(scan, area, x1 - x0, x2 - x0, y1 - y0, height);
    }
    rs_plane_begin(scan, x0, y0);
    return true;
}

bool rs_scan_rows(rs_scan *scan, const rs_band *band) {
    scan->row += scan->rows;
    if (scan->row >= scan->last) return false;
    if (scan->small) {
        small_rows(scan, band->width);
    } else {
        wide_rows(scan, band);
    }
    return true;
}
