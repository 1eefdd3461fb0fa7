/* The scene of the console: its world, its objects, and what stays of them while the scene is built anew. */
#include <string.h>

#include "kernel/console/internal.h"
#include "kernel/save/world_image.h"

/* ---- opening ---- */

static ox_status make_world(ox_console *c, ox_world_needs *needs) {
    ox_scene_needs(&c->scene, needs);
    needs->components += ox_modules_component_count(c);
    ox_modules_world_needs(c, needs);
    const ox_capacity *more = &ox_kernel_capacities[OX_CAPACITY_OBJECTS];
    if (ox_module_is_declared(&c->host, more) &&
        (c->options.cart == NULL || c->options.cart->runtime == NULL)) {
        const uint32_t room =
            ox_module_capacity(&c->host, more); /* for C of modules; a plan has its own share */
        needs->objects += room;
        needs->placed += room;
    }
    if (needs->objects < needs->least_objects) needs->objects = needs->least_objects;
    if (needs->placed < needs->least_placed) needs->placed = needs->least_placed;
    if (needs->objects == 0) needs->objects = 1;
    if (needs->objects > OX_POOL_CAPACITY_MAX || needs->types > UINT8_MAX || needs->components > UINT8_MAX)
        return ox_module_refuse(&c->host, OX_FULL, 0,
                                "the scene wants %u objects of %u types: %u and %u are the most",
                                (unsigned)needs->objects, (unsigned)needs->types,
                                (unsigned)OX_POOL_CAPACITY_MAX, (unsigned)UINT8_MAX);
    const ox_cart *cart = c->options.cart;
    const ox_world_config config = {.objects = (uint16_t)needs->objects,
                                    .types = (uint8_t)needs->types,
                                    .components = (uint8_t)needs->components,
                                    .systems = (uint8_t)needs->systems,
                                    .user = cart == NULL ? NULL : cart->state};
    return ox_world_init(&c->world, c->resident, &config);
}

static void take_scene(ox_console *c) {
    ox_reader from = ox_reader_bytes(c->kept, c->kept_size);
    if (ox_failed(ox_scene_take(&c->scene, &from)))
        ox_log_write(&c->log, PLAT_LOG_WARNING, "the objects of before do not fit the scene: it begins anew");
    c->kept = NULL;
    (void)ox_arena_rollback(c->resident, c->kept_mark);
}

ox_status ox_console_people_scene(ox_console *c) {
    ox_world_needs needs = {0};
    if (c->kept != NULL) needs = c->kept_least;
    ox_status status = make_world(c, &needs);
    c->shown_world = (ox_sim_world){.world = &c->world};
    if (status == OX_OK) status = ox_scene_join(&c->scene, &c->world, &needs);
    if (status == OX_OK) status = ox_modules_join(c, needs.objects);
    if (status == OX_OK) status = ox_scene_populate(&c->scene);
    if (status != OX_OK) return status;
    if (c->kept != NULL) take_scene(c);
    return OX_OK;
}

/* ---- built anew ---- */

/* Keeps the objects at the high end of resident memory. The scene has left that end, and takes its objects back
 * before anything else lies there. */
void ox_console_keep_scene(ox_console *c) {
    ox_writer count = ox_writer_count();
    if (c->kept != NULL || c->world.arena == NULL) return;
    ox_scene_keep(&c->scene, &count);
    ox_scene_least(&c->scene, &c->kept_least);
    c->kept_mark = ox_arena_mark(c->resident, OX_ARENA_HIGH);
    c->kept = ox_arena_push_high(c->resident, count.used, 8);
    c->kept_size = c->kept == NULL ? 0 : count.used;
    ox_writer to = ox_writer_bytes(c->kept, c->kept_size);
    if (c->kept != NULL)
        ox_scene_keep(&c->scene, &to);
    else
        ox_log_write(&c->log, PLAT_LOG_WARNING, "%u bytes of objects have no room, the scene begins anew",
                     (unsigned)count.used);
}

/* ---- the state ---- */

static void save_world(const void *of, ox_writer *to) {
    ox_world_save_image(((const ox_sim_world *)of)->world, to);
}

static ox_status restore_world(void *of, ox_reader *from) {
    ox_console *c = ((ox_sim_world *)of)->user;
    ox_status status = ox_world_restore_image(&c->world, from, NULL);
    if (status != OX_OK || ox_scene_is_sound(&c->scene)) return status;
    ox_world_forget(&c->world);
    return OX_BAD_DATA;
}

ox_sim_part ox_console_world_part(ox_console *c) {
    c->shown_world.user = c;
    ox_sim_part part = ox_sim_of_world("world", &c->shown_world);
    part.save = save_world;
    part.restore = restore_world;
    return part;
}
