/* Whether a cart's text and its image are the same game: what `oxcart check DIR --equiv IMAGE` asks.
 *
 * The text is converted as `oxcart run` does at its start, the image is read; then every table that the console would read is
 * compared byte by byte, and both are played side by side: each frame's picture and the hash of all state must be equal. */
#ifndef OXCART_TOOLS_EQUIVALENCE_H
#define OXCART_TOOLS_EQUIVALENCE_H

#include <stdio.h>

#include "tools/pack.h"

typedef struct equivalence {
    uint32_t differences; /* chunks that are other, or only in one of both */
    uint32_t frames;      /* that were played and were equal */
    uint32_t picture, state; /* of the last of them */
    bool parted;          /* the play differs in the frame `frames` */
    uint64_t text_bytes, image_bytes;
    uint64_t text_nanoseconds, image_nanoseconds; /* of the processor, to have all tables in memory, checked */
} equivalence;

/* `told` (NULL: none) gets a line for each chunk that differs. False after a sentence: one of both is no sound cart. */
bool equivalence_check(const char *folder, const char *image_path, uint32_t frames, const pack_options *options, FILE *told,
                       equivalence *found, tool_error *error);

#endif
