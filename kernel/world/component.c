/* Components of objects: pooled records in rings, and property tables sorted by object. */
#include "kernel/world/component.h"

#include <string.h>

#include "kernel/world/internal.h"

FX_STATIC_ASSERT(sizeof(ox_component_head) == 8, "the budget of a world counts on it");

static uint32_t table_stride(uint32_t size) { return (uint32_t)ox_align_up(size, size % 8u == 0 ? 8 : 4); }
static uint32_t pooled_stride(uint32_t size) {
    return (uint32_t)ox_align_up(sizeof(ox_component_head) + size, size % 8u == 0 && size != 0 ? 8 : 4);
}

size_t ox_world_component_bytes(uint32_t size, uint32_t capacity, bool table) {
    if (table) return (size_t)table_stride(size) * capacity + ox_align_up(2u * (size_t)capacity, 4);
    return (size_t)pooled_stride(size) * (capacity + 1u);
}

int ox_world_component(const ox_world *world, ox_id name) {
    const uint32_t newest = world->name_types[name % OX_WORLD_NAMES];
    if (newest != 0 && world->components[newest - 1u].type->name == name) return (int)newest - 1;
    for (uint32_t i = 0; i < world->component_count; i++) {
        if (world->components[i].type->name == name) return (int)i;
    }
    return OX_NOT_FOUND;
}

static ox_status carve(ox_world *world, ox_component_store *store) {
    const ox_component_type *type = store->type;
    size_t alignment = store->size % 8u == 0 ? 8 : 4;
    if (type->storage == OX_TABLE) {
        store->stride = table_stride(store->size);
        store->rows = ox_arena_push_low(world->arena, (size_t)store->stride * type->capacity, alignment);
        if (store->rows == NULL) return OX_OUT_OF_MEMORY;
        store->owners = OX_PUSH(world->arena, uint16_t, type->capacity);
        return store->owners == NULL ? OX_OUT_OF_MEMORY : OX_OK;
    }
    store->stride = pooled_stride(store->size);
    void *records = ox_arena_push_low(world->arena, (size_t)store->stride * (type->capacity + 1u), alignment);
    if (records == NULL) return OX_OUT_OF_MEMORY;
    return ox_nodes_init(&store->nodes, records, type->capacity + 1u, store->stride);
}

int ox_world_add_component(ox_world *world, const ox_component_type *type) {
    ox_component_store store = {
        .type = type, .ops = type->ops, .size = type->record == NULL ? 0 : type->record->size};
    ox_mark mark = ox_arena_mark(world->arena, OX_ARENA_LOW);
    uint32_t index = world->component_count;
    ox_status status;
    if (type->capacity == 0 || type->slot > OX_OBJECT_SLOTS ||
        (type->storage == OX_TABLE && (store.size == 0 || type->slot != 0)))
        return OX_BAD_ARGUMENT;
    if (index >= world->config.components || (type->storage == OX_TABLE && world->table_count >= 16))
        return OX_FULL;
    if (ox_world_component(world, type->name) >= 0) return OX_ALREADY_THERE;
    if (type->slot != 0 && world->slot_types[type->slot - 1u] != 0) return OX_ALREADY_THERE;
    status = carve(world, &store);
    if (status != OX_OK) {
        ox_arena_rollback(world->arena, mark);
        return status;
    }
    for (uint32_t u = 0; u < OX_UPDATES; u++) {
        if (type->ops != NULL && type->ops->update[u] != NULL) store.updates |= (uint8_t)(1u << u);
    }
    store.slot = type->slot;
    store.start = store.size == 0 ? NULL : type->start;
    if (type->ops != NULL && type->ops->init != NULL) store.has |= OX_STORE_INIT;
    if (type->ops != NULL && type->ops->term != NULL) world->component_terms = true;
    if (type->storage == OX_TABLE) store.has |= OX_STORE_TABLE;
    if (type->slot != 0) world->slot_types[type->slot - 1u] = (uint8_t)(index + 1u);
    if (type->storage == OX_TABLE) {
        world->table_types[world->table_count] = (uint8_t)index;
        store.table = (uint8_t)world->table_count++;
    }
    world->name_types[type->name % OX_WORLD_NAMES] = (uint8_t)(index + 1u);
    world->components[index] = store;
    world->component_count++;
    return (int)index;
}

/* ---- pooled records ---- */

static ox_component_head *head_at(const ox_world *world, uint32_t type, uint32_t record) {
    return (ox_component_head *)ox_nodes_at(&world->components[type].nodes, record);
}

/* The data that ops get: the component's own, else the type's `start`, which all components share, else some pointer
 * that is not NULL. */
static void *data_of(const ox_component_store *store, ox_component_head *head) {
    if (store->size != 0 || store->type->start == NULL) return head + 1;
    void *shared;
    memcpy(&shared, &store->type->start, sizeof shared);
    return shared;
}

static inline void begin_data(const ox_component_store *store, void *data) {
    if (store->start != NULL)
        ox_record_copy(data, store->start, store->size);
    else if (store->size != 0)
        ox_type_reset(store->type->record, data);
}

/* Takes the record behind `last` out of the ring. */
static void free_next(ox_world *world, ox_object *object, ox_component_head *last) {
    uint32_t type = last->next_type, record = last->next;
    ox_component_head *head = head_at(world, type, record);
    if (head == last) {
        object->ring = 0;
    } else {
        if (object->ring == record &&
            object->ring_type == type) { /* the record before the last becomes the last */
            uint32_t at = head->next, of = head->next_type;
            for (const ox_component_head *walk = head_at(world, of, at); walk != last;
                 walk = head_at(world, of, at)) {
                of = walk->next_type;
                at = walk->next;
            }
            object->ring = (uint16_t)at;
            object->ring_type = (uint8_t)of;
        }
        last->next = head->next;
        last->next_type = head->next_type;
    }
    head->dead = OX_COMPONENT_IDLE;
    ox_record_give(&world->components[type].nodes, head, record);
}

static void *add_pooled(ox_world *world, ox_object *object, uint32_t type) {
    ox_component_store *store = &world->components[type];
    uint32_t slot = store->slot, record;
    ox_component_head *head, *last;
    if (slot != 0 && object->slots[slot - 1u] != 0) return NULL;
    record = ox_record_take(&store->nodes);
    if (record == 0) return NULL;
    head = last = head_at(world, type, record);
    if (slot != 0) object->slots[slot - 1u] = (uint16_t)record;
    head->owner = (uint16_t)ox_object_slot(object);
    head->dead = OX_COMPONENT_LIVE;
    if (object->ring != 0) {
        last = head_at(world, object->ring_type, object->ring);
        head->next = last->next;
        head->next_type = last->next_type;
    }
    last->next = (uint16_t)record;
    last->next_type = (uint8_t)type;
    object->ring = (uint16_t)record;
    object->ring_type = (uint8_t)type;
    begin_data(store, head + 1);
    return data_of(store, head);
}

/* How many component types at the head of an object type's list are plain: without an init function and without a table, each in a slot of its own. */
uint32_t ox_component_plain(const ox_world *world, const uint8_t *types, uint32_t count) {
    uint32_t slots = 0, plain = 0;
    for (; plain < count; plain++) {
        const ox_component_store *store = &world->components[types[plain]];
        if ((store->has & (OX_STORE_INIT | OX_STORE_TABLE)) != 0 || (slots >> store->slot & 1u) != 0) break;
        if (store->slot != 0) slots |= 1u << store->slot;
    }
    return plain;
}

/* Closes the ring of records that are linked from `before` to `last`. */
static bool close_ring(const ox_world *world, ox_object *object, const ox_component_head *before,
                       ox_component_head *last) {
    for (const ox_component_head *walk = before; walk != last;) {
        object->ring = walk->next;
        object->ring_type = walk->next_type;
        walk = head_at(world, object->ring_type, object->ring);
    }
    if (last != before) {
        last->next = before->next;
        last->next_type = before->next_type;
    }
    return false;
}

bool ox_component_furnish(ox_world *world, ox_object *object, const uint8_t *types, uint32_t plain,
                          uint32_t count) {
    const uint8_t *end = types + plain;
    ox_component_head before, *last = &before; /* `before` links to the first record */
    ox_component_store *stores = world->components;
    uint16_t owner = (uint16_t)ox_object_slot(object);
    if (plain != 0) {
        uint32_t record, type;
        do {
            ox_component_store *store = &stores[type = *types++];
            record = ox_record_take(&store->nodes);
            if (record == 0) {
                store->refused++;
                return close_ring(world, object, &before, last);
            }
            last->next = (uint16_t)record;
            last->next_type = (uint8_t)type;
            last = (ox_component_head *)(void *)(store->nodes.base + (size_t)record * store->nodes.stride);
            if (store->slot != 0) object->slots[store->slot - 1u] = (uint16_t)record;
            last->owner = owner;
            last->dead = OX_COMPONENT_LIVE;
            begin_data(store, last + 1);
        } while (types < end);
        last->next = before.next;
        last->next_type = before.next_type;
        object->ring = (uint16_t)record;
        object->ring_type = (uint8_t)type;
    }
    for (end += count - plain; types < end; types++) { /* the init of these types may do anything */
        if (ox_component_add(world, object, *types) == NULL) return false;
    }
    return true;
}

/* ---- tables ---- */

/* The row of an object, or the row in front of which it would stand. */
static uint32_t row_of(const ox_component_store *store, uint32_t slot) {
    uint32_t low = 0, high = store->rows_used;
    while (low < high) {
        uint32_t middle = (low + high) / 2u;
        if (store->owners[middle] < slot)
            low = middle + 1u;
        else
            high = middle;
    }
    return low;
}

static void *row_at(const ox_component_store *store, uint32_t row) {
    return store->rows + (size_t)row * store->stride;
}

static void *add_row(ox_component_store *store, ox_object *object) {
    uint32_t row = row_of(store, ox_object_slot(object)), behind = store->rows_used - row;
    if ((object->tables >> store->table & 1u) != 0 || store->rows_used >= store->type->capacity) return NULL;
    memmove(store->owners + row + 1, store->owners + row, behind * sizeof *store->owners);
    memmove(store->rows + (size_t)(row + 1u) * store->stride, row_at(store, row),
            (size_t)behind * store->stride);
    store->owners[row] = (uint16_t)ox_object_slot(object);
    begin_data(store, row_at(store, row));
    object->tables |= (uint16_t)(1u << store->table);
    if (++store->rows_used > store->rows_peak) store->rows_peak = store->rows_used;
    return row_at(store, row);
}

static void drop_row(ox_component_store *store, ox_object *object) {
    uint32_t row = row_of(store, ox_object_slot(object)), behind = --store->rows_used - row;
    memmove(store->owners + row, store->owners + row + 1, behind * sizeof *store->owners);
    memmove(row_at(store, row), row_at(store, row + 1u), (size_t)behind * store->stride);
    object->tables &= (uint16_t) ~(1u << store->table);
}

ox_rows ox_component_rows(const ox_world *world, uint32_t type) {
    const ox_component_store *store;
    FX_CHECK_OR(type < world->component_count && world->components[type].type->storage == OX_TABLE,
                "world: rows of what is no property table", return (ox_rows){0});
    store = &world->components[type];
    return (ox_rows){store->rows, store->owners, store->stride, store->rows_used};
}

/* ---- both ---- */

static void count_updates(ox_world *world, ox_object *object) {
    const ox_object_ops *ops = world->types[object->type].type->ops;
    uint32_t updates = object->updates & ~(uint32_t)OX_HAS_UPDATES;
    ox_component c;
    for (uint32_t u = 0; u < OX_UPDATES && ops != NULL; u++)
        updates |= (uint32_t)(ops->update[u] != NULL) << u;
    for (bool more = ox_component_first(world, object, &c); more; more = ox_component_next(world, object, &c))
        updates |= world->components[c.type].updates;
    object->updates = (uint8_t)updates;
}

void *ox_component_add(ox_world *world, ox_object *object, uint32_t type) {
    ox_component_store *store = &world->components[type];
    void *data;
    FX_CHECK_OR(object != NULL && type < world->component_count, "world: no such type of components",
                return NULL);
    data = store->type->storage == OX_TABLE ? add_row(store, object) : add_pooled(world, object, type);
    if (data == NULL) {
        store->refused++;
        return NULL;
    }
    if ((store->has & OX_STORE_INIT) != 0 && store->ops->init(world, object, data) != OX_OK) {
        store->refused++;
        FX_VERIFY(ox_component_remove(world, object, type, data) == OX_OK);
        return NULL;
    }
    if ((store->updates & ~(uint32_t)object->updates) != 0) object->updates |= store->updates;
    if (store->updates != 0 && (object->flags & OX_OBJECT_LINKED) == 0) ox_object_queue(world, object);
    return data;
}

bool ox_component_next(const ox_world *world, const ox_object *object, ox_component *found) {
    uint32_t table = 0;
    if (found->pooled) {
        uint32_t type = found->type, record = found->record;
        while (type != object->ring_type || record != object->ring) {
            ox_component_head *head = head_at(world, type, record);
            type = head->next_type;
            record = head->next;
            head = head_at(world, type, record);
            if (head->dead != OX_COMPONENT_LIVE) continue;
            *found = (ox_component){data_of(&world->components[type], head), (uint16_t)record, (uint8_t)type,
                                    true};
            return true;
        }
    } else {
        table = world->components[found->type].table + 1u;
    }
    for (uint32_t left = (uint32_t)object->tables >> table; left != 0; left >>= 1, table++) {
        const ox_component_store *store;
        if ((left & 1u) == 0) continue;
        store = &world->components[world->table_types[table]];
        *found = (ox_component){row_at(store, row_of(store, ox_object_slot(object))), 0,
                                world->table_types[table], false};
        return true;
    }
    return false;
}

/* The walk begins behind the last record of the ring, so the ring is entered by one step from there. */
bool ox_component_first(const ox_world *world, const ox_object *object, ox_component *found) {
    if (object->ring != 0) {
        ox_component_head *head = head_at(world, object->ring_type, object->ring);
        uint32_t type = head->next_type, record = head->next;
        head = head_at(world, type, record);
        *found =
            (ox_component){data_of(&world->components[type], head), (uint16_t)record, (uint8_t)type, true};
        if (head->dead == OX_COMPONENT_LIVE) return true;
        return ox_component_next(world, object, found);
    }
    if (object->tables == 0) return false;
    const ox_component_store *store = &world->components[world->table_types[0]];
    if ((object->tables & 1u) != 0) {
        *found = (ox_component){row_at(store, row_of(store, ox_object_slot(object))), 0,
                                world->table_types[0], false};
        return true;
    }
    *found = (ox_component){NULL, 0, world->table_types[0], false};
    return ox_component_next(world, object, found);
}

void *ox_component_get(const ox_world *world, const ox_object *object, uint32_t type) {
    const ox_component_store *store = &world->components[type];
    FX_CHECK_OR(object != NULL && type < world->component_count, "world: no such type of components",
                return NULL);
    if (store->slot != 0) {
        const uint32_t record = object->slots[store->slot - 1u];
        return record == 0 ? NULL : data_of(store, ox_nodes_at(&store->nodes, record));
    }
    if ((store->has & OX_STORE_TABLE) != 0) {
        if ((object->tables >> store->table & 1u) == 0) return NULL;
        return row_at(store, row_of(store, ox_object_slot(object)));
    }
    if (object->ring == 0) return NULL;
    uint32_t of = object->ring_type, record = object->ring;
    do {
        ox_component_head *head = head_at(world, of, record);
        of = head->next_type;
        record = head->next;
        head = head_at(world, of, record);
        if (of == type && head->dead == OX_COMPONENT_LIVE) return data_of(store, head);
    } while (record != object->ring || of != object->ring_type);
    return NULL;
}

uint32_t ox_component_each(const ox_world *world, uint32_t type, uint32_t from, ox_object **object,
                           void **data) {
    const ox_component_store *store = &world->components[type];
    FX_CHECK_OR(type < world->component_count && store->type->storage == OX_POOLED,
                "world: records of what is not pooled", return 0);
    while (++from <= store->nodes.fresh) {
        ox_component_head *head = head_at(world, type, from);
        if (head->dead != OX_COMPONENT_LIVE) continue;
        *object = ox_world_slot(world, head->owner);
        if (((*object)->flags & OX_OBJECT_DEAD) != 0) continue;
        *data = data_of(store, head);
        return from;
    }
    return 0;
}

/* ---- ends ---- */

static void end_component(ox_world *world, ox_object *object, const ox_component *c) {
    const ox_component_ops *ops = world->components[c->type].ops;
    if (ops != NULL && ops->term != NULL) ops->term(world, object, c->data);
}

ox_status ox_component_remove(ox_world *world, ox_object *object, uint32_t type, const void *data) {
    ox_component c;
    bool more = ox_component_first(world, object, &c);
    while (more && (c.type != type || (data != NULL && c.data != data)))
        more = ox_component_next(world, object, &c);
    FX_CHECK_OR(more, "world: the object has no such component", return OX_NOT_FOUND);
    end_component(world, object, &c);
    if (c.pooled) {
        const ox_component_store *store = &world->components[type];
        head_at(world, type, c.record)->dead = OX_COMPONENT_DYING;
        object->flags |= OX_OBJECT_SHEDS;
        if (store->type->slot != 0) object->slots[store->type->slot - 1u] = 0;
    } else {
        drop_row(&world->components[type], object);
    }
    count_updates(world, object);
    ox_object_queue(world, object);
    return OX_OK;
}

void ox_component_sweep(ox_world *world, ox_object *object) {
    uint32_t length = 0;
    object->flags &= (uint16_t)~OX_OBJECT_SHEDS;
    if (object->ring == 0) return;
    ox_component_head *last = head_at(world, object->ring_type, object->ring), *head = last;
    do { /* counts the records, since the ring changes below */
        length++;
        head = head_at(world, head->next_type, head->next);
    } while (head != last);
    for (head = last; length > 0 && object->ring != 0; length--) {
        ox_component_head *next = head_at(world, head->next_type, head->next);
        if (next->dead == OX_COMPONENT_DYING)
            free_next(world, object, head);
        else
            head = next;
    }
}

/* Calls all terms in order, while all components still exist, and drops the rows of tables. The caller frees the pooled
 * records. */
static __attribute__((noinline)) void release_slowly(ox_world *world, ox_object *object) {
    ox_component c;
    for (bool more = ox_component_first(world, object, &c); more; more = ox_component_next(world, object, &c))
        end_component(world, object, &c);
    while (object->tables != 0) {
        uint32_t table = 0;
        while ((object->tables >> table & 1u) == 0) table++;
        drop_row(&world->components[world->table_types[table]], object);
    }
}

void ox_component_release_all(ox_world *world, ox_object *object) {
    if (world->component_terms || object->tables != 0) release_slowly(world, object);
    const uint32_t ring = object->ring, ring_type = object->ring_type;
    uint32_t record = ring, type = ring_type;
    ox_component_store *stores = world->components;
    if (record == 0) return;
    do {
        ox_nodes *nodes = &stores[type].nodes;
        ox_component_head *head = (ox_component_head *)(void *)(nodes->base + (size_t)record * nodes->stride);
        uint32_t next = head->next;
        type = head->next_type;
        head->dead = OX_COMPONENT_IDLE;
        ox_record_give(nodes, head, record);
        record = next;
    } while (record != ring || type != ring_type);
    object->ring = 0;
}
