/* The usual lists of modules, for players and tools (kernel/module/module.h): what a player is made of stands here and nowhere else.
 *
 *     options.modules = ox_preset_full;
 *
 * Lists are ended by NULL and in the order in which modules are called. A program links what its list names. */
#ifndef OXCART_KERNEL_PRESET_PRESETS_H
#define OXCART_KERNEL_PRESET_PRESETS_H

#include "kernel/module/module.h"

/* All modules, for desktops, browsers and the tools. */
extern const ox_module *const ox_preset_full[];

/* All modules but sound, for machines whose port has no speaker yet. */
extern const ox_module *const ox_preset_silent[];

/* Modules for scenes that are only looked at: nobody plays them. */
extern const ox_module *const ox_preset_pictures[];

/* Scenes alone, which can be recorded and replayed: for the quickest player of a machine. */
extern const ox_module *const ox_preset_plain[];

/* The game in C of a player that was linked with one; NULL in all others. A program that brings its own game defines this constant, and
 * the lists above where it wants other ones, so that those of the library are not linked (tools/command/export.c writes such files). */
struct ox_cart;
extern const struct ox_cart *const ox_preset_cart;

#endif
