/* Sound of the game as a module of the console: what in its world sounds, where that is heard, and what becomes of the groups of sounds. What is heard
 * is the affair of the module audio, which follows it (kernel/audio/module.h); a player without a speaker has this module all the same, as it has music.
 *
 *     object truck at=10,0,0                                                  in cart.txt
 *       with sound=source name=engine volume=0.8 outer=60
 *     object hero
 *       with sound=ear between=0.5
 *
 *     object knight
 *       with sound=event on=Step name=step column=tread volume=0.6          what happens to it sounds, without a script
 *       with sound=event on=Contact name=clang speed=1,8
 *
 *     sound_at('boom', self.pos, 1.0)                                         in scripts: once, at a place
 *     sound_pad('click', 2)                                                   out of the pad of a player
 *     sound_start(self, 'engine')  self.sound_pitch = 1.5                     and of an object, with which it moves
 *     bus_volume('world', 0.3, 30t)  environment('cave', 1.0, 60t)  shock(0.8)
 *
 *     ox_sound *engine = ox_sound_start(host, object, OX_NAME("engine"));     in C; NULL: no room
 *     engine->ratio = FX(2);
 *
 * ROLES of the component `sound`; an object may have several:
 *
 *   source   what is named sounds where the object is, from the begin of the scene or from sound_start on; over and over where the sound has a loop. What `then` names follows a sound without a loop
 *            at its end, to the sample: a start and a hum, an intro and its theme. sound_start(self, 'speech', 12.5) begins twelve and a half seconds into it. Its
 *            fall-off is that of the cue, or goes from `inner` to `outer` metres, or where nobody says how far from 1 to 16.
 *   ear      sounds are heard from a place between the camera (0) and the object (1), half-way unless `between` says otherwise; left and right are the
 *            camera's always, so a blast between camera and hero does not change sides. Without an ear the camera hears. Of several ears each sound
 *            is heard by the one for which it is loudest: split screens.
 *
 *   zone     the sounds of the world are heard as in the environment `name` of a cue file (tools/CUES.md): wholly within `inner` metres of the object (half of `outer` unless it says) and not at
 *            all from `outer` on; or within a box about it, of `box=X,Y,Z` metres, that turns with the object. It comes and goes in `ramp` seconds when the ear
 *            comes and goes, never at once. Where zones overlap those of the highest `priority` count, in proportion to how near they are.
 *
 *   event    what happens to the object sounds, once, at its place: `on` is Contact, Landed, or the event that a mark of its motion names (tools/MOTION.md).
 *            With `column` the sound is what the table of surfaces (kernel/collision/surface.h) has in that column for what the object meets, and for marks
 *            and Landed for what lies up to two metres below it; where no row says so it is `name`, and with neither it is silent. Of `speed=FROM,TO` blows
 *            weaker than the first are silent, those of the second are as loud as `volume`, and between them it is linear; at the second the pitch is `rise`
 *            times as high.
 *
 * In flat scenes the ear stands in front of the picture's middle, half the picture's width away from it: things at its edge are heard at 45 degrees. How far away
 * a thing is counts in the plane alone.
 *
 * LONG SOUNDS are read where they lie in the image, however long they are, and take no memory: music and speech of minutes, best with format=adpcm.
 *
 * WALLS. `capacity sound-rays N` lets what has a shape (kernel/collision) stand between a source and the ear, at the price of at most N casts a step: each
 * source in turn looks at one of five points on an arc of 60 degrees to both sides, two metres before the ear. A source that none of them sees is softer by
 * 12 dB and has a low-pass at 600 Hz; one that some see lies between; and it comes and goes in some eight steps. Sounds at places look once, where casts are
 * left. Flat scenes have no walls. The low-pass takes some 40 cycles a sample of each voice behind a wall; open ones cost nothing.
 *
 * BUSES are groups of sounds: 'master', 'world', 'music', 'voice', 'interface', 'bus5' to 'bus7'. While a game rests (kernel/game) `world` and `voice` stand still
 * at their sample, and the others go on.
 *
 * A SHOCK is what a blast nearby does to ears: the world sounds slower, lower and dull, and a tone rings, all of which is over in three seconds; the interface stays
 * as it is. A stronger one begins anew, a weaker one adds nothing. What is dull needs the memory of effects: a cue file with environments or compressors,
 * or `capacity sound-effects 1`.
 *
 * All of it but sound_at is the game's state: it is saved, rewound, hashed and tweened (`with tween=sound_volume ...`). Sounds without a loop that have begun
 * are not begun again where a game is taken back.
 *
 * An image asks by `with sound=`, or by scripts that call these natives. Sources, ears and zones have the capacity `sound-sources`. Memory on 32 bits: 84 bytes each, 720
 * the module. (Madhav 6; GEA 13.3, 13.5.) */
#ifndef OXCART_KERNEL_SOUND_MODULE_H
#define OXCART_KERNEL_SOUND_MODULE_H

#include "kernel/module/module.h"
#include "kernel/sound/event.h"

extern const ox_module ox_sound_module;

enum {
    OX_CAPACITY_SOUND_SOURCES,
    OX_CAPACITY_SOUND_RAYS,
    OX_SOUND_CAPACITIES,
    OX_SOUND_WETNESS =
        OX_SOUND_BUSES, /* of the environment that the game has chosen: the level behind those of buses */
    OX_SOUND_LEVELS,
    OX_SOUND_SWITCHES = 16,
    OX_SOUND_SHOTS = 16, /* sounds at places that may begin in one step */
    OX_SOUND_FULL = 32768
};
extern const ox_capacity ox_sound_capacities[OX_SOUND_CAPACITIES];

/* The component. */
typedef struct ox_sound {
    ox_id role; /* OX_NAME("source"), ("ear"), ("zone"), ("event") */
    ox_id
        name; /* of a source: a cue, a name of a bank or a sound; 0: it is silent. Of a zone: an environment */
    ox_id
        then; /* of a source: what follows at its end, without a gap, round and round where it has a loop; 0: nothing */
    fx volume;           /* 0..1; of a zone: how much of the environment is heard */
    fx ratio;            /* of pitch, 1/4..8 */
    fx inner, outer;     /* metres; outer 0: as the cue says */
    fx between;          /* of an ear */
    fx doppler;          /* how much of the Doppler effect is heard: 0 none, 1 all */
    fx box[3];           /* half sides of a zone; 0: it is a ball */
    uint16_t begun;      /* times that something was begun */
    uint16_t fade;       /* steps of the last end; of a zone: in which it comes and goes */
    uint8_t priority;    /* 0: as the cue says */
    ox_id event, column; /* of the role `event`; column 0: the name alone */
    fx from,
        to;  /* metres a second; `to` 0: everything is as loud. `from` of a source: seconds into the sound */
    fx rise; /* ratio of pitch at `to` */
} ox_sound;
extern const ox_type ox_sound_record_type;

/* A value that fades, Q15. */
typedef struct ox_sound_level {
    uint32_t now, from, to;
    uint32_t done, steps;
} ox_sound_level;

typedef struct ox_sound_marks {
    uint32_t muted, paused; /* a bit for each bus */
    ox_id environment;      /* that the game has chosen, 0: none */
    fx shock;               /* 1: a blast at the ear, 0: nothing */
} ox_sound_marks;

typedef struct ox_sound_switch {
    ox_id name, value;
} ox_sound_switch;

/* A sound that was begun at a place in this step. */
typedef struct ox_sound_shot {
    ox_id name;
    fx volume, ratio;
    vec3 at;
    uint8_t player; /* at the speaker of whose pad it is heard, from 1 on; 0: at its place */
} ox_sound_shot;

typedef struct ox_sounds {
    const ox_module_host *host;
    ox_sound_level levels[OX_SOUND_LEVELS];
    ox_sound_marks marks;
    ox_sound_switch switches[OX_SOUND_SWITCHES]; /* that the game has set; those of name 0 are free */
    ox_sound_shot shots[OX_SOUND_SHOTS];         /* of this step; no state */
    uint32_t shot_count;
    const ox_sound_surfaces *surfaces; /* NULL: nobody knows of any */
} ox_sounds;

enum { OX_SOUND_NATIVES = 10, OX_SOUND_FIELDS = 4 };
extern const ox_script_native ox_sound_native_rows[OX_SOUND_NATIVES];
extern const ox_script_field ox_sound_field_rows[OX_SOUND_FIELDS];

/* The console's sounds; NULL: the image asks for none, or the player has no such module. */
ox_sounds *ox_console_sounds(const struct ox_console *console);

/* ---- what games call ---- */

/* Begins a sound of an object, at its first source, or at a new one. NULL: there is no room. */
ox_sound *ox_sound_start(const ox_module_host *host, ox_object *object, ox_id name);

/* Ends what the object's first source plays, in so many steps. */
void ox_sound_stop(const ox_module_host *host, ox_object *object, uint32_t fade);

/* Begins a sound at a place, once. Beyond OX_SOUND_SHOTS of one step they are left out. */
void ox_sound_at(ox_sounds *sounds, ox_id name, vec3 at, fx volume);

/* Begins a sound at the speaker of a player's pad (from 0), where `capacity pad-speakers` is declared and the pad has one; else all hear it. */
void ox_sound_pad(ox_sounds *sounds, ox_id name, uint32_t player, fx volume);

/* How loud the game wants a bus, Q15, reached in so many steps; whether it is silent; whether it stands still. */
void ox_sound_bus_volume(ox_sounds *sounds, uint32_t bus, uint32_t volume, uint32_t steps);
void ox_sound_bus_mute(ox_sounds *sounds, uint32_t bus, bool mute);
void ox_sound_bus_pause(ox_sounds *sounds, uint32_t bus, bool paused);

/* Everything is heard as in this environment, Q15 of it, in so many steps; environment 0: as in none. */
void ox_sound_environment(ox_sounds *sounds, ox_id environment, uint32_t wetness, uint32_t steps);

/* A blast of a strength 0..1. */
void ox_sound_shock(ox_sounds *sounds, fx strength);

/* Chooses among the lists of cues from their next play on. False: more than OX_SOUND_SWITCHES were set. */
bool ox_sound_choose(ox_sounds *sounds, ox_id name, ox_id value);

#endif
