/* Meshes and materials: views over the image's arrays, ramps and highlight tables, and the box that stands
 * in. */
#include <string.h>

#include "kernel/debug/format.h"
#include "kernel/resource/internal.h"
#include "kernel/resource/resource.h"

/* ---- materials ---- */

/* The first material with this colour and a ramp, or NULL. */
static const rs_material *find_material(const ox_resources *r, uint32_t rgb) {
    for (int list = 0; list < OX_RESOURCE_LISTS; list++) {
        const ox_resource_record *record = r->lists[list];
        for (; record != NULL; record = record->next) {
            if (record->type != ROM_TAG_MATERIAL) continue;
            const rs_material *material = record->resource;
            if (material->rgb == rgb && material->ramp != NULL) return material;
        }
    }
    return NULL;
}

const void *ox_resource_ramp(ox_resources *r, uint32_t rgb, bool *ok, ox_resource_fault *fault) {
    if (r->format == RS_PAL8) return NULL;
    const rs_material *same = find_material(r, rgb);
    if (same != NULL) return same->ramp;
    void *ramp = ox_resource_room(r, (size_t)(RS_RAMP_ENTRIES * rs_format_bytes(r->format)), fault);
    if (ramp == NULL)
        *ok = false;
    else
        rs_ramp_build(r->format, rgb, ramp);
    return ramp;
}

/* A highlight table, shared between equal ones. */
static const uint8_t *highlight_table(ox_resources *r, int strength, int exponent, bool *ok,
                                      ox_resource_fault *fault) {
    uint8_t table[256];
    if (strength == 0) return NULL;
    rs_highlight_build(strength, exponent, table);
    for (int list = 0; list < OX_RESOURCE_LISTS; list++) {
        const ox_resource_record *record = r->lists[list];
        for (; record != NULL; record = record->next) {
            if (record->type != ROM_TAG_MATERIAL) continue;
            const uint8_t *other = ((const rs_material *)record->resource)->highlight;
            if (other != NULL && memcmp(other, table, sizeof table) == 0) return other;
        }
    }
    uint8_t *kept = ox_resource_room(r, sizeof table, fault);
    if (kept == NULL)
        *ok = false;
    else
        memcpy(kept, table, sizeof table);
    return kept;
}

const void *ox_resource_build_material(ox_resources *r, uint32_t id, ox_held *held,
                                       ox_resource_fault *fault) {
    const uint8_t *data = ox_resource_chunk(r, id, ROM_TAG_MATERIAL, held, fault);
    if (data == NULL) return NULL;
    uint32_t texture = rom_word(data + ROM_MATERIAL_TEXTURE);
    r->coming = false;
    const rs_texture *image = texture == 0 ? NULL : ox_resource_texture(r, texture);
    fault->coming = r->coming;
    if (r->coming) return NULL;
    ox_mark mark = ox_arena_mark(r->resident, OX_ARENA_LOW);
    rs_material *material = ox_resource_room(r, sizeof *material, fault);
    bool ok = material != NULL;
    if (!ok) return NULL;
    memset(material, 0, sizeof *material);
    material->rgb = rom_word(data + ROM_MATERIAL_COLOUR) & 0xFFFFFFu;
    material->index = data[ROM_MATERIAL_INDEX];
    material->shading = data[ROM_MATERIAL_SHADING];
    material->mapping = data[ROM_MATERIAL_MAPPING];
    material->two_sided = (data[ROM_MATERIAL_FLAGS] & ROM_MATERIAL_TWO_SIDED) != 0;
    material->texture = image;
    material->ramp = ox_resource_ramp(r, material->rgb, &ok, fault);
    if (ok) {
        material->highlight =
            highlight_table(r, data[ROM_MATERIAL_SPECULAR], data[ROM_MATERIAL_SHININESS], &ok, fault);
    }
    if (ok) return material;
    ox_arena_rollback(r->resident, mark);
    return NULL;
}

/* ---- meshes ---- */

enum { PARTS_MAX = 1024 }; /* equal materials are found by comparing all of them */

static vec3 read_vector(const uint8_t *at) {
    return (vec3){(fx)rom_word(at), (fx)rom_word(at + 4), (fx)rom_word(at + 8)};
}

/* Parts get material indices instead of ids: equal ids share one entry. Materials are built before anything
 * of the mesh. */
static uint32_t read_parts(const uint8_t *at, uint32_t count, rs_mesh_part *parts) {
    uint32_t materials = 0;
    for (uint32_t i = 0; i < count; i++) {
        const uint8_t *record = at + (size_t)i * ROM_PART_SIZE;
        uint32_t id = rom_word(record + ROM_PART_MATERIAL), same = 0;
        while (same < i && rom_word(at + (size_t)same * ROM_PART_SIZE + ROM_PART_MATERIAL) != id) same++;
        parts[i].first_triangle = rom_word(record + ROM_PART_FIRST_TRIANGLE);
        parts[i].triangle_count = rom_word(record + ROM_PART_TRIANGLES);
        parts[i].first_vertex = rom_word(record + ROM_PART_FIRST_VERTEX);
        parts[i].vertex_count = rom_word(record + ROM_PART_VERTICES);
        parts[i].material = same < i ? parts[same].material : materials++;
        parts[i].primitive = 0;
    }
    return materials;
}

/* The arrays; false when a turned copy finds no room. */
static bool read_arrays(ox_resources *r, const uint8_t *data, rs_mesh *mesh, ox_resource_fault *fault) {
    uint32_t normals = rom_word(data + ROM_MESH_NORMAL_AT), uvs = rom_word(data + ROM_MESH_UV_AT);
    mesh->positions = ox_resource_halves(r, data + rom_word(data + ROM_MESH_POSITION_AT),
                                         (size_t)mesh->vertex_count * 3, fault);
    mesh->indices = ox_resource_halves(r, data + rom_word(data + ROM_MESH_INDEX_AT),
                                       (size_t)mesh->triangle_count * 3, fault);
    mesh->uvs = uvs == 0 ? NULL : ox_resource_halves(r, data + uvs, (size_t)mesh->vertex_count * 2, fault);
    mesh->normals = normals == 0 ? NULL : (const int8_t *)(data + normals);
    mesh->faces = (const int8_t *)(data + rom_word(data + ROM_MESH_FACE_AT));
    return mesh->positions != NULL && mesh->indices != NULL && (uvs == 0 || mesh->uvs != NULL);
}

/* View, parts and materials in one piece of memory. */
static ox_mesh *mesh_room(ox_resources *r, const uint8_t *at, uint32_t parts, ox_resource_fault *fault) {
    ox_mesh *mesh = ox_resource_room(r, sizeof *mesh, fault);
    rs_mesh_part *list = mesh == NULL || parts == 0 ? NULL : ox_resource_room(r, parts * sizeof *list, fault);
    if (mesh == NULL || (parts > 0 && list == NULL)) return NULL;
    memset(mesh, 0, sizeof *mesh);
    mesh->material_count = parts == 0 ? 0 : read_parts(at, parts, list);
    mesh->mesh.parts = list;
    mesh->mesh.part_count = parts;
    rs_material *materials =
        parts == 0 ? NULL : ox_resource_room(r, mesh->material_count * sizeof *materials, fault);
    if (parts > 0 && materials == NULL) return NULL;
    for (uint32_t i = 0; i < parts; i++) {
        uint32_t id = rom_word(at + (size_t)i * ROM_PART_SIZE + ROM_PART_MATERIAL);
        const rs_material *known = ox_resource_known(r, id, ROM_TAG_MATERIAL);
        materials[list[i].material] = known != NULL ? *known : r->magenta;
    }
    mesh->materials = materials;
    return mesh;
}

const void *ox_resource_build_mesh(ox_resources *r, uint32_t id, ox_held *held, ox_resource_fault *fault) {
    const uint8_t *data = ox_resource_chunk(r, id, ROM_TAG_MESH, held, fault);
    if (data == NULL) return NULL;
    const uint8_t *at = data + rom_word(data + ROM_MESH_PART_AT);
    uint32_t parts = rom_word(data + ROM_MESH_PARTS);
    if (parts > PARTS_MAX) {
        ox_format(fault->why, sizeof fault->why, "has %u parts, at most %u are possible", (unsigned)parts,
                  (unsigned)PARTS_MAX);
        return NULL;
    }
    bool coming = false;
    for (uint32_t i = 0; i < parts; i++) {
        r->coming = false;
        ox_resource_material(r, rom_word(at + (size_t)i * ROM_PART_SIZE + ROM_PART_MATERIAL));
        coming = coming || r->coming;
    }
    fault->coming = coming;
    if (coming) return NULL;
    ox_resource_marks marks = ox_resource_begin(r, OX_CLASSES);
    ox_mesh *mesh = mesh_room(r, at, parts, fault);
    if (mesh != NULL) {
        mesh->mesh.vertex_count = rom_word(data + ROM_MESH_VERTICES);
        mesh->mesh.triangle_count = rom_word(data + ROM_MESH_TRIANGLES);
        mesh->mesh.offset = read_vector(data + ROM_MESH_OFFSET);
        mesh->mesh.exponent = (int)rom_word(data + ROM_MESH_EXPONENT);
        mesh->mesh.centre = read_vector(data + ROM_MESH_CENTRE);
        mesh->mesh.radius = (fx)rom_word(data + ROM_MESH_RADIUS);
        if (read_arrays(r, data, &mesh->mesh, fault)) {
            if (rs_mesh_valid(&mesh->mesh)) return mesh;
            ox_format(fault->why, sizeof fault->why, "has a vertex outside its bounding sphere");
        }
    }
    ox_resource_give_back(r, &marks);
    return NULL;
}
