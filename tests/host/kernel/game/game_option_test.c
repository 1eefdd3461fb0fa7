/* Options of players and developers: who sets them, what is kept, who hears of it, and what a recording has of it. */
#define _XOPEN_SOURCE 700
#include "kernel/behaviour/module.h"
#include "kernel/game/internal.h"
#include "kernel/inspect/module.h"
#include "kernel/recording/module.h"
#include "kernel/save/part.h"
#include "tests/host/rom/carts/played_cart.h"
#include "tools/play/option_sources.h"

#define HEAD                                                                                                 \
    "title \"Lantern Run\"\nsize 64x48\nformat rgb565\nbudget 256K\nframe 16K\nstart title\n"                \
    "mesh sign square.obj\nscript game game.goad\ncapacity options 2\n"
#define OPTIONS                                                                                              \
    "option hero.speed usual=4.0 least=1.0 greatest=12.0 step=0.5 developer text=\"how fast he walks\"\n"    \
    "option hero.lives usual=3 least=1 greatest=9 user\n"                                                    \
    "option level words=easy,normal,hard usual=normal\n"                                                     \
    "option fly usual=no cheat\n"                                                                            \
    "option waves usual=5 least=0 greatest=50 later\n"                                                       \
    "option best usual=0 least=0 greatest=1000 fixed\n"                                                      \
    "option tip usual=yes passing\n"
#define SCENES                                                                                               \
    "scene title\n camera at=0,0,6 target=0,0,0\n object sign name=hero behaviour=Hero\nend\n"               \
    "scene yard\n camera at=0,0,6 target=0,0,0\n object sign name=hero behaviour=Hero\nend\n"
#define SCRIPT                                                                                               \
    "var heard = 0\nvar order = 0\nvar is_hard = false\nvar speed = 0.0\nvar made = 0\nvar back = 0\n"       \
    "behaviour Hero {\n"                                                                                     \
    "    on OptionChanged(what) when what == 'level' { heard += 1 }\n"                                       \
    "    on tick {\n"                                                                                        \
    "        is_hard = option_is('level', 'hard')\n"                                                         \
    "        speed = option_fx('hero.speed')\n"                                                              \
    "        self.pos.x += speed * 0.001\n"                                                                  \
    "        if pressed(Button.A) { option_choose('level', 'hard') ; option_set_fx('hero.speed', 6.5) }\n"   \
    "        if pressed(Button.B) { made = option_make('own', 7) ; back = option_reset('hero') }\n"          \
    "        if pressed(Button.START) { scene('yard') }\n"                                                   \
    "        if pressed(Button.SELECT) { option_set('best', 77) }\n"                                         \
    "    }\n"                                                                                                \
    "}\n"

typedef struct wishes {
    const char *storage;
    const option_wishes *options;
    uint32_t user;
    ox_recording_sink *record;
    void *to;
    const void *replay;
    size_t replay_size;
    ox_inspect *view;
} wishes;

static const ox_module_host *host_of(const played *p) { return ox_console_modules(p->console); }
static int32_t of(const played *p, const char *name) { return ox_option_get(host_of(p), rom_id(name)); }
static ox_status set(const played *p, const char *name, int32_t value) {
    return ox_option_change(host_of(p), rom_id(name), value, OX_OPTION_CONSOLE);
}
static int32_t variable(const played *p, const char *name) {
    uint32_t kind;
    const int32_t *cell = ox_behaviours_variable(host_of(p), rom_id(name), &kind);
    return cell == NULL ? -1 : *cell;
}

static void pack(played *p) {
    memset(p, 0, sizeof *p);
    pack_texts(p, &(played_texts){HEAD OPTIONS SCENES, SCRIPT, NULL});
}

static char told[8][200];
static uint32_t told_count;
static void tell(void *context, const tool_error *error) {
    (void)context;
    snprintf(told[told_count++ % 8], sizeof told[0], "%.190s", error->text);
}

static bool was_told(const char *what) {
    for (uint32_t i = 0; i < told_count && i < 8; i++)
        if (strstr(told[i], what) != NULL) return true;
    return false;
}

/* Reads what is wished for; the first wishes that are none stay at usual values. */
static bool read_wishes(const played *p, const option_wishes *w, option_sources *sources) {
    rom_image image;
    told_count = 0;
    CHECK(rom_open(p->image.data, p->image.size, &image, NULL) == ROM_OK);
    return option_sources_read(&image, w, sources, tell, NULL);
}

static void boot(played *p, const wishes *w) {
    char text[200] = "";
    option_sources sources = {.list = NULL};
    static const ox_module *modules[OX_MODULES_MOST + 1];
    const host_options options = {
        .quiet = true, .memory = 1 << 20, .threads = 1, .frame_limit = 1000000, .storage = w->storage};
    p->port = test_port_open(&options, text, sizeof text);
    ox_boot_options boot = quiet_options(p->port, &p->image);
    boot.modules = ox_preset_silent;
    if (w->options != NULL) CHECK(read_wishes(p, w->options, &sources));
    boot.given = sources.list;
    boot.given_count = sources.count;
    boot.user = w->user;
    boot.record = w->record;
    boot.record_context = w->to;
    boot.replay = w->replay;
    boot.replay_size = w->replay_size;
    if (w->view != NULL) ox_inspect_join(ox_preset_silent, modules);
#if OX_PROFILED
    if (w->view != NULL) boot.modules = modules, boot.inspect = w->view;
#endif
    p->console = ox_console_boot(&boot, &p->error);
    if (p->console == NULL) TEST_INFO("%s", p->error.text);
    CHECK(p->console != NULL);
    if (p->console == NULL) fprintf(stderr, "%s\n", p->error.text), abort();
    if (w->record == NULL && w->replay == NULL) frames(p->console, 2);
    /* what is given waits for the first step of a recording */
    if (w->record != NULL) frames(p->console, 1);
    option_sources_free(&sources);
}

static void shut(played *p) {
    CHECK_EQ(ox_console_close(p->console), 0);
    host_close(p->port);
}

static void clear(played *p) {
    writer_free(&p->image);
    folder_remove(&p->folder);
}

static const char *no_variables(void *context, const char *name) {
    const char *const *pair = context;
    for (; pair != NULL && pair[0] != NULL; pair += 2)
        if (strcmp(pair[0], name) == 0) return pair[1];
    return NULL;
}

/* SCR-073: each kind has its values, setting clamps and tells; what the game alone sets is refused to all others. */
TEST(game_options_have_kinds_and_ranges) {
    played p;
    pack(&p);
    boot(&p, &(wishes){.storage = NULL});
    CHECK_EQ(of(&p, "hero.speed"), 4 * FX_ONE);
    CHECK_EQ(of(&p, "level"), 1);
    CHECK_EQ(of(&p, "tip"), 1);
    CHECK_EQ(of(&p, "music"), 100);
    CHECK_EQ(of(&p, "nothing"), 0);
    CHECK_EQ(set(&p, "hero.speed", 99 * FX_ONE), OX_OK);
    CHECK_EQ(of(&p, "hero.speed"), 12 * FX_ONE);
    CHECK_EQ(set(&p, "hero.speed", -5), OX_OK);
    CHECK_EQ(of(&p, "hero.speed"), FX_ONE);
    CHECK_EQ(set(&p, "level", 2), OX_OK);
    frames(p.console, 2);
    CHECK_EQ(variable(&p, "heard"), 1);
    CHECK_EQ(variable(&p, "is_hard"), 1);
    CHECK_EQ(variable(&p, "speed"), FX_ONE);
    CHECK_EQ(set(&p, "level", 2), OX_OK);
    frames(p.console, 2);
    CHECK_EQ(variable(&p, "heard"), 1);
    CHECK_EQ(set(&p, "best", 5), OX_UNSUPPORTED);
    frame(p.console, PLAT_SELECT);
    CHECK_EQ(of(&p, "best"), 77);
    CHECK_EQ(set(&p, "nothing", 5), OX_NOT_FOUND);
    CHECK_EQ(set(&p, "waves", 9), OX_OK);
    CHECK_EQ(of(&p, "waves"), 5);
    frame(p.console, PLAT_START);
    frames(p.console, 3);
    CHECK_EQ(of(&p, "waves"), 9);
    shut(&p);
    clear(&p);
}

/* SCR-073: a release has the options of players; those of developers are constants with their usual values, and nobody names them. */
TEST(game_options_of_developers_are_constants_in_releases) {
    played p;
    ox_option option;
    pack_report report;
    tool_error error = {.text = ""};
    option_sources sources;
    const char *const words[] = {"hero.speed=6", NULL}, *const good[] = {"hero.lives=5", NULL};
    uint32_t open = 0;
    pack(&p);
    writer_free(&p.image);
    const pack_options release = {.names = false};
    CHECK(pack_folder(p.folder.path, &release, &p.image, &report, &error));
    boot(&p, &(wishes){.storage = NULL});
    for (uint32_t i = 0; ox_options_at(host_of(&p), i, &option); i++) {
        if ((option.flags & ROM_OPTION_CONSTANT) == 0) open++;
        if ((option.flags & ROM_OPTION_DEVELOPER) == 0) continue;
        CHECK((option.flags & ROM_OPTION_CONSTANT) != 0 && option.path.length == 0 &&
              option.text.length == 0);
        CHECK_EQ(ox_option_change(host_of(&p), option.name, option.greatest, OX_OPTION_GAME), OX_UNSUPPORTED);
        CHECK_EQ(ox_option_get(host_of(&p), option.name), option.usual);
    }
    CHECK_EQ(open, OX_OPTIONS + 5); /* hero.lives, level, waves, best, tip */
    CHECK_EQ(of(&p, "hero.speed"), 4 * FX_ONE);
    frame(p.console, PLAT_A);
    frames(p.console, 2);
    CHECK_EQ(variable(&p, "speed"), 4 * FX_ONE);
    CHECK_EQ(variable(&p, "is_hard"), 1);
    shut(&p);
    CHECK(!read_wishes(&p, &(option_wishes){.words = words}, &sources) && sources.misused);
    CHECK(was_told("the game has no option `hero.speed`"));
    CHECK(read_wishes(&p, &(option_wishes){.words = good}, &sources) && sources.count == 1);
    option_sources_free(&sources);
    clear(&p);
}

/* SCR-073, SCR-076: values are read and written alike by each source; what is out of range is told with the range. */
TEST(game_options_round_trip_as_texts) {
    static const struct {
        const char *name, *text;
    } values[] = {{"hero.speed", "1.0"}, {"hero.speed", "11.99998"},
                  {"hero.lives", "9"},   {"level", "easy"},
                  {"fly", "yes"},        {"music", "0"},
                  {"tip", "no"},         {"waves", "50"}};
    played p;
    option_sources sources;
    pack(&p);
    rom_image image;
    CHECK(rom_open(p.image.data, p.image.size, &image, NULL) == ROM_OK);
    const uint8_t *chunk = option_sources_chunk(&image);
    for (size_t i = 0; i < sizeof values / sizeof values[0]; i++) {
        char word[60], text[64], variable_name[60], out_text[40];
        ox_option option;
        CHECK(ox_option_find(chunk, ox_option_id(ox_text_of(values[i].name)), &option));
        snprintf(word, sizeof word, "%s=%s", values[i].name, values[i].text);
        snprintf(text, sizeof text, "%.60s\n", word);
        snprintf(variable_name, sizeof variable_name, "OXCART_%s", values[i].name);
        for (char *c = variable_name; *c != 0; c++)
            *c = *c == '.' ? '_' : *c >= 'a' && *c <= 'z' ? (char)(*c - 32) : *c;
        char file[160];
        folder_write(&p.folder, "my.ini", text);
        snprintf(file, sizeof file, "%s/my.ini", p.folder.path);
        const char *const words[] = {word, NULL}, *const pairs[] = {variable_name, values[i].text, NULL};
        const option_wishes all[] = {{.words = words},
                                     {.files = file},
                                     {.environment = no_variables, .context = (void *)(uintptr_t)pairs}};
        for (size_t k = 0; k < 3; k++) {
            CHECK(read_wishes(&p, &all[k], &sources) && sources.count == 1);
            if (sources.count != 1) continue;
            ox_text out = ox_text_begin(out_text, sizeof out_text);
            ox_option_write(&option, sources.list[0].value, &out);
            CHECK(strcmp(out_text, values[i].text) == 0);
            option_sources_free(&sources);
        }
    }
    const char *const wrong[] = {
        "hero.speed=12.5", "hero.lives=x", "level=hardest", "fly=7", "hero.lifes=3", "hero", NULL};
    CHECK(!read_wishes(&p, &(option_wishes){.words = wrong}, &sources));
    CHECK_EQ(sources.wrong, 6);
    CHECK_EQ(sources.count, 0);
    CHECK(was_told("--option hero.speed=12.5") &&
          was_told("hero.speed=12.5: write a number from 1.0 to 12.0"));
    CHECK(was_told("a whole number from 1 to 9") && was_told("one of easy,normal,hard") &&
          was_told("yes or no"));
    CHECK(was_told("no option `hero.lifes`, did you mean `hero.lives`?") && was_told("write NAME=VALUE"));
    clear(&p);
}

/* SCR-076: of each two sources that follow one another the later one wins, and the value knows which it was. */
TEST(game_options_have_sources_that_win) {
    static const char *const pairs[] = {"OXCART_HERO_LIVES", "6", NULL};
    static const char *const words[] = {"hero.lives=7", NULL};
    char storage[128], first[100], second[100], both[300];
    played p;
    pack(&p);
    snprintf(storage, sizeof storage, "%s/kept.sav", p.folder.path);
    folder_write(&p.folder, "all.ini", "; of all\n[hero]\nlives = 4\n");
    folder_write(&p.folder, "own.ini",
                 "Hero.Lives=5\n[cart.lantern-run]\nwaves=8\n[cart.other.hero]\nlives=zz\n");
    snprintf(first, sizeof first, "%s/all.ini", p.folder.path);
    snprintf(second, sizeof second, "%s/own.ini", p.folder.path);
    snprintf(both, sizeof both, "%s,%s", first, second);
    boot(&p, &(wishes){.storage = storage});
    CHECK_EQ(of(&p, "hero.lives"), 3);
    CHECK_EQ(set(&p, "hero.lives", 2), OX_OK);
    shut(&p);
    const option_wishes all[] = {
        {.words = NULL},
        {.files = first},
        {.files = both},
        {.files = both, .environment = no_variables, .context = (void *)(uintptr_t)pairs},
        {.files = both, .environment = no_variables, .context = (void *)(uintptr_t)pairs, .words = words}};
    static const ox_option_source sources[] = {OX_OPTION_KEPT, OX_OPTION_FILE, OX_OPTION_USER_FILE,
                                               OX_OPTION_ENVIRONMENT, OX_OPTION_COMMAND_LINE};
    static const int32_t values[] = {2, 4, 5, 6, 7};
    for (int i = 0; i < 5; i++) {
        ox_option_source source;
        boot(&p, &(wishes){.storage = storage, .options = &all[i]});
        CHECK_EQ(ox_option_value(host_of(&p), rom_id("hero.lives"), &source), values[i]);
        CHECK_EQ(source, sources[i]);
        CHECK_EQ(of(&p, "waves"), i >= 2 ? 8 : 5);
        if (i == 4) CHECK_EQ(set(&p, "hero.lives", 8), OX_OK);
        if (i == 4) CHECK_EQ(of(&p, "hero.lives"), 8);
        shut(&p);
    }
    CHECK_EQ(remove(storage), 0);
    clear(&p);
}

/* SCR-074, DBG-038: options of players are kept by themselves, those with `passing` and of developers are not; one that is made while the game plays is made
 * once; when there is no room, that is told. */
TEST(game_options_are_kept_and_made) {
    char storage[128];
    int32_t value;
    played p;
    pack(&p);
    snprintf(storage, sizeof storage, "%s/kept.sav", p.folder.path);
    boot(&p, &(wishes){.storage = storage});
    frame(p.console, PLAT_A);
    CHECK_EQ(set(&p, "tip", 0), OX_OK);
    const ox_option made = {
        .name = rom_id("own"), .kind = ROM_OPTION_WHOLE, .usual = 9, .flags = ROM_OPTION_KEPT};
    CHECK(ox_option_make(host_of(&p), &made, &value) && value == 9);
    CHECK_EQ(set(&p, "own", 12), OX_OK);
    frame(p.console, PLAT_B);
    CHECK_EQ(variable(&p, "made"), 12);
    CHECK_EQ(variable(&p, "back"), 2);
    CHECK_EQ(of(&p, "own"), 12);
    ox_status last = OX_OK;
    bool is_full = false;
    for (uint32_t i = 0; i < 40 && !is_full; i++) {
        const ox_option more = {.name = 1000 + i, .kind = ROM_OPTION_FX, .usual = 1};
        is_full = !ox_option_make(host_of(&p), &more, &value);
    }
    CHECK(is_full);
    last = set(&p, "waves", 7);
    CHECK_EQ(last, OX_FULL);
    CHECK_EQ(of(&p, "waves"), 5);
    shut(&p);
    boot(&p, &(wishes){.storage = storage});
    CHECK_EQ(of(&p, "level"), 2);
    CHECK_EQ(of(&p, "hero.speed"), 4 * FX_ONE);
    CHECK_EQ(of(&p, "tip"), 1);
    CHECK(ox_option_make(host_of(&p), &made, &value) && value == 12);
    shut(&p);
    CHECK_EQ(remove(storage), 0);
    clear(&p);
}

/* SCR-075: one option by a path in any spelling; all below a path become usual again, and no other ones. */
TEST(game_options_have_paths) {
    ox_option option;
    played p;
    pack(&p);
    boot(&p, &(wishes){.storage = NULL});
    CHECK_EQ(ox_option_id(ox_text_of("/Hero/Speed")), rom_id("hero.speed"));
    CHECK(ox_options_find(host_of(&p), ox_option_id(ox_text_of("HERO.speed")), &option));
    CHECK_EQ(set(&p, "hero.speed", 2 * FX_ONE) | set(&p, "hero.lives", 1) | set(&p, "level", 0) |
                 set(&p, "music", 10),
             OX_OK);
    uint32_t below = 0;
    for (uint32_t i = 0; ox_options_at(host_of(&p), i, &option); i++)
        below += ox_option_is_below(&option, ox_text_of("/hero"));
    CHECK_EQ(below, 2);
    CHECK_EQ(ox_options_reset(host_of(&p), ox_text_of("her"), OX_OPTION_CONSOLE), 0);
    CHECK_EQ(ox_options_reset(host_of(&p), ox_text_of("/Hero"), OX_OPTION_CONSOLE), 2);
    CHECK_EQ(of(&p, "hero.speed"), 4 * FX_ONE);
    CHECK_EQ(of(&p, "hero.lives"), 3);
    CHECK_EQ(of(&p, "level"), 0);
    CHECK_EQ(of(&p, "music"), 10);
    CHECK_EQ(ox_options_reset(host_of(&p), ox_text_of("/"), OX_OPTION_CONSOLE), 2);
    CHECK_EQ(of(&p, "music"), 100);
    shut(&p);
    clear(&p);
}

/* SCR-077: an option with `user` is each user's own, others are one for all; who comes back finds what he set. */
TEST(game_options_of_users_are_their_own) {
    char storage[128];
    played p;
    pack(&p);
    snprintf(storage, sizeof storage, "%s/kept.sav", p.folder.path);
    boot(&p, &(wishes){.storage = storage});
    CHECK_EQ(set(&p, "hero.lives", 5), OX_OK);
    ox_option_user_set(host_of(&p), 1);
    CHECK_EQ(of(&p, "hero.lives"), 3);
    CHECK_EQ(set(&p, "hero.lives", 8) | set(&p, "level", 2), OX_OK);
    ox_option_user_set(host_of(&p), 0);
    CHECK_EQ(of(&p, "hero.lives"), 5);
    CHECK_EQ(of(&p, "level"), 2);
    shut(&p);
    boot(&p, &(wishes){.storage = storage, .user = 1});
    CHECK_EQ(of(&p, "hero.lives"), 8);
    CHECK_EQ(of(&p, "level"), 2);
    CHECK_EQ(ox_option_do(host_of(&p), 0, OX_OPTION_EDIT_USER, -1), OX_BAD_ARGUMENT);
    CHECK_EQ(ox_option_do(host_of(&p), rom_id("hero.lives"), 9, 1), OX_BAD_ARGUMENT);
    CHECK_EQ(ox_option_do(host_of(&p), rom_id("nobody"), OX_OPTION_EDIT_VALUE, 1), OX_NOT_FOUND);
    CHECK_EQ(ox_option_user(host_of(&p)), 1);
    CHECK_EQ(ox_option_do(host_of(&p), 0, OX_OPTION_EDIT_USER, 0), OX_OK);
    CHECK_EQ(of(&p, "hero.lives"), 5);
    shut(&p);
    CHECK_EQ(remove(storage), 0);
    clear(&p);
}

/* ---- recordings, saved games, the console ---- */

typedef struct recorded {
    uint8_t bytes[1 << 16];
    size_t size;
} recorded;

static bool put(void *to, const void *bytes, size_t size) {
    recorded *t = to;
    if (size > sizeof t->bytes - t->size) return false;
    memcpy(t->bytes + t->size, bytes, size);
    t->size += size;
    return true;
}

/* DBG-041, SCR-074: what the start and the console set stands in the recording; the replay has it without the view, and a cheat is remembered. */
TEST(game_options_stand_in_recordings) {
    static const char *const words[] = {"fly=yes", "hero.speed=9.5", "cheats=yes", NULL};
    static recorded tape;
    static ox_inspect view;
    const option_wishes options = {.words = words};
    ox_replay_report report;
    played p;
    memset(&tape, 0, sizeof tape);
    memset(&view, 0, sizeof view);
    pack(&p);
    boot(&p, &(wishes){.options = &options, .record = put, .to = &tape, .view = &view});
    CHECK_EQ(of(&p, "hero.speed"), 19 * FX_ONE / 2);
    CHECK_EQ(of(&p, "fly"), 1);
    CHECK_EQ(of(&p, "cheated"), 1);
    frames(p.console, 20);
#if OX_PROFILED
    CHECK(ox_inspect_run(&view, "set level hard; user 3"));
    frames(p.console, 20);
    CHECK(ox_inspect_run(&view, "reset hero"));
#endif
    frames(p.console, 20);
    const vec3 there = place(p.console, 0);
    const uint32_t heard = (uint32_t)variable(&p, "heard");
    shut(&p);
    boot(&p, &(wishes){.replay = tape.bytes, .replay_size = tape.size});
    while (ox_console_frame(p.console)) {
    }
    CHECK(ox_console_replay(p.console, &report) && report.whole && !report.differs);
    CHECK_EQ(place(p.console, 0).x, there.x);
    CHECK_EQ((uint32_t)variable(&p, "heard"), heard);
    CHECK_EQ(of(&p, "cheated"), 1);
#if OX_PROFILED
    CHECK_EQ(ox_option_user(host_of(&p)), 3);
    CHECK_EQ(of(&p, "hero.speed"), 4 * FX_ONE);
    CHECK_EQ(of(&p, "level"), 2);
#endif
    shut(&p);
    clear(&p);
}

/* SCR-073: the state has all values: who goes back in it has those of before. A saved game that is loaded changes none. */
TEST(game_options_are_state) {
    static uint8_t bytes[1 << 16];
    ox_sim_part parts[OX_STATE_PARTS];
    played p;
    pack(&p);
    boot(&p, &(wishes){.storage = NULL});
    CHECK_EQ(set(&p, "level", 2) | set(&p, "hero.speed", 7 * FX_ONE), OX_OK);
    const ox_sim state = {parts, ox_console_list_state(p.console, parts)};
    const uint32_t hash = ox_sim_hash(&state, OX_FNV_START);
    ox_writer to = ox_writer_bytes(bytes, sizeof bytes);
    for (uint32_t i = 0; i < state.count; i++)
        if (strcmp(parts[i].name, "options") == 0) parts[i].save(parts[i].context, &to);
    CHECK(to.used > 0);
    CHECK_EQ(set(&p, "level", 0) | set(&p, "hero.speed", FX_ONE) | set(&p, "waves", 1), OX_OK);
    CHECK(ox_sim_hash(&state, OX_FNV_START) != hash);
    for (uint32_t i = 0; i < state.count; i++) {
        ox_reader from = ox_reader_bytes(bytes, to.used);
        if (strcmp(parts[i].name, "options") == 0) CHECK_EQ(parts[i].restore(parts[i].context, &from), OX_OK);
    }
    CHECK_EQ(of(&p, "level"), 2);
    CHECK_EQ(of(&p, "hero.speed"), 7 * FX_ONE);
    CHECK_EQ(of(&p, "waves"), 5);
    for (size_t cut = 0; cut < to.used; cut++) {
        ox_reader from = ox_reader_bytes(bytes, cut);
        for (uint32_t i = 0; i < state.count; i++)
            if (strcmp(parts[i].name, "options") == 0)
                CHECK(parts[i].restore(parts[i].context, &from) != OX_OK);
    }
    shut(&p);
    clear(&p);
}

#if OX_PROFILED
static bool said(const ox_inspect *view, const char *what) {
    for (uint32_t age = 0; ox_inspect_said(view, age) != NULL; age++)
        if (strstr(ox_inspect_said(view, age), what) != NULL) return true;
    return false;
}

/* DBG-038, SCR-074: list, get, set, toggle, reset and completion in the console; what is refused is told with what could be. */
TEST(game_options_in_the_console) {
    static ox_inspect view;
    char completed[120];
    played p;
    memset(&view, 0, sizeof view);
    pack(&p);
    boot(&p, &(wishes){.view = &view});
    CHECK(ox_inspect_run(&view, "list hero; get level"));
    CHECK(said(&view, "hero.speed = 4.0") && said(&view, "hero.lives = 3") && said(&view, "level = normal"));
    CHECK(!said(&view, "music"));
    CHECK(ox_inspect_run(&view, "set /Hero/Speed 6.25; get hero.speed"));
    CHECK(said(&view, "hero.speed = 6.25 (4.0; console)"));
    CHECK_EQ(of(&p, "hero.speed"), 25 * FX_ONE / 4);
    CHECK(!ox_inspect_run(&view, "set hero.speed 99"));
    CHECK(said(&view, "99: a number from 1.0 to 12.0"));
    CHECK(!ox_inspect_run(&view, "set best 4"));
    CHECK(said(&view, "the game alone sets it"));
    CHECK(!ox_inspect_run(&view, "set fly yes"));
    CHECK(said(&view, "set cheats yes"));
    CHECK_EQ(of(&p, "cheated"), 0);
    CHECK(ox_inspect_run(&view, "set cheats yes; toggle fly"));
    CHECK_EQ(of(&p, "fly"), 1);
    CHECK_EQ(of(&p, "cheated"), 1);
    CHECK(ox_inspect_run(&view, "toggle level; toggle level"));
    CHECK_EQ(of(&p, "level"), 0);
    CHECK(ox_inspect_run(&view, "reset hero"));
    CHECK_EQ(of(&p, "hero.speed"), 4 * FX_ONE);
    CHECK(!ox_inspect_run(&view, "reset nothing") && !ox_inspect_run(&view, "list nothing"));
    CHECK_EQ(ox_inspect_complete(&view, "set hero.s", completed, sizeof completed), 1);
    CHECK(strcmp(completed, "set hero.speed") == 0);
    CHECK_EQ(ox_inspect_complete(&view, "get he", completed, sizeof completed), 2);
    CHECK(strcmp(completed, "get hero.") == 0);
    CHECK(ox_inspect_run(&view, "user 2") && said(&view, "user 2"));
    shut(&p);
    clear(&p);
}

static void touch(const played *p, ox_inspect *view, uint32_t buttons) {
    plat_input polled = {.buttons = buttons};
    ox_inspect_listen(view, &polled);
    polled.buttons = 0;
    ox_inspect_listen(view, &polled);
    frames(p->console, 1);
}

/* Chooses the row of an option on the page. */
static void choose_row(const played *p, ox_inspect *view, const char *name) {
    ox_option option;
    ox_inspect_show_page(view, OX_INSPECT_OPTIONS, false);
    touch(p, view, 0);
    view->sheet.chosen = 0;
    for (uint32_t i = 0; ox_options_at(host_of(p), i, &option); i++) {
        touch(p, view, PLAT_DOWN);
        if (option.name == rom_id(name)) return;
    }
}

/* DBG-032, DBG-031: a switch, a whole number and one with a point change by the pad, each by its step, with A ten times as far, and are held at their ends. */
TEST(game_options_are_turned_with_a_pad) {
    static ox_inspect view;
    played p;
    memset(&view, 0, sizeof view);
    pack(&p);
    boot(&p, &(wishes){.view = &view});
    choose_row(&p, &view, "hero.speed");
    touch(&p, &view, PLAT_RIGHT);
    CHECK_EQ(of(&p, "hero.speed"), 9 * FX_ONE / 2);
    frames(p.console, 1);
    CHECK_EQ(variable(&p, "speed"), 9 * FX_ONE / 2);
    touch(&p, &view, PLAT_A | PLAT_RIGHT);
    CHECK_EQ(of(&p, "hero.speed"), 19 * FX_ONE / 2);
    touch(&p, &view, PLAT_A | PLAT_RIGHT);
    CHECK_EQ(of(&p, "hero.speed"), 12 * FX_ONE);
    touch(&p, &view, PLAT_B);
    CHECK_EQ(of(&p, "hero.speed"), 4 * FX_ONE);
    choose_row(&p, &view, "hero.lives");
    for (int i = 0; i < 5; i++) touch(&p, &view, PLAT_LEFT);
    CHECK_EQ(of(&p, "hero.lives"), 1);
    choose_row(&p, &view, "tip");
    touch(&p, &view, PLAT_LEFT);
    CHECK_EQ(of(&p, "tip"), 0);
    touch(&p, &view, PLAT_LEFT);
    CHECK_EQ(of(&p, "tip"), 0);
    choose_row(&p, &view, "best");
    touch(&p, &view, PLAT_RIGHT);
    CHECK_EQ(of(&p, "best"), 0);
    CHECK(said(&view, "the game alone sets it"));
    shut(&p);
    clear(&p);
}
#endif

/* DBG-032, DBG-038: values go into a text one by one, and no others; what is not written follows cart.txt. */
TEST(game_options_are_kept_in_texts) {
    char file[128];
    tool_error error;
    uint32_t count;
    played p;
    uint8_t text[400] = {0};
    pack(&p);
    folder_write(&p.folder, "my.ini", "; mine\n[other]\nx = 1\n");
    snprintf(file, sizeof file, "%s/my.ini", p.folder.path);
    boot(&p, &(wishes){.storage = NULL});
    CHECK_EQ(set(&p, "hero.speed", 6 * FX_ONE) | set(&p, "level", 2) | set(&p, "tip", 0) |
                 set(&p, "hero.lives", 9),
             OX_OK);
    CHECK(option_sources_keep(host_of(&p), file, "hero.speed", &count, &error) && count == 1);
    CHECK(option_sources_keep(host_of(&p), file, "level", &count, &error) && count == 1);
    CHECK(option_sources_keep(host_of(&p), file, "tip", &count, &error) && count == 0);
    FILE *from = fopen(file, "rb");
    CHECK(from != NULL && fread(text, 1, sizeof text - 1, from) > 0);
    fclose(from);
    CHECK(strstr((const char *)text, "; mine\n") != NULL &&
          strstr((const char *)text, "[other]\nx = 1\n") != NULL);
    CHECK(strstr((const char *)text, "[hero]") != NULL && strstr((const char *)text, "speed=6.0") != NULL);
    CHECK(strstr((const char *)text, "level=hard") != NULL && strstr((const char *)text, "lives") == NULL);
    CHECK(strstr((const char *)text, "tip") == NULL);
    shut(&p);
    /* another usual value reaches what is not in the text */
    folder_write(
        &p.folder, "cart.txt",
        HEAD
        "option hero.speed usual=5.0 least=1.0 greatest=12.0\noption hero.lives usual=4 least=1 greatest=9\n"
        "option level words=easy,normal,hard usual=easy\noption fly usual=no cheat\n"
        "option waves usual=5 least=0 greatest=50\noption best usual=0 least=0 greatest=9 fixed\n" SCENES);
    folder_write(&p.folder, "my.ini", "level=hard\n[hero]\nspeed=6.0\n");
    writer_free(&p.image);
    CHECK(folder_pack(&p.folder, &p.image));
    boot(&p, &(wishes){.options = &(option_wishes){.files = file}});
    CHECK_EQ(of(&p, "hero.speed"), 6 * FX_ONE);
    CHECK_EQ(of(&p, "level"), 2);
    CHECK_EQ(of(&p, "hero.lives"), 4);
    shut(&p);
    clear(&p);
}

/* SCR-073: values that still fit stay while cart.txt changes; others are usual again. */
TEST(game_options_survive_changes_of_the_cart) {
    played p;
    writer mod;
    pack(&p);
    boot(&p, &(wishes){.storage = NULL});
    CHECK_EQ(set(&p, "hero.speed", 7 * FX_ONE) | set(&p, "hero.lives", 9) | set(&p, "level", 2) |
                 set(&p, "waves", 9),
             OX_OK);
    const played_texts after = {HEAD "option hero.speed usual=4.5 least=1.0 greatest=8.0 developer\noption "
                                     "hero.lives usual=3 least=1 greatest=6 user\n"
                                     "option level words=easy,hard usual=easy\noption fly usual=no "
                                     "cheat\noption best usual=0 least=0 greatest=9 fixed\n"
                                     "option fresh usual=2 least=0 greatest=4\n" SCENES,
                                SCRIPT, NULL};
    (void)overlay_of(&p, &after, &mod);
    CHECK_EQ(ox_console_replace(p.console, mod.data, (uint32_t)mod.size, &p.error), OX_OK);
    frames(p.console, 2);
    CHECK_EQ(of(&p, "hero.speed"), 7 * FX_ONE);
    CHECK_EQ(of(&p, "hero.lives"), 3);
    CHECK_EQ(of(&p, "level"), 0);
    CHECK_EQ(of(&p, "waves"), 0);
    CHECK_EQ(of(&p, "fresh"), 2);
    CHECK_EQ(set(&p, "fresh", 4), OX_OK);
    CHECK_EQ(of(&p, "fresh"), 4);
    shut(&p);
    writer_free(&mod);
    clear(&p);
}

/* SCR-073: mistakes of cart.txt are told with their line. */
TEST(game_options_with_mistakes_tell_their_line) {
    static const struct {
        const char *line, *says;
    } wrong[] = {{"option Speed usual=1 least=0 greatest=2\n", "cart.txt:10"},
                 {"option a..b usual=1 least=0 greatest=2\n", "is no name of an option"},
                 {"option music usual=1 least=0 greatest=2\n", "every game has an option `music`"},
                 {"option cheated usual=no\n", "every game has an option"},
                 {"option a usual=1 least=0\n", "greatest= is missing"},
                 {"option a least=0 greatest=1\n", "usual= is missing"},
                 {"option a usual=5 least=0 greatest=2\n", "is not from 0 to 2"},
                 {"option a usual=1 least=3 greatest=2\n", "turn them round"},
                 {"option a usual=1.5 least=0 greatest=40000\n", "is no number from"},
                 {"option a usual=b words=c,d\n", "write one of c,d"},
                 {"option a usual=b words=b,b\n", "or one twice"},
                 {"option a usual=b words=b\n", "two words or more"},
                 {"option a usual=b words=b,c least=1\n", "has no least="},
                 {"option a usual=x\n", "usual=x is neither"},
                 {"option a usual=yes\noption a usual=no\n", "in line 10"},
                 {"option a usual=yes developper\n", "developer"}};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        char text[1200];
        snprintf(text, sizeof text, HEAD "%s" SCENES, wrong[i].line);
        refuse_texts(&(played_texts){text, SCRIPT, NULL}, wrong[i].says);
    }
}
