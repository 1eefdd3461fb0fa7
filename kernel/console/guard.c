/* Stops carts that run wild, with a screen that says what they did. */
#include "kernel/console/internal.h"
#include "kernel/debug/format.h"
#include "kernel/debug/screen.h"

FX_STATIC_ASSERT(OX_GUARD_COUNTERS * sizeof(ox_guarded) < 256,
                 "a console that guards nothing pays little for it");

static const char *const footer = "Press a button.";

/* Shows the text until somebody presses a button, and ends the program. The palette's first two entries are the
 * screen's colours. */
static void stop_with(ox_console *c, const char *text) {
    static const uint32_t colours[2] = {0x102040u, 0xFFFFFFu};
    ox_text_screen screen = {.platform = c->platform,
                             .width = c->options.width,
                             .height = c->options.height,
                             .format = (plat_format)c->options.format,
                             .light = 1};
    if (screen.format == PLAT_PAL8) {
        plat_palette(c->platform, colours, 0, 2);
    } else {
        plat_ramp(c->platform, NULL, NULL);
        screen.dark = rs_native_from_rgb((rs_format)screen.format, colours[0]);
        screen.light = rs_native_from_rgb((rs_format)screen.format, colours[1]);
    }
    plat_log(c->platform, PLAT_LOG_ERROR, text);
    uint32_t before = UINT32_MAX;
    for (int frame = 0; frame < OX_GUARD_FRAMES; frame++) {
        plat_input in = {0};
        ox_text_screen_show(&screen, text, 0, footer);
        plat_poll(c->platform, &in);
        if ((in.buttons & ~before) != 0 || in.quit) break;
        before = in.buttons;
    }
    plat_abort(c->platform);
}

/* Breaks a text into lines at blanks, for a screen of narrow rows. */
static void wrap(const ox_console *c, char *text) {
    ox_text_screen screen = {.width = c->options.width, .height = c->options.height};
    int columns = ox_text_screen_columns(&screen), length = 0;
    char *blank = NULL;
    for (char *at = text; *at != 0; at++) {
        if (*at == ' ') blank = at;
        if (*at == '\n') length = -1, blank = NULL;
        if (++length <= columns || blank == NULL) continue;
        *blank = '\n';
        length = (int)(at - blank);
        blank = NULL;
    }
}

/* ---- a frame that does not end ---- */

static void expired(void *context, uintptr_t where) {
    ox_console *c = context;
    char name[48] = "", text[320];
    bool named = where != 0 && plat_caller_name(c->platform, where, name, sizeof name);
    ox_text out = ox_text_begin(text, sizeof text);
    ox_text_add(&out, "The game was stopped.\n\nIt has not come back for %u.%u seconds.\n\nStep %u, %s",
                (unsigned)(c->watch / 1000000u), (unsigned)(c->watch / 100000u % 10u),
                (unsigned)c->loop.steps, c->guard.doing);
    if (where != 0) ox_text_add(&out, "\nin %s%s%08x", name, named ? " at " : "", (unsigned)where);
    wrap(c, text);
    stop_with(c, text);
}

void ox_guard_begin(ox_console *c) {
    c->guard.doing = "between steps";
    if (c->watch != 0) (void)!plat_watchdog(c->platform, c->watch, expired, c);
}

void ox_guard_end(ox_console *c) {
    if (c->watch != 0) (void)!plat_watchdog(c->platform, 0, NULL, NULL);
}

/* ---- a counter that grows and grows ---- */

/* Whether a counter has grown in too many steps in a row. */
static bool has_gone_wild(ox_guarded *g) {
    uint32_t now = *g->counter;
    if (now == g->last) {
        g->row = 0;
        g->first = now;
        return false;
    }
    g->last = now;
    return ++g->row >= OX_GUARD_STEPS;
}

static void stop_for(ox_console *c, const ox_guarded *g, bool own) {
    char text[400];
    ox_text out = ox_text_begin(text, sizeof text);
    ox_text_add(&out,
                "The game was stopped.\n\nThe %s was full in %u steps on end: %u requests found no room.",
                g->name, (unsigned)g->row, (unsigned)(g->last - g->first));
    if (own) c->guard.tables.tell(c->guard.tables.context, g, &out);
    ox_text_add(&out, "\n\nStep %u, %s", (unsigned)c->loop.steps, c->guard.doing);
    wrap(c, text);
    ox_guard_end(c);
    stop_with(c, text);
}

void ox_guard_tables(ox_console *c, const ox_guarded_tables *tables) { c->guard.tables = *tables; }

void ox_guard_stepped(ox_console *c) {
    for (uint32_t i = 0; i < c->guard.count; i++)
        if (has_gone_wild(&c->guard.counters[i])) stop_for(c, &c->guard.counters[i], false);
    for (uint32_t i = 0; i < c->guard.tables.count; i++)
        if (has_gone_wild(&c->guard.tables.list[i])) stop_for(c, &c->guard.tables.list[i], true);
}

ox_status ox_console_watch(ox_console *console, const char *name, const uint32_t *refusals) {
    if (name == NULL || refusals == NULL) return OX_BAD_ARGUMENT;
    if (console->guard.count == OX_GUARD_COUNTERS) return OX_FULL;
    console->guard.counters[console->guard.count++] = (ox_guarded){name, refusals, *refusals, *refusals, 0};
    return OX_OK;
}
