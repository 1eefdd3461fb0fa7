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
} tiled_file;

/* Fields as in xml.h and json.h: true and *value untouched where an optional one is absent. */
bool tiled_whole(const tiled_file *file, tiled_node node, const char *name, bool required, int64_t most,
                 uint32_t *value);
bool tiled_number(const tiled_file *file, tiled_node node, const char *name, double *value);
bool tiled_boolean(const tiled_file *file, tiled_node node, const char *name, bool *value);
bool tiled_choice(const tiled_file *file, tiled_node node, const char *name, const char *const *choices,
                  int *value);

/* A copy in the map's memory; *value as it was when absent. */
bool tiled_text(const tiled_file *file, tiled_node node, const char *name, bool required, const char **value);
bool tiled_fault(const tiled_file *file, tiled_node node, const char *format, ...) IMPORT_PRINTF(3, 4);

/* <properties> of the node, or its member of that name. */
bool tiled_properties(const tiled_file *file, tiled_node node, import_properties *properties);

/* Memory of the map, `count` * `size` zero bytes; false with the error set. */
bool tiled_take(const tiled_file *file, void **place, size_t count, size_t size);

/* Children: in XML those elements of that name, in JSON the items of the array `name`. */
uint32_t tiled_count(tiled_node node, const char *element, const char *array);
bool tiled_first(tiled_node node, const char *element, const char *array, tiled_node *child);
bool tiled_next(tiled_node parent, const char *element, const char *array, tiled_node *child);

/* tiled.c: a whole map; what was taken before a failure stays in the map's memory. */
bool tiled_read(const char *path, const char *text, size_t size, import_tilemap *map, tool_error *error);
/* The path of a file that this one names, in the map's memory. */
bool tiled_resolve(const tiled_file *file, const char *name, const char **path);
/* tiled_layers.c */
bool tiled_read_layers(const tiled_file *file, tiled_node map);
/* tiled_cells.c: the cells of a layer, from its <data> or member data. */
bool tiled_read_cells(const tiled_file *file, tiled_node layer, const uint32_t **cells);

#endif
