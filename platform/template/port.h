/* The state of the port that draws into memory. */
#ifndef OXCART_PLATFORM_TEMPLATE_PORT_H
#define OXCART_PLATFORM_TEMPLATE_PORT_H

#include "platform/claim.h"

enum { TEMPLATE_SIDE = 320, TEMPLATE_MEMORY = 1 << 20, TEMPLATE_STORAGE = 32768 };

/* All zero at the start. */
struct plat {
    _Alignas(16) uint8_t memory[TEMPLATE_MEMORY]; /* of the console */
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    _Alignas(16) uint8_t native[TEMPLATE_MEMORY];
#endif
    _Alignas(4) uint8_t picture[TEMPLATE_SIDE * TEMPLATE_SIDE * 4];
    uint32_t palette[256];
    uint8_t storage[TEMPLATE_STORAGE];
    int width, height;
    plat_format format;
    uint32_t frame, blanks, buttons;
    uint8_t claimed; /* bits of plat_single */
};

/* Says one line: a serial port, a debugger's channel, a screen. The one function that the port wants of its surroundings. */
void template_line(const char *text);

#endif
