/* Fuzz target: any bytes as a QOI file. */
#include "tests/fuzz/picture/picture.h"
#include "tools/import/image/qoi.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    fuzz_picture(import_qoi_decode, "fuzz.qoi", data, size);
    return 0;
}
