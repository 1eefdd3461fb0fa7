/* Computes the stack cells that each function needs with all functions that it calls: frames of cells of variables,
 * link and intermediate values. Recursive calls are found as strongly connected components (Tarjan 1972), which must
 * have limits. */
#include <stdio.h>
#include <string.h>

#include "tools/script/check.h"

typedef struct walk {
    script_compiler *c;
    script_symbol **stack; /* functions of components that are not complete */
    script_symbol **path;  /* functions from the first caller to the current one */
    size_t *edge, *override;
    size_t depth, stacked;
    uint32_t visits, components;
} walk;

static uint32_t frame(const script_symbol *f) { return f->locals + OX_SCRIPT_LINK + f->operands; }

script_symbol *script_reached(const script_compiler *c, const script_edge *call, size_t *number) {
    if ((*number)++ == 0) return call->to;
    if (call->direct || !call->to->virtual) return NULL;
    const script_symbol *root = call->to->base != NULL ? call->to->base : call->to;
    for (; *number - 2 < c->functions.count; (*number)++) {
        script_symbol *f = c->functions.list[*number - 2];
        if (f->role == ROLE_PLAIN && f->base == root && f != call->to)
            return f; /* the next call of this function goes on behind f */
    }
    return NULL;
}

static bool calls_itself(const walk *w, const script_symbol *f) {
    for (size_t i = 0; i < f->call_count; i++) {
        size_t number = 0;
        for (const script_symbol *g; (g = script_reached(w->c, &f->calls[i], &number)) != NULL;)
            if (g == f) return true;
    }
    return false;
}

/* Writes a cycle of functions without limit for the message: f -> g -> f. */
static void name_cycle(const walk *w, script_symbol *f) {
    char text[300];
    size_t length = 0;
    const script_symbol *at = f;
    for (uint32_t i = 0; i < 8; i++) {
        length += (size_t)snprintf(text + length, sizeof text - length, "%s%.30s", i > 0 ? " -> " : "",
                                   script_text(w->c, at->word));
        if (i > 0 && at == f) break;
        const script_symbol *next = NULL, *any = NULL;
        for (size_t k = 0; k < at->call_count; k++) {
            const script_symbol *g = at->calls[k].to;
            if (g->component != f->component) continue;
            any = g;
            if (g == f || next == NULL) next = g;
        }
        at = next != NULL ? next : any;
        if (at == NULL) break;
    }
    script_wrong(w->c, f->place, "recursion without 'limit': %s", text);
}

/* Checks that no cycle is left without the functions that have a limit: functions that call none of the others are
 * removed repeatedly. */
static void check_limits(const walk *w, script_symbol **list, size_t count) {
    size_t left = count;
    for (size_t i = 0; i < count; i++) list[i]->frames = list[i]->limit > 0 ? 1 : 0;
    for (size_t i = 0; i < count; i++) left -= list[i]->frames;
    for (bool found = true; found && left > 0;) {
        found = false;
        for (size_t i = 0; i < count; i++) {
            bool blocked = false;
            if (list[i]->frames != 0) continue;
            for (size_t k = 0; k < list[i]->call_count && !blocked; k++) {
                size_t number = 0;
                for (const script_symbol *g; (g = script_reached(w->c, &list[i]->calls[k], &number)) != NULL;)
                    blocked = blocked || (g->component == list[i]->component && g->frames == 0);
            }
            if (blocked) continue;
            list[i]->frames = 1;
            found = true;
            left--;
        }
    }
    for (size_t i = 0; left > 0 && i < count; i++)
        if (list[i]->frames == 0) {
            name_cycle(w, list[i]);
            return;
        }
}

/* Completes a component: adds up the cells of all its frames, and those of the largest call out of it. */
static void close_component(walk *w, script_symbol *root) {
    size_t first = w->stacked;
    do w->stack[--first]->component = w->components + 1;
    while (w->stack[first] != root);
    w->components++;
    script_symbol **list = w->stack + first;
    size_t count = w->stacked - first;
    w->stacked = first;
    uint64_t frames = 0, limits = 0, below = 0;
    for (size_t i = 0; i < count; i++) limits += list[i]->limit;
    bool recursive = count > 1 || calls_itself(w, root);
    if (recursive) check_limits(w, list, count);
    for (size_t i = 0; i < count; i++) {
        uint64_t times = !recursive ? 1 : list[i]->limit > 0 ? list[i]->limit : limits + 1;
        frames += times * frame(list[i]);
        for (size_t k = 0; k < list[i]->call_count; k++) {
            size_t number = 0;
            for (const script_symbol *g; (g = script_reached(w->c, &list[i]->calls[k], &number)) != NULL;)
                if (g->component != root->component && g->need > below) below = g->need;
        }
    }
    if (frames + below > UINT16_MAX) {
        script_wrong(w->c, root->place,
                     "'%s' needs %lu cells of stack with all that it calls, at most %d are possible",
                     script_text(w->c, root->word), (unsigned long)(frames + below), UINT16_MAX);
        frames = below = 0;
    }
    for (size_t i = 0; i < count; i++) list[i]->need = (uint32_t)(frames + below);
}

static void enter_function(walk *w, script_symbol *f) {
    f->visit = f->low_link = ++w->visits;
    w->stack[w->stacked++] = f;
    w->path[w->depth] = f;
    w->edge[w->depth] = w->override[w->depth] = 0;
    w->depth++;
}

/* Steps from the function at the end of the path to the next function that it calls, or back. */
static void step_walk(walk *w) {
    size_t at = w->depth - 1;
    script_symbol *f = w->path[at], *g = NULL;
    while (w->edge[at] < f->call_count &&
           (g = script_reached(w->c, &f->calls[w->edge[at]], &w->override[at])) == NULL) {
        w->edge[at]++;
        w->override[at] = 0;
    }
    if (g != NULL && g->visit == 0) {
        enter_function(w, g);
    } else if (g != NULL) {
        if (g->component == 0 && g->visit < f->low_link) f->low_link = g->visit;
    } else {
        if (f->low_link == f->visit) close_component(w, f);
        w->depth--;
        if (w->depth > 0 && f->low_link < w->path[w->depth - 1]->low_link)
            w->path[w->depth - 1]->low_link = f->low_link;
    }
}

void script_needs(script_compiler *c) {
    size_t count = c->functions.count + 1;
    walk w = {.c = c};
    w.stack = script_take(c, count * sizeof *w.stack);
    w.path = script_take(c, count * sizeof *w.path);
    w.edge = script_take(c, count * sizeof *w.edge);
    w.override = script_take(c, count * sizeof *w.override);
    for (size_t i = 0; i < c->functions.count; i++) {
        if (c->functions.list[i]->visit != 0) continue;
        enter_function(&w, c->functions.list[i]);
        while (w.depth > 0) step_walk(&w);
    }
}
