/* An image as text, text as an image, and the differences between two images, field by field. */
#ifndef OXCART_TOOLS_INSPECT_DUMP_H
#define OXCART_TOOLS_INSPECT_DUMP_H

#include <stdio.h>

#include "rom/rom.h"
#include "tools/base/error.h"
#include "tools/base/writer.h"

/* Writes the image, or with `word` the chunks that it means (chunk.h), to `out`: one field a line, fractions exact. False
 * and a sentence when no chunk is meant, or when a chunk is damaged. */
bool dump_image(const rom_image *image, const char *file, const char *word, FILE *out, tool_error *error);

/* Builds the image that such a text of a whole image describes; `name` stands in errors. The dump of an image that oxcart
 * packed gives that image byte for byte. */
bool dump_assemble(const char *name, const char *text, size_t length, writer *image, tool_error *error);

/* Reads the bytes of one chunk from the text that dump_image writes of it with `word`. The chunk must be of the type
 * `tag`, not sectioned, and pass the reader's checks: else false and a sentence with the line. Its id, name and place
 * in the image do not matter. */
bool dump_read_chunk(const char *name, const char *text, size_t length, uint32_t tag, writer *bytes,
                     tool_error *error);

/* How two images are compared. All members but `most` may be zero. */
typedef struct dump_comparison {
    uint32_t most;          /* fields told of a chunk */
    const char *folder;     /* where pictures of differences go (chunk_decode.h), or NULL */
    const rom_image *names; /* names chunks without a name in both images, or NULL */
    bool content;           /* debug strings, which nothing depends on, are left out */
} dump_comparison;

/* Prints a line for every chunk and field in which b differs from a; returns how many chunks differ. Chunks are
 * compared unpacked, and with them class, lifetime and form of their directory entries. Pictures are summed up,
 * pixels that differ and the PSNR; sounds by frames, samples that differ and the largest step. */
uint32_t dump_difference(const rom_image *a, const rom_image *b, const dump_comparison *how, FILE *out);

/* The place of entry `index` among all chunks, for assemble_place; 0 when all chunks lie where assemble_finish puts
 * them. */
uint32_t dump_place(const rom_image *image, uint32_t index);

#endif
