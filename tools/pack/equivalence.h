/* Whether a cart's text and its image are the same game: what `oxcart check DIR --equiv IMAGE` asks.
 *
 * TEXT. The cart is converted as `oxcart run DIR` converts it at its start: all of it, by one processor, with nothing kept from before,
 * in the form for development. IMAGE. The file as it is, a release or not.
 *
 * TABLES. Everything that the console would read is compared unpacked: every chunk, what the directory says of it, and the head. Nothing
 * depends on debug strings, so these are left out. A release lacks what serves developers, so the text is then packed a second time as
 * a release to be compared.
 *
 * PLAY. Both are played side by side, without a display, with sound and scripts and the same buttons, directions, pointer and stick: each
 * frame's picture and samples, and the hash of all state (ox_console_state_hash: scene, input, scripts, random numbers), must be equal. A
 * release is played against the text in its form for development.
 *
 * LOADING. What it costs the processor to have all tables in memory, checked: converted from the text, and read from the image. */
#ifndef OXCART_TOOLS_PACK_EQUIVALENCE_H
#define OXCART_TOOLS_PACK_EQUIVALENCE_H

#include <stdio.h>

#include "tools/pack/pack.h"

typedef struct equivalence_options {
    uint32_t frames;
    const char *
        input; /* an input script (platform/host/host_script.h); NULL: a fixed pattern that uses every button */
    pack_options packing; /* how the text is converted; names, debug and build are chosen here */
    FILE *told;           /* gets a line for each chunk and field that differs: image -> text */
} equivalence_options;

typedef struct equivalence {
    uint32_t differences; /* chunks that are other, or only in one of both; the head counts as one */
    uint32_t frames;      /* that were played and were equal */
    uint32_t picture, sound, state;   /* hashes: of the last of them, of all samples, of all state */
    uint32_t scripts;                 /* of the scripts' part of the state; 0 without scripts */
    const char *parted;               /* what is other in the frame `frames`, or NULL */
    uint64_t text_bytes, image_bytes; /* all files that the cart was made of; the image */
    uint64_t text_nanoseconds,
        image_nanoseconds; /* of the processor, to have all tables in memory, checked */
} equivalence;

/* False after a sentence: one of both is no sound cart. */
bool equivalence_check(const char *folder, const char *image_path, const equivalence_options *options,
                       equivalence *found, tool_error *error);

#endif
