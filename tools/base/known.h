/* The modules that the tools know: all of the console, and those of the cart at work that its C brings along.
 *
 *     for (const ox_module *const *m = known_modules(); *m != NULL; m++) ...
 *
 * Reading a cart begins with the console's modules alone (known_reset); its `code` statements add one each (known_add). A list that was handed
 * out stays as it is, whatever is read later: whoever plays keeps it. */
#ifndef OXCART_TOOLS_BASE_KNOWN_H
#define OXCART_TOOLS_BASE_KNOWN_H

#include "kernel/module/module.h"

const ox_module *const *known_modules(void);

void known_reset(void);

/* The game in C of the cart at work that is no module but a plan, NULL where there is none. */
struct ox_cart;
const struct ox_cart *known_game(void);
void known_set_game(const struct ox_cart *game);

/* False without memory, and when the console could not take so many. */
bool known_add(const ox_module *module);

/* Whether the console itself has a module of that id. */
bool known_is_own(uint32_t id);

#endif
