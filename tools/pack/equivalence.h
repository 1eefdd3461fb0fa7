/* Whether a cart's text and its image are the same game: what `oxcart check DIR --equiv IMAGE` asks.
 *
 * TEXT. The cart is converted as `oxcart run DIR` converts it at its start: the whole cart, by one processor, without
 * kept results, in the form for development. IMAGE. The file as it is, a release or not.
 *
 * TABLES. Everything that the console would read is compared unpacked: every chunk, its directory entry, and the
 * head. Nothing depends on debug strings, so these are left out. A release lacks the parts for developers, so the
 * text is then packed a second time as a release to be compared.
 *
 * PLAY. Text and image are played side by side, without a display, with sound and scripts and the same buttons,
 * directions, pointer and stick: each frame's picture and samples, and the hash of all state (ox_console_state_hash:
 * scene, input, scripts, random numbers), must be equal. A release is played against the text in its form for
 * development.
 *
 * LOADING. Processor time until all tables are in memory and checked: converted from the text, and read from the
 * image. */
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
    uint32_t differences;             /* chunks that differ, or are in only one; the head counts as a chunk */
    uint32_t frames;                  /* frames that were played and were equal */
    uint32_t picture, sound, state;   /* hashes: of the last frame, all samples, all state */
    uint32_t scripts;                 /* hash of the scripts' state; 0 without scripts */
    const char *parted;               /* what differs in the frame `frames`, or NULL */
    uint64_t text_bytes, image_bytes; /* size of all files of the cart; of the image */
    uint64_t text_nanoseconds,
        image_nanoseconds; /* processor time until all tables are in memory and checked */
} equivalence;

/* Compares a cart with an image. False after a sentence: cart or image has mistakes. */
bool equivalence_check(const char *folder, const char *image_path, const equivalence_options *options,
                       equivalence *found, tool_error *error);

#endif
