/* The check that all fuzz targets of picture formats share. */
#ifndef OXCART_FUZZ_PICTURE_H
#define OXCART_FUZZ_PICTURE_H

#include <stdlib.h>
#include <string.h>

#include "tests/fuzz/limits.h"
#include "tools/import/image/image.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

typedef bool fuzz_decoder(const char *name, const uint8_t *data, size_t size, import_image *image,
                          tool_error *error);

/* Decodes a picture: it must keep to its palette; a refusal must leave one line and no memory. */
static inline void fuzz_picture(fuzz_decoder *decode, const char *name, const uint8_t *data, size_t size) {
    import_image image;
    tool_error error = {.text = ""};
    fuzz_limits(size);
    if (decode(name, data, size, &image, &error)) {
        size_t pixels = (size_t)image.width * (size_t)image.height;
        for (size_t i = 0; image.indices != NULL && i < pixels; i++) {
            if (image.indices[i] >= image.palette_count) abort();
        }
        import_image_free(&image);
    } else if (error.text[0] == '\0' || strchr(error.text, '\n') != NULL || image.rgba != NULL) {
        abort();
    }
}

#endif
