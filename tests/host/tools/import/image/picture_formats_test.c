/* One picture in every format that loses nothing gives the same pixels. */
#include <stdlib.h>
#include <string.h>

#include "tests/test.h"
#include "tools/base/writer.h"
#include "tools/import/image/image.h"
#include "tools/import/image/png_write.h"

enum { WIDTH = 30, HEIGHT = 17 };

static tool_error error;

static uint8_t source(unsigned x, unsigned y, unsigned c) {
    return (uint8_t)(x * 13 + y * 29 + c * 71 + (x ^ y) * 5);
}

static void put_pixels(writer *w, bool upwards, unsigned padding, bool blue_first) {
    for (unsigned row = 0; row < HEIGHT; row++) {
        unsigned y = upwards ? HEIGHT - 1 - row : row;
        for (unsigned x = 0; x < WIDTH; x++) {
            for (unsigned c = 0; c < 3; c++) writer_u8(w, source(x, y, blue_first ? 2 - c : c));
        }
        writer_zeros(w, padding);
    }
}

static writer as_tga(void) {
    writer w = {0};
    writer_bytes(&w, "\0\0\2\0\0\0\0\0\0\0\0\0", 12);
    writer_u16(&w, WIDTH);
    writer_u16(&w, HEIGHT);
    writer_u16(&w, 24 | 0x20 << 8);
    put_pixels(&w, false, 0, true);
    return w;
}

static writer as_bmp(void) {
    writer w = {0};
    writer_bytes(&w, "BM", 2);
    writer_u32(&w, 54 + HEIGHT * 92);
    writer_u32(&w, 0);
    writer_u32(&w, 54);
    writer_u32(&w, 40);
    writer_u32(&w, WIDTH);
    writer_u32(&w, HEIGHT);
    writer_u16(&w, 1);
    writer_u16(&w, 24);
    writer_zeros(&w, 24);
    put_pixels(&w, true, 2, true);
    return w;
}

static void tag(writer *w, unsigned number, uint32_t value) {
    writer_u16(w, number);
    writer_u16(w, 4);
    writer_u32(w, 1);
    writer_u32(w, value);
}

static writer as_tiff(void) {
    writer w = {0};
    writer_bytes(&w, "II*\0", 4);
    writer_u32(&w, 8 + WIDTH * HEIGHT * 3);
    put_pixels(&w, false, 0, false);
    writer_u16(&w, 8);
    tag(&w, 256, WIDTH);
    tag(&w, 257, HEIGHT);
    tag(&w, 258, 8);
    tag(&w, 259, 1);
    tag(&w, 262, 2);
    tag(&w, 273, 8);
    tag(&w, 277, 3);
    tag(&w, 278, HEIGHT);
    writer_u32(&w, 0);
    return w;
}

static writer as_png(void) {
    writer w = {0};
    uint8_t rgba[WIDTH * HEIGHT * 4];
    uint8_t *data = NULL;
    size_t size = 0;
    for (unsigned i = 0; i < WIDTH * HEIGHT; i++) {
        for (unsigned c = 0; c < 4; c++) rgba[4 * i + c] = c == 3 ? 255 : source(i % WIDTH, i / WIDTH, c);
    }
    import_png_picture picture = {
        .width = WIDTH, .height = HEIGHT, .format = IMPORT_PNG_RGBA, .pixels = rgba};
    CHECK(import_png_encode("t", &picture, &data, &size, &error));
    writer_bytes(&w, data, size);
    free(data);
    return w;
}

TEST(picture_is_the_same_in_every_format) {
    writer files[4] = {as_tga(), as_bmp(), as_tiff(), as_png()};
    for (int f = 0; f < 4; f++) {
        import_image image;
        bool ok = import_image_from_memory("t", files[f].data, files[f].size, &image, &error);
        CHECK(ok);
        if (!ok) TEST_INFO("%d: %s", f, error.text);
        unsigned wrong = 0;
        for (unsigned i = 0; ok && i < WIDTH * HEIGHT; i++) {
            for (unsigned c = 0; c < 4; c++)
                wrong += image.rgba[4 * i + c] != (c == 3 ? 255 : source(i % WIDTH, i / WIDTH, c));
        }
        CHECK(image.width == WIDTH && image.height == HEIGHT);
        CHECK_EQ(wrong, 0);
        import_image_free(&image);
        writer_free(&files[f]);
    }
}
