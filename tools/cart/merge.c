/* The merge by lines. */
#include "tools/cart/merge.h"

#include <stdio.h>
#include <string.h>

#include "tools/import/text/text_difference.h"

typedef struct side {
    const char *name;
    text_edits edits;
    size_t next;     /* number of the next change */
    ptrdiff_t shift; /* of the side's lines against the base's, behind the changes that are done */
} side;

typedef struct lines_merge {
    const merge_input *in;
    side mine, theirs;
    writer *out;
    uint32_t conflicts;
} lines_merge;

static const text_change *change_of(const side *s) {
    return s->next < s->edits.count ? &s->edits.changes[s->next] : NULL;
}

/* Whether two stretches of the base share a line, or are insertions at one place. */
static bool overlap(size_t a, size_t a_end, size_t b, size_t b_end) {
    return (a < b_end && b < a_end) || (a == b && a == a_end && b == b_end);
}

static void put_stretch(writer *out, const text_pieces *p, size_t from, size_t to) {
    if (to > from) writer_bytes(out, p->text + p->starts[from], p->starts[to] - p->starts[from]);
}

static bool same_stretch(const text_pieces *p, size_t from, size_t to, const text_pieces *q, size_t q_from,
                         size_t q_to) {
    size_t length = p->starts[to] - p->starts[from];
    return length == q->starts[q_to] - q->starts[q_from] &&
           (length == 0 || memcmp(p->text + p->starts[from], q->text + q->starts[q_from], length) == 0);
}

static void put_mark(writer *out, const char *mark, const char *name) {
    if (out->size > 0 && out->data[out->size - 1] != '\n') writer_u8(out, '\n');
    writer_bytes(out, mark, strlen(mark));
    if (name != NULL) {
        writer_u8(out, ' ');
        writer_bytes(out, name, strlen(name));
    }
    writer_u8(out, '\n');
}

/* Takes the changes of a side that overlap [low, *high), and extends *high over them. True when there was a change. */
static bool take_changes(side *s, size_t low, size_t *high, bool first) {
    bool any = false;
    for (const text_change *c = change_of(s); c != NULL; c = change_of(s)) {
        bool meets = first && !any ? c->a == low : overlap(low, *high, c->a, c->a + c->a_count);
        if (!meets) return any;
        if (c->a + c->a_count > *high) *high = c->a + c->a_count;
        s->shift += (ptrdiff_t)c->b_count - (ptrdiff_t)c->a_count;
        s->next++;
        any = true;
        first = false;
    }
    return any;
}

/* Joins one region of the base, with changes of one side or of both. */
static void join_region(lines_merge *m, size_t low, size_t *high) {
    side *mine = &m->mine, *theirs = &m->theirs;
    const text_change *x = change_of(mine), *y = change_of(theirs);
    size_t mine_low = low + (size_t)mine->shift, theirs_low = low + (size_t)theirs->shift;
    bool mine_first =
        x != NULL && x->a == low && !(y != NULL && y->a == low && y->a_count == 0 && x->a_count > 0);
    side *first = mine_first ? mine : theirs, *second = mine_first ? theirs : mine;
    *high = low;
    take_changes(first, low, high, true);
    bool both = false, more = true;
    while (more) {
        more = take_changes(second, low, high, false);
        both = both || more;
        if (more) more = take_changes(first, low, high, false);
    }
    size_t mine_high = *high + (size_t)mine->shift, theirs_high = *high + (size_t)theirs->shift;
    const text_pieces *p = &mine->edits.b, *q = &theirs->edits.b;
    if (!both && first == mine) {
        put_stretch(m->out, p, mine_low, mine_high);
    } else if (!both || same_stretch(p, mine_low, mine_high, q, theirs_low, theirs_high)) {
        put_stretch(m->out, q, theirs_low, theirs_high);
    } else {
        tool_error conflict;
        put_mark(m->out, "<<<<<<<", mine->name);
        put_stretch(m->out, p, mine_low, mine_high);
        put_mark(m->out, "=======", NULL);
        put_stretch(m->out, q, theirs_low, theirs_high);
        put_mark(m->out, ">>>>>>>", theirs->name);
        m->conflicts++;
        import_error_line(&conflict, mine->name, (unsigned long)mine_low + 1,
                          "changed differently in %.160s:%zu; choose one", theirs->name, theirs_low + 1);
        report_error(m->in->said, &conflict);
    }
}

bool merge_by_lines(const merge_input *in, writer *out, uint32_t *conflicts, tool_error *error) {
    const merge_text *base = &in->base;
    lines_merge m = {
        .in = in, .mine = {.name = in->mine.name}, .theirs = {.name = in->theirs.name}, .out = out};
    if (!text_compare(base->text, base->size, in->mine.text, in->mine.size, TEXT_LINES, &m.mine.edits, error))
        return false;
    if (!text_compare(base->text, base->size, in->theirs.text, in->theirs.size, TEXT_LINES, &m.theirs.edits,
                      error)) {
        text_edits_free(&m.mine.edits);
        return false;
    }
    size_t line = 0;
    for (;;) {
        const text_change *x = change_of(&m.mine), *y = change_of(&m.theirs);
        if (x == NULL && y == NULL) break;
        size_t low = x == NULL || (y != NULL && y->a < x->a) ? y->a : x->a;
        put_stretch(out, &m.mine.edits.a, line, low);
        join_region(&m, low, &line);
    }
    put_stretch(out, &m.mine.edits.a, line, m.mine.edits.a.count);
    *conflicts = m.conflicts;
    text_edits_free(&m.mine.edits);
    text_edits_free(&m.theirs.edits);
    return !out->failed || import_error_memory(error, base->name);
}
