/* Gathers what a game asks of its devices, and tells them once a frame. */
#include "kernel/loop/output.h"

#include <string.h>

#include "fixedmath/scalar.h"
#include "kernel/memory/life.h"

void ox_outputs_init(ox_outputs *outputs, const ox_output_sinks *sinks, void *context) {
    memset(outputs, 0, sizeof *outputs);
    outputs->sinks = sinks;
    outputs->context = context;
}

ox_status ox_outputs_shake(ox_outputs *outputs, uint32_t player, uint32_t motor, fx strength,
                           uint32_t steps) {
    if (player >= OX_OUTPUT_PLAYERS || motor >= OX_OUTPUT_MOTORS || strength < 0) return OX_BAD_ARGUMENT;
    ox_motor *m = &outputs->motors[player][motor];
    if (strength > FX_ONE) strength = FX_ONE;
    if (m->left > 0 && m->strength > strength) return OX_OK;
    m->strength = strength;
    m->left = steps;
    outputs->shakes = true;
    return OX_OK;
}

ox_status ox_outputs_send(ox_outputs *outputs, const void *bytes, uint32_t size) {
    if (size > OX_OUTPUT_MESSAGE - outputs->message_size) {
        outputs->lost++;
        return OX_FULL;
    }
    memcpy(outputs->message + outputs->message_size, bytes, size);
    outputs->message_size += size;
    return OX_OK;
}

void ox_outputs_step(ox_outputs *outputs) {
    OX_CREATED(outputs->sinks);
    if (!outputs->shakes) return;
    for (uint32_t i = 0; i < OX_OUTPUT_PLAYERS * OX_OUTPUT_MOTORS; i++) {
        ox_motor *m = &outputs->motors[i / OX_OUTPUT_MOTORS][i % OX_OUTPUT_MOTORS];
        if (m->left > 0 && --m->left == 0) m->strength = 0;
        m->sum = m->strength == 0 ? 0 : m->sum + m->strength;
        m->is_on = m->sum >= FX_ONE;
        if (m->is_on) m->sum -= FX_ONE;
    }
}

fx ox_wheel_force(const ox_wheel *wheel, fx at, fx speed) {
    if (!wheel->is_on) return 0;
    const int64_t force = (int64_t)wheel->force * FX_ONE - ((int64_t)at - wheel->centre) * wheel->spring -
                          (int64_t)speed * wheel->damping;
    return fx_clamp(fx_sat64(force / FX_ONE), -FX_ONE, FX_ONE);
}

void ox_outputs_pause(ox_outputs *outputs, bool paused) { outputs->paused = paused; }

static void tell_motors(ox_outputs *o) {
    bool shakes = false;
    for (uint32_t i = 0; i < OX_OUTPUT_PLAYERS * OX_OUTPUT_MOTORS; i++) {
        uint32_t player = i / OX_OUTPUT_MOTORS, motor = i % OX_OUTPUT_MOTORS;
        ox_motor *m = &o->motors[player][motor];
        fx wanted = o->paused ? 0 : m->strength;
        if ((o->switched >> player & 1u) != 0 && wanted != 0) wanted = m->is_on ? FX_ONE : 0;
        shakes = shakes || m->strength != 0 || m->left > 0;
        if (wanted == m->told) continue;
        m->told = wanted;
        o->sinks->rumble(o->context, player, motor, wanted, wanted == 0 ? 0 : m->left);
    }
    o->shakes = shakes;
}

void ox_outputs_produce(ox_outputs *outputs, uf16 fraction, uint32_t sound_frames) {
    const ox_output_sinks *s = outputs->sinks;
    if (s->video != NULL) s->video(outputs->context, fraction);
    if (s->sound != NULL && sound_frames > 0) s->sound(outputs->context, sound_frames);
    if (s->rumble != NULL && outputs->shakes) tell_motors(outputs);
    if (s->network != NULL && outputs->message_size > 0)
        s->network(outputs->context, outputs->message, outputs->message_size);
    outputs->message_size = 0;
}
