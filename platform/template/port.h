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
    struct {
        uint32_t rate, frame_bytes; /* 0: closed */
        uint64_t started, written;  /* microseconds of pictures, and frames since then */
        bool paused;
        uint64_t paused_at;
    } speaker;
};

/* The three functions that the port wants of its surroundings. */

/* Says one line: a serial port, a debugger's channel, a screen. */
void template_line(const char *text);

/* Takes samples as plat_audio_write gives them: 16 bits in the machine's byte order. A machine without a speaker drops them. */
void template_samples(const int16_t *samples, uint32_t count);

/* Microseconds of a clock that never goes back; 0 at all times where there is none. */
uint64_t template_clock(void);

#endif
