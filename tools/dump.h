/* An image as text and back, and what differs between two images, field by field. */
#ifndef OXCART_TOOLS_DUMP_H
#define OXCART_TOOLS_DUMP_H

#include <stdio.h>

#include "rom/rom.h"
#include "tools/import/error.h"
#include "tools/writer.h"

/* Writes the image, or with `word` the chunks that it means (chunk.h), to `out`: one field a line, fractions exact. False
 * when no chunk is meant, or one is damaged: then the sentence. */
bool dump_image(const rom_image *image, const char *file, const char *word, FILE *out, tool_error *error);

/* Builds the image that such a text of a whole image describes; `name` stands in errors. The dump of an image that oxcart
 * packed gives that image byte for byte. */
bool dump_assemble(const char *name, const char *text, size_t length, writer *image, tool_error *error);

/* Prints a line for every chunk and field in which b is not as a, at most `most` fields a chunk; returns how many chunks
 * differ. Chunks are compared unpacked. Pictures are summed up, pixels that differ and the PSNR, and shown as pictures of
 * the differences in `folder` (or NULL; chunk_media.h); sounds by frames, samples that differ and the largest step. */
uint32_t dump_difference(const rom_image *a, const rom_image *b, uint32_t most, const char *folder, FILE *out);

/* Where entry `index` lies among the others, for assemble_place; 0 when all lie where assemble_finish puts them anyway. */
uint32_t dump_place(const rom_image *image, uint32_t index);

#endif
