/* The view of a flat picture: which part of the world's plane z = 0 is seen, and at how many pixels to the metre.
 *
 *     ox_view view = {.zoom = FX_ONE, .follow = hero};
 *     each step:      ox_view_step(&view, &glass, &place_of_hero);
 *     each picture:   ox_scroll scroll = ox_view_scroll(&view, &glass, &ox_scroll_rate_full);
 *                     x = ox_scroll_x(&scroll, place.x), y = ox_scroll_y(&scroll, place.y);
 *                     camera = ox_view_camera(&view, &glass);      meshes stand at the same places
 *
 * PLACES. World places are in metres, +Y up; pixels of the picture count from its left top corner, y down. What stands in the middle of the picture is
 * `at`. A metre has `pixels` of the glass times `zoom` pixels. A thing's pixel is its own pixel in the plane, rounded down, less the scroll, which is a
 * whole number of pixels: all things that stand still keep their distances to the pixel while the view moves.
 *
 * LAYERS far away move more slowly (parallax). With a rate of N/M a layer goes N/M of the way that the view goes from its home, rounded to the
 * nearest pixel, worked out from the absolute place each time: a layer of 1/5 has gone 20 pixels when the view has gone 100, after a million steps as
 * well. All layers lie on one another where the view is at home, which is where the scene's camera stands.
 *
 * FOLLOWING. The view moves no further than to bring what it follows back into its dead zone, a box in the middle of the picture; it goes `ease` of that
 * way in a step, 65536 all of it at once. Within bounds the picture shows nothing outside of them; where they are smaller than the picture, it shows
 * their middle. Shaking moves what is seen, not `at`: to and fro by up to the strength, which fades out evenly, by numbers that follow from the step.
 *
 * All of it is the game's state, and depends on nothing but it and the size of the picture. Places stay within 16,383 m (FX_WORLD_LIMIT); pixels times
 * zoom are at most 16,384. */
#ifndef OXCART_KERNEL_SPRITES_VIEW_H
#define OXCART_KERNEL_SPRITES_VIEW_H

#include "fixedmath/bits.h"
#include "kernel/memory/pool.h"
#include "raster/frame.h"

/* A part of the plane, in metres. */
typedef struct ox_view_bounds {
    fx left, bottom, right, top;
} ox_view_bounds;

typedef struct ox_view {
    vec2 at;
    vec2 home;        /* no state: the scene says where */
    fx zoom;          /* above 0 */
    ox_handle follow; /* whom it follows; none */
    uint32_t called;  /* while that is not there: the object that goes by this name; 0: nobody */
    vec2 dead_zone;   /* width and height in metres; 0: no room to move */
    uf16 ease;        /* part of the way that is gone in a step */
    ox_view_bounds bounds;
    bool bounded;
    fx shake;            /* metres at its begin */
    uint16_t shake_time; /* steps of it in all */
    uint16_t shake_left;
    vec2 shaken; /* what it adds to `at` in this step */
} ox_view;

/* The size of the picture, and its scale. */
typedef struct ox_glass {
    int16_t width, height; /* pixels */
    fx pixels;             /* to the metre, above 0 */
} ox_glass;

/* How fast a layer goes with the view: numerators and denominators, these above 0. */
typedef struct ox_scroll_rate {
    uint16_t x[2], y[2];
} ox_scroll_rate;

extern const ox_scroll_rate ox_scroll_rate_full; /* 1/1 */

/* Where a layer lies under the glass. */
typedef struct ox_scroll {
    int32_t left, top; /* pixel of the layer's plane at the left top corner of the picture; y down */
    fx scale;          /* pixels to the metre, zoom included */
    fx zoom;
} ox_scroll;

/* Moves the view by one step. followed: the place of the object that the view follows; NULL: there is none. */
void ox_view_step(ox_view *view, const ox_glass *glass, const vec2 *followed);

/* Puts the view at a place at once, within its bounds. */
void ox_view_put(ox_view *view, const ox_glass *glass, vec2 at);

/* Shakes for some steps, by up to `strength` metres at first; an earlier shake ends. */
void ox_view_shake(ox_view *view, fx strength, uint16_t steps);

ox_scroll ox_view_scroll(const ox_view *view, const ox_glass *glass, const ox_scroll_rate *rate);

/* The pixel of the picture of a world's coordinate. With a whole number of pixels to the metre, which is what most games have, products of 32 bits do. */
static inline int32_t ox_scroll_x(const ox_scroll *scroll, fx x) {
    const uint32_t whole = (uint32_t)scroll->scale >> 16;
    if (((uint32_t)scroll->scale & 0xFFFFu) != 0)
        return (int32_t)(((int64_t)x * scroll->scale) >> 32) - scroll->left;
    return fx_sra32(x, 16) * (int32_t)whole + (int32_t)(((uint32_t)x & 0xFFFFu) * whole >> 16) - scroll->left;
}
static inline int32_t ox_scroll_y(const ox_scroll *scroll, fx y) {
    const uint32_t whole = (uint32_t)scroll->scale >> 16;
    if (((uint32_t)scroll->scale & 0xFFFFu) != 0)
        return (int32_t)((-(int64_t)y * scroll->scale) >> 32) - scroll->top;
    return -(fx_sra32(y, 16) * (int32_t)whole) -
           (int32_t)((((uint32_t)y & 0xFFFFu) * whole + 0xFFFFu) >> 16) - scroll->top;
}

/* The world's point under the left top corner of a pixel of the picture. */
vec2 ox_scroll_point(const ox_scroll *scroll, int32_t x, int32_t y);

/* A camera that shows meshes at the same places: orthographic, along -Z, with depth from z = far to z = -far. */
rs_camera ox_view_camera(const ox_view *view, const ox_glass *glass, fx far);

#endif
