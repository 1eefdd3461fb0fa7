/* Counts what unpacking a file costs, on the machine that runs the program; rom_pack makes the packed file on the host.
 *
 *     rom_codec CODEC PACKED SIZE        prints instructions per byte of output */
#include <stdio.h>
#include <stdlib.h>

#include "rom/codec.h"
#include "tests/ports/instructions.h"

static uint8_t packed[1 << 18], plain[1 << 18];

int main(int argc, char **argv) {
    if (argc != 4) return 2;
    FILE *file = fopen(argv[2], "rb");
    if (file == NULL) return 1;
    size_t stored = fread(packed, 1, sizeof packed, file);
    size_t size = (size_t)strtoul(argv[3], NULL, 10);
    fclose(file);
    uint32_t before = test_instructions();
    rom_status status = rom_decode((uint32_t)strtoul(argv[1], NULL, 10), packed, stored, plain, size, NULL);
    uint32_t spent = test_instructions() - before;
    if (status != ROM_OK) return 1;
    uint32_t tenths = (uint32_t)((uint64_t)spent * 10 / size);
    printf("%lu.%lu\n", (unsigned long)tenths / 10, (unsigned long)tenths % 10);
    return 0;
}
