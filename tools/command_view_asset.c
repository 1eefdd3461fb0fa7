/* oxcart view CART NAME: what one asset of a cart or an image looks like. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/arguments.h"
#include "tools/chunk.h"
#include "tools/command.h"
#include "tools/import/png_write.h"
#include "tools/preview.h"

static bool write_picture(const char *path, const import_image *p, tool_error *error) {
    const import_png_picture picture = {.width = p->width, .height = p->height, .format = IMPORT_PNG_RGBA, .pixels = p->rgba};
    return import_png_write(path, &picture, error);
}

/* The entry that a word means; the first where there are several. */
static bool find_entry(const rom_image *image, const char *path, const char *word, rom_chunk *chunk, tool_error *error) {
    for (uint32_t i = 0; rom_entry(image, i, chunk); i++)
        if (chunk->codec != ROM_CODEC_DELETED && chunk_is_meant(chunk, word)) return true;
    return import_error_file(error, path, "no chunk `%.80s`; a name, an id or a type is wanted, see oxcart ls", word);
}

bool command_view_asset(const char *path, const char *word, const preview_look *look, const char *output, bool hash, tool_error *error) {
    writer packed = {0};
    pack_report report;
    uint8_t *data = NULL;
    size_t size;
    rom_image image;
    rom_error fault;
    rom_chunk chunk;
    import_image picture;
    uint32_t sum;
    bool ok;
    if (command_is_folder(path)) {
        const pack_options options = command_pack_options(true);
        ok = pack_folder(path, &options, &packed, &report, error);
        if (ok && rom_open(packed.data, packed.size, &image, &fault) != ROM_OK) ok = import_error_file(error, path, "%s", fault.text);
    } else {
        ok = command_load_rom(path, &data, &size, &image, error);
    }
    ok = ok && find_entry(&image, path, word, &chunk, error) && preview_chunk(&image, path, &chunk, look, &picture, &sum, error);
    if (ok) {
        if (hash) printf("frame=%u hash=%08x\n", (unsigned)look->frame, (unsigned)sum);
        if (output != NULL) ok = write_picture(output, &picture, error);
        import_image_free(&picture);
    }
    writer_free(&packed);
    free(data);
    return ok;
}
