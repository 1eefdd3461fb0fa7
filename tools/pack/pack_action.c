/* The chunk `actions`: which controls lead to which actions. */
#include <stdlib.h>
#include <string.h>

#include "platform/platform.h"
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

/* The buttons that a control may mean, whichever way the player faces. */
static uint32_t reach_of(const cart_control *control) {
    const uint32_t facing = 1u << ROM_ACTION_CONTROL_FORWARD | 1u << ROM_ACTION_CONTROL_BACK;
    return (control->buttons & ~facing) |
           ((control->buttons & facing) != 0 ? (uint32_t)(PLAT_LEFT | PLAT_RIGHT) : 0);
}

/* How long a control waits for one chord, if that has all its buttons and more. */
static uint16_t wait_for(const cart *c, const cart_control *control, const cart_control *chord) {
    const bool holds_all = (reach_of(chord) & reach_of(control)) == reach_of(control);
    if (chord->kind != ROM_ACTION_CONTROL_PRESS || !holds_all || chord->buttons == control->buttons) return 0;
    return chord->mode == ROM_ACTION_CONTROL_WAIT      ? steps_of(c, chord->within)
           : chord->mode == ROM_ACTION_CONTROL_RELEASE ? UINT16_MAX
                                                       : 0;
}

static uint16_t wait_of(const cart *c, const cart_action *action, const cart_control *control) {
    uint16_t most = 0;
    for (uint32_t i = 0; control->kind == ROM_ACTION_CONTROL_PRESS && i < c->action_count; i++) {
        const cart_action *other = &c->actions[i];
        for (uint32_t k = 0; meet(action, other) && k < other->control_count; k++) {
            const uint16_t wait = wait_for(c, control, &other->controls[k]);
            if (wait > most) most = wait;
        }
    }
    return most;
}

/* The part of the way that a value goes in a step, so that a sudden change is 63 % done after so many seconds. */
static uint16_t pace_of(const cart *c, double seconds) {
    const double step = 1.0 / c->rate;
    return seconds > 0 ? (uint16_t)writer_round(65536 * step / (seconds + step)) : 0;
}

static void put_controls(const cart *c, const cart_action *action, writer *out) {
    for (uint32_t i = 0; i < action->control_count; i++) {
        const cart_control *control = &action->controls[i];
        rom_action_control_record row = {.kind = control->kind,
                                         .length = control->length,
                                         .within = steps_of(c, control->within),
                                         .buttons = (uint16_t)control->buttons,
                                         .waits = wait_of(c, action, control),
                                         .step = steps_of(c, control->step),
                                         .held = steps_of(c, control->held),
                                         .dead = (uint16_t)writer_round(control->dead * 32767),
                                         .full = (uint16_t)writer_round(control->full * 32767),
                                         .shape = control->shape,
                                         .mode = control->mode,
                                         .alone = control->alone};
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
                                      .group = a->group[0] == 0 ? 0 : rom_id(a->group),
                                      .first_control = (uint16_t)controls,
                                      .control_count = (uint16_t)a->control_count,
                                      .hold = steps_of(c, a->hold),
                                      .taps = steps_of(c, a->taps),
                                      .charge = steps_of(c, a->charge),
                                      .smooth = pace_of(c, a->smooth),
                                      .flags = (uint8_t)a->flags};
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
