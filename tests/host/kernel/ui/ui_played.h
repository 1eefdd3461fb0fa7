/* What tests of screens share: a cart of screens that is packed, played, pressed and looked at. The file that includes this
 * defines _XOPEN_SOURCE 700. */
#ifndef OXCART_TESTS_UI_PLAYED_H
#define OXCART_TESTS_UI_PLAYED_H
#include "kernel/behaviour/module.h"
#include "kernel/game/module.h"
#include "kernel/input_map/module.h"
#include "kernel/type/name.h"
#include "kernel/ui/internal.h"
#include "tests/host/rom/carts/played_cart.h"

#define HEAD                                                                                                 \
    "title \"Glass\"\nsize 240x160\nformat xrgb8888\nbudget 512K\nframe 128K\nstart one\n"                   \
    "language en \"English\"\nlanguage de \"Deutsch\"\n"                                                     \
    "text words words.csv language=en column=en\ntext words words.csv language=de column=de\n"               \
    "script game game.goad\n"
#define SCENE                                                                                                \
    "scene one\n background #102030\n camera at=0,0 flat%s\n screen first\n behaviour Rules\n%send\n"

/* Options of the camera and objects of the scene; a test that sets them clears them again. */
static const char *more_of_camera = "", *objects_of_scene = "";

static const char words_csv[] =
    "key,en,de\ncancel,Cancel,Abbrechen\neasy,easy,leicht\nhard,hard,schwer\n"
    "p1score,P1: {points},Spieler1 {points}\np2score,P2: {level},Spieler2 {level}\nlong,words,sehr viele "
    "Worte\ncost,Costs [bad?level<points]${points}[/],[bad?level<points]${points}[/]\n"
    "number_point,.,\",\"\nnumber_group,,.\nbutton_x,[gold]x[/],[gold]x[/]\nlong_tip,many words that want "
    "four lines,x\n"
    "score,score {points},Punkte {points}\nhello,One|Two,Eins|Zwei\n";

static const char rules[] =
    "var points = 7\nvar level = 2\nvar loud = 0.5\nvar on_ = true\nvar mood: name = 'easy'\n"
    "var chosen = 0\nvar opened = 0\nvar closed = 0\nvar changed = 0\nvar entered = 0\nvar said = 0\nvar "
    "steps = 0\nvar pushed = 0\nvar wrote = 0\n"
    "behaviour Rules {\n"
    "    on tick {\n        steps += 1\n        if wrote > 0 { box_write('log', \"{wrote:3} {loud:5.2}\\n\", "
    "#FF0000) }\n        if wrote < 0 { box_clear('log') }\n        wrote = 0\n    }\n"
    "    on Press(b) { pushed += 1 }\n"
    "    on Chosen(what) {\n"
    "        chosen += 1\n"
    "        if what == 'two' { screen_open('second') }\n"
    "        if what == 'shut' { screen_close() }\n"
    "    }\n"
    "    on Changed(what) { changed += 1 }\n"
    "    on Opened(which) when which == 'second' { opened += 1 }\n"
    "    on Closed(which) when which == 'second' { closed += 1 }\n"
    "    on Entered(what) { entered += 1 }\n"
    "    on Placed(what, x, y) { entered = x * 1000 + y }\n"
    "    on Said(what) when what == @hello { said += 1 }\n"
    "}\n";

/* A cart with the texts of its screens: name, text, name, text, NULL. */
static inline void pack_screens_of(played *p, const char *more, const char *const *screens) {
    char game[2000];
    size_t at = (size_t)snprintf(game, sizeof game, "%s", HEAD);
    bool has_second = false; /* the script names this screen, so the cart has one */
    CHECK(folder_make(&p->folder));
    for (const char *const *at_name = screens; *at_name != NULL; at_name += 2)
        has_second = has_second || strcmp(*at_name, "second") == 0;
    if (!has_second) at += (size_t)snprintf(game + at, sizeof game - at, "screen second second.screen\n");
    if (!has_second) folder_write(&p->folder, "second.screen", "label text=second\n");
    for (; *screens != NULL; screens += 2) {
        char file[64];
        if (strchr(screens[0], '.') != NULL) { /* another file of the cart, by its own name */
            folder_write(&p->folder, screens[0], screens[1]);
            continue;
        }
        snprintf(file, sizeof file, "%s.screen", screens[0]);
        at += (size_t)snprintf(game + at, sizeof game - at, "screen %s %s\n", screens[0], file);
        folder_write(&p->folder, file, screens[1]);
    }
    snprintf(game + at, sizeof game - at, "%s" SCENE, more, more_of_camera, objects_of_scene);
    folder_write(&p->folder, "cart.txt", game);
    folder_write(&p->folder, "game.goad", rules);
    folder_write(&p->folder, "words.csv", words_csv);
    tool_error error = {.text = ""};
    const bool packed = folder_pack_told(&p->folder, &p->image, &error);
    if (!packed) TEST_INFO("%s", error.text);
    if (!packed) fprintf(stderr, "PACK %s\n", error.text);
    CHECK(packed);
}

static inline void play_screens_with(played *p, const char *more, const char *const *screens) {
    memset(p, 0, sizeof *p);
    pack_screens_of(p, more, screens);
    boot_with(p, NULL, 0);
    if (p->console == NULL) TEST_INFO("%s", p->error.text);
    CHECK(p->console != NULL);
    if (p->console != NULL) frames(p->console, 2);
}

static inline void play_screens(played *p, const char *const *screens) { play_screens_with(p, "", screens); }

#define PLAY(p, ...) play_screens(p, (const char *const[]){__VA_ARGS__, NULL})

static inline const ox_module_host *host_of(const played *p) { return &p->console->host; }
static inline ox_ui *ui_in(const played *p) { return ui_of(host_of(p)); }

static inline int32_t variable(const played *p, const char *name) {
    uint32_t kind;
    const int32_t *cell = ox_behaviours_variable(host_of(p), rom_id(name), &kind);
    CHECK(cell != NULL);
    return cell == NULL ? 0 : *cell;
}

/* Presses and releases a button and waits until its effects have happened. */
static inline void press(const played *p, uint32_t button) {
    frame(p->console, button);
    frames(p->console, 2);
}

static inline void point_at(const played *p, int x, int y, bool held) {
    static int16_t was_x, was_y;
    plat_input polled = {.pointer_x = (int16_t)x,
                         .pointer_y = (int16_t)y,
                         .pointer_dx = (int16_t)(x - was_x),
                         .pointer_dy = (int16_t)(y - was_y),
                         .pointer_held = held};
    was_x = (int16_t)x;
    was_y = (int16_t)y;
    ox_input_feed(p->console->host.input, &polled);
    CHECK(ox_console_update(p->console));
    ox_console_output(p->console);
}

/* The words of an element of whatever screen is open. */
static inline const char *words_shown(const played *p, const char *name) {
    ox_ui *ui = ui_in(p);
    for (uint32_t level = 0; level < ui->now.depth; level++) {
        const ui_open *open = &ui->now.open[level];
        for (uint32_t i = 0; i < open->count; i++) {
            const uint8_t *e = ui_element(open->chunk, i);
            if (ui_name_of(e) == rom_id(name)) return ui_words_of(ui, open->chunk, e);
        }
    }
    CHECK(false);
    return "";
}

static inline ox_id focus_of(const played *p) {
    const ui_open *top = ui_top(ui_in(p));
    return top == NULL ? 0 : top->focus;
}

/* The box of an element of the topmost screen. */
static inline ui_box box_of(const played *p, const char *name) {
    ox_ui *ui = ui_in(p);
    const ui_open *top = &ui->now.open[ui->now.depth - 1u];
    for (uint32_t i = 0; i < top->count; i++)
        if (ui_name_of(ui_element(top->chunk, i)) == rom_id(name)) return *ui_box_of(ui, top, i);
    CHECK(false);
    return (ui_box){0, 0, 0, 0};
}

static inline uint32_t pixel(const played *p, int x, int y) {
    const uint8_t *row = p->console->bands.pixels + (size_t)y * (size_t)p->console->bands.stride;
    CHECK(p->console->bands.whole);
    return ((const uint32_t *)(const void *)row)[x] & 0xFFFFFFu;
}

static inline uint32_t hash_of_picture(const played *p) {
    uint32_t hash = 2166136261u;
    for (int y = 0; y < 160; y++)
        for (int x = 0; x < 240; x++) hash = (hash ^ pixel(p, x, y)) * 16777619u;
    return hash;
}

static inline uint32_t count_pixels(const played *p, ui_box box, uint32_t rgb) {
    uint32_t count = 0;
    for (int y = box.y; y < box.y + box.height; y++)
        for (int x = box.x; x < box.x + box.width; x++) count += pixel(p, x, y) == rgb;
    return count;
}

static inline uint32_t times_logged(const ox_console *c, const char *what) {
    uint32_t times = 0;
    for (uint32_t age = 0; age < 16; age++) {
        const char *line = ox_console_log_line(c, age);
        times += line != NULL && strstr(line, what) != NULL;
    }
    return times;
}

static inline void set(const played *p, const char *name, int32_t value) {
    uint32_t kind;
    int32_t *cell = ox_behaviours_variable(host_of(p), rom_id(name), &kind);
    CHECK(cell != NULL);
    if (cell != NULL) *cell = value;
}

#endif
