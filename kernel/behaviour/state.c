/* The state of scripts as one part of the game's: machines as items that reports can name, bytes for the way back. */
#include <string.h>

#include "kernel/behaviour/internal.h"

/* ---- items ---- */

static const ox_field fields[] = {OX_FIELD(script_item, instances, OX_U32, OX_SIM),
                                  OX_FIELD(script_item, tasks, OX_U32, OX_SIM),
                                  OX_FIELD(script_item, hash, OX_U32, OX_SIM)};
static const char *const field_names[] = {"instances", "tasks", "hash"};
static const ox_type item_type = OX_TYPE(script_item, fields, 1);

/* The hash of what all machines share and of the cameras, which count as machine 0. */
static uint32_t shared_hash(ox_behaviours *s) {
    const ox_scene *p = s->host->scene;
    ox_writer to = ox_writer_hash();
    ox_random_save(&s->random, &to);
    ox_events_save(&s->events, &to);
    ox_write_u32(&to, s->tick);
    ox_write_bool(&to, s->fresh);
    if (!ROM_SMALL_PLAYER) script_save_guests(s, &to);
    for (uint32_t i = 0; i < p->camera_count; i++) {
        const vec3 v[2] = {p->cameras[i].position, p->cameras[i].target};
        for (uint32_t k = 0; k < 2; k++)
            ox_write_i32(&to, v[k].x), ox_write_i32(&to, v[k].y), ox_write_i32(&to, v[k].z);
    }
    return to.hash;
}

static bool next_item(void *of, uint32_t *cursor, ox_sim_item *item) {
    ox_behaviours *s = of;
    uint32_t at = (*cursor)++;
    memset(&s->item, 0, sizeof s->item);
    *item = (ox_sim_item){at, &item_type, &s->item, "script", field_names};
    if (at < s->unit_count) {
        const ox_script *machine = &s->units[at].machine;
        item->id = s->units[at].id;
        if (machine->module.bytes == NULL) return true;
        s->item.instances = machine->instances.count;
        s->item.tasks = machine->tasks.count;
        s->item.hash = ox_script_hash(machine);
        return true;
    }
    if (at == s->unit_count) {
        item->id = 0;
        item->name = "scripts";
        s->item.hash = shared_hash(s);
        return true;
    }
    return false;
}

/* ---- bytes ---- */

static void save_behaviours(const void *of, ox_writer *to) {
    const ox_behaviours *s = of;
    const ox_scene *p = s->host->scene;
    ox_write_u32(to, s->tick);
    ox_write_bool(to, s->fresh);
    ox_write_bool(to, s->asked);
    ox_random_save(&s->random, to);
    ox_events_save(&s->events, to);
    ox_write_u32(to, p->camera_count);
    for (uint32_t i = 0; i < p->camera_count; i++) {
        const vec3 v[2] = {p->cameras[i].position, p->cameras[i].target};
        for (uint32_t k = 0; k < 2; k++)
            ox_write_i32(to, v[k].x), ox_write_i32(to, v[k].y), ox_write_i32(to, v[k].z);
    }
    for (uint32_t i = 0; i < s->unit_count; i++) {
        if (s->units[i].machine.module.bytes != NULL) ox_script_save(&s->units[i].machine, to);
    }
    script_save_prints(s, to);
    if (!ROM_SMALL_PLAYER) script_save_guests(s, to);
}

static void read_cameras(ox_scene *p, ox_reader *from) {
    for (uint32_t i = 0; i < p->camera_count; i++) {
        vec3 v[2];
        for (uint32_t k = 0; k < 2; k++) {
            v[k].x = ox_read_i32(from);
            v[k].y = ox_read_i32(from);
            v[k].z = ox_read_i32(from);
        }
        p->cameras[i].position = v[0];
        p->cameras[i].target = v[1];
    }
}

static ox_status restore_all(ox_behaviours *s, ox_reader *from) {
    ox_scene *p = s->host->scene;
    s->print_count = s->fill_count = s->words_used = 0;
    s->tick = ox_read_u32(from);
    s->fresh = ox_read_bool(from);
    s->asked = ox_read_bool(from);
    ox_reader streams = *from; /* streams belong to the cart, too: they are read when all else is good */
    ox_writer skipped = ox_writer_count();
    ox_random_save(&s->random, &skipped);
    for (size_t i = 0; i < skipped.used; i += 4) (void)ox_read_u32(from);
    ox_status status = ox_events_restore(&s->events, from);
    if (status != OX_OK || ox_read_u32(from) != p->camera_count) return OX_BAD_DATA;
    ox_reader cameras = *from; /* cameras are the scene's: they stay until the rest is good */
    for (uint32_t i = 0; i < p->camera_count * 6u; i++) (void)ox_read_i32(from);
    if (from->bad) return OX_BAD_DATA;
    for (uint32_t i = 0; i < s->unit_count && status == OX_OK; i++) {
        if (s->units[i].machine.module.bytes != NULL) status = ox_script_restore(&s->units[i].machine, from);
    }
    if (status == OX_OK && !script_restore_prints(s, from)) status = OX_BAD_DATA;
    if (!ROM_SMALL_PLAYER && status == OX_OK) script_restore_guests(s, from);
    if (from->bad) status = OX_BAD_DATA;
    if (status == OX_OK) status = ox_random_restore(&s->random, &streams);
    if (status == OX_OK) read_cameras(p, &cameras);
    return status;
}

/* Brings all scripts to their start: no task waits, no instance plays, and behaviours begin with the next step. */
static void begin_anew(ox_behaviours *s) {
    ox_object *object;
    void *does;
    ox_events_clear(&s->events, s->tick);
    for (uint32_t i = 0; i < s->unit_count; i++) {
        if (s->units[i].machine.module.bytes != NULL) ox_script_reset(&s->units[i].machine);
    }
    for (uint32_t at = 0; (at = ox_component_each(s->world, s->component, at, &object, &does)) != 0;)
        ((ox_behaviour *)does)->begun = 0;
    s->fresh = s->asked = true;
}

/* Restores the state. A refused state leaves nothing of itself: all scripts begin anew. */
static ox_status restore(void *of, ox_reader *from) {
    ox_behaviours *s = of;
    const uint32_t tick = s->tick;
    ox_status status = restore_all(s, from);
    s->restored = true;
    if (status == OX_OK) return status;
    s->tick = tick;
    begin_anew(s);
    return status;
}

ox_sim_part script_state_part(ox_behaviours *s) {
    return (ox_sim_part){
        .name = "scripts", .context = s, .next = next_item, .save = save_behaviours, .restore = restore};
}
