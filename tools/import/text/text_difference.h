/* The differences of two texts, by lines or by words: the fewest pieces taken out and put in, as a list of places or
 * as a unified difference, which can be applied again.
 *
 *     text_edits edits;
 *     if (!text_compare(a, a_size, b, b_size, TEXT_LINES, &edits, &error)) ...
 *     text_write_unified(&edits, "a.txt", "b.txt", 3, &out);        nothing when the texts are equal
 *     text_edits_free(&edits);
 *
 * The longest common subsequence is found by the divide-and-conquer form of E. Myers, "An O(ND) Difference
 * Algorithm" (1986): time of the texts' length times the number of differences, memory of the texts' length.
 */
#ifndef OXCART_TOOLS_IMPORT_TEXT_TEXT_DIFFERENCE_H
#define OXCART_TOOLS_IMPORT_TEXT_TEXT_DIFFERENCE_H

#include "tools/base/error.h"
#include "tools/base/writer.h"

typedef enum text_unit {
    TEXT_LINES, /* a line with its end; the last may be without */
    TEXT_WORDS  /* a word, a run of blanks, a line end, or another character */
} text_unit;

/* One text cut into pieces: piece i is text[starts[i]] to text[starts[i + 1] - 1]. */
typedef struct text_pieces {
    const char *text;
    size_t *starts;
    size_t count;
} text_pieces;

/* Pieces a .. a + a_count - 1 of the first text became b .. b + b_count - 1 of the second. */
typedef struct text_change {
    size_t a, a_count, b, b_count;
} text_change;

typedef struct text_edits {
    text_pieces a, b;
    text_change *changes; /* rising; between two of them at least one piece is common */
    size_t count, capacity;
} text_edits;

/* The texts stay with the caller and must outlive the edits. False without memory, or for more than 2^31
 * pieces. */
bool text_compare(const char *a, size_t a_size, const char *b, size_t b_size, text_unit unit,
                  text_edits *edits, tool_error *error);
void text_edits_free(text_edits *edits);

/* Pieces taken out and put in together. */
size_t text_edit_count(const text_edits *edits);

/* Writes edits by lines as a unified difference with `context` lines around each change; nothing when the texts
 * are equal. */
void text_write_unified(const text_edits *edits, const char *a_name, const char *b_name, size_t context,
                        writer *out);

/* Writes edits by words: the second text with [-what went-] and {+what came+} in it, lines without changes left
 * out beyond `context`; nothing when the texts are equal. */
void text_write_words(const text_edits *edits, size_t context, writer *out);

/* Applies a unified difference to a text. False after a sentence, with `patch_name` in it, when the patch is no
 * unified difference or does not fit the text. */
bool text_patch(const char *text, size_t size, const char *patch_name, const char *patch, size_t patch_size,
                writer *out, tool_error *error);

#endif
