/* The statement `collision`: chunks out of the meshes of a cart, scaled as they are, and what is refused. */
#define _XOPEN_SOURCE 700
#include "kernel/collision/soup.h"
#include "rom/check.h"
#include "rom/types.h"
#include "tests/host/tools/pack/packed_cart.h"

static const char cube[] =
    "v -1 -1 -1\nv -1 -1 1\nv -1 1 -1\nv -1 1 1\nv 1 -1 -1\nv 1 -1 1\nv 1 1 -1\nv 1 1 1\n"
    "f 1 2 4 3\nf 5 7 8 6\nf 1 5 6 2\nf 3 4 8 7\nf 1 3 7 5\nf 2 6 8 4\n";
static const char ends[] = "scene main\ncamera at=0,5,10 target=0,0,0\nobject crate\nend\n";

static bool pack_lines(const char *lines, writer *image, tool_error *error) {
    char text[1000];
    packed_folder f;
    CHECK(folder_make(&f));
    snprintf(
        text, sizeof text,
        "title \"t\"\nsize 64x64\nformat rgb565\nbudget 256K\nmesh crate crate.obj scale=0.5\nmesh square "
        "square.obj\nmesh marked marked.obj\n%s%s",
        lines, ends);
    folder_write(&f, "cart.txt", text);
    folder_write(&f, "crate.obj", cube);
    folder_write(&f, "square.obj", folder_square);
    folder_write(
        &f, "marked.obj",
        "v 0 0 0\nv 4 0 0\nv 0 0 4\nv 0 7 0\nv 1 7 0\nv 0 7 1\no seen\nf 1 3 2\no col_low\nf 4 6 5\n");
    *error = (tool_error){.text = ""};
    const bool ok = folder_pack_told(&f, image, error);
    folder_remove(&f);
    return ok;
}

TEST(pack_collision_makes_chunks_of_meshes) {
    writer image;
    tool_error error;
    rom_image rom;
    rom_view view;
    ox_soup soup;
    ox_hull hull;
    ox_triangle t;
    const rig34 here = rig34_identity();
    uint32_t memory[OX_HULL_BYTES / 4 + 1];
    CHECK(pack_lines("collision ground from=square thickness=0.5\ncollision crate from=crate kind=hull\n"
                     "collision walls from=crate\ncollision marked from=marked\n",
                     &image, &error));
    if (error.text[0] != 0) TEST_INFO("%s", error.text);
    if (image.size == 0) return;
    CHECK(rom_open(image.data, image.size, &rom, NULL) == ROM_OK);
    CHECK(rom_view_chunk(&rom, rom_id("collision/ground"), ROM_TAG_SHAPE, &view, NULL) == ROM_OK);
    CHECK(ox_soup_open(&soup, view.data) == NULL && ox_soup_triangles(&soup) == 2 &&
          !ox_soup_is_closed(&soup));
    CHECK_EQ(rom_i32(view.data + ROM_SHAPE_THICKNESS), FX(0.5));
    const box3 box = ox_soup_bounds(&soup, &here);
    CHECK(v3_near(box.lo, (vec3){FX(-1), FX(-1), 0}, 2) && v3_near(box.hi, (vec3){FX(1), FX(1), 0}, 2));
    CHECK(ox_hull_read(&hull, view.data, memory) != NULL); /* it is a soup */
    CHECK(rom_view_chunk(&rom, rom_id("collision/crate"), ROM_TAG_SHAPE, &view, NULL) == ROM_OK);
    CHECK(ox_hull_read(&hull, view.data, memory) == NULL && ox_soup_open(&soup, view.data) != NULL);
    CHECK(hull.point_count == 8 && hull.face_count == 6 && hull.edge_count == 12);
    for (int i = 0; i < 8; i++) CHECK(v3_equal(v3_abs(hull.points[i]), (vec3){FX_HALF, FX_HALF, FX_HALF}));
    CHECK(rom_view_chunk(&rom, rom_id("collision/walls"), ROM_TAG_SHAPE, &view, NULL) == ROM_OK);
    CHECK(ox_soup_open(&soup, view.data) == NULL && ox_soup_triangles(&soup) == 12 &&
          ox_soup_is_closed(&soup));
    CHECK_EQ(rom_i32(view.data + ROM_SHAPE_THICKNESS), FX(0.25));
    CHECK(rom_view_chunk(&rom, rom_id("collision/marked"), ROM_TAG_SHAPE, &view, NULL) == ROM_OK);
    CHECK(ox_soup_open(&soup, view.data) == NULL && ox_soup_triangles(&soup) == 1); /* of its col_ node */
    ox_soup_triangle(&soup, 0, &t);
    CHECK_NEAR(t.corner[0].y, FX(7), 2);
    writer_free(&image);
}

TEST(pack_collision_is_refused_with_a_reason) {
    static const struct {
        const char *line, *says;
    } wrong[] = {{"collision a from=nothing\n", "there is no mesh `nothing`"},
                 {"collision a\n", "write `collision a from=MESH`"},
                 {"collision a from=crate kind=mesh\n", "`kind=mesh` is unknown; possible are soup, hull"},
                 {"collision a from=crate kind=hull thickness=1\n", "a hull is solid all through"},
                 {"collision a from=square kind=hull\n", "a hull needs a volume"},
                 {"collision a from=crate thickness=-1\n", "thickness"},
                 {"collision a from=crate thick=1\n", "thick"},
                 {"collision a from=crate\ncollision a from=square\n", "`a`"}};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        writer image;
        tool_error error;
        const bool packed = pack_lines(wrong[i].line, &image, &error);
        CHECK(!packed && error.line > 0);
        const bool says = strstr(error.text, wrong[i].says) != NULL;
        if (!says) TEST_INFO("%s", error.text);
        CHECK(says);
        writer_free(&image);
    }
}

/* Cooking is the same work twice: the same bytes. */
TEST(pack_collision_gives_the_same_bytes) {
    writer image[2];
    tool_error error;
    for (int i = 0; i < 2; i++)
        CHECK(pack_lines("collision crate from=crate kind=hull\ncollision walls from=crate\n", &image[i],
                         &error));
    CHECK(image[0].size == image[1].size && memcmp(image[0].data, image[1].data, image[0].size) == 0);
    for (int i = 0; i < 2; i++) writer_free(&image[i]);
}
