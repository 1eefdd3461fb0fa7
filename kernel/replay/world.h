/* A world as a part of the state: its objects, their components and its systems, item by item.
 *
 *     ox_sim_world shown = {.world = &world};
 *     const ox_sim_part parts[] = {ox_sim_of_world("world", &shown), ...};
 *
 * Each object gives an item "object" (name, type, flags, tags, chunk, bucket, clock), an item for its own record and
 * one for each component. Each system with a hash gives an item "system" with that hash. The items hold all that
 * ox_world_hash covers, so a report can name the object and the field that differ. */
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
    const char *const *object_names;        /* names of the first object types, for people; may be NULL */
    const char *const *component_names;     /* names of component types from first_component on */
    uint32_t object_count, component_count; /* of these names */
    uint32_t first_component;
    void *user;
    ox_sim_object object; /* record of the item that was shown last */
    ox_sim_system system;
} ox_sim_world;

bool ox_sim_world_next(void *state_world, uint32_t *cursor, ox_sim_item *item);

static inline ox_sim_part ox_sim_of_world(const char *name, ox_sim_world *shown) {
    return (ox_sim_part){.name = name, .context = shown, .next = ox_sim_world_next};
}

#endif
