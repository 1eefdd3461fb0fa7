/* Code of script modules as text, and back.
 *
 *     0003  LDX        globals 2 3 1        2
 *     0010  JLTI       0 5 @0003            1
 *
 * A line has the byte of the instruction in its function, its name (instructions.inc), its operands, and the depth of the operand
 * stack before it. Jumps lead to the byte of another line, written with @. A line `function N` begins a function, and what
 * follows a semicolon is nobody's business: script_listing writes the line of the source there. What script_listing writes,
 * script_assemble makes into the same bytes. */
#ifndef OXCART_TOOLS_SCRIPT_LISTING_H
#define OXCART_TOOLS_SCRIPT_LISTING_H

#include "kernel/script/debug.h"
#include "tools/base/error.h"
#include "tools/base/writer.h"

/* Appends the code of a function of an open module. `lines` (rows of script-line in `line_count`) and `names` of the module's
 * functions may be NULL; so may `imports`: then no depths are told. */
typedef struct script_listing_map {
    const uint8_t *lines;
    uint32_t line_count;
    const char *names; /* one behind the other, each with a zero byte */
} script_listing_map;

void script_listing(const ox_script_module *module, uint32_t function, const ox_script_import *imports,
                    const script_listing_map *map, writer *out);

/* Makes the bytes of the code of all functions of a text, one behind the other as in a module. False with the line and the
 * reason. */
bool script_assemble(const char *text, writer *code, tool_error *error);

#endif
