/* The editor's picture: the objects of the place, drawn by the engine, with a grid, marks and icons; and finding the
 * object under a pixel. */
#ifndef OXCART_TOOLS_EDIT_EDIT_VIEW_H
#define OXCART_TOOLS_EDIT_EDIT_VIEW_H

#include "kernel/console/console.h"
#include "tools/edit/edit_stage.h"
#include "tools/play/world_lines.h"

typedef struct edit_view {
    edit *e;
    ox_console *console;
    int width, height; /* size of the picture */
    bool grid;
    world_lines lines; /* lines of the current picture */
    bool failed;       /* memory ran out */
} edit_view;

/* Records the place from the editor's camera. */
void edit_view_record(edit_view *v, rs_frame *frame);

/* The object that is seen at a pixel, or EDIT_NONE. Meshes are hit by their triangles, icons by a ball about their
 * place. */
int edit_view_pick(const edit_view *v, int x, int y);

/* Whether the camera is inside the bounding sphere of an object's mesh: such an object is ground or sky, not a thing
 * to drag. */
bool edit_view_is_around(const edit_view *v, int object);

/* Whether an object's mesh is at least twenty times as wide and as deep as high: a floor, which is dragged only once
 * it is selected. */
bool edit_view_is_flat(const edit_view *v, int object);

/* Where the line of sight of a pixel meets the plane at a height; false when it does not, or farther away than 1,000 m. */
bool edit_view_ground(const edit_view *v, int x, int y, double height, double at[3]);

#endif
