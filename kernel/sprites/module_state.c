/* The state of the view and the layers; sprites are components of the world. */
#include "kernel/sprites/module_internal.h"
#include "kernel/type/name.h"

static const ox_field view_fields[] = {
    OX_FIELD(ox_view, at, OX_FX, OX_SIM),          OX_FIELD(ox_view, zoom, OX_FX, OX_SIM),
    OX_FIELD(ox_view, follow, OX_LINK, OX_SIM),    OX_FIELD(ox_view, called, OX_NAME_ID, OX_SIM),
    OX_FIELD(ox_view, dead_zone, OX_FX, OX_SIM),   OX_FIELD(ox_view, ease, OX_U32, OX_SIM),
    OX_FIELD(ox_view, bounds, OX_FX, OX_SIM),      OX_FIELD(ox_view, bounded, OX_BOOL, OX_SIM),
    OX_FIELD(ox_view, shake, OX_FX, OX_SIM),       OX_FIELD(ox_view, shake_time, OX_U16, OX_SIM),
    OX_FIELD(ox_view, shake_left, OX_U16, OX_SIM), OX_FIELD(ox_view, shaken, OX_FX, OX_SIM)};
static const char *const view_names[] = {"at",     "zoom",    "follow", "called",     "dead_zone",  "ease",
                                         "bounds", "bounded", "shake",  "shake_time", "shake_left", "shaken"};
static const ox_type view_type = OX_TYPE(ox_view, view_fields, 1);

static const ox_field layer_fields[] = {OX_FIELD(sprites_layer_state, offset, OX_FX, OX_SIM),
                                        OX_FIELD(sprites_layer_state, hidden, OX_BOOL, OX_SIM)};
static const char *const layer_names[] = {"offset", "hidden"};
static const ox_type layer_type = OX_TYPE(sprites_layer_state, layer_fields, 1);

static bool next(void *of, uint32_t *cursor, ox_sim_item *item) {
    ox_sprites *s = of;
    const uint32_t at = (*cursor)++;
    if (at == 0) {
        *item = (ox_sim_item){0, &view_type, &s->view, "view", view_names};
        return true;
    }
    if (at - 1u >= s->layers.count) return false;
    const ox_layer *layer = &s->layers.layers[at - 1u];
    s->item = (sprites_layer_state){layer->name, layer->offset, (layer->flags & OX_LAYER_HIDDEN) != 0};
    *item = (ox_sim_item){layer->name, &layer_type, &s->item, "layer", layer_names};
    return true;
}

static void save_view(const ox_view *v, ox_writer *to) {
    const uint32_t words[] = {(uint32_t)v->at.x,
                              (uint32_t)v->at.y,
                              (uint32_t)v->zoom,
                              v->follow.bits,
                              v->called,
                              (uint32_t)v->dead_zone.x,
                              (uint32_t)v->dead_zone.y,
                              v->ease,
                              (uint32_t)v->bounds.left,
                              (uint32_t)v->bounds.bottom,
                              (uint32_t)v->bounds.right,
                              (uint32_t)v->bounds.top,
                              (uint32_t)v->shake,
                              (uint32_t)v->shaken.x,
                              (uint32_t)v->shaken.y};
    ox_write_words(to, words, sizeof words / sizeof *words);
    ox_write_u16(to, v->shake_time);
    ox_write_u16(to, v->shake_left);
    ox_write_bool(to, v->bounded);
}

static fx read_fx(ox_reader *from) { return (fx)ox_read_u32(from); }

static bool restore_view(ox_view *v, ox_reader *from) {
    v->at.x = read_fx(from);
    v->at.y = read_fx(from);
    v->zoom = read_fx(from);
    v->follow.bits = ox_read_u32(from);
    v->called = ox_read_u32(from);
    v->dead_zone.x = read_fx(from);
    v->dead_zone.y = read_fx(from);
    v->ease = ox_read_u32(from);
    v->bounds.left = read_fx(from);
    v->bounds.bottom = read_fx(from);
    v->bounds.right = read_fx(from);
    v->bounds.top = read_fx(from);
    v->shake = read_fx(from);
    v->shaken.x = read_fx(from);
    v->shaken.y = read_fx(from);
    v->shake_time = (uint16_t)ox_read_u16(from);
    v->shake_left = (uint16_t)ox_read_u16(from);
    v->bounded = ox_read_bool(from);
    return !from->bad && v->zoom > 0 && v->ease <= UF16_ONE && v->shake_left <= v->shake_time;
}

static void save(const void *of, ox_writer *to) {
    const ox_sprites *s = of;
    save_view(&s->view, to);
    ox_write_u8(to, s->layers.count);
    for (uint32_t i = 0; i < s->layers.count; i++) {
        const ox_layer *layer = &s->layers.layers[i];
        ox_write_i32(to, layer->offset.x);
        ox_write_i32(to, layer->offset.y);
        ox_write_bool(to, (layer->flags & OX_LAYER_HIDDEN) != 0);
    }
}

static ox_status restore(void *of, ox_reader *from) {
    ox_sprites *s = of;
    ox_view view = s->view;
    if (!restore_view(&view, from) || ox_read_u8(from) != s->layers.count) return OX_BAD_DATA;
    s->view = view;
    for (uint32_t i = 0; i < s->layers.count; i++) {
        ox_layer *layer = &s->layers.layers[i];
        layer->offset.x = read_fx(from);
        layer->offset.y = read_fx(from);
        const bool hidden = ox_read_bool(from);
        layer->flags = (uint8_t)((layer->flags & OX_LAYER_SORTED) | (hidden ? OX_LAYER_HIDDEN : 0u));
    }
    return from->bad ? OX_BAD_DATA : OX_OK;
}

ox_sim_part ox_sprites_state_part(ox_sprites *s) {
    return (ox_sim_part){.name = "sprites", .context = s, .next = next, .save = save, .restore = restore};
}
