/* The start screen: what the image says of itself - title, version, author, home page, licence - over the picture of a game that
 * begins, for a moment or until the first button (ox_boot_options.start_screen).
 *
 * Text is wrapped between words into as many columns as the picture has; text that finds no line is left out.
 * Characters that the font does not have show as a box. */
#ifndef OXCART_KERNEL_CONSOLE_START_SCREEN_H
#define OXCART_KERNEL_CONSOLE_START_SCREEN_H

#include "raster/frame.h"
#include "rom/rom.h"

enum {
    OX_START_SCREEN_LINES = 12,
    OX_START_SCREEN_COLUMNS = 40,
    OX_START_SCREEN_LINE_HEIGHT = 9,
    OX_START_SCREEN_LEFT = 2
};

typedef struct ox_start_screen {
    char lines[OX_START_SCREEN_LINES][OX_START_SCREEN_COLUMNS + 1];
    int count;
} ox_start_screen;

/* Makes the lines of a checked image for a picture of a given size; no lines without an info chunk. */
void ox_start_screen_make(ox_start_screen *screen, const rom_image *image, int width, int height);

/* Records the lines over everything before, at the bottom. `light` and `dark` are native pixels of text and ground. */
void ox_start_screen_record(const ox_start_screen *screen, rs_frame *frame, int width, int height,
                            uint32_t light, uint32_t dark);

/* The y of the first line's top pixels. */
int ox_start_screen_top(const ox_start_screen *screen, int height);

#endif
