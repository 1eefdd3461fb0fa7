/* The reader of images alone: what stands in a file of `oxcart pack`, whose every byte is checked before it is read. */
#include <stdio.h>
#include <stdlib.h>

#include "rom/check.h"
#include "rom/rom.h"

/* The file in memory that is aligned as images want it; NULL when it cannot be read. */
static void *read_file(const char *path, size_t *size) {
    FILE *file = fopen(path, "rb");
    void *bytes = NULL;
    if (file == NULL) return NULL;
    if (fseek(file, 0, SEEK_END) == 0 && ftell(file) > 0) {
        *size = (size_t)ftell(file);
        rewind(file);
        bytes = malloc(*size);
        if (bytes != NULL && fread(bytes, 1, *size, file) != *size) {
            free(bytes);
            bytes = NULL;
        }
    }
    fclose(file);
    return bytes;
}

int main(int argc, char **argv) {
    size_t size;
    void *bytes = argc < 2 ? NULL : read_file(argv[1], &size);
    rom_image image;
    rom_error error;
    rom_chunk chunk;
    if (bytes == NULL) {
        fprintf(stderr, "usage: image FILE.rom\n");
        return 2;
    }
    int code = rom_open(bytes, size, &image, &error) != ROM_OK || rom_check_image(&image, &error) != ROM_OK;
    if (code != 0) fprintf(stderr, "%s: damaged at offset %u\n", argv[1], (unsigned)error.offset);
    for (uint32_t i = 0; code == 0 && rom_entry(&image, i, &chunk); i++)
        printf("%c%c%c%c %08x %u bytes\n", (int)(chunk.type & 255), (int)(chunk.type >> 8 & 255),
               (int)(chunk.type >> 16 & 255), (int)(chunk.type >> 24), (unsigned)chunk.id,
               (unsigned)chunk.size);
    free(bytes);
    return code;
}
