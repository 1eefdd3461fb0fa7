/* Fuzz target: any bytes as a BMP file. */
#include "tests/fuzz/picture/picture.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    fuzz_picture(import_bmp_decode, "fuzz.bmp", data, size);
    return 0;
}
