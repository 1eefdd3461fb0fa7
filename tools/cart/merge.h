/* Joins what two people made of one text: by lines, or by what the lines of carts, levels and tables say.
 *
 * By lines, changes that touch no common line of the base are joined, and equal changes are taken once. Where two
 * changes differ, both stand in the outcome between marks:
 *
 *     <<<<<<< mine
 *     health = 15
 *     =======
 *     health = 20
 *     >>>>>>> theirs
 *
 * By statements (statements.h) the order of statements does not count. An object, material, key or row that both texts
 * have is joined field by field. Only a field that both texts changed differently is a conflict. Comments go
 * with the statement below them. */
#ifndef OXCART_TOOLS_CART_MERGE_H
#define OXCART_TOOLS_CART_MERGE_H

#include "tools/base/writer.h"
#include "tools/cart/statements.h"
#include "tools/report/report.h"

typedef struct merge_text {
    const char *name, *text; /* name: in marks and errors */
    size_t size;
} merge_text;

typedef struct merge_input {
    merge_text base, mine, theirs;
    tool_report *said; /* an error for each conflict; may be NULL */
} merge_input;

/* Each merge gives the outcome in `out` and the number of conflicts; false without memory, or (by statements) when
 * one of the texts does not have the form. */
bool merge_by_lines(const merge_input *in, writer *out, uint32_t *conflicts, tool_error *error);
bool merge_by_statements(const merge_input *in, statements_form form, writer *out, uint32_t *conflicts,
                         tool_error *error);

#endif
