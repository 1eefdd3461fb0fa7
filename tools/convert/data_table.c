/* Data tables: read from comma-separated values, written into chunks, and compared. */
#include "tools/convert/data_table.h"

#include <stdlib.h>
#include <string.h>

#include "rom/rom.h"
#include "tools/convert/converters.h"
#include "tools/convert/pack_companion.h"
#include "tools/import/base/file.h"
#include "tools/record_writer.h"

const cart_option_row convert_data_options[] = {{"extensible", "on|off", "overlays may add rows"},
                                                {.key = NULL}};

static const char *const kind_words[] = {"i32", "fx", "id", "text", "colour", "switch", "angle", NULL};

static uint32_t bytes_of(uint32_t kind) { return kind == DATA_TEXT ? 8 : 4; }

/* ---- writing ---- */

static rom_text_place put_text(writer *out, const void *text, uint32_t bytes) {
    const rom_text_place place = {bytes == 0 ? 0 : (uint32_t)out->size, bytes};
    writer_bytes(out, text, bytes);
    return place;
}

void data_table_write(writer *out, const data_written *table) {
    const data_column *columns = table->columns;
    const data_row *rows = table->rows;
    const uint32_t column_count = table->column_count, row_bytes = table->row_bytes,
                   row_count = table->row_count;
    rom_data_record r = {.flags = table->flags,
                         .field_count = column_count,
                         .row_bytes = row_bytes,
                         .row_count = row_count,
                         .rows_bytes = row_bytes * row_count};
    r.fields_at = column_count == 0 ? 0 : (uint32_t)out->size;
    writer_zeros(out, (size_t)column_count * ROM_FIELD_SIZE);
    r.rows_at = row_count == 0 ? 0 : (uint32_t)out->size;
    for (uint32_t i = 0; i < row_count; i++) writer_bytes(out, rows[i].values, row_bytes);
    for (uint32_t c = 0; c < column_count; c++) {
        const rom_field_record field = {.name = columns[c].name,
                                        .kind = (uint8_t)columns[c].kind,
                                        .offset = columns[c].offset,
                                        .title = put_text(out, columns[c].title, columns[c].title_bytes)};
        record_put_field(out, r.fields_at + (size_t)c * ROM_FIELD_SIZE, &field);
    }
    for (uint32_t i = 0; i < row_count; i++) {
        for (uint32_t c = 0; c < column_count; c++) {
            const uint8_t *value = rows[i].values + columns[c].offset;
            if (columns[c].kind != DATA_TEXT) continue;
            rom_text_place place = put_text(out, rows[i].base + rom_u32(value), rom_u32(value + 4));
            size_t at = r.rows_at + (size_t)i * row_bytes + columns[c].offset;
            writer_put_u32(out, at, place.offset);
            writer_put_u32(out, at + 4, place.bytes);
        }
    }
    record_put_data(out, 0, &r);
    writer_align(out, 4);
}

/* ---- differences ---- */

static uint32_t read_columns(const uint8_t *chunk, data_column columns[DATA_COLUMNS]) {
    uint32_t count = rom_u32(chunk + ROM_DATA_FIELD_COUNT);
    const uint8_t *field = chunk + rom_u32(chunk + ROM_DATA_FIELDS_AT);
    for (uint32_t i = 0; i < count && i < DATA_COLUMNS; i++, field += ROM_FIELD_SIZE)
        columns[i] = (data_column){
            rom_u32(field + ROM_FIELD_NAME), field[ROM_FIELD_KIND], rom_u32(field + ROM_FIELD_OFFSET),
            (const char *)chunk + rom_u32(field + ROM_FIELD_TITLE), rom_u32(field + ROM_FIELD_TITLE + 4)};
    return count;
}

static data_row row_at(const uint8_t *chunk, uint32_t i) {
    return (data_row){
        chunk + rom_u32(chunk + ROM_DATA_ROWS_AT) + (size_t)i * rom_u32(chunk + ROM_DATA_ROW_BYTES), chunk};
}

static bool same_row(data_row a, data_row b, const data_column *columns, uint32_t count) {
    bool same = true;
    for (uint32_t c = 0; c < count && same; c++) {
        const uint8_t *x = a.values + columns[c].offset, *y = b.values + columns[c].offset;
        same = columns[c].kind != DATA_TEXT
                   ? memcmp(x, y, 4) == 0
                   : rom_u32(x + 4) == rom_u32(y + 4) &&
                         memcmp(a.base + rom_u32(x), b.base + rom_u32(y), rom_u32(x + 4)) == 0;
    }
    return same;
}

static bool same_columns(const uint8_t *base, const uint8_t *now, const data_column *a, uint32_t a_count,
                         const data_column *b, uint32_t b_count) {
    bool same = a_count == b_count && rom_u32(base + ROM_DATA_ROW_BYTES) == rom_u32(now + ROM_DATA_ROW_BYTES);
    for (uint32_t i = 0; i < a_count && same; i++)
        same = a[i].name == b[i].name && a[i].kind == b[i].kind && a[i].offset == b[i].offset;
    return same;
}

bool data_table_difference(const uint8_t *base, const uint8_t *now, const char *name, const char *file,
                           writer *out, bool *whole, tool_error *error) {
    data_column old_columns[DATA_COLUMNS], columns[DATA_COLUMNS];
    uint32_t old_count = read_columns(base, old_columns), count = read_columns(now, columns), changed = 0,
             k = 0;
    uint32_t old_rows = rom_u32(base + ROM_DATA_ROW_COUNT), rows = rom_u32(now + ROM_DATA_ROW_COUNT);
    uint32_t both = rom_u32(base + ROM_DATA_FLAGS) & rom_u32(now + ROM_DATA_FLAGS);
    *whole = (both & ROM_DATA_EXTENSIBLE) == 0 || old_count > DATA_COLUMNS || count > DATA_COLUMNS;
    if (*whole) return true;
    if (!same_columns(base, now, old_columns, old_count, columns, count))
        return import_error_file(
            error, file,
            "`%s` has other columns than in the base; pack the cart whole, or give it the base's", name);
    data_row *list = malloc(((size_t)rows + 1) * sizeof *list);
    if (list == NULL) return import_error_memory(error, file);
    for (uint32_t i = 0; i < rows && !*whole; i++) {
        data_row row = row_at(now, i);
        *whole = k < old_rows &&
                 rom_u32(row_at(base, k).values) < rom_u32(row.values); /* row k of the base is missing */
        bool there = !*whole && k < old_rows && rom_u32(row_at(base, k).values) == rom_u32(row.values);
        if (!there || !same_row(row_at(base, k), row, columns, count)) list[changed++] = row;
        k += there;
    }
    *whole = *whole || k < old_rows;
    if (!*whole)
        data_table_write(out, &(data_written){ROM_DATA_EXTENSIBLE, columns, count,
                                              rom_u32(now + ROM_DATA_ROW_BYTES), list, changed});
    free(list);
    return *whole || !out->failed || import_error_memory(error, file);
}

/* ---- out of comma-separated values ---- */

typedef struct data_job {
    const pack_source *source;
    import_csv csv;
    data_column columns[DATA_COLUMNS];
    uint32_t field[DATA_COLUMNS]; /* number of each column in the file */
    uint32_t column_count, row_bytes;
    writer values; /* rows, followed by texts */
} data_job;

static bool wrong_field(const data_job *job, uint32_t line, const char *what, const char *word,
                        const char *mend) {
    return import_error_line(job->source->error, job->source->path, line, what, word, mend);
}

/* Reads a heading `NAME:KIND` or `NAME:ref TABLE`; false for any other text. */
static bool read_column(const char *title, data_heading *column) {
    const char *colon = strrchr(title, ':'), *kind = colon == NULL ? "" : colon + 1;
    const size_t length = colon == NULL ? 0 : (size_t)(colon - title);
    memset(column, 0, sizeof *column);
    if (length == 0 || length >= sizeof column->name) return false;
    memcpy(column->name, title, length);
    if (strncmp(kind, "ref ", 4) == 0 && kind[4] != 0 && strlen(kind + 4) < sizeof column->table) {
        memcpy(column->table, kind + 4, strlen(kind + 4));
        column->kind = DATA_ID;
        return true;
    }
    const int number = cart_choice(kind, kind_words);
    column->kind = number < 0 ? DATA_KINDS : (data_kind)number;
    return number >= 0;
}

/* Reads the first row. Columns are kept in the order of their names' ids. */
static bool read_heading(data_job *job) {
    const import_csv_row *head = job->csv.row_count == 0 ? NULL : &job->csv.rows[0];
    if (head == NULL || strcmp(head->fields[0], "key") != 0)
        return import_error_line(job->source->error, job->source->path, 1,
                                 "the first row begins with `key`, then NAME:KIND for each column");
    if (head->count > DATA_COLUMNS)
        return wrong_field(job, head->line, "%s%s", "there are too many columns; 63 are possible", "");
    for (uint32_t f = 1; f < head->count; f++) {
        const char *title = head->fields[f];
        data_heading column;
        if (!read_column(title, &column))
            return wrong_field(job, head->line, "column `%s` is no %s", title,
                               "NAME:KIND; kinds are i32, fx, id, text, colour, switch, angle, ref TABLE");
        uint32_t k = job->column_count++, id = rom_id(column.name);
        for (; k > 0 && job->columns[k - 1].name >= id; k--) {
            if (job->columns[k - 1].name == id)
                return wrong_field(job, head->line, "column `%s` stands twice%s", column.name, "");
            job->columns[k] = job->columns[k - 1];
            job->field[k] = job->field[k - 1];
        }
        job->columns[k] = (data_column){.name = id,
                                        .kind = (uint32_t)column.kind,
                                        .title = title,
                                        .title_bytes = (uint32_t)strlen(column.name)};
        job->field[k] = f;
    }
    job->row_bytes = 4;
    for (uint32_t c = 0; c < job->column_count; c++) {
        job->columns[c].offset = job->row_bytes;
        job->row_bytes += bytes_of(job->columns[c].kind);
    }
    return true;
}

static bool parse_number(const char *word, double least, double most, double *value) {
    return cart_parse_number(word, value) && *value >= least && *value <= most;
}

static bool put_value(data_job *job, const import_csv_row *row, uint32_t c, size_t at) {
    const char *word = row->fields[job->field[c]];
    writer *out = &job->values;
    double value = 0;
    uint32_t rgb = 0, on = 0;
    bool ok = true;
    switch (job->columns[c].kind) {
    case DATA_I32:
        ok = parse_number(word, -2147483648.0, 2147483647.0, &value) && value == (double)(int32_t)value;
        writer_put_u32(out, at, ok ? (uint32_t)(int32_t)value : 0);
        break;
    case DATA_FX:
        ok = parse_number(word, -32768, 32767.99999, &value);
        writer_put_u32(out, at, writer_fx(value));
        break;
    case DATA_ID:
        writer_put_u32(out, at, word[0] == 0 ? 0 : rom_id(word));
        break;
    case DATA_TEXT:
        writer_put_u32(out, at, (uint32_t)out->size);
        writer_put_u32(out, at + 4, (uint32_t)strlen(word));
        writer_bytes(out, word, strlen(word));
        break;
    case DATA_ANGLE:
        ok = parse_number(word, -32768, 32767.99999, &value);
        writer_put_u32(out, at,
                       ok ? (uint32_t)(int32_t)(value * 65536.0 / 360.0 + (value < 0 ? -0.5 : 0.5)) & 0xFFFFu
                          : 0);
        break;
    case DATA_COLOUR:
        ok = cart_parse_colour(word, &rgb);
        writer_put_u32(out, at, rgb);
        break;
    default:
        ok = cart_parse_switch(word, &on);
        writer_put_u32(out, at, on);
        break;
    }
    return ok || wrong_field(job, row->line, "`%s` is no %s", word,
                             job->columns[c].kind == DATA_SWITCH ? "`yes` or `no`"
                                                                 : kind_words[job->columns[c].kind]);
}

static bool put_rows(data_job *job, data_row *rows, uint32_t *lines) {
    uint32_t count = job->csv.row_count - 1;
    bool ok = true;
    writer_zeros(&job->values, (size_t)count * job->row_bytes);
    for (uint32_t i = 0; ok && i < count; i++) {
        const import_csv_row *row = &job->csv.rows[i + 1];
        size_t at = (size_t)i * job->row_bytes;
        if (row->fields[0][0] == 0)
            return wrong_field(job, row->line, "the row has no %s%s", "key", "; name it");
        if (rom_id(row->fields[0]) == 0)
            return wrong_field(job, row->line, "the key `%s` has the id 0%s", row->fields[0], "; change it");
        writer_put_u32(&job->values, at, rom_id(row->fields[0]));
        for (uint32_t c = 0; ok && c < job->column_count; c++)
            ok = put_value(job, row, c, at + job->columns[c].offset);
    }
    if (job->values.failed) return import_error_memory(job->source->error, job->source->path);
    for (uint32_t i = 0; ok && i < count; i++) {
        data_row own = {job->values.data + (size_t)i * job->row_bytes, job->values.data};
        uint32_t k = i, line = job->csv.rows[i + 1].line;
        for (; k > 0 && rom_u32(rows[k - 1].values) >= rom_u32(own.values); k--) {
            if (rom_u32(rows[k - 1].values) == rom_u32(own.values))
                return import_error_line(job->source->error, job->source->path, line,
                                         "the key `%s` is that of line %u; rename one",
                                         job->csv.rows[i + 1].fields[0], (unsigned)lines[k - 1]);
            rows[k] = rows[k - 1];
            lines[k] = lines[k - 1];
        }
        rows[k] = own;
        lines[k] = line;
    }
    return ok;
}

/* ---- columns and rows that other assets may refer to ---- */

static const cart_asset *find_table(const cart *c, const char *name) {
    for (uint32_t i = 0; i < c->asset_count; i++)
        if (strcmp(c->assets[i].kind, "data") == 0 && rom_id(c->assets[i].name) == rom_id(name))
            return &c->assets[i];
    return NULL;
}

bool data_keys_read(const pack_source *s, const char *name, data_keys *keys) {
    const cart_asset *asset = find_table(s->c, name);
    uint8_t *data = NULL;
    size_t size = 0;
    memset(keys, 0, sizeof *keys);
    if (asset == NULL)
        return import_error_file(s->error, s->path, "the cart has no table `data %.60s`", name);
    keys->path = import_file_resolve(s->c->path, asset->file);
    if (keys->path == NULL) return import_error_memory(s->error, s->path);
    pack_companion_input(s, keys->path);
    bool ok = import_file_read(keys->path, &data, &size, s->error) &&
              import_csv_parse(keys->path, (const char *)data, size, ',', true, &keys->csv, s->error);
    free(data);
    const uint32_t rows = ok && keys->csv.row_count > 0 ? keys->csv.row_count - 1 : 0,
                   columns = ok && keys->csv.row_count > 0 ? keys->csv.rows[0].count - 1 : 0;
    keys->rows = calloc((size_t)rows + 1, sizeof *keys->rows);
    keys->columns = calloc((size_t)columns + 1, sizeof *keys->columns);
    if (ok && (keys->rows == NULL || keys->columns == NULL)) ok = import_error_memory(s->error, s->path);
    for (; ok && keys->row_count < rows; keys->row_count++)
        keys->rows[keys->row_count] = keys->csv.rows[keys->row_count + 1].fields[0];
    for (uint32_t i = 0; ok && i < columns; i++) /* packing the table reports a wrong column */
        keys->column_count +=
            read_column(keys->csv.rows[0].fields[i + 1], &keys->columns[keys->column_count]);
    return ok;
}

void data_keys_free(data_keys *keys) {
    import_csv_free(&keys->csv);
    free(keys->columns);
    free(keys->rows);
    free(keys->path);
    memset(keys, 0, sizeof *keys);
}

/* Checks that each name in a column of references is the name of a row of the other table. */
static bool check_references(const data_job *job, uint32_t field, const data_heading *column) {
    data_keys keys;
    bool ok = data_keys_read(job->source, column->table, &keys);
    const char **names = calloc((size_t)keys.row_count + 1, sizeof *names);
    if (ok && names == NULL) ok = import_error_memory(job->source->error, job->source->path);
    for (uint32_t i = 0; ok && i < keys.row_count; i++) names[i] = keys.rows[i];
    for (uint32_t i = 1; ok && i < job->csv.row_count; i++) {
        const char *word = job->csv.rows[i].fields[field];
        bool there = word[0] == 0;
        for (uint32_t k = 0; k < keys.row_count && !there; k++) there = rom_id(keys.rows[k]) == rom_id(word);
        if (there) continue;
        const char *meant = cart_suggest(word, names);
        ok =
            import_error_line(job->source->error, job->source->path, job->csv.rows[i].line,
                              "`%.60s` is no row of `%.60s`%s%.60s%s", word, column->table,
                              meant == NULL ? "; add it there, or leave the field empty" : "; did you mean `",
                              meant == NULL ? "" : meant, meant == NULL ? "" : "`?");
    }
    free(names);
    data_keys_free(&keys);
    return ok;
}

static bool check_all_references(const data_job *job) {
    data_heading column;
    for (uint32_t f = 1; f < job->csv.rows[0].count; f++)
        if (read_column(job->csv.rows[0].fields[f], &column) && column.table[0] != 0 &&
            !check_references(job, f, &column))
            return false;
    return true;
}

bool convert_data(const pack_source *s, writer *out) {
    data_job job = {.source = s};
    bool extensible = false;
    if (!convert_option_switch(s, "extensible", &extensible) ||
        !import_csv_parse(s->path, (const char *)s->data, s->size, ',', true, &job.csv, s->error))
        return false;
    data_row *rows = calloc((size_t)job.csv.row_count + 1, sizeof *rows);
    uint32_t *lines = calloc((size_t)job.csv.row_count + 1, sizeof *lines);
    bool ok = (rows != NULL && lines != NULL) || import_error_memory(s->error, s->path);
    ok = ok && read_heading(&job) && put_rows(&job, rows, lines) && check_all_references(&job);
    if (ok)
        data_table_write(out, &(data_written){extensible ? ROM_DATA_EXTENSIBLE : 0u, job.columns,
                                              job.column_count, job.row_bytes, rows, job.csv.row_count - 1});
    free(rows);
    free(lines);
    writer_free(&job.values);
    import_csv_free(&job.csv);
    return ok;
}
