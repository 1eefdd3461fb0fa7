/* VOX files: chunks, the colours that are used, and the scene. */
#include "tools/import/model/vox.h"

#include <stdlib.h>
#include <string.h>

#include "tools/import/base/intern.h"
#include "tools/import/base/limit.h"
#include "tools/import/model/shape.h"
#include "tools/import/model/vox_source.h"

uint32_t vox_u32(const vox_source *v, size_t at) {
    const uint8_t *b = v->data + at;
    return (uint32_t)b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24;
}

bool vox_memory(const vox_source *v) { return import_error_memory(v->error, v->name); }

bool import_vox_is(const uint8_t *data, size_t size) { return size >= 8 && memcmp(data, "VOX ", 4) == 0; }

/* ---- chunks ---- */

typedef struct vox_chunk {
    char kind[4];
    size_t at, size;
} vox_chunk;

static bool short_chunk(const vox_source *v, const vox_chunk *chunk) {
    return import_error_offset(v->error, v->name, chunk->at,
                               "the chunk %.4s is too short; the file is damaged", chunk->kind);
}

static bool read_size(vox_source *v, const vox_chunk *chunk) {
    void *models = v->models;
    if (chunk->size < 12) return short_chunk(v, chunk);
    if (!import_grow(&models, &v->model_room, v->model_count + 1, sizeof *v->models)) return vox_memory(v);
    v->models = models;
    vox_model *model = &v->models[v->model_count++];
    *model = (vox_model){.at = chunk->at};
    for (size_t k = 0; k < 3; k++) {
        model->size[k] = vox_u32(v, chunk->at + 4 * k);
        if (model->size[k] < 1 || model->size[k] > VOX_SIDE)
            return import_error_offset(v->error, v->name, chunk->at + 4 * k,
                                       "a side of %lu voxels; 1 to %d are possible",
                                       (unsigned long)model->size[k], VOX_SIDE);
    }
    return true;
}

static bool read_voxels(vox_source *v, const vox_chunk *chunk) {
    if (v->model_count == 0)
        return import_error_offset(v->error, v->name, chunk->at,
                                   "voxels stand before the size of their model");
    if (chunk->size < 4 || vox_u32(v, chunk->at) > (chunk->size - 4) / 4) return short_chunk(v, chunk);
    v->models[v->model_count - 1].at = chunk->at + 4;
    v->models[v->model_count - 1].count = vox_u32(v, chunk->at);
    return true;
}

static bool read_node(vox_source *v, const vox_chunk *chunk) {
    void *nodes = v->nodes;
    if (chunk->size < 4) return short_chunk(v, chunk);
    if (!import_grow(&nodes, &v->node_room, v->node_count + 1, sizeof *v->nodes)) return vox_memory(v);
    v->nodes = nodes;
    v->nodes[v->node_count++] =
        (vox_node){vox_u32(v, chunk->at), chunk->kind[1], false, chunk->at + 4, chunk->at + chunk->size};
    return true;
}

/* Reads a layer's number and whether its dictionary says _hidden 1. */
static bool read_layer(vox_source *v, const vox_chunk *chunk) {
    static const char hidden[] = "\7\0\0\0_hidden\1\0\0\0001";
    void *list = v->hidden_layers;
    bool found = false;
    if (chunk->size < 4) return short_chunk(v, chunk);
    for (size_t i = 0; !found && i + sizeof hidden - 1 <= chunk->size; i++)
        found = memcmp(v->data + chunk->at + i, hidden, sizeof hidden - 1) == 0;
    if (!found) return true;
    if (!import_grow(&list, &v->hidden_room, v->hidden_count + 1, sizeof *v->hidden_layers))
        return vox_memory(v);
    v->hidden_layers = list;
    v->hidden_layers[v->hidden_count++] = vox_u32(v, chunk->at);
    return true;
}

static bool read_chunk(vox_source *v, const vox_chunk *chunk) {
    const char *kind = chunk->kind;
    if (memcmp(kind, "SIZE", 4) == 0) return read_size(v, chunk);
    if (memcmp(kind, "XYZI", 4) == 0) return read_voxels(v, chunk);
    if (memcmp(kind, "nTRN", 4) == 0 || memcmp(kind, "nGRP", 4) == 0 || memcmp(kind, "nSHP", 4) == 0)
        return read_node(v, chunk);
    if (memcmp(kind, "LAYR", 4) == 0) return read_layer(v, chunk);
    if (memcmp(kind, "RGBA", 4) != 0) return true;
    if (chunk->size < 1024) return short_chunk(v, chunk);
    v->palette_at = chunk->at;
    return true;
}

/* Reads all chunks one after the other: children stand behind their parent's own bytes. */
static bool read_chunks(vox_source *v) {
    for (size_t at = 8; at + 12 <= v->size;) {
        vox_chunk chunk = {.at = at + 12, .size = vox_u32(v, at + 4)};
        memcpy(chunk.kind, v->data + at, 4);
        if (chunk.size > v->size - chunk.at)
            return import_error_offset(v->error, v->name, at,
                                       "a chunk of %zu bytes, but %zu are left; the file is truncated",
                                       chunk.size, v->size - chunk.at);
        if (!read_chunk(v, &chunk)) return false;
        at = chunk.at + chunk.size;
    }
    if (v->model_count > 0) return true;
    return import_error_offset(v->error, v->name, v->size, "there is no model in it; the file is truncated");
}

static int by_id(const void *a, const void *b) {
    uint32_t x = ((const vox_node *)a)->id, y = ((const vox_node *)b)->id;
    return x < y ? -1 : x > y;
}

/* ---- colours ---- */

/* A colour of MagicaVoxel's own palette: a cube of six steps but for black, then ten steps of red, green, blue
 * and grey. */
static void own_colour(uint32_t colour, uint8_t rgb[3]) {
    static const uint8_t steps[10] = {0xEE, 0xDD, 0xBB, 0xAA, 0x88, 0x77, 0x55, 0x44, 0x22, 0x11};
    uint32_t i = colour - 1;
    if (i < 215) {
        rgb[2] = (uint8_t)(255 - 51 * (i % 6));
        rgb[1] = (uint8_t)(255 - 51 * (i / 6 % 6));
        rgb[0] = (uint8_t)(255 - 51 * (i / 36));
        return;
    }
    uint32_t ramp = (i - 215) / 10, step = steps[(i - 215) % 10];
    for (uint32_t k = 0; k < 3; k++) rgb[k] = (uint8_t)(ramp == k || ramp == 3 ? step : 0);
}

/* Makes a picture with a pixel for each colour that is used, and the material that shows it. */
static bool make_material(vox_source *v) {
    bool used[256] = {false};
    uint32_t count = 0;
    import_scene *scene = v->scene;
    for (size_t m = 0; m < v->model_count; m++) {
        for (uint32_t i = 0; i < v->models[m].count; i++)
            used[v->data[v->models[m].at + 4 * (size_t)i + 3]] = true;
    }
    for (uint32_t i = 1; i < 256; i++) {
        if (used[i]) v->picture_of[i] = (uint8_t)count++;
    }
    for (v->side = 1; v->side * v->side < count;) v->side *= 2;
    scene->materials = calloc(1, sizeof *scene->materials);
    scene->pictures = calloc(1, sizeof *scene->pictures);
    if (scene->materials == NULL || scene->pictures == NULL) return vox_memory(v);
    scene->material_count = 1;
    if (!import_scene_plain_material(&scene->materials[0], "")) return vox_memory(v);
    scene->picture_count = 1;
    if (!import_image_allocate(v->name, (long)v->side, (long)v->side, false, &scene->pictures[0], v->error))
        return false;
    for (uint32_t i = 0; i < v->side * v->side; i++) scene->pictures[0].rgba[4 * (size_t)i + 3] = 255;
    for (uint32_t i = 1; i < 256; i++) {
        uint8_t *pixel = scene->pictures[0].rgba + 4 * (size_t)v->picture_of[i];
        if (used[i] && v->palette_at != 0) memcpy(pixel, v->data + v->palette_at + 4 * (size_t)(i - 1), 3);
        if (used[i] && v->palette_at == 0) own_colour(i, pixel);
    }
    import_light_pixels(scene->pictures[0].rgba, (size_t)v->side * v->side);
    scene->materials[0].picture = 1;
    scene->materials[0].texture = import_copy_name("palette", 7);
    return scene->materials[0].texture != NULL || vox_memory(v);
}

static bool read_all(vox_source *v) {
    import_scene *scene = v->scene;
    if (v->size < 8 || !import_vox_is(v->data, v->size))
        return import_error_offset(v->error, v->name, 0, "this is no MagicaVoxel file");
    if (!read_chunks(v)) return false;
    if (v->node_count > 0) qsort(v->nodes, v->node_count, sizeof *v->nodes, by_id);
    memcpy(scene->axes, "LBU", 4);
    scene->axes_assumed = true;
    scene->unit = 0.1;
    scene->meshes = calloc(v->model_count, sizeof *scene->meshes);
    if (scene->meshes == NULL) return vox_memory(v);
    if (!make_material(v)) return false;
    for (size_t i = 0; i < v->model_count; i++) {
        scene->mesh_count++;
        if (!vox_make_mesh(v, &v->models[i], &scene->meshes[i])) return false;
    }
    return vox_make_nodes(v);
}

bool import_vox_from_memory(const char *name, const void *data, size_t size, import_scene *scene,
                            tool_error *error) {
    vox_source v = {.name = name, .data = data, .size = size, .error = error, .scene = scene};
    memset(scene, 0, sizeof *scene);
    bool ok = read_all(&v);
    free(v.models);
    free(v.nodes);
    free(v.hidden_layers);
    if (!ok) import_scene_free(scene);
    return ok;
}
