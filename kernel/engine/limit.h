/* Firm limits: a number with a name, tied at compile time to every storage that relies on it.
 *
 *     #define ENEMIES_MAX 256
 *     typedef struct shot { uint8_t enemy; } shot;
 *     OX_LIMIT(ENEMIES_MAX - 1, shot, enemy, "ids of enemies are 8 bits");
 *
 * A limit that is raised past its storage does not compile. tests/scripts/rules/limits.sh lists all such lines, and
 * limits.c holds the lines whose limit and storage belong to different headers. Beyond a limit a call fails at run
 * time; nothing wraps. */
#ifndef OXCART_KERNEL_ENGINE_LIMIT_H
#define OXCART_KERNEL_ENGINE_LIMIT_H

#include <stddef.h>
#include <stdint.h>

#include "fixedmath/assert.h"

/* The largest number that `bytes` of unsigned storage hold. */
#define OX_LARGEST(bytes) (UINT64_MAX >> (64 - 8 * (bytes)))

/* Declares that every value up to `limit` fits the field, read as unsigned; field may be an element of an array. */
#define OX_LIMIT(limit, type, field, text)                                                                   \
    FX_STATIC_ASSERT((uint64_t)(limit) <= OX_LARGEST(sizeof(((type *)0)->field)), text)

#endif
