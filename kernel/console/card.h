/* The start screen: what the image says of itself - title, version, author, home page, licence - over the picture of a game that
 * begins, for a moment or until the first button (ox_boot_options.card).
 *
 * Text is wrapped between words into as many columns as the picture has; text that finds no line is left out.
 * Characters that the font does not have show as a box. */
#ifndef OXCART_KERNEL_CONSOLE_CARD_H
#define OXCART_KERNEL_CONSOLE_CARD_H

#include "raster/frame.h"
#include "rom/rom.h"

enum { OX_CARD_LINES = 12, OX_CARD_COLUMNS = 40, OX_CARD_LINE_HEIGHT = 9, OX_CARD_LEFT = 2 };

typedef struct ox_card {
    char lines[OX_CARD_LINES][OX_CARD_COLUMNS + 1];
    int count;
} ox_card;

/* Makes the lines of a checked image for a picture of a given size; no lines without an info chunk. */
void ox_card_make(ox_card *card, const rom_image *image, int width, int height);

/* Records the lines over everything before, at the bottom. `light` and `dark` are native pixels of text and ground. */
void ox_card_record(const ox_card *card, rs_frame *frame, int width, int height, uint32_t light,
                    uint32_t dark);

/* The y of the first line's top pixels. */
int ox_card_top(const ox_card *card, int height);

#endif
