/* Waves: the clock, the table's cursor and the shrinking interval. */
#include "kernel/level/wave.h"

#include "kernel/memory/life.h"

static const ox_field wave_fields[] = {
    OX_FIELD(ox_wave_state, tick, OX_U32, OX_SIM),     OX_FIELD(ox_wave_state, next, OX_U32, OX_SIM),
    OX_FIELD(ox_wave_state, interval, OX_U32, OX_SIM), OX_FIELD(ox_wave_state, cursor, OX_U32, OX_SIM),
    OX_FIELD(ox_wave_state, wave, OX_U32, OX_SIM),     OX_FIELD(ox_wave_state, failed, OX_U32, OX_SIM),
    OX_FIELD(ox_wave_state, paused, OX_U8, OX_SIM),    OX_FIELD(ox_wave_state, over, OX_U8, OX_SIM)};
const ox_type ox_waves_record = OX_TYPE(ox_wave_state, wave_fields, 1);

FX_STATIC_ASSERT(sizeof(ox_wave_state) == 28, "the manual says so");

ox_status ox_waves_begin_list(ox_waves *waves, const ox_wave_entry *entries, uint32_t count,
                              ox_wave_spawn *spawn, void *context) {
    *waves = (ox_waves){
        .state = {.over = 1}, .entries = entries, .count = count, .spawn = spawn, .context = context};
    for (uint32_t i = 0; i < count; i++) {
        if (entries[i].tick == 0 || (i > 0 && entries[i].tick < entries[i - 1u].tick)) return OX_BAD_DATA;
    }
    waves->state.over = count == 0;
    return OX_OK;
}

ox_status ox_waves_begin_timer(ox_waves *waves, const ox_wave_plan *plan, rng32 *random, ox_wave_spawn *spawn,
                               void *context) {
    *waves =
        (ox_waves){.state = {.over = 1}, .plan = plan, .random = random, .spawn = spawn, .context = context};
    if (plan->least == 0 || plan->interval < plan->least || plan->low.x > plan->high.x ||
        plan->low.y > plan->high.y || plan->low.z > plan->high.z)
        return OX_BAD_DATA;
    waves->state = (ox_wave_state){.next = plan->interval, .interval = plan->interval};
    return OX_OK;
}

static void bring(ox_waves *waves, ox_id type, vec3 place, uint32_t parameters) {
    if (!waves->spawn(waves->context, type, place, parameters, waves->state.cursor)) waves->state.failed++;
}

/* A random number evenly from low to high, both included. */
static fx random_between(rng32 *random, fx low, fx high) {
    uint32_t span = (uint32_t)high - (uint32_t)low;
    uint32_t drawn = span == UINT32_MAX ? rng32_next(random) : rng_below(random, span + 1u);
    return (fx)((int64_t)low + (int64_t)drawn);
}

static void tick_timer(ox_waves *waves) {
    const ox_wave_plan *plan = waves->plan;
    ox_wave_state *s = &waves->state;
    bool boss = plan->boss_after != 0 && (s->cursor + 1u) % (plan->boss_after + 1u) == 0;
    vec3 place;
    if (s->tick < s->next) return;
    place.x = random_between(waves->random, plan->low.x, plan->high.x);
    place.y = random_between(waves->random, plan->low.y, plan->high.y);
    place.z = random_between(waves->random, plan->low.z, plan->high.z);
    bring(waves, boss ? plan->boss : plan->type, place, boss);
    s->cursor++;
    s->wave += boss;
    s->interval = s->interval - plan->least > plan->shrink ? s->interval - plan->shrink : plan->least;
    s->next = s->tick + s->interval;
    if (boss && plan->ends) s->over = 1;
}

static void tick_list(ox_waves *waves) {
    ox_wave_state *s = &waves->state;
    while (s->cursor < waves->count && waves->entries[s->cursor].tick <= s->tick) {
        const ox_wave_entry *entry = &waves->entries[s->cursor];
        if (entry->type == OX_ID_NONE)
            s->wave++;
        else
            bring(waves, entry->type, entry->place, entry->parameters);
        s->cursor++;
    }
    s->over = s->cursor >= waves->count;
}

void ox_waves_tick(ox_waves *waves) {
    OX_CREATED(waves->spawn);
    if (waves->state.paused || waves->state.over) return;
    waves->state.tick++;
    if (waves->plan != NULL)
        tick_timer(waves);
    else
        tick_list(waves);
}

uint32_t ox_waves_countdown(const ox_waves *waves) {
    const ox_wave_state *s = &waves->state;
    if (s->over) return UINT32_MAX;
    if (waves->plan != NULL) return s->next - s->tick;
    return waves->entries[s->cursor].tick - s->tick;
}
