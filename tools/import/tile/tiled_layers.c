/* Layers of Tiled's maps; their objects are read in tiled_objects.c. */
#include <stdlib.h>
#include <string.h>

#include "tools/import/base/intern.h"
#include "tools/import/tile/tiled.h"

typedef struct layers {
    const tiled_file *file;
    import_map_layer *items;
    size_t room;
    uint32_t count;
} layers;

static bool read_image(const tiled_file *file, tiled_node node, import_map_layer *layer) {
    const char *name = NULL;
    double x, y;
    tiled_shift_of_pictures(file, &x, &y);
    layer->offset_x += x;
    layer->offset_y += y;
    tiled_node image = {import_xml_child(node.xml, "image"), NULL};
    if (node.xml != NULL && image.xml == NULL) return true;
    if (node.xml != NULL ? !tiled_text(file, image, "source", false, &name)
                         : !tiled_text(file, node, "image", false, &name))
        return false;
    return name == NULL || name[0] == 0 || tiled_resolve(file, name, &layer->image);
}

/* Settings that a layer takes over from the groups around it. */
typedef struct around {
    const char *name;
    double opacity, x, y;
    bool visible;
    int depth;
} around;

static bool read_head(layers *l, tiled_node node, const around *group, import_map_layer *layer) {
    const tiled_file *file = l->file;
    const char *name = "";
    layer->visible = true;
    layer->opacity = 1;
    if (!tiled_text(file, node, "name", false, &name) ||
        !tiled_number(file, node, "opacity", &layer->opacity) ||
        !tiled_number(file, node, "offsetx", &layer->offset_x) ||
        !tiled_number(file, node, "offsety", &layer->offset_y) ||
        !tiled_boolean(file, node, "visible", &layer->visible) ||
        !tiled_properties(file, node, &layer->properties)) {
        return false;
    }
    layer->opacity *= group->opacity;
    layer->offset_x += group->x;
    layer->offset_y += group->y;
    layer->visible = layer->visible && group->visible;
    void *full;
    size_t length = strlen(group->name);
    if (!tiled_take(file, &full, length + strlen(name) + 2, 1)) return false;
    memcpy(full, group->name, length);
    strcpy((char *)full + length, name);
    layer->name = full;
    return true;
}

/* Cells must name tiles that some set has. */
static bool check_cells(const tiled_file *file, tiled_node node, const import_map_layer *layer) {
    for (size_t i = 0; i < (size_t)file->map->width * file->map->height; i++) {
        uint32_t number;
        if ((layer->cells[i] & IMPORT_TILE_ID) == 0 ||
            import_tilemap_set(file->map, layer->cells[i], &number) != NULL)
            continue;
        return tiled_fault(file, node, "cell %zu,%zu: tile %u belongs to no set", i % file->map->width,
                           i / file->map->width, (unsigned)(layer->cells[i] & IMPORT_TILE_ID));
    }
    return true;
}

static bool read_tiles(const tiled_file *file, tiled_node node, import_map_layer *layer) {
    uint32_t width = file->map->width, height = file->map->height;
    if (!tiled_whole(file, node, "width", false, IMPORT_TILEMAP_SIDE, &width) ||
        !tiled_whole(file, node, "height", false, IMPORT_TILEMAP_SIDE, &height)) {
        return false;
    }
    if (!file->infinite && (width != file->map->width || height != file->map->height)) {
        return tiled_fault(file, node, "the layer has %u x %u cells, the map %u x %u", (unsigned)width,
                           (unsigned)height, (unsigned)file->map->width, (unsigned)file->map->height);
    }
    return tiled_read_cells(file, node, &layer->cells) && check_cells(file, node, layer);
}

enum { LAYER_TILES, LAYER_OBJECTS, LAYER_IMAGE, LAYER_GROUP, LAYER_NONE };

/* The kind of layer that a node is; elements of the map that are no layers, such as <tileset>, give LAYER_NONE. */
static bool kind_of(const tiled_file *file, tiled_node node, int *kind) {
    static const char *const elements[] = {"layer", "objectgroup", "imagelayer", "group"};
    static const char *const words[] = {"tilelayer", "objectgroup", "imagelayer", "group", NULL};
    *kind = LAYER_NONE;
    if (node.xml == NULL) {
        if (!tiled_choice(file, node, "type", words, kind)) return false;
        return *kind != LAYER_NONE || tiled_fault(file, node, "the layer does not tell its type");
    }
    for (int i = 0; i < 4; i++) {
        if (strcmp(node.xml->name, elements[i]) == 0) *kind = i;
    }
    return true;
}

static bool read_list(layers *l, tiled_node parent, const around *group);

static bool read_group(layers *l, tiled_node node, const around *group) {
    import_map_layer head = {0};
    around inner = {.depth = group->depth + 1};
    void *name;
    if (inner.depth > IMPORT_TILEMAP_GROUPS)
        return tiled_fault(l->file, node, "more than %d groups inside one another", IMPORT_TILEMAP_GROUPS);
    if (!read_head(l, node, group, &head) || !tiled_take(l->file, &name, strlen(head.name) + 2, 1))
        return false;
    strcpy(name, head.name);
    strcat(name, "/");
    inner.name = name;
    inner.opacity = head.opacity;
    inner.x = head.offset_x;
    inner.y = head.offset_y;
    inner.visible = head.visible;
    return read_list(l, node, &inner);
}

static bool read_layer(layers *l, tiled_node node, const around *group, int kind) {
    import_map_layer layer = {.kind = kind == LAYER_TILES     ? IMPORT_LAYER_TILES
                                      : kind == LAYER_OBJECTS ? IMPORT_LAYER_OBJECTS
                                                              : IMPORT_LAYER_IMAGE};
    void *items = l->items;
    if (!read_head(l, node, group, &layer)) return false;
    if (kind == LAYER_TILES && !read_tiles(l->file, node, &layer)) return false;
    if (kind == LAYER_OBJECTS && !tiled_read_objects(l->file, node, &layer)) return false;
    if (kind == LAYER_IMAGE && !read_image(l->file, node, &layer)) return false;
    if (!import_grow(&items, &l->room, (size_t)l->count + 1, sizeof layer))
        return import_error_memory(l->file->error, NULL);
    l->items = items;
    l->items[l->count++] = layer;
    return true;
}

/* Reads a list of layers. The limit on the depth of groups bounds the recursion. */
static bool read_list(layers *l, tiled_node parent, const around *group) {
    tiled_node node;
    for (bool more = tiled_first(parent, NULL, "layers", &node); more;
         more = tiled_next(parent, NULL, "layers", &node)) {
        int kind;
        if (!kind_of(l->file, node, &kind)) return false;
        if (kind == LAYER_NONE) continue;
        if (!(kind == LAYER_GROUP ? read_group(l, node, group) : read_layer(l, node, group, kind)))
            return false;
    }
    return true;
}

bool tiled_read_layers(const tiled_file *file, tiled_node map) {
    layers l = {.file = file};
    around whole = {"", 1, 0, 0, true, 0};
    void *kept = NULL;
    bool ok =
        read_list(&l, map, &whole) && (l.count == 0 || tiled_take(file, &kept, l.count, sizeof *l.items));
    if (ok && l.count > 0) memcpy(kept, l.items, l.count * sizeof *l.items);
    free(l.items);
    file->map->layers = kept;
    file->map->layer_count = ok ? l.count : 0;
    return ok;
}
