/* Span functions for 32-bit pixels, eight at a time; see wide.h. */
#include "raster/wide/wide.h"

#if RS_WIDE
#include <string.h>

#include "raster/spans/attributes.h"
#include "raster/spans/factors.h"

#ifdef __clang__
#pragma clang attribute push(__attribute__((target("avx2"))), apply_to = function)
#else
#pragma GCC push_options
#pragma GCC target("avx2")
#endif

#include "raster/wide/wide_lanes.h"

/* Masks of the lanes outside, at the start and at the end of a block: from 8 - n on the first n lanes, from 16 - n on
 * all but the first n. */
static const uint32_t wide_ends[24] = {WIDE_SIGN, WIDE_SIGN, WIDE_SIGN, WIDE_SIGN, WIDE_SIGN, WIDE_SIGN,
                                       WIDE_SIGN, WIDE_SIGN, 0,         0,         0,         0,
                                       0,         0,         0,         0,         WIDE_SIGN, WIDE_SIGN,
                                       WIDE_SIGN, WIDE_SIGN, WIDE_SIGN, WIDE_SIGN, WIDE_SIGN, WIDE_SIGN};

#define WIDE_COLUMNS 8 /* of a narrow triangle: for wider ones, finding the ends of rows pays */

/* The pixels that a triangle may touch. */
typedef struct wide_box {
    u32x4 corners, depths; /* x below, y above, of the item's three vertices; their depths */
    uint32_t size;         /* width below, height above, 28.4 */
    int32_t left, top, rows, columns;
    bool narrow;
} wide_box;

WIDE_INLINE u32x4 wide_vertex(const rs_vertex *vertex) {
    long long both;
    memcpy(&both, vertex, sizeof both);
    return (u32x4)(i64x2){both, 0};
}

/* Finds a triangle's box; false when no pixel's centre lies in it. */
WIDE_INLINE bool wide_box_of(wide_box *box, const rs_draw *draw, const rs_item *item, const rs_band *band) {
    u32x4 a = wide_vertex(&draw->vertices[item->a]), b = wide_vertex(&draw->vertices[item->b]);
    u32x4 c = wide_vertex(&draw->vertices[item->c]), ab = __builtin_shufflevector(a, b, 0, 4, 1, 5);
    static const i16x8 seven = {7, 7, 7, 7, 7, 7, 7, 7};
    i16x8 low = LANES_LESSER_16((i16x8)a, LANES_LESSER_16((i16x8)b, (i16x8)c));
    i16x8 high = LANES_GREATER_16((i16x8)a, LANES_GREATER_16((i16x8)b, (i16x8)c));
    uint32_t from = ((u32x4)(LANES_PLUS_16(low, seven) >> 4))[0],
             to = ((u32x4)(LANES_PLUS_16(high, seven) >> 4))[0];
    int32_t left = (int16_t)from, right = (int16_t)to, top = (int32_t)from >> 16, end = (int32_t)to >> 16;
    if (left < 0) left = 0;
    if (right > band->width) right = band->width;
    if (top < band->top) top = band->top;
    if (end > band->end) end = band->end;
    if (left >= right || top >= end) return false;
    box->corners = __builtin_shufflevector(ab, c, 0, 1, 4, 5);
    box->depths = __builtin_shufflevector(ab, c, 2, 3, 5, 5);
    box->size = ((u32x4)LANES_MINUS_16(high, low))[0];
    box->columns = (right - left + 7) >> 3;
    if (left + 8 * box->columns > band->width) left = band->width - 8 * box->columns;
    box->left = left;
    box->top = top;
    box->rows = end - top;
    box->narrow = box->columns <= WIDE_COLUMNS && left >= 0;
    return true;
}

/* The edge functions of a narrow triangle: negative outside, at the first eight pixels of its box. */
typedef struct wide_edges {
    u32x8 at[3], down[3]; /* `down` is taken off from row to row */
    u32x4 right;          /* added by a column of eight */
} wide_edges;

/* Lane k of four, in all eight lanes. */
#define WIDE_SPREAD(lanes, k) lanes_spread((u32x4)__builtin_shufflevector(lanes, lanes, k, k, k, k))

/* With (dx, dy) an edge and (x, y) its start: dy (px - x) - dx (py - y), in two products of 16-bit pairs.
 * Pixels on the line belong to left and top edges: dy > 0, or dy == 0 and dx < 0. False when the box is one
 * block of one row and no pixel of it is covered. */
WIDE_INLINE bool wide_edges_begin(wide_edges *edges, const wide_box *box) {
    static const i16x8 turn = {1, -1, 1, -1, 1, -1, 1, -1};
    i16x8 corner = (i16x8)box->corners;
    i16x8 along = LANES_MINUS_16(__builtin_shufflevector(box->corners, box->corners, 1, 2, 0, 3), corner);
    i16x8 start =
        LANES_TIMES_16(__builtin_shufflevector(corner, corner, 1, 0, 3, 2, 5, 4, 7, 6), turn); /* (y, -x) */
    u32x4 at = (u32x4)__builtin_ia32_pmaddwd128(along, start) + (u32x4)((i32x4)along < 0x8000);
    u32x4 down = (u32x4)(((i32x4)along << 16) >> 12), edge = (u32x4)along;
    uint32_t centre = (uint32_t)(16 * box->left + 8) << 16 | ((uint32_t)(-16 * box->top - 8) & 0xFFFFu);
    i16x16 pixels = (i16x16)(lanes_of(centre) + (lane_numbers << 20)); /* (-py, px) */
    edges->at[0] =
        (u32x8)__builtin_ia32_pmaddwd256((i16x16)WIDE_SPREAD(edge, 0), pixels) + WIDE_SPREAD(at, 0);
    edges->at[1] =
        (u32x8)__builtin_ia32_pmaddwd256((i16x16)WIDE_SPREAD(edge, 1), pixels) + WIDE_SPREAD(at, 1);
    edges->at[2] =
        (u32x8)__builtin_ia32_pmaddwd256((i16x16)WIDE_SPREAD(edge, 2), pixels) + WIDE_SPREAD(at, 2);
    if (box->rows == 1 && box->columns == 1) {
        u32x8 outside = (u32x8)((i32x8)(edges->at[0] | edges->at[1] | edges->at[2]) >> 31);
        if (!lanes_any(~outside)) return false;
    }
    edges->down[0] = WIDE_SPREAD(down, 0);
    edges->down[1] = WIDE_SPREAD(down, 1);
    edges->down[2] = WIDE_SPREAD(down, 2);
    edges->right = (u32x4)((i32x4)along >> 16) << 7;
    return true;
}

/* The numbers that turn values at three vertices into a plane, as rs_scan and rs_plane_through define it. */
typedef struct wide_planes {
    i8x16 order;   /* sorts the item's vertices as rs_scan_begin does */
    i32x8 factors; /* x1, x2, y1, y2 in every other lane */
    int32_t shift;
    u32x8 whole; /* the bits that gradients keep */
    u32x8 sub_x, sub_y;
    u32x8 pixel_x, pixel_y; /* from vertex 0's pixel to the eight of the box's first block */
} wide_planes;

/* Byte orders for a > b, b > c, a > c, b > a in bits 0 to 3, where a, b, c are the heights of the item's
 * vertices. */
#define WIDE_BYTES(n) 4 * (n), 4 * (n) + 1, 4 * (n) + 2, 4 * (n) + 3
#define WIDE_ORDER(a, b, c)                                                                                  \
    { WIDE_BYTES(a), WIDE_BYTES(b), WIDE_BYTES(c), WIDE_BYTES(3) }
static const i8x16 wide_orders[16] = {
    WIDE_ORDER(0, 1, 2), WIDE_ORDER(1, 0, 2), WIDE_ORDER(0, 1, 2), WIDE_ORDER(0, 1, 2),
    WIDE_ORDER(0, 1, 2), WIDE_ORDER(1, 2, 0), WIDE_ORDER(2, 1, 0), WIDE_ORDER(2, 1, 0),
    WIDE_ORDER(0, 1, 2), WIDE_ORDER(0, 1, 2), WIDE_ORDER(0, 2, 1), WIDE_ORDER(0, 1, 2),
    WIDE_ORDER(0, 1, 2), WIDE_ORDER(0, 1, 2), WIDE_ORDER(2, 0, 1), WIDE_ORDER(0, 1, 2)};

WIDE_INLINE u32x4 wide_sort(u32x4 values, i8x16 order) {
    return (u32x4)__builtin_ia32_pshufb128((i8x16)values, order);
}

/* Begins the planes of a triangle; false for slivers and very large triangles, which have another set-up, and for
 * triangles seen from behind. */
WIDE_INLINE bool wide_planes_begin(wide_planes *planes, const wide_box *box) {
    static const i32x4 signs = {-1, 1, 1, -1};
    i32x4 y = (i32x4)(box->corners & 0xFFFF0000u);
    i32x4 above = __builtin_shufflevector(y, y, 0, 1, 0, 1) > __builtin_shufflevector(y, y, 1, 2, 2, 0);
    i16x8 narrow = __builtin_ia32_packssdw128(above, above);
    int key = __builtin_ia32_pmovmskb128((i8x16)__builtin_ia32_packsswb128(narrow, narrow)) & 15, shift;
    int width = (int)(box->size & 0xFFFFu), height = (int)(box->size >> 16);
    u32x4 sorted;
    i16x8 from_first, first;
    i32x4 away, product, factors;
    int32_t area;
    i32x8 corner;
    planes->order = wide_orders[key];
    sorted = wide_sort(box->corners, planes->order);
    first = (i16x8)__builtin_shufflevector(sorted, sorted, 0, 0, 0, 0);
    from_first = LANES_MINUS_16(__builtin_shufflevector(sorted, sorted, 1, 2, 3, 3), first);
    away = (i32x4)__builtin_shufflevector(from_first, from_first, 0, 0, 1, 1, 2, 2, 3, 3) >>
           16; /* dx1, dy1, dx2, dy2 */
    product = away * __builtin_shufflevector(away, away, 3, 2, 1, 0);
    area = product[1] - product[0];
    if (area == 0 || rs_sliver(width, height, area)) return false;
    factors = __builtin_shufflevector(away, away, 3, 1, 2, 0) * signs;
    if (width <= RS_SMALL_SIZE && height <= RS_SMALL_SIZE) {
        factors *= rs_small_reciprocal(area, &shift);
        factors >>= shift;
        planes->factors = __builtin_shufflevector(factors, factors, 0, 0, 1, 1, 2, 2, 3, 3);
        planes->shift = RS_SMALL_SHIFT;
        planes->whole = lanes_of(0xFFFFFFF0u);
    } else {
        i32x8 twice = __builtin_shufflevector(factors, factors, 0, 0, 1, 1, 2, 2, 3, 3) * (area < 0 ? -1 : 1);
        uint32_t mantissa = fx_recip_norm((uint32_t)(area < 0 ? -area : area), &shift);
        if (shift > 52) return false; /* the shift below must not reach past 32 */
        planes->factors = (i32x8)((u64x4)__builtin_ia32_pmuldq256(twice, (i32x8)lanes_of(mantissa)) >> 16);
        planes->shift = shift - 20;
        planes->whole = lanes_of(0xFFFFFFFFu);
    }
    corner = (i32x8)WIDE_SPREAD(sorted, 0);
    planes->sub_x = 8u - (u32x8)((corner & 0xF));
    planes->sub_y = 8u - (u32x8)((corner >> 16) & 0xF);
    planes->pixel_x = lanes_of((uint32_t)box->left) + lane_numbers - (u32x8)((corner << 16) >> 20);
    planes->pixel_y = lanes_of((uint32_t)box->top) - (u32x8)(corner >> 20);
    return true;
}

/* The plane through three values: its values at the box's first block, and its steps. */
WIDE_INLINE void wide_plane(const wide_planes *planes, u32x4 values, u32x8 *at, u32x8 *right, u32x8 *down) {
    u32x4 sorted = wide_sort(values, planes->order);
    i32x4 rise = (i32x4)(sorted - __builtin_shufflevector(sorted, sorted, 0, 0, 0, 0));
    i64x4 products = (i64x4)__builtin_ia32_pmuldq256(
        __builtin_shufflevector(rise, rise, 1, 1, 2, 2, 1, 1, 2, 2), planes->factors);
    u32x8 sum, dx, dy;
    products += __builtin_shufflevector(products, products, 1, 0, 3, 2);
    sum = (u32x8)((u64x4)products >> planes->shift) & planes->whole; /* dx in lane 0, dy in lane 4 */
    dx = __builtin_shufflevector(sum, sum, 0, 0, 0, 0, 0, 0, 0, 0);
    dy = __builtin_shufflevector(sum, sum, 4, 4, 4, 4, 4, 4, 4, 4);
    *at = WIDE_SPREAD(sorted, 0) + (u32x8)((i32x8)dx >> 4) * planes->sub_x +
          (u32x8)((i32x8)dy >> 4) * planes->sub_y + dx * planes->pixel_x + dy * planes->pixel_y;
    *right = dx;
    *down = dy;
}

/* Texture coordinates of the item's vertices, u below, v above. */
WIDE_INLINE u32x4 wide_uvs(const rs_draw *draw, const rs_item *item) {
    uint32_t a, b, c;
    memcpy(&a, draw->uvs + 2 * item->a, sizeof a);
    memcpy(&b, draw->uvs + 2 * item->b, sizeof b);
    memcpy(&c, draw->uvs + 2 * item->c, sizeof c);
    return (u32x4){a, b, c, c};
}

WIDE_INLINE u32x4 wide_normals(const rs_draw *draw, const rs_item *item) {
    uint32_t a, b, c;
    memcpy(&a, draw->normals + 4 * item->a, sizeof a);
    memcpy(&b, draw->normals + 4 * item->b, sizeof b);
    memcpy(&c, draw->normals + 4 * item->c, sizeof c);
    return (u32x4){a, b, c, c};
}

/* phong_dot of attributes.c; components in the upper byte of their lanes. */
WIDE_INLINE u32x4 wide_dot(const i32x4 normal[3], const int16_t *vector) {
    i32x4 sum = (normal[0] >> 24) * vector[0] + (normal[1] >> 24) * vector[1] + (normal[2] >> 24) * vector[2];
    return (u32x4)sum << 6;
}

/* Does what rs_affine_begin does, but for whole multiples of the texture's size, which no pixel shows. */
WIDE_INLINE void wide_affine_begin(rs_affine *affine, const rs_draw *draw, const uint32_t *order,
                                   const rs_scan *scan) {
    const int16_t *uv0 = draw->uvs + 2 * order[0], *uv1 = draw->uvs + 2 * order[1],
                  *uv2 = draw->uvs + 2 * order[2];
    const int32_t width = 1 << (draw->log2_width + 4), height = 1 << (draw->log2_height + 4);
    affine->u = rs_plane_through(scan, uv0[0] * width, uv1[0] * width, uv2[0] * width);
    affine->v = rs_plane_through(scan, uv0[1] * height, uv1[1] * height, uv2[1] * height);
}

/* What light does to texels: nothing, dim them (values up to 256), anything. */
typedef enum wide_light { WIDE_AS_IT_IS, WIDE_DIM, WIDE_ANY } wide_light;

/* Whether light between the item's vertices stays below 256, with a unit to spare for rounding. */
WIDE_INLINE bool wide_dim(const rs_draw *draw, const rs_item *item) {
    uint32_t most = 255u << RS_VERTEX_LIGHT;
    return draw->lights[item->a] <= most && draw->lights[item->b] <= most && draw->lights[item->c] <= most;
}

/* rs_perspective_shows of attributes.c. */
WIDE_INLINE bool wide_perspective_shows(const rs_draw *draw, const rs_item *item) {
    uint32_t w0 = draw->inverse_w[item->a], w1 = draw->inverse_w[item->b], w2 = draw->inverse_w[item->c];
    uint32_t low = w0 < w1 ? w0 : w1, high = w0 < w1 ? w1 : w0, range, du, dv, extent;
    u32x4 uvs = wide_uvs(draw, item), b = __builtin_shufflevector(uvs, uvs, 1, 1, 1, 1),
          c = __builtin_shufflevector(uvs, uvs, 2, 2, 2, 2);
    i16x8 least = LANES_LESSER_16((i16x8)uvs, LANES_LESSER_16((i16x8)b, (i16x8)c));
    i16x8 most = LANES_GREATER_16((i16x8)uvs, LANES_GREATER_16((i16x8)b, (i16x8)c));
    if (w2 < low) low = w2;
    if (w2 > high) high = w2;
    range = ((u32x4)((u16x8)most - (u16x8)least))[0];
    du = (range & 0xFFFFu) << (draw->log2_width + 4);
    dv = (range >> 16) << (draw->log2_height + 4);
    extent = du > dv ? du : dv;
    if ((uint64_t)(high - low) * extent <= (uint64_t)low * RS_STRAIGHT)
        return false; /* then no edge exceeds the bound */
    return rs_perspective_shows(draw, item);
}

/* ---- perspective by parts of eight pixels, seven parts of a row at a time ---- */

#define WIDE_PARTS 7

typedef struct wide_parts {
    uint32_t u[8], v[8], du[8], dv[8]; /* as rs_perspective_part has them, scaled as wide.inc wants them */
    int32_t parts;                     /* the last part of a row takes the pixels that are left */
    int32_t last;                      /* pixels of the last part */
} wide_parts;

/* A product of signed halves, below 2^62, shifted right arithmetically; the lower half counts. */
WIDE_INLINE u64x4 wide_shifted(u64x4 a, u64x4 b, u64x4 shift) {
    const u64x4 bias = (u64x4){1, 1, 1, 1} << 62;
    u64x4 product = (u64x4)__builtin_ia32_pmuldq256((i32x8)a, (i32x8)b);
    return ((product + bias) >> shift) - (bias >> shift);
}

/* s, t and q at eight pixels. */
typedef struct wide_homogeneous {
    u32x8 s, t, q;
} wide_homogeneous;

/* divide of attributes.c in eight lanes; returns the lanes where the division may not be made like this (their results
 * mean nothing). */
WIDE_INLINE u32x8 wide_divide(const rs_perspective *p, const wide_homogeneous *at, u32x8 *u, u32x8 *v) {
    u32x8 odd_ones = (u32x8)((at->q >> 29) != 0u) | (u32x8)((at->q >> 22) == 0u);
    u32x8 n = lanes_choose(odd_ones, lanes_of(1u << 31), at->q << 3),
          shift = lanes_of((uint32_t)(p->guard + 30)), seed;
    u64x4 even, odd, shift_even, shift_odd;
    for (;;) {
        u32x8 small = (u32x8)((i32x8)n >= 0);
        if (!lanes_any(small)) break;
        n += n & small;
        shift += small; /* less one for every zero before the number */
    }
    seed = lanes_gather_16(fx_table_recip, (n >> 23) & 0xFFu, lanes_of(~0u));
    even = lanes_mantissa((u64x4)n & 0xFFFFFFFFu, (u64x4)seed & 0xFFFFFFFFu);
    odd = lanes_mantissa((u64x4)n >> 32, (u64x4)seed >> 32);
    shift_even = (u64x4)shift & 0xFFFFFFFFu;
    shift_odd = (u64x4)shift >> 32;
    *u = lanes_join(wide_shifted((u64x4)at->s, even, shift_even),
                    wide_shifted((u64x4)at->s >> 32, odd, shift_odd));
    *v = lanes_join(wide_shifted((u64x4)at->t, even, shift_even),
                    wide_shifted((u64x4)at->t >> 32, odd, shift_odd));
    return odd_ones | (u32x8)((i32x8)lanes_join(even, odd) < 0); /* as a signed factor it would be another */
}

/* Lanes where straight_enough of attributes.c might say no: on its safe side and in 32 bits. */
WIDE_INLINE u32x8 wide_bends(u32x8 du, u32x8 dv, u32x8 q0, u32x8 q1) {
    u32x8 extent = LANES_GREATER(LANES_MAGNITUDE(du), LANES_MAGNITUDE(dv)) >> 16, low = LANES_LESSER(q0, q1);
    u32x8 difference = ((LANES_GREATER(q0, q1) - low) >> 12) + 1u;
    return (u32x8)((i32x8)((extent + 1u) * difference) > (i32x8)(low >> 11)) | (u32x8)((i32x8)extent > 4095);
}

WIDE_INLINE wide_homogeneous wide_homogeneous_at(const rs_perspective *p, u32x8 x, u32x8 row) {
    wide_homogeneous at;
    at.s = p->s.origin + x * (uint32_t)p->s.dx + row * (uint32_t)p->s.dy;
    at.t = p->t.origin + x * (uint32_t)p->t.dx + row * (uint32_t)p->t.dy;
    at.q = p->q.origin + x * (uint32_t)p->q.dx + row * (uint32_t)p->q.dy;
    return at;
}

WIDE_INLINE wide_homogeneous wide_homogeneous_ahead(const rs_perspective *p, const wide_homogeneous *from,
                                                    u32x8 pixels) {
    wide_homogeneous at;
    at.s = from->s + pixels * (uint32_t)p->s.dx;
    at.t = from->t + pixels * (uint32_t)p->t.dx;
    at.q = from->q + pixels * (uint32_t)p->q.dx;
    return at;
}

/* difference / n, for n in 0 .. 8, as rs_perspective_part has it. */
WIDE_INLINE u32x8 wide_share(u32x8 difference, u32x8 n) {
    static const uint32_t share[9] = RS_SHARES;
    u32x8 factor = lanes_gather(share, n, lanes_of(~0u), n);
    u64x4 even = (u64x4)__builtin_ia32_pmuldq256((i32x8)difference, (i32x8)factor);
    u64x4 odd =
        (u64x4)__builtin_ia32_pmuldq256((i32x8)((u64x4)difference >> 32), (i32x8)((u64x4)factor >> 32));
    return lanes_join(even >> RS_SHARE_SHIFT, odd >> RS_SHARE_SHIFT);
}

/* Leaves parts in the scale that wide.inc wants. */
WIDE_INLINE void wide_parts_store(wide_parts *parts, const rs_draw *draw, u32x8 u, u32x8 v, u32x8 du,
                                  u32x8 dv) {
    const int shift_u = 16 - draw->log2_width, shift_v = 16 - draw->log2_height;
    lanes_store(parts->u, u << shift_u);
    lanes_store(parts->v, v << shift_v);
    lanes_store(parts->du, du << shift_u);
    lanes_store(parts->dv, dv << shift_v);
}

/* Makes the next parts of a row that has `count` pixels left from x on. False where the division may not be made like
 * this or a part would bend: then rs_perspective_part must go on. */
static __attribute__((noinline)) bool wide_parts_of(wide_parts *parts, const rs_perspective *p,
                                                    const rs_draw *draw, uint32_t x, uint32_t row,
                                                    int32_t count) {
    const bool ends = count <= 8 * WIDE_PARTS + 1;
    u32x8 pixel = LANES_LESSER(lane_numbers << 3, lanes_of((uint32_t)count - 1u)), steps;
    wide_homogeneous at = wide_homogeneous_at(p, lanes_of(x) + pixel, lanes_of(row));
    u32x8 u, v, du, dv, bad = wide_divide(p, &at, &u, &v);
    du = __builtin_shufflevector(u, u, 1, 2, 3, 4, 5, 6, 7, 7) - u;
    dv = __builtin_shufflevector(v, v, 1, 2, 3, 4, 5, 6, 7, 7) - v;
    bad |= wide_bends(du, dv, at.q, __builtin_shufflevector(at.q, at.q, 1, 2, 3, 4, 5, 6, 7, 7));
    if (lanes_any(bad)) return false;
    steps = __builtin_shufflevector(pixel, pixel, 1, 2, 3, 4, 5, 6, 7, 7) - pixel;
    wide_parts_store(parts, draw, u, v, wide_share(du, steps), wide_share(dv, steps));
    parts->parts = !ends ? WIDE_PARTS : count <= 9 ? 1 : (count + 6) >> 3;
    parts->last = ends ? count - 8 * (parts->parts - 1) : 8;
    return true;
}

/* Makes the parts of rows with a single part, at most nine pixels: eight rows at a time, part i for span i. Returns a
 * bit for each part that came out well. */
static __attribute__((noinline)) uint32_t wide_rows_of_one_part(wide_parts *parts, const rs_perspective *p,
                                                                const rs_draw *draw, const rs_span *spans,
                                                                ptrdiff_t rows, uint32_t row) {
    u32x8 packed, x, steps, u, v, du, dv, bad;
    wide_homogeneous from, to;
    memcpy(&packed, spans, sizeof packed);
    x = (u32x8)((i32x8)(packed << 16) >> 16);
    steps = (u32x8)((i32x8)packed >> 16) - 1u;
    bad = (u32x8)((i32x8)steps < 0) | (u32x8)((i32x8)steps > 8);
    bad |= (u32x8)((i32x8)lane_numbers >= (int32_t)rows); /* lanes behind the last span mean nothing */
    if (!lanes_any(~bad)) return 0;
    from = wide_homogeneous_at(p, x, lanes_of(row) + lane_numbers);
    to = wide_homogeneous_ahead(p, &from, steps);
    bad |= wide_divide(p, &from, &u, &v);
    bad |= wide_divide(p, &to, &du, &dv);
    du -= u;
    dv -= v;
    bad |= wide_bends(du, dv, from.q, to.q);
    steps &= ~bad;
    wide_parts_store(parts, draw, u, v, wide_share(du, steps), wide_share(dv, steps));
    return lanes_bits(~bad);
}

#define SPAN_NAME wide_plain_constant
#define SPAN_TEXTURE 0
#define SPAN_LIGHT 0
#define SPAN_INDEXED 0
#include "raster/wide/wide.inc"
#define SPAN_NAME wide_plain_gouraud
#define SPAN_TEXTURE 0
#define SPAN_LIGHT 1
#define SPAN_INDEXED 0
#include "raster/wide/wide.inc"
#define SPAN_NAME wide_plain_phong
#define SPAN_TEXTURE 0
#define SPAN_LIGHT 2
#define SPAN_INDEXED 0
#include "raster/wide/wide.inc"

#define WIDE_SET_OF(prefix)                                                                                  \
    {                                                                                                        \
        {wide_plain_constant, wide_plain_gouraud, wide_plain_phong},                                         \
            {prefix##affine_constant, prefix##affine_gouraud, prefix##affine_phong}, {                       \
            prefix##perspective_constant, prefix##perspective_gouraud, prefix##perspective_phong             \
        }                                                                                                    \
    }

#define SPAN_NAME wide_affine_constant
#define SPAN_TEXTURE 1
#define SPAN_LIGHT 0
#define SPAN_INDEXED 0
#include "raster/wide/wide.inc"
#define SPAN_NAME wide_affine_gouraud
#define SPAN_TEXTURE 1
#define SPAN_LIGHT 1
#define SPAN_INDEXED 0
#include "raster/wide/wide.inc"
#define SPAN_NAME wide_affine_phong
#define SPAN_TEXTURE 1
#define SPAN_LIGHT 2
#define SPAN_INDEXED 0
#include "raster/wide/wide.inc"
#define SPAN_NAME wide_perspective_constant
#define SPAN_TEXTURE 2
#define SPAN_LIGHT 0
#define SPAN_INDEXED 0
#include "raster/wide/wide.inc"
#define SPAN_NAME wide_perspective_gouraud
#define SPAN_TEXTURE 2
#define SPAN_LIGHT 1
#define SPAN_INDEXED 0
#include "raster/wide/wide.inc"
#define SPAN_NAME wide_perspective_phong
#define SPAN_TEXTURE 2
#define SPAN_LIGHT 2
#define SPAN_INDEXED 0
#include "raster/wide/wide.inc"

#define SPAN_NAME wide_indexed_affine_constant
#define SPAN_TEXTURE 1
#define SPAN_LIGHT 0
#define SPAN_INDEXED 1
#include "raster/wide/wide.inc"
#define SPAN_NAME wide_indexed_affine_gouraud
#define SPAN_TEXTURE 1
#define SPAN_LIGHT 1
#define SPAN_INDEXED 1
#include "raster/wide/wide.inc"
#define SPAN_NAME wide_indexed_affine_phong
#define SPAN_TEXTURE 1
#define SPAN_LIGHT 2
#define SPAN_INDEXED 1
#include "raster/wide/wide.inc"
#define SPAN_NAME wide_indexed_perspective_constant
#define SPAN_TEXTURE 2
#define SPAN_LIGHT 0
#define SPAN_INDEXED 1
#include "raster/wide/wide.inc"
#define SPAN_NAME wide_indexed_perspective_gouraud
#define SPAN_TEXTURE 2
#define SPAN_LIGHT 1
#define SPAN_INDEXED 1
#include "raster/wide/wide.inc"
#define SPAN_NAME wide_indexed_perspective_phong
#define SPAN_TEXTURE 2
#define SPAN_LIGHT 2
#define SPAN_INDEXED 1
#include "raster/wide/wide.inc"

void rs_wide_set(uint32_t *to, uint32_t value, size_t words) {
    const u32x8 lanes = lanes_of(value);
    for (; words >= 256; words -= 256, to += 256) {
#define WIDE_SET_4(at)                                                                                       \
    lanes_store(to + (at), lanes), lanes_store(to + (at) + 8, lanes), lanes_store(to + (at) + 16, lanes),    \
        lanes_store(to + (at) + 24, lanes)
        WIDE_SET_4(0), WIDE_SET_4(32), WIDE_SET_4(64), WIDE_SET_4(96);
        WIDE_SET_4(128), WIDE_SET_4(160), WIDE_SET_4(192), WIDE_SET_4(224);
#undef WIDE_SET_4
    }
    for (; words >= 8; words -= 8, to += 8) lanes_store(to, lanes);
    for (; words > 0; words--) *to++ = value;
}

const rs_span_set rs_wide_xrgb8888 = {.own = WIDE_SET_OF(wide_), .indexed = WIDE_SET_OF(wide_indexed_)};

#ifdef __clang__
#pragma clang attribute pop
#else
#pragma GCC pop_options
#endif
#endif
