/* Tests of packing for a port: what breaks one of its limits is refused with asset, limit and both numbers.
 */
#include <stdlib.h>
#include <string.h>

#include "tests/test.h"
#include "tools/import/obj.h"
#include "tools/pack.h"

static const char text[] =
    "title Limits\nformat pal8\nbudget 100K\ntexture sheet sheet.png\nmesh thing thing.obj\n"
    "scene main\n  camera at=0,1,4 target=0,0,0\n  object thing\nend\n";
static const char thing[] = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n";

/* Packs a cart with a sheet of 300x40 and a mesh of 4 triangles for `limits`. */
static bool pack(const ox_limits *limits, tool_error *error) {
    const pack_options options = {.names = true, .limits = limits};
    import_model model;
    import_image sheet;
    pack_report report;
    writer image;
    cart c;
    error->text[0] = 0;
    bool ok = cart_parse("game/cart.txt", text, sizeof text - 1, &c, error);
    CHECK(ok);
    if (!ok) return false;
    CHECK(import_obj_from_memory("thing.obj", thing, sizeof thing - 1, NULL, 0, &model, error));
    CHECK(import_image_allocate("sheet", 300, 40, false, &sheet, error));
    memset(sheet.rgba, 255, 300 * 40 * 4);
    import_image_find_alpha(&sheet);
    c.meshes[0].model = &model;
    c.textures[0].picture = &sheet;
    ok = pack_cart(&c, &options, &image, &report, error);
    if (ok) writer_free(&image);
    import_model_free(&model);
    import_image_free(&sheet);
    cart_free(&c);
    return ok;
}

TEST(memory_pack_refuses_what_a_port_cannot_hold) {
    tool_error error;
    ox_limits limits = *ox_limits_find("gba");
    CHECK(pack(NULL, &error));
    CHECK(pack(&limits, &error));
    limits.texture_side = 256;
    CHECK(!pack(&limits, &error));
    CHECK(strstr(error.text, "sheet: side of the largest texture is 256 on gba, this has 300") != NULL);
    limits = *ox_limits_find("gba");
    limits.mesh_vertices = 3;
    CHECK(!pack(&limits, &error));
    CHECK(strstr(error.text, "thing: vertices of the largest mesh is 3 on gba") != NULL);
    limits = *ox_limits_find("lm3s6965"); /* 64 KB; the cart wants 100 */
    CHECK(!pack(&limits, &error));
    CHECK(strstr(error.text,
                 "the cart's budget: bytes of main memory is 65536 on lm3s6965, this has 102400") != NULL);
    limits = *ox_limits_find("gba");
    limits.rom = 1000;
    CHECK(!pack(&limits, &error));
    CHECK(strstr(error.text, "the image: bytes of ROM is 1000 on gba") != NULL);
    CHECK(!pack(ox_limits_find("smallest"), &error));
}
