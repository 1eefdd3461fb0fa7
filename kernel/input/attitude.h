/* Attitude: how a machine is held, of its accelerometer and, where it has one, of its gyroscope.
 *
 *     ox_input_lean(tilt.gravity, &pitch, &roll);                  of gravity alone, while it is held still
 *     ox_input_attitude_step(&attitude, &senses, rate);            of both, in each step
 *
 * Axes are those of plat_senses: right, up, and out of the picture. A machine that is held upright has pitch and roll 0; pitch rises as its picture turns up, roll
 * as its right side goes up. Rates of turn are integrated into a quaternion, whose up is drawn to that of gravity a little in each step (a complementary filter), so
 * that pitch and roll do not drift; the turn about gravity is known of a gyroscope alone, and from the moment on at which it was first heard.
 * (Gregory, Game Engine Architecture 8.3.5; Mahony et al. 2008.) */
#ifndef OXCART_KERNEL_INPUT_ATTITUDE_H
#define OXCART_KERNEL_INPUT_ATTITUDE_H

#include "fixedmath/quaternion.h"
#include "platform/platform.h"

typedef struct ox_input_attitude {
    quat turn;     /* from the machine's axes to those of the world, where +Y is up */
    bool has_spin; /* a gyroscope was heard: the turn about gravity is known */
    bool is_known; /* something was heard at all */
} ox_input_attitude;

/* Pitch and roll of gravity (what a machine at rest feels: upwards), at most 12 units off. */
void ox_input_lean(const fx gravity[3], ang16 *pitch, ang16 *roll);

void ox_input_attitude_step(ox_input_attitude *attitude, const plat_senses *senses, uint32_t rate);

/* The attitude as angles. Without a gyroscope the yaw is 0. */
euler16 ox_input_attitude_angles(const ox_input_attitude *attitude);

#endif
