/* Mistakes in a cart's texts in all of its languages: the report of `oxcart texts`.
 *
 * The report tells of tables that cannot be read (no UTF-8, a key twice), keys that a language lacks, placeholders
 * that differ, texts longer than their `limit` or, drawn in a font whose `texts=` name the table, wider than their
 * `width`, characters without a glyph, assets that lack a language, keys that nothing in the cart names. For each
 * font it lists the glyphs that the texts use. */
#ifndef OXCART_TOOLS_CONVERT_TEXT_REPORT_H
#define OXCART_TOOLS_CONVERT_TEXT_REPORT_H

#include <stdio.h>

#include "tools/report/report.h"

/* Reports each fault, and prints a line for each table and font to `out` (or NULL). Keys that nothing names are
 * warnings, all other faults errors. `glyphs` lists the code points of each font too. False after a sentence: the
 * cart cannot be read. */
bool text_report_cart(const char *folder, bool glyphs, FILE *out, tool_report *report, tool_error *error);

#endif
