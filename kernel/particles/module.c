/* Particles as a module of the console. */
#include "kernel/particles/module.h"

#include "kernel/engine/limit.h"
#include "kernel/loop/rate.h"
#include "kernel/type/name.h"
#include "rom/check.h"

/* An emitter of the scene. */
typedef struct scene_emitter {
    uint32_t handle;
    ox_handle object; /* that it follows while that is there */
    vec3 position;
} scene_emitter;

typedef struct particles_state {
    const ox_module_host *host;
    ox_particles particles;
    scene_emitter *emitters; /* that follow objects */
    uint32_t count;
    bool full;    /* the display list was full, and the log says so */
    bool crowded; /* there were too many kinds, and the log says so */
} particles_state;

#define NAME OX_NAME("particles")

enum { PARTICLE = 24, EMITTER = 576 };

OX_CAPACITY_HOLDS(PARTICLE, ox_particle);
OX_CAPACITY_HOLDS(EMITTER - sizeof(ox_particle_kind) - 16, ox_emitter);

const ox_capacity ox_particles_capacities[OX_PARTICLES_CAPACITIES] = {
    [OX_CAPACITY_PARTICLES] = {"particles", 128, OX_PARTICLES_MOST, PARTICLE},
    [OX_CAPACITY_EMITTERS] = {"emitters", 8, OX_EMITTERS_MOST, EMITTER}};

static particles_state *state_of(const ox_console *console) {
    return ox_module_state(ox_console_modules(console), NAME);
}

static uint32_t native_of(void *host, uint32_t rgb) {
    return ox_resource_native(((const ox_module_host *)host)->resources, rgb);
}

static void draw_particles(const ox_module_host *host, void *state, ox_module_pass pass, rs_frame *frame,
                           uf16 fraction) {
    particles_state *s = state;
    if (pass != OX_PASS_THROUGH) return;
    rs_result result = ox_particles_record(&s->particles, frame, fraction);
    if (result == RS_OK || s->full) return;
    s->full = true;
    ox_log_write(host->log, PLAT_LOG_WARNING, "%u particles: %s", (unsigned)s->particles.count,
                 result == RS_LIST_FULL ? "the display list is too short; ask for more by `frame`"
                                        : "a picture of theirs cannot be drawn");
}

/* ---- particles of the scene ---- */

static void follow_object(particles_state *s, const scene_emitter *m) {
    const ox_object *object = ox_world_get(s->host->world, m->object);
    if (object == NULL) return;
    const mat34 place = ox_scene_stand(s->host->scene, object);
    ox_particles_move(&s->particles, m->handle, m34_point(&place, m->position), &place);
}

static int kind_of(particles_state *s, uint32_t id);

static void begin_emitter(particles_state *s, const uint8_t *row, uint32_t number) {
    const ox_module_host *host = s->host;
    scene_emitter *m = &s->emitters[s->count];
    uint32_t seed = rom_word(row + ROM_SCENE_EMITTER_SEED);
    ox_emission emission = {.kind = kind_of(s, rom_word(row + ROM_SCENE_EMITTER_PARTICLES)),
                            .seed = seed != 0 ? seed : number + 1u};
    const uint32_t follows = rom_word(row + ROM_SCENE_EMITTER_OBJECT);
    const ox_object *object = follows == 0 ? NULL : ox_scene_object(host->scene, follows - 1u);
    m->object = object == NULL ? OX_HANDLE_NONE : object->handle;
    m->position = (vec3){(fx)rom_word(row + ROM_SCENE_EMITTER_POSITION),
                         (fx)rom_word(row + ROM_SCENE_EMITTER_POSITION + 4),
                         (fx)rom_word(row + ROM_SCENE_EMITTER_POSITION + 8)};
    if (follows != 0 && object == NULL)
        ox_log_write(host->log, PLAT_LOG_WARNING,
                     "emitter %u of the scene follows object %u, which is not there", (unsigned)number,
                     (unsigned)follows - 1);
    const mat34 place = object == NULL ? (mat34){.m = {{0}}} : ox_scene_stand(host->scene, object);
    emission.position = object == NULL ? m->position : m34_point(&place, m->position);
    emission.place = object == NULL ? NULL : &place;
    if (emission.kind < 0) return;
    m->handle = ox_particles_emit(&s->particles, &emission);
    if (m->handle == 0)
        ox_log_write(host->log, PLAT_LOG_WARNING,
                     "emitter %u of the scene has no room; write `capacity emitters N`", (unsigned)number);
    if (m->handle != 0 && object != NULL) s->count++;
}

/* Makes the pool and the tables. */
static ox_status make_pool(const ox_module_host *host, uint32_t count, void **state) {
    const ox_particles_setup setup = {
        .particles = ox_module_capacity(host, &ox_particles_capacities[OX_CAPACITY_PARTICLES]),
        .emitters = ox_module_capacity(host, &ox_particles_capacities[OX_CAPACITY_EMITTERS]),
        .rate = ox_loop_rate(host->loop),
        .seed = rom_id("effects"),
        .format = (rs_format)host->options->format,
        .native = native_of,
        .native_context = (void *)(uintptr_t)host};
    particles_state *s = ox_arena_push_zero(host->resident, OX_ARENA_LOW, sizeof *s, 8);
    if (s == NULL) return OX_OUT_OF_MEMORY;
    s->host = host;
    ox_status status = ox_particles_init(&s->particles, &setup, host->resident);
    if (status == OX_OK && count > 0) {
        s->emitters = OX_PUSH(host->resident, scene_emitter, count);
        if (s->emitters == NULL) status = OX_OUT_OF_MEMORY;
    }
    if (status == OX_OK) *state = s;
    return status;
}

/* The emitters of the scene begin. */
static void begin_emitters(particles_state *s, const uint8_t *scene, uint32_t count) {
    const uint8_t *row = scene + (count == 0 ? 0 : rom_word(scene + ROM_SCENE_EMITTERS_AT));
    s->count = 0;
    for (uint32_t i = 0; i < count; i++, row += ROM_SCENE_EMITTER_SIZE) begin_emitter(s, row, i);
}

static uint32_t emitters_in(const uint8_t *scene) {
    return rom_has(scene, ROM_SCENE_EMITTERS_AT) && rom_word(scene + ROM_SCENE_EMITTERS_AT) != 0
               ? rom_word(scene + ROM_SCENE_EMITTER_COUNT)
               : 0;
}

static ox_status begin_scene(const ox_module_host *host, void **state) {
    ox_held held;
    const uint8_t *data = ox_resource_scene(host->resources, host->options->scene, &held);
    if (data == NULL) return OX_OK;
    const uint32_t count = emitters_in(data);
    ox_status status = OX_OK;
    if (count > 0 || ox_module_is_declared(host, &ox_particles_capacities[OX_CAPACITY_PARTICLES]))
        status = make_pool(host, count, state);
    if (*state != NULL) begin_emitters(*state, data, count);
    ox_manager_let_go(host->manager, held.handle);
    return status;
}

static bool step_particles(const ox_module_host *host, void *state) {
    particles_state *s = state;
    if (host->scene->paused) return true;
    for (uint32_t i = 0; i < s->count; i++) follow_object(s, &s->emitters[i]);
    ox_particles_step(&s->particles);
    return true;
}

static const uint32_t tags[] = {ROM_TAG_PARTICLES, 0};

const ox_module ox_particles_module = {.id = NAME,
                                       .name = "particles",
                                       .flags = OX_MODULE_OPTIONAL,
                                       .tags = tags,
                                       .capacities = ox_particles_capacities,
                                       .capacity_count = OX_PARTICLES_CAPACITIES,
                                       .begin = begin_scene,
                                       .stepped = step_particles,
                                       .draw = draw_particles};

/* ---- particles of the game ---- */

static int kind_of(particles_state *s, uint32_t id) {
    const ox_module_host *host = s->host;
    ox_particles *e = &s->particles;
    const uint8_t *chunk = ox_resource_data(host->resources, id, ROM_TAG_PARTICLES, "particle effect");
    if (chunk == NULL) return -1;
    uint32_t texture = rom_word(chunk + ROM_PARTICLES_TEXTURE);
    int kind =
        ox_particles_kind(e, id, chunk, texture == 0 ? NULL : ox_resource_texture(host->resources, texture));
    if (kind >= 0 || s->crowded) return kind;
    s->crowded = true;
    if (e->kind_count < OX_PARTICLE_KINDS_MOST)
        ox_log_write(host->log, PLAT_LOG_WARNING,
                     "particle effect #%08x has no room; write `capacity emitters N`", (unsigned)id);
    else
        ox_log_write(host->log, PLAT_LOG_WARNING,
                     "particle effect #%08x has no room: a scene has at most %d of them", (unsigned)id,
                     OX_PARTICLE_KINDS_MOST);
    return kind;
}

ox_particles *ox_console_particles(ox_console *console) {
    particles_state *s = state_of(console);
    return s == NULL ? NULL : &s->particles;
}

void ox_console_particles_restart(ox_console *console) {
    particles_state *s = state_of(console);
    ox_held held;
    const uint8_t *data =
        s == NULL ? NULL : ox_resource_scene(s->host->resources, s->host->options->scene, &held);
    if (data == NULL) return;
    ox_particles_restart(&s->particles);
    begin_emitters(s, data, emitters_in(data));
    ox_manager_let_go(s->host->manager, held.handle);
}

int ox_console_particle_kind(ox_console *console, uint32_t id) {
    particles_state *s = state_of(console);
    return s == NULL ? -1 : kind_of(s, id);
}

bool ox_console_spawn(ox_console *console, uint32_t id, uint32_t count, vec3 position) {
    int kind = ox_console_particle_kind(console, id);
    return kind >= 0 && ox_particles_spawn(&state_of(console)->particles, kind, count, position);
}
