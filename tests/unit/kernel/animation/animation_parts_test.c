/* Poses as chains of joints: places to and from a joint, models of rigid parts, clips of other skeletons. */
#include "fixedmath/random.h"
#include "kernel/animation/blend.h"
#include "kernel/animation/skin.h"
#include "tests/unit/kernel/animation/animation_chunks.h"

static _Alignas(16) uint8_t skeleton[4096], other_skeleton[4096], clip[32768], skin_bytes[1024],
    frame_bytes[16384];
static sqt local[64], global[64], before[64];

static quat any_turn(rng32 *random) {
    return q4_from_euler((euler16){(ang16)rng_below(random, 65536), (ang16)rng_below(random, 65536),
                                   (ang16)rng_below(random, 65536)});
}

/* ANI-010: transforms and matrices lead to each other, and chains of both end at one place; how many bytes they take. */
TEST(animation_poses_and_matrices_agree) {
    rng32 random = rng32_seed(61, 0);
    FX_STATIC_ASSERT(sizeof(sqt) == 32 && sizeof(ox_pose_packed) == 16 && sizeof(sqt_packed) == 14,
                     "what joints take at work, kept and sent");
    int worst = 0;
    for (int i = 0; i < 1000; i++) {
        sqt chain[4], all, back;
        mat34 product = m34_identity();
        for (int k = 0; k < 4; k++) {
            chain[k] = (sqt){{(fx)rng_below(&random, 131072) - 65536, (fx)rng_below(&random, 131072) - 65536,
                              (fx)rng_below(&random, 131072) - 65536},
                             any_turn(&random),
                             FX_ONE};
            const mat34 m = sqt_to_m34(&chain[k]);
            CHECK(sqt_from_m34(&m, &back));
            CHECK(back.t.x == chain[k].t.x && back.t.y == chain[k].t.y && back.t.z == chain[k].t.z);
            const mat34 again = sqt_to_m34(&back);
            for (int n = 0; n < 12; n++) CHECK_NEAR(again.m[n / 4][n % 4], m.m[n / 4][n % 4], 4);
            product = k == 0 ? m : m34_mul(&product, &m);
            all = k == 0 ? chain[k] : sqt_mul(&all, &chain[k]);
        }
        const mat34 as_matrix = sqt_to_m34(&all);
        for (int n = 0; n < 12; n++) {
            const int off = as_matrix.m[n / 4][n % 4] - product.m[n / 4][n % 4];
            worst = (off < 0 ? -off : off) > worst ? (off < 0 ? -off : off) : worst;
        }
    }
    TEST_INFO("chains of four differ by %d/65536 at most", worst);
    CHECK(worst <= 4);
}

/* ANI-013: a shoulder moves its arm alone; a point goes from a joint to its parent and back; a leaf stands where the product of all above it leads. */
TEST(animation_places_go_to_joints_and_back) {
    static const int8_t parents[8] = {-1, 0, 1, 2, 3, 1, 5, 6};
    vec3 places[8];
    rng32 random = rng32_seed(71, 0);
    for (int i = 0; i < 8; i++)
        places[i] = (vec3){(fx)rng_below(&random, 40000), (fx)rng_below(&random, 40000),
                           (fx)rng_below(&random, 40000)};
    (void)make_skeleton(skeleton, parents, places, 8);
    for (int round = 0; round < 200; round++) {
        ox_pose_bind(skeleton, local);
        for (int i = 0; i < 8; i++) local[i].q = any_turn(&random);
        ox_pose_global(skeleton, local, global);
        sqt product = sqt_mul(&local[0], &local[1]);
        product = sqt_mul(&product, &local[2]);
        product = sqt_mul(&product, &local[3]);
        product = sqt_mul(&product, &local[4]);
        CHECK_NEAR(product.t.x, global[4].t.x, 4);
        CHECK_NEAR(product.t.y, global[4].t.y, 4);
        CHECK_NEAR(product.t.z, global[4].t.z, 4);
        CHECK(q4_angle(product.q, global[4].q) < 4096);
        const vec3 p = {(fx)rng_below(&random, 65536), (fx)rng_below(&random, 65536),
                        (fx)rng_below(&random, 65536)};
        sqt back;
        CHECK(sqt_inverse(&local[4], &back));
        const vec3 up = sqt_point(&local[4], p), down = sqt_point(&back, up);
        CHECK_NEAR(down.x, p.x, 2);
        CHECK_NEAR(down.y, p.y, 2);
        CHECK_NEAR(down.z, p.z, 2);
        memcpy(before, global, sizeof before);
        const sqt kept = local[6];
        local[2].q = any_turn(&random); /* the shoulder of the first arm */
        ox_pose_global(skeleton, local, global);
        for (int i = 0; i < 8; i++)
            CHECK_EQ(memcmp(&global[i], &before[i], sizeof *global) != 0, i >= 2 && i <= 4);
        CHECK_EQ(memcmp(&kept, &local[6], sizeof kept), 0);
    }
}

/* ---- rigid parts ---- */

enum { PARTS = 15, UPPER_RIGHT = 2, LOWER_RIGHT = 3, HAND_RIGHT = 4 };

/* Pelvis, torso, right arm, left arm, head, right leg, left leg. */
static const int8_t humanoid[PARTS] = {-1, 0, 1, 2, 3, 1, 5, 6, 1, 0, 9, 10, 0, 12, 13};
static const vec3 stand[PARTS] = {{0, FX(1), 0},           {0, FX(0.2), 0},   {FX(0.25), FX(0.3), 0},
                                  {0, FX(-0.3), 0},        {0, FX(-0.25), 0}, {FX(-0.25), FX(0.3), 0},
                                  {0, FX(-0.3), 0},        {0, FX(-0.25), 0}, {0, FX(0.4), 0},
                                  {FX(0.1), FX(-0.1), 0},  {0, FX(-0.42), 0}, {0, FX(-0.4), 0},
                                  {FX(-0.1), FX(-0.1), 0}, {0, FX(-0.42), 0}, {0, FX(-0.4), 0}};

/* A mesh of a triangle for each part, about its joint; the second corner of the upper arm and the first of the lower one are both at the elbow. */
static int16_t positions[PARTS * 9];
static uint16_t indices[PARTS * 3];
static rs_submesh part;
static rs_mesh mesh, posed;
static ox_skin skin;
static ox_arena arena;
static ox_frame_memory frame;

/* `influences` 1: each part hangs on its joint; 2: the two corners at the elbow hang half on each. */
static void make_parts(uint32_t influences) {
    const uint32_t rows = ROM_SKIN_SIZE, runs = rows + PARTS * ROM_SKIN_JOINT_SIZE,
                   run_count = influences == 1 ? PARTS : 1, data = runs + run_count * ROM_SKIN_RUN_SIZE,
                   data_bytes = influences == 1 ? 0 : PARTS * 9, bytes = (data + data_bytes + 3) & ~3u;
    vec3 at[PARTS];
    part = (rs_submesh){.triangle_count = PARTS, .vertex_count = PARTS * 3};
    mesh = (rs_mesh){.positions = positions,
                     .indices = indices,
                     .parts = &part,
                     .vertex_count = PARTS * 3,
                     .triangle_count = PARTS,
                     .part_count = 1,
                     .exponent = 3};
    for (int i = 0; i < PARTS; i++) {
        at[i] = humanoid[i] < 0 ? stand[i] : v3_adds(at[humanoid[i]], stand[i]);
        const vec3 corner[3] = {at[i],
                                i + 1 < PARTS && humanoid[i + 1] == i
                                    ? v3_adds(at[i], stand[i + 1])
                                    : v3_adds(at[i], (vec3){0, FX(-0.1), 0}),
                                v3_adds(at[i], (vec3){FX(0.05), FX(-0.05), FX(0.02)})};
        for (int k = 0; k < 9; k++) {
            const fx *axis = k % 3 == 0 ? &corner[k / 3].x : k % 3 == 1 ? &corner[k / 3].y : &corner[k / 3].z;
            positions[9 * i + k] = (int16_t)(*axis / 8);
        }
    }
    for (uint32_t i = 0; i < PARTS * 3; i++) indices[i] = (uint16_t)i;
    chunk_begin(skin_bytes, bytes, ROM_SKIN_SIZE);
    chunk_put(skin_bytes + ROM_SKIN_SKELETON_HASH, rom_u32(skeleton + ROM_SKELETON_HASH), 4);
    chunk_put(skin_bytes + ROM_SKIN_VERTICES, PARTS * 3, 4);
    chunk_put(skin_bytes + ROM_SKIN_JOINT_COUNT, PARTS, 4);
    chunk_put(skin_bytes + ROM_SKIN_JOINTS_AT, rows, 4);
    chunk_put(skin_bytes + ROM_SKIN_RUNS, run_count, 4);
    chunk_put(skin_bytes + ROM_SKIN_RUNS_AT, runs, 4);
    chunk_put(skin_bytes + ROM_SKIN_DATA_BYTES, data_bytes, 4);
    chunk_put(skin_bytes + ROM_SKIN_DATA_AT, data_bytes == 0 ? 0 : data, 4);
    for (uint32_t i = 0; i < PARTS; i++) {
        skin_bytes[rows + i * ROM_SKIN_JOINT_SIZE] = (uint8_t)i;
        chunk_put(skin_bytes + rows + i * ROM_SKIN_JOINT_SIZE + ROM_SKIN_JOINT_REACH, FX_ONE, 4);
    }
    for (uint32_t i = 0; i < run_count; i++) {
        uint8_t *run = skin_bytes + runs + i * ROM_SKIN_RUN_SIZE;
        chunk_put(run, influences == 1 ? 3 : PARTS * 3, 2);
        run[ROM_SKIN_RUN_INFLUENCES] = (uint8_t)influences;
        run[ROM_SKIN_RUN_JOINT] = (uint8_t)(influences == 1 ? i : 0);
    }
    for (uint32_t i = 0; i < PARTS * 3 && influences == 2; i++) {
        uint8_t *row = skin_bytes + data + i * 3;
        const bool is_elbow = i == UPPER_RIGHT * 3 + 1 || i == LOWER_RIGHT * 3;
        row[0] = (uint8_t)(is_elbow ? UPPER_RIGHT : i / 3);
        row[1] = (uint8_t)(is_elbow ? LOWER_RIGHT : i / 3);
        row[2] = (uint8_t)(is_elbow ? 128 : 255);
    }
    CHECK(chunk_is_sound(ROM_TAG_SKIN, skin_bytes, bytes));
    CHECK(ox_skin_open(&skin, skin_bytes, skeleton, &mesh));
}

static vec3 corner_at(uint32_t i) {
    const int16_t *p = posed.positions + 3 * i;
    return (vec3){posed.offset.x + p[0] * (1 << posed.exponent),
                  posed.offset.y + p[1] * (1 << posed.exponent),
                  posed.offset.z + p[2] * (1 << posed.exponent)};
}

static void pose_parts(void) {
    ox_frame_memory_begin(&frame);
    ox_pose_global(skeleton, local, global);
    CHECK_EQ(ox_skin_pose(&skin, global, false, &frame, &posed), OX_OK);
}

/* ANI-014: an upper arm takes the rest of its arm along, rigidly, and nothing else; a matrix a part; bent at the elbow it gapes, and a skin does not. */
TEST(animation_rigid_parts_move_as_wholes) {
    (void)make_skeleton(skeleton, humanoid, stand, PARTS);
    ox_arena_init(&arena, frame_bytes, sizeof frame_bytes);
    CHECK(ox_frame_memory_init(&frame, &arena, 12288, 1));
    make_parts(1);
    CHECK_EQ(rom_u32(skin_bytes + ROM_SKIN_RUNS), PARTS); /* a part, a run, a matrix */
    ox_pose_bind(skeleton, local);
    ox_pose_global(skeleton, local, before);
    rng32 random = rng32_seed(81, 0);
    for (int round = 0; round < 100; round++) {
        ox_pose_bind(skeleton, local);
        local[UPPER_RIGHT].q = any_turn(&random);
        pose_parts();
        for (int i = 0; i < PARTS; i++) {
            const bool is_arm = i >= UPPER_RIGHT && i <= HAND_RIGHT;
            if (!is_arm) CHECK_EQ(memcmp(&global[i], &before[i], sizeof *global), 0);
        }
        for (int i = UPPER_RIGHT; i <= HAND_RIGHT; i++)
            for (int k = i; k <= HAND_RIGHT; k++)
                CHECK_NEAR(v3_distance(global[i].t, global[k].t), v3_distance(before[i].t, before[k].t), 2);
        const sqt lower = sqt_mul(&global[UPPER_RIGHT], &local[LOWER_RIGHT]);
        CHECK(v3_distance(lower.t, global[LOWER_RIGHT].t) <= 3);
    }
    ox_pose_bind(skeleton, local);
    local[LOWER_RIGHT].q = q4_from_axis_angle((dir30){Q30_ONE, 0, 0}, 0x40000000u);
    local[LOWER_RIGHT].t.y = FX(-0.33); /* the lower part is mounted a little away, as parts are */
    pose_parts();
    const fx gap = v3_distance(corner_at(UPPER_RIGHT * 3 + 1), corner_at(LOWER_RIGHT * 3));
    make_parts(2);
    pose_parts();
    CHECK(gap > FX(0.02));
    CHECK(v3_distance(corner_at(UPPER_RIGHT * 3 + 1), corner_at(LOWER_RIGHT * 3)) <= 2 << posed.exponent);
}

/* ---- clips of other skeletons ---- */

static void swing(uint32_t sample, uint32_t joint, fx n[7]) {
    const quat q = about_z((int)(3 * sample + joint));
    n[2] = (fx)(q.z / 16384);
    n[3] = (fx)(q.w / 16384);
    n[4] = (fx)(joint * 3000);
    n[5] = (fx)(joint * 7000 + (joint == 0 ? sample * 500 : 0));
}

/* Names of joints are 0x1000 + 7 i: a skeleton with three leaves more has them behind. */
static const int8_t body[33] = {-1, 0,  1,  2, 3,  4,  5,  6, 6,  6,  6, 6,  3,  12, 13, 14, 14,
                                14, 14, 14, 3, 20, 21, 21, 0, 24, 25, 0, 27, 28, 22, 29, 26};

/* ANI-029: a clip of 30 joints moves those of a skeleton of 33 alike, and three stay as they were bound; a joint in the middle of a limb has to be there. */
TEST(animation_clips_move_skeletons_of_others) {
    vec3 places[33];
    uint8_t map[64];
    fx hips;
    uint32_t missing;
    for (int i = 0; i < 33; i++) places[i] = (vec3){i * 3000, i * 7000, 0};
    (void)make_skeleton(skeleton, body, places, 30);
    (void)make_skeleton(other_skeleton, body, places, 33);
    CHECK(chunk_is_sound(ROM_TAG_SKELETON, other_skeleton,
                         ROM_SKELETON_SIZE + 33 * (ROM_JOINT_SIZE + ROM_JOINT_NAME_SIZE)));
    uint32_t bytes = make_clip(clip, skeleton, 20, true, 30, swing);
    CHECK(bytes <= sizeof clip && chunk_is_sound(ROM_TAG_CLIP, clip, bytes));
    CHECK(!rom_clip_fits(clip, other_skeleton));
    rom_error fault;
    chunk_put(clip + ROM_CLIP_CHANNEL_COUNT, 29 * 7, 2); /* a pose of fewer joints than it says */
    CHECK(rom_check_chunk(ROM_TAG_CLIP, clip, bytes, &fault) != ROM_OK);
    chunk_put(clip + ROM_CLIP_CHANNEL_COUNT, 30 * 7, 2);
    CHECK(ox_pose_match(other_skeleton, skeleton, clip, map, &hips, &missing));
    CHECK_EQ(hips, FX_ONE);
    for (fx time = 0; time < 20 << 16; time += 40000) {
        ox_pose_bind(skeleton, local);
        ox_pose_sample(clip, time, local, 30);
        ox_pose_bind(other_skeleton, global);
        memcpy(before, global, sizeof before);
        ox_pose_sample_as(clip, &(ox_pose_map){map, hips}, time, global, 33);
        CHECK_EQ(memcmp(local, global, 30 * sizeof *local), 0);
        CHECK_EQ(memcmp(before + 30, global + 30, 3 * sizeof *local), 0);
    }
    /* without joint 3, on which both arms hang, there is no such clip; without a leaf there is */
    static const int8_t short_body[29] = {-1, 0,  1,  1,  3, 4,  5,  5,  5, 5,  5,  1, 11, 12, 13,
                                          13, 13, 13, 13, 1, 19, 20, 20, 0, 23, 24, 0, 26, 27};
    (void)make_skeleton(other_skeleton, short_body, places, 29);
    for (uint32_t i = 3; i < 29; i++) { /* joints 3.. have the names of 4.. */
        chunk_put(other_skeleton + ROM_SKELETON_SIZE + i * ROM_JOINT_SIZE, joint_name(i + 1), 4);
        chunk_put(other_skeleton + ROM_SKELETON_SIZE + 29 * ROM_JOINT_SIZE + i * ROM_JOINT_NAME_SIZE,
                  joint_name(i + 1), 4);
    }
    CHECK(!ox_pose_match(other_skeleton, skeleton, clip, map, &hips, &missing));
    CHECK_EQ(missing, joint_name(3));
    (void)make_skeleton(other_skeleton, body, places, 29); /* the last toe is missing */
    uint8_t *flags = skeleton + ROM_SKELETON_SIZE + 29 * ROM_JOINT_SIZE + ROM_JOINT_FLAGS;
    CHECK(!ox_pose_match(other_skeleton, skeleton, clip, map, &hips, &missing));
    CHECK_EQ(missing, joint_name(29));
    *flags = ROM_JOINT_LEAF;
    CHECK(ox_pose_match(other_skeleton, skeleton, clip, map, &hips, &missing));
}
