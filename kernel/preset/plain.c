/* The list without any module. */
#include "kernel/preset/presets.h"

const ox_module *const ox_preset_plain[] = {NULL};
