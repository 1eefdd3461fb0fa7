/* Attitude: rates of turn added up, and drawn to gravity. */
#include "kernel/input/attitude.h"

#include "fixedmath/angle.h"
#include "fixedmath/root.h"
#include "fixedmath/vector.h"
#include "kernel/input/condition.h"

enum {
    SPIN_UNIT = 16,       /* of a degree a second */
    DRAWN = 1 << 11,      /* of 65536: the part of the way to gravity in a step, with a gyroscope */
    DRAWN_FAST = 1 << 13, /* without one */
    REST_LEAST = FX_ONE * 3 / 4,
    REST_MOST = FX_ONE * 5 / 4 /* accelerations that are taken for gravity, g */
};

void ox_input_lean(const fx gravity[3], ang16 *pitch, ang16 *roll) {
    const fx flat =
        (fx)fx_isqrt64((uint64_t)((int64_t)gravity[0] * gravity[0] + (int64_t)gravity[1] * gravity[1]));
    *pitch = atan2_16(gravity[2], flat);
    *roll = flat == 0 ? 0 : atan2_16(gravity[0], gravity[1]);
}

/* Adds what the machine has turned in a step: axes and rates are its own. */
static void add_spin(ox_input_attitude *a, const int16_t spin[3], uint32_t rate) {
    int32_t vector[3];
    for (int i = 0; i < 3; i++) /* degrees / 16 a second as radians a step, Q4.28 */
        vector[i] = (int32_t)((int64_t)spin[i] * 4685083 / (SPIN_UNIT * (int64_t)rate));
    a->turn = q4_renormalize(q4_mul(a->turn, q4_from_rotation_vector(vector)));
    a->has_spin = true;
}

/* Draws the attitude's up to where gravity is felt. */
static void draw_up(ox_input_attitude *a, const plat_senses *senses) {
    quat arc;
    const quat none = {0, 0, 0, Q30_ONE};
    const vec3 felt = {ox_input_gravity(senses->tilt[0]), ox_input_gravity(senses->tilt[1]),
                       ox_input_gravity(senses->tilt[2])};
    const fx length = v3_length(felt);
    if (length < REST_LEAST || length > REST_MOST) return;
    if (!q4_shortest_arc(q4_rotate(a->turn, felt), (vec3){0, FX_ONE, 0}, &arc))
        arc = (quat){Q30_ONE, 0, 0, 0}; /* upside down: over either side */
    const uint32_t part = !a->is_known ? 65535 : a->has_spin ? DRAWN : DRAWN_FAST;
    a->turn = q4_renormalize(q4_mul(q4_nlerp(none, arc, (uf16)part), a->turn));
    a->is_known = true;
}

void ox_input_attitude_step(ox_input_attitude *attitude, const plat_senses *senses, uint32_t rate) {
    const bool spins = (senses->spin[0] | senses->spin[1] | senses->spin[2]) != 0,
               leans = (senses->tilt[0] | senses->tilt[1] | senses->tilt[2]) != 0;
    if (!spins && !leans) return;
    if (attitude->turn.w == 0 && attitude->turn.x == 0 && attitude->turn.y == 0 && attitude->turn.z == 0)
        attitude->turn = Q4_IDENTITY;
    if (spins) add_spin(attitude, senses->spin, rate == 0 ? 60 : rate);
    if (leans) draw_up(attitude, senses);
}

euler16 ox_input_attitude_angles(const ox_input_attitude *attitude) {
    euler16 angles = {0, 0, 0};
    if (attitude->turn.w == 0 && attitude->turn.x == 0 && attitude->turn.y == 0 && attitude->turn.z == 0)
        return angles;
    angles = euler_from_q4(attitude->turn);
    if (!attitude->has_spin) angles.yaw = 0;
    return angles;
}
