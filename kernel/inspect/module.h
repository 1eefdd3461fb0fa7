/* The inside view as a module of the console: see inspect.h for what it shows, and how.
 *
 * The module has a state when the boot options name an ox_inspect, and takes no memory of the game. It stands last in the list, so that it draws over all others. The lists of
 * kernel/preset lack it: a program that shows the inside of games puts it behind the list that it takes.
 *
 * It also puts the phases of the world's tick into the profile, and the instructions that behaviours used. */
#ifndef OXCART_KERNEL_INSPECT_MODULE_H
#define OXCART_KERNEL_INSPECT_MODULE_H

#include "kernel/inspect/inspect.h"

extern const ox_module ox_inspect_module;

/* Writes a list of modules and the view behind it, ended by NULL, into `all`, which has room for OX_MODULES_MOST + 1. */
void ox_inspect_join(const ox_module *const *modules, const ox_module **all);

/* The name of a phase of the world's tick ("bodies"). */
const char *ox_inspect_phase_name(ox_phase phase);

#endif
