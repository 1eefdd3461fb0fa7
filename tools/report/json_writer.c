/* Writes JSON as it comes. */
#include "tools/report/json_writer.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/import/base/text.h"
#include "tools/import/text/json.h"

static void put_text(json_writer *out, const char *text) { writer_bytes(&out->text, text, strlen(text)); }

static void put_line(json_writer *out) {
    put_text(out, "\n");
    for (int i = 0; i < out->depth; i++) put_text(out, "  ");
}

static void put_quoted(json_writer *out, const char *text, size_t length) {
    char *copy = malloc(length + 1), *quoted = NULL;
    if (copy != NULL) {
        memcpy(copy, text, length);
        copy[length] = 0;
        if (!import_utf8_is_valid(copy, length)) {
            for (size_t i = 0; i < length; i++) {
                if ((unsigned char)copy[i] >= 0x80) copy[i] = '?';
            }
        }
        quoted = import_json_quote(copy);
    }
    if (quoted == NULL)
        out->text.failed = true;
    else
        put_text(out, quoted);
    free(quoted);
    free(copy);
}

/* Writes what stands in front of a value: comma, line end, indentation and name. */
static void begin_value(json_writer *out, const char *name) {
    if (out->follows) put_text(out, ",");
    if (out->depth > 0) put_line(out);
    out->follows = true;
    if (name == NULL) return;
    put_quoted(out, name, strlen(name));
    put_text(out, ": ");
}

static void open_level(json_writer *out, const char *name, const char *bracket) {
    begin_value(out, name);
    put_text(out, bracket);
    out->depth++;
    out->follows = false;
}

static void close_level(json_writer *out, const char *bracket) {
    out->depth--;
    if (out->follows) put_line(out);
    put_text(out, bracket);
    out->follows = true;
}

void json_begin_object(json_writer *out, const char *name) { open_level(out, name, "{"); }
void json_end_object(json_writer *out) { close_level(out, "}"); }
void json_begin_array(json_writer *out, const char *name) { open_level(out, name, "["); }
void json_end_array(json_writer *out) { close_level(out, "]"); }

void json_text_part(json_writer *out, const char *name, const char *text, size_t length) {
    begin_value(out, name);
    put_quoted(out, text, length);
}

void json_text(json_writer *out, const char *name, const char *text) {
    json_text_part(out, name, text, strlen(text));
}

void json_number(json_writer *out, const char *name, uint64_t value) {
    char digits[32];
    snprintf(digits, sizeof digits, "%" PRIu64, value);
    begin_value(out, name);
    put_text(out, digits);
}

void json_signed(json_writer *out, const char *name, int64_t value) {
    char digits[32];
    snprintf(digits, sizeof digits, "%" PRId64, value);
    begin_value(out, name);
    put_text(out, digits);
}

void json_double(json_writer *out, const char *name, double value) {
    char digits[32];
    import_json_format(value, digits);
    begin_value(out, name);
    put_text(out, digits);
}

void json_switch(json_writer *out, const char *name, bool value) {
    begin_value(out, name);
    put_text(out, value ? "true" : "false");
}

void json_verbatim(json_writer *out, const char *name, const char *json) {
    begin_value(out, name);
    put_text(out, json);
}

void json_id(json_writer *out, const char *name, uint32_t id) {
    char digits[16];
    snprintf(digits, sizeof digits, "%08x", (unsigned)id);
    json_text(out, name, digits);
}

bool json_print(json_writer *out) {
    bool ok = !out->text.failed;
    if (ok) {
        fwrite(out->text.data, 1, out->text.size, stdout);
        putchar('\n');
    } else {
        fprintf(stderr, "oxcart: error: not enough memory on this machine for the report\n");
    }
    writer_free(&out->text);
    return ok;
}
