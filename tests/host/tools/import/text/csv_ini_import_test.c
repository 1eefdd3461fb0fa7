/* The CSV and INI readers and writers: values, places of faults, and texts that come back byte for byte. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/test.h"
#include "tools/base/writer.h"
#include "tools/import/text/csv.h"
#include "tools/import/text/ini.h"

static tool_error error;
static import_csv table;
static import_ini ini;

static bool csv(const char *text, char separator, bool even) {
    error.text[0] = 0;
    return import_csv_parse("t.csv", text, strlen(text), separator, even, &table, &error);
}

static bool csv_refused(const char *text, const char *sentence) {
    if (csv(text, 0, true)) {
        import_csv_free(&table);
        return false;
    }
    if (strstr(error.text, sentence) == NULL) TEST_INFO("%s", error.text);
    return strstr(error.text, sentence) != NULL && table.rows == NULL && table.row_count == 0;
}

TEST(csv_fields_quotes_and_lines) {
    CHECK(csv("\xEF\xBB\xBFkey,en,de\r\n\r\nui_ok,OK,\"a, \"\"b\"\"\r\nc\"\nlast, x ,", 0, true));
    CHECK_EQ(table.row_count, 3);
    CHECK_EQ(table.rows[1].line, 3);
    CHECK_EQ(table.rows[2].line, 5);
    CHECK_EQ(import_csv_column(&table, "de"), 2);
    CHECK_EQ(import_csv_column(&table, "fr"), -1);
    CHECK(strcmp(table.rows[1].fields[2], "a, \"b\"\r\nc") == 0);
    CHECK(strcmp(table.rows[2].fields[1], " x ") == 0 && table.rows[2].fields[2][0] == 0);
    import_csv_free(&table);

    CHECK(csv("a;\"b,b,b\";c\n1;2;3\n", 0, true));
    CHECK_EQ(table.rows[0].count, 3);
    import_csv_free(&table);
    CHECK(csv("a\tb\n1\t2\n", 0, true) && table.rows[1].count == 2);
    import_csv_free(&table);
    CHECK(csv("a,b\n1\n", ',', false) && table.rows[1].count == 1);
    import_csv_free(&table);
    CHECK(csv("", 0, true) && table.row_count == 0);
    CHECK_EQ(import_csv_column(&table, "a"), -1);
    import_csv_free(&table);
}

TEST(csv_refusals_name_the_line) {
    CHECK(csv_refused("a,b\n1,2\n1,2,3\n", "t.csv:3: 3 fields where the first row has 2"));
    CHECK(csv_refused("a,b\n\"x\ny", "t.csv:2: a quoted field begins here and never ends"));
    CHECK(csv_refused("a,b\n\"x\"y,2\n", "t.csv:2: text behind a closing quote"));
    CHECK(csv_refused("a,b\n1,2\n\xFF,2\n", "t.csv:3: this is no UTF-8"));
    char *wide = malloc(1200);
    memset(wide, ',', 1199);
    wide[1199] = 0;
    CHECK(csv_refused(wide, "t.csv:1: more than 1024 columns"));
    free(wide);
}

TEST(csv_written_fields_read_back) {
    static const char *const fields[] = {"plain",      "",         "a,b",       "say \"hi\"",
                                         "two\nlines", " blanks ", "semi;colon"};
    writer out = {0};
    for (size_t i = 0; i < 7; i++) {
        if (i > 0) writer_u8(&out, ',');
        import_csv_write_field(&out, fields[i], ',');
    }
    writer_u8(&out, '\n');
    CHECK(import_csv_parse("t.csv", (char *)out.data, out.size, ',', true, &table, &error));
    CHECK_EQ(table.row_count, 1);
    CHECK_EQ(table.rows[0].count, 7);
    for (size_t i = 0; i < 7; i++) CHECK(strcmp(table.rows[0].fields[i], fields[i]) == 0);
    import_csv_free(&table);
    writer_free(&out);
}

static bool parse(const char *text) {
    error.text[0] = 0;
    return import_ini_parse("t.ini", text, strlen(text), &ini, &error);
}

/* Whether the document is written as this text. */
static bool writes(const char *text) {
    writer out = {0};
    import_ini_write(&ini, &out);
    bool same = out.size == strlen(text) && memcmp(out.data, text, out.size) == 0;
    if (!same) TEST_INFO("%.*s", (int)out.size, (char *)out.data);
    writer_free(&out);
    return same;
}

TEST(ini_values_by_kind) {
    int64_t width = 0, height = 0;
    bool full = false, sync = true;
    double volume = 0;
    const char *name = "none";
    CHECK(parse("[Graphics]\nWidth=1680\nHeight = 1050\nFullScreen=true\nVsync=FALSE\n; c\n[Sound]\nvolume = "
                "0.5\nname=\" x \"\n"));
    CHECK_EQ(ini.bad + ini.doubled, 0);
    CHECK(import_ini_whole(&ini, "graphics", "WIDTH", 1, 4096, &width, &error) && width == 1680);
    CHECK(import_ini_whole(&ini, "Graphics", "Height", 1, 4096, &height, &error) && height == 1050);
    CHECK(import_ini_boolean(&ini, "Graphics", "FullScreen", &full, &error) && full);
    CHECK(import_ini_boolean(&ini, "Graphics", "Vsync", &sync, &error) && !sync);
    CHECK(import_ini_number(&ini, "Sound", "volume", 0, 1, &volume, &error) && volume == 0.5);
    CHECK(import_ini_text(&ini, "Sound", "name", &name) && strcmp(name, " x ") == 0);
    CHECK(import_ini_text(&ini, "Sound", "none", &name) && strcmp(name, " x ") == 0);
    CHECK(import_ini_whole(&ini, "Sound", "Width", 1, 2, &width, &error) && width == 1680);
    CHECK(!import_ini_whole(&ini, "Graphics", "Width", 1, 1000, &width, &error));
    CHECK(strcmp(error.text, "t.ini:2: Width: a whole number from 1 to 1000 is wanted") == 0);
    CHECK(!import_ini_boolean(&ini, "Graphics", "Width", &full, &error) &&
          strstr(error.text, "t.ini:2:") != NULL);
    CHECK(!import_ini_number(&ini, "Sound", "name", 0, 1, &volume, &error) &&
          strstr(error.text, "t.ini:9:") != NULL);
    import_ini_free(&ini);
}

TEST(ini_round_trip_and_changes) {
    const char *text = "; top\r\n\r\n[SomeSection]\r\n  Key1 =  Value1  \r\nKey2=Value2\r\n# "
                       "c\r\n\r\n[AnotherSection]\r\nKey3=3\r\nKey4=4\r\nKey5=5";
    CHECK(parse(text));
    CHECK(writes(text));
    CHECK(import_ini_set(&ini, "somesection", "key1", "new", &error));
    CHECK(import_ini_set(&ini, "SomeSection", "Key2b", " x", &error));
    CHECK(import_ini_set(&ini, "AnotherSection", "Key6", "6", &error));
    CHECK(import_ini_set(&ini, "Third", "Key7", "", &error));
    CHECK(import_ini_set(&ini, "", "first", "1", &error));
    CHECK(writes("first=1\r\n; top\r\n\r\n[SomeSection]\r\n  Key1 =  new  \r\nKey2=Value2\r\nKey2b=\" "
                 "x\"\r\n# c\r\n\r\n[AnotherSection]\r\n"
                 "Key3=3\r\nKey4=4\r\nKey5=5\r\nKey6=6\r\n[Third]\r\nKey7=\r\n"));
    const char *value = NULL;
    CHECK(import_ini_text(&ini, "SomeSection", "Key2b", &value) && strcmp(value, " x") == 0);
    CHECK(import_ini_set(&ini, "third", "key7", "seven", &error));
    CHECK(import_ini_text(&ini, "Third", "Key7", &value) && strcmp(value, "seven") == 0);
    import_ini_free(&ini);
}

TEST(ini_bad_lines_are_told_and_kept) {
    const char *text = "[A]\nx=1\nnonsense\n=5\n[]\nX=2\n";
    int64_t x = 0;
    CHECK(parse(text));
    CHECK_EQ(ini.bad, 3);
    CHECK_EQ(ini.doubled, 1);
    CHECK(strncmp(ini.first_bad.text, "t.ini:3: ", 9) == 0);
    CHECK(writes(text));
    CHECK(import_ini_whole(&ini, "A", "x", 0, 9, &x, &error) && x == 2);
    CHECK(!import_ini_set(&ini, "A", "x", "a\nb", &error) && !import_ini_set(&ini, "A", "x", "\"", &error));
    CHECK(!import_ini_set(&ini, "A", "a=b", "1", &error) && !import_ini_set(&ini, "A", "", "1", &error));
    CHECK(!import_ini_set(&ini, "A]", "a", "1", &error) && !import_ini_set(&ini, "A", ";a", "1", &error));
    CHECK(writes(text));
    import_ini_free(&ini);
    CHECK(parse("a=1\na=2\n") && ini.bad == 0 && strncmp(ini.first_bad.text, "t.ini:2: `a` stands", 19) == 0);
    import_ini_free(&ini);
    CHECK(!import_ini_parse("t.ini", "a\0b", 3, &ini, &error));
    CHECK(parse("\xEF\xBB\xBF"
                "a=1\n") &&
          import_ini_set(&ini, "", "a", "2", &error) &&
          writes("\xEF\xBB\xBF"
                 "a=2\n"));
    CHECK(!import_ini_set(&ini, "",
                          "\xEF\xBB\xBF"
                          "b",
                          "2", &error));
    import_ini_free(&ini);
}
