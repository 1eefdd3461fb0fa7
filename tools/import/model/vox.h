/* MagicaVoxel scenes (ephtracy, "MagicaVoxel .vox File Format", version 150 to 200). */
#ifndef OXCART_TOOLS_IMPORT_MODEL_VOX_H
#define OXCART_TOOLS_IMPORT_MODEL_VOX_H

#include "tools/import/model/scene.h"

bool import_vox_is(const uint8_t *data, size_t size);

/*
 * Each model becomes a mesh of the faces that lie free, neighbours of one colour and direction joined to rectangles (greedy meshing: along
 * x, y or z first to as long a run as there is, then as many equal runs as there are). One material has a picture of the colours that are
 * used, a pixel for each. The scene graph becomes nodes with names, turned and mirrored as in the file; nodes that are
 * hidden, or lie on a hidden layer, are not shown. A file without a scene graph has its models about x = y = 0,
 * standing on z = 0. Of a node with several frames or models the first counts, with a warning. A file without colours
 * has MagicaVoxel's own palette.
 *
 * Ten voxels are a metre (scene->unit), as that program exports them. +z is up and a model faces -y (scene->axes_assumed). A
 * fault is an error with file and offset and no scene: chunks beyond the end, voxels outside of their model, nodes in a circle or that are
 * not there, too much to hold.
 */
bool import_vox_from_memory(const char *name, const void *data, size_t size, import_scene *scene,
                            tool_error *error);

#endif
