/* Saved games and recordings as text, one field a line, and back to the same bytes.
 *
 *     if (state_file_kind_of(data, size) != STATE_NONE && state_lines("a.sav", data, size, &lines, &error)) ...
 *
 * SAVED GAMES (kernel/save/container.h; the bytes of a device, with copies anywhere in it):
 *
 *     save bytes=512
 *       save.fill: 255                                  the byte where no line says otherwise
 *       copy@0.cart: 0000ca47                           then major, minor, sequence, packed
 *       copy@0/62b38f09.version: 256                    a record, by the id of its name
 *       copy@0/62b38f09.fields: 2                       its bytes are those of a descriptor (kernel/type/type.h): each field by
 *       copy@0/62b38f09.5e6f7a8b: i16 90                the id of its name, with kind and values
 *       copy@0/0a0b0c0d.bytes@0: 00ff10                 or bytes, with what is written by descriptors among them:
 *       copy@0/0a0b0c0d/11223344[0]: 1                  its type, a number, how many fields
 *       copy@0/0a0b0c0d/11223344[0].5e6f7a8b: i32 5
 *       raw@96: 00112233                                bytes of no whole copy
 *
 * RECORDINGS (kernel/replay/record.h):
 *
 *     recording bytes=912
 *       head.cart: 0000ca47                             and so on, then snapshot@0 and its bytes
 *       tick[12].player[0].buttons: left+a
 *       tick[12].player[0].stick_x: -3
 *       tick[12].commands[0]: 0102
 *       tick[60].check: 8f3a1122
 *       tick[60].check.item[0]: 00010001 ab12           id, hash; or id, type and values
 *       tick[4155].wait: 4095
 *       tick[300].end: 1
 *       rest@900: 00ff                                  what follows the end, or a recording that was cut or damaged
 *
 * Sums, checksums and lengths follow from the lines and are made anew. Values of 64 bits of a kind without sign are
 * shown without sign. Behind ` # ` stands a comment. */
#ifndef OXCART_TOOLS_DATA_STATE_TEXT_H
#define OXCART_TOOLS_DATA_STATE_TEXT_H

#include <stdint.h>

#include "tools/base/writer.h"
#include "tools/data/ids.h"
#include "tools/inspect/field_lines.h"

typedef enum state_file_kind { STATE_NONE, STATE_SAVE, STATE_RECORDING } state_file_kind;

/* The kind of a file: a recording begins with OXRP; a file with the head of a copy at a multiple of 4 is one of
 * saved games. */
state_file_kind state_file_kind_of(const uint8_t *data, size_t size);

/* The kind of file that a text describes, by the text's first word. */
state_file_kind state_text_kind_of(const char *text, size_t length);

/* All lines of a file of either kind. False after a sentence: the file is of neither kind, or a recording whose
 * head is damaged. */
bool state_lines(const char *name, const uint8_t *data, size_t size, field_lines *lines, tool_error *error);

/* Prints the first line, which stands above all other lines. */
void state_print_head(const uint8_t *data, size_t size, FILE *out);

/* A path with its ids replaced by names as far as they are known; false when no name is known. */
bool state_path_named(const char *path, const ids *names, char *told, size_t room);

/* The bytes that a text of either kind describes. False after a sentence with the line; *out is empty then. */
bool state_assemble(const char *name, const char *text, size_t length, writer *out, tool_error *error);

/* ---- shared by save_text.c and recording_text.c ---- */

enum { STATE_PATH = 96, STATE_ROW = 16, STATE_BYTES_MOST = 1 << 28 };

bool save_lines(const uint8_t *data, size_t size, field_lines *lines);
bool save_assemble(field_reader *text, size_t bytes, writer *out);
bool recording_lines(const char *name, const uint8_t *data, size_t size, field_lines *lines,
                     tool_error *error);
bool recording_assemble(field_reader *text, writer *out);

/* Adds rows `path@OFFSET` of the bytes from..to. */
bool state_rows(field_lines *lines, const char *path, const uint8_t *data, size_t from, size_t to);

/* Reads the bytes of a row `path@OFFSET` behind those already in `out`. */
bool state_read_row(field_reader *text, writer *out);

#endif
