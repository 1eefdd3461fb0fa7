/* Levels of scenes: statements of their texts play in carts whose script is all there is. */
#define _XOPEN_SOURCE 700
#include "kernel/behaviour/internal.h"
#include "kernel/level/module.h"
#include "kernel/runtime/module.h"
#include "kernel/type/name.h"
#include "tests/host/rom/carts/played_cart.h"

#define HEAD                                                                                                 \
    "title \"Levels\"\nsize 64x48\nformat rgb565\nbudget 192K\nframe 16K\nstart one\n"                       \
    "material red colour=#ff2020 shading=unlit\nmaterial blue colour=#2020ff shading=unlit\n"                \
    "mesh sign square.obj material=red\nscript game game.goad\ncapacity script-copies 4\n"                   \
    "type coin mesh=sign scale=0.5 behaviour=Coin\ntype runner mesh=sign scale=0.25 behaviour=Runner\n"      \
    "type rules behaviour=Rules\n"
#define VIEW "scene one\n camera at=0,0,6 target=0,0,0\n object rules\n"
#define HERE HEAD "level yard yard.txt\n" VIEW " level yard\nend\n"
#define AWAY HEAD "level yard yard.txt\n" VIEW " level yard near=10 far=20\nend\n"

static const char yard[] = "level 1\nbounds -8,-1,-8 8,3,8\n"
                           "instance sign at=0,0,-2 scale=0.5\n"
                           "spawn coin name=first at=2,0,0 yaw=90 scale=3\n"
                           "spawn coin at=-2,0,0\n  set orbit_radius 0\n"
                           "spawn runner name=hare at=-6,0,0\n"
                           "spawn coin name=later at=0,2,0 later\n  set spawn_alive 1\n  set spawn_count 2\n"
                           "locator gate door at=3,1,-4 yaw=90\n"
                           "volume pond water box at=0,0,0 half=2,1,1\n"
                           "volume den lair sphere at=5,0,0 radius=1\n"
                           "path lane straight 0,0,0 4,0,0 4,0,3\n"
                           "path ring cardinal closed 0,0,0 4,0,0 4,0,4 0,0,4\n";

/* globals: coins, entered, left, last, late */
static const char script[] = "var coins = 0\nvar entered = 0\nvar left = 0\nvar last = 'none'\nvar late = 0\n"
                             "behaviour Coin { on start { coins += 1 } }\n"
                             "behaviour Runner { on tick { self.pos = self.pos + vec3(0.125, 0.0, 0.0)\n"
                             "    if self.pos.x > 7.5 { self.pos = vec3(-6.0, 0.0, 0.0) } } }\n"
                             "behaviour Rules {\n"
                             "  on Enter(who, where, kind) { entered += 1\n last = where\n assert(who == "
                             "find('hare') or where == 'pond')\n"
                             "    if kind == 'lair' { late += 100 } }\n"
                             "  on Leave(who, where, kind) { left += 1 }\n"
                             "  on Press(b) {\n"
                             "    if b == Button.A { if summon('later') != null { late += 1 } }\n"
                             "    if b == Button.B { look(vec3(40.0, 0.0, 6.0), vec3(40.0, 0.0, 0.0)) }\n"
                             "    if b == Button.X { look(vec3(0.0, 0.0, 6.0), vec3(0.0, 0.0, 0.0)) }\n"
                             "    if b == Button.Y { watch('pond', false) }\n"
                             "    if b == Button.L { let c = find('later')\n if c != null { remove(c) } }\n"
                             "  }\n}\n";

static void play(played *p, const char *text) { play_texts(p, &(played_texts){text, script, yard}); }

static int32_t global_of(const played *p, uint32_t number) {
    return ox_console_script(p->console, rom_id("script/game"))->globals[number];
}

/* Objects of the text stand in the world with the values of their types and their own. */
TEST(levels_spawn_objects_of_types) {
    played p;
    play(&p, HERE);
    ox_console *c = p.console;
    ox_world *world = ox_console_world(c);
    frame(c, 0);
    CHECK_EQ(world->alive, 4); /* the rules, two coins, the hare */
    const ox_object *coin = ox_world_find(world, OX_NAME("first"));
    CHECK(coin != NULL && ox_world_find(world, OX_NAME("later")) == NULL);
    if (coin != NULL) {
        const ox_object_place *at = ox_object_place_of(world, coin);
        CHECK(coin->type == ox_world_find_type(world, OX_NAME("coin")));
        CHECK(at->pos.x == 2 * FX_ONE && at->size == 3 * FX_HALF && at->angle - 16382u <= 4u);
        CHECK(coin->chunk == 1 && (coin->flags & OX_OBJECT_VISIBLE) != 0);
    }
    CHECK_EQ(global_of(&p, 0), 2); /* the behaviours of both coins have begun */
    const ox_area *areas;
    CHECK(ox_levels_areas(c, &areas) == 1 && areas[0].region_count == 2 && !areas[0].resting);
    end(&p);
}

TEST(levels_volumes_tell_who_comes_and_goes) {
    played p;
    play(&p, HERE);
    ox_console *c = p.console;
    frames(c, 3); /* the rules and the two coins stand in the pond from the start */
    CHECK(global_of(&p, 1) == 3 && global_of(&p, 2) == 0);
    frames(c, 32); /* the hare runs from -6 to -2 at an eighth of a metre a step */
    CHECK_EQ(global_of(&p, 1), 4);
    CHECK_EQ(global_of(&p, 3), (int32_t)rom_id("pond"));
    frames(c, 60);
    CHECK(global_of(&p, 1) == 5 && global_of(&p, 2) == 1 && global_of(&p, 3) == (int32_t)rom_id("den"));
    CHECK_EQ(global_of(&p, 4), 100); /* entering the den adds 100 by the kind of its volume */
    frame(c, PLAT_Y);
    frames(c, 2);
    CHECK_EQ(global_of(&p, 2),
             5); /* the hare left the pond and the den; the other three left when the pond went off */
    CHECK_EQ(ox_console_script(c, rom_id("script/game"))->traps, 0);
    end(&p);
}

TEST(levels_later_spawns_come_when_asked) {
    played p;
    play(&p, HERE);
    ox_console *c = p.console;
    frame(c, 0);
    for (int i = 0; i < 3; i++) {
        frame(c, PLAT_A);
        frame(c, 0);
        CHECK_EQ(global_of(&p, 4), 1); /* one spawned object lives at a time */
    }
    CHECK(ox_world_find(&c->world, OX_NAME("later")) != NULL && c->world.alive == 5);
    for (int i = 0; i < 3; i++) {
        frame(c, PLAT_L);
        frames(c, 2);
        frame(c, PLAT_A);
        frame(c, 0);
        CHECK_EQ(global_of(&p, 4), 2); /* the spawner makes two in all */
    }
    end(&p);
}

/* Far from the camera a level rests, and its objects are made anew when it is near again. */
TEST(levels_come_and_go_with_the_camera) {
    played p;
    play(&p, AWAY);
    ox_console *c = p.console;
    const ox_area *areas;
    frames(c, 3);
    CHECK(ox_levels_areas(c, &areas) == 1 && !areas[0].resting && c->world.alive == 4);
    const uint32_t inside = (uint32_t)global_of(&p, 1);
    const ox_handle before = ox_world_find(&c->world, OX_NAME("first"))->handle;
    frame(c, PLAT_B);
    frames(c, 3);
    CHECK(areas[0].resting && c->world.alive == 1 && ox_world_get(&c->world, before) == NULL);
    const uint32_t far = c->stats.hash;
    CHECK_EQ((uint32_t)global_of(&p, 1), inside);
    frame(c, PLAT_A); /* nobody comes from a level that rests */
    frame(c, 0);
    CHECK(global_of(&p, 4) == 0 && c->world.alive == 1);
    frame(c, PLAT_X);
    frames(c, 3);
    CHECK(!areas[0].resting && c->world.alive == 4 && c->stats.hash != far);
    CHECK_EQ(global_of(&p, 0), 4); /* coins that have begun */
    CHECK_EQ(ox_console_script(c, rom_id("script/game"))->traps, 0);
    end(&p);
}

/* A state that was kept at each of twenty steps goes on to the same later state, in the same console and in a
 * new one. */
TEST(levels_state_comes_back_at_any_step) {
    static uint8_t kept[65536];
    uint32_t seed = 5;
    for (int round = 0; round < 20; round++) {
        played p, q;
        play(&p, AWAY);
        play(&q, AWAY);
        seed = seed * 1664525u + 1013904223u;
        const int at = (int)(seed >> 24) % 60 + 1;
        for (int i = 0; i < 100; i++) {
            if (i == at) {
                ox_sim_part parts[OX_STATE_PARTS], other[OX_STATE_PARTS];
                const ox_sim state = {parts, ox_console_list_state(p.console, parts)};
                const ox_sim into = {other, ox_console_list_state(q.console, other)};
                ox_writer to = ox_writer_bytes(kept, sizeof kept);
                ox_sim_save(&state, &to);
                CHECK(!to.full);
                ox_reader from = ox_reader_bytes(kept, to.used);
                CHECK_EQ(ox_sim_restore(&into, &from), OX_OK);
            }
            static const uint32_t pressed[8] = {PLAT_A, 0, PLAT_B, 0, PLAT_X, PLAT_A, PLAT_L, PLAT_Y};
            const uint32_t buttons = i % 3 == 0 ? pressed[((seed >> 8) + (uint32_t)i / 3) & 7u] : 0;
            frame(p.console, buttons);
            if (i >= at) frame(q.console, buttons);
            if (i >= at) CHECK_EQ(ox_console_state_hash(q.console), ox_console_state_hash(p.console));
        }
        end(&p);
        end(&q);
    }
}

/* A changed script leaves the levels as they are; a changed level begins anew. */
TEST(levels_stay_or_begin_anew_while_chunks_change) {
    played p;
    writer mod, next;
    ox_error error;
    char other[2048];
    play(&p, HERE);
    ox_console *c = p.console;
    frames(c, 3);
    frame(c, PLAT_A);
    frames(c, 20);
    const ox_handle hare = ox_world_find(&c->world, OX_NAME("hare"))->handle;
    const fx x = ox_place_of(&c->world, ox_world_get(&c->world, hare))->x;
    snprintf(other, sizeof other,
             "%s// longer\nfunc more() -> int { return 1 }\nbehaviour More { on tick { late += more() } }\n",
             script);
    CHECK(overlay_of(&p, &(played_texts){HERE, other, yard}, &mod) > 0);
    CHECK_EQ(ox_console_replace(c, mod.data, (uint32_t)mod.size, &error), OX_OK);
    CHECK(c->world.alive == 5 && ox_world_get(&c->world, hare) != NULL);
    frames(c, 2);
    CHECK_EQ(ox_place_of(&c->world, ox_world_get(&c->world, hare))->x, x + FX_ONE / 4);
    const int32_t entered = global_of(&p, 1);
    CHECK_EQ(entered, 3); /* the three from the start: nobody enters a second time */
    frame(c, PLAT_A);     /* objects made before the change count still: one may live */
    frame(c, 0);
    CHECK(global_of(&p, 4) == 1 && c->world.alive == 5 && global_of(&p, 1) == entered);
    snprintf(other, sizeof other, "%sspawn coin name=more at=0,3,0\n", yard);
    CHECK(overlay_of(&p, &(played_texts){HERE, script, other}, &next) > 0);
    CHECK_EQ(ox_console_replace(c, next.data, (uint32_t)next.size, &error), OX_OK);
    TEST_INFO("%s", error.text);
    CHECK(c->world.alive == 5 && ox_world_get(&c->world, hare) == NULL);
    CHECK(ox_world_find(&c->world, OX_NAME("more")) != NULL &&
          ox_world_find(&c->world, OX_NAME("later")) == NULL);
    frames(c, 3);
    CHECK_EQ(ox_console_script(c, rom_id("script/game"))->traps, 0);
    end(&p);
    writer_free(&mod);
    writer_free(&next);
}

/* Where the objects of before cannot come back, levels begin anew, too, and no object is missing. */
TEST(levels_begin_anew_with_their_world) {
    played p;
    writer mod;
    ox_error error;
    play(&p, HEAD "type extra mesh=sign\nlevel yard yard.txt\n" VIEW " object extra\n level yard\nend\n");
    ox_console *c = p.console;
    frames(c, 20);
    CHECK_EQ(c->world.alive, 5);
    CHECK(overlay_of(&p, &(played_texts){HERE, script, yard}, &mod) >
          0); /* the type of a living object is gone */
    CHECK_EQ(ox_console_replace(c, mod.data, (uint32_t)mod.size, &error), OX_OK);
    CHECK(logged(c, "the objects of before do not fit"));
    CHECK_EQ(c->world.alive, 4);
    CHECK_EQ(ox_place_of(&c->world, ox_world_find(&c->world, OX_NAME("hare")))->x, -6 * FX_ONE);
    frames(c, 3);
    CHECK_EQ(c->world.alive, 4);
    end(&p);
    writer_free(&mod);
}

/* A cart that is packed only to be looked at, as the editor packs it, has the levels that its scenes play. */
TEST(levels_are_packed_to_be_looked_at) {
    packed_folder f;
    writer image;
    cart c;
    tool_error error = {.text = ""};
    static const pack_options options = {.names = true};
    write_texts(&f, &(played_texts){HERE, script, yard});
    CHECK(cart_load(f.path, &c, &error));
    CHECK(pack_looks(&c, "script", &options, &image, &error));
    if (error.text[0] != 0) TEST_INFO("%s", error.text);
    cart_free(&c);
    writer_free(&image);
    folder_remove(&f);
}

/* Places by name, volumes and paths, as scripts read them. */
TEST(levels_give_places_to_scripts) {
    played p;
    const played_texts texts = {
        HERE,
        "var x = 0.0\nvar turned = 0deg\nvar length_of = 0.0\nvar at = 0.0\nvar behind = 0.0\nvar around = "
        "0.0\n"
        "var within_one = false\nvar within_two = true\n"
        "behaviour Coin { }\nbehaviour Runner { }\n"
        "behaviour Rules { on start {\n x = locator('gate').z\n turned = locator_angle('gate')\n"
        " length_of = path_length('lane')\n at = along('lane', 5.5).z\n behind = along('lane', 99.0).x\n"
        " around = along('ring', 18.0).x\n"
        " within_one = inside(find('first'), 'pond')\n within_two = inside(find('hare'), 'pond') } }\n",
        yard};
    play_texts(&p, &texts);
    frames(p.console, 2);
    CHECK_EQ(global_of(&p, 0), -4 * FX_ONE);
    CHECK((uint32_t)global_of(&p, 1) - 16382u <= 4u);
    CHECK_EQ(global_of(&p, 2), 7 * FX_ONE);
    CHECK_EQ(global_of(&p, 3), 3 * FX_HALF);
    CHECK_EQ(global_of(&p, 4), 4 * FX_ONE);
    CHECK(global_of(&p, 5) > FX_ONE && global_of(&p, 5) < 3 * FX_ONE); /* two metres into the second round */
    CHECK(global_of(&p, 6) == 1 && global_of(&p, 7) == 0);
    CHECK_EQ(ox_console_script(p.console, rom_id("script/game"))->traps, 0);
    end(&p);
}

/* Geometry is in the picture; a scene without levels plays as ever. */
TEST(levels_are_seen) {
    played p, q;
    play(&p, HERE);
    play_texts(&q, &(played_texts){HERE, script,
                                   "level 1\nbounds -8,-1,-8 8,3,8\n"
                                   "spawn coin name=first at=2,0,0 yaw=90 scale=3\n"});
    frame(p.console, 0);
    frame(q.console, 0);
    CHECK(p.console->stats.triangles_drawn > q.console->stats.triangles_drawn);
    end(&p);
    end(&q);
    play(&p, HEAD "level yard yard.txt\n" VIEW "end\n");
    frames(p.console, 2);
    const ox_area *areas;
    CHECK(ox_levels_areas(p.console, &areas) == 0 && ox_console_world(p.console)->alive == 1);
    end(&p);
}

TEST(levels_mistakes_are_told_with_their_line) {
    static const struct {
        const char *text, *says;
    } mistakes[] = {{" level yrad\nend\n", "yrad"},
                    {" level yard\n level yard\nend\n", "in this scene already, in line"},
                    {" level yard far=3\nend\n", "without near=M"},
                    {" level yard near=5 far=3\nend\n", "leaves farther away"},
                    {" level yard nera=5\nend\n", "nera"}};
    for (size_t i = 0; i < sizeof mistakes / sizeof mistakes[0]; i++) {
        char text[2048];
        snprintf(text, sizeof text, "%slevel yard yard.txt\n%s%s", HEAD, VIEW, mistakes[i].text);
        refuse_texts(&(played_texts){text, script, yard}, mistakes[i].says);
    }
}

/* `set` of a spawn reaches the props of the object's behaviour before it begins, stays with it through live reload, and is warned of where
 * nothing takes it. */
TEST(levels_set_props_of_behaviours) {
    static const char props[] =
        "var sum: fx = 0.0\nvar goal: obj\nvar way: vec3\nvar turned: angle = 0deg\nvar kind = 'none'\nvar "
        "begun = 0\n"
        "behaviour Coin { prop worth: fx = 1.0\n prop count: int = 1\n prop at: vec3\n prop turn: angle\n "
        "prop gate: obj\n prop sort: name\n prop lit: bool\n"
        " on start { sum = worth * fx(count)\n goal = gate\n way = at\n turned = turn\n kind = sort\n"
        " if lit { begun += 1 } }\n on Press(b) { worth = 9.0 } }\n"
        "behaviour Runner { }\nbehaviour Rules { }\n";
    static const char level[] = "level 1\nbounds -8,-1,-8 8,3,8\nspawn runner name=hare at=0,0,0\n"
                                "spawn coin at=2,0,0\n  set worth 3\n  set count 2.9\n  set at 1,-2,0.5\n"
                                "  set turn 90\n  set gate @hare\n  set sort @gem\n  set lit yes\n"
                                "  set size 2.5\n  set nothing 7\n";
    const ox_script *machine;
    writer mod;
    ox_error error;
    played p;
    play_texts(&p, &(played_texts){HERE, props, level});
    ox_console *c = p.console;
    frame(c, 0);
    CHECK_EQ(global_of(&p, 0), 6 * FX_ONE);
    CHECK_EQ((uint32_t)global_of(&p, 1), ox_world_find(&c->world, rom_id("hare"))->handle.bits);
    CHECK_EQ(global_of(&p, 2), FX_ONE);
    CHECK_EQ(global_of(&p, 3), -2 * FX_ONE);
    CHECK_EQ(global_of(&p, 4), FX_ONE / 2);
    CHECK_EQ(global_of(&p, 5), 16384);
    CHECK_EQ((uint32_t)global_of(&p, 6), rom_id("gem"));
    CHECK_EQ(global_of(&p, 7), 1);
    CHECK(logged(c, "level: #22298ed7 is no field of the object"));
    frame(c, PLAT_A);
    frame(c, 0);
    /* a changed script leaves the value that the game gave a prop */
    char other[sizeof props + 32];
    snprintf(other, sizeof other, "%s%s", props, "func unused() { }\n");
    CHECK(overlay_of(&p, &(played_texts){HERE, other, level}, &mod) > 0);
    CHECK_EQ(ox_console_replace(c, mod.data, (uint32_t)mod.size, &error), OX_OK);
    frame(c, 0);
    machine = ox_console_script(c, rom_id("script/game"));
    const ox_handle coin = ox_script_find(machine, handle_at(c, 2), 0);
    CHECK_EQ(ox_script_cell(machine, coin, 0), 9 * FX_ONE);
    end(&p);
    writer_free(&mod);
}

/* A spawn with parent=NAME stands relative to its parent and moves with it. */
TEST(levels_spawns_have_parents) {
    static const char level[] =
        "level 1\nbounds -8,-1,-8 8,3,8\nspawn runner name=hare at=1,0,0 yaw=90\n"
        "spawn coin name=load at=0,1,-2 parent=hare\nspawn coin at=0,0,1 parent=load\n";
    played p;
    play_texts(&p, &(played_texts){HERE, script, level});
    ox_console *c = p.console;
    frame(c, 0);
    frames(c, 8);
    const vec3 hare = place(c, 1), load = place(c, 2), last = place(c, 3);
    CHECK(hare.x > FX_ONE); /* the hare runs */
    CHECK(fx_abs(load.x - (hare.x - FX_ONE / 2)) < 300 && fx_abs(load.y - FX_ONE / 4) < 300);
    /* offsets are in metres of parents of sizes 0.25 and 0.5 */
    CHECK(fx_abs(last.x - (load.x + FX_ONE / 2)) < 300);
    end(&p);
}

/* A `set` that no prop takes is warned of with its line when the cart is packed. Types that cart.txt does not
 * know are not judged. */
TEST(levels_properties_that_nothing_takes_are_warned_of) {
    static const char props[] = "behaviour Coin { prop worth: fx = 1.0 }\nbehaviour Runner { }\nbehaviour "
                                "Rules { }\n";
    static const char level[] = "level 1\nbounds -8,-1,-8 8,3,8\nspawn coin at=2,0,0\n  set worth 3\n"
                                "  set size 2\n  set orbit_radius 1\n  set spawn_count 3\n  set wroth 3\n"
                                "spawn runner at=0,0,0\n  set worth 1\nspawn orc at=0,0,0\n  set worth 1\n"
                                "spawn coin at=3,0,0\n  set worth yes\n  set behaviour @Runner\n";
    static const char *const warned[] = {"yard.txt:8: `set wroth`: it is no field",
                                         "yard.txt:10: `set worth`: it is no field",
                                         "yard.txt:14: `set worth yes`: the prop of `Coin` is a number"};
    tool_report said = {0};
    const pack_options options = {.names = true, .said = &said};
    tool_error error;
    pack_report report;
    packed_folder f;
    writer image;
    cart c;
    write_texts(&f, &(played_texts){HERE, props, level});
    CHECK(cart_load(f.path, &c, &error) && pack_cart(&c, &options, &image, &report, &error));
    CHECK_EQ(said.warnings, 3);
    for (uint32_t i = 0, found = 0; i < said.count; i++) {
        if (said.entries[i].severity != REPORT_WARNING) continue;
        CHECK(found < 3 && strstr(said.entries[i].what.text, warned[found]) != NULL);
        TEST_INFO("%s", said.entries[i].what.text);
        found++;
    }
    report_free(&said);
    cart_free(&c);
    writer_free(&image);
    folder_remove(&f);
}

/* Numbers of the engine's own tables are no fields that a level sets, whatever they are called. */
TEST(levels_set_no_numbers_of_the_engine) {
    static const char level[] =
        "level 1\nbounds -8,-1,-8 8,3,8\nspawn runner name=hare at=0,0,0\n"
        "  set form 900\n  set row 900\n  set copy 1\n  set source 900\n  set begun 1\n";
    played p;
    play_texts(&p, &(played_texts){HERE, script, level});
    ox_console *c = p.console;
    frames(c, 3);
    const ox_model *model = ox_scene_model(&c->scene, object_at(c, 1));
    CHECK(model->form < c->scene.form_count && model->row <= c->scene.row_count && model->copy == 0);
    CHECK(place(c, 1).x > 0); /* the hare has begun and runs */
    end(&p);
}

/* Statements of levels inside of a scene are the level of the scene's name: objects, events and state are
 * those of a level from a file, step by step. */
TEST(levels_stand_in_scenes_themselves) {
    static char inside[4096];
    played p, q;
    snprintf(inside, sizeof inside,
             HEAD VIEW "%send\nscene two\n camera at=0,0,6 target=0,0,0\n spawn coin at=1,0,0\nend\n",
             strchr(yard, '\n') + 1); /* the statements behind `level 1` */
    play(&p, HERE);
    play_texts(&q, &(played_texts){inside, script, NULL});
    for (int i = 0; i < 120; i++) {
        const uint32_t buttons = i == 20 ? PLAT_A : i == 60 ? PLAT_L : i == 100 ? PLAT_Y : 0;
        frame(p.console, buttons);
        frame(q.console, buttons);
        CHECK_EQ(ox_world_hash(&q.console->world, OX_FNV_START),
                 ox_world_hash(&p.console->world, OX_FNV_START));
        CHECK_EQ(ox_console_scripts_hash(q.console), ox_console_scripts_hash(p.console));
    }
    CHECK_EQ(global_of(&q, 1), 6);   /* the volumes are heard */
    CHECK_EQ(global_of(&q, 4), 201); /* spawns marked `later` come, too */
    const ox_area *areas;
    CHECK_EQ(ox_levels_areas(q.console, &areas), 1);
    rom_chunk level;
    rom_image image;
    CHECK(rom_open(q.image.data, q.image.size, &image, NULL) == ROM_OK);
    CHECK(rom_find(&image, rom_id("level/one"), ROM_TAG_LEVEL, &level) &&
          rom_find(&image, rom_id("level/two"), ROM_TAG_LEVEL, &level));
    end(&p);
    end(&q);
}

/* Mistakes in a scene's level statements are told where they stand. */
TEST(levels_in_scenes_are_told_where_they_are_wrong) {
    static const struct {
        const char *lines, *told;
    } wrong[] = {
        {" volume pond water box at=0,0,0\nend\n", "cart.txt:18: `volume` without half=X,Y,Z"},
        {" spawn coin\nend\n", "cart.txt:18: `spawn` without at=X,Y,Z"},
        {" volum pond\nend\n", "cart.txt:18: `volum` is unknown; did you mean `volume`?"},
        {"end\nvolume pond water box at=0,0,0 half=1,1,1\n", "cart.txt:19: `volume` outside of a scene"},
        {" locator a b at=0,0,0\nend\nlevel one yard.txt\n",
         "cart.txt:20: level `one` is there already, in line 18"},
        {"end\nlevel two yard.txt\nscene two\n camera at=0,0,6 target=0,0,0\n locator a b at=0,0,0\nend\n",
         "cart.txt:22: `locator` in the scene `two`: the cart has a level of that name, in line 19"}};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        static char text[4096];
        packed_folder f;
        writer image;
        tool_error error = {.text = ""};
        pack_report report;
        cart c;
        snprintf(text, sizeof text, HEAD VIEW "%s", wrong[i].lines);
        write_texts(&f, &(played_texts){text, script, yard});
        const bool loaded = cart_load(f.path, &c, &error);
        const bool packed = loaded && pack_cart(&c, &(pack_options){.names = true}, &image, &report, &error);
        if (loaded) cart_free(&c);
        CHECK(!packed && strstr(error.text, wrong[i].told) != NULL);
        if (strstr(error.text, wrong[i].told) == NULL) TEST_INFO("%s", error.text);
        folder_remove(&f);
    }
}

/* ---- C beside scripts ---- */

typedef struct listener {
    ox_console *console;
    uint32_t entered, left, last;
} listener;

static ox_answer hear(void *of, const ox_event *event) {
    listener *l = of;
    if (event->type == 0) l->entered++;
    if (event->type == 1) l->left++;
    l->last = (uint32_t)ox_event_int(event, 2, 0);
    return OX_HANDLED;
}

static ox_status listen(void *of, ox_console *console) {
    listener *l = of;
    l->console = console;
    const ox_interest enter = {.type = 0}, leave = {.type = 1};
    ox_events *events = ox_console_events(console);
    return ox_events_listen(events, enter, hear, l).bits != 0 &&
                   ox_events_listen(events, leave, hear, l).bits != 0
               ? OX_OK
               : OX_FULL;
}

/* A cart may have C and scripts: each hears what modules post, and C asks for what scripts ask for. */
TEST(levels_tell_carts_in_c_and_scripts_alike) {
    static const ox_id names[] = {OX_NAME("enter"), OX_NAME("leave")};
    static const ox_runtime_plan plan = {.events = names, .event_count = 2};
    listener l = {0};
    const ox_cart in_c = {
        .name = "listener", .start = listen, .state = &l, .modules = OX_RUNTIME, .runtime = &plan};
    played p = {0};
    pack_texts(&p, &(played_texts){HERE, script, yard});
    p.port = quiet_port(NULL);
    ox_boot_options boot = quiet_options(p.port, &p.image);
    boot.modules = ox_preset_silent;
    boot.cart = &in_c;
    p.console = ox_console_boot(&boot, &p.error);
    CHECK(p.console != NULL);
    if (p.console == NULL) TEST_INFO("%s", p.error.text);
    if (p.console == NULL) return;
    ox_console *c = p.console;
    frames(c, 100);
    CHECK(l.entered >= 4 && l.left >= 1);
    CHECK_EQ(l.entered, global_of(&p, 1));
    CHECK_EQ(l.left, global_of(&p, 2));
    CHECK_EQ(l.last, global_of(&p, 3));
    ox_locator gate;
    ox_level_path lane;
    ox_handle made, other;
    bool inside = true;
    CHECK(ox_levels_locator(c, OX_NAME("gate"), &gate) == OX_OK && gate.place.t.x == 3 * FX_ONE);
    CHECK_EQ(ox_levels_locator(c, OX_NAME("lane"), &gate), OX_NOT_FOUND);
    uint32_t state;
    CHECK_EQ(ox_levels_nearest_locator(c, OX_NAME("nobody"), gate.place.t, &gate), OX_NOT_FOUND);
    CHECK(!ox_levels_layer(c, OX_NAME("nobody"), &state) &&
          !ox_levels_change_layer(c, OX_NAME("nobody"), ox_area_layer_use, true));
    CHECK(ox_levels_spawner(c, OX_NAME("nobody")) == NULL && !ox_levels_go(c, OX_NAME("nobody")));
    CHECK(ox_levels_path(c, OX_NAME("lane"), &lane) == OX_OK && lane.length == 7 * FX_ONE);
    CHECK_EQ(ox_levels_path(c, OX_NAME("gate"), &lane), OX_NOT_FOUND);
    CHECK_EQ(ox_levels_summon(c, OX_NAME("nobody"), &made), OX_NOT_FOUND);
    CHECK(ox_levels_summon(c, OX_NAME("later"), &made) == OX_OK &&
          ox_world_find(&c->world, OX_NAME("later"))->handle.bits == made.bits);
    CHECK(ox_levels_summon(c, OX_NAME("later"), &other) == OX_FULL && other.bits == 0);
    CHECK(ox_levels_inside(c, made, OX_NAME("pond"), &inside) == OX_OK && !inside);
    (void)ox_place_set(&c->world, ox_world_get(&c->world, made), (vec3){0, 0, 0});
    CHECK(ox_levels_inside(c, made, OX_NAME("pond"), &inside) == OX_OK && inside);
    CHECK_EQ(ox_levels_inside(c, made, OX_NAME("lake"), &inside), OX_NOT_FOUND);
    CHECK_EQ(ox_levels_inside(c, OX_HANDLE_NONE, OX_NAME("pond"), &inside), OX_STALE_HANDLE);
    const uint32_t before = l.left;
    CHECK_EQ(ox_levels_watch(c, OX_NAME("pond"), false), OX_OK);
    CHECK_EQ(ox_levels_watch(c, OX_NAME("lake"), false), OX_NOT_FOUND);
    frames(c, 2);
    CHECK(l.left >= before + 3);
    end(&p);
}

/* Scripts may ask for everything that a locator or a path of a level has. */
TEST(levels_locators_and_paths_tell_everything) {
    static const char asking[] =
        "var yaw = 0deg\nvar radius = 0.0\nvar kind = ''\nvar nearest = ''\nvar none = "
        "''\n"
        "var points = 0\nvar corner = 0.0\nvar way = 0.0\n"
        "behaviour Coin { }\nbehaviour Runner { prop speed: fx = 0.0 }\nbehaviour Rules {\n"
        "  on start { yaw = locator_angle('gate')\n radius = "
        "locator_radius('gate')\n"
        "    kind = locator_kind('gate')\n nearest = nearest_locator('door', vec3(2.0, 0.0, 0.0))\n"
        "    none = nearest_locator('window', vec3(2.0, 0.0, 0.0))\n points = path_points('lane')\n"
        "    corner = path_point('lane', 2).z\n way = nearest_along('lane', vec3(9.0, 0.0, 1.0)) }\n"
        "  on Press(b) { corner = path_point('lane', 3).z }\n}\n";
    static const char places[] = "level 1\nbounds -8,-1,-8 8,3,8\n"
                                 "locator gate door at=3,1,-4 yaw=90 radius=2.5\n"
                                 "locator attic door at=3,9,-4\n"
                                 "path lane straight 0,0,0 4,0,0 4,0,3\n";
    played p;
    play_texts(&p, &(played_texts){HERE, asking, places});
    frames(p.console, 2);
    CHECK((ang16)(global_of(&p, 0) - 16384 + 8) <= 16);
    CHECK_EQ(global_of(&p, 1), 5 * FX_HALF);
    CHECK_EQ((uint32_t)global_of(&p, 2), rom_id("door"));
    CHECK_EQ((uint32_t)global_of(&p, 3), rom_id("gate"));
    CHECK_EQ(global_of(&p, 4), 0);
    CHECK_EQ(global_of(&p, 5), 3);
    CHECK_EQ(global_of(&p, 6), 3 * FX_ONE);
    CHECK(global_of(&p, 7) - 5 * FX_ONE < 64 && global_of(&p, 7) - 5 * FX_ONE > -64);
    CHECK_EQ(ox_console_script(p.console, rom_id("script/game"))->traps, 0);
    frame(p.console, PLAT_A);
    frame(p.console, 0);
    CHECK_EQ(ox_console_script(p.console, rom_id("script/game"))->traps, 1);
    end(&p);
}
