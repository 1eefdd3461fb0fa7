/* Builds polygon models in memory and writes them as Wavefront OBJ, for the generated assets of the example
 * carts.
 *
 * Units are metres, +Y up, faces counter-clockwise seen from outside; v of a texture coordinate points down
 * as in the texture's rows and is turned over for OBJ. Positions, normals and texture coordinates are rounded
 * to what is written and shared when equal, so the files are small and the same on every machine. */
#ifndef OXCART_TOOLS_ASSETS_MODEL_H
#define OXCART_TOOLS_ASSETS_MODEL_H

#include "tools/generate/obj_text.h"

typedef struct vector {
    double x, y, z;
} vector;

typedef obj_corner corner;

enum { MODEL_ITEMS = 4096, MODEL_FACES = 4096, MODEL_MATERIALS = 8 };

typedef struct model {
    int position_count, texture_count, normal_count, face_count, material_count, material;
    int positions[MODEL_ITEMS][3]; /* millimetres */
    int textures[MODEL_ITEMS][2];  /* 1/1000 */
    int normals[MODEL_ITEMS][3];   /* 1/100 */
    obj_face faces[MODEL_FACES];
    obj_material materials[MODEL_MATERIALS];
    vector axis_x, axis_y, axis_z, origin; /* where shapes are placed: orthogonal axes, equally long */
} model;

vector vector_of(double x, double y, double z);
vector vector_add(vector a, vector b);
vector vector_scale(vector a, double s);
vector vector_cross(vector a, vector b);
vector vector_unit(vector a); /* +Y for a vector without length */

void model_begin(model *m);

/* Faces added from now on have this material; a model without materials has neither an MTL file nor usemtl. */
void model_material(model *m, const char *name, unsigned colour);

/* Sets where following shapes go: turned by yaw about +Y, then pitch about +X, then roll about +Z (degrees),
 * then moved. */
void model_place(model *m, vector origin, double yaw, double pitch, double roll);

corner model_corner(model *m, vector position, vector normal, double u, double v);
void model_triangle(model *m, corner a, corner b, corner c);
void model_quad(model *m, corner a, corner b, corner c, corner d);

/* Adds a flat polygon of 3 or 4 corners; uv holds 2 a corner. */
void model_facet(model *m, int count, const vector *points, const double *uv);

int model_triangles(const model *m);

/* Writes FOLDER/NAME.obj and, when there are materials, FOLDER/NAME.mtl. False when a file cannot be written.
 */
bool model_write(const model *m, const char *folder, const char *name);

#endif
