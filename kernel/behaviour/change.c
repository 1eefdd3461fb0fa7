/* What stays of scripts and objects while the resources of the game change. Machines are closed, opened anew with the
 * modules of the new resources, and take over by names what was there (kernel/script/machine.h). */
#include <string.h>

#include "kernel/behaviour/internal.h"
#include "kernel/debug/format.h"
#include "kernel/type/name.h"
#include "kernel/world/query.h"

/* ---- props that cart.txt sets ---- */

enum { PROP_WORDS = 3 };

/* An instance whose props are set. `before` has `count` triples of props that its level had set already: equal ones
 * are left alone. */
typedef struct script_dress {
    script_unit *unit;
    ox_handle instance;
    const uint8_t *before;
    uint32_t count;
} script_dress;

/* A number of a level as a cell of a prop: whole numbers and fractions become one another, angles are told in degrees. */
static uint32_t cell_of(uint32_t value, uint32_t kind, int prop) {
    const bool is_whole = kind == ROM_PROPERTY_INTEGER,
               is_fx = kind == ROM_PROPERTY_FX || kind == ROM_PROPERTY_VECTOR;
    const int64_t number = (int64_t)(int32_t)value * (is_whole ? FX_ONE : 1);
    if (!is_whole && !is_fx) return value;
    if (prop == ROM_SCRIPT_FIELD_ANGLE) return (ang16)(number / 360); /* a turn is 65536, and so is 1.0 */
    if (prop == ROM_SCRIPT_FIELD_FX)
        return (uint32_t)(int32_t)(number > INT32_MAX ? INT32_MAX : number < INT32_MIN ? INT32_MIN : number);
    return is_fx && prop != ROM_SCRIPT_FIELD_COMPOUND ? (uint32_t)(int32_t)(number >> 16) : value;
}

/* Whether a prop takes a value of a kind: numbers go to numbers, the three of a vector to a vector. */
static bool takes(uint32_t kind, int prop) {
    const bool is_number =
        prop == ROM_SCRIPT_FIELD_INT || prop == ROM_SCRIPT_FIELD_FX || prop == ROM_SCRIPT_FIELD_ANGLE;
    switch (kind) {
    case ROM_PROPERTY_INTEGER:
    case ROM_PROPERTY_FX:
        return is_number;
    case ROM_PROPERTY_ID:
        return prop == ROM_SCRIPT_FIELD_NAME || prop == ROM_SCRIPT_FIELD_OBJECT;
    case ROM_PROPERTY_BOOL:
        return prop == ROM_SCRIPT_FIELD_BOOL;
    case ROM_PROPERTY_COLOUR:
        return prop == ROM_SCRIPT_FIELD_INT;
    case ROM_PROPERTY_VECTOR:
        return prop == ROM_SCRIPT_FIELD_COMPOUND;
    default:
        return kind == OX_SAID_CELL;
    }
}

static bool set_prop(void *context, ox_id field, uint32_t index, uint32_t value, uint32_t kind) {
    const script_dress *dress = context;
    ox_script *machine = &dress->unit->machine;
    const int prop = ox_script_prop_kind(machine, dress->instance, field);
    if (!takes(kind, prop) ||
        (kind == ROM_PROPERTY_VECTOR && ox_script_prop_numbers(machine, dress->instance, field) != 3))
        return false;
    value = cell_of(value, kind, prop);
    for (uint32_t i = 0; i < dress->count; i++) {
        const uint8_t *at = dress->before + (size_t)i * PROP_WORDS * 4u;
        if (rom_u32(at) == field && rom_u32(at + 4) == index && rom_u32(at + 8) == value) return true;
    }
    if (prop == ROM_SCRIPT_FIELD_OBJECT) {
        const ox_object *object = ox_world_called(dress->unit->of->world, value);
        value = object == NULL ? 0 : object->handle.bits;
    }
    return ox_script_set_prop(machine, dress->instance, field, index, (int32_t)value) == OX_OK;
}

static void hear_props(const script_unit *unit, ox_handle instance, ox_scene_hear *hear, void *context) {
    const ox_script_instance *one = ox_script_instance_of(&unit->machine, instance);
    const ox_object *object = one == NULL ? NULL : script_object(unit->of, one->slot.owner);
    if (object != NULL) ox_scene_said(unit->of->host->scene, object, OX_NAME("prop"), hear, context);
}

void script_born(void *context, ox_handle instance) {
    script_dress dress = {.unit = context, .instance = instance};
    hear_props(context, instance, set_prop, &dress);
}

/* The props of an instance before its cart changed. They are written down so that props to which the new cart gives
 * other values can be told. */
typedef struct script_notes {
    const ox_script *machine;
    ox_handle instance;
    ox_writer *to; /* NULL: props are only counted */
    uint32_t count;
} script_notes;

static bool note_prop(void *context, ox_id field, uint32_t index, uint32_t value, uint32_t kind) {
    script_notes *notes = context;
    const uint32_t words[PROP_WORDS] = {
        field, index, cell_of(value, kind, ox_script_prop_kind(notes->machine, notes->instance, field))};
    notes->count++;
    if (notes->to != NULL) ox_write_words(notes->to, words, PROP_WORDS);
    return true;
}

/* Writes the props that levels set of each instance. */
static void keep_props(const ox_behaviours *s, ox_writer *to) {
    for (uint32_t u = 0; u < s->unit_count; u++) {
        const script_unit *unit = &s->units[u];
        const ox_script *machine = &unit->machine;
        if (machine->module.bytes == NULL) continue;
        for (uint32_t i = machine->instances.first; i != OX_ROSTER_END;) {
            const ox_script_instance *one = ox_roster_at(&machine->instances, i);
            const ox_handle handle = ox_roster_handle(&machine->instances, &one->slot);
            script_notes notes = {.machine = machine, .instance = handle};
            hear_props(unit, handle, note_prop, &notes);
            const uint32_t head[] = {unit->id, handle.bits, notes.count};
            ox_write_words(to, head, 3);
            notes.to = to;
            hear_props(unit, handle, note_prop, &notes);
            i = one->slot.next;
        }
    }
    ox_write_u32(to, 0);
}

static void take_props(ox_behaviours *s, ox_reader *from) {
    for (uint32_t id = ox_read_u32(from); id != 0 && !from->bad; id = ox_read_u32(from)) {
        script_dress dress = {.instance = {ox_read_u32(from)}};
        dress.count = ox_read_u32(from);
        const size_t bytes = (size_t)dress.count * PROP_WORDS * 4u;
        if (from->bad || bytes > from->size - from->used) return;
        dress.before = from->bytes + from->used;
        from->used += bytes;
        for (uint32_t u = 0; u < s->unit_count; u++) {
            dress.unit = &s->units[u];
            if (dress.unit->id == id && dress.unit->machine.module.bytes != NULL)
                hear_props(dress.unit, dress.instance, set_prop, &dress);
        }
    }
}

/* ---- keeping ---- */

/* The hash of the names of event types: type numbers that were kept hold only while it stays equal. */
static uint32_t types_hash(const ox_behaviours *s) {
    ox_writer to = ox_writer_hash();
    for (uint32_t i = 0; i < s->events.type_count; i++) ox_write_u32(&to, s->events.types[i].name);
    return to.hash;
}

static void keep_all(const ox_behaviours *s, ox_writer *to) {
    ox_writer events = ox_writer_count();
    ox_write_u32(to, s->tick);
    ox_write_bool(to, s->fresh);
    ox_random_save(&s->random, to);
    ox_write_u32(to, types_hash(s));
    ox_events_save(&s->events, &events);
    ox_write_u32(to, (uint32_t)events.used);
    ox_events_save(&s->events, to);
    for (uint32_t i = 0; i < s->unit_count; i++) {
        const script_unit *unit = &s->units[i];
        bool plays = unit->machine.module.bytes != NULL;
        ox_writer own = ox_writer_count();
        if (plays) ox_script_keep(&unit->machine, &own);
        ox_write_u32(to, unit->id);
        ox_write_u32(to, plays ? rom_word(unit->machine.module.bytes + ROM_SCRIPT_MODULE_CHECKSUM) : 0);
        ox_write_u32(to, (uint32_t)own.used);
        if (plays) ox_script_keep(&unit->machine, to);
    }
    ox_write_u32(to, 0);
    keep_props(s, to);
}

/* Keeps the state at the high end of resident memory. The scene has left that end, and takes its objects back before
 * anything else lies there. */
void script_keep_all(ox_behaviours *s) {
    ox_arena *resident = s->host->resident;
    ox_writer count = ox_writer_count();
    keep_all(s, &count);
    s->kept_mark = ox_arena_mark(resident, OX_ARENA_HIGH);
    s->kept = ox_arena_push_high(resident, count.used, 8);
    s->kept_size = s->kept == NULL ? 0 : count.used;
    ox_writer to = ox_writer_bytes(s->kept, s->kept_size);
    if (s->kept != NULL)
        keep_all(s, &to);
    else
        ox_log_write(s->host->log, PLAT_LOG_WARNING,
                     "scripts: %u bytes of state have no room, the scene begins anew", (unsigned)count.used);
}

/* ---- coming back ---- */

static void take_events(ox_behaviours *s, ox_reader *from) {
    uint32_t hash = ox_read_u32(from), bytes = ox_read_u32(from);
    if (from->bad || bytes > from->size - from->used) {
        from->bad = true;
        return;
    }
    ox_reader own = ox_reader_bytes(from->bytes + from->used, bytes);
    from->used += bytes;
    if (hash == types_hash(s)) (void)!ox_events_restore(&s->events, &own);
}

/* "2 variables, 1 behaviours": the counts that are not zero; false when all are zero. */
static bool add_counts(ox_text *out, const char *before, uint32_t variables, uint32_t instances,
                       uint32_t tasks) {
    const uint32_t counts[] = {variables, instances, tasks};
    static const char *const words[][2] = {
        {"variable", "variables"}, {"behaviour", "behaviours"}, {"task", "tasks"}};
    const char *between = before;
    for (uint32_t i = 0; i < 3; i++) {
        if (counts[i] == 0) continue;
        ox_text_add(out, "%s%u %s", between, (unsigned)counts[i], words[i][counts[i] != 1]);
        between = ", ";
    }
    return between != before;
}

static void tell_carried(const script_unit *unit, const ox_script_carried *c) {
    char line[OX_LOG_LINE];
    ox_text out = ox_text_begin(line, sizeof line);
    ox_text_add(&out, "script #%08x:", (unsigned)unit->id);
    if (add_counts(&out, " ", c->variables, c->instances, c->tasks)) ox_text_add(&out, " stay");
    if (add_counts(&out, "; without a match: ", c->dropped, c->gone, c->ended)) ox_text_add(&out, " end");
    if (c->begun > 0) ox_text_add(&out, "; %u begin anew", (unsigned)c->begun);
    ox_log_write(unit->host->log, PLAT_LOG_INFO, "%s", line);
}

/* Whether the texts want instances of a behaviour (its number) to begin anew (`reload restart`), its own or that of a base. */
static bool begins_anew(const script_unit *unit, uint32_t behaviour) {
    const uint8_t *chunk = unit->held.data;
    const ox_script_module *m = &unit->machine.module;
    if (chunk == NULL || !rom_has(chunk, ROM_CODE_RESTARTS_AT)) return false;
    for (uint32_t i = 0; i < rom_word(chunk + ROM_CODE_RESTART_COUNT); i++) {
        const uint32_t base = ox_script_module_behaviour(
            m, rom_word(chunk + rom_word(chunk + ROM_CODE_RESTARTS_AT) + (size_t)i * 4u));
        if (base != OX_SCRIPT_NONE && ox_script_module_derives(m, behaviour, base)) return true;
    }
    return false;
}

/* Ends what begins anew; its objects get new instances as those get theirs that have none. */
static void end_restarting(script_unit *unit) {
    ox_script *machine = &unit->machine;
    uint32_t count = 0;
    for (uint32_t i = machine->instances.first, next; i != OX_ROSTER_END; i = next) {
        const ox_script_instance *one = ox_roster_at(&machine->instances, i);
        next = one->slot.next;
        if (one->slot.owner == 0 || !begins_anew(unit, one->behaviour)) continue;
        ox_script_end(machine, ox_roster_handle(&machine->instances, &one->slot));
        count++;
    }
    if (count > 0)
        ox_log_write(unit->host->log, PLAT_LOG_INFO, "script #%08x: %u begin anew by `reload restart`",
                     (unsigned)unit->id, (unsigned)count);
}

static void take_machine(script_unit *unit, uint32_t crc, const uint8_t *bytes, uint32_t size) {
    ox_script *machine = &unit->machine;
    ox_script_carried carried;
    ox_reader from = ox_reader_bytes(bytes, size);
    bool changed = crc != rom_word(machine->module.bytes + ROM_SCRIPT_MODULE_CHECKSUM);
    if (ox_script_take_over(machine, &from, &carried) != OX_OK || !changed) return;
    tell_carried(unit, &carried);
    script_end_stopped(unit);
    end_restarting(unit);
}

/* Instances whose object is gone end; objects without an instance of their behaviour get one. */
static void match(ox_behaviours *s) {
    for (uint32_t u = 0; u < s->unit_count; u++) {
        ox_script *machine = &s->units[u].machine;
        if (machine->module.bytes == NULL) continue;
        for (uint32_t i = machine->instances.first, next; i != OX_ROSTER_END; i = next) {
            const ox_script_instance *one = ox_roster_at(&machine->instances, i);
            next = one->slot.next;
            if (one->slot.owner != 0 && script_object(s, one->slot.owner) == NULL)
                ox_script_end(machine, ox_roster_handle(&machine->instances, &one->slot));
        }
    }
    ox_object *object;
    void *data;
    for (uint32_t at = 0; (at = ox_component_each(s->world, s->component, at, &object, &data)) != 0;) {
        ox_behaviour *does = data;
        if (does->behaviour != 0 && script_has(s, object->handle.bits, does->behaviour)) continue;
        script_end_all_of(s, object->handle.bits, false);
        does->begun = 0;
        s->asked = true;
    }
}

void script_take_all(ox_behaviours *s) {
    ox_reader from = ox_reader_bytes(s->kept, s->kept_size);
    s->tick = ox_read_u32(&from);
    bool fresh = ox_read_bool(&from);
    (void)!ox_random_restore(&s->random, &from);
    take_events(s, &from);
    for (uint32_t id = ox_read_u32(&from); id != 0 && !from.bad; id = ox_read_u32(&from)) {
        uint32_t crc = ox_read_u32(&from), size = ox_read_u32(&from);
        if (from.bad || size > from.size - from.used) break;
        for (uint32_t i = 0; i < s->unit_count; i++) {
            if (s->units[i].id == id && s->units[i].machine.module.bytes != NULL && size > 0)
                take_machine(&s->units[i], crc, from.bytes + from.used, size);
        }
        from.used += size;
    }
    take_props(s, &from);
    s->fresh = fresh;
    if (!fresh) {
        match(s);
        script_begin_missing(s);
    }
    s->kept = NULL;
    (void)ox_arena_rollback(s->host->resident, s->kept_mark);
}
