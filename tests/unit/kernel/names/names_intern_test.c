/* Tests of the table of names. */
#include <string.h>

#include "fixedmath/random.h"
#include "kernel/debug/format.h"
#include "kernel/names/intern.h"
#include "tests/test.h"

static _Alignas(8) uint8_t memory[4096];
static char hex[OX_INTERN_HEX];

TEST(names_intern_remembers_copies) {
    ox_intern names;
    char buffer[] = "doors/iron";
    CHECK_EQ(ox_intern_init(&names, memory, sizeof memory, 50), OX_OK);
    ox_id id = ox_intern_text(&names, ox_text_of(buffer));
    CHECK_EQ(id, rom_id("doors/iron"));
    CHECK_EQ(ox_intern_text(&names, OX_TEXT("doors/iron")), id);
    /* both spellings are one name, of which the first stays */
    CHECK_EQ(ox_intern_text(&names, OX_TEXT("Doors\\Iron")), id);
    CHECK_EQ(names.count, 1);
    memset(buffer, 'x', sizeof buffer - 1);
    CHECK(strcmp(ox_intern_name(&names, id, hex), "doors/iron") == 0);
    CHECK(strcmp(ox_intern_name(&names, 0x69b38f09, hex), "#69b38f09") == 0);
    CHECK(strcmp(ox_intern_name(&names, 0, hex), "#00000000") == 0);
    CHECK_EQ(ox_intern_text(&names, OX_TEXT("")), 0);
    CHECK_EQ(names.count, 1);
    CHECK_EQ(names.clashes + names.nameless, 0);
}

TEST(names_intern_notices_clashes) {
    ox_intern names;
    CHECK_EQ(ox_intern_init(&names, memory, sizeof memory, 50), OX_OK);
    ox_id id = ox_intern_text(&names, OX_TEXT("plumless"));
    CHECK_EQ(id, 0x4ddb0c25);
    CHECK_EQ(test_assertions(), 0);
    CHECK_EQ(ox_intern_text(&names, OX_TEXT("buckeroo")), id);
    CHECK_EQ(test_assertions(), OX_DEBUG ? 1 : 0);
    CHECK_EQ(names.clashes, 1);
    CHECK(strcmp(ox_intern_name(&names, id, hex), "plumless") == 0);
}

TEST(names_intern_full_tables_give_ids_all_the_same) {
    ox_intern names;
    char name[16];
    CHECK_EQ(ox_intern_init(&names, memory, sizeof memory, 10), OX_OK);
    for (unsigned i = 0; i < 40; i++) {
        ox_format(name, sizeof name, "name %u", i);
        CHECK_EQ(ox_intern_text(&names, ox_text_of(name)), rom_id(name));
    }
    CHECK(names.count >= 10 && names.count + names.nameless == 40);
    for (unsigned i = 0; i < 40; i++) {
        ox_format(name, sizeof name, "name %u", i);
        const char *found = ox_intern_name(&names, rom_id(name), hex);
        CHECK(i < names.count ? strcmp(found, name) == 0 : found[0] == '#');
    }
    /* There is no room for letters. */
    CHECK_EQ(ox_intern_init(&names, memory, sizeof(ox_intern_entry) * 16 + 6, 10), OX_OK);
    CHECK_EQ(ox_intern_text(&names, OX_TEXT("abcdef")), rom_id("abcdef"));
    CHECK_EQ(ox_intern_text(&names, OX_TEXT("abcde")), rom_id("abcde"));
    CHECK(names.nameless == 1 && names.count == 1);
    CHECK(strcmp(ox_intern_name(&names, rom_id("abcde"), hex), "abcde") == 0);
    CHECK_EQ(ox_intern_name(&names, rom_id("abcdef"), hex)[0], '#');
    /* A production build has no memory for names. */
    CHECK_EQ(ox_intern_init(&names, NULL, 0, 10), OX_OUT_OF_MEMORY);
    CHECK_EQ(ox_intern_text(&names, OX_TEXT("pac_man")), 0x69b38f09);
    CHECK_EQ(names.nameless, 1);
    CHECK(strcmp(ox_intern_name(&names, 0x69b38f09, hex), "#69b38f09") == 0);
    CHECK_EQ(ox_intern_init(&names, memory, sizeof memory, 0), OX_BAD_ARGUMENT);
}

TEST(names_debug_texts_are_for_debug_builds) {
    CHECK_EQ(strcmp(OX_DEBUG_TEXT("label of a developer"), "") == 0, OX_DEBUG ? 0 : 1);
}
