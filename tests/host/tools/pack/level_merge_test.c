/* Static geometry as instances and merged: the same pictures, and the shorter of the two forms in the
 * image. */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fixedmath/fixedmath.h"
#include "kernel/level/geometry.h"
#include "raster/list/list.h"
#include "rom/check.h"
#include "rom/level.h"
#include "tests/host/tools/pack/packed_cart.h"
#include "tests/unit/kernel/memory/life.h"
#include "tests/unit/kernel/resource/resource_views.h"
#include "tools/import/base/checksum.h"
#include "tools/pack/level_merge.h"

enum { WIDTH = 240, HEIGHT = 160, SEGMENTS = 1000, KINDS = 5 };

typedef struct wall {
    packed_folder folder;
    writer image;
    rom_image rom;
    ox_arena resident;
    ox_stock stock;
    ox_resources resources;
    ox_geometry geometry;
    rom_view section;
    _Alignas(16) uint8_t memory[1 << 18];
} wall;

static uint64_t frame_memory[512], list_memory[1 << 18];
static uint32_t pixels[2][WIDTH * HEIGHT];
static uint16_t depth[WIDTH * HEIGHT];

/* A stone with a point or a dent in front, open to its neighbours, on a grid of 1/8 m. */
static void write_segment(packed_folder *f, int kind) {
    static const double peak[KINDS][3] = {{0.25, 0.25, 0.5},
                                          {0.125, 0.25, 0.375},
                                          {0.375, 0.125, 0.625},
                                          {0.25, 0.375, 0.125},
                                          {0.25, 0.125, 0.75}};
    char text[600], name[16];
    snprintf(text, sizeof text,
             "v 0 0 0\nv 0.5 0 0\nv 0.5 0.5 0\nv 0 0.5 0\nv 0 0 0.25\nv 0.5 0 0.25\nv 0.5 0.5 0.25\nv 0 0.5 "
             "0.25\nv %g %g %g\n"
             "f 4 3 2 1\nf 5 6 9\nf 6 7 9\nf 7 8 9\nf 8 5 9\n",
             peak[kind][0], peak[kind][1], peak[kind][2]);
    snprintf(name, sizeof name, "s%d.obj", kind);
    folder_write(f, name, text);
}

/* Makes a cart of five segments and a level; `more` has further lines of cart.txt. */
static bool begin(wall *w, const char *more, const char *level) {
    static const char *const colours[KINDS] = {"#c08040", "#a0a0a8", "#b05038", "#d0b070", "#708060"};
    char cart_text[2000];
    int used = snprintf(cart_text, sizeof cart_text,
                        "title Wall\nversion 1.0\nformat xrgb8888\nlevel wall wall.txt\n%s", more);
    memset(w, 0, sizeof *w);
    if (!folder_make(&w->folder)) return false;
    for (int i = 0; i < KINDS; i++) {
        write_segment(&w->folder, i);
        used += snprintf(cart_text + used, sizeof cart_text - (size_t)used,
                         "material m%d colour=%s shading=%s\nmesh s%d s%d.obj material=m%d\n", i, colours[i],
                         i == 3 ? "gouraud" : "flat", i, i, i);
    }
    snprintf(cart_text + used, sizeof cart_text - (size_t)used,
             "scene main\n  camera at=0,1,4 target=0,0,0\nend\n");
    folder_write(&w->folder, "cart.txt", cart_text);
    folder_write(&w->folder, "wall.txt", level);
    return true;
}

static bool open_image(wall *w) {
    rom_view level;
    ox_arena_init(&w->resident, w->memory, sizeof w->memory);
    CHECK_EQ(rom_open(w->image.data, (uint32_t)w->image.size, &w->rom, NULL), ROM_OK);
    CHECK_EQ(rom_view_chunk(&w->rom, rom_id("level/wall"), ROM_TAG_LEVEL, &level, NULL), ROM_OK);
    CHECK_EQ(open_views(&w->stock, &w->resources, &w->rom, &w->resident, NULL, RS_XRGB8888, NULL), OX_OK);
    CHECK(rom_level_section(level.data, ROM_TAG_GEOMETRY, 0, &w->section));
    CHECK_EQ(ox_geometry_open(&w->geometry, w->section.data, &w->resources, &w->resident), OX_OK);
    CHECK_EQ(w->resources.placeholders, 0);
    return w->geometry.section != NULL;
}

/* Packs the wall, with every level merged when `merged`. */
static bool pack_wall(wall *w, bool merged, level_merge_report *report) {
    static const pack_options options = {.names = true};
    tool_error error = {.text = ""};
    pack_report packed;
    assembly chunks;
    cart c;
    bool ok = cart_load(w->folder.path, &c, &error) && pack_compile(&c, &options, &chunks, &packed, &error);
    for (uint32_t i = 0; ok && merged && i < chunks.count; i++) {
        if (chunks.chunks[i].type != ROM_TAG_LEVEL) continue;
        ok = level_merge(&chunks, i, NULL, true, report);
        break;
    }
    ok = ok && assemble_finish(&chunks, "wall", &w->image, &error);
    if (!ok) TEST_INFO("%s", error.text);
    CHECK(ok);
    assemble_free(&chunks);
    cart_free(&c);
    return ok && open_image(w);
}

static void finish(wall *w) {
    writer_free(&w->image);
    folder_remove(&w->folder);
}

/* Draws the wall from `eye`, turned by `yaw`, with culling of cells. */
static void draw(const wall *w, vec3 eye, ang16 yaw, uint32_t *out) {
    rs_target target = {WIDTH, HEIGHT, RS_XRGB8888, HEIGHT, w->resources.palette, 0x203040};
    rs_frame *frame = (rs_frame *)(void *)frame_memory;
    rs_surface surface = {(uint8_t *)out, WIDTH * 4, WIDTH, HEIGHT, 0, HEIGHT, RS_XRGB8888};
    const rs_light light = {.kind = RS_LIGHT_DIRECTIONAL,
                            .intensity = 200,
                            .vector = v3_normalize_or(v3(FX(-1), FX(-2), FX(-2)), V3_NEG_Y, NULL)};
    rot33 turn = rot33_from_euler((euler16){yaw, 0, 0});
    rig34 stand = rig34_from(&turn, eye), to_view = rig34_inverse(&stand);
    rs_camera camera = {
        .world_to_view = m34_from_rig34(&to_view), .focal = FX(2), .near_plane = FX(1), .far_plane = FX(100)};
    frustum3 own, seen;
    frustum_eye shape;
    CHECK(rs_frame_begin(frame, &target, (rs_block){list_memory, sizeof list_memory}, (rs_block){NULL, 0}));
    CHECK_EQ(rs_frame_camera(frame, &camera), RS_OK);
    CHECK_EQ(rs_frame_lights(frame, 60, &light, 1), RS_OK);
    CHECK(frustum_eye_make(FX(2) * HEIGHT / WIDTH, FX(1) * HEIGHT / WIDTH, FX(1), FX(100), &shape));
    own = frustum_from_eye(&shape);
    seen = frustum_transform(&stand, &own);
    CHECK_EQ(ox_geometry_draw(&w->geometry, frame, &(ox_geometry_view){.view = &seen}), RS_OK);
    rs_frame_band(frame, 0, &surface, depth);
}

static void thousand(char *text, size_t room, const char *more) {
    size_t used = (size_t)snprintf(text, room, "level 1\ncell 8\n");
    for (int i = 0; i < SEGMENTS; i++) {
        int x = i % 50, y = i / 50;
        used += (size_t)snprintf(text + used, room - used, "instance s%d at=%g,%g,0%s\n",
                                 (x * 3 + y * 7 + x * y) % KINDS, x * 0.5 - 12.5, y * 0.5 - 5, more);
    }
}

static uint32_t different(void) {
    uint32_t count = 0;
    for (int i = 0; i < WIDTH * HEIGHT; i++) count += pixels[0][i] != pixels[1][i];
    return count;
}

/* Whether two colours are the same, but for a step of interpolated light. */
static bool alike(uint32_t a, uint32_t b) {
    for (int shift = 0; shift < 24; shift += 8)
        if (abs((int)(a >> shift & 255u) - (int)(b >> shift & 255u)) > 8) return false;
    return true;
}

/* Whether each pixel that differs equals the other picture's pixel at its place or beside it. */
static bool differ_along_edges(void) {
    for (int i = 0; i < WIDTH * HEIGHT; i++) {
        bool beside = alike(pixels[0][i], pixels[1][i]);
        for (int k = 0; !beside && k < 9; k++) {
            int x = i % WIDTH + k % 3 - 1, y = i / WIDTH + k / 3 - 1;
            beside =
                x >= 0 && y >= 0 && x < WIDTH && y < HEIGHT && alike(pixels[0][y * WIDTH + x], pixels[1][i]);
        }
        if (!beside) return false;
    }
    return true;
}

static uint32_t drawn(void) {
    uint32_t count = 0;
    for (int i = 0; i < WIDTH * HEIGHT; i++) count += pixels[0][i] != 0x203040;
    return count;
}

static char level_text[80000];

TEST(level_merge_wall_of_a_thousand_segments) {
    static wall apart, together;
    level_merge_report report;
    /* A mesh that is wholly in view is projected with as many bits as its own extent leaves
     * (raster/list/transform.c, prepare_rows). A coordinate between two sixteenths of a pixel may go to the
     * other one in a mesh of another size: a few pixels at edges differ, and a step of light. Where no
     * coordinate does, the pictures are the same to the bit. */
    static const struct {
        vec3 eye;
        ang16 yaw;
        bool same;
    } views[] = {{{FX(-3), FX(2), FX(7)}, 0, true},
                 {{0, FX(-3), FX(2)}, 63000, true},
                 {{0, 0, FX(18)}, 0, true},
                 {{FX(6), 0, FX(5)}, 0, false},
                 {{FX(9), FX(1), FX(12)}, 5000, false}};
    thousand(level_text, sizeof level_text, "");
    if (!begin(&apart, "", level_text) || !begin(&together, "", level_text)) return;
    if (!pack_wall(&apart, false, NULL) || !pack_wall(&together, true, &report)) return;
    CHECK_EQ(report.instances, SEGMENTS);
    CHECK_EQ(report.meshes, KINDS);
    CHECK(report.merged && report.why_not == NULL);
    /* bytes of five meshes and a thousand records, against bytes of meshes that hold every segment */
    uint32_t records = SEGMENTS * ROM_INSTANCE_SIZE, meshes = 0;
    for (uint32_t i = 0; i < KINDS; i++) {
        char name[16];
        rom_view mesh;
        snprintf(name, sizeof name, "mesh/s%u", (unsigned)i);
        CHECK_EQ(rom_view_chunk(&apart.rom, rom_id(name), ROM_TAG_MESH, &mesh, NULL), ROM_OK);
        meshes += (uint32_t)mesh.size;
    }
    CHECK_EQ(apart.section.size,
             ROM_GEOMETRY_SIZE + KINDS * 4 + records + report.cells * ROM_INSTANCE_CELL_SIZE);
    CHECK_EQ(rom_u32(together.section.data + ROM_GEOMETRY_INSTANCE_COUNT), 0);
    CHECK((meshes + apart.section.size) * 4 < report.together);
    TEST_INFO("%u segments: 5 meshes of %u bytes and records of %u, with their cells %u bytes; merged into "
              "%u meshes %u bytes",
              (unsigned)SEGMENTS, (unsigned)meshes, (unsigned)records,
              (unsigned)(meshes + apart.section.size), (unsigned)report.cells, (unsigned)report.together);
    for (size_t i = 0; i < sizeof views / sizeof views[0]; i++) {
        draw(&apart, views[i].eye, views[i].yaw, pixels[0]);
        draw(&together, views[i].eye, views[i].yaw, pixels[1]);
        if (getenv("OXCART_PICTURES") != NULL) {
            char path[300];
            tool_error error;
            import_png_picture picture = {
                .width = WIDTH, .height = HEIGHT, .format = IMPORT_PNG_XRGB32, .pixels = pixels[0]};
            snprintf(path, sizeof path, "%.200s/wall%u.png", getenv("OXCART_PICTURES"), (unsigned)i);
            CHECK(import_png_write(path, &picture, &error));
        }
        TEST_INFO("view %u: %u pixels of the wall, %u differ", (unsigned)i, (unsigned)drawn(),
                  (unsigned)different());
        CHECK(drawn() > WIDTH * HEIGHT / 4);
        CHECK(differ_along_edges());
        CHECK(views[i].same ? different() == 0 : different() * 500 < drawn());
    }
    finish(&apart);
    finish(&together);
}

static bool packed_with(wall *w, const char *more, const char *level) {
    return begin(w, more, level) && folder_pack(&w->folder, &w->image) && open_image(w);
}

static bool is_there(const wall *w, const char *name) {
    rom_chunk chunk;
    return rom_find(&w->rom, rom_id(name), ROM_TAG_MESH, &chunk);
}

static const char once[] =
    "level 1\ncell 64\ninstance s0 at=0,0,0\ninstance s1 at=1,0,0 yaw=90\ninstance s2 at=2,0.5,0 yaw=180\n"
    "instance s3 at=3,0,0 scale=2\ninstance s4 at=0,2,0 material=m1\n";

/* With each stone used once, merged meshes need fewer heads, and the meshes that they were made of go. */
TEST(level_merge_packer_takes_the_shorter_form) {
    static wall chosen, apart;
    if (!packed_with(&chosen, "keep\n", once)) return;
    CHECK(is_there(&chosen, "mesh/wall.cell-0") && !is_there(&chosen, "mesh/s0") &&
          !is_there(&chosen, "mesh/s4"));
    CHECK_EQ(rom_u32(chosen.section.data + ROM_GEOMETRY_MESH_COUNT), 0);
    if (!begin(&apart, "", once) || !folder_pack(&apart.folder, &apart.image) || !open_image(&apart)) return;
    CHECK(is_there(&apart, "mesh/s0") && !is_there(&apart, "mesh/wall.cell-0"));
    TEST_INFO("five stones: image of %u bytes apart, %u merged", (unsigned)apart.image.size,
              (unsigned)chosen.image.size);
    CHECK(chosen.image.size < apart.image.size);
    draw(&apart, v3(FX(1), FX(1), FX(6)), 0, pixels[0]);
    draw(&chosen, v3(FX(1), FX(1), FX(6)), 0, pixels[1]);
    CHECK(drawn() > 1000 && differ_along_edges() && different() * 100 < drawn());
    finish(&apart);
    finish(&chosen);
    /* a mesh that is kept, or that a scene shows, counts in neither form: then records are shorter */
    if (!packed_with(&chosen, "keep mesh/s?\n", once)) return;
    CHECK(!is_there(&chosen, "mesh/wall.cell-0") && is_there(&chosen, "mesh/s0"));
    finish(&chosen);
    thousand(level_text, sizeof level_text, "");
    if (!packed_with(&chosen, "keep\n", level_text)) return;
    CHECK_EQ(rom_u32(chosen.section.data + ROM_GEOMETRY_INSTANCE_COUNT), SEGMENTS);
    CHECK(!is_there(&chosen, "mesh/wall.cell-0") && is_there(&chosen, "mesh/s0"));
    finish(&chosen);
}

/* A level that would look otherwise when it is merged stays apart, and the reason is told. */
TEST(level_merge_keeps_apart_what_would_look_otherwise) {
    static const struct {
        const char *more, *lines, *why;
    } cases[] = {
        {"", "instance s0 at=0,0,0 tint=#ff8080\n", "an instance has a tint"},
        {"", "instance s0 at=0,0,0 no-shadow\n", "an instance has flags"},
        {"", "instance s0 at=0,0,0\nelement e at=0,0,0 health=9 instance=0\nversion mesh=s0 threshold=9\n",
         "an element names an instance"},
        {"", "instance s0 at=0,0,0 yaw=30\ninstance s1 at=40,0,0\n", "something would lie elsewhere"},
        {"material glass colour=#8080ff opacity=0.5\n", "instance s0 at=0,0,0 material=glass\n",
         "a material is drawn in an order"},
        {"", "instance nothing at=0,0,0\n", "a mesh is not there"}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        static wall w;
        level_merge_report report = {0};
        tool_error error = {.text = ""};
        const pack_options options = {.names = true};
        pack_report packed;
        assembly chunks;
        cart c;
        char text[300];
        snprintf(text, sizeof text, "level 1\ncell 64\n%s", cases[i].lines);
        if (!begin(&w, cases[i].more, text)) return;
        bool ok =
            cart_load(w.folder.path, &c, &error) && pack_compile(&c, &options, &chunks, &packed, &error);
        if (!ok) TEST_INFO("%s", error.text);
        CHECK(ok);
        for (uint32_t k = 0; ok && k < chunks.count; k++) {
            if (chunks.chunks[k].type == ROM_TAG_LEVEL) CHECK(level_merge(&chunks, k, NULL, true, &report));
        }
        if (report.why_not == NULL || strstr(report.why_not, cases[i].why) == NULL)
            TEST_INFO("%s: %s", cases[i].lines, report.why_not == NULL ? "merged" : report.why_not);
        CHECK(!report.merged && report.why_not != NULL && strstr(report.why_not, cases[i].why) != NULL);
        assemble_free(&chunks);
        cart_free(&c);
        folder_remove(&w.folder);
    }
}

/* ---- properties of single instances ---- */

/* Four plates in a row: plain, tinted, of another material, and one that is only drawn from near. */
TEST(level_geometry_draws_tints_materials_and_what_is_near) {
    static wall w;
    static const char plates[] =
        "level 1\ninstance s4 at=-2,0,0 material=paint\ninstance s4 at=-1,0,0 tint=#80ff00 material=paint\n"
        "instance s4 at=0,0,0 material=sign\ninstance s4 at=1,0,0 material=sign near-only\n";
    static const int at[4] = {78, 98, 118, 138}; /* of 20 pixels a metre, seen from 8 metres */
    rs_frame *frame = (rs_frame *)(void *)frame_memory;
    if (!packed_with(
            &w, "material paint colour=#ffc080 shading=unlit\nmaterial sign colour=#2040ff shading=unlit\n",
            plates))
        return;
    draw(&w, v3(0, FX(1) / 4, FX(8)), 0, pixels[0]);
    CHECK_EQ(pixels[0][80 * WIDTH + at[0] + 6], 0xFFC080);
    CHECK_EQ(pixels[0][80 * WIDTH + at[1] + 6], 0x80C000);
    CHECK_EQ(pixels[0][80 * WIDTH + at[2] + 6], 0x2040FF);
    CHECK_EQ(pixels[0][80 * WIDTH + at[3] + 6], 0x2040FF);
    /* instances that look the same share a look */
    uint32_t looks = 0;
    for (const ox_geometry_look *look = w.geometry.looks; look != NULL; look = look->next) looks++;
    CHECK_EQ(looks, 3);
    uint32_t items[2];
    for (int i = 0; i < 2; i++) {
        rs_target target = {WIDTH, HEIGHT, RS_XRGB8888, HEIGHT, w.resources.palette, 0};
        rig34 to_view = rig34_translation(v3(0, 0, FX(-8)));
        rs_camera camera = {.world_to_view = m34_from_rig34(&to_view),
                            .focal = FX(2),
                            .near_plane = FX(1),
                            .far_plane = FX(100)};
        CHECK(
            rs_frame_begin(frame, &target, (rs_block){list_memory, sizeof list_memory}, (rs_block){NULL, 0}));
        CHECK_EQ(rs_frame_camera(frame, &camera), RS_OK);
        CHECK_EQ(
            ox_geometry_draw(&w.geometry, frame,
                             &(ox_geometry_view){.eye = v3(0, 0, FX(8)), .near = i == 0 ? FX(9) : FX(4)}),
            RS_OK);
        items[i] = frame->stats.submitted;
    }
    CHECK_EQ(items[0], 4 * 6);
    CHECK_EQ(items[1], 3 * 6);
    finish(&w);
}

static wall lived;
static _Alignas(16) uint8_t bench_memory[4096];
static ox_arena bench_arena;
static const life_bench bench = {&bench_arena, NULL};
LIFE_ROW(ox_geometry, open, ox_geometry_open(it, lived.section.data, &lived.resources, bench.arena),
         OX_CLEAR(it), (void)!ox_geometry_draw(it, NULL, &(ox_geometry_view){.near = 0}))

TEST(level_geometry_life) {
    if (!packed_with(&lived, "", "level 1\ninstance s0 at=0,0,0 tint=#808080\ninstance s1 at=1,0,0\n"))
        return;
    ox_arena_init(&bench_arena, bench_memory, sizeof bench_memory);
    CHECK(life_is_led(&LIFE_OF(ox_geometry), &bench));
    finish(&lived);
}

/* With every size of memory below the need, geometry is refused by name, and no memory is in use. */
TEST(level_geometry_without_memory_is_refused) {
    static wall w;
    static _Alignas(16) uint8_t memory[16384];
    ox_geometry geometry;
    ox_arena arena;
    if (!packed_with(&w, "",
                     "level 1\ninstance s0 at=0,0,0 tint=#808080\ninstance s1 at=1,0,0\ninstance s2 at=2,0,0 "
                     "tint=#208040\n"))
        return;
    size_t needed = 0;
    for (; needed < sizeof memory; needed += 8) {
        ox_arena_init(&arena, memory, needed);
        memset(&geometry, 0xEE, sizeof geometry);
        ox_status status = ox_geometry_open(&geometry, w.section.data, &w.resources, &arena);
        if (status == OX_OK) break;
        CHECK_EQ(status, OX_OUT_OF_MEMORY);
        CHECK(geometry.section == NULL && geometry.meshes == NULL && geometry.looks == NULL);
        CHECK_EQ(ox_arena_used(&arena), 0);
    }
    CHECK(needed > 100 && needed < sizeof memory);
    ox_arena_init(&arena, memory, 16);
    CHECK_EQ(ox_geometry_open(&geometry, w.section.data, &w.resources, &arena), OX_OUT_OF_MEMORY);
    finish(&w);
}
