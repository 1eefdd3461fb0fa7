/* Clips of free tracks in the scenes of a console. */
#include "kernel/sequence/internal.h"

#include <string.h>

#include "kernel/camera/module.h"
#include "kernel/console/console.h"
#include "kernel/engine/limit.h"
#include "kernel/event/events.h"
#include "kernel/type/name.h"
#include "kernel/world/query.h"
#include "rom/chunks.h"

#define NAME OX_NAME("sequence")

enum { MOST = 256, BYTES = 72, RATE_MOST = 100 * FX_ONE };
OX_CAPACITY_HOLDS(BYTES - sizeof(ox_component_head), ox_sequence);
OX_LIMIT(MOST, ox_component_type, capacity, "numbers of components are 16 bits");

const ox_capacity ox_sequence_capacities[OX_SEQUENCE_CAPACITIES] = {
    [OX_CAPACITY_SEQUENCES] = {"sequences", 8, MOST, BYTES}};

static const ox_field fields[] = {
    OX_FIELD_IN(ox_sequence, clock.start, "start", OX_U32, OX_SIM),
    OX_FIELD_IN(ox_sequence, clock.base, "base", OX_FX, OX_SIM),
    OX_FIELD_IN(ox_sequence, clock.rate, "rate", OX_FX, OX_SIM, .initial = FX_ONE, .low = -RATE_MOST,
                .high = RATE_MOST),
    OX_FIELD_IN(ox_sequence, clock.loops, "times", OX_U16, OX_SIM),
    OX_FIELD(ox_sequence, steps, OX_U32, OX_SIM),
    OX_FIELD(ox_sequence, of, OX_NAME_ID, OX_SIM),
    OX_FIELD(ox_sequence, was, OX_FX, OX_SIM),
    OX_FIELD(ox_sequence, weight, OX_U32, OX_SIM, .initial = UF16_ONE, .high = UF16_ONE),
    OX_FIELD(ox_sequence, weighed, OX_U32, OX_SIM, .high = UF16_ONE),
    OX_FIELD(ox_sequence, masks, OX_NAME_ID, OX_SIM),
    OX_FIELD(ox_sequence, camera, OX_NAME_ID, OX_SIM),
    OX_FIELD(ox_sequence, heard, OX_U32, OX_SIM | OX_ENGINE),
    OX_FIELD(ox_sequence, stood, OX_U16, OX_SIM),
    OX_FIELD(ox_sequence, flags, OX_U8, OX_SIM, .high = 31)};
const ox_type ox_sequence_type = OX_TYPE(ox_sequence, fields, 1);

/* ---- words of cart.txt ---- */

enum { CELL_OF = OX_GIVEN_FIRST, CELL_RATE, CELL_TIMES, CELL_WEIGHT, CELL_MASKS, CELL_CAMERA };
static const char *const kinds[] = {"runs", "waits", NULL};
static const char *const clips[] = {"clip", NULL};
static const ox_module_option options[] = {{"of", clips, OX_OPTION_NAME, CELL_OF, true},
                                           {"rate", NULL, OX_OPTION_NUMBER, CELL_RATE, false},
                                           {"times", NULL, OX_OPTION_COUNT, CELL_TIMES, false},
                                           {"weight", NULL, OX_OPTION_NUMBER, CELL_WEIGHT, false},
                                           {"masks", NULL, OX_OPTION_NAME, CELL_MASKS, false},
                                           {"seen", NULL, OX_OPTION_NAME, CELL_CAMERA, false},
                                           {NULL, NULL, 0, 0, false}};
static const ox_module_word words[] = {
    {"sequence", kinds, options,
     "with sequence=runs|waits of=CLIP [rate=R] [times=N, 0 without end] [weight=0..1]\n"
     "        [masks=GROUP|all] [seen=CAMERA]",
     "the object above plays a clip of free tracks, which moves values of any objects; waits: when a script "
     "says so; masks: actions of that group rest meanwhile; seen: what is seen through"},
    {NULL, NULL, NULL, NULL, NULL}};

static void give_sequence(ox_world *world, ox_object *object, const ox_given *given) {
    const int type = ox_world_component(world, NAME);
    ox_sequence *t = type < 0 ? NULL : ox_component_get(world, object, (uint32_t)type);
    if (t == NULL && type >= 0) t = ox_component_add(world, object, (uint32_t)type);
    if (t == NULL) return;
    if (ox_given_says(given, CELL_OF)) t->of = (ox_id)given->cells[CELL_OF];
    ox_given_number(given, CELL_RATE, -RATE_MOST, RATE_MOST, &t->clock.rate);
    if (ox_given_says(given, CELL_TIMES)) t->clock.loops = (uint16_t)given->cells[CELL_TIMES];
    if (ox_given_says(given, CELL_WEIGHT)) t->weight = (uf16)fx_clamp(given->cells[CELL_WEIGHT], 0, FX_ONE);
    t->flags = (ox_id)given->cells[OX_GIVEN_FIELD] == OX_NAME("runs") ? OX_SEQUENCE_RUNS : 0;
    if (ox_given_says(given, CELL_CAMERA)) t->camera = (ox_id)given->cells[CELL_CAMERA];
    if (!ox_given_says(given, CELL_MASKS)) return;
    const ox_id group = (ox_id)given->cells[CELL_MASKS];
    t->masks = group == OX_NAME("all") ? 0 : group;
    t->flags |= OX_SEQUENCE_MASKING;
}

/* ---- what games call ---- */

ox_sequence *ox_sequence_of(const ox_sequences *m, const ox_object *object) {
    return ox_component_get(m->world, object, m->type);
}

const uint8_t *ox_sequence_clip(const ox_sequences *m, ox_id name) {
    for (uint32_t i = 0; i < m->count; i++)
        if (m->clips[i].name == name) return m->clips[i].clip;
    return NULL;
}

ox_status ox_sequence_play(ox_sequences *m, ox_object *object, ox_id clip, fx rate, uint32_t times) {
    const uint8_t *chunk = ox_sequence_clip(m, clip);
    if (chunk == NULL) return OX_NOT_FOUND;
    ox_sequence *t = ox_sequence_of(m, object);
    if (t == NULL) t = ox_component_add(m->world, object, m->type);
    if (t == NULL) return OX_FULL;
    t->of = clip;
    t->clock = (ox_clip_clock){.rate = fx_clamp(rate, -RATE_MOST, RATE_MOST),
                               .loops = (uint16_t)(times > UINT16_MAX ? UINT16_MAX : times)};
    t->steps = 0;
    t->flags = (uint8_t)((t->flags & (OX_SEQUENCE_MASKING | OX_SEQUENCE_MASKS)) | OX_SEQUENCE_RUNS);
    return OX_OK;
}

/* ---- values ---- */

/* The field of a track in an object. */
typedef struct bound {
    ox_object *object;
    uint32_t type;
    const ox_field *field;
    void *data;
    uint32_t count; /* values that the track may write */
} bound;

static bool find_field(const ox_sequences *m, const rom_clip_value *track, bound *to) {
    ox_id component = track->component;
    to->field = NULL;
    if (component == 0) {
        const ox_module *module;
        ox_module_member member = {0};
        bool found = false;
        for (uint32_t i = 0; !found && (module = ox_module_at(m->host, i)) != NULL; i++)
            found = ox_module_find_member(module, track->name, &member);
        if (!found || !member.is_writable) return false;
        component = member.component;
        to->field = member.field;
        to->count = member.values;
    }
    const int type = ox_world_component(m->world, component);
    if (type < 0) return false;
    to->type = (uint32_t)type;
    if (to->field == NULL) {
        to->field = ox_type_open_field(m->world->components[type].type->record, track->name);
        to->count = to->field == NULL ? 0 : ox_field_count(to->field);
    }
    return to->field != NULL && to->field->kind != OX_U64 && to->field->kind != OX_I64 &&
           to->field->kind != OX_LINK;
}

/* A camera is known by what it is used by, too, where no object of the name has what the track moves. */
static ox_object *object_of(const ox_sequences *m, const rom_clip_value *track) {
    ox_object *object = ox_world_called(m->world, track->object);
    const ox_cameras *cameras = ox_module_state(m->host, OX_NAME("camera"));
    if (cameras == NULL ||
        (object != NULL && (track->component != OX_NAME("camera") || ox_rig_of(cameras, object) != NULL)))
        return object;
    return ox_camera_called(cameras, track->object);
}

/* A turn is that of the place: yaw, pitch and roll. */
static bool bind_track(const ox_sequences *m, ox_object *own, const rom_clip_value *track, bound *to) {
    to->object = track->object == 0 ? own : object_of(m, track);
    if (to->object == NULL) return false;
    if (track->channel == ROM_CLIP_TURN) {
        to->data = ox_object_place_of(m->world, to->object);
        return to->data != NULL;
    }
    if (!find_field(m, track, to) || track->width > to->count) return false;
    to->data = ox_component_get(m->world, to->object, to->type);
    return to->data != NULL;
}

static int64_t scaled(int64_t value, uf16 weight) {
    return weight >= UF16_ONE ? value : fx_rshr64(value * (int64_t)weight, 16);
}

/* What the field becomes, by the values now and in the step before. */
static int64_t value_of(const ox_sequence *t, const rom_clip_value *track, const ox_field *field,
                        int64_t present, int32_t now, int32_t before) {
    if ((track->flags & ROM_CLIP_ADDS) != 0) {
        const int64_t way =
            scaled(now, t->weight) - ((t->flags & OX_SEQUENCE_BEGUN) != 0 ? scaled(before, t->weighed) : 0);
        present += way;
        return field->kind == OX_ANGLE ? (ang16)present : present;
    }
    if ((track->flags & ROM_CLIP_WEIGHTED) == 0 || t->weight >= UF16_ONE) return now;
    const int64_t rest = field->initial;
    if (field->kind == OX_ANGLE) return (ang16)(rest + scaled(ang_diff((ang16)rest, (ang16)now), t->weight));
    return rest + scaled(now - rest, t->weight);
}

static void write_turn(const ox_sequence *t, const rom_clip_value *track, ox_object_place *place,
                       const int32_t *now, const int32_t *before) {
    static const ox_field any = {.kind = OX_ANGLE};
    ang16 *const to[3] = {&place->angle, &place->pitch, &place->roll};
    for (uint32_t i = 0; i < 3; i++) *to[i] = (ang16)value_of(t, track, &any, *to[i], now[i], before[i]);
}

static void write_track(ox_sequences *m, const ox_sequence *t, const uint8_t *clip,
                        const rom_clip_value *track, const bound *to, fx time) {
    int32_t now[ROM_CLIP_VALUES], before[ROM_CLIP_VALUES] = {0};
    const uint32_t count = rom_clip_value_at(clip, track, time, now);
    if ((track->flags & ROM_CLIP_ADDS) != 0) (void)rom_clip_value_at(clip, track, t->was, before);
    if (track->channel == ROM_CLIP_TURN) {
        write_turn(t, track, to->data, now, before);
        return;
    }
    fx place[3];
    const bool is_place = to->data == (void *)ox_object_place_of(m->world, to->object) &&
                          to->field->name == OX_NAME("pos") && count == 3;
    for (uint32_t i = 0; i < count; i++) {
        const int64_t present = ox_field_get(to->field, to->data, i);
        int64_t value = value_of(t, track, to->field, present, now[i], before[i]);
        if (to->field->kind == OX_I16 && (track->flags & ROM_CLIP_ANGLES) != 0)
            value = (int16_t)(uint16_t)value;
        if (to->field->kind == OX_U32 || to->field->kind == OX_NAME_ID) value = (uint32_t)value;
        value = ox_field_clamp(to->field, value);
        if (is_place)
            place[i] = (fx)value;
        else
            (void)!ox_field_set(to->field, to->data, i, value);
    }
    if (is_place) (void)ox_place_set(m->world, to->object, (vec3){place[0], place[1], place[2]});
}

static void tell_unbound(ox_sequences *m, ox_id name, uint32_t track) {
    for (uint32_t i = 0; i < m->count; i++) {
        if (m->clips[i].name != name || (m->clips[i].unbound >> (track & 63u) & 1u) != 0) continue;
        m->clips[i].unbound |= (uint64_t)1 << (track & 63u);
        ox_log_write(m->host->log, PLAT_LOG_WARNING,
                     "track %u of the clip #%08x finds no such object or field: it does nothing",
                     (unsigned)track, (unsigned)name);
    }
}

static void write_values(ox_sequences *m, ox_object *object, const ox_sequence *t, const uint8_t *clip,
                         fx time) {
    const uint32_t count = rom_clip_tracks(clip);
    for (uint32_t i = 0; i < count; i++) {
        rom_clip_value track;
        bound to = {0};
        if (!rom_clip_value_track(clip, i, &track)) continue;
        if (bind_track(m, object, &track, &to))
            write_track(m, t, clip, &track, &to, time);
        else
            tell_unbound(m, t->of, i);
    }
}

/* ---- marks ---- */

/* Tells the marks behind `from` up to `to`, which lies before it where the clip goes backwards. */
static void tell_marks(const ox_sequences *m, const ox_object *object, const uint8_t *clip, int64_t from,
                       int64_t to, bool musts) {
    ox_events *bus = ox_module_bus(m->host);
    const uint32_t count = rom_u32(clip + ROM_CLIP_TRIGGER_COUNT);
    const bool back = to < from;
    for (uint32_t i = 0; bus != NULL && i < count; i++) {
        const uint8_t *row = clip + rom_u32(clip + ROM_CLIP_TRIGGERS_AT) +
                             (size_t)(back ? count - 1 - i : i) * ROM_TRIGGER_SIZE;
        const fx at = rom_i32(row + ROM_TRIGGER_TIME);
        const int32_t argument = rom_i32(row + ROM_TRIGGER_ARGUMENT);
        if (back ? at >= from || at < to : at <= from || at > to) continue;
        if (musts && (row[ROM_TRIGGER_FLAGS] & ROM_TRIGGER_MUST) == 0) continue;
        ox_events_post_to(bus, rom_u32(row + ROM_TRIGGER_EVENT), object->handle, &argument, 1);
    }
}

/* The marks between the step before and this one; where a loop comes round, those at both ends, but not where it ends. */
static void pass_marks(const ox_sequences *m, const ox_object *object, const ox_sequence *t,
                       const uint8_t *clip, const ox_clip_moment *now) {
    const int64_t frames = (int64_t)rom_u32(clip + ROM_CLIP_FRAMES) << 16, time = now->time;
    const bool back = t->clock.rate < 0, begins = (t->flags & OX_SEQUENCE_BEGUN) == 0;
    const int64_t was = begins ? (back ? time + 1 : time - 1) : t->was;
    if (rom_u32(clip + ROM_CLIP_TRIGGER_COUNT) == 0 || was == time) return;
    if (back == (time < was)) {
        tell_marks(m, object, clip, was, time, false);
        return;
    }
    tell_marks(m, object, clip, was, back ? 0 : frames, false);
    if (!now->done) tell_marks(m, object, clip, back ? frames : -1, time, false);
}

/* ---- steps ---- */

static void tell_end(const ox_sequences *m, const ox_object *object, const ox_sequence *t) {
    ox_events *bus = ox_module_bus(m->host);
    const int32_t argument = (int32_t)t->of;
    if (bus != NULL) ox_events_post_to(bus, OX_NAME("sequenceends"), object->handle, &argument, 1);
}

static void stand_at(ox_sequences *m, ox_object *object, ox_sequence *t, const uint8_t *clip, fx time) {
    write_values(m, object, t, clip, time);
    t->was = time;
    t->weighed = t->weight;
    t->flags |= OX_SEQUENCE_BEGUN;
}

static void end_clip(ox_sequences *m, const ox_object *object, ox_sequence *t) {
    ox_sequence_film_over(m, object, t);
    tell_end(m, object, t);
}

/* Goes on from a wait; where it jumps, the mark at the new place is told, and what tracks add there begins anew. */
static bool go_on(ox_sequence *t, const uint8_t *clip) {
    fx time;
    bool jumps;
    if (!ox_sequence_waited(t, clip, &time, &jumps)) return false;
    if (jumps) t->was = time - 1;
    ox_clip_clock_seek(&t->clock, clip, t->steps - (jumps ? 0u : 1u), time);
    return true;
}

static void step_sequence(ox_sequences *m, ox_object *object, ox_sequence *t) {
    const uint8_t *clip = ox_sequence_clip(m, t->of);
    if (clip == NULL) {
        if (!m->is_told)
            ox_log_write(m->host->log, PLAT_LOG_WARNING,
                         "a sequence's clip #%08x is none of free tracks: it does nothing", (unsigned)t->of);
        m->is_told = true;
        return;
    }
    ox_sequence_film(m, object, t);
    if ((t->flags & OX_SEQUENCE_STANDS) != 0 && !go_on(t, clip)) return;
    ox_clip_moment now = ox_clip_clock_at(&t->clock, clip, t->steps, 0, m->host->scene->ticks);
    fx time;
    const bool begins = (t->flags & OX_SEQUENCE_BEGUN) == 0;
    const bool stands = t->clock.rate > 0 &&
                        ox_sequence_next_wait(clip, begins ? now.time - 1 : t->was, now.time, &time) != 0;
    if (stands) now = (ox_clip_moment){.time = time};
    pass_marks(m, object, t, clip, &now);
    stand_at(m, object, t, clip, now.time);
    t->steps++;
    if (stands) ox_sequence_stand(t, clip, now.time);
    if (now.done) end_clip(m, object, t);
}

void ox_sequence_stop(ox_sequences *m, const ox_object *object) {
    ox_sequence *t = ox_sequence_of(m, object);
    if (t == NULL || (t->flags & OX_SEQUENCE_RUNS) == 0) return;
    ox_sequence_film_over(m, object, t);
}

/* Tells the musts up to the last wait, by the first way of each, and gives the time behind which those up to the end are left. Of a text that leads round, the way
 * ends where it has been at as many waits as there are. */
static fx skip_waits(const ox_sequences *m, const ox_object *object, const ox_sequence *t,
                     const uint8_t *clip) {
    const fx end = (fx)(rom_u32(clip + ROM_CLIP_FRAMES) << 16);
    fx from = (t->flags & OX_SEQUENCE_BEGUN) == 0 ? -1 : t->was, time,
       search = (t->flags & OX_SEQUENCE_STANDS) != 0 ? from - 1 : from;
    uint32_t hops = rom_has(clip, ROM_CLIP_WAITS_AT) ? rom_u32(clip + ROM_CLIP_WAIT_COUNT) : 0, wait;
    for (; hops > 0 && (wait = ox_sequence_next_wait(clip, search, end, &time)) != 0; hops--) {
        tell_marks(m, object, clip, from, time, true);
        search = from = ox_sequence_way(clip, wait, &time) ? time - 1 : time;
    }
    return from;
}

void ox_sequence_skip(ox_sequences *m, ox_object *object) {
    ox_sequence *t = ox_sequence_of(m, object);
    const uint8_t *clip = t == NULL || (t->flags & OX_SEQUENCE_RUNS) == 0 ? NULL : ox_sequence_clip(m, t->of);
    if (clip == NULL || ((clip[ROM_CLIP_FLAGS] & ROM_CLIP_LOOPS) != 0 && t->clock.loops == 0)) return;
    const bool begins = (t->flags & OX_SEQUENCE_BEGUN) == 0, back = t->clock.rate < 0;
    const fx frames = (fx)(rom_u32(clip + ROM_CLIP_FRAMES) << 16), end = back ? 0 : frames;
    if (back)
        tell_marks(m, object, clip, begins ? (int64_t)frames + 1 : t->was, end, true);
    else
        tell_marks(m, object, clip, skip_waits(m, object, t, clip), end, true);
    stand_at(m, object, t, clip, end);
    end_clip(m, object, t);
}

/* In the order of slots: components come in that of their records, which is another one in a game that was loaded. */
static void run_phase(void *context, ox_world *world, ox_phase phase, uint32_t bucket) {
    ox_sequences *m = context;
    (void)phase;
    if (bucket != 0 || m->host->scene->paused) return;
    ox_sequence_listen(m);
    ox_sequence_look_back(m);
    if (ox_component_count(&world->components[m->type]) == 0) return;
    for (uint32_t slot = 0; slot < ox_pool_peak(&world->objects); slot++) {
        ox_object *object = ox_world_slot(world, slot);
        if (world->objects.generations[slot] == 0 || (object->flags & OX_OBJECT_DEAD) != 0) continue;
        ox_sequence *t = ox_sequence_of(m, object);
        if (t != NULL && (t->flags & OX_SEQUENCE_RUNS) != 0) step_sequence(m, object, t);
    }
    if (m->is_full || world->components[m->type].refused == 0) return;
    m->is_full = true;
    ox_log_write(m->host->log, PLAT_LOG_WARNING, "more than %u sequences at once: raise `capacity sequences`",
                 (unsigned)world->components[m->type].type->capacity);
}

static const ox_system sequence_system = {.name = NAME, .phases = 1u << OX_PHASE_POSES, .run = run_phase};

/* ---- lives ---- */

/* Takes up all clips of the image that move no joints. */
static ox_status open_clips(ox_sequences *m) {
    const rom_image *image = m->host->image;
    for (uint32_t i = rom_next(image, ROM_TAG_CLIP, 0); i < image->count;
         i = rom_next(image, ROM_TAG_CLIP, i + 1)) {
        rom_chunk chunk;
        if (!rom_entry(image, i, &chunk) ||
            (chunk.codec == 0 && (chunk.size < ROM_CLIP_SIZE || rom_clip_joints(chunk.data) > 0)))
            continue;
        const uint8_t *clip = ox_resource_data(m->host->resources, chunk.id, ROM_TAG_CLIP, "clip");
        if (clip == NULL || rom_clip_joints(clip) > 0 ||
            ox_sequence_clip(m, rom_u32(clip + ROM_CLIP_SKELETON_HASH)) != NULL)
            continue;
        if (m->count == OX_SEQUENCE_CLIPS)
            return ox_module_refuse(m->host, OX_FULL, 0, "more than %d clips of free tracks",
                                    OX_SEQUENCE_CLIPS);
        m->clips[m->count].name = rom_u32(clip + ROM_CLIP_SKELETON_HASH);
        m->clips[m->count++].clip = clip;
    }
    return OX_OK;
}

static ox_status begin_scene(const ox_module_host *host, void **state) {
    const int type = ox_world_component(host->world, NAME);
    *state = NULL;
    if (type < 0) return OX_OK;
    ox_sequences *m = OX_PUSH(host->resident, ox_sequences, 1);
    if (m == NULL)
        return ox_module_refuse(host, OX_OUT_OF_MEMORY, 0, "no room for sequences; raise `budget`");
    memset(m, 0, sizeof *m);
    m->host = host;
    m->world = host->world;
    m->type = (uint32_t)type;
    const ox_status status = open_clips(m);
    if (status != OX_OK) return status;
    const int system = ox_world_add_system(host->world, &sequence_system, m);
    if (system < 0) return (ox_status)system;
    *state = m;
    return OX_OK;
}

static void end_scene(const ox_module_host *host, void **state, ox_module_end how) {
    ox_sequences *m = *state;
    (void)host, (void)how;
    if (m != NULL && m->bus != NULL) (void)ox_events_unlisten(m->bus, m->listening);
}

/* Whose camera is seen. */
static void save_state(const void *of, ox_writer *to) {
    const ox_sequences *m = of;
    ox_write_u32(to, m->led.who.bits);
    ox_write_u32(to, m->led.camera);
    ox_write_u32(to, m->led.former);
}

static ox_status restore_state(void *of, ox_reader *from) {
    ox_sequences *m = of;
    m->led.who.bits = ox_read_u32(from);
    m->led.camera = ox_read_u32(from);
    m->led.former = ox_read_u32(from);
    return from->bad ? OX_BAD_DATA : OX_OK;
}

static uint32_t list_state(const ox_module_host *host, void *state, ox_sim_part *parts) {
    (void)host;
    parts[0] =
        (ox_sim_part){.name = "sequences", .context = state, .save = save_state, .restore = restore_state};
    return 1;
}

ox_sequences *ox_console_sequences(const ox_console *console) {
    return ox_module_state(ox_console_modules(console), NAME);
}

static const ox_component_ops ops = {.give = give_sequence};
static const ox_module_wanted wanted[] = {
    {{.name = NAME, .record = &ox_sequence_type, .ops = &ops}, OX_CAPACITY_SEQUENCES}};
static const ox_module_event events[OX_SEQUENCE_EVENTS] = {
    {"SequenceEnds(what: name)", "told to an object: the clip that it played is over"}};

const ox_module ox_sequence_module = {.id = NAME,
                                      .name = "sequence",
                                      .capacities = ox_sequence_capacities,
                                      .capacity_count = OX_SEQUENCE_CAPACITIES,
                                      .natives = ox_sequence_native_rows,
                                      .native_count = OX_SEQUENCE_NATIVES,
                                      .events = events,
                                      .event_count = OX_SEQUENCE_EVENTS,
                                      .words = words,
                                      .begin = begin_scene,
                                      .end = end_scene,
                                      .list = list_state,
                                      .wanted = wanted,
                                      .wanted_count = 1,
                                      .wanted_systems = 1};
