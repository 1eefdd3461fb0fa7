/* Songs among the other sounds: the one that plays and the one that fades out. */
#include <string.h>

#include "fixedmath/root.h"
#include "kernel/audio/internal.h"

static const ox_audio_clip *find_clip(const void *audio, uint32_t sound) {
    return ox_audio_clip_of(audio, sound);
}

ox_audio_music *ox_audio_hold(ox_audio *audio) {
    if (audio->songs == NULL) return NULL;
    audio->held = true;
    return &audio->songs->wanted;
}

void ox_audio_let_go(ox_audio *audio) { audio->held = false; }

const ox_song *ox_audio_song(const ox_audio *audio) {
    const ox_audio_deck *d = audio->songs == NULL ? NULL : &audio->songs->decks[audio->songs->now];
    return d == NULL || d->song.data.chunk == NULL || d->ends ? NULL : &d->song;
}

/* ---- fades ---- */

/* Power is linear, so that a song that comes and a song that goes are together as loud as each alone. */
static uint32_t gain_of(const ox_audio_deck *d) {
    if (d->fade_done >= d->fade_ticks) return d->to;
    const uint64_t from = (uint64_t)d->from * d->from * (d->fade_ticks - d->fade_done),
                   to = (uint64_t)d->to * d->to * d->fade_done;
    return fx_isqrt32((uint32_t)((from + to) / d->fade_ticks));
}

static void fade_to(ox_audio_deck *d, uint32_t volume, uint32_t ticks) {
    d->from = gain_of(d);
    d->to = volume > OX_AUDIO_FULL ? OX_AUDIO_FULL : volume;
    d->fade_done = 0;
    d->fade_ticks = ticks > 65535 ? 65535 : ticks;
}

/* ---- decks ---- */

static void end_deck(ox_audio_deck *d) {
    ox_song_channel *channels = d->channels;
    memset(d, 0, sizeof *d);
    d->channels = channels;
}

/* Silences a deck within 2 ms of this block, and empties it. */
static void hush_deck(ox_audio *a, ox_audio_deck *d, uint32_t frames) {
    if (d->song.data.chunk != NULL) ox_song_hush(&d->song, &a->mixer, frames);
    end_deck(d);
}

void ox_audio_end_song(ox_audio *audio, uint32_t song) {
    for (uint32_t i = 0; audio->songs != NULL && i < OX_AUDIO_DECKS; i++) {
        if (audio->songs->decks[i].id == song) end_deck(&audio->songs->decks[i]);
    }
}

static void begin_song(ox_audio *a, ox_audio_deck *d) {
    const ox_audio_music *m = &a->songs->wanted;
    const ox_song_sounds sounds = {find_clip, a};
    ox_song_data data;
    if (ox_audio_song_data(a, m->song, &data) != OX_OK || data.channels > a->setup.song_channels) return;
    ox_song_begin(&d->song, &data, &sounds, d->channels, a->setup.out.rate);
    d->song.flow = m->flow;
    ox_song_flow_mend(&d->song.flow, &data);
    d->song.jump = m->jump_waits ? m->jump : 0;
    d->id = m->song;
    d->to = 0;
    fade_to(d, m->volume, m->fade);
}

static void follow_song(ox_audio *a, uint32_t frames) {
    ox_audio_songs *s = a->songs;
    const ox_audio_music *m = &s->wanted;
    ox_audio_deck *now = &s->decks[s->now];
    if (m->serial != s->serial) {
        s->serial = m->serial;
        s->jumps = m->jumps;
        fade_to(now, 0, m->fade);
        now->ends = true;
        s->now = (s->now + 1) % OX_AUDIO_DECKS;
        now = &s->decks[s->now];
        hush_deck(a, now, frames);
        if (m->song != 0) begin_song(a, now);
    }
    if (now->song.data.chunk == NULL) return;
    const uint32_t volume = m->volume > OX_AUDIO_FULL ? OX_AUDIO_FULL : m->volume;
    if (now->to != volume) fade_to(now, volume, m->volume_fade);
    now->song.speed = m->speed == 0 ? OX_SONG_SPEED : m->speed;
    for (uint32_t i = 0; i < now->song.data.channels; i++) now->channels[i].mute = (m->muted >> i & 1u) != 0;
    if (m->jumps != s->jumps) now->song.jump = m->jump;
    s->jumps = m->jumps;
}

void ox_audio_mix_songs(ox_audio *a, uint32_t frames) {
    follow_song(a, frames);
    if (a->songs->decks[0].song.data.chunk == NULL && a->songs->decks[1].song.data.chunk == NULL) return;
    if (a->songs->wanted.paused || ox_audio_bus_stands(a, OX_BUS_MUSIC)) return;
    const uint32_t bus = ox_audio_bus_gain(a, OX_BUS_MUSIC);
    for (uint32_t i = 0; i < OX_AUDIO_DECKS; i++) {
        ox_audio_deck *d = &a->songs->decks[i];
        if (d->song.data.chunk == NULL) continue;
        if (d->fade_done < d->fade_ticks) d->fade_done++;
        if (d->ends && d->fade_done >= d->fade_ticks) {
            hush_deck(a, d, frames);
            continue;
        }
        a->buses[OX_BUS_MUSIC].sounds = true;
        ox_song_mix(&d->song, &a->mixer, frames, ox_audio_product(gain_of(d), bus));
    }
}
