/* Carts that oxcart new writes. */
#ifndef OXCART_TOOLS_CART_TEMPLATE_H
#define OXCART_TOOLS_CART_TEMPLATE_H

#include "tools/cart/cart.h"

/* Writes all files of a template into an existing folder: one of tools/cart/templates by its name. */
bool template_write(const char *name, const char *folder, tool_error *error);
bool template_script_write(const char *folder, tool_error *error); /* files beside the 3d template's models */

#endif
