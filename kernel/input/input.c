/* Input: queues of button changes, sums of movements, the stick's dead zone. */
#include "kernel/input/input.h"

#include <string.h>

#include "kernel/input/condition.h"
#include "kernel/memory/life.h"

void ox_input_init(ox_input *input) {
    memset(input, 0, sizeof *input);
    input->dead_zone = OX_INPUT_DEAD_ZONE;
    input->repeat_delay = OX_INPUT_REPEAT_DELAY;
    input->repeat_period = OX_INPUT_REPEAT_PERIOD;
}

/* Adds to a sum within the range that a record of a step holds (record.h); no device leaves this range. */
static int32_t add_limited(int32_t sum, int32_t more) { return int_clamp(sum + more, -32767, 32767); }

/* Whether a finger is among some. */
static bool has_touch(const plat_touch touches[PLAT_TOUCHES], int16_t id) {
    for (int i = 0; i < PLAT_TOUCHES; i++)
        if (touches[i].id == id) return true;
    return false;
}

/* A finger that is gone before any step saw it stays, where there is room. */
static void keep_touch(plat_senses *now, plat_touch touch) {
    for (int i = 0; i < PLAT_TOUCHES && touch.id != 0 && !has_touch(now->touches, touch.id); i++)
        if (now->touches[i].id == 0) now->touches[i] = touch;
}

/* Senses of the port, with what no step has seen of those before. */
static void feed_senses(ox_input *input, const plat_senses *polled) {
    const plat_senses before = input->polled;
    input->polled = *polled;
    if (!input->is_seen) {
        for (int i = 0; i < PLAT_KEY_WORDS; i++) input->polled.keys[i] |= before.keys[i];
        for (int i = 0; i < PLAT_TOUCHES; i++) keep_touch(&input->polled, before.touches[i]);
        input->polled.state |= before.state & PLAT_TOUCHES_CANCELLED;
        if (input->polled.typed == 0) input->polled.typed = before.typed;
    }
    input->is_seen = false;
}

void ox_input_sense(ox_input *input, const plat_senses *senses) {
    for (int i = 0; i < PLAT_KEY_WORDS; i++) {
        input->keys_pressed[i] = (uint16_t)(senses->keys[i] & ~input->senses.keys[i]);
        input->keys_released[i] = (uint16_t)(~senses->keys[i] & input->senses.keys[i]);
    }
    input->touches_begun = 0;
    for (int i = 0; i < PLAT_TOUCHES; i++) {
        const int16_t id = senses->touches[i].id;
        if (id != 0 && !has_touch(input->senses.touches, id)) input->touches_begun |= (uint8_t)(1u << i);
    }
    input->state_changed = (uint16_t)(senses->state ^ input->senses.state);
    input->senses = *senses;
}

/* Buttons in 16 bits. */
static uint16_t packed_buttons(uint32_t buttons) { return (uint16_t)(buttons | buttons >> 16); }

/* Puts what changes behind what waits. */
static void queue_level(ox_input *input, uint32_t level) {
    const uint32_t changed = level ^ input->level;
    input->level = level;
    if (changed == 0) return;
    if (input->queued == OX_INPUT_QUEUE) {
        input->queue[OX_INPUT_QUEUE - 1] ^= packed_buttons(changed);
        input->lost++;
    } else {
        input->queue[input->queued++] = packed_buttons(changed);
    }
    input->busy |= changed;
}

void ox_input_feed(ox_input *input, const plat_input *polled) {
    const uint32_t pointer = polled->pointer_held ? OX_INPUT_POINTER : 0;
    for (uint32_t i = 0; i < polled->change_count && i < PLAT_CHANGES; i++)
        queue_level(input, polled->changes[i] | (input->level & OX_INPUT_POINTER));
    queue_level(input, (polled->buttons & ~OX_INPUT_POINTER) | pointer);
    input->lost += polled->changes_lost;
    input->sum[0] = add_limited(input->sum[0], polled->pointer_dx);
    input->sum[1] = add_limited(input->sum[1], polled->pointer_dy);
    if (polled->pointer_held) {
        input->sum[2] = add_limited(input->sum[2], polled->pointer_dx);
        input->sum[3] = add_limited(input->sum[3], polled->pointer_dy);
    }
    input->sum[4] = add_limited(input->sum[4], polled->wheel);
    input->pointer_x = polled->pointer_x;
    input->pointer_y = polled->pointer_y;
    input->raw_x = polled->stick_x;
    input->raw_y = polled->stick_y;
    input->quit = input->quit || polled->quit;
    feed_senses(input, &polled->senses);
}

static uint32_t unpacked_buttons(uint32_t packed) { return (packed & 0x7FFFu) | (packed & 0x8000u) << 16; }

/* Takes the oldest changes, up to a button that would change twice. */
static uint32_t take_changes(ox_input *input) {
    uint32_t taken = 0, count = 0, rest = 0;
    while (count < input->queued && (input->queue[count] & taken) == 0) taken |= input->queue[count++];
    if (count == 0) return 0; /* nothing waits */
    input->queued -= count;
    for (uint32_t i = 0; i < input->queued; i++) {
        input->queue[i] = input->queue[i + count];
        rest |= input->queue[i];
    }
    input->busy = unpacked_buttons(rest);
    return unpacked_buttons(taken);
}

static void step_repeat(ox_input *input) {
    input->repeat = input->pressed;
    if (input->pressed != 0) {
        input->repeat_wait = input->repeat_delay;
    } else if (input->held != 0 && (input->repeat_wait <= 1 || --input->repeat_wait == 0)) {
        input->repeat = input->held;
        input->repeat_wait = input->repeat_period;
    }
}

void ox_input_step(ox_input *input) {
    OX_CREATED(input->repeat_period);
    uint32_t changes = take_changes(input);
    input->pressed = changes & ~input->held;
    input->released = changes & input->held;
    input->held ^= changes;
    step_repeat(input);
    ox_input_stick(input->raw_x, input->raw_y, input->dead_zone, &input->stick_x, &input->stick_y);
    input->pointer_dx = input->sum[0];
    input->pointer_dy = input->sum[1];
    input->drag_x = input->sum[2];
    input->drag_y = input->sum[3];
    input->wheel = input->sum[4];
    memset(input->sum, 0, sizeof input->sum);
    ox_input_sense(input, &input->polled);
    input->polled.typed = 0; /* one step alone has the character */
    input->is_seen = true;
}

void ox_input_settle(ox_input *input) {
    const uint32_t changed = input->held ^ input->level;
    input->queue[0] = packed_buttons(changed);
    input->busy = changed;
    input->queued = changed != 0;
    memset(input->sum, 0, sizeof input->sum);
    input->is_seen = true;
}

void ox_input_stick(int32_t x, int32_t y, int32_t dead, fx *out_x, fx *out_y) {
    ox_input_stick_round(x, y, dead, 32767, out_x, out_y);
}
