/* A display that shows pixels alone: no picture is handed over taken apart. A port with such a display includes this header once; platform/absent.h does so. */
#ifndef OXCART_PLATFORM_NO_LAYERS_H
#define OXCART_PLATFORM_NO_LAYERS_H

#include "platform/platform.h"

bool plat_composes(plat *p, uint8_t *spare) {
    (void)p, (void)spare;
    return false;
}

bool plat_compose(plat *p, const struct rs_composition *picture, uint32_t *rows) {
    (void)p, (void)picture, (void)rows;
    return false;
}

bool plat_compose_row(plat *p, int row, const void *pixels, int stride) {
    (void)p, (void)row, (void)pixels, (void)stride;
    return false;
}

bool plat_compose_end(plat *p) {
    (void)p;
    return false;
}

#endif
