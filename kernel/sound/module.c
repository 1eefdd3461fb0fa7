/* Sound of the game: its sources and ears, its buses and switches, its state. */
#include "kernel/sound/module.h"

#include <string.h>

#include "fixedmath/scalar.h"
#include "kernel/console/console.h"
#include "kernel/engine/limit.h"
#include "kernel/loop/rate.h"
#include "kernel/type/name.h"

#define NAME OX_NAME("sound")
#define SOURCE OX_NAME("source")
#define EVENT OX_NAME("event")

enum { MOST = 1024, BYTES = 96, SHOCK_SECONDS = 3, RAMP = 32 };

OX_CAPACITY_HOLDS(BYTES - sizeof(ox_component_head), ox_sound);

OX_LIMIT(MOST, ox_component_type, capacity, "numbers of sources are 16 bits");

const ox_capacity ox_sound_capacities[OX_SOUND_CAPACITIES] = {
    [OX_CAPACITY_SOUND_SOURCES] = {"sound-sources", 16, MOST, BYTES},
    [OX_CAPACITY_SOUND_RAYS] = {"sound-rays", 4, 64, 64}};

/* ---- the component ---- */

static const ox_field fields[] = {
    OX_FIELD(ox_sound, role, OX_NAME_ID, OX_SIM),
    OX_FIELD(ox_sound, name, OX_NAME_ID, OX_SIM),
    OX_FIELD(ox_sound, then, OX_NAME_ID, OX_SIM),
    OX_FIELD(ox_sound, volume, OX_FX, OX_SIM, .initial = FX_ONE, .high = FX_ONE),
    OX_FIELD(ox_sound, ratio, OX_FX, OX_SIM, .initial = FX_ONE, .low = FX_ONE / 4, .high = 8 * FX_ONE),
    OX_FIELD(ox_sound, inner, OX_FX, OX_SIM, .high = 32767 * FX_ONE),
    OX_FIELD(ox_sound, outer, OX_FX, OX_SIM, .high = 32767 * FX_ONE),
    OX_FIELD(ox_sound, between, OX_FX, OX_SIM, .initial = FX_HALF, .high = FX_ONE),
    OX_FIELD(ox_sound, doppler, OX_FX, OX_SIM, .initial = FX_ONE, .high = 16 * FX_ONE),
    OX_FIELD(ox_sound, box, OX_FX, OX_SIM, .high = 32767 * FX_ONE),
    OX_FIELD(ox_sound, begun, OX_U16, OX_SIM),
    OX_FIELD(ox_sound, fade, OX_U16, OX_SIM),
    OX_FIELD(ox_sound, priority, OX_U8, OX_SIM, .high = 15),
    OX_FIELD(ox_sound, event, OX_NAME_ID, OX_SIM),
    OX_FIELD(ox_sound, column, OX_NAME_ID, OX_SIM),
    OX_FIELD(ox_sound, from, OX_FX, OX_SIM, .high = 1024 * FX_ONE),
    OX_FIELD(ox_sound, to, OX_FX, OX_SIM, .high = 1024 * FX_ONE),
    OX_FIELD(ox_sound, rise, OX_FX, OX_SIM, .initial = FX_ONE, .low = FX_ONE / 4, .high = 8 * FX_ONE)};
const ox_type ox_sound_record_type = OX_TYPE(ox_sound, fields, 1);

#define SOUND_FIELD(name, field, type, about)                                                                \
    OX_SCRIPT_FIELD(name, sound, field, &ox_sound_record_type, true, type, about)
const ox_script_field ox_sound_field_rows[OX_SOUND_FIELDS] = {
    SOUND_FIELD(sound, name, "name", "what its source plays; another name begins anew, '' ends it"),
    SOUND_FIELD(sound_then, then, "name", "what follows at its end, without a gap; '' nothing"),
    SOUND_FIELD(sound_volume, volume, "fx", "how loud its source is, 0.0 to 1.0"),
    SOUND_FIELD(sound_pitch, ratio, "fx", "how high and fast its source plays, 0.25 to 8.0")};

/* ---- words of cart.txt ---- */

enum {
    CELL_NAME = OX_GIVEN_FIRST,
    CELL_THEN,
    CELL_VOLUME,
    CELL_PITCH,
    CELL_INNER,
    CELL_OUTER,
    CELL_BETWEEN,
    CELL_DOPPLER,
    CELL_RAMP,
    CELL_PRIORITY,
    CELL_BOX, /* three */
    CELL_ON = CELL_BOX + 3,
    CELL_COLUMN,
    CELL_SPEED, /* two */
    CELL_RISE = CELL_SPEED + 2
};

static const char *const roles[] = {"source", "ear", "zone", "event", NULL};
static const ox_module_option options[] = {{"name", NULL, OX_OPTION_NAME, CELL_NAME, false},
                                           {"then", NULL, OX_OPTION_NAME, CELL_THEN, false},
                                           {"volume", NULL, OX_OPTION_NUMBER, CELL_VOLUME, false},
                                           {"pitch", NULL, OX_OPTION_NUMBER, CELL_PITCH, false},
                                           {"inner", NULL, OX_OPTION_NUMBER, CELL_INNER, false},
                                           {"outer", NULL, OX_OPTION_NUMBER, CELL_OUTER, false},
                                           {"between", NULL, OX_OPTION_NUMBER, CELL_BETWEEN, false},
                                           {"doppler", NULL, OX_OPTION_NUMBER, CELL_DOPPLER, false},
                                           {"ramp", NULL, OX_OPTION_SECONDS, CELL_RAMP, false},
                                           {"priority", NULL, OX_OPTION_COUNT, CELL_PRIORITY, false},
                                           {"box", NULL, OX_OPTION_VECTOR, CELL_BOX, false},
                                           {"on", NULL, OX_OPTION_NAME, CELL_ON, false},
                                           {"column", NULL, OX_OPTION_NAME, CELL_COLUMN, false},
                                           {"speed", NULL, OX_OPTION_POINT, CELL_SPEED, false},
                                           {"rise", NULL, OX_OPTION_NUMBER, CELL_RISE, false},
                                           {NULL, NULL, 0, 0, false}};
_Static_assert(sizeof options / sizeof *options <= OX_WORD_OPTIONS + 1, "a word has so many options at most");
static const ox_module_word words[] = {
    {"sound", roles, options,
     "with sound=source name=CUE|SOUND [then=CUE|SOUND] [volume=0..1] [pitch=0.25..8] [inner=M] [outer=M] "
     "[doppler=0..16] "
     "[priority=0..15]\n"
     "  with sound=ear [between=0..1]\n"
     "  with sound=zone name=ENVIRONMENT [inner=M outer=M|box=X,Y,Z] [volume=0..1] [ramp=SECONDS] "
     "[priority=0..15]\n"
     "  with sound=event on=Contact|Landed|MARK [name=CUE|SOUND] [column=COLUMN] [volume=0..1] "
     "[speed=FROM,TO] "
     "[pitch=0.25..8] [rise=0.25..8]",
     "the object above sounds, up to M metres; or it is where sounds are heard, between camera and object; "
     "or "
     "about it they are heard in another way; or what happens to it sounds, by what it meets or stands on"},
    {NULL, NULL, NULL, NULL, NULL}};

static void give_sound(ox_world *world, ox_object *object, const ox_given *given) {
    const int type = ox_world_component(world, NAME);
    ox_sound *s = type < 0 ? NULL : ox_component_add(world, object, (uint32_t)type);
    if (s == NULL) return;
    s->role = (ox_id)given->cells[OX_GIVEN_FIELD];
    s->name = (ox_id)given->cells[CELL_NAME];
    s->then = (ox_id)given->cells[CELL_THEN];
    s->begun = s->name != 0;
    s->fade = (uint16_t)(ox_given_says(given, CELL_RAMP) ? given->cells[CELL_RAMP] : RAMP);
    s->priority = (uint8_t)(given->cells[CELL_PRIORITY] > 15 ? 15 : given->cells[CELL_PRIORITY]);
    for (uint32_t i = 0; i < 3; i++) ox_given_number(given, CELL_BOX + i, 0, 32767 * FX_ONE, &s->box[i]);
    ox_given_number(given, CELL_VOLUME, 0, FX_ONE, &s->volume);
    ox_given_number(given, CELL_PITCH, FX_ONE / 4, 8 * FX_ONE, &s->ratio);
    ox_given_number(given, CELL_INNER, 0, 32767 * FX_ONE, &s->inner);
    ox_given_number(given, CELL_OUTER, 0, 32767 * FX_ONE, &s->outer);
    ox_given_number(given, CELL_BETWEEN, 0, FX_ONE, &s->between);
    ox_given_number(given, CELL_DOPPLER, 0, 16 * FX_ONE, &s->doppler);
    s->event = (ox_id)given->cells[CELL_ON];
    s->column = (ox_id)given->cells[CELL_COLUMN];
    ox_given_number(given, CELL_SPEED, 0, 1024 * FX_ONE, &s->from);
    ox_given_number(given, CELL_SPEED + 1, 0, 1024 * FX_ONE, &s->to);
    ox_given_number(given, CELL_RISE, FX_ONE / 4, 8 * FX_ONE, &s->rise);
}

/* ---- what games call ---- */

/* The first source of an object; NULL: it has none. */
static ox_sound *source_of(const ox_module_host *host, const ox_object *object) {
    const int type = ox_world_component(host->world, NAME);
    ox_component c;
    if (type < 0) return NULL;
    for (bool more = ox_component_first(host->world, object, &c); more;
         more = ox_component_next(host->world, object, &c)) {
        ox_sound *s = c.type == (uint32_t)type ? c.data : NULL;
        if (s != NULL && s->role == SOURCE) return s;
    }
    return NULL;
}

ox_sound *ox_sound_start(const ox_module_host *host, ox_object *object, ox_id name) {
    const int type = ox_world_component(host->world, NAME);
    ox_sound *s = source_of(host, object);
    if (s == NULL && type >= 0) s = ox_component_add(host->world, object, (uint32_t)type);
    if (s == NULL) return NULL;
    s->role = SOURCE;
    s->name = name;
    s->begun++;
    return s;
}

void ox_sound_stop(const ox_module_host *host, ox_object *object, uint32_t fade) {
    ox_sound *s = source_of(host, object);
    if (s == NULL) return;
    s->name = 0;
    s->fade = (uint16_t)(fade > UINT16_MAX ? UINT16_MAX : fade);
}

static void add_shot(ox_sounds *sounds, const ox_sound_shot *shot) {
    if (sounds->shot_count < OX_SOUND_SHOTS) sounds->shots[sounds->shot_count++] = *shot;
}

void ox_sound_at(ox_sounds *sounds, ox_id name, vec3 at, fx volume) {
    add_shot(sounds, &(ox_sound_shot){name, fx_clamp(volume, 0, FX_ONE), FX_ONE, at, 0});
}

void ox_sound_pad(ox_sounds *sounds, ox_id name, uint32_t player, fx volume) {
    add_shot(sounds, &(ox_sound_shot){.name = name,
                                      .volume = fx_clamp(volume, 0, FX_ONE),
                                      .ratio = FX_ONE,
                                      .player = (uint8_t)(player + 1)});
}

/* ---- what happens to objects ---- */

void ox_sound_know_surfaces(const ox_module_host *host, const ox_sound_surfaces *surfaces) {
    ox_sounds *s = ox_console_sounds(host->console);
    if (s != NULL) s->surfaces = surfaces;
}

/* What a sound of an event is called for its cause: as the surface's row says, else as the object does. */
static ox_id name_for(const ox_sounds *s, const ox_sound *of, const ox_object *object,
                      const ox_sound_cause *cause) {
    if (of->column == 0 || s->surfaces == NULL) return of->name;
    const ox_id surface = cause->is_below ? s->surfaces->below(s->host, object, cause->at) : cause->surface;
    const ox_id name = surface == 0 ? 0 : s->surfaces->column(s->host, surface, of->column);
    return name == 0 ? of->name : name;
}

static void sound_cause(ox_sounds *s, const ox_sound *of, const ox_object *object,
                        const ox_sound_cause *cause) {
    if (of->to > 0 && cause->strength <= of->from) return;
    const fx part =
        of->to <= of->from
            ? FX_ONE
            : fx_min((fx)((int64_t)(cause->strength - of->from) * FX_ONE / (of->to - of->from)), FX_ONE);
    const ox_sound_shot shot = {.name = name_for(s, of, object, cause),
                                .volume = fx_mul(of->volume, part),
                                .ratio = fx_muls(of->ratio, FX_ONE + fx_mul(of->rise - FX_ONE, part)),
                                .at = cause->at};
    if (shot.name != 0 && shot.volume > 0) add_shot(s, &shot);
}

void ox_sound_cause_at(const ox_module_host *host, const ox_object *object, const ox_sound_cause *cause) {
    ox_sounds *s = ox_console_sounds(host->console);
    const int type = s == NULL ? -1 : ox_world_component(host->world, NAME);
    ox_component c;
    if (type < 0) return;
    for (bool more = ox_component_first(host->world, object, &c); more;
         more = ox_component_next(host->world, object, &c)) {
        const ox_sound *of = c.type == (uint32_t)type ? c.data : NULL;
        if (of != NULL && of->role == EVENT && of->event == cause->event) sound_cause(s, of, object, cause);
    }
}

uint32_t ox_sound_bus_of(ox_id name) {
    static const ox_id buses[OX_SOUND_BUSES] = {OX_NAME("master"), OX_NAME("world"),     OX_NAME("music"),
                                                OX_NAME("voice"),  OX_NAME("interface"), OX_NAME("bus5"),
                                                OX_NAME("bus6"),   OX_NAME("bus7")};
    uint32_t bus = 0;
    while (bus < OX_SOUND_BUSES && buses[bus] != name) bus++;
    return bus;
}

/* A level that stands is the same whatever it has come from. */
static void settle_level(ox_sound_level *level) {
    if (level->done < level->steps) return;
    *level = (ox_sound_level){.now = level->to, .from = level->to, .to = level->to};
}

static void fade_level(ox_sound_level *level, uint32_t to, uint32_t steps) {
    level->from = level->now;
    level->to = to > OX_SOUND_FULL ? OX_SOUND_FULL : to;
    level->done = 0;
    level->steps = steps > UINT16_MAX ? UINT16_MAX : steps;
    settle_level(level);
}

void ox_sound_bus_volume(ox_sounds *sounds, uint32_t bus, uint32_t volume, uint32_t steps) {
    if (bus < OX_SOUND_BUSES) fade_level(&sounds->levels[bus], volume, steps);
}

static void mark_bus(uint32_t *marks, uint32_t bus, bool is_marked) {
    if (bus < OX_SOUND_BUSES) *marks = is_marked ? *marks | 1u << bus : *marks & ~(1u << bus);
}

void ox_sound_bus_mute(ox_sounds *sounds, uint32_t bus, bool mute) {
    mark_bus(&sounds->marks.muted, bus, mute);
}

void ox_sound_bus_pause(ox_sounds *sounds, uint32_t bus, bool paused) {
    mark_bus(&sounds->marks.paused, bus, paused);
}

void ox_sound_environment(ox_sounds *sounds, ox_id environment, uint32_t wetness, uint32_t steps) {
    if (environment != 0 && environment != sounds->marks.environment) {
        sounds->marks.environment = environment;
        sounds->levels[OX_SOUND_WETNESS].now = 0; /* another one comes out of nothing */
    }
    fade_level(&sounds->levels[OX_SOUND_WETNESS], environment == 0 ? 0 : wetness, steps);
}

void ox_sound_shock(ox_sounds *sounds, fx strength) {
    const fx s = fx_clamp(strength, 0, FX_ONE);
    if (s > sounds->marks.shock) sounds->marks.shock = s;
}

bool ox_sound_choose(ox_sounds *sounds, ox_id name, ox_id value) {
    ox_sound_switch *free = NULL;
    for (uint32_t i = OX_SOUND_SWITCHES; i > 0; i--) {
        ox_sound_switch *s = &sounds->switches[i - 1];
        if (s->name == name) {
            s->value = value;
            return true;
        }
        if (s->name == 0) free = s;
    }
    if (free != NULL) *free = (ox_sound_switch){name, value};
    return free != NULL;
}

/* ---- steps ---- */

static void forget_shots(const ox_module_host *host, void *state) {
    (void)host;
    ((ox_sounds *)state)->shot_count = 0;
}

/* Levels on their way are linear; a shock goes in SHOCK_SECONDS. */
static void move_levels(const ox_module_host *host, void *state) {
    ox_sounds *s = state;
    const uint32_t rate = ox_loop_rate(host->loop);
    for (uint32_t i = 0; i < OX_SOUND_LEVELS; i++) {
        ox_sound_level *l = &s->levels[i];
        if (l->done >= l->steps) continue;
        l->done++;
        const int64_t way = (int64_t)l->to - l->from;
        l->now = (uint32_t)(l->from + way * l->done / l->steps);
        settle_level(l);
    }
    s->marks.shock = fx_max(0, s->marks.shock - FX_ONE / (fx)(SHOCK_SECONDS * rate));
}

/* ---- the state ---- */

static const ox_field level_fields[] = {
    OX_FIELD(ox_sound_level, now, OX_U32, OX_SIM), OX_FIELD(ox_sound_level, from, OX_U32, OX_SIM),
    OX_FIELD(ox_sound_level, to, OX_U32, OX_SIM), OX_FIELD(ox_sound_level, done, OX_U32, OX_SIM),
    OX_FIELD(ox_sound_level, steps, OX_U32, OX_SIM)};
static const char *const level_names[] = {"now", "from", "to", "done", "steps"};
static const ox_type level_type = OX_TYPE(ox_sound_level, level_fields, 1);

static const ox_field mark_fields[] = {OX_FIELD(ox_sound_marks, muted, OX_U32, OX_SIM),
                                       OX_FIELD(ox_sound_marks, paused, OX_U32, OX_SIM),
                                       OX_FIELD(ox_sound_marks, environment, OX_NAME_ID, OX_SIM),
                                       OX_FIELD(ox_sound_marks, shock, OX_FX, OX_SIM)};
static const char *const mark_names[] = {"muted", "paused", "environment", "shock"};
static const ox_type mark_type = OX_TYPE(ox_sound_marks, mark_fields, 1);

static const ox_field switch_fields[] = {OX_FIELD(ox_sound_switch, name, OX_NAME_ID, OX_SIM),
                                         OX_FIELD(ox_sound_switch, value, OX_NAME_ID, OX_SIM)};
static const char *const switch_names[] = {"name", "value"};
static const ox_type switch_type = OX_TYPE(ox_sound_switch, switch_fields, 1);

enum { ITEM_MARKS = OX_SOUND_LEVELS, ITEM_SWITCHES, ITEMS = ITEM_SWITCHES + OX_SOUND_SWITCHES };

static bool next_item(void *of, uint32_t *cursor, ox_sim_item *item) {
    ox_sounds *s = of;
    const uint32_t at = (*cursor)++;
    if (at < ITEM_MARKS)
        *item = (ox_sim_item){at, &level_type, &s->levels[at], "level", level_names};
    else if (at == ITEM_MARKS)
        *item = (ox_sim_item){at, &mark_type, &s->marks, "marks", mark_names};
    else if (at < ITEMS)
        *item = (ox_sim_item){at, &switch_type, &s->switches[at - ITEM_SWITCHES], "switch", switch_names};
    return at < ITEMS;
}

static bool is_moving(const ox_sound_level *level) { return level->done < level->steps; }

/* Levels that stand and switches that nobody has set take no room of their own. */
static void save_state(const void *of, ox_writer *to) {
    const ox_sounds *s = of;
    for (uint32_t i = 0; i < OX_SOUND_LEVELS; i++) {
        const ox_sound_level *l = &s->levels[i];
        ox_write_u16(to, l->now);
        ox_write_bool(to, is_moving(l));
        const uint32_t fade[] = {l->from, l->to, l->done, l->steps};
        for (uint32_t k = 0; k < 4 && is_moving(l); k++) ox_write_u16(to, fade[k]);
    }
    const uint32_t marks[] = {s->marks.muted, s->marks.paused, s->marks.environment};
    ox_write_words(to, marks, 3);
    ox_write_i32(to, s->marks.shock);
    for (uint32_t i = 0; i < OX_SOUND_SWITCHES && s->switches[i].name != 0; i++) {
        ox_write_u32(to, s->switches[i].name);
        ox_write_u32(to, s->switches[i].value);
    }
    ox_write_u32(to, 0);
}

static void reset_state(ox_sounds *s) {
    const ox_sound_level full = {.now = OX_SOUND_FULL, .from = OX_SOUND_FULL, .to = OX_SOUND_FULL};
    for (uint32_t i = 0; i < OX_SOUND_BUSES; i++) s->levels[i] = full;
    s->levels[OX_SOUND_WETNESS] = (ox_sound_level){0};
    s->marks = (ox_sound_marks){0};
    memset(s->switches, 0, sizeof s->switches);
}

static ox_status restore_state(void *of, ox_reader *from) {
    ox_sounds *s = of;
    reset_state(s);
    for (uint32_t i = 0; i < OX_SOUND_LEVELS; i++) {
        ox_sound_level *l = &s->levels[i];
        l->now = l->to = l->from = ox_read_u16(from);
        if (ox_read_bool(from)) {
            l->from = ox_read_u16(from);
            l->to = ox_read_u16(from);
            l->done = ox_read_u16(from);
            l->steps = ox_read_u16(from);
        }
        if (l->now > OX_SOUND_FULL || l->from > OX_SOUND_FULL || l->to > OX_SOUND_FULL) from->bad = true;
    }
    s->marks.muted = ox_read_below(from, 1u << OX_SOUND_BUSES);
    s->marks.paused = ox_read_below(from, 1u << OX_SOUND_BUSES);
    s->marks.environment = ox_read_u32(from);
    s->marks.shock = (fx)ox_read_below(from, FX_ONE + 1);
    for (uint32_t i = 0, name; (name = ox_read_u32(from)) != 0 && i < OX_SOUND_SWITCHES; i++)
        s->switches[i] = (ox_sound_switch){name, ox_read_u32(from)};
    if (!from->bad) return OX_OK;
    reset_state(s);
    return OX_BAD_DATA;
}

static uint32_t list_state(const ox_module_host *host, void *state, ox_sim_part *parts) {
    (void)host;
    parts[0] = (ox_sim_part){
        .name = "sound", .context = state, .next = next_item, .save = save_state, .restore = restore_state};
    return 1;
}

/* ---- the module ---- */

static ox_status start_sounds(const ox_module_host *host, void **state) {
    if (!ox_module_is_used(host->image, NAME) &&
        !ox_module_is_declared(host, &ox_sound_capacities[OX_CAPACITY_SOUND_SOURCES]))
        return OX_OK;
    ox_sounds *s = ox_arena_push_zero(host->resident, OX_ARENA_LOW, sizeof *s, 8);
    if (s == NULL)
        return ox_module_refuse(host, OX_OUT_OF_MEMORY, 0, "no memory for %u bytes of sounds",
                                (unsigned)sizeof *s);
    s->host = host;
    reset_state(s);
    *state = s;
    return OX_OK;
}

static void stop_sounds(const ox_module_host *host, void **state) {
    (void)host;
    *state = NULL;
}

static void need_world(const ox_module_host *host, void *state, ox_world_needs *needs) {
    (void)host;
    if (state != NULL) needs->components++;
}

static const ox_component_ops sound_ops = {.give = give_sound};

static ox_status join_world(const ox_module_host *host, void *state, ox_world *world) {
    if (state == NULL) return OX_OK;
    const int number =
        ox_module_join(host, world,
                       &(ox_component_type){.name = NAME,
                                            .capacity = (uint16_t)ox_module_capacity(
                                                host, &ox_sound_capacities[OX_CAPACITY_SOUND_SOURCES]),
                                            .record = &ox_sound_record_type,
                                            .ops = &sound_ops});
    return number < 0 ? (ox_status)number : OX_OK;
}

ox_sounds *ox_console_sounds(const ox_console *console) {
    return ox_module_state(ox_console_modules(console), NAME);
}

const ox_module ox_sound_module = {.id = NAME,
                                   .name = "sound",
                                   .capacities = ox_sound_capacities,
                                   .capacity_count = OX_SOUND_CAPACITIES,
                                   .natives = ox_sound_native_rows,
                                   .native_count = OX_SOUND_NATIVES,
                                   .fields = ox_sound_field_rows,
                                   .field_count = OX_SOUND_FIELDS,
                                   .words = words,
                                   .start = start_sounds,
                                   .stop = stop_sounds,
                                   .prepare = forget_shots,
                                   .simulate = move_levels,
                                   .world_needs = need_world,
                                   .join = join_world,
                                   .list = list_state};
