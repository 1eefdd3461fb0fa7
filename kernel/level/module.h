/* Levels as a module of the console: what their texts put into the world, in scenes of every cart.
 *
 *     scene main                                        in cart.txt
 *       level yard                                      all that stands in level `yard` is there while the scene plays
 *       level harbour near=30 far=45                    only while the camera that looks is within 30 m of it, until it is 45 m away
 *       level wood near=8 by=hero                       the same, by the place of the object `hero`
 *       level cellar later                              when a script says so: level_play, level_go
 *
 * A cart that says `first-level cellar` and no `start` begins in the first scene that plays it, and it is there from the start.
 *
 * SPAWNS (kernel/level/spawner.h) make objects of the cart's types, where `later` says so when a script asks by `summon`. Their names, `set` and
 * scale come on top of what the type says. VOLUMES notice every object with a place (kernel/scene/region.h): who comes in and who leaves is told by
 * the events Enter and Leave, one step later, with the name and the kind of the volume. LOCATORS and PATHS are places and curves by name, also
 * of levels that are far away. INSTANCES (kernel/level/geometry.h) are drawn with the scene. Names are looked for level by level, in the
 * order of the scene's lines.
 *
 * LAYERS (kernel/level/area.h) are what comes and goes, or is seen and not, together: spawns and lights of a layer. Layers of one name in several
 * levels are one for scripts. WAVES (kernel/level/wave.h) ask spawns that are `later` by the clock; they stand while their level rests. ELEMENTS
 * (kernel/world/element.h) are objects with a place, a model and a health, which scripts find by their names; they stand in the place of the
 * instance that they name, and stay as broken as they are while their level rests. LIGHTS, suns and points, shine beside those of the scene: the
 * suns, then what is nearest to the eye, as many as a picture may have.
 *
 * NEAR AND FAR. A level with `near` rests while it is far away: its objects are gone, its volumes notice nobody, and it is not drawn; whoever was
 * inside of a volume leaves it. When it is near its objects are made anew, and all its volumes are on. Distances are those of the longest axis, from the camera's place, as
 * scripts or the scene put it, to the level's bounds; what the player does with the picture (pointer, wheel) does not count.
 *
 * STATE. Which levels rest, what spawners have made, who is inside: a part of the console's state. While chunks change (live reload) it stays, unless
 * the text of one of the scene's levels has changed: then all levels of the scene begin anew.
 *
 * Bytes: 12 a spawn, 1 a layer, 108 waves and 24 a line of theirs, 20 an element and 28 a version, 104 a volume and 16 an object of the world beside what objects are; `capacity trigger-events` pairs of a volume and somebody
 * inside. Room in the world is made for what the spawns of all levels may have alive at once (kernel/level/spawner.h, ox_spawners_plan), or for
 * `capacity level-objects N` objects.
 *
 * What levels say for programs in C alone: collision, walks, ledges, motifs of light, collision and effects of versions, tags, neighbours. All levels
 * of a scene are held while it plays: where they lie plain in an image that is in memory they take none. */
#ifndef OXCART_KERNEL_LEVEL_MODULE_H
#define OXCART_KERNEL_LEVEL_MODULE_H

#include "kernel/console/console.h"
#include "kernel/level/area.h"
#include "kernel/level/path.h"
#include "kernel/level/wave.h"
#include "kernel/module/module.h"

extern const ox_module ox_level_module;

enum {
    OX_CAPACITY_LEVEL_OBJECTS, /* that all levels of a scene have at once */
    OX_LEVELS_CAPACITIES
};
extern const ox_capacity ox_level_capacities[OX_LEVELS_CAPACITIES];

enum { OX_LEVELS_NATIVES = 32, OX_LEVELS_EVENTS = 5 };
extern const ox_script_native ox_level_native_rows[OX_LEVELS_NATIVES];

/* ---- for carts in C, the same as the natives. Enter and Leave come to a plan's events of these names, with handle, name and kind as the
 * arguments 1, 2 and 3. ---- */

/* The areas of the scene that plays, in the order of its lines, and how many; 0 where it has no levels. */
uint32_t ox_levels_areas(const ox_console *console, const ox_area **areas);

/* The first of that name, level by level. OX_NOT_FOUND. */
FX_MUST_CHECK ox_status ox_levels_locator(const ox_console *console, ox_id name, ox_locator *locator);
FX_MUST_CHECK ox_status ox_levels_path(const ox_console *console, ox_id name, ox_level_path *path);

/* The nearest locator of a kind, of equally near ones the first level's and there the first. OX_NOT_FOUND. */
FX_MUST_CHECK ox_status ox_levels_nearest_locator(const ox_console *console, ox_id kind, vec3 to,
                                                  ox_locator *locator);

/* The object of a `spawn ... later`. OX_NOT_FOUND: no level has it; OX_FULL, a normal outcome: it may not come, or the level is far. */
FX_MUST_CHECK ox_status ox_levels_summon(const ox_console *console, ox_id name, ox_handle *made);

/* Whether an object stands in a volume. OX_STALE_HANDLE: it is gone, or has no place; OX_NOT_FOUND: no level has the volume. */
FX_MUST_CHECK ox_status ox_levels_inside(const ox_console *console, ox_handle object, ox_id name,
                                         bool *inside);

/* Switches a volume on or off; who is inside of one that goes off leaves it. OX_NOT_FOUND. */
FX_MUST_CHECK ox_status ox_levels_watch(const ox_console *console, ox_id name, bool active);

/* Layers of one name in several levels are one: whether it is shown and active, as OX_LAYER_... bits of the first level that has it; and a change
 * of all of them by ox_area_layer_show or ox_area_layer_use. False: no level has such a layer. */
typedef void ox_layer_change(ox_area *area, uint32_t layer, bool on);
bool ox_levels_layer(const ox_console *console, ox_id name, uint32_t *state);
bool ox_levels_change_layer(const ox_console *console, ox_id name, ox_layer_change *change, bool on);

/* What is known of a spawn of a level by its name: how many it has made, how many live, and whether it is stopped, which may be changed. NULL for
 * none. */
ox_spawner_state *ox_levels_spawner(const ox_console *console, ox_id name);

/* By name, NULL for none: an area, whose objects are there while it does not rest; waves, for ox_waves_pause and their state. And the elements of all levels, for
 * ox_element_hit; NULL where there are none. What they are asked to do is a part of the state. */
ox_area *ox_levels_area(const ox_console *console, ox_id level);
ox_waves *ox_levels_waves(const ox_console *console, ox_id waves);
ox_elements *ox_levels_elements(const ox_console *console);

/* Waves begin, anew where they had begun; and a level is there from the next step on, where it is near, or goes. False: there are none of that
 * name. */
bool ox_levels_start_waves(const ox_console *console, ox_id waves);
bool ox_levels_play(const ox_console *console, ox_id level, bool there);

/* A level is there likewise, and all others of the scene that are `later` go. False: there is none of that name. */
bool ox_levels_go(const ox_console *console, ox_id level);

#endif
