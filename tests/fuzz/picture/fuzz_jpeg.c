/* Fuzz target: any bytes as a JPEG. */
#include "tests/fuzz/picture/picture.h"
#include "tools/import/image/jpeg.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    fuzz_picture(import_jpeg_decode, "fuzz.jpg", data, size);
    return 0;
}
