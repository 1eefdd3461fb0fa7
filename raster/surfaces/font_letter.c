/* Characters of UTF-8 as letters of the built-in font. */
#include "raster/font.h"

/* Letters for U+00C0 to U+017F: the letters without their marks. */
static const char plain[] = "AAAAAAACEEEEIIIIDNOOOOOxOUUUUYPsaaaaaaaceeeeiiiidnooooo/ouuuuypy"
                            "AaAaAaCcCcCcCcDdDdEeEeEeEeEeGgGgGgGgHhHhIiIiIiIiIiIiJjKkkLlLlLlL"
                            "lLlNnNnNnnNnOoOoOoOoRrRrRrSsSsSsSsTtTtTtUuUuUuUuUuUuWwYyYZzZzZzs";

enum { BOX = 127, WRONG = 0x110000 };

/* Reads the character at *at and moves *at behind it; WRONG, and one byte on, where no character begins. */
static uint32_t next_character(const uint8_t **at) {
    const uint8_t *from = *at;
    uint32_t lead = *from, more = lead < 0x80       ? 0
                                  : lead >> 5 == 6  ? 1
                                  : lead >> 4 == 14 ? 2
                                  : lead >> 3 == 30 ? 3
                                                    : 4;
    uint32_t value = lead & (0x7Fu >> (more == 0 ? 0 : more + 1));
    *at = from + 1;
    if (more == 4) return WRONG;
    for (uint32_t i = 1; i <= more; i++) {
        if (from[i] >> 6 != 2) return WRONG;
        value = value << 6 | (from[i] & 63u);
    }
    static const uint32_t least[] = {0, 0x80, 0x800, 0x10000};
    if (value < least[more] || value >> 11 == 0x1B || value >= WRONG) return WRONG;
    *at = from + 1 + more;
    return value;
}

uint32_t rs_font_character(const char **text) {
    const uint8_t *at = (const uint8_t *)*text;
    if (*at == 0) return 0;
    const uint32_t c = next_character(&at);
    *text = (const char *)at;
    return c == WRONG ? 0xFFFD : c;
}

uint8_t rs_font_letter(const char **text) {
    const uint8_t *at = (const uint8_t *)*text;
    if (*at == 0) return 0;
    uint32_t c = next_character(&at);
    *text = (const char *)at;
    if (c < 0x80) return (uint8_t)c;
    if (c == 0xA0) return ' ';
    if (c >= 0xC0 && c < 0x180) return (uint8_t)plain[c - 0xC0];
    if (c >= 0x2010 && c <= 0x2015) return '-';
    if (c >= 0x2018 && c <= 0x201B) return '\'';
    if ((c >= 0x201C && c <= 0x201F) || c == 0xAB || c == 0xBB) return '"';
    return c == 0x2026 ? '.' : BOX;
}
