/* Tests of characters in UTF-8 and UTF-16: every code point, every form that is none, and bytes without sense. */
#include "fixedmath/utf8.h"

#include <string.h>

#include "fixedmath/random.h"
#include "tests/test.h"

enum { LAST = 0x10FFFF };

static bool is_character(uint32_t code) { return code <= LAST && (code < 0xD800 || code > 0xDFFF); }

/* UI-001: the known forms of characters of one to four bytes; two of Chinese are six bytes. */
TEST(fx_utf8_known_characters) {
    static const struct {
        uint32_t code;
        const char *bytes;
    } known[] = {{0x41, "A"},
                 {0xE9, "\xC3\xA9"},
                 {0x20AC, "\xE2\x82\xAC"},
                 {0x1F600, "\xF0\x9F\x98\x80"},
                 {0x4E2D, "\xE4\xB8\xAD"}};
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        char out[4];
        uint32_t code;
        const size_t size = strlen(known[i].bytes);
        CHECK_EQ(fx_utf8_write(out, known[i].code), size);
        CHECK(memcmp(out, known[i].bytes, size) == 0);
        CHECK_EQ(fx_utf8_read(known[i].bytes, size, &code), size);
        CHECK_EQ(code, known[i].code);
    }
    static const char chinese[] = "\xE4\xB8\xAD\xE6\x96\x87", mixed[] = "a\xC3\xA9\xF0\x9F\x98\x80z";
    CHECK_EQ(sizeof chinese - 1, 6);
    CHECK_EQ(fx_utf8_count(chinese, 6), 2);
    CHECK_EQ(fx_utf8_bytes(chinese, 6, 1), 3);
    CHECK_EQ(fx_utf8_bytes(mixed, 8, 3), 7);
    CHECK_EQ(fx_utf8_bytes(mixed, 8, 9), 8);
    static const size_t backwards[] = {8, 7, 3, 1, 0, 0};
    for (size_t i = 0; i + 1 < sizeof backwards / sizeof backwards[0]; i++)
        CHECK_EQ(fx_utf8_back(mixed, backwards[i]), backwards[i + 1]);
}

/* UI-001: overlong forms, surrogates, numbers that are too large, five bytes and cut ends are refused where they stand. */
TEST(fx_utf8_refuses_what_is_no_character) {
    static const struct {
        const char *bytes;
        size_t at;
    } wrong[] = {{"\xC0\x80", 0},
                 {"a\xE0\x80\x80", 1},
                 {"\xED\xA0\x80", 0},
                 {"ab\xF4\x90\x80\x80", 2},
                 {"\xF8\x88\x80\x80\x80", 0},
                 {"\xC3\xA9\xE2\x82", 2},
                 {"\x80", 0},
                 {"\xFC\x84\x80\x80\x80\x80", 0},
                 {"abc\xFF", 3},
                 {"\xF0\x8F\xBF\xBF", 0},
                 {"\xC1\xBF", 0}};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        const size_t size = strlen(wrong[i].bytes);
        uint32_t code = 0;
        CHECK_EQ(fx_utf8_fault(wrong[i].bytes, size), wrong[i].at);
        CHECK_EQ(fx_utf8_read(wrong[i].bytes + wrong[i].at, size - wrong[i].at, &code), 0);
        CHECK_EQ(code, 0xFFFD);
        CHECK_EQ(fx_utf8_count(wrong[i].bytes + wrong[i].at, size - wrong[i].at), size - wrong[i].at);
    }
    char out[4] = "zz";
    CHECK(fx_utf8_write(out, 0xD800) == 0 && fx_utf8_write(out, 0xDFFF) == 0 &&
          fx_utf8_write(out, LAST + 1u) == 0);
    CHECK_EQ(out[0], 'z');
}

/* UI-001: whatever a million bytes are, nothing behind them is read, and the ways through them agree. */
TEST(fx_utf8_random_bytes_stay_inside) {
    rng128 r = rng128_seed(9);
    char text[64 + 3];
    memset(text, '\x80', sizeof text); /* a reader that went on would find the rest of a character */
    for (int round = 0; round < 16000; round++) {
        size_t characters = 0, whole = 0;
        uint32_t code;
        for (int i = 0; i < 64; i++) {
            const uint32_t drawn = rng128_next(&r);
            text[i] = (char)(drawn >> 8 & 3 ? drawn : 0xC0 | (drawn & 0x3F));
        }
        for (size_t at = 0; at < 64; characters++) {
            const size_t bytes = fx_utf8_read(text + at, 64 - at, &code);
            CHECK(bytes <= 64 - at && bytes <= 4);
            if (bytes > 0 && at == whole) whole += bytes;
            CHECK(bytes > 0 || code == 0xFFFD);
            at += bytes == 0 ? 1 : bytes;
        }
        CHECK_EQ(fx_utf8_count(text, 64), characters);
        CHECK_EQ(fx_utf8_fault(text, 64), whole);
        CHECK_EQ(fx_utf8_bytes(text, 64, characters), 64);
    }
}

/* UI-001, UI-002: every character there and back, in UTF-8 and in both orders of UTF-16. */
TEST(fx_utf16_round_trips_every_character) {
    uint32_t characters = 0;
    for (uint32_t code = 1; code <= LAST; code++) {
        char bytes[4], units[4], back[4];
        uint32_t read;
        size_t fault;
        const size_t size = fx_utf8_write(bytes, code);
        if (!is_character(code)) {
            CHECK_EQ(size, 0);
            continue;
        }
        characters++;
        CHECK(fx_utf8_read(bytes, size, &read) == size && read == code);
        for (int big = 0; big < 2; big++) {
            const size_t wide = fx_utf16_from_utf8(bytes, size, big != 0, units, 4, &fault);
            CHECK(fault == size && wide == (code < 0x10000 ? 2 : 4));
            CHECK_EQ(fx_utf8_from_utf16(units, wide, big != 0, back, 4, &fault), size);
            CHECK(fault == wide && memcmp(bytes, back, size) == 0);
        }
    }
    CHECK_EQ(characters, LAST - 2048);
}

/* UI-002: pairs of surrogates, lone ones, half a unit, and destinations that are too short. */
TEST(fx_utf16_refuses_and_measures) {
    static const struct {
        const char *units;
        size_t size, at;
    } wrong[] = {
        {"\xD8\x3D\x00\x41", 4, 0}, {"\x00\x41\xDE\x00", 4, 2}, {"\xD8\x3D", 2, 0}, {"\x00\x41\x00", 3, 2}};
    char out[16];
    size_t fault;
    CHECK_EQ(fx_utf16_from_utf8("\xF0\x9F\x98\x80", 4, true, out, sizeof out, &fault), 4);
    CHECK(memcmp(out, "\xD8\x3D\xDE\x00", 4) == 0);
    CHECK_EQ(fx_utf16_from_utf8("\xF0\x9F\x98\x80", 4, false, out, sizeof out, &fault), 4);
    CHECK(memcmp(out, "\x3D\xD8\x00\xDE", 4) == 0);
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        (void)fx_utf8_from_utf16(wrong[i].units, wrong[i].size, true, out, sizeof out, &fault);
        CHECK_EQ(fault, wrong[i].at);
    }
    CHECK_EQ(fx_utf16_from_utf8("a\xC0\x80", 3, true, out, sizeof out, &fault), 2);
    CHECK_EQ(fault, 1);
    for (size_t room = 0; room <= 7; room++) { /* a, e acute, grin: 1, 2 and 4 bytes */
        static const char units[] = "\x00\x61\x00\xE9\xD8\x3D\xDE\x00";
        memset(out, '#', sizeof out);
        CHECK_EQ(fx_utf8_from_utf16(units, 8, true, room == 0 ? NULL : out, room, &fault), 7);
        CHECK_EQ(fault, 8);
        const size_t written = room < 1 ? 0 : room < 3 ? 1 : room < 7 ? 3 : 7;
        CHECK(memcmp(out, "a\xC3\xA9\xF0\x9F\x98\x80", written) == 0);
        for (size_t i = written; i < sizeof out; i++) CHECK_EQ(out[i], '#');
    }
}
