/* The component "sprite". */
#include "kernel/sprites/sprite.h"

#include "kernel/type/name.h"

#define OWN (OX_SIM | OX_ENGINE)

enum { STRETCH_MOST = 256 * FX_ONE, RATE_MOST = 64 * FX_ONE };

static const ox_field fields[] = {
    OX_FIELD(ox_sprite, sheet, OX_NAME_ID, OX_SIM),
    OX_FIELD(ox_sprite, animation, OX_NAME_ID, OX_SIM),
    OX_FIELD(ox_sprite, layer, OX_NAME_ID, OX_SIM),
    OX_FIELD(ox_sprite, rate, OX_FX, OX_SIM, .initial = FX_ONE, .low = -RATE_MOST, .high = RATE_MOST),
    OX_FIELD(ox_sprite, stretch, OX_FX, OX_SIM, .initial = FX_ONE, .low = 256, .high = STRETCH_MOST),
    OX_FIELD(ox_sprite, tint, OX_U32, OX_SIM, .initial = 0xFFFFFF, .high = 0xFFFFFF),
    OX_FIELD(ox_sprite, part, OX_U32, OWN),
    OX_FIELD(ox_sprite, page, OX_U16, OWN),
    OX_FIELD(ox_sprite, frame, OX_U16, OX_SIM),
    OX_FIELD(ox_sprite, order, OX_I32, OX_SIM, .low = INT16_MIN, .high = INT16_MAX),
    OX_FIELD(ox_sprite, alpha, OX_U8, OX_SIM, .initial = 255, .high = 255),
    OX_FIELD(ox_sprite, mode, OX_U8, OX_SIM, .high = OX_SPRITE_MODES - 1),
    OX_FIELD(ox_sprite, flip_x, OX_BOOL, OX_SIM),
    OX_FIELD(ox_sprite, flip_y, OX_BOOL, OX_SIM),
    OX_FIELD(ox_sprite, flash, OX_BOOL, OX_SIM),
    OX_FIELD(ox_sprite, begun, OX_BOOL, OWN),
    OX_FIELD(ox_sprite, played, OX_BOOL, OWN)};
const ox_type ox_sprite_type = OX_TYPE(ox_sprite, fields, 1);

static const ox_field effects_fields[] = {OX_FIELD(ox_sprite_effects, corners, OX_U32, OX_SIM, .initial = -1),
                                          OX_FIELD(ox_sprite_effects, back, OX_U16, OX_SIM),
                                          OX_FIELD(ox_sprite_effects, has_back, OX_BOOL, OX_SIM),
                                          OX_FIELD(ox_sprite_effects, smooth, OX_BOOL, OX_SIM)};
const ox_type ox_sprite_effects_type = OX_TYPE(ox_sprite_effects, effects_fields, 1);

void ox_sprite_play_from(ox_sprite *sprite, ox_id animation, uint16_t page) {
    sprite->animation = animation;
    sprite->page = page;
    sprite->part = 0;
    sprite->begun = sprite->played = false;
}

void ox_sprite_play(ox_sprite *sprite, ox_id animation) {
    if (sprite->animation != animation) ox_sprite_play_from(sprite, animation, 0);
}

void ox_sprite_show(ox_sprite *sprite, uint16_t frame) {
    ox_sprite_play_from(sprite, OX_ID_NONE, 0);
    sprite->frame = frame;
}
