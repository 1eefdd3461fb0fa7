/* The forms of Arabic letters. */
#include "tools/import/text/joining.h"

#include <stdbool.h>
#include <stdint.h>

#include "fixedmath/utf8.h"
#include "raster/font.h"

/* A letter: its form by itself, and how many it has: by itself, at the end, at the beginning, in the middle. */
typedef struct joining_letter {
    uint16_t code, form;
    uint8_t forms; /* 2: it joins the letter before alone; 4: both; 1: neither */
} joining_letter;

static const joining_letter letters[] = {
    {0x621, 0xFE80, 1}, {0x622, 0xFE81, 2}, {0x623, 0xFE83, 2}, {0x624, 0xFE85, 2}, {0x625, 0xFE87, 2},
    {0x626, 0xFE89, 4}, {0x627, 0xFE8D, 2}, {0x628, 0xFE8F, 4}, {0x629, 0xFE93, 2}, {0x62A, 0xFE95, 4},
    {0x62B, 0xFE99, 4}, {0x62C, 0xFE9D, 4}, {0x62D, 0xFEA1, 4}, {0x62E, 0xFEA5, 4}, {0x62F, 0xFEA9, 2},
    {0x630, 0xFEAB, 2}, {0x631, 0xFEAD, 2}, {0x632, 0xFEAF, 2}, {0x633, 0xFEB1, 4}, {0x634, 0xFEB5, 4},
    {0x635, 0xFEB9, 4}, {0x636, 0xFEBD, 4}, {0x637, 0xFEC1, 4}, {0x638, 0xFEC5, 4}, {0x639, 0xFEC9, 4},
    {0x63A, 0xFECD, 4}, {0x641, 0xFED1, 4}, {0x642, 0xFED5, 4}, {0x643, 0xFED9, 4}, {0x644, 0xFEDD, 4},
    {0x645, 0xFEE1, 4}, {0x646, 0xFEE5, 4}, {0x647, 0xFEE9, 4}, {0x648, 0xFEED, 2}, {0x649, 0xFEEF, 2},
    {0x64A, 0xFEF1, 4}, {0x67E, 0xFB56, 4}, {0x686, 0xFB7A, 4}, {0x698, 0xFB8A, 2}, {0x6A9, 0xFB8E, 4},
    {0x6AF, 0xFB92, 4}, {0x6CC, 0xFBFC, 4}};
enum { LETTERS = sizeof letters / sizeof letters[0], LAM = 0x644, STRETCH = 0x640, JOINER = 0x200D };

static const joining_letter *letter_of(uint32_t code) {
    for (size_t i = 0; i < LETTERS; i++)
        if (letters[i].code == code) return &letters[i];
    return NULL;
}

/* Marks that letters join across. */
static bool is_mark(uint32_t code) { return (code >= 0x64B && code <= 0x65F) || code == 0x670; }

static bool joins_behind(uint32_t code) {
    const joining_letter *letter = letter_of(code);
    return code == STRETCH || code == JOINER || (letter != NULL && letter->forms == 4);
}

static bool joins_before(uint32_t code) {
    const joining_letter *letter = letter_of(code);
    return code == STRETCH || code == JOINER || (letter != NULL && letter->forms > 1);
}

/* The next character that is no mark; 0 at the end. *behind: what follows that. */
static uint32_t next_letter(const char *at, const char **behind) {
    uint32_t code;
    do code = rs_font_character(&at);
    while (is_mark(code));
    *behind = at;
    return code;
}

/* The form by itself of lam with an alef, 0: with another letter. */
static uint32_t lam_with(uint32_t alef) {
    static const uint16_t alefs[] = {0x622, 0x623, 0x625, 0x627};
    for (uint32_t i = 0; i < 4; i++)
        if (alefs[i] == alef) return 0xFEF5 + 2 * i;
    return 0;
}

static size_t put_code(char *out, size_t at, uint32_t code) {
    char bytes[4];
    const size_t count = fx_utf8_write(bytes, code);
    for (size_t i = 0; i < count; i++) out[at + i] = bytes[i];
    return at + count;
}

size_t import_text_joined(const char *text, char *out) {
    uint32_t before = 0;
    size_t length = 0;
    for (const char *at = text; *at != 0;) {
        const uint32_t code = rs_font_character(&at);
        const joining_letter *letter = letter_of(code);
        const char *behind;
        if (letter == NULL) {
            length = put_code(out, length, code);
            if (!is_mark(code)) before = code;
            continue;
        }
        const uint32_t next = next_letter(at, &behind), pair = code == LAM ? lam_with(next) : 0;
        const bool joined = letter->forms > 1 && joins_behind(before);
        if (pair != 0) {
            length = put_code(out, length, pair + joined);
            for (uint32_t mark; at < behind && (mark = rs_font_character(&at)) != 0;)
                if (is_mark(mark)) length = put_code(out, length, mark);
            before = next;
            continue;
        }
        const bool joins = letter->forms == 4 && joins_before(next);
        length = put_code(out, length, letter->form + (joined ? 1u : 0u) + (joins ? 2u : 0u));
        before = code;
    }
    out[length] = 0;
    return length;
}
