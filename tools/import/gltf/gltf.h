/* glTF 2.0 scenes, as text with buffers beside it or as one binary file. */
#ifndef OXCART_TOOLS_IMPORT_GLTF_GLTF_H
#define OXCART_TOOLS_IMPORT_GLTF_GLTF_H

#include "tools/import/model/scene.h"

/*
 * Reads a .gltf or .glb file (told apart by the contents) and the buffers and pictures that it names: beside it,
 * in data URIs or in the binary part.
 *
 * Read: the node tree with parts or matrices, meshes with several primitives (triangles, strips, fans, with
 * or without indices), positions, normals, tangents, two sets of texture coordinates, colours, joints and
 * weights (of more than four the largest four are kept), morph targets with names, skins, animations of all
 * four paths with step, linear and cubic sampling, sparse accessors, every component type, materials with
 * base colour, texture, emission, sides and holes, custom properties (extras) of nodes and meshes, the
 * extensions KHR_mesh_quantization, KHR_materials_unlit, KHR_materials_emissive_strength,
 * KHR_materials_pbrSpecularGlossiness, KHR_texture_transform (of the texture of the colour) and KHR_lights_punctual
 * (lights as they stand; animations of their colour or strength are left out). Cameras, points and lines are left out,
 * the last two with a warning. An extension that a file requires and that touches no part of this list is left out
 * with a warning.
 *
 * Colours, which are linear in the file, become sRGB. The scene keeps glTF's axes (scene->axes is
 * "LUF": the model faces +Z; see axes.h).
 *
 * A fault is an error with file, line and column of the JSON text, or file and offset, and no scene: numbers
 * out of range, ranges beyond their buffer, indices of things that are not there, nodes in a circle, required
 * extensions that cannot be left out, such as Draco. A picture that is missing or cannot be read gets a warning and the
 * placeholder. Decoded data never takes more than 64 times the bytes that the files hold (and 64 MB).
 */
bool import_gltf_load(const char *path, import_scene *scene, tool_error *error);

/* Reads a glTF file from memory; other files are not touched, so only data inside of the file or in data URIs is
 * found. */
bool import_gltf_from_memory(const char *name, const void *data, size_t size, import_scene *scene,
                             tool_error *error);

#endif
