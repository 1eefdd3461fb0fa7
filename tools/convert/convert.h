/* Turns a single file of any kind that can be imported into a plain file that other programs read. */
#ifndef OXCART_TOOLS_CONVERT_CONVERT_H
#define OXCART_TOOLS_CONVERT_CONVERT_H

#include "tools/base/error.h"

/* Reads `input`, a file of any kind that can be imported, and writes `output`, whose ending chooses the form:
 *
 *     .png   a picture, or the first frame of an animated one
 *     .xpm   a picture as text (import/image/xpm.h)
 *     .obj   a model at rest, in the console's axes, with a material file of the same name beside it
 *     .oxs   a model with all that its scene holds, in the intermediate format (tools/INTERMEDIATE.md)
 *     .wav   a sound, 16 bits
 *     .song  a song as text (convert/song_text.h)
 *     .txt   a tile map as text with commas (import/tile/tilemap.h)
 *     .json  JSON, laid out anew
 *     .ini   settings, laid out anew
 *
 * `say` (may be NULL) gets a sentence about a fact worth knowing or a loss. Nothing is written when the
 * input is refused. */
bool convert_file(const char *input, const char *output, void (*say)(void *argument, const char *text),
                  void *argument, tool_error *error);

#endif
