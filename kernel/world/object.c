/* Objects of a world: made, found by name and type, changed, and handed to the sweep. */
#include <string.h>

#include "kernel/world/internal.h"

static ox_type_store *store_of(const ox_world *world, const ox_object *object) {
    return &world->types[object->type];
}

void *ox_object_data(const ox_world *world, const ox_object *object) {
    FX_CHECK_OR(object != NULL, "world: no object", return NULL);
    return object->record == 0 ? NULL : ox_nodes_at(&store_of(world, object)->nodes, object->record);
}

void ox_object_queue(ox_world *world, ox_object *object) {
    if ((object->flags & OX_OBJECT_PENDING) != 0) return;
    object->flags |= OX_OBJECT_PENDING;
    world->queue[world->queue_end++ & world->objects.mask] = (uint16_t)ox_object_slot(object);
}

/* ---- lists of a type ---- */

static void join_type(ox_world *world, ox_type_store *store, ox_object *object) {
    uint16_t link = (uint16_t)(ox_object_slot(object) + 1u);
    object->type_prev = store->last;
    if (store->last != 0)
        ox_world_slot(world, store->last - 1u)->type_next = link;
    else
        store->first = link;
    store->last = link;
    if (++store->live > store->peak) store->peak = store->live;
}

OX_IN_LINE void leave_type(ox_world *world, ox_type_store *store, const ox_object *object) {
    if (object->type_prev != 0)
        ox_world_slot(world, object->type_prev - 1u)->type_next = object->type_next;
    else
        store->first = object->type_next;
    if (object->type_next != 0)
        ox_world_slot(world, object->type_next - 1u)->type_prev = object->type_prev;
    else
        store->last = object->type_prev;
    store->live--;
}

static ox_object *living(const ox_world *world, uint32_t link) {
    while (link != 0) {
        ox_object *object = ox_world_slot(world, link - 1u);
        if ((object->flags & OX_OBJECT_DEAD) == 0) return object;
        link = object->type_next;
    }
    return NULL;
}

ox_object *ox_world_first(const ox_world *world, uint32_t type) {
    FX_CHECK_OR(type < world->type_count, "world: no such type of objects", return NULL);
    return living(world, world->types[type].first);
}

ox_object *ox_world_next(const ox_world *world, const ox_object *object) {
    return living(world, object->type_next);
}

/* ---- names ---- */

ox_object *ox_world_find(const ox_world *world, ox_id name) {
    uint32_t link = name == OX_ID_NONE ? 0 : world->names[name & world->name_mask], first = 0;
    for (const ox_object *object; link != 0; link = object->name_next) {
        object = ox_world_slot(world, link - 1u);
        if (object->name == name && (first == 0 || link < first)) first = link;
    }
    return first == 0 ? NULL : ox_world_slot(world, first - 1u);
}

static void drop_name(ox_world *world, ox_object *object) {
    uint16_t *link = &world->names[object->name & world->name_mask],
             wanted = (uint16_t)(ox_object_slot(object) + 1u);
    while (*link != wanted) link = &ox_world_slot(world, *link - 1u)->name_next;
    *link = object->name_next;
    object->name = OX_ID_NONE;
}

ox_status ox_object_name(ox_world *world, ox_object *object, ox_id name) {
    FX_CHECK_OR(object != NULL, "world: no object", return OX_STALE_HANDLE);
    if (name == object->name) return OX_OK;
    if (object->name != OX_ID_NONE) drop_name(world, object);
    if (name == OX_ID_NONE) return OX_OK;
    object->name = name;
    object->name_next = world->names[name & world->name_mask];
    world->names[name & world->name_mask] = (uint16_t)(ox_object_slot(object) + 1u);
    return OX_OK;
}

/* ---- birth ---- */

static const ox_object blank;

static void begin_data(ox_type_store *store, ox_object *object, uint32_t record) {
    const ox_object_type *type = store->type;
    void *data = store->nodes.base + (size_t)record * store->nodes.stride;
    object->record = (uint16_t)record;
    if (type->start != NULL)
        ox_record_copy(data, type->start, type->record->size);
    else
        ox_type_reset(type->record, data);
}

/* Sets or clears the drawn bit of an object whose type can draw. */
static void note_drawing(ox_world *world, const ox_object *object) {
    if ((object->updates & OX_HAS_DRAW) != 0)
        ox_bits_assign(&world->drawn, ox_object_slot(object),
                       (object->flags & (OX_OBJECT_VISIBLE | OX_OBJECT_DEAD)) == OX_OBJECT_VISIBLE);
}

/* Frees an object's components and data, takes it out of its type's list, and frees its slot. */
OX_IN_LINE void release(ox_world *world, ox_object *object) {
    ox_type_store *store = store_of(world, object);
    if ((object->ring | object->tables) != 0) ox_component_release_all(world, object);
    if (object->record != 0)
        ox_record_give(&store->nodes, ox_nodes_at(&store->nodes, object->record), object->record);
    leave_type(world, store, object);
    ox_pool_give(&world->objects, object);
}

static bool furnish(ox_world *world, ox_type_store *store, ox_object *object) {
    const ox_object_ops *ops = store->type->ops;
    if (store->component_count != 0 &&
        !ox_component_furnish(world, object, store->components, store->plain, store->component_count))
        return false;
    return ops == NULL || ops->init == NULL ||
           ops->init(world, object, ox_object_data(world, object)) == OX_OK;
}

static ox_object *no_object(ox_handle *handle) {
    if (handle != NULL) *handle = OX_HANDLE_NONE;
    return NULL;
}

static ox_object *refused(ox_world *world, ox_handle *handle) {
    world->refused++;
    return no_object(handle);
}

/* Counts a wrap of the generations; `serial` is the generation given out before. */
static void note_wrap(ox_world *world, uint32_t serial) {
    if ((serial & 0xFFFFu) == 0) return; /* the first spawn of all */
    world->wraps++;
    FX_ASSERT_MSG(false, "world: handles came round: those kept for 65535 spawns may name another object");
}

/* An object with its data and without components. */
OX_IN_LINE ox_object *begin(ox_world *world, uint32_t type, ox_handle *to) {
    ox_type_store *store = &world->types[type];
    const ox_object_type *of = store->type;
    uint32_t serial = world->objects.serial, record = 0;
    ox_handle handle;
    ox_object *object;
    if (store->live >= of->capacity) return refused(world, to);
    if (of->record != NULL && (record = ox_record_take(&store->nodes)) == 0) return refused(world, to);
    object = (ox_object *)ox_pool_take(&world->objects, &handle);
    if (object == NULL) {
        if (record != 0) ox_nodes_give(&store->nodes, record);
        return refused(world, to);
    }
    if (handle.bits >> 16 == 1) note_wrap(world, serial);
    *object = blank; /* a copy of words, where zeros would be a call of memset */
    object->handle = handle;
    if (to != NULL) *to = handle;
    object->type = (uint8_t)type;
    object->bucket = object->wanted = of->bucket;
    object->tags = of->tags;
    object->updates = store->updates;
    object->flags = store->flags;
    if (record != 0) begin_data(store, object, record);
    join_type(world, store, object);
    if (++world->alive > world->live_peak) world->live_peak = world->alive;
    return object;
}

OX_IN_LINE ox_object *finish(ox_world *world, ox_object *object) {
    note_drawing(world, object);
    if ((object->updates & OX_HAS_UPDATES) != 0 &&
        (object->flags & (OX_OBJECT_ACTIVE | OX_OBJECT_STATIC)) == OX_OBJECT_ACTIVE)
        ox_object_queue(world, object);
    world->made++;
    return object;
}

/* Undoes a spawn that failed half-way. If its init left work for the sweep, the sweep frees the object. */
static ox_object *undo(ox_world *world, ox_object *object, ox_handle *handle) {
    if (object->name != OX_ID_NONE) drop_name(world, object);
    if ((object->flags & OX_OBJECT_DEAD) == 0) world->alive--;
    object->flags = (uint16_t)((object->flags | OX_OBJECT_DEAD) & ~(OX_OBJECT_ACTIVE | OX_OBJECT_VISIBLE));
    if ((object->flags & OX_OBJECT_PENDING) == 0) {
        for (uint32_t i = 0; i < world->system_count; i++) {
            if (world->systems[i]->release != NULL)
                world->systems[i]->release(world->contexts[i], world, object->handle);
        }
        release(world, object);
    }
    return refused(world, handle);
}

ox_object *ox_world_spawn(ox_world *world, uint32_t type, ox_handle *handle) {
    ox_object *object;
    FX_CHECK_OR(type < world->type_count, "world: no such type of objects", return no_object(handle));
    object = begin(world, type, handle);
    if (object == NULL) return NULL;
    if (!furnish(world, &world->types[type], object)) return undo(world, object, handle);
    return finish(world, object);
}

ox_object *ox_world_create(ox_world *world, ox_id type, ox_handle *handle) {
    int index = ox_world_type(world, type);
    if (handle != NULL) *handle = OX_HANDLE_NONE;
    return index < 0 ? NULL : ox_world_spawn(world, (uint32_t)index, handle);
}

/* ---- clones ---- */

/* The value of an OX_CLONE_OWN link in a clone: a clone of the object that the link names. */
static int64_t clone_owned(void *context, const ox_field *field, int64_t value) {
    ox_world *world = (ox_world *)context;
    const ox_object *part = ox_world_get(world, (ox_handle){(uint32_t)value});
    ox_handle clone = OX_HANDLE_NONE;
    if (field->kind != OX_LINK || part == NULL) return 0;
    return ox_world_clone(world, part, &clone) == NULL ? 0 : (int64_t)clone.bits;
}

static bool clone_components(ox_world *world, ox_object *object, const ox_object *from) {
    ox_component c;
    for (bool more = ox_component_first(world, from, &c); more; more = ox_component_next(world, from, &c)) {
        const ox_type *record = world->components[c.type].type->record;
        void *data = ox_component_add(world, object, c.type);
        const void *source = c.data;
        if (data == NULL) return false;
        if (record == NULL) continue;
        if (!c.pooled) source = ox_component_get(world, from, c.type); /* rows have moved */
        ox_type_clone(record, data, source, clone_owned, world);
    }
    return true;
}

ox_object *ox_world_clone(ox_world *world, const ox_object *from, ox_handle *handle) {
    const ox_object_type *type = store_of(world, from)->type;
    ox_object *object;
    FX_CHECK_OR(world->depth < OX_TELL_DEPTH, "world: clones that own clones without end",
                return refused(world, handle));
    object = begin(world, from->type, handle);
    if (object == NULL) return NULL;
    object->flags = from->flags & ((OX_OBJECT_SIMULATED & ~(uint32_t)OX_OBJECT_LEAVING) | OX_OBJECT_DEBUG);
    object->tags = from->tags;
    object->bucket = object->wanted = from->wanted;
    object->chunk = from->chunk;
    object->clock = from->clock;
    world->depth++;
    if (type->record != NULL)
        ox_type_clone(type->record, ox_object_data(world, object), ox_object_data(world, from), clone_owned,
                      world);
    if (!clone_components(world, object, from)) {
        world->depth--;
        return undo(world, object, handle);
    }
    world->depth--;
    if (type->ops != NULL && type->ops->cloned != NULL)
        type->ops->cloned(world, object, ox_object_data(world, object), from);
    return finish(world, object);
}

ox_status ox_object_relocate(ox_world *world, ox_object *object) {
    ox_type_store *store = store_of(world, object);
    uint32_t record;
    if (object->record == 0) return OX_OK;
    record = ox_nodes_take(&store->nodes);
    if (record == 0) return OX_FULL;
    memcpy(ox_nodes_at(&store->nodes, record), ox_nodes_at(&store->nodes, object->record),
           store->nodes.stride);
    ox_nodes_give(&store->nodes, object->record);
    object->record = (uint16_t)record;
    return OX_OK;
}

/* ---- changes ---- */

ox_status ox_world_destroy(ox_world *world, ox_handle handle) {
    ox_object *object = ox_world_get(world, handle);
    if (object == NULL) return OX_STALE_HANDLE;
    object->flags |= OX_OBJECT_DEAD;
    world->alive--;
    if (object->name != OX_ID_NONE) drop_name(world, object);
    note_drawing(world, object);
    ox_object_queue(world, object);
    return OX_OK;
}

void ox_world_destroy_all(ox_world *world) {
    for (uint32_t slot = 0; slot < ox_pool_peak(&world->objects); slot++) {
        if (world->objects.generations[slot] != 0)
            (void)ox_world_destroy(world, ox_world_slot(world, slot)->handle);
    }
}

void ox_object_wake(ox_world *world, ox_object *object) {
    FX_CHECK_OR(object != NULL, "world: no object", return );
    object->flags |= OX_OBJECT_ACTIVE;
    if ((object->flags & OX_OBJECT_LINKED) == 0) ox_object_queue(world, object);
}

void ox_object_sleep(ox_world *world, ox_object *object) {
    FX_CHECK_OR(object != NULL, "world: no object", return );
    object->flags &= (uint16_t)~OX_OBJECT_ACTIVE;
    if ((object->flags & OX_OBJECT_LINKED) != 0) ox_object_queue(world, object);
}

void ox_object_bucket(ox_world *world, ox_object *object, uint32_t bucket) {
    FX_CHECK_OR(object != NULL && bucket < OX_BUCKETS, "world: no such object or bucket", return );
    object->wanted = (uint8_t)bucket;
    ox_object_queue(world, object);
}

void ox_object_flag(ox_world *world, ox_object *object, uint32_t flags, bool on) {
    const uint32_t free_ones = 0xF000u | OX_OBJECT_STATIC | OX_OBJECT_VISIBLE | OX_OBJECT_PERSISTENT |
                               OX_OBJECT_TELEPORTED | OX_OBJECT_DEBUG | OX_OBJECT_LEAVING;
    FX_CHECK_OR(object != NULL, "world: no object", return );
    flags &= free_ones;
    object->flags = (uint16_t)(on ? object->flags | flags : object->flags & ~flags);
    if ((flags & OX_OBJECT_VISIBLE) != 0) note_drawing(world, object);
    if ((flags & (OX_OBJECT_STATIC | OX_OBJECT_TELEPORTED)) != 0) ox_object_queue(world, object);
}

uint32_t ox_world_load(ox_world *world, uint32_t type, const void *records, uint32_t count,
                       ox_handle *first) {
    uint32_t made = 0;
    if (first != NULL) *first = OX_HANDLE_NONE;
    for (; made < count; made++) {
        ox_handle handle;
        ox_object *object = ox_world_spawn(world, type, &handle);
        const ox_type *record;
        if (object == NULL) break;
        if (made == 0 && first != NULL) *first = handle;
        record = store_of(world, object)->type->record;
        if (record != NULL)
            memcpy(ox_object_data(world, object), (const uint8_t *)records + (size_t)made * record->size,
                   record->size);
        ox_object_leave(world, object);
    }
    return made;
}

void ox_object_enter(ox_world *world, ox_object *object) {
    ox_object_wake(world, object);
    ox_object_flag(world, object, OX_OBJECT_VISIBLE, true);
}

void ox_object_leave(ox_world *world, ox_object *object) {
    ox_object_sleep(world, object);
    ox_object_flag(world, object, OX_OBJECT_VISIBLE, false);
}

/* ---- the sweep ---- */

OX_IN_LINE void unlink_update(ox_world *world, const ox_object *object) {
    ox_world_list *list = &world->buckets[world->config.flat ? 0 : object->bucket];
    if (object->prev != 0)
        ox_world_slot(world, object->prev - 1u)->next = object->next;
    else
        list->first = object->next;
    if (object->next != 0)
        ox_world_slot(world, object->next - 1u)->prev = object->prev;
    else
        list->last = object->prev;
}

static void link_update(ox_world *world, ox_object *object) {
    ox_world_list *list = &world->buckets[world->config.flat ? 0 : object->bucket];
    uint16_t link = (uint16_t)(ox_object_slot(object) + 1u);
    object->prev = list->last;
    if (list->last != 0)
        ox_world_slot(world, list->last - 1u)->next = link;
    else
        list->first = link;
    list->last = link;
    object->flags |= OX_OBJECT_LINKED;
}

OX_IN_LINE void bury(ox_world *world, ox_object *object) {
    if ((object->flags & OX_OBJECT_LINKED) != 0) unlink_update(world, object);
    for (uint32_t i = 0; i < world->system_count; i++) {
        if (world->systems[i]->release != NULL)
            world->systems[i]->release(world->contexts[i], world, object->handle);
    }
    if ((object->updates & OX_HAS_TERM) != 0)
        store_of(world, object)->type->ops->term(world, object, ox_object_data(world, object));
    release(world, object);
}

static void settle_object(ox_world *world, ox_object *object, bool begins) {
    const uint32_t must = OX_OBJECT_ACTIVE | OX_OBJECT_STATIC;
    bool updated;
    object->flags &= (uint16_t)~OX_OBJECT_PENDING;
    if ((object->flags & OX_OBJECT_SHEDS) != 0) ox_component_sweep(world, object);
    updated = (object->updates & OX_HAS_UPDATES) != 0 && (object->flags & must) == OX_OBJECT_ACTIVE;
    if ((object->flags & OX_OBJECT_LINKED) != 0 && (!updated || object->bucket != object->wanted)) {
        unlink_update(world, object);
        object->next = object->prev = 0;
        object->flags &= (uint16_t)~OX_OBJECT_LINKED;
    }
    object->bucket = object->wanted;
    if (updated && (object->flags & OX_OBJECT_LINKED) == 0) link_update(world, object);
    if ((object->flags & OX_OBJECT_TELEPORTED) != 0) {
        if (begins)
            object->flags &= (uint16_t)~OX_OBJECT_TELEPORTED;
        else
            ox_object_queue(world, object); /* pictures of this tick must see the flag */
    }
}

void ox_object_sweep(ox_world *world, bool begins) {
    for (uint32_t left = world->queue_end - world->queue_first; left > 0; left--) {
        ox_object *object = ox_world_slot(world, world->queue[world->queue_first++ & world->objects.mask]);
        if ((object->flags & OX_OBJECT_DEAD) != 0)
            bury(world, object);
        else
            settle_object(world, object, begins);
    }
}
