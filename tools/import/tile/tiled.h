/* One view of Tiled's two formats: an element of XML or an object of JSON, whose fields bear the same names. */
#ifndef OXCART_TOOLS_IMPORT_TILE_TILED_H
#define OXCART_TOOLS_IMPORT_TILE_TILED_H

#include "tools/import/text/json.h"
#include "tools/import/text/xml.h"
#include "tools/import/tile/tilemap.h"

/* Exactly one of xml and json is set. */
typedef struct tiled_node {
    const import_xml *xml;
    const import_json *json;
} tiled_node;

/* The file that nodes belong to. */
typedef struct tiled_file {
    const import_xml_document *xml;
    const import_json_document *json;
    import_tilemap *map;
    tool_error *error;
    bool infinite;     /* cells stand in chunks that may lie anywhere */
    int32_t left, top; /* of an infinite map: the cell that becomes 0,0 */
} tiled_file;

/* A file of Tiled, open: its root and the document of the root. A tiled_source must not be moved. */
typedef struct tiled_source {
    import_xml_document xml;
    import_json_document json;
    tiled_file file;
    tiled_node root;
    uint8_t *data;
} tiled_source;

/* Fields as in xml.h and json.h: true and *value untouched where an optional field is absent. */
bool tiled_whole(const tiled_file *file, tiled_node node, const char *name, bool required, int64_t most,
                 uint32_t *value);
bool tiled_whole_between(const tiled_file *file, tiled_node node, const char *name, bool required,
                         int64_t least, int64_t most, int64_t *value);
bool tiled_number(const tiled_file *file, tiled_node node, const char *name, double *value);
bool tiled_boolean(const tiled_file *file, tiled_node node, const char *name, bool *value);
bool tiled_choice(const tiled_file *file, tiled_node node, const char *name, const char *const *choices,
                  int *value);

/* The text of a field, copied to the map's memory; *value as it was when the field is absent. */
bool tiled_text(const tiled_file *file, tiled_node node, const char *name, bool required, const char **value);
bool tiled_fault(const tiled_file *file, tiled_node node, const char *format, ...) IMPORT_PRINTF(3, 4);

/*
 * Reads <properties> of the node, or its member of that name. Properties that *properties holds already (those of
 * a template) stay, unless the node has one of the same name.
 */
bool tiled_properties(const tiled_file *file, tiled_node node, import_properties *properties);

/* Memory of the map, `count` * `size` zero bytes; false with the error set. */
bool tiled_take(const tiled_file *file, void **place, size_t count, size_t size);

/* Children: in XML the elements named `element`, in JSON the items of the array `array`. */
uint32_t tiled_count(tiled_node node, const char *element, const char *array);
bool tiled_first(tiled_node node, const char *element, const char *array, tiled_node *child);
bool tiled_next(tiled_node parent, const char *element, const char *array, tiled_node *child);

/* tiled.c: a whole map; memory taken before a failure stays with the map. */
bool tiled_read(const char *path, const char *text, size_t size, import_tilemap *map, tool_error *error);
/* The path of a file that `file` names, in the map's memory. */
bool tiled_resolve(const tiled_file *file, const char *name, const char **path);
/* Reads the file `name` that `file` names, whose root is a `wanted`; on failure `outer` is closed again. */
bool tiled_open_outer(const tiled_file *file, const char *name, const char *wanted, tiled_source *outer);
void tiled_close(tiled_source *source);
/* tiled_layers.c: the layers of a map, those of groups included. */
bool tiled_read_layers(const tiled_file *file, tiled_node map);
/* tiled_objects.c: the objects of a layer. */
bool tiled_read_objects(const tiled_file *file, tiled_node node, import_map_layer *layer);
/* tiled_cells.c: the cells of a layer, from its <data> or member data, or from its chunks if the map is infinite. */
bool tiled_read_cells(const tiled_file *file, tiled_node layer, const uint32_t **cells);
/*
 * tiled_extent.c: width and height of an infinite map become those of the rectangle around the chunks of all its
 * layers, `left` and `top` its first cell. Where rows or columns are staggered, the first cell is an even one, so
 * that the same rows stay shifted. A map without chunks keeps the size that its heading states.
 */
bool tiled_find_extent(tiled_file *file, tiled_node map);
/* The place and size of a chunk, in cells of the map. */
typedef struct tiled_chunk {
    int64_t x, y, width, height;
} tiled_chunk;
bool tiled_read_chunk(const tiled_file *file, tiled_node node, tiled_chunk *chunk);
/* The place of an object at 0,0 of an infinite map, from the corner of its cells, in the units of objects; the
 * place of a picture at 0,0 likewise, in pixels. */
void tiled_shift_of_objects(const tiled_file *file, double *x, double *y);
void tiled_shift_of_pictures(const tiled_file *file, double *x, double *y);

#endif
