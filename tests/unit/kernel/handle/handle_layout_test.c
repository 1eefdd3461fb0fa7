/* The records of ROM chunks as plain structures: natural alignment, nothing hidden, and the packer's offsets.
 */
#include <string.h>

#include "kernel/bytes/layout.h"
#include "kernel/handle/handle.h"
#include "rom/rom.h"
#include "tests/test.h"

typedef struct motion_record {
    int32_t orbit_radius;
    int16_t orbit_speed;
    uint16_t orbit_phase;
    int32_t bob_height;
    int16_t bob_speed;
    uint16_t bob_phase;
} motion_record;
OX_LAYOUT(motion_record, ROM_MOTION_SIZE, 4);
OX_LAYOUT_FIELD(motion_record, orbit_radius, ROM_MOTION_ORBIT_RADIUS);
OX_LAYOUT_FIELD(motion_record, orbit_speed, ROM_MOTION_ORBIT_SPEED);
OX_LAYOUT_FIELD(motion_record, orbit_phase, ROM_MOTION_ORBIT_PHASE);
OX_LAYOUT_FIELD(motion_record, bob_height, ROM_MOTION_BOB_HEIGHT);
OX_LAYOUT_FIELD(motion_record, bob_speed, ROM_MOTION_BOB_SPEED);
OX_LAYOUT_FIELD(motion_record, bob_phase, ROM_MOTION_BOB_PHASE);
OX_LAYOUT_AFTER(motion_record, bob_height, orbit_phase);
OX_LAYOUT_LAST(motion_record, bob_phase);

typedef struct object_record {
    uint32_t mesh;
    int32_t position[3];
    int32_t scale;
    uint16_t rotation[3];
    int16_t spin[3];
    uint8_t shading, flags, unused[2];
    motion_record motion;
} object_record;
OX_LAYOUT(object_record, ROM_OBJECT_SIZE, 4);
OX_LAYOUT_FIELD(object_record, mesh, ROM_OBJECT_MESH);
OX_LAYOUT_FIELD(object_record, position, ROM_OBJECT_POSITION);
OX_LAYOUT_FIELD(object_record, scale, ROM_OBJECT_SCALE);
OX_LAYOUT_FIELD(object_record, rotation[0], ROM_OBJECT_ROTATION);
OX_LAYOUT_FIELD(object_record, spin[0], ROM_OBJECT_SPIN);
OX_LAYOUT_FIELD(object_record, shading, ROM_OBJECT_SHADING);
OX_LAYOUT_FIELD(object_record, flags, ROM_OBJECT_FLAGS);
OX_LAYOUT_FIELD(object_record, motion, ROM_OBJECT_MOTION);
OX_LAYOUT_AFTER(object_record, motion, unused);
OX_LAYOUT_LAST(object_record, motion);

typedef struct part_record {
    uint32_t first_triangle, triangles, first_vertex, vertices, material;
} part_record;
OX_LAYOUT(part_record, ROM_PART_SIZE, 4);
OX_LAYOUT_FIELD(part_record, first_triangle, ROM_PART_FIRST_TRIANGLE);
OX_LAYOUT_FIELD(part_record, triangles, ROM_PART_TRIANGLES);
OX_LAYOUT_FIELD(part_record, first_vertex, ROM_PART_FIRST_VERTEX);
OX_LAYOUT_FIELD(part_record, vertices, ROM_PART_VERTICES);
OX_LAYOUT_FIELD(part_record, material, ROM_PART_MATERIAL);
OX_LAYOUT_LAST(part_record, material);

typedef struct mesh_record {
    uint16_t version, header;
    uint32_t flags, vertices, triangles, parts, exponent;
    int32_t offset[3], centre[3], radius, low[3], high[3];
    uint32_t positions, normals, uvs, indices, faces, part_list, colours;
} mesh_record;
OX_LAYOUT(mesh_record, ROM_MESH_SIZE, 4);
OX_LAYOUT_FIELD(mesh_record, flags, ROM_MESH_FLAGS);
OX_LAYOUT_FIELD(mesh_record, exponent, ROM_MESH_EXPONENT);
OX_LAYOUT_FIELD(mesh_record, offset, ROM_MESH_OFFSET);
OX_LAYOUT_FIELD(mesh_record, radius, ROM_MESH_RADIUS);
OX_LAYOUT_FIELD(mesh_record, high, ROM_MESH_BOX_HIGH);
OX_LAYOUT_FIELD(mesh_record, positions, ROM_MESH_POSITION_AT);
OX_LAYOUT_FIELD(mesh_record, part_list, ROM_MESH_PART_AT);
OX_LAYOUT_FIELD(mesh_record, colours, ROM_MESH_COLOUR_AT);
OX_LAYOUT_LAST(mesh_record, colours);

typedef struct material_record {
    uint16_t version, header;
    uint32_t colour;
    uint8_t index, shading, mapping, specular, shininess, flags, unused[2];
    uint32_t texture;
} material_record;
OX_LAYOUT(material_record, ROM_MATERIAL_BASE, 4);
OX_LAYOUT_FIELD(material_record, colour, ROM_MATERIAL_COLOUR);
OX_LAYOUT_FIELD(material_record, flags, ROM_MATERIAL_FLAGS);
OX_LAYOUT_FIELD(material_record, texture, ROM_MATERIAL_TEXTURE);
OX_LAYOUT_AFTER(material_record, texture, unused);
OX_LAYOUT_LAST(material_record, texture);

typedef struct camera_record {
    int32_t position[3], target[3];
    uint16_t field, unused;
    int32_t near_plane, far_plane;
    motion_record motion;
} camera_record;
OX_LAYOUT(camera_record, ROM_CAMERA_SIZE, 4);
OX_LAYOUT_FIELD(camera_record, field, ROM_CAMERA_FIELD);
OX_LAYOUT_FIELD(camera_record, near_plane, ROM_CAMERA_NEAR);
OX_LAYOUT_FIELD(camera_record, motion, ROM_CAMERA_MOTION);
OX_LAYOUT_LAST(camera_record, motion);

typedef struct light_record {
    uint8_t kind, intensity, unused[2];
    int32_t vector[3], range;
    motion_record motion;
} light_record;
OX_LAYOUT(light_record, ROM_LIGHT_SIZE, 4);
OX_LAYOUT_FIELD(light_record, intensity, ROM_LIGHT_INTENSITY);
OX_LAYOUT_FIELD(light_record, vector, ROM_LIGHT_VECTOR);
OX_LAYOUT_FIELD(light_record, range, ROM_LIGHT_RANGE);
OX_LAYOUT_LAST(light_record, motion);

/* A kind of handle that is saved by value. */
OX_HANDLE_KIND(saved_handle);
OX_HANDLE_KIND_COMPACT(small_handle);
OX_LAYOUT(saved_handle, 4, 4);
OX_LAYOUT(small_handle, 2, 2);

static int32_t read_fx(const uint8_t *record, size_t offset) { return rom_i32(record + offset); }

/* A record through a structure and through the readers for any address has equal fields. */
TEST(handle_layout_structures_equal_offsets) {
    static const object_record record = {
        0x12345678, {-1, 65536, INT32_MIN}, 5, {1, 2, 0xFFFF}, {-1, 7, -32768}, 3, 1,
        {0, 0},     {9, -9, 8, 7, -6, 5}};
    uint8_t bytes[ROM_OBJECT_SIZE + 4];
    for (size_t shift = 0; shift < 4; shift++) { /* the record may lie at any odd address */
        uint8_t *at = bytes + shift;
        memcpy(at, &record, sizeof record);
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
        for (size_t i = 0; i < ROM_OBJECT_ROTATION; i += 4) {
            uint32_t word = rom_swap32(rom_u32(at + i));
            memcpy(at + i,
                   &(uint8_t[4]){(uint8_t)word, (uint8_t)(word >> 8), (uint8_t)(word >> 16),
                                 (uint8_t)(word >> 24)},
                   4);
        }
        for (size_t i = ROM_OBJECT_ROTATION; i < ROM_OBJECT_SHADING; i += 2) {
            uint8_t first = at[i];
            at[i] = at[i + 1];
            at[i + 1] = first;
        }
#endif
        CHECK_EQ(rom_u32(at + ROM_OBJECT_MESH), record.mesh);
        CHECK_EQ(read_fx(at, ROM_OBJECT_POSITION + 8), record.position[2]);
        CHECK_EQ(read_fx(at, ROM_OBJECT_SCALE), record.scale);
        CHECK_EQ(rom_u16(at + ROM_OBJECT_ROTATION + 4), record.rotation[2]);
        CHECK_EQ(rom_i16(at + ROM_OBJECT_SPIN + 4), record.spin[2]);
        CHECK_EQ(at[ROM_OBJECT_SHADING], record.shading);
    }
}
