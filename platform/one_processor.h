/* plat_parallel and plat_processors of a machine with one processor: the port includes this header once. */
#ifndef OXCART_PLATFORM_ONE_PROCESSOR_H
#define OXCART_PLATFORM_ONE_PROCESSOR_H

#include "platform/platform.h"

void plat_parallel(plat *p, void (*job)(void *argument, int index), void *argument, int count) {
    (void)p;
    for (int i = 0; i < count; i++) job(argument, i);
}

int plat_processors(plat *p) {
    (void)p;
    return 1;
}

#endif
