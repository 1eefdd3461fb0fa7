/* Wavefront OBJ and MTL texts out of whole numbers, so that every machine writes the same text, for tools/assets
 * and oxcart gen. Rows are shared by the faces that name them; v of a texture coordinate points down, as rows of
 * pictures do, and is turned over for the file. */
#ifndef OXCART_TOOLS_GENERATE_OBJ_TEXT_H
#define OXCART_TOOLS_GENERATE_OBJ_TEXT_H

#include "tools/base/writer.h"

enum { OBJ_POSITION_SCALE = 1000, OBJ_TEXTURE_SCALE = 1000 }; /* millimetres; thousandths of a repeat */

typedef struct obj_corner {
    int position, texture, normal; /* rows, from 0 */
} obj_corner;

typedef struct obj_face {
    obj_corner corners[4]; /* counter-clockwise seen from outside */
    int corner_count, material;
} obj_face;

typedef struct obj_material {
    const char *name;
    unsigned colour; /* 0xRRGGBB */
} obj_material;

typedef struct obj_text {
    const char *remark;    /* the first line, behind a # */
    const char *materials; /* file of the materials; NULL: there are none */
    const int (*positions)[3], (*textures)[2], (*normals)[3];
    int position_count, texture_count, normal_count;
    int normal_scale; /* what 1 is in a normal: 100 or 1000 */
    const obj_face *faces;
    int face_count;
    const obj_material *material_list;
    int material_count; /* 0: all faces follow one another */
} obj_text;

int obj_text_triangles(const obj_text *m);
void obj_text_write(const obj_text *m, writer *out);
void obj_text_materials(const obj_material *materials, int count, writer *out);

#endif
