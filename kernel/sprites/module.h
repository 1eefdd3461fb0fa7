/* Flat pictures as a module of the console: the view (view.h) and the layers (layer.h) of a scene. */
#ifndef OXCART_KERNEL_SPRITES_MODULE_H
#define OXCART_KERNEL_SPRITES_MODULE_H

#include "kernel/console/console.h"
#include "kernel/module/module.h"
#include "kernel/sprites/layer.h"

extern const ox_module ox_sprites_module;

enum {
    OX_CAPACITY_SPRITES, /* of objects, at once */
    OX_SPRITES_CAPACITIES
};
extern const ox_capacity ox_sprites_capacities[OX_SPRITES_CAPACITIES];

#endif
