/* The surface of waters as meshes. */
#include "fixedmath/root.h"
#include "fixedmath/scalar.h"
#include "fixedmath/vector.h"
#include "kernel/water/module.h"
#include "raster/draw_call.h"
#include "raster/grid.h"

enum { REPEATS = 15, UNIT = 127, SUNK = OX_WATER_METRE / 20 };

/* A water whose vertices are put together. */
typedef struct surface {
    ox_waters *s;
    const ox_water *w;
    ox_water_grid grid;
    uint32_t rows; /* of vertices: a line has its floor as a second one */
    int exponent;
    fx half_cell;
    int32_t level;     /* two cells, in sixteenths of heights */
    int32_t low, high; /* heights */
} surface;

static fx side_of(const surface *u, uint32_t cells) {
    return fx_sat64((int64_t)(cells - 1) * FX_ONE * FX_ONE / u->w->per_metre);
}

/* Where a vertex stands along a side of the mesh, in the mesh's own unit. */
static int16_t place_in(const surface *u, uint32_t number, uint32_t cells) {
    const int32_t way = (2 * (int32_t)number - (int32_t)cells + 1) * u->half_cell;
    return (int16_t)int_clamp(fx_rshr32(way, u->exponent), -INT16_MAX, INT16_MAX);
}

static void put_normal(const surface *u, uint32_t column, uint32_t row, int8_t *n) {
    const ox_water_slope slope = ox_water_slope_at(&u->grid, column, row);
    /* All three in sixteenths of heights: squares fit 32 bits. */
    const int32_t v[3] = {slope.along / 16, u->level, slope.across / 16};
    const uint32_t length = fx_isqrt32((uint32_t)(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]));
    const int32_t inverse = (UNIT << 16) / (int32_t)(length == 0 ? 1 : length);
    for (uint32_t i = 0; i < 3; i++) n[i] = (int8_t)int_clamp(fx_rshr32(v[i] * inverse, 16), -UNIT, UNIT);
    n[3] = 0;
}

/* Columns without water are drawn a little below their floor, which hides them. */
static int32_t height_of(const surface *u, uint32_t column, uint32_t row) {
    const size_t i = (size_t)row * u->w->columns + column;
    if (u->w->rows == 1 && row == 1) return u->grid.floor[i];
    return ox_water_cell(&u->grid, column, row) -
           (u->grid.kind == OX_WATER_COLUMNS && u->grid.heights[i] == 0 ? SUNK : 0);
}

static void put_vertex(surface *u, uint32_t column, uint32_t row) {
    const bool is_line = u->w->rows == 1;
    const size_t i = u->w->first + (size_t)row * u->w->columns + column;
    const int32_t height = height_of(u, column, row);
    int16_t *const at = u->s->positions + 3 * i;
    int8_t *const n = u->s->normals + 4 * i;
    u->low = int_min(u->low, height);
    u->high = int_max(u->high, height);
    at[0] = place_in(u, column, u->w->columns);
    at[1] = (int16_t)int_clamp(fx_sra32(height, u->exponent - 4), -INT16_MAX, INT16_MAX);
    at[2] = is_line ? 0 : place_in(u, row, u->w->rows);
    if (is_line)
        n[0] = n[1] = n[3] = 0, n[2] = UNIT;
    else
        put_normal(u, column, row, n);
}

/* A repeat for each metre, as many as Q4.12 has about its middle. */
static void put_uvs(const surface *u) {
    const uint32_t counts[2] = {u->w->columns, u->rows};
    int32_t step[2];
    for (uint32_t i = 0; i < 2; i++) {
        const fx repeats = fx_min(side_of(u, counts[i]), REPEATS * FX_ONE);
        step[i] = (int32_t)(repeats / 16 / (int32_t)(counts[i] - 1));
    }
    for (uint32_t row = 0; row < u->rows; row++)
        for (uint32_t column = 0; column < u->w->columns; column++) {
            int16_t *const uv = u->s->uvs + 2 * (u->w->first + (size_t)row * u->w->columns + column);
            uv[0] = (int16_t)((2 * (int32_t)column - (int32_t)counts[0] + 1) * step[0] / 2);
            uv[1] = (int16_t)((2 * (int32_t)row - (int32_t)counts[1] + 1) * step[1] / 2);
        }
}

static uint32_t put_indices(const surface *u, vec3 eye, vec3 middle) {
    const ox_water_bath bath = {.per_metre = u->w->per_metre};
    const int32_t x = ox_water_cells(&bath, fx_subs(eye.x, middle.x)),
                  z = ox_water_cells(&bath, fx_subs(eye.z, middle.z));
    return rs_grid_order(u->w->columns - 1u, u->rows - 1u, fx_sra32(x, 8) + (u->w->columns - 1) / 2,
                         fx_sra32(z, 8) + (int32_t)(u->rows - 1) / 2, false,
                         u->s->indices + (size_t)RS_GRID_CELL * u->w->first);
}

/* Lit at vertices where it would be lit at faces; the copy lives as long as the list. */
static const rs_material *drawn_as(rs_frame *frame, const rs_material *material) {
    if (material->shading != RS_FLAT) return material;
    rs_material *copy = rs_frame_take(frame, sizeof *copy);
    if (copy == NULL) return material;
    *copy = *material;
    copy->shading = RS_GOURAUD;
    return copy;
}

static void draw_water(ox_waters *s, const ox_object *object, const ox_water *w, const rs_material *material,
                       rs_frame *frame) {
    const mat34 drawn = ox_scene_drawn(s->host->scene, object);
    const vec3 middle = m34_column(&drawn, 3);
    surface u = {.s = s,
                 .w = w,
                 .rows = w->rows == 1 ? 2u : w->rows,
                 .exponent = 4,
                 .low = INT16_MAX,
                 .high = -INT16_MAX};
    ox_water_bath bath;
    if (!ox_water_bath_of(s, object, &u.grid, &bath)) return;
    u.half_cell = fx_div(FX_HALF, w->per_metre);
    u.level = int_clamp(u.half_cell / 64, 1, 1 << 13);
    const fx half = fx_max(side_of(&u, w->columns), side_of(&u, w->rows)) / 2;
    while (half >> u.exponent > INT16_MAX) u.exponent++;
    for (uint32_t row = 0; row < u.rows; row++)
        for (uint32_t column = 0; column < w->columns; column++) put_vertex(&u, column, row);
    if (material->texture != NULL) put_uvs(&u);
    const uint32_t indices = put_indices(&u, s->host->scene->eye, middle), vertices = u.rows * w->columns;
    const rs_submesh part = {.triangle_count = indices / 3, .vertex_count = vertices};
    const fx up = (u.high - u.low) * 8;
    const rs_mesh mesh = {
        .positions = s->positions + 3 * (size_t)w->first,
        .normals = s->normals + 4 * (size_t)w->first,
        .uvs = material->texture != NULL ? s->uvs + 2 * (size_t)w->first : NULL,
        .indices = s->indices + (size_t)RS_GRID_CELL * w->first,
        .faces =
            (const int8_t *)(s->indices + (size_t)RS_GRID_CELL * w->first), /* read for flat shading alone */
        .parts = &part,
        .vertex_count = vertices,
        .triangle_count = indices / 3,
        .part_count = 1,
        .exponent = u.exponent,
        .centre = {0, (u.high + u.low) * 8, 0},
        .radius = fx_adds(v3_length((vec3){side_of(&u, w->columns) / 2, up, side_of(&u, w->rows) / 2}),
                          FX_ONE >> 4)};
    const mat34 place = {{{FX_ONE, 0, 0, middle.x}, {0, FX_ONE, 0, middle.y}, {0, 0, FX_ONE, middle.z}}};
    (void)rs_frame_mesh(frame, &mesh, &place, drawn_as(frame, material));
}

void ox_water_draw(ox_waters *s, ox_module_pass pass, rs_frame *frame) {
    ox_object *object;
    void *data;
    for (uint32_t at = 0; (at = ox_component_each(s->world, s->type, at, &object, &data)) != 0;) {
        const ox_water *w = data;
        if (w->material == OX_ID_NONE || !w->begun ||
            (object->flags & (OX_OBJECT_DEAD | OX_OBJECT_VISIBLE)) != OX_OBJECT_VISIBLE)
            continue;
        const rs_material *material = ox_resource_material(s->host->resources, w->material);
        const bool is_solid = rs_material_pass(material) < RS_PASS_TRANSLUCENT;
        if (is_solid == (pass == OX_PASS_SOLID)) draw_water(s, object, w, material, frame);
    }
}
