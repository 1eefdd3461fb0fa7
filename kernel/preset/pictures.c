/* The list of modules for scenes that are only looked at. */
#include "kernel/effects/module.h"
#include "kernel/flares/module.h"
#include "kernel/particles/module.h"
#include "kernel/preset/presets.h"
#include "kernel/sprites/module.h"
#include "kernel/tilemap/module.h"

const ox_module *const ox_preset_pictures[] = {&ox_particles_module, &ox_sprites_module, &ox_tilemap_module,
                                               &ox_flares_module,    &ox_effects_module, NULL};
