/* Inside of sound: the sources, ears and buses of the game (kernel/sound) as the mixer hears them. */
#ifndef OXCART_KERNEL_AUDIO_SOURCES_H
#define OXCART_KERNEL_AUDIO_SOURCES_H

#include "kernel/audio/audio.h"
#include "kernel/module/module.h"
#include "kernel/sound/module.h"

enum { OX_AUDIO_EARS = 4 };

/* A source of the world that has begun. */
typedef struct ox_audio_source {
    const ox_sound *of; /* NULL: the row is free */
    ox_handle object;
    ox_id name, then; /* then: that is to follow, or has begun */
    uint16_t begun;
    bool is_seen; /* in the step under way */
    ox_audio_handle playing;
    vec3 at;         /* in the step before */
    uint32_t ratio;  /* of the Doppler effect, which follows slowly; 16.16 */
    uint32_t weight; /* of a zone as it is heard now, 16.16 */
    uint8_t looked,
        clear;     /* points on the arc before the ear: the next one; a bit for each that is not blocked */
    uint8_t known; /* how many of them were looked at */
    fx open;       /* as it is heard now: 1 before all walls, 0 behind them */
} ox_audio_source;

typedef struct ox_audio_listener {
    ox_audio_ear ear;
    vec3 speed;      /* metres a second */
    fx flat;         /* half the width of a flat picture in metres; 0: the scene has depth */
    ox_handle owner; /* object that carries the ear; 0: the camera hears */
} ox_audio_listener;

typedef struct ox_audio_sources {
    ox_audio_source *rows; /* NULL: the game has no sources */
    uint32_t room;
    ox_audio_listener ears[OX_AUDIO_EARS];
    uint32_t ear_count;
    uint32_t rays, cast, turn; /* casts a step at most, those of the last step, row whose turn is next */
    ox_id environment;         /* whose echo and reverb the world has; 0: none */
} ox_audio_sources;

/* Takes memory for the sources of a scene; false: there is none. */
bool ox_audio_take_sources(ox_audio_sources *sources, const ox_module_host *host);

/* Ends all that sources play, with the scene. */
void ox_audio_leave_sources(ox_audio_sources *sources, ox_audio *audio);

/* Follows the sources of the world after a step. */
void ox_audio_follow_sources(ox_audio_sources *sources, ox_audio *audio, const ox_module_host *host);

/* Follows the game's buses and switches. While `holds` is true the buses of the world and of voices stand still. */
void ox_audio_follow_buses(ox_audio *audio, const ox_module_host *host, bool holds);

#endif
