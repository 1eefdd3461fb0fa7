/* Where faults of a release lie in its texts.
 *
 * A release tells a fault of a script as `script #6f13a7c0, function #91d05c2e+14: ...`, the function by a hash of its code, and those that called it as
 * `< function 3 byte 20`. The maps of its scripts (kernel/script/map.h), which `pack --release --map FILE` writes beside the image, turn that back into
 * `game.goad:12: Crate.push: ...`. A fault of other code than the map's is left as it is.
 *
 * The file: `OXSP`, then for each script the id of its chunk, how many functions it has, the bytes of its map (u32 each), the CRC-32 of each function's
 * code (u32), and the map, filled up to a multiple of 4. */
#ifndef OXCART_TOOLS_SCRIPT_PLACES_H
#define OXCART_TOOLS_SCRIPT_PLACES_H

#include "kernel/script/module.h"
#include "tools/base/error.h"
#include "tools/base/writer.h"

/* Appends the places of a script to a file, which is begun by the first; `chunk` is its CODE chunk with a map, `module` its opened module. False: the
 * map is missing or damaged. */
bool script_places_add(writer *file, uint32_t id, const uint8_t *chunk, const ox_script_module *module);

/* Whether bytes are such a file, to the last; else with the reason. `name` stands in it. */
bool script_places_check(const char *name, const uint8_t *file, size_t size, tool_error *error);

/* Appends a line of a log to a text, with the places that a checked file knows. */
void script_places_show(const uint8_t *file, size_t size, const char *line, writer *out);

#endif
