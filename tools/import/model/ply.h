/* PLY shapes (Turk, "The PLY Polygon File Format", 1994), as text and as bytes of either order. */
#ifndef OXCART_TOOLS_IMPORT_MODEL_PLY_H
#define OXCART_TOOLS_IMPORT_MODEL_PLY_H

#include "tools/import/model/scene.h"

bool import_ply_is(const uint8_t *data, size_t size);

/*
 * Read: vertices with places, normals, colours (red, green, blue, alpha; whole numbers count to the most of their kind), texture
 * coordinates (s and t, u and v, texture_u and texture_v); faces with any number of corners, their own colours, and texture coordinates of
 * each corner (texcoord); triangle strips (tristrips, parted by -1); the name of a picture in a remark, `comment TextureFile NAME`, where
 * it lies beside the file. Other elements and properties are passed over. Missing normals are computed (shape.h). The
 * file does not say its axes: the console's own are taken, as for OBJ (scene->axes_assumed).
 *
 * `data` is followed by a zero byte. `beside` (may be NULL) is the path that pictures are looked for beside. A fault is an error
 * with file and line (of texts and headings) or offset, and no scene; a cloud of points without faces is a fault.
 */
bool import_ply_from_memory(const char *name, const void *data, size_t size, const char *beside,
                            import_scene *scene, tool_error *error);

#endif
