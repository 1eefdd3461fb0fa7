/* Fuzz target: any bytes as a DDS file. */
#include "tests/fuzz/picture/picture.h"
#include "tools/import/image/dds.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    fuzz_picture(import_dds_decode, "fuzz.dds", data, size);
    return 0;
}
