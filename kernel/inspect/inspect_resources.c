/* The page of resources: what the cache loads again and again, and the feedback. */
#include "kernel/inspect/internal.h"

void inspect_note_resources(ox_inspect *s) { ox_thrash_look(&s->thrash, s->host->manager, s->host->log); }

bool inspect_do_adapt(ox_inspect *s, const inspect_given *a) {
    const bool on = a->count > 0 && inspect_is_word(a->words[0], "on");
    if (a->count > 0 && !on && !inspect_is_word(a->words[0], "off"))
        return inspect_refuse(s, "on or off", a->words[0]);
    if (a->count > 0 && !on) ox_thrash_end(&s->thrash, s->host->manager);
    if (on) s->thrash.adapts = true;
    inspect_say(s, "the cache %s; raised %u times", s->thrash.adapts ? "adapts" : "does not adapt",
                (unsigned)s->thrash.raises);
    return true;
}

/* The cache as a bar of cells: # in use, : in part, . free. */
static void write_map(ox_inspect *s) {
    const ox_manager *m = s->host->manager;
    char row[OX_SHEET_COLUMNS + 1];
    const uint32_t columns = (uint32_t)s->sheet.columns;
    uint32_t used[OX_SHEET_COLUMNS] = {0};
    ox_heap_report report;
    if (m->heap.size == 0) return;
    const uint32_t cell = (m->heap.size + columns - 1) / columns;
    for (ox_resource_handle h = ox_manager_next(m, (ox_resource_handle){0}); h.bits != 0;
         h = ox_manager_next(m, h)) {
        const ox_manager_record *r = ox_manager_record_of(m, h);
        if (r == NULL || r->life != OX_LIFE_CACHE || r->state != OX_RESOURCE_RESIDENT) continue;
        const uint32_t from = (uint32_t)((const uint8_t *)ox_manager_payload(m, h) - m->heap.base),
                       to = from + r->size;
        for (uint32_t at = from; at < to; at = (at / cell + 1) * cell) {
            const uint32_t end = (at / cell + 1) * cell < to ? (at / cell + 1) * cell : to;
            if (at / cell < columns) used[at / cell] += end - at;
        }
    }
    for (uint32_t i = 0; i < columns; i++) row[i] = used[i] * 4 >= cell * 3 ? '#' : used[i] > 0 ? ':' : '.';
    row[columns] = 0;
    ox_heap_report_of(&m->heap, &report);
    ox_sheet_row(&s->sheet, OX_SHEET_PLAIN, "%s", row);
    ox_sheet_row(&s->sheet, OX_SHEET_DIM, "free %u in %u, most %u", (unsigned)report.free,
                 (unsigned)report.holes, (unsigned)report.largest);
}

void inspect_page_resources(ox_inspect *s) {
    const ox_manager *m = s->host->manager;
    const ox_manager_counts *c = &m->counts;
    ox_thrash_figures row;
    char name[40];
    if (ox_sheet_row(&s->sheet, OX_SHEET_LIVE, "%s",
                     s->thrash.adapts ? "stop to raise what comes again" : "raise what comes again") &&
        ox_sheet_is_pressed(&s->sheet, PLAT_A))
        (void)ox_inspect_run(s, s->thrash.adapts ? "adapt off" : "adapt on");
    ox_sheet_row(&s->sheet, OX_SHEET_PLAIN, "loads %u, again %u", (unsigned)c->loads, (unsigned)c->reloads);
    ox_sheet_row(&s->sheet, OX_SHEET_PLAIN, "evictions %u, refused %u", (unsigned)c->evictions,
                 (unsigned)c->refused);
    ox_sheet_row(&s->sheet, OX_SHEET_PLAIN, "cache %u of %u", (unsigned)m->account.used,
                 (unsigned)m->config.cache_bytes);
    ox_sheet_bar(&s->sheet, (int64_t)m->account.used, (int64_t)m->config.cache_bytes);
    write_map(s);
    ox_sheet_row(&s->sheet, OX_SHEET_HEAD, "again out heat  bytes age what");
    for (uint32_t i = 0; ox_thrash_at(&s->thrash, m, i, &row); i++) {
        ox_sheet_row(&s->sheet, row.is_hot ? OX_SHEET_WARN : OX_SHEET_PLAIN, "%4u%4u%5.1q%6u%5u %c%s",
                     (unsigned)row.reloads, (unsigned)row.evictions, (int)(row.heat * 256u),
                     (unsigned)row.size, (unsigned)row.age, row.is_raised ? '+' : ' ',
                     inspect_name(s, row.id, name));
    }
}
