/* What an editor's place is shown and played by. */
#ifndef OXCART_TOOLS_EDIT_EDIT_STAGE_H
#define OXCART_TOOLS_EDIT_EDIT_STAGE_H

#include "fixedmath/vector.h"
#include "tools/edit/edit.h"

/* An image with all meshes, materials and textures of the cart, and an empty scene. */
bool edit_stage(edit *e, writer *stage, uint32_t *scene, tool_error *error);

/* The cart as it is now, packed, and the scene that plays the place: it begins with the editor's camera, unless its picture is flat. Of a level it is
 * the first scene that has it, where it is there from the start now; a level that no scene has gets a scene of its own. */
bool edit_image(edit *e, writer *image, uint32_t *scene, tool_error *error);

/* A place in the world; what lies outside of it is brought to its end. */
vec3 edit_fixed(const double v[3]);

#endif
