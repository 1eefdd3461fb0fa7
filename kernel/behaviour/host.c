/* What machines ask of the game: objects and their fields, events, reports. */
#include <string.h>

#include "kernel/behaviour/internal.h"
#include "kernel/content/module.h"
#include "kernel/debug/format.h"
#include "kernel/world/query.h"
#include "rom/check.h"

/* ---- objects ---- */

static ox_behaviours *of(void *context) { return ((script_unit *)context)->of; }

static bool live(void *context, uint32_t object) { return script_object(of(context), object) != NULL; }

static bool is_a(void *context, uint32_t object, uint32_t type) {
    const ox_object *who = script_object(of(context), object);
    return who != NULL && ox_object_is(of(context)->world, who, type);
}

/* ---- fields ---- */

/* Bindings: these fields, FIELD_OF_COMPONENT with the numbers of the module, of its row and of the field in the
 * record, and FIELD_OF_DATA. */
enum {
    FIELD_POSITION,
    FIELD_ANGLE,
    FIELD_TYPE,
    FIELD_NAME,
    FIELD_CHUNK,
    FIELD_TAGS,
    FIELDS,
    FIELD_OF_COMPONENT = 1 << 24,
    FIELD_OF_DATA = 1 << 25 /* with the number of a column (kernel/content/module.h) */
};

static bool bind_field(const ox_behaviours *s, ox_id name, uint32_t cells, uint32_t *binding) {
    const ox_module *module;
    for (uint32_t m = 0; (module = ox_module_at(s->host, m)) != NULL; m++)
        for (uint32_t i = 0; i < module->field_count; i++) {
            const ox_script_field *row = &module->fields[i];
            const ox_field *field = row->name == name ? ox_type_field(row->record, row->field) : NULL;
            if (field == NULL || cells > ox_field_count(field)) continue;
            *binding = FIELD_OF_COMPONENT | m << 16 | i << 8 | (uint32_t)(field - row->record->fields);
            return true;
        }
    return false;
}

/* The field of a component that an object has, and the address of its record; NULL when the object has no such
 * component. */
static const ox_script_field *find_field(const ox_behaviours *s, const ox_object *who, uint32_t binding,
                                         void **record, const ox_field **field) {
    const ox_script_field *row = &ox_module_at(s->host, binding >> 16 & 0xFFu)->fields[binding >> 8 & 0xFFu];
    const int component = ox_world_component(s->world, row->component);
    *record = component < 0 ? NULL : ox_component_get(s->world, who, (uint32_t)component);
    *field = &row->record->fields[binding & 0xFFu];
    return *record == NULL ? NULL : row;
}

static ox_script_trap get_field(const ox_behaviours *s, const ox_object *who, uint32_t binding,
                                int32_t *cells, uint32_t count) {
    void *record;
    const ox_field *field;
    if (find_field(s, who, binding, &record, &field) == NULL) return OX_SCRIPT_TRAP_TYPE;
    for (uint32_t i = 0; i < count; i++) {
        const int64_t value = ox_field_get(field, record, i);
        cells[i] = field->kind == OX_I16 ? (ang16)value : (int32_t)value;
    }
    return OX_SCRIPT_TRAP_NONE;
}

/* A cell as the value of a field: ids and links are the bits, numbers have a sign. */
static int64_t value_of_cell(const ox_field *field, int32_t cell) {
    if (field->kind == OX_I16) return (int16_t)(uint16_t)cell;
    return field->kind == OX_NAME_ID || field->kind == OX_LINK ? (int64_t)(uint32_t)cell : (int64_t)cell;
}

static ox_script_trap set_field(const ox_behaviours *s, const ox_object *who, uint32_t binding,
                                const int32_t *cells, uint32_t count) {
    void *record;
    const ox_field *field;
    const ox_script_field *row = find_field(s, who, binding, &record, &field);
    if (row == NULL || !row->writable) return OX_SCRIPT_TRAP_TYPE;
    for (uint32_t i = 0; i < count; i++) {
        const int64_t value = value_of_cell(field, cells[i]);
        ox_field_put(field, record, i, value);
    }
    return OX_SCRIPT_TRAP_NONE;
}

static bool bind_column(const ox_behaviours *s, const uint8_t *field, uint32_t *binding) {
    if (field[ROM_SCRIPT_FIELD_CELLS] != 1 ||
        !ox_content_bind(s->host, rom_word(field + ROM_SCRIPT_FIELD_TYPE),
                         rom_word(field + ROM_SCRIPT_FIELD_FIELD), field[ROM_SCRIPT_FIELD_KIND], binding))
        return false;
    *binding |= FIELD_OF_DATA;
    return true;
}

static ox_script_trap get_data(void *context, uint32_t binding, uint32_t record, int32_t *cells,
                               uint32_t count) {
    if ((binding & FIELD_OF_DATA) == 0 || count != 1) return OX_SCRIPT_TRAP_TYPE;
    return ox_content_value(of(context)->host, binding & (FIELD_OF_COMPONENT - 1u), record, cells)
               ? OX_SCRIPT_TRAP_NONE
               : OX_SCRIPT_TRAP_NULL;
}

static bool bind(void *context, const uint8_t *field, uint32_t *binding) {
    static const struct {
        const char *name;
        uint8_t cells;
    } known[FIELDS] = {{"pos", 3}, {"angle", 1}, {"type", 1}, {"name", 1}, {"chunk", 1}, {"tags", 1}};
    if (rom_word(field + ROM_SCRIPT_FIELD_TYPE) != rom_id("Entity"))
        return bind_column(of(context), field, binding);
    for (uint32_t i = 0; i < FIELDS; i++) {
        if (rom_word(field + ROM_SCRIPT_FIELD_FIELD) != rom_id(known[i].name) ||
            field[ROM_SCRIPT_FIELD_CELLS] != known[i].cells)
            continue;
        *binding = i;
        return true;
    }
    return bind_field(of(context), rom_word(field + ROM_SCRIPT_FIELD_FIELD), field[ROM_SCRIPT_FIELD_CELLS],
                      binding);
}

static ox_script_trap get(void *context, uint32_t object, uint32_t binding, int32_t *cells, uint32_t count) {
    const ox_behaviours *s = of(context);
    const ox_object *who = script_object(s, object);
    if (who == NULL) return OX_SCRIPT_TRAP_NULL;
    if ((binding & FIELD_OF_DATA) != 0) return OX_SCRIPT_TRAP_TYPE;
    if ((binding & FIELD_OF_COMPONENT) != 0) return get_field(s, who, binding, cells, count);
    const ox_object_place *at = ox_object_place_of(s->world, who);
    const ox_behaviour *does = binding == FIELD_TYPE ? script_behaviour(s, who) : NULL;
    if (at == NULL && binding <= FIELD_ANGLE) return OX_SCRIPT_TRAP_TYPE;
    switch (binding) {
    case FIELD_POSITION:
        cells[0] = at->pos.x;
        cells[1] = at->pos.y;
        cells[2] = at->pos.z;
        return OX_SCRIPT_TRAP_NONE;
    case FIELD_ANGLE:
        cells[0] = at->angle;
        return OX_SCRIPT_TRAP_NONE;
    case FIELD_TYPE:
        cells[0] = does == NULL ? 0 : (int32_t)does->behaviour;
        return OX_SCRIPT_TRAP_NONE;
    case FIELD_NAME:
        cells[0] = (int32_t)who->name;
        return OX_SCRIPT_TRAP_NONE;
    case FIELD_CHUNK:
        cells[0] = (int32_t)s->host->options->scene;
        return OX_SCRIPT_TRAP_NONE;
    default:
        cells[0] = who->tags;
        return OX_SCRIPT_TRAP_NONE;
    }
}

static ox_script_trap set_bound_field(void *context, uint32_t object, uint32_t binding, const int32_t *cells,
                                      uint32_t count) {
    const ox_behaviours *s = of(context);
    ox_object *who = script_object(s, object);
    if (who == NULL) return OX_SCRIPT_TRAP_NULL;
    if ((binding & FIELD_OF_DATA) != 0 || ((const script_unit *)context)->guest != 0)
        return OX_SCRIPT_TRAP_TYPE;
    if ((binding & FIELD_OF_COMPONENT) != 0) return set_field(s, who, binding, cells, count);
    ox_object_place *at = ox_object_place_of(s->world, who);
    /* ids, types and tags of an object stay */
    if (at == NULL || binding > FIELD_ANGLE) return OX_SCRIPT_TRAP_TYPE;
    if (binding == FIELD_POSITION)
        (void)ox_place_set(s->world, who, (vec3){cells[0], cells[1], cells[2]});
    else
        at->angle = (ang16)cells[0];
    return OX_SCRIPT_TRAP_NONE;
}

/* ---- events ---- */

static void post(ox_behaviours *s, const ox_script_emission *e, uint16_t type, uint32_t cells,
                 uint32_t receiver) {
    ox_event event;
    ox_event_begin(&event, type, (ox_handle){e->from}, (ox_handle){receiver});
    for (uint32_t i = 0; i < cells; i++) (void)ox_event_add_int(&event, (uint16_t)(i + 1), e->arguments[i]);
    (void)ox_events_post(&s->events, &event, e->delay > 0 ? (uint32_t)e->delay : 0);
}

/* Posts an event. An event for near objects goes to each object that is near now. */
static void emit_event(void *context, const ox_script_emission *e) {
    const script_unit *unit = context;
    ox_behaviours *s = unit->of;
    if (unit->guest != 0) return; /* add-ons hear events alone */
    uint32_t cells = ox_script_record(&unit->machine.module, OX_SCRIPT_SECTION_EVENTS,
                                      e->event)[ROM_SCRIPT_EVENT_ARGUMENTS];
    uint16_t type = unit->types[e->event];
    if ((e->flags & OX_SCRIPT_EMIT_NEAR) != 0) {
        const vec3 centre = {e->centre[0], e->centre[1], e->centre[2]};
        for (uint32_t slot = 0; slot < ox_pool_peak(&s->world->objects); slot++) {
            const ox_object *object = script_at(s, slot);
            const vec3 *at = object == NULL ? NULL : ox_place_of(s->world, object);
            if (at != NULL && v3_length(v3_subs(*at, centre)) <= e->radius)
                post(s, e, type, cells, object->handle.bits);
        }
    } else if ((e->flags & OX_SCRIPT_EMIT_TO) == 0) {
        post(s, e, type, cells, 0);
    } else if (script_object(s, e->target) != NULL) {
        post(s, e, type, cells, e->target);
    }
}

#if OX_PROFILED
/* Tells whoever looks into the game that an object has handled an event. */
static void tell_handled(const script_unit *unit, ox_handle object, const ox_event *event) {
    const ox_behaviours *s = unit->of;
    const ox_behaviour_deed deed = {object, event->sender, s->events.types[event->type].name, 0};
    if (s->hear != NULL) s->hear(s->hear_context, &deed);
}

static void tell_state(void *context, ox_handle instance) {
    const script_unit *unit = context;
    const ox_script_instance *of = ox_script_instance_of(&unit->machine, instance);
    if (unit->of->hear == NULL || of == NULL) return;
    const ox_id state =
        of->state == OX_SCRIPT_NONE
            ? 0
            : rom_word(ox_script_record(&unit->machine.module, OX_SCRIPT_SECTION_STATES, of->state) +
                       ROM_SCRIPT_STATE_NAME);
    const ox_behaviour_deed deed = {{of->slot.owner}, {0}, 0, state};
    unit->of->hear(unit->of->hear_context, &deed);
}
#else
#define tell_handled(unit, object, event) ((void)(unit), (void)(object), (void)(event))
#define tell_state NULL
#endif

/* Delivers an event to the instances of its receiver, or to all, in the order in which the instances were made. */
static void deliver_to(script_unit *unit, uint32_t number, const ox_event *event) {
    ox_script *machine = &unit->machine;
    int32_t cells[OX_EVENT_ARGUMENTS] = {0};
    uint32_t count =
        ox_script_record(&machine->module, OX_SCRIPT_SECTION_EVENTS, number)[ROM_SCRIPT_EVENT_ARGUMENTS];
    for (uint32_t i = 0; i < count && i < event->count; i++) cells[i] = (int32_t)event->arguments[i].value;
    for (uint32_t i = machine->instances.first, next; i != OX_ROSTER_END; i = next) {
        const ox_script_instance *instance = ox_roster_at(&machine->instances, i);
        ox_handle handle = ox_roster_handle(&machine->instances, &instance->slot);
        next = instance->slot.next;
        if (event->receiver.bits != 0 && instance->slot.owner != event->receiver.bits) continue;
        if (ox_script_is_waiting(instance)) /* a handler of this event made the instance */
            script_begin_object(unit->of, script_object(unit->of, instance->slot.owner));
        const ox_handle object = {instance->slot.owner}; /* the instance may end in its handler */
        if (ox_script_event(machine, handle, number, cells)) tell_handled(unit, object, event);
    }
}

ox_answer script_deliver(void *context, const ox_event *event) {
    ox_behaviours *s = context;
    for (uint32_t u = 0; u < s->unit_count; u++) {
        const ox_script_module *m = &s->units[u].machine.module;
        for (uint32_t i = 0; m->bytes != NULL && i < m->count[OX_SCRIPT_SECTION_EVENTS]; i++) {
            if (s->units[u].types[i] == event->type ||
                (!ROM_SMALL_PLAYER && s->units[u].own != NULL && s->units[u].own[i] == event->type))
                deliver_to(&s->units[u], i, event);
        }
    }
    return OX_PASSED;
}

/* ---- reports ---- */

enum { NAME = OX_BEHAVIOURS_WORD };

/* "Crate.push" and "game.goad:12"; false where there is no map that tells. */
static bool place_of(const ox_script_map *map, ox_script_place at, char name[NAME], char where[NAME]) {
    if (!ox_script_map_name(map, at.function, name, NAME)) return false;
    ox_format(where, NAME, "%s:%u", ox_script_map_file(map, at.function),
              (unsigned)ox_script_map_line(map, at.function, at.byte));
    return true;
}

/* A name of the sources by its id. Functions are named `Beetle.Stroll begin`, so behaviours and states that have
 * handlers are among their words. An id without a name becomes its number. */
static const char *word_of(const ox_script_map *map, uint32_t id, char word[NAME]) {
    const char *spelled = ox_script_map_word_of(map, id);
    if (spelled != NULL)
        ox_format(word, NAME, "%s", spelled);
    else
        ox_format(word, NAME, "#%08x", (unsigned)id);
    return word;
}

bool ox_behaviours_word(const ox_module_host *host, uint32_t id, char word[OX_BEHAVIOURS_WORD]) {
    const ox_behaviours *s = ox_module_state(host, OX_NAME("behaviour"));
    for (uint32_t i = 0; s != NULL && i < s->unit_count; i++)
        if (word_of(&s->units[i].map, id, word)[0] != '#') return true;
    return false;
}

/* The reason of a trap, in the words of people who write scripts. */
static void add_reason(ox_text *out, const script_unit *unit, const ox_script_report *r) {
    static const char *const plain[OX_SCRIPT_TRAPS] = {
        [OX_SCRIPT_TRAP_DIV] = "division by zero",
        [OX_SCRIPT_TRAP_NULL] = "no object: it is null, or was removed",
        [OX_SCRIPT_TRAP_TYPE] = "the object or value is of another type, or has no such field",
        [OX_SCRIPT_TRAP_STACK] =
            "calls too deep: `limit` of the function, or `capacity script-stack`, is used up",
        [OX_SCRIPT_TRAP_FULL] = "no room for another task or behaviour; raise a `capacity script-...`"};
    const char *note =
        r->trap == OX_SCRIPT_TRAP_ASSERT ? ox_script_module_note(&unit->machine.module, r->value) : NULL;
    switch (r->trap) {
    case OX_SCRIPT_TRAP_BUDGET:
        if (r->outcome == OX_SCRIPT_RULE_DRAW) {
            ox_text_add(out,
                        "all `on draw` of a picture need more than %u instructions: draw less, or raise "
                        "`scripts draw=`",
                        (unsigned)unit->machine.plan.draw);
            return;
        }
        ox_text_add(out, "more than %u instructions: an endless loop?",
                    (unsigned)unit->machine.plan.activation);
        return;
    case OX_SCRIPT_TRAP_INDEX:
        ox_text_add(out, "beyond the end of an array or list (place %d, the first is 0)", (int)r->value);
        return;
    case OX_SCRIPT_TRAP_KEY:
        ox_text_add(out, "key %d is not in the map", (int)r->value);
        return;
    case OX_SCRIPT_TRAP_NATIVE: {
        const char *name = r->native == NULL ? "a native" : r->native->signature;
        size_t length = 0;
        while (name[length] != 0 && name[length] != ':') length++;
        (void)ox_text_put(out, name, length);
        if (r->reason != NULL)
            ox_text_add(out, " %s", r->reason);
        else
            ox_text_add(out, " refuses its argument %u", (unsigned)r->value + 1u);
        return;
    }
    case OX_SCRIPT_TRAP_ASSERT:
        ox_text_add(out, "this must hold: %s", note == NULL ? "a claim" : note);
        return; /* releases have no texts of assertions */
    default:
        ox_text_add(out, "%s",
                    (unsigned)r->trap < OX_SCRIPT_TRAPS && plain[r->trap] != NULL
                        ? plain[r->trap]
                        : "something that cannot be done here");
    }
}

/* What becomes of the behaviour after a trap: it stops, begins again, or goes to a state. */
static void add_outcome(ox_text *out, const script_unit *unit, const ox_script_report *r) {
    const ox_script_module *m = &unit->machine.module;
    char name[NAME];
    if (r->behaviour == 0 || r->trap == OX_SCRIPT_TRAP_FULL) return;
    ox_text_add(out, "; %s ", word_of(&unit->map, r->behaviour, name));
    if (r->outcome == OX_SCRIPT_RULE_DRAW)
        ox_text_add(out, "draws no more in this picture");
    else if (r->outcome == OX_SCRIPT_RULE_STOP)
        ox_text_add(out, "stops");
    else if (r->outcome == OX_SCRIPT_RULE_RESTART)
        ox_text_add(out, "begins again");
    else
        ox_text_add(out, "goes to %s",
                    word_of(&unit->map,
                            rom_word(ox_script_record(m, OX_SCRIPT_SECTION_STATES, r->outcome) +
                                     ROM_SCRIPT_STATE_NAME),
                            name));
}

/* The object whose script met a trap, the step, and the value that the trap was about. */
static void add_circumstances(ox_text *out, const script_unit *unit, const ox_script_report *r) {
    const ox_behaviours *s = unit->of;
    const ox_object *who = script_object(s, r->object);
    ox_text_add(out, " [");
    if (who != NULL)
        ox_text_add(out, "#%08x, ",
                    (unsigned)(who->name != 0 ? who->name : s->world->types[who->type].type->name));
    ox_text_add(out, "step %u, value %d]", (unsigned)r->tick, (int)r->value);
}

void script_tell_counts(const script_unit *unit) {
    const ox_script *machine = &unit->machine;
    char name[NAME], where[NAME];
    for (uint32_t i = 0; i < OX_SCRIPT_FAULTS && machine->module.bytes != NULL; i++) {
        if (machine->faults[i].times < 2 || !place_of(&unit->map, machine->faults[i].place, name, where))
            continue;
        ox_log_write(unit->host->log, PLAT_LOG_ERROR,
                     i < OX_SCRIPT_FAULTS - 1 ? "%s: %s: that fault came %u times"
                                              : "%s: %s: that fault and others came %u times",
                     where, name, (unsigned)machine->faults[i].times);
    }
}

/* Logs the first trap of a place in one line, "game.goad:12: Crate.push: division by zero; Crate stops [box, step 7,
 * value 3] < game.goad:20: Crate on tick". Later traps of the place are only counted. */
static void report(void *context, const ox_script_report *r) {
    const script_unit *unit = context;
    char line[OX_LOG_LINE], name[NAME], where[NAME];
    if (!ROM_SMALL_PLAYER && unit->guest != 0 && r->trap != OX_SCRIPT_TRAP_FULL &&
        r->outcome != OX_SCRIPT_RULE_DRAW)
        unit->of->guests[unit->guest - 1].fell = true;
    if (r->times != 1) return;
    ox_text out = ox_text_begin(line, sizeof line);
    if (r->frames == 0)
        ox_text_add(&out, "script #%08x: ", (unsigned)unit->id);
    else if (place_of(&unit->map, r->calls[0], name, where))
        ox_text_add(&out, "%s: %s: ", where, name);
    else
        ox_text_add(&out, "script #%08x, function #%08x+%u: ", (unsigned)unit->id, (unsigned)r->code,
                    (unsigned)r->calls[0].byte);
    add_reason(&out, unit, r);
    add_outcome(&out, unit, r);
    add_circumstances(&out, unit, r);
    for (uint32_t i = 1; i < r->frames; i++) {
        if (place_of(&unit->map, r->calls[i], name, where))
            ox_text_add(&out, " < %s: %s", where, name);
        else
            ox_text_add(&out, " < function %u byte %u", (unsigned)r->calls[i].function,
                        (unsigned)r->calls[i].byte);
    }
    ox_log_write(unit->host->log, PLAT_LOG_ERROR, "%s", line);
}

static void looped(void *context, uint32_t from, uint32_t to) {
    const script_unit *unit = context;
    char one[NAME], other[NAME];
    ox_log_write(unit->host->log, PLAT_LOG_WARNING,
                 "script #%08x: states %s and %s follow each other without end", (unsigned)unit->id,
                 word_of(&unit->map, from, one), word_of(&unit->map, to, other));
}

void script_tell_busy(script_unit *unit) {
    const ox_script *machine = &unit->machine;
    char name[NAME] = "the script";
    if (machine->warned != OX_SCRIPT_NONE)
        (void)word_of(
            &unit->map,
            rom_word(ox_script_record(&machine->module, OX_SCRIPT_SECTION_BEHAVIOURS, machine->warned) +
                     ROM_SCRIPT_BEHAVIOUR_NAME),
            name);
    const bool late = machine->tasks.count > machine->generators;
    ox_log_write(unit->host->log, PLAT_LOG_WARNING,
                 "script #%08x: %s needs more than %u instructions a step%s, or raise `scripts tick=`",
                 (unsigned)unit->id, name, (unsigned)machine->plan.tick,
                 late ? ", so tasks are late: `wait` in loops" : ": do less in a step");
}

const ox_script_host script_console_host = {.live = live,
                                            .is_a = is_a,
                                            .bind = bind,
                                            .get = get,
                                            .set = set_bound_field,
                                            .data = get_data,
                                            .emit = emit_event,
                                            .born = script_born,
                                            .report = report,
                                            .changed = tell_state,
                                            .looped = looped,
                                            .words = script_words_of};
