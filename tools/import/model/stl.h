/* STL shapes (3D Systems, "StereoLithography Interface Specification", 1989), as text and as bytes. */
#ifndef OXCART_TOOLS_IMPORT_MODEL_STL_H
#define OXCART_TOOLS_IMPORT_MODEL_STL_H

#include "tools/import/model/scene.h"

/*
 * Whether the bytes are an STL file. A file of bytes has no signature, and may begin with the word `solid` as a
 * text does: it is known by its size, which follows from the number of its triangles. A text is known by that word
 * and the word facet (or endsolid) behind it.
 */
bool import_stl_is(const uint8_t *data, size_t size);

/*
 * Reads the triangles of all solids of the file as one shape; equal places become one. Normals are computed
 * (shape.h): those of the file say no more than its triangles. Colours of triangles (the 15 bits of VisCAM, and
 * those of Materialise under COLOR=) become colours of corners. The file does not state its axes: +z up and a face
 * to -y is taken (scene->axes_assumed). `data` is followed by a zero byte. A fault is an error with file and line
 * or offset, and no scene.
 */
bool import_stl_from_memory(const char *name, const void *data, size_t size, import_scene *scene,
                            tool_error *error);

#endif
