/* Scripts that play on a console: carts packed out of texts, steps, faults, state, overlays. */
#define _XOPEN_SOURCE 700
#include "tests/host/kernel/console/scripts_played.h"
#include "tools/script/script.h"

static bool is_drawn(const ox_console *c, uint32_t slot) {
    return object_at(c, slot) != NULL && (object_at(c, slot)->flags & OX_OBJECT_VISIBLE) != 0;
}
static const char moving[] = "var steps = 0\n"
                             "behaviour Hero {\n"
                             "  prop speed: fx = 0.25\n"
                             "  on start { self.angle = 90deg }\n"
                             "  on tick {\n"
                             "    let s = stick()\n"
                             "    self.pos = self.pos + vec3(s.x * speed, s.y * speed, 0.0)\n"
                             "    steps += 1\n"
                             "  }\n"
                             "  on Press(b) when b == Button.A { speed = 1.0 }\n"
                             "  on Release(b) { speed = 0.5 }\n"
                             "}\n"
                             "behaviour Rules { on tick { print_number(steps, 2, 2, #FFFFFF) } }\n";

TEST(scripts_lead_objects_by_buttons) {
    played p;
    play(&p, "", moving);
    frame(p.console, 0);
    CHECK(place(p.console, 0).x == 0 && angle(p.console, 0) == 16384 && p.console->scene.led);
    frame(p.console, PLAT_RIGHT);
    CHECK_EQ(place(p.console, 0).x, FX_ONE / 4);
    frame(p.console, PLAT_RIGHT | PLAT_A);
    CHECK_EQ(place(p.console, 0).x, FX_ONE / 4 + FX_ONE);
    frame(p.console, PLAT_UP);
    CHECK_EQ(place(p.console, 0).y, FX_ONE / 2);
    CHECK_EQ(place(p.console, 1).x, 3 * FX_ONE);
    CHECK(p.console->scene.look == OX_LOOK_AUTHORED); /* A does what the script says, and nothing else */
    CHECK_EQ(ox_console_script(p.console, rom_id("script/game"))->globals[0], 4);
    end(&p);
}

TEST(scripts_that_play_sounds_of_a_cart_without_any_are_told_once) {
    played p;
    play(&p, "", "behaviour Hero { on tick { sound('boing', 1.0) } }\nbehaviour Rules { }\n");
    frame(p.console, 0);
    CHECK(logged(p.console, "the cart has no sound, a script plays "));
    for (uint32_t i = 0; i < 40; i++) frame(p.console, 0);
    CHECK(!logged(p.console, "the cart has no sound")); /* all of the last lines are hashes */
    end(&p);
    play(&p, "audio\n", "behaviour Hero { on tick { sound('boing', 1.0) } }\nbehaviour Rules { }\n");
    for (uint32_t i = 0; i < 3; i++) frame(p.console, 0);
    CHECK(!logged(p.console, "the cart has no sound"));
    end(&p);
}

TEST(scripts_same_input_same_state) {
    uint32_t hashes[2][40];
    for (int round = 0; round < 2; round++) {
        played p;
        play(&p, "", moving);
        for (uint32_t i = 0; i < 40; i++) {
            frame(p.console, i % 7 == 0 ? PLAT_RIGHT : i % 5 == 0 ? PLAT_A : 0);
            hashes[round][i] = ox_console_scripts_hash(p.console);
            CHECK(i == 0 || hashes[round][i] != hashes[round][i - 1]);
        }
        end(&p);
    }
    CHECK(memcmp(hashes[0], hashes[1], sizeof hashes[0]) == 0);
}

TEST(scripts_objects_are_copied_and_removed) {
    played p;
    play(&p, "capacity script-copies 3\n",
         "var made: obj = null\nvar old: obj = null\nvar seen = 0\nevent Hello(n: int)\n"
         "behaviour Hero {\n"
         "  var greeted = 0\n"
         "  on Hello(n) { greeted += n }\n"
         "  on stop { seen += 100 }\n"
         "}\n"
         "behaviour Rules {\n"
         "  on Press(b) {\n"
         "    if b == Button.A { made = spawn(find('hero'), vec3(1.0, 2.0, 3.0)) }\n"
         "    if b == Button.B { old = made\n remove(made) }\n"
         "    if b == Button.X { seen = alive(old) ? 1 : 2 }\n"
         "    if b == Button.Y { emit Hello(5) to made }\n"
         "  }\n"
         "}\n");
    ox_console *c = p.console;
    ox_script *machine = ox_console_script(c, rom_id("script/game"));
    frame(c, 0);
    frame(c, PLAT_A);
    CHECK(c->world.alive == 3 && place(c, 2).y == 2 * FX_ONE && is_drawn(c, 2));
    CHECK_EQ(machine->instances.count, 3);
    frame(c, 0);
    frame(c, PLAT_Y);
    frame(c, 0);
    CHECK_EQ(ox_script_cell(machine, ox_script_find(machine, handle_at(c, 2), 0), 0), 5);
    frame(c, PLAT_B);
    CHECK(!is_drawn(c, 2) && machine->instances.count == 2 && handle_at(c, 2) == 0);
    CHECK_EQ(machine->globals[2], 100); /* `on stop` has run */
    frame(c, PLAT_A);
    CHECK(handle_at(c, 2) != 0 && is_drawn(c, 2));
    frame(c, PLAT_X);
    /* the handle of the first copy does not become that of the second */
    CHECK_EQ(machine->globals[2], 2);
    for (int i = 0; i < 4; i++) {
        frame(c, PLAT_A);
        frame(c, 0);
    }
    CHECK(c->world.alive == 5 && machine->globals[0] == 0);
    CHECK(logged(c, "5 objects are there already"));
    end(&p);
}

TEST(scripts_faults_stop_one_behaviour) {
    played p;
    play(&p, "",
         "var steps = 0\n"
         "behaviour Hero {\n"
         "  func push(o: obj) {\n"
         "    o.pos = vec3(1.0, 1.0, 1.0)\n"
         "  }\n"
         "  on tick {\n"
         "    if now() == 3 { push(find('nobody')) }\n"
         "  }\n"
         "}\n"
         "behaviour Rules { on tick { steps += 1 } }\n");
    frames(p.console, 10);
    CHECK(logged(p.console, "game.goad:4: Hero.push: no object: it is null, or was removed; Hero stops < "
                            "game.goad:7: Hero on tick"));
    ox_script *machine = ox_console_script(p.console, rom_id("script/game"));
    CHECK(machine->traps == 1 && machine->globals[0] == 10);
    end(&p);
}

/* Every fault is one line with place and reason, whatever its kind; other behaviours play on. */
TEST(scripts_faults_have_place_and_reason) {
    static const struct {
        const char *code, *says;
    } all[] = {
        {"n = 3 / zero", "game.goad:5: Hero on tick: division by zero; Hero stops"},
        {"x = 1.0 / fx(zero)", "game.goad:5: Hero on tick: division by zero; Hero stops"},
        {"t[zero + 6] = 1", "game.goad:5: Hero on tick: beyond the end of an array or list (place 5, "
                            "the first is 0); Hero stops"},
        {"n = m['two']", "game.goad:5: Hero on tick: key 298486374 is not in the map; Hero stops"},
        {"find('none').pos = vec3(0.0, 0.0, 0.0)",
         "game.goad:5: Hero on tick: no object: it is null, or was removed; Hero stops"},
        {"n = deep(9)", "game.goad:8: Hero.deep: calls too deep: `limit` of the function, or "
                        "`capacity script-stack`, is used up"},
        {"pace(find('wall'), x)", "game.goad:5: Hero on tick: pace refuses its argument 1; Hero stops"},
        {"scene('none')", "game.goad:5: Hero on tick: scene refuses its argument 1; Hero stops"},
        {"n = random(zero)", "game.goad:5: Hero on tick: random refuses its argument 1; Hero stops"},
        {"assert(zero == 1, \"zero is one\")",
         "game.goad:5: Hero on tick: this must hold: zero is one; Hero stops"},
        {"while zero == 0 { }",
         "game.goad:5: Hero on tick: more than 2000 instructions: an endless loop?; Hero stops"}};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        char text[1024];
        played p;
        snprintf(text, sizeof text,
                 "var n = 0\nvar x = 0.0\nvar zero = 0\nbehaviour Hero { var t: [1..5]int\n on tick { %s }\n "
                 "var m: map[name,int,4]\n"
                 " func bottom(k: int) -> int { return k }\n func deep(k: int) -> int limit 4 { return k == "
                 "0 ? bottom(k) : deep(k - 1) + 1 }\n}\n"
                 "behaviour Rules { var steps = 0\n on tick { steps += 1 } }\n",
                 all[i].code);
        play(&p, "", text);
        if (p.console == NULL) continue;
        frames(p.console, 4);
        if (!logged(p.console, all[i].says))
            TEST_INFO("%s: %s", all[i].code, ox_console_log_line(p.console, 0));
        CHECK(logged(p.console, all[i].says));
        ox_script *machine = ox_console_script(p.console, rom_id("script/game"));
        CHECK_EQ(machine->traps, 1);
        CHECK_EQ(ox_script_cell(machine, ox_script_find(machine, 0, 1), 0), 4);
        end(&p);
    }
}

/* A script that does not fault but goes on without end is told as well, once, by the names of the texts. */
TEST(scripts_that_never_rest_are_told) {
    played p;
    play(&p, "",
         "var n = 0\nbehaviour Hero { auto state Work { begin { while n < 5 { n = n * 1 } } } }\n"
         "behaviour Rules { auto state Here { on enter { goto There } }\n state There { on enter { goto Here "
         "} } }\n");
    frames(p.console, 8);
    CHECK(logged(p.console, "script game: Hero needs more than 1000 instructions a step, so tasks are late"));
    CHECK(logged(p.console, "script game: states There and Here follow each other without end"));
    CHECK(ox_console_script(p.console, rom_id("script/game"))->traps == 0);
    end(&p);
    /* where no task is late, no late task is told */
    play(&p, "",
         "var n = 0\nbehaviour Hero { on tick { for i in 0..300 { n += i } } }\nbehaviour Rules { }\n");
    frames(p.console, 8);
    CHECK(logged(p.console, "script game: Hero needs more than 1000 instructions a step: do less in a step"));
    end(&p);
}

TEST(scripts_endless_loops_end) {
    played p;
    play(&p, "scripts tick=500 activation=300\n",
         "var steps = 0\nbehaviour Hero { on tick { while true { } } }\n"
         "behaviour Rules { var n = 0\n auto state Work { begin { while steps >= 0 { steps += 1 } } } }\n");
    frames(p.console, 5);
    ox_script *machine = ox_console_script(p.console, rom_id("script/game"));
    CHECK(logged(p.console,
                 "game.goad:2: Hero on tick: more than 300 instructions: an endless loop?; Hero stops"));
    CHECK(machine->traps == 1 && machine->globals[0] > 100 && machine->globals[0] < 5 * 500);
    end(&p);
}

TEST(scripts_tasks_wait_and_events_are_late) {
    played p;
    play(&p, "",
         "var heard = 0\nvar at = 0\nevent Ring(n: int)\n"
         "behaviour Hero { on Ring(n) { heard += n\n at = now() } }\n"
         "behaviour Rules { auto state Go { begin { wait 4t\n emit Ring(7) after 3t\n emit Ring(1) near "
         "vec3(0.0, 0.0, 0.0), 1.0 } } }\n");
    ox_script *machine = ox_console_script(p.console, rom_id("script/game"));
    frames(p.console, 5);
    CHECK_EQ(machine->globals[0], 0);
    frames(p.console, 1);
    CHECK_EQ(machine->globals[0], 1);
    frames(p.console, 5);
    CHECK_EQ(machine->globals[0], 8);
    CHECK_EQ(machine->globals[1], 8);
    end(&p);
}

TEST(scripts_state_comes_back) {
    static const char text[] =
        "event Ring(n: int)\n"
        "behaviour Hero {\n"
        "  var n = 0\n"
        "  on tick { if chance(0.3) { self.pos = self.pos + ahead(random_angle()) }\n n += random(9) }\n"
        "  on Ring(k) { n += k }\n"
        "  on Press(b) { spawn(self, self.pos) }\n"
        "  auto state Walk { begin { while true { wait 5t\n emit Ring(now()) after 4t\n self.pitch = "
        "random_angle() } } }\n"
        "}\n"
        "behaviour Rules { on Release(b) { remove(nearest('hero', vec3(0.0, 0.0, 0.0), 1000.0)) } }\n";
    static uint8_t kept[16384];
    played p;
    play(&p, "", text);
    ox_sim_part parts[OX_STATE_PARTS];
    ox_sim state = {parts, ox_console_list_state(p.console, parts)};
    for (uint32_t i = 0; i < 30; i++) frame(p.console, i % 11 < 3 ? PLAT_A : 0);
    ox_writer to = ox_writer_bytes(kept, sizeof kept);
    ox_sim_save(&state, &to);
    CHECK(!to.full);
    uint32_t before = ox_sim_hash(&state, OX_FNV_START), after = 0;
    for (int round = 0; round < 2; round++) {
        for (uint32_t i = 30; i < 70; i++) frame(p.console, i % 11 < 3 ? PLAT_A : 0);
        uint32_t hash = ox_sim_hash(&state, OX_FNV_START);
        CHECK(round == 0 || hash == after);
        after = hash;
        ox_reader from = ox_reader_bytes(kept, to.used);
        CHECK_EQ(ox_sim_restore(&state, &from), OX_OK);
        CHECK_EQ(ox_sim_hash(&state, OX_FNV_START), before);
    }
    CHECK(before != after);
    /* a shortened state is refused, and never read beyond its end */
    for (size_t cut = 0; cut < to.used; cut += 97) {
        ox_reader from = ox_reader_bytes(kept, cut);
        CHECK(ox_sim_restore(&state, &from) != OX_OK);
    }
    end(&p);
}

/* A state of scripts that is refused at its end leaves nothing of its beginning: no globals, no cameras, no events, and scripts begin anew. */
TEST(scripts_refused_state_leaves_nothing_of_itself) {
    static uint8_t kept[8192];
    played p;
    play(&p, "",
         "var n = 7\nevent Ring(k: int)\nbehaviour Hero { on tick { n += 1\n emit Ring(n) after 40t } }\n"
         "behaviour Rules { on Ring(k) { n += 1000 } }\n");
    ox_console *c = p.console;
    const ox_behaviours *s = ox_behaviours_of(c);
    const ox_sim_part part = script_state_part(ox_behaviours_of(c));
    const ox_script *machine = ox_console_script(c, rom_id("script/game"));
    frames(c, 10);
    CHECK_EQ(machine->globals[0], 17);
    const vec3 was = c->scene.cameras[0].position;
    c->scene.cameras[0].position.x += FX_ONE;
    ox_writer to = ox_writer_bytes(kept, sizeof kept);
    part.save(part.context, &to);
    c->scene.cameras[0].position = was;
    frames(c, 5);
    const uint32_t tick = s->tick;
    ox_reader from = ox_reader_bytes(kept, to.used - 1);
    CHECK(part.restore(part.context, &from) != OX_OK);
    CHECK(machine->globals[0] == 7 && machine->instances.count == 0 && s->tick == tick);
    CHECK_EQ(c->scene.cameras[0].position.x, was.x);
    frames(c, 35); /* events of the state would have come by now */
    CHECK_EQ(machine->instances.count, 2);
    CHECK_EQ(machine->globals[0], 7 + 35);
    end(&p);
}

TEST(scripts_scenes_begin_anew_and_globals_stay) {
    played p;
    play(&p, "",
         "var born = 0\nvar died = 0\n"
         "behaviour Hero { on start { born += 1 }\n on stop { died += 1 }\n on Press(b) { scene('two') } "
         "}\nbehaviour Rules { on tick { } }\n");
    ox_script *machine = ox_console_script(p.console, rom_id("script/game"));
    frame(p.console, 0);
    CHECK(machine->globals[0] == 1 && machine->instances.count == 2);
    frame(p.console, PLAT_A);
    frame(p.console, 0);
    CHECK_EQ(ox_console_scene(p.console), rom_id("scene/two"));
    CHECK(machine->globals[0] == 2 && machine->globals[1] == 1 && machine->instances.count == 1);
    end(&p);
}

/* Handlers that run when their scene ends are among the objects of that scene, not among those of the next. */
TEST(scripts_scenes_end_among_their_own_objects) {
    static const char more[] =
        "scene one\n background #101010\n camera at=0,0,6 target=0,0,0\n object sign\n object sign\n object "
        "sign\n object sign\n object sign\n"
        " object sign name=hero at=1,0,0 behaviour=Hero\n behaviour Rules\nend\n"
        "scene two\n camera at=0,0,6 target=0,0,0\n object sign name=other behaviour=Hero\nend\n";
    played p;
    memset(&p, 0, sizeof p);
    pack(&p, "capacity script-copies 1\n", more,
         "var at = 0.0\nbehaviour Hero { on stop { at = at + self.pos.x\n self.pos = vec3(9.0, 9.0, 9.0) }\n "
         "on Press(b) { scene('two') } }\n"
         "behaviour Rules { on tick { } }\n");
    boot_with(&p, NULL, 0);
    CHECK(p.console != NULL);
    frame(p.console, 0);
    frame(p.console, PLAT_A);
    frame(p.console, 0);
    CHECK_EQ(ox_console_scene(p.console), rom_id("scene/two"));
    CHECK_EQ(place(p.console, 0).x, 0);
    CHECK_EQ(ox_console_script(p.console, rom_id("script/game"))->globals[0], FX_ONE);
    end(&p);
}

/* A state in which an earlier copy was removed and a later one lives comes back where no copies were made yet. */
TEST(scripts_state_comes_back_to_a_fresh_console) {
    static const char text[] = "var first: obj = null\nbehaviour Hero { on tick { } }\n"
                               "behaviour Rules { on Press(b) {\n"
                               " if b == Button.A { first = spawn(find('hero'), vec3(1.0, 0.0, 0.0))\n "
                               "spawn(find('hero'), vec3(2.0, 0.0, 0.0)) }\n"
                               " if b == Button.B { remove(first) } } }\n";
    static uint8_t kept[16384];
    uint32_t hash = 0;
    size_t used = 0;
    for (int round = 0; round < 2; round++) {
        played p;
        play(&p, "", text);
        ox_sim_part parts[OX_STATE_PARTS];
        ox_sim state = {parts, ox_console_list_state(p.console, parts)};
        if (round == 0) {
            frame(p.console, PLAT_A);
            frame(p.console, PLAT_B);
            ox_writer to = ox_writer_bytes(kept, sizeof kept);
            ox_sim_save(&state, &to);
            CHECK(!to.full);
            used = to.used;
            hash = ox_sim_hash(&state, OX_FNV_START);
        } else {
            ox_reader from = ox_reader_bytes(kept, used);
            CHECK_EQ(ox_sim_restore(&state, &from), OX_OK);
            CHECK_EQ(ox_sim_hash(&state, OX_FNV_START), hash);
        }
        CHECK(p.console->world.alive == 3 && !is_drawn(p.console, 2) && is_drawn(p.console, 3));
        CHECK(ox_scene_model(&p.console->scene, object_at(p.console, 3))->form ==
              ox_scene_model(&p.console->scene, object_at(p.console, 0))->form);
        CHECK_EQ(place(p.console, 3).x, 2 * FX_ONE);
        frames(p.console, 3);
        end(&p);
    }
}

/* Whichever part of the scripts finds no room, its refusal names the budget. */
TEST(scripts_without_memory_name_the_budget) {
    static char text[4096];
    uint32_t refused = 0;
    for (uint32_t kilobytes = 16; kilobytes < 60; kilobytes++) {
        played p;
        memset(&p, 0, sizeof p);
        snprintf(text, sizeof text,
                 "title \"Scripts\"\nsize 64x48\nformat rgb565\nbudget %uK\nframe 8K\nstart one\n"
                 "mesh sign square.obj\nscript game game.goad\n%s",
                 (unsigned)kilobytes, scene_text);
        pack_played(&p, text, moving);
        boot_with(&p, NULL, 0);
        refused += p.console == NULL;
        CHECK(p.console != NULL || strstr(p.error.text, "budget") != NULL);
        if (p.console == NULL && strstr(p.error.text, "budget") == NULL) TEST_INFO("%s", p.error.text);
        if (p.console != NULL) {
            end(&p);
        } else {
            host_close(p.port);
            writer_free(&p.image);
            folder_remove(&p.folder);
        }
    }
    CHECK(refused > 4 && refused < 40);
}

TEST(scripts_refusals_are_told) {
    played p;
    memset(&p, 0, sizeof p);
    pack(&p, "capacity script-cells 32450\n", scene_text, moving);
    boot_with(&p, NULL, 0);
    CHECK(p.console == NULL && strstr(p.error.text, "no room for script") != NULL &&
          strstr(p.error.text, "raise `budget`") != NULL);
    if (p.console == NULL) TEST_INFO("%s", p.error.text);
    host_close(p.port);
    writer_free(&p.image);
    folder_remove(&p.folder);
    play(&p, "capacity script-instances 1\n", moving);
    frames(p.console, 3);
    CHECK(logged(p.console, "no room for another task or behaviour"));
    end(&p);
    /* without a `capacity` line the cart has its scripts */
    memset(&p, 0, sizeof p);
    pack(&p, "", scene_text, moving);
    boot_with(&p, NULL, 0);
    CHECK(ox_behaviours_of(p.console) != NULL);
    end(&p);
}

TEST(scripts_of_overlays_take_the_place) {
    static const char other[] =
        "behaviour Hero { on tick { self.pos = vec3(0.0, 5.0, 0.0) } }\nbehaviour Rules { on tick { } }\n";
    static const char greedy[] =
        "behaviour Hero { on tick { scene('two') } }\nbehaviour Rules { on tick { } }\n";
    static const char faulty[] = "behaviour Hero { on tick { find('nobody').pos = vec3(0.0, 0.0, 0.0) } "
                                 "}\nbehaviour Rules { on tick { } }\n";
    played p;
    writer mods[3];
    memset(&p, 0, sizeof p);
    pack(&p, "", scene_text, moving);
    make_mod(&p, other, &mods[0]);
    make_mod(&p, greedy, &mods[1]);
    make_mod(&p, faulty, &mods[2]);
    static const struct {
        int first, second;
        const char *says;
        fx y;
    } runs[] = {{-1, -1, "bytes free", 0},
                {0, -1, "bytes free", 5 * FX_ONE},
                {1, -1, "is refused, the game plays without it", 0},
                {2, -1, "game.goad:1: Hero on tick: no object", 0},
                {2, 0, "second replaces script/game of first", 5 * FX_ONE}};
    uint32_t hashes[2] = {0, 0};
    for (size_t i = 0; i < sizeof runs / sizeof runs[0] + 1; i++) {
        size_t which = i % (sizeof runs / sizeof runs[0]);
        ox_overlay list[2];
        uint32_t count = 0;
        if (runs[which].first >= 0)
            list[count++] = (ox_overlay){mods[runs[which].first].data, mods[runs[which].first].size, "first"};
        if (runs[which].second >= 0)
            list[count++] =
                (ox_overlay){mods[runs[which].second].data, mods[runs[which].second].size, "second"};
        boot_with(&p, list, count);
        CHECK(p.console != NULL);
        frames(p.console, 6);
        CHECK(logged(p.console, runs[which].says));
        CHECK_EQ(place(p.console, 0).y, runs[which].y);
        if (which == 0) hashes[i != 0] = ox_console_scripts_hash(p.console);
        CHECK_EQ(ox_console_close(p.console), 0);
        host_close(p.port);
    }
    CHECK(hashes[0] == hashes[1] && hashes[0] != 0);
    for (int i = 0; i < 3; i++) writer_free(&mods[i]);
    writer_free(&p.image);
    folder_remove(&p.folder);
}

TEST(scripts_of_overlays_without_room_are_left_out) {
    char room[64];
    static const char hungry[] = "var much: [4000]int\nbehaviour Hero { on tick { self.pos = vec3(0.0, 5.0, "
                                 "0.0)\n much[now() % 4000] += 1 } }\nbehaviour Rules { on tick { } }\n";
    static const char other[] =
        "behaviour Hero { on tick { self.pos = vec3(0.0, 7.0, 0.0) } }\nbehaviour Rules { on tick { } }\n";
    played p;
    writer mods[2];
    play_narrowly(&p, room, moving);
    CHECK_EQ(ox_console_close(p.console), 0);
    host_close(p.port);
    make_mod_of(&p, room, hungry, &mods[0]);
    make_mod_of(&p, room, other, &mods[1]);
    const ox_overlay list[2] = {{mods[1].data, mods[1].size, "modest"},
                                {mods[0].data, mods[0].size, "hungry"}};
    boot_with(&p, list, 2);
    CHECK(p.console != NULL);
    frames(p.console, 3);
    CHECK_EQ(place(p.console, 0).y, 7 * FX_ONE);
    CHECK(logged(p.console, "image hungry has no room, the cart plays without it"));
    CHECK_EQ(p.console->stock.refused, 1);
    CHECK_EQ(ox_console_close(p.console), 0);
    host_close(p.port);
    for (int i = 0; i < 2; i++) writer_free(&mods[i]);
    writer_free(&p.image);
    folder_remove(&p.folder);
}

/* The cart says what becomes of a behaviour with a fault. It begins again, three times in 600 steps, or goes
 * to a state; the others stop. */
TEST(scripts_faults_follow_the_rules_of_the_cart) {
    static const char text[] =
        "var begun = 0\nvar dazed = 0\nvar zero = 0\n"
        "behaviour Hero { auto state Go { on enter { begun += 1 }\n on tick { begun = begun / zero } } }\n"
        "behaviour Rules {\n auto state Calm { on tick { goto Work } }\n"
        " state Work { on tick { dazed += 1 / zero } }\n state Dazed { on enter { dazed += 1 }\n on tick { "
        "goto Work } } }\n";
    played p;
    writer mod;
    ox_error error;
    const char *const more = "fault Hero then=restart\nfault Rules then=Dazed\n";
    play(&p, more, text);
    ox_script *machine = ox_console_script(p.console, rom_id("script/game"));
    frames(p.console, 1);
    CHECK(logged(p.console, "game.goad:5: Hero.Go on tick: division by zero; Hero begins again"));
    frames(p.console, 3);
    CHECK_EQ(machine->globals[0], 4); /* the first beginning, and three more */
    CHECK(logged(p.console, "game.goad:8: Rules.Work on tick: division by zero; Rules goes to"));
    frames(p.console, 1996);
    CHECK_EQ(machine->globals[0], 4);
    CHECK_EQ(machine->globals[1], 1000);
    CHECK_EQ(machine->traps, 1004);
    CHECK(!logged(p.console,
                  "game.goad:")); /* all of the last lines are hashes: a thousand faults are one line */
    /* the count of faults is told when the script goes */
    make_mod_of(&p, more,
                "var begun = 0\nvar dazed = 0\nbehaviour Hero { on tick { } }\nbehaviour Rules { state Dazed "
                "{ on tick { dazed += 1 } } }\n",
                &mod);
    CHECK_EQ(ox_console_replace(p.console, mod.data, (uint32_t)mod.size, &error), OX_OK);
    CHECK(logged(p.console, "game.goad:8: Rules.Work on tick: that fault came 1000 times"));
    CHECK(logged(p.console, "game.goad:5: Hero.Go on tick: that fault came 4 times"));
    end(&p);
    writer_free(&mod);
}

/* Places at the ends of the number range, cameras on their target and reversed ranges give wrong pictures at
 * most, and no faults. */
TEST(scripts_natives_take_any_number) {
    played p;
    play(&p, "capacity script-stack 200\n",
         "var n = 0\nbehaviour Hero { on tick {\n n += 1\n let k = 32767.9\n let m = -32767.9\n let far = "
         "vec3(k, k, k)\n let low = vec3(m, m, m)\n"
         " self.pos = n % 2 == 0 ? far : low\n self.pitch = 90deg\n self.roll = 180deg\n self.size = "
         "9999.0\n if "
         "touches(self, find('wall')) { n += 1 }\n"
         " look(far, low)\n var x = distance(far, low) + length(unit(far)) + length(unit(vec3(0.0, 0.0, "
         "0.0)))\n"
         " self.angle = heading(far, low)\n self.angle = heading(far, far)\n x += random_between(k, m) + "
         "random_between(m, k) + random_between(1.0, 1.0)\n"
         " if chance(m) or chance(k) { x += 1.0 }\n if nearest('wall', far, m) != null or nearest('wall', "
         "low, k) != null { x += 1.0 }\n"
         " print_number(-2147483647, 2147483647, -2147483647, -1)\n print(\"x\", -2147483647, 2147483647, "
         "-1)\n sound('none', m)\n"
         " if n > 5 { look(far, far) }\n if n > 10 { look(vec3(0.0, 10.0, 0.0), vec3(0.0, 0.0, 0.0)) }\n"
         " if n > 15 { self.size = 0.0001\n find('wall').size = 10000.0 }\n if n > 20 { spawn(self, low) "
         "}\n log_number(int(x))\n"
         "} }\nbehaviour Rules { on tick { } }\n");
    frames(p.console, 40);
    CHECK_EQ(ox_console_script(p.console, rom_id("script/game"))->traps, 0);
    CHECK_EQ(p.console->world.alive, 2 + 16);
    end(&p);
}

TEST(scripts_natives_are_what_the_compiler_knows) {
    static const char text[] =
        "behaviour Hero { on tick {\n"
        "  let o = find('a')\n let n = nearest('a', o.pos, 1.0)\n let s = spawn(o, o.pos)\n remove(s)\n "
        "remove(create('a', o.pos))\n "
        "show(o, true)\n"
        "  if visible(n) { o.pitch = 1deg }\n o.size = o.roll == 0deg ? o.size : o.bob\n if touches(o, n) { "
        "log(\"x\") }\n"
        "  let d = distance(o.pos, unit(ahead(heading(o.pos, n.pos))))\n blend(o, d)\n pace(o, d)\n"
        "  if held(Button.A) and pressed(Button.B) and released(Button.L) { log_number(random(3)) }\n"
        "  let v = stick()\n let r = random_between(v.x, v.y)\n if chance(r) { o.angle = random_angle() }\n"
        "  look(o.pos, n.pos)\n scene('one')\n print(\"x\", 1, 2, 3)\n print_number(now(), 1, 2, 3)\n "
        "fill('n', 1)\n fill_text('t', @t)\n print_text(@t, 1, 2, 3)\n "
        "sound('s', 1.0)\n"
        "  keep('best', kept('best'))\n counter_set('c', count('c', counter('c')))\n say(mode())\n"
        "  if won('t') or complete('o') or fail('o') { award('t') }\n"
        "  if objective('o') == 'done' { print_objective('o', 1, chapter_left(0), 3) }\n"
        "  for x in every('a') { remove(x) }\n for x in around('a', o.pos, 1.0) { remove(x) }\n"
        "  for x in within('a', o.pos, n.pos) { remove(x) }\n var l: list[obj,3]\n gather(l, 'a', o.pos, "
        "2.0)\n"
        "  if tagged(o, 't') { tag(o, 't')\n untag(o, 't') }\n"
        "  if option('a') == 1 and option_is('a', 'b') and option_set('a', 2) and option_set_fx('a', "
        "option_fx('b')) and option_choose('a', 'c') { option_user_set(option_user() + option_make('d', 1) + "
        "option_reset('a')) }\n"
        "  attach(o, n)\n detach(o)\n if parent(o) == n { o.pos = offset(o) }\n"
        "} }\n";
    const script_source source = {"all.goad", text, sizeof text - 1};
    const script_options options = {.library = true};
    tool_report report = {0};
    writer image = {0};
    ox_script_module module;
    ox_script_import imports[80];
    const ox_script_natives rules = {ox_game_native_rows, OX_GAME_NATIVES, NULL};
    const ox_script_natives natives = {ox_behaviour_native_rows, OX_BEHAVIOUR_NATIVES, &rules};
    rom_error error = {.text = ""};
    CHECK(script_compile(&source, 1, &options, &report, &image));
    CHECK_EQ(ox_script_module_open(&module, image.data, image.size, OX_SCRIPT_TRUST_CART, &error), ROM_OK);
    CHECK_EQ(module.count[OX_SCRIPT_SECTION_NATIVES],
             natives.count - 1 + rules.count); /* `act` is for add-ons */
    CHECK_EQ(ox_script_module_bind(&module, &natives, OX_SCRIPT_TRUST_CART, imports, &error), ROM_OK);
    if (error.text[0] != 0) TEST_INFO("%s", error.text);
    CHECK(ox_script_natives_check(&natives) == natives.count &&
          ox_script_natives_check(&rules) == rules.count);
    CHECK(ox_script_module_bind(&module, &natives, OX_SCRIPT_TRUST_ADD_ON, imports, &error) != ROM_OK);
    report_free(&report);
    writer_free(&image);
    /* a script that declares one of these names itself gets its own function, and unused functions are not
     * compiled */
    const char own[] = "func find(n: int) -> int { return n }\nfunc main() { find(3) }\n";
    const script_source mine = {"own.goad", own, sizeof own - 1};
    CHECK(script_compile(&mine, 1, &options, &report, &image));
    CHECK_EQ(ox_script_module_open(&module, image.data, image.size, OX_SCRIPT_TRUST_CART, &error), ROM_OK);
    CHECK(module.count[OX_SCRIPT_SECTION_NATIVES] == 0 && module.count[OX_SCRIPT_SECTION_EVENTS] == 0);
    report_free(&report);
    writer_free(&image);
}

/* Lines of print that have no room are told once; the cart says how many lines there may be. */
TEST(scripts_lines_without_room_are_told) {
    static const char text[] =
        "behaviour Hero { on tick { for i in 1..20 { print_number(i, 1, 1, #FFFFFF) } } }\n"
        "behaviour Rules { }\n";
    for (int more = 0; more < 2; more++) {
        played p;
        play(&p, more == 1 ? "capacity script-prints 20\n" : "", text);
        frames(p.console, 3);
        CHECK_EQ(logged(p.console, "more than 16 lines of print in a step, the others are not drawn"),
                 more == 0);
        CHECK_EQ(ox_behaviours_of(p.console)->print_count, more == 0 ? 16 : 20);
        end(&p);
    }
}

/* The phases of a step: events, then due tasks, then ticks. A task that a handler of an event starts runs in the same step, one
 * that `on tick` starts in the next one. */
TEST(scripts_a_step_has_its_phases_in_order) {
    static const char phases[] =
        "var order: list[int, 16]\n"
        "var early = 0\nvar late = 0\n"
        "latent func work(n: int) {\n"
        "  order.add(n * 100 + now())\n"
        "}\n"
        "behaviour Hero {\n"
        "  on Press(b) { order.add(200 + now())\n start work(3) }\n"
        "  on tick { if b4 { order.add(400 + now())\n b4 = false\n start work(5) } }\n"
        "  on Release(b) { b4 = true }\n"
        "  var b4 = false\n"
        "}\nbehaviour Rules { }\n";
    for (int round = 0; round < 2; round++) {
        played p;
        uint32_t cells, kind;
        play(&p, "", phases);
        frame(p.console, 0);
        const int32_t from = (int32_t)ox_console_script(p.console, rom_id("script/game"))->now;
        frame(p.console, PLAT_A);
        frame(p.console, 0);
        frame(p.console, 0);
        const int32_t *order = ox_script_variable(ox_console_script(p.console, rom_id("script/game")),
                                                  (ox_handle){0}, rom_id("order"), &cells, &kind);
        const int32_t expected[] = {201 + from, 301 + from, 402 + from, 503 + from};
        CHECK(order != NULL && order[0] == 4);
        for (int i = 0; order != NULL && i < 4; i++) CHECK_EQ(order[i + 1], expected[i]);
        end(&p);
    }
}

/* What is only shown and heard is no part of the state: a cart without any sound has the same states. */
TEST(scripts_that_are_muted_have_the_same_state) {
    static const char loud[] =
        "var n = 0\nbehaviour Hero { on tick { n += 1\n sound('boing', 1.0)\n print_number(n, 2, 2, "
        "#FFFFFF)\n"
        " if n % 3 == 0 { rumble(1, 0.5, 3t) }\n self.angle = self.angle + 3deg } }\nbehaviour Rules { }\n";
    uint32_t hashes[2][30];
    for (int round = 0; round < 2; round++) {
        played p;
        play(&p, round == 0 ? "" : "audio\n", loud);
        for (int i = 0; i < 30; i++) {
            frame(p.console, 0);
            hashes[round][i] = ox_console_scripts_hash(p.console);
        }
        end(&p);
    }
    CHECK(memcmp(hashes[0], hashes[1], sizeof hashes[0]) == 0 && hashes[0][0] != hashes[0][29]);
}
