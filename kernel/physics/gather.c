/* The begin and the end of a step: bodies are gathered out of the world, and put back. */
#include "fixedmath/linear.h"
#include "fixedmath/quaternion.h"
#include "kernel/physics/internal.h"

enum { DENSITY = 200, GYRATION_MOST = 1 << 30, LEAST_MASS = 655, MOST_MASS = 30000 };

fx ox_body_mass(const ox_body *body, const ox_collider *shape) {
    if (body->mass > 0) return body->mass;
    const ox_shape_mass filled = ox_shape_mass_of(&shape->shape);
    return fx_clamp(fx_sat64((int64_t)filled.volume * DENSITY), LEAST_MASS, MOST_MASS * FX_ONE);
}

vec3 ox_body_gyration(const ox_collider *shape) {
    vec3 k2 = ox_shape_mass_of(&shape->shape).gyration2;
    if (ox_collider_is_flat(shape) && shape->shape.kind == OX_SHAPE_SPHERE)
        k2.z += k2.z / 4; /* a disc: r^2 / 2 in the place of 2 r^2 / 5 */
    return k2;
}

/* 2^bits / v, rounded down; INT32_MAX where it is greater. */
static int32_t inverse_in(fx v, int bits) {
    int shift;
    const uint32_t m = fx_recip_norm((uint32_t)v, &shift); /* 1 / v is m / 2^shift, m at most 2^31 */
    return shift < bits ? INT32_MAX : fx_sat64(m >> (shift - bits));
}

/* 1 / mass as Q8.24; 1 / k^2 as Q12.20. */
static uint32_t inverse_of(fx mass) { return (uint32_t)inverse_in(fx_max(mass, LEAST_MASS), 40); }
static fx inverse_square(fx k2) { return fx_min(inverse_in(fx_max(k2, 1), 36), GYRATION_MOST); }

static void turn_gyration(ox_solver_body *s, const ox_collider *shape, bool flat) {
    const vec3 k2 = ox_body_gyration(shape);
    if (flat) {
        s->gyration[2] = inverse_square(k2.z);
        return;
    }
    const vec3 own = {inverse_square(k2.x), inverse_square(k2.y), inverse_square(k2.z)};
    if (own.x == own.y && own.y == own.z) {
        s->gyration[0] = s->gyration[1] = s->gyration[2] = own.x;
        return;
    }
    const sym33 g = sym33_rotate_diagonal(&shape->pose.r, own, 0);
    const int32_t world[6] = {g.xx, g.yy, g.zz, g.xy, g.xz, g.yz};
    for (uint32_t i = 0; i < 6; i++) s->gyration[i] = fx_sat64((int64_t)world[i] * (1 << g.shift));
}

/* What drag leaves of a velocity in a substep: 1 / (1 + drag dt). */
static q30 kept_by(fx drag, uint32_t dt) {
    if (drag <= 0) return Q30_ONE;
    const int64_t by = (int64_t)fx_min(drag, 256 * FX_ONE) * (int64_t)dt >> 18; /* Q30 */
    return (q30)(((int64_t)Q30_ONE << 30) / (Q30_ONE + by));
}

void ox_body_gather(const ox_physics *p, const ox_body *body, const ox_collider *shape, ox_solver_body *s) {
    const uint32_t dt = physics_substep(p);
    const bool flat = ox_collider_is_flat(shape);
    const fx pull[3] = {p->gravity.x, p->gravity.y, p->gravity.z};
    for (uint32_t i = 0; i < 3; i++) {
        s->v[i] = ox_speed_of(body->velocity[i]);
        s->w[i] = ox_speed_of(body->angular[i]);
        s->pull[i] = fx_sat64(fx_rshr64((int64_t)fx_muls(pull[i], body->gravity) * (int64_t)dt, 32 - 4));
    }
    ox_solver_limit(s);
    if (flat) s->v[2] = s->w[0] = s->w[1] = s->pull[2] = 0;
    s->inverse = inverse_of(ox_body_mass(body, shape));
    s->keep = kept_by(body->drag, dt);
    s->spin_keep = kept_by(body->angular_drag, dt);
    turn_gyration(s, shape, flat);
}

/* A led body moves as its object did since the step before. */
static void gather_led(const ox_physics *p, ox_body *body, const ox_collider *shape, bool walks,
                       ox_solver_body *s) {
    const int64_t rate = (int64_t)physics_rate(p);
    const fx now[3] = {shape->pose.t.x, shape->pose.t.y, shape->pose.t.z};
    int32_t turn[3] = {0, 0, 0};
    const bool is_new =
        body->led_turn.w == 0 && body->led_turn.x == 0 && body->led_turn.y == 0 && body->led_turn.z == 0;
    if (!is_new && !q4_equal(body->led_turn, shape->turn))
        q4_to_rotation_vector(q4_mul(shape->turn, q4_conjugate(body->led_turn)), turn);
    body->led_turn = shape->turn;
    for (uint32_t i = 0; i < 3; i++) {
        const int64_t limit = (int64_t)OX_SPEED_MOST * FX_ONE,
                      way = ((int64_t)now[i] - shape->before[i]) * rate;
        const fx v = (fx)(way > limit ? limit : way < -limit ? -limit : way);
        if (!walks) body->velocity[i] = v; /* a mover's is what it wants */
        body->angular[i] = fx_clamp(fx_sat64((int64_t)fx_rshr32(turn[i], 12) * rate), -OX_SPIN_MOST * FX_ONE,
                                    OX_SPIN_MOST * FX_ONE);
        s->v[i] = ox_speed_of(v);
        s->w[i] = ox_speed_of(body->angular[i]);
    }
    s->keep = s->spin_keep = Q30_ONE;
}

static bool moves(const ox_body *body) {
    return body->velocity[0] != 0 || body->velocity[1] != 0 || body->velocity[2] != 0 ||
           body->angular[0] != 0 || body->angular[1] != 0 || body->angular[2] != 0;
}

/* A sleeping body that the game has moved or given a speed is awake, and so are all that it touches. */
static bool is_roused(const ox_body *body, const ox_collider *shape) {
    return body->asleep && (moves(body) || ox_collider_is_moved(shape));
}

/* So is one that touches what the game moves: what it lay on may be gone. */
static void rouse_from(ox_physics *p, uint32_t mover, uint32_t sleeper) {
    ox_object *object = ox_world_slot(p->world, mover), *other = ox_world_slot(p->world, sleeper);
    const ox_collider *shape = ox_collider_of(p->collisions, object);
    const ox_body *body = ox_body_of(p, object), *asleep = ox_body_of(p, other);
    if (asleep == NULL || !asleep->asleep || (body != NULL && body->moves == OX_BODY_FREE)) return;
    if (shape == NULL || ox_collider_is_moved(shape)) ox_body_wake(p, other);
}

/* Where the scene was built anew while it plays (live reload), what they lay on may be another one. */
static void rouse_sleepers(ox_physics *p) {
    ox_object *object;
    void *data;
    ox_joints_rouse(p);
    for (uint32_t at = 0; (at = ox_component_each(p->world, p->type, at, &object, &data)) != 0;) {
        const ox_collider *shape = ox_collider_of(p->collisions, object);
        if (shape != NULL && (!p->is_begun || is_roused(data, shape))) ox_body_wake(p, object);
    }
    p->is_begun = true;
    for (uint32_t i = 0; i < p->touch_count; i++) {
        rouse_from(p, p->touches[i].a, p->touches[i].b);
        rouse_from(p, p->touches[i].b, p->touches[i].a);
    }
}

static void gather_body(ox_physics *p, ox_object *object, ox_body *body, const ox_collider *shape) {
    const uint32_t slot = ox_object_slot(object);
    if (body->moves == OX_BODY_FREE && body->asleep) {
        p->numbers[slot] = OX_BODY_SLEEPS;
        return;
    }
    if (p->body_count == p->body_room) return;
    ox_solver_body *s = &p->bodies[p->body_count];
    *s = (ox_solver_body){.slot = (uint16_t)slot, .set = (uint16_t)p->body_count};
    if (body->moves == OX_BODY_FREE) {
        ox_body_gather(p, body, shape, s);
        p->awake++;
    } else {
        gather_led(p, body, shape, ox_mover_of(p, object) != NULL, s);
    }
    p->numbers[slot] = (uint16_t)p->body_count++;
}

/* In the order of slots: components come in that of their records, which is another one in a game that was loaded. */
void ox_physics_gather(ox_physics *p) {
    rouse_sleepers(p);
    p->bodies[0] = (ox_solver_body){.slot = UINT16_MAX, .is_still = true};
    p->body_count = 1;
    p->awake = 0;
    for (uint32_t slot = 0; slot < p->world->config.objects; slot++) p->numbers[slot] = 0;
    for (uint32_t slot = 0; slot < ox_pool_peak(&p->world->objects); slot++) {
        ox_object *object = ox_world_slot(p->world, slot);
        if (p->world->objects.generations[slot] == 0 || object->slots[OX_SLOT_BODY] == 0) continue;
        ox_body *body = ox_body_of(p, object);
        if (body->moves == OX_BODY_STILL || (object->flags & OX_OBJECT_DEAD) != 0) continue;
        const ox_collider *shape = ox_collider_of(p->collisions, object);
        if (shape == NULL || !shape->is_placed || shape->shape.kind >= OX_SHAPE_CONVEX) continue;
        gather_body(p, object, body, shape);
    }
}

/* ---- the end of a step ---- */

typedef struct sweeping {
    const ox_physics *p;
    const ox_object *object;
} sweeping;

static bool accepts(void *context, const ox_object *object, const ox_collider *shape) {
    const sweeping *s = context;
    (void)shape;
    return s->p->accept(s->p->accept_context, s->object, object, NULL);
}

/* A body that goes farther than it is large is stopped by the first thing in its way that it does not touch already. What it touches, and turns about,
 * stops a ball in its middle, so that its middle never comes to the other side. */
static vec3 stop_on_way(ox_physics *p, ox_solver_body *s, const ox_object *object, const ox_collider *shape,
                        vec3 way) {
    const fx least = ox_shape_least(&shape->shape);
    const ox_shape core = ox_shape_sphere(least / 2);
    sweeping asked = {p, object};
    const ox_collision_filter filter = {.but = object->handle,
                                        .as_body = true,
                                        .test = p->accept == NULL ? NULL : accepts,
                                        .context = &asked};
    ox_collision_hit hit;
    if (v3_len2(way) <= v3_len2((vec3){least, 0, 0})) return way;
    s->is_fast = true;
    p->costs.fast++;
    if (p->is_unguarded) return way;
    if (ox_collision_sweep(p->collisions, &shape->shape, &shape->pose, way, &filter, &hit))
        way = v3_scale_q30(way, hit.part);
    if (ox_collision_sweep(p->collisions, &core, &shape->pose, way, &filter, &hit))
        way = v3_scale_q30(way, hit.part);
    return way;
}

/* Moments of inertia about the body's own axes over the greatest of them, Q2.30. False: all are the same. */
static bool moments_of(const ox_collider *shape, q30 part[3]) {
    enum { LEAST = Q30_ONE / 1024 };
    const vec3 k2 = ox_body_gyration(shape);
    const fx inverse[3] = {inverse_square(k2.x), inverse_square(k2.y), inverse_square(k2.z)};
    const int64_t least = fx_min(inverse[0], fx_min(inverse[1], inverse[2]));
    for (uint32_t i = 0; i < 3; i++) part[i] = (q30)int_max((int)(least * Q30_ONE / inverse[i]), LEAST);
    return part[0] != part[1] || part[1] != part[2];
}

/* The spin of a body that has turned from one orientation to another and kept its angular momentum. */
static vec3 spin_at(const rot33 *from, const rot33 *to, const q30 part[3], vec3 w) {
    const vec3 was = rot33_apply_inverse(from, w);
    const vec3 momentum = {fx_mul_q30(was.x, part[0]), fx_mul_q30(was.y, part[1]),
                           fx_mul_q30(was.z, part[2])};
    const vec3 now = rot33_apply_inverse(to, rot33_apply(from, momentum));
    return rot33_apply(to, (vec3){fx_sat64((int64_t)now.x * Q30_ONE / part[0]),
                                  fx_sat64((int64_t)now.y * Q30_ONE / part[1]),
                                  fx_sat64((int64_t)now.z * Q30_ONE / part[2])});
}

quat ox_physics_turned(quat turn, const int32_t by[3], int32_t quarters) {
    const int32_t vector[3] = {fx_sat64((int64_t)by[0] * quarters), fx_sat64((int64_t)by[1] * quarters),
                               fx_sat64((int64_t)by[2] * quarters)};
    return q4_renormalize(q4_mul(q4_from_rotation_vector(vector), turn));
}

/* The gyroscopic part of a step: what turns keeps its angular momentum, not its spin. The spin half-way turns the body, that at the end stays (midpoint rule: Baraff, SIGGRAPH 1997,
 * course notes; the body's own momentum in the place of w x Iw). Slower than an eighth of a radian a second it is less than half a thousandth of it in a step, and
 * left out; so it is where the body touches another one, whose friction says how it turns. */
static void keep_momentum(const ox_physics *p, const ox_collider *shape, ox_solver_body *s) {
    enum { SLOW = 1 << (OX_SPEED_BITS - 3) };
    q30 part[3];
    bool is_slow = true;
    for (uint32_t i = 0; i < 3; i++) is_slow = is_slow && s->w[i] < SLOW && s->w[i] > -SLOW;
    if (is_slow || s->is_touched || ox_collider_is_flat(shape) || !moments_of(shape, part)) return;
    const vec3 w = {s->w[0], s->w[1], s->w[2]};
    const rot33 half = q4_to_rot33(ox_physics_turned(shape->turn, s->turn, 2));
    const vec3 mid = spin_at(&shape->pose.r, &half, part, w);
    const int64_t rate = (int64_t)physics_rate(p),
                  more[3] = {(int64_t)mid.x - w.x, (int64_t)mid.y - w.y, (int64_t)mid.z - w.z};
    for (uint32_t i = 0; i < 3; i++)
        s->turn[i] = fx_sat64(s->turn[i] + more[i] * (1 << (OX_WAY_BITS - OX_SPEED_BITS)) / rate);
    const rot33 end = q4_to_rot33(ox_physics_turned(shape->turn, s->turn, 4));
    const vec3 last = spin_at(&shape->pose.r, &end, part, w);
    s->w[0] = last.x;
    s->w[1] = last.y;
    s->w[2] = last.z;
}

static void put_back(ox_physics *p, ox_solver_body *s) {
    ox_object *object = ox_world_slot(p->world, s->slot);
    ox_collider *shape = ox_collider_of(p->collisions, object);
    ox_body *body = ox_body_of(p, object);
    const fx at[3] = {shape->pose.t.x, shape->pose.t.y, shape->pose.t.z};
    int64_t to[3];
    keep_momentum(p, shape, s);
    ox_solver_limit(s);
    for (uint32_t i = 0; i < 3; i++) {
        to[i] = (int64_t)at[i] * 65536 + body->rest[i] + (int64_t)s->way[i] * (1 << (32 - OX_WAY_BITS));
        body->velocity[i] = ox_fx_of_speed(s->v[i]);
        body->angular[i] = ox_fx_of_speed(s->w[i]);
        body->rest[i] = (uint16_t)(to[i] & 0xFFFF);
    }
    const vec3 end = {fx_sat64(fx_sra64(to[0], 16)), fx_sat64(fx_sra64(to[1], 16)),
                      fx_sat64(fx_sra64(to[2], 16))},
               way = v3_subs(end, shape->pose.t), gone = stop_on_way(p, s, object, shape, way);
    quat turn = shape->turn;
    if (s->turn[0] != 0 || s->turn[1] != 0 || s->turn[2] != 0) turn = ox_physics_turned(turn, s->turn, 4);
    if (!v3_equal(gone, way)) body->rest[0] = body->rest[1] = body->rest[2] = 0;
    ox_collider_stand(p->collisions, object, shape, v3_adds(shape->pose.t, gone), turn);
}

void ox_physics_put_back(ox_physics *p) {
    for (uint32_t i = 0; i < p->solved; i++)
        p->contacts[i].pair.a->is_touched = p->contacts[i].pair.b->is_touched = true;
    for (uint32_t i = 1; i < p->body_count; i++)
        if (p->bodies[i].inverse != 0) put_back(p, &p->bodies[i]);
}
