/* The mesh of a chunk as kernel/resource/mesh.c shows it, for tests that pack meshes without a console. */
#ifndef OXCART_TESTS_HOST_MESH_VIEW_H
#define OXCART_TESTS_HOST_MESH_VIEW_H

#include "raster/raster.h"
#include "rom/rom.h"

/* `parts` has room for so many parts; the mesh uses it and the chunk where they lie. */
static inline void mesh_view(const uint8_t *d, rs_submesh *parts, uint32_t room, rs_mesh *view) {
    *view = (rs_mesh){.positions = (const int16_t *)(const void *)(d + rom_u32(d + ROM_MESH_POSITION_AT)),
                      .normals = (const int8_t *)(d + rom_u32(d + ROM_MESH_NORMAL_AT)),
                      .indices = (const uint16_t *)(const void *)(d + rom_u32(d + ROM_MESH_INDEX_AT)),
                      .faces = (const int8_t *)(d + rom_u32(d + ROM_MESH_FACE_AT)),
                      .parts = parts,
                      .vertex_count = rom_u32(d + ROM_MESH_VERTICES),
                      .triangle_count = rom_u32(d + ROM_MESH_TRIANGLES),
                      .part_count = rom_u32(d + ROM_MESH_PARTS),
                      .exponent = (int)rom_u32(d + ROM_MESH_EXPONENT),
                      .radius = rom_i32(d + ROM_MESH_RADIUS)};
    fx *to[3] = {&view->offset.x, &view->offset.y, &view->offset.z};
    for (uint32_t k = 0; k < 3; k++) *to[k] = rom_i32(d + ROM_MESH_OFFSET + 4 * k);
    for (uint32_t i = 0; i < view->part_count && i < room; i++) {
        const uint8_t *row = d + rom_u32(d + ROM_MESH_PART_AT) + i * ROM_PART_SIZE;
        parts[i] = (rs_submesh){rom_u32(row), rom_u32(row + 4), rom_u32(row + 8), rom_u32(row + 12), 0, 0};
    }
}

#endif
