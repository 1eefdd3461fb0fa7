/* 15-bit pixels through a ramp on their way to the screen, at 32 cycles each. The function lies in fast memory with the
 * span functions of 15-bit pixels. */
#include "platform/gba/gba.h"

__attribute__((section(".hot.ramp_line"), target("arm"), noinline)) void
gba_ramp_line(uintptr_t target, const uint8_t *source, int pixels, const uint8_t ramp[32]) {
    volatile uint16_t *out = (volatile uint16_t *)target;
    for (; pixels > 0; pixels--, source += 2) {
        uint32_t pixel = (uint32_t)source[0] | (uint32_t)source[1] << 8;
        *out++ = (uint16_t)((uint32_t)ramp[pixel >> 10 & 31u] << 10 | (uint32_t)ramp[pixel >> 5 & 31u] << 5 |
                            ramp[pixel & 31u]);
    }
}
