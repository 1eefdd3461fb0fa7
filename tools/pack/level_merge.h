/* Static geometry of levels in one of two forms, whichever takes fewer bytes in the image: instances, which are records of 32 bytes
 * that name meshes, or a mesh for each cell, which holds all objects of the cell at their places.
 *
 * The form never shows: a level is merged only where each vertex of the new meshes lies exactly where the instance's
 * would. That holds for places and scales on a grid of the meshes' own and for right angles. Instances with tints or
 * flags, elements that name instances, and materials that are drawn in an order (passes, sorting, blending) keep a
 * level as it is. Light that depends on the direction from which a normal is seen may differ by one step where an
 * instance is turned, since an instance's light is computed in its own space.
 *
 * Meshes count only where they would be left out once no instance names them; so only carts that leave out chunks
 * without references (`keep`) have a choice. (Gregory, Game Engine Architecture 13.1.) */
#ifndef OXCART_TOOLS_PACK_LEVEL_MERGE_H
#define OXCART_TOOLS_PACK_LEVEL_MERGE_H

#include "tools/image/assemble.h"

typedef struct level_merge_report {
    const char *name; /* name of the level's chunk */
    uint32_t instances, meshes, cells;
    uint32_t apart;      /* bytes of the level's records and of meshes that only the level names */
    uint32_t together;   /* bytes of its cells' meshes and remaining records; 0: no merging possible */
    const char *why_not; /* the reason, or NULL */
    bool merged;
} level_merge_report;

/* Merges the geometry of the level that is chunk `index` of the assembly, always or where that is shorter. alone[i]:
 * chunk i is a mesh that goes when this level does not name it; NULL: no mesh goes. The new meshes of level/NAME are
 * mesh/NAME.cell-0 and so on. False without memory. */
bool level_merge(assembly *a, uint32_t index, const bool *alone, bool always, level_merge_report *report);

/* Merges all levels of the assembly, and tells of each; stays[i]: chunk i stays even where nothing names it. False
 * without memory. */
typedef void level_merge_note(void *context, const level_merge_report *report);
bool level_merge_all(assembly *a, const bool *stays, level_merge_note *note, void *context);

#endif
