/* The header that every example program begins with.
 *
 * An example is a folder rom/carts/examples/NAME/ with two files: NAME.c, one program to be read from top to
 * bottom, and NAME.txt, what it says. The program defines `example` and nothing else that is public; its memory is its
 * own, and whatever it says goes to `out`, a line a call:
 *
 *     void example(plat *platform, ox_log *out) {
 *         SAY("the answer is %d", 42);
 *     }
 *
 * Folders with a cart.txt are carts in Goad with a twin in C (sheepfold; pairs, which has a small pair of carts for
 * each thing that a world can do): `oxcart run` plays them, and a test holds that both come to the same result.
 *
 * `make examples` builds and runs them all without a window and compares what they say; each is the test of
 * the same name in tests/scripts/builds/examples.sh. */
#ifndef OXCART_CARTS_EXAMPLES_EXAMPLE_H
#define OXCART_CARTS_EXAMPLES_EXAMPLE_H

#include "kernel/debug/log.h"

void example(plat *platform, ox_log *out);

/* Puts the smallest image that plays into memory (aligned to 16; 32 KB suffice), with a budget of so many bytes and
 * these rows of capacities; returns its bytes. A cart has its image from `oxcart pack`. */
typedef struct example_capacity {
    const char *name;
    uint32_t count;
} example_capacity;
uint32_t example_image(void *memory, uint32_t size, uint32_t budget, const example_capacity *rows,
                       uint32_t count);

#define SAY(...) ox_log_write(out, PLAT_LOG_INFO, __VA_ARGS__)

#endif
