/* Contact sheets: many moments of a model in one picture, to look at. */
#ifndef OXCART_TOOLS_VIEW_CONTACT_H
#define OXCART_TOOLS_VIEW_CONTACT_H

#include "tools/view/view.h"

/*
 * Draws tiles of look->width x look->height into the PNG file `path`. Of a scene, each animation gets a row
 * (only `only`, when it is not NULL) with `columns` moments from its beginning to its end. The tiles of a row
 * show the model in one scale, so that its way can be seen. Any other model is turned once round in one row.
 * Every tile is drawn by the console itself, headless. What the tiles show is printed to standard
 * output, a line a row.
 */
bool contact_sheet(const view_look *look, view_source *source, const import_animation *only, int columns,
                   const char *path, tool_error *error);

#endif
