/* Checks that `on draw`, and all functions that it calls, read the game and change nothing, and that no other code
 * draws. */
#include <stdio.h>
#include <string.h>

#include "tools/script/check.h"

/* ---- what code does ---- */

void script_note_deed(script_scope *s, script_place place, script_deed_kind kind, uint32_t word) {
    script_symbol *f = s->function;
    if (f == NULL) return;
    script_grow(s->c, (void **)&f->deeds, &f->deed_room, f->deed_count + 1, sizeof *f->deeds);
    f->deeds[f->deed_count++] = (script_deed){place, word, (uint8_t)kind};
}

void script_note_write(script_scope *s, const script_node *n) {
    const script_node *at = n;
    while ((at->kind == NODE_MEMBER && !script_type_is_handle(at->a->type)) || at->kind == NODE_INDEX)
        at = at->a;
    if (at->kind == NODE_ID && at->symbol != NULL && at->symbol->kind == SYMBOL_LOCAL) return;
    script_note_deed(s, n->start, DEED_WRITE, at->word);
}

/* ---- who calls whom ---- */

/* Goes from functions to those that they call, each once. The stack holds functions to visit. */
typedef struct reach {
    script_compiler *c;
    script_symbol **stack;
    size_t count;
    const script_symbol **from; /* by place in the list of functions: NULL, or the first caller */
} reach;

static size_t place_in_list(const script_compiler *c, const script_symbol *f) {
    size_t at = 0;
    while (c->functions.list[at] != f) at++;
    return at;
}

static void arrive(reach *r, script_symbol *f, const script_symbol *from) {
    const size_t at = place_in_list(r->c, f);
    if (r->from[at] != NULL) return;
    r->from[at] = from;
    r->stack[r->count++] = f;
}

static void go_on(reach *r) {
    while (r->count > 0) {
        const script_symbol *f = r->stack[--r->count];
        const script_symbol *from = r->from[place_in_list(r->c, f)];
        for (size_t i = 0; i < f->call_count; i++) {
            size_t number = 0;
            for (script_symbol *g; (g = script_reached(r->c, &f->calls[i], &number)) != NULL;)
                arrive(r, g, from);
        }
    }
}

static reach begin_reach(script_compiler *c) {
    const size_t room = c->functions.count + 1;
    return (reach){.c = c,
                   .stack = script_take(c, room * sizeof(script_symbol *)),
                   .from = script_take(c, room * sizeof(const script_symbol *))};
}

static bool is_draw(const script_symbol *f) {
    return f->role == ROLE_HANDLER && f->index == ROM_SCRIPT_HANDLER_DRAW;
}

/* Whether it is the function that may change nothing (script_options.looks). */
static bool only_looks(const script_compiler *c, const script_symbol *f) {
    return c->options.looks != NULL && f->role == ROLE_PLAIN && f->owner == NULL &&
           strcmp(script_text(c, f->word), c->options.looks) == 0;
}

/* ---- sentences ---- */

/* The chain of calls as text: " ('bar' is called by `on draw` in line 12)"; "" where `on draw` has the code itself. */
static const char *way(script_compiler *c, const script_symbol *f, const script_symbol *from) {
    if (f == from) return "";
    char *text = script_take(c, 160);
    if (from->role == ROLE_HANDLER)
        snprintf(text, 160, " ('%.60s' is called by `on %.40s` in line %lu)", script_text(c, f->word),
                 script_text(c, from->parent_word), (unsigned long)from->place.line);
    else
        snprintf(text, 160, " ('%.60s' is called by what begins in line %lu)", script_text(c, f->word),
                 (unsigned long)from->place.line);
    return text;
}

static void refuse_deed(script_compiler *c, const script_deed *deed, const char *behind, bool looks) {
    static const char *const what[] = {
        [DEED_WRITE] = "'%s' is changed",      [DEED_EMIT] = "the event '%s' is sent",
        [DEED_START] = "a task is started",    [DEED_STOP] = "a task is stopped",
        [DEED_RESUME] = "a coroutine goes on", [DEED_GOTO] = "the state is changed to '%s'",
        [DEED_SIM] = "'%s' changes the game"};
    char text[120];
    snprintf(text, sizeof text, strchr(what[deed->kind], '%') != NULL ? "%.*s%.60s%s" : "%.*s",
             (int)strcspn(what[deed->kind], "%"), what[deed->kind], script_text(c, deed->word),
             strchr(what[deed->kind], '%') != NULL ? strchr(what[deed->kind], '%') + 2 : "");
    if (looks) {
        script_wrong(c, deed->place, "%s, and who looks changes nothing", text);
        return;
    }
    script_wrong(c, deed->place,
                 "%s, and a picture only shows the game: do it in `on tick`, and keep what `on draw` needs "
                 "in a `var`%s",
                 text, behind);
}

/* ---- the pass ---- */

static void check_drawers(script_compiler *c) {
    reach r = begin_reach(c);
    for (size_t i = 0; i < c->functions.count; i++)
        if (is_draw(c->functions.list[i]) || only_looks(c, c->functions.list[i]))
            arrive(&r, c->functions.list[i], c->functions.list[i]);
    go_on(&r);
    for (size_t i = 0; i < c->functions.count; i++) {
        script_symbol *f = c->functions.list[i];
        f->drawn_by = r.from[i];
        for (size_t k = 0; f->drawn_by != NULL && k < f->deed_count; k++)
            if (f->deeds[k].kind != DEED_DRAW)
                refuse_deed(c, &f->deeds[k], way(c, f, f->drawn_by), only_looks(c, f->drawn_by));
    }
}

static void check_others(script_compiler *c) {
    reach r = begin_reach(c);
    for (size_t i = 0; i < c->functions.count; i++) {
        script_symbol *f = c->functions.list[i];
        const bool main = f->owner == NULL && f->word == c->word_main;
        if (!is_draw(f) && (f->role != ROLE_PLAIN || f->latent || main)) arrive(&r, f, f);
    }
    go_on(&r);
    for (size_t i = 0; i < c->functions.count; i++) {
        const script_symbol *f = c->functions.list[i];
        for (size_t k = 0; r.from[i] != NULL && k < f->deed_count; k++)
            if (f->deeds[k].kind == DEED_DRAW)
                script_wrong(c, f->deeds[k].place,
                             "'%s' draws, and only `on draw` does: call it there, or in functions that `on "
                             "draw` alone calls%s",
                             script_text(c, f->deeds[k].word), way(c, f, r.from[i]));
    }
}

void script_check_drawing(script_compiler *c) {
    if (c->failed) return;
    check_drawers(c);
    check_others(c);
}
