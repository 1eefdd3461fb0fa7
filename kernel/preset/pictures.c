/* The list of what is only looked at. */
#include "kernel/particles/module.h"
#include "kernel/preset/presets.h"
#include "kernel/sprites/module.h"

const ox_module *const ox_preset_pictures[] = {&ox_particles_module, &ox_sprites_module, NULL};
