/* Fuzz target: any bytes as a BMP file. */
#include "tools/import/image.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    import_image image;
    tool_error error = {""};

    if (import_bmp_decode("fuzz.bmp", data, size, &image, &error)) {
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
    return 0;
}
