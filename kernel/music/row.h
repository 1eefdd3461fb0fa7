/* Rows of songs: what the way through them and the sound of them share. */
#ifndef OXCART_KERNEL_MUSIC_ROW_H
#define OXCART_KERNEL_MUSIC_ROW_H

#include "kernel/music/flow.h"
#include "rom/chunks.h"

/* Effects by FastTracker's letters. */
enum {
    EFFECT_ARPEGGIO = 0,
    EFFECT_UP = 1,
    EFFECT_DOWN = 2,
    EFFECT_TO_NOTE = 3,
    EFFECT_VIBRATO = 4,
    EFFECT_TO_NOTE_AND_SLIDE = 5,
    EFFECT_VIBRATO_AND_SLIDE = 6,
    EFFECT_TREMOLO = 7,
    EFFECT_PAN = 8,
    EFFECT_OFFSET = 9,
    EFFECT_SLIDE = 10,
    EFFECT_JUMP = 11,
    EFFECT_VOLUME = 12,
    EFFECT_BREAK = 13,
    EFFECT_EXTENDED = 14,
    EFFECT_SPEED = 15,
    EFFECT_ALL = 16,       /* G */
    EFFECT_ALL_SLIDE = 17, /* H */
    EFFECT_KEY_OFF = 20,   /* K */
    EFFECT_ENVELOPE = 21,  /* L */
    EFFECT_PAN_SLIDE = 25, /* P */
    EFFECT_RETRIGGER = 27, /* R */
    EFFECT_TREMOR = 29,    /* T */
    EFFECT_EXTRA = 33      /* X */
};

/* Extended effects, letter E of a pattern: which one, by the parameter's first digit. */
enum {
    EXTENDED_UP = 1,
    EXTENDED_DOWN = 2,
    EXTENDED_GLIDE = 3,
    EXTENDED_VIBRATO = 4,
    EXTENDED_TUNING = 5,
    EXTENDED_LOOP = 6,
    EXTENDED_TREMOLO = 7,
    EXTENDED_PAN = 8,
    EXTENDED_RETRIGGER = 9,
    EXTENDED_LOUDER = 10,
    EXTENDED_SOFTER = 11,
    EXTENDED_CUT = 12,
    EXTENDED_LATER = 13,
    EXTENDED_DELAY = 14
};

static inline bool song_is_extended(const ox_song_note *note, uint32_t which) {
    return note->effect == EFFECT_EXTENDED && note->parameter >> 4 == which;
}

/* Reads the fields of the next channel of a row. *empty: channels that say nothing and are still to come. */
void song_read_note(const ox_song_data *data, uint32_t *cursor, uint32_t end, uint32_t *empty,
                    ox_song_note *note);

/* The end of a pattern's rows. */
uint32_t song_pattern_end(const ox_song_data *data, uint32_t pattern);

#endif
