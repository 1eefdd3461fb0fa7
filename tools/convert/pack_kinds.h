/* The kinds of assets that a cart names with one line each: the word of cart.txt, the chunk that is made of
 * the file, and the converter.
 *
 *     raw map map.bin                chunk raw/map of the type RAW_
 *     table power power.csv          chunk table/power of the type TABL
 *     text menu menu.de.txt language=de
 *
 * A NEW KIND is a row in pack_kinds.c and a converter: the converter gets the file's bytes and a chunk that already has
 * its version, header size and zeroed header; it appends arrays, fills the header (tools/record_writer.h) and
 * returns true, or false after one sentence with file, line and how to mend it (import_error_line). It must
 * be deterministic. Packing, checking, naming, references, dump, diff and the reader's checks follow from
 * rom/records.txt. */
#ifndef OXCART_TOOLS_CONVERT_PACK_KINDS_H
#define OXCART_TOOLS_CONVERT_PACK_KINDS_H

#include "tools/cart/pack_kind.h"

/* ---- the converters of this folder ---- */

bool convert_table(const pack_source *source, writer *out);
bool convert_text(const pack_source *source, writer *out);
bool convert_regions(const pack_source *source, writer *out);
bool convert_level(const pack_source *source, writer *out);
bool convert_topology(const pack_source *source, writer *out);
bool convert_attributes(const pack_source *source, writer *out);
bool convert_raw(const pack_source *source, writer *out);
bool convert_sectioned(const pack_source *source, writer *out);
bool convert_particles(const pack_source *source, writer *out);

/* ---- for text forms: lines and words ---- */

/* The options that a reader asked a line for. */
typedef struct convert_line_asked {
    uint32_t words;       /* words that were found: a bit each */
    const char *keys[32]; /* constant texts */
    int count;
} convert_line_asked;

typedef struct convert_lines {
    const pack_source *source;
    size_t at;
    unsigned long line;
    char *words[32]; /* words of the line, inside of `room` */
    int count, own;  /* own: words that stand in the line itself where others were inherited, else 0 */
    char room[1024];
    bool failed;
    int mistakes;             /* convert_line_go_on */
    int looked;               /* number of the word that was looked at last */
    int *look;                /* &looked, for readers of a const line; NULL before the first line */
    convert_line_asked asked; /* options of the line that were asked for */
    convert_line_asked *ask;  /* &asked, for readers of a const line */
} convert_lines;

/* After a sentence about a line: whether to read on for further mistakes. The text is refused in the end, since `failed` is set. */
bool convert_line_go_on(convert_lines *lines);

/* The next line that holds words (blanks part them, "..." keeps them together, # begins a comment); false at
 * the end or after an error, which `failed` tells. */
bool convert_line_next(convert_lines *lines);

/* From now on, mistakes name the place of the word that `word` is, or is a part of. */
void convert_line_look(const convert_lines *lines, const char *word);

/* Writes a sentence with the file, the line and the column of the word that was looked at last; returns false. */
bool convert_line_wrong(const convert_lines *lines, const char *format, ...) IMPORT_PRINTF(2, 3);

/* Take a word as a number (fx, rounded half away from zero; false and a sentence when the word is no number or beyond
 * fx), and as three numbers with commas between. convert_line_value gives the value of the word KEY=... or NULL. */
bool convert_line_fx(const convert_lines *lines, const char *word, int32_t *value);
bool convert_line_vector(const convert_lines *lines, const char *word, int32_t value[3]);
const char *convert_line_value(const convert_lines *lines, const char *key);

/* Whether a word stands in the line behind the first word. */
bool convert_line_flag(const convert_lines *lines, const char *word);

/* Whether every KEY=VALUE and every further word of the line was asked for by convert_line_value and convert_line_flag, from word `first` on; false
 * after a sentence about a word that was not asked for. */
bool convert_line_all_asked(const convert_lines *lines, int first);

#endif
