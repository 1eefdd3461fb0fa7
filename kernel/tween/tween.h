/* Tweens: values of components of objects that go to a given value in a given time, along an easing curve.
 *
 *     const ox_component_type type = ox_tween_component(64);                       most of them at once
 *     ox_tweens tweens = {.world = &world, .type = (uint32_t)ox_world_add_component(&world, &type)};
 *     ox_world_add_system(&world, &ox_tweens_system, &tweens);                     they advance in each tick, in OX_PHASE_POSES
 *
 *     const ox_tween grow = {.component = OX_NAME("place"), .field = OX_NAME("size"), .to = {2 * FX_ONE},
 *                            .steps = 30, .times = 1, .curve = EASE_BACK_OUT};
 *     status = ox_tween_start(&world, object, &grow);                              from the value that it has then
 *
 * WHICH VALUES. Any field of any component that is a number (of at most 32 bits) or an angle and that data may set (ox_type_open_field): one value,
 * or up to three of them side by side, such as a place. Values are as the field holds them: fx as Q16.16, angles 0..65535. Angles
 * (OX_ANGLE) go the short way round: from 359 to 1 degree is a way of 2 degrees. Other values go straight. What a curve leads beyond
 * the ends, as back and elastic do, stops at the range of the field. The first value is `from` at t = 0, the last one exactly `to`: the curves end there.
 *
 * IN TIME. A tween waits `delay` steps and then moves for `steps` of them, 1..65,535. It does so `times` times, 0 without end; with
 * OX_TWEEN_BACK every second time leads the same way back, so after an even number the value is `from`. Without OX_TWEEN_FROM the present value
 * is taken when the tween begins to move. One field of one object has one tween: the next that is started takes over from where the value is.
 *
 * A tween is a component of its object ("tween", any number on one), so it is saved, hashed, rewound, sent and copied with it, goes
 * with it, and goes on where a scene is built anew. Copies of an object go on with the tweens of the object, and need room for them.
 *
 * Cost, Cortex-M3 instructions a step: 190 for one number, 335 for a place, and some 50 more along sines; so 256 tweens of one number take 48,000
 * (test tween_costs). 56 bytes each. */
#ifndef OXCART_KERNEL_TWEEN_TWEEN_H
#define OXCART_KERNEL_TWEEN_TWEEN_H

#include "fixedmath/interpolate.h"
#include "kernel/world/component.h"

enum { OX_TWEEN_VALUES = 3 };

/* Flags of a tween. RETURNS (the tween leads back now) and MOVES are the tween's own. */
enum { OX_TWEEN_FROM = 1, OX_TWEEN_BACK = 2, OX_TWEEN_RETURNS = 4, OX_TWEEN_MOVES = 8 };

typedef struct ox_tween {
    int32_t from[OX_TWEEN_VALUES], to[OX_TWEEN_VALUES];
    ox_id component, field;
    uint16_t steps; /* of one way */
    uint16_t at;    /* steps done */
    uint16_t delay; /* steps that are left */
    uint16_t times; /* ways that are left; 0: without end */
    uint8_t curve;  /* ease_curve */
    uint8_t flags;
    uint8_t values;       /* how many of the field's; 0: all that it has, up to OX_TWEEN_VALUES */
    uint8_t type, number; /* of component and field, + 1; 0: not looked up yet */
    uint8_t spare[3];
} ox_tween;

/* The type of the component, for `capacity` tweens in the world. */
ox_component_type ox_tween_component(uint16_t capacity);

/* Names of the curves for data and people, by ease_curve; ended by NULL. And the number of the curve with a name's id,
 * EASE_COUNT for none. */
extern const char *const ox_tween_curves[EASE_COUNT + 1];
uint32_t ox_tween_curve(ox_id name);

/* Starts a tween. The object need not have the component yet: the object has to have it when the tween begins to move,
 * else the tween is dropped. OX_NOT_FOUND: the world has no such component, the component has no such field, or the
 * world has no tweens. OX_BAD_ARGUMENT: steps are 0, there is no such curve, or the field is neither number nor angle
 * or has fewer values. OX_FULL. */
ox_status ox_tween_start(ox_world *world, ox_object *object, const ox_tween *tween);

/* The tween of a field, NULL when none is on its way; its delay, times and flags may be changed. ox_tween_stop ends it:
 * the value stays where it is; false when there was none. Cost: a walk over the components of the object. */
ox_tween *ox_tween_find(const ox_world *world, const ox_object *object, ox_id component, ox_id field);
bool ox_tween_stop(ox_world *world, ox_object *object, ox_id component, ox_id field);

/* What a statement `with tween=...` of cart.txt gives, as cells of ox_given. */
enum {
    OX_TWEEN_CELL_TO = OX_GIVEN_FIRST, /* TO and FROM have OX_TWEEN_VALUES each */
    OX_TWEEN_CELL_FROM = OX_TWEEN_CELL_TO + OX_TWEEN_VALUES,
    OX_TWEEN_CELL_STEPS = OX_TWEEN_CELL_FROM + OX_TWEEN_VALUES,
    OX_TWEEN_CELL_DELAY,
    OX_TWEEN_CELL_TIMES,
    OX_TWEEN_CELL_CURVE,
    OX_TWEEN_CELL_WAY /* 1: forth and back */
};

/* ---- each step ---- */

/* Called for a tween that is done, when it is gone already: another may be started. Tweens that were stopped or taken
 * over are not told. */
typedef void ox_tween_ended(void *context, ox_world *world, ox_object *object, const ox_tween *tween);

typedef struct ox_tweens {
    ox_world *world;
    uint32_t type;         /* number of the component */
    ox_tween_ended *ended; /* or NULL */
    void *context;
} ox_tweens;

/* Moves all tweens of the world by one step, in the order of their records. */
void ox_tweens_step(const ox_tweens *tweens);

extern const ox_system ox_tweens_system; /* its context: ox_tweens */

#endif
