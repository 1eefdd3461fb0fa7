/* Shapes as lines over the picture, for whoever looks for mistakes.
 *
 *     static ox_show show = {.what = OX_SHOW_SHAPES | OX_SHOW_CONTACTS};
 *     ox_collisions_show(ox_console_collisions(console), &show);            before each frame: a scene that begins shows nothing
 *
 *     oxcart run mygame --show shapes,contacts
 *
 * The modules collision and physics draw in the pass OX_PASS_OVER what they know of the state and of the last step. Nothing is changed and no random number is drawn, so a game is
 * the same with and without. Without a record nothing is looked at. Builds with OX_RETAIL have none of it.
 *
 * COLOURS. Shapes: grey stands still, blue is led, green is free, dark green sleeps, red was stopped on its way because it is faster than its size, yellow is a sensor, orange a
 * sensor with something in it. Boxes of leaves are blue, those above them darker. Contacts are white crosses with their normals; joints are violet, from their places to both middles,
 * with axes in white; ways that were asked for are red, with the box that goes them. */
#ifndef OXCART_KERNEL_COLLISION_SHOW_H
#define OXCART_KERNEL_COLLISION_SHOW_H

#include "kernel/collision/module.h"

enum {
    OX_SHOW_SHAPES = 1,
    OX_SHOW_BOXES = 2, /* of the tree that finds who may meet */
    OX_SHOW_CONTACTS = 4,
    OX_SHOW_JOINTS = 8,
    OX_SHOW_CASTS = 16,  /* lines and ways of the last step */
    OX_SHOW_COUNTS = 32, /* what the last step has cost */
    OX_SHOW_WAYS = 64    /* how many of them are kept */
};

typedef struct ox_show_way {
    vec3 from, way;
    box3 box; /* that goes it; of a line both corners are `from` */
} ox_show_way;

struct ox_show {
    uint32_t what;
    uint32_t way_count;
    ox_show_way ways[OX_SHOW_WAYS]; /* the first of a step */
};

/* NULL: nothing is shown. The record stays the caller's. `c` NULL is harmless. */
void ox_collisions_show(ox_collisions *c, ox_show *show);

/* ---- for modules that draw, too ---- */

#ifdef OX_RETAIL
#define OX_SHOW_DRAW(function) NULL
#else
#define OX_SHOW_DRAW(function) function
#endif

typedef struct ox_show_pen {
    const ox_module_host *host;
    rs_frame *frame;
    rs_camera camera;
    uint32_t native; /* the colour of what comes */
} ox_show_pen;

/* Begins to draw something of `what`. False: it is not asked for, or there is no camera. */
bool ox_show_open(ox_show_pen *pen, const ox_collisions *c, rs_frame *frame, uint32_t what);
void ox_show_colour(ox_show_pen *pen, uint32_t rgb);

/* Lines of the world, cut before the camera; a cross; a box; the outlines of a shape. */
void ox_show_line(const ox_show_pen *pen, vec3 a, vec3 b);
void ox_show_cross(const ox_show_pen *pen, vec3 at, fx half);
void ox_show_box(const ox_show_pen *pen, const box3 *box);
void ox_show_shape(const ox_show_pen *pen, const ox_collider *shape);

/* A line of text in the picture. */
void ox_show_text(const ox_show_pen *pen, int row, const char *text);

void ox_collisions_draw(const ox_module_host *host, void *state, ox_module_pass pass, rs_frame *frame,
                        uf16 fraction);

#endif
