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
    ox_component_walk walk = ox_component_walk_of(s->host->world, s->type);
    ox_object *object;
    for (ox_sprite *sprite; (sprite = ox_component_walk_next(&walk, &object)) != NULL;) {
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

/* Whether a sprite is shown as its sheet has it. */
static bool is_plain(const ox_sprite *sprite, const sprite_stand *stand, fx zoom) {
    return (stand->yaw | stand->pitch | stand->roll) == 0 && stand->size == FX_ONE && zoom == FX_ONE &&
           sprite->stretch[0] == FX_ONE && sprite->stretch[1] == FX_ONE && stand->effects == NULL;
}

static bool has_no_ink(const ox_sprite *sprite) {
    return (sprite->mode | (uint8_t)(255 - sprite->alpha)) == 0 && !sprite->flash && sprite->tint == WHITE;
}

/* What is seen of a sprite, at a pixel of the picture. */
typedef struct sprite_picture {
    const rs_image *image;
    const ox_sheet_frame *frame;
    int32_t x, y;
} sprite_picture;

/* Whether a plain sprite lies beside the picture: no blit is made of it then. */
static inline bool is_outside(const ox_sprite *sprite, const sprite_picture *picture,
                              const ox_layer_view *view) {
    const ox_sheet_frame *from = picture->frame;
    const int32_t width = from->turned ? from->height : from->width,
                  height = from->turned ? from->width : from->height,
                  left = picture->x - (sprite->flip_x ? width - from->pivot_x : from->pivot_x),
                  top = picture->y - (sprite->flip_y ? height - from->pivot_y : from->pivot_y);
    return left >= view->width || top >= view->height || left + width <= 0 || top + height <= 0;
}

/* Sets what a blit shows and where; its ink and turn stay as they are. */
static void set_blit(rs_blit *blit, const ox_sprite *sprite, const sprite_picture *picture) {
    const ox_sheet_frame *from = picture->frame;
    blit->image = picture->image;
    blit->part.x = (int16_t)from->x, blit->part.y = (int16_t)from->y;
    blit->part.width = (int16_t)from->width, blit->part.height = (int16_t)from->height;
    blit->x = picture->x * FX_ONE, blit->y = picture->y * FX_ONE;
    blit->pivot_x = from->pivot_x, blit->pivot_y = from->pivot_y;
    blit->flip_x = sprite->flip_x, blit->flip_y = sprite->flip_y;
    blit->turned = from->turned;
}

static rs_result blit_frame(ox_sprites *s, rs_frame *frame, const ox_layer_view *view, ox_sprite *sprite,
                            const sprite_stand *stand, const sprite_picture *picture) {
    rs_blit blit = {.image = NULL};
    set_blit(&blit, sprite, picture);
    rs_turn turn;
    if (is_plain(sprite, stand, view->scroll.zoom)) {
        if (is_outside(sprite, picture, view)) return RS_OK;
    } else if (!make_turn(sprite, stand, view->scroll.zoom, &turn, &blit)) {
        return RS_OK;
    }
    if (!has_no_ink(sprite)) give_ink(s, sprite, &blit.ink);
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

/* Finds what a sprite shows, out of what was found last; false: nothing. The image is NULL where a checkered square stands for it. */
static bool find_picture(ox_sprites *s, ox_sprite *sprite, const uint16_t *back, sprite_picture *picture) {
    const uint32_t shown = back != NULL ? *back : ox_sprites_frame(s, sprite);
    sprites_seen_frame *seen = &s->seen_frames[shown % SPRITES_SEEN_FRAMES];
    picture->image = NULL;
    if (seen->number != shown || seen->sheet != sprite->sheet || seen->image == NULL) {
        const sprites_sheet *sheet = ox_sprites_sheet(s, sprite);
        seen->image = NULL;
        if (sheet == NULL) return true;
        if (!ox_sheet_frame_at(sheet->chunk, shown, &seen->frame)) {
            s->missing++;
            return true;
        }
        if (seen->frame.width == 0 || seen->frame.height == 0) return false;
        seen->image = sheet->images[seen->frame.image];
        seen->sheet = sprite->sheet;
        seen->number = shown;
        if (seen->image == NULL) s->missing++;
    }
    picture->image = seen->image;
    picture->frame = &seen->frame;
    return true;
}

static bool is_far(const sprite_picture *picture) {
    return picture->x < -FAR || picture->x > FAR || picture->y < -FAR || picture->y > FAR;
}

static __attribute__((noinline)) void draw_any(ox_sprites *s, rs_frame *frame, const ox_layer_view *view,
                                               const ox_object *object, ox_sprite *sprite) {
    const sprite_stand stand = stand_of(s, object, ox_object_place_of(s->host->world, object));
    sprite_picture picture = {
        .x = ox_scroll_x(&view->scroll, stand.x),
        .y = ox_scroll_y(&view->scroll, stand.y),
    };
    if (is_far(&picture) || !find_picture(s, sprite, is_back(&stand) ? &stand.effects->back : NULL, &picture))
        return;
    tell_full(s, picture.image == NULL ? draw_missing(s, frame, picture.x, picture.y)
                                       : blit_frame(s, frame, view, sprite, &stand, &picture));
}

/* Draws a sprite as its sheet has it, neither turned nor scaled nor inked, of a cart without drifts and effects of sprites: what most sprites are. */
static void draw_plain(ox_sprites *s, rs_frame *frame, const ox_layer_view *view, ox_sprite *sprite,
                       const ox_object_place *at) {
    sprite_picture picture;
    picture.x = ox_scroll_x(&view->scroll, at->pos.x);
    picture.y = ox_scroll_y(&view->scroll, at->pos.y);
    if (is_far(&picture) || !find_picture(s, sprite, NULL, &picture)) return;
    if (picture.image == NULL) {
        tell_full(s, draw_missing(s, frame, picture.x, picture.y));
        return;
    }
    if (is_outside(sprite, &picture, view)) return;
    rs_blit blit; /* set by words: a call to clear it as a whole is dearer */
    blit.turn = NULL;
    blit.ink.mode = RS_FLAT_OPAQUE, blit.ink.alpha = 0, blit.ink.bank = 0, blit.ink.flat = false;
    blit.ink.native = blit.ink.tint = 0;
    blit.ink.remap = NULL;
    set_blit(&blit, sprite, &picture);
    s->drawn++;
    const rs_result result = rs_frame_blit(frame, &blit);
    if (result != RS_OK) tell_full(s, result);
}

void ox_sprites_draw_thing(void *context, rs_frame *frame, const ox_layer_view *view, uint32_t number) {
    ox_sprites *s = context;
    ox_object *object;
    ox_sprite *sprite = ox_component_record(s->host->world, s->type, number + 1u, &object);
    if (sprite == NULL) return;
    const ox_object_place *at = ox_object_place_of(s->host->world, object);
    if (s->effects_type == 0 && s->host->scene->drift_type == 0 && view->scroll.zoom == FX_ONE &&
        (at->angle | at->pitch | at->roll) == 0 && at->size == FX_ONE && sprite->stretch[0] == FX_ONE &&
        sprite->stretch[1] == FX_ONE && has_no_ink(sprite))
        draw_plain(s, frame, view, sprite, at);
    else
        draw_any(s, frame, view, object, sprite);
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
    ox_component_walk walk = ox_component_walk_of(world, s->type);
    const uint32_t all = walk.left;
    ox_object *object;
    s->drawn = 0;
    ox_layers_begin(&s->layers);
    for (ox_sprite *sprite; (sprite = ox_component_walk_next(&walk, &object)) != NULL;) {
        const ox_object_place *place;
        if ((object->flags & OX_OBJECT_VISIBLE) == 0 || (place = ox_object_place_of(world, object)) == NULL)
            continue;
        ox_layers_put(&s->layers, all - walk.left - 1u,
                      &(ox_layer_place){.layer = (uint8_t)layer_of(&s->layers, sprite),
                                        .order = (int16_t)sprite->order,
                                        .y = place->pos.y,
                                        .made = object->handle.bits >> 16});
    }
    ox_layers_draw(&s->layers, &s->view, &glass, frame, fraction);
}
