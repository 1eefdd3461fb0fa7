/* A cart that runs wild (wild.c). */
#ifndef OXCART_TESTS_PORTS_WILD_H
#define OXCART_TESTS_PORTS_WILD_H

#include "platform/platform.h"

enum { WILD_TAME, WILD_LOOPS, WILD_OVERFLOWS };

/* Makes an image in the memory (aligned to 16, 40 KB) and plays it for 200 frames with a watchdog of `watch`
 * microseconds. Returns what went wrong, or "it played to its end". A wild cart never returns: the port ends
 * the program. */
const char *wild_play(plat *platform, void *memory, uint32_t bytes, int how, uint32_t watch);

#endif
