/* The list of the plainest player: scenes and their recordings. */
#include "kernel/preset/presets.h"
#include "kernel/recording/module.h"

const ox_module *const ox_preset_plain[] = {&ox_recording_module, NULL};
