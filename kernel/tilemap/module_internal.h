/* What the files of the module of maps share. */
#ifndef OXCART_KERNEL_TILEMAP_MODULE_INTERNAL_H
#define OXCART_KERNEL_TILEMAP_MODULE_INTERNAL_H

#include "kernel/tilemap/module.h"

/* A set that a map may be shown with. */
typedef struct ox_scene_set {
    ox_id name;
    ox_held held; /* data NULL: the set is missing */
} ox_scene_set;

struct ox_tilemaps;

/* A layer of a map, for whoever draws it. */
typedef struct ox_drawn_layer {
    struct ox_tilemaps *of;
    uint16_t map, layer;
    int16_t scene; /* number of the scene's layer that it is drawn in, -1: it is not drawn */
} ox_drawn_layer;

/* A map of the scene: what ox_tile_map does not hold. */
typedef struct ox_scene_map {
    ox_id name, id;
    ox_held held;
    bool is_regions;         /* `held` is a REGN chunk */
    ox_tile_regions regions; /* of such a map */
    ox_scene_set *sets;      /* at least one: its own, where the scene names none */
    uint32_t set_count;
    uint32_t set;                 /* that it is shown with, its number: state */
    uint32_t standing;            /* a bit for each layer whose tiles stand among the sprites */
    ox_drawn_layer *layers;       /* of the map */
    const struct rs_image *image; /* of the set that it is shown with, NULL: none */
    uint16_t *substitutes;        /* tiles that stand in for the set's tiles now */
    uint32_t substitute_count, substitute_room;
    uint8_t *kinds; /* of the set's tiles, as rs_tiles has them */
    int32_t kind_count, kind_room;
    uint32_t shown_at;     /* when the substitutes were found, in 1/1000 s */
    uint32_t shown_for;    /* how long they stay from then on, 0: they are to be found */
    uint16_t *window;      /* cells that are seen, of each layer: where some of them are changed */
    uint32_t window_cells; /* of a layer */
} ox_scene_map;

typedef struct ox_tilemaps {
    const ox_module_host *host;
    ox_tile_map *maps;
    ox_scene_map *entries; /* of each map */
    uint32_t count;
    ox_tile_changes changes;
    ox_tile_guests guests; /* list NULL: the cart has none */
    bool full;             /* no room for changes, and the log says so */
    bool undrawn;          /* the display list was too short, and the log says so */
    struct ox_kept_maps
        *kept; /* state that is kept while the scene is built anew, at the high end of resident memory */
    ox_mark kept_mark;
} ox_tilemaps_state;

static inline ox_tilemaps_state *ox_tilemaps_of(const ox_module_host *host) {
    return ox_module_state(host, OX_NAME("tilemap"));
}

/* Shows a map with the set of a number; false: the set lacks a tile of the map, or is missing. */
bool ox_tilemaps_use(ox_tilemaps_state *s, uint32_t map, uint32_t set);

/* Changes a cell, and tells in the log where there was no room. */
ox_status ox_tilemaps_put(ox_tilemaps_state *s, ox_tile_map *map, uint32_t layer, ox_cell at, int32_t tile);

/* The maps' part of the state (module_state.c). */
ox_sim_part ox_tilemaps_part(ox_tilemaps_state *s);

/* State of maps that is kept while the scene is built anew: ox_tilemaps_keep copies it to the high end of resident
 * memory, ox_tilemaps_take brings it back. */
typedef struct ox_kept_maps ox_kept_maps;
void ox_tilemaps_keep(ox_tilemaps_state *s);
void ox_tilemaps_take(ox_tilemaps_state *s);

/* Dresses a map whose set has changed: picture, and room for animated tiles (module_draw.c). */
void ox_tilemaps_dress(ox_tilemaps_state *s, uint32_t map);

/* Hands the layers of a map to the scene's; `layer` takes the layers of the map that the scene has no layer for, 0:
 * main. */
FX_MUST_CHECK ox_status ox_tilemaps_join_layers(ox_tilemaps_state *s, uint32_t map, ox_id layer);

#endif
