/* Bitmap fonts read from BDF files and descriptions with pictures (bmfont.h), or cut out of pictures. */
#ifndef OXCART_TOOLS_IMPORT_TEXT_FONT_H
#define OXCART_TOOLS_IMPORT_TEXT_FONT_H

#include "tools/import/base/arena.h"
#include "tools/import/image/image.h"

#include <stdint.h>

#define IMPORT_FONT_GLYPHS 65536
#define IMPORT_FONT_SIDE 256 /* most pixels of a glyph's width and height */

typedef struct import_glyph {
    uint32_t code;          /* Unicode */
    uint16_t width, height; /* pixels; 0 for a blank */
    int16_t left,
        top; /* from the pen on the base line to the picture's left edge and, upwards, to its top edge */
    int16_t advance;       /* of the pen */
    const uint8_t *pixels; /* width * height coverages, 0 none .. 255 full, top row first */
} import_glyph;

typedef struct import_kerning {
    uint32_t first, second; /* codes */
    int16_t advance;        /* added between the two glyphs */
} import_kerning;

typedef struct import_font {
    const char *name;
    int16_t ascent, descent;   /* above and below the base line; a line's height is their sum */
    unsigned long height_line; /* of a BDF text: the line of the ascent or descent, 0: none */
    uint8_t depth;             /* bits that a coverage needs: 1, 2, 4 or 8 */
    uint32_t count;
    const import_glyph *glyphs; /* by ascending code, each code once */
    uint32_t kerning_count;
    const import_kerning *kernings; /* by first and second */
    uint32_t skipped;               /* glyphs without a code */
    import_arena arena;
} import_font;

/*
 * Reads the Glyph Bitmap Distribution Format 2.1 (Adobe 1993), also with 2, 4 or 8 bits a pixel as the fourth
 * number of SIZE. Glyphs without a code (ENCODING -1) are counted and left out. Refused are a code that comes
 * twice and, with the line, boxes above IMPORT_FONT_SIDE, rows of a wrong length, and fewer or more glyphs than
 * CHARS states. Rows beyond a glyph's height are passed over.
 */
bool import_bdf_parse(const char *file, const char *text, size_t size, import_font *font, tool_error *error);

typedef struct import_font_grid {
    uint16_t cell_width, cell_height;
    const char
        *characters; /* UTF-8, by rows of cells from the top left; more than fit, or one twice, is refused */
    int16_t ascent;  /* rows above the base line; the rows below are descent */
    bool proportional; /* cut empty columns off both sides and advance by the remaining columns and `space` */
    int16_t space;
} import_font_grid;

/* Cuts a font out of a picture. Coverage is alpha where the picture has any, else the grey of a pixel: the top
 * left pixel tells whether the ink is dark on light paper or light on dark paper. `name` is for errors. */
bool import_font_cut(const char *name, const import_image *image, const import_font_grid *grid,
                     import_font *font, tool_error *error);

void import_font_free(import_font *font);

/* Brings kernings into the order in which a font holds them. */
void import_font_sort_kernings(import_kerning *list, uint32_t count);

/* The glyph of a code, NULL when there is none. */
const import_glyph *import_font_find(const import_font *font, uint32_t code);

/* Keeps only the glyphs whose code occurs in the text; *missing gets the first code without a glyph, 0 when all are there. */
void import_font_subset(import_font *font, const char *utf8, uint32_t *missing);

/* Pixels of the widest line of a text (lines part at \n, the two characters): the sum of advances and kernings; a character
 * without a glyph counts as the replacement (U+FFFD, else ?), or nothing. */
uint32_t import_font_width(const import_font *font, const char *utf8);

#endif
