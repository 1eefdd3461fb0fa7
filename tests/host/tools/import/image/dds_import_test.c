/* The DDS reader: the colours of blocks, plain pixels under masks, headers, and refusals. */
#include <stdlib.h>
#include <string.h>

#include "tests/test.h"
#include "tools/base/writer.h"
#include "tools/import/image/bc7.h"
#include "tools/import/image/dds.h"

static tool_error error;
static import_image image;

static writer head(uint32_t width, uint32_t height, uint32_t flags, const char *code, uint32_t bits,
                   const uint32_t masks[4]) {
    writer w = {0};
    writer_bytes(&w, "DDS ", 4);
    writer_u32(&w, 124);
    writer_u32(&w, 0x1007);
    writer_u32(&w, height);
    writer_u32(&w, width);
    writer_zeros(&w, 56);
    writer_u32(&w, 32);
    writer_u32(&w, flags);
    if (code != NULL)
        writer_bytes(&w, code, 4);
    else
        writer_u32(&w, 0);
    writer_u32(&w, bits);
    for (int i = 0; i < 4; i++) writer_u32(&w, masks != NULL ? masks[i] : 0);
    writer_zeros(&w, 20);
    return w;
}

static bool decode(writer *w) {
    bool ok = import_dds_decode("t.dds", w->data, w->size, &image, &error);
    writer_free(w);
    return ok;
}

static bool refused(writer *w, const char *part) {
    bool read = decode(w);
    if (!read && strstr(error.text, part) == NULL) TEST_INFO("%s", error.text);
    bool good = !read && strstr(error.text, part) != NULL && image.rgba == NULL;
    import_image_free(&image);
    return good;
}

TEST(dds_block_colours) {
    static const struct {
        uint16_t c0, c1;
        uint8_t third[3], fourth[3], alpha;
    } cases[] = {{0xF800, 0x001F, {170, 0, 85}, {85, 0, 170}, 255},
                 {0xFFFF, 0x0000, {170, 170, 170}, {85, 85, 85}, 255},
                 {0x001F, 0xF800, {128, 0, 128}, {0, 0, 0}, 0},
                 {0x07E0, 0xF81F, {128, 128, 128}, {0, 0, 0}, 0}};
    for (size_t i = 0; i < 4; i++) {
        uint8_t block[8] = {(uint8_t)cases[i].c0,
                            (uint8_t)(cases[i].c0 >> 8),
                            (uint8_t)cases[i].c1,
                            (uint8_t)(cases[i].c1 >> 8),
                            0xE4,
                            0,
                            0,
                            0},
                pixels[64];
        import_dds_block(block, false, pixels);
        CHECK(memcmp(pixels + 8, cases[i].third, 3) == 0 && pixels[11] == 255);
        CHECK(memcmp(pixels + 12, cases[i].fourth, 3) == 0 && pixels[15] == cases[i].alpha);
        CHECK_EQ(pixels[16 + 3], 255);
    }
}

TEST(dds_pictures_of_blocks) {
    /* 5 x 3 pixels: two blocks, the second one cut off behind its first column */
    static const uint8_t blocks[16] = {0x00, 0xF8, 0x1F, 0x00, 0xE4, 0, 0, 0,
                                       0xFF, 0xFF, 0,    0,    0x01, 0, 0, 0};
    writer w = head(5, 3, 4, "DXT1", 0, NULL);
    writer_bytes(&w, blocks, 16);
    CHECK(decode(&w) && image.width == 5 && image.height == 3 && !image.has_alpha);
    CHECK(image.rgba[0] == 255 && image.rgba[4 * 1 + 2] == 255 && image.rgba[4 * 2] == 170 &&
          image.rgba[4 * 4] == 0 && image.rgba[4 * 9] == 255);
    import_image_free(&image);

    w = head(4, 4, 4, "DXT3", 0, NULL);
    writer_bytes(&w, "\xF0\x05\0\0\0\0\0\0\x1F\x00\x00\xF8\xE4\0\0\0", 16);
    CHECK(decode(&w) && image.rgba[3] == 0 && image.rgba[7] == 255 && image.rgba[11] == 85);
    CHECK(image.rgba[4 * 2] == 85 &&
          image.rgba[4 * 2 + 2] == 170); /* two colours between the ends, whatever their order */
    import_image_free(&image);

    w = head(4, 4, 4, "DXT5", 0, NULL);
    writer_bytes(&w, "\xFF\x00\x88\xC6\xFA\0\0\0\x1F\x00\x00\xF8\0\0\0\0",
                 16); /* alpha indices 0, 1, 2, 3, 4, 5, 6, 7 */
    static const uint8_t seven[8] = {255, 0, 219, 182, 146, 109, 73, 36};
    CHECK(decode(&w));
    for (int i = 0; i < 8; i++) CHECK_EQ(image.rgba[4 * i + 3], seven[i]);
    import_image_free(&image);
    w = head(4, 4, 4, "DXT5", 0, NULL);
    writer_bytes(&w, "\x00\xFF\x88\xC6\xFA\0\0\0\x1F\x00\x00\xF8\0\0\0\0", 16);
    static const uint8_t five[8] = {0, 255, 51, 102, 153, 204, 0, 255};
    CHECK(decode(&w));
    for (int i = 0; i < 8; i++) CHECK_EQ(image.rgba[4 * i + 3], five[i]);
    import_image_free(&image);
}

TEST(dds_plain_pixels_and_dx10) {
    static const uint32_t bgra[4] = {0xFF0000, 0xFF00, 0xFF, 0xFF000000u},
                          rgb565[4] = {0xF800, 0x7E0, 0x1F, 0}, grey[4] = {0xFF, 0, 0, 0};
    writer w = head(1, 1, 0x41, NULL, 32, bgra);
    writer_bytes(&w, "\x01\x02\x03\x04", 4);
    CHECK(decode(&w) && memcmp(image.rgba, "\x03\x02\x01\x04", 4) == 0 && image.has_alpha);
    import_image_free(&image);
    w = head(2, 1, 0x40, NULL, 16, rgb565);
    writer_bytes(&w, "\x00\xF8\xFF\xFF", 4);
    CHECK(decode(&w) && memcmp(image.rgba, "\xFF\0\0\xFF\xFF\xFF\xFF\xFF", 8) == 0);
    import_image_free(&image);
    w = head(1, 1, 0x20000, NULL, 8, grey);
    writer_u8(&w, 77);
    CHECK(decode(&w) && memcmp(image.rgba, "\x4D\x4D\x4D\xFF", 4) == 0);
    import_image_free(&image);
    w = head(1, 1, 4, "DX10", 0, NULL);
    writer_u32(&w, 28);
    writer_zeros(&w, 16);
    writer_bytes(&w, "\x01\x02\x03\x04", 4);
    CHECK(decode(&w) && memcmp(image.rgba, "\x01\x02\x03\x04", 4) == 0);
    import_image_free(&image);
}

TEST(dds_grey_with_masks_beyond_the_pixel) {
    static const uint32_t grey[4] = {0xFF000000u, 0xFF000000u, 0xFF000000u, 0},
                          with_alpha[4] = {0xFF, 0xFF, 0xFF, 0xFF000000u}, right[4] = {0xFF, 0, 0, 0xFF00};
    writer w = head(2, 1, 0x20000, NULL, 8, grey);
    writer_bytes(&w, "\x4D\xFE", 2);
    CHECK(decode(&w) && memcmp(image.rgba, "\x4D\x4D\x4D\xFF\xFE\xFE\xFE\xFF", 8) == 0);
    import_image_free(&image);
    for (int i = 0; i < 2; i++) {
        w = head(1, 1, 0x20001, NULL, 16, i == 0 ? with_alpha : right);
        writer_bytes(&w, "\x4D\x30", 2);
        CHECK(decode(&w) && memcmp(image.rgba, "\x4D\x4D\x4D\x30", 4) == 0);
        import_image_free(&image);
    }
}

TEST(dds_blocks_of_one_and_two_channels) {
    /* indices 0 to 7, with the ends in either order */
    static const uint8_t ramp[] = "\xFF\x00\x88\xC6\xFA\0\0\0\x00\xFF\x88\xC6\xFA\0\0\0",
                         with_sign[] = "\x7F\x81\x88\xC6\xFA\0\0\0\x80\x7F\x88\xC6\xFA\0\0\0";
    static const uint8_t seven[8] = {255, 0, 219, 182, 146, 109, 73, 36},
                         five[8] = {0, 255, 51, 102, 153, 204, 0, 255},
                         seven_signed[8] = {255, 1, 219, 182, 146, 110, 74, 37},
                         five_signed[8] = {1, 255, 52, 103, 153, 204, 1, 255};
    static const struct {
        const char *code;
        uint32_t format;
        const uint8_t *blocks, *first, *second;
    } cases[] = {{"ATI1", 80, ramp, seven, NULL},
                 {"BC4U", 79, ramp, seven, NULL},
                 {"BC4S", 81, with_sign, seven_signed, NULL},
                 {"ATI2", 83, ramp, seven, five},
                 {"BC5U", 82, ramp, seven, five},
                 {"BC5S", 84, with_sign, seven_signed, five_signed}};
    for (size_t i = 0; i < 2 * sizeof cases / sizeof cases[0]; i++) {
        bool ten = i & 1;
        writer w = head(4, 4, 4, ten ? "DX10" : cases[i / 2].code, 0, NULL);
        if (ten) {
            writer_u32(&w, cases[i / 2].format);
            writer_zeros(&w, 16);
        }
        writer_bytes(&w, cases[i / 2].blocks, cases[i / 2].second != NULL ? 16 : 8);
        CHECK(decode(&w));
        for (int p = 0; p < 8; p++) {
            uint8_t first = cases[i / 2].first[p];
            CHECK_EQ(image.rgba[4 * p], first);
            CHECK_EQ(image.rgba[4 * p + 1], cases[i / 2].second != NULL ? cases[i / 2].second[p] : first);
            CHECK_EQ(image.rgba[4 * p + 2], cases[i / 2].second == NULL   ? first
                                            : cases[i / 2].second == five ? 0
                                                                          : 128);
            CHECK_EQ(image.rgba[4 * p + 3], 255);
        }
        CHECK_EQ(image.note != NULL, cases[i / 2].second != NULL);
        import_image_free(&image);
    }
}

/* Puts bits into a block, low ones first. */
static void put(uint8_t block[16], unsigned *at, unsigned count, unsigned value) {
    for (unsigned i = 0; i < count; i++, ++*at)
        block[*at / 8] = (uint8_t)(block[*at / 8] | (value >> i & 1u) << *at % 8);
}

TEST(dds_bc7_blocks) {
    uint8_t block[16] = {0}, pixels[64];
    unsigned at = 0;
    /* mode 6: one subset, ends of 7 bits and a shared low bit, indices of 4 bits */
    put(block, &at, 7, 64);
    for (unsigned c = 0; c < 4; c++)
        put(block, &at, 7, c == 3 ? 127 : 10 * c), put(block, &at, 7, c == 3 ? 64 : 100);
    put(block, &at, 1, 1), put(block, &at, 1, 0);
    for (unsigned i = 0; i < 16; i++) put(block, &at, i == 0 ? 3 : 4, i);
    CHECK_EQ(at, 128);
    import_bc7_block(block, pixels);
    static const unsigned weights[16] = {0, 4, 9, 13, 17, 21, 26, 30, 34, 38, 43, 47, 51, 55, 60, 64};
    for (unsigned i = 0; i < 16; i++) {
        for (unsigned c = 0; c < 4; c++) {
            unsigned low = c == 3 ? 255 : 20 * c + 1, high = c == 3 ? 128 : 200;
            CHECK_EQ(pixels[4 * i + c], (low * (64 - weights[i]) + high * weights[i] + 32) / 64);
        }
    }

    /* mode 1: two subsets, left and right half (partition 13: rows above and below), ends of 6 bits and one
     * shared low bit */
    memset(block, 0, 16), at = 0;
    put(block, &at, 2, 2), put(block, &at, 6, 13);
    for (unsigned c = 0; c < 3; c++)
        for (unsigned end = 0; end < 4; end++) put(block, &at, 6, end * 20 + c);
    put(block, &at, 1, 1), put(block, &at, 1, 0);
    for (unsigned i = 0; i < 16; i++) put(block, &at, i == 0 || i == 15 ? 2 : 3, i == 8 ? 7 : 0);
    CHECK_EQ(at, 128);
    import_bc7_block(block, pixels);
    for (unsigned i = 0; i < 16; i++) {
        for (unsigned c = 0; c < 3; c++) {
            unsigned end = i < 8 ? 0 : i == 8 ? 3 : 2, wide = (end * 20 + c) << 2 | (end < 2 ? 2 : 0);
            CHECK_EQ(pixels[4 * i + c], wide | wide >> 7);
        }
        CHECK_EQ(pixels[4 * i + 3], 255);
    }

    /* mode 4: colours of 5 bits, alpha of 6, two kinds of indices that are swapped, alpha stored as red */
    memset(block, 0, 16), at = 0;
    put(block, &at, 5, 16), put(block, &at, 2, 1), put(block, &at, 1, 1);
    for (unsigned c = 0; c < 3; c++) put(block, &at, 5, c), put(block, &at, 5, 31);
    put(block, &at, 6, 0), put(block, &at, 6, 63);
    for (unsigned i = 0; i < 16; i++) put(block, &at, i == 0 ? 1 : 2, i == 1 ? 3 : 0);
    for (unsigned i = 0; i < 16; i++) put(block, &at, i == 0 ? 2 : 3, i == 2 ? 7 : 0);
    CHECK_EQ(at, 128);
    import_bc7_block(block, pixels);
    CHECK(memcmp(pixels, "\0\x08\x10\0", 4) == 0);
    CHECK(memcmp(pixels + 4, "\xFF\x08\x10\0", 4) ==
          0); /* the index of 2 bits moves the stored alpha, which is red */
    /* the index of 3 bits moves the stored colours */
    CHECK(memcmp(pixels + 8, "\0\xFF\xFF\xFF", 4) == 0);

    memset(block, 0, 16);
    import_bc7_block(block, pixels);
    for (int i = 0; i < 64; i++) CHECK_EQ(pixels[i], 0);

    for (uint32_t format = 97; format <= 99; format++) {
        writer w = head(4, 4, 4, "DX10", 0, NULL);
        writer_u32(&w, format);
        writer_zeros(&w, 16);
        writer_bytes(&w, block, 16);
        CHECK(decode(&w) && image.width == 4 && image.has_alpha);
        import_image_free(&image);
    }
}

TEST(dds_refusals) {
    static const uint32_t beyond[4] = {0xF800, 0x7E0, 0x1F0000, 0};
    static const uint32_t holes[4] = {0xA0, 1, 2, 0};
    writer w = head(4, 4, 4, "DXT1", 0, NULL);
    w.data[0] = 'X';
    CHECK(refused(&w, "no DDS"));
    w = head(4, 4, 4, "DXT1", 0, NULL);
    w.size = 100;
    CHECK(refused(&w, "truncated"));
    w = head(4, 4, 4, "DXT1", 0, NULL);
    writer_zeros(&w, 7);
    CHECK(refused(&w, "truncated"));
    w = head(16384, 16384, 4, "DXT1", 0, NULL);
    CHECK(refused(&w, "truncated"));
    w = head(0, 4, 4, "DXT1", 0, NULL);
    CHECK(refused(&w, "each side"));
    w = head(4, 4, 4, "YUY2", 0, NULL);
    writer_zeros(&w, 64);
    CHECK(refused(&w, "coding is not read"));
    w = head(4, 4, 0x40, NULL, 12, holes);
    writer_zeros(&w, 64);
    CHECK(refused(&w, "8, 16, 24 or 32"));
    w = head(4, 4, 0x40, NULL, 32, holes);
    writer_zeros(&w, 64);
    CHECK(refused(&w, "no runs of bits"));
    w = head(4, 4, 4, "DX10", 0, NULL);
    CHECK(refused(&w, "head is truncated"));
    w = head(4, 4, 4, "DX10", 0, NULL);
    writer_u32(&w, 95);
    writer_zeros(&w, 80);
    CHECK(refused(&w, "format 95"));
    w = head(4, 4, 0x40, NULL, 16, beyond);
    writer_zeros(&w, 64);
    CHECK(refused(&w, "beyond the bits"));
}
