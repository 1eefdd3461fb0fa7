/* Which rows each kind of joint is made of. */
#include "fixedmath/root.h"
#include "fixedmath/vector.h"
#include "kernel/physics/joint_internal.h"

#define NO_BOUND INT32_MAX
#define TAU_SPEED 6588397 /* 2 pi, Q12.20 */

typedef ox_hinges hinges;

static ox_joint_row *add_row(hinges *h, const ox_solver_row *row, int64_t error) {
    ox_physics *p = h->p;
    if (p->row_count == p->row_room || p->joint_row_count == p->joint_row_room || h->number == OX_JOINT_ROWS)
        return NULL;
    p->rows[p->row_count] = *row;
    p->rows[p->row_count].error = fx_sat64(error);
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

/* A row of a spring, which bears no more than `most` newtons, or newton metres about an axis; 0: whatever comes. Its impulse is counted in units of the row:
 * force x dt x the larger inverse mass x weight. */
static int64_t bound_of(const hinges *h, const ox_joint_row *r, fx most) {
    const int64_t rate = (int64_t)physics_rate(h->p) * h->p->substeps;
    const int64_t speed = (int64_t)most * (int64_t)(pair_inverse(&h->pair) >> 4) / rate / FX_ONE; /* Q12.20 */
    return speed * h->p->rows[r->row].weight / FX_ONE;
}

static void make_spring(const hinges *h, ox_joint_row *r, const ox_softness *soft, fx most) {
    if (r == NULL) return;
    r->is_spring = true;
    r->soft = *soft;
    if (most <= 0) return;
    r->high = fx_sat64(bound_of(h, r, most));
    r->low = -r->high;
}

static ox_softness softness(const hinges *h, fx hertz, fx damping) {
    return ox_softness_of(hertz, damping, physics_rate(h->p) * h->p->substeps);
}

static const dir30 axes[3] = {{Q30_ONE, 0, 0}, {0, Q30_ONE, 0}, {0, 0, Q30_ONE}};

static int64_t wide_dot(dir30 n, vec3 v) {
    return fx_rshr64(fx_mad(fx_mad(fx_wide(n.x, v.x), n.y, v.y), n.z, v.z), 26); /* Q12.20 */
}

/* Directions along the lever of a body that moves and across it: impulses along them hardly disturb one another, as those along x, y and z do where the lever
 * is long. They are fixed in the body, so impulses of the step before fit. */
static void lever_axes(const hinges *h, dir30 out[3]) {
    const bool by_a = h->pair.share_a != 0 && !v3_is_zero(joint_vector(h->joint->at));
    const bool by_b = !by_a && h->pair.share_b != 0 && !v3_is_zero(joint_vector(h->joint->other_at));
    const rig34 *pose = by_a ? &h->a : &h->b;
    for (uint32_t i = 0; i < 3; i++) out[i] = axes[i];
    if (!by_a && !by_b) return;
    if (!v3_normalize_dir30(joint_vector(by_a ? h->joint->at : h->joint->other_at), &out[0])) return;
    ox_row_across(out[0], &out[1]);
    for (uint32_t i = 0; i < 3; i++) out[i] = rot33_apply_dir30(&pose->r, out[i]);
}

/* Both places are one. */
static void hold_place(hinges *h) {
    const vec3 apart = v3_subs(h->at_a, h->at_b);
    dir30 along[3];
    lever_axes(h, along);
    for (uint32_t i = 0; i < 3; i++) (void)add_along(h, along[i], h->at_b, wide_dot(along[i], apart));
}

/* How A is turned from `want`, in radians Q12.20. */
static void turned_from(const hinges *h, quat want, int64_t out[3]) {
    int32_t turn[3];
    q4_to_rotation_vector(q4_mul(h->turn_a, q4_conjugate(want)), turn);
    for (uint32_t i = 0; i < 3; i++) out[i] = fx_rshr32(turn[i], 8);
}

/* How A is turned from where it stood when the joint began. */
static void turn_of(const hinges *h, int64_t out[3]) {
    turned_from(h, q4_mul(h->turn_b, h->joint->turn), out);
}

static void hold_turn(hinges *h) {
    int64_t turn[3];
    turn_of(h, turn);
    for (uint32_t i = 0; i < 3; i++) (void)add_about(h, axes[i], turn[i]);
}

static dir30 axis_of(const rig34 *pose, const fx axis[3]) {
    dir30 n = axes[1];
    const vec3 v = rig34_direction(pose, joint_vector(axis));
    if (!v3_is_zero(v)) (void)v3_normalize_dir30(v, &n);
    return n;
}

/* A's own axis points along `want`. */
static void hold_axis(hinges *h, dir30 want) {
    const dir30 a = axis_of(&h->a, h->joint->axis), off = dir30_cross(want, a);
    dir30 across[2];
    ox_row_across(want, across);
    for (uint32_t i = 0; i < 2; i++) (void)add_about(h, across[i], dir30_dot(across[i], off) / 1024);
}

/* A motor along or about a free direction: a speed, or with `hertz` a spring towards its goal. `value` and `goal`: where it is and should be, Q12.20. */
static void drive(hinges *h, dir30 n, bool turns, int64_t value, int64_t goal) {
    const ox_joint *j = h->joint;
    if (j->force <= 0) return;
    ox_joint_row *r = turns ? add_about(h, n, value - goal) : add_along(h, n, h->at_a, value - goal);
    if (r == NULL) return;
    const ox_softness soft = softness(h, fx_max(j->hertz, 1), j->damping);
    make_spring(h, r, &soft, j->force);
    if (j->hertz != 0) return;
    r->is_spring = false;
    r->is_motor = true;
    r->speed = ox_speed_of(j->motor);
}

/* The nearer end of a way that is left free. */
static void end_row(hinges *h, ox_joint_row *r, bool is_low) {
    if (r == NULL) {
        h->number++; /* rows behind it keep their numbers */
        return;
    }
    r->is_limit = true;
    if (is_low)
        r->low = 0;
    else
        r->high = 0;
}

static void stop(hinges *h, dir30 n, bool turns, int64_t value, int64_t low, int64_t high) {
    if (!h->joint->is_limited) return;
    const bool is_low = value - low < high - value;
    const int64_t error = is_low ? value - low : value - high;
    end_row(h, turns ? add_about(h, n, error) : add_along(h, n, h->at_a, error), is_low);
}

static int64_t radians(fx degrees) {
    return (int64_t)degrees * 16 * 3294199 / 180 / 1048576;
} /* pi as Q12.20 */

static int64_t radians_of(ang32 angle) { return fx_rshr64((int64_t)(int32_t)angle * TAU_SPEED, 32); }

/* ---- kinds ---- */

/* What turns about an axis: its motor, and its ends. */
static void turn_about(hinges *h, dir30 n) {
    const ox_joint *j = h->joint;
    int64_t turn[3];
    turn_of(h, turn);
    const int64_t angle = fx_rshr64(turn[0] * n.x + turn[1] * n.y + turn[2] * n.z, 30);
    drive(h, n, true, angle, radians(j->motor_goal));
    stop(h, n, true, angle, radians(j->low), radians(j->high));
}

static void make_hinge(hinges *h) {
    const dir30 b = axis_of(&h->b, h->joint->other_axis);
    hold_place(h);
    hold_axis(h, b);
    turn_about(h, b);
}

static void make_slider(hinges *h) {
    const ox_joint *j = h->joint;
    const dir30 b = axis_of(&h->b, j->other_axis);
    const vec3 apart = v3_subs(h->at_a, h->at_b);
    dir30 across[2];
    ox_row_across(b, across);
    for (uint32_t i = 0; i < 2; i++) (void)add_along(h, across[i], h->at_a, wide_dot(across[i], apart));
    hold_turn(h);
    drive(h, b, false, wide_dot(b, apart), (int64_t)j->motor_goal * 16);
    stop(h, b, false, wide_dot(b, apart), (int64_t)j->low * 16, (int64_t)j->high * 16);
}

/* In a plane across the axis, in which it may turn. */
static void make_planar(hinges *h) {
    const dir30 b = axis_of(&h->b, h->joint->other_axis);
    (void)add_along(h, b, h->at_a, wide_dot(b, v3_subs(h->at_a, h->at_b)));
    hold_axis(h, b);
    turn_about(h, b);
}

/* The other body's own y is the way of the suspension, about which the wheel is steered. The spring is one for the whole of the heavier body: for the pair, which weighs
 * hardly more than the wheel, it is harder by the root of what the one outweighs the other. */
static void make_wheel(hinges *h) {
    const ox_joint *j = h->joint;
    const vec3 apart = v3_subs(h->at_a, h->at_b), was = joint_vector(j->other_axis);
    const ang16 steer = (ang16)((int64_t)j->motor_goal * 65536 / 360 / FX_ONE);
    const fx sine = fx_sin(steer), cosine = fx_cos(steer), up_axis[3] = {0, FX_ONE, 0},
             axis[3] = {fx_adds(fx_muls(was.x, cosine), fx_muls(was.z, sine)), was.y,
                        fx_subs(fx_muls(was.z, cosine), fx_muls(was.x, sine))};
    const dir30 up = axis_of(&h->b, up_axis), spin = axis_of(&h->b, axis);
    const q30 least = fx_min(h->pair.share_a, h->pair.share_b);
    const fx harder = least <= 0 ? FX_ONE : fx_sqrt(fx_sat64(((int64_t)Q30_ONE << 16) / least));
    const ox_softness soft =
        softness(h, fx_min(fx_muls(j->hertz, harder), 60 * FX_ONE), fx_muls(j->damping, harder));
    dir30 across[2];
    ox_row_across(up, across);
    for (uint32_t i = 0; i < 2; i++) (void)add_along(h, across[i], h->at_a, wide_dot(across[i], apart));
    make_spring(h, add_along(h, up, h->at_a, wide_dot(up, apart)), &soft, 0);
    stop(h, up, false, wide_dot(up, apart), (int64_t)j->low * 16, (int64_t)j->high * 16);
    hold_axis(h, spin);
    ox_joint_row *r = j->force > 0 ? add_about(h, spin, 0) : NULL;
    make_spring(h, r, &soft, j->force);
    if (r == NULL) return;
    r->is_spring = false;
    r->is_motor = true;
    r->speed = ox_speed_of(j->motor);
}

/* A spring towards a pose: as the two stood when the joint began, turned by motor_pose in the other's frame. */
static void make_pose(hinges *h) {
    const ox_joint *j = h->joint;
    if (j->force <= 0) return;
    int32_t by[3];
    int64_t turn[3];
    for (uint32_t i = 0; i < 3; i++) /* degrees to radians, Q4.28 */
        by[i] = fx_sat64((int64_t)fx_clamp(j->motor_pose[i], -180 * FX_ONE, 180 * FX_ONE) * 71489 / 1000);
    turned_from(h, q4_mul(h->turn_b, q4_mul(q4_from_rotation_vector(by), j->turn)), turn);
    const ox_softness soft = softness(h, j->hertz == 0 ? 4 * FX_ONE : j->hertz, j->damping);
    for (uint32_t i = 0; i < 3; i++) make_spring(h, add_about(h, axes[i], turn[i]), &soft, j->force);
}

/* The angle between both axes stays within a cone; and A's turn about its own is what is left when the shortest arc from axis to axis is taken away. (Swing and twist: Baerlocher and
 * Boulic 2001; Dobrowolski 2015.) */
static void make_cone(hinges *h) {
    const ox_joint *j = h->joint;
    const dir30 a = axis_of(&h->a, j->axis), b = axis_of(&h->b, j->other_axis), off = dir30_cross(b, a);
    const vec3 side = {off.x, off.y, off.z},
               both = {fx_adds(a.x / 2, b.x / 2), fx_adds(a.y / 2, b.y / 2), fx_adds(a.z / 2, b.z / 2)};
    dir30 n = axes[0], about = b;
    hold_place(h);
    const bool is_aside = v3_normalize_dir30(side, &n);
    const int64_t swing = radians_of(atan2_32(v3_length(side), dir30_dot(a, b)));
    end_row(h, is_aside ? add_about(h, n, swing - radians(j->swing)) : NULL, false);
    if (v3_length(both) > Q30_ONE / 64) (void)v3_normalize_dir30(both, &about);
    const quat delta = q4_mul(q4_mul(q4_conjugate(h->turn_b), h->turn_a), q4_conjugate(j->turn));
    const fx along =
        fx_sat64(fx_rshr64(fx_mad(fx_mad(fx_wide(delta.x, j->other_axis[0]), delta.y, j->other_axis[1]),
                                  delta.z, j->other_axis[2]),
                           16));
    const ang32 half = atan2_32(along, delta.w);
    stop(h, about, true, radians_of(half * 2u), radians(j->low), radians(j->high));
    make_pose(h);
}

/* A line from one place to the other. */
static void make_line(hinges *h) {
    const vec3 apart = v3_subs(h->at_a, h->at_b);
    dir30 n = axes[1];
    if (!v3_is_zero(apart)) (void)v3_normalize_dir30(apart, &n);
    const int64_t error = ((int64_t)v3_length(apart) - h->joint->length) * 16;
    ox_joint_row *r = add_along(h, n, h->at_b, error);
    if (r == NULL || h->joint->kind == OX_NAME("rod")) return;
    if (h->joint->kind == OX_NAME("rope")) {
        end_row(h, r, false);
        return;
    }
    const ox_softness soft = softness(h, h->joint->hertz, h->joint->damping);
    make_spring(h, r, &soft, 0);
}

/* One end of a pulley's rope: how long it is from the wheel, and a row along it of that body alone. False: it hangs from what does not move. */
static bool rope_end(const hinges *h, bool of_a, vec3 wheel, ox_solver_row *row, fx *length) {
    const ox_solver_pair pair = ox_solver_pair_of(of_a ? h->pair.a : h->pair.b, &h->p->bodies[0]);
    const vec3 at = of_a ? h->at_a : h->at_b, apart = v3_subs(at, wheel);
    dir30 n = {0, -Q30_ONE, 0};
    if (!v3_is_zero(apart)) (void)v3_normalize_dir30(apart, &n);
    *length = v3_length(apart);
    return ox_row_along(&pair, n, v3_subs(at, of_a ? h->a.t : h->b.t), (vec3){0, 0, 0}, row);
}

/* What a unit of impulse in the rope does to the speed of an end, Q16.16. */
static int64_t answer_of(const ox_solver_row *row, const ox_solver_body *body) {
    return fx_sra64(row->weight * (int64_t)(body->inverse >> 8), 16);
}

/* A rope over two wheels: both lengths, that of the other `ratio` times, are together no longer than they were. One impulse pulls at both. */
static void make_pulley(hinges *h) {
    const ox_joint *j = h->joint;
    ox_physics *p = h->p;
    ox_solver_row a, b;
    fx long_a, long_b;
    const bool has_a = rope_end(h, true, joint_vector(j->axis), &a, &long_a),
               has_b = rope_end(h, false, joint_vector(j->other_axis), &b, &long_b);
    if ((!has_a && !has_b) || p->row_count + 2 > p->row_room) return;
    if (!has_a) a = (ox_solver_row){.weight = FX_ONE};
    if (!has_b) b = (ox_solver_row){.weight = FX_ONE};
    int64_t of_a = has_a ? answer_of(&a, h->pair.a) : 0,
            of_b = has_b ? answer_of(&b, h->pair.b) * j->ratio / FX_ONE : 0;
    int64_t both = of_a + of_b * j->ratio / FX_ONE;
    const int64_t error = ((int64_t)long_a + (int64_t)long_b * j->ratio / FX_ONE - j->length) * 16;
    ox_joint_row *r = both <= 0 ? NULL : add_row(h, &a, error);
    if (r == NULL) return;
    end_row(h, r, false);
    r->row_b = p->row_count;
    p->rows[p->row_count++] = b;
    /* So that what the rope bears is its impulse over weight and mass, as of all rows. */
    const uint32_t inverse = pair_inverse(&h->pair) >> 8;
    p->rows[r->row].weight = fx_max(1, fx_sat64(both * FX_ONE / (inverse == 0 ? 1 : inverse)));
    while (both > INT32_MAX / 2) {
        of_a >>= 1;
        of_b >>= 1;
        both >>= 1;
    }
    r->part_a = fx_sat64(of_a * Q30_ONE / both);
    r->part_b = fx_sat64(of_b * Q30_ONE / both);
}

/* A hand draws the body's middle to its place, and holds its turn, no harder than its force. */
static void make_hand(hinges *h) {
    const ox_joint *j = h->joint;
    const ox_softness soft = softness(h, j->hertz, j->damping);
    const vec3 apart = v3_subs(h->at_a, h->at_b);
    int64_t turn[3];
    for (uint32_t i = 0; i < 3; i++)
        make_spring(h, add_along(h, axes[i], h->at_a, wide_dot(axes[i], apart)), &soft, j->force);
    turn_of(h, turn);
    for (uint32_t i = 0; i < 3; i++) make_spring(h, add_about(h, axes[i], turn[i]), &soft, j->force / 4);
}

static void make_ball(hinges *h) {
    hold_place(h);
    make_pose(h);
}

static void make_weld(hinges *h) {
    hold_place(h);
    hold_turn(h);
}

void ox_joint_rows(ox_hinges *h) {
    static const struct {
        ox_id kind;
        void (*make)(hinges *h);
    } kinds[] = {
        {OX_NAME("ball"), make_ball},     {OX_NAME("hinge"), make_hinge},   {OX_NAME("slider"), make_slider},
        {OX_NAME("weld"), make_weld},     {OX_NAME("rod"), make_line},      {OX_NAME("rope"), make_line},
        {OX_NAME("spring"), make_line},   {OX_NAME("planar"), make_planar}, {OX_NAME("wheel"), make_wheel},
        {OX_NAME("pulley"), make_pulley}, {OX_NAME("cone"), make_cone},     {OX_NAME("hand"), make_hand}};
    ox_physics *p = h->p;
    const uint32_t first = p->joint_row_count;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (kinds[i].kind == h->joint->kind) kinds[i].make(h);
    for (uint32_t i = first; i < p->joint_row_count; i++) { /* errors count from the begin of the step */
        const ox_joint_row *r = &p->joint_rows[i];
        p->rows[r->row].error = fx_sat64(p->rows[r->row].error - ox_joint_way(p, r));
    }
}
