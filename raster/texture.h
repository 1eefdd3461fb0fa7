/* Texture sampling: formats, address modes, filters, mip levels, for the fragment pipeline and for whoever reads texels.
 *
 * Coordinates are texels of level 0 in Q16.16: (0,0) is the corner of the first stored texel, texel i covers i .. i+1, and its centre
 * lies at i + 1/2. A texel is 0xAARRGGBB. */
#ifndef OXCART_RASTER_TEXTURE_H
#define OXCART_RASTER_TEXTURE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "raster/surface.h"

typedef struct rs_texture {
    const uint8_t *
        pixels; /* rows top to bottom, no padding; aligned to the pixel's size; levels one behind the other */
    uint8_t format;     /* rs_format: surface formats and those of textures alone */
    uint8_t log2_width; /* 0..10: only powers of two map */
    uint8_t log2_height;
    uint8_t levels;          /* of the mip chain that follow; 0 and 1: none but the texture itself */
    const uint32_t *palette; /* of PAL8 and PAL4, 0xRRGGBB; NULL: the frame's */
} rs_texture;

typedef enum rs_address {
    RS_WRAP,   /* repeats */
    RS_MIRROR, /* every other repeat turned round */
    RS_CLAMP,  /* the edge texel goes on */
    RS_BORDER, /* one colour outside */
    RS_ADDRESSES
} rs_address;

typedef enum rs_filter {
    RS_NEAREST,
    RS_BILINEAR, /* 4 bits of fraction */
    RS_DITHERED, /* nearest, displaced by a 2x2 pattern of the screen: looks bilinear at the cost of nearest */
    RS_FILTERS
} rs_filter;

typedef enum rs_mip {
    RS_MIP_NONE,
    RS_MIP_TRIANGLE, /* one level for a triangle, from its density */
    RS_MIP_PIXEL,    /* a level every eight pixels, from the footprint */
    RS_MIPS
} rs_mip;

typedef enum rs_between { RS_ONE_LEVEL, RS_TRILINEAR, RS_TRILINEAR_DITHERED, RS_BETWEENS } rs_between;

/* How a texture is sampled. All 0: repeated, nearest, no levels. */
typedef struct rs_sampling {
    uint8_t address_u, address_v; /* rs_address */
    uint8_t magnify, minify;      /* rs_filter: below and above one texel a pixel */
    uint8_t mip;                  /* rs_mip */
    uint8_t between;              /* rs_between, with levels */
    uint8_t probes;  /* 2..4: anisotropic, so many bilinear probes along the longer side of the footprint */
    int8_t bias;     /* levels, Q4.4, added to the level */
    uint32_t border; /* 0xAARRGGBB */
} rs_sampling;

/* Bytes of a level and of the whole chain. Half-byte texels follow one another without padding. */
size_t rs_texture_level_bytes(const rs_texture *texture, int level);
size_t rs_texture_bytes(const rs_texture *texture);

/* How many levels a full chain has: 1 + log2 of the longer side. */
int rs_texture_full_levels(int log2_width, int log2_height);

/* Whether the texture can be drawn: known format, sides 1..1024, levels within the full chain, pixels aligned. */
bool rs_texture_valid(const rs_texture *texture);

/* What sampling reads: a texture made ready, and how it is sampled. */
typedef struct rs_sampler {
    const uint8_t *pixels;
    const uint32_t *palette;
    uint32_t offset[11]; /* bytes from level 0 to level i */
    uint8_t format, log2_width, log2_height, levels;
    rs_sampling sampling;
    bool keyed; /* texels of formats without alpha that are 0 have alpha 0; rs_sampler_make says false */
} rs_sampler;

/* False when the texture is not valid or needs a palette that is missing. */
bool rs_sampler_make(rs_sampler *sampler, const rs_texture *texture, const rs_sampling *sampling,
                     const uint32_t *frame_palette);

/* Texel (i, j) of a level, i and j of any size and sign, brought inside by the address modes. */
uint32_t rs_texel(const rs_sampler *sampler, int level, int32_t i, int32_t j);

/* The address modes alone: index i on an axis of n texels, or -1: the border. */
int32_t rs_address_of(rs_address mode, int32_t i, int log2_size);

/* A place in a texture; x and y are the pixel's, for the dithered filter. */
typedef struct rs_texel_place {
    int32_t u, v;
    int x, y;
} rs_texel_place;

/* The texel at a place of a level by a filter. */
uint32_t rs_sample(const rs_sampler *sampler, int level, int filter, rs_texel_place at);

/* log2 of a density given as its square, texels^2 / pixels^2 in Q32.16, as a level in Q4.4 (may be negative). */
int rs_level_of_area(uint64_t texels2, uint64_t pixels2);

/* log2 of a density given as a footprint's side, texels a pixel in Q16.16, as a level in Q4.4. */
int rs_level_of_side(uint32_t texels);

/* Which filter and which level serve at an ideal level (Q4.4) after bias: NEAREST takes the floor, BILINEAR the rounded
 * level; *fraction (Q4) is what remains to the next level for trilinear filtering. */
int rs_level_choose(const rs_sampler *sampler, int level, int *filter, int *fraction);

/* The colour at a place with everything the sampling asks for: ideal level Q4.4, and for probes the footprint's longer side in
 * texels Q16.16 (across may be 0). */
uint32_t rs_sample_full(const rs_sampler *sampler, int level, rs_texel_place place, int32_t across_u,
                        int32_t across_v);

/* One texel of a format: `index` counts texels in its level. */
uint32_t rs_texel_decode(int format, const uint8_t *pixels, size_t index, const uint32_t *palette);

#endif
