/* Fuzz target: any bytes as a BDF font. */
#include <stdlib.h>
#include <string.h>

#include "tools/import/text/font.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    import_font font;
    tool_error error = {.text = ""};
    char *text = malloc(size + 1); /* texts of files are read with a zero byte behind them */
    if (text == NULL) return 0;
    if (size > 0) memcpy(text, data, size);
    text[size] = 0;
    uint32_t sum = 0;
    if (import_bdf_parse("fuzz.bdf", text, size, &font, &error)) {
        for (uint32_t i = 0; i < font.count; i++) {
            const import_glyph *glyph = &font.glyphs[i];
            if (i > 0 && glyph->code <= glyph[-1].code) abort();
            if (import_font_find(&font, glyph->code) != glyph) abort();
            for (size_t p = 0; p < (size_t)glyph->width * glyph->height; p++) sum += glyph->pixels[p];
        }
        import_font_free(&font);
    } else if (error.text[0] == 0 || font.arena.newest != NULL) {
        abort();
    }
    free(text);
    return sum == UINT32_MAX;
}
