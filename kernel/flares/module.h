/* Lens flares as a module of the console (flare.h): objects that dazzle whoever looks at them.
 *
 *     texture disc disc.xpm                                                    in cart.txt: grey shapes, which take their colours from the line below
 *     type sun
 *       with flare=1 image=burst distance=0 size=64 colour=#FFF0C0
 *       with flare=2 image=disc distance=0.6 size=24 alpha=0.5 colour=#80C0FF
 *       with flare=3 image=ring random=5,3 size=20 alpha=0.4                 five more, drawn at random
 *     object sun at=8,6,-20
 *
 *     find('sun').flare_alpha = 0.2                                           in scripts, of an object's first element; a tween may change it
 *     find('sun').flare_number += 1                                             other elements of `random`
 *
 *     ox_flare *f = ox_component_get(world, object, type);                    in C: type is ox_world_component(world, OX_NAME("flare"))
 *
 * The light is where the object is, in scenes of models and in flat ones. Its `scale` is that of all its elements. They are drawn over the scene and its
 * layers, below effects and what scripts draw; `mode=add`, as it is without a word, makes the picture lighter, so black adds nothing; `mix` covers it
 * by `alpha`.
 *
 * An object that is not visible, stands behind the camera, or lies further from the middle of the picture than its corners, shows nothing. In scenes of
 * models the balls about what is drawn of other objects hide it: of five rays to the light and to points around it, a thirty-second of the picture's half
 * height away, those that pass are the part of the alpha that is left. No depth is there when pictures are recorded. A ball that holds the
 * eye or the light (a floor, a lamp) hides nothing.
 *
 * In 256 colours both are mixed through the palette's table of nearest colours, which a cart with such lines has.
 *
 * An image asks for the module by such lines, or, for carts in C, by the capacity `flares`. The fields are the game's state; nothing else is kept. Memory:
 * 40 bytes an element on 32 bits. Each light looks at every object five times. */
#ifndef OXCART_KERNEL_FLARES_MODULE_H
#define OXCART_KERNEL_FLARES_MODULE_H

#include "kernel/flares/flare.h"
#include "kernel/module/module.h"

extern const ox_module ox_flares_module;

enum { OX_CAPACITY_FLARES, OX_FLARES_CAPACITIES };
extern const ox_capacity ox_flares_capacities[OX_FLARES_CAPACITIES];

enum { OX_FLARES_FIELDS = 4 };
extern const ox_script_field ox_flares_field_rows[OX_FLARES_FIELDS];

#endif
