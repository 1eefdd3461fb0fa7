/* Meshes, textures, materials and the palette. All are views of data that lies elsewhere (in a ROM image, in
 * resident memory) and is only read; nothing here owns memory.
 *
 * Mesh positions are int16 with one power-of-two scale per mesh; normals are 8 bits a component, 127 = 1.0, four bytes each;
 * texture coordinates Q4.12 of the texture's size, (0,0) at the first stored texel, v downwards. Front faces are
 * counter-clockwise. */
#ifndef OXCART_RASTER_MESH_H
#define OXCART_RASTER_MESH_H

#include "fixedmath/types.h"
#include "raster/pixel_state.h"
#include "raster/surface.h"
#include "raster/texture.h"

typedef enum rs_shading {
    RS_UNLIT,   /* the material's colour or texture as it is */
    RS_FLAT,    /* one light value per triangle, from its face normal at its centre */
    RS_GOURAUD, /* one light value per vertex, interpolated (Gouraud 1971) */
    RS_PHONG,   /* normals interpolated, light per pixel (Phong 1975, Blinn 1977 for the highlight) */
    RS_SHADINGS
} rs_shading;

typedef enum rs_mapping {
    RS_SPAN, /* perspective-correct at least every 8 pixels, straight between, within half a texel: the default */
    RS_PIXEL,  /* perspective-correct at every pixel */
    RS_AFFINE, /* not perspective-correct: for small or screen-parallel triangles */
    RS_MAPPINGS
} rs_mapping;

/* 256 colours in the forms the inner loops need. The tables are made once when a palette is loaded, or lie in ROM
 * data. */
typedef struct rs_palette {
    const uint32_t *rgb; /* 256 x 0xRRGGBB */
    const uint8_t
        *shades; /* RS_PAL8 only: 64 levels x 256: level 0 black, 32 the colour itself, 63 nearly white */
    const uint16_t *native; /* 16-bit surfaces only: 256 native pixels; for RS_XRGB8888 `rgb` serves */
    /* Tables for RS_PAL8 with pixel states only; NULL where not needed. raster/blend.h has the functions that make
     * them. */
    const uint8_t *inverse; /* the nearest index of every RGB555 colour (red 14..10): 32,768 bytes */
    const uint8_t *average; /* index of the mean of two indices, 256 x 256 */
    const uint8_t *add;     /* index of the sum of two indices */
} rs_palette;

/* Light values: 0 = black, RS_LIGHT_FULL = the colour itself, up to RS_LIGHT_MAX = white. */
#define RS_LIGHT_FULL 256
#define RS_LIGHT_MAX 511

/* A material's colour under every light value, in native pixels of one direct format (not needed for RS_PAL8, which has its
 * shade table): 512 entries of rs_format_bytes(format). */
#define RS_RAMP_ENTRIES 512
void rs_ramp_build(rs_format format, uint32_t rgb, void *ramp);

/* How a pass sorts a material: for whoever puts things in order; drawing does not look at it. */
typedef enum rs_material_sort {
    RS_AS_THEY_COME,
    RS_NEAREST_FIRST,
    RS_FARTHEST_FIRST,
    RS_MATERIAL_SORTS
} rs_material_sort;

typedef struct rs_material {
    uint32_t rgb;              /* colour without texture */
    const void *ramp;          /* from rs_ramp_build; may be NULL for RS_PAL8 */
    const rs_texture *texture; /* or NULL */
    const uint8_t *highlight;  /* 256 bytes from rs_highlight_build, or NULL: no highlight */
    uint8_t index;             /* the colour as a palette index, for RS_PAL8 */
    uint8_t shading;           /* rs_shading */
    uint8_t mapping;           /* rs_mapping */
    bool two_sided;            /* back faces are drawn too */
    const struct rs_look
        *look; /* NULL: light as one value; else coloured light, vertex colours, stages: raster/submit.h */
    const rs_pixel_state *state; /* NULL: opaque, nearer wins; see raster/pixel_state.h */
    uint8_t pass;                /* rs_pass of raster/draw_call.h, plus 1; 0: opaque */
    uint8_t sort;                /* rs_material_sort, within its pass */
    uint8_t order;               /* smaller orders first, before `sort` */
    uint8_t
        dark; /* so many entries of `highlight`, from the first on, are 0 for sure: they need not be looked up */
} rs_material;

/* Highlight over N.H in 256 steps (0 .. 1): round(strength * (i/255)^(2^log2_exponent)), in light values 0..255.
 * log2_exponent 0..7. Integers only; the error is below 1. Returns the material's `dark`. */
uint8_t rs_highlight_build(int strength, int log2_exponent, uint8_t table[256]);

typedef struct rs_submesh {
    uint32_t first_triangle, triangle_count;
    uint32_t first_vertex, vertex_count; /* at most 65,535; indices count from first_vertex */
    uint32_t material;                   /* index into the materials handed over with the mesh */
    uint32_t
        primitive; /* rs_primitive of raster/submit.h, 0: triangles. For others first_triangle and triangle_count are numbers
                           of indices, 0xFFFF among them begins anew, and there are no face normals */
} rs_submesh;

/* Attributes that few meshes have, a vertex each; NULL where missing. They are read for materials with a look. */
typedef struct rs_mesh_attributes {
    const uint8_t *colours;   /* r g b a, in the place of the material's; multiplied with a texture */
    bool tinted;              /* where there is no texture, with the material's colour too */
    const uint8_t *speculars; /* r g b, unused */
    const int16_t *uvs2;      /* second coordinates, Q4.12 */
    const int8_t *tangents;   /* x y z, 127 = 1.0, and the sign of the bitangent */
    const uint8_t *joints;    /* 4 */
    const uint8_t *weights;   /* 3, the fourth is 255 - their sum */
} rs_mesh_attributes;

typedef struct rs_mesh {
    const int16_t *positions; /* 3 a vertex */
    const int8_t *normals;    /* 4 a vertex, or NULL: then Gouraud and Phong fall back to flat */
    const int16_t *uvs;       /* 2 a vertex, or NULL: then textures are left out */
    const uint16_t *indices;  /* 3 a triangle */
    const int8_t *faces;      /* 4 a triangle */
    const rs_submesh *parts;
    uint32_t vertex_count, triangle_count, part_count;
    vec3 offset;  /* position = offset + (int16 << exponent) */
    int exponent; /* 0..16 */
    vec3 centre;  /* bounding sphere, model space */
    fx radius;
    const rs_mesh_attributes *attributes; /* or NULL */
    uint32_t index_count;                 /* 0: 3 a triangle */
    bool world;                           /* vertices are in the world: the place is not read */
} rs_mesh;

/* Whether every index and range of the mesh is within its counts and every vertex within the bounding sphere: a mesh is
 * checked once when it is loaded, since drawing relies on it. Some 30 instructions a vertex and 10 a triangle. */
bool rs_mesh_valid(const rs_mesh *mesh);

#endif
