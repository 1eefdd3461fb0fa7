/* The assets of a cart's folder and who refers to whom, read from its texts, and changes that keep them
 * consistent.
 *
 *     database d;
 *     if (!database_open("mygame", &d, &error)) ...
 *     uint32_t hero = database_find(&d, "mesh/hero");
 *     ... d.references with to == hero: who uses it
 *     if (database_rename(&d, hero, "mesh/knight", false, &error)) database_commit(&d, ...);
 *     database_close(&d);
 *
 * The texts are the truth: cart.txt and the levels it names. The database is read from them whenever it is
 * opened and keeps nothing of its own but the history, `history.txt` beside cart.txt: a line for each change
 * with when, who, what and why. Changes touch the name tokens and nothing else, so comments, order and blanks
 * stay, and two people can merge their texts (merge.h).
 *
 * A redirect (`redirect mesh/old mesh/new` in cart.txt) makes an old name still good; the packer puts the
 * asset under both names. */
#ifndef OXCART_TOOLS_CART_DATABASE_H
#define OXCART_TOOLS_CART_DATABASE_H

#include "tools/base/writer.h"
#include "tools/cart/statements.h"

#define DATABASE_NONE UINT32_MAX

typedef struct database_text {
    char *path;    /* by which the file can be opened */
    uint8_t *data; /* followed by a zero byte */
    size_t size;
    statements s;
    bool changed;
} database_text;

typedef struct database_asset {
    char *name;    /* "mesh/hero" */
    char *kind;    /* "mesh" */
    char *file;    /* as it stands in cart.txt, "" when the asset has no file */
    uint32_t text; /* text of the definition: 0, cart.txt */
    uint32_t statement;
    uint64_t bytes; /* size of the file; 0 when it is missing */
    bool present;   /* the file is there, or the asset needs none */
    bool redirect;  /* a redirect, not an asset; `file` is the new name */
} database_asset;

typedef struct database_reference {
    uint32_t from; /* asset that refers, or DATABASE_NONE: the cart itself (start, icon) */
    uint32_t to;   /* asset or redirect, DATABASE_NONE: there is no such asset */
    uint32_t text, statement;
    size_t at, length; /* the name token: what a rename replaces */
    bool with_kind;    /* the token is KIND/NAME, not NAME alone */
    char field[48];
} database_reference;

typedef struct database_edit {
    uint32_t text;
    size_t at, length;
    char *words; /* the text in place of the old one */
} database_edit;

typedef struct database {
    char *folder;
    database_text *texts; /* the first is cart.txt */
    size_t text_count, text_capacity;
    database_asset *assets; /* in the order of cart.txt */
    size_t asset_count, asset_capacity;
    uint32_t *by_id; /* assets sorted by the ids of their names */
    database_reference *references;
    size_t reference_count, reference_capacity;
    database_edit *edits; /* edits that are not yet written */
    size_t edit_count, edit_capacity;
    char *moves[2]; /* file to rename from and to, or NULL */
    char *removal;  /* file to take away, or NULL */
    uint32_t redirects;
} database;

bool database_open(const char *folder, database *d, tool_error *error);
void database_close(database *d);

/* The asset or redirect of a name (case and slashes do not count), or DATABASE_NONE. */
uint32_t database_find(const database *d, const char *name);

/* Follows redirects to the asset itself. */
uint32_t database_resolve(const database *d, uint32_t asset);

/* Marks all assets that refer to an asset, directly or through other assets: users[i] for each asset; at most one
 * step when `direct`. False without memory. `users` has room for asset_count. */
bool database_users(const database *d, uint32_t asset, bool direct, bool *users);

/* Texts that describe an asset: its line, the comments above the line and the text of FILE.meta. malloc'd. */
char *database_metadata(const database *d, uint32_t asset);

/* ---- changes: each prepares edits, which database_commit writes ---- */

/* Adds a line at the end of the assets, such as `mesh hero hero.obj scale=2`. Refused when the name is taken.
 */
bool database_add(database *d, const char *line, tool_error *error);

/* Sets an option of an asset (value NULL: removes the option). */
bool database_set(database *d, uint32_t asset, const char *key, const char *value, tool_error *error);

/* Gives an asset another name of its kind. With `redirect` the references stay and a redirect is added, else they are
 * rewritten. */
bool database_rename(database *d, uint32_t asset, const char *name, bool redirect, tool_error *error);

/* Moves the file of an asset (with FILE.meta) to another place in the folder. */
bool database_move(database *d, uint32_t asset, const char *file, tool_error *error);

/* Removes an asset's definition, and its file when `with_file` is set. Refused with the list of referrers while
 * anything refers to the asset, a redirect included. */
bool database_delete(database *d, uint32_t asset, bool with_file, tool_error *error);

/* Rewrites all references to redirects and removes the redirects; *count: how many. */
bool database_fixup(database *d, uint32_t *count, tool_error *error);

/* The text of cart.txt after the prepared edits, malloc'd and followed by a zero byte: for checks before the commit. */
bool database_preview(const database *d, writer *out, tool_error *error);

/* Writes the texts (each whole or not at all), moves files, and adds a line to the history. `what` is the
 * change in words. */
bool database_commit(database *d, const char *what, const char *who, const char *why, tool_error *error);

#endif
