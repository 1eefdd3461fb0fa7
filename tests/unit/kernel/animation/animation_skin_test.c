/* Tests of skinning: where vertices go, their weights, bounds, memory, and damaged images. */
#include "fixedmath/angle.h"
#include "fixedmath/random.h"
#include "kernel/animation/skin.h"
#include "tests/unit/kernel/animation/animation_chunks.h"
#include "tests/unit/kernel/memory/life.h"

enum { VERTICES = 24 };

static _Alignas(16) uint8_t skeleton[1024], chunk[512], frame_bytes[8192];
static int16_t positions[VERTICES * 3];
static int8_t normals[VERTICES * 4], faces[VERTICES * 4];
static uint16_t indices[VERTICES];
static rs_submesh part;
static rs_mesh mesh, posed;
static sqt local[8], global[8];
static ox_arena arena;
static ox_frame_memory frame;
static ox_skin skin;

static void make_frame(size_t bytes) {
    ox_arena_init(&arena, frame_bytes, sizeof frame_bytes);
    CHECK(ox_frame_memory_init(&frame, &arena, bytes, 1));
    ox_frame_memory_begin(&frame);
}

/* Makes a mesh of `count` vertices, with a triangle for every three. */
static void make_mesh(uint32_t count, int exponent, vec3 offset) {
    part = (rs_submesh){.triangle_count = count / 3, .vertex_count = count};
    mesh = (rs_mesh){.positions = positions,
                     .normals = normals,
                     .indices = indices,
                     .faces = faces,
                     .parts = &part,
                     .vertex_count = count,
                     .triangle_count = count / 3,
                     .part_count = 1,
                     .offset = offset,
                     .exponent = exponent,
                     .centre = offset};
    for (uint32_t i = 0; i < count; i++) indices[i] = (uint16_t)i;
}

static void put_vertex(uint32_t i, fx x, fx y, fx z) {
    const fx from[3] = {x - mesh.offset.x, y - mesh.offset.y, z - mesh.offset.z};
    for (int k = 0; k < 3; k++) positions[3 * i + (uint32_t)k] = (int16_t)(from[k] / (1 << mesh.exponent));
    normals[4 * i] = 127;
    normals[4 * i + 1] = normals[4 * i + 2] = normals[4 * i + 3] = 0;
}

static vec3 vertex(const rs_mesh *m, uint32_t i) {
    const int16_t *p = m->positions + 3 * i;
    return (vec3){m->offset.x + p[0] * (1 << m->exponent), m->offset.y + p[1] * (1 << m->exponent),
                  m->offset.z + p[2] * (1 << m->exponent)};
}

static bool turning; /* skins blend turns */

/* Makes a skin of one run of `count` vertices with these joints and weights (for one joint no weights). */
static uint32_t make_skin(uint32_t count, uint32_t influences, const uint8_t *joints, const uint8_t *weights,
                          fx reach) {
    uint32_t used = 4, rows = ROM_SKIN_SIZE, runs = rows + used * ROM_SKIN_JOINT_SIZE,
             data = runs + ROM_SKIN_RUN_SIZE, each = influences == 1 ? 0 : 2 * influences - 1;
    uint32_t bytes = (data + count * each + 3) & ~3u;
    chunk_begin(chunk, bytes, ROM_SKIN_SIZE);
    chunk_put(chunk + ROM_SKIN_SKELETON_HASH, rom_u32(skeleton + ROM_SKELETON_HASH), 4);
    chunk_put(chunk + ROM_SKIN_VERTICES, count, 4);
    chunk_put(chunk + ROM_SKIN_JOINT_COUNT, used, 4);
    chunk_put(chunk + ROM_SKIN_JOINTS_AT, rows, 4);
    chunk_put(chunk + ROM_SKIN_RUNS, 1, 4);
    chunk_put(chunk + ROM_SKIN_RUNS_AT, runs, 4);
    chunk_put(chunk + ROM_SKIN_DATA_BYTES, count * each, 4);
    chunk_put(chunk + ROM_SKIN_DATA_AT, each == 0 ? 0 : data, 4);
    chunk_put(chunk + ROM_SKIN_FLAGS, turning ? ROM_SKIN_TURNS : 0, 4);
    for (uint32_t i = 0; i < used; i++) {
        chunk[rows + i * ROM_SKIN_JOINT_SIZE] = (uint8_t)(i == 3 ? OX_JOINT_NONE : i);
        chunk_put(chunk + rows + i * ROM_SKIN_JOINT_SIZE + ROM_SKIN_JOINT_REACH, (uint32_t)reach, 4);
    }
    chunk_put(chunk + runs, count, 2);
    chunk[runs + ROM_SKIN_RUN_INFLUENCES] = (uint8_t)influences;
    chunk[runs + ROM_SKIN_RUN_JOINT] = influences == 1 ? joints[0] : 0;
    for (uint32_t i = 0; i < count && each > 0; i++) {
        memcpy(chunk + data + i * each, joints, influences);
        memcpy(chunk + data + i * each + influences, weights, influences - 1);
    }
    CHECK(chunk_is_sound(ROM_TAG_SKIN, chunk, bytes));
    CHECK(ox_skin_open(&skin, chunk, skeleton, &mesh));
    return bytes;
}

static void make_chain(void) {
    static const int8_t parents[3] = {-1, 0, 1};
    const vec3 places[3] = {{0, 0, 0}, {3 * FX_ONE, 3 * FX_ONE, 0}, {FX_ONE, 0, FX_ONE}};
    make_skeleton(skeleton, parents, places, 3);
    ox_pose_bind(skeleton, local);
    make_frame(4096);
}

static void pose(bool sides) {
    ox_frame_memory_begin(&frame);
    ox_pose_global(skeleton, local, global);
    CHECK_EQ(ox_skin_pose(&skin, global, sides, &frame, &posed), OX_OK);
}

/* The joint at (3, 3) goes to (15, 3) and turns by -90 degrees: (4, 6) is (1, 3) to it, and goes to (18, 2). */
TEST(animation_skin_moves_a_vertex_with_its_joint) {
    const uint8_t joints[1] = {1};
    make_chain();
    make_mesh(3, 4, (vec3){0, 0, 0});
    for (uint32_t i = 0; i < 3; i++) put_vertex(i, 4 * FX_ONE, 6 * FX_ONE, 0);
    make_skin(3, 1, joints, NULL, 4 * FX_ONE);
    local[1].t = (vec3){15 * FX_ONE, 3 * FX_ONE, 0};
    local[1].q = about_z(-90);
    pose(false);
    vec3 at = vertex(&posed, 0);
    int quantum = 1 << posed.exponent;
    CHECK_NEAR(at.x, 18 * FX_ONE, quantum);
    CHECK_NEAR(at.y, 2 * FX_ONE, quantum);
    CHECK_NEAR(at.z, 0, quantum);
    CHECK(posed.normals[0] == 0 && posed.normals[1] == -127 && posed.normals[2] == 0);
    mat34 k = ox_skin_matrix(&skin, global, 1);
    vec3 by_matrix = m34_point(&k, (vec3){4 * FX_ONE, 6 * FX_ONE, 0});
    CHECK_NEAR(by_matrix.x, 18 * FX_ONE, 2);
    CHECK_NEAR(by_matrix.y, 2 * FX_ONE, 2);
}

/* In the bind pose every matrix is the identity, and the mesh is unchanged; a vertex without a joint keeps its place
 * in any pose. */
TEST(animation_skin_in_the_bind_pose_changes_nothing) {
    const uint8_t joints[4] = {0, 2, 1, 3}, weights[3] = {100, 80, 50};
    rng32 random = rng32_seed(4, 1);
    make_chain();
    make_mesh(VERTICES, 2, (vec3){FX_ONE, 2 * FX_ONE, FX_ONE / 3});
    for (uint32_t i = 0; i < VERTICES; i++)
        put_vertex(i, FX_ONE + (fx)rng_below(&random, FX_ONE), 2 * FX_ONE + (fx)rng_below(&random, FX_ONE),
                   (fx)rng_below(&random, FX_ONE));
    make_skin(VERTICES, 4, joints, weights, 5 * FX_ONE);
    pose(false);
    for (uint32_t j = 0; j < 4; j++) {
        mat34 k = ox_skin_matrix(&skin, global, j), one = m34_identity();
        for (int r = 0; r < 3; r++) {
            for (int c = 0; c < 4; c++) CHECK_NEAR(k.m[r][c], one.m[r][c], 2);
        }
    }
    int quantum = 1 << (posed.exponent > mesh.exponent ? posed.exponent : mesh.exponent);
    for (uint32_t i = 0; i < VERTICES; i++) {
        vec3 was = vertex(&mesh, i), is = vertex(&posed, i);
        CHECK_NEAR(is.x, was.x, quantum);
        CHECK_NEAR(is.y, was.y, quantum);
        CHECK_NEAR(is.z, was.z, quantum);
        CHECK_EQ(memcmp(posed.normals + 4 * i, mesh.normals + 4 * i, 3), 0);
    }
    const uint8_t none[1] = {3};
    make_skin(VERTICES, 1, none, NULL, 5 * FX_ONE);
    for (int j = 0; j < 3; j++) local[j].q = about_z(77);
    pose(false);
    CHECK_NEAR(vertex(&posed, 5).x, vertex(&mesh, 5).x, quantum);
}

/* Two joints of equal weight, one still and one turning about the origin: the vertex is half way between both, which
 * shrinks the mesh. */
TEST(animation_skin_blends_two_joints) {
    static const struct {
        int degrees;
        double x, y;
    } rows[] = {{45, 0.8536, 0.3536}, {90, 0.5, 0.5}, {120, 0.25, 0.4330}, {180, 0, 0}};
    const uint8_t joints[2] = {0, 1}, weights[1] = {128};
    static const int8_t parents[3] = {-1, 0, 1};
    const vec3 places[3] = {{0, 0, 0}, {0, 0, 0}, {0, 0, 0}};
    make_skeleton(skeleton, parents, places, 3);
    make_frame(4096);
    make_mesh(3, 1, (vec3){0, 0, 0});
    for (uint32_t i = 0; i < 3; i++) put_vertex(i, FX_ONE - 2, 0, 0);
    make_skin(3, 2, joints, weights, 3 * FX_ONE / 2);
    ox_pose_bind(skeleton, local);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        local[1].q = about_z(rows[i].degrees);
        pose(false);
        vec3 at = vertex(&posed, 0);
        /* 128/255 is 0.00196 more than a half. */
        CHECK_NEAR(at.x, (fx)(rows[i].x * 65536), 280);
        CHECK_NEAR(at.y, (fx)(rows[i].y * 65536), 280);
        if (rows[i].degrees > 120) continue;
        const int8_t *n = posed.normals;
        CHECK_NEAR(n[0] * n[0] + n[1] * n[1] + n[2] * n[2], 127 * 127,
                   260); /* the normal has unit length within a step of 8 bits */
        CHECK_NEAR(n[1] * 65536 / n[0], (int)(rows[i].y / rows[i].x * 65536), 1800);
    }
}

/* Where every matrix keeps lengths, vertices of two joints go a shorter way, to the same bits as where a joint that none of them hangs on is of another size. */
TEST(animation_skin_goes_the_short_way_to_the_same_bits) {
    const uint8_t joints[2] = {1, 0};
    rng32 random = rng32_seed(9, 3);
    int16_t places[VERTICES * 3];
    int8_t sides[VERTICES * 4];
    make_chain();
    make_mesh(VERTICES, 4, (vec3){FX_ONE, FX_ONE / 2, 0});
    for (uint32_t round = 0; round < 200; round++) {
        const uint8_t weights[1] = {(uint8_t)rng_below(&random, 256)};
        for (uint32_t i = 0; i < VERTICES * 3; i++) positions[i] = (int16_t)(rng_below(&random, 8192) - 4096);
        for (uint32_t i = 0; i < VERTICES * 4; i++)
            normals[i] = (int8_t)(i % 4 == 3 ? 0 : (int)rng_below(&random, 255) - 127);
        make_skin(VERTICES, 2, joints, weights, 9 * FX_ONE);
        for (uint32_t j = 0; j < 2; j++)
            local[j].q = q4_mul(about_z((int)rng_below(&random, 360)),
                                q4_from_axis_angle((dir30){Q30_ONE, 0, 0}, rng_below(&random, UINT32_MAX)));
        local[2].t = V3_ZERO; /* its reach is within that of its parent */
        local[2].s = FX_ONE;
        pose(false);
        memcpy(places, posed.positions, sizeof places);
        memcpy(sides, posed.normals, sizeof sides);
        const vec3 offset = posed.offset;
        local[2].s = FX_ONE / 2;
        pose(false);
        CHECK(memcmp(&offset, &posed.offset, sizeof offset) == 0);
        CHECK(memcmp(places, posed.positions, sizeof places) == 0);
        CHECK(memcmp(sides, posed.normals, sizeof sides) == 0);
    }
}

/* ANI-047: where turns are blended half way between two joints is half the turn, as far from the joint as at rest, up to half a turn; one joint alone is rigid, and vertices that share joints and weights go as each would alone. */
TEST(animation_skin_that_turns_keeps_its_thickness) {
    const uint8_t joints[2] = {0, 1}, weights[1] = {128};
    static const int8_t parents[3] = {-1, 0, 1};
    const vec3 places[3] = {{0, 0, 0}, {FX_ONE, 0, 0}, {0, 0, 0}};
    make_skeleton(skeleton, parents, places, 3);
    make_frame(4096);
    make_mesh(6, 1, (vec3){FX_ONE, 0, 0});
    for (uint32_t i = 0; i < 6; i++) put_vertex(i, 2 * FX_ONE - 2, 0, 0);
    ox_pose_bind(skeleton, local);
    for (int degrees = 0; degrees <= 180; degrees += 5) {
        vec3 mean;
        local[1].q = about_z(degrees);
        turning = false;
        make_skin(6, 2, joints, weights, 5 * FX_ONE / 2);
        pose(false);
        mean = v3_sub(vertex(&posed, 0), (vec3){FX_ONE, 0, 0});
        turning = true;
        make_skin(6, 2, joints, weights, 5 * FX_ONE / 2);
        pose(false);
        const vec3 at = v3_sub(vertex(&posed, 0), (vec3){FX_ONE, 0, 0});
        CHECK_NEAR(v3_length(at), FX_ONE - 2, 8);
        if (degrees < 180)
            CHECK_NEAR((int16_t)atan2_16(at.y, at.x), degrees * 65536 / 720, 65536 * degrees / 180 / 400 + 2);
        if (degrees > 60) CHECK(v3_length(mean) < FX_ONE - FX_ONE / 16);
        for (uint32_t i = 1; i < 6; i++) CHECK(v3_equal(vertex(&posed, i), vertex(&posed, 0)));
        const int8_t *n = posed.normals;
        CHECK_NEAR(n[0] * n[0] + n[1] * n[1] + n[2] * n[2], 127 * 127, 260);
        chunk[rom_u32(chunk + ROM_SKIN_DATA_AT) + 3 * 2 + 2] =
            255; /* the third vertex hangs on the first joint alone */
        pose(false);
        CHECK_NEAR(vertex(&posed, 2).x, 2 * FX_ONE - 2, 4);
        CHECK_NEAR(vertex(&posed, 2).y, 0, 4);
        CHECK(v3_equal(v3_sub(vertex(&posed, 3), (vec3){FX_ONE, 0, 0}), at));
    }
    ox_frame_memory_begin(&frame);
    size_t passing;
    const size_t bytes = ox_skin_bytes(&skin, false, &passing);
    make_frame(bytes - 64);
    ox_pose_global(skeleton, local, global);
    CHECK_EQ(ox_skin_pose(&skin, global, false, &frame, &posed), OX_OUT_OF_MEMORY);
    turning = false;
}

/* A vertex of one joint alone moves rigidly, in each of the ways in which a skin may store it. */
TEST(animation_skin_of_whole_weight_is_rigid_bit_for_bit) {
    const uint8_t one[1] = {1}, two[2] = {1, 2}, four[4] = {1, 2, 0, 0}, weights[3] = {255, 0, 0};
    static int16_t first[VERTICES * 3];
    rng32 random = rng32_seed(8, 1);
    make_chain();
    make_mesh(VERTICES, 3, (vec3){2 * FX_ONE, FX_ONE, 0});
    for (uint32_t i = 0; i < VERTICES; i++)
        put_vertex(i, (fx)rng_below(&random, 3 * FX_ONE), (fx)rng_below(&random, 3 * FX_ONE),
                   (fx)rng_below(&random, 2 * FX_ONE));
    local[0].q = q4_from_euler((euler16){4000, 9000, 300});
    local[1].q = q4_from_euler((euler16){14000, 900, 22300});
    for (int form = 0; form < 3; form++) {
        make_skin(VERTICES,
                  form == 0   ? 1
                  : form == 1 ? 2
                              : 4,
                  form == 0   ? one
                  : form == 1 ? two
                              : four,
                  weights, 6 * FX_ONE);
        pose(false);
        if (form == 0) memcpy(first, posed.positions, sizeof first);
        CHECK_EQ(memcmp(first, posed.positions, sizeof first), 0);
    }
}

/* At any pose every vertex is within the sphere, and within 16 bits. */
TEST(animation_skin_bounds_hold_at_any_pose) {
    const uint8_t joints[4] = {0, 1, 2, 3}, weights[3] = {90, 70, 60};
    rng32 random = rng32_seed(12, 1);
    make_chain();
    make_mesh(VERTICES, 3, (vec3){2 * FX_ONE, FX_ONE, 0});
    for (uint32_t i = 0; i < VERTICES; i++)
        put_vertex(i, (fx)rng_below(&random, 3 * FX_ONE), (fx)rng_below(&random, 3 * FX_ONE),
                   (fx)rng_below(&random, 2 * FX_ONE));
    make_skin(VERTICES, 4, joints, weights, 6 * FX_ONE);
    for (int round = 0; round < 300; round++) {
        for (int j = 0; j < 3; j++) {
            local[j].q =
                q4_from_euler((euler16){(ang16)rng_below(&random, 65536), (ang16)rng_below(&random, 65536),
                                        (ang16)rng_below(&random, 65536)});
            local[j].s = (fx)(rng_below(&random, 3 * FX_ONE) + 1000);
            local[j].t = (vec3){(fx)rng_below(&random, 20 * FX_ONE), (fx)rng_below(&random, 20 * FX_ONE),
                                -(fx)rng_below(&random, 20 * FX_ONE)};
        }
        pose(true);
        CHECK(rs_mesh_valid(&posed));
    }
}

/* Normals of faces follow the corners; a triangle is turned by the joint that turns its parts. */
TEST(animation_skin_turns_faces) {
    const uint8_t joints[1] = {1};
    make_chain();
    make_mesh(3, 2, (vec3){FX_ONE, FX_ONE, 0});
    put_vertex(0, 0, 0, 0);
    put_vertex(1, 2 * FX_ONE, 0, 0);
    put_vertex(2, 0, 2 * FX_ONE, 0);
    make_skin(3, 1, joints, NULL, 6 * FX_ONE);
    faces[2] = 127;
    pose(true);
    CHECK(posed.faces[0] == 0 && posed.faces[1] == 0 && posed.faces[2] == 127);
    local[1].q = q4_from_axis_angle((dir30){Q30_ONE, 0, 0}, (ang32)1 << 30);
    pose(true);
    CHECK(posed.faces[0] == 0 && posed.faces[1] == -127 && posed.faces[2] == 0);
    pose(false);
    CHECK(posed.faces == mesh.faces);
}

/* With too little frame memory of any kind the mesh is drawn as it was bound, and no memory is taken. */
TEST(animation_skin_without_memory_is_as_it_was_bound) {
    const uint8_t joints[2] = {0, 1}, weights[1] = {100};
    make_chain();
    make_mesh(VERTICES, 2, (vec3){0, 0, 0});
    for (uint32_t i = 0; i < VERTICES; i++) put_vertex(i, (fx)i * 3000, FX_ONE, (fx)(i % 3) * 20000);
    make_skin(VERTICES, 2, joints, weights, 6 * FX_ONE);
    ox_pose_global(skeleton, local, global);
    size_t passing, wanted = ox_skin_bytes(&skin, true, &passing);
    for (size_t bytes = 16; bytes < wanted; bytes += 16) {
        make_frame(bytes);
        size_t before = ox_frame_memory_mark(&frame);
        if (ox_skin_pose(&skin, global, true, &frame, &posed) == OX_OK)
            continue; /* the estimated size is an upper bound */
        CHECK_EQ(ox_frame_memory_mark(&frame), before);
        CHECK(posed.positions == mesh.positions && posed.normals == mesh.normals &&
              posed.faces == mesh.faces);
    }
    make_frame(wanted);
    CHECK_EQ(ox_skin_pose(&skin, global, true, &frame, &posed), OX_OK);
    CHECK(ox_frame_memory_used(&frame) <= wanted - passing + 16);
}

TEST(animation_skins_of_others_are_refused) {
    const uint8_t joints[1] = {1};
    static const int8_t parents[3] = {-1, 0, 0};
    static _Alignas(16) uint8_t another[1024];
    const vec3 places[3] = {{0, 0, 0}, {0, 0, 0}, {0, 0, 0}};
    make_chain();
    make_mesh(3, 2, (vec3){0, 0, 0});
    make_skin(3, 1, joints, NULL, FX_ONE);
    make_skeleton(another, parents, places, 3);
    CHECK(!ox_skin_open(&skin, chunk, another, &mesh));
    CHECK(ox_skin_open(&skin, chunk, skeleton, &mesh));
    mesh.vertex_count = 2;
    CHECK(!ox_skin_open(&skin, chunk, skeleton, &mesh));
}

PLAIN_ROW(ox_skin, open, ox_skin_open(it, chunk, skeleton, &mesh) ? OX_OK : OX_BAD_DATA, OX_CLEAR(it))

TEST(animation_skins_end_clear) {
    static const life_bench bench = {&arena, NULL};
    const uint8_t joints[1] = {1};
    make_chain();
    make_mesh(3, 2, (vec3){0, 0, 0});
    make_skin(3, 1, joints, NULL, FX_ONE);
    CHECK(life_is_led(&LIFE_OF(ox_skin), &bench));
}

/* Damage in a skin is told with its vertex. */
TEST(animation_damaged_skins_are_refused) {
    const uint8_t joints[4] = {0, 1, 2, 3}, weights[3] = {90, 70, 60};
    rom_error error;
    make_chain();
    make_mesh(VERTICES, 2, (vec3){0, 0, 0});
    uint32_t bytes = make_skin(VERTICES, 4, joints, weights, FX_ONE),
             data = rom_u32(chunk + ROM_SKIN_DATA_AT), run = rom_u32(chunk + ROM_SKIN_RUNS_AT);
    const struct {
        uint32_t at, value;
        const char *words;
    } rows[] = {{data + 7 * 5 + 2, 4, "vertex 5 hangs on joint 4, which is not there"},
                {data + 7 * 3 + 4, 200, "the weights of vertex 3 are 330/255 together"},
                {run, VERTICES - 1, "hangs on no joint"},
                {run, VERTICES + 1, "runs of more than 24 vertices"},
                {run + 2, 3, "3 joints"},
                {run + 2, 2, "vertex 1 hangs on joint 90"}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        uint8_t before = chunk[rows[i].at];
        chunk[rows[i].at] = (uint8_t)rows[i].value;
        error.text[0] = 0;
        CHECK(rom_check_chunk(ROM_TAG_SKIN, chunk, bytes, &error) != ROM_OK);
        bool told = false;
        for (const char *at = error.text; *at != 0 && !told; at++)
            told = strncmp(at, rows[i].words, strlen(rows[i].words)) == 0;
        if (!told) TEST_INFO("%s", error.text);
        CHECK(told);
        chunk[rows[i].at] = before;
    }
    bytes = make_skin(VERTICES, 1, joints, NULL, FX_ONE);
    chunk[rom_u32(chunk + ROM_SKIN_RUNS_AT) + ROM_SKIN_RUN_JOINT] = 4;
    CHECK(rom_check_chunk(ROM_TAG_SKIN, chunk, bytes, &error) != ROM_OK);
}
