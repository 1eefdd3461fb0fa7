/* Tweens of a console's objects from cart.txt, scripts and C: the same state at every step; ends that are
 * told; saved, reloaded, refused. */
#define _XOPEN_SOURCE 700
#include "kernel/behaviour/internal.h"
#include "kernel/tween/module.h"
#include "kernel/type/name.h"
#include "tests/host/rom/carts/played_cart.h"

#define HEAD                                                                                                 \
    "title \"Tweens\"\nsize 64x48\nformat rgb565\nbudget 192K\nframe 16K\nstart one\nmesh sign square.obj\n"
#define SCRIPT "script game game.goad\ncapacity script-copies 8\n"
#define CAMERA "scene one\n camera at=0,0,6 target=0,0,0\n"
#define OBJECTS " object sign name=top at=1,0,0 spin=2,0,0\n object sign name=low at=2,0,0 yaw=350\n"
#define RULES "type rules behaviour=Rules\n"

static const char no_script[] = "behaviour Nobody { }\n";

static void play(played *p, const char *text, const char *script) {
    play_texts(p, &(played_texts){text, script, NULL});
}

static uint32_t world_hash(const played *p) {
    const ox_sim_part part = ox_console_world_part(p->console);
    const ox_sim state = {&part, 1};
    return ox_sim_hash(&state, OX_FNV_START);
}

static ox_object *named(const played *p, ox_id name) { return ox_world_find(&p->console->world, name); }
static ox_object_place *place_of(const played *p, ox_id name) {
    return ox_object_place_of(&p->console->world, named(p, name));
}
static const int32_t *globals_of(const played *p) {
    return ox_console_script(p->console, rom_id("script/game"))->globals;
}
static uint32_t count_tweens(const played *p) {
    const ox_world *world = &p->console->world;
    const int type = ox_world_component(world, OX_NAME("tween"));
    return type < 0 ? 0 : ox_component_count(&world->components[type]);
}

static void start(const played *p, ox_id who, const ox_tween *tween) {
    CHECK_EQ(ox_tween_start(&p->console->world, named(p, who), tween), OX_OK);
}

/* ---- three ways to write one tween ---- */

static const char moving_script[] =
    "behaviour Rules { on Press(b) {\n let top = find('top')\n let low = find('low')\n"
    " if b == Button.A {\n  tween_place(top, 'pos', vec3(1.0, 2.0, -3.0), 20t, 'bounce_out')\n"
    "  tween(top, 'size', 3.0, 11t, 'back_in_out')\n  tween_repeat(top, 'size', 3, true)\n"
    "  tween_angle(top, 'spin', -5deg, 30t, 'linear')\n"
    "  tween_angle(low, 'angle', 10deg, 8t, 'sine_in_out')\n  tween_delay(low, 'angle', 3t)\n }\n"
    " if b == Button.B { tween(top, 'size', 0.5, 5t, 'linear') }\n"
    " if b == Button.X { tween_stop(top, 'pos') } } }\n";

static void start_by_hand(const played *p, uint32_t button) {
    const ox_id top = OX_NAME("top"), low = OX_NAME("low"), place = OX_NAME("place");
    if (button == PLAT_A) {
        start(p, top,
              &(ox_tween){.component = place,
                          .field = OX_NAME("pos"),
                          .to = {FX_ONE, 2 * FX_ONE, -3 * FX_ONE},
                          .steps = 20,
                          .times = 1,
                          .curve = EASE_BOUNCE_OUT});
        start(p, top,
              &(ox_tween){.component = place,
                          .field = OX_NAME("size"),
                          .to = {3 * FX_ONE},
                          .steps = 11,
                          .times = 3,
                          .curve = EASE_BACK_IN_OUT,
                          .flags = OX_TWEEN_BACK});
        start(p, top,
              &(ox_tween){.component = OX_NAME("drift"),
                          .field = OX_NAME("spin"),
                          .to = {(int16_t)(uint16_t)(65536 - 910)},
                          .steps = 30,
                          .times = 1,
                          .values = 1});
        start(p, low,
              &(ox_tween){.component = place,
                          .field = OX_NAME("angle"),
                          .to = {1820},
                          .steps = 8,
                          .delay = 3,
                          .times = 1,
                          .curve = EASE_SINE_IN_OUT});
    }
    if (button == PLAT_B)
        start(p, top,
              &(ox_tween){
                  .component = place, .field = OX_NAME("size"), .to = {FX_HALF}, .steps = 5, .times = 1});
    if (button == PLAT_X) CHECK(ox_tween_stop(&p->console->world, named(p, top), place, OX_NAME("pos")));
}

/* One image plays twice: in one console buttons make its script start tweens, in the other console C starts
 * them at the same steps. */
TEST(console_tween_scripts_and_c_do_the_same) {
    played p, q;
    play(&p, HEAD SCRIPT RULES CAMERA OBJECTS " object rules\nend\n", moving_script);
    play(&q, HEAD SCRIPT RULES CAMERA OBJECTS " object rules\nend\n", moving_script);
    uint32_t last = 0, changes = 0;
    for (int i = 0; i < 60; i++) {
        const uint32_t button = i == 3 ? PLAT_A : i == 17 ? PLAT_B : i == 19 ? PLAT_X : 0;
        start_by_hand(&q, button);
        frame(p.console, button);
        frame(q.console, 0);
        const uint32_t hash = world_hash(&p);
        CHECK_EQ(hash, world_hash(&q));
        changes += hash != last;
        last = hash;
        CHECK_EQ(i < 3, count_tweens(&p) == 0 && i < 30);
        /* 3 + 8 steps, from step 3 on */
        if (i == 13) CHECK_EQ(place_of(&p, OX_NAME("low"))->angle, 1820);
    }
    CHECK(changes > 25);
    CHECK_EQ(place_of(&p, OX_NAME("top"))->size, FX_HALF);
    CHECK(place_of(&p, OX_NAME("top"))->pos.y != 2 * FX_ONE);
    end(&p);
    end(&q);
}

/* A cart without scripts whose cart.txt has tweens, against the same scene in which C starts them before the
 * first step: the whole state is equal. */
TEST(console_tween_cart_txt_and_c_do_the_same) {
    played p, q;
    play(&p,
         HEAD
         "capacity tweens 4\n" CAMERA " object sign name=top at=1,0,0 spin=2,0,0\n"
         "  with tween=pos to=1,2,-3 time=0.5 curve=elastic_in_out delay=0.1 times=0 way=back\n"
         "  with tween=size from=0.5 to=2 time=0.25\n  with tween=spin to=-3 time=1 times=2\n"
         " object sign name=low at=2,0,0 yaw=350\n  with tween=angle to=10 time=0.15 curve=sine_out\nend\n",
         no_script);
    play(&q, HEAD "capacity tweens 4\n" CAMERA OBJECTS "end\n", no_script);
    const ox_id top = OX_NAME("top"), place = OX_NAME("place");
    start(&q, top,
          &(ox_tween){.component = OX_NAME("drift"),
                      .field = OX_NAME("spin"),
                      .to = {-546},
                      .steps = 60,
                      .times = 2,
                      .values = 1});
    start(&q, top,
          &(ox_tween){.component = place,
                      .field = OX_NAME("pos"),
                      .to = {FX_ONE, 2 * FX_ONE, -3 * FX_ONE},
                      .steps = 30,
                      .delay = 6,
                      .curve = EASE_ELASTIC_IN_OUT,
                      .flags = OX_TWEEN_BACK});
    start(&q, top,
          &(ox_tween){.component = place,
                      .field = OX_NAME("size"),
                      .from = {FX_HALF},
                      .to = {2 * FX_ONE},
                      .steps = 15,
                      .times = 1,
                      .flags = OX_TWEEN_FROM});
    start(&q, OX_NAME("low"),
          &(ox_tween){.component = place,
                      .field = OX_NAME("angle"),
                      .to = {1820},
                      .steps = 9,
                      .times = 1,
                      .curve = EASE_SINE_OUT});
    for (int i = 0; i < 140; i++) {
        frame(p.console, 0);
        frame(q.console, 0);
        CHECK(count_tweens(&p) == count_tweens(&q) && count_tweens(&p) > 0);
        /* Tweens of cart.txt stand in the order of their members' ids: the values of objects are the same, whatever the order. */
        CHECK(memcmp(place_of(&p, top), place_of(&q, top), sizeof(ox_object_place)) == 0);
        CHECK(memcmp(place_of(&p, OX_NAME("low")), place_of(&q, OX_NAME("low")), sizeof(ox_object_place)) ==
              0);
        if (i > 20) CHECK_EQ(world_hash(&p) != 0, true);
    }
    CHECK(place_of(&p, top)->size == 2 * FX_ONE && place_of(&p, OX_NAME("low"))->angle == 1820);
    CHECK_EQ(ox_console_state_hash(p.console), ox_console_state_hash(q.console)); /* one tween is left */
    end(&p);
    end(&q);
}

/* ---- types ---- */

TEST(console_tween_types_give_theirs_to_all_objects) {
    static const char script[] = "behaviour Rules { on Press(b) { create('gem', vec3(0.0, 4.0, 0.0)) } }\n";
    played p;
    play(&p,
         HEAD SCRIPT RULES
         "type coin mesh=sign\n  with tween=size to=2 time=0.5\n  with tween=angle to=90 time=0.5\n"
         "type gem coin\n  with tween=size to=5 time=0.5\n" CAMERA
         " object coin name=one\n object coin name=two\n  with tween=size to=3 time=1\n object gem "
         "name=three\n"
         " object rules\nend\n",
         script);
    frame(p.console, PLAT_A);
    CHECK_EQ(count_tweens(&p), 8);
    frames(p.console, 29);
    CHECK_EQ(place_of(&p, OX_NAME("one"))->size, 2 * FX_ONE);
    CHECK_EQ(place_of(&p, OX_NAME("two"))->size, 2 * FX_ONE); /* object two is half of its way to 3 */
    CHECK_EQ(place_of(&p, OX_NAME("three"))->size, 5 * FX_ONE);
    const ox_object *made = object_at(p.console, 4);
    CHECK(made != NULL && ox_object_place_of(&p.console->world, made)->size == 5 * FX_ONE &&
          ox_object_place_of(&p.console->world, made)->angle == 16384);
    end(&p);
}

/* ---- scripts ---- */

TEST(console_tween_ends_are_told_by_the_names_of_members) {
    static const char script[] =
        "var sizes = 0\nvar others = 0\nvar orbits = 0\nvar running = 0\n"
        "behaviour Rules { on Press(b) {\n let top = find('top')\n tween(top, 'size', 2.0, 4t, 'linear')\n"
        " tween_place(top, 'pos', top.pos, 6t, 'linear')\n tween(top, 'orbit', 1.0, 2t, 'linear') }\n"
        " on Tweened(who, field) {\n  if field == 'size' and who == find('top') { sizes += 1 }\n"
        "  if field == 'pos' { others += 1 }\n  if field == 'orbit' { orbits += 1 } }\n"
        " on tick { running = tweening(find('top'), 'pos') ? 1 : 0 } }\n";
    played p;
    play(&p, HEAD SCRIPT RULES CAMERA OBJECTS " object rules\nend\n", script);
    frames(p.console, 2);
    frame(p.console, PLAT_A);
    frames(p.console, 2);
    CHECK(globals_of(&p)[0] == 0 && globals_of(&p)[1] == 0 && globals_of(&p)[2] == 1 &&
          globals_of(&p)[3] == 1);
    frames(p.console, 2);
    CHECK(globals_of(&p)[0] == 1 && globals_of(&p)[1] == 0);
    frames(p.console, 10);
    CHECK(globals_of(&p)[0] == 1 && globals_of(&p)[1] == 1 && globals_of(&p)[2] == 1 &&
          globals_of(&p)[3] == 0);
    CHECK_EQ(count_tweens(&p), 0);
    end(&p);
}

TEST(console_tween_natives_refuse_what_is_wrong) {
    static const struct {
        const char *call, *says;
    } mistakes[] = {
        {"tween(top, 'siez', 2.0, 4t, 'linear')", "tween refuses its argument 2"},
        {"tween(top, 'pos', 2.0, 0t, 'linear')", "tween refuses its argument 4"},
        {"tween(top, 'size', 2.0, 4t, 'linaer')", "tween refuses its argument 5"},
        {"tween(top, 'angle', 2.0, 4t, 'linear')", "tween refuses its argument 3"},
        {"tween_angle(top, 'size', 2deg, 4t, 'linear')", "tween_angle refuses its argument 3"},
        {"tween_place(top, 'size', top.pos, 4t, 'linear')", "tween_place refuses its argument 3"},
        {"tween_angle(find('low'), 'spin', 2deg, 4t, 'linear')", "tween_angle refuses its argument 2"},
        {"tween_int(top, 'size', 2, 4t, 'linear')", "tween_int refuses its argument 3"},
        {"tween_repeat(top, 'size', -1, true)", "tween_repeat refuses its argument 3"},
        {"tween_stop(find('nobody'), 'size')", "tween_stop refuses its argument 1"},
    };
    for (size_t i = 0; i < sizeof mistakes / sizeof mistakes[0]; i++) {
        char script[400];
        played p;
        snprintf(script, sizeof script, "behaviour B { on tick { let top = find('top')\n %s } }\n",
                 mistakes[i].call);
        play(&p, HEAD SCRIPT CAMERA OBJECTS " behaviour B\nend\n", script);
        frame(p.console, 0);
        CHECK(logged(p.console, mistakes[i].says));
        if (!logged(p.console, mistakes[i].says)) TEST_INFO("%s", mistakes[i].call);
        CHECK_EQ(count_tweens(&p), 0);
        end(&p);
    }
}

TEST(console_tween_without_room_is_left_out_and_told) {
    static const char script[] =
        "var given = 0\nbehaviour Rules { on Press(b) {\n"
        " given += tween(find('low'), 'size', 2.0, 9t, 'linear') ? 1 : 0\n"
        " given += tween(find('low'), 'pitch' == 'pitch' ? 'size' : 'pos', 3.0, 9t, 'linear') ? 10 : 0\n"
        " given += tween_angle(find('low'), 'pitch', 9deg, 9t, 'linear') ? 100 : 0 } }\n";
    played p;
    play(&p,
         HEAD SCRIPT "capacity tweens 2\n" RULES CAMERA
                     " object sign name=top\n  with tween=size to=2 time=1\n object sign name=low\n"
                     " object rules\nend\n",
         script);
    frame(p.console, PLAT_A);
    CHECK_EQ(globals_of(&p)[0], 11);
    CHECK_EQ(count_tweens(&p), 2);
    CHECK(logged(p.console, "more than 2 tweens at once: raise `capacity tweens`"));
    end(&p);
}

/* ---- the state ---- */

/* A state that is kept at any step goes on to the same later state in a new console. */
TEST(console_tween_state_comes_back_at_any_step) {
    static uint8_t kept[32768];
    const char *text = HEAD SCRIPT RULES CAMERA OBJECTS
        "  with tween=pos to=0,3,0 time=0.3 times=0 way=back curve=cubic_in\n object rules\nend\n";
    for (int at = 1; at < 40; at += 3) {
        played p, q;
        play(&p, text, moving_script);
        play(&q, text, moving_script);
        for (int i = 0; i < 60; i++) {
            if (i == at) {
                ox_sim_part parts[OX_STATE_PARTS], other[OX_STATE_PARTS];
                const ox_sim state = {parts, ox_console_list_state(p.console, parts)},
                             into = {other, ox_console_list_state(q.console, other)};
                ox_writer to = ox_writer_bytes(kept, sizeof kept);
                ox_sim_save(&state, &to);
                CHECK(!to.full);
                ox_reader from = ox_reader_bytes(kept, to.used);
                CHECK_EQ(ox_sim_restore(&into, &from), OX_OK);
            }
            const uint32_t button = i == 3 ? PLAT_A : i == 17 ? PLAT_B : 0;
            frame(p.console, button);
            if (i < at) continue;
            frame(q.console, button);
            CHECK_EQ(ox_console_state_hash(q.console), ox_console_state_hash(p.console));
        }
        end(&p);
        end(&q);
    }
}

static void replace(const played *p, const char *text, const char *script, writer *mod) {
    ox_error error = {.text = ""};
    CHECK(make_overlay(p, text, script, mod) > 0);
    CHECK_EQ(ox_console_replace(p->console, mod->data, (uint32_t)mod->size, &error), OX_OK);
    if (error.text[0] != 0) TEST_INFO("%s", error.text);
}

#define TOP " object sign name=top at=1,0,0\n  with tween=pos to=1,8,0 time=1\n"

/* Tweens under way go on; tweens that the texts say otherwise begin anew; tweens that they no longer say
 * end. */
TEST(console_tween_goes_on_when_texts_change) {
    static const char script[] =
        "behaviour Rules { on Press(b) { tween(find('low'), 'size', 3.0, 60t, 'linear') } }\n";
    played p;
    writer mod, next, last;
    play(&p, HEAD SCRIPT RULES CAMERA TOP " object sign name=low at=2,0,0\n object rules\nend\n", script);
    frames(p.console, 15);
    frame(p.console, PLAT_A);
    frames(p.console, 14);
    CHECK_EQ(place_of(&p, OX_NAME("top"))->pos.y, 4 * FX_ONE);
    replace(&p, HEAD SCRIPT RULES CAMERA TOP " object sign name=low at=2,1,0\n object rules\nend\n", script,
            &mod);
    CHECK_EQ(place_of(&p, OX_NAME("top"))->pos.y, 4 * FX_ONE);
    frames(p.console, 15);
    CHECK_EQ(place_of(&p, OX_NAME("top"))->pos.y, 6 * FX_ONE);
    CHECK_EQ(place_of(&p, OX_NAME("low"))->size, 2 * FX_ONE);
    replace(
        &p,
        HEAD SCRIPT RULES CAMERA
        " object sign name=top at=1,0,0\n  with tween=pos to=1,2,0 time=0.5\n object sign name=low at=2,1,0\n"
        " object rules\nend\n",
        script, &next);
    frames(p.console, 15);
    CHECK_EQ(place_of(&p, OX_NAME("top"))->pos.y, 4 * FX_ONE);
    replace(&p,
            HEAD SCRIPT RULES CAMERA
            " object sign name=top at=1,0,0\n object sign name=low at=2,1,0\n object rules\nend\n",
            script, &last);
    frames(p.console, 15);
    CHECK_EQ(place_of(&p, OX_NAME("top"))->pos.y, 4 * FX_ONE);
    CHECK_EQ(place_of(&p, OX_NAME("low"))->size, 3 * FX_ONE);
    CHECK_EQ(count_tweens(&p), 0);
    end(&p);
    writer_free(&mod);
    writer_free(&next);
    writer_free(&last);
}

/* The first and the last tween of a cart come and go while it plays, and no object begins anew. */
TEST(console_tween_first_and_last_come_while_it_plays) {
    played p;
    writer mod, next;
    play(&p, HEAD CAMERA " object sign name=top at=1,0,0\nend\n", no_script);
    frames(p.console, 2);
    CHECK(ox_world_component(&p.console->world, OX_NAME("tween")) < 0);
    CHECK(ox_module_state(ox_console_modules(p.console), OX_NAME("tween")) == NULL);
    replace(&p, HEAD CAMERA TOP "end\n", no_script, &mod);
    frames(p.console, 30);
    CHECK_EQ(place_of(&p, OX_NAME("top"))->pos.y, 4 * FX_ONE);
    replace(&p, HEAD CAMERA " object sign name=top at=1,0,0\n object sign name=low\nend\n", no_script, &next);
    frames(p.console, 9);
    CHECK(named(&p, OX_NAME("low")) != NULL);
    CHECK(!logged(p.console, "begins anew"));
    CHECK_EQ(place_of(&p, OX_NAME("top"))->pos.y, 4 * FX_ONE);
    end(&p);
    writer_free(&mod);
    writer_free(&next);
}

/* ---- carts with and without the module ---- */

static ox_console *boot_plain(played *p) {
    CHECK_EQ(ox_console_close(p->console), 0);
    ox_boot_options boot = quiet_options(p->port, &p->image);
    boot.modules = ox_preset_plain;
    return ox_console_boot(&boot, &p->error);
}

TEST(console_tween_players_without_it_refuse_by_name) {
    played p;
    play(&p, HEAD CAMERA TOP "end\n", no_script);
    CHECK(ox_module_state(ox_console_modules(p.console), OX_NAME("tween")) != NULL);
    CHECK(boot_plain(&p) == NULL);
    CHECK(strstr(p.error.text, "the module `tween`") != NULL);
    host_close(p.port);
    boot_with(&p, NULL, 0);
    CHECK(p.console != NULL);
    end(&p);
    play(&p, HEAD SCRIPT RULES CAMERA OBJECTS " object rules\nend\n", moving_script);
    ox_module_use use;
    bool found = false;
    for (uint32_t i = 0; ox_module_use_at(&p.console->image, i, &use); i++)
        found = found || use.id == OX_NAME("tween");
    CHECK(found);
    end(&p);
}

TEST(console_tween_stands_still_while_the_scene_is_paused) {
    played p;
    play(&p, HEAD CAMERA TOP "end\n", no_script);
    frames(p.console, 15);
    frame(p.console, PLAT_START);
    const vec3 at = place_of(&p, OX_NAME("top"))->pos;
    frames(p.console, 10);
    CHECK(v3_equal(place_of(&p, OX_NAME("top"))->pos, at) && at.y > 0);
    frame(p.console, PLAT_START);
    frames(p.console, 60);
    CHECK_EQ(place_of(&p, OX_NAME("top"))->pos.y, 8 * FX_ONE);
    end(&p);
}

TEST(console_tween_mistakes_in_cart_txt_are_told_with_their_line) {
    static const struct {
        const char *line, *says;
    } mistakes[] = {
        {"with tween=siez to=2 time=1", "cart.txt:11: `tween=siez`: objects have no field of that name"},
        {"with tween=size time=1", "`with tween=size` without to=; add it"},
        {"with tween=size to=2", "`with tween=size` without time=; add it"},
        {"with tween=size to=2 time=1 curve=bonce_out", "did you mean `bounce_out`?"},
        {"with tween=size to=2 time=1 way=up", "`way=up`"},
        {"with tween=pos to=2 time=1", "`to=2`: what stands here is X,Y,Z"},
        {"with tween=angle to=1,2,3 time=1", "a number of degrees"},
        {"with tween=size to=2 time=5000", "`time=5000`: what stands here is seconds"},
        {"with tween=size to=2 time=1 times=1.5", "a whole number from 0 to 65535"},
        {"with tween=size to=2 time=1 curv=linear", "curv"},
        {"with tween=size to=2 time=0", "`time=0`"},
        {"with tween=size to=2 time=1\n  with tween=size to=3 time=1",
         "`tween=size` is given twice, in line 11 too"},
    };
    for (size_t i = 0; i < sizeof mistakes / sizeof mistakes[0]; i++) {
        char text[1024];
        snprintf(text, sizeof text, "%s%s%s  %s\nend\n", HEAD, CAMERA, " object sign\n", mistakes[i].line);
        refuse_texts(&(played_texts){text, no_script, NULL}, mistakes[i].says);
    }
}
