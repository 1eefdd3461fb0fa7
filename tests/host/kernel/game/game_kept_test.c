/* Numbers that scripts keep from one game to the next, through the host's file of saved games. */
#define _XOPEN_SOURCE 700
#include <sys/stat.h>
#include <unistd.h>

#include "kernel/behaviour/module.h"
#include "kernel/console/internal.h"
#include "kernel/game/internal.h"
#include "kernel/preset/presets.h"
#include "kernel/save/container.h"
#include "platform/host/host.h"
#include "tests/host/tools/pack/packed_cart.h"
#include "tests/port.h"

static const char cart_text[] =
    "title \"Kept\"\nsize 64x48\nformat rgb565\nbudget 160K\nframe 16K\n"
    "material red colour=#ff2020 shading=unlit\nmesh sign square.obj material=red\nscript game game.goad\n"
    "scene one\n camera at=0,0,6 target=0,0,0\n object sign name=hero behaviour=Hero\nend\n";

/* `best` begins as the number that was kept; every step makes it one more, and A keeps it. */
static const char game_text[] = "var best = 0\n"
                                "behaviour Hero {\n"
                                "  on start { best = kept('best') }\n"
                                "  on tick { best += 1 }\n"
                                "  on Press(b) { keep('best', best) }\n"
                                "}\n";

typedef struct kept_game {
    packed_folder folder;
    writer image;
    char saves[600];
    plat *port;
    ox_console *console;
    ox_error error;
} kept_game;

static void pack(kept_game *g, const char *script) {
    memset(g, 0, sizeof *g);
    CHECK(folder_make(&g->folder));
    folder_write(&g->folder, "cart.txt", cart_text);
    folder_write(&g->folder, "square.obj", folder_square);
    folder_write(&g->folder, "game.goad", script);
    CHECK(folder_pack(&g->folder, &g->image));
    snprintf(g->saves, sizeof g->saves, "%s/kept.saves", g->folder.path);
    (void)unlink(g->saves);
}

static bool put_nowhere(void *context, const void *bytes, size_t size) {
    (void)bytes;
    *(size_t *)context += size;
    return true;
}

/* `recorded` is NULL or counts the bytes of a recording. */
static ox_script *boot(kept_game *g, bool stores, size_t *recorded) {
    char error[200] = "";
    host_options options = {.quiet = true,
                            .memory = 1 << 20,
                            .threads = 1,
                            .frame_limit = 100000,
                            .storage = stores ? g->saves : NULL};
    g->port = test_port_open(&options, error, sizeof error);
    ox_boot_options boot = ox_boot_defaults(g->port, g->image.data, g->image.size);
    boot.deterministic = true;
    boot.log_subsystems = false;
    boot.modules = ox_preset_silent;
    boot.record = recorded != NULL ? put_nowhere : NULL;
    boot.record_context = recorded;
    g->console = ox_console_boot(&boot, &g->error);
    if (g->console == NULL) TEST_INFO("%s", g->error.text);
    CHECK(g->console != NULL);
    return g->console == NULL ? NULL : ox_console_script(g->console, rom_id("script/game"));
}

static void frames(const kept_game *g, uint32_t buttons, int count) {
    for (int i = 0; i < count; i++) {
        plat_input polled = {.buttons = buttons};
        ox_input_feed(g->console->host.input, &polled);
        CHECK(ox_console_update(g->console));
        ox_console_output(g->console);
    }
}

static ox_game *state_of(const kept_game *g) { return game_of(ox_console_modules(g->console)); }

static void close_console(kept_game *g) {
    CHECK_EQ(ox_console_close(g->console), 0);
    host_close(g->port);
}

static void end(kept_game *g) {
    (void)unlink(g->saves);
    writer_free(&g->image);
    folder_remove(&g->folder);
}

/* Plays so many steps, presses A and plays one step more. Gives `best` of the first step, less one. */
static int32_t play(kept_game *g, bool stores, size_t *recorded, int steps) {
    ox_script *machine = boot(g, stores, recorded);
    if (machine == NULL) return -1;
    frames(g, 0, 1);
    int32_t first = machine->globals[0] - 1;
    frames(g, 0, steps);
    frames(g, PLAT_A, 1);
    frames(g, 0, 1);
    close_console(g);
    return first;
}

TEST(scripts_kept_numbers_outlive_the_console) {
    kept_game g;
    pack(&g, game_text);
    CHECK_EQ(play(&g, true, NULL, 8), 0);
    CHECK_EQ(play(&g, true, NULL, 3), 9);  /* the value of `best` in the ninth step, when A went down */
    CHECK_EQ(play(&g, true, NULL, 1), 13); /* 9, and four steps more */
    end(&g);
}

/* Without storage, or in a run that must be the same everywhere, kept numbers begin at 0 and the file stays
 * as it is. */
TEST(scripts_kept_numbers_are_not_there_in_recordings) {
    kept_game g;
    size_t bytes = 0;
    pack(&g, game_text);
    CHECK_EQ(play(&g, false, NULL, 8), 0);
    CHECK_EQ(play(&g, true, NULL, 8), 0);
    CHECK_EQ(play(&g, true, &bytes, 100), 0);
    CHECK(bytes > 0);
    CHECK_EQ(play(&g, true, NULL, 1), 9);
    end(&g);
}

/* Kept numbers are written soon while the game runs, once in 60 steps at most: a power cut costs no more. */
TEST(scripts_kept_numbers_are_written_while_the_game_runs) {
    kept_game g;
    pack(&g, "var n = 0\nbehaviour Hero { on tick { n += 1\n keep('n', n) } }\n");
    if (boot(&g, true, NULL) == NULL) return;
    frames(&g, 0, 59);
    CHECK(access(g.saves, F_OK) != 0);
    frames(&g, 0, 21);
    CHECK(access(g.saves, F_OK) == 0);
    CHECK_EQ(state_of(&g)->written, 60);
    frames(&g, 0, 30);
    CHECK_EQ(state_of(&g)->written, 60);
    frames(&g, 0, 60);
    CHECK_EQ(state_of(&g)->written, 120);
    close_console(&g);
    end(&g);
}

TEST(scripts_kept_numbers_are_a_part_of_the_state) {
    kept_game g;
    uint8_t bytes[4096];
    pack(&g, game_text);
    if (boot(&g, false, NULL) == NULL) return;
    frames(&g, 0, 2);
    uint32_t before = ox_console_state_hash(g.console);
    CHECK(ox_game_keep(g.console, rom_id("best"), 7));
    uint32_t kept = ox_console_state_hash(g.console);
    CHECK(kept != before);
    const ox_sim_part part = game_state_part(state_of(&g));
    ox_writer to = ox_writer_bytes(bytes, sizeof bytes);
    part.save(part.context, &to);
    CHECK(ox_game_keep(g.console, rom_id("best"), 8) && ox_game_keep(g.console, rom_id("other"), 1));
    CHECK(ox_console_state_hash(g.console) != kept);
    ox_reader from = ox_reader_bytes(bytes, to.used);
    CHECK_EQ(part.restore(part.context, &from), OX_OK);
    CHECK(ox_console_state_hash(g.console) == kept && ox_game_kept(g.console, rom_id("best")) == 7 &&
          ox_game_kept(g.console, rom_id("other")) == 0);
    ox_reader cut = ox_reader_bytes(bytes, to.used - 1);
    CHECK_EQ(part.restore(part.context, &cut), OX_BAD_DATA);
    close_console(&g);
    end(&g);
}

/* The 33rd name is a fault with its place; a file that is damaged is told, and the game begins with nothing. */
TEST(scripts_kept_numbers_have_an_end) {
    kept_game g;
    pack(&g, "behaviour Hero { on tick { keep('n', 1) } }\n");
    if (boot(&g, true, NULL) == NULL) return;
    for (uint32_t i = 0; i < 32; i++) CHECK(ox_game_keep(g.console, 1000 + i, (int32_t)i + 1));
    CHECK(!ox_game_keep(g.console, 99, 1) && ox_game_keep(g.console, 1000, 5));
    frames(&g, 0, 1);
    CHECK_EQ(ox_console_script(g.console, rom_id("script/game"))->traps, 1);
    close_console(&g);
    if (boot(&g, true, NULL) == NULL) return;
    CHECK(ox_game_kept(g.console, 1000) == 5 && ox_game_kept(g.console, 1031) == 32);
    CHECK(ox_game_keep(g.console, 1000, 6)); /* a game that keeps nothing new writes nothing */
    close_console(&g);
    FILE *file = fopen(g.saves, "r+b"); /* the file has two copies: after two games each holds one */
    CHECK(file != NULL);
    for (long at = 0; file != NULL && at < 65536; at += 32768) {
        (void)fseek(file, at + 40, SEEK_SET);
        (void)fputc('x', file);
        (void)fputc('y', file);
    }
    if (file != NULL) fclose(file);
    if (boot(&g, true, NULL) == NULL) return;
    CHECK_EQ(state_of(&g)->kept.count, 0);
    bool told = false;
    for (uint32_t age = 0; age < 16; age++) {
        const char *line = ox_console_log_line(g.console, age);
        told = told ||
               (line != NULL && strstr(line, "numbers that the game keeps: slot 0: both copies") != NULL);
    }
    CHECK(told);
    close_console(&g);
    end(&g);
}

/* A trophy is kept like a number; a game that is loaded does not take it away, and a new one has it from its first step. */
TEST(trophies_are_kept_for_the_next_game) {
    kept_game g;
    memset(&g, 0, sizeof g);
    CHECK(folder_make(&g.folder));
    snprintf(g.saves, sizeof g.saves, "%s/trophy.saves", g.folder.path);
    (void)unlink(g.saves);
    char text[1200];
    snprintf(text, sizeof text, "%strophy first text=\"The first\" needs=tries>=2\n", cart_text);
    folder_write(&g.folder, "cart.txt", text);
    folder_write(&g.folder, "square.obj", folder_square);
    folder_write(&g.folder, "game.goad",
                 "var heard = 0\nbehaviour Hero { on Press(b) { count('tries', 1) }\n"
                 "  on Trophy(what) when what == 'first' { heard += 1 } }\n");
    CHECK(folder_pack(&g.folder, &g.image));
    for (int game = 0; game < 2; game++) {
        ox_script *machine = boot(&g, true, NULL);
        if (machine == NULL) return;
        CHECK_EQ(ox_trophies_has(ox_game_trophies(g.console), OX_NAME("first")), game == 1);
        for (int i = 0; i < 3; i++) {
            frames(&g, PLAT_A, 1);
            frames(&g, 0, 1);
            CHECK_EQ(ox_trophies_has(ox_game_trophies(g.console), OX_NAME("first")), game == 1 || i > 0);
        }
        CHECK_EQ(machine->globals[0], game == 0); /* a trophy is won once for good */
        close_console(&g);
    }
    end(&g);
}

static int told(const kept_game *g) {
    int count = 0;
    for (uint32_t age = 0; age < 32; age++) {
        const char *line = ox_console_log_line(g->console, age);
        count += line != NULL && strstr(line, "numbers that the game keeps: ") != NULL;
    }
    return count;
}

/* A number that is kept while another save is under way is written when the game ends; a number that becomes 0 is kept,
 * too. */
TEST(scripts_kept_numbers_of_the_last_moment_are_written) {
    kept_game g;
    pack(&g, "behaviour Hero { on start { if kept('never') == 1 { keep('never', 2) } } }\n");
    if (boot(&g, true, NULL) == NULL) return;
    for (uint32_t i = 0; i < 20; i++) CHECK(ox_game_keep(g.console, 1000 + i, (int32_t)i + 1));
    frames(&g, 0, 61);
    CHECK(ox_saves_busy(state_of(&g)->saves)); /* the write takes several steps */
    CHECK(ox_game_keep(g.console, 1003, 44) && ox_game_keep(g.console, 1004, 0));
    close_console(&g);
    if (boot(&g, true, NULL) == NULL) return;
    CHECK_EQ(state_of(&g)->kept.count, 20);
    CHECK(ox_game_kept(g.console, 1003) == 44 && ox_game_kept(g.console, 1004) == 0 &&
          ox_game_kept(g.console, 1019) == 20);
    CHECK(!state_of(&g)->changed && told(&g) == 0);
    const uint32_t sequence = state_of(&g)->saves->head.sequence;
    frames(&g, 0, 90); /* what has not changed is not written */
    CHECK(!ox_saves_busy(state_of(&g)->saves) && state_of(&g)->written == 0);
    CHECK(ox_game_keep(g.console, 1003, 44) && !state_of(&g)->changed);
    close_console(&g);
    if (boot(&g, true, NULL) == NULL) return;
    CHECK_EQ(state_of(&g)->saves->head.sequence, sequence); /* nor when the game ends */
    close_console(&g);
    end(&g);
}

/* A device that fails is told once and given up; the numbers last as long as the console. */
TEST(scripts_kept_numbers_of_a_device_that_fails) {
    kept_game g;
    pack(&g, "var n = 0\nbehaviour Hero { on tick { n += 1\n keep('n', n) } }\n");
    char taken[620]; /* a folder stands where the port writes the new file */
    snprintf(taken, sizeof taken, "%s.new", g.saves);
    CHECK_EQ(mkdir(taken, 0700), 0);
    if (boot(&g, true, NULL) == NULL) return;
    int steps = 0;
    while (state_of(&g)->saves != NULL && steps < 300) frames(&g, 0, 1), steps++;
    CHECK(steps > 60 && steps < 80 && told(&g) == 1);
    CHECK(strstr(ox_console_log_line(g.console, 0), "the device did not keep") != NULL);
    frames(&g, 0, 300 - steps);
    CHECK(state_of(&g)->saves == NULL && told(&g) == 1);
    CHECK_EQ(ox_game_kept(g.console, rom_id("n")), 300);
    close_console(&g);
    if (boot(&g, true, NULL) == NULL) return;
    CHECK_EQ(ox_game_kept(g.console, rom_id("n")), 0);
    frames(&g, 0, 10); /* it ends before a write had begun: the device fails at the end */
    close_console(&g);
    CHECK_EQ(rmdir(taken), 0);
    end(&g);
}

/* Numbers of a state come back in any order; a name that stands there twice is bad data. */
TEST(scripts_kept_numbers_of_a_state_have_names_of_their_own) {
    kept_game g;
    uint8_t bytes[2048];
    pack(&g, game_text);
    if (boot(&g, false, NULL) == NULL) return;
    frames(&g, 0, 2);
    for (uint32_t i = 0; i < 3; i++) CHECK(ox_game_keep(g.console, 500 + i, (int32_t)i * 7));
    CHECK(ox_game_keep(g.console, 502, 0));
    const ox_sim_part part = game_state_part(state_of(&g));
    ox_writer to = ox_writer_bytes(bytes, sizeof bytes);
    part.save(part.context, &to);
    const uint32_t at = 4 + 2 + 4; /* behind the step and no counters, and the count of the kept numbers */
    CHECK(bytes[at - 4] == 3 - 1 && bytes[at] == 501 % 256);
    ox_reader from = ox_reader_bytes(bytes, to.used);
    CHECK_EQ(part.restore(part.context, &from), OX_OK);
    CHECK(from.used == from.size && state_of(&g)->kept.count == 2 && ox_game_kept(g.console, 501) == 7);
    uint8_t first[8];
    memcpy(first, bytes + at, 8); /* the two change places */
    memcpy(bytes + at, bytes + at + 8, 8);
    memcpy(bytes + at + 8, first, 8);
    from = ox_reader_bytes(bytes, to.used);
    CHECK_EQ(part.restore(part.context, &from), OX_OK);
    CHECK(state_of(&g)->kept.count == 2 && ox_game_kept(g.console, 501) == 7);
    memcpy(bytes + at, bytes + at + 8, 4); /* the first takes the second's name */
    from = ox_reader_bytes(bytes, to.used);
    CHECK_EQ(part.restore(part.context, &from), OX_BAD_DATA);
    CHECK_EQ(state_of(&g)->kept.count, 0);
    close_console(&g);
    end(&g);
}

/* Trophies of counters that scripts count are given in the step in which they hold; those of several are kept one by
 * one, and where there is no room for one that is told once. */
TEST(trophies_are_kept_as_far_as_there_is_room) {
    kept_game g;
    memset(&g, 0, sizeof g);
    CHECK(folder_make(&g.folder));
    snprintf(g.saves, sizeof g.saves, "%s/trophies.saves", g.folder.path);
    (void)unlink(g.saves);
    char text[1400];
    snprintf(text, sizeof text,
             "%scapacity kept-numbers 2\ntrophy one needs=tries>=1\ntrophy two needs=tries>=2\n"
             "trophy three needs=tries>=3\ntrophy four needs=tries>=4\n",
             cart_text);
    folder_write(&g.folder, "cart.txt", text);
    folder_write(&g.folder, "square.obj", folder_square);
    folder_write(&g.folder, "game.goad", "behaviour Hero { on Press(b) { count('tries', 1) } }\n");
    CHECK(folder_pack(&g.folder, &g.image));
    for (int game = 0; game < 2; game++) {
        if (boot(&g, true, NULL) == NULL) return;
        const ox_trophies *trophies = ox_game_trophies(g.console);
        CHECK_EQ(trophies->given, game == 0 ? 0 : 3);
        for (uint64_t i = 1; game == 0 && i < 5; i++) {
            frames(&g, PLAT_A, 1);
            CHECK_EQ(trophies->given, (1u << i) - 1u);
            frames(&g, 0, 3);
            CHECK_EQ(state_of(&g)->kept.count, i < 2 ? i : 2);
        }
        int count = 0;
        for (uint32_t age = 0; age < 32; age++) {
            const char *line = ox_console_log_line(g.console, age);
            count += line != NULL && strstr(line, "a trophy finds no room among 2 kept") != NULL;
        }
        CHECK_EQ(count, game == 0);
        close_console(&g);
    }
    end(&g);
}
