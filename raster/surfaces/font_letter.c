/* Characters of UTF-8 as letters of the built-in font. */
#include "raster/font.h"

#include "fixedmath/utf8.h"

/* Letters for U+00C0 to U+017F: the letters without their marks. */
static const char plain[] = "AAAAAAACEEEEIIIIDNOOOOOxOUUUUYPsaaaaaaaceeeeiiiidnooooo/ouuuuypy"
                            "AaAaAaCcCcCcCcDdDdEeEeEeEeEeGgGgGgGgHhHhIiIiIiIiIiIiJjKkkLlLlLlL"
                            "lLlNnNnNnnNnOoOoOoOoRrRrRrSsSsSsSsTtTtTtUuUuUuUuUuUuWwYyYZzZzZzs";

enum { BOX = 127, BYTES = 4 };

uint32_t rs_font_character(const char **text) {
    uint32_t code;
    if (**text == 0) return 0;
    const size_t bytes = fx_utf8_read(*text, BYTES, &code); /* none is read behind the zero byte */
    *text += bytes == 0 ? 1 : bytes;
    return code;
}

uint8_t rs_font_letter(const char **text) {
    const uint32_t c = rs_font_character(text);
    if (c < 0x80) return (uint8_t)c;
    if (c == 0xA0) return ' ';
    if (c >= 0xC0 && c < 0x180) return (uint8_t)plain[c - 0xC0];
    if (c >= 0x2010 && c <= 0x2015) return '-';
    if (c >= 0x2018 && c <= 0x201B) return '\'';
    if ((c >= 0x201C && c <= 0x201F) || c == 0xAB || c == 0xBB) return '"';
    return c == 0x2026 ? '.' : BOX;
}
