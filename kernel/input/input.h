/* Input for the fixed steps: what the port polls once a frame becomes held buttons, edges and movements of
 * each step.
 *
 *     ox_input_feed(&input, &polled);                     once a frame, after plat_poll
 *     for each step: ox_input_step(&input); if (input.pressed & PLAT_A) jump();
 *
 * A frame may hold no step or several. Every change of a button shows as exactly one edge in exactly one
 * step: changes that came between two steps wait in line, in their order, and a step takes them up to the first button that would change twice. So a quick
 * tap is a press in one step and a release in the next, and what was pressed later never comes earlier. Movements (pointer, wheel) add up between steps and belong to the
 * next step alone. Everything a step reads stands still during it. A key or a finger that comes and goes between two
 * steps is there for the next one. */
#ifndef OXCART_KERNEL_INPUT_H
#define OXCART_KERNEL_INPUT_H

#include <stdbool.h>
#include <stdint.h>

#include "fixedmath/types.h"
#include "platform/platform.h"

/* The pointer's button among the buttons. */
#define OX_INPUT_POINTER (1u << 31)

#define OX_INPUT_DEAD_ZONE 3000 /* of 32767, about a tenth */
#define OX_INPUT_REPEAT_DELAY 24
#define OX_INPUT_REPEAT_PERIOD 6

enum { OX_INPUT_QUEUE = 24 }; /* changes that wait for a step */

typedef struct ox_input {
    /* Fields of this step, for reading. */
    uint32_t held;                          /* PLAT_UP ... and OX_INPUT_POINTER */
    uint32_t pressed;                       /* buttons that went down in this step */
    uint32_t released;                      /* buttons that went up in this step */
    uint32_t repeat;                        /* buttons pressed, and again and again while held: for menus */
    fx stick_x, stick_y;                    /* -1 .. 1, right and up positive, 0 within the dead zone */
    int32_t pointer_x, pointer_y;           /* pixels of the picture */
    int32_t pointer_dx, pointer_dy;         /* movement since the last step */
    int32_t drag_x, drag_y;                 /* the part of the movement that was made with the pointer held */
    int32_t wheel;                          /* notches since the last step, away from the user positive */
    bool quit;                              /* the user wants to leave; stays set */
    plat_senses senses;                     /* second stick, triggers, tilt, keys, fingers */
    uint16_t keys_pressed[PLAT_KEY_WORDS];  /* keys that went down in this step */
    uint16_t keys_released[PLAT_KEY_WORDS]; /* likewise that went up */
    uint8_t touches_begun;  /* a bit for each of senses.touches that was not there in the step before */
    uint16_t state_changed; /* bits of senses.state that are not as they were in the step before */

    /* Set-up; may be changed at any time. */
    int32_t dead_zone;      /* of 32767 */
    uint32_t repeat_delay;  /* steps until the first repeat, at least 1 */
    uint32_t repeat_period; /* steps between repeats, at least 1 */

    /* Fields of the module's own. */
    uint32_t level; /* buttons as polled last */
    uint16_t queue
        [OX_INPUT_QUEUE]; /* changes that no step has seen yet, oldest first: of each the buttons that change, bit 15 the pointer's */
    uint32_t queued;
    uint32_t lost;        /* changes that were left out, here and in the port */
    uint32_t busy;        /* buttons with changes waiting */
    uint32_t repeat_wait; /* steps until the next repeat */
    int32_t sum[5];       /* dx, dy, drag x, drag y, wheel since the last step */
    int16_t raw_x, raw_y;
    plat_senses
        polled; /* senses as polled since the last step: keys and fingers of taps stay until a step has seen them */
    bool is_seen; /* by a step */
} ox_input;

void ox_input_init(ox_input *input);

/* Takes the result of plat_poll. At most OX_INPUT_QUEUE changes wait; the newest come together then, so that pairs of them are left out, and are counted. */
void ox_input_feed(ox_input *input, const plat_input *polled);

/* Begins a step: moves the fields for reading on by one step. About 60 ARM instructions when all is still. */
void ox_input_step(ox_input *input);

/* Settles input behind a time without steps. Buttons that are as the last step saw them count as still, other buttons
 * change once, and movements that no step has seen are forgotten. */
void ox_input_settle(ox_input *input);

/* The dead zone of all sticks (condition.h has others): 0 within `dead` of the centre, rising from 0 at its edge to 1 at full deflection in every
 * direction. dead 0..32766. */
void ox_input_stick(int32_t x, int32_t y, int32_t dead, fx *out_x, fx *out_y);

/* Whether a key (PLAT_KEY_A ...) is in a set of keys; false for numbers that are none. */
static inline bool ox_input_key(const uint16_t keys[PLAT_KEY_WORDS], uint32_t key) {
    return key < PLAT_KEYS && (keys[key / 16] >> key % 16 & 1u) != 0;
}

/* Moves a player's senses on by one step, as ox_input_step does. */
void ox_input_sense(ox_input *input, const plat_senses *senses);

/* One axis of a stick, with buttons of a cross that take its place when held. */
static inline fx ox_input_axis(uint32_t held, uint32_t less, uint32_t more, fx stick) {
    fx buttons = ((held & more) != 0 ? FX_ONE : 0) - ((held & less) != 0 ? FX_ONE : 0);
    return buttons != 0 ? buttons : stick;
}

/* The direction in which the player leads: the stick, or in its place the directions of the cross that are held.
 * Right and up are positive. */
static inline void ox_input_lead(const ox_input *input, fx *right, fx *up) {
    *right = ox_input_axis(input->held, PLAT_LEFT, PLAT_RIGHT, input->stick_x);
    *up = ox_input_axis(input->held, PLAT_DOWN, PLAT_UP, input->stick_y);
}

#endif
