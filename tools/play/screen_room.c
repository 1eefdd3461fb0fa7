/* Screens that are opened one by one to see whether their words find room. */
#include "tools/play/screen_room.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernel/console/console.h"
#include "kernel/preset/presets.h"
#include "kernel/ui/module.h"
#include "platform/host/host.h"
#include "tools/build/project.h"
#include "tools/cart/cart.h"
#include "tools/import/base/file.h"

/* A screen in a language. */
typedef struct opened_screen {
    const cart *c;
    const cart_asset *asset;
    const writer *image;
    uint32_t language; /* its number, 0: the only one */
    tool_report *report;
} opened_screen;

static const char *language_of(const opened_screen *o) {
    return o->language == 0 ? "its language" : o->c->languages[o->language - 1].tag;
}

/* Reads what the console said of the screen. */
static bool read_log(const opened_screen *o, const ox_console *console, uint32_t id) {
    char *path = import_file_resolve(o->c->path, o->asset->file);
    const char *line;
    for (uint32_t age = 0; path != NULL && (line = ox_console_log_line(console, age)) != NULL; age++) {
        unsigned screen, element;
        int wide, high, width, height;
        tool_error what;
        const char *at = strstr(line, "screen #");
        if (at == NULL ||
            sscanf(at, "screen #%x: no room for element %u, %dx%d in %dx%d", &screen, &element, &wide, &high,
                   &width, &height) != 6 ||
            screen != id)
            continue;
        import_error_file(&what, path,
                          "element %u has no room in %s: its words take %dx%d pixels, its place has %dx%d",
                          element, language_of(o), wide, high, width, height);
        report_error(o->report, &what);
    }
    free(path);
    return path != NULL;
}

/* Opens a screen on a console, unless it opened by itself, and reads what is said of it. */
static bool look_at_screen(const opened_screen *o, ox_console *console) {
    char name[CART_NAME_MAX + 16];
    const ox_module_host *host = ox_console_modules(console);
    snprintf(name, sizeof name, "screen/%s", o->asset->name);
    const uint32_t id = rom_id(name);
    const bool by_itself = ox_screen_is_open(host, id);
    if (!by_itself) (void)ox_screen_open(host, id);
    ox_console_frame(console);
    const bool ok = read_log(o, console, id);
    if (!by_itself && ox_screen_top(host) == id) ox_screen_close(host);
    return ok;
}

/* Plays the cart in one language and opens its screens one after the other; HUDs, which nobody can close, stay open, so
 * that the console is another one after a few of them. */
static bool look_at_screens(opened_screen *o, uint32_t *next, tool_error *error) {
    char text[200] = "";
    const host_options options = {
        .driver = HOST_DRIVER_HEADLESS, .quiet = true, .memory = HOST_MEMORY_DEFAULT, .threads = 1};
    plat *port = host_open(&options, text, sizeof text);
    ox_error fault = {.text = ""};
    if (port == NULL) return import_error_file(error, o->c->path, "cannot be played: %s", text);
    ox_boot_options boot = ox_boot_defaults(port, o->image->data, o->image->size);
    boot.deterministic = true;
    boot.modules = ox_preset_silent;
    boot.language = (uint8_t)o->language;
    ox_console *console = ox_console_boot(&boot, &fault);
    bool ok = console != NULL || import_error_file(error, o->c->path, "cannot be played: %s", fault.text);
    if (ok) ox_console_frame(console);
    for (uint32_t seen = 0; ok && *next < o->c->asset_count && seen < OX_SCREENS_DEPTH / 2; ++*next) {
        o->asset = &o->c->assets[*next];
        if (strcmp(o->asset->kind, "screen") != 0) continue;
        seen++;
        ok = look_at_screen(o, console) || import_error_memory(error, o->c->path);
    }
    if (console != NULL) ox_console_close(console);
    (void)host_close(port);
    return ok;
}

static bool open_screens(const cart *c, const writer *image, tool_report *report, tool_error *error) {
    for (uint32_t l = c->language_count > 0; l <= c->language_count; l++) {
        opened_screen o = {c, NULL, image, l, report};
        for (uint32_t next = 0; next < c->asset_count;)
            if (!look_at_screens(&o, &next, error)) return false;
    }
    return true;
}

static bool has_screens(const cart *c) {
    for (uint32_t i = 0; i < c->asset_count; i++)
        if (strcmp(c->assets[i].kind, "screen") == 0) return true;
    return false;
}

bool screen_room_report(const char *folder, tool_report *report, tool_error *error) {
    cart c;
    writer image = {0};
    if (!cart_load(folder, &c, error)) return false;
    bool ok = true;
    if (has_screens(&c)) {
        project p = {.folder = folder, .no_cache = true};
        ok = project_pack(&p, &image, error) && open_screens(&c, &image, report, error);
        project_close(&p);
    }
    writer_free(&image);
    cart_free(&c);
    return ok;
}
