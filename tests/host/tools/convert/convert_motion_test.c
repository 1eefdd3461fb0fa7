/* Skeletons and motions of real files on their way into chunks, played with the console's own functions. */
#include <math.h>

#include "rom/clip.h"
#include "rom/records.h"
#include "tests/host/tools/convert/converted_asset.h"
#include "tools/import/load/load.h"
#include "tools/import/model/rig.h"

static converted_asset made, skeleton;

static const char *const files[] = {"../shared/data/models/robot.glb", "../shared/data/models/guyanim.iqm",
                                    "../shared/data/models/greenman.glb"};

/* A skeleton and its plain clip: each sample is the scene's own pose. */
TEST(convert_clip_plain_samples_are_the_scene) {
    bool there = true;
    for (int f = 0; f < 3 && there; f++) {
        import_scene scene;
        import_rig_pose poses[IMPORT_RIG_JOINTS];
        bool ok = convert_asset_file(&skeleton, "skeleton", files[f], "", &there);
        if (!there) break;
        if (!ok) test_fail(__FILE__, __LINE__, skeleton.error.text, 0, 1);
        converted_check(&skeleton);
        CHECK(
            convert_asset_file(&made, "clip", files[f], "tolerance=0 rate=20 loop=off skeleton=it", &there));
        converted_check(&made);
        CHECK(rom_clip_fits(made.chunk.data, skeleton.chunk.data));
        CHECK_EQ(converted_u32(&made, ROM_CLIP_SAMPLES), converted_u32(&made, ROM_CLIP_FRAMES) + 1);
        CHECK(import_scene_load(files[f], NULL, 1, &scene, NULL));
        import_rig *rig = import_rig_make(files[f], &scene, NULL, NULL);
        CHECK(rig != NULL);
        if (rig == NULL) break;
        CHECK_EQ(rig->count, converted_u32(&skeleton, ROM_SKELETON_JOINT_COUNT));
        uint32_t frames = converted_u32(&made, ROM_CLIP_FRAMES);
        double worst = 0;
        for (uint32_t i = 0; i <= frames; i += 3) {
            CHECK(import_rig_at(&(import_rig_moving){files[f], &scene, rig, &scene.animations[0]},
                                scene.animations[0].duration * i / frames, poses, NULL));
            for (uint32_t j = 0; j < rom_clip_joints(made.chunk.data); j++) {
                rom_clip_joint joint;
                uint32_t number = rom_clip_joint_number(made.chunk.data, j);
                rom_clip_at(made.chunk.data, j, (fx)(i << 16), &joint);
                for (int k = 0; k < 3; k++)
                    worst = fmax(worst, fabs(joint.translation[k] / 65536.0 - poses[number].translation[k]));
                const q30 parts[4] = {joint.rotation.x, joint.rotation.y, joint.rotation.z, joint.rotation.w};
                double dot = 0;
                for (int k = 0; k < 4; k++) dot += parts[k] / 1073741824.0 * poses[number].rotation[k];
                worst = fmax(worst, 1 - fabs(dot));
            }
        }
        CHECK(worst < 3e-5);
        TEST_INFO("%s; %s", skeleton.companions.notes->text, made.companions.notes->text);
        free(rig);
        import_scene_free(&scene);
        converted_free(&made);
        converted_free(&skeleton);
    }
    if (!there) test_skip("no ../shared/data");
}

TEST(convert_clip_compressed_keeps_its_tolerance) {
    static const double tolerances[] = {0.0005, 0.002, 0.01};
    bool there = true;
    size_t last = 0;
    for (int f = 0; f < 2 && there; f++) {
        for (int t = 0; t < 3 && there; t++) {
            char options[60];
            double metres = -1;
            snprintf(options, sizeof options, "tolerance=%g loop=on", tolerances[t]);
            bool ok = convert_asset_file(&made, "clip", files[f], options, &there);
            if (!there) break;
            if (!ok) {
                test_fail(__FILE__, __LINE__, made.error.text, 0, 1);
                break;
            }
            converted_check(&made);
            CHECK_EQ(made.chunk.data[ROM_CLIP_FORM], ROM_CLIP_COMPRESSED);
            const pack_companion_text *note = made.companions.notes;
            while (note->next != NULL) note = note->next;
            TEST_INFO("%s", note->text);
            const char *at = strstr(note->text, "at most ");
            CHECK(at != NULL && (metres = atof(at + 8)) <= tolerances[t]);
            CHECK(t == 0 || made.chunk.size < last);
            last = made.chunk.size;
            converted_free(&made);
        }
    }
    if (!there) test_skip("no ../shared/data");
}

/* The note of a clip names the joint that is off most, and the frame; the more may be off, the fewer bytes there are. */
TEST(convert_clip_tells_its_worst_joint) {
    static const double tolerances[] = {0.0005, 0.002, 0.01};
    size_t last = SIZE_MAX;
    for (int t = 0; t < 3; t++) {
        char options[80];
        double metres = 0;
        unsigned frame;
        char joint[24];
        bool there;
        snprintf(options, sizeof options, "animation=walk tolerance=%g", tolerances[t]);
        CHECK(convert_asset_file(&made, "clip", "rom/carts/examples/motion/robot.oxs", options, &there) &&
              there);
        const pack_companion_text *note = made.companions.notes;
        while (note->next != NULL) note = note->next;
        const char *at = strstr(note->text, "at most ");
        CHECK(at != NULL &&
              sscanf(at, "at most %lf m (joint `%23[^`]`, frame %u)", &metres, joint, &frame) == 3);
        CHECK(metres > 0 && metres <= tolerances[t] && frame <= 30);
        CHECK(strstr(joint, ".L") != NULL || strstr(joint, ".R") != NULL || strcmp(joint, "aerial") == 0);
        CHECK(made.chunk.size < last);
        last = made.chunk.size;
        converted_free(&made);
    }
}

/* A file of motions alone belongs to the skeleton of another file. */
TEST(convert_clip_without_names_is_bound_by_numbers) {
    bool there;
    bool ok = convert_asset_file(&skeleton, "skeleton", "../shared/data/models/guy.iqm", "", &there);
    if (!there) {
        test_skip("no ../shared/data");
        return;
    }
    CHECK(ok && convert_asset_file(&made, "clip", files[1], "bind=guy.iqm skeleton=it", &there));
    CHECK_EQ(made.error.text[0], 0);
    CHECK(rom_clip_fits(made.chunk.data, skeleton.chunk.data));
    CHECK_EQ(rom_clip_joints(made.chunk.data), converted_u32(&skeleton, ROM_SKELETON_JOINT_COUNT));
    CHECK_EQ(converted_u32(&made, ROM_CLIP_SKELETON), rom_id("skeleton/it"));
    converted_free(&made);
    converted_free(&skeleton);
}

TEST(convert_clip_of_another_skeleton_is_told_apart) {
    bool there;
    bool ok = convert_asset_file(&skeleton, "skeleton", "../shared/data/models/guy.iqm", "", &there);
    if (!there) {
        test_skip("no ../shared/data");
        return;
    }
    CHECK(ok && convert_asset_file(&made, "clip", files[0], "animation=1", &there));
    CHECK(!rom_clip_fits(made.chunk.data, skeleton.chunk.data));
    converted_free(&made);
    converted_free(&skeleton);
    CHECK(!convert_asset_file(&made, "clip", files[0], "animation=nothing", &there));
    CHECK(strstr(made.error.text, "there is no `nothing`"));
    converted_free(&made);
    CHECK(!convert_asset_file(&made, "clip", files[0], "bind=guy.iqm", &there)); /* no joint in common */
    converted_free(&made);
    CHECK(!convert_asset_file(&made, "clip", files[0], "tolerance=0.0000001", &there));
    CHECK(strstr(made.error.text, "are the least"));
    converted_free(&made);
    CHECK(!convert_asset_file(&made, "skeleton", "../shared/data/models/spot.obj", "", &there));
    CHECK(strstr(made.error.text, "no skin"));
    converted_free(&made);
}

/* Rotations in 6 bytes are within a hundredth of a degree. */
TEST(rom_clip_rotations_of_48_bits) {
    uint32_t seed = 77;
    double worst = 0;
    for (int i = 0; i < 10000; i++) {
        double q[4], length = 0;
        for (int k = 0; k < 4; k++) {
            seed = seed * 1664525u + 1013904223u;
            q[k] = (double)(seed >> 8) / 8388608 - 1;
            length += q[k] * q[k];
        }
        uint32_t largest = 0, bits[3], n = 0;
        for (int k = 0; k < 4; k++) q[k] /= sqrt(length);
        for (uint32_t k = 1; k < 4; k++) largest = fabs(q[k]) > fabs(q[largest]) ? k : largest;
        double sign = q[largest] < 0 ? -1 : 1;
        for (uint32_t k = 0; k < 4; k++) {
            if (k != largest) bits[n++] = (uint32_t)(floor(q[k] * sign * sqrt(2) * 16383 + 0.5) + 16383);
        }
        uint64_t all =
            (uint64_t)bits[0] | (uint64_t)bits[1] << 15 | (uint64_t)bits[2] << 30 | (uint64_t)largest << 45;
        uint8_t key[6];
        for (int k = 0; k < 6; k++) key[k] = (uint8_t)(all >> (8 * k));
        quat back = rom_clip_rotation(key);
        const double parts[4] = {back.x / 1073741824.0, back.y / 1073741824.0, back.z / 1073741824.0,
                                 back.w / 1073741824.0};
        double square = 0;
        for (int k = 0; k < 4; k++) square += (parts[k] - q[k] * sign) * (parts[k] - q[k] * sign);
        worst = fmax(worst, 4 * asin(sqrt(square) / 2) * 57.29577951308232);
    }
    TEST_INFO("largest error %.5f degrees", worst);
    CHECK(worst <= 0.01);
}

/* Numbers of keys are divided without a division: to the same bits. */
TEST(rom_clip_numbers_of_keys_are_exact) {
    uint32_t seed = 5, wrong = 0;
    for (uint32_t bits = 0; bits < 32768; bits++) {
        const uint64_t all =
            (uint64_t)bits | (uint64_t)16383 << 15 | (uint64_t)16383 << 30 | (uint64_t)3 << 45;
        uint8_t key[6];
        for (int k = 0; k < 6; k++) key[k] = (uint8_t)(all >> (8 * k));
        const int64_t value = ((int64_t)bits - 16383) * 759250125;
        wrong += rom_clip_rotation(key).x != (value + (value < 0 ? -8191 : 8191)) / 16383;
    }
    CHECK_EQ(wrong, 0);
    static const uint32_t ranges[] = {0,      1,      65534,      65535,      65536,
                                      131069, 131070, 0x7FFFFFFF, 0xFFFFFFFE, UINT32_MAX};
    for (uint32_t i = 0; i < 100000; i++) {
        uint8_t track[24] = {0}, key[6] = {0};
        seed = seed * 1664525u + 1013904223u;
        const uint32_t range = i < 10 * 1000 ? ranges[i % 10] : seed >> (i % 20),
                       part = i % 3 == 0 ? 65535 - i / 3 % 8 : seed >> 16;
        const int64_t low = (int32_t)(seed * 7u) / 2;
        for (int k = 0; k < 4; k++) {
            track[k] = (uint8_t)((uint32_t)low >> (8 * k));
            track[12 + k] = (uint8_t)(range >> (8 * k));
        }
        key[0] = (uint8_t)part;
        key[1] = (uint8_t)(part >> 8);
        const int64_t value = low + ((int64_t)range * part + 32767) / 65535;
        wrong += rom_clip_component(track, key, 0) != (value > INT32_MAX ? INT32_MAX : (fx)value);
    }
    CHECK_EQ(wrong, 0);
}

/* A clip of a range of frames equals that part of the whole clip. */
TEST(convert_clip_frames_are_a_part_of_the_animation) {
    static converted_asset part;
    bool there;
    bool ok = convert_asset_file(&made, "clip", files[0], "tolerance=0 rate=20 loop=off", &there);
    if (!there) {
        test_skip("no ../shared/data");
        return;
    }
    CHECK(ok &&
          convert_asset_file(&part, "clip", files[0], "tolerance=0 rate=20 loop=off frames=4,11", &there));
    converted_check(&part);
    CHECK_EQ(converted_u32(&part, ROM_CLIP_FRAMES), 7);
    CHECK_EQ(converted_u32(&part, ROM_CLIP_SAMPLES), 8);
    CHECK(rom_clip_joints(part.chunk.data) == rom_clip_joints(made.chunk.data));
    int32_t worst = 0;
    for (uint32_t i = 0; i < 8; i++) {
        for (uint32_t j = 0; j < rom_clip_joints(part.chunk.data); j++) {
            rom_clip_joint a, b;
            rom_clip_at(part.chunk.data, j, (fx)(i << 16), &a);
            rom_clip_at(made.chunk.data, j, (fx)((i + 4) << 16), &b);
            for (int k = 0; k < 3; k++) {
                int32_t off = a.translation[k] - b.translation[k];
                worst = off > worst ? off : -off > worst ? -off : worst;
            }
        }
    }
    CHECK(worst <= 1); /* the two ways of computing the times differ by an ulp */
    converted_free(&part);
    CHECK(!convert_asset_file(&part, "clip", files[0], "frames=4,4", &there) &&
          strstr(part.error.text, "frames"));
    converted_free(&part);
    CHECK(!convert_asset_file(&part, "clip", files[0], "frames=4,60000", &there));
    converted_free(&part);
    converted_free(&made);
}

/* ---- bundles ---- */

TEST(convert_bundle_of_a_list) {
    static const char list[] =
        "# what an orc does\nstand orc-idle core\ndie orc-death fetched fade-in=0.25 speed=1.5\n"
        "climb orc-climb level fade-out=1\n";
    CHECK(convert_asset_text(&made, "bundle", list, "skeleton=orc idle=stand"));
    converted_check(&made);
    CHECK(converted_u32(&made, ROM_BUNDLE_COUNT) == 3 &&
          converted_u32(&made, ROM_BUNDLE_IDLE) == rom_id("stand") &&
          converted_u32(&made, ROM_BUNDLE_SKELETON) == rom_id("skeleton/orc"));
    for (uint32_t i = 0; i < 3; i++) {
        const uint8_t *row =
            made.chunk.data + converted_u32(&made, ROM_BUNDLE_AT) + i * ROM_BUNDLE_ENTRY_SIZE;
        bool die = rom_u32(row) == rom_id("die"), climb = rom_u32(row) == rom_id("climb");
        CHECK_EQ(rom_u32(row + ROM_BUNDLE_ENTRY_CLIP), rom_id(die     ? "clip/orc-death"
                                                              : climb ? "clip/orc-climb"
                                                                      : "clip/orc-idle"));
        CHECK_EQ(row[ROM_BUNDLE_ENTRY_RESIDENCY], die     ? ROM_BUNDLE_ENTRY_FETCHED
                                                  : climb ? ROM_BUNDLE_ENTRY_LEVEL
                                                          : ROM_BUNDLE_ENTRY_CORE);
        CHECK_EQ(rom_u32(row + ROM_BUNDLE_ENTRY_SPEED), die ? 98304 : 65536);
        CHECK_EQ(rom_u16(row + ROM_BUNDLE_ENTRY_FADE_IN), die ? 1024 : 0);
        CHECK_EQ(rom_u16(row + ROM_BUNDLE_ENTRY_FADE_OUT), climb ? 4096 : 0);
    }
    converted_free(&made);
}

TEST(convert_bundle_names_its_faults) {
    static const char *const faults[][3] = {
        {"a b core\na c core\n", "", "it.txt:2: `a` stands in the bundle already"},
        {"a b\n", "", "is wanted"},
        {"a b often\n", "", "core|level|fetched"},
        {"a b core fade-in=16\n", "", "fade-in is 0 to 15 seconds"},
        {"a b core speed=fast\n", "", "is not a number"},
        {"a b core\n", "idle=rest", "the bundle has no motion `rest`"},
    };
    for (size_t i = 0; i < sizeof faults / sizeof faults[0]; i++) {
        CHECK(!convert_asset_text(&made, "bundle", faults[i][0], faults[i][1]));
        CHECK(strstr(made.error.text, faults[i][2]) != NULL);
        if (strstr(made.error.text, faults[i][2]) == NULL) TEST_INFO("%s", made.error.text);
        converted_free(&made);
    }
}
