/* Tests of the formatter: worked examples, every directive, cuts at every size, and random formats. */
#include <string.h>

#include "fixedmath/random.h"
#include "kernel/debug/format.h"
#include "tests/test.h"

#define FORMATS(expected, ...) CHECK(formats(expected, ox_format(text, sizeof text, __VA_ARGS__)))

static char text[96];

static bool formats(const char *expected, size_t needed) {
    bool same = strcmp(text, expected) == 0 && needed == strlen(expected);
    if (!same) TEST_INFO("got \"%s\" for \"%s\"", text, expected);
    return same;
}

TEST(text_format_worked_examples) {
    FORMATS(" 0.50", "%5.2q", 0x00008000);
    FORMATS("-1.50 1.00 0.00 0.13 -0.13", "%.2q %.2q %.2q %.2q %.2q", -98304, 0xFFFF, -1, 8192, -8192);
    FORMATS("-32768.0", "%.1q", (int)INT32_MIN);
    FORMATS("0.3333", "%.4q", 21845);
    FORMATS("1.75", "%.2Q", 56, 5);
    FORMATS("42    |", "%-6d|", 42);
    FORMATS("-00042 1f", "%06d %x", -42, 31);
    char small[4];
    CHECK_EQ(ox_format(small, sizeof small, "%s", "hello"), 5);
    CHECK(strcmp(small, "hel") == 0);
    ox_text out = ox_text_begin_plain(small, sizeof small);
    CHECK_EQ(ox_text_add(&out, "%s", "hello"), 5);
    CHECK(out.length == 3 && out.needed == 5 && ox_text_cut(&out));
}

TEST(text_format_whole_numbers) {
    FORMATS("0 -1 2147483647 -2147483648", "%d %i %d %i", 0, -1, 2147483647, (int)INT32_MIN);
    FORMATS("4294967295 ffffffff FFFFFFFF 0 0", "%u %x %X %x %u", 4294967295u, 4294967295u, 0xFFFFFFFFu, 0u,
            0u);
    FORMATS("[   42][00042][42   ][  -42][-0042][42   ]", "[%5d][%05d][%-5d][%5d][%05d][%-05d]", 42, 42, 42,
            -42, -42, 42);
    FORMATS("+1 +0 -1 [  +7] [+007] [+7  ]", "%+d %+d %+d [%+4d] [%+04d] [%-+4d]", 1, 0, -1, 7, 7, 7);
    FORMATS("0042 -0042 [  0042] [0042  ] 00ff [    ]", "%.4d %.4d [%6.4d] [%-06.4d] %.4x [%4.0d]", 42, -42,
            42, 42, 255u, 0);
    FORMATS("frame=7 hash=00c0ffee", "frame=%u hash=%08x", 7u, 0xC0FFEEu);
    FORMATS("123456", "%3d", 123456);
}

TEST(text_format_texts_and_addresses) {
    FORMATS("a b%c", "%s %c%%c", "a", 'b');
    FORMATS("[  ab][ab  ][(none)]", "[%4s][%-4s][%s]", "ab", "ab", (const char *)NULL);
    FORMATS("[abc] [ ab] [] [abcdef]", "[%.3s] [%3.2s] [%.0s] [%.9s]", "abcdef", "abcdef", "abcdef",
            "abcdef");
    FORMATS("[\xC3\xA4] [\xC3\xA4] []", "[%.3s] [%.2s] [%.1s]", "\xC3\xA4\xC3\xB6", "\xC3\xA4\xC3\xB6",
            "\xC3\xA4\xC3\xB6");
    FORMATS("[] [ x]", "[%c] [%2c]", 0, 'x');
    FORMATS("0x0 [0x1f  ]", "%p [%-6p]", (void *)0, (void *)(uintptr_t)0x1F);
}

TEST(text_format_unknown_directives_stand_as_they_are) {
    FORMATS("%y stays, so does %", "%y stays, so does %");
    FORMATS("%-08.3y 7 %*d %l", "%-08.3y %d %*d %l", 7);
    FORMATS("%5", "%5");
    FORMATS("", "%s", "");
}

TEST(text_format_fixed_point) {
    FORMATS("1.000 0.500 -0.250", "%q %q %q", 65536, 32768, -16384);
    FORMATS("3.1 3.14159 3", "%.1q %.5q %.0q", 205887, 205887, 205887);
    FORMATS("-32768.000 32768.00", "%q %.2q", (int)INT32_MIN, 2147483647);
    FORMATS("0.000 0.001 -0.5 -1", "%q %q %.1q %.0q", -1, 40, -32768, -32768);
    FORMATS("[  1.50][001.50][1.50  ][+1.50][+0.00]", "[%6.2q][%06.2q][%-6.2q][%+.2q][%+.2q]", 98304, 98304,
            98304, 98304, -1);
    FORMATS("0.000015259 0.999984741 32767.999984741", "%.9q %.9q %.12q", 1, 65535, 2147483647);
    FORMATS("1.000000000 -2147483648.0 -1.0 1.0", "%.9Q %.1Q %.1Q %.1Q", 2147483647, 31, (int)INT32_MIN, 0,
            (int)INT32_MIN, 31, 1, -4);
    FORMATS("0.999999999 1.00", "%.9Q %.2Q", 2147483645, 31, 2147483645, 31);
}

/* A buffer of any size cuts cleanly, and the returned length does not depend on the size. */
TEST(text_format_cuts_at_every_size) {
    static const char whole[] = "ab\xC3\xA4\xE2\x82\xAC\xF0\x9F\x98\x80-00042 x\xC3\xB6";
    char out[40];
    for (size_t size = 0; size <= sizeof whole + 2; size++) {
        memset(out, 0x7E, sizeof out);
        size_t needed =
            ox_format(out, size, "ab\xC3\xA4%s%06d %c\xC3\xB6", "\xE2\x82\xAC\xF0\x9F\x98\x80", -42, 'x');
        CHECK_EQ(needed, sizeof whole - 1);
        for (size_t i = size; i < sizeof out; i++) CHECK_EQ(out[i], 0x7E);
        if (size == 0) continue;
        size_t length = strlen(out), next = length + 1;
        CHECK(length < size && memcmp(out, whole, length) == 0);
        if (length + 1 == sizeof whole) continue;
        CHECK(((uint8_t)whole[length] & 0xC0) != 0x80); /* the cut is between two characters, */
        while (((uint8_t)whole[next] & 0xC0) == 0x80) next++;
        CHECK(next > size - 1); /* and the next character has no room */
    }
}

/* ---- against plain arithmetic ---- */

static char *plain_digits(char *end, uint64_t value, unsigned base, int least) {
    for (; value != 0 || least > 0; least--, value /= base) *--end = "0123456789abcdef"[value % base];
    return end;
}

TEST(text_format_fixed_point_equals_long_arithmetic) {
    rng32 r = rng32_seed(53, 1);
    for (int round = 0; round < 10000; round++) {
        int32_t value = fx_sra32((int32_t)rng32_next(&r), (int)rng_below(&r, 31));
        int bits = (int)rng_below(&r, 32), places = (int)rng_below(&r, 10), width = (int)rng_below(&r, 20);
        char buffer[48], *end = buffer + sizeof buffer - 1, *at = end;
        uint64_t power = 1, half = bits == 0 ? 0 : (uint64_t)1 << (bits - 1);
        *end = 0;
        for (int i = 0; i < places; i++) power *= 10;
        uint64_t scaled = ((uint64_t)fx_magnitude(value) * power + half) >> bits; /* at most 2^31 10^9 */
        if (places > 0) {
            at = plain_digits(at, scaled % power, 10, places);
            *--at = '.';
        }
        at = plain_digits(at, scaled / power, 10, 1);
        if (value < 0 && scaled != 0) *--at = '-';
        while (end - at < width) *--at = ' ';
        char format[16];
        ox_format(format, sizeof format, "%%%d.%dQ", width, places);
        size_t needed = ox_format(text, sizeof text, format, (int)value, bits);
        if (strcmp(text, at) != 0 || needed != (size_t)(end - at)) {
            TEST_INFO("%s of %d with %d bits: got \"%s\", expected \"%s\"", format, (int)value, bits, text,
                      at);
            test_fail(__FILE__, __LINE__, format, value, bits);
        }
    }
}

/* ---- random formats ---- */

/* Adds a directive to the format; returns the kind of argument it takes: 'i', 's', 'q' (two numbers) or 0. */
static char add_directive(ox_text *format, rng32 *r) {
    static const char letters[] = "diuxXcspqQ%dqsyl*.";
    char letter = letters[rng_below(r, sizeof letters - 1)];
    ox_text_string(format, "%");
    for (uint32_t n = rng_below(r, 3); n > 0; n--) ox_text_put(format, &"-0+"[rng_below(r, 3)], 1);
    if (rng_chance(r, 30000)) ox_text_add(format, "%d", (int)rng_below(r, rng_chance(r, 3000) ? 20000 : 40));
    if (rng_chance(r, 30000)) ox_text_add(format, ".%d", (int)rng_below(r, rng_chance(r, 3000) ? 20000 : 14));
    ox_text_put(format, &letter, 1);
    if (letter == 's') return 's';
    if (letter == 'p') return 'p';
    return letter == 'Q' ? 'q' : strchr("diuxXcq", letter) != NULL ? 'i' : 0;
}

TEST(text_format_random_formats_stay_inside) {
    enum { ROOM = 64, GUARD = 16 };
    static uint8_t block[ROOM + 2 * GUARD];
    static char format[80], large[600];
    rng32 r = rng32_seed(2026, 53);
    for (int round = 0; round < 20000; round++) {
        ox_text f = ox_text_begin_plain(format, sizeof format);
        size_t size = rng_below(&r, ROOM + 1);
        int number = (int)rng32_next(&r), bits = rng_between(&r, -40, 40);
        ox_text_string(&f, rng_chance(&r, 20000) ? "\xE2\x82\xAC" : "x");
        char kind = add_directive(&f, &r);
        ox_text_string(&f, rng_chance(&r, 20000) ? "\xC3\xA4 end%" : "");
        memset(block, 0xC7, sizeof block);
        char *out = (char *)block + GUARD;
        const char *word = rng_chance(&r, 5000) ? NULL : "\xF0\x9F\x98\x80 text of some length \xC3\xB6";
        size_t needed, same;
        if (kind == 's') {
            needed = ox_format(out, size, format, word);
            same = ox_format(large, sizeof large, format, word);
        } else if (kind == 'p') {
            needed = ox_format(out, size, format, (void *)large);
            same = ox_format(large, sizeof large, format, (void *)large);
        } else if (kind == 'q') {
            needed = ox_format(out, size, format, number, bits);
            same = ox_format(large, sizeof large, format, number, bits);
        } else if (kind == 'i') {
            needed = ox_format(out, size, format, number);
            same = ox_format(large, sizeof large, format, number);
        } else {
            needed = ox_format(out, size, format, 0);
            same = ox_format(large, sizeof large, format, 0);
        }
        int spoilt = 0;
        for (size_t i = 0; i < sizeof block; i++)
            spoilt += (i < GUARD || i >= GUARD + size) && block[i] != 0xC7;
        bool terminated = size == 0 || memchr(out, 0, size) != NULL;
        bool begins = size == 0 || strncmp(out, large, strlen(out)) == 0;
        if (spoilt != 0 || !terminated || !begins || needed != same) {
            TEST_INFO("format \"%s\", number %d, size %u", format, number, (unsigned)size);
            test_fail(__FILE__, __LINE__, "random format", (long long)needed, (long long)same);
        }
    }
}
