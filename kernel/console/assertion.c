/* Shows failed assertions of debug builds on the screen and asks the user what to do. */
#include "kernel/console/internal.h"

#if OX_DEBUG
#include "kernel/debug/report.h"
#include "kernel/debug/screen.h"

static const char *const menu = "A ignore  B ignore always\nX break   SELECT abort\nY save    UP DOWN scroll";

/* Opens the screen of a report. The palette's first two entries are its colours while the report is shown. */
static ox_text_screen open_screen(ox_console *c) {
    static const uint32_t colours[2] = {0x600010u, 0xFFFFFFu};
    ox_text_screen screen = {.platform = c->platform,
                             .width = c->options.width,
                             .height = c->options.height,
                             .format = (plat_format)c->options.format,
                             .light = 1,
                             .dark = 0};
    if (screen.format == PLAT_PAL8) {
        plat_palette(c->platform, colours, 0, 2);
    } else {
        plat_ramp(c->platform, NULL, NULL);
        screen.dark = rs_native_from_rgb((rs_format)screen.format, colours[0]);
        screen.light = rs_native_from_rgb((rs_format)screen.format, colours[1]);
    }
    return screen;
}

/* Shows the report until one of the menu's four answers is chosen; true: break. Buttons that are down at the start do
 * not count. */
static bool ask_player(ox_console *c, fx_assert_site *site, const ox_report *report) {
    ox_text_screen screen = open_screen(c);
    int first = 0, lines = ox_text_screen_lines(&screen, report->text);
    for (uint32_t before = UINT32_MAX;;) {
        plat_input in = {0};
        ox_text_screen_show(&screen, report->text, first, menu);
        plat_poll(c->platform, &in);
        uint32_t pressed = in.buttons & ~before;
        before = in.buttons;
        if ((pressed & PLAT_SELECT) != 0 || in.quit) plat_abort(c->platform);
        if ((pressed & PLAT_Y) != 0 && !ox_report_export(report, c->platform))
            continue; /* the log says why the export failed */
        if ((pressed & PLAT_DOWN) != 0 && first + 1 < lines) first++;
        if ((pressed & PLAT_UP) != 0 && first > 0) first--;
        if ((pressed & (PLAT_A | PLAT_B | PLAT_X)) == 0) continue;
        site->ignored = (pressed & PLAT_B) != 0;
        ox_console_show_colours(c);
        return (pressed & PLAT_X) != 0;
    }
}

/* Handles a failed assertion. Where no picture can be shown, now or from this thread, the log has the report and the
 * program breaks. */
static bool handle(void *context, fx_assert_site *site, const char *text, va_list arguments) {
    ox_console *c = context;
    ox_report report;
    ox_report_assertion(&report, c->platform, site, text, arguments);
    ox_report_log(&report, c->platform);
    if (c->jobs || !ox_startup_runs(&c->engine.startup, OX_SUBSYSTEM_VIDEO)) return true;
    return ask_player(c, site, &report);
}

void ox_console_watch_assertions(ox_console *console) {
    if (fx_assert_installed(NULL) == NULL) fx_assert_install(handle, console, NULL);
}

void ox_console_unwatch_assertions(ox_console *console) {
    void *context;
    if (fx_assert_installed(&context) == handle && context == console) fx_assert_install(NULL, NULL, NULL);
}
#else
void ox_console_watch_assertions(ox_console *console) { (void)console; }
void ox_console_unwatch_assertions(ox_console *console) { (void)console; }
#endif
