/* The converters of pictures, maps, fonts, sounds, music and motions, and functions that several converters share. */
#ifndef OXCART_TOOLS_CONVERT_CONVERTERS_H
#define OXCART_TOOLS_CONVERT_CONVERTERS_H

#include "tools/convert/pack_companion.h"
#include "tools/import/image/image.h"
#include "tools/import/text/font.h"

bool convert_sound(const pack_source *source, writer *out);
bool convert_voice(const pack_source *source,
                   writer *out); /* a sound whose file is a text that ends in .voice */
bool convert_bank(const pack_source *source, writer *out);
bool convert_cues(const pack_source *source, writer *out);
bool convert_song(const pack_source *source, writer *out);
bool convert_script(const pack_source *source, writer *out);
bool convert_movie(const pack_source *source, writer *out);

bool convert_blocks(const pack_source *source, writer *out);
bool convert_haar(const pack_source *source, writer *out);
bool convert_skeleton(const pack_source *source, writer *out);
bool convert_clip(const pack_source *source, writer *out);
bool convert_bundle(const pack_source *source, writer *out);
bool convert_motion_machine(const pack_source *source, writer *out);
bool convert_pixels(const pack_source *source, writer *out);
bool convert_numeric(
    const pack_source *source,
    writer *out); /* a table of numbers whose file is a description (tools/import/text/numeric.h) */
bool convert_font(const pack_source *source, writer *out);
bool convert_sheet(const pack_source *source, writer *out);
bool convert_tilemap(const pack_source *source, writer *out);
bool convert_tileset(const pack_source *source, writer *out);
bool convert_screen(const pack_source *source, writer *out);
bool convert_grade(const pack_source *source, writer *out);
bool convert_strokes(const pack_source *source, writer *out);
bool convert_bindings(const pack_source *source, writer *out);
bool convert_rumble(const pack_source *source, writer *out);
bool convert_cart(const pack_source *source, writer *out);

/* The id of an event by its name in a text, which begins with a capital letter. */
uint32_t convert_event_id(const char *name);

extern const cart_option_row convert_blocks_options[];
extern const cart_option_row convert_haar_options[];
struct import_rig;
/* The hash of a rig that binds clips and skins to it: CRC-32 over id and parent of every joint. */
uint32_t convert_rig_hash(const struct import_rig *rig);
extern const cart_option_row convert_skeleton_options[];
extern const cart_option_row convert_clip_options[];
extern const cart_option_row convert_bundle_options[];
extern const cart_option_row convert_pixels_options[];
extern const cart_option_row convert_text_options[];
extern const cart_option_row convert_font_options[];
extern const cart_option_row convert_sheet_options[];
extern const cart_option_row convert_tilemap_options[];
extern const cart_option_row convert_tileset_options[];
/* Removes the parts of a CODE chunk that only serve developers. */
void convert_script_release(writer *chunk);

extern const cart_option_row convert_sound_options[];
extern const cart_option_row convert_song_options[];
extern const cart_option_row convert_script_options[];
extern const cart_option_row convert_movie_options[];

/* Reads all glyphs of a font asset, with its kerning pairs; the font is to be freed. */
bool convert_font_read(const pack_source *source, import_font *font);

/* ---- options of an asset ---- */

/* Writes a sentence about an option, with the asset's line of cart.txt; returns false. */
bool convert_option_wrong(const pack_source *source, const char *key, const char *format, ...)
    IMPORT_PRINTF(3, 4);

/* Takes an option as a whole number from least to most; *value stays as it was when the option is not given. */
bool convert_option_whole(const pack_source *source, const char *key, uint32_t least, uint32_t most,
                          uint32_t *value);

/* Takes an option as a number. */
bool convert_option_number(const pack_source *source, const char *key, double least, double most,
                           double *value);

/* Takes an option as the index of a word in a list that ends with NULL. */
bool convert_option_choice(const pack_source *source, const char *key, const char *const *choices,
                           int *value);

/* Takes an option as on or off. */
bool convert_option_switch(const pack_source *source, const char *key, bool *value);

/* An option with two whole numbers and a sign between them, such as 16x16 or 10,20. *given tells whether the line has
 * it. */
typedef struct convert_pair {
    const char *key;
    char between;
    uint32_t most;
} convert_pair;
bool convert_option_pair(const pack_source *source, convert_pair form, uint32_t *first, uint32_t *second,
                         bool *given);

/* Joins the name of an asset and a word with a dot: NAME.WORD. False, and a sentence, when the result is too long. */
bool convert_compound_name(const pack_source *source, const char *word, char name[CART_NAME_MAX]);

/* Reads the file of an asset as a picture; the reader's remark becomes a note. */
bool convert_picture(const pack_source *source, import_image *picture);

/* ---- samples on their way into an SND_ chunk ---- */

enum { CONVERT_S8 = 0, CONVERT_S16 = 1, CONVERT_ADPCM = 2, CONVERT_FILTERED = 4 };

typedef struct convert_samples {
    const int16_t *samples; /* interleaved */
    uint32_t frames, channels, rate;
    bool loops, to_and_fro;
    uint32_t loop_start, loop_end, volume;
    int format;     /* CONVERT_... */
    uint32_t width; /* width of the search of ADPCM */
} convert_samples;

/* Fills the chunk behind its header; *noise_dB gets the signal to noise ratio of the stored samples (99: exact). */
bool convert_put_samples(const pack_source *source, const convert_samples *from, writer *out,
                         double *noise_dB);

#endif
