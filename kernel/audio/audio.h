/* Sound: what a game calls. It asks for sounds by name; once a tick the service turns what was asked into voices,
 * mixes a tick of samples and hands them to the port. Nothing of the simulation depends on it.
 *
 *     status = ox_audio_load(audio, SID("bank/steps"), ROM_TAG_BANK);     loading phase; and ox_audio_unload
 *     ox_audio_play(audio, SID("coin"), OX_AUDIO_FULL);                    that is all
 *     ox_audio_ask ask = {.id = SID("engine"), .volume = 20000, .loops = true};
 *     ox_audio_handle engine = ox_audio_start(audio, &ask);
 *     ox_audio_set_pitch(audio, engine, ox_audio_pitch(speed));
 *     ox_audio_stop(audio, engine, 30);                                    fades out in half a second
 *
 * WHAT A NAME MEANS: a cue of a loaded CUES chunk, else a name of a loaded BANK, else a loaded SND_ chunk's own id; the
 * group loaded last is asked first. A name that nothing has plays a short beep in development and nothing in
 * releases, and is told in the log once.
 *
 * REQUESTS. play and start only put down what is asked, in a ring of fixed size: no look-up, no memory, some 30
 * instructions. The service takes them all each tick; the same name twice in a tick is one sound with the
 * louder volume, unless its cue says APART. A full ring gives up its request of least priority.
 *
 * VOICES. A request takes a free voice, else that of the lowest priority, then the quietest, then the oldest, if its
 * own priority is not lower; else it is dropped. A stolen voice goes to silence in 2 ms. A sound that goes round and has
 * lost its voice, or that is too far away to be heard, goes on without one (it is virtual: its place moves, nothing is
 * mixed) and takes a voice again when one is free and it can be heard. Cues limit how many of them sound at once and how
 * soon after one another.
 *
 * PLACES. Whoever knows where a sound is says how it is heard from there (ox_audio_heard; kernel/audio/spatial.h works it
 * out): a gain, a side and a ratio of pitch, with which the sound begins and which ox_audio_hear changes. A sound that
 * would begin unheard and does not go round is dropped.
 *
 * SONGS. One song plays, and the one before it while it fades out: ox_audio_music says what is to be heard, and the service follows. Channels of songs
 * are voices of their own, on the bus of music.
 *
 * BUSES. Every sound belongs to one of eight; its loudness is its own volume, its bus's and the master's. A bus may be
 * muted, paused (its sounds keep their places), heard alone, and made quieter while another one sounds. What the game does
 * with a bus (ox_audio_bus_game) and what the player or the cart has set (ox_audio_bus_volume and others) are apart, and
 * both count.
 *
 * WATCHING. Counts of all that became of requests are always kept. Whoever watches (ox_audio_watch) is told of each by name and tick, and where the setup has
 * effects how loud each bus was; the samples stay the same. The console's profile (kernel/debug/profile.h) has voices, virtual sounds, peak, clipped
 * samples, drops and underruns as counters, `oxcart run --sounds` prints what is told, and `--bus world --wav out.wav` keeps one bus alone.
 *
 * SPEAKERS OF PADS. A sound may be asked for at the speaker of a device, which has a rate and a mix of its own, and nobody else hears it then. Where the device has
 * none it is heard as any other.
 *
 * PRICES. A sample of a voice in stereo is 16 instructions on a desktop; one that goes through a slot 52 behind a wall, 45 in the low-pass of the world, 64 in the echo, 130 in the
 * reverb, 47 in a compressor (tests/scripts/costs/sound_costs.sh counts them). counts.slots says how many samples those were; the profile has them as
 * `sound walls`, `sound low-pass`, `sound echo`, `sound reverb` and `sound compressors`.
 *
 * HANDLES stay harmless: of a sound that has ended, was merged or dropped they change nothing.
 *
 * INTERRUPTS. ox_audio_service may run in an interrupt of whoever calls the others, on one core. While groups are
 * loaded or unloaded it does nothing.
 *
 * Memory, once, from an arena: ox_audio_bytes; 40 bytes a voice, 84 a sound (voices and requests together), 4
 * a request, 84 a clip, accumulators and a tick of samples. (GPP Event Queue; Madhav 6; GEA 13.5.) */
#ifndef OXCART_KERNEL_AUDIO_AUDIO_H
#define OXCART_KERNEL_AUDIO_AUDIO_H

#include "fixedmath/random.h"
#include "kernel/audio/gain.h"
#include "kernel/audio/mixer.h"
#include "kernel/audio/song.h"
#include "kernel/audio/spatial.h"
#include "kernel/engine/service.h"
#include "kernel/handle/handle.h"
#include "kernel/resource/manager.h"

OX_HANDLE_KIND(ox_audio_handle);

typedef enum ox_audio_bus_name {
    OX_BUS_MASTER,
    OX_BUS_WORLD,
    OX_BUS_MUSIC,
    OX_BUS_VOICE,
    OX_BUS_INTERFACE,
    OX_BUSES = 8 /* buses from OX_BUS_INTERFACE + 1 on are the cart's */
} ox_audio_bus_name;

enum {
    OX_AUDIO_GROUPS = 16, /* banks, cues and songs that are loaded at once */
    OX_AUDIO_DECKS = 2,   /* the song that plays, and the one that fades out */
    OX_AUDIO_SPARES = 4,  /* voices on their way to silence */
    OX_AUDIO_VOICES_MOST = 128,
    OX_AUDIO_PRIORITY_USUAL = 5, /* of sounds without a cue; music 12 */
    OX_AUDIO_PRIORITY_MUSIC = 12,
    OX_AUDIO_PADS = 4,
    OX_AUDIO_AS_CUED = 255 /* bus and priority as the cue says; without one: world, usual */
};

enum { OX_AUDIO_AHEAD = 16384 };

/* How a sound is heard from where it is. */
typedef struct ox_audio_heard {
    uint32_t gain;   /* Q15 */
    fx side;         /* -1 left .. 1 right, added to the sound's own pan */
    uint32_t ratio;  /* of pitch, 16.16 */
    uint16_t cutoff; /* of a low-pass of its own, Hz; 0: none. It needs the setup's has_walls */
    int16_t
        ahead; /* -1 behind .. 1 ahead, Q14; with the side the angle from which speakers all around have it */
} ox_audio_heard;

/* How the bus of the world is heard; all 0: as it is. */
typedef struct ox_audio_environment {
    uint32_t low_pass;                              /* Hz, 0: none */
    uint32_t echo_delay;                            /* 1/1000 s */
    uint32_t echo_wet, echo_feedback, echo_damping; /* Q15 */
    uint32_t reverb_time;                           /* 1/1000 s */
    uint32_t reverb_wet, reverb_damping;            /* Q15 */
} ox_audio_environment;

/* What a blast does to the bus of the world: ratio of pitch, 16.16; cut-off in Hz, 0 none; gain, Q15; gain of the tone that rings. */
typedef struct ox_audio_shock {
    uint32_t ratio, cutoff, gain, ring;
} ox_audio_shock;

/* What the game does with a bus. */
typedef struct ox_audio_bus_state {
    uint32_t volume; /* Q15 */
    bool mute, paused;
} ox_audio_bus_state;

/* A sound that is asked for. All zero but id and volume is a sensible choice. */
typedef struct ox_audio_ask {
    uint32_t id;
    uint32_t volume; /* Q15 */
    uint32_t ratio;  /* of pitch, 16.16; 0: 1 */
    fx pan;          /* -1 left .. 1 right */
    uint8_t bus,
        priority; /* 0: as cued (nothing belongs to the master alone; priority 0 is the cue's to give) */
    bool loops;   /* until it is stopped, where the clip has a loop */
    uint8_t
        pad; /* place of the device whose own speaker plays it; 0, or without such a speaker: all hear it */
    const ox_audio_heard *heard; /* of a sound at a place; NULL: it is everywhere alike */
    struct ox_audio_track
        *track;    /* what sounds under that name (kernel/audio/track.h); NULL: what is loaded */
    uint32_t from; /* frame of its clip that it begins at; tracks at the begin of a block */
    fx seconds; /* into its clip that it begins at, where `from` is 0; 0 is its begin. A clip with a loop goes round */
} ox_audio_ask;

typedef struct ox_audio_setup {
    ox_audio_output out;
    uint16_t voices, requests, clips; /* requests a power of two */
    uint16_t song_channels;           /* of the song that has most of them; 0: no songs */
    uint32_t echo_samples;            /* of the longest echo; 0: none */
    bool has_effects, has_reverb; /* low-pass, echo, reverb of the world, compressors: 2,432 bytes and more */
    bool
        has_walls; /* with effects: each voice may have a low-pass of its own; 40 bytes a voice and a tick of sums */
    uint8_t pads;     /* devices whose speakers play at once, at most OX_AUDIO_PADS */
    plat *devices;    /* whose devices these are; or NULL */
    uint8_t ahead;    /* ticks that are kept mixed ahead; 0: 2 */
    bool development; /* missing sounds beep */
    uint32_t seed;    /* of the choices by chance, which are the sound's own */
    ox_manager *manager;
    ox_log *log;    /* or NULL */
    int32_t *sums;  /* memory of the caller's for as many as ox_audio_sums says; NULL: of the arena */
    plat *platform; /* that takes the samples, opened by the caller; or NULL */
} ox_audio_setup;

/* One row a sound that was asked for. */
typedef struct ox_audio_sound {
    const ox_audio_clip *clip; /* of a sound that has a voice or is virtual; of a track always */
    uint32_t handle;           /* bits of the last handle given out */
    uint32_t id;               /* as it was asked for */
    uint32_t volume, ratio, base_volume, base_ratio; /* now; the second pair of cue, bank and clip */
    uint32_t fade_from, fade_to;                     /* fade_from before it begins: where, 16.16 s */
    fx pan;
    ox_audio_heard heard;
    ox_audio_place place; /* of a virtual sound in its clip, and the part of a frame */
    uint32_t started;     /* tick */
    uint16_t fraction;
    uint16_t fade_done, fade_ticks; /* 0 ticks: no fade */
    uint8_t state, bus, priority, voice, pad;
    bool paused, loops, stops, ends; /* stops: asked to; ends: when its fade is done */
    bool deep;                       /* the deep speaker has it, too */
    uint16_t stop_fade;
} ox_audio_sound;

typedef struct ox_audio_request {
    uint16_t sound;
    uint8_t priority;
    bool dead; /* the request is being replaced */
} ox_audio_request;

typedef struct ox_audio_bus {
    uint32_t volume, duck_gain, duck; /* Q15; duck: as it is now */
    uint32_t wished;                  /* Q15: how loud the player wants it */
    ox_audio_bus_state game;
    uint16_t attack, release;        /* ticks */
    uint8_t duck_for;                /* bus + 1, 0: none */
    bool mute, solo, paused, sounds; /* sounds: had a voice in the last tick */
} ox_audio_bus;

typedef struct ox_audio_loaded {
    ox_audio_clip clip;
    ox_held held;
    uint32_t id, uses;
} ox_audio_loaded;

typedef struct ox_audio_group {
    ox_held held;
    uint32_t id, type, uses;
    uint32_t stamp; /* groups with a later stamp are asked first */
} ox_audio_group;

/* The song that is to be heard, and how. Whoever changes it does so between ox_audio_hold and ox_audio_let_go. */
typedef struct ox_audio_music {
    uint32_t serial;      /* another number begins anew: `song` at `flow` */
    uint32_t song;        /* id of a loaded SONG chunk, 0: none */
    uint32_t volume;      /* Q15 */
    uint32_t fade;        /* ticks that a begin or an end takes; the song before fades out as long */
    uint32_t volume_fade; /* ticks that another volume takes */
    uint32_t muted;       /* a bit for each channel */
    uint32_t
        jumps; /* another number: at the end of its pattern the song goes to the place jump - 1 of its order */
    uint16_t jump;
    bool jump_waits; /* a song that begins has the jump before it */
    uint16_t speed;  /* OX_SONG_SPEED: as it is */
    bool paused;
    ox_song_flow flow;
} ox_audio_music;

typedef struct ox_audio_deck {
    ox_song song; /* data.chunk NULL: none */
    ox_song_channel *channels;
    uint32_t id, from, to; /* Q15; of the fade, whose power is linear */
    uint32_t fade_done, fade_ticks;
    bool ends;
} ox_audio_deck;

/* The songs that play; their memory is there only where the setup has song channels. */
typedef struct ox_audio_songs {
    ox_audio_music wanted;
    ox_audio_deck decks[OX_AUDIO_DECKS];
    uint32_t serial, jumps; /* as the service took them */
    uint32_t now;           /* deck */
} ox_audio_songs;

/* What is done to sums behind the mixer, in its order. */
typedef enum ox_audio_slot {
    OX_AUDIO_SLOT_WALLS, /* of voices */
    OX_AUDIO_SLOT_LOW_PASS,
    OX_AUDIO_SLOT_ECHO,
    OX_AUDIO_SLOT_REVERB,
    OX_AUDIO_SLOT_COMPRESSORS,
    OX_AUDIO_SLOTS
} ox_audio_slot;

typedef struct ox_audio_counts {
    uint32_t played, merged, dropped, refused, stolen, missing; /* requests */
    uint32_t unheard, returned; /* sounds that began too far away; virtual ones that took a voice again */
    uint32_t ticks, underruns;
    uint32_t peak;         /* magnitude of a sample in the last tick */
    uint32_t voices, most; /* sounding now; at once, ever */
    uint32_t virtuals;     /* that go on without a voice now */
    uint32_t cycles;       /* of the processor for the last tick, where the port counts them */
    uint32_t slots
        [OX_AUDIO_SLOTS]; /* samples of all channels that went through each slot in the last tick: what it costs, a sample's price apart */
} ox_audio_counts;

/* What became of a sound. */
typedef enum ox_audio_fate {
    OX_AUDIO_PLAYED,
    OX_AUDIO_MERGED,
    OX_AUDIO_DROPPED, /* no voice, or no room to ask */
    OX_AUDIO_REFUSED, /* by the limits of its cue */
    OX_AUDIO_STOLEN,  /* its voice went to another sound */
    OX_AUDIO_MISSING,
    OX_AUDIO_UNHEARD,
    OX_AUDIO_RETURNED,
    OX_AUDIO_ENDED, /* at its end; not when it was stopped */
    OX_AUDIO_FATES
} ox_audio_fate;

/* Is told in the middle of the service, and may change nothing. */
typedef void ox_audio_told(void *context, uint32_t tick, uint32_t id, ox_audio_fate fate);

enum { OX_AUDIO_TOLD = 8, OX_AUDIO_SWITCHES = 16, OX_AUDIO_RECENT = 16 };

/* What a cue did last: its limits and choices are kept by it. */
typedef struct ox_audio_recent {
    uint32_t cue, tick;
    uint16_t source;
    bool any;
} ox_audio_recent;

typedef struct ox_audio {
    ox_audio_setup setup;
    ox_mixer mixer;
    ox_voice *voices; /* setup.voices, then the spares */
    ox_audio_sound *sounds;
    uint32_t sound_count;
    ox_audio_request *requests;
    uint32_t head, tail; /* free-running; written by the service, by who asks */
    ox_audio_loaded *clips;
    uint16_t *order; /* of the clips by id */
    uint32_t clip_count;
    ox_audio_songs *songs;        /* NULL: none */
    struct ox_audio_chain *chain; /* NULL: no effects */
    struct ox_audio_pads *pads;   /* NULL: no speakers of devices */
    ox_audio_environment environment;
    ox_audio_shock shock;
    uint32_t ring_gain, ring_phase;
    void *block; /* a tick of samples */
    ox_audio_clip beep;
    ox_audio_group groups[OX_AUDIO_GROUPS];
    ox_audio_bus buses[OX_BUSES];
    struct {
        uint32_t name, value;
    } switches[OX_AUDIO_SWITCHES];
    uint32_t switch_count;
    ox_audio_recent recent[OX_AUDIO_RECENT];
    uint32_t told[OX_AUDIO_TOLD];
    uint32_t told_count;
    rng32 chance;
    uint32_t tick, stamp, next_sound;
    volatile bool held; /* the service, which may run in an interrupt, does nothing */
    bool primed;
    bool idle;         /* no voice and no sound was left behind the last tick, and none has been asked for */
    bool has_virtuals; /* some sound may go on without a voice: else nobody looks for such */
    ox_audio_counts counts;
    ox_audio_told *watcher; /* NULL: nobody */
    void *watcher_context;
    uint32_t
        peaks[OX_BUSES]; /* while somebody watches: of each bus in the last tick, as magnitudes of samples */
} ox_audio;

/* Bytes of the arena that a setup takes (ox_audio_bytes); 0 when the setup cannot be. */
size_t ox_audio_sums(const ox_audio_output *out); /* words of a tick that the mixer adds into */
size_t ox_audio_bytes(const ox_audio_setup *setup);

/* OX_BAD_ARGUMENT: the setup cannot be (kernel/audio/mixer.h; 1..128 voices, requests a power of two up to 1024);
 * OX_OUT_OF_MEMORY. Takes nothing then. */
FX_MUST_CHECK ox_status ox_audio_init(ox_audio *audio, const ox_audio_setup *setup, ox_arena *arena);

/* Silences all sounds and lets go of all groups. The arena's memory is the caller's. */
void ox_audio_end(ox_audio *audio);

/* ---- groups of sounds (loading phase) ---- */

/* Loads a BANK, CUES or SONG chunk with the sounds that it names, or a single SND_ chunk, by its id. A group that was
 * loaded twice goes with its second unload. A sound that is missing or damaged is told in the log and beeps.
 * OX_NOT_FOUND, OX_BAD_DATA, OX_FULL (too many groups or clips), and what the manager says. */
FX_MUST_CHECK ox_status ox_audio_load(ox_audio *audio, uint32_t id, uint32_t type);

/* The last unload of a group stops its sounds and lets everything go. OX_NOT_FOUND. */
ox_status ox_audio_unload(ox_audio *audio, uint32_t id, uint32_t type);

/* ---- asking ---- */

void ox_audio_play(ox_audio *audio, uint32_t id, uint32_t volume);

/* The handle is none when the request was dropped at once. */
ox_audio_handle ox_audio_start(ox_audio *audio, const ox_audio_ask *ask);

/* Fade: ticks to silence, 0: at once (in 2 ms). */
void ox_audio_stop(ox_audio *audio, ox_audio_handle sound, uint32_t fade);
void ox_audio_stop_all(ox_audio *audio);
void ox_audio_set_volume(ox_audio *audio, ox_audio_handle sound, uint32_t volume);
void ox_audio_set_pitch(ox_audio *audio, ox_audio_handle sound, uint32_t ratio);
void ox_audio_set_pan(ox_audio *audio, ox_audio_handle sound, fx pan);
void ox_audio_pause(ox_audio *audio, ox_audio_handle sound, bool paused);

/* A sound is heard in another way from now on: it has moved, or the ear has. */
void ox_audio_hear(ox_audio *audio, ox_audio_handle sound, const ox_audio_heard *heard);

/* Whether what has a name goes round until it is stopped; of a cue the first of its sounds tells. */
bool ox_audio_goes_round(const ox_audio *audio, uint32_t id);

/* The fall-off of a loaded cue; false: nothing has the name, it is no cue, or the cue is heard everywhere alike. */
bool ox_audio_reach_of(const ox_audio *audio, uint32_t id, ox_audio_reach *reach);
bool ox_audio_is_playing(const ox_audio *audio, ox_audio_handle sound); /* or is about to */

/* The frame of its clip that a sound mixes next; behind what is heard by the frames that the port has queued. UINT32_MAX: it plays no more. */
uint32_t ox_audio_position(const ox_audio *audio, ox_audio_handle sound);

/* What follows a sound at its end, without a gap: a track, or what has a name, which goes round where it has a loop; with neither, nothing any more. It
 * is as loud and as high as the sound before it. OX_NOT_FOUND: the sound plays no more, or nothing has the name; OX_BAD_STATE: it has no voice
 * yet, or none at this moment. */
FX_MUST_CHECK ox_status ox_audio_follow(ox_audio *audio, ox_audio_handle sound, struct ox_audio_track *track,
                                        uint32_t id);

/* ---- buses and switches ---- */

void ox_audio_bus_volume(ox_audio *audio, uint32_t bus, uint32_t volume);
void ox_audio_bus_mute(ox_audio *audio, uint32_t bus, bool mute);
void ox_audio_bus_solo(ox_audio *audio, uint32_t bus, bool solo);
void ox_audio_bus_pause(ox_audio *audio, uint32_t bus, bool paused);
void ox_audio_bus_game(ox_audio *audio, uint32_t bus, const ox_audio_bus_state *state);

/* `bus` goes to `gain` in `attack` ticks while `other` sounds, and back in `release`; other OX_BUSES: no more. */
void ox_audio_bus_duck(ox_audio *audio, uint32_t bus, uint32_t other, uint32_t gain, uint32_t attack,
                       uint32_t release);

/* The bus of the world is heard in an environment from the next tick on: wetness and cut-off go along a tick. Another echo_delay clears the echo's line. Nothing
 * happens where the setup has no effects, and of echo and reverb where it has none. */
void ox_audio_surround(ox_audio *audio, const ox_audio_environment *environment);

/* An environment of a loaded cue file by its name; false: there is none. */
bool ox_audio_environment_of(const ox_audio *audio, uint32_t id, ox_audio_environment *environment);

/* A blast deafens with a strength of 0..1 from the next tick on (kernel/sound/module.h says how it is heard); 0: no more, to the bit. */
void ox_audio_deafen(ox_audio *audio, fx strength);

/* Chooses among the lists of cues from their next play on. OX_NOT_FOUND: no loaded group has this switch. */
FX_MUST_CHECK ox_status ox_audio_switch(ox_audio *audio, uint32_t name, uint32_t value);
uint32_t ox_audio_switch_value(const ox_audio *audio, uint32_t name); /* 0: unknown */

/* ---- songs ---- */

/* The song that is to be heard, for changes: the service does nothing before ox_audio_let_go. NULL without songs. */
ox_audio_music *ox_audio_hold(ox_audio *audio);
void ox_audio_let_go(ox_audio *audio);

/* The song that plays, or NULL: what is heard of the song, which lies behind what the game asked for by the samples
 * that are queued. */
const ox_song *ox_audio_song(const ox_audio *audio);

/* A loaded song's chunk; OX_NOT_FOUND, OX_BAD_DATA. */
FX_MUST_CHECK ox_status ox_audio_song_data(const ox_audio *audio, uint32_t song, ox_song_data *data);

/* Tells `told` what becomes of sounds from now on; NULL: nobody. */
void ox_audio_watch(ox_audio *audio, ox_audio_told *told, void *context);
const char *ox_audio_fate_name(ox_audio_fate fate); /* "played" ... */

/* ---- the service ---- */

/* Serves one tick, whatever the port has: takes the requests, mixes, hands the samples over. The samples are
 * audio->block until the next tick. Returns their frames. */
uint32_t ox_audio_tick(ox_audio *audio);

/* Serves as many ticks as keep `ahead` of them queued in the port, at most ahead + 1. An empty queue counts as an
 * underrun and the queue is filled again. */
void ox_audio_service(ox_audio *audio);

/* The operations for ox_engine_serve, by which behaviour and scripts start sounds. */
extern const ox_sound_operations ox_audio_operations;

#endif
