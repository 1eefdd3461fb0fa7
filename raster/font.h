/* The 8x8 font: own design, fixed pitch, for figures and short texts on small screens.
 *
 * Glyph g of rs_font8x8 is character 32 + g for the 95 printable characters of ASCII (32..126); glyph
 * RS_FONT_BOX is a box that stands for every other byte. A glyph is 8 rows from the top, bit 7 the leftmost
 * pixel; bit 0 is always clear, so that characters 8 pixels apart never touch. Capitals and digits fill rows
 * 0..6 and stand on row 6; x-height is rows 2..6, and descenders reach row 7. */
#ifndef OXCART_RASTER_FONT_H
#define OXCART_RASTER_FONT_H

#include <stdint.h>

enum { RS_FONT_FIRST = 32, RS_FONT_LAST = 126, RS_FONT_BOX = 95 };

extern const uint8_t rs_font8x8[96][8];

/* Reads the next character of a text in UTF-8 and moves *text behind it; a byte that begins no character is U+FFFD,
 * alone. 0 at the end, where *text stays. */
uint32_t rs_font_character(const char **text);

/* The next character of a text in UTF-8 as a letter of this font: its byte in ASCII. Letters of Latin-1 and Latin
 * Extended-A with marks are the letters without marks; quotation marks, dashes and blanks beyond ASCII are the plain
 * ones; every other character is 127, a box. A byte that begins no character is a box. 0 at the end, where *text
 * stays. */
uint8_t rs_font_letter(const char **text);

/* The rows of a byte's glyph: itself when printable, else the box. */
static inline const uint8_t *rs_font_glyph(uint8_t character) {
    int glyph = character - RS_FONT_FIRST;
    return rs_font8x8[character >= RS_FONT_FIRST && character <= RS_FONT_LAST ? glyph : RS_FONT_BOX];
}

#endif
