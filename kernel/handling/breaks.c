/* What breaks: blows, and what is left. */
#include "kernel/event/events.h"
#include "kernel/handling/module.h"
#include "kernel/type/name.h"
#include "kernel/world/place.h"

enum { PIECES_MOST = 64 };

static const ox_field fields[] = {
    OX_FIELD(ox_breaks, blow, OX_FX, OX_SIM, .high = 32767 * FX_ONE),
    OX_FIELD(ox_breaks, into, OX_NAME_ID, OX_SIM),
    OX_FIELD(ox_breaks, grid, OX_FX, OX_SIM, .initial = FX_ONE, .low = FX_ONE, .high = 16 * FX_ONE),
    OX_FIELD(ox_breaks, most, OX_U16, OX_SIM, .initial = 32, .high = 1024),
    OX_FIELD(ox_breaks, taken, OX_FX, OX_SIM)};
const ox_type ox_breaks_type = OX_TYPE(ox_breaks, fields, 1);

static ox_breaks *breaks_of(const ox_handling *h, const ox_object *object) {
    return h->type < 0 ? NULL : ox_component_get(h->world, object, (uint32_t)h->type);
}

void ox_handling_strike(ox_handling *h, const ox_object *object, fx blow) {
    ox_breaks *b = breaks_of(h, object);
    if (b != NULL) b->taken = fx_adds(b->taken, blow);
}

/* ---- pieces ---- */

static uint32_t count_of(const ox_world *world, uint32_t type) {
    uint32_t count = 0;
    for (uint32_t slot = 0; slot < ox_pool_peak(&world->objects); slot++) {
        const ox_object *object = ox_world_slot(world, slot);
        if (world->objects.generations[slot] != 0 && object->type == type &&
            (object->flags & (OX_OBJECT_DEAD | OX_OBJECT_LEAVING)) == 0)
            count++;
    }
    return count;
}

/* What is broken, as it was. */
typedef struct broken {
    const ox_handling *h;
    ox_object_place place;
    rig34 pose;
    box3 box; /* of the shape, in its own frame */
    vec3 v, w;
} broken;

/* A piece with its middle at a place of the world. */
static bool make_piece(const broken *b, uint32_t type, vec3 at) {
    ox_world *world = b->h->world;
    ox_object *piece = ox_world_spawn(world, type, NULL);
    ox_object_place *place = piece == NULL ? NULL : ox_object_place_of(world, piece);
    if (piece == NULL) return false;
    if (place == NULL) return true;
    (void)ox_place_set(world, piece, at);
    place->angle = b->place.angle;
    place->pitch = b->place.pitch;
    place->roll = b->place.roll;
    ox_body *body = ox_body_of(b->h->physics, piece);
    if (body == NULL || body->moves != OX_BODY_FREE) return true;
    const vec3 v = v3_adds(b->v, v3_cross(b->w, v3_subs(at, b->pose.t)));
    body->velocity[0] = v.x;
    body->velocity[1] = v.y;
    body->velocity[2] = v.z;
    body->angular[0] = b->w.x;
    body->angular[1] = b->w.y;
    body->angular[2] = b->w.z;
    return true;
}

/* The middle of a part along one side of the box. */
static fx middle_of_part(fx low, fx high, uint32_t number, uint32_t count) {
    return (fx)(low + ((int64_t)high - low) * (int64_t)(2 * number + 1) / (int64_t)(2 * count));
}

static uint32_t make_pieces(const broken *b, uint32_t type, const uint32_t grid[3], uint32_t most) {
    uint32_t made = 0;
    for (uint32_t i = 0; i < grid[0] * grid[1] * grid[2] && i < PIECES_MOST && made < most; i++) {
        const uint32_t x = i % grid[0], y = i / grid[0] % grid[1], z = i / grid[0] / grid[1];
        const vec3 own = {middle_of_part(b->box.lo.x, b->box.hi.x, x, grid[0]),
                          middle_of_part(b->box.lo.y, b->box.hi.y, y, grid[1]),
                          middle_of_part(b->box.lo.z, b->box.hi.z, z, grid[2])};
        if (!make_piece(b, type, rig34_point(&b->pose, own))) break;
        made++;
    }
    return made;
}

static void tell_broke(const ox_handling *h, ox_id what, vec3 at, uint32_t pieces) {
    ox_events *bus = ox_module_bus(h->host);
    const int32_t arguments[5] = {(int32_t)what, at.x, at.y, at.z, (int32_t)pieces};
    if (bus != NULL) ox_events_post_named(bus, OX_NAME("broke"), arguments, 5);
}

uint32_t ox_handling_break(ox_handling *h, ox_object *object) {
    const ox_breaks *breaks = breaks_of(h, object);
    const ox_collider *shape = ox_collider_of(h->physics->collisions, object);
    const ox_object_place *place = ox_object_place_of(h->world, object);
    if (breaks == NULL || shape == NULL || place == NULL || !shape->is_placed) return 0;
    const int type = ox_world_find_type(h->world, breaks->into);
    const rig34 still = rig34_identity();
    const ox_body *body = ox_body_of(h->physics, object);
    broken b = {.h = h, .place = *place, .pose = shape->pose, .box = ox_shape_bounds(&shape->shape, &still)};
    if (body != NULL) {
        b.v = (vec3){body->velocity[0], body->velocity[1], body->velocity[2]};
        b.w = (vec3){body->angular[0], body->angular[1], body->angular[2]};
    }
    uint32_t grid[3], made = 0;
    for (uint32_t i = 0; i < 3; i++) grid[i] = (uint32_t)fx_to_int_floor(fx_max(breaks->grid[i], FX_ONE));
    const uint32_t most = breaks->most;
    const ox_id what = h->world->types[object->type].type->name;
    (void)ox_world_destroy(h->world, object->handle);
    if (type >= 0) {
        const uint32_t there = count_of(h->world, (uint32_t)type);
        made = make_pieces(&b, (uint32_t)type, grid, there < most ? most - there : 0);
    }
    tell_broke(h, what, b.pose.t, made);
    return made;
}

/* ---- blows ---- */

static void note_blow(void *context, const ox_object *object, fx blow) {
    ox_handling_strike(context, object, blow);
}

/* In the order of slots. */
void ox_breaks_step(ox_handling *h) {
    if (h->type < 0 || ox_component_count(&h->world->components[h->type]) == 0) return;
    ox_physics_blows(h->physics, note_blow, h);
    for (uint32_t slot = 0; slot < ox_pool_peak(&h->world->objects); slot++) {
        ox_object *object = ox_world_slot(h->world, slot);
        if (h->world->objects.generations[slot] == 0 || (object->flags & OX_OBJECT_DEAD) != 0) continue;
        ox_breaks *b = breaks_of(h, object);
        if (b == NULL) continue;
        const bool is_broken = b->blow > 0 && b->taken >= b->blow;
        b->taken = 0;
        if (is_broken) (void)ox_handling_break(h, object);
    }
}
