/* Checks of skeletons, skins and clips beyond the rules of rom/records.txt. */
#include "rom/check/checked.h"

rom_status rom_check_skeleton(const rom_checked *v) {
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

/* Checks a run of vertices from vertex `first` on, whose data begin at `at`; *bytes: the bytes of those data. */
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

rom_status rom_check_skin(const rom_checked *v) {
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

#if !ROM_SMALL_PLAYER
/* Walks through the bytes of a target: they end within the data, and its vertices are those of the mesh. */
static rom_status check_target(const rom_checked *v, uint32_t number, uint32_t row) {
    const uint8_t flags = v->data[row + ROM_MORPH_TARGET_FLAGS];
    const uint32_t vertices = rom_get(v, ROM_MORPH_VERTICES), bytes = rom_get(v, ROM_MORPH_DATA_BYTES),
                   data = rom_get(v, ROM_MORPH_DATA_AT),
                   each = (flags & ROM_MORPH_TARGET_NORMALS) != 0 ? 6 : 3,
                   count = rom_get(v, row + ROM_MORPH_TARGET_MOVED);
    uint32_t at = rom_get(v, row + ROM_MORPH_TARGET_FIRST), left = vertices;
    if (count > vertices || at > bytes)
        return rom_bad(v, row, "target %u moves %u vertices, which are not there", number, count);
    if ((flags & ROM_MORPH_TARGET_ALL) != 0)
        return count <= (bytes - at) / each
                   ? ROM_OK
                   : rom_bad(v, row, "target %u has no bytes for %u vertices", number, count);
    for (uint32_t i = 0; i < count;) {
        if (at >= bytes) return rom_bad(v, row, "target %u ends before its vertex %u", number, i);
        const uint32_t skip = v->data[data + at++];
        if (skip > left) return rom_bad(v, row, "target %u skips beyond %u vertices", number, vertices);
        left -= skip;
        if (skip == 255) continue;
        if (left == 0 || bytes - at < each)
            return rom_bad(v, row, "target %u ends before its vertex %u", number, i);
        left--, i++, at += each;
    }
    return ROM_OK;
}

rom_status rom_check_morph(const rom_checked *v) {
    const uint32_t targets = rom_get(v, ROM_MORPH_TARGET_COUNT);
    uint32_t row = rom_get(v, ROM_MORPH_TARGETS_AT);
    for (uint32_t i = 0; i < targets; i++, row += ROM_MORPH_TARGET_SIZE) {
        const rom_status status = check_target(v, i, row);
        if (status != ROM_OK) return status;
    }
    row = rom_get(v, ROM_MORPH_RUNS_AT);
    for (uint32_t i = 0; i < rom_get(v, ROM_MORPH_RUN_COUNT); i++, row += ROM_MORPH_RUN_SIZE) {
        const uint32_t first = rom_get_half(v, row + ROM_MORPH_RUN_FIRST),
                       frames = rom_get_half(v, row + ROM_MORPH_RUN_FRAMES);
        if (first > targets || frames > targets - first)
            return rom_bad(v, row, "frames %u and on of %u targets", first, targets);
    }
    return ROM_OK;
}

#endif

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

#if ROM_SMALL_PLAYER /* which has nobody that reads free tracks of values */
static rom_status check_values(const rom_checked *v, uint32_t row, uint32_t at) {
    (void)v, (void)row, (void)at;
    return ROM_OK;
}
#else
/* Whether the 4 numbers at a place are a turn: a quaternion in Q2.30 of length 1, but for its rounding. */
static bool is_turn(const rom_checked *v, uint32_t at) {
    uint64_t sum = 0;
    for (uint32_t i = 0; i < 4; i++) {
        const int64_t part = rom_get_signed(v, at + 4 * i);
        if (part > 1 << 30 || part < -(1 << 30)) return false;
        sum += (uint64_t)(part * part);
    }
    return sum > ((uint64_t)1 << 60) - ((uint64_t)1 << 45) && sum < ((uint64_t)1 << 60) + ((uint64_t)1 << 45);
}

/* Checks a free track of values, whose data begin at `at`. */
static rom_status check_values(const rom_checked *v, uint32_t row, uint32_t at) {
    const uint32_t bytes = rom_get(v, row + ROM_CLIP_TRACK_BYTES), form = v->data[row + ROM_CLIP_TRACK_FORM];
    const bool turns = v->data[row + ROM_CLIP_TRACK_CHANNEL] == 4;
    int32_t last = -1;
    if (v->data[row + ROM_CLIP_TRACK_CHANNEL] > 4 || (at & 3u) != 0 || bytes < 16)
        return rom_bad(v, row, "a free track that is none", 0, 0);
    const uint32_t keys = rom_get_half(v, at + 8), width = rom_get_half(v, at + 10),
                   times = (keys * 2u + 3u) & ~3u;
    if (keys == 0 || (turns ? width != (form == 3 ? 8u : 4u) : width == 0 || width > 4))
        return rom_bad(v, at + 8, "%u keys of %u numbers", keys, width);
    if (bytes < 16 + times || (bytes - 16 - times) / (4 * width) < keys)
        return rom_bad(v, row + ROM_CLIP_TRACK_BYTES, "%u keys do not fit %u bytes", keys, bytes);
    for (uint32_t i = 0; i < keys; i++) {
        const int32_t frame = (int32_t)(rom_get_half(v, at + 16 + 2 * i) & 0x7FFFu);
        if (frame <= last || (uint32_t)frame > rom_get(v, ROM_CLIP_FRAMES))
            return rom_bad(v, at + 16 + 2 * i,
                           "key %u is at frame %u, not behind the one before it, or behind the clip", i,
                           (uint32_t)frame);
        last = frame;
    }
    for (uint32_t i = 0; turns && i < keys * width / 4; i++)
        if (!is_turn(v, at + 16 + times + 16 * i))
            return rom_bad(v, at + 16 + times + 16 * i, "turn %u is no unit quaternion", i, 0);
    return ROM_OK;
}
#endif

rom_status rom_check_clip(const rom_checked *v) {
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
        if (v->data[tracks + ROM_CLIP_TRACK_JOINT] == 255 && v->data[tracks + ROM_CLIP_TRACK_CHANNEL] > 2) {
            const rom_status status = check_values(v, tracks, rom_get(v, ROM_CLIP_DATA_AT) + offset);
            if (status != ROM_OK) return status;
        }
    }
    return ROM_OK;
}
