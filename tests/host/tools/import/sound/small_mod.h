/* A MOD of one pattern: 4 channels, a note C-4 of instrument 1 with effect A04, a sample of 8 bytes with a loop. */
#ifndef OXCART_TESTS_HOST_SMALL_MOD_H
#define OXCART_TESTS_HOST_SMALL_MOD_H

#include <stdint.h>
#include <string.h>

enum { SMALL_MOD = 1084 + 1024 + 8 };

static inline void small_mod(uint8_t d[SMALL_MOD]) {
    memset(d, 0, SMALL_MOD);
    memcpy(d, "title", 5);
    d[20 + 23] = 4; /* words */
    d[20 + 24] = 9; /* tuned by -7/8 of a half tone */
    d[20 + 25] = 48;
    d[20 + 27] = 1;
    d[20 + 29] = 2;
    d[950] = 1;
    d[951] = 127;
    memcpy(d + 1080, "M.K.", 4);
    d[1084] = 428 >> 8;
    d[1085] = 428 & 255;
    d[1086] = 0x1A;
    d[1087] = 4;
    for (int i = 0; i < 8; i++) d[1084 + 1024 + i] = (uint8_t)(i * 16);
}

#endif
