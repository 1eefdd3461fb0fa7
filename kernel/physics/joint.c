/* Joints: how they begin, bear and end. */
#include "kernel/physics/joint.h"

#include "kernel/bytes/fnv.h"
#include "kernel/event/events.h"
#include "kernel/physics/joint_internal.h"
#include "kernel/type/name.h"

#define HERTZ (60 * FX_ONE)
#define DAMPING (2 * FX_ONE)
#define WHEEL_HEIGHT (2 * FX_ONE)
#define HAND_HERTZ (6 * FX_ONE)

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
    OX_FIELD(ox_joint, hertz, OX_FX, OX_SIM, .high = 60 * FX_ONE),
    OX_FIELD(ox_joint, damping, OX_FX, OX_SIM, .initial = -FX_ONE, .low = -FX_ONE, .high = 16 * FX_ONE),
    OX_FIELD(ox_joint, motor, OX_FX, OX_SIM),
    OX_FIELD(ox_joint, motor_goal, OX_FX, OX_SIM),
    OX_FIELD(ox_joint, motor_pose, OX_FX, OX_SIM),
    OX_FIELD(ox_joint, ratio, OX_FX, OX_SIM, .initial = FX_ONE, .low = FX_ONE / 16, .high = 16 * FX_ONE),
    OX_FIELD(ox_joint, swing, OX_FX, OX_SIM, .initial = 45 * FX_ONE, .high = 180 * FX_ONE),
    OX_FIELD(ox_joint, force, OX_FX, OX_SIM, .high = 32767 * FX_ONE),
    OX_FIELD(ox_joint, bears, OX_FX, OX_SIM, .high = 32767 * FX_ONE),
    OX_FIELD(ox_joint, asked, OX_U32, OX_SIM),
    OX_FIELD(ox_joint, impulses, OX_I32, OX_SIM),
    OX_FIELD(ox_joint, begun, OX_BOOL, OX_SIM | OX_CLONE_NONE),
    OX_FIELD(ox_joint, is_limited, OX_BOOL, OX_SIM)};
const ox_type ox_joint_type = OX_TYPE(ox_joint, fields, 1);

/* ---- where the two are ---- */

static void set_vector(fx to[3], vec3 v) {
    to[0] = v.x;
    to[1] = v.y;
    to[2] = v.z;
}

/* The middle of a shape in the frame of its object. */
static vec3 middle_of(const ox_collider *shape) {
    return v3_scales(joint_vector(shape->offset), shape->scale);
}

/* The other object of a joint. False: it is gone, and the joint with it. */
static bool find_other(const ox_physics *p, const ox_joint *j, const ox_object **other,
                       const ox_collider **shape) {
    *other = j->other.bits == 0 ? NULL : ox_world_get(p->world, j->other);
    *shape = *other == NULL ? NULL : ox_collider_of(p->collisions, *other);
    return j->other.bits == 0 || (*shape != NULL && (*shape)->is_placed);
}

static bool is_line(ox_id kind) {
    return kind == OX_NAME("rod") || kind == OX_NAME("rope") || kind == OX_NAME("spring") ||
           kind == OX_NAME("pulley") || kind == OX_NAME("hand");
}

/* What nobody said: springs swing, wheels less, motors do not. */
static void default_spring(ox_joint *j) {
    const bool springs = j->kind == OX_NAME("spring"), rolls = j->kind == OX_NAME("wheel");
    if (j->hertz == 0 && (springs || rolls)) j->hertz = 2 * FX_ONE;
    if (j->damping < 0) j->damping = springs ? FX(0.3) : rolls ? FX(0.7) : FX_ONE;
}

/* In a flat scene what turns does so about z alone. Wheels turn about their own x, all else about or along y. */
static vec3 axis_wanted(const ox_joint *j, const ox_collider *shape) {
    const bool rolls = j->kind == OX_NAME("wheel");
    if (ox_collider_is_flat(shape) && (rolls || j->kind == OX_NAME("hinge"))) return (vec3){0, 0, FX_ONE};
    return v3_normalize_or(joint_vector(j->axis), rolls ? V3_X : V3_Y, NULL);
}

/* The rope goes up to a wheel above each of the two, both at one height. */
static void hang_pulley(ox_joint *j, vec3 at, vec3 other) {
    const vec3 wheel = {at.x, fx_adds(at.y, j->length == 0 ? WHEEL_HEIGHT : j->length), at.z},
               far = {other.x, wheel.y, other.z};
    set_vector(j->axis, wheel);
    set_vector(j->other_axis, far);
    j->length = fx_adds(v3_distance(at, wheel), fx_muls(v3_distance(other, far), j->ratio));
}

/* Where the other one holds a line, or a place. */
static void begin_places(ox_joint *j, vec3 at, const ox_collider *met) {
    if (!is_line(j->kind))
        set_vector(j->other_at, met == NULL ? at : rig34_point_inverse(&met->pose, at));
    else if (met == NULL && v3_is_zero(joint_vector(j->other_at)))
        set_vector(j->other_at, v3_adds(at, (vec3){0, j->length, 0})); /* hangs from a place above */
    const vec3 other =
        met == NULL ? joint_vector(j->other_at) : rig34_point(&met->pose, joint_vector(j->other_at));
    if (j->kind == OX_NAME("pulley"))
        hang_pulley(j, at, other);
    else if (is_line(j->kind) && j->length == 0)
        j->length = v3_distance(at, other);
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
    const vec3 own = v3_subs(joint_vector(j->at), middle_of(shape)), at = rig34_point(&shape->pose, own),
               axis = axis_wanted(j, shape), axis_here = rig34_direction(&shape->pose, axis);
    default_spring(j);
    set_vector(j->at, own); /* from now on about the shape's middle, about which bodies turn */
    set_vector(j->axis, axis);
    set_vector(j->other_axis, met == NULL ? axis_here : rig34_direction_inverse(&met->pose, axis_here));
    j->turn = met == NULL ? shape->turn : q4_mul(q4_conjugate(met->turn), shape->turn);
    begin_places(j, at, met);
    if (j->kind == OX_NAME("hand")) { /* where the hand was, and how fast it goes */
        set_vector(j->other_axis, rig34_point(&met->pose, joint_vector(j->other_at)));
        set_vector(j->axis, (vec3){0, 0, 0});
    }
    j->begun = true;
    return true;
}

static ox_solver_body *solver_body(const ox_physics *p, const ox_object *object) {
    const uint32_t number = object == NULL ? 0 : p->numbers[ox_object_slot(object)];
    return &p->bodies[number == OX_BODY_SLEEPS ? 0 : number];
}

static void snap(ox_physics *p, ox_object *object, ox_joint *joint) {
    ox_events *bus = ox_module_bus(p->host);
    const ox_handle other = joint->other;
    const int32_t arguments[1] = {(int32_t)other.bits}, back[1] = {(int32_t)object->handle.bits};
    const bool is_held = joint->kind == OX_NAME("hand");
    (void)ox_component_remove(p->world, object, p->joint_type, joint);
    if (bus != NULL) ox_events_post_to(bus, OX_NAME("snapped"), object->handle, arguments, 1);
    if (bus != NULL && is_held) ox_events_post_to(bus, OX_NAME("snapped"), other, back, 1);
}

/* Notes how fast the hand goes. False: the body is too far from it, and slips away. */
static bool follow_hand(ox_physics *p, ox_object *object, const ox_collider *shape, ox_joint *j,
                        const ox_collider *met) {
    const vec3 now = rig34_point(&met->pose, joint_vector(j->other_at)),
               way = v3_subs(now, joint_vector(j->other_axis));
    const int64_t rate = (int64_t)physics_rate(p);
    set_vector(j->axis, (vec3){fx_sat64(way.x * rate), fx_sat64(way.y * rate), fx_sat64(way.z * rate)});
    set_vector(j->other_axis, now);
    if (v3_distance(shape->pose.t, now) <= j->length) return true;
    snap(p, object, j);
    return false;
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

/* A joint begins with the first step in which both are there, and ends where one of them has gone. False: it has no rows. */
static bool open_joint(ox_physics *p, ox_object *object, const ox_collider *shape, ox_joint *joint) {
    const ox_collider *met;
    const ox_object *other;
    if (!joint->begun && !begin_joint(p, object, shape, joint)) return false;
    if (!find_other(p, joint, &other, &met)) {
        (void)ox_component_remove(p->world, object, p->joint_type, joint);
        return false;
    }
    return joint->kind != OX_NAME("hand") || follow_hand(p, object, shape, joint, met);
}

static void make_rows(ox_physics *p, const ox_object *object, const ox_collider *shape, ox_joint *joint) {
    const ox_softness soft = ox_softness_of(HERTZ, DAMPING, physics_rate(p) * p->substeps);
    ox_hinges h = {.p = p, .joint = joint, .soft = soft};
    const ox_collider *met;
    const ox_object *other;
    if (!joint->begun || !find_other(p, joint, &other, &met)) return;
    h.pair = ox_solver_pair_of(solver_body(p, object), solver_body(p, other));
    if (h.pair.share_a == 0 && h.pair.share_b == 0) return;
    h.a = pose_now(h.pair.a, shape, &h.turn_a);
    h.b = met == NULL ? rig34_identity() : pose_now(h.pair.b, met, &h.turn_b);
    if (met == NULL) h.turn_b = Q4_IDENTITY;
    h.at_a = rig34_point(&h.a, joint_vector(joint->at));
    h.at_b = rig34_point(&h.b, joint_vector(joint->other_at));
    ox_joint_rows(&h);
}

static void keep_impulses(const ox_physics *p) {
    for (uint32_t i = 0; i < p->joint_row_count; i++)
        p->joint_rows[i].joint->impulses[p->joint_rows[i].number] = p->rows[p->joint_rows[i].row].impulse;
}

/* In the order of slots, and of each object's own ring; the rows are those of the bodies as they are now. */
static void make_all_rows(ox_physics *p, bool opens) {
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
            if (c.type == p->joint_type && (!opens || open_joint(p, object, shape, c.data)))
                make_rows(p, object, shape, c.data);
    }
}

void ox_joints_begin(ox_physics *p) { make_all_rows(p, true); }

/* Levers of what turns are made anew in each substep: those of the step's begin would lead a body along a straight line, and what brings it back to its circle
 * would lift it for nothing. Half a radian a second is an eight-thousandth of a lever in a step. */
void ox_joints_turn(ox_physics *p) {
    enum { FAST = 1 << (OX_SPEED_BITS - 1) };
    bool turns = false;
    const uint32_t count = p->row_count, room = p->row_room;
    uint32_t own = 0; /* rows of joints; contacts have those behind them */
    for (uint32_t i = 0; i < p->joint_row_count; i++) {
        const ox_joint_row *r = &p->joint_rows[i];
        own = 1 + (r->row_b > r->row ? r->row_b : r->row);
        for (uint32_t k = 0; k < 3; k++)
            turns = turns || r->pair.a->w[k] > FAST || r->pair.a->w[k] < -FAST || r->pair.b->w[k] > FAST ||
                    r->pair.b->w[k] < -FAST;
    }
    if (!turns) return;
    keep_impulses(p);
    p->row_room = own;
    p->row_count = 0;
    make_all_rows(p, false);
    p->row_count = count;
    p->row_room = room;
}

/* ---- impulses ---- */

/* A row of a pulley is two: what it does to the ends of the rope, each of which goes its own way. */
static ox_solver_pair end_of(const ox_physics *p, ox_solver_body *body) {
    return (ox_solver_pair){body, &p->bodies[0], body->inverse == 0 ? 0 : Q30_ONE, 0};
}

static void push_row(const ox_physics *p, const ox_joint_row *r, int32_t impulse) {
    if (r->row_b == 0) {
        ox_row_push(&r->pair, &p->rows[r->row], impulse);
        return;
    }
    const ox_solver_pair a = end_of(p, r->pair.a), b = end_of(p, r->pair.b);
    ox_row_push(&a, &p->rows[r->row], fx_sat64(fx_rshr64(fx_wide(impulse, r->part_a), 30)));
    ox_row_push(&b, &p->rows[r->row_b], fx_sat64(fx_rshr64(fx_wide(impulse, r->part_b), 30)));
}

static int64_t speed_of(const ox_physics *p, const ox_joint_row *r) {
    if (r->row_b == 0) return ox_row_speed(&r->pair, &p->rows[r->row]);
    const ox_solver_pair a = end_of(p, r->pair.a), b = end_of(p, r->pair.b);
    return ox_row_speed(&a, &p->rows[r->row]) +
           fx_sra64(fx_wide(ox_row_speed(&b, &p->rows[r->row_b]), r->joint->ratio), 16);
}

int64_t ox_joint_way(const ox_physics *p, const ox_joint_row *r) {
    if (r->row_b == 0) return ox_row_way(&r->pair, &p->rows[r->row]);
    const ox_solver_pair a = end_of(p, r->pair.a), b = end_of(p, r->pair.b);
    return ox_row_way(&a, &p->rows[r->row]) +
           fx_sra64(fx_wide(ox_row_way(&b, &p->rows[r->row_b]), r->joint->ratio), 16);
}

void ox_joints_warm(ox_physics *p) {
    for (uint32_t i = 0; i < p->joint_row_count; i++)
        push_row(p, &p->joint_rows[i], p->rows[p->joint_rows[i].row].impulse);
}

static int64_t wanted(const ox_physics *p, const ox_joint_row *r, bool springs, int32_t rate) {
    const ox_solver_row *row = &p->rows[r->row];
    const int64_t speed = speed_of(p, r), impulse = row->impulse;
    if (r->is_motor) return impulse + r->speed - speed;
    const int64_t error = (int64_t)row->error + ox_joint_way(p, r);
    const bool is_far = r->is_limit && (r->low == 0 ? error > 0 : error < 0);
    if (is_far) return impulse - speed - error * rate;
    if (!springs) return impulse - speed;
    return impulse - fx_rshr64((speed + error * r->soft.rate / FX_ONE) * r->soft.mass, 30) -
           fx_rshr64(impulse * r->soft.spring, 30);
}

void ox_joints_press(ox_physics *p, bool springs, int32_t rate) {
    for (uint32_t i = 0; i < p->joint_row_count; i++) {
        const ox_joint_row *r = &p->joint_rows[i];
        ox_solver_row *row = &p->rows[r->row];
        if (!springs && r->is_spring) continue;
        const int32_t before = row->impulse;
        const int64_t want = wanted(p, r, springs, rate);
        row->impulse = (int32_t)(want < r->low ? r->low : want > r->high ? r->high : want);
        push_row(p, r, fx_sat64((int64_t)row->impulse - before));
    }
}

/* What a row bears, in newtons: its impulse of a substep over mass and time. */
static int64_t force_of(const ox_physics *p, const ox_joint_row *r) {
    const ox_solver_row *row = &p->rows[r->row];
    const uint32_t inverse = pair_inverse(&r->pair);
    const int64_t rate = (int64_t)physics_rate(p) * p->substeps,
                  impulse = row->impulse < 0 ? -(int64_t)row->impulse : row->impulse;
    return impulse * FX_ONE / row->weight * 16 * rate / (inverse == 0 ? 1 : inverse);
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

void ox_joints_rouse(ox_physics *p) {
    ox_object *object;
    void *data;
    for (uint32_t at = 0; (at = ox_component_each(p->world, p->joint_type, at, &object, &data)) != 0;) {
        ox_joint *j = data;
        uint32_t asked = ox_fnv_u32(OX_FNV_START, (uint32_t)j->motor);
        asked = ox_fnv_u32(asked, (uint32_t)j->motor_goal);
        for (uint32_t i = 0; i < 3; i++) asked = ox_fnv_u32(asked, (uint32_t)j->motor_pose[i]);
        if (asked == j->asked) continue;
        j->asked = asked;
        ox_object *other = ox_world_get(p->world, j->other);
        ox_body_wake(p, object);
        if (other != NULL) ox_body_wake(p, other);
    }
}

ox_joint *ox_joint_make(ox_physics *p, ox_object *object, const ox_object *other, ox_id kind, vec3 at) {
    static const ox_id kinds[] = {OX_NAME("ball"),  OX_NAME("hinge"),  OX_NAME("slider"), OX_NAME("weld"),
                                  OX_NAME("rod"),   OX_NAME("rope"),   OX_NAME("spring"), OX_NAME("planar"),
                                  OX_NAME("wheel"), OX_NAME("pulley"), OX_NAME("cone"),   OX_NAME("hand")};
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

/* ---- hands ---- */

ox_joint *ox_joint_held(const ox_physics *p, const ox_object *holder, ox_object **held) {
    ox_object *object;
    void *data;
    for (uint32_t at = 0; (at = ox_component_each(p->world, p->joint_type, at, &object, &data)) != 0;) {
        ox_joint *j = data;
        if (j->kind != OX_NAME("hand") || !ox_handle_same(j->other, holder->handle) ||
            (object->flags & OX_OBJECT_DEAD) != 0)
            continue;
        *held = object;
        return j;
    }
    return NULL;
}

bool ox_joint_grab(ox_physics *p, ox_object *holder, ox_object *object, vec3 hand, fx force) {
    ox_object *held;
    ox_joint *j = ox_joint_held(p, holder, &held);
    const ox_collider *shape = ox_collider_of(p->collisions, object),
                      *mine = ox_collider_of(p->collisions, holder);
    const ox_body *body = ox_body_of(p, object);
    if (shape == NULL || mine == NULL || !shape->is_placed || !mine->is_placed || body == NULL ||
        body->moves != OX_BODY_FREE || object == holder)
        return false;
    if (j != NULL && held != object) ox_joint_let_go(p, holder);
    if (j == NULL || held != object) j = ox_joint_make(p, object, holder, OX_NAME("hand"), shape->pose.t);
    if (j == NULL) return false;
    j->force = force;
    j->hertz = HAND_HERTZ;
    j->length = fx_adds(v3_distance(shape->pose.t, hand), FX_ONE);
    set_vector(j->other_at, rig34_point_inverse(&mine->pose, hand));
    ox_body_wake(p, object);
    return true;
}

ox_object *ox_joint_let_go(ox_physics *p, ox_object *holder) {
    ox_object *held;
    const ox_joint *j = ox_joint_held(p, holder, &held);
    if (j == NULL) return NULL;
    ox_body *body = ox_body_of(p, held);
    const ox_collider *shape = ox_collider_of(p->collisions, held);
    ox_body_wake(p, held);
    if (body != NULL && shape != NULL && v3_distance(shape->pose.t, joint_vector(j->other_axis)) < FX_ONE / 4)
        for (uint32_t i = 0; i < 3; i++) body->velocity[i] = j->axis[i];
    (void)ox_component_remove(p->world, held, p->joint_type, j);
    return held;
}
