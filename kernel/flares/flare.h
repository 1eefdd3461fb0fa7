/* Lens flare: the reflections that a bright light makes in a lens, as pictures on the line from the light through the middle of the picture.
 *
 *     fx light[2];
 *     if (ox_flare_point(&camera, width, height, place, light)) {                       where the light is in the picture
 *         ox_flare_lens lens = {.width = width, .height = height, .light = {light[0], light[1]}, .scale = FX_ONE};
 *         ox_flare_spot spot = ox_flare_spot_of(&lens, &flare);                         one element: place, width, alpha
 *     }
 *
 * With C the middle of the picture and L the light, near = (|C| - |L - C|) / |C|, from 1 with the light in the middle to 0 at a corner, and 0 beyond. An
 * element lies at L + distance * 2 (C - L): at the light (0), in the middle (0.5), mirrored (1). Its width is size * near * scale, at most `most`, its
 * alpha alpha * near. Pixels are squares. (Maughan, "Texture Masking for Faster Lens Flare", Game Programming Gems, 2001.) */
#ifndef OXCART_KERNEL_FLARES_FLARE_H
#define OXCART_KERNEL_FLARES_FLARE_H

#include "fixedmath/volume.h"
#include "kernel/type/type.h"
#include "raster/frame.h"

/* How an element meets the picture. */
enum { OX_FLARE_ADDS, OX_FLARE_MIXES, OX_FLARE_MODES };

/* The component "flare": one element, or with `count` that many, which are drawn at random from `seed` within what the record says. */
typedef struct ox_flare {
    ox_id image;     /* the name of a texture */
    fx distance;     /* -4..4 */
    fx size, most;   /* pixels of the picture, 0..4096; most 0: no limit */
    fx alpha;        /* 0..1 */
    uint32_t colour; /* 0xRRGGBB that the picture is multiplied with */
    uint32_t seed;
    uint8_t count; /* 0: this element itself */
    uint8_t mode;  /* OX_FLARE_ADDS .. */
} ox_flare;

enum { OX_FLARE_COUNT = 32 }; /* most elements of one record */

extern const ox_type ox_flare_type;

/* A light before the lens. */
typedef struct ox_flare_lens {
    int width, height; /* of the picture, up to 2,048 pixels */
    fx light[2];       /* pixels, y down; within +-16,384 */
    fx scale;          /* of all sizes */
} ox_flare_lens;

typedef struct ox_flare_spot {
    fx x, y;  /* pixels, of the element's middle */
    fx width; /* pixels */
    fx alpha; /* 0..1 */
} ox_flare_spot;

/* The place of a point of the world in the picture, in pixels, held within +-16,000. False: the point is not ahead of the camera, or it is no number of
 * pixels away. Off-centre cameras count as centred. */
bool ox_flare_point(const rs_camera *camera, int width, int height, vec3 place, fx point[2]);

/* How near the light is to the middle of the picture, 0..1. */
fx ox_flare_near(const ox_flare_lens *lens);

ox_flare_spot ox_flare_spot_of(const ox_flare_lens *lens, const ox_flare *flare);

/* An element drawn at random, the same for the same record and number: its distance is -0.25 to 1.25, its size a quarter to the whole of the
 * record's, its alpha and each part of its colour a half to the whole. */
ox_flare ox_flare_random(const ox_flare *flare, uint32_t number);

/* Whether a ball stands between the eye and a point of the world. A ball that holds one of both hides nothing. Coordinates are used to 1/4096. */
bool ox_flare_hides(const sphere3 *ball, vec3 eye, vec3 point);

#endif
