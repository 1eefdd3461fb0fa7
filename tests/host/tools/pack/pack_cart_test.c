/* Whole carts through the packer, with models and pictures made by the test: repairs are told, and the image
 * is right. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "platform/platform.h"
#include "raster/mesh.h"
#include "rom/check.h"
#include "tests/test.h"
#include "tools/import/model/obj.h"
#include "tools/pack/pack.h"

static const char text[] = "title Packed\nversion 3.4\nformat pal8\n"
                           "texture skin skin.png\ntexture badge badge.png keyed\n"
                           "material skin texture=skin shading=phong specular=1 shininess=100 two-sided\n"
                           "mesh thing thing.obj material=skin scale=2\nmesh plain plain.obj\n"
                           "scene main\n  background #FF8000\n"
                           "  camera at=0,1,4 target=0,0,0 fov=90 orbit=1,0.5,180\n"
                           "  light point at=1,2,3 range=8 intensity=0.5\n"
                           "  object thing at=1,0,-1 yaw=90 spin=60,0,-60 shading=flat fixed-shading\nend\n";
static const char thing[] = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n";
static const char plain[] = "mtllib p.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nusemtl Red\nf 1 2 3\n";
static const char plain_materials[] = "newmtl Red\nKd 1 0 0\nKs 0.5 0.5 0.5\nNs 8\n";

/* The warnings of a run, one behind the other. */
static char warnings[4000];

static void keep_warning(void *argument, report_severity severity, const tool_error *what) {
    char line[REPORT_LINE];
    (void)argument;
    report_line(severity, what, line);
    strncat(warnings, line, sizeof warnings - strlen(warnings) - 2);
    strcat(warnings, "\n");
}

static void make_picture(import_image *picture, int width, int height, uint8_t alpha) {
    tool_error error;
    CHECK(import_image_allocate("test", width, height, false, picture, &error));
    for (int i = 0; i < width * height; i++) {
        const uint8_t pixel[4] = {(uint8_t)i, (uint8_t)(i / 2), 90, i % 5 == 0 ? alpha : 255};
        memcpy(picture->rgba + i * 4, pixel, 4);
    }
    import_image_find_alpha(picture);
}

/* Packs the cart above with its assets made anew. */
static bool pack(int format, writer *image, pack_report *report) {
    tool_report said = {.tell = keep_warning};
    const pack_options options = {.names = true, .said = &said};
    import_model models[2];
    import_image pictures[2];
    cart c;
    tool_error error = {.text = ""};
    warnings[0] = 0;
    bool ok = cart_parse("game/cart.txt", text, sizeof text - 1, &c, &error) &&
              import_obj_from_memory("thing.obj", thing, sizeof thing - 1, NULL, 0, &models[0], &error) &&
              import_obj_from_memory("plain.obj", plain, sizeof plain - 1, plain_materials,
                                     sizeof plain_materials - 1, &models[1], &error);
    CHECK(ok);
    if (!ok) return false;
    make_picture(&pictures[0], 48, 80, 0);
    make_picture(&pictures[1], 20, 10, 0);
    for (int i = 0; i < 2; i++) c.meshes[i].model = &models[i];
    for (int i = 0; i < 2; i++) c.textures[i].picture = &pictures[i];
    c.format = format;
    ok = pack_cart(&c, &options, image, report, &error);
    report_free(&said);
    if (!ok) TEST_INFO("%s", error.text);
    for (int i = 0; i < 2; i++) import_model_free(&models[i]);
    for (int i = 0; i < 2; i++) import_image_free(&pictures[i]);
    cart_free(&c);
    return ok;
}

static const uint8_t *find(const rom_image *image, const char *name, uint32_t type) {
    rom_chunk chunk;
    bool found = rom_find(image, rom_id(name), type, &chunk);
    if (!found) test_fail(__FILE__, __LINE__, name, 0, 1);
    return found ? chunk.data : NULL;
}

TEST(pack_cart_tells_what_it_mended) {
    writer image;
    pack_report report;
    CHECK(pack(PLAT_PAL8, &image, &report));
    CHECK(strstr(
        warnings,
        "game/cart.txt:7: warning: mesh `thing` has no texture coordinates; it gets those of a globe"));
    CHECK(strstr(warnings, "game/cart.txt:4: warning: texture `skin` is 48x80; resampled to 32x64"));
    CHECK(strstr(warnings, "game/cart.txt:4: warning: texture `skin` has transparent pixels"));
    CHECK_EQ(report.warnings, 3);
    CHECK(report.missing == 0 && report.meshes == 2 && report.textures == 2 && report.materials == 2 &&
          report.scenes == 1);
    writer_free(&image);
}

/* The warnings of a cart of one scene whose camera has these words. */
static uint32_t camera_warnings(const char *words) {
    tool_report said = {.tell = keep_warning};
    const pack_options options = {.names = true, .said = &said};
    char words_of_cart[300];
    cart c;
    writer image;
    pack_report report = {0};
    tool_error error = {.text = ""};
    int size = snprintf(words_of_cart, sizeof words_of_cart,
                        "title Depth\nversion 1.0\nformat xrgb8888\nscene main\n  camera at=0,1,4 "
                        "target=0,0,0 %s\nend\n",
                        words);
    warnings[0] = 0;
    bool ok = cart_parse("game/cart.txt", words_of_cart, (size_t)size, &c, &error);
    CHECK(ok);
    if (!ok) return UINT32_MAX;
    CHECK(pack_cart(&c, &options, &image, &report, &error));
    report_free(&said);
    writer_free(&image);
    cart_free(&c);
    return report.warnings;
}

TEST(pack_cart_warns_of_surfaces_that_depth_cannot_tell_apart) {
    /* 0.1513 is the separation needed at 100 */
    CHECK_EQ(camera_warnings("near=1 far=100 separation=0.16"), 0);
    CHECK_EQ(camera_warnings("near=1 far=100 separation=0.15"), 1);
    CHECK(strstr(warnings, "game/cart.txt:5: warning: scene `main`: surfaces 0.15 apart flicker at far=100"));
    CHECK_EQ(camera_warnings("near=4 far=100 separation=0.15"), 0); /* near pushed out mends it: 0.0366 */
    CHECK_EQ(camera_warnings("near=4 far=100 separation=0.036"), 1);
    CHECK_EQ(camera_warnings("near=0.01 far=100"), 0); /* nothing is declared */
}

TEST(pack_cart_writes_what_the_cart_says) {
    writer bytes;
    pack_report report;
    rom_image image;
    CHECK(pack(PLAT_PAL8, &bytes, &report));
    CHECK(rom_open(bytes.data, bytes.size, &image, NULL) == ROM_OK && image.cart == rom_id("packed"));
    CHECK_EQ(image.cart_version, 3 << 16 | 4);
    const uint8_t *skin = find(&image, "texture/skin", ROM_TAG_IMAGE),
                  *badge = find(&image, "texture/badge", ROM_TAG_IMAGE);
    const uint8_t *material = find(&image, "material/skin", ROM_TAG_MATERIAL);
    const uint8_t *red = find(&image, "material/plain.red", ROM_TAG_MATERIAL),
                  *mesh = find(&image, "mesh/thing", ROM_TAG_MESH);
    const uint8_t *scene = find(&image, "scene/main", ROM_TAG_SCENE),
                  *palette = find(&image, "palette", ROM_TAG_PALETTE);
    if (!skin || !badge || !material || !red || !mesh || !scene || !palette) return;
    CHECK(rom_u16(skin + ROM_IMAGE_WIDTH) == 32 && rom_u16(skin + ROM_IMAGE_HEIGHT) == 64 &&
          skin[ROM_IMAGE_FLAGS] == 0);
    CHECK(rom_u16(badge + ROM_IMAGE_WIDTH) == 20 && badge[ROM_IMAGE_FLAGS] == ROM_IMAGE_KEYED);
    for (int i = 0; i < 200; i++)
        CHECK((badge[rom_u32(badge + ROM_IMAGE_PIXELS) + (uint32_t)i] == 0) == (i % 5 == 0));
    CHECK(material[ROM_MATERIAL_SHADING] == RS_PHONG && material[ROM_MATERIAL_SPECULAR] == 255);
    CHECK(material[ROM_MATERIAL_SHININESS] == 7 && material[ROM_MATERIAL_FLAGS] == ROM_MATERIAL_TWO_SIDED);
    CHECK_EQ(rom_u32(material + ROM_MATERIAL_TEXTURE), rom_id("texture/skin"));
    CHECK(rom_u32(red + ROM_MATERIAL_COLOUR) == 0xFF0000 && red[ROM_MATERIAL_SPECULAR] == 128);
    CHECK_EQ(red[ROM_MATERIAL_SHININESS], 3);
    uint32_t colour =
        rom_u32(palette + rom_u32(palette + ROM_PALETTE_COLOURS) + red[ROM_MATERIAL_INDEX] * 4u);
    CHECK((colour >> 16) > 240 && (colour & 0xFFFF) < 0x0A00);
    CHECK(rom_u32(mesh + ROM_MESH_UV_AT) != 0 && rom_i32(mesh + ROM_MESH_BOX_HIGH) == 2 * 65536);
    CHECK_EQ(rom_u32(scene + ROM_SCENE_BACKGROUND), 0xFF8000);
    const uint8_t *camera = scene + rom_u32(scene + ROM_SCENE_CAMERA_AT),
                  *light = scene + rom_u32(scene + ROM_SCENE_LIGHT_AT);
    const uint8_t *object = scene + rom_u32(scene + ROM_SCENE_OBJECT_AT), *orbit = camera + ROM_CAMERA_MOTION;
    CHECK(rom_u16(camera + ROM_CAMERA_FIELD) == 16384 &&
          rom_i32(camera + ROM_CAMERA_POSITION + 8) == 4 * 65536);
    CHECK(rom_i16(orbit + ROM_MOTION_ORBIT_SPEED) == 546 && rom_u16(orbit + ROM_MOTION_ORBIT_PHASE) == 32768);
    CHECK(light[ROM_LIGHT_KIND] == 1 && light[ROM_LIGHT_INTENSITY] == 128 &&
          rom_i32(light + ROM_LIGHT_RANGE) == 8 * 65536);
    CHECK(rom_u32(object + ROM_OBJECT_MESH) == rom_id("mesh/thing") &&
          rom_i32(object + ROM_OBJECT_POSITION + 8) == -65536);
    CHECK(rom_u16(object + ROM_OBJECT_ROTATION) == 16384 && rom_i16(object + ROM_OBJECT_SPIN) == 182);
    CHECK(rom_i16(object + ROM_OBJECT_SPIN + 4) == -182 && object[ROM_OBJECT_SHADING] == RS_FLAT);
    CHECK_EQ(object[ROM_OBJECT_FLAGS], ROM_OBJECT_FIXED_SHADING);
    writer_free(&bytes);
}

TEST(pack_cart_gives_the_same_bytes_again) {
    for (int format = 0; format < PLAT_FORMATS; format++) {
        writer first, second;
        pack_report report;
        rom_image image;
        rom_chunk chunk;
        CHECK(pack(format, &first, &report) && pack(format, &second, &report));
        CHECK(first.size == second.size && memcmp(first.data, second.data, first.size) == 0);
        CHECK_EQ(rom_open(first.data, first.size, &image, NULL), ROM_OK);
        CHECK_EQ(rom_check_image(&image, NULL), ROM_OK);
        CHECK_EQ(rom_find(&image, rom_id("palette"), ROM_TAG_PALETTE, &chunk), format == PLAT_PAL8);
        CHECK(rom_find(&image, rom_id("texture/skin"), ROM_TAG_IMAGE, &chunk));
        static const uint32_t bytes[] = {1, 2, 2, 4};
        CHECK_EQ(chunk.size, 16 + 32 * 64 * bytes[format]);
        writer_free(&first);
        writer_free(&second);
    }
}
