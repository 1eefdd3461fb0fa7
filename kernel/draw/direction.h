/* The direction of words: which letters of a line go from right to left.
 *
 *     bool from_right = ox_direction_of(words);                    the words' own: that of their first letter, or a mark before it
 *     uint32_t count = ox_direction_levels(line, end, from_right, levels);
 *
 * LEVELS are those of the Unicode Bidirectional Algorithm (UAX #9) without explicit embeddings: even from left to right, odd from right to left, each
 * run within the one around it. In words from the right (level 1) Latin words and numbers are level 2 and keep their order: of `abc 123` both stay
 * readable. Brackets of a pair go the same way: that of the words where anything between them does, else that of what is between them where it stands before
 * them, too (rule N0; of ( ) [ ] { } and the pairs from U+2329, U+27E6, U+3008 and U+3014 on). Signs belong to what is on both sides of them, else to the words; signs of money, percent and sign join their number, a comma or point
 * stays in its number. A mark U+200F before the words says that they go from right to left whatever their first letter is; the converter of texts puts it where a
 * language needs it (tools/import/text). Hebrew and Arabic are known, Arabic by its final forms, too. Characters take no memory: the caller has
 * a byte for each. */
#ifndef OXCART_KERNEL_DRAW_DIRECTION_H
#define OXCART_KERNEL_DRAW_DIRECTION_H

#include <stdbool.h>
#include <stdint.h>

enum { OX_DIRECTION_LETTERS = 192, OX_FROM_LEFT_MARK = 0x200E, OX_FROM_RIGHT_MARK = 0x200F };

/* Whether words in UTF-8 go from right to left. */
bool ox_direction_of(const char *words);

/* Whether a line from..end may have anything that goes from right to left: a quick look at its bytes. */
bool ox_direction_may_turn(const char *from, const char *end);

/* Fills in the level of each character of from..end, OX_DIRECTION_LETTERS at most; returns how many. Spans
 * (words.h: the byte 1 and the next one) are two characters that belong to what follows. */
uint32_t ox_direction_levels(const char *from, const char *end, bool from_right,
                             uint8_t levels[OX_DIRECTION_LETTERS]);

/* The character that is seen in place of another from right to left: brackets change places. */
uint32_t ox_direction_mirror(uint32_t code);

#endif
