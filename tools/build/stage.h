/* The stages of packing, one by one, each with its output in files: export, compile, link, pack.
 *
 *     cart folder --export--> cart folder in open forms --compile--> chunks --link--> units --pack--> image
 *
 * Every output lies in a folder (the image: in a file), and the next stage reads nothing else. The same input gives the
 * same bytes. All four stages one after the other give the image that pack_cart makes at once, but for the names of
 * files in its debug strings. */
#ifndef OXCART_TOOLS_BUILD_STAGE_H
#define OXCART_TOOLS_BUILD_STAGE_H

#include "tools/image/assemble.h"
#include "tools/pack/pack.h"
#include "tools/pack/pack_graph.h"

typedef struct stage_sums {
    uint32_t files, converted, chunks, units;
    uint64_t bytes;
} stage_sums;

/* Copies a cart into another folder, with every model file (OBJ, glTF, COLLADA, IQM) turned into the
 * intermediate format (import/intermediate/intermediate.h) under its name with .oxs behind it. The copy of
 * cart.txt names the new files; sidecars are copied too. */
bool stage_export(const char *folder, const char *output, stage_sums *sums, tool_error *error);

/* Compiles every asset of a cart into a chunk; each becomes a file KIND.NAME.TYPE, chunks.json lists them. */
bool stage_compile(const char *folder, const char *output, const pack_options *options, stage_sums *sums,
                   tool_error *error);

/* Joins compiled chunks into units that hold all that they refer to: one for every scene, level and model (a
 * mesh with its materials, textures, skeleton and clips), and `rest` for the chunks of no unit. Each unit is a
 * ROM image that opens by itself. Checks that every reference leads somewhere, which must be so for materials of
 * meshes and meshes of scenes. */
bool stage_link(const char *folder, const char *output, stage_sums *sums, tool_error *error);

/* Lays the units out as one image. */
bool stage_pack(const char *folder, writer *image, stage_sums *sums, tool_error *error);

/* ---- stage_list.c: chunks.json and units.json ---- */

typedef struct stage_unit {
    char *file;
    uint32_t *chunks; /* numbers in the list */
    uint32_t count;
} stage_unit;

/* A list that is all zero is empty. */
typedef struct stage_list {
    assembly chunks;
    char **files; /* of the first file_count chunks: where their bytes lie; NULL in units.json */
    uint32_t file_count;
    char **keep; /* patterns; see pack_prune.h */
    uint32_t keep_count;
    bool prune;
    pack_groups groups; /* characters */
    stage_unit *units;
    uint32_t unit_count;
} stage_list;

void stage_list_free(stage_list *list);

/* Writes and reads FOLDER/NAME, with all but the bytes of the chunks. */
bool stage_list_write(const stage_list *list, const char *folder, const char *name, tool_error *error);
bool stage_list_read(const char *folder, const char *name, stage_list *list, tool_error *error);

/* Removes the files that FOLDER/NAME lists, so that no file of an earlier run stays. A list that cannot be read
 * is left alone. */
void stage_list_tidy(const char *folder, const char *name);

/* The path FOLDER/NAME, malloc'd; NULL without memory. */
char *stage_path(const char *folder, const char *name);

#endif
