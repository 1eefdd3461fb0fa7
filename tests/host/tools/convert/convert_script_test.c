/* Scripts as assets of a cart. */
#include "kernel/script/module.h"
#include "tests/host/tools/convert/converted_asset.h"

static bool make(converted_asset *a, const char *text, const char *options) {
    return convert_asset(a, "script", "door.goad", text, strlen(text), options);
}

TEST(convert_script_is_a_module_in_a_chunk) {
    converted_asset a;
    ox_script_module module;
    rom_error error;
    CHECK(make(&a, "func main() { assert(1 > 0, \"a note\") }\nfunc f() -> int { return 6 * 7 }", ""));
    CHECK_EQ(a.tag, ROM_TAG_CODE);
    converted_check(&a);
    const uint8_t *chunk = a.chunk.data;
    uint32_t at = rom_word(chunk + ROM_CODE_DATA_AT), bytes = rom_word(chunk + ROM_CODE_DATA_BYTES);
    CHECK(at % 4 == 0 && at + bytes <= a.chunk.size && rom_word(chunk + ROM_CODE_ENTRY) == 0);
    CHECK_EQ(ox_script_module_open(&module, chunk + at, bytes, OX_SCRIPT_TRUST_CART, &error), ROM_OK);
    CHECK_EQ(module.count[OX_SCRIPT_SECTION_FUNCTIONS], 2);
    CHECK(module.count[OX_SCRIPT_SECTION_NOTES] > 0);
    converted_free(&a);
    CHECK(make(&a, "func main() { assert(1 > 0, \"a note\") }", "texts=off"));
    at = rom_word(a.chunk.data + ROM_CODE_DATA_AT), bytes = rom_word(a.chunk.data + ROM_CODE_DATA_BYTES);
    CHECK_EQ(ox_script_module_open(&module, a.chunk.data + at, bytes, OX_SCRIPT_TRUST_CART, &error), ROM_OK);
    CHECK_EQ(module.count[OX_SCRIPT_SECTION_NOTES], 0);
    converted_free(&a);
}

TEST(convert_script_mistakes_have_their_place) {
    converted_asset a;
    CHECK(!make(&a, "func f() { y = 3 }", ""));
    CHECK(strcmp(a.error.text, "door.goad:1:12: 'y' is not known") == 0);
    if (a.error.column != 12) TEST_INFO("%s", a.error.text);
    converted_free(&a);
    CHECK(!make(&a, "func f() { }", "with=none.goad"));
    CHECK(strstr(a.error.text, "none.goad") != NULL);
    converted_free(&a);
    CHECK(!make(&a, "func f() { }", "texts=maybe"));
    converted_free(&a);
}
