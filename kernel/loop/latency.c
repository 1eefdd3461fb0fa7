/* Follows one press from the button to the screen. */
#include "kernel/loop/latency.h"

/* Whether frame a is b or later; frames wrap. */
static bool reached(uint32_t a, uint32_t b) { return (int32_t)(a - b) >= 0; }

void ox_latency_init(ox_latency *meter, uint32_t display) {
    *meter = (ox_latency){.record.display = display};
}

void ox_latency_press(ox_latency *meter, uint32_t frame) {
    if (meter->stage != OX_LATENCY_IDLE) {
        meter->ignored++;
        return;
    }
    meter->presses++;
    meter->record.press = frame;
    meter->stage = OX_LATENCY_PRESSED;
}

void ox_latency_effect(ox_latency *meter, uint32_t frame) {
    if (meter->stage != OX_LATENCY_PRESSED) return;
    meter->record.effect = frame;
    meter->stage = OX_LATENCY_EFFECTIVE;
}

void ox_latency_drawn(ox_latency *meter, uint32_t state_frame, uint32_t frame) {
    if (meter->stage != OX_LATENCY_EFFECTIVE || !reached(state_frame, meter->record.effect)) return;
    meter->state = state_frame;
    meter->record.drawn = frame;
    meter->stage = OX_LATENCY_DRAWN;
}

void ox_latency_shown(ox_latency *meter, uint32_t state_frame, uint32_t frame) {
    ox_latency_record *r = &meter->record;
    if (meter->stage != OX_LATENCY_DRAWN || !reached(state_frame, meter->state)) return;
    r->shown = frame;
    r->simulation = r->effect - r->press;
    r->pipelining = r->drawn - r->effect;
    r->buffering = r->shown - r->drawn;
    r->total = r->shown - r->press + r->display;
    if (r->total > meter->worst) meter->worst = r->total;
    meter->stage = OX_LATENCY_DONE;
}

bool ox_latency_report(ox_latency *meter, ox_latency_record *record) {
    if (meter->stage != OX_LATENCY_DONE) return false;
    *record = meter->record;
    meter->stage = OX_LATENCY_IDLE;
    return true;
}
