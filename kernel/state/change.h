/* Changes of state, wherever a game has states: machines in C (machine.h), behaviours of scripts (kernel/script) and
 * modes of a game (kernel/game/flow.h). These owners know what a state is and where it is kept; this header says what a
 * change does and when it is carried out.
 *
 * WAY. States are numbers and may have a parent, OX_STATE_LEVELS deep. Being in a state is being in its parents. A
 * change leaves states from the innermost outwards to the common ancestor, switches, and enters states from there
 * inwards.
 *
 * WHEN. A change is a wish that is carried out when no code of the owner runs. Code that runs in a change may wish for
 * another change; after OX_STATE_CHANGES changes in a row the owner's `endless` is called, which decides what becomes
 * of the wish.
 *
 * (Game Programming Patterns, "State"; Steve Rabin, Game Programming Gems 3.0.) */
#ifndef OXCART_KERNEL_STATE_CHANGE_H
#define OXCART_KERNEL_STATE_CHANGE_H

#include <stdbool.h>
#include <stdint.h>

enum {
    OX_STATE_NONE = 0xFFFF, /* no state, or no parent */
    OX_STATE_LEVELS = 8,    /* a state and its parents */
    OX_STATE_CHANGES = 8    /* changes in a row */
};

/* Which halves of the way a change takes; both halves: OX_STATE_GO. */
enum {
    OX_STATE_LEAVES = 1,
    OX_STATE_ENTERS = 2,
    OX_STATE_GO = OX_STATE_LEAVES | OX_STATE_ENTERS,
    OX_STATE_AGAIN =
        4 /* also where one state is the other or its parent, the old state is left and the new one entered */
};

/* The owner's functions; `of` is the owner's pointer. A function that returns false ends the change at that point. */
typedef struct ox_state_tree {
    uint32_t (*parent)(const void *of, uint32_t state);
    bool (*leave)(void *of, uint32_t state);
    bool (*turn)(void *of, uint32_t to); /* the state is `to` from here on */
    bool (*enter)(void *of, uint32_t state);
} ox_state_tree;

/* Goes from a state, or from none, to another; false when one of the tree's functions ended the change. */
bool ox_state_travel(const ox_state_tree *tree, void *of, uint32_t from, uint32_t to, uint32_t how);

typedef struct ox_state_wishes {
    bool (*take)(void *of);   /* takes the next wish, which the owner notes; false: no change is wished for */
    void (*change)(void *of); /* makes the noted change */
    void (*endless)(void *of); /* the noted change would be one too many */
} ox_state_wishes;

/* Makes changes as long as some are wished for. */
void ox_state_settle(const ox_state_wishes *wishes, void *of);

#endif
