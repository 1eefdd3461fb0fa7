/* Tests of packing for a port: a cart that breaks one of the port's limits is refused with asset, limit and
 * both numbers. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rom/check.h"
#include "rom/codec.h"
#include "rom/rom.h"
#include "tests/test.h"
#include "tools/import/base/limit.h"
#include "tools/import/model/obj.h"
#include "tools/import/sound/wav.h"
#include "tools/import/tile/tilemap.h"
#include "tools/pack/pack.h"

static const char text[] =
    "title Limits\nformat pal8\nbudget 100K\ntexture sheet sheet.png\nmesh thing thing.obj\n"
    "scene main\n  camera at=0,1,4 target=0,0,0\n  object thing\nend\n";
static const char thing[] = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n";

/* Packs a cart with a sheet of 300x40 and a mesh of 4 triangles for `limits`. The image is the caller's to free; empty on failure. */
static bool pack_image(const char *cart_text, const machine_limits *limits, writer *image,
                       tool_error *error) {
    const pack_options options = {.names = true, .limits = limits};
    import_model model;
    import_image sheet;
    pack_report report;
    cart c;
    memset(image, 0, sizeof *image);
    error->text[0] = 0;
    bool ok = cart_parse("game/cart.txt", cart_text, strlen(cart_text), &c, error);
    CHECK(ok);
    if (!ok) return false;
    CHECK(import_obj_from_memory("thing.obj", thing, sizeof thing - 1, NULL, 0, &model, error));
    CHECK(import_image_allocate("sheet", 300, 40, false, &sheet, error));
    memset(sheet.rgba, 255, 300 * 40 * 4);
    import_image_find_alpha(&sheet);
    c.meshes[0].model = &model;
    c.textures[0].picture = &sheet;
    ok = pack_cart(&c, &options, image, &report, error);
    import_model_free(&model);
    import_image_free(&sheet);
    cart_free(&c);
    return ok;
}

static bool pack(const machine_limits *limits, tool_error *error) {
    writer image;
    bool ok = pack_image(text, limits, &image, error);
    writer_free(&image);
    return ok;
}

TEST(memory_pack_refuses_what_a_port_cannot_hold) {
    tool_error error;
    machine_limits limits = *limits_find("gba");
    CHECK(pack(NULL, &error));
    CHECK(pack(&limits, &error));
    limits.texture_side = 256;
    CHECK(!pack(&limits, &error));
    CHECK(strstr(error.text, "sheet: side of the largest texture is 256 on gba, this has 300") != NULL);
    limits = *limits_find("gba");
    limits.mesh_vertices = 2;
    CHECK(!pack(&limits, &error));
    CHECK(strstr(error.text, "thing: vertices of the largest mesh is 2 on gba, this has 4") != NULL);
    limits = *limits_find("gba");
    limits.source_side = 299;
    CHECK(!pack(&limits, &error));
    CHECK(strstr(error.text, "the largest side of a picture that is read is 299 on gba, this has 300") !=
          NULL);
    limits = *limits_find("lm3s6965"); /* 64 KB; the cart wants 100 */
    CHECK(!pack(&limits, &error));
    CHECK(strstr(error.text,
                 "the cart's budget: bytes of main memory is 65536 on lm3s6965, this has 102400") != NULL);
    limits = *limits_find("gba");
    limits.rom = 1000;
    CHECK(!pack(&limits, &error));
    CHECK(strstr(error.text, "the image: bytes of ROM is 1000 on gba") != NULL);
    CHECK(!pack(limits_find("smallest"), &error));
}

/* Gives the number of parts, and vertices and indices of the largest part. */
static uint32_t parts_of(const writer *image, uint32_t *vertices, uint32_t *indices) {
    rom_image opened;
    rom_chunk chunk;
    *vertices = *indices = 0;
    if (rom_open(image->data, image->size, &opened, NULL) != ROM_OK ||
        !rom_find(&opened, rom_id("mesh/thing"), ROM_TAG_MESH, &chunk))
        return 0;
    const uint8_t *part = chunk.data + rom_u32(chunk.data + ROM_MESH_PART_AT);
    for (uint32_t i = 0; i < rom_u32(chunk.data + ROM_MESH_PARTS); i++, part += ROM_PART_SIZE) {
        if (rom_u32(part + ROM_PART_VERTICES) > *vertices) *vertices = rom_u32(part + ROM_PART_VERTICES);
        if (rom_u32(part + ROM_PART_TRIANGLES) * 3 > *indices)
            *indices = rom_u32(part + ROM_PART_TRIANGLES) * 3;
    }
    return rom_u32(chunk.data + ROM_MESH_PARTS);
}

TEST(memory_pack_splits_meshes_for_a_port) {
    tool_error error;
    writer image;
    uint32_t vertices, indices;
    machine_limits limits = *limits_find("gba");
    CHECK(pack_image(text, &limits, &image, &error));
    CHECK_EQ(parts_of(&image, &vertices, &indices), 1);
    CHECK(vertices == 4 && indices == 12);
    writer_free(&image);
    limits.mesh_vertices = 3;
    CHECK(pack_image(text, &limits, &image, &error));
    CHECK_EQ(parts_of(&image, &vertices, &indices), 4);
    CHECK(vertices == 3 && indices == 3);
    writer_free(&image);
    limits = *limits_find("gba");
    limits.mesh_indices = 6;
    CHECK(pack_image(text, &limits, &image, &error));
    CHECK_EQ(parts_of(&image, &vertices, &indices), 2);
    CHECK_EQ(indices, 6);
    writer_free(&image);
}

/* The codec and offset of the sheet's chunk; UINT32_MAX when it is not there. */
static uint32_t sheet_of(const writer *image, uint32_t *offset) {
    rom_image opened;
    rom_chunk chunk;
    if (rom_open(image->data, image->size, &opened, NULL) != ROM_OK ||
        !rom_find(&opened, rom_id("texture/sheet"), ROM_TAG_IMAGE, &chunk))
        return UINT32_MAX;
    *offset = chunk.offset;
    return chunk.codec;
}

TEST(memory_pack_codecs_and_layout_are_those_of_the_port) {
    char packed[sizeof text + 16];
    tool_error error;
    writer image;
    uint32_t offset;
    machine_limits limits = *limits_find("gba");
    snprintf(packed, sizeof packed, "compress on\n%s", text);
    CHECK(pack_image(packed, &limits, &image, &error));
    uint32_t codec = sheet_of(&image, &offset);
    CHECK(codec != ROM_CODEC_STORED && codec != UINT32_MAX);
    writer_free(&image);
    limits.codecs &= ~((uint64_t)1 << codec); /* the port has no decoder for this codec */
    CHECK(pack_image(packed, &limits, &image, &error));
    CHECK_EQ(sheet_of(&image, &offset), ROM_CODEC_STORED);
    writer_free(&image);
    limits = *limits_find("gba");
    limits.chunk_bytes = 12000; /* 300 x 40 and the header are more */
    CHECK(pack_image(packed, &limits, &image, &error));
    CHECK_EQ(sheet_of(&image, &offset), ROM_CODEC_STORED);
    writer_free(&image);
    limits = *limits_find("gba");
    limits.alignment = 256;
    CHECK(pack_image(text, &limits, &image, &error));
    CHECK(sheet_of(&image, &offset) == ROM_CODEC_STORED && offset % 256 == 0);
    writer_free(&image);
}

TEST(memory_pack_formats_and_sizes_are_those_of_the_port) {
    tool_error error;
    writer image;
    rom_image opened;
    machine_limits limits = *limits_find("gba");
    limits.pixel_formats = 1u << 2; /* 15 bits alone */
    limits.width = 128;
    CHECK(pack_image(text, &limits, &image, &error));
    CHECK(rom_open(image.data, image.size, &opened, NULL) == ROM_OK && opened.budget != 0);
    if (opened.budget != 0) {
        const uint8_t *budget = opened.base + opened.budget;
        CHECK(budget[ROM_BUDGET_FORMAT] == 2 && rom_u16(budget + ROM_BUDGET_WIDTH) == 128 &&
              rom_u16(budget + ROM_BUDGET_HEIGHT) == 160);
    }
    writer_free(&image);
    limits.features = 0;
    char needs[sizeof text + 32];
    snprintf(needs, sizeof needs, "needs sound\n%s", text);
    CHECK(!pack_image(needs, &limits, &image, &error));
    CHECK(strstr(error.text, "the cart needs sound, and gba has none; take it out of `needs`") != NULL);
    snprintf(needs, sizeof needs, "memory fast 33K\n%s", text);
    CHECK(!pack_image(needs, &limits, &image, &error));
    CHECK(strstr(error.text, "bytes of fast memory is 32768 on gba, this has 33792") != NULL);
}

/* Sizes that a file gives are held against the machine before memory is taken: the map's file has nothing but
 * its size. */
TEST(memory_pack_sizes_are_checked_before_memory_is_taken) {
    static const uint8_t bmp[54 + 2 * 4096 * 3] = {'B', 'M', 54, 0, 0,  0, 0, 0, 0, 0, 54, 0, 0, 0, 40,
                                                   0,   0,   0,  0, 16, 0, 0, 2, 0, 0, 0,  1, 0, 24};
    static const char map[] = "remark\n2000,1500\n";
    static uint8_t wav[44 + 1002] =
        "RIFF\x0e\x04\0\0WAVEfmt \x10\0\0\0\1\0\1\0\x40\x1f\0\0\x40\x1f\0\0\1\0\x8\0data\xea\3\0\0";
    import_image picture;
    import_sound sound;
    import_tilemap tiles;
    tool_error error = {.text = ""};
    import_limits before = import_limit((import_limits){"gba", 4095, 1001, 2999999, false});
    CHECK(!import_image_from_memory("t.bmp", bmp, sizeof bmp, &picture, &error));
    CHECK(strstr(error.text, "t.bmp: the largest side of a picture that is read is 4095 on gba, this has "
                             "4096; make it smaller") != NULL);
    CHECK(!import_wav_decode("t.wav", wav, sizeof wav, &sound, &error));
    CHECK(strstr(error.text, "the longest sound in frames is 1001 on gba, this has 1002") != NULL);
    CHECK(!import_tilemap_from_memory("t.csv", map, sizeof map - 1, &tiles, &error));
    CHECK(strstr(error.text, "the largest map in cells is 2999999 on gba, this has 3000000") != NULL);
    /* sizes are checked before the file's content is read and before room is made for it */
    static const uint8_t png[45] = {0x89, 'P',  'N',  'G',  13,   10, 26, 10, 0,  0,   0,   13,  'I', 'H',
                                    'D',  'R',  0,    0,    16,   0,  0,  0,  16, 0,   8,   2,   0,   0,
                                    0,    0x7D, 0xC1, 0xB3, 0x40, 0,  0,  0,  0,  'I', 'D', 'A', 'T'};
    static const uint8_t gif[14] = {'G', 'I', 'F', '8', '9', 'a', 0, 16, 0, 16, 0, 0, 0, 0x3B};
    static const uint8_t jpeg[25] = {0xFF, 0xD8, 0xFF, 0xC0, 0,    17, 8, 16,   0, 16,   0,   3,
                                     1,    0x11, 0,    2,    0x11, 0,  3, 0x11, 0, 0xFF, 0xD9};
    const struct {
        const char *name;
        const uint8_t *data;
        size_t size;
    } headers[] = {{"t.png", png, sizeof png}, {"t.gif", gif, sizeof gif}, {"t.jpg", jpeg, sizeof jpeg}};
    for (size_t i = 0; i < 3; i++) {
        CHECK(!import_image_from_memory(headers[i].name, headers[i].data, headers[i].size, &picture, &error));
        if (strstr(error.text, "is 4095 on gba, this has 4096") == NULL) TEST_INFO("%s", error.text);
        CHECK(strstr(error.text, "is 4095 on gba, this has 4096") != NULL);
    }
    (void)import_limit((import_limits){"gba", 4096, 1002, 3000000, false});
    CHECK(import_image_from_memory("t.bmp", bmp, sizeof bmp, &picture, &error));
    import_image_free(&picture);
    CHECK(import_wav_decode("t.wav", wav, sizeof wav, &sound, &error));
    import_sound_free(&sound);
    CHECK(!import_tilemap_from_memory("t.csv", map, sizeof map - 1, &tiles, &error));
    CHECK(strstr(error.text, "on gba") == NULL);
    CHECK(import_limit(before).machine != NULL);
}
