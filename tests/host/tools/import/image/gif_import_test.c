/* GIF decoding: files made by an encoder of the test's own, with growing and full code tables, interlacing, transparency, local
 * palettes, disposals, and damage. */
#include <stdlib.h>
#include <string.h>

#include "tests/test.h"
#include "tools/base/writer.h"
#include "tools/import/image/gif.h"

static uint32_t seed;

static uint32_t noise(uint32_t below) {
    seed = seed * 1664525u + 1013904223u;
    return (uint32_t)((uint64_t)seed * below >> 32);
}

/* ---- an encoder of GIF ---- */

typedef struct bit_writer {
    writer *out;
    uint8_t block[255];
    unsigned used, count;
    uint32_t bits;
} bit_writer;

static void flush_block(bit_writer *b) {
    if (b->used == 0) return;
    writer_u8(b->out, b->used);
    writer_bytes(b->out, b->block, b->used);
    b->used = 0;
}

static void put_code(bit_writer *b, uint32_t code, unsigned width) {
    b->bits |= code << b->count;
    for (b->count += width; b->count >= 8; b->count -= 8, b->bits >>= 8) {
        b->block[b->used++] = (uint8_t)b->bits;
        if (b->used == 255) flush_block(b);
    }
}

/* LZW as writers do it: the longest known string, its code, the string and one more byte into the table. */
static void put_lzw(writer *out, const uint8_t *pixels, size_t count, unsigned least, bool clears) {
    static int16_t child[4096][256];
    bit_writer b = {.out = out};
    uint32_t clear = 1u << least, next = clear + 2, width = least + 1, last;
    writer_u8(out, least);
    memset(child, -1, sizeof child);
    put_code(&b, clear, width);
    last = pixels[0];
    for (size_t i = 1; i < count; i++) {
        if (child[last][pixels[i]] >= 0) {
            last = (uint32_t)child[last][pixels[i]];
            continue;
        }
        put_code(&b, last, width);
        if (next < 4096) {
            child[last][pixels[i]] = (int16_t)next;
            if (next == 1u << width && width < 12) width++;
            next++;
        } else if (clears) {
            put_code(&b, clear, width);
            memset(child, -1, sizeof child);
            next = clear + 2;
            width = least + 1;
        }
        last = pixels[i];
    }
    put_code(&b, last, width);
    if (next == 1u << width && width < 12) width++;
    put_code(&b, clear + 1, width);
    if (b.count > 0) put_code(&b, 0, 8 - b.count);
    flush_block(&b);
    writer_u8(out, 0);
}

static void put_half(writer *out, int value) { writer_u16(out, (uint32_t)value); }

static void put_head(writer *out, int width, int height, unsigned table_bits) {
    writer_bytes(out, "GIF89a", 6);
    put_half(out, width);
    put_half(out, height);
    writer_u8(out, table_bits == 0 ? 0 : 0x80u | (table_bits - 1));
    writer_u8(out, 0);
    writer_u8(out, 0);
    for (unsigned i = 0; table_bits != 0 && i < 1u << table_bits; i++) {
        writer_u8(out, i * 7 & 255);
        writer_u8(out, 255 - i);
        writer_u8(out, i * i & 255);
    }
}

static void put_control(writer *out, unsigned disposal, int transparent, int delay) {
    writer_u8(out, 0x21);
    writer_u8(out, 0xF9);
    writer_u8(out, 4);
    writer_u8(out, disposal << 2 | (transparent >= 0));
    put_half(out, delay);
    writer_u8(out, transparent >= 0 ? (uint32_t)transparent : 0);
    writer_u8(out, 0);
}

static void put_frame(writer *out, int left, int top, int width, int height, unsigned flags,
                      const uint8_t *pixels) {
    writer_u8(out, 0x2C);
    put_half(out, left);
    put_half(out, top);
    put_half(out, width);
    put_half(out, height);
    writer_u8(out, flags);
    put_lzw(out, pixels, (size_t)width * (size_t)height, 8, true);
}

/* Decodes a copy of exactly the file's size, so that reading beyond is found. */
static bool decode(const writer *file, size_t size, import_image *image, tool_error *error) {
    uint8_t *exact = malloc(size == 0 ? 1 : size);
    memcpy(exact, file->data, size);
    bool ok = import_gif_decode("made.gif", exact, size, image, error);
    free(exact);
    return ok;
}

/* ---- the tests ---- */

static void round_trip(unsigned least, bool clears, int width, int height, uint32_t colours) {
    size_t count = (size_t)width * (size_t)height;
    uint8_t *pixels = malloc(count);
    writer file = {0};
    import_image image;
    tool_error error = {.text = ""};
    for (size_t i = 0; i < count; i++) {
        pixels[i] = (uint8_t)(i > 300 && noise(5) != 0 ? pixels[i - 1 - noise(300)] : noise(colours));
    }
    put_head(&file, width, height, least);
    writer_u8(&file, 0x2C);
    put_half(&file, 0);
    put_half(&file, 0);
    put_half(&file, width);
    put_half(&file, height);
    writer_u8(&file, 0);
    put_lzw(&file, pixels, count, least < 2 ? 2 : least, clears);
    writer_u8(&file, 0x3B);
    bool ok = decode(&file, file.size, &image, &error);
    if (!ok) TEST_INFO("%s", error.text);
    CHECK(ok);
    if (ok) {
        CHECK(image.indices != NULL && memcmp(image.indices, pixels, count) == 0);
        CHECK_EQ(image.rgba[4 * (count - 1) + 1], 255 - pixels[count - 1]);
        CHECK(!image.has_alpha);
        import_image_free(&image);
    }
    free(pixels);
    writer_free(&file);
}

TEST(gif_lzw_of_every_code_size) {
    seed = 1;
    for (unsigned bits = 1; bits <= 8; bits++) {
        round_trip(bits, true, 37, 29, 1u << bits);
        round_trip(bits, true, 1, 1, 1u << bits);
    }
    round_trip(8, true, 400, 300, 256);  /* the table fills and is cleared */
    round_trip(8, false, 400, 300, 256); /* the table fills and stays full */
}

TEST(gif_interlaced_rows) {
    static uint8_t pixels[4 * 19];
    int row = 0;
    for (int pass = 0; pass < 4; pass++) {
        static const int start[] = {0, 4, 2, 1}, step[] = {8, 8, 4, 2};
        for (int y = start[pass]; y < 19; y += step[pass], row++) memset(pixels + row * 4, y, 4);
    }
    CHECK_EQ(row, 19);
    writer file = {0};
    import_image image;
    put_head(&file, 4, 19, 8);
    put_frame(&file, 0, 0, 4, 19, 0x40, pixels);
    CHECK(decode(&file, file.size, &image, NULL)); /* the file has no trailer */
    for (int y = 0; y < 19; y++) CHECK_EQ(image.indices[y * 4 + 2], y);
    import_image_free(&image);
    writer_free(&file);
}

TEST(gif_transparency_and_frames_that_cover_a_part) {
    static const uint8_t pixels[6] = {1, 2, 3, 4, 5, 6};
    writer file = {0};
    import_image image;
    put_head(&file, 5, 4, 8);
    put_control(&file, 0, 3, 10);
    put_frame(&file, 1, 1, 3, 2, 0, pixels);
    CHECK(decode(&file, file.size, &image, NULL));
    CHECK(image.indices == NULL && image.has_alpha);
    CHECK_EQ(image.rgba[(1 * 5 + 1) * 4 + 1], 254); /* index 1 */
    CHECK_EQ(image.rgba[(1 * 5 + 3) * 4 + 3], 0);   /* index 3, transparent */
    CHECK_EQ(image.rgba[(2 * 5 + 3) * 4 + 3], 255);
    CHECK_EQ(image.rgba[3], 0); /* a pixel outside of the frame */
    import_image_free(&image);
    writer_free(&file);
}

TEST(gif_animation_as_a_strip) {
    static uint8_t full[16], dot[1] = {9}, other[1] = {5};
    writer file = {0};
    import_image strip;
    uint16_t delays[8];
    uint32_t count;
    memset(full, 1, sizeof full);
    put_head(&file, 4, 4, 8);
    put_control(&file, 1, -1, 7);
    put_frame(&file, 0, 0, 4, 4, 0, full);
    put_control(&file, 3, -1, 8); /* the frame is shown, then the picture before it comes back */
    put_frame(&file, 1, 1, 1, 1, 0, dot);
    put_control(&file, 2, -1, 9); /* the frame is shown, then becomes transparent */
    put_frame(&file, 2, 2, 1, 1, 0, other);
    put_control(&file, 0, -1, 10);
    put_frame(&file, 3, 3, 1, 1, 0, dot);
    writer_u8(&file, 0x3B);
    CHECK(import_gif_strip("made.gif", file.data, file.size, &strip, delays, 8, &count, NULL));
    CHECK_EQ(count, 4);
    CHECK_EQ(strip.width, 16);
    CHECK_EQ(delays[1], 8);
#define GREEN(frame, x, y) strip.rgba[((y)*16 + (frame)*4 + (x)) * 4 + 1]
#define ALPHA(frame, x, y) strip.rgba[((y)*16 + (frame)*4 + (x)) * 4 + 3]
    CHECK_EQ(GREEN(0, 1, 1), 254);
    CHECK_EQ(GREEN(1, 1, 1), 246);
    CHECK_EQ(GREEN(2, 1, 1), 254);
    CHECK_EQ(GREEN(2, 2, 2), 250);
    CHECK_EQ(ALPHA(3, 2, 2), 0);
    CHECK_EQ(GREEN(3, 3, 3), 246);
    CHECK_EQ(GREEN(3, 0, 0), 254);
    import_image_free(&strip);
    CHECK(import_gif_strip("made.gif", file.data, file.size, &strip, NULL, 2, &count, NULL));
    CHECK_EQ(count, 2);
    import_image_free(&strip);
    writer_free(&file);
}

TEST(gif_frames_beyond_the_picture) {
    uint8_t pixels[12], later[16];
    writer file = {0};
    import_image image;
    tool_error error = {.text = ""};
    uint32_t count = 0;
    for (uint8_t i = 0; i < 12; i++) pixels[i] = (uint8_t)(i + 10);
    memset(later, 200, sizeof later);
    put_head(&file, 2, 2, 8);
    put_frame(&file, 1, 0, 4, 3, 0, pixels); /* the picture becomes 5 x 3 */
    CHECK(decode(&file, file.size, &image, &error) && image.width == 5 && image.height == 3 &&
          image.note == NULL);
    CHECK(image.rgba[3] == 0 && image.rgba[4] == 10 * 7 && image.rgba[4 * 14] == (21 * 7 & 255));
    import_image_free(&image);

    put_control(&file, 2, -1, 5);
    put_frame(&file, 3, 2, 4, 4, 0, later);
    put_control(&file, 2, -1, 5);
    put_frame(&file, 9, 9, 2, 2, 0, later);
    CHECK(import_gif_strip("made.gif", file.data, file.size, &image, NULL, 9, &count, &error));
    CHECK(count == 3 && image.width == 15 && image.height == 3);
    CHECK(image.note != NULL && strstr(image.note, "left out") != NULL);
    for (int x = 0; x < 5; x++) {
        CHECK_EQ(image.rgba[4 * (2 * 15 + 5 + x)], x >= 3   ? (200 * 7 & 255)
                                                   : x == 0 ? 0
                                                            : (17 + x) * 7 & 255);
        /* the frame is cleared again */
        CHECK_EQ(image.rgba[4 * (2 * 15 + 10 + x) + 3], x >= 3 || x == 0 ? 0 : 255);
    }
    import_image_free(&image);
    file.size = 0;
    put_head(&file, 2, 2, 8);
    writer_bytes(&file, "\x2C\0\0\0\0\xFF\xFF\xFF\xFF\0\x08\x02\x05\x03\0\0", 16);
    CHECK(!decode(&file, file.size, &image, &error) && strstr(error.text, "65535 x 65535") != NULL);
    writer_free(&file);
}

TEST(gif_local_palettes_and_foreign_extensions) {
    static const uint8_t pixels[2] = {0, 1};
    writer file = {0};
    import_image image;
    put_head(&file, 2, 1, 0);
    writer_bytes(&file,
                 "\x21\xFE\x03"
                 "hey\x02"
                 "ho\x00",
                 10);
    writer_u8(&file, 0x2C);
    for (int i = 0; i < 2; i++) put_half(&file, 0);
    put_half(&file, 2);
    put_half(&file, 1);
    writer_u8(&file, 0x80);
    writer_bytes(&file, "\x10\x20\x30\x40\x50\x60", 6);
    put_lzw(&file, pixels, 2, 2, true);
    CHECK(decode(&file, file.size, &image, NULL));
    CHECK_EQ(image.palette_count, 2);
    CHECK_EQ(image.rgba[4], 0x40);
    import_image_free(&image);
    writer_free(&file);
}

TEST(gif_truncation_at_every_byte_is_refused) {
    static uint8_t pixels[64];
    writer file = {0};
    import_image image;
    tool_error error;
    seed = 7;
    for (int i = 0; i < 64; i++) pixels[i] = (uint8_t)noise(256);
    put_head(&file, 8, 8, 8);
    put_frame(&file, 0, 0, 8, 8, 0, pixels);
    for (size_t size = 0; size < file.size; size++) {
        error.text[0] = 0;
        CHECK(!decode(&file, size, &image, &error));
        CHECK(error.text[0] != 0 && image.rgba == NULL);
    }
    writer_free(&file);
}

static void refuse(writer *file, const char *words) {
    import_image image;
    tool_error error = {.text = ""};
    CHECK(!decode(file, file->size, &image, &error));
    if (strstr(error.text, words) == NULL) TEST_INFO("%s", error.text);
    CHECK(strstr(error.text, words) != NULL);
    writer_free(file);
}

TEST(gif_faults_are_named) {
    static const uint8_t pixels[4] = {0, 1, 2, 200};
    writer file = {0};
    put_head(&file, 0, 5, 8);
    refuse(&file, "0 x 5 pixels");
    put_head(&file, 40000, 40000, 8);
    refuse(&file, "40000 x 40000");
    put_head(&file, 2, 2, 8);
    writer_u8(&file, 0x3B);
    refuse(&file, "no frame");
    put_head(&file, 2, 2, 0);
    put_frame(&file, 0, 0, 2, 2, 0, pixels);
    refuse(&file, "without a palette");
    put_head(&file, 2, 2, 4);
    put_frame(&file, 0, 0, 2, 2, 0, pixels);
    refuse(&file, "beyond the palette");
    put_head(&file, 2, 2, 8);
    put_frame(&file, 0, 0, 0, 2, 0, pixels);
    refuse(&file, "without pixels");
    put_head(&file, 2, 2, 8);
    writer_u8(&file, 0x77);
    refuse(&file, "neither a frame");
    put_head(&file, 2, 2, 8);
    writer_bytes(&file, "\x2C\0\0\0\0\2\0\2\0\0\x0B", 11);
    refuse(&file, "code size");
    put_head(&file, 2, 2, 8);
    writer_bytes(&file, "\x2C\0\0\0\0\2\0\2\0\0\x08\x02\x05\x03\0\0", 16);
    refuse(&file, "not there yet");
}
