/* The section table at the beginning of a sectioned entry. */
#include "rom/section.h"

#include <string.h>

#include "rom/check/checked.h"
#include "rom/codec.h"

static rom_section section_at(const uint8_t *data, uint32_t index) {
    const uint8_t *row = data + rom_word(data + ROM_SECTIONS_AT) + (size_t)index * ROM_SECTION_SIZE;
    return (rom_section){.data = data + rom_word(row + ROM_SECTION_OFFSET),
                         .stored = rom_word(row + ROM_SECTION_STORED),
                         .size = rom_word(row + ROM_SECTION_FULL),
                         .alignment = rom_word(row + ROM_SECTION_ALIGNMENT),
                         .class = row[ROM_SECTION_CLASS],
                         .codec = row[ROM_SECTION_CODEC]};
}

/* Checks the row at `at` of section `index`, whose bytes must lie behind `end`. */
static rom_status check_row(const rom_checked *v, uint32_t at, uint32_t index, uint32_t end) {
    uint32_t offset = rom_get(v, at + ROM_SECTION_OFFSET), stored = rom_get(v, at + ROM_SECTION_STORED),
             codec = v->data[at + ROM_SECTION_CODEC];
    uint32_t alignment = rom_get(v, at + ROM_SECTION_ALIGNMENT), class = v->data[at];
    if (index == 0 ? class != ROM_SECTION_MAIN : class <= v->data[at - ROM_SECTION_SIZE])
        return rom_bad(v, at, "section %u has the class %u; the first is main, and classes rise", index,
                       class);
    if (offset % 4 != 0 || offset < end || offset > v->size)
        return rom_bad(v, at + ROM_SECTION_OFFSET, "section at %u: not a multiple of 4 behind %u", offset,
                       end);
    if (stored < 4 || stored > v->size - offset)
        return rom_bad(v, at + ROM_SECTION_STORED, "section of %u bytes, 4 to %u are possible", stored,
                       v->size - offset);
    if ((alignment & (alignment - 1)) != 0)
        return rom_bad(v, at + ROM_SECTION_ALIGNMENT, "alignment %u is no power of two", alignment, 0);
    if (codec == ROM_CODEC_STORED && stored != rom_get(v, at + ROM_SECTION_FULL))
        return rom_bad(v, at + ROM_SECTION_FULL,
                       "full size %u of a section that is stored plainly in %u bytes",
                       rom_get(v, at + ROM_SECTION_FULL), stored);
    if (!rom_codec_known(codec))
        return rom_fail(v->error, ROM_UNKNOWN_CODEC, at + ROM_SECTION_CODEC,
                        "section %u is packed with the unknown codec %u", index, codec);
    return rom_decode(codec, v->data + offset, stored, NULL, rom_get(v, at + ROM_SECTION_FULL), v->error);
}

static rom_status check_table(const rom_chunk *chunk, rom_error *error) {
    rom_checked v = {chunk->data, chunk->stored, 0, error};
    if (chunk->codec != ROM_CODEC_STORED || (chunk->flags & ROM_ENTRY_SECTIONED) == 0)
        return rom_fail(error, ROM_BAD_CHUNK, 0, "chunk %x is packed as a whole or has no sections",
                        chunk->id, 0);
    rom_status status = rom_check_rules(rom_type_of(ROM_TAG_SECTIONS), &v);
    uint32_t at = status == ROM_OK ? rom_get(&v, ROM_SECTIONS_AT) : 0, end = at;
    uint32_t count = status == ROM_OK ? rom_get_half(&v, ROM_SECTIONS_COUNT) : 0;
    end += count * ROM_SECTION_SIZE;
    for (uint32_t i = 0; status == ROM_OK && i < count; i++, at += ROM_SECTION_SIZE) {
        status = check_row(&v, at, i, end);
        end = rom_get(&v, at + ROM_SECTION_OFFSET) + rom_get(&v, at + ROM_SECTION_STORED);
    }
    return status;
}

rom_status rom_check_sections(const rom_chunk *chunk, rom_error *error) {
    rom_status status = check_table(chunk, error);
    if (status != ROM_OK) return status;
    rom_section main_section = section_at(chunk->data, 0);
    if (main_section.codec != ROM_CODEC_STORED) return ROM_PACKED;
    status = rom_check_chunk(chunk->type, main_section.data, main_section.size, error);
    if (status != ROM_OK)
        rom_move_offset(error, (uint32_t)(main_section.data - chunk->data), "the main section");
    return status;
}

rom_status rom_sections_open(const rom_chunk *chunk, rom_sections *sections, rom_error *error) {
    rom_status status = check_table(chunk, error);
    *sections = (rom_sections){NULL, 0};
    if (status == ROM_OK) {
        *sections = (rom_sections){chunk->data, rom_half(chunk->data + ROM_SECTIONS_COUNT)};
    } else {
        rom_move_offset(error, chunk->offset, "");
    }
    return status;
}

rom_section rom_sections_at(const rom_sections *sections, uint32_t index) {
    rom_section none;
    memset(&none, 0, sizeof none);
    return index < sections->count ? section_at(sections->data, index) : none;
}

rom_section rom_sections_find(const rom_sections *sections, uint32_t class) {
    for (uint32_t i = 0; i < sections->count; i++) {
        rom_section s = section_at(sections->data, i);
        if (s.class == class) return s;
    }
    return rom_sections_at(sections, sections->count);
}
