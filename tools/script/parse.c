#include "tools/script/parse.h"

#include <stdio.h>
#include <string.h>

/* ---- tokens ---- */

const script_token *script_parse_next(script_parser *p) {
    const script_token *t = p->at;
    if (t->kind == TOKEN_OPEN_BLOCK) p->braces++;
    if (t->kind == TOKEN_CLOSE_BLOCK && p->braces > 0) p->braces--;
    if (t->kind != TOKEN_END) p->at++;
    return t;
}

/* Advice on a token that other languages would have there, with its form in Goad; "" for other tokens. */
static const char *advice(const script_parser *p, const char *expected, const char *found) {
    const script_token *at = p->at;
    static const struct {
        uint32_t sign;
        const char *here;
    } doubled[] = {{TOKEN_BITOR, ": write `or` for `||`"}, {TOKEN_BITAND, ": write `and` for `&&`"}};
    for (size_t i = 0; i < sizeof doubled / sizeof doubled[0] && strcmp(expected, "expression") == 0; i++)
        if (at->kind == doubled[i].sign && at[-1].kind == at->kind) return doubled[i].here;
    if (strcmp(expected, "expression") == 0 && at->kind == TOKEN_ADD &&
        at[-1].kind == TOKEN_ADD) /* the first token is never an expression's */
        return ": write `+= 1` for `++`";
    if (at->kind == TOKEN_SET && (strcmp(expected, "'{'") == 0 || strcmp(expected, "')'") == 0))
        return ", did you mean '=='?";
    if (strcmp(expected, "name") == 0 && found[0] == '\'' && found[1] >= 'a' && found[1] <= 'z')
        return ", a word of the language";
    return "";
}

/* Advice on words of other languages: the word that is found, and the word in front where a statement should have
 * ended. */
static void advise_word(const script_parser *p, const char *expected, char *text, size_t room) {
    const bool behind = strcmp(expected, "';' or line end") == 0 && p->at[-1].kind == TOKEN_ID;
    const char *here = p->at->kind == TOKEN_ID ? script_foreign(script_text(p->c, p->at->word)) : NULL;
    if (here == NULL && behind) here = script_foreign(script_text(p->c, p->at[-1].word));
    if (here != NULL)
        snprintf(text, room, ": write %s", here);
    else if (behind && p->at->kind == TOKEN_ID && p->at[1].kind == TOKEN_SET)
        snprintf(text, room, ": write `var` in front of a new name");
}

void script_parse_wrong(script_parser *p, const char *expected) {
    char found[64], more[80];
    if (!p->failed && p->at->kind != TOKEN_WRONG) {
        script_token_show(p->at, found, sizeof found);
        snprintf(more, sizeof more, "%s", advice(p, expected, found));
        if (more[0] == 0) advise_word(p, expected, more, sizeof more);
        script_wrong(p->c, p->at->place, "%s expected, %s found%s", expected, found, more);
        if (p->c->parsing && p->at->kind == TOKEN_ID && strcmp(expected, "'{'") == 0 &&
            script_parse_is_word(p, "then"))
            p->c->cut[p->at->place.file] = p->at->place.line; /* mistakes from here on follow from this one */
    }
    p->failed = p->broken = true;
    p->c->failed = true;
}

bool script_parse_unclosed(script_parser *p, script_place open, bool code) {
    char found[64];
    switch (p->at->kind) {
    case TOKEN_END:
    case TOKEN_BEHAVIOUR:
    case TOKEN_EVENT:
    case TOKEN_NATIVE:
    case TOKEN_STRUCT:
    case TOKEN_ENUM:
        break;
    case TOKEN_FUNC:
    case TOKEN_LATENT:
    case TOKEN_ON:
    case TOKEN_STATE:
    case TOKEN_AUTO:
    case TOKEN_PROP:
    case TOKEN_BEGIN:
        if (code) break;
        return false;
    default:
        return false;
    }
    script_token_show(p->at, found, sizeof found);
    script_wrong(p->c, p->at->place, "%s found, but the '{' of line %lu is still open: is a '}' missing?",
                 found, (unsigned long)open.line);
    if (p->c->cut[open.file] == 0 || p->at->place.line < p->c->cut[open.file])
        p->c->cut[open.file] = p->at->place.line; /* later mistakes follow from this one */
    while (p->at->kind != TOKEN_END) script_parse_next(p);
    p->failed = p->broken = true;
    return true;
}

bool script_parse_take(script_parser *p, uint32_t kind) {
    if (p->failed || p->at->kind != kind) return false;
    script_parse_next(p);
    return true;
}

bool script_parse_expect(script_parser *p, uint32_t kind) {
    char expected[16];
    if (script_parse_take(p, kind)) return true;
    snprintf(expected, sizeof expected, "'%s'", script_token_text(kind));
    script_parse_wrong(p, expected);
    return false;
}

uint32_t script_parse_name(script_parser *p, script_place *place) {
    *place = p->at->place;
    if (!p->failed && p->at->kind == TOKEN_ID) return script_parse_next(p)->word;
    script_parse_wrong(p, "name");
    return script_word(p->c, "", 0);
}

bool script_parse_is_word(const script_parser *p, const char *word) {
    return p->at->kind == TOKEN_ID && strcmp(script_text(p->c, p->at->word), word) == 0;
}

void script_parse_end(script_parser *p) {
    if (p->failed || p->at->kind == TOKEN_CLOSE_BLOCK || p->at->kind == TOKEN_END) return;
    if (!script_parse_take(p, TOKEN_SEMICOLON)) script_parse_wrong(p, "';' or line end");
}

/* Skips tokens to a place behind the next end, or before the closing brace, at the depth of `braces`. */
void script_parse_recover(script_parser *p, uint32_t braces) {
    while (p->at->kind != TOKEN_END) {
        if (p->at->kind == TOKEN_CLOSE_BLOCK && p->braces <= braces) break;
        const script_token *t = script_parse_next(p);
        if (p->braces > braces) continue;
        if (t->kind == TOKEN_SEMICOLON || t->kind == TOKEN_CLOSE_BLOCK) break;
    }
    p->failed = false;
}

/* ---- symbols ---- */

static script_symbol *declare(script_parser *p, uint32_t kind, script_place place) {
    script_symbol *s = SCRIPT_NEW(p->c, script_symbol);
    s->kind = (uint8_t)kind;
    s->place = place;
    s->word = script_word(p->c, "", 0);
    s->parent_word = s->word;
    s->auto_state = OX_SCRIPT_NONE;
    return s;
}

static void append_member(script_parser *p, script_symbol *to, script_symbol *s) {
    if (to->count++ >= SCRIPT_MEMBERS_MOST) {
        if (to->count == SCRIPT_MEMBERS_MOST + 1)
            script_wrong(p->c, s->place, "'%s' has more than %d parts", script_text(p->c, to->word),
                         SCRIPT_MEMBERS_MOST);
        return;
    }
    if (to->last == NULL)
        to->members = s;
    else
        to->last->next = s;
    to->last = s;
}

/* Takes the name of a symbol, which no other symbol of the list may have. */
static void name_member(script_parser *p, script_symbol *to, script_symbol *s) {
    s->word = script_parse_name(p, &s->place);
    for (const script_symbol *other = to->members;
         other != NULL && !p->failed && to->count <= SCRIPT_MEMBERS_MOST; other = other->next)
        if (other->word == s->word) {
            script_wrong(p->c, s->place, "'%s' stands in line %lu already", script_text(p->c, s->word),
                         (unsigned long)other->place.line);
            p->broken = true;
        }
}

/* Takes the name of a symbol for all files; a second symbol of that name is left out. */
static void name_global(script_parser *p, script_symbol *s, bool keep_place) {
    script_place place;
    s->word = script_parse_name(p, &place);
    if (!keep_place) s->place = place;
    if (p->failed) return;
    const script_symbol *other = p->c->globals[s->word];
    if (other == NULL) {
        p->c->globals[s->word] = s;
        return;
    }
    if (p->c->in_library) return; /* a cart's declaration replaces the library's */
    script_wrong(p->c, place, "'%s' is declared in %s:%lu already", script_text(p->c, s->word),
                 p->c->sources[other->place.file].name, (unsigned long)other->place.line);
}

static void range(script_parser *p, script_symbol *s) {
    if (!script_parse_take(p, TOKEN_IN)) return;
    if (p->at->kind != TOKEN_RANGE) s->low = script_parse_expression(p);
    script_parse_expect(p, TOKEN_RANGE);
    bool open = p->at->kind == TOKEN_SEMICOLON || p->at->kind == TOKEN_CLOSE_BLOCK ||
                p->at->kind == TOKEN_ID || p->at->kind == TOKEN_END;
    if (!p->failed && (!open || (p->at->kind == TOKEN_ID && p->c->globals[p->at->word] != NULL)))
        s->high = script_parse_expression(p);
}

/* Parses attributes: temp, net, and words with a literal, which only editors read. */
static void attributes(script_parser *p, script_symbol *s) {
    while (!p->failed && (p->at->kind == TOKEN_ID || p->at->kind == TOKEN_STEP)) {
        if (script_parse_is_word(p, "temp")) s->temporary = true;
        if (script_parse_is_word(p, "net")) s->shared = true;
        script_parse_next(p);
        if (p->at->kind >= TOKEN_INT && p->at->kind <= TOKEN_NOTE) script_parse_next(p);
    }
}

static void parameters(script_parser *p, script_symbol *s) {
    if (!script_parse_expect(p, TOKEN_OPEN)) return;
    while (!p->failed && p->at->kind != TOKEN_CLOSE) {
        script_symbol *parameter = declare(p, SYMBOL_LOCAL, p->at->place);
        parameter->parameter = true;
        name_member(p, s, parameter);
        script_parse_expect(p, TOKEN_COLON);
        if (!p->failed) parameter->type_node = script_parse_type(p);
        if (script_parse_take(p, TOKEN_SET)) parameter->value = script_parse_expression(p);
        append_member(p, s, parameter);
        if (!script_parse_take(p, TOKEN_COMMA)) break;
    }
    script_parse_expect(p, TOKEN_CLOSE);
}

static void result(script_parser *p, script_symbol *s) {
    if (!script_parse_take(p, TOKEN_ARROW)) return;
    if (s->kind == SYMBOL_NATIVE && script_parse_is_word(p, "each")) {
        script_parse_next(p);
        s->each = true;
    }
    s->type_node = script_parse_type(p);
}

static void add_function(script_parser *p, script_symbol *s) {
    s->broken = p->broken;
    script_add(p->c, &p->c->functions, s);
}

/* Parses a function from `func` on; mistakes about the whole function are told at `start`. */
static script_symbol *function(script_parser *p, script_place start, script_symbol *owner,
                               script_symbol *state) {
    script_symbol *s = declare(p, SYMBOL_FUNC, start);
    p->broken = false;
    script_parse_expect(p, TOKEN_FUNC);
    s->owner = owner;
    s->state = state;
    script_symbol *list = state != NULL ? state : owner;
    if (list == NULL) {
        name_global(p, s, true);
    } else {
        name_member(p, list, s);
        s->place = start;
        append_member(p, list, s);
    }
    parameters(p, s);
    result(p, s);
    if (script_parse_take(p, TOKEN_LIMIT)) s->limit_node = script_parse_expression(p);
    if (!p->failed) s->body = script_parse_block(p);
    add_function(p, s);
    return s;
}

/* ---- members of behaviours ---- */

static uint32_t handler_name(script_parser *p) {
    const script_token *t = p->at;
    script_place place;
    if (t->kind != TOKEN_START && t->kind != TOKEN_STOP) return script_parse_name(p, &place);
    script_parse_next(p);
    return script_word(p->c, t->text, t->length);
}

static void handler(script_parser *p, script_symbol *owner, script_symbol *state) {
    script_symbol *s = declare(p, SYMBOL_FUNC, script_parse_next(p)->place);
    p->broken = false;
    s->role = ROLE_HANDLER;
    s->owner = owner;
    s->state = state;
    s->parent_word = handler_name(p); /* the event; handlers have no name of their own */
    if (script_parse_take(p, TOKEN_OPEN)) {
        s->list_given = true;
        while (!p->failed && p->at->kind != TOKEN_CLOSE) {
            script_symbol *name = declare(p, SYMBOL_LOCAL, p->at->place);
            name->parameter = true;
            name_member(p, s, name);
            append_member(p, s, name);
            if (!script_parse_take(p, TOKEN_COMMA)) break;
        }
        script_parse_expect(p, TOKEN_CLOSE);
    }
    if (script_parse_take(p, TOKEN_WHEN)) s->when = script_parse_expression(p);
    if (!p->failed) s->body = script_parse_block(p);
    append_member(p, state != NULL ? state : owner, s);
    add_function(p, s);
}

static void state_member(script_parser *p, script_symbol *owner, script_symbol *state) {
    script_place start = p->at->place;
    if (p->at->kind == TOKEN_ON) {
        handler(p, owner, state);
    } else if (p->at->kind == TOKEN_BEGIN) {
        script_symbol *s = declare(p, SYMBOL_FUNC, start);
        p->broken = false;
        script_parse_next(p);
        s->role = ROLE_BEGIN;
        s->latent = true;
        s->owner = owner;
        s->state = state;
        for (const script_symbol *m = state->members; m != NULL; m = m->next)
            if (m->role == ROLE_BEGIN) script_wrong(p->c, start, "a state has one 'begin' block");
        if (!p->failed) s->body = script_parse_block(p);
        append_member(p, state, s);
        add_function(p, s);
    } else if (p->at->kind == TOKEN_FUNC || p->at->kind == TOKEN_LATENT) {
        bool latent = script_parse_take(p, TOKEN_LATENT);
        function(p, start, owner, state)->latent = latent;
    } else {
        script_parse_wrong(p, "'on', 'func', 'begin' or '}'");
    }
}

/* Parses members up to the closing brace. */
static void members(script_parser *p, void (*one)(script_parser *p, script_symbol *owner, script_symbol *of),
                    script_symbol *owner, script_symbol *of) {
    script_place open = p->at->place;
    if (!script_parse_expect(p, TOKEN_OPEN_BLOCK)) return;
    uint32_t braces = p->braces;
    while (p->at->kind != TOKEN_CLOSE_BLOCK && !script_parse_unclosed(p, open, false)) {
        if (script_parse_take(p, TOKEN_SEMICOLON)) continue;
        one(p, owner, of);
        if (p->failed) script_parse_recover(p, braces);
    }
    script_parse_expect(p, TOKEN_CLOSE_BLOCK);
}

static void state(script_parser *p, script_symbol *owner, bool automatic) {
    script_symbol *s = declare(p, SYMBOL_STATE, script_parse_next(p)->place);
    s->owner = owner;
    s->automatic = automatic;
    name_member(p, owner, s);
    if (script_parse_take(p, TOKEN_COLON)) {
        script_place place;
        s->parent_word = script_parse_name(p, &place);
    }
    append_member(p, owner, s);
    if (!p->failed) members(p, state_member, owner, s);
}

static void variable(script_parser *p, script_symbol *s, script_symbol *owner) {
    script_place place;
    if (owner != NULL) {
        name_member(p, owner, s);
    } else {
        name_global(p, s, false);
    }
    place = s->place;
    if (script_parse_take(p, TOKEN_COLON)) s->type_node = script_parse_type(p);
    if (script_parse_take(p, TOKEN_SET)) s->value = script_parse_expression(p);
    if (s->type_node == NULL && s->value == NULL) script_parse_wrong(p, "':' or '='");
    range(p, s);
    attributes(p, s);
    s->place = place;
    if (!p->failed) script_parse_end(p);
}

/* `reload restart`: words that mean something here alone. */
static void reload_rule(script_parser *p, script_symbol *behaviour) {
    script_parse_next(p);
    if (!script_parse_is_word(p, "restart")) {
        script_parse_wrong(p, "'restart'");
        return;
    }
    script_parse_next(p);
    script_parse_end(p);
    behaviour->restarts = true;
}

static void behaviour_member(script_parser *p, script_symbol *owner, script_symbol *none) {
    script_place start = p->at->place;
    (void)none;
    switch (p->at->kind) {
    case TOKEN_VAR:
    case TOKEN_PROP: {
        script_symbol *s = declare(p, SYMBOL_MINE, start);
        s->property = script_parse_next(p)->kind == TOKEN_PROP;
        s->owner = owner;
        variable(p, s, owner);
        append_member(p, owner, s);
        return;
    }
    case TOKEN_ON:
        handler(p, owner, NULL);
        return;
    case TOKEN_AUTO:
        script_parse_next(p);
        if (p->at->kind == TOKEN_STATE)
            state(p, owner, true);
        else
            script_parse_wrong(p, "'state'");
        return;
    case TOKEN_STATE:
        state(p, owner, false);
        return;
    case TOKEN_FUNC:
    case TOKEN_LATENT: {
        bool latent = script_parse_take(p, TOKEN_LATENT);
        function(p, start, owner, NULL)->latent = latent;
        return;
    }
    case TOKEN_PORT:
        script_wrong(p->c, start, "ports cannot be compiled yet");
        p->failed = p->broken = true;
        return;
    case TOKEN_ID:
        if (script_parse_is_word(p, "reload")) {
            reload_rule(p, owner);
            return;
        }
        script_parse_wrong(p, "'var', 'prop', 'func', 'on', 'state' or '}'");
        return;
    default:
        script_parse_wrong(p, "'var', 'prop', 'func', 'on', 'state' or '}'");
    }
}

/* ---- declarations ---- */

static void behaviour(script_parser *p) {
    script_symbol *s = declare(p, SYMBOL_BEHAVIOUR, script_parse_next(p)->place);
    script_place place;
    name_global(p, s, false);
    if (script_parse_take(p, TOKEN_COLON)) s->parent_word = script_parse_name(p, &place);
    script_add(p->c, &p->c->behaviours, s);
    if (!p->failed) members(p, behaviour_member, s, NULL);
}

static void field(script_parser *p, script_symbol *owner, script_symbol *none) {
    (void)none;
    script_symbol *s = declare(p, SYMBOL_FIELD, p->at->place);
    s->owner = owner;
    name_member(p, owner, s);
    script_parse_expect(p, TOKEN_COLON);
    if (!p->failed) s->type_node = script_parse_type(p);
    if (owner->kind == SYMBOL_SCHEMA) {
        if (script_parse_take(p, TOKEN_SET)) s->value = script_parse_expression(p);
        range(p, s);
        attributes(p, s);
    }
    append_member(p, owner, s);
    script_parse_end(p);
}

static void structure(script_parser *p, uint32_t kind) {
    script_symbol *s = declare(p, kind, script_parse_next(p)->place);
    script_place place;
    s->library = p->c->in_library;
    name_global(p, s, false);
    if (kind == SYMBOL_SCHEMA && script_parse_take(p, TOKEN_COLON))
        s->parent_word = script_parse_name(p, &place);
    script_add(p->c, kind == SYMBOL_SCHEMA ? &p->c->schemas : &p->c->structs, s);
    if (!p->failed) members(p, field, s, NULL);
}

static void enumeration(script_parser *p) {
    script_symbol *s = declare(p, SYMBOL_ENUM, script_parse_next(p)->place);
    name_global(p, s, false);
    script_add(p->c, &p->c->enums, s);
    if (!script_parse_expect(p, TOKEN_OPEN_BLOCK)) return;
    while (!p->failed && p->at->kind != TOKEN_CLOSE_BLOCK) {
        script_symbol *value = declare(p, SYMBOL_ENUM_VALUE, p->at->place);
        value->owner = s;
        name_member(p, s, value);
        if (script_parse_take(p, TOKEN_SET)) value->value = script_parse_expression(p);
        append_member(p, s, value);
        if (script_parse_take(p, TOKEN_COMMA)) continue;
        while (p->at->kind == TOKEN_SEMICOLON) script_parse_next(p);
        if (p->at->kind != TOKEN_CLOSE_BLOCK && p->at->kind != TOKEN_ID) script_parse_wrong(p, "',' or '}'");
    }
    script_parse_expect(p, TOKEN_CLOSE_BLOCK);
}

static void event(script_parser *p) {
    script_symbol *s = declare(p, SYMBOL_EVENT, script_parse_next(p)->place);
    s->library = p->c->in_library;
    script_place place;
    name_global(p, s, false);
    parameters(p, s);
    while (!p->failed && (script_parse_is_word(p, "priority") || script_parse_is_word(p, "merge"))) {
        if (script_text(p->c, script_parse_next(p)->word)[0] == 'p')
            s->value = script_parse_expression(p);
        else
            s->parent_word = script_parse_name(p, &place);
    }
    script_add(p->c, &p->c->events, s);
    script_parse_end(p);
}

static void native(script_parser *p) {
    script_symbol *s = declare(p, SYMBOL_NATIVE, script_parse_next(p)->place);
    s->library = p->c->in_library;
    s->class = OX_SCRIPT_SIM;
    for (;; script_parse_next(p)) {
        if (p->at->kind == TOKEN_LATENT)
            s->latent = true;
        else if (script_parse_is_word(p, "pure"))
            s->class = OX_SCRIPT_PURE;
        else if (script_parse_is_word(p, "query"))
            s->class = OX_SCRIPT_QUERY;
        else if (script_parse_is_word(p, "show"))
            s->class = OX_SCRIPT_SHOW;
        else if (script_parse_is_word(p, "draw"))
            s->class = OX_SCRIPT_DRAW;
        else
            break;
    }
    script_parse_expect(p, TOKEN_FUNC);
    name_global(p, s, false);
    parameters(p, s);
    result(p, s);
    if (script_parse_is_word(p, "cost")) {
        script_parse_next(p);
        s->cost_node = script_parse_expression(p);
    }
    script_add(p->c, &p->c->natives, s);
    script_parse_end(p);
}

static void constant(script_parser *p) {
    script_place start = script_parse_next(p)->place;
    if (p->at->kind == TOKEN_FUNC) {
        function(p, start, NULL, NULL)->constant_function = true;
        return;
    }
    script_symbol *s = declare(p, SYMBOL_CONST, start);
    name_global(p, s, false);
    if (script_parse_take(p, TOKEN_COLON)) s->type_node = script_parse_type(p);
    script_parse_expect(p, TOKEN_SET);
    if (!p->failed) s->value = script_parse_expression(p);
    script_add(p->c, &p->c->consts, s);
    script_parse_end(p);
}

static void tune(script_parser *p) {
    script_symbol *s = declare(p, SYMBOL_TUNE, script_parse_next(p)->place);
    char path[256];
    size_t length = 0;
    do {
        script_place place;
        const char *part = script_text(p->c, script_parse_name(p, &place));
        if (length == 0) s->place = place;
        int written = snprintf(path + length, sizeof path - length, "%s%s", length > 0 ? "." : "", part);
        length += (size_t)written;
        if (length >= sizeof path) {
            script_wrong(p->c, s->place, "name of more than %d characters", (int)sizeof path - 1);
            p->failed = p->broken = true;
        }
    } while (!p->failed && script_parse_take(p, TOKEN_DOT));
    if (!p->failed) s->word = script_word(p->c, path, length);
    script_parse_expect(p, TOKEN_COLON);
    if (!p->failed) s->type_node = script_parse_type(p);
    script_parse_expect(p, TOKEN_SET);
    if (!p->failed) s->value = script_parse_expression(p);
    range(p, s);
    if (p->c->tunes.count >= SCRIPT_MEMBERS_MOST) {
        if (!p->many_tunes) script_wrong(p->c, s->place, "more than %d numbers to tune", SCRIPT_MEMBERS_MOST);
        p->many_tunes = true;
        script_parse_end(p);
        return;
    }
    for (size_t i = 0; i < p->c->tunes.count; i++)
        if (p->c->tunes.list[i]->word == s->word)
            script_wrong(p->c, s->place, "'%s' is declared already", script_text(p->c, s->word));
    script_add(p->c, &p->c->tunes, s);
    script_parse_end(p);
}

static bool begins_declaration(uint8_t kind) {
    switch (kind) {
    case TOKEN_CONST:
    case TOKEN_TUNE:
    case TOKEN_ENUM:
    case TOKEN_STRUCT:
    case TOKEN_EVENT:
    case TOKEN_NATIVE:
    case TOKEN_FUNC:
    case TOKEN_LATENT:
    case TOKEN_VAR:
    case TOKEN_BEHAVIOUR:
    case TOKEN_TYPE:
    case TOKEN_DATA:
        return true;
    default:
        return false;
    }
}

static void declaration(script_parser *p) {
    script_place start = p->at->place;
    switch (p->at->kind) {
    case TOKEN_CONST:
        constant(p);
        return;
    case TOKEN_TUNE:
        tune(p);
        return;
    case TOKEN_ENUM:
        enumeration(p);
        return;
    case TOKEN_STRUCT:
        structure(p, SYMBOL_STRUCT);
        return;
    case TOKEN_TYPE:
        structure(p, SYMBOL_SCHEMA);
        return;
    case TOKEN_EVENT:
        event(p);
        return;
    case TOKEN_NATIVE:
        native(p);
        return;
    case TOKEN_BEHAVIOUR:
        behaviour(p);
        return;
    case TOKEN_VAR: {
        script_symbol *s = declare(p, SYMBOL_GLOBAL, start);
        script_parse_next(p);
        variable(p, s, NULL);
        script_add(p->c, &p->c->variables, s);
        return;
    }
    case TOKEN_LATENT:
    case TOKEN_FUNC: {
        bool latent = script_parse_take(p, TOKEN_LATENT);
        function(p, start, NULL, NULL)->latent = latent;
        return;
    }
    case TOKEN_DATA:
        script_wrong(p->c, start, "data records cannot be compiled yet");
        p->failed = true;
        return;
    default:
        script_parse_wrong(p, "declaration");
    }
}

static void parse_file(script_compiler *c, uint32_t file) {
    script_tokens tokens = {0};
    script_tokenize(c, file, &tokens);
    script_parser p = {.c = c, .at = tokens.list};
    while (p.at->kind != TOKEN_END && c->file_errors[file] < SCRIPT_ERRORS_MOST) {
        if (script_parse_take(&p, TOKEN_SEMICOLON)) continue;
        p.broken = false;
        p.depth = p.braces = 0;
        declaration(&p);
        if (!p.failed) continue;
        script_parse_recover(&p, 0);
        while (p.at->kind != TOKEN_END && (p.braces > 0 || !begins_declaration(p.at->kind)))
            script_parse_next(&p);
    }
}

void script_parse(script_compiler *c) {
    c->parsing = true;
    for (uint32_t file = 0; file < c->source_count; file++) {
        c->in_library = c->options.library && file + 1 == c->source_count;
        parse_file(c, file);
    }
    c->in_library = false;
    c->parsing = false;
}
