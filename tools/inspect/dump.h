/* An image as text and back, and what differs between two images, field by field. */
#ifndef OXCART_TOOLS_INSPECT_DUMP_H
#define OXCART_TOOLS_INSPECT_DUMP_H

#include <stdio.h>

#include "rom/rom.h"
#include "tools/base/error.h"
#include "tools/base/writer.h"

/* Writes the image, or with `word` the chunks that it means (chunk.h), to `out`: one field a line, fractions exact. False
 * when no chunk is meant, or one is damaged: then the sentence. */
bool dump_image(const rom_image *image, const char *file, const char *word, FILE *out, tool_error *error);

/* Builds the image that such a text of a whole image describes; `name` stands in errors. The dump of an image that oxcart
 * packed gives that image byte for byte. */
bool dump_assemble(const char *name, const char *text, size_t length, writer *image, tool_error *error);

/* The bytes of one chunk out of the text that dump_image writes of it with `word`. It must be of the type `tag`, not sectioned, and
 * sound as a chunk of an image: else false and a sentence with the line. Its id, name and place in the image do not matter. */
bool dump_read_chunk(const char *name, const char *text, size_t length, uint32_t tag, writer *bytes,
                     tool_error *error);

/* How two images are compared; all zero but for `most` is a sensible choice. */
typedef struct dump_comparison {
    uint32_t most;          /* fields told of a chunk */
    const char *folder;     /* where pictures of differences go (chunk_decode.h), or NULL */
    const rom_image *names; /* names chunks that neither of both has a name for, or NULL */
    bool content;           /* what nothing depends on is left out: the debug strings */
} dump_comparison;

/* Prints a line for every chunk and field in which b is not as a; returns how many chunks differ. Chunks are compared unpacked,
 * and with them class, lifetime and form of their directory entries. Pictures are summed up, pixels that differ and the PSNR;
 * sounds by frames, samples that differ and the largest step. */
uint32_t dump_difference(const rom_image *a, const rom_image *b, const dump_comparison *how, FILE *out);

/* Where entry `index` lies among the others, for assemble_place; 0 when all lie where assemble_finish puts them anyway. */
uint32_t dump_place(const rom_image *image, uint32_t index);

#endif
