/* Made-up input for tests that play carts of any folder. */
#ifndef OXCART_TESTS_HOST_CARTS_H
#define OXCART_TESTS_HOST_CARTS_H

#include <stdint.h>

#include "platform/platform.h"

/* Buttons that come and go, a stick that wanders, and now and then the pointer: equal seeds give equal
 * input. */
static inline void make_up_input(plat_input *input, uint32_t count, uint32_t seed) {
    plat_input now = {0};
    for (uint32_t i = 0; i < count; i++) {
        for (uint32_t k = 0; k < 3; k++) seed = seed * 1664525u + 1013904223u;
        const uint32_t draw = seed >> 8;
        now.pointer_dx = now.pointer_dy = now.wheel = 0;
        if (draw % 5 == 0) now.buttons ^= 1u << (draw / 5 % 12);
        if (draw % 31 == 0)
            now.stick_x = (int16_t)((int32_t)(draw >> 6 & 0xFFFFu) - 32768 + (int32_t)(draw & 1u));
        if (draw % 29 == 0)
            now.stick_y = (int16_t)((int32_t)(draw >> 5 & 0xFFFFu) - 32768 + (int32_t)(draw & 1u));
        if (draw % 37 == 0) now.pointer_held = !now.pointer_held;
        if (now.pointer_held) {
            now.pointer_dx = (int16_t)(draw % 5 - 2);
            now.pointer_dy = (int16_t)(draw % 3 - 1);
        }
        if (draw % 41 == 0) now.wheel = draw & 1 ? 1 : -1;
        input[i] = now;
    }
}

#endif
