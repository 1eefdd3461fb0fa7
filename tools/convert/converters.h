/* The converters of pictures, maps, fonts, sounds, music and motions, and what several of them share. */
#ifndef OXCART_TOOLS_CONVERT_CONVERTERS_H
#define OXCART_TOOLS_CONVERT_CONVERTERS_H

#include "tools/convert/pack_companion.h"
#include "tools/import/image/image.h"
#include "tools/import/text/font.h"

bool kinds_sound(const pack_source *source, writer *out);
bool kinds_bank(const pack_source *source, writer *out);
bool kinds_cues(const pack_source *source, writer *out);
bool kinds_song(const pack_source *source, writer *out);
bool kinds_script(const pack_source *source, writer *out);
bool kinds_movie(const pack_source *source, writer *out);

bool kinds_blocks(const pack_source *source, writer *out);
bool kinds_haar(const pack_source *source, writer *out);
bool kinds_skeleton(const pack_source *source, writer *out);
bool kinds_clip(const pack_source *source, writer *out);
bool kinds_bundle(const pack_source *source, writer *out);
bool kinds_pixels(const pack_source *source, writer *out);
bool kinds_numeric(
    const pack_source *source,
    writer *out); /* a table of numbers whose file is a description (tools/import/text/numeric.h) */
bool kinds_font(const pack_source *source, writer *out);
bool kinds_sheet(const pack_source *source, writer *out);
bool kinds_tilemap(const pack_source *source, writer *out);
bool kinds_tileset(const pack_source *source, writer *out);
bool kinds_screen(const pack_source *source, writer *out);

extern const cart_option_row kinds_blocks_options[];
extern const cart_option_row kinds_haar_options[];
struct import_rig;
/* What clips and skins are bound to: CRC-32 over id and parent of every joint. */
uint32_t kinds_rig_hash(const struct import_rig *rig);
extern const cart_option_row kinds_skeleton_options[];
extern const cart_option_row kinds_clip_options[];
extern const cart_option_row kinds_bundle_options[];
extern const cart_option_row kinds_pixels_options[];
extern const cart_option_row kinds_text_options[];
extern const cart_option_row kinds_font_options[];
extern const cart_option_row kinds_sheet_options[];
extern const cart_option_row kinds_tilemap_options[];
extern const cart_option_row kinds_tileset_options[];
/* Takes out of a CODE chunk what serves developers alone. */
void kinds_script_release(writer *chunk);

extern const cart_option_row kinds_sound_options[];
extern const cart_option_row kinds_song_options[];
extern const cart_option_row kinds_script_options[];
extern const cart_option_row kinds_movie_options[];

/* All glyphs of a font asset, with its kernings; free it. */
bool kinds_font_read(const pack_source *source, import_font *font);

/* ---- options of an asset ---- */

/* One sentence at the asset's line of cart.txt; returns false. */
bool kinds_option_wrong(const pack_source *source, const char *key, const char *format, ...)
    IMPORT_PRINTF(3, 4);

/* The option as a whole number from least to most; *value stays as it was when it is not given. */
bool kinds_option_whole(const pack_source *source, const char *key, uint32_t least, uint32_t most,
                        uint32_t *value);

/* As a number. */
bool kinds_option_number(const pack_source *source, const char *key, double least, double most,
                         double *value);

/* As the index of a word in a list that ends with NULL. */
bool kinds_option_choice(const pack_source *source, const char *key, const char *const *choices, int *value);

/* As on or off. */
bool kinds_option_switch(const pack_source *source, const char *key, bool *value);

/* Two whole numbers with a sign between them, such as 16x16 or 10,20. *given tells whether it was there. */
typedef struct kinds_pair {
    const char *key;
    char between;
    uint32_t most;
} kinds_pair;
bool kinds_option_pair(const pack_source *source, kinds_pair form, uint32_t *first, uint32_t *second,
                       bool *given);

/* The name of an asset and a word behind a dot: NAME.WORD. False, and a sentence, when it is too long. */
bool kinds_compound_name(const pack_source *source, const char *word, char name[CART_NAME_MAX]);

/* The file of an asset as a picture; what its reader has to say about it becomes a note. */
bool kinds_picture(const pack_source *source, import_image *picture);

/* ---- samples on their way into an SND_ chunk ---- */

enum { KINDS_S8 = 0, KINDS_S16 = 1, KINDS_ADPCM = 2 };

typedef struct kinds_samples {
    const int16_t *samples; /* interleaved */
    uint32_t frames, channels, rate;
    bool loops, to_and_fro;
    uint32_t loop_start, loop_end, volume;
    int format;     /* KINDS_... */
    uint32_t width; /* of the search of ADPCM */
} kinds_samples;

/* Fills the chunk behind its header; *noise_dB gets signal to noise of what is stored against the samples
 * (99: exact). */
bool kinds_put_samples(const pack_source *source, const kinds_samples *from, writer *out, double *noise_dB);

#endif
