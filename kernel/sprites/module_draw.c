/* Sprites in steps and pictures: their flip-books go on, and their frames are drawn. */
#include <string.h>

#include "fixedmath/angle.h"
#include "fixedmath/scalar.h"
#include "kernel/loop/rate.h"
#include "kernel/sprites/module_internal.h"
#include "kernel/type/name.h"
#include "kernel/world/attachment.h"
#include "kernel/world/place.h"

enum { CHECKER = 16, FAR = 16000, WHITE = 0xFFFFFF };

FX_STATIC_ASSERT((int)OX_SPRITE_MODES == (int)RS_FLAT_MODES, "the modes of sprites are those of the raster");

/* ---- steps ---- */

static void tell_end(const ox_sprites *s, const ox_object *object, const ox_sprite *sprite) {
    const ox_event_service events = ox_engine_events(s->host->engine);
    const int32_t arguments[2] = {(int32_t)object->handle.bits, (int32_t)sprite->animation};
    events.operations->post(events.state, OX_NAME("played"), arguments, 2);
}

static void step_sprite(ox_sprites *s, const ox_object *object, ox_sprite *sprite, ox_flip_rate *rate) {
    const sprites_sheet *sheet;
    ox_flip_book book;
    if (sprite->played && sprite->begun) return;
    if (!ox_sprites_book(s, sprite, &sheet, &book)) return;
    ox_flip_book_clock clock = {sprite->part, sprite->page};
    rate->factor = sprite->rate;
    const bool ends = ox_flip_book_step(&book, &clock, rate);
    if (sprite->begun && clock.step == sprite->page && !ends) {
        sprite->part = clock.part;
        return;
    }
    sprite->part = clock.part;
    sprite->page = clock.step;
    sprite->begun = true;
    sprite->frame = (uint16_t)ox_flip_book_frame(sheet->chunk, &book, clock.step);
    sprite->played = ends;
    if (ends) tell_end(s, object, sprite);
}

static void tell_crowd(ox_sprites *s) {
    const ox_component_store *store = &s->host->world->components[s->type];
    if (s->crowded || store->refused == 0) return;
    s->crowded = true;
    ox_log_write(s->host->log, PLAT_LOG_WARNING,
                 "more than %u sprites at once, the last are left out: raise `capacity sprites`",
                 (unsigned)store->type->capacity);
}

void ox_sprites_step(ox_sprites *s) {
    ox_flip_rate rate = {ox_loop_rate(s->host->loop), FX_ONE};
    ox_object *object;
    void *data;
    for (uint32_t at = 0; (at = ox_component_each(s->host->world, s->type, at, &object, &data)) != 0;) {
        ox_sprite *sprite = data;
        if (sprite->animation != OX_ID_NONE) step_sprite(s, object, sprite, &rate);
    }
    tell_crowd(s);
}

/* ---- where sprites stand ---- */

typedef struct sprite_stand {
    fx x, y;
    ang16 yaw, pitch, roll;
    fx size;
    const ox_sprite_effects *effects; /* NULL: none */
} sprite_stand;

/* Adds the motions of an object and of those who carry it. The function stands apart, since few objects have any. */
static __attribute__((noinline)) void add_motion(const ox_scene *scene, const ox_object *object,
                                                 const ox_motion *drift, sprite_stand *stand) {
    const mat34 place = ox_scene_drawn(scene, object);
    const uint32_t time = scene->drawn_time;
    const uf16 fraction = scene->drawn_fraction;
    stand->x = place.m[0][3];
    stand->y = place.m[1][3];
    if (drift == NULL) return;
    stand->yaw = ox_motion_angle(stand->yaw, drift->spin[0], time, fraction);
    stand->pitch = ox_motion_angle(stand->pitch, drift->spin[1], time, fraction);
    stand->roll = ox_motion_angle(stand->roll, drift->spin[2], time, fraction);
}

static sprite_stand stand_of(const ox_sprites *s, const ox_object *object, const ox_object_place *at) {
    const ox_scene *scene = s->host->scene;
    sprite_stand stand = {at->pos.x, at->pos.y, at->angle, at->pitch, at->roll, at->size, NULL};
    if (s->effects_type != 0) stand.effects = ox_component_get(s->host->world, object, s->effects_type - 1u);
    if (scene->drift_type == 0) return stand;
    const ox_motion *drift = ox_component_get(scene->world, object, scene->drift_type - 1u);
    if (drift != NULL || (scene->attachment_type != 0 && ox_attached_to(scene->world, object) != NULL))
        add_motion(scene, object, drift, &stand);
    return stand;
}

/* ---- what sprites are drawn as ---- */

uint32_t ox_sprites_frame(ox_sprites *s, ox_sprite *sprite) {
    const sprites_sheet *sheet;
    ox_flip_book book;
    if (sprite->animation == OX_ID_NONE || sprite->begun || !ox_sprites_book(s, sprite, &sheet, &book))
        return sprite->frame;
    return ox_flip_book_frame(sheet->chunk, &book, sprite->page);
}

/* Whether a card shows another picture on its back, and that is seen. */
static bool is_back(const sprite_stand *stand) {
    return stand->effects != NULL && stand->effects->has_back &&
           (fx_cos(stand->yaw) < 0) != (fx_cos(stand->pitch) < 0);
}

static rs_result draw_missing(const ox_sprites *s, rs_frame *frame, int32_t x, int32_t y) {
    const uint32_t magenta = ox_resource_native(s->host->resources, 0xFF00FF),
                   black = ox_resource_native(s->host->resources, 0);
    enum { HALF = CHECKER / 2 };
    rs_result result = rs_frame_rectangle(frame, x - HALF, y - HALF, CHECKER, CHECKER, magenta);
    if (result == RS_OK) result = rs_frame_rectangle(frame, x - HALF, y - HALF, HALF, HALF, black);
    return result == RS_OK ? rs_frame_rectangle(frame, x, y, HALF, HALF, black) : result;
}

/* A card that has turned about the vertical is narrower, and mirrored where its back is seen. */
static fx turn_card(fx scale, ang16 angle, bool *flip) {
    if (angle == 0) return scale;
    const fx narrow = fx_mul(scale, fx_cos(angle));
    if (narrow < 0) *flip = !*flip;
    return fx_abs(narrow);
}

/* Makes the turn of a sprite. False: the card is seen from its edge, so nothing of it shows. */
static bool make_turn(const ox_sprite *sprite, const sprite_stand *stand, fx zoom, rs_turn *turn,
                      rs_blit *blit) {
    const fx size = stand->size == FX_ONE ? zoom : fx_muls(stand->size, zoom);
    bool flip_x = blit->flip_x, flip_y = blit->flip_y;
    *turn = (rs_turn){.scale_x = turn_card(fx_muls(sprite->stretch[0], size), stand->yaw, &flip_x),
                      .scale_y = turn_card(fx_muls(sprite->stretch[1], size), stand->pitch, &flip_y),
                      .angle = stand->roll};
    blit->flip_x = flip_x;
    blit->flip_y = flip_y;
    blit->turn = turn;
    if (stand->effects != NULL) {
        turn->corners = stand->effects->corners;
        turn->smooth = stand->effects->smooth;
    }
    return turn->scale_x >= FX_ONE / 256 && turn->scale_y >= FX_ONE / 256;
}

static void give_ink(const ox_sprites *s, ox_sprite *sprite, rs_ink *ink) {
    ink->mode = sprite->mode == RS_FLAT_OPAQUE && sprite->alpha != 255 ? RS_FLAT_ALPHA : sprite->mode;
    ink->alpha = sprite->alpha;
    if (sprite->flash) {
        if (sprite->seen_tint != sprite->tint + 1u) {
            sprite->seen_tint = sprite->tint + 1u;
            sprite->native = ox_resource_native(s->host->resources, sprite->tint);
        }
        ink->flat = true;
        ink->native = sprite->native;
    } else if (sprite->tint != WHITE) {
        ink->tint = sprite->tint;
    }
}

static bool is_plain(const ox_sprite *sprite, const sprite_stand *stand, fx zoom) {
    return (stand->yaw | stand->pitch | stand->roll) == 0 && stand->size == FX_ONE && zoom == FX_ONE &&
           sprite->stretch[0] == FX_ONE && sprite->stretch[1] == FX_ONE && stand->effects == NULL;
}

/* Whether a plain sprite lies beside the picture: no blit is made of it then. */
static bool is_outside(const rs_blit *blit, int32_t x, int32_t y, const ox_layer_view *view) {
    const int32_t width = blit->turned ? blit->part.height : blit->part.width,
                  height = blit->turned ? blit->part.width : blit->part.height,
                  left = x - (blit->flip_x ? width - blit->pivot_x : blit->pivot_x),
                  top = y - (blit->flip_y ? height - blit->pivot_y : blit->pivot_y);
    return left >= view->width || top >= view->height || left + width <= 0 || top + height <= 0;
}

static rs_result blit_frame(ox_sprites *s, rs_frame *frame, const ox_layer_view *view, ox_sprite *sprite,
                            const sprite_stand *stand, const rs_image *image, const ox_sheet_frame *from) {
    const int32_t x = ox_scroll_x(&view->scroll, stand->x), y = ox_scroll_y(&view->scroll, stand->y);
    rs_blit blit = {.image = image,
                    .part = {(int16_t)from->x, (int16_t)from->y, (int16_t)from->width, (int16_t)from->height},
                    .x = x * FX_ONE,
                    .y = y * FX_ONE,
                    .pivot_x = from->pivot_x,
                    .pivot_y = from->pivot_y,
                    .flip_x = sprite->flip_x,
                    .flip_y = sprite->flip_y,
                    .turned = from->turned};
    rs_turn turn;
    if (is_plain(sprite, stand, view->scroll.zoom)) {
        if (is_outside(&blit, x, y, view)) return RS_OK;
    } else if (!make_turn(sprite, stand, view->scroll.zoom, &turn, &blit)) {
        return RS_OK;
    }
    if ((sprite->mode | (uint8_t)(255 - sprite->alpha)) != 0 || sprite->flash || sprite->tint != WHITE)
        give_ink(s, sprite, &blit.ink);
    s->drawn++;
    return rs_frame_blit(frame, &blit);
}

static void tell_full(ox_sprites *s, rs_result result) {
    if (result == RS_OK || s->full) return;
    s->full = true;
    ox_log_write(s->host->log, PLAT_LOG_WARNING, "sprites: %s",
                 result == RS_LIST_FULL ? "the display list is too short; ask for more by `frame`"
                                        : "a picture of theirs cannot be drawn");
}

void ox_sprites_draw_thing(void *context, rs_frame *frame, const ox_layer_view *view, uint32_t number) {
    ox_sprites *s = context;
    ox_object *object;
    void *data;
    ox_sheet_frame from;
    if (ox_component_each(s->host->world, s->type, number, &object, &data) != number + 1u) return;
    ox_sprite *sprite = data;
    const ox_object_place *at = ox_object_place_of(s->host->world, object);
    const sprite_stand stand = stand_of(s, object, at);
    const int32_t x = ox_scroll_x(&view->scroll, stand.x), y = ox_scroll_y(&view->scroll, stand.y);
    if (x < -FAR || x > FAR || y < -FAR || y > FAR) return;
    const sprites_sheet *sheet = ox_sprites_sheet(s, sprite);
    const rs_image *image = NULL;
    const uint32_t shown = is_back(&stand) ? stand.effects->back : ox_sprites_frame(s, sprite);
    if (sheet != NULL && ox_sheet_frame_at(sheet->chunk, shown, &from)) {
        if (from.width == 0 || from.height == 0) return;
        image = sheet->images[from.image];
    }
    if (sheet != NULL && image == NULL) s->missing++;
    tell_full(s, image == NULL ? draw_missing(s, frame, x, y)
                               : blit_frame(s, frame, view, sprite, &stand, image, &from));
}

/* ---- the picture ---- */

/* The number of a sprite's layer; for a name that no layer has, that of main, else of the middle layer. */
static uint32_t layer_of(const ox_layers *layers, ox_sprite *sprite) {
    const ox_id name = sprite->layer == OX_ID_NONE ? OX_NAME("main") : sprite->layer;
    if (sprite->seen_layer < layers->count && layers->layers[sprite->seen_layer].name == name)
        return sprite->seen_layer;
    int number = ox_layers_find(layers, name);
    if (number < 0) number = ox_layers_find(layers, OX_NAME("main"));
    if (number < 0) number = (int)(layers->count / 2u);
    sprite->seen_layer = (uint8_t)number;
    return (uint32_t)number;
}

void ox_sprites_draw(ox_sprites *s, rs_frame *frame, uf16 fraction) {
    const ox_world *world = s->host->world;
    const ox_glass glass = ox_glass_of(s->host);
    ox_object *object;
    void *data;
    s->drawn = 0;
    ox_layers_begin(&s->layers);
    for (uint32_t at = 0; (at = ox_component_each(world, s->type, at, &object, &data)) != 0;) {
        ox_sprite *sprite = data;
        const ox_object_place *place;
        if ((object->flags & OX_OBJECT_VISIBLE) == 0 || (place = ox_object_place_of(world, object)) == NULL)
            continue;
        ox_layers_put(&s->layers, at - 1u,
                      &(ox_layer_place){.layer = (uint8_t)layer_of(&s->layers, sprite),
                                        .order = (int16_t)sprite->order,
                                        .y = place->pos.y,
                                        .made = object->handle.bits >> 16});
    }
    ox_layers_draw(&s->layers, &s->view, &glass, frame, fraction);
}
