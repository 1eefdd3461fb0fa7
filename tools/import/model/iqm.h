/* Inter-Quake models (IQM version 2): meshes, joints and animations in one binary file. */
#ifndef OXCART_TOOLS_IMPORT_MODEL_IQM_H
#define OXCART_TOOLS_IMPORT_MODEL_IQM_H

#include "tools/import/model/scene.h"

/*
 * Read: meshes with positions, normals, tangents, texture coordinates, colours, joint numbers and weights in
 * every number format, joints with their rest pose, animations with rate and loop flag. Each mesh becomes a
 * node with its name. Files that hold poses without joints (animations kept apart) give joints without names
 * that rest as in the first frame. Adjacency, bounds and extensions are left out.
 *
 * A material named like a picture beside the file gets that picture as texture. The scene keeps its axes.
 * The format says +z up but not where a model faces; -y is taken, as in Blender (scene->axes is "LBU",
 * scene->axes_assumed). The triangles, clockwise in the file, are turned round.
 *
 * A fault is an error with file and offset and no scene: tables beyond the end, numbers out of range, joints
 * before their parents. Decoded data never takes more than 64 times the file's bytes (and 64 MB).
 */
bool import_iqm_load(const char *path, import_scene *scene, tool_error *error);

/* Reads an IQM file from memory; no picture is looked for. */
bool import_iqm_from_memory(const char *name, const void *data, size_t size, import_scene *scene,
                            tool_error *error);

#endif
