/* Packs bytes on the console, a slice at a time, into the LZ stream that rom/codec.h unpacks.
 *
 *     ox_packer_begin(&packer, bytes, size, room, sizeof room);
 *     while (!ox_packer_step(&packer, 256)) wait_for_the_next_tick();
 *     if (packer.full) store_them_as_they_are(); else store(room, packer.used);
 *
 * A match is the last place with the same three bytes, found by a hash table of 256 places. That is quick, and packs
 * far less than the tools' packer, but saved games repeat the names of their fields. Cost, Cortex-M3: about 25
 * instructions a byte; 560 bytes of memory. */
#ifndef OXCART_KERNEL_SAVE_PACK_H
#define OXCART_KERNEL_SAVE_PACK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { OX_PACK_MAX = 65534 }; /* bytes at a time */

typedef struct ox_packer {
    const uint8_t *in;
    uint8_t *out;
    uint32_t size, at, literals; /* places in the input; literals: first byte that was not put out yet */
    uint32_t room, used;         /* bytes of the output */
    bool full;                   /* the room did not suffice: the output is of no use */
    uint16_t places[256];        /* place + 1 of the last three bytes with this hash */
} ox_packer;

/* Begins to pack `size` bytes, up to OX_PACK_MAX; a larger size counts as not fitting. */
void ox_packer_begin(ox_packer *packer, const void *in, size_t size, void *out, size_t room);

/* Packs `quota` bytes and at most one match beyond them; true when all is packed. */
bool ox_packer_step(ox_packer *packer, uint32_t quota);

#endif
