/* Flat pictures as a module of the console: the view (view.h), the layers (layer.h) and the sprites (sprite.h) of a scene.
 *
 *     scene main                                                              in cart.txt
 *       camera flat at=0,0 pixels=16 follow=hero dead-zone=2,1 bounds=0,0,40,10
 *       layer sky scroll=1/5
 *       layer main sort=y
 *       object hero at=2,1,0 layer=main
 *     end
 *     camera_shake(0.3, 12t)  play(self, 'walk')                              in scripts: oxcart help natives
 *     ox_layers_add(host, OX_NAME("main"), -1, draw, map)                     in C, from modules behind this one
 *
 * With `camera ... flat` the meshes of the scene, too, are drawn orthographically and at the same places. Without it layers lie over the scene as seen
 * from (0, 0), which stands in the middle of the picture. Layers are drawn over the scene, behind what carts in C and later modules draw.
 *
 * An image asks for the module by sheets, by a flat camera, or by scripts that call its natives. The view, what scripts do to layers, and all fields of
 * sprites are the game's state. Flip-books go on in OX_PHASE_FINAL_POSES and the view in OX_PHASE_CAMERA of each step that is not paused;
 * `on Played(who, animation)` tells of an animation that has ended, in the step after its last one.
 *
 * There is room for as many sprites as for objects, or for `capacity sprites`; one that has no room is left out, and the log says so once. The same
 * holds of what the display list has no room for. Memory: 84 bytes a sprite, 18 more in the list, 28 a layer, 24 a sheet and 8 for each of its images.
 */
#ifndef OXCART_KERNEL_SPRITES_MODULE_H
#define OXCART_KERNEL_SPRITES_MODULE_H

#include "kernel/console/console.h"
#include "kernel/module/module.h"
#include "kernel/sprites/layer.h"
#include "kernel/sprites/sprite.h"
#include "raster/flat.h"

extern const ox_module ox_sprites_module;

enum {
    OX_CAPACITY_SPRITES,        /* of objects, at once */
    OX_CAPACITY_SPRITE_EFFECTS, /* of sprites that have effects (sprite.h); none where the cart declares none */
    OX_SPRITES_CAPACITIES
};
extern const ox_capacity ox_sprites_capacities[OX_SPRITES_CAPACITIES];

enum { OX_SPRITES_NATIVES = 21, OX_SPRITES_FIELDS = 12 };
extern const ox_script_native ox_sprites_native_rows[OX_SPRITES_NATIVES];
extern const ox_script_field ox_sprites_field_rows[OX_SPRITES_FIELDS];

/* A sheet of the cart by the id of its name: a checked SHET chunk, good while the scene lasts; NULL when there is none, or when the scene has no
 * layers. And one of its images, NULL when it cannot be had, which the log has told. */
const uint8_t *ox_sheet_of(const ox_module_host *host, ox_id name);
const rs_image *ox_sheet_picture(const ox_module_host *host, ox_id name, uint32_t image);

#endif
