/* Heat of resources that are loaded again, and the feedback. */
#include "kernel/resource/thrash.h"

static const ox_manager_record *record_of(const ox_thrash_row *row, const ox_manager *m) {
    return row->handle.bits == 0 ? NULL : ox_manager_record_of(m, row->handle);
}

static ox_thrash_row *row_of(ox_thrash *t, ox_resource_handle handle) {
    ox_thrash_row *coldest = &t->rows[0];
    for (uint32_t i = 0; i < OX_THRASH_ROWS; i++) {
        ox_thrash_row *row = &t->rows[i];
        if (row->handle.bits == handle.bits) return row;
        if (row->heat < coldest->heat) coldest = row;
    }
    if (coldest->is_raised) return NULL;
    *coldest = (ox_thrash_row){.handle = handle};
    return coldest;
}

/* The mean heat of what was loaded again. */
static uint32_t mean_heat(const ox_thrash *t) {
    uint32_t sum = 0, count = 0;
    for (uint32_t i = 0; i < OX_THRASH_ROWS; i++) {
        sum += t->rows[i].heat;
        count += t->rows[i].heat > 0;
    }
    return count == 0 ? 0 : sum / count;
}

static bool is_hot(const ox_thrash_row *row, uint32_t mean) {
    return row->heat >= OX_THRASH_HOT && row->heat >= mean;
}

static void set_step(ox_manager *m, ox_thrash_row *row, bool raised, ox_log *log) {
    const ox_manager_record *r = record_of(row, m);
    row->is_raised = raised;
    if (r == NULL) return;
    const uint8_t priority = (uint8_t)(raised ? r->priority + 1 : r->priority - 1);
    if (ox_manager_priority(m, row->handle, priority) != OX_OK) return;
    ox_log_write(log, PLAT_LOG_INFO, "#%08x %s: priority %u", (unsigned)r->id,
                 raised ? "was loaded again and again" : "rests", (unsigned)priority);
}

/* Raises the hottest one for which there is room among those that stay. */
static void raise_one(ox_thrash *t, ox_manager *m, ox_log *log) {
    const uint32_t mean = mean_heat(t);
    uint64_t kept = 0;
    ox_thrash_row *best = NULL;
    for (uint32_t i = 0; i < OX_THRASH_ROWS; i++) {
        ox_thrash_row *row = &t->rows[i];
        const ox_manager_record *r = record_of(row, m);
        if (r != NULL && row->is_raised) kept += r->size;
        if (r == NULL || row->is_raised || r->priority >= OX_THRASH_TOP || !is_hot(row, mean)) continue;
        if (best == NULL || row->heat > best->heat) best = row;
    }
    if (best == NULL || (kept + record_of(best, m)->size) * 4 > (uint64_t)m->config.cache_bytes * 3) return;
    set_step(m, best, true, log);
    t->raised_at = t->looks;
    t->raises++;
}

void ox_thrash_look(ox_thrash *t, ox_manager *m, ox_log *log) {
    t->looks++;
    for (uint32_t i = 0; i < OX_THRASH_ROWS; i++) {
        ox_thrash_row *row = &t->rows[i];
        row->heat -= (row->heat + 63) / 64;
        if (record_of(row, m) == NULL) *row = (ox_thrash_row){.heat = 0};
        if (row->is_raised && t->looks - row->since > OX_THRASH_REST) set_step(m, row, false, log);
    }
    for (ox_resource_handle h = ox_manager_next(m, (ox_resource_handle){0}); h.bits != 0;
         h = ox_manager_next(m, h)) {
        const ox_manager_record *r = ox_manager_record_of(m, h);
        if (r == NULL || r->reloads == 0) continue;
        ox_thrash_row *row = row_of(t, h);
        if (row == NULL || row->reloads == r->reloads) continue;
        row->heat += (uint32_t)(uint16_t)(r->reloads - row->reloads) * OX_THRASH_ONE;
        row->reloads = r->reloads;
        row->since = t->looks;
    }
    if (t->adapts && t->looks - t->raised_at >= OX_THRASH_PACE) raise_one(t, m, log);
}

void ox_thrash_end(ox_thrash *t, ox_manager *m) {
    t->adapts = false;
    for (uint32_t i = 0; i < OX_THRASH_ROWS; i++)
        if (t->rows[i].is_raised) set_step(m, &t->rows[i], false, NULL);
}

bool ox_thrash_at(const ox_thrash *t, const ox_manager *m, uint32_t number, ox_thrash_figures *figures) {
    const uint32_t mean = mean_heat(t);
    for (uint32_t i = 0; i < OX_THRASH_ROWS; i++) {
        const ox_thrash_row *row = &t->rows[i];
        const ox_manager_record *r = record_of(row, m);
        if (r == NULL || number-- > 0) continue;
        *figures = (ox_thrash_figures){.id = r->id,
                                       .size = r->size,
                                       .loads = 1u + r->reloads,
                                       .evictions = r->reloads + (ox_manager_is_disposed(r) ? 1u : 0u),
                                       .reloads = r->reloads,
                                       .age = m->tick - r->used,
                                       .heat = row->heat,
                                       .priority = r->priority,
                                       .is_hot = is_hot(row, mean),
                                       .is_raised = row->is_raised};
        return true;
    }
    return false;
}
