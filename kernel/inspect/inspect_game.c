/* The page of the game within the inside view: its entries as pages and menus. */
#include "kernel/debug/format.h"
#include "kernel/inspect/internal.h"
#include "kernel/text/view.h"

static bool is_on(const ox_entry *entry, const char *page) {
    return ox_text_equal(ox_text_of(entry->page), ox_text_of(page));
}

/* The page of the game in sight; the first one, while none was chosen. NULL: there is none. */
static const char *page_now(const ox_inspect *s) {
    if (s->trail_count > 0) return s->trail[s->trail_count - 1];
    return s->entries == NULL ? NULL : s->entries->page;
}

/* The page whose first entry comes next to that of a page, in the order of the entries; the first one behind the last, and the other way round. */
static const char *page_beside(const ox_inspect *s, const char *page, int by) {
    const char *first = NULL, *before = NULL, *last = NULL, *next = NULL;
    bool is_behind = false;
    for (const ox_entry *e = s->entries; e != NULL; e = e->next) {
        bool was_there = false; /* the page has an entry before this one */
        for (const ox_entry *k = s->entries; k != e; k = k->next) was_there = was_there || is_on(k, e->page);
        if (was_there) continue;
        if (first == NULL) first = e->page;
        if (is_behind && next == NULL) next = e->page;
        if (is_on(e, page)) {
            is_behind = true;
            before = last;
        }
        last = e->page;
    }
    if (by > 0) return next != NULL ? next : first;
    return before != NULL ? before : last;
}

static void turn_to(ox_inspect *s, const char *page) {
    s->trail[s->trail_count > 0 ? s->trail_count - 1 : 0] = page;
    if (s->trail_count == 0) s->trail_count = 1;
    ox_sheet_turn(&s->sheet);
}

static void change_value(ox_inspect *s, const ox_entry *e) {
    const int64_t now = ox_field_get(&e->field, e->at, 0),
                  next = ox_sheet_stepped(&e->field, now, ox_sheet_step(&s->sheet));
    if (next != now && ox_field_set(&e->field, e->at, 0, next) == OX_OK) s->edited = true;
}

static void act_on(ox_inspect *s, const ox_entry *e, const char *page) {
    const bool is_chosen = ox_sheet_is_pressed(&s->sheet, PLAT_A);
    if (is_chosen && e->leads != NULL && s->trail_count < OX_INSPECT_TRAIL) {
        if (s->trail_count == 0) s->trail[s->trail_count++] = page;
        if (s->trail_count < OX_INSPECT_TRAIL) s->trail[s->trail_count++] = e->leads;
        ox_sheet_turn(&s->sheet);
    }
    if (inspect_is_taped(s)) return;
    if (e->at != NULL && (e->field.flags & OX_ENGINE) == 0 && ox_sheet_step(&s->sheet) != 0)
        change_value(s, e);
    if (is_chosen && e->chosen != NULL) {
        s->edited = true;
        e->chosen(e->context);
    }
}

static bool write_entry(ox_inspect *s, const ox_entry *e) {
    char value[48] = "";
    ox_text out = ox_text_begin(value, sizeof value);
    if (e->write != NULL)
        e->write(e->at, value, sizeof value);
    else if (e->at != NULL)
        ox_sheet_value(&e->field, ox_field_get(&e->field, e->at, 0), inspect_names, s, &out);
    return ox_sheet_row(
        &s->sheet, e->at != NULL || e->chosen != NULL || e->leads != NULL ? OX_SHEET_LIVE : OX_SHEET_PLAIN,
        "%s%s%s%s", e->label, value[0] != 0 ? " " : "", value, e->leads != NULL ? " >" : "");
}

void inspect_page_game(ox_inspect *s) {
    const char *page = page_now(s);
    if (page == NULL) {
        ox_sheet_row(&s->sheet, OX_SHEET_DIM, "the game has no entries");
        return;
    }
    if (ox_sheet_row(&s->sheet, OX_SHEET_HEAD, "%s", page) && ox_sheet_step(&s->sheet) != 0) {
        turn_to(s, page_beside(s, page, ox_sheet_step(&s->sheet)));
        return;
    }
    for (const ox_entry *e = s->entries; e != NULL; e = e->next)
        if (is_on(e, page) && write_entry(s, e)) {
            act_on(s, e, page);
            if (page_now(s) != page) return; /* its entries come with the next pass */
        }
    if (ox_sheet_is_pressed(&s->sheet, PLAT_B) && s->trail_count > 1) {
        s->trail_count--;
        ox_sheet_turn(&s->sheet);
    }
}
