/* Tiled's maps and tile sets: headings and sets; layers are read in tiled_layers.c. */
#include "tools/import/tile/tiled.h"

#include <stdlib.h>
#include <string.h>

#include "tools/import/base/file.h"
#include "tools/import/base/limit.h"
#include "tools/import/base/text.h"

/* Opens a text in either format, told apart by its first character. */
static bool open_source(tiled_source *s, const char *path, const char *text, size_t size, import_tilemap *map,
                        tool_error *error) {
    size_t at = import_text_mark(text, size);
    memset(s, 0, sizeof *s);
    s->file.map = map;
    s->file.error = error;
    while (at < size && strchr(" \t\r\n", text[at]) != NULL && text[at] != 0) at++;
    if (at < size && text[at] == '{') {
        if (!import_json_parse(path, text, size, &s->json, error)) return false;
        s->file.json = &s->json;
        s->root.json = &s->json.root;
        return true;
    }
    if (!import_xml_parse(path, text, size, &s->xml, error)) return false;
    s->file.xml = &s->xml;
    s->root.xml = s->xml.root;
    return true;
}

void tiled_close(tiled_source *s) {
    if (s->file.xml != NULL) import_xml_free(&s->xml);
    if (s->file.json != NULL) import_json_free(&s->json);
    free(s->data);
}

/* The root must be a <map>, <tileset> or <template>, in JSON by its member `type`. */
static bool check_root(const tiled_source *s, const char *wanted) {
    const char *found = s->root.xml != NULL ? s->root.xml->name : NULL;
    if (s->root.json != NULL && !tiled_text(&s->file, s->root, "type", false, &found)) return false;
    if (found != NULL && strcmp(found, wanted) == 0) return true;
    return tiled_fault(&s->file, s->root, "a %s of Tiled is wanted here", wanted);
}

static const char *path_of(const tiled_file *file) {
    return file->xml != NULL ? file->xml->file : file->json->file;
}

bool tiled_resolve(const tiled_file *file, const char *name, const char **path) {
    char *resolved = import_file_resolve(path_of(file), name);
    *path = resolved == NULL ? NULL : import_arena_text(&file->map->arena, resolved, strlen(resolved));
    free(resolved);
    return *path != NULL || import_error_memory(file->error, path_of(file));
}

bool tiled_open_outer(const tiled_file *file, const char *name, const char *wanted, tiled_source *outer) {
    const char *path;
    uint8_t *data;
    size_t size;
    if (!tiled_resolve(file, name, &path) || !import_file_read(path, &data, &size, file->error)) return false;
    bool ok = open_source(outer, path, (const char *)data, size, file->map, file->error);
    outer->data = data;
    ok = ok && check_root(outer, wanted);
    if (!ok) tiled_close(outer);
    return ok;
}

/* ---- tile sets ---- */

/* Frames stand in <animation> or in the member of that name. */
static bool read_frames(const tiled_file *file, tiled_node node, import_tile *tile) {
    tiled_node list = node, child;
    void *frames;
    if (node.xml != NULL && (list.xml = import_xml_child(node.xml, "animation")) == NULL) return true;
    tile->frame_count = tiled_count(list, "frame", "animation");
    if (tile->frame_count == 0) return true;
    if (!tiled_take(file, &frames, tile->frame_count, sizeof(import_tile_frame))) return false;
    tile->frames = frames;
    import_tile_frame *frame = frames;
    for (bool more = tiled_first(list, "frame", "animation", &child); more;
         more = tiled_next(list, "frame", "animation", &child), frame++) {
        if (!tiled_whole(file, child, "tileid", true, IMPORT_TILE_ID, &frame->tile) ||
            !tiled_whole(file, child, "duration", true, UINT32_MAX, &frame->milliseconds)) {
            return false;
        }
    }
    return true;
}

static bool read_tile_notes(const tiled_file *file, tiled_node node, import_tileset *set) {
    tiled_node child;
    void *tiles;
    set->tile_count = tiled_count(node, "tile", "tiles");
    if (set->tile_count == 0) return true;
    if (!tiled_take(file, &tiles, set->tile_count, sizeof(import_tile))) return false;
    set->tiles = tiles;
    import_tile *tile = tiles;
    for (bool more = tiled_first(node, "tile", "tiles", &child); more;
         more = tiled_next(node, "tile", "tiles", &child), tile++) {
        tile->kind = "";
        if (!tiled_whole(file, child, "id", true, IMPORT_TILE_ID, &tile->number) ||
            !tiled_text(file, child, "type", false, &tile->kind) ||
            !tiled_text(file, child, "class", false, &tile->kind) ||
            !tiled_properties(file, child, &tile->properties) || !read_frames(file, child, tile)) {
            return false;
        }
        if (set->count != 0 && tile->number >= set->count && set->image != NULL) {
            return tiled_fault(file, child, "tile %u of a set of %u", (unsigned)tile->number,
                               (unsigned)set->count);
        }
    }
    return true;
}

static bool read_set_body(const tiled_file *file, tiled_node node, import_tileset *set) {
    const char *image = NULL;
    tiled_node picture = {node.xml != NULL ? import_xml_child(node.xml, "image") : NULL, NULL};
    set->name = "";
    if (!tiled_text(file, node, "name", false, &set->name) ||
        !tiled_whole(file, node, "tilewidth", true, IMPORT_TILEMAP_SIDE, &set->tile_width) ||
        !tiled_whole(file, node, "tileheight", true, IMPORT_TILEMAP_SIDE, &set->tile_height) ||
        !tiled_whole(file, node, "spacing", false, IMPORT_TILEMAP_SIDE, &set->spacing) ||
        !tiled_whole(file, node, "margin", false, IMPORT_TILEMAP_SIDE, &set->margin) ||
        !tiled_whole(file, node, "columns", false, IMPORT_TILEMAP_SIDE, &set->columns) ||
        !tiled_whole(file, node, "tilecount", false, IMPORT_TILE_ID, &set->count)) {
        return false;
    }
    if (set->tile_width == 0 || set->tile_height == 0) return tiled_fault(file, node, "tiles without a size");
    if (picture.xml != NULL ? !tiled_text(file, picture, "source", false, &image)
                            : node.json != NULL && !tiled_text(file, node, "image", false, &image)) {
        return false;
    }
    if (image != NULL && !tiled_resolve(file, image, &set->image)) return false;
    return tiled_properties(file, node, &set->properties) && read_tile_notes(file, node, set);
}

/* Reads a set from a file of its own. A file that refers to a further one is refused, which ends the recursion. */
static bool read_outer_set(const tiled_file *file, const char *name, import_tileset *set) {
    tiled_source outer;
    const char *further = NULL;
    if (!tiled_resolve(file, name, &set->file) || !tiled_open_outer(file, name, "tileset", &outer))
        return false;
    bool ok = tiled_text(&outer.file, outer.root, "source", false, &further);
    if (ok && further != NULL)
        ok = tiled_fault(&outer.file, outer.root, "a set's file cannot refer to a further one");
    ok = ok && read_set_body(&outer.file, outer.root, set);
    tiled_close(&outer);
    return ok;
}

static bool read_sets(const tiled_file *file, tiled_node map) {
    tiled_node node;
    uint32_t count = tiled_count(map, "tileset", "tilesets"), end = 1;
    void *sets;
    if (count == 0) return true;
    if (!tiled_take(file, &sets, count, sizeof(import_tileset))) return false;
    file->map->sets = sets;
    import_tileset *set = sets;
    for (bool more = tiled_first(map, "tileset", "tilesets", &node); more;
         more = tiled_next(map, "tileset", "tilesets", &node), set++) {
        const char *outside = NULL;
        if (!tiled_whole(file, node, "firstgid", true, IMPORT_TILE_ID, &set->first) ||
            !tiled_text(file, node, "source", false, &outside)) {
            return false;
        }
        if (!(outside != NULL ? read_outer_set(file, outside, set) : read_set_body(file, node, set)))
            return false;
        if (set->first < end)
            return tiled_fault(file, node, "the set begins at tile %u, within the one before",
                               (unsigned)set->first);
        if (set->count > IMPORT_TILE_ID - set->first) return tiled_fault(file, node, "more tiles than ids");
        end = set->first + (set->count > 0 ? set->count : 1);
        file->map->set_count++;
    }
    return true;
}

/* ---- the map ---- */

static bool read_head(tiled_file *file, tiled_node node) {
    static const char *const kinds[] = {"orthogonal", "isometric", "staggered", "hexagonal", NULL};
    static const char *const axes[] = {"y", "x", NULL}, *const indices[] = {"odd", "even", NULL};
    static const char *const orders[] = {"right-down", NULL};
    import_tilemap *map = file->map;
    int kind = 0, axis = 0, index = 0, order = 0;
    if (!tiled_choice(file, node, "orientation", kinds, &kind) ||
        !tiled_boolean(file, node, "infinite", &file->infinite) ||
        !tiled_choice(file, node, "staggeraxis", axes, &axis) ||
        !tiled_choice(file, node, "staggerindex", indices, &index) ||
        (kind == 0 && !tiled_choice(file, node, "renderorder", orders, &order)) ||
        !tiled_whole(file, node, "width", true, IMPORT_TILEMAP_SIDE, &map->width) ||
        !tiled_whole(file, node, "height", true, IMPORT_TILEMAP_SIDE, &map->height) ||
        !tiled_whole(file, node, "tilewidth", true, IMPORT_TILEMAP_SIDE, &map->tile_width) ||
        !tiled_whole(file, node, "tileheight", true, IMPORT_TILEMAP_SIDE, &map->tile_height) ||
        !tiled_whole(file, node, "hexsidelength", false, IMPORT_TILEMAP_SIDE, &map->hexagon_side)) {
        return false;
    }
    map->kind = (import_tilemap_kind)kind;
    map->stagger_x = axis == 1;
    map->stagger_even = index == 1;
    if (!tiled_find_extent(file, node)) return false;
    if (map->width == 0 || map->height == 0) return tiled_fault(file, node, "the map has no cells");
    if ((size_t)map->width * map->height > IMPORT_TILEMAP_CELLS)
        return tiled_fault(file, node, "more than 64 million cells");
    if (!import_limit_cells(file->xml != NULL ? file->xml->file : file->json->file,
                            (uint64_t)map->width * map->height, file->error))
        return false;
    return tiled_properties(file, node, &map->properties);
}

bool tiled_read(const char *path, const char *text, size_t size, import_tilemap *map, tool_error *error) {
    tiled_source s;
    bool ok = open_source(&s, path, text, size, map, error) && check_root(&s, "map") &&
              read_head(&s.file, s.root) && read_sets(&s.file, s.root) && tiled_read_layers(&s.file, s.root);
    tiled_close(&s);
    return ok;
}
