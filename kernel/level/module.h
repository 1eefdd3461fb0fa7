/* Levels as a module of the console: the objects, volumes and geometry that level texts put into scenes of every
 * cart.
 *
 *     scene main                                        in cart.txt
 *       level yard                                      all that stands in level `yard` is there while the scene plays
 *       level harbour near=30 far=45                    only while the camera that looks is within 30 m of it, until it is 45 m away
 *       level wood near=8 by=hero                       the same, by the place of the object `hero`
 *       level cellar later                              when a script says so: level_play, level_go
 *
 * A cart that says `first-level cellar` and no `start` begins in the first scene that plays this level, and the level
 * is there from the start.
 *
 * SPAWNS (kernel/level/spawner.h) make objects of the cart's types, where `later` says so when a script asks by `summon`. Their names, `set` and
 * scale come on top of what the type says. VOLUMES notice every object with a place (kernel/scene/region.h): who comes in and who leaves is told by
 * the events Enter and Leave, one step later, with the name and the kind of the volume. LOCATORS and PATHS are places and curves by name, also
 * of levels that are far away. INSTANCES (kernel/level/geometry.h) are drawn with the scene. Names are looked for level by level, in the
 * order of the scene's lines.
 *
 * LAYERS (kernel/level/area.h) are spawns and lights that come and go, or are shown and hidden, together. Layers of
 * one name in several levels are one for scripts. WAVES (kernel/level/wave.h) ask spawns that are `later` by the
 * clock; waves stand still while their level rests. ELEMENTS (kernel/world/element.h) are objects with a place, a
 * model and a health, which scripts find by their names; they stand in the place of the instance that they name, and
 * stay as broken as they are while their level rests. LIGHTS, suns and points, shine beside the scene's lights: the
 * suns, then the point lights nearest to the eye, as many as a picture may have.
 *
 * NEAR AND FAR. A level with `near` rests while it is far away: its objects are gone, its volumes notice nobody, and
 * it is not drawn; objects that were inside of a volume leave it. When the level is near its objects are made anew,
 * and all its volumes are on. Distances are those of the longest axis, from the camera's place, as scripts or the
 * scene put it, to the level's bounds; what the player does with the picture (pointer, wheel) does not count.
 *
 * STATE. The levels that rest, the counts of spawners and the objects inside of volumes are a part of the console's
 * state. This part stays while chunks change (live reload), unless the text of one of the scene's levels has changed:
 * then all levels of the scene begin anew.
 *
 * Bytes: 12 a spawn, 1 a layer, 108 waves and 24 a line of theirs, 20 an element and 28 a version, 104 a volume and
 * 16 an object of the world beside the object's own; `capacity trigger-events` pairs of a volume and an object
 * inside. Room in the world is made for what the spawns of all levels may have alive at once (kernel/level/spawner.h,
 * ox_spawners_plan), or for `capacity level-objects N` objects.
 *
 * Some data of levels are for programs in C alone: collision, walks, ledges, motifs of light, collision and effects
 * of versions, tags, neighbours. All levels of a scene are held while it plays: levels that are stored plain in an
 * image in memory take no further memory. */
#ifndef OXCART_KERNEL_LEVEL_MODULE_H
#define OXCART_KERNEL_LEVEL_MODULE_H

#include "kernel/console/console.h"
#include "kernel/level/area.h"
#include "kernel/level/path.h"
#include "kernel/level/wave.h"
#include "kernel/module/module.h"

extern const ox_module ox_level_module;

enum {
    OX_CAPACITY_LEVEL_OBJECTS, /* objects that all levels of a scene have at once */
    OX_LEVELS_CAPACITIES
};
extern const ox_capacity ox_level_capacities[OX_LEVELS_CAPACITIES];

enum { OX_LEVELS_NATIVES = 32, OX_LEVELS_EVENTS = 5 };
extern const ox_script_native ox_level_native_rows[OX_LEVELS_NATIVES];

/* ---- for carts in C, the same as the natives. Enter and Leave come to a plan's events of these names, with handle, name and kind as the
 * arguments 1, 2 and 3. ---- */

/* The areas of the scene that plays, in the order of its lines, and how many; 0 where it has no levels. */
uint32_t ox_levels_areas(const ox_console *console, const ox_area **areas);

/* The first locator of that name, level by level. OX_NOT_FOUND. */
FX_MUST_CHECK ox_status ox_levels_locator(const ox_console *console, ox_id name, ox_locator *locator);
FX_MUST_CHECK ox_status ox_levels_path(const ox_console *console, ox_id name, ox_level_path *path);

/* The nearest locator of a kind. Of equally near locators that of the first level counts, and there the first.
 * OX_NOT_FOUND. */
FX_MUST_CHECK ox_status ox_levels_nearest_locator(const ox_console *console, ox_id kind, vec3 to,
                                                  ox_locator *locator);

/* Makes the object of a `spawn ... later`. OX_NOT_FOUND: no level has the spawn; OX_FULL, a normal outcome: the
 * spawner may make no object now, or the level is far. */
FX_MUST_CHECK ox_status ox_levels_summon(const ox_console *console, ox_id name, ox_handle *made);

/* Whether an object stands in a volume. OX_STALE_HANDLE: the object is gone, or has no place; OX_NOT_FOUND: no level
 * has the volume. */
FX_MUST_CHECK ox_status ox_levels_inside(const ox_console *console, ox_handle object, ox_id name,
                                         bool *inside);

/* Switches a volume on or off; objects inside of a volume that goes off leave it. OX_NOT_FOUND. */
FX_MUST_CHECK ox_status ox_levels_watch(const ox_console *console, ox_id name, bool active);

/* Layers of one name in several levels count as one. ox_levels_layer gives the OX_LAYER_... bits of the first level
 * that has the layer; ox_levels_change_layer changes it in all levels by ox_area_layer_show or ox_area_layer_use.
 * False: no level has such a layer. */
typedef void ox_layer_change(ox_area *area, uint32_t layer, bool on);
bool ox_levels_layer(const ox_console *console, ox_id name, uint32_t *state);
bool ox_levels_change_layer(const ox_console *console, ox_id name, ox_layer_change *change, bool on);

/* The state of a level's spawn by its name: how many objects it has made, how many live, and whether it is stopped,
 * which may be changed. NULL when no level has the spawn. */
ox_spawner_state *ox_levels_spawner(const ox_console *console, ox_id name);

/* An area by name, NULL for none: its objects are there while it does not rest. Waves by name, NULL for none: for
 * ox_waves_pause and their state. The elements of all levels, for ox_element_hit; NULL where there are none. Their
 * changes are a part of the state. */
ox_area *ox_levels_area(const ox_console *console, ox_id level);
ox_waves *ox_levels_waves(const ox_console *console, ox_id waves);
ox_elements *ox_levels_elements(const ox_console *console);

/* ox_levels_start_waves begins waves, anew where they had begun. ox_levels_play makes a level come from the next step
 * on, where it is near, or go. False: no level has that name. */
bool ox_levels_start_waves(const ox_console *console, ox_id waves);
bool ox_levels_play(const ox_console *console, ox_id level, bool there);

/* Makes a level come as ox_levels_play does, and all other levels of the scene that are `later` go. False: no level
 * has that name. */
bool ox_levels_go(const ox_console *console, ox_id level);

#endif
