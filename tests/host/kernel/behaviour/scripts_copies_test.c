/* Copies that scripts make: what statements behind `spawn` and `create` may do with a copy, and when a copy
 * begins. */
#define _XOPEN_SOURCE 700
#include "kernel/behaviour/internal.h"
#include "tests/host/rom/carts/played_cart.h"
#include "tools/script/script.h"

static const char head[] =
    "title \"Copies\"\nsize 64x48\nformat rgb565\nbudget 192K\nframe 16K\nstart one\n"
    "material red colour=#ff2020 shading=unlit\nmesh sign square.obj material=red\nscript game game.goad\n"
    "type shot mesh=sign behaviour=Shot\n";
static const char scene_text[] =
    "scene one\n background #101010\n camera at=0,0,6 target=0,0,0\n object sign name=like behaviour=Shot\n"
    " behaviour Rules\nend\n";

static ox_script *play(played *p, const char *more, const char *script) {
    char text[2048];
    memset(p, 0, sizeof *p);
    snprintf(text, sizeof text, "%s%s%s", head, more, scene_text);
    pack_played(p, text, script);
    boot_with(p, NULL, 0);
    if (p->console == NULL) TEST_INFO("%s", p->error.text);
    CHECK(p->console != NULL);
    return p->console == NULL ? NULL : ox_console_script(p->console, rom_id("script/game"));
}

static ox_handle shot_at(const ox_console *c, const ox_script *machine, uint32_t slot) {
    return ox_script_find(machine, handle_at(c, slot),
                          ox_script_module_behaviour(&machine->module, rom_id("Shot")));
}

/* Cells of Shot: speed, power, seen, steps. */
enum { SPEED, POWER, SEEN, STEPS };
#define SHOT                                                                                                 \
    ""                                                                                                       \
    "behaviour Shot {\n prop speed: fx = 0.5\n prop power: int = 7\n var seen = 0\n var steps = 0\n"         \
    " on start { seen = power }\n on tick { steps += 1 }\n on stop { stopped += 1 }\n"                       \
    " auto state Fly { begin { wait 1t\n flown += 1 } }\n}\n"                                                \
    "var stopped = 0\nvar flown = 0\nvar before = 0\nvar answer: obj = null\n"

static const struct {
    const char *name, *script;
} makers[] = {
    {"a handler", "behaviour Rules { on Press(b) { let s = spawn(find('like'), vec3(1.0, 0.0, 0.0)) as Shot\n"
                  " before = s.power\n s.power = 40\n s.speed = 2.0 } }\n"},
    {"by type", "behaviour Rules { on Press(b) { let s = create('shot', vec3(1.0, 0.0, 0.0))\n"
                " before = (s as Shot).power\n (s as Shot).power = 40\n (s as Shot).speed = 2.0 } }\n"},
    {"a task", "latent func later() { wait 1t\n let s = spawn(find('like'), vec3(1.0, 0.0, 0.0)) as Shot\n"
               " before = s.power\n s.power = 40\n s.speed = 2.0\n wait 1t\n }\n"
               "behaviour Rules { on Press(b) { start later() } }\n"},
    {"a tick", "behaviour Rules { var done = false\n on tick { if held(Button.A) and not done { done = true\n"
               " let s = spawn(find('like'), vec3(1.0, 0.0, 0.0)) as Shot\n"
               " before = s.power\n s.power = 40\n s.speed = 2.0 } } }\n"},
    {"a function in a function",
     "func two(at: vec3) -> int { let a = 1\n let s = spawn(find('like'), at) as Shot\n"
     " before = s.power\n s.power = 39 + a\n s.speed = 2.0\n return a }\n"
     "func one(n: int) -> int { return n * 5 + two(vec3(1.0, 0.0, 0.0)) }\n"
     "behaviour Rules { on Press(b) { if one(1) < 0 { before = 0 } } }\n"},
    {"a coroutine",
     "latent func all() -> int { let s = spawn(find('like'), vec3(1.0, 0.0, 0.0)) as Shot\n"
     " before = s.power\n s.power = 40\n s.speed = 2.0\n yield 1\n return 0 }\n"
     "behaviour Rules { on Press(b) { let c = co all()\n let n = resume(c)\n before += n * 0 } }\n"},
};

TEST(scripts_copies_are_set_up_behind_spawn) {
    for (size_t i = 0; i < sizeof makers / sizeof makers[0]; i++) {
        played p;
        char text[2048];
        snprintf(text, sizeof text, "%s%s", SHOT, makers[i].script);
        ox_script *machine = play(&p, "", text);
        if (machine == NULL) return;
        frame(p.console, 0);
        frame(p.console, PLAT_A);
        frames(p.console, 4);
        const ox_handle shot = shot_at(p.console, machine, 1);
        TEST_INFO("%s", makers[i].name);
        CHECK(shot.bits != 0);
        CHECK_EQ(machine->traps, 0);
        CHECK_EQ(machine->globals[2], 7); /* props that the copy's text sets have their values already */
        CHECK_EQ(ox_script_cell(machine, shot, SPEED), 2 * FX_ONE);
        CHECK_EQ(ox_script_cell(machine, shot, POWER), 40);
        CHECK_EQ(ox_script_cell(machine, shot, SEEN), 40); /* `on start` comes behind the handler */
        CHECK(ox_script_cell(machine, shot, STEPS) >= 2);
        CHECK_EQ(machine->globals[1], 2); /* the first state begins, too, and begins once */
        CHECK_EQ(machine->instances.count, 3);
        end(&p);
    }
}

/* A copy that is removed before it began has neither `on start` nor `on stop`. */
TEST(scripts_copies_that_are_removed_at_once_never_begin) {
    played p;
    ox_script *machine =
        play(&p, "",
             SHOT "behaviour Rules { on Press(b) { let s = spawn(find('like'), vec3(1.0, 0.0, 0.0))\n"
                  " (s as Shot).power = 2\n remove(s) } }\n");
    frame(p.console, 0);
    for (int i = 0; i < 40; i++) frame(p.console, i % 2 == 0 ? PLAT_A : 0);
    CHECK_EQ(machine->traps, 0);
    CHECK_EQ(machine->instances.count, 2);
    CHECK_EQ(machine->globals[0], 0);
    CHECK_EQ(p.console->world.alive, 1);
    end(&p);
}

/* An event to a copy comes behind its `on start`, also in the step that made it. */
TEST(scripts_copies_hear_events_of_the_step_that_made_them) {
    played p;
    ox_script *machine = play(
        &p, "",
        "event Go(n: int)\nvar stopped = 0\n"
        "behaviour Shot { var heard = 0\n on start { heard = 1 }\n on Go(n) { heard = heard * 10 + n } }\n"
        "behaviour Rules { on Press(b) { emit Go(5) to spawn(find('like'), vec3(1.0, 0.0, 0.0)) } }\n");
    frame(p.console, 0);
    frame(p.console, PLAT_A);
    CHECK_EQ(ox_script_cell(machine, shot_at(p.console, machine, 1), 0), 15);
    end(&p);
}

/* Without room for its behaviour a copy is not made: the script gets null, for which it can ask. */
TEST(scripts_copies_without_room_are_null) {
    static const char *const capacities[] = {"capacity script-instances 3\n", "capacity script-cells 8\n"};
    for (size_t i = 0; i < 2; i++) {
        played p;
        ox_script *machine =
            play(&p, capacities[i],
                 SHOT "var nulls = 0\nbehaviour Rules { on Press(b) {\n"
                      " if spawn(find('like'), vec3(1.0, 0.0, 0.0)) == null { nulls += 1 }\n"
                      " if create('shot', vec3(1.0, 0.0, 0.0)) == null { nulls += 10 } } }\n");
        frame(p.console, 0);
        frame(p.console, PLAT_A);
        frame(p.console, 0);
        CHECK_EQ(machine->globals[4], 10);
        CHECK_EQ(machine->instances.count, 3);
        CHECK_EQ(p.console->world.alive, 2);
        CHECK_EQ(machine->traps, 0);
        CHECK(logged(p.console, "script game: no room for another task or behaviour"));
        end(&p);
    }
}
