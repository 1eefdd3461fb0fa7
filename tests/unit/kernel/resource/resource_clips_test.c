/* Tests of a character's clips: residency within a budget, what stands in, what is refused, plain samples. */
#include "kernel/resource/clips.h"

#include "fixedmath/random.h"
#include "kernel/resource/stand_in.h"
#include "rom/records.h"
#include "tests/test.h"
#include "tests/unit/kernel/file/file_image_builder.h"
#include "tests/unit/kernel/memory/life.h"

enum {
    JOINTS = 4, /* of the skeleton; a clip moves joints 1 and 3 */
    MOVED = 2,
    CLIPS = 10,
    ROW = 7 * 4, /* bytes of a joint's sample: quaternion and translation */
    PACKED = 1,
    LEVEL_LIFE = 2,
    LATENCY = 2
};

static _Alignas(16) uint8_t rom_memory[8192], memory[32768], log_memory[2048];
static ox_arena arena, log_arena;
static ox_log log_lines;
static ox_files files;
static ox_images images;
static ox_manager m;
static image_build b;
static ox_clips clips;
static uint32_t skeleton_hash;

/* ---- an image with a character ---- */

static void name_of(uint32_t clip, char name[8]) {
    memcpy(name, "clip/a", 7);
    name[5] = (char)('a' + clip);
}

static uint32_t name_id(uint32_t clip) { return 0x1000u + clip; } /* names of a bundle are any ids */

static void add_skeleton(void) {
    uint32_t at = ROM_SKELETON_SIZE, names = at + JOINTS * ROM_JOINT_SIZE;
    uint8_t *s = image_chunk(&b, "skeleton/orc", ROM_TAG_SKELETON, 0, ROM_SKELETON_SIZE,
                             names + JOINTS * ROM_JOINT_NAME_SIZE);
    skeleton_hash = 0;
    image_put(s + ROM_SKELETON_JOINT_COUNT, JOINTS, 4);
    image_put(s + ROM_SKELETON_JOINTS_AT, at, 4);
    image_put(s + ROM_SKELETON_NAMES_AT, names, 4);
    for (uint32_t i = 0; i < JOINTS; i++) {
        uint8_t *row = s + at + i * ROM_JOINT_SIZE, *name = s + names + i * ROM_JOINT_NAME_SIZE;
        uint8_t key[8] = {0};
        image_put(row, 100 + i, 4);
        row[ROM_JOINT_PARENT] = (uint8_t)(i == 0 ? 255 : i - 1);
        image_put(row + ROM_JOINT_ROTATION + 6, 16384, 2);
        image_put(row + ROM_JOINT_TRANSLATION + 4, (i + 1) << 16, 4);
        image_put(row + ROM_JOINT_SCALE, 1 << 16, 4);
        image_put(name, 100 + i, 4);
        image_put(name + 4, i, 4);
        memcpy(key, row, 4);
        key[4] = row[ROM_JOINT_PARENT];
        skeleton_hash = rom_crc32(skeleton_hash, key, sizeof key);
    }
    image_put(s + ROM_SKELETON_HASH, skeleton_hash, 4);
}

/* Quaternions of whole hundredths that are exactly unit, and what a sample of a clip holds. */
static void sample_at(uint32_t clip, uint32_t sample, uint32_t joint, uint8_t row[ROW]) {
    bool turned = (clip + sample + joint) % 2 == 1;
    memset(row, 0, ROW);
    image_put(row + (turned ? 8 : 12), 1 << 16, 4); /* half a turn about z, or none */
    for (uint32_t k = 0; k < 3; k++)
        image_put(row + 16 + 4 * k, (clip * 1000 + sample * 10 + joint * 3 + k) << 8, 4);
}

static uint32_t frames_of(uint32_t clip) { return 2 + clip % 3; }
static uint32_t clip_bytes(uint32_t clip) { return ROM_CLIP_SIZE + 4 + (frames_of(clip) + 1) * MOVED * ROW; }

/* A plain clip at `to`, which has room for clip_bytes. */
static void put_clip(uint8_t *to, uint32_t clip, uint32_t hash) {
    uint32_t samples = frames_of(clip) + 1;
    memset(to, 0, clip_bytes(clip));
    image_put(to, 0x0100, 2);
    image_put(to + 2, ROM_CLIP_SIZE, 2);
    image_put(to + ROM_CLIP_SKELETON, rom_id("skeleton/orc"), 4);
    image_put(to + ROM_CLIP_SKELETON_HASH, hash, 4);
    image_put(to + ROM_CLIP_RATE, 30 << 8, 2);
    image_put(to + ROM_CLIP_FRAMES, frames_of(clip), 4);
    image_put(to + ROM_CLIP_SAMPLES, samples, 4);
    image_put(to + ROM_CLIP_CHANNEL_COUNT, MOVED * 7, 2);
    image_put(to + ROM_CLIP_JOINT_COUNT, MOVED, 4);
    image_put(to + ROM_CLIP_JOINTS_AT, ROM_CLIP_SIZE, 4);
    to[ROM_CLIP_SIZE] = 1;
    to[ROM_CLIP_SIZE + 1] = 3;
    image_put(to + ROM_CLIP_SAMPLE_COUNT, samples * MOVED * 7, 4);
    image_put(to + ROM_CLIP_SAMPLES_AT, ROM_CLIP_SIZE + 4, 4);
    for (uint32_t i = 0; i < samples * MOVED; i++)
        sample_at(clip, i / MOVED, i % MOVED, to + ROM_CLIP_SIZE + 4 + i * ROW);
}

/* Adds it; packed: as literals of the run-length codec, so that it has to be unpacked into memory. */
static void add_clip(uint32_t clip, uint32_t form, uint32_t hash) {
    static uint8_t plain[512];
    char name[8];
    uint32_t size = clip_bytes(clip);
    name_of(clip, name);
    put_clip(plain, clip, hash);
    if ((form & PACKED) == 0) {
        memcpy(image_chunk(&b, name, ROM_TAG_CLIP, 0, ROM_CLIP_SIZE, size), plain, size);
        return;
    }
    uint8_t *at = b.data + b.used, *begin = at;
    for (uint32_t done = 0; done < size;) {
        uint32_t some = size - done < 128 ? size - done : 128;
        *at++ = (uint8_t)(some - 1);
        memcpy(at, plain + done, some);
        at += some;
        done += some;
    }
    b.chunks[b.count++] = (struct image_chunk){.id = rom_id(name),
                                               .type = ROM_TAG_CLIP,
                                               .at = b.used,
                                               .stored = (uint32_t)(at - begin),
                                               .full = size,
                                               .codec = ROM_CODEC_RUNS,
                                               .flags = (form & LEVEL_LIFE) != 0 ? 1 << 3 : 0};
    b.used += ((uint32_t)(at - begin) + 3) & ~3u;
}

/* Clips 0 and 1 are core, 2 and 3 of the level, the others fetched; a last entry names clip 5 again. */
static void add_bundle(const char *name, uint32_t idle) {
    uint8_t *bundle = image_chunk(&b, name, ROM_TAG_BUNDLE, 0, ROM_BUNDLE_SIZE,
                                  ROM_BUNDLE_SIZE + (CLIPS + 1) * ROM_BUNDLE_ENTRY_SIZE);
    image_put(bundle + ROM_BUNDLE_SKELETON, rom_id("skeleton/orc"), 4);
    image_put(bundle + ROM_BUNDLE_IDLE, idle, 4);
    image_put(bundle + ROM_BUNDLE_COUNT, CLIPS + 1, 4);
    image_put(bundle + ROM_BUNDLE_AT, ROM_BUNDLE_SIZE, 4);
    for (uint32_t i = 0; i <= CLIPS; i++) {
        uint8_t *row = bundle + ROM_BUNDLE_SIZE + i * ROM_BUNDLE_ENTRY_SIZE;
        char clip[8];
        name_of(i == CLIPS ? 5 : i, clip);
        image_put(row, name_id(i), 4);
        image_put(row + ROM_BUNDLE_ENTRY_CLIP, rom_id(clip), 4);
        image_put(row + ROM_BUNDLE_ENTRY_SPEED, 1 << 16, 4);
        row[ROM_BUNDLE_ENTRY_RESIDENCY] = i < 2   ? ROM_BUNDLE_ENTRY_CORE
                                          : i < 4 ? ROM_BUNDLE_ENTRY_LEVEL
                                                  : ROM_BUNDLE_ENTRY_FETCHED;
    }
}

static void begin_character(uint32_t form, uint32_t idle) {
    image_begin(&b, rom_memory, sizeof rom_memory, 1, 0x10000);
    add_skeleton();
    for (uint32_t i = 0; i < CLIPS; i++) add_clip(i, form, skeleton_hash);
    add_bundle("bundle/orc", idle);
    CHECK(b.used <= sizeof b.data && b.count <= IMAGE_CHUNKS);
}

static void open_manager(void) {
    static const uint32_t tags[] = {ROM_TAG_CLIP, ROM_TAG_SKELETON, ROM_TAG_BUNDLE};
    ox_files_config file_config = {.handles = 1, .requests = 8};
    ox_manager_config config = {.records = 16,
                                .types = 4,
                                .stack_bytes = 8192,
                                .cache_bytes = 6144,
                                .scratch_bytes = 512,
                                .latency = LATENCY,
                                .miss = OX_MISS_REFUSE};
    rom_image image;
    rom_error error = {ROM_OK, 0, ""};
    CHECK_EQ(rom_open(b.image, image_finish(&b), &image, &error), ROM_OK);
    ox_arena_init(&arena, memory, sizeof memory);
    ox_arena_init(&log_arena, log_memory, sizeof log_memory);
    CHECK(ox_log_init(&log_lines, NULL, &log_arena, 16, 96));
    CHECK_EQ(ox_files_init(&files, &file_config, &arena), OX_OK);
    ox_images_init(&images, &log_lines);
    CHECK_EQ(ox_images_add(&images, &image, "cart", 0), OX_OK);
    CHECK_EQ(ox_manager_init(&m, &config, &images, &files, &arena, &log_lines), OX_OK);
    for (uint32_t i = 0; i < ox_stand_in_count; i++) {
        for (uint32_t k = 0; k < 3; k++) {
            if (ox_stand_in_types[i].tag == tags[k])
                CHECK_EQ(ox_manager_register(&m, &ox_stand_in_types[i]), OX_OK);
        }
    }
}

static ox_status open_clips(ox_clips *c, uint32_t budget) {
    ox_clips_setup setup = {
        .manager = &m, .bundle = rom_id("bundle/orc"), .budget = budget, .arena = &arena, .log = &log_lines};
    return ox_clips_open(c, &setup);
}

static void one_tick(uint32_t tick) {
    ox_manager_tick(&m, tick);
    ox_files_pump(&files, 4096);
    ox_files_tick(&files, tick);
    ox_clips_tick(&clips);
}

/* Bytes of clips that the manager has memory for. */
static uint32_t bytes_in_memory(void) {
    uint32_t bytes = 0;
    for (ox_resource_handle h = ox_manager_next(&m, (ox_resource_handle){0}); h.bits != 0;
         h = ox_manager_next(&m, h)) {
        const ox_manager_record *r = ox_manager_record_of(&m, h);
        if (r->type == ROM_TAG_CLIP && r->state != OX_RESOURCE_DISPOSED) bytes += r->size;
    }
    return bytes;
}

static uint32_t records_used(void) {
    uint32_t count = 0;
    for (ox_resource_handle h = ox_manager_next(&m, (ox_resource_handle){0}); h.bits != 0;
         h = ox_manager_next(&m, h))
        count++;
    return count;
}

/* ---- poses by hand ---- */

/* Whether a joint stands at sample `sample` of a clip, or (clip CLIPS) at rest. */
static bool stands(const rom_clip_joint *joint, uint32_t number, uint32_t clip, uint32_t sample) {
    if (clip == CLIPS || number % 2 == 0) {
        return joint->rotation.w == Q30_ONE && joint->translation[0] == 0 && joint->scale[2] == FX_ONE &&
               joint->translation[1] == (fx)((number + 1) << 16) && joint->translation[2] == 0;
    }
    uint8_t row[ROW];
    sample_at(clip, sample, number / 2, row);
    for (uint32_t k = 0; k < 3; k++) {
        if (joint->translation[k] != (fx)rom_u32(row + 16 + 4 * k) || joint->scale[k] != FX_ONE) return false;
    }
    const q30 part[4] = {joint->rotation.x, joint->rotation.y, joint->rotation.z, joint->rotation.w};
    for (uint32_t k = 0; k < 4; k++) {
        if (part[k] != (q30)(rom_u32(row + 4 * k) << 14)) return false;
    }
    return true;
}

static bool pose_is(const rom_clip_joint *pose, uint32_t clip, uint32_t sample) {
    for (uint32_t i = 0; i < JOINTS; i++) {
        if (!stands(&pose[i], i, clip, sample)) return false;
    }
    return true;
}

/* One pose of an entry at sample 1, held to what is there. */
static ox_clip_shown show(uint32_t number) {
    rom_clip_joint pose[JOINTS];
    memset(pose, 0xAA, sizeof pose);
    uint32_t idle = clips.counts.idle, bind = clips.counts.bind;
    ox_clip_shown shown = ox_clips_pose(&clips, number, FX_ONE, pose);
    uint32_t clip = number == CLIPS ? 5 : number;
    CHECK((shown == OX_CLIP_SHOWN) == ox_clips_is_there(&clips, number));
    CHECK(pose_is(pose, shown == OX_CLIP_SHOWN ? clip : shown == OX_CLIP_IDLE ? 0 : CLIPS, 1));
    CHECK_EQ(clips.counts.idle - idle, shown == OX_CLIP_IDLE);
    CHECK_EQ(clips.counts.bind - bind, shown == OX_CLIP_BIND);
    return shown;
}

/* ---- residency ---- */

/* Three fighters choose among all names for 3,000 ticks; each shows a pose in each. */
static void play_in_any_order(uint32_t budget, bool gaps, uint32_t *shown, uint32_t *poses) {
    struct {
        uint32_t number, until;
    } fighter[3] = {{0, 0}, {0, 0}, {0, 0}};
    rng32 random = rng32_seed(7, 0);
    bool seen[CLIPS + 1] = {false};
    for (int i = 0; i < 3; i++) CHECK_EQ(ox_clips_take(&clips, 0), OX_OK);
    for (uint32_t tick = 1; tick <= 3000; tick++) {
        for (int i = 0; i < 3; i++) {
            if (tick < fighter[i].until) continue;
            ox_clips_give(&clips, fighter[i].number);
            fighter[i].number = rng_below(&random, CLIPS + 1);
            fighter[i].until = tick + 2 + rng_below(&random, 12);
            ox_status status = ox_clips_take(&clips, fighter[i].number);
            CHECK(status == OX_OK || status == OX_EMPTY || status == OX_OVER_BUDGET ||
                  (status == OX_OUT_OF_MEMORY && gaps)); /* between those in use; tried again */
        }
        one_tick(tick);
        for (int i = 0; i < 3; i++) {
            bool there = show(fighter[i].number) == OX_CLIP_SHOWN;
            seen[fighter[i].number] |= there;
            *shown += there;
            ++*poses;
        }
        CHECK_EQ(bytes_in_memory(), clips.used);
        CHECK(clips.used <= budget && clips.peak <= budget);
    }
    for (int i = 0; i < 3; i++) ox_clips_give(&clips, fighter[i].number);
    for (int i = 0; i <= CLIPS; i++) CHECK(seen[i]);
}

TEST(resource_clips_in_any_order_stay_in_the_budget) {
    static const uint32_t forms[] = {PACKED, PACKED | LEVEL_LIFE};
    uint32_t resident = 0, all = 0, largest = clip_bytes(5); /* 4 frames */
    for (uint32_t i = 0; i < CLIPS; i++) {
        all += clip_bytes(i);
        if (i < 4) resident += clip_bytes(i);
    }
    for (int f = 0; f < 2; f++) {
        uint32_t budget = resident + 2 * largest, shown = 0, poses = 0;
        begin_character(forms[f], name_id(0));
        open_manager();
        CHECK_EQ(open_clips(&clips, budget), OX_OK);
        CHECK_EQ(clips.used, clip_bytes(0) + clip_bytes(1));
        CHECK_EQ(ox_clips_enter_level(&clips), OX_OK);
        CHECK_EQ(ox_clips_enter_level(&clips), OX_ALREADY_THERE);
        CHECK_EQ(clips.used, resident);
        ox_manager_phase(&m, OX_PHASE_PLAY);
        play_in_any_order(budget, (forms[f] & LEVEL_LIFE) != 0, &shown, &poses);
        CHECK(clips.used == resident && clips.peak == budget && bytes_in_memory() == resident);
        CHECK(clips.counts.idle == poses - shown && clips.counts.bind == 0 && clips.counts.over_budget > 0);
        CHECK(clips.counts.fetches > 300 && clips.counts.fetches == clips.counts.drops);
        CHECK_EQ(files.costs.stalls, 0);
        TEST_INFO("%u bytes of clips within %u: %u of %u poses are the clip's own, %u fetches", (unsigned)all,
                  (unsigned)budget, (unsigned)shown, (unsigned)poses, (unsigned)clips.counts.fetches);
        ox_clips_leave_level(&clips);
        CHECK_EQ(bytes_in_memory(), clip_bytes(0) + clip_bytes(1));
        ox_clips_close(&clips);
        CHECK(bytes_in_memory() == 0 && records_used() == 0);
        CHECK_EQ(ox_manager_shutdown(&m, NULL, NULL), 0);
    }
}

/* What lies plainly in the image is there at once and costs no memory. */
TEST(resource_clips_in_place_need_no_budget) {
    uint32_t shown = 0, poses = 0;
    begin_character(0, 0);
    open_manager();
    CHECK_EQ(open_clips(&clips, 0), OX_OK);
    CHECK_EQ(ox_clips_enter_level(&clips), OX_OK);
    ox_manager_phase(&m, OX_PHASE_PLAY);
    play_in_any_order(0, false, &shown, &poses);
    CHECK(shown == poses && clips.peak == 0 && records_used() == 0 && clips.counts.fetches == 0);
    ox_clips_close(&clips);
    CHECK_EQ(ox_manager_shutdown(&m, NULL, NULL), 0);
}

TEST(resource_clips_budget_refuses_and_waits) {
    size_t used;
    uint32_t core = clip_bytes(0) + clip_bytes(1), level = clip_bytes(2) + clip_bytes(3);
    begin_character(PACKED, name_id(0));
    open_manager();
    used = ox_arena_used(&arena);
    const ox_clips_setup none = {
        .manager = &m, .bundle = rom_id("bundle/none"), .budget = 4096, .arena = &arena};
    CHECK_EQ(ox_clips_open(&clips, &none), OX_NOT_FOUND);
    CHECK_EQ(open_clips(&clips, core - 1), OX_OVER_BUDGET);
    CHECK(records_used() == 0 && ox_arena_used(&arena) == used && clips.manager == NULL);
    CHECK_EQ(open_clips(&clips, core + level - 1), OX_OK);
    CHECK_EQ(ox_clips_enter_level(&clips), OX_OVER_BUDGET);
    CHECK(clips.used == core && bytes_in_memory() == core && !clips.in_level);
    ox_clips_close(&clips);
    CHECK_EQ(open_clips(&clips, core + clip_bytes(5)), OX_OK);
    ox_manager_phase(&m, OX_PHASE_PLAY);
    CHECK_EQ(ox_clips_enter_level(&clips), OX_BAD_STATE); /* play is no time for it */
    CHECK_EQ(bytes_in_memory(), core);
    CHECK_EQ(ox_clips_take(&clips, 5), OX_EMPTY);
    CHECK_EQ(ox_clips_take(&clips, CLIPS), OX_EMPTY); /* the same clip by its other name */
    CHECK_EQ(ox_clips_take(&clips, 6), OX_OVER_BUDGET);
    CHECK(show(5) == OX_CLIP_IDLE && show(6) == OX_CLIP_IDLE);
    for (uint32_t tick = 1; tick <= LATENCY; tick++) one_tick(tick);
    CHECK(show(5) == OX_CLIP_SHOWN && show(CLIPS) == OX_CLIP_SHOWN && show(6) == OX_CLIP_IDLE);
    ox_clips_give(&clips, 5);
    CHECK(show(CLIPS) == OX_CLIP_SHOWN); /* it has another user */
    ox_clips_give(&clips, CLIPS);
    CHECK(!ox_clips_is_there(&clips, 5) && bytes_in_memory() == core);
    for (uint32_t tick = 10; tick <= 11 + LATENCY; tick++) one_tick(tick); /* room for the one that waits */
    CHECK(show(6) == OX_CLIP_SHOWN);
    ox_clips_give(&clips, 6);
    CHECK_EQ(ox_clips_take(&clips, CLIPS + 1), OX_BAD_ARGUMENT);
    ox_clips_give(&clips, 6); /* once too often */
    CHECK_EQ(test_assertions(), OX_DEBUG ? 2 : 0);
    CHECK(ox_clips_find(&clips, name_id(7)) == 7 && ox_clips_find(&clips, 1) == OX_CLIPS_NONE);
    CHECK_EQ(show(OX_CLIPS_NONE), OX_CLIP_IDLE);
    ox_clips_close(&clips);
    CHECK_EQ(records_used(), 0);
}

/* One given back before it came, and one that two characters wait for. */
TEST(resource_clips_shared_by_two_characters) {
    static ox_clips other;
    begin_character(PACKED, 0);
    open_manager();
    CHECK(open_clips(&clips, 4096) == OX_OK && open_clips(&other, 4096) == OX_OK);
    ox_manager_phase(&m, OX_PHASE_PLAY);
    uint32_t core = bytes_in_memory();
    CHECK_EQ(ox_clips_take(&clips, 7), OX_EMPTY);
    CHECK_EQ(ox_clips_take(&other, 7), OX_EMPTY);
    ox_clips_give(&other, 7); /* leaves it to the first */
    CHECK_EQ(ox_clips_take(&other, 8), OX_EMPTY);
    ox_clips_give(&other, 8);
    CHECK_EQ(bytes_in_memory(), core + clip_bytes(7));
    CHECK_EQ(show(7), OX_CLIP_BIND);
    for (uint32_t tick = 1; tick <= LATENCY; tick++) one_tick(tick);
    CHECK_EQ(show(7), OX_CLIP_SHOWN);
    CHECK_EQ(ox_clips_take(&other, 7), OX_OK); /* it is there */
    ox_clips_give(&clips, 7);
    CHECK(ox_clips_is_there(&other, 7) && bytes_in_memory() == core + clip_bytes(7));
    ox_clips_close(&other);
    CHECK_EQ(bytes_in_memory(), core);
    ox_clips_close(&clips);
    CHECK_EQ(records_used(), 0);
}

/* ---- refusals ---- */

static uint32_t log_lines_with(const char *words) {
    uint32_t found = 0;
    for (uint32_t age = 0; ox_log_recent(&log_lines, age) != NULL; age++)
        found += strstr(ox_log_recent(&log_lines, age), words) != NULL;
    return found;
}

TEST(resource_clips_of_another_skeleton_are_refused) {
    static const char *const missing = "skeleton/none";
    begin_character(PACKED, name_id(0));
    b.count -= CLIPS + 1; /* the clips and the bundle anew */
    b.used = b.chunks[b.count].at;
    for (uint32_t i = 0; i < CLIPS; i++) {
        if (i != 6)
            add_clip(i, i == 9 ? 0 : PACKED, i == 1 || i == 4 || i == 9 ? skeleton_hash ^ 1 : skeleton_hash);
        if (i == 7) b.data[b.chunks[b.count - 1].at + 1 + ROM_CLIP_SAMPLES]++; /* a sample too many */
    }
    add_bundle("bundle/orc", name_id(0));
    open_manager();
    CHECK_EQ(open_clips(&clips, 8192), OX_OK); /* without core clip 1 */
    CHECK(clips.used == clip_bytes(0) && clips.counts.refused == 1 && show(1) == OX_CLIP_IDLE);
    ox_manager_phase(&m, OX_PHASE_PLAY);
    CHECK_EQ(ox_clips_take(&clips, 4), OX_EMPTY);
    CHECK_EQ(ox_clips_take(&clips, 6), OX_NOT_FOUND);
    CHECK_EQ(ox_clips_take(&clips, 7), OX_EMPTY);
    CHECK_EQ(ox_clips_take(&clips, 9), OX_BAD_DATA); /* in place: seen at once */
    for (uint32_t tick = 1; tick < 10; tick++) {
        one_tick(tick);
        CHECK(show(4) == OX_CLIP_IDLE && show(6) == OX_CLIP_IDLE && show(7) == OX_CLIP_IDLE &&
              show(9) == OX_CLIP_IDLE);
    }
    CHECK(clips.counts.refused == 5 && clips.used == clip_bytes(0) && bytes_in_memory() == clip_bytes(0));
    CHECK_EQ(log_lines_with("made for another skeleton"), 3);
    CHECK_EQ(ox_clips_take(&clips, 4), OX_BAD_DATA); /* stays refused */
    for (uint32_t i = 4; i < 10; i++) {
        if (i == 4 || i == 6 || i == 7 || i == 9) ox_clips_give(&clips, i);
    }
    ox_clips_give(&clips, 4);
    ox_clips_close(&clips);
    CHECK_EQ(records_used(), 0);
    begin_character(PACKED, 0);
    image_put(b.data + b.chunks[b.count - 1].at + ROM_BUNDLE_SKELETON, rom_id(missing), 4);
    open_manager();
    CHECK_EQ(open_clips(&clips, 8192), OX_NOT_FOUND);
    CHECK(records_used() == 0 && log_lines_with("skeleton") == 1);
}

/* ---- the plain form ---- */

/* Written, read through the manager at each sample's time, written again: the same bytes. */
TEST(resource_clips_plain_samples_come_back) {
    static uint8_t first[512], second[512];
    rom_error error = {ROM_OK, 0, ""};
    begin_character(PACKED, 0);
    open_manager();
    CHECK_EQ(open_clips(&clips, 8192), OX_OK);
    CHECK_EQ(ox_clips_joints(&clips), JOINTS);
    for (uint32_t clip = 0; clip < CLIPS; clip++) {
        rom_clip_joint pose[JOINTS];
        put_clip(first, clip, skeleton_hash);
        CHECK_EQ(rom_check_chunk(ROM_TAG_CLIP, first, clip_bytes(clip), &error), ROM_OK);
        memcpy(second, first, ROM_CLIP_SIZE + 4);
        CHECK_EQ(ox_clips_take(&clips, clip), OX_OK); /* loading: at once */
        for (uint32_t sample = 0; sample <= frames_of(clip); sample++) {
            CHECK_EQ(ox_clips_pose(&clips, clip, (fx)(sample << 16), pose), OX_CLIP_SHOWN);
            CHECK(pose_is(pose, clip, sample));
            for (uint32_t k = 0; k < MOVED; k++) {
                const rom_clip_joint *joint = &pose[rom_clip_joint_number(first, k)];
                const q30 part[4] = {joint->rotation.x, joint->rotation.y, joint->rotation.z,
                                     joint->rotation.w};
                uint8_t *row = second + ROM_CLIP_SIZE + 4 + (sample * MOVED + k) * ROW;
                for (uint32_t n = 0; n < 4; n++) image_put(row + 4 * n, (uint32_t)(part[n] / 16384), 4);
                for (uint32_t n = 0; n < 3; n++)
                    image_put(row + 16 + 4 * n, (uint32_t)joint->translation[n], 4);
            }
        }
        CHECK(memcmp(first, second, clip_bytes(clip)) == 0);
        ox_clips_give(&clips, clip);
    }
    static const uint32_t wrong[] = {0, 1, 2, 4, 5}; /* 2 frames have 3 samples, or 2 when they loop */
    for (uint32_t i = 0; i < 5; i++) {
        put_clip(first, 0, skeleton_hash);
        image_put(first + ROM_CLIP_SAMPLES, wrong[i], 4);
        CHECK_EQ(rom_check_chunk(ROM_TAG_CLIP, first, clip_bytes(0), &error), ROM_BAD_CHUNK);
    }
    put_clip(first, 0, skeleton_hash);
    first[ROM_CLIP_FLAGS] = ROM_CLIP_LOOPS;
    CHECK_EQ(rom_check_chunk(ROM_TAG_CLIP, first, clip_bytes(0), &error), ROM_BAD_CHUNK);
    image_put(first + ROM_CLIP_SAMPLES, 2, 4);
    image_put(first + ROM_CLIP_SAMPLE_COUNT, 2 * MOVED * 7, 4);
    CHECK_EQ(rom_check_chunk(ROM_TAG_CLIP, first, clip_bytes(0), &error), ROM_OK);
    ox_clips_close(&clips);
}

/* ---- life ---- */

LIFE_ROW(ox_clips, open, open_clips(it, 4096), ox_clips_close(it), (void)!ox_clips_take(it, 0))

TEST(resource_clips_end_clear) {
    const life_bench bench = {&arena, NULL};
    begin_character(0, name_id(0));
    open_manager();
    CHECK(life_is_led(&LIFE_OF(ox_clips), &bench));
}
