/* Entries of a game for the inside view: its numbers, switches and commands as pages of lines, and menus for a game that has no screens yet.
 *
 *     static int32_t count = 3;
 *     static ox_entry entries[] = {
 *         {.page = "tune", .label = "enemies", .order = 1, .at = &count, .field = {.kind = OX_I32, .bytes = 4, .low = 0, .high = 9}},
 *         {.page = "tune", .label = "start again", .order = 2, .chosen = begin_again},
 *         {.page = "tune", .label = "levels", .order = 3, .leads = "levels"},
 *         {.page = "levels", .label = "cave", .chosen = begin_cave}};
 *     ox_entries_show(console, entries, 4);                           in the start of a game in C
 *
 * The view has them on its page `game`, a page of the game at a time: Left and Right on its title go to the next one, an entry `leads` to another one with A, B goes
 * back. Entries stand by `order`, those of one order as they were shown. A variable is read whenever its line is written, so nobody has to tell of changes; Left and Right change it within the range of
 * its field, by the steps of its kind (kernel/type/type.h), and mark the game as changed by hand. Entries are for what is no state of the game: members of components are on the page
 * `objects`, and their changes stand in recordings. So while a recording is written or played nothing changes here, and nothing is chosen.
 *
 * ENTRIES ARE STATIC. They stay where they are for as long as the console runs, and there is no way to take one out; one that is shown again is no second one. Without a view, and in builds with
 * OX_RETAIL, nothing happens. (Game Programming Gems 1, 1.13.) */
#ifndef OXCART_KERNEL_INSPECT_ENTRY_H
#define OXCART_KERNEL_INSPECT_ENTRY_H

#include "kernel/debug/profiled.h"
#include "kernel/debug/watchpoint.h"
#include "kernel/draw/box.h"
#include "kernel/type/type.h"

typedef struct ox_entry {
    const char *page, *label;
    int32_t order;
    void *at; /* a variable of the field's kind, or NULL */
    ox_field
        field; /* kind, bytes, and the range low..high; the offset is 0; with the flag OX_ENGINE it is only shown */
    void (*write)(const void *at, char *text,
                  uint32_t size); /* writes the value in a way of its own, or NULL: as the field is written */
    void (*chosen)(void *context); /* A was pressed; or NULL */
    void *context;
    const char *leads;     /* page of the game that A opens, or NULL */
    struct ox_entry *next; /* the view's */
} ox_entry;

/* Memory that the view is to watch (kernel/debug/watchpoint.h): it is compared whenever a phase of the world's tick, a module or another piece of the profile begins or ends, and a change is
 * told in the log. NULL where nobody looks. */
struct ox_console;
ox_watchpoints *ox_inspect_points(const struct ox_console *console);

/* A text box (kernel/draw/box.h) over the picture: what is written into it at any time of a frame is in the next picture, drawn once, over all of the game and below the pages of the view. The record stays
 * where it is; one that is shown again is no second one. The view has a box of its own with what is logged: `sketch log` in its console. */
typedef struct ox_shown_box {
    ox_text_box *box;
    ox_text_box_look look;
    struct ox_shown_box *next; /* the view's */
} ox_shown_box;

#if OX_PROFILED
void ox_entries_show(const struct ox_console *console, ox_entry *entries, uint32_t count);
void ox_box_show(const struct ox_console *console, ox_shown_box *shown);
#else
static inline void ox_box_show(const struct ox_console *console, ox_shown_box *shown) {
    (void)console, (void)shown;
}
static inline void ox_entries_show(const struct ox_console *console, ox_entry *entries, uint32_t count) {
    (void)console, (void)entries, (void)count;
}
#endif

#endif
