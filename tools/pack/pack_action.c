/* The chunk `actions`: which controls lead to which actions. */
#include <stdlib.h>
#include <string.h>

#include "rom/rom.h"
#include "tools/pack/pack_job.h"
#include "tools/record_writer.h"

enum { ACTIONS_MOST = 64, CONTROLS_MOST = 256 };

static uint16_t steps_of(const cart *c, double seconds) { return (uint16_t)writer_round(seconds * c->rate); }

static int by_name(const void *a, const void *b) {
    const rom_action_record *x = a, *y = b;
    return (x->name > y->name) - (x->name < y->name);
}

/* Whether two actions may be there at the same time. */
static bool meet(const cart_action *a, const cart_action *b) {
    return a->context[0] == 0 || b->context[0] == 0 || strcmp(a->context, b->context) == 0;
}

/* How long a control waits for chords that have all its buttons and more. */
static uint16_t wait_of(const cart *c, const cart_action *action, const cart_control *control) {
    uint16_t most = 0;
    for (uint32_t i = 0; control->kind == ROM_ACTION_CONTROL_PRESS && i < c->action_count; i++) {
        const cart_action *other = &c->actions[i];
        for (uint32_t k = 0; meet(action, other) && k < other->control_count; k++) {
            const cart_control *chord = &other->controls[k];
            const bool holds_all = (chord->buttons & control->buttons) == control->buttons;
            if (chord->kind != ROM_ACTION_CONTROL_PRESS || !holds_all || chord->buttons == control->buttons)
                continue;
            if (steps_of(c, chord->within) > most) most = steps_of(c, chord->within);
        }
    }
    return most;
}

static void put_controls(const cart *c, const cart_action *action, writer *out) {
    for (uint32_t i = 0; i < action->control_count; i++) {
        const cart_control *control = &action->controls[i];
        rom_action_control_record row = {.kind = control->kind,
                                         .length = control->length,
                                         .within = steps_of(c, control->within),
                                         .buttons = (uint16_t)control->buttons,
                                         .waits = wait_of(c, action, control)};
        memcpy(row.parts, control->parts, sizeof row.parts);
        for (int k = 0; k < 4; k++) row.zone[k] = (uint16_t)writer_round(control->zone[k] * 1024);
        record_add_action_control(out, &row);
    }
}

static bool check_counts(pack_job *job) {
    const cart *c = job->c;
    uint32_t controls = 0;
    for (uint32_t i = 0; i < c->action_count; i++) {
        controls += c->actions[i].control_count;
        if (i >= ACTIONS_MOST || controls > CONTROLS_MOST)
            return pack_wrong(job, c->actions[i].line, "more than %d actions, or %d controls of all",
                              (int)ACTIONS_MOST, (int)CONTROLS_MOST);
    }
    return true;
}

bool pack_actions(pack_job *job) {
    const cart *c = job->c;
    rom_action_record rows[ACTIONS_MOST] = {{0}};
    uint32_t controls = 0;
    if (c->action_count == 0) return true;
    if (!check_counts(job)) return false;
    writer *out = assemble_add(&job->chunks, "actions", ROM_TAG_ACTIONS, ROM_ACTIONS_SIZE);
    if (out == NULL) return pack_no_memory(job);
    for (uint32_t i = 0; i < c->action_count; i++) {
        const cart_action *a = &c->actions[i];
        rows[i] = (rom_action_record){.name = rom_id(a->name),
                                      .context = a->context[0] == 0 ? 0 : rom_id(a->context),
                                      .first_control = (uint16_t)controls,
                                      .control_count = (uint16_t)a->control_count,
                                      .hold = steps_of(c, a->hold),
                                      .taps = steps_of(c, a->taps),
                                      .flags = (uint8_t)((a->toggle ? ROM_ACTION_TOGGLE : 0) |
                                                         (a->repeat ? ROM_ACTION_REPEAT : 0) |
                                                         (a->invert ? ROM_ACTION_INVERT : 0))};
        controls += a->control_count;
    }
    qsort(rows, c->action_count, sizeof rows[0], by_name);
    rom_actions_record head = {.action_count = (uint16_t)c->action_count,
                               .control_count = (uint16_t)controls,
                               .actions_at = (uint32_t)out->size};
    for (uint32_t i = 0; i < c->action_count; i++) record_add_action(out, &rows[i]);
    head.controls_at = (uint32_t)out->size;
    for (uint32_t i = 0; i < c->action_count; i++) put_controls(c, &c->actions[i], out);
    record_put_actions(out, 0, &head);
    return !out->failed || pack_no_memory(job);
}
