/* The packer's pieces: byte buffer, meshes, textures, palettes, assembling. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernel/names/id.h"
#include "platform/platform.h"
#include "raster/frame.h"
#include "rom/check.h"
#include "tests/test.h"
#include "tools/encode/mesh.h"
#include "tools/encode/palette.h"
#include "tools/encode/texture.h"
#include "tools/image/assemble.h"

_Static_assert((int)ROM_PIXEL_FORMATS == (int)PLAT_FORMATS, "the checks know every pixel format");
_Static_assert((int)ROM_SHADINGS == (int)RS_SHADINGS && (int)ROM_MAPPINGS == (int)RS_MAPPINGS, "and shading");
_Static_assert((int)ROM_LIGHT_KINDS == (int)RS_LIGHT_KINDS && (int)ROM_SIZE_MAX == (int)RS_SIZE_MAX,
               "and light");

TEST(pack_writer_is_little_endian) {
    writer w = {NULL, 0, 0, false};
    writer_u8(&w, 1);
    CHECK_EQ(writer_align(&w, 4), 4);
    writer_u16(&w, 0x1234);
    writer_u32(&w, 0x89ABCDEF);
    writer_put_u16(&w, 1, 0x5678);
    static const uint8_t expected[] = {1, 0x78, 0x56, 0, 0x34, 0x12, 0xEF, 0xCD, 0xAB, 0x89};
    CHECK(w.size == sizeof expected && memcmp(w.data, expected, sizeof expected) == 0);
    CHECK_EQ(writer_fx(1.5), 0x18000);
    CHECK_EQ(writer_fx(-1e9), 0x80000000u);
    CHECK_EQ(writer_fx(1e9), 0x7FFFFFFF);
    writer_free(&w);
}

/* ---- meshes ---- */

/* A grid of squares in the plane z = sin(x), with as many vertices as asked, one material. */
static void make_grid(import_model *model, uint32_t width, uint32_t height, float scale) {
    memset(model, 0, sizeof *model);
    model->vertex_count = width * height;
    model->vertices = calloc(model->vertex_count, sizeof *model->vertices);
    model->triangle_count = (width - 1) * (height - 1) * 2;
    model->indices = calloc((size_t)model->triangle_count * 3, sizeof *model->indices);
    model->material_count = 1;
    model->materials = calloc(1, sizeof *model->materials);
    model->materials[0].triangle_count = model->triangle_count;
    model->source_has_uvs = true;
    uint32_t *index = model->indices;
    for (uint32_t y = 0; y < height; y++) {
        for (uint32_t x = 0; x < width; x++) {
            import_vertex *v = &model->vertices[y * width + x];
            v->position[0] = (float)x * scale;
            v->position[1] = (float)y * scale;
            v->position[2] = sinf((float)x) * scale;
            v->normal[2] = 1;
            v->uv[0] = (float)x / 4;
            v->uv[1] = (float)y / 4;
            if (x + 1 == width || y + 1 == height) continue;
            uint32_t a = y * width + x;
            const uint32_t corners[6] = {a, a + 1, a + width, a + 1, a + width + 1, a + width};
            memcpy(index, corners, sizeof corners);
            index += 6;
        }
    }
}

static bool pack_grid(import_model *model, bool uvs, writer *out, mesh_report *report) {
    static const uint32_t materials[1] = {0x1234};
    tool_error error = {.text = ""};
    memset(out, 0, sizeof *out);
    bool ok = mesh_pack("grid", model, materials, uvs, out, report, &error);
    if (!ok) TEST_INFO("%s", error.text);
    return ok && rom_check_chunk(ROM_TAG_MESH, out->data, out->size, NULL) == ROM_OK;
}

TEST(pack_numbers_round_half_away_from_zero) {
    static const struct {
        double value, rounded;
    } cases[] = {{0.5, 1},
                 {-0.5, -1},
                 {1.5, 2},
                 {-1.5, -2},
                 {2.5, 3},
                 {-2.5, -3},
                 {0.49999999999999994, 0},
                 {-0.25, 0},
                 {4503599627370497.5, 4503599627370498.0},
                 {-7, -7},
                 {1e300, 1e300}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        CHECK(writer_round(cases[i].value) == cases[i].rounded);
    CHECK_EQ(writer_fx(0.5 / 65536), 1);
    CHECK_EQ(writer_fx(-0.5 / 65536), 0xFFFFFFFFu);
    CHECK_EQ(writer_fx(-1.5 / 65536), 0xFFFFFFFEu);
    CHECK_EQ(writer_fx(40000), 0x7FFFFFFFu);
    CHECK_EQ(writer_fx(-40000), 0x80000000u);
}

TEST(pack_mesh_keeps_positions_within_half_a_step) {
    import_model model;
    writer out;
    mesh_report report;
    make_grid(&model, 20, 30, 0.37f);
    CHECK(pack_grid(&model, false, &out, &report));
    CHECK(report.vertices == 600 && report.triangles == 19 * 29 * 2 && report.parts == 1);
    double step = (double)(1 << rom_u32(out.data + ROM_MESH_EXPONENT)) / 65536;
    CHECK(report.position_error <= step * 0.5 * 1.7321 + 1e-6);
    /* the exponent gives no bit away */
    CHECK(step * 32767 * 2 >= 29 * 0.37 && step * 32767 * 0.5 < 29 * 0.37);
    /* Every decoded corner lies where the model has it: triangles keep their order and their corners. */
    double worst = 0;
    for (uint32_t i = 0; i < report.triangles * 3; i++) {
        uint32_t v = rom_u16(out.data + rom_u32(out.data + ROM_MESH_INDEX_AT) + i * 2);
        for (uint32_t k = 0; k < 3; k++) {
            int16_t q = rom_i16(out.data + rom_u32(out.data + ROM_MESH_POSITION_AT) + v * 6 + k * 2);
            double is = rom_i32(out.data + ROM_MESH_OFFSET + k * 4) / 65536.0 + q * step;
            worst = fmax(worst, fabs(is - (double)model.vertices[model.indices[i]].position[k]));
        }
    }
    CHECK(worst <= report.position_error + 1e-9);
    writer_free(&out);
    import_model_free(&model);
}

TEST(pack_mesh_bounds_hold_every_vertex) {
    import_model model;
    writer out;
    mesh_report report;
    make_grid(&model, 9, 5, 3.3f);
    CHECK(pack_grid(&model, false, &out, &report));
    double unit = (double)(1 << rom_u32(out.data + ROM_MESH_EXPONENT));
    for (uint32_t i = 0; i < report.vertices; i++) {
        double sum = 0;
        for (uint32_t k = 0; k < 3; k++) {
            int16_t q = rom_i16(out.data + rom_u32(out.data + ROM_MESH_POSITION_AT) + i * 6 + k * 2);
            double p = rom_i32(out.data + ROM_MESH_OFFSET + k * 4) + q * unit;
            double d = p - rom_i32(out.data + ROM_MESH_CENTRE + k * 4);
            CHECK(p >= rom_i32(out.data + ROM_MESH_BOX_LOW + k * 4) &&
                  p <= rom_i32(out.data + ROM_MESH_BOX_HIGH + k * 4));
            sum += d * d;
        }
        CHECK(sqrt(sum) <= rom_i32(out.data + ROM_MESH_RADIUS));
    }
    writer_free(&out);
    import_model_free(&model);
}

/* The box is the least and greatest coordinate of all vertices, and the sphere ends at the farthest one. */
TEST(pack_mesh_bounds_equal_brute_force) {
    for (uint32_t side = 2; side < 12; side++) {
        import_model model;
        writer out;
        mesh_report report;
        make_grid(&model, side, 13 - side, 0.4f + (float)side);
        CHECK(pack_grid(&model, false, &out, &report));
        int32_t low[3] = {INT32_MAX, INT32_MAX, INT32_MAX}, high[3] = {INT32_MIN, INT32_MIN, INT32_MIN};
        int32_t unit = 1 << rom_u32(out.data + ROM_MESH_EXPONENT);
        double farthest = 0;
        for (uint32_t i = 0; i < report.vertices; i++) {
            double sum = 0;
            for (uint32_t k = 0; k < 3; k++) {
                int32_t q = rom_i16(out.data + rom_u32(out.data + ROM_MESH_POSITION_AT) + i * 6 + k * 2);
                int32_t p = rom_i32(out.data + ROM_MESH_OFFSET + k * 4) + q * unit;
                double d = (double)p - rom_i32(out.data + ROM_MESH_CENTRE + k * 4);
                low[k] = p < low[k] ? p : low[k];
                high[k] = p > high[k] ? p : high[k];
                sum += d * d;
            }
            farthest = sqrt(sum) > farthest ? sqrt(sum) : farthest;
        }
        for (uint32_t k = 0; k < 3; k++) {
            CHECK_EQ(rom_i32(out.data + ROM_MESH_BOX_LOW + k * 4), low[k]);
            CHECK_EQ(rom_i32(out.data + ROM_MESH_BOX_HIGH + k * 4), high[k]);
        }
        double radius = rom_i32(out.data + ROM_MESH_RADIUS); /* in 1/65536 m, rounded to the safe side */
        CHECK(radius >= farthest && radius <= farthest + 3);
        writer_free(&out);
        import_model_free(&model);
    }
}

TEST(pack_mesh_faces_point_where_the_model_does) {
    import_model model;
    writer out;
    mesh_report report;
    make_grid(&model, 4, 4, 1);
    for (uint32_t i = 0; i < model.vertex_count; i++) model.vertices[i].position[2] = 0;
    CHECK(pack_grid(&model, false, &out, &report));
    for (uint32_t i = 0; i < report.triangles; i++) {
        const uint8_t *face = out.data + rom_u32(out.data + ROM_MESH_FACE_AT) + i * 4;
        CHECK(rom_i8(face) == 0 && rom_i8(face + 1) == 0 && rom_i8(face + 2) == 127 && face[3] == 0);
    }
    CHECK_EQ(rom_u32(out.data + ROM_MESH_UV_AT), 0);
    writer_free(&out);
    import_model_free(&model);
}

TEST(pack_mesh_splits_beyond_65535_vertices) {
    import_model model;
    writer out;
    mesh_report report;
    make_grid(&model, 400, 400, 0.01f);
    CHECK(pack_grid(&model, true, &out, &report));
    CHECK_EQ(report.triangles, 399 * 399 * 2);
    CHECK_EQ(report.parts, 3);
    CHECK(report.vertices > 160000 && report.vertices < 163000);
    for (uint32_t i = 0; i < report.parts; i++) {
        const uint8_t *part = out.data + rom_u32(out.data + ROM_MESH_PART_AT) + i * ROM_PART_SIZE;
        CHECK(rom_u32(part + ROM_PART_VERTICES) <= 65535);
        CHECK_EQ(rom_u32(part + ROM_PART_MATERIAL), 0x1234);
    }
    writer_free(&out);
    import_model_free(&model);
}

/* The largest coordinate of the packed mesh, and the largest difference from the model modulo whole repeats.
 */
static int largest_uv(const writer *out, const import_model *model, double *difference) {
    int largest = 0;
    *difference = 0;
    uint32_t uvs = rom_u32(out->data + ROM_MESH_UV_AT), indices = rom_u32(out->data + ROM_MESH_INDEX_AT);
    for (uint32_t i = 0; i < model->triangle_count * 3; i++) {
        uint32_t v = rom_u16(out->data + indices + i * 2);
        for (uint32_t k = 0; k < 2; k++) {
            int value = rom_i16(out->data + uvs + v * 4 + k * 2);
            double off = value / 4096.0 - (double)model->vertices[model->indices[i]].uv[k];
            *difference = fmax(*difference, fabs(off - floor(off + 0.5)));
            if (abs(value) > largest) largest = abs(value);
        }
    }
    return largest;
}

TEST(pack_mesh_shifts_uvs_by_whole_repeats) {
    import_model model;
    writer out;
    mesh_report report;
    double difference;
    make_grid(&model, 9, 9, 1);
    for (uint32_t i = 0; i < model.vertex_count; i++) model.vertices[i].uv[0] += 1000;
    for (uint32_t i = 0; i < model.vertex_count; i++) model.vertices[i].uv[1] -= 77;
    CHECK(pack_grid(&model, true, &out, &report));
    CHECK_EQ(report.clamped_uvs, 0);
    CHECK(largest_uv(&out, &model, &difference) <= 2 * 4096);
    CHECK(difference < 0.0002);
    writer_free(&out);
    for (uint32_t i = 0; i < model.vertex_count; i++)
        model.vertices[i].uv[0] *= 50; /* one patch over 100 repeats */
    CHECK(pack_grid(&model, true, &out, &report));
    CHECK(report.clamped_uvs > 0);
    writer_free(&out);
    import_model_free(&model);
}

TEST(pack_mesh_refuses_far_positions) {
    import_model model;
    writer out = {NULL, 0, 0, false};
    mesh_report report;
    static const uint32_t materials[1] = {1};
    tool_error error = {.text = ""};
    make_grid(&model, 3, 3, 20000);
    CHECK(!mesh_pack("grid", &model, materials, false, &out, &report, &error));
    CHECK(strstr(error.text, "grid: reaches from 0 to 40000") != NULL);
    writer_free(&out);
    import_model_free(&model);
}

/* ---- textures and palettes ---- */

static void make_picture(import_image *picture, int width, int height) {
    tool_error error;
    CHECK(import_image_allocate("test", width, height, false, picture, &error));
    for (int i = 0; i < width * height; i++) {
        uint8_t *at = picture->rgba + i * 4;
        at[0] = (uint8_t)(i * 7);
        at[1] = (uint8_t)(i / 3);
        at[2] = (uint8_t)(255 - i);
        at[3] = 255;
    }
}

TEST(pack_texture_sides_become_powers_of_two) {
    static const int sides[][2] = {{1, 1},     {2, 2},   {3, 2},    {5, 4},       {6, 4},       {7, 8},
                                   {100, 128}, {96, 64}, {97, 128}, {1024, 1024}, {1500, 1024}, {9999, 1024}};
    for (size_t i = 0; i < sizeof sides / sizeof sides[0]; i++)
        CHECK_EQ(texture_nearest_power(sides[i][0]), sides[i][1]);
}

TEST(pack_texture_resampling_keeps_mean_and_flat_colour) {
    import_image from, to;
    tool_error error;
    static const int sizes[][2] = {{8, 8}, {64, 32}, {16, 128}, {128, 128}};
    for (size_t s = 0; s < sizeof sizes / sizeof sizes[0]; s++) {
        make_picture(&from, 48, 80);
        long old_sum = 0, new_sum = 0;
        for (int i = 0; i < 48 * 80; i++) old_sum += from.rgba[i * 4];
        CHECK(texture_resample(&from, sizes[s][0], sizes[s][1], &to, &error));
        for (int i = 0; i < to.width * to.height; i++) new_sum += to.rgba[i * 4];
        double old_mean = (double)old_sum / (48 * 80), new_mean = (double)new_sum / (to.width * to.height);
        CHECK(fabs(old_mean - new_mean) < 1.0);
        import_image_free(&to);
        for (int i = 0; i < 48 * 80; i++) memcpy(from.rgba + i * 4, "\x40\x80\xC0\xFF", 4);
        CHECK(texture_resample(&from, sizes[s][0], sizes[s][1], &to, &error));
        for (int i = 0; i < to.width * to.height; i++)
            CHECK(memcmp(to.rgba + i * 4, "\x40\x80\xC0\xFF", 4) == 0);
        import_image_free(&to);
        import_image_free(&from);
    }
}

TEST(pack_texture_native_pixels) {
    static const struct {
        int format;
        uint8_t expected[8]; /* of 255,0,0 and 8,16,255 */
        size_t size;
    } cases[] = {{PLAT_RGB565, {0x00, 0xF8, 0x9F, 0x08}, 4},
                 {PLAT_BGR555, {0x1F, 0x00, 0x41, 0x7C}, 4},
                 {PLAT_XRGB8888, {0, 0, 255, 0, 255, 16, 8, 0}, 8}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        import_image picture;
        writer out = {NULL, 0, 0, false};
        tool_error error;
        make_picture(&picture, 2, 1);
        memcpy(picture.rgba, "\xFF\0\0\xFF\x08\x10\xFF\xFF", 8);
        texture_target target = {cases[i].format, NULL, false, false};
        CHECK(texture_convert(&picture, &target, &out, &error));
        CHECK(out.size == cases[i].size && memcmp(out.data, cases[i].expected, out.size) == 0);
        writer_free(&out);
        import_image_free(&picture);
    }
}

TEST(pack_texture_key_is_never_an_opaque_pixel) {
    for (int format = 0; format < PLAT_FORMATS; format++) {
        import_image picture;
        import_palette palette;
        writer out = {NULL, 0, 0, false};
        tool_error error;
        make_picture(&picture, 16, 16);
        memset(picture.rgba, 0, 16 * 16 * 4 / 2); /* half of the picture is black, */
        for (int i = 0; i < 128; i++) picture.rgba[i * 4 + 3] = 255;
        memcpy(picture.rgba + 20, "\xFF\0\xFF\xFF", 4); /* with one hole in it */
        texture_settle_alpha(&picture, true);
        import_palette_sums *sums = palette_begin(&error);
        CHECK(sums != NULL && palette_add_picture(sums, &picture, true, &error) &&
              palette_finish(sums, &palette, &error));
        import_palette_drop(sums);
        texture_target target = {format, &palette, true, true};
        CHECK(texture_convert(&picture, &target, &out, &error));
        size_t bytes = out.size / 256, holes = 0;
        for (size_t i = 0; i < 256; i++) {
            bool zero = true;
            for (size_t k = 0; k < bytes; k++) zero = zero && out.data[i * bytes + k] == 0;
            holes += zero;
            CHECK(zero == (i == 5));
        }
        CHECK_EQ(holes, 1);
        writer_free(&out);
        import_image_free(&picture);
    }
}

static void palette_of(const uint32_t *materials, const uint32_t *backgrounds, import_palette *palette) {
    tool_error error;
    import_palette_sums *sums = palette_begin(&error);
    CHECK(sums != NULL && palette_add_colours(sums, materials, 4, backgrounds, 1, &error) &&
          palette_finish(sums, palette, &error));
    import_palette_drop(sums);
}

/* Pictures are counted in one place, and in two places that are joined, in another order. */
TEST(pack_palette_does_not_know_where_its_sums_were_made) {
    import_palette together, apart;
    import_image pictures[5];
    tool_error error;
    import_palette_sums *sums = palette_begin(&error),
                        *halves[2] = {palette_begin(&error), palette_begin(&error)};
    for (int i = 0; i < 5; i++) {
        make_picture(&pictures[i], 40, 30);
        for (int k = 0; k < 40 * 30 * 4; k++)
            pictures[i].rgba[k] = (uint8_t)(k % 4 == 3 ? 255 : k * k * (i + 3) / 7);
        CHECK(palette_add_picture(sums, &pictures[i], i % 2 == 0, &error));
    }
    for (int i = 4; i >= 0; i--) CHECK(palette_add_picture(halves[i / 3], &pictures[i], i % 2 == 0, &error));
    import_palette_join(halves[1], halves[0]);
    CHECK(palette_finish(sums, &together, &error) && palette_finish(halves[1], &apart, &error));
    CHECK_EQ(together.count, 256);
    CHECK(memcmp(&together, &apart, sizeof together) == 0);
    import_palette_drop(sums);
    for (int i = 0; i < 2; i++) import_palette_drop(halves[i]);
    for (int i = 0; i < 5; i++) import_image_free(&pictures[i]);
}

TEST(pack_palette_serves_materials_and_their_shades) {
    static const uint32_t materials[] = {0xFF2020, 0x20C040, 0x3060FF, 0xE0E0E0}, backgrounds[] = {0x123456};
    import_palette palette, again;
    int worst = 0;
    palette_of(materials, backgrounds, &palette);
    palette_of(materials, backgrounds, &again);
    CHECK(memcmp(&palette, &again, sizeof palette) == 0);
    CHECK(memcmp(palette.rgb[PALETTE_WHITE], "\xFF\xFF\xFF", 3) == 0 &&
          memcmp(palette.rgb[PALETTE_BLACK], "\0\0\0", 3) == 0);
    for (int m = 0; m < 4; m++) {
        for (int level = 1; level < 60; level++) {
            uint32_t rgb = palette_lit(materials[m], level), index = palette_index(&palette, rgb);
            CHECK(index != PALETTE_KEY);
            for (int k = 0; k < 3; k++) {
                int off = abs((int)palette.rgb[index][k] - (int)(rgb >> (16 - 8 * k) & 0xFF));
                if (off > worst) worst = off;
            }
        }
    }
    TEST_INFO("four materials under all lights: within %d of 255", worst);
    CHECK(worst <= 12);
    CHECK_EQ(palette_lit(0x102030, 32), 0x102030);
    CHECK_EQ(palette_lit(0x102030, 0), 0);
}

/* ---- assembling ---- */

static void add_budget(assembly *a) {
    writer *out = assemble_add(a, "budget", ROM_TAG_BUDGET, ROM_BUDGET_SIZE);
    writer_put_u32(out, ROM_BUDGET_MEMORY, 65536);
    writer_put_u16(out, ROM_BUDGET_WIDTH, 64);
    writer_put_u16(out, ROM_BUDGET_HEIGHT, 64);
    writer_put_u16(out, ROM_BUDGET_RATE, 60);
}

static void add_material(assembly *a, const char *name, uint32_t colour) {
    writer_put_u32(assemble_add(a, name, ROM_TAG_MATERIAL, ROM_MATERIAL_SIZE), ROM_MATERIAL_COLOUR, colour);
}

TEST(pack_assembling_shares_equal_chunks_and_ignores_order) {
    assembly a = {.names = true}, b = {.names = true};
    writer first, second;
    tool_error error = {.text = ""};
    rom_image image;
    rom_chunk one, two, three;
    add_budget(&a);
    add_material(&a, "material/one", 5);
    add_material(&a, "material/two", 6);
    add_material(&a, "material/three", 5);
    add_material(&b, "material/three", 5);
    add_material(&b, "material/two", 6);
    add_material(&b, "material/one", 5);
    add_budget(&b);
    CHECK(assemble_finish(&a, "a", &first, &error) && assemble_finish(&b, "b", &second, &error));
    CHECK(first.size == second.size && memcmp(first.data, second.data, first.size) == 0);
    CHECK_EQ(rom_open(first.data, first.size, &image, NULL), ROM_OK);
    CHECK(rom_find(&image, rom_id("material/one"), ROM_TAG_MATERIAL, &one));
    CHECK(rom_find(&image, rom_id("material/two"), ROM_TAG_MATERIAL, &two));
    CHECK(rom_find(&image, rom_id("material/three"), ROM_TAG_MATERIAL, &three));
    CHECK(one.offset == three.offset && one.offset != two.offset && one.offset % 16 == 0);
    CHECK(((one.flags ^ three.flags) & ROM_ENTRY_SHARED) != 0);
    uint32_t length;
    const char *name = rom_name(&image, three.id, &length);
    CHECK(name != NULL && length == 14 && memcmp(name, "material/three", 14) == 0);
    writer_free(&first);
    writer_free(&second);
    assemble_free(&a);
    assemble_free(&b);
}

TEST(pack_assembling_refuses_equal_ids) {
    assembly a = {.names = false};
    writer image;
    tool_error error = {.text = ""};
    add_budget(&a);
    add_material(&a, "material/one", 5);
    add_material(&a, "Material\\ONE", 6);
    CHECK(!assemble_finish(&a, "game", &image, &error));
    CHECK(strstr(error.text, "material/one") != NULL && strstr(error.text, "Material\\ONE") != NULL);
    assemble_free(&a);
}

/* plumless and buckeroo have one CRC-32. */
TEST(pack_assembling_refuses_colliding_names) {
    assembly a = {.names = false};
    writer image;
    tool_error error = {.text = ""};
    CHECK_EQ(rom_id("plumless"), rom_id("buckeroo"));
    add_budget(&a);
    add_material(&a, "plumless", 5);
    add_material(&a, "buckeroo", 6);
    CHECK(!assemble_finish(&a, "game", &image, &error));
    CHECK(strstr(error.text, "plumless") != NULL && strstr(error.text, "buckeroo") != NULL);
    assemble_free(&a);
}

/* Names of many lengths and spellings: the directory's ids are those that the run time makes of the names. */
TEST(pack_ids_of_ten_thousand_names_are_those_at_run_time) {
    enum { NAMES = 10000 };
    assembly a = {.names = true};
    writer bytes;
    tool_error error = {.text = ""};
    rom_image image;
    rom_chunk chunk;
    char name[64];
    uint32_t found = 0, named = 0, length;
    add_budget(&a);
    for (uint32_t i = 0; i < NAMES; i++) {
        snprintf(name, sizeof name, "%s%sPlace_%u.%s", i % 2 != 0 ? "Levels" : "gfx", i % 3 == 0 ? "\\" : "/",
                 i, i % 5 == 0 ? "PNG" : "x");
        add_material(&a, name, i);
    }
    bool ok = assemble_finish(&a, "many", &bytes, &error);
    if (!ok) TEST_INFO("%s", error.text);
    CHECK(ok);
    if (ok && rom_open(bytes.data, bytes.size, &image, NULL) == ROM_OK) {
        for (uint32_t i = 0; i < NAMES; i++) {
            snprintf(name, sizeof name, "%s/place_%u.%s", i % 2 != 0 ? "levels" : "gfx", i,
                     i % 5 == 0 ? "png" : "x");
            uint32_t id = ox_id_of(ox_text_of(name));
            found += id == rom_id(name) && rom_find(&image, id, ROM_TAG_MATERIAL, &chunk);
            named += rom_name(&image, id, &length) != NULL && length == strlen(name);
        }
    }
    CHECK(found == NAMES && named == NAMES);
    if (ok) writer_free(&bytes);
    assemble_free(&a);
}
