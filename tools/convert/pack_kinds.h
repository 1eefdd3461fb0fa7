/* The kinds of assets that a cart names with one line each: the word of cart.txt, the chunk that becomes of
 * the file, and the converter.
 *
 *     raw map map.bin                chunk raw/map of the type RAW_
 *     table power power.csv          chunk table/power of the type TABL
 *     text menu menu.de.txt language=de
 *
 * A NEW KIND is a row in pack_kinds.c and a converter: it gets the file's bytes and a chunk that already has
 * its version, header size and zeroed header; it appends arrays, fills the header (tools/record_writer.h) and
 * returns true, or false after one sentence with file, line and how to mend it (import_error_line). It must
 * be deterministic. Packing, checking, naming, references, dump, diff and the reader's checks follow from
 * rom/records.txt. */
#ifndef OXCART_TOOLS_CONVERT_PACK_KINDS_H
#define OXCART_TOOLS_CONVERT_PACK_KINDS_H

#include "tools/cart/pack_kind.h"

/* ---- the converters of this folder ---- */

bool kinds_table(const pack_source *source, writer *out);
bool kinds_text(const pack_source *source, writer *out);
bool kinds_regions(const pack_source *source, writer *out);
bool kinds_level(const pack_source *source, writer *out);
bool kinds_topology(const pack_source *source, writer *out);
bool kinds_attributes(const pack_source *source, writer *out);
bool kinds_raw(const pack_source *source, writer *out);
bool kinds_sectioned(const pack_source *source, writer *out);
bool kinds_particles(const pack_source *source, writer *out);

/* ---- for text forms: lines and words ---- */

/* The options that a line was asked for. */
typedef struct kinds_asked {
    uint32_t words;       /* that were found: a bit each */
    const char *keys[32]; /* constant texts */
    int count;
} kinds_asked;

typedef struct kinds_lines {
    const pack_source *source;
    size_t at;
    unsigned long line;
    char *words[32]; /* of the line; inside of `room` */
    int count;
    char room[1024];
    bool failed;
    int mistakes;      /* kinds_go_on */
    int looked;        /* the word that was looked at last, */
    int *look;         /* &looked, for those who only read the line; NULL before the first one */
    kinds_asked asked; /* of the line */
    kinds_asked *ask;  /* &asked, likewise */
} kinds_lines;

/* After a sentence about a line: whether to read on for further mistakes. The text is refused in the end, since `failed` is set. */
bool kinds_go_on(kinds_lines *lines);

/* The next line that holds words (blanks part them, "..." keeps them together, # begins a comment); false at
 * the end or after an error, which `failed` tells. */
bool kinds_next(kinds_lines *lines);

/* Mistakes are about the word that this is, or is a part of. */
void kinds_look(const kinds_lines *lines, const char *word);

/* One sentence with the file, this line and the column of the word that was looked at last; returns false. */
bool kinds_wrong(const kinds_lines *lines, const char *format, ...) IMPORT_PRINTF(2, 3);

/* A word as a number (fx, rounded half away from zero; false and a sentence when it is none or beyond fx), as
 * three of them parted by commas, and the value of the word KEY=... or NULL. */
bool kinds_fx(const kinds_lines *lines, const char *word, int32_t *value);
bool kinds_vector(const kinds_lines *lines, const char *word, int32_t value[3]);
const char *kinds_value(const kinds_lines *lines, const char *key);

/* Whether a word stands there behind the first one. */
bool kinds_flag(const kinds_lines *lines, const char *word);

/* Whether every KEY=VALUE and every further word of the line was asked for by kinds_value and kinds_flag, from word `first` on; false
 * after a sentence about one that was not. */
bool kinds_all_asked(const kinds_lines *lines, int first);

#endif
