/* Layers of a flat picture: what is drawn over the scene, back to front, and in which order within a layer.
 *
 *     const int front = ox_layers_find(&layers, OX_NAME("front"));
 *     status = ox_layers_add(host, OX_NAME("main"), -10, draw_map, map);     a module adds what it draws, in its `begin`
 *     static void draw_map(void *context, rs_frame *frame, const ox_layer_view *view) {
 *         x = ox_scroll_x(&view->scroll, map->at.x); ...
 *     }
 *
 * Layer after layer is drawn, whole. Within a layer it is the order that counts, lowest first; what has equal orders comes as it was made, and things of
 * other modules before sprites. In a layer that is sorted by base lines (OX_LAYER_SORTED, for games seen from above) things of equal order are drawn
 * from the highest y to the lowest: what stands nearer covers what stands behind it, and rows of tiles that stand (ox_layers_add_rows) lie among them.
 * A hidden layer draws nothing of its own and of others.
 *
 * THE LIST. Things are numbered. In each round (a picture) all that are there are put, each with what it is sorted by, and the others are gone:
 *
 *     ox_layers_begin(&layers);
 *     for (each sprite) ox_layers_put(&layers, number, &(ox_layer_place){.layer = 1, .order = 3, .made = 77});
 *     ox_layers_draw(&layers, &view, &glass, frame, fraction);
 *
 * Putting is quick where nothing has changed, and taking away is not putting. Only where something has changed the list is sorted, by one insertion
 * sort of what was in order before: what stays in place costs one comparison. No sort of all things is ever done anew. (Madhav, Game Programming
 * Algorithms and Techniques, 2; Knuth 5.2.1.)
 *
 * Memory: sizeof(ox_layer) a layer, 18 bytes a thing. */
#ifndef OXCART_KERNEL_SPRITES_LAYER_H
#define OXCART_KERNEL_SPRITES_LAYER_H

#include "kernel/memory/arena.h"
#include "kernel/names/id.h"
#include "kernel/sprites/view.h"
#include "raster/flat.h"

struct ox_module_host;

enum {
    OX_LAYERS_MOST = 32,
    OX_LAYER_DRAWERS = 16, /* of other modules, in all */
    OX_LAYER_THINGS = 4096 /* at most, drawers not counted */
};

/* Flags of a layer. */
enum { OX_LAYER_HIDDEN = 1, OX_LAYER_SORTED = 2 };

typedef struct ox_layer {
    ox_id name;
    ox_scroll_rate rate; /* how fast it goes with the view; 0/1: it stays where it is on the glass */
    vec2 offset;         /* metres that all of it stands to the right and above of its place */
    struct {
        int16_t x, y, width, height; /* pixels of the picture; width 0: all of it */
    } window;                        /* outside of it the layer draws nothing */
    uint8_t flags;
} ox_layer;

/* How a layer lies under the glass, for whoever draws a part of it. */
typedef struct ox_layer_view {
    ox_scroll scroll;
    int16_t width, height; /* of the picture */
    uint16_t layer;        /* its number */
    uf16 fraction;         /* of a step, after the last one */
} ox_layer_view;

/* Draws a part of a layer; and draws one of its things by its number. */
typedef void ox_layer_draw(void *context, rs_frame *frame, const ox_layer_view *view);
typedef void ox_layer_draw_thing(void *context, rs_frame *frame, const ox_layer_view *view, uint32_t number);

/* Draws those rows, back to front, whose base lines lie behind `from` and at or before `until`: a line is minus the world's y, in 65536ths of a metre. */
typedef void ox_layer_draw_rows(void *context, rs_frame *frame, const ox_layer_view *view, int32_t from,
                                int32_t until);

/* What a thing is sorted by. */
typedef struct ox_layer_place {
    uint8_t layer;
    int16_t order;
    fx y;          /* of its base line; counts in sorted layers alone */
    uint32_t made; /* things of equal order come by this number */
} ox_layer_place;

typedef struct ox_layer_item {
    uint32_t key;  /* layer and order */
    int32_t line;  /* how far down the base line is */
    uint32_t made; /* drawers come first, by their numbers */
    uint8_t round; /* in which it was put last; 0: never */
} ox_layer_item;

typedef struct ox_layers {
    ox_layer *layers;
    ox_layer_item *items; /* of things, then of drawers */
    uint16_t *order;      /* numbers of items, sorted */
    ox_layer_draw_thing *draw_thing;
    void *draw_context;
    struct {
        ox_layer_draw *draw;
        ox_layer_draw_rows *draw_rows; /* in place of `draw` */
        void *context;
    } drawers[OX_LAYER_DRAWERS];
    uint32_t count;  /* layers */
    uint32_t things; /* room for them */
    uint32_t drawer_count;
    uint32_t listed, put; /* in the list; in this round */
    uint8_t round;
    bool changed;
} ox_layers;

/* Layers `rows`, back to front, with room for so many things; NULL: back, main and front, which all go with the view.
 * OX_BAD_ARGUMENT beyond the most, OX_OUT_OF_MEMORY. OX_CLEAR ends the layers. */
FX_MUST_CHECK ox_status ox_layers_init(ox_layers *layers, ox_arena *arena, const ox_layer *rows,
                                       uint32_t count, uint32_t things);

/* The number of a layer, -1 when there is none of that name. */
int ox_layers_find(const ox_layers *layers, ox_id name);

/* Adds a module's own drawing to a layer of the scene that plays, until the scene ends. A module calls this in its
 * `begin`, and stands behind the module `sprites` in the list. OX_NOT_FOUND: the scene has no layer of that name;
 * OX_FULL; OX_UNSUPPORTED: the player or the scene has no layers. */
FX_MUST_CHECK ox_status ox_layers_add(const struct ox_module_host *host, ox_id layer, int16_t order,
                                      ox_layer_draw *draw, void *context);

/* Adds what stands in rows among the layer's things of order 0, as walls and trees of a map: in a sorted layer each row is drawn where its base line comes
 * among those of the things, before a thing of the same line; in other layers all rows lie behind the things. Else as ox_layers_add. */
FX_MUST_CHECK ox_status ox_layers_add_rows(const struct ox_module_host *host, ox_id layer,
                                           ox_layer_draw_rows *draw, void *context);

/* The layers and the view of the scene that plays, NULL where it has none. */
ox_layers *ox_layers_of(const struct ox_module_host *host);
ox_view *ox_view_of(const struct ox_module_host *host);
ox_glass ox_glass_of(const struct ox_module_host *host);

/* Keeps the view within `bounds` from now on, where the scene says `bounds=map`. */
void ox_view_bound_by_map(const struct ox_module_host *host, const ox_view_bounds *bounds);

/* ---- the list itself ---- */

FX_MUST_CHECK ox_status ox_layers_add_drawer(ox_layers *layers, ox_id layer, int16_t order,
                                             ox_layer_draw *draw, void *context);
FX_MUST_CHECK ox_status ox_layers_add_rows_drawer(ox_layers *layers, ox_id layer, ox_layer_draw_rows *draw,
                                                  void *context);

void ox_layers_begin(ox_layers *layers);
void ox_layers_put(ox_layers *layers, uint32_t number, const ox_layer_place *place);

/* Brings the list in order; ox_layers_draw does it, too. */
void ox_layers_sort(ox_layers *layers);

void ox_layers_draw(ox_layers *layers, const ox_view *view, const ox_glass *glass, rs_frame *frame,
                    uf16 fraction);

#endif
