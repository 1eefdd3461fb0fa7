/* The world editor: the levels and scenes of a cart, changed where they stand in its texts, by commands.
 *
 *     edit *e = edit_open("mygame", &error);
 *     if (!edit_go(e, EDIT_LEVEL, "town", &error)) ...            else the cart's first level, or its first scene
 *     if (!edit_run(e, "script.txt", text, size, &error)) ...     "place crate at=1,0,2", "undo", "save", ...: edit_commands
 *     edit_close(e);
 *
 * TEXTS. What is edited are the files themselves: cart.txt, the texts of levels and the table of object types. A change is a list of
 * splices, bytes at a place in exchange for others, so whatever it does not touch keeps its order, comments and spelling, and what
 * is undone gives the bytes that were there. Nothing is kept beside the texts: after each change they are read anew, and a change
 * that the packer would refuse is not made. Files are written by `save` alone, each through a temporary file, cart.txt last; when
 * one of them was changed by somebody else since it was read, none is written (`save anyway` writes).
 *
 * KEPT CHANGES. By hand, what is not saved lies in FILE.unsaved beside FILE after each change, so neither a crash nor leaving loses it: the
 * next time by hand goes on with it, as one step that can be undone.
 *
 * UNDO. All splices of a command are one step of the kernel's history (kernel/command/history.h).
 *
 * OBJECT TYPES are the `type` lines of cart.txt: scenes have objects of them, levels spawn them. `set` gives one of them another value than its
 * type has: an option of its line, a field of a component, or a prop of its behaviour.
 *
 * Objects are meant by their number in `list`, by their name, as `selected` or as `all`. */
#ifndef OXCART_TOOLS_EDIT_EDIT_H
#define OXCART_TOOLS_EDIT_EDIT_H

#include <stdio.h>

#include "kernel/command/history.h"
#include "rom/rom.h"
#include "tools/cart/cart.h"
#include "tools/cart/statements.h"
#include "tools/convert/pack_kinds.h"

enum {
    EDIT_STEPS = 4096, /* changes that can be undone */
    EDIT_FILES = 256,  /* open texts */
    EDIT_WORDS = 32,   /* of a command */
    EDIT_WORD = 256,
    EDIT_TEXT_MOST = 16 << 20, /* bytes of a text */
    EDIT_NONE = -1
};

/* A text of the cart as it is now, and as it is on the disk. */
typedef struct edit_file {
    char path[CART_PATH_MAX];
    char *text; /* followed by a zero byte; NULL: there is no such file (yet) */
    size_t size, room;
    char *saved; /* as it was read or written last; NULL: not there */
    size_t saved_size;
    bool touched; /* changed since edit_keep */
} edit_file;

/* A change of the history: `removed` bytes at `at` of file `change.unit` become `added` others. */
typedef struct edit_splice {
    ox_change change;
    uint32_t at, removed, added;
    char *bytes; /* those removed, then those added */
} edit_splice;

typedef enum edit_kind { EDIT_SCENE, EDIT_LEVEL } edit_kind;

/* Something that stands in the place that is edited. */
typedef struct edit_object {
    size_t statement;         /* of the place's text */
    char kind[16];            /* "instance", "spawn", "object", "light", ... */
    char type[CART_NAME_MAX]; /* mesh, object type, kind of light; "" where it has none */
    char name[CART_NAME_MAX]; /* "" where it has none */
    bool placed;              /* `at` means something */
    double at[3];
    double turn[3], scale;    /* yaw, pitch, roll */
    char mesh[CART_NAME_MAX]; /* what it looks like, "" = an icon */
    bool selected;
} edit_object;

/* What can be placed. */
typedef struct edit_type {
    char name[CART_NAME_MAX];
    char kind[16]; /* the statement that it becomes */
    char mesh[CART_NAME_MAX];
} edit_type;

typedef struct edit_camera {
    double at[3], target[3];
} edit_camera;

typedef struct edit {
    char folder[CART_PATH_MAX];
    edit_file files[EDIT_FILES];
    int file_count; /* the first is cart.txt */
    ox_history history;
    edit_splice *records;
    char **blocks; /* bytes of splices, until nothing refers to them */
    uint32_t block_count;
    edit_splice *draft; /* of the command under way: done in the texts, not yet in the history */
    uint32_t draft_count, draft_room;
    bool failed; /* without memory */

    cart c; /* cart.txt as it is now */
    bool cart_good;
    edit_kind place;
    char place_name[CART_NAME_MAX];
    int file;     /* of the place; EDIT_NONE: no place is open */
    statements s; /* of the place's text */
    edit_object *objects;
    uint32_t object_count;
    writer level; /* the place as a LEVL chunk; empty: it is none */

    double snap; /* side of the grid, 0: none */
    edit_camera camera;
    FILE *out; /* what commands answer; NULL: nowhere */
    bool quit;
    bool foreign;      /* `save` failed because a file was changed by somebody else */
    bool dry;          /* nothing is written or played: `save`, `play` and `shot` do nothing (tests) */
    uint16_t port;     /* of a game that is sent to (tools/play/remote.h); 0: none */
    bool window;       /* somebody looks: `play` and `shot` are the window's */
    struct edit_wish { /* of the window: what a command asked for */
        bool play;
    } wish;
} edit;

/* NULL and a sentence: the folder has no cart.txt, or one that the packer refuses. No place is open yet. */
edit *edit_open(const char *folder, tool_error *error);
void edit_close(edit *e);

/* Opens a level or a scene; every mistake in its text is told to `all` (may be NULL), the first in *error. */
bool edit_go(edit *e, edit_kind place, const char *name, tool_report *all, tool_error *error);

/* The cart's first level, else its first level by the text, else its start scene. */
bool edit_go_first(edit *e, tool_report *all, tool_error *error);

/* Runs a text of commands up to its end, `quit` or the first mistake, whose place is in *error; `file` is its name there. What was done
 * before that stays done, and is on the disk as far as `save` was reached. */
bool edit_run(edit *e, const char *file, const char *text, size_t size, tool_error *error);

/* ---- texts and undo: edit_text.c ---- */

/* The number of a file, which is read when it is new; EDIT_NONE and a sentence. A file that is not there is one without text. */
int edit_file_of(edit *e, const char *path, tool_error *error);

/* Takes part in the command under way. `text` is copied. The texts change at once; edit_commit makes it a step, edit_drop takes it
 * back. What is there already is no change. False without memory, or for a text that gets too long. */
bool edit_change(edit *e, int file, size_t at, size_t removed, const char *text, size_t added,
                 tool_error *error);
bool edit_commit(edit *e,
                 tool_error *error); /* false, and nothing has changed, when the texts would be wrong */
void edit_drop(edit *e);

/* One step; false when there is none. */
bool edit_undo(edit *e);
bool edit_redo(edit *e);

bool edit_is_changed(const edit *e); /* since the last save */
bool edit_file_is_changed(const edit_file *f);
bool edit_save(edit *e, bool anyway, uint32_t *written, tool_error *error);

/* ---- kept changes: edit_keep.c ---- */

/* Writes FILE.unsaved for each text that has changed since the last time, and takes away those of texts that are as on the disk. */
bool edit_keep(edit *e, tool_error *error);

/* Takes the kept changes of the cart's texts as one step; *taken is how many texts. False and a sentence, and nothing has changed: they are
 * older than the text itself, or wrong. */
bool edit_take_kept(edit *e, uint32_t *taken, tool_error *error);

/* Takes FILE.unsaved away, if there is one. */
void edit_forget_kept(const edit_file *f);

/* ---- what the texts say: edit_place.c ---- */

/* Reads everything anew; false and a sentence when something is wrong. */
bool edit_read(edit *e, tool_report *all, tool_error *error);

/* The object that a word means: EDIT_NONE and a sentence. */
int edit_find(const edit *e, const char *word, tool_error *error);

/* The objects that a word means, as marks in `marks` (one byte an object). False and a sentence when there are none. */
bool edit_mark(const edit *e, const char *word, uint8_t *marks, tool_error *error);

/* Types by number; false beyond the last. */
bool edit_type_at(const edit *e, uint32_t index, edit_type *type);
bool edit_type_find(const edit *e, const char *name, edit_type *type);

/* Whether a script of the cart has the behaviour; false and a sentence, also when a script does not compile. With the name of a prop, which may
 * be NULL: its field (rom/FORMAT.md, CODE), all zero where the behaviour has no such prop. */
bool edit_behaviour(edit *e, const char *name, const char *prop, uint8_t field[ROM_SCRIPT_FIELD_SIZE],
                    tool_error *error);

/* The type of an object, NULL where it is of none. */
const cart_object *edit_type_of(const edit *e, const edit_object *object);

/* The value of a field of a statement, "" when it has none. True when it is there. */
bool edit_value(const statements *s, const statement *of, const char *key, char value[EDIT_WORD]);

/* Where the object's lines begin and end: with what belongs to it (`set`, `version`, `with`). */
void edit_lines(const edit *e, const edit_object *object, size_t *begin, size_t *end);

/* ---- numbers ---- */

bool edit_vector(const char *word, double value[3]);
/* At most six digits behind the point, none that is not needed. */
void edit_decimal(double value, char text[32]);
void edit_decimals(const double value[3], char text[100]);

/* A word as it must be written: with quotation marks where it has blanks or begins like a comment. */
void edit_quote(const char *word, char out[EDIT_WORD + 4]);

/* ---- commands: edit_command.c ---- */

/* A command under way. */
typedef struct edit_words {
    edit *e;
    const char *const *words; /* words[0] is the command */
    int count;
    int looked; /* the word that a mistake is about */
    tool_error *error;
} edit_words;

typedef struct edit_command {
    const char *name, *form, *line; /* what stands behind it, and what it does */
    bool (*run)(edit_words *w);
} edit_command;

extern const edit_command edit_commands[]; /* ends with an empty name */

/* One command out of words; false and a sentence without a place, *looked is the number of the word that it is about. */
bool edit_do(edit *e, const char *const *words, int count, int *looked, tool_error *error);

/* One sentence about a word; returns false. */
bool edit_wrong(edit_words *w, int word, const char *format, ...) IMPORT_PRINTF(3, 4);

/* What follows `key=` among the words, or NULL; *w is about it then. */
const char *edit_option(edit_words *w, const char *key);

/* ---- edit_change.c: commands that change the place ---- */
bool edit_add(edit_words *w), edit_put(edit_words *w), edit_move(edit_words *w), edit_turn(edit_words *w),
    edit_scale(edit_words *w), edit_set(edit_words *w), edit_unset(edit_words *w), edit_rename(edit_words *w),
    edit_delete(edit_words *w), edit_copy(edit_words *w), edit_bounds(edit_words *w),
    edit_attach(edit_words *w);

/* ---- edit_cart.c: commands that change what the cart has ---- */
bool edit_create(edit_words *w), edit_new_type(edit_words *w);

/* ---- edit_send.c ---- */

/* The image of a cart; texts that are not saved stand in for their files. */
bool edit_pack(edit *e, const cart *c, bool names, writer *image, tool_error *error);

/* The cart as it is now, unsaved changes included, into a game that oxcart run --listen plays: packed at once, sent beside everything else, for
 * the game may take its time. NULL and a sentence when it cannot be packed. */
typedef struct edit_sending edit_sending;
edit_sending *edit_send_begin(edit *e, uint16_t port, tool_error *error);
bool edit_send_is_done(const edit_sending *s);

/* Waits for it, and frees it. False and a sentence when the game does not take it. */
bool edit_send_end(edit_sending *s, tool_error *error);

/* The command: sends, and waits. */
bool edit_send(edit_words *w);

/* ---- edit_play.c ---- */

/* Plays the place as it is now, unsaved changes included, headless: frames, and what there was in the end. */
bool edit_play(edit_words *w);

/* A picture of the place from the editor's camera. */
bool edit_shot(edit_words *w);

#endif
