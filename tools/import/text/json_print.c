/* JSON values as text. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/import/base/intern.h"
#include "tools/import/base/text.h"
#include "tools/import/text/json.h"

typedef struct printer {
    char *text;
    size_t used, room;
    bool failed;
} printer;

static void put(printer *p, const char *text, size_t length) {
    void *grown = p->text;
    if (p->failed || !import_grow(&grown, &p->room, p->used + length + 1, 1)) {
        p->failed = true;
        return;
    }
    p->text = grown;
    memcpy(p->text + p->used, text, length);
    p->used += length;
    p->text[p->used] = 0;
}

static void put_string(printer *p, const char *text) {
    put(p, "\"", 1);
    for (; *text != 0; text++) {
        char escape[8];
        unsigned char c = (unsigned char)*text;
        if (c == '"' || c == '\\') {
            snprintf(escape, sizeof escape, "\\%c", c);
        } else if (c < 0x20 || c == 0x7F) {
            snprintf(escape, sizeof escape, "\\u%04x", (unsigned)c);
        } else {
            put(p, text, 1);
            continue;
        }
        put(p, escape, strlen(escape));
    }
    put(p, "\"", 1);
}

int import_json_format(double number, char to[32]) {
    double back = 0;
    if (!isfinite(number) || number == 0) number = 0; /* a negative zero becomes 0 too */
    int length = snprintf(to, 32, "%.9g", number);
    import_text text = import_text_open(to, (size_t)length);
    if (!import_text_number(&text, &back) || back != number) length = snprintf(to, 32, "%.17g", number);
    return length;
}

static void put_simple(printer *p, const import_json *value) {
    char number[32];
    switch (value->kind) {
    case IMPORT_JSON_NULL:
        put(p, "null", 4);
        break;
    case IMPORT_JSON_BOOLEAN:
        put(p, value->is.boolean ? "true" : "false", value->is.boolean ? 4 : 5);
        break;
    case IMPORT_JSON_NUMBER:
        put(p, number, (size_t)import_json_format(value->is.number, number));
        break;
    case IMPORT_JSON_STRING:
        put_string(p, value->is.text);
        break;
    case IMPORT_JSON_ARRAY:
    case IMPORT_JSON_OBJECT:
        break;
    }
}

/* Walks the tree with a stack of its own: the open arrays and objects, and how many items of each are written. */
static void print(printer *p, const import_json *value) {
    const import_json *open[IMPORT_JSON_DEPTH + 1];
    uint32_t done[IMPORT_JSON_DEPTH + 1];
    int depth = 0;
    open[0] = value;
    done[0] = 0;
    for (;;) {
        const import_json *top = open[depth];
        bool nested = top->kind == IMPORT_JSON_ARRAY || top->kind == IMPORT_JSON_OBJECT;
        bool object = top->kind == IMPORT_JSON_OBJECT;
        if (!nested) put_simple(p, top);
        if (nested && done[depth] == 0) put(p, object ? "{" : "[", 1);
        if (nested && done[depth] < top->count) {
            const import_json *item = &top->is.items[done[depth]];
            if (done[depth]++ > 0) put(p, ", ", 2);
            if (object) {
                put_string(p, item->name);
                put(p, ": ", 2);
            }
            open[++depth] = item;
            done[depth] = 0;
            continue;
        }
        if (nested) put(p, object ? "}" : "]", 1);
        if (depth-- == 0) return;
    }
}

char *import_json_print(const import_json *value) {
    printer p = {NULL, 0, 0, false};
    print(&p, value);
    if (!p.failed) return p.text;
    free(p.text);
    return NULL;
}

char *import_json_quote(const char *text) {
    printer p = {NULL, 0, 0, false};
    put_string(&p, text);
    if (!p.failed) return p.text;
    free(p.text);
    return NULL;
}
