/* Runs from left to right and from right to left. */
#include "kernel/draw/direction.h"

#include <stddef.h>

#include "raster/font.h"

/* Kinds of characters, by UAX #9: letters of both ways, digits, what joins a number, what parts one, all else. From BRACKETS on a bracket: twice the
 * number of its pair, and 1 where it closes. */
enum { NEUTRAL, LEFT, RIGHT, DIGIT, JOINS, PARTS, UNSEEN, BRACKETS };

static bool is_in(uint32_t code, uint32_t from, uint32_t end) { return code >= from && code < end; }

/* The kind of a bracket of a pair, NEUTRAL for all else. Angles of two blocks are canonically the same. */
static uint8_t bracket_of(uint32_t code) {
    static const struct {
        uint16_t from, end;
        uint8_t pair;
    } rows[] = {{0x2329, 0x232B, 3}, {0x3008, 0x3012, 3}, {0x3014, 0x301C, 8}, {0x27E6, 0x27F0, 12}};
    if (code == '(' || code == ')') return (uint8_t)(BRACKETS + code - '(');
    if (code == '[' || code == ']') return (uint8_t)(BRACKETS + 2 + (code == ']'));
    if (code == '{' || code == '}') return (uint8_t)(BRACKETS + 4 + (code == '}'));
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        if (is_in(code, rows[i].from, rows[i].end))
            return (uint8_t)(BRACKETS + 2u * rows[i].pair + code - rows[i].from);
    return NEUTRAL;
}

static uint8_t kind_of(uint32_t code) {
    const uint8_t bracket = bracket_of(code);
    if (bracket != NEUTRAL) return bracket;
    if (code < 0x80) {
        if (is_in(code | 0x20u, 'a', 'z' + 1)) return LEFT;
        if (is_in(code, '0', '9' + 1)) return DIGIT;
        if (code == '#' || code == '$' || code == '%' || code == '+' || code == '-') return JOINS;
        return code == ',' || code == '.' || code == ':' || code == '/' ? PARTS : NEUTRAL;
    }
    if (is_in(code, 0x660, 0x66A) || is_in(code, 0x6F0, 0x6FA)) return DIGIT;
    if (is_in(code, 0x590, 0x900) || is_in(code, 0xFB1D, 0xFE00) || is_in(code, 0xFE70, 0xFEFF) ||
        code == OX_FROM_RIGHT_MARK)
        return RIGHT;
    if (is_in(code, 0xA2, 0xA6) || is_in(code, 0x20A0, 0x20D0) || code == 0xB0) return JOINS;
    if (is_in(code, 0xA0, 0xC0) || code == 0xD7 || code == 0xF7 || is_in(code, 0x2010, 0x2C00) ||
        is_in(code, 0x3000, 0x3005) || is_in(code, 0x3008, 0x3012))
        return NEUTRAL;
    return code == 0x200B || code == 0xAD ? UNSEEN : LEFT;
}

bool ox_direction_of(const char *words) {
    for (;;) {
        const uint8_t byte = (uint8_t)*words;
        if (is_in(byte | 0x20u, 'a', 'z' + 1)) return false;
        if (byte != 0 && byte < 0x80) { /* other signs of one byte have no direction */
            words++;
            continue;
        }
        const uint32_t code = rs_font_character(&words);
        const uint8_t kind = code == 0 ? LEFT : kind_of(code);
        if (kind == LEFT || kind == RIGHT) return kind == RIGHT;
    }
}

bool ox_direction_may_turn(const char *from, const char *end) {
    for (; from < end; from++) {
        const uint8_t byte = (uint8_t)*from;
        if (byte < 0xD6) continue;
        if (byte < 0xE0 || byte == 0xEF || (byte == 0xE0 && (uint8_t)from[1] < 0xA4)) return true;
        if (byte == 0xE2 && (uint8_t)from[1] == 0x80 && (uint8_t)from[2] == 0x8F) return true;
    }
    return false;
}

/* The kinds of a line's characters; a span has no kind. */
static uint32_t read_kinds(const char *from, const char *end, uint8_t *kinds) {
    uint32_t count = 0;
    while (from < end && count < OX_DIRECTION_LETTERS) {
        const bool is_span = *from == 1 && from + 1 < end;
        kinds[count++] = is_span ? UNSEEN : kind_of(rs_font_character(&from));
        if (!is_span) continue;
        from += 2;
        if (count < OX_DIRECTION_LETTERS) kinds[count++] = UNSEEN;
    }
    return count;
}

/* Numbers: what joins one or stands within one is a part of it, and one behind a letter of the left goes with that (W4 to W7). */
static void settle_numbers(uint8_t *kinds, uint32_t count, bool from_right) {
    uint8_t strong = from_right ? RIGHT : LEFT;
    for (uint32_t i = 0; i + 2 < count; i++)
        if (kinds[i] == DIGIT && kinds[i + 1] == PARTS && kinds[i + 2] == DIGIT) kinds[i + 1] = DIGIT;
    for (uint32_t i = 1; i < count; i++)
        if (kinds[i] == JOINS && kinds[i - 1] == DIGIT) kinds[i] = DIGIT;
    for (uint32_t i = count; i-- > 1;)
        if (kinds[i - 1] == JOINS && kinds[i] == DIGIT) kinds[i - 1] = DIGIT;
    for (uint32_t i = 0; i < count; i++) {
        if (kinds[i] == LEFT || kinds[i] == RIGHT) strong = kinds[i];
        if (kinds[i] == DIGIT && strong == LEFT) kinds[i] = LEFT;
    }
}

static bool is_settled(uint8_t kind) { return kind == LEFT || kind == RIGHT || kind == DIGIT; }

enum { OPEN_MOST = 63 }; /* brackets that wait for their partner (BD16) */

/* Finds pairs (BD16): partners[i] is the place of the bracket that closes the one at i, 0 for none. Behind too many open ones there are no more pairs. */
static bool find_pairs(const uint8_t *kinds, uint32_t count, uint8_t *partners) {
    uint8_t open[OPEN_MOST];
    uint32_t depth = 0;
    bool any = false;
    for (uint32_t i = 0; i < count; i++) {
        partners[i] = 0;
        if (kinds[i] < BRACKETS) continue;
        const uint32_t bracket = (uint32_t)kinds[i] - BRACKETS;
        if ((bracket & 1u) == 0) {
            if (depth == OPEN_MOST) {
                for (uint32_t k = i; k < count; k++) partners[k] = 0;
                return any;
            }
            open[depth++] = (uint8_t)i;
            continue;
        }
        uint32_t at = depth;
        while (at > 0 && kinds[open[at - 1]] + 1u != kinds[i]) at--;
        if (at == 0) continue;
        partners[open[at - 1]] = (uint8_t)i;
        depth = at - 1;
        any = true;
    }
    return any;
}

/* Pairs of brackets, from the first that opens on: they go the way of the words where anything in them does, else the way of what is in them where that is the way
 * of what is before them, too (N0). Numbers count as letters from the right. */
static void settle_pairs(uint8_t *kinds, uint32_t count, uint8_t own) {
    uint8_t partners[OX_DIRECTION_LETTERS], before = own;
    if (!find_pairs(kinds, count, partners)) return;
    for (uint32_t i = 0; i < count; i++) {
        bool has_own = false, has_other = false;
        for (uint32_t k = i + 1; k < partners[i]; k++) {
            const uint8_t way = kinds[k] == DIGIT ? RIGHT : kinds[k];
            has_own = has_own || way == own;
            has_other = has_other || way == LEFT + RIGHT - own;
        }
        if (has_own || has_other) kinds[i] = kinds[partners[i]] = has_own ? own : before;
        if (kinds[i] == LEFT) before = LEFT;
        if (kinds[i] == RIGHT || kinds[i] == DIGIT) before = RIGHT;
    }
}

/* What stands between two of one way goes that way, else the way of the words (N1, N2). */
static uint8_t settle_between(uint8_t before, uint8_t behind, bool from_right) {
    const bool left = before == LEFT, other = behind == LEFT;
    if (left == other) return left ? LEFT : RIGHT;
    return from_right ? RIGHT : LEFT;
}

uint32_t ox_direction_levels(const char *from, const char *end, bool from_right,
                             uint8_t levels[OX_DIRECTION_LETTERS]) {
    const uint32_t count = read_kinds(from, end, levels);
    const uint8_t own = from_right ? RIGHT : LEFT;
    uint8_t before = own;
    settle_numbers(levels, count, from_right);
    settle_pairs(levels, count, own);
    for (uint32_t i = 0, next; i < count; i = next) {
        for (next = i; next < count && !is_settled(levels[next]);) next++;
        const uint8_t way = settle_between(before, next < count ? levels[next] : own, from_right);
        for (uint32_t k = i; k < next; k++) levels[k] = way;
        if (next < count) before = levels[next++];
    }
    for (uint32_t i = 0; i < count; i++)
        levels[i] = levels[i] == RIGHT ? 1 : levels[i] == DIGIT || from_right ? 2 : 0;
    return count;
}

uint32_t ox_direction_mirror(uint32_t code) {
    static const uint16_t pairs[] = {'(',    ')',    '<',    '>',    '[',    ']',    '{',
                                     '}',    0xAB,   0xBB,   0x2039, 0x203A, 0x2264, 0x2265,
                                     0x3008, 0x3009, 0x300A, 0x300B, 0x300C, 0x300D};
    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++)
        if (pairs[i] == code) return pairs[i ^ 1u];
    return code;
}
