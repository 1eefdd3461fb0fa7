/* The component "sprite": an object is drawn as a frame of a sheet, in a layer of the flat picture.
 *
 *     type hero sprite=hero/idle layer=main order=2                           in cart.txt
 *     play(self, 'walk')  self.flip = true  self.alpha = 128                  in scripts: oxcart help natives
 *     ox_sprite *s = ox_component_get(world, object, type);                   in C: type is ox_world_component(world, OX_NAME("sprite"))
 *     ox_sprite_play(s, OX_NAME("walk"));
 *
 * The frame's pivot stands at the object's place (view.h tells where that is); flips are about the pivot. The place's `roll` turns the sprite about it,
 * counter-clockwise; its yaw and pitch turn it as a card, narrower and lower by their cosines, and mirrored when its back is seen. `size` of the place,
 * `stretch` and the view's zoom scale it. A sprite that is neither turned nor scaled is copied pixel by pixel, which is by far the quickest.
 *
 * Objects that are not visible are not drawn. A sprite whose sheet, picture or frame is missing is a checkered square, and the log says so once. */
#ifndef OXCART_KERNEL_SPRITES_SPRITE_H
#define OXCART_KERNEL_SPRITES_SPRITE_H

#include "kernel/sprites/sheet.h"
#include "kernel/world/component.h"

/* How a sprite's pixels meet the picture: the modes of rs_flat_mode by number. */
enum { OX_SPRITE_MODES = 6 };

typedef struct ox_sprite {
    ox_id sheet;     /* name, such as `hero` */
    ox_id animation; /* name of the flip-book; 0: none, it stands at `frame` */
    ox_id layer;     /* name; 0: main */
    fx rate;         /* of the animation: 1.0 as it is made, 0 holds, below 0 backwards */
    fx stretch[2];   /* width and height, above 0 */
    uint32_t tint;   /* 0xRRGGBB that its colours are multiplied with; white: none */
    int32_t
        order; /* -32,768 .. 32,767 in its layer: higher ones cover lower ones, of one order later objects cover earlier ones */
    uint32_t part; /* of the page of the flip-book (ox_flip_book_clock) */
    uint16_t page;
    uint16_t frame; /* of the sheet */
    uint8_t alpha;  /* 255: solid */
    uint8_t mode;   /* rs_flat_mode */
    bool flip_x, flip_y;
    bool flash;  /* all its pixels have the colour `tint` */
    bool begun;  /* `frame` is that of the page */
    bool played; /* its animation has ended */
    /* Numbers that were looked up last, and are looked up anew where a name has changed; no state. */
    uint8_t seen_layer;
    uint16_t seen_sheet, seen_book;
    uint32_t seen_tint, native;
} ox_sprite;

extern const ox_type ox_sprite_type;

/* The component "sprite_effects", beside a sprite, in carts that declare `capacity sprite-effects N`: effects that few
 * sprites have. Corners are those of the frame before it is flipped; colours and alphas between them are mixed, so that
 * alphas of 0 and 255 side by side are a wipe, and two colours a gradient. Colours need a surface of colours; in a
 * palette only the alphas count. A sprite with effects is drawn as a turned one. */
typedef struct ox_sprite_effects {
    uint32_t corners
        [4]; /* 0xAARRGGBB, multiplied with the pixels: top left, top right, bottom left, bottom right */
    uint16_t
        back; /* with `has_back`: the frame of the sheet that is seen from behind, by a yaw or pitch beyond 90 degrees; else it is mirrored */
    bool has_back;
    bool smooth; /* scaled and turned pixels are mixed of their neighbours, on surfaces of colours */
} ox_sprite_effects;

extern const ox_type ox_sprite_effects_type;

/* Plays an animation from its first page on, or from any page. ox_sprite_play lets an animation that plays already go
 * on. */
void ox_sprite_play(ox_sprite *sprite, ox_id animation);
void ox_sprite_play_from(ox_sprite *sprite, ox_id animation, uint16_t page);

/* Ends the sprite's animation and shows a frame. */
void ox_sprite_show(ox_sprite *sprite, uint16_t frame);

#endif
