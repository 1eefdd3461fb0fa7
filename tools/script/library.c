/* What the console offers scripts, as declarations: out of the natives of its modules. */
#include <string.h>

#include "kernel/preset/presets.h"
#include "tools/script/compiler.h"

/* What is there without a module. */
static const char core[] =
    "enum Button { UP = 1, DOWN = 2, LEFT = 4, RIGHT = 8, A = 16, B = 32, X = 64, Y = 128, L = 256, R = 512, "
    "START = 1024, SELECT = 2048 }\n"
    "event Press(button: Button)\n"
    "event Release(button: Button)\n";

/* In the order of ox_script_class. */
static const char *const classes[] = {"pure ", "", "query ", "show "};

/* The declarations one after the other; text NULL: only their bytes are counted. */
static size_t declare_natives(char *text) {
    size_t at = 0;
    for (const ox_module *const *m = ox_preset_full; *m != NULL; m++) {
        for (uint32_t i = 0; i < (*m)->native_count; i++) {
            const ox_script_native *native = &(*m)->natives[i];
            const char *const parts[] = {"native ", classes[native->class], "func ", native->declaration,
                                         "\n"};
            for (size_t k = 0; k < sizeof parts / sizeof parts[0]; k++) {
                size_t length = strlen(parts[k]);
                if (text != NULL) memcpy(text + at, parts[k], length);
                at += length;
            }
        }
    }
    return at;
}

const char *script_library_text(script_compiler *c, size_t *size) {
    size_t own = sizeof core - 1;
    *size = own + declare_natives(NULL);
    char *text = script_take(c, *size + 1);
    memcpy(text, core, own);
    (void)declare_natives(text + own);
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
