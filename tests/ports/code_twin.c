/* The cart in C of a player that is linked in this tree. */
#include "kernel/console/console.h"
#include "kernel/preset/presets.h"

extern const ox_cart sheepfold_cart;
const ox_cart *const ox_preset_cart = &sheepfold_cart;
