/* Draws instances of few meshes in place, out of a GEOM section. */
#include "kernel/level/geometry.h"

#include <string.h>

#include "fixedmath/fixedmath.h"
#include "kernel/level/internal.h"
#include "kernel/memory/life.h"
#include "rom/rom.h"

static const uint8_t *geometry_row(const uint8_t *section, uint32_t list, uint32_t index, uint32_t size) {
    return section + rom_u32(section + list) + (size_t)index * size;
}

static const uint8_t *instance_at(const uint8_t *section, uint32_t index) {
    return geometry_row(section, ROM_GEOMETRY_INSTANCES_AT, index, ROM_INSTANCE_SIZE);
}

static vec3 read_vector(const uint8_t *at) { return (vec3){rom_i32(at), rom_i32(at + 4), rom_i32(at + 8)}; }

rot33 ox_instance_turn(const uint8_t *instance) {
    return q4_to_rot33(ox_level_rotation(instance + ROM_INSTANCE_ROTATION));
}

mat34 ox_instance_place(const uint8_t *instance) {
    rot33 turn = ox_instance_turn(instance);
    fx scale = rom_i32(instance + ROM_INSTANCE_SCALE);
    return m34_from_trs(read_vector(instance + ROM_INSTANCE_POSITION), &turn, v3(scale, scale, scale));
}

/* ---- opening ---- */

typedef struct opening {
    ox_geometry *g;
    ox_resources *resources;
    ox_arena *arena;
} opening;

static uint32_t tint_of(const uint8_t *instance) {
    const uint8_t *at = instance + ROM_INSTANCE_TINT;
    return (uint32_t)at[0] << 16 | (uint32_t)at[1] << 8 | at[2];
}

static uint32_t tinted(uint32_t rgb, uint32_t tint) {
    uint32_t out = 0;
    for (int shift = 0; shift < 24; shift += 8)
        out |= ((rgb >> shift & 255u) * (tint >> shift & 255u) + 127) / 255 << shift;
    return out;
}

static bool make_look(const opening *o, ox_geometry_look *look) {
    const ox_mesh *mesh = o->g->meshes[look->mesh];
    rs_format format = o->resources->format;
    rs_material *own = OX_PUSH(o->arena, rs_material, mesh->material_count == 0 ? 1 : mesh->material_count);
    if (own == NULL) return false;
    for (uint32_t i = 0; i < mesh->material_count; i++) {
        own[i] = mesh->materials[i];
        if (look->material != ROM_INSTANCE_OWN_MATERIAL) {
            uint32_t id = rom_u32(geometry_row(o->g->section, ROM_GEOMETRY_MATERIALS_AT, look->material, 4));
            own[i] = *ox_resource_material(o->resources, id);
        }
        if (look->tint == 0xFFFFFF) continue;
        own[i].rgb = tinted(own[i].rgb, look->tint);
        own[i].index = (uint8_t)(format == RS_PAL8 ? ox_resource_native(o->resources, own[i].rgb) : 0);
        if (own[i].ramp == NULL) continue;
        void *ramp =
            ox_arena_push_low(o->arena, (size_t)RS_RAMP_ENTRIES * (size_t)rs_format_bytes(format), 4);
        if (ramp == NULL) return false;
        rs_ramp_build(format, own[i].rgb, ramp);
        own[i].ramp = ramp;
    }
    look->materials = own;
    return true;
}

static bool has_look(const uint8_t *instance) {
    return rom_u16(instance + ROM_INSTANCE_MATERIAL) != ROM_INSTANCE_OWN_MATERIAL ||
           tint_of(instance) != 0xFFFFFF;
}

static const ox_geometry_look *find_look(const ox_geometry *g, const uint8_t *instance) {
    const ox_geometry_look *look = g->looks;
    while (look != NULL &&
           (look->mesh != rom_u16(instance + ROM_INSTANCE_MESH) ||
            look->material != rom_u16(instance + ROM_INSTANCE_MATERIAL) || look->tint != tint_of(instance)))
        look = look->next;
    return look;
}

static const ox_geometry_look *add_look(const opening *o, const uint8_t *instance) {
    ox_geometry_look *look = OX_PUSH(o->arena, ox_geometry_look, 1);
    if (look == NULL) return NULL;
    *look = (ox_geometry_look){o->g->looks, NULL, tint_of(instance), rom_u16(instance + ROM_INSTANCE_MESH),
                               rom_u16(instance + ROM_INSTANCE_MATERIAL)};
    if (!make_look(o, look)) return NULL;
    return o->g->looks = look;
}

static bool open_looks(const opening *o) {
    ox_geometry *g = o->g;
    uint32_t count = rom_u32(g->section + ROM_GEOMETRY_INSTANCE_COUNT), looks = 0;
    for (uint32_t i = 0; i < count; i++) looks += has_look(instance_at(g->section, i));
    if (looks == 0) return true;
    g->materials = OX_PUSH(o->arena, const rs_material *, count);
    for (uint32_t i = 0; g->materials != NULL && i < count; i++) {
        const uint8_t *instance = instance_at(g->section, i);
        g->materials[i] = NULL;
        if (!has_look(instance)) continue;
        const ox_geometry_look *look = find_look(g, instance);
        if (look == NULL) look = add_look(o, instance);
        if (look == NULL) return false;
        g->materials[i] = look->materials;
    }
    return g->materials != NULL;
}

/* The farthest distance of a mesh from the place of its instance. */
static fx reach_of(const ox_geometry *g, const uint8_t *instance) {
    const rs_mesh *mesh = &g->meshes[rom_u16(instance + ROM_INSTANCE_MESH)]->mesh;
    return fx_muls(fx_adds(v3_length(mesh->centre), mesh->radius), rom_i32(instance + ROM_INSTANCE_SCALE));
}

static bool open_cells(const opening *o) {
    ox_geometry *g = o->g;
    uint32_t cells = rom_u32(g->section + ROM_GEOMETRY_CELL_COUNT);
    if (cells == 0) return true;
    g->merged = OX_PUSH(o->arena, const ox_mesh *, cells);
    g->reach = OX_PUSH(o->arena, fx, cells);
    if (g->merged == NULL || g->reach == NULL) return false;
    for (uint32_t c = 0; c < cells; c++) {
        const uint8_t *cell = geometry_row(g->section, ROM_GEOMETRY_CELLS_AT, c, ROM_INSTANCE_CELL_SIZE);
        uint32_t id = rom_u32(cell + ROM_INSTANCE_CELL_MERGED),
                 first = rom_u32(cell + ROM_INSTANCE_CELL_FIRST);
        g->merged[c] = id == 0 ? NULL : ox_resource_mesh(o->resources, id);
        g->reach[c] = 0;
        for (uint32_t i = 0; i < rom_u32(cell + ROM_INSTANCE_CELL_COUNT); i++)
            g->reach[c] = fx_max(g->reach[c], reach_of(g, instance_at(g->section, first + i)));
    }
    return true;
}

ox_status ox_geometry_open(ox_geometry *geometry, const uint8_t *section, ox_resources *resources,
                           ox_arena *arena) {
    const opening o = {geometry, resources, arena};
    uint32_t meshes = rom_u32(section + ROM_GEOMETRY_MESH_COUNT);
    ox_mark mark = ox_arena_mark(arena, OX_ARENA_LOW);
    OX_CLEAR(geometry);
    geometry->section = section;
    geometry->meshes = OX_PUSH(arena, const ox_mesh *, meshes + 1);
    bool ok = geometry->meshes != NULL;
    for (uint32_t i = 0; ok && i < meshes; i++)
        geometry->meshes[i] =
            ox_resource_mesh(resources, rom_u32(geometry_row(section, ROM_GEOMETRY_MESHES_AT, i, 4)));
    ok = ok && open_cells(&o) && open_looks(&o);
    if (ok) return OX_OK;
    if (arena != resources->resident)
        /* in resident memory the views of meshes lie behind the mark, and stay */
        ox_arena_rollback(arena, mark);
    OX_CLEAR(geometry);
    return OX_OUT_OF_MEMORY;
}

/* ---- drawing ---- */

static void note_result(rs_result *first, rs_result result) {
    if (*first == RS_OK) *first = result;
}

static bool is_outside(const frustum3 *view, const uint8_t *cell, fx reach) {
    vec3 low = read_vector(cell + ROM_INSTANCE_CELL_LOW), high = read_vector(cell + ROM_INSTANCE_CELL_HIGH);
    vec3 centre = v3_lerp(low, high, FX_HALF);
    fx radius = fx_adds(fx_adds(v3_distance(centre, high), reach), 16); /* 16: errors of rounding */
    for (int i = 0; i < 6; i++) {
        if (plane_distance(&view->plane[i], centre) < -radius) return true;
    }
    return false;
}

static rs_result draw_instance(const ox_geometry *g, rs_frame *frame, uint32_t index,
                               const ox_geometry_view *view) {
    const uint8_t *instance = instance_at(g->section, index);
    const ox_mesh *mesh = g->meshes[rom_u16(instance + ROM_INSTANCE_MESH)];
    const rs_material *materials = mesh->materials;
    if (g->left_out != NULL && (g->left_out[index / 8] >> index % 8 & 1u) != 0) return RS_OK;
    if (view->near > 0 && (instance[ROM_INSTANCE_FLAGS] & ROM_INSTANCE_NEAR_ONLY) != 0 &&
        v3_distance(view->eye, read_vector(instance + ROM_INSTANCE_POSITION)) > view->near)
        return RS_OK;
    if (g->materials != NULL && g->materials[index] != NULL) materials = g->materials[index];
    mat34 place = ox_instance_place(instance);
    return rs_frame_mesh(frame, &mesh->mesh, &place, materials);
}

rs_result ox_geometry_draw(const ox_geometry *geometry, rs_frame *frame, const ox_geometry_view *view) {
    rs_result first = RS_OK;
    OX_CREATED(geometry->section);
    if (geometry->section == NULL) return RS_OK;
    for (uint32_t c = 0; c < rom_u32(geometry->section + ROM_GEOMETRY_CELL_COUNT); c++) {
        const uint8_t *cell =
            geometry_row(geometry->section, ROM_GEOMETRY_CELLS_AT, c, ROM_INSTANCE_CELL_SIZE);
        if (view->view != NULL && is_outside(view->view, cell, geometry->reach[c])) continue;
        if (geometry->merged[c] != NULL) {
            mat34 place = m34_identity();
            note_result(&first, rs_frame_mesh(frame, &geometry->merged[c]->mesh, &place,
                                              geometry->merged[c]->materials));
            continue;
        }
        uint32_t begin = rom_u32(cell + ROM_INSTANCE_CELL_FIRST),
                 count = rom_u32(cell + ROM_INSTANCE_CELL_COUNT);
        for (uint32_t i = begin; i < begin + count; i++)
            note_result(&first, draw_instance(geometry, frame, i, view));
    }
    return first;
}
