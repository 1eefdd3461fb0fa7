/* Checks a world that came out of an image: its bytes may hold any links, which the next tick would follow. */
#include "kernel/save/world_check.h"

#include <string.h>

#include "kernel/bytes/pool.h"

static bool is_live(const ox_world *world, uint32_t slot) { return world->objects.generations[slot] != 0; }

static bool idle_nodes_end(const ox_nodes *nodes) {
    uint32_t idle = 0;
    for (uint32_t id = nodes->idle; id != 0; idle++) {
        uint16_t next;
        if (idle >= nodes->fresh || id > nodes->fresh) return false;
        memcpy(&next, nodes->base + (size_t)id * nodes->stride, sizeof next);
        id = next;
    }
    return idle == (uint32_t)nodes->fresh - nodes->used;
}

/* ---- records ---- */

/* Whether records first + 1 to first + seen->count of a type belong to one object each at most, and none of the used
 * ones is idle. The check borrows the bits of drawn objects, which are filled later. */
static bool records_are_apart(ox_world *world, const ox_type_store *store, uint32_t first) {
    ox_bits *seen = &world->drawn;
    ox_bits_clear_all(seen);
    for (uint32_t link = store->first; link != 0;) {
        const ox_object *object = ox_world_slot(world, link - 1u);
        uint32_t bit = object->record - 1u - first;
        link = object->type_next;
        if (object->record - 1u < first || bit >= seen->count) continue;
        if (ox_bits_get(seen, bit)) return false;
        ox_bits_set(seen, bit);
    }
    for (uint32_t id = store->nodes.idle; id != 0;) {
        uint16_t next;
        if (id - 1u >= first && id - 1u - first < seen->count && ox_bits_get(seen, id - 1u - first))
            return false;
        memcpy(&next, store->nodes.base + (size_t)id * store->nodes.stride, sizeof next);
        id = next;
    }
    return true;
}

static bool data_are_sound(ox_world *world, const ox_type_store *store) {
    if (store->type->record == NULL) return true;
    if (!idle_nodes_end(&store->nodes) || store->nodes.used != store->live) return false;
    for (uint32_t first = 0; first < store->nodes.fresh; first += world->drawn.count)
        if (!records_are_apart(world, store, first)) return false;
    return true;
}

static bool components_are_sound(const ox_component_store *store) {
    const ox_nodes *nodes = &store->nodes;
    uint32_t used = 0;
    if (store->type->storage == OX_TABLE) return true;
    for (uint32_t id = 1; id <= nodes->fresh; id++) {
        const ox_component_head *head =
            (const ox_component_head *)(const void *)(nodes->base + (size_t)id * nodes->stride);
        used += head->dead != OX_COMPONENT_IDLE;
    }
    if (used != nodes->used || !idle_nodes_end(nodes)) return false;
    for (uint32_t id = nodes->idle; id != 0;) {
        const ox_component_head *head =
            (const ox_component_head *)(const void *)(nodes->base + (size_t)id * nodes->stride);
        if (head->dead != OX_COMPONENT_IDLE) return false;
        id = head->next; /* `next` is the link of an idle node */
    }
    return true;
}

/* ---- lists: none leads round, since each object has one before it, and the first has none ---- */

static bool type_list_is_sound(const ox_world *world, uint32_t type) {
    const ox_type_store *store = &world->types[type];
    uint32_t before = 0, count = 0;
    for (uint32_t link = store->first; link != 0; count++) {
        const ox_object *object = ox_world_slot(world, link - 1u);
        if (!is_live(world, link - 1u) || object->type != type || object->type_prev != before) return false;
        before = link;
        link = object->type_next;
    }
    return before == store->last && count == store->live;
}

static bool bucket_is_sound(const ox_world *world, uint32_t bucket, uint32_t wanted) {
    uint32_t before = 0, count = 0;
    for (uint32_t link = world->buckets[bucket].first; link != 0; count++) {
        const ox_object *object = ox_world_slot(world, link - 1u);
        uint32_t in = world->config.flat ? 0 : object->bucket;
        if (!is_live(world, link - 1u) || object->prev != before || in != bucket ||
            (object->flags & OX_OBJECT_LINKED) == 0)
            return false;
        before = link;
        link = object->next;
    }
    return before == world->buckets[bucket].last && count == wanted;
}

/* Whether the queue of the sweep names each waiting object once. */
static bool queue_is_sound(ox_world *world, uint32_t pending) {
    uint32_t i = world->queue_first;
    for (; i != world->queue_end; i++) {
        uint32_t slot = world->queue[i & world->objects.mask];
        ox_object *object = ox_world_slot(world, slot);
        if (!is_live(world, slot) || (object->flags & OX_OBJECT_PENDING) == 0) break;
        object->flags &= (uint16_t)~OX_OBJECT_PENDING;
        pending--;
    }
    bool whole = i == world->queue_end && pending == 0;
    while (i != world->queue_first)
        ox_world_slot(world, world->queue[--i & world->objects.mask])->flags |= OX_OBJECT_PENDING;
    return whole;
}

/* A dying object waits for the sweep and has lost its name. An object with a dying component waits for the sweep,
 * too. */
static bool object_is_sound(const ox_world *world, const ox_object *object) {
    bool waits = (object->flags & OX_OBJECT_PENDING) != 0, dying = false;
    uint32_t type = object->ring_type, record = object->ring;
    if ((object->flags & OX_OBJECT_DEAD) != 0 && (!waits || object->name != OX_ID_NONE)) return false;
    if (record != 0) {
        do {
            const ox_component_head *head = ox_nodes_at(&world->components[type].nodes, record);
            dying |= head->dead == OX_COMPONENT_DYING;
            type = head->next_type;
            record = head->next;
        } while (type != object->ring_type || record != object->ring);
    }
    if (dying && (!waits || (object->flags & OX_OBJECT_SHEDS) == 0)) return false;
    return object->name == OX_ID_NONE || ox_world_find(world, object->name) != NULL;
}

static void note_drawn(ox_world *world) {
    ox_bits_clear_all(&world->drawn);
    for (uint32_t slot = 0; slot < world->objects.fresh; slot++) {
        const ox_object *object = ox_world_slot(world, slot);
        const ox_object_ops *ops = is_live(world, slot) ? world->types[object->type].type->ops : NULL;
        if (ops != NULL && ops->draw != NULL &&
            (object->flags & (OX_OBJECT_VISIBLE | OX_OBJECT_DEAD)) == OX_OBJECT_VISIBLE)
            ox_bits_set(&world->drawn, slot);
    }
}

bool ox_world_is_sound(ox_world *world, const uint16_t linked[OX_BUCKETS]) {
    uint32_t live = 0, typed = 0, listed = 0, pending = 0, in_lists = 0;
    for (uint32_t slot = 0; slot < world->objects.fresh; slot++) {
        const ox_object *object = ox_world_slot(world, slot);
        if (!is_live(world, slot)) continue;
        live++;
        listed += (object->flags & OX_OBJECT_LINKED) != 0;
        pending += (object->flags & OX_OBJECT_PENDING) != 0;
        if (!object_is_sound(world, object)) return false;
    }
    if (!ox_pool_is_sound(&world->objects)) return false;
    for (uint32_t i = 0; i < world->type_count; i++) {
        if (!type_list_is_sound(world, i) || !data_are_sound(world, &world->types[i])) return false;
        typed += world->types[i].live;
    }
    for (uint32_t i = 0; i < world->component_count; i++)
        if (!components_are_sound(&world->components[i])) return false;
    for (uint32_t i = 0; i < OX_BUCKETS; i++) {
        if (!bucket_is_sound(world, i, linked[i])) return false;
        in_lists += linked[i];
    }
    if (typed != live || in_lists != listed || !queue_is_sound(world, pending)) return false;
    note_drawn(world);
    return true;
}
