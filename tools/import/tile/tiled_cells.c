/* The cells of a tile layer of Tiled: four encodings, three packings, whole or in chunks. */
#include <stdlib.h>
#include <string.h>

#include "tools/import/base/base64.h"
#include "tools/import/base/inflate.h"
#include "tools/import/base/zip.h"
#include "tools/import/tile/tiled.h"

static const char *skip_blanks(const char *at) {
    while (*at == ' ' || *at == '\t' || *at == '\n' || *at == '\r') at++;
    return at;
}

/* Reads one number of a list; false when no number that fits 32 bits stands here. */
static bool next_number(const char **text, uint32_t *value) {
    const char *at = skip_blanks(*text);
    uint64_t number = 0;
    if (*at < '0' || *at > '9') return false;
    for (; *at >= '0' && *at <= '9'; at++) {
        number = number * 10 + (uint64_t)(*at - '0');
        if (number > UINT32_MAX) return false;
    }
    *value = (uint32_t)number;
    *text = skip_blanks(at);
    return true;
}

static bool read_csv(const tiled_file *file, tiled_node node, const char *text, uint32_t *cells,
                     size_t count) {
    for (size_t i = 0; i < count; i++) {
        if (!next_number(&text, &cells[i])) {
            return tiled_fault(file, node,
                               "cell %zu of %zu: a number is wanted; the layer is damaged or too short",
                               i + 1, count);
        }
        if (i + 1 < count && *text == 0)
            return tiled_fault(file, node, "the layer has %zu cells where %zu are wanted", i + 1, count);
        if (i + 1 < count && *text == ',')
            text++;
        else if (i + 1 < count)
            return tiled_fault(file, node, "`,` is wanted behind cell %zu of %zu", i + 1, count);
    }
    if (*text == 0) return true;
    return tiled_fault(file, node, "the layer has more than its %zu cells", count);
}

static bool read_elements(const tiled_file *file, tiled_node data, uint32_t *cells, size_t count) {
    size_t i = 0;
    for (const import_xml *tile = import_xml_child(data.xml, "tile"); tile != NULL;
         tile = import_xml_sibling(tile, "tile"), i++) {
        tiled_node node = {tile, NULL};
        if (i == count) return tiled_fault(file, node, "the layer has more than its %zu cells", count);
        if (!tiled_whole(file, node, "gid", false, UINT32_MAX, &cells[i])) return false;
    }
    return i == count || tiled_fault(file, data, "the layer has %zu cells where %zu are wanted", i, count);
}

static bool read_array(const tiled_file *file, tiled_node layer, const import_json *data, uint32_t *cells,
                       size_t count) {
    if (data->count != count)
        return tiled_fault(file, layer, "the layer has %u cells where %zu are wanted", (unsigned)data->count,
                           count);
    for (size_t i = 0; i < count; i++) {
        const import_json *item = &data->is.items[i];
        if (item->kind != IMPORT_JSON_NUMBER || item->is.number < 0 || item->is.number > UINT32_MAX ||
            item->is.number != (double)(uint32_t)item->is.number) {
            return tiled_fault(file, (tiled_node){NULL, item},
                               "a cell is a whole number from 0 to 4294967295");
        }
        cells[i] = (uint32_t)item->is.number;
    }
    return true;
}

/* ---- base64 ---- */

static bool unpack_gzip(const tiled_file *file, tiled_node node, const uint8_t *from, size_t size,
                        uint8_t *to, size_t wanted) {
    uint8_t *plain;
    size_t written;
    tool_error why;
    if (!import_gzip_read(NULL, from, size, wanted, &plain, &written, &why)) {
        return tiled_fault(file, node, "this is no gzip data of the layer's %zu cells: %s", wanted / 4,
                           why.text);
    }
    if (written == wanted) memcpy(to, plain, wanted);
    free(plain);
    return written == wanted || tiled_fault(file, node, "the layer has fewer cells than its %zu", wanted / 4);
}

static bool unpack(const tiled_file *file, tiled_node node, int packing, const uint8_t *from, size_t size,
                   uint8_t *to, size_t wanted) {
    import_inflate_result result = {.status = IMPORT_INFLATE_OK, .used = size, .written = size};
    if (packing == 2) return unpack_gzip(file, node, from, size, to, wanted);
    if (packing == 1)
        result = import_inflate_zlib(from, size, to, wanted);
    else if (size == wanted)
        memcpy(to, from, wanted);
    if (result.status != IMPORT_INFLATE_OK && result.status != IMPORT_INFLATE_OUTPUT_FULL) {
        return tiled_fault(file, node, "the packed cells are damaged: %s",
                           import_inflate_reason(result.status));
    }
    if (result.status == IMPORT_INFLATE_OK && result.written == wanted) return true;
    return tiled_fault(file, node, "the layer has %s cells than its %zu",
                       result.written < wanted ? "fewer" : "more", wanted / 4);
}

static bool base64_fault(const tiled_file *file, tiled_node node, const char *text, size_t at) {
    if (at == SIZE_MAX) return import_error_memory(file->error, NULL);
    char found = text[at];
    return tiled_fault(file, node, "`%c` stands in base64 data; the layer is damaged",
                       found >= ' ' && found < 127 ? found : '?');
}

static bool read_base64(const tiled_file *file, tiled_node node, const char *text, int packing,
                        uint32_t *cells, size_t count) {
    size_t size, fault;
    uint8_t *bytes = NULL, *plain = malloc(count * 4 + 1);
    bool ok = import_base64_decode(text, strlen(text), &bytes, &size, &fault) ||
              base64_fault(file, node, text, fault);
    ok = ok && (plain != NULL || import_error_memory(file->error, NULL)) &&
         unpack(file, node, packing, bytes, size, plain, count * 4);
    for (size_t i = 0; ok && i < count; i++) {
        const uint8_t *d = plain + 4 * i;
        cells[i] = (uint32_t)d[0] | (uint32_t)d[1] << 8 | (uint32_t)d[2] << 16 | (uint32_t)d[3] << 24;
    }
    free(bytes);
    free(plain);
    return ok;
}

/* ---- a layer ---- */

/* The form of a layer's cells, as indices into the lists of words; encoding -1 is XML elements. */
typedef struct cell_form {
    int encoding, packing;
} cell_form;

static bool read_form(const tiled_file *file, tiled_node data, cell_form *form) {
    static const char *const encodings[] = {"csv", "base64", NULL}, *const packings[] = {"", "zlib", "gzip",
                                                                                         NULL};
    const char *packed = NULL;
    *form = (cell_form){-1, 0};
    if (!tiled_text(file, data, "compression", false, &packed)) return false;
    if (packed != NULL && strcmp(packed, "zstd") == 0)
        return tiled_fault(
            file, data,
            "cells packed by zstd are not read; choose another `Tile Layer Format` in the map's "
            "properties: zlib, gzip or CSV");
    return tiled_choice(file, data, "encoding", encodings, &form->encoding) &&
           tiled_choice(file, data, "compression", packings, &form->packing);
}

/* Reads the cells of a <data> or <chunk>, or of the member `data` of a layer or chunk. */
static bool read_block(const tiled_file *file, tiled_node block, cell_form form, uint32_t *cells,
                       size_t count) {
    const import_json *array = block.json != NULL ? import_json_find(block.json, "data") : NULL;
    if (block.json != NULL && array == NULL) return tiled_fault(file, block, "the layer has no data");
    if (array != NULL && array->kind == IMPORT_JSON_ARRAY)
        return read_array(file, block, array, cells, count);
    if (array != NULL && array->kind != IMPORT_JSON_STRING)
        return tiled_fault(file, block, "data is neither a list nor a text");
    const char *text = array != NULL ? array->is.text : block.xml->text;
    if (form.encoding == 1) return read_base64(file, block, text, form.packing, cells, count);
    if (form.encoding == 0) return read_csv(file, block, text, cells, count);
    if (block.xml != NULL) return read_elements(file, block, cells, count);
    return tiled_fault(file, block, "cells in a text need the encoding base64");
}

static bool read_chunk(const tiled_file *file, tiled_node node, cell_form form, uint32_t *cells) {
    tiled_chunk chunk;
    if (!tiled_read_chunk(file, node, &chunk)) return false;
    size_t width = (size_t)chunk.width, height = (size_t)chunk.height, across = file->map->width;
    uint32_t *block = malloc(width * height * sizeof *block);
    bool ok = (block != NULL || import_error_memory(file->error, NULL)) &&
              read_block(file, node, form, block, width * height);
    uint32_t *to = cells + (size_t)(chunk.y - file->top) * across + (size_t)(chunk.x - file->left);
    for (size_t row = 0; ok && row < height; row++)
        memcpy(to + row * across, block + row * width, width * sizeof *block);
    free(block);
    return ok;
}

bool tiled_read_cells(const tiled_file *file, tiled_node layer, const uint32_t **result) {
    tiled_node data = layer, chunk;
    cell_form form;
    size_t count = (size_t)file->map->width * file->map->height;
    void *cells;
    if (layer.xml != NULL) data.xml = import_xml_child(layer.xml, "data");
    if (layer.xml != NULL && data.xml == NULL) return tiled_fault(file, layer, "the layer has no data");
    if (!read_form(file, data, &form) || !tiled_take(file, &cells, count, sizeof(uint32_t))) return false;
    *result = cells;
    if (!file->infinite) return read_block(file, data, form, cells, count);
    for (bool more = tiled_first(data, "chunk", "chunks", &chunk); more;
         more = tiled_next(data, "chunk", "chunks", &chunk)) {
        if (!read_chunk(file, chunk, form, cells)) return false;
    }
    return true;
}
