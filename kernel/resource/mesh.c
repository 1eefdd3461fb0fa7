/* Meshes: views over the image's arrays, with the materials that their parts name. */
#include <string.h>

#include "kernel/debug/format.h"
#include "kernel/resource/internal.h"
#include "kernel/resource/resource.h"
#include "raster/material.h"
#include "rom/material.h"

enum { PARTS_MAX = 1024 }; /* equal materials are found by comparing all of them */

static vec3 read_vector(const uint8_t *at) {
    return (vec3){(fx)rom_word(at), (fx)rom_word(at + 4), (fx)rom_word(at + 8)};
}

/* Reads the parts, with material indices instead of ids: equal ids share one entry. Returns the number of materials. */
static uint32_t read_parts(const uint8_t *at, uint32_t count, rs_submesh *parts) {
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

/* Reads the arrays; false when a byte-swapped copy finds no room. */
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

/* Makes the view of a mesh with its parts and materials. */
static ox_mesh *mesh_room(ox_resources *r, const uint8_t *at, uint32_t parts, ox_resource_fault *fault) {
    ox_mesh *mesh = ox_resource_room(r, sizeof *mesh, fault);
    rs_submesh *list = mesh == NULL || parts == 0 ? NULL : ox_resource_room(r, parts * sizeof *list, fault);
    if (mesh == NULL || (parts > 0 && list == NULL)) return NULL;
    memset(mesh, 0, sizeof *mesh);
    mesh->material_count = parts == 0 ? 0 : read_parts(at, parts, list);
    mesh->mesh.parts = list;
    mesh->mesh.part_count = parts;
    rs_material *materials =
        parts == 0 ? NULL
                   : ox_resource_room(
                         r, mesh->material_count * (sizeof *materials + sizeof *mesh->material_ids), fault);
    if (parts > 0 && materials == NULL) return NULL;
    uint32_t *ids = parts == 0 ? NULL : (uint32_t *)(materials + mesh->material_count);
    for (uint32_t i = 0; i < parts; i++) {
        uint32_t id = rom_word(at + (size_t)i * ROM_PART_SIZE + ROM_PART_MATERIAL);
        const rs_material *known = ox_resource_known(r, id, ROM_TAG_MATERIAL);
        materials[list[i].material] = known != NULL ? *known : r->magenta;
        ids[list[i].material] = id;
    }
    mesh->material_ids = ids;
    mesh->materials = materials;
    return mesh;
}

/* Finds the specular colour and exponent that give a material's highlight table: the last entry is the strength, the
 * exponent is found by building tables. Not in line, so that the table does not lie on the stack while a mesh is
 * made. */
static __attribute__((noinline)) void read_highlight(const uint8_t *highlight, rs_look *look) {
    uint8_t table[256], exponent = 0;
    if (highlight == NULL) return;
    do (void)rs_highlight_build(highlight[255], exponent, table);
    while (memcmp(table, highlight, sizeof table) != 0 && ++exponent < 7);
    look->reflecting.specular = highlight[255] * 0x010101u;
    look->reflecting.log2_exponent = exponent;
}

/* Gives a mesh its vertex colours, which the fragment pipeline multiplies with the colours of materials. A material
 * without a look gets a white one, which draws the material's own colours. Vertex colours are left out where nothing
 * can mix colours. */
static bool give_colours(ox_resources *r, const uint8_t *data, ox_mesh *mesh, ox_resource_fault *fault) {
    const uint8_t *colours = rom_mesh_colours(data);
    if (colours == NULL || !rs_fragment_linked() ||
        (r->format == RS_PAL8 && (r->palette == NULL || r->palette->inverse == NULL)))
        return true;
    rs_mesh_attributes *attributes = ox_resource_room(r, sizeof *attributes, fault);
    rs_look *looks = ox_resource_room(r, mesh->material_count * sizeof *looks, fault);
    if (attributes == NULL || (looks == NULL && mesh->material_count > 0)) return false;
    *attributes = (rs_mesh_attributes){.colours = colours, .tinted = true};
    mesh->mesh.attributes = attributes;
    for (uint32_t i = 0; i < mesh->material_count; i++) {
        rs_material *material = (rs_material *)&mesh->materials[i];
        if (material->look != NULL) continue;
        looks[i] = (rs_look){.pixel_light = material->shading == RS_PHONG ? RS_PER_PIXEL : RS_PER_VERTEX};
        read_highlight(material->highlight, &looks[i]);
        material->look = &looks[i];
    }
    return true;
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
        if (read_arrays(r, data, &mesh->mesh, fault) && give_colours(r, data, mesh, fault)) {
            if (rs_mesh_valid(&mesh->mesh)) return mesh;
            ox_format(fault->why, sizeof fault->why, "has a vertex outside its bounding sphere");
        }
    }
    ox_resource_give_back(r, &marks);
    return NULL;
}
