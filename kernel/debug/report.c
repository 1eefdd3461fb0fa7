/* Builds reports of failed assertions, and lists the places that were silenced. */
#include "kernel/debug/report.h"

#include <string.h>

#include "kernel/debug/format.h"

enum { NAME_SIZE = 64, FRAMES = OX_REPORT_CALLERS + 24 /* the handler's own frames come first */ };

/* A comparison of texts; the kernel uses no strcmp. */
static bool same_text(const char *a, const char *b) {
    while (*a != 0 && *a == *b) a++, b++;
    return *a == *b;
}

/* The name of a caller, or its address as text; false for an address. */
static bool name_of(plat *platform, uintptr_t address, char name[NAME_SIZE]) {
    if (plat_caller_name(platform, address, name, NAME_SIZE)) return true;
    ox_format(name, NAME_SIZE, "%08x", (unsigned)address);
    return false;
}

/* Whether an address lies in the function that calls the handler: by its name, else by its place. */
static bool asserts(plat *platform, uintptr_t address) {
    char name[NAME_SIZE];
    if (name_of(platform, address, name)) return same_text(name, "fx_assert_failed");
#if OX_DEBUG
    enum { LENGTH = 256 }; /* about the length of fx_assert_failed, which calls the handler */
    return address - (uintptr_t)fx_assert_failed < LENGTH;
#else
    return false;
#endif
}

/* How many of the innermost frames belong to the assertion itself: all up to the handler's caller, and the function
 * that failed, which the report has named already. A function that was inlined into another has no frame of its own. */
static int own_frames(plat *platform, const fx_assert_site *site, const uintptr_t *callers, int count) {
    char name[NAME_SIZE];
    for (int i = 0; i + 1 < count; i++) {
        if (!asserts(platform, callers[i])) continue;
        bool inlined = name_of(platform, callers[i + 1], name) && !same_text(name, site->function);
        return inlined ? i + 1 : i + 2;
    }
    return 0;
}

static void add_callers(ox_text *out, plat *platform, const fx_assert_site *site) {
    uintptr_t callers[FRAMES];
    char name[NAME_SIZE];
    int count = plat_callers(platform, callers, FRAMES);
    int first = own_frames(platform, site, callers, count);
    for (int i = first; i < count && i < first + OX_REPORT_CALLERS; i++) {
        bool known = name_of(platform, callers[i], name);
        ox_text_add(out, "\n%s%s", i == first ? "called by " : "          ", name);
        if (known && same_text(name, "main")) break; /* callers of main belong to the machine */
    }
}

void ox_report_assertion(ox_report *report, plat *platform, const fx_assert_site *site, const char *text,
                         va_list arguments) {
    char sentence[OX_LOG_LINE];
    ox_text out = ox_text_begin(report->text, sizeof report->text);
    ox_text_add(&out, "ASSERTION FAILED%s%s", site->condition[0] != 0 ? ": " : "", site->condition);
    if (text != NULL) {
        ox_format_list(sentence, sizeof sentence, text, arguments);
        ox_text_add(&out, "\n%s", sentence);
    }
    ox_text_add(&out, "\n%s:%d in %s", site->file, site->line, site->function);
    if (platform != NULL) add_callers(&out, platform, site);
    report->length = out.length;
}

void ox_report_log(const ox_report *report, plat *platform) {
    char line[OX_LOG_LINE];
    size_t at = 0;
    while (at < report->length) {
        size_t end = at;
        while (end < report->length && report->text[end] != '\n' && end - at < sizeof line - 1) end++;
        memcpy(line, report->text + at, end - at);
        line[end - at] = 0;
        plat_log(platform, PLAT_LOG_ERROR, line);
        at = end + (end < report->length && report->text[end] == '\n' ? 1u : 0u);
    }
}

bool ox_report_export(const ox_report *report, plat *platform) {
    return plat_keep_text(platform, "assertion", report->text);
}

/* ---- silenced places ---- */

uint32_t ox_report_ignored(ox_log *log) {
    uint32_t count = 0;
#if OX_DEBUG
    for (const fx_assert_site *site = fx_assert_sites(); site != NULL; site = site->next) {
        if (!site->ignored) continue;
        count++;
        ox_log_write(log, PLAT_LOG_INFO, "%s:%d in %s: %s (%u failures)", site->file, site->line,
                     site->function, site->condition, site->failures);
    }
#else
    (void)log;
#endif
    return count;
}

uint32_t ox_report_rearm(ox_log *log) {
    uint32_t count = ox_report_ignored(NULL);
#if OX_DEBUG
    fx_assert_rearm();
#endif
    ox_log_write(log, PLAT_LOG_INFO, "%u assertions speak again", (unsigned)count);
    return count;
}
