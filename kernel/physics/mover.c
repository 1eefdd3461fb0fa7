/* How movers find their way. */
#include "kernel/physics/mover.h"

#include "fixedmath/quaternion.h"
#include "kernel/console/console.h"
#include "kernel/event/events.h"
#include "kernel/physics/internal.h"
#include "kernel/sound/event.h"
#include "kernel/tilemap/module.h"
#include "kernel/type/name.h"

enum { TURNS = 4, PROBE = 4 * OX_CAST_SKIN, OFF = 12 };

#define WALK OX_NAME("walk")
#define CLIMB OX_NAME("climb")
#define SWIM OX_NAME("swim")
#define FLY OX_NAME("fly")

static const ox_field fields[] = {
    OX_FIELD(ox_mover, wish, OX_FX, OX_SIM),
    OX_FIELD(ox_mover, grip, OX_FX, OX_SIM, .initial = 40 * FX_ONE, .high = 1000 * FX_ONE),
    OX_FIELD(ox_mover, air, OX_FX, OX_SIM, .initial = 20 * FX_ONE, .high = 1000 * FX_ONE),
    OX_FIELD(ox_mover, step, OX_FX, OX_SIM, .initial = FX(0.3), .high = 16 * FX_ONE),
    OX_FIELD(ox_mover, slope, OX_FX, OX_SIM, .initial = 46 * FX_ONE, .high = 89 * FX_ONE),
    OX_FIELD(ox_mover, push, OX_FX, OX_SIM, .initial = 300 * FX_ONE, .high = 30000 * FX_ONE),
    OX_FIELD(ox_mover, leap, OX_FX, OX_SIM),
    OX_FIELD(ox_mover, ground, OX_LINK, OX_SIM | OX_CLONE_NONE),
    OX_FIELD(ox_mover, ground_at, OX_FX, OX_SIM),
    OX_FIELD(ox_mover, ground_turn, OX_I32, OX_SIM),
    OX_FIELD(ox_mover, normal, OX_FX, OX_SIM),
    OX_FIELD(ox_mover, late, OX_U8, OX_SIM),
    OX_FIELD(ox_mover, early, OX_U8, OX_SIM),
    OX_FIELD(ox_mover, climbs, OX_NAME_ID, OX_SIM),
    OX_FIELD(ox_mover, swims, OX_NAME_ID, OX_SIM),
    OX_FIELD(ox_mover, flies, OX_NAME_ID, OX_SIM),
    OX_FIELD(ox_mover, mode, OX_NAME_ID, OX_SIM),
    OX_FIELD(ox_mover, off, OX_U8, OX_SIM)};
const ox_type ox_mover_type = OX_TYPE(ox_mover, fields, 1);

void ox_mover_walk(ox_mover *mover, vec3 wish) {
    mover->wish[0] = wish.x;
    mover->wish[1] = wish.y;
    mover->wish[2] = wish.z;
}

void ox_mover_jump(ox_mover *mover, fx speed) {
    mover->leap = speed;
    mover->early = OX_MOVER_LATE + 1;
}

ox_mover *ox_mover_of(const ox_physics *p, const ox_object *object) {
    return ox_component_get(p->world, object, p->mover_type);
}

/* ---- one mover on its way ---- */

typedef struct walker {
    ox_physics *p;
    ox_object *object;
    ox_mover *mover;
    ox_body *body;
    ox_collider *shape;
    rig34 pose; /* where it is by now */
    vec3 v;
    fx level; /* y of the normal of the steepest slope that is ground */
    bool flat;
} walker;

/* What stopped a way. */
typedef struct stop {
    vec3 normal, at;  /* fx */
    ox_object *other; /* NULL: tiles */
} stop;

/* The part of a way that tiles leave, first along x, then along y. */
static bool stop_at_tiles(const walker *w, vec3 *way, stop *by) {
    ox_tile_map *maps;
    const uint32_t count = w->flat ? ox_tilemaps(w->p->host->console, &maps) : 0;
    if (count == 0) return false;
    const box3 bounds = ox_shape_bounds(&w->shape->shape, &w->pose);
    ox_tile_box box = {{w->pose.t.x, w->pose.t.y},
                       {v3_sub(bounds.hi, bounds.lo).x, v3_sub(bounds.hi, bounds.lo).y}};
    const vec2 met = ox_tile_slide(maps, count, &box, (vec2){way->x, way->y});
    if (met.x == 0 && met.y == 0) return false;
    *way = (vec3){box.middle.x - w->pose.t.x, box.middle.y - w->pose.t.y, way->z};
    *by = (stop){.normal = met.y != 0 ? (vec3){0, met.y > 0 ? -FX_ONE : FX_ONE, 0}
                                      : (vec3){met.x > 0 ? -FX_ONE : FX_ONE, 0, 0}};
    return true;
}

/* Goes as far along a way as nothing is in it, and tells what is. Gives what is left of the way. */
static bool advance(walker *w, vec3 *way, stop *by) {
    ox_collision_hit hit;
    const ox_collision_filter filter = {.but = w->object->handle, .but_tiles = w->flat};
    vec3 gone = *way;
    bool is_stopped = false;
    if (v3_is_zero(*way)) return false;
    if (ox_collision_sweep(w->p->collisions, &w->shape->shape, &w->pose, *way, &filter, &hit)) {
        ox_object *other = ox_world_get(w->p->world, hit.object);
        const ox_collider *met = other == NULL ? NULL : ox_collider_of(w->p->collisions, other);
        const vec3 n = {fx_from_q30(hit.normal.x), fx_from_q30(hit.normal.y), fx_from_q30(hit.normal.z)};
        const bool is_leaving = hit.part == 0 && v3_dot(*way, n) >= 0;
        if (met != NULL && !is_leaving &&
            ox_collisions_pair(w->p->collisions, w->object, w->shape, other, met)) {
            gone = v3_scale_q30(*way, hit.part);
            *by = (stop){n, hit.at, other};
            is_stopped = true;
        }
    }
    if (stop_at_tiles(w, &gone, by)) is_stopped = true;
    w->pose.t = v3_adds(w->pose.t, gone);
    *way = v3_subs(*way, gone);
    return is_stopped;
}

/* Whether what stopped a way can be stood on: a surface that is not too steep, or an edge of one. A round shape meets an edge with a slanting normal, so the
 * surface behind the edge is asked. */
static bool is_ground(walker *w, const stop *by) {
    enum { BEHIND = FX_ONE / 64, ABOVE = FX_ONE / 16 };
    if (by->normal.y >= w->level) return true;
    if (by->normal.y <= FX_ONE / 16 || by->other == NULL) return false;
    const vec3 inward = v3_scales(
        v3_normalize_or((vec3){fx_negs(by->normal.x), 0, fx_negs(by->normal.z)}, V3_ZERO, NULL), BEHIND);
    const ox_collision_filter filter = {.but = w->object->handle, .but_tiles = w->flat};
    ox_collision_hit hit;
    return ox_collision_ray(w->p->collisions, v3_adds(by->at, (vec3){inward.x, ABOVE, inward.z}),
                            (vec3){0, -2 * ABOVE, 0}, &filter, &hit) &&
           hit.part > 0 && fx_from_q30(hit.normal.y) >= w->level;
}

/* The part of a vector along a surface. */
static vec3 along_surface(vec3 v, vec3 n) { return v3_subs(v, v3_scales(n, v3_dot(v, n))); }

/* A way over the ground goes up and down with it, as fast as on the flat. */
static vec3 over_ground(vec3 way, vec3 n) {
    if (n.y <= 0) return way;
    const int64_t rise = -((int64_t)n.x * way.x + (int64_t)n.z * way.z) / n.y;
    return (vec3){way.x, fx_sat64(rise), way.z};
}

/* Pushes a free body that stands in the way. */
static void push_aside(walker *w, ox_object *other, vec3 normal) {
    const ox_body *body = ox_body_of(w->p, other);
    if (body == NULL || body->moves != OX_BODY_FREE) return;
    const ox_collider *shape = ox_collider_of(w->p->collisions, other);
    const vec3 own = {body->velocity[0], body->velocity[1], body->velocity[2]};
    const fx into = v3_dot(v3_subs(own, w->v), normal), rate = (fx)physics_rate(w->p);
    if (into <= 0) return;
    const fx most = w->mover->push / rate, by = fx_min(fx_muls(into, ox_body_mass(body, shape)), most);
    ox_body_impulse(w->p, other, v3_scales(normal, -by),
                    (vec3){shape->pose.t.x, w->pose.t.y, shape->pose.t.z});
}

/* Over a low obstacle: up, forth, and down again. False, and nothing has moved, where that does not bring it on. */
static bool climb(walker *w, vec3 way) {
    const rig34 before = w->pose;
    const fx feet = ox_shape_bounds(&w->shape->shape, &before).lo.y;
    stop by;
    vec3 up = {0, w->mover->step, 0}, forth = {way.x, 0, way.z};
    (void)advance(w, &up, &by);
    const fx high = fx_subs(w->pose.t.y, before.t.y);
    const vec3 start = w->pose.t;
    (void)advance(w, &forth, &by);
    const vec3 gone = v3_subs(w->pose.t, start);
    vec3 down = {0, -fx_adds(high, 2 * OX_CAST_SKIN), 0};
    if ((gone.x | gone.z) != 0 && advance(w, &down, &by) && is_ground(w, &by) &&
        fx_subs(by.at.y, feet) <= w->mover->step + PROBE)
        return true;
    w->pose = before;
    return false;
}

/* Goes a way and slides along what is in it. */
static void slide(walker *w, vec3 way) {
    vec3 first = V3_ZERO;
    for (uint32_t turn = 0; turn < TURNS && !v3_is_zero(way); turn++) {
        stop by;
        if (!advance(w, &way, &by)) return;
        vec3 n = by.normal;
        if (by.other != NULL) push_aside(w, by.other, n);
        if (is_ground(w, &by)) {
            way = over_ground(way, n);
            continue;
        }
        if (w->body->grounded && climb(w, way)) return;
        if (w->body->grounded && n.y > 0) { /* what is too steep is a wall */
            n.y = 0;
            n = v3_normalize_or(n, by.normal, NULL);
        }
        way = along_surface(way, n);
        if (v3_dot(w->v, n) < 0) w->v = along_surface(w->v, n);
        if (!v3_is_zero(first) && v3_dot(way, first) < 0) { /* between two walls: along their crease */
            const vec3 crease = v3_normalize_or(v3_cross(first, n), V3_ZERO, NULL);
            way = v3_scales(crease, v3_dot(way, crease));
            w->v = v3_scales(crease, v3_dot(w->v, crease));
        }
        first = n;
    }
}

/* ---- parts of a step ---- */

/* What it stands on takes it along. */
static void be_carried(walker *w) {
    const ox_object *ground = ox_world_get(w->p->world, w->mover->ground);
    const ox_collider *shape = ground == NULL ? NULL : ox_collider_of(w->p->collisions, ground);
    if (!w->body->grounded || shape == NULL) return;
    const vec3 before = {w->mover->ground_at[0], w->mover->ground_at[1], w->mover->ground_at[2]};
    vec3 lever = v3_subs(w->pose.t, before), way;
    stop by;
    if (!q4_equal(shape->turn, w->mover->ground_turn))
        lever = q4_rotate(q4_mul(shape->turn, q4_conjugate(w->mover->ground_turn)), lever);
    way = v3_subs(v3_adds(shape->pose.t, lever), w->pose.t);
    if (way.y > 0) { /* a lift that rises stands in the way already */
        w->pose.t.y = fx_adds(w->pose.t.y, way.y);
        way.y = 0;
    }
    (void)advance(w, &way, &by);
}

static fx toward(fx v, fx to, fx by) {
    return v < to ? fx_min(fx_adds(v, by), to) : fx_max(fx_subs(v, by), to);
}

static void want(walker *w) {
    const bool grips = w->mover->mode == CLIMB || w->mover->mode == FLY ||
                       (w->body->grounded && w->mover->mode == WALK),
               rises = w->mover->mode != WALK;
    const fx rate = (fx)physics_rate(w->p), by = (grips ? w->mover->grip : w->mover->air) / rate;
    const vec3 wish = {w->mover->wish[0], rises ? w->mover->wish[1] : w->v.y,
                       w->flat ? 0 : w->mover->wish[2]};
    const vec3 miss = {fx_subs(wish.x, w->v.x), fx_subs(wish.y, w->v.y), fx_subs(wish.z, w->v.z)};
    const fx far = v3_length(miss);
    if (far <= by)
        w->v = (vec3){wish.x, wish.y, w->flat ? w->v.z : wish.z};
    else
        w->v = v3_adds(w->v, v3_scales(v3_normalize_or(miss, V3_ZERO, NULL), by));
    if (w->flat) w->v.z = toward(w->v.z, 0, FX_MAX);
}

/* What its middle is in says how it goes: the first of its three words that means a shape there. A jump takes it out of all of them for a moment. */
static void choose_mode(walker *w) {
    ox_mover *m = w->mover;
    const ox_id words[] = {m->climbs, m->swims, m->flies}, modes[] = {CLIMB, SWIM, FLY};
    m->mode = WALK;
    if (m->off > 0) {
        m->off--;
        return;
    }
    for (uint32_t i = 0; i < sizeof modes / sizeof *modes && m->mode == WALK; i++) {
        const ox_collision_filter filter = {.but = w->object->handle, .name = words[i]};
        if (words[i] != OX_ID_NONE && ox_collision_inside(w->p->collisions, w->pose.t, &filter) != NULL)
            m->mode = modes[i];
    }
    if (m->mode != WALK && m->wish[1] > 0) w->body->grounded = false;
}

/* A jump that was asked in this step or a little before, from the ground or a little after it. True: it jumps. */
static bool leap(walker *w) {
    ox_mover *m = w->mover;
    const bool may = w->body->grounded || m->late > 0 || m->mode != WALK;
    if (m->early > 0) m->early--;
    if (m->early == 0 || !may) return false;
    w->v.y = m->leap;
    if (m->mode != WALK) m->off = OFF;
    m->mode = WALK;
    w->body->grounded = false;
    m->early = m->late = 0;
    m->ground = OX_HANDLE_NONE;
    return true;
}

static void tell_mover(const walker *w, ox_id event, fx value, uint32_t count) {
    ox_events *bus = ox_module_bus(w->p->host);
    const int32_t arguments[1] = {value};
    if (bus != NULL) ox_events_post_to(bus, event, w->object->handle, arguments, count);
}

static void tell_landed(const walker *w, fx speed) {
    const ox_sound_cause cause = {
        .event = OX_NAME("landed"), .strength = speed, .at = w->pose.t, .is_below = true};
    tell_mover(w, OX_NAME("landed"), speed, 1);
    ox_sound_cause_at(w->p->host, w->object, &cause);
}

/* Looks for ground below, and stands on it. */
static void look_down(walker *w, bool was_grounded, bool leapt) {
    const rig34 before = w->pose;
    const fx falling = w->v.y;
    vec3 down = {0, -(was_grounded ? fx_adds(w->mover->step, PROBE) : PROBE), 0};
    stop by = {V3_ZERO, V3_ZERO, NULL};
    const bool stands = falling <= 0 && !leapt && advance(w, &down, &by) && is_ground(w, &by);
    w->body->grounded = stands;
    if (!stands) {
        w->pose = before;
        if (was_grounded && !leapt) tell_mover(w, OX_NAME("fell"), 0, 0);
        w->mover->late = was_grounded && !leapt ? OX_MOVER_LATE : w->mover->late > 0 ? w->mover->late - 1 : 0;
        w->mover->ground = OX_HANDLE_NONE;
        return;
    }
    const ox_collider *ground = by.other == NULL ? NULL : ox_collider_of(w->p->collisions, by.other);
    w->mover->ground = by.other == NULL ? OX_HANDLE_NONE : by.other->handle;
    if (ground != NULL) {
        w->mover->ground_at[0] = ground->pose.t.x;
        w->mover->ground_at[1] = ground->pose.t.y;
        w->mover->ground_at[2] = ground->pose.t.z;
        w->mover->ground_turn = ground->turn;
    }
    w->mover->normal[0] = by.normal.x;
    w->mover->normal[1] = by.normal.y;
    w->mover->normal[2] = by.normal.z;
    w->mover->late = 0;
    w->v.y = 0;
    if (!was_grounded) tell_landed(w, fx_negs(falling));
}

/* Falls or rises; what is below but too steep is slid down. */
static void fall(walker *w) {
    const fx rate = (fx)physics_rate(w->p);
    vec3 way = {0, w->v.y / rate, 0};
    stop by;
    if (!advance(w, &way, &by)) return;
    if (by.other != NULL && w->v.y < 0) push_aside(w, by.other, by.normal);
    if (w->v.y > 0) {
        w->v.y = 0;
        return;
    }
    if (is_ground(w, &by)) return;
    slide(w, along_surface(way, by.normal));
}

static void step_mover(walker *w) {
    const fx rate = (fx)physics_rate(w->p);
    be_carried(w);
    (void)ox_collision_leave(w->p->collisions, w->object, w->shape, &w->pose, w->flat);
    choose_mode(w);
    const bool was_grounded = w->body->grounded, leapt = leap(w);
    want(w);
    if (!w->body->grounded && w->mover->mode == WALK)
        w->v.y = fx_adds(w->v.y, fx_muls(w->p->gravity.y, w->body->gravity) / rate);
    const vec3 normal = {w->mover->normal[0], w->mover->normal[1], w->mover->normal[2]};
    const vec3 way = {w->v.x / rate, 0, w->v.z / rate};
    slide(w, w->body->grounded ? over_ground(way, normal) : way);
    if (!w->body->grounded) fall(w);
    look_down(w, was_grounded, leapt);
    w->body->velocity[0] = w->v.x;
    w->body->velocity[1] = w->v.y;
    w->body->velocity[2] = w->v.z;
    ox_mover_walk(w->mover, V3_ZERO);
    ox_collider_stand(w->p->collisions, w->object, w->shape, w->pose.t, w->shape->turn);
}

void ox_movers_step(ox_physics *p) {
    for (uint32_t slot = 0; slot < ox_pool_peak(&p->world->objects); slot++) {
        ox_object *object = ox_world_slot(p->world, slot);
        if (p->world->objects.generations[slot] == 0 || object->slots[OX_SLOT_BODY] == 0 ||
            (object->flags & OX_OBJECT_DEAD) != 0)
            continue;
        walker w = {.p = p, .object = object, .mover = ox_mover_of(p, object)};
        w.body = ox_body_of(p, object);
        w.shape = w.mover == NULL ? NULL : ox_collider_of(p->collisions, object);
        if (w.shape == NULL || !w.shape->is_placed || w.shape->shape.kind >= OX_SHAPE_CONVEX ||
            w.body->moves != OX_BODY_LED)
            continue;
        w.pose = w.shape->pose;
        w.v = (vec3){w.body->velocity[0], w.body->velocity[1], w.body->velocity[2]};
        w.level = fx_cos((ang16)((int64_t)w.mover->slope * 65536 / 360 / FX_ONE));
        w.flat = ox_collider_is_flat(w.shape);
        step_mover(&w);
    }
}
