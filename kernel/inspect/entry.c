/* What games in C give to the inside view: entries, shapes, bytes to watch. Nothing else of the view comes along into a program that calls these functions. */
#include "kernel/inspect/entry.h"

#include "fixedmath/assert.h"
#include "kernel/inspect/inspect.h"

static ox_inspect *view_of(const ox_console *console) {
#if OX_PROFILED
    return ox_console_modules(console)->options->inspect;
#else
    return (void)console, NULL;
#endif
}

ox_sketch *ox_inspect_sketch(const ox_console *console) {
    ox_inspect *s = view_of(console);
    return s == NULL ? NULL : &s->sketch;
}

ox_watchpoints *ox_inspect_points(const ox_console *console) {
    ox_inspect *s = view_of(console);
    return s == NULL ? NULL : &s->points;
}

ox_break_table *ox_inspect_breaks(const ox_console *console) {
    ox_inspect *s = view_of(console);
    return s == NULL ? NULL : &s->breaks;
}

#if OX_PROFILED
void ox_box_show(const ox_console *console, ox_shown_box *shown) {
    ox_inspect *s = view_of(console);
    if (s == NULL) return;
    ox_shown_box **at = &s->boxes;
    while (*at != NULL && *at != shown) at = &(*at)->next;
    if (*at != NULL) return;
    shown->next = NULL;
    *at = shown;
}

static bool is_listed(const ox_inspect *s, const ox_entry *entry) {
    const ox_entry *e = s->entries;
    while (e != NULL && e != entry) e = e->next;
    return e != NULL;
}

void ox_entries_show(const ox_console *console, ox_entry *entries, uint32_t count) {
    ox_inspect *s = view_of(console);
    for (uint32_t i = 0; s != NULL && i < count; i++) {
        FX_ASSERT_MSG(entries[i].page != NULL && entries[i].label != NULL, "entry %u has no page or no label",
                      (unsigned)i);
        if (is_listed(s, &entries[i])) continue;
        ox_entry **at = &s->entries;
        while (*at != NULL && (*at)->order <= entries[i].order) at = &(*at)->next;
        entries[i].next = *at;
        *at = &entries[i];
    }
}
#endif
