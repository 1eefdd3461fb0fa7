/* Prepares what materials need in the inner loops, and checks meshes once. */
#include "raster/mesh.h"

#include "raster/list/list.h"

/* A channel under a light value: scaled to black below RS_LIGHT_FULL, to white above. */
static uint32_t lit_channel(uint32_t value, uint32_t light) {
    if (light <= RS_LIGHT_FULL) return (value * light + 128) >> 8;
    return value + (((255 - value) * (light - RS_LIGHT_FULL) + 128) >> 8);
}

void rs_ramp_build(rs_format format, uint32_t rgb, void *ramp) {
    for (uint32_t light = 0; light < RS_RAMP_ENTRIES; light++) {
        uint32_t lit = lit_channel(rgb >> 16 & 255u, light) << 16 | lit_channel(rgb >> 8 & 255u, light) << 8 |
                       lit_channel(rgb & 255u, light);
        uint32_t native = rs_native_from_rgb(format, lit);
        if (rs_format_bytes(format) == 1) {
            ((uint8_t *)ramp)[light] = (uint8_t)native;
        } else if (rs_format_bytes(format) == 4) {
            ((uint32_t *)ramp)[light] = native;
        } else {
            ((uint16_t *)ramp)[light] = (uint16_t)native;
        }
    }
}

uint8_t rs_highlight_build(int strength, int log2_exponent, uint8_t table[256]) {
    uint8_t dark = 0;
    for (uint32_t i = 0; i < 256; i++) {
        uint64_t power = ((uint64_t)i << 32) / 255u; /* Q32 */
        for (int k = 0; k < log2_exponent; k++)
            power = power >= (uint64_t)1 << 32 ? power : (power * power) >> 32;
        table[i] = (uint8_t)((power * (uint32_t)strength + ((uint64_t)1 << 31)) >> 32);
        if (table[i] == 0 && dark == i && i < 255) dark++;
    }
    return dark;
}

/* Whether every vertex lies within the bounding sphere, give or take a step of the positions: the transform relies on it. */
static bool sphere_holds(const rs_mesh *mesh) {
    const int64_t reach = (int64_t)mesh->radius + ((int64_t)2 << mesh->exponent) + 2;
    const fx offset[3] = {mesh->offset.x, mesh->offset.y, mesh->offset.z};
    const fx centre[3] = {mesh->centre.x, mesh->centre.y, mesh->centre.z};
    const int16_t *position = mesh->positions;
    for (uint32_t i = 0; i < mesh->vertex_count; i++, position += 3) {
        uint64_t distance2 = 0;
        for (int k = 0; k < 3; k++) {
            int64_t away = offset[k] + (int64_t)position[k] * ((int64_t)1 << mesh->exponent) - centre[k];
            if (away > reach || away < -reach) return false;
            distance2 += (uint64_t)(away * away);
        }
        if (distance2 > (uint64_t)(reach * reach)) return false;
    }
    return true;
}

bool rs_mesh_valid(const rs_mesh *mesh) {
    if (mesh->positions == NULL || mesh->indices == NULL || mesh->faces == NULL || mesh->parts == NULL)
        return false;
    if (mesh->exponent < 0 || mesh->exponent > 16 || mesh->radius < 0) return false;
    for (uint32_t p = 0; p < mesh->part_count; p++) {
        const rs_submesh *part = &mesh->parts[p];
        const uint16_t *index;
        if (part->vertex_count > 65535 || part->first_vertex > mesh->vertex_count ||
            part->vertex_count > mesh->vertex_count - part->first_vertex) {
            return false;
        }
        if (part->first_triangle > mesh->triangle_count ||
            part->triangle_count > mesh->triangle_count - part->first_triangle) {
            return false;
        }
        index = mesh->indices + (size_t)part->first_triangle * 3;
        for (size_t i = 0; i < (size_t)part->triangle_count * 3; i++) {
            if (index[i] >= part->vertex_count) return false;
        }
    }
    return sphere_holds(mesh);
}
