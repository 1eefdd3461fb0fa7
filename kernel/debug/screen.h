/* A screen full of text, straight onto the port: for failures, when nothing of the console may be relied on.
 *
 *     ox_text_screen screen = {.platform = port, .width = 240, .height = 160, .format = PLAT_PAL8, .light = 1};
 *     ox_text_screen_show(&screen, report.text, 0, "A: go on");
 *
 * Characters are those of the font, 8 x 8 pixels in rows 9 apart, with 4 pixels of margin. Lines end at \n and where
 * the screen ends. The screen needs no memory but one line of pixels on the stack. */
#ifndef OXCART_KERNEL_DEBUG_SCREEN_H
#define OXCART_KERNEL_DEBUG_SCREEN_H

#include "platform/platform.h"

enum { OX_TEXT_SCREEN_MARGIN = 4, OX_TEXT_SCREEN_CHARACTER = 8, OX_TEXT_SCREEN_ROW = 9 };

typedef struct ox_text_screen {
    plat *platform;
    int width, height; /* size of the picture, as video was opened */
    plat_format format;
    uint32_t light, dark; /* native pixels of text and ground */
} ox_text_screen;

/* Number of characters of a row, and number of rows. */
int ox_text_screen_columns(const ox_text_screen *screen);
int ox_text_screen_rows(const ox_text_screen *screen);

/* How many rows a text takes. */
int ox_text_screen_lines(const ox_text_screen *screen, const char *text);

/* Shows `text` from its row `first` on, as far as it fits above `footer`, which stands in the lowest rows. Every line
 * of the picture is handed over, and the picture presented. Nothing is shown on pictures whose lines are longer than
 * 4096 bytes (512 where pointers have 32 bits, for the sake of the stack). */
void ox_text_screen_show(const ox_text_screen *screen, const char *text, int first, const char *footer);

#endif
