/* The merge by statements: statements that belong together are found by key, then joined field by field. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/cart/merge.h"
#include "tools/import/base/intern.h"

enum { BASE, MINE, THEIRS, SIDES };
#define NONE UINT32_MAX

typedef struct document {
    statements s;
    uint32_t *keys;   /* number of each statement's final key */
    uint32_t *groups; /* group of each statement: statements with the same key but for a number */
    uint32_t *of_key; /* statement of a key, or NONE */
} document;

typedef struct merging {
    const merge_input *in;
    const merge_text *texts[SIDES];
    document documents[SIDES];
    import_name_table groups, keys;
    uint32_t *next; /* order of the outcome: keys after one another */
    uint32_t head;
    writer *out;
    uint32_t conflicts;
    tool_error *error;
} merging;

typedef struct span {
    const char *at;
    size_t length;
} span;

static bool same_span(span a, span b) {
    return a.length == b.length && (a.length == 0 || memcmp(a.at, b.at, a.length) == 0);
}

static span text_of(const document *d, uint32_t i) {
    const statement *t = &d->s.list[i];
    return (span){d->s.text + t->begin, t->end - t->begin};
}

/* ---- keys ---- */

/* The number of the text that a number and a text make together. */
static uint32_t intern(import_name_table *table, uint32_t number, const char *text, size_t length) {
    char stack[700], *room = length + 12 > sizeof stack ? malloc(length + 12) : stack;
    if (room == NULL) return NONE;
    size_t head = (size_t)snprintf(room, 12, "%x/", (unsigned)number);
    memcpy(room + head, text, length);
    uint32_t found = import_name_table_add(table, room, head + length);
    if (room != stack) free(room);
    return found;
}

typedef struct ranked {
    uint32_t group, statement;
} ranked;

static int by_group(const void *a, const void *b) {
    const ranked *x = a, *y = b;
    if (x->group != y->group) return x->group < y->group ? -1 : 1;
    return (x->statement > y->statement) - (x->statement < y->statement);
}

/* The statements of one depth (0: those without a parent), sorted by group. */
static ranked *rank(merging *m, document *d, bool nested, size_t *count) {
    ranked *list = malloc((d->s.count + 1) * sizeof *list);
    *count = 0;
    if (list == NULL) return NULL;
    for (uint32_t i = 0; i < d->s.count; i++) {
        const statement *t = &d->s.list[i];
        if ((t->parent != NONE) != nested) continue;
        size_t above = nested ? strlen(d->s.list[t->parent].key) + 1 : 0;
        uint32_t group =
            intern(&m->groups, nested ? d->keys[t->parent] : NONE, t->key + above, strlen(t->key) - above);
        if (group == NONE) {
            free(list);
            return NULL;
        }
        d->groups[i] = group;
        list[(*count)++] = (ranked){group, i};
    }
    qsort(list, *count, sizeof *list, by_group);
    return list;
}

/* Gives the statements of one group their keys. Statements with the text of a statement of the base get its key; then
 * the base's other keys are given in order. A statement beyond these gets a key from its text, so that two people's
 * additions do not meet unless they are equal. */
static bool number_group(merging *m, document *d, const ranked *own, size_t count, const document *base,
                         const ranked *old, size_t old_count) {
    bool *taken = calloc(old_count + 1, sizeof *taken), ok = taken != NULL;
    bool unnamed = count > 0 && d->s.list[own[0].statement].unnamed;
    size_t hint = 0, next = 0;
    for (size_t i = 0; ok && i < count; i++) d->keys[own[i].statement] = NONE;
    for (size_t i = 0; ok && unnamed && i < count; i++) {
        span text = text_of(d, own[i].statement);
        for (size_t k = 0; k < old_count; k++) {
            size_t at = (hint + k) % old_count;
            if (taken[at] || !same_span(text, text_of(base, old[at].statement))) continue;
            taken[at] = true;
            d->keys[own[i].statement] = base->keys[old[at].statement];
            hint = at + 1;
            break;
        }
    }
    for (size_t i = 0, extra = 0; ok && i < count; i++) {
        uint32_t *key = &d->keys[own[i].statement];
        if (*key != NONE) continue;
        while (next < old_count && taken[next]) next++;
        if (next < old_count) {
            *key = base->keys[old[next++].statement];
        } else {
            char number[32];
            span text = text_of(d, own[i].statement);
            int length = snprintf(number, sizeof number, "#%zu", i);
            bool told_by_text = unnamed && d != base;
            *key = told_by_text ? intern(&m->keys, own[i].group, text.at, text.length)
                                : intern(&m->keys, own[i].group, number, (size_t)length);
            for (size_t k = 0; told_by_text && *key != NONE && k < i; k++) { /* equal texts of one side */
                if (d->keys[own[k].statement] != *key) continue;
                length = snprintf(number, sizeof number, "#+%zu", ++extra);
                *key = intern(&m->keys, own[i].group, number, (size_t)length);
            }
            ok = *key != NONE;
        }
    }
    free(taken);
    return ok;
}

/* Gives all statements of one depth of a document their keys. */
static bool number_depth(merging *m, document *d, bool nested) {
    document *base = &m->documents[BASE];
    size_t count, old_count = 0, k = 0;
    ranked *own = rank(m, d, nested, &count), *old = d == base ? NULL : rank(m, base, nested, &old_count);
    bool ok = own != NULL && (d == base || old != NULL);
    for (size_t i = 0; ok && i < count;) {
        size_t end = i, first;
        while (end < count && own[end].group == own[i].group) end++;
        while (k < old_count && old[k].group < own[i].group) k++;
        first = k;
        while (k < old_count && old[k].group == own[i].group) k++;
        ok = number_group(m, d, own + i, end - i, base, old == NULL ? NULL : old + first, k - first);
        i = end;
    }
    free(own);
    free(old);
    return ok;
}

/* ---- order ---- */

static bool same_order(const document *a, const document *b) {
    return a->s.count == b->s.count &&
           (a->s.count == 0 || memcmp(a->keys, b->keys, a->s.count * sizeof *a->keys) == 0);
}

static void chain(merging *m, uint32_t *before, uint32_t key, bool *listed) {
    if (!listed[key]) {
        uint32_t *link = *before == NONE ? &m->head : &m->next[*before];
        m->next[key] = *link;
        *link = key;
        listed[key] = true;
    }
    *before = key;
}

static bool put_in_order(merging *m) {
    bool mine_leads = !same_order(&m->documents[MINE], &m->documents[BASE]);
    bool *listed = calloc((size_t)m->keys.count + 1, sizeof *listed);
    m->next = malloc(((size_t)m->keys.count + 1) * sizeof *m->next);
    m->head = NONE;
    if (listed == NULL || m->next == NULL) {
        free(listed);
        return false;
    }
    for (int turn = 0; turn < 2; turn++) {
        const document *d = &m->documents[(turn == 0) == mine_leads ? MINE : THEIRS];
        uint32_t before = NONE;
        for (size_t i = 0; i < d->s.count; i++) chain(m, &before, d->keys[i], listed);
    }
    free(listed);
    return true;
}

/* ---- joining ---- */

static void tell_conflict(merging *m, const tool_error *conflict) {
    m->conflicts++;
    report_error(m->in->said, conflict);
}

static void put_span(merging *m, span text) {
    if (text.length == 0) return;
    if (m->out->size > 0 && m->out->data[m->out->size - 1] != '\n') writer_u8(m->out, '\n');
    writer_bytes(m->out, text.at, text.length);
}

static void put_text(merging *m, const char *text) { put_span(m, (span){text, strlen(text)}); }

/* Writes the lines of a conflict between marks. */
static void put_both(merging *m, span mine, span theirs) {
    char line[300];
    snprintf(line, sizeof line, "<<<<<<< %.200s\n", m->texts[MINE]->name);
    put_text(m, line);
    put_span(m, mine);
    put_text(m, "=======\n");
    put_span(m, theirs);
    snprintf(line, sizeof line, ">>>>>>> %.200s\n", m->texts[THEIRS]->name);
    put_text(m, line);
}

/* Joins the comments and empty lines before a statement, or at the end. */
static bool put_comments(merging *m, const span *texts, const bool *there) {
    span empty = {"", 0}, base = there[BASE] ? texts[BASE] : empty;
    if (!there[MINE] || !there[THEIRS]) {
        put_span(m, there[MINE] ? texts[MINE] : texts[THEIRS]);
    } else if (same_span(texts[MINE], texts[THEIRS]) || same_span(base, texts[THEIRS])) {
        put_span(m, texts[MINE]);
    } else if (same_span(base, texts[MINE])) {
        put_span(m, texts[THEIRS]);
    } else {
        merge_input in = *m->in;
        uint32_t conflicts;
        in.base.text = base.at, in.base.size = base.length;
        in.mine.text = texts[MINE].at, in.mine.size = texts[MINE].length;
        in.theirs.text = texts[THEIRS].at, in.theirs.size = texts[THEIRS].length;
        if (!merge_by_lines(&in, m->out, &conflicts, m->error)) return false;
        m->conflicts += conflicts;
    }
    return true;
}

typedef enum verdict { KEEP, REPLACE, REMOVE, CONFLICT } verdict;

static span field_text(const document *d, const statement_field *f) {
    return (span){d->s.text + f->at, f->length};
}

/* What becomes of a field that `mine` has: keep it, take the field of `theirs`, or remove it. */
static verdict judge_field(const merging *m, const statement_field *base, const statement_field *mine,
                           const statement_field *theirs) {
    const document *d = m->documents;
    if (theirs != NULL && same_span(field_text(&d[MINE], mine), field_text(&d[THEIRS], theirs))) return KEEP;
    if (base == NULL) return theirs == NULL ? KEEP : CONFLICT;
    if (same_span(field_text(&d[MINE], mine), field_text(&d[BASE], base)))
        return theirs == NULL ? REMOVE : REPLACE;
    return theirs != NULL && same_span(field_text(&d[THEIRS], theirs), field_text(&d[BASE], base)) ? KEEP
                                                                                                   : CONFLICT;
}

/* What becomes of a field that only `theirs` has. */
static verdict judge_absent(const merging *m, const statement_field *base, const statement_field *theirs) {
    const document *d = m->documents;
    if (base == NULL) return REPLACE;
    return same_span(field_text(&d[THEIRS], theirs), field_text(&d[BASE], base)) ? REMOVE : CONFLICT;
}

typedef struct join {
    const statement *statements[SIDES]; /* base may be NULL */
    const char *conflict;               /* name of the first field in conflict, or NULL */
} join;

static const statement_field *find_field(const merging *m, const join *j, int side, const char *name) {
    return j->statements[side] == NULL ? NULL
                                       : statements_field(&m->documents[side].s, j->statements[side], name);
}

/* Writes the line of `mine` with the changes of `theirs`; fields in conflict are written as `side` has them. */
static void put_joined(merging *m, join *j, int side, writer *line) {
    const statements *mine = &m->documents[MINE].s, *theirs = &m->documents[THEIRS].s;
    const statement *own = j->statements[MINE], *other = j->statements[THEIRS];
    size_t at = own->begin, behind = own->begin;
    for (size_t i = own->field; i < own->field + own->field_count; i++) {
        const statement_field *f = &mine->fields[i], *t = find_field(m, j, THEIRS, f->name);
        verdict v = judge_field(m, find_field(m, j, BASE, f->name), f, t);
        if (v == CONFLICT) {
            j->conflict = f->name;
            v = side == MINE ? KEEP : t == NULL ? REMOVE : REPLACE;
        }
        size_t end = f->at;
        while (v == REMOVE && end > at && (mine->text[end - 1] == ' ' || mine->text[end - 1] == '\t')) end--;
        writer_bytes(line, mine->text + at, end - at);
        if (v == KEEP) writer_bytes(line, mine->text + f->at, f->length);
        if (v == REPLACE) writer_bytes(line, theirs->text + t->at, t->length);
        at = behind = f->at + f->length;
    }
    if (own->field_count == 0) { /* fields go behind the words of the key */
        behind = own->end;
        while (behind > at && strchr(" \t\r\n", mine->text[behind - 1]) != NULL) behind--;
        writer_bytes(line, mine->text + at, behind - at);
    }
    for (size_t i = other->field; i < other->field + other->field_count; i++) {
        const statement_field *f = &theirs->fields[i];
        if (find_field(m, j, MINE, f->name) != NULL) continue;
        verdict v = judge_absent(m, find_field(m, j, BASE, f->name), f);
        if (v == CONFLICT) {
            j->conflict = f->name;
            v = side == MINE ? REMOVE : REPLACE;
        }
        if (v != REPLACE) continue;
        writer_u8(line, ' ');
        writer_bytes(line, theirs->text + f->at, f->length);
    }
    writer_bytes(line, mine->text + behind, own->end - behind);
}

static bool put_fields(merging *m, join *j) {
    writer mine = {0}, theirs = {0};
    put_joined(m, j, MINE, &mine);
    if (j->conflict == NULL) {
        put_span(m, (span){(const char *)mine.data, mine.size});
    } else {
        tool_error conflict;
        put_joined(m, j, THEIRS, &theirs);
        import_error_line(&conflict, m->texts[MINE]->name, j->statements[MINE]->line,
                          "%.100s: `%.60s` was changed differently in %.100s:%lu; choose one",
                          j->statements[MINE]->key, j->conflict, m->texts[THEIRS]->name,
                          j->statements[THEIRS]->line);
        tell_conflict(m, &conflict);
        put_both(m, (span){(const char *)mine.data, mine.size},
                 (span){(const char *)theirs.data, theirs.size});
    }
    bool ok = !mine.failed && !theirs.failed;
    writer_free(&mine);
    writer_free(&theirs);
    return ok;
}

/* Writes a statement that one side removed; the other side may have changed it. */
static void put_survivor(merging *m, uint32_t key, int side) {
    const document *d = &m->documents[side], *base = &m->documents[BASE];
    uint32_t own = d->of_key[key], old = base->of_key[key];
    span text = text_of(d, own), empty = {"", 0};
    tool_error conflict;
    if (old == NONE) { /* the side added the statement */
        put_span(m, text);
        return;
    }
    if (same_span(text, text_of(base, old))) return;
    import_error_line(&conflict, m->texts[side]->name, d->s.list[own].line,
                      "%.100s was changed here and taken out in %.100s; choose one", d->s.list[own].key,
                      m->texts[side == MINE ? THEIRS : MINE]->name);
    tell_conflict(m, &conflict);
    put_both(m, side == MINE ? text : empty, side == MINE ? empty : text);
}

static bool put_key(merging *m, uint32_t key) {
    span leads[SIDES] = {{NULL, 0}, {NULL, 0}, {NULL, 0}}, texts[SIDES] = {{NULL, 0}, {NULL, 0}, {NULL, 0}};
    bool there[SIDES];
    join j = {{NULL, NULL, NULL}, NULL};
    for (int side = 0; side < SIDES; side++) {
        const document *d = &m->documents[side];
        uint32_t i = d->of_key[key];
        there[side] = i != NONE;
        if (!there[side]) continue;
        j.statements[side] = &d->s.list[i];
        leads[side] = (span){d->s.text + d->s.list[i].lead, d->s.list[i].begin - d->s.list[i].lead};
        texts[side] = text_of(d, i);
    }
    int only = there[MINE] ? MINE : THEIRS;
    if (!there[MINE] || !there[THEIRS]) {
        bool gone = there[BASE] && same_span(texts[only], texts[BASE]);
        if (!gone) put_span(m, leads[only]);
        put_survivor(m, key, only);
        return true;
    }
    if (!put_comments(m, leads, there)) return false;
    if (same_span(texts[MINE], texts[THEIRS]) || (there[BASE] && same_span(texts[THEIRS], texts[BASE]))) {
        put_span(m, texts[MINE]);
    } else if (there[BASE] && same_span(texts[MINE], texts[BASE])) {
        put_span(m, texts[THEIRS]);
    } else {
        return put_fields(m, &j);
    }
    return true;
}

/* ---- the whole merge ---- */

static bool index_document(merging *m, document *d) {
    d->of_key = malloc(((size_t)m->keys.count + 1) * sizeof *d->of_key);
    if (d->of_key == NULL) return false;
    for (uint32_t i = 0; i <= m->keys.count; i++) d->of_key[i] = NONE;
    for (uint32_t i = 0; i < d->s.count; i++) d->of_key[d->keys[i]] = i;
    return true;
}

/* Tables can be joined row by row while their columns are the same. */
static bool check_columns(const merging *m, statements_form form, tool_error *error) {
    for (int side = MINE; form == STATEMENTS_TABLE && side < SIDES; side++) {
        const statements *s = &m->documents[side].s, *base = &m->documents[BASE].s;
        bool equal = s->count == 0 || base->count == 0 || strcmp(s->list[0].key, base->list[0].key) == 0;
        if (!equal)
            return import_error_line(error, s->file, 1, "other columns than in %.160s; merge it by lines",
                                     base->file);
    }
    return true;
}

static bool run_merge(merging *m, statements_form form, tool_error *error) {
    const merge_text *texts[SIDES] = {&m->in->base, &m->in->mine, &m->in->theirs};
    for (int side = 0; side < SIDES; side++) {
        document *d = &m->documents[side];
        m->texts[side] = texts[side];
        if (!statements_read(texts[side]->name, texts[side]->text, texts[side]->size, form, &d->s, error))
            return false;
        d->keys = calloc(d->s.count + 1, sizeof *d->keys);
        d->groups = calloc(d->s.count + 1, sizeof *d->groups);
        if (d->keys == NULL || d->groups == NULL) return import_error_memory(error, texts[side]->name);
    }
    if (!check_columns(m, form, error)) return false;
    bool ok = true;
    for (int nested = 0; nested < 2; nested++) {
        for (int side = 0; ok && side < SIDES; side++) ok = number_depth(m, &m->documents[side], nested == 1);
    }
    for (int side = 0; ok && side < SIDES; side++) ok = index_document(m, &m->documents[side]);
    ok = ok && put_in_order(m);
    for (uint32_t key = ok ? m->head : NONE; ok && key != NONE; key = m->next[key]) ok = put_key(m, key);
    if (ok) {
        const bool there[SIDES] = {true, true, true};
        span tails[SIDES];
        for (int side = 0; side < SIDES; side++) {
            const statements *s = &m->documents[side].s;
            tails[side] = (span){s->text + s->tail, s->size - s->tail};
        }
        ok = put_comments(m, tails, there);
    }
    return (ok && !m->out->failed) || import_error_memory(error, m->in->base.name);
}

bool merge_by_statements(const merge_input *in, statements_form form, writer *out, uint32_t *conflicts,
                         tool_error *error) {
    merging m = {.in = in, .out = out, .error = error};
    bool ok = run_merge(&m, form, error);
    *conflicts = m.conflicts;
    for (int side = 0; side < SIDES; side++) {
        statements_free(&m.documents[side].s);
        free(m.documents[side].keys);
        free(m.documents[side].groups);
        free(m.documents[side].of_key);
    }
    import_name_table_free(&m.groups);
    import_name_table_free(&m.keys);
    free(m.next);
    return ok;
}
