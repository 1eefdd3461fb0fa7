/* Music of the game: which song plays, and where in it the game is. The songs that are heard follow it.
 *
 *     ox_music *music = ox_console_music(console);                  NULL: the image has no songs
 *     ox_music_play(music, SID("theme"), 60);                      over a second, while what played goes
 *     if (ox_music_row(music) % 4 == 0) { ... }
 *
 * WHERE THE GAME IS. Scripts may ask for the row and hear it as an event, so the way through a song is a part of the state: a flow of its own
 * (kernel/audio/song.h) moves by steps, the same on every machine, with or without a speaker, and comes back with saved games and rewinds. What is
 * heard runs by samples. Where the two are apart by more than forty ticks (after a rewind, a load, or steps that a slow machine
 * dropped) what is heard goes to where the game is.
 *
 * Songs are named as cart.txt names them. Fades are in steps. What plays goes on from one scene to the next, unless a scene's own `music` began it and the
 * new scene has another or none. */
#ifndef OXCART_KERNEL_AUDIO_MUSIC_H
#define OXCART_KERNEL_AUDIO_MUSIC_H

#include "kernel/audio/audio.h"
#include "kernel/module/module.h"

/* The state; all of it is saved. */
typedef struct ox_music_state {
    uint32_t song;              /* its chunk's id, 0: none */
    uint32_t volume;            /* Q15 */
    uint32_t fade, volume_fade; /* steps: of the last begin or end, of the last volume */
    uint32_t muted;             /* a bit for each channel */
    uint32_t part;              /* of a tick */
    uint32_t begun;             /* songs that were begun or stopped */
    uint16_t speed;             /* of OX_SONG_SPEED */
    uint16_t jump;              /* place + 1 to go to at the end of the pattern, 0: none */
    bool paused, of_scene;
    ox_song_flow flow;
} ox_music_state;

typedef struct ox_music {
    const ox_module_host *host;
    ox_audio *audio;
    const uint8_t *chunk; /* AUDI; NULL while resources change */
    ox_music_state state, item;
    ox_song_data data;
    uint32_t heard; /* state.begun that the service knows */
    uint32_t shown; /* row that was posted, with the place above it */
    uint32_t ticks; /* of sound in a step */
} ox_music;

enum { OX_MUSIC_NATIVES = 11, OX_MUSIC_EVENTS = 2 };
extern const ox_script_native ox_music_native_rows[OX_MUSIC_NATIVES];
extern const ox_module_event ox_music_events[OX_MUSIC_EVENTS];

/* ---- what games call ---- */

/* False: there is no such song. The song that plays already goes on. */
bool ox_music_play(ox_music *music, uint32_t name, uint32_t fade);
void ox_music_stop(ox_music *music, uint32_t fade);
void ox_music_volume(ox_music *music, uint32_t volume, uint32_t fade);
void ox_music_speed(ox_music *music, uint32_t speed); /* of OX_SONG_SPEED: a quarter to four times */
void ox_music_pause(ox_music *music, bool paused);
void ox_music_mute(ox_music *music, uint32_t channel, bool mute);

/* At the end of the pattern that plays. False: the song has no such place. */
bool ox_music_go(ox_music *music, uint32_t place);

/* -1 without a song. The place is that of the order, from 0 on. */
int32_t ox_music_place(const ox_music *music);
int32_t ox_music_pattern(const ox_music *music);
int32_t ox_music_row(const ox_music *music);

/* ---- for the module ---- */

/* The id of a song's chunk by its name, or by that id itself; 0: none. And the channels of the song that has most. */
uint32_t ox_music_find(const uint8_t *chunk, uint32_t name);
uint32_t ox_music_channels(const rom_image *image, const uint8_t *chunk);

/* A scene's own song, 0: none. */
void ox_music_of_scene(ox_music *music, uint32_t song, uint32_t volume);

/* A step of the game: posts events. Then what is heard follows, in steps that are not run again. */
void ox_music_step(ox_music *music);
void ox_music_follow(ox_music *music, bool is_held);

/* Chunks change: what was held is forgotten, and found again. */
void ox_music_leave(ox_music *music);
void ox_music_enter(ox_music *music, const uint8_t *chunk);

ox_sim_part ox_music_part(ox_music *music);

#endif
