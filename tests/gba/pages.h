/* Pages of the display against pictures drawn apart from the display; spans_test.c logs the result. */
#ifndef OXCART_TESTS_GBA_PAGES_H
#define OXCART_TESTS_GBA_PAGES_H

#include "platform/gba/gba.h"

/* Checks the pages in `memory`, 192 KB of it; adds to *narrow how many bands were drawn in part of their columns. */
bool pages_hold_the_picture(plat *port, void *memory, uint32_t *narrow);

#endif
