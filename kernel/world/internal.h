/* Shared by the files of this folder alone: records taken and given back in line, because a spawn takes four
 * records. */
#ifndef OXCART_KERNEL_WORLD_INTERNAL_H
#define OXCART_KERNEL_WORLD_INTERNAL_H

#include <string.h>

#include "kernel/world/component.h"

/* ox_object.updates: what an object has, so that no ops table is read for an object without updates, draw and term. */
enum { OX_HAS_UPDATES = (1 << OX_UPDATES) - 1, OX_HAS_DRAW = 64, OX_HAS_TERM = 128 };

/* ox_component_store.has */
enum { OX_STORE_INIT = 1, OX_STORE_TABLE = 2 };

/* For functions whose call would cost a tenth of their work. */
#define OX_IN_LINE static inline __attribute__((always_inline))

/* ox_nodes_take and ox_nodes_give without checks, for numbers that are known to be valid. */
static inline uint32_t ox_record_take(ox_nodes *nodes) {
    uint32_t id = nodes->idle;
    if (id != 0) {
        nodes->idle = *(const uint16_t *)(const void *)(nodes->base + (size_t)id * nodes->stride);
    } else if (nodes->fresh < nodes->capacity) {
        id = nodes->fresh + 1u;
        nodes->fresh = (uint16_t)id;
    } else {
        nodes->refused++;
        return 0;
    }
    nodes->used++;
    return id;
}

static inline void ox_record_give(ox_nodes *nodes, void *record, uint32_t id) {
    *(uint16_t *)record = nodes->idle;
    nodes->idle = (uint16_t)id;
    nodes->used--;
}

/* Records are small and mostly words; a call of memcpy costs more than the copy. */
static inline void ox_record_copy(void *to, const void *from, uint32_t size) {
    uint32_t word;
    if (size == 8) {
        memcpy(to, from, 8);
    } else if (size == 4) {
        memcpy(&word, from, 4);
        memcpy(to, &word, 4);
    } else if (size == 12) {
        memcpy(to, from, 12);
    } else {
        memcpy(to, from, size);
    }
}

/* Makes the components that a type lists, the first `plain` of them (ox_component_plain, counted once) in one loop;
 * false when one is refused. */
bool ox_component_furnish(ox_world *world, ox_object *object, const uint8_t *types, uint32_t plain,
                          uint32_t count);
uint32_t ox_component_plain(const ox_world *world, const uint8_t *types, uint32_t count);
void ox_component_sweep(ox_world *world, ox_object *object);       /* frees removed components */
void ox_component_release_all(ox_world *world, ox_object *object); /* calls their term */
void ox_object_queue(ox_world *world, ox_object *object);          /* queues for the sweep */
void ox_object_sweep(ox_world *world, bool begins);                /* at the tick's begin or end */

#endif
