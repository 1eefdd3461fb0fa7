/* The memory that the levels of an image need: objects of each kind, and blocks of streamed packages. */
#ifndef OXCART_TOOLS_PACK_LEVEL_REPORT_H
#define OXCART_TOOLS_PACK_LEVEL_REPORT_H

#include <stdio.h>

#include "rom/rom.h"
#include "tools/base/error.h"

/* Prints, unless `out` is NULL, for each level how many objects its spawners may have alive, with bytes for the
 * kinds that the budget declares; and for each package in blocks how many blocks it takes and how much of them stays
 * unused, also with blocks of 1, 2 and 4 KB. False, and a sentence that begins with `file`, for a prepared
 * level that wants more objects of a kind than its pool holds. */
bool level_report(const rom_image *image, const char *file, FILE *out, tool_error *error);

#endif
