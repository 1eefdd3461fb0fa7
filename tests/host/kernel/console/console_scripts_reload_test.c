/* Scripts that change while they play: objects, state and tasks that are the same go on. */
#define _XOPEN_SOURCE 700
#include "tests/host/kernel/console/scripts_played.h"
#include "tools/script/script.h"

static const char before_text[] =
    "var total = 5\nvar gone = 7\nvar hunts = 0\n"
    "behaviour Hero {\n"
    "  var steps = 0\n"
    "  var left = 9\n"
    "  on tick { self.pos = self.pos + vec3(1.0, 0.0, 0.0)\n steps += 1 }\n"
    "  auto state Calm { on Press(b) { goto Hunt } }\n"
    "  state Hunt { begin { while true { hunts += 1\n wait 2t } } }\n"
    "}\n"
    "behaviour Rules { on Press(b) { spawn(find('hero'), vec3(0.0, 2.0, 0.0)) } }\n";
static const char after_text[] =
    "var fresh = 3\nvar hunts = 0\nvar total = 50\n"
    "behaviour Hero {\n"
    "  var more = 4\n"
    "  var steps = 0\n"
    "  on tick { self.pos = self.pos - vec3(0.0, 1.0, 0.0)\n steps += 1\n total += more }\n"
    "  auto state Calm { on Press(b) { goto Hunt } }\n"
    "  state Hunt { begin { while true { hunts += 10\n wait 2t } } }\n"
    "}\n"
    "behaviour Rules { on Press(b) { } }\n";

TEST(scripts_reload_keeps_objects_and_state) {
    played p;
    writer mod;
    ox_error error;
    play(&p, "", before_text);
    ox_console *c = p.console;
    frames(c, 3);
    frame(c, PLAT_A);
    frames(c, 4);
    make_mod(&p, after_text, &mod);
    ox_script *machine = ox_console_script(c, rom_id("script/game"));
    CHECK(place(c, 0).x == 8 * FX_ONE && place(c, 2).y == 2 * FX_ONE && machine->globals[2] == 3 &&
          machine->instances.count == 3);
    CHECK_EQ(ox_console_replace(c, mod.data, (uint32_t)mod.size, &error), OX_OK);
    machine = ox_console_script(c, rom_id("script/game"));
    CHECK(place(c, 0).x == 8 * FX_ONE && place(c, 2).y == 2 * FX_ONE && machine->instances.count == 3 &&
          c->world.alive == 3);
    CHECK_EQ(machine->globals[0], 3);
    CHECK_EQ(machine->globals[1], 3);
    CHECK_EQ(machine->globals[2], 5);
    ox_handle hero = ox_script_find(machine, ox_console_script_object(c, 0), 0);
    CHECK_EQ(ox_script_cell(machine, hero, 0), 4);
    CHECK_EQ(ox_script_cell(machine, hero, 1), 8);
    frames(c, 1);
    CHECK_EQ(place(c, 0).y, -FX_ONE);
    CHECK_EQ(machine->globals[2], 5 + 2 * 4);
    CHECK_EQ(machine->globals[1], 13); /* Hunt begins anew: its begin block changed */
    frames(c, 2);
    CHECK_EQ(machine->globals[1], 23);
    CHECK(logged(c, "script game: 4 variables, 3 behaviours stay"));
    /* without the overlay, variables of the same names keep their values */
    CHECK_EQ(ox_console_replace(c, NULL, 0, &error), OX_OK);
    machine = ox_console_script(c, rom_id("script/game"));
    CHECK(machine->globals[0] == 5 + 6 * 4 && machine->globals[1] == 7 && machine->globals[2] == 23);
    CHECK_EQ(place(c, 0).y, -3 * FX_ONE);
    end(&p);
    writer_free(&mod);
}

/* `on tick` of the state that an instance is in counts from the step behind the reload on, also where the
 * state had no `on tick` before. */
TEST(scripts_reload_ticks_in_the_state_of_before) {
    static const char before
        [] = "var ticks = 0\nbehaviour Hero { on tick { ticks += 1 }\n auto state Calm { on Press(b) { goto "
             "Hunt } }\n"
             " state Hunt { on tick { ticks += 10 } } }\nbehaviour Rules { }\n",
  after[] =
        "var ticks = 0\nbehaviour Hero { auto state Calm { on Press(b) { goto Hunt } }\n"
        " state Hunt { on tick { ticks += 100\n pass } } }\nbehaviour Rules { on tick { ticks += 1000 } }\n";
    played p;
    writer mod;
    ox_error error;
    play(&p, "", before);
    ox_console *c = p.console;
    frames(c, 2);
    frame(c, PLAT_A);
    frames(c, 1);
    CHECK_EQ(ox_console_script(c, rom_id("script/game"))->globals[0], 2 + 10 + 10);
    make_mod(&p, after, &mod);
    CHECK_EQ(ox_console_replace(c, mod.data, (uint32_t)mod.size, &error), OX_OK);
    frames(c, 1);
    CHECK_EQ(ox_console_script(c, rom_id("script/game"))->globals[0], 22 + 100 + 1000);
    CHECK_EQ(ox_console_replace(c, NULL, 0, &error), OX_OK);
    frames(c, 1);
    CHECK_EQ(ox_console_script(c, rom_id("script/game"))->globals[0], 1122 + 10);
    end(&p);
    writer_free(&mod);
}

TEST(scripts_reload_goes_on_with_tasks_that_are_the_same) {
    static const char changed[] =
        "var total = 5\nvar gone = 7\nvar hunts = 0\n"
        "behaviour Hero {\n  var steps = 0\n  var left = 9\n"
        "  on tick { steps += 2 }\n"
        "  auto state Calm { on Press(b) { goto Hunt } }\n"
        "  state Hunt { begin { while true { hunts += 1\n wait 2t } } }\n}\n"
        "behaviour Rules { on Press(b) { spawn(find('hero'), vec3(0.0, 2.0, 0.0)) } }\n";
    played p;
    writer mod;
    ox_error error;
    play(&p, "", before_text);
    frame(p.console, PLAT_A);
    frames(p.console, 3);
    make_mod(&p, changed, &mod);
    ox_script *machine = ox_console_script(p.console, rom_id("script/game"));
    int32_t hunts = machine->globals[2];
    uint32_t tasks = machine->tasks.count;
    CHECK(tasks == 1 && hunts > 0);
    CHECK_EQ(ox_console_replace(p.console, mod.data, (uint32_t)mod.size, &error), OX_OK);
    machine = ox_console_script(p.console, rom_id("script/game"));
    CHECK(machine->tasks.count == tasks && machine->globals[2] == hunts);
    CHECK(logged(p.console, "3 behaviours, 1 task stay"));
    frames(p.console, 4);
    CHECK_EQ(machine->globals[2], hunts + 2);
    end(&p);
    writer_free(&mod);
}

/* `reload restart`: objects get new instances, with the first values, states and `on start`; others keep theirs. What derives from such a behaviour begins anew, too. */
TEST(scripts_reload_restarts_behaviours_that_ask_for_it) {
    static const char before[] =
        "var total = 5\nvar starts = 0\n"
        "behaviour Base {\n  reload restart\n  var steps = 100\n}\n"
        "behaviour Hero : Base {\n  on start { starts += 1 }\n  on tick { steps += 1 }\n"
        "  auto state Calm { on Press(b) { goto Hunt } }\n"
        "  state Hunt { begin { while true { wait 2t } } }\n}\n"
        "behaviour Rules {\n  var kept = 7\n  on tick { kept += 1 }\n}\n";
    static char after[sizeof before];
    played p;
    writer mod;
    ox_error error;
    play(&p, "", before);
    ox_console *c = p.console;
    frames(c, 3);
    frame(c, PLAT_A);
    frames(c, 4);
    memcpy(after, before, sizeof before);
    memcpy(strstr(after, "steps += 1"), "steps += 2", 10);
    make_mod(&p, after, &mod);
    ox_script *machine = ox_console_script(c, rom_id("script/game"));
    const ox_handle was = ox_script_find(machine, ox_console_script_object(c, 0), 0);
    const int32_t starts = machine->globals[1];
    const uint32_t instances = machine->instances.count;
    CHECK(ox_script_cell(machine, was, 0) > 100 && starts > 0);
    CHECK_EQ(machine->tasks.count, 1);
    vec3 at = place(c, 0);
    CHECK_EQ(ox_console_replace(c, mod.data, (uint32_t)mod.size, &error), OX_OK);
    machine = ox_console_script(c, rom_id("script/game"));
    CHECK(logged(c, "begin anew by `reload restart`"));
    frames(c, 1);
    const ox_handle is = ox_script_find(machine, ox_console_script_object(c, 0), 0);
    CHECK(is.bits != 0 && is.bits != was.bits);
    CHECK_EQ(ox_script_cell(machine, is, 0), 102);
    CHECK_EQ(machine->globals[1], 2 * starts);
    CHECK_EQ(machine->tasks.count, 0); /* it is calm again */
    CHECK_EQ(machine->instances.count, instances);
    CHECK(memcmp(&at, &(vec3){place(c, 0).x, place(c, 0).y, place(c, 0).z}, sizeof at) == 0);
    end(&p);
    writer_free(&mod);
}

TEST(scripts_reload_leaves_what_is_refused) {
    played p;
    writer mod;
    ox_error error;
    char room[64];
    play_narrowly(&p, room, before_text);
    frames(p.console, 3);
    frame(p.console, PLAT_A);
    frames(p.console, 2);
    /* the new script wants more memory than there is, which only the machine sees, when the scripts before
     * are gone */
    make_mod_of(&p, room,
                "var much: [4000]int\nbehaviour Hero { on tick { much[now() % 9] = 1 } }\nbehaviour Rules { "
                "on tick { } }\n",
                &mod);
    uint32_t before = ox_console_scripts_hash(p.console);
    CHECK(ox_console_replace(p.console, mod.data, (uint32_t)mod.size, &error) != OX_OK);
    CHECK(strstr(error.text, "no room for") != NULL);
    TEST_INFO("%s", error.text);
    CHECK_EQ(ox_console_scripts_hash(p.console), before);
    frames(p.console, 3);
    CHECK_EQ(place(p.console, 0).x, 9 * FX_ONE);
    end(&p);
    writer_free(&mod);
}

TEST(scripts_reload_a_thousand_times_leaks_nothing) {
    played p;
    writer mod;
    ox_error error;
    play(&p, "", before_text);
    frame(p.console, PLAT_A);
    frames(p.console, 2);
    make_mod(&p, after_text, &mod);
    CHECK_EQ(ox_console_replace(p.console, mod.data, (uint32_t)mod.size, &error), OX_OK);
    CHECK_EQ(ox_console_replace(p.console, NULL, 0, &error), OX_OK);
    size_t free_before = ox_arena_free(p.console->resident);
    vec3 at = place(p.console, 0);
    for (int i = 0; i < 500; i++) {
        CHECK_EQ(ox_console_replace(p.console, mod.data, (uint32_t)mod.size, &error), OX_OK);
        CHECK_EQ(ox_console_replace(p.console, NULL, 0, &error), OX_OK);
    }
    CHECK_EQ(ox_arena_free(p.console->resident), free_before);
    CHECK(place(p.console, 0).x == at.x &&
          ox_console_script(p.console, rom_id("script/game"))->instances.count == 3);
    end(&p);
    writer_free(&mod);
}

TEST(scripts_reload_mends_what_a_fault_stopped) {
    played p;
    writer mod;
    ox_error error;
    play(&p, "",
         "behaviour Hero { on tick { find('nobody').angle = 1deg } }\nbehaviour Rules { on tick { } }\n");
    frames(p.console, 3);
    CHECK(logged(p.console, "game.goad:1: Hero on tick: no object"));
    make_mod(&p, "behaviour Hero { on tick { self.angle = 90deg } }\nbehaviour Rules { on tick { } }\n",
             &mod);
    CHECK_EQ(ox_console_replace(p.console, mod.data, (uint32_t)mod.size, &error), OX_OK);
    frames(p.console, 1);
    CHECK_EQ(angle(p.console, 0), 16384);
    end(&p);
    writer_free(&mod);
}
