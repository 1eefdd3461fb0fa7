/* Expressions of Goad in the console of the inside view: looked at in a game that runs, by the texts of its cart (tools/debug/look.h). */
#ifndef OXCART_TOOLS_PLAY_CONSOLE_GOAD_H
#define OXCART_TOOLS_PLAY_CONSOLE_GOAD_H

#include "kernel/inspect/inspect.h"

/*
 * Looks at an expression as the behaviour of the object that is open on the page of objects sees it, else as the first script's globals do. `folder` is the cart's. False and the reason in `answer`, else the
 * value; what would change something is refused.
 */
bool console_goad_look(const ox_inspect *view, const char *folder, const char *expression, char *answer,
                       size_t size);

#endif
