/* Button words of hardware: which of their bits is which button.
 *
 *     static const uint16_t buttons[10] = {PLAT_A, PLAT_B, PLAT_SELECT ...};          bit 0 is A, bit 1 is B ...
 *     in->buttons = plat_buttons_of(~register, buttons, 10);                          a bit that is 0 is held: inverted first */
#ifndef OXCART_PLATFORM_BUTTONS_H
#define OXCART_PLATFORM_BUTTONS_H

#include <stdint.h>

/* The buttons of a word in which 1 is held. Bits without a button (0 in the table, or behind its end) count for nothing; several bits may be the same
 * button. At most 32 bits. */
static inline uint32_t plat_buttons_of(uint32_t word, const uint16_t *table, int count) {
    uint32_t buttons = 0;
    for (int i = 0; i < count; i++) {
        if ((word >> i & 1u) != 0) buttons |= table[i];
    }
    return buttons;
}

#endif
