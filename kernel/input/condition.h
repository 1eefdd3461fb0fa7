/* Conditioning: what becomes of the raw values of sticks before a game sees them.
 *
 *     ox_input_stick_round(raw_x, raw_y, 3000, 32767, &x, &y);         a dead zone about the middle, in all directions alike
 *     ox_input_stick_cross(raw_x, raw_y, 3000, 32767, &x, &y);         each axis by itself
 *     x = ox_input_smooth(&filter, x, pace);                            follows slowly
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

#endif
