/* The lists of an OBJ file as they stand, which the parser hands to the builder. Private to the OBJ importer. */
#ifndef OXCART_TOOLS_IMPORT_MODEL_OBJ_SOURCE_H
#define OXCART_TOOLS_IMPORT_MODEL_OBJ_SOURCE_H

#include "tools/import/base/intern.h"
#include "tools/import/base/text.h"
#include "tools/import/model/model.h"

#define OBJ_NONE UINT32_MAX

/* Indices from 0, OBJ_NONE where the corner has none. */
typedef struct obj_corner {
    uint32_t position, uv, normal;
} obj_corner;

typedef struct obj_face {
    size_t first_corner;
    uint32_t corner_count;
    uint32_t part;      /* index into obj_source.parts */
    uint32_t smoothing; /* 0: flat */
    uint32_t line;
} obj_face;

typedef struct obj_part {
    uint32_t material;
    uint32_t object; /* indices into obj_source.names */
    uint32_t group;
} obj_part;

typedef struct mtl_material {
    import_material values; /* without name and triangles */
    float uv_scale[2];
    float uv_offset[2];
    bool has_diffuse;
    bool has_dissolve;
} mtl_material;

typedef struct mtl_library {
    import_name_table names;
    mtl_material *materials; /* one for each name */
    size_t capacity;
} mtl_library;

typedef struct obj_source {
    const char *name;
    tool_error *error;
    import_model *model; /* for warnings and flags */
    bool use_files;
    const char *mtl; /* the stand-in for material files when use_files is false; ends in a zero byte */
    size_t mtl_size;

    float (*positions)[3];
    float (*colours)[3]; /* of positions; NULL: no line has any */
    float (*uvs)[2];
    float (*normals)[3];
    obj_corner *corners;
    obj_face *faces;
    size_t position_count, uv_count, normal_count, corner_count, face_count;
    size_t colour_room, position_room, uv_room, normal_room, corner_room, face_room;

    import_name_table names;     /* of objects and groups */
    import_name_table materials; /* the materials that faces use, in the order of first use */
    import_name_table libraries; /* paths of the material files read so far */
    import_record_set parts;     /* of obj_part */
    mtl_library library;

    uint32_t object, group; /* now in force: indices into names */
    char *material;         /* now in force */
    bool part_changed;
    uint32_t part;
    uint32_t smoothing;
    bool smoothing_seen;
    import_name_table skipped; /* statements that were warned of */
} obj_source;

/* Fills the lists from the text (mended where possible, every index checked). */
bool import_obj_parse(obj_source *source, const char *text, size_t size);

/* Adds the materials of one MTL text to the library. `name` is its path; textures are resolved beside it. */
bool import_mtl_parse(obj_source *source, const char *name, const char *text, size_t size);

/* The material of that name with all defaults filled in; one with `defined` false when the name is unknown. */
mtl_material import_mtl_find(const mtl_library *library, const char *name);
void import_mtl_library_free(mtl_library *library);

/* Makes vertices, triangles, materials and parts from the lists, which it may free to save memory. */
bool import_obj_build(obj_source *source);

/* Gives every corner that lacks a normal a computed one: adds normals to source->normals and sets the corners'
 * indices. */
bool import_obj_complete_normals(obj_source *source);

/* The path of a file that a text names, beside `beside`: by the name as it stands or, when the name is no UTF-8
 * and no such file exists, by the name as Latin-1. NULL without memory. */
char *import_obj_path(const char *beside, const char *name, size_t length);

#endif
