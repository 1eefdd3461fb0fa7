/* The life of a module: how every record of the console that holds state begins, works and ends.
 *
 *     ox_timers timers;
 *     OX_CLEAR(&timers);                                     Clear
 *     ox_timers_init(&timers, slots, 16, calls, 3, game);    Create
 *     each tick:  ox_timers_run(&timers, clock);             Update
 *     OX_CLEAR(&timers);                                     Destroy: a record that holds nothing beyond its memory
 *     ox_trophies_end(&trophies);                            Destroy: a record that does
 *
 * Clear    OX_CLEAR makes all bytes zero. It cannot fail. A static record and a record in zeroed memory are clear.
 * Create   ox_NAME_init, _open, _start or _begin. It takes a clear record, sets up everything there is to it in one
 *          call, and is the only way in. A Create that can fail returns a status, and leaves nothing behind then: no
 *          memory, no registration, and Destroy is legal.
 * Update   the function that the header names, once a tick or frame.
 * Destroy  ox_NAME_end, _close or _stop, where the record is known to somebody or holds something: a place among a
 *          world's systems, a listener, a file, a device. It gives all of it back and ends by OX_CLEAR. Where there is
 *          no such function, OX_CLEAR itself is Destroy. Legal on a cleared record, and any number of times.
 *
 * So a record may be made and ended any number of times. Memory that Create took from an arena goes back when the
 * arena's owner rolls it back (arena.h); the record of a module that was ended never looks at it again.
 *
 * Use before Create is a mistake of the programmer: a debug build asserts (OX_CREATED), a release build does what the
 * function does for a record that has room for nothing, where the header does not say otherwise.
 *
 * A device that a machine has once (the console's place on a port, its display, its speaker, its saves) is claimed by
 * Create and given free by Destroy (plat_claim in platform/platform.h); a second Create asserts and fails. (Game
 * Programming Gems 1.1, 1.3; Robert Nystrom, Game Programming Patterns, "Singleton".) */
#ifndef OXCART_KERNEL_MEMORY_LIFE_H
#define OXCART_KERNEL_MEMORY_LIFE_H

#include <string.h>

#include "fixedmath/assert.h"

/* Makes all bytes of the record zero, those between its members included. */
#define OX_CLEAR(record) ((void)memset((record), 0, sizeof *(record)))

/* A statement for the beginning of a function: asserts that a member which Create sets is set. */
#define OX_CREATED(member) FX_ASSERT_MSG((member) != 0, "used before it was made, or after its end")

#endif
