/* Plays ROM images on the desktop port and counts their cost. */
#define _POSIX_C_SOURCE 200809L /* clock_gettime */
#include "tools/play/play.h"
#include "kernel/audio/module.h"
#include "kernel/collision/show.h"
#include "kernel/inspect/module.h"
#include "kernel/sound/event.h"
#include "tools/base/known.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "rom/rom.h"
#include "tools/build/live.h"
#include "tools/cart/cart.h"
#include "tools/code/code.h"
#include "tools/import/base/file.h"
#include "tools/import/image/png_write.h"
#include "tools/play/console_lines.h"
#include "tools/play/crash.h"
#include "tools/play/guarded.h"
#include "tools/play/known_words.h"
#include "tools/play/log_file.h"
#include "tools/play/memory_file.h"
#include "tools/play/option_sources.h"
#include "tools/play/pictures.h"
#include "tools/play/replays.h"
#include "tools/report/run.h"

static const char *const driver_names[] = {"auto", "sdl", "terminal", "fb", "headless", NULL};

struct player {
    play_settings settings;
    bool gave_up;
    host_shot shot;
    plat *port;
    uint32_t *draw_times; /* microseconds, one for each of the first `room` frames */
    uint32_t frames, room;
    uint32_t hash; /* hash of all frame hashes */
    uint64_t pixels, drawn, triangles;
    ox_show show;
    /* The state of a cart in C, for the next version of its code. */
    writer state, shape; /* shape: code_describe of the version that had it */
    uint32_t state_scene, state_image;
    const ox_module *modules[OX_MODULES_MOST + 1], *on[OX_MODULES_MOST + 1];
    ox_inspect inspect;
    ox_profile profile;
    known_words words;
    console_lines lines;
    log_file log;
    option_sources options;
    bool misused; /* the command line has an option that there is not */
    pictures pictures;
    bool looks; /* the view is prepared */
};

enum { REWIND_BYTES = 8 << 20 };

/* The bits of words with commas; 0 for a word that nobody knows. */
static uint32_t shown_by(const char *words) {
    static const char *const names[] = {"shapes", "boxes", "contacts", "joints", "casts", "counts"};
    uint32_t bits = 0;
    for (size_t length; *words != '\0'; words += length + (words[length] == ',')) {
        uint32_t bit = 0;
        length = strcspn(words, ",");
        for (uint32_t i = 0; i < sizeof names / sizeof names[0]; i++)
            if (strlen(names[i]) == length && memcmp(names[i], words, length) == 0) bit = 1u << i;
        if (length == 3 && memcmp(words, "all", 3) == 0) bit = (1u << sizeof names / sizeof names[0]) - 1;
        if (bit == 0) return 0;
        bits |= bit;
    }
    return bits;
}

int play_options(play_settings *s, argument_option *options) {
    static const char *const gammas[] = {"1.0", "1.1", "1.2", "1.3", "1.4", "1.5", "1.6", "1.7",
                                         "1.8", "1.9", "2.0", "2.1", "2.2", "2.3", "2.4", "2.5",
                                         "2.6", "2.7", "2.8", "2.9", "3.0", NULL};
    const argument_option all[] = {
        {"--driver", ARGUMENT_CHOICE, &s->driver, 0, 0, driver_names},
        {"--terminal", ARGUMENT_FLAG, &s->terminal, 0, 0, NULL},
        {"--headless", ARGUMENT_FLAG, &s->headless, 0, 0, NULL},
        {"--fb", ARGUMENT_FLAG, &s->fb, 0, 0, NULL},
        {"--device", ARGUMENT_TEXT, &s->device, 0, 0, NULL},
        {"--frames", ARGUMENT_NUMBER, &s->frames, 1, 1000000, NULL},
        {"--hash", ARGUMENT_FLAG, &s->hash, 0, 0, NULL},
        {"--stats", ARGUMENT_FLAG, &s->stats, 0, 0, NULL},
        {"--shot", ARGUMENT_TEXT, &s->shot, 0, 0, NULL},
        {"--at", ARGUMENT_NUMBER, &s->shot_frame, 0, 999999, NULL},
        {"--bands", ARGUMENT_NUMBER, &s->bands, 8, 1024, NULL},
        {"--threads", ARGUMENT_NUMBER, &s->threads, 1, HOST_THREADS_MAX, NULL},
        {"--input", ARGUMENT_TEXT, &s->input, 0, 0, NULL},
        {"--scale", ARGUMENT_NUMBER, &s->scale, 1, 32, NULL},
        {"--size", ARGUMENT_SIZE, s->size, 0, 0, NULL},
        {"--format", ARGUMENT_CHOICE, &s->format, 0, 0, cart_formats},
        {"--memory", ARGUMENT_BYTES, &s->memory, 0, 0, NULL},
        {"--record", ARGUMENT_TEXT, &s->record, 0, 0, NULL},
        {"--replay", ARGUMENT_TEXT, &s->replay, 0, 0, NULL},
        {"--take-over", ARGUMENT_NUMBER, &s->take_over, 1, INT32_MAX, NULL},
        {"--forward", ARGUMENT_NUMBER, &s->forward, 1, INT32_MAX, NULL},
        {"--loop", ARGUMENT_FLAG, &s->loop, 0, 0, NULL},
        {"--force", ARGUMENT_FLAG, &s->force, 0, 0, NULL},
        {"--thorough", ARGUMENT_FLAG, &s->thorough, 0, 0, NULL},
        {"--level", ARGUMENT_TEXT, &s->level, 0, 0, NULL},
        {"--overlay", ARGUMENT_TEXT, &s->overlays, 0, 0, NULL},
        {"--old-add-ons", ARGUMENT_FLAG, &s->old_add_ons, 0, 0, NULL},
        {"--language", ARGUMENT_TEXT, &s->language, 0, 0, NULL},
        {"--region", ARGUMENT_TEXT, &s->region, 0, 0, NULL},
        {"--strict", ARGUMENT_FLAG, &s->strict, 0, 0, NULL},
        {"--wav", ARGUMENT_TEXT, &s->wav, 0, 0, NULL},
        {"--audio", ARGUMENT_TEXT, &s->player, 0, 0, NULL},
        {"--mute", ARGUMENT_FLAG, &s->mute, 0, 0, NULL},
        {"--wireless", ARGUMENT_NUMBER, &s->wireless, 1024, 65535, NULL},
        {"--sounds", ARGUMENT_FLAG, &s->sounds, 0, 0, NULL},
        {"--bus", ARGUMENT_TEXT, &s->bus, 0, 0, NULL},
        {"--gamma", ARGUMENT_CHOICE, &s->gamma, 0, 0, gammas},
        {"--saves", ARGUMENT_TEXT, &s->saves, 0, 0, NULL},
        {"--show", ARGUMENT_TEXT, &s->show, 0, 0, NULL},
        {"--inspect", ARGUMENT_TEXT, &s->inspect, 0, 0, NULL},
        {"--console", ARGUMENT_TEXT, &s->commands, 0, 0, NULL},
        {"--options", ARGUMENT_TEXT, &s->option_files, 0, 0, NULL},
        {"--option", ARGUMENT_LIST, &s->options, 0, 0, NULL},
        {"--user", ARGUMENT_NUMBER, &s->user, 0, INT32_MAX, NULL},
        {"--log", ARGUMENT_TEXT, &s->log, 0, 0, NULL},
        {"--memory-file", ARGUMENT_TEXT, &s->memory_file, 0, 0, NULL},
        {"--log-file", ARGUMENT_TEXT, &s->log_file, 0, 0, NULL},
        {"--pictures", ARGUMENT_TEXT, &s->pictures, 0, 0, NULL},
    };
    memcpy(options, all, sizeof all);
    s->format = -1;
    s->shot_frame = -1;
    return (int)(sizeof all / sizeof all[0]);
}

bool play_settle(const char *verb, play_settings *s) {
    if (s->terminal + s->headless + s->fb > 1) {
        arguments_wrong(verb, "--terminal, --fb and --headless exclude each other");
        return false;
    }
    if (s->mute && s->player != NULL) {
        arguments_wrong(verb, "--mute and --audio exclude each other");
        return false;
    }
    if (s->terminal) s->driver = HOST_DRIVER_TERMINAL;
    if (s->headless) s->driver = HOST_DRIVER_HEADLESS;
    if (s->fb) s->driver = HOST_DRIVER_FB;
    if (s->device != NULL && s->driver != HOST_DRIVER_FB) {
        arguments_wrong(verb, "--device without --fb");
        return false;
    }
    if (s->driver == HOST_DRIVER_SDL && !host_has_sdl()) {
        arguments_wrong(verb, "this build has no window (SDL2 was not there); use --terminal");
        return false;
    }
    if (s->shot == NULL && s->shot_frame >= 0) {
        arguments_wrong(verb, "--at without --shot FILE.png");
        return false;
    }
    if (s->show != NULL && shown_by(s->show) == 0) {
        arguments_wrong(verb, "--show %s: all, or some of shapes, boxes, contacts, joints, casts, counts",
                        s->show);
        return false;
    }
    if (s->bus != NULL &&
        (ox_sound_bus_of(rom_id(s->bus)) == OX_BUSES || ox_sound_bus_of(rom_id(s->bus)) == OX_BUS_MASTER)) {
        arguments_wrong(verb, "--bus %s: world, music, voice, interface, bus5, bus6 or bus7", s->bus);
        return false;
    }
    if (s->inspect != NULL && ox_inspect_find_page(s->inspect, strlen(s->inspect)) == OX_INSPECT_PAGES) {
        arguments_wrong(verb,
                        "--inspect %s: time, profile, memory, objects, watches, log, events, places, "
                        "history, draw, camera, game, options or console",
                        s->inspect);
        return false;
    }
    const char *bad;
    if (s->log != NULL && !log_words_do(s->log, NULL, &bad)) {
        arguments_wrong(verb, "--log %s: error, warning, info, detail or trace; CHANNEL=LEVEL, CHANNEL=off",
                        bad);
        return false;
    }
    if (s->pictures != NULL && (s->shot != NULL || s->frames == 0 || s->frames > PICTURES_MOST)) {
        arguments_wrong(verb, "--pictures without --shot, and with --frames up to %d", (int)PICTURES_MOST);
        return false;
    }
    if (s->record != NULL && s->replay != NULL) {
        arguments_wrong(verb, "--record and --replay exclude each other");
        return false;
    }
    if (s->replay == NULL && (s->take_over != 0 || s->loop || (s->force && s->record == NULL))) {
        arguments_wrong(verb, "--take-over, --loop and --force without --replay FILE");
        return false;
    }
    if (s->frames == 0 && (s->take_over != 0 || s->loop) && s->driver == HOST_DRIVER_HEADLESS) {
        arguments_wrong(verb, "--take-over and --loop need --frames N where nobody can end the game");
        return false;
    }
    if (s->frames == 0 && s->driver == HOST_DRIVER_HEADLESS && s->replay == NULL)
        s->frames = s->shot_frame >= 60 ? s->shot_frame + 1 : 60;
    if (s->shot != NULL && s->shot_frame < 0) s->shot_frame = s->frames > 0 ? s->frames - 1 : 0;
    if (s->shot != NULL && s->frames > 0 && s->shot_frame >= s->frames) {
        arguments_wrong(verb, "--at %d, but only the frames 0 to %d are played", (int)s->shot_frame,
                        (int)s->frames - 1);
        return false;
    }
    return true;
}

static bool save_picture(const char *path, int width, int height, const uint32_t *pixels, char *error,
                         size_t error_size) {
    import_png_picture picture = {
        .width = width, .height = height, .format = IMPORT_PNG_XRGB32, .pixels = pixels};
    tool_error fault;
    if (import_png_write(path, &picture, &fault)) return true;
    snprintf(error, error_size, "%s", fault.text);
    return false;
}

/* Nanoseconds, as far as they fit. */
static uint32_t now(void *context) {
    struct timespec t;
    (void)context;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint32_t)((uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec);
}

/* Prepares the inside view, if somebody may look, or a recording may have changes that were made in it. */
static void open_view(player *p) {
    const play_settings *s = &p->settings;
    ox_inspect *view = &p->inspect;
    const bool by_hand = s->looks && s->driver != HOST_DRIVER_HEADLESS;
    if (!OX_PROFILED) return;
    if (s->profile != NULL) {
        ox_profile_init(s->profile, now, NULL);
        view->profile = s->profile;
        known_words_open(&p->words);
        view->names = known_words_find;
        view->names_context = &p->words;
        p->looks = true;
        return;
    }
    if (s->cart != NULL || (s->inspect == NULL && s->commands == NULL && !by_hand && s->replay == NULL))
        return;
    if (s->inspect != NULL || s->commands != NULL || by_hand) {
        ox_profile_init(&p->profile, now, NULL);
        view->profile = &p->profile;
        view->memory = malloc(REWIND_BYTES); /* without it nobody goes back */
        view->memory_size = view->memory == NULL ? 0 : REWIND_BYTES;
    }
    known_words_open(&p->words);
    view->names = known_words_find;
    view->names_context = &p->words;
    if (s->inspect != NULL)
        ox_inspect_show_page(view, ox_inspect_find_page(s->inspect, strlen(s->inspect)), false);
    view->has_debugger = guarded_is_traced();
    p->lines.view = view;
    p->lines.options = s->option_files;
    view->other = console_lines_other;
    view->other_context = &p->lines;
    host_filter_input(p->port, ox_inspect_listen, view);
    p->looks = true;
}

player *play_open(const play_settings *settings) {
    player *p = calloc(1, sizeof *p);
    char error[300];
    if (p == NULL) {
        fprintf(stderr, "oxcart: out of memory\n");
        return NULL;
    }
    p->settings = *settings;
    p->show.what = settings->show == NULL ? 0 : shown_by(settings->show);
    if (settings->stats) { /* all memory now: a running game takes none from the heap */
        p->room = settings->frames > 0 ? (uint32_t)settings->frames : 65536;
        p->draw_times = malloc(p->room * sizeof *p->draw_times);
        if (p->draw_times == NULL) p->room = 0;
    }
    if (!log_file_open(&p->log, settings->log_file) ||
        (settings->pictures != NULL &&
         !pictures_open(&p->pictures, settings->pictures, (uint32_t)settings->frames))) {
        fprintf(stderr, "oxcart: cannot write %s\n",
                p->log.file == NULL && settings->log_file != NULL ? settings->log_file : settings->pictures);
        (void)log_file_close(&p->log);
        free(p->draw_times);
        free(p);
        return NULL;
    }
    p->shot = (host_shot){settings->shot, settings->shot_frame < 0 ? 0 : (uint32_t)settings->shot_frame};
    const host_options options = {
        .driver = (host_driver)settings->driver,
        .title = settings->title,
        .device = settings->device,
        .scale = settings->scale,
        .frame_limit = (uint32_t)settings->frames,
        .input_script = settings->input,
        .save_picture = save_picture,
        .shots = settings->pictures != NULL ? p->pictures.shots : &p->shot,
        .shot_count = settings->pictures != NULL ? p->pictures.count
                      : settings->shot != NULL   ? 1
                                                 : 0,
        .threads = settings->threads,
        .memory = settings->memory,
        .storage = settings->saves,
        .wav = settings->wav,
        .player = settings->player,
        .wireless = settings->wireless,
        .any_player = !settings->mute && settings->driver != HOST_DRIVER_HEADLESS,
        .quiet = settings->quiet || command_json() != NULL || settings->hash || settings->stats,
    };
    p->port = host_open(&options, error, sizeof error);
    if (p->port != NULL) {
        open_view(p);
        return p;
    }
    fprintf(stderr, "oxcart: %s\n", error);
    free(p->draw_times);
    free(p);
    return NULL;
}

/* ---- a game ---- */

static void count_frame(player *p, const ox_console *console) {
    ox_frame_stats stats;
    ox_console_stats(console, &stats);
    if (p->settings.hash) {
        uint8_t bytes[4] = {(uint8_t)stats.hash, (uint8_t)(stats.hash >> 8), (uint8_t)(stats.hash >> 16),
                            (uint8_t)(stats.hash >> 24)};
        if (command_json() == NULL)
            printf("frame=%u hash=%08x\n", (unsigned)stats.frame, (unsigned)stats.hash);
        p->hash = rom_crc32(p->hash, bytes, sizeof bytes);
    }
    if (p->settings.each != NULL) p->settings.each(p->settings.context, console);
    if (p->frames < p->room) p->draw_times[p->frames] = stats.draw_microseconds;
    p->frames++;
    p->pixels += stats.pixels;
    p->drawn += stats.triangles_drawn;
    p->triangles += stats.triangles;
}

/* ---- variants and overlays ---- */

/* The number of a variant by its tag, in a list of the info chunk (a place of its count, of its offset); 0
 * when there is none. */
static uint8_t variant_of(const rom_image *image, uint32_t count_at, uint32_t rows_at, const char *tag) {
    const uint8_t *info = image->base + image->info;
    if (image->info == 0 || !rom_has(info, rows_at)) return 0;
    const uint8_t *row = info + rom_u32(info + rows_at);
    for (uint32_t i = 0; i < rom_u16(info + count_at); i++, row += ROM_LANGUAGE_SIZE) {
        uint32_t at = rom_u32(row + ROM_LANGUAGE_TAG), length = rom_u32(row + ROM_LANGUAGE_TAG + 4);
        if (length == strlen(tag) && memcmp(info + at, tag, length) == 0)
            return (uint8_t)rom_u16(row + ROM_LANGUAGE_NUMBER);
    }
    return 0;
}

static bool choose(const play_settings *s, const char *name, const rom_image *image, ox_boot_options *boot) {
    if (s->language != NULL) {
        boot->language = variant_of(image, ROM_INFO_LANGUAGE_COUNT, ROM_INFO_LANGUAGES_AT, s->language);
        if (boot->language == 0) fprintf(stderr, "oxcart: %s has no language `%s`\n", name, s->language);
        if (boot->language == 0) return false;
    }
    if (s->region != NULL) {
        boot->region = variant_of(image, ROM_INFO_REGION_COUNT, ROM_INFO_REGIONS_AT, s->region);
        if (boot->region == 0) fprintf(stderr, "oxcart: %s has no region `%s`\n", name, s->region);
        if (boot->region == 0) return false;
    }
    if (s->level != NULL) {
        char scene[CART_NAME_MAX + 8];
        snprintf(scene, sizeof scene, "scene/%s", s->level);
        boot->scene = rom_id(scene);
    }
    return true;
}

typedef struct overlays {
    ox_overlay list[OX_STOCK_OVERLAYS];
    uint8_t *data[OX_STOCK_OVERLAYS];
    char names[1024];
    uint32_t count;
} overlays;

/* Reads the images of a list with commas; false after a line on stderr. */
static bool read_overlays(const char *names, overlays *o) {
    tool_error error;
    o->count = 0;
    if (names == NULL) return true;
    if (snprintf(o->names, sizeof o->names, "%s", names) >= (int)sizeof o->names) {
        import_error_file(&error, NULL, "the names of the overlays are longer than %d bytes; put them nearer",
                          (int)sizeof o->names - 1);
        command_failed(&error);
        return false;
    }
    for (char *name = strtok(o->names, ","); name != NULL; name = strtok(NULL, ",")) {
        size_t size;
        if (o->count == OX_STOCK_OVERLAYS) {
            import_error_file(&error, NULL, "more than %d overlays", (int)OX_STOCK_OVERLAYS);
            command_failed(&error);
            return false;
        }
        if (!import_file_read(name, &o->data[o->count], &size, &error)) {
            command_failed(&error);
            return false;
        }
        o->list[o->count] = (ox_overlay){o->data[o->count], size, name};
        o->count++;
    }
    return true;
}

static void free_overlays(overlays *o) {
    for (uint32_t i = 0; i < o->count; i++) free(o->data[i]);
}

/* ---- playing ---- */

bool play_gave_up(const player *p) { return p->gave_up; }

void play_next(player *p, int format, uint32_t scene, const ox_cart *game) {
    p->settings.format = format;
    p->settings.scene = scene;
    p->settings.cart = game;
}

/* ---- carts with C ---- */

enum { KEEP_EVERY = 30 /* frames from one kept state to the next: what a crash takes back */ };

static bool has_code(const live *l) {
    bool has = l->game != NULL;
    for (const ox_module *const *m = l->modules; *m != NULL; m++) has = has || !known_is_own((*m)->id);
    return has;
}

static void describe_code(const live *l, writer *out) {
    code_describe(NULL, l->game, out);
    for (const ox_module *const *m = l->modules; *m != NULL; m++)
        if (!known_is_own((*m)->id)) code_describe(*m, NULL, out);
    writer_u8(out, 0);
}

/* Keeps the state of the game for the next version of its C. */
static void keep_state(player *p, ox_console *console, const live *l) {
    ox_sim_part parts[OX_STATE_PARTS];
    const ox_sim state = {parts, ox_console_list_state(console, parts)};
    writer_free(&p->state);
    writer_free(&p->shape);
    writer_zeros(&p->state, ox_sim_bytes(&state));
    describe_code(l, &p->shape);
    ox_writer to = ox_writer_bytes(p->state.data, p->state.size);
    if (p->state.failed || p->shape.failed) return;
    ox_sim_save(&state, &to);
    p->state_scene = ox_console_scene(console);
    p->state_image = l->plays;
}

static void forget_state(player *p) {
    writer_free(&p->state);
    writer_free(&p->shape);
}

/* The first line in which two descriptions differ, of the one that has it. */
static const char *first_difference(const char *was, const char *is, char line[240]) {
    while (*was != 0 || *is != 0) {
        const size_t a = strcspn(was, "\n"), b = strcspn(is, "\n");
        if (a != b || memcmp(was, is, a) != 0) {
            snprintf(line, 240, "%.*s", (int)(b > 0 ? b : a), b > 0 ? is : was);
            return line;
        }
        was += a + (was[a] != 0);
        is += b + (is[b] != 0);
    }
    return NULL;
}

/* Whether the kept state is one of the code and image that are to be played now; else the game begins anew, and why is told. */
static bool state_fits(player *p, const live *l) {
    char line[240];
    writer now = {0};
    if (p->state.size == 0 || p->state.failed || p->shape.failed) return false;
    describe_code(l, &now);
    const char *other =
        now.failed ? "" : first_difference((const char *)p->shape.data, (const char *)now.data, line);
    if (other != NULL) fprintf(stderr, "oxcart: the game begins anew: its C has other data (%s)\n", other);
    writer_free(&now);
    if (other != NULL) return false;
    if (p->state_image == l->plays) return true;
    fprintf(stderr, "oxcart: the game begins anew: its C and its data changed at once\n");
    return false;
}

static bool restore_state(player *p, ox_console *console) {
    ox_sim_part parts[OX_STATE_PARTS];
    const ox_sim state = {parts, ox_console_list_state(console, parts)};
    ox_reader from = ox_reader_bytes(p->state.data, p->state.size);
    return ox_sim_restore(&state, &from) == OX_OK;
}

/* What a console that crashed holds of the port. */
static void give_up_port(plat *port) {
    for (int what = 0; what < (int)PLAT_SINGLES; what++) (void)plat_claim(port, (plat_single)what, false);
    plat_audio_close(port);
}

/* A call of the console that may run C of the cart. */
typedef struct call_of_console {
    ox_boot_options *boot;
    ox_error *error;
    ox_console *console;
    bool goes_on;
} call_of_console;

static void call_boot(void *of) {
    call_of_console *c = of;
    c->console = ox_console_boot(c->boot, c->error);
}
static void call_frame(void *of) {
    call_of_console *c = of;
    c->goes_on = ox_console_frame(c->console);
}
static void call_close(void *of) {
    const size_t left = ox_console_close(((call_of_console *)of)->console);
    if (left > 0)
        fprintf(stderr, "oxcart: leak: %lu bytes of resident memory were not given back\n",
                (unsigned long)left);
}

/* Runs a call; behind a guard when the cart has C. False when it crashed, after a line. */
static bool run_call(player *p, const live *l, void (*work)(void *of), call_of_console *call) {
    guarded_fault fault;
    if (!has_code(l)) {
        work(call);
        return true;
    }
    if (guarded_run(p->port, work, call, l->modules, l->game, &fault)) return true;
    give_up_port(p->port);
    fprintf(stderr, "oxcart: %s: %s%s\n", l->name, fault.text,
            l->rebuild != NULL ? "; the game waits for the next version" : "");
    return false;
}

/* Waits for the next version of a game that crashed. */
static play_end wait_for_version(player *p, live *l, writer *next) {
    plat_input in;
    while (l->rebuild != NULL) {
        if (live_wait(l, plat_ticks(p->port), next)) return PLAY_INTERRUPTED;
        plat_poll(p->port, &in);
        if (in.quit) return PLAY_DONE;
        plat_wait(p->port, 20000);
    }
    return PLAY_REFUSED;
}

static const char *variable(void *context, const char *name) {
    (void)context;
    return getenv(name);
}

static void tell_option(void *context, const tool_error *error) {
    (void)context;
    report_print(NULL, REPORT_ERROR, error);
}

/* What is wished for options of the image. False after a line for each mistake. */
static bool read_options(player *p, const rom_image *image, ox_boot_options *boot) {
    const play_settings *s = &p->settings;
    const option_wishes wishes = {
        .files = s->option_files, .words = s->options.items, .environment = variable};
    option_sources_free(&p->options);
    const bool ok = option_sources_read(image, &wishes, &p->options, tell_option, NULL);
    p->misused = p->options.misused;
    boot->given = p->options.list;
    boot->given_count = p->options.count;
    boot->user = (uint32_t)s->user;
    return ok;
}

/* The modules that play: those that are not off. */
static const ox_module *const *modules_of(player *p, const ox_module *const *all) {
    const play_settings *s = &p->settings;
    uint32_t count = 0;
    if (s->off_count == 0) return all;
    for (; *all != NULL; all++) {
        bool is_off = false;
        for (uint32_t i = 0; i < s->off_count; i++) is_off = is_off || s->off[i] == (*all)->id;
        if (!is_off) p->on[count++] = *all;
    }
    p->on[count] = NULL;
    return p->on;
}

static ox_console *boot_image(player *p, const char *name, const void *image, size_t size,
                              ox_boot_options *boot, live *l, bool *crashed) {
    const play_settings *s = &p->settings;
    ox_error error = {.status = 0};
    l->plays = rom_crc32(0, image, size);
    if (rom_open(image, size, &l->base, NULL) == ROM_OK &&
        (!choose(s, name, &l->base, boot) || !read_options(p, &l->base, boot)))
        return NULL;
    boot->width = s->size[0];
    boot->height = s->size[1];
    boot->format = s->format;
    boot->band_lines = s->bands;
    boot->gamma = OX_GAMMA_NONE + s->gamma;
    boot->deterministic = s->driver == HOST_DRIVER_HEADLESS;
    boot->log_hashes = s->hash || s->each != NULL;
    boot->count_pixels = s->stats;
    boot->strict = s->strict;
    boot->cart = s->cart;
    if (s->cart != NULL) boot->watch = UINT32_MAX;
    if (s->cart != NULL) boot->first_tick = p->frames;
    if (s->scene != 0) boot->scene = s->scene;
    boot->modules = modules_of(p, l->modules);
    if (p->looks) {
        ox_inspect_join(boot->modules, p->modules);
        boot->modules = p->modules;
#if OX_PROFILED
        boot->inspect = &p->inspect;
        boot->profile = p->inspect.profile;
#endif
    }
    if (s->cart == NULL) boot->cart = l->game;
    if (has_code(l)) boot->watch = UINT32_MAX; /* the guard has the watch */
    const bool goes_on = state_fits(p, l);
    if (goes_on) boot->scene = p->state_scene;
    boot->development_sounds = true;
    call_of_console call = {.boot = boot, .error = &error};
    *crashed = !run_call(p, l, call_boot, &call);
    ox_console *console = *crashed ? NULL : call.console;
    if (console != NULL && goes_on && !restore_state(p, console)) {
        fprintf(stderr, "oxcart: the game begins anew: its state does not fit the new version\n");
        forget_state(p);
        *crashed = !run_call(p, l, call_close, &call) || !run_call(p, l, call_boot, &call);
        console = *crashed ? NULL : call.console;
    } else if (console != NULL && goes_on)
        fprintf(stderr, "oxcart: %s: its new C goes on where it was\n", name);
    if (console == NULL && !*crashed) {
        tool_error refusal;
        if (s->memory_file != NULL) (void)memory_file_write(s->memory_file, NULL, error.text);
        import_error_file(&refusal, name, "%s", error.text);
        command_failed(&refusal);
    }
    return console;
}

/* Letters of the keyboard are for the view: F1 opens and closes it, the others go to its console. */
static void hear_letters(player *p) {
    ox_inspect *view = &p->inspect;
    if (!p->looks || p->settings.profile != NULL) return;
    for (char letter = host_typed(p->port); letter != 0; letter = host_typed(p->port)) {
        if (letter != HOST_TYPED_F1)
            ox_inspect_type(view, letter);
        else if (view->is_open && !view->is_pinned)
            ox_inspect_close(view);
        else
            ox_inspect_show_page(view, (ox_inspect_page)view->page, false);
    }
    char text[(OX_SHEET_ROWS + 2) * (OX_SHEET_COLUMNS + 2)] = "", line[OX_SHEET_COLUMNS + 1];
    for (uint32_t i = 0; ox_inspect_line(view, i, line) != NULL; i++) strcat(strcat(text, line), "\n");
    host_caption(
        p->port,
        text); /* terminals that are too small for the letters of the picture have the page as text */
    host_type(p->port, view->is_open && !view->is_pinned && view->page == OX_INSPECT_CONSOLE);
}

/* Does the lines of a file; what they say comes on stdout. False after a line on stderr. */
static bool run_commands(player *p) {
    tool_error error;
    ox_inspect *view = &p->inspect;
    if (p->settings.commands == NULL || !p->looks) return true;
    const bool ok = console_lines_do(&p->lines, p->settings.commands, &error);
    for (uint32_t age = view->scrolled < OX_INSPECT_SCROLL ? view->scrolled : OX_INSPECT_SCROLL; age-- > 0;)
        if (command_json() == NULL) printf("console: %s\n", ox_inspect_said(view, age));
    if (!ok) (void)command_failed(&error);
    return ok;
}

static void tell_sound(void *context, uint32_t tick, uint32_t id, ox_audio_fate fate) {
    ox_console *console = context;
    uint32_t length = 0;
    const char *name = rom_name(ox_console_modules(console)->image, id, &length);
    if (name == NULL)
        printf("sound %u %s #%08x\n", (unsigned)tick, ox_audio_fate_name(fate), (unsigned)id);
    else
        printf("sound %u %s %.*s\n", (unsigned)tick, ox_audio_fate_name(fate), (int)length, name);
}

/* What the settings ask of sound, before the first frame. */
static void listen_to_sound(const play_settings *s, ox_console *console) {
    ox_audio *audio = ox_console_audio(console);
    if (audio == NULL) return;
    if (s->sounds && command_json() == NULL) ox_audio_watch(audio, tell_sound, console);
    if (s->bus != NULL) ox_audio_bus_solo(audio, ox_sound_bus_of(rom_id(s->bus)), true);
}

/* Plays until the user quits or the game has to begin anew. */
static play_end play_on(player *p, ox_console *console, live *l, writer *next) {
    play_end end = PLAY_DONE;
    call_of_console call = {.console = console};
    const bool keeps = l->rebuild != NULL && has_code(l);
    l->asked = plat_ticks(p->port);
    p->inspect.forward_to = (uint32_t)p->settings.forward;
    for (;;) {
        if (p->inspect.forward_to != 0 && !replays_forward(console, p->inspect.forward_to)) break;
        p->inspect.forward_to = 0;
        if (p->show.what != 0) ox_collisions_show(ox_console_collisions(console), &p->show);
        if (end == PLAY_DONE && keeps && p->frames % KEEP_EVERY == 0) keep_state(p, console, l);
        if (end == PLAY_DONE && p->settings.before != NULL &&
            !p->settings.before(p->settings.context, console))
            break;
        if (end != PLAY_DONE) break;
        if (!run_call(p, l, call_frame, &call)) return PLAY_CRASHED;
        if (!call.goes_on) break;
        count_frame(p, console);
        hear_letters(p);
        if (live_frame(l, plat_ticks(p->port), console, next)) end = PLAY_INTERRUPTED;
        if (p->settings.strict && ox_console_stock(console)->manager.counts.placeholders > 0) {
            fprintf(stderr, "oxcart: a resource is missing or damaged: see the log\n");
            end = PLAY_REFUSED;
        }
    }
    return end;
}

/* Plays an image once. *again: a replay has come to its end, and begins anew. */
static play_end play_once(player *p, const char *name, const void *image, size_t size,
                          const live_rebuild *rebuild, writer *next, bool *again) {
    const play_settings *s = &p->settings;
    ox_boot_options boot = ox_boot_defaults(p->port, image, size);
    host_paint_stack(p->port);
    host_caption(p->port, ""); /* clear the caption of the game before */
    live l;
    overlays over;
    FILE *record = NULL;
    uint8_t *replay = NULL;
    ox_tape tape;
    play_end end = PLAY_REFUSED;
    live_begin(&l, rebuild, name);
    l.held = s->force ? NULL : replays_held;
    bool good = read_overlays(s->overlays, &over) && replays_open(s, &boot, &record, &replay);
    bool measured = s->driver == HOST_DRIVER_HEADLESS || s->frames != 0 || s->hash || s->stats ||
                    s->record != NULL || s->replay != NULL || s->shot != NULL || s->input != NULL;
    if (s->start_screen && !measured) boot.start_screen = 2500000;
    boot.tape = &tape;
    boot.overlays = over.list;
    boot.overlay_count = over.count;
    boot.old_add_ons = s->old_add_ons;
    bool crashed = false;
    ox_console *console = good ? boot_image(p, name, image, size, &boot, &l, &crashed) : NULL;
    if (console != NULL) {
        ox_log *log = ox_console_modules(console)->log;
        const char *bad;
        log_file_join(&p->log, log);
        if (s->log != NULL && !log_words_do(s->log, log, &bad))
            fprintf(stderr, "oxcart: no room for the channel of --log %s\n", bad);
        listen_to_sound(s, console);
        crash_watch(p->port, console);
        end = run_commands(p) ? play_on(p, console, &l, next) : PLAY_REFUSED;
        if (end == PLAY_INTERRUPTED && live_code_changed(&l)) keep_state(p, console, &l);
        if (end == PLAY_INTERRUPTED && !live_code_changed(&l)) forget_state(p);
        *again = end == PLAY_DONE && replays_again(s, console);
        if (end != PLAY_CRASHED && !*again && !replays_tell(console)) end = PLAY_REFUSED;
        crashed = end == PLAY_CRASHED;
        crash_watch(NULL, NULL);
        if (!crashed && s->memory_file != NULL) (void)memory_file_write(s->memory_file, console, "");
        if (!crashed && s->ended != NULL) s->ended(s->context, console);
        call_of_console call = {.console = console};
        if (!crashed && !run_call(p, &l, call_close, &call) && end == PLAY_DONE) end = PLAY_REFUSED;
    }
    if (crashed) end = wait_for_version(p, &l, next);
    if (record != NULL && fclose(record) != 0) {
        fprintf(stderr, "oxcart: cannot write %s\n", s->record);
        end = PLAY_REFUSED;
    }
    if (!live_end(&l)) p->gave_up = true;
    free_overlays(&over);
    free(replay);
    return end;
}

play_end play_image(player *p, const char *name, const void *image, size_t size, const live_rebuild *rebuild,
                    writer *next) {
    play_end end;
    bool again;
    p->lines.folder = name;
    do {
        again = false;
        end = play_once(p, name, image, size, rebuild, next, &again);
    } while (again);
    return end;
}

/* ---- the end ---- */

static int by_size(const void *a, const void *b) {
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

static void print_stats(player *p) {
    uint32_t n = p->frames, timed = n < p->room ? n : p->room;
    json_writer *json = command_json();
    if (timed == 0) return;
    qsort(p->draw_times, timed, sizeof *p->draw_times, by_size);
    double median = ((double)p->draw_times[(timed - 1) / 2] + (double)p->draw_times[timed / 2]) / 2;
    if (json != NULL) {
        json_number(json, "triangles", (p->triangles + n / 2) / n);
        json_number(json, "drawn", (p->drawn + n / 2) / n);
        json_number(json, "pixels", (p->pixels + n / 2) / n);
        json_number(json, "frames", n);
        json_double(json, "median_ms", median / 1000);
        json_double(json, "min_ms", (double)p->draw_times[0] / 1000);
        if (p->settings.hash) json_id(json, "hash", p->hash);
        return;
    }
    printf("tris=%llu drawn=%llu pixels=%llu frames=%u median_ms=%.3f min_ms=%.3f",
           (unsigned long long)((p->triangles + n / 2) / n), (unsigned long long)((p->drawn + n / 2) / n),
           (unsigned long long)((p->pixels + n / 2) / n), (unsigned)n, median / 1000,
           (double)p->draw_times[0] / 1000);
    if (p->settings.hash) printf(" hash=%08x", (unsigned)p->hash);
    printf("\n");
}

int play_close(player *p, play_end end) {
    bool done = host_close(p->port);
    int caught = host_signal();
    if (p->settings.stats && end != PLAY_REFUSED) print_stats(p);
    fflush(stdout);
    forget_state(p);
    free(p->draw_times);
    free(p->inspect.memory);
    pictures_close(&p->pictures);
    if (!log_file_close(&p->log)) done = false;
    option_sources_free(&p->options);
    const bool misused = p->misused;
    free(p);
    if (caught != 0) {
        signal(caught, SIG_DFL);
        raise(caught);
    }
    return misused && end == PLAY_REFUSED ? EXIT_USAGE : done && end != PLAY_REFUSED ? EXIT_GOOD : EXIT_BAD;
}
