/* Particles as a part of the console. */
#include "kernel/console/effects.h"

#include "kernel/console/internal.h"
#include "rom/check.h"

/* An emitter of the scene. */
typedef struct scene_emitter {
    uint32_t handle;
    uint32_t object; /* its number + 1, or 0 */
    vec3 position;
} scene_emitter;

typedef struct ox_console_effects {
    ox_effects effects;
    scene_emitter *emitters; /* that follow objects */
    uint32_t count;
    bool full;    /* the display list was, and the log says so */
    bool crowded; /* likewise of the kinds */
} effects_part;

static uint32_t native_of(void *console, uint32_t rgb) {
    const ox_console *c = console;
    return ox_resource_native(&c->resources, rgb);
}

static void record(void *console, rs_frame *frame, uf16 fraction) {
    ox_console *c = console;
    effects_part *s = c->effects;
    rs_result result = ox_effects_record(&s->effects, frame, fraction);
    if (result == RS_OK || s->full) return;
    s->full = true;
    ox_log_write(&c->log, PLAT_LOG_WARNING, "%u particles: %s", (unsigned)s->effects.count,
                 result == RS_LIST_FULL ? "the display list is too short; ask for more by `frame`"
                                        : "a picture of theirs cannot be drawn");
}

/* ---- the scene's ---- */

static void follow(ox_console *c, const scene_emitter *m) {
    const mat34 place = ox_player_stand(&c->player, m->object - 1u);
    ox_effects_move(&c->effects->effects, m->handle, m34_point(&place, m->position), &place);
}

static void begin(ox_console *c, const uint8_t *row, uint32_t number) {
    effects_part *s = c->effects;
    scene_emitter *m = &s->emitters[s->count];
    uint32_t seed = rom_word(row + ROM_SCENE_EMITTER_SEED);
    ox_emission emission = {.kind = ox_console_effect(c, rom_word(row + ROM_SCENE_EMITTER_PARTICLES)),
                            .seed = seed != 0 ? seed : number + 1u};
    m->object = rom_word(row + ROM_SCENE_EMITTER_OBJECT);
    m->position = (vec3){(fx)rom_word(row + ROM_SCENE_EMITTER_POSITION),
                         (fx)rom_word(row + ROM_SCENE_EMITTER_POSITION + 4),
                         (fx)rom_word(row + ROM_SCENE_EMITTER_POSITION + 8)};
    if (m->object > c->player.object_count) {
        ox_log_write(&c->log, PLAT_LOG_WARNING,
                     "emitter %u of the scene follows object %u, which is not there", (unsigned)number,
                     (unsigned)m->object - 1);
        m->object = 0;
    }
    const mat34 place = m->object == 0 ? (mat34){.m = {{0}}} : ox_player_stand(&c->player, m->object - 1u);
    emission.position = m->object == 0 ? m->position : m34_point(&place, m->position);
    emission.place = m->object == 0 ? NULL : &place;
    if (emission.kind < 0) return;
    m->handle = ox_effects_emit(&s->effects, &emission);
    if (m->handle == 0)
        ox_log_write(&c->log, PLAT_LOG_WARNING,
                     "emitter %u of the scene has no room; write `capacity emitters N`", (unsigned)number);
    if (m->handle != 0 && m->object != 0) s->count++;
}

/* Pool and tables. */
static ox_status open(ox_console *c, uint32_t count) {
    const ox_effects_setup setup = {.particles = ox_console_capacity_of(c, OX_CAPACITY_PARTICLES),
                                    .emitters = ox_console_capacity_of(c, OX_CAPACITY_EMITTERS),
                                    .rate = c->loop.rate == 0 ? 60 : c->loop.rate,
                                    .seed = rom_id("effects"),
                                    .format = (rs_format)c->options.format,
                                    .native = native_of,
                                    .native_context = c};
    effects_part *s = ox_arena_push_zero(c->resident, OX_ARENA_LOW, sizeof *s, 8);
    if (s == NULL) return OX_OUT_OF_MEMORY;
    ox_status status = ox_effects_init(&s->effects, &setup, c->resident);
    if (status == OX_OK && count > 0) {
        s->emitters = OX_PUSH(c->resident, scene_emitter, count);
        if (s->emitters == NULL) status = OX_OUT_OF_MEMORY;
    }
    if (status != OX_OK) return status;
    c->effects = s;
    c->player.behind = record;
    c->player.behind_state = c;
    return OX_OK;
}

/* The emitters of the scene begin. */
static void begin_all(ox_console *c, const uint8_t *scene, uint32_t count) {
    const uint8_t *row = scene + (count == 0 ? 0 : rom_word(scene + ROM_SCENE_EMITTERS_AT));
    c->effects->count = 0;
    for (uint32_t i = 0; i < count; i++, row += ROM_SCENE_EMITTER_SIZE) begin(c, row, i);
}

static uint32_t emitters_in(const uint8_t *scene) {
    return rom_has(scene, ROM_SCENE_EMITTERS_AT) && rom_word(scene + ROM_SCENE_EMITTERS_AT) != 0
               ? rom_word(scene + ROM_SCENE_EMITTER_COUNT)
               : 0;
}

static ox_status scene(ox_console *c) {
    ox_held held;
    const uint8_t *data = ox_resource_scene(&c->resources, c->options.scene, &held);
    if (data == NULL) return OX_OK;
    const uint32_t count = emitters_in(data);
    ox_status status = OX_OK;
    if (count > 0 || ox_rom_budget_capacity_of(&c->budget, OX_CAPACITY_PARTICLES, 0) > 0)
        status = open(c, count);
    if (c->effects != NULL) begin_all(c, data, count);
    ox_manager_let_go(c->resources.manager, held.handle);
    return status;
}

static void step(ox_console *c) {
    effects_part *s = c->effects;
    for (uint32_t i = 0; i < s->count; i++) follow(c, &s->emitters[i]);
    ox_effects_step(&s->effects);
}

const struct ox_effect_parts ox_effect_parts = {scene, step};

/* ---- the game's ---- */

ox_effects *ox_console_effects(ox_console *console) {
    return console->effects == NULL ? NULL : &console->effects->effects;
}

void ox_console_effects_restart(ox_console *c) {
    ox_held held;
    const uint8_t *data =
        c->effects == NULL ? NULL : ox_resource_scene(&c->resources, c->options.scene, &held);
    if (data == NULL) return;
    ox_effects_restart(&c->effects->effects);
    begin_all(c, data, emitters_in(data));
    ox_manager_let_go(c->resources.manager, held.handle);
}

int ox_console_effect(ox_console *c, uint32_t id) {
    if (c->effects == NULL) return -1;
    ox_effects *e = &c->effects->effects;
    const uint8_t *chunk = ox_resource_data(&c->resources, id, ROM_TAG_PARTICLES, "particle effect");
    if (chunk == NULL) return -1;
    uint32_t texture = rom_word(chunk + ROM_PARTICLES_TEXTURE);
    int kind =
        ox_effects_kind(e, id, chunk, texture == 0 ? NULL : ox_resource_texture(&c->resources, texture));
    if (kind >= 0 || c->effects->crowded) return kind;
    c->effects->crowded = true;
    if (e->kind_count < OX_EFFECT_KINDS_MOST)
        ox_log_write(&c->log, PLAT_LOG_WARNING,
                     "particle effect %08x has no room; write `capacity emitters N`", (unsigned)id);
    else
        ox_log_write(&c->log, PLAT_LOG_WARNING,
                     "particle effect %08x has no room: a scene has at most %d of them", (unsigned)id,
                     OX_EFFECT_KINDS_MOST);
    return kind;
}

bool ox_console_spawn(ox_console *console, uint32_t id, uint32_t count, vec3 position) {
    int kind = ox_console_effect(console, id);
    return kind >= 0 && ox_effects_spawn(&console->effects->effects, kind, count, position);
}
