/* What scripts call of bundles. */
#include "kernel/bundle/module.h"
#include "kernel/type/name.h"
#include "rom/chunks.h"

/* The character of the first argument, and the clip of the second where it plays; NULL, and *answer: the object is none. */
static ox_bundle_run *character_at(ox_script_call *call, ox_bundles **b, ox_script_answer *answer) {
    const ox_object *object = ox_module_object_at(call, 0);
    *b = ox_module_state(ox_module_of_call(call), OX_NAME("bundle"));
    *answer = object == NULL ? ox_script_refuse(call, 0) : OX_SCRIPT_DONE;
    ox_bundle_run *run = object == NULL || *b == NULL ? NULL : ox_bundle_of(*b, object);
    if (object != NULL && run == NULL)
        *answer = ox_script_refuse_because(call, "is given an object without `with bundle=`");
    return run;
}

#define CHARACTER(run)                                                                                       \
    ox_bundles *b;                                                                                           \
    ox_script_answer answer;                                                                                 \
    ox_bundle_run *run = character_at(call, &b, &answer);                                                    \
    if (run == NULL) return answer

static ox_script_answer native_bundle_play(ox_script_call *call) {
    CHARACTER(run);
    const uint16_t rounds = (uint16_t)int_clamp(call->arguments[2], 0, UINT16_MAX);
    const ox_status status = ox_bundle_begin(b, run, (ox_id)call->arguments[1], rounds);
    call->results[0] = status == OX_OK;
    if (status == OX_NOT_FOUND)
        return ox_script_refuse_because(call, "is given a clip that the bundle has not got");
    return OX_SCRIPT_DONE;
}

static ox_script_answer native_bundle_stop(ox_script_call *call) {
    CHARACTER(run);
    const ox_id what = (ox_id)call->arguments[1];
    ox_bundle_play *play = ox_bundle_playing(run, what);
    const int32_t steps = call->arguments[2];
    if (play != NULL) ox_bundle_leave(play, steps < 0 ? ox_bundle_fade(b, run, what, true) : (uint32_t)steps);
    return OX_SCRIPT_DONE;
}

static ox_script_answer native_bundle_weigh(ox_script_call *call) {
    CHARACTER(run);
    ox_bundle_play *play = ox_bundle_playing(run, (ox_id)call->arguments[1]);
    if (play != NULL) play->weight = fx_clamp(call->arguments[2], 0, 16 * FX_ONE);
    return OX_SCRIPT_DONE;
}

/* The chunk of a clip that plays, NULL: none. */
static const uint8_t *chunk_of(const ox_bundles *b, const ox_bundle_run *run, const ox_bundle_play *play) {
    return play == NULL ? NULL : ox_bundle_chunk(b, run, play->what);
}

static ox_script_answer native_bundle_rate(ox_script_call *call) {
    CHARACTER(run);
    ox_bundle_play *play = ox_bundle_playing(run, (ox_id)call->arguments[1]);
    const uint8_t *clip = chunk_of(b, run, play);
    const ox_scene *scene = ox_module_of_call(call)->scene;
    if (clip != NULL)
        ox_clip_clock_rate(&play->clock, clip, scene->steps, scene->ticks,
                           fx_clamp(call->arguments[2], -100 * FX_ONE, 100 * FX_ONE));
    return OX_SCRIPT_DONE;
}

static ox_script_answer native_bundle_seek(ox_script_call *call) {
    CHARACTER(run);
    ox_bundle_play *play = ox_bundle_playing(run, (ox_id)call->arguments[1]);
    const uint8_t *clip = chunk_of(b, run, play);
    if (clip != NULL)
        ox_clip_clock_seek(
            &play->clock, clip, ox_module_of_call(call)->scene->steps,
            fx_sat64(fx_rshr64((int64_t)call->arguments[2] * rom_u16(clip + ROM_CLIP_RATE), 8)));
    return OX_SCRIPT_DONE;
}

static ox_script_answer native_bundle_level(ox_script_call *call) {
    CHARACTER(run);
    const ox_bundle_play *play = ox_bundle_playing(run, (ox_id)call->arguments[1]);
    (void)b;
    call->results[0] = play == NULL ? 0 : play->level == UINT16_MAX ? FX_ONE : play->level;
    return OX_SCRIPT_DONE;
}

const ox_script_native ox_bundle_native_rows[OX_BUNDLE_NATIVES] = {
    OX_SCRIPT_NATIVE(bundle_play, SIM, ALL, 30, "b(oni)",
                     "bundle_play(who: obj, what: name, rounds: int = 0) -> bool",
                     "plays a clip of a character's bundle, one that loops so many rounds, 0 without end; "
                     "false: four play "
                     "already"),
    OX_SCRIPT_NATIVE(
        bundle_stop, SIM, ALL, 20, "v(oni)", "bundle_stop(who: obj, what: name, steps: int = -1)",
        "a clip leaves, as slowly as the bundle says, or in so many steps; then on BundleEnds(what)"),
    OX_SCRIPT_NATIVE(bundle_weigh, SIM, ALL, 8, "v(onf)", "bundle_weigh(who: obj, what: name, weight: fx)",
                     "how much of a clip that plays is seen (1.0); the mean of all is seen"),
    OX_SCRIPT_NATIVE(bundle_rate, SIM, ALL, 30, "v(onf)", "bundle_rate(who: obj, what: name, rate: fx)",
                     "how fast a clip plays from here on: below 0.0 backwards, 0.0 holds it"),
    OX_SCRIPT_NATIVE(bundle_seek, SIM, ALL, 20, "v(onf)", "bundle_seek(who: obj, what: name, seconds: fx)",
                     "a clip that plays goes on from another time"),
    OX_SCRIPT_NATIVE(bundle_level, QUERY, ALL, 8, "f(on)", "bundle_level(who: obj, what: name) -> fx",
                     "how far a clip has come in, 1.0 all; 0.0: it does not play")};
