/* Where options come from at the start of a game: texts, the environment, the command line (kernel/game/option.h). */
#ifndef OXCART_TOOLS_PLAY_OPTION_SOURCES_H
#define OXCART_TOOLS_PLAY_OPTION_SOURCES_H

#include "kernel/game/option.h"
#include "rom/rom.h"
#include "tools/base/error.h"

typedef struct option_wishes {
    const char *
        files; /* INI texts with commas between: the first is for all users, the others are the user's; or NULL */
    const char *const *words; /* NAME=VALUE of the command line, ended by NULL; or NULL */
    const char *(*environment)(void *context, const char *name); /* NULL: there is none */
    void *context;
} option_wishes;

typedef struct option_sources {
    ox_option_given *list;
    uint32_t count, room;
    uint32_t wrong; /* values that were refused, each told once */
    bool misused;   /* one of the command line */
} option_sources;

/*
 * Reads all that is wished for the options of an image, in the order in which it counts. Each wrong name and value is told by
 * `tell`, with file and line or the word, and what could stand there; then the result is false, and nothing counts. Keys
 * `[cart.NAME]` are for the cart of that title alone (small letters, digits, and - for all else), and without another meaning elsewhere.
 */
bool option_sources_read(const rom_image *image, const option_wishes *wishes, option_sources *sources,
                         void (*tell)(void *context, const tool_error *error), void *context);
void option_sources_free(option_sources *sources);

/* The chunk of options of an image; NULL: it has none. */
const uint8_t *option_sources_chunk(const rom_image *image);

/*
 * Writes the values of a running game below a path into an INI text, which may be there: those that are not usual and
 * may be kept; a line of one that is usual again goes. Nothing else of the text changes. *count: how many values stand there. False after *error.
 */
bool option_sources_keep(const ox_module_host *host, const char *file, const char *path, uint32_t *count,
                         tool_error *error);

#endif
