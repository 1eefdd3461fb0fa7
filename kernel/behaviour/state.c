/* The state of scripts as one part of the game's: objects and machines as items that reports can name, bytes for the way back. */
#include <string.h>

#include "kernel/behaviour/internal.h"
#include "kernel/save/kernel_parts.h"

/* ---- items ---- */

static const ox_field fields[] = {
    OX_FIELD(script_item, generation, OX_U32, OX_SIM), OX_FIELD(script_item, from, OX_U32, OX_SIM),
    OX_FIELD(script_item, flags, OX_U32, OX_SIM),      OX_FIELD(script_item, x, OX_FX, OX_SIM),
    OX_FIELD(script_item, y, OX_FX, OX_SIM),           OX_FIELD(script_item, z, OX_FX, OX_SIM),
    OX_FIELD(script_item, yaw, OX_U32, OX_SIM),        OX_FIELD(script_item, pitch, OX_U32, OX_SIM),
    OX_FIELD(script_item, roll, OX_U32, OX_SIM),       OX_FIELD(script_item, scale, OX_FX, OX_SIM),
    OX_FIELD(script_item, rate, OX_FX, OX_SIM),        OX_FIELD(script_item, weight, OX_U32, OX_SIM),
    OX_FIELD(script_item, instances, OX_U32, OX_SIM),  OX_FIELD(script_item, tasks, OX_U32, OX_SIM),
    OX_FIELD(script_item, hash, OX_U32, OX_SIM)};
static const char *const field_names[] = {"generation", "from",   "flags",     "x",     "y",
                                          "z",          "yaw",    "pitch",     "roll",  "scale",
                                          "rate",       "weight", "instances", "tasks", "hash"};
static const ox_type item_type = OX_TYPE(script_item, fields, 1);

enum { THING_LIVE = 1, THING_HIDDEN = 2, THING_WAITS = 4, THING_GOES = 8, THING_FLAGS = 15 };

static uint32_t flags_of(const script_thing *t) {
    return (t->live ? THING_LIVE : 0u) | (t->hidden ? THING_HIDDEN : 0u) | (t->waits ? THING_WAITS : 0u) |
           (t->goes ? THING_GOES : 0u);
}

static void show_thing(ox_behaviours *s, uint32_t number) {
    const script_thing *t = &s->things[number];
    s->item = (script_item){.generation = t->generation, .from = t->from, .flags = flags_of(t)};
    if (!t->live) return;
    const ox_scene_object *o = &s->host->scene->objects[number];
    const ox_scene_clip *clip = ox_player_clip(s->host->scene, number);
    s->item.x = o->position.x, s->item.y = o->position.y, s->item.z = o->position.z;
    s->item.yaw = o->rotation.yaw, s->item.pitch = o->rotation.pitch, s->item.roll = o->rotation.roll;
    s->item.scale = o->scale;
    s->item.rate = clip == NULL ? 0 : clip->clock.rate;
    s->item.weight = clip == NULL ? 0 : clip->weight;
}

/* What all machines share, and the cameras, count as machine 0. */
static uint32_t shared_hash(ox_behaviours *s) {
    const ox_player *p = s->host->scene;
    ox_writer to = ox_writer_hash();
    ox_random_save(&s->random, &to);
    ox_save_events(&s->events, &to);
    ox_write_u32(&to, s->tick);
    ox_write_bool(&to, s->fresh);
    for (uint32_t i = 0; i < p->camera_count; i++) {
        const vec3 v[2] = {p->cameras[i].position, p->cameras[i].target};
        for (uint32_t k = 0; k < 2; k++)
            ox_write_i32(&to, v[k].x), ox_write_i32(&to, v[k].y), ox_write_i32(&to, v[k].z);
    }
    if (s->numbers.count > 0) script_save_numbers(s, &to);
    return to.hash;
}

static bool next(void *of, uint32_t *cursor, ox_sim_item *item) {
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
    at -= s->unit_count + 1;
    if (at >= s->thing_room) return false;
    item->id = at;
    item->name = "object";
    show_thing(s, at);
    return true;
}

/* ---- bytes ---- */

void script_keep_thing(const ox_behaviours *s, uint32_t number, ox_writer *to) {
    const script_thing *t = &s->things[number];
    ox_write_u16(to, t->generation);
    ox_write_u8(to, flags_of(t));
    ox_write_u32(to, t->from);
    if (!t->live) return;
    const ox_scene_object *o = &s->host->scene->objects[number];
    const ox_scene_clip *clip = ox_player_clip(s->host->scene, number);
    const uint32_t words[] = {t->name,
                              t->behaviour,
                              (uint32_t)o->position.x,
                              (uint32_t)o->position.y,
                              (uint32_t)o->position.z,
                              (uint32_t)o->scale};
    ox_write_words(to, words, sizeof words / sizeof words[0]);
    ox_write_u16(to, o->rotation.yaw);
    ox_write_u16(to, o->rotation.pitch);
    ox_write_u16(to, o->rotation.roll);
    ox_write_bool(to, clip != NULL);
    if (clip == NULL) return;
    ox_write_u32(to, clip->clock.start);
    ox_write_i32(to, clip->clock.base);
    ox_write_i32(to, clip->clock.rate);
    ox_write_u16(to, clip->clock.loops);
    ox_write_u32(to, clip->weight);
}

static void save(const void *of, ox_writer *to) {
    const ox_behaviours *s = of;
    const ox_player *p = s->host->scene;
    ox_write_u32(to, s->tick);
    ox_write_bool(to, s->fresh);
    ox_write_bool(to, s->asked);
    ox_random_save(&s->random, to);
    ox_write_u32(to, (uint32_t)ox_events_image_bytes((ox_events *)(uintptr_t)&s->events));
    ox_save_events(&s->events, to);
    ox_write_u32(to, p->camera_count);
    for (uint32_t i = 0; i < p->camera_count; i++) {
        const vec3 v[2] = {p->cameras[i].position, p->cameras[i].target};
        for (uint32_t k = 0; k < 2; k++)
            ox_write_i32(to, v[k].x), ox_write_i32(to, v[k].y), ox_write_i32(to, v[k].z);
    }
    ox_write_u32(to, s->thing_room);
    for (uint32_t i = 0; i < s->thing_room; i++) script_keep_thing(s, i, to);
    for (uint32_t i = 0; i < s->unit_count; i++) {
        if (s->units[i].machine.module.bytes != NULL) ox_script_save(&s->units[i].machine, to);
    }
    script_save_numbers(s, to);
}

/* What save_thing wrote, as far as it is there. */
typedef struct thing_image {
    uint32_t generation, flags, from, words[6];
    euler16 turn;
    bool has_clip;
    ox_clip_clock clock;
    uint32_t weight;
} thing_image;

static bool read_thing(thing_image *image, ox_reader *from) {
    memset(image, 0, sizeof *image);
    image->generation = ox_read_u16(from);
    image->flags = ox_read_u8(from);
    image->from = ox_read_u32(from);
    if ((image->flags & THING_LIVE) == 0) return !from->bad && image->flags <= THING_FLAGS;
    ox_read_words(from, image->words, 6);
    image->turn.yaw = (ang16)ox_read_u16(from);
    image->turn.pitch = (ang16)ox_read_u16(from);
    image->turn.roll = (ang16)ox_read_u16(from);
    image->has_clip = ox_read_bool(from);
    if (image->has_clip) {
        image->clock.start = ox_read_u32(from);
        image->clock.base = ox_read_i32(from);
        image->clock.rate = ox_read_i32(from);
        image->clock.loops = (uint16_t)ox_read_u16(from);
        image->weight = ox_read_u32(from);
    }
    return !from->bad && image->flags <= THING_FLAGS && (int32_t)image->words[5] > 0 &&
           image->clock.rate >= -100 * FX_ONE && image->clock.rate <= 100 * FX_ONE;
}

/* Gives an object that is there what the image says. */
static void put_thing(ox_behaviours *s, uint32_t number, const thing_image *image) {
    script_thing *t = &s->things[number];
    ox_player *player = s->host->scene;
    *t = (script_thing){.start = t->start,
                        .name = image->words[0],
                        .behaviour = image->words[1],
                        .from = image->from,
                        .generation = (uint16_t)image->generation,
                        .live = (image->flags & THING_LIVE) != 0,
                        .hidden = (image->flags & THING_HIDDEN) != 0,
                        .waits = (image->flags & THING_WAITS) != 0,
                        .goes = (image->flags & THING_GOES) != 0};
    if (number < player->object_count) player->objects[number].hidden = !t->live || t->hidden;
    if (!t->live) return;
    if (number >= s->scene_objects) ox_player_copy(player, image->from, number);
    player->objects[number].hidden = t->hidden;
    ox_player_put(player, number, (vec3){(fx)image->words[2], (fx)image->words[3], (fx)image->words[4]},
                  image->turn, (fx)image->words[5]);
    ox_scene_clip *clip = ox_player_clip(player, number);
    if (clip == NULL || !image->has_clip) return;
    clip->clock = image->clock;
    clip->weight = (uf16)(image->weight > UF16_ONE ? UF16_ONE : image->weight);
}

static bool restore_thing(ox_behaviours *s, uint32_t number, ox_reader *from) {
    thing_image image;
    if (!read_thing(&image, from) || image.from >= s->thing_room) return false;
    bool live = (image.flags & THING_LIVE) != 0;
    if (live && (number < s->scene_objects ? image.from != number : image.from >= s->scene_objects))
        return false;
    if (live &&
        image.has_clip != (number < s->scene_objects && ox_player_clip(s->host->scene, number) != NULL))
        return false;
    put_thing(s, number, &image);
    return true;
}

/* What the scene has otherwise than before counts, and not what was made of it meanwhile. */
static void begin_again(const ox_behaviours *s, uint32_t number, const script_start *before,
                        thing_image *image) {
    const script_start *now = &s->things[number].start;
    const ox_scene_object *o = &s->host->scene->objects[number];
    if (now->place != before->place) {
        image->words[2] = (uint32_t)o->position.x;
        image->words[3] = (uint32_t)o->position.y;
        image->words[4] = (uint32_t)o->position.z;
    }
    if (now->turn != before->turn) image->turn = o->rotation;
    if (now->scale != before->scale) image->words[5] = (uint32_t)o->scale;
}

/* After a change the scene has the last word: an object that it names otherwise, or a copy of one that it has no more, is not the one that was. */
void script_take_thing(ox_behaviours *s, uint32_t number, const script_start *start, ox_reader *from) {
    thing_image image;
    if (!read_thing(&image, from) || number == UINT32_MAX) return;
    bool live = (image.flags & THING_LIVE) != 0;
    if (number < s->scene_objects) {
        const script_thing now = s->things[number];
        if (!live || image.words[0] != now.name) {
            if (live || now.name == 0) return;
            s->things[number].generation = (uint16_t)image.generation; /* it was removed, and stays so */
            s->things[number].live = s->things[number].waits = false;
            s->host->scene->objects[number].hidden = true;
            return;
        }
        image.from = number;
        image.words[1] = now.behaviour;
        begin_again(s, number, start, &image);
        image.flags &= ~(uint32_t)THING_WAITS;
    } else if (live && (image.from >= s->scene_objects || s->things[image.from].name != image.words[0])) {
        return;
    } else if (live) {
        image.words[1] = s->things[image.from].behaviour;
        image.flags &= ~(uint32_t)THING_WAITS;
    }
    put_thing(s, number, &image);
}

static ox_status restore_events(ox_behaviours *s, ox_reader *from) {
    uint32_t bytes = ox_read_u32(from);
    if (from->bad || bytes > from->size - from->used) return OX_BAD_DATA;
    ox_reader own = ox_reader_bytes(from->bytes + from->used, bytes);
    from->used += bytes;
    return ox_restore_events(&s->events, &own);
}

static ox_status restore(void *of, ox_reader *from) {
    ox_behaviours *s = of;
    ox_player *p = s->host->scene;
    s->print_count = 0;
    s->tick = ox_read_u32(from);
    s->fresh = ox_read_bool(from);
    s->asked = ox_read_bool(from);
    ox_status status = ox_random_restore(&s->random, from);
    if (status == OX_OK) status = restore_events(s, from);
    if (status != OX_OK || ox_read_u32(from) != p->camera_count) return OX_BAD_DATA;
    for (uint32_t i = 0; i < p->camera_count && !from->bad; i++) {
        vec3 v[2];
        for (uint32_t k = 0; k < 2; k++) {
            v[k].x = ox_read_i32(from);
            v[k].y = ox_read_i32(from);
            v[k].z = ox_read_i32(from);
        }
        p->cameras[i].position = v[0];
        p->cameras[i].target = v[1];
    }
    if (ox_read_u32(from) != s->thing_room || from->bad) return OX_BAD_DATA;
    for (uint32_t i = 0; i < s->thing_room; i++)
        if (!restore_thing(s, i, from)) return OX_BAD_DATA;
    for (uint32_t i = 0; i < s->unit_count && status == OX_OK; i++) {
        if (s->units[i].machine.module.bytes != NULL) status = ox_script_restore(&s->units[i].machine, from);
    }
    return status == OX_OK && !script_restore_numbers(s, from) ? OX_BAD_DATA : status;
}

ox_sim_part script_state_part(ox_behaviours *s) {
    return (ox_sim_part){.name = "scripts", .context = s, .next = next, .save = save, .restore = restore};
}
