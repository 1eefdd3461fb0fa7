/* oxcart run: plays a ROM image, or a cart's folder; changes of its files are put into the running game. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "platform/host/saves.h"
#include "tools/build/watch.h"
#include "tools/command/command.h"
#include "tools/command/help_play.h"
#include "tools/image/chunk.h"
#include "tools/import/base/file.h"
#include "tools/play/configuration.h"
#include "tools/play/play.h"
#include "tools/play/remote.h"
#include "tools/tune/tune.h"

/* ---- a folder that may change ---- */

typedef struct folder_source {
    watch files;
    tool_report said; /* messages of the last build */
    const char *set[ARGUMENT_LIST_MOST + 1];
} folder_source;

static bool folder_changed(void *context) { return watch_changed(&((folder_source *)context)->files); }

static void stop_folder(void *context) { watch_stop(&((folder_source *)context)->files); }

/* Builds the cart again. Results are kept while the game runs, so that only steps that depend on a change run again. */
static bool build_folder(void *context, writer *image, tool_error *error) {
    folder_source *source = context;
    command_begin_again(&source->said);
    source->said.tell = NULL;
    source->files.p.packing.said = &source->said;
    bool ok = watch_build(&source->files, image, error) || report_error(&source->said, error);
    watch_tell(&source->files, &source->said);
    return ok;
}

/* Listens at a port for images. False after a sentence; *from stays NULL when no port was asked for. */
static bool begin_listening(const play_settings *settings, remote_listener **from) {
    tool_error error;
    if (settings->listen < 0) return true;
    *from = remote_listen((uint16_t)settings->listen, &error);
    if (*from == NULL) {
        (void)command_failed(&error);
        return false;
    }
    fprintf(stderr, "oxcart: takes images at port %u\n", (unsigned)remote_port(*from));
    return true;
}

/* Chooses the folder of saved games. For a person at play it is the folder that an exported program uses. */
static void choose_saves(play_settings *settings, const writer *image, char *path, size_t size) {
    rom_image opened;
    rom_error fault;
    bool measured =
        settings->driver == HOST_DRIVER_HEADLESS || settings->record != NULL || settings->replay != NULL;
    if (settings->saves != NULL || measured || rom_open(image->data, image->size, &opened, &fault) != ROM_OK)
        return;
    if (host_saves_path(&opened, path, size)) settings->saves = path;
}

/* Plays an image, and each image that changes make of it, until the user quits. Frees the image. *gave_up:
 * play_gave_up. */
static int play_and_follow(const char *name, writer *image, const live_rebuild *rebuild,
                           const play_settings *settings, bool *gave_up) {
    writer next = {0};
    remote_listener *from = NULL;
    live_rebuild both;
    if (!begin_listening(settings, &from)) {
        writer_free(image);
        return EXIT_BAD;
    }
    if (from != NULL) {
        both = remote_rebuild(from, rebuild);
        rebuild = &both;
    }
    char saves[CART_PATH_MAX];
    play_settings own = *settings;
    choose_saves(&own, image, saves, sizeof saves);
    player *p = play_open(&own);
    if (p == NULL) {
        remote_close(from);
        writer_free(image);
        return EXIT_BAD;
    }
    play_end end = play_image(p, name, image->data, image->size, rebuild, &next);
    while (end == PLAY_INTERRUPTED) {
        writer_free(image);
        *image = next;
        memset(&next, 0, sizeof next);
        end = play_image(p, name, image->data, image->size, rebuild, &next);
    }
    *gave_up = play_gave_up(p);
    if (!*gave_up) remote_close(from);
    int code = play_close(p, end);
    writer_free(image);
    return code;
}

static int run_folder(const char *folder, const play_settings *settings, const char *const *set) {
    folder_source *source = calloc(1, sizeof *source);
    pack_options packing = command_pack_options(settings->quiet);
    const live_rebuild rebuild = {
        .changed = folder_changed, .build = build_folder, .stop = stop_folder, .context = source};
    writer image = {0};
    pack_report report;
    tool_error error = {.text = ""};
    bool follows = settings->driver != HOST_DRIVER_HEADLESS || settings->live, gave_up = false;
    if (source == NULL) return command_no_memory();
    for (int i = 0; set[i] != NULL; i++) source->set[i] = set[i];
    packing.set = source->set;
    if (follows && !watch_open(&source->files, folder, &packing)) {
        free(source);
        return arguments_wrong("run", "the path is too long; use a shorter one");
    }
    bool ok = follows ? watch_build(&source->files, &image, &error)
                      : pack_folder(folder, &packing, &image, &report, &error);
    if (follows) watch_was_told(&source->files, command_report());
    if (packing.progress != NULL) fprintf(stderr, "\r\033[K");
    source->files.p.packing.progress = NULL; /* the screen belongs to the game now */
    int code = ok ? play_and_follow(folder, &image, follows ? &rebuild : NULL, settings, &gave_up)
                  : command_failed(&error);
    if (gave_up) return code; /* the build under way still uses `source` */
    if (follows) watch_close(&source->files);
    report_free(&source->said);
    free(source);
    return code;
}

/* Plays a cart. `filter` chooses the numbers that buttons change; NULL: buttons are for the game alone. */
static int run_tuned(const char *folder, const play_settings *settings, const char *const *set,
                     const char *filter) {
    tune t;
    tool_error error = {.text = ""};
    if (filter == NULL) return run_folder(folder, settings, set);
    if (!tune_open(folder, &t, &error)) return command_failed(&error);
    snprintf(t.filter, sizeof t.filter, "%s", filter);
    uint32_t fitting = 0;
    for (uint32_t i = 0; i < t.numbers.count; i++) fitting += tune_fits(&t.numbers.list[i], filter);
    int code = EXIT_BAD;
    if (fitting == 0) {
        import_error_file(&error, t.path, "no number has `%.80s`; see oxcart tune %s", filter, folder);
        (void)command_failed(&error);
    } else {
        play_settings own = *settings;
        const ox_cart game = tune_cart(&t);
        own.cart = &game;
        own.live = true;
        own.start_screen = false; /* the panel covers its place */
        code = run_folder(folder, &own, set);
    }
    tune_close(&t);
    return code;
}

/* ---- an image, and overlays over it, that another program rewrites ---- */

/* A file with its size and time of change when it was last looked at. */
typedef struct followed {
    char path[CART_PATH_MAX];
    watched_file now;
} followed;

typedef struct followed_files {
    followed files[1 + OX_STOCK_OVERLAYS];
    uint32_t count, last; /* last: the file that changed most lately */
    watch_news news;
} followed_files;

static void follow_file(followed_files *f, const char *path) {
    if (f->count == sizeof f->files / sizeof f->files[0]) return;
    followed *file = &f->files[f->count++];
    snprintf(file->path, sizeof file->path, "%s", path);
    file->now.path = file->path;
    (void)watch_look(&file->now);
}

static bool file_changed(void *context) {
    followed_files *f = context;
    watch_sight most = WATCH_SAME;
    for (uint32_t i = 0; i < f->count; i++) {
        const watch_sight one = watch_look(&f->files[i].now);
        if (one != WATCH_SAME) f->last = i;
        if (one > most) most = one;
    }
    return watch_settle(&f->news, most);
}

/* Reads the changed image. A file that is no image may be half written, and is left alone until it changes again. */
static bool build_file(void *context, writer *image, tool_error *error) {
    const followed_files *f = context;
    uint8_t *data;
    size_t size;
    rom_image opened;
    rom_error fault;
    memset(image, 0, sizeof *image);
    const char *path = f->files[f->last].path;
    bool ok = import_file_read(path, &data, &size, error);
    if (ok &&
        (rom_open(data, size, &opened, &fault) != ROM_OK || rom_check_content(&opened, &fault) != ROM_OK)) {
        free(data);
        ok = chunk_wrong(error, path, NULL, &fault);
    }
    if (!ok) {
        report_print(NULL, REPORT_ERROR, error);
        return false;
    }
    *image = (writer){.data = data, .size = size, .capacity = size};
    return true;
}

static int run_image(const char *path, const play_settings *settings) {
    followed_files *files = calloc(1, sizeof *files);
    const live_rebuild rebuild = {.changed = file_changed, .build = build_file, .context = files};
    writer image = {0};
    tool_error error;
    bool gave_up = false;
    if (files == NULL) return command_no_memory();
    if (settings->live) follow_file(files, path);
    for (const char *at = settings->overlays; settings->live && at != NULL && *at != 0;) {
        char name[CART_PATH_MAX];
        size_t length = strcspn(at, ",");
        snprintf(name, sizeof name, "%.*s", (int)length, at);
        follow_file(files, name);
        at += length + (at[length] == ',');
    }
    int code;
    if (import_file_read(path, &image.data, &image.size, &error)) {
        code = play_and_follow(path, &image, settings->live ? &rebuild : NULL, settings, &gave_up);
    } else {
        code = command_failed(&error);
    }
    if (!gave_up) free(files);
    return code;
}

static int command_run(int argc, char **argv) {
    play_settings settings = {.title = NULL};
    argument_option options[PLAY_OPTIONS + 7];
    argument_list set = {.count = 0};
    configuration configured;
    const char *path = NULL, *filter = NULL;
    int count = play_options(&settings, options);
    settings.listen = -1;
    options[count++] = (argument_option){"--quiet", ARGUMENT_FLAG, &settings.quiet, 0, 0, NULL};
    options[count++] = (argument_option){"--live", ARGUMENT_FLAG, &settings.live, 0, 0, NULL};
    options[count++] =
        (argument_option){"--listen", ARGUMENT_NUMBER, &settings.listen, 0, REMOTE_PORT_MOST, NULL};
    options[count++] = (argument_option){"--tune", ARGUMENT_TEXT, &filter, 0, 0, NULL};
    options[count++] = (argument_option){"--set", ARGUMENT_LIST, &set, 0, 0, NULL};
    options[count++] = (argument_option)COMMAND_JSON;
    options[count] = (argument_option){NULL, ARGUMENT_END, NULL, 0, 0, NULL};
    if (!arguments_parse(argc, argv, options, &path, 1, "a ROM image or the folder of a cart"))
        return EXIT_USAGE;
    tool_error error;
    if (!configuration_read(&settings, &configured, &error)) return command_failed(&error);
    for (uint32_t i = 0; i < configured.folder_count && set.count < ARGUMENT_LIST_MOST; i++)
        set.items[set.count++] = configured.folders[i];
    set.items[set.count] = NULL;
    if (!play_settle(argv[0], &settings)) return EXIT_USAGE;
    settings.title = path;
    settings.start_screen = true;
    settings.looks = true;
    if (command_is_folder(path)) return run_tuned(path, &settings, set.items, filter);
    if (set.count > (int)configured.folder_count)
        return arguments_wrong("run", "--set changes what cart.txt says; name the folder of a cart");
    if (filter != NULL) return arguments_wrong("run", "--tune changes cart.txt; name the folder of a cart");
    return run_image(path, &settings);
}

const command_verb verb_run = {
    {"run", "play a ROM image, or a cart with live reload",
     "usage: oxcart run FILE.rom|DIR [options] [--set KEY=VALUE] [--tune WORDS] [--listen PORT] [--json]\n"
     "Plays in a window, else on the display of a console of Linux, else in the terminal. A folder is packed "
     "first, and again whenever one of its files "
     "changes:\nwhat is other then is put into the running game, which goes on where it is (a new budget, a "
     "new size or the first script restarts "
     "it);\na mistake is told and changes nothing. --live does the same with a ROM image, and overlays over "
     "it,\nthat another program rewrites. --set says\n"
     "otherwise than a statement of cart.txt that stands there once, such as --set budget=128K --set "
     "size=320x240; --json prints\n"
     "the figures of --stats as JSON. --tune camera changes the numbers of the cart whose labels (oxcart "
     "tune) have that word while the\n"
     "game runs: with Select held, Up and Down choose one, Left and Right change its last digit, with A ten "
     "times as much, with B a\n"
     "tenth. They are written into their texts at once, and nothing else of these changes. --listen PORT (0: "
     "any that is free) takes images of\n"
     "oxcart watch and oxcart edit that are connected, from this machine alone.\n"
     "Select held for half a second, F1, or --inspect PAGE opens the inside view; --console FILE does lines "
     "of its "
     "console.\n"
     "--option hero.speed=6 sets an option of the cart, --options A.ini,B.ini has them in texts, --user N "
     "says whose own ones count\n"
     "(oxcart help option).\n"
     "--log detail,ai=trace,sound=off: the lines of the log, by level and channel; --log-file FILE has them, "
     "--memory-file FILE the use of memory at the end. "
     "--pictures DIR\n"
     "keeps each of --frames N as a picture.\n"
     "Of a replay --take-over T gives the game to the player behind tick T, --loop begins anew at its end, "
     "--force takes "
     "that of\nanother image. --forward STEP plays up to there without pictures.\n"
     "While a recording is written or played, files that change are left alone unless --force is "
     "given.\n" PLAY_HELP "example: oxcart run mygame\n"
     "example: oxcart run mygame --tune camera\n"
     "example: oxcart run mygame.rom --headless --frames 120 --hash\n"},
    command_run,
};
