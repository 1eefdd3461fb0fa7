/* Plays sounds of an image through the console's mixer into memory. */
#include "tools/view/preview_mixer.h"

#include <stdlib.h>
#include <string.h>

#include "kernel/audio/audio.h"
#include "kernel/resource/stock.h"
#include "rom/chunks.h"
#include "rom/types.h"

enum {
    USUAL_RATE = 18157,
    GBA_BLOCK = 304,
    HZ = 60,
    LONGEST = 3 * HZ,    /* most ticks of a looping sound */
    ALL_MOST = 600 * HZ, /* most ticks of the whole mix */
    ROOM = 4 << 20,
    CLIPS = 4096
};

typedef struct mixing {
    ox_stock stock;
    ox_arena arena;
    ox_audio audio;
    void *memory;
    int16_t *samples; /* samples as the mixer made them */
    size_t count, room;
    preview_mix *mix;
} mixing;

bool preview_can_be_heard(uint32_t type) {
    return type == ROM_TAG_SOUND || type == ROM_TAG_BANK || type == ROM_TAG_CUES || type == ROM_TAG_SONG;
}

/* The form of the output: the cart's settings, or the Game Boy Advance's form. */
static ox_audio_output output_of(const rom_image *image, int target) {
    ox_audio_output out = {.rate = USUAL_RATE, .hz = HZ, .channels = 1, .bits = 16};
    rom_view view;
    if (rom_view_chunk(image, rom_id("audio"), ROM_TAG_AUDIO, &view, NULL) == ROM_OK) {
        uint8_t flags = view.data[ROM_AUDIO_FLAGS];
        if (rom_u16(view.data + ROM_AUDIO_RATE) >= 4000) out.rate = rom_u16(view.data + ROM_AUDIO_RATE);
        if (view.data[ROM_AUDIO_CHANNELS] != 0) out.channels = view.data[ROM_AUDIO_CHANNELS];
        out.linear = (flags & ROM_AUDIO_LINEAR) != 0;
        out.feedback = (flags & ROM_AUDIO_FEEDBACK) != 0;
    }
    if (target != PREVIEW_AS_GBA) return out;
    out.rate = USUAL_RATE;
    out.channels = 1;
    out.bits = 8;
    out.block = GBA_BLOCK;
    return out;
}

static bool keep_samples(mixing *m, uint32_t frames) {
    uint32_t samples = frames * m->audio.setup.out.channels;
    if (m->count + samples > m->room) {
        size_t room = (m->room + samples) * 2;
        int16_t *grown = realloc(m->samples, room * sizeof *grown);
        if (grown == NULL) return false;
        m->samples = grown;
        m->room = room;
    }
    for (uint32_t i = 0; i < samples; i++)
        m->samples[m->count++] = m->audio.setup.out.bits == 16
                                     ? ((const int16_t *)m->audio.block)[i]
                                     : (int16_t)(((const int8_t *)m->audio.block)[i] * 256);
    if (m->audio.counts.peak > m->mix->peak) m->mix->peak = m->audio.counts.peak;
    return true;
}

/* Plays one sound from beginning to end, or for three seconds. */
static bool play_sound(mixing *m, uint32_t id) {
    const ox_audio_ask ask = {.id = id, .volume = OX_AUDIO_FULL};
    ox_audio_handle handle = ox_audio_start(&m->audio, &ask);
    bool loops = false;
    for (uint32_t tick = 0; ox_audio_is_playing(&m->audio, handle) && tick < (loops ? LONGEST : ALL_MOST);
         tick++) {
        if (!keep_samples(m, ox_audio_tick(&m->audio))) return false;
        for (uint32_t i = 0; i < m->audio.setup.voices; i++)
            loops = loops || (m->audio.voices[i].clip != NULL && m->audio.voices[i].loops);
    }
    ox_audio_stop(&m->audio, handle, 0);
    m->mix->sounds++;
    return keep_samples(m, ox_audio_tick(&m->audio));
}

/* Plays a song from beginning to end, or for ten minutes, and a second longer for its last notes. */
static bool play_song(mixing *m, uint32_t id) {
    ox_song_data data;
    if (ox_audio_song_data(&m->audio, id, &data) != OX_OK) return true;
    ox_audio_music *wanted = ox_audio_hold(&m->audio);
    wanted->serial++;
    wanted->song = id;
    wanted->volume = OX_AUDIO_FULL;
    ox_song_flow_begin(&wanted->flow, &data, 0, 0);
    ox_audio_let_go(&m->audio);
    bool ok = true, over = false;
    for (uint32_t tick = 0; ok && !over && tick < ALL_MOST; tick++) {
        ok = keep_samples(m, ox_audio_tick(&m->audio));
        const ox_song *song = ox_audio_song(&m->audio);
        over = song == NULL || song->flow.rounds > 0;
    }
    wanted = ox_audio_hold(&m->audio);
    wanted->serial++;
    wanted->song = 0;
    wanted->fade = HZ;
    ox_audio_let_go(&m->audio);
    for (uint32_t tick = 0; ok && tick <= HZ; tick++) ok = keep_samples(m, ox_audio_tick(&m->audio));
    m->mix->sounds++;
    return ok;
}

static bool play_all(mixing *m, const rom_chunk *chunk) {
    uint32_t count = 1, bytes = 0;
    const uint8_t *rows = NULL;
    bool ok = true;
    if (chunk->type == ROM_TAG_SOUND) return play_sound(m, chunk->id);
    if (chunk->type == ROM_TAG_SONG) return play_song(m, chunk->id);
    for (uint32_t i = 0; i < OX_AUDIO_GROUPS; i++) {
        const ox_audio_group *g = &m->audio.groups[i];
        if (g->uses == 0) continue;
        const uint8_t *d = g->held.data;
        bool bank = chunk->type == ROM_TAG_BANK;
        count = rom_u32(d + (bank ? ROM_BANK_COUNT : ROM_CUES_CUE_COUNT));
        rows = d + rom_u32(d + (bank ? ROM_BANK_AT : ROM_CUES_CUES_AT));
        bytes = bank ? ROM_BANK_ENTRY_SIZE : ROM_CUE_SIZE;
    }
    for (uint32_t i = 0; ok && rows != NULL && i < count; i++)
        ok = play_sound(m, rom_u32(rows + (size_t)i * bytes));
    return ok;
}

static bool make_sound(mixing *m, import_sound *sound, const char *file, tool_error *error) {
    uint32_t channels = m->audio.setup.out.channels, frames = (uint32_t)(m->count / channels);
    if (!import_sound_allocate(file, m->audio.setup.out.rate, channels, frames, sound, error)) return false;
    for (size_t i = 0; i < m->count; i++) sound->samples[i] = m->samples[i] * 65536;
    return true;
}

bool preview_mixer_play(const rom_image *image, const char *file, const rom_chunk *chunk, preview_mix *mix,
                        import_sound *sound, tool_error *error) {
    mixing *m = calloc(1, sizeof *m);
    size_t room = ROOM;
    rom_chunk other;
    for (uint32_t i = 0; rom_entry(image, i, &other); i++)
        room += other.size; /* packed sounds are unpacked there */
    if (m != NULL) m->memory = malloc(room);
    bool ok = (m != NULL && m->memory != NULL) || import_error_memory(error, file);
    ox_status status = OX_OK;
    if (ok) {
        m->mix = mix;
        ox_arena_init(&m->arena, m->memory, room);
        const ox_stock_setup stock = {.image = image, .arena = &m->arena};
        status = ox_stock_open(&m->stock, &stock);
        ox_audio_setup setup = {.out = output_of(image, mix->target),
                                .voices = 8,
                                .requests = 16,
                                .clips = CLIPS,
                                .song_channels = chunk->type == ROM_TAG_SONG ? OX_SONG_CHANNELS : 0,
                                .manager = &m->stock.manager};
        if (status == OX_OK) status = ox_audio_init(&m->audio, &setup, &m->arena);
        if (status == OX_OK) {
            status = ox_audio_load(&m->audio, chunk->id, chunk->type);
            ok = status == OX_OK && (play_all(m, chunk) || import_error_memory(error, file)) &&
                 make_sound(m, sound, file, error);
            mix->missing = m->audio.counts.missing;
            mix->clipped = m->audio.mixer.clipped;
            ox_audio_end(&m->audio);
        }
        if (status != OX_OK)
            ok = import_error_file(error, file, "cannot be played: %s", ox_status_name(status));
        (void)ox_stock_close(&m->stock);
    }
    if (m != NULL) {
        free(m->memory);
        free(m->samples);
    }
    free(m);
    return ok;
}
