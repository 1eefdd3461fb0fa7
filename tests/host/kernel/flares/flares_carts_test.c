/* Lens flares of carts, declared in cart.txt and moved by scripts. */
#define _XOPEN_SOURCE 700
#include "kernel/flares/module.h"
#include "raster/surface.h"
#include "rom/rom.h"
#include "tests/host/rom/carts/played_cart.h"

static const char grey[] = "/* XPM */\nstatic char *g[] = {\n\"8 8 1 1\",\n\"g c #808080\",\n"
                           "\"gggggggg\",\n\"gggggggg\",\n\"gggggggg\",\n\"gggggggg\",\n"
                           "\"gggggggg\",\n\"gggggggg\",\n\"gggggggg\",\n\"gggggggg\"};\n";
static const char script_none[] = "behaviour Nobody { }\n";

/* A black background of 64 x 48 pixels, the camera at z = 10 with a field of 90 degrees: 2.4 pixels to the metre at z = 0. */
static void play_scene(played *p, const char *format, const char *types, const char *objects,
                       const char *script) {
    char text[2048];
    snprintf(
        text, sizeof text,
        "title \"Glass\"\nsize 64x48\nformat %s\nbudget 256K\nframe 16K\nstart one\nscript game game.goad\n"
        "texture grey grey.xpm\nmaterial red colour=#200000 shading=unlit\nmesh sign square.obj "
        "material=red\n%s"
        "scene one\n background #000000\n camera at=0,0,10 target=0,0,0 fov=90\n%send\n",
        format, types, objects);
    memset(p, 0, sizeof *p);
    write_texts(&p->folder, &(played_texts){text, script, NULL});
    folder_write(&p->folder, "grey.xpm", grey);
    CHECK(folder_pack(&p->folder, &p->image));
    boot_with(p, NULL, 0);
    if (p->console == NULL) TEST_INFO("%s", p->error.text);
    CHECK(p->console != NULL);
}

static uint32_t colour_at(const played *p, int x, int y) {
    host_frame shown = {0};
    CHECK(host_last_frame(p->port, &shown));
    const uint8_t *row = (const uint8_t *)shown.pixels + (size_t)y * (size_t)shown.stride;
    if (shown.format == PLAT_PAL8) return shown.palette[row[x]];
    return ((const uint32_t *)(const void *)row)[x];
}

/* A light in the middle: 16 pixels of a grey, tinted red, half of it added. */
TEST(flares_are_tinted_and_added) {
    played p;
    play_scene(&p, "xrgb8888",
               "type sun\n with flare=1 image=grey distance=0.5 size=16 colour=#FF0000 alpha=0.5\n",
               " object sun at=0,0,0\n", script_none);
    frame(p.console, 0);
    CHECK_EQ(colour_at(&p, 32, 24), 0x400000);
    CHECK_EQ(colour_at(&p, 24, 16), 0x400000);
    CHECK_EQ(colour_at(&p, 39, 31), 0x400000);
    CHECK(colour_at(&p, 23, 24) == 0 && colour_at(&p, 40, 24) == 0 && colour_at(&p, 32, 32) == 0);
    end(&p);
}

/* The light wanders by a script, out of the picture and behind the camera; hidden and invisible lights show nothing. */
TEST(flares_follow_their_light) {
    played p;
    play_scene(&p, "xrgb8888", "type sun behaviour=Sun\n with flare=1 image=grey distance=1 size=32\n",
               " object sun name=sun at=-5,0,0\n",
               "behaviour Sun { on Press(b) {\n"
               "if b == Button.A { self.pos = vec3(0.0, 0.0, 12.0) }\n"
               "if b == Button.B { self.pos = vec3(5.0, 0.0, 0.0)\nself.flare_alpha = 0.5 }\n"
               "if b == Button.X { show(self, false) } } }\n");
    frame(p.console,
          0); /* the light at (20, 24), its reflection at (44, 24): 22 pixels wide, 0.7 as bright */
    CHECK_EQ(colour_at(&p, 44, 24) & 0xFF, 0x59);
    CHECK(colour_at(&p, 34, 24) != 0 && colour_at(&p, 32, 24) == 0 && colour_at(&p, 20, 24) == 0);
    frame(p.console, PLAT_A);
    frame(p.console, 0);
    CHECK_EQ(colour_at(&p, 44, 24), 0);
    frame(p.console, PLAT_B);
    frame(p.console, 0);
    CHECK_EQ(colour_at(&p, 20, 24) & 0xFF, 0x2D);
    frame(p.console, PLAT_X);
    frame(p.console, 0);
    CHECK_EQ(colour_at(&p, 20, 24), 0);
    end(&p);
}

/* A sign stands before the light: all of its rays, none of them, and some of them where the sign's edge is. */
TEST(flares_go_behind_what_stands_before_their_light) {
    static const struct {
        const char *sign;
        uint32_t least, most;
    } places[] = {{"0,0,5", 0, 0}, {"4,0,5", 0xFF, 0xFF}, {"1.45,0,5", 1, 0xFE}};
    for (int i = 0; i < 3; i++) {
        played p;
        char objects[100];
        snprintf(objects, sizeof objects, " object sun at=0,0,0\n object sign at=%s yaw=90\n",
                 places[i].sign);
        play_scene(&p, "xrgb8888", "type sun\n with flare=1 image=grey distance=0.5 size=40 colour=#00FFFF\n",
                   objects, script_none);
        frame(p.console, 0);
        const uint32_t blue = colour_at(&p, 40, 16) & 0xFF;
        TEST_INFO("sign at %s: %u", places[i].sign, (unsigned)blue);
        CHECK(blue * 2 >= places[i].least && blue <= places[i].most);
        end(&p);
    }
}

/* In 256 colours the palette mixes, and a flat picture has its lights where its sprites are. */
TEST(flares_are_in_flat_pictures_and_palettes) {
    played p;
    char text[1024];
    memset(&p, 0, sizeof p);
    snprintf(
        text, sizeof text,
        "title \"Glass\"\nsize 64x48\nformat pal8\nbudget 256K\nframe 16K\nstart one\nscript game game.goad\n"
        "texture grey grey.xpm\ntype sun\n with flare=1 image=grey distance=0 size=32\n"
        "scene one\n background #000000\n camera flat at=0,0\n layer main\n object sun "
        "at=-0.5,0.25,0\nend\n");
    write_texts(&p.folder, &(played_texts){text, script_none, NULL});
    folder_write(&p.folder, "grey.xpm", grey);
    CHECK(folder_pack(&p.folder, &p.image));
    boot_with(&p, NULL, 0);
    CHECK(p.console != NULL);
    frame(p.console, 0); /* 16 pixels to the metre: the light at (24, 20) */
    CHECK(colour_at(&p, 24, 20) != 0 && colour_at(&p, 24, 24) != 0);
    CHECK(colour_at(&p, 50, 40) == 0);
    end(&p);
}

/* Elements that a seed draws change with it, and no others are there after a picture is drawn again. */
TEST(flares_are_drawn_at_random_by_their_seed) {
    played p;
    play_scene(&p, "xrgb8888", "type sun behaviour=Sun\n with flare=1 image=grey size=20 random=8,4\n",
               " object sun at=-5,3,0\n", "behaviour Sun { on Press(b) { self.flare_number += 1 } }\n");
    uint32_t sums[3] = {0};
    for (int i = 0; i < 3; i++) {
        frame(p.console, i == 2 ? PLAT_A : 0);
        frame(p.console, 0);
        for (int y = 0; y < 48; y++)
            for (int x = 0; x < 64; x++) sums[i] = sums[i] * 31 + colour_at(&p, x, y);
    }
    CHECK(sums[0] == sums[1] && sums[1] != sums[2]);
    end(&p);
}

TEST(flares_that_are_wrong_are_told) {
    static const struct {
        const char *line, *says;
    } lines[] = {{"with flare=1 image=none", "there is no texture of that name"},
                 {"with flare=1 image=gray", "did you mean `grey`"},
                 {"with flare=1 image=grey mode=ad", "did you mean `add`"},
                 {"with flare=1", "image"}};
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        char text[600];
        packed_folder f;
        writer image;
        tool_error error = {.text = ""};
        snprintf(text, sizeof text,
                 "title \"Glass\"\nsize 64x48\nformat pal8\nbudget 256K\nframe 16K\nstart one\n"
                 "texture grey grey.xpm\ntype sun\n %s\nscene one\n camera at=0,0,9 target=0,0,0\n object "
                 "sun\nend\n",
                 lines[i].line);
        write_texts(&f, &(played_texts){text, script_none, NULL});
        folder_write(&f, "grey.xpm", grey);
        CHECK(!folder_pack_told(&f, &image, &error));
        CHECK(strstr(error.text, lines[i].says) != NULL);
        TEST_INFO("%s", error.text);
        folder_remove(&f);
    }
}

TEST(flares_that_have_no_room_are_told) {
    played p;
    play_scene(&p, "xrgb8888", "capacity flares 1\ntype sun\n with flare=1 image=grey\n",
               " object sun\n object sun at=1,0,0\n", script_none);
    frames(p.console, 2);
    CHECK(logged(p.console, "raise `capacity flares`"));
    end(&p);
}
