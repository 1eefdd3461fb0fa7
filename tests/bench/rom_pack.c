/* Packs a file for the benchmark of unpacking: rom_pack CODEC FILE OUT prints both sizes. */
#include <stdio.h>
#include <stdlib.h>

#include "tools/compress.h"
#include "tools/import/file.h"

int main(int argc, char **argv) {
    uint8_t *data;
    size_t size;
    tool_error error;
    writer out = {0};
    if (argc != 4) return 2;
    if (!import_file_read(argv[2], &data, &size, &error)) return 1;
    if (!compress_bytes((uint32_t)strtoul(argv[1], NULL, 10), 1, data, size, &out)) return 1;
    if (!import_file_write(argv[3], out.data, out.size, &error)) return 1;
    printf("%zu %zu\n", size, out.size);
    writer_free(&out);
    free(data);
    return 0;
}
