/* Symbols of objects, and what is said of them. */
#include <string.h>

#include "tests/test.h"
#include "tools/code/code_check.h"
#include "tools/code/code_object.h"

/* An object with four sections: none, texts (names of sections and symbols), variables that change, symbols. */
typedef struct object {
    uint8_t bytes[64 + 64 + 128 + 4 * 64];
    size_t size;
} object;

static void put(uint8_t *at, uint64_t value, uint32_t width) {
    const uint16_t half = (uint16_t)value;
    const uint32_t word = (uint32_t)value;
    memcpy(at,
           width == 2   ? (const void *)&half
           : width == 4 ? (const void *)&word
                        : (const void *)&value,
           width);
}

static const char texts[] = "\0.data\0.data.rel.ro\0malloc\0score\0table\0step";
enum {
    DATA = 1,
    CONSTANT = 7,
    MALLOC = 20,
    SCORE = 27,
    TABLE = 33,
    STEP = 39,
    TEXTS_AT = 64,
    SYMBOLS_AT = 128,
    SECTIONS_AT = 256
};

static void put_section(object *o, uint32_t index, uint32_t name, uint32_t type, uint64_t flags) {
    uint8_t *s = o->bytes + SECTIONS_AT + 64u * index;
    put(s, name, 4);
    put(s + 4, type, 4);
    put(s + 8, flags, 8);
}

static void put_symbol(object *o, uint32_t index, uint32_t name, uint8_t info, uint16_t place) {
    uint8_t *s = o->bytes + SYMBOLS_AT + 24u * index;
    put(s, name, 4);
    s[4] = info;
    put(s + 6, place, 2);
}

static void make_object(object *o) {
    const uint16_t order = 1;
    memset(o, 0, sizeof *o);
    o->size = sizeof o->bytes;
    memcpy(o->bytes,
           "\x7F"
           "ELF\2",
           5);
    o->bytes[5] = *(const uint8_t *)&order == 1 ? 1 : 2;
    put(o->bytes + 40, SECTIONS_AT, 8);
    put(o->bytes + 58, 64, 2);
    put(o->bytes + 60, 4, 2);
    put(o->bytes + 62, 1, 2);
    memcpy(o->bytes + TEXTS_AT, texts, sizeof texts);
    put_section(o, 1, 0, 3, 0);
    put(o->bytes + SECTIONS_AT + 64 + 24, TEXTS_AT, 8);
    put(o->bytes + SECTIONS_AT + 64 + 32, sizeof texts, 8);
    put_section(o, 2, DATA, 1, 3);
    put_section(o, 3, 0, 2, 0);
    put(o->bytes + SECTIONS_AT + 192 + 24, SYMBOLS_AT, 8);
    put(o->bytes + SECTIONS_AT + 192 + 32, 5 * 24, 8);
    put(o->bytes + SECTIONS_AT + 192 + 40, 1, 4);
    put_symbol(o, 1, MALLOC, 0x10, 0);
    put_symbol(o, 2, SCORE, 0x01, 2);
    put_symbol(o, 3, STEP, 0x12, 1);
    put_symbol(o, 4, TABLE, 0x11, 1);
}

typedef struct heard {
    char said[200];
} heard;

static bool hear(void *context, code_symbol_kind kind, const char *name) {
    static const char *const words[] = {"needs ", "has ", "changes "};
    heard *h = context;
    if (strlen(h->said) + strlen(name) + 12 < sizeof h->said) {
        strcat(h->said, words[kind]);
        strcat(h->said, name);
        strcat(h->said, ". ");
    }
    return true;
}

TEST(code_object_tells_what_it_needs_has_and_changes) {
    object o;
    heard h = {""};
    if (sizeof(void *) != 8) return; /* objects of this machine have another form */
    make_object(&o);
    CHECK(code_object_symbols(o.bytes, o.size, hear, &h));
    CHECK(strcmp(h.said, "needs malloc. changes score. has step. has table. ") == 0);
    TEST_INFO("%s", h.said);
    put_section(&o, 2, CONSTANT, 1, 3); /* addresses that are settled once */
    h.said[0] = 0;
    CHECK(code_object_symbols(o.bytes, o.size, hear, &h));
    CHECK(strstr(h.said, "changes") == NULL);
    put_symbol(&o, 2, SCORE, 0x11, 0xFFF2); /* a variable of many files */
    h.said[0] = 0;
    CHECK(code_object_symbols(o.bytes, o.size, hear, &h));
    CHECK(strstr(h.said, "changes score") != NULL);
}

/* Cut anywhere, and with sizes and places that lie outside: refused or told in part, and nothing outside is read. */
TEST(code_object_damaged_ones_are_refused) {
    object o;
    for (size_t size = 0; size < sizeof o.bytes; size++) {
        heard h = {""};
        make_object(&o);
        CHECK(!code_object_symbols(o.bytes, size, hear, &h) && h.said[0] == 0);
    }
    static const size_t places[] = {40, SECTIONS_AT + 64 + 24, SECTIONS_AT + 64 + 32, SECTIONS_AT + 192 + 24,
                                    SECTIONS_AT + 192 + 32};
    for (size_t i = 0; i < sizeof places / sizeof places[0]; i++) {
        heard h = {""};
        make_object(&o);
        put(o.bytes + places[i], UINT64_MAX - 8, 8);
        (void)code_object_symbols(o.bytes, o.size, hear, &h);
        CHECK(h.said[0] == 0);
    }
}

TEST(code_check_says_why_a_name_is_refused) {
    uint32_t allowance = 99;
    CHECK(code_judge_name("memcpy", &allowance) == NULL);
    CHECK(code_judge_name("ox_world_create", &allowance) == NULL);
    CHECK(strstr(code_judge_name("malloc", &allowance), "heap") != NULL);
    CHECK_EQ(allowance, CODE_HEAP);
    CHECK(strstr(code_judge_name("printf", &allowance), "log") != NULL);
    CHECK_EQ(allowance, CODE_STDIO);
    CHECK(strstr(code_judge_name("sinf", &allowance), "fx") != NULL);
    CHECK_EQ(allowance, CODE_FLOAT);
    CHECK(code_judge_name("__mulsf3", &allowance) != NULL);
    CHECK_EQ(allowance, CODE_FLOAT);
    CHECK(strstr(code_judge_name("getenv", &allowance), "no machine") != NULL);
    CHECK_EQ(allowance, 0);
}
