/* The board's display: 128 x 64 pixels in 16 greys, a Solomon SSD0323 behind SSI0. */
#ifndef OXCART_LM3S6965_OLED_H
#define OXCART_LM3S6965_OLED_H

#include <stdint.h>

enum { OLED_WIDTH = 128, OLED_HEIGHT = 64, OLED_LINE = OLED_WIDTH / 2 };

/* Wakes the display and clears it. */
void oled_open(void);

/* Begins `lines` whole lines from `y` on. OLED_LINE bytes a line follow by oled_byte, two pixels each, the left one in
 * the high half. */
void oled_lines(int y, int lines);
void oled_byte(uint8_t pixels);

#endif
