/* The intermediate format: scenes as text that people and other programs write, and that every importer can be turned into.
 * tools/INTERMEDIATE.md specifies it. */
#ifndef OXCART_TOOLS_IMPORT_INTERMEDIATE_INTERMEDIATE_H
#define OXCART_TOOLS_IMPORT_INTERMEDIATE_INTERMEDIATE_H

#include "tools/base/writer.h"
#include "tools/import/model/scene.h"

/* The version of the text that is written and read, and the ending of its files. */
#define IMPORT_INTERMEDIATE_VERSION 1
#define IMPORT_INTERMEDIATE_ENDING ".oxs"

/* Whether a text begins as an intermediate text: an object whose first member is `oxcart_scene`. */
bool import_is_intermediate(const void *data, size_t size);

/*
 * Reads a scene and the file beside it that holds its large arrays, if it names one. Numbers come back as the same
 * doubles and floats that were written. A fault is an error with file, line and column (or file and offset) and no scene: members
 * that are not known (with the nearest one), numbers of things that are not there, arrays of the wrong length, parents
 * behind their children. The axes and the unit are in scene->axes and scene->unit, for import_scene_convert.
 */
bool import_intermediate_load(const char *path, import_scene *scene, tool_error *error);

/* Reads an intermediate text from memory. `raw` are the bytes of the side file (NULL: there is none); textures are not looked for. */
bool import_intermediate_from_memory(const char *name, const void *data, size_t size, const void *raw,
                                     size_t raw_size, import_scene *scene, tool_error *error);

/*
 * Writes a scene that is in the console's convention (import_scene_convert). `path` is where the text will lie:
 * paths of textures become relative to its folder. Arrays of more than 64 numbers and pictures go into `raw`,
 * under the name `raw_name`; when `raw_name` is NULL, everything stands in the text. The same scene gives the same
 * bytes, and a text that is read and written again gives the same bytes too. False without memory only.
 */
bool import_intermediate_write(const import_scene *scene, const char *path, const char *raw_name,
                               writer *text, writer *raw, tool_error *error);

/* Writes PATH, and PATH.raw beside it when the large arrays have more than 64 KB. Both are written whole or not
 * at all; *bytes (may be NULL) is their size together. */
bool import_intermediate_save(const import_scene *scene, const char *path, uint64_t *bytes,
                              tool_error *error);

#endif
