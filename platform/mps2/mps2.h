/* The state of the MPS2 port, and the keys that a player presses by script. */
#ifndef OXCART_MPS2_MPS2_H
#define OXCART_MPS2_MPS2_H

#include "platform/claim.h"

enum { MPS2_KEY_CHANGES = 256, MPS2_STORAGE = 32768 };

/* The storage of storage.c: a part of the external memory that neither the console nor the program's start touches. The
 * linker places it. */
extern uint8_t __storage[];

typedef struct mps2_keys {
    uint32_t frame;   /* from this presented frame on ... */
    uint32_t buttons; /* ... these are held, PLAT_UP ... */
} mps2_keys;

/* The port's state, all zero at the start. */
struct plat {
    int width, height;
    uint32_t frame;        /* presented so far */
    uint32_t last_counter; /* the board's counter, widened by plat_ticks */
    uint64_t counter;
    mps2_keys keys[MPS2_KEY_CHANGES]; /* in the order of their frames */
    int key_count;
    uint8_t claimed;                                 /* bits of plat_single */
    void (*expired)(void *context, uintptr_t where); /* of the watchdog */
    void *expired_context;
    void (*aborts)(void); /* hears of plat_abort before the program ends; or NULL */
};

/* Fills the unused part of the call stack with the pattern of plat_stack; call it first of all. */
void mps2_paint_stack(void);

#endif
