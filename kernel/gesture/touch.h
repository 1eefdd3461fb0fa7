/* Fingers on the picture: which is which from step to step, and what two of them do together.
 *
 *     ox_fingers_step(&touches, &input);                      each step
 *     for each of touches.list: if (t.phase == OX_TOUCH_BEGAN) ...
 *     ox_pinch_step(&pinch, &touches);                        zoom = pinch.factor
 *
 * A finger keeps its id, wherever it goes, from the step in which it began to the one in which it has ended; then it is gone. A machine without a touch
 * panel has one finger: the pointer while its button is held. (Madhav 5.)
 *
 * A PINCH is of the two fingers that came first, from where they lie OX_PINCH_LEAST pixels apart: the factor is their distance now, in parts of that
 * then. Further fingers count for nothing. Without a pinch the factor is 1.
 *
 * Bytes: 70 and 20. Cost: some 200 instructions while fingers are down. */
#ifndef OXCART_KERNEL_GESTURE_TOUCH_H
#define OXCART_KERNEL_GESTURE_TOUCH_H

#include "kernel/input/input.h"

enum { OX_TOUCH_POINTER = 32767 /* id of the pointer */, OX_PINCH_LEAST = 8 };

typedef enum ox_finger_phase {
    OX_TOUCH_NONE,
    OX_TOUCH_BEGAN,
    OX_TOUCH_MOVED,
    OX_TOUCH_STILL,
    OX_TOUCH_ENDED,
    OX_TOUCH_CANCELLED, /* by the system, as when another program comes to the front */
    OX_TOUCH_PHASES
} ox_finger_phase;

typedef struct ox_finger {
    int16_t id; /* 0: none */
    int16_t x, y;
    int16_t from_x, from_y; /* where it began */
    uint16_t age;           /* steps since then, up to 65,535 */
    uint8_t phase;
    uint8_t spare;
} ox_finger;

typedef struct ox_fingers {
    ox_finger list[PLAT_TOUCHES]; /* in the order in which they came, those that are there at the front */
    uint32_t count;
} ox_fingers;

typedef struct ox_pinch {
    int16_t first, second; /* ids, 0: no pinch */
    int32_t start;         /* distance at its beginning, 1/16 pixel */
    fx factor;
    int16_t x, y; /* the middle between the two */
} ox_pinch;

void ox_fingers_step(ox_fingers *touches, const ox_input *input);

/* A finger by its id, NULL where it is gone. */
const ox_finger *ox_finger_of(const ox_fingers *touches, int32_t id);

static inline bool ox_finger_is_down(const ox_finger *touch) {
    return touch != NULL && touch->phase >= OX_TOUCH_BEGAN && touch->phase <= OX_TOUCH_STILL;
}

void ox_pinch_step(ox_pinch *pinch, const ox_fingers *touches);

#endif
