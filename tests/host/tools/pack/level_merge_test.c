/* Static geometry as instances and merged: the same pictures, and the shorter of the two forms in the
 * image. */
#define _POSIX_C_SOURCE 200809L
#include <stdlib.h>

#include "tests/host/kernel/level/level_wall.h"
#include "tools/import/base/checksum.h"
#include "tools/pack/level_merge.h"

enum { SEGMENTS = 1000 };

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
