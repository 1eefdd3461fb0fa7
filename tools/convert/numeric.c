/* Tables of numbers out of expressions. */
#include <string.h>

#include "rom/rom.h"
#include "tools/convert/converters.h"
#include "tools/import/text/numeric.h"
#include "tools/record_writer.h"

bool convert_numeric(const pack_source *s, writer *out) {
    import_numeric table;
    if (!import_numeric_parse(s->path, (const char *)s->data, s->size, &table, s->error)) return false;
    const char *note = pack_option(s->asset, "note");
    if (note == NULL) note = table.expression;
    rom_table_record r = {.kind = (uint8_t)table.kind,
                          .dimensions = table.height > 1 ? 2 : 1,
                          .width = table.width,
                          .height = table.height,
                          .low = (int32_t)writer_fx(table.low),
                          .high = (int32_t)writer_fx(table.high),
                          .low_y = (int32_t)writer_fx(table.low_y),
                          .high_y = (int32_t)writer_fx(table.high_y),
                          .values_at = (uint32_t)out->size};
    for (uint32_t i = 0; i < table.width * table.height; i++) {
        uint32_t value = (uint32_t)table.entries[i];
        if (table.kind == IMPORT_NUMERIC_U8) writer_u8(out, value & 0xFFu);
        if (table.kind == IMPORT_NUMERIC_I16 || table.kind == IMPORT_NUMERIC_U16)
            writer_u16(out, value & 0xFFFFu);
        if (table.kind >= IMPORT_NUMERIC_I32) writer_u32(out, value);
    }
    r.value_bytes = (uint32_t)out->size - r.values_at;
    if (!out->failed) r.checksum = rom_crc32(0, out->data + r.values_at, r.value_bytes);
    if (note[0] != 0) {
        r.note = (rom_text_place){(uint32_t)out->size, (uint32_t)strlen(note)};
        writer_bytes(out, note, strlen(note));
    }
    record_put_table(out, 0, &r);
    pack_companion_note(s, "table %s: %u x %u entries, error of rounding %.3g at most, %.3g in the mean",
                        s->asset->name, (unsigned)table.width, (unsigned)table.height, table.worst,
                        table.mean);
    import_numeric_free(&table);
    return true;
}
