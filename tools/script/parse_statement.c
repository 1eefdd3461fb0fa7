#include "tools/script/parse.h"

static script_node *parse_one(script_parser *p);

static script_node *begin_node(script_parser *p, uint32_t kind) {
    return script_parse_node(p, kind, script_parse_next(p)->place);
}

static bool is_end(uint8_t kind) {
    return kind == TOKEN_SEMICOLON || kind == TOKEN_CLOSE_BLOCK || kind == TOKEN_END;
}

/* Parses statements up to the closing brace; a mistake ends one statement, not the list. */
script_node *script_parse_block(script_parser *p) {
    script_node *n = script_parse_node(p, NODE_BLOCK, p->at->place), **next = &n->a;
    if (!script_parse_expect(p, TOKEN_OPEN_BLOCK)) return n;
    uint32_t braces = p->braces;
    if (script_parse_too_deep(p, n->place)) script_parse_recover(p, braces);
    p->depth++;
    while (p->at->kind != TOKEN_CLOSE_BLOCK && !script_parse_unclosed(p, n->place, true)) {
        if (script_parse_take(p, TOKEN_SEMICOLON)) continue;
        uint32_t depth = p->depth;
        script_node *s = parse_one(p);
        p->depth = depth;
        if (p->failed) script_parse_recover(p, braces);
        script_parse_raise(n, s);
        *next = s;
        next = &s->next;
    }
    p->depth--;
    script_parse_expect(p, TOKEN_CLOSE_BLOCK);
    return n;
}

script_node *script_parse_variable(script_parser *p) {
    const script_token *t = script_parse_next(p);
    script_node *n = script_parse_node(p, NODE_VAR, t->place);
    n->token = t->kind;
    n->flag = t->kind == TOKEN_LET;
    n->word = script_parse_name(p, &n->place);
    n->start = t->place;
    if (script_parse_take(p, TOKEN_COLON)) n->b = script_parse_type(p);
    if (script_parse_take(p, TOKEN_SET))
        n->a = script_parse_expression(p);
    else if (t->kind == TOKEN_LET)
        script_parse_expect(p, TOKEN_SET);
    else if (n->b == NULL)
        script_parse_wrong(p, "':' or '='");
    script_parse_raise(n, n->a);
    return n;
}

static script_node *if_statement(script_parser *p) {
    script_node *n = begin_node(p, NODE_IF);
    if (script_parse_take(p, TOKEN_LET)) {
        n->flag = true;
        script_place start = n->start;
        n->word = script_parse_name(p, &n->place);
        n->start = start;
        script_parse_expect(p, TOKEN_SET);
    }
    n->a = script_parse_expression(p);
    if (p->failed) return n;
    n->b = script_parse_block(p);
    script_parse_raise(n, n->b);
    if (p->failed) return n;
    if (p->at->kind == TOKEN_SEMICOLON && p->at->line_end && p->at[1].kind == TOKEN_ELSE)
        script_parse_next(p);
    if (script_parse_take(p, TOKEN_ELSE)) {
        if (p->at->kind == TOKEN_IF) {
            if (script_parse_too_deep(p, p->at->place)) return n;
            p->depth++;
            n->c = if_statement(p);
            p->depth--;
        } else {
            n->c = script_parse_block(p);
        }
        script_parse_raise(n, n->c);
    }
    return n;
}

static script_node *for_statement(script_parser *p) {
    script_node *n = begin_node(p, NODE_FOR);
    script_place start = n->start;
    n->word = script_parse_name(p, &n->place);
    n->start = start;
    script_parse_expect(p, TOKEN_IN);
    if (p->failed) return n;
    n->a = script_parse_expression(p);
    if (script_parse_take(p, TOKEN_RANGE)) {
        n->flag = true;
        n->b = script_parse_expression(p);
        if (script_parse_take(p, TOKEN_STEP)) n->c = script_parse_expression(p);
    }
    if (p->failed) return n;
    n->d = script_parse_block(p);
    script_parse_raise(n, n->d);
    return n;
}

static script_node *case_of_match(script_parser *p) {
    script_node *n = begin_node(p, NODE_CASE), **next = &n->a;
    do {
        script_node *value = script_parse_expression(p);
        *next = value;
        next = &value->next;
    } while (!p->failed && script_parse_take(p, TOKEN_COMMA));
    if (p->failed) return n;
    n->b = script_parse_block(p);
    script_parse_raise(n, n->b);
    return n;
}

static script_node *match_statement(script_parser *p) {
    script_node *n = begin_node(p, NODE_MATCH), **next = &n->b;
    n->a = script_parse_expression(p);
    if (p->failed || !script_parse_expect(p, TOKEN_OPEN_BLOCK)) return n;
    while (!p->failed && p->at->kind != TOKEN_CLOSE_BLOCK) {
        if (script_parse_take(p, TOKEN_SEMICOLON)) continue;
        if (p->at->kind == TOKEN_CASE && n->c == NULL) {
            *next = case_of_match(p);
            script_parse_raise(n, *next);
            next = &(*next)->next;
        } else if (p->at->kind == TOKEN_ELSE && n->c == NULL) {
            script_parse_next(p);
            n->c = script_parse_block(p);
            script_parse_raise(n, n->c);
        } else {
            script_parse_wrong(p, n->c == NULL ? "'case', 'else' or '}'" : "'}'");
        }
    }
    script_parse_expect(p, TOKEN_CLOSE_BLOCK);
    return n;
}

static script_node *wait_statement(script_parser *p) {
    script_node *n = begin_node(p, NODE_WAIT);
    if (script_parse_take(p, TOKEN_UNTIL)) {
        n->kind = NODE_WAIT_UNTIL;
        n->a = script_parse_expression(p);
    } else if (script_parse_take(p, TOKEN_FOR)) {
        n->kind = NODE_WAIT_EVENT;
        script_node **next = &n->b;
        script_place place;
        n->word = script_parse_name(p, &place);
        if (!script_parse_take(p, TOKEN_OPEN)) return n;
        n->flag = true;
        while (!p->failed && p->at->kind != TOKEN_CLOSE) {
            script_node *name = script_parse_node(p, NODE_VAR, p->at->place);
            name->word = script_parse_name(p, &name->place);
            *next = name;
            next = &name->next;
            if (!script_parse_take(p, TOKEN_COMMA)) break;
        }
        script_parse_expect(p, TOKEN_CLOSE);
    } else {
        n->a = script_parse_expression(p);
    }
    return n;
}

static script_node *emit_statement(script_parser *p) {
    script_node *n = begin_node(p, NODE_EMIT);
    script_place start = n->start;
    n->word = script_parse_name(p, &n->place);
    n->start = start;
    if (!script_parse_expect(p, TOKEN_OPEN)) return n;
    n->a = script_parse_arguments(p);
    if (script_parse_take(p, TOKEN_TO)) {
        n->b = script_parse_expression(p);
    } else if (script_parse_take(p, TOKEN_NEAR)) {
        n->flag = true;
        n->b = script_parse_expression(p);
        script_parse_expect(p, TOKEN_COMMA);
        n->c = script_parse_expression(p);
    }
    if (script_parse_take(p, TOKEN_AFTER)) n->d = script_parse_expression(p);
    return n;
}

static bool assigns(uint8_t kind) {
    return kind == TOKEN_SET || (kind >= TOKEN_SET_ADD && kind <= TOKEN_SET_BITXOR) ||
           kind == TOKEN_SET_LEFT || kind == TOKEN_SET_RIGHT;
}

static script_node *expression_statement(script_parser *p) {
    const script_token *first = p->at;
    script_node *a = script_parse_expression(p);
    if (!p->failed && assigns(p->at->kind)) {
        const script_token *sign = script_parse_next(p);
        return script_parse_join(p, NODE_ASSIGN, sign, a, script_parse_expression(p));
    }
    script_node *n = script_parse_node(p, NODE_EXPRESSION, first->place);
    n->a = a;
    script_parse_raise(n, a);
    return n;
}

static script_node *reserved(script_parser *p) {
    script_node *n = script_parse_node(p, NODE_WRONG, p->at->place);
    const char *hint = p->at->kind == TOKEN_NEW   ? "'new' is reserved: objects are made by natives"
                       : p->at->kind == TOKEN_USE ? "'use' is reserved: all files of a cart share their names"
                                                  : "'is' is reserved: write 'if let x = o as T'";
    script_wrong(p->c, p->at->place, "%s", hint);
    p->failed = p->broken = true;
    return n;
}

/* Parses one statement. A statement that ends in a block needs no end behind it. */
static script_node *parse_one(script_parser *p) {
    script_node *n;
    switch (p->at->kind) {
    case TOKEN_OPEN_BLOCK:
        return script_parse_block(p);
    case TOKEN_IF:
        return if_statement(p);
    case TOKEN_WHILE:
        n = begin_node(p, NODE_WHILE);
        n->a = script_parse_expression(p);
        if (p->failed) return n;
        n->b = script_parse_block(p);
        script_parse_raise(n, n->b);
        return n;
    case TOKEN_FOR:
        return for_statement(p);
    case TOKEN_MATCH:
        return match_statement(p);
    case TOKEN_NEW:
    case TOKEN_USE:
    case TOKEN_IS:
        return reserved(p);
    case TOKEN_VAR:
    case TOKEN_LET:
        n = script_parse_variable(p);
        break;
    case TOKEN_RETURN:
        n = begin_node(p, NODE_RETURN);
        if (!is_end(p->at->kind)) n->a = script_parse_expression(p);
        break;
    case TOKEN_BREAK:
        n = begin_node(p, NODE_BREAK);
        break;
    case TOKEN_CONTINUE:
        n = begin_node(p, NODE_CONTINUE);
        break;
    case TOKEN_PASS:
        n = begin_node(p, NODE_PASS);
        break;
    case TOKEN_GOTO: {
        script_place place;
        n = begin_node(p, NODE_GOTO);
        n->word = script_parse_name(p, &place);
        break;
    }
    case TOKEN_WAIT:
        n = wait_statement(p);
        break;
    case TOKEN_YIELD:
        n = begin_node(p, NODE_YIELD);
        if (!is_end(p->at->kind)) n->a = script_parse_expression(p);
        break;
    case TOKEN_STOP:
        n = begin_node(p, NODE_STOP);
        n->a = script_parse_expression(p);
        break;
    case TOKEN_EMIT:
        n = emit_statement(p);
        break;
    default:
        n = expression_statement(p);
    }
    script_parse_end(p);
    return n;
}
