/* Sectioned resources from a list of their parts:
 *
 *     main body.bin                   the part that stays; becomes the data of a RAW_ chunk
 *     video pixels.bin align=32       copied to video or fast memory
 *     temporary load.bin pack         needed while the resource loads
 *     debug notes.txt                 in debug builds; left out of release images
 *
 * Any part may say align=BYTES and `pack`. */
#include <stdlib.h>
#include <string.h>

#include "rom/rom.h"
#include "tools/convert/pack_companion.h"
#include "tools/image/assemble.h"
#include "tools/record_writer.h"

typedef struct parts {
    writer bytes[4];
    assemble_section list[5];
    uint32_t count;
} parts;

static bool has_word(const convert_lines *lines, const char *word) {
    for (int i = 2; i < lines->count; i++) {
        if (strcmp(lines->words[i], word) == 0) return true;
    }
    return false;
}

/* Takes the file of a part. The main part's data stand behind the header of a RAW_ chunk. */
static bool take_part(convert_lines *lines, parts *p) {
    static const char *const classes[] = {"main", "video", "temporary", "debug", NULL};
    int class = cart_choice(lines->words[0], classes);
    const char *align = convert_line_value(lines, "align");
    double alignment = 4;
    uint8_t *data = NULL;
    char *path = NULL;
    size_t size = 0;
    if (class < 0 || lines->count < 2)
        return convert_line_wrong(lines, "`main|video|temporary|debug FILE [align=BYTES] [pack]` is wanted");
    if (p->count == 4)
        return convert_line_wrong(
            lines, "a fifth section; main, video, temporary and debug are possible, once each");
    if (align != NULL &&
        (!cart_parse_number(align, &alignment) || alignment < 4 || alignment > 65536 ||
         alignment != (double)(uint32_t)alignment || ((uint32_t)alignment & ((uint32_t)alignment - 1)) != 0))
        return convert_line_wrong(lines, "align=%s is no power of two from 4 to 65536", align);
    if (!pack_companion_read(lines->source, lines->words[1], &path, &data, &size)) return false;
    writer *out = &p->bytes[p->count];
    if (class == ROM_SECTION_MAIN) {
        const rom_raw_record head = {.data_bytes = (uint32_t)size, .data_at = ROM_RAW_SIZE};
        writer_zeros(out, ROM_RAW_SIZE);
        writer_put_u16(out, ROM_CHUNK_VERSION, ROM_CHUNK_VERSION_NOW);
        writer_put_u16(out, ROM_CHUNK_HEADER, ROM_RAW_SIZE);
        record_put_raw(out, 0, &head);
    }
    writer_bytes(out, data, size);
    writer_align(out, 4);
    p->list[p->count++] = (assemble_section){(uint32_t) class, (uint32_t)alignment, has_word(lines, "pack"),
                                             out->data, out->size};
    free(data);
    free(path);
    return !out->failed || convert_line_wrong(lines, "out of memory");
}

bool convert_sectioned(const pack_source *source, writer *out) {
    parts *p = calloc(1, sizeof *p);
    convert_lines *lines = calloc(1, sizeof *lines);
    bool ok = p != NULL && lines != NULL;
    if (!ok) import_error_memory(source->error, source->path);
    if (ok) lines->source = source;
    while (ok && convert_line_next(lines)) ok = take_part(lines, p);
    ok = ok && !lines->failed;
    if (ok) ok = assemble_write_sections(out, source->path, p->list, p->count, source->error);
    for (int i = 0; p != NULL && i < 4; i++) writer_free(&p->bytes[i]);
    free(p);
    free(lines);
    return ok;
}
