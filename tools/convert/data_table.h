/* Data tables (DATA), whose rows a game reads by column: writing and comparing them, and overlays.
 *
 * A row is `row_bytes` long. Its key, the id of its name, comes first. A value for each column follows: 4 bytes, or 8
 * for a text (offset in the chunk and bytes). Columns stand in rising order of their names' ids, rows in rising order
 * of their keys. */
#ifndef OXCART_TOOLS_CONVERT_DATA_TABLE_H
#define OXCART_TOOLS_CONVERT_DATA_TABLE_H

#include "tools/base/error.h"
#include "tools/convert/pack_kinds.h"
#include "tools/import/text/csv.h"

typedef enum data_kind {
    DATA_I32,
    DATA_FX,
    DATA_ID,
    DATA_TEXT,
    DATA_COLOUR,
    DATA_SWITCH,
    DATA_ANGLE,
    DATA_KINDS
} data_kind;

enum { DATA_COLUMNS = 64 };

typedef struct data_column {
    uint32_t name, kind, offset; /* kind: data_kind */
    const char *title;           /* not terminated */
    uint32_t title_bytes;
} data_column;

/* One row, and the bytes that its texts' offsets count from. */
typedef struct data_row {
    const uint8_t *values, *base;
} data_row;

/* Fills a chunk that has its version, header size and zeroed header. Texts are copied. */
typedef struct data_written {
    uint32_t flags;
    const data_column *columns;
    uint32_t column_count, row_bytes;
    const data_row *rows;
    uint32_t row_count;
} data_written;
void data_table_write(writer *out, const data_written *table);

/* Writes the part of the table `now` that an overlay over `base` needs, both checked chunks: new and changed rows in
 * a table marked as extensible, so that its rows join the base's. *whole is set, and nothing is written, when such a
 * table does not suffice: a row is gone, or the tables are not extensible. False after a sentence when the columns
 * differ: programs would read the base's rows wrongly. */
bool data_table_difference(const uint8_t *base, const uint8_t *now, const char *name, const char *file,
                           writer *out, bool *whole, tool_error *error);

/* The heading of a column in the first row of a file: NAME:KIND, or NAME:ref TABLE for rows of another table of the
 * cart. */
typedef struct data_heading {
    char name[CART_NAME_MAX], table[CART_NAME_MAX]; /* table: "" = none; then the kind is DATA_ID */
    data_kind kind;
} data_heading;

/* Columns and names of rows of a cart's table, for scripts and other tables that refer to them. All zero is empty. */
typedef struct data_keys {
    data_heading *columns;
    const char **rows;
    uint32_t column_count, row_count;
    char *path;
    import_csv csv;
} data_keys;

/* Reads the table `data NAME` of the source's cart, whose file becomes an input of the source. False after a sentence; data_keys_free is needed
 * in both cases. */
bool data_keys_read(const pack_source *source, const char *name, data_keys *keys);
void data_keys_free(data_keys *keys);

/* data NAME FILE.csv [extensible=on]: the first row has `key` and then NAME:KIND for each column, KIND one of i32, fx, id, text,
 * colour, switch, angle (in degrees), or `ref TABLE` for the name of a row of another table. */
bool convert_data(const pack_source *source, writer *out);
extern const cart_option_row convert_data_options[];

#endif
