/* Sections of the report of a crash. */
#include "kernel/inspect/crash.h"

#include "kernel/debug/format.h"
#include "kernel/inspect/internal.h"
#include "kernel/type/name.h"
#include "kernel/world/place.h"
#include "kernel/world/query.h"

enum { NAME = 64, LOGGED = 16 };

typedef struct writing {
    ox_crash *crash;
    const ox_console *console;
    const ox_module_host *host;
    ox_text out;
} writing;

static void name_of(const writing *w, uint32_t id, char name[NAME]) {
    uint32_t length = 0;
    const ox_log *log = w->host->log;
    const char *known = log == NULL || log->name_of == NULL ? NULL : log->name_of(log->names, id, &length);
    ox_text out = ox_text_begin_plain(name, NAME);
    if (known != NULL)
        ox_text_put(&out, known, length);
    else
        ox_text_add(&out, "#%08x", (unsigned)id);
}

static void write_head(writing *w) {
    const ox_console *c = w->console;
    char scene[NAME];
    name_of(w, ox_console_scene(c), scene);
    ox_text_add(&w->out, "CRASH: the game %s\n", w->crash->what);
    ox_text_add(&w->out, "build %s, cart %08x, image %08x\n", w->crash->build == NULL ? "?" : w->crash->build,
                (unsigned)w->host->image->cart, (unsigned)ox_console_identity(c));
#if OX_PROFILED
    const char *work = w->host->log->channel;
#else
    const char *work = NULL;
#endif
    ox_text_add(&w->out, "step %u, %s, at work: %s\n", (unsigned)w->host->world->tick, scene,
                work == NULL ? "the console" : work);
}

static void write_calls(writing *w) {
    char name[NAME], place[2 * NAME];
    ox_text_string(&w->out, "\ncalls, the innermost first\n");
    for (uint32_t i = 0; i < w->crash->call_count && i < OX_CRASH_CALLS; i++) {
        const uintptr_t at = w->crash->calls[i];
        if (!plat_caller_name(w->host->platform, at, name, sizeof name)) ox_format(name, sizeof name, "?");
        const bool has_place =
            w->crash->place != NULL && w->crash->place(w->crash->context, at, place, sizeof place);
        ox_text_add(&w->out, "  %08x%08x %s\n", (unsigned)((uint64_t)at >> 32), (unsigned)at,
                    has_place ? place : name);
        if (ox_text_equal(ox_text_of(name), ox_text_of("main"))) break;
    }
}

static void write_registers(writing *w) {
    if (w->crash->register_count > 0) ox_text_string(&w->out, "\nregisters\n");
    for (uint32_t i = 0; i < w->crash->register_count && i < OX_CRASH_REGISTERS; i++) {
        const uint64_t value = w->crash->registers[i].value;
        ox_text_add(&w->out, "  %-5s %08x%08x%s", w->crash->registers[i].name, (unsigned)(value >> 32),
                    (unsigned)value, i % 3 == 2 || i + 1 == w->crash->register_count ? "\n" : "");
    }
}

/* Where the player is, and in which state; of the first object that is called so. */
static void write_player(writing *w) {
    char state[NAME];
    const ox_object *player = ox_world_called(w->host->world, OX_NAME("player"));
    if (player == NULL) player = ox_world_called(w->host->world, OX_NAME("hero"));
    const vec3 *at = player == NULL ? NULL : ox_place_of(w->host->world, player);
    if (player == NULL) return;
    const ox_id now = inspect_state_of(w->host, player->handle);
    ox_format(state, sizeof state, "-");
    if (now != 0) name_of(w, now, state);
    ox_text_add(&w->out, "\nplayer @%u, state %s", (unsigned)(player->handle.bits & 0xFFFFu), state);
    if (at != NULL) ox_text_add(&w->out, ", at %.3q %.3q %.3q", (int)at->x, (int)at->y, (int)at->z);
    ox_text_string(&w->out, "\n");
    for (uint32_t i = 0; i < w->host->world->component_count; i++) {
        const ox_component_store *store = &w->host->world->components[i];
        const ox_id id = store->type->name;
        const void *record = id == OX_NAME("motion") || id == OX_NAME("clip")
                                 ? ox_component_get(w->host->world, player, i)
                                 : NULL;
        if (record == NULL) continue;
        ox_text_string(&w->out, "  ");
        ox_type_dump(store->type->record, record, &w->out);
        ox_text_string(&w->out, "\n");
    }
}

static void write_scripts(writing *w) { inspect_write_running(w->host, &w->out); }

static void write_memory(writing *w) {
    ox_memory_region region;
    size_t peak, size;
    ox_text_string(&w->out, "\nmemory      used   peak     of\n");
    for (int i = 0; ox_console_region(w->console, i, &region); i++)
        ox_text_add(&w->out, "  %-8s%6u%7u%7u%s\n", region.name, (unsigned)region.used, (unsigned)region.peak,
                    (unsigned)region.size, region.refused > 0 ? " refused some" : "");
    if (ox_console_stack(w->console, &peak, &size))
        ox_text_add(&w->out, "  stack   %6u%7u%7u\n", (unsigned)peak, (unsigned)peak, (unsigned)size);
    ox_text_add(&w->out, "  objects %6u%7u%7u\n", (unsigned)w->host->world->alive,
                (unsigned)w->host->world->live_peak, (unsigned)w->host->world->config.objects);
}

static void write_input(writing *w) {
    ox_text_string(&w->out, "\ninput\n");
    for (uint32_t i = 0; i < w->host->sources->count; i++) {
        const ox_input *in = &w->host->sources->players[i].input;
        ox_text_add(&w->out, "  player %u holds %04x, pressed %04x\n", (unsigned)i + 1, (unsigned)in->held,
                    (unsigned)in->pressed);
    }
}

static void write_log(writing *w) {
    ox_text_string(&w->out, "\nlog, the newest first\n");
    for (uint32_t age = 0; age < LOGGED && ox_log_recent(w->host->log, age) != NULL; age++) {
        const ox_log_note *note = ox_log_note_of(w->host->log, age);
        ox_text_add(&w->out, "  %u %s\n", note == NULL ? 0u : (unsigned)note->frame,
                    ox_log_recent(w->host->log, age));
    }
}

/* The entries of the game, whose functions are its own: last, since they may fault. */
static void write_entries(writing *w) {
#if OX_PROFILED
    const ox_inspect *view = w->host->options->inspect;
    for (const ox_entry *e = view == NULL ? NULL : view->entries; e != NULL; e = e->next) {
        char value[48] = "";
        ox_text out = ox_text_begin(value, sizeof value);
        if (e == view->entries) ox_text_string(&w->out, "\nentries of the game\n");
        if (e->write != NULL)
            e->write(e->at, value, sizeof value);
        else if (e->at != NULL)
            ox_sheet_value(&e->field, ox_field_get(&e->field, e->at, 0), NULL, NULL, &out);
        ox_text_add(&w->out, "  %s/%s %s\n", e->page, e->label, value);
    }
#else
    (void)w;
#endif
}

static void (*const sections[])(writing *w) = {write_head,   write_calls,   write_registers,
                                               write_player, write_scripts, write_memory,
                                               write_input,  write_log,     write_entries};

bool ox_crash_write(ox_crash *crash, const ox_console *console, char *text, size_t size) {
    writing w = {.crash = crash, .console = console, .host = ox_console_modules(console)};
    size_t used = crash->section == 0 ? 0 : ox_text_of(text).length; /* what a section had written stays */
    w.out = ox_text_begin(text + used, size - used);
    if (crash->section > 0) ox_text_string(&w.out, "\n(the rest of this section is damaged)\n");
    while (crash->section < sizeof sections / sizeof sections[0]) sections[crash->section++](&w);
    return used + w.out.length + 1 < size;
}
