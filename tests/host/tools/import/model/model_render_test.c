/* Models through the whole chain, from the importer to the pixels of a frame: forms of one mesh look alike,
 * and the public samples look as they did when a person looked at them. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernel/console/console.h"
#include "raster/mesh.h"
#include "tests/host/tools/import/model/import_shapes.h"
#include "tests/port.h"
#include "tools/import/base/checksum.h"
#include "tools/import/base/file.h"
#include "tools/import/load/load.h"
#include "tools/import/mesh/condition.h"
#include "tools/view/view.h"

enum { SIDE = 96 };

/* The CRC of one frame of the model; 0 when there is none. */
static uint32_t frame_of(import_model *model, const char *name, double yaw) {
    const pack_options packing = {.names = true};
    const view_look look = {.file = name,
                            .shading = RS_GOURAUD,
                            .width = SIDE,
                            .height = SIDE,
                            .format = PLAT_XRGB8888,
                            .turntable = 1,
                            .yaw = yaw,
                            .packing = &packing};
    writer image = {.data = NULL};
    uint32_t memory, crc = 0;
    char text[200];
    static uint8_t pixels[SIDE * SIDE * 4];
    tool_error error = {.text = ""};
    host_options options = {.quiet = true, .threads = 1};
    import_model_normalise_to_unit_sphere(model, NULL, NULL);
    CHECK(view_pack(&look, model, &image, &memory, &error));
    plat *port = test_port_open(&options, text, sizeof text);
    CHECK(port != NULL);
    ox_boot_options boot = ox_boot_defaults(port, image.data, image.size);
    ox_error fault = {.status = 0};
    boot.deterministic = true;
    ox_console *console = ox_console_boot(&boot, &fault);
    CHECK(console != NULL);
    if (console != NULL) {
        ox_console_frame(console);
        if (host_frame_rgba(port, pixels)) crc = import_crc32(0, pixels, sizeof pixels);
        ox_console_close(console);
    }
    host_close(port);
    writer_free(&image);
    return crc;
}

static bool load_sample(const char *name, import_model *model) {
    char path[120];
    snprintf(path, sizeof path, "../shared/data/models/%s", name);
    if (!import_file_exists(path)) return false;
    CHECK(import_model_load(path, model, NULL));
    return true;
}

/* A wavy sheet, so that some triangles lie in front of others. */
static import_model make_waves(void) {
    import_model m = shape_grid(24);
    for (uint32_t i = 0; i < m.vertex_count; i++) {
        float *p = m.vertices[i].position;
        int x = (int)(p[0] + 0.5f), z = (int)(p[2] + 0.5f);
        p[1] = (float)((x * x + 3 * z) % 7) * 0.7f;
    }
    CHECK(import_make_normals(&m, IMPORT_NORMALS_SMOOTH, IMPORT_BY_ANGLE, 0, NULL));
    return m;
}

TEST(model_render_encodings_look_alike) {
    import_model plain = make_waves();
    uint32_t expected = frame_of(&plain, "waves", 20);
    import_model_free(&plain);
    CHECK(expected != 0);
    for (int i = 0; i < IMPORT_ENCODINGS; i++) {
        import_model m = make_waves();
        import_encoded e;
        uint32_t *list, triangles;
        CHECK(import_encode(m.indices, m.triangle_count, m.vertex_count, (import_encoding)i, 16, &e, NULL));
        CHECK(import_decode(&e, &list, &triangles, NULL));
        CHECK_EQ(triangles, m.triangle_count);
        free(m.indices);
        m.indices = list;
        free(e.indices);
        CHECK_EQ(frame_of(&m, "waves", 20), expected);
        import_model_free(&m);
    }
}

TEST(model_render_split_and_ordered_meshes_look_alike) {
    static const uint32_t limits[3] = {40, 100, 65535};
    import_model plain = make_waves();
    uint32_t expected = frame_of(&plain, "waves", 70);
    import_model_free(&plain);
    for (int i = 0; i < 3; i++) {
        import_model m = make_waves();
        CHECK(import_split_parts(&m, limits[i], 0, NULL));
        CHECK(i == 2 || m.part_count > 5);
        CHECK_EQ(frame_of(&m, "waves", 70), expected);
        import_model_free(&m);
    }
    import_model m;
    if (!load_sample("teapot.obj", &m)) return;
    expected = frame_of(&m, "teapot", 30);
    import_model_free(&m);
    CHECK(load_sample("teapot.obj", &m));
    CHECK(import_split_parts(&m, 255, 200, NULL));
    CHECK_EQ(frame_of(&m, "teapot", 30), expected);
    import_model_free(&m);
}

/* The numbers are those of pictures that a person looked at. */
TEST(model_render_public_models_look_as_they_did) {
    static const struct {
        const char *name;
        double yaw;
        uint32_t crc;
    } cases[] = {{"greenman.glb", 150, 0x87559310}, {"greenman_sword.glb", 150, 0xf2d0a1e5},
                 {"robot.glb", 150, 0xa1a1b4b7},    {"guy.iqm", 150, 0x7531a858},
                 {"guyanim.iqm", 150, 0x49e9d24a},  {"spot.obj", 30, 0x269781a6}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        import_model m;
        if (!load_sample(cases[i].name, &m)) {
            test_skip("no ../shared/data/models");
            return;
        }
        uint32_t crc = frame_of(&m, cases[i].name, cases[i].yaw);
        if (crc != cases[i].crc) TEST_INFO("%s: 0x%08lx", cases[i].name, (unsigned long)crc);
        CHECK_EQ(crc, cases[i].crc);
        import_model_free(&m);
    }
}
