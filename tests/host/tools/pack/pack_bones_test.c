/* Vertices that get bones, or fewer of them: bound by the packer, and drawn as they were. */
#define _XOPEN_SOURCE 700
#include "tools/pack/pack_bones.h"

#include <math.h>

#include "tests/host/tools/pack/packed_cart.h"

static double from_segment(const double *a, const double *b, const float *p) {
    double dot = 0, length = 0, square = 0;
    for (int k = 0; k < 3; k++) {
        dot += (b[k] - a[k]) * ((double)p[k] - a[k]);
        length += (b[k] - a[k]) * (b[k] - a[k]);
    }
    const double t = length > 0 ? fmin(1, fmax(0, dot / length)) : 0;
    for (int k = 0; k < 3; k++) {
        const double off = (double)p[k] - a[k] - t * (b[k] - a[k]);
        square += off * off;
    }
    return square;
}

/* An arm of three joints along x, and one aside. */
static void make_rig(import_rig *rig) {
    static const double at[4][3] = {{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {1, 1, 0}};
    static const int parents[4] = {-1, 0, 1, 1};
    memset(rig, 0, sizeof *rig);
    rig->count = 4;
    for (int i = 0; i < 4; i++) {
        rig->joints[i].parent = parents[i];
        rig->joints[i].name = "bone";
        for (int k = 0; k < 3; k++) {
            rig->joints[i].place[5 * k] = 1;
            rig->joints[i].place[4 * k + 3] = at[i][k];
        }
    }
}

/* ANI-049: each vertex hangs on the bone that is nearest to it, as a search over all says; those that an artist has bound stay; soft ones hang on two about a joint, with the sum 255. */
TEST(pack_bones_bind_to_the_nearest) {
    static import_rig rig;
    static import_vertex vertices[400];
    static const double at[4][3] = {{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {1, 1, 0}};
    import_model model = {.vertices = vertices, .vertex_count = 400, .skinned = true};
    static const double hand[3] = {2.5, 0, 0}, thumb[3] = {1, 1.5, 0}; /* leaves go on half as far */
    uint32_t counts[IMPORT_RIG_JOINTS], sum = 0;
    make_rig(&rig);
    for (int soft = 0; soft < 2; soft++) {
        for (int i = 0; i < 400; i++) {
            const float p[3] = {(float)(i % 20) * 0.13f - 0.3f, (float)(i / 20) * 0.07f - 0.2f, 0.1f};
            memset(&vertices[i], 0, sizeof vertices[i]);
            memcpy(vertices[i].position, p, sizeof p);
            vertices[i].joints[0] = IMPORT_RIG_NONE;
            vertices[i].weights[0] = 255;
        }
        vertices[7].joints[0] = 2;
        pack_bones_bind(&model, &rig, soft ? PACK_BIND_SOFT : PACK_BIND_NEAR, counts);
        CHECK_EQ(vertices[7].joints[0], 2);
        for (int i = 0; i < 400; i++) {
            const float *p = vertices[i].position;
            const double squares[4] = {from_segment(at[0], at[1], p),
                                       fmin(from_segment(at[1], at[2], p), from_segment(at[1], at[3], p)),
                                       from_segment(at[2], hand, p), from_segment(at[3], thumb, p)};
            uint32_t nearest = 0;
            for (uint32_t k = 1; k < 4; k++)
                if (squares[k] < squares[nearest]) nearest = k;
            if (i != 7) CHECK_EQ(vertices[i].joints[0], nearest);
            CHECK_EQ(vertices[i].weights[0] + vertices[i].weights[1] + vertices[i].weights[2] +
                         vertices[i].weights[3],
                     255);
            if (soft && vertices[i].weights[1] > 0)
                CHECK(squares[vertices[i].joints[1]] >= squares[nearest] &&
                      vertices[i].weights[0] >= vertices[i].weights[1]);
            sum += !soft ? vertices[i].weights[0] : 0;
        }
        CHECK(counts[0] + counts[1] + counts[2] + counts[3] == 400 && counts[0] > 0 && counts[3] > 0);
    }
    CHECK_EQ(sum, 400 * 255);
}

/* ANI-040: weights of the joints that are kept have the sum 255 again, what is over to those that lose most by rounding; one joint alone has all. */
TEST(pack_bones_keep_the_heaviest) {
    static const struct {
        uint8_t before[4];
        uint32_t most;
        uint8_t after[4];
    } rows[] = {{{100, 80, 50, 25}, 4, {100, 80, 50, 25}},
                {{100, 80, 50, 25}, 2, {142, 113, 0, 0}},
                {{100, 80, 50, 25}, 1, {255, 0, 0, 0}},
                {{128, 127, 0, 0}, 2, {128, 127, 0, 0}},
                {{85, 85, 85, 0}, 2, {128, 127, 0, 0}}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        import_vertex v = {.joints = {4, 3, 2, 1}};
        import_model model = {.vertices = &v, .vertex_count = 1};
        memcpy(v.weights, rows[i].before, 4);
        pack_bones_keep(&model, rows[i].most);
        CHECK_EQ(memcmp(v.weights, rows[i].after, 4), 0);
        for (int k = 1; k < 4; k++) CHECK_EQ(v.joints[k], v.weights[k] > 0 ? 4 - k : 0);
    }
}

/* ANI-040: what vertices that hang on eight joints lose when fewer are kept: the fewer, the more; four are near all. Weights fall off as an artist's do, each to half of the one before. */
TEST(pack_bones_lose_little_by_four) {
    double off[3] = {0, 0, 0};
    uint32_t seed = 7;
    for (int i = 0; i < 500; i++) {
        double places[8][2], weights[8], whole[2] = {0, 0}, sum = 0;
        for (int k = 0; k < 8; k++) {
            seed = seed * 1664525u + 1013904223u;
            const double angle = (seed >> 8) / 16777216.0 - 0.5; /* each joint turns by up to 28 degrees */
            places[k][0] = cos(angle), places[k][1] = sin(angle);
            weights[k] = pow(0.5, k);
            sum += weights[k];
        }
        for (int k = 0; k < 8; k++)
            for (int d = 0; d < 2; d++) whole[d] += places[k][d] * weights[k] / sum;
        for (int kept = 0; kept < 3; kept++) {
            const double four[4] = {weights[0], weights[1], weights[2], weights[3]};
            import_vertex v = {.joints = {0, 1, 2, 3}};
            import_model model = {.vertices = &v, .vertex_count = 1};
            double place[2] = {0, 0};
            import_weights_to_bytes(four, v.weights);
            pack_bones_keep(&model, 1u << kept);
            for (int k = 0; k < 4; k++)
                for (int d = 0; d < 2; d++) place[d] += places[k][d] * v.weights[k] / 255;
            off[kept] += hypot(place[0] - whole[0], place[1] - whole[1]) / 500;
        }
    }
    TEST_INFO("at a metre, 1, 2 and 4 joints of 8: %.1f, %.1f, %.1f mm off", off[0] * 1000, off[1] * 1000,
              off[2] * 1000);
    CHECK(off[2] < off[1] / 2 && off[1] < off[0] && off[2] < 0.025);
}

/* ANI-049: an OBJ without bones hangs on a skeleton by cart.txt: its triangles stay, every vertex has one joint, and the notes name bones that nothing is near. */
TEST(pack_bones_of_carts) {
    static char robot[400000];
    packed_folder f;
    writer image;
    tool_error error = {.text = ""};
    rom_image rom;
    rom_chunk skin, mesh;
    FILE *file = fopen("rom/carts/examples/motion/robot.oxs", "rb");
    CHECK(file != NULL && fread(robot, 1, sizeof robot - 1, file) > 0);
    if (file != NULL) fclose(file);
    static const char cart_text[] =
        "title \"Bones\"\nsize 64x48\nstart one\nskeleton robot robot.oxs\nmesh sign square.obj "
        "skeleton=robot "
        "bind=near bones=1 bends=round\nscene one\n camera at=0,1,4 target=0,1,0\n object sign\nend\n";
    CHECK(folder_make(&f));
    folder_write(&f, "cart.txt", cart_text);
    folder_write(&f, "robot.oxs", robot);
    folder_write(&f, "square.obj", folder_square);
    CHECK(folder_pack_told(&f, &image, &error));
    CHECK(rom_open(image.data, image.size, &rom, NULL) == ROM_OK);
    CHECK(rom_find(&rom, rom_id("mesh/sign"), ROM_TAG_SKIN, &skin) &&
          rom_find(&rom, rom_id("mesh/sign"), ROM_TAG_MESH, &mesh));
    writer_free(&image);
    folder_remove(&f);
    static const char wrong[] =
        "title \"Bones\"\nsize 64x48\nstart one\nmesh sign square.obj bind=near\nscene one\n "
        "camera at=0,1,4 target=0,1,0\nend\n";
    CHECK(folder_make(&f));
    folder_write(&f, "cart.txt", wrong);
    folder_write(&f, "square.obj", folder_square);
    CHECK(!folder_pack_told(&f, &image, &error));
    CHECK(strstr(error.text, "are about a mesh with skeleton=NAME") != NULL);
    folder_remove(&f);
}
