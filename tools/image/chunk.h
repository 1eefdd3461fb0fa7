/* Chunks of an image as the verbs show them: unpacked, with names for people. */
#ifndef OXCART_TOOLS_IMAGE_CHUNK_H
#define OXCART_TOOLS_IMAGE_CHUNK_H

#include <stdbool.h>
#include <stddef.h>

#include "rom/rom.h"
#include "tools/base/error.h"

/* The name of a codec, such as "lz"; "" for chunks that are stored plainly, "codec" for unknown codecs. */
const char *chunk_codec_name(uint32_t codec);

/* Checks a chunk, unpacked where it is packed: chunk->data and chunk->stored then stand for the unpacked bytes at *owned,
 * which the caller frees (NULL otherwise); chunk->codec still tells how it was packed. An error's offset counts from the
 * unpacked bytes then. ROM_UNKNOWN_TYPE and ROM_UNKNOWN_CODEC are no damage. */
rom_status chunk_unpack(rom_chunk *chunk, uint8_t **owned, rom_error *fault);

/* The four letters of a type; letters that cannot be shown become '?'. */
void chunk_type_name(uint32_t type, char name[5]);

/* A type as text that loses nothing, and back: its letters, or #89abcdef where a letter is a space or cannot be
 * shown. Reading gives false for anything else. */
void chunk_type_write(uint32_t type, char text[10]);
bool chunk_type_read(const char *text, uint32_t *type);

/* The chunk's name out of the image's debug strings, else its id as #89abcdef; at most room - 1 bytes. */
void chunk_name(const rom_image *image, const rom_chunk *chunk, char *name, size_t room);

/* Whether a word of the command line means this chunk: its name, its id in hexadecimal, or its type's letters. */
bool chunk_is_meant(const rom_chunk *chunk, const char *word);

/* Reports a fault that the reader found in an image (chunk NULL) or in a chunk of it, as an error at the byte of
 * the file where the fault is (where the chunk begins, for a chunk); returns false. */
bool chunk_wrong(tool_error *error, const char *file, const rom_chunk *chunk, const rom_error *fault);

#endif
