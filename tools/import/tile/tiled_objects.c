/* Objects of Tiled's maps: their shapes, and the templates that they are made of. */
#define _XOPEN_SOURCE 700 /* realpath */
#include <stdlib.h>
#include <string.h>

#include "tools/import/base/intern.h"
#include "tools/import/base/text.h"
#include "tools/import/tile/tiled.h"

static uint32_t count_points(const char *text) {
    uint32_t count = 0;
    for (; *text != 0; text++) count += *text == ',';
    return count;
}

/* Reads points, "x,y x,y ...". */
static bool xml_points(const tiled_file *file, tiled_node node, import_map_object *object) {
    const char *text = import_xml_attribute_of(node.xml, "points");
    void *points;
    if (text == NULL) return tiled_fault(file, node, "the attribute `points` is missing");
    uint32_t count = count_points(text);
    if (count == 0 || !tiled_take(file, &points, 2 * (size_t)count, sizeof(double)))
        return count != 0 || tiled_fault(file, node, "no points");
    char *copy = import_copy_name(text, strlen(text));
    if (copy == NULL) return import_error_memory(file->error, file->xml->file);
    for (char *at = copy; *at != 0; at++) {
        if (*at == ',') *at = ' ';
    }
    import_text scan = import_text_open(copy, strlen(copy));
    bool ok = true;
    for (uint32_t i = 0; i < 2 * count && ok; i++) ok = import_text_number(&scan, (double *)points + i);
    import_text_skip_blanks(&scan);
    ok = ok && scan.at == scan.end;
    free(copy);
    object->points = points;
    object->point_count = count;
    return ok || tiled_fault(file, node, "points are pairs of numbers x,y with blanks between them");
}

static bool json_points(const tiled_file *file, const import_json *list, import_map_object *object) {
    void *points;
    if (list->kind != IMPORT_JSON_ARRAY || list->count == 0)
        return tiled_fault(file, (tiled_node){NULL, list}, "a list of points is wanted");
    if (!tiled_take(file, &points, 2 * (size_t)list->count, sizeof(double))) return false;
    for (uint32_t i = 0; i < list->count; i++) {
        tiled_node point = {NULL, &list->is.items[i]};
        double *at = (double *)points + (size_t)2 * i;
        if (!tiled_number(file, point, "x", &at[0]) || !tiled_number(file, point, "y", &at[1])) return false;
    }
    object->points = points;
    object->point_count = list->count;
    return true;
}

static bool xml_shape(const tiled_file *file, tiled_node node, import_map_object *object) {
    const import_xml *child;
    if (import_xml_child(node.xml, "ellipse") != NULL) object->shape = IMPORT_SHAPE_ELLIPSE;
    if (import_xml_child(node.xml, "point") != NULL) object->shape = IMPORT_SHAPE_POINT;
    if ((child = import_xml_child(node.xml, "text")) != NULL) {
        object->shape = IMPORT_SHAPE_TEXT;
        object->text = import_arena_text(&file->map->arena, child->text, strlen(child->text));
        if (object->text == NULL) return import_error_memory(file->error, file->xml->file);
    }
    if ((child = import_xml_child(node.xml, "polygon")) != NULL) {
        object->shape = IMPORT_SHAPE_POLYGON;
        return xml_points(file, (tiled_node){child, NULL}, object);
    }
    if ((child = import_xml_child(node.xml, "polyline")) != NULL) {
        object->shape = IMPORT_SHAPE_POLYLINE;
        return xml_points(file, (tiled_node){child, NULL}, object);
    }
    return true;
}

static bool json_shape(const tiled_file *file, tiled_node node, import_map_object *object) {
    bool ellipse = false, point = false;
    const import_json *child;
    if (!tiled_boolean(file, node, "ellipse", &ellipse) || !tiled_boolean(file, node, "point", &point))
        return false;
    if (ellipse) object->shape = IMPORT_SHAPE_ELLIPSE;
    if (point) object->shape = IMPORT_SHAPE_POINT;
    if ((child = import_json_find(node.json, "text")) != NULL) {
        object->shape = IMPORT_SHAPE_TEXT;
        return tiled_text(file, (tiled_node){NULL, child}, "text", false, &object->text);
    }
    if ((child = import_json_find(node.json, "polygon")) != NULL) {
        object->shape = IMPORT_SHAPE_POLYGON;
        return json_points(file, child, object);
    }
    if ((child = import_json_find(node.json, "polyline")) != NULL) {
        object->shape = IMPORT_SHAPE_POLYLINE;
        return json_points(file, child, object);
    }
    return true;
}

/* Reads the fields of an <object>; fields that it leaves out stay as they were. */
static bool read_fields(const tiled_file *file, tiled_node node, import_map_object *object) {
    if (!tiled_whole(file, node, "id", false, UINT32_MAX, &object->id) ||
        !tiled_text(file, node, "name", false, &object->name) ||
        !tiled_text(file, node, "type", false, &object->kind) ||
        !tiled_text(file, node, "class", false, &object->kind) ||
        !tiled_number(file, node, "x", &object->x) || !tiled_number(file, node, "y", &object->y) ||
        !tiled_number(file, node, "width", &object->width) ||
        !tiled_number(file, node, "height", &object->height) ||
        !tiled_number(file, node, "rotation", &object->rotation) ||
        !tiled_boolean(file, node, "visible", &object->visible) ||
        !tiled_whole(file, node, "gid", false, UINT32_MAX, &object->tile)) {
        return false;
    }
    if (object->tile != 0) object->shape = IMPORT_SHAPE_TILE;
    if (!(node.xml != NULL ? xml_shape(file, node, object) : json_shape(file, node, object))) return false;
    return tiled_properties(file, node, &object->properties);
}

/* ---- templates ---- */

/* Compares real paths, since map and template may name a set by different ways through the folders. */
static bool is_same_file(const char *one, const char *other) {
    char *real = realpath(one, NULL), *real_other = realpath(other, NULL);
    const bool same = real != NULL && real_other != NULL && strcmp(real, real_other) == 0;
    free(real);
    free(real_other);
    return same;
}

/* Turns a template's tile into the map's. A template counts tiles from its own set, which the map must have too,
 * perhaps with another first id. */
static bool place_tile(const tiled_file *file, const tiled_source *template, tiled_node set, uint32_t *tile) {
    const import_tilemap *map = file->map;
    const char *source = NULL, *path;
    uint32_t first = 1, id = *tile & IMPORT_TILE_ID;
    if ((template->root.xml != NULL ? (const void *)set.xml : (const void *)set.json) == NULL)
        return tiled_fault(&template->file, template->root, "the object shows a tile, and no set is named");
    if (!tiled_whole(&template->file, set, "firstgid", true, IMPORT_TILE_ID, &first) ||
        !tiled_text(&template->file, set, "source", true, &source) ||
        !tiled_resolve(&template->file, source, &path)) {
        return false;
    }
    for (uint32_t i = 0; i < map->set_count; i++) {
        if (map->sets[i].file == NULL || !is_same_file(map->sets[i].file, path) || id < first) continue;
        *tile = (*tile & ~IMPORT_TILE_ID) | ((id - first + map->sets[i].first) & IMPORT_TILE_ID);
        return true;
    }
    return tiled_fault(&template->file, set, "the map has no tile set `%s`; add it to the map", path);
}

/* Reads a template, whose fields stand for those that an object leaves out. The template's own place does not
 * count. */
static bool read_template(const tiled_file *file, const char *name, import_map_object *object) {
    tiled_source template;
    const char *further = NULL;
    if (!tiled_open_outer(file, name, "template", &template)) return false;
    const tiled_node root = template.root;
    const bool xml = root.xml != NULL;
    const tiled_node inner = {xml ? import_xml_child(root.xml, "object") : NULL,
                              xml ? NULL : import_json_find(root.json, "object")};
    const tiled_node set = {xml ? import_xml_child(root.xml, "tileset") : NULL,
                            xml ? NULL : import_json_find(root.json, "tileset")};
    bool ok = inner.xml != NULL || inner.json != NULL ||
              tiled_fault(&template.file, root, "the template has no object");
    ok = ok && tiled_text(&template.file, inner, "template", false, &further) &&
         (further == NULL ||
          tiled_fault(&template.file, inner, "a template cannot be made of a further one")) &&
         read_fields(&template.file, inner, object) &&
         (object->tile == 0 || place_tile(file, &template, set, &object->tile));
    object->x = object->y = 0;
    tiled_close(&template);
    return ok;
}

static bool read_object(const tiled_file *file, tiled_node node, import_map_object *object) {
    const char *template = NULL;
    double x, y;
    object->name = object->kind = object->text = "";
    object->visible = true;
    if (!tiled_text(file, node, "template", false, &template) ||
        (template != NULL && !read_template(file, template, object)) || !read_fields(file, node, object))
        return false;
    tiled_shift_of_objects(file, &x, &y);
    object->x += x;
    object->y += y;
    return true;
}

bool tiled_read_objects(const tiled_file *file, tiled_node node, import_map_layer *layer) {
    uint32_t count = tiled_count(node, "object", "objects");
    tiled_node child;
    void *objects;
    if (count == 0) return true;
    if (!tiled_take(file, &objects, count, sizeof(import_map_object))) return false;
    layer->objects = objects;
    layer->object_count = count;
    import_map_object *object = objects;
    for (bool more = tiled_first(node, "object", "objects", &child); more;
         more = tiled_next(node, "object", "objects", &child)) {
        if (!read_object(file, child, object++)) return false;
    }
    return true;
}
