/* Transitions: the phases of a change of level, and fading. */
#include "kernel/level/transition.h"

#include "kernel/memory/life.h"

FX_STATIC_ASSERT(OX_TRANSITION_NONE == 0, "a cleared transition is none");

void ox_transition_init(ox_transition *t, const ox_transition_config *config) {
    *t = (ox_transition){.config = *config, .here = -1, .to = -1};
}

void ox_transition_end(ox_transition *t) {
    if (t->phase != OX_TRANSITION_NONE && t->config.clock != NULL)
        ox_clock_set_paused(t->config.clock, t->was_paused);
    OX_CLEAR(t);
}

ox_status ox_transition_go(ox_transition *t, uint32_t level) {
    if (t->phase != OX_TRANSITION_NONE) return OX_BAD_STATE;
    if (t->config.topology != NULL) {
        ox_status way = level >= t->config.topology->count ? OX_NOT_FOUND
                        : t->here < 0                      ? OX_OK
                                      : ox_topology_way(t->config.topology, (uint32_t)t->here, level);
        if (way != OX_OK) return way;
    }
    t->to = (int)level;
    t->step = 0;
    t->progress = 0;
    t->status = OX_OK;
    t->back = false;
    t->phase = t->here < 0 || t->config.fade == 0 ? OX_TRANSITION_UNLOAD : OX_TRANSITION_FADE_OUT;
    if (t->config.clock != NULL) {
        t->was_paused = t->config.clock->paused;
        ox_clock_set_paused(t->config.clock, true);
    }
    return OX_OK;
}

static void end_transition(ox_transition *t) {
    t->phase = OX_TRANSITION_NONE;
    if (t->config.clock != NULL) ox_clock_set_paused(t->config.clock, t->was_paused);
}

static void drop_memory(ox_transition *t) {
    if (t->config.memory != NULL) FX_VERIFY(ox_level_end(t->config.memory) == OX_OK);
}

/* Goes back to the level that was left; a second failure ends the transition. */
static void fail_transition(ox_transition *t, ox_status status, int from) {
    if (!t->back) t->status = status;
    drop_memory(t);
    t->progress = 0;
    if (from < 0) { /* on the way back no level is left, either */
        t->here = -1;
        end_transition(t);
        return;
    }
    t->back = true;
    t->to = from;
    t->here = -1;
    status = t->config.ops->begin(t->config.context, (uint32_t)t->to);
    t->phase = OX_TRANSITION_LOAD;
    if (status != OX_OK) fail_transition(t, status, -1);
}

static void unload(ox_transition *t) {
    int from = t->here;
    ox_status status;
    if (from >= 0) t->config.ops->unload(t->config.context, (uint32_t)from);
    drop_memory(t);
    t->phase = OX_TRANSITION_LOAD;
    status = t->config.ops->begin(t->config.context, (uint32_t)t->to);
    if (status != OX_OK) fail_transition(t, status, from);
}

static void load_level(ox_transition *t) {
    uint32_t done = 0, total = 0, progress;
    ox_status status = t->config.ops->load(t->config.context, (uint32_t)t->to, &done, &total);
    if (status != OX_OK && status != OX_EMPTY) {
        fail_transition(t, status, t->here);
        return;
    }
    progress = total == 0 ? 0 : (uint32_t)(((uint64_t)(done > total ? total : done) << 16) / total);
    if (progress > t->progress) t->progress = progress;
    if (status == OX_OK) {
        t->progress = 65536;
        t->phase = OX_TRANSITION_START;
    }
}

static void start_level(ox_transition *t) {
    ox_status status = t->config.ops->start(t->config.context, (uint32_t)t->to);
    if (status != OX_OK) {
        fail_transition(t, status, t->here);
        return;
    }
    t->here = t->to;
    t->step = 0;
    t->phase = OX_TRANSITION_FADE_IN;
    if (t->config.fade == 0) end_transition(t);
}

void ox_transition_tick(ox_transition *t) {
    OX_CREATED(t->config.ops);
    switch (t->phase) {
    case OX_TRANSITION_FADE_OUT:
        if (++t->step >= t->config.fade) t->phase = OX_TRANSITION_UNLOAD;
        return;
    case OX_TRANSITION_UNLOAD:
        unload(t);
        return;
    case OX_TRANSITION_LOAD:
        load_level(t);
        return;
    case OX_TRANSITION_START:
        start_level(t);
        return;
    case OX_TRANSITION_FADE_IN:
        if (++t->step >= t->config.fade) end_transition(t);
        return;
    default:
        return;
    }
}

uf16 ox_transition_light(const ox_transition *t) {
    switch (t->phase) {
    case OX_TRANSITION_NONE:
        return t->here < 0 ? 0 : UF16_ONE;
    case OX_TRANSITION_FADE_OUT:
        return (uf16)(((uint64_t)(t->config.fade - t->step) << 16) / t->config.fade);
    case OX_TRANSITION_FADE_IN:
        return (uf16)(((uint64_t)t->step << 16) / t->config.fade);
    default:
        return 0;
    }
}
