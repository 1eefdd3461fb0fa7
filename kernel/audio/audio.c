/* Sounds as a game asks for them: begun, told what to do, and forgotten. Nothing in this file mixes. */
#include "kernel/audio/audio.h"

#include <string.h>

#include "kernel/audio/chain.h"
#include "kernel/audio/internal.h"
#include "kernel/audio/pad.h"
#include "kernel/audio/surround.h"
#include "kernel/audio/track.h"
#include "kernel/containers/spsc.h"
#include "kernel/memory/align.h"
#include "kernel/memory/life.h"
#include "kernel/resource/stand_in.h"

/* ---- made and ended ---- */

static bool is_good(const ox_audio_setup *s) {
    return ox_mixer_format_is_good(&s->out) && s->voices >= 1 && s->voices <= OX_AUDIO_VOICES_MOST &&
           s->requests >= 1 && s->requests <= 1024 && (s->requests & (s->requests - 1u)) == 0 &&
           s->ahead <= 8 && s->echo_samples <= OX_ECHO_MOST && s->song_channels <= OX_SONG_CHANNELS &&
           s->manager != NULL;
}

size_t ox_audio_sums(const ox_audio_output *out) { return (size_t)ox_mixer_block_most(out) * out->channels; }

/* Places all stores in one block at `base` and gives the block's bytes. A NULL `base`, with `a` and `sum` NULL, too,
 * only counts. */
static size_t place_stores(ox_audio *a, const ox_audio_setup *s, uint8_t *base, int32_t **sum) {
    size_t at = 0, sums = ox_audio_sums(&s->out);
    uint32_t voices = (uint32_t)s->voices + OX_AUDIO_SPARES, sounds = (uint32_t)s->voices + s->requests;
#define PLACE(member, type, count)                                                                           \
    do {                                                                                                     \
        at = OX_ALIGN_UP(at, _Alignof(type));                                                                \
        if (base != NULL) (member) = (type *)(void *)(base + at);                                            \
        at += sizeof(type) * (count);                                                                        \
    } while (0)
    if (s->sums == NULL) PLACE(*sum, int32_t, sums);
    PLACE(a->voices, ox_voice, voices);
    PLACE(a->sounds, ox_audio_sound, sounds);
    PLACE(a->clips, ox_audio_loaded, s->clips);
    const uint32_t songs = s->song_channels == 0 ? 0 : 1,
                   channels = (uint32_t)s->song_channels * OX_AUDIO_DECKS;
    ox_song_channel *first = NULL;
    PLACE(a->songs, ox_audio_songs, songs);
    PLACE(first, ox_song_channel, channels);
    for (uint32_t i = 0; base != NULL && songs > 0 && i < OX_AUDIO_DECKS; i++)
        a->songs->decks[i].channels = first + (size_t)i * s->song_channels;
    if (base != NULL && songs == 0) a->songs = NULL;
    const uint32_t chains = s->has_effects ? 1 : 0;
    struct ox_audio_chain *chain = NULL;
    int32_t *apart = NULL;
    int16_t *echo = NULL, *reverb = NULL;
    PLACE(chain, struct ox_audio_chain, chains);
    PLACE(apart, int32_t, chains * sums);
    PLACE(echo, int16_t, chains * s->echo_samples);
    PLACE(reverb, int16_t,
          s->has_effects && s->has_reverb ? ox_reverb_bytes(s->out.rate) / sizeof *reverb : 0);
    if (base != NULL) a->chain = s->has_effects ? chain : NULL;
    if (base != NULL && s->has_effects) {
        chain->sums = apart;
        chain->echo_line = s->echo_samples != 0 ? echo : NULL;
        chain->reverb_lines = s->has_reverb ? reverb : NULL;
    }
    const uint32_t walls = s->has_effects && s->has_walls ? 1 : 0;
    ox_filter *wall_filters = NULL;
    uint32_t *cutoffs = NULL;
    int32_t *alone = NULL;
    PLACE(wall_filters, ox_filter, walls * s->voices);
    PLACE(cutoffs, uint32_t, walls * s->voices);
    PLACE(alone, int32_t, walls * sums);
    if (base != NULL && walls != 0) {
        chain->walls = wall_filters;
        chain->wall_cutoffs = cutoffs;
        chain->alone = alone;
    }
    const uint32_t all_around = s->out.channels > 2 ? 1 : 0;
    ox_surround *surround = NULL;
    ox_surround_row *rows = NULL;
    int32_t *pair = NULL;
    PLACE(surround, ox_surround, all_around);
    PLACE(rows, ox_surround_row, all_around * voices);
    PLACE(pair, int32_t, all_around * 2 * ox_mixer_block_most(&s->out));
    if (base != NULL && all_around != 0) {
        a->mixer.surround = surround;
        surround->rows = rows;
        surround->pair = pair;
    }
    const uint32_t pads = s->pads == 0 ? 0 : 1;
    PLACE(a->pads, struct ox_audio_pads, pads);
    if (base != NULL && pads == 0) a->pads = NULL;
    const bool in_place = s->sums != NULL && s->out.bits == 8;
    if (!in_place) PLACE(a->block, int16_t, s->out.bits == 16 ? sums : (sums + 1) / 2);
    if (in_place && base != NULL) a->block = s->sums;
    PLACE(a->order, uint16_t, s->clips);
    PLACE(a->requests, ox_audio_request, s->requests);
#undef PLACE
    return at;
}

size_t ox_audio_bytes(const ox_audio_setup *setup) {
    return is_good(setup) ? place_stores(NULL, setup, NULL, NULL) : 0;
}

ox_status ox_audio_init(ox_audio *audio, const ox_audio_setup *setup, ox_arena *arena) {
    int32_t *sum = setup->sums;
    memset(audio, 0, sizeof *audio);
    if (!is_good(setup)) return OX_BAD_ARGUMENT;
    uint8_t *base = ox_arena_push_zero(arena, OX_ARENA_LOW, ox_audio_bytes(setup), 8);
    if (base == NULL) return OX_OUT_OF_MEMORY;
    audio->held = true; /* the port may call the service at any moment, which waits until all stands */
    audio->setup = *setup;
    if (setup->ahead == 0) audio->setup.ahead = 2;
    place_stores(audio, setup, base, &sum);
    ox_surround *const surround = audio->mixer.surround;
    audio->sound_count = (uint32_t)setup->voices + setup->requests;
    audio->chance = rng32_seed(setup->seed, 0x50FA);
    for (int i = 0; i < OX_BUSES; i++)
        audio->buses[i].volume = audio->buses[i].duck = audio->buses[i].game.volume = audio->buses[i].wished =
            OX_AUDIO_FULL;
    ox_status status =
        ox_mixer_init(&audio->mixer, &setup->out, audio->voices, setup->voices + OX_AUDIO_SPARES, sum);
    if (surround != NULL) ox_surround_begin(&audio->mixer, surround, surround->rows, surround->pair);
    for (uint32_t i = 0; i < ox_stand_in_count; i++) {
        if (ox_stand_in_types[i].tag == ROM_TAG_SOUND && status == OX_OK)
            status = ox_audio_clip_open(&audio->beep, ox_stand_in_types[i].placeholder,
                                        ox_stand_in_types[i].placeholder_size);
    }
    ox_audio_deafen(audio, 0);
    if (audio->chain != NULL && !ox_audio_begin_chain(audio)) status = OX_BAD_ARGUMENT;
    audio->held = false;
    return status;
}

void ox_audio_end(ox_audio *audio) {
    if (audio->sounds == NULL) return;
    for (uint32_t i = 0; i < OX_AUDIO_GROUPS; i++) {
        while (audio->groups[i].uses > 0)
            (void)ox_audio_unload(audio, audio->groups[i].id, audio->groups[i].type);
    }
    while (audio->clip_count > 0) {
        const ox_audio_loaded *last = &audio->clips[audio->order[audio->clip_count - 1]];
        (void)ox_audio_unload(audio, last->id, ROM_TAG_SOUND);
    }
    memset(audio, 0, sizeof *audio);
}

/* ---- asking ---- */

/* A row of the sounds that nobody uses; NULL: none. */
static ox_audio_sound *take_row(ox_audio *a) {
    for (uint32_t i = 0; i < a->sound_count; i++) {
        a->next_sound = a->next_sound + 1 < a->sound_count ? a->next_sound + 1 : 0;
        uint32_t state = *(volatile uint8_t *)&a->sounds[a->next_sound].state;
        if (state == OX_SOUND_FREE) return &a->sounds[a->next_sound];
    }
    return NULL;
}

/* Puts a row's number at the end of the ring of requests; false: the ring is full. */
static bool append_request(ox_audio *a, uint16_t sound, uint8_t priority) {
    uint32_t head, tail = a->tail, mask = a->setup.requests - 1u;
    OX_SPSC_READ(&a->head, head);
    if (tail - head > mask) return false;
    a->requests[tail & mask] = (ox_audio_request){.sound = sound, .priority = priority};
    OX_SPSC_PUBLISH(&a->tail, tail + 1u);
    return true;
}

/* Whether the service has taken the request at a place of the ring. */
static bool is_taken(ox_audio *a, uint32_t at) {
    uint32_t head;
    OX_SPSC_READ(&a->head, head);
    return (int32_t)(at - head) < 0;
}

/* Puts a row's number into the place of a request; false: an interrupt has taken that request, so there is room now. */
static bool replace_request(ox_audio *a, uint32_t at, uint16_t sound, uint8_t priority) {
    ox_audio_request *r = &a->requests[at & (a->setup.requests - 1u)];
    ox_audio_sound *old = &a->sounds[r->sound];
    *(volatile bool *)&r->dead = true; /* an interrupt passes this request over from here on */
    if (is_taken(a, at)) {
        *(volatile bool *)&r->dead = false;
        /* an interrupt just behind that line has passed over a sound that nobody gave up: it waits again */
        if (*(volatile uint8_t *)&old->state == OX_SOUND_ASKED)
            (void)append_request(a, r->sound, r->priority);
        return false;
    }
    ox_audio_tell(a, old->id, OX_AUDIO_DROPPED);
    *(volatile uint8_t *)&old->state = OX_SOUND_FREE;
    *(volatile uint16_t *)&r->sound = sound;
    *(volatile uint8_t *)&r->priority = priority;
    *(volatile bool *)&r->dead = false;
    /* one that came meanwhile has passed over the new request, too */
    return !is_taken(a, at) || *(volatile uint8_t *)&a->sounds[sound].state != OX_SOUND_ASKED;
}

/* Puts a row's number into the ring of requests. A full ring gives up its request of the least priority, if that is
 * below `priority`; else false. */
static bool put_request(ox_audio *a, uint16_t sound, uint8_t priority) {
    uint32_t head, least = 0, mask = a->setup.requests - 1u;
    bool any = false;
    if (append_request(a, sound, priority)) return true;
    OX_SPSC_READ(&a->head, head);
    for (uint32_t at = head; at != a->tail; at++) {
        const uint8_t here = a->requests[at & mask].priority;
        if (here >= priority || (any && here >= a->requests[least & mask].priority)) continue;
        least = at;
        any = true;
    }
    if (any && replace_request(a, least, sound, priority)) {
        a->counts.dropped++;
        return true;
    }
    return append_request(a, sound, priority); /* there may be room again */
}

static const ox_audio_heard heard_everywhere = {OX_AUDIO_FULL, 0, 65536, 0, OX_AUDIO_AHEAD};

ox_audio_handle ox_audio_start(ox_audio *audio, const ox_audio_ask *ask) {
    OX_CREATED(audio->sounds);
    if (audio->sounds == NULL) return (ox_audio_handle){0};
    ox_audio_sound *s = take_row(audio);
    uint8_t priority = ask->priority != 0 ? ask->priority : OX_AUDIO_PRIORITY_USUAL;
    if (s == NULL) {
        audio->counts.dropped++;
        ox_audio_tell(audio, ask->id, OX_AUDIO_DROPPED);
        return (ox_audio_handle){0};
    }
    uint32_t index = (uint32_t)(s - audio->sounds), generation = ((s->handle >> 16) + 1u) & 0xFFFFu;
    *s = (ox_audio_sound){.handle = (generation == 0 ? 1u : generation) << 16 | index,
                          .id = ask->id,
                          .volume = ask->volume > OX_AUDIO_FULL ? OX_AUDIO_FULL : ask->volume,
                          .ratio = ask->ratio == 0 ? 65536u : ask->ratio,
                          .pan = ask->pan,
                          .heard = ask->heard == NULL ? heard_everywhere : *ask->heard,
                          .bus = ask->bus < OX_BUSES ? ask->bus : OX_BUS_WORLD,
                          .priority = ask->priority,
                          .loops = ask->loops,
                          .pad = ask->pad,
                          .clip = ask->track == NULL ? NULL : &ask->track->clip,
                          .place.frame = ask->from,
                          .fade_from = ask->seconds > 0 ? (uint32_t)ask->seconds : 0,
                          .state = OX_SOUND_ASKED};
    ox_audio_handle handle = {s->handle};
    if (put_request(audio, (uint16_t)index, priority)) return handle;
    s->state = OX_SOUND_FREE;
    audio->counts.dropped++;
    ox_audio_tell(audio, ask->id, OX_AUDIO_DROPPED);
    return (ox_audio_handle){0};
}

void ox_audio_play(ox_audio *audio, uint32_t id, uint32_t volume) {
    const ox_audio_ask ask = {.id = id, .volume = volume};
    (void)ox_audio_start(audio, &ask);
}

/* ---- handles ---- */

static ox_audio_sound *sound_of(const ox_audio *a, ox_audio_handle handle) {
    uint32_t index = handle.bits & 0xFFFFu;
    if (handle.bits == 0 || index >= a->sound_count) return NULL;
    ox_audio_sound *s = &a->sounds[index];
    return s->handle == handle.bits && s->state != OX_SOUND_FREE ? s : NULL;
}

void ox_audio_stop(ox_audio *audio, ox_audio_handle sound, uint32_t fade) {
    ox_audio_sound *s = sound_of(audio, sound);
    if (s == NULL) return;
    s->stop_fade = (uint16_t)(fade > 65535 ? 65535 : fade);
    s->stops = true;
}

void ox_audio_stop_all(ox_audio *audio) {
    for (uint32_t i = 0; i < audio->sound_count; i++)
        ox_audio_stop(audio, (ox_audio_handle){audio->sounds[i].handle}, 0);
}

void ox_audio_set_volume(ox_audio *audio, ox_audio_handle sound, uint32_t volume) {
    ox_audio_sound *s = sound_of(audio, sound);
    if (s != NULL) s->volume = volume > OX_AUDIO_FULL ? OX_AUDIO_FULL : volume;
}

void ox_audio_set_pitch(ox_audio *audio, ox_audio_handle sound, uint32_t ratio) {
    ox_audio_sound *s = sound_of(audio, sound);
    if (s != NULL) s->ratio = ratio;
}

void ox_audio_set_pan(ox_audio *audio, ox_audio_handle sound, fx pan) {
    ox_audio_sound *s = sound_of(audio, sound);
    if (s != NULL) s->pan = pan;
}

void ox_audio_pause(ox_audio *audio, ox_audio_handle sound, bool paused) {
    ox_audio_sound *s = sound_of(audio, sound);
    if (s != NULL) s->paused = paused;
}

void ox_audio_hear(ox_audio *audio, ox_audio_handle sound, const ox_audio_heard *heard) {
    ox_audio_sound *s = sound_of(audio, sound);
    if (s != NULL) s->heard = *heard;
}

bool ox_audio_is_playing(const ox_audio *audio, ox_audio_handle sound) {
    return sound_of(audio, sound) != NULL;
}

uint32_t ox_audio_position(const ox_audio *audio, ox_audio_handle sound) {
    const ox_audio_sound *s = sound_of(audio, sound);
    if (s == NULL) return UINT32_MAX;
    return s->state == OX_SOUND_SOUNDS ? audio->voices[s->voice].place.frame : s->place.frame;
}

ox_status ox_audio_follow(ox_audio *audio, ox_audio_handle sound, struct ox_audio_track *track, uint32_t id) {
    ox_audio_sound *s = sound_of(audio, sound);
    ox_audio_choice choice = {.clip = track == NULL ? NULL : &track->clip};
    if (s == NULL || s->stops) return OX_NOT_FOUND;
    if (s->state != OX_SOUND_SOUNDS) return OX_BAD_STATE;
    audio->held = true; /* the voice does not change meanwhile */
    const bool found = track != NULL || id == 0 || ox_audio_find(audio, id, &choice),
               sounds = s->state == OX_SOUND_SOUNDS;
    const bool fits =
        choice.clip == NULL || s->clip == NULL || (choice.clip->channels > 2) == (s->clip->channels > 2);
    if (found && sounds && fits) audio->voices[s->voice].next = choice.clip;
    audio->held = false;
    if (found && sounds && !fits) return OX_UNSUPPORTED;
    return !found ? OX_NOT_FOUND : sounds ? OX_OK : OX_BAD_STATE;
}

/* ---- buses ---- */

void ox_audio_bus_volume(ox_audio *audio, uint32_t bus, uint32_t volume) {
    if (bus < OX_BUSES) audio->buses[bus].volume = volume > OX_AUDIO_FULL ? OX_AUDIO_FULL : volume;
}

void ox_audio_bus_mute(ox_audio *audio, uint32_t bus, bool mute) {
    if (bus < OX_BUSES) audio->buses[bus].mute = mute;
}

void ox_audio_bus_solo(ox_audio *audio, uint32_t bus, bool solo) {
    if (bus < OX_BUSES) audio->buses[bus].solo = solo;
}

void ox_audio_bus_pause(ox_audio *audio, uint32_t bus, bool paused) {
    if (bus < OX_BUSES) audio->buses[bus].paused = paused;
}

void ox_audio_bus_game(ox_audio *audio, uint32_t bus, const ox_audio_bus_state *state) {
    if (bus < OX_BUSES) audio->buses[bus].game = *state;
}

void ox_audio_bus_duck(ox_audio *audio, uint32_t bus, uint32_t other, uint32_t gain, uint32_t attack,
                       uint32_t release) {
    if (bus >= OX_BUSES) return;
    ox_audio_bus *b = &audio->buses[bus];
    b->duck_for = (uint8_t)(other < OX_BUSES && other != bus ? other + 1 : 0);
    b->duck_gain = gain > OX_AUDIO_FULL ? OX_AUDIO_FULL : gain;
    b->attack = (uint16_t)(attack == 0 ? 1 : attack > 65535 ? 65535 : attack);
    b->release = (uint16_t)(release == 0 ? 1 : release > 65535 ? 65535 : release);
}

/* ---- watching ---- */

void ox_audio_watch(ox_audio *audio, ox_audio_told *told, void *context) {
    audio->watcher = told;
    audio->watcher_context = context;
    memset(audio->peaks, 0, sizeof audio->peaks);
}

const char *ox_audio_fate_name(ox_audio_fate fate) {
    static const char *const names[OX_AUDIO_FATES] = {"played",  "merged",  "dropped",  "refused", "stolen",
                                                      "missing", "unheard", "returned", "ended"};
    return (unsigned)fate < OX_AUDIO_FATES ? names[fate] : "?";
}

/* ---- as a service ---- */

static uint32_t serve_play(void *state, uint32_t sound, fx volume) {
    const ox_audio_ask ask = {.id = sound,
                              .volume = volume < 0         ? 0
                                        : volume >= FX_ONE ? OX_AUDIO_FULL
                                                           : (uint32_t)volume / 2};
    return ox_audio_start(state, &ask).bits;
}

static uint32_t serve_track(void *state, struct ox_audio_track *track, uint32_t name, uint32_t from) {
    const ox_audio_ask ask = {.id = name,
                              .volume = OX_AUDIO_FULL,
                              .bus = OX_BUS_MUSIC,
                              .priority = OX_AUDIO_PRIORITY_MUSIC,
                              .track = track,
                              .from = from};
    return ox_audio_start(state, &ask).bits;
}

static void serve_stop(void *state, uint32_t voice) { ox_audio_stop(state, (ox_audio_handle){voice}, 0); }

static void serve_pause(void *state, uint32_t voice, bool paused) {
    ox_audio_pause(state, (ox_audio_handle){voice}, paused);
}

static bool serve_playing(void *state, uint32_t voice) {
    return ox_audio_is_playing(state, (ox_audio_handle){voice});
}

static void serve_loudness(void *state, uint32_t bus, uint32_t percent) {
    ox_audio *audio = state;
    if (bus < OX_BUSES) audio->buses[bus].wished = ox_audio_volume(NULL, 0, percent);
}

static uint32_t serve_heard(void *state, uint32_t bus) {
    const ox_audio *audio = state;
    const ox_audio_sound *latest = NULL;
    for (uint32_t i = 0; i < audio->sound_count; i++) {
        const ox_audio_sound *s = &audio->sounds[i];
        if (s->state == OX_SOUND_FREE || s->bus != bus) continue;
        if (latest == NULL || (int32_t)(s->started - latest->started) > 0) latest = s;
    }
    return latest == NULL ? 0 : latest->id;
}

const ox_sound_operations ox_audio_operations = {{&ox_sound_type}, serve_play,  serve_stop,  serve_playing,
                                                 serve_loudness,   serve_heard, serve_pause, serve_track};
