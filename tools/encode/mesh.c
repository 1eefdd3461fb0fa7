/* Writes MESH chunks. */
#include "tools/encode/mesh.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "rom/rom.h"

enum { PART_VERTICES_MOST = 65535, WORLD = 16384 };

typedef struct part {
    uint32_t first_triangle, triangles, first_vertex, vertices, material;
} part;

/* The mesh in the making. */
typedef struct builder {
    const import_model *model;
    uint32_t *source;   /* model vertex of each packed vertex */
    uint16_t *indices;  /* relative to the part */
    uint32_t *triangle; /* model triangle of each packed one */
    part *parts;
    uint32_t vertex_count, triangle_count, part_count, part_room;
    int32_t (*uvs)[2]; /* Q4.12 per packed vertex, not yet held inside 16 bits */
    uint32_t *seen;    /* packed vertex of each model vertex within the part, if stamp fits */
    uint32_t *stamp;   /* part + 1 that `seen` belongs to */
    mesh_grid grid;
} builder;

static void builder_free(builder *b) {
    free(b->source);
    free(b->indices);
    free(b->triangle);
    free(b->parts);
    free(b->uvs);
    free(b->seen);
    free(b->stamp);
}

static bool builder_allocate(builder *b) {
    size_t corners = (size_t)b->model->triangle_count * 3 + 1, vertices = (size_t)b->model->vertex_count + 1;
    b->source = malloc(corners * sizeof *b->source);
    b->indices = malloc(corners * sizeof *b->indices);
    b->triangle = malloc(corners * sizeof *b->triangle);
    b->seen = malloc(vertices * sizeof *b->seen);
    b->stamp = calloc(vertices, sizeof *b->stamp);
    return b->source != NULL && b->indices != NULL && b->triangle != NULL && b->seen != NULL &&
           b->stamp != NULL;
}

/* ---- parts ---- */

static part *new_part(builder *b, uint32_t material) {
    if (b->part_count == b->part_room) {
        b->part_room = b->part_room == 0 ? 8 : b->part_room * 2;
        part *grown = realloc(b->parts, b->part_room * sizeof *grown);
        if (grown == NULL) return NULL;
        b->parts = grown;
    }
    part *p = &b->parts[b->part_count++];
    *p = (part){b->triangle_count, 0, b->vertex_count, 0, material};
    return p;
}

static uint32_t new_vertices(const builder *b, const uint32_t corner[3]) {
    uint32_t count = 0;
    for (int k = 0; k < 3; k++) count += b->stamp[corner[k]] != b->part_count;
    return count;
}

static void take_triangle(builder *b, part *p, uint32_t triangle) {
    const uint32_t *corner = b->model->indices + (size_t)triangle * 3;
    for (int k = 0; k < 3; k++) {
        uint32_t v = corner[k];
        if (b->stamp[v] != b->part_count) {
            b->stamp[v] = b->part_count;
            b->seen[v] = p->vertices++;
            b->source[b->vertex_count++] = v;
        }
        b->indices[(size_t)b->triangle_count * 3 + (size_t)k] = (uint16_t)b->seen[v];
    }
    b->triangle[b->triangle_count++] = triangle;
    p->triangles++;
}

/* Makes a part of a material, or several where it takes more vertices than indices can name. */
static bool make_part(builder *b, uint32_t material, uint32_t first, uint32_t count) {
    part *p = NULL;
    for (uint32_t triangle = first; triangle < first + count; triangle++) {
        const uint32_t *corner = b->model->indices + (size_t)triangle * 3;
        if (p == NULL || p->vertices + new_vertices(b, corner) > PART_VERTICES_MOST)
            p = new_part(b, material);
        if (p == NULL) return false;
        take_triangle(b, p, triangle);
    }
    return true;
}

/* Makes a part for each material, or for each part of the model where the model keeps its parts apart. */
static bool make_parts(builder *b) {
    const import_model *model = b->model;
    for (uint32_t i = 0; model->keep_parts && i < model->part_count; i++) {
        const import_part *from = &model->parts[i];
        if (!make_part(b, from->material, from->first_triangle, from->triangle_count)) return false;
    }
    for (uint32_t m = 0; !model->keep_parts && m < model->material_count; m++) {
        const import_material *from = &model->materials[m];
        if (!make_part(b, m, from->first_triangle, from->triangle_count)) return false;
    }
    return true;
}

/* ---- positions ---- */

/* The box of the model and of all its shapes. */
static import_bounds whole_box(const builder *b) {
    import_bounds box = import_model_bounds(b->model);
    for (uint32_t s = 0; s < b->model->shape_count; s++) {
        for (uint32_t i = 0; i < b->vertex_count; i++) {
            const float *at = b->model->shapes[s].positions[b->model->vertices[b->source[i]].origin];
            for (int k = 0; k < 3; k++) {
                if (at[k] < box.minimum[k]) box.minimum[k] = at[k];
                if (at[k] > box.maximum[k]) box.maximum[k] = at[k];
            }
        }
    }
    return box;
}

static bool choose_scale(builder *b, const char *name, tool_error *error) {
    import_bounds box = whole_box(b);
    double half = 0;
    for (int k = 0; k < 3; k++) {
        double low = box.minimum[k], high = box.maximum[k];
        if (!(low >= -WORLD && high <= WORLD)) {
            return import_error_file(error, name,
                                     "reaches from %g to %g, the world from -%d to %d; scale it down", low,
                                     high, WORLD, WORLD);
        }
        b->grid.offset[k] = (int32_t)writer_fx((low + high) / 2);
        half = fmax(half,
                    fmax(high * 65536 - (double)b->grid.offset[k], (double)b->grid.offset[k] - low * 65536));
    }
    b->grid.exponent = 0;
    while (half > 32767.0 * (double)(1 << b->grid.exponent)) b->grid.exponent++;
    return true;
}

/* Rounds a position to a step. Halves go up, not away from zero: so a point rounds the same from the centre of
 * every mesh, and meshes that share a grid meet. */
int16_t mesh_step(const mesh_grid *grid, double value, int axis) {
    double exact = value * 65536 - (double)grid->offset[axis];
    double steps = floor(exact / (double)(1 << grid->exponent) + 0.5);
    return (int16_t)fmax(-32767, fmin(32767, steps));
}

static int16_t quantised(const builder *b, uint32_t source, int axis) {
    return mesh_step(&b->grid, (double)b->model->vertices[source].position[axis], axis);
}

/* The position as the console sees it, in units of 1/65536. */
static int64_t stored(const builder *b, uint32_t source, int axis) {
    return b->grid.offset[axis] + (int64_t)quantised(b, source, axis) * ((int64_t)1 << b->grid.exponent);
}

static double position_error(const builder *b) {
    double worst = 0;
    for (uint32_t i = 0; i < b->vertex_count; i++) {
        double sum = 0;
        for (int k = 0; k < 3; k++) {
            double d = (double)stored(b, b->source[i], k) / 65536 -
                       (double)b->model->vertices[b->source[i]].position[k];
            sum += d * d;
        }
        worst = fmax(worst, sqrt(sum));
    }
    return worst;
}

/* ---- texture coordinates ---- */

static uint32_t root_of(uint32_t *parent, uint32_t v) {
    while (parent[v] != v) {
        parent[v] = parent[parent[v]];
        v = parent[v];
    }
    return v;
}

static uint32_t part_of_triangle(const builder *b, uint32_t triangle, uint32_t from) {
    while (triangle >= b->parts[from].first_triangle + b->parts[from].triangles) from++;
    return from;
}

/* Joins vertices that triangles connect: such a patch can be moved by whole repeats of the texture without a
 * visible change. */
static void join_patches(const builder *b, uint32_t *parent) {
    uint32_t p = 0;
    for (uint32_t v = 0; v < b->vertex_count; v++) parent[v] = v;
    for (uint32_t t = 0; t < b->triangle_count; t++) {
        p = part_of_triangle(b, t, p);
        const uint16_t *corner = b->indices + (size_t)t * 3;
        uint32_t first = root_of(parent, b->parts[p].first_vertex + corner[0]);
        for (int k = 1; k < 3; k++) {
            uint32_t other = root_of(parent, b->parts[p].first_vertex + corner[k]);
            if (other < first) {
                parent[first] = other;
                first = other;
            } else {
                parent[other] = first;
            }
        }
    }
}

/* Shifts each patch so that its middle lies within the first repeat. */
static bool shift_patches(builder *b) {
    size_t count = b->vertex_count;
    uint32_t *parent = malloc((count + 1) * sizeof *parent);
    int32_t(*low)[2] = malloc((count + 1) * sizeof *low), (*high)[2] = malloc((count + 1) * sizeof *high);
    bool ok = parent != NULL && low != NULL && high != NULL;
    if (ok) {
        join_patches(b, parent);
        memcpy(low, b->uvs, count * sizeof *low);
        memcpy(high, b->uvs, count * sizeof *high);
        for (uint32_t v = 0; v < b->vertex_count; v++) {
            uint32_t root = root_of(parent, v);
            for (int k = 0; k < 2; k++) {
                if (b->uvs[v][k] < low[root][k]) low[root][k] = b->uvs[v][k];
                if (b->uvs[v][k] > high[root][k]) high[root][k] = b->uvs[v][k];
            }
        }
        for (uint32_t v = 0; v < b->vertex_count; v++) {
            uint32_t root = root_of(parent, v);
            for (int k = 0; k < 2; k++) {
                double middle = ((double)low[root][k] + (double)high[root][k]) / 2;
                b->uvs[v][k] = (int32_t)(b->uvs[v][k] - (int64_t)floor(middle / 4096) * 4096);
            }
        }
    }
    free(parent);
    free(low);
    free(high);
    return ok;
}

static int32_t texture_coordinate(float value) {
    double scaled = writer_round((double)value * 4096);
    if (!(scaled > -1e9)) return -1000000000;
    return scaled > 1e9 ? 1000000000 : (int32_t)scaled;
}

static bool make_uvs(builder *b, mesh_report *report) {
    bool fits = true;
    b->uvs = malloc(((size_t)b->vertex_count + 1) * sizeof *b->uvs);
    if (b->uvs == NULL) return false;
    for (uint32_t v = 0; v < b->vertex_count; v++) {
        for (int k = 0; k < 2; k++) {
            int32_t value = texture_coordinate(b->model->vertices[b->source[v]].uv[k]);
            b->uvs[v][k] = value;
            fits = fits && value >= INT16_MIN && value <= INT16_MAX;
        }
    }
    if (!fits && !shift_patches(b)) return false;
    for (uint32_t v = 0; v < b->vertex_count; v++) {
        for (int k = 0; k < 2; k++) {
            int32_t value = b->uvs[v][k];
            int32_t held = value < INT16_MIN ? INT16_MIN : value > INT16_MAX ? INT16_MAX : value;
            if (held != value) report->clamped_uvs++;
            b->uvs[v][k] = held;
        }
    }
    return true;
}

/* ---- the chunk ---- */

static void put_direction(writer *out, const double direction[3]) {
    double length =
        sqrt(direction[0] * direction[0] + direction[1] * direction[1] + direction[2] * direction[2]);
    for (int k = 0; k < 3; k++) {
        double unit = length > 0 ? direction[k] / length : k == 1 ? 1 : 0;
        writer_u8(out, (uint32_t)(int32_t)writer_round(unit * 127));
    }
    writer_u8(out, 0);
}

/* Writes a face, from the model's own positions: stored positions are rounded, which would tilt small faces. */
static void put_face(const builder *b, uint32_t triangle, writer *out) {
    const uint32_t *corner = b->model->indices + (size_t)triangle * 3;
    const float *p = b->model->vertices[corner[0]].position, *q = b->model->vertices[corner[1]].position;
    const float *r = b->model->vertices[corner[2]].position;
    double u[3], v[3];
    for (int k = 0; k < 3; k++) {
        u[k] = (double)q[k] - (double)p[k];
        v[k] = (double)r[k] - (double)p[k];
    }
    double normal[3] = {u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]};
    put_direction(out, normal);
}

/* Writes the box and a sphere about its centre, of the positions as stored. */
static void put_bounds(const builder *b, writer *out, size_t start) {
    int64_t low[3] = {0, 0, 0}, high[3] = {0, 0, 0}, centre[3];
    double radius = 0;
    for (int k = 0; k < 3; k++) {
        for (uint32_t i = 0; i < b->vertex_count; i++) {
            int64_t value = stored(b, b->source[i], k);
            if (i == 0 || value < low[k]) low[k] = value;
            if (i == 0 || value > high[k]) high[k] = value;
        }
        centre[k] = low[k] + (high[k] - low[k]) / 2;
    }
    for (uint32_t i = 0; i < b->vertex_count; i++) {
        double sum = 0;
        for (int k = 0; k < 3; k++) {
            double d = (double)(stored(b, b->source[i], k) - centre[k]);
            sum += d * d;
        }
        radius = fmax(radius, sum);
    }
    for (int k = 0; k < 3; k++) {
        writer_put_u32(out, start + ROM_MESH_OFFSET + (size_t)k * 4, (uint32_t)b->grid.offset[k]);
        writer_put_u32(out, start + ROM_MESH_CENTRE + (size_t)k * 4, (uint32_t)centre[k]);
        writer_put_u32(out, start + ROM_MESH_BOX_LOW + (size_t)k * 4, (uint32_t)low[k]);
        writer_put_u32(out, start + ROM_MESH_BOX_HIGH + (size_t)k * 4, (uint32_t)high[k]);
    }
    writer_put_u32(out, start + ROM_MESH_RADIUS, (uint32_t)fmin(ceil(sqrt(radius)) + 1, 2147483647.0));
}

static void put_vertices(const builder *b, writer *out, size_t start) {
    writer_put_u32(out, start + ROM_MESH_POSITION_AT, (uint32_t)(writer_align(out, 4) - start));
    for (uint32_t i = 0; i < b->vertex_count; i++) {
        for (int k = 0; k < 3; k++) writer_u16(out, (uint16_t)quantised(b, b->source[i], k));
    }
    writer_put_u32(out, start + ROM_MESH_NORMAL_AT, (uint32_t)(writer_align(out, 4) - start));
    for (uint32_t i = 0; i < b->vertex_count; i++) {
        const float *n = b->model->vertices[b->source[i]].normal;
        put_direction(out, (double[3]){(double)n[0], (double)n[1], (double)n[2]});
    }
    if (b->uvs == NULL) return;
    writer_put_u32(out, start + ROM_MESH_UV_AT, (uint32_t)(writer_align(out, 4) - start));
    for (uint32_t i = 0; i < b->vertex_count; i++) {
        for (int k = 0; k < 2; k++) writer_u16(out, (uint16_t)b->uvs[i][k]);
    }
}

static void put_colours(const builder *b, writer *out, size_t start) {
    writer_put_u32(out, start + ROM_MESH_COLOUR_AT, (uint32_t)(writer_align(out, 4) - start));
    for (uint32_t i = 0; i < b->vertex_count; i++)
        writer_bytes(out, b->model->vertices[b->source[i]].colour, 4);
}

static void put_triangles(const builder *b, writer *out, size_t start) {
    writer_put_u32(out, start + ROM_MESH_INDEX_AT, (uint32_t)(writer_align(out, 4) - start));
    for (size_t i = 0; i < (size_t)b->triangle_count * 3; i++) writer_u16(out, b->indices[i]);
    writer_put_u32(out, start + ROM_MESH_FACE_AT, (uint32_t)(writer_align(out, 4) - start));
    for (uint32_t i = 0; i < b->triangle_count; i++) put_face(b, b->triangle[i], out);
}

static void put_parts(const builder *b, const uint32_t *materials, writer *out, size_t start) {
    writer_put_u32(out, start + ROM_MESH_PART_AT, (uint32_t)(writer_align(out, 4) - start));
    for (uint32_t i = 0; i < b->part_count; i++) {
        const part *p = &b->parts[i];
        writer_u32(out, p->first_triangle);
        writer_u32(out, p->triangles);
        writer_u32(out, p->first_vertex);
        writer_u32(out, p->vertices);
        writer_u32(out, materials[p->material]);
    }
}

static void put_chunk(const builder *b, const uint32_t *materials, writer *out) {
    size_t start = writer_align(out, 4);
    const uint32_t head =
        b->model->coloured ? ROM_MESH_SIZE : ROM_MESH_COLOUR_AT; /* colours cost nothing where none are */
    writer_zeros(out, head);
    writer_put_u16(out, start + ROM_CHUNK_VERSION, ROM_CHUNK_VERSION_NOW);
    writer_put_u16(out, start + ROM_CHUNK_HEADER, head);
    writer_put_u32(out, start + ROM_MESH_VERTICES, b->vertex_count);
    writer_put_u32(out, start + ROM_MESH_TRIANGLES, b->triangle_count);
    writer_put_u32(out, start + ROM_MESH_PARTS, b->part_count);
    writer_put_u32(out, start + ROM_MESH_EXPONENT, (uint32_t)b->grid.exponent);
    put_bounds(b, out, start);
    put_vertices(b, out, start);
    put_triangles(b, out, start);
    put_parts(b, materials, out, start);
    if (b->model->coloured) put_colours(b, out, start);
    writer_align(out, 4);
}

static bool sort_parts(builder *b, bool by_weights) {
    for (uint32_t i = 0; i < b->part_count; i++) {
        const part *p = &b->parts[i];
        if (!mesh_sort_by_joints(b->model, b->source + p->first_vertex, p->vertices,
                                 b->indices + (size_t)p->first_triangle * 3, (size_t)p->triangles * 3,
                                 by_weights))
            return false;
    }
    return true;
}

bool mesh_pack_skinned(const mesh_source *source, writer *out, writer *skin_out, mesh_report *report,
                       tool_error *error) {
    const char *const name = source->name;
    const mesh_skin *const skin = source->skin;
    builder b = {.model = source->model};
    memset(report, 0, sizeof *report);
    bool ok = builder_allocate(&b) && make_parts(&b) && (skin == NULL || sort_parts(&b, skin->turns)) &&
              (!source->uvs || make_uvs(&b, report));
    if (!ok) {
        import_error_memory(error, name);
    } else {
        ok = choose_scale(&b, name, error);
    }
    if (ok) {
        put_chunk(&b, source->materials, out);
        report->vertices = b.vertex_count;
        report->triangles = b.triangle_count;
        report->parts = b.part_count;
        report->position_error = position_error(&b);
        if (skin != NULL)
            ok = mesh_put_skin(source->model, b.source, b.vertex_count, report->position_error, skin,
                               skin_out, report) ||
                 import_error_memory(error, name);
        if (ok && source->morph != NULL)
            ok = mesh_put_morph(source->model, b.source, b.vertex_count, &b.grid, source->morph, report) ||
                 import_error_memory(error, name);
    }
    builder_free(&b);
    return ok && !out->failed;
}

bool mesh_pack(const char *name, const import_model *model, const uint32_t *materials, bool uvs, writer *out,
               mesh_report *report, tool_error *error) {
    return mesh_pack_skinned(&(mesh_source){name, model, materials, uvs, NULL, NULL}, out, NULL, report,
                             error);
}
