/* COLLADA documents (1.4 and 1.5): the exchange format of modelling programs, as XML. */
#ifndef OXCART_TOOLS_IMPORT_COLLADA_COLLADA_H
#define OXCART_TOOLS_IMPORT_COLLADA_COLLADA_H

#include "tools/import/model/scene.h"

/*
 * Reads a .dae file after the COLLADA 1.4.1 and 1.5.0 specifications (Khronos Group, 2008).
 *
 * Read: the unit and the up axis; geometry as triangles, polylist, polygons (with holes), strips and fans, with any
 * offsets and strides, positions, normals, two sets of texture coordinates, colours; nodes with matrix, translate,
 * rotate, scale, lookat and skew in any order and number, instances of nodes; materials of the common profile
 * (constant, lambert, phong, blinn: colours, texture, shininess, opacity, both sides) and their bindings; skin
 * controllers (of more than four joints the largest four are kept) and morph controllers, one upon the other;
 * animations of any member of those transforms and of morph weights, with step, linear, Bezier and Hermite
 * interpolation, and animation clips; lights; names; `extra` of nodes and geometries as custom properties. Lines, splines,
 * physics, cameras and shaders are left out, with a warning where a picture would miss them.
 *
 * A moved node is sampled as translation, rotation and scale at every key, and between keys where it turns far or
 * follows a curve (30 a second): so any order of transforms can be moved. Node transforms that shear stay matrices.
 *
 * COLLADA states the up axis, not the front: models are taken to face the reader, +Z with +Y up and -Y with +Z up, as
 * the specification's table of axes draws them; scene->axes_assumed is set, so that `axes` may say better.
 *
 * A fault is an error with file, line and column, and no scene. References that lead nowhere, counts that do not fit,
 * words that are no numbers, nodes that contain themselves are faults; missing pictures and materials get a warning and
 * the placeholder or plain grey. Decoded data never takes more than 64 times the bytes of the file (and 64 MB).
 */
bool import_collada_load(const char *path, import_scene *scene, tool_error *error);

/* Reads a COLLADA file from memory; textures are not looked for. */
bool import_collada_from_memory(const char *name, const void *data, size_t size, import_scene *scene,
                                tool_error *error);

#endif
