/* Layers of characters from step to step. */
#include "kernel/motion/machine.h"

#include <string.h>

#include "fixedmath/scalar.h"
#include "rom/chunks.h"
#include "rom/clip.h"

enum { PHASE_BITS = 32 };
#define PHASE_END 0xFFFFFFFFu

static const uint8_t *state_at(const ox_motion_set *set, uint32_t state) {
    return OX_MOTION_ROW(set, STATES, STATE, state);
}
static const uint8_t *layer_at(const ox_motion_set *set, uint32_t layer) {
    return OX_MOTION_ROW(set, LAYERS, LAYER, layer);
}
static ox_id name_of(const ox_motion_set *set, uint32_t state) {
    return rom_u32(state_at(set, state) + ROM_MOTION_STATE_NAME);
}

/* Layers that a character has room for. */
static uint32_t layers_of(const ox_motion_set *set) {
    const uint32_t count = OX_MOTION_COUNT(set, LAYER);
    return count < OX_MOTION_LAYERS ? count : OX_MOTION_LAYERS;
}

static uint32_t parameters_of(const ox_motion_set *set) {
    const uint32_t count = OX_MOTION_COUNT(set, PARAMETER);
    return count < OX_MOTION_PARAMETERS ? count : OX_MOTION_PARAMETERS;
}

fx ox_motion_time(const uint8_t *clip, uint32_t phase) {
    return (fx)(((uint64_t)phase * rom_u32(clip + ROM_CLIP_FRAMES)) >> 16); /* at most 32,767 frames */
}

uf16 ox_motion_fade(const ox_motion_layer *layer) {
    if (layer->fade == 0 || layer->gone >= layer->fade) return UF16_ONE;
    const uint32_t t = ((uint32_t)layer->gone << 16) / layer->fade;
    switch (layer->flags >> OX_MOTION_CURVE) {
    case 1:
        return (uf16)((((uint64_t)t * t >> 16) * (3u * 65536u - 2u * t)) >> 16);
    case 2:
        return (uf16)((uint64_t)t * t >> 16);
    case 3:
        return (uf16)(65536u - ((uint64_t)(65536u - t) * (65536u - t) >> 16));
    default:
        return (uf16)t;
    }
}

/* ---- clips of a state ---- */

/* part / whole of 65536, to the nearest. */
static uf16 share_of(uint64_t part, uint64_t whole) {
    while (whole >= (uint64_t)1 << 46) {
        whole >>= 1;
        part >>= 1;
    }
    return whole == 0 ? 0 : (uf16)(((part << 16) + whole / 2) / whole);
}

static fx number_of(const ox_motion_set *set, uint32_t parameter, const fx *value) {
    return parameter < parameters_of(set) ? value[parameter] : 0;
}

static void mix_line(const ox_motion_set *set, const uint8_t *state, fx at, ox_motion_mix *mix) {
    const uint32_t first = rom_u16(state + ROM_MOTION_STATE_POINT_FIRST),
                   count = rom_u16(state + ROM_MOTION_STATE_POINT_COUNT);
    uint32_t i = 0;
    fx low = 0, high = 0;
    for (; i < count; i++, low = high) {
        high = (fx)rom_u32(OX_MOTION_ROW(set, POINTS, POINT, first + i) + ROM_MOTION_POINT_X);
        if (at <= high) break;
    }
    mix->count = 1;
    mix->weight[0] = UF16_ONE;
    mix->point[0] = (uint16_t)(first + (i == count ? count - 1 : i));
    if (i == 0 || i == count || at == high) return;
    const uf16 part = share_of((uint64_t)((int64_t)at - low), (uint64_t)((int64_t)high - low));
    mix->count = 2;
    mix->point[0]--;
    mix->point[1] = (uint16_t)(first + i);
    mix->weight[0] = UF16_ONE - part;
    mix->weight[1] = part;
}

static vec2 corner_at(const ox_motion_set *set, uint32_t point) {
    const uint8_t *row = OX_MOTION_ROW(set, POINTS, POINT, point);
    return (vec2){(fx)rom_u32(row + ROM_MOTION_POINT_X), (fx)rom_u32(row + ROM_MOTION_POINT_Y)};
}

/* Twice the area of a triangle, above 0 counter-clockwise: coordinates are below 2^31 in size, and halved so that the sum is below 2^62. */
static int64_t area_of(vec2 a, vec2 b, vec2 c) {
    const int64_t ux = ((int64_t)b.x - a.x) / 2, uy = ((int64_t)b.y - a.y) / 2, vx = ((int64_t)c.x - a.x) / 2,
                  vy = ((int64_t)c.y - a.y) / 2;
    return ux * vy - uy * vx;
}

/* Whether a triangle holds a place, and the weights of its corners. */
static bool mix_triangle(const ox_motion_set *set, const uint8_t *row, uint32_t first, vec2 at,
                         ox_motion_mix *mix) {
    vec2 corner[3];
    int64_t area[3];
    for (uint32_t k = 0; k < 3; k++) corner[k] = corner_at(set, first + row[ROM_MOTION_TRIANGLE_POINT + k]);
    for (uint32_t k = 0; k < 3; k++) {
        area[k] = area_of(at, corner[(k + 1) % 3], corner[(k + 2) % 3]);
        if (area[k] < 0) return false;
    }
    const uint64_t whole = (uint64_t)area[0] + (uint64_t)area[1] + (uint64_t)area[2];
    if (whole == 0) return false;
    mix->count = 3;
    for (uint32_t k = 0; k < 3; k++) mix->point[k] = (uint16_t)(first + row[ROM_MOTION_TRIANGLE_POINT + k]);
    mix->weight[0] = share_of((uint64_t)area[0], whole);
    mix->weight[1] = share_of((uint64_t)area[1], whole);
    if (mix->weight[0] + mix->weight[1] > UF16_ONE) mix->weight[1] = UF16_ONE - mix->weight[0];
    mix->weight[2] = UF16_ONE - mix->weight[0] - mix->weight[1];
    return true;
}

/* The nearest place on a side: how far along, 0..65536, and the square of the distance. Ways are cut to 30 bits, so that sums of squares have room. */
static uf16 along_side(vec2 a, vec2 b, vec2 at, uint64_t *distance) {
    const int64_t ux = ((int64_t)b.x - a.x) >> 2, uy = ((int64_t)b.y - a.y) >> 2,
                  px = ((int64_t)at.x - a.x) >> 2, py = ((int64_t)at.y - a.y) >> 2;
    const int64_t dot = ux * px + uy * py, square = ux * ux + uy * uy;
    const uf16 part = dot <= 0 || square == 0 ? 0
                      : dot >= square         ? UF16_ONE
                                              : share_of((uint64_t)dot, (uint64_t)square);
    const int64_t dx = px - ((ux * (int64_t)part) >> 16), dy = py - ((uy * (int64_t)part) >> 16);
    *distance = (uint64_t)(dx * dx + dy * dy);
    return part;
}

static void mix_side(const ox_motion_set *set, const uint8_t *state, vec2 at, ox_motion_mix *mix) {
    const uint32_t first = rom_u16(state + ROM_MOTION_STATE_POINT_FIRST),
                   triangles = rom_u16(state + ROM_MOTION_STATE_TRIANGLE_COUNT);
    const uint8_t *row =
        OX_MOTION_ROW(set, TRIANGLES, TRIANGLE, rom_u16(state + ROM_MOTION_STATE_TRIANGLE_FIRST));
    uint64_t least = UINT64_MAX, distance;
    mix->count = 1;
    mix->point[0] = (uint16_t)first;
    mix->weight[0] = UF16_ONE;
    for (uint32_t i = 0; i < triangles; i++, row += ROM_MOTION_TRIANGLE_SIZE) {
        for (uint32_t k = 0; k < 3; k++) {
            if (row[ROM_MOTION_TRIANGLE_BESIDE + k] != OX_MOTION_NONE) continue;
            const uint32_t a = first + row[ROM_MOTION_TRIANGLE_POINT + k],
                           b = first + row[ROM_MOTION_TRIANGLE_POINT + (k + 1) % 3];
            const uf16 part = along_side(corner_at(set, a), corner_at(set, b), at, &distance);
            if (distance >= least) continue;
            least = distance;
            mix->count = 2;
            mix->point[0] = (uint16_t)a;
            mix->point[1] = (uint16_t)b;
            mix->weight[0] = UF16_ONE - part;
            mix->weight[1] = part;
        }
    }
}

static void mix_plane(const ox_motion_set *set, const uint8_t *state, vec2 at, ox_motion_mix *mix) {
    const uint32_t triangles = rom_u16(state + ROM_MOTION_STATE_TRIANGLE_COUNT);
    const uint8_t *row =
        OX_MOTION_ROW(set, TRIANGLES, TRIANGLE, rom_u16(state + ROM_MOTION_STATE_TRIANGLE_FIRST));
    for (uint32_t i = 0; i < triangles; i++, row += ROM_MOTION_TRIANGLE_SIZE)
        if (mix_triangle(set, row, rom_u16(state + ROM_MOTION_STATE_POINT_FIRST), at, mix)) return;
    mix_side(set, state, at, mix);
}

/* Clips without a weight are left out. */
static void drop_light(ox_motion_mix *mix) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < mix->count; i++) {
        if (mix->weight[i] == 0) continue;
        mix->point[kept] = mix->point[i];
        mix->weight[kept++] = mix->weight[i];
    }
    mix->count = kept;
}

void ox_motion_mix_of(const ox_motion_set *set, uint32_t number, const fx *value, ox_motion_mix *mix) {
    const uint8_t *state = state_at(set, number);
    const fx x = number_of(set, state[ROM_MOTION_STATE_X], value),
             y = number_of(set, state[ROM_MOTION_STATE_Y], value);
    switch (state[ROM_MOTION_STATE_BLEND]) {
    case ROM_MOTION_STATE_CLIP:
        mix->count = 1;
        mix->point[0] = rom_u16(state + ROM_MOTION_STATE_POINT_FIRST);
        mix->weight[0] = UF16_ONE;
        break;
    case ROM_MOTION_STATE_LINE:
        mix_line(set, state, x, mix);
        break;
    case ROM_MOTION_STATE_PLANE:
        mix_plane(set, state, (vec2){x, y}, mix);
        break;
    default:
        mix->count = 0;
        break;
    }
    drop_light(mix);
}

/* ---- numbers ---- */

static uint32_t find_parameter(const ox_motion_set *set, ox_id name) {
    for (uint32_t i = 0; i < parameters_of(set); i++)
        if (rom_u32(OX_MOTION_ROW(set, PARAMETERS, PARAMETER, i) + ROM_MOTION_PARAMETER_NAME) == name)
            return i;
    return OX_MOTION_NONE;
}

bool ox_motion_put(const ox_motion_set *set, ox_motion_run *run, ox_id name, fx value) {
    const uint32_t i = find_parameter(set, name);
    if (i == OX_MOTION_NONE) return false;
    const uint8_t *row = OX_MOTION_ROW(set, PARAMETERS, PARAMETER, i);
    const fx low = (fx)rom_u32(row + ROM_MOTION_PARAMETER_LOW),
             high = (fx)rom_u32(row + ROM_MOTION_PARAMETER_HIGH);
    run->goal[i] = value > high ? high : value < low ? low : value;
    if (rom_u32(row + ROM_MOTION_PARAMETER_RATE) == 0) run->value[i] = run->goal[i];
    return true;
}

bool ox_motion_get(const ox_motion_set *set, const ox_motion_run *run, ox_id name, fx *value) {
    const uint32_t i = find_parameter(set, name);
    if (i != OX_MOTION_NONE) *value = run->value[i];
    return i != OX_MOTION_NONE;
}

static void step_numbers(const ox_motion_set *set, ox_motion_run *run) {
    for (uint32_t i = 0; i < parameters_of(set); i++) {
        const fx rate = (fx)rom_u32(OX_MOTION_ROW(set, PARAMETERS, PARAMETER, i) + ROM_MOTION_PARAMETER_RATE);
        const int64_t off = (int64_t)run->goal[i] - run->value[i],
                      most = (rate + OX_MOTION_STEPS / 2) / OX_MOTION_STEPS;
        if (rate == 0 || (off <= most && off >= -most))
            run->value[i] = run->goal[i];
        else
            run->value[i] += (fx)(off > 0 ? most : -most);
    }
}

static void clear_triggers(const ox_motion_set *set, ox_motion_run *run) {
    for (uint32_t i = 0; i < parameters_of(set); i++)
        if (OX_MOTION_ROW(set, PARAMETERS, PARAMETER, i)[ROM_MOTION_PARAMETER_KIND] ==
            ROM_MOTION_PARAMETER_TRIGGER)
            run->value[i] = run->goal[i] = 0;
}

/* ---- phases and marks ---- */

/* The phase of a step of a state, from which `mix` is known. */
static uint64_t speed_of(const ox_motion_set *set, const ox_motion_mix *mix) {
    uint64_t speed = 0;
    for (uint32_t i = 0; i < mix->count; i++) {
        const uint64_t step = set->clips[mix->point[i]].step; /* below 2^38 */
        speed += step * mix->weight[i] >> 16;
    }
    return speed;
}

static uint64_t mean_speed(uint64_t old, uint64_t fresh, uf16 weight) {
    return (old * (UF16_ONE - weight) >> 16) + (fresh * weight >> 16);
}

/* A part of a round that was gone in this step: from `begin` on, as 64 bits. */
typedef struct passage {
    const ox_motion_set *set;
    const ox_motion_told *told;
    uint64_t begin, end;
} passage;

/* Whether a place of the round, 2^32 to the round, was passed in round number `round`. */
static bool passes(const passage *p, uint64_t place, uint64_t round) {
    const uint64_t at = (round << PHASE_BITS) + place;
    return at >= p->begin && at < p->end;
}

static void tell_mark(const passage *p, ox_id event, int32_t argument) {
    if (p->told->mark != NULL) p->told->mark(p->told->context, event, argument);
}

/* Marks of the text are in the order of their phases. */
static void tell_text_marks(const passage *p, ox_id of, uint64_t round, bool all) {
    for (uint32_t i = 0; i < OX_MOTION_COUNT(p->set, MARK); i++) {
        const uint8_t *row = OX_MOTION_ROW(p->set, MARKS, MARK, i);
        if (rom_u32(row + ROM_MOTION_MARK_OF) != of ||
            (!all && (row[ROM_MOTION_MARK_FLAGS] & ROM_MOTION_MARK_ALWAYS) == 0) ||
            !passes(p, (uint64_t)rom_u16(row + ROM_MOTION_MARK_PHASE) << 16, round))
            continue;
        tell_mark(p, rom_u32(row + ROM_MOTION_MARK_EVENT), (int32_t)rom_u32(row + ROM_MOTION_MARK_ARGUMENT));
    }
}

static void tell_triggers(const passage *p, const uint8_t *clip, uint64_t round, bool all) {
    const uint32_t count = rom_u32(clip + ROM_CLIP_TRIGGER_COUNT);
    const uint64_t frames = rom_u32(clip + ROM_CLIP_FRAMES);
    const uint8_t *row = clip + rom_u32(clip + ROM_CLIP_TRIGGERS_AT);
    for (uint32_t i = 0; i < count; i++, row += ROM_TRIGGER_SIZE) {
        const uint64_t place = (((uint64_t)rom_u32(row + ROM_TRIGGER_TIME) << 16) + frames - 1) / frames;
        if ((!all && (row[ROM_TRIGGER_FLAGS] & ROM_TRIGGER_ALWAYS) == 0) || place > PHASE_END ||
            !passes(p, place, round))
            continue;
        tell_mark(p, rom_u32(row + ROM_TRIGGER_EVENT), (int32_t)rom_u32(row + ROM_TRIGGER_ARGUMENT));
    }
}

static void tell_passage(const passage *p, const ox_motion_mix *mix, bool is_heavy) {
    uint32_t heaviest = 0;
    for (uint32_t i = 1; i < mix->count; i++)
        if (mix->weight[i] > mix->weight[heaviest]) heaviest = i;
    for (uint64_t round = 0; round <= (p->end - 1) >> PHASE_BITS; round++) {
        for (uint32_t i = 0; i < mix->count; i++) {
            const uint8_t *row = OX_MOTION_ROW(p->set, POINTS, POINT, mix->point[i]);
            const uint8_t *clip = p->set->clips[mix->point[i]].clip;
            const ox_id of = rom_u32(row + ROM_MOTION_POINT_CLIP);
            const bool all = is_heavy && i == heaviest;
            tell_text_marks(p, of, round, all);
            if (clip != NULL && p->set->skeleton != NULL) tell_triggers(p, clip, round, all);
        }
    }
}

/* A state goes on by `speed`; returns the phase behind the step. *over: a state that plays once has come to its end. */
static uint32_t advance(const passage *p, const ox_motion_mix *mix, const uint8_t *state, uint64_t speed,
                        bool is_heavy, bool *over) {
    passage now = *p;
    const bool once = (state[ROM_MOTION_STATE_FLAGS] & ROM_MOTION_STATE_ONCE) != 0;
    now.end = now.begin + speed;
    *over = once && now.end >> PHASE_BITS != 0;
    if (*over) now.end = (uint64_t)1 << PHASE_BITS;
    if (now.end > now.begin) tell_passage(&now, mix, is_heavy);
    return *over ? PHASE_END : (uint32_t)now.end;
}

/* Adds what a state's clips travel in this step, by the state's weight. */
static void add_travel(const ox_motion_set *set, const ox_motion_mix *mix, uint32_t state,
                       const uint64_t phases[2], uf16 weight, ox_motion_told *told) {
    vec3 moved;
    ang16 turned;
    if ((state_at(set, state)[ROM_MOTION_STATE_FLAGS] & ROM_MOTION_STATE_TRAVELS) == 0 || weight == 0) return;
    ox_motion_travel(set, mix, phases[0], phases[1], &moved, &turned);
    told->moved = v3_adds(told->moved, v3_scales(moved, (fx)weight));
    told->turned = (ang16)(told->turned + (uint32_t)fx_sra32((int16_t)turned * (int32_t)(weight >> 1), 15));
}

static void step_layer(const ox_motion_set *set, ox_motion_run *run, uint32_t number, ox_motion_told *told) {
    ox_motion_layer *layer = &run->layer[number];
    const uf16 weight = ox_motion_fade(layer);
    const bool has_old = layer->fade > 0 && (layer->flags & (OX_MOTION_SNAPSHOT | OX_MOTION_FROZEN)) == 0;
    ox_motion_mix mix, old_mix;
    passage p = {.set = set, .told = told};
    bool over = false, was_done = (layer->flags & OX_MOTION_DONE) != 0, ignored;
    ox_motion_mix_of(set, layer->state, run->value, &mix);
    uint64_t speed = speed_of(set, &mix), old_speed = 0;
    uint64_t phases[2];
    if (has_old) {
        ox_motion_mix_of(set, layer->old, run->value, &old_mix);
        old_speed = speed_of(set, &old_mix);
        if ((layer->flags & OX_MOTION_MATCHED) != 0) speed = old_speed = mean_speed(old_speed, speed, weight);
        p.begin = layer->old_phase;
        layer->old_phase =
            advance(&p, &old_mix, state_at(set, layer->old), old_speed, weight < UF16_ONE / 2, &ignored);
    }
    if (!was_done) {
        phases[0] = layer->phase;
        phases[1] = phases[0] + speed;
        if ((state_at(set, layer->state)[ROM_MOTION_STATE_FLAGS] & ROM_MOTION_STATE_ONCE) != 0 &&
            phases[1] >> PHASE_BITS != 0)
            phases[1] = (uint64_t)1 << PHASE_BITS;
        if (number == 0) add_travel(set, &mix, layer->state, phases, weight, told);
        p.begin = layer->phase;
        layer->phase = advance(&p, &mix, state_at(set, layer->state), speed,
                               weight >= UF16_ONE / 2 || (layer->fade > 0 && !has_old), &over);
    }
    if (layer->age < UINT16_MAX) layer->age++;
    if (layer->fade > 0 && ++layer->gone >= layer->fade) {
        layer->fade = layer->gone = 0;
        layer->old = layer->state;
        layer->flags &= OX_MOTION_DONE;
    }
    if (!over) return;
    layer->flags |= OX_MOTION_DONE;
    if (told->done != NULL) told->done(told->context, name_of(set, layer->state));
}

/* ---- ways ---- */

static bool condition_holds(const ox_motion_set *set, const ox_motion_run *run, const ox_motion_layer *layer,
                            const uint8_t *row) {
    const fx value = number_of(set, row[ROM_MOTION_CONDITION_PARAMETER], run->value),
             than = (fx)rom_u32(row + ROM_MOTION_CONDITION_VALUE);
    switch (row[ROM_MOTION_CONDITION_TEST]) {
    case ROM_MOTION_CONDITION_BELOW:
        return value < than;
    case ROM_MOTION_CONDITION_AT_MOST:
        return value <= than;
    case ROM_MOTION_CONDITION_ABOVE:
        return value > than;
    case ROM_MOTION_CONDITION_AT_LEAST:
        return value >= than;
    case ROM_MOTION_CONDITION_EQUAL:
        return value == than;
    case ROM_MOTION_CONDITION_OTHER:
        return value != than;
    case ROM_MOTION_CONDITION_END:
        return (layer->flags & OX_MOTION_DONE) != 0;
    default:
        return ((int64_t)layer->age << 16) >= (int64_t)than * OX_MOTION_STEPS;
    }
}

static bool conditions_hold(const ox_motion_set *set, const ox_motion_run *run, const ox_motion_layer *layer,
                            const uint8_t *way) {
    if ((way[ROM_MOTION_WAY_FLAGS] & ROM_MOTION_WAY_ALONE) == 0) return false;
    const uint32_t first = rom_u16(way + ROM_MOTION_WAY_CONDITION_FIRST);
    for (uint32_t i = 0; i < rom_u16(way + ROM_MOTION_WAY_CONDITION_COUNT); i++)
        if (!condition_holds(set, run, layer, OX_MOTION_ROW(set, CONDITIONS, CONDITION, first + i)))
            return false;
    return true;
}

static bool is_open(const ox_motion_layer *layer, const uint8_t *way) {
    const uint32_t low = rom_u16(way + ROM_MOTION_WAY_WINDOW_LOW),
                   high = rom_u16(way + ROM_MOTION_WAY_WINDOW_HIGH), phase = layer->phase >> 16;
    return low == high || (low < high ? phase >= low && phase < high : phase >= low || phase < high);
}

/* The first way from a state: ways are sorted by the states they begin at. */
static uint32_t first_way(const ox_motion_set *set, uint32_t state) {
    uint32_t low = 0, high = OX_MOTION_COUNT(set, WAY);
    while (low < high) {
        const uint32_t middle = (low + high) / 2;
        if (rom_u16(OX_MOTION_ROW(set, WAYS, WAY, middle) + ROM_MOTION_WAY_FROM) < state)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* The way from a state to another; NULL: there is none. */
static const uint8_t *find_way(const ox_motion_set *set, uint32_t from, uint32_t to) {
    for (uint32_t i = first_way(set, from); i < OX_MOTION_COUNT(set, WAY); i++) {
        const uint8_t *way = OX_MOTION_ROW(set, WAYS, WAY, i);
        if (rom_u16(way + ROM_MOTION_WAY_FROM) != from) return NULL;
        if (rom_u16(way + ROM_MOTION_WAY_TO) == to) return way;
    }
    return NULL;
}

/* The way that a layer takes by itself now: of those with the highest priority the first. */
static const uint8_t *choose_way(const ox_motion_set *set, const ox_motion_run *run,
                                 const ox_motion_layer *layer) {
    const uint8_t *best = NULL;
    for (uint32_t i = first_way(set, layer->state); i < OX_MOTION_COUNT(set, WAY); i++) {
        const uint8_t *way = OX_MOTION_ROW(set, WAYS, WAY, i);
        if (rom_u16(way + ROM_MOTION_WAY_FROM) != layer->state) break;
        if (best != NULL && way[ROM_MOTION_WAY_PRIORITY] <= best[ROM_MOTION_WAY_PRIORITY]) continue;
        if (is_open(layer, way) && conditions_hold(set, run, layer, way)) best = way;
    }
    return best;
}

/* A trigger is for one way alone. */
static void use_triggers(const ox_motion_set *set, ox_motion_run *run, const uint8_t *way) {
    const uint32_t first = rom_u16(way + ROM_MOTION_WAY_CONDITION_FIRST);
    for (uint32_t i = 0; i < rom_u16(way + ROM_MOTION_WAY_CONDITION_COUNT); i++) {
        const uint32_t p =
            OX_MOTION_ROW(set, CONDITIONS, CONDITION, first + i)[ROM_MOTION_CONDITION_PARAMETER];
        if (p < parameters_of(set) &&
            OX_MOTION_ROW(set, PARAMETERS, PARAMETER, p)[ROM_MOTION_PARAMETER_KIND] ==
                ROM_MOTION_PARAMETER_TRIGGER)
            run->value[p] = run->goal[p] = 0;
    }
}

/* Goes a way. False: the fade that is under way has to end first. */
static bool go_way(const ox_motion_set *set, ox_motion_layer *layer, uint32_t number, const uint8_t *way,
                   const ox_motion_told *told) {
    const uint32_t to = rom_u16(way + ROM_MOTION_WAY_TO), from = layer->state;
    const int64_t steps = ((int64_t)rom_u32(way + ROM_MOTION_WAY_FADE) * OX_MOTION_STEPS + 32768) >> 16;
    uint32_t kind = layer->fade > 0 ? ROM_MOTION_WAY_SNAPSHOT : way[ROM_MOTION_WAY_KIND];
    if (steps > 0 && kind == ROM_MOTION_WAY_SNAPSHOT && set->skeleton != NULL &&
        (told->keep == NULL || !told->keep(told->context, number))) {
        if (layer->fade > 0) return false;
        kind = ROM_MOTION_WAY_FROZEN;
    }
    const bool matches = (way[ROM_MOTION_WAY_FLAGS] & ROM_MOTION_WAY_MATCH) != 0;
    layer->old = layer->state;
    layer->old_phase = layer->phase;
    layer->state = (uint8_t)to;
    layer->phase = matches ? layer->phase : (uint32_t)rom_u16(way + ROM_MOTION_WAY_PHASE) << 16;
    layer->age = layer->gone = 0;
    layer->fade = (uint16_t)(steps > UINT16_MAX ? UINT16_MAX : steps);
    layer->flags = (uint8_t)(way[ROM_MOTION_WAY_CURVE] << OX_MOTION_CURVE);
    if (kind == ROM_MOTION_WAY_FROZEN) layer->flags |= OX_MOTION_FROZEN;
    if (kind == ROM_MOTION_WAY_SNAPSHOT) layer->flags |= OX_MOTION_SNAPSHOT;
    if (kind == ROM_MOTION_WAY_SMOOTH && matches) layer->flags |= OX_MOTION_MATCHED;
    if (layer->fade == 0) {
        layer->old = layer->state;
        layer->flags = 0;
    }
    if (told->change != NULL) told->change(told->context, name_of(set, from), name_of(set, to));
    return true;
}

static void choose_state(const ox_motion_set *set, ox_motion_run *run, uint32_t number,
                         const ox_motion_told *told) {
    ox_motion_layer *layer = &run->layer[number];
    const uint8_t *wish = layer->wish == OX_MOTION_NONE ? NULL : find_way(set, layer->state, layer->wish),
                  *way = choose_way(set, run, layer);
    if (wish == NULL) layer->wish = OX_MOTION_NONE;
    if (wish != NULL && (way == NULL || wish[ROM_MOTION_WAY_PRIORITY] >= way[ROM_MOTION_WAY_PRIORITY])) {
        if (is_open(layer, wish) && go_way(set, layer, number, wish, told)) {
            layer->wish = OX_MOTION_NONE;
            use_triggers(set, run, wish);
            return;
        }
        const uint32_t hold = rom_u16(wish + ROM_MOTION_WAY_HOLD);
        if (hold > 0 && ++layer->waits >= hold) layer->wish = OX_MOTION_NONE;
        return;
    }
    if (way != NULL && go_way(set, layer, number, way, told)) use_triggers(set, run, way);
}

/* ---- characters ---- */

void ox_motion_begin(const ox_motion_set *set, ox_motion_run *run) {
    for (uint32_t i = 0; i < parameters_of(set); i++)
        run->value[i] = run->goal[i] =
            (fx)rom_u32(OX_MOTION_ROW(set, PARAMETERS, PARAMETER, i) + ROM_MOTION_PARAMETER_START);
    memset(run->layer, 0, sizeof run->layer);
    for (uint32_t i = 0; i < layers_of(set); i++) {
        run->layer[i].state = run->layer[i].old =
            (uint8_t)rom_u16(layer_at(set, i) + ROM_MOTION_LAYER_STATE_FIRST);
        run->layer[i].wish = OX_MOTION_NONE;
    }
    run->flags |= OX_MOTION_BEGUN;
}

void ox_motion_mend(const ox_motion_set *set, ox_motion_run *run) {
    for (uint32_t i = 0; i < OX_MOTION_LAYERS; i++) {
        ox_motion_layer *layer = &run->layer[i];
        const bool is_there = i < layers_of(set);
        const uint32_t first = is_there ? rom_u16(layer_at(set, i) + ROM_MOTION_LAYER_STATE_FIRST) : 0,
                       count = is_there ? rom_u16(layer_at(set, i) + ROM_MOTION_LAYER_STATE_COUNT) : 1;
        if (layer->state < first || layer->state >= first + count || layer->old < first ||
            layer->old >= first + count)
            *layer =
                (ox_motion_layer){.state = (uint8_t)first, .old = (uint8_t)first, .wish = OX_MOTION_NONE};
        if (layer->wish != OX_MOTION_NONE && (layer->wish < first || layer->wish >= first + count))
            layer->wish = OX_MOTION_NONE;
    }
}

void ox_motion_step(const ox_motion_set *set, ox_motion_run *run, ox_motion_told *told) {
    told->moved = V3_ZERO;
    told->turned = 0;
    step_numbers(set, run);
    for (uint32_t i = 0; i < layers_of(set); i++) step_layer(set, run, i, told);
    for (uint32_t i = 0; i < layers_of(set); i++) choose_state(set, run, i, told);
    clear_triggers(set, run);
}

static uint32_t find_state(const ox_motion_set *set, ox_id name) {
    for (uint32_t i = 0; i < OX_MOTION_COUNT(set, STATE); i++)
        if (name_of(set, i) == name) return i;
    return OX_MOTION_NONE;
}

/* The layer of a state; OX_MOTION_NONE: characters have no room for it. */
static uint32_t layer_of(const ox_motion_set *set, uint32_t state) {
    for (uint32_t i = 0; i < layers_of(set); i++) {
        const uint32_t first = rom_u16(layer_at(set, i) + ROM_MOTION_LAYER_STATE_FIRST);
        if (state >= first && state < first + rom_u16(layer_at(set, i) + ROM_MOTION_LAYER_STATE_COUNT))
            return i;
    }
    return OX_MOTION_NONE;
}

ox_motion_answer ox_motion_ask(const ox_motion_set *set, ox_motion_run *run, ox_id name) {
    const uint32_t state = find_state(set, name),
                   number = state == OX_MOTION_NONE ? OX_MOTION_NONE : layer_of(set, state);
    if (number == OX_MOTION_NONE) return OX_MOTION_NO_STATE;
    ox_motion_layer *layer = &run->layer[number];
    const uint8_t *way = find_way(set, layer->state, state),
                  *former = layer->wish == OX_MOTION_NONE ? NULL : find_way(set, layer->state, layer->wish);
    if (way == NULL) return layer->state == state ? OX_MOTION_THERE : OX_MOTION_NO_WAY;
    if (former != NULL && former[ROM_MOTION_WAY_PRIORITY] > way[ROM_MOTION_WAY_PRIORITY])
        return OX_MOTION_NO_WAY;
    layer->wish = (uint8_t)state;
    layer->waits = 0;
    return OX_MOTION_ASKED;
}

bool ox_motion_is(const ox_motion_set *set, const ox_motion_run *run, ox_id name) {
    const uint32_t state = find_state(set, name),
                   layer = state == OX_MOTION_NONE ? state : layer_of(set, state);
    return layer != OX_MOTION_NONE && run->layer[layer].state == state;
}

ox_id ox_motion_state(const ox_motion_set *set, const ox_motion_run *run, uint32_t layer) {
    return layer < layers_of(set) ? name_of(set, run->layer[layer].state) : 0;
}

uint32_t ox_motion_limb(const ox_motion_set *set, ox_id name) {
    for (uint32_t i = 0; i < OX_MOTION_COUNT(set, LIMB) && i < OX_MOTION_LIMBS; i++)
        if (rom_u32(OX_MOTION_ROW(set, LIMBS, LIMB, i) + ROM_MOTION_LIMB_NAME) == name) return i;
    return OX_MOTION_NONE;
}
