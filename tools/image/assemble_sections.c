/* Section tables: a chunk in up to four parts, each packed for itself. */
#include <string.h>

#include "rom/codec.h"
#include "rom/rom.h"
#include "tools/encode/compress.h"
#include "tools/image/assemble.h"
#include "tools/record_writer.h"

static bool put_section(writer *out, size_t row, const assemble_section *s) {
    writer packed = {0};
    uint32_t codec =
        s->compress ? compress_best(COMPRESS_ON, s->data, s->size, &packed) : (uint32_t)ROM_CODEC_STORED;
    if (packed.size < 4) codec = ROM_CODEC_STORED; /* a section has 4 bytes or more */
    const uint8_t *data = codec == ROM_CODEC_STORED ? s->data : packed.data;
    const size_t size = codec == ROM_CODEC_STORED ? s->size : packed.size;
    const rom_section_record r = {.class = (uint8_t)s->class,
                                  .codec = (uint8_t)codec,
                                  .offset = (uint32_t)writer_align(out, 4),
                                  .stored = (uint32_t)size,
                                  .full = (uint32_t)s->size,
                                  .alignment = s->alignment};
    writer_bytes(out, data, size);
    record_put_section(out, row, &r);
    writer_free(&packed);
    return !out->failed;
}

bool assemble_write_sections(writer *out, const char *name, const assemble_section *sections, uint32_t count,
                             tool_error *error) {
    const rom_sections_record head = {.count = (uint16_t)count, .at = ROM_SECTIONS_SIZE};
    if (count == 0 || count > 4)
        return import_error_file(error, NULL, "`%s` has %u sections; 1 to 4 are possible", name,
                                 (unsigned)count);
    for (uint32_t i = 0; i < count; i++) {
        const assemble_section *s = &sections[i];
        if (s->class > ROM_SECTION_DEBUG ||
            (i == 0 ? s->class != ROM_SECTION_MAIN : s->class <= s[-1].class) || s->size < 4 ||
            s->size > 0x7FFFFFFF || s->alignment < 4 || s->alignment > 65536 ||
            (s->alignment & (s->alignment - 1)) != 0)
            return import_error_file(
                error, NULL,
                "`%s`, section %u: main, video, temporary, debug stand in this order, each once, "
                "with 4 bytes or more and an alignment of 4 to 65536",
                name, (unsigned)i);
    }
    out->size = 0;
    writer_zeros(out, ROM_SECTIONS_SIZE + (size_t)count * ROM_SECTION_SIZE);
    writer_put_u16(out, ROM_CHUNK_VERSION, ROM_CHUNK_VERSION_NOW);
    writer_put_u16(out, ROM_CHUNK_HEADER, ROM_SECTIONS_SIZE);
    record_put_sections(out, 0, &head);
    bool ok = !out->failed;
    for (uint32_t i = 0; ok && i < count; i++)
        ok = put_section(out, ROM_SECTIONS_SIZE + (size_t)i * ROM_SECTION_SIZE, &sections[i]);
    writer_align(out, 4);
    return ok || import_error_memory(error, name);
}

void assemble_strip_debug(writer *bytes) {
    const size_t last = bytes->size < ROM_SECTIONS_SIZE ? 0 : rom_u16(bytes->data + ROM_SECTIONS_COUNT);
    const size_t row = ROM_SECTIONS_SIZE + (last - 1) * ROM_SECTION_SIZE;
    if (last < 2 || row + ROM_SECTION_SIZE > bytes->size || bytes->data[row] != ROM_SECTION_DEBUG) return;
    const uint32_t offset = rom_u32(bytes->data + row + ROM_SECTION_OFFSET);
    if (offset < row || offset > bytes->size) return;
    memset(bytes->data + row, 0, ROM_SECTION_SIZE);
    writer_put_u16(bytes, ROM_SECTIONS_COUNT, (uint32_t)last - 1);
    bytes->size = offset;
}

bool assemble_sections(assembly *a, const char *name, uint32_t type, const assemble_section *sections,
                       uint32_t count, tool_error *error) {
    bool plain = count == 1 && sections[0].alignment <= ASSEMBLE_ALIGNMENT && !sections[0].compress;
    writer *out = assemble_add(a, name, type, 4);
    if (out == NULL) return import_error_memory(error, name);
    if (plain) {
        out->size = 0;
        writer_bytes(out, sections[0].data, sections[0].size);
        writer_align(out, 4);
        return !out->failed || import_error_memory(error, name);
    }
    assemble_sectioned(a);
    return assemble_write_sections(out, name, sections, count, error);
}
