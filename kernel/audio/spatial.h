/* Sounds at places: how loud, from which side and how high a sound is heard that comes from somewhere.
 *
 *     ox_audio_reach reach = {.inner = FX(2), .outer = FX(40)};
 *     vec3 way = ox_audio_way(&ear, place);                    as the ear sees the place: x right, y up, z behind
 *     fx far = v3_length(way);
 *     gain = ox_audio_falloff(&reach, far);                    Q15
 *     pan = ox_audio_side(way, far, reach.inner);              -1 left .. 1 right
 *     ratio = ox_audio_doppler(towards_source, towards_ear);   16.16
 *
 * FALL-OFF. Up to `inner` metres a sound is as loud as it is, from `outer` metres on it is silent and needs no voice. Between them the curve is
 * straight in decibels from 0 to 60 (the usual one), straight in gain, inner / distance, or drawn through 16 points of the cart's own.
 *
 * SIDE. The sine of the angle between the way to the sound and the ear's middle plane; ox_audio_pan makes two gains of constant power of it. Closer
 * than `inner` it goes to the middle, so that a sound which passes through the ear does not leap from one side to the other. Right is +x where the ear
 * looks along -z, as cameras do.
 *
 * DOPPLER. Speeds in metres a second along the line between ear and sound, towards one another above 0; sound goes 340 metres a second. Ratios are
 * rounded down and held between a half and two. (Madhav 6; GEA 13.1.3, 13.3.2.) */
#ifndef OXCART_KERNEL_AUDIO_SPATIAL_H
#define OXCART_KERNEL_AUDIO_SPATIAL_H

#include "fixedmath/matrix.h"
#include "fixedmath/types.h"

enum { OX_AUDIO_SPEED = 340, OX_AUDIO_CURVE_POINTS = 16 };

typedef enum ox_audio_curve {
    OX_AUDIO_CURVE_DECIBEL,
    OX_AUDIO_CURVE_LINEAR,
    OX_AUDIO_CURVE_INVERSE,
    OX_AUDIO_CURVE_POINTWISE,
    OX_AUDIO_CURVES
} ox_audio_curve;

typedef struct ox_audio_reach {
    fx inner, outer; /* metres; inner is at most outer */
    uint32_t curve;  /* ox_audio_curve */
    const uint8_t *
        points; /* of a drawn curve: 16 gains, Q15 in two bytes, the lower first, evenly from inner to outer; they are
                              followed by silence */
} ox_audio_reach;

/* Where sounds are heard: a place, and the axes of the camera by which left and right are meant. */
typedef struct ox_audio_ear {
    mat34 to_view; /* rigid; only its rotation counts */
    vec3 at;
} ox_audio_ear;

/* A place as the ear sees it, in metres. Saturates. */
vec3 ox_audio_way(const ox_audio_ear *ear, vec3 place);

/* Gain, Q15, of a sound so many metres away. */
uint32_t ox_audio_falloff(const ox_audio_reach *reach, fx distance);

/* The side -1..1 from which a sound is heard. `distance` is the length of `way`. */
fx ox_audio_side(vec3 way, fx distance, fx inner);

/* How far ahead -1..1 a sound is heard, 0 where it is at a side: the cosine beside that sine. Closer than `inner` it goes ahead. */
fx ox_audio_ahead(vec3 way, fx distance, fx inner);

/* The ratio of pitch, 16.16, of two speeds in metres a second: of the ear towards the sound, and of the sound towards the ear. */
uint32_t ox_audio_doppler(fx ear, fx sound);

#endif
