/* Inside of songs: what the rows and the effects share. */
#ifndef OXCART_KERNEL_AUDIO_SONG_INTERNAL_H
#define OXCART_KERNEL_AUDIO_SONG_INTERNAL_H

#include "kernel/audio/song.h"
#include "kernel/music/row.h"
#include "rom/chunks.h"

enum { SONG_VOLUME = 64, SONG_SEMITONE = 64, SONG_PERIOD_MOST = 31999, SONG_FADE = 32768 };

/* Plays a channel's part of a new row; and of each tick that follows the row's first. */
void song_begin_note(ox_song *song, ox_song_channel *channel, const ox_song_note *note);
void song_go_on(ox_song *song, ox_song_channel *channel);

/* The period of a note, with places in 1/16 of a half tone, counted from 16 places below C-0 on. */
uint32_t song_period(const ox_song_data *data, int32_t place);

/* Begins the channel's clip: the clip that sounded before goes to silence. */
void song_start_voice(ox_song *song, ox_song_channel *channel, uint32_t frame);

#endif
