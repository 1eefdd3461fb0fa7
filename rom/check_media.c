/* What must hold inside of chunks besides the rules of rom/records.txt: budgets, pictures, meshes, scenes,
 * animation, tables. */
#include "rom/internal.h"

/* ---- small chunks ---- */

static rom_status check_needs(const rom_checked *v) {
    uint32_t needs = rom_get(v, ROM_BUDGET_NEEDS), block = rom_get(v, ROM_BUDGET_BLOCK_BYTES);
    uint64_t parts = (uint64_t)rom_get(v, ROM_BUDGET_FRAME) + rom_get(v, ROM_BUDGET_CACHE_BYTES) +
                     rom_get(v, ROM_BUDGET_SCRATCH_BYTES) +
                     (uint64_t)block * rom_get(v, ROM_BUDGET_BLOCK_COUNT) +
                     2ull * rom_get(v, ROM_BUDGET_STREAM_BYTES) * rom_get_half(v, ROM_BUDGET_STREAM_COUNT);
    if ((needs & ~(uint32_t)ROM_BUDGET_NEEDS_KNOWN) != 0)
        return rom_bad(v, ROM_BUDGET_NEEDS,
                       "the cart needs what this console does not know (%x); use a newer one", needs, 0);
    if (block != 0 && (block < 64 || block % 8 != 0))
        return rom_bad(v, ROM_BUDGET_BLOCK_BYTES,
                       "blocks of %u bytes, 64 to 32768 in steps of 8 are possible", block, 0);
    if (rom_get(v, ROM_BUDGET_STREAM_BYTES) % 4 != 0)
        return rom_bad(v, ROM_BUDGET_STREAM_BYTES, "stream buffers of %u bytes, no multiple of 4",
                       rom_get(v, ROM_BUDGET_STREAM_BYTES), 0);
    if (parts > rom_get(v, ROM_BUDGET_MEMORY)) {
        return rom_bad(v, ROM_BUDGET_MEMORY,
                       "frame, cache, blocks, streams and scratch take %u bytes of the %u of memory",
                       parts > UINT32_MAX ? UINT32_MAX : (uint32_t)parts, rom_get(v, ROM_BUDGET_MEMORY));
    }
    return ROM_OK;
}

/* Bytes declared for a class: MAIN is the budget's memory. */
static uint32_t declared(const rom_checked *v, uint32_t class) {
    const uint8_t *row = v->data + rom_get(v, ROM_BUDGET_CLASSES_AT);
    if (class == ROM_MEMORY_CLASS_MAIN) return rom_get(v, ROM_BUDGET_MEMORY);
    for (uint32_t i = 0; i < rom_get_half(v, ROM_BUDGET_CLASS_COUNT); i++, row += ROM_MEMORY_CLASS_SIZE) {
        if (row[ROM_MEMORY_CLASS_CLASS] == class) return rom_word(row + ROM_MEMORY_CLASS_BYTES);
    }
    return 0;
}

/* Each class once, and the clients of each within it. */
static rom_status check_classes(const rom_checked *v) {
    uint64_t sums[ROM_MEMORY_CLASS_DEBUG + 1] = {0};
    uint32_t seen = 1u << ROM_MEMORY_CLASS_MAIN, at = rom_get(v, ROM_BUDGET_CLASSES_AT);
    for (uint32_t i = 0; i < rom_get_half(v, ROM_BUDGET_CLASS_COUNT); i++, at += ROM_MEMORY_CLASS_SIZE) {
        uint32_t alignment = rom_get(v, at + ROM_MEMORY_CLASS_ALIGNMENT);
        if ((seen >> v->data[at] & 1u) != 0)
            return rom_bad(v, at, "memory class %u is declared twice", v->data[at], 0);
        if ((alignment & (alignment - 1)) != 0)
            return rom_bad(v, at + ROM_MEMORY_CLASS_ALIGNMENT, "alignment %u is no power of two", alignment,
                           0);
        seen |= 1u << v->data[at];
    }
    at = rom_get(v, ROM_BUDGET_CLIENTS_AT);
    for (uint32_t i = 0; i < rom_get_half(v, ROM_BUDGET_CLIENT_COUNT); i++, at += ROM_CLIENT_SIZE) {
        uint32_t class = v->data[at + ROM_CLIENT_CLASS];
        sums[class] += rom_get(v, at + ROM_CLIENT_BYTES);
        if (sums[class] > declared(v, class))
            return rom_bad(v, at + ROM_CLIENT_BYTES, "clients take %u bytes of a class of %u",
                           sums[class] > UINT32_MAX ? UINT32_MAX : (uint32_t)sums[class], declared(v, class));
    }
    return ROM_OK;
}

static rom_status check_budget(const rom_checked *v) {
    uint32_t memory = rom_get(v, ROM_BUDGET_MEMORY), frame = rom_get(v, ROM_BUDGET_FRAME),
             band = v->data[ROM_BUDGET_BAND];
    rom_status status = ROM_OK;
    if (frame > memory)
        return rom_bad(v, ROM_BUDGET_FRAME, "frame memory of %u bytes out of %u bytes of memory", frame,
                       memory);
    if (band != 0 && band < 8)
        return rom_bad(v, ROM_BUDGET_BAND, "bands of %u lines, 0 or at least 8 are possible", band, 0);
    bool plan = v->header > ROM_BUDGET_HANDLES_AT; /* else of the first minor version */
    if (plan) status = check_needs(v);
    return status == ROM_OK && plan ? check_classes(v) : status;
}

static rom_status check_picture(const rom_checked *v) {
    static const uint8_t bytes[ROM_PIXEL_FORMATS] = {1, 2, 2, 4};
    uint32_t width = rom_get_half(v, ROM_IMAGE_WIDTH), height = rom_get_half(v, ROM_IMAGE_HEIGHT),
             pixels = width * height, at = rom_get(v, ROM_IMAGE_PIXELS);
    const bool levels = (v->data[ROM_IMAGE_FLAGS] & ROM_IMAGE_LEVELS) != 0;
    if (levels && ((width & (width - 1)) != 0 || (height & (height - 1)) != 0))
        return rom_bad(v, ROM_IMAGE_FLAGS,
                       "levels of a picture of %u x %u pixels, sides must be powers of two", width, height);
    while (levels && (width > 1 || height > 1)) {
        width = width > 1 ? width / 2 : 1;
        height = height > 1 ? height / 2 : 1;
        pixels += width * height;
    }
    if (at % 4 != 0 || at < v->header || at > v->size ||
        pixels * bytes[v->data[ROM_IMAGE_FORMAT]] > v->size - at)
        return rom_bad(v, ROM_IMAGE_PIXELS, "pixels at %u: %u of them do not lie in the chunk", at, pixels);
    return ROM_OK;
}

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

static rom_status check_mesh(const rom_checked *v) {
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

static rom_status check_model(const rom_checked *v) {
    uint32_t row = rom_get(v, ROM_MODEL_DETAILS_AT) + ROM_MESH_DETAIL_SIZE;
    for (uint32_t i = 1; i < rom_get(v, ROM_MODEL_DETAIL_COUNT); i++, row += ROM_MESH_DETAIL_SIZE) {
        if (rom_get_signed(v, row + ROM_MESH_DETAIL_BELOW) >=
            rom_get_signed(v, row - ROM_MESH_DETAIL_SIZE + ROM_MESH_DETAIL_BELOW))
            return rom_bad(v, row + ROM_MESH_DETAIL_BELOW,
                           "detail %u is not for a smaller size than the one before", i, 0);
    }
    return ROM_OK;
}

static rom_status check_scene(const rom_checked *v) {
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

/* ---- pictures ---- */

static rom_status check_blocks(const rom_checked *v) {
    uint32_t width = rom_get_half(v, ROM_BLOCK_TEXTURE_WIDTH),
             height = rom_get_half(v, ROM_BLOCK_TEXTURE_HEIGHT);
    if (width % 4 != 0 || height % 4 != 0)
        return rom_bad(v, width % 4 != 0 ? ROM_BLOCK_TEXTURE_WIDTH : ROM_BLOCK_TEXTURE_HEIGHT,
                       "sides of %u and %u, no multiples of 4", width, height);
    if (rom_get_half(v, ROM_BLOCK_TEXTURE_SHOWN_WIDTH) > width ||
        rom_get_half(v, ROM_BLOCK_TEXTURE_SHOWN_HEIGHT) > height)
        return rom_bad(v, ROM_BLOCK_TEXTURE_SHOWN_WIDTH,
                       "more is shown than the %u x %u pixels that are there", width, height);
    if (rom_get(v, ROM_BLOCK_TEXTURE_BLOCK_COUNT) != width / 4 * (height / 4))
        return rom_bad(v, ROM_BLOCK_TEXTURE_BLOCK_COUNT, "%u blocks instead of %u",
                       rom_get(v, ROM_BLOCK_TEXTURE_BLOCK_COUNT), width / 4 * (height / 4));
    return ROM_OK;
}

static rom_status check_haar(const rom_checked *v) {
    uint32_t levels = v->data[ROM_HAAR_LEVELS], rows = rom_get(v, ROM_HAAR_LEVEL_RECORDS),
             at = rom_get(v, ROM_HAAR_LEVELS_AT), last = 0;
    uint32_t side = rom_get_half(v, ROM_HAAR_WIDTH) > rom_get_half(v, ROM_HAAR_HEIGHT)
                        ? rom_get_half(v, ROM_HAAR_WIDTH)
                        : rom_get_half(v, ROM_HAAR_HEIGHT);
    if (v->data[ROM_HAAR_COMPONENTS] == 2)
        return rom_bad(v, ROM_HAAR_COMPONENTS, "2 components, 1 or 3 are possible", 0, 0);
    if ((v->data[ROM_HAAR_SPACE] == ROM_HAAR_LUMA) && v->data[ROM_HAAR_COMPONENTS] != 3)
        return rom_bad(v, ROM_HAAR_SPACE, "Y, Cb, Cr without three components", 0, 0);
    if (levels > 0 && 1u << (levels - 1) >= side)
        return rom_bad(v, ROM_HAAR_LEVELS, "%u levels of a picture of %u pixels; take less", levels, side);
    for (uint32_t i = 0; i < rows; i++, at += ROM_HAAR_LEVEL_SIZE) {
        uint32_t offset = rom_get(v, at + ROM_HAAR_LEVEL_OFFSET);
        if (offset < last || offset > rom_get(v, ROM_HAAR_STREAM_BYTES))
            return rom_bad(v, at, "details at %u, not behind those at %u", offset, last);
        last = offset;
    }
    return ROM_OK;
}

/* ---- animation ---- */

static rom_status check_skeleton(const rom_checked *v) {
    uint32_t at = rom_get(v, ROM_SKELETON_JOINTS_AT), crc = 0;
    for (uint32_t i = 0; i < rom_get(v, ROM_SKELETON_JOINT_COUNT); i++, at += ROM_JOINT_SIZE) {
        uint32_t parent = v->data[at + ROM_JOINT_PARENT];
        uint8_t key[8] = {
            v->data[at], v->data[at + 1], v->data[at + 2], v->data[at + 3], (uint8_t)parent, 0, 0, 0};
        if (i == 0 ? parent != 255 : parent >= i)
            return rom_bad(v, at + ROM_JOINT_PARENT, "joint %u has the parent %u, which is not before it", i,
                           parent);
        crc = rom_crc32(crc, key, sizeof key);
    }
    uint32_t first = rom_get(v, ROM_SKELETON_JOINTS_AT);
    at = rom_get(v, ROM_SKELETON_NAMES_AT);
    for (uint32_t i = 0; i < rom_get(v, ROM_SKELETON_JOINT_COUNT); i++, at += ROM_JOINT_NAME_SIZE) {
        uint32_t joint = rom_get(v, at + ROM_JOINT_NAME_JOINT);
        if (rom_get(v, at + ROM_JOINT_NAME_NAME) != rom_get(v, first + joint * ROM_JOINT_SIZE))
            return rom_bad(v, at, "joint %u is called %x in the list of names", joint,
                           rom_get(v, at + ROM_JOINT_NAME_NAME));
    }
    if (crc == rom_get(v, ROM_SKELETON_HASH)) return ROM_OK;
    return rom_bad(v, ROM_SKELETON_HASH, "the skeleton's hash is %x instead of %x",
                   rom_get(v, ROM_SKELETON_HASH), crc);
}

/* A run of vertices from vertex `first` on, whose data begin at `at`; how many bytes those are. */
static rom_status check_run(const rom_checked *v, uint32_t row, uint32_t first, uint32_t at,
                            uint32_t *bytes) {
    uint32_t count = rom_get_half(v, row + ROM_SKIN_RUN_COUNT),
             influences = v->data[row + ROM_SKIN_RUN_INFLUENCES], joints = rom_get(v, ROM_SKIN_JOINT_COUNT),
             each = 2 * influences - 1, end = rom_get(v, ROM_SKIN_DATA_AT) + rom_get(v, ROM_SKIN_DATA_BYTES);
    *bytes = influences == 1 ? 0 : count * each;
    if (influences == 3)
        return rom_bad(v, row + ROM_SKIN_RUN_INFLUENCES, "vertex %u has 3 joints; 1, 2 or 4 are possible",
                       first, 0);
    if (influences == 1 && v->data[row + ROM_SKIN_RUN_JOINT] >= joints)
        return rom_bad(v, row + ROM_SKIN_RUN_JOINT, "vertex %u hangs on joint %u, which is not there", first,
                       v->data[row + ROM_SKIN_RUN_JOINT]);
    if (influences == 1) return ROM_OK;
    if (*bytes > end - at) return rom_bad(v, row, "vertex %u has no data", first + (end - at) / each, 0);
    for (uint32_t i = 0; i < count; i++, at += each) {
        uint32_t sum = 0;
        for (uint32_t k = 0; k < influences; k++) {
            if (v->data[at + k] >= joints)
                return rom_bad(v, at + k, "vertex %u hangs on joint %u, which is not there", first + i,
                               v->data[at + k]);
            if (k + 1 < influences) sum += v->data[at + influences + k];
        }
        if (sum > 255)
            return rom_bad(v, at + influences, "the weights of vertex %u are %u/255 together", first + i,
                           sum);
    }
    return ROM_OK;
}

static rom_status check_skin(const rom_checked *v) {
    uint32_t row = rom_get(v, ROM_SKIN_RUNS_AT), first = 0, at = rom_get(v, ROM_SKIN_DATA_AT), bytes,
             vertices = rom_get(v, ROM_SKIN_VERTICES);
    for (uint32_t i = 0; i < rom_get(v, ROM_SKIN_RUNS); i++, row += ROM_SKIN_RUN_SIZE) {
        uint32_t count = rom_get_half(v, row + ROM_SKIN_RUN_COUNT);
        if (count > vertices - first)
            return rom_bad(v, row + ROM_SKIN_RUN_COUNT, "runs of more than %u vertices", vertices, 0);
        rom_status status = check_run(v, row, first, at, &bytes);
        if (status != ROM_OK) return status;
        first += count;
        at += bytes;
    }
    if (first < vertices)
        return rom_bad(v, ROM_SKIN_VERTICES, "vertex %u of %u hangs on no joint", first, vertices);
    return at - rom_get(v, ROM_SKIN_DATA_AT) == rom_get(v, ROM_SKIN_DATA_BYTES)
               ? ROM_OK
               : rom_bad(v, ROM_SKIN_DATA_BYTES, "%u bytes of weights, %u belong there",
                         rom_get(v, ROM_SKIN_DATA_BYTES), at - rom_get(v, ROM_SKIN_DATA_AT));
}

static rom_status check_plain_clip(const rom_checked *v) {
    uint32_t scales = v->data[ROM_CLIP_SCALES], frames = rom_get(v, ROM_CLIP_FRAMES),
             joints = rom_get(v, ROM_CLIP_JOINT_COUNT);
    uint32_t wanted = frames + ((v->data[ROM_CLIP_FLAGS] & ROM_CLIP_LOOPS) != 0 ? 0u : 1u);
    if (scales == 2) return rom_bad(v, ROM_CLIP_SCALES, "2 numbers of scale; 0, 1 or 3 are possible", 0, 0);
    if (rom_get(v, ROM_CLIP_SAMPLES) != wanted)
        return rom_bad(v, ROM_CLIP_SAMPLES, "%u samples, a clip of its kind has %u",
                       rom_get(v, ROM_CLIP_SAMPLES), wanted);
    if (rom_get_half(v, ROM_CLIP_CHANNEL_COUNT) != joints * (scales + 7))
        return rom_bad(v, ROM_CLIP_CHANNEL_COUNT, "%u channels instead of %u",
                       rom_get_half(v, ROM_CLIP_CHANNEL_COUNT), joints * (scales + 7));
    return ROM_OK;
}

static rom_status check_clip(const rom_checked *v) {
    uint32_t at = rom_get(v, ROM_CLIP_JOINTS_AT), tracks = rom_get(v, ROM_CLIP_TRACKS_AT), last = 0;
    for (uint32_t i = 1; i < rom_get(v, ROM_CLIP_JOINT_COUNT); i++) {
        if (v->data[at + i] <= v->data[at + i - 1])
            return rom_bad(v, at + i, "joint %u stands behind joint %u", v->data[at + i],
                           v->data[at + i - 1]);
    }
    if (v->data[ROM_CLIP_FORM] == ROM_CLIP_PLAIN) return check_plain_clip(v);
    for (uint32_t i = 0; i < rom_get(v, ROM_CLIP_TRACK_COUNT); i++, tracks += ROM_CLIP_TRACK_SIZE) {
        uint32_t offset = rom_get(v, tracks + ROM_CLIP_TRACK_OFFSET),
                 bytes = rom_get(v, tracks + ROM_CLIP_TRACK_BYTES);
        if (offset < last || offset > rom_get(v, ROM_CLIP_DATA_BYTES) ||
            bytes > rom_get(v, ROM_CLIP_DATA_BYTES) - offset)
            return rom_bad(v, tracks + ROM_CLIP_TRACK_OFFSET,
                           "track %u does not lie behind the one before in the data", i, 0);
        last = offset + bytes;
    }
    return ROM_OK;
}

/* ---- tables ---- */

static rom_status check_table(const rom_checked *v) {
    static const uint8_t sizes[] = {1, 2, 2, 4, 4};
    uint64_t bytes =
        (uint64_t)rom_get(v, ROM_TABLE_WIDTH) * rom_get(v, ROM_TABLE_HEIGHT) * sizes[v->data[ROM_TABLE_KIND]];
    if (v->data[ROM_TABLE_DIMENSIONS] == 1 && rom_get(v, ROM_TABLE_HEIGHT) != 1)
        return rom_bad(v, ROM_TABLE_HEIGHT, "%u rows in a table of one dimension",
                       rom_get(v, ROM_TABLE_HEIGHT), 0);
    if (rom_get(v, ROM_TABLE_WIDTH) > 1 &&
        rom_get_signed(v, ROM_TABLE_LOW) >= rom_get_signed(v, ROM_TABLE_HIGH))
        return rom_bad(v, ROM_TABLE_LOW, "the domain's low end is not below its high end", 0, 0);
    if (rom_get(v, ROM_TABLE_HEIGHT) > 1 &&
        rom_get_signed(v, ROM_TABLE_LOW_Y) >= rom_get_signed(v, ROM_TABLE_HIGH_Y))
        return rom_bad(v, ROM_TABLE_LOW_Y, "the domain's low end in y is not below its high end", 0, 0);
    if (bytes != rom_get(v, ROM_TABLE_VALUE_BYTES))
        return rom_bad(v, ROM_TABLE_VALUE_BYTES, "%u bytes of values, %u belong there",
                       rom_get(v, ROM_TABLE_VALUE_BYTES), (uint32_t)bytes);
    uint32_t crc = rom_crc32(0, v->data + rom_get(v, ROM_TABLE_VALUES_AT), (size_t)bytes);
    if (crc == rom_get(v, ROM_TABLE_CHECKSUM)) return ROM_OK;
    return rom_bad(v, ROM_TABLE_CHECKSUM, "the checksum of the values is %x instead of %x",
                   rom_get(v, ROM_TABLE_CHECKSUM), crc);
}

/* The texts of one column lie in the chunk. */
static rom_status check_texts(const rom_checked *v, uint32_t offset) {
    const uint32_t stride = rom_get(v, ROM_DATA_ROW_BYTES);
    for (uint32_t i = 0; i < rom_get(v, ROM_DATA_ROW_COUNT); i++) {
        const uint32_t at = rom_get(v, ROM_DATA_ROWS_AT) + i * stride + offset, from = rom_get(v, at),
                       bytes = rom_get(v, at + 4);
        if (from > v->size || bytes > v->size - from)
            return rom_bad(v, at, "a text of %u bytes at %u, behind the end of the chunk", bytes, from);
    }
    return ROM_OK;
}

static rom_status check_data(const rom_checked *v) {
    uint32_t stride = rom_get(v, ROM_DATA_ROW_BYTES), rows = rom_get(v, ROM_DATA_ROW_COUNT),
             at = rom_get(v, ROM_DATA_FIELDS_AT);
    if (stride % 4 != 0 || (rows > 0 && stride < 4))
        return rom_bad(v, ROM_DATA_ROW_BYTES, "rows of %u bytes, no multiple of 4", stride, 0);
    for (uint32_t i = 0; i < rom_get(v, ROM_DATA_FIELD_COUNT); i++, at += ROM_FIELD_SIZE) {
        uint32_t offset = rom_get(v, at + ROM_FIELD_OFFSET),
                 bytes = v->data[at + ROM_FIELD_KIND] == ROM_FIELD_TEXT ? 8 : 4;
        if (offset % 4 != 0 || offset > stride || bytes > stride - offset)
            return rom_bad(v, at + ROM_FIELD_OFFSET, "a column at %u of rows of %u bytes", offset, stride);
        if (bytes == 8 && check_texts(v, offset) != ROM_OK) return ROM_BAD_CHUNK;
    }
    at = rom_get(v, ROM_DATA_ROWS_AT);
    for (uint32_t i = 1; i < rows; i++) {
        if (rom_get(v, at + i * stride) <= rom_get(v, at + (i - 1) * stride))
            return rom_bad(v, at + i * stride, "row %u (key %x) does not rise above the one before", i,
                           rom_get(v, at + i * stride));
    }
    return ROM_OK;
}

static rom_status check_references(const rom_checked *v) {
    static const uint16_t arrays[2][3] = {
        {ROM_REFERENCES_REFERENCES_AT, ROM_REFERENCES_REFERENCE_COUNT, ROM_REFERENCE_SIZE},
        {ROM_REFERENCES_INITIALISED_AT, ROM_REFERENCES_INITIALISED_COUNT, ROM_INITIALISED_SIZE}};
    for (int k = 0; k < 2; k++) {
        uint32_t at = rom_get(v, arrays[k][0]);
        for (uint32_t i = 0; i < rom_get(v, arrays[k][1]); i++, at += arrays[k][2]) {
            if (rom_get(v, at) % 4 != 0)
                return rom_bad(v, at, "location %u of entry %u is no multiple of 4", rom_get(v, at), i);
            if (k == 0 && v->data[at + ROM_REFERENCE_SECTION] == ROM_SECTION_TEMPORARY)
                return rom_bad(v, at + ROM_REFERENCE_SECTION,
                               "entry %u refers to temporary memory, which does not stay", i, 0);
        }
    }
    return ROM_OK;
}

static rom_status check_package(const rom_checked *v) {
    uint64_t stored = 0, full = 0;
    uint32_t at = rom_get(v, ROM_PACKAGE_ITEMS_AT);
    for (uint32_t i = 0; i < rom_get(v, ROM_PACKAGE_ITEM_COUNT); i++, at += ROM_PACKAGE_ITEM_SIZE) {
        stored += rom_get(v, at + ROM_PACKAGE_ITEM_STORED);
        full += rom_get(v, at + ROM_PACKAGE_ITEM_FULL);
    }
    if (stored != rom_get(v, ROM_PACKAGE_STORED))
        return rom_bad(v, ROM_PACKAGE_STORED, "%u bytes, the items have %u", rom_get(v, ROM_PACKAGE_STORED),
                       (uint32_t)stored);
    if (full != rom_get(v, ROM_PACKAGE_FULL))
        return rom_bad(v, ROM_PACKAGE_FULL, "%u bytes, the items have %u", rom_get(v, ROM_PACKAGE_FULL),
                       (uint32_t)full);
    return ROM_OK;
}

static const struct {
    uint32_t tag;
    rom_status (*check)(const rom_checked *);
} checks[] = {
    {ROM_TAG_BUDGET, check_budget},
    {ROM_TAG_IMAGE, check_picture},
    {ROM_TAG_MESH, check_mesh},
    {ROM_TAG_MODEL, check_model},
    {ROM_TAG_SCENE, check_scene},
    {ROM_TAG_BLOCK_TEXTURE, check_blocks},
    {ROM_TAG_HAAR, check_haar},
    {ROM_TAG_SKELETON, check_skeleton},
    {ROM_TAG_SKIN, check_skin},
    {ROM_TAG_CLIP, check_clip},
    {ROM_TAG_TABLE, check_table},
    {ROM_TAG_DATA, check_data},
    {ROM_TAG_REFERENCES, check_references},
    {ROM_TAG_PACKAGE, check_package},
};

rom_status rom_check_media(uint32_t tag, const rom_checked *v) {
    for (size_t i = 0; i < sizeof checks / sizeof checks[0]; i++) {
        if (checks[i].tag == tag) return checks[i].check(v);
    }
    return ROM_OK;
}
