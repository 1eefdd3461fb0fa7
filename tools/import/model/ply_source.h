/* The heading of a PLY file, which both parts of the PLY reader use. Private to the reader. */
#ifndef OXCART_TOOLS_IMPORT_MODEL_PLY_SOURCE_H
#define OXCART_TOOLS_IMPORT_MODEL_PLY_SOURCE_H

#include "tools/import/base/text.h"
#include "tools/import/model/shape.h"

enum { PLY_ELEMENTS = 32, PLY_PROPERTIES = 64 };

typedef enum ply_type {
    PLY_I8,
    PLY_U8,
    PLY_I16,
    PLY_U16,
    PLY_I32,
    PLY_U32,
    PLY_F32,
    PLY_F64,
    PLY_TYPES
} ply_type;
typedef enum ply_form { PLY_TEXT, PLY_LITTLE, PLY_BIG } ply_form;

/* The meaning of a property; the first roles are numbers of a vertex, in the order of import_shape_corner. */
typedef enum ply_role {
    PLY_X,
    PLY_NORMAL_X = 3,
    PLY_U = 6,
    PLY_V,
    PLY_RED,
    PLY_ALPHA = 11,
    PLY_NUMBERS,
    PLY_INDICES = PLY_NUMBERS, /* lists */
    PLY_CORNER_UVS,
    PLY_OTHER
} ply_role;

typedef struct ply_property {
    ply_type type, count_type;
    bool list;
    ply_role role;
} ply_property;

typedef enum ply_kind { PLY_VERTICES, PLY_FACES, PLY_STRIPS, PLY_FOREIGN } ply_kind;

typedef struct ply_element {
    ply_kind kind;
    uint64_t count;
    ply_property properties[PLY_PROPERTIES];
    uint32_t property_count;
} ply_element;

typedef struct ply_source {
    const char *name;
    const uint8_t *data;
    size_t size, at; /* of binary forms */
    import_text scan;
    tool_error *error;
    ply_form form;
    ply_element elements[PLY_ELEMENTS];
    uint32_t element_count;
    char texture[256]; /* of the remark, "" = none */
} ply_source;

extern const uint8_t ply_sizes[PLY_TYPES];

/* Reads the heading. `at` and `scan` are left behind it. */
bool ply_read_heading(ply_source *p);

#endif
