/* What the files of the fragment pipeline share: a triangle, line or point being drawn, and the pixels of it at hand.
 *
 * Pixels go through the stages eight at a time: fragment_draw.c interpolates into a chunk, fragment_pixel.c textures, shades and tests
 * it, a merge function per pixel format (fragment_merge.inc) blends and stores what is left. */
#ifndef OXCART_RASTER_FRAGMENT_FRAGMENT_WORK_H
#define OXCART_RASTER_FRAGMENT_FRAGMENT_WORK_H

#include "raster/fragment/fragment.h"
#include "raster/spans/attributes.h"

enum { RS_CHUNK = 8 };

/* RS_APART keeps a function's locals off its caller's stack. */
#ifdef __GNUC__
#define RS_APART __attribute__((noinline))
#else
#define RS_APART
#endif

typedef struct rs_chunk {
    int32_t x, y, count;                        /* columns of the band, from x on; line of the picture */
    int32_t row_last;                           /* the row's last column */
    uint32_t mask;                              /* bit i: pixel x + i is still to be drawn */
    uint16_t code[RS_CHUNK];                    /* depth */
    uint16_t light[RS_CHUNK];                   /* 0..511, where there are no colours */
    uint8_t fog[RS_CHUNK];                      /* weights */
    uint32_t colour[RS_CHUNK];                  /* primary, then the colour of each later step: 0xAARRGGBB */
    uint32_t specular[RS_CHUNK];                /* to be added */
    uint32_t u[2][RS_CHUNK], v[2][RS_CHUNK];    /* texels Q16.16; direct: u[0] becomes the texel's index */
    int32_t level[2], across_u[2], across_v[2]; /* see rs_sample_full */
} rs_chunk;

/* A texture coordinate pair over a triangle. */
typedef struct rs_coordinates {
    bool on, straight, projective, sliver;
    int32_t left;     /* pixels left in the part */
    uint32_t u, v;    /* at the next pixel, Q16.16 */
    uint32_t du, dv;  /* steps */
    int32_t level;    /* of the whole triangle, Q4.4 */
    rs_perspective p; /* straight: its planes s and t are u and v themselves */
} rs_coordinates;

/* K over a linear value, exact at every eighth column of the picture and at both ends of a row, straight between. */
typedef struct rs_reciprocal_line {
    rs_plane q;
    rs_over_w over;
    int32_t row_from, row_to; /* the row's first and last column */
    int32_t from, to;         /* the stretch at hand */
    int32_t at_from, step;    /* Q16 step a column */
    int64_t most;
} rs_reciprocal_line;

typedef struct rs_fragment_work rs_fragment_work;
typedef void (*rs_merge_function)(const rs_fragment_work *work, const rs_chunk *chunk);

struct rs_fragment_work {
    const rs_draw *draw;
    const rs_fragment *fragment;
    const rs_prepared *p;
    const rs_band *band;
    rs_merge_function merge;
    bool direct, back, biased, screen; /* screen: speculars go towards white instead of being added */
    bool coloured, with_specular, with_fog, fog_by_vertex;
    uint32_t light, alpha; /* constant light; alpha of the direct form */
    uint32_t w_bias;
    rs_plane depth;
    rs_plane colour[4], specular[4]; /* the last of specular: fog */
    union {
        rs_plane light_plane;
        rs_phong phong;
    } lit;
    int32_t shaded_x, shaded_y; /* where `shade` was called last, and its answer: with a step */
    uint32_t shaded;
    rs_plane vector[4];          /* x y z times q, and q; affine: q is not used */
    rs_reciprocal_line distance; /* fog */
    rs_reciprocal_line w_code;
    rs_coordinates unit[2];
};

/* The item functions for a merge function. */
void rs_fragment_triangle(const rs_draw *draw, const rs_item *item, const rs_band *band,
                          rs_merge_function merge);
void rs_fragment_line(const rs_draw *draw, const rs_item *item, const rs_band *band, rs_merge_function merge);
void rs_fragment_point(const rs_draw *draw, const rs_item *item, const rs_band *band,
                       rs_merge_function merge);

/* The steps that need depth codes only: screen-door, and the tests where they may come early. False when no pixel is
 * left, so that nothing else of the chunk is needed. */
bool rs_fragment_start(const rs_fragment_work *work, rs_chunk *chunk);

/* All steps after interpolation. The chunk's mask holds the pixels to draw. */
void rs_fragment_finish(const rs_fragment_work *work, rs_chunk *chunk);

/* The distance of a depth code under an orthographic camera. */
static inline fx rs_fragment_flat_distance(const rs_prepared *p, uint32_t code) {
    int64_t span = (int64_t)p->far_plane - p->near_plane, at = (int64_t)code - p->depth_low;
    return (fx)(p->near_plane + span * at / (p->depth_span == 0 ? 1 : p->depth_span));
}

/* ---- planes of the band ---- */

static inline ptrdiff_t rs_plane_index(const rs_fragment_work *w, int x, int y) {
    return (ptrdiff_t)(y - w->band->planes->top) * w->band->pitch + x + w->band->left;
}

static inline uint32_t rs_stored_alpha(const rs_fragment_work *w, int x, int y) {
    const rs_planes *planes = w->band->planes;
    if (planes == NULL || planes->alpha == NULL) return 255;
    return planes->alpha[rs_plane_index(w, x, y)];
}

static inline void rs_store_alpha(const rs_fragment_work *w, int x, int y, uint32_t alpha) {
    const rs_planes *planes = w->band->planes;
    if (planes == NULL || planes->alpha == NULL) return;
    planes->alpha[rs_plane_index(w, x, y)] = (uint8_t)alpha;
}

#if OX_DEBUG
#define RS_COUNT(work, what, number)                                                                         \
    do {                                                                                                     \
        const rs_planes *planes_ = (work)->band->planes;                                                     \
        if (planes_ != NULL && planes_->counts != NULL) planes_->counts->what += (uint32_t)(number);         \
    } while (0)
#else
#define RS_COUNT(work, what, number) ((void)0)
#endif

#endif
