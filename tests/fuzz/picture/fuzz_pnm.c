/* Fuzz target: any bytes as a PBM, PGM or PPM file. */
#include "tests/fuzz/picture/picture.h"
#include "tools/import/image/pnm.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    fuzz_picture(import_pnm_decode, "fuzz.pnm", data, size);
    return 0;
}
