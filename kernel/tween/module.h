/* Tweens as a module of the console (tween.h): values of objects that go to another value in time.
 *
 *     object lamp at=0,1,0                                                    in cart.txt, below an object or a type
 *       with tween=size to=1.5 time=0.8 curve=sine_in_out times=0 way=back
 *     tween(door, 'angle', ...)                                               in scripts: oxcart help natives
 *     ox_tween_start(host->world, object, &tween);                            in C
 *
 * A field is named as scripts name the members of objects: `pos`, `angle`, `size`, `pitch`, `spin` ... Variables and props of behaviours
 * are none of them. What is done is told by `on Tweened(who, field)` in the step after its last one.
 *
 * An image asks for the module by such lines, by scripts that call its natives, or, for carts in C, by the capacity `tweens`. The scene's world
 * has room for that many; one that has no room is left out, and the log says so once. Tweens stand still while the scene is paused. */
#ifndef OXCART_KERNEL_TWEEN_MODULE_H
#define OXCART_KERNEL_TWEEN_MODULE_H

#include "kernel/module/module.h"
#include "kernel/tween/tween.h"

extern const ox_module ox_tween_module;

enum { OX_CAPACITY_TWEENS, OX_TWEEN_CAPACITIES };
extern const ox_capacity ox_tween_capacities[OX_TWEEN_CAPACITIES];

enum { OX_TWEEN_NATIVES = 8 };
extern const ox_script_native ox_tween_native_rows[OX_TWEEN_NATIVES];

#endif
