/* Declarations that the files of the Stellaris port share: the port's state and its start. */
#ifndef OXCART_LM3S6965_PORT_H
#define OXCART_LM3S6965_PORT_H

#include "platform/claim.h"

struct plat {
    int width, height; /* of the picture; 0 before video is open */
    int left, top;     /* of the picture on the display, in pixels; left is even */
    uint8_t claimed;   /* bits of plat_single */
    bool paced;        /* plat_present waits for the display's pace */
    uint32_t
        seen; /* buttons seen up once: a pin that never was up is no button (QEMU's are not before their first use) */
    uint8_t greys[256];  /* of the palette: 0 black .. 15 white */
    uint32_t blank_seen; /* blanks when the last frame was shown */
    const void *rom;     /* the image in flash, NULL before it was found */
    size_t rom_bytes;
    void (*expired)(void *context, uintptr_t where); /* of the watchdog */
    void *expired_context;
};

/* Sets the board up: clock, serial line, timer, buttons, display. */
void lm3s6965_open(plat *p);

/* False once the stack has reached its end. */
bool lm3s6965_stack_intact(void);

/* Lets p's watchdog expire after `blanks` blanks; 0 turns it off. The system timer's interrupt counts the blanks. */
void lm3s6965_watch(plat *p, uint32_t blanks);

/* Blanks of the display, and cycles, since the start. */
uint32_t lm3s6965_blanks(void);
uint64_t lm3s6965_cycles(void);

#endif
