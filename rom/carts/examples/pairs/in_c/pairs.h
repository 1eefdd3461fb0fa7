/* The pairs in C: the declarations that the files in this folder share, and the game that plays the pairs.
 *
 * ../NAME.goad and NAME.c are the same small game, one for each mechanism, in the scene `NAME` of both cart.txt.
 * Where Goad has `on start`, `on EVENT` and `on tick`, C has the functions `start`, `hear` and `tick` of a `pair`,
 * called at the same moment of the step; so the two can be read side by side. A game's own part in that is pairs.c: a
 * plan, a system, listeners.
 *
 * Memory of a pair that is neither in the world nor a counter stands in `numbers` and `machine`, which saved games
 * and the way back in time have. */
#ifndef OXCART_CARTS_EXAMPLES_PAIRS_H
#define OXCART_CARTS_EXAMPLES_PAIRS_H

#include "kernel/game/module.h"
#include "kernel/runtime/module.h"
#include "kernel/world/place.h"
#include "kernel/world/query.h"

/* Plays the pair whose scene the console plays: ox_boot_options.cart. */
extern const ox_cart pairs_cart;

struct pair;

typedef struct pair_game {
    ox_console *console;
    ox_world *world;
    const ox_input *input; /* of this step */
    rng32 *luck;
    const struct pair *pair;
    uint32_t steps; /* since the scene began */
    int32_t numbers[4];
    ox_machine machine;
} pair_game;

/* An event that a pair hears: its name, its receiver (NULL: none), and its arguments: numbers, names, or bits of a
 * handle. */
typedef struct pair_event {
    ox_id name;
    ox_object *to;
    int32_t values[3];
} pair_event;

typedef struct pair {
    const char *scene;
    void (*start)(pair_game *game);
    void (*hear)(pair_game *game, const pair_event *event);
    void (*tick)(pair_game *game);
    void (*draw)(const pair_game *game, rs_frame *frame);
} pair;

/* ---- functions that several pairs use, named as in Goad ---- */

/* As count('home', 1), counter_set('home', 1), and a button that goes down. */
void pair_count(pair_game *game, ox_id counter, int32_t by);
void pair_set(pair_game *game, ox_id counter, int32_t value);
bool pair_pressed(const pair_event *event, uint32_t button);

/* As create and find; NULL for none. */
ox_object *pair_create(pair_game *game, ox_id type, vec3 at);
ox_object *pair_find(const pair_game *game, ox_id name);

/* As self.pos, self.pos = ..., self.angle += ..., and a walk by the stick, at most six metres away. */
vec3 pair_place(const pair_game *game, const ox_object *object);
void pair_put(pair_game *game, ox_object *object, vec3 at);
void pair_turn(pair_game *game, const ox_object *object, int32_t degrees);
void pair_walk(pair_game *game, ox_object *object);

/* As emit NAME(value) to an object, or to all, after some steps. */
void pair_emit(pair_game *game, ox_id name, ox_handle to, int32_t value, uint32_t after);

/* Kinds of tasks and calls of timers, in the order of the plan (tasks.c). */
enum { PAIR_TASK_BLINK, PAIR_TASK_FOLLOW, PAIR_TASKS };
enum { PAIR_TIMER_FUSE, PAIR_TIMERS };
ox_task_state pair_blink(ox_task *task, void *locals, void *game);
ox_task_state pair_follow(ox_task *task, void *locals, void *game);
void pair_burn(void *game, const ox_timer *timer);

extern const pair pair_spawn, pair_queries, pair_volumes, pair_paths, pair_layers, pair_spawners, pair_waves,
    pair_elements, pair_areas, pair_events, pair_tasks, pair_states, pair_tweens, pair_counters,
    pair_objectives, pair_trophies, pair_flow, pair_flow_there, pair_attract, pair_attract_game, pair_kept,
    pair_saves, pair_data, pair_random, pair_actions, pair_controls, pair_sounds;

#endif
