/* Packages in blocks: a streamed level in equal blocks of one pool, which need not lie side by side.
 *
 *     ox_chunks blocks;                                  of the budget's block_bytes and block_count
 *     status = ox_chunks_init(&blocks, &resident, 2048, 60);
 *     ox_block_package cave;
 *     status = ox_block_package_load(&cave, &images, &blocks, OX_NAME("package/level/cave"));
 *     level = ox_block_package_find(&cave, OX_NAME("level/cave"), ROM_TAG_LEVEL, &size);
 *     torch *t = ox_chunk_tail(&cave.level, sizeof(torch), 4);       lives as long as the package
 *     ox_block_package_unload(&cave);                    gives back the cave's blocks, and no other
 *
 * THE PACKER'S PART (a level with the statement `streamed`): each item that no other package names lies
 * plainly in the package's run, none across the end of a block and none larger than one, so that an item is
 * in one piece wherever its block lies. Items that several packages share are in no run: the resource manager has them.
 *
 * Loading reads the run block by block into free blocks - the whole run or nothing - and checks each item once:
 * checksum, and rom_check_chunk. Any number of packages come and go in any order without a hole that another one could
 * not use; only the end of the last block is lost, and serves ox_chunk_tail. Items stay little-endian, as in the image.
 * (GEA 6.2.2.7.)
 *
 * Cost: loading the copy and the checks; finding an item a look-up in the directory and 8 instructions for
 * each block before it. */
#ifndef OXCART_KERNEL_RESOURCE_BLOCK_PACKAGE_H
#define OXCART_KERNEL_RESOURCE_BLOCK_PACKAGE_H

#include "kernel/file/images.h"
#include "kernel/residency/chunk.h"

typedef struct ox_block_package {
    ox_chunk_level level; /* its blocks: count, waste (ox_chunk_waste), tails */
    ox_images *images;
    uint32_t id;
    uint32_t offset, bytes; /* of the run in the image; 0 bytes: nothing is loaded */
    uint8_t image;          /* key of the image */
} ox_block_package;

/* Loads a package. OX_NOT_FOUND (no such package), OX_UNSUPPORTED (it is not laid out in blocks of the pool's size),
 * OX_BAD_DATA (a damaged item, or one that crosses a block's end), OX_OUT_OF_MEMORY (too few blocks, known before
 * anything is read), or a failure of reading. After a failure no block is taken. */
FX_MUST_CHECK ox_status ox_block_package_load(ox_block_package *package, ox_images *images, ox_chunks *blocks,
                                              uint32_t id);

/* An item of the package in its block, and its bytes; NULL when it is not in the run (shared, packed
 * elsewhere, or not there at all) or nothing is loaded. */
const void *ox_block_package_find(const ox_block_package *package, uint32_t id, uint32_t type,
                                  uint32_t *size);

/* Gives the package's blocks back, with their tails. Nothing happens when nothing is loaded. */
void ox_block_package_unload(ox_block_package *package);

#endif
