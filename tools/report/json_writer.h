/* Writes JSON as it comes, without a tree: for reports of verbs.
 *
 *     json_writer out = {0};
 *     json_begin_object(&out, NULL);
 *     json_text(&out, "file", path);
 *     json_begin_array(&out, "chunks");
 *     ...
 *     json_end_array(&out);
 *     json_end_object(&out);
 *     json_print(&out);
 *
 * `name` is the member's name inside of an object and NULL elsewhere. Numbers are whole, or doubles in the shortest form that
 * reads back. In texts that are not UTF-8, every byte beyond ASCII is replaced by '?'. Each member and element has a
 * line of its own. Without memory nothing is printed, and json_print says so. */
#ifndef OXCART_TOOLS_REPORT_JSON_WRITER_H
#define OXCART_TOOLS_REPORT_JSON_WRITER_H

#include "tools/base/writer.h"

typedef struct json_writer {
    writer text;
    int depth;
    bool follows; /* a value stands before on this level */
} json_writer;

void json_begin_object(json_writer *out, const char *name);
void json_end_object(json_writer *out);
void json_begin_array(json_writer *out, const char *name);
void json_end_array(json_writer *out);

void json_text(json_writer *out, const char *name, const char *text);
void json_text_part(json_writer *out, const char *name, const char *text, size_t length);
void json_number(json_writer *out, const char *name, uint64_t value);
void json_signed(json_writer *out, const char *name, int64_t value);
void json_double(json_writer *out, const char *name, double value);
void json_switch(json_writer *out, const char *name, bool value);

/* A value that is JSON already. */
void json_verbatim(json_writer *out, const char *name, const char *json);

/* An id as eight hexadecimal digits in a text. */
void json_id(json_writer *out, const char *name, uint32_t id);

/* Prints the text and a line end to standard output, and frees the text. False without memory. */
bool json_print(json_writer *out);

#endif
