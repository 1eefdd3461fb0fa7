/* Meshes and textures from the importer through the packer and the resources to the pixels: the place of
 * texture space, and a mesh that is drawn where it lies in the image. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernel/resource/resource.h"
#include "raster/list/list.h"
#include "raster/viewport.h"
#include "tests/unit/kernel/resource/resource_views.h"
#include "tests/unit/raster/raster_scene.h"
#include "tools/import/base/checksum.h"
#include "tools/import/model/obj.h"
#include "tools/pack/pack.h"

static raster_scene scene;

typedef struct packed {
    writer bytes;
    rom_image image;
    ox_arena resident;
    ox_log log;
    ox_stock stock;
    ox_resources resources;
    import_model model;
} packed;

static _Alignas(16) uint8_t resident_memory[65536];

/* Packs a cart of one mesh, mesh/thing, and if there is a picture of the texture `skin`; opens the image. */
static bool pack_thing(packed *p, const char *cart_text, const char *obj, const char *materials,
                       import_image *skin) {
    static const pack_options options = {.names = true};
    pack_report report;
    cart c;
    tool_error error = {.text = ""};
    memset(p, 0, sizeof *p);
    bool ok = cart_parse("game/cart.txt", cart_text, strlen(cart_text), &c, &error) &&
              import_obj_from_memory("thing.obj", obj, strlen(obj), materials,
                                     materials == NULL ? 0 : strlen(materials), &p->model, &error);
    if (!ok) TEST_INFO("%s", error.text);
    CHECK(ok);
    if (!ok) return false;
    c.meshes[0].model = &p->model;
    if (skin != NULL) c.textures[0].picture = skin;
    ok = pack_cart(&c, &options, &p->bytes, &report, &error);
    cart_free(&c);
    CHECK(ok);
    if (!ok) return false;
    CHECK_EQ(rom_open(p->bytes.data, (uint32_t)p->bytes.size, &p->image, NULL), ROM_OK);
    ox_arena_init(&p->resident, resident_memory, sizeof resident_memory);
    CHECK(ox_log_init(&p->log, NULL, &p->resident, 8, 100));
    CHECK_EQ(open_views(&p->stock, &p->resources, &p->image, &p->resident, NULL, RS_XRGB8888, &p->log),
             OX_OK);
    return true;
}

static void unpack_thing(packed *p) {
    import_model_free(&p->model);
    writer_free(&p->bytes);
}

/* Draws the mesh from the front, `height` metres high about the origin, into a square of `side` pixels. */
static uint32_t draw_thing(const ox_mesh *mesh, int side, double height, const mat34 *place, uint32_t *pixels,
                           uint16_t *depth) {
    rs_target target = {side, side, RS_XRGB8888, side, &scene.palette, 0};
    rs_block list = {scene.list, sizeof scene.list}, fast = {NULL, 0};
    rs_frame *frame = (rs_frame *)(void *)scene.frame;
    rs_surface surface = {(uint8_t *)pixels, side * 4,   (int16_t)side, (int16_t)side, 0,
                          (int16_t)side,     RS_XRGB8888};
    rs_camera camera;
    rig34 stand = rig34_translation(v3(0, 0, FX(50)));
    CHECK(rs_frame_begin(frame, &target, list, fast));
    CHECK(rs_camera_orthographic(&camera, &stand, (fx)(height * 65536), 0, FX(100)));
    CHECK_EQ(rs_frame_camera(frame, &camera), RS_OK);
    CHECK_EQ(rs_frame_lights(frame, 255, NULL, 0), RS_OK);
    CHECK_EQ(rs_frame_mesh(frame, &mesh->mesh, place, mesh->materials), RS_OK);
    rs_frame_band(frame, 0, &surface, depth);
    return frame->item_count;
}

/* ---- texture space (068) ---- */

/* The obj's origin is the lower left of the picture: its vt (0, 0) meets the picture's lower-left pixel. */
TEST(raster_packed_lower_left_of_an_obj_is_the_lower_left_texel) {
    enum { SIDE = 16 };
    static const char text[] = "title Skin\nversion 1.0\nformat xrgb8888\ntexture skin skin.png\n"
                               "material skin texture=skin shading=unlit\n"
                               "mesh thing thing.obj material=skin\n"
                               "scene main\n  camera at=0,1,4 target=0,0,0\n  object thing\nend\n";
    static const char quad[] = "v -8 -8 0\nv 8 -8 0\nv 8 8 0\nv -8 8 0\nvt 0 0\nvt 1 0\nvt 1 1\nvt 0 1\n"
                               "f 1/1 2/2 3/3\nf 1/1 3/3 4/4\n";
    static uint32_t pixels[SIDE * SIDE];
    static uint16_t depth[SIDE * SIDE];
    mat34 place = m34_identity();
    import_image skin;
    tool_error error;
    packed p;
    int wrong = 0;
    CHECK(import_image_allocate("test", SIDE, SIDE, false, &skin, &error));
    /* texels differ by more than the rounding of colours can hide */
    for (int i = 0; i < SIDE * SIDE; i++) {
        const uint8_t pixel[4] = {(uint8_t)(i % SIDE * 16), (uint8_t)(i / SIDE * 16), 64, 255};
        memcpy(skin.rgba + i * 4, pixel, 4);
    }
    import_image_find_alpha(&skin);
    if (!pack_thing(&p, text, quad, NULL, &skin)) return;
    const ox_mesh *mesh = ox_resource_mesh(&p.resources, rom_id("mesh/thing"));
    CHECK(!mesh->placeholder);
    scene_make(&scene, RS_XRGB8888);
    memset(pixels, 0, sizeof pixels);
    memset(depth, 0xFF, sizeof depth);
    CHECK(draw_thing(mesh, SIDE, SIDE, &place, pixels, depth) > 0);
    for (int y = 0; y < SIDE; y++) { /* every pixel of the screen is the pixel of the source picture */
        for (int x = 0; x < SIDE; x++) {
            int red = (int)(pixels[y * SIDE + x] >> 16 & 255), green = (int)(pixels[y * SIDE + x] >> 8 & 255);
            wrong += abs(red - x * 16) > 7 || abs(green - y * 16) > 7;
        }
    }
    CHECK_EQ(wrong, 0);
    /* The corner itself: the texel at the obj's (0, 0), half a texel inside, is the lower-left one. */
    CHECK_NEAR((int)(pixels[(SIDE - 1) * SIDE] >> 8 & 255), (SIDE - 1) * 16, 7);
    CHECK_NEAR((int)(pixels[(SIDE - 1) * SIDE] >> 16 & 255), 0, 7);
    for (uint32_t i = 0; i < mesh->mesh.vertex_count; i++) { /* stored coordinates have v down */
        const int16_t *at = mesh->mesh.positions + 3 * i, *uv = mesh->mesh.uvs + 2 * i;
        CHECK_EQ(uv[0], at[0] < 0 ? 0 : 4096);
        CHECK_EQ(uv[1], at[1] < 0 ? 4096 : 0);
    }
    unpack_thing(&p);
    import_image_free(&skin);
}

/* ---- a mesh in place (018) ---- */

enum { ACROSS = 25, ALONG = 10, TRIANGLES = ACROSS * ALONG * 2 };

/* Writes 500 triangles in waves, 25 x 10 m, 100 m away from the origin; the last four rows have another
 * material. */
static void make_waves(char *text, size_t room) {
    size_t used = (size_t)snprintf(text, room, "mtllib w.mtl\n");
    for (int y = 0; y <= ALONG; y++) {
        for (int x = 0; x <= ACROSS; x++)
            used += (size_t)snprintf(text + used, room - used, "v %d %d %g\n", 100 + x, y - 5,
                                     (x * x + 3 * y) % 7 * 0.3 - 7);
    }
    for (int y = 0; y < ALONG; y++) {
        used += (size_t)snprintf(text + used, room - used, "usemtl %s\n", y < 6 ? "Red" : "Blue");
        for (int x = 0; x < ACROSS; x++) {
            int a = y * (ACROSS + 1) + x + 1, b = a + 1, c = a + ACROSS + 1, d = c + 1;
            used += (size_t)snprintf(text + used, room - used, "f %d %d %d\nf %d %d %d\n", a, b, d, a, d, c);
        }
    }
    CHECK(used < room);
}

/* Counts triangle corners of the model that the mesh does not have within `limit`, in fx, in any order of the
 * triangles. */
static int missing_corners(const rs_mesh *mesh, const import_model *model, int32_t limit) {
    const fx *offset = &mesh->offset.x;
    int missing = 0;
    for (uint32_t i = 0; i < model->vertex_count; i++) {
        bool found = false;
        for (uint32_t k = 0; k < mesh->vertex_count && !found; k++) {
            found = true;
            for (int j = 0; j < 3; j++) {
                int64_t half = mesh->positions[3 * k + (uint32_t)j];
                int64_t stored = offset[j] + half * (1 << mesh->exponent);
                found &= llabs(stored - llrint((double)model->vertices[i].position[j] * 65536)) <= limit;
            }
        }
        missing += !found;
    }
    return missing;
}

TEST(raster_packed_mesh_of_500_triangles_is_drawn_in_place) {
    enum { SIDE = 64 };
    static const char text[] = "title Waves\nversion 1.0\nformat xrgb8888\nmesh thing thing.obj\n"
                               "scene main\n  camera at=0,1,4 target=0,0,0\n  object thing\nend\n";
    static const char materials[] = "newmtl Red\nKd 1 0 0\nnewmtl Blue\nKd 0 0 1\n";
    static char waves[40000];
    static uint32_t pixels[SIDE * SIDE];
    static uint16_t depth[SIDE * SIDE];
    mat34 place = m34_translation(v3(FX(-112.5), 0, 0));
    packed p;
    int red = 0, blue = 0;
    make_waves(waves, sizeof waves);
    if (!pack_thing(&p, text, waves, materials, NULL)) return;
    const uint8_t *first = p.bytes.data, *end = first + p.bytes.size;
    uint32_t before = import_crc32(0, first, p.bytes.size);
    const ox_mesh *thing = ox_resource_mesh(&p.resources, rom_id("mesh/thing"));
    const rs_mesh *mesh = &thing->mesh;
    CHECK(!thing->placeholder && rs_mesh_valid(mesh));
    CHECK_EQ(mesh->triangle_count, TRIANGLES);
    CHECK_EQ(mesh->exponent, 5); /* sides of 12.5 m with 16-bit coordinates: 25 * 2^15 / 2^16 */
    CHECK_NEAR(mesh->offset.x, FX(112.5), FX(0.01));
    CHECK_EQ(missing_corners(mesh, &p.model, 1 << mesh->exponent), 0);
    CHECK_EQ(mesh->part_count, 2);
    CHECK_EQ(mesh->parts[0].triangle_count + mesh->parts[1].triangle_count, TRIANGLES);
    CHECK_EQ(mesh->parts[0].triangle_count, 300);
    CHECK(mesh->parts[0].material != mesh->parts[1].material && thing->material_count == 2);
    /* Nothing is copied: every array lies in the image. */
    const uint8_t *arrays[4] = {(const uint8_t *)mesh->positions, (const uint8_t *)mesh->indices,
                                (const uint8_t *)mesh->normals, (const uint8_t *)mesh->faces};
    for (int i = 0; i < 4; i++) CHECK(arrays[i] >= first && arrays[i] < end);
    CHECK_EQ(p.stock.manager.counts.loads, 0);
    scene_make(&scene, RS_XRGB8888);
    memset(pixels, 0, sizeof pixels);
    memset(depth, 0xFF, sizeof depth);
    CHECK(draw_thing(thing, SIDE, 26, &place, pixels, depth) > 0);
    for (int i = 0; i < SIDE * SIDE; i++) {
        red += (pixels[i] >> 16 & 255) > (pixels[i] & 255);
        blue += (pixels[i] >> 16 & 255) < (pixels[i] & 255);
    }
    CHECK(red > blue && blue > 300); /* 6 rows of red, 4 of blue */
    CHECK_EQ(import_crc32(0, first, p.bytes.size), before);
    unpack_thing(&p);
}
