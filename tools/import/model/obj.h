/* Wavefront OBJ models with their MTL materials. */
#ifndef OXCART_TOOLS_IMPORT_MODEL_OBJ_H
#define OXCART_TOOLS_IMPORT_MODEL_OBJ_H

#include "tools/import/model/model.h"

/*
 * Reads an OBJ file and the MTL files that it names (beside it), and checks that the textures are there.
 *
 * Read: v (the fourth to sixth of six numbers are a colour), vt, vn, f with any number of corners in the four
 * forms v, v/t, v//n, v/t/n and with negative indices, o, g, s, usemtl, mtllib; comments, joined lines, all
 * line ends. Of materials: Kd, Ks, Ke, Ns, d, Tr, map_Kd with all its options (-o, -s and -clamp are
 * applied). Tr is transparency, but opacity in files that name MeshLab in a comment. Names that are no UTF-8 are read as Latin-1.
 * Lines, points, curves and unknown statements are skipped with a warning.
 *
 * Faces are triangulated (see triangulate.h). Missing normals are computed: the mean of the faces around the
 * position that share the smoothing group, weighted by each face's angle at that corner; faces outside any
 * group (s off) are flat; a file without any smoothing group is smooth all over. Positions at the same place
 * count as one position here. Texture coordinates are turned from bottom-left to top-left origin (v = 1 - v).
 *
 * A fault in the file (a bad number, an index out of range, no face at all) is an error with file and line
 * and no model. Other faults are mended and noted in model->warnings: missing materials and textures,
 * faces without area, faces that are not flat or cross themselves.
 *
 * A file of 100 MB takes about 1.5 s and, at the peak, about twice its size in memory.
 */
bool import_obj_load(const char *path, import_model *model, tool_error *error);

/*
 * Reads an OBJ model from memory, without touching any file: `mtl` (NULL: none) stands for every material file
 * that the model names, and textures are not looked for. `name` is used in messages and for the folder of
 * textures.
 */
bool import_obj_from_memory(const char *name, const void *obj, size_t obj_size, const void *mtl,
                            size_t mtl_size, import_model *model, tool_error *error);

#endif
