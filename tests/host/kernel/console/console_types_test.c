/* Types of objects as data: `type` lines of cart.txt, made by scenes, scripts and C alike. */
#define _XOPEN_SOURCE 700
#include "kernel/behaviour/internal.h"
#include "kernel/type/name.h"
#include "tests/host/rom/carts/played_cart.h"

#define HEAD                                                                                                 \
    "title \"Types\"\nsize 64x48\nformat rgb565\nbudget 160K\nframe 16K\nstart one\n"                        \
    "material red colour=#ff2020 shading=unlit\nmaterial blue colour=#2020ff shading=unlit\n"                \
    "mesh sign square.obj material=red\nscript game game.goad\ncapacity script-copies 8\n"
#define TYPES                                                                                                \
    "type coin mesh=sign scale=0.5 yaw=90 spin=0,30,0 behaviour=Coin\n"                                      \
    "type gem coin scale=2 hidden\n  with material=blue\n"                                                   \
    "type rules behaviour=Rules\n"
#define SCENE                                                                                                \
    "scene one\n camera at=0,0,6 target=0,0,0\n object sign name=wall\n object coin at=1,0,0\n"              \
    " object gem name=first at=2,0,0 scale=3\n object rules\nend\n"

static const char script[] =
    "var coins = 0\nvar late = 0\n"
    "behaviour Coin { var age = 0\n on start { coins += 1 }\n on tick { age += 1 } }\n"
    "behaviour Rules { on Press(b) {\n"
    " if b == Button.A { create('coin', vec3(0.0, 4.0, 0.0)) }\n"
    " if b == Button.B { let c = nearest('coin', vec3(0.0, 4.0, 0.0), 0.5)\n"
    "  if c != null { remove(c)\n late += 1 } } } }\n";

static void play(played *p, const char *text) { play_texts(p, &(played_texts){text, script, NULL}); }

static ox_id behaviour_of(const ox_console *c, const ox_object *object) {
    const int type = ox_world_component(&c->world, OX_NAME("behaviour"));
    const ox_behaviour *does = type < 0 ? NULL : ox_component_get(&c->world, object, (uint32_t)type);
    return does == NULL ? 0 : does->behaviour;
}

static const ox_form *form_of_object(const ox_console *c, const ox_object *object) {
    return c->scene.forms[ox_scene_model(&c->scene, object)->form];
}

/* Slots of the world: the wall, a coin, a gem, the rules. */
TEST(types_objects_begin_with_what_they_say) {
    played p;
    play(&p, HEAD TYPES SCENE);
    ox_console *c = p.console;
    ox_world *world = ox_console_world(c);
    frame(c, 0);
    CHECK_EQ(world->alive, 4);
    const int coin = ox_world_find_type(world, OX_NAME("coin")),
              gem = ox_world_find_type(world, OX_NAME("gem"));
    CHECK(coin >= 0 && gem >= 0 && ox_world_find_type(world, OX_NAME("rules")) >= 0);
    const ox_object *one = object_at(c, 1), *two = object_at(c, 2), *rules = object_at(c, 3);
    CHECK(one->type == coin && two->type == gem && one->name == 0 && two->name == OX_NAME("first"));
    const ox_object_place *at = ox_object_place_of(world, one), *other = ox_object_place_of(world, two);
    CHECK(at->pos.x == FX_ONE && at->size == FX_HALF && at->angle == 16384);
    CHECK(other->pos.x == 2 * FX_ONE && other->size == 3 * FX_ONE && other->angle == 16384);
    CHECK((one->flags & OX_OBJECT_VISIBLE) != 0 && (two->flags & OX_OBJECT_VISIBLE) == 0);
    CHECK(behaviour_of(c, one) == rom_id("Coin") && behaviour_of(c, two) == rom_id("Coin") &&
          behaviour_of(c, rules) == rom_id("Rules") && behaviour_of(c, object_at(c, 0)) == 0);
    CHECK(form_of_object(c, one)->look[0].rgb == 0xFF2020u &&
          form_of_object(c, two)->look[0].rgb == 0x2020FFu);
    CHECK(form_of_object(c, rules)->id == 0); /* the rules have no form and are not drawn */
    CHECK(form_of_object(c, one) == form_of_object(c, object_at(c, 0)));
    const ox_motion *drift = ox_component_get(world, one, c->scene.drift_type - 1u);
    CHECK(drift != NULL && drift->spin[1] != 0);
    CHECK_EQ(ox_console_script(c, rom_id("script/game"))->globals[0], 2);
    end(&p);
}

/* A script and C make the same object of a type. */
TEST(types_are_made_by_scripts_and_by_c) {
    played p;
    ox_handle handle;
    play(&p, HEAD TYPES SCENE);
    ox_console *c = p.console;
    ox_world *world = ox_console_world(c);
    const ox_script *machine = ox_console_script(c, rom_id("script/game"));
    frame(c, 0);
    frame(c, PLAT_A);
    CHECK(world->alive == 5 && machine->globals[0] == 3 && place(c, 4).y == 4 * FX_ONE);
    ox_object *own = ox_world_create(world, OX_NAME("coin"), &handle);
    CHECK(own != NULL);
    if (own != NULL) CHECK_EQ(ox_place_set(world, own, (vec3){5 * FX_ONE, 0, 0}), OX_OK);
    const ox_object *other = object_at(c, 4);
    CHECK(own != NULL && form_of_object(c, own) == form_of_object(c, other) && own->type == other->type &&
          behaviour_of(c, own) == behaviour_of(c, other) &&
          ox_object_place_of(world, own)->size == ox_object_place_of(world, other)->size);
    CHECK(ox_world_create(world, OX_NAME("gem"), NULL) != NULL);
    frame(c, 0); /* the behaviour of an object that C made begins, too */
    CHECK_EQ(machine->globals[0], 5);
    frame(c, PLAT_B);
    frame(c, 0);
    CHECK(machine->globals[1] == 1 && world->alive == 6);
    /* an object that C destroys takes its behaviour along */
    CHECK_EQ(ox_world_destroy(world, handle), OX_OK);
    const uint32_t instances = machine->instances.count;
    frame(c, 0);
    CHECK(machine->instances.count == instances - 1 && world->alive == 5);
    for (int i = 0; i < 8; i++) {
        frame(c, PLAT_A);
        frame(c, 0);
    }
    CHECK_EQ(world->alive, 4 + 8);
    CHECK(logged(c, "12 objects are there already"));
    CHECK_EQ(machine->traps, 0);
    end(&p);
}

/* A state that was kept at each of twenty steps goes on to the same later state, in the same console and in a
 * new one. */
TEST(types_state_comes_back_at_any_step) {
    static uint8_t kept[32768];
    uint32_t seed = 11;
    for (int round = 0; round < 20; round++) {
        played p, q;
        size_t used = 0;
        play(&p, HEAD TYPES SCENE);
        play(&q, HEAD TYPES SCENE);
        seed = seed * 1664525u + 1013904223u;
        const int at = (int)(seed >> 24) % 40 + 1;
        for (int i = 0; i < 60; i++) {
            if (i == at) {
                ox_sim_part parts[OX_STATE_PARTS];
                const ox_sim state = {parts, ox_console_list_state(p.console, parts)};
                ox_writer to = ox_writer_bytes(kept, sizeof kept);
                ox_sim_save(&state, &to);
                CHECK(!to.full);
                used = to.used;
                ox_sim_part other[OX_STATE_PARTS];
                const ox_sim into = {other, ox_console_list_state(q.console, other)};
                ox_reader from = ox_reader_bytes(kept, used);
                CHECK_EQ(ox_sim_restore(&into, &from), OX_OK);
                CHECK_EQ(ox_console_state_hash(q.console), ox_console_state_hash(p.console));
            }
            const uint32_t buttons = i * 7 % 5 == 0 ? PLAT_A : i * 3 % 7 == 1 ? PLAT_B : 0;
            frame(p.console, buttons);
            if (i >= at) frame(q.console, buttons);
            if (i >= at) CHECK_EQ(ox_console_state_hash(q.console), ox_console_state_hash(p.console));
        }
        end(&p);
        end(&q);
    }
}

/* A type that is changed while the game runs: the world goes on, and its objects look as the type says now. */
TEST(types_change_while_they_play) {
    played p;
    writer mod;
    ox_error error;
    play(&p, HEAD TYPES SCENE);
    ox_console *c = p.console;
    frames(c, 2);
    frame(c, PLAT_A);
    frames(c, 3);
    const uint32_t handle = handle_at(c, 4);
    CHECK(make_overlay(&p,
                       HEAD "type coin mesh=sign shading=flat scale=0.5 yaw=90 behaviour=Coin\n"
                            "type extra coin\ntype gem coin scale=2 hidden\n  with material=blue\n"
                            "type rules behaviour=Rules\n" SCENE,
                       script, &mod) > 0);
    CHECK_EQ(ox_console_replace(c, mod.data, (uint32_t)mod.size, &error), OX_OK);
    CHECK(c->world.alive == 5 && handle_at(c, 4) == handle && place(c, 4).y == 4 * FX_ONE);
    CHECK_EQ(form_of_object(c, object_at(c, 4))->look[0].shading, RS_FLAT);
    CHECK(c->scene.drift_type == 0 ||
          ox_component_get(&c->world, object_at(c, 4), c->scene.drift_type - 1u) == NULL);
    CHECK(ox_world_find_type(&c->world, OX_NAME("extra")) >= 0);
    const ox_script *machine = ox_console_script(c, rom_id("script/game"));
    CHECK_EQ(machine->globals[0], 3); /* no behaviour began anew */
    frames(c, 3);
    frame(c, PLAT_B);
    frame(c, 0);
    CHECK_EQ(c->world.alive, 4);
    end(&p);
    writer_free(&mod);
}

TEST(types_mistakes_are_told_with_their_line) {
    static const struct {
        const char *text, *says;
    } mistakes[] = {
        {"type coin mesh=sign\ntype coin mesh=sign\n", "the type `coin` is there already"},
        {"type gem coin\n", "there is no type `coin` above"},
        {"type coin mesh=sing\n", "sing"},
        {"type coin mesh=sign at=1,2,3\n", "at"},
        {"scene types\n camera at=0,0,6 target=0,0,0\nend\n", "`types` is the scene"},
    };
    for (size_t i = 0; i < sizeof mistakes / sizeof mistakes[0]; i++) {
        char text[2048];
        snprintf(text, sizeof text, "%s%s%s", HEAD, mistakes[i].text,
                 "scene one\n camera at=0,0,6 target=0,0,0\n object sign\nend\n");
        refuse_texts(&(played_texts){text, script, NULL}, mistakes[i].says);
    }
}

/* Bytes of resident memory that a scene of so many coins takes, with their behaviours at work. */
static uint32_t bytes_of_coins(uint32_t count) {
    static char text[24000];
    played p;
    size_t at = (size_t)snprintf(
        text, sizeof text,
        HEAD "capacity script-instances 257\ncapacity script-cells 1028\nscripts tick=8000\n"
             "type coin mesh=sign behaviour=Coin\nscene one\n camera at=0,0,6 target=0,0,0\n");
    for (uint32_t i = 0; i < count; i++)
        at += (size_t)snprintf(text + at, sizeof text - at, " object coin at=%u,0,0\n", (unsigned)(i % 9));
    snprintf(text + at, sizeof text - at, "end\n");
    play_texts(&p, &(played_texts){text,
                                   "behaviour Coin { var a = 0\n var b = 0.5\n var c = 0\n var d = false\n"
                                   " on tick { a += 1 } }\n",
                                   NULL});
    frames(p.console, 3);
    const ox_script *machine = ox_console_script(p.console, rom_id("script/game"));
    CHECK(p.console->world.alive == count && machine->instances.count == count);
    const uint32_t used = (uint32_t)ox_arena_used(p.console->resident);
    end(&p);
    return used;
}

/* The scenes have room for instances and their variables already, so these bytes are added: 32 and four cells
 * each. */
TEST(types_of_256_objects_are_small) {
    enum { OBJECTS = 256, INSTANCE = sizeof(ox_script_instance) + 4 * 4 };
    const uint32_t bytes = bytes_of_coins(OBJECTS + 1) - bytes_of_coins(1) + OBJECTS * INSTANCE;
    TEST_INFO("256 objects with place, model and behaviour: %u bytes", (unsigned)bytes);
    CHECK(bytes > OBJECTS * 80 && bytes <= 48 * 1024);
}
