/* Where the chunks of packages lie in an image: side by side, and in blocks where a package wants that. */
#ifndef OXCART_TOOLS_IMAGE_PACKAGE_RUN_H
#define OXCART_TOOLS_IMAGE_PACKAGE_RUN_H

#include "tools/image/assemble.h"

/* Tells each chunk of a package with block_bytes, unless another package names the chunk too, its run, its
 * number in the run and the size of a block (assemble_chunk). The chunks are sorted. Fails with one sentence
 * that names a chunk which is larger than a block. */
bool package_runs(assembly *a, const char *file, tool_error *error);

/* The first place at or behind `at` for `bytes` bytes of a run that began at `start`: aligned as the image is,
 * across no block's end. */
size_t package_place(size_t start, size_t at, size_t bytes, uint32_t block_bytes);

/* Fills in what a PACK chunk tells of the image: the stored bytes of its items, and the run that holds them.
 * `offsets` and `stored` by chunk. */
void package_settle(const assembly *a, assemble_chunk *pack, const uint32_t *offsets, const uint32_t *stored);

/* The chunk with this id and type among the sorted chunks (of several variants the first), or UINT32_MAX. */
uint32_t package_chunk(const assembly *a, uint32_t id, uint32_t type);

#endif
