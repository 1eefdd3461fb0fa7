/* Objects, their components and fields as a tree that can be changed, and watches. */
#include <string.h>

#include "kernel/debug/format.h"
#include "kernel/inspect/internal.h"
#include "kernel/world/component.h"
#include "kernel/world/query.h"

#define NOTHING UINT32_MAX /* no component is open */

/* ---- what a person points at ---- */

const ox_type *inspect_record(const ox_inspect *s, const ox_object *object, ox_id component, void **record) {
    const ox_world *w = s->host->world;
    if (component == 0) {
        *record = ox_object_data(w, object);
        return *record == NULL ? NULL : w->types[object->type].type->record;
    }
    const int type = ox_world_component(w, component);
    *record = type < 0 ? NULL : ox_component_get(w, object, (uint32_t)type);
    return *record == NULL ? NULL : w->components[type].type->record;
}

const ox_field *ox_inspect_find(const ox_inspect *s, const ox_inspect_path *path, void **record) {
    const ox_object *object = s->host == NULL ? NULL : ox_world_get(s->host->world, path->object);
    const ox_type *type = object == NULL ? NULL : inspect_record(s, object, path->component, record);
    const ox_field *field = type == NULL ? NULL : ox_type_field(type, path->field);
    return field == NULL || path->index >= ox_field_count(field) ? NULL : field;
}

/* A whole number without a sign; false: it is none, or above 65535. */
static bool read_count(ox_text_view text, uint32_t *value) {
    *value = 0;
    if (text.length == 0 || text.length > 5) return false;
    for (size_t i = 0; i < text.length; i++) {
        if (text.at[i] < '0' || text.at[i] > '9') return false;
        *value = *value * 10 + (uint32_t)(text.at[i] - '0');
    }
    return *value <= UINT16_MAX;
}

ox_object *inspect_object(const ox_inspect *s, ox_text_view text) {
    const ox_world *w = s->host->world;
    uint32_t slot;
    if (text.length == 0 || text.length > 64) return NULL;
    if (text.at[0] != '@') return ox_world_called(w, ox_id_of(text));
    if (!read_count((ox_text_view){text.at + 1, text.length - 1}, &slot) ||
        slot >= ox_pool_peak(&w->objects) || w->objects.generations[slot] == 0)
        return NULL;
    ox_object *object = ox_world_slot(w, slot);
    return ox_world_get(w, object->handle);
}

/* What scripts call a member of objects: "health". */
static bool find_member(const ox_inspect *s, const ox_object *object, ox_id name, ox_inspect_path *path) {
    const ox_module *module;
    ox_module_member member;
    void *record;
    for (uint32_t i = 0; (module = ox_module_at(s->host, i)) != NULL; i++) {
        if (!ox_module_find_member(module, name, &member) ||
            inspect_record(s, object, member.component, &record) == NULL)
            continue;
        path->component = member.component;
        path->field = member.field->name;
        return true;
    }
    return false;
}

bool ox_inspect_read_path(const ox_inspect *s, ox_text_view text, ox_inspect_path *path, ox_text *why) {
    ox_text_view rest = text, words[4];
    uint32_t count = 0;
    void *record;
    while (count < 4 && ox_text_split(&rest, '.', &words[count])) count++;
    const ox_object *object = count < 2 || rest.length > 0 ? NULL : inspect_object(s, words[0]);
    *path = (ox_inspect_path){.index = 0};
    if (object == NULL) {
        ox_text_add(why, "no such object: NAME.COMPONENT.FIELD or @SLOT.COMPONENT.FIELD");
        return false;
    }
    path->object = object->handle;
    uint32_t last = 3;
    if (find_member(s, object, ox_id_of(words[1]), path)) {
        last = 2;
    } else if (count > 2) {
        path->component = ox_id_of(words[1]);
        path->field = ox_id_of(words[2]);
    }
    uint32_t number = 1;
    const bool has_number = count <= last || (count == last + 1 && read_count(words[last], &number));
    path->index = number - 1;
    if (has_number && number > 0 && ox_inspect_find(s, path, &record) != NULL) return true;
    ox_text_add(why, "the object has no such field");
    return false;
}

/* ---- the tree ---- */

static void write_field(ox_inspect *s, const ox_inspect_path *path, const ox_field *field, const void *record,
                        uint32_t count) {
    char name[40], value[48];
    ox_sheet *sheet = &s->sheet;
    const int64_t now = ox_field_get(field, record, path->index);
    value[0] = name[0] = 0;
    if (ox_sheet_sees(sheet)) {
        ox_text out = ox_text_begin_plain(value, sizeof value);
        ox_sheet_value(field, now, inspect_names, s, &out);
        inspect_name(s, field->name, name);
    }
    const bool is_chosen =
        count > 1 ? ox_sheet_row(sheet, OX_SHEET_PLAIN, "   %s.%u %s", name, (unsigned)path->index + 1, value)
                  : ox_sheet_row(sheet, OX_SHEET_PLAIN, "   %s %s", name, value);
    if (!is_chosen || sheet->pressed == 0) return;
    if (ox_sheet_is_pressed(sheet, PLAT_B)) (void)!ox_inspect_watch_value(s, path);
    const int step = ox_sheet_step(sheet);
    const int64_t next = step == 0 ? now : ox_sheet_stepped(field, now, step);
    if (next != now && (field->flags & OX_ENGINE) == 0) (void)!ox_inspect_edit(s, path, next);
}

static void write_record(ox_inspect *s, const ox_object *object, ox_id component) {
    void *record;
    const ox_type *type = inspect_record(s, object, component, &record);
    for (uint32_t i = 0; type != NULL && i < type->count; i++) {
        const uint32_t count = ox_field_count(&type->fields[i]);
        for (uint32_t k = 0; k < count; k++) {
            const ox_inspect_path path = {object->handle, component, type->fields[i].name, k};
            write_field(s, &path, &type->fields[i], record, count);
        }
    }
}

/* A component of the opened object; its fields below it when it is open itself. */
static void write_component(ox_inspect *s, const ox_object *object, ox_id component, const char *name) {
    const bool is_open = s->opened_component == component;
    if (ox_sheet_row(&s->sheet, OX_SHEET_LIVE, " %c%s", is_open ? '-' : '+', name) &&
        ox_sheet_is_pressed(&s->sheet, PLAT_A))
        s->opened_component = is_open ? NOTHING : component;
    if (is_open) write_record(s, object, component);
}

static void write_components(ox_inspect *s, const ox_object *object) {
    const ox_world *w = s->host->world;
    char name[40];
    void *record;
    if (inspect_record(s, object, 0, &record) != NULL) write_component(s, object, 0, "own");
    for (uint32_t type = 0; type < w->component_count; type++) {
        const ox_component_type *t = w->components[type].type;
        if (ox_component_get(w, object, type) != NULL)
            write_component(s, object, t->name, inspect_name(s, t->name, name));
    }
}

static bool fits_filter(const ox_inspect *s, const ox_object *object) {
    return s->filter[0] == 0 || ox_object_is(s->host->world, object, ox_id_of(ox_text_of(s->filter)));
}

static void write_object(ox_inspect *s, const ox_object *object) {
    const ox_world *w = s->host->world;
    const bool is_open = ox_handle_same(s->opened, object->handle);
    char name[40] = "", type[40] = "";
    if (ox_sheet_sees(&s->sheet)) {
        if (object->name != 0) inspect_name(s, object->name, name);
        inspect_name(s, w->types[object->type].type->name, type);
    }
    const bool sleeps = (object->flags & (OX_OBJECT_ACTIVE | OX_OBJECT_VISIBLE)) == 0;
    if (ox_sheet_row(&s->sheet, sleeps ? OX_SHEET_DIM : OX_SHEET_PLAIN, "%c@%u %s%s%s", is_open ? '-' : '+',
                     (unsigned)ox_object_slot(object), name, name[0] != 0 ? ": " : "", type) &&
        ox_sheet_is_pressed(&s->sheet, PLAT_A)) {
        s->opened = is_open ? (ox_handle){0} : object->handle;
        s->opened_component = NOTHING;
    }
    if (is_open) write_components(s, object);
}

void inspect_page_objects(ox_inspect *s) {
    const ox_world *w = s->host->world;
    ox_sheet_row(&s->sheet, OX_SHEET_HEAD, "%u objects%s%s", (unsigned)w->alive,
                 s->filter[0] != 0 ? ", only " : "", s->filter);
    for (uint32_t slot = 0; slot < ox_pool_peak(&w->objects); slot++) {
        const ox_object *object = ox_world_slot(w, slot);
        if (w->objects.generations[slot] == 0 || ox_world_get(w, object->handle) == NULL) continue;
        if (fits_filter(s, object)) write_object(s, object);
    }
}

/* ---- watches ---- */

ox_status ox_inspect_watch_value(ox_inspect *s, const ox_inspect_path *path) {
    void *record;
    const ox_field *field = ox_inspect_find(s, path, &record);
    if (field == NULL) return OX_NOT_FOUND;
    if (s->watch_count == OX_INSPECT_WATCHED) return OX_FULL;
    s->watches[s->watch_count++] =
        (ox_inspect_watch){.path = *path,
                           .name = ox_world_get(s->host->world, path->object)->name,
                           .value = ox_field_get(field, record, path->index),
                           .now = ox_field_get(field, record, path->index),
                           .is_there = true};
    return OX_OK;
}

void inspect_edge(void *inspect, const char *name) {
    ox_inspect *s = inspect;
    if (name[0] == 0) name = "no piece";
    (void)ox_watchpoints_check(&s->points, name);
    for (uint32_t i = 0; i < s->watch_count && s->host != NULL; i++) {
        ox_inspect_watch *watch = &s->watches[i];
        void *record;
        const ox_field *field = ox_inspect_find(s, &watch->path, &record);
        const int64_t now = field == NULL ? watch->now : ox_field_get(field, record, watch->path.index);
        if (now != watch->now) watch->by = name;
        watch->now = now;
    }
}

void inspect_tell_point(void *inspect, const ox_watchpoint_change *change) {
    const ox_inspect *s = inspect;
    const ox_watchpoint *point = change->point;
    char was[24] = "", is[24] = "";
    if (s->host == NULL) return;
    if (point->bytes <= 8) { /* the numbers without a sign, as debuggers show them */
        ox_text out = ox_text_begin_plain(was, sizeof was);
        ox_sheet_value(&(ox_field){.kind = OX_U32, .bytes = 4}, (int64_t)change->was, NULL, NULL, &out);
        out = ox_text_begin_plain(is, sizeof is);
        ox_sheet_value(&(ox_field){.kind = OX_U32, .bytes = 4}, (int64_t)change->is, NULL, NULL, &out);
    }
    ox_log_write(s->host->log, PLAT_LOG_WARNING, "step %u: %s changed%s%s%s%s in `%s`, byte %u at %08x%08x",
                 (unsigned)s->host->world->tick, point->name, was[0] != 0 ? " from " : "", was,
                 was[0] != 0 ? " to " : "", is, change->by, (unsigned)change->byte,
                 (unsigned)((uint64_t)(uintptr_t)point->at >> 32), (unsigned)(uintptr_t)point->at);
}

/* A watched value has changed in the step that is over: the game stops behind it, if somebody asked for that. */
static void stop_at_change(ox_inspect *s, const ox_inspect_watch *watch) {
    char name[40], field[40];
    if (!watch->stops || !watch->has_changed) return;
    ox_loop_pause(s->host->loop, true);
    inspect_say(s, "step %u: %s.%s changed in `%s`", (unsigned)s->host->world->tick,
                inspect_name(s, watch->name, name), inspect_name(s, watch->path.field, field),
                watch->by == NULL ? "?" : watch->by);
}

void inspect_look(ox_inspect *s) {
    inspect_edge(s, "the end of the step");
    for (uint32_t i = 0; i < s->watch_count; i++) {
        ox_inspect_watch *watch = &s->watches[i];
        void *record;
        const ox_field *field = ox_inspect_find(s, &watch->path, &record);
        const int64_t now = field == NULL ? watch->value : ox_field_get(field, record, watch->path.index);
        watch->has_changed = field != NULL && now != watch->value;
        watch->is_there = field != NULL;
        watch->value = now;
        stop_at_change(s, watch);
    }
}

static void write_watch(ox_inspect *s, const ox_inspect_watch *watch) {
    char name[40], component[40], field_name[40], value[48] = "gone";
    void *record;
    const ox_field *field = ox_inspect_find(s, &watch->path, &record);
    ox_text out = ox_text_begin_plain(value, sizeof value);
    if (field != NULL)
        ox_sheet_value(field, watch->value, inspect_names, s, &out);
    else
        ox_text_string(&out, "gone");
    if (watch->name != 0)
        inspect_name(s, watch->name, name);
    else
        ox_format(name, sizeof name, "@%u", (unsigned)(watch->path.object.bits & 0xFFFFu));
    ox_sheet_row(&s->sheet,
                 watch->has_changed ? OX_SHEET_LIVE
                 : field == NULL    ? OX_SHEET_DIM
                                    : OX_SHEET_PLAIN,
                 "%c%s.%s.%s %s%s%s", watch->has_changed ? '*' : ' ', name,
                 watch->path.component == 0 ? "own" : inspect_name(s, watch->path.component, component),
                 inspect_name(s, watch->path.field, field_name), value, watch->by == NULL ? "" : "  by ",
                 watch->by == NULL ? "" : watch->by);
}

void inspect_page_watches(ox_inspect *s) {
    ox_sheet_row(&s->sheet, OX_SHEET_HEAD, "%u watches, * changed", (unsigned)s->watch_count);
    for (uint32_t i = 0; i < s->watch_count; i++) {
        const bool is_chosen = s->sheet.count == s->sheet.chosen;
        write_watch(s, &s->watches[i]);
        if (!is_chosen || !ox_sheet_is_pressed(&s->sheet, PLAT_B)) continue;
        memmove(&s->watches[i], &s->watches[i + 1], (s->watch_count - i - 1) * sizeof s->watches[0]);
        s->watch_count--;
        s->sheet.pressed = 0;
        i--;
    }
    const ox_break_table *breaks = &s->breaks;
    if (breaks->count > 0) ox_sheet_row(&s->sheet, OX_SHEET_HEAD, "breaks of C, visits and stops");
    for (uint32_t i = 0; i < breaks->count; i++)
        ox_sheet_row(&s->sheet, breaks->sites[i].stops > 0 ? OX_SHEET_LIVE : OX_SHEET_PLAIN, "%5u %3u :%d %s",
                     (unsigned)breaks->sites[i].visits, (unsigned)breaks->sites[i].stops,
                     breaks->sites[i].line, breaks->sites[i].what);
    if (breaks->lost > 0)
        ox_sheet_row(&s->sheet, OX_SHEET_WARN, "%u visits had no room", (unsigned)breaks->lost);
}
