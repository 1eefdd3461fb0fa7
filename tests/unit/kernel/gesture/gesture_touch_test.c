/* Fingers from step to step, and pinches. */
#include <string.h>

#include "fixedmath/random.h"
#include "kernel/gesture/touch.h"
#include "tests/test.h"

typedef struct panel {
    plat_input in;
    ox_input input;
    ox_fingers touches;
    ox_pinch pinch;
} panel;

static void begin(panel *p) {
    memset(p, 0, sizeof *p);
    ox_input_init(&p->input);
}

static void step(panel *p) {
    ox_input_feed(&p->input, &p->in);
    ox_input_step(&p->input);
    ox_fingers_step(&p->touches, &p->input);
    ox_pinch_step(&p->pinch, &p->touches);
    p->in.senses.state = 0;
}

static void put(panel *p, int place, int id, int x, int y) {
    p->in.senses.touches[place] = (plat_touch){(int16_t)id, (int16_t)x, (int16_t)y};
}

TEST(gesture_touch_phases_of_a_finger) {
    panel p;
    begin(&p);
    step(&p);
    CHECK(p.touches.count == 0 && ox_finger_of(&p.touches, 1) == NULL);
    put(&p, 0, 7, 10, 20);
    step(&p);
    const ox_finger *t = ox_finger_of(&p.touches, 7);
    CHECK(t != NULL && t->phase == OX_TOUCH_BEGAN && t->age == 0 && t->from_x == 10 && t->from_y == 20);
    put(&p, 0, 7, 13, 20);
    step(&p);
    t = ox_finger_of(&p.touches, 7);
    CHECK(t->phase == OX_TOUCH_MOVED && t->x == 13 && t->from_x == 10 && t->age == 1);
    step(&p);
    CHECK_EQ(ox_finger_of(&p.touches, 7)->phase, OX_TOUCH_STILL);
    put(&p, 0, 0, 0, 0);
    step(&p);
    t = ox_finger_of(&p.touches, 7);
    CHECK(t->phase == OX_TOUCH_ENDED && t->x == 13 && !ox_finger_is_down(t) && t->age == 3);
    step(&p);
    CHECK_EQ(p.touches.count, 0);
    put(&p, 0, 8, 1, 1);
    step(&p);
    put(&p, 0, 0, 0, 0);
    p.in.senses.state = PLAT_TOUCHES_CANCELLED;
    step(&p);
    CHECK_EQ(ox_finger_of(&p.touches, 8)->phase, OX_TOUCH_CANCELLED);
}

TEST(gesture_touch_ids_stay_when_fingers_cross) {
    panel p;
    begin(&p);
    for (int i = 0; i <= 40; i++) {
        const bool swaps = i % 2 != 0; /* the port may list them in any order */
        put(&p, swaps, 3, 10 + i, 30);
        put(&p, !swaps, 4, 50 - i, 30);
        step(&p);
        CHECK(ox_finger_of(&p.touches, 3)->x == 10 + i && ox_finger_of(&p.touches, 4)->x == 50 - i);
        CHECK(ox_finger_of(&p.touches, 3)->from_x == 10 && ox_finger_of(&p.touches, 4)->from_x == 50);
    }
    CHECK_EQ(p.touches.count, 2);
}

/* The pointer is one finger. */
TEST(gesture_touch_the_pointer_is_a_finger) {
    panel p;
    begin(&p);
    p.in.pointer_x = 33;
    p.in.pointer_y = 44;
    step(&p);
    CHECK_EQ(p.touches.count, 0);
    p.in.pointer_held = true;
    step(&p);
    CHECK(p.touches.count == 1 && p.touches.list[0].x == 33 && p.touches.list[0].phase == OX_TOUCH_BEGAN);
    p.in.pointer_x = 40;
    step(&p);
    CHECK_EQ(p.touches.list[0].phase, OX_TOUCH_MOVED);
    p.in.pointer_held = false;
    step(&p);
    CHECK_EQ(p.touches.list[0].phase, OX_TOUCH_ENDED);
    step(&p);
    CHECK_EQ(p.touches.count, 0);
}

TEST(gesture_touch_pinches) {
    panel p;
    begin(&p);
    put(&p, 0, 1, 100, 100);
    step(&p);
    CHECK(p.pinch.first == 0 && p.pinch.factor == FX_ONE);
    put(&p, 1, 2, 104, 100); /* too near */
    step(&p);
    CHECK(p.pinch.first == 0 && p.pinch.factor == FX_ONE);
    put(&p, 1, 2, 200, 100);
    step(&p);
    CHECK(p.pinch.first == 1 && p.pinch.second == 2 && p.pinch.factor == FX_ONE && p.pinch.x == 150);
    put(&p, 1, 2, 300, 100);
    step(&p);
    CHECK_EQ(p.pinch.factor, 131072);
    put(&p, 2, 9, 5, 5); /* a third finger counts for nothing */
    put(&p, 1, 2, 150, 100);
    step(&p);
    CHECK(p.pinch.factor == 32768 && p.pinch.x == 125 && p.pinch.y == 100);
    put(&p, 0, 0, 0, 0); /* the first one is lifted: the two that are left begin anew */
    step(&p);
    CHECK(p.pinch.first == 2 && p.pinch.second == 9 && p.pinch.factor == FX_ONE);
    put(&p, 1, 0, 0, 0);
    step(&p);
    CHECK(p.pinch.first == 0 && p.pinch.factor == FX_ONE);
}

/* Random fingers: never more than there is room for, each id once, and those that are down are those of the panel. */
TEST(gesture_touch_any_fingers) {
    panel p;
    rng32 random = {3};
    begin(&p);
    for (int i = 0; i < 20000; i++) {
        const int place = (int)rng_below(&random, PLAT_TOUCHES);
        put(&p, place, rng_below(&random, 3) == 0 ? 0 : 1 + place + PLAT_TOUCHES * (int)rng_below(&random, 3),
            (int)rng_below(&random, 65536) - 32768, (int)rng_below(&random, 65536) - 32768);
        step(&p);
        CHECK(p.touches.count <= PLAT_TOUCHES && p.pinch.factor >= 0);
        for (uint32_t a = 0; a < p.touches.count; a++) {
            CHECK(p.touches.list[a].id != 0);
            for (uint32_t b = 0; b < a; b++) CHECK(p.touches.list[a].id != p.touches.list[b].id);
        }
    }
}
