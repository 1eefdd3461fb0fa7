/* Checks of meshes, models and scenes beyond the rules of rom/records.txt. */
#include "rom/check/checked.h"

/* ---- meshes ---- */

/* A decoded position must be a number: offset + (i16 << exponent) within 32 bits. The whole range of i16 fits
 * for every mesh near the origin, so the positions themselves are rarely looked at. */
static rom_status check_positions(const rom_checked *v, uint32_t vertices) {
    uint32_t exponent = rom_get(v, ROM_MESH_EXPONENT), at = rom_get(v, ROM_MESH_POSITION_AT);
    for (uint32_t axis = 0; axis < 3; axis++) {
        int64_t offset = rom_get_signed(v, ROM_MESH_OFFSET + axis * 4);
        int64_t unit = (int64_t)1 << exponent;
        if (offset - 32768 * unit >= INT32_MIN && offset + 32767 * unit <= INT32_MAX) continue;
        for (uint32_t i = 0; i < vertices; i++) {
            uint32_t place = at + i * 6 + axis * 2;
            int64_t value = offset + (int16_t)rom_half(v->data + place) * unit;
            if (value < INT32_MIN || value > INT32_MAX) {
                return rom_bad(v, place, "vertex %u lies beyond the range of numbers on axis %u", i, axis);
            }
        }
    }
    return ROM_OK;
}

static rom_status check_bounds(const rom_checked *v) {
    for (uint32_t axis = 0; axis < 12; axis += 4) {
        if (rom_get_signed(v, ROM_MESH_BOX_LOW + axis) > rom_get_signed(v, ROM_MESH_BOX_HIGH + axis)) {
            return rom_bad(v, ROM_MESH_BOX_LOW + axis, "the bounding box is inside out on axis %u", axis / 4,
                           0);
        }
    }
    return ROM_OK;
}

/* Parts follow one another and use every triangle once, so that their indices are looked at once and no more.
 */
static rom_status check_parts(const rom_checked *v, uint32_t parts, uint32_t vertices, uint32_t triangles) {
    uint32_t at = rom_get(v, ROM_MESH_PART_AT), next = 0;
    for (uint32_t part = 0; part < parts; part++, at += ROM_PART_SIZE) {
        uint32_t first = rom_get(v, at + ROM_PART_FIRST_TRIANGLE),
                 count = rom_get(v, at + ROM_PART_TRIANGLES);
        uint32_t start = rom_get(v, at + ROM_PART_FIRST_VERTEX), own = rom_get(v, at + ROM_PART_VERTICES);
        if (first != next) return rom_bad(v, at, "part begins at triangle %u instead of %u", first, next);
        if (count > triangles - first) {
            return rom_bad(v, at + ROM_PART_TRIANGLES, "part of %u triangles, only %u are left", count,
                           triangles - first);
        }
        if (start > vertices)
            return rom_bad(v, at + ROM_PART_FIRST_VERTEX, "part begins at vertex %u of %u", start, vertices);
        if (own > 65535 || own > vertices - start) {
            return rom_bad(v, at + ROM_PART_VERTICES, "part of %u vertices, only %u are left", own,
                           vertices - start);
        }
        const uint8_t *index = v->data + rom_get(v, ROM_MESH_INDEX_AT) + (size_t)first * 6;
        for (uint32_t i = 0; i < count * 3; i++, index += 2) {
            if (rom_half(index) >= own) {
                return rom_bad(v, (uint32_t)(index - v->data), "index %u, the part has %u vertices",
                               rom_half(index), own);
            }
        }
        next = first + count;
    }
    if (next != triangles)
        return rom_bad(v, ROM_MESH_TRIANGLES, "%u triangles, but the parts draw %u", triangles, next);
    return ROM_OK;
}

rom_status rom_check_mesh(const rom_checked *v) {
    uint32_t vertices = rom_get(v, ROM_MESH_VERTICES);
    rom_status status = check_positions(v, vertices);
    if (status == ROM_OK) status = check_bounds(v);
    if (status == ROM_OK)
        status = check_parts(v, rom_get(v, ROM_MESH_PARTS), vertices, rom_get(v, ROM_MESH_TRIANGLES));
    return status;
}

/* ---- scenes ---- */

static rom_status check_camera(const rom_checked *v, uint32_t at) {
    int32_t near_plane = rom_get_signed(v, at + ROM_CAMERA_NEAR),
            far_plane = rom_get_signed(v, at + ROM_CAMERA_FAR);
    if (far_plane > near_plane && far_plane / 32768 <= near_plane) return ROM_OK;
    return rom_bad(v, at + ROM_CAMERA_FAR,
                   "the far plane is not between 1 and 32768 times the near plane's distance", 0, 0);
}

static rom_status check_light(const rom_checked *v, uint32_t at) {
    uint32_t vector = at + ROM_LIGHT_VECTOR;
    if (v->data[at + ROM_LIGHT_KIND] == 0 &&
        (rom_get(v, vector) | rom_get(v, vector + 4) | rom_get(v, vector + 8)) == 0)
        return rom_bad(v, vector, "a directional light without direction", 0, 0);
    if (v->data[at + ROM_LIGHT_KIND] == 1 && rom_get_signed(v, at + ROM_LIGHT_RANGE) <= 0)
        return rom_bad(v, at + ROM_LIGHT_RANGE, "the range of a point light is not above 0", 0, 0);
    return ROM_OK;
}

static rom_status check_object(const rom_checked *v, uint32_t at) {
    uint32_t shading = v->data[at + ROM_OBJECT_SHADING];
    if (shading < ROM_SHADINGS || shading == ROM_SHADING_AS_MATERIAL) return ROM_OK;
    return rom_bad(v, at + ROM_OBJECT_SHADING, "shading %u, the last known is %u", shading, ROM_SHADINGS - 1);
}

static rom_status check_each(const rom_checked *v, uint32_t field, uint32_t count, uint32_t stride,
                             rom_status (*check)(const rom_checked *, uint32_t)) {
    uint32_t at = rom_get(v, field);
    rom_status status = ROM_OK;
    for (uint32_t i = 0; status == ROM_OK && i < count; i++, at += stride) status = check(v, at);
    return status;
}

rom_status rom_check_model(const rom_checked *v) {
    uint32_t row = rom_get(v, ROM_MODEL_DETAILS_AT) + ROM_MESH_DETAIL_SIZE;
    for (uint32_t i = 1; i < rom_get(v, ROM_MODEL_DETAIL_COUNT); i++, row += ROM_MESH_DETAIL_SIZE) {
        if (rom_get_signed(v, row + ROM_MESH_DETAIL_BELOW) >=
            rom_get_signed(v, row - ROM_MESH_DETAIL_SIZE + ROM_MESH_DETAIL_BELOW))
            return rom_bad(v, row + ROM_MESH_DETAIL_BELOW,
                           "detail %u is not for a smaller size than the one before", i, 0);
    }
    return ROM_OK;
}

rom_status rom_check_scene(const rom_checked *v) {
    if ((rom_get(v, ROM_SCENE_FLAGS) & ROM_SCENE_TURNTABLE) != 0 && rom_get(v, ROM_SCENE_TURN_FRAMES) == 0)
        return rom_bad(v, ROM_SCENE_TURN_FRAMES, "a turntable of 0 frames", 0, 0);
    rom_status status =
        check_each(v, ROM_SCENE_CAMERA_AT, rom_get_half(v, ROM_SCENE_CAMERAS), ROM_CAMERA_SIZE, check_camera);
    if (status == ROM_OK)
        status =
            check_each(v, ROM_SCENE_LIGHT_AT, rom_get_half(v, ROM_SCENE_LIGHTS), ROM_LIGHT_SIZE, check_light);
    if (status == ROM_OK)
        status = check_each(v, ROM_SCENE_OBJECT_AT, rom_get_half(v, ROM_SCENE_OBJECTS), ROM_OBJECT_SIZE,
                            check_object);
    return status;
}
