/* Fuzz target: any bytes as a map of any kind; a map that a table gives is written and read again. */
#include <stdlib.h>
#include <string.h>

#include "tests/fuzz/limits.h"
#include "tools/base/writer.h"
#include "tools/import/tile/tilemap.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    import_tilemap map, again;
    tool_error error = {.text = ""};
    writer out = {0};
    fuzz_limits(size);
    char *text = malloc(size + 1); /* texts of files are read with a zero byte behind them */
    if (text == NULL) return 0;
    if (size > 0) memcpy(text, data, size);
    text[size] = 0;
    if (!import_tilemap_from_memory("fuzz.tmx", text, size, &map, &error)) {
        if (error.text[0] == 0 || map.arena.newest != NULL) abort();
        free(text);
        return 0;
    }
    uint64_t sum = 0;
    for (uint32_t i = 0; i < map.layer_count; i++) {
        const import_map_layer *layer = &map.layers[i];
        for (size_t c = 0; layer->cells != NULL && c < (size_t)map.width * map.height; c++) {
            uint32_t number;
            sum += layer->cells[c];
            if ((layer->cells[c] & IMPORT_TILE_ID) != 0 &&
                import_tilemap_set(&map, layer->cells[c], &number) == NULL)
                abort();
        }
        for (uint32_t o = 0; o < layer->object_count; o++)
            sum += strlen(layer->objects[o].name) + layer->objects[o].point_count;
    }
    if (import_tile_table_write(&map, "fuzz", true, &out, &error)) {
        writer_u8(&out, 0);
        if (!import_tile_table_parse("again", (const char *)out.data, out.size - 1, 0, &again, &error))
            abort();
        import_tilemap_free(&again);
    }
    writer_free(&out);
    import_tilemap_free(&map);
    free(text);
    return sum == UINT64_MAX;
}
