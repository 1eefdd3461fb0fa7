/* Turns a level's chunk back into its text, which convert_level reads. */
#ifndef OXCART_TOOLS_DATA_LEVEL_TEXT_H
#define OXCART_TOOLS_DATA_LEVEL_TEXT_H

#include "tools/base/error.h"
#include "tools/base/writer.h"

/* The name of an id, "" or NULL when the name is not known: then #12345678 is written, which cannot be read
 * back. */
typedef const char *level_text_name(void *context, uint32_t id);

/* Writes the statements of a checked LEVL chunk: those of the level itself, then section by section, in the
 * order of the section. Packing the text gives the same chunk again, where all names are known and cells are of
 * the usual size. False, and a sentence, without memory. */
bool level_text_write(const uint8_t *level, size_t size, const char *file, level_text_name *name,
                      void *context, writer *text, tool_error *error);

#endif
