/* Runs programs of actions on nodes. */
#include "kernel/task/action.h"

#include <string.h>

#include "fixedmath/scalar.h"

void ox_actions_init(ox_actions *actions, const ox_actions_config *config) {
    *actions = (ox_actions){.programs = config->programs,
                            .program_count = config->program_count,
                            .target = config->target,
                            .world = config->world};
    FX_CHECK_OR(actions->program_count <= 65535, "at most 65535 programs", actions->program_count = 65535);
    ox_roster_init(&actions->roster, config->storage, sizeof(ox_action_run), config->capacity);
}

/* How many counted repeats have this step in their loops: later steps that go back to it or further.
 */
static uint32_t depth_at(const ox_action *program, uint32_t step, uint32_t end) {
    uint32_t depth = 0;
    for (uint32_t i = step; i < end; i++) {
        const ox_action *a = &program[i];
        depth += a->kind == OX_ACTION_REPEAT && a->number != 0 && (uint32_t)a->x <= step;
    }
    return depth;
}

ox_status ox_action_check(const ox_action *program, uint32_t steps, uint32_t program_count, uint32_t *step) {
    uint32_t end = 0;
    while (end < steps && program[end].kind != OX_ACTION_STOP) end++;
    for (*step = 0; *step < end; ++*step) {
        const ox_action *a = &program[*step];
        if (a->kind >= OX_ACTION_KINDS || a->ease >= EASE_COUNT) return OX_BAD_DATA;
        if (a->kind == OX_ACTION_SPAWN && a->number >= program_count) return OX_BAD_DATA;
        if (a->kind != OX_ACTION_REPEAT) continue;
        if ((uint32_t)a->x >= *step || a->number > 65535) return OX_BAD_DATA;
        if (depth_at(program, *step, end) > OX_ACTION_DEPTH) return OX_BAD_DATA;
    }
    return end == steps || end > 65535 ? OX_BAD_DATA : OX_OK;
}

ox_status ox_actions_start(ox_actions *actions, uint32_t program, uint32_t node, uint32_t tag,
                           ox_handle *handle) {
    if (handle != NULL) *handle = OX_HANDLE_NONE;
    if (program >= actions->program_count) return OX_BAD_ARGUMENT;
    ox_action_run *run = ox_roster_add(&actions->roster, node);
    if (run == NULL) return OX_FULL;
    run->program = (uint16_t)program;
    run->tag = tag;
    run->credit = actions->left;
    if (handle != NULL) *handle = ox_roster_handle(&actions->roster, &run->slot);
    return OX_OK;
}

ox_status ox_actions_replace(ox_actions *actions, uint32_t program, uint32_t node, uint32_t tag,
                             ox_handle *handle) {
    if (program < actions->program_count) ox_actions_cancel(actions, node, tag);
    return ox_actions_start(actions, program, node, tag, handle);
}

uint32_t ox_actions_cancel(ox_actions *actions, uint32_t node, uint32_t tag) {
    uint32_t cancelled = 0;
    for (uint32_t i = actions->roster.first; i != OX_ROSTER_END;) {
        ox_action_run *run = ox_roster_at(&actions->roster, i);
        i = run->slot.next;
        if (run->slot.owner != node || run->tag != tag) continue;
        ox_roster_remove(&actions->roster, &run->slot);
        cancelled++;
    }
    return cancelled;
}

uint32_t ox_actions_remove_node(ox_actions *actions, uint32_t node) {
    return ox_roster_remove_owner(&actions->roster, node, NULL);
}

bool ox_actions_alive(const ox_actions *actions, ox_handle handle) {
    return ox_roster_get(&actions->roster, handle) != NULL;
}

uint32_t ox_actions_count(const ox_actions *actions, uint32_t node, uint32_t tag) {
    uint32_t count = 0;
    for (uint32_t i = actions->roster.first; i != OX_ROSTER_END;) {
        const ox_action_run *run = ox_roster_at(&actions->roster, i);
        i = run->slot.next;
        count += run->slot.owner == node && run->tag == tag;
    }
    return count;
}

/* ---- timed steps ---- */

static ox_action_property property_of(uint32_t kind) {
    switch (kind) {
    case OX_ACTION_SCALE_TO:
        return OX_ACTION_SCALE;
    case OX_ACTION_ROTATE_TO:
    case OX_ACTION_ROTATE_BY:
        return OX_ACTION_TURN;
    case OX_ACTION_TINT_TO:
        return OX_ACTION_TINT;
    case OX_ACTION_ANIMATE:
        return OX_ACTION_PICTURE;
    default:
        return OX_ACTION_PLACE;
    }
}

/* Finds the values at which the step begins and ends; false when the node has not got the property. Rotations end at a
 * number, not an angle, so that the short way round is a plain difference. */
static bool begin(ox_actions *actions, ox_action_run *run, const ox_action *a) {
    const int32_t data[3] = {a->x, a->y, a->z};
    if (a->kind == OX_ACTION_WAIT) return true;
    if (!actions->target->read(actions->world, run->slot.owner, property_of(a->kind), run->from))
        return false;
    for (int i = 0; i < 3; i++) {
        if (a->kind == OX_ACTION_MOVE_BY || a->kind == OX_ACTION_ROTATE_BY)
            run->to[i] = (int32_t)((uint32_t)run->from[i] + (uint32_t)data[i]);
        else if (a->kind == OX_ACTION_ROTATE_TO)
            run->to[i] =
                (int32_t)((uint32_t)run->from[i] + (uint32_t)ang_diff((ang16)run->from[i], (ang16)data[i]));
        else
            run->to[i] = data[i];
    }
    return true;
}

/* from + (to - from) * share; a share of a curve that overshoots may leave 0..65536. */
static int32_t along(int32_t from, int32_t to, int32_t share) {
    int64_t difference = (int64_t)to - from; /* below 2^32; a share is below 2^18 */
    int64_t value = from + fx_rshr64(difference * share, 16);
    return value > INT32_MAX ? INT32_MAX : value < INT32_MIN ? INT32_MIN : (int32_t)value;
}

static int32_t picture(const ox_action *a, uint32_t elapsed) {
    int64_t span = (int64_t)a->y - a->x, count = span < 0 ? 1 - span : 1 + span;
    int64_t passed = elapsed >= a->ticks ? count - 1 : count * elapsed / a->ticks;
    return (int32_t)(span < 0 ? a->x - passed : a->x + passed);
}

/* Writes the step's present value; false when the node is gone. */
static bool show(const ox_actions *actions, const ox_action_run *run, const ox_action *a) {
    int32_t value[3] = {0, 0, 0};
    bool ended = run->elapsed >= a->ticks;
    uf16 part = ended ? UF16_ONE : ((uint32_t)run->elapsed << 16) / a->ticks;
    int32_t share = ended || a->ease == EASE_LINEAR ? (int32_t)part : ease((ease_curve)a->ease, part);
    if (a->kind == OX_ACTION_WAIT) return true;
    if (a->kind == OX_ACTION_ANIMATE) {
        value[0] = picture(a, run->elapsed);
    } else if (a->kind == OX_ACTION_TINT_TO) {
        uf16 mixed = share < 0 ? 0 : (uf16)share;
        value[0] = (int32_t)(ended ? a->number : color_lerp((uint32_t)run->from[0], a->number, mixed));
    } else {
        for (int i = 0; i < 3; i++) value[i] = ended ? run->to[i] : along(run->from[i], run->to[i], share);
    }
    if (property_of(a->kind) == OX_ACTION_TURN) {
        for (int i = 0; i < 3; i++) value[i] &= 0xFFFF;
    }
    return actions->target->write(actions->world, run->slot.owner, property_of(a->kind), value);
}

/* Gives the step its share of actions->left; true when the step is done. *gone: the node is gone. */
static bool timed(ox_actions *actions, ox_action_run *run, const ox_action *a, bool *gone) {
    if (!run->begun) {
        run->elapsed = 0;
        *gone = !begin(actions, run, a);
        run->begun = true;
        if (*gone) return false;
    }
    uint32_t wanted = (uint32_t)a->ticks - run->elapsed;
    uint32_t given = actions->left < wanted ? actions->left : wanted;
    run->elapsed = (uint16_t)(run->elapsed + given);
    actions->left -= given;
    *gone = !show(actions, run, a);
    return !*gone && run->elapsed >= a->ticks;
}

/* ---- steps without time ---- */

/* Goes back to the repeat's step, or on to the next one; false when repeats are nested too deep. */
static bool repeat(ox_action_run *run, const ox_action *a) {
    uint16_t back = (uint16_t)a->x, on = (uint16_t)(run->step + 1u);
    if (a->number == 0) {
        run->step = back;
        return true;
    }
    if (run->depth == 0 || run->repeats[run->depth - 1].step != run->step) {
        if (run->depth == OX_ACTION_DEPTH) return false;
        run->repeats[run->depth].step = run->step;
        run->repeats[run->depth].done = 0;
        run->depth++;
    }
    bool finished = ++run->repeats[run->depth - 1].done >= a->number;
    if (finished) run->depth--;
    run->step = finished ? on : back;
    return true;
}

static bool started(ox_actions *actions, const ox_action_run *run, const ox_action *a) {
    return ox_actions_start(actions, a->number, run->slot.owner, (uint32_t)a->x, NULL) != OX_BAD_ARGUMENT;
}

/* Runs one action until its ticks are used up. Its calls may remove it, so its handle is checked after each. */
static void run_program(ox_actions *actions, ox_action_run *run) {
    const ox_action *program = actions->programs[run->program];
    const ox_handle self = ox_roster_handle(&actions->roster, &run->slot);
    uint32_t at_once = 0;
    bool going = true;
    while (going) {
        const ox_action *a = &program[run->step];
        uint32_t before = actions->left;
        bool gone = false;
        if (a->kind == OX_ACTION_STOP) break;
        if (a->kind == OX_ACTION_REPEAT) {
            going = repeat(run, a);
        } else if (a->kind == OX_ACTION_CALL || a->kind == OX_ACTION_SPAWN) {
            run->step++;
            if (a->kind == OX_ACTION_SPAWN)
                actions->mistakes += !started(actions, run, a);
            else if (actions->target->call != NULL)
                actions->target->call(actions->world, run->slot.owner, a->number, a->x);
            if (ox_roster_get(&actions->roster, self) != run) return;
        } else {
            if (!timed(actions, run, a, &gone)) {
                if (gone) break;
                return;
            }
            run->step++;
            run->begun = false;
        }
        at_once = actions->left != before ? 0 : at_once + 1;
        going = going && at_once < OX_ACTION_AT_ONCE;
    }
    if (!going) {
        FX_ASSERT_MSG(going, "action program %u lets no time go by, or repeats too deep: it is ended",
                      (unsigned)run->program);
        actions->mistakes++;
    }
    ox_roster_remove(&actions->roster, &run->slot);
}

/* Actions started during the update are visited in the same walk, with the ticks that were left at their start. A bound
 * keeps programs that spawn each other in no time from going on forever: later actions run in the next update. */
void ox_actions_update(ox_actions *actions, uint32_t ticks) {
    uint32_t limit = actions->roster.serial, made = 0, most = 4 * actions->roster.pool.capacity;
    FX_CHECK_OR(!actions->updating, "actions are updated from within an action", return );
    actions->updating = true;
    for (ox_action_run *run = ox_roster_begin(&actions->roster); run != NULL && made < most;
         run = ox_roster_next(&actions->roster)) {
        bool fresh = (int32_t)(run->slot.serial - limit) >= 0;
        made += fresh ? 1 : 0;
        actions->left = fresh ? run->credit : ticks + run->credit;
        run->credit = 0;
        run_program(actions, run);
    }
    actions->left = 0;
    actions->roster.walk = OX_ROSTER_END;
    actions->updating = false;
}

/* ---- images ---- */

static void write_run(const void *of, const void *record, ox_writer *to) {
    const ox_action_run *run = record;
    (void)of;
    ox_write_u32(to, run->tag);
    ox_write_u32(to, run->credit);
    ox_write_u16(to, run->program);
    ox_write_u16(to, run->step);
    ox_write_u16(to, run->elapsed);
    ox_write_u8(to, run->depth);
    ox_write_bool(to, run->begun);
    for (int k = 0; k < 3; k++) ox_write_i32(to, run->begun ? run->from[k] : 0);
    for (int k = 0; k < 3; k++) ox_write_i32(to, run->begun ? run->to[k] : 0);
    for (uint32_t k = 0; k < run->depth; k++) {
        ox_write_u16(to, run->repeats[k].step);
        ox_write_u16(to, run->repeats[k].done);
    }
}

void ox_actions_save(const ox_actions *actions, ox_writer *to) {
    ox_roster_save_all(&actions->roster, to, write_run, actions);
}

/* Whether a step exists: no earlier step is the program's end. */
static bool is_step(const ox_action *program, uint32_t step) {
    for (uint32_t i = 0; i < step; i++) {
        if (program[i].kind == OX_ACTION_STOP) return false;
    }
    return true;
}

static void read_run(void *of, void *record, ox_reader *from) {
    const ox_actions *actions = of;
    ox_action_run *run = record;
    run->tag = ox_read_u32(from);
    run->credit = ox_read_u32(from);
    run->program = (uint16_t)ox_read_u16(from);
    run->step = (uint16_t)ox_read_u16(from);
    run->elapsed = (uint16_t)ox_read_u16(from);
    run->depth = (uint8_t)ox_read_u8(from);
    run->begun = ox_read_bool(from);
    if (run->depth > OX_ACTION_DEPTH || run->program >= actions->program_count) from->bad = true;
    if (from->bad || !is_step(actions->programs[run->program], run->step)) {
        from->bad = true;
        return;
    }
    const ox_action *a = &actions->programs[run->program][run->step];
    if (run->begun && run->elapsed > a->ticks) from->bad = true;
    for (int k = 0; k < 3; k++) run->from[k] = ox_read_i32(from);
    for (int k = 0; k < 3; k++) run->to[k] = ox_read_i32(from);
    for (uint32_t k = 0; k < run->depth; k++) {
        run->repeats[k].step = (uint16_t)ox_read_u16(from);
        run->repeats[k].done = (uint16_t)ox_read_u16(from);
    }
}

ox_status ox_actions_restore(ox_actions *actions, ox_reader *from) {
    FX_CHECK_OR(!actions->updating, "actions are restored from within an action", return OX_BAD_STATE);
    return ox_roster_restore_all(&actions->roster, from, read_run, actions);
}
