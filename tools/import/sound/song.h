/* Music of notes and samples, read from modules of FastTracker 2 (.xm), ProTracker (.mod) and Scream Tracker 3 (.s3m) into
 * one form. */
#ifndef OXCART_TOOLS_IMPORT_SOUND_SONG_H
#define OXCART_TOOLS_IMPORT_SOUND_SONG_H

#include "tools/base/error.h"
#include "tools/import/base/arena.h"

#include <stdint.h>

enum {
    IMPORT_SONG_CHANNELS = 32,
    IMPORT_SONG_ORDERS = 256,
    IMPORT_SONG_ROWS = 256,
    IMPORT_SONG_KEYS = 96,
    IMPORT_SONG_POINTS = 12,
    IMPORT_SONG_SAMPLES = 16, /* of an instrument */
    IMPORT_SONG_KEY_OFF = 97
};
#define IMPORT_SONG_SAMPLE_FRAMES ((uint32_t)1 << 24)

typedef enum import_song_kind { IMPORT_SONG_PROTRACKER, IMPORT_SONG_FASTTRACKER } import_song_kind;

/* One field of a pattern; all 0 is an empty field. */
typedef struct import_note {
    uint8_t note;       /* 1..96 from C-0 on, 97 lets go */
    uint8_t instrument; /* from 1 */
    uint8_t volume; /* FastTracker's volume column: 0x10..0x50 sets it, above are slides, vibrato, panning,
                       portamento */
    uint8_t effect; /* 0..9, 10 for A .. 35 for Z; 0 with a parameter of 0 is none */
    uint8_t parameter;
} import_note;

typedef struct import_pattern {
    uint32_t rows;
    const import_note *notes; /* rows * channels, row by row */
} import_pattern;

typedef struct import_envelope {
    uint32_t count;                                                 /* points, 0..IMPORT_SONG_POINTS */
    uint16_t ticks[IMPORT_SONG_POINTS], values[IMPORT_SONG_POINTS]; /* values 0..64 */
    bool on, sustains, loops;
    uint8_t sustain, loop_start, loop_end; /* points, below count */
} import_envelope;

typedef struct import_song_sample {
    const char *name;
    uint32_t frames;
    const int16_t *samples; /* one channel; samples of 8 bits are multiples of 256 */
    uint8_t bits;           /* 8 or 16 */
    bool loops, to_and_fro;
    uint32_t loop_start, loop_end; /* loop_end is the first frame behind */
    uint8_t volume, pan;           /* 0..64; 0 left .. 255 right */
    int8_t note, tuning; /* half tones, 1/128 of one: C-4 plays 8363 frames a second when both are 0 */
} import_song_sample;

typedef struct import_instrument {
    const char *name;
    uint32_t sample_count;
    const import_song_sample *samples;
    uint8_t keys[IMPORT_SONG_KEYS]; /* number of the sample for each note */
    import_envelope volume, pan;
    uint16_t fade; /* 0..32767 */
    uint8_t vibrato_form, vibrato_sweep, vibrato_depth, vibrato_rate;
} import_instrument;

/* A place of the order by a name. */
enum { IMPORT_SONG_LABELS = 64, IMPORT_SONG_LABEL = 32 };
typedef struct import_song_label {
    char name[IMPORT_SONG_LABEL];
    uint16_t place;
} import_song_label;

typedef struct import_song {
    import_song_kind kind;
    const char *title;
    uint32_t channels;
    uint16_t tempo, speed, restart;
    bool linear; /* slides in half tones instead of Amiga periods */
    uint8_t pans[IMPORT_SONG_CHANNELS];
    uint32_t order_count, pattern_count, instrument_count;
    uint8_t orders[IMPORT_SONG_ORDERS]; /* each below pattern_count */
    import_song_label labels[IMPORT_SONG_LABELS];
    uint32_t label_count;
    const import_pattern *patterns;
    const import_instrument *instruments;
    uint32_t mended;  /* values beyond their range that were held: keys, sample loops, volumes, orders behind
                         the last pattern */
    uint64_t unknown; /* bit n: effect n is used and has no meaning in its kind of file */
    uint32_t unknown_count;
    import_arena arena;
} import_song;

/*
 * Reads a module, whatever its name: XM of version 1.02 to 1.04 (the format's description of FastTracker 2.08), or
 * MOD with 31 instruments (M.K., M!K!, FLT4, nCHN, nnCH and the like) or, in older modules, 15, or S3M ("Scream
 * Tracker 3.20 User's Manual", 1994). Notes and effects of an S3M become FastTracker's: its instruments of the FM
 * chip are silent, fine vibrato has steps of four, and effects remember only their own last parameter. Notes of a
 * MOD become those of an XM at the same pitch (period 428 is C-4). A truncated XM is refused as truncated; of a
 * MOD that ends inside of its samples, as many do, the frames that are there count. Values that are only out of
 * range are held in range. `mended` counts both. On failure false, `name: offset N: ...`, and an empty song.
 */
bool import_song_decode(const char *name, const uint8_t *data, size_t size, import_song *song,
                        tool_error *error);

/* Adds a label; false: it has no name or a long one, the song has it already, or 64 others. */
bool import_song_add_label(import_song *song, const char *name, size_t length, uint32_t place);
bool import_song_load(const char *path, import_song *song, tool_error *error);
void import_song_free(import_song *song);

/* The name of format number `index`, NULL beyond the last. */
const char *import_song_format(size_t index);

/* Letter of an effect, '0'..'9', 'A'..'Z'. */
char import_song_effect_letter(uint32_t effect);

/* The readers of the kinds, for import_song_decode. */
bool import_xm_decode(const char *name, const uint8_t *data, size_t size, import_song *song,
                      tool_error *error);
bool import_s3m_is(const uint8_t *data, size_t size);
bool import_s3m_decode(const char *name, const uint8_t *data, size_t size, import_song *song,
                       tool_error *error);
bool import_mod_decode(const char *name, const uint8_t *data, size_t size, import_song *song,
                       tool_error *error);

/* Channels that a MOD's mark (4 bytes at 1080) stands for, 0 when it is none. */
uint32_t import_mod_channels(const uint8_t mark[4]);

/* For the readers: a name of fixed room, without blanks and bytes that are no text at its end, in the song's
 * memory; NULL without memory. */
const char *import_song_text(import_song *song, const uint8_t *from, size_t room);

/* For the readers: counts an effect that is not known. */
void import_song_judge(import_song *song, const import_note *note);

#endif
