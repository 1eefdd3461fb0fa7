/* Fuzz target: any bytes as a PNG file. Its checksums are set right, so that the decoder behind them is reached. */
#include "tests/fuzz/limits.h"
#include "tools/import/base/checksum.h"
#include "tools/import/image/image.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static uint32_t get_u32(const uint8_t *p) {
    return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
}

static void mend_checksums(uint8_t *bytes, size_t size) {
    size_t at = 8;

    while (at <= size && size - at >= 12 && get_u32(bytes + at) <= size - at - 12) {
        size_t length = get_u32(bytes + at);
        uint32_t crc = import_crc32(0, bytes + at + 4, length + 4);
        for (int i = 0; i < 4; i++) {
            bytes[at + 8 + length + (size_t)i] = (uint8_t)(crc >> (24 - 8 * i) & 255);
        }
        at += 12 + length;
    }
}

static void decode(const uint8_t *data, size_t size) {
    import_image image;
    tool_error error = {.text = ""};

    if (import_image_from_memory("fuzz.png", data, size, &image, &error)) {
        if (image.rgba == NULL || image.width < 1 || image.height < 1) {
            abort();
        }
        import_image_free(&image);
    } else if (error.text[0] == '\0' || strchr(error.text, '\n') != NULL) {
        abort();
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    uint8_t *mended = malloc(size + 1);
    fuzz_limits(size);

    decode(data, size);
    if (mended != NULL && size > 0) {
        memcpy(mended, data, size);
        mend_checksums(mended, size);
        decode(mended, size);
    }
    free(mended);
    return 0;
}
