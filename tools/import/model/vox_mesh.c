/* Meshes of voxels: the free faces of each direction and layer, joined to rectangles. */
#include <stdlib.h>
#include <string.h>

#include "tools/import/base/intern.h"
#include "tools/import/model/vox_source.h"

/* Most cells of all grids of a file: some seconds of work. */
#define MOST_CELLS ((uint64_t)1 << 27)

/* The voxels between the lowest and the highest of each axis; 0: no voxel. */
typedef struct vox_grid {
    uint8_t *cells;
    uint32_t low[3], size[3];
} vox_grid;

/* Four corners for each rectangle, as arrays of an import_primitive. */
typedef struct vox_faces {
    float (*positions)[3];
    float (*normals)[3];
    float (*uvs)[2];
    size_t count, rooms[3];
} vox_faces;

static bool fill_grid(vox_source *v, const vox_model *model, vox_grid *grid) {
    uint32_t high[3] = {0, 0, 0};
    for (int k = 0; k < 3; k++) grid->low[k] = VOX_SIDE;
    for (uint32_t i = 0; i < model->count; i++) {
        const uint8_t *voxel = v->data + model->at + 4 * (size_t)i;
        for (int k = 0; k < 3; k++) {
            if (voxel[k] >= model->size[k])
                return import_error_offset(
                    v->error, v->name, model->at + 4 * (size_t)i,
                    "a voxel lies outside of its model of %u x %u x %u; export the file again",
                    (unsigned)model->size[0], (unsigned)model->size[1], (unsigned)model->size[2]);
            if (voxel[k] < grid->low[k]) grid->low[k] = voxel[k];
            if (voxel[k] > high[k]) high[k] = voxel[k];
        }
    }
    for (int k = 0; k < 3; k++) grid->size[k] = model->count == 0 ? 0 : high[k] - grid->low[k] + 1;
    size_t cells = (size_t)grid->size[0] * grid->size[1] * grid->size[2];
    v->cells += cells;
    if (v->cells > MOST_CELLS)
        return import_error_offset(v->error, v->name, model->at,
                                   "the models have more than %llu voxels of room in all; split the file",
                                   (unsigned long long)MOST_CELLS);
    grid->cells = calloc(cells + 1, 1);
    if (grid->cells == NULL) return vox_memory(v);
    for (uint32_t i = 0; i < model->count; i++) {
        const uint8_t *voxel = v->data + model->at + 4 * (size_t)i;
        size_t x = voxel[0] - grid->low[0], y = voxel[1] - grid->low[1], z = voxel[2] - grid->low[2];
        grid->cells[(z * grid->size[1] + y) * grid->size[0] + x] = voxel[3];
    }
    return true;
}

static uint8_t cell_at(const vox_grid *grid, const uint32_t at[3]) {
    for (int k = 0; k < 3; k++) {
        if (at[k] >= grid->size[k]) return 0; /* numbers below 0 wrap round to large ones */
    }
    return grid->cells[((size_t)at[2] * grid->size[1] + at[1]) * grid->size[0] + at[0]];
}

static bool grow_faces(vox_faces *f) {
    void *positions = f->positions, *normals = f->normals, *uvs = f->uvs;
    size_t wanted = f->count + 4;
    bool ok = import_grow(&positions, &f->rooms[0], wanted, sizeof *f->positions);
    f->positions = positions;
    ok = ok && import_grow(&normals, &f->rooms[1], wanted, sizeof *f->normals);
    f->normals = normals;
    ok = ok && import_grow(&uvs, &f->rooms[2], wanted, sizeof *f->uvs);
    f->uvs = uvs;
    return ok;
}

/* A layer of faces and their direction: along `axis`, up or down; the axes u and v follow in turn. */
typedef struct face_layer {
    uint32_t axis, u, v, layer;
    bool up;
} face_layer;

/* Adds a rectangle of the layer's mask, whose corners go round counter-clockwise as seen from outside. */
static bool add_face(const vox_source *s, const vox_model *model, const vox_grid *grid,
                     const face_layer *layer, const uint32_t box[4], uint8_t colour, vox_faces *f) {
    static const uint8_t round[2][4][2] = {{{0, 0}, {0, 1}, {1, 1}, {1, 0}},
                                           {{0, 0}, {1, 0}, {1, 1}, {0, 1}}};
    if (!grow_faces(f)) return false;
    for (int c = 0; c < 4; c++) {
        uint32_t at[3];
        at[layer->axis] = layer->layer + (layer->up ? 1 : 0);
        at[layer->u] = box[0] + (round[layer->up][c][0] != 0 ? box[2] : 0);
        at[layer->v] = box[1] + (round[layer->up][c][1] != 0 ? box[3] : 0);
        for (int k = 0; k < 3; k++) {
            int32_t place = (int32_t)(at[k] + grid->low[k]) - (int32_t)(model->size[k] / 2);
            f->positions[f->count][k] = (float)place;
            f->normals[f->count][k] = 0;
        }
        f->normals[f->count][layer->axis] = layer->up ? 1.0f : -1.0f;
        f->uvs[f->count][0] = ((float)(s->picture_of[colour] % s->side) + 0.5f) / (float)s->side;
        f->uvs[f->count][1] = ((float)(s->picture_of[colour] / s->side) + 0.5f) / (float)s->side;
        f->count++;
    }
    return true;
}

/* Fills the mask with the colours of the layer's free faces, row by row along u. */
static void fill_mask(const vox_grid *grid, const face_layer *layer, uint8_t *mask) {
    uint32_t at[3], beyond[3];
    at[layer->axis] = layer->layer;
    for (at[layer->v] = 0; at[layer->v] < grid->size[layer->v]; at[layer->v]++) {
        for (at[layer->u] = 0; at[layer->u] < grid->size[layer->u]; at[layer->u]++) {
            memcpy(beyond, at, sizeof at);
            beyond[layer->axis] += layer->up ? 1u : UINT32_MAX;
            *mask++ = cell_at(grid, beyond) == 0 ? cell_at(grid, at) : 0;
        }
    }
}

/* Takes a rectangle out of the mask: the longest run along u from `at` on, then as many equal rows as follow. */
static void take_box(uint8_t *mask, uint32_t width, uint32_t height, size_t at, uint32_t box[4]) {
    uint8_t colour = mask[at];
    box[0] = (uint32_t)(at % width);
    box[1] = (uint32_t)(at / width);
    box[2] = box[3] = 1;
    while (box[0] + box[2] < width && mask[at + box[2]] == colour) box[2]++;
    for (bool equal = true; equal && box[1] + box[3] < height;) {
        const uint8_t *row = mask + at + (size_t)box[3] * width;
        for (uint32_t i = 0; equal && i < box[2]; i++) equal = row[i] == colour;
        box[3] += equal;
    }
    for (uint32_t y = 0; y < box[3]; y++) memset(mask + at + (size_t)y * width, 0, box[2]);
}

static bool mesh_layer(const vox_source *s, const vox_model *model, const vox_grid *grid,
                       const face_layer *layer, uint8_t *mask, vox_faces *f) {
    uint32_t width = grid->size[layer->u], height = grid->size[layer->v], box[4];
    fill_mask(grid, layer, mask);
    for (size_t at = 0; at < (size_t)width * height; at++) {
        uint8_t colour = mask[at];
        if (colour == 0) continue;
        take_box(mask, width, height, at, box);
        if (!add_face(s, model, grid, layer, box, colour, f)) return false;
    }
    return true;
}

static bool mesh_grid(const vox_source *s, const vox_model *model, const vox_grid *grid, vox_faces *f) {
    static uint32_t const turn[3][2] = {{1, 2}, {2, 0}, {0, 1}};
    uint8_t *mask = malloc((size_t)VOX_SIDE * VOX_SIDE);
    bool ok = mask != NULL;
    for (uint32_t axis = 0; axis < 3; axis++) {
        for (uint32_t i = 0; ok && i < 2 * grid->size[axis]; i++) {
            const face_layer layer = {axis, turn[axis][0], turn[axis][1], i / 2, i % 2 != 0};
            ok = mesh_layer(s, model, grid, &layer, mask, f);
        }
    }
    free(mask);
    return ok;
}

bool vox_make_mesh(vox_source *v, const vox_model *model, import_mesh *mesh) {
    vox_grid grid = {.cells = NULL};
    vox_faces f = {.count = 0};
    mesh->name = import_copy_name("", 0);
    if (mesh->name == NULL) return vox_memory(v);
    bool ok = fill_grid(v, model, &grid) && (mesh_grid(v, model, &grid, &f) || vox_memory(v));
    free(grid.cells);
    if (ok && f.count > 0) {
        mesh->primitives = calloc(1, sizeof *mesh->primitives);
        uint32_t *indices = malloc(f.count / 4 * 6 * sizeof *indices);
        ok = (mesh->primitives != NULL && indices != NULL) || vox_memory(v);
        for (size_t i = 0; ok && i < f.count / 4 * 6; i++)
            indices[i] = (uint32_t)(i / 6 * 4) + (uint32_t[]){0, 1, 2, 0, 2, 3}[i % 6];
        if (ok) {
            mesh->primitive_count = 1;
            mesh->primitives[0] = (import_primitive){.vertex_count = (uint32_t)f.count,
                                                     .triangle_count = (uint32_t)(f.count / 2),
                                                     .positions = f.positions,
                                                     .normals = f.normals,
                                                     .uvs = {f.uvs},
                                                     .indices = indices};
            return true;
        }
        free(indices);
    }
    free(f.positions);
    free(f.normals);
    free(f.uvs);
    return ok;
}
