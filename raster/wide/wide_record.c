/* Vertices and triangles eight at a time: what transform.c does to meshes inside the view; see wide.h. */
#include "raster/wide/wide.h"

#if RS_WIDE
#include <string.h>

#include "raster/spans/attributes.h"

#ifdef __clang__
#pragma clang attribute push(__attribute__((target("avx2"))), apply_to = function)
#else
#pragma GCC push_options
#pragma GCC target("avx2")
#endif

#include "raster/wide/wide_lanes.h"

/* Eight triples of 16-bit numbers from `triples` on, as pairs (0 below, 1 above) and (1 below, 2 above). */
WIDE_INLINE void lanes_triples(const void *triples, u32x8 *first, u32x8 *second) {
    const u32x8 at = lane_numbers * 3u, all = lanes_of(~0u);
    *first = (u32x8)LANES_FETCH((i32x8)all, (const int *)triples, (i32x8)at, (i32x8)all, 2);
    *second = (u32x8)LANES_FETCH((i32x8)all, (const int *)(const void *)((const uint8_t *)triples + 2),
                                 (i32x8)at, (i32x8)all, 2);
}

/* Position components, in even and in odd lanes. */
typedef struct wide_positions {
    i32x8 even[3], odd[3];
} wide_positions;

/* (constant + row . position) >> 14. */
WIDE_INLINE u32x8 wide_row(const wide_positions *p, const int32_t row[3], int64_t constant) {
    const i64x4 start = (i64x4){constant, constant, constant, constant};
    i64x4 even = start, odd = start;
    for (int i = 0; i < 3; i++) {
        const i32x8 factor = (i32x8)lanes_of((uint32_t)row[i]);
        even += (i64x4)__builtin_ia32_pmuldq256(p->even[i], factor);
        odd += (i64x4)__builtin_ia32_pmuldq256(p->odd[i], factor);
    }
    return lanes_join((u64x4)even >> 14, (u64x4)odd >> 14);
}

/* rs_over_w_apply in eight lanes. */
WIDE_INLINE u32x8 wide_over_w(const rs_over_w *over, u64x4 even, u64x4 odd, u32x8 log2_w) {
    const u64x4 factor = (u64x4)lanes_of(over->mantissa);
    u32x8 value = lanes_join(lanes_times(even, factor) >> 30, lanes_times(odd, factor) >> 30);
    u32x8 shift = log2_w + (uint32_t)over->shift;
    return (u32x8)__builtin_ia32_psrlv8si((i32x8)value, (i32x8)shift); /* 32 and more give 0 */
}

/* Half the sum of a quotient in 1/32 pixel, rounded. */
WIDE_INLINE u32x8 wide_screen(u32x8 value, u64x4 even, u64x4 odd, u32x8 shift, int32_t centre) {
    i64x4 low = (i64x4)__builtin_ia32_pmuldq256((i32x8)value, (i32x8)even);
    i64x4 high = (i64x4)__builtin_ia32_pmuldq256((i32x8)((u64x4)value >> 32), (i32x8)odd);
    i32x8 quotient = (i32x8)lanes_join((u64x4)low >> 32, (u64x4)high >> 32) >> (i32x8)shift;
    return (u32x8)((quotient + 1) >> 1) + (uint32_t)centre;
}

uint32_t rs_wide_transform(const rs_wide_rows *rows, const int16_t *position, uint32_t count, rs_vertex *out,
                           uint32_t *inverse_w) {
    const uint32_t done = count & ~7u;
    for (uint32_t left = done; left > 0; left -= 8, position += 24, out += 8) {
        wide_positions p;
        u32x8 xy, yz, w, n, log2_w = lanes_of(31), seed, x, y, z;
        u64x4 even, odd;
        lanes_triples(position, &xy, &yz);
        p.even[0] = (i32x8)(xy << 16) >> 16;
        p.even[1] = (i32x8)xy >> 16;
        p.even[2] = (i32x8)yz >> 16;
        for (int i = 0; i < 3; i++) p.odd[i] = (i32x8)((u64x4)p.even[i] >> 32);
        w = wide_row(&p, rows->w, rows->w0);
        n = w | (u32x8)(w == 0u); /* w is never 0 inside the view; the loop ends even if it were */
        for (;;) {
            u32x8 small = (u32x8)((i32x8)n >= 0);
            if (!lanes_any(small)) break;
            n += n & small;
            log2_w += small;
        }
        seed = lanes_gather_16(fx_table_recip, (n >> 23) & 0xFFu, lanes_of(~0u));
        even = lanes_mantissa_fast((u64x4)n & 0xFFFFFFFFu, (u64x4)seed & 0xFFFFFFFFu);
        odd = lanes_mantissa_fast((u64x4)n >> 32, (u64x4)seed >> 32);
        x = wide_row(&p, rows->x, rows->x0);
        y = wide_row(&p, rows->y, rows->y0);
        z = rows->depth.base - wide_over_w(&rows->depth.code, even, odd, log2_w);
        z = (u32x8)LANES_LESSER_I32(LANES_GREATER_I32((i32x8)z, (i32x8)lanes_of(RS_DEPTH_LEAST)),
                                    (i32x8)lanes_of(RS_DEPTH_MOST));
        if (inverse_w != NULL) {
            lanes_store(inverse_w, wide_over_w(&rows->depth.inverse_w, even, odd, log2_w));
            inverse_w += 8;
        }
        log2_w += (uint32_t)(rows->slope_shift - 1);
        x = wide_screen(x, even, odd, log2_w, rows->centre_x);
        y = wide_screen(y, even, odd, log2_w, rows->centre_y);
        xy = (x & 0xFFFFu) | (y << 16);
        lanes_store((uint32_t *)(void *)out, __builtin_shufflevector(xy, z, 0, 8, 1, 9, 2, 10, 3, 11));
        lanes_store((uint32_t *)(void *)(out + 4),
                    __builtin_shufflevector(xy, z, 4, 12, 5, 13, 6, 14, 7, 15));
    }
    return done;
}

WIDE_INLINE i32x8 wide_dot(const i32x8 normal[3], const int32_t vector[3]) {
    return normal[0] * vector[0] + normal[1] * vector[1] + normal[2] * vector[2];
}

/* rs_light_quick of eight normals. */
WIDE_INLINE u32x8 wide_light(const rs_model_light *light, u32x8 packed) {
    const i32x8 normal[3] = {(i32x8)(packed << 24) >> 24, (i32x8)(packed << 16) >> 24,
                             (i32x8)(packed << 8) >> 24};
    i32x8 facing = wide_dot(normal, light->direction[0]), lit = facing > 0,
          sum = ((facing >> 8) & lit) + light->base;
    if (light->highlight != NULL) {
        i32x8 half = wide_dot(normal, light->half), shines = lit & (half > 0);
        u32x8 entry = LANES_LESSER((u32x8)((half * 129) >> 20), lanes_of(255));
        sum += (i32x8)(lanes_gather_8(light->highlight, entry, (u32x8)shines) << RS_VERTEX_LIGHT);
    }
    return (u32x8)LANES_LESSER_I32(LANES_GREATER_I32(sum, (i32x8)lanes_of(1)), (i32x8)lanes_of(65534));
}

uint32_t rs_wide_light(const rs_model_light *light, const int8_t *normals, uint32_t count, uint16_t *out) {
    const uint32_t done = count & ~7u;
    for (uint32_t left = done; left > 0; left -= 8, normals += 32, out += 8) {
        u32x8 packed;
        memcpy(&packed, normals, sizeof packed);
        lanes_store_16(out, wide_light(light, packed));
    }
    return done;
}

/* Appends the triangles of `kept`, a bit each, with their rows. */
WIDE_INLINE rs_item *wide_append(const rs_wide_recording *r, const uint16_t *index, uint32_t kept,
                                 const uint32_t colours[8], const uint32_t rows[8], rs_item *item) {
    for (; kept != 0; kept &= kept - 1u, item--) {
        uint32_t which = (uint32_t)__builtin_ctz(kept);
        const uint16_t *corner = index + 3 * which;
        item->a = corner[0];
        item->b = corner[1];
        item->c = corner[2];
        item->draw = r->draw;
        item->colour = colours[which];
        item->next = rows[which];
    }
    return item;
}

uint32_t rs_wide_record(rs_wide_recording *r, uint32_t count, rs_item **place, const uint8_t *limit) {
    const i16x16 seven = {7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7};
    const i16x16 turn = {1, -1, 1, -1, 1, -1, 1, -1, 1, -1, 1, -1, 1, -1, 1, -1};
    const u32x8 all = lanes_of(~0u), bottom = lanes_of((uint32_t)r->height << 16 | 0x7FFFu);
    const ptrdiff_t room = 7 * (ptrdiff_t)sizeof(rs_item);
    const uint16_t *index = r->index;
    const int8_t *face = r->faces;
    uint32_t colours[8], rows[8], left = count;
    rs_item *item = *place;
    for (int i = 0; i < 8; i++) colours[i] = r->colour;
    for (; left >= 8 && (const uint8_t *)item - limit >= room; left -= 8, index += 24) {
        u32x8 first, second, a, b, c, area_of, front, seen;
        i16x16 ab, ac, top, end;
        uint32_t fronts, kept;
        lanes_triples(index, &first, &second);
        a = (u32x8)LANES_FETCH((i32x8)all, (const int *)(const void *)r->vertices, (i32x8)(first & 0xFFFFu),
                               (i32x8)all, 8);
        b = (u32x8)LANES_FETCH((i32x8)all, (const int *)(const void *)r->vertices, (i32x8)(first >> 16),
                               (i32x8)all, 8);
        c = (u32x8)LANES_FETCH((i32x8)all, (const int *)(const void *)r->vertices, (i32x8)(second >> 16),
                               (i32x8)all, 8);
        ab = LANES_MINUS_I16(b, a);
        ac = LANES_MINUS_I16(c, a);
        ab = LANES_TIMES_I16(
            __builtin_shufflevector(ab, ab, 1, 0, 3, 2, 5, 4, 7, 6, 9, 8, 11, 10, 13, 12, 15, 14),
            turn); /* (y, -x) */
        area_of = (u32x8)__builtin_ia32_pmaddwd256(ac, ab);
        front = (u32x8)((i32x8)area_of > 0);
        top = LANES_LESSER_I16(LANES_LESSER_I16((i16x16)a, (i16x16)b), (i16x16)c);
        end = LANES_GREATER_I16(LANES_GREATER_I16((i16x16)a, (i16x16)b), (i16x16)c);
        top = LANES_GREATER_I16(LANES_PLUS_I16(top, seven) >> 4, (i16x16)lanes_of(0));
        end = LANES_LESSER_I16(LANES_PLUS_I16(end, seven) >> 4, (i16x16)bottom);
        seen = (u32x8)((i32x8)(end > top) >> 31); /* the upper halves: rows */
        fronts = lanes_bits(front);
        kept = lanes_bits(front & seen);
        if (r->light != NULL) {
            u32x8 packed;
            memcpy(&packed, face, sizeof packed);
            face += 32;
            if (kept != 0) {
                packed = wide_light(r->light, packed) >> RS_VERTEX_LIGHT;
                lanes_store(colours, lanes_gather(r->colours, packed, all, all));
            }
        }
        r->drawn += (uint32_t)__builtin_popcount(kept);
        r->rejected += (uint32_t)__builtin_popcount(fronts & ~kept);
        r->culled += 8u - (uint32_t)__builtin_popcount(fronts);
        lanes_store(rows, (u32x8)top >> 16 | ((u32x8)end & 0xFFFF0000u));
        item = wide_append(r, index, kept, colours, rows, item);
    }
    *place = item;
    return count - left;
}

/* Two items, the later one below. */
WIDE_INLINE u32x8 wide_items(const rs_item *item) { return lanes_load((const uint32_t *)(const void *)item); }

void rs_wide_in_rows(const rs_item *item, uint32_t groups, int top, int end, uint8_t *found) {
    const i32x8 above = (i32x8)lanes_of((uint32_t)end), below = (i32x8)lanes_of((uint32_t)top);
    for (uint32_t i = 0; i < groups; i++, item -= 8) {
        const u32x8 first =
            __builtin_shufflevector(wide_items(item - 1), wide_items(item - 3), 7, 3, 15, 11, 7, 3, 15, 11);
        const u32x8 last =
            __builtin_shufflevector(wide_items(item - 5), wide_items(item - 7), 7, 3, 15, 11, 7, 3, 15, 11);
        const u32x8 rows = __builtin_shufflevector(first, last, 0, 1, 2, 3, 8, 9, 10, 11);
        found[i] = (uint8_t)lanes_bits((u32x8)((i32x8)(rows & 0xFFFFu) < above) &
                                       (u32x8)((i32x8)(rows >> 16) > below));
    }
}

#ifdef __clang__
#pragma clang attribute pop
#else
#pragma GCC pop_options
#endif
#endif
