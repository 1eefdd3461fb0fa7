/* Games in C: the one header that a game includes, and the map of all others.
 *
 *     #include <oxcart.h>
 *
 *     typedef struct bat { fx speed; ang16 phase; } bat;                     a component: objects have it, cart.txt gives it
 *     OX_COMPONENT(bat, &bat_ops, OX_FIELD(bat, speed, OX_FX, OX_SIM, .initial = FX(2)), OX_FIELD(bat, phase, OX_ANGLE, OX_SIM));
 *
 *     typedef struct caves { int32_t found; } caves;                         the game's own state: one record
 *     OX_RECORD(caves, OX_FIELD(caves, found, OX_I32, OX_SIM));
 *
 *     static ox_script_answer native_flap(ox_script_call *call) { ... }      what its scripts in Goad call
 *     static void step(const ox_module_host *host, void *state) { caves *c = state; ... }
 *     static void draw(const ox_module_host *host, void *state, ox_module_pass pass, rs_frame *frame, uf16 fraction) { ... }
 *
 *     static const ox_script_native natives[] = {OX_NATIVE(flap, SIM, "v(o)", "flap(who: obj)", "flaps once")};
 *     OX_MODULE(caves, .record = &caves_type, .simulate = step, .draw = draw, OX_COMPONENTS(&bat_component),
 *               OX_NATIVES(natives), OX_EVENTS({"Found(count: int)", "a coin was found"}));
 *
 * and in cart.txt `code caves.c`. A cart may have any number of such lines, each of them one module, beside scripts or without any.
 * kernel/module/module.h tells what a module may say and when its functions are called. `oxcart new mygame --template c` writes a game to begin with.
 *
 * STATE. What a game remembers from step to step is fields of its record and of components: then saved games, rewind, recordings, hashes and the
 * live reload know it without another line, and the game is the same on every machine. Pointers that the console may move (objects, resources)
 * are asked for anew in each step.
 *
 * THE PROMISE. No floating point, no heap, no files, no clock, no variables outside of the state: the objects of a cart are checked
 * when it is packed. Numbers are fx (FX(1.5) is a constant, fx_mul a product), memory comes from host->resident in `begin`, colours are 0xRRGGBB by
 * ox_resource_native(host->resources, 0xFFFFFF), random numbers come from host->random or from an rng32 in the record.
 *
 * NOTHING TO REMEMBER. A module without a record, and without functions that make a state, is called all the same; `state` is NULL then.
 *
 * C++. Programs in C++ include any installed header: what it declares is C there. A member or parameter `class` is `class_`. The macros below that
 * fill in tables (OX_MODULE, OX_COMPONENT, OX_RECORD) are for C: a cart's `code` is C.
 *
 * VERSIONS. What is in the headers of the map below is public: it changes by a line in CHANGELOG.md that tells what to do. Headers named internal.h or
 * ..._work.h, and what lies deeper than a header of the map says, may change without. A module knows by OXCART_SEAM what it was compiled for; the command
 * compiles anew what was made for another one.
 *
 * THE MAP, in the order of reading:
 *
 *     numbers        fixedmath/fixedmath.h     scalars, angles, vectors, matrices, quaternions, curves, random numbers
 *     the seam       kernel/module/module.h    what a module is, when it is called, what it may ask for
 *     objects        kernel/world/world.h      the tick; component.h, place.h, query.h, attachment.h, element.h
 *     events         kernel/event/events.h     one bus for scripts, modules and C
 *     input          kernel/input/input.h      buttons and sticks; input_map/input_map.h: what players mean by them
 *     time           kernel/time/random.h, timer.h, task/task.h, state/machine.h
 *     pictures       raster/frame.h            models, lights; raster/flat.h: shapes, pictures, letters
 *     the console    kernel/console/console.h  scenes, resources, memory
 *     mistakes       kernel/inspect/entry.h    the game's own numbers, menus and text boxes in the inside view, bytes to watch
 *                    kernel/debug/break.h      stops where a condition holds; kernel/debug/bench.h measures code
 *     what modules offer to C: the module.h of level, game, collision, physics, sprites, tilemap, sound, music, ui, tween, particles, track ...
 *     whole games    kernel/runtime/module.h   a game without the seam: a plan of tables, and functions for start, step and picture (OX_CART) */
#ifndef OXCART_KERNEL_OXCART_H
#define OXCART_KERNEL_OXCART_H

#include <string.h>

#include "fixedmath/fixedmath.h"
#include "kernel/collision/module.h"
#include "kernel/console/console.h"
#include "kernel/content/module.h"
#include "kernel/debug/bench.h"
#include "kernel/debug/break.h"
#include "kernel/debug/format.h"
#include "kernel/debug/log.h"
#include "kernel/draw/words.h"
#include "kernel/event/area.h"
#include "kernel/event/events.h"
#include "kernel/game/module.h"
#include "kernel/input/condition.h"
#include "kernel/input/input.h"
#include "kernel/input_map/module.h"
#include "kernel/inspect/entry.h"
#include "kernel/level/module.h"
#include "kernel/module/module.h"
#include "kernel/music/module.h"
#include "kernel/particles/module.h"
#include "kernel/physics/module.h"
#include "kernel/physics/mover.h"
#include "kernel/runtime/module.h"
#include "kernel/saving/module.h"
#include "kernel/sound/module.h"
#include "kernel/sprites/module.h"
#include "kernel/state/machine.h"
#include "kernel/task/task.h"
#include "kernel/text/buffer.h"
#include "kernel/tilemap/module.h"
#include "kernel/time/random.h"
#include "kernel/time/timer.h"
#include "kernel/track/module.h"
#include "kernel/tween/module.h"
#include "kernel/ui/module.h"
#include "kernel/world/attachment.h"
#include "kernel/world/component.h"
#include "kernel/world/element.h"
#include "kernel/world/place.h"
#include "kernel/world/query.h"
#include "kernel/world/world.h"
#include "raster/flat.h"
#include "raster/frame.h"
#include "rom/data.h"

/* The version of the seam between modules and the console. */
#define OXCART_SEAM 2

/* ---- records and components ---- */

/* NAME_type, the descriptor of a record by its fields. */
#define OX_RECORD(record_, ...)                                                                              \
    static const ox_field record_##_fields[] = {__VA_ARGS__};                                                \
    static const ox_type record_##_type = OX_TYPE(record_, record_##_fields, 1)

/* NAME_component, a component with that record; `ops_` is an ox_component_ops * or NULL. */
#define OX_COMPONENT(record_, ops_, ...)                                                                     \
    OX_RECORD(record_, __VA_ARGS__);                                                                         \
    static const ox_component_type record_##_component = {                                                   \
        .name = OX_NAME(#record_), .record = &record_##_type, .ops = (ops_)}

/* ---- what stands in OX_MODULE ---- */

#define OX_COUNT_OF(type_, ...) ((uint32_t)(sizeof((type_[]){__VA_ARGS__}) / sizeof(type_)))

#define OX_COMPONENTS(...)                                                                                   \
    .components = (const ox_component_type *const[]){__VA_ARGS__},                                           \
    .component_count = OX_COUNT_OF(const ox_component_type *const, __VA_ARGS__)
/* Tables of their own: names of rows are worked out by the compiler, which it does in tables alone. */
#define OX_NATIVES(table_)                                                                                   \
    .natives = (table_), .native_count = (uint32_t)(sizeof(table_) / sizeof((table_)[0]))
#define OX_SHOWN(table_) .fields = (table_), .field_count = (uint32_t)(sizeof(table_) / sizeof((table_)[0]))
#define OX_EVENTS(...)                                                                                       \
    .events = (const ox_module_event[]){__VA_ARGS__},                                                        \
    .event_count = OX_COUNT_OF(const ox_module_event, __VA_ARGS__)

/* A native of Goad: its function is native_NAME, the class PURE, SIM, QUERY, SHOW or DRAW (kernel/script/native.h). */
#define OX_NATIVE(name_, class_, signature_, declaration_, about_)                                           \
    OX_SCRIPT_NATIVE(name_, class_, CART, 0, signature_, declaration_, about_)

/* ---- the module, or the game ---- */

/* A shared object that the running console loads has one of these, by which it is found. */
#ifdef OXCART_SHARED
#define OX_SHARED_AS(symbol_, type_, constant_)                                                              \
    extern const type_ *const symbol_;                                                                       \
    __attribute__((visibility("default"))) const type_ *const symbol_ = &constant_;                          \
    extern const uint32_t oxcart_seam[2];                                                                    \
    __attribute__((visibility("default"))) const uint32_t oxcart_seam[2] = {                                 \
        OXCART_SEAM, (uint32_t)(sizeof(ox_module) + 65536u * sizeof(ox_module_host))}
#else
#define OX_SHARED_AS(symbol_, type_, constant_) extern const type_ constant_
#endif

/* NAME_module, the module of a `code` line. */
#define OX_MODULE(name_, ...)                                                                                \
    extern const ox_module name_##_module;                                                                   \
    const ox_module name_##_module = {.id = OX_NAME(#name_), .name = #name_, __VA_ARGS__};                   \
    OX_SHARED_AS(oxcart_module, ox_module, name_##_module)

/* NAME_cart, a whole game by its plan (kernel/runtime/module.h), in place of a module. One of a cart. */
#define OX_CART(name_, ...)                                                                                  \
    extern const ox_cart name_##_cart;                                                                       \
    const ox_cart name_##_cart = {.name = #name_, __VA_ARGS__};                                              \
    OX_SHARED_AS(oxcart_game, ox_cart, name_##_cart)

#endif
