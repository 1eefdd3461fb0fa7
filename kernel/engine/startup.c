/* Runs a table of subsystems forwards and backwards, and keeps count of their memory. */
#include "kernel/engine/startup.h"

#include <string.h>

#include "kernel/debug/format.h"
#include "kernel/memory/life.h"

/* ---- the table ---- */

/* The row of an id, or `count`. */
static uint32_t row_of(const ox_startup_subsystem *subsystems, uint32_t count, uint32_t id) {
    uint32_t row = 0;
    while (row < count && subsystems[row].id != id) row++;
    return row;
}

static ox_status blame_subsystem(char *why, size_t size, ox_status status, const char *format,
                                 const ox_startup_subsystem *a, const char *b) {
    if (why != NULL) ox_format(why, size, format, a->name, b);
    return status;
}

static ox_status check_needs(const ox_startup_subsystem *subsystems, uint32_t count, uint32_t row, char *why,
                             size_t size) {
    for (uint32_t id = 0; id < OX_SUBSYSTEMS_MAX; id++) {
        if ((subsystems[row].needs & OX_NEEDS(id)) == 0) continue;
        uint32_t needed = row_of(subsystems, count, id);
        if (needed == count) {
            char number[8];
            ox_format(number, sizeof number, "%u", (unsigned)id);
            return blame_subsystem(why, size, OX_NOT_FOUND,
                                   "%s needs subsystem %s, which is not in the table", &subsystems[row],
                                   number);
        }
        if (needed >= row) {
            return blame_subsystem(why, size, OX_CYCLE, "%s needs %s, which starts later: move it before",
                                   &subsystems[row], subsystems[needed].name);
        }
    }
    return OX_OK;
}

ox_status ox_startup_check(const ox_startup_subsystem *subsystems, uint32_t count, char *why, size_t size) {
    if (why != NULL && size > 0) why[0] = 0;
    if (subsystems == NULL || count > OX_SUBSYSTEMS_MAX) {
        if (why != NULL) ox_format(why, size, "a table has 1 to %u subsystems", (unsigned)OX_SUBSYSTEMS_MAX);
        return OX_BAD_ARGUMENT;
    }
    for (uint32_t row = 0; row < count; row++) {
        const ox_startup_subsystem *subsystem = &subsystems[row];
        if (subsystem->id >= OX_SUBSYSTEMS_MAX || subsystem->client >= OX_SUBSYSTEMS_MAX ||
            subsystem->start == NULL)
            return blame_subsystem(why, size, OX_BAD_ARGUMENT, "%s has %s", subsystem,
                                   subsystem->start == NULL ? "no start function"
                                                            : "an id or client above 31");
        uint32_t first = row_of(subsystems, count, subsystem->id);
        if (first != row)
            return blame_subsystem(why, size, OX_ALREADY_THERE, "%s has the id of %s", subsystem,
                                   subsystems[first].name);
        ox_status status = check_needs(subsystems, count, row, why, size);
        if (ox_failed(status)) return status;
    }
    return OX_OK;
}

/* ---- one subsystem ---- */

static ox_arena *arena_of(const ox_startup *s, const ox_startup_subsystem *subsystem) {
    if (subsystem->client == 0 || s->hooks == NULL || s->hooks->arena == NULL) return NULL;
    return s->hooks->arena(s->context, subsystem->client);
}

static void tell_hooks(const ox_startup *s, const ox_startup_subsystem *subsystem, bool started,
                       ox_status status, size_t bytes) {
    if (s->hooks != NULL && s->hooks->told != NULL)
        s->hooks->told(s->context, subsystem, started, status, bytes);
}

/* Gives back the memory above the marks of a row, at the ends that the row took memory from. */
static void give_back(ox_startup *s, uint32_t row, bool low, bool high) {
    ox_arena *arena = arena_of(s, &s->subsystems[row]);
    const ox_startup_memory *memory = &s->memory[row];
    if (arena == NULL) return;
    if (low) ox_arena_rollback(arena, (ox_mark){.used = memory->low, .end = OX_ARENA_LOW});
    if (high) ox_arena_rollback(arena, (ox_mark){.used = memory->high, .end = OX_ARENA_HIGH});
}

static ox_status start_part(ox_startup *s, uint32_t row) {
    const ox_startup_subsystem *subsystem = &s->subsystems[row];
    ox_startup_memory *memory = &s->memory[row];
    ox_arena *arena = arena_of(s, subsystem);
    memset(memory, 0, sizeof *memory);
    if (arena != NULL) {
        memory->low = ox_arena_mark(arena, OX_ARENA_LOW).used;
        memory->high = ox_arena_mark(arena, OX_ARENA_HIGH).used;
    }
    ox_status status = subsystem->start(s->context);
    if (ox_failed(status)) {
        give_back(s, row, true, true);
        s->failed = row;
        tell_hooks(s, subsystem, true, status, 0);
        return status;
    }
    if (arena != NULL) {
        memory->taken_low = ox_arena_mark(arena, OX_ARENA_LOW).used - memory->low;
        memory->taken = memory->taken_low + (ox_arena_mark(arena, OX_ARENA_HIGH).used - memory->high);
    }
    s->running |= 1u << row;
    tell_hooks(s, subsystem, true, OX_OK, memory->taken);
    return OX_OK;
}

static void stop_part(ox_startup *s, uint32_t row) {
    const ox_startup_subsystem *subsystem = &s->subsystems[row];
    s->running &= ~(1u << row);
    tell_hooks(s, subsystem, false, OX_OK, s->memory[row].taken);
    if (subsystem->stop != NULL) subsystem->stop(s->context);
    give_back(s, row, s->memory[row].taken_low > 0, s->memory[row].taken > s->memory[row].taken_low);
}

/* ---- all subsystems ---- */

void ox_startup_init(ox_startup *s, const ox_startup_subsystem *subsystems, uint32_t count,
                     ox_startup_memory *memory, void *context, const ox_startup_hooks *hooks) {
    memset(s, 0, sizeof *s);
    s->subsystems = subsystems;
    s->memory = memory;
    s->count = count;
    s->context = context;
    s->hooks = hooks;
    s->failed = OX_SUBSYSTEMS_MAX;
}

ox_status ox_startup_run(ox_startup *s) {
    OX_CREATED(s->subsystems);
    FX_ASSERT_MSG(s->running == 0, "the subsystems of this table run already");
    if (s->running != 0) return OX_BAD_STATE;
    ox_status status = ox_startup_check(s->subsystems, s->count, NULL, 0);
    s->failed = OX_SUBSYSTEMS_MAX;
    for (uint32_t row = 0; !ox_failed(status) && row < s->count; row++) status = start_part(s, row);
    if (ox_failed(status)) ox_startup_stop(s);
    return status;
}

void ox_startup_end(ox_startup *s) {
    ox_startup_stop(s);
    OX_CLEAR(s);
}

void ox_startup_stop(ox_startup *s) {
    for (uint32_t row = s->count; row-- > 0;) {
        if ((s->running >> row & 1u) != 0) stop_part(s, row);
    }
}

/* The ends that a row took memory from: a bit for the low end of its client's arena, and one for the high end. */
static uint64_t ends_of(const ox_startup *s, uint32_t row) {
    const ox_startup_memory *memory = &s->memory[row];
    uint64_t client = (uint64_t)1 << (s->subsystems[row].client & 31u);
    return (memory->taken_low > 0 ? client : 0) | (memory->taken > memory->taken_low ? client << 32 : 0);
}

/* Rows that must stop before `row`, and `row` itself: rows that need it by any path, and rows on top of its memory. */
static uint32_t dependents(const ox_startup *s, uint32_t row) {
    uint32_t ids = OX_NEEDS(s->subsystems[row].id), rows = 1u << row;
    uint64_t ends = ends_of(s, row);
    for (uint32_t i = row + 1; i < s->count; i++) {
        bool affected = (s->subsystems[i].needs & ids) != 0 || (ends_of(s, i) & ends) != 0;
        if ((s->running >> i & 1u) == 0 || !affected) continue;
        ids |= OX_NEEDS(s->subsystems[i].id);
        rows |= 1u << i;
        ends |= ends_of(s, i);
    }
    return rows;
}

uint32_t ox_startup_halt_rows(ox_startup *s, uint32_t rows) {
    rows &= s->running;
    for (uint32_t i = s->count; i-- > 0;) {
        if ((rows >> i & 1u) != 0) stop_part(s, i);
    }
    return rows;
}

uint32_t ox_startup_halt(ox_startup *s, uint8_t id) {
    uint32_t row = row_of(s->subsystems, s->count, id);
    if (row == s->count || (s->running >> row & 1u) == 0) return 0;
    return ox_startup_halt_rows(s, dependents(s, row));
}

ox_status ox_startup_resume(ox_startup *s, uint32_t rows) {
    ox_status status = OX_OK;
    for (uint32_t row = 0; !ox_failed(status) && row < s->count; row++) {
        if ((rows >> row & 1u) != 0 && (s->running >> row & 1u) == 0) status = start_part(s, row);
    }
    return status;
}

ox_status ox_startup_restart(ox_startup *s, uint8_t id) {
    uint32_t row = row_of(s->subsystems, s->count, id);
    if (row == s->count) return OX_NOT_FOUND;
    if ((s->running >> row & 1u) == 0) return OX_BAD_STATE;
    return ox_startup_resume(s, ox_startup_halt(s, id));
}

bool ox_startup_runs(const ox_startup *s, uint8_t id) {
    uint32_t row = row_of(s->subsystems, s->count, id);
    return row < s->count && (s->running >> row & 1u) != 0;
}
