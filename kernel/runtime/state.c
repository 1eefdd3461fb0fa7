/* The state of the runtime as parts, and sentences of its guards. */
#include <string.h>

#include "kernel/debug/format.h"
#include "kernel/runtime/internal.h"
#include "kernel/save/kernel_parts.h"

/* ---- parts ---- */

static void save_tick(const void *of, ox_writer *to) { ox_write_u32(to, ((const ox_runtime *)of)->tick); }

/* Calls the plan's `fixed` for the plan's own objects; objects of the scene are not the cart's to fix. */
static void fix_object(void *of, ox_world *world, ox_object *object) {
    const ox_runtime *r = of;
    if (object->type < r->plan->object_count) r->plan->fixed(r->host->options->cart->state, world, object);
}

/* Restores the tick. The world was restored before, so its objects can be fixed now. */
static ox_status restore_tick(void *of, ox_reader *from) {
    ox_runtime *r = of;
    r->tick = ox_read_u32(from);
    ox_status status = ox_reader_status(from);
    if (status == OX_OK && r->plan->fixed != NULL) ox_world_fix(r->world, fix_object, r);
    return status;
}

uint32_t ox_runtime_list(const ox_module_host *host, void *state, ox_sim_part *parts) {
    ox_runtime *r = state;
    (void)host;
    uint32_t n = 0;
    parts[n++] = (ox_sim_part){.name = "tick", .context = r, .save = save_tick, .restore = restore_tick};
    if (r->events != NULL && !r->shares_events)
        parts[n++] = (ox_sim_part){
            .name = "events", .context = r->events, .save = ox_save_events, .restore = ox_restore_events};
    if (r->commands != NULL)
        parts[n++] = (ox_sim_part){.name = "commands",
                                   .context = r->commands,
                                   .save = ox_save_commands,
                                   .restore = ox_restore_commands};
    if (r->timers != NULL)
        parts[n++] = (ox_sim_part){
            .name = "timers", .context = r->timers, .save = ox_save_timers, .restore = ox_restore_timers};
    if (r->tasks != NULL)
        parts[n++] = (ox_sim_part){
            .name = "tasks", .context = r->tasks, .save = ox_save_tasks, .restore = ox_restore_tasks};
    if (r->actions != NULL)
        parts[n++] = (ox_sim_part){
            .name = "actions", .context = r->actions, .save = ox_save_actions, .restore = ox_restore_actions};
    if (r->random != NULL && !r->shares_random)
        parts[n++] = (ox_sim_part){
            .name = "random", .context = r->random, .save = ox_save_random, .restore = ox_restore_random};
    return n;
}

/* ---- what guards say ---- */

static void add_name(ox_text *out, const char *const *names, uint32_t index, ox_id id) {
    if (names != NULL)
        ox_text_add(out, "%s", names[index]);
    else
        ox_text_add(out, "#%08x", (unsigned)id);
}

static void tell_objects(const ox_runtime *r, ox_text *out) {
    const ox_world *world = r->world;
    uint32_t most = 0;
    for (uint32_t i = 1; i < world->type_count; i++)
        if (world->types[i].live > world->types[most].live) most = i;
    ox_text_add(out, " Of %u objects %u are ", (unsigned)world->alive, (unsigned)world->types[most].live);
    add_name(out, most < r->plan->object_count ? r->plan->object_names : NULL, most,
             world->types[most].type->name);
    ox_text_add(out, ".");
}

static void tell_events(const ox_runtime *r, ox_text *out) {
    uint32_t type = r->events->counts.unwanted;
    if (type >= r->events->type_count) return;
    ox_text_add(out, " The last one was ");
    add_name(out, type < r->plan->event_count ? r->plan->event_names : NULL, type,
             r->events->types[type].name);
    ox_text_add(out, ".");
}

void ox_runtime_tell(void *runtime, const ox_guarded *guarded, ox_text *out) {
    const ox_runtime *r = runtime;
    if (guarded->counter == &r->world->refused) tell_objects(r, out);
    if (r->events != NULL && guarded->counter == &r->events->counts.dropped) tell_events(r, out);
}
