/* Static geometry of levels in one of two forms, whichever takes fewer bytes in the image: instances, which are records of 32 bytes
 * that name meshes, or a mesh for each cell, in which all that stands there lies at its place.
 *
 * The form never shows: a level is merged only where each vertex of the new meshes lies exactly where the instance's would, which
 * is so for places and scales on a grid of the meshes' own and for right angles. Instances with tints or flags, elements that name
 * instances, and materials that are drawn in an order (passes, sorting, blending) keep a level as it is. Light that depends on the
 * direction from which a normal is seen may differ by one step where an instance is turned, since it is worked out in its own space.
 *
 * Meshes count only where they would be left out once no instance names them; so only carts that leave out what nothing refers to
 * (`keep`) have something to choose. (Gregory, Game Engine Architecture 13.1.) */
#ifndef OXCART_TOOLS_PACK_LEVEL_MERGE_H
#define OXCART_TOOLS_PACK_LEVEL_MERGE_H

#include "tools/image/assemble.h"

typedef struct level_merge_report {
    const char *name; /* of the level's chunk */
    uint32_t instances, meshes, cells;
    uint32_t apart;      /* bytes of the level's records and of meshes that only it names */
    uint32_t together;   /* of meshes of its cells and what is left of the records; 0: it cannot be merged */
    const char *why_not; /* the reason, or NULL */
    bool merged;
} level_merge_report;

/* Puts the geometry of the level that is chunk `index` of the assembly together, always or where that is shorter. alone[i]: chunk i
 * is a mesh that goes when this level does not name it; NULL: none is. The new meshes of level/NAME are mesh/NAME.cell-0 and so on. False without memory. */
bool level_merge(assembly *a, uint32_t index, const bool *alone, bool always, level_merge_report *report);

/* All levels of the assembly, told one by one; stays[i]: chunk i stays even where nothing names it. False without memory. */
typedef void level_merge_note(void *context, const level_merge_report *report);
bool level_merge_all(assembly *a, const bool *stays, level_merge_note *note, void *context);

#endif
