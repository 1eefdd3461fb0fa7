/* Songs written as text, for carts that make music of their own:
 *
 *     song Dawn                                a title; this line is the first
 *     tempo 140                                beats a minute (125); a tick is 2.5 / tempo seconds
 *     speed 6                                  ticks to a row (6)
 *     channels 3
 *     instrument square volume=40 decay=40     number 1: square, pulse, saw, triangle or noise
 *     instrument noise decay=8 pan=96          number 2
 *     pattern verse                            its rows follow, a cell for each channel
 *     C-4.1 . C-2.2
 *     E-4.1:A04 . .                            note, instrument, effect as FastTracker writes them; `.` is nothing
 *     === . .                                  lets the note go
 *     order calm: verse verse fight: chorus    `calm:` is a name for the place behind it, for music_label('calm')
 *     restart 0                                place of the order to go on with at the end (0)
 *
 * `decay` is ticks until the note is at `hold` (0), of 64; `vibrato` the depth of the instrument's own. C-4 is 261 Hz. `#` with a blank before it begins a
 * comment. */
#ifndef OXCART_TOOLS_CONVERT_SONG_TEXT_H
#define OXCART_TOOLS_CONVERT_SONG_TEXT_H

#include "tools/base/writer.h"
#include "tools/import/sound/song.h"

bool song_text_is(const uint8_t *data, size_t size);

/* Decodes a song, as import_song_decode does: false, `name:line: ...` and an empty song on failure. */
bool song_text_decode(const char *name, const uint8_t *data, size_t size, import_song *song,
                      tool_error *error);

/* Writes a song as such a text; patterns are named p0, p1 ... Read again it is the same song. False, and a sentence, for songs that no
 * such text can be: instruments that are other than one of its waves, notes with volumes, slides of ProTracker. */
bool song_text_write(const char *name, const import_song *song, writer *out, tool_error *error);

/* The word of the wave that a sample holds, NULL when it is none of them. */
const char *song_text_wave(const import_song_sample *sample);

#endif
