/* Level memory: one level after the other in the same arena, with or without the next level waiting packed at the other
 * end.
 *
 *     ... push what stays for the whole game ...
 *     ox_level_open(&level, &arena, 0);                     levels begin here
 *     ... push the level at the low end, play it ...
 *     ox_level_end(&level);                                 the arena is back at the mark
 *
 * PING-PONG. While level A plays at the low end, level B is read, still packed, to the high end. The change
 * reads nothing: A goes, B is unpacked into its place, and the high end is empty again for C.
 *
 *     |resident| A .............>          <packed B|      void *to = ox_level_stage(&level, packed_bytes);
 *     |resident| B ....................>            |      ox_level_change(&level, bytes, unpack, 0, &data);
 *
 * The arena must hold A and the packed B together while A plays, and the unpacked B and the packed B together while B
 * is unpacked. The latter is checked before A goes. (GEA 6.2.2.7.)
 *
 * LOBBY. For play without a pause the arena can be split: a small lobby that stays while the large rest is
 * replaced. The player walks through the lobby while the next level loads. The lobby's memory is an arena of its own,
 * level->lobby, to be filled and cleared at will.
 *
 * Cost: ox_level_end is a rollback (about 20 Cortex-M3 instructions), whatever was loaded; ox_level_change is a
 * rollback and the unpacking. Memory does not fragment. */
#ifndef OXCART_KERNEL_RESIDENCY_LEVEL_H
#define OXCART_KERNEL_RESIDENCY_LEVEL_H

#include "kernel/memory/arena.h"
#include "kernel/memory/status.h"

typedef struct ox_level_memory {
    ox_arena *arena;
    ox_arena lobby; /* empty unless asked for */
    ox_mark start;  /* mark of the low end: where levels begin */
    ox_mark top;    /* mark of the high end, before anything is staged */
    void *packed;   /* the next level, or NULL */
    size_t packed_bytes;
    uint32_t changes;
} ox_level_memory;

/* Opens level memory in an arena, whose present contents stay; a lobby of `lobby_bytes` (0: none) is carved, and levels
 * begin behind it. Takes lobby_bytes rounded up to 8, and at least 8. OX_OUT_OF_MEMORY, and nothing is taken. */
FX_MUST_CHECK ox_status ox_level_open(ox_level_memory *level, ox_arena *arena, size_t lobby_bytes);

/* Gives the level at the low end back. OX_BAD_STATE (asserted) when other code rolled the arena back to before the
 * levels' start. A staged level stays. */
ox_status ox_level_end(ox_level_memory *level);

/* Room for the next level, packed, at the high end; NULL when it does not fit, or when a level is staged already
 * (asserted). The caller fills it at leisure, over many frames. */
FX_MUST_CHECK void *ox_level_stage(ox_level_memory *level, size_t packed_bytes);

/* Forgets the staged level, and all that was pushed at the high end after it. */
void ox_level_drop(ox_level_memory *level);

/* Turns `packed` into exactly `bytes` bytes at `to`. The function must not touch the arena. */
typedef ox_status ox_level_unpack(void *context, void *to, size_t bytes, const void *packed,
                                  size_t packed_bytes);

/* Ends the level, unpacks the staged one to the low end (aligned to 8, its address in *data) and empties the high end.
 * Two failures leave all as it was: OX_BAD_STATE (asserted) when nothing is staged, OX_OUT_OF_MEMORY when the unpacked
 * level would run into the packed one. A failure of `unpack` is returned; then no level is loaded, both ends are at
 * their marks, and *data is NULL. */
FX_MUST_CHECK ox_status ox_level_change(ox_level_memory *level, size_t bytes, ox_level_unpack *unpack,
                                        void *context, void **data);

/* The most bytes that a change could unpack to now. */
size_t ox_level_room(const ox_level_memory *level);

#endif
