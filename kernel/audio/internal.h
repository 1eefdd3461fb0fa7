/* Inside of sound: what asking, the service and the groups share. */
#ifndef OXCART_KERNEL_AUDIO_INTERNAL_H
#define OXCART_KERNEL_AUDIO_INTERNAL_H

#include "kernel/audio/audio.h"
#include "rom/chunks.h"

/* Virtual sounds go round without a voice. */
enum { OX_SOUND_FREE, OX_SOUND_ASKED, OX_SOUND_SOUNDS, OX_SOUND_VIRTUAL };

/* The clip that a sound's name leads to, and how it is to sound. */
typedef struct ox_audio_choice {
    const ox_audio_clip *clip; /* NULL: nothing sounds */
    const uint8_t *cue;        /* its row, NULL: none */
    uint32_t volume, ratio;
    fx pan;
} ox_audio_choice;

/* Looks a name up; false when nothing has the name. Of a cue the choice by chance is made here. */
bool ox_audio_find(ox_audio *audio, uint32_t id, ox_audio_choice *choice);

/* The row of a cue with this name in any group, or NULL. */
const uint8_t *ox_audio_cue(const ox_audio *audio, uint32_t id);

/* The log tells once of a name that nothing has, or of a cue that has nothing for its switch now. */
void ox_audio_tell_missing(ox_audio *audio, uint32_t id, bool is_cue);

/* Tells whoever watches. */
static inline void ox_audio_tell(const ox_audio *audio, uint32_t id, ox_audio_fate fate) {
    if (audio->watcher != NULL) audio->watcher(audio->watcher_context, audio->tick, id, fate);
}

/* Ends a sound's voice at once or in 2 ms, and the sound. */
void ox_audio_end_sound(ox_audio *audio, ox_audio_sound *sound, bool softly);

/* Lets the decks follow the music that is to be heard, and mixes them into the block that the mixer has begun. */
void ox_audio_mix_songs(ox_audio *audio, uint32_t frames);

/* Ends a song whose chunk goes away. */
void ox_audio_end_song(ox_audio *audio, uint32_t song);

/* The clip of a loaded sound; NULL: none. */
const ox_audio_clip *ox_audio_clip_of(const ox_audio *audio, uint32_t sound);

/* Gain of a bus and the master together; and whether the bus, or all of them, stand still. */
uint32_t ox_audio_bus_gain(const ox_audio *audio, uint32_t bus);
bool ox_audio_bus_stands(const ox_audio *audio, uint32_t bus);

#endif
