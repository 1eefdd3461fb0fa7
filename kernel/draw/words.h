/* Words in pixels: measured, broken into lines and drawn, in the built-in font or in fonts of the cart.
 *
 *     ox_words words = {.resources = host->resources, .frame = frame};
 *     const ox_words_run run = {.words = "score 12", .x = 120, .y = 4, .align = OX_WORDS_CENTRE, .native = white};
 *     ox_words_draw(&words, &run);
 *     ox_words_size size = ox_words_measure(&words, &run);                 16 x 10 in the built-in font of 8 x 8
 *
 * Measuring and drawing go the same way, letter by letter, so they cannot disagree. `natives` that draw (text), screens (kernel/ui) and games in C
 * use the same function.
 *
 * LINES end at `\n`. With a width they are no wider than it, if the widest letter is not: they are broken behind a blank, a hyphen, a soft hyphen
 * (U+00AD, seen only there), a blank without width (U+200B), and between characters of Chinese and Japanese but before a closing and behind an
 * opening mark; never at U+00A0. Blanks at which a line is broken are not drawn. A word that is wider than all of the line is cut at a letter.
 * (The rules are a part of Unicode Standard Annex 14.) With `dots` a line is not broken at the width but ends there
 * with `...`.
 *
 * DIRECTION. Words in Hebrew or Arabic go from right to left (kernel/draw/direction.h): runs lie from the right, numbers and Latin words in them keep
 * their order, brackets are mirrored. Lines are broken before letters change places, and `letters` counts them in the order of reading. A line has
 * OX_DIRECTION_LETTERS letters at most that do; what is behind them goes from left to right.
 *
 * SPANS are letters of another look within words: the byte OX_WORDS_SPAN, then '0' + the number of a span, 0 for the run's own look again. They take
 * no place, and nothing but letters is measured. Only runs with `spans` have them.
 *
 * FONTS are FONT chunks with coverage. A letter that a font has not is looked for in the fonts behind it, then the font's replacement stands in, then a
 * box. Kerning counts between letters of one font. Cost: a binary search for each letter, none in the built-in font and for letters
 * that follow a font's first one without a gap, as those of ASCII do. */
#ifndef OXCART_KERNEL_DRAW_WORDS_H
#define OXCART_KERNEL_DRAW_WORDS_H

#include "kernel/names/id.h"
#include "kernel/resource/resource.h"
#include "raster/flat.h"

enum {
    OX_WORDS_FONTS = 4, /* that were used last */
    OX_WORDS_GLYPHS = 16,
    OX_WORDS_COLOURS = 16
};

/* A font by its id. */
typedef struct ox_words_font {
    ox_id id;             /* 0: the built-in one */
    const uint8_t *chunk; /* NULL: it cannot be had, so the built-in one stands in */
} ox_words_font;

/* A colour that was looked for. */
typedef struct ox_words_colour {
    uint32_t rgb, native; /* rgb: its upper byte is 1 where there is one */
} ox_words_colour;

enum { OX_WORDS_KNOWN = 96 };

/* A font whose characters are looked for: the first glyphs without a gap between their characters are found at once. */
typedef struct ox_words_quick {
    const uint8_t *font, *glyphs;
    const uint8_t *places, *coverage; /* of all glyphs */
    uint32_t first, count;            /* character of the first glyph; glyphs */
    uint32_t depth, room;             /* bits of a pixel, bytes of coverage */
    bool kerned;
    uint8_t ways[OX_WORDS_KNOWN]; /* of the characters from 32 on: what the pen moves, plus 1; 0: not known */
} ox_words_quick;

/* A context to draw and measure words in. All zero but resources; only drawing needs the frame. The context is good
 * while the resources are, since it remembers fonts. */
typedef struct ox_words {
    ox_resources *resources;
    rs_frame *frame;
    ox_words_font fonts[OX_WORDS_FONTS]; /* the newest first */
    ox_words_quick quick;                /* of the font that was used last */
    rs_glyph glyphs[OX_WORDS_GLYPHS];
    ox_words_colour colours[OX_WORDS_COLOURS];
    uint32_t newest_colour; /* the next place */
} ox_words;

enum { OX_WORDS_SPAN = 1, OX_WORDS_SPANS = 8 };
typedef struct ox_words_span {
    ox_id font;
    uint32_t native;
} ox_words_span;

/* How lines lie: at, about or before x; at x where the words begin, or where they end. */
enum { OX_WORDS_LEFT, OX_WORDS_CENTRE, OX_WORDS_RIGHT, OX_WORDS_START, OX_WORDS_END };

typedef struct ox_words_run {
    const char *words; /* UTF-8; a byte that begins no character is a box */
    ox_id font;        /* 0: the built-in one of 8 x 8 */
    int x, y;          /* of the first line's top */
    int width;         /* 0: lines end where the words say */
    uint8_t align;
    bool dots;                  /* a line too wide is not broken but ends with `...` */
    uint16_t letters;           /* only so many are drawn, 0: all of them */
    uint32_t native;            /* the colour as a pixel of the surface */
    int space;                  /* pixels more behind each letter */
    bool one_colour;            /* spans have another font, and not another colour */
    const ox_words_span *spans; /* OX_WORDS_SPANS of them; NULL: none */
} ox_words_run;

typedef struct ox_words_size {
    int width, height; /* of the widest line; of all lines */
    int lines, letters;
} ox_words_size;

/* Draws words. Glyphs that the display list has no room for are left out and counted there. */
void ox_words_draw(ox_words *words, const ox_words_run *run);

/* A colour 0xRRGGBB as a pixel of the surface: on a palette surface the nearest of the palette, which is a search; the
 * last colours are remembered. */
uint32_t ox_words_native(ox_words *words, uint32_t rgb);

/* How a run's lines lie: LEFT, CENTRE or RIGHT. START of words that go from right to left is RIGHT. */
int ox_words_align(const ox_words_run *run);

/* Measures words as they would be drawn. An empty text has no line. */
ox_words_size ox_words_measure(ox_words *words, const ox_words_run *run);

/* Holds a font and its fallback fonts from now on, so that drawing takes no memory; for the `begin` of a module. Font
 * 0: nothing to hold. */
void ox_words_hold(ox_resources *resources, ox_id font);

/* Pixels from line to line of a font. */
int ox_words_line_height(ox_words *words, ox_id font);

/* Where line number `line` begins and ends in the words, and how wide it is drawn; false behind the last line. Tests
 * and tools use this. */
bool ox_words_line(ox_words *words, const ox_words_run *run, int line, const char **begin, const char **end,
                   int *width);

#endif
