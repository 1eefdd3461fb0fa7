/* Behaviours: order, cells, states flattened from the base on, handlers, and which functions go through a table of methods. */
#include <string.h>

#include "tools/script/check.h"

/* Puts bases before the behaviours derived from them; otherwise the order of the sources stays. */
static void order_behaviours(script_compiler *c) {
    size_t count = c->behaviours.count, placed = 0;
    script_symbol **sorted = script_take(c, (count + 1) * sizeof *sorted);
    while (placed < count) {
        for (size_t i = 0; i < count; i++) {
            script_symbol *b = c->behaviours.list[i];
            if (b->progress == PROGRESS_DONE || (b->base != NULL && b->base->progress != PROGRESS_DONE))
                continue;
            b->progress = PROGRESS_DONE;
            b->index = (uint32_t)placed;
            sorted[placed++] = b;
        }
    }
    for (size_t i = 0; i < count; i++) c->behaviours.list[i] = sorted[i];
}

static void lay_out(script_compiler *c, script_symbol *b) {
    b->cells = b->base != NULL ? b->base->cells : 0;
    for (script_symbol *m = b->members; m != NULL; m = m->next) {
        if (m->kind != SYMBOL_MINE) continue;
        const script_symbol *other = b->base != NULL ? script_member(b->base, m->word, SYMBOL_MINE) : NULL;
        if (other != NULL)
            script_wrong(c, m->place, "'%s' is a variable of '%s' already", script_text(c, m->word),
                         script_text(c, other->owner->word));
        m->space = OX_SCRIPT_SPACE_MINE;
        m->address = b->cells;
        if (m->cells > OX_SCRIPT_INSTANCE_CELLS - b->cells) {
            script_wrong(c, m->place, "'%s' needs %lu more cells, at most %d are allowed in an instance",
                         script_text(c, m->word), (unsigned long)m->cells, OX_SCRIPT_INSTANCE_CELLS);
            return;
        }
        b->cells += m->cells;
    }
}

/* ---- states ---- */

uint32_t script_state_number(const script_symbol *behaviour, uint32_t word) {
    for (uint32_t i = 0; i < behaviour->state_count; i++)
        if (behaviour->states[i].word == word) return i;
    return OX_SCRIPT_NONE;
}

static void redeclare(script_state_row *row, script_symbol *state) {
    uint32_t room = sizeof row->declared / sizeof row->declared[0];
    if (row->declared_count < room) row->declared_count++;
    for (uint32_t i = row->declared_count - 1; i > 0; i--) row->declared[i] = row->declared[i - 1];
    row->declared[0] = row->state = state;
}

static bool has_parent(const script_compiler *c, const script_symbol *state) {
    return script_text(c, state->parent_word)[0] != 0;
}

static void check_parent(script_compiler *c, const script_symbol *b, script_symbol *state,
                         script_state_row *row) {
    uint32_t parent = script_state_number(b, state->parent_word);
    if (parent != row->parent)
        script_wrong(c, state->place, "'%s' has another parent in '%s'", script_text(c, state->word),
                     script_text(c, row->declared[row->declared_count - 1]->owner->word));
}

/* Adds new states behind those of the base, parents first. */
static void add_states(script_compiler *c, script_symbol *b) {
    uint32_t left = 0;
    for (script_symbol *m = b->members; m != NULL; m = m->next) {
        if (m->kind != SYMBOL_STATE) continue;
        uint32_t number = script_state_number(b, m->word);
        if (number != OX_SCRIPT_NONE) {
            if (has_parent(c, m)) check_parent(c, b, m, &b->states[number]);
            redeclare(&b->states[number], m);
            m->progress = PROGRESS_DONE;
        } else {
            left++;
        }
    }
    for (bool found = true; left > 0 && found;) {
        found = false;
        for (script_symbol *m = b->members; m != NULL; m = m->next) {
            if (m->kind != SYMBOL_STATE || m->progress == PROGRESS_DONE) continue;
            uint32_t parent = has_parent(c, m) ? script_state_number(b, m->parent_word) : OX_SCRIPT_NONE;
            if (has_parent(c, m) && parent == OX_SCRIPT_NONE) continue;
            script_state_row *row = &b->states[b->state_count++];
            *row = (script_state_row){.word = m->word, .parent = parent};
            redeclare(row, m);
            m->progress = PROGRESS_DONE;
            found = true;
            left--;
        }
    }
    for (script_symbol *m = b->members; left > 0 && m != NULL; m = m->next)
        if (m->kind == SYMBOL_STATE && m->progress != PROGRESS_DONE) {
            script_wrong(c, m->place, "state '%s' is not known here, or is its own parent",
                         script_text(c, m->parent_word));
            return;
        }
}

static void check_levels(script_compiler *c, const script_symbol *b) {
    for (uint32_t i = 0; i < b->state_count; i++) {
        uint32_t levels = 1;
        for (uint32_t at = b->states[i].parent; at != OX_SCRIPT_NONE; at = b->states[at].parent) levels++;
        if (levels > OX_SCRIPT_STATE_LEVELS)
            script_wrong(c, b->states[i].state->place,
                         "state '%s' stands in %lu levels, at most %d are allowed",
                         script_text(c, b->states[i].word), (unsigned long)levels, OX_SCRIPT_STATE_LEVELS);
    }
}

static void find_auto(script_compiler *c, script_symbol *b) {
    const script_symbol *found = NULL;
    b->auto_state = b->base != NULL ? b->base->auto_state : OX_SCRIPT_NONE;
    for (script_symbol *m = b->members; m != NULL; m = m->next) {
        if (m->kind != SYMBOL_STATE || !m->automatic) continue;
        if (found != NULL)
            script_wrong(c, m->place, "'%s' has an 'auto' state already: '%s'", script_text(c, b->word),
                         script_text(c, found->word));
        found = m;
        b->auto_state = script_state_number(b, m->word);
    }
}

static void flatten(script_compiler *c, script_symbol *b) {
    uint32_t total = b->base != NULL ? b->base->state_count : 0;
    for (const script_symbol *m = b->members; m != NULL; m = m->next) total += m->kind == SYMBOL_STATE;
    b->states = script_take(c, (total + 1) * sizeof *b->states);
    if (b->base != NULL) {
        b->state_count = b->base->state_count;
        if (b->state_count > 0) memcpy(b->states, b->base->states, b->state_count * sizeof *b->states);
    }
    add_states(c, b);
    if (b->state_count > OX_SCRIPT_STATES)
        script_wrong(c, b->place, "'%s' has %lu states, at most %d are allowed", script_text(c, b->word),
                     (unsigned long)b->state_count, OX_SCRIPT_STATES);
    check_levels(c, b);
    find_auto(c, b);
}

/* ---- handlers ---- */

static void check_handler(script_compiler *c, script_symbol *h, const script_symbol *list) {
    const char *name = script_text(c, h->parent_word);
    script_symbol *event = c->globals[h->parent_word];
    h->type = &script_basic[KIND_VOID];
    bool start = strcmp(name, "start") == 0, stop = strcmp(name, "stop") == 0, reserved = start || stop;
    if (h->parent_word == c->word_enter || h->parent_word == c->word_leave) {
        h->role = h->parent_word == c->word_enter ? ROLE_ENTER : ROLE_LEAVE;
        reserved = true;
        if (h->state == NULL) script_wrong(c, h->place, "'on %s' stands in states", name);
    }
    if (reserved && (start || stop) && h->state != NULL)
        script_wrong(c, h->place, "'on %s' stands outside of states", name);
    if (h->parent_word == c->word_tick || h->parent_word == c->word_draw) reserved = true;
    for (const script_symbol *m = list->members; m != h; m = m->next)
        if (m->kind == SYMBOL_FUNC && m->role >= ROLE_HANDLER && m->role <= ROLE_LEAVE &&
            m->parent_word == h->parent_word)
            script_wrong(c, h->place, "'on %s' stands in line %lu already", name,
                         (unsigned long)m->place.line);
    h->index = start                            ? ROM_SCRIPT_HANDLER_START
               : stop                           ? ROM_SCRIPT_HANDLER_STOP
               : h->parent_word == c->word_draw ? ROM_SCRIPT_HANDLER_DRAW
                                                : ROM_SCRIPT_HANDLER_TICK;
    uint32_t wanted = 0;
    if (!reserved) {
        if (event == NULL || event->kind != SYMBOL_EVENT) {
            static const char *const always[] = {"start", "stop", "tick", "draw", "enter", "leave", NULL};
            script_choices choices = script_events;
            choices.words = always;
            script_unknown(c, h->place, h->parent_word, "event ", &choices);
            h->broken = true;
            return;
        }
        event->used = true;
        wanted = event->count;
        h->base = event;
        h->cells = event->cells;
    }
    if (h->list_given && h->count != wanted) {
        script_wrong(c, h->place, "event '%s' has %lu arguments", name, (unsigned long)wanted);
        h->broken = true;
        return;
    }
    script_symbol *p = h->members;
    for (const script_symbol *a = h->base != NULL ? h->base->members : NULL; p != NULL && a != NULL;
         p = p->next, a = a->next) {
        p->type = a->type;
        p->cells = a->cells;
        p->address = a->address;
    }
}

static void check_handlers(script_compiler *c, script_symbol *list, uint32_t most) {
    uint32_t count = 0;
    for (script_symbol *m = list->members; m != NULL; m = m->next) {
        if (m->kind != SYMBOL_FUNC) continue;
        if (m->role == ROLE_BEGIN) m->type = &script_basic[KIND_VOID];
        if (m->role != ROLE_HANDLER) continue;
        check_handler(c, m, list);
        count++;
    }
    if (count > most)
        script_wrong(c, list->place, "'%s' has %lu handlers, at most %lu are allowed",
                     script_text(c, list->word), (unsigned long)count, (unsigned long)most);
}

/* ---- overrides ---- */

static bool same_signature(const script_symbol *a, const script_symbol *b) {
    if (a->count != b->count || a->latent != b->latent || !script_type_same(a->type, b->type)) return false;
    const script_symbol *y = b->members;
    for (const script_symbol *x = a->members; x != NULL; x = x->next, y = y->next)
        if (!script_type_same(x->type, y->type)) return false;
    return true;
}

static void override(script_compiler *c, script_symbol *f, script_symbol *of) {
    script_symbol *root = of->base != NULL ? of->base : of;
    f->base = root;
    f->virtual = root->virtual = true;
    f->used = true;
    if (!same_signature(f, root))
        script_wrong(c, f->place, "'%s' differs from the function that it overrides",
                     script_text(c, f->word));
}

static void find_overrides(script_compiler *c, script_symbol *b) {
    for (script_symbol *m = b->members; m != NULL; m = m->next) {
        if (m->kind == SYMBOL_FUNC && m->role == ROLE_PLAIN && b->base != NULL) {
            script_symbol *of = script_member(b->base, m->word, SYMBOL_FUNC);
            if (of != NULL) override(c, m, of);
        }
        if (m->kind != SYMBOL_STATE) continue;
        for (script_symbol *f = m->members; f != NULL; f = f->next) {
            if (f->kind != SYMBOL_FUNC || f->role != ROLE_PLAIN) continue;
            script_symbol *of = script_member(b, f->word, SYMBOL_FUNC);
            if (of == NULL)
                script_wrong(c, f->place, "'%s' has no function '%s' that a state could override",
                             script_text(c, b->word), script_text(c, f->word));
            else
                override(c, f, of);
        }
    }
}

static void number_slots(script_compiler *c, script_symbol *b) {
    b->slot_count = b->base != NULL ? b->base->slot_count : 0;
    for (script_symbol *m = b->members; m != NULL; m = m->next) {
        if (m->kind != SYMBOL_FUNC || m->role != ROLE_PLAIN || !m->virtual || m->base != NULL) continue;
        m->slot = b->slot_count++;
        if (b->slot_count == OX_SCRIPT_METHODS + 1)
            script_wrong(c, m->place, "'%s' has more than %d functions that are overridden",
                         script_text(c, b->word), OX_SCRIPT_METHODS);
    }
}

void script_check_behaviours(script_compiler *c) {
    order_behaviours(c);
    for (size_t i = 0; i < c->behaviours.count; i++) {
        script_symbol *b = c->behaviours.list[i];
        lay_out(c, b);
        flatten(c, b);
        check_handlers(c, b, OX_SCRIPT_HANDLERS);
        for (script_symbol *m = b->members; m != NULL; m = m->next)
            if (m->kind == SYMBOL_STATE) check_handlers(c, m, OX_SCRIPT_HANDLERS);
        find_overrides(c, b);
    }
    for (size_t i = 0; i < c->behaviours.count; i++) {
        script_symbol *b = c->behaviours.list[i];
        number_slots(c, b);
        if (b->state_count > 0 && b->auto_state == OX_SCRIPT_NONE && !c->failed)
            script_warn(c, b->place, "'%s' has no 'auto' state", script_text(c, b->word));
    }
}
