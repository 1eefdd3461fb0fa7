/* The world editor: changes levels and scenes of a cart in its texts, by commands.
 *
 *     edit *e = edit_open("mygame", &error);
 *     if (!edit_go(e, EDIT_LEVEL, "town", &error)) ...            else the cart's first level, or its first scene
 *     if (!edit_run(e, "script.txt", text, size, &error)) ...     "place crate at=1,0,2", "undo", "save", ...: edit_commands
 *     edit_close(e);
 *
 * TEXTS. The editor edits the files themselves: cart.txt, the texts of levels and the table of object types. A change
 * is a list of splices, bytes at a place in exchange for others, so all other text keeps its order, comments and
 * spelling, and an undone change gives the old bytes. Nothing is kept beside the texts: after each change they are
 * read anew, and a change that the packer would refuse is not made. Files are written by `save` alone, each through a
 * temporary file, cart.txt last; when somebody else changed a file since it was read, no file is written (`save
 * anyway` writes).
 *
 * KEPT CHANGES. By hand, changes that are not saved lie in FILE.unsaved beside FILE after each change, so neither a
 * crash nor leaving loses them: the next time by hand goes on with them, as one step that can be undone.
 *
 * UNDO. All splices of a command are one step of the kernel's history (kernel/command/history.h).
 *
 * OBJECT TYPES are the `type` lines of cart.txt: scenes have objects of them, levels spawn them. `set` gives one
 * object another value than its type has: an option of its line, a field of a component, or a prop of its behaviour.
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
    EDIT_WORDS = 32,   /* words of a command */
    EDIT_WORD = 256,
    EDIT_TEXT_MOST = 16 << 20, /* bytes of a text */
    EDIT_NONE = -1
};

/* A text of the cart as edited, and as it is on the disk. */
typedef struct edit_file {
    char path[CART_PATH_MAX];
    char *text; /* followed by a zero byte; NULL: no such file yet */
    size_t size, room;
    char *saved; /* the text last read or written; NULL: no file */
    size_t saved_size;
    bool touched; /* changed since edit_keep */
} edit_file;

/* A change of the history: `removed` bytes at `at` of file `change.unit` become `added` other bytes. */
typedef struct edit_splice {
    ox_change change;
    uint32_t at, removed, added;
    char *bytes; /* removed bytes, then added ones */
} edit_splice;

typedef enum edit_kind { EDIT_SCENE, EDIT_LEVEL } edit_kind;

/* An object of the edited level or scene (the place). */
typedef struct edit_object {
    size_t statement;         /* of the place's text */
    char kind[16];            /* "instance", "spawn", "object", "light", ... */
    char type[CART_NAME_MAX]; /* mesh, object type, kind of light; "" = none */
    char name[CART_NAME_MAX]; /* "" = none */
    bool placed;              /* `at` is valid */
    double at[3];
    double turn[3], scale;    /* yaw, pitch, roll */
    char mesh[CART_NAME_MAX]; /* mesh to draw, "" = an icon */
    bool selected;
} edit_object;

/* A type of objects that can be placed. */
typedef struct edit_type {
    char name[CART_NAME_MAX];
    char kind[16]; /* statement of such an object */
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
    char **blocks; /* bytes of splices, kept while splices refer to them */
    uint32_t block_count;
    edit_splice *draft; /* splices of the current command, not yet in the history */
    uint32_t draft_count, draft_room;
    bool failed; /* memory ran out */

    cart c; /* cart.txt as edited */
    bool cart_good;
    edit_kind place;
    char place_name[CART_NAME_MAX];
    int file;     /* file of the place; EDIT_NONE: no place is open */
    statements s; /* of the place's text */
    edit_object *objects;
    uint32_t object_count;
    writer level; /* the place as a LEVL chunk; empty: it is no level */

    double snap; /* side of the grid, 0: none */
    edit_camera camera;
    FILE *out; /* gets the answers of commands; may be NULL */
    bool quit;
    bool foreign;      /* `save` failed because a file was changed by somebody else */
    bool dry;          /* nothing is written or played: `save`, `play` and `shot` do nothing (tests) */
    uint16_t port;     /* port of a game that gets the cart (tools/play/remote.h); 0: none */
    bool window;       /* there is a window, which does `play` and `shot` */
    struct edit_wish { /* for the window: what a command asked for */
        bool play;
    } wish;
} edit;

/* Opens a cart, without a place. NULL and a sentence when the folder has no cart.txt, or one that the packer
 * refuses. */
edit *edit_open(const char *folder, tool_error *error);
void edit_close(edit *e);

/* Opens a level or a scene; every mistake in its text is told to `all` (may be NULL), the first in *error. */
bool edit_go(edit *e, edit_kind place, const char *name, tool_report *all, tool_error *error);

/* Opens the cart's first level, else the first level of its text, else its start scene. */
bool edit_go_first(edit *e, tool_report *all, tool_error *error);

/* Runs a text of commands up to its end, `quit` or the first mistake, whose place is in *error; `file` is the text's
 * name there. Commands before the mistake stay done, and are on the disk as far as `save` was reached. */
bool edit_run(edit *e, const char *file, const char *text, size_t size, tool_error *error);

/* ---- texts and undo: edit_text.c ---- */

/* The number of a file, which is read when it is new; EDIT_NONE and a sentence. A missing file counts as one without
 * text. */
int edit_file_of(edit *e, const char *path, tool_error *error);

/* Adds a splice to the current command. `text` is copied. The texts change at once; edit_commit makes the splices a
 * step, edit_drop takes them back. A splice that changes nothing is left out. False without memory, or for a text
 * that gets too long. */
bool edit_change(edit *e, int file, size_t at, size_t removed, const char *text, size_t added,
                 tool_error *error);
bool edit_commit(edit *e,
                 tool_error *error); /* false, and nothing has changed, when the texts would be wrong */
void edit_drop(edit *e);

/* Undo and redo one step; false when there is none. */
bool edit_undo(edit *e);
bool edit_redo(edit *e);

bool edit_is_changed(const edit *e); /* whether texts changed since the last save */
bool edit_file_is_changed(const edit_file *f);
bool edit_save(edit *e, bool anyway, uint32_t *written, tool_error *error);

/* ---- kept changes: edit_keep.c ---- */

/* Writes FILE.unsaved for each text that has changed since the last time, and removes it for texts that equal their
 * file. */
bool edit_keep(edit *e, tool_error *error);

/* Takes the kept changes of the cart's texts as one step; *taken is how many texts. False and a sentence, without any
 * change, when they are older than the text itself, or wrong. */
bool edit_take_kept(edit *e, uint32_t *taken, tool_error *error);

/* Removes FILE.unsaved, if there is one. */
void edit_forget_kept(const edit_file *f);

/* ---- the place and its objects: edit_place.c ---- */

/* Reads cart and place anew from the texts; false and a sentence when something is wrong. */
bool edit_read(edit *e, tool_report *all, tool_error *error);

/* The object that a word means; EDIT_NONE and a sentence when there is none. */
int edit_find(const edit *e, const char *word, tool_error *error);

/* The objects that a word means, as marks in `marks` (one byte an object). False and a sentence when there are none. */
bool edit_mark(const edit *e, const char *word, uint8_t *marks, tool_error *error);

/* The type of a number; false beyond the last. */
bool edit_type_at(const edit *e, uint32_t index, edit_type *type);
bool edit_type_find(const edit *e, const char *name, edit_type *type);

/* Whether a script of the cart has the behaviour; false and a sentence, also when a script does not compile. With the name of a prop, which may
 * be NULL: its field (rom/FORMAT.md, CODE), all zero where the behaviour has no such prop. */
bool edit_behaviour(edit *e, const char *name, const char *prop, uint8_t field[ROM_SCRIPT_FIELD_SIZE],
                    tool_error *error);

/* The type of an object, NULL where it has none. */
const cart_object *edit_type_of(const edit *e, const edit_object *object);

/* The value of a field of a statement, "" when the statement lacks it. True when the field is there. */
bool edit_value(const statements *s, const statement *of, const char *key, char value[EDIT_WORD]);

/* Where the object's lines begin and end, with the lines that belong to it (`set`, `version`, `with`). */
void edit_lines(const edit *e, const edit_object *object, size_t *begin, size_t *end);

/* ---- numbers ---- */

bool edit_vector(const char *word, double value[3]);
/* Writes a number with at most six digits behind the point, and without trailing zeros. */
void edit_decimal(double value, char text[32]);
void edit_decimals(const double value[3], char text[100]);

/* Writes a word for a text: with quotation marks where it has blanks or begins like a comment. */
void edit_quote(const char *word, char out[EDIT_WORD + 4]);

/* ---- commands: edit_command.c ---- */

/* The words of the current command. */
typedef struct edit_words {
    edit *e;
    const char *const *words; /* words[0] is the command */
    int count;
    int looked; /* the word that a mistake is about */
    tool_error *error;
} edit_words;

typedef struct edit_command {
    const char *name, *form, *line; /* name; words behind the name; a sentence about the command */
    bool (*run)(edit_words *w);
} edit_command;

extern const edit_command edit_commands[]; /* ends with an empty name */

/* Does one command out of words. False and a sentence without a place; *looked is the number of the word that the
 * sentence is about. */
bool edit_do(edit *e, const char *const *words, int count, int *looked, tool_error *error);

/* Writes a sentence about a word; returns false. */
bool edit_wrong(edit_words *w, int word, const char *format, ...) IMPORT_PRINTF(3, 4);

/* The value behind `key=` among the words, or NULL; mistakes are about that word then. */
const char *edit_option(edit_words *w, const char *key);

/* ---- edit_change.c: commands that change the place ---- */
bool edit_add(edit_words *w), edit_put(edit_words *w), edit_move(edit_words *w), edit_turn(edit_words *w),
    edit_scale(edit_words *w), edit_set(edit_words *w), edit_unset(edit_words *w), edit_rename(edit_words *w),
    edit_delete(edit_words *w), edit_copy(edit_words *w), edit_bounds(edit_words *w),
    edit_attach(edit_words *w);

/* ---- edit_cart.c: commands that add levels and types to the cart ---- */
bool edit_create(edit_words *w), edit_new_type(edit_words *w);

/* ---- edit_send.c ---- */

/* Packs a cart into an image; texts that are not saved replace their files. */
bool edit_pack(edit *e, const cart *c, bool names, writer *image, tool_error *error);

/* Sends the cart, unsaved changes included, to a game that oxcart run --listen plays. The cart is packed at once and
 * sent in a thread of its own, since the game may answer late. NULL and a sentence when the cart cannot be packed. */
typedef struct edit_sending edit_sending;
edit_sending *edit_send_begin(edit *e, uint16_t port, tool_error *error);
bool edit_send_is_done(const edit_sending *s);

/* Waits for the sending to end, and frees it. False and a sentence when the game does not take the cart. */
bool edit_send_end(edit_sending *s, tool_error *error);

/* The command `send`: sends, and waits. */
bool edit_send(edit_words *w);

/* ---- edit_play.c ---- */

/* Plays the place headless, unsaved changes included, and tells the frames and the state at the end. */
bool edit_play(edit_words *w);

/* Writes a picture of the place from the editor's camera. */
bool edit_shot(edit_words *w);

#endif
