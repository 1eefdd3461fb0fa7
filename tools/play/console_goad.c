/* Looks at an expression by the texts of the cart. */
#include "tools/play/console_goad.h"

#include <stdio.h>

#include "tools/debug/session.h"

bool console_goad_look(const ox_inspect *view, const char *folder, const char *expression, char *answer,
                       size_t size) {
    debug_at at;
    debug_symbols of;
    debug_texts sources;
    cart texts;
    tool_error error;
    uint32_t id;
    if (!debug_where_object(view->host->console, view->opened, &at, &of, &id)) {
        snprintf(answer, size, "the game has no scripts");
        return false;
    }
    if (folder == NULL || !cart_load(folder, &texts, &error)) {
        snprintf(answer, size, "expressions need the cart's folder");
        return false;
    }
    const bool has_texts = debug_texts_read(&texts, id, &of, &sources, answer, size);
    at.texts = &sources;
    const bool ok = has_texts && debug_look_at(&at, expression, answer, size);
    debug_texts_free(&sources);
    cart_free(&texts);
    return ok;
}
