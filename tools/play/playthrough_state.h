/* What playthroughs look at beside single values: the hash of each object of the state, the high-water marks of memory, and whether a state that is
 * brought back is the one that was kept. */
#ifndef OXCART_TOOLS_PLAY_PLAYTHROUGH_STATE_H
#define OXCART_TOOLS_PLAY_PLAYTHROUGH_STATE_H

#include "kernel/console/console.h"
#include "tools/base/writer.h"

/* Appends a line for each object of each part of the state, in their order: `FRAME PART NAME HASH`. An object's name is that of cart.txt, or its id. */
void state_list_objects(ox_console *console, uint32_t frame, writer *out);

/* High-water marks of the console's regions of memory. Memory of frames goes with what is seen, so only refusals count there. */
enum { STATE_MARKS = 24 };
typedef struct state_marks {
    size_t peaks[STATE_MARKS];
    uint32_t count;
} state_marks;

void state_mark(const ox_console *console, state_marks *marks);

/* The name of a region whose mark is higher than it was, or that refused somebody; NULL: there is none. */
const char *state_risen(const ox_console *console, const state_marks *marks);

/* A kept state, of a scene. All zero at first; free `bytes` at the end. */
typedef struct state_kept {
    uint8_t *bytes;
    size_t size;
    uint32_t scene;
} state_kept;

/* Keeps the state of now, after the console went back to the state that was kept before, where that is of the same scene, and forth again. False: there is no
 * memory, or the console refuses a state of its own. */
bool state_go_and_return(ox_console *console, state_kept *kept);

/* Asks for the language of the cart that comes next; false: the cart has fewer than two. */
bool state_next_language(ox_console *console, uint32_t *language);

#endif
