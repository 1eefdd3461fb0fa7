/* Changes of buttons that an interrupt or an event notes, for ports whose buttons tell of themselves.
 *
 *     plat_changes_put(&p->changes, buttons);          in the interrupt: all buttons, as they are now
 *     plat_changes_take(&p->changes, &in);             in plat_poll, behind in->buttons: fills in->changes
 *
 * One interrupt puts and the program takes, on one processor; the interrupt does nothing else. Words that are like the one before are left out. While there is no
 * room the newest are left out and counted; what a poll has no room for comes with the next one. (Nystrom, Game Programming Patterns, Event Queue.) */
#ifndef OXCART_PLATFORM_CHANGES_H
#define OXCART_PLATFORM_CHANGES_H

#include "platform/platform.h"

#ifndef PLAT_CHANGES_ROOM
#define PLAT_CHANGES_ROOM 64u /* a power of two */
#endif

/* platform/gba/crt0.S knows the places of the members. */
typedef struct plat_changes {
    volatile uint32_t head, tail; /* free-running; written by the interrupt, by the program */
    volatile uint32_t lost;
    volatile uint32_t last; /* word that was put last */
    volatile uint16_t words[PLAT_CHANGES_ROOM];
    uint32_t told; /* of `lost` */
} plat_changes;

static inline void plat_changes_put(plat_changes *c, uint32_t word) {
    const uint32_t head = c->head;
    if (word == c->last) return;
    if (head - c->tail == PLAT_CHANGES_ROOM) {
        c->lost++;
        return;
    }
    c->last = word;
    c->words[head % PLAT_CHANGES_ROOM] = (uint16_t)word;
    __atomic_signal_fence(__ATOMIC_RELEASE); /* the word is there before it counts */
    c->head = head + 1;
}

/* The next word that was put; false: there is none. */
static inline bool plat_changes_next(plat_changes *c, uint32_t *word) {
    const uint32_t tail = c->tail;
    if (tail == c->head) return false;
    __atomic_signal_fence(__ATOMIC_ACQUIRE);
    *word = c->words[tail % PLAT_CHANGES_ROOM];
    __atomic_signal_fence(__ATOMIC_RELEASE); /* the word was read before its room is free */
    c->tail = tail + 1;
    return true;
}

static inline void plat_changes_take(plat_changes *c, plat_input *in) {
    uint32_t word, lost = c->lost;
    in->change_count = 0;
    while (in->change_count < PLAT_CHANGES && plat_changes_next(c, &word))
        in->changes[in->change_count++] = (uint16_t)word;
    if (c->tail != c->head)
        in->buttons = in->changes[in->change_count - 1]; /* more of them come with the next poll */
    in->changes_lost = (uint8_t)(lost - c->told > 255 ? 255 : lost - c->told);
    c->told = lost;
}

#endif
