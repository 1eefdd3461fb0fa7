/* A world as a part of the state: its objects, their components and its systems, item by item.
 *
 *     ox_sim_world shown = {.world = &world};
 *     const ox_sim_part parts[] = {ox_sim_of_world("world", &shown), ...};
 *
 * Each object gives an item "object" (name, flags, tags, chunk, bucket, clock), one for its own record and
 * one for each component; each system with a hash gives an item "system" with that hash. All that
 * ox_world_hash covers is here, and a report can say which object and field it was. */
#ifndef OXCART_KERNEL_REPLAY_WORLD_H
#define OXCART_KERNEL_REPLAY_WORLD_H

#include "kernel/replay/state.h"
#include "kernel/world/component.h"
#include "kernel/world/world.h"

/* What an item "object" or "system" is made of. */
typedef struct ox_sim_object {
    uint32_t name, type;
    uint16_t flags, tags, chunk;
    uint8_t bucket, clock;
} ox_sim_object;
typedef struct ox_sim_system {
    uint32_t name, hash;
} ox_sim_system;

typedef struct ox_sim_world {
    ox_world *world;
    const char *const *object_names;        /* of the first types, for people; may be NULL */
    const char *const *component_names;     /* of those from first_component on */
    uint32_t object_count, component_count; /* of these names */
    uint32_t first_component;
    void *user;
    ox_sim_object object; /* the item of the moment */
    ox_sim_system system;
} ox_sim_world;

bool ox_sim_world_next(void *state_world, uint32_t *cursor, ox_sim_item *item);

static inline ox_sim_part ox_sim_of_world(const char *name, ox_sim_world *shown) {
    return (ox_sim_part){.name = name, .context = shown, .next = ox_sim_world_next};
}

#endif
