/* Frames as a whole: coverage of closed meshes, bands, formats, clipping, lists that fill up, bad input. */
#include "raster/list/list.h"
#include "raster/spans/spans.h"
#include "tests/unit/raster/raster_scene.h"

static raster_scene scene; /* the scene is too large for the stack; every test makes it anew */

static const char *const format_names[RS_FORMATS] = {"pal8", "rgb565", "bgr555", "xrgb8888"};

/* Counts, for every pixel, the triangles of the list that cover it. */
static void count_cover(const rs_frame *frame, uint8_t count[SCENE_WIDTH * SCENE_HEIGHT]) {
    rs_band band = {.width = SCENE_WIDTH, .pitch = SCENE_WIDTH, .end = SCENE_HEIGHT};
    memset(count, 0, SCENE_WIDTH * SCENE_HEIGHT);
    for (uint32_t i = 0; i < frame->item_count; i++) {
        const rs_item *item = rs_item_at(frame, i);
        const rs_draw *draw =
            (const rs_draw *)(const void *)(frame->list + (size_t)item->draw * RS_DRAW_ALIGN);
        rs_scan scan;
        if (!rs_scan_begin(&scan, draw->vertices, item, &band)) continue;
        while (rs_scan_rows(&scan, &band)) {
            for (int row = 0; row < scan.rows; row++) {
                const rs_span *span = &scan.spans[row];
                for (int x = 0; x < span->count; x++) count[(scan.row + row) * SCENE_WIDTH + span->x + x]++;
            }
        }
    }
}

static void cover_of(const mat34 *model, uint8_t count[SCENE_WIDTH * SCENE_HEIGHT]) {
    rs_frame *frame = scene_begin(&scene, RS_PAL8, SCENE_HEIGHT);
    CHECK_EQ(rs_frame_mesh(frame, &scene.mesh, model, &scene.material), RS_OK);
    count_cover(frame, count);
}

static mat34 random_turn(uint32_t *state) {
    *state = *state * 1664525u + 1013904223u;
    return scene_turn((ang16)(*state >> 16), (ang16)(*state >> 3));
}

/* The front of a closed convex body covers every pixel of its outline exactly once. */
TEST(raster_closed_body_covers_every_pixel_once) {
    static const int16_t corners[6 * 3] = {32767, 0,      0, -32767, 0, 0,     0, 32767, 0,
                                           0,     -32767, 0, 0,      0, 32767, 0, 0,     -32767};
    static const uint16_t faces[8 * 3] = {2, 4, 0, 2, 0, 5, 2, 5, 1, 2, 1, 4,
                                          3, 0, 4, 3, 5, 0, 3, 1, 5, 3, 4, 1};
    static uint8_t count[SCENE_WIDTH * SCENE_HEIGHT];
    uint32_t state = 99;
    int twice = 0, holes = 0, covered = 0;
    scene_make(&scene, RS_PAL8);
    memcpy(scene.positions, corners, sizeof corners);
    memcpy(scene.indices, faces, sizeof faces);
    scene.part.vertex_count = scene.mesh.vertex_count = 6;
    scene.part.triangle_count = scene.mesh.triangle_count = 8;
    for (int turn = 0; turn < 1000; turn++) {
        mat34 model = random_turn(&state);
        cover_of(&model, count);
        for (int y = 0; y < SCENE_HEIGHT; y++) {
            int first = -1, last = -1;
            for (int x = 0; x < SCENE_WIDTH; x++) {
                if (count[y * SCENE_WIDTH + x] == 0) continue;
                if (first < 0) first = x;
                last = x;
                covered++;
                twice += count[y * SCENE_WIDTH + x] > 1;
            }
            for (int x = first; first >= 0 && x < last; x++) holes += count[y * SCENE_WIDTH + x] == 0;
        }
    }
    CHECK_EQ(twice, 0);
    CHECK_EQ(holes, 0);
    CHECK(covered > 1000 * 500);
    TEST_INFO("%d pixels of 1000 orientations, each once", covered);
}

/* In any closed mesh as many front faces as back faces cover a pixel, whatever rounding did to the vertices: edges
 * are shared without gap or overlap. */
TEST(raster_closed_mesh_has_as_many_fronts_as_backs_everywhere) {
    static uint8_t front[SCENE_WIDTH * SCENE_HEIGHT], back[SCENE_WIDTH * SCENE_HEIGHT];
    uint32_t state = 7;
    int different = 0, covered = 0;
    scene_make(&scene, RS_PAL8);
    for (int turn = 0; turn < 300; turn++) {
        mat34 model = random_turn(&state);
        cover_of(&model, front);
        for (uint32_t i = 0; i < scene.mesh.triangle_count; i++) {
            uint16_t swap = scene.indices[3 * i];
            scene.indices[3 * i] = scene.indices[3 * i + 1];
            scene.indices[3 * i + 1] = swap;
        }
        cover_of(&model, back);
        for (uint32_t i = 0; i < scene.mesh.triangle_count; i++) {
            uint16_t swap = scene.indices[3 * i];
            scene.indices[3 * i] = scene.indices[3 * i + 1];
            scene.indices[3 * i + 1] = swap;
        }
        for (int i = 0; i < SCENE_WIDTH * SCENE_HEIGHT; i++) {
            different += front[i] != back[i];
            covered += front[i] != 0;
        }
    }
    CHECK_EQ(different, 0);
    CHECK(covered > 300 * 1000);
}

static uint32_t draw_everything(rs_format format, int band_lines, rs_shading shading, int mapping) {
    mat34 model = scene_turn(3000, 1500), ground = scene_turn(0, 0);
    rs_material materials[2];
    rs_image image = {.pixels = (const uint8_t *)scene.texels,
                      .width = 16,
                      .height = 16,
                      .format = (uint8_t)format,
                      .keyed = false};
    rs_frame *frame = scene_begin(&scene, format, band_lines);
    rs_stats stats;
    materials[0] = scene.material;
    materials[0].shading = (uint8_t)shading;
    if (mapping >= 0) {
        materials[0].texture = &scene.texture;
        materials[0].mapping = (uint8_t)mapping;
    }
    if (shading == RS_PHONG) materials[0].highlight = scene.highlight;
    CHECK_EQ(rs_frame_mesh(frame, &scene.mesh, &model, materials), RS_OK);
    ground.m[1][3] = -FX(3);
    /* a large sphere that reaches past the camera */
    ground.m[0][0] = ground.m[1][1] = ground.m[2][2] = FX(2.4);
    CHECK_EQ(rs_frame_mesh(frame, &scene.mesh, &ground, materials), RS_OK);
    CHECK_EQ(rs_frame_rectangle(frame, 5, 20, 30, 7, 77), RS_OK);
    CHECK_EQ(rs_frame_image(frame, 60, 11, &image), RS_OK);
    CHECK_EQ(rs_frame_text(frame, 3, 37, "Bands!", 222), RS_OK);
    rs_frame_stats(frame, &stats);
    CHECK_EQ(stats.lost, 0);
    CHECK(stats.clipped > 0);
    CHECK(stats.drawn > 60);
    scene_draw(&scene, frame, format, band_lines);
    return scene_hash(&scene, format);
}

TEST(raster_any_band_height_gives_the_same_pixels) {
    static const int heights[] = {8, 9, 16, 23, 40, 71};
    for (int format = 0; format < RS_FORMATS; format++) {
        if (rs_spans_of((rs_format)format) == NULL) continue;
        scene_make(&scene, (rs_format)format);
        for (int shading = 0; shading < RS_SHADINGS; shading++) {
            for (int mapping = -1; mapping < RS_MAPPINGS; mapping++) {
                uint32_t whole =
                    draw_everything((rs_format)format, SCENE_HEIGHT, (rs_shading)shading, mapping);
                for (size_t i = 0; i < sizeof heights / sizeof heights[0]; i++) {
                    if (mapping > 0 && i % 3 != 0)
                        continue; /* all tables of modes would take minutes in an emulator */
                    CHECK_EQ(draw_everything((rs_format)format, heights[i], (rs_shading)shading, mapping),
                             whole);
                }
            }
        }
    }
}

/* One number over every mode and format: the same on every machine, or a port draws differently. */
TEST(raster_every_mode_has_its_golden_hash) {
    static const uint32_t golden[RS_FORMATS] = {0x7C510394u, 0xEDAD3470u, 0xC853DA8Bu, 0x4506352Bu};
    for (int format = 0; format < RS_FORMATS; format++) {
        uint32_t hash = 0;
        if (rs_spans_of((rs_format)format) == NULL) continue;
        scene_make(&scene, (rs_format)format);
        for (int shading = 0; shading < RS_SHADINGS; shading++) {
            for (int mapping = -1; mapping < RS_MAPPINGS; mapping++) {
                hash =
                    (hash ^ draw_everything((rs_format)format, 24, (rs_shading)shading, mapping)) * 16777619u;
            }
        }
        TEST_INFO("%s %08lX", format_names[format], (unsigned long)hash);
        CHECK_EQ(hash, golden[format]);
    }
}

/* Draws a textured sphere with the scene's texels; returns the picture's hash. */
static uint32_t draw_textured(rs_format format) {
    rs_material material = scene.material;
    mat34 model = scene_turn(3000, 1500);
    rs_frame *frame = scene_begin(&scene, format, 24);
    material.texture = &scene.texture;
    CHECK_EQ(rs_frame_mesh(frame, &scene.mesh, &model, &material), RS_OK);
    scene_draw(&scene, frame, format, 24);
    return scene_hash(&scene, format);
}

/* Textures of palette indices and of the surface's own pixels draw the same picture. */
TEST(raster_indexed_textures_draw_on_direct_surfaces) {
    for (int format = RS_RGB565; format < RS_FORMATS; format++) {
        uint32_t indexed;
        if (rs_spans_of((rs_format)format) == NULL) continue;
        scene_make(&scene, (rs_format)format);
        for (int i = 0; i < 256; i++) ((uint8_t *)scene.texels)[i] = (uint8_t)i;
        scene.texture.format = RS_PAL8;
        indexed = draw_textured((rs_format)format);
        for (int i = 0; i < 256; i++) {
            if (format == RS_XRGB8888) {
                scene.texels[i] = scene.colours[i];
            } else {
                ((uint16_t *)scene.texels)[i] = scene.native[i];
            }
        }
        scene.texture.format = (uint8_t)format;
        CHECK_EQ(draw_textured((rs_format)format), indexed);
    }
}

/* Cameras anywhere, even inside the mesh: nothing outside the surface changes. */
TEST(raster_random_views_stay_inside_the_surface) {
    uint32_t state = 5;
    scene_make(&scene, RS_PAL8);
    for (int i = 0; i < 400; i++) {
        mat34 model;
        rs_frame *frame;
        rs_stats stats;
        rs_result result;
        state = state * 1664525u + 1013904223u;
        model = scene_turn((ang16)(state >> 16), (ang16)(state >> 5));
        state = state * 1664525u + 1013904223u;
        model.m[0][3] = (fx)(state >> 13) - FX(4);
        state = state * 1664525u + 1013904223u;
        model.m[1][3] = (fx)(state >> 14) - FX(2);
        state = state * 1664525u + 1013904223u;
        model.m[2][3] = (fx)(state >> 13) - FX(4);
        frame = scene_begin(&scene, RS_PAL8, 16);
        scene.material.shading = (uint8_t)(i % RS_SHADINGS);
        scene.material.texture = i & 4 ? &scene.texture : NULL;
        scene.material.two_sided = (i & 8) != 0;
        result = rs_frame_mesh(frame, &scene.mesh, &model, &scene.material);
        CHECK(result == RS_OK);
        rs_frame_stats(frame, &stats);
        CHECK(stats.clipped + stats.culled + stats.rejected + stats.drawn >= stats.submitted);
        scene_draw(&scene, frame, RS_PAL8, 16);
    }
}

TEST(raster_full_list_is_refused_by_name) {
    int whole = 0;
    scene_make(&scene, RS_PAL8);
    for (size_t size = 256; size < 24 * 1024; size += 512) {
        rs_target target = {SCENE_WIDTH, SCENE_HEIGHT, RS_PAL8, 16, &scene.palette, 0};
        rs_block list = {scene.list, size}, fast = {NULL, 0};
        rs_frame *frame = (rs_frame *)(void *)scene.frame;
        mat34 model = scene_turn(1000, 2000);
        rs_stats stats;
        rs_result result;
        memset((uint8_t *)scene.list + size, 0xEE, 64);
        if (!rs_frame_begin(frame, &target, list, fast)) continue;
        CHECK_EQ(rs_frame_camera(frame, &scene.camera), RS_OK);
        CHECK_EQ(rs_frame_lights(frame, 50, scene.lights, 1), RS_OK);
        result = rs_frame_mesh(frame, &scene.mesh, &model, &scene.material);
        rs_frame_stats(frame, &stats);
        CHECK_EQ(result == RS_LIST_FULL, stats.lost > 0);
        CHECK(size > 1500 || result == RS_LIST_FULL);
        whole += result == RS_OK;
        CHECK(stats.list_bytes <= size);
        scene_draw(&scene, frame, RS_PAL8, 16);
        for (int i = 0; i < 64; i++) CHECK_EQ(((uint8_t *)scene.list)[size + (size_t)i], 0xEE);
    }
    CHECK(whole > 10);
}

TEST(raster_bad_arguments_are_refused) {
    rs_target target = {SCENE_WIDTH, SCENE_HEIGHT, RS_PAL8, 16, NULL, 0};
    rs_block list, fast = {NULL, 0};
    rs_frame *frame = (rs_frame *)(void *)scene.frame;
    rs_camera camera;
    mat34 far_away = m34_identity();
    scene_make(&scene, RS_PAL8);
    list.base = scene.list;
    list.size = sizeof scene.list;
    CHECK(!rs_frame_begin(frame, &target, list, fast)); /* PAL8 without a palette */
    target.palette = &scene.palette;
    target.band_lines = 0;
    CHECK(!rs_frame_begin(frame, &target, list, fast));
    target.band_lines = 16;
    target.width = 1025;
    CHECK(!rs_frame_begin(frame, &target, list, fast));
    target.width = SCENE_WIDTH;
    CHECK(rs_frame_begin(frame, &target, list, fast));
    CHECK_EQ(rs_frame_mesh(frame, &scene.mesh, &far_away, &scene.material),
             RS_BAD_ARGUMENT); /* the frame has no camera yet */
    camera = scene.camera;
    camera.near_plane = 0;
    CHECK_EQ(rs_frame_camera(frame, &camera), RS_BAD_ARGUMENT);
    camera.near_plane = camera.far_plane;
    CHECK_EQ(rs_frame_camera(frame, &camera), RS_BAD_ARGUMENT);
    CHECK_EQ(rs_frame_camera(frame, &scene.camera), RS_OK);
    CHECK_EQ(rs_frame_lights(frame, 50, scene.lights, RS_LIGHTS + 1), RS_BAD_ARGUMENT);
    far_away.m[0][3] = FX(20000);
    CHECK_EQ(rs_frame_mesh(frame, &scene.mesh, &far_away, &scene.material), RS_OUT_OF_RANGE);
    scene.indices[7] = SPHERE_VERTICES;
    CHECK(!rs_mesh_valid(&scene.mesh));
    scene.indices[7] = 0;
    CHECK(rs_mesh_valid(&scene.mesh));
    scene.part.first_triangle = 3;
    CHECK(!rs_mesh_valid(&scene.mesh));
}

/* Shapes of two dimensions at and beyond every border are clipped to the picture. */
TEST(raster_2d_is_clipped_to_the_picture) {
    static const int places[] = {-1000000, -9, -8, -7, -1, 0, 1, 60, 70, 71, 72, 90, 95, 96, 97, 1000000};
    rs_image image;
    scene_make(&scene, RS_RGB565);
    memset(&image, 0, sizeof image);
    image.pixels = (const uint8_t *)scene.texels;
    image.width = 16;
    image.height = 8;
    image.format = RS_RGB565;
    image.keyed = true;
    for (size_t x = 0; x < sizeof places / sizeof places[0]; x++) {
        for (size_t y = 0; y < sizeof places / sizeof places[0]; y++) {
            rs_frame *frame = scene_begin(&scene, RS_RGB565, 16);
            CHECK_EQ(rs_frame_image(frame, places[x], places[y], &image), RS_OK);
            CHECK_EQ(rs_frame_text(frame, places[x], places[y], "A\x01~", 0xFFFF), RS_OK);
            CHECK_EQ(rs_frame_rectangle(frame, places[x], places[y], 2000000, 3, 0x1234), RS_OK);
            CHECK_EQ(rs_frame_rectangle(frame, places[x], places[y], -5, 3, 0x1234), RS_OK);
            scene_draw(&scene, frame, RS_RGB565, 16);
        }
    }
}

TEST(raster_565_round_trip_is_the_identity) {
    for (uint32_t v = 0; v < 65536; v++) {
        CHECK_EQ(rs_native_from_rgb(RS_RGB565, rs_rgb_from_native(RS_RGB565, v)), v);
        if (v < 32768) CHECK_EQ(rs_native_from_rgb(RS_BGR555, rs_rgb_from_native(RS_BGR555, v)), v);
    }
    CHECK_EQ(rs_native_from_rgb(RS_RGB565, 0xFF0000), 0xF800);
    CHECK_EQ(rs_native_from_rgb(RS_BGR555, 0xFF0000), 0x001F);
    CHECK_EQ(rs_rgb_from_native(RS_BGR555, 0x7FFF), 0xFFFFFF);
}

/* A band of 240 x 16 palette pixels with its depth fits 12 KB, and drawing touches nothing beyond. */
TEST(raster_bands_of_sixteen_lines_fit_twelve_kilobytes) {
    enum { WIDE = 240, LINES = 16, ROOM = 12 * 1024 };
    static _Alignas(4) uint8_t room[ROOM + 16];
    const rs_surface surface = {
        .pixels = room, .width = WIDE, .stride = WIDE, .height = 160, .lines = LINES, .format = RS_PAL8};
    uint16_t *depth = (uint16_t *)(void *)(room + WIDE * LINES);
    CHECK(WIDE * LINES * 3 <= ROOM);
    scene_make(&scene, RS_PAL8);
    memset(room, 0xA5, sizeof room);
    const rs_target target = {WIDE, 160, RS_PAL8, LINES, &scene.palette, 3};
    rs_frame *frame = (rs_frame *)(void *)scene.frame;
    const mat34 place = scene_turn(500, 900);
    CHECK(rs_frame_begin(frame, &target, (rs_block){scene.list, sizeof scene.list}, (rs_block){NULL, 0}));
    CHECK_EQ(rs_frame_camera(frame, &scene.camera), RS_OK);
    CHECK_EQ(rs_frame_lights(frame, 50, scene.lights, 2), RS_OK);
    CHECK_EQ(rs_frame_mesh(frame, &scene.mesh, &place, &scene.material), RS_OK);
    int drawn = 0;
    for (int band = 0; band < rs_frame_bands(frame); band++) {
        rs_surface one = surface;
        one.top = (int16_t)(band * LINES);
        rs_frame_band(frame, band, &one, depth);
        for (int i = 0; i < WIDE * LINES; i++) drawn += room[i] != 3;
        for (int i = WIDE * LINES * 3; i < ROOM + 16; i++) CHECK_EQ(room[i], 0xA5);
    }
    CHECK(drawn > 5000);
}
