/* The tick: phases in their order, walks over the buckets, messages inside an object, pictures and the state
 * hash. */
#include "kernel/memory/life.h"
#include "kernel/world/internal.h"

static void tell_tracer(ox_world *world, ox_trace_kind kind, uint32_t number, ox_handle object) {
    if (world->tracer != NULL)
        world->tracer(world->trace_context, kind, (ox_phase)world->phase, number, object);
}

/* ---- updates ---- */

static void watch_order(ox_world *world, ox_object *object, uint32_t update) {
    uint32_t now = world->tick * OX_UPDATES + update + 1u;
    for (uint32_t i = 0; i < world->dependency_count; i++) {
        ox_dependency *d = &world->dependencies[i];
        if (ox_handle_same(d->after, object->handle)) d->seen = now;
        if (ox_handle_same(d->before, object->handle) && d->seen == now)
            tell_tracer(world, OX_TRACE_ORDER, update, d->after);
    }
}

static bool is_updated(const ox_object *object) {
    return (object->flags & (OX_OBJECT_DEAD | OX_OBJECT_ACTIVE)) == OX_OBJECT_ACTIVE;
}

static void update_components(ox_world *world, ox_object *object, uint32_t update) {
    ox_component c;
    for (bool more = ox_component_first(world, object, &c); more && is_updated(object);
         more = ox_component_next(world, object, &c)) {
        const ox_component_store *store = &world->components[c.type];
        if ((store->updates >> update & 1u) == 0) continue;
        world->update_calls++;
        store->ops->update[update](world, object, c.data);
    }
}

static void update_object(ox_world *world, ox_object *object, uint32_t update) {
    const ox_object_ops *ops = world->types[object->type].type->ops;
    if (world->dependency_count != 0) watch_order(world, object, update);
    tell_tracer(world, OX_TRACE_UPDATE, update, object->handle);
    if (ops != NULL && ops->update[update] != NULL) {
        world->update_calls++;
        ops->update[update](world, object, ox_object_data(world, object));
    }
    if ((object->ring != 0 || object->tables != 0) && is_updated(object))
        update_components(world, object, update);
}

/* Lists do not change before the sweep, so the next object is known to stay. */
static void walk_bucket(ox_world *world, uint32_t bucket, uint32_t first_update, uint32_t updates) {
    uint32_t link = world->buckets[bucket].first;
    world->walk++;
    while (link != 0) {
        ox_object *object = ox_world_slot(world, link - 1u);
        link = object->next;
        for (uint32_t u = first_update; u < first_update + updates; u++) {
            if ((object->updates >> u & 1u) != 0 && is_updated(object)) update_object(world, object, u);
        }
    }
}

/* ---- phases ---- */

static void run_phase(ox_world *world, ox_phase phase, uint32_t bucket) {
    uint32_t systems = world->phase_systems[phase];
    world->phase = (uint8_t)phase;
    tell_tracer(world, OX_TRACE_PHASE, bucket, OX_HANDLE_NONE);
    for (uint32_t i = 0; systems != 0; i++, systems >>= 1) {
        if ((systems & 1u) != 0) world->systems[i]->run(world->contexts[i], world, phase, bucket);
    }
}

static void run_all(ox_world *world, ox_phase from, ox_phase to) {
    for (uint32_t phase = from; phase <= to; phase++) run_phase(world, (ox_phase)phase, 0);
}

static void run_buckets(ox_world *world) {
    for (uint32_t b = 0; b < OX_BUCKETS; b++) {
        run_phase(world, OX_PHASE_EARLY, b);
        walk_bucket(world, b, OX_UPDATE_EARLY, 1);
        run_phase(world, OX_PHASE_POSES, b);
        run_phase(world, OX_PHASE_LATE, b);
        walk_bucket(world, b, OX_UPDATE_LATE, 1);
    }
    run_all(world, OX_PHASE_BODIES, OX_PHASE_CASTS);
    for (uint32_t b = 0; b < OX_BUCKETS; b++) {
        run_phase(world, OX_PHASE_ATTACHMENTS, b);
        run_phase(world, OX_PHASE_FINAL_POSES, b);
        run_phase(world, OX_PHASE_FINAL, b);
        walk_bucket(world, b, OX_UPDATE_FINAL, 1);
    }
}

/* The plain update method: all updates of an object, then the next object. */
static void run_flat(ox_world *world) {
    run_all(world, OX_PHASE_EARLY, OX_PHASE_LATE);
    walk_bucket(world, 0, 0, OX_UPDATES);
    run_all(world, OX_PHASE_BODIES, OX_PHASE_FINAL);
}

void ox_world_tick(ox_world *world) {
    OX_CREATED(world->arena);
    FX_CHECK_OR(world->phase == OX_PHASES, "world: a tick in the tick", return );
    ox_object_sweep(world, true);
    world->update_calls = 0;
    run_all(world, OX_PHASE_COMMANDS, OX_PHASE_ACTIONS);
    if (world->config.flat)
        run_flat(world);
    else
        run_buckets(world);
    run_all(world, OX_PHASE_CAMERA, OX_PHASE_SOUND);
    world->phase = OX_PHASE_SWEEP;
    ox_object_sweep(world, false);
    run_phase(world, OX_PHASE_SWEEP, 0);
    ox_toggle_turn(&world->state);
    world->tick++;
    world->phase = OX_PHASES;
}

void ox_world_sweep(ox_world *world) {
    FX_CHECK_OR(world->phase == OX_PHASES, "world: a sweep in the tick", return );
    ox_object_sweep(world, false);
}

/* ---- messages inside an object ---- */

uint32_t ox_object_tell(ox_world *world, ox_object *object, const void *event) {
    const ox_object_ops *ops;
    uint32_t heard = 0;
    ox_component c;
    if (object == NULL || (object->flags & OX_OBJECT_DEAD) != 0) return 0;
    FX_CHECK_OR(world->depth < OX_TELL_DEPTH, "world: messages that answer each other without end", return 0);
    world->depth++;
    ops = world->types[object->type].type->ops;
    if (ops != NULL && ops->event != NULL)
        heard += ops->event(world, object, ox_object_data(world, object), event);
    for (bool more = ox_component_first(world, object, &c); more;
         more = ox_component_next(world, object, &c)) {
        const ox_component_ops *of = world->components[c.type].ops;
        if (of == NULL || of->event == NULL) continue;
        FX_ASSERT_MSG(heard < OX_TELL_MOST, "world: a message for more components than may hear one");
        if (heard >= OX_TELL_MOST) break;
        heard += of->event(world, object, c.data, event);
        if ((object->flags & OX_OBJECT_DEAD) != 0) break;
    }
    world->depth--;
    return heard;
}

/* ---- pictures ---- */

void ox_world_draw(const ox_world *world, void *target) {
    uint32_t slot = ox_bits_find_set(&world->drawn, 0);
    for (; slot < world->drawn.count; slot = ox_bits_find_set(&world->drawn, slot + 1u)) {
        const ox_object *object = ox_world_slot(world, slot);
        world->types[object->type].type->ops->draw(world, object, ox_object_data(world, object), target);
    }
}

uint32_t ox_world_drawn(const ox_world *world) { return ox_bits_count_set(&world->drawn); }

uint32_t ox_world_updated(const ox_world *world) {
    uint32_t count = 0;
    for (uint32_t b = 0; b < OX_BUCKETS; b++) count += ox_world_list_count(world, b);
    return count;
}

/* ---- the state hash ---- */

/* Hashes components by type, so that neither their order on the object nor their storage matters; components of one
 * type in the order of the ring. */
static uint32_t hash_components(const ox_world *world, const ox_object *object, uint32_t hash) {
    uint32_t least = 0;
    while (least < world->component_count) {
        uint32_t after = world->component_count;
        ox_component c;
        for (bool more = ox_component_first(world, object, &c); more;
             more = ox_component_next(world, object, &c)) {
            const ox_component_type *type = world->components[c.type].type;
            if (c.type > least && c.type < after) after = c.type;
            if (c.type != least) continue;
            hash = ox_fnv_u32(hash, type->name);
            if (type->record != NULL) hash = ox_type_hash(type->record, c.data, hash);
        }
        least = after;
    }
    return hash;
}

uint32_t ox_world_hash(const ox_world *world, uint32_t hash) {
    hash = ox_fnv_u32(hash, world->tick);
    for (uint32_t slot = 0; slot < ox_pool_peak(&world->objects); slot++) {
        const ox_object *object = ox_world_slot(world, slot);
        const ox_object_type *type;
        if (world->objects.generations[slot] == 0 || (object->flags & OX_OBJECT_DEAD) != 0) continue;
        type = world->types[object->type].type;
        hash = ox_fnv_u32(hash, object->handle.bits);
        hash = ox_fnv_u32(hash, type->name);
        hash = ox_fnv_u32(hash, object->name);
        hash = ox_fnv_u32(hash, (object->flags & OX_OBJECT_SIMULATED) | (uint32_t)object->tags << 16);
        hash =
            ox_fnv_u32(hash, object->chunk | (uint32_t)object->wanted << 16 | (uint32_t)object->clock << 24);
        if (type->record != NULL) hash = ox_type_hash(type->record, ox_object_data(world, object), hash);
        if (object->ring != 0 || object->tables != 0) hash = hash_components(world, object, hash);
    }
    for (uint32_t i = 0; i < world->system_count; i++) {
        if (world->systems[i]->hash != NULL) hash = world->systems[i]->hash(world->contexts[i], hash);
    }
    return hash;
}
