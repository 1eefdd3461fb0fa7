/* One step: rows of contacts, substeps, blows, and who comes to rest. */
#include "fixedmath/root.h"
#include "kernel/collision/surface.h"
#include "kernel/physics/internal.h"

/* Contacts are springs of 30 hertz, of 60 where one side does not move, both overdamped; they push apart at 3 m/s at most (Catto 2024). */
#define HERTZ (30 * FX_ONE)
#define DAMPING (10 * FX_ONE)
#define PUSH_MOST ((int32_t)3 << OX_SPEED_BITS)
#define BOUNCE_FROM ((int32_t)1 << (OX_SPEED_BITS - 1)) /* half a metre a second */
#define SLOP (FX_ONE / 2000) /* contacts begin two centimetres apart, so none is lost for want of overlap */
#define REST_SPEED ((int64_t)FX_ONE / 20)

enum { REST_STEPS = 30 };

/* ---- rows of contacts ---- */

/* A mean of so many points is their sum times this, Q2.30. */
static q30 share_of_points(uint32_t count) { return Q30_ONE / (q30)count; }

static vec3 middle_of(const ox_manifold *m) {
    const vec3 first = m->points[0].at;
    if (m->count == 1) return first;
    vec3 sum = V3_ZERO;
    for (uint32_t i = 1; i < m->count; i++) sum = v3_adds(sum, v3_subs(m->points[i].at, first));
    return v3_add(first, v3_scale_q30(sum, share_of_points(m->count)));
}

static fx reach_of(const ox_manifold *m, vec3 middle) {
    int64_t sum = 0;
    for (uint32_t i = 0; i < m->count; i++) sum += v3_distance(m->points[i].at, middle);
    return fx_mul_q30(fx_sat64(sum), share_of_points(m->count));
}

static ox_solver_body *body_in(const ox_physics *p, uint32_t slot) {
    const uint32_t number = p->numbers[slot];
    return &p->bodies[number == OX_BODY_SLEEPS ? 0 : number];
}

static vec3 middle_in(const ox_physics *p, uint32_t slot) {
    return ox_collider_of(p->collisions, ox_world_slot(p->world, slot))->pose.t;
}

/* Friction acts at the middle of the points, along two directions and about the normal. */
static bool add_friction(ox_physics *p, ox_solver_contact *c, const ox_manifold *m, fx friction, vec3 at_a,
                         vec3 at_b) {
    const vec3 middle = middle_of(m), ra = v3_sub(middle, at_a), rb = v3_sub(middle, at_b);
    dir30 t[2];
    if (c->tangents == 1)
        t[0] = (dir30){q30_neg(m->normal.y), m->normal.x, 0};
    else
        ox_row_across(m->normal, t);
    fx weight = FX_MAX;
    for (uint32_t i = 0; i < c->tangents; i++) {
        ox_solver_row *row = &p->rows[p->row_count++];
        if (!ox_row_along(&c->pair, t[i], ra, rb, row)) return false;
        row->impulse = c->touch->friction[i];
        weight = fx_min(weight, row->weight);
    }
    for (uint32_t i = 0; i < m->count; i++)
        c->grip[i] = fx_div_fast(fx_muls(friction, weight), p->rows[c->row + i].weight);
    c->twists = c->tangents == 2 && m->count > 1 && ox_row_about(&c->pair, m->normal, &p->rows[p->row_count]);
    if (c->twists) {
        ox_solver_row *row = &p->rows[p->row_count++];
        row->impulse = c->touch->twist;
        c->twist_grip = fx_div_fast(fx_muls(reach_of(m, middle), row->weight), weight);
    }
    return true;
}

static void add_contact(ox_physics *p, ox_touch *touch, const ox_manifold *m, ox_solver_contact *c) {
    const ox_collider *a = ox_collider_of(p->collisions, ox_world_slot(p->world, touch->a)),
                      *b = ox_collider_of(p->collisions, ox_world_slot(p->world, touch->b));
    const bool is_flat = ox_collider_is_flat(a) && ox_collider_is_flat(b);
    const uint32_t first = p->row_count;
    *c = (ox_solver_contact){.pair = ox_solver_pair_of(body_in(p, touch->a), body_in(p, touch->b)),
                             .touch = touch,
                             .row = first,
                             .count = (uint8_t)m->count,
                             .tangents = is_flat ? 1 : 2};
    const ox_surface sa = ox_surface_of(p->host, a, touch->part), sb = ox_surface_of(p->host, b, touch->part);
    fx friction;
    ox_surface_pair(p->host, &sa, &sb, &friction, &c->bounce);
    c->is_hard = c->pair.share_a == 0 || c->pair.share_b == 0;
    if (c->pair.share_a == 0 && c->pair.share_b == 0) return;
    if (p->row_count + m->count + 3 > p->row_room) {
        p->refused++;
        return;
    }
    const vec3 at_a = middle_in(p, touch->a), at_b = middle_in(p, touch->b);
    bool is_whole = true;
    for (uint32_t i = 0; i < m->count; i++) {
        ox_solver_row *row = &p->rows[p->row_count++];
        const vec3 at = m->points[i].at;
        is_whole = is_whole && ox_row_along(&c->pair, m->normal, v3_sub(at, at_a), v3_sub(at, at_b), row);
        row->error = fx_sat64(-(int64_t)m->points[i].depth * 16);
        row->impulse = touch->impulses[i];
        c->approach[i] = ox_row_speed(&c->pair, row);
    }
    if (is_whole && add_friction(p, c, m, friction, at_a, at_b))
        p->solved++;
    else
        p->row_count = first;
}

static void add_contacts(ox_physics *p) {
    p->solved = 0;
    for (uint32_t i = 0; i < p->touch_count; i++)
        if (p->manifolds[i].count > 0 && p->solved < p->contact_room)
            add_contact(p, &p->touches[i], &p->manifolds[i], &p->contacts[p->solved]);
}

/* ---- impulses ---- */

static void add_impulse(const ox_solver_pair *pair, ox_solver_row *row, int64_t impulse) {
    const int32_t before = row->impulse;
    row->impulse = fx_sat64(impulse);
    ox_row_push(pair, row, fx_sat64((int64_t)row->impulse - before));
}

/* Coulomb: the impulse along the surface is no greater than friction times that along the normal. */
static int32_t grip_of(const ox_physics *p, const ox_solver_contact *c) {
    int64_t sum = 0;
    for (uint32_t i = 0; i < c->count; i++) sum = fx_mad(sum, p->rows[c->row + i].impulse, c->grip[i]);
    return fx_sat64(fx_rshr64(sum, 16));
}

static int64_t clamped(int64_t v, int64_t most) { return v > most ? most : v < -most ? -most : v; }

static void rub(ox_physics *p, const ox_solver_contact *c) {
    ox_solver_row *rows = &p->rows[c->row + c->count];
    const int32_t limit = grip_of(p, c);
    if (c->twists) {
        ox_solver_row *row = &rows[c->tangents];
        const int64_t turn = fx_rshr64(fx_wide(limit, c->twist_grip), 16);
        add_impulse(&c->pair, row, clamped((int64_t)row->impulse - ox_row_speed(&c->pair, row), turn));
    }
    if (c->tangents == 1) {
        add_impulse(&c->pair, &rows[0],
                    clamped((int64_t)rows[0].impulse - ox_row_speed(&c->pair, &rows[0]), limit));
        return;
    }
    int64_t want[2];
    for (uint32_t i = 0; i < 2; i++) want[i] = (int64_t)rows[i].impulse - ox_row_speed(&c->pair, &rows[i]);
    const int64_t length = fx_hypot2(fx_sat64(want[0]), fx_sat64(want[1]));
    for (uint32_t i = 0; i < 2; i++)
        add_impulse(&c->pair, &rows[i], length > limit ? want[i] * limit / length : want[i]);
}

/* What does not overlap yet may come as near as the surfaces are; what overlaps is pushed apart by a spring while `springs`. */
static void press(ox_physics *p, ox_solver_contact *c, const ox_softness *soft, bool springs, int32_t rate) {
    for (uint32_t i = 0; i < c->count; i++) {
        ox_solver_row *row = &p->rows[c->row + i];
        const int64_t apart = (int64_t)row->error + ox_row_way(&c->pair, row);
        int64_t bias = 0, speed = ox_row_speed(&c->pair, row), impulse = row->impulse;
        if (apart > 0) {
            impulse -= speed + apart * rate;
        } else if (springs) {
            const int64_t deep = apart + SLOP * 16 < 0 ? apart + SLOP * 16 : 0;
            bias = deep * soft->rate / FX_ONE;
            if (bias < -PUSH_MOST) bias = -PUSH_MOST;
            impulse += -fx_rshr64((speed + bias) * soft->mass, 30) - fx_rshr64(impulse * soft->spring, 30);
        } else {
            impulse -= speed;
        }
        add_impulse(&c->pair, row, impulse < 0 ? 0 : impulse);
        if (row->impulse > c->most[i]) c->most[i] = row->impulse;
    }
}

static void begin_warm(ox_physics *p) {
    for (uint32_t i = 0; i < p->solved; i++) {
        const ox_solver_contact *c = &p->contacts[i];
        const uint32_t rows = (uint32_t)(c->count + c->tangents + c->twists);
        for (uint32_t k = 0; k < rows; k++)
            ox_row_push(&c->pair, &p->rows[c->row + k], p->rows[c->row + k].impulse);
    }
}

/* Blows give back a part of their speed, once all of the step's impulses are known. */
static void bounce(ox_physics *p) {
    for (uint32_t i = 0; i < p->solved; i++) {
        ox_solver_contact *c = &p->contacts[i];
        if (c->bounce == 0) continue;
        for (uint32_t k = 0; k < c->count; k++) {
            ox_solver_row *row = &p->rows[c->row + k];
            if (c->approach[k] > -BOUNCE_FROM || c->most[k] == 0) continue;
            const int64_t back = -(int64_t)c->approach[k] * c->bounce / FX_ONE;
            const int64_t impulse = (int64_t)row->impulse + back - ox_row_speed(&c->pair, row);
            add_impulse(&c->pair, row, impulse < 0 ? 0 : impulse);
        }
    }
}

static void store_impulses(ox_physics *p) {
    for (uint32_t i = 0; i < p->solved; i++) {
        const ox_solver_contact *c = &p->contacts[i];
        const ox_solver_row *row = &p->rows[c->row];
        for (uint32_t k = 0; k < c->count; k++) c->touch->impulses[k] = row++->impulse;
        for (uint32_t k = 0; k < c->tangents; k++) c->touch->friction[k] = row++->impulse;
        c->touch->twist = c->twists ? row->impulse : 0;
    }
}

void ox_physics_solve(ox_physics *p) {
    const uint32_t rate = physics_rate(p) * p->substeps, dt = physics_substep(p);
    const fx hertz = fx_min(HERTZ, fx_from_int((int32_t)rate) / 4);
    const ox_softness soft = ox_softness_of(hertz, DAMPING, rate),
                      hard = ox_softness_of(2 * hertz, DAMPING, rate);
    p->row_count = 0;
    ox_joints_begin(p);
    add_contacts(p);
    for (uint32_t step = 0; step < p->substeps; step++) {
        for (uint32_t i = 1; i < p->body_count; i++) ox_solver_accelerate(&p->bodies[i]);
        if (step > 0) ox_joints_turn(p);
        ox_joints_warm(p);
        begin_warm(p);
        ox_joints_press(p, true, (int32_t)rate);
        for (uint32_t i = 0; i < p->solved; i++) {
            ox_solver_contact *c = &p->contacts[i];
            rub(p, c);
            press(p, c, c->is_hard ? &hard : &soft, true, (int32_t)rate);
        }
        for (uint32_t i = 1; i < p->body_count; i++) ox_solver_move(&p->bodies[i], dt);
        ox_joints_press(p, false, (int32_t)rate);
        for (uint32_t i = 0; i < p->solved; i++) {
            ox_solver_contact *c = &p->contacts[i];
            press(p, c, &soft, false, (int32_t)rate);
            rub(p, c); /* springs have let go of some of the load, which is whole again now */
        }
    }
    bounce(p);
    store_impulses(p);
    ox_joints_end(p);
}

/* ---- rest ---- */

static uint32_t set_of(const ox_physics *p, uint32_t number) {
    while (p->bodies[number].set != number) number = p->bodies[number].set;
    return number;
}

/* Bodies that touch or are joined are one set, whose number is the lowest of theirs. */
static void join_sets(ox_physics *p) {
    for (uint32_t i = 0; i < p->solved + p->joint_row_count; i++) {
        const ox_solver_pair *pair =
            i < p->solved ? &p->contacts[i].pair : &p->joint_rows[i - p->solved].pair;
        if (pair->share_a == 0 || pair->share_b == 0) continue;
        const uint32_t a = set_of(p, (uint32_t)(pair->a - p->bodies)),
                       b = set_of(p, (uint32_t)(pair->b - p->bodies));
        p->bodies[a > b ? a : b].set = (uint16_t)(a > b ? b : a);
    }
}

static bool is_slow(const ox_solver_body *s, fx reach) {
    int64_t v2 = 0, w2 = 0;
    for (uint32_t i = 0; i < 3; i++) {
        const int64_t v = ox_fx_of_speed(s->v[i]),
                      w = (int64_t)ox_fx_of_speed(s->w[i]) * fx_min(reach, 4 * FX_ONE) / FX_ONE;
        v2 += v * v;
        w2 += w * w;
    }
    return v2 < REST_SPEED * REST_SPEED && w2 < REST_SPEED * REST_SPEED;
}

/* A set sleeps when its liveliest body has been slow for long enough: `way[0]` of the set's first body counts. */
void ox_physics_rest(ox_physics *p) {
    join_sets(p);
    for (uint32_t i = 1; i < p->body_count; i++) p->bodies[i].way[0] = REST_STEPS;
    for (uint32_t i = 1; i < p->body_count; i++) {
        ox_solver_body *s = &p->bodies[i];
        const ox_object *object = ox_world_slot(p->world, s->slot);
        ox_body *body = ox_body_of(p, object);
        if (s->inverse == 0) continue;
        const ox_collider *shape = ox_collider_of(p->collisions, object);
        body->quiet =
            (uint16_t)(is_slow(s, ox_shape_reach(&shape->shape)) ? int_min(body->quiet + 1, REST_STEPS) : 0);
        int32_t *least = &p->bodies[set_of(p, i)].way[0];
        *least = int_min(*least, body->quiet);
    }
    for (uint32_t i = 1; i < p->body_count; i++) {
        const ox_solver_body *s = &p->bodies[i];
        ox_body *body = ox_body_of(p, ox_world_slot(p->world, s->slot));
        if (s->inverse == 0 || p->bodies[set_of(p, i)].way[0] < REST_STEPS) continue;
        body->asleep = true;
        for (uint32_t k = 0; k < 3; k++) body->velocity[k] = body->angular[k] = 0;
    }
}
