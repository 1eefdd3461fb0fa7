/* Objects that others carry: parents in cart.txt, and attach and detach of scripts and C. */
#define _XOPEN_SOURCE 700
#include <math.h>

#include "kernel/behaviour/internal.h"
#include "kernel/type/name.h"
#include "tests/host/rom/carts/played_cart.h"

#define HEAD                                                                                                 \
    "title \"Parents\"\nsize 64x48\nformat rgb565\nbudget 192K\nframe 16K\nstart one\n"                      \
    "mesh sign square.obj\nscript game game.goad\ncapacity script-copies 8\n"
/* Slots: 0 the ship, 1 its turret, 2 the turret's lamp, 3 a crate, 4 the rules. */
#define SCENE                                                                                                \
    "type rules behaviour=Rules\n"                                                                           \
    "scene one\n camera at=0,0,6 target=0,0,0\n object sign name=ship at=10,0,0\n"                           \
    " object sign name=turret parent=ship at=0,2,0 yaw=90\n object sign name=lamp parent=turret at=0,0,-3\n" \
    " object sign name=crate at=5,1,0\n object rules\nend\n"

static const char script[] =
    "var seen = 0\n"
    "behaviour Rules { on Press(b) { let ship = find('ship')\n let crate = find('crate')\n"
    " if b == Button.A { ship.angle += 90deg\n ship.pos = ship.pos + vec3(1.0, 0.0, 0.0) }\n"
    " if b == Button.B { attach(crate, ship)\n if parent(crate) == ship { seen += 1 }\n if parent(ship) == "
    "null { seen += 1 } }\n"
    " if b == Button.X { detach(crate)\n if parent(crate) == null { seen += 10 } }\n"
    " if b == Button.Y { remove(ship) }\n"
    " if b == Button.L { let t = find('turret')\n t.pos = t.pos + vec3(0.0, 1.0, 0.0) }\n"
    " if b == Button.R { attach(ship, find('lamp')) }\n"
    " if b == Button.UP { spawn(find('turret'), vec3(0.0, 9.0, 0.0)) }\n"
    " if b == Button.DOWN { ship.size = 2.0\n ship.pitch = 30deg\n ship.roll = 10deg } } }\n";

static void play(played *p, const char *text) { play_texts(p, &(played_texts){text, script, NULL}); }

static void step(played *p, uint32_t buttons) {
    frame(p->console, buttons);
    frame(p->console, 0);
}

static const ox_script *machine_of(const played *p) {
    return ox_console_script(p->console, rom_id("script/game"));
}

/* Whether an object stands within three thousandths of a metre of a place: rotations round. */
static bool stands(const ox_console *c, uint32_t slot, double x, double y, double z) {
    const vec3 at = place(c, slot);
    const double limit = 0.003, dx = at.x / 65536.0 - x, dy = at.y / 65536.0 - y, dz = at.z / 65536.0 - z;
    const bool there = dx * dx + dy * dy + dz * dz < limit * limit;
    if (!there)
        TEST_INFO("slot %u at %g %g %g", (unsigned)slot, at.x / 65536.0, at.y / 65536.0, at.z / 65536.0);
    return there;
}

static ang16 angle_of(const ox_console *c, uint32_t slot) {
    return ox_object_place_of(&c->world, object_at(c, slot))->angle;
}

TEST(parents_carry_what_the_scene_says) {
    played p;
    play(&p, HEAD SCENE);
    const ox_console *c = p.console;
    CHECK(stands(c, 1, 10, 2, 0) &&
          stands(c, 2, 7, 2, 0)); /* the turret looks along -X, so its own -Z points there */
    CHECK_EQ(angle_of(c, 1), 16384);
    CHECK_EQ(angle_of(c, 2), 16384);
    step(&p, PLAT_A); /* the ship turns by a quarter and goes one metre; turret and lamp go with it */
    CHECK(stands(c, 0, 11, 0, 0) && stands(c, 1, 11, 2, 0) && stands(c, 2, 11, 2, 3));
    CHECK_EQ(angle_of(c, 1), 32768);
    step(&p, PLAT_A);
    step(&p, PLAT_A);
    step(&p, PLAT_A);
    const vec3 lamp = place(c, 2);
    for (int i = 0; i < 40; i++) step(&p, 0);
    /* rounding does not add up */
    CHECK(place(c, 2).x == lamp.x && place(c, 2).y == lamp.y && place(c, 2).z == lamp.z);
    CHECK(stands(c, 2, 11, 2, 0));
    step(&p, PLAT_L); /* an object that moves on its parent stays there */
    CHECK(stands(c, 1, 14, 3, 0) && stands(c, 2, 11, 3, 0));
    step(&p, PLAT_A);
    CHECK(stands(c, 1, 15, 3, 0) && stands(c, 2, 15, 3, 3));
    /* A turret on a ship of size 2 stands twice as far; the lamp on a turret of size 1 as before. */
    step(&p, PLAT_DOWN);
    const double pitch = 30 * 3.14159265358979 / 180, roll = 10 * 3.14159265358979 / 180;
    /* the turret stands along the ship's own up: rolled to -x, pitched to its z, then turned by a quarter */
    const double up = 6;
    const double x = -up * sin(roll), y = up * cos(roll) * cos(pitch), z = up * cos(roll) * sin(pitch);
    CHECK(stands(c, 1, 15 + z, y, -x));
    CHECK_EQ(machine_of(&p)->traps, 0);
    end(&p);
}

TEST(parents_are_given_and_taken_by_scripts) {
    played p;
    play(&p, HEAD SCENE);
    const ox_console *c = p.console;
    frame(p.console, 0);
    step(&p, PLAT_B);
    CHECK(stands(c, 3, 5, 1, 0)); /* the crate stays where it is and is carried from now on */
    CHECK_EQ(machine_of(&p)->globals[0], 2);
    step(&p, PLAT_A);
    CHECK(stands(c, 3, 11, 1, 5));
    step(&p, PLAT_X);
    step(&p, PLAT_A);
    CHECK(stands(c, 3, 11, 1, 5));
    CHECK_EQ(machine_of(&p)->globals[0], 12);
    step(&p, PLAT_UP); /* a copy of a carried object is free */
    CHECK(stands(c, 5, 0, 9, 0));
    step(&p, PLAT_A);
    CHECK(stands(c, 5, 0, 9, 0));
    const vec3 turret = place(c, 1);
    step(&p, PLAT_Y); /* without the ship its children stay, and the lamp still goes with the turret */
    step(&p, 0);
    CHECK(object_at(c, 0) == NULL && ox_attached_to(&c->world, object_at(c, 1)) == NULL &&
          ox_attached_to(&c->world, object_at(c, 2)) == object_at(c, 1));
    CHECK(place(c, 1).x == turret.x && place(c, 1).y == turret.y && place(c, 1).z == turret.z);
    CHECK_EQ(machine_of(&p)->traps, 0);
    end(&p);
}

/* Rings are refused, and so is a stack of nine objects. C and scripts get the same answers. */
TEST(parents_that_cannot_be_are_refused) {
    played p;
    play(&p, HEAD SCENE);
    ox_world *world = ox_console_world(p.console);
    frame(p.console, 0);
    ox_object *ship = ox_world_find(world, OX_NAME("ship")), *lamp = ox_world_find(world, OX_NAME("lamp")),
              *crate = ox_world_find(world, OX_NAME("crate"));
    CHECK_EQ(ox_attach(world, ship, ship->handle), OX_CYCLE);
    CHECK_EQ(ox_attach(world, ship, lamp->handle), OX_CYCLE);
    CHECK_EQ(ox_attach(world, ship, (ox_handle){77}), OX_STALE_HANDLE);
    CHECK_EQ(ox_attach_at(world, crate, (ox_handle){77}), OX_STALE_HANDLE);
    CHECK_EQ(ox_attach_at(world, crate, crate->handle), OX_CYCLE);
    CHECK_EQ(ox_attach(world, crate, lamp->handle), OX_OK);
    ox_handle last = crate->handle;
    for (int i = 0; i < 6; i++) {
        ox_object *next = ox_world_spawn(world, p.console->scene.object_type, NULL);
        CHECK(next != NULL);
        if (next == NULL) break;
        CHECK_EQ(ox_attach(world, next, last), i < 5 ? OX_OK : OX_FULL);
        /* the ship counts with all that it carries */
        if (i == 5) CHECK_EQ(ox_attach(world, ship, next->handle), OX_FULL);
        last = next->handle;
    }
    step(&p, PLAT_R);
    CHECK(logged(p.console, "game.goad:14: Rules on Press: attach refuses its argument 2"));
    end(&p);
}

/* A saved state of any step goes on to the same places and hashes. */
TEST(parents_come_back_at_any_step) {
    static const uint32_t buttons[] = {0,         PLAT_A,  PLAT_B, 0,      PLAT_L, PLAT_A,
                                       PLAT_DOWN, PLAT_UP, PLAT_A, PLAT_X, PLAT_A, PLAT_Y};
    static uint8_t kept[32768];
    enum { STEPS = 36 };
    for (int at = 1; at < STEPS; at += 4) {
        played p, q;
        play(&p, HEAD SCENE);
        play(&q, HEAD SCENE);
        for (int i = 0; i < STEPS; i++) {
            const uint32_t held = i % 2 == 0 ? buttons[i / 2 % 12] : 0;
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
            frame(p.console, held);
            if (i >= at) frame(q.console, held);
            if (i >= at) CHECK_EQ(ox_console_state_hash(q.console), ox_console_state_hash(p.console));
        }
        end(&p);
        end(&q);
    }
}

/* Motions of carriers come on top of an object's own motion, in the picture. */
TEST(parents_that_drift_are_followed_by_the_picture) {
    played p;
    play(&p, HEAD "type rules behaviour=Rules\nscene one\n camera at=0,0,6 target=0,0,0\n"
                  " object sign name=ship at=10,0,0 spin=90,0,0\n object sign name=lamp parent=ship "
                  "at=0,0,-2\n object rules\nend\n");
    const ox_console *c = p.console;
    for (int i = 0; i < 61; i++)
        frame(p.console, 0); /* a second, from time 0 on: the ship turns by a quarter */
    CHECK(stands(c, 1, 10, 0, -2));
    const mat34 ship = ox_scene_stand(&c->scene, object_at(c, 0)),
                lamp = ox_scene_stand(&c->scene, object_at(c, 1));
    const vec3 tip = m34_point(&ship, (vec3){0, 0, -2 * FX_ONE}), drawn = m34_point(&lamp, V3_ZERO);
    CHECK(v3_length(v3_subs(tip, drawn)) < FX_ONE / 200);
    CHECK(tip.x < 9 * FX_ONE && tip.z > -FX_ONE / 2); /* the ship has turned */
    end(&p);
}

/* Changes of cart.txt count while the game plays: another place on the parent, another parent, none. */
TEST(parents_change_while_they_play) {
    static const char *const lines[] = {
        " object sign name=turret parent=ship at=0,4,0 yaw=90\n object sign name=lamp parent=turret "
        "at=0,0,-3\n object sign name=crate at=5,1,0\n",
        " object sign name=turret parent=ship at=0,4,0 yaw=90\n object sign name=lamp parent=ship "
        "at=0,0,-3\n object sign name=crate parent=ship at=0,-1,0\n",
        " object sign name=turret at=1,1,1 yaw=90\n object sign name=lamp parent=ship at=0,0,-3\n object "
        "sign name=crate parent=ship at=0,-1,0\n"};
    played p;
    writer mods[3]; /* the console reads the overlays where they lie */
    play(&p, HEAD SCENE);
    const ox_console *c = p.console;
    frame(p.console, 0);
    step(&p, PLAT_A);
    for (int i = 0; i < 3; i++) {
        ox_error error;
        char text[1024];
        snprintf(text, sizeof text,
                 "%stype rules behaviour=Rules\nscene one\n camera at=0,0,6 target=0,0,0\n object sign "
                 "name=ship at=10,0,0\n%s object rules\nend\n",
                 HEAD, lines[i]);
        CHECK(make_overlay(&p, text, script, &mods[i]) > 0);
        CHECK_EQ(ox_console_replace(p.console, mods[i].data, (uint32_t)mods[i].size, &error), OX_OK);
        frame(p.console, 0);
        CHECK(stands(c, 0, 11, 0, 0)); /* the ship stays where the game brought it */
        if (i < 2) CHECK(stands(c, 1, 11, 4, 0));
        if (i == 0) CHECK(stands(c, 2, 11, 4, 3) && stands(c, 3, 5, 1, 0));
        if (i > 0) CHECK(stands(c, 2, 8, 0, 0) && stands(c, 3, 11, -1, 0));
        if (i == 2) CHECK(stands(c, 1, 1, 1, 1) && ox_attached_to(&c->world, object_at(c, 1)) == NULL);
    }
    end(&p);
    for (int i = 0; i < 3; i++) writer_free(&mods[i]);
}

TEST(parents_mistakes_are_told_with_their_line) {
    static const struct {
        const char *text, *says;
    } mistakes[] = {
        {" object sign parent=ship\n",
         "cart.txt:13: there is no object `ship` above in this scene to be the parent"},
        {" object sign name=a parent=a\n", "there is no object `a` above"},
        {" object sign name=a\n object sign name=b parent=a\n object sign name=c parent=b\n object sign "
         "name=d parent=c\n"
         " object sign name=e parent=d\n object sign name=f parent=e\n object sign name=g parent=f\n object "
         "sign name=h parent=g\n"
         " object sign name=i parent=h\n object sign name=j parent=i\n",
         "cart.txt:22: more than 8 objects carry one another"},
    };
    for (size_t i = 0; i < sizeof mistakes / sizeof mistakes[0]; i++) {
        char text[2048];
        snprintf(text, sizeof text,
                 "%stype rules behaviour=Rules\nscene one\n camera at=0,0,6 target=0,0,0\n%send\n", HEAD,
                 mistakes[i].text);
        refuse_texts(&(played_texts){text, script, NULL}, mistakes[i].says);
    }
}
