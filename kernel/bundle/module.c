/* Clips by name. */
#include "kernel/bundle/module.h"

#include <string.h>

#include "kernel/animation/blend.h"
#include "kernel/animation/pose.h"
#include "kernel/console/console.h"
#include "kernel/engine/limit.h"
#include "kernel/event/events.h"
#include "kernel/type/name.h"
#include "rom/chunks.h"

#define NAME OX_NAME("bundle")

enum { MOST = 256, BYTES = 144, STEPS_A_SECOND = 60 };
#define FULL 65535u
#define FADE_SCALE 4096u /* of a second */
OX_CAPACITY_HOLDS(BYTES - sizeof(ox_component_head), ox_bundle_run);
OX_LIMIT(MOST, ox_component_type, capacity, "numbers of components are 16 bits");

const ox_capacity ox_bundle_capacities[OX_BUNDLE_CAPACITIES] = {
    [OX_CAPACITY_BUNDLES] = {"bundles", 8, MOST, BYTES}};

#define PLAY_FIELDS(i)                                                                                       \
    OX_FIELD_IN(ox_bundle_run, play[i].what, "what" #i, OX_NAME_ID, OX_SIM),                                 \
        OX_FIELD_IN(ox_bundle_run, play[i].clock.start, "start" #i, OX_U32, OX_SIM),                         \
        OX_FIELD_IN(ox_bundle_run, play[i].clock.base, "base" #i, OX_FX, OX_SIM),                            \
        OX_FIELD_IN(ox_bundle_run, play[i].clock.rate, "rate" #i, OX_FX, OX_SIM),                            \
        OX_FIELD_IN(ox_bundle_run, play[i].clock.loops, "loops" #i, OX_U16, OX_SIM),                         \
        OX_FIELD_IN(ox_bundle_run, play[i].weight, "weight" #i, OX_FX, OX_SIM, .low = 0,                     \
                    .high = 16 * FX_ONE),                                                                    \
        OX_FIELD_IN(ox_bundle_run, play[i].level, "level" #i, OX_U16, OX_SIM),                               \
        OX_FIELD_IN(ox_bundle_run, play[i].fade, "fade" #i, OX_U16, OX_SIM),                                 \
        OX_FIELD_IN(ox_bundle_run, play[i].flags, "flags" #i, OX_U16, OX_SIM | OX_ENGINE)
static const ox_field fields[] = {OX_FIELD(ox_bundle_run, of, OX_NAME_ID, OX_SIM), PLAY_FIELDS(0),
                                  PLAY_FIELDS(1), PLAY_FIELDS(2), PLAY_FIELDS(3)};
const ox_type ox_bundle_run_type = OX_TYPE(ox_bundle_run, fields, 1);

/* ---- words of cart.txt ---- */

enum { CELL_OF = OX_GIVEN_FIRST };
static const char *const kinds[] = {"free", NULL};
static const char *const bundles[] = {"bundle", NULL};
static const ox_module_option options[] = {{"of", bundles, OX_OPTION_NAME, CELL_OF, true},
                                           {NULL, NULL, 0, 0, false}};
static const ox_module_word words[] = {
    {"bundle", kinds, options, "with bundle=free of=BUNDLE",
     "clips of a bundle move the object above, as scripts say by their names: "
     "bundle_play(self, 'wave')"},
    {NULL, NULL, NULL, NULL, NULL}};

static void give_bundle(ox_world *world, ox_object *object, const ox_given *given) {
    const int type = ox_world_component(world, NAME);
    ox_bundle_run *run = type < 0 ? NULL : ox_component_get(world, object, (uint32_t)type);
    if (run == NULL && type >= 0) run = ox_component_add(world, object, (uint32_t)type);
    if (run != NULL && ox_given_says(given, CELL_OF)) run->of = (ox_id)given->cells[CELL_OF];
}

/* ---- bundles ---- */

ox_bundle_run *ox_bundle_of(const ox_bundles *b, const ox_object *object) {
    return ox_component_get(b->world, object, b->type);
}

const ox_bundle_set *ox_bundle_set_of(const ox_bundles *b, const ox_bundle_run *run) {
    for (uint32_t i = 0; i < b->count; i++)
        if (b->sets[i].name == run->of) return &b->sets[i];
    return NULL;
}

static const uint8_t *row_at(const uint8_t *bundle, uint32_t number) {
    return bundle + rom_u32(bundle + ROM_BUNDLE_AT) + (size_t)number * ROM_BUNDLE_ENTRY_SIZE;
}

uint32_t ox_bundle_find(const uint8_t *bundle, ox_id name, uint32_t *steps) {
    uint32_t low = 0, high = rom_u32(bundle + ROM_BUNDLE_COUNT);
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2,
                       own = rom_u32(row_at(bundle, middle) + ROM_BUNDLE_ENTRY_NAME);
        if (steps != NULL) ++*steps;
        if (own == name) return middle;
        if (own < name)
            low = middle + 1;
        else
            high = middle;
    }
    return UINT32_MAX;
}

/* The row of a clip and its number, NULL: none. */
static const uint8_t *find_row(const ox_bundles *b, const ox_bundle_run *run, ox_id what, uint32_t *number) {
    const ox_bundle_set *set = ox_bundle_set_of(b, run);
    *number = set == NULL ? UINT32_MAX : ox_bundle_find(set->bundle, what, NULL);
    return *number == UINT32_MAX ? NULL : row_at(set->bundle, *number);
}

const uint8_t *ox_bundle_chunk(const ox_bundles *b, const ox_bundle_run *run, ox_id what) {
    uint32_t number;
    const uint8_t *row = find_row(b, run, what, &number);
    return row == NULL ? NULL : ox_bundle_set_of(b, run)->clips[number];
}

uint32_t ox_bundle_fade(const ox_bundles *b, const ox_bundle_run *run, ox_id what, bool out) {
    uint32_t number;
    const uint8_t *row = find_row(b, run, what, &number);
    const uint32_t at = out ? ROM_BUNDLE_ENTRY_FADE_OUT : ROM_BUNDLE_ENTRY_FADE_IN;
    return row == NULL ? 0 : (rom_u16(row + at) * STEPS_A_SECOND + FADE_SCALE / 2) / FADE_SCALE;
}

/* ---- what plays ---- */

ox_bundle_play *ox_bundle_playing(ox_bundle_run *run, ox_id what) {
    for (uint32_t i = 0; what != 0 && i < OX_BUNDLE_PLAYS; i++)
        if (run->play[i].what == what) return &run->play[i];
    return NULL;
}

ox_status ox_bundle_begin(ox_bundles *b, ox_bundle_run *run, ox_id what, uint16_t rounds) {
    uint32_t number;
    const uint8_t *row = find_row(b, run, what, &number);
    ox_bundle_play *play = ox_bundle_playing(run, what);
    if (row == NULL || ox_bundle_chunk(b, run, what) == NULL) return OX_NOT_FOUND;
    for (uint32_t i = 0; play == NULL && i < OX_BUNDLE_PLAYS; i++)
        if (run->play[i].what == 0) play = &run->play[i];
    if (play == NULL) return OX_FULL;
    if (play->what == 0)
        *play = (ox_bundle_play){
            .what = what,
            .clock = {.start = b->host->scene->steps, .rate = (fx)rom_u32(row + ROM_BUNDLE_ENTRY_SPEED)},
            .weight = FX_ONE};
    play->clock.loops = rounds;
    play->fade = (uint16_t)ox_bundle_fade(b, run, what, false);
    play->flags = (uint16_t)(play->flags & ~OX_BUNDLE_LEAVES);
    return OX_OK;
}

void ox_bundle_leave(ox_bundle_play *play, uint32_t steps) {
    play->flags |= OX_BUNDLE_LEAVES;
    play->fade = (uint16_t)(steps > FULL ? FULL : steps);
}

/* The level goes towards all, or nothing. */
static uint16_t level_of(const ox_bundle_play *play) {
    const bool leaves = (play->flags & OX_BUNDLE_LEAVES) != 0;
    const uint32_t by = play->fade == 0 ? FULL : (FULL + play->fade - 1u) / play->fade;
    if (leaves) return (uint16_t)(play->level > by ? play->level - by : 0);
    return (uint16_t)(FULL - play->level > by ? play->level + by : FULL);
}

/* One step of a clip; true: it is over. */
static bool step_play(const ox_bundles *b, const ox_bundle_run *run, ox_bundle_play *play) {
    const uint32_t now = b->host->scene->steps;
    const uint8_t *clip = ox_bundle_chunk(b, run, play->what);
    if (clip == NULL) return true; /* a changed bundle has it no more */
    /* it leaves so early that it is gone at its end, but not before half of it was seen */
    const uint32_t age = now - play->clock.start, out = ox_bundle_fade(b, run, play->what, true),
                   before = out < age ? out : age;
    if ((play->flags & OX_BUNDLE_LEAVES) == 0 && play->clock.rate != 0 &&
        ox_clip_clock_at(&play->clock, clip, now + before, 0, STEPS_A_SECOND).done)
        ox_bundle_leave(play, before);
    play->level = level_of(play);
    return (play->flags & OX_BUNDLE_LEAVES) != 0 && play->level == 0;
}

static void step_character(const ox_bundles *b, const ox_object *object, ox_bundle_run *run) {
    ox_events *bus = ox_module_bus(b->host);
    for (uint32_t i = 0; i < OX_BUNDLE_PLAYS; i++) {
        ox_bundle_play *play = &run->play[i];
        if (play->what == 0 || !step_play(b, run, play)) continue;
        const int32_t what = (int32_t)play->what;
        *play = (ox_bundle_play){.what = 0};
        if (bus != NULL) ox_events_post_to(bus, OX_NAME("bundleends"), object->handle, &what, 1);
    }
}

/* In the order of slots: components come in that of their records, which is another one in a game that was loaded. */
static void run_phase(void *context, ox_world *world, ox_phase phase, uint32_t bucket) {
    const ox_bundles *b = context;
    (void)phase;
    if (bucket != 0 || b->host->scene->paused || ox_component_count(&world->components[b->type]) == 0) return;
    for (uint32_t slot = 0; slot < ox_pool_peak(&world->objects); slot++) {
        const ox_object *object = ox_world_slot(world, slot);
        if (world->objects.generations[slot] == 0 || (object->flags & OX_OBJECT_DEAD) != 0) continue;
        ox_bundle_run *run = ox_bundle_of(b, object);
        if (run != NULL) step_character(b, object, run);
    }
}

static const ox_system bundle_system = {.name = NAME, .phases = 1u << OX_PHASE_POSES, .run = run_phase};

/* ---- poses ---- */

/* What is seen of the idle motion: what others leave of 1. */
static const uint8_t *idle_of(const ox_bundle_set *set, ox_clip_clock *clock) {
    const ox_id idle = rom_u32(set->bundle + ROM_BUNDLE_IDLE);
    const uint32_t number = idle == 0 ? UINT32_MAX : ox_bundle_find(set->bundle, idle, NULL);
    if (number == UINT32_MAX) return NULL;
    *clock = (ox_clip_clock){.rate = (fx)rom_u32(row_at(set->bundle, number) + ROM_BUNDLE_ENTRY_SPEED)};
    return set->clips[number];
}

static void pose_clip(const ox_bundles *b, const ox_bundle_set *set, const uint8_t *clip,
                      const ox_clip_clock *clock, sqt *to) {
    if (clip == NULL) {
        ox_pose_bind(set->skeleton, to);
        return;
    }
    const fx time = ox_clip_clock_at(clock, clip, b->host->scene->steps, 0, STEPS_A_SECOND).time;
    ox_pose_sample_all(set->skeleton, clip, time, to);
}

/* The mean of all that plays, in room for two poses. */
static void pose_run(const ox_bundles *b, const ox_bundle_set *set, const ox_bundle_run *run, sqt *to,
                     sqt *other) {
    enum { ALL = OX_BUNDLE_PLAYS + 1 };
    const uint32_t joints = ox_pose_joints(set->skeleton);
    const uint8_t *clips[ALL];
    ox_clip_clock clocks[ALL] = {{0}};
    uint32_t weights[ALL], sum = 0, count = 0;
    uf16 shares[ALL];
    for (uint32_t i = 0; i < OX_BUNDLE_PLAYS; i++) {
        const ox_bundle_play *play = &run->play[i];
        clips[count] = play->what == 0 ? NULL : ox_bundle_chunk(b, run, play->what);
        const uint32_t level = play->level == FULL ? FULL + 1u : play->level;
        weights[count] = (uint32_t)((uint64_t)(uint32_t)fx_max(0, play->weight) * level >> 16);
        if (clips[count] == NULL || weights[count] == 0) continue;
        clocks[count] = play->clock;
        sum += weights[count++];
    }
    if (sum < UF16_ONE) {
        clips[count] = idle_of(set, &clocks[count]);
        weights[count++] = UF16_ONE - sum;
    }
    (void)ox_pose_shares(weights, count, shares);
    pose_clip(b, set, clips[0], &clocks[0], to);
    if (count > 2) ox_pose_weigh(to, shares[0], true, joints, to);
    for (uint32_t i = 1; i < count; i++) {
        pose_clip(b, set, clips[i], &clocks[i], other);
        if (count == 2)
            ox_pose_blend(to, other, shares[1], joints, to);
        else
            ox_pose_weigh(other, shares[i], false, joints, to);
    }
    if (count > 2) ox_pose_settle(joints, to);
}

const sqt *ox_bundle_global(ox_bundles *b, const ox_object *object, const sqt **local) {
    const ox_bundle_run *run = ox_bundle_of(b, object);
    const ox_bundle_set *set = run == NULL ? NULL : ox_bundle_set_of(b, run);
    if (set == NULL) return NULL;
    sqt *global = b->room + (size_t)2 * b->joints;
    pose_run(b, set, run, b->room, b->room + b->joints);
    ox_pose_global(set->skeleton, b->room, global);
    if (local != NULL) *local = b->room;
    return global;
}

typedef struct ox_bundle_posed {
    const rs_mesh *form; /* NULL: none */
    rs_mesh mesh;
} ox_bundle_posed;

static void pose_all(void *context, ox_frame_memory *memory) {
    ox_bundles *b = context;
    const uint32_t records = b->world->components[b->type].nodes.fresh;
    uint32_t refused = 0;
    ox_object *object;
    void *run;
    b->posed = records == 0
                   ? NULL
                   : ox_frame_memory_push(memory, records * sizeof *b->posed, _Alignof(ox_bundle_posed));
    for (uint32_t i = 0; b->posed != NULL && i < records; i++) b->posed[i].form = NULL;
    for (uint32_t at = 0; (at = ox_component_each(b->world, b->type, at, &object, &run)) != 0;) {
        const ox_form *form = ox_scene_form_drawn(b->host->scene, object);
        const ox_bundle_set *set = ox_bundle_set_of(b, run);
        const sqt *global = form == NULL || form->skin == NULL || set == NULL || b->posed == NULL
                                ? NULL
                                : ox_bundle_global(b, object, NULL);
        if (form == NULL || form->skin == NULL || set == NULL) continue;
        if (global != NULL &&
            ox_scene_pose_form(b->host->scene, &(ox_scene_pose_of){object, form, set->skeleton, global},
                               memory, &b->posed[at - 1u].mesh))
            b->posed[at - 1u].form = &form->mesh->mesh;
        else
            refused++;
    }
    if (refused > 0) ox_scene_tell_unposed(b->host->scene, refused);
    if (b->others != NULL) b->others(b->others_context, memory);
}

/* The number of a component's record, from 1, is its place among them. */
static const rs_mesh *posed_mesh(void *context, const ox_object *object, const ox_form *form) {
    const ox_bundles *b = context;
    const ox_bundle_run *run = b->posed == NULL ? NULL : ox_bundle_of(b, object);
    if (run == NULL) return b->other == NULL ? NULL : b->other(b->others_context, object, form);
    const ox_nodes *nodes = &b->world->components[b->type].nodes;
    const uint8_t *record = (const uint8_t *)run - sizeof(ox_component_head);
    const ox_bundle_posed *posed =
        &b->posed[(size_t)(record - (const uint8_t *)nodes->base) / nodes->stride - 1u];
    return posed->form == &form->mesh->mesh ? &posed->mesh : NULL;
}

/* ---- lives ---- */

/* A clip that is missing cannot be played, and the log says so. */
static ox_status open_clips(ox_bundles *b, ox_bundle_set *set) {
    const uint32_t count = rom_u32(set->bundle + ROM_BUNDLE_COUNT);
    set->clips = OX_PUSH(b->host->resident, const uint8_t *, count == 0 ? 1 : count);
    if (set->clips == NULL) return OX_OUT_OF_MEMORY;
    for (uint32_t i = 0; i < count; i++) {
        const ox_id clip = rom_u32(row_at(set->bundle, i) + ROM_BUNDLE_ENTRY_CLIP);
        set->clips[i] = ox_resource_data(b->host->resources, clip, ROM_TAG_CLIP, "clip");
        if (set->clips[i] != NULL && !rom_clip_fits(set->clips[i], set->skeleton))
            return ox_module_refuse(b->host, OX_BAD_DATA, 0,
                                    "bundle #%08x: clip #%08x was made for another skeleton",
                                    (unsigned)set->name, (unsigned)clip);
    }
    return OX_OK;
}

static ox_status open_named(const ox_module_host *host, void *context, ox_id name) {
    ox_bundles *b = context;
    const ox_bundle_run of = {.of = name};
    if (name == 0 || ox_bundle_set_of(b, &of) != NULL) return OX_OK;
    if (b->count == OX_BUNDLE_SETS)
        return ox_module_refuse(host, OX_FULL, 0, "more than %d bundles in a scene", OX_BUNDLE_SETS);
    ox_bundle_set *set = &b->sets[b->count];
    *set = (ox_bundle_set){.name = name};
    set->bundle = ox_resource_data(host->resources, name, ROM_TAG_BUNDLE, "bundle");
    set->skeleton = set->bundle == NULL
                        ? NULL
                        : ox_resource_data(host->resources, rom_u32(set->bundle + ROM_BUNDLE_SKELETON),
                                           ROM_TAG_SKELETON, "skeleton");
    if (set->skeleton == NULL)
        return ox_module_refuse(host, OX_BAD_DATA, 0, "bundle #%08x: it is not there, or has no skeleton",
                                (unsigned)name);
    b->count++;
    if (ox_pose_joints(set->skeleton) > b->joints) b->joints = ox_pose_joints(set->skeleton);
    return open_clips(b, set);
}

static ox_status begin_scene(const ox_module_host *host, void **state) {
    const int type = ox_world_component(host->world, NAME);
    *state = NULL;
    if (type < 0) return OX_OK;
    ox_bundles *b = OX_PUSH(host->resident, ox_bundles, 1);
    if (b == NULL) return ox_module_refuse(host, OX_OUT_OF_MEMORY, 0, "no room for bundles; raise `budget`");
    *b = (ox_bundles){.host = host, .world = host->world, .type = (uint32_t)type};
    const ox_module_named named = {b->type, CELL_OF, offsetof(ox_bundle_run, of)};
    ox_status status = ox_module_each_named(host, &named, open_named, b);
    b->room =
        status == OX_OK ? OX_PUSH(host->resident, sqt, (size_t)3 * (b->joints == 0 ? 1 : b->joints)) : NULL;
    if (status == OX_OK && b->room == NULL) status = OX_OUT_OF_MEMORY;
    if (status == OX_OUT_OF_MEMORY)
        return ox_module_refuse(host, status, 0, "no room for bundles; raise `budget`");
    const int system = status == OX_OK ? ox_world_add_system(host->world, &bundle_system, b) : (int)status;
    if (system < 0) return (ox_status)system;
    ox_scene_take_skins(host->scene);
    b->others = host->scene->pose_others;
    b->other = host->scene->posed_other;
    b->others_context = host->scene->pose_context;
    host->scene->pose_others = pose_all;
    host->scene->posed_other = posed_mesh;
    host->scene->pose_context = b;
    *state = b;
    return OX_OK;
}

static void end_scene(const ox_module_host *host, void **state, ox_module_end how) {
    const ox_bundles *b = *state;
    (void)how;
    host->scene->pose_others = b->others;
    host->scene->posed_other = b->other;
    host->scene->pose_context = b->others_context;
}

static bool tell_full(const ox_module_host *host, void *state) {
    ox_bundles *b = state;
    const ox_component_store *store = &b->world->components[b->type];
    if (b->is_told || store->refused == 0) return true;
    b->is_told = true;
    ox_log_write(host->log, PLAT_LOG_WARNING,
                 "more than %u characters with bundles at once: raise `capacity bundles`",
                 (unsigned)store->type->capacity);
    return true;
}

ox_bundles *ox_console_bundles(const ox_console *console) {
    return ox_module_state(ox_console_modules(console), NAME);
}

static const ox_component_ops ops = {.give = give_bundle};
static const ox_module_wanted wanted[] = {
    {{.name = NAME, .record = &ox_bundle_run_type, .ops = &ops}, OX_CAPACITY_BUNDLES}};
static const ox_module_event events[] = {
    {"BundleEnds(what: name)",
     "told to a character: a clip of its bundle has faded out, at its end or since it was stopped"}};

const ox_module ox_bundle_module = {.id = NAME,
                                    .name = "bundle",
                                    .capacities = ox_bundle_capacities,
                                    .capacity_count = OX_BUNDLE_CAPACITIES,
                                    .natives = ox_bundle_native_rows,
                                    .native_count = OX_BUNDLE_NATIVES,
                                    .events = events,
                                    .event_count = 1,
                                    .words = words,
                                    .begin = begin_scene,
                                    .end = end_scene,
                                    .stepped = tell_full,
                                    .wanted = wanted,
                                    .wanted_count = 1,
                                    .wanted_systems = 1};
