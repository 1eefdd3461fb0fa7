/* The state of the game: the scene and the input, then what modules and a cart in C add. */
#include <string.h>

#include "kernel/console/internal.h"

enum { PITCH_MOST = 32768 }; /* a player's pitch stays within this limit, however the picture is turned */

/* ---- the state ---- */

static const ox_field scene_fields[] = {
    OX_FIELD(ox_scene_state, steps, OX_U32, OX_SIM),  OX_FIELD(ox_scene_state, table_steps, OX_U32, OX_SIM),
    OX_FIELD(ox_scene_state, camera, OX_U32, OX_SIM), OX_FIELD(ox_scene_state, look, OX_U32, OX_SIM),
    OX_FIELD(ox_scene_state, pitch, OX_I32, OX_SIM),  OX_FIELD(ox_scene_state, zoom, OX_FX, OX_SIM),
    OX_FIELD(ox_scene_state, yaw, OX_ANGLE, OX_SIM),  OX_FIELD(ox_scene_state, textures, OX_U8, OX_SIM),
    OX_FIELD(ox_scene_state, paused, OX_U8, OX_SIM),  OX_FIELD(ox_scene_state, by_hand, OX_U8, OX_SIM),
    OX_FIELD(ox_scene_state, hud, OX_U8, OX_SAVE)};
static const char *const scene_names[] = {"steps", "table_steps", "camera", "look",    "pitch", "zoom",
                                          "yaw",   "textures",    "paused", "by_hand", "hud"};
static const ox_type scene_type = OX_TYPE(ox_scene_state, scene_fields, 1);

static bool next_scene(void *of, uint32_t *cursor, ox_sim_item *item) {
    ox_console *c = of;
    const ox_scene *p = &c->scene;
    if (*cursor != 0) return false;
    *cursor = 1;
    c->shown = (ox_scene_state){p->steps,           p->table_steps,     p->camera,     (uint32_t)p->look,
                                (uint32_t)p->pitch, (uint32_t)p->zoom,  p->yaw,        p->textures ? 1 : 0,
                                p->paused ? 1 : 0,  p->by_hand ? 1 : 0, p->hud ? 1 : 0};
    *item = (ox_sim_item){0, &scene_type, &c->shown, "scene", scene_names};
    return true;
}

static void save_scene(const void *of, ox_writer *to) {
    const ox_scene *p = &((const ox_console *)of)->scene;
    const uint32_t words[] = {p->steps,           p->table_steps,    p->camera, (uint32_t)p->look,
                              (uint32_t)p->pitch, (uint32_t)p->zoom, p->yaw};
    ox_write_words(to, words, sizeof words / sizeof words[0]);
    ox_write_bool(to, p->textures);
    ox_write_bool(to, p->paused);
    ox_write_bool(to, p->by_hand);
    ox_write_bool(to, p->hud);
}

static ox_status restore_scene(void *of, ox_reader *from) {
    ox_scene *p = &((ox_console *)of)->scene;
    uint32_t words[7];
    bool flags[4];
    ox_read_words(from, words, 7);
    for (int i = 0; i < 4; i++) flags[i] = ox_read_bool(from);
    if (from->bad || words[2] >= p->camera_count || words[3] >= (uint32_t)OX_LOOKS || words[6] > UINT16_MAX)
        return OX_BAD_DATA;
    int32_t pitch = (int32_t)words[4];
    fx zoom = (fx)words[5];
    if (pitch < -PITCH_MOST || pitch > PITCH_MOST || zoom < FX_ONE / 8 || zoom > FX_ONE * 8)
        return OX_BAD_DATA;
    ((ox_console *)of)->still.known = 0;
    bool looks = words[3] != (uint32_t)p->look || flags[0] != p->textures;
    p->steps = words[0];
    p->table_steps = words[1];
    p->camera = words[2];
    p->look = (ox_look)words[3];
    p->pitch = pitch;
    p->zoom = zoom;
    p->yaw = (ang16)words[6];
    p->textures = flags[0];
    p->paused = flags[1];
    p->by_hand = flags[2];
    p->hud = flags[3];
    if (looks) ox_scene_apply_look(p);
    return OX_OK;
}

static void save_input(const void *of, ox_writer *to) {
    ox_input_save(((const ox_console *)of)->host.input, to);
}
static ox_status restore_input(void *of, ox_reader *from) {
    return ox_input_restore(((ox_console *)of)->host.input, from);
}

/* ---- the list ---- */

uint32_t ox_console_list_state(ox_console *c, ox_sim_part parts[OX_STATE_PARTS]) {
    const ox_cart *cart = c->options.cart;
    uint32_t count = OX_STATE_OWN;
    parts[0] = (ox_sim_part){
        .name = "player", .context = c, .next = next_scene, .save = save_scene, .restore = restore_scene};
    parts[1] = (ox_sim_part){.name = "input", .context = c, .save = save_input, .restore = restore_input};
    parts[2] = ox_console_world_part(c);
    count += ox_modules_list(c, parts + count);
    for (uint32_t i = 0; cart != NULL && i < cart->part_count && i < OX_CART_PARTS; i++)
        parts[count++] = cart->parts[i];
    return count;
}

uint32_t ox_console_state_hash(ox_console *console) {
    ox_sim_part parts[OX_STATE_PARTS];
    ox_sim state = {parts, ox_console_list_state(console, parts)};
    return ox_sim_hash(&state, OX_FNV_START);
}

uint32_t ox_console_identity(const ox_console *c) {
    return c->stock.images.count > 1 ? ox_images_identity(&c->stock.images) : c->image.content_crc;
}

ox_recording_head ox_console_recording_head(const ox_console *c) {
    return (ox_recording_head){.cart = c->image.cart,
                               .rom = ox_console_identity(c),
                               .start = c->options.scene,
                               .first_tick = c->options.first_tick,
                               .length = c->loop.length,
                               .rate = c->loop.rate,
                               .detail = c->options.thorough ? OX_CHECK_FIELDS : OX_CHECK_OBJECTS,
                               .players = c->sources.count,
                               .interval = c->options.thorough ? 1 : 60};
}
