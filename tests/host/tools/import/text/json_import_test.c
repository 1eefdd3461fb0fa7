/* JSON: the tree, the stream, schemas, and every kind of fault. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/test.h"
#include "tools/import/text/json.h"

static bool parse(const char *text, import_json_document *document, tool_error *error) {
    return import_json_parse("t.json", text, strlen(text), document, error);
}

TEST(json_tree_holds_every_kind_with_its_place) {
    import_json_document d;
    tool_error error = {.text = ""};
    CHECK(parse(
        "\xEF\xBB\xBF{\"a\": [1, -2.5e3, true,\r\n  null], \"b\":{\"c\":\"x\\u00e9\\ud83d\\ude00\\n\\\"\"},\n"
        "\t\"empty\":[ ], \"none\": {}}",
        &d, &error));
    const import_json *a = import_json_find(&d.root, "a"),
                      *c = import_json_find(import_json_find(&d.root, "b"), "c");
    CHECK_EQ(d.root.count, 4);
    CHECK(a != NULL && a->kind == IMPORT_JSON_ARRAY && a->count == 4);
    CHECK_EQ((long)a->is.items[1].is.number, -2500);
    CHECK(a->is.items[2].is.boolean);
    CHECK_EQ(a->is.items[3].kind, IMPORT_JSON_NULL);
    CHECK_EQ(a->is.items[3].line, 2);
    CHECK_EQ(a->is.items[3].column, 3);
    CHECK(c != NULL && strcmp(c->is.text, "x\xC3\xA9\xF0\x9F\x98\x80\n\"") == 0);
    CHECK_EQ(c->count, 9);
    CHECK_EQ(import_json_find(&d.root, "empty")->count, 0);
    CHECK_EQ(import_json_find(&d.root, "none")->line, 3);
    CHECK(import_json_find(&d.root, "nothing") == NULL && import_json_find(NULL, "a") == NULL);
    CHECK(import_json_find(a, "a") == NULL);
    import_json_free(&d);
    CHECK(parse(" 7 ", &d, &error) && d.root.kind == IMPORT_JSON_NUMBER);
    import_json_free(&d);
}

TEST(json_numbers_are_read_exactly) {
    static const struct {
        const char *text;
        double value;
    } cases[] = {{"0", 0},
                 {"-0", 0},
                 {"0.1", 0.1},
                 {"1e22", 1e22},
                 {"123456789012345", 123456789012345.0},
                 {"1E+2", 100},
                 {"2e-3", 0.002},
                 {"-0.5", -0.5},
                 {"1e-400", 0},
                 {"3.141592653589793", 3.141592653589793},
                 {"1.5e299", 1.5e299}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        import_json_document d;
        tool_error error = {.text = ""};
        CHECK(parse(cases[i].text, &d, &error));
        CHECK(fabs(d.root.is.number - cases[i].value) <= fabs(cases[i].value) * 4e-16);
        import_json_free(&d);
    }
}

TEST(json_faults_are_named_with_line_and_column) {
    static const struct {
        const char *text, *said;
    } cases[] = {
        {"", "t.json:1:1: the text ends too early"},
        {"{", "t.json:1:2: the text ends too early"},
        {"[1,", "t.json:1:4: the text ends too early"},
        {"[1,]", "t.json:1:4: a value is missing"},
        {"[1 2]", "t.json:1:4: a comma or ] is missing"},
        {"{\"a\" 1}", "t.json:1:6: a colon is missing"},
        {"{\"a\":1,}", "t.json:1:8: a name is missing"},
        {"{a:1}", "t.json:1:2: a name is missing"},
        {"{\"a\":1\n \"b\":2}", "t.json:2:2: a comma or } is missing"},
        {"[1}", "t.json:1:3: a comma or ] is missing"},
        {"nul", "t.json:1:1: this is no value"},
        {"'a'", "t.json:1:1: this is no value"},
        {"// c\n1", "t.json:1:1: this is no value"},
        {"01", "t.json:1:1: this is no number"},
        {"-", "t.json:1:1: this is no number"},
        {"1.", "t.json:1:1: this is no number"},
        {"1e", "t.json:1:1: this is no number"},
        {"1e999", "t.json:1:1: a number is beyond 1e300"},
        {"1 2", "t.json:1:3: more text behind the value"},
        {"\"a", "t.json:1:3: the text ends inside a string"},
        {"\"a\nb\"", "t.json:1:3: a control character"},
        {"\"\\q\"", "t.json:1:3: this is no escape"},
        {"\"\\u12g4\"", "t.json:1:3: this is no escape"},
        {"\"\\u0000\"", "t.json:1:8: a text holds the character 0"},
        {"\"\\ud800x\"", "t.json:1:8: half a surrogate pair"},
        {"\"\\udc00\"", "t.json:1:8: half a surrogate pair"},
        {"\"\x80\"", "t.json:1:2: this is no UTF-8"},
        {"\"\xC0\xAF\"", "t.json:1:2: this is no UTF-8"},
        {"\"\xED\xA0\x80\"", "t.json:1:2: this is no UTF-8"},
        {"\"\xF4\x90\x80\x80\"", "t.json:1:2: this is no UTF-8"},
        {"{\"a\":1,\n\"b\":2,\n \"a\":3}", "t.json:3:6: a second member `a`, the first is in line 1"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        import_json_document d;
        tool_error error = {.text = ""};
        CHECK(!parse(cases[i].text, &d, &error));
        CHECK_EQ(d.arena.total, 0);
        if (strncmp(error.text, cases[i].said, strlen(cases[i].said)) != 0) {
            TEST_INFO("`%s` said: %s", cases[i].text, error.text);
            CHECK_EQ(i, sizeof cases);
        }
    }
}

TEST(json_depth_is_bounded) {
    char text[2 * IMPORT_JSON_DEPTH + 8];
    for (int extra = 0; extra < 2; extra++) {
        import_json_document d;
        tool_error error = {.text = ""};
        size_t depth = (size_t)(IMPORT_JSON_DEPTH + extra);
        memset(text, '[', depth);
        memset(text + depth, ']', depth);
        CHECK_EQ(import_json_parse("t.json", text, 2 * depth, &d, &error), extra == 0);
        if (extra == 0)
            import_json_free(&d);
        else
            CHECK(strstr(error.text, "t.json:1:65: more than 64") != NULL);
    }
    char *open = malloc(1000000);
    import_json_document d;
    tool_error error = {.text = ""};
    CHECK(open != NULL);
    memset(open, '{', 1000000);
    CHECK(!import_json_parse("t.json", open, 1000000, &d, &error));
    free(open);
}

TEST(json_schema_says_what_is_expected) {
    static const char *const choices[] = {"red", "green", NULL};
    static const char *const names[] = {"speed", "count", "name", "colour", "on", "list", NULL};
    import_json_document d;
    tool_error error = {.text = ""};
    CHECK(parse("{\"speed\": 2.5, \"count\": 3,\n \"name\": \"x\", \"colour\": \"green\", \"on\": true, "
                "\"list\": [1,2]}",
                &d, &error));
    import_json_reader r = {&d, &d.root, &error};
    double speed = 0, pair[2];
    int64_t count = -1;
    const char *name = NULL;
    int colour = -1;
    bool on = false;
    const import_json *list;
    CHECK(import_json_number(&r, "speed", true, 0, 10, &speed) && speed == 2.5);
    CHECK(import_json_whole(&r, "count", true, 0, 10, &count) && count == 3);
    CHECK(import_json_text(&r, "name", true, &name) && strcmp(name, "x") == 0);
    CHECK(import_json_choice(&r, "colour", true, choices, &colour) && colour == 1);
    CHECK(import_json_boolean(&r, "on", true, &on) && on);
    CHECK(import_json_array(&r, "list", true, 0, 2, &list) && list->count == 2);
    CHECK(import_json_numbers(&r, "list", true, 2, pair) && pair[1] == 2);
    CHECK(import_json_only(&r, names));
    CHECK(import_json_number(&r, "absent", false, 0, 1, &speed) && speed == 2.5);
    CHECK(!import_json_number(&r, "absent", true, 0, 1, &speed));
    CHECK(strcmp(error.text, "t.json:1:1: `absent` is missing; add it") == 0);
    CHECK(!import_json_number(&r, "speed", true, 0, 2, &speed));
    CHECK(strcmp(error.text, "t.json:1:11: `speed` is 2.5, but must be from 0 to 2; correct it") == 0);
    CHECK(!import_json_whole(&r, "speed", true, 0, 10, &count));
    CHECK(!import_json_whole(&r, "name", true, 0, 10, &count));
    CHECK(strcmp(error.text, "t.json:2:10: `name` must be a number, not a text; correct it") == 0);
    CHECK(!import_json_choice(&r, "name", true, choices, &colour));
    CHECK(strstr(error.text, "it must be one of red, green") != NULL);
    CHECK(!import_json_array(&r, "list", true, 3, 9, &list));
    CHECK(!import_json_only(&r, choices) && strstr(error.text, "there is no `speed` here") != NULL);
    const char *const near[] = {"sped", NULL};
    CHECK(!import_json_only(&r, near) && strstr(error.text, "did you mean `sped`?") != NULL);
    import_json_free(&d);
}

TEST(json_stream_tells_the_same_without_a_tree) {
    static const import_json_event expected[] = {
        IMPORT_JSON_BEGIN_OBJECT, IMPORT_JSON_BEGIN_ARRAY, IMPORT_JSON_VALUE,
        IMPORT_JSON_VALUE,        IMPORT_JSON_END_ARRAY,   IMPORT_JSON_VALUE,
        IMPORT_JSON_END_OBJECT,   IMPORT_JSON_END,         IMPORT_JSON_END};
    const char *text = "{\"a\":[1,\"two\"],\"b\":false}";
    import_json_stream stream;
    tool_error error = {.text = ""};
    import_json_open(&stream, "t.json", text, strlen(text), &error);
    for (size_t i = 0; i < sizeof expected / sizeof expected[0]; i++) {
        CHECK_EQ(import_json_next(&stream), expected[i]);
        if (i == 1) CHECK(strcmp(stream.value.name, "a") == 0);
        if (i == 3) CHECK(strcmp(stream.value.is.text, "two") == 0);
    }
    import_json_close(&stream);
    import_json_open(&stream, "t.json", "[1,x]", 5, &error);
    CHECK_EQ(import_json_next(&stream), IMPORT_JSON_BEGIN_ARRAY);
    CHECK_EQ(import_json_next(&stream), IMPORT_JSON_VALUE);
    CHECK_EQ(import_json_next(&stream), IMPORT_JSON_BROKEN);
    CHECK_EQ(import_json_next(&stream), IMPORT_JSON_BROKEN);
    import_json_close(&stream);
}

TEST(json_prints_what_it_read) {
    const char *text = "{\"a\": [1, -0.1, 1e+20, 0.33333333333333331], \"b\": {\"c\": \"x\\\"\\\\\\u000a\"}, "
                       "\"d\": [null, true]}";
    import_json_document d;
    tool_error error = {.text = ""};
    CHECK(parse(text, &d, &error));
    char *printed = import_json_print(&d.root);
    CHECK(printed != NULL && strcmp(printed, text) == 0);
    free(printed);
    import_json_free(&d);
    for (uint32_t i = 1; i < 100000; i += 7) { /* floats survive a text of nine digits */
        char digits[32];
        uint32_t bits = i * 2654435761u & 0x7F7FFFFFu;
        float value, back;
        memcpy(&value, &bits, sizeof value);
        import_json_format((double)value, digits);
        CHECK(parse(digits, &d, &error));
        back = (float)d.root.is.number;
        CHECK(memcmp(&back, &value, sizeof back) == 0 || value < 1e-37f);
        import_json_free(&d);
    }
}

TEST(json_cut_and_changed_texts_never_break) {
    const char *text =
        "{\"a\": [1, -2.5e3, true, null, {\"b\": \"\\u00e9\\ud83d\\ude00\"}], \"c\": \"\xC3\xA9\"}";
    size_t length = strlen(text);
    uint32_t random = 7, refused = 0;
    for (size_t cut = 0; cut < length; cut++) {
        import_json_document d;
        tool_error error = {.text = ""};
        CHECK(!import_json_parse("t.json", text, cut, &d, &error));
        CHECK(strncmp(error.text, "t.json:1:", 9) == 0);
    }
    for (int i = 0; i < 10000; i++) {
        char copy[200];
        import_json_document d;
        tool_error error = {.text = ""};
        memcpy(copy, text, length);
        for (int k = 0; k < 3; k++) {
            random = random * 1664525u + 1013904223u;
            copy[(random >> 8) % length] = (char)(random >> 24);
        }
        if (import_json_parse("t.json", copy, length, &d, &error)) {
            import_json_free(&d);
        } else {
            CHECK(strncmp(error.text, "t.json:", 7) == 0);
            refused++;
        }
    }
    CHECK(refused > 1000);
}
