/* Names of a cart in its scripts: colours join the palette, and unknown names are told with the nearest known
 * name. */
#define _XOPEN_SOURCE 700
#include "raster/font.h"
#include "tests/host/tools/pack/packed_cart.h"

/* Packs, keeps the report, and tells how near the image's palette comes to a colour: the largest difference
 * of a channel, 256 without a palette. */
static int pack_script(const char *more, const char *script, uint32_t colour, tool_report *told) {
    packed_folder folder;
    tool_error error = {.text = ""};
    writer image = {0};
    rom_image rom;
    rom_chunk chunk;
    pack_report report;
    const pack_options options = {.names = true, .said = told};
    char text[2000];
    int nearest = 256;
    cart c;
    memset(told, 0, sizeof *told);
    if (!folder_make(&folder)) return nearest;
    snprintf(
        text, sizeof text,
        "title \"Names\"\nformat pal8\nsize 64x48\nbudget 160K\nframe 16K\nstart one\n%s"
        "texture skin skin.png\nmaterial red texture=skin shading=unlit\nmesh sign square.obj material=red\n"
        "script game game.goad\ntype coin mesh=sign\nscene one\n camera at=0,0,6 target=0,0,0\n"
        " object sign name=hero behaviour=Hero\nend\nscene two\n camera at=0,0,6 target=0,0,0\nend\n",
        more);
    folder_write(&folder, "cart.txt", text);
    folder_write(&folder, "square.obj", folder_square);
    folder_write(&folder, "game.goad", script);
    folder_write(&folder, "few.txt", "000000\n806040\nC08060\nC0B080\n");
    folder_picture(&folder, "skin.png", 64, 0x806040);
    bool ok = cart_load(folder.path, &c, &error);
    if (ok) {
        ok = pack_cart(&c, &options, &image, &report, &error);
        cart_free(&c);
    }
    if (!ok) TEST_INFO("%s", error.text);
    if (ok && rom_open(image.data, image.size, &rom, NULL) == ROM_OK &&
        rom_find(&rom, rom_id("palette"), ROM_TAG_PALETTE, &chunk)) {
        const uint8_t *at = chunk.data + rom_u32(chunk.data + ROM_PALETTE_COLOURS);
        for (int i = 1; i < 256; i++) {
            int most = 0;
            for (int k = 0; k < 3; k++) {
                int far = (int)(rom_u32(at + 4 * i) >> 8 * k & 255u) - (int)(colour >> 8 * k & 255u);
                if (far < 0) far = -far;
                most = far > most ? far : most;
            }
            nearest = most < nearest ? most : nearest;
        }
    }
    writer_free(&image);
    folder_remove(&folder);
    return nearest;
}

static bool is_told(const tool_report *told, const char *sentence) {
    for (uint32_t i = 0; i < told->count; i++)
        if (strstr(told->entries[i].what.text, sentence) != NULL) return true;
    for (uint32_t i = 0; i < told->count; i++) TEST_INFO("%s", told->entries[i].what.text);
    return false;
}

TEST(script_colours_join_the_palette) {
    static const char plain[] = "behaviour Hero { on tick { log(\"x\") } }\n";
    static const char written[] =
        "const BRIGHT = #FFE000\nbehaviour Hero { on tick { print_number(now(), 1, 1, BRIGHT) } }\n";
    tool_report told;
    CHECK(pack_script("", plain, 0xFFE000, &told) > 48);
    report_free(&told);
    CHECK(pack_script("", written, 0xFFE000, &told) <= 4);
    CHECK_EQ(told.warnings, 0);
    report_free(&told);
    CHECK(pack_script("palette few.txt\n", written, 0xFFE000, &told) > 48);
    CHECK_EQ(told.warnings, 1);
    CHECK(
        is_told(&told, "game.goad:1:16: the palette has no #FFE000; the nearest is #C0B080, which is shown"));
    report_free(&told);
}

TEST(script_names_of_the_cart_are_checked) {
    static const struct {
        const char *code, *says;
    } all[] = {
        {"scene('tow')", "game.goad:1:34: no scene of the cart is called 'tow'; did you mean 'two'?"},
        {"scene('two')", NULL},
        {"scene('nowhere')", "no scene of the cart is called 'nowhere'"},
        {"if find('heroo') != null { }",
         "no object, type or tag of the cart is called 'heroo'; did you mean 'hero'?"},
        {"if find('coin') != null { }", NULL},
        {"if nearest('hreo', self.pos, 1.0) != null { }", "called 'hreo'; did you mean 'hero'?"},
        {"remove(create('coni', self.pos))", "no type of the cart is called 'coni'; did you mean 'coin'?"},
        {"remove(create('coin', self.pos))", NULL},
        {"remove(create('hero', self.pos))", "no type of the cart is called 'hero'"},
        {"for x in every('coni') { remove(x) }", "called 'coni'; did you mean 'coin'?"},
        {"sound('bepe', 1.0)", "no sound of the cart is called 'bepe'"},
        {"music('thm', 0)", "no song or sound of the cart is called 'thm'"},
        {"music('', 0)", NULL},
        {"fail('door')", "no objective of the cart is called 'door'"},
        {"award('frist')", "no trophy of the cart is called 'frist'"}};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        char script[300];
        tool_report told;
        snprintf(script, sizeof script, "behaviour Hero { on tick { %s } }\n", all[i].code);
        (void)pack_script("", script, 0, &told);
        CHECK_EQ(told.errors, 0);
        CHECK_EQ(told.warnings, all[i].says == NULL ? 0 : 1);
        CHECK(all[i].says == NULL || is_told(&told, all[i].says));
        report_free(&told);
    }
}

/* A screen's sounds are looked for when the whole cart is known, and not where the cart's looks are packed
 * without sounds. */
TEST(screens_sounds_are_checked) {
    static const struct {
        const char *screen, *says;
    } all[] = {{"screen move=hop choose=hop\n label text=A\n", NULL},
               {"screen move=hop choose=hopp\n label text=A\n",
                "menu.screen:1:17: no sound of the cart is called 'hopp'; did you mean 'hop'?"},
               {"screen back=nothing\n label text=A\n", "no sound of the cart is called 'nothing'"}};
    static const char text[] = "title \"Names\"\nsize 64x48\nsound hop hop.gen\nscreen menu menu.screen\n"
                               "scene main\n camera at=0,0,6 target=0,0,0\nend\n";
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        packed_folder folder;
        tool_error error = {.text = ""};
        tool_report told = {0};
        pack_report report;
        writer image = {0}, looks = {0};
        const pack_options options = {.names = true, .said = &told}, plain = {.names = true};
        cart c;
        CHECK(folder_make(&folder));
        folder_write(&folder, "cart.txt", text);
        folder_write(&folder, "menu.screen", all[i].screen);
        CHECK(cart_load(folder.path, &c, &error));
        const bool seen =
            pack_looks(&c, "script", &plain, &looks, &error); /* the sound's file does not exist yet */
        if (!seen) TEST_INFO("%s", error.text);
        CHECK(seen);
        folder_write(&folder, "hop.gen", "tone rate=8000 time=0.03 from=660 to=660 wave=1\n");
        CHECK(pack_cart(&c, &options, &image, &report, &error));
        CHECK_EQ(told.warnings, all[i].says == NULL ? 0 : 1);
        CHECK(all[i].says == NULL || is_told(&told, all[i].says));
        cart_free(&c);
        writer_free(&image);
        writer_free(&looks);
        report_free(&told);
        folder_remove(&folder);
    }
}

static const char *letters(const char *text) {
    static char out[64];
    size_t used = 0;
    while ((out[used] = (char)rs_font_letter(&text)) != 0 && used < sizeof out - 1) used++;
    return out;
}

TEST(script_words_are_told_as_they_are_drawn) {
    tool_report told;
    CHECK(strcmp(letters("Ma\xC3\x9F: \xC3\x89t\xC3\xA9 \xC5\x81\xC3\xB3"
                         "d\xC5\xBA"),
                 "Mas: Ete Lodz") == 0);
    CHECK(strcmp(letters("\xE2\x80\x9C"
                         "ok\xE2\x80\x9D \xE2\x80\x93 \xE2\x80\xA6"),
                 "\"ok\" - .") == 0);
    CHECK(strcmp(letters("\xD0\xB6\xF0\x9F\x98\x80\xFF\xC3"), "\x7F\x7F\x7F\x7F") == 0); /* boxes, one each */
    (void)pack_script("",
                      "behaviour Hero { on tick { print(\"caf\xC3\xA9"
                      " \xD0\xB6\", 1, 1, 0) } }\n",
                      0, &told);
    CHECK(is_told(&told, "this is drawn as \"cafe ?\", ? as a box"));
    report_free(&told);
    (void)pack_script("", "behaviour Hero { on tick { log(\"caf\xC3\xA9\") } }\n", 0, &told);
    CHECK_EQ(told.notes, 0);
    report_free(&told);
}
