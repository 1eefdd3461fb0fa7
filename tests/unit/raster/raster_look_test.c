/* Pictures of materials with a look: coloured light, baked colours, flat and smooth shading, culling, normals under
 * any map. */
#include "fixedmath/assert.h"
#include "fixedmath/vector.h"
#include "raster/geometry/submit_work.h"
#include "raster/list/list.h"
#include "raster/submit.h"
#include "tests/unit/raster/raster_scene.h"

static raster_scene scene;
static rs_look look;

static rs_frame *begin(void) {
    scene_make(&scene, RS_XRGB8888);
    memset(&look, 0, sizeof look);
    scene.material.look = &look;
    return scene_begin(&scene, RS_XRGB8888, SCENE_HEIGHT);
}

static void draw(const rs_frame *frame) { scene_draw(&scene, frame, RS_XRGB8888, SCENE_HEIGHT); }
static uint32_t hash_now(void) { return scene_hash(&scene, RS_XRGB8888); }
static uint32_t at(int x, int y) { return scene.pixels[GUARD + y * SCENE_WIDTH + x]; }

static int covered(void) {
    int count = 0;
    for (int i = 0; i < SCENE_WIDTH * SCENE_HEIGHT; i++) count += scene.pixels[GUARD + i] != 3;
    return count;
}

static int colours(void) {
    static uint32_t met[4096];
    int count = 0;
    for (int i = 0; i < SCENE_WIDTH * SCENE_HEIGHT; i++) {
        uint32_t pixel = scene.pixels[GUARD + i];
        int k = 0;
        if (pixel == 3) continue;
        while (k < count && met[k] != pixel) k++;
        if (k == count && count < 4096) met[count++] = pixel;
    }
    return count;
}

/* A triangle in the plane z = 0 with red, green and blue corners. */
static fx tri_positions[9];
static uint8_t tri_colours[12];

static rs_batch triangle(void) {
    static const uint8_t rgb[12] = {255, 0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 255};
    rs_batch batch;
    memset(&batch, 0, sizeof batch);
    memcpy(tri_colours, rgb, sizeof rgb);
    tri_positions[0] = -FX(1), tri_positions[1] = -FX(0.8);
    tri_positions[3] = FX(1), tri_positions[4] = -FX(0.8);
    tri_positions[6] = 0, tri_positions[7] = FX(1);
    batch.streams[RS_POSITION] = (rs_stream){tri_positions, 0, RS_FX_3};
    batch.streams[RS_COLOUR] = (rs_stream){tri_colours, 0, RS_UINT8_4};
    batch.vertex_count = batch.count = 3;
    batch.material = &scene.material;
    return batch;
}

/* ---- colour (045, 047, 048) ---- */

TEST(raster_red_light_on_white_is_white_light_on_red) {
    uint32_t hash[2];
    mat34 place = scene_turn(3000, 1000);
    for (int i = 0; i < 2; i++) {
        rs_frame *frame = begin();
        rs_light light = scene.lights[0];
        scene.material.rgb = i == 0 ? 0xFF0000 : 0xFFFFFF;
        light.rgb = i == 0 ? 0 : 0xFF0000;
        CHECK_EQ(rs_frame_lights(frame, 0, &light, 1), RS_OK);
        CHECK_EQ(rs_frame_mesh(frame, &scene.mesh, &place, &scene.material), RS_OK);
        draw(frame);
        CHECK(covered() > 1000);
        hash[i] = hash_now();
    }
    CHECK_EQ(hash[0], hash[1]);
}

TEST(raster_two_coloured_lights_add_up) {
    rs_frame *frame = begin();
    mat34 place = m34_identity();
    rs_light lights[2] = {
        {.kind = RS_LIGHT_DIRECTIONAL, .intensity = 255, .vector = {FX(-1), 0, 0}, .rgb = 0xFF0000},
        {.kind = RS_LIGHT_DIRECTIONAL, .intensity = 255, .vector = {FX(1), 0, 0}, .rgb = 0x0000FF}};
    scene.material.rgb = 0xFFFFFF;
    CHECK_EQ(rs_frame_lights(frame, 0, lights, 2), RS_OK);
    CHECK_EQ(rs_frame_mesh(frame, &scene.mesh, &place, &scene.material), RS_OK);
    draw(frame);
    for (int y = 20; y < 52; y++) {
        CHECK((at(60, y) & 0x00FFFF) == 0 && at(60, y) >> 16 > 20); /* the right side has red light alone */
        CHECK((at(36, y) & 0xFFFF00) == 0 && (at(36, y) & 255) > 20);
    }
    frame = begin();
    scene.material.rgb = 0xFFFFFF;
    CHECK_EQ(rs_frame_lights(frame, 0, NULL, 0), RS_OK);
    rs_frame_ambient(frame, 0x336699); /* ambient light is the same whatever the normal */
    CHECK_EQ(rs_frame_mesh(frame, &scene.mesh, &place, &scene.material), RS_OK);
    draw(frame);
    CHECK_EQ(colours(), 1);
    CHECK_EQ(at(48, 36), 0x336699);
}

TEST(raster_coloured_light_reaches_quick_paths_by_brightness) {
    uint32_t hash[2];
    mat34 place = scene_turn(3000, 1000);
    for (int i = 0; i < 2; i++) {
        rs_frame *frame = begin();
        rs_light light = scene.lights[0];
        scene.material.look = NULL;
        light.intensity = 200;
        light.rgb = i == 0 ? 0x808080 : 0;
        if (i == 1) light.intensity = (uint8_t)rs_product(200, 128);
        CHECK_EQ(rs_frame_lights(frame, 40, &light, 1), RS_OK);
        if (i == 0) rs_frame_ambient(frame, 0x282828);
        CHECK_EQ(rs_frame_mesh(frame, &scene.mesh, &place, &scene.material), RS_OK);
        draw(frame);
        hash[i] = hash_now();
    }
    CHECK_EQ(hash[0], hash[1]);
}

/* ---- baked colours (057) ---- */

static uint32_t mesh_sum(void) {
    uint32_t hash = 2166136261u;
    for (size_t i = 0; i < sizeof scene.positions; i++)
        hash = (hash ^ ((const uint8_t *)scene.positions)[i]) * 16777619u;
    for (size_t i = 0; i < sizeof scene.normals; i++) hash = (hash ^ (uint8_t)scene.normals[i]) * 16777619u;
    return hash;
}

TEST(raster_baked_colours_equal_the_light) {
    static uint8_t baked[SPHERE_VERTICES * 4];
    uint32_t before;
    rs_colour_list list = {baked, SPHERE_VERTICES};
    rs_mesh_attributes own = {.colours = baked};
    mat34 place = scene_turn(3000, 1000);
    uint32_t lit;
    rs_frame *frame = begin();
    CHECK_EQ(rs_frame_mesh(frame, &scene.mesh, &place, &scene.material), RS_OK);
    for (uint32_t i = 0; i < frame->item_count; i++) { /* items refer to the colours of the light stage */
        const rs_item *item = rs_item_at(frame, i);
        CHECK(item->a < RS_SINK);
    }
    draw(frame);
    lit = hash_now();
    { /* the lighting's own functions give the same picture */
        const mat34 *view = &scene.camera.world_to_view;
        rs_lighting lighting;
        rs_reflecting r = {.function = rs_reflect_lambert, .ambient = 0xFFFFFF, .diffuse = 0xFFFFFF};
        mat33 turn = m34_linear(&place);
        (void)view;
        rs_lighting_make(&lighting, scene.lights, 2, 50 * 0x010101, v3(0, 0, FX(2.5)), false);
        for (int i = 0; i < SPHERE_VERTICES; i++) {
            vec3 p = v3(scene.positions[3 * i] * 2, scene.positions[3 * i + 1] * 2,
                        scene.positions[3 * i + 2] * 2);
            vec3 n = v3(scene.normals[4 * i] * 65536 / 127, scene.normals[4 * i + 1] * 65536 / 127,
                        scene.normals[4 * i + 2] * 65536 / 127);
            uint16_t out[3];
            rs_lit l;
            rs_lighting_at(&lighting, &r, m34_point(&place, p), m3_apply(&turn, n), &l);
            rs_lit_colour(&l, &r, 0xC08040, out);
            for (int k = 0; k < 3; k++) baked[4 * i + k] = (uint8_t)((out[k] + 128) >> 8);
            baked[4 * i + 3] = 255;
        }
    }
    frame = begin();
    scene.material.shading = RS_UNLIT;
    scene.mesh.attributes = &own;
    CHECK_EQ(rs_frame_mesh(frame, &scene.mesh, &place, &scene.material), RS_OK);
    draw(frame);
    CHECK_EQ(hash_now(), lit);
    frame = begin(); /* colours of an instance instead of the mesh's own, which stay */
    scene.material.shading = RS_UNLIT;
    look.stage = rs_stage_colours;
    look.constants = &list;
    before = mesh_sum();
    CHECK_EQ(rs_frame_mesh(frame, &scene.mesh, &place, &scene.material), RS_OK);
    draw(frame);
    CHECK_EQ(hash_now(), lit);
    CHECK_EQ(mesh_sum(), before);
}

TEST(raster_light_is_added_to_baked_colours) {
    static const uint8_t grey[12] = {100, 100, 100, 255, 100, 100, 100, 255, 100, 100, 100, 255};
    for (int form = 0; form < 4; form++) {
        rs_frame *frame = begin();
        rs_batch batch = triangle();
        rs_light light = {
            .kind = RS_LIGHT_DIRECTIONAL, .intensity = 255, .vector = {0, 0, -FX_ONE}, .rgb = 0x000080};
        static const int8_t ahead[12] = {0, 0, 127, 0, 0, 0, 127, 0, 0, 0, 127, 0};
        batch.streams[RS_COLOUR].data = grey;
        batch.streams[RS_NORMAL] = (rs_stream){ahead, 0, RS_INT8_4};
        scene.material.shading = RS_UNLIT;
        scene.material.rgb = 0xFFFFFF;
        look.add_ambient = (form & 1) != 0;
        look.add_lights = (form & 2) != 0;
        CHECK_EQ(rs_frame_lights(frame, 0, &light, 1), RS_OK);
        rs_frame_ambient(frame, 0x00C800);
        CHECK_EQ(rs_frame_batch(frame, &batch), RS_OK);
        draw(frame);
        CHECK_EQ(at(48, 36), 0x640064u + (form & 1 ? 0x00FF00u : 0x006400u) +
                                 (form & 2 ? 0x80u : 0u)); /* 100 + 200 is clamped once */
    }
}

TEST(raster_attenuation_squares_add_up_in_alpha) {
    static const fx p[5] = {0, FX(0.5), FX(0.7071), FX(0.8660), FX(1.2)};
    static const int expected[5] = {0, 64, 128, 191, 255};
    for (int i = 0; i < 5; i++) {
        for (int axis = 0; axis < 3; axis++) {
            int32_t vector[3] = {0, 0, 0};
            uint32_t result;
            vector[axis] = p[i] / 4 * 65536;
            result = rs_shade_attenuation(NULL, vector, 0xFF112233u);
            CHECK_EQ(result & 0xFFFFFF, 0x112233);
            CHECK_NEAR(result >> 24, expected[i], 2);
        }
    }
}

/* Drawn: |p| from the light's place grows along the picture; blended, colour * (1 - alpha) is added. */
TEST(raster_attenuated_light_is_drawn) {
    static rs_pixel_state state;
    rs_frame *frame = begin();
    rs_batch batch = triangle();
    static const uint8_t white[12] = {255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255};
    memset(&state, 0, sizeof state);
    state.blend.mode = RS_BLEND_ATTENUATED;
    scene.material.state = &state;
    scene.material.shading = RS_UNLIT;
    look.pixel_light = RS_ATTENUATION;
    look.centre = v3(0, 0, 0);
    look.range = FX(0.5);
    batch.streams[RS_COLOUR].data = white;
    CHECK_EQ(rs_frame_batch(frame, &batch), RS_OK);
    draw(frame);
    CHECK(at(48, 36) >> 16 > 250);      /* the middle of the light */
    CHECK(at(48, 36 + 8) >> 16 < 0xE0); /* 8 px = 0.34 m: 1 - 0.46 */
    CHECK_NEAR(at(48, 36 + 8) >> 16, 255 * (10000 - 5500) / 10000 + 6, 24);
    CHECK_EQ(at(48, 36 + 14), 3); /* beyond the range nothing is added */
}

/* ---- flat and smooth (058, 059) ---- */

TEST(raster_flat_spheres_have_a_colour_a_triangle) {
    rs_frame *frame = begin();
    mat34 place = scene_turn(777, 333);
    rs_stats stats;
    int n;
    scene.material.rgb = 0xFFFFFF;
    scene.material.shading = RS_FLAT;
    {
        /* lights near by, since the two triangles of a square have one normal */
        rs_light lights[3] = {{.kind = RS_LIGHT_POINT,
                               .intensity = 255,
                               .vector = {FX(-1.5), FX(0.3), FX(1)},
                               .range = FX(4),
                               .rgb = 0xFF0000},
                              {.kind = RS_LIGHT_POINT,
                               .intensity = 255,
                               .vector = {FX(1.2), FX(1), FX(1.2)},
                               .range = FX(4),
                               .rgb = 0x00FF00},
                              {.kind = RS_LIGHT_POINT,
                               .intensity = 255,
                               .vector = {FX(0.4), FX(-1.2), FX(1.5)},
                               .range = FX(4),
                               .rgb = 0x0000FF}};
        CHECK_EQ(rs_frame_lights(frame, 0, lights, 3), RS_OK);
    }
    CHECK_EQ(rs_frame_mesh(frame, &scene.mesh, &place, &scene.material), RS_OK);
    rs_frame_stats(frame, &stats);
    draw(frame);
    n = colours();
    CHECK(n <= (int)stats.drawn);
    CHECK(n >= (int)stats.drawn - 6); /* triangles at the rim may cover no pixel */
    TEST_INFO("%d triangles, %d colours", (int)stats.drawn, n);
}

TEST(raster_flat_colour_is_the_first_corners) {
    rs_frame *frame = begin();
    rs_batch batch = triangle();
    scene.material.shading = RS_UNLIT;
    look.flat = true;
    CHECK_EQ(rs_frame_batch(frame, &batch), RS_OK);
    draw(frame);
    CHECK_EQ(colours(), 1);
    CHECK_EQ(at(48, 36), 0xFF0000);
    frame = begin(); /* the colour of an odd triangle of a strip is that of its earliest corner */
    {
        static const uint8_t order[4] = {0, 1, 2, 0};
        scene.material.shading = RS_UNLIT;
        look.flat = true;
        look.cull = RS_CULL_NONE;
        batch = triangle();
        batch.indices = order;
        batch.index_bytes = 1;
        batch.primitive = RS_TRIANGLE_STRIP;
        batch.count = 4;
        CHECK_EQ(rs_frame_batch(frame, &batch), RS_OK);
        CHECK_EQ(frame->item_count, 2);
        draw(frame);
        CHECK_EQ(at(48, 36), 0xFF0000); /* both triangles have one depth: the first drawn wins */
    }
}

TEST(raster_smooth_colour_is_linear) {
    rs_frame *frame = begin();
    rs_batch batch = triangle();
    const rs_draw *d;
    int cx = 0, cy = 0;
    scene.material.shading = RS_UNLIT;
    CHECK_EQ(rs_frame_batch(frame, &batch), RS_OK);
    CHECK_EQ(frame->item_count, 1);
    d = (const rs_draw *)(const void *)(frame->list + (size_t)rs_item_at(frame, 0)->draw * RS_DRAW_ALIGN);
    for (int i = 0; i < 3; i++) cx += d->vertices[i].x, cy += d->vertices[i].y;
    draw(frame);
    for (int k = 0; k < 24; k += 8)
        CHECK_NEAR(at(cx / 48, cy / 48) >> k & 255, 85, 3); /* half a pixel from the centroid */
    for (int y = 0; y < SCENE_HEIGHT; y++) {
        for (int x = 1, inside = 0; x < SCENE_WIDTH; x++) {
            uint32_t p = at(x, y);
            if (p == 3) continue;
            CHECK_NEAR((p >> 16 & 255) + (p >> 8 & 255) + (p & 255), 255, 2);
            if (inside) CHECK((p >> 8 & 255) >= (at(x - 1, y) >> 8 & 255)); /* green grows to the right */
            inside = 1;
        }
    }
    { /* the middle of the red-blue edge */
        int x = (d->vertices[0].x + d->vertices[2].x) / 32, y = (d->vertices[0].y + d->vertices[2].y) / 32;
        uint32_t p = at(x + 1, y);
        CHECK_NEAR(p >> 16, 127, 7); /* up to a pixel and a half from the edge */
        CHECK_NEAR(p & 255, 127, 7);
    }
}

TEST(raster_equal_normals_under_parallel_light_are_one_colour) {
    static const int8_t normals[12] = {0, 0, 127, 0, 0, 0, 127, 0, 0, 0, 127, 0};
    rs_frame *frame = begin();
    rs_batch batch = triangle();
    rs_light light = {.kind = RS_LIGHT_DIRECTIONAL,
                      .intensity = 255,
                      .vector = {FX(0.3), FX(0.5), -FX(0.8)},
                      .rgb = 0xFFA040};
    batch.streams[RS_COLOUR].form = RS_NOTHING;
    batch.streams[RS_NORMAL] = (rs_stream){normals, 0, RS_INT8_4};
    CHECK_EQ(rs_frame_lights(frame, 10, &light, 1), RS_OK);
    CHECK_EQ(rs_frame_batch(frame, &batch), RS_OK);
    draw(frame);
    CHECK_EQ(colours(), 1);
}

/* A highlight inside a triangle is lost when vertices are lit, and drawn when pixels are lit. */
TEST(raster_highlights_inside_triangles_need_pixels) {
    static int8_t normals[12];
    uint32_t middle[2];
    for (int form = 0; form < 2; form++) {
        rs_frame *frame = begin();
        rs_batch batch = triangle();
        rs_light light = {.kind = RS_LIGHT_DIRECTIONAL, .intensity = 255, .vector = {0, 0, -FX_ONE}};
        static const int8_t leaning[12] = {-90, -60, 66, 0, 90, -60, 66, 0, 0, 100, 78, 0};
        memcpy(normals, leaning, sizeof normals);
        batch.streams[RS_COLOUR].form = RS_NOTHING;
        batch.streams[RS_NORMAL] = (rs_stream){normals, 0, RS_INT8_4};
        scene.material.rgb = 0x400000;
        look.reflecting = (rs_reflecting){
            .ambient = 0xFFFFFF, .diffuse = 0xFFFFFF, .specular = 0xFFFFFF, .log2_exponent = 6};
        look.far_eye = true;
        look.pixel_light = form == 0 ? RS_PER_VERTEX : RS_PER_PIXEL;
        CHECK_EQ(rs_frame_lights(frame, 10, &light, 1), RS_OK);
        CHECK_EQ(rs_frame_batch(frame, &batch), RS_OK);
        draw(frame);
        middle[form] = 0;
        for (int y = 28; y < 48; y++) {
            for (int x = 38; x < 58; x++) {
                if ((at(x, y) & 255) > middle[form] && at(x, y) != 3) middle[form] = at(x, y) & 255;
            }
        }
    }
    CHECK(middle[0] < 20);
    CHECK(middle[1] > 200);
}

/* ---- emission (052) ---- */

TEST(raster_emission_needs_no_light) {
    uint32_t dark = 0;
    for (int light = 0; light < 3; light++) {
        rs_frame *frame = begin();
        mat34 place = m34_identity();
        look.reflecting = (rs_reflecting){.ambient = 0xFFFFFF, .diffuse = 0xFFFFFF, .emissive = 0x104060};
        scene.lights[0].intensity = (uint8_t)(light == 1 ? 255 : 90);
        CHECK_EQ(rs_frame_lights(frame, 0, scene.lights, light == 0 ? 0 : light), RS_OK);
        CHECK_EQ(rs_frame_mesh(frame, &scene.mesh, &place, &scene.material), RS_OK);
        draw(frame);
        if (light == 0) {
            CHECK_EQ(colours(), 1);
            dark = at(48, 36);
            CHECK_EQ(dark, 0x104060);
        }
        for (int i = 0; i < SCENE_WIDTH * SCENE_HEIGHT; i++) {
            uint32_t p = scene.pixels[GUARD + i];
            if (p != 3) CHECK((p >> 16) >= 0x10 && (p >> 8 & 255) >= 0x40 && (p & 255) >= 0x60);
        }
    }
}

/* An emissive texture over a lit surface: no pixel is darker than its texel, and in the dark the pixel is the texel. */
TEST(raster_emissive_texels_are_never_darker) {
    static rs_pixel_state state;
    static uint32_t base[4] = {0xFFFFFF, 0xFFFFFF, 0xFFFFFF, 0xFFFFFF},
                    glow[4] = {0x000000, 0x205080, 0x205080, 0x000000};
    rs_texture first = {
        .pixels = (const uint8_t *)base, .format = RS_XRGB8888, .log2_width = 1, .log2_height = 1};
    rs_texture second = {
        .pixels = (const uint8_t *)glow, .format = RS_XRGB8888, .log2_width = 1, .log2_height = 1};
    for (int light = 0; light < 2; light++) {
        rs_frame *frame = begin();
        mat34 place = m34_identity();
        int lit = 0, glowing = 0;
        memset(&state, 0, sizeof state);
        state.unit[1].texture = &second;
        state.unit[1].colour = RS_COMBINE_EMISSIVE;
        scene.material.texture = &first;
        scene.material.state = &state;
        CHECK_EQ(rs_frame_lights(frame, 0, scene.lights, light), RS_OK);
        CHECK_EQ(rs_frame_mesh(frame, &scene.mesh, &place, &scene.material), RS_OK);
        draw(frame);
        for (int i = 0; i < SCENE_WIDTH * SCENE_HEIGHT; i++) {
            uint32_t p = scene.pixels[GUARD + i];
            if (p == 3) continue;
            if (light == 0) CHECK(p == 0 || p == 0x205080);
            glowing += p == 0x205080;
            lit += p != 0 && p != 0x205080;
        }
        CHECK(light == 0 ? glowing > 500 && lit == 0 : lit > 500);
    }
}

/* ---- winding (042), normals (033) ---- */

TEST(raster_winding_decides_what_is_seen) {
    static const fx p[9] = {0, 0, 0, FX_ONE, 0, 0, 0, FX_ONE, 0};
    static const uint8_t orders[2][3] = {{0, 1, 2}, {0, 2, 1}};
    for (int order = 0; order < 2; order++) {
        for (int cull = 0; cull < 3; cull++) {
            rs_frame *frame = begin();
            rs_batch batch = triangle();
            batch.streams[RS_POSITION].data = p;
            batch.indices = orders[order];
            batch.index_bytes = 1;
            scene.material.shading = RS_UNLIT;
            look.cull = (uint8_t)cull;
            CHECK_EQ(rs_frame_batch(frame, &batch), RS_OK);
            draw(frame);
            CHECK_EQ(covered() > 50, cull == RS_CULL_NONE || (cull == RS_CULL_BACK) == (order == 0));
            if (covered() == 0) CHECK_EQ(frame->stats.culled, 1);
        }
    }
}

TEST(raster_closed_bodies_never_show_their_backs) {
    uint32_t plain, hash, culled;
    for (int turn = 0; turn < 8; turn++) {
        rs_stats stats;
        mat34 place = scene_turn((ang16)(turn * 5000), (ang16)(turn * 3100));
        rs_frame *frame = begin();
        CHECK_EQ(rs_frame_mesh(frame, &scene.mesh, &place, &scene.material), RS_OK);
        draw(frame);
        plain = hash_now();
        rs_frame_stats(frame, &stats);
        CHECK(stats.culled >= stats.submitted / 2); /* less than half of a sphere is seen */
        frame = begin();
        look.cull = RS_CULL_NONE; /* with back faces the picture is the same */
        CHECK_EQ(rs_frame_mesh(frame, &scene.mesh, &place, &scene.material), RS_OK);
        draw(frame);
        CHECK_EQ(hash_now(), plain);
        culled = stats.culled;
        frame = begin(); /* every triangle is turned round: none of those seen before is seen */
        for (uint32_t i = 0; i < scene.part.triangle_count; i++) {
            uint16_t swap = scene.indices[3 * i + 1];
            scene.indices[3 * i + 1] = scene.indices[3 * i + 2];
            scene.indices[3 * i + 2] = swap;
        }
        CHECK_EQ(rs_frame_mesh(frame, &scene.mesh, &place, &scene.material), RS_OK);
        draw(frame);
        hash = hash_now();
        CHECK(hash != plain);
        rs_frame_stats(frame, &stats);
        CHECK(stats.drawn <= culled);
        CHECK_EQ(stats.drawn + stats.culled + stats.rejected, stats.submitted);
    }
}

TEST(raster_mirrored_instances_show_their_fronts) {
    uint32_t lit[2];
    for (int mirrored = 0; mirrored < 2; mirrored++) {
        rs_frame *frame = begin();
        mat34 place = m34_identity();
        rs_stats stats;
        scene.lights[0].vector = v3(0, FX(-0.6), FX(-0.8));
        CHECK_EQ(rs_frame_lights(frame, 50, scene.lights, 1), RS_OK);
        if (mirrored) place.m[0][0] = -FX_ONE;
        CHECK_EQ(rs_frame_mesh(frame, &scene.mesh, &place, &scene.material), RS_OK);
        rs_frame_stats(frame, &stats);
        draw(frame);
        CHECK(stats.drawn > 40 && stats.culled > 60);
        lit[mirrored] = at(48, 20); /* the light from above and in front is symmetric */
    }
    for (int k = 0; k < 24; k += 8) CHECK_NEAR(lit[1] >> k & 255, lit[0] >> k & 255, 3);
}

TEST(raster_stretched_normals_stay_at_right_angles) {
    mat34 place = m34_scaling(v3(FX(2), FX(1), FX(1)));
    rs_submission s;
    mat33 normals = m34_normal_matrix(&place);
    int naive = 0;
    memset(&s, 0, sizeof s);
    for (int i = 0; i < 64; i++) {
        ang16 a = (ang16)(i * 1024 + 200);
        vec3 n = v3(fx_cos(a), fx_sin(a), 0), tangent = v3(-fx_sin(a), fx_cos(a), 0), turned, unit;
        tangent = m34_direction(&place, tangent);
        turned = m3_apply(&normals, n);
        CHECK(v3_normalize(turned, &unit));
        CHECK(v3_normalize(tangent, &tangent));
        CHECK(fx_magnitude(v3_dot(unit, tangent)) < 64); /* 2^-10 */
        CHECK(v3_normalize(m34_direction(&place, n), &unit));
        naive += fx_magnitude(v3_dot(unit, tangent)) >= 64;
    }
    CHECK(naive > 50);
}

/* A stretched sphere has the light of its true normals at its middle and sides. */
TEST(raster_stretched_spheres_are_lit_by_their_true_normals) {
    rs_frame *frame = begin();
    mat34 place = m34_scaling(v3(FX(1), FX(1), FX(0.25)));
    rs_light light = {.kind = RS_LIGHT_DIRECTIONAL, .intensity = 255, .vector = {0, 0, -FX_ONE}};
    uint32_t stretched, round;
    scene.material.rgb = 0xFFFFFF;
    CHECK_EQ(rs_frame_lights(frame, 0, &light, 1), RS_OK);
    CHECK_EQ(rs_frame_mesh(frame, &scene.mesh, &place, &scene.material), RS_OK);
    draw(frame);
    stretched = at(48 + 16, 36) & 255;
    frame = begin();
    place = m34_identity();
    scene.material.rgb = 0xFFFFFF;
    CHECK_EQ(rs_frame_lights(frame, 0, &light, 1), RS_OK);
    CHECK_EQ(rs_frame_mesh(frame, &scene.mesh, &place, &scene.material), RS_OK);
    draw(frame);
    round = at(48 + 16, 36) & 255;
    CHECK(stretched > round + 20); /* the stretched sphere is flatter there and faces the light more */
}

/* ---- early culling (043) ---- */

TEST(raster_early_culling_spares_vertices) {
    uint32_t worst = 0;
    for (int i = 0; i < 300; i++) {
        uint32_t hash[2], vertices[2];
        mat34 place = scene_turn((ang16)(i * 611), (ang16)(i * 233));
        for (int early = 0; early < 2; early++) {
            rs_frame *frame = i == 0 ? begin() : scene_begin(&scene, RS_XRGB8888, SCENE_HEIGHT);
            rs_batch batch;
            memset(&batch, 0, sizeof batch);
            rs_streams_of_mesh(&scene.mesh, 0, batch.streams);
            batch.vertex_count = SPHERE_VERTICES;
            batch.indices = scene.indices;
            batch.index_bytes = 2;
            batch.count = 3 * scene.part.triangle_count;
            batch.exponent = scene.mesh.exponent;
            batch.place = &place;
            batch.material = &scene.material;
            batch.cache = 128;
            batch.cull_early = early != 0;
            CHECK_EQ(rs_frame_batch(frame, &batch), RS_OK);
            vertices[early] = frame->stats.vertices;
            if (i % 5 != 0) continue;
            draw(frame);
            hash[early] = hash_now();
        }
        if (i % 5 == 0) CHECK_EQ(hash[0], hash[1]);
        CHECK(vertices[1] < vertices[0]);
        if (vertices[1] > worst) worst = vertices[1];
    }
    TEST_INFO("of %d vertices at most %d are transformed", SPHERE_VERTICES, (int)worst);
    CHECK(worst <= SPHERE_VERTICES * 2 / 3);
}

/* ---- lines and points (020, 041) ---- */

TEST(raster_lines_are_clipped_like_triangles) {
    static fx ends[6];
    static const uint8_t strip[2] = {0, 1};
    for (int i = 0; i < 200; i++) {
        rs_frame *frame = i == 0 ? begin() : scene_begin(&scene, RS_XRGB8888, SCENE_HEIGHT);
        rs_batch batch = triangle();
        uint32_t state = (uint32_t)i * 2654435761u + 99u;
        for (int k = 0; k < 6; k++) {
            state = state * 1664525u + 1013904223u;
            ends[k] = (fx)(state >> 11) - (1 << 20); /* +-16 m, many behind the eye */
        }
        batch.streams[RS_POSITION].data = ends;
        batch.vertex_count = 2;
        batch.indices = strip;
        batch.index_bytes = 1;
        batch.count = 2;
        batch.primitive = (uint8_t)(i & 1 ? RS_LINES : RS_LINE_STRIP);
        scene.material.shading = RS_UNLIT;
        CHECK_EQ(rs_frame_batch(frame, &batch), RS_OK);
        CHECK_EQ(frame->stats.submitted,
                 frame->stats.rejected + frame->stats.drawn +
                     (frame->stats.clipped > frame->stats.drawn + frame->stats.rejected ? 1 : 0));
        draw(frame);
    }
    { /* through the near plane: what is seen stays on its side */
        rs_frame *frame = scene_begin(&scene, RS_XRGB8888, SCENE_HEIGHT);
        rs_batch batch = triangle();
        const fx through[6] = {FX(0.1), 0, FX(0), FX(0.6), 0, FX(8)};
        memcpy(ends, through, sizeof ends);
        batch.streams[RS_POSITION].data = ends;
        batch.vertex_count = batch.count = 2;
        batch.primitive = RS_LINES;
        scene.material.shading = RS_UNLIT;
        CHECK_EQ(rs_frame_batch(frame, &batch), RS_OK);
        CHECK_EQ(frame->stats.clipped, 1);
        draw(frame);
        CHECK(covered() > 30);
        for (int y = 0; y < SCENE_HEIGHT; y++) {
            for (int x = 0; x < 48; x++) CHECK_EQ(at(x, y), 3); /* never wraps to the left */
        }
    }
}

/* ---- light maps (057) ---- */

TEST(raster_light_maps_multiply) {
    static rs_pixel_state state;
    static uint32_t base[4] = {0xC08040, 0xC08040, 0xC08040, 0xC08040},
                    map[4] = {0x80FF40, 0x80FF40, 0x80FF40, 0x80FF40};
    static const fx second[6] = {FX(0.3), FX(0.1), FX(0.9), FX(0.2), FX(0.5), FX(0.8)};
    rs_texture first = {
        .pixels = (const uint8_t *)base, .format = RS_XRGB8888, .log2_width = 1, .log2_height = 1};
    rs_texture other = {
        .pixels = (const uint8_t *)map, .format = RS_XRGB8888, .log2_width = 1, .log2_height = 1};
    static const uint8_t white[12] = {255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255};
    rs_frame *frame = begin();
    rs_batch batch = triangle();
    int seen = 0;
    memset(&state, 0, sizeof state);
    state.unit[1].texture = &other;
    state.unit[1].second_set = true;
    scene.material.texture = &first;
    scene.material.state = &state;
    scene.material.shading = RS_UNLIT;
    batch.streams[RS_COLOUR].data = white;
    batch.streams[RS_TEXCOORD_2] = (rs_stream){second, 0, RS_FX_2};
    CHECK_EQ(rs_frame_batch(frame, &batch), RS_OK);
    draw(frame);
    for (int i = 0; i < SCENE_WIDTH * SCENE_HEIGHT; i++) {
        uint32_t p = scene.pixels[GUARD + i];
        if (p == 3) continue;
        seen++;
        for (int k = 0; k < 24; k += 8)
            CHECK_NEAR(p >> k & 255, rs_product(0xC08040 >> k & 255, 0x80FF40 >> k & 255), 1);
    }
    CHECK(seen > 500);
}

TEST(raster_attenuation_coordinates) {
    CHECK_EQ(rs_attenuation_coordinate(FX(10), FX(7), FX(6)), FX(0.75));
    CHECK_EQ(rs_attenuation_coordinate(FX(3), FX(3), FX(6)), FX(0.5));
    CHECK_EQ(rs_attenuation_coordinate(FX(3), FX(9), FX(6)), 0);
    CHECK_EQ(rs_attenuation_coordinate(FX(3), FX(3), 0), FX(0.5));
}
