/* Queries over the world's objects, and the hashed grid of places that answers spatial queries. */
#include "kernel/world/query.h"

#include <string.h>

#include "kernel/memory/life.h"

/* ---- the grid ---- */

static int32_t cell_of(const ox_places *places, fx coordinate) {
    int32_t shifted = coordinate < 0 ? ~(int32_t)((uint32_t)~coordinate >> places->shift)
                                     : (int32_t)((uint32_t)coordinate >> places->shift);
    return shifted < -32767 ? -32767 : shifted; /* cell -32768, -32768 is OX_PLACES_OUT */
}

static uint32_t chain_of(const ox_places *places, int32_t x, int32_t z) {
    return ((uint32_t)x * 2654435769u ^ (uint32_t)z * 2246822519u) >> 8 & places->mask;
}

/* A cell's number: both coordinates fit 16 bits, because positions do. */
static uint32_t cell_key(int32_t x, int32_t z) { return ((uint32_t)x & 0xFFFFu) | (uint32_t)z << 16; }

static void leave_place(ox_places *places, uint32_t slot) {
    uint32_t key = places->cells[slot];
    uint16_t next = places->links[2 * slot], before = places->links[2 * slot + 1];
    if (key == OX_PLACES_OUT) return;
    if (before != 0)
        places->links[2 * (before - 1u)] = next;
    else
        places->heads[chain_of(places, (int16_t)(key & 0xFFFFu), (int16_t)(key >> 16))] = next;
    if (next != 0) places->links[2 * (next - 1u) + 1] = before;
    places->cells[slot] = OX_PLACES_OUT;
}

static void enter_place(ox_places *places, uint32_t slot, int32_t x, int32_t z) {
    uint16_t *head = &places->heads[chain_of(places, x, z)];
    places->links[2 * slot] = *head;
    places->links[2 * slot + 1] = 0;
    if (*head != 0) places->links[2 * (*head - 1u) + 1] = (uint16_t)(slot + 1u);
    *head = (uint16_t)(slot + 1u);
    places->cells[slot] = cell_key(x, z);
}

static void release_place(void *context, ox_world *world, ox_handle object) {
    (void)world;
    leave_place((ox_places *)context, object.bits & 0xFFFFu);
}

static uint32_t place_links(void *context) {
    const ox_places *places = (const ox_places *)context;
    uint32_t count = 0;
    for (uint32_t slot = 0; slot < places->world->config.objects; slot++)
        count += places->cells[slot] != OX_PLACES_OUT;
    return count;
}

static const ox_system places_system = {
    .name = OX_NAME("places"), .release = release_place, .links = place_links};

ox_status ox_places_init(ox_places *places, ox_world *world, uint32_t metres_log2, uint32_t table) {
    ox_mark mark = ox_arena_mark(world->arena, OX_ARENA_LOW);
    uint32_t objects = world->config.objects;
    const ox_type *record;
    int system;
    if (world->slot_types[OX_SLOT_PLACE] == 0 || world->places != NULL) return OX_BAD_STATE;
    record = world->components[world->slot_types[OX_SLOT_PLACE] - 1u].type->record;
    if (record == NULL || record->size < sizeof(vec3) || metres_log2 > 12 || table == 0 ||
        (table & (table - 1u)) != 0)
        return OX_BAD_ARGUMENT;
    *places = (ox_places){.world = world, .mask = table - 1u, .shift = 16u + metres_log2};
    places->cells = OX_PUSH(world->arena, uint32_t, objects);
    places->heads = (uint16_t *)ox_arena_push_zero(world->arena, OX_ARENA_LOW, 2u * (size_t)table, 2);
    places->links = (uint16_t *)ox_arena_push_zero(world->arena, OX_ARENA_LOW, 4u * (size_t)objects, 2);
    system = places->cells == NULL || places->heads == NULL || places->links == NULL
                 ? OX_OUT_OF_MEMORY
                 : ox_world_add_system(world, &places_system, places);
    if (system < 0) {
        ox_arena_rollback(world->arena, mark);
        OX_CLEAR(places);
        return (ox_status)system;
    }
    for (uint32_t slot = 0; slot < objects; slot++) places->cells[slot] = OX_PLACES_OUT;
    world->places = places;
    return OX_OK;
}

void ox_places_end(ox_places *places) {
    if (places->world != NULL) {
        ox_world_remove_systems(places->world, places);
        if (places->world->places == places) places->world->places = NULL;
    }
    OX_CLEAR(places);
}

static vec3 *place_at(const ox_world *world, const ox_object *object) {
    return ox_component_in(world, object, OX_SLOT_PLACE);
}

const vec3 *ox_place_of(const ox_world *world, const ox_object *object) { return place_at(world, object); }

ox_status ox_place_set(ox_world *world, ox_object *object, vec3 place) {
    ox_places *places = world->places;
    vec3 *at = object == NULL ? NULL : place_at(world, object);
    uint32_t slot;
    FX_CHECK_OR(at != NULL, "world: an object without a place is moved", return OX_NOT_FOUND);
    *at = place;
    if (places == NULL) return OX_OK;
    slot = ox_object_slot(object);
    int32_t x = cell_of(places, place.x), z = cell_of(places, place.z);
    if (places->cells[slot] == cell_key(x, z)) return OX_OK;
    leave_place(places, slot);
    enter_place(places, slot, x, z);
    return OX_OK;
}

/* ---- conditions and results ---- */

static bool query_fits(const ox_query *q, const ox_object *object) {
    if ((object->flags & OX_OBJECT_DEAD) != 0 || (object->tags & q->tags) != q->tags ||
        ox_object_slot(object) < q->from)
        return false;
    return q->type == 0 || object->type + 1u == q->type;
}

/* Adds a result; the results stay a sorted row of the lowest slots. */
static void add_found(ox_query *q, ox_handle handle) {
    uint32_t at = q->count, slot = handle.bits & 0xFFFFu;
    if (at == q->capacity) {
        q->overflow = true;
        if (at == 0 || (q->out[at - 1u].bits & 0xFFFFu) < slot) return;
        at--;
    } else {
        q->count++;
    }
    for (; at > 0 && (q->out[at - 1u].bits & 0xFFFFu) > slot; at--) q->out[at] = q->out[at - 1u];
    q->out[at] = handle;
}

static void judge_object(const ox_world *world, ox_query *q, const ox_object *object) {
    if (query_fits(q, object) && (q->test == NULL || q->test(q->context, world, object)))
        add_found(q, object->handle);
}

static void begin_query(ox_query *q) {
    q->count = 0;
    q->overflow = false;
}

uint32_t ox_query_type(const ox_world *world, ox_query *q, uint32_t type) {
    begin_query(q);
    for (const ox_object *o = ox_world_first(world, type); o != NULL; o = ox_world_next(world, o))
        judge_object(world, q, o);
    return q->count;
}

uint32_t ox_query_all(const ox_world *world, ox_query *q) {
    begin_query(q);
    for (uint32_t slot = q->from; slot < ox_pool_peak(&world->objects); slot++) {
        if (world->objects.generations[slot] != 0) judge_object(world, q, ox_world_slot(world, slot));
    }
    return q->count;
}

bool ox_object_is(const ox_world *world, const ox_object *object, ox_id name) {
    return object->name == name || world->types[object->type].type->name == name ||
           (object->tags != 0 && (object->tags & ox_world_tag(world, name)) != 0);
}

ox_object *ox_world_called(const ox_world *world, ox_id name) {
    ox_object *object = ox_world_find(world, name);
    if (object != NULL) return object;
    const int type = ox_world_find_type(world, name);
    if (type >= 0) object = ox_world_first(world, (uint32_t)type);
    if (object != NULL) return object;
    ox_handle first = {0};
    ox_query query = {.out = &first, .capacity = 1, .tags = ox_world_tag(world, name)};
    return query.tags != 0 && ox_query_all(world, &query) > 0 ? ox_world_get(world, first) : NULL;
}

/* ---- places ---- */

static uint64_t square(int64_t n) { return (uint64_t)(n * n); }

/* Squared distance, exact when no difference is beyond the world's extent, which is 2^31; else `limit` + 1.
 */
static uint64_t distance2(vec3 a, vec3 b, uint64_t limit) {
    int64_t x = (int64_t)a.x - b.x, y = (int64_t)a.y - b.y, z = (int64_t)a.z - b.z;
    const int64_t most = INT32_MAX;
    if (x > most || -x > most || y > most || -y > most || z > most || -z > most) return limit + 1u;
    return square(x) + square(y) + square(z);
}

typedef void visit(void *context, ox_object *object, vec3 place);

/* Visits all objects with a place in cells that touch the rectangle; all objects with a place when the rectangle has
 * more cells than there are objects. */
static void walk_cells(const ox_world *world, const box3 *box, visit *look, void *context) {
    ox_places *places = world->places;
    int32_t x0, x1, z0, z1;
    uint32_t peak = ox_pool_peak(&world->objects);
    bool scan = places == NULL;
    if (!scan) {
        x0 = cell_of(places, box->lo.x), x1 = cell_of(places, box->hi.x);
        z0 = cell_of(places, box->lo.z), z1 = cell_of(places, box->hi.z);
        scan = (int64_t)(x1 - x0 + 1) * (z1 - z0 + 1) > (int64_t)peak;
    }
    if (scan) {
        for (uint32_t slot = 0; slot < peak; slot++) {
            ox_object *object = ox_world_slot(world, slot);
            const vec3 *at = world->objects.generations[slot] == 0 ? NULL : place_at(world, object);
            if (places != NULL) places->visited++;
            if (at != NULL && (places == NULL || places->cells[slot] != OX_PLACES_OUT))
                look(context, object, *at);
        }
        return;
    }
    for (int32_t z = z0; z <= z1; z++) {
        for (int32_t x = x0; x <= x1; x++) {
            uint32_t link = places->heads[chain_of(places, x, z)], key = cell_key(x, z);
            for (; link != 0; link = places->links[2 * (link - 1u)]) {
                ox_object *object = ox_world_slot(world, link - 1u);
                const vec3 *at = place_at(world, object);
                places->visited++;
                if (at != NULL && places->cells[link - 1u] == key) look(context, object, *at);
            }
        }
    }
}

typedef struct search {
    const ox_world *world;
    ox_query *q;
    box3 box;
    bool round;
    vec3 centre;
    uint64_t limit; /* squared radius; then squared distance of the best so far */
    const ox_object *best;
} search;

static void look_inside(void *context, ox_object *object, vec3 place) {
    const search *s = (const search *)context;
    if (s->round ? distance2(place, s->centre, s->limit) > s->limit : !box_contains(&s->box, place)) return;
    judge_object(s->world, s->q, object);
}

static box3 around(vec3 centre, fx radius) {
    return (box3){{fx_subs(centre.x, radius), fx_subs(centre.y, radius), fx_subs(centre.z, radius)},
                  {fx_adds(centre.x, radius), fx_adds(centre.y, radius), fx_adds(centre.z, radius)}};
}

uint32_t ox_query_box(const ox_world *world, ox_query *q, const box3 *box) {
    search s = {.world = world, .q = q, .box = *box};
    begin_query(q);
    if (!box_is_empty(box)) walk_cells(world, box, look_inside, &s);
    return q->count;
}

uint32_t ox_query_radius(const ox_world *world, ox_query *q, vec3 centre, fx radius) {
    search s = {.world = world,
                .q = q,
                .box = around(centre, radius),
                .round = true,
                .centre = centre,
                .limit = square(radius)};
    begin_query(q);
    if (radius >= 0) walk_cells(world, &s.box, look_inside, &s);
    return q->count;
}

/* Adds a result; the results stay a row of the nearest, sorted by distance. */
static void look_near(void *context, ox_object *object, vec3 place) {
    const search *s = (const search *)context;
    ox_query *q = s->q;
    const uint64_t distance = distance2(place, s->centre, s->limit);
    if (distance > s->limit || !query_fits(q, object) ||
        (q->test != NULL && !q->test(q->context, s->world, object)))
        return;
    uint32_t at = q->count;
    if (q->count == q->capacity)
        q->overflow = true;
    else
        q->count++;
    for (; at > 0; at--) {
        const ox_object *other = ox_world_slot(s->world, q->out[at - 1u].bits & 0xFFFFu);
        const uint64_t far = distance2(*place_at(s->world, other), s->centre, s->limit);
        if (far < distance || (far == distance && ox_object_slot(other) < ox_object_slot(object))) break;
        if (at < q->count) q->out[at] = q->out[at - 1u];
    }
    if (at < q->count) q->out[at] = object->handle;
}

uint32_t ox_query_near(const ox_world *world, ox_query *q, vec3 centre, fx radius) {
    search s = {
        .world = world, .q = q, .box = around(centre, radius), .centre = centre, .limit = square(radius)};
    begin_query(q);
    if (radius >= 0) walk_cells(world, &s.box, look_near, &s);
    return q->count;
}

static void look_nearest(void *context, ox_object *object, vec3 place) {
    search *s = (search *)context;
    uint64_t distance = distance2(place, s->centre, s->limit);
    if (distance > s->limit || !query_fits(s->q, object)) return;
    if (s->best != NULL && distance == s->limit && ox_object_slot(s->best) < ox_object_slot(object)) return;
    if (s->q->test != NULL && !s->q->test(s->q->context, s->world, object)) return;
    s->limit = distance;
    s->best = object;
}

ox_handle ox_query_nearest(const ox_world *world, ox_query *q, vec3 centre, fx radius) {
    search s = {
        .world = world, .q = q, .box = around(centre, radius), .centre = centre, .limit = square(radius)};
    if (radius >= 0) walk_cells(world, &s.box, look_nearest, &s);
    return s.best == NULL ? OX_HANDLE_NONE : s.best->handle;
}
