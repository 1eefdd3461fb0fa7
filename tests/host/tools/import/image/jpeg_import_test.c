/* The JPEG reader on pictures of an encoder made here: baseline and progressive, all samplings, restarts, against an exact reference. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tests/test.h"
#include "tools/base/writer.h"
#include "tools/import/image/jpeg.h"

enum { WIDTH = 53, HEIGHT = 37, PARTS = 4, STRIDE = 64 + 16 };

typedef struct part {
    int h, v, width, height, blocks_x, blocks_y; /* samples, stored blocks */
    int coefficients[100][64];                   /* quantised, in zigzag order */
    double samples[STRIDE][STRIDE];              /* the exact samples of the coefficients */
} part;

static struct {
    writer out;
    uint32_t bits;
    int held, count, h_most, v_most, restart;
    part parts[PARTS];
} e;

static tool_error error;
static import_image image;

static const uint8_t zigzag[64] = {0,  1,  8,  16, 9,  2,  3,  10, 17, 24, 32, 25, 18, 11, 4,  5,
                                   12, 19, 26, 33, 40, 48, 41, 34, 27, 20, 13, 6,  7,  14, 21, 28,
                                   35, 42, 49, 56, 57, 50, 43, 36, 29, 22, 15, 23, 30, 37, 44, 51,
                                   58, 59, 52, 45, 38, 31, 39, 46, 53, 60, 61, 54, 47, 55, 62, 63};

static int quantiser(int k) { return 3 + k / 4; }

/* ---- a picture and its coefficients ---- */

static double wave(int c, int x, int y, int h, int v) {
    double u = x * (double)e.h_most / h, w = y * (double)e.v_most / v;
    return 110 * sin(u * 0.21 + c) * cos(w * 0.17 - c) + (c == 0 && x / 9 % 2 == y / 7 % 2 ? 17 : 0);
}

static double cosine(int x, int u) {
    return cos((2 * x + 1) * u * 3.14159265358979323846 / 16) * (u == 0 ? sqrt(0.125) : 0.5);
}

static void transform(part *p, int c, int bx, int by) {
    int *out = p->coefficients[by * p->blocks_x + bx];
    for (int k = 0; k < 64; k++) {
        int u = zigzag[k] % 8, v = zigzag[k] / 8;
        double sum = 0;
        for (int i = 0; i < 64; i++)
            sum += wave(c, bx * 8 + i % 8, by * 8 + i / 8, p->h, p->v) * cosine(i % 8, u) * cosine(i / 8, v);
        out[k] = (int)lround(sum / quantiser(k));
    }
    for (int i = 0; i < 64; i++) {
        double sum = 128;
        for (int k = 0; k < 64; k++)
            sum += out[k] * quantiser(k) * cosine(i % 8, zigzag[k] % 8) * cosine(i / 8, zigzag[k] / 8);
        p->samples[by * 8 + i / 8][bx * 8 + i % 8] = sum < 0 ? 0 : sum > 255 ? 255 : sum;
    }
}

static void prepare(int count, const int sampling[][2], int restart) {
    memset(&e, 0, sizeof e);
    e.count = count;
    e.restart = restart;
    for (int c = 0; c < count; c++) {
        e.parts[c].h = count == 1 ? 1 : sampling[c][0];
        e.parts[c].v = count == 1 ? 1 : sampling[c][1];
        if (e.parts[c].h > e.h_most) e.h_most = e.parts[c].h;
        if (e.parts[c].v > e.v_most) e.v_most = e.parts[c].v;
    }
    for (int c = 0; c < count; c++) {
        part *p = &e.parts[c];
        p->width = (WIDTH * p->h + e.h_most - 1) / e.h_most;
        p->height = (HEIGHT * p->v + e.v_most - 1) / e.v_most;
        p->blocks_x = (WIDTH + 8 * e.h_most - 1) / (8 * e.h_most) * p->h;
        p->blocks_y = (HEIGHT + 8 * e.v_most - 1) / (8 * e.v_most) * p->v;
        for (int i = 0; i < p->blocks_x * p->blocks_y; i++) transform(p, c, i % p->blocks_x, i / p->blocks_x);
    }
}

/* ---- the coder: one Huffman table for all, 254 codes of 8 bits and two of 9 ---- */

static void put(uint32_t value, int count) {
    for (int i = count - 1; i >= 0; i--) {
        e.bits = e.bits << 1 | (value >> i & 1);
        if (++e.held < 8) continue;
        writer_u8(&e.out, e.bits & 255);
        if ((e.bits & 255) == 255) writer_u8(&e.out, 0);
        e.held = 0;
    }
}

static void symbol(int s) {
    if (s < 254)
        put((uint32_t)s, 8);
    else
        put((uint32_t)(254 * 2 + s - 254), 9);
}

static void flush(void) {
    while (e.held != 0) put(1, 1);
}

static int size_of(int value) {
    int size = 0;
    for (value = abs(value); value != 0; value >>= 1) size++;
    return size;
}

static void put_value(int value, int size) {
    put((uint32_t)(value < 0 ? value + (1 << size) - 1 : value), size);
}

static void put_dc(int value, int *before) {
    int size = size_of(value - *before);
    symbol(size);
    put_value(value - *before, size);
    *before = value;
}

/* The value shifted towards 0, as the first scan of a band stores it. */
static int shifted(int value, int low) { return value < 0 ? -(-value >> low) : value >> low; }

static void put_ac(const int *block, int begin, int end, int low) {
    int run = 0;
    for (int k = begin; k <= end; k++) {
        int value = shifted(block[k], low), size = size_of(value);
        if (value == 0) {
            run++;
            continue;
        }
        for (; run > 15; run -= 16) symbol(0xF0);
        symbol(run << 4 | size);
        put_value(value, size);
        run = 0;
    }
    if (run > 0) symbol(0);
}

static void refine_ac(const int *block, int begin, int end, int low) {
    uint8_t held[64];
    int count = 0, run = 0, last = 0;
    for (int k = begin; k <= end; k++) {
        if (abs(block[k]) >> low == 1) last = k;
    }
    for (int k = begin; k <= end; k++) {
        int size = abs(block[k]) >> low;
        if (size == 0) {
            run++;
            continue;
        }
        for (; run > 15 && k <= last; run -= 16, count = 0) {
            symbol(0xF0);
            for (int i = 0; i < count; i++) put(held[i], 1);
        }
        if (size > 1) {
            held[count++] = size & 1;
            continue;
        }
        symbol(run << 4 | 1);
        put(block[k] > 0, 1);
        for (int i = 0; i < count; i++) put(held[i], 1);
        count = run = 0;
    }
    if (run > 0 || count > 0) {
        symbol(0);
        for (int i = 0; i < count; i++) put(held[i], 1);
    }
}

/* ---- the file ---- */

static void segment(int marker, size_t size) {
    writer_u8(&e.out, 0xFF);
    writer_u8(&e.out, (uint32_t)marker);
    writer_u8(&e.out, (uint32_t)(size + 2) >> 8);
    writer_u8(&e.out, (uint32_t)(size + 2) & 255);
}

static void head(bool progressive, int adobe) {
    writer_bytes(&e.out, "\xFF\xD8", 2);
    if (adobe >= 0) {
        segment(0xEE, 12);
        writer_bytes(&e.out, "Adobe\0d\0\0\0\0", 11);
        writer_u8(&e.out, (uint32_t)adobe);
    }
    segment(0xDB, 65);
    writer_u8(&e.out, 0);
    for (int k = 0; k < 64; k++) writer_u8(&e.out, (uint32_t)quantiser(k));
    segment(progressive ? 0xC2 : 0xC0, 6 + 3 * (size_t)e.count);
    writer_u8(&e.out, 8);
    writer_bytes(&e.out, "\0\x25\0\x35", 4);
    writer_u8(&e.out, (uint32_t)e.count);
    for (int c = 0; c < e.count; c++) {
        writer_u8(&e.out, (uint32_t)c + 1);
        writer_u8(&e.out, (uint32_t)(e.parts[c].h << 4 | e.parts[c].v));
        writer_u8(&e.out, 0);
    }
    for (int kind = 0; kind < 2; kind++) {
        segment(0xC4, 17 + 256);
        writer_u8(&e.out, (uint32_t)kind << 4);
        for (int i = 1; i <= 16; i++) writer_u8(&e.out, i == 8 ? 254 : i == 9 ? 2 : 0);
        for (int i = 0; i < 256; i++) writer_u8(&e.out, (uint32_t)i);
    }
    if (e.restart > 0) {
        segment(0xDD, 2);
        writer_u8(&e.out, 0);
        writer_u8(&e.out, (uint32_t)e.restart);
    }
}

typedef enum pass { WHOLE, DC_FIRST, DC_MORE, AC_FIRST, AC_MORE } pass;

static void put_block(const int *block, pass what, int begin, int end, int low, int *before) {
    switch (what) {
    case WHOLE:
        put_dc(block[0], before);
        put_ac(block, 1, 63, 0);
        break;
    case DC_FIRST:
        put_dc(block[0] >= 0 ? block[0] >> low : -((-block[0] + (1 << low) - 1) >> low), before);
        break;
    case DC_MORE:
        put((uint32_t)(block[0] + 4096) >> low & 1, 1);
        break;
    case AC_FIRST:
        put_ac(block, begin, end, low);
        break;
    case AC_MORE:
        refine_ac(block, begin, end, low);
        break;
    }
}

/* Writes a scan of one component (only >= 0), or of all components in units. */
static void scan(int only, pass what, int begin, int end, int high, int low) {
    int before[PARTS] = {0}, done = 0, count = only >= 0 ? 1 : e.count;
    segment(0xDA, 4 + 2 * (size_t)count);
    writer_u8(&e.out, (uint32_t)count);
    for (int c = 0; c < count; c++) {
        writer_u8(&e.out, (uint32_t)(only >= 0 ? only : c) + 1);
        writer_u8(&e.out, 0);
    }
    writer_u8(&e.out, (uint32_t)begin);
    writer_u8(&e.out, (uint32_t)end);
    writer_u8(&e.out, (uint32_t)(high << 4 | low));
    const part *p = &e.parts[only >= 0 ? only : 0];
    bool alone = count == 1;
    int width = alone ? (p->width + 7) / 8 : p->blocks_x / p->h,
        height = alone ? (p->height + 7) / 8 : p->blocks_y / p->v;
    for (int i = 0; i < width * height; i++, done++) {
        if (e.restart > 0 && done > 0 && done % e.restart == 0) {
            flush();
            writer_u8(&e.out, 0xFF);
            writer_u8(&e.out, 0xD0u + (uint32_t)(done / e.restart - 1) % 8);
            memset(before, 0, sizeof before);
        }
        if (alone) {
            put_block(p->coefficients[i / width * p->blocks_x + i % width], what, begin, end, low,
                      &before[0]);
            continue;
        }
        for (int c = 0; c < count; c++) {
            const part *q = &e.parts[c];
            for (int b = 0; b < q->h * q->v; b++) {
                int x = i % width * q->h + b % q->h, y = i / width * q->v + b / q->h;
                put_block(q->coefficients[y * q->blocks_x + x], what, begin, end, low, &before[c]);
            }
        }
    }
    flush();
}

static void encode(bool progressive, int adobe) {
    head(progressive, adobe);
    if (!progressive) {
        scan(-1, WHOLE, 0, 63, 0, 0);
    } else {
        scan(-1, DC_FIRST, 0, 0, 0, 1);
        for (int c = 0; c < e.count; c++) scan(c, AC_FIRST, 1, 5, 0, 2);
        for (int c = 0; c < e.count; c++) scan(c, AC_FIRST, 6, 63, 0, 1);
        for (int c = 0; c < e.count; c++) scan(c, AC_MORE, 1, 5, 2, 1);
        scan(-1, DC_MORE, 0, 0, 1, 0);
        for (int c = 0; c < e.count; c++) scan(c, AC_MORE, 1, 63, 1, 0);
    }
    writer_bytes(&e.out, "\xFF\xD9", 2);
}

/* ---- the reference ---- */

static double at(const part *p, int x, int y) {
    x = x < 0 ? 0 : x >= p->width ? p->width - 1 : x;
    y = y < 0 ? 0 : y >= p->height ? p->height - 1 : y;
    return p->samples[y][x];
}

/* The exact sample of a component at a pixel. A factor of 2 interpolates halves between neighbours, with
 * weights 3 to 1; other factors repeat samples, and so do components of one or two columns. */
static double sample(const part *p, int x, int y) {
    int fx = e.h_most / p->h, fy = e.v_most / p->v, cx = x / fx, cy = y / fy;
    if ((fx == 1 && fy == 1) || fx > 2 || fy > 2 || (fx == 2 && p->width <= 2)) return at(p, cx, cy);
    int nx = fx == 1 ? cx : cx + (x % 2 == 0 ? -1 : 1), ny = fy == 1 ? cy : cy + (y % 2 == 0 ? -1 : 1);
    return (9 * at(p, cx, cy) + 3 * at(p, nx, cy) + 3 * at(p, cx, ny) + at(p, nx, ny)) / 16;
}

static double held(double v) { return v < 0 ? 0 : v > 255 ? 255 : v; }

static double worst(bool ycc) {
    double most = 0;
    for (int i = 0; i < image.width * image.height; i++) {
        double s[4] = {0}, rgb[3];
        for (int c = 0; c < e.count; c++) s[c] = sample(&e.parts[c], i % image.width, i / image.width);
        if (e.count == 1) s[1] = s[2] = s[0];
        for (int c = 0; c < 3; c++) rgb[c] = s[c];
        if (ycc) {
            rgb[0] = held(s[0] + 1.402 * (s[2] - 128));
            rgb[1] = held(s[0] - 0.344136 * (s[1] - 128) - 0.714136 * (s[2] - 128));
            rgb[2] = held(s[0] + 1.772 * (s[1] - 128));
        }
        for (int c = 0; c < 3 && e.count == 4; c++) rgb[c] *= s[3] / 255;
        for (int c = 0; c < 3; c++) {
            double off = fabs(image.rgba[4 * i + c] - rgb[c]);
            if (off > most) most = off;
        }
    }
    return most;
}

static double run(int count, const int sampling[][2], int restart, bool progressive, int adobe) {
    prepare(count, sampling, restart);
    encode(progressive, adobe);
    error.text[0] = 0;
    bool ok = import_jpeg_decode("t.jpg", e.out.data, e.out.size, &image, &error);
    CHECK(ok);
    if (!ok) TEST_INFO("%s", error.text);
    double off = ok ? worst(count == 3 && adobe != 0) : 1000;
    CHECK(ok && image.width == WIDTH && image.height == HEIGHT);
    import_image_free(&image);
    writer_free(&e.out);
    return off;
}

TEST(jpeg_is_within_two_of_the_exact_picture) {
    static const int samplings[][3][2] = {{{1, 1}, {1, 1}, {1, 1}}, {{2, 1}, {1, 1}, {1, 1}},
                                          {{2, 2}, {1, 1}, {1, 1}}, {{1, 2}, {1, 1}, {1, 1}},
                                          {{2, 2}, {2, 1}, {1, 2}}, {{4, 1}, {1, 1}, {1, 1}}};
    double most = 0;
    for (size_t s = 0; s < 6; s++) {
        for (int mode = 0; mode < 4; mode++) {
            double off = run(3, samplings[s], mode & 1 ? 3 : 0, mode >= 2, -1);
            if (off > most) most = off;
            CHECK(off <= 2);
        }
    }
    double grey = run(1, NULL, 0, false, -1), grey_steps = run(1, NULL, 5, true, -1),
           rgb = run(3, samplings[0], 0, false, 0);
    static const int four[4][2] = {{1, 1}, {1, 1}, {1, 1}, {1, 1}};
    double inks = run(4, four, 0, false, 0);
    TEST_INFO("largest difference %.2f; grey %.2f %.2f, rgb %.2f, four inks %.2f", most, grey, grey_steps,
              rgb, inks);
    CHECK(grey <= 1 && grey_steps <= 1 && rgb <= 1 && inks <= 2);
}

/* The place of a segment's first byte behind its length. */
static size_t find(const writer *w, int marker) {
    for (size_t i = 2; i + 4 < w->size; i++) {
        if (w->data[i] == 0xFF && w->data[i + 1] == marker) return i + 4;
    }
    return 0;
}

/* Files of the first unit alone: the frame header gives the size of a few pixels. */
TEST(jpeg_one_or_two_columns_of_colour_are_repeated) {
    static const int samplings[][3][2] = {{{2, 2}, {1, 1}, {1, 1}}, {{2, 1}, {1, 1}, {1, 1}}};
    for (int i = 0; i < 2 * 6; i++) {
        const int size = 1 + i / 2;
        prepare(3, samplings[i % 2], 0);
        encode(false, -1);
        uint8_t *frame = e.out.data + find(&e.out, 0xC0);
        frame[2] = frame[4] = (uint8_t)size;
        for (int c = 0; c < 3; c++) {
            e.parts[c].width = (size * e.parts[c].h + e.h_most - 1) / e.h_most;
            e.parts[c].height = (size * e.parts[c].v + e.v_most - 1) / e.v_most;
        }
        CHECK(import_jpeg_decode("t.jpg", e.out.data, e.out.size, &image, &error));
        CHECK(image.width == size && image.height == size && worst(true) <= 2);
        import_image_free(&image);
        writer_free(&e.out);
    }
}

/* The file with a segment of EXIF behind its first marker. */
static writer with_exif(const void *exif, size_t size) {
    writer w = {0};
    writer_bytes(&w, e.out.data, 2);
    writer_bytes(&w, "\xFF\xE1", 2);
    writer_u8(&w, (uint32_t)(size + 2) >> 8);
    writer_u8(&w, (uint32_t)(size + 2) & 255);
    writer_bytes(&w, exif, size);
    writer_bytes(&w, e.out.data + 2, e.out.size - 2);
    return w;
}

TEST(jpeg_exif_turns_the_picture) {
    static uint8_t little[] = "Exif\0\0II*\0\x08\0\0\0\2\0"
                              "\x0F\1\2\0\1\0\0\0A\0\0\0"
                              "\x12\1\3\0\1\0\0\0\6\0\0\0",
                   big[] = "Exif\0\0MM\0*\0\0\0\x08\0\1"
                           "\1\x12\0\3\0\0\0\1\0\3\0\0";
    import_image plain;
    prepare(1, NULL, 0);
    encode(false, -1);
    CHECK(import_jpeg_decode("t.jpg", e.out.data, e.out.size, &plain, &error) && plain.note == NULL);
    for (int turn = 0; turn < 2; turn++) {
        writer w = turn == 0 ? with_exif(little, sizeof little - 1) : with_exif(big, sizeof big - 1);
        bool ok = import_jpeg_decode("t.jpg", w.data, w.size, &image, &error);
        CHECK(ok && image.width == (turn == 0 ? HEIGHT : WIDTH) &&
              image.height == (turn == 0 ? WIDTH : HEIGHT));
        for (int i = 0; ok && i < WIDTH * HEIGHT; i++) {
            int x = i % WIDTH, y = i / WIDTH, /* turned by a quarter to the right, and by half */
                to = turn == 0 ? x * HEIGHT + HEIGHT - 1 - y : (HEIGHT - 1 - y) * WIDTH + WIDTH - 1 - x;
            CHECK_EQ(image.rgba[4 * to], plain.rgba[4 * i]);
        }
        import_image_free(&image);
        writer_free(&w);
    }
    for (size_t size = 0; size < sizeof little - 1; size++) { /* a damaged directory turns nothing */
        writer w = with_exif(little, size);
        bool ok = import_jpeg_decode("t.jpg", w.data, w.size, &image, &error);
        CHECK(ok && image.width == WIDTH);
        import_image_free(&image);
        writer_free(&w);
    }
    import_image_free(&plain);
    writer_free(&e.out);
}

TEST(jpeg_without_its_end_gets_a_note) {
    prepare(1, NULL, 0);
    encode(false, -1);
    CHECK(import_jpeg_decode("t.jpg", e.out.data, e.out.size - 2, &image, &error));
    CHECK(image.note != NULL && strstr(image.note, "ends before") != NULL);
    import_image_free(&image);
    writer_free(&e.out);
}

static bool refused(const writer *w, const char *part_of) {
    if (import_jpeg_decode("t.jpg", w->data, w->size, &image, &error)) {
        import_image_free(&image);
        return false;
    }
    if (strstr(error.text, part_of) == NULL) TEST_INFO("%s", error.text);
    return strstr(error.text, part_of) != NULL && image.rgba == NULL;
}

TEST(jpeg_refusals_and_truncation) {
    static const int plain[3][2] = {{1, 1}, {1, 1}, {1, 1}};
    prepare(3, plain, 4);
    encode(false, -1);
    writer w = {0};
#define DAMAGED(sentence, change)                                                                            \
    do {                                                                                                     \
        w.size = 0;                                                                                          \
        writer_bytes(&w, e.out.data, e.out.size);                                                            \
        change;                                                                                              \
        CHECK(refused(&w, sentence));                                                                        \
    } while (0)
    DAMAGED("no JPEG", w.data[0] = 0);
    DAMAGED("8 bits a sample", w.data[find(&w, 0xC0)] = 12);
    DAMAGED("1, 3 or 4 colours", w.data[find(&w, 0xC0) + 5] = 2);
    DAMAGED("not read; scale", w.data[find(&w, 0xC0) + 1] = 0xFF);
    DAMAGED("sampling that is none", w.data[find(&w, 0xC0) + 7] = 0x50);
    DAMAGED("arithmetic", w.data[find(&w, 0xC0) - 3] = 0xC9);
    DAMAGED("quantiser table that is none", w.data[find(&w, 0xDB)] = 0x20);
    DAMAGED("Huffman table that is none", w.data[find(&w, 0xC4) + 1] = 3);
    DAMAGED("quantiser table is missing", w.data[find(&w, 0xDB)] = 1);
    DAMAGED("scan of a part", w.data[find(&w, 0xDA) + 1] = 9);
    DAMAGED("scan's range", w.data[find(&w, 0xDA) + 7] = 1);
    DAMAGED("restart marker", w.data[find(&w, 0xD0) - 3] = 0xD5);
    DAMAGED("truncated", w.size = 20);
    DAMAGED("no picture", w.data[3] = 0xD9);
    for (size_t size = 0; size < e.out.size; size++) {
        uint8_t *exact = malloc(size + 1);
        if (size > 0) memcpy(exact, e.out.data, size);
        if (import_jpeg_decode("t.jpg", exact, size, &image, &error)) import_image_free(&image);
        free(exact);
    }
    writer_free(&w);
    writer_free(&e.out);
}
