/* Tables of comma-separated values (RFC 4180). */
#ifndef OXCART_TOOLS_IMPORT_TEXT_CSV_H
#define OXCART_TOOLS_IMPORT_TEXT_CSV_H

#include "tools/base/error.h"
#include "tools/import/base/arena.h"

#include <stdint.h>

#define IMPORT_CSV_LIMIT ((size_t)128 << 20)
#define IMPORT_CSV_COLUMNS 1024

/* One row; `line` counts from 1 and is where the row begins. */
typedef struct import_csv_row {
    uint32_t line, count;
    const char *const *fields; /* UTF-8, each with a zero byte behind */
} import_csv_row;

typedef struct import_csv {
    const char *file;
    uint32_t row_count;
    const import_csv_row *rows; /* the heading too, where there is one */
    import_arena arena;
} import_csv;

/*
 * Reads a table with this separator (',' or ';' or a tab; 0: whichever of them stands most often in the first row). Fields may
 * be in double quotes, inside of which "" is a quote and line ends belong to the field; blanks around other fields are kept.
 * Empty lines are left out. With `even`, every row must have as many fields as the first. UTF-8 is checked, a byte
 * order mark skipped; UTF-16 with its mark is read, too. On failure false, `file:LINE: what is wrong; how to mend it`, and an empty table.
 */
bool import_csv_parse(const char *file, const char *text, size_t size, char separator, bool even,
                      import_csv *table, tool_error *error);
void import_csv_free(import_csv *table);

/* The column of a heading (row 0), compared letter by letter; -1 for a heading that the table lacks. */
int import_csv_column(const import_csv *table, const char *heading);

/* Writes one field behind `out` as it must stand in a row: in quotes only where it needs them. */
struct writer;
void import_csv_write_field(struct writer *out, const char *field, char separator);

#endif
