/* Definitions that the files of the level module share. */
#ifndef OXCART_KERNEL_LEVEL_MODULE_INTERNAL_H
#define OXCART_KERNEL_LEVEL_MODULE_INTERNAL_H

#include "kernel/level/geometry.h"
#include "kernel/level/module.h"
#include "kernel/level/path.h"
#include "kernel/level/wave.h"

/* Waves of a level (module_waves.c). */
typedef struct ox_level_waves {
    ox_waves waves;
    ox_wave_plan plan; /* plan of a timer */
    ox_wave_entry *entries;
    uint32_t count; /* entries of a list */
    uint32_t flags; /* ROM_WAVE_PLAN_... */
    ox_id name;
    ox_area *area;
} ox_level_waves;

/* The state of an element that is kept while its level rests. */
typedef struct ox_kept_element {
    fx health;
    uint8_t version;
} ox_kept_element;

/* A level of the scene: the data that its area does not hold. */
typedef struct ox_scene_level {
    ox_held held;
    ox_id id, name;
    ox_id by;             /* object whose distance decides; 0: the scene's camera */
    fx near, far;         /* 0: distance does not count */
    bool later;           /* scripts decide whether the level comes */
    bool asked;           /* the level is wanted, if it is near */
    const uint8_t *paths; /* the PATH section, or NULL */
    ox_geometry *geometries;
    uint32_t geometry_count;
    ox_level_waves *waves;
    uint32_t wave_count;
    const uint8_t *elements; /* the ELEM section, or NULL */
    ox_kept_element *kept;   /* kept state of each element */
    uint32_t first_set;      /* number of the first set in ox_levels.elements */
    uint32_t element_count;
    const uint8_t *lights; /* the LGHT section, or NULL */
} ox_scene_level;

typedef struct ox_levels {
    const ox_module_host *host;
    ox_area_host area_host;
    ox_spawners spawners;
    ox_regions regions;
    ox_area *areas;          /* data NULL: the level is missing */
    ox_scene_level *entries; /* entry of each area */
    uint32_t count;          /* 0: the scene has no levels */
    ox_elements elements;    /* elements of all levels; count 0: there are none */
    ox_object_type element_kind;
    int element_type; /* type of elements in the world */
    rng32 random;     /* stream for places of waves */
    frustum3 view;    /* the camera's frustum, for the picture that is drawn */
    bool full;        /* the display list was full, and the log says so */
    void *kept;       /* state kept while the scene is built anew, at the high end of resident memory */
    size_t kept_size;
    ox_mark kept_mark;
} ox_levels;

static inline ox_levels *ox_levels_of(const ox_module_host *host) {
    return ox_module_state(host, OX_NAME("level"));
}

/* Posts an event to all listeners, with the next step. */
void ox_levels_post(const ox_levels *levels, ox_id event, const int32_t *arguments, uint32_t count);

/* Wake a level, or put it to rest. */
void ox_levels_wake(ox_levels *levels, uint32_t number);
void ox_levels_rest(ox_levels *levels, uint32_t number);

/* ---- waves (module_waves.c) ---- */

/* Opens the waves of an area that is open. */
FX_MUST_CHECK ox_status ox_levels_open_waves(ox_levels *levels, uint32_t number);
void ox_levels_begin_waves(ox_levels *levels, ox_level_waves *of);
void ox_levels_tick_waves(ox_levels *levels);
ox_level_waves *ox_levels_find_waves(const ox_levels *levels, ox_id name);
uint32_t ox_levels_wave_objects(const uint8_t *level); /* objects beyond those of ox_spawners_plan */

/* ---- elements (module_elements.c) ---- */

uint32_t ox_levels_count_elements(const uint8_t *level);
FX_MUST_CHECK ox_status ox_levels_join_elements(ox_levels *levels, ox_world *world);
FX_MUST_CHECK ox_status ox_levels_open_elements(ox_levels *levels, uint32_t number);
void ox_levels_bring_elements(ox_levels *levels,
                              uint32_t number); /* brings them as they were when the level went to rest */
void ox_levels_take_elements(ox_levels *levels, uint32_t number);
void ox_levels_renew_elements(ox_levels *levels, uint32_t number); /* makes them whole for the next time */
void ox_levels_show_elements(ox_levels *levels);                   /* gives meshes to elements that live */

/* ---- rows of the scene (module.c) ---- */

/* The next row of the scene that plays, from number *at on; NULL behind the last. */
const uint8_t *ox_levels_next_row(const ox_module_host *host, const uint8_t *chunk, uint32_t *at);

/* The levels' part of the state (module_state.c). */
ox_sim_part ox_levels_state_part(ox_levels *levels);

/* ox_levels_keep writes the state to the high end of resident memory while the scene is built anew; ox_levels_take
 * reads it back, into levels that all rest. False: a level has changed, or the kept objects are gone. Then all levels
 * still rest, and every object they had made is destroyed. */
void ox_levels_keep(ox_levels *levels);
bool ox_levels_take(ox_levels *levels);

#endif
