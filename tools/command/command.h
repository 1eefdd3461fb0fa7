/* The verbs of the oxcart command. Each takes argv[0] = the verb and returns the exit code. */
#ifndef OXCART_TOOLS_COMMAND_COMMAND_H
#define OXCART_TOOLS_COMMAND_COMMAND_H

#include <stddef.h>
#include <stdint.h>

#include "rom/rom.h"
#include "tools/command/help.h"
#include "tools/data/ids.h"
#include "tools/pack/pack.h"
#include "tools/report/run.h"
#include "tools/view/preview.h"

/* A verb: the text for help, manual page and completions, and its function. Each verb stands at the end of the file
 * of its code as `const command_verb verb_NAME`, and in the list verbs.inc. */
typedef struct command_verb {
    help_topic topic;
    int (*run)(int argc, char **argv);
} command_verb;

#define VERB(name) extern const command_verb verb_##name;
#include "tools/command/verbs.inc"
#undef VERB
#define VERB(name) COMMAND_VERB_##name,
enum {
#include "tools/command/verbs.inc"
    COMMAND_VERBS
};
#undef VERB
extern const command_verb *const command_verbs[COMMAND_VERBS];

int command_help(int argc, char **argv);

/* ---- shared by verbs ---- */

/* Reads a ROM image and opens it (header, directory, budget). *data is malloc'd. On failure the sentence
 * names the file. */
bool command_load_rom(const char *path, uint8_t **data, size_t *size, rom_image *image, tool_error *error);

/* The bytes of a ROM image, read from a file or packed from a cart's folder (writer_free); no file is written. */
bool command_make_image(const char *path, bool quiet, writer *image, tool_error *error);

/* The same; a folder is packed for a machine (--target of pack), NULL: for any. */
bool command_make_image_for(const char *path, const char *machine, bool quiet, writer *image,
                            tool_error *error);

/* Writes the head of an image as members. */
void command_json_image(json_writer *json, const rom_image *image);

/* Pack options that feed the report (without warnings and notes when quiet), and whose progress is shown when stderr is a
 * terminal. */
pack_options command_pack_options(bool quiet);

/* For verbs that take any number of files: hands the verb, options and their values over to `options` (room for argc + 1, ends with
 * NULL). The files come first in argv afterwards, from argv[1] on. Returns the number of files. `table` tells which
 * options are flags. */
int command_sort_words(int argc, char **argv, const argument_option *table, char **options);

/* Adds the names in a file of any kind: source, cart text, list (ids.h), ROM image. */
bool command_load_names(ids *names, const char *path, tool_error *error);

/* Compares two texts for command_diff (command/merge.c). */
int command_diff_texts(const char *const paths[2], bool words, int32_t context);

/* What to show of a cart's folder or a ROM image. */
typedef struct view_asset {
    const char *word, *clip,
        *blend; /* names, ids or types: the asset; the clip that moves a mesh, or NULL; a second clip, or NULL */
    const char *output; /* picture file, or NULL */
    bool hash;          /* print the picture's hash */
    const char *wav;    /* file for the asset's sound, or NULL */
    int target;         /* PREVIEW_AS_... */
    int32_t rate;       /* percent of normal speed, by hand */
    preview_look look;
} view_asset;

/* Writes a picture of the asset. */
bool command_view_asset(const char *path, const view_asset *wishes, tool_error *error);

/* Shows the asset in a window, a terminal or nowhere, with buttons (tools/view/viewer.h). Returns the exit code. */
struct play_settings;
int command_view_by_hand(const char *path, const view_asset *wishes, struct play_settings *settings);

/* Whether the path is a folder. */
bool command_is_folder(const char *path);

#endif
