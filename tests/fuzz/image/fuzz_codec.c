/* Fuzzes the unpacker: any bytes, any codec and size, at once and in slices, which must agree. */
#include <stdlib.h>
#include <string.h>

#include "rom/codec.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size < 4) return 0;
    uint32_t codec = data[0] % 8u, quota = data[1] + 1u;
    size_t wanted = data[2] | (size_t)data[3] << 8;
    data += 4;
    size -= 4;
    uint8_t *packed = malloc(size + 1), *whole = malloc(wanted + 1), *sliced = malloc(wanted + 1);
    if (packed == NULL || whole == NULL || sliced == NULL) abort();
    /* a block of exactly this size, so that reading one byte beyond is found */
    packed = realloc(packed, size == 0 ? 1 : size);
    whole = realloc(whole, wanted == 0 ? 1 : wanted);
    sliced = realloc(sliced, wanted == 0 ? 1 : wanted);
    memcpy(packed, data, size);
    rom_error error = {ROM_OK, 0, ""}, slice_error = {ROM_OK, 0, ""};
    rom_status status = rom_decode(codec, packed, size, whole, wanted, &error), slice = ROM_OK;
    rom_decoder decoder;
    rom_decoder_begin(&decoder, codec, packed, size, sliced, wanted);
    for (size_t steps = 0; slice == ROM_OK && !rom_decoder_done(&decoder); steps++) {
        slice = rom_decoder_step(&decoder, quota, &slice_error);
        if (steps > 4 * wanted + 16) abort();
    }
    if ((status == ROM_OK) != (slice == ROM_OK)) abort();
    if (status == ROM_OK && memcmp(whole, sliced, wanted) != 0) abort();
    if (status == ROM_OK && rom_decode(codec, packed, size, NULL, wanted, NULL) != ROM_OK) abort();
    if (status != ROM_OK && (error.text[0] == 0 || error.offset > size)) abort();
    free(packed);
    free(whole);
    free(sliced);
    return 0;
}
