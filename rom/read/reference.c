/* Walks reference tables, and adds addresses where the tables say. */
#include "rom/reference.h"

#include "rom/check/checked.h"

static const uint8_t *row_at(const rom_references *refs, uint32_t field, uint32_t index, uint32_t stride) {
    return refs->data + rom_word(refs->data + field) + (size_t)index * stride;
}

rom_status rom_references_view(const uint8_t *data, uint32_t type, uint32_t size, rom_references *refs,
                               rom_error *error) {
    rom_references opened = {data, rom_word(data + ROM_REFERENCES_REFERENCE_COUNT),
                             rom_word(data + ROM_REFERENCES_INITIALISED_COUNT),
                             rom_word(data + ROM_REFERENCES_EXTERNAL_COUNT)};
    *refs = (rom_references){NULL, 0, 0, 0};
    if (rom_word(data + ROM_REFERENCES_TYPE) != type)
        return rom_fail(error, ROM_BAD_CHUNK, ROM_REFERENCES_TYPE,
                        "the references are about a chunk of type %x", rom_word(data + ROM_REFERENCES_TYPE),
                        0);
    for (uint32_t i = 0; i < opened.count + opened.initialised; i++) {
        bool second = i >= opened.count;
        const uint8_t *row =
            second ? row_at(&opened, ROM_REFERENCES_INITIALISED_AT, i - opened.count, ROM_INITIALISED_SIZE)
                   : row_at(&opened, ROM_REFERENCES_REFERENCES_AT, i, ROM_REFERENCE_SIZE);
        if (size >= 4 && rom_word(row) <= size - 4) continue;
        return rom_fail(error, ROM_BAD_CHUNK, (uint32_t)(row - data),
                        "reference %u lies at %u, outside the chunk", i, rom_word(row));
    }
    *refs = opened;
    return ROM_OK;
}

rom_status rom_references_open(const rom_image *image, uint32_t id, uint32_t type, uint32_t size,
                               rom_references *refs, rom_error *error) {
    rom_view view;
    rom_chunk chunk;
    *refs = (rom_references){NULL, 0, 0, 0};
    if (!rom_find(image, id, ROM_TAG_REFERENCES, &chunk)) return ROM_OK;
    rom_status status = rom_view_chunk(image, id, ROM_TAG_REFERENCES, &view, error);
    if (status != ROM_OK) return status;
    if (rom_word(view.data + ROM_REFERENCES_TYPE) != type)
        return ROM_OK; /* the references are about another chunk of this name */
    status = rom_references_view(view.data, type, size, refs, error);
    if (status != ROM_OK) rom_move_offset(error, chunk.offset, "");
    return status;
}

rom_reference rom_references_at(const rom_references *refs, uint32_t index) {
    if (index >= refs->count) return (rom_reference){0, 0, 0, 0};
    const uint8_t *row = row_at(refs, ROM_REFERENCES_REFERENCES_AT, index, ROM_REFERENCE_SIZE);
    return (rom_reference){rom_word(row + ROM_REFERENCE_LOCATION), rom_word(row + ROM_REFERENCE_TYPE),
                           row[ROM_REFERENCE_KIND], row[ROM_REFERENCE_SECTION]};
}

rom_initialised rom_references_initialised(const rom_references *refs, uint32_t index) {
    if (index >= refs->initialised) return (rom_initialised){0, 0};
    const uint8_t *row = row_at(refs, ROM_REFERENCES_INITIALISED_AT, index, ROM_INITIALISED_SIZE);
    return (rom_initialised){rom_word(row + ROM_INITIALISED_LOCATION), rom_word(row + ROM_INITIALISED_TYPE)};
}

rom_external rom_references_external(const rom_references *refs, uint32_t index) {
    if (index >= refs->externals) return (rom_external){0, NULL, 0};
    const uint8_t *row = row_at(refs, ROM_REFERENCES_EXTERNALS_AT, index, ROM_EXTERNAL_SIZE);
    return (rom_external){rom_word(row + ROM_EXTERNAL_CART),
                          (const char *)refs->data + rom_word(row + ROM_EXTERNAL_NAME),
                          rom_word(row + ROM_EXTERNAL_NAME + 4)};
}

static void put_word(uint8_t *at, uint32_t value) {
    for (int i = 0; i < 4; i++) at[i] = (uint8_t)(value >> (8 * i));
}

rom_status rom_fixup_apply(const rom_references *refs, uint8_t *copy, uint32_t size, const rom_base bases[4],
                           rom_error *error) {
    for (int writing = 0; writing < 2; writing++) {
        for (uint32_t i = 0; i < refs->count; i++) {
            rom_reference r = rom_references_at(refs, i);
            if (r.kind != ROM_REFERENCE_FIXUP) continue;
            if (r.location % 4 != 0 || size < 4 || r.location > size - 4 || r.section > 3)
                return rom_fail(error, ROM_BAD_CHUNK, r.location, "fix-up %u lies at %u, outside the chunk",
                                i, r.location);
            uint32_t value = rom_u32(copy + r.location);
            if (value == 0) continue;
            if (value >= bases[r.section].bytes || value % 4 != 0)
                return rom_fail(error, ROM_BAD_CHUNK, r.location,
                                "fix-up %u points to %u, outside its section", i, value);
            if (writing != 0) put_word(copy + r.location, bases[r.section].address + value);
        }
    }
    return ROM_OK;
}
