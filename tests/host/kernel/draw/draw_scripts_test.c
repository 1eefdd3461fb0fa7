/* Drawing of scripts: pixels of a picture, words, the state that stays as it is, and calls that are refused
 * or lack something. */
#define _XOPEN_SOURCE 700
#include "kernel/behaviour/module.h"
#include "kernel/draw/words.h"
#include "tests/host/rom/carts/played_cart.h"

static const char head[] =
    "title \"Drawn\"\nsize 64x48\nformat rgb565\nbudget 192K\nframe 16K\nstart one\n"
    "material red colour=#ff2020 shading=unlit\nmesh sign square.obj material=red\nscript game game.goad\n";
static const char scene_text[] =
    "scene one\n background #000000\n camera at=0,0,6 target=0,0,0\n behaviour Rules\nend\n";

static void play(played *p, const char *more, const char *script) {
    char text[1024];
    snprintf(text, sizeof text, "%s%s%s", head, more, scene_text);
    play_texts(p, &(played_texts){text, script, NULL});
}

static uint32_t pixel(const played *p, int x, int y) {
    host_frame shown = {0};
    CHECK(host_last_frame(p->port, &shown));
    return ((const uint16_t *)(const void *)((const uint8_t *)shown.pixels +
                                             (size_t)y * (size_t)shown.stride))[x];
}

/* Pixels that are not black. */
static int lit(const played *p, int x0, int y0, int x1, int y1) {
    int count = 0;
    for (int y = y0; y < y1; y++)
        for (int x = x0; x < x1; x++) count += pixel(p, x, y) != 0;
    return count;
}

enum { WHITE = 0xFFFF, RED = 0xF800, GREEN = 0x07E0 };

TEST(draw_scripts_draw_shapes_where_they_say) {
    played p;
    play(&p, "",
         "behaviour Rules { on draw {\n"
         "pixel(3, 4)\n"
         "rectangle_fill(10, 10, 4, 3, #FF0000)\n"
         "rectangle(20, 10, 6, 5, #00FF00)\n"
         "draw_at(30, 30)\nline(0, 0, 5, 0, #FF0000)\ncircle_fill(10, 10, 2, #00FF00)\n"
         "clip(20, 0, 4, 4)\nrectangle_fill(10, -10, 40, 40, #FFFFFF)\nclip_none()\n"
         "ink(HALF)\nrectangle_fill(-30, 14, 2, 2, #FFFFFF)\n"
         "} }\n");
    frame(p.console, 0);
    CHECK_EQ(pixel(&p, 3, 4), WHITE);
    CHECK(lit(&p, 0, 0, 10, 10) == 1 && lit(&p, 10, 10, 14, 13) == 12 && pixel(&p, 10, 10) == RED);
    CHECK(lit(&p, 20, 10, 26, 15) == 2 * 6 + 2 * 3 && pixel(&p, 21, 11) == 0 && pixel(&p, 20, 14) == GREEN);
    CHECK(lit(&p, 30, 30, 36, 31) == 6 && pixel(&p, 40, 40) == GREEN);
    CHECK_EQ(lit(&p, 50, 30, 54, 34), 16);
    CHECK(lit(&p, 48, 28, 60, 40) == 16); /* cut to the clip */
    CHECK(pixel(&p, 0, 44) != 0 && pixel(&p, 0, 44) != WHITE);
    end(&p);
}

TEST(draw_scripts_begin_each_drawing_afresh) {
    played p;
    play(&p, "",
         "behaviour A { on draw { pixel(1, 1)\ndraw_at(20, 20)\nclip(0, 0, 2, 2)\nink(ALPHA, 0.0) } }\n"
         "behaviour Rules : A { auto state S { on draw { pixel(2, 2, #FF0000)\npass } } }\n");
    frame(p.console, 0);
    CHECK(pixel(&p, 1, 1) == WHITE && pixel(&p, 2, 2) == RED);
    frame(p.console, 0);
    CHECK(pixel(&p, 1, 1) == WHITE && pixel(&p, 2, 2) == RED);
    end(&p);
}

TEST(draw_scripts_words_stand_where_they_are_aligned) {
    played p;
    play(&p, "",
         "behaviour Rules { var n = 7\non draw {\n"
         "text(\"{n}\", 0, 0)\ntext(\"{n}\", 32, 10, align: CENTRE)\ntext(\"{n}\", 64, 20, #FF0000, RIGHT)\n"
         "text(\"one two\", 0, 30, width: 30)\nrectangle_fill(60, 0, text_width(\"{n:3}\") / 8, 1)\n} }\n");
    frame(p.console, 0);
    CHECK(lit(&p, 0, 0, 8, 8) > 5 && lit(&p, 8, 0, 60, 8) == 0);
    CHECK(lit(&p, 28, 10, 36, 18) > 5 && lit(&p, 0, 10, 28, 18) == 0);
    CHECK(lit(&p, 56, 20, 64, 28) > 5 && lit(&p, 0, 20, 56, 28) == 0);
    CHECK(lit(&p, 0, 30, 24, 38) > 10 && lit(&p, 0, 40, 24, 48) > 10 &&
          lit(&p, 24, 30, 64, 48) == 0); /* two lines */
    CHECK_EQ(lit(&p, 60, 0, 64, 1), 3);
    end(&p);
}

/* A game whose script draws into the picture has the state of a game whose script does not. */
TEST(draw_scripts_leave_the_state_alone) {
    uint32_t hashes[2][30];
    for (int round = 0; round < 2; round++) {
        played p;
        char script[1024];
        snprintf(
            script, sizeof script,
            "var steps = 0\nbehaviour Rules { var mine = 2\non tick { steps += 1\nmine = mine * 3 }\n%s}\n",
            round == 0
                ? ""
                : "on draw { var x = steps % 40\nfor i in 0..5 { x += i\nline(x, i, x + mine % 3, 20) }\n"
                  "text(\"{steps} {mine}\", 0, 30)\nlet bad = 1 / (steps % 3) } ");
        play(&p, "", script);
        for (uint32_t i = 0; i < 30; i++) {
            frame(p.console, i % 5 == 0 ? PLAT_RIGHT : 0);
            hashes[round][i] = ox_console_scripts_hash(p.console);
        }
        CHECK(round == 0 || ox_console_script(p.console, rom_id("script/game"))->traps == 10);
        /* the rest of that drawing was left out, and no other drawing */
        CHECK(round == 0 || lit(&p, 0, 30, 64, 38) > 10);
        end(&p);
    }
    CHECK(memcmp(hashes[0], hashes[1], sizeof hashes[0]) == 0);
}

TEST(draw_scripts_share_a_budget_a_picture) {
    played p;
    play(&p, "scripts draw=300\n",
         "behaviour Rules { on draw { pixel(0, 0)\nfor i in 0..1000 { pixel(i, 1) } } }\n");
    frame(p.console, 0);
    CHECK(pixel(&p, 0, 0) == WHITE && lit(&p, 0, 1, 64, 2) > 5 && lit(&p, 0, 1, 64, 2) < 64);
    CHECK(logged(p.console, "Rules on draw: all `on draw`"));
    end(&p);
}

TEST(draw_scripts_missing_things_are_told_and_shown) {
    refuse_texts(
        &(played_texts){"title \"x\"\nsize 64x48\nformat rgb565\nstart one\nscript game game.goad\nscene "
                        "one\n camera at=0,0,6 target=0,0,0\n behaviour Rules\nend\n",
                        "behaviour Rules { on draw { picture('crat', 0, 0) } }\n", NULL},
        "the cart has no picture 'crat'; write `texture crat FILE.png` in cart.txt");
    refuse_texts(
        &(played_texts){"title \"x\"\nsize 64x48\nformat rgb565\nstart one\nscript game game.goad\nscene "
                        "one\n camera at=0,0,6 target=0,0,0\n behaviour Rules\nend\n",
                        "behaviour Rules { on draw { text(\"a\", 0, 0, font: 'tiny') } }\n", NULL},
        "the cart has no font 'tiny'; write `font tiny FILE` in cart.txt");
}

/* `print` in a step stays until the next step, also a text with parts. In `on draw` the text is there at
 * once. */
/* ---- pictures that lie in the image as pyramids ---- */

enum { SIDE_OF_DAWN = 32 };

static uint32_t dawn_at(int x, int y) {
    return (uint32_t)(x * 7) << 16 | (uint32_t)(y * 5 + (x ^ y) % 8) << 8 | (uint32_t)(255 - x * y / 5);
}

/* A cart with a picture of many colours and what its texture line says besides. */
static void pack_dawn(played *p, const char *format, const char *how, const char *script) {
    char picture[SIDE_OF_DAWN * SIDE_OF_DAWN * 12 + 64], text[1024];
    size_t at = (size_t)snprintf(picture, sizeof picture, "P3\n%d %d\n255\n", SIDE_OF_DAWN, SIDE_OF_DAWN);
    for (int i = 0; i < SIDE_OF_DAWN * SIDE_OF_DAWN; i++) {
        const uint32_t rgb = dawn_at(i % SIDE_OF_DAWN, i / SIDE_OF_DAWN);
        at += (size_t)snprintf(picture + at, sizeof picture - at, "%u %u %u\n", (unsigned)(rgb >> 16),
                               (unsigned)(rgb >> 8 & 255u), (unsigned)(rgb & 255u));
    }
    snprintf(text, sizeof text,
             "title \"Dawn\"\nsize 64x48\nformat %s\nbudget 192K\nframe 16K\nstart one\n"
             "texture dawn dawn.ppm %s\nmaterial veil texture=dawn shading=unlit\n"
             "mesh sign square.obj material=veil\nscript game game.goad\n%s",
             format, how, scene_text);
    memset(p, 0, sizeof *p);
    write_texts(&p->folder, &(played_texts){text, script, NULL});
    folder_write(&p->folder, "dawn.ppm", picture);
    CHECK(folder_pack(&p->folder, &p->image));
    boot_with(p, NULL, 0);
    CHECK(p->console != NULL);
}

static uint32_t shown_rgb(const played *p, int x, int y) {
    host_frame shown = {0};
    CHECK(host_last_frame(p->port, &shown));
    const uint8_t *row = (const uint8_t *)shown.pixels + (size_t)y * (size_t)shown.stride;
    return shown.format == PLAT_PAL8 ? shown.palette[row[x]] : ((const uint32_t *)(const void *)row)[x];
}

static int worst_of(uint32_t a, uint32_t b) {
    int worst = 0;
    for (int shift = 0; shift < 24; shift += 8) {
        const int apart = abs((int)(a >> shift & 255u) - (int)(b >> shift & 255u));
        if (apart > worst) worst = apart;
    }
    return worst;
}

/* R2D-045: a pyramid is drawn to the bit as the picture, and small as its level: the means of 2 x 2 and 4 x 4 pixels, in a quarter and a sixteenth of the memory. */
TEST(draw_scripts_pyramids_are_drawn_from_their_levels) {
    static const char script[] = "var stage = 0\nbehaviour Rules { on Press(b) { stage += 1 }\non draw {\n"
                                 "if stage == 1 { picture('dawn', 0, 0, scale: 0.25) }\n"
                                 "if stage >= 2 { picture('dawn', 0, 0) }\n"
                                 "if stage >= 3 { picture('dawn', 40, 0, scale: 0.5) }\n} }\n";
    played p;
    size_t used[5];
    pack_dawn(&p, "xrgb8888", "pyramid", script);
    frame(p.console, 0);
    for (int stage = 1; stage <= 4; stage++) {
        used[stage - 1] = ox_arena_used(p.console->resident);
        if (stage == 4) break;
        frame(p.console, PLAT_A);
        frame(p.console, 0);
        for (int y = 0; stage == 1 && y < 8; y++)
            for (int x = 0; x < 8; x++) {
                uint32_t sum[3] = {8, 8, 8};
                for (int i = 0; i < 16; i++)
                    for (int c = 0; c < 3; c++)
                        sum[c] += dawn_at(4 * x + i % 4, 4 * y + i / 4) >> (16 - 8 * c) & 255u;
                CHECK(worst_of(shown_rgb(&p, x, y), sum[0] / 16 << 16 | sum[1] / 16 << 8 | sum[2] / 16) <= 2);
            }
        if (stage == 1) CHECK_EQ(shown_rgb(&p, 8, 8), 0);
        for (int i = 0; stage >= 2 && i < SIDE_OF_DAWN * SIDE_OF_DAWN; i++)
            CHECK_EQ(shown_rgb(&p, i % SIDE_OF_DAWN, i / SIDE_OF_DAWN),
                     dawn_at(i % SIDE_OF_DAWN, i / SIDE_OF_DAWN));
    }
    CHECK(used[1] - used[0] >= 8 * 8 * 4 && used[1] - used[0] < 8 * 8 * 4 + 120);
    CHECK(used[2] - used[1] >= 32 * 32 * 4 && used[2] - used[1] < 32 * 32 * 4 + 120);
    CHECK(used[3] - used[2] >= 16 * 16 * 4 && used[3] - used[2] < 16 * 16 * 4 + 120);
    end(&p);
}

/* The same on a palette, whose colours are the nearest; with loss it is about the picture, and fewer bytes; a mesh wears it, too. */
TEST(draw_scripts_pyramids_fit_palettes_and_meshes) {
    static const char *const formats[] = {"pal8", "xrgb8888"};
    size_t bytes[2];
    for (int f = 0; f < 2; f++)
        for (int lossy = 0; lossy < 2; lossy++) {
            played p;
            int worst = 0;
            pack_dawn(&p, formats[f], lossy ? "pyramid quality=30" : "pyramid",
                      "behaviour Rules { on draw { picture('dawn', 0, 0) } }\n");
            frame(p.console, 0);
            for (int i = 0; i < SIDE_OF_DAWN * SIDE_OF_DAWN; i++) {
                const int apart = worst_of(shown_rgb(&p, i % SIDE_OF_DAWN, i / SIDE_OF_DAWN),
                                           dawn_at(i % SIDE_OF_DAWN, i / SIDE_OF_DAWN));
                if (apart > worst) worst = apart;
            }
            CHECK(worst <= (f == 0 ? 60 : lossy ? 60 : 0));
            const rs_texture *worn = ox_resource_texture(&p.console->resources, rom_id("texture/dawn"));
            CHECK(!ox_resource_is_placeholder(&p.console->resources, worn));
            CHECK(worn->log2_width == 5 && worn->log2_height == 5 && worn->levels == 6);
            bytes[lossy] = p.image.size;
            end(&p);
        }
    CHECK(bytes[1] < bytes[0]);
}

/* What a pyramid cannot be is refused with its line. */
TEST(draw_scripts_pyramids_that_are_wrong_are_told) {
    static const char *const wrong[][2] = {{"pyramid keyed", "a pyramid has no transparent pixels"},
                                           {"quality=40", "only a pyramid has a quality"},
                                           {"pyramid quality=5", "quality"}};
    for (int i = 0; i < 3; i++) {
        packed_folder folder;
        writer image = {0};
        tool_error error = {.text = ""};
        char text[256];
        CHECK(folder_make(&folder));
        snprintf(text, sizeof text, "title \"Dawn\"\nstart one\ntexture dawn dawn.ppm %s\n%s", wrong[i][0],
                 "scene one\n camera at=0,0,6 target=0,0,0\nend\n");
        folder_write(&folder, "cart.txt", text);
        folder_write(&folder, "dawn.ppm", "P3\n1 1\n255\n1 2 3\n");
        CHECK(!folder_pack_told(&folder, &image, &error));
        CHECK(strstr(error.text, wrong[i][1]) != NULL && strstr(error.text, "cart.txt:3") != NULL);
        if (strstr(error.text, wrong[i][1]) == NULL) TEST_INFO("%s: %s", wrong[i][0], error.text);
        writer_free(&image);
        folder_remove(&folder);
    }
}

TEST(draw_scripts_print_texts_with_parts) {
    played p;
    play(&p, "",
         "behaviour Rules { var n = 1\non tick { n += 1\nprint(\"{n}{n}\", 0, 0)\nprint(\"{n}\", 0, "
         "20)\nlog(\"step {n}\") }\non draw { print(\"{n}\", 0, 10) } }\n");
    frame(p.console, 0);
    CHECK(lit(&p, 0, 0, 16, 8) > 10 && lit(&p, 0, 10, 8, 18) > 5 && lit(&p, 0, 20, 8, 28) > 5 &&
          lit(&p, 16, 0, 64, 28) == 0);
    CHECK(logged(p.console, "step 2"));
    end(&p);
}

/* A script changes the palette while a picture is made, and the change is seen with that picture. The next
 * picture has the old palette, or its own change. */
TEST(draw_scripts_change_the_palette_of_a_picture) {
    played p;
    host_frame shown = {0};
    uint32_t first[256];
    play_texts(
        &p, &(played_texts){"title \"x\"\nsize 64x48\nformat pal8\nstart one\nscript game game.goad\nscene "
                            "one\n camera at=0,0,6 target=0,0,0\n behaviour Rules\nend\n",
                            "var n = 0\nbehaviour Rules {\non tick { n += 1 }\non draw {\n"
                            "if n == 2 { palette_set(3, #123456)\npalette_rotate(8, 4, 1) }\n"
                            "if n == 3 { palette_mix(0, 256, #000000, 1.0)\npalette_copy(5, 2, 3) }\n"
                            "if n == 5 { for i in 0..9 { palette_set(i, #FFFFFF) } }\n"
                            "pixel(n, 0) } }\n",
                            NULL});
    frame(p.console, 0);
    CHECK(host_last_frame(p.port, &shown));
    memcpy(first, shown.palette, sizeof first);
    frame(p.console, 0);
    CHECK(host_last_frame(p.port, &shown));
    for (int i = 0; i < 256; i++)
        CHECK_EQ(shown.palette[i], i == 3             ? 0x123456u
                                   : i == 8           ? first[11]
                                   : i > 8 && i <= 11 ? first[i - 1]
                                                      : first[i]);
    frame(p.console, 0);
    CHECK(host_last_frame(p.port, &shown));
    for (int i = 0; i < 256; i++) CHECK_EQ(shown.palette[i], 0);
    frame(p.console, 0);
    CHECK(host_last_frame(p.port, &shown));
    CHECK(memcmp(first, shown.palette, sizeof first) == 0);
    frame(p.console, 0);
    CHECK_EQ(ox_console_script(p.console, rom_id("script/game"))->traps, 1); /* six changes are kept */
    end(&p);
}

/* ---- fonts of the cart ---- */

/* Glyphs of full blocks: A is 3 x 3, B 2 x 5 and reaches below the base line, ? 1 x 4; and C, which only the other font has. */
#define GLYPH(code, advance, box, rows)                                                                      \
    "STARTCHAR x\nENCODING " code "\nSWIDTH 0 0\nDWIDTH " advance " 0\nBBX " box "\nBITMAP\n" rows "ENDCHAR" \
    "\n"
#define FONT(count, glyphs)                                                                                  \
    "STARTFONT 2.1\nFONT x\nSIZE 8 75 75\nFONTBOUNDINGBOX 4 6 0 -1\nSTARTPROPERTIES 2\nFONT_ASCENT "         \
    "5\nFONT_DESCENT "                                                                                       \
    "1\nENDPROPERTIES\nCHARS " count "\n" glyphs "ENDFONT\n"
static const char block_bdf[] =
    FONT("3", GLYPH("63", "3", "1 4 0 0", "80\n80\n80\n80\n") GLYPH("65", "5", "3 3 0 0", "E0\nE0\nE0\n")
                  GLYPH("66", "4", "2 5 1 -1", "C0\nC0\nC0\nC0\nC0\n"));
static const char other_bdf[] = FONT("1", GLYPH("67", "6", "4 1 0 4", "F0\n"));

static void play_fonts(played *p, const char *script) {
    char text[1024];
    snprintf(text, sizeof text,
             "%sfont block block.bdf kerning=pairs.txt fallback=other\nfont other other.bdf\n%s", head,
             scene_text);
    memset(p, 0, sizeof *p);
    write_texts(&p->folder, &(played_texts){text, script, NULL});
    folder_write(&p->folder, "block.bdf", block_bdf);
    folder_write(&p->folder, "other.bdf", other_bdf);
    folder_write(&p->folder, "pairs.txt", "A B -2\n");
    CHECK(folder_pack(&p->folder, &p->image));
    boot_with(p, NULL, 0);
    if (p->console == NULL) TEST_INFO("%s", p->error.text);
    CHECK(p->console != NULL);
}

/* Packed scripts and fonts, which no package lists, have room beside the scene's package, with a cache and without, whatever life they have. */
TEST(draw_scripts_packed_fonts_and_scripts_have_room) {
    static const char *const more[] = {
        "compress on\nfont block block.bdf life=level\n", "compress on\nfont block block.bdf\n",
        "compress on\ncache 16K\nfont block block.bdf\n", "cache 8K\nfont block block.bdf life=level\n"};
    for (int i = 0; i < 4; i++) {
        played p;
        char text[1024], script[2048] = "behaviour Rules { on draw {\n";
        snprintf(text, sizeof text, "%s%s%s", head, more[i], scene_text);
        for (int k = 0; k < 16; k++) /* long enough that packing it pays */
            strcat(script, "text(\"AAAA\", 0, 0, font: 'block'); rectangle(60, 40, 2, 2)\n");
        strcat(script, "} }\n");
        memset(&p, 0, sizeof p);
        write_texts(&p.folder, &(played_texts){text, script, NULL});
        folder_write(&p.folder, "block.bdf", block_bdf);
        CHECK(folder_pack(&p.folder, &p.image));
        boot_with(&p, NULL, 0);
        if (p.console == NULL) TEST_INFO("%d: %s", i, p.error.text);
        CHECK(p.console != NULL);
        frame(p.console, 0);
        CHECK(lit(&p, 0, 0, 24, 8) == 4 * 9 && !logged(p.console, "missing"));
        end(&p);
    }
}

TEST(draw_scripts_fonts_have_kerning_fallback_and_replacement) {
    played p;
    play_fonts(&p, "behaviour Rules { on draw {\ntext(\"A\", 0, 0, font: 'block')\ntext(\"AB\", 10, 0, font: "
                   "'block')\ntext(\"BA\", 30, 0, font: 'block')\n"
                   "text(\"AC\", 0, 10, font: 'block')\ntext(\"Az\", 20, 10, font: 'block')\ntext(\"Cz\", "
                   "40, 10, font: 'other')\n"
                   "rectangle_fill(0, 20, text_width(\"AB\", 'block'), 1)\nrectangle_fill(0, 22, "
                   "text_width(\"BA\", 'block'), 1)\n"
                   "text(\"A A A\", 0, 30, font: 'block', width: 12)\n} }\n");
    frame(p.console, 0);
    CHECK(lit(&p, 0, 0, 8, 8) == 9 && lit(&p, 0, 2, 3, 5) == 9); /* on the base line, 5 pixels down */
    CHECK(lit(&p, 10, 0, 28, 8) == 9 + 10 && lit(&p, 10 + 5 - 2 + 1, 1, 10 + 5 - 2 + 3, 6) == 10);
    CHECK(lit(&p, 30, 0, 48, 8) == 9 + 10 && lit(&p, 34, 2, 37, 5) == 9);    /* a pair that has no kerning */
    CHECK(lit(&p, 5, 10, 9, 11) == 4 && lit(&p, 0, 10, 18, 18) == 9 + 4);    /* C of the other font */
    CHECK(lit(&p, 25, 11, 26, 15) == 4 && lit(&p, 20, 10, 38, 18) == 9 + 4); /* ? for z */
    CHECK(lit(&p, 46, 10, 56, 18) > 4); /* no font has z, and this font has no replacement glyph: a box */
    CHECK(lit(&p, 0, 20, 64, 21) == 5 + 4 - 2 && lit(&p, 0, 22, 64, 23) == 4 + 5);
    CHECK(lit(&p, 0, 30, 64, 36) == 9 && lit(&p, 0, 36, 64, 42) == 9 &&
          lit(&p, 0, 42, 64, 48) == 9); /* three lines */
    end(&p);
}

/* UI-004: two users have one font, at one address, brought into memory once. One lets it go, and the other draws on; a handle that nobody holds any more is told apart, and words in a
 * font that is gone come in the built-in one. */
TEST(draw_scripts_fonts_are_shared) {
    enum { GLYPHS = 90 };
    static char font[GLYPHS * 160];
    played p;
    size_t at = (size_t)snprintf(font, sizeof font,
                                 "STARTFONT 2.1\nFONT x\nSIZE 8 75 75\nFONTBOUNDINGBOX 8 8 0 0\n"
                                 "STARTPROPERTIES 2\nFONT_ASCENT 8\nFONT_DESCENT 0\nENDPROPERTIES\n"
                                 "CHARS 90\n");
    for (int i = 0; i < GLYPHS; i++)
        at += (size_t)snprintf(
            font + at, sizeof font - at,
            "STARTCHAR x\nENCODING %d\nSWIDTH 0 0\nDWIDTH 6 0\nBBX 8 8 0 0\nBITMAP\nF0\nF0\nF0\nF0\n"
            "F0\nF0\nF0\nF0\nENDCHAR\n",
            32 + i);
    (void)snprintf(font + at, sizeof font - at, "ENDFONT\n");
    char text[1024];
    snprintf(text, sizeof text,
             "title \"Drawn\"\nsize 64x48\nformat rgb565\nbudget 512K\nframe 16K\nstart one\nscript game "
             "game.goad\n"
             "font wide wide.bdf memory=main life=resident\n%s",
             scene_text);
    memset(&p, 0, sizeof p);
    write_texts(
        &p.folder,
        &(played_texts){text, "behaviour Rules { on draw { text(\"A\", 0, 0, font: 'wide') } }\n", NULL});
    folder_write(&p.folder, "wide.bdf", font);
    CHECK(folder_pack(&p.folder, &p.image));
    boot_with(&p, NULL, 0);
    if (p.console == NULL) TEST_INFO("%s", p.error.text);
    CHECK(p.console != NULL);
    if (p.console == NULL) return;
    frame(p.console, 0);
    ox_manager *m = p.console->host.manager;
    const uint32_t loads = m->counts.loads;
    ox_held a, b;
    CHECK_EQ(ox_manager_hold(m, rom_id("font/wide"), ROM_TAG_FONT, &a), OX_OK);
    CHECK_EQ(ox_manager_hold(m, rom_id("font/wide"), ROM_TAG_FONT, &b), OX_OK);
    CHECK(a.data != NULL && a.data == b.data && a.handle.bits != 0);
    CHECK_EQ(m->counts.loads, loads); /* the script's font is theirs */
    ox_words words = {.resources = p.console->host.resources};
    const ox_words_run run = {.words = "AAA", .font = rom_id("font/wide")},
                       gone = {.words = "AAA", .font = rom_id("font/none")};
    ox_manager_let_go(m, a.handle);
    CHECK(ox_manager_data(m, b.handle) == b.data);
    CHECK_EQ(ox_words_measure(&words, &run).width, 18);
    frame(p.console, 0);
    CHECK_EQ(lit(&p, 0, 0, 8, 8), 32);
    ox_manager_let_go(m, b.handle);
    const ox_resource_handle stale = {b.handle.bits ^ 0x10000u};
    CHECK(ox_manager_data(m, stale) == NULL);
    CHECK_EQ(ox_manager_lock(m, stale) == NULL ? OX_STALE_HANDLE : OX_OK, OX_STALE_HANDLE);
    CHECK_EQ(ox_words_measure(&words, &gone).width, 24);
    end(&p);
}

/* UI-003: glyphs of two Chinese characters and a letter, each with its own greys, in every depth: each pixel is the
 * coverage that the depth has for it, and a text is as wide as its glyphs. */
TEST(draw_scripts_fonts_cover_by_every_depth) {
    enum { CELLS = 3, SIDE = 8 };
    char picture[1200], text[1024];
    int grey[SIDE][CELLS * SIDE];
    size_t at = (size_t)snprintf(picture, sizeof picture, "P2\n%d %d\n255\n", CELLS * SIDE, SIDE);
    for (int y = 0; y < SIDE; y++)
        for (int x = 0; x < CELLS * SIDE; x++) {
            grey[y][x] = x % SIDE == SIDE - 1 ? 0 : (x * 37 + y * 91 + x * y * 5) & 255;
            at += (size_t)snprintf(picture + at, sizeof picture - at, "%d ", grey[y][x]);
        }
    for (int depth = 1; depth <= 8; depth *= 2) {
        played p;
        const int most = (1 << depth) - 1;
        memset(&p, 0, sizeof p);
        snprintf(text, sizeof text,
                 "%sfont signs signs.pgm cell=8x8 ascent=8 depth=%d characters=signs.txt\n%s", head, depth,
                 scene_text);
        write_texts(&p.folder,
                    &(played_texts){text,
                                    "behaviour Rules { on draw {\n"
                                    "text(\"\xE4\xB8\xAD\xE6\x96\x87z\", 4, 6, font: 'signs')\n"
                                    "rectangle_fill(0, 20, text_width(\"\xE4\xB8\xAD\xE6\x96\x87z\", "
                                    "'signs'), 1)\n} }\n",
                                    NULL});
        folder_write(&p.folder, "signs.pgm", picture);
        folder_write(&p.folder, "signs.txt", "\xE4\xB8\xAD\xE6\x96\x87z");
        tool_error error = {.text = ""};
        const bool packed = folder_pack_told(&p.folder, &p.image, &error);
        if (!packed) TEST_INFO("%s", error.text);
        CHECK(packed);
        boot_with(&p, NULL, 0);
        CHECK(p.console != NULL);
        frame(p.console, 0);
        int wrong = 0;
        for (int y = 0; y < SIDE; y++)
            for (int x = 0; x < CELLS * SIDE; x++) {
                const int kept = (grey[y][x] * most + 127) / 255,
                          seen = (int)(pixel(&p, 4 + x, 6 + y) >> 5 & 63), wanted = kept * 63 / most;
                wrong += seen < wanted - 1 || seen > wanted + 1;
            }
        CHECK_EQ(wrong, 0);
        CHECK_EQ(lit(&p, 0, 20, 64, 21), CELLS * SIDE);
        end(&p);
    }
}
