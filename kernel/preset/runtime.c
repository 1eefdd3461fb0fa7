/* The list of modules that games in C bring along. */
#include "kernel/runtime/module.h"
#include "kernel/saving/module.h"

const ox_module *const ox_runtime_modules[] = {&ox_runtime_module, &ox_saving_module, NULL};
