/* Images that show and play an editor's place. */
#ifndef OXCART_TOOLS_EDIT_EDIT_STAGE_H
#define OXCART_TOOLS_EDIT_EDIT_STAGE_H

#include "fixedmath/vector.h"
#include "tools/edit/edit.h"

/* Packs an image with all meshes, materials and textures of the cart, and an empty scene. */
bool edit_stage(edit *e, writer *stage, uint32_t *scene, tool_error *error);

/* Packs the edited cart, and gives the scene that plays the place. It begins with the editor's camera, unless its
 * picture is flat. A level is played by the first scene that has it, and is there from the start; a level that no
 * scene has gets a scene of its own. */
bool edit_image(edit *e, writer *image, uint32_t *scene, tool_error *error);

/* A place in fixed point, clamped to the world. */
vec3 edit_fixed(const double v[3]);

#endif
