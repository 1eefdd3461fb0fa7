/* Delayed work in C: ../tasks.goad. Work that happens once is a timer here, work that goes on a task; the plan of
 * pairs.c has both. */
#include "rom/carts/examples/pairs/in_c/pairs.h"

ox_task_state pair_blink(ox_task *task, void *locals, void *of) {
    pair_game *g = of;
    (void)locals;
    OX_TASK_BEGIN(task);
    for (;;) {
        OX_TASK_WAIT(task, 20);
        ox_object *lamp = pair_find(g, OX_NAME("lamp"));
        ox_object_flag(g->world, lamp, OX_OBJECT_VISIBLE, (lamp->flags & OX_OBJECT_VISIBLE) == 0);
        pair_count(g, OX_NAME("blinks"), 1);
    }
    OX_TASK_END(task);
}

/* Values that must outlive a wait stand in the locals of a task. */
ox_task_state pair_follow(ox_task *task, void *locals, void *of) {
    pair_game *g = of;
    int32_t *i = locals;
    OX_TASK_BEGIN(task);
    OX_TASK_WAIT_UNTIL(task, ox_counters_get(ox_game_counters(g->console), OX_NAME("blinks")) >= 3);
    OX_TASK_WAIT_EVENT(task, OX_NAME("ring"));
    for (*i = 1; *i <= 40; ++*i) {
        ox_object *cart = pair_find(g, OX_NAME("cart"));
        pair_put(g, cart, v3_adds(pair_place(g, cart), (vec3){0, 0, FX(-0.1)}));
        OX_TASK_WAIT(task, 1);
    }
    pair_count(g, OX_NAME("arrived"), 1);
    OX_TASK_END(task);
}

void pair_burn(void *of, const ox_timer *timer) {
    (void)timer;
    pair_count(of, OX_NAME("burnt"), 1);
}

static void start_tasks(pair_game *g) {
    (void)!ox_tasks_spawn(ox_console_tasks(g->console), PAIR_TASK_BLINK, 0, NULL);
    (void)!ox_tasks_spawn(ox_console_tasks(g->console), PAIR_TASK_FOLLOW, 0, NULL);
}

static void hear_tasks(pair_game *g, const pair_event *event) {
    const ox_timer fuse = {.name = OX_NAME("fuse"), .call = PAIR_TIMER_FUSE};
    if (pair_pressed(event, PLAT_A)) pair_emit(g, OX_NAME("ring"), OX_HANDLE_NONE, 1, 0);
    if (pair_pressed(event, PLAT_B))
        (void)!ox_timers_add(ox_console_timers(g->console), fuse, 30); /* one of a name at a time */
    if (event->name == OX_NAME("ring"))
        (void)ox_tasks_signal(ox_console_tasks(g->console), OX_NAME("ring"), 1);
}

const pair pair_tasks = {.scene = "scene/tasks", .start = start_tasks, .hear = hear_tasks};
