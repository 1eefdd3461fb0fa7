/* The editor in a window, a terminal or by an input script: the place drawn by the engine, changed by pointer or by
 * buttons alone. Every change is a command (edit.h), so it can be undone.
 *
 * Tools, of which Select chooses the next one: Look, Move, Place, Set. A bar above shows them and Undo, Redo, Copy, Del, Save, Play; all can
 * be clicked. Select with A saves, with B deletes, with Y copies, with Start quits.
 *
 *     everywhere  X the next object, B undo, Y redo, Start plays from here (Start again comes back), L and R nearer and farther
 *     Look        arrows lead the camera round its target, with A held they move it; A alone selects what stands in the middle
 *     Move        arrows move the selected objects over the ground by a step, with A held Up and Down raise, Left and Right turn them
 *     Place       Up and Down choose a type, Left and Right turn the camera; A places it in the middle of the picture
 *     Set         Up and Down choose a number of the selected object, Left and Right change it, ten times as much with A held
 *     pointer     click: select, in Place: put there; drag: an object over the ground, else (also ground and sky) the camera; wheel: nearer and farther */
#ifndef OXCART_TOOLS_EDIT_EDIT_WINDOW_H
#define OXCART_TOOLS_EDIT_EDIT_WINDOW_H

#include "tools/edit/edit_view.h"
#include "tools/play/play.h"

typedef enum edit_tool { EDIT_LOOK, EDIT_MOVE, EDIT_PLACE, EDIT_SET, EDIT_TOOLS } edit_tool;

enum { EDIT_ROWS = 64, EDIT_BAR = 10, EDIT_PANEL = 150, EDIT_LINE = 9 };

/* A number, or a yes or no, of the selected object. */
typedef struct edit_row {
    char key[48];
    int part; /* part of a vector, 0 to 2; EDIT_NONE: a single number */
    char word[40];
    bool own; /* the value stands in the text; else it is the type's */
} edit_row;

typedef struct edit_window {
    edit *e;
    edit_view view;
    edit_tool tool;
    uint32_t type; /* type that Place puts */
    uint32_t row;  /* chosen row of Set */
    edit_row rows[EDIT_ROWS];
    uint32_t row_count;
    bool combined;           /* Select was held for something else than the next tool */
    bool walked;             /* A was held for something else than selecting */
    int clicked;             /* object that the pointer went down on, EDIT_NONE */
    int dragged;             /* object under the pointer, EDIT_NONE */
    bool orbits;             /* the pointer leads the camera */
    bool moved;              /* moved since the pointer went down */
    double from[3], grip[3]; /* the object's old place; from the held point to it */
    char said[200];          /* answer of the last command */
    bool trouble;            /* the last command failed */
    bool
        insists; /* saving failed since somebody else changed a file on the disk: the next save overwrites the file */
    bool let_go;           /* the buttons that ended the play were released */
    bool unsent;           /* there are changes that the game at e->port lacks */
    edit_sending *sending; /* the current sending, or NULL */
    bool play;             /* why the console ended */
} edit_window;

/* The cart in C that is the editor. */
ox_cart edit_window_cart(edit_window *w);

/* Opens the port and edits until the user leaves. Returns the exit code. */
int edit_by_hand(edit *e, play_settings *settings);

/* ---- edit_panel.c ---- */

/* The words of the bar, and the word at a column of the picture, or EDIT_NONE. */
extern const char *const edit_bar[]; /* the first EDIT_TOOLS are tools; ends with NULL */
int edit_bar_at(int x);

/* Lists the values of the first selected object that Set can change. */
void edit_rows(edit_window *w);

/* The first selected object, or EDIT_NONE. */
int edit_selected(const edit *e);

/* The first line of a list of `count` that shows line `chosen` in a panel of the window's height; and the line under a row of pixels. */
uint32_t edit_panel_first(const edit_window *w, uint32_t chosen, uint32_t count);
uint32_t edit_panel_line(const edit_window *w, uint32_t chosen, uint32_t count, int y);

/* How many rows of pixels below the bar the list of Place or Set covers; 0 when there is none. */
int edit_panel_height(const edit_window *w);

void edit_panel_draw(edit_window *w, rs_frame *frame);

#endif
