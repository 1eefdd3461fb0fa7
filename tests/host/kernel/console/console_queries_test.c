/* Queries of scripts over the console's one world. */
#define _XOPEN_SOURCE 700
#include "kernel/behaviour/internal.h"
#include "kernel/type/name.h"
#include "tests/host/rom/carts/played_cart.h"

#define HEAD                                                                                                 \
    "title \"Queries\"\nsize 64x48\nformat rgb565\nbudget 192K\nframe 16K\nstart one\n"                      \
    "mesh sign square.obj\nscript game game.goad\ncapacity script-copies 40\n"                               \
    "type coin mesh=sign\ntype rock mesh=sign\ntype rules behaviour=Rules\n"
/* Slots: 0 the rules, 1 to 4 coins at 1, 2, 3 and 4 metres, 5 a rock, 6 a sign that is called coin. */
#define SCENE                                                                                                \
    "scene one\n camera at=0,0,6 target=0,0,0\n object rules\n object coin at=1,0,0\n"                       \
    " object coin at=0,2,0\n object coin at=0,0,-3\n object coin at=4,0,0\n object rock at=1,1,0\n"          \
    " object sign name=coin at=0,0,1\nend\n"

static void play(played *p, const char *script) { play_texts(p, &(played_texts){HEAD SCENE, script, NULL}); }

static const int32_t *globals(const played *p) {
    return ox_console_script(p->console, rom_id("script/game"))->globals;
}

/* Bits of the slots that a loop over each kind of query gives, in the order of slots. */
TEST(queries_of_scripts_give_what_is_there) {
    static const char script[] =
        "var found: [5]int\nvar seen: list[obj,2]\nvar many: list[obj,16]\nvar order = 0\nvar stays = 0\n"
        "var sorted = 0\n"
        "func slot(o: obj) -> int { return (1 << int(o.pos.x)) + (16 << int(o.pos.y)) + (256 << int(0.0 - "
        "o.pos.z)) }\n"
        "behaviour Rules { on Press(b) {\n"
        " for c in every('coin') { found[0] += 1\n order = order * 2 + int(c.pos.x) }\n"
        " for c in around('coin', vec3(0.0, 0.0, 0.0), 2.0) { found[1] += 1 }\n"
        " for c in within('coin', vec3(5.0, 1.0, 1.0), vec3(-1.0, -1.0, -1.0)) { found[2] += 1 }\n"
        " for c in every('dragon') { found[3] += 1 }\n"
        " for c in every('coin') { if c.pos.x == 1.0 { continue }\n found[4] += 1\n if found[4] == 2 { break "
        "} }\n"
        " stays = gather(seen, 'coin', vec3(0.9, 0.0, 0.0), 9.0)\n"
        " sorted = seen[0].pos.x == 1.0 and seen[1].pos.z == 1.0 ? 1 : 0\n"
        " stays = stays * 100 + gather(many, 'coin', vec3(0.9, 0.0, 0.0), 9.0) * 10 + many.count()\n"
        "} }\n";
    played p;
    play(&p, script);
    frame(p.console, 0);
    frame(p.console, PLAT_A);
    const int32_t *g = globals(&p);
    CHECK_EQ(g[0], 5);
    CHECK_EQ(g[1], 3); /* the coins at 1 and 2 metres, and the sign at 1 */
    CHECK_EQ(g[2], 3);
    CHECK_EQ(g[3], 0);
    CHECK_EQ(g[4], 2);
    CHECK_EQ(g[5 + 3 + 17], 1 * 16 + 0 * 8 + 0 * 4 + 4 * 2 + 0); /* in the order of slots */
    CHECK_EQ(g[5 + 3 + 18], 255);
    CHECK_EQ(g[5 + 3 + 19], 1);
    CHECK_EQ(ox_console_script(p.console, rom_id("script/game"))->traps, 0);
    end(&p);
}

/* More objects than a loop notes at once; objects that go, come and move while the loop runs. */
TEST(queries_of_scripts_visit_each_once) {
    static const char script[] =
        "var visits = 0\nvar left = 0\nvar nested = 0\n"
        "behaviour Rules { on Press(b) {\n"
        " if b == Button.X { for i in 1..30 { create('rock', vec3(fx(i), 0.0, 0.0)) } }\n"
        " if b == Button.A { for r in around('rock', vec3(0.0, 0.0, 0.0), 100.0) {\n"
        "  visits += 1\n r.pos = r.pos + vec3(1.0, 0.0, 0.0)\n if visits % 3 == 0 { remove(r) } } }\n"
        " if b == Button.B { for r in every('rock') { left += 1\n remove(r)\n"
        "  if nearest('rock', r.pos, 0.0) == r { left += 100 } } }\n"
        " if b == Button.Y { for a in every('coin') { for c in every('coin') { nested += 1 } } }\n"
        "} }\n";
    played p;
    play(&p, script);
    frame(p.console, 0);
    frame(p.console, PLAT_X);
    CHECK_EQ(p.console->world.alive, 7 + 30);
    frame(p.console, PLAT_A);
    CHECK_EQ(globals(&p)[0], 31);
    CHECK_EQ(p.console->world.alive, 7 + 30 - 10);
    frame(p.console, PLAT_B);
    CHECK_EQ(globals(&p)[1], 21);
    CHECK_EQ(p.console->world.alive, 6);
    frame(p.console, PLAT_Y);
    CHECK_EQ(globals(&p)[2], 25);
    CHECK_EQ(ox_console_script(p.console, rom_id("script/game"))->traps, 0);
    end(&p);
}

/* A task in the midst of a loop over objects is saved and goes on at the same object. */
TEST(queries_of_scripts_come_back_at_any_step) {
    static const char script[] =
        "var visits = 0\nvar sum = 0\n"
        "latent func walk() { while true { for r in every('rock') { visits += 1\n sum += int(r.pos.x)\n wait "
        "1t } } }\n"
        "behaviour Rules { on start { for i in 1..20 { create('rock', vec3(fx(i), 0.0, 0.0)) }\n start "
        "walk() }\n"
        " on Press(b) { for r in around('rock', vec3(9.0, 0.0, 0.0), 3.0) { remove(r) } } }\n";
    static uint8_t kept[32768];
    for (int at = 3; at < 40; at += 5) {
        played p, q;
        play(&p, script);
        play(&q, script);
        for (int i = 0; i < 50; i++) {
            if (i == at) {
                ox_sim_part parts[OX_STATE_PARTS], other[OX_STATE_PARTS];
                const ox_sim state = {parts, ox_console_list_state(p.console, parts)};
                ox_writer to = ox_writer_bytes(kept, sizeof kept);
                ox_sim_save(&state, &to);
                CHECK(!to.full);
                const ox_sim into = {other, ox_console_list_state(q.console, other)};
                ox_reader from = ox_reader_bytes(kept, to.used);
                CHECK_EQ(ox_sim_restore(&into, &from), OX_OK);
            }
            frame(p.console, i == 20 ? PLAT_A : 0);
            if (i >= at) frame(q.console, i == 20 ? PLAT_A : 0);
            if (i >= at) CHECK_EQ(ox_console_state_hash(q.console), ox_console_state_hash(p.console));
        }
        CHECK(globals(&p)[0] > 40 && globals(&p)[0] == globals(&q)[0] && globals(&p)[1] == globals(&q)[1]);
        CHECK_EQ(ox_console_script(p.console, rom_id("script/game"))->traps, 0);
        end(&p);
        end(&q);
    }
}

/* Each object looked at is charged, so an endless loop of queries is stopped. */
TEST(queries_of_scripts_have_a_cost) {
    static const char script[] = "var asked = 0\nbehaviour Rules { on Press(b) { while true { for c in "
                                 "every('dragon') { }\n asked += 1 } } }\n";
    played p;
    play(&p, script);
    frame(p.console, 0);
    frame(p.console, PLAT_A);
    CHECK(globals(&p)[0] > 20 && globals(&p)[0] < 2000 / 12);
    CHECK_EQ(ox_console_script(p.console, rom_id("script/game"))->traps, 1);
    end(&p);
}
