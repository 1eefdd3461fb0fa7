/* Layers of characters from step to step. */
#include "kernel/motion/machine.h"

#include <string.h>

#include "fixedmath/interpolate.h"
#include "fixedmath/scalar.h"
#include "rom/chunks.h"
#include "rom/clip.h"

enum { PHASE_BITS = 32, WEAR_FADE = 12 };
#define PHASE_ROUND ((int64_t)1 << PHASE_BITS)
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

/* The curves of the text stand behind the four that everybody has. */
static uf16 own_curve(const ox_motion_set *set, uint32_t number, uint32_t t) {
    if (!rom_has(set->machine, ROM_MOTION_MACHINE_CURVE_COUNT) || number >= OX_MOTION_COUNT(set, CURVE))
        return t;
    const uint8_t *row = OX_MOTION_ROW(set, CURVES, CURVE, number);
    const int32_t at = ease_bezier((fx)rom_u32(row + ROM_MOTION_CURVE_INNER_FIRST),
                                   (fx)rom_u32(row + ROM_MOTION_CURVE_INNER_LAST), t);
    return at < 0 ? 0 : at > (int32_t)UF16_ONE ? UF16_ONE : (uf16)at;
}

uf16 ox_motion_curve(const ox_motion_set *set, uint32_t curve, uf16 t) {
    static const ease_curve eases[OX_MOTION_OWN_CURVE] = {EASE_LINEAR, EASE_SMOOTHSTEP, EASE_QUADRATIC_IN,
                                                          EASE_QUADRATIC_OUT};
    return curve < OX_MOTION_OWN_CURVE ? (uf16)ease(eases[curve], t)
                                       : own_curve(set, curve - OX_MOTION_OWN_CURVE, t);
}

uf16 ox_motion_fade(const ox_motion_set *set, const ox_motion_layer *layer) {
    if (layer->fade == 0 || layer->gone >= layer->fade) return UF16_ONE;
    return ox_motion_curve(set, (uint32_t)layer->flags >> OX_MOTION_CURVE,
                           ((uint32_t)layer->gone << 16) / layer->fade);
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

bool ox_motion_fire(const ox_motion_set *set, ox_motion_run *run, ox_id name) {
    const uint32_t i = find_parameter(set, name);
    return i != OX_MOTION_NONE &&
           OX_MOTION_ROW(set, PARAMETERS, PARAMETER, i)[ROM_MOTION_PARAMETER_KIND] ==
               ROM_MOTION_PARAMETER_TRIGGER &&
           ox_motion_put(set, run, name, FX_ONE);
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

/* The phase of a step of a state, below 0 where it goes backwards. */
static int64_t speed_of(const ox_motion_set *set, uint32_t state, const ox_motion_mix *mix) {
    int64_t speed = 0;
    if (state_at(set, state)[ROM_MOTION_STATE_BLEND] == ROM_MOTION_STATE_MOMENT) return 0;
    for (uint32_t i = 0; i < mix->count; i++) /* steps are below 2^37 */
        speed += fx_sra64(mix->clips[mix->point[i]].step * (int64_t)mix->weight[i], 16);
    return speed;
}

static int64_t mean_speed(int64_t old, int64_t fresh, uf16 weight) {
    return fx_sra64(old * (int64_t)(UF16_ONE - weight), 16) + fx_sra64(fresh * (int64_t)weight, 16);
}

/* A part of a round that was gone in this step: from `begin` on, 2^32 to the round. Backwards `end` is before `begin`, and may be below 0. */
typedef struct passage {
    const ox_motion_set *set;
    const ox_motion_told *told;
    int64_t begin, end;
} passage;

static bool is_backwards(const passage *p) { return p->end < p->begin; }

/* Whether a place of the round was passed in round number `round`: the begin of a step belongs to it, its end to the next one. */
static bool passes(const passage *p, uint64_t place, int64_t round) {
    const int64_t at = round * PHASE_ROUND + (int64_t)place;
    return is_backwards(p) ? at <= p->begin && at > p->end : at >= p->begin && at < p->end;
}

static void tell_mark(const passage *p, ox_id event, int32_t argument) {
    if (p->told->mark != NULL) p->told->mark(p->told->context, event, argument);
}

/* Marks of the text are in the order of their phases. */
static void tell_text_marks(const passage *p, ox_id of, int64_t round, bool all) {
    const uint32_t count = OX_MOTION_COUNT(p->set, MARK);
    for (uint32_t i = 0; i < count; i++) {
        const uint8_t *row = OX_MOTION_ROW(p->set, MARKS, MARK, is_backwards(p) ? count - 1 - i : i);
        if (rom_u32(row + ROM_MOTION_MARK_OF) != of ||
            (!all && (row[ROM_MOTION_MARK_FLAGS] & ROM_MOTION_MARK_ALWAYS) == 0) ||
            !passes(p, (uint64_t)rom_u16(row + ROM_MOTION_MARK_PHASE) << 16, round))
            continue;
        tell_mark(p, rom_u32(row + ROM_MOTION_MARK_EVENT), (int32_t)rom_u32(row + ROM_MOTION_MARK_ARGUMENT));
    }
}

static void tell_triggers(const passage *p, const uint8_t *clip, int64_t round, bool all) {
    const uint32_t count = rom_u32(clip + ROM_CLIP_TRIGGER_COUNT);
    const uint64_t frames = rom_u32(clip + ROM_CLIP_FRAMES);
    for (uint32_t i = 0; i < count; i++) {
        const uint8_t *row = clip + rom_u32(clip + ROM_CLIP_TRIGGERS_AT) +
                             (size_t)(is_backwards(p) ? count - 1 - i : i) * ROM_TRIGGER_SIZE;
        const uint64_t place = (((uint64_t)rom_u32(row + ROM_TRIGGER_TIME) << 16) + frames - 1) / frames;
        if ((!all && (row[ROM_TRIGGER_FLAGS] & ROM_TRIGGER_ALWAYS) == 0) || place > PHASE_END ||
            !passes(p, place, round))
            continue;
        tell_mark(p, rom_u32(row + ROM_TRIGGER_EVENT), (int32_t)rom_u32(row + ROM_TRIGGER_ARGUMENT));
    }
}

/* What the clips of a mix have in a round. */
static void tell_round(const passage *p, const ox_motion_mix *mix, int64_t round, bool is_heavy) {
    uint32_t heaviest = 0;
    for (uint32_t i = 1; i < mix->count; i++)
        if (mix->weight[i] > mix->weight[heaviest]) heaviest = i;
    for (uint32_t i = 0; i < mix->count; i++) {
        const uint8_t *row = OX_MOTION_ROW(p->set, POINTS, POINT, mix->point[i]);
        const uint8_t *clip = mix->clips[mix->point[i]].clip;
        const bool all = is_heavy && i == heaviest;
        tell_text_marks(p, rom_u32(row + ROM_MOTION_POINT_CLIP), round, all);
        if (clip != NULL && p->set->skeleton != NULL) tell_triggers(p, clip, round, all);
    }
}

static void tell_passage(const passage *p, const ox_motion_mix *mix, bool is_heavy) {
    if (p->end > p->begin)
        for (int64_t round = 0; round <= (p->end - 1) / PHASE_ROUND; round++)
            tell_round(p, mix, round, is_heavy);
    if (p->end < p->begin)
        for (int64_t round = 0; round >= fx_sra64(p->end + 1, PHASE_BITS); round--)
            tell_round(p, mix, round, is_heavy);
}

/* How far a state comes that goes on by `speed`. *over: one that plays once has come to its end, or backwards to its begin. */
static int64_t end_of(const uint8_t *state, int64_t begin, int64_t speed, bool *over) {
    const int64_t end = begin + speed;
    *over = (state[ROM_MOTION_STATE_FLAGS] & ROM_MOTION_STATE_ONCE) != 0 && (end >= PHASE_ROUND || end < 0);
    return !*over ? end : end < 0 ? -1 : PHASE_ROUND;
}

/* A state goes on by `speed`; returns the phase behind the step. */
static uint32_t advance(const passage *p, const ox_motion_mix *mix, const uint8_t *state, int64_t speed,
                        bool is_heavy, bool *over) {
    passage now = *p;
    now.end = end_of(state, now.begin, speed, over);
    tell_passage(&now, mix, is_heavy);
    return !*over ? (uint32_t)(uint64_t)now.end : now.end < 0 ? 0 : PHASE_END;
}

/* Adds what a state's clips travel in this step, by the state's weight. */
static void add_travel(const ox_motion_set *set, const ox_motion_mix *mix, uint32_t state,
                       const int64_t phases[2], uf16 weight, ox_motion_told *told) {
    vec3 moved;
    ang16 turned;
    if ((state_at(set, state)[ROM_MOTION_STATE_FLAGS] & ROM_MOTION_STATE_TRAVELS) == 0 || weight == 0) return;
    ox_motion_travel(set, mix, phases[0], phases[1], &moved, &turned);
    told->moved = v3_adds(told->moved, v3_scales(moved, (fx)weight));
    told->turned = (ang16)(told->turned + (uint32_t)fx_sra32((int16_t)turned * (int32_t)(weight >> 1), 15));
}

/* The phase at which a state begins: one that plays once and backwards begins at its end. */
static uint32_t first_phase(const ox_motion_set *set, const ox_motion_run *run, uint32_t state,
                            uint32_t phase) {
    ox_motion_mix mix;
    if (ox_motion_moment(set, state, run, &phase) || phase != 0 ||
        (state_at(set, state)[ROM_MOTION_STATE_FLAGS] & ROM_MOTION_STATE_ONCE) == 0)
        return phase;
    ox_motion_mix_of(set, state, run, &mix);
    return speed_of(set, state, &mix) < 0 ? PHASE_END : 0;
}

/* A state goes on in a step by `speed`, and its clips' roots with it. Returns the phase behind the step. */
typedef struct going {
    uint32_t layer, state, phase;
    int64_t speed;
    uf16 weight;
    bool is_heavy;
} going;

static uint32_t go_on(const ox_motion_set *set, const ox_motion_run *run, const going *g,
                      ox_motion_told *told, bool *over) {
    const uint8_t *state = state_at(set, g->state);
    const passage p = {.set = set, .told = told, .begin = g->phase};
    const int64_t phases[2] = {g->phase, end_of(state, g->phase, g->speed, over)};
    ox_motion_mix mix;
    ox_motion_mix_of(set, g->state, run, &mix);
    if (g->layer == 0) add_travel(set, &mix, g->state, phases, g->weight, told);
    uint32_t phase = advance(&p, &mix, state, g->speed, g->is_heavy, over);
    (void)ox_motion_moment(set, g->state, run, &phase);
    return phase;
}

static int64_t speed_in(const ox_motion_set *set, const ox_motion_run *run, uint32_t state) {
    ox_motion_mix mix;
    ox_motion_mix_of(set, state, run, &mix);
    return speed_of(set, state, &mix);
}

static void step_layer(const ox_motion_set *set, ox_motion_run *run, uint32_t number, ox_motion_told *told) {
    ox_motion_layer *layer = &run->layer[number];
    const uf16 weight = ox_motion_fade(set, layer);
    const bool has_old = layer->fade > 0 && (layer->flags & (OX_MOTION_SNAPSHOT | OX_MOTION_FROZEN)) == 0;
    bool over = false, ignored;
    going fresh = {number,       layer->state,
                   layer->phase, speed_in(set, run, layer->state),
                   weight,       weight >= UF16_ONE / 2 || (layer->fade > 0 && !has_old)};
    if (has_old) {
        going old = {number,
                     layer->old,
                     layer->old_phase,
                     speed_in(set, run, layer->old),
                     UF16_ONE - weight,
                     weight < UF16_ONE / 2};
        if ((layer->flags & OX_MOTION_MATCHED) != 0)
            fresh.speed = old.speed = mean_speed(old.speed, fresh.speed, weight);
        layer->old_phase = go_on(set, run, &old, told, &ignored);
    }
    if ((layer->flags & OX_MOTION_DONE) == 0) layer->phase = go_on(set, run, &fresh, told, &over);
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
    const fx value = ox_motion_number(set, row[ROM_MOTION_CONDITION_PARAMETER], run),
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
static bool go_way(const ox_motion_set *set, ox_motion_run *run, uint32_t number, const uint8_t *way,
                   const ox_motion_told *told) {
    ox_motion_layer *layer = &run->layer[number];
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
    layer->phase = matches ? layer->phase
                           : first_phase(set, run, to, (uint32_t)rom_u16(way + ROM_MOTION_WAY_PHASE) << 16);
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
        if (is_open(layer, wish) && go_way(set, run, number, wish, told)) {
            layer->wish = OX_MOTION_NONE;
            use_triggers(set, run, wish);
            return;
        }
        const uint32_t hold = rom_u16(wish + ROM_MOTION_WAY_HOLD);
        if (hold == 0 || ++layer->waits < hold) return;
        if (told->drop != NULL) told->drop(told->context, name_of(set, layer->wish));
        layer->wish = OX_MOTION_NONE;
        return;
    }
    if (way != NULL && go_way(set, run, number, way, told)) use_triggers(set, run, way);
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
        run->layer[i].phase = first_phase(set, run, run->layer[i].state, 0);
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

/* Another set is put on: what is seen stays, and fades into what the new clips show. Where a pose cannot be kept it is a cut. */
static void change_set(const ox_motion_set *set, ox_motion_run *run, const ox_motion_told *told) {
    const uint8_t wanted = run->worn >> OX_MOTION_WANTED;
    if (wanted == (run->worn & OX_MOTION_WORN)) return;
    for (uint32_t i = 0; i < layers_of(set); i++) {
        ox_motion_layer *layer = &run->layer[i];
        const bool is_still = layer->fade == 0 &&
                              state_at(set, layer->state)[ROM_MOTION_STATE_BLEND] == ROM_MOTION_STATE_NOTHING;
        if (is_still || told->keep == NULL || !told->keep(told->context, i)) continue;
        layer->old = layer->state;
        layer->gone = 0;
        layer->fade = WEAR_FADE;
        layer->flags =
            (uint8_t)((layer->flags & OX_MOTION_DONE) | OX_MOTION_SNAPSHOT | 1u << OX_MOTION_CURVE);
    }
    run->worn = (uint8_t)(wanted << OX_MOTION_WANTED | wanted);
}

bool ox_motion_wear(const ox_motion_set *set, ox_motion_run *run, ox_id name) {
    uint32_t number = 0;
    if (name != 0)
        for (number = 1; number < set->sets && set->set_names[number] != name;) number++;
    if (number > 0 && number >= set->sets) return false;
    run->worn = (uint8_t)((run->worn & OX_MOTION_WORN) | number << OX_MOTION_WANTED);
    return true;
}

void ox_motion_step(const ox_motion_set *set, ox_motion_run *run, ox_motion_told *told) {
    told->moved = V3_ZERO;
    told->turned = 0;
    change_set(set, run, told);
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
