/* Clips of free tracks out of texts, played with the console's own functions; and cuts in clips of joints. */
#include <math.h>

#include "fixedmath/angle.h"
#include "rom/clip.h"
#include "rom/records.h"
#include "tests/host/tools/convert/converted_asset.h"

static converted_asset made;

static const uint8_t *text_clip(const char *text) {
    static const uint8_t none[ROM_CLIP_SIZE];
    if (!convert_asset(&made, "clip", "it.clip", text, strlen(text), ""))
        test_fail(__FILE__, __LINE__, made.error.text, 0, 1);
    else
        converted_check(&made);
    return made.error.text[0] != 0 ? none : made.chunk.data;
}

static rom_clip_value track_of(const uint8_t *clip, uint32_t track) {
    rom_clip_value t = {0};
    CHECK(rom_clip_value_track(clip, track, &t));
    return t;
}

/* Number `n` of a track at a time in frames. */
static int32_t number_at(const uint8_t *clip, uint32_t track, double frame, uint32_t n) {
    const rom_clip_value t = track_of(clip, track);
    int32_t values[ROM_CLIP_VALUES] = {0};
    if (t.count == 0) return INT32_MIN;
    CHECK(n < rom_clip_value_at(clip, &t, (fx)(frame * 65536), values));
    return values[n];
}

/* ANI-021: a cut shows nothing between its two keys, while the tracks beside it go on; each form hits its keys. */
TEST(convert_clip_cuts_show_nothing_between) {
    const uint8_t *clip = text_clip("frames 40\n"
                                    "track size 0:1 10:2 30!5 40:6\n"
                                    "track pitch 0:0 40:90\n"
                                    "track pos curve 0:0,1,2 10:3,1,0 30!-4,2,2 40:1,1,1\n"
                                    "track spin steps 0:0 10:90 30:-90\n"
                                    "track turn 0:0,0,0 10:90,0,0 30!-120,10,5 40:0,0,0\n");
    for (uint32_t i = 0; i < 1000; i++) {
        const double frame = 10 + i * 0.02;
        CHECK_EQ(number_at(clip, 0, frame, 0), FX(2));
        CHECK_EQ(number_at(clip, 2, frame, 0), FX(3));
        CHECK_EQ(number_at(clip, 3, frame, 0), 16384);
        CHECK_EQ(number_at(clip, 4, frame, 0), 16384);
        CHECK_NEAR(number_at(clip, 1, frame, 0), (int64_t)(frame * 16384 / 40), 1);
    }
    CHECK(number_at(clip, 0, 5, 0) == FX(1.5) && number_at(clip, 0, 35, 0) == FX(5.5));
    CHECK_EQ(number_at(clip, 0, 30, 0), FX(5));
    static const double pos[4][3] = {{0, 1, 2}, {3, 1, 0}, {-4, 2, 2}, {1, 1, 1}};
    static const int frames[] = {0, 10, 30, 40};
    for (uint32_t i = 0; i < 4; i++)
        for (uint32_t n = 0; n < 3; n++)
            CHECK_EQ(number_at(clip, 2, frames[i], n), (int32_t)(pos[i][n] * 65536));
    CHECK_EQ((int16_t)number_at(clip, 3, 30, 0), -16384);
    CHECK_NEAR((int16_t)number_at(clip, 4, 30, 0), ang_diff(0, ang16_from_degrees_fx(FX(-120))), 1);
    CHECK_NEAR((int16_t)number_at(clip, 4, 30, 1), ang16_from_degrees_fx(FX(10)), 1);
    converted_free(&made);
}

/* ANI-021: the last key of a loop leads to the first, and a cut at the first one is that behind the last. */
TEST(convert_clip_loops_come_round) {
    const uint8_t *clip =
        text_clip("loop\nframes 40\ntrack size 0:1 30:4\ntrack size 0!1 30:4\ntrack pitch 0:350 20:10\n");
    CHECK_EQ(number_at(clip, 0, 35, 0), FX(2.5));
    CHECK_EQ(number_at(clip, 1, 35, 0), FX(4));
    CHECK_EQ(number_at(clip, 1, 40, 0), FX(1));
    CHECK_NEAR((int16_t)number_at(clip, 2, 10, 0), 0, 1); /* the short way */
    converted_free(&made);
}

/* ANI-024: the vectors of cardinal splines; straight data stay straight; loops go on without a jump. */
TEST(convert_clip_curves_pass_their_keys) {
    static const double straight[] = {1, 1.25, 1.5, 1.75, 2}, rise[] = {0, 0.203125, 0.5, 0.796875, 1};
    const uint8_t *clip =
        text_clip("track orbit curve 0:0 4:1 8:2 12:3\ntrack orbit curve 0:0 4:0 8:1 12:1\n"
                  "track orbit curve 0:1 4:0 8:0 12:1\ntrack orbit curve tension=1 0:1 4:0 8:0 12:1\n");
    for (uint32_t i = 0; i < 5; i++) {
        CHECK_EQ(number_at(clip, 0, 4 + i, 0), (int32_t)(straight[i] * 65536));
        CHECK_EQ(number_at(clip, 1, 4 + i, 0), (int32_t)(rise[i] * 65536));
    }
    CHECK_EQ(number_at(clip, 2, 6, 0), FX(-0.125));
    CHECK_EQ(number_at(clip, 3, 6, 0), 0);
    for (uint32_t i = 0; i <= 12 * 16; i++)
        CHECK_NEAR(number_at(clip, 0, i / 16.0, 0), (int32_t)(i * 1024), 1);
    converted_free(&made);
    clip = text_clip("track orbit curve 0:0 2:1 8:4 12:6\n"); /* uneven keys of a straight line */
    for (uint32_t i = 0; i <= 12 * 16; i++)
        CHECK_NEAR(number_at(clip, 0, i / 16.0, 0), (int32_t)(i * 2048), 2);
    converted_free(&made);
    clip = text_clip("loop\nframes 40\ntrack orbit curve 0:0 10:3 20:1 30:2\n");
    int32_t last = number_at(clip, 0, 0, 0);
    for (uint32_t i = 1; i <= 2 * 40 * 64; i++) {
        const int32_t now = number_at(clip, 0, i / 64.0, 0);
        CHECK(abs(now - last) < FX(0.02));
        last = now;
    }
    CHECK_NEAR(number_at(clip, 0, 1.0 / 64, 0) + number_at(clip, 0, 40 - 1.0 / 64, 0),
               2 * number_at(clip, 0, 0, 0), 4);
    converted_free(&made);
}

static double degrees_of(int32_t angle) { return (int16_t)angle * 360.0 / 65536; }

/* ANI-022: nlerp where it is as near to slerp as is asked for, else slerp; half ways; no long ways, nothing divided by nothing. */
TEST(convert_clip_turns_choose_their_way) {
    const uint8_t *clip = text_clip("track turn 0:0,0,0 10:15,0,0 20:30,0,0\ntrack turn 0:0,0,0 10:120,0,0\n"
                                    "track turn 0:0,0,0 10:0,0,90\ntrack turn 0:0,0,0 10:90,0,0\n"
                                    "track turn 0:10,0,0 10:10,0,0 20:10.01,0,0\n");
    CHECK_EQ(track_of(clip, 0).form, ROM_CLIP_KEYS);
    CHECK_EQ(track_of(clip, 1).form, ROM_CLIP_GREAT);
    CHECK(fabs(degrees_of(number_at(clip, 2, 2.5, 2)) - 22.5) < 0.02); /* slerp is even */
    CHECK(fabs(degrees_of(number_at(clip, 3, 5, 0)) - 45) < 0.01);
    CHECK(fabs(degrees_of(number_at(clip, 1, 5, 0)) - 60) < 0.01);
    for (uint32_t i = 0; i <= 200; i++) CHECK(fabs(degrees_of(number_at(clip, 4, i / 10.0, 0)) - 10) < 0.02);
    converted_free(&made);
    clip = text_clip("within 20\ntrack turn 0:0,0,0 10:0,0,90\ntrack turn 0:170,0,0 10:-170,0,0\n");
    CHECK_EQ(track_of(clip, 0).form, ROM_CLIP_KEYS);
    CHECK(fabs(degrees_of(number_at(clip, 0, 2.5, 2)) - 2 * 10.79859) <
          0.02); /* nlerp: sin of half of it is 0.187366 */
    CHECK(fabs(fabs(degrees_of(number_at(clip, 1, 5, 0))) - 180) < 0.01);
    converted_free(&made);
    static const struct {
        double between, apart;
    } rows[] = {{30, 0.033}, {60, 0.268}, {90, 0.919}, {120, 2.23}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) /* what nlerp is off by, and with it the choice */
        for (int side = 0; side < 2; side++) {
            char text[120];
            snprintf(text, sizeof text, "within %.3f\ntrack turn 0:0,0,0 10:0,%g,0\n",
                     rows[i].apart * (side == 0 ? 0.95 : 1.05),
                     rows[i].between > 90 ? 90.0 : rows[i].between);
            if (rows[i].between > 90)
                snprintf(text, sizeof text, "within %.3f\ntrack turn 0:0,0,0 10:%g,0,0\n",
                         rows[i].apart * (side == 0 ? 0.95 : 1.05), rows[i].between);
            clip = text_clip(text);
            CHECK_EQ(track_of(clip, 0).form, side == 0 ? ROM_CLIP_GREAT : ROM_CLIP_KEYS);
            converted_free(&made);
        }
}

/* ANI-023: keys 0, 90, 120 and 180 degrees about one axis: the inner points, the way between, and the speed on both sides of a key. */
TEST(convert_clip_turns_on_curves) {
    static const double wanted[] = {90, 101.015625, 106.875, 111.796875, 120};
    const uint8_t *clip = text_clip("track turn curve 0:0,0,0 64:90,0,0 128:120,0,0 192:180,0,0\n"
                                    "track turn curve 0:0,0,0 64:50,20,10\n");
    const rom_clip_value t = track_of(clip, 0);
    CHECK_EQ(t.width, 8);
    for (uint32_t i = 1; i < 3; i++) {
        const uint8_t *inner = t.keys + (size_t)i * 32 + 16;
        const quat q = {rom_i32(inner), rom_i32(inner + 4), rom_i32(inner + 8), rom_i32(inner + 12)};
        CHECK(fabs(degrees_of(euler_from_q4(q).yaw) - (i == 1 ? 105 : 112.5)) < 0.01);
    }
    for (uint32_t i = 0; i < 5; i++)
        CHECK(fabs(degrees_of(number_at(clip, 0, 64 + 16 * i, 0)) - wanted[i]) < 0.01);
    CHECK(fabs(degrees_of(number_at(clip, 0, 0, 0))) < 0.01);
    CHECK(fabs(fabs(degrees_of(number_at(clip, 0, 192, 0))) - 180) < 0.01);
    const double before = degrees_of(number_at(clip, 0, 64, 0)) - degrees_of(number_at(clip, 0, 63, 0)),
                 behind = degrees_of(number_at(clip, 0, 65, 0)) - degrees_of(number_at(clip, 0, 64, 0));
    CHECK(fabs(before * 64 - 60) < 1.5 && fabs(behind * 64 - 60) < 1.5);
    for (uint32_t i = 0; i <= 64; i += 8) { /* inner points that are the keys: slerp */
        const quat p = q4_from_euler((euler16){0, 0, 0}),
                   q = q4_from_euler((euler16){ang16_from_degrees_fx(FX(50)), ang16_from_degrees_fx(FX(20)),
                                               ang16_from_degrees_fx(FX(10))});
        const euler16 angles = euler_from_q4(q4_slerp(p, q, i * 1024));
        CHECK_NEAR((int16_t)number_at(clip, 1, i, 0), (int16_t)angles.yaw, 2);
        CHECK_NEAR((int16_t)number_at(clip, 1, i, 1), (int16_t)angles.pitch, 2);
        CHECK_NEAR((int16_t)number_at(clip, 1, i, 2), (int16_t)angles.roll, 2);
    }
    converted_free(&made);
    clip =
        text_clip("loop\nframes 120\ntrack turn curve 0:0,0,0 40:120,0,0 80:240,0,0\n"); /* round and round */
    for (uint32_t i = 0; i <= 240; i++) {
        const double off = degrees_of(number_at(clip, 0, i, 0)) - 3.0 * i;
        CHECK(fabs(remainder(off, 360)) < 0.5);
    }
    converted_free(&made);
}

/* Colours go by their three parts; names, switches and whole numbers in steps; fields by component as well. */
TEST(convert_clip_values_of_all_kinds) {
    const uint8_t *clip =
        text_clip("object lamp\ntrack flare_colour 0:#FF0000 10:#00FF80\ntrack camera.fov 0:60 10:30\n"
                  "track camera.hides 0:off 4:on\ntrack camera.arms 0:sword 4:axe\nmark 3 Bang 7\nmark 1.5 "
                  "Over soon must\n");
    CHECK_EQ(number_at(clip, 0, 5, 0), 0x808040);
    CHECK_EQ(track_of(clip, 0).object, rom_id("lamp"));
    CHECK_EQ(track_of(clip, 1).component, rom_id("camera"));
    CHECK_EQ(number_at(clip, 1, 5, 0), FX(45));
    CHECK(number_at(clip, 2, 3.9, 0) == 0 && number_at(clip, 2, 4, 0) == 1);
    CHECK(number_at(clip, 3, 3.9, 0) == (int32_t)rom_id("sword") &&
          number_at(clip, 3, 4, 0) == (int32_t)rom_id("axe"));
    const uint8_t *mark = clip + rom_u32(clip + ROM_CLIP_TRIGGERS_AT);
    CHECK_EQ(converted_u32(&made, ROM_CLIP_TRIGGER_COUNT), 2);
    CHECK_EQ(rom_i32(mark + ROM_TRIGGER_TIME), FX(1.5));
    CHECK_EQ(mark[ROM_TRIGGER_FLAGS], ROM_TRIGGER_MUST);
    CHECK_EQ(rom_i32(mark + ROM_TRIGGER_SIZE + ROM_TRIGGER_ARGUMENT), 7);
    converted_free(&made);
}

TEST(convert_clip_text_faults_have_their_lines) {
    static const struct {
        const char *text, *says;
    } rows[] = {{"track nonsense 0:1\n", "it.clip:1"},
                {"rate 30\ntrack size 0:1 0:2\n", "it.clip:2"},
                {"track size 0:1,2\n", "it.clip:1"},
                {"track pos 0:1,2,3 5:1,2\n", "it.clip:1"},
                {"track size 5\n", "no key"},
                {"track size 0:-1\n", "range"},
                {"track turn 0:1,2\n", "3 are wanted"},
                {"track size curve tension=4 0:1\n", "tension"},
                {"track size\n", "wanted"},
                {"keys 0:1\n", "below a track"},
                {"frames 10\ntrack size 0:1 20:2\n", "frame 20"},
                {"lop\n", "did you mean `loop`"},
                {"mark 3 bang\n", "capital letter"},
                {"", "no track"},
                {"track camera.nothing 0:1\n", "camera.nothing"},
                {"track camera.state 0:1\n", "camera.state"},
                {"track size 0:1\nwait\n", "it.clip:2"},
                {"track size 0:1\nwait soon\n", "`soon` is no frame"},
                {"track size 0:1\nwait 3 answer\n", "capital letter"},
                {"track size 0:1\nwait 3 Answer 1.5\n", "no whole number"},
                {"track size 0:1\nwait 3 to=-1\n", "`-1` is no frame"},
                {"track size 0:1\nwait 3 for=never\n", "no number of seconds"},
                {"track size 0:1\nwait 3 Answer yes and no\n", "is wanted"},
                {"frames 5\ntrack size 0:1\nwait 3 to=9\n", "frame 9"},
                {"rate 500\n", "out of range"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        if (convert_asset(&made, "clip", "it.clip", rows[i].text, strlen(rows[i].text), "") ||
            strstr(made.error.text, rows[i].says) == NULL)
            test_fail(__FILE__, __LINE__, made.error.text, (int64_t)i, 0);
        converted_free(&made);
    }
    CHECK(!convert_asset(&made, "clip", "it.clip", "track size 0:1\n", 15, "rate=20"));
    CHECK(strstr(made.error.text, "rate") != NULL);
    converted_free(&made);
}

/* ANI-021: a cut in a clip of joints: the pose before it stands up to there, the joints on both sides of it move. */
TEST(convert_clip_joints_may_cut) {
    bool there;
    CHECK(convert_asset_file(&made, "clip", "rom/carts/examples/motion/robot.oxs",
                             "animation=walk cuts=12 skeleton=it", &there));
    converted_check(&made);
    const uint8_t *clip = made.chunk.data;
    uint32_t moved = 0;
    for (uint32_t j = 0; j < rom_clip_joints(clip); j++) {
        rom_clip_joint held, joint, before;
        rom_clip_at(clip, j, FX(11), &held);
        rom_clip_at(clip, j, FX(10.5), &before);
        for (uint32_t i = 0; i < 1000; i++) {
            rom_clip_at(clip, j, FX(11) + (fx)(i * 65), &joint);
            CHECK(memcmp(&joint, &held, sizeof held) == 0);
        }
        rom_clip_at(clip, j, FX(12), &joint);
        moved += memcmp(&joint, &held, sizeof held) != 0 && memcmp(&before, &held, sizeof held) != 0;
    }
    CHECK(moved > 2);
    converted_free(&made);
    CHECK(!convert_asset_file(&made, "clip", "rom/carts/examples/motion/robot.oxs",
                              "animation=walk cuts=9999 skeleton=it", &there));
    CHECK(strstr(made.error.text, "frames from 1") != NULL);
    converted_free(&made);
}

/* CAM-037: a camera of glTF that flies past three places: its place at each key, within a unit, and it looks along -Z of its object, at what it looks at in the file. */
TEST(convert_clip_cameras_of_gltf_look_ahead) {
    static const double places[3][3] = {{5, 4, 5}, {2.5, 3, 7}, {0, 1.8125, 7}};
    bool there;
    if (!convert_asset_file(&made, "clip", "rom/carts/examples/stage/fly.gltf", "animation=fly", &there))
        test_fail(__FILE__, __LINE__, made.error.text, there, 1);
    converted_check(&made);
    const uint8_t *clip = made.chunk.data;
    CHECK_EQ(rom_u32(clip + ROM_CLIP_FRAMES), 60);
    CHECK_EQ(track_of(clip, 0).object, rom_id("eye"));
    for (uint32_t i = 0; i < 3; i++) {
        vec3 at;
        for (uint32_t k = 0; k < 3; k++)
            CHECK_NEAR(number_at(clip, 0, 30 * i, k), (int32_t)(places[i][k] * 65536), 1);
        at = (vec3){number_at(clip, 0, 30 * i, 0), number_at(clip, 0, 30 * i, 1),
                    number_at(clip, 0, 30 * i, 2)};
        const euler16 turn = {(ang16)number_at(clip, 1, 30 * i, 0), (ang16)number_at(clip, 1, 30 * i, 1),
                              (ang16)number_at(clip, 1, 30 * i, 2)};
        const vec3 ahead = q4_rotate(q4_from_euler(turn), (vec3){0, 0, -FX_ONE}),
                   wanted = v3_normalize_or(v3_sub((vec3){0, FX(1.3125), 0}, at), V3_Z, NULL);
        CHECK(v3_length(v3_sub(ahead, wanted)) < 32);
        CHECK_NEAR((int16_t)turn.roll, 0, 4);
    }
    for (uint32_t i = 0; i <= 30; i++) /* between its keys it goes straight */
        CHECK_NEAR(number_at(clip, 0, i, 0), FX(5) - (int32_t)(i * 65536 * 2.5 / 30), 1);
    converted_free(&made);
    CHECK(!convert_asset_file(&made, "clip", "rom/carts/examples/stage/fly.gltf", "travel=x", &there));
    CHECK(strstr(made.error.text, "no joints") != NULL);
    converted_free(&made);
}
