/* Sound as a module of the console. */
#include "kernel/audio/module.h"

#include <string.h>

#include "kernel/audio/chain.h"
#include "kernel/audio/pad.h"
#include "kernel/audio/sources.h"
#include "kernel/debug/profile.h"
#include "kernel/debug/profiled.h"
#include "kernel/loop/rate.h"
#include "kernel/music/module.h"
#include "kernel/type/name.h"
#include "rom/chunks.h"

#define NAME OX_NAME("audio")

enum {
    VOICE = 172,
    SOUND_REQUEST = 100,
    SOUND = 96,
    PAD_SPEAKER = 6000,  /* rows of all speakers, and the sums and samples of one */
    SOUND_EFFECTS = 3200 /* sums of two channels at 18,157 Hz, and what they go through */
};

OX_CAPACITY_HOLDS(VOICE - SOUND_REQUEST, ox_voice);
OX_CAPACITY_HOLDS(SOUND_REQUEST - 4, ox_audio_sound);
OX_CAPACITY_HOLDS(SOUND - 2, ox_audio_loaded);
OX_CAPACITY_HOLDS(PAD_SPEAKER, struct ox_audio_pads);

const ox_capacity ox_audio_capacities[OX_AUDIO_CAPACITIES] = {
    [OX_CAPACITY_VOICES] = {"voices", 8, OX_AUDIO_VOICES_MOST, VOICE},
    [OX_CAPACITY_SOUND_REQUESTS] = {"sound-requests", 16, 1024, SOUND_REQUEST},
    [OX_CAPACITY_SOUNDS] = {"sounds", 32, 4096, SOUND},
    [OX_CAPACITY_SOUND_EFFECTS] = {"sound-effects", 1, 1, SOUND_EFFECTS},
    [OX_CAPACITY_PAD_SPEAKERS] = {"pad-speakers", 1, OX_AUDIO_PADS, PAD_SPEAKER}};

enum { SCENE_SOUNDS = 16, USUAL_RATE = 18157, SLOWEST = 30 };

typedef struct audio_state {
    ox_audio audio;
    plat_audio form;      /* rate 0: no speaker */
    const uint8_t *chunk; /* AUDI */
    ox_held held;
    uint32_t ticks;  /* of sound in a step */
    uint32_t loaded; /* groups */
    uint32_t scene;
    struct {
        uint32_t sound;
        ox_audio_handle handle;
    } loops[SCENE_SOUNDS]; /* sounds that the scene has begun */
    bool begun;            /* the scene's sounds were asked for */
    uint32_t heard;        /* ox_music_state.begun when the audible song was set */
    uint32_t met;          /* ox_music_state.jumps when both songs were at one place again */
    uint32_t
        astray;   /* ticks since a jump for which the audible song has been at another place of its order */
    uint32_t way; /* ticks of the game's song flow when they were looked at last */
    ox_audio_sources sources;
#if OX_PROFILED
    uint32_t counted[4]; /* what the profile knows of */
#endif
    bool has_leapt; /* the game's flow has gone back or leapt ahead since the audible song was set to it */
} audio_state;

/* ---- groups ---- */

static uint32_t group_at(const audio_state *s, uint32_t index) {
    return rom_word(s->chunk + rom_word(s->chunk + ROM_AUDIO_GROUPS_AT) + (size_t)index * 4);
}

static void leave_chunks(const ox_module_host *host, void *state) {
    audio_state *s = state;
    while (s->loaded > 0) {
        uint32_t id = group_at(s, --s->loaded);
        if (ox_audio_unload(&s->audio, id, ROM_TAG_BANK) == OX_NOT_FOUND &&
            ox_audio_unload(&s->audio, id, ROM_TAG_CUES) == OX_NOT_FOUND &&
            ox_audio_unload(&s->audio, id, ROM_TAG_SONG) == OX_NOT_FOUND)
            (void)ox_audio_unload(&s->audio, id, ROM_TAG_SOUND);
    }
    ox_manager_let_go(host->manager, s->held.handle);
    memset(&s->held, 0, sizeof s->held);
    s->chunk = NULL;
    s->begun = false;
}

/* Loads the cart's groups of sounds. A group that cannot be had is told in the log, and its names will be missing. */
static ox_status enter_chunks(const ox_module_host *host, void *state, ox_error *error) {
    static const uint32_t types[] = {ROM_TAG_BANK, ROM_TAG_CUES, ROM_TAG_SONG, ROM_TAG_SOUND};
    audio_state *s = state;
    (void)error;
    if (ox_manager_hold(host->manager, rom_id("audio"), ROM_TAG_AUDIO, &s->held) != OX_OK) return OX_OK;
    s->chunk = s->held.data;
    for (uint32_t count = rom_word(s->chunk + ROM_AUDIO_GROUP_COUNT); s->loaded < count; s->loaded++) {
        ox_status status = OX_NOT_FOUND;
        for (uint32_t i = 0; i < 4 && status == OX_NOT_FOUND; i++)
            status = ox_audio_load(&s->audio, group_at(s, s->loaded), types[i]);
        if (status != OX_OK)
            ox_log_write(host->log, PLAT_LOG_WARNING, "sounds #%08x: %s", (unsigned)group_at(s, s->loaded),
                         ox_status_name(status));
    }
    const ox_music *m = ox_console_music(host->console);
    if (m != NULL) s->heard = m->state.begun - 1u; /* a song that plays begins again, where it is */
    return OX_OK;
}

/* ---- start and stop ---- */

static void serve_speaker(void *context) { ox_audio_service(context); }

/* Opens the speaker as the cart wishes, as far as the machine goes along. */
static void open_speaker(const ox_module_host *host, audio_state *s, const uint8_t *chunk,
                         ox_audio_setup *setup) {
    const plat_audio wanted = {.rate = rom_half(chunk + ROM_AUDIO_RATE),
                               .channels = chunk[ROM_AUDIO_CHANNELS]};
    if (!plat_audio_open(host->platform, &wanted, &s->form,
                         host->options->deterministic ? NULL : serve_speaker, &s->audio))
        memset(&s->form, 0, sizeof s->form);
    uint32_t rate = ox_loop_rate(host->loop);
    s->ticks = (SLOWEST + rate - 1) / rate;
    setup->platform = s->form.rate != 0 ? host->platform : NULL;
    setup->out = (ox_audio_output){.rate = s->form.rate != 0  ? s->form.rate
                                           : wanted.rate != 0 ? wanted.rate
                                                              : USUAL_RATE,
                                   .hz = (uint16_t)(rate * s->ticks),
                                   .block = s->form.block,
                                   .channels = s->form.rate != 0      ? s->form.channels
                                               : wanted.channels > 2  ? 2 /* nobody hears it */
                                               : wanted.channels != 0 ? wanted.channels
                                                                      : 1,
                                   .bits = s->form.rate != 0 ? s->form.bits : 16,
                                   .linear = (chunk[ROM_AUDIO_FLAGS] & ROM_AUDIO_LINEAR) != 0,
                                   .feedback = (chunk[ROM_AUDIO_FLAGS] & ROM_AUDIO_FEEDBACK) != 0};
    if (s->form.fast != NULL && ox_audio_sums(&setup->out) <= s->form.fast_bytes / sizeof(int32_t))
        setup->sums = s->form.fast;
}

/* Adds to a setup what a cue file asks of effects. */
static void want_effects(const uint8_t *d, ox_audio_setup *setup) {
    const uint32_t environments = rom_word(d + ROM_CUES_ENVIRONMENT_COUNT);
    const uint8_t *row = d + rom_word(d + ROM_CUES_ENVIRONMENTS_AT);
    for (uint32_t i = 0; i < environments; i++, row += ROM_ENVIRONMENT_SIZE) {
        const uint64_t samples =
            (uint64_t)rom_half(row + ROM_ENVIRONMENT_ECHO_DELAY) * setup->out.rate / 1000 + 1;
        setup->has_effects = true;
        if (rom_half(row + ROM_ENVIRONMENT_ECHO_WET) != 0 && samples > setup->echo_samples)
            setup->echo_samples = samples > OX_ECHO_MOST ? OX_ECHO_MOST : (uint32_t)samples;
        setup->has_reverb = setup->has_reverb || rom_half(row + ROM_ENVIRONMENT_REVERB_WET) != 0;
    }
    row = d + rom_word(d + ROM_CUES_BUSES_AT);
    for (uint32_t i = rom_word(d + ROM_CUES_BUS_COUNT); i > 0; i--, row += ROM_AUDIO_BUS_SIZE)
        setup->has_effects = setup->has_effects || rom_half(row + ROM_AUDIO_BUS_RATIO) != 256 ||
                             rom_half(row + ROM_AUDIO_BUS_MAKE_UP) != 0;
}

/* Effects that the cue files of the chunk `audio`, or a capacity, ask for. */
static void plan_effects(const ox_module_host *host, const uint8_t *chunk, ox_audio_setup *setup) {
    const uint8_t *id = chunk + rom_word(chunk + ROM_AUDIO_GROUPS_AT);
    setup->has_walls = ox_module_is_declared(host, &ox_sound_capacities[OX_CAPACITY_SOUND_RAYS]);
    setup->has_effects =
        setup->has_walls || ox_module_is_declared(host, &ox_audio_capacities[OX_CAPACITY_SOUND_EFFECTS]);
    for (uint32_t i = rom_word(chunk + ROM_AUDIO_GROUP_COUNT); i > 0; i--, id += 4) {
        ox_held held;
        if (ox_manager_hold(host->manager, rom_word(id), ROM_TAG_CUES, &held) != OX_OK) continue;
        want_effects(held.data, setup);
        ox_manager_let_go(host->manager, held.handle);
    }
}

static uint16_t power_above(uint32_t count) {
    uint32_t power = 1;
    while (power < count && power < 1024) power *= 2;
    return (uint16_t)power;
}

static void stop_sound(const ox_module_host *host, void **state) {
    audio_state *s = *state;
    if (s->form.rate != 0) plat_audio_close(host->platform);
    leave_chunks(host, s);
    ox_audio_end(&s->audio);
    if (ox_failed(ox_engine_serve(host->engine, OX_SERVICE_SOUND, ox_service_null(OX_SERVICE_SOUND))))
        ox_module_quit(host);
    *state = NULL;
}

static ox_status start_sound(const ox_module_host *host, void **state) {
    ox_held held;
    if (ox_manager_hold(host->manager, rom_id("audio"), ROM_TAG_AUDIO, &held) != OX_OK) return OX_OK;
    const uint8_t *chunk = held.data;
    audio_state *s = ox_arena_push_zero(host->resident, OX_ARENA_LOW, sizeof *s, 8);
    ox_audio_setup setup = {
        .voices = (uint16_t)(chunk[ROM_AUDIO_VOICES] != 0
                                 ? chunk[ROM_AUDIO_VOICES]
                                 : ox_module_capacity(host, &ox_audio_capacities[OX_CAPACITY_VOICES])),
        .requests = power_above(ox_module_capacity(host, &ox_audio_capacities[OX_CAPACITY_SOUND_REQUESTS])),
        .clips = (uint16_t)ox_module_capacity(host, &ox_audio_capacities[OX_CAPACITY_SOUNDS]),
        .song_channels = (uint16_t)ox_music_channels(host->image, chunk),
        .ahead = chunk[ROM_AUDIO_AHEAD] > 8 ? 8 : chunk[ROM_AUDIO_AHEAD],
        .development = host->options->development_sounds,
        .devices = host->platform,
        .pads = (uint8_t)(ox_module_is_declared(host, &ox_audio_capacities[OX_CAPACITY_PAD_SPEAKERS])
                              ? ox_module_capacity(host, &ox_audio_capacities[OX_CAPACITY_PAD_SPEAKERS])
                              : 0),
        .seed = host->image->content_crc,
        .manager = host->manager,
        .log = host->log};
    ox_status status = s == NULL ? OX_OUT_OF_MEMORY : OX_OK;
    if (s != NULL) {
        open_speaker(host, s, chunk, &setup);
        plan_effects(host, chunk, &setup);
        status = ox_audio_init(&s->audio, &setup, host->resident);
        if (status != OX_OK && s->form.rate != 0) plat_audio_close(host->platform);
    }
    ox_manager_let_go(host->manager, held.handle);
    if (status != OX_OK)
        return ox_module_refuse(host, status, 0,
                                "sound: %u voices, %u requests and %u clips at %u a second: %s",
                                (unsigned)setup.voices, (unsigned)setup.requests, (unsigned)setup.clips,
                                (unsigned)setup.out.rate, ox_status_name(status));
    *state = s;
    (void)enter_chunks(host, s, NULL);
    return ox_engine_serve(host->engine, OX_SERVICE_SOUND,
                           (ox_service){&ox_audio_operations.head, &s->audio});
}

/* ---- scenes ---- */

static const uint8_t *row_at(const audio_state *s, uint32_t index) {
    return s->chunk + rom_word(s->chunk + ROM_AUDIO_SOUNDS_AT) + (size_t)index * ROM_SCENE_SOUND_SIZE;
}

static void play_row(audio_state *s, const uint8_t *row) {
    bool loops = (row[ROM_SCENE_SOUND_FLAGS] & ROM_SCENE_SOUND_LOOPS) != 0;
    uint8_t bus = row[ROM_SCENE_SOUND_BUS];
    ox_audio_ask ask = {.id = rom_word(row + ROM_SCENE_SOUND_SOUND),
                        .volume = rom_half(row + ROM_SCENE_SOUND_VOLUME),
                        .pan = rom_i16(row + ROM_SCENE_SOUND_PAN) * 2,
                        .bus = bus,
                        .priority = bus == OX_BUS_MUSIC ? OX_AUDIO_PRIORITY_MUSIC : 0,
                        .loops = loops};
    for (uint32_t i = 0; loops && i < SCENE_SOUNDS; i++) {
        if (s->loops[i].sound == ask.id && ox_audio_is_playing(&s->audio, s->loops[i].handle))
            return; /* the loop goes on */
    }
    ox_audio_handle handle = ox_audio_start(&s->audio, &ask);
    for (uint32_t i = 0; loops && i < SCENE_SOUNDS; i++) {
        if (ox_audio_is_playing(&s->audio, s->loops[i].handle)) continue;
        s->loops[i].sound = ask.id;
        s->loops[i].handle = handle;
        break;
    }
}

/* Whether a row of the scene means a song. */
static bool is_song(const audio_state *s, const uint8_t *row) {
    return ox_music_find(s->chunk, rom_word(row + ROM_SCENE_SOUND_SOUND)) != 0;
}

/* Ends the loops of the scene before, except loops that the new scene has as well: these go on. */
static void end_loops(audio_state *s, uint32_t scene, uint32_t count) {
    for (uint32_t i = 0; i < SCENE_SOUNDS; i++) {
        bool stays = false;
        for (uint32_t k = 0; k < count; k++) {
            const uint8_t *row = row_at(s, k);
            stays = stays || (rom_word(row + ROM_SCENE_SOUND_SCENE) == scene &&
                              rom_word(row + ROM_SCENE_SOUND_SOUND) == s->loops[i].sound &&
                              rom_half(row + ROM_SCENE_SOUND_BUTTONS) == 0);
        }
        if (stays) continue;
        ox_audio_stop(&s->audio, s->loops[i].handle, 15);
        s->loops[i].handle.bits = 0;
    }
}

static uint32_t rows_of(const audio_state *s) {
    return s->chunk == NULL ? 0 : rom_word(s->chunk + ROM_AUDIO_SOUND_COUNT);
}

static bool is_of_scene(const ox_module_host *host, const uint8_t *row) {
    return rom_word(row + ROM_SCENE_SOUND_SCENE) == host->options->scene;
}

static ox_status begin_scene(const ox_module_host *host, void **state) {
    audio_state *s = *state;
    s->begun = false;
    if (ox_audio_take_sources(&s->sources, host)) return OX_OK;
    return ox_module_refuse(host, OX_OUT_OF_MEMORY, 0, "no room for the sources of sound; raise `budget`");
}

static void end_scene(const ox_module_host *host, void **state, ox_module_end how) {
    audio_state *s = *state;
    (void)host, (void)how;
    ox_audio_leave_sources(&s->sources, &s->audio);
}

/* ---- music, which is followed ---- */

enum {
    APART_MOST = 40, /* ticks of a song */
    STEP_MOST = 32,  /* ticks of a song from one step to the next */
    BACK_FADE = 4    /* steps */
};

/* Whether the audible song is elsewhere than the game's, because the game has leapt: it was taken back or loaded; or because it is in
 * another pattern for long after a jump, which is so when the jump was asked for between the ends of both. A game that comes too late for its steps does not leap, and its song goes on as
 * it should. */
static bool is_apart(audio_state *s, const ox_music *m) {
    const uint32_t way = m->state.flow.ticks;
    const ox_song *song = ox_audio_song(&s->audio);
    const bool has_jumped = song != NULL && m->state.jumps != s->met && m->state.jump == 0 &&
                            m->state.begun == s->heard,
               differs = has_jumped && song->flow.order != m->state.flow.order;
    s->astray = differs ? s->astray + (way - s->way) : 0;
    if (has_jumped && !differs) s->met = m->state.jumps;
    if (s->astray > APART_MOST) return true;
    s->has_leapt = s->has_leapt || way - s->way > STEP_MOST;
    s->way = way;
    if (!s->has_leapt) return false;
    if (song == NULL || m->state.song == 0) return false;
    const uint32_t by = song->flow.ticks - m->state.flow.ticks;
    return by + APART_MOST > 2u * APART_MOST;
}

static void follow_music(audio_state *s, const ox_music *m, bool is_held) {
    if (m == NULL || s->audio.setup.song_channels == 0) return;
    const ox_music_state *of = &m->state;
    const bool apart = is_apart(s, m), moved = apart && of->begun == s->heard;
    ox_audio_music *wanted = ox_audio_hold(&s->audio);
    if (wanted == NULL) return;
    if (of->begun != s->heard || apart) {
        wanted->serial++;
        wanted->song = of->song;
        wanted->flow = of->flow;
        if (of->flow.ticks <= 1 && of->song != 0)
            ox_song_flow_begin(&wanted->flow, &m->data, of->flow.order, of->flow.row);
        else
            ox_song_flow_again(&wanted->flow); /* the row again, with its notes */
        s->heard = of->begun;
        s->has_leapt = false;
        s->astray = 0;
        s->met = of->jumps - (of->jump != 0);
    }
    wanted->jumps = of->jumps;
    wanted->jump = of->goal;
    wanted->jump_waits = of->jump != 0;
    wanted->volume = of->volume;
    wanted->fade = (moved ? BACK_FADE : of->fade) * s->ticks;
    wanted->volume_fade = of->volume_fade * s->ticks;
    wanted->muted = of->muted;
    wanted->speed = of->speed;
    wanted->paused = of->paused || is_held;
    ox_audio_let_go(&s->audio);
}

static bool step_sound(const ox_module_host *host, void *state) {
    audio_state *s = state;
    uint32_t count = rows_of(s);
    if (!s->begun) end_loops(s, host->options->scene, count);
    for (uint32_t i = 0; i < count; i++) {
        const uint8_t *row = row_at(s, i);
        uint32_t buttons = rom_half(row + ROM_SCENE_SOUND_BUTTONS);
        if (!is_of_scene(host, row) || is_song(s, row)) continue;
        if (buttons == 0 ? !s->begun : (host->input->pressed & buttons) != 0) play_row(s, row);
    }
    s->begun = true;
    ox_audio_follow_sources(&s->sources, &s->audio, host);
    ox_audio_follow_buses(&s->audio, host, ox_module_rests(host));
    follow_music(s, ox_console_music(host->console), false);
    for (uint32_t i = 0; host->options->deterministic && i < s->ticks; i++) (void)ox_audio_tick(&s->audio);
    return true;
}

#if OX_PROFILED
/* What sound is at, as counters of the profile; drops, underruns and clipped samples are those since the frame before. */
static void count_sound(const ox_module_host *host, audio_state *s) {
    ox_profile *p = host->options->profile;
    const ox_audio_counts *c = &s->audio.counts;
    const uint32_t lost = c->dropped + c->refused + c->missing, clipped = s->audio.mixer.clipped;
    if (p == NULL) return;
    ox_profile_count(p, "sound voices", c->voices);
    ox_profile_count(p, "sound virtual", c->virtuals);
    ox_profile_count(p, "sound peak", c->peak);
    static const char *const slots[OX_AUDIO_SLOTS] = {"sound walls", "sound low-pass", "sound echo",
                                                      "sound reverb", "sound compressors"};
    for (uint32_t i = 0; s->audio.chain != NULL && i < OX_AUDIO_SLOTS; i++)
        ox_profile_count(p, slots[i], c->slots[i]);
    ox_profile_count(p, "sound clipped", clipped - s->counted[0]);
    ox_profile_count(p, "sound not played", lost - s->counted[1]);
    ox_profile_count(p, "sound stolen", c->stolen - s->counted[2]);
    ox_profile_count(p, "sound underruns", c->underruns - s->counted[3]);
    s->counted[0] = clipped;
    s->counted[1] = lost;
    s->counted[2] = c->stolen;
    s->counted[3] = c->underruns;
}
#else
static void count_sound(const ox_module_host *host, audio_state *s) { (void)host, (void)s; }
#endif

static void fill_speaker(const ox_module_host *host, void *state) {
    audio_state *s = state;
    count_sound(host, s);
    follow_music(s, ox_console_music(host->console), host->loop->paused);
    ox_audio_follow_buses(&s->audio, host, host->loop->paused || ox_module_rests(host));
    if (host->options->deterministic || s->form.calls) return;
    if (s->form.rate != 0) {
        ox_audio_service(&s->audio);
        return;
    }
    (void)ox_audio_tick(&s->audio); /* without a speaker: sounds still end in time */
}

static void pause_speaker(const ox_module_host *host, void *state, bool is_away) {
    if (((audio_state *)state)->form.rate != 0) plat_audio_pause(host->platform, is_away);
}

static const uint32_t tags[] = {ROM_TAG_AUDIO, 0};

const ox_module ox_audio_module = {.id = NAME,
                                   .name = "audio",
                                   .flags = OX_MODULE_OPTIONAL,
                                   .tags = tags,
                                   .capacities = ox_audio_capacities,
                                   .capacity_count = OX_AUDIO_CAPACITIES,
                                   .start = start_sound,
                                   .stop = stop_sound,
                                   .begin = begin_scene,
                                   .end = end_scene,
                                   .stepped = step_sound,
                                   .frame = fill_speaker,
                                   .away = pause_speaker,
                                   .leave = leave_chunks,
                                   .enter = enter_chunks};

static audio_state *state_of(const ox_console *console) {
    return ox_module_state(ox_console_modules(console), NAME);
}

ox_audio *ox_console_audio(ox_console *console) {
    audio_state *s = state_of(console);
    return s == NULL ? NULL : &s->audio;
}

plat_audio ox_console_speaker(const ox_console *console) {
    const audio_state *s = state_of(console);
    return s == NULL ? (plat_audio){.rate = 0} : s->form;
}

const ox_audio_sources *ox_console_sound_sources(const ox_console *console) {
    const audio_state *s = state_of(console);
    return s == NULL ? NULL : &s->sources;
}
