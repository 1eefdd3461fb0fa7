/* What scripts call of sequences. */
#include "kernel/sequence/module.h"
#include "kernel/type/name.h"
#include "rom/chunks.h"

static ox_sequences *sequences_of(const ox_script_call *call) {
    return ox_module_state(ox_module_of_call(call), OX_NAME("sequence"));
}

/* The sequence of the call's object and its clip; NULL: it plays none. False, and the call is refused, without an object. */
typedef struct played {
    ox_sequences *m;
    ox_object *object;
    ox_sequence *t; /* NULL: none that runs */
    const uint8_t *clip;
} played;

static bool find_played(const ox_script_call *call, played *p) {
    *p = (played){.m = sequences_of(call), .object = ox_module_object_at(call, 0)};
    if (p->object == NULL) return false;
    p->t = p->m == NULL ? NULL : ox_sequence_of(p->m, p->object);
    if (p->t != NULL && (p->t->flags & OX_SEQUENCE_RUNS) == 0) p->t = NULL;
    p->clip = p->t == NULL ? NULL : ox_sequence_clip(p->m, p->t->of);
    if (p->clip == NULL) p->t = NULL;
    return true;
}

static ox_script_answer native_sequence_play(ox_script_call *call) {
    ox_sequences *m = sequences_of(call);
    ox_object *object = ox_module_object_at(call, 0);
    if (object == NULL) return ox_script_refuse(call, 0);
    if (call->arguments[3] < 0 || call->arguments[3] > (int32_t)UINT16_MAX) return ox_script_refuse(call, 3);
    if (m != NULL)
        call->results[0] = ox_sequence_play(m, object, (ox_id)call->arguments[1], call->arguments[2],
                                            (uint32_t)call->arguments[3]) == OX_OK;
    return OX_SCRIPT_DONE;
}

static ox_script_answer native_sequence_stop(ox_script_call *call) {
    played p;
    if (!find_played(call, &p)) return ox_script_refuse(call, 0);
    if (p.t != NULL) ox_sequence_stop(p.m, p.object);
    return OX_SCRIPT_DONE;
}

static ox_script_answer native_sequence_go(ox_script_call *call) {
    played p;
    if (!find_played(call, &p)) return ox_script_refuse(call, 0);
    call->results[0] = p.t != NULL && ox_sequence_go(p.m, p.object);
    return OX_SCRIPT_DONE;
}

static ox_script_answer native_sequence_skip(ox_script_call *call) {
    played p;
    if (!find_played(call, &p)) return ox_script_refuse(call, 0);
    if (p.t != NULL) ox_sequence_skip(p.m, p.object);
    return OX_SCRIPT_DONE;
}

/* Frames of a clip for seconds, and back; the rate is q8.8. */
static fx frames_of(const uint8_t *clip, fx seconds) {
    return fx_sat64(fx_rshr64((int64_t)seconds * rom_u16(clip + ROM_CLIP_RATE), 8));
}

static ox_script_answer native_sequence_seek(ox_script_call *call) {
    played p;
    if (!find_played(call, &p)) return ox_script_refuse(call, 0);
    if (p.t == NULL) return OX_SCRIPT_DONE;
    ox_clip_clock_seek(&p.t->clock, p.clip, p.t->steps, frames_of(p.clip, call->arguments[1]));
    return OX_SCRIPT_DONE;
}

static ox_script_answer native_sequence_rate(ox_script_call *call) {
    played p;
    if (!find_played(call, &p)) return ox_script_refuse(call, 0);
    const ox_module_host *host = ox_module_of_call(call);
    if (p.t != NULL)
        ox_clip_clock_rate(&p.t->clock, p.clip, p.t->steps, host->scene->ticks,
                           fx_clamp(call->arguments[1], FX(-100), FX(100)));
    return OX_SCRIPT_DONE;
}

static ox_script_answer native_sequence_weight(ox_script_call *call) {
    played p;
    if (!find_played(call, &p)) return ox_script_refuse(call, 0);
    if (p.t != NULL) p.t->weight = (uf16)fx_clamp(call->arguments[1], 0, FX_ONE);
    return OX_SCRIPT_DONE;
}

static ox_script_answer native_sequence_at(ox_script_call *call) {
    played p;
    if (!find_played(call, &p)) return ox_script_refuse(call, 0);
    if (p.t != NULL) call->results[0] = (fx)((int64_t)p.t->was * 256 / rom_u16(p.clip + ROM_CLIP_RATE));
    return OX_SCRIPT_DONE;
}

static ox_script_answer native_sequence_plays(ox_script_call *call) {
    played p;
    if (!find_played(call, &p)) return ox_script_refuse(call, 0);
    call->results[0] = p.t == NULL ? 0 : (int32_t)p.t->of;
    return OX_SCRIPT_DONE;
}

const ox_script_native ox_sequence_native_rows[OX_SEQUENCE_NATIVES] = {
    OX_SCRIPT_NATIVE(
        sequence_play, SIM, ALL, 40, "b(onfi)",
        "sequence_play(who: obj, clip: name, rate: fx, times: int) -> bool",
        "plays a clip of free tracks from its begin, one that loops so many times, 0 without end: "
        "sequence_play(self, 'dusk', 1.0, 1)"),
    OX_SCRIPT_NATIVE(sequence_stop, SIM, ALL, 8, "v(o)", "sequence_stop(who: obj)",
                     "ends the clip of an object; what it moved stays where it is"),
    OX_SCRIPT_NATIVE(
        sequence_skip, SIM, ALL, 400, "v(o)", "sequence_skip(who: obj)",
        "the clip of an object is over at once: its last values, and the marks on the way that say `must`"),
    OX_SCRIPT_NATIVE(sequence_go, SIM, ALL, 12, "b(o)", "sequence_go(who: obj) -> bool",
                     "the clip of an object goes on from where it waits; false: it does not wait"),
    OX_SCRIPT_NATIVE(sequence_seek, SIM, ALL, 16, "v(of)", "sequence_seek(who: obj, seconds: fx)",
                     "the clip of an object goes on from another time"),
    OX_SCRIPT_NATIVE(
        sequence_rate, SIM, ALL, 24, "v(of)", "sequence_rate(who: obj, rate: fx)",
        "how fast the clip of an object goes on: 1.0 as it was made, 0.0 holds, below it goes back"),
    OX_SCRIPT_NATIVE(
        sequence_weight, SIM, ALL, 8, "v(of)", "sequence_weight(who: obj, weight: fx)",
        "how much of the clip of an object counts, 0.0 to 1.0, in tracks that say `weighted` or `adds`"),
    OX_SCRIPT_NATIVE(sequence_at, QUERY, ALL, 16, "f(o)", "sequence_at(who: obj) -> fx",
                     "at how many seconds the clip of an object stood in the last step"),
    OX_SCRIPT_NATIVE(sequence_plays, QUERY, ALL, 8, "n(o)", "sequence_plays(who: obj) -> name",
                     "the clip that an object plays, '' for none")};
