/* Objectives: the walk over the graph, the effects of failing, and the check of graphs before they are played. */
#include "kernel/game/objective.h"

#include <string.h>

#include "kernel/debug/format.h"
#include "kernel/memory/life.h"

FX_STATIC_ASSERT(OX_OBJECTIVES_MAX <= 64, "sets of objectives are 64 bits");
FX_STATIC_ASSERT(OX_OBJECTIVE_STATES <= UINT8_MAX, "a state is a byte");

ox_status ox_objectives_init(ox_objectives *objectives, const ox_objective *graph, uint32_t count,
                             uint8_t *states, ox_counters *counters, ox_events *events) {
    *objectives = (ox_objectives){.graph = graph, .states = states, .counters = counters, .events = events};
    if (count > OX_OBJECTIVES_MAX) return OX_BAD_ARGUMENT;
    objectives->count = count;
    memset(states, OX_OBJECTIVE_LOCKED, count);
    return OX_OK;
}

static void tell_note(ox_objectives *o, ox_objective_note note) {
    ox_events_tell(o->events, note.event, note.what);
}

static bool may_begin(const ox_objectives *o, const ox_objective *of) {
    uint32_t links = 0, done = 0;
    for (; links < OX_OBJECTIVE_AFTER && of->after[links] != 0; links++)
        done += o->states[of->after[links] - 1u] == OX_OBJECTIVE_DONE;
    bool led = links == 0 || ((of->flags & OX_OBJECTIVE_JOIN_ANY) != 0 ? done > 0 : done == links);
    return led && ox_counters_hold(o->counters, of->when, OX_OBJECTIVE_CONDITIONS);
}

static void finish_objective(ox_objectives *o, uint32_t number) {
    const ox_objective *of = &o->graph[number];
    o->states[number] = OX_OBJECTIVE_DONE;
    for (uint32_t i = 0; i < o->count && of->branch != 0; i++) {
        bool open = o->states[i] == OX_OBJECTIVE_LOCKED || o->states[i] == OX_OBJECTIVE_ACTIVE;
        if (i != number && o->graph[i].branch == of->branch && open) o->states[i] = OX_OBJECTIVE_CLOSED;
    }
    tell_note(o, of->on_done);
}

/* The set of `first` and all objectives that come after it. */
static uint64_t behind(const ox_objectives *o, uint32_t first) {
    uint64_t set = (uint64_t)1 << first, before = 0;
    while (set != before) {
        before = set;
        for (uint32_t i = 0; i < o->count; i++) {
            for (uint32_t k = 0; k < OX_OBJECTIVE_AFTER && o->graph[i].after[k] != 0; k++)
                if ((set >> (o->graph[i].after[k] - 1u) & 1u) != 0) set |= (uint64_t)1 << i;
        }
    }
    return set;
}

static void fail_objective(ox_objectives *o, uint32_t number) {
    const ox_objective *of = &o->graph[number];
    o->failures++;
    o->states[number] = OX_OBJECTIVE_FAILED;
    if (of->lives > 0) (void)ox_counters_add(o->counters, SID("lives"), -(int32_t)of->lives);
    if (of->back != 0) {
        uint64_t set = behind(o, of->back - 1u);
        for (uint32_t i = 0; i < o->count; i++) {
            if ((set >> i & 1u) == 0) continue;
            o->states[i] = OX_OBJECTIVE_LOCKED;
            for (uint32_t k = 0; k < OX_OBJECTIVE_CONDITIONS && o->graph[i].resets[k] != OX_ID_NONE; k++)
                (void)ox_counters_set(o->counters, o->graph[i].resets[k], 0);
        }
        o->states[of->back - 1u] = OX_OBJECTIVE_ACTIVE;
        tell_note(o, o->graph[of->back - 1u].on_active);
    }
    tell_note(o, of->on_failed);
}

/* Whether a row of conditions is not empty, and holds. */
static bool holds(const ox_objectives *o, const ox_condition *row) {
    return row->counter != OX_ID_NONE && ox_counters_hold(o->counters, row, OX_OBJECTIVE_CONDITIONS);
}

uint32_t ox_objectives_update(ox_objectives *o) {
    OX_CREATED(o->counters);
    uint32_t changes = 0, failures = o->failures;
    for (uint32_t before = UINT32_MAX; before != changes && failures == o->failures;) {
        before = changes;
        for (uint32_t i = 0; i < o->count && failures == o->failures; i++) {
            const ox_objective *of = &o->graph[i];
            if (o->states[i] == OX_OBJECTIVE_LOCKED && may_begin(o, of)) {
                o->states[i] = OX_OBJECTIVE_ACTIVE;
                tell_note(o, of->on_active);
                changes++;
            }
            if (o->states[i] != OX_OBJECTIVE_ACTIVE) continue;
            if (holds(o, of->failed)) {
                /* nothing more in this tick: the conditions of the failure may still hold */
                fail_objective(o, i);
                changes++;
            } else if (holds(o, of->done)) {
                finish_objective(o, i);
                changes++;
            }
        }
    }
    return changes;
}

/* ---- questions ---- */

static uint32_t number_of(const ox_objectives *o, ox_id name) {
    uint32_t i = 0;
    while (i < o->count && o->graph[i].name != name) i++;
    return i;
}

bool ox_objectives_know(const ox_objectives *objectives, ox_id name) {
    return number_of(objectives, name) < objectives->count;
}

/* The number of an active objective. */
static ox_status find_active(const ox_objectives *o, ox_id name, uint32_t *number) {
    *number = number_of(o, name);
    if (*number >= o->count) return OX_NOT_FOUND;
    return o->states[*number] == OX_OBJECTIVE_ACTIVE ? OX_OK : OX_BAD_STATE;
}

ox_status ox_objectives_complete(ox_objectives *objectives, ox_id name) {
    uint32_t number;
    ox_status status = find_active(objectives, name, &number);
    if (status == OX_OK) finish_objective(objectives, number);
    return status;
}

ox_status ox_objectives_fail(ox_objectives *objectives, ox_id name) {
    uint32_t number;
    ox_status status = find_active(objectives, name, &number);
    if (status == OX_OK) fail_objective(objectives, number);
    return status;
}

ox_objective_state ox_objectives_state(const ox_objectives *objectives, ox_id name) {
    uint32_t number = number_of(objectives, name);
    FX_CHECK_OR(number < objectives->count, "objectives: there is none of that name",
                return OX_OBJECTIVE_LOCKED);
    return (ox_objective_state)objectives->states[number];
}

uint32_t ox_objectives_next(const ox_objectives *objectives, uint32_t from) {
    while (from < objectives->count && (objectives->states[from] != OX_OBJECTIVE_ACTIVE ||
                                        (objectives->graph[from].flags & OX_OBJECTIVE_HIDDEN) != 0))
        from++;
    return from;
}

bool ox_objectives_chapter(const ox_objectives *objectives, uint32_t chapter, uint32_t *done, uint32_t *of) {
    uint32_t all = 0, over = 0;
    for (uint32_t i = 0; i < objectives->count; i++) {
        const ox_objective *o = &objectives->graph[i];
        if (o->chapter != chapter || (o->flags & OX_OBJECTIVE_OPTIONAL) != 0 ||
            objectives->states[i] == OX_OBJECTIVE_CLOSED)
            continue;
        all++;
        over += objectives->states[i] == OX_OBJECTIVE_DONE;
    }
    if (done != NULL) *done = over;
    if (of != NULL) *of = all;
    return over == all;
}

void ox_objectives_save(const ox_objectives *objectives, ox_writer *to) {
    ox_write_u8(to, objectives->count);
    for (uint32_t i = 0; i < objectives->count; i++) {
        ox_write_u32(to, objectives->graph[i].name);
        ox_write_u8(to, objectives->states[i]);
    }
    ox_write_u32(to, objectives->failures);
}

ox_status ox_objectives_restore(ox_objectives *objectives, ox_reader *from) {
    uint8_t states[OX_OBJECTIVES_MAX] = {0};
    uint32_t count = ox_read_u8(from);
    for (uint32_t i = 0; i < count && !from->bad; i++) {
        uint32_t number = number_of(objectives, ox_read_u32(from)), state = ox_read_u8(from);
        if (state >= OX_OBJECTIVE_STATES) from->bad = true;
        if (number < objectives->count) states[number] = (uint8_t)state;
    }
    uint32_t failures = ox_read_u32(from);
    if (from->bad) return OX_BAD_DATA;
    memcpy(objectives->states, states, objectives->count);
    objectives->failures = failures;
    return OX_OK;
}

/* ---- graphs ---- */

static ox_status blame_objective(ox_text *why, ox_status status, uint32_t number, const char *words) {
    if (why != NULL) ox_text_add(why, "objective %u %s", (unsigned)number, words);
    return status;
}

static ox_status check_numbers(const ox_objective *graph, uint32_t count, ox_text *why) {
    for (uint32_t i = 0; i < count; i++) {
        if (graph[i].name == OX_ID_NONE) return blame_objective(why, OX_BAD_DATA, i, "has no name");
        for (uint32_t k = 0; k < i; k++)
            if (graph[k].name == graph[i].name)
                return blame_objective(why, OX_BAD_DATA, i, "has the name of another");
        if (graph[i].back > count)
            return blame_objective(why, OX_BAD_DATA, i, "goes back to one that is not there");
        for (uint32_t k = 0; k < OX_OBJECTIVE_AFTER && graph[i].after[k] != 0; k++)
            if (graph[i].after[k] > count)
                return blame_objective(why, OX_BAD_DATA, i, "comes after one that is not there");
    }
    return OX_OK;
}

/* The set of objectives that must be done before objective i: all needs of those that it comes after, or, for
 * JOIN_ANY, their common needs. False while i is not reached. */
static bool needs_of(const ox_objective *graph, uint32_t i, uint64_t reached, const uint64_t *needs,
                     uint64_t *of) {
    bool any = (graph[i].flags & OX_OBJECTIVE_JOIN_ANY) != 0, first = true,
         led = !any || graph[i].after[0] == 0;
    *of = 0;
    for (uint32_t k = 0; k < OX_OBJECTIVE_AFTER && graph[i].after[k] != 0; k++) {
        uint32_t before = graph[i].after[k] - 1u;
        bool there = (reached >> before & 1u) != 0;
        uint64_t all = needs[before] | (uint64_t)1 << before;
        if (!there && !any) return false;
        if (!there) continue;
        *of = !any ? *of | all : first ? all : *of & all;
        first = false;
        led = true;
    }
    return led;
}

/* Whether a set has two alternatives of one branch. */
static bool contradicts(const ox_objective *graph, uint32_t count, uint64_t needs) {
    for (uint32_t a = 0; a < count; a++) {
        for (uint32_t b = 0; b < a; b++) {
            if (graph[a].branch != 0 && graph[a].branch == graph[b].branch && (needs >> a & 1u) != 0 &&
                (needs >> b & 1u) != 0)
                return true;
        }
    }
    return false;
}

static bool is_in_ring(const ox_objective *graph, uint32_t count, uint32_t of) {
    uint64_t set = 0, before = 1;
    for (uint32_t k = 0; k < OX_OBJECTIVE_AFTER && graph[of].after[k] != 0; k++)
        set |= (uint64_t)1 << (graph[of].after[k] - 1u);
    while (set != before) {
        before = set;
        for (uint32_t i = 0; i < count; i++) {
            for (uint32_t k = 0; (set >> i & 1u) != 0 && k < OX_OBJECTIVE_AFTER && graph[i].after[k] != 0;
                 k++)
                set |= (uint64_t)1 << (graph[i].after[k] - 1u);
        }
    }
    return (set >> of & 1u) != 0;
}

ox_status ox_objectives_check(const ox_objective *graph, uint32_t count, ox_text *why) {
    uint64_t needs[OX_OBJECTIVES_MAX] = {0}, reached = 0;
    if (count > OX_OBJECTIVES_MAX)
        return blame_objective(why, OX_BAD_DATA, count, "is beyond the 64 of a graph");
    ox_status status = check_numbers(graph, count, why);
    if (status != OX_OK) return status;
    for (bool changed = true; changed;) { /* a join of any needs less with each link that is reached */
        changed = false;
        for (uint32_t i = 0; i < count; i++) {
            const uint64_t self = (uint64_t)1 << i;
            uint64_t of;
            if (!needs_of(graph, i, reached, needs, &of) || ((reached & self) != 0 && needs[i] == of))
                continue;
            needs[i] = of;
            reached |= self;
            changed = true;
        }
    }
    for (uint32_t i = 0; i < count; i++) {
        const uint64_t own = graph[i].branch != 0 ? (uint64_t)1 << i : 0;
        if ((reached >> i & 1u) != 0 && contradicts(graph, count, needs[i] | own))
            return blame_objective(why, OX_BAD_DATA, i, "needs two alternatives of one branch");
    }
    for (uint32_t i = 0; i < count; i++) {
        if ((reached >> i & 1u) == 0 && is_in_ring(graph, count, i))
            return blame_objective(why, OX_CYCLE, i, "comes after itself, and nothing leads into the ring");
    }
    for (uint32_t i = 0; i < count; i++) {
        if ((reached >> i & 1u) == 0) return blame_objective(why, OX_BAD_DATA, i, "can never be reached");
    }
    return OX_OK;
}
