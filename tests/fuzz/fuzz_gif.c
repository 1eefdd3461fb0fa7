/* Fuzz target: any bytes as a GIF file. */
#include "tools/import/gif.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    import_image image;
    tool_error error = {""};

    if (import_gif_decode("fuzz.gif", data, size, &image, &error)) {
        size_t pixels = (size_t)image.width * (size_t)image.height;
        for (size_t i = 0; image.indices != NULL && i < pixels; i++) {
            if (image.indices[i] >= image.palette_count) {
                abort();
            }
        }
        import_image_free(&image);
    } else if (error.text[0] == '\0' || strchr(error.text, '\n') != NULL || image.rgba != NULL) {
        abort();
    }
    import_image strip;
    uint32_t count;
    if (import_gif_strip("fuzz.gif", data, size, &strip, NULL, 20, &count, &error)) {
        if (count == 0 || strip.width % (int)count != 0) abort();
        import_image_free(&strip);
    } else if (strip.rgba != NULL) {
        abort();
    }
    return 0;
}
