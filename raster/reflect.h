/* Coloured light at a point: which part of it a surface sends to the eye, by a reflectance function that can be exchanged.
 *
 *     rs_lighting_make(&lighting, lights, count, 0x202028, eye, false);     once an object or frame
 *     rs_lighting_at(&lighting, &surface, position, normal, &lit);          world space, unit normal
 *     rs_lit_colour(&lit, &surface, 0xC08040, rgb);                         what is seen, Q8.8 a channel
 *
 * Per channel and with 1.0 = full light (Phong 1975; GEA 10.1.3):
 *     diffuse  = kA * ambient + sum of falloff * cone * kD * diffuse weight * light colour
 *     specular = sum of falloff * cone * kS * specular weight * light colour
 *     seen     = min(1, diffuse) * surface colour + min(1, specular) + emissive, at most 1
 * Sums are not clamped before the end. Nothing here knows of other objects: no shadows. Errors stay within 2/255 of the
 * formulas. Some 150 instructions a light, 250 with a point light. */
#ifndef OXCART_RASTER_REFLECT_H
#define OXCART_RASTER_REFLECT_H

#include "raster/frame.h"

/* What a reflectance function answers: how much of the light goes on, Q16, 65536 = all of it. */
typedef struct rs_weights {
    uint32_t diffuse, specular;
} rs_weights;

typedef struct rs_reflecting rs_reflecting;

/* N, L (towards the light) and V (towards the eye) are unit vectors, fx. The function must have no memory of its
 * own. */
typedef rs_weights rs_reflectance(vec3 normal, vec3 light, vec3 eye, const rs_reflecting *surface);

/* How a surface reflects. Colours are 0xRRGGBB, whose channels count 255 as 1.0. */
struct rs_reflecting {
    rs_reflectance *function;            /* NULL: rs_reflect_blinn */
    uint32_t ambient, diffuse, specular; /* kA, kD, kS */
    uint32_t emissive;                   /* added at the end, whatever the lights */
    uint8_t log2_exponent;               /* of the highlight: 0..7 for 1, 2, 4 .. 128 */
    uint8_t wrap;                        /* rs_reflect_wrap: k in 1/255 */
    bool two_sided;                      /* the normal is turned to the eye */
    const uint8_t *toon;                 /* rs_reflect_toon: 256 weights over N.L = 0..1, 255 = all */
    const void *constants;               /* for a function of your own */
};

/* Diffuse: max(0, N.L). (Lambert.) */
rs_reflectance rs_reflect_lambert;
/* Highlight: max(0, R.V)^a with R = 2 (N.L) N - L; no highlight where N.L <= 0. (Phong 1975.) */
rs_reflectance rs_reflect_phong;
/* Highlight: max(0, N.H)^a with H half-way between L and V; an exponent four times as large looks like Phong's. (Blinn 1977.) */
rs_reflectance rs_reflect_blinn;
/* Diffuse: max(0, (N.L + k) / (1 + k)), light that creeps round the edge. */
rs_reflectance rs_reflect_wrap;
/* Diffuse: the toon table at N.L, which has as many tones as the table holds. */
rs_reflectance rs_reflect_toon;

#define RS_AREA_SAMPLES 4 /* at most, of one area light while drawing */
#define RS_SOURCES (RS_LIGHTS * RS_AREA_SAMPLES)

/* A light made ready: reciprocals and unit vectors are worked out once. */
typedef struct rs_source {
    vec3 place; /* point: position; directional: unit vector towards the light */
    vec3 axis;
    vec3 half;          /* directional with a far eye: H of every normal */
    uint32_t colour[3]; /* Q16 */
    fx range;
    uint32_t range_mantissa; /* (d^2 >> range_lost) * mantissa >> range_shift is (d / range)^2 in Q1.31 */
    int range_lost, range_shift;
    uint32_t reference2, cone_scale;
    int32_t outer;
    uint32_t wrap; /* Q16 */
    uint8_t kind, falloff;
    bool cone, smooth;
} rs_source;

typedef struct rs_lighting {
    rs_source sources[RS_SOURCES];
    int count;
    uint32_t ambient[3]; /* Q16 */
    vec3 eye;            /* position, or with `far_eye` the unit vector towards it */
    bool far_eye;
} rs_lighting;

/* Makes ready up to RS_LIGHTS lights, as rs_frame_lights takes them; area lights become samples. `far_eye`: `eye` is the
 * unit vector towards an eye at infinity, and the half-way vectors of directional lights are the same everywhere. */
void rs_lighting_make(rs_lighting *lighting, const rs_light *lights, int count, uint32_t ambient_rgb,
                      vec3 eye, bool far_eye);

/* Light at a point, sums in Q16 that may exceed 65536. */
typedef struct rs_lit {
    uint32_t diffuse[3], specular[3];
} rs_lit;

/* Returns how many lights did not reach the point. */
int rs_lighting_at(const rs_lighting *lighting, const rs_reflecting *surface, vec3 position, vec3 normal,
                   rs_lit *lit);

/* Makes every light parallel, as it reaches `position`, and puts the eye far away, as seen from `position`. */
void rs_lighting_flatten(rs_lighting *lighting, vec3 position);

/* The colour that is seen of a surface colour: 0..65280 a channel, Q8.8. */
void rs_lit_colour(const rs_lit *lit, const rs_reflecting *surface, uint32_t rgb, uint16_t out[3]);

/* Point `which` of `count` (1..256) spread evenly over an area light's disc, its radius light->size, at right angles to
 * light->axis (to +Y without one); one sample, or no size, is the centre. (Vogel's spiral, 1979.) */
vec3 rs_area_sample(const rs_light *light, int which, int count);

/* How much of an area light a point sees, Q16, by `count` samples: for baking shadows with soft edges. `blocked` tells
 * whether anything lies between. (GEA 10.1.3.3.) */
uint32_t rs_area_seen(const rs_light *light, int count, vec3 point,
                      bool (*blocked)(void *context, vec3 from, vec3 to), void *context);

#endif
