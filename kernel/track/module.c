/* Tracks: words of cart.txt, laps, walls, natives. */
#include "kernel/track/module.h"

#include "kernel/console/console.h"
#include "kernel/content/module.h"
#include "kernel/engine/limit.h"
#include "kernel/event/events.h"
#include "kernel/physics/module.h"
#include "kernel/type/name.h"
#include "rom/data.h"

#define NAME OX_NAME("track")
#define WALLED OX_NAME("walled")

enum { MOST = 256, GATES_MOST = 2048, RACER_BYTES = 56, GATE_BYTES = 96 };
OX_CAPACITY_HOLDS(RACER_BYTES - sizeof(ox_component_head), ox_racer);
OX_CAPACITY_HOLDS(GATE_BYTES - sizeof(ox_track_gate) - sizeof(uint16_t), ox_track_sector);
OX_LIMIT(MOST, ox_component_type, capacity, "numbers of components are 16 bits");
OX_LIMIT(GATES_MOST, ox_racer, sector, "a racer's sector is 16 bits");

const ox_capacity ox_track_capacities[OX_TRACK_CAPACITIES] = {
    [OX_CAPACITY_RACERS] = {"racers", 8, MOST, RACER_BYTES},
    [OX_CAPACITY_GATES] = {"gates", 64, GATES_MOST, GATE_BYTES}};

static const ox_field fields[] = {
    OX_FIELD(ox_racer, kind, OX_NAME_ID, OX_SIM),
    OX_FIELD(ox_racer, of, OX_NAME_ID, OX_SIM),
    OX_FIELD(ox_racer, margin, OX_FX, OX_SIM, .initial = FX_HALF, .high = 512 * FX_ONE),
    OX_FIELD(ox_racer, bounce, OX_FX, OX_SIM, .initial = FX(0.2), .high = FX_ONE),
    OX_FIELD(ox_racer, along, OX_FX, OX_SIM),
    OX_FIELD(ox_racer, across, OX_FX, OX_SIM),
    OX_FIELD(ox_racer, progress, OX_FX, OX_SIM),
    OX_FIELD(ox_racer, gone, OX_I32, OX_SIM),
    OX_FIELD(ox_racer, laps, OX_I32, OX_SIM),
    OX_FIELD(ox_racer, sector, OX_U16, OX_SIM),
    OX_FIELD(ox_racer, backward, OX_U8, OX_SIM),
    OX_FIELD(ox_racer, begun, OX_BOOL, OX_SIM | OX_CLONE_NONE),
    OX_FIELD(ox_racer, off, OX_BOOL, OX_SIM),
    OX_FIELD(ox_racer, wrong, OX_BOOL, OX_SIM)};
const ox_type ox_racer_type = OX_TYPE(ox_racer, fields, 1);

/* ---- words of cart.txt ---- */

enum { CELL_OF = OX_GIVEN_FIRST, CELL_MARGIN, CELL_BOUNCE };

static const char *const kinds[] = {"free", "walled", NULL};
static const char *const data[] = {"data", NULL};
static const ox_module_option options[] = {{"of", data, OX_OPTION_NAME, CELL_OF, true},
                                           {"margin", NULL, OX_OPTION_NUMBER, CELL_MARGIN, false},
                                           {"bounce", NULL, OX_OPTION_NUMBER, CELL_BOUNCE, false},
                                           {NULL, NULL, 0, 0, false}};
static const ox_module_word words[] = {{"track", kinds, options,
                                        "with track=free|walled of=DATA [margin=M] [bounce=0..1]",
                                        "where the object above is on a road, whose gates are rows of data, "
                                        "is known: laps, progress, values of the "
                                        "road; walled: its sides stop it"},
                                       {NULL, NULL, NULL, NULL, NULL}};

static void give_track(ox_world *world, ox_object *object, const ox_given *given) {
    const int type = ox_world_component(world, NAME);
    ox_racer *r = type < 0 ? NULL : ox_component_get(world, object, (uint32_t)type);
    if (r == NULL && type >= 0) r = ox_component_add(world, object, (uint32_t)type);
    if (r == NULL) return;
    r->kind = (ox_id)given->cells[OX_GIVEN_FIELD];
    r->of = (ox_id)given->cells[CELL_OF];
    if (ox_given_says(given, CELL_MARGIN)) r->margin = fx_clamp(given->cells[CELL_MARGIN], 0, 512 * FX_ONE);
    if (ox_given_says(given, CELL_BOUNCE)) r->bounce = fx_clamp(given->cells[CELL_BOUNCE], 0, FX_ONE);
}

/* ---- tracks out of data ---- */

enum { COLUMN_ORDER, COLUMN_LEFT_X, COLUMN_LEFT_Z, COLUMN_RIGHT_X, COLUMN_RIGHT_Z, COLUMNS };
static const ox_id columns[COLUMNS] = {OX_NAME("order"), OX_NAME("left_x"), OX_NAME("left_z"),
                                       OX_NAME("right_x"), OX_NAME("right_z")};

static bool find_columns(const uint8_t *chunk, uint32_t found[COLUMNS]) {
    for (uint32_t i = 0; i < COLUMNS; i++) {
        const int column = rom_data_column(chunk, columns[i]);
        if (column < 0 || rom_data_kind(chunk, (uint32_t)column) != (i == COLUMN_ORDER ? 0u : 1u))
            return false;
        found[i] = (uint32_t)column;
    }
    return true;
}

/* Rows by their order: an insertion, as rows come by their keys. Of equal ones the lower key is first. */
static void sort_rows(const uint8_t *chunk, uint32_t order, uint32_t count, uint16_t *rows) {
    for (uint32_t i = 0; i < count; i++) {
        const int32_t own = rom_data_value(chunk, rom_data_row(chunk, i), order);
        uint32_t at = i;
        for (; at > 0 && rom_data_value(chunk, rom_data_row(chunk, rows[at - 1]), order) > own; at--)
            rows[at] = rows[at - 1];
        rows[at] = (uint16_t)i;
    }
}

static ox_status refuse_track(const ox_module_host *host, ox_status status, const char *why, int gate) {
    if (gate < 0) return ox_module_refuse(host, status, 0, "a track %s", why);
    return ox_module_refuse(host, status, 0, "a track %s: gate %d of its order, and the next one", why,
                            gate + 1);
}

static ox_track_entry *entry_of(const ox_tracks *t, ox_id of) {
    for (uint32_t i = 0; i < t->count; i++)
        if (t->entries[i].of == of) return (ox_track_entry *)&t->entries[i];
    return NULL;
}

/* Tracks while they are made, and room for gates that is left. */
typedef struct making {
    ox_tracks *t;
    uint32_t room;
} making;

/* The track that a racer names. */
static ox_status make_track(const ox_module_host *host, void *context, ox_id of) {
    making *m = context;
    ox_tracks *t = m->t;
    const uint8_t *chunk = ox_content_chunk(host, of, ROM_TAG_DATA);
    uint32_t column[COLUMNS];
    if (of == 0 || entry_of(t, of) != NULL || chunk == NULL) return OX_OK; /* NULL: a game without scripts */
    if (!find_columns(chunk, column))
        return refuse_track(host, OX_BAD_DATA,
                            "needs columns order:i32, left_x:fx, left_z:fx, right_x:fx and right_z:fx", -1);
    const uint32_t count = rom_data_rows(chunk);
    if (count > m->room || t->count == OX_TRACKS_MOST)
        return refuse_track(host, OX_FULL, "has more gates than there is room for; raise `capacity gates`",
                            -1);
    m->room -= count;
    ox_track_entry *e = &t->entries[t->count];
    ox_track_gate *gates = OX_PUSH(host->resident, ox_track_gate, count);
    ox_track_sector *sectors = OX_PUSH(host->resident, ox_track_sector, count);
    e->rows = OX_PUSH(host->resident, uint16_t, count);
    if (gates == NULL || sectors == NULL || e->rows == NULL)
        return refuse_track(host, OX_OUT_OF_MEMORY, "has no room; raise `budget`", -1);
    sort_rows(chunk, column[COLUMN_ORDER], count, e->rows);
    for (uint32_t i = 0; i < count; i++) {
        const uint8_t *row = rom_data_row(chunk, e->rows[i]);
        gates[i] = (ox_track_gate){{rom_data_value(chunk, row, column[COLUMN_LEFT_X]),
                                    fx_negs(rom_data_value(chunk, row, column[COLUMN_LEFT_Z]))},
                                   {rom_data_value(chunk, row, column[COLUMN_RIGHT_X]),
                                    fx_negs(rom_data_value(chunk, row, column[COLUMN_RIGHT_Z]))}};
    }
    const bool is_open = count > 0 && rom_data_key(rom_data_row(chunk, e->rows[count - 1])) == OX_NAME("end");
    const int bad = ox_track_make(&e->track, gates, count, !is_open, sectors);
    if (bad >= 0) return refuse_track(host, OX_BAD_DATA, "is no chain of convex quads", bad);
    e->of = of;
    t->count++;
    return OX_OK;
}

/* ---- what games call ---- */

ox_racer *ox_racer_of(const ox_tracks *t, const ox_object *object) {
    return ox_component_get(t->world, object, t->type);
}

const ox_track *ox_track_of(const ox_tracks *t, const ox_racer *racer) {
    const ox_track_entry *e = entry_of(t, racer->of);
    return e == NULL ? NULL : &e->track;
}

fx ox_track_value_of(const ox_tracks *t, const ox_racer *racer, ox_id name) {
    const ox_track_entry *e = entry_of(t, racer->of);
    const uint8_t *chunk = e == NULL ? NULL : ox_content_chunk(t->host, e->of, ROM_TAG_DATA);
    const int column = chunk == NULL ? -1 : rom_data_column(chunk, name);
    if (column < 0 || rom_data_kind(chunk, (uint32_t)column) > 1) return 0;
    fx values[2];
    const uint32_t gates[2] = {racer->sector, ox_track_end(&e->track, racer->sector)};
    for (uint32_t i = 0; i < 2; i++) {
        const int32_t v = rom_data_value(chunk, rom_data_row(chunk, e->rows[gates[i]]), (uint32_t)column);
        values[i] = rom_data_kind(chunk, (uint32_t)column) == 1 ? v : fx_sat64((int64_t)v * FX_ONE);
    }
    return ox_track_value(values[0], values[1], racer->along);
}

vec2 ox_track_ahead(const ox_tracks *t, const ox_racer *racer, fx metres, fx side) {
    const ox_track *track = ox_track_of(t, racer);
    fx along;
    if (track == NULL) return (vec2){0, 0};
    const fx at = fx_adds(ox_track_metres(track, racer->sector, racer->along), metres);
    const uint32_t sector = ox_track_at(track, at, &along);
    return ox_track_point(track, sector, along,
                          fx_adds(FX_HALF, fx_clamp(side, -2 * FX_ONE, 2 * FX_ONE) / 2));
}

static int64_t distance_gone(const ox_racer *r) {
    return (int64_t)r->gone * 65536 + fx_clamp(r->along, 0, FX_ONE - 1);
}

uint32_t ox_track_rank(const ox_tracks *t, const ox_object *object) {
    const ox_racer *own = ox_racer_of(t, object);
    uint32_t rank = 1;
    ox_object *other;
    void *racer;
    for (uint32_t at = 0; (at = ox_component_each(t->world, t->type, at, &other, &racer)) != 0;) {
        const ox_racer *r = racer;
        if (other == object || r->of != own->of || (other->flags & OX_OBJECT_DEAD) != 0) continue;
        const int64_t more = distance_gone(r) - distance_gone(own);
        if (more > 0 || (more == 0 && ox_object_slot(other) < ox_object_slot(object))) rank++;
    }
    return rank;
}

/* ---- steps ---- */

static void tell_racer(const ox_tracks *t, const ox_object *object, ox_id event, int32_t value) {
    ox_events *bus = ox_module_bus(t->host);
    if (bus != NULL) ox_events_post_to(bus, event, object->handle, &value, 1);
}

/* The sides of the road stop an object; a body loses its speed into them. */
static void stop_at_walls(const ox_tracks *t, ox_object *object, const ox_track *track, const ox_racer *r,
                          vec2 *p) {
    const ox_physics *physics = ox_module_state(t->host, OX_NAME("physics"));
    vec2 n;
    if (!ox_track_wall(track, r->sector, r->margin, p, &n)) return;
    (void)ox_place_set(t->world, object, ox_track_place(*p, ox_place_of(t->world, object)->y));
    ox_body *body = physics == NULL ? NULL : ox_body_of(physics, object);
    if (body == NULL) return;
    const fx into =
        fx_sat64(fx_rshr64(fx_wide(body->velocity[0], n.x) - fx_wide(body->velocity[2], n.y), 16));
    if (into >= 0) return;
    const fx back = fx_muls(fx_negs(into), fx_adds(FX_ONE, r->bounce));
    body->velocity[0] = fx_adds(body->velocity[0], fx_muls(back, n.x));
    body->velocity[2] = fx_subs(body->velocity[2], fx_muls(back, n.y));
}

static void begin_racer(const ox_track *track, ox_racer *r, vec2 p) {
    const uint32_t found = ox_track_scan(track, p);
    r->off = found == OX_TRACK_NOWHERE;
    r->sector = (uint16_t)(r->off ? ox_track_nearest(track, p) : found);
    r->gone = r->sector;
    if (track->is_closed && r->sector >= track->count / 2) r->gone -= (int32_t)track->count;
    r->begun = true;
}

/* So many sectors forward, the shorter way round. */
static void go_to(const ox_track *track, ox_racer *r, uint32_t sector) {
    const int32_t n = (int32_t)track->count;
    int32_t by = (int32_t)sector - r->sector;
    if (track->is_closed && by > n / 2) by -= n;
    if (track->is_closed && by < -(n / 2)) by += n;
    r->gone += by;
    r->sector = (uint16_t)sector;
}

static void count_laps(const ox_tracks *t, const ox_object *object, const ox_track *track, ox_racer *r) {
    const bool is_at_end = !track->is_closed && r->sector + 1u == track->count && r->along >= FX_ONE;
    const int32_t done = track->is_closed ? (r->gone < 0 ? 0 : r->gone / (int32_t)track->count) : is_at_end;
    if (done <= r->laps) return;
    r->laps = done;
    tell_racer(t, object, OX_NAME("lap"), done);
}

static void watch_way(const ox_tracks *t, const ox_object *object, ox_racer *r, int64_t before) {
    const int64_t by = distance_gone(r) - before;
    if (by < 0 && r->backward < OX_TRACK_WRONG) r->backward++;
    if (by > 0 && r->backward > 0) r->backward--;
    const bool is_wrong = r->wrong ? r->backward > 0 : r->backward == OX_TRACK_WRONG;
    if (is_wrong == r->wrong) return;
    r->wrong = is_wrong;
    tell_racer(t, object, OX_NAME("wrongway"), is_wrong);
}

static void step_racer(ox_tracks *t, ox_object *object, ox_racer *r) {
    const ox_track *track = ox_track_of(t, r);
    const vec3 *place = ox_place_of(t->world, object);
    uint32_t tests;
    if (track == NULL || place == NULL) return;
    vec2 p = ox_track_plan(*place);
    const bool is_new = !r->begun || r->sector >= track->count;
    if (is_new) begin_racer(track, r, p);
    const int64_t before = distance_gone(r);
    bool is_off;
    const uint32_t sector = ox_track_follow(track, r->sector, p, &tests, &is_off);
    t->tests += tests;
    t->asked++;
    go_to(track, r, sector);
    r->off = is_off;
    if (r->kind == WALLED) stop_at_walls(t, object, track, r, &p);
    r->along = ox_track_along(track, r->sector, p);
    r->across = ox_track_across(track, r->sector, p);
    r->progress = ox_track_progress(track, r->sector, r->along);
    count_laps(t, object, track, r);
    if (!is_new) watch_way(t, object, r, before);
}

/* In the order of slots: components come in that of their records, which is another one in a game that was loaded. */
static void run_phase(void *context, ox_world *world, ox_phase phase, uint32_t bucket) {
    ox_tracks *t = context;
    (void)phase, (void)bucket;
    if (ox_component_count(&world->components[t->type]) == 0) return;
    for (uint32_t slot = 0; slot < ox_pool_peak(&world->objects); slot++) {
        ox_object *object = ox_world_slot(world, slot);
        if (world->objects.generations[slot] == 0 || (object->flags & OX_OBJECT_DEAD) != 0) continue;
        ox_racer *r = ox_racer_of(t, object);
        if (r != NULL) step_racer(t, object, r);
    }
}

static const ox_system track_system = {.name = NAME, .phases = 1u << OX_PHASE_WRITE_BACK, .run = run_phase};

/* ---- natives ---- */

/* The racer of the first argument; NULL, and *answer: the object is none, or its track is not there. */
static ox_racer *racer_at(ox_script_call *call, const ox_tracks **tracks, ox_object **object,
                          ox_script_answer *answer) {
    const ox_module_host *host = ox_module_of_call(call);
    *tracks = ox_module_state(host, NAME);
    *object = ox_world_get(host->world, (ox_handle){(uint32_t)call->arguments[0]});
    *answer = *object == NULL ? ox_script_refuse(call, 0) : OX_SCRIPT_DONE;
    if (*object == NULL || *tracks == NULL) return NULL;
    ox_racer *r = ox_racer_of(*tracks, *object);
    if (r == NULL) {
        *answer = ox_script_refuse_because(call, "is given an object without `with track=`");
        return NULL;
    }
    return ox_track_of(*tracks, r) == NULL ? NULL : r;
}

#define RACER_NATIVE(name, value)                                                                            \
    static ox_script_answer native_##name(ox_script_call *call) {                                            \
        const ox_tracks *t;                                                                                  \
        ox_object *object;                                                                                   \
        ox_script_answer answer;                                                                             \
        const ox_racer *r = racer_at(call, &t, &object, &answer);                                            \
        if (r != NULL) call->results[0] = (int32_t)(value);                                                  \
        return answer;                                                                                       \
    }
RACER_NATIVE(track_progress, r->progress)
RACER_NATIVE(track_sector, r->sector)
RACER_NATIVE(track_side, fx_subs(fx_adds(r->across, r->across), FX_ONE))
RACER_NATIVE(track_lap, r->laps)
RACER_NATIVE(track_off, r->off)
RACER_NATIVE(track_rank, ox_track_rank(t, object))
RACER_NATIVE(track_value, ox_track_value_of(t, r, (ox_id)call->arguments[1]))

static ox_script_answer native_track_point(ox_script_call *call) {
    const ox_tracks *t;
    ox_object *object;
    ox_script_answer answer;
    const ox_racer *r = racer_at(call, &t, &object, &answer);
    if (r == NULL) return answer;
    const vec3 *own = ox_place_of(t->world, object);
    const vec3 place = ox_track_place(ox_track_ahead(t, r, call->arguments[1], call->arguments[2]),
                                      own == NULL ? 0 : own->y);
    ox_module_give_vector(call, place);
    return answer;
}

const ox_script_native ox_track_native_rows[OX_TRACK_NATIVES] = {
    OX_SCRIPT_NATIVE(track_progress, QUERY, ALL, 4, "f(o)", "track_progress(who: obj) -> fx",
                     "how much of the round an object has behind it, 0.0 to 1.0"),
    OX_SCRIPT_NATIVE(track_sector, QUERY, ALL, 4, "i(o)", "track_sector(who: obj) -> int",
                     "between which two gates of its track an object is, from 0"),
    OX_SCRIPT_NATIVE(
        track_side, QUERY, ALL, 4, "f(o)", "track_side(who: obj) -> fx",
        "where across its track an object is, -1.0 (left edge) to 1.0; farther out beside the track"),
    OX_SCRIPT_NATIVE(track_lap, QUERY, ALL, 4, "i(o)", "track_lap(who: obj) -> int",
                     "how many rounds an object has done"),
    OX_SCRIPT_NATIVE(track_off, QUERY, ALL, 4, "b(o)", "track_off(who: obj) -> bool",
                     "whether an object is beside its track"),
    OX_SCRIPT_NATIVE(track_rank, QUERY, ALL, 16, "i(o)", "track_rank(who: obj) -> int",
                     "1 for who has gone farthest on its track, 2 for the next"),
    OX_SCRIPT_NATIVE(
        track_value, QUERY, ALL, 8, "f(on)", "track_value(who: obj, column: name) -> fx",
        "a value of the road where an object is, between those of two gates: track_value(self, 'speed')"),
    OX_SCRIPT_NATIVE(track_point, QUERY, ALL, 12, "3(off)",
                     "track_point(who: obj, ahead: fx, side: fx) -> vec3",
                     "a place of the road so many metres ahead of an object, -1.0 at its left edge to 1.0")};

/* ---- lives ---- */

static bool tell_full(const ox_module_host *host, void *state) {
    ox_tracks *t = state;
    const ox_component_store *store = &t->world->components[t->type];
    if (t->is_told || store->refused == 0) return true;
    t->is_told = true;
    ox_log_write(host->log, PLAT_LOG_WARNING, "more than %u racers at once: raise `capacity racers`",
                 (unsigned)store->type->capacity);
    return true;
}

static const ox_component_ops racer_ops = {.give = give_track};
static const ox_module_wanted wanted[] = {
    {{.name = NAME, .record = &ox_racer_type, .ops = &racer_ops}, OX_CAPACITY_RACERS}};

static ox_status begin_scene(const ox_module_host *host, void **state) {
    const int type = ox_world_component(host->world, NAME);
    *state = NULL;
    if (type < 0) return OX_OK;
    ox_tracks *t = OX_PUSH(host->resident, ox_tracks, 1);
    if (t == NULL) return ox_module_refuse(host, OX_OUT_OF_MEMORY, 0, "no room for tracks; raise `budget`");
    *t = (ox_tracks){.host = host, .world = host->world, .type = (uint32_t)type};
    making m = {t, ox_module_capacity(host, &ox_track_capacities[OX_CAPACITY_GATES])};
    const ox_module_named named = {t->type, CELL_OF, offsetof(ox_racer, of)};
    const ox_status status = ox_module_each_named(host, &named, make_track, &m);
    if (status != OX_OK) return status;
    const int system = ox_world_add_system(host->world, &track_system, t);
    if (system < 0) return (ox_status)system;
    *state = t;
    return OX_OK;
}

ox_tracks *ox_console_tracks(const ox_console *console) {
    return ox_module_state(ox_console_modules(console), NAME);
}

static const ox_module_event events[OX_TRACK_EVENTS] = {
    {"Lap(lap: int)", "told to an object on a track: so many rounds are done"},
    {"WrongWay(wrong: bool)", "told to an object on a track: it goes back, or forward again"}};

static const uint32_t needs[] = {OX_NAME("content"), OX_NAME("collision"), OX_NAME("physics"), 0};

const ox_module ox_track_module = {.id = NAME,
                                   .name = "track",
                                   .needs = needs,
                                   .capacities = ox_track_capacities,
                                   .capacity_count = OX_TRACK_CAPACITIES,
                                   .natives = ox_track_native_rows,
                                   .native_count = OX_TRACK_NATIVES,
                                   .events = events,
                                   .event_count = OX_TRACK_EVENTS,
                                   .words = words,
                                   .begin = begin_scene,
                                   .stepped = tell_full,
                                   .wanted = wanted,
                                   .wanted_count = 1,
                                   .wanted_systems = 1};
