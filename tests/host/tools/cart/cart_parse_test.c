/* The parser of cart.txt: statements, and the line and the remedy that its errors name. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "platform/platform.h"
#include "raster/frame.h"
#include "tests/test.h"
#include "tools/cart/cart.h"

static bool parse(const char *text, cart *c, tool_error *error) {
    return cart_parse("game/cart.txt", text, strlen(text), c, error);
}

TEST(cart_reads_every_statement) {
    static const char text[] =
        "\xEF\xBB\xBF# a comment\r\n"
        "title \"A game # of two\"  # words\r\n"
        "author Me\nversion 2.5\nsize 320x200\nformat bgr555\nbudget 1M\nframe 40K\nband 16\nrate 30\nstart "
        "two\n"
        "palette colours.txt\ndither on\n"
        "material Red colour=#FF0080 shading=phong specular=0.5 shininess=64 texture=t mapping=pixel "
        "two-sided\n"
        "texture t \"a file.png\" keyed\n"
        "mesh box box.obj scale=2.5 material=Red normalise\n"
        "scene one\n  camera at=0,1,2 target=0,0,0\nend\n"
        "scene two\n"
        "  background #102030\n  ambient 0.75\n  hud on\n  turntable 90\n  log-cycles\n"
        "\tcamera at=1,2,3 target=-1,0,.5 fov=60 near=0.5 far=50 orbit=2,0.25,90 bob=1,2,3\n"
        "  light sun direction=-1,-2,-3 intensity=0.5\n"
        "  light point at=1,1,1 range=9 orbit=1,1,1\n"
        "  object box at=4,5,6 scale=3 yaw=10 pitch=20 roll=30 spin=1,2,3 shading=flat fixed-shading\n"
        "end";
    cart c;
    tool_error error = {.text = ""};
    CHECK(parse(text, &c, &error));
    CHECK_EQ(strcmp(error.text, ""), 0);
    CHECK_EQ(strcmp(c.title, "A game # of two"), 0);
    CHECK(c.width == 320 && c.height == 200 && c.format == PLAT_BGR555);
    CHECK(c.budget == 1u << 20 && c.frame == 40960 && c.band == 16 && c.rate == 30 && c.dither);
    CHECK_EQ(strcmp(c.palette, "colours.txt"), 0);
    const cart_material *red = cart_find_material(&c, "RED");
    CHECK(red != NULL && red->line == 14 && red->colour == 0xFF0080 && red->shading == RS_PHONG);
    CHECK(red != NULL && red->mapping == RS_PIXEL && red->two_sided && strcmp(red->texture, "t") == 0);
    CHECK(c.texture_count == 1 && c.textures[0].keyed && strcmp(c.textures[0].file, "a file.png") == 0);
    CHECK(c.mesh_count == 1 && c.meshes[0].scale > 2.49 && c.meshes[0].normalise);
    CHECK_EQ(c.scene_count, 2);
    const cart_scene *two = &c.scenes[1];
    CHECK(two->background == 0x102030 && two->hud && two->log_cycles && two->turntable == 90);
    CHECK(two->camera_count == 1 && two->light_count == 2 && two->object_count == 1);
    CHECK(two->cameras[0].target[2] > 0.49 && two->cameras[0].motion.orbit[2] > 89 &&
          two->cameras[0].motion.bob[1] > 1.9);
    CHECK(two->lights[1].kind == RS_LIGHT_POINT && two->lights[1].range > 8.9);
    CHECK(two->objects[0].shading == RS_FLAT && two->objects[0].fixed_shading &&
          two->objects[0].spin[2] > 2.9);
    cart_free(&c);
}

TEST(cart_has_sensible_defaults) {
    cart c;
    tool_error error;
    CHECK(parse("scene main\ncamera at=0,0,1 target=0,0,0\nend\n", &c, &error));
    CHECK(c.width == 240 && c.height == 160 && c.format == PLAT_PAL8 && c.rate == 60 && c.band == 0);
    CHECK(c.budget == 262144 && c.frame == 65536 && strcmp(c.start, "main") == 0);
    CHECK(c.scenes[0].cameras[0].field > 44.9 && c.scenes[0].cameras[0].far_plane > 99.9);
    cart_free(&c);
}

#define SCENE "scene main\ncamera at=0,0,1 target=0,0,0\n"

TEST(cart_errors_name_line_and_remedy) {
    static const struct {
        const char *text, *error;
    } cases[] = {
        {"titel \"x\"\n", "cart.txt:1: `titel` is unknown; did you mean `title`?"},
        {"\nmeterial a\n", "cart.txt:2: `meterial` is unknown; did you mean `material`?"},
        {"zzz\n", "cart.txt:1: `zzz` is unknown; oxcart help cart lists"},
        {"camera at=1,1,1\n", "`camera` outside of a scene; write `scene NAME`"},
        {SCENE "texture a b\n", "cart.txt:3: `texture` inside of a scene; write `end`"},
        {SCENE, "scene `main` is not closed; write `end`"},
        {"scene main\nend\n", "cart.txt:1: scene `main` has no camera; add"},
        {"title a\n", "no scene; write"},
        {"title\n", "cart.txt:1: `title` without a text"},
        {"title a\ntitle b\n", "cart.txt:2: `title` is given twice"},
        {"title \"a\n", "a quotation mark that is not closed"},
        {"size 240\n", "size `240`; write WIDTHxHEIGHT"},
        {"size 4x4\n", "size `4x4`; write"},
        {"format rgb\n", "format `rgb` is unknown; possible are"},
        {"budget 12X\n", "`budget 12X`; write bytes, K or M"},
        {"budget 99999999999\n", "`budget 99999999999`; write bytes"},
        {"budget 64K\nframe 60K\n" SCENE "end\n", "frame memory of 61440 bytes"},
        {"band 5\n", "bands have at least 8 lines"},
        {"rate 0\n", "a whole number from 1 to 240"},
        {"rate 1.5\n", "a whole number from 1 to 240"},
        {"version abc\n", "version `abc` is not a number"},
        {"dither maybe\n", "write on or off"},
        {"material a colour=red\n", "colour `red`; write #RRGGBB"},
        {"material a color=#112233\n", "`color` is unknown here; did you mean `colour`?"},
        {"material a shading=smooth\n",
         "`shading=smooth` is unknown; possible are unlit, flat, gouraud, phong"},
        {"material a specular=2\n", "`specular=2` is out of range; 0 to 1 are possible"},
        {"material a specular=x\n", "`specular=x` is not a number"},
        {"material a\n\nmaterial A\n", "cart.txt:3: material `A` is there already, in line 1"},
        {"texture a\n", "`texture` without a file"},
        {"mesh a b.obj bigger\n", "`bigger` means nothing to `mesh`"},
        {"mesh \"a b\" c.obj\n", "a name with blanks"},
        {"start nowhere\n" SCENE "end\n", "cart.txt:1: there is no scene `nowhere`"},
        {"scene main\ncamera at=1,2 target=0,0,0\n", "cart.txt:2: `at=1,2` is not three numbers"},
        {"scene main\ncamera at=1,2,3,4 target=0,0,0\n", "`at=1,2,3,4` is not three numbers"},
        {"scene main\ncamera target=0,0,0\n", "`camera` without at=X,Y,Z"},
        {"scene main\ncamera at=1,1,1 target=1,1,1\n", "the camera stands where it looks at"},
        {"scene main\ncamera at=1,1,1 target=0,0,0 near=5 far=2\n", "far must be above near"},
        {"scene main\ncamera at=1,1,99999 target=0,0,0\n", "is out of range"},
        {"scene main\nlight moon direction=1,1,1\n", "light `moon` is unknown; possible are sun and point"},
        {"scene main\nlight sun direction=0,0,0\n", "a light that shines nowhere"},
        {"scene main\nlight point at=0,0,0\n", "a point light without range=R"},
        {"scene main\nlight sun direction=1,1,1 range=4\n", "`range` means nothing to `light`"},
        {"scene main\nobject box orbit=1,31,0\n", "a motion faster than half a turn a step"},
        {"scene main\nobject box spin=99999,0,0\n", "out of range"},
        {"scene main\nobject box scale=0\n", "`scale=0` is out of range"},
        {"scene main\nambient 2\n", "ambient `2`; write a number from 0"},
        {"scene main\nturntable 0\n", "turntable `0`; write how many frames"},
        {"scene main\nbackground #12345\n", "without a colour"},
        {"a b c d e f g h i j k l m n o p q r s t u v w x y z a b c d e f g h\n", "more than 32 words"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        cart c;
        tool_error error = {.text = ""};
        bool ok = parse(cases[i].text, &c, &error);
        if (ok || strstr(error.text, cases[i].error) == NULL ||
            strncmp(error.text, "game/cart.txt", 13) != 0) {
            TEST_INFO("case %u: got: %s", (unsigned)i, error.text);
            test_fail(__FILE__, __LINE__, cases[i].error, ok, 0);
            if (ok) cart_free(&c);
        }
        CHECK(strchr(error.text, '\n') == NULL);
    }
}

TEST(cart_takes_long_values_whole_or_refuses_them) {
    for (int count = 90; count <= 110; count += 20) { /* file names of ten letters each */
        char text[1400] = "script game a.goad with=b.goad";
        cart c;
        tool_error error = {.text = ""};
        for (int i = 0; i < count; i++) snprintf(text + strlen(text), 16, ",f%03d.goad", i);
        const size_t length = strlen(strchr(text, '=') + 1);
        snprintf(text + strlen(text), 60, "\n" SCENE "end\n");
        const bool ok = parse(text, &c, &error);
        CHECK_EQ(ok, count == 90);
        if (ok) CHECK_EQ(strlen(c.assets[0].options[0].value), length);
        if (ok) cart_free(&c);
        if (!ok) CHECK(strstr(error.text, "cart.txt:1: `with=` has at most 1023 bytes") != NULL);
    }
}

TEST(cart_refuses_zero_bytes) {
    static const char text[] = "title a\0b\nscene x\n";
    cart c;
    tool_error error = {.text = ""};
    CHECK(!cart_parse("cart.txt", text, sizeof text - 1, &c, &error));
    CHECK(strstr(error.text, "cart.txt:1: a zero byte") != NULL);
}

TEST(cart_colours_are_no_comments) {
    cart c;
    tool_error error = {.text = ""};
    CHECK(parse("scene a\nambient 0.5 # sky\nbackground #AbCdEf#x\nend\n", &c, &error) == false);
    CHECK(strstr(error.text, "cart.txt:3: `background` without a colour") != NULL);
    CHECK(parse("scene a\nbackground #abcdef # sky\ncamera at=0,0,1 target=0,0,0 #end\nend\n", &c, &error));
    CHECK_EQ(c.scenes[0].background, 0xabcdef);
    cart_free(&c);
}

TEST(cart_suggests_near_words_only) {
    static const char *const words[] = {"frames", "format", "size", NULL};
    CHECK(cart_suggest("fromat", words) == words[1]);
    CHECK(cart_suggest("frame", words) == words[0]);
    CHECK(cart_suggest("SIZE", words) == words[2]);
    CHECK(cart_suggest("siez", words) == words[2]);
    CHECK(cart_suggest("threads", words) == NULL);
    CHECK(cart_suggest("x", words) == NULL);
    CHECK(cart_suggest("a-word-that-is-much-longer-than-any", words) == NULL);
}

TEST(cart_numbers_have_no_locale_and_no_tail) {
    double value = 0;
    uint32_t bytes = 0;
    CHECK(cart_parse_number("-2.5e1", &value) && fabs(value + 25) < 1e-12);
    CHECK(!cart_parse_number("2,5", &value) && !cart_parse_number("2x", &value) &&
          !cart_parse_number("", &value));
    CHECK(cart_parse_bytes("3M", &bytes) && bytes == 3u << 20);
    CHECK(cart_parse_bytes("4294967295", &bytes) && bytes == 0xFFFFFFFFu);
    CHECK(!cart_parse_bytes("4294967296", &bytes) && !cart_parse_bytes("4194304K", &bytes) &&
          !cart_parse_bytes("K", &bytes));
}

/* Whole lines and pieces of lines in random order must give an error or a cart, never more. */
TEST(cart_survives_nonsense) {
    static const char *const pieces[] = {"scene ",
                                         "end",
                                         "\n",
                                         "\n",
                                         "camera ",
                                         "at=1,2,3 ",
                                         "target=0,0,0",
                                         "\"",
                                         "#",
                                         "=",
                                         "material ",
                                         "a ",
                                         "b.obj ",
                                         "mesh ",
                                         "object ",
                                         "light sun ",
                                         "direction=1,1,1",
                                         "orbit=1,1,1 ",
                                         "texture ",
                                         "keyed ",
                                         "size 9x9",
                                         "\t",
                                         "\r\n",
                                         "colour=#123456 "};
    uint32_t seed = 5;
    for (int round = 0; round < 20000; round++) {
        char text[400] = "";
        cart c;
        size_t used = 0;
        for (int i = 0; i < 24; i++) {
            seed = seed * 1664525u + 1013904223u;
            const char *piece = pieces[(seed >> 16) % (sizeof pieces / sizeof pieces[0])];
            memcpy(text + used, piece, strlen(piece) + 1);
            used += strlen(piece);
        }
        tool_error error = {.text = ""};
        if (parse(text, &c, &error)) {
            cart_free(&c);
        } else {
            CHECK(error.text[0] != 0);
        }
    }
}
