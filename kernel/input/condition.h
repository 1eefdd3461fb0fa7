/* Conditioning: what becomes of the raw values of sticks before a game sees them.
 *
 *     ox_input_stick_round(raw_x, raw_y, 3000, 32767, &x, &y);         a dead zone about the middle, in all directions alike
 *     ox_input_stick_cross(raw_x, raw_y, 3000, 32767, &x, &y);         each axis by itself
 *     x = ox_input_smooth(&filter, x, pace);                            follows slowly
 *     x = ox_input_average_add(&average, x);                            the mean of the last values
 *     buttons = ox_input_settled(&debounce, buttons);                   contacts that bounce
 *     ox_input_tilt_step(&tilt, senses.tilt, pace);                     gravity, and what the player does
 *
 * Raw values are -32768 to 32767, results -1 to 1; `dead` and `full` are in raw values, 0 <= dead < full <= 32767: within `dead` the stick rests,
 * from `full` on it is fully pushed. */
#ifndef OXCART_KERNEL_INPUT_CONDITION_H
#define OXCART_KERNEL_INPUT_CONDITION_H

#include <stdint.h>

#include "fixedmath/root.h"
#include "fixedmath/scalar.h"

/* Radial dead zone: the output is 0 within `dead` of the centre, rising from 0 at its edge to 1 at `full` in every direction. (Game Engine
 * Architecture 8.5.1 has the other one alone.) */
static inline void ox_input_stick_round(int32_t x, int32_t y, int32_t dead, int32_t full, fx *out_x,
                                        fx *out_y) {
    x = int_clamp(x, -32767, 32767);
    y = int_clamp(y, -32767, 32767);
    *out_x = *out_y = 0;
    if ((x | y) == 0) return;
    int32_t length = (int32_t)fx_isqrt32((uint32_t)(x * x) + (uint32_t)(y * y));
    if (length < dead || length <= 0 || dead >= full) return;
    int64_t reach = fx_min((int32_t)(((int64_t)(length - dead) << 16) / (full - dead)), FX_ONE);
    *out_x = (fx)(x * reach / length);
    *out_y = (fx)(y * reach / length);
}

/* Axial dead zone: an axis within `dead`, that value included, is 0; beyond it passes as it is, so it jumps there, and the zone is a square. Serves
 * a stick that has to keep to its axes. */
static inline fx ox_input_rest(int32_t value, int32_t dead, int32_t full) {
    value = int_clamp(value, -full, full);
    return fx_abs(value) <= dead || full <= 0 ? 0 : (fx)((int64_t)value * FX_ONE / full);
}

static inline void ox_input_stick_cross(int32_t x, int32_t y, int32_t dead, int32_t full, fx *out_x,
                                        fx *out_y) {
    *out_x = ox_input_rest(x, dead, full);
    *out_y = ox_input_rest(y, dead, full);
}

/* A first-order low-pass: each call the value goes the part `pace` / 65536 of its way to `target`. The pace of a time constant RC is
 * 65536 * dt / (RC + dt). The state has 16 bits of fraction more than fx, so that small differences do not stick. */
typedef struct ox_input_filter {
    int64_t value; /* in 1/65536 of fx */
} ox_input_filter;

static inline fx ox_input_smooth(ox_input_filter *filter, fx target, uint32_t pace) {
    filter->value += ((int64_t)target * 65536 - filter->value) * (int64_t)pace / 65536;
    return (fx)(filter->value / 65536);
}

/* An axis of two ways, -32768 to 32767, as -1 to 1 with exact ends; -32768 counts as -32767. */
static inline fx ox_input_bidirectional(int32_t value) {
    return (fx)((int64_t)int_clamp(value, -32767, 32767) * FX_ONE / 32767);
}

/* An axis of one way, 0 to 255, as 0 to 1 with exact ends. */
static inline fx ox_input_unidirectional(int32_t value) {
    return (fx)(int_clamp(value, 0, 255) * FX_ONE / 255);
}

/* Splits an axis that two triggers share, -1 left to 1 right. */
static inline void ox_input_split(fx both, fx *left, fx *right) {
    *left = both < 0 ? fx_min(-both, FX_ONE) : 0;
    *right = both > 0 ? fx_min(both, FX_ONE) : 0;
}

/* An axis of a device that rests elsewhere than in the middle, or does not go all its way: what its least, resting and greatest values are. */
typedef struct ox_input_calibration {
    int32_t least, rest, most; /* least < rest < most; of a trigger least = rest */
} ox_input_calibration;

/* A raw value as -32767 to 32767: rest is 0. Values beyond the ends count as the ends. */
static inline int32_t ox_input_calibrated(int32_t value, const ox_input_calibration *device) {
    const int64_t off = (int64_t)int_clamp(value, device->least, device->most) - device->rest,
                  way =
                      off < 0 ? (int64_t)device->rest - device->least : (int64_t)device->most - device->rest;
    return way <= 0 ? 0 : (int32_t)(off * 32767 / way);
}

/* ---- accelerometers ---- */

/* A raw acceleration of 8 bits, -127 to 127 for 3 g (-128 counts as -127), in g, towards 0. */
static inline fx ox_input_gravity(int32_t raw) { return int_clamp(raw, -127, 127) * 3 * FX_ONE / 127; }

/* Splits accelerations into what stays (gravity, a low-pass of them) and what the player does (the rest). */
typedef struct ox_input_tilt {
    ox_input_filter slow[3];
    fx gravity[3], user[3]; /* g */
} ox_input_tilt;

static inline void ox_input_tilt_step(ox_input_tilt *tilt, const int16_t raw[3], uint32_t pace) {
    for (int i = 0; i < 3; i++) {
        const fx now = ox_input_gravity(raw[i]);
        tilt->gravity[i] = ox_input_smooth(&tilt->slow[i], now, pace);
        tilt->user[i] = now - tilt->gravity[i];
    }
}

/* ---- moving average ---- */

/* The mean of the last `length` values, 1 to OX_INPUT_AVERAGE; of fewer while there are fewer; of none it is 0. The sum has 64 bits, so no values are
 * too great for it. (Game Engine Architecture 8.5.3.) */
enum { OX_INPUT_AVERAGE = 8 };

typedef struct ox_input_average {
    fx values[OX_INPUT_AVERAGE];
    int64_t sum;
    uint8_t length, count, next;
} ox_input_average;

static inline fx ox_input_mean(const ox_input_average *average) {
    return average->count == 0 ? 0 : (fx)(average->sum / average->count);
}

/* Takes a value in place of the oldest one; returns the mean. */
static inline fx ox_input_average_add(ox_input_average *average, fx value) {
    const uint32_t length = (uint32_t)int_clamp(average->length, 1, OX_INPUT_AVERAGE);
    if (average->count == length)
        average->sum -= average->values[average->next];
    else
        average->count++;
    average->values[average->next] = value;
    average->sum += value;
    average->next = (uint8_t)((average->next + 1u) % length);
    return ox_input_mean(average);
}

/* ---- bouncing buttons ---- */

/* Buttons whose contacts bounce: a change counts after `samples` equal samples, 1 (at once) to 4. All 32 buttons count together, each bit of the two
 * words being a digit of its button's counter. */
typedef struct ox_input_debounce {
    uint32_t settled;
    uint32_t low, high; /* digits of the counters */
    uint8_t samples;
} ox_input_debounce;

static inline uint32_t ox_input_settled(ox_input_debounce *d, uint32_t sample) {
    const uint32_t differ = sample ^ d->settled, wanted = (uint32_t)int_clamp(d->samples, 1, 4) - 1u;
    const uint32_t full =
        differ & ((wanted & 1u) != 0 ? d->low : ~d->low) & ((wanted & 2u) != 0 ? d->high : ~d->high);
    d->settled ^= full;
    const uint32_t counts = differ & ~full, carry = d->low & counts;
    d->low = (d->low ^ counts) & counts;
    d->high = (d->high ^ carry) & counts;
    return d->settled;
}

#endif
