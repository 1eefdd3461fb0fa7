/* The library of the console as declarations, made of the natives and events of its modules. */
#include <string.h>

#include "tools/base/known.h"
#include "tools/script/compiler.h"

/* Declarations that need no module. */
static const char core[] =
    "enum Button { UP = 1, DOWN = 2, LEFT = 4, RIGHT = 8, A = 16, B = 32, X = 64, Y = 128, L = 256, R = 512, "
    "START = 1024, SELECT = 2048 }\n"
    "enum Align { LEFT, CENTRE, RIGHT, START, END }\n"
    "enum Ink { OPAQUE, ALPHA, HALF, ADD, SUBTRACT, MULTIPLY }\n"
    "enum Conflict { SWAP, REFUSE, SHARE }\n"
    "event Press(button: Button)\n"
    "event Release(button: Button)\n";

static size_t put_parts(char *text, size_t at, const char *const *parts, size_t count) {
    for (size_t k = 0; k < count; k++) {
        size_t length = strlen(parts[k]);
        if (text != NULL) memcpy(text + at, parts[k], length);
        at += length;
    }
    return at;
}

/* Words of classes in the order of ox_script_class. */
static const char *const classes[] = {"pure ", "", "query ", "show ", "draw "};

/* Writes the declarations one after the other; text NULL: only their bytes are counted. */
static size_t declare_modules(char *text) {
    size_t at = 0;
    for (const ox_module *const *m = known_modules(); *m != NULL; m++) {
        for (uint32_t i = 0; i < (*m)->native_count; i++) {
            const ox_script_native *native = &(*m)->natives[i];
            const char *const parts[] = {"native ", classes[native->class], "func ", native->declaration,
                                         "\n"};
            at = put_parts(text, at, parts, sizeof parts / sizeof parts[0]);
        }
        for (uint32_t i = 0; i < (*m)->event_count; i++) {
            const char *const parts[] = {"event ", (*m)->events[i].declaration, "\n"};
            at = put_parts(text, at, parts, sizeof parts / sizeof parts[0]);
        }
    }
    return at;
}

bool script_library_allows(const char *name, uint32_t trust) {
    for (const ox_module *const *m = known_modules(); *m != NULL; m++) {
        const ox_script_native *native = ox_script_native_find(
            &(ox_script_natives){(*m)->natives, (*m)->native_count, NULL}, rom_id(name));
        if (native != NULL) return ox_script_native_allows(native, trust);
    }
    return true;
}

const char *script_library_text(script_compiler *c, size_t *size) {
    size_t own = sizeof core - 1;
    const char *rows = c->options.rows == NULL ? "" : c->options.rows;
    *size = own + declare_modules(NULL) + strlen(rows);
    char *text = script_take(c, *size + 1);
    memcpy(text, core, own);
    size_t at = own + declare_modules(text + own);
    memcpy(text + at, rows, strlen(rows));
    text[*size] = 0;
    return text;
}

static void keep_used(script_list *list) {
    size_t kept = 0;
    for (size_t i = 0; i < list->count; i++)
        if (!list->list[i]->library || list->list[i]->used) list->list[kept++] = list->list[i];
    list->count = kept;
}

void script_library_leave_out(script_compiler *c) {
    keep_used(&c->natives);
    keep_used(&c->events);
}
