/* The frame as a contract: log, stages, rays, picture; counters that reconcile, traces, views, and prices. */
#include "fixedmath/scalar.h"
#include "fixedmath/vector.h"
#include "fixedmath/view.h"
#include "raster/list/list.h"
#include "raster/spans/spans.h"
#include "raster/viewport.h"
#include "tests/unit/raster/raster_contract.h"

static contract c;

typedef struct text {
    char bytes[4096];
    size_t used;
} text;

static void collect(void *context, const char *line) {
    text *t = context;
    size_t length = strlen(line);
    CHECK(length < 120);
    if (t->used + length + 2 > sizeof t->bytes) return;
    memcpy(t->bytes + t->used, line, length);
    t->used += length;
    t->bytes[t->used++] = '\n';
    t->bytes[t->used] = '\0';
}

static void show(void *context, const char *line) {
    (void)context;
    TEST_INFO("%s", line);
}

static uint32_t tick(void *context) { return ++*(uint32_t *)context * 10u; }

/* ---- the contract ---- */

TEST(raster_fixed_scene_is_the_same_everywhere) {
    static const char golden[] =
        "opaque mesh 0 part 0 material 0 Gouraud matrix 2 lights 0\n"
        "opaque mesh 0 part 0 material 0 Gouraud matrix 1 lights 0\n"
        "opaque mesh 0 part 0 material 0 Gouraud matrix 0 lights 0\n"
        "opaque mesh 0 part 1 material 1 flat matrix 2 lights 0\n"
        "opaque mesh 0 part 1 material 1 flat matrix 1 lights 0\n"
        "opaque mesh 0 part 1 material 1 flat matrix 0 lights 0\n"
        "translucent mesh 0 part 0 material 2 unlit blend 8 depth 0 no write matrix 3 lights 0 depth 1000\n"
        "translucent mesh 0 part 1 material 2 unlit blend 8 depth 0 no write matrix 3 lights 0 depth 1000\n";
    text log = {{0}, 0};
    const rs_sort_entry *order;
    rs_draw_call_counts counts;
    rs_frame *frame;
    uint32_t hash;
    if (rs_spans_of(RS_PAL8) == NULL) return;
    contract_make(&c);
    order = contract_submit(&c);
    rs_draw_calls_log(&c.list, order, &c.tables, collect, &log);
    CHECK(strcmp(log.bytes, golden) == 0);
    if (strcmp(log.bytes, golden) != 0) TEST_INFO("%s", log.bytes);
    frame = contract_record(&c, order, &counts);
    CHECK_EQ(counts.drawn, 8);
    CHECK_EQ(counts.material_changes, 3);
    CHECK_EQ(counts.light_changes, 1);
    hash = contract_draw(&c, frame);
    TEST_INFO("picture %08X", (unsigned)hash);
    CHECK_EQ(hash, 0xE1E531A4u); /* a picture of three spheres, half smooth and half flat, and one of glass */
}

/* The point that a ray through a pixel's centre meets comes back to that centre. */
TEST(raster_rays_through_pixels_come_back) {
    rig34 view;
    rs_frame *frame;
    rs_depth_scale depth;
    view_lens lens;
    int32_t worst = 0;
    rs_target target = {CONTRACT_WIDTH, CONTRACT_HEIGHT, RS_PAL8, CONTRACT_BAND, &c.scene.palette, 3};
    if (rs_spans_of(RS_PAL8) == NULL) return;
    contract_make(&c);
    CHECK(view_look_at(v3(FX(3), FX(1), -FX(2)), v3(FX(1), FX(0.4), FX(5)), V3_Y, &view));
    c.scene.camera.world_to_view = m34_from_rig34(&view);
    frame = (rs_frame *)(void *)c.scene.frame;
    CHECK(rs_frame_begin(frame, &target, (rs_block){c.memory, sizeof c.memory}, (rs_block){NULL, 0}));
    CHECK_EQ(rs_frame_camera(frame, &c.scene.camera), RS_OK);
    depth = rs_depth_scale_make(&frame->camera, 16);
    CHECK(view_lens_perspective(c.scene.camera.focal,
                                &(view_window){.width = CONTRACT_WIDTH,
                                               .height = CONTRACT_HEIGHT,
                                               .pixel_aspect = FX_ONE,
                                               .near = c.scene.camera.near_plane,
                                               .far = c.scene.camera.far_plane},
                                &lens));
    for (int y = 0; y < CONTRACT_HEIGHT; y += 7) {
        for (int x = 0; x < CONTRACT_WIDTH; x += 9) {
            vec3 ends[2];
            view_pick(&lens, &view, x * FX_ONE + FX_HALF, y * FX_ONE + FX_HALF, &ends[0], &ends[1]);
            for (int part = 1; part <= 4; part++) { /* points at a quarter of the ray and farther */
                vec3 at;
                rs_clip_vertex v;
                rs_vertex screen;
                uint32_t inverse_w;
                for (int k = 0; k < 3; k++)
                    at = v3_with(k == 0 ? V3_ZERO : at, k,
                                 (fx)(v3_get(ends[0], k) +
                                      (v3_get(ends[1], k) - v3_get(ends[0], k)) / 4 * part * 99 / 100));
                at = m34_point(&frame->camera.world_to_view, at);
                memset(&v, 0, sizeof v);
                v.x = at.x, v.y = -at.y, v.w = -at.z;
                screen = rs_project(frame, &depth, &v, &inverse_w);
                if ((int32_t)fx_magnitude(screen.x - (16 * x + 8)) > worst)
                    worst = (int32_t)fx_magnitude(screen.x - (16 * x + 8));
                if ((int32_t)fx_magnitude(screen.y - (16 * y + 8)) > worst)
                    worst = (int32_t)fx_magnitude(screen.y - (16 * y + 8));
            }
        }
    }
    TEST_INFO("rays come back within %d/16 of a pixel", (int)worst);
    CHECK(worst <= 1);
}

TEST(raster_stages_are_timed_and_the_slowest_named) {
    rs_stage_times times;
    uint32_t clock = 0;
    text table = {{0}, 0};
    rs_stage_begin(&times, tick, &clock);
    rs_stage_enter(&times, RS_STAGE_APPLICATION);
    rs_stage_enter(&times, RS_STAGE_GEOMETRY);
    clock += 5;
    rs_stage_enter(&times, RS_STAGE_RASTERIZATION);
    clock += 50;
    rs_stage_enter(&times, -1);
    clock += 500;
    rs_stage_enter(&times, RS_STAGE_GEOMETRY);
    rs_stage_enter(&times, -1);
    CHECK_EQ(times.spent[RS_STAGE_APPLICATION], 10);
    CHECK_EQ(times.spent[RS_STAGE_GEOMETRY], 60 + 10);
    CHECK_EQ(times.spent[RS_STAGE_RASTERIZATION], 510);
    CHECK_EQ(rs_stage_slowest(&times), RS_STAGE_RASTERIZATION);
    rs_stage_table(&times, collect, &table);
    CHECK(strstr(table.bytes, "rasterization (fragments and pixels): 510, the slowest\n") != NULL);
    CHECK(strstr(table.bytes, "application (visible draw calls): 10\n") != NULL);
    CHECK_EQ(strcmp(rs_stage_name(99), "?"), 0);
    CHECK_EQ(strcmp(rs_stage_form(-1), "?"), 0);
}

/* ---- counters ---- */

static mat34 anywhere(uint32_t *state) {
    mat34 m;
    uint32_t r[6];
    for (int i = 0; i < 6; i++) {
        *state = *state * 1664525u + 1013904223u;
        r[i] = *state >> 12;
    }
    m = scene_turn((ang16)r[0], (ang16)r[1]);
    m.m[0][3] = (fx)(r[2] % 400000u) - 200000;
    m.m[1][3] = (fx)(r[3] % 300000u) - 150000;
    m.m[2][3] = (fx)(r[4] % 500000u) - 250000;
    return m;
}

TEST(raster_counters_reconcile_on_random_scenes) {
    uint32_t state = 303, crossing = 0, drawn = 0, produced = 0, differ = 0, submitted = 0;
    if (rs_spans_of(RS_PAL8) == NULL) return;
    for (int i = 0; i < 100; i++) {
        rs_frame *frame;
        rs_mesh_counts counts, one;
        rs_stats before, after, part;
        uint32_t seen = 0;
        memset(&counts, 0, sizeof counts);
        contract_make(&c);
        frame = scene_begin(&c.scene, RS_PAL8, SCENE_HEIGHT);
        for (int k = 0; k < 2; k++) {
            mat34 place = anywhere(&state);
            rs_result result;
            rs_frame_stats(frame, &before);
            result = rs_frame_mesh(frame, &c.scene.mesh, &place, c.materials);
            CHECK(result == RS_OK || result == RS_LIST_FULL);
            rs_count_mesh(frame, &c.scene.mesh, &place, false, &counts);
            memset(&one, 0, sizeof one);
            rs_count_mesh(frame, &c.scene.mesh, &place, false, &one);
            CHECK_EQ(one.submitted, one.rejected + one.culled + one.degenerate + one.sources);
            rs_frame_stats(frame, &after);
            rs_stats_between(&before, &after, &part);
            /* a mesh whose sphere lies outside is counted as rejected */
            if (part.rejected < part.submitted) seen += one.produced;
            CHECK_EQ(part.submitted, c.scene.mesh.triangle_count);
            CHECK(part.list_bytes <= after.list_bytes);
        }
        CHECK_EQ(counts.submitted, counts.rejected + counts.culled + counts.degenerate + counts.sources);
        CHECK(counts.produced >= counts.sources);
        CHECK_EQ(counts.submitted, after.submitted);
        if (after.lost == 0) {
            differ += seen > after.drawn ? seen - after.drawn : after.drawn - seen;
            drawn += after.drawn, produced += seen;
        }
        crossing += counts.clipped;
        submitted += counts.submitted;
    }
    TEST_INFO("%u triangles, %u clipped, %u in the list, %u counted", (unsigned)submitted, (unsigned)crossing,
              (unsigned)drawn, (unsigned)produced);
    CHECK(submitted == 33600 && crossing == 1396); /* on every machine */
    CHECK(differ * 200 <= drawn); /* the mesh's faster transform rounds edge-on triangles differently */
}

TEST(raster_traces_show_every_stage) {
    static const char *const stages[6] = {"triangle number 20",
                                          "model, in mesh units: x ",
                                          "view, in 1/65536 m: x ",
                                          "clipping: corners ",
                                          "screen, in 1/16 pixels and depth codes: x ",
                                          "piece: area "};
    text out = {{0}, 0};
    mat34 place = m34_identity();
    rs_frame *frame;
    bool drawn = false;
    if (rs_spans_of(RS_PAL8) == NULL) return;
    contract_make(&c);
    frame = scene_begin(&c.scene, RS_PAL8, SCENE_HEIGHT);
    CHECK(rs_trace_triangle(frame, &c.scene.mesh, &place, 20, false, collect, &out));
    for (int i = 0; i < 6; i++) CHECK(strstr(out.bytes, stages[i]) != NULL);
    for (uint32_t t = 0; t < c.scene.mesh.triangle_count && !drawn;
         t++) { /* a triangle that is drawn shows its rows, too */
        out.used = 0;
        CHECK(rs_trace_triangle(frame, &c.scene.mesh, &place, t, false, collect, &out));
        drawn = strstr(out.bytes, " front\n") != NULL;
        if (drawn)
            CHECK(strstr(out.bytes, "  set-up:") != NULL && strstr(out.bytes, "  rows: from ") != NULL);
    }
    CHECK(drawn);
    place.m[2][3] = FX(2.4); /* around the camera: clipped */
    out.used = 0;
    for (uint32_t t = 0; t < c.scene.mesh.triangle_count; t += 9)
        CHECK(rs_trace_triangle(frame, &c.scene.mesh, &place, t, true, collect, &out));
    CHECK(strstr(out.bytes, " near") != NULL);
    CHECK(strstr(out.bytes, "clipping: nothing is left") != NULL || strstr(out.bytes, "corners 4") != NULL);
    CHECK(!rs_trace_triangle(frame, &c.scene.mesh, &place, 99999, false, collect, &out));
}

/* ---- pictures ---- */

static uint32_t quads[SCENE_WIDTH * SCENE_HEIGHT];

static rs_frame *four_quads(bool in_view) {
    static const int16_t positions[12] = {-32767, -32767, 0, 32767,  -32767, 0,
                                          32767,  32767,  0, -32767, 32767,  0};
    static const uint16_t indices[6] = {0, 1, 2, 0, 2, 3};
    rs_frame *frame;
    contract_make(&c);
    scene_make(&c.scene, RS_XRGB8888);
    memcpy(c.scene.positions, positions, sizeof positions);
    memcpy(c.scene.indices, indices, sizeof indices);
    c.scene.part.vertex_count = c.scene.mesh.vertex_count = 4;
    c.scene.part.triangle_count = c.scene.mesh.triangle_count = 2;
    c.scene.mesh.exponent = 3;
    c.scene.mesh.radius = FX(7);
    c.scene.material.shading = RS_UNLIT;
    c.scene.material.texture = &c.scene.texture;
    c.scene.uvs[0] = 0, c.scene.uvs[1] = 4096, c.scene.uvs[2] = 4096, c.scene.uvs[3] = 4096;
    c.scene.uvs[4] = 4096, c.scene.uvs[5] = 0, c.scene.uvs[6] = 0, c.scene.uvs[7] = 0;
    frame = scene_begin(&c.scene, RS_XRGB8888, 24);
    if (in_view) {
        rs_viewport view = {.x = 20, .y = 10, .width = 40, .height = 50, .camera = c.scene.camera};
        CHECK_EQ(rs_frame_viewport(frame, &view), RS_OK);
    }
    for (int i = 0; i < 4; i++) {
        mat34 place = m34_identity();
        place.m[2][3] = -FX(2) + i * FX(0.5); /* each quad is nearer than the one before */
        CHECK_EQ(rs_frame_mesh(frame, &c.scene.mesh, &place, &c.scene.material), RS_OK);
    }
    return frame;
}

static void view(const rs_frame *frame, rs_view_mode mode) {
    static uint16_t depth[SCENE_WIDTH * 24];
    for (int band = 0; band < rs_frame_bands(frame); band++) {
        rs_surface surface = {(uint8_t *)(quads + band * 24 * SCENE_WIDTH),
                              SCENE_WIDTH * 4,
                              SCENE_WIDTH,
                              SCENE_HEIGHT,
                              (int16_t)(band * 24),
                              24,
                              RS_XRGB8888};
        rs_frame_band_view(frame, band, &surface, depth, mode);
    }
}

TEST(raster_overdraw_of_four_layers_is_four) {
    rs_frame *frame;
    if (rs_spans_of(RS_XRGB8888) == NULL) return;
    frame = four_quads(false);
    view(frame, RS_VIEW_OVERDRAW);
    for (int i = 0; i < SCENE_WIDTH * SCENE_HEIGHT; i++) CHECK_EQ(quads[i], 4);
    frame = four_quads(true); /* in a viewport quads are drawn there alone */
    view(frame, RS_VIEW_OVERDRAW);
    for (int i = 0; i < SCENE_WIDTH * SCENE_HEIGHT; i++) {
        int x = i % SCENE_WIDTH, y = i / SCENE_WIDTH;
        CHECK_EQ(quads[i], x >= 20 && x < 60 && y >= 10 && y < 60 ? 4 : 0);
    }
}

TEST(raster_views_show_what_shading_hides) {
    uint32_t first;
    int edges = 0, ids = 0;
    rs_frame *frame;
    if (rs_spans_of(RS_XRGB8888) == NULL) return;
    frame = four_quads(false);
    view(frame, RS_VIEW_NORMALS); /* normals towards the camera */
    for (int i = 0; i < SCENE_WIDTH * SCENE_HEIGHT; i++) {
        CHECK_NEAR(quads[i] >> 16, 128, 2);
        CHECK_NEAR(quads[i] >> 8 & 255u, 128, 2);
        CHECK_NEAR(quads[i] & 255u, 255, 2);
    }
    view(frame, RS_VIEW_DEPTH);
    first = quads[0];
    CHECK((first & 255u) > 5 && (first & 255u) < 60);
    for (int i = 0; i < SCENE_WIDTH * SCENE_HEIGHT; i++) CHECK_NEAR(quads[i] & 255u, first & 255u, 1);
    view(frame, RS_VIEW_TRIANGLES);
    for (int i = 1; i < SCENE_WIDTH * SCENE_HEIGHT; i++) ids += quads[i] != quads[0];
    CHECK(ids > SCENE_WIDTH * SCENE_HEIGHT / 4 &&
          ids < SCENE_WIDTH * SCENE_HEIGHT * 3 / 4); /* the nearest quad has two triangles */
    view(frame, RS_VIEW_DENSITY);                    /* 16 texels over more than the whole picture: blocky */
    for (int i = 0; i < SCENE_WIDTH * SCENE_HEIGHT; i++) CHECK_EQ(quads[i], 0x4060F0u);
    view(frame, RS_VIEW_LEVELS);
    CHECK_EQ(quads[50], 0xFFFFFFu);
    view(frame, RS_VIEW_WIREFRAME);
    for (int i = 0; i < SCENE_WIDTH * SCENE_HEIGHT; i++) edges += quads[i] != 0;
    CHECK(edges > 60 && edges < 600); /* edges: four diagonals, over one another */
}

/* A quad over the whole picture whose texels are as large as pixels: one texel a pixel; from twice as far two along a line, and four in
 * a square. */
TEST(raster_density_is_one_where_texels_are_pixels) {
    if (rs_spans_of(RS_XRGB8888) == NULL) return;
    for (int far = 1; far <= 2; far++) {
        enum { REPEATS = 26214 }; /* 6.4 textures of 16 texels over 8 m, which are 102.4 pixels from 4.5 m */
        mat34 place = m34_identity();
        (void)four_quads(false);
        for (int i = 0; i < 8; i++) c.scene.uvs[i] = c.scene.uvs[i] != 0 ? REPEATS : 0;
        rs_frame *frame = scene_begin(&c.scene, RS_XRGB8888, 24);
        place.m[2][3] = FX(2.5) - far * FX(4.5);
        CHECK_EQ(rs_frame_mesh(frame, &c.scene.mesh, &place, &c.scene.material), RS_OK);
        const uint64_t area = rs_frame_density(frame, 50, 30);
        CHECK_NEAR(area, (uint64_t)(far * far) << 16, far * 1400);
        CHECK_NEAR(fx_sqrt((fx)area), far * FX_ONE, 700);
        view(frame, RS_VIEW_DENSITY);
        CHECK_EQ(quads[30 * SCENE_WIDTH + 50], far == 1 ? 0x30C040u : 0xF04030u);
        CHECK_EQ(rs_frame_density(frame, -1, 0), 0);
        CHECK_EQ(rs_frame_density(frame, 0, SCENE_HEIGHT), 0);
        if (far == 2) CHECK_EQ(rs_frame_density(frame, 1, 1), 0); /* beside it */
    }
}

/* The picture of overdraw has as many pixels as the counter of shaded ones; depth that is laid down first brings them to those that are seen. */
TEST(raster_overdraw_is_what_was_shaded) {
    static const rs_pixel_state depth_first = {.blend = {.keep = RS_KEEP_COLOUR | RS_KEEP_ALPHA}},
                                equal = {.depth = {.function = RS_LEQUAL}};
    rs_census census;
    uint32_t shown = 0, counted = 0;
    if (rs_spans_of(RS_XRGB8888) == NULL || !RS_FRAGMENT_LINKED) return;
    rs_frame *frame = four_quads(false);
    view(frame, RS_VIEW_OVERDRAW);
    rs_frame_census(frame, &census);
    for (int i = 0; i < SCENE_WIDTH * SCENE_HEIGHT; i++) shown += quads[i];
    for (int i = 0; i < RS_COST_CLASSES; i++) counted += census.pixels[i];
    CHECK_EQ(shown, counted);
    frame = scene_begin(&c.scene, RS_XRGB8888, 24);
    for (int i = 0; i < 8; i++) {
        mat34 place = m34_identity();
        place.m[2][3] = -FX(2) + i % 4 * FX(0.5);
        c.scene.material.state = i < 4 ? &depth_first : &equal;
        CHECK_EQ(rs_frame_mesh(frame, &c.scene.mesh, &place, &c.scene.material), RS_OK);
    }
    view(frame, RS_VIEW_OVERDRAW);
    for (int i = 0; i < SCENE_WIDTH * SCENE_HEIGHT; i++) CHECK_EQ(quads[i], 1);
}

/* Letters behind the last triangle lie over a picture of overdraw; those before it are no part of it. */
TEST(raster_letters_lie_over_a_picture_of_overdraw) {
    if (rs_spans_of(RS_XRGB8888) == NULL) return;
    mat34 place = m34_identity();
    (void)four_quads(false);
    rs_frame *frame = scene_begin(&c.scene, RS_XRGB8888, 24);
    CHECK_EQ(rs_frame_rectangle(frame, 0, 0, 10, 10, 0x111111), RS_OK);
    CHECK_EQ(rs_frame_mesh(frame, &c.scene.mesh, &place, &c.scene.material), RS_OK);
    CHECK_EQ(rs_frame_rectangle(frame, 40, 40, 2, 2, 0xABCDEF), RS_OK);
    view(frame, RS_VIEW_OVERDRAW);
    CHECK(quads[0] == 1 && quads[40 * SCENE_WIDTH + 40] == 1);
    view(frame, RS_VIEW_OVER);
    CHECK(quads[0] == 1 && quads[40 * SCENE_WIDTH + 40] == 0xABCDEF && quads[40 * SCENE_WIDTH + 42] == 1);
}

/* ---- prices ---- */

TEST(raster_prices_follow_the_counts) {
    rs_census census, twice;
    rs_costs costs;
    text table = {{0}, 0};
    uint32_t pixels = 0, rows = 0, triangles = 0;
    rs_frame *frame;
    if (rs_spans_of(RS_XRGB8888) == NULL) return;
    frame = four_quads(false);
    rs_frame_census(frame, &census);
    for (int i = 0; i < RS_COST_CLASSES; i++)
        pixels += census.pixels[i], rows += census.rows[i], triangles += census.triangles[i];
    CHECK_EQ(pixels, 4 * SCENE_WIDTH * SCENE_HEIGHT);
    CHECK(rows >= 4 * SCENE_HEIGHT && rows <= 8 * SCENE_HEIGHT);
    CHECK_EQ(triangles, 4 * 2 * 3); /* each triangle is counted in each of three bands */
    CHECK_EQ(census.pixels[RS_SPAN_PERSPECTIVE * RS_SPAN_LIGHTS + RS_SPAN_CONSTANT], pixels);
    CHECK_EQ(census.vertices, 16);
    costs = rs_costs_desktop;
    memset(costs.pixel, 0, sizeof costs.pixel), memset(costs.row, 0, sizeof costs.row),
        memset(costs.triangle, 0, sizeof costs.triangle);
    costs.pixel[RS_SPAN_PERSPECTIVE * RS_SPAN_LIGHTS] = 32;
    costs.vertex = 160, costs.light = 16, costs.submitted = costs.clear = 0, costs.frame = 5;
    CHECK_EQ(rs_census_cost(&census, &costs, 2), 2 * pixels + 16 * 12 + 5);
    twice = census;
    twice.pixels[2 * RS_SPAN_LIGHTS] *= 2;
    CHECK(rs_census_cost(&twice, &rs_costs_gba, 1) > rs_census_cost(&census, &rs_costs_gba, 1));
    rs_census_table(&census, &rs_costs_gba, 1, collect, &table);
    CHECK(strstr(table.bytes, "vertices  16 cost ") != NULL);
    CHECK(strstr(table.bytes, "Game Boy Advance sum ") != NULL);
    rs_census_table(&census, &rs_costs_desktop, 1, show, NULL);
}
