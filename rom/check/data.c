/* Checks of tables, data, references and packages beyond the rules of rom/records.txt. */
#include "rom/check/checked.h"

rom_status rom_check_table(const rom_checked *v) {
    static const uint8_t sizes[] = {1, 2, 2, 4, 4};
    uint64_t bytes =
        (uint64_t)rom_get(v, ROM_TABLE_WIDTH) * rom_get(v, ROM_TABLE_HEIGHT) * sizes[v->data[ROM_TABLE_KIND]];
    if (v->data[ROM_TABLE_DIMENSIONS] == 1 && rom_get(v, ROM_TABLE_HEIGHT) != 1)
        return rom_bad(v, ROM_TABLE_HEIGHT, "%u rows in a table of one dimension",
                       rom_get(v, ROM_TABLE_HEIGHT), 0);
    if (rom_get(v, ROM_TABLE_WIDTH) > 1 &&
        rom_get_signed(v, ROM_TABLE_LOW) >= rom_get_signed(v, ROM_TABLE_HIGH))
        return rom_bad(v, ROM_TABLE_LOW, "the domain's low end is not below its high end", 0, 0);
    if (rom_get(v, ROM_TABLE_HEIGHT) > 1 &&
        rom_get_signed(v, ROM_TABLE_LOW_Y) >= rom_get_signed(v, ROM_TABLE_HIGH_Y))
        return rom_bad(v, ROM_TABLE_LOW_Y, "the domain's low end in y is not below its high end", 0, 0);
    if (bytes != rom_get(v, ROM_TABLE_VALUE_BYTES))
        return rom_bad(v, ROM_TABLE_VALUE_BYTES, "%u bytes of values, %u belong there",
                       rom_get(v, ROM_TABLE_VALUE_BYTES), (uint32_t)bytes);
    uint32_t crc = rom_crc32(0, v->data + rom_get(v, ROM_TABLE_VALUES_AT), (size_t)bytes);
    if (crc == rom_get(v, ROM_TABLE_CHECKSUM)) return ROM_OK;
    return rom_bad(v, ROM_TABLE_CHECKSUM, "the checksum of the values is %x instead of %x",
                   rom_get(v, ROM_TABLE_CHECKSUM), crc);
}

/* Checks that the texts of one column lie in the chunk. */
static rom_status check_texts(const rom_checked *v, uint32_t offset) {
    const uint32_t stride = rom_get(v, ROM_DATA_ROW_BYTES);
    for (uint32_t i = 0; i < rom_get(v, ROM_DATA_ROW_COUNT); i++) {
        const uint32_t at = rom_get(v, ROM_DATA_ROWS_AT) + i * stride + offset, from = rom_get(v, at),
                       bytes = rom_get(v, at + 4);
        if (from > v->size || bytes > v->size - from)
            return rom_bad(v, at, "a text of %u bytes at %u, behind the end of the chunk", bytes, from);
    }
    return ROM_OK;
}

rom_status rom_check_data(const rom_checked *v) {
    uint32_t stride = rom_get(v, ROM_DATA_ROW_BYTES), rows = rom_get(v, ROM_DATA_ROW_COUNT),
             at = rom_get(v, ROM_DATA_FIELDS_AT);
    if (stride % 4 != 0 || (rows > 0 && stride < 4))
        return rom_bad(v, ROM_DATA_ROW_BYTES, "rows of %u bytes, no multiple of 4", stride, 0);
    for (uint32_t i = 0; i < rom_get(v, ROM_DATA_FIELD_COUNT); i++, at += ROM_FIELD_SIZE) {
        uint32_t offset = rom_get(v, at + ROM_FIELD_OFFSET),
                 bytes = v->data[at + ROM_FIELD_KIND] == ROM_FIELD_TEXT ? 8 : 4;
        if (offset % 4 != 0 || offset > stride || bytes > stride - offset)
            return rom_bad(v, at + ROM_FIELD_OFFSET, "a column at %u of rows of %u bytes", offset, stride);
        if (bytes == 8 && check_texts(v, offset) != ROM_OK) return ROM_BAD_CHUNK;
    }
    at = rom_get(v, ROM_DATA_ROWS_AT);
    for (uint32_t i = 1; i < rows; i++) {
        if (rom_get(v, at + i * stride) <= rom_get(v, at + (i - 1) * stride))
            return rom_bad(v, at + i * stride, "row %u (key %x) does not rise above the one before", i,
                           rom_get(v, at + i * stride));
    }
    return ROM_OK;
}

rom_status rom_check_references(const rom_checked *v) {
    static const uint16_t arrays[2][3] = {
        {ROM_REFERENCES_REFERENCES_AT, ROM_REFERENCES_REFERENCE_COUNT, ROM_REFERENCE_SIZE},
        {ROM_REFERENCES_INITIALISED_AT, ROM_REFERENCES_INITIALISED_COUNT, ROM_INITIALISED_SIZE}};
    for (int k = 0; k < 2; k++) {
        uint32_t at = rom_get(v, arrays[k][0]);
        for (uint32_t i = 0; i < rom_get(v, arrays[k][1]); i++, at += arrays[k][2]) {
            if (rom_get(v, at) % 4 != 0)
                return rom_bad(v, at, "location %u of entry %u is no multiple of 4", rom_get(v, at), i);
            if (k == 0 && v->data[at + ROM_REFERENCE_SECTION] == ROM_SECTION_TEMPORARY)
                return rom_bad(v, at + ROM_REFERENCE_SECTION,
                               "entry %u refers to temporary memory, which does not stay", i, 0);
        }
    }
    return ROM_OK;
}

rom_status rom_check_package(const rom_checked *v) {
    uint64_t stored = 0, full = 0;
    uint32_t at = rom_get(v, ROM_PACKAGE_ITEMS_AT);
    for (uint32_t i = 0; i < rom_get(v, ROM_PACKAGE_ITEM_COUNT); i++, at += ROM_PACKAGE_ITEM_SIZE) {
        stored += rom_get(v, at + ROM_PACKAGE_ITEM_STORED);
        full += rom_get(v, at + ROM_PACKAGE_ITEM_FULL);
    }
    if (stored != rom_get(v, ROM_PACKAGE_STORED))
        return rom_bad(v, ROM_PACKAGE_STORED, "%u bytes, the items have %u", rom_get(v, ROM_PACKAGE_STORED),
                       (uint32_t)stored);
    if (full != rom_get(v, ROM_PACKAGE_FULL))
        return rom_bad(v, ROM_PACKAGE_FULL, "%u bytes, the items have %u", rom_get(v, ROM_PACKAGE_FULL),
                       (uint32_t)full);
    return ROM_OK;
}
