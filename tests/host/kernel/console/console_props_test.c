/* Props of behaviours that cart.txt sets for types and objects. */
#define _XOPEN_SOURCE 700
#include "kernel/behaviour/internal.h"
#include "kernel/type/name.h"
#include "tests/host/rom/carts/played_cart.h"

#define HEAD                                                                                                 \
    "title \"Props\"\nsize 64x48\nformat rgb565\nbudget 192K\nframe 16K\nstart one\n"                        \
    "mesh sign square.obj\nscript game game.goad\ncapacity script-copies 8\n"
#define TYPES "type bat mesh=sign behaviour=Bat speed=2.5 mood=-3\ntype bats bat speed=4 goal=wall\n"
/* Slots: 0 a bat, 1 one of the bats, 2 the wall, 3 a sign of its own. */
#define SCENE                                                                                                \
    "scene one\n camera at=0,0,6 target=0,0,0\n object bat at=1,0,0 mood=7\n object bats at=2,0,0\n"         \
    " object sign name=wall at=3,0,0\n"                                                                      \
    " object sign at=4,0,0 behaviour=Bat turned=90 wild=yes way=1,-2.5,3 said=hello\nend\n"

static const char script[] =
    "behaviour Flyer { prop speed: fx = 1.0 }\n"
    "behaviour Bat : Flyer { prop mood: int = 5\n prop goal: obj\n prop turned: angle\n prop wild: bool\n "
    "prop way: vec3\n"
    " prop said: name\n var began = 0.0\n"
    " on start { began = speed }\n"
    " on Press(b) { if b == Button.A { speed += 1.0 }\n if b == Button.X and self.name == 'wall' { return }\n"
    "  if b == Button.B and self.pos.x == 2.0 { create('bats', vec3(9.0, 0.0, 0.0))\n spawn(self, self.pos) "
    "} } }\n";

static void play(played *p, const char *text) { play_texts(p, &(played_texts){text, script, NULL}); }

/* A cell of the behaviour of the object in a slot: 0 speed, 1 mood, 2 goal, 3 turned, 4 wild, 5 way, 8 said, 9 began. */
static int32_t cell(const ox_console *c, uint32_t slot, uint32_t which) {
    ox_script *machine = ox_console_script((ox_console *)(uintptr_t)c, rom_id("script/game"));
    const uint32_t number = ox_script_module_behaviour(&machine->module, rom_id("Bat"));
    return ox_script_cell(machine, ox_script_find(machine, handle_at(c, slot), number), which);
}

TEST(props_of_types_and_objects_are_set) {
    played p;
    play(&p, HEAD TYPES SCENE);
    ox_console *c = p.console;
    frame(c, 0);
    CHECK(cell(c, 0, 0) == FX_ONE * 5 / 2 && cell(c, 0, 1) == 7 && cell(c, 0, 2) == 0);
    CHECK(cell(c, 1, 0) == 4 * FX_ONE && cell(c, 1, 1) == -3 && cell(c, 1, 2) == (int32_t)handle_at(c, 2));
    CHECK(cell(c, 3, 0) == FX_ONE && cell(c, 3, 1) == 5 && cell(c, 3, 3) == 16384 && cell(c, 3, 4) == 1);
    CHECK(cell(c, 3, 5) == FX_ONE && cell(c, 3, 6) == -FX_ONE * 5 / 2 && cell(c, 3, 7) == 3 * FX_ONE);
    CHECK_EQ((uint32_t)cell(c, 3, 8), rom_id("hello"));
    /* props are set before `on start` */
    CHECK(cell(c, 0, 9) == cell(c, 0, 0) && cell(c, 1, 9) == 4 * FX_ONE);
    frame(c, PLAT_A);
    frame(c, PLAT_B); /* objects that scripts make, and copies, have the props of cart.txt */
    CHECK(cell(c, 1, 0) == 5 * FX_ONE && cell(c, 4, 0) == 4 * FX_ONE && cell(c, 5, 0) == 4 * FX_ONE &&
          cell(c, 5, 1) == -3);
    CHECK_EQ(cell(c, 5, 2), (int32_t)handle_at(c, 2));
    CHECK_EQ(ox_console_script(c, rom_id("script/game"))->traps, 0);
    end(&p);
}

/* A behaviour that a fault begins anew, and a saved state, keep the props' present values. */
TEST(props_are_saved_with_what_became_of_them) {
    static uint8_t kept[32768];
    played p, q;
    play(&p, HEAD TYPES SCENE);
    play(&q, HEAD TYPES SCENE);
    frame(p.console, 0);
    frame(p.console, PLAT_A);
    frame(p.console, PLAT_B);
    ox_sim_part parts[OX_STATE_PARTS], other[OX_STATE_PARTS];
    const ox_sim state = {parts, ox_console_list_state(p.console, parts)};
    ox_writer to = ox_writer_bytes(kept, sizeof kept);
    ox_sim_save(&state, &to);
    const ox_sim into = {other, ox_console_list_state(q.console, other)};
    ox_reader from = ox_reader_bytes(kept, to.used);
    CHECK_EQ(ox_sim_restore(&into, &from), OX_OK);
    for (int i = 0; i < 10; i++) {
        frame(p.console, i == 5 ? PLAT_A : 0);
        frame(q.console, i == 5 ? PLAT_A : 0);
        CHECK_EQ(ox_console_state_hash(q.console), ox_console_state_hash(p.console));
    }
    CHECK_EQ(cell(q.console, 1, 0), 6 * FX_ONE);
    end(&p);
    end(&q);
}

/* Props that a changed cart.txt says otherwise count; props that it says as before keep their present
 * values. */
TEST(props_change_while_they_play) {
    played p;
    writer mod;
    ox_error error;
    play(&p, HEAD TYPES SCENE);
    ox_console *c = p.console;
    frame(c, 0);
    frame(c, PLAT_A); /* every object is faster by one */
    frame(c, PLAT_B);
    CHECK(make_overlay(
              &p,
              HEAD "type bat mesh=sign behaviour=Bat speed=2.5 mood=-3\ntype bats bat speed=6 goal=wall\n"
                   "scene one\n camera at=0,0,6 target=0,0,0\n object bat at=1,0,0 mood=8\n"
                   " object bats at=2,0,0\n object sign name=wall at=3,0,0\n"
                   " object sign at=4,0,0 behaviour=Bat turned=180 wild=true way=1,-2.5,4 said=hello\nend\n",
              script, &mod) > 0);
    CHECK_EQ(ox_console_replace(c, mod.data, (uint32_t)mod.size, &error), OX_OK);
    frame(c, 0);
    CHECK(cell(c, 0, 0) == FX_ONE * 7 / 2 && cell(c, 0, 1) == 8);
    CHECK(cell(c, 1, 0) == 6 * FX_ONE && cell(c, 4, 0) == 6 * FX_ONE && cell(c, 5, 0) == 6 * FX_ONE);
    CHECK(cell(c, 3, 0) == 2 * FX_ONE && cell(c, 3, 3) == -32768 + 65536 && cell(c, 3, 7) == 4 * FX_ONE);
    CHECK_EQ(cell(c, 1, 9), 4 * FX_ONE); /* no behaviour began anew */
    end(&p);
    writer_free(&mod);
}

TEST(props_mistakes_are_told_with_their_line) {
    static const struct {
        const char *text, *says;
    } mistakes[] = {
        {"type bat mesh=sign behaviour=Bat sped=2\n",
         "cart.txt:10: `sped` is no prop of the behaviour `Bat`; did you mean `spin`?"},
        {"type bat mesh=sign behaviour=Bat began=2\n",
         "cart.txt:10: `began` is no prop of the behaviour `Bat`; write `prop` in front of its variable"},
        {"type bat mesh=sign behaviour=Bat speed=fast\n",
         "`speed=fast`: the prop of `Bat` is a number from -32768 to 32767.99998"},
        {"type bat mesh=sign behaviour=Bat speed=40000\n", "`speed=40000`: the prop of `Bat` is a number"},
        {"type bat mesh=sign behaviour=Bat mood=2.5\n", "`mood=2.5`: the prop of `Bat` is a whole number"},
        {"type bat mesh=sign behaviour=Bat wild=maybe\n", "is true or false"},
        {"type bat mesh=sign behaviour=Bat way=1,2\n", "the prop of `Bat` is X,Y,Z"},
        {"type bat mesh=sign behaviour=Bat speed=1 speed=2\n", "`speed` is given twice"},
        {"type bat mesh=sign speed=1\n", "`speed` means nothing to `type`"},
        {"type bat mesh=sign behaviour=Bad speed=1\n", "no script of this cart has the behaviour `Bad`"},
    };
    for (size_t i = 0; i < sizeof mistakes / sizeof mistakes[0]; i++) {
        char text[2048];
        snprintf(text, sizeof text, "%s%s%s", HEAD, mistakes[i].text,
                 "scene one\n camera at=0,0,6 target=0,0,0\n object sign\nend\n");
        refuse_texts(&(played_texts){text, script, NULL}, mistakes[i].says);
    }
}
