/* What scripts call of the game's sound. */
#include "fixedmath/scalar.h"
#include "kernel/console/console.h"
#include "kernel/sound/module.h"
#include "kernel/type/name.h"

static ox_sounds *sounds_of(const ox_script_call *call) {
    return ox_console_sounds(ox_module_of_call(call)->console);
}

static uint32_t steps_at(const ox_script_call *call, uint32_t number) {
    return call->arguments[number] < 0 ? 0 : (uint32_t)call->arguments[number];
}

/* The bus that the first argument names. False, and *answer: there is none, or the cart has got its first sound while it plays, and has no room for the
 * state of buses before it begins anew. */
static bool find_bus(ox_script_call *call, uint32_t *bus, ox_script_answer *answer) {
    *bus = ox_sound_bus_of((ox_id)call->arguments[0]);
    *answer = *bus == OX_SOUND_BUSES ? ox_script_refuse(call, 0) : OX_SCRIPT_DONE;
    return *bus < OX_SOUND_BUSES && sounds_of(call) != NULL;
}

static ox_script_answer native_sound_at(ox_script_call *call) {
    ox_sounds *sounds = sounds_of(call);
    const vec3 at = {call->arguments[1], call->arguments[2], call->arguments[3]};
    if (sounds != NULL) ox_sound_at(sounds, (ox_id)call->arguments[0], at, call->arguments[4]);
    return OX_SCRIPT_DONE;
}

static ox_script_answer native_sound_pad(ox_script_call *call) {
    ox_sounds *sounds = sounds_of(call);
    if (call->arguments[1] < 1 || call->arguments[1] > (int32_t)OX_PLAYERS_MAX)
        return ox_script_refuse(call, 1);
    if (sounds != NULL)
        ox_sound_pad(sounds, (ox_id)call->arguments[0], (uint32_t)call->arguments[1] - 1u,
                     call->arguments[2]);
    return OX_SCRIPT_DONE;
}

static ox_script_answer native_sound_start(ox_script_call *call) {
    ox_object *object = ox_module_object_at(call, 0);
    if (object == NULL) return ox_script_refuse(call, 0);
    ox_sound *sound = ox_sound_start(ox_module_of_call(call), object, (ox_id)call->arguments[1]);
    if (sound == NULL) return ox_script_refuse_because(call, "finds no room: raise `capacity sound-sources`");
    sound->from = fx_clamp(call->arguments[2], 0, 1024 * FX_ONE);
    return OX_SCRIPT_DONE;
}

static ox_script_answer native_sound_stop(ox_script_call *call) {
    ox_object *object = ox_module_object_at(call, 0);
    if (object == NULL) return ox_script_refuse(call, 0);
    ox_sound_stop(ox_module_of_call(call), object, steps_at(call, 1));
    return OX_SCRIPT_DONE;
}

static ox_script_answer native_bus_volume(ox_script_call *call) {
    uint32_t bus;
    ox_script_answer answer;
    if (find_bus(call, &bus, &answer))
        ox_sound_bus_volume(sounds_of(call), bus, (uint32_t)fx_clamp(call->arguments[1], 0, FX_ONE) / 2,
                            steps_at(call, 2));
    return answer;
}

static ox_script_answer native_bus_mute(ox_script_call *call) {
    uint32_t bus;
    ox_script_answer answer;
    if (find_bus(call, &bus, &answer)) ox_sound_bus_mute(sounds_of(call), bus, call->arguments[1] != 0);
    return answer;
}

static ox_script_answer native_bus_pause(ox_script_call *call) {
    uint32_t bus;
    ox_script_answer answer;
    if (find_bus(call, &bus, &answer)) ox_sound_bus_pause(sounds_of(call), bus, call->arguments[1] != 0);
    return answer;
}

static ox_script_answer native_sound_choose(ox_script_call *call) {
    ox_sounds *sounds = sounds_of(call);
    if (sounds != NULL && !ox_sound_choose(sounds, (ox_id)call->arguments[0], (ox_id)call->arguments[1]))
        return ox_script_refuse_because(call, "finds no room: 16 switches of sound are set");
    return OX_SCRIPT_DONE;
}

static ox_script_answer native_environment(ox_script_call *call) {
    ox_sounds *sounds = sounds_of(call);
    if (sounds != NULL)
        ox_sound_environment(sounds, (ox_id)call->arguments[0],
                             (uint32_t)fx_clamp(call->arguments[1], 0, FX_ONE) / 2, steps_at(call, 2));
    return OX_SCRIPT_DONE;
}

static ox_script_answer native_shock(ox_script_call *call) {
    ox_sounds *sounds = sounds_of(call);
    if (sounds != NULL) ox_sound_shock(sounds, call->arguments[0]);
    return OX_SCRIPT_DONE;
}

const ox_script_native ox_sound_native_rows[OX_SOUND_NATIVES] = {
    OX_SCRIPT_NATIVE(sound_at, SHOW, ALL, 8, "v(n3f)", "sound_at(name: name, at: vec3, volume: fx)",
                     "plays a cue or sound at a place: nearer is louder, and from its side"),
    OX_SCRIPT_NATIVE(
        sound_pad, SHOW, ALL, 8, "v(nif)", "sound_pad(name: name, player: int = 1, volume: fx = 1.0)",
        "plays it at the speaker of a player's pad (`capacity pad-speakers`), or for all where it has none"),
    OX_SCRIPT_NATIVE(sound_start, SIM, ALL, 32, "v(onf)",
                     "sound_start(who: obj, name: name, seconds: fx = 0.0)",
                     "an object begins to sound, so many seconds into it, and takes its sound along: "
                     "sound_start(self, 'engine')"),
    OX_SCRIPT_NATIVE(sound_stop, SIM, ALL, 16, "v(oi)", "sound_stop(who: obj, fade: int)",
                     "ends the sound of an object in so many steps"),
    OX_SCRIPT_NATIVE(sound_choose, SIM, ALL, 16, "v(nn)", "sound_choose(switch: name, value: name)",
                     "sets a switch of the cart's cues: sound_choose('surface', 'grass')"),
    OX_SCRIPT_NATIVE(environment, SIM, ALL, 8, "v(nfi)", "environment(name: name, wetness: fx, fade: int)",
                     "sounds of the world are heard as in an environment of the cart's cues, in so many "
                     "steps; 0.0: as they "
                     "are"),
    OX_SCRIPT_NATIVE(
        shock, SIM, ALL, 4, "v(f)", "shock(strength: fx)",
        "a blast that deafens: the world is slow and dull for up to three seconds, and a tone rings"),
    OX_SCRIPT_NATIVE(
        bus_volume, SIM, ALL, 8, "v(nfi)", "bus_volume(bus: name, volume: fx, fade: int)",
        "how loud 'master', 'world', 'music', 'voice', 'interface', 'bus5' .. 'bus7' is, 0.0 to 1.0, "
        "reached in so many steps"),
    OX_SCRIPT_NATIVE(bus_mute, SIM, ALL, 8, "v(nb)", "bus_mute(bus: name, silent: bool)",
                     "silences a group of sounds, which go on unheard"),
    OX_SCRIPT_NATIVE(bus_pause, SIM, ALL, 8, "v(nb)", "bus_pause(bus: name, paused: bool)",
                     "holds a group of sounds where they are")};
