/* Rows of joints. */
#include "kernel/physics/joint.h"

#include "fixedmath/quaternion.h"
#include "kernel/event/events.h"
#include "kernel/physics/internal.h"
#include "kernel/type/name.h"

#define HERTZ (60 * FX_ONE)
#define DAMPING (2 * FX_ONE)
#define NO_BOUND INT32_MAX

static const ox_field fields[] = {
    OX_FIELD(ox_joint, kind, OX_NAME_ID, OX_SIM),
    OX_FIELD(ox_joint, to, OX_NAME_ID, OX_SIM),
    OX_FIELD(ox_joint, other, OX_LINK, OX_SIM | OX_CLONE_NONE),
    OX_FIELD(ox_joint, at, OX_FX, OX_SIM),
    OX_FIELD(ox_joint, axis, OX_FX, OX_SIM),
    OX_FIELD(ox_joint, other_at, OX_FX, OX_SIM),
    OX_FIELD(ox_joint, other_axis, OX_FX, OX_SIM),
    OX_FIELD(ox_joint, turn, OX_I32, OX_SIM),
    OX_FIELD(ox_joint, length, OX_FX, OX_SIM, .high = 4096 * FX_ONE),
    OX_FIELD(ox_joint, low, OX_FX, OX_SIM),
    OX_FIELD(ox_joint, high, OX_FX, OX_SIM),
    OX_FIELD(ox_joint, hertz, OX_FX, OX_SIM, .initial = 2 * FX_ONE, .high = 60 * FX_ONE),
    OX_FIELD(ox_joint, damping, OX_FX, OX_SIM, .initial = FX(0.3), .high = 16 * FX_ONE),
    OX_FIELD(ox_joint, motor, OX_FX, OX_SIM),
    OX_FIELD(ox_joint, force, OX_FX, OX_SIM, .high = 32767 * FX_ONE),
    OX_FIELD(ox_joint, bears, OX_FX, OX_SIM, .high = 32767 * FX_ONE),
    OX_FIELD(ox_joint, impulses, OX_I32, OX_SIM),
    OX_FIELD(ox_joint, begun, OX_BOOL, OX_SIM | OX_CLONE_NONE),
    OX_FIELD(ox_joint, is_limited, OX_BOOL, OX_SIM)};
const ox_type ox_joint_type = OX_TYPE(ox_joint, fields, 1);

/* ---- where the two are ---- */

typedef struct hinges {
    ox_physics *p;
    ox_joint *joint;
    ox_solver_pair pair;
    rig34 a, b;
    quat turn_a, turn_b;
    vec3 at_a, at_b; /* the joint's places in the world */
    ox_softness soft;
    uint32_t number;
} hinges;

static vec3 vector_of(const fx v[3]) { return (vec3){v[0], v[1], v[2]}; }

static void set_vector(fx to[3], vec3 v) {
    to[0] = v.x;
    to[1] = v.y;
    to[2] = v.z;
}

/* The middle of a shape in the frame of its object. */
static vec3 middle_of(const ox_collider *shape) { return v3_scales(vector_of(shape->offset), shape->scale); }

/* The other object of a joint. False: it is gone, and the joint with it. */
static bool find_other(const ox_physics *p, const ox_joint *j, const ox_object **other,
                       const ox_collider **shape) {
    *other = j->other.bits == 0 ? NULL : ox_world_get(p->world, j->other);
    *shape = *other == NULL ? NULL : ox_collider_of(p->collisions, *other);
    return j->other.bits == 0 || (*shape != NULL && (*shape)->is_placed);
}

/* The joint keeps the two as they stand now. False: the other one is not there yet. */
static bool begin_joint(ox_physics *p, const ox_object *object, const ox_collider *shape, ox_joint *j) {
    if (j->to != 0) {
        const ox_object *other = ox_world_called(p->world, j->to);
        const ox_collider *met =
            other == NULL || other == object ? NULL : ox_collider_of(p->collisions, other);
        if (met == NULL || !met->is_placed) return false;
        j->other = other->handle;
        j->to = 0;
    }
    const ox_object *other;
    const ox_collider *met;
    if (!find_other(p, j, &other, &met)) return false;
    const bool is_line =
        j->kind == OX_NAME("rod") || j->kind == OX_NAME("rope") || j->kind == OX_NAME("spring");
    const vec3 own = v3_subs(vector_of(j->at), middle_of(shape)), at = rig34_point(&shape->pose, own),
               axis = v3_normalize_or(vector_of(j->axis), V3_Y, NULL),
               axis_here = rig34_direction(&shape->pose, axis);
    set_vector(j->at, own); /* from now on about the shape's middle, about which bodies turn */
    set_vector(j->axis, axis);
    set_vector(j->other_axis, met == NULL ? axis_here : rig34_direction_inverse(&met->pose, axis_here));
    j->turn = met == NULL ? shape->turn : q4_mul(q4_conjugate(met->turn), shape->turn);
    if (!is_line)
        set_vector(j->other_at, met == NULL ? at : rig34_point_inverse(&met->pose, at));
    else if (met == NULL && j->other_at[0] == 0 && j->other_at[1] == 0 && j->other_at[2] == 0)
        set_vector(j->other_at, v3_adds(at, (vec3){0, j->length, 0})); /* hangs from a place above */
    if (is_line && j->length == 0)
        j->length = v3_distance(at, met == NULL ? vector_of(j->other_at)
                                                : rig34_point(&met->pose, vector_of(j->other_at)));
    j->begun = true;
    return true;
}

/* ---- rows ---- */

static ox_joint_row *add_row(hinges *h, const ox_solver_row *row, int64_t error) {
    ox_physics *p = h->p;
    if (p->row_count == p->row_room || p->joint_row_count == p->joint_row_room || h->number == OX_JOINT_ROWS)
        return NULL;
    p->rows[p->row_count] = *row;
    p->rows[p->row_count].error = fx_sat64(
        error - ox_row_way(&h->pair, row)); /* what was gone before the row was made counts already */
    p->rows[p->row_count].impulse = h->joint->impulses[h->number];
    ox_joint_row *r = &p->joint_rows[p->joint_row_count++];
    *r = (ox_joint_row){.pair = h->pair,
                        .joint = h->joint,
                        .row = p->row_count++,
                        .soft = h->soft,
                        .low = -NO_BOUND,
                        .high = NO_BOUND,
                        .number = (uint8_t)h->number++};
    return r;
}

static ox_joint_row *add_along(hinges *h, dir30 n, vec3 rb_at, int64_t error) {
    ox_solver_row row;
    if (!ox_row_along(&h->pair, n, v3_subs(h->at_a, h->a.t), v3_subs(rb_at, h->b.t), &row)) return NULL;
    return add_row(h, &row, error);
}

static ox_joint_row *add_about(hinges *h, dir30 n, int64_t error) {
    ox_solver_row row;
    if (!ox_row_about(&h->pair, n, &row)) return NULL;
    return add_row(h, &row, error);
}

static const dir30 axes[3] = {{Q30_ONE, 0, 0}, {0, Q30_ONE, 0}, {0, 0, Q30_ONE}};

static int64_t wide_dot(dir30 n, vec3 v) {
    return fx_rshr64(fx_mad(fx_mad(fx_wide(n.x, v.x), n.y, v.y), n.z, v.z), 26); /* Q12.20 */
}

/* The two directions across an axis. */
static void across_axis(dir30 n, dir30 out[2]) {
    const vec3 side =
        q30_abs(n.y) > Q30_ONE / 4 * 3 ? (vec3){0, q30_neg(n.z), n.y} : (vec3){q30_neg(n.z), 0, n.x};
    if (!v3_normalize_dir30(side, &out[0])) out[0] = axes[0];
    out[1] = (dir30){fx_sat64(fx_rshr64(fx_wide(n.y, out[0].z) - fx_wide(n.z, out[0].y), 30)),
                     fx_sat64(fx_rshr64(fx_wide(n.z, out[0].x) - fx_wide(n.x, out[0].z), 30)),
                     fx_sat64(fx_rshr64(fx_wide(n.x, out[0].y) - fx_wide(n.y, out[0].x), 30))};
}

/* Directions along the lever of a body that moves and across it: impulses along them hardly disturb one another, as those along x, y and z do where the lever
 * is long. They are fixed in the body, so impulses of the step before fit. */
static void lever_axes(const hinges *h, dir30 out[3]) {
    const bool by_a = h->pair.share_a != 0 && !v3_is_zero(vector_of(h->joint->at));
    const bool by_b = !by_a && h->pair.share_b != 0 && !v3_is_zero(vector_of(h->joint->other_at));
    const rig34 *pose = by_a ? &h->a : &h->b;
    for (uint32_t i = 0; i < 3; i++) out[i] = axes[i];
    if (!by_a && !by_b) return;
    if (!v3_normalize_dir30(vector_of(by_a ? h->joint->at : h->joint->other_at), &out[0])) return;
    across_axis(out[0], &out[1]);
    for (uint32_t i = 0; i < 3; i++) out[i] = rot33_apply_dir30(&pose->r, out[i]);
}

/* Both places are one. */
static void hold_place(hinges *h) {
    const vec3 apart = v3_subs(h->at_a, h->at_b);
    dir30 along[3];
    lever_axes(h, along);
    for (uint32_t i = 0; i < 3; i++) (void)add_along(h, along[i], h->at_b, wide_dot(along[i], apart));
}

/* How A is turned from where the joint wants it, in radians Q12.20. */
static void turn_of(const hinges *h, int64_t out[3]) {
    const quat want = q4_mul(h->turn_b, h->joint->turn);
    int32_t turn[3];
    q4_to_rotation_vector(q4_mul(h->turn_a, q4_conjugate(want)), turn);
    for (uint32_t i = 0; i < 3; i++) out[i] = fx_rshr32(turn[i], 8);
}

static void hold_turn(hinges *h) {
    int64_t turn[3];
    turn_of(h, turn);
    for (uint32_t i = 0; i < 3; i++) (void)add_about(h, axes[i], turn[i]);
}

static dir30 axis_of(const rig34 *pose, const fx axis[3]) {
    dir30 n = axes[1];
    const vec3 v = rig34_direction(pose, vector_of(axis));
    if (!v3_is_zero(v)) (void)v3_normalize_dir30(v, &n);
    return n;
}

/* A motor, and the ends of the way that is left free. `value`: where it is, Q12.20. */
static void limit(hinges *h, dir30 n, bool turns, int64_t value, int64_t low, int64_t high) {
    const ox_joint *j = h->joint;
    const ox_physics *p = h->p;
    if (j->force > 0) {
        ox_joint_row *r = turns ? add_about(h, n, 0) : add_along(h, n, h->at_a, 0);
        if (r != NULL) { /* impulse in units of the row: force x dt x the larger inverse mass x weight */
            const uint32_t inverse =
                h->pair.a->inverse > h->pair.b->inverse ? h->pair.a->inverse : h->pair.b->inverse;
            const int64_t rate = (int64_t)physics_rate(p) * p->substeps;
            const int64_t speed = (int64_t)j->force * (int64_t)(inverse >> 4) / rate / FX_ONE; /* Q12.20 */
            r->is_motor = true;
            r->speed = ox_speed_of(j->motor);
            r->high = fx_sat64(speed * p->rows[r->row].weight / FX_ONE);
            r->low = -r->high;
        }
    }
    if (!j->is_limited) return;
    const bool is_low = value - low < high - value; /* the nearer end */
    ox_joint_row *r = turns ? add_about(h, n, is_low ? value - low : value - high)
                            : add_along(h, n, h->at_a, is_low ? value - low : value - high);
    if (r == NULL) return;
    r->is_limit = true;
    if (is_low)
        r->low = 0;
    else
        r->high = 0;
}

static int64_t radians(fx degrees) {
    return (int64_t)degrees * 16 * 3294199 / 180 / 1048576;
} /* pi as Q12.20 */

static void make_hinge(hinges *h) {
    const dir30 a = axis_of(&h->a, h->joint->axis), b = axis_of(&h->b, h->joint->other_axis);
    dir30 across[2];
    hold_place(h);
    across_axis(b, across);
    const vec3 error = {fx_sat64(fx_rshr64(fx_wide(b.y, a.z) - fx_wide(b.z, a.y), 44)),
                        fx_sat64(fx_rshr64(fx_wide(b.z, a.x) - fx_wide(b.x, a.z), 44)),
                        fx_sat64(fx_rshr64(fx_wide(b.x, a.y) - fx_wide(b.y, a.x), 44))};
    for (uint32_t i = 0; i < 2; i++) (void)add_about(h, across[i], wide_dot(across[i], error));
    int64_t turn[3];
    turn_of(h, turn);
    const int64_t angle = fx_rshr64(turn[0] * b.x + turn[1] * b.y + turn[2] * b.z, 30);
    limit(h, b, true, angle, radians(h->joint->low), radians(h->joint->high));
}

static void make_slider(hinges *h) {
    const dir30 b = axis_of(&h->b, h->joint->other_axis);
    const vec3 apart = v3_subs(h->at_a, h->at_b);
    dir30 across[2];
    across_axis(b, across);
    for (uint32_t i = 0; i < 2; i++) (void)add_along(h, across[i], h->at_a, wide_dot(across[i], apart));
    hold_turn(h);
    limit(h, b, false, wide_dot(b, apart), (int64_t)h->joint->low * 16, (int64_t)h->joint->high * 16);
}

/* A line from one place to the other. */
static void make_line(hinges *h) {
    const vec3 apart = v3_subs(h->at_a, h->at_b);
    const uint32_t rate = physics_rate(h->p) * h->p->substeps;
    dir30 n = axes[1];
    if (!v3_is_zero(apart)) (void)v3_normalize_dir30(apart, &n);
    const int64_t error = ((int64_t)v3_length(apart) - h->joint->length) * 16;
    if (h->joint->kind == OX_NAME("spring"))
        h->soft = ox_softness_of(h->joint->hertz, h->joint->damping, rate);
    ox_joint_row *r = add_along(h, n, h->at_b, error);
    if (r == NULL || h->joint->kind != OX_NAME("rope")) return;
    r->is_limit = true;
    r->high = 0;
}

static void make_rows(hinges *h) {
    const ox_id kind = h->joint->kind;
    if (kind == OX_NAME("hinge")) {
        make_hinge(h);
    } else if (kind == OX_NAME("slider")) {
        make_slider(h);
    } else if (kind == OX_NAME("rod") || kind == OX_NAME("rope") || kind == OX_NAME("spring")) {
        make_line(h);
    } else {
        hold_place(h);
        if (kind == OX_NAME("weld")) hold_turn(h);
    }
}

static ox_solver_body *solver_body(const ox_physics *p, const ox_object *object) {
    const uint32_t number = object == NULL ? 0 : p->numbers[ox_object_slot(object)];
    return &p->bodies[number == OX_BODY_SLEEPS ? 0 : number];
}

/* Where a body is within the step. */
static rig34 pose_now(const ox_solver_body *s, const ox_collider *shape, quat *turn) {
    rig34 pose = shape->pose;
    *turn = shape->turn;
    if ((s->turn[0] | s->turn[1] | s->turn[2]) != 0) {
        *turn = ox_physics_turned(*turn, s->turn, 4);
        pose.r = q4_to_rot33(*turn);
    }
    const vec3 way = {fx_rshr32(s->way[0], OX_WAY_BITS - 16), fx_rshr32(s->way[1], OX_WAY_BITS - 16),
                      fx_rshr32(s->way[2], OX_WAY_BITS - 16)};
    pose.t = v3_adds(pose.t, way);
    return pose;
}

static void begin_rows(ox_physics *p, ox_object *object, const ox_collider *shape, ox_joint *joint) {
    const ox_softness soft = ox_softness_of(HERTZ, DAMPING, physics_rate(p) * p->substeps);
    hinges h = {.p = p, .joint = joint, .soft = soft};
    const ox_collider *met;
    const ox_object *other;
    if (!joint->begun && !begin_joint(p, object, shape, joint)) return;
    if (!find_other(p, joint, &other, &met)) {
        (void)ox_component_remove(p->world, object, p->joint_type, joint);
        return;
    }
    h.pair = ox_solver_pair_of(solver_body(p, object), solver_body(p, other));
    if (h.pair.share_a == 0 && h.pair.share_b == 0) return;
    h.a = pose_now(h.pair.a, shape, &h.turn_a);
    h.b = met == NULL ? rig34_identity() : pose_now(h.pair.b, met, &h.turn_b);
    if (met == NULL) h.turn_b = Q4_IDENTITY;
    h.at_a = rig34_point(&h.a, vector_of(joint->at));
    h.at_b = rig34_point(&h.b, vector_of(joint->other_at));
    make_rows(&h);
}

static void keep_impulses(const ox_physics *p) {
    for (uint32_t i = 0; i < p->joint_row_count; i++)
        p->joint_rows[i].joint->impulses[p->joint_rows[i].number] = p->rows[p->joint_rows[i].row].impulse;
}

/* In the order of slots, and of each object's own ring. */
void ox_joints_begin(ox_physics *p) {
    ox_component c;
    p->joint_row_count = 0;
    if (ox_component_count(&p->world->components[p->joint_type]) == 0) return;
    for (uint32_t slot = 0; slot < ox_pool_peak(&p->world->objects); slot++) {
        ox_object *object = ox_world_slot(p->world, slot);
        if (p->world->objects.generations[slot] == 0 || (object->flags & OX_OBJECT_DEAD) != 0) continue;
        const ox_collider *shape = ox_collider_of(p->collisions, object);
        if (shape == NULL || !shape->is_placed) continue;
        for (bool more = ox_component_first(p->world, object, &c); more;
             more = ox_component_next(p->world, object, &c))
            if (c.type == p->joint_type) begin_rows(p, object, shape, c.data);
    }
}

/* Levers of what turns are made anew in each substep: those of the step's begin would lead a body along a straight line, and what brings it back to its circle
 * would lift it for nothing. Half a radian a second is an eight-thousandth of a lever in a step. */
void ox_joints_turn(ox_physics *p) {
    enum { FAST = 1 << (OX_SPEED_BITS - 1) };
    bool turns = false;
    const uint32_t count = p->row_count, room = p->row_room;
    for (uint32_t i = 0; i < p->joint_row_count && !turns; i++) {
        const ox_solver_pair *pair = &p->joint_rows[i].pair;
        for (uint32_t k = 0; k < 3; k++)
            turns = turns || pair->a->w[k] > FAST || pair->a->w[k] < -FAST || pair->b->w[k] > FAST ||
                    pair->b->w[k] < -FAST;
    }
    if (!turns) return;
    keep_impulses(p);
    p->row_room = p->joint_row_count; /* contacts have the rows behind them */
    p->row_count = 0;
    ox_joints_begin(p);
    p->row_count = count;
    p->row_room = room;
}

/* ---- impulses ---- */

void ox_joints_warm(ox_physics *p) {
    for (uint32_t i = 0; i < p->joint_row_count; i++) {
        const ox_joint_row *r = &p->joint_rows[i];
        ox_row_push(&r->pair, &p->rows[r->row], p->rows[r->row].impulse);
    }
}

static int64_t wanted(const ox_joint_row *r, const ox_solver_row *row, bool springs, int32_t rate) {
    const int64_t speed = ox_row_speed(&r->pair, row), impulse = row->impulse;
    if (r->is_motor) return impulse + r->speed - speed;
    const int64_t error = (int64_t)row->error + ox_row_way(&r->pair, row);
    const bool is_far = r->is_limit && (r->low == 0 ? error > 0 : error < 0);
    if (is_far) return impulse - speed - error * rate;
    const bool is_spring = r->joint->kind == OX_NAME("spring");
    if (!springs && !is_spring) return impulse - speed;
    return impulse - fx_rshr64((speed + error * r->soft.rate / FX_ONE) * r->soft.mass, 30) -
           fx_rshr64(impulse * r->soft.spring, 30);
}

void ox_joints_press(ox_physics *p, bool springs, int32_t rate) {
    for (uint32_t i = 0; i < p->joint_row_count; i++) {
        const ox_joint_row *r = &p->joint_rows[i];
        ox_solver_row *row = &p->rows[r->row];
        if (!springs && r->joint->kind == OX_NAME("spring")) continue;
        const int32_t before = row->impulse;
        const int64_t want = wanted(r, row, springs, rate);
        row->impulse = (int32_t)(want < r->low ? r->low : want > r->high ? r->high : want);
        ox_row_push(&r->pair, row, fx_sat64((int64_t)row->impulse - before));
    }
}

/* What a row bears, in newtons: its impulse of a substep over mass and time. */
static int64_t force_of(const ox_physics *p, const ox_joint_row *r) {
    const ox_solver_row *row = &p->rows[r->row];
    const uint32_t inverse =
        r->pair.a->inverse > r->pair.b->inverse ? r->pair.a->inverse : r->pair.b->inverse;
    const int64_t rate = (int64_t)physics_rate(p) * p->substeps,
                  impulse = row->impulse < 0 ? -(int64_t)row->impulse : row->impulse;
    return impulse * FX_ONE / row->weight * 16 * rate / (inverse == 0 ? 1 : inverse);
}

static void snap(ox_physics *p, ox_object *object, ox_joint *joint) {
    const ox_event_service service = ox_engine_events(p->host->engine);
    ox_events *bus = service.operations->bus == NULL ? NULL : service.operations->bus(service.state);
    const int32_t arguments[1] = {(int32_t)joint->other.bits};
    (void)ox_component_remove(p->world, object, p->joint_type, joint);
    if (bus != NULL) ox_events_post_to(bus, OX_NAME("snapped"), object->handle, arguments, 1);
}

void ox_joints_end(ox_physics *p) {
    ox_object *object;
    void *data;
    keep_impulses(p);
    for (uint32_t at = 0; (at = ox_component_each(p->world, p->joint_type, at, &object, &data)) != 0;) {
        ox_joint *joint = data;
        int64_t most = 0;
        if (joint->bears == 0 || !joint->begun) continue;
        for (uint32_t i = 0; i < p->joint_row_count; i++)
            if (p->joint_rows[i].joint == joint && !p->joint_rows[i].is_motor) {
                const int64_t force = force_of(p, &p->joint_rows[i]);
                most = force > most ? force : most;
            }
        if (most > joint->bears / FX_ONE) snap(p, object, joint);
    }
}

/* ---- who is joined ---- */

bool ox_joints_hold(const ox_physics *p, uint32_t slot_a, uint32_t slot_b) {
    ox_object *object;
    void *data;
    for (uint32_t at = 0; (at = ox_component_each(p->world, p->joint_type, at, &object, &data)) != 0;) {
        const ox_joint *j = data;
        const uint32_t slot = ox_object_slot(object), other = j->other.bits & 0xFFFFu;
        if (j->other.bits != 0 &&
            ((slot == slot_a && other == slot_b) || (slot == slot_b && other == slot_a)))
            return true;
    }
    return false;
}

bool ox_joints_spread(const ox_physics *p) {
    ox_object *object;
    void *data;
    bool woke = false;
    for (uint32_t at = 0; (at = ox_component_each(p->world, p->joint_type, at, &object, &data)) != 0;) {
        const ox_object *other = ox_world_get(p->world, ((const ox_joint *)data)->other);
        ox_body *a = ox_body_of(p, object), *b = other == NULL ? NULL : ox_body_of(p, other);
        if (a == NULL || b == NULL || a->moves != OX_BODY_FREE || b->moves != OX_BODY_FREE ||
            a->asleep == b->asleep)
            continue;
        ox_body *sleeper = a->asleep ? a : b;
        sleeper->asleep = false;
        sleeper->quiet = 0;
        woke = true;
    }
    return woke;
}

ox_joint *ox_joint_make(ox_physics *p, ox_object *object, const ox_object *other, ox_id kind, vec3 at) {
    static const ox_id kinds[] = {OX_NAME("ball"), OX_NAME("hinge"), OX_NAME("slider"), OX_NAME("weld"),
                                  OX_NAME("rod"),  OX_NAME("rope"),  OX_NAME("spring")};
    const ox_collider *shape = ox_collider_of(p->collisions, object);
    bool is_known = false;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) is_known = is_known || kinds[i] == kind;
    if (!is_known || shape == NULL || !shape->is_placed) return NULL;
    ox_joint *j = ox_component_add(p->world, object, p->joint_type);
    if (j == NULL) return NULL;
    j->kind = kind;
    j->other = other == NULL ? OX_HANDLE_NONE : other->handle;
    set_vector(j->at, v3_adds(rig34_point_inverse(&shape->pose, at), middle_of(shape)));
    ox_body_wake(p, object);
    return j;
}

void ox_joint_end(ox_physics *p, ox_object *object) {
    ox_body_wake(p, object);
    while (ox_component_has(p->world, object, p->joint_type)) {
        const ox_joint *j = ox_component_get(p->world, object, p->joint_type);
        ox_object *other = ox_world_get(p->world, j->other);
        if (other != NULL) ox_body_wake(p, other);
        (void)ox_component_remove(p->world, object, p->joint_type, j);
    }
}
