/* Fuzz target: any bytes as a TIFF. */
#include "tests/fuzz/picture/picture.h"
#include "tools/import/image/tiff.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    fuzz_picture(import_tiff_decode, "fuzz.tif", data, size);
    return 0;
}
