/* Colours of vertices from a model's file to the pixels: multiplied with material, texture and light, in
 * every shading and format. Meshes without colours are as before. */
#define _POSIX_C_SOURCE 200809L
#include "rom/material.h"
#include "tests/host/kernel/console/quiet_console.h"
#include "tests/host/tools/pack/packed_cart.h"

enum { SIDE = 64 };

static uint8_t seen[SIDE * SIDE * 4];

/* The square of folder_square, red on its left side and green on its right. */
static const char obj_square[] = "v -1 -1 0 1 0 0\nv 1 -1 0 0 1 0\nv 1 1 0 0 1 0\nv -1 1 0 1 0 0\n"
                                 "vt 0 0\nvt 1 0\nvt 1 1\nvt 0 1\nf 1/1 2/2 3/3 4/4\n";
static const char ply_square[] =
    "ply\nformat ascii 1.0\nelement vertex 4\nproperty float x\nproperty float y\nproperty float z\n"
    "property uchar red\nproperty uchar green\nproperty uchar blue\nelement face 1\n"
    "property list uchar int vertex_indices\nend_header\n"
    "-1 -1 0 255 0 0\n1 -1 0 0 255 0\n1 1 0 0 255 0\n-1 1 0 255 0 0\n4 0 1 2 3\n";
static const char gltf_square[] =
    "{\"asset\":{\"version\":\"2.0\"},\"buffers\":[{\"byteLength\":108,\"uri\":\"data:;ba"
    "se64,AACAvwAAgL8AAAAAAACAPwAAgL8AAAAAAACAPwAAgD8AAAAAAACAvwAAgD8AAAAAAACAPwAAAAAAAAA"
    "AAAAAAAAAgD8AAAAAAAAAAAAAgD8AAAAAAACAPwAAAAAAAAAAAAABAAIAAAACAAMA\"}],\"bufferViews\""
    ":[{\"buffer\":0,\"byteLength\":48},{\"buffer\":0,\"byteOffset\":48,\"byteLength\":48"
    "},{\"buffer\":0,\"byteOffset\":96,\"byteLength\":12}],\"accessors\":[{\"bufferView\""
    ":0,\"componentType\":5126,\"type\":\"VEC3\",\"count\":4},{\"bufferView\":1,\"compone"
    "ntType\":5126,\"type\":\"VEC3\",\"count\":4},{\"bufferView\":2,\"componentType\":512"
    "3,\"type\":\"SCALAR\",\"count\":6}],\"meshes\":[{\"primitives\":[{\"attributes\":{\""
    "POSITION\":0,\"COLOR_0\":1},\"indices\":2}]}],\"nodes\":[{\"mesh\":0}]}";
static const char dae_square[] =
    "<COLLADA version=\"1.4.1\"><library_geometries><geometry id=\"g\"><mesh><source id=\""
    "p\"><float_array id=\"pa\" count=\"12\">-1 -1 0 1 -1 0 1 1 0 -1 1 0</float_array><te"
    "chnique_common><accessor source=\"#pa\" count=\"4\" stride=\"3\"><param type=\"float"
    "\"/><param type=\"float\"/><param type=\"float\"/></accessor></technique_common></so"
    "urce><source id=\"c\"><float_array id=\"ca\" count=\"12\">1 0 0 0 1 0 0 1 0 1 0 0</f"
    "loat_array><technique_common><accessor source=\"#ca\" count=\"4\" stride=\"3\"><para"
    "m type=\"float\"/><param type=\"float\"/><param type=\"float\"/></accessor></techniq"
    "ue_common></source><vertices id=\"v\"><input semantic=\"POSITION\" source=\"#p\"/></"
    "vertices><triangles count=\"2\"><input semantic=\"VERTEX\" source=\"#v\" offset=\"0\""
    "/><input semantic=\"COLOR\" source=\"#c\" offset=\"1\"/><p>0 0 1 1 2 2 0 0 2 2 3 3</"
    "p></triangles></mesh></geometry></library_geometries><library_visual_scenes><visual_"
    "scene id=\"s\"><node id=\"n\"><instance_geometry url=\"#g\"/></node></visual_scene><"
    "/library_visual_scenes><scene><instance_visual_scene url=\"#s\"/></scene></COLLADA>";

static bool pack_squares(const char *format, const char *lines, const char *objects, writer *image) {
    char text[2000];
    packed_folder f;
    snprintf(text, sizeof text,
             "size 64x64\nformat %s\nbudget 300K\ntexture blue blue.png\n%s"
             "scene main\n  background #000000\n  ambient 1\n  camera at=0,0,2.4 target=0,0,0 fov=45\n"
             "  light sun direction=0,0,-1 intensity=0\n%send\n",
             format, lines, objects);
    CHECK(folder_make(&f));
    folder_write(&f, "cart.txt", text);
    folder_write(&f, "square.obj", obj_square);
    folder_write(&f, "square.ply", ply_square);
    folder_write(&f, "square.gltf", gltf_square);
    folder_write(&f, "square.dae", dae_square);
    folder_write(&f, "plain.obj", folder_square);
    folder_picture(&f, "blue.png", 32, 0xF0F0C0);
    bool ok = folder_pack(&f, image);
    folder_remove(&f);
    return ok;
}

static bool see(const writer *image) {
    plat *p = quiet_port(NULL);
    ox_error error;
    if (p == NULL) return false;
    ox_boot_options boot = quiet_options(p, image);
    ox_console *console = ox_console_boot(&boot, &error);
    if (console == NULL) TEST_INFO("%s", error.text);
    if (console != NULL) ox_console_frame(console);
    bool ok = console != NULL && host_frame_rgba(p, seen);
    if (console != NULL) ox_console_close(console);
    host_close(p);
    return ok;
}

static bool is_seen(int x, int y, uint32_t rgb, int within) {
    const uint8_t *at = seen + 4 * (y * SIDE + x);
    bool near = true;
    for (int k = 0; k < 3; k++) near = near && abs((int)at[k] - (int)(rgb >> (16 - 8 * k) & 255u)) <= within;
    if (!near) TEST_INFO("(%d, %d) is %02x%02x%02x, not %06x", x, y, at[0], at[1], at[2], (unsigned)rgb);
    return near;
}

TEST(mesh_colours_are_drawn_out_of_every_format) {
    static const char *const files[] = {"square.obj", "square.ply", "square.gltf", "square.dae"};
    static const char *const formats[] = {"pal8", "rgb565", "bgr555", "xrgb8888"};
    for (size_t i = 0; i < 16; i++) {
        const int within = i / 4 == 3 ? 12 : 28;
        char lines[100];
        writer image;
        snprintf(lines, sizeof lines, "mesh square %s\n", files[i % 4]);
        /* models of glTF and COLLADA look along +Z in their files, and away here */
        if (!pack_squares(formats[i / 4], lines,
                          i % 4 < 2 ? "  object square\n" : "  object square yaw=180\n", &image))
            return;
        CHECK(see(&image));
        CHECK(is_seen(1, 32, 0xFC0300, within) && is_seen(62, 32, 0x03FC00, within));
        CHECK(is_seen(32, 20, 0x807F00, within));
        writer_free(&image);
    }
}

TEST(mesh_colours_are_multiplied_with_what_is_below) {
    static const struct {
        const char *material, *option;
        uint32_t left, right;
    } rows[] = {
        {"colour=#FFFFFF shading=unlit", "", 0xFC0300, 0x03FC00},
        {"colour=#804020 shading=unlit", "", 0x800000, 0x004000},
        {"colour=#FFFFFF shading=flat", "", 0xFF0000,
         0xFF0000}, /* one colour a triangle: the colour of its first corner */
        {"colour=#FFFFFF shading=gouraud", "", 0xFC0300, 0x03FC00},
        {"colour=#FFFFFF shading=phong specular=0.01", "", 0xFC0300, 0x03FC00},
        {"texture=blue shading=gouraud", "", 0xF20300, 0x03F200},
        {"colour=#804020 shading=unlit", " colours=off", 0x804020, 0x804020},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char lines[300];
        writer image;
        snprintf(lines, sizeof lines, "material m %s\nmesh square square.obj material=m%s\n",
                 rows[i].material, rows[i].option);
        if (!pack_squares("xrgb8888", lines, "  object square\n", &image)) return;
        CHECK(see(&image));
        CHECK(is_seen(3, 32, rows[i].left, 18) && is_seen(60, 32, rows[i].right, 18));
        writer_free(&image);
    }
}

TEST(mesh_colours_cost_nothing_where_none_are) {
    writer image;
    rom_image opened;
    rom_chunk chunk;
    if (!pack_squares("pal8", "mesh plain plain.obj\nmesh square square.obj\n", "  object plain\n", &image))
        return;
    CHECK_EQ(rom_open(image.data, image.size, &opened, NULL), ROM_OK);
    CHECK(rom_find(&opened, rom_id("mesh/square"), ROM_TAG_MESH, &chunk));
    CHECK(rom_mesh_colours(chunk.data) != NULL);
    const uint32_t coloured = chunk.stored;
    CHECK(rom_find(&opened, rom_id("mesh/plain"), ROM_TAG_MESH, &chunk));
    CHECK(rom_mesh_colours(chunk.data) == NULL);
    CHECK_EQ(rom_u16(chunk.data + ROM_CHUNK_HEADER), ROM_MESH_COLOUR_AT);
    CHECK_EQ(chunk.stored + 4 + 4 * 4, coloured);
    /* colours of vertices make the palette mix, which needs its inverse table */
    CHECK(rom_find(&opened, rom_id("palette"), ROM_TAG_PALETTE, &chunk));
    CHECK(rom_u32(chunk.data + ROM_PALETTE_INVERSE) != 0);
    writer_free(&image);
    if (!pack_squares("pal8", "mesh plain plain.obj\nmesh square square.obj colours=off\n",
                      "  object plain\n", &image))
        return;
    CHECK_EQ(rom_open(image.data, image.size, &opened, NULL), ROM_OK);
    CHECK(rom_find(&opened, rom_id("palette"), ROM_TAG_PALETTE, &chunk));
    CHECK(!rom_has(chunk.data, ROM_PALETTE_INVERSE) || rom_u32(chunk.data + ROM_PALETTE_INVERSE) == 0);
    writer_free(&image);
}
