/* What a cart tells in texts, tables and data, for scripts and for games in C, as a module of the console.
 *
 *     text words words.csv language=en        in cart.txt: words that people read, in each of the cart's languages
 *     text words words.csv language=de
 *     table curve curve.csv                   numbers to look up
 *     data weapons weapons.csv                rows of typed columns
 *     topology world world.txt                which levels there are, and where one may go from each
 *
 *     print_text(@greeting, 8, 8, #FFFFFF)    in Goad: the text of the key, in the language that the player has
 *     let speed = table('curve', 2.5)
 *     for weapon in weapons { total += weapon.damage }
 *
 *     uint32_t length;                        in C, from the host that the functions of a module get (kernel/module/module.h)
 *     const char *words = ox_content_text(host, OX_NAME("greeting"), &length);
 *     const uint8_t *weapons = ox_content_chunk(host, rom_id("data/weapons"), ROM_TAG_DATA);      read by rom/data.h
 *
 * A cart without such chunks costs nothing, nor does a cart that has neither scripts nor a game in C. Chunks are held
 * from the start, checked once, and read in place where they are not compressed. While resources change no chunk is
 * held, and all chunks are taken up again afterwards: pointers are good until the next frame.
 *
 * KEYS OF ROWS. A row is identified by the id of its name, not by its number. Rows may be added and taken away, by an
 * edit of the table while the game runs and by overlays, and a key that a script keeps still means the same row. A
 * row that is gone is `null`.
 *
 * KEYS OF TEXTS. All tables of texts share one set of keys; of equal keys the first table counts, in the order of the
 * image. A text of a row has a key made of table, row and column, so that it is a text like every other.
 *
 * STATE. What an image holds is no state. The language that a script has chosen is state, and so are the doors of
 * topologies that are locked; saved games, recordings and rewind have both. Where no script chooses, the player's
 * language counts. That language is no state: the same recording plays in every language. A language that was chosen
 * is there with the next frame; where pictures and sounds have a form of their own they change with the language, for
 * which the scene is built anew (ox_console_language): not while a recording is made or played.
 *
 * Bytes: 32 a chunk, a bit a link of a topology, 2 a level of the largest topology. Cost: a text or a row is a binary
 * search; a look-up in a table reads one or four elements; a way through a topology is a walk over all its levels
 * (kernel/level/topology.h). */
#ifndef OXCART_KERNEL_CONTENT_MODULE_H
#define OXCART_KERNEL_CONTENT_MODULE_H

#include "kernel/level/topology.h"
#include "kernel/module/module.h"
#include "kernel/text/buffer.h"
#include "rom/table.h"

extern const ox_module ox_content_module;

enum { OX_CONTENT_NATIVES = 17 };
extern const ox_script_native ox_content_native_rows[OX_CONTENT_NATIVES];

/* A chunk of texts, numbers, rows or levels by its id and type (ROM_TAG_TEXT, TABLE, DATA, TOPOLOGY); NULL where the cart has none. */
const uint8_t *ox_content_chunk(const ox_module_host *host, ox_id id, uint32_t tag);

/* The text of a key: `length` bytes of UTF-8, not terminated. NULL where no table has the key. */
const char *ox_content_text(const ox_module_host *host, ox_id key, uint32_t *length);

/* Writes what is seen in the place of a text that no table has: @ and its key, or the key's id where the image has no
 * names. The log tells of it once. */
void ox_content_missing(const ox_module_host *host, ox_id key, ox_text *out);

/* Writes what stands in the place {NAME} of a text to `out`. False: the place stays as it is spelled. */
typedef bool ox_content_place(void *context, const char *name, uint32_t length, ox_text *out);

/* Writes words as they are shown: with their places filled, `\n` as a line end, and `{{` as a brace. */
void ox_content_write(const char *words, uint32_t length, ox_content_place *place, void *context,
                      ox_text *out);

/* A table of numbers by the id of its chunk; false where the cart has none. */
bool ox_content_table(const ox_module_host *host, ox_id id, rom_table *table);

/* A topology by the id of its chunk, with the doors that are locked now; NULL where the cart has none. */
ox_topology *ox_content_topology(const ox_module_host *host, ox_id id);

/* The number of ways between each level of a topology and `from`, as ox_topology_distances gives it; good until the
 * next call. NULL: there is no such level. */
const uint16_t *ox_content_distances(const ox_module_host *host, const ox_topology *topology, int from);

/* Chooses a language of the cart by its tag ("de"), from the next frame on. OX_NOT_FOUND when the cart has no such
 * language. */
FX_MUST_CHECK ox_status ox_content_choose(const ox_module_host *host, ox_id tag);

/* The id of a language's tag by its number, from 1; 0 where the cart has none. */
ox_id ox_content_language(const ox_module_host *host, uint32_t number);

/* The number of the language that was chosen, 0 while the player's own language counts. ox_content_language_name
 * gives the name of a language as its speakers write it: `length` bytes, NULL where the cart has no language of that
 * number. */
uint32_t ox_content_chosen(const ox_module_host *host);
const char *ox_content_language_name(const ox_module_host *host, uint32_t number, uint32_t *length);

/* Whether the language that texts are in now goes from right to left: `language he "..." direction=right`. */
bool ox_content_from_right(const ox_module_host *host);

/* The same of the language that was chosen, which is state, or with which the console began: for what input means. */
bool ox_content_wants_right(const ox_module_host *host);

/* ---- columns of data, for modules that run scripts ---- */

/* Binds a column by the ids of its table's chunk and of its name: its number, which is below 2^24. False when its
 * values are not of kind `kind` (ROM_SCRIPT_FIELD_...). */
bool ox_content_bind(const ox_module_host *host, ox_id table, ox_id column, uint32_t kind, uint32_t *number);

/* The value of a column that was bound, in the row with a key; false where there is no such row. */
bool ox_content_value(const ox_module_host *host, uint32_t number, ox_id row, int32_t *value);

#endif
