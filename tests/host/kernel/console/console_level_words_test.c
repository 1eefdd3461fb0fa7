/* Statements of level texts beside spawns and volumes, in carts whose script is all there is: layers, waves,
 * elements, lights, levels that come later. */
#define _XOPEN_SOURCE 700
#include "kernel/behaviour/internal.h"
#include "kernel/level/module.h"
#include "kernel/type/name.h"
#include "tests/host/rom/carts/played_cart.h"

#define HEAD                                                                                                 \
    "title \"Words\"\nsize 64x48\nformat rgb565\nbudget 256K\nframe 16K\n"                                   \
    "material red colour=#ff2020 shading=unlit\nmaterial grey colour=#c0c0c0 shading=flat two-sided\n"       \
    "mesh sign square.obj material=red\nmesh wall square.obj material=grey\n"                                \
    "script game game.goad\ncapacity script-copies 8\n"                                                      \
    "type coin mesh=sign scale=0.5 behaviour=Coin\ntype runner mesh=sign scale=0.25\n"                       \
    "type rules behaviour=Rules\ntype hero mesh=sign scale=0.1\n"
#define VIEW "ambient 0.2\n camera at=0,0,6 target=0,0,0\n object rules\n object hero name=hero at=0,0,0\n"
#define HERE HEAD "level yard yard.txt\nscene one\n " VIEW " level yard\nend\n"

enum { OTHERS = 2 }; /* objects of the scene itself */

static int32_t global_of(const played *p, uint32_t number) {
    return ox_console_script(p->console, rom_id("script/game"))->globals[number];
}

static void play(played *p, const char *text, const char *script, const char *level) {
    play_texts(p, &(played_texts){text, script, level});
}

static const ox_object *named(const played *p, const char *name) {
    return ox_world_find(&p->console->world, rom_id(name));
}

static bool is_seen(const played *p, const char *name) {
    const ox_object *object = named(p, name);
    return object != NULL && (object->flags & OX_OBJECT_VISIBLE) != 0;
}

static uint32_t traps(const played *p) { return ox_console_script(p->console, rom_id("script/game"))->traps; }

/* ---- layers ---- */

static const char layered[] = "level 1\nbounds -8,-1,-8 8,3,8\nlayer night hidden\nlayer late inactive\n"
                              "spawn coin name=plain at=2,0,0\nspawn coin name=owl at=-2,0,0 layer=night\n"
                              "spawn coin name=guest at=0,2,0 layer=late\n"
                              "spawn coin name=shy at=0,1,0 layer=late later\n";
static const char layer_script[] =
    "var begun = 0\nvar shown = false\nvar used = false\nvar came = 0\n"
    "behaviour Coin { on start { begun += 1 } }\n"
    "behaviour Rules {\n on tick { shown = layer_shown('night')\n used = layer_used('late') }\n"
    " on Press(b) {\n"
    "  if b == Button.A { layer_use('late', true) }\n  if b == Button.B { layer_show('night', true) }\n"
    "  if b == Button.X { layer_use('late', false) }\n  if b == Button.Y { layer_show('night', false) }\n"
    "  if b == Button.L { if summon('shy') != null { came += 1 } } } }\n";

TEST(level_words_layers_come_and_go) {
    played p;
    play(&p, HERE, layer_script, layered);
    ox_console *c = p.console;
    frames(c, 2);
    CHECK(c->world.alive == OTHERS + 2 && named(&p, "guest") == NULL);
    CHECK(is_seen(&p, "plain") && named(&p, "owl") != NULL && !is_seen(&p, "owl"));
    CHECK(global_of(&p, 0) == 2 && global_of(&p, 1) == 0 && global_of(&p, 2) == 0);
    frame(c, PLAT_L); /* nobody comes out of a layer that is not active */
    frame(c, PLAT_B);
    frames(c, 2);
    CHECK(is_seen(&p, "owl") && global_of(&p, 1) == 1 && global_of(&p, 3) == 0);
    frame(c, PLAT_A);
    frames(c, 2);
    CHECK(is_seen(&p, "guest") && named(&p, "shy") == NULL && global_of(&p, 0) == 3 && global_of(&p, 2) == 1);
    frame(c, PLAT_L);
    frames(c, 2);
    CHECK(c->world.alive == OTHERS + 4 && global_of(&p, 3) == 1);
    frame(c, PLAT_X);
    frame(c, PLAT_Y);
    frames(c, 2);
    CHECK(c->world.alive == OTHERS + 2 && named(&p, "shy") == NULL && !is_seen(&p, "owl") &&
          is_seen(&p, "plain"));
    CHECK_EQ(traps(&p), 0);
    end(&p);
}

/* Layers where nothing is made in play: their objects sleep and wake. */
TEST(level_words_layers_of_prepared_levels_wake) {
    char level[1024];
    played p;
    snprintf(level, sizeof level, "level 1\nprepared\n%s", layered + sizeof "level 1\n" - 1);
    play(&p, HERE, layer_script, level);
    ox_console *c = p.console;
    frames(c, 2);
    CHECK(c->world.alive == OTHERS + 4 && !is_seen(&p, "guest") && !is_seen(&p, "shy") &&
          !is_seen(&p, "owl"));
    frame(c, PLAT_A);
    frames(c, 2);
    CHECK(is_seen(&p, "guest") && !is_seen(&p, "shy"));
    frame(c, PLAT_X);
    frames(c, 2);
    CHECK(!is_seen(&p, "guest") && c->world.alive == OTHERS + 4);
    CHECK_EQ(traps(&p), 0);
    end(&p);
}

/* A child that waits in a prepared level stands on its parent when it is spawned, and not where it was
 * before. */
TEST(level_words_prepared_children_stand_on_their_parents) {
    static const char level[] = "level 1\nprepared\nbounds -8,-1,-8 8,3,8\nspawn runner name=hare at=1,0,0\n"
                                "spawn coin name=load at=0,4,0 parent=hare later\n";
    static const char script[] =
        "behaviour Coin { }\nbehaviour Rules { on Press(b) {\n"
        " if b == Button.B { detach(find('load'))\n find('load').pos = vec3(7.0, 0.0, 0.0) }\n"
        " if b == Button.X { let h = find('hare')\n h.pos = vec3(3.0, 0.0, 0.0) }\n"
        " if b == Button.A { let made = summon('load') } } }\n";
    played p;
    play(&p, HERE, script, level);
    ox_console *c = p.console;
    frames(c, 2);
    frame(c, PLAT_B);
    frame(c, PLAT_A);
    frame(c, PLAT_X);
    frames(c, 2);
    const vec3 *load = ox_place_of(&c->world, named(&p, "load"));
    CHECK(fx_abs(load->x - 3 * FX_ONE) < 300 && fx_abs(load->y - FX_ONE) < 300);
    CHECK_EQ(traps(&p), 0);
    end(&p);
}

/* ---- waves ---- */

static const char waving[] = "level 1\nbounds -8,-1,-8 8,3,8\nspawn coin name=raider at=1,0,0 later\n"
                             "spawn runner name=ogre at=5,0,0 later\n  set spawn_alive 4\n"
                             "waves attack\n  wave 5\n  come 10 raider at=-3,0,0\n  come 10 raider\n"
                             "  wave 30\n  come 40 ogre\n"
                             "waves siege timer raider every=20 sooner=8 least=6 boss=ogre boss-after=3 ends "
                             "low=-2,0,-2 high=-1,0,2\n";
/* globals: began, number, over, sum, left, going, west */
static const char wave_script[] =
    "var began = 0\nvar number = 0\nvar over = 0\nvar sum = 0\nvar left = 0\nvar going = false\nvar west = "
    "0\n"
    "behaviour Coin { on start { if self.pos.x < 0.0 { west += 1 } } }\n"
    "behaviour Rules {\n"
    " on WaveBegan(which, n) { began += 1\n sum += n\n assert(which == 'attack' or which == 'siege') }\n"
    " on WavesOver(which) { over += 1\n assert(which == 'attack' or which == 'siege') }\n"
    " on tick { number = wave('attack')\n left = wave_countdown('attack')\n going = waves_on('attack') }\n"
    " on Press(b) {\n  if b == Button.A { waves_start('attack') }\n  if b == Button.B { waves_stop('attack') "
    "}\n"
    "  if b == Button.X { waves_pause('attack', true) }\n  if b == Button.Y { waves_pause('attack', false) "
    "}\n"
    "  if b == Button.L { waves_start('siege') }\n  if b == Button.R { spawner_use('raider', false) } } }\n";

TEST(level_words_waves_come_by_the_clock) {
    played p;
    play(&p, HERE, wave_script, waving);
    ox_console *c = p.console;
    frames(c, 3);
    CHECK(c->world.alive == OTHERS && global_of(&p, 5) == 0 && global_of(&p, 4) == -1);
    frame(c, PLAT_A); /* the press is heard in the step after it */
    for (int i = 0; i < 12 && c->world.alive == OTHERS; i++) frame(c, 0);
    CHECK_EQ(c->world.alive, OTHERS + 2); /* both raiders come in one step */
    CHECK(global_of(&p, 0) == 1 && global_of(&p, 1) == 1 && global_of(&p, 5) == 1);
    frames(c, 2);
    CHECK_EQ(global_of(&p, 6), 1); /* one raider stands at its own place, one at the spawn's */
    frame(c, PLAT_X);
    frame(c, 0);
    const int32_t left = global_of(&p, 4);
    frames(c, 40);
    CHECK(left > 0 && global_of(&p, 4) == left && c->world.alive == OTHERS + 2);
    frame(c, PLAT_Y);
    frames(c, 40);
    CHECK(c->world.alive == OTHERS + 3 && named(&p, "ogre") != NULL);
    CHECK(global_of(&p, 0) == 2 && global_of(&p, 3) == 3 && global_of(&p, 2) == 1 && global_of(&p, 5) == 0);
    frame(c, PLAT_A);
    frames(c, 3);
    frame(c, PLAT_B);
    frames(c, 30);
    CHECK(c->world.alive == OTHERS + 3 && global_of(&p, 2) == 1); /* waves that are stopped tell no end */
    CHECK_EQ(traps(&p), 0);
    end(&p);
}

TEST(level_words_waves_of_a_timer_shrink_and_end) {
    played p;
    play(&p, HERE, wave_script, waving);
    ox_console *c = p.console;
    frames(c, 3);
    frame(c, PLAT_L);
    uint32_t before = c->world.alive, seen = 0;
    int came[8] = {0};
    for (int i = 0; i < 90; i++) {
        frame(c, 0);
        if (c->world.alive != before && seen < 8) came[seen++] = i;
        before = c->world.alive;
    }
    CHECK_EQ(seen, 4); /* three raiders and the boss */
    CHECK(came[1] - came[0] == 12 && came[2] - came[1] == 6 && came[3] - came[2] == 6);
    CHECK(named(&p, "ogre") != NULL && global_of(&p, 2) == 1 && global_of(&p, 6) == 3);
    const vec3 *ogre = ox_place_of(&c->world, named(&p, "ogre"));
    CHECK(ogre->x >= -2 * FX_ONE && ogre->x <= -FX_ONE && ogre->z >= -2 * FX_ONE && ogre->z <= 2 * FX_ONE);
    end(&p);
    play(&p, HERE, wave_script, waving); /* a spawner that is not in use makes nothing */
    frames(p.console, 3);
    frame(p.console, PLAT_R);
    frame(p.console, PLAT_L);
    frames(p.console, 90);
    CHECK(p.console->world.alive == OTHERS + 1 && named(&p, "ogre") != NULL);
    CHECK_EQ(traps(&p), 0);
    end(&p);
}

TEST(level_words_waves_are_checked_with_their_line) {
    static const struct {
        const char *text, *says;
    } mistakes[] = {
        {"waves a\n  come 5 orc\n", "spawn TYPE name=orc"},
        {"spawn coin name=c at=0,0,0\nwaves a\n  come 5 c\n", "write `later` behind it"},
        {"spawn coin name=c at=0,0,0 later\nwaves a\n  come 5 c\n  wave 4\n", "bring them in order"},
        {"wave 4\n", "stands below `waves NAME`"},
        {"spawn coin name=c at=0,0,0 later\nwaves a timer c\n", "every=T"},
        {"spawn coin name=c at=0,0,0 later\nwaves a timer c every=5 boss=c\n", "belong together"},
        {"spawn coin name=c at=0,0,0 later\nwaves a timer c every=5 least=6\n", "above every="},
        {"spawn coin name=c at=0,0,0 later\nwaves a timer c every=5 nowt\n", "nowt"},
        {"waves a\nwaves a\n", "there already"},
        {"layer l\nlayer l\n", "there already"}};
    for (size_t i = 0; i < sizeof mistakes / sizeof mistakes[0]; i++) {
        char level[256];
        snprintf(level, sizeof level, "level 1\n%s", mistakes[i].text);
        refuse_texts(&(played_texts){HERE, "behaviour Coin { }\nbehaviour Rules { }\n", level},
                     mistakes[i].says);
    }
}

/* ---- elements ---- */

static const char breaking[] = "level 1\nbounds -8,-1,-8 8,3,8\n"
                               "instance wall at=1,0,-2 yaw=30 scale=2\ninstance wall at=-1,0,-2\n"
                               "element crate at=1,0,-2 health=10 instance=0\n"
                               "  version mesh=wall threshold=10\n  version mesh=sign threshold=4\n"
                               "  version threshold=0\n";
/* globals: broken, version, entered, health, now */
static const char break_script[] =
    "var broken = 0\nvar version = 0\nvar entered = 0\nvar health = 0.0\nvar now = 0\n"
    "behaviour Coin { }\n"
    "behaviour Rules {\n on Broken(who, v) { broken += 1\n version = v\n assert(who == find('crate')) }\n"
    " on tick { let crate = find('crate')\n if crate != null { health = element_health(crate)\n"
    "   now = element_version(crate) } }\n"
    " on Press(b) {\n  if b == Button.A { entered += strike(find('crate'), 3.5) }\n"
    "  if b == Button.B { entered += strike(find('crate'), 100.0) }\n"
    "  if b == Button.X { level_play('yard', false) }\n  if b == Button.Y { level_play('yard', true) } } }\n";

static uint32_t mesh_of(const played *p, const char *name) {
    const ox_scene *scene = &p->console->scene;
    return scene->forms[ox_scene_model(scene, named(p, name))->form]->id;
}

TEST(level_words_elements_break) {
    played p;
    play(&p, HERE, break_script, breaking);
    ox_console *c = p.console;
    frames(c, 3);
    CHECK(c->world.alive == OTHERS + 1 && mesh_of(&p, "crate") == rom_id("mesh/wall"));
    const ox_object_place *at = ox_object_place_of(&c->world, named(&p, "crate"));
    CHECK(at->pos.x == FX_ONE && at->size == 2 * FX_ONE &&
          at->angle - 5457u <= 8u); /* the crate stands as its instance does */
    CHECK(global_of(&p, 3) == 10 * FX_ONE && global_of(&p, 4) == 0);
    frame(c, PLAT_A);
    frames(c, 2);
    CHECK(global_of(&p, 0) == 0 && global_of(&p, 3) == 13 * FX_HALF);
    frame(c, PLAT_A);
    frames(c, 3);
    CHECK(global_of(&p, 0) == 1 && global_of(&p, 1) == 1 && global_of(&p, 2) == 1 && global_of(&p, 4) == 1);
    CHECK_EQ(mesh_of(&p, "crate"), rom_id("mesh/sign"));
    frame(c, PLAT_X); /* broken elements stay broken while the level is away */
    frames(c, 2);
    CHECK(named(&p, "crate") == NULL && c->world.alive == OTHERS);
    frame(c, PLAT_Y);
    frames(c, 3);
    CHECK(mesh_of(&p, "crate") == rom_id("mesh/sign") && global_of(&p, 3) == 3 * FX_ONE &&
          global_of(&p, 0) == 1);
    const uint32_t drawn = c->stats.triangles_drawn;
    frame(c, PLAT_B);
    frames(c, 3);
    CHECK(global_of(&p, 0) == 2 && global_of(&p, 1) == 2 && mesh_of(&p, "crate") == 0);
    CHECK(c->stats.triangles_drawn < drawn && c->stats.triangles_drawn > 0); /* the other wall stands */
    CHECK_EQ(traps(&p), 0);
    end(&p);
}

/* ---- lights ---- */

TEST(level_words_lights_shine) {
    static const char level[] = "level 1\nbounds -8,-1,-8 8,3,8\nlayer lamps inactive\n"
                                "instance wall at=-1,-1,0 scale=3\n"
                                "light lamp point vector=0,0,3 range=8 layer=lamps\n";
    static const char script[] = "behaviour Coin { }\nbehaviour Rules { on Press(b) {\n"
                                 " if b == Button.A { layer_use('lamps', true) }\n"
                                 " if b == Button.B { level_play('yard', false) } } }\n";
    played p;
    play(&p, HERE, script, level);
    ox_console *c = p.console;
    frames(c, 3);
    const uint32_t dark = c->stats.hash;
    frames(c, 2);
    CHECK_EQ(c->stats.hash, dark);
    frame(c, PLAT_A);
    frames(c, 2);
    const uint32_t bright = c->stats.hash;
    CHECK(bright != dark);
    frame(c, PLAT_B);
    frames(c, 2);
    CHECK(c->stats.hash != bright);
    CHECK_EQ(traps(&p), 0);
    end(&p);
}

/* ---- levels that come later ---- */

#define TWO                                                                                                  \
    HEAD "level cave yard.txt\nlevel hill yard.txt\nscene menu\n " VIEW "end\nscene one\n " VIEW             \
         " level cave later\n level hill later\nend\n"
static const char going[] = "level 1\nbounds -1,-1,-1 1,3,1\nspawn coin at=1,0,0\nspawn coin at=0,0,0\n";
static const char go_script[] =
    "var there = 0\nbehaviour Coin { }\n"
    "behaviour Rules { on tick { there = (level_plays('cave') ? 1 : 0) + (level_plays('hill') ? 2 : 0) }\n"
    " on Press(b) {\n  if b == Button.A { level_play('cave', true) }\n  if b == Button.B { level_go('hill') "
    "}\n"
    "  if b == Button.X { level_play('hill', false) } } }\n";

TEST(level_words_levels_come_when_asked) {
    played p;
    play(&p, "start one\n" TWO, go_script, going);
    ox_console *c = p.console;
    frames(c, 3);
    CHECK(c->world.alive == OTHERS && global_of(&p, 0) == 0);
    frame(c, PLAT_A);
    frames(c, 3);
    CHECK(c->world.alive == OTHERS + 2 && global_of(&p, 0) == 1);
    frame(c, PLAT_B);
    frames(c, 3);
    CHECK(c->world.alive == OTHERS + 2 && global_of(&p, 0) == 2);
    frame(c, PLAT_X);
    frames(c, 3);
    CHECK(c->world.alive == OTHERS && global_of(&p, 0) == 0);
    CHECK_EQ(traps(&p), 0);
    end(&p);
}

/* A cart that says `first-level` begins in the scene that plays this level, and the level is there. */
TEST(level_words_first_level_is_where_a_cart_begins) {
    played p;
    play(&p, "first-level hill\n" TWO, go_script, going);
    frames(p.console, 3);
    CHECK_EQ(p.console->options.scene, rom_id("scene/one"));
    CHECK(p.console->world.alive == OTHERS + 2 && global_of(&p, 0) == 2);
    end(&p);
}

/* A level is near or far by its distance from an object; the camera stays where it is. */
TEST(level_words_levels_are_near_an_object) {
    static const char script[] = "behaviour Coin { }\nbehaviour Rules { on Press(b) {\n"
                                 " if b == Button.A { find('hero').pos = vec3(60.0, 0.0, 0.0) }\n"
                                 " if b == Button.B { find('hero').pos = vec3(0.0, 0.0, 0.0) } } }\n";
    played p;
    play(&p, HEAD "level yard yard.txt\nscene one\n " VIEW " level yard near=10 far=20 by=hero\nend\n",
         script, going);
    ox_console *c = p.console;
    frames(c, 2);
    CHECK_EQ(c->world.alive, OTHERS + 2);
    frame(c, PLAT_A);
    frames(c, 2);
    CHECK_EQ(c->world.alive, OTHERS);
    frame(c, PLAT_B);
    frames(c, 2);
    CHECK_EQ(c->world.alive, OTHERS + 2);
    end(&p);
    refuse_texts(&(played_texts){HEAD "level yard yard.txt\nscene one\n " VIEW " level yard by=hero\nend\n",
                                 script, going},
                 "without near=M");
}

/* ---- state ---- */

static const char whole[] =
    "level 1\nbounds -8,-1,-8 8,3,8\nlayer night hidden\nlayer late inactive\n"
    "instance wall at=1,0,-2 scale=2\nspawn coin at=-2,0,0 layer=night\nspawn coin at=0,2,0 layer=late\n"
    "spawn runner name=raider at=1,0,0 later\n  set spawn_alive 6\nlight lamp point vector=0,0,3 range=8 "
    "layer=late\n"
    "element crate at=1,0,-2 health=10 instance=0\n  version mesh=wall threshold=10\n"
    "  version mesh=sign threshold=4\n  version threshold=0\n"
    "waves attack now\n  wave 3\n  come 8 raider at=-3,0,0\n  come 30 raider\n  wave 44\n"
    "waves siege timer raider every=9 sooner=2 least=4 low=-2,0,-2 high=-1,0,2\n";
static const char whole_script[] =
    "var told = 0\nbehaviour Coin { }\n"
    "behaviour Rules {\n on WaveBegan(which, n) { told += n }\n on WavesOver(which) { told += 100 }\n"
    " on Broken(who, v) { told += 1000 * v }\n"
    " on Press(b) {\n  if b == Button.A { waves_start('siege') }\n  if b == Button.B { layer_use('late', "
    "true) }\n"
    "  if b == Button.X { layer_show('night', not layer_shown('night')) }\n"
    "  if b == Button.Y { let c = find('crate')\n if c != null { told += strike(c, 3.5) } }\n"
    "  if b == Button.L { level_play('yard', not level_plays('yard')) }\n"
    "  if b == Button.R { spawner_use('raider', false)\n layer_use('late', false) } } }\n";

TEST(level_words_state_comes_back_at_any_step) {
    static uint8_t kept[131072];
    static const uint32_t pressed[8] = {PLAT_A, PLAT_B, PLAT_X, PLAT_Y, PLAT_L, PLAT_Y, PLAT_L, PLAT_R};
    uint32_t seed = 7;
    for (int round = 0; round < 12; round++) {
        played p, q;
        play(&p, HERE, whole_script, whole);
        play(&q, HERE, whole_script, whole);
        seed = seed * 1664525u + 1013904223u;
        const int at = (int)(seed >> 24) % 60 + 1;
        for (int i = 0; i < 90; i++) {
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
            const uint32_t buttons = i % 3 == 0 ? pressed[((seed >> 8) * 5u + (uint32_t)i) & 7u] : 0;
            frame(p.console, buttons);
            if (i >= at) frame(q.console, buttons);
            if (i >= at) CHECK_EQ(ox_console_state_hash(q.console), ox_console_state_hash(p.console));
            if (i >= at) CHECK_EQ(q.console->stats.hash, p.console->stats.hash);
        }
        CHECK(global_of(&p, 0) > 0);
        CHECK_EQ(traps(&p), 0);
        end(&p);
        end(&q);
    }
}

/* A changed script leaves waves, layers and broken elements as they are; a changed level begins anew. */
TEST(level_words_stay_while_scripts_change) {
    char other[2048];
    played p;
    writer mod, next;
    ox_error error;
    play(&p, HERE, whole_script, whole);
    ox_console *c = p.console;
    frames(c, 2);
    frame(c, PLAT_B);
    frame(c, PLAT_Y);
    frame(c, 0);
    frame(c, PLAT_Y);
    frames(c, 12);
    CHECK_EQ(mesh_of(&p, "crate"), rom_id("mesh/sign"));
    const uint32_t alive = c->world.alive;
    CHECK_EQ(alive, OTHERS + 2 + 1 + 1); /* both coins, the crate, a raider */
    snprintf(other, sizeof other, "%sfunc unused() { }\n", whole_script);
    CHECK(overlay_of(&p, &(played_texts){HERE, other, whole}, &mod) > 0);
    CHECK_EQ(ox_console_replace(c, mod.data, (uint32_t)mod.size, &error), OX_OK);
    CHECK(c->world.alive == alive && mesh_of(&p, "crate") == rom_id("mesh/sign"));
    frames(c, 25);
    CHECK_EQ(c->world.alive, alive + 1); /* the waves go on */
    snprintf(other, sizeof other, "%sspawn coin name=more at=0,3,0\n", whole);
    CHECK(overlay_of(&p, &(played_texts){HERE, whole_script, other}, &next) > 0);
    CHECK_EQ(ox_console_replace(c, next.data, (uint32_t)next.size, &error), OX_OK);
    CHECK(c->world.alive == OTHERS + 3 && mesh_of(&p, "crate") == rom_id("mesh/wall"));
    frames(c, 12);
    CHECK_EQ(c->world.alive, OTHERS + 4); /* the waves begin anew */
    end(&p);
    writer_free(&mod);
    writer_free(&next);
}

/* Functions of C answer what natives answer scripts. */
TEST(level_words_answer_programs_in_c) {
    played p;
    play(&p, HERE, whole_script, whole);
    ox_console *c = p.console;
    frames(c, 2);
    ox_area *area = ox_levels_area(c, OX_NAME("yard"));
    CHECK(area != NULL && ox_levels_area(c, OX_NAME("cave")) == NULL &&
          ox_area_layer(area, OX_NAME("late")) == 2);
    ox_area_layer_use(area, 2, true);
    CHECK_EQ(c->world.alive, OTHERS + 3);
    CHECK(ox_levels_start_waves(c, OX_NAME("siege")) && !ox_levels_start_waves(c, OX_NAME("storm")));
    const ox_waves *siege = ox_levels_waves(c, OX_NAME("siege"));
    CHECK(siege != NULL && ox_waves_countdown(siege) == 9 && ox_levels_waves(c, OX_NAME("storm")) == NULL);
    CHECK_EQ(ox_element_hit(ox_levels_elements(c), ox_world_find(&c->world, OX_NAME("crate")), 20 * FX_ONE),
             2);
    CHECK(ox_levels_play(c, OX_NAME("yard"), false) && !ox_levels_play(c, OX_NAME("cave"), true));
    frame(c, 0);
    frame(c, 0);
    CHECK_EQ(c->world.alive, OTHERS);
    end(&p);
}

/* ---- warnings of spawns ---- */

/* An object that stands alone and has no name is told by its type. */
TEST(level_words_children_without_names_are_warned_of) {
    static const char level[] = "level 1\nbounds -8,-1,-8 8,3,8\nspawn runner name=hare at=1,0,0 later\n"
                                "spawn coin at=0,1,0 parent=hare\n";
    played p;
    play(&p, HERE, "behaviour Coin { }\nbehaviour Rules { }\n", level);
    CHECK(logged(p.console, "level: coin stands alone"));
    end(&p);
}

/* Props take values of their kind alone; another value is warned of, and the prop keeps the one it had. */
TEST(level_words_props_take_values_of_their_kind) {
    static const char script[] =
        "var at_x = 0.0\nvar lit = false\nvar count = 0\nvar worth = 0.0\n"
        "behaviour Coin { prop way: vec3 = vec3(5.0, 6.0, 7.0)\n prop on_fire: bool = false\n prop many: int "
        "= 3\n"
        " prop much: fx = 1.5\n on start { at_x = way.x\n lit = on_fire\n count = many\n worth = much } }\n"
        "behaviour Rules { }\n";
    static const char level[] = "level 1\nbounds -8,-1,-8 8,3,8\nspawn coin at=0,1,0\n  set way 3\n"
                                "  set on_fire 7\n  set many yes\n  set much 1,2,3\n";
    played p;
    play(&p, HERE, script, level);
    frame(p.console, 0);
    CHECK_EQ(global_of(&p, 0), 5 * FX_ONE);
    CHECK_EQ(global_of(&p, 1), 0);
    CHECK_EQ(global_of(&p, 2), 3);
    CHECK_EQ(global_of(&p, 3), 3 * FX_HALF);
    char text[64];
    snprintf(text, sizeof text, "level: #%08x is no field", (unsigned)rom_id("on_fire"));
    CHECK(logged(p.console, text));
    end(&p);
}

/* A place that a script sets is the place that queries know. */
TEST(level_words_places_that_are_set_are_found) {
    static const char level[] =
        "level 1\nbounds -8,-1,-8 80,3,8\nspawn coin name=far at=0,1,0\n  set pos 70,0,0\n";
    static const char script[] = "var found = false\nvar lost = true\nbehaviour Coin { }\n"
                                 "behaviour Rules { on start {\n"
                                 " found = nearest('far', vec3(70.0, 0.0, 0.0), 2.0) != null\n"
                                 " lost = nearest('far', vec3(0.0, 1.0, 0.0), 2.0) == null } }\n";
    played p;
    play(&p, HERE, script, level);
    frames(p.console, 2);
    CHECK(global_of(&p, 0) == 1 && global_of(&p, 1) == 1);
    end(&p);
}
