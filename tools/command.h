/* The verbs of the oxcart command. Each takes argv[0] = the verb and returns the exit code. */
#ifndef OXCART_TOOLS_COMMAND_H
#define OXCART_TOOLS_COMMAND_H

#include <stddef.h>
#include <stdint.h>

#include "rom/rom.h"
#include "tools/import/error.h"
#include "tools/pack.h"

int command_help(int argc, char **argv);
int command_version(int argc, char **argv);
int command_new(int argc, char **argv);
int command_pack(int argc, char **argv);
int command_watch(int argc, char **argv);
int command_convert(int argc, char **argv);
int command_clean(int argc, char **argv);
int command_cache(int argc, char **argv);
int command_run(int argc, char **argv);
int command_view(int argc, char **argv);
int command_ls(int argc, char **argv);
int command_check(int argc, char **argv);
int command_export(int argc, char **argv);
int command_ids(int argc, char **argv);
int command_completion(int argc, char **argv);
int command_size(int argc, char **argv);
int command_dump(int argc, char **argv);
int command_assemble(int argc, char **argv);
int command_extract(int argc, char **argv);
int command_diff(int argc, char **argv);
int command_merge(int argc, char **argv);
int command_registry(int argc, char **argv);
int command_inspect(int argc, char **argv);
int command_db(int argc, char **argv);
int command_table(int argc, char **argv);

/* ---- shared by verbs ---- */

/* Prints the sentence to stderr and returns EXIT_BAD. */
int command_failed(const char *sentence);

/* Reads a ROM image and opens it (header, directory, budget). *data is malloc'd. On failure the sentence
 * names the file. */
bool command_load_rom(const char *path, uint8_t **data, size_t *size, rom_image *image, tool_error *error);

/* Pack options whose warnings go to stderr, and whose progress does when stderr is a terminal. */
pack_options command_pack_options(bool quiet);

/* Packs a folder. The image is malloc'd (writer_free). */
bool command_pack_folder(const char *folder, const pack_options *options, writer *image, pack_report *report,
                         tool_error *error);

/* For verbs that take any number of files: hands the verb, options and their values over to `options` (room for argc + 1, ends with
 * NULL); the files come first in argv afterwards, from argv[1] on. Returns how many they are. */
int command_sort_words(int argc, char **argv, char **options);

/* Compares two texts for command_diff (command_merge.c). */
int command_diff_texts(const char *const paths[2], bool words, int32_t context);

/* Whether the path is a folder. */
bool command_is_folder(const char *path);

#endif
