/* The checks of every chunk type: what must hold before a chunk's fields are followed. */
#include <string.h>

#include "rom/check.h"
#include "rom/codec.h"

/* A chunk under examination. */
typedef struct view {
    const uint8_t *data;
    uint32_t size;
    uint32_t header; /* its header size: no array may begin before */
    rom_error *error;
} view;

static rom_status bad(const view *v, uint32_t at, const char *format, uint32_t a, uint32_t b) {
    return rom_fail(v->error, ROM_BAD_CHUNK, at, format, a, b);
}

static uint32_t word(const view *v, uint32_t at) { return rom_word(v->data + at); }
static int32_t number(const view *v, uint32_t at) { return (int32_t)rom_word(v->data + at); }

/* The array whose offset stands at `field`: `count` records of `stride` bytes must lie inside the chunk. */
static rom_status array(const view *v, uint32_t field, uint32_t count, uint32_t stride) {
    uint32_t at = word(v, field);
    if (at % 4 != 0 || at < v->header || at > v->size) {
        return bad(v, field, "array at %u: not a multiple of 4 between the header and the chunk's end at %u",
                   at, v->size);
    }
    if ((uint64_t)count * stride > v->size - at) {
        return bad(v, field, "an array of %u records reaches past the chunk's end at %u", count, v->size);
    }
    return ROM_OK;
}

static rom_status limit(const view *v, uint32_t at, uint32_t value, uint32_t least, uint32_t most,
                        const char *what) {
    if (value >= least && value <= most) return ROM_OK;
    return bad(v, at, what, value, most);
}

/* ---- small chunks ---- */

static rom_status check_info(const view *v) {
    for (uint32_t field = ROM_INFO_TITLE; field <= ROM_INFO_VERSION; field += 8) {
        uint32_t at = word(v, field), bytes = word(v, field + 4);
        if (at == 0 && bytes == 0) continue;
        if (at < v->header || at > v->size)
            return bad(v, field, "text at %u, outside the chunk's %u bytes", at, v->size);
        if (bytes > v->size - at)
            return bad(v, field + 4, "text of %u bytes, only %u are left", bytes, v->size - at);
        for (uint32_t i = 0; i < bytes; i++) {
            if (v->data[at + i] < 32)
                return bad(v, at + i, "control character %u in a text", v->data[at + i], 0);
        }
    }
    return ROM_OK;
}

static rom_status check_budget(const view *v) {
    uint32_t memory = word(v, ROM_BUDGET_MEMORY), frame = word(v, ROM_BUDGET_FRAME);
    uint32_t width = rom_half(v->data + ROM_BUDGET_WIDTH), height = rom_half(v->data + ROM_BUDGET_HEIGHT);
    uint32_t band = v->data[ROM_BUDGET_BAND];
    rom_status status = ROM_OK;

    if (frame > memory) {
        return bad(v, ROM_BUDGET_FRAME, "frame memory of %u bytes out of %u bytes of memory", frame, memory);
    }
    status = limit(v, ROM_BUDGET_WIDTH, width, 8, ROM_SIZE_MAX, "picture width %u, 8 to %u are possible");
    if (status != ROM_OK) return status;
    status = limit(v, ROM_BUDGET_HEIGHT, height, 8, ROM_SIZE_MAX, "picture height %u, 8 to %u are possible");
    if (status != ROM_OK) return status;
    status = limit(v, ROM_BUDGET_FORMAT, v->data[ROM_BUDGET_FORMAT], 0, ROM_PIXEL_FORMATS - 1,
                   "pixel format %u, the last known is %u");
    if (status != ROM_OK) return status;
    if (band != 0 && band < 8)
        return bad(v, ROM_BUDGET_BAND, "bands of %u lines, 0 or at least 8 are possible", band, 0);
    return limit(v, ROM_BUDGET_RATE, rom_half(v->data + ROM_BUDGET_RATE), 1, 240,
                 "%u steps per second, 1 to %u are possible");
}

static rom_status check_palette(const view *v) {
    rom_status status = array(v, ROM_PALETTE_COLOURS, 256, 4);
    if (status != ROM_OK || word(v, ROM_PALETTE_SHADES) == 0) return status;
    return array(v, ROM_PALETTE_SHADES, ROM_PALETTE_LEVELS, 256);
}

static rom_status check_picture(const view *v) {
    uint32_t width = rom_half(v->data + ROM_IMAGE_WIDTH), height = rom_half(v->data + ROM_IMAGE_HEIGHT);
    uint32_t format = v->data[ROM_IMAGE_FORMAT];
    rom_status status =
        limit(v, ROM_IMAGE_WIDTH, width, 1, ROM_SIZE_MAX, "picture width %u, 1 to %u are possible");
    if (status != ROM_OK) return status;
    status = limit(v, ROM_IMAGE_HEIGHT, height, 1, ROM_SIZE_MAX, "picture height %u, 1 to %u are possible");
    if (status != ROM_OK) return status;
    status =
        limit(v, ROM_IMAGE_FORMAT, format, 0, ROM_PIXEL_FORMATS - 1, "pixel format %u, the last known is %u");
    if (status != ROM_OK) return status;
    return array(v, ROM_IMAGE_PIXELS, width * height,
                 format == 0                       ? 1
                 : format == ROM_PIXEL_FORMATS - 1 ? 4
                                                   : 2);
}

static rom_status check_material(const view *v) {
    rom_status status = limit(v, ROM_MATERIAL_SHADING, v->data[ROM_MATERIAL_SHADING], 0, ROM_SHADINGS - 1,
                              "shading %u, the last known is %u");
    if (status != ROM_OK) return status;
    status = limit(v, ROM_MATERIAL_MAPPING, v->data[ROM_MATERIAL_MAPPING], 0, ROM_MAPPINGS - 1,
                   "texture mapping %u, the last known is %u");
    if (status != ROM_OK) return status;
    return limit(v, ROM_MATERIAL_SHININESS, v->data[ROM_MATERIAL_SHININESS], 0, 7,
                 "shininess 2^%u, at most 2^%u is possible");
}

static rom_status check_names(const view *v) {
    uint32_t count = word(v, ROM_NAMES_COUNT), at = word(v, ROM_NAMES_AT);
    rom_status status = array(v, ROM_NAMES_AT, count, ROM_NAME_SIZE);
    if (status != ROM_OK) return status;
    for (uint32_t i = 0; i < count; i++, at += ROM_NAME_SIZE) {
        uint32_t text = word(v, at + ROM_NAME_TEXT), bytes = word(v, at + ROM_NAME_LENGTH);
        if (i > 0 && word(v, at) <= word(v, at - ROM_NAME_SIZE)) {
            return bad(v, at, "name %u (id %x) does not rise above the one before", i, word(v, at));
        }
        if (text > v->size || bytes > v->size - text) {
            return bad(v, at + ROM_NAME_TEXT, "name at %u of %u bytes reaches past the chunk's end", text,
                       bytes);
        }
    }
    return ROM_OK;
}

/* ---- meshes ---- */

/* A decoded position must be a number: offset + (i16 << exponent) within 32 bits. The whole range of i16 fits
 * for every mesh near the origin, so the positions themselves are rarely looked at. */
static rom_status check_positions(const view *v, uint32_t vertices) {
    uint32_t exponent = word(v, ROM_MESH_EXPONENT), at = word(v, ROM_MESH_POSITION_AT);
    for (uint32_t axis = 0; axis < 3; axis++) {
        int64_t offset = number(v, ROM_MESH_OFFSET + axis * 4);
        int64_t unit = (int64_t)1 << exponent;
        if (offset - 32768 * unit >= INT32_MIN && offset + 32767 * unit <= INT32_MAX) continue;
        for (uint32_t i = 0; i < vertices; i++) {
            uint32_t place = at + i * 6 + axis * 2;
            int64_t value = offset + (int16_t)rom_half(v->data + place) * unit;
            if (value < INT32_MIN || value > INT32_MAX) {
                return bad(v, place, "vertex %u lies beyond the range of numbers on axis %u", i, axis);
            }
        }
    }
    return ROM_OK;
}

static rom_status check_bounds(const view *v) {
    if (number(v, ROM_MESH_RADIUS) < 0)
        return bad(v, ROM_MESH_RADIUS, "negative radius of the bounding sphere", 0, 0);
    for (uint32_t axis = 0; axis < 12; axis += 4) {
        if (number(v, ROM_MESH_BOX_LOW + axis) > number(v, ROM_MESH_BOX_HIGH + axis)) {
            return bad(v, ROM_MESH_BOX_LOW + axis, "the bounding box is inside out on axis %u", axis / 4, 0);
        }
    }
    return ROM_OK;
}

/* Parts follow one another and use every triangle once, so that their indices are looked at once and no more.
 */
static rom_status check_parts(const view *v, uint32_t parts, uint32_t vertices, uint32_t triangles) {
    uint32_t at = word(v, ROM_MESH_PART_AT), next = 0;
    for (uint32_t part = 0; part < parts; part++, at += ROM_PART_SIZE) {
        uint32_t first = word(v, at + ROM_PART_FIRST_TRIANGLE), count = word(v, at + ROM_PART_TRIANGLES);
        uint32_t start = word(v, at + ROM_PART_FIRST_VERTEX), own = word(v, at + ROM_PART_VERTICES);
        if (first != next) return bad(v, at, "part begins at triangle %u instead of %u", first, next);
        if (count > triangles - first) {
            return bad(v, at + ROM_PART_TRIANGLES, "part of %u triangles, only %u are left", count,
                       triangles - first);
        }
        if (start > vertices)
            return bad(v, at + ROM_PART_FIRST_VERTEX, "part begins at vertex %u of %u", start, vertices);
        if (own > 65535 || own > vertices - start) {
            return bad(v, at + ROM_PART_VERTICES, "part of %u vertices, only %u are left", own,
                       vertices - start);
        }
        const uint8_t *index = v->data + word(v, ROM_MESH_INDEX_AT) + (size_t)first * 6;
        for (uint32_t i = 0; i < count * 3; i++, index += 2) {
            if (rom_half(index) >= own) {
                return bad(v, (uint32_t)(index - v->data), "index %u, the part has %u vertices",
                           rom_half(index), own);
            }
        }
        next = first + count;
    }
    if (next != triangles)
        return bad(v, ROM_MESH_TRIANGLES, "%u triangles, but the parts draw %u", triangles, next);
    return ROM_OK;
}

static rom_status check_mesh(const view *v) {
    uint32_t vertices = word(v, ROM_MESH_VERTICES), triangles = word(v, ROM_MESH_TRIANGLES);
    uint32_t parts = word(v, ROM_MESH_PARTS);
    static const struct {
        uint8_t field, stride, of; /* of: 0 vertices, 1 triangles */
        bool may_lack;
    } arrays[] = {
        {ROM_MESH_POSITION_AT, 6, 0, false}, {ROM_MESH_NORMAL_AT, 4, 0, true}, {ROM_MESH_UV_AT, 4, 0, true},
        {ROM_MESH_INDEX_AT, 6, 1, false},    {ROM_MESH_FACE_AT, 4, 1, false},
    };
    rom_status status = array(v, ROM_MESH_PART_AT, parts, ROM_PART_SIZE);
    for (size_t i = 0; status == ROM_OK && i < sizeof arrays / sizeof arrays[0]; i++) {
        if (arrays[i].may_lack && word(v, arrays[i].field) == 0) continue;
        status = array(v, arrays[i].field, arrays[i].of == 0 ? vertices : triangles, arrays[i].stride);
    }
    if (status != ROM_OK) return status;
    status = limit(v, ROM_MESH_EXPONENT, word(v, ROM_MESH_EXPONENT), 0, 16,
                   "position exponent %u, at most %u is possible");
    if (status == ROM_OK) status = check_positions(v, vertices);
    if (status == ROM_OK) status = check_bounds(v);
    if (status == ROM_OK) status = check_parts(v, parts, vertices, triangles);
    return status;
}

/* ---- scenes ---- */

static rom_status check_motion(const view *v, uint32_t at) {
    if (number(v, at + ROM_MOTION_ORBIT_RADIUS) < 0) {
        return bad(v, at + ROM_MOTION_ORBIT_RADIUS, "negative orbit radius", 0, 0);
    }
    return ROM_OK;
}

static rom_status check_camera(const view *v, uint32_t at) {
    uint32_t field = rom_half(v->data + at + ROM_CAMERA_FIELD);
    int32_t near_plane = number(v, at + ROM_CAMERA_NEAR), far_plane = number(v, at + ROM_CAMERA_FAR);
    if (field < 182 || field > 32586) {
        return bad(v, at + ROM_CAMERA_FIELD,
                   "field of view %u, 182 (1 degree) to %u (179 degrees) are possible", field, 32586);
    }
    if (near_plane <= 0)
        return bad(v, at + ROM_CAMERA_NEAR, "the near plane is not ahead of the camera", 0, 0);
    if (far_plane <= near_plane || far_plane / 32768 > near_plane) {
        return bad(v, at + ROM_CAMERA_FAR,
                   "the far plane is not between 1 and 32768 times the near plane's distance", 0, 0);
    }
    return check_motion(v, at + ROM_CAMERA_MOTION);
}

static rom_status check_light(const view *v, uint32_t at) {
    uint32_t kind = v->data[at + ROM_LIGHT_KIND], vector = at + ROM_LIGHT_VECTOR;
    if (kind >= ROM_LIGHT_KINDS) {
        return bad(v, at + ROM_LIGHT_KIND, "kind of light %u, the last known is %u", kind,
                   ROM_LIGHT_KINDS - 1);
    }
    if (kind == 0 && (word(v, vector) | word(v, vector + 4) | word(v, vector + 8)) == 0) {
        return bad(v, vector, "a directional light without direction", 0, 0);
    }
    if (kind == 1 && number(v, at + ROM_LIGHT_RANGE) <= 0) {
        return bad(v, at + ROM_LIGHT_RANGE, "the range of a point light is not above 0", 0, 0);
    }
    return check_motion(v, at + ROM_LIGHT_MOTION);
}

static rom_status check_object(const view *v, uint32_t at) {
    uint32_t shading = v->data[at + ROM_OBJECT_SHADING];
    if (number(v, at + ROM_OBJECT_SCALE) <= 0)
        return bad(v, at + ROM_OBJECT_SCALE, "an object's scale is not above 0", 0, 0);
    if (shading >= ROM_SHADINGS && shading != ROM_SHADING_AS_MATERIAL) {
        return bad(v, at + ROM_OBJECT_SHADING, "shading %u, the last known is %u", shading, ROM_SHADINGS - 1);
    }
    return check_motion(v, at + ROM_OBJECT_MOTION);
}

static rom_status check_records(const view *v, uint32_t field, uint32_t count, uint32_t stride,
                                rom_status (*check)(const view *, uint32_t)) {
    rom_status status = array(v, field, count, stride);
    uint32_t at = word(v, field);
    for (uint32_t i = 0; status == ROM_OK && i < count; i++, at += stride) status = check(v, at);
    return status;
}

static rom_status check_scene(const view *v) {
    uint32_t cameras = rom_half(v->data + ROM_SCENE_CAMERAS), lights = rom_half(v->data + ROM_SCENE_LIGHTS);
    uint32_t objects = rom_half(v->data + ROM_SCENE_OBJECTS);
    if (cameras == 0) return bad(v, ROM_SCENE_CAMERAS, "a scene without camera", 0, 0);
    if ((word(v, ROM_SCENE_FLAGS) & ROM_SCENE_TURNTABLE) != 0 && word(v, ROM_SCENE_TURN_FRAMES) == 0) {
        return bad(v, ROM_SCENE_TURN_FRAMES, "a turntable of 0 frames", 0, 0);
    }
    rom_status status = check_records(v, ROM_SCENE_CAMERA_AT, cameras, ROM_CAMERA_SIZE, check_camera);
    if (status == ROM_OK) status = check_records(v, ROM_SCENE_LIGHT_AT, lights, ROM_LIGHT_SIZE, check_light);
    if (status == ROM_OK)
        status = check_records(v, ROM_SCENE_OBJECT_AT, objects, ROM_OBJECT_SIZE, check_object);
    return status;
}

/* ---- all types ---- */

static const struct {
    uint32_t type;
    uint32_t size; /* least header */
    rom_status (*check)(const view *);
} types[] = {
    {ROM_TAG_INFO, ROM_INFO_SIZE, check_info},
    {ROM_TAG_BUDGET, ROM_BUDGET_SIZE, check_budget},
    {ROM_TAG_PALETTE, ROM_PALETTE_SIZE, check_palette},
    {ROM_TAG_IMAGE, ROM_IMAGE_SIZE, check_picture},
    {ROM_TAG_MATERIAL, ROM_MATERIAL_SIZE, check_material},
    {ROM_TAG_MESH, ROM_MESH_SIZE, check_mesh},
    {ROM_TAG_SCENE, ROM_SCENE_SIZE, check_scene},
    {ROM_TAG_NAMES, ROM_NAMES_SIZE, check_names},
};

static rom_status check_head(view *v, uint32_t least) {
    if (v->size < least) return bad(v, 0, "a chunk of %u bytes, its header has %u", v->size, least);
    uint32_t version = rom_half(v->data + ROM_CHUNK_VERSION);
    v->header = rom_half(v->data + ROM_CHUNK_HEADER);
    if (version >> 8 != ROM_CHUNK_VERSION_NOW >> 8) {
        return bad(v, ROM_CHUNK_VERSION, "chunk version %u, this reader knows %u; pack the cart again",
                   version >> 8, ROM_CHUNK_VERSION_NOW >> 8);
    }
    if (v->header < least || v->header > v->size || v->header % 4 != 0) {
        return bad(v, ROM_CHUNK_HEADER,
                   "chunk header of %u bytes: not a multiple of 4 from %u to the chunk's size", v->header,
                   least);
    }
    return ROM_OK;
}

rom_status rom_check_chunk(uint32_t type, const void *data, size_t size, rom_error *error) {
    view v = {data, (uint32_t)size, 0, error};
    if (((uintptr_t)data & 3u) != 0 || size > UINT32_MAX) {
        return rom_fail(error, ROM_MISALIGNED, 0, "the chunk lies at an odd address; align it to 4 bytes", 0,
                        0);
    }
    for (size_t i = 0; i < sizeof types / sizeof types[0]; i++) {
        if (types[i].type != type) continue;
        rom_status status = check_head(&v, types[i].size);
        return status == ROM_OK ? types[i].check(&v) : status;
    }
    return rom_fail(error, ROM_UNKNOWN_TYPE, 0, "a chunk of an unknown type (%x)", type, 0);
}

/* Moves the place a sentence names from the chunk to the image. */
static void move_offset(rom_error *error, uint32_t by) {
    char sentence[sizeof error->text];
    size_t skip = 0;
    while (error->text[skip] != ':') skip++;
    skip += 2;
    memcpy(sentence, error->text + skip, sizeof sentence - skip);
    sentence[sizeof sentence - skip - 1] = 0;
    rom_fail(error, error->status, error->offset + by, sentence, 0, 0);
}

rom_status rom_check_entry(const rom_chunk *chunk, bool crc, rom_error *error) {
    if (crc) {
        uint32_t real = rom_crc32(0, chunk->data, chunk->stored);
        if (real != chunk->crc) {
            return rom_fail(
                error, ROM_BAD_CHUNK_CRC, chunk->offset,
                "checksum of chunk %x does not fit its bytes (%x); the file is damaged, pack it again",
                chunk->id, real);
        }
    }
    if (!rom_codec_known(chunk->codec)) {
        return rom_fail(error, ROM_UNKNOWN_CODEC, chunk->offset,
                        "chunk %x is packed with the unknown codec %u", chunk->id, chunk->codec);
    }
    rom_status status;
    if (chunk->codec == ROM_CODEC_STORED) {
        status = rom_check_chunk(chunk->type, chunk->data, chunk->stored, error);
    } else {
        status = rom_decode(chunk->codec, chunk->data, chunk->stored, NULL, chunk->size, error);
        if (status == ROM_OK) return ROM_PACKED;
    }
    if (status != ROM_OK && error != NULL) move_offset(error, chunk->offset);
    return status;
}

rom_status rom_check_image(const rom_image *image, rom_error *error) {
    rom_status status = rom_check_content(image, error);
    rom_chunk chunk;
    for (uint32_t i = 0; status == ROM_OK && rom_entry(image, i, &chunk); i++) {
        status = rom_check_entry(&chunk, true, error);
        if (status == ROM_UNKNOWN_TYPE || status == ROM_UNKNOWN_CODEC || status == ROM_PACKED) status = ROM_OK;
    }
    return status;
}
