/* Characters of sprites: the states of a text choose the frames of a sheet. */
#define _XOPEN_SOURCE 700
#include "kernel/motion/flip.h"

#include "kernel/motion/module.h"
#include "kernel/sprites/sprite.h"
#include "tests/host/kernel/physics/physics_scene.h"

static const char sheet[] =
    "grid hero hero.xpm size=1x1\n"
    "animation walk hero_00 hero_01 hero_02 hero_03 hero_04 hero_05 hero_06 hero_07 hero_08 hero_09 rate=10\n"
    "animation run hero_10 hero_11 hero_12 hero_13 hero_14 hero_15 hero_16 hero_17 hero_18 hero_19 rate=20\n"
    "animation duck hero_20 hero_21 rate=10 once\nanimation stand hero_22\nanimation leap hero_23\n";
static const char picture[] =
    "/* XPM */\nstatic char *hero[] = {\n\"24 1 1 1\",\n\"a c #c04020\",\n\"aaaaaaaaaaaaaaaaaaaaaaaa\"};\n";
static const char script[] =
    "event Step(foot: name)\nbehaviour Hero {\n    var ended = 0\n    var changed = 0\n    var left = 0\n"
    "    on MotionEnds(what) { ended += 1 }\n    on MotionChanges(was, now) { changed += 1 }\n    on "
    "Step(foot) { left += 1 }\n"
    "    on tick { if pressed(Button.A) { log(\"{ended} {changed} {left}\") } }\n}\n";

static bool play_sprites(played *p, const char *motion, const char *with) {
    static char text[2000];
    memset(p, 0, sizeof *p);
    snprintf(text, sizeof text,
             "title \"Flip\"\nsize 64x48\nformat pal8\nbudget 300K\nframe 16K\nstart one\nscript "
             "game game.goad\n"
             "sheet hero hero.sheet\nmotion hero hero.motion\ntype hero sprite=hero/stand behaviour=Hero\n "
             "with %s\n"
             "scene one\n camera flat at=0,0\n object hero name=hero\nend\n",
             with);
    write_texts(&p->folder, &(played_texts){text, script, NULL});
    folder_write(&p->folder, "hero.sheet", sheet);
    folder_write(&p->folder, "hero.xpm", picture);
    folder_write(&p->folder, "hero.motion", motion);
    if (!folder_pack(&p->folder, &p->image)) return false;
    boot_with(p, NULL, 0);
    if (p->console == NULL) TEST_INFO("%s", p->error.text);
    return p->console != NULL;
}

static ox_motion_run *hero(const played *p) {
    return ox_motion_of(ox_console_motions(p->console), object_called(p, "hero"));
}
static const ox_motion_set *set_of(const played *p) {
    return ox_motion_set_of(ox_console_motions(p->console), hero(p));
}
static int frame_of(const played *p) {
    const int type = ox_world_component(&p->console->world, OX_NAME("sprite"));
    const ox_sprite *sprite = ox_component_get(&p->console->world, object_called(p, "hero"), (uint32_t)type);
    return sprite->frame;
}
static void put(const played *p, const char *number, double value) {
    CHECK(ox_motion_put(set_of(p), hero(p), rom_id(number), FX(value)));
}

/* ANI-072: walking that is broken off in its middle: the first page of running is seen in the very step; pages come at their rates; the end of what plays once is told once; marks are passed; and how fast it goes is a number. */
TEST(motion_sprites_change_with_the_first_page) {
    static const char motion[] = "sheet hero\nswitch fast\nswitch low\nnumber speed 1 low=0 high=4\n"
                                 "state go over=speed walk@1 walk@4x4\nstate run run\nstate down duck once\n"
                                 "go -> run when fast\nrun -> go when not fast\n* -> down when low "
                                 "priority=1\ndown -> go when not low\n"
                                 "mark walk 0.45 Step left\n";
    played p;
    if (!play_sprites(&p, motion, "motion=free of=hero")) return;
    steps(&p, 1);
    CHECK_EQ(frame_of(&p), 0);
    for (int i = 1; i < 28; i++) { /* ten pages a second */
        steps(&p, 1);
        CHECK_EQ(frame_of(&p), (i + 1) / 6);
    }
    put(&p, "fast", 1);
    steps(&p, 1);
    CHECK_EQ(frame_of(&p), 10);
    for (int i = 1; i < 60; i++) { /* twenty, and round */
        steps(&p, 1);
        CHECK_EQ(frame_of(&p), 10 + i / 3 % 10);
    }
    put(&p, "low", 1);
    steps(&p, 1);
    CHECK_EQ(frame_of(&p), 20);
    steps(&p, 100);
    CHECK_EQ(frame_of(&p), 21); /* it stays at its last */
    frame(p.console, PLAT_A);
    frame(p.console, 0);
    CHECK(logged(p.console, "1 2 1"));
    put(&p, "low", 0);
    put(&p, "fast", 0);
    put(&p, "speed", 4);
    steps(&p, 1);
    CHECK_EQ(frame_of(&p), 0);
    steps(&p, 15); /* four times as fast */
    CHECK_EQ(frame_of(&p), 0);
    steps(&p, 2);
    CHECK_EQ(frame_of(&p), 1);
    end(&p);
}

/* ANI-072: a platform hero, in each state with each input, goes where the table says. */
TEST(motion_sprites_of_a_platform_hero) {
    static const char motion[] =
        "sheet hero\nswitch ground\nswitch moves\nswitch down\n"
        "state stand stand\nstate walk walk\nstate jump leap\nstate duck duck once\n"
        "* -> jump when not ground priority=2\njump -> stand when ground\n"
        "stand -> duck when down priority=1\nwalk -> duck when down priority=1\nduck -> stand when not down\n"
        "stand -> walk when moves\nwalk -> stand when not moves\n";
    static const char *const names[4] = {"stand", "walk", "jump", "duck"};
    /* inputs: ground 1, moves 2, down 4 */
    static const char table[4][9] = {"jsjwjdjd", "jsjwjdjd", "jsjsjsjs", "jsjsjdjd"};
    played p;
    if (!play_sprites(&p, motion, "motion=free of=hero")) return;
    steps(&p, 2);
    for (uint8_t state = 0; state < 4; state++)
        for (int input = 0; input < 8; input++) {
            ox_motion_run *run = hero(&p);
            run->layer[0] = (ox_motion_layer){.state = state, .old = state, .wish = OX_MOTION_NONE};
            put(&p, "ground", (input & 1) != 0);
            put(&p, "moves", (input & 2) != 0);
            put(&p, "down", (input & 4) != 0);
            steps(&p, 1);
            const ox_id now = ox_motion_state(set_of(&p), run, 0);
            for (int k = 0; k < 4; k++) CHECK_EQ(now == rom_id(names[k]), names[k][0] == table[state][input]);
        }
    ox_object *object = object_called(&p, "hero"); /* what joints do is nothing here */
    CHECK(ox_motion_global(ox_console_motions(p.console), object, NULL) == NULL);
    end(&p);
}

/* What a sheet cannot do is told with its line; an animation that it lacks refuses the cart. */
TEST(motion_sprites_refuse_what_only_skeletons_do) {
    static const struct {
        const char *motion, *says;
    } rows[] = {{"sheet hero\nstate go walk travels\n", "travel nowhere"},
                {"sheet hero\nstate go walk\nlook head\n", "has no joints"},
                {"sheet hero\nlayer body mask=hip\nstate go walk\n", "has no joints"},
                {"sheet nobody\nstate go walk\n", "the cart has no sheet"},
                {"sheet hero\nsheet hero\nstate go walk\n", "one `skeleton` or `sheet`"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        packed_folder f;
        writer image;
        tool_error error = {.text = ""};
        write_texts(
            &f, &(played_texts){
                    "title \"Flip\"\nsize 64x48\nstart one\nsheet hero hero.sheet\nmotion hero hero.motion\n"
                    "scene one\n camera flat at=0,0\nend\n",
                    physics_no_script, NULL});
        folder_write(&f, "hero.sheet", sheet);
        folder_write(&f, "hero.xpm", picture);
        folder_write(&f, "hero.motion", rows[i].motion);
        CHECK(!folder_pack_told(&f, &image, &error));
        CHECK(strstr(error.text, rows[i].says) != NULL && strstr(error.text, "hero.motion:") != NULL);
        if (strstr(error.text, rows[i].says) == NULL) TEST_INFO("%s", error.text);
        folder_remove(&f);
    }
    played p;
    CHECK(!play_sprites(&p, "sheet hero\nstate go fly\n", "motion=free of=hero"));
    CHECK(strstr(p.error.text, "the sheet has no animation") != NULL);
    host_close(p.port);
    writer_free(&p.image);
    folder_remove(&p.folder);
}
