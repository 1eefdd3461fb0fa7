/* The carts of tools/cart/templates, which are built into the command. */
#include "tools/cart/template.h"

#include <stdio.h>
#include <string.h>

#include "tools/base/writer.h"
#include "tools/import/base/file.h"

static const struct {
    const char *folder, *name;
    const char *const *lines;
} files[] = {
#include "tools/cart/templates.inc"
};
enum { FILES = sizeof files / sizeof files[0] };

static bool write_file(const char *path, const char *const *lines, tool_error *error) {
    writer text = {0};
    for (; *lines != NULL; lines++) writer_bytes(&text, *lines, strlen(*lines));
    const bool ok =
        text.failed ? import_error_memory(error, path) : import_file_write(path, text.data, text.size, error);
    writer_free(&text);
    return ok;
}

bool template_write(const char *name, const char *folder, tool_error *error) {
    char path[CART_PATH_MAX];
    for (size_t i = 0; i < FILES; i++) {
        if (strcmp(files[i].folder, name) != 0) continue;
        snprintf(path, sizeof path, "%.1000s/%s", folder, files[i].name);
        if (!write_file(path, files[i].lines, error)) return false;
    }
    return true;
}
