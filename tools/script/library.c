/* What the console offers scripts, as declarations: out of the same table as the console's natives. */
#include <string.h>

#include "kernel/console/script_natives.h"
#include "tools/script/compiler.h"

#define CLASS_PURE "pure "
#define CLASS_QUERY "query "
#define CLASS_SHOW "show "
#define CLASS_SIM ""

static const char *const lines[] = {"enum Button { UP = 1, DOWN = 2, LEFT = 4, RIGHT = 8, A = 16, B = 32, X "
                                    "= 64, Y = 128, L = 256, R = 512, START = 1024, SELECT = 2048 }",
                                    "event Press(button: Button)", "event Release(button: Button)",
#define ROW(name, class, trust, cost, signature, declaration, about)                                         \
    "native " CLASS_##class "func " declaration,
                                    OX_CONSOLE_NATIVES(ROW)};

const char *script_library_text(script_compiler *c, size_t *size) {
    size_t count = sizeof lines / sizeof lines[0], room = 1;
    for (size_t i = 0; i < count; i++) room += strlen(lines[i]) + 1;
    char *text = script_take(c, room), *at = text;
    for (size_t i = 0; i < count; i++) {
        size_t length = strlen(lines[i]);
        memcpy(at, lines[i], length);
        at[length] = '\n';
        at += length + 1;
    }
    *size = (size_t)(at - text);
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
