/* Lines of text made without a library. */
#ifndef OXCART_RASTER_VIEWS_INSPECT_WORK_H
#define OXCART_RASTER_VIEWS_INSPECT_WORK_H

#include "raster/inspect.h"

typedef struct rs_line {
    char text[120];
    uint32_t used;
} rs_line;

static inline void rs_line_text(rs_line *line, const char *text) {
    while (*text != '\0' && line->used + 1 < sizeof line->text) line->text[line->used++] = *text++;
    line->text[line->used] = '\0';
}

static inline void rs_line_number(rs_line *line, int64_t value) {
    char digits[24];
    uint64_t rest = value < 0 ? 0u - (uint64_t)value : (uint64_t)value;
    int at = sizeof digits - 1;
    digits[at] = '\0';
    do digits[--at] = (char)('0' + rest % 10u);
    while ((rest /= 10u) != 0);
    if (value < 0) digits[--at] = '-';
    rs_line_text(line, digits + at);
}

/* Adds " name value" to a line. */
static inline void rs_line_named(rs_line *line, const char *name, int64_t value) {
    rs_line_text(line, " ");
    rs_line_text(line, name);
    rs_line_text(line, " ");
    rs_line_number(line, value);
}

static inline void rs_line_begin(rs_line *line, const char *text) {
    line->used = 0;
    rs_line_text(line, text);
}

#endif
