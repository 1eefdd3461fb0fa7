/* The fragment pipeline: draws what carries a pixel state, beside the quick span functions, and the contract between the geometry half,
 * which fills arrays per vertex, and the pixel half, which interpolates them.
 *
 * A draw with a state has rs_draw.flat.part.fragment set and function = affine = one of rs_fragment_functions. Its items are as usual,
 * but item->colour always is the light value 0..511, for untextured triangles too, with RS_ITEM_BACK added on triangles seen
 * from behind (two-sided materials: b and c were exchanged).
 *
 * Colour comes in one of three forms:
 *   light    `colours` NULL: rs_draw.lights a vertex or item->colour, or normals for per-pixel light, as on the quick paths, through
 *            ramp or shade table. With nothing else switched on the pixels are the quick path's, bit for bit.
 *   colour   `colours`: 4 bytes a vertex, r g b a, lit already; `speculars`: r g b to be added after texturing, and a fog weight.
 *   shade    `shade`: a function called for every pixel with the interpolated `vectors`; its result is the primary colour.
 * All are linear over the screen, but texture coordinates and vectors are perspective-correct unless the material says affine. */
#ifndef OXCART_RASTER_FRAGMENT_FRAGMENT_H
#define OXCART_RASTER_FRAGMENT_FRAGMENT_H

#include "raster/pixel_state.h"
#include "raster/spans/spans.h"

#define RS_ITEM_BACK 0x80000000u
#define RS_ITEM_OPEN 0x40000000u /* of lines: without the pixel of b */
#define RS_ITEM_LIGHT 511u

/* A state made ready to draw; lies in the display list, shared by the draws that follow one another with equal states. */
typedef struct rs_prepared {
    rs_pixel_state state;
    rs_sampler sampler[2];
    uint8_t depth_mask, alpha_mask; /* which of less 1, equal 2, greater 4 passes */
    uint8_t stencil_mask[2];
    uint8_t source_factor, stored_factor, operation; /* of the blend */
    bool blends;                                     /* the stored pixel is read */
    bool early;                                      /* nothing discards a pixel after the depth test */
    bool unit_on[2];
    bool direct; /* the pixel is the quick path's: light through ramp or shade table, nothing added */
    bool
        only_direct; /* direct is the only way: a palette surface without inverse table knows no other colours */
    bool fog_by_light;   /* palette surfaces without inverse table: fog is level 0 of the shade table */
    bool additive;       /* fog goes to black */
    bool w_buffer, flat; /* flat: orthographic camera */
    fx near_plane, far_plane;
    int32_t depth_low, depth_span; /* codes */
    uint64_t w_scale;              /* even codes: Q.13 times w_bits, over near / depth, less w_base */
    int32_t w_bits, w_base;
    int64_t w_most;
    const uint8_t *texels;                  /* direct: texels of unit 0 */
    const uint32_t *colours;                /* the frame's palette */
    const uint8_t *inverse, *average, *add; /* PAL8 surfaces: rs_palette's tables */
} rs_prepared;

/* The states of a frame so far. */
typedef struct rs_state_log {
    const rs_prepared *last; /* the last state made ready */
    rs_state_stats stats;
} rs_state_log;

/* A cut leaves the part of a triangle whose depth codes are less than those of another plane (`front`), or are not
 * less; with `first` an equal code counts as less. */
typedef struct rs_cut rs_cut;
struct rs_cut {
    int64_t
        z; /* at the centre of pixel (0, 0), not cut to 32 bits: the plane is asked for far outside its triangle */
    int64_t dx, dy;
    bool front, first;
    const rs_cut *next;
};

/* Shades one pixel: vector is the interpolated rs_fragment.vectors in Q16 of their units, primary the colour so far. */
typedef uint32_t (*rs_shade_function)(const void *constants, const int32_t vector[3], uint32_t primary);

/* What the pixel half interpolates, an array per vertex each, NULL where not used. Only arrays that are not NULL are
 * set up and stepped. */
struct rs_fragment {
    const rs_prepared *prepared;
    const uint8_t *colours; /* 4 a vertex: r g b a */
    const uint8_t *
        speculars; /* 4 a vertex: r g b, fog weight (255 clear; read only if the state has fog and not per_pixel) */
    const int32_t *coordinates
        [2]; /* 2 a vertex: repeats of the texture, Q16.16; NULL: unit 0 rs_draw.uvs, unit 1 `uvs1`, else unit 0's */
    const int32_t *q[2]; /* 1 a vertex, Q16.16, only for projective units; NULL: 1.0 */
    const int16_t *uvs1; /* 2 a vertex, Q4.12: the mesh's second set */
    const int16_t
        *vectors; /* 4 a vertex (the last unused): normal, light-space position, what `shade` wants */
    rs_shade_function shade;
    const void *shade_constants;
    const rs_cut *cuts;    /* of a split triangle's piece (raster/painter.h) */
    const uint16_t *sizes; /* points: 28.4 pixels a vertex; NULL: `size` */
    uint32_t
        rgba; /* primary 0xAARRGGBB where no array, no light gives it; its alpha is used with light too */
    uint16_t size; /* of points, 28.4 pixels, 16..256 */
    uint8_t material_index;
    bool textured, affine;
    uint8_t light; /* rs_span_light */
    uint8_t
        shade_step; /* 4 or 8: `shade` is called every so many pixels of a row and at its last, colours between are straight */
};
typedef struct rs_fragment rs_fragment;

/* Whether a material needs the fragment pipeline on this frame. */
static inline bool rs_fragment_wanted(const rs_frame *frame, const rs_material *material) {
    return RS_FRAGMENT_LINKED && (material->state != NULL || frame->target.format == RS_GREY4);
}

/* Makes `draw` (filled as for the quick path: vertices, lights, uvs, normals, texels, colours ...) a draw of the
 * fragment pipeline, with arrays still NULL. The draw must have inverse_w. False: *result says why (list full, or a
 * state this target cannot draw). */
bool rs_fragment_open(rs_frame *frame, rs_draw *draw, const rs_material *material, rs_span_light light,
                      bool textured, rs_result *result);

static inline rs_fragment *rs_fragment_of(rs_draw *draw) { return draw->flat.part.fragment; }

/* The item functions of a format: triangles, lines from a to b (c unused), points at a. */
typedef struct rs_fragment_set {
    rs_item_function triangle, line, point;
} rs_fragment_set;

const rs_fragment_set *rs_fragment_functions(rs_format format);

#endif
