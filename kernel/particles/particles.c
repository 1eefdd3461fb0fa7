/* Emitters and their particles: births, steps, billboards. */
#include "kernel/particles/particles.h"

#include <string.h>

#include "fixedmath/angle.h"
#include "fixedmath/scalar.h"
#include "fixedmath/vector.h"
#include "kernel/memory/life.h"
#include "rom/types.h"

enum {
    FAR = 8192 * 65536,       /* particles beyond so many metres from the middle of the world die */
    QUICKEST = 32767,         /* of a velocity, 1/16384 m a step */
    SPAWNED = 0x80000000u - 1 /* streams of bursts without an emitter begin behind it */
};

/* ---- start ---- */

static uint32_t kinds_most(const ox_particles_setup *setup) {
    return setup->emitters < OX_PARTICLE_KINDS_MOST ? setup->emitters : OX_PARTICLE_KINDS_MOST;
}

ox_status ox_particles_init(ox_particles *e, const ox_particles_setup *setup, ox_arena *arena) {
    OX_CLEAR(e);
    if (setup->particles == 0 || setup->particles > OX_PARTICLES_MOST || setup->emitters == 0 ||
        setup->emitters > OX_EMITTERS_MOST || setup->rate == 0)
        return OX_BAD_ARGUMENT;
    const ox_mark before = ox_arena_mark(arena, OX_ARENA_LOW);
    e->pool = OX_PUSH(arena, ox_particle, setup->particles);
    e->emitters = OX_PUSH(arena, ox_emitter, setup->emitters);
    e->kinds = OX_PUSH(arena, ox_particle_kind, kinds_most(setup));
    if (e->pool == NULL || e->emitters == NULL || e->kinds == NULL) {
        ox_arena_rollback(arena, before);
        OX_CLEAR(e);
        return OX_OUT_OF_MEMORY;
    }
    e->setup = *setup;
    ox_particles_restart(e);
    return OX_OK;
}

void ox_particles_restart(ox_particles *e) {
    memset(e->emitters, 0, e->setup.emitters * sizeof *e->emitters);
    e->count = e->lives = e->born = e->died = e->dropped = e->replaced = e->refused = e->seen = e->hidden = 0;
}

/* ---- kinds ---- */

static fx word_at(const uint8_t *chunk, uint32_t at) { return (fx)rom_word(chunk + at); }

static fx clamped(const uint8_t *chunk, uint32_t at, fx least, fx most) {
    return fx_clamp(word_at(chunk, at), least, most);
}

/* A quotient to the nearest whole number. */
static int32_t divided(int64_t value, int64_t by) {
    return (int32_t)((2 * value + (value < 0 ? -by : by)) / (2 * by));
}

static fx moderate(fx value) { return fx_clamp(value, -100 * FX_ONE, 100 * FX_ONE); }

/* Metres a second as 1/16384 m a step; metres a second squared as 1/256 of that and step. */
static int32_t speed_of(fx value, uint32_t rate) { return divided(moderate(value), 4 * (int64_t)rate); }
static int32_t force_of(fx value, uint32_t rate) {
    return divided((int64_t)moderate(value) * 64, (int64_t)rate * rate);
}

static uint32_t steps_of(fx seconds, uint32_t rate) {
    return (uint32_t)(((uint64_t)(uint32_t)(seconds < 0 ? 0 : seconds) * rate + 32768u) >> 16);
}

static void read_motion(ox_particle_kind *k, const uint8_t *d, uint32_t rate) {
    for (uint32_t i = 0; i < 3; i++) {
        k->force[i] = force_of(word_at(d, ROM_PARTICLES_FORCE + 4 * i), rate);
        k->wind[i] = speed_of(word_at(d, ROM_PARTICLES_WIND + 4 * i), rate);
    }
    k->speed[0] = speed_of(word_at(d, ROM_PARTICLES_SPEED_LEAST), rate);
    k->speed[1] = speed_of(word_at(d, ROM_PARTICLES_SPEED_MOST), rate);
    k->drag = clamped(d, ROM_PARTICLES_DRAG, 0, 30 * FX_ONE) / (int32_t)rate;
    if (k->drag > FX_ONE) k->drag = FX_ONE;
    for (uint32_t i = 0; i < 2; i++) {
        uint32_t life = steps_of(word_at(d, ROM_PARTICLES_LIFE_LEAST + 4 * i), rate);
        k->life[i] = (uint16_t)(life < 1 ? 1u : life > 65535 ? 65535u : life);
        fx spin = clamped(d, ROM_PARTICLES_SPIN_LEAST + 4 * i, -16 * FX_ONE, 16 * FX_ONE) / (int32_t)rate;
        k->spin[i] = (int16_t)fx_clamp(spin, -32767, 32767);
    }
    k->rate = (uint32_t)clamped(d, ROM_PARTICLES_RATE, 0, 4096 * FX_ONE);
    k->every = steps_of(word_at(d, ROM_PARTICLES_EVERY), rate);
    k->lasting = steps_of(word_at(d, ROM_PARTICLES_LASTING), rate);
    k->burst = rom_half(d + ROM_PARTICLES_BURST);
}

static void read_form(ox_particle_kind *k, const uint8_t *d) {
    dir30 right = {Q30_ONE, 0, 0}, up = {0, 0, -Q30_ONE}, back = {0, -Q30_ONE, 0};
    k->shape = d[ROM_PARTICLES_SHAPE];
    k->flags = d[ROM_PARTICLES_FLAGS];
    k->vary = d[ROM_PARTICLES_VARY];
    k->extent = (vec3){clamped(d, ROM_PARTICLES_EXTENT, 0, 1024 * FX_ONE),
                       clamped(d, ROM_PARTICLES_EXTENT + 4, 0, 1024 * FX_ONE),
                       clamped(d, ROM_PARTICLES_EXTENT + 8, 0, 1024 * FX_ONE)};
    const vec3 along = {word_at(d, ROM_PARTICLES_DIRECTION), word_at(d, ROM_PARTICLES_DIRECTION + 4),
                        word_at(d, ROM_PARTICLES_DIRECTION + 8)};
    k->cone[2] = v3_normalize_or(along, V3_Y, NULL);
    (void)dir30_basis(k->cone[2], V3_Y, &right, &up, &back);
    k->cone[0] = v3_from_dir30(right);
    k->cone[1] = v3_from_dir30(up);
    k->open = fx_cos((ang16)rom_half(d + ROM_PARTICLES_SPREAD));
    k->inherit = clamped(d, ROM_PARTICLES_INHERIT, 0, FX_ONE);
    k->floor = clamped(d, ROM_PARTICLES_FLOOR, -FAR, FAR);
    k->within = clamped(d, ROM_PARTICLES_WITHIN, 0, 1024 * FX_ONE);
    k->aspect = clamped(d, ROM_PARTICLES_ASPECT, FX_ONE / 64, 64 * FX_ONE);
}

int ox_particles_kind(ox_particles *e, uint32_t id, const uint8_t *chunk, const rs_texture *texture) {
    for (uint32_t i = 0; i < e->kind_count; i++) {
        if (e->kinds[i].id == id) return (int)i;
    }
    if (e->kind_count == kinds_most(&e->setup)) {
        e->refused++;
        return -1;
    }
    ox_particle_kind *k = &e->kinds[e->kind_count];
    OX_CLEAR(k);
    k->id = id;
    k->chunk = chunk;
    k->texture = texture;
    read_motion(k, chunk, e->setup.rate);
    read_form(k, chunk);
    for (uint32_t i = 0; i < OX_PARTICLE_ENTRIES; i++) {
        k->sizes[i] = clamped(chunk, ROM_PARTICLES_SIZES + 4 * i, 0, 256 * FX_ONE);
        k->rgb[i] = rom_word(chunk + ROM_PARTICLES_COLOURS + 4 * i) & 0xFFFFFFu;
        k->native[i] = e->setup.native == NULL ? rs_native_from_rgb(e->setup.format, k->rgb[i])
                                               : e->setup.native(e->setup.native_context, k->rgb[i]);
        k->alphas[i] = chunk[ROM_PARTICLES_ALPHAS + i];
    }
    return (int)e->kind_count++;
}

/* ---- emitters ---- */

static ox_emitter *emitter_of(const ox_particles *e, uint32_t handle) {
    uint32_t index = handle & 255u;
    return handle != 0 && index < e->setup.emitters && e->emitters[index].handle == handle
               ? &e->emitters[index]
               : NULL;
}

static void set_axes(ox_emitter *m, const mat34 *place) {
    for (int i = 0; i < 3; i++) {
        m->axes[i] = place == NULL ? (vec3){i == 0 ? FX_ONE : 0, i == 1 ? FX_ONE : 0, i == 2 ? FX_ONE : 0}
                                   : (vec3){place->m[0][i], place->m[1][i], place->m[2][i]};
    }
}

uint32_t ox_particles_emit(ox_particles *e, const ox_emission *emission) {
    uint32_t index = 0;
    while (index < e->setup.emitters && e->emitters[index].handle != 0) index++;
    if (index == e->setup.emitters || emission->kind < 0 || (uint32_t)emission->kind >= e->kind_count) {
        e->refused++;
        return 0;
    }
    ox_emitter *m = &e->emitters[index];
    OX_CLEAR(m);
    e->lives = (e->lives + 1u) & 0xFFFFFFu;
    if (e->lives == 0) e->lives = 1;
    m->handle = e->lives << 8 | index;
    m->kind = (uint8_t)emission->kind;
    m->position = m->before = emission->position;
    m->random = rng32_fork(e->setup.seed, emission->seed);
    m->sends = true;
    set_axes(m, emission->place);
    return m->handle;
}

bool ox_particles_spawn(ox_particles *e, int kind, uint32_t count, vec3 position) {
    const ox_emission emission = {.kind = kind, .position = position, .seed = SPAWNED + 1u + e->lives};
    ox_emitter *m = emitter_of(e, ox_particles_emit(e, &emission));
    if (m == NULL) return false;
    m->sends = false;
    m->extra = count;
    return true;
}

void ox_particles_move(ox_particles *e, uint32_t emitter, vec3 position, const mat34 *place) {
    ox_emitter *m = emitter_of(e, emitter);
    if (m == NULL) return;
    m->position = position;
    set_axes(m, place);
}

void ox_particles_stop(ox_particles *e, uint32_t emitter) {
    ox_emitter *m = emitter_of(e, emitter);
    if (m != NULL) m->sends = false;
}

bool ox_particles_lives(const ox_particles *e, uint32_t emitter) { return emitter_of(e, emitter) != NULL; }

/* ---- births ---- */

static vec3 turned_vector(const ox_emitter *m, vec3 own) {
    vec3 out = V3_ZERO;
    const fx parts[3] = {own.x, own.y, own.z};
    for (int i = 0; i < 3; i++) out = v3_adds(out, v3_scales(m->axes[i], parts[i]));
    return out;
}

static vec3 begins_at(ox_emitter *m, const ox_particle_kind *k) {
    vec2 flat;
    switch (k->shape) {
    case 1:
        return rng_in_box(&m->random, v3_neg(k->extent), k->extent);
    case 2:
        return rng_in_ball(&m->random, k->extent.x);
    case 3:
        flat = rng_in_disc(&m->random, k->extent.x);
        return (vec3){flat.x, 0, flat.y};
    case 4:
        flat = rng_on_circle(&m->random);
        return (vec3){fx_mul(flat.x, k->extent.x), 0, fx_mul(flat.y, k->extent.x)};
    default:
        return V3_ZERO;
    }
}

/* A direction evenly out of the part of the sphere within the spread (Archimedes: by height and angle). */
static vec3 heads_to(ox_emitter *m, const ox_particle_kind *k) {
    if (k->open == FX_ONE) return k->cone[2];
    fx along = rng_fx(&m->random, k->open, FX_ONE), out = fx_sqrt(fx_max(FX_ONE - fx_mul(along, along), 0)),
       sine, cosine;
    fx_sincos(rng_ang16(&m->random), &sine, &cosine);
    vec3 way = v3_scale(k->cone[2], along);
    way = v3_adds(way, v3_scale(k->cone[0], fx_mul(out, cosine)));
    return v3_adds(way, v3_scale(k->cone[1], fx_mul(out, sine)));
}

static int16_t limited(int64_t velocity) {
    return (int16_t)(velocity < -QUICKEST ? -QUICKEST : velocity > QUICKEST ? QUICKEST : velocity);
}

static void bear(ox_particles *e, ox_emitter *m, const ox_particle_kind *k) {
    ox_particle *p = &e->pool[e->count];
    const vec3 moved = v3_subs(m->position, m->before), place = turned_vector(m, begins_at(m, k)),
               way = turned_vector(m, heads_to(m, k));
    const int32_t speed = rng_between(&m->random, k->speed[0], k->speed[1]);
    const fx ways[3] = {way.x, way.y, way.z}, goes[3] = {moved.x, moved.y, moved.z};
    p->position = v3_adds(m->position, place);
    for (int i = 0; i < 3; i++)
        p->velocity[i] =
            limited(fx_sra64((int64_t)ways[i] * speed, 16) + fx_sra64((int64_t)goes[i] * k->inherit, 18));
    p->age = 0;
    p->life = (uint16_t)rng_between(&m->random, k->life[0], k->life[1]);
    p->dice = (uint8_t)(rng32_next(&m->random) >> 24);
    p->emitter = (uint8_t)(m->handle & 255u);
    m->alive++;
    e->count++;
    e->born++;
}

/* Takes the oldest `count` particles out. */
static void make_room(ox_particles *e, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) e->emitters[e->pool[i].emitter].alive--;
    e->count -= count;
    e->replaced += count;
    memmove(e->pool, e->pool + count, e->count * sizeof *e->pool);
}

/* How many are born in this step. */
static uint32_t due(ox_particles *e, ox_emitter *m, const ox_particle_kind *k) {
    uint32_t count = m->extra;
    m->extra = 0;
    if (!m->sends) return count;
    if (k->lasting != 0 && m->steps >= k->lasting) {
        m->sends = false;
        return count;
    }
    if (m->steps == 0 || (k->every != 0 && m->steps % k->every == 0)) count += k->burst;
    m->owed += k->rate;
    const uint32_t one = e->setup.rate << 16, whole = m->owed / one;
    m->owed -= whole * one;
    m->steps++;
    if (k->lasting == 0 && k->rate == 0 && k->every == 0) m->sends = false; /* the kind has one burst alone */
    return count + whole;
}

static void send(ox_particles *e, ox_emitter *m) {
    const ox_particle_kind *k = &e->kinds[m->kind];
    uint32_t count = due(e, m, k), room = e->setup.particles - e->count;
    if (count > room && (k->flags & ROM_PARTICLES_REPLACES) != 0) {
        uint32_t wanted = count - room;
        make_room(e, wanted < e->count ? wanted : e->count);
        room = e->setup.particles - e->count;
    }
    if (count > room) {
        e->dropped += count - room;
        count = room;
    }
    for (; count > 0; count--) bear(e, m, k);
    m->before = m->position;
    if (!m->sends && m->alive == 0) m->handle = 0;
}

/* ---- steps ---- */

static bool too_far(const ox_emitter *m, const ox_particle_kind *k, vec3 at) {
    const vec3 away = v3_subs(at, m->position);
    if ((k->flags & ROM_PARTICLES_HAS_FLOOR) != 0 && away.y < k->floor) return true;
    if (fx_magnitude(at.x) > FAR || fx_magnitude(at.y) > FAR || fx_magnitude(at.z) > FAR) return true;
    if (k->within == 0) return false;
    if (fx_magnitude(away.x) > (uint32_t)k->within || fx_magnitude(away.y) > (uint32_t)k->within ||
        fx_magnitude(away.z) > (uint32_t)k->within)
        return true;
    return v3_dot_wide(away, away) > (fxw)k->within * k->within;
}

static void push(ox_particle *p, const ox_particle_kind *k) {
    /* The part of a change below a unit comes as whole units in turn (Weyl's sequence by the golden section), so weak
     * forces and winds are right in the mean. */
    const int32_t part = (int32_t)((p->age * 40503u + p->dice * 257u) & 0xFFFFu);
    for (int i = 0; i < 3; i++) {
        int32_t v = p->velocity[i] + fx_sra32(k->force[i] + (part >> 8), 8);
        if (k->drag != 0) v += (int32_t)fx_sra64((int64_t)(k->wind[i] - v) * k->drag + part, 16);
        p->velocity[i] = limited(v);
    }
    p->position = v3_adds(p->position, (vec3){p->velocity[0] * 4, p->velocity[1] * 4, p->velocity[2] * 4});
    p->age++;
}

void ox_particles_step(ox_particles *e) {
    uint32_t left = 0;
    if (e->held) return;
    for (uint32_t i = 0; i < e->count; i++) {
        ox_particle *p = &e->pool[i];
        ox_emitter *m = &e->emitters[p->emitter];
        const ox_particle_kind *k = &e->kinds[m->kind];
        push(p, k);
        if (p->age >= p->life || too_far(m, k, p->position) ||
            (e->setup.ends != NULL && e->setup.ends(e->setup.ends_context, p))) {
            m->alive--;
            e->died++;
            continue;
        }
        if (left != i) e->pool[left] = *p;
        left++;
    }
    e->count = left;
    for (uint32_t i = 0; i < e->setup.emitters; i++) {
        if (e->emitters[i].handle != 0) send(e, &e->emitters[i]);
    }
}

/* ---- pictures ---- */

/* The screen's direction of a velocity as the turn of a billboard whose height lies along it. */
static ang16 turn_along(const mat34 *view, const int16_t velocity[3]) {
    int64_t across = 0, up = 0;
    for (int i = 0; i < 3; i++) {
        across += (int64_t)view->m[0][i] * velocity[i];
        up += (int64_t)view->m[1][i] * velocity[i];
    }
    return (ang16)(atan2_16((int32_t)fx_sra64(up, 4), (int32_t)fx_sra64(across, 4)) - 16384u);
}

static void show_particle(const ox_particles *e, rs_billboards *billboards, const mat34 *view,
                          const uint8_t *styles, const ox_particle *p, uf16 fraction) {
    const uint8_t kind = e->emitters[p->emitter].kind;
    const ox_particle_kind *k = &e->kinds[kind];
    const uint32_t time = (uint32_t)p->age * 4096u / p->life, entry = time >> 8,
                   curve = time * (OX_PARTICLE_ENTRIES - 1), low = curve >> 12, part = curve >> 4 & 255u;
    const fx size =
        k->sizes[low] + (fx)fx_sra64((int64_t)(k->sizes[low + 1] - k->sizes[low]) * (int32_t)part, 8);
    rs_billboard billboard = {.rgb = k->rgb[entry],
                              .native = k->native[entry],
                              .style = styles[kind],
                              .frame = k->chunk[ROM_PARTICLES_FRAMES + entry]};
    const vec3 on = {(fx)fx_sra64((int64_t)p->velocity[0] * fraction, 14),
                     (fx)fx_sra64((int64_t)p->velocity[1] * fraction, 14),
                     (fx)fx_sra64((int64_t)p->velocity[2] * fraction, 14)};
    billboard.position = v3_adds(p->position, on);
    billboard.height = fx_mul(size, FX_ONE - (fx)((uint32_t)k->vary * p->dice));
    billboard.width = fx_muls(billboard.height, k->aspect);
    billboard.alpha =
        (uint8_t)(k->alphas[low] + fx_sra32((k->alphas[low + 1] - k->alphas[low]) * (int32_t)part, 8));
    if ((k->flags & ROM_PARTICLES_ANY_FRAME) != 0) billboard.frame = (uint8_t)(billboard.frame + p->dice);
    if ((k->flags & ROM_PARTICLES_ALONG) != 0) {
        billboard.turn = turn_along(view, p->velocity);
    } else if ((k->spin[0] | k->spin[1]) != 0) {
        int32_t spin = k->spin[0] + fx_sra32((k->spin[1] - k->spin[0]) * p->dice, 8);
        billboard.turn = (ang16)((uint32_t)p->dice * 256u + (uint32_t)spin * p->age);
    }
    rs_billboards_add(billboards, &billboard);
}

/* Not inline: the camera lies on the stack no longer than it is copied. */
static __attribute__((noinline)) void view_of(const rs_frame *frame, mat34 *view) {
    rs_state state;
    rs_frame_save(frame, &state);
    *view = state.camera.world_to_view;
}

rs_result ox_particles_record(ox_particles *e, rs_frame *frame, uf16 fraction) {
    rs_billboards billboards;
    mat34 view;
    uint8_t styles[RS_BILLBOARD_STYLES];
    if (e->count == 0) {
        e->seen = e->hidden = 0;
        return RS_OK;
    }
    view_of(frame, &view);
    rs_billboards_begin(&billboards, frame, e->count);
    for (uint32_t i = 0; i < e->kind_count; i++) {
        const uint8_t *d = e->kinds[i].chunk;
        const rs_billboard_style style = {.mode = d[ROM_PARTICLES_MODE],
                                          .shape = e->kinds[i].texture != NULL ? (uint8_t)RS_BILLBOARD_SQUARE
                                                                               : d[ROM_PARTICLES_BILLBOARD],
                                          .texture = e->kinds[i].texture,
                                          .log2_columns = d[ROM_PARTICLES_LOG2_COLUMNS],
                                          .log2_rows = d[ROM_PARTICLES_LOG2_ROWS]};
        styles[i] = rs_billboards_style(&billboards, &style);
    }
    if (e->held) fraction = 0;
    for (uint32_t i = 0; i < e->count; i++)
        show_particle(e, &billboards, &view, styles, &e->pool[i], fraction);
    rs_result result = rs_billboards_end(&billboards);
    e->seen = billboards.count;
    e->hidden = billboards.hidden;
    return result;
}
