/* A game in C for the image that `oxcart pack rom/carts/examples/sheepfold/in_c` makes: ox_boot_options.cart. */
#ifndef OXCART_CARTS_EXAMPLES_SHEEPFOLD_H
#define OXCART_CARTS_EXAMPLES_SHEEPFOLD_H

#include "kernel/runtime/module.h"

extern const ox_cart sheepfold_cart;

#endif
