/* Meshes with morph targets and vertex frames. */
#include "kernel/morph/module.h"

#include "kernel/console/console.h"
#include "kernel/engine/limit.h"
#include "kernel/event/events.h"
#include "kernel/motion/module.h"
#include "kernel/type/name.h"
#include "rom/chunks.h"

#define NAME OX_NAME("morph")

enum { MOST = 256, BYTES = 104, SPEED_MOST = 64 * FX_ONE, STEPS_A_SECOND = 60 };
OX_CAPACITY_HOLDS(BYTES - sizeof(ox_component_head), ox_morph);
OX_LIMIT(MOST, ox_component_type, capacity, "numbers of components are 16 bits");

const ox_capacity ox_morph_capacities[OX_MORPH_CAPACITIES] = {
    [OX_CAPACITY_MORPHS] = {"morphs", 8, MOST, BYTES}};

#define WEIGHT_FIELD(i, name)                                                                                \
    OX_FIELD_IN(ox_morph, weight[i], name, OX_FX, OX_SIM, .low = -FX_ONE, .high = 2 * FX_ONE)
static const ox_field fields[] = {
    WEIGHT_FIELD(0, "weight1"),
    WEIGHT_FIELD(1, "weight2"),
    WEIGHT_FIELD(2, "weight3"),
    WEIGHT_FIELD(3, "weight4"),
    WEIGHT_FIELD(4, "weight5"),
    WEIGHT_FIELD(5, "weight6"),
    WEIGHT_FIELD(6, "weight7"),
    WEIGHT_FIELD(7, "weight8"),
    OX_FIELD(ox_morph, target, OX_NAME_ID, OX_SIM),
    OX_FIELD(ox_morph, run, OX_NAME_ID, OX_SIM),
    OX_FIELD(ox_morph, frame, OX_FX, OX_SIM),
    OX_FIELD(ox_morph, speed, OX_FX, OX_SIM, .initial = FX_ONE, .low = -SPEED_MOST, .high = SPEED_MOST),
    OX_FIELD(ox_morph, rest, OX_I32, OX_SIM | OX_ENGINE),
    OX_FIELD(ox_morph, flags, OX_U16, OX_SIM | OX_ENGINE)};
const ox_type ox_morph_type = OX_TYPE(ox_morph, fields, 1);

/* ---- words of cart.txt ---- */

enum { CELL_RUN = OX_GIVEN_FIRST, CELL_SPEED, CELL_FRAME, CELL_FIRST, NAMED = 4 };
static const char *const kinds[] = {"free", "plain", NULL};
static const ox_module_option options[] = {{"frames", NULL, OX_OPTION_NAME, CELL_RUN, false},
                                           {"speed", NULL, OX_OPTION_NUMBER, CELL_SPEED, false},
                                           {"at", NULL, OX_OPTION_NUMBER, CELL_FRAME, false},
                                           {"first", NULL, OX_OPTION_NAME, CELL_FIRST, false},
                                           {"second", NULL, OX_OPTION_NAME, CELL_FIRST + 1, false},
                                           {"third", NULL, OX_OPTION_NAME, CELL_FIRST + 2, false},
                                           {"fourth", NULL, OX_OPTION_NAME, CELL_FIRST + 3, false},
                                           {NULL, NULL, 0, 0, false}};
static const ox_module_word words[] = {
    {"morph", kinds, options,
     "with morph=free|plain [frames=RUN] [speed=S] [at=FRAME] [first=TARGET] [second= third= fourth=]",
     "vertices of the object above go to other places: by weights of its mesh's targets, or a run of frames; "
     "plain: lit as at rest"},
    {NULL, NULL, NULL, NULL, NULL}};

static void give_morph(ox_world *world, ox_object *object, const ox_given *given) {
    const int type = ox_world_component(world, NAME);
    ox_morph *t = type < 0 ? NULL : ox_component_get(world, object, (uint32_t)type);
    if (t == NULL && type >= 0) t = ox_component_add(world, object, (uint32_t)type);
    if (t == NULL) return;
    if (ox_given_says(given, CELL_RUN)) t->run = (ox_id)given->cells[CELL_RUN];
    ox_given_number(given, CELL_SPEED, -SPEED_MOST, SPEED_MOST, &t->speed);
    ox_given_number(given, CELL_FRAME, 0, FX_MAX, &t->frame);
    for (uint32_t i = 0; i < NAMED; i++)
        if (ox_given_says(given, CELL_FIRST + i)) t->target[i] = (ox_id)given->cells[CELL_FIRST + i];
    t->flags = (uint16_t)((t->flags & ~OX_MORPH_PLAIN) |
                          ((ox_id)given->cells[OX_GIVEN_FIELD] == OX_NAME("plain") ? OX_MORPH_PLAIN : 0));
}

/* ---- what games call ---- */

ox_morph *ox_morph_of(const ox_morphs *m, const ox_object *object) {
    return ox_component_get(m->world, object, m->type);
}

const uint8_t *ox_morph_chunk(const ox_morphs *m, const ox_object *object) {
    const ox_model *model = ox_scene_model(m->host->scene, object);
    return model == NULL ? NULL : m->host->scene->forms[model->form]->morph;
}

/* Slots that nobody has named are the first targets of the mesh. */
static void begin_slots(ox_morph *t, const uint8_t *chunk) {
    const uint8_t *row = chunk + rom_u32(chunk + ROM_MORPH_TARGETS_AT);
    const uint32_t targets = rom_u32(chunk + ROM_MORPH_TARGET_COUNT);
    bool is_named = false;
    for (uint32_t i = 0; i < OX_MORPH_SLOTS; i++) is_named = is_named || t->target[i] != 0;
    for (uint32_t i = 0; !is_named && i < OX_MORPH_SLOTS && i < targets; i++, row += ROM_MORPH_TARGET_SIZE)
        t->target[i] = rom_u32(row + ROM_MORPH_TARGET_NAME);
    t->flags |= OX_MORPH_BEGUN;
}

ox_status ox_morph_put(const ox_morphs *m, const ox_object *object, ox_id target, fx weight) {
    const uint8_t *chunk = ox_morph_chunk(m, object);
    ox_morph *t = ox_morph_of(m, object);
    uint32_t slot = OX_MORPH_SLOTS;
    if (chunk == NULL || t == NULL || ox_morph_find(chunk, target) == OX_MORPH_NONE) return OX_NOT_FOUND;
    if ((t->flags & OX_MORPH_BEGUN) == 0) begin_slots(t, chunk);
    for (uint32_t i = OX_MORPH_SLOTS; i-- > 0;)
        if (t->weight[i] == 0) slot = i;
    for (uint32_t i = 0; i < OX_MORPH_SLOTS; i++)
        if (t->target[i] == target) slot = i;
    if (slot == OX_MORPH_SLOTS) return weight == 0 ? OX_OK : OX_FULL;
    t->target[slot] = target;
    t->weight[slot] = fx_clamp(weight, -FX_ONE, 2 * FX_ONE);
    return OX_OK;
}

bool ox_morph_play(const ox_morphs *m, const ox_object *object, ox_id run, fx speed) {
    const uint8_t *chunk = ox_morph_chunk(m, object);
    ox_morph *t = ox_morph_of(m, object);
    const uint32_t number = chunk == NULL ? OX_MORPH_NONE : ox_morph_run(chunk, run);
    if (t == NULL || (number == OX_MORPH_NONE && run != 0)) return false;
    t->run = run;
    t->speed = fx_clamp(speed, -SPEED_MOST, SPEED_MOST);
    t->frame = speed < 0 && run != 0 ? (fx)((ox_morph_motion_of(chunk, number).frames - 1) << 16) : 0;
    t->rest = 0;
    t->flags = (uint16_t)(t->flags & ~OX_MORPH_ENDED);
    return true;
}

/* ---- steps ---- */

/* The way of `steps` 65536ths of a step, in 65536ths of a frame, and what a 60th is left. */
static int64_t way_of(const ox_morph *t, const ox_morph_motion *motion, int64_t steps, int32_t *rest) {
    const int64_t way = fx_rshr64((int64_t)t->speed * motion->rate, 16) * steps + *rest,
                  unit = (int64_t)STEPS_A_SECOND << 16;
    int64_t whole = way / unit;
    if (way % unit < 0) whole--;
    *rest = (int32_t)(way - whole * unit);
    return whole;
}

static void step_morph(const ox_morphs *m, const ox_object *object, ox_morph *t) {
    const uint8_t *chunk = ox_morph_chunk(m, object);
    const uint32_t run = chunk == NULL ? OX_MORPH_NONE : ox_morph_run(chunk, t->run);
    bool ended;
    if (chunk != NULL && (t->flags & OX_MORPH_BEGUN) == 0) begin_slots(t, chunk);
    if (run == OX_MORPH_NONE || t->speed == 0) return;
    const ox_morph_motion motion = ox_morph_motion_of(chunk, run);
    t->frame = ox_morph_wrap(&motion, t->frame + way_of(t, &motion, FX_ONE, &t->rest), &ended);
    ended = ended && (t->speed > 0) == (t->frame > 0);
    if (ended && (t->flags & OX_MORPH_ENDED) == 0) {
        ox_events *bus = ox_module_bus(m->host);
        const int32_t argument = (int32_t)t->run;
        if (bus != NULL) ox_events_post_to(bus, OX_NAME("motionends"), object->handle, &argument, 1);
    }
    t->flags = (uint16_t)(ended ? t->flags | OX_MORPH_ENDED : t->flags & ~OX_MORPH_ENDED);
}

/* In the order of slots, for the order of events. */
static void run_phase(void *context, ox_world *world, ox_phase phase, uint32_t bucket) {
    ox_morphs *m = context;
    (void)phase;
    if (bucket != 0 || m->host->scene->paused || ox_component_count(&world->components[m->type]) == 0) return;
    for (uint32_t slot = 0; slot < ox_pool_peak(&world->objects); slot++) {
        ox_object *object = ox_world_slot(world, slot);
        if (world->objects.generations[slot] == 0 || (object->flags & OX_OBJECT_DEAD) != 0) continue;
        ox_morph *t = ox_morph_of(m, object);
        if (t != NULL) step_morph(m, object, t);
    }
    if (m->is_told || world->components[m->type].refused == 0) return;
    m->is_told = true;
    ox_log_write(m->host->log, PLAT_LOG_WARNING, "more than %u morphs at once: raise `capacity morphs`",
                 (unsigned)world->components[m->type].type->capacity);
}

static const ox_system morph_system = {.name = NAME, .phases = 1u << OX_PHASE_POSES, .run = run_phase};

/* ---- pictures ---- */

/* A mesh in the shape of this frame. */
typedef struct ox_morphed {
    const rs_mesh *form; /* NULL: none */
    fx slack;
    rs_mesh mesh;
} ox_morphed;

enum { WEIGHTS = OX_MORPH_SLOTS + OX_MOTION_PARAMETERS + 2 };

/* Weights by numbers of the object's motion that are called as targets. */
static uint32_t add_numbers(const ox_morphs *m, const ox_object *object, const uint8_t *chunk,
                            ox_morph_weight *to) {
    const ox_motions *motions = ox_module_state(m->host, OX_NAME("motion"));
    const ox_motion_run *run = motions == NULL ? NULL : ox_motion_of(motions, object);
    const ox_motion_set *set = run == NULL ? NULL : ox_motion_set_of(motions, run);
    uint32_t count = 0;
    for (uint32_t i = 0; set != NULL && i < OX_MOTION_COUNT(set, PARAMETER) && i < OX_MOTION_PARAMETERS;
         i++) {
        const uint32_t target = ox_morph_find(
            chunk, rom_u32(OX_MOTION_ROW(set, PARAMETERS, PARAMETER, i) + ROM_MOTION_PARAMETER_NAME));
        if (target != OX_MORPH_NONE) to[count++] = (ox_morph_weight){target, run->value[i]};
    }
    return count;
}

static uint32_t weights_of(const ox_morphs *m, const ox_object *object, const ox_morph *t,
                           const uint8_t *chunk, ox_morph_weight to[WEIGHTS]) {
    uint32_t count = 0;
    const uint32_t run = ox_morph_run(chunk, t->run);
    if (run != OX_MORPH_NONE) {
        const ox_morph_motion motion = ox_morph_motion_of(chunk, run);
        int32_t rest = t->rest;
        const int64_t on = m->host->scene->paused || (t->flags & OX_MORPH_ENDED) != 0
                               ? 0
                               : way_of(t, &motion, m->host->scene->drawn_fraction, &rest);
        bool ended;
        count = ox_morph_frames(&motion, ox_morph_wrap(&motion, t->frame + on, &ended), to);
    }
    for (uint32_t i = 0; i < OX_MORPH_SLOTS; i++)
        if (t->weight[i] != 0 && t->target[i] != 0)
            to[count++] = (ox_morph_weight){ox_morph_find(chunk, t->target[i]), t->weight[i]};
    return count + add_numbers(m, object, chunk, to + count);
}

static void shape_all(void *context, ox_frame_memory *memory) {
    ox_morphs *m = context;
    const uint32_t records = m->world->components[m->type].nodes.fresh;
    uint32_t refused = 0;
    ox_object *object;
    void *t;
    m->shaped =
        records == 0 ? NULL : ox_frame_memory_push(memory, records * sizeof *m->shaped, _Alignof(ox_morphed));
    for (uint32_t i = 0; m->shaped != NULL && i < records; i++) m->shaped[i].form = NULL;
    for (uint32_t at = 0; (at = ox_component_each(m->world, m->type, at, &object, &t)) != 0;) {
        const ox_form *form = ox_scene_form_drawn(m->host->scene, object);
        ox_morph_weight weights[WEIGHTS];
        if (form == NULL || form->morph == NULL) continue;
        ox_morphed *to = m->shaped == NULL ? NULL : &m->shaped[at - 1u];
        const ox_morph_wish wish = {.weights = weights,
                                    .count = weights_of(m, object, t, form->morph, weights),
                                    .plain = (((const ox_morph *)t)->flags & OX_MORPH_PLAIN) != 0,
                                    .faces = form->skin == NULL && ox_scene_is_flat(form)};
        if (to != NULL &&
            ox_morph_pose(form->morph, &form->mesh->mesh, &wish, memory, &to->mesh, &to->slack) == OX_OK)
            to->form = &form->mesh->mesh;
        else
            refused++;
    }
    if (refused > 0) ox_scene_tell_unposed(m->host->scene, refused);
}

/* The number of a component's record, from 1, is its place among them. */
static const rs_mesh *shaped_mesh(void *context, const ox_object *object, const ox_form *form, fx *slack) {
    const ox_morphs *m = context;
    const ox_morph *t = m->shaped == NULL ? NULL : ox_morph_of(m, object);
    if (t == NULL) return NULL;
    const ox_nodes *nodes = &m->world->components[m->type].nodes;
    const uint8_t *record = (const uint8_t *)t - sizeof(ox_component_head);
    const ox_morphed *shaped =
        &m->shaped[(size_t)(record - (const uint8_t *)nodes->base) / nodes->stride - 1u];
    *slack = shaped->slack;
    return shaped->form == &form->mesh->mesh ? &shaped->mesh : NULL;
}

/* ---- lives ---- */

static ox_status begin_scene(const ox_module_host *host, void **state) {
    const int type = ox_world_component(host->world, NAME);
    *state = NULL;
    if (type < 0) return OX_OK;
    ox_morphs *m = OX_PUSH(host->resident, ox_morphs, 1);
    if (m == NULL) return ox_module_refuse(host, OX_OUT_OF_MEMORY, 0, "no room for morphs; raise `budget`");
    *m = (ox_morphs){.host = host, .world = host->world, .type = (uint32_t)type};
    const int system = ox_world_add_system(host->world, &morph_system, m);
    if (system < 0) return (ox_status)system;
    ox_scene_take_skins(host->scene);
    host->scene->shape_all = shape_all;
    host->scene->shaped = shaped_mesh;
    host->scene->shape_context = m;
    *state = m;
    return OX_OK;
}

static void end_scene(const ox_module_host *host, void **state, ox_module_end how) {
    (void)state, (void)how;
    host->scene->shape_all = NULL;
    host->scene->shaped = NULL;
}

ox_morphs *ox_console_morphs(const ox_console *console) {
    return ox_module_state(ox_console_modules(console), NAME);
}

static const ox_component_ops ops = {.give = give_morph};
static const ox_module_wanted wanted[] = {
    {{.name = NAME, .record = &ox_morph_type, .ops = &ops}, OX_CAPACITY_MORPHS}};

const ox_module ox_morph_module = {.id = NAME,
                                   .name = "morph",
                                   .capacities = ox_morph_capacities,
                                   .capacity_count = OX_MORPH_CAPACITIES,
                                   .natives = ox_morph_native_rows,
                                   .native_count = OX_MORPH_NATIVES,
                                   .words = words,
                                   .begin = begin_scene,
                                   .end = end_scene,
                                   .wanted = wanted,
                                   .wanted_count = 1,
                                   .wanted_systems = 1};
