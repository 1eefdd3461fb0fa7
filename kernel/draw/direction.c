/* Runs from left to right and from right to left. */
#include "kernel/draw/direction.h"

#include <stddef.h>

#include "raster/font.h"

/* Kinds of characters, by UAX #9: letters of both ways, digits, what joins a number, what parts one, all else. */
enum { NEUTRAL, LEFT, RIGHT, DIGIT, JOINS, PARTS, UNSEEN };

static bool is_in(uint32_t code, uint32_t from, uint32_t end) { return code >= from && code < end; }

static uint8_t kind_of(uint32_t code) {
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
    for (uint32_t code; (code = rs_font_character(&words)) != 0;) {
        const uint8_t kind = kind_of(code);
        if (kind == LEFT || kind == RIGHT) return kind == RIGHT;
    }
    return false;
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
