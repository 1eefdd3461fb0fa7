/* Shows a world's objects, components and systems as items of the state. */
#include "kernel/replay/world.h"

FX_STATIC_ASSERT(OX_POOL_CAPACITY_MAX < 1u << 16, "a cursor holds a slot in its upper half");

static const ox_field object_fields[] = {
    OX_FIELD(ox_sim_object, name, OX_NAME_ID, OX_HASH), OX_FIELD(ox_sim_object, type, OX_NAME_ID, OX_HASH),
    OX_FIELD(ox_sim_object, flags, OX_U16, OX_HASH),    OX_FIELD(ox_sim_object, tags, OX_U16, OX_HASH),
    OX_FIELD(ox_sim_object, chunk, OX_U16, OX_HASH),    OX_FIELD(ox_sim_object, bucket, OX_U8, OX_HASH),
    OX_FIELD(ox_sim_object, clock, OX_U8, OX_HASH)};
static const char *const object_names[] = {"name", "type", "flags", "tags", "chunk", "bucket", "clock"};
static const ox_type object_type = OX_TYPE(ox_sim_object, object_fields, 1);

static const ox_field system_fields[] = {OX_FIELD(ox_sim_system, name, OX_NAME_ID, OX_HASH),
                                         OX_FIELD(ox_sim_system, hash, OX_U32, OX_HASH)};
static const char *const system_names[] = {"name", "hash"};
static const ox_type system_type = OX_TYPE(ox_sim_system, system_fields, 1);

/* Component `wanted` of an object, counted by type; components of one type count in the order of the ring. */
static bool component_at(const ox_world *world, const ox_object *object, uint32_t wanted,
                         ox_component *found) {
    uint32_t seen = 0;
    for (uint32_t type = 0; type < world->component_count; type++) {
        ox_component c;
        for (bool more = ox_component_first(world, object, &c); more;
             more = ox_component_next(world, object, &c)) {
            if (c.type != type || seen++ != wanted) continue;
            *found = c;
            return true;
        }
    }
    return false;
}

/* Piece 0 of an object is its head, piece 1 its record, pieces from 2 on its components. False when the object has no
 * such piece; *ends when it has none after it either. */
static bool show_piece(ox_sim_world *shown, const ox_object *o, uint32_t piece, ox_sim_item *item,
                       bool *ends) {
    const ox_world *world = shown->world;
    const ox_object_type *type = world->types[o->type].type;
    ox_component c;
    *ends = false;
    *item = (ox_sim_item){.id = o->handle.bits};
    if (piece == 0) {
        shown->object = (ox_sim_object){o->name, type->name, (uint16_t)(o->flags & OX_OBJECT_SIMULATED),
                                        o->tags, o->chunk,   o->wanted,
                                        o->clock};
        item->type = &object_type;
        item->record = &shown->object;
        item->name = "object";
        item->fields = object_names;
        return true;
    }
    if (piece == 1) {
        item->type = type->record;
        item->record = ox_object_data(world, o);
        if (o->type < shown->object_count) item->name = shown->object_names[o->type];
        return type->record != NULL;
    }
    *ends = (o->ring == 0 && o->tables == 0) || !component_at(world, o, piece - 2, &c);
    if (*ends) return false;
    item->type = world->components[c.type].type->record;
    item->record = c.data;
    if (c.type - shown->first_component < shown->component_count)
        item->name = shown->component_names[c.type - shown->first_component];
    return item->type != NULL;
}

static bool alive(const ox_world *world, uint32_t slot) {
    return world->objects.generations[slot] != 0 && (ox_world_slot(world, slot)->flags & OX_OBJECT_DEAD) == 0;
}

bool ox_sim_world_next(void *state_world, uint32_t *cursor, ox_sim_item *item) {
    ox_sim_world *shown = state_world;
    const ox_world *world = shown->world;
    uint32_t slots = ox_pool_peak(&world->objects), slot = *cursor >> 8, piece = *cursor & 0xFFu;
    while (slot < slots) {
        bool ends = true,
             is = alive(world, slot) && show_piece(shown, ox_world_slot(world, slot), piece, item, &ends);
        if (ends || piece == 0xFFu)
            slot++, piece = 0;
        else
            piece++;
        *cursor = slot << 8 | piece;
        if (is) return true;
    }
    for (; slot - slots < world->system_count; slot++) {
        uint32_t s = slot - slots;
        if (world->systems[s]->hash == NULL) continue;
        shown->system = (ox_sim_system){world->systems[s]->name,
                                        world->systems[s]->hash(world->contexts[s], OX_FNV_START)};
        *item = (ox_sim_item){s, &system_type, &shown->system, "system", system_names};
        *cursor = (slot + 1) << 8;
        return true;
    }
    return false;
}
