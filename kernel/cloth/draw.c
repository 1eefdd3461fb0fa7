/* Cloths as meshes: sheets as they hang, ropes as ribbons that face the eye. */
#include "fixedmath/scalar.h"
#include "kernel/cloth/module.h"
#include "raster/draw_call.h"
#include "raster/grid.h"

enum { UV_ONE = 4096, NORMAL_SHIFT = 23 };

/* A cloth whose vertices are put together. */
typedef struct drawn {
    const ox_cloths *s;
    const ox_cloth *w;
    const ox_cloth_net *net;
    vec3 place, eye; /* of the object, after the last step; of the eye */
    uint32_t columns, first;
    int exponent;
    fx reach;
} drawn;

/* The place of a vertex from that of the object: a rope has a second column, beside its points as the eye sees them. */
static vec3 vertex_of(const drawn *d, uint32_t column, uint32_t row) {
    const ox_cloth_net *net = d->net;
    if (net->columns > 1) return v3_subs(net->at[row * net->columns + column], d->place);
    const vec3 at = net->at[row], along = v3_subs(net->at[row + 1u < net->rows ? row + 1 : row],
                                                  net->at[row > 0 ? row - 1 : row]);
    const vec3 way = v3_normalize_or(along, (vec3){0, -FX_ONE, 0}, NULL),
               seen = v3_normalize_or(v3_subs(d->eye, at), (vec3){0, 0, FX_ONE}, NULL);
    const vec3 side = v3_normalize_or(v3_cross(seen, way), (vec3){FX_ONE, 0, 0}, NULL);
    const vec3 by = v3_scales(side, column == 0 ? -d->w->sides[0] / 2 : d->w->sides[0] / 2);
    return v3_subs(v3_adds(at, by), d->place);
}

/* Whichever side of a sheet one sees is lit. */
static dir30 normal_of(const drawn *d, uint32_t column, uint32_t row) {
    const vec3 seen = v3_subs(d->eye, d->net->at[row * d->net->columns + (d->net->columns > 1 ? column : 0)]);
    dir30 n = {0, 0, Q30_ONE};
    if (d->net->columns == 1) {
        (void)v3_normalize_dir30(seen, &n);
        return n;
    }
    n = ox_cloth_normal(d->net, column, row);
    return v3_dot_dir30(seen, n) < 0 ? dir30_neg(n) : n;
}

static int16_t unit_of(const drawn *d, fx a) {
    return (int16_t)int_clamp(fx_rshr32(a, d->exponent), -INT16_MAX, INT16_MAX);
}

static void put_vertex(const drawn *d, uint32_t column, uint32_t row) {
    const size_t i = d->first + (size_t)row * d->columns + column;
    int16_t *const at = d->s->positions + 3 * i, *const uv = d->s->uvs + 2 * i;
    int8_t *const n = d->s->normals + 4 * i;
    const vec3 v = vertex_of(d, column, row);
    const dir30 normal = normal_of(d, column, row);
    at[0] = unit_of(d, v.x), at[1] = unit_of(d, v.y), at[2] = unit_of(d, v.z);
    n[0] = (int8_t)fx_sra32(normal.x - fx_sra32(normal.x, 7), NORMAL_SHIFT);
    n[1] = (int8_t)fx_sra32(normal.y - fx_sra32(normal.y, 7), NORMAL_SHIFT);
    n[2] = (int8_t)fx_sra32(normal.z - fx_sra32(normal.z, 7), NORMAL_SHIFT);
    n[3] = 0;
    uv[0] = (int16_t)(column * UV_ONE / (d->columns - 1));
    uv[1] = (int16_t)(row * UV_ONE / (d->net->rows - 1u));
}

/* Seen from both sides, and lit at vertices; the copy lives as long as the list. */
static const rs_material *drawn_as(rs_frame *frame, const rs_material *material) {
    rs_material *copy = rs_frame_take(frame, sizeof *copy);
    if (copy == NULL) return material;
    *copy = *material;
    copy->two_sided = true;
    if (copy->shading == RS_FLAT) copy->shading = RS_GOURAUD;
    return copy;
}

static void draw_cloth(ox_cloths *s, const ox_object *object, const ox_cloth *w, const rs_material *material,
                       rs_frame *frame) {
    ox_cloth_net net;
    if (!ox_cloth_net_of(s, object, &net)) return;
    const mat34 at = ox_scene_drawn(s->host->scene, object), stand = ox_scene_stand(s->host->scene, object);
    drawn d = {.s = s,
               .w = w,
               .net = &net,
               .place = m34_column(&stand, 3),
               .eye = s->host->scene->eye,
               .columns = w->columns == 1 ? 2u : w->columns,
               .first = 2 * w->first};
    for (uint32_t i = 0; i < (uint32_t)net.columns * net.rows; i++)
        d.reach = fx_max(d.reach, v3_length(v3_subs(net.at[i], d.place)));
    d.reach = fx_adds(d.reach, w->sides[0]);
    while (d.reach >> d.exponent > INT16_MAX) d.exponent++;
    for (uint32_t row = 0; row < net.rows; row++)
        for (uint32_t column = 0; column < d.columns; column++) put_vertex(&d, column, row);
    uint16_t *const indices = s->indices + (size_t)RS_GRID_CELL * w->first;
    const uint32_t count = rs_grid_order(d.columns - 1, net.rows - 1u, 0, 0, false, indices),
                   vertices = d.columns * net.rows;
    const rs_submesh part = {.triangle_count = count / 3, .vertex_count = vertices};
    const rs_mesh mesh = {.positions = s->positions + 3 * (size_t)d.first,
                          .normals = s->normals + 4 * (size_t)d.first,
                          .uvs = material->texture != NULL ? s->uvs + 2 * (size_t)d.first : NULL,
                          .indices = indices,
                          .faces = (const int8_t *)indices, /* read for flat shading alone */
                          .parts = &part,
                          .vertex_count = vertices,
                          .triangle_count = count / 3,
                          .part_count = 1,
                          .exponent = d.exponent,
                          .radius = d.reach};
    const vec3 middle = m34_column(&at, 3);
    const mat34 place = {{{FX_ONE, 0, 0, middle.x}, {0, FX_ONE, 0, middle.y}, {0, 0, FX_ONE, middle.z}}};
    (void)rs_frame_mesh(frame, &mesh, &place, drawn_as(frame, material));
}

void ox_cloth_draw(ox_cloths *s, ox_module_pass pass, rs_frame *frame) {
    ox_object *object;
    void *data;
    for (uint32_t at = 0; (at = ox_component_each(s->world, s->type, at, &object, &data)) != 0;) {
        const ox_cloth *w = data;
        if (w->material == OX_ID_NONE ||
            (object->flags & (OX_OBJECT_DEAD | OX_OBJECT_VISIBLE)) != OX_OBJECT_VISIBLE)
            continue;
        const rs_material *material = ox_resource_material(s->host->resources, w->material);
        const bool is_solid = rs_material_pass(material) < RS_PASS_TRANSLUCENT;
        if (is_solid == (pass == OX_PASS_SOLID)) draw_cloth(s, object, w, material, frame);
    }
}
