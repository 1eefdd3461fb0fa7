/* Shapes for whoever looks for mistakes: lines, boxes, spheres, words over the picture, asked for at any time by any code, drawn with the next pictures.
 *
 *     ox_sketch *s = ox_inspect_sketch(console);                      NULL where nobody looks: every call below is one comparison then
 *     ox_sketch_add(s, &(ox_sketch_shape){.kind = OX_SKETCH_LINE, .rgb = 0xFF4040, .lasts = 5, .a = eye, .b = target});
 *     ox_sketch_words(s, &(ox_sketch_shape){.kind = OX_SKETCH_WORDS, .rgb = 0xFFFFFF, .a = head}, "flees");
 *
 * A SHAPE lasts for so many pictures (0: the next one), or with OX_SKETCH_STEPS steps of the game, so that it stays while the game is paused. With OX_SKETCH_HIDES what
 * stands before it hides it; else it lies over all. With OX_SKETCH_ON_SCREEN its places are pixels, x and y. Shapes are records of one size in a ring: when it
 * is full the oldest goes, and is counted.
 *
 * CATEGORIES. A shape belongs to one of 32 categories, and is not even kept while this one is off. The view has some of its own, which it draws from the
 * world: ox_sketch_own. A game adds others by name with a function that is called once a picture while the category is on. The page `draw`
 * and `sketch NAME` of the view's console switch them.
 *
 * Nothing here is state of the game. A build with OX_RETAIL has empty functions. (GEA 9.2.) */
#ifndef OXCART_KERNEL_INSPECT_SKETCH_H
#define OXCART_KERNEL_INSPECT_SKETCH_H

#include "kernel/debug/profiled.h"
#include "kernel/module/module.h"

typedef enum ox_sketch_kind {
    OX_SKETCH_LINE,   /* from a to b */
    OX_SKETCH_ARROW,  /* its head is at b */
    OX_SKETCH_CROSS,  /* at a; half as wide as b.x */
    OX_SKETCH_AXES,   /* at a, as long as b.x: x red, y green, z blue */
    OX_SKETCH_CIRCLE, /* about a, in the plane of x and z; its radius is b.x */
    OX_SKETCH_SPHERE, /* three circles */
    OX_SKETCH_BOX,    /* from corner a to corner b */
    OX_SKETCH_GRID,   /* about a, in the plane of x and z: b.y squares each way, b.x wide */
    OX_SKETCH_WORDS,  /* at a; ox_sketch_words */
    OX_SKETCH_KINDS
} ox_sketch_kind;

enum {
    OX_SKETCH_HIDES = 1,
    OX_SKETCH_ON_SCREEN = 2,
    OX_SKETCH_STEPS = 4,
    OX_SKETCH_SHAPES = 256,
    OX_SKETCH_CATEGORIES = 32,
    OX_SKETCH_LETTERS = 12
};

typedef struct ox_sketch_shape {
    uint8_t kind, category, flags;
    uint8_t lasts; /* pictures or steps; 0: one */
    uint32_t rgb;
    vec3 a;
    union {
        vec3 b;
        char words[OX_SKETCH_LETTERS];
    };
} ox_sketch_shape;

typedef struct ox_sketch ox_sketch;

/* Adds the shapes of a category; `sketch` takes them. */
typedef void ox_sketch_source(void *context, const ox_module_host *host, ox_sketch *sketch,
                              uint32_t category);

struct ox_sketch {
    uint32_t on;      /* categories, a bit each; number 0 is what belongs to nobody, and is on at first */
    uint32_t count;   /* shapes in the ring */
    uint32_t first;   /* the oldest */
    uint32_t dropped; /* shapes that went because the ring was full */
    uint32_t category_count;
    struct {
        const char *name;       /* stays the caller's */
        ox_sketch_source *draw; /* or NULL */
        void *context;
    } categories[OX_SKETCH_CATEGORIES];
    ox_sketch_shape shapes[OX_SKETCH_SHAPES];
};

/* An empty sketch with the view's own categories: names, places, bounds. */
void ox_sketch_init(ox_sketch *s);

/* Adds a category, which is off, and gives its number; OX_SKETCH_CATEGORIES: no room. */
uint32_t ox_sketch_category(ox_sketch *s, const char *name, ox_sketch_source *draw, void *context);

/* Switches a category by name; false: there is none. */
bool ox_sketch_switch(ox_sketch *s, const char *name, bool on);

void ox_sketch_keep(ox_sketch *s, const ox_sketch_shape *shape);

#ifdef OX_RETAIL
static inline void ox_sketch_add(ox_sketch *s, const ox_sketch_shape *shape) { (void)s, (void)shape; }
static inline void ox_sketch_words(ox_sketch *s, const ox_sketch_shape *shape, const char *words) {
    (void)s, (void)shape, (void)words;
}
#else
static inline void ox_sketch_add(ox_sketch *s, const ox_sketch_shape *shape) {
    if (s != NULL && (s->on >> (shape->category & 31u) & 1u) != 0) ox_sketch_keep(s, shape);
}
/* The first OX_SKETCH_LETTERS - 1 letters are kept. */
static inline void ox_sketch_words(ox_sketch *s, const ox_sketch_shape *shape, const char *words) {
    ox_sketch_shape with = *shape;
    uint32_t i = 0;
    for (; i < OX_SKETCH_LETTERS - 1 && words[i] != 0; i++) with.words[i] = words[i];
    for (; i < OX_SKETCH_LETTERS; i++) with.words[i] = 0;
    ox_sketch_add(s, &with);
}
#endif

/* Asks the categories that are on, draws every shape, and takes those out whose time is over. For the view, in the pass OX_PASS_OVER. */
void ox_sketch_draw(ox_sketch *s, const ox_module_host *host, rs_frame *frame);

/* A step of the game has gone by. */
void ox_sketch_step(ox_sketch *s);

#endif
