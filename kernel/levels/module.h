/* Levels as a module of the console: what their texts put into the world, in scenes of every cart.
 *
 *     scene main                                        in cart.txt
 *       level yard                                      all that stands in level `yard` is there while the scene plays
 *       level harbour near=30 far=45                    only while the camera that looks is within 30 m of it, until it is 45 m away
 *
 * SPAWNS (kernel/level/spawner.h) make objects of the cart's types, where `later` says so when a script asks by `summon`. Their names, `set` and
 * scale come on top of what the type says. VOLUMES notice every object with a place (kernel/scene/region.h): who comes in and who leaves is told by
 * the events Enter and Leave, one step later, with the name and the kind of the volume. LOCATORS and PATHS are places and curves by name, also
 * of levels that are far away. INSTANCES (kernel/level/geometry.h) are drawn with the scene. Names are looked for level by level, in the
 * order of the scene's lines.
 *
 * NEAR AND FAR. A level with `near` rests while it is far away: its objects are gone, its volumes notice nobody, and it is not drawn; whoever was
 * inside of a volume leaves it. When it is near its objects are made anew, and all its volumes are on. Distances are those of the longest axis, from the camera's place, as
 * scripts or the scene put it, to the level's bounds; what the player does with the picture (pointer, wheel) does not count.
 *
 * STATE. Which levels rest, what spawners have made, who is inside: a part of the console's state. While chunks change (live reload) it stays, unless
 * the text of one of the scene's levels has changed: then all levels of the scene begin anew.
 *
 * Bytes: 12 a spawn, 104 a volume and 16 an object of the world beside what objects are; `capacity trigger-events` pairs of a volume and somebody
 * inside. Room in the world is made for what the spawns of all levels may have alive at once (kernel/level/spawner.h, ox_spawners_plan), or for
 * `capacity level-objects N` objects.
 *
 * Sections of other kinds (lights, collision, elements ...) are not played. */
#ifndef OXCART_KERNEL_LEVELS_MODULE_H
#define OXCART_KERNEL_LEVELS_MODULE_H

#include "kernel/console/console.h"
#include "kernel/level/area.h"
#include "kernel/module/module.h"

extern const ox_module ox_levels_module;

enum {
    OX_CAPACITY_LEVEL_OBJECTS, /* that all levels of a scene have at once */
    OX_LEVELS_CAPACITIES
};
extern const ox_capacity ox_levels_capacities[OX_LEVELS_CAPACITIES];

enum { OX_LEVELS_NATIVES = 13, OX_LEVELS_EVENTS = 2 };
extern const ox_script_native ox_levels_native_rows[OX_LEVELS_NATIVES];

/* For carts in C: the areas of the scene that plays, in the order of its lines, and how many; 0 where it has no levels. */
uint32_t ox_levels_areas(const ox_console *console, const ox_area **areas);

#endif
