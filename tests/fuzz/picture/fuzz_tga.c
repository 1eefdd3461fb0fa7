/* Fuzz target: any bytes as a TGA file. */
#include "tests/fuzz/picture/picture.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    fuzz_picture(import_tga_decode, "fuzz.tga", data, size);
    return 0;
}
