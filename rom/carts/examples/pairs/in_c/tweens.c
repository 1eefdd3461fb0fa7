/* Tweens in C: ../tweens.goad. */
#include "rom/carts/examples/pairs/in_c/pairs.h"

#include "kernel/tween/tween.h"

static bool is_moving(const pair_game *g) {
    return ox_tween_find(g->world, pair_find(g, OX_NAME("lamp")), OX_NAME("place"), OX_NAME("pos")) != NULL;
}

static void hear_tweens(pair_game *g, const pair_event *event) {
    ox_object *lamp = pair_find(g, OX_NAME("lamp"));
    const ox_tween rise = {.component = OX_NAME("place"),
                           .field = OX_NAME("pos"),
                           .to = {0, 3 * FX_ONE, 0},
                           .steps = 40,
                           .delay = 5,
                           .times = 2,
                           .flags = OX_TWEEN_BACK, /* there and back */
                           .curve = EASE_SINE_IN_OUT};
    const ox_tween swell = {.component = OX_NAME("place"),
                            .field = OX_NAME("size"),
                            .to = {2 * FX_ONE - ox_object_place_of(g->world, lamp)->size},
                            .steps = 20,
                            .times = 1,
                            .curve = EASE_BACK_OUT};
    if (pair_pressed(event, PLAT_A) && !is_moving(g)) (void)ox_tween_start(g->world, lamp, &rise);
    if (pair_pressed(event, PLAT_B)) (void)ox_tween_start(g->world, lamp, &swell);
    if (pair_pressed(event, PLAT_X)) (void)ox_tween_stop(g->world, lamp, OX_NAME("place"), OX_NAME("size"));
    if (event->name == OX_NAME("tweened")) /* of whom, and which field: a step after the end */
        pair_count(g, (ox_id)event->values[1], 1);
}

static void tick_tweens(pair_game *g) {
    if (is_moving(g)) pair_count(g, OX_NAME("moving"), 1);
}

const pair pair_tweens = {.scene = "scene/tweens", .hear = hear_tweens, .tick = tick_tweens};
