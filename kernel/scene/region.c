/* Regions: the objects inside each region, and the events that tell of them. */
#include "kernel/scene/region.h"

#include "kernel/memory/life.h"

enum { REGIONS_MOST = 4096, VISITS_MOST = 4096 };
FX_STATIC_ASSERT(REGIONS_MOST <= UINT16_MAX && VISITS_MOST <= UINT16_MAX, "their numbers have 16 bits");

static uint32_t slot_of(ox_handle object) { return object.bits & 0xFFFFu; }

/* ---- visits ---- */

static ox_visit *visit_of(const ox_regions *regions, uint32_t number, ox_handle object) {
    for (uint32_t i = 0; i < regions->visit_count; i++) {
        ox_visit *visit = &regions->visits[i];
        if (visit->region == number && ox_handle_same(visit->object, object)) return visit;
    }
    return NULL;
}

/* Removes a visit; the other visits keep their order. */
static void end_visit(ox_regions *regions, ox_visit *visit) {
    ox_visit *end = regions->visits + --regions->visit_count;
    for (; visit < end; visit++) visit[0] = visit[1];
}

static void tell_region(ox_regions *regions, ox_region_happening kind, uint32_t number, ox_handle object,
                        uint32_t ticks) {
    const ox_region_event event = {kind, number, regions->regions[number].region, object, ticks};
    regions->listener(regions->context, regions->world, &event);
}

/* ---- one object and one region ---- */

/* Lets an object in; whether the listener is told (not during a cooldown). */
static bool enter_region(ox_regions *regions, uint32_t number, ox_handle object) {
    ox_region_state *state = &regions->regions[number];
    bool muted = (int32_t)(state->quiet_until - regions->world->tick) > 0;
    if (muted) return false;
    state->quiet_until =
        regions->world->tick + state->region->cooldown + (state->region->cooldown != 0 ? 1u : 0u);
    tell_region(regions, OX_REGION_ENTER, number, object, 0);
    return true;
}

static void leave_region(ox_regions *regions, uint32_t number, ox_visit *visit) {
    ox_visit was = *visit;
    end_visit(regions, visit);
    if (!was.muted) tell_region(regions, OX_REGION_LEAVE, number, was.object, was.ticks);
}

static void stay(ox_regions *regions, uint32_t number, ox_visit *visit) {
    visit->ticks++;
    if ((regions->regions[number].region->flags & OX_REGION_STAY) != 0 && !visit->muted)
        tell_region(regions, OX_REGION_STAYS, number, visit->object, visit->ticks);
}

static void come_in(ox_regions *regions, uint32_t number, ox_handle object, bool stays) {
    ox_region_state *state = &regions->regions[number];
    bool once = (state->region->flags & OX_REGION_ONCE) != 0, told;
    if (stays && regions->visit_count >= regions->visit_capacity) {
        regions->refused++;
        return;
    }
    if (stays)
        regions->visits[regions->visit_count++] = (ox_visit){.object = object, .region = (uint16_t)number};
    told = enter_region(regions, number, object);
    if (state->region == NULL) return; /* the listener removed the region */
    ox_visit *visit = stays ? visit_of(regions, number, object) : NULL;
    if (visit != NULL) {
        visit->muted = !told;
        stay(regions, number, visit);
    } else if (told && !stays) {
        tell_region(regions, OX_REGION_LEAVE, number, object, 0);
    }
    if (once && told) state->spent = true;
}

/* Whether an object has one of the wanted tags; 0: all objects count. */
static bool counts(uint16_t wanted, const ox_object *object) {
    return wanted == 0 || (wanted & object->tags) != 0;
}

static void judge_object(ox_regions *regions, uint32_t number, const ox_object *object, vec3 before,
                         vec3 now) {
    ox_region_state *state = &regions->regions[number];
    ox_visit *visit = regions->visit_count == 0 ? NULL : visit_of(regions, number, object->handle);
    bool inside = false, near_by;
    box3 swept = {v3_min(before, now), v3_max(before, now)};
    near_by = state->on && counts(state->region->tags, object) && box_overlap(&state->bounds, &swept);
    if (near_by) {
        regions->tests++;
        inside = ox_region_holds(state->region, now);
    }
    if (visit != NULL) {
        if (inside)
            stay(regions, number, visit);
        else
            leave_region(regions, number, visit);
    } else if (state->spent) {
        return;
    } else if (inside) {
        come_in(regions, number, object->handle, true);
    } else if (near_by && !v3_equal(before, now) && ox_region_crossed(state->region, before, now)) {
        come_in(regions, number, object->handle, false);
    }
}

/* ---- the system ---- */

static void update_object(ox_regions *regions, const ox_object *object, vec3 now) {
    uint32_t slot = slot_of(object->handle);
    ox_handle self = object->handle;
    bool known = ox_bits_get(&regions->placed, slot) && (object->flags & OX_OBJECT_TELEPORTED) == 0;
    vec3 before = known ? regions->before[slot] : now;
    for (uint32_t i = 0; i < regions->count; i++) {
        if (regions->regions[i].region != NULL) judge_object(regions, i, object, before, now);
        if (ox_world_get(regions->world, self) == NULL) return; /* a listener destroyed the object */
    }
    regions->before[slot] = now;
    ox_bits_assign(&regions->placed, slot, true);
}

static void run_regions(void *context, ox_world *world, ox_phase phase, uint32_t bucket) {
    ox_regions *regions = (ox_regions *)context;
    (void)phase, (void)bucket;
    if (regions->count == 0) return;
    for (uint32_t slot = 0; slot < ox_pool_peak(&world->objects); slot++) {
        const ox_object *object = ox_world_slot(world, slot);
        const vec3 *place;
        if (world->objects.generations[slot] == 0 || (object->flags & OX_OBJECT_DEAD) != 0) continue;
        if (!counts(regions->tags, object)) continue;
        place = ox_place_of(world, object);
        if (place != NULL) update_object(regions, object, *place);
    }
}

static void release_object(void *context, ox_world *world, ox_handle object) {
    ox_regions *regions = (ox_regions *)context;
    (void)world;
    ox_bits_assign(&regions->placed, slot_of(object), false);
    for (uint32_t i = regions->visit_count; i-- > 0;) {
        if (ox_handle_same(regions->visits[i].object, object)) end_visit(regions, &regions->visits[i]);
    }
}

static uint32_t hash(void *context, uint32_t so_far) {
    const ox_regions *regions = (const ox_regions *)context;
    for (uint32_t i = 0; i < regions->visit_count; i++) {
        const ox_visit *visit = &regions->visits[i];
        so_far = ox_fnv_u32(so_far, visit->object.bits);
        so_far = ox_fnv_u32(so_far, visit->ticks);
        so_far = ox_fnv_u32(so_far, visit->region | (uint32_t)visit->muted << 16);
    }
    for (uint32_t i = 0; i < regions->count; i++)
        so_far = ox_fnv_u32(so_far, regions->regions[i].quiet_until << 2 |
                                        (uint32_t)regions->regions[i].on << 1 | regions->regions[i].spent);
    return so_far;
}

static uint32_t region_links(void *context) { return ((const ox_regions *)context)->visit_count; }

static const ox_system regions_system = {.name = OX_NAME("regions"),
                                         .phases = 1u << OX_PHASE_PHANTOM_QUERIES,
                                         .run = run_regions,
                                         .release = release_object,
                                         .hash = hash,
                                         .links = region_links};

ox_status ox_regions_init(ox_regions *regions, ox_world *world, const ox_regions_config *config) {
    uint32_t capacity = config->capacity, visits = config->visits;
    ox_mark mark = ox_arena_mark(world->arena, OX_ARENA_LOW);
    uint32_t objects = world->config.objects;
    uint32_t *words;
    int system;
    if (capacity - 1u >= REGIONS_MOST || visits - 1u >= VISITS_MOST || config->listener == NULL)
        return OX_BAD_ARGUMENT;
    if (world->slot_types[OX_SLOT_PLACE] == 0) return OX_BAD_STATE;
    *regions = (ox_regions){.world = world,
                            .capacity = (uint16_t)capacity,
                            .visit_capacity = (uint16_t)visits,
                            .tags = config->tags,
                            .listener = config->listener,
                            .context = config->context};
    regions->regions = OX_PUSH(world->arena, ox_region_state, capacity);
    regions->visits = OX_PUSH(world->arena, ox_visit, visits);
    regions->before = OX_PUSH(world->arena, vec3, objects);
    words = OX_PUSH(world->arena, uint32_t, OX_BITS_WORDS(objects));
    system = regions->regions == NULL || regions->visits == NULL || regions->before == NULL || words == NULL
                 ? OX_OUT_OF_MEMORY
                 : ox_world_add_system(world, &regions_system, regions);
    if (system < 0) {
        ox_arena_rollback(world->arena, mark);
        OX_CLEAR(regions);
        return (ox_status)system;
    }
    for (uint32_t i = 0; i < OX_BITS_WORDS(objects); i++) words[i] = 0;
    ox_bits_init(&regions->placed, words, objects);
    return OX_OK;
}

void ox_regions_end(ox_regions *regions) {
    if (regions->world != NULL) ox_world_remove_systems(regions->world, regions);
    OX_CLEAR(regions);
}

/* ---- regions that come and go ---- */

static bool is_sound(const ox_region *r) {
    switch (r->shape) {
    case OX_REGION_SPHERE:
        return r->half.x >= 0;
    case OX_REGION_BOX:
        return r->half.x >= 0 && r->half.y >= 0 && r->half.z >= 0;
    case OX_REGION_PRISM:
        return r->count >= 3 && r->points != NULL && r->low <= r->high;
    case OX_REGION_PLANES:
        return r->count >= 1 && r->planes != NULL;
    default:
        return false;
    }
}

/* The first gap of `count` free numbers. */
static uint32_t gap_of(const ox_regions *regions, uint32_t count) {
    uint32_t free_ones = 0;
    for (uint32_t i = 0; i < regions->count; i++) {
        free_ones = regions->regions[i].region == NULL ? free_ones + 1u : 0;
        if (free_ones == count) return i + 1u - count;
    }
    return regions->count - free_ones;
}

int ox_regions_add(ox_regions *regions, const ox_region *add, uint32_t count) {
    OX_CREATED(regions->capacity);
    uint32_t first = gap_of(regions, count);
    if (count > (uint32_t)regions->capacity - first) return OX_FULL;
    for (uint32_t i = 0; i < count; i++) {
        if (!is_sound(&add[i])) return OX_BAD_DATA;
    }
    for (uint32_t i = 0; i < count; i++) {
        regions->regions[first + i] = (ox_region_state){.region = &add[i],
                                                        .bounds = ox_region_bounds(&add[i]),
                                                        .quiet_until = regions->world->tick,
                                                        .on = (add[i].flags & OX_REGION_OFF) == 0};
    }
    if (first + count > regions->count) regions->count = (uint16_t)(first + count);
    return (int)first;
}

void ox_regions_remove(ox_regions *regions, uint32_t first, uint32_t count) {
    FX_CHECK_OR(first <= regions->count && count <= regions->count - first, "regions: no such regions",
                return );
    for (uint32_t i = regions->visit_count; i-- > 0;) {
        if (regions->visits[i].region - first < count) end_visit(regions, &regions->visits[i]);
    }
    for (uint32_t i = first; i < first + count; i++) regions->regions[i].region = NULL;
    while (regions->count > 0 && regions->regions[regions->count - 1u].region == NULL) regions->count--;
}

/* ---- state ---- */

void ox_regions_save(const ox_regions *regions, ox_writer *to) {
    const uint32_t slots = ox_pool_peak(&regions->world->objects);
    ox_write_u16(to, regions->count);
    for (uint32_t i = 0; i < regions->count; i++) {
        ox_write_u32(to, regions->regions[i].quiet_until);
        ox_write_u8(to, (uint32_t)regions->regions[i].on << 1 | regions->regions[i].spent);
    }
    ox_write_u16(to, regions->visit_count);
    for (uint32_t i = 0; i < regions->visit_count; i++) {
        ox_write_u32(to, regions->visits[i].object.bits);
        ox_write_u32(to, regions->visits[i].ticks);
        ox_write_u16(to, regions->visits[i].region);
        ox_write_bool(to, regions->visits[i].muted);
    }
    for (uint32_t slot = 0; slot < slots; slot++) {
        if (!ox_bits_get(&regions->placed, slot)) continue;
        ox_write_u32(to, slot + 1u);
        ox_write_i32(to, regions->before[slot].x);
        ox_write_i32(to, regions->before[slot].y);
        ox_write_i32(to, regions->before[slot].z);
    }
    ox_write_u32(to, 0);
}

static void restore_states(ox_regions *regions, ox_reader *from) {
    for (uint32_t i = 0; i < regions->count; i++) {
        regions->regions[i].quiet_until = ox_read_u32(from);
        const uint32_t bits = ox_read_u8(from);
        regions->regions[i].on = (bits & 2u) != 0;
        regions->regions[i].spent = (bits & 1u) != 0;
    }
}

static void restore_visits(ox_regions *regions, ox_reader *from) {
    const uint32_t count = ox_read_u16(from);
    if (count > regions->visit_capacity) from->bad = true;
    for (uint32_t i = 0; i < count && !from->bad; i++) {
        ox_visit visit = {.object = {ox_read_u32(from)}};
        visit.ticks = ox_read_u32(from);
        visit.region = (uint16_t)ox_read_u16(from);
        visit.muted = ox_read_bool(from);
        if (visit.region >= regions->count || regions->regions[visit.region].region == NULL) from->bad = true;
        if (!from->bad) regions->visits[regions->visit_count++] = visit;
    }
}

static void restore_places(ox_regions *regions, ox_reader *from) {
    for (uint32_t slot = ox_read_u32(from); slot != 0 && !from->bad; slot = ox_read_u32(from)) {
        if (slot > regions->world->config.objects) {
            from->bad = true;
            return;
        }
        vec3 *before = &regions->before[slot - 1u];
        before->x = ox_read_i32(from);
        before->y = ox_read_i32(from);
        before->z = ox_read_i32(from);
        ox_bits_assign(&regions->placed, slot - 1u, true);
    }
}

static void forget_visitors(ox_regions *regions) {
    regions->visit_count = 0;
    for (uint32_t slot = 0; slot < regions->world->config.objects; slot++)
        ox_bits_assign(&regions->placed, slot, false);
}

ox_status ox_regions_restore(ox_regions *regions, ox_reader *from) {
    forget_visitors(regions);
    if (ox_read_u16(from) != regions->count) return OX_BAD_DATA;
    restore_states(regions, from);
    restore_visits(regions, from);
    restore_places(regions, from);
    if (!from->bad) return OX_OK;
    forget_visitors(regions);
    return OX_BAD_DATA;
}

int ox_region_find(const ox_regions *regions, ox_id name) {
    for (uint32_t i = 0; i < regions->count; i++) {
        if (regions->regions[i].region != NULL && regions->regions[i].region->name == name) return (int)i;
    }
    return OX_NOT_FOUND;
}

void ox_region_enable(ox_regions *regions, uint32_t number, bool on) {
    FX_CHECK_OR(number < regions->count && regions->regions[number].region != NULL, "regions: no such region",
                return );
    regions->regions[number].on = on;
    if (on) regions->regions[number].spent = false;
}

void ox_regions_forget(ox_regions *regions, const ox_object *object) {
    ox_bits_assign(&regions->placed, slot_of(object->handle), false);
}

uint32_t ox_region_inside(const ox_regions *regions, uint32_t number) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < regions->visit_count; i++) count += regions->visits[i].region == number;
    return count;
}
