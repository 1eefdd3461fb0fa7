/* What an editor's place is shown and played by. */
#ifndef OXCART_TOOLS_EDIT_EDIT_STAGE_H
#define OXCART_TOOLS_EDIT_EDIT_STAGE_H

#include "tools/edit/edit.h"
#include "tools/play/level_game.h"

/* An image with all meshes, materials and textures of the cart, and an empty scene. */
bool edit_stage(edit *e, writer *stage, uint32_t *scene, tool_error *error);

/* The cart as it is now, packed; its scene begins with the editor's camera. */
bool edit_scene_image(edit *e, writer *image, uint32_t *scene, tool_error *error);

/* The game that plays the level as it is now; it reads the editor's chunks. */
level_game edit_game(edit *e);

/* A place in the world; what lies outside of it is brought to its end. */
vec3 edit_fixed(const double v[3]);

#endif
