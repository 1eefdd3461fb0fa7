/* What the files of levels share. */
#ifndef OXCART_KERNEL_LEVEL_MODULE_INTERNAL_H
#define OXCART_KERNEL_LEVEL_MODULE_INTERNAL_H

#include "kernel/level/geometry.h"
#include "kernel/level/path.h"
#include "kernel/level/module.h"

/* A level of the scene: what its area does not hold. */
typedef struct ox_scene_level {
    ox_held held;
    ox_id id;
    fx near, far;         /* 0: it always lives */
    const uint8_t *paths; /* PATH, or NULL */
    ox_geometry *geometries;
    uint32_t geometry_count;
} ox_scene_level;

typedef struct ox_levels {
    const ox_module_host *host;
    ox_area_host area_host;
    ox_spawners spawners;
    ox_regions regions;
    ox_area *areas;          /* data NULL: the level is missing */
    ox_scene_level *entries; /* of each area */
    uint32_t count;          /* 0: the scene has no levels */
    frustum3 view;           /* what the camera sees, for the picture that is drawn */
    bool full;               /* the display list was, and the log says so */
    void *kept; /* what stays while the scene is built anew, at the high end of resident memory */
    size_t kept_size;
    ox_mark kept_mark;
} ox_levels;

static inline ox_levels *ox_levels_of(const ox_module_host *host) {
    return ox_module_state(host, OX_NAME("level"));
}

/* The part of the state (module_state.c). */
ox_sim_part ox_levels_state_part(ox_levels *levels);

/* What stays while the scene is built anew, to the high end of resident memory; and back, into levels that all rest. False, and they still do,
 * and what they had made is destroyed: a level has changed, or the objects of before are not there. */
void ox_levels_keep(ox_levels *levels);
bool ox_levels_take(ox_levels *levels);

#endif
