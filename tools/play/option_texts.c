/* Splits the list of texts, reads each, and hands its lines over. */
#include "tools/play/option_texts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/cart/cart.h"
#include "tools/import/base/file.h"

static bool read_text(const char *file, uint32_t number, option_text_take *take, void *context, bool *goes_on,
                      tool_error *error) {
    uint8_t *text = NULL;
    size_t size;
    import_ini ini;
    if (!import_file_read(file, &text, &size, error)) return false;
    if (!import_ini_parse(file, (const char *)text, size, &ini, error)) {
        free(text);
        return false;
    }
    for (uint32_t i = 0; *goes_on && i < ini.count; i++) {
        char place[CART_PATH_MAX + 16];
        const option_text_line line = {number, place, &ini.lines[i]};
        snprintf(place, sizeof place, "%s:%u", file, (unsigned)i + 1);
        if (line.line->kind == IMPORT_INI_KEY || line.line->kind == IMPORT_INI_BAD)
            *goes_on = take(context, &line);
    }
    import_ini_free(&ini);
    free(text);
    return true;
}

bool option_texts_each(const char *files, option_text_take *take, void *context, tool_error *error) {
    bool goes_on = true, all_read = true;
    uint32_t number = 0;
    for (size_t length; goes_on && files != NULL && *files != '\0';
         files += length + (files[length] == ',')) {
        char file[CART_PATH_MAX];
        length = strcspn(files, ",");
        snprintf(file, sizeof file, "%.*s", (int)length, files);
        all_read = read_text(file, number++, take, context, &goes_on, error) && all_read;
    }
    return goes_on && all_read;
}
