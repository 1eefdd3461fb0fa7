/* Packs a file for the benchmark of unpacking: rom_pack CODEC FILE OUT [PROGRAM.gba] prints both sizes. With a program, OUT.gba
 * is that cartridge followed by the packed bytes (tests/gba/codec_bench.c). */
#include <stdio.h>
#include <stdlib.h>

#include "rom/rom.h"
#include "tools/encode/compress.h"
#include "tools/import/base/file.h"

enum { PLACE = 0x80000 };

/* Writes the program, filled up; codec, sizes and checksum of the packed bytes; the packed bytes. */
static bool write_cartridge(const char *program, const char *path, uint32_t codec, const uint8_t *plain,
                            size_t plain_size, const writer *packed, tool_error *error) {
    uint8_t *data;
    size_t size;
    writer out = {0};
    char name[400];
    if (!import_file_read(program, &data, &size, error)) return false;
    if (size <= PLACE) {
        writer_bytes(&out, data, size);
        writer_zeros(&out, PLACE - size);
        writer_u32(&out, codec);
        writer_u32(&out, (uint32_t)plain_size);
        writer_u32(&out, (uint32_t)packed->size);
        writer_u32(&out, rom_crc32(0, plain, plain_size));
        writer_bytes(&out, packed->data, packed->size);
    }
    free(data);
    snprintf(name, sizeof name, "%s.gba", path);
    bool ok = out.size > PLACE && import_file_write(name, out.data, out.size, error);
    writer_free(&out);
    return ok;
}

int main(int argc, char **argv) {
    uint8_t *data;
    size_t size;
    tool_error error;
    writer out = {0};
    if (argc != 4 && argc != 5) return 2;
    uint32_t codec = (uint32_t)strtoul(argv[1], NULL, 10);
    if (!import_file_read(argv[2], &data, &size, &error)) return 1;
    if (!compress_bytes(codec, 1, data, size, &out)) return 1;
    if (!import_file_write(argv[3], out.data, out.size, &error)) return 1;
    if (argc == 5 && !write_cartridge(argv[4], argv[3], codec, data, size, &out, &error)) return 1;
    printf("%zu %zu\n", size, out.size);
    writer_free(&out);
    free(data);
    return 0;
}
