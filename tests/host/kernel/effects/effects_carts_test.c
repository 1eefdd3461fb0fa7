/* Full-screen effects of carts, declared in cart.txt and moved by scripts, on pictures of colours and of a
 * palette. */
#define _XOPEN_SOURCE 700
#include "kernel/effects/module.h"
#include "raster/gamma.h"
#include "rom/rom.h"
#include "tests/host/rom/carts/played_cart.h"

enum { WIDTH = 64, HEIGHT = 48 };

static const char script_none[] = "behaviour Nobody { }\n";

/* A background of one colour, and the statements of types and of the scene. */
static void play_scene(played *p, const char *format, const char *types, const char *objects,
                       const char *script) {
    char text[2048];
    snprintf(
        text, sizeof text,
        "title \"Glass\"\nsize 64x48\nformat %s\nbudget 256K\nframe 16K\nstart one\nscript game game.goad\n"
        "material red colour=#ff2020 shading=unlit\nmesh sign square.obj material=red\n%s"
        "scene one\n background #80C040\n camera at=0,0,60 target=0,0,0\n%send\n"
        "scene two\n background #204060\n camera at=0,0,60 target=0,0,0\n%send\n",
        format, types, objects, strstr(types, "dissolve") != NULL ? " object dissolve\n" : "");
    play_texts(p, &(played_texts){text, script, NULL});
}

static uint32_t colour_at(const played *p, int x, int y) {
    host_frame shown = {0};
    CHECK(host_last_frame(p->port, &shown));
    const uint8_t *row = (const uint8_t *)shown.pixels + (size_t)y * (size_t)shown.stride;
    if (shown.format == PLAT_PAL8) return shown.palette[row[x]];
    if (shown.format == PLAT_XRGB8888) return ((const uint32_t *)(const void *)row)[x];
    return rs_rgb_from_native((rs_format)shown.format, ((const uint16_t *)(const void *)row)[x]);
}

static ox_effect *effect_of(const played *p, const char *name) {
    const ox_world *world = &p->console->world;
    const ox_object *object = ox_world_find(world, rom_id(name));
    CHECK(object != NULL);
    return ox_component_get(world, object, (uint32_t)ox_world_component(world, OX_NAME("effect")));
}

static const char *const formats[] = {"xrgb8888", "rgb565", "pal8"};

/* A fade half of the way to black, and all of it. Colours that a palette shows are within the precision of
 * stored colours. */
TEST(effects_fade_on_every_format) {
    for (int f = 0; f < 3; f++) {
        played p;
        play_scene(&p, formats[f], "type dark\n with effect=fade colour=#000000 strength=0\n",
                   " object dark name=dark\n", script_none);
        frame(p.console, 0);
        const uint32_t whole = colour_at(&p, 5, 5);
        const rs_grade half = rs_grade_fade(0, 128);
        effect_of(&p, "dark")->strength = FX_HALF;
        frame(p.console, 0);
        const uint32_t wanted = rs_grade_colour(&half, whole);
        CHECK_EQ(colour_at(&p, 5, 5),
                 f == 1 ? rs_rgb_from_native(RS_RGB565, rs_native_from_rgb(RS_RGB565, wanted)) : wanted);
        effect_of(&p, "dark")->strength = FX_ONE;
        frame(p.console, 0);
        CHECK_EQ(colour_at(&p, 5, 5), 0);
        effect_of(&p, "dark")->strength = 0;
        frame(p.console, 0);
        CHECK_EQ(colour_at(&p, 5, 5), whole);
        end(&p);
    }
}

/* Two effects apply in the order that they declare, whichever stands first in the scene. */
TEST(effects_come_in_their_order) {
    for (int f = 0; f < 3; f += 2) {
        played p;
        play_scene(&p, formats[f],
                   "type late\n with effect=contrast strength=1 order=2\n"
                   "type early\n with effect=brightness strength=0.25 order=1\n",
                   " object late\n object early\n", script_none);
        frame(p.console, 0);
        const rs_grade first = rs_grade_brightness(64), second = rs_grade_contrast(512);
        CHECK_EQ(colour_at(&p, 5, 5), rs_grade_colour(&second, rs_grade_colour(&first, 0x80C040)));
        end(&p);
    }
}

/* A wipe covers its part; a hidden effect does nothing; a fade in time is a tween. */
TEST(effects_are_objects_like_others) {
    played p;
    play_scene(
        &p, "xrgb8888",
        "capacity tweens 4\n"
        "type curtain behaviour=Curtain\n with effect=wipe colour=#102030 strength=0.5\n",
        " object curtain name=curtain\n with tween=strength to=-0.25 time=1\n",
        "behaviour Curtain { on Press(b) {\n"
        "if b == Button.A { show(self, false) }\n"
        "if b == Button.B { show(self, true)\nself.effect = 'wipe_down'\nself.strength = 0.25\nself.colour = "
        "#405060 }\n} }\n");
    frame(p.console, 0);
    CHECK(colour_at(&p, 30, 5) == 0x102030 && colour_at(&p, 34, 5) == 0x80C040);
    frames(p.console, 60);
    CHECK(colour_at(&p, 0, 5) == 0x80C040 && colour_at(&p, 47, 5) == 0x80C040 &&
          colour_at(&p, 48, 5) == 0x102030);
    frame(p.console, PLAT_A);
    frame(p.console, 0);
    CHECK_EQ(colour_at(&p, 60, 5), 0x80C040);
    frame(p.console, PLAT_B);
    frame(p.console, 0);
    CHECK(colour_at(&p, 60, 11) == 0x405060 && colour_at(&p, 60, 12) == 0x80C040);
    end(&p);
}

/* Nothing of a scene's palette stays with the next scene. */
TEST(effects_end_with_their_scene) {
    played p;
    ox_error error;
    play_scene(&p, "pal8", "type grey\n with effect=saturation strength=-1\n", " object grey\n", script_none);
    frame(p.console, 0);
    const uint32_t luma = rs_luma(0x80C040);
    CHECK_EQ(colour_at(&p, 5, 5), luma * 0x010101u);
    CHECK_EQ(ox_console_level(p.console, rom_id("scene/two"), &error), OX_OK);
    frame(p.console, 0);
    CHECK_EQ(colour_at(&p, 5, 5), 0x204060);
    end(&p);
}

/* Drawings of scripts lie under effects. Screens lie over effects, but for an effect that covers screens. */
TEST(effects_cover_screens_where_they_say) {
    static const char script[] = "behaviour Marks { on draw { rectangle_fill(0, 0, 4, 4, #FFFFFF) } }\n";
    for (int over = 0; over < 2; over++) {
        played p;
        char text[1024];
        snprintf(text, sizeof text,
                 "title \"Glass\"\nsize 64x48\nformat xrgb8888\nbudget 256K\nframe 16K\nstart one\n"
                 "script game game.goad\nscreen hud hud.screen\n"
                 "type dark behaviour=Marks\n with effect=fade colour=#000000%s\n"
                 "scene one\n background #80C040\n camera at=0,0,60 target=0,0,0\n object dark\n screen "
                 "hud\nend\n",
                 over ? " cover=screens" : "");
        memset(&p, 0, sizeof p);
        write_texts(&p.folder, &(played_texts){text, script, NULL});
        folder_write(&p.folder, "hud.screen",
                     "style lit fill=#FFFF00\nscreen hud\npanel at=bottom-left size=20x10 style=lit\nend\n");
        CHECK(folder_pack(&p.folder, &p.image));
        boot_with(&p, NULL, 0);
        frame(p.console, 0);
        CHECK(colour_at(&p, 1, 1) == 0 && colour_at(&p, 30, 30) == 0);
        CHECK_EQ(colour_at(&p, 10, 43), over ? 0u : 0xFFFF00u);
        end(&p);
    }
}

/* How a picture is drawn: in one band, in bands side by side, in bands that share their memory. */
enum { IN_ONE, SIDE_BY_SIDE, IN_TURN, DRAWINGS };

static void draw_in(played *p, int how) {
    p->console->bands.lines = how == IN_ONE ? HEIGHT : 10;
    p->console->bands.whole = how != IN_TURN;
    p->console->bands.flat_lines = 0;
    frame(p->console, 0);
}

static void keep_picture(const played *p, uint32_t picture[WIDTH * HEIGHT]) {
    for (int i = 0; i < WIDTH * HEIGHT; i++) picture[i] = colour_at(p, i % WIDTH, i / WIDTH);
}

static int count_others(const uint32_t *picture, const uint32_t *other) {
    int others = 0;
    for (int i = 0; i < WIDTH * HEIGHT; i++) others += picture[i] != other[i];
    return others;
}

/* Blocks of 48 / 8 pixels, the same however the picture is drawn. */
TEST(effects_mosaics_are_the_same_in_all_bands) {
    static uint32_t plain[WIDTH * HEIGHT], pictures[DRAWINGS][WIDTH * HEIGHT];
    for (int f = 0; f < 3; f++) {
        played p;
        play_scene(&p, formats[f], "type blocks\n with effect=mosaic strength=0\n",
                   " object blocks name=blocks\n object sign at=0,0,40 yaw=30 scale=4\n", script_none);
        frame(p.console, 0);
        keep_picture(&p, plain);
        effect_of(&p, "blocks")->strength = FX_ONE;
        for (int how = 0; how < DRAWINGS; how++) {
            draw_in(&p, how);
            keep_picture(&p, pictures[how]);
            CHECK_EQ(count_others(pictures[how], pictures[0]), 0);
        }
        int wrong = 0;
        for (int y = 0; y < HEIGHT; y++)
            for (int x = 0; x < WIDTH; x++)
                wrong += pictures[0][y * WIDTH + x] != plain[(y - y % 6) * WIDTH + x - x % 6];
        CHECK_EQ(wrong, 0);
        CHECK(count_others(plain, pictures[0]) > 10);
        end(&p);
    }
}

/* A bloom is the same in bands that lie side by side; where it lacks what it needs the picture is as it was. */
TEST(effects_blooms_shine_where_there_is_room) {
    static uint32_t plain[WIDTH * HEIGHT], pictures[DRAWINGS][WIDTH * HEIGHT];
    for (int f = 0; f < 3; f++) {
        for (int declared = 0; declared < 2; declared++) {
            played p;
            char types[200];
            snprintf(types, sizeof types, "%stype shine\n with effect=bloom strength=0 colour=#90FFFF\n",
                     declared ? "capacity blooms 1\n" : "");
            play_scene(&p, formats[f], types,
                       " object shine name=shine\n object sign at=0,0,40 yaw=30 scale=4\n", script_none);
            frame(p.console, 0);
            keep_picture(&p, plain);
            effect_of(&p, "shine")->strength = FX_ONE;
            for (int how = 0; how < DRAWINGS; how++) {
                draw_in(&p, how);
                keep_picture(&p, pictures[how]);
            }
            CHECK_EQ(count_others(pictures[SIDE_BY_SIDE], pictures[IN_ONE]), 0);
            CHECK_EQ(count_others(pictures[IN_TURN], plain), 0);
            const int lit = count_others(pictures[IN_ONE], plain);
            CHECK(declared && f != 2 ? lit > 30 : lit == 0);
            end(&p);
        }
    }
}

/* R2D-041: what lies at the focus is as it was, what does not is blurred, in bands side by side as in one; a script pulls it. Where it lacks what it needs, or
 * nothing has depth, the picture is as it was. */
TEST(effects_focus_blurs_what_is_not_at_its_distance) {
    static uint32_t plain[WIDTH * HEIGHT], pictures[DRAWINGS][WIDTH * HEIGHT];
    for (int f = 0; f < 3; f++) {
        for (int declared = 0; declared < 2; declared++) {
            played p;
            char types[300];
            snprintf(types, sizeof types,
                     "%stype lens behaviour=Puller\n with effect=focus strength=0 distance=20 reach=2\n",
                     declared ? "capacity focuses 1\n" : "");
            play_scene(&p, formats[f], types,
                       " object lens name=lens\n object sign name=sign at=0,0,40 yaw=30 scale=4\n",
                       "behaviour Puller { on Press(b) { self.focus_distance = 5.0 } }\n");
            frame(p.console, 0);
            keep_picture(&p, plain);
            effect_of(&p, "lens")->strength = FX_ONE;
            for (int how = 0; how < DRAWINGS; how++) { /* the sign is sharp, and behind it is one colour */
                draw_in(&p, how);
                keep_picture(&p, pictures[how]);
                CHECK_EQ(count_others(pictures[how], plain), 0);
            }
            frame(p.console, PLAT_A);
            CHECK_EQ(effect_of(&p, "lens")->distance, 5 * FX_ONE);
            for (int how = 0; how < DRAWINGS; how++) {
                draw_in(&p, how);
                keep_picture(&p, pictures[how]);
            }
            CHECK_EQ(count_others(pictures[SIDE_BY_SIDE], pictures[IN_ONE]), 0);
            CHECK_EQ(count_others(pictures[IN_TURN], plain), 0);
            const int soft = count_others(pictures[IN_ONE], plain);
            CHECK(declared && f != 2 ? soft > 40 : soft == 0);
            ox_world_find(&p.console->world, rom_id("sign"))->flags &= (uint8_t)~OX_OBJECT_VISIBLE;
            draw_in(&p, IN_ONE);
            keep_picture(&p, pictures[0]);
            for (int i = 0; i < WIDTH * HEIGHT; i++) CHECK_EQ(pictures[0][i], pictures[0][0]);
            end(&p);
        }
    }
}

/* R2D-040: what moves is smeared along its way, and the picture elsewhere stays; what stands still, and the first picture, are sharp. */
TEST(effects_motion_smears_what_moves) {
    static uint32_t still[WIDTH * HEIGHT], plain[WIDTH * HEIGHT], pictures[DRAWINGS][WIDTH * HEIGHT];
    for (int f = 0; f < 3; f++) {
        for (int declared = 0; declared < 2; declared++) {
            played p;
            char types[300];
            snprintf(types, sizeof types,
                     "%stype shutter\n with effect=motion strength=0\ntype dart mesh=sign behaviour=Dart\n",
                     declared ? "capacity motion-blurs 1\n" : "");
            play_scene(&p, formats[f], types,
                       " object shutter name=shutter\n object dart name=dart at=-12,4,0 scale=6\n"
                       " object sign at=12,-12,0 scale=6\n",
                       "behaviour Dart { on Press(b) { self.pos = self.pos + vec3(8.0, 0.0, 0.0) } }\n");
            frame(p.console, 0);
            keep_picture(&p, still);
            effect_of(&p, "shutter")->strength = FX_ONE;
            frame(p.console, 0);
            frame(p.console, 0);
            keep_picture(&p, pictures[0]);
            CHECK_EQ(count_others(pictures[0], still), 0);
            frame(p.console, PLAT_A); /* it has moved, eight metres in one picture */
            keep_picture(&p, pictures[IN_ONE]);
            frame(p.console, 0);
            keep_picture(&p, plain); /* and stands where it came to */
            CHECK(count_others(plain, still) > 10);
            int smeared = 0, elsewhere = 0;
            for (int y = 0; y < HEIGHT; y++)
                for (int x = 0; x < WIDTH; x++) {
                    const bool is_other = pictures[IN_ONE][y * WIDTH + x] != plain[y * WIDTH + x];
                    smeared += is_other && y < HEIGHT / 2;
                    elsewhere += is_other && y >= HEIGHT / 2 + 8;
                }
            CHECK(declared && f != 2 ? smeared > 20 : smeared == 0);
            CHECK_EQ(elsewhere, 0);
            end(&p);
        }
    }
}

/* A trail keeps part of the picture before; without the capacity the trail leaves the picture alone. */
TEST(effects_trails_need_a_picture) {
    for (int declared = 0; declared < 2; declared++) {
        played p;
        char types[256];
        snprintf(types, sizeof types, "%stype after\n with effect=trail strength=0.5\n",
                 declared ? "capacity trails 1\n" : "");
        play_scene(&p, "xrgb8888", types,
                   " object after\n object sign name=sign\n with tween=size to=40 time=0.5\n", script_none);
        frame(p.console, 0);
        CHECK_EQ(colour_at(&p, 1, 1), 0x80C040); /* the first picture is whole */
        frames(p.console, 10);
        int mixed = 0;
        for (int y = 0; y < HEIGHT; y++)
            for (int x = 0; x < WIDTH; x++) {
                const uint32_t rgb = colour_at(&p, x, y);
                mixed += rgb != 0x80C040 && rgb != 0xFF2020;
            }
        CHECK(declared ? mixed > 0 : mixed == 0);
        end(&p);
    }
}

/* The next scene begins with the last picture of the scene before, and ends with its own. */
TEST(effects_fade_from_scene_to_scene) {
    played p;
    ox_error error;
    play_scene(&p, "xrgb8888",
               "capacity trails 1\ncapacity tweens 4\ntype dissolve\n with effect=cross_fade\n"
               " with tween=strength to=0 time=0.5\n",
               "", script_none);
    frames(p.console, 3);
    CHECK_EQ(colour_at(&p, 5, 5), 0x80C040);
    CHECK_EQ(ox_console_level(p.console, rom_id("scene/two"), &error), OX_OK);
    frame(p.console, 0);
    const uint32_t first = colour_at(&p, 5, 5) >> 16;
    CHECK(first >= 0x7C && first < 0x81); /* the fade starts at 0x80, on the way to 0x20 */
    frames(p.console, 14);
    const uint32_t half = colour_at(&p, 5, 5) >> 16;
    CHECK(half > 0x4A && half < 0x56);
    frames(p.console, 20);
    CHECK_EQ(colour_at(&p, 5, 5), 0x204060);
    end(&p);
}

/* The picture that trails keep counts in the budget, and a refusal names the trails. */
TEST(effects_that_do_not_fit_are_refused) {
    played p;
    memset(&p, 0, sizeof p);
    pack_texts(&p, &(played_texts){
                       "title \"Glass\"\nsize 240x160\nformat xrgb8888\nbudget 96K\nframe 8K\nstart one\n"
                       "script game game.goad\ncapacity trails 1\ntype after\n with effect=trail\n"
                       "scene one\n camera at=0,0,6 target=0,0,0\n object after\nend\n",
                       script_none, NULL});
    boot_with(&p, NULL, 0);
    CHECK(p.console == NULL);
    CHECK(strstr(p.error.text, "no room for effects") != NULL);
    host_close(p.port);
    writer_free(&p.image);
    folder_remove(&p.folder);
}

/* A cart with the grades `warm`, of these rows, and `same`. */
static void pack_graded(played *p, const char *format, const char *rows) {
    char text[1024];
    memset(p, 0, sizeof *p);
    snprintf(
        text, sizeof text,
        "title \"Glass\"\nsize 64x48\nformat %s\nbudget 256K\nframe 16K\nstart one\nscript game game.goad\n"
        "grade warm warm.csv\ngrade same same.csv\n"
        "type look behaviour=Look\n with effect=grade grade=warm\n"
        "scene one\n background #80C040\n camera at=0,0,60 target=0,0,0\n object look name=look\nend\n",
        format);
    write_texts(
        &p->folder,
        &(played_texts){
            text, "behaviour Look { on Press(b) { self.grade = b == Button.A ? 'same' : 'cold' } }\n", NULL});
    folder_write(&p->folder, "warm.csv", rows);
    folder_write(&p->folder, "same.csv", "1,0,0,0\n0,1,0,0\n0,0,1,0\n");
    CHECK(folder_pack(&p->folder, &p->image));
}

/* Scripts choose between grades by name; one that is missing does nothing, and the log says so; and a changed one is seen in the running game. */
TEST(effects_grade_by_assets) {
    static const int32_t turn[3][4] = {{0, 256, 0, 0}, {256, 0, 0, 0}, {0, 0, 256, 32 * 255}};
    const rs_grade grade = rs_grade_matrix(turn, 256);
    for (int f = 0; f < 3; f++) {
        played p, other;
        rom_image was, is;
        writer mod = {0};
        tool_error error = {.text = ""};
        uint32_t count = 0;
        pack_graded(&p, formats[f], "0,1,0,0\n1,0,0,0\n0,0,1,0.125\n");
        boot_with(&p, NULL, 0);
        CHECK(p.console != NULL);
        frame(p.console, 0);
        const uint32_t was_shown =
            f == 1 ? rs_rgb_from_native(RS_RGB565, rs_native_from_rgb(RS_RGB565, 0x80C040)) : 0x80C040;
        const uint32_t made = rs_grade_colour(&grade, was_shown);
        CHECK_EQ(colour_at(&p, 5, 5),
                 f == 1 ? rs_rgb_from_native(RS_RGB565, rs_native_from_rgb(RS_RGB565, made)) : made);
        pack_graded(&other, formats[f], "0,0,0,0\n0,0,0,0\n0,0,0,1\n");
        CHECK(rom_open(p.image.data, p.image.size, &was, NULL) == ROM_OK &&
              rom_open(other.image.data, other.image.size, &is, NULL) == ROM_OK);
        CHECK(overlay_make(&was, &is, "mod", NULL, &mod, &count, &error));
        CHECK_EQ(count, 1);
        CHECK_EQ(ox_console_replace(p.console, mod.data, (uint32_t)mod.size, &p.error), OX_OK);
        frame(p.console, 0);
        CHECK_EQ(colour_at(&p, 5, 5), 0x0000FF);
        frame(p.console, PLAT_A);
        frame(p.console, 0);
        CHECK_EQ(colour_at(&p, 5, 5) & 0xF8F8F8, 0x80C040);
        frame(p.console, PLAT_B);
        frame(p.console, 0);
        CHECK_EQ(colour_at(&p, 5, 5) & 0xF8F8F8, 0x80C040);
        writer_free(&other.image);
        folder_remove(&other.folder);
        end(&p);
        writer_free(&mod);
    }
}

/* Words that are no effects, and values that an effect does not take, are refused. */
TEST(effects_that_are_wrong_are_told) {
    static const struct {
        const char *line, *said;
    } wrong[] = {{"with effect=vignete", "did you mean `vignette`?"},
                 {"with effect=fade strength=much", "a number from"},
                 {"with effect=fade colour=red", "#RRGGBB"},
                 {"with effect=iris centre=0.5", "X,Y"},
                 {"with effect=fade cover=all", "a word of"},
                 {"with effect=focus distance=near", "a number from"},
                 {"with effect=grade grade=warn", "there is no grade of that name; did you mean `warm`?"},
                 {"with effect=fade reech=1", "reach"}};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        packed_folder folder;
        writer image;
        tool_error error = {.text = ""};
        char text[512];
        memset(&image, 0, sizeof image);
        CHECK(folder_make(&folder));
        snprintf(text, sizeof text,
                 "title \"Glass\"\nstart one\ngrade warm warm.csv\ntype dark\n %s\nscene one\n camera "
                 "at=0,0,6 target=0,0,0\n object "
                 "dark\nend\n",
                 wrong[i].line);
        folder_write(&folder, "cart.txt", text);
        folder_write(&folder, "warm.csv", "1,0,0,0\n0,1,0,0\n0,0,1,0\n");
        CHECK(!folder_pack_told(&folder, &image, &error));
        CHECK(strstr(error.text, wrong[i].said) != NULL);
        if (strstr(error.text, wrong[i].said) == NULL) TEST_INFO("%s: %s", wrong[i].line, error.text);
        writer_free(&image);
        folder_remove(&folder);
    }
}

/* R2D-037: a player wishes brighter dark tones while a grade is on: the display shows the graded picture
 * through the ramp. */
TEST(effects_are_shown_as_bright_as_the_player_wishes) {
    static const char types[] = "type veil\n with effect=fade strength=0.5 colour=#000000\n";
    static const char script[] =
        "var steps = 0\nbehaviour Wish { on tick {\n steps += 1\n"
        " if steps == 3 { display_gamma(2.2) }\n if steps == 5 { display_gamma(9.0) }\n"
        " if steps == 7 { display_gamma(0.0) }\n} }\n";
    played p;
    uint8_t ramp[256];
    play_scene(&p, "pal8", types, " object veil\n behaviour Wish\n", script);
    if (p.console == NULL) return;
    uint32_t before = 0, hash = 0;
    for (int step = 1; step <= 8; step++) {
        ox_frame_stats stats;
        frame(p.console, 0);
        ox_console_stats(p.console, &stats);
        const uint32_t now = colour_at(&p, 2, 2);
        if (step == 2) before = now, hash = stats.hash;
        if (step < 3) continue;
        CHECK_EQ(stats.hash, hash);
        CHECK(rs_gamma_ramp(ramp, 256, step < 5 ? 22 : step < 7 ? 30 : 10));
        for (int shift = 0; shift < 24; shift += 8)
            CHECK_EQ(now >> shift & 255u, ramp[before >> shift & 255u]);
    }
    CHECK(before != 0 && before != 0x80C040 && hash != 0);
    end(&p);
}
