/* Samples motions. */
#include "rom/clip.h"

#include "fixedmath/root.h"
#include "rom/records.h"

uint32_t rom_clip_joints(const uint8_t *clip) { return rom_u32(clip + ROM_CLIP_JOINT_COUNT); }

uint32_t rom_clip_joint_number(const uint8_t *clip, uint32_t index) {
    return index < rom_clip_joints(clip) ? clip[rom_u32(clip + ROM_CLIP_JOINTS_AT) + index] : 255u;
}

bool rom_clip_fits(const uint8_t *clip, const uint8_t *skeleton) {
    return rom_u32(clip + ROM_CLIP_SKELETON_HASH) == rom_u32(skeleton + ROM_SKELETON_HASH);
}

fx rom_clip_wrap(const uint8_t *clip, fx time) {
    int64_t frames = (int64_t)rom_u32(clip + ROM_CLIP_FRAMES) << 16, wrapped = time;
    if ((clip[ROM_CLIP_FLAGS] & ROM_CLIP_LOOPS) != 0) {
        wrapped %= frames;
        return (fx)(wrapped < 0 ? wrapped + frames : wrapped);
    }
    return (fx)(wrapped < 0 ? 0 : wrapped > frames ? frames : wrapped);
}

static fx blend(fx a, fx b, uint32_t fraction) {
    return (fx)(a + (((int64_t)b - a) * (int64_t)fraction + 32768) / 65536);
}

static fx word_at(const uint8_t *at) { return (fx)rom_u32(at); }

/* ---- compressed numbers ---- */

/* x / (2^bits - 1), of x below 2^(2 bits) - 2^bits. */
static uint32_t over_mask(uint32_t x, int bits) { return (x + (x >> bits) + 1) >> bits; }

quat rom_clip_rotation(const uint8_t *key) {
    uint32_t low = rom_u32(key), high = rom_u16(key + 4), largest = high >> 13 & 3u;
    uint32_t bits[3] = {low & 0x7FFFu, low >> 15 & 0x7FFFu, (low >> 30 | high << 2) & 0x7FFFu};
    q30 parts[4];
    int64_t rest = (int64_t)1 << 60;
    for (uint32_t i = 0, k = 0; i < 4; i++) {
        if (i == largest) continue;
        /* 759,250,125 / 16,383 of the number, to the nearest: 2^30 / sqrt 2 is 46,343 * 16,383 + 12,756 */
        const int32_t number = (int32_t)bits[k++] - 16383;
        const uint32_t size = (uint32_t)(number < 0 ? -number : number);
        const q30 value = (q30)(size * 46343 + over_mask(size * 12756 + 8191, 14));
        parts[i] = number < 0 ? -value : value;
        rest -= (int64_t)value * value;
    }
    parts[largest] = (q30)fx_isqrt64(rest < 0 ? 0u : (uint64_t)rest);
    return (quat){parts[0], parts[1], parts[2], parts[3]};
}

/* A number of Q16.16 within -2..2 as Q2.30. */
static q30 finer(const uint8_t *at) {
    int64_t value = (int64_t)word_at(at) * 16384;
    return (q30)(value > INT32_MAX ? INT32_MAX : value < -INT32_MAX ? -INT32_MAX : value);
}

fx rom_clip_component(const uint8_t *track, const uint8_t *key, uint32_t k) {
    const uint32_t range = rom_u32(track + 12 + 4 * (size_t)k), part = rom_u16(key + 2 * (size_t)k);
    uint32_t whole = range >> 16, rest = range & 0xFFFFu; /* of range / 65,535 */
    rest += whole;
    while (rest >= 65535) {
        rest -= 65535;
        whole++;
    }
    const int64_t value =
        (int64_t)word_at(track + 4 * (size_t)k) + (whole * part + over_mask(rest * part + 32767, 16));
    return (fx)(value > INT32_MAX ? INT32_MAX : value);
}

/* The keys around a time. */
typedef struct place {
    const uint8_t *first, *second;
    uint32_t fraction;
} place;

static uint32_t frame_of(const uint8_t *frames, uint32_t key) {
    return rom_u16(frames + 2 * (size_t)key) & (ROM_CLIP_CUT - 1u);
}

rom_clip_span rom_clip_span_at(const uint8_t *clip, const uint8_t *frames, uint32_t count, fx time) {
    rom_clip_span s = {.length = 1};
    uint32_t low = 0, high = count;
    while (low < high) { /* keys at or before the time */
        uint32_t middle = (low + high) / 2;
        if ((int64_t)frame_of(frames, middle) << 16 <= time) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    s.first = low == 0 ? 0 : low - 1;
    s.second = low < count ? low : (clip[ROM_CLIP_FLAGS] & ROM_CLIP_LOOPS) != 0 ? 0 : count - 1;
    int64_t from = (int64_t)frame_of(frames, s.first) << 16, to = (int64_t)frame_of(frames, s.second) << 16;
    if (s.second < s.first) to += (int64_t)rom_u32(clip + ROM_CLIP_FRAMES) << 16;
    if (to <= from || time <= from || (frames[2 * (size_t)s.second + 1] & (ROM_CLIP_CUT >> 8)) != 0) return s;
    s.length = (uint32_t)(to - from);
    s.into = (uint32_t)(time - from);
    if (s.into >= s.length) s.into = s.length - 1;
    return s;
}

/* `data`: u16 keys, u16 zero, the range of vectors, u16 frames (filled up to a multiple of 4), the keys. A
 * loop goes on from its last key to its first one. */
static bool find_keys(const uint8_t *clip, const uint8_t *row, const uint8_t *data, fx time, place *p) {
    uint32_t count = rom_u16(data), bytes = rom_u32(row + ROM_CLIP_TRACK_BYTES),
             head = 4u + (row[ROM_CLIP_TRACK_CHANNEL] == ROM_CLIP_ROTATION ? 0u : ROM_CLIP_RANGE_BYTES),
             times = (count * 2u + 3u) & ~3u;
    if (count == 0 || bytes < head + times + count * ROM_CLIP_KEY_BYTES) return false;
    const uint8_t *keys = data + head + times;
    const rom_clip_span s = rom_clip_span_at(clip, data + head, count, time);
    p->first = keys + (size_t)s.first * ROM_CLIP_KEY_BYTES;
    p->second = keys + (size_t)s.second * ROM_CLIP_KEY_BYTES;
    p->fraction = (s.length & 0xFFFFu) == 0 ? s.into / (s.length >> 16) /* keys stand on whole frames */
                                            : (uint32_t)(((uint64_t)s.into << 16) / s.length);
    return true;
}

static void at_track(const uint8_t *clip, const uint8_t *row, fx time, rom_clip_joint *pose) {
    const uint8_t *data = clip + rom_u32(clip + ROM_CLIP_DATA_AT) + rom_u32(row + ROM_CLIP_TRACK_OFFSET);
    place p;
    if (rom_u32(row + ROM_CLIP_TRACK_BYTES) < 4 || !find_keys(clip, row, data, time, &p)) return;
    if (row[ROM_CLIP_TRACK_CHANNEL] == ROM_CLIP_ROTATION) {
        pose->rotation = rom_clip_rotation(p.first);
        if (p.fraction != 0)
            pose->rotation = q4_nlerp(pose->rotation, rom_clip_rotation(p.second), (uf16)p.fraction);
        return;
    }
    fx *to = row[ROM_CLIP_TRACK_CHANNEL] == ROM_CLIP_SCALE ? pose->scale : pose->translation;
    for (uint32_t k = 0; k < 3; k++) {
        to[k] = rom_clip_component(data + 4, p.first, k);
        if (p.fraction != 0) to[k] = blend(to[k], rom_clip_component(data + 4, p.second, k), p.fraction);
    }
}

/* ---- plain samples ---- */

static void plain_sample(const uint8_t *clip, uint32_t index, uint32_t sample, rom_clip_joint *pose) {
    uint32_t scales = clip[ROM_CLIP_SCALES], joints = rom_clip_joints(clip);
    const uint8_t *at =
        clip + rom_u32(clip + ROM_CLIP_SAMPLES_AT) + ((size_t)sample * joints + index) * (scales + 7u) * 4u;
    for (uint32_t k = 0; k < 3; k++)
        pose->scale[k] = scales == 0 ? FX_ONE : word_at(at + 4 * (size_t)(scales == 1 ? 0 : k));
    at += (size_t)scales * 4;
    pose->rotation = (quat){finer(at), finer(at + 4), finer(at + 8), finer(at + 12)};
    for (uint32_t k = 0; k < 3; k++) pose->translation[k] = word_at(at + 16 + 4 * (size_t)k);
}

static void at_plain(const uint8_t *clip, uint32_t index, fx time, rom_clip_joint *pose) {
    uint32_t samples = rom_u32(clip + ROM_CLIP_SAMPLES), first = (uint32_t)time >> 16, second = first + 1,
             fraction = (uint32_t)time & 0xFFFFu;
    rom_clip_joint next;
    if (first >= samples) first = samples - 1;
    if (second >= samples) second = (clip[ROM_CLIP_FLAGS] & ROM_CLIP_LOOPS) != 0 ? 0 : samples - 1;
    plain_sample(clip, index, first, pose);
    if (fraction == 0 || second == first) return;
    plain_sample(clip, index, second, &next);
    pose->rotation = q4_nlerp(pose->rotation, next.rotation, (uf16)fraction);
    for (uint32_t k = 0; k < 3; k++) {
        pose->scale[k] = blend(pose->scale[k], next.scale[k], fraction);
        pose->translation[k] = blend(pose->translation[k], next.translation[k], fraction);
    }
}

static const rom_clip_joint at_rest = {{FX_ONE, FX_ONE, FX_ONE}, {0, 0, 0, Q30_ONE}, {0, 0, 0}};

/* Applies the tracks from `first` on: those of the joint up to the first track of another joint, or all tracks
 * where they are in no order. Returns the place where it ended. */
static uint32_t at_tracks(const uint8_t *clip, uint32_t number, uint32_t first, bool ordered, fx time,
                          rom_clip_joint *pose) {
    uint32_t count = rom_u32(clip + ROM_CLIP_TRACK_COUNT), i = first;
    const uint8_t *row = clip + rom_u32(clip + ROM_CLIP_TRACKS_AT) + (size_t)first * ROM_CLIP_TRACK_SIZE;
    for (; i < count && (!ordered || row[ROM_CLIP_TRACK_JOINT] <= number); i++, row += ROM_CLIP_TRACK_SIZE) {
        if (row[ROM_CLIP_TRACK_JOINT] == number && row[ROM_CLIP_TRACK_CHANNEL] <= ROM_CLIP_TRANSLATION)
            at_track(clip, row, time, pose);
    }
    return i;
}

void rom_clip_at(const uint8_t *clip, uint32_t index, fx time, rom_clip_joint *pose) {
    *pose = at_rest;
    if (index >= rom_clip_joints(clip)) return;
    time = rom_clip_wrap(clip, time);
    if (clip[ROM_CLIP_FORM] == ROM_CLIP_PLAIN)
        at_plain(clip, index, time, pose);
    else
        (void)at_tracks(clip, rom_clip_joint_number(clip, index), 0, false, time, pose);
}

bool rom_clip_travel(const uint8_t *clip, fx time, rom_clip_joint *pose) {
    *pose = at_rest;
    if ((clip[ROM_CLIP_FLAGS] & ROM_CLIP_ROOT_MOTION) == 0 || clip[ROM_CLIP_FORM] == ROM_CLIP_PLAIN)
        return false;
    const uint32_t root = rom_id("root");
    const uint8_t *row = clip + rom_u32(clip + ROM_CLIP_TRACKS_AT);
    for (uint32_t i = 0; i < rom_u32(clip + ROM_CLIP_TRACK_COUNT); i++, row += ROM_CLIP_TRACK_SIZE)
        if (row[ROM_CLIP_TRACK_JOINT] == 255 && rom_u32(row + ROM_CLIP_TRACK_NAME) == root &&
            (row[ROM_CLIP_TRACK_CHANNEL] == ROM_CLIP_ROTATION ||
             row[ROM_CLIP_TRACK_CHANNEL] == ROM_CLIP_TRANSLATION))
            at_track(clip, row, time, pose);
    return true;
}

void rom_clip_begin(rom_clip_walk *walk, const uint8_t *clip, fx time) {
    *walk = (rom_clip_walk){.clip = clip, .time = rom_clip_wrap(clip, time), .ordered = true};
    const uint8_t *row = clip + rom_u32(clip + ROM_CLIP_TRACKS_AT);
    for (uint32_t i = 1; i < rom_u32(clip + ROM_CLIP_TRACK_COUNT); i++, row += ROM_CLIP_TRACK_SIZE)
        walk->ordered =
            walk->ordered && row[ROM_CLIP_TRACK_JOINT] <= row[ROM_CLIP_TRACK_SIZE + ROM_CLIP_TRACK_JOINT];
}

bool rom_clip_next(rom_clip_walk *walk, rom_clip_joint *pose) {
    const uint8_t *clip = walk->clip;
    if (walk->index >= rom_clip_joints(clip)) return false;
    walk->number = rom_clip_joint_number(clip, walk->index);
    *pose = at_rest;
    if (clip[ROM_CLIP_FORM] == ROM_CLIP_PLAIN) {
        at_plain(clip, walk->index, walk->time, pose);
    } else {
        uint32_t behind = at_tracks(clip, walk->number, walk->track, walk->ordered, walk->time, pose);
        if (walk->ordered) walk->track = behind;
    }
    walk->index++;
    return true;
}
