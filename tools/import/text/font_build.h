/* Builds a font glyph by glyph, for importers. */
#ifndef OXCART_TOOLS_IMPORT_TEXT_FONT_BUILD_H
#define OXCART_TOOLS_IMPORT_TEXT_FONT_BUILD_H

#include "tools/import/text/font.h"

typedef struct font_build {
    import_font *font; /* its `count` is of the glyphs so far */
    import_glyph *glyphs;
    size_t room;
} font_build;

/* Adds a glyph; false without memory. */
bool font_build_add(font_build *build, const import_glyph *glyph);

/* The fewest bits that hold all coverages of the list exactly. */
uint8_t font_build_depth(const font_build *build);

/* Sorts the glyphs into the font and frees the list. False without memory, or when two glyphs have one code:
 * *doubled gets that code, else FONT_NONE_DOUBLED (0 is a code too). */
#define FONT_NONE_DOUBLED UINT32_MAX
bool font_build_finish(font_build *build, uint32_t *doubled);

#endif
