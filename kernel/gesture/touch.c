/* Fingers from step to step, and pinches. */
#include "kernel/gesture/touch.h"

#include <string.h>

#include "fixedmath/root.h"
#include "fixedmath/scalar.h"

/* ---- fingers ---- */

const ox_finger *ox_finger_of(const ox_fingers *touches, int32_t id) {
    for (uint32_t i = 0; i < touches->count && i < PLAT_TOUCHES; i++)
        if (touches->list[i].id == id) return &touches->list[i];
    return NULL;
}

/* The fingers of a step: those of the panel, else the pointer. */
static void list_fingers(const ox_input *input, plat_touch fingers[PLAT_TOUCHES]) {
    memcpy(fingers, input->senses.touches, sizeof input->senses.touches);
    for (int i = 0; i < PLAT_TOUCHES; i++)
        if (fingers[i].id != 0) return;
    if ((input->held & OX_INPUT_POINTER) == 0) return;
    fingers[0] = (plat_touch){OX_TOUCH_POINTER, (int16_t)int_clamp(input->pointer_x, -32768, 32767),
                              (int16_t)int_clamp(input->pointer_y, -32768, 32767)};
}

static const plat_touch *find_finger(const plat_touch fingers[PLAT_TOUCHES], int32_t id) {
    for (int i = 0; i < PLAT_TOUCHES; i++)
        if (fingers[i].id == id) return &fingers[i];
    return NULL;
}

/* Moves one finger on. */
static void move_touch(ox_finger *touch, const plat_touch *now, bool cancelled) {
    if (touch->age < UINT16_MAX) touch->age++;
    if (now == NULL) {
        touch->phase = cancelled ? OX_TOUCH_CANCELLED : OX_TOUCH_ENDED;
        return;
    }
    touch->phase = touch->x == now->x && touch->y == now->y ? OX_TOUCH_STILL : OX_TOUCH_MOVED;
    touch->x = now->x;
    touch->y = now->y;
}

void ox_fingers_step(ox_fingers *touches, const ox_input *input) {
    plat_touch fingers[PLAT_TOUCHES];
    const bool cancelled = (input->senses.state & PLAT_TOUCHES_CANCELLED) != 0;
    uint32_t kept = 0;
    list_fingers(input, fingers);
    for (uint32_t i = 0; i < touches->count && i < PLAT_TOUCHES; i++) {
        ox_finger touch = touches->list[i];
        if (!ox_finger_is_down(&touch)) continue;
        move_touch(&touch, find_finger(fingers, touch.id), cancelled);
        touches->list[kept++] = touch;
    }
    touches->count = kept;
    for (int i = 0; i < PLAT_TOUCHES && touches->count < PLAT_TOUCHES; i++) {
        if (fingers[i].id == 0 || ox_finger_of(touches, fingers[i].id) != NULL) continue;
        touches->list[touches->count++] = (ox_finger){.id = fingers[i].id,
                                                      .x = fingers[i].x,
                                                      .y = fingers[i].y,
                                                      .from_x = fingers[i].x,
                                                      .from_y = fingers[i].y,
                                                      .phase = OX_TOUCH_BEGAN};
    }
    for (uint32_t i = touches->count; i < PLAT_TOUCHES; i++) touches->list[i] = (ox_finger){0};
}

/* ---- pinches ---- */

/* In 1/16 pixel; at most 2 million. */
static int32_t distance_between(const ox_finger *a, const ox_finger *b) {
    const int64_t x = (int64_t)b->x - a->x, y = (int64_t)b->y - a->y;
    return (int32_t)fx_isqrt64((uint64_t)(x * x + y * y) * 256);
}

/* The first two fingers that are down; false where there are fewer. */
static bool find_two(const ox_fingers *touches, const ox_finger *two[2]) {
    uint32_t found = 0;
    for (uint32_t i = 0; i < touches->count && found < 2; i++)
        if (ox_finger_is_down(&touches->list[i])) two[found++] = &touches->list[i];
    return found == 2;
}

void ox_pinch_step(ox_pinch *pinch, const ox_fingers *touches) {
    const ox_finger *two[2] = {ox_finger_of(touches, pinch->first), ox_finger_of(touches, pinch->second)};
    const bool goes_on = pinch->first != 0 && ox_finger_is_down(two[0]) && ox_finger_is_down(two[1]);
    if (!goes_on) {
        *pinch = (ox_pinch){.factor = FX_ONE};
        if (!find_two(touches, two)) return;
        const int32_t start = distance_between(two[0], two[1]);
        if (start < OX_PINCH_LEAST * 16) return;
        *pinch = (ox_pinch){two[0]->id, two[1]->id, start, FX_ONE, 0, 0};
    }
    const int64_t factor = (int64_t)distance_between(two[0], two[1]) * FX_ONE / pinch->start;
    pinch->factor = factor > INT32_MAX ? INT32_MAX : (fx)factor;
    pinch->x = (int16_t)((two[0]->x + two[1]->x) / 2);
    pinch->y = (int16_t)((two[0]->y + two[1]->y) / 2);
}
