/* The image of a world: the numbers that its lists consist of, and the records of its objects and components.
 */
#include "kernel/save/world_image.h"

#include <string.h>

#include "kernel/bytes/pool.h"
#include "kernel/save/image_port.h"
#include "kernel/save/world_check.h"
#include "rom/rom.h"

enum { IMAGE_VERSION = 2, TYPES_MOST = 255, SMALL = 256, IDLE = 2 };

/* Numbers of an object that are written unchanged; other members are written in other ways, or follow from these
 * numbers. */
static const struct {
    const char *word;
    uint16_t offset;
    uint8_t bytes;
} object_numbers[] = {
    {"name", offsetof(ox_object, name), 4},
    {"next", offsetof(ox_object, next), 2},
    {"previous", offsetof(ox_object, prev), 2},
    {"next_of_type", offsetof(ox_object, type_next), 2},
    {"previous_of_type", offsetof(ox_object, type_prev), 2},
    {"record", offsetof(ox_object, record), 2},
    {"flags", offsetof(ox_object, flags), 2},
    {"tags", offsetof(ox_object, tags), 2},
    {"chunk", offsetof(ox_object, chunk), 2},
    {"bucket", offsetof(ox_object, bucket), 1},
    {"wanted_bucket", offsetof(ox_object, wanted), 1},
    {"clock", offsetof(ox_object, clock), 1},
};
enum { OBJECT_NUMBERS = sizeof object_numbers / sizeof object_numbers[0] };

static uint32_t number_of(const ox_object *object, uint32_t i) {
    const uint8_t *at = (const uint8_t *)object + object_numbers[i].offset;
    uint16_t half;
    uint32_t word;
    if (object_numbers[i].bytes == 1) return *at;
    if (object_numbers[i].bytes == 4) return memcpy(&word, at, sizeof word), word;
    return memcpy(&half, at, sizeof half), half;
}

static void set_number(ox_object *object, uint32_t i, uint32_t value) {
    uint8_t *at = (uint8_t *)object + object_numbers[i].offset;
    uint16_t half = (uint16_t)value;
    if (object_numbers[i].bytes == 1)
        *at = (uint8_t)value;
    else if (object_numbers[i].bytes == 4)
        memcpy(at, &value, sizeof value);
    else
        memcpy(at, &half, sizeof half);
}

enum { NUMBERS_BYTES = 4 + 8 * 2 + 3 };

/* Writes the numbers of an object as bytes all at once, since they are most of an image; false: the caller writes a text, one by
 * one. */
static bool put_numbers(ox_image_port *port, const ox_object *object) {
    const uint16_t halves[] = {object->next,   object->prev,  object->type_next, object->type_prev,
                               object->record, object->flags, object->tags,      object->chunk};
    uint8_t bytes[NUMBERS_BYTES], *at = bytes + 4;
    if (port->text != NULL) return false;
    for (uint32_t i = 0; i < 4; i++) bytes[i] = (uint8_t)(object->name >> 8 * i & 0xFFu);
    for (uint32_t i = 0; i < sizeof halves / sizeof halves[0]; i++) {
        *at++ = (uint8_t)(halves[i] & 0xFFu);
        *at++ = (uint8_t)(halves[i] >> 8);
    }
    *at++ = object->bucket;
    *at++ = object->wanted;
    *at++ = object->clock;
    ox_write_bytes(port->to, bytes, sizeof bytes);
    return true;
}

/* Reads the numbers of an object out of bytes all at once, since they are most of an image; false: the caller reads
 * them one by one. */
static bool get_numbers(ox_image_port *port, ox_object *object) {
    if (port->from == NULL || port->bad || port->from->size - port->from->used < NUMBERS_BYTES) return false;
    const uint8_t *at = port->from->bytes + port->from->used;
    object->name = rom_u32(at);
    object->next = rom_u16(at + 4);
    object->prev = rom_u16(at + 6);
    object->type_next = rom_u16(at + 8);
    object->type_prev = rom_u16(at + 10);
    object->record = rom_u16(at + 12);
    object->flags = rom_u16(at + 14);
    object->tags = rom_u16(at + 16);
    object->chunk = rom_u16(at + 18);
    object->bucket = at[20];
    object->wanted = at[21];
    object->clock = at[22];
    port->from->used += NUMBERS_BYTES;
    return true;
}

/* The values that records begin with: `start`, or the initial values written into `room`; NULL where they do not
 * fit. */
static const void *base_of(const ox_type *record, const void *start, uint64_t room[SMALL / 8]) {
    if (start != NULL) return start;
    if (record->size > SMALL) return NULL;
    ox_type_reset(record, room);
    return room;
}

/* ---- out ---- */

static void put_idle_nodes(ox_image_port *port, const ox_nodes *nodes) {
    ox_image_word(port, "records");
    ox_image_put(port, nodes->fresh, 2);
    ox_image_word(port, "idle");
    ox_image_put(port, (uint32_t)nodes->fresh - nodes->used, 2);
    for (uint32_t id = nodes->idle; id != 0;) {
        uint16_t next;
        ox_image_put(port, id, 2);
        memcpy(&next, ox_nodes_at(nodes, id), sizeof next);
        id = next;
    }
}

static void put_pool(ox_image_port *port, const ox_pool *pool) {
    uint32_t idle = 0;
    for (uint32_t i = 0; i < pool->fresh; i++) idle += pool->generations[i] == 0;
    ox_image_label(port, "pool");
    ox_image_word(port, "serial");
    ox_image_put(port, pool->serial & 0xFFFFu, 2);
    ox_image_word(port, "given");
    ox_image_put(port, pool->given, 4);
    ox_image_word(port, "slots");
    ox_image_put(port, pool->fresh, 2);
    ox_image_word(port, "idle");
    ox_image_put(port, idle, 2);
    for (uint32_t slot = pool->idle; idle > 0; idle--) {
        ox_image_put(port, slot, 2);
        slot = ox_pool_link(pool->objects + (size_t)slot * pool->stride);
    }
}

static void put_types(ox_image_port *port, const ox_world *world) {
    ox_image_label(port, "types");
    ox_image_put(port, world->type_count, 1);
    for (uint32_t i = 0; i < world->type_count; i++) {
        const ox_type_store *store = &world->types[i];
        ox_image_label(port, "type");
        ox_image_put(port, store->type->name, 4);
        ox_image_word(port, "first");
        ox_image_put(port, store->first, 2);
        ox_image_word(port, "last");
        ox_image_put(port, store->last, 2);
        ox_image_word(port, "live");
        ox_image_put(port, store->live, 2);
        ox_image_word(port, "peak");
        ox_image_put(port, store->peak, 2);
        if (store->type->record != NULL) put_idle_nodes(port, &store->nodes);
    }
    ox_image_label(port, "components");
    ox_image_put(port, world->component_count, 1);
    for (uint32_t i = 0; i < world->component_count; i++) {
        const ox_component_store *store = &world->components[i];
        ox_image_label(port, "component");
        ox_image_put(port, store->type->name, 4);
        if (store->type->storage != OX_TABLE) put_idle_nodes(port, &store->nodes);
    }
}

static void put_rows(ox_image_port *port, const ox_world *world, uint32_t component) {
    const ox_type *record = world->components[component].type->record;
    ox_rows rows = ox_component_rows(world, component);
    uint64_t room[SMALL / 8];
    const void *base =
        record == NULL ? NULL : base_of(record, world->components[component].type->start, room);
    ox_image_label(port, "rows");
    ox_image_put(port, rows.count, 2);
    for (uint32_t i = 0; i < rows.count; i++) {
        ox_image_word(port, "owner");
        ox_image_put(port, rows.owners[i], 2);
        if (record != NULL) ox_image_put_record(port, record, rows.data + (size_t)i * rows.stride, base);
    }
}

static ox_component_head *head_at(const ox_world *world, uint32_t type, uint32_t record) {
    return ox_nodes_at(&world->components[type].nodes, record);
}

static void put_ring(ox_image_port *port, const ox_world *world, const ox_object *object) {
    uint32_t count = 0, type = object->ring_type, record = object->ring;
    uint64_t room[SMALL / 8];
    for (bool more = object->ring != 0; more; count++) {
        const ox_component_head *head = head_at(world, type, record);
        type = head->next_type;
        record = head->next;
        more = type != object->ring_type || record != object->ring;
    }
    ox_image_label(port, "  components");
    ox_image_put(port, count, 2);
    for (; count > 0; count--) { /* from the first component, which is next of the last */
        const ox_component_head *head = head_at(world, type, record);
        type = head->next_type;
        record = head->next;
        head = head_at(world, type, record);
        const ox_component_type *of = world->components[type].type;
        ox_image_label(port, "  component");
        ox_image_put(port, type, 1);
        ox_image_word(port, "record");
        ox_image_put(port, record, 2);
        ox_image_word(port, "dying");
        ox_image_put(port, head->dead, 1);
        if (of->record != NULL)
            ox_image_put_record(port, of->record, head + 1, base_of(of->record, of->start, room));
    }
}

static void put_object(ox_image_port *port, const ox_world *world, const ox_object *object) {
    const ox_object_type *type = world->types[object->type].type;
    uint64_t room[SMALL / 8];
    ox_image_label(port, "object");
    ox_image_put(port, object->handle.bits, 4);
    ox_image_word(port, "type");
    ox_image_put(port, object->type, 1);
    if (ROM_SMALL_PLAYER || !put_numbers(port, object))
        for (uint32_t i = 0; i < OBJECT_NUMBERS; i++) {
            ox_image_word(port, object_numbers[i].word);
            ox_image_put(port, number_of(object, i), object_numbers[i].bytes);
        }
    if (type->record != NULL)
        ox_image_put_record(port, type->record, ox_object_data(world, object),
                            base_of(type->record, type->start, room));
    put_ring(port, world, object);
}

static void put_world(ox_image_port *port, const ox_world *world) {
    ox_image_label(port, "world");
    ox_image_put(port, IMAGE_VERSION, 2);
    ox_image_put(port, world->tick, 4);
    ox_image_put(port, world->walk, 4);
    ox_image_put(port, world->state.current, 1);
    put_pool(port, &world->objects);
    put_types(port, world);
    ox_image_label(port, "tags");
    uint32_t tags = OX_WORLD_TAGS;
    while (tags > 0 && world->tags[tags - 1u] == 0) tags--;
    ox_image_put(port, tags, 1);
    for (uint32_t i = 0; i < tags; i++) ox_image_put(port, world->tags[i], 4);
    ox_image_label(port, "buckets");
    for (uint32_t i = 0; i < OX_BUCKETS; i++) {
        ox_image_put(port, world->buckets[i].first, 2);
        ox_image_put(port, world->buckets[i].last, 2);
        ox_image_put(port, ox_world_list_count(world, i), 2);
    }
    ox_image_label(port, "queue");
    ox_image_put(port, world->queue_end - world->queue_first, 2);
    for (uint32_t i = world->queue_first; i != world->queue_end; i++)
        ox_image_put(port, world->queue[i & world->objects.mask], 2);
    for (uint32_t slot = 0; slot < world->objects.fresh; slot++) {
        if (world->objects.generations[slot] != 0) put_object(port, world, ox_world_slot(world, slot));
    }
    for (uint32_t i = 0; i < world->component_count; i++)
        if (world->components[i].type->storage == OX_TABLE) put_rows(port, world, i);
    ox_image_label(port, "end");
}

void ox_world_save_image(const ox_world *world, ox_writer *to) {
    ox_image_port port = {.to = to};
    FX_CHECK_OR(world->phase >= OX_PHASES, "world: saved within a tick", return );
    put_world(&port, world);
}

void ox_world_write_text(const ox_world *world, ox_text *text) {
    ox_image_port port = {.text = text};
    FX_CHECK_OR(world->phase >= OX_PHASES, "world: saved within a tick", return );
    put_world(&port, world);
}

/* ---- in ---- */

static void forget_nodes(ox_nodes *nodes) { nodes->fresh = nodes->idle = nodes->used = 0; }

void ox_world_forget(ox_world *world) {
    ox_pool_forget(&world->objects);
    for (uint32_t i = 0; i < world->type_count; i++) {
        ox_type_store *store = &world->types[i];
        store->first = store->last = store->live = 0;
        if (store->type->record != NULL) forget_nodes(&store->nodes);
    }
    for (uint32_t i = 0; i < world->component_count; i++) {
        ox_component_store *store = &world->components[i];
        store->rows_used = 0;
        if (store->type->storage != OX_TABLE) forget_nodes(&store->nodes);
    }
    memset(world->buckets, 0, sizeof world->buckets);
    memset(world->names, 0, ((size_t)world->name_mask + 1u) * sizeof *world->names);
    ox_bits_clear_all(&world->drawn);
    world->queue_first = world->queue_end = world->alive = 0;
}

/* Numbers of types, components and tags in the image, mapped to numbers of this world. */
typedef struct mapping {
    ox_image_port *port;
    ox_world *world;
    ox_id missing;
    ox_status status; /* a failure other than bad data */
    uint8_t types[TYPES_MOST], components[TYPES_MOST];
    uint16_t linked[OX_BUCKETS]; /* objects of each list */
    uint32_t type_count, component_count;
    ox_id tags[OX_WORLD_TAGS]; /* names of the tags in the image */
} mapping;

static bool is_among(const uint8_t *numbers, uint32_t count, uint32_t number) {
    for (uint32_t i = 0; i < count; i++)
        if (numbers[i] == number) return true;
    return false;
}

static void get_idle_nodes(mapping *m, ox_nodes *nodes) {
    ox_image_word(m->port, "records");
    uint32_t fresh = ox_image_get(m->port, 2), last = 0;
    ox_image_word(m->port, "idle");
    uint32_t idle = ox_image_get_most(m->port, 2, fresh);
    if (fresh > nodes->capacity) m->status = OX_FULL;
    if (m->port->bad || m->status != OX_OK) return;
    nodes->fresh = (uint16_t)fresh;
    nodes->used = (uint16_t)(fresh - idle);
    for (; idle > 0 && !m->port->bad; idle--) {
        uint16_t id = (uint16_t)ox_image_get_most(m->port, 2, fresh);
        if (id == 0) m->port->bad = true;
        if (m->port->bad) break;
        if (last == 0)
            nodes->idle = id;
        else
            memcpy(ox_nodes_at(nodes, last), &id, sizeof id);
        last = id;
    }
    static const uint16_t none = 0;
    if (last != 0) memcpy(ox_nodes_at(nodes, last), &none, sizeof none);
}

static void get_pool(mapping *m) {
    ox_pool *pool = &m->world->objects;
    ox_image_label(m->port, "pool");
    ox_image_word(m->port, "serial");
    uint32_t serial = ox_image_get(m->port, 2), last = OX_POOL_END;
    ox_image_word(m->port, "given");
    uint32_t given = ox_image_get(m->port, 4);
    ox_image_word(m->port, "slots");
    uint32_t fresh = ox_image_get(m->port, 2);
    ox_image_word(m->port, "idle");
    uint32_t idle = ox_image_get_most(m->port, 2, fresh);
    if (fresh > pool->capacity) m->status = OX_FULL;
    if (m->port->bad || m->status != OX_OK) return;
    pool->serial = (pool->serial & OX_POOL_ARMED) | serial;
    pool->given = given;
    pool->fresh = fresh;
    for (; idle > 0 && !m->port->bad; idle--) {
        uint32_t slot = ox_image_get(m->port, 2);
        if (slot >= fresh) m->port->bad = true;
        if (m->port->bad) break;
        ox_pool_add_idle(pool, last, slot);
        last = slot;
    }
}

static void get_types(mapping *m) {
    ox_world *world = m->world;
    ox_image_label(m->port, "types");
    m->type_count = ox_image_get(m->port, 1);
    for (uint32_t i = 0; i < m->type_count && !m->port->bad && m->status == OX_OK; i++) {
        ox_image_label(m->port, "type");
        ox_id name = ox_image_get(m->port, 4);
        if (m->port->bad) return; /* no name was read that could be missing */
        uint32_t here = 0;
        while (here < world->type_count && world->types[here].type->name != name) here++;
        if (here == world->type_count) {
            m->status = OX_NOT_FOUND;
            m->missing = name;
            return;
        }
        ox_type_store *store = &world->types[here];
        if (is_among(m->types, i, here)) m->port->bad = true;
        m->types[i] = (uint8_t)here;
        ox_image_word(m->port, "first");
        store->first = (uint16_t)ox_image_get_most(m->port, 2, world->objects.fresh);
        ox_image_word(m->port, "last");
        store->last = (uint16_t)ox_image_get_most(m->port, 2, world->objects.fresh);
        ox_image_word(m->port, "live");
        store->live = (uint16_t)ox_image_get_most(m->port, 2, world->objects.fresh);
        ox_image_word(m->port, "peak");
        store->peak = (uint16_t)ox_image_get(m->port, 2);
        if (store->live > store->type->capacity) m->status = OX_FULL;
        if (store->type->record != NULL) get_idle_nodes(m, &store->nodes);
    }
}

static void get_components(mapping *m) {
    ox_world *world = m->world;
    ox_image_label(m->port, "components");
    m->component_count = ox_image_get(m->port, 1);
    for (uint32_t i = 0; i < m->component_count && !m->port->bad && m->status == OX_OK; i++) {
        ox_image_label(m->port, "component");
        ox_id name = ox_image_get(m->port, 4);
        if (m->port->bad) return;
        int here = ox_world_component(world, name);
        if (here < 0) {
            m->status = OX_NOT_FOUND;
            m->missing = name;
            return;
        }
        if (is_among(m->components, i, (uint32_t)here)) m->port->bad = true;
        m->components[i] = (uint8_t)here;
        ox_component_store *store = &world->components[here];
        if (store->type->storage == OX_TABLE) continue;
        get_idle_nodes(m, &store->nodes);
        for (uint32_t id = 1; id <= store->nodes.fresh; id++) /* get_ring sets records of objects right */
            ((ox_component_head *)ox_nodes_at(&store->nodes, id))->dead = IDLE;
    }
}

static void get_tags(mapping *m) {
    ox_image_label(m->port, "tags");
    const uint32_t tags = ox_image_get_most(m->port, 1, OX_WORLD_TAGS);
    for (uint32_t i = 0; i < tags && !m->port->bad; i++) m->tags[i] = ox_image_get(m->port, 4);
}

static void get_ring(mapping *m, ox_object *object) {
    ox_world *world = m->world;
    ox_image_label(m->port, "components");
    uint32_t count = ox_image_get(m->port, 2), first_type = 0, first = 0;
    ox_component_head *last = NULL;
    for (; count > 0 && !m->port->bad; count--) {
        ox_image_label(m->port, "component");
        uint32_t number = ox_image_get(m->port, 1);
        ox_image_word(m->port, "record");
        uint32_t record = ox_image_get(m->port, 2);
        ox_image_word(m->port, "dying");
        uint32_t dead = ox_image_get_most(m->port, 1, 1);
        if (m->port->bad || number >= m->component_count) break;
        uint32_t type = m->components[number];
        const ox_component_type *of = world->components[type].type;
        if (of->storage == OX_TABLE || record == 0 || record > world->components[type].nodes.fresh) break;
        ox_component_head *head = head_at(world, type, record);
        if (head->dead != IDLE) break; /* two objects have the record */
        *head =
            (ox_component_head){.owner = (uint16_t)(object->handle.bits & 0xFFFFu), .dead = (uint8_t)dead};
        if (last == NULL) {
            first = record;
            first_type = type;
        } else {
            last->next = (uint16_t)record;
            last->next_type = (uint8_t)type;
        }
        last = head;
        object->ring = (uint16_t)record;
        object->ring_type = (uint8_t)type;
        if (of->slot != 0 && dead == 0) {
            if (object->slots[of->slot - 1u] != 0) m->port->bad = true; /* a slot holds one component */
            object->slots[of->slot - 1u] = (uint16_t)record;
        }
        if (dead == 0) object->updates |= world->components[type].updates;
        if (of->record != NULL) ox_image_get_record(m->port, of->record, head + 1, of->start);
    }
    if (count > 0) m->port->bad = true;
    if (last == NULL) return;
    last->next = (uint16_t)first;
    last->next_type = (uint8_t)first_type;
}

/* Whether an object's links stay inside the pool, since they are followed later. */
static bool links_are_inside(const ox_world *world, const ox_object *object) {
    uint32_t most = world->objects.fresh;
    const ox_type_store *store = &world->types[object->type];
    bool record = store->type->record == NULL ? object->record == 0
                                              : object->record != 0 && object->record <= store->nodes.fresh;
    return object->next <= most && object->prev <= most && object->type_next <= most &&
           object->type_prev <= most && object->bucket < OX_BUCKETS && object->wanted < OX_BUCKETS && record;
}

static void get_object(mapping *m, uint32_t least) {
    ox_world *world = m->world;
    ox_pool *pool = &world->objects;
    ox_image_label(m->port, "object");
    uint32_t bits = ox_image_get(m->port, 4), slot = bits & 0xFFFFu;
    ox_image_word(m->port, "type");
    uint32_t number = ox_image_get(m->port, 1);
    if (m->port->bad || slot < least || slot >= pool->fresh || bits >> 16 == 0 || number >= m->type_count) {
        m->port->bad = true;
        return;
    }
    ox_object *object = ox_world_slot(world, slot);
    *object = (ox_object){.handle = {bits}, .type = m->types[number]};
    bool all = get_numbers(m->port, object);
    for (uint32_t i = 0; i < OBJECT_NUMBERS && !m->port->bad && !all; i++) {
        ox_image_word(m->port, object_numbers[i].word);
        set_number(object, i, ox_image_get(m->port, object_numbers[i].bytes));
    }
    object->tags = ox_world_tags_of(world, object->tags, m->tags);
    if (!links_are_inside(world, object)) m->port->bad = true;
    if (m->port->bad) return;
    const ox_object_type *type = world->types[object->type].type;
    pool->generations[slot] = (uint16_t)(bits >> 16);
    object->updates = world->types[object->type].updates;
    if (type->record != NULL)
        ox_image_get_record(m->port, type->record, ox_object_data(world, object), type->start);
    get_ring(m, object);
    if ((object->flags & OX_OBJECT_DEAD) == 0) world->alive++;
    if (object->name != OX_ID_NONE) {
        object->name_next = world->names[object->name & world->name_mask];
        world->names[object->name & world->name_mask] = (uint16_t)(slot + 1u);
    }
}

static void get_rows(mapping *m, uint32_t component) {
    ox_world *world = m->world;
    ox_component_store *store = &world->components[component];
    const ox_type *record = store->type->record;
    ox_image_label(m->port, "rows");
    uint32_t count = ox_image_get(m->port, 2), least = 0;
    if (count > store->type->capacity) m->status = OX_FULL;
    for (uint32_t i = 0; i < count && !m->port->bad && m->status == OX_OK; i++) {
        ox_image_word(m->port, "owner");
        uint32_t owner = ox_image_get(m->port, 2);
        if (m->port->bad || owner < least || owner >= world->objects.fresh ||
            world->objects.generations[owner] == 0) {
            m->port->bad = true;
            return;
        }
        least = owner + 1u;
        ox_object *object = ox_world_slot(world, owner);
        object->tables |= (uint16_t)(1u << store->table);
        object->updates |= store->updates;
        store->owners[i] = (uint16_t)owner;
        if (record != NULL)
            ox_image_get_record(m->port, record, store->rows + (size_t)i * store->stride, store->type->start);
        store->rows_used = i + 1u;
    }
    if (store->rows_used > store->rows_peak) store->rows_peak = store->rows_used;
}

static void get_lists(mapping *m) {
    ox_world *world = m->world;
    ox_image_label(m->port, "buckets");
    for (uint32_t i = 0; i < OX_BUCKETS; i++) {
        world->buckets[i].first = (uint16_t)ox_image_get_most(m->port, 2, world->objects.fresh);
        world->buckets[i].last = (uint16_t)ox_image_get_most(m->port, 2, world->objects.fresh);
        m->linked[i] = (uint16_t)ox_image_get_most(m->port, 2, world->objects.fresh);
    }
    ox_image_label(m->port, "queue");
    world->queue_end = ox_image_get_most(m->port, 2, world->objects.fresh);
    for (uint32_t i = 0; i < world->queue_end && !m->port->bad; i++) {
        world->queue[i] = (uint16_t)ox_image_get(m->port, 2);
        if (world->queue[i] >= world->objects.fresh) m->port->bad = true;
    }
}

/* Wakes objects that had no update in the build that saved them, and have one now. */
static void wake_updated(ox_world *world) {
    const uint32_t told =
        OX_OBJECT_DEAD | OX_OBJECT_PENDING | OX_OBJECT_LINKED | OX_OBJECT_STATIC | OX_OBJECT_ACTIVE;
    for (uint32_t slot = 0; slot < world->objects.fresh; slot++) {
        ox_object *object = ox_world_slot(world, slot);
        if (world->objects.generations[slot] != 0 && (object->flags & told) == OX_OBJECT_ACTIVE &&
            (object->updates & ((1u << OX_UPDATES) - 1u)) != 0)
            ox_object_wake(world, object);
    }
}

static ox_status get_world(ox_image_port *port, ox_world *world, ox_id *which) {
    mapping m = {.port = port, .world = world, .status = OX_OK};
    FX_CHECK_OR(world->phase >= OX_PHASES, "world: restored within a tick", return OX_BAD_STATE);
    ox_image_label(port, "world");
    uint32_t version = ox_image_get(port, 2);
    if (!port->bad && version > IMAGE_VERSION) return OX_BAD_VERSION;
    ox_world_forget(world);
    uint32_t tick = ox_image_get(port, 4), walk = ox_image_get(port, 4),
             state = ox_image_get_most(port, 1, 1);
    get_pool(&m);
    if (m.status == OX_OK) get_types(&m);
    if (m.status == OX_OK) get_components(&m);
    if (version >= 2) get_tags(&m);
    if (m.status == OX_OK) get_lists(&m);
    uint32_t left = 0, least = 0;
    for (uint32_t i = 0; i < m.type_count && m.status == OX_OK && !port->bad; i++)
        left += world->types[m.types[i]].live;
    for (; left > 0 && m.status == OX_OK && !port->bad; left--) {
        get_object(&m, least);
        while (least < world->objects.fresh && world->objects.generations[least] != 0) least++;
    }
    for (uint32_t i = 0; i < m.component_count && m.status == OX_OK && !port->bad; i++)
        if (world->components[m.components[i]].type->storage == OX_TABLE) get_rows(&m, m.components[i]);
    if (m.status == OX_OK) ox_image_label(port, "end");
    if (m.status == OX_OK && (port->bad || !ox_world_is_sound(world, m.linked))) m.status = OX_BAD_DATA;
    if (m.status != OX_OK) {
        if (which != NULL) *which = m.missing;
        ox_world_forget(world);
        return m.status;
    }
    world->tick = tick;
    world->walk = walk;
    world->state.current = state;
    wake_updated(world);
    return OX_OK;
}

ox_status ox_world_restore_image(ox_world *world, ox_reader *from, ox_id *which) {
    ox_image_port port = {.from = from};
    return get_world(&port, world, which);
}

ox_status ox_world_read_text(ox_world *world, const char *text, size_t size, ox_id *which) {
    ox_image_port port = {.at = text, .end = text + size};
    return get_world(&port, world, which);
}

void ox_world_fix(ox_world *world, void (*fixed)(void *context, ox_world *world, ox_object *object),
                  void *context) {
    for (uint32_t slot = 0; slot < world->objects.fresh; slot++) {
        ox_object *object = ox_world_slot(world, slot);
        if (world->objects.generations[slot] != 0 && (object->flags & OX_OBJECT_DEAD) == 0)
            fixed(context, world, object);
    }
}
