/* Flat pictures on their way into chunks: the view and the layers of a scene, and the sprites of its objects. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernel/sprites/sheet.h"
#include "rom/rom.h"
#include "tools/pack/pack_job.h"
#include "tools/record_writer.h"

/* ---- the view ---- */

/* The part of the remaining distance that the camera moves in a step, so that it covers 1 - 1/e of it in `smooth`
 * seconds. */
static uint32_t ease_of(const cart *c, double smooth) {
    if (smooth * c->rate < 0.25) return 65536;
    return (uint32_t)(65536 * (1 - exp(-1 / (smooth * c->rate))) + 0.5);
}

static void put_layers(const cart_scene *scene, writer *out) {
    for (uint32_t i = 0; i < scene->layer_count; i++) {
        const cart_picture_layer *layer = &scene->layers[i];
        const rom_picture_layer_record row = {
            .name = rom_id(layer->name),
            .rate_x = (uint16_t)layer->rate[0][0],
            .below_x = (uint16_t)layer->rate[0][1],
            .rate_y = (uint16_t)layer->rate[1][0],
            .below_y = (uint16_t)layer->rate[1][1],
            .offset = {(int32_t)writer_fx(layer->offset[0]), (int32_t)writer_fx(layer->offset[1])},
            .x = (int16_t)layer->window[0],
            .y = (int16_t)layer->window[1],
            .width = (uint16_t)layer->window[2],
            .height = (uint16_t)layer->window[3],
            .flags = (uint8_t)((layer->hidden ? ROM_PICTURE_LAYER_HIDDEN : 0) |
                               (layer->sorted ? ROM_PICTURE_LAYER_SORTED : 0))};
        record_add_picture_layer(out, &row);
    }
}

/* Writes the chunk VIEW, which has the name of the scene's own chunk. */
bool pack_view(pack_job *job, const cart_scene *scene) {
    const cart_view *v = &scene->view;
    char name[CART_NAME_MAX + 16];
    if (v->line == 0) return true;
    rom_view_record r = {.flags = (uint32_t)((v->bounded ? ROM_VIEW_BOUNDED : 0) |
                                             (v->by_map ? ROM_VIEW_MAP : 0) | ROM_VIEW_FLAT),
                         .pixels = (int32_t)writer_fx(v->pixels),
                         .zoom = (int32_t)writer_fx(v->zoom),
                         .follow = v->follow[0] == 0 ? 0 : rom_id(v->follow),
                         .ease = ease_of(job->c, v->smooth),
                         .depth = (int32_t)writer_fx(v->depth)};
    for (int i = 0; i < 2; i++) r.at[i] = (int32_t)writer_fx(v->at[i]);
    for (int i = 0; i < 2; i++) r.dead_zone[i] = (int32_t)writer_fx(v->dead_zone[i]);
    for (int i = 0; i < 4; i++) r.bounds[i] = (int32_t)writer_fx(v->bounds[i]);
    snprintf(name, sizeof name, "scene/%s", scene->name);
    writer *out = assemble_add(&job->chunks, name, ROM_TAG_VIEW, ROM_VIEW_SIZE);
    if (out == NULL) return pack_no_memory(job);
    assemble_source(&job->chunks, "cart.txt", v->line);
    r.layer_count = scene->layer_count;
    r.layers_at = scene->layer_count == 0 ? 0 : (uint32_t)out->size;
    put_layers(scene, out);
    record_put_view(out, 0, &r);
    return !out->failed || pack_no_memory(job);
}

/* ---- sprites ---- */

bool pack_sprites_mix(const pack_job *job) {
    const cart_scene *scene;
    for (uint32_t s = 0; (scene = cart_scene_at(job->c, s)) != NULL; s++)
        for (uint32_t i = 0; i < scene->object_count; i++) {
            const cart_sprite *sprite = &scene->objects[i].sprite;
            if (sprite->sheet[0] != 0 && (sprite->alpha < 1 || sprite->mode != 0 || sprite->tint != 0xFFFFFF))
                return true;
        }
    return false;
}

/* The chunk of a sheet; NULL where its file is missing, or, after an error, where the cart has no sheet of that
 * name. */
static const uint8_t *find_sheet(pack_job *job, const cart_sprite *sprite, bool *known) {
    const char *names[256];
    uint32_t count = 0;
    *known = false;
    for (uint32_t i = 0; i < job->c->asset_count && count < 255; i++) {
        const cart_asset *asset = &job->c->assets[i];
        if (strcmp(asset->kind, "sheet") != 0) continue;
        names[count++] = asset->name;
        *known = *known || rom_id(asset->name) == rom_id(sprite->sheet);
    }
    names[count] = NULL;
    for (uint32_t i = 0; i < job->chunks.count; i++) {
        const assemble_chunk *chunk = &job->chunks.chunks[i];
        if (chunk->type == ROM_TAG_SHEET && chunk->bytes.size >= ROM_SHEET_SIZE &&
            rom_u32(chunk->bytes.data + ROM_SHEET_NAME) == rom_id(sprite->sheet))
            return chunk->bytes.data;
    }
    if (*known) return NULL;
    const char *meant = cart_suggest(sprite->sheet, names);
    pack_wrong(job, sprite->line, "there is no sheet `%s`%s%s%s", sprite->sheet,
               meant == NULL ? "; add a line `sheet NAME PICTURE grid=WxH`" : "; did you mean `",
               meant == NULL ? "" : meant, meant == NULL ? "" : "`?");
    return NULL;
}

/* The number of the frame with that name, UINT32_MAX for none. */
static uint32_t frame_called(const uint8_t *sheet, uint32_t name) {
    const uint8_t *row = sheet + rom_u32(sheet + ROM_SHEET_AT);
    for (uint32_t i = 0; i < ox_sheet_frames(sheet); i++, row += ROM_SHEET_FRAME_SIZE)
        if (rom_u32(row + ROM_SHEET_FRAME_NAME) == name) return i;
    return UINT32_MAX;
}

/* Finds the animation or the frame that a sprite shows; false after an error when its sheet has neither. */
static bool find_frame(pack_job *job, const cart_sprite *sprite, uint32_t *animation, uint32_t *frame) {
    bool known;
    ox_flip_book book;
    double number = 0;
    const uint8_t *sheet = find_sheet(job, sprite, &known);
    const bool is_number = sprite->frame[0] == 0 || cart_parse_number(sprite->frame, &number);
    *animation = is_number ? 0 : rom_id(sprite->frame);
    *frame = (uint32_t)number;
    if (sheet == NULL) return known;
    if (is_number && (number < 0 || number >= ox_sheet_frames(sheet) || number != floor(number)))
        return pack_wrong(job, sprite->line, "sprite=%s/%s: the sheet has frames 0 to %u", sprite->sheet,
                          sprite->frame, (unsigned)ox_sheet_frames(sheet) - 1);
    if (is_number || ox_sheet_find(sheet, *animation, &book) >= 0) return true;
    *frame = frame_called(sheet, *animation);
    *animation = 0;
    return *frame != UINT32_MAX ||
           pack_wrong(job, sprite->line,
                      "sprite=%s/%s: the sheet has no animation and no frame of that name; write it into its "
                      "text, as `animation %s FRAME FRAME ...`",
                      sprite->sheet, sprite->frame, sprite->frame);
}

typedef struct value_rows {
    writer *out;
    uint32_t object, *count;
} value_rows;

static void put_value(value_rows *to, const char *field, uint32_t index, uint32_t value) {
    const rom_object_value_record row = {.object = to->object,
                                         .component = rom_id("sprite"),
                                         .field = rom_id(field),
                                         .index = index,
                                         .value = value};
    record_add_object_value(to->out, &row);
    ++*to->count;
}

/* Writes the values of a sprite that differ from the defaults, or from those of its type. */
bool pack_sprite(pack_job *job, const cart_scene *scene, uint32_t object, writer *out, uint32_t *count) {
    static const cart_sprite plain = {.alpha = 1, .stretch = {1, 1}, .tint = 0xFFFFFF};
    const cart_sprite *now = &scene->objects[object].sprite;
    const cart_object *type = cart_find_type(job->c, scene->objects[object].type);
    const cart_sprite *before = type == NULL || type->sprite.sheet[0] == 0 ? &plain : &type->sprite;
    value_rows to = {out, object, count};
    uint32_t animation, frame;
    if (now->sheet[0] == 0) return true;
    if (strcmp(now->sheet, before->sheet) != 0 || strcmp(now->frame, before->frame) != 0) {
        if (!find_frame(job, now, &animation, &frame)) return false;
        put_value(&to, "sheet", 0, rom_id(now->sheet));
        put_value(&to, "animation", 0, animation);
        put_value(&to, "frame", 0, frame);
    }
    if (strcmp(now->layer, before->layer) != 0) put_value(&to, "layer", 0, rom_id(now->layer));
    if (now->order != before->order) put_value(&to, "order", 0, (uint32_t)(int32_t)now->order);
    if (now->alpha != before->alpha) put_value(&to, "alpha", 0, (uint32_t)(now->alpha * 255 + 0.5));
    if (now->mode != before->mode) put_value(&to, "mode", 0, (uint32_t)now->mode);
    if (now->tint != before->tint) put_value(&to, "tint", 0, now->tint);
    if (now->flip_x != before->flip_x) put_value(&to, "flip_x", 0, now->flip_x);
    if (now->flip_y != before->flip_y) put_value(&to, "flip_y", 0, now->flip_y);
    for (uint32_t i = 0; i < 2; i++)
        if (now->stretch[i] != before->stretch[i]) put_value(&to, "stretch", i, writer_fx(now->stretch[i]));
    return true;
}

/* Whether the scene has a layer. A scene without layers of its own has back, main and front. */
static bool has_layer(const cart_scene *scene, const char *name) {
    static const char *const usual[] = {"back", "main", "front"};
    for (uint32_t i = 0; i < scene->layer_count; i++)
        if (rom_id(scene->layers[i].name) == rom_id(name)) return true;
    for (size_t i = 0; scene->layer_count == 0 && i < sizeof usual / sizeof *usual; i++)
        if (strcmp(usual[i], name) == 0) return true;
    return false;
}

void pack_check_layers(pack_job *job, const cart_scene *scene) {
    for (uint32_t i = 0; i < scene->object_count; i++) {
        const cart_sprite *sprite = &scene->objects[i].sprite;
        if (sprite->sheet[0] != 0 && sprite->layer[0] != 0 && !has_layer(scene, sprite->layer))
            pack_warn(job, scene->objects[i].line,
                      "layer=%s: the scene `%s` has no layer of that name; its sprite is drawn in `main`",
                      sprite->layer, scene->name);
    }
}
