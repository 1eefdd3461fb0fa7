/* Numbers of a cart's texts change from outside while it plays: the running game has them soon, as a fresh
 * start would, and keeps its state. */
#define _XOPEN_SOURCE 700
#include <time.h>

#include "kernel/behaviour/internal.h"
#include "kernel/console/internal.h"
#include "tests/host/tools/build/live_game.h"
#include "tests/unit/kernel/scene/scene_rows.h"
#include "tools/base/apart.h"
#include "tools/tune/tune.h"

enum { PATIENCE = 20000 /* milliseconds: machines may be loaded */ };

static const char cart_text[] =
    "title \"Tuned\" # a cart\nsize 64x48\nformat rgb565\nbudget 512K\nframe 32K\nstart one\n"
    "material red colour=#ff2020 shading=unlit\nmesh sign square.obj material=red\n"
    "data units units.csv\ntable power power.csv kind=u8\nparticles smoke smoke.particles\nlevel town "
    "town.level\nscript game game.goad\n"
    "scene one\n camera at=0,0,6 target=0,0,0 fov=45 # the eye\n object sign name=hero at=0,0,0 yaw=0 "
    "behaviour=Hero\n emitter smoke at=0,1,0\nend\n";
static const char script_text[] =
    "// Hero\ntune stride: fx = 0.0 in -1.0..1.0 // metres\nvar waits = 0\n"
    "behaviour Hero {\n  prop power: int = 3\n  var steps = 0\n"
    "  on tick { self.pos = self.pos + vec3(stride, 0.0, 0.0)\n steps += 1 }\n"
    "  auto state Go { begin { var own = 0\n while true { wait 2t\n own += 1\n waits = own } } }\n}\n";

static bool begin(playing *g, tune *t) {
    tool_error error = {.text = ""};
    memset(g, 0, sizeof *g);
    if (!folder_make(&g->folder)) return false;
    folder_write(&g->folder, "cart.txt", cart_text);
    folder_write(&g->folder, "square.obj", folder_square);
    folder_write(&g->folder, "units.csv", "key,health:i32,speed:fx\norc,12,1.5\nelf,7,2.5\n");
    folder_write(&g->folder, "power.csv", "0,1,4,9\n");
    folder_write(&g->folder, "smoke.particles", "rate 4 # births\nlife 0.5 1.5\nsize 0.25\n");
    folder_write(&g->folder, "town.level", "level 1\nbounds 0,0,0 9,9,9\nlocator gate door at=1,0,2 # in\n");
    folder_write(&g->folder, "game.goad", script_text);
    bool ok = tune_open(g->folder.path, t, &error) && start_game(g, NULL, "# no keys\n");
    if (!ok) TEST_INFO("%s", error.text);
    CHECK(ok);
    return ok;
}

static void end(playing *g, tune *t) {
    end_game(g);
    tune_close(t);
    folder_remove(&g->folder);
}

static uint64_t milliseconds(void) {
    struct timespec t;
    (void)clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000u + (uint64_t)t.tv_nsec / 1000000u;
}

/* Plays a frame at its time. */
static void frame(playing *g) {
    const struct timespec pace = {0, 4000000};
    (void)nanosleep(&pace, NULL);
    g->now = milliseconds() * 1000;
    (void)play_frames(g, 1);
}

/* The CRC-32 of a chunk that the game has. */
static uint32_t sum_of(const playing *g, const char *name, uint32_t type) {
    uint32_t size = 0;
    const void *at = ox_manager_get(&ox_console_stock(g->console)->manager, rom_id(name), type, &size);
    CHECK(at != NULL);
    return at == NULL ? 0 : rom_crc32(0, at, size);
}

typedef struct packing {
    const packed_folder *folder;
    writer image;
    bool ok;
} packing;

static void pack(void *context) {
    packing *p = context;
    p->ok = folder_pack(p->folder, &p->image);
}

static bool is_fresh(const playing *g, const char *name, uint32_t type) {
    packing p = {.folder = &g->folder};
    rom_image opened;
    rom_chunk chunk;
    apart(pack, &p);
    writer image = p.image;
    if (!p.ok) return false;
    bool same =
        rom_open(image.data, image.size, &opened, NULL) == ROM_OK &&
        rom_find(&opened, rom_id(name), type, &chunk) &&
        rom_crc32(0, (const uint8_t *)opened.base + chunk.offset, chunk.size) == sum_of(g, name, type);
    writer_free(&image);
    return same;
}

TEST(tune_of_every_text_is_in_the_running_game_within_a_second) {
    static const struct {
        const char *label, *word, *chunk;
        uint32_t type;
    } changes[] = {{"scene one/camera.fov", "60", "scene/one", ROM_TAG_SCENE},
                   {"data units/elf.speed", "3.25", "data/units", ROM_TAG_DATA},
                   {"table power/1.3", "8", "table/power", ROM_TAG_TABLE},
                   {"particles smoke/life.2", "2.5", "particles/smoke", ROM_TAG_PARTICLES},
                   {"level town/locator gate.at.3", "5", "level/town", ROM_TAG_LEVEL},
                   {"script game/stride", "0.25", "script/game", ROM_TAG_CODE}};
    static playing g;
    tune t;
    uint64_t worst = 0;
    tool_error error = {.text = ""};
    if (!begin(&g, &t)) return;
    (void)play_frames(&g, 10);
    const ox_console *console = g.console;
    for (size_t i = 0; i < sizeof changes / sizeof changes[0]; i++) {
        const uint32_t before = sum_of(&g, changes[i].chunk, changes[i].type),
                       at = tune_find(&t, changes[i].label);
        const uint64_t from = milliseconds();
        CHECK(at != TUNE_NONE);
        if (at == TUNE_NONE) continue;
        bool set = tune_set(&t, at, changes[i].word, &error);
        if (!set) TEST_INFO("%s", error.text);
        CHECK(set);
        while (sum_of(&g, changes[i].chunk, changes[i].type) == before && milliseconds() - from < PATIENCE)
            frame(&g);
        const uint64_t took = milliseconds() - from;
        if (took > worst) worst = took;
        CHECK(took < PATIENCE && is_fresh(&g, changes[i].chunk, changes[i].type));
    }
    TEST_INFO("a number is in the game after %u ms at most", (unsigned)worst);
    CHECK(g.console == console); /* the game never began anew */
    end(&g, &t);
}

/* Objects, variables, states and tasks stay where they were: a tuned value does not change the code of a
 * script that reads it. */
TEST(tune_of_a_script_keeps_objects_and_tasks) {
    static playing g;
    tune t;
    tool_error error = {.text = ""};
    if (!begin(&g, &t)) return;
    (void)play_frames(&g, 21);
    ox_script *machine = ox_console_script(g.console, rom_id("script/game"));
    const uint64_t from = milliseconds();
    uint32_t frames = 21;
    CHECK(machine->globals[0] == 10 && place_of(&g.console->scene, 0)->pos.x == 0);
    CHECK(tune_set(&t, tune_find(&t, "script game/stride"), "0.5", &error));
    for (; place_of(&g.console->scene, 0)->pos.x == 0 && milliseconds() - from < PATIENCE; frames++)
        frame(&g);
    CHECK_EQ(place_of(&g.console->scene, 0)->pos.x, FX_ONE / 2);
    (void)play_frames(&g, 3);
    frames += 3;
    machine = ox_console_script(g.console, rom_id("script/game"));
    ox_handle hero = ox_script_find(machine, ox_console_script_object(g.console, 0), 0);
    CHECK_EQ(place_of(&g.console->scene, 0)->pos.x, 2 * FX_ONE);
    CHECK_EQ(ox_script_cell(machine, hero, 1), (int32_t)frames);
    CHECK_EQ(machine->globals[0], (int32_t)(frames - 1) / 2); /* the task went on with its own count */
    CHECK_EQ(machine->tasks.count, 1);

    /* a mistake leaves the old values and is told with its place; so does a value that the packer takes but
     * no reader */
    const uint32_t sum = sum_of(&g, "script/game", ROM_TAG_CODE);
    CHECK(!tune_set(&t, tune_find(&t, "script game/stride"), "1.5", &error) && error.line == 2 &&
          strstr(error.text, "game.goad:2") != NULL);
    folder_write(&g.folder, "game.goad", "tune stride: fx = banana\n");
    for (const uint64_t now = milliseconds();
         milliseconds() - now < 300 || g.l.under_way != NULL ||
         (place_of(&g.console->scene, 0)->pos.x <= 20 * FX_ONE && milliseconds() - now < PATIENCE);)
        frame(&g);
    CHECK_EQ(sum_of(&g, "script/game", ROM_TAG_CODE), sum);
    CHECK(place_of(&g.console->scene, 0)->pos.x > 20 * FX_ONE);
    end(&g, &t);
}

/* A property's number is the one with which objects begin. Objects that are there keep theirs
 * (kernel/script/machine.h); a fresh start has the new number. */
TEST(tune_of_a_property_counts_for_objects_that_begin) {
    static playing g;
    tune t;
    tool_error error = {.text = ""};
    if (!begin(&g, &t)) return;
    (void)play_frames(&g, 3);
    const uint64_t from = milliseconds();
    const uint32_t before = sum_of(&g, "script/game", ROM_TAG_CODE);
    CHECK(tune_set(&t, tune_find(&t, "script game/Hero.power"), "8", &error));
    while (sum_of(&g, "script/game", ROM_TAG_CODE) == before && milliseconds() - from < PATIENCE) frame(&g);
    ox_script *machine = ox_console_script(g.console, rom_id("script/game"));
    CHECK_EQ(ox_script_cell(machine, ox_script_find(machine, ox_console_script_object(g.console, 0), 0), 0),
             3);
    end_game(&g);
    CHECK(start_game(&g, NULL, "# no keys\n"));
    (void)play_frames(&g, 1);
    machine = ox_console_script(g.console, rom_id("script/game"));
    CHECK_EQ(ox_script_cell(machine, ox_script_find(machine, ox_console_script_object(g.console, 0), 0), 0),
             8);
    end(&g, &t);
}

/* A place, turn or size that the scene changed for an object counts; other values are those that scripts
 * made. */
TEST(tune_of_an_object_moves_it_where_it_stands) {
    static playing g;
    tune t;
    tool_error error = {.text = ""};
    if (!begin(&g, &t)) return;
    (void)play_frames(&g, 3);
    const ox_object_place *hero = place_of(&g.console->scene, 0);
    CHECK(tune_set(&t, tune_find(&t, "script game/stride"), "0.25", &error));
    for (const uint64_t from = milliseconds(); hero->pos.x < FX_ONE && milliseconds() - from < PATIENCE;
         hero = place_of(&g.console->scene, 0))
        frame(&g);
    CHECK(tune_set(&t, tune_find(&t, "scene one/object sign.yaw"), "90", &error));
    for (const uint64_t from = milliseconds(); hero->angle == 0 && milliseconds() - from < PATIENCE;
         hero = place_of(&g.console->scene, 0))
        frame(&g);
    CHECK(hero->angle == 16384 && hero->pos.x >= FX_ONE && hero->size == FX_ONE);
    CHECK(tune_set(&t, tune_find(&t, "scene one/object sign.at.2"), "-3", &error));
    for (const uint64_t from = milliseconds(); hero->pos.y == 0 && milliseconds() - from < PATIENCE;
         hero = place_of(&g.console->scene, 0))
        frame(&g);
    CHECK(hero->pos.y == -3 * FX_ONE && hero->pos.x <= FX_ONE && hero->angle == 16384);
    end(&g, &t);
}

/* With Select held, buttons are the panel's: a script hears none of them until they are let go. */
TEST(tune_keeps_its_buttons_from_scripts) {
    static const char listens[] = "var heard = 0\nvar selects = 0\nbehaviour Hero {\n  on tick { if "
                                  "held(Button.RIGHT) or pressed(Button.A) { heard += 1 }\n"
                                  " if held(Button.SELECT) { selects += 1 } }\n}\n";
    static playing g;
    tune t;
    tool_error error = {.text = ""};
    memset(&g, 0, sizeof g);
    if (!folder_make(&g.folder)) return;
    folder_write(&g.folder, "cart.txt",
                 "title \"Heard\"\nsize 64x48\nformat rgb565\nbudget 512K\nframe 32K\nstart one\nmaterial "
                 "red colour=#ff2020 shading=unlit\n"
                 "mesh sign square.obj material=red\nscript game game.goad\nscene one\n camera at=0,0,6 "
                 "target=0,0,0 fov=45\n object sign behaviour=Hero\nend\n");
    folder_write(&g.folder, "square.obj", folder_square);
    folder_write(&g.folder, "game.goad", listens);
    CHECK(tune_open(g.folder.path, &t, &error));
    snprintf(t.filter, sizeof t.filter, "fov");
    const ox_cart game = tune_cart(&t);
    bool good =
        start_game(&g, &game, "4 hold RIGHT 2\n10 hold SELECT 6\n12 hold RIGHT+A 8\n24 hold RIGHT 3\n");
    CHECK(good);
    if (!good) return;
    (void)play_frames(&g, 9);
    const ox_script *machine = ox_console_script(g.console, rom_id("script/game"));
    CHECK_EQ(machine->globals[0], 2);
    (void)play_frames(&g, 13);
    machine = ox_console_script(g.console, rom_id("script/game"));
    CHECK_EQ(machine->globals[0], 2);
    CHECK_EQ(machine->globals[1], 0);
    (void)play_frames(&g, 8);
    machine = ox_console_script(g.console, rom_id("script/game"));
    CHECK_EQ(machine->globals[0], 5);
    CHECK(strcmp(t.numbers.list[tune_find(&t, "scene one/camera.fov")].word, "55") == 0);
    end(&g, &t);
}
