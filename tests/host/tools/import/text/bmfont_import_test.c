/* Fonts with a description: both forms made by hand, channels, kernings, and refusals. */
#include <string.h>

#include "tests/test.h"
#include "tools/base/writer.h"
#include "tools/import/text/bmfont.h"

static import_font font;
static tool_error error;
static bool with_alpha;

/* Gives a page of 4 x 4 pixels: red 10 * x, green 20 * y, blue 255, alpha 255 - x. */
static bool page(void *context, const char *name, import_image *picture, tool_error *fault) {
    (void)context;
    if (strcmp(name, "a b.png") != 0) return import_error_file(fault, name, "there is no such picture");
    if (!import_image_allocate(name, 4, 4, false, picture, fault)) return false;
    for (int i = 0; i < 16; i++) {
        const uint8_t rgba[4] = {(uint8_t)(10 * (i % 4)), (uint8_t)(20 * (i / 4)), 255,
                                 (uint8_t)(255 - i % 4)};
        memcpy(picture->rgba + 4 * (size_t)i, rgba, 4);
    }
    picture->has_alpha = with_alpha;
    return true;
}

static bool parse(const char *text, size_t size) {
    static const import_bmfont_pages pages = {page, NULL};
    error.text[0] = 0;
    return import_bmfont_parse("t.fnt", text, size, &pages, &font, &error);
}

#define HEAD                                                                                                 \
    "info face=\"My font\" size=8 padding=0,0,0,0\ncommon lineHeight=10 base=8 scaleW=4 scaleH=4 pages=1 "   \
    "packed=0\n"
#define PAGE "page id=0 file=\"a b.png\"\nchars count=2\n"
#define CHARS                                                                                                \
    "char id=66 x=1 y=2 width=2   height=1 xoffset=-1 yoffset=3 xadvance=5 page=0 chnl=15\r\n"               \
    "char id=65 x=0 y=1 width=1 height=2 xoffset=0 yoffset=0 xadvance=2 page=0 chnl=2\n"

static void check_font(void) {
    CHECK_EQ(font.count, 2);
    CHECK_EQ(font.ascent, 8);
    CHECK_EQ(font.descent, 2);
    const import_glyph *b = import_font_find(&font, 'B'), *a = import_font_find(&font, 'A');
    CHECK(a != NULL && b != NULL);
    if (a == NULL || b == NULL) return;
    CHECK(b->width == 2 && b->height == 1 && b->left == -1 && b->top == 5 && b->advance == 5);
    CHECK(b->pixels[0] == 254 && b->pixels[1] == 253);                                  /* alpha */
    CHECK(a->width == 1 && a->height == 2 && a->pixels[0] == 20 && a->pixels[1] == 40); /* green */
    CHECK_EQ(font.depth, 8);
    CHECK_EQ(font.kerning_count, 2);
    CHECK(font.kernings[0].second == 65 && font.kernings[1].second == 66 && font.kernings[1].advance == -2);
    CHECK_EQ(import_font_width(&font, "AB"), 2 + 5 - 2);
}

TEST(bmfont_text_and_bytes_give_the_same_font) {
    static const char text[] = HEAD PAGE CHARS
        "kernings count=2\nkerning first=65 second=66 amount=-2\nkerning first=65 second=65 amount=1\n";
    with_alpha = true;
    CHECK(import_bmfont_is(text, sizeof text - 1));
    CHECK(parse(text, sizeof text - 1));
    check_font();
    import_font_free(&font);
    static const uint8_t chars[40] = {66, 0, 0, 0, 1, 0, 2, 0, 2, 0, 1, 0, 0xFF, 0xFF, 3, 0, 5, 0, 0, 15,
                                      65, 0, 0, 0, 0, 0, 1, 0, 1, 0, 2, 0, 0,    0,    0, 0, 2, 0, 0, 2};
    static const uint8_t kernings[20] = {65, 0, 0, 0, 66, 0, 0, 0, 0xFE, 0xFF,
                                         65, 0, 0, 0, 65, 0, 0, 0, 1,    0};
    writer w = {0};
    writer_bytes(&w, "BMF\3\2\4\0\0\0\12\0\10\0\3\10\0\0\0a b.png\0\4\50\0\0\0", 31);
    writer_bytes(&w, chars, sizeof chars);
    writer_bytes(&w, "\5\24\0\0\0", 5);
    writer_bytes(&w, kernings, sizeof kernings);
    writer_zeros(&w, 1);
    size_t size = w.size - 1;
    CHECK(parse((const char *)w.data, size));
    if (error.text[0] != 0) TEST_INFO("%s", error.text);
    check_font();
    import_font_free(&font);
    CHECK(!parse((const char *)w.data, size - 1) && strstr(error.text, "truncated") != NULL);
    w.data[3] = 2;
    CHECK(!parse((const char *)w.data, size) && strstr(error.text, "version 3") != NULL);
    writer_free(&w);
}

TEST(bmfont_without_alpha_takes_the_grey) {
    static const char text[] = HEAD PAGE CHARS;
    with_alpha = false;
    CHECK(parse(text, sizeof text - 1));
    CHECK_EQ(import_font_find(&font, 'B')->pixels[0], (77 * 10 + 150 * 40 + 29 * 255 + 128) >> 8);
    import_font_free(&font);
}

TEST(bmfont_refusals_name_their_line) {
    static const struct {
        const char *text, *wanted;
    } cases[] = {{HEAD "page id=0 file=\"c.png\"\n", "c.png"},
                 {HEAD "page id=64 file=\"a b.png\"\n", "t.fnt:3:"},
                 {HEAD PAGE "char id=65 x=3 y=0 width=2 height=1 page=0\n", "t.fnt:5:"},
                 {HEAD PAGE "char id=65 x=-1 y=0 width=2 height=1 page=0\n", "outside"},
                 {HEAD PAGE "char id=65 x=0 y=0 width=1 height=1 page=1\n", "not there"},
                 {HEAD PAGE "char id=9999999 x=0 y=0 width=1 height=1 page=0\n", "1114111"},
                 {HEAD PAGE CHARS CHARS, "stands there twice"},
                 {HEAD PAGE "char id=0 page=0\nchar id=0 page=0\n", "the code 0 stands there twice"},
                 {HEAD PAGE, "without a character"},
                 {"info face=a\n" PAGE CHARS, "height of a line"},
                 {"info face=a\ncommon lineHeight=0 base=0\n", "t.fnt:2:"}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        CHECK(!parse(cases[i].text, strlen(cases[i].text)));
        CHECK(strstr(error.text, cases[i].wanted) != NULL);
        if (strstr(error.text, cases[i].wanted) == NULL) TEST_INFO("%zu: %s", i, error.text);
        CHECK(font.glyphs == NULL && font.arena.newest == NULL);
    }
}
