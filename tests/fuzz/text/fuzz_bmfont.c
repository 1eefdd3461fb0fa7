/* Fuzz target: any bytes as a font with a description, all of whose pages are one small picture. */
#include <stdlib.h>
#include <string.h>

#include "tools/import/text/bmfont.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static bool read_page(void *context, const char *name, import_image *picture, tool_error *error) {
    (void)context;
    if (name[0] == 'x') return import_error_file(error, name, "there is no such picture");
    if (!import_image_allocate(name, 24, 16, false, picture, error)) return false;
    for (size_t i = 0; i < 24 * 16 * 4; i++) picture->rgba[i] = (uint8_t)(i * 37);
    picture->has_alpha = name[0] == 'a';
    return true;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    import_font font;
    tool_error error = {.text = ""};
    const import_bmfont_pages pages = {read_page, NULL};
    uint32_t sum = 0;
    char *text = malloc(size + 1); /* texts of files are read with a zero byte behind them */
    if (text == NULL) return 0;
    if (size > 0) memcpy(text, data, size);
    text[size] = 0;
    if (import_bmfont_parse("fuzz.fnt", text, size, &pages, &font, &error)) {
        for (uint32_t i = 0; i < font.count; i++) {
            const import_glyph *glyph = &font.glyphs[i];
            if (i > 0 && glyph->code <= glyph[-1].code) abort();
            for (size_t p = 0; p < (size_t)glyph->width * glyph->height; p++) sum += glyph->pixels[p];
        }
        import_font_free(&font);
    } else if (error.text[0] == 0 || strchr(error.text, '\n') != NULL || font.arena.newest != NULL) {
        abort();
    }
    free(text);
    return sum == UINT32_MAX;
}
