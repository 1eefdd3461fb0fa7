/* The hand-written transform, recording and clearing against the C functions that define them; spans_test.c logs the
 * results. */
#ifndef OXCART_TESTS_GBA_TWINS_H
#define OXCART_TESTS_GBA_TWINS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Each test works in `memory`, 128 KB of it, and adds to *count the number of things it compared. */
bool twins_transform(void *memory, uint32_t *count); /* vertices */
bool twins_light(void *memory, uint32_t *count);     /* vertices */
bool twins_record(void *memory, uint32_t *count);    /* items */
bool twins_clear(void *memory, uint32_t *count);     /* lines */
/* The port's sound must lie in fast memory. */
bool twins_sound(void *memory, uint32_t *count); /* sums */
/* The port's `flat` code must lie in fast memory. */
bool twins_flat(void *memory, uint32_t *count); /* lines */

#endif
