/* Music of the game as a module of the console: which song plays, and where in it the game is. What is heard is the affair of the module audio, which
 * follows it; a player without sound has this module all the same.
 *
 *     ox_music *music = ox_console_music(console);                  NULL: the image has no songs
 *     ox_music_play(music, SID("theme"), 60);                      over a second, while what played goes
 *     if (ox_music_row(music) % 4 == 0) { ... }
 *
 * WHERE THE GAME IS. Scripts may ask for the row and hear it as an event, so the way through a song is a part of the state: a flow of its own
 * (flow.h) moves by steps, the same on every machine, with or without a speaker, and comes back with saved games and rewinds. What is
 * heard runs by samples. Where the two are apart by more than forty ticks (after a rewind, a load, or steps that a slow machine
 * dropped) what is heard goes to where the game is.
 *
 * CALM AND FIGHT. A song has names for places of its order: `order calm: a b fight: c d` in a text, `song theme theme.xm labels=calm:0,fight:2` for modules.
 * A game goes to one at the end of the pattern that plays (ox_music_label), lets another song begin there (ox_music_next), and silences channels: layers
 * that come and go.
 *
 * Songs are named as cart.txt names them. Fades are in steps. What plays goes on from one scene to the next, unless a scene's own `music` began it and the
 * new scene has another or none. */
#ifndef OXCART_KERNEL_MUSIC_MODULE_H
#define OXCART_KERNEL_MUSIC_MODULE_H

#include "kernel/module/module.h"
#include "kernel/music/flow.h"

/* The state; all of it is saved. */
typedef struct ox_music_state {
    uint32_t song;              /* its chunk's id, 0: none */
    uint32_t volume;            /* Q15 */
    uint32_t fade, volume_fade; /* steps: of the last begin or end, of the last volume */
    uint32_t next, next_fade;   /* song that begins at the end of the pattern, 0: none; steps */
    uint32_t muted;             /* a bit for each channel */
    uint32_t part;              /* of a tick */
    uint32_t begun;             /* songs that were begun or stopped */
    uint32_t jumps;             /* that were asked for, the last one to goal - 1 */
    uint16_t goal;
    uint16_t speed; /* of OX_SONG_SPEED */
    uint16_t jump;  /* place + 1 to go to at the end of the pattern, 0: none */
    bool paused, of_scene;
    ox_song_flow flow;
} ox_music_state;

typedef struct ox_music {
    const ox_module_host *host;
    ox_held held;         /* the AUDI chunk */
    const uint8_t *chunk; /* its data; NULL while resources change */
    ox_held song;         /* the chunk of the song that plays */
    ox_song_data data;
    ox_music_state state;
    uint32_t shown; /* row that was posted, with the place above it */
} ox_music;

extern const ox_module ox_music_module;

/* The console's music. NULL: the player has no such module, or the image no songs. */
ox_music *ox_console_music(const struct ox_console *console);

enum { OX_MUSIC_NATIVES = 13, OX_MUSIC_EVENTS = 2 };
extern const ox_script_native ox_music_native_rows[OX_MUSIC_NATIVES];
extern const ox_module_event ox_music_events[OX_MUSIC_EVENTS];

/* ---- what games call ---- */

/* Plays a song, which goes on if it plays already. False: there is no such song. */
bool ox_music_play(ox_music *music, uint32_t name, uint32_t fade);
void ox_music_stop(ox_music *music, uint32_t fade);
void ox_music_volume(ox_music *music, uint32_t volume, uint32_t fade);
void ox_music_speed(ox_music *music, uint32_t speed); /* of OX_SONG_SPEED: a quarter to four times */
void ox_music_pause(ox_music *music, bool paused);
void ox_music_mute(ox_music *music, uint32_t channel, bool mute);

/* Goes to a place of the order at the end of the pattern that plays. False: the song has no such place. */
bool ox_music_go(ox_music *music, uint32_t place);

/* Goes to a label of the song likewise. False: the song has no such label. */
bool ox_music_label(ox_music *music, uint32_t label);

/* Another song begins at the end of the pattern that plays, or at once where none plays. False: there is no such song. */
bool ox_music_next(ox_music *music, uint32_t name, uint32_t fade);

/* Place in the order, pattern, and row in it, all from 0 on; -1 without a song. */
int32_t ox_music_place(const ox_music *music);
int32_t ox_music_pattern(const ox_music *music);
int32_t ox_music_row(const ox_music *music);

/* ---- for the module audio ---- */

/* The id of a song's chunk by its name, or by that id itself; 0: none. And the channels of the song that has most. */
uint32_t ox_music_find(const uint8_t *chunk, uint32_t name);
uint32_t ox_music_channels(const rom_image *image, const uint8_t *chunk);

#endif
