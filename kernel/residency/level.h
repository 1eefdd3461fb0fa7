/* Level memory: one level after the other in the same arena, with or without the next one waiting packed at
 * the other end.
 *
 *     ... push what stays for the whole game ...
 *     ox_level_open(&level, &arena, 0);                     from here on: levels
 *     ... push the level at the low end, play it ...
 *     ox_level_end(&level);                                 back to the mark, every byte of it
 *
 * PING-PONG. While level A plays at the low end, level B is read, still packed, to the high end. The change
 * reads nothing: A goes, B is unpacked into its place, and the high end is empty again for C.
 *
 *     |resident| A .............>          <packed B|      void *to = ox_level_stage(&level, packed_bytes);
 *     |resident| B ....................>            |      ox_level_change(&level, bytes, unpack, 0, &data);
 *
 * Room: A and the packed B together while A plays; resident, the unpacked B and the packed B together while
 * it is unpacked, which is checked before A goes. (GEA 6.2.2.7.)
 *
 * LOBBY. For play without a pause the arena can be split: a small lobby that stays while the large rest is
 * replaced. The player walks through the lobby while the next level loads. Its memory is an arena of its own,
 * level->lobby, to be filled and cleared at will.
 *
 * Cost: an end is a rollback (about 20 Cortex-M3 instructions), whatever was loaded; a change is that and the
 * unpacking. No fragmentation. */
#ifndef OXCART_KERNEL_RESIDENCY_LEVEL_H
#define OXCART_KERNEL_RESIDENCY_LEVEL_H

#include "kernel/memory/arena.h"
#include "kernel/memory/status.h"

typedef struct ox_level_memory {
    ox_arena *arena;
    ox_arena lobby; /* empty unless asked for */
    ox_mark start;  /* of the low end: where levels begin */
    ox_mark top;    /* of the high end, before anything is staged */
    void *packed;   /* the next level, or NULL */
    size_t packed_bytes;
    uint32_t changes;
} ox_level_memory;

/* What the arena holds now stays; a lobby of `lobby_bytes` (0: none) is carved, and levels begin behind it.
 * Takes lobby_bytes rounded up to 8, and at least 8. OX_OUT_OF_MEMORY, and nothing is taken. */
FX_MUST_CHECK ox_status ox_level_open(ox_level_memory *level, ox_arena *arena, size_t lobby_bytes);

/* Gives the level at the low end back. OX_BAD_STATE (asserted) when the arena was rolled back to before the
 * levels' start by someone else. What is staged stays. */
ox_status ox_level_end(ox_level_memory *level);

/* Room for the next level, packed, at the high end; NULL when it does not fit, or when one is staged already
 * (asserted). The caller fills it at leisure, over many frames. */
FX_MUST_CHECK void *ox_level_stage(ox_level_memory *level, size_t packed_bytes);

/* Forgets what is staged, and all that was pushed at the high end after it. */
void ox_level_drop(ox_level_memory *level);

/* Turns `packed` into exactly `bytes` bytes at `to`. Must not touch the arena. */
typedef ox_status ox_level_unpack(void *context, void *to, size_t bytes, const void *packed,
                                  size_t packed_bytes);

/* The change: ends the level, unpacks what is staged to the low end (aligned to 8, its address in *data) and
 * empties the high end. Before anything happens, and with all as it was: OX_BAD_STATE (asserted) when nothing
 * is staged, OX_OUT_OF_MEMORY when the unpacked level would run into the packed one. Afterwards: whatever
 * `unpack` says; no level is then loaded, both ends are at their marks, and *data is NULL. */
FX_MUST_CHECK ox_status ox_level_change(ox_level_memory *level, size_t bytes, ox_level_unpack *unpack,
                                        void *context, void **data);

/* The most bytes that a change could unpack to now. */
size_t ox_level_room(const ox_level_memory *level);

#endif
