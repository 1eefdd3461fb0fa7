/* A small file system in blocks of a memory: the devices `mem:` (a block of the caller) and `save:` (memory
 * that is kept without power), to read and write.
 *
 *     ox_block_store store = ox_block_memory(bytes, sizeof bytes);
 *     if (ox_failed(ox_block_device_open(&disk, &store, &device)))
 *         status = ox_block_device_format(&disk, &store, 64, 16, &device);
 *     status = ox_files_mount(&files, "mem", &device, 0);
 *
 * LAYOUT, little-endian: 16 bytes of header {"OXBF", u16 version 1, u16 bytes of a block, u16 blocks, u16 entries,
 * u32 CRC-32 of the 12 bytes before}; the entries, 128 bytes each {path 120, u32 size, u16 first block + 1, u8 kind +
 * 1 (0 = free), u8 0}; a u16 for each block {0 free, 0xFFFF the last of its file, else the following block + 1}; the
 * blocks. An entry has its whole path, so directories are entries like others. Nothing is kept outside of the store
 * but what open needs: the medium may be taken away between two calls. Reading walks a file's chain from its first
 * block: the device is meant for a few KB. Data that must survive a crash in the middle of a write belong in the save
 * container. */
#ifndef OXCART_KERNEL_FILE_BLOCK_DEVICE_H
#define OXCART_KERNEL_FILE_BLOCK_DEVICE_H

#include "kernel/file/device.h"

/* The memory that has the bytes: all calls get ranges inside of `size`. */
typedef struct ox_block_store {
    ox_status (*read)(void *context, uint32_t offset, void *to, uint32_t bytes);
    ox_status (*write)(void *context, uint32_t offset, const void *from,
                       uint32_t bytes); /* NULL: the store can only be read */
    void *context;
    uint32_t size;
} ox_block_store;

typedef struct ox_block_device {
    ox_block_store store;
    uint32_t block, blocks, entries;
    uint32_t chain, data; /* offsets of the table and of the first block */
} ox_block_device;

/* A store in memory. */
ox_block_store ox_block_memory(void *bytes, uint32_t size);

/* Opens a store that was formatted before: OX_BAD_DATA (no such file system, or a damaged one), OX_BAD_VERSION, or an
 * error of reading. */
FX_MUST_CHECK ox_status ox_block_device_open(ox_block_device *disk, const ox_block_store *store,
                                             ox_device *device);

/* Makes an empty file system with blocks of `block` bytes (16..32768, a power of two) and `entries` files (1..1024);
 * the rest of the store becomes blocks. OX_BAD_ARGUMENT, OX_OUT_OF_MEMORY (not one block fits), or an error of
 * writing. */
FX_MUST_CHECK ox_status ox_block_device_format(ox_block_device *disk, const ox_block_store *store,
                                               uint32_t block, uint32_t entries, ox_device *device);

/* Bytes of the free blocks. */
uint32_t ox_block_device_free(const ox_block_device *disk);

/* Checks that every chain belongs to an entry and every block to one chain: OX_OK or OX_CORRUPTED. Work: entries
 * times blocks. */
FX_MUST_CHECK ox_status ox_block_device_check(const ox_block_device *disk);

#endif
