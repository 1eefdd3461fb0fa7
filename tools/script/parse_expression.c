#include <string.h>

#include "tools/script/parse.h"

/* ---- nodes ---- */

script_node *script_parse_node(script_parser *p, uint32_t kind, script_place place) {
    script_node *n = SCRIPT_NEW(p->c, script_node);
    n->kind = (uint8_t)kind;
    n->place = n->start = place;
    n->height = 1;
    return n;
}

static bool refuse_depth(script_parser *p, script_place place) {
    if (!p->failed)
        script_wrong(p->c, place, "nested deeper than %d: name parts with let, or make functions of them",
                     SCRIPT_HEIGHT_MOST);
    p->failed = p->broken = true;
    return true;
}

bool script_parse_deep(script_parser *p, const script_node *n) {
    return n->height > SCRIPT_HEIGHT_MOST && refuse_depth(p, n->place);
}

bool script_parse_too_deep(script_parser *p, script_place place) {
    return p->depth >= SCRIPT_HEIGHT_MOST && refuse_depth(p, place);
}

void script_parse_raise(script_node *n, const script_node *child) {
    if (child != NULL && child->height >= n->height) n->height = (uint16_t)(child->height + 1);
}

script_node *script_parse_join(script_parser *p, uint32_t kind, const script_token *sign, script_node *a,
                               script_node *b) {
    script_node *n = script_parse_node(p, kind, sign->place);
    n->token = sign->kind;
    n->a = a;
    n->b = b;
    if (a != NULL && kind != NODE_UNARY) n->start = a->start;
    script_parse_raise(n, a);
    script_parse_raise(n, b);
    script_parse_deep(p, n);
    return n;
}

/* ---- literals, names ---- */

static script_node *literal(script_parser *p, uint32_t kind) {
    const script_token *t = script_parse_next(p);
    script_node *n = script_parse_node(p, NODE_LITERAL, t->place);
    n->token = t->kind;
    n->value[0] = kind == TOKEN_TRUE ? 1 : kind == TOKEN_FALSE || kind == TOKEN_NULL ? 0 : t->value;
    n->constant = kind != TOKEN_TEXT && kind != TOKEN_NOTE;
    if (kind == TOKEN_NAME) n->word = script_word(p->c, t->text + 1, t->length - 2);
    if (kind == TOKEN_NOTE || kind == TOKEN_NAME || kind == TOKEN_TEXT) {
        n->note = t->text;
        n->length = t->length;
    }
    return n;
}

static script_node *list_literal(script_parser *p) {
    script_node *n = script_parse_node(p, NODE_LIST, script_parse_next(p)->place), **next = &n->b;
    while (!p->failed && p->at->kind != TOKEN_CLOSE_INDEX) {
        script_node *entry = script_parse_node(p, NODE_ENTRY, p->at->place);
        entry->a = script_parse_expression(p);
        script_parse_raise(entry, entry->a);
        if (script_parse_take(p, TOKEN_COLON)) entry->b = script_parse_expression(p);
        script_parse_raise(entry, entry->b);
        script_parse_raise(n, entry);
        *next = entry;
        next = &entry->next;
        if (!script_parse_take(p, TOKEN_COMMA)) break;
    }
    script_parse_expect(p, TOKEN_CLOSE_INDEX);
    script_parse_deep(p, n);
    return n;
}

/* Parses a note with parts. */
static script_node *words(script_parser *p) {
    script_node *n = script_parse_node(p, NODE_WORDS, script_parse_next(p)->place), **next = &n->b;
    while (!p->failed && p->at->kind != TOKEN_NOTE && p->at->kind != TOKEN_END) {
        script_node *part = script_parse_node(p, NODE_ENTRY, p->at->place);
        part->a = script_parse_expression(p);
        script_parse_raise(part, part->a);
        script_parse_raise(n, part);
        if (!script_parse_take(p, TOKEN_PART)) script_parse_wrong(p, "'}' of the part");
        *next = part;
        next = &part->next;
    }
    if (p->failed) return n;
    const script_token *t = script_parse_next(p);
    n->note = t->text;
    n->length = t->length;
    script_parse_deep(p, n);
    return n;
}

static script_node *primary(script_parser *p) {
    const script_token *t = p->at;
    script_node *n;
    switch (t->kind) {
    case TOKEN_INT:
        if (t->minimum && (p->at[-1].kind != TOKEN_SUBTRACT)) {
            script_wrong(p->c, t->place, "number out of range");
            p->broken = true;
        }
        return literal(p, t->kind);
    case TOKEN_FX:
    case TOKEN_ANGLE:
    case TOKEN_NAME:
    case TOKEN_TEXT:
    case TOKEN_NOTE:
    case TOKEN_TRUE:
    case TOKEN_FALSE:
    case TOKEN_NULL:
        return literal(p, t->kind);
    case TOKEN_WORDS:
        return words(p);
    case TOKEN_WRONG:
        p->broken = true;
        return script_parse_node(p, NODE_WRONG, script_parse_next(p)->place);
    case TOKEN_ID:
        n = script_parse_node(p, NODE_ID, t->place);
        n->word = script_parse_next(p)->word;
        return n;
    case TOKEN_SELF:
        return script_parse_node(p, NODE_SELF, script_parse_next(p)->place);
    case TOKEN_SUPER:
        return script_parse_node(p, NODE_SUPER, script_parse_next(p)->place);
    case TOKEN_OPEN:
        script_parse_next(p);
        n = script_parse_expression(p);
        script_parse_expect(p, TOKEN_CLOSE);
        return n;
    case TOKEN_OPEN_INDEX:
        return list_literal(p);
    default:
        script_parse_wrong(p, "expression");
        return script_parse_node(p, NODE_WRONG, t->place);
    }
}

/* ---- operators ---- */

script_node *script_parse_arguments(script_parser *p) {
    script_node *list = NULL, **next = &list;
    while (!p->failed && p->at->kind != TOKEN_CLOSE) {
        script_node *n = script_parse_node(p, NODE_ARGUMENT, p->at->place);
        if (p->at->kind == TOKEN_ID && p->at[1].kind == TOKEN_COLON) {
            n->word = script_parse_next(p)->word;
            n->flag = true;
            script_parse_next(p);
        }
        n->a = script_parse_expression(p);
        script_parse_raise(n, n->a);
        *next = n;
        next = &n->next;
        if (!script_parse_take(p, TOKEN_COMMA)) break;
    }
    script_parse_expect(p, TOKEN_CLOSE);
    return list;
}

static script_node *suffix(script_parser *p, script_node *a) {
    const script_token *t = script_parse_next(p);
    script_node *n;
    switch (t->kind) {
    case TOKEN_DOT:
        n = script_parse_join(p, NODE_MEMBER, t, a, NULL);
        if (p->at->kind >= TOKEN_AND && p->at->kind <= TOKEN_INHERIT) { /* o.type */
            n->place = p->at->place;
            n->word = script_word(p->c, p->at->text, p->at->length);
            script_parse_next(p);
        } else {
            n->word = script_parse_name(p, &n->place);
        }
        return n;
    case TOKEN_AS:
        n = script_parse_join(p, NODE_AS, t, a, NULL);
        n->b = script_parse_node(p, NODE_TYPE_NAME, p->at->place);
        n->b->word = script_parse_name(p, &n->b->place);
        return n;
    case TOKEN_OPEN_INDEX:
        n = script_parse_join(p, NODE_INDEX, t, a, script_parse_expression(p));
        script_parse_expect(p, TOKEN_CLOSE_INDEX);
        return n;
    default:
        n = script_parse_join(p, NODE_CALL, t, a, NULL);
        n->b = script_parse_arguments(p);
        for (const script_node *x = n->b; x != NULL; x = x->next) script_parse_raise(n, x);
        script_parse_deep(p, n);
        return n;
    }
}

script_node *script_parse_postfix(script_parser *p) {
    script_node *n = primary(p);
    while (!p->failed && (p->at->kind == TOKEN_DOT || p->at->kind == TOKEN_OPEN_INDEX ||
                          p->at->kind == TOKEN_OPEN || p->at->kind == TOKEN_AS))
        n = suffix(p, n);
    return n;
}

static script_node *unary(script_parser *p) {
    const script_token *t = p->at;
    if (t->kind == TOKEN_START || t->kind == TOKEN_CO) {
        script_parse_next(p);
        return script_parse_join(p, t->kind == TOKEN_START ? NODE_START : NODE_CO, t, script_parse_postfix(p),
                                 NULL);
    }
    if (t->kind != TOKEN_SUBTRACT && t->kind != TOKEN_BITNOT) return script_parse_postfix(p);
    if (script_parse_too_deep(p, p->at->place)) return script_parse_node(p, NODE_WRONG, t->place);
    p->depth++;
    script_parse_next(p);
    script_node *n = script_parse_join(p, NODE_UNARY, t, unary(p), NULL);
    p->depth--;
    return n;
}

/* The levels of binary operators, loosest first; all group to the left. */
static const uint8_t levels[][4] = {
    {TOKEN_BITOR},
    {TOKEN_BITXOR},
    {TOKEN_BITAND},
    {TOKEN_SHIFT_LEFT, TOKEN_SHIFT_RIGHT, TOKEN_UNSIGNED_SHIFT},
    {TOKEN_ADD, TOKEN_SUBTRACT},
    {TOKEN_MULTIPLY, TOKEN_DIVIDE, TOKEN_REMAINDER},
};
enum { LEVELS = sizeof levels / sizeof levels[0] };

static bool among(const uint8_t kinds[4], uint8_t kind) {
    for (int i = 0; i < 4; i++)
        if (kinds[i] != 0 && kinds[i] == kind) return true;
    return false;
}

static script_node *binary(script_parser *p, size_t level) {
    if (level == LEVELS) return unary(p);
    script_node *n = binary(p, level + 1);
    while (!p->failed && among(levels[level], p->at->kind)) {
        const script_token *sign = script_parse_next(p);
        n = script_parse_join(p, NODE_BINARY, sign, n, binary(p, level + 1));
    }
    return n;
}

static bool compares(uint8_t kind) {
    return kind == TOKEN_EQUAL || kind == TOKEN_UNEQUAL || kind == TOKEN_LESS || kind == TOKEN_LESS_EQUAL ||
           kind == TOKEN_GREATER || kind == TOKEN_GREATER_EQUAL;
}

static script_node *comparison(script_parser *p) {
    script_node *n = binary(p, 0);
    if (p->failed || !compares(p->at->kind)) return n;
    const script_token *sign = script_parse_next(p);
    n = script_parse_join(p, NODE_BINARY, sign, n, binary(p, 0));
    if (!p->failed && compares(p->at->kind)) {
        script_wrong(p->c, p->at->place, "comparisons do not chain: write 'a < b and b < c'");
        p->failed = p->broken = true;
    }
    return n;
}

static script_node *negation(script_parser *p) {
    if (p->at->kind != TOKEN_NOT) return comparison(p);
    const script_token *sign = p->at;
    if (script_parse_too_deep(p, p->at->place)) return script_parse_node(p, NODE_WRONG, sign->place);
    p->depth++;
    script_parse_next(p);
    script_node *n = script_parse_join(p, NODE_UNARY, sign, negation(p), NULL);
    p->depth--;
    return n;
}

static script_node *conjunction(script_parser *p) {
    script_node *n = negation(p);
    while (!p->failed && p->at->kind == TOKEN_AND) {
        const script_token *sign = script_parse_next(p);
        n = script_parse_join(p, NODE_AND, sign, n, negation(p));
    }
    return n;
}

static script_node *disjunction(script_parser *p) {
    script_node *n = conjunction(p);
    while (!p->failed && p->at->kind == TOKEN_OR) {
        const script_token *sign = script_parse_next(p);
        n = script_parse_join(p, NODE_OR, sign, n, conjunction(p));
    }
    return n;
}

script_node *script_parse_expression(script_parser *p) {
    if (script_parse_too_deep(p, p->at->place)) return script_parse_node(p, NODE_WRONG, p->at->place);
    p->depth++;
    script_node *n = disjunction(p);
    if (!p->failed && p->at->kind == TOKEN_QUESTION) {
        const script_token *sign = script_parse_next(p);
        script_node *then = script_parse_expression(p);
        script_parse_expect(p, TOKEN_COLON);
        n = script_parse_join(p, NODE_CONDITIONAL, sign, n, then);
        n->c = script_parse_expression(p);
        script_parse_raise(n, n->c);
        script_parse_deep(p, n);
        n->place = n->start;
    }
    p->depth--;
    return n;
}

/* ---- types ---- */

script_node *script_parse_type(script_parser *p) {
    script_node *n = script_parse_node(p, NODE_TYPE_NAME, p->at->place);
    if (script_parse_too_deep(p, p->at->place)) return n;
    if (script_parse_take(p, TOKEN_REF)) {
        n->kind = NODE_TYPE_REF;
        n->word = script_parse_name(p, &n->place);
        return n;
    }
    if (script_parse_take(p, TOKEN_OPEN_INDEX)) {
        n->kind = NODE_TYPE_ARRAY;
        n->c = script_parse_expression(p);
        if (script_parse_take(p, TOKEN_RANGE)) n->d = script_parse_expression(p);
        script_parse_expect(p, TOKEN_CLOSE_INDEX);
        p->depth++;
        n->a = p->failed ? NULL : script_parse_type(p);
        p->depth--;
        script_parse_raise(n, n->a);
        script_parse_raise(n, n->c);
        script_parse_raise(n, n->d);
        return n;
    }
    if (p->at->kind != TOKEN_ID) {
        script_parse_wrong(p, "type");
        return n;
    }
    n->word = script_parse_next(p)->word;
    if (!script_parse_take(p, TOKEN_OPEN_INDEX)) return n;
    n->kind = NODE_TYPE_GENERIC;
    p->depth++;
    n->a = script_parse_type(p);
    if (p->at->kind == TOKEN_CLOSE_INDEX) { /* list[T], for natives' parameters */
        p->depth--;
        script_parse_raise(n, n->a);
        script_parse_next(p);
        return n;
    }
    script_parse_expect(p, TOKEN_COMMA);
    /* map[K, V, n] against list[T, n]: a type begins like an expression, so the number of commas decides. */
    size_t commas = 0;
    for (const script_token *t = p->at;
         t->kind != TOKEN_END && t->kind != TOKEN_CLOSE_INDEX && t->kind != TOKEN_SEMICOLON; t++)
        commas += t->kind == TOKEN_COMMA;
    if (commas > 0 && !p->failed) {
        n->b = n->a;
        n->a = script_parse_type(p);
        script_parse_expect(p, TOKEN_COMMA);
    }
    n->d = p->failed ? NULL : script_parse_expression(p);
    p->depth--;
    script_parse_raise(n, n->a);
    script_parse_raise(n, n->d);
    script_parse_expect(p, TOKEN_CLOSE_INDEX);
    return n;
}
