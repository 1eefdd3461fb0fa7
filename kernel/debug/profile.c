/* A profile of named pieces of code. */
#include "kernel/debug/profile.h"

#include <string.h>

#include "fixedmath/assert.h"
#include "kernel/debug/format.h"

enum { LINE = 200, PATH_LINE = 600, TRIALS = 64 };

/* Names are literals: mostly the very same one. */
static bool same(const char *a, const char *b) {
    if (a == b) return true;
    for (uint32_t i = 0; i < OX_PROFILE_NAME; i++) {
        if (a[i] != b[i]) return false;
        if (a[i] == 0) return true;
    }
    return true;
}

void ox_profile_init(ox_profile *p, ox_profile_clock *clock, void *context) {
    memset(p, 0, sizeof *p);
    p->clock = clock;
    p->context = context;
    p->is_on = true;
    p->frame_since = clock(context);
}

/* ---- pieces ---- */

static uint16_t history_of(ox_profile *p, const char *name) {
    for (uint16_t i = 0; i < p->history_count; i++)
        if (same(p->history[i].name, name)) return i;
    p->history[p->history_count] = (ox_profile_history){.name = name, .least = -1};
    return p->history_count++;
}

/* The sample of a name within another one; OX_PROFILE_NONE: there is no room. A name has a history before it has a sample, so there are never more of them. */
static uint16_t sample_of(ox_profile *p, uint16_t parent, const char *name) {
    for (uint16_t i = 0; i < p->count; i++)
        if (p->samples[i].parent == parent && same(p->samples[i].name, name)) return i;
    if (p->count == OX_PROFILE_SAMPLES) return OX_PROFILE_NONE;
    p->samples[p->count] = (ox_profile_sample){
        .name = name, .parent = parent, .depth = p->depth, .history = history_of(p, name)};
    return p->count++;
}

static uint16_t innermost(const ox_profile *p) {
    return p->depth == 0 ? (uint16_t)OX_PROFILE_NONE : p->open[p->depth - 1];
}

/* Code of the innermost piece has run up to here. */
static void tell_edge(const ox_profile *p) {
    if (p->edge != NULL) p->edge(p->edge_context, p->depth == 0 ? "" : p->samples[innermost(p)].name);
}

void ox_profile_begin(ox_profile *p, const char *name) {
    if (p == NULL || !p->is_on) return;
    tell_edge(p);
    const uint16_t at = p->skipped > 0 || p->depth == OX_PROFILE_DEPTH ? (uint16_t)OX_PROFILE_NONE
                                                                       : sample_of(p, innermost(p), name);
    const bool is_within = at != OX_PROFILE_NONE && p->samples[at].is_open;
    if (at == OX_PROFILE_NONE || is_within) {
        p->skipped++;
        p->lost++;
        return;
    }
    p->open[p->depth++] = at;
    p->samples[at].is_open = true;
    p->samples[at].calls_now++;
    p->samples[at].since = p->clock(p->context);
}

static void close_innermost(ox_profile *p) {
    tell_edge(p);
    ox_profile_sample *s = &p->samples[p->open[--p->depth]];
    const uint32_t elapsed = p->clock(p->context) - s->since;
    s->is_open = false;
    s->time_now += elapsed;
    if (s->parent != OX_PROFILE_NONE) p->samples[s->parent].children_now += elapsed;
}

void ox_profile_end(ox_profile *p, const char *name) {
    if (p == NULL || !p->is_on) return;
    if (p->skipped > 0) {
        p->skipped--;
        return;
    }
    const bool fits = p->depth > 0 && same(p->samples[innermost(p)].name, name);
    FX_ASSERT_MSG(fits, "the profile's piece `%s` ends and has not begun", name);
    if (fits)
        close_innermost(p);
    else
        p->unmatched++;
}

void ox_profile_switch(ox_profile *p, uint32_t depth, const char *name) {
    if (p == NULL || !p->is_on) return;
    p->skipped = 0;
    while (p->depth > depth) close_innermost(p);
    if (name != NULL) ox_profile_begin(p, name);
}

void ox_profile_end_with(ox_profile *p, const char *name) {
    if (p == NULL || !p->is_on) return;
    uint32_t depth = p->depth;
    while (depth > 0 && !same(p->samples[p->open[depth - 1]].name, name)) depth--;
    if (depth > 0) ox_profile_switch(p, depth, NULL);
    ox_profile_end(p, name);
}

/* ---- counters ---- */

const ox_profile_counter *ox_profile_counter_of(const ox_profile *p, const char *name) {
    for (uint32_t i = 0; i < p->counter_count; i++)
        if (same(p->counters[i].name, name)) return &p->counters[i];
    return NULL;
}

/* The counter of a name, which begins with 0; NULL: there is no room for another. */
static ox_profile_counter *counter(ox_profile *p, const char *name) {
    const ox_profile_counter *found = ox_profile_counter_of(p, name);
    if (found != NULL) return &p->counters[found - p->counters];
    if (p->counter_count == OX_PROFILE_COUNTERS) {
        p->lost++;
        return NULL;
    }
    p->counters[p->counter_count] = (ox_profile_counter){.name = name};
    return &p->counters[p->counter_count++];
}

void ox_profile_count(ox_profile *p, const char *name, uint32_t value) {
    if (p == NULL || !p->is_on) return;
    ox_profile_counter *c = counter(p, name);
    if (c != NULL) c->now += value;
}

void ox_profile_watch(ox_profile *p, const char *name, const uint32_t *at, bool grows) {
    ox_profile_counter *c = p == NULL ? NULL : counter(p, name);
    if (c == NULL) return;
    c->at = at;
    c->before = *at;
    c->grows = grows;
}

void ox_profile_forget(ox_profile *p) {
    for (uint32_t i = 0; p != NULL && i < p->counter_count; i++) p->counters[i].at = NULL;
}

/* Adds the number that a counter looks at. One that grows begins anew where the game goes back in time. */
static void read_watched(ox_profile_counter *c) {
    if (c->at == NULL) return;
    const uint32_t more = *c->at - c->before;
    c->now += !c->grows ? *c->at : more <= INT32_MAX ? more : 0;
    c->before = *c->at;
}

/* ---- frames ---- */

uint32_t ox_profile_ratio(uint32_t microseconds) {
    const uint64_t ratio = (uint64_t)microseconds * 52429u / 1000000u;
    return ratio > 65536u ? 65536u : (uint32_t)ratio;
}

int32_t ox_profile_drift(int32_t before, int32_t now, uint32_t ratio) {
    const int64_t mixed = (int64_t)before * (65536 - (int64_t)ratio) + (int64_t)now * (int64_t)ratio,
                  rounded = (mixed + (mixed < 0 ? -32768 : 32768)) / 65536;
    /* rounding may not stop it short: the last steps are of one unit */
    if (rounded == before && now != before && ratio > 0) return before + (now > before ? 1 : -1);
    return (int32_t)rounded;
}

static void feed(ox_profile_history *h, int32_t percent, uint32_t ratio) {
    if (h->least < 0) {
        h->average = h->least = h->most = percent;
        return;
    }
    h->average = ox_profile_drift(h->average, percent, ratio);
    h->least = percent < h->least ? percent : ox_profile_drift(h->least, percent, ratio);
    h->most = percent > h->most ? percent : ox_profile_drift(h->most, percent, ratio);
}

/* The shares of one name in a frame, as Q16.16 percent. */
static int32_t percent_of(const ox_profile *p, uint16_t history) {
    uint64_t sum = 0;
    for (uint32_t i = 0; i < p->count; i++)
        if (p->samples[i].history == history) sum += p->samples[i].exclusive;
    return p->ticks == 0 ? 0 : (int32_t)((sum * 100u * 65536u + p->ticks / 2) / p->ticks);
}

void ox_profile_frame(ox_profile *p, uint32_t microseconds) {
    if (p == NULL || !p->is_on) return;
    FX_ASSERT_MSG(p->depth == 0, "the profile's piece `%s` has no end in its frame",
                  p->depth == 0 ? "" : p->samples[innermost(p)].name);
    p->unmatched += p->depth;
    ox_profile_switch(p, 0, NULL);
    const uint32_t now = p->clock(p->context), ratio = ox_profile_ratio(microseconds);
    p->ticks = now - p->frame_since;
    p->frame_since = now;
    p->total += p->ticks;
    p->frames++;
    for (uint32_t i = 0; i < p->count; i++) {
        ox_profile_sample *s = &p->samples[i];
        s->calls = s->calls_now;
        s->inclusive = s->time_now;
        s->exclusive = s->time_now - s->children_now;
        s->share = p->ticks == 0 ? 0 : (uint32_t)(((uint64_t)s->exclusive * 1000u + p->ticks / 2) / p->ticks);
        s->total += s->inclusive;
        s->total_exclusive += s->exclusive;
        s->total_calls += s->calls;
        s->calls_now = s->time_now = s->children_now = 0;
    }
    for (uint16_t i = 0; i < p->history_count; i++) feed(&p->history[i], percent_of(p, i), ratio);
    for (uint32_t i = 0; i < p->counter_count; i++) {
        ox_profile_counter *c = &p->counters[i];
        read_watched(c);
        c->last = c->now;
        c->total += c->now;
        if (c->now > c->most) c->most = c->now;
        c->now = 0;
    }
}

ox_profile_history ox_profile_of(const ox_profile *p, const char *name) {
    for (uint32_t i = 0; i < p->history_count; i++)
        if (same(p->history[i].name, name) && p->history[i].least >= 0) return p->history[i];
    return (ox_profile_history){name, 0, 0, 0};
}

/* ---- the tree ---- */

/* The next sample with that parent behind a sample, in the order in which they were first called. */
static uint32_t sibling(const ox_profile *p, uint32_t parent, uint32_t from) {
    for (uint32_t i = from; i < p->count; i++)
        if (p->samples[i].parent == parent) return i;
    return OX_PROFILE_NONE;
}

uint32_t ox_profile_first(const ox_profile *p) { return sibling(p, OX_PROFILE_NONE, 0); }

uint32_t ox_profile_next(const ox_profile *p, uint32_t sample) {
    uint32_t next = sibling(p, sample, 0);
    while (next == OX_PROFILE_NONE && sample != OX_PROFILE_NONE) {
        next = sibling(p, p->samples[sample].parent, sample + 1);
        sample = p->samples[sample].parent;
    }
    return next;
}

/* ---- texts ---- */

void ox_profile_report(const ox_profile *p, ox_profile_line *write, void *context) {
    char line[LINE];
    write(context, "  Ave   Min   Max   # name");
    write(context, "--------------------------");
    for (uint32_t i = ox_profile_first(p); i != OX_PROFILE_NONE; i = ox_profile_next(p, i)) {
        const ox_profile_sample *s = &p->samples[i];
        const ox_profile_history *h = &p->history[s->history];
        if (s->calls == 0) continue;
        ox_text out = ox_text_begin(line, sizeof line);
        ox_text_add(&out, "%5.1q %5.1q %5.1q%4u ", (int)h->average, (int)h->least, (int)h->most,
                    (unsigned)s->calls);
        ox_text_fill(&out, ' ', s->depth);
        ox_text_string(&out, s->name);
        write(context, line);
    }
}

uint32_t ox_profile_flatten(const ox_profile *p, ox_profile_flat rows[OX_PROFILE_SAMPLES]) {
    for (uint32_t i = 0; i < p->history_count; i++) {
        rows[i] = (ox_profile_flat){.name = p->history[i].name};
        for (uint32_t k = 0; k < p->count; k++) {
            const ox_profile_sample *s = &p->samples[k];
            if (s->history != i) continue;
            rows[i].calls += s->calls;
            rows[i].inclusive += s->inclusive;
            rows[i].exclusive += s->exclusive;
            rows[i].share += s->share;
        }
    }
    return p->history_count;
}

/* The names from the outermost piece to a sample, with `between` them. */
static void add_path(const ox_profile *p, uint32_t sample, const char *between, ox_text *out) {
    uint32_t way[OX_PROFILE_DEPTH], count = 0;
    for (; sample != OX_PROFILE_NONE && count < OX_PROFILE_DEPTH; sample = p->samples[sample].parent)
        way[count++] = sample;
    while (count-- > 0) ox_text_add(out, "%s%s", p->samples[way[count]].name, count > 0 ? between : "");
}

void ox_profile_fold(const ox_profile *p, ox_profile_line *write, void *context) {
    char line[PATH_LINE];
    for (uint32_t i = ox_profile_first(p); i != OX_PROFILE_NONE; i = ox_profile_next(p, i)) {
        uint64_t ticks = p->samples[i].total_exclusive;
        if (ticks == 0) continue;
        if (ticks > UINT32_MAX) ticks = UINT32_MAX;
        ox_text out = ox_text_begin(line, sizeof line);
        add_path(p, i, ";", &out);
        ox_text_add(&out, " %u", (unsigned)ticks);
        write(context, line);
    }
}

void ox_profile_csv(const ox_profile *p, uint32_t frame, ox_profile_line *write, void *context) {
    char line[PATH_LINE];
    for (uint32_t i = ox_profile_first(p); i != OX_PROFILE_NONE; i = ox_profile_next(p, i)) {
        const ox_profile_sample *s = &p->samples[i];
        if (s->calls == 0) continue;
        ox_text out = ox_text_begin(line, sizeof line);
        ox_text_add(&out, "%u,", (unsigned)frame);
        add_path(p, i, "/", &out);
        ox_text_add(&out, ",%u,%u,%u", (unsigned)s->calls, (unsigned)s->inclusive, (unsigned)s->exclusive);
        write(context, line);
    }
    for (uint32_t i = 0; i < p->counter_count; i++) {
        ox_format(line, sizeof line, "%u,#%s,%u,0,0", (unsigned)frame, p->counters[i].name,
                  (unsigned)p->counters[i].last);
        write(context, line);
    }
}

/* ---- the price ---- */

uint32_t ox_profile_cost(const ox_profile *p) {
    uint32_t since = p->clock(p->context), now;
    ox_profile_sample sample = {.name = "empty"};
    ox_profile_sample *volatile s = &sample;
    for (uint32_t i = 0; i < TRIALS; i++) { /* what begin and end do, beside a search that finds at once */
        s->calls_now++;
        s->since = p->clock(p->context);
        s->time_now += p->clock(p->context) - s->since;
    }
    now = p->clock(p->context);
    return (now - since) * 16u / TRIALS;
}
