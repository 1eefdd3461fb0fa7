/* The wide span layer: 32-bit pixels drawn eight at a time on processors of the x86-64 family that have AVX2.
 * The scalar functions of spans.inc define every bit of what it draws; tests/host/raster/raster_wide_test.c compares
 * them.
 *
 * A build for another processor, or with -DRS_NO_WIDE, has none of it. Where it is built, the compiler's own
 * run-time library has asked the processor at program start, and rs_wide_usable reads that answer: two
 * instructions, no state here. */
#ifndef OXCART_RASTER_WIDE_WIDE_H
#define OXCART_RASTER_WIDE_WIDE_H

#include "raster/spans/spans.h"

#if defined(__x86_64__) && defined(__linux__) && defined(__GNUC__) && (RS_FORMATS_LINKED & 8) &&             \
    !defined(RS_NO_WIDE)
#if defined(__clang__) ? __clang_major__ >= 14 : __GNUC__ >= 12
#define RS_WIDE 1
#endif
#endif
#ifndef RS_WIDE
#define RS_WIDE 0
#endif

#if RS_WIDE
static inline bool rs_wide_usable(void) { return __builtin_cpu_supports("avx2"); }

extern const rs_span_set rs_wide_xrgb8888;

/* Sets `words` words from `to` on. */
void rs_wide_set(uint32_t *to, uint32_t value, size_t words);

/* The numbers by which transform_inside of transform.c transforms positions: three rows of the combined matrix and how
 * results are scaled. */
typedef struct rs_wide_rows {
    int64_t x0, y0, w0;
    int32_t x[3], y[3], w[3];
    int32_t slope_shift, centre_x, centre_y;
    rs_depth_scale depth;
} rs_wide_rows;

/* Transforms vertices eight at a time; returns the number of vertices, the largest multiple of 8 up to `count`. */
uint32_t rs_wide_transform(const rs_wide_rows *rows, const int16_t *position, uint32_t count, rs_vertex *out,
                           uint32_t *inverse_w);

/* rs_light_quick for the normals of vertices or faces, eight at a time, as rs_wide_transform takes vertices. */
uint32_t rs_wide_light(const rs_model_light *light, const int8_t *normals, uint32_t count, uint16_t *out);

/* Triangles of one part on their way into the list: no clipping, one-sided. */
typedef struct rs_wide_recording {
    const uint16_t *index;
    const rs_vertex *vertices;
    const rs_model_light *light; /* flat: lights the faces, with one of `colours` a light value; else NULL */
    const int8_t *faces;
    const uint32_t *colours;
    uint32_t colour; /* where there is no light */
    uint16_t draw;
    int32_t height;
    uint32_t culled, rejected, drawn; /* counted up */
} rs_wide_recording;

/* Culls and appends whole groups of eight triangles, links aside, while the room for items down to `limit`
 * lasts: *item is the next place. Returns how many triangles were done. */
uint32_t rs_wide_record(rs_wide_recording *r, uint32_t count, rs_item **item, const uint8_t *limit);

/* Which of 8 * `groups` items, from *item downwards in memory, touch a row of top..end-1 (rs_item_in_rows): bit k of found[i]
 * speaks of item[-8 * i - k]. */
void rs_wide_in_rows(const rs_item *item, uint32_t groups, int top, int end, uint8_t *found);

/* A block of raster/flat: opaque, keyed (pixels that are 0 are clear) or blended by alpha below 255. `colours` are the
 * colours of byte pixels; NULL: pixels are colours already. `width` is a multiple of 8; strides are bytes.
 * raster/flat/rows.inc defines what a block draws. */
typedef struct rs_wide_block {
    uint8_t *to;
    const uint8_t *from;
    const uint32_t *colours;
    int32_t to_stride, from_stride, width, height;
    uint32_t alpha;
    bool keyed, back; /* back: `from` is the first pixel, the next one lies before it */
} rs_wide_block;

void rs_wide_flat(const rs_wide_block *block);
#else
static inline bool rs_wide_usable(void) { return false; }
#endif

#endif
