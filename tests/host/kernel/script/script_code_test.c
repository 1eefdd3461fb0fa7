/* The byte code that Goad compiles to, byte for byte. */
#include <stdlib.h>

#include "rom/chunks.h"
#include "rom/rom.h"
#include "tests/host/kernel/script/script_text.h"

static const uint8_t golden[] = {
    0x47, 0x4f, 0x41, 0x44, 0x02, 0x00, 0x00, 0x00, 0x94, 0x00, 0x00, 0x00, 0x1c, 0xe9, 0x16, 0x8c, 0x62,
    0xe7, 0xe8, 0x75, 0x02, 0x00, 0x01, 0x00, 0x00, 0x00, 0x00, 0x00, 0x02, 0x00, 0x00, 0x00, 0x00, 0x00,
    0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0xff, 0xff, 0x1f, 0x00, 0x00,
    0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x82, 0x16, 0x9f, 0x6a,
    0x0e, 0xc7, 0x07, 0xaa, 0x10, 0x37, 0xda, 0x44, 0x14, 0xdd, 0x59, 0xb2, 0xa0, 0x86, 0x01, 0x00, 0x00,
    0x00, 0x00, 0x00, 0x05, 0x00, 0x00, 0x00, 0x00, 0x02, 0x00, 0x00, 0x05, 0x00, 0xff, 0xff, 0x05, 0x00,
    0x00, 0x00, 0x1a, 0x00, 0x01, 0x01, 0x01, 0x03, 0x00, 0x04, 0x1c, 0x00, 0xff, 0xff, 0x06, 0x02, 0x0a,
    0xc0, 0x8a, 0x10, 0x07, 0x72, 0x81, 0x04, 0x00, 0x06, 0xc1, 0x8b, 0x01, 0x06, 0x06, 0xc1, 0x05, 0x00,
    0x00, 0x40, 0xc0, 0x10, 0x07, 0x41, 0x88, 0x01, 0x00, 0x8b, 0x01, 0x00};

/* The forms of the reference: each instruction does one thing. */
static const script_options apart = {.apart = true};

TEST(script_golden_module) {
    writer image = {0};
    CHECK(
        compile_options("native func set_health(who: int, v: int)\nnative func get_health(who: int) -> int\n"
                        "func ten() { set_health(0, 10) }\n"
                        "func heal(n: int) -> int limit 4 { if n < 1 { return get_health(0) }\n"
                        "set_health(0, get_health(0) + 100000)\nreturn heal(n - 1) }\n",
                        &apart, &image));
    CHECK_EQ(image.size, sizeof golden);
    for (size_t i = 0; i < image.size && i < sizeof golden; i++)
        if (image.data[i] != golden[i]) {
            TEST_INFO("byte %lu", (unsigned long)i);
            CHECK_EQ(image.data[i], golden[i]);
        }
    writer_free(&image);
}

/* The code of the function that stands at a place of the list (the number of the last one: -1) as hexadecimal digits. */
static bool code_with(const script_options *options, const char *text, int function, const char *expected) {
    writer image = {0};
    char hex[1024] = "";
    if (!compile_options(text, options, &image)) {
        TEST_INFO("%s", said);
        writer_free(&image);
        return false;
    }
    const uint8_t *m = image.data;
    uint32_t count = rom_u16(m + ROM_SCRIPT_MODULE_FUNCTION_COUNT);
    size_t at = ROM_SCRIPT_MODULE_SIZE + 8u * rom_u16(m + ROM_SCRIPT_MODULE_NATIVE_COUNT) +
                4u * rom_u16(m + ROM_SCRIPT_MODULE_CONSTANT_COUNT) +
                4u * rom_u16(m + ROM_SCRIPT_MODULE_GLOBAL_COUNT) +
                8u * rom_u16(m + ROM_SCRIPT_MODULE_CONTAINER_COUNT);
    const uint8_t *row = m + at + ROM_SCRIPT_FUNCTION_SIZE * (function < 0 ? count - 1 : (uint32_t)function);
    size_t padded = (rom_word(m + ROM_SCRIPT_MODULE_NOTE_BYTES) + 3u) / 4 * 4,
           code = (rom_word(m + ROM_SCRIPT_MODULE_CODE_BYTES) + 3u) / 4 * 4;
    const uint8_t *bytes = m + image.size - padded - code + rom_word(row);
    for (uint32_t i = 0; i < rom_u16(row + ROM_SCRIPT_FUNCTION_BYTES); i++)
        snprintf(hex + strlen(hex), sizeof hex - strlen(hex), "%s%02x", i > 0 ? " " : "", bytes[i]);
    writer_free(&image);
    if (strcmp(hex, expected) == 0) return true;
    TEST_INFO("%s", hex);
    return false;
}

static bool code_is(const char *text, int function, const char *expected) {
    return code_with(&apart, text, function, expected);
}
static bool fused_is(const char *text, const char *expected) { return code_with(NULL, text, 0, expected); }

#define SPELLS                                                                                               \
    "native func set_health(who: int, v: int)\nnative func set_wisdom(who: int, v: int)\nnative func "       \
    "set_agility(who: int, v: int)\n"                                                                        \
    "native func play_sound(id: name, v: int)\nnative func spawn_particles(t: int)\nnative func "            \
    "get_health(who: int) -> int\n"                                                                          \
    "native func get_wisdom(who: int) -> int\nnative func get_agility(who: int) -> int\n"

TEST(script_code_of_spells) {
    CHECK(code_is(SPELLS "func f() { set_health(0, 10) }", -1, "06 02 0a c0 8a"));
    CHECK(code_is(SPELLS "func f() { set_health(0, get_health(0) + (get_agility(0) + get_wisdom(0)) / 2) }",
                  -1, "06 06 c5 06 c7 06 c6 40 02 02 43 40 c0 8a"));
}

TEST(script_code_of_loops) {
    CHECK(code_is("func sum() -> int { var s = 0; for i in 1..10 { s += i }; return s }", 0,
                  "06 18 07 19 02 0a 1a 11 12 73 81 0b 00 01 10 11 40 18 86 01 02 01 f5 ff 10 8b 01"));
    CHECK(code_is("func sum() -> int { var s = 0; var i = 1; while i <= 10 { s += i; i += 1 }; return s }", 0,
                  "06 18 07 19 01 11 02 0a 73 81 0a 00 10 11 40 18 2a 01 01 85 ee ff 10 8b 01"));
}

TEST(script_code_of_expressions) {
    CHECK(code_is("func f() -> int { return 30 / 5 * 3 }", 0, "02 12 8b 01"));
    CHECK(code_is("func f(a: int, b: int, c: int) -> int { return a + b * c }", 0, "10 11 12 42 40 8b 01"));
    CHECK(code_is("func f(a: int, b: int) -> bool { return not (a < b) }", 0, "10 11 75 8b 01"));
    CHECK(code_is("func f(a: bool, b: bool) -> bool { return a and b }", 0, "10 83 01 00 11 8b 01"));
    CHECK(code_is("func f(a: fx) -> fx { return 2 * a }", 0, "10 02 02 68 8b 01"));
    CHECK(code_is("func f() { while true { } }", 0, "01 85 fc ff"));
}

TEST(script_code_of_behaviours) {
    CHECK(code_is("event Touch(who: obj, force: int)\nbehaviour Door { state Closed { on Touch(who, force) "
                  "when force > 2 { goto Open } }\n"
                  "auto state Open { } }",
                  0, "11 02 02 74 82 02 00 99 8a 98 01 00 8a"));
    CHECK(code_is("event Touch(who: obj, force: int)\nbehaviour Door { var a = 0; var opened = 0\n"
                  "auto state Closed { }\n"
                  "state Open { begin { wait 1s; while opened < 5 { wait 1t; opened += 1 }; emit Touch(self, "
                  "4) to self after 30t; goto Closed } } }",
                  0,
                  "02 3c 93 01 24 01 00 02 05 72 81 0d 00 07 93 24 01 00 07 40 25 01 00 85 e9 ff 30 02 04 30 "
                  "02 1e 9a 00 00 05 98 00 00 8a"));
}

TEST(script_code_of_loops_that_do_several_things_at_once) {
    CHECK(fused_is("func sum() -> int { var s = 0; for i in 1..10 { s += i }; return s }",
                   "2d 00 00 2d 01 01 2d 02 0a 79 02 01 0b 00 01 6d 00 00 01 86 01 02 01 f5 ff 8e 00"));
    CHECK(fused_is("func f(n: int) { var i = 0; while i < n { i += 1 } }",
                   "2d 01 00 7a 00 01 07 00 01 7f 01 01 00 f9 ff 8a"));
    CHECK(fused_is(
        "func f(n: int) { var i = 0; while i < n and i != 5 { if i == n { continue }; i += 2 } }",
        "2d 01 00 7a 00 01 1b 00 7b 01 05 16 00 01 78 01 00 03 00 80 03 00 2a 01 02 7a 00 01 05 00 7c 01 "
        "05 ea ff 8a"));
    CHECK(fused_is("func f() { while true { } }", "01 85 fc ff"));
    /* a global may change during a rest, so it is loaded behind the rest */
    CHECK(fused_is("var g = 3\nfunc f() { while g > 0 { g -= 1 } }",
                   "01 22 00 00 9e 01 07 00 2f 00 00 ff 85 f1 ff 8a"));
}

TEST(script_code_of_expressions_that_do_several_things_at_once) {
    CHECK(fused_is("func f(a: int, b: int) -> int { return (a * 3 + b) % 7 }", "b8 00 03 b9 01 3d 07 8b 01"));
    CHECK(fused_is("func f(a: int, b: int) -> int { return a / 0x100 + b / 5 }",
                   "10 03 00 01 43 11 3c 05 40 8b 01"));
    CHECK(fused_is("func f(a: int, b: int) { var c = a - b; c = a; c = b + 7; c -= a * b; c = c - b }",
                   "6e 02 00 01 2c 02 00 6f 02 01 07 b3 00 01 6a 02 6e 02 02 01 8a"));
    CHECK(fused_is("func f(a: fx, b: fx) -> fx { a += b * 2.0; return a * b - a }",
                   "11 05 00 00 52 6b 00 b6 00 01 bd 00 8b 01"));
    CHECK(fused_is("func f(i: int) -> int { var a: [4]int; a[i] = 5; return a[i] }",
                   "2b 01 04 02 05 af 00 00 01 00 04 00 8f 00 00 01 00 04 00 8b 01"));
    CHECK(fused_is("func g(a: int, b: int) { }\nfunc f() { }", "8a"));
    CHECK(code_with(NULL, "func g(a: int, b: int) { }\nfunc f(a: int, b: int) { g(a, b); g(a, b * b) }", 1,
                    "3f 00 01 88 00 00 10 b3 01 01 88 00 00 8a"));
    /* a jump leads between the load and the addition: the two instructions stay apart */
    CHECK(fused_is("func f(a: int, b: bool) -> int { return a + (b ? a : 7) }",
                   "3f 00 01 81 04 00 10 80 02 00 02 07 40 8b 01"));
}

TEST(script_code_is_the_same_every_time) {
    const char *text = "enum E { A, B, C, D, F }\nvar m: map[name, int, 8] = ['x': 1, 'y': 2]\n"
                       "func f(e: E) -> int { match e { case E.A { return 1 } case E.B { return 2 } case "
                       "E.C, E.D { return 3 } else { return m['x'] } } }";
    writer a = {0}, b = {0};
    CHECK(compile_script(text, &a) && compile_script(text, &b));
    CHECK(a.size == b.size && a.size > 0 && memcmp(a.data, b.data, a.size) == 0);
    writer_free(&a);
    writer_free(&b);
}
