/* Players play images alone. */
#include <stddef.h>

#include "kernel/preset/presets.h"

const struct ox_cart *const ox_preset_cart = NULL;
