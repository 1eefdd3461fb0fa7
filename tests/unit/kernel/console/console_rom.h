/* Builds small ROM images in memory for the tests of resources, player and console: no packer, no files. */
#ifndef OXCART_TESTS_UNIT_CONSOLE_ROM_H
#define OXCART_TESTS_UNIT_CONSOLE_ROM_H

#include <string.h>

#include "rom/check.h"
#include "rom/rom.h"

enum { BUILD_CHUNKS = 32, BUILD_ALIGNMENT = 16 };

typedef struct build_rom {
    uint8_t *base; /* the caller's memory, aligned to 16 */
    uint32_t capacity, size;
    int count;
    struct {
        uint32_t id, type, offset, bytes;
    } chunks[BUILD_CHUNKS];
} build_rom;

static inline void build_put16(uint8_t *at, uint32_t value) {
    at[0] = (uint8_t)value;
    at[1] = (uint8_t)(value >> 8);
}

static inline void build_put32(uint8_t *at, uint32_t value) {
    build_put16(at, value);
    build_put16(at + 2, value >> 16);
}

static inline void build_vector(uint8_t *at, int32_t x, int32_t y, int32_t z) {
    build_put32(at, (uint32_t)x);
    build_put32(at + 4, (uint32_t)y);
    build_put32(at + 8, (uint32_t)z);
}

static inline void build_begin(build_rom *rom, void *memory, uint32_t capacity) {
    memset(rom, 0, sizeof *rom);
    memset(memory, 0, capacity);
    rom->base = memory;
    rom->capacity = capacity;
    rom->size = ROM_HEADER_SIZE;
}

/* Adds a chunk of `bytes`, all zero but for its version and header size; NULL when the memory is too small. */
static inline uint8_t *build_chunk(build_rom *rom, const char *name, uint32_t type, uint32_t header,
                                   uint32_t bytes) {
    uint32_t offset = (rom->size + BUILD_ALIGNMENT - 1u) & ~(uint32_t)(BUILD_ALIGNMENT - 1);
    if (rom->count == BUILD_CHUNKS || offset + bytes > rom->capacity) return NULL;
    rom->chunks[rom->count].id = rom_id(name);
    rom->chunks[rom->count].type = type;
    rom->chunks[rom->count].offset = offset;
    rom->chunks[rom->count].bytes = bytes;
    rom->count++;
    rom->size = (offset + bytes + 3u) & ~3u;
    build_put16(rom->base + offset + ROM_CHUNK_VERSION, ROM_CHUNK_VERSION_NOW);
    build_put16(rom->base + offset + ROM_CHUNK_HEADER, header);
    return rom->base + offset;
}

static inline void build_budget(build_rom *rom, uint32_t memory, uint32_t frame, uint32_t width,
                                uint32_t height, uint32_t format, uint32_t band) {
    uint8_t *at = build_chunk(rom, "budget", ROM_TAG_BUDGET, ROM_BUDGET_SIZE, ROM_BUDGET_SIZE);
    build_put32(at + ROM_BUDGET_MEMORY, memory);
    build_put32(at + ROM_BUDGET_FRAME, frame);
    build_put16(at + ROM_BUDGET_WIDTH, width);
    build_put16(at + ROM_BUDGET_HEIGHT, height);
    at[ROM_BUDGET_FORMAT] = (uint8_t)format;
    at[ROM_BUDGET_BAND] = (uint8_t)band;
    build_put16(at + ROM_BUDGET_RATE, 60);
}

static inline void build_info(build_rom *rom, const char *title, const char *scene) {
    uint32_t length = 0;
    while (title[length] != 0) length++;
    uint8_t *at = build_chunk(rom, "info", ROM_TAG_INFO, ROM_INFO_SIZE, ROM_INFO_SIZE + length);
    build_put32(at + ROM_INFO_TITLE, ROM_INFO_SIZE);
    build_put32(at + ROM_INFO_TITLE + 4, length);
    build_put32(at + ROM_INFO_START_SCENE, rom_id(scene));
    memcpy(at + ROM_INFO_SIZE, title, length);
}

/* Colour i of the palette, 3 bits red, 3 green, 2 blue, as 0xRRGGBB. */
static inline uint32_t build_colour(uint32_t i) {
    return (i >> 5) * 255u / 7u << 16 | (i >> 2 & 7u) * 255u / 7u << 8 | (i & 3u) * 85u;
}

/* Adds a palette of 256 colours, with shades exact enough for a test: every level is black, the colour, or white. */
static inline void build_palette(build_rom *rom, bool shades) {
    uint32_t bytes = ROM_PALETTE_SIZE + 1024u + (shades ? 64u * 256u : 0u);
    uint8_t *at = build_chunk(rom, "palette", ROM_TAG_PALETTE, ROM_PALETTE_SIZE, bytes);
    build_put32(at + ROM_PALETTE_COLOURS, ROM_PALETTE_SIZE);
    for (uint32_t i = 0; i < 256; i++) build_put32(at + ROM_PALETTE_SIZE + i * 4, build_colour(i));
    if (!shades) return;
    build_put32(at + ROM_PALETTE_SHADES, ROM_PALETTE_SIZE + 1024u);
    for (uint32_t i = 0; i < 64u * 256u; i++) {
        uint32_t level = i / 256u;
        at[ROM_PALETTE_SIZE + 1024u + i] = (uint8_t)(level < 16 ? 0u : level < 56 ? i % 256u : 255u);
    }
}

/* A picture whose pixel at (x, y) is (x * 7 + y * 13) cut to the format's bits. */
static inline uint32_t build_pixel(uint32_t x, uint32_t y, uint32_t format) {
    uint32_t value = x * 7u + y * 13u;
    return format == 0   ? value & 255u
           : format == 3 ? (value * 0x010203u) & 0xFFFFFFu
                         : (value * 57u) & 0x7FFFu;
}

static inline void build_image(build_rom *rom, const char *name, uint32_t width, uint32_t height,
                               uint32_t format) {
    uint32_t bytes = format == 0 ? 1 : format == 3 ? 4 : 2;
    uint8_t *at =
        build_chunk(rom, name, ROM_TAG_IMAGE, ROM_IMAGE_SIZE, ROM_IMAGE_SIZE + width * height * bytes);
    build_put16(at + ROM_IMAGE_WIDTH, width);
    build_put16(at + ROM_IMAGE_HEIGHT, height);
    at[ROM_IMAGE_FORMAT] = (uint8_t)format;
    build_put32(at + ROM_IMAGE_PIXELS, ROM_IMAGE_SIZE);
    for (uint32_t i = 0; i < width * height; i++) {
        uint32_t pixel = build_pixel(i % width, i / width, format);
        for (uint32_t b = 0; b < bytes; b++) at[ROM_IMAGE_SIZE + i * bytes + b] = (uint8_t)(pixel >> (8 * b));
    }
}

static inline uint8_t *build_material(build_rom *rom, const char *name, uint32_t rgb, uint32_t shading,
                                      const char *texture) {
    uint8_t *at = build_chunk(rom, name, ROM_TAG_MATERIAL, ROM_MATERIAL_SIZE, ROM_MATERIAL_SIZE);
    build_put32(at + ROM_MATERIAL_COLOUR, rgb);
    at[ROM_MATERIAL_INDEX] = (uint8_t)((rgb >> 21 & 7u) << 5 | (rgb >> 13 & 7u) << 2 | (rgb >> 6 & 3u));
    at[ROM_MATERIAL_SHADING] = (uint8_t)shading;
    at[ROM_MATERIAL_SHININESS] = 4;
    build_put32(at + ROM_MATERIAL_TEXTURE, texture == NULL ? 0u : rom_id(texture));
    return at;
}

/* Adds a pyramid over a square in two parts: the four sides in the first material, the ground in the second. The
 * pyramid is 1 m wide and 1 m high, its ground at y = 0. */
static inline uint8_t *build_pyramid(build_rom *rom, const char *name, const char *sides,
                                     const char *ground) {
    static const int16_t points[5][3] = {
        {-16384, 0, 16384}, {16384, 0, 16384}, {16384, 0, -16384}, {-16384, 0, -16384}, {0, 32767, 0}};
    static const uint8_t sides_of[16][2] = {{0, 0}, {1, 0}, {4, 0}, {1, 1}, {2, 1}, {4, 1}, {2, 2}, {3, 2},
                                            {4, 2}, {3, 3}, {0, 3}, {4, 3}, {0, 4}, {3, 4}, {2, 4}, {1, 4}};
    static const int8_t normals[5][3] = {
        {0, 57, 114}, {114, 57, 0}, {0, 57, -114}, {-114, 57, 0}, {0, -127, 0}};
    static const uint16_t indices[18] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 0, 1, 2, 0, 2, 3};
    uint32_t position = ROM_MESH_SIZE, normal = position + 96, uv = normal + 64, index = uv + 64,
             face = index + 36;
    uint32_t part = face + 24;
    uint8_t *at = build_chunk(rom, name, ROM_TAG_MESH, ROM_MESH_SIZE, part + 2 * ROM_PART_SIZE);
    build_put32(at + ROM_MESH_VERTICES, 16);
    build_put32(at + ROM_MESH_TRIANGLES, 6);
    build_put32(at + ROM_MESH_PARTS, 2);
    build_put32(at + ROM_MESH_EXPONENT, 1);
    build_vector(at + ROM_MESH_CENTRE, 0, 32768, 0);
    build_put32(at + ROM_MESH_RADIUS, 56756);
    build_vector(at + ROM_MESH_BOX_LOW, -32768, 0, -32768);
    build_vector(at + ROM_MESH_BOX_HIGH, 32768, 65536, 32768);
    build_put32(at + ROM_MESH_POSITION_AT, position);
    build_put32(at + ROM_MESH_NORMAL_AT, normal);
    build_put32(at + ROM_MESH_UV_AT, uv);
    build_put32(at + ROM_MESH_INDEX_AT, index);
    build_put32(at + ROM_MESH_FACE_AT, face);
    build_put32(at + ROM_MESH_PART_AT, part);
    for (uint32_t v = 0; v < 16; v++) {
        const int16_t *point = points[sides_of[v][0]];
        const int8_t *n = normals[sides_of[v][1]];
        for (uint32_t a = 0; a < 3; a++) build_put16(at + position + v * 6 + a * 2, (uint16_t)point[a]);
        for (uint32_t a = 0; a < 3; a++) at[normal + v * 4 + a] = (uint8_t)n[a];
        build_put16(at + uv + v * 4, (v % 4) * 1024u);
        build_put16(at + uv + v * 4 + 2, (v / 4) * 1024u);
    }
    for (uint32_t i = 0; i < 18; i++) build_put16(at + index + i * 2, indices[i]);
    for (uint32_t t = 0; t < 6; t++) {
        for (uint32_t a = 0; a < 3; a++) at[face + t * 4 + a] = (uint8_t)normals[t < 4 ? t : 4][a];
    }
    build_put32(at + part + ROM_PART_TRIANGLES, 4);
    build_put32(at + part + ROM_PART_VERTICES, 12);
    build_put32(at + part + ROM_PART_MATERIAL, rom_id(sides));
    part += ROM_PART_SIZE;
    build_put32(at + part + ROM_PART_FIRST_TRIANGLE, 4);
    build_put32(at + part + ROM_PART_TRIANGLES, 2);
    build_put32(at + part + ROM_PART_FIRST_VERTEX, 12);
    build_put32(at + part + ROM_PART_VERTICES, 4);
    build_put32(at + part + ROM_PART_MATERIAL, rom_id(ground));
    return at;
}

/* A scene with room for its records, which build_camera and the like fill in. */
typedef struct build_scene {
    uint8_t *data, *camera, *light, *object;
} build_scene;

static inline build_scene build_scene_begin(build_rom *rom, const char *name, uint32_t flags,
                                            uint32_t cameras, uint32_t lights, uint32_t objects) {
    uint32_t camera = ROM_SCENE_SIZE, light = camera + cameras * ROM_CAMERA_SIZE;
    uint32_t object = light + lights * ROM_LIGHT_SIZE;
    uint8_t *at = build_chunk(rom, name, ROM_TAG_SCENE, ROM_SCENE_SIZE, object + objects * ROM_OBJECT_SIZE);
    build_put32(at + ROM_SCENE_FLAGS, flags);
    build_put32(at + ROM_SCENE_BACKGROUND, 0x204060u);
    at[ROM_SCENE_BACKGROUND_INDEX] = 0x29;
    at[ROM_SCENE_AMBIENT] = 64;
    build_put16(at + ROM_SCENE_CAMERAS, cameras);
    build_put16(at + ROM_SCENE_LIGHTS, lights);
    build_put16(at + ROM_SCENE_OBJECTS, objects);
    build_put32(at + ROM_SCENE_CAMERA_AT, camera);
    build_put32(at + ROM_SCENE_LIGHT_AT, light);
    build_put32(at + ROM_SCENE_OBJECT_AT, object);
    build_put32(at + ROM_SCENE_TURN_FRAMES, 64);
    return (build_scene){at, at + camera, at + light, at + object};
}

static inline uint8_t *build_camera(build_scene *scene, int32_t x, int32_t y, int32_t z) {
    uint8_t *at = scene->camera;
    scene->camera += ROM_CAMERA_SIZE;
    build_vector(at + ROM_CAMERA_POSITION, x, y, z);
    build_vector(at + ROM_CAMERA_TARGET, 0, 32768, 0);
    build_put16(at + ROM_CAMERA_FIELD, 8192);
    build_put32(at + ROM_CAMERA_NEAR, 6554);
    build_put32(at + ROM_CAMERA_FAR, 100 * 65536);
    return at;
}

static inline uint8_t *build_light(build_scene *scene, uint32_t kind, int32_t x, int32_t y, int32_t z) {
    uint8_t *at = scene->light;
    scene->light += ROM_LIGHT_SIZE;
    at[ROM_LIGHT_KIND] = (uint8_t)kind;
    at[ROM_LIGHT_INTENSITY] = 200;
    build_vector(at + ROM_LIGHT_VECTOR, x, y, z);
    build_put32(at + ROM_LIGHT_RANGE, 10 * 65536);
    return at;
}

static inline uint8_t *build_object(build_scene *scene, const char *mesh, int32_t x, int32_t y, int32_t z) {
    uint8_t *at = scene->object;
    scene->object += ROM_OBJECT_SIZE;
    build_put32(at + ROM_OBJECT_MESH, rom_id(mesh));
    build_vector(at + ROM_OBJECT_POSITION, x, y, z);
    build_put32(at + ROM_OBJECT_SCALE, 65536);
    at[ROM_OBJECT_SHADING] = ROM_SHADING_AS_MATERIAL;
    return at;
}

/* Adds directory, layout table and checksums; returns the image's size, 0 when the memory is too small. */
static inline uint32_t build_finish(build_rom *rom) {
    uint32_t directory = rom->size, count = (uint32_t)rom->count,
             size = directory + count * (ROM_ENTRY_SIZE + 4);
    int order[BUILD_CHUNKS];
    if (size > rom->capacity) return 0;
    for (int i = 0; i < rom->count; i++) {
        int at = i;
        for (; at > 0; at--) {
            uint32_t before = rom->chunks[order[at - 1]].id, type = rom->chunks[order[at - 1]].type;
            if (before < rom->chunks[i].id || (before == rom->chunks[i].id && type < rom->chunks[i].type))
                break;
            order[at] = order[at - 1];
        }
        order[at] = i;
    }
    for (uint32_t k = 0; k < count; k++) {
        uint8_t *entry = rom->base + directory + k * ROM_ENTRY_SIZE;
        int i = order[k];
        build_put32(entry + ROM_ENTRY_ID, rom->chunks[i].id);
        build_put32(entry + ROM_ENTRY_TYPE, rom->chunks[i].type);
        build_put32(entry + ROM_ENTRY_OFFSET, rom->chunks[i].offset);
        build_put32(entry + ROM_ENTRY_STORED, rom->chunks[i].bytes);
        build_put32(entry + ROM_ENTRY_FULL, rom->chunks[i].bytes);
        build_put32(entry + ROM_ENTRY_CRC,
                    rom_crc32(0, rom->base + rom->chunks[i].offset, rom->chunks[i].bytes));
        build_put32(rom->base + directory + count * ROM_ENTRY_SIZE + (uint32_t)i * 4, k);
        if (rom->chunks[i].type == ROM_TAG_INFO) build_put32(rom->base + ROM_AT_INFO, rom->chunks[i].offset);
        if (rom->chunks[i].type == ROM_TAG_BUDGET) {
            build_put32(rom->base + ROM_AT_BUDGET, rom->chunks[i].offset);
            build_put32(rom->base + ROM_AT_BUDGET_SIZE, rom->chunks[i].bytes);
        }
    }
    rom->size = size;
    build_put32(rom->base + ROM_AT_MAGIC, ROM_MAGIC);
    rom->base[ROM_AT_MAJOR] = ROM_VERSION_MAJOR;
    build_put16(rom->base + ROM_AT_HEADER, ROM_HEADER_SIZE);
    build_put32(rom->base + ROM_AT_SIZE, size);
    build_put32(rom->base + ROM_AT_DIRECTORY, directory);
    build_put32(rom->base + ROM_AT_COUNT, count);
    build_put32(rom->base + ROM_AT_ALIGNMENT, BUILD_ALIGNMENT);
    build_put32(rom->base + ROM_AT_CONTENT_CRC,
                rom_crc32(0, rom->base + ROM_HEADER_SIZE, size - ROM_HEADER_SIZE));
    build_put32(rom->base + ROM_AT_HEADER_CRC, rom_crc32(0, rom->base, ROM_AT_HEADER_CRC));
    return size;
}

/* Builds a cart with one of everything: two pyramids (one spins, one orbits), a lamp, two cameras. */
static inline uint32_t build_small_cart(build_rom *rom, void *memory, uint32_t capacity, uint32_t budget,
                                        uint32_t format, uint32_t band, uint32_t flags) {
    build_begin(rom, memory, capacity);
    build_budget(rom, budget, 16384, 64, 48, format, band);
    build_info(rom, "Pyramids", "scene/main");
    build_palette(rom, true);
    build_image(rom, "texture/stripes", 16, 16, 0);
    build_material(rom, "material/red", 0xE02020u, 2, NULL);
    build_material(rom, "material/stripes", 0xFFFFFFu, 1, "texture/stripes")[ROM_MATERIAL_SPECULAR] = 128;
    build_pyramid(rom, "mesh/pyramid", "material/stripes", "material/red");
    build_scene scene = build_scene_begin(rom, "scene/main", flags, 2, 2, 2);
    build_camera(&scene, 0, 98304, 4 * 65536);
    build_camera(&scene, 3 * 65536, 65536, 65536);
    build_light(&scene, 0, -65536, -65536, -32768);
    uint8_t *lamp = build_light(&scene, 1, 0, 2 * 65536, 0);
    build_put32(lamp + ROM_LIGHT_MOTION + ROM_MOTION_ORBIT_RADIUS, 65536);
    build_put16(lamp + ROM_LIGHT_MOTION + ROM_MOTION_ORBIT_SPEED, 300);
    uint8_t *first = build_object(&scene, "mesh/pyramid", 0, 0, 0);
    build_put16(first + ROM_OBJECT_SPIN, 500);
    uint8_t *second = build_object(&scene, "mesh/pyramid", 0, 16384, 0);
    build_put32(second + ROM_OBJECT_SCALE, 32768);
    second[ROM_OBJECT_SHADING] = 3;
    build_put32(second + ROM_OBJECT_MOTION + ROM_MOTION_ORBIT_RADIUS, 80000);
    build_put16(second + ROM_OBJECT_MOTION + ROM_MOTION_ORBIT_SPEED, (uint16_t)-700);
    build_put32(second + ROM_OBJECT_MOTION + ROM_MOTION_BOB_HEIGHT, 9000);
    build_put16(second + ROM_OBJECT_MOTION + ROM_MOTION_BOB_SPEED, 1111);
    return build_finish(rom);
}

#endif
