/* Files that other programs bring into a form that is read here: compressed sounds, pictures of paint programs, outline fonts, models of editors. */
#ifndef OXCART_TOOLS_IMPORT_PROGRAM_PROGRAM_H
#define OXCART_TOOLS_IMPORT_PROGRAM_PROGRAM_H

#include "tools/base/error.h"

#include <stdint.h>

/* The outcome of a program: a WAV sound, a PNG picture, a BDF font, a binary glTF model. */
typedef enum import_program_outcome {
    IMPORT_PROGRAM_WAV,
    IMPORT_PROGRAM_PNG,
    IMPORT_PROGRAM_BDF,
    IMPORT_PROGRAM_GLB,
    IMPORT_PROGRAM_OUTCOMES
} import_program_outcome;

/*
 * Nothing runs that its user has not allowed, whatever a cart holds. The settings are the user's own file, oxcart/programs.txt in
 * $XDG_CONFIG_HOME (else ~/.config), with one statement a line and # for remarks:
 *
 *     allow ffmpeg                                       a program of PATH by its name, or its absolute path
 *     importer .ogg wav ffmpeg -v error -i {in} {out}    how an ending becomes a wav, png, bdf or glb; before those built in
 *     trust /home/me/games                               its carts may have ways of their own, by allowed programs
 *     seconds 60                                         how long a program may take, 1 to 600
 *
 * Built in are ways by ffmpeg and sox (ogg, mp3, flac, opus, m4a, aac, aiff), ImageMagick's magick and convert (psd, webp, xcf, svg),
 * otf2bdf (ttf, otf: 16 pixels) and assimp (fbx, blend, 3ds, x, lwo). The first way of an ending whose program is there
 * and allowed is taken.
 *
 * A program gets its words as they are, without a shell, in a folder of its own that is removed afterwards: {in} is a copy of the file
 * under a plain name, {out} what it must write, so that no name of a file reaches it. It has no input, at most the seconds above, and may write
 * 256 MB. When the program fails, the first line of its output is told.
 *
 * The settings are read by import_file_read, so that a step of a build that was read this way (tools/step/step.h) runs again when they change, and
 * otherwise is kept by the contents of the file.
 */

/*
 * Ways of the cart that is packed, for files in its own folder: a line each, `.ogg ffmpeg -v error -i {in} -f wav
 * {out}`. A way of a cart serves every outcome and comes before all others. It counts only where the settings
 * trust the cart's folder and allow the program: its words are the cart's, and many programs can be told to do
 * anything. Both texts stay the caller's; NULL ends the cart's ways. They hold for the whole process; set them
 * while no other thread reads.
 */
void import_program_cart(const char *folder, const char *lines);

/* The fault of a way of a cart; NULL when it has none. */
const char *import_program_fault(const char *ending, const char *command);

/* Whether a way leads from the ending of a path to `outcome`. */
bool import_program_reads(const char *path, import_program_outcome outcome);

/*
 * The bytes of the file `path`, which were read, as `outcome`: *data (malloc'd, a zero byte behind) and *size are
 * replaced when a way leads from the file's ending to the outcome, else they stay. On failure false, one sentence
 * that says what to install, to allow or to save the file as, and *data is freed.
 */
bool import_program_convert(const char *path, import_program_outcome outcome, uint8_t **data, size_t *size,
                            tool_error *error);

#endif
