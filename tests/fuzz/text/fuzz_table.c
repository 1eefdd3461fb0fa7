/* Fuzz target: any bytes as a CSV table and as an INI file; a table that is written and read again is the same. */
#include <stdlib.h>
#include <string.h>

#include "rom/check.h"
#include "rom/types.h"
#include "tools/base/writer.h"
#include "tools/convert/data_table.h"
#include "tools/import/text/csv.h"
#include "tools/import/text/ini.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Reads the text as a data table: a table that is taken becomes a sound chunk that does not differ from itself. */
static void data_rows(const char *text, size_t size) {
    const cart_asset asset = {.kind = "data", .name = "fuzz"};
    tool_error error = {.text = ""};
    writer out = {0}, difference = {0};
    const pack_source source = {NULL, &asset, "fuzz.csv", (const uint8_t *)text, size, &error, NULL};
    writer_zeros(&out, ROM_DATA_SIZE);
    writer_put_u16(&out, ROM_CHUNK_VERSION, rom_type_of(ROM_TAG_DATA)->version);
    writer_put_u16(&out, ROM_CHUNK_HEADER, ROM_DATA_SIZE);
    if (!convert_data(&source, &out)) {
        if (error.text[0] == 0) abort();
        writer_free(&out);
        return;
    }
    if (rom_check_chunk(ROM_TAG_DATA, out.data, out.size, NULL) != ROM_OK) abort();
    writer_put_u32(&out, ROM_DATA_FLAGS, ROM_DATA_EXTENSIBLE);
    writer_zeros(&difference, ROM_DATA_SIZE);
    bool whole = false;
    if (!data_table_difference(out.data, out.data, "fuzz", "fuzz", &difference, &whole, &error) || whole ||
        rom_u32(difference.data + ROM_DATA_ROW_COUNT) != 0)
        abort();
    writer_free(&out);
    writer_free(&difference);
}

static void table(const char *text, size_t size) {
    import_csv first, again;
    tool_error error = {.text = ""};
    writer out = {0};
    if (!import_csv_parse("fuzz.csv", text, size, 0, false, &first, &error)) {
        if (error.text[0] == 0 || first.rows != NULL) abort();
        return;
    }
    for (uint32_t r = 0; r < first.row_count; r++) {
        for (uint32_t f = 0; f < first.rows[r].count; f++) {
            if (f > 0) writer_u8(&out, ',');
            import_csv_write_field(&out, first.rows[r].fields[f], ',');
        }
        if (first.rows[r].count == 1 && first.rows[r].fields[0][0] == 0) writer_bytes(&out, "\"\"", 2);
        writer_u8(&out, '\n');
    }
    if (!import_csv_parse("again.csv", (const char *)out.data, out.size, ',', false, &again, &error)) abort();
    if (again.row_count != first.row_count) abort();
    for (uint32_t r = 0; r < first.row_count; r++) {
        if (again.rows[r].count != first.rows[r].count) abort();
        for (uint32_t f = 0; f < first.rows[r].count; f++) {
            if (strcmp(again.rows[r].fields[f], first.rows[r].fields[f]) != 0) abort();
        }
    }
    import_csv_free(&first);
    import_csv_free(&again);
    writer_free(&out);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    import_ini ini;
    tool_error error = {.text = ""};
    writer out = {0};
    const char *value = NULL;
    table((const char *)data, size);
    data_rows((const char *)data, size);
    if (!import_ini_parse("fuzz.ini", (const char *)data, size, &ini, &error)) {
        if (error.text[0] == 0) abort();
        return 0;
    }
    import_ini_write(&ini, &out);
    if (out.size != size || (size > 0 && memcmp(out.data, data, size) != 0)) abort();
    for (uint32_t i = 0; i < ini.count && i < 20; i++) {
        if (ini.lines[i].kind != IMPORT_INI_KEY) continue;
        const char *section = ini.lines[i].section, *name = ini.lines[i].name;
        if (!import_ini_set(&ini, section, name, "new value", &error)) continue;
        import_ini_text(&ini, section, name, &value);
        if (value == NULL || strcmp(value, "new value") != 0) abort();
    }
    writer_free(&out);
    import_ini_free(&ini);
    return 0;
}
