/* Quick time events: one step after the other, and control given back at every end. */
#include "kernel/game/moment.h"

#include "kernel/memory/life.h"

FX_STATIC_ASSERT(OX_MOMENT_STEPS_MAX < OX_MOMENT_END && OX_MOMENT_END <= UINT8_MAX,
                 "a step's number is a byte");

static void tell_news(ox_moment *m, ox_moment_news news) {
    if (m->tell != NULL) m->tell(m->context, news, &m->steps[m->step]);
}

/* Ends the sequence; its results may still be read. */
static void finish_sequence(ox_moment *m) {
    m->running = false;
    m->control->masks--;
    tell_news(m, OX_MOMENT_OVER);
}

static void begin_step(ox_moment *m, uint32_t step) {
    if (step >= m->count) {
        finish_sequence(m);
        return;
    }
    m->step = (uint8_t)step;
    m->tick = 0;
    m->got = 0;
    m->met = false;
    tell_news(m, OX_MOMENT_SHOW);
}

static bool is_sound(const ox_moment_step *step, uint32_t count) {
    bool asks = step->buttons != 0;
    return step->ticks > 0 && (step->then < count || step->then == OX_MOMENT_END) &&
           (!asks || ((step->otherwise < count || step->otherwise == OX_MOMENT_END) &&
                      step->open <= step->close && step->close < step->ticks));
}

ox_status ox_moment_start(ox_moment *moment, const ox_moment_config *config) {
    if (moment->running) return OX_BAD_STATE;
    if (config->count == 0 || config->count > OX_MOMENT_STEPS_MAX) return OX_BAD_ARGUMENT;
    for (uint32_t i = 0; i < config->count; i++)
        if (!is_sound(&config->steps[i], config->count)) return OX_BAD_ARGUMENT;
    *moment = (ox_moment){.steps = config->steps,
                          .count = config->count,
                          .control = config->control,
                          .tell = config->tell,
                          .context = config->context,
                          .retries = config->retries,
                          .running = true};
    moment->control->masks++;
    begin_step(moment, 0);
    return OX_OK;
}

void ox_moment_stop(ox_moment *moment) {
    ox_moment ended = *moment; /* the listener may start another sequence in its place */
    OX_CLEAR(moment);
    if (ended.running) finish_sequence(&ended);
}

static void fail_step(ox_moment *m) {
    const ox_moment_step *step = &m->steps[m->step];
    m->failures++;
    ox_moment failed = *m; /* the listener may stop the sequence */
    tell_news(&failed, OX_MOMENT_FAILURE);
    if (step->lives > 0) tell_news(&failed, OX_MOMENT_PENALTY);
    if (m->running) begin_step(m, step->otherwise);
}

/* Whether the step has failed by now. */
static bool judge_step(ox_moment *m, const ox_moment_step *step, uint32_t pressed) {
    if (m->met) return false;
    if (m->tick > step->close) return true;
    if (m->tick < step->open) return (pressed & step->buttons) != 0;
    if ((pressed & ~step->buttons) != 0) return true;
    m->got |= pressed;
    m->met = m->got == step->buttons;
    if (m->met) tell_news(m, OX_MOMENT_SUCCESS);
    return false;
}

bool ox_moment_step_on(ox_moment *moment, uint32_t pressed) {
    if (!moment->running) return false;
    const ox_moment_step *step = &moment->steps[moment->step];
    if (step->buttons != 0) {
        if (moment->tick == step->open) tell_news(moment, OX_MOMENT_PROMPT);
        if (moment->running && judge_step(moment, step, pressed)) {
            fail_step(moment);
            return moment->running;
        }
    }
    if (!moment->running || ++moment->tick < step->ticks) return moment->running;
    if (step->buttons != 0 && !moment->met) {
        fail_step(moment);
    } else if ((step->flags & OX_MOMENT_RETRY) != 0 && moment->retries == 0) {
        finish_sequence(moment);
    } else {
        if ((step->flags & OX_MOMENT_RETRY) != 0) moment->retries--;
        begin_step(moment, step->then);
    }
    return moment->running;
}
