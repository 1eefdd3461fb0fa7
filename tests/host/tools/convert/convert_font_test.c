/* Fonts and tables of texts: exactly the used glyphs, every text under its key, and every fault found. */
#include "fixedmath/utf8.h"
#include "rom/records.h"
#include "tests/host/tools/convert/converted_asset.h"
#include "tests/host/tools/convert/picture_file.h"
#include "tools/import/text/csv.h"
#include "tools/import/text/font.h"
#include "tools/import/text/strings.h"

static converted_asset made;

static const char bdf[] =
    "STARTFONT 2.1\nFONT t\nSIZE 8 75 75\nFONTBOUNDINGBOX 8 8 0 -2\nSTARTPROPERTIES 2\nFONT_ASCENT "
    "6\nFONT_DESCENT 2\nENDPROPERTIES\nCHARS 5\n"
    "STARTCHAR A\nENCODING 65\nSWIDTH 500 0\nDWIDTH 6 0\nBBX 5 3 0 0\nBITMAP\n20\n50\nF8\nENDCHAR\n"
    "STARTCHAR B\nENCODING 66\nSWIDTH 500 0\nDWIDTH 7 0\nBBX 9 2 1 -1\nBITMAP\nFF80\n8080\nENDCHAR\n"
    "STARTCHAR question\nENCODING 63\nSWIDTH 500 0\nDWIDTH 6 0\nBBX 1 1 0 0\nBITMAP\n80\nENDCHAR\n"
    "STARTCHAR eacute\nENCODING 233\nSWIDTH 500 0\nDWIDTH 6 0\nBBX 1 1 0 0\nBITMAP\n80\nENDCHAR\n"
    "STARTCHAR grin\nENCODING 128512\nSWIDTH 500 0\nDWIDTH 6 0\nBBX 2 2 0 "
    "0\nBITMAP\n80\n40\nENDCHAR\nENDFONT\n";

/* Coverage of a pixel of glyph number i, out of the chunk alone, 0..255. */
static uint32_t coverage_of(const converted_asset *a, uint32_t i, uint32_t x, uint32_t y) {
    size_t row = converted_u32(a, ROM_FONT_GLYPHS_AT) + (size_t)i * ROM_GLYPH_SIZE;
    uint32_t depth = a->chunk.data[ROM_FONT_DEPTH], width = converted_u16(a, row + ROM_GLYPH_WIDTH),
             pitch = (width * depth + 7) / 8;
    size_t at = converted_u32(a, ROM_FONT_COVERAGE_AT) +
                converted_u32(a, converted_u32(a, ROM_FONT_PLACES_AT) + 4 * (size_t)i) + (size_t)y * pitch;
    uint32_t bit = x * depth;
    return ((uint32_t)a->chunk.data[at + bit / 8] >> bit % 8 & ((1u << depth) - 1)) * 255 /
           ((1u << depth) - 1);
}

static uint32_t glyph_of(const converted_asset *a, uint32_t code) {
    for (uint32_t i = 0; i < converted_u32(a, ROM_FONT_GLYPH_COUNT); i++) {
        if (converted_u32(a, converted_u32(a, ROM_FONT_GLYPHS_AT) + i * ROM_GLYPH_SIZE) == code) return i;
    }
    return UINT32_MAX;
}

TEST(convert_font_glyphs_come_back_in_every_depth) {
    static const char *const depths[] = {"", "depth=2", "depth=4", "depth=8"};
    import_font font;
    CHECK(import_bdf_parse("t", bdf, sizeof bdf - 1, &font, NULL));
    for (int d = 0; d < 4; d++) {
        CHECK(convert_asset(&made, "font", "it.bdf", bdf, sizeof bdf - 1, depths[d]));
        converted_check(&made);
        CHECK_EQ(converted_u32(&made, ROM_FONT_GLYPH_COUNT), 5);
        CHECK_EQ(converted_u16(&made, ROM_FONT_BASELINE), 6);
        CHECK_EQ(converted_u16(&made, ROM_FONT_HEIGHT), 8);
        CHECK_EQ(converted_u32(&made, ROM_FONT_REPLACEMENT), glyph_of(&made, '?'));
        CHECK_EQ(made.chunk.data[ROM_FONT_FIXED], 0);
        for (uint32_t i = 0; i < font.count; i++) {
            const import_glyph *g = &font.glyphs[i];
            CHECK_EQ(glyph_of(&made, g->code), i);
            for (uint32_t p = 0; p < (uint32_t)g->width * g->height; p++)
                CHECK_EQ(coverage_of(&made, i, p % g->width, p / g->width), g->pixels[p]);
        }
        CHECK(strstr(made.companions.notes->text, "nothing lost"));
        converted_free(&made);
    }
    import_font_free(&font);
}

/* 256 cells of 8 x 8: 2 KB of bits, 16 KB of bytes. */
TEST(convert_font_of_a_picture_with_fixed_cells) {
    static uint8_t list[1024];
    char path[100];
    import_image image;
    writer png = {0};
    size_t size = 0;
    CHECK(import_image_allocate("t", 128, 128, false, &image, NULL));
    for (int i = 0; i < 128 * 128; i++) {
        bool ink = i > 0 && ((uint32_t)i * 2654435761u >> 28) < 7;
        memset(image.rgba + 4 * i, ink ? 255 : 0, 3);
        image.rgba[4 * i + 3] = 255;
    }
    picture_png(&image, &png);
    memcpy(list, "\xEF\xBB\xBF", 3); /* a byte order mark is none of the characters */
    size = 3;
    for (uint32_t c = 0; c < 256; c++) { /* characters of U+0100 on, two bytes each */
        list[size++] = (uint8_t)(0xC0 | (0x100 + c) >> 6);
        list[size++] = (uint8_t)(0x80 | (c & 63));
    }
    temporary_path(path, sizeof path, "characters.txt");
    CHECK(import_file_write(path, list, size, NULL));
    for (int depth = 1; depth <= 8; depth += 7) {
        char options[200];
        snprintf(options, sizeof options, "cell=8x8 depth=%d characters=%s", depth, path);
        CHECK(convert_asset(&made, "font", "it.png", png.data, png.size, options));
        converted_check(&made);
        CHECK_EQ(converted_u32(&made, ROM_FONT_COVERAGE_BYTES), 2048 * depth);
        CHECK_EQ(made.chunk.data[ROM_FONT_FIXED], 1);
        uint32_t i = glyph_of(&made, 0x100 + 37);
        for (uint32_t p = 0; p < 64; p++)
            CHECK_EQ(coverage_of(&made, i, p % 8, p / 8),
                     image.rgba[4 * ((37 / 16 * 8 + p / 8) * 128 + 37 % 16 * 8 + p % 8)]);
        converted_free(&made);
    }
    remove(path);
    import_image_free(&image);
    writer_free(&png);
}

TEST(convert_font_subset_is_what_the_texts_use) {
    char path[100], kerning[100], options[300];
    const char *texts = "key,en,fr\na,AB,B\xC3\xA9\nb,A,\xF0\x9F\x98\x80"
                        "C\n";
    temporary_path(path, sizeof path, "texts.csv");
    temporary_path(kerning, sizeof kerning, "kerning.txt");
    CHECK(import_file_write(path, texts, strlen(texts), NULL));
    CHECK(import_file_write(kerning, "A B -2\n? A 1\n", 13, NULL));
    snprintf(options, sizeof options, "texts=%s kerning=%s", path, kerning);
    CHECK(convert_asset(&made, "font", "it.bdf", bdf, sizeof bdf - 1, options));
    converted_check(&made);
    CHECK_EQ(converted_u32(&made, ROM_FONT_GLYPH_COUNT),
             4); /* A, B, e acute, and a grin of four bytes; no question mark */
    CHECK(glyph_of(&made, 'A') == 0 && glyph_of(&made, 'B') == 1 && glyph_of(&made, 233) == 2 &&
          glyph_of(&made, 128512) == 3);
    CHECK(made.companions.notes != NULL &&
          strstr(made.companions.notes->text, "1 characters of the texts have no glyph: U+0043"));
    CHECK_EQ(converted_u32(&made, ROM_FONT_KERNING_COUNT), 1); /* the other pair's glyph is left out */
    CHECK_EQ((int32_t)converted_u32(&made, converted_u32(&made, ROM_FONT_KERNINGS_AT) + ROM_KERNING_MOVE),
             -2);
    converted_free(&made);
    snprintf(options, sizeof options, "texts=%s keep=?", path);
    CHECK(convert_asset(&made, "font", "it.bdf", bdf, sizeof bdf - 1, options));
    CHECK_EQ(converted_u32(&made, ROM_FONT_GLYPH_COUNT), 5);
    converted_free(&made);
    CHECK(!convert_asset(&made, "font", "it.bdf", bdf, sizeof bdf - 1, "depth=3"));
    converted_free(&made);
    CHECK(!convert_asset(&made, "font", "it.bdf", bdf, sizeof bdf - 1, "texts=nothing.csv"));
    converted_free(&made);
    remove(path);
    remove(kerning);
}

/* ---- texts ---- */

static const char *find_text(const converted_asset *a, const char *key, uint32_t *length) {
    uint32_t low = 0, high = converted_u32(a, ROM_TEXT_COUNT), at = converted_u32(a, ROM_TEXT_AT),
             id = rom_id(key);
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        if (converted_u32(a, at + middle * ROM_STRING_SIZE) < id) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    size_t row = at + (size_t)low * ROM_STRING_SIZE;
    if (low == converted_u32(a, ROM_TEXT_COUNT) || converted_u32(a, row) != id) return NULL;
    *length = converted_u32(a, row + 8);
    return (const char *)a->chunk.data + converted_u32(a, row + 4);
}

static bool is_text(const converted_asset *a, const char *key, const char *wanted) {
    uint32_t length;
    const char *text = find_text(a, key, &length);
    return text != NULL && length == strlen(wanted) && memcmp(text, wanted, length) == 0;
}

TEST(convert_text_of_every_format_and_language) {
    static const char *const forms[] = {
        "key,limit,width,en,de\nhello,10,,Hello {name},Hallo {name}\nbye,,30,Bye,\"Tsch\xC3\xBC\xC3\x9F, "
        "\xF0\x9F\x98\x80\"\n",
        "<texts language=\"en\"><text id=\"hello\" limit=\"10\">Hello {name}</text><text "
        "id=\"bye\">Bye</text>"
        "<text id=\"hello\" language=\"de\">Hallo {name}</text><text id=\"bye\" "
        "language=\"de\">Tsch\xC3\xBC\xC3\x9F, &#x1F600;</text></texts>",
        "{\"hello\": {\"en\": \"Hello {name}\", \"de\": \"Hallo {name}\"}, \"bye\": {\"en\": \"Bye\", "
        "\"de\": \"Tsch\xC3\xBC\xC3\x9F, \\uD83D\\uDE00\"}}"};
    for (int i = 0; i < 3; i++) {
        CHECK(convert_asset_text(&made, "text", forms[i], "column=en"));
        converted_check(&made);
        CHECK(is_text(&made, "hello", "Hello {name}") && is_text(&made, "bye", "Bye"));
        converted_free(&made);
        CHECK(convert_asset_text(&made, "text", forms[i], "column=de"));
        converted_check(&made);
        CHECK(is_text(&made, "hello", "Hallo {name}") &&
              is_text(&made, "bye", "Tsch\xC3\xBC\xC3\x9F, \xF0\x9F\x98\x80"));
        converted_free(&made);
        CHECK(!convert_asset_text(&made, "text", forms[i], "column=fr"));
        CHECK(strstr(made.error.text, "it has en, de"));
        converted_free(&made);
    }
    CHECK(convert_asset_text(&made, "text", "# c\nhello = Hi there\r\nempty =\n", ""));
    converted_check(&made);
    CHECK(is_text(&made, "hello", "Hi there") && is_text(&made, "empty", ""));
    converted_free(&made);
}

/* UI-002: a table as spreadsheets save it, in UTF-16 of either order of bytes, is that in UTF-8. */
TEST(convert_text_of_utf16_is_that_of_utf8) {
    static const char table[] = "key\ten\tde\nhello\tHello\tTsch\xC3\xBC\xC3\x9F, \xF0\x9F\x98\x80\n";
    for (int big = 0; big < 2; big++) {
        char wide[200];
        size_t fault;
        memcpy(wide, big ? "\xFE\xFF" : "\xFF\xFE", 2);
        const size_t size =
            2 + fx_utf16_from_utf8(table, sizeof table - 1, big != 0, wide + 2, sizeof wide - 2, &fault);
        CHECK(fault == sizeof table - 1 && size <= sizeof wide);
        CHECK(convert_asset(&made, "text", "it.txt", wide, size, "column=de"));
        converted_check(&made);
        CHECK(is_text(&made, "hello", "Tsch\xC3\xBC\xC3\x9F, \xF0\x9F\x98\x80"));
        converted_free(&made);
        import_csv rows;
        CHECK(import_csv_parse("t", wide, size, 0, true, &rows, NULL));
        CHECK(rows.row_count == 2 && strcmp(rows.rows[1].fields[1], "Hello") == 0);
        import_csv_free(&rows);
        CHECK(!convert_asset(&made, "text", "it.txt", wide, size - 1, "column=de")); /* half a unit */
        CHECK(strstr(made.error.text, "no character of UTF-16 begins here") != NULL);
        converted_free(&made);
        CHECK(!import_csv_parse("t", wide, size - 1, 0, true, &rows, NULL));
        import_csv_free(&rows);
    }
}

TEST(convert_text_pseudo_language_is_longer_and_keeps_placeholders) {
    static const char *const texts[] = {"Save the game?", "{count} coins of %d", "x", "",
                                        "Hello {name}, how are you today"};
    for (int i = 0; i < 5; i++) {
        char *pseudo = import_strings_pseudo(texts[i]);
        uint32_t before = import_utf8_length(texts[i]), after = import_utf8_length(pseudo);
        CHECK(pseudo[0] == '[' && pseudo[strlen(pseudo) - 1] == ']');
        CHECK(after >= (before * 5 + 3) / 4 && after <= (before * 5 + 3) / 4 + 2);
        CHECK(strstr(texts[i], "{count}") == NULL || strstr(pseudo, "{count}") != NULL);
        CHECK(strstr(texts[i], "{name}") == NULL || strstr(pseudo, "{name}") != NULL);
        CHECK(strchr(pseudo, 'e') == NULL || strstr(pseudo, "{name}") != NULL);
        free(pseudo);
    }
    CHECK(convert_asset_text(&made, "text", "a = Save\n", "pseudo=on"));
    CHECK(is_text(&made, "a", "[\xC5\xA0\xC3\xA1\xE1\xB9\xBD\xC3\xA9]"));
    converted_free(&made);
}

typedef struct found {
    uint32_t count[5], code;
    const char *key[5];
} found;

static void note(void *argument, import_strings_fault fault, const import_string *string, uint32_t language,
                 uint32_t code) {
    found *f = argument;
    CHECK_EQ(language, 1);
    f->count[fault]++;
    f->key[fault] = string->key;
    f->code = code;
}

TEST(convert_text_planted_faults_are_found) {
    const char *text = "key,limit,en,de\nok,11,Good {x} %d,%d Gut "
                       "{x}\nlack,,Yes,\nlong,3,Yes,Jawohl\nholes,,a {x},b {y}\nglyph,,AB,A\xC3\xA9?\n";
    import_strings strings;
    import_font font;
    found f;
    memset(&f, 0, sizeof f);
    CHECK(import_strings_parse("t.csv", text, strlen(text), &strings, NULL));
    CHECK_EQ(import_strings_check(&strings, NULL, note, &f), 3);
    CHECK(f.count[IMPORT_STRINGS_MISSING] == 1 && strcmp(f.key[IMPORT_STRINGS_MISSING], "lack") == 0);
    CHECK(f.count[IMPORT_STRINGS_PLACEHOLDER] == 1 &&
          strcmp(f.key[IMPORT_STRINGS_PLACEHOLDER], "holes") == 0);
    CHECK(f.count[IMPORT_STRINGS_LONG] == 1 && strcmp(f.key[IMPORT_STRINGS_LONG], "long") == 0);
    CHECK_EQ(f.count[IMPORT_STRINGS_GLYPH], 0);
    import_strings_free(&strings);
    memset(&f, 0, sizeof f);
    CHECK(import_bdf_parse("t", bdf, sizeof bdf - 1, &font, NULL));
    CHECK(import_strings_parse("t.csv", "key,en,de\na,AB,AC\n", 18, &strings, NULL));
    CHECK_EQ(import_strings_check(&strings, &font, note, &f), 1);
    CHECK(f.count[IMPORT_STRINGS_GLYPH] == 1 && f.code == 'C');
    import_strings_free(&strings);
    import_font_free(&font);
    static const char *const lacking = "key,limit,en,de\nok,11,Good,Gut\nlack,,Yes,\nlong,3,Yes,Jawohl\n";
    CHECK(!convert_asset_text(&made, "text", lacking, "column=de strict=on"));
    CHECK(strstr(made.error.text, "it.txt:3: `lack` has no text in de"));
    converted_free(&made);
    CHECK(convert_asset_text(&made, "text", lacking, "column=de"));
    CHECK(made.companions.notes != NULL && find_text(&made, "lack", &f.code) == NULL);
    converted_free(&made);
}

/* Limit and width columns of every format, and the width of drawn text: advances, kernings, lines. */
TEST(convert_text_widths_in_a_font) {
    static const char *const forms[] = {"key,limit,width,en\na,5,13,AB\n",
                                        "<t><text id=\"a\" limit=\"5\" width=\"13\">AB</text></t>",
                                        "{\"a\": {\"en\": \"AB\", \"limit\": 5, \"width\": 13}}"};
    static const import_kerning pair = {'A', 'B', -2};
    import_strings strings;
    import_font font;
    for (int i = 0; i < 6; i++) {
        char text[200];
        snprintf(text, sizeof text, "%s%s", i < 3 ? "" : "\xEF\xBB\xBF",
                 forms[i % 3]); /* a byte order mark is no part of the first key */
        CHECK(import_strings_parse("t", text, strlen(text), &strings, NULL));
        CHECK(strings.strings[0].limit == 5 && strings.strings[0].width == 13);
        import_strings_free(&strings);
    }
    CHECK(!import_strings_parse("t", "{\"a\": {\"limit\": 1.5}}", 22, &strings, NULL));
    CHECK(import_bdf_parse("t", bdf, sizeof bdf - 1, &font, NULL));
    CHECK_EQ(import_font_width(&font, ""), 0);
    CHECK_EQ(import_font_width(&font, "AB"), 13);
    CHECK_EQ(import_font_width(&font, "A\\nABA\\n"), 19);
    CHECK_EQ(import_font_width(&font, "AZ"), 12); /* a question mark stands in */
    font.kernings = &pair;
    font.kerning_count = 1;
    CHECK_EQ(import_font_width(&font, "BABA"), 24);
    font.kerning_count = 0;
    import_font_free(&font);
}

/* UI-008: a translation whose places or looks are not those of the first language is refused; their order is free, and
 * brackets and braces that are written twice are none. */
TEST(convert_text_refuses_other_placeholders) {
    static const char good[] = "key,en,de\na,{n} [gold]x[/],[gold]y[/] {n}\nb,{{n} [[x],y\n";
    CHECK(convert_asset_text(&made, "text", good, "column=de"));
    converted_free(&made);
    static const char *const wrong[] = {"key,en,de\na,,\nb,x {n},y\n", "key,en,de\na,x,\nb,x {n},{m}\n",
                                        "key,en,de\na,x,\nb,[gold]x[/],y\n"};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        CHECK(!convert_asset_text(&made, "text", wrong[i], "column=de"));
        CHECK(strstr(made.error.text, "it.txt:3: `b` has other placeholders than the first language in de") !=
              NULL);
        converted_free(&made);
        CHECK(convert_asset_text(&made, "text", wrong[i], "column=en"));
        converted_free(&made);
    }
}

TEST(convert_text_refusals_name_their_place) {
    static const struct {
        const char *text, *part;
    } wrong[] = {{"a = x\na = y\n", "it.txt:2: the key `a` stands there already"},
                 {"a\n", "it.txt:1: `KEY = text`"},
                 {"= x\n", "it.txt:1: `KEY = text`"},
                 {"a = \x01\n", "it.txt:1: a control character"},
                 {"a = \xFF\n", "no UTF-8"},
                 {"key,limit,en\na,x,b\n", "it.txt:2: `x` is no number"},
                 {"key,en\na,b\na,c\n", "it.txt:3: the key `a`"},
                 {"key,en\n,b\n", "it.txt:2: a text without a key"},
                 {"key,en\na,b,c\n", "it.txt:2"},
                 {"<t><text>x</text></t>", "1:4: "},
                 {"<t><text id=\"a\">x</text><text id=\"a\" language=\"\">x</text></t>", "1:25: "},
                 {"{\"a\": 3}", "it.txt:1:7"},
                 {"{\"a\": {\"en\": 3}}", "it.txt:1:14"},
                 {"Key = x\nkey = y\n", "it.txt:2: the key `key` has the same id as the one in line 1"}};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        CHECK(!convert_asset_text(&made, "text", wrong[i].text, ""));
        if (strstr(made.error.text, wrong[i].part) == NULL)
            test_fail(__FILE__, __LINE__, made.error.text, 0, 1);
        converted_free(&made);
    }
}
