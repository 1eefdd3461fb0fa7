/* The TIFF reader on files written by the test: every kind of sample, coding and byte order gives the pixels
 * of its picture. */
#include <stdlib.h>
#include <string.h>

#include "tests/test.h"
#include "tools/base/writer.h"
#include "tools/import/base/deflate.h"
#include "tools/import/image/tiff.h"

enum { WIDTH = 21, HEIGHT = 13 };

typedef struct form {
    bool big;
    unsigned bits, samples, colours, coding, strip_rows, differences, extra;
} form;

/* The layout of samples in the file. */
typedef struct layout {
    unsigned tile; /* 0: strips; else the width of tiles that are strip_rows high */
    bool separate, low_first;
    unsigned turned;
} layout;

static tool_error error;
static import_image image;
static form f;
static layout l;
static writer out;

static void put16(unsigned v) { writer_u16(&out, f.big ? (v >> 8 | v << 8) & 0xFFFF : v); }
static void put32(uint32_t v) {
    if (f.big)
        put16(v >> 16), put16(v & 0xFFFF);
    else
        put16(v & 0xFFFF), put16(v >> 16);
}

/* A sample of the picture, of f.bits bits. */
static unsigned source(unsigned x, unsigned y, unsigned s) {
    unsigned most = (1u << f.bits) - 1, value = x * 2897 + y * 5171 + s * 1009 + (x / 3 * y) % 7 * 911;
    if (s >= (f.colours == 2 ? 3u : 1u)) value = x * 3001;
    return x % 5 < 2 ? most / 3 : value & most;
}

static void put_bits(uint8_t *row, size_t index, unsigned value) {
    if (f.bits == 16) {
        row[2 * index + (f.big ? 0 : 1)] = (uint8_t)(value >> 8);
        row[2 * index + (f.big ? 1 : 0)] = (uint8_t)value;
        return;
    }
    size_t bit = index * f.bits;
    row[bit / 8] = (uint8_t)(row[bit / 8] | value << (8 - bit % 8 - f.bits));
}

/* A strip or a tile of one plane or of all; beyond the picture it repeats the last column and row. */
static size_t make_piece(unsigned left, unsigned top, unsigned wide, unsigned high, unsigned plane,
                         uint8_t *rows) {
    unsigned samples = l.separate ? 1 : f.samples;
    size_t bytes = (wide * samples * f.bits + 7) / 8;
    memset(rows, 0, bytes * high);
    for (unsigned i = 0; i < wide * high * samples; i++) {
        unsigned s = i % samples, x = i / samples % wide, y = i / samples / wide;
        unsigned from_x = left + x < WIDTH ? left + x : WIDTH - 1,
                 from_y = top + y < HEIGHT ? top + y : HEIGHT - 1;
        unsigned before = left + x - 1 < WIDTH ? left + x - 1 : WIDTH - 1;
        unsigned value = source(from_x, from_y, plane + s);
        if (f.differences == 2 && x > 0)
            value = (value - source(before, from_y, plane + s)) & ((1u << f.bits) - 1);
        put_bits(rows + y * bytes, (size_t)x * samples + s, value);
    }
    return bytes * high;
}

static void pack_runs(const uint8_t *d, size_t size) {
    for (size_t i = 0; i < size;) {
        size_t run = 1;
        while (run < 128 && i + run < size && d[i + run] == d[i]) run++;
        if (run > 1) {
            writer_u8(&out, (uint32_t)(257 - run));
            writer_u8(&out, d[i]);
        } else {
            writer_u8(&out, 0);
            writer_u8(&out, d[i]);
        }
        i += run;
    }
}

static struct { uint32_t bits, held, width; } code_state;

static void put_code(uint32_t code) {
    code_state.bits = code_state.bits << code_state.width | code;
    for (code_state.held += code_state.width; code_state.held >= 8; code_state.held -= 8) {
        writer_u8(&out, code_state.bits >> (code_state.held - 8) & 255);
    }
}

static void pack_lzw(const uint8_t *d, size_t size) {
    static struct {
        uint32_t before;
        uint8_t last;
    } table[4096];
    uint32_t next = 258, string = d[0];
    code_state.bits = code_state.held = 0;
    code_state.width = 9;
    put_code(256);
    for (size_t i = 1; i < size; i++) {
        uint32_t found = 258;
        while (found < next && (table[found].before != string || table[found].last != d[i])) found++;
        if (found < next) {
            string = found;
            continue;
        }
        put_code(string);
        table[next].before = string;
        table[next].last = d[i];
        next++;
        if (next == 4094) {
            put_code(256);
            next = 258;
            code_state.width = 9;
        } else if (next == 1u << code_state.width) {
            code_state.width++;
        }
        string = d[i];
    }
    put_code(string);
    if (next + 1 == 1u << code_state.width) code_state.width++;
    put_code(257);
    while (code_state.held > 0) code_state.width = 1, put_code(0);
}

static void pack(const uint8_t *d, size_t size) {
    if (f.coding == 32773) {
        pack_runs(d, size);
    } else if (f.coding == 5) {
        pack_lzw(d, size);
    } else if (f.coding == 8) {
        uint8_t *packed = NULL;
        size_t bytes = 0;
        CHECK(import_deflate_zlib(d, size, &packed, &bytes));
        writer_bytes(&out, packed, bytes);
        free(packed);
    } else {
        writer_bytes(&out, d, size);
    }
}

static void tag(unsigned number, unsigned type, uint32_t count, uint32_t value) {
    put16(number);
    put16(type);
    put32(count);
    if (type == 3 && count == 1)
        put16(value), put16(0);
    else
        put32(value);
}

static uint32_t written32(size_t at, uint32_t v) {
    for (size_t i = 0; i < 4; i++) out.data[at + i] = (uint8_t)(v >> 8 * (f.big ? 3 - i : i));
    return v;
}

static void put_piece(unsigned left, unsigned top, unsigned plane) {
    static uint8_t rows[32 * 16 * 8 * 2];
    unsigned high = l.tile != 0 || HEIGHT - top > f.strip_rows ? f.strip_rows : HEIGHT - top;
    size_t first = out.size;
    pack(rows, make_piece(left, top, l.tile != 0 ? l.tile : WIDTH, high, plane, rows));
    for (size_t i = first; i < out.size && l.low_first; i++) {
        unsigned turned = 0;
        for (unsigned bit = 0; bit < 8; bit++) turned |= (out.data[i] >> bit & 1u) << (7 - bit);
        out.data[i] = (uint8_t)turned;
    }
}

static void encode(form wanted) {
    uint32_t places[4 * HEIGHT], sizes[4 * HEIGHT], strips = 0, palette = 0;
    f = wanted;
    out = (writer){0};
    writer_bytes(&out, f.big ? "MM\0*" : "II*\0", 4);
    put32(0);
    for (unsigned plane = 0; plane < (l.separate ? f.samples : 1); plane++) {
        for (unsigned y = 0; y < HEIGHT; y += f.strip_rows) {
            for (unsigned x = 0; x < WIDTH; x += l.tile != 0 ? l.tile : WIDTH, strips++) {
                places[strips] = (uint32_t)out.size;
                put_piece(x, y, plane);
                sizes[strips] = (uint32_t)out.size - places[strips];
                writer_align(&out, 2);
            }
        }
    }
    uint32_t lists = (uint32_t)out.size;
    for (uint32_t i = 0; i < strips; i++) put32(places[i]);
    for (uint32_t i = 0; i < strips; i++) put32(sizes[i]);
    if (f.colours == 3) {
        palette = (uint32_t)out.size;
        for (unsigned i = 0; i < 3u << f.bits; i++) put16((i * 37 & 255) * 257);
    }
    uint32_t widths = (uint32_t)out.size;
    for (unsigned i = 0; i < f.samples; i++) put16(f.bits);
    written32(4, (uint32_t)out.size);
    put16(13u + (l.tile != 0) + (palette != 0) + (f.extra != 0));
    tag(256, 3, 1, WIDTH);
    tag(257, 4, 1, HEIGHT);
    if (f.samples < 3)
        tag(258, 3, 1, f.bits);
    else
        tag(258, 3, f.samples, widths);
    tag(259, 3, 1, f.coding);
    tag(262, 3, 1, f.colours);
    tag(266, 3, 1, l.low_first ? 2 : 1);
    if (l.tile == 0) tag(273, 4, strips, strips == 1 ? places[0] : lists);
    tag(274, 3, 1, l.turned != 0 ? l.turned : 1);
    tag(277, 3, 1, f.samples);
    if (l.tile == 0) tag(278, 4, 1, f.strip_rows);
    if (l.tile == 0) tag(279, 4, strips, strips == 1 ? sizes[0] : lists + 4 * strips);
    tag(284, 3, 1, l.separate ? 2 : 1);
    tag(317, 3, 1, f.differences);
    if (palette != 0) tag(320, 3, 3u << f.bits, palette);
    if (l.tile != 0) {
        tag(322, 3, 1, l.tile);
        tag(323, 3, 1, f.strip_rows);
        tag(324, 4, strips, strips == 1 ? places[0] : lists);
        tag(325, 4, strips, strips == 1 ? sizes[0] : lists + 4 * strips);
    }
    if (f.extra != 0) tag(338, 3, 1, f.extra);
    put32(0);
}

static bool refused(const char *part);

static int worst(void) {
    int most = 0;
    for (unsigned i = 0; i < WIDTH * HEIGHT; i++) {
        unsigned x = i % WIDTH, y = i / WIDTH, colours = f.colours == 2 ? 3 : 1;
        for (unsigned c = 0; c < 4; c++) {
            int v = c == 3 ? 255 : import_sample_to_8(source(x, y, colours == 3 ? c : 0), f.bits);
            if (f.colours == 0 && c < 3) v = 255 - v;
            if (f.colours == 3 && c < 3) v = (int)(((c << f.bits) + source(x, y, 0)) * 37 & 255);
            if (c == 3 && f.extra == 2) v = import_sample_to_8(source(x, y, colours), f.bits);
            int off = abs(image.rgba[4 * i + c] - v);
            if (off > most) most = off;
        }
    }
    return most;
}

TEST(tiff_every_form_gives_its_pixels) {
    l = (layout){0};
    static const form forms[] = {
        {false, 8, 3, 2, 1, 13, 1, 0}, {true, 8, 3, 2, 1, 5, 1, 0},   {false, 16, 3, 2, 1, 13, 1, 0},
        {true, 16, 4, 2, 1, 4, 1, 2},  {false, 1, 1, 0, 1, 13, 1, 0}, {false, 1, 1, 1, 1, 3, 1, 0},
        {true, 2, 1, 1, 1, 13, 1, 0},  {false, 4, 1, 1, 1, 13, 1, 0}, {false, 4, 1, 3, 1, 13, 1, 0},
        {true, 8, 1, 3, 1, 6, 1, 0},   {false, 8, 2, 1, 1, 13, 1, 2}, {false, 16, 1, 0, 1, 2, 1, 0}};
    static const unsigned codings[] = {1, 5, 8, 32773};
    for (size_t i = 0; i < sizeof forms / sizeof forms[0]; i++) {
        for (size_t c = 0; c < 4; c++) {
            for (unsigned d = 1; d <= 2; d++) {
                form wanted = forms[i];
                wanted.coding = codings[c];
                wanted.differences = d;
                if (d == 2 && wanted.bits < 8) continue;
                encode(wanted);
                bool ok = import_tiff_decode("t.tif", out.data, out.size, &image, &error);
                CHECK(ok);
                if (!ok) TEST_INFO("form %d, coding %u: %s", (int)i, codings[c], error.text);
                if (ok) CHECK_EQ(worst(), 0);
                CHECK_EQ(image.indices != NULL, wanted.colours == 3);
                import_image_free(&image);
                writer_free(&out);
            }
        }
    }
}

TEST(tiff_tiles_planes_and_orders_of_bits) {
    static const form forms[] = {{false, 8, 3, 2, 1, 13, 1, 0}, {true, 16, 4, 2, 1, 5, 1, 2},
                                 {false, 1, 1, 0, 1, 13, 1, 0}, {false, 4, 1, 3, 1, 13, 1, 0},
                                 {false, 8, 2, 1, 1, 4, 1, 2},  {true, 16, 1, 1, 1, 6, 1, 0}};
    static const unsigned codings[] = {1, 5, 8, 32773};
    for (size_t i = 0; i < 6 * 4 * 8 * 2; i++) {
        form wanted = forms[i % 6];
        unsigned how = (unsigned)(i / 24 % 8);
        wanted.coding = codings[i / 6 % 4];
        wanted.differences = i / 192 != 0 && wanted.bits >= 8 ? 2 : 1;
        l.low_first = how & 1;
        l.separate = (how & 2) != 0 && wanted.samples > 1;
        l.tile = how & 4 ? 16 : 0;
        if (how & 4) wanted.strip_rows = wanted.strip_rows == 13 ? 16 : wanted.strip_rows;
        encode(wanted);
        bool ok = import_tiff_decode("t.tif", out.data, out.size, &image, &error);
        CHECK(ok);
        if (!ok) TEST_INFO("form %d: %s", (int)i, error.text);
        if (ok) CHECK_EQ(worst(), 0);
        import_image_free(&image);
        if (i % 24 == 0) { /* a file that is cut anywhere is refused, or is whole */
            for (size_t size = 0; size < out.size; size += 7) {
                uint8_t *exact = malloc(size + 1);
                memcpy(exact, out.data, size);
                if (import_tiff_decode("t.tif", exact, size, &image, &error)) import_image_free(&image);
                free(exact);
            }
        }
        writer_free(&out);
    }
}

TEST(tiff_multiplied_alpha_is_divided_at_its_own_width) {
    l = (layout){0};
    encode((form){
        .bits = 16, .samples = 4, .colours = 2, .coding = 1, .strip_rows = 13, .differences = 1, .extra = 1});
    for (unsigned i = 0; i < 4; i++) out.data[8 + 2 * i] = i == 3 ? 200 : 100, out.data[9 + 2 * i] = 0;
    CHECK(import_tiff_decode("t.tif", out.data, out.size, &image, &error));
    CHECK_EQ(image.rgba[0], 128); /* premultiplied: 100 of an alpha of 200, which is 200 of 65535 */
    CHECK_EQ(image.rgba[3], 1);
    import_image_free(&image);
    writer_free(&out);
}

TEST(tiff_fourth_sample_that_nobody_names_is_alpha) {
    l = (layout){0};
    encode((form){.bits = 8, .samples = 4, .colours = 2, .coding = 1, .strip_rows = 13, .differences = 1});
    f.extra = 2;
    CHECK(import_tiff_decode("t.tif", out.data, out.size, &image, &error));
    CHECK(image.has_alpha);
    CHECK_EQ(worst(), 0);
    import_image_free(&image);
    writer_free(&out);
}

TEST(tiff_turned_pictures_are_upright) {
    l = (layout){0};
    for (unsigned turned = 1; turned <= 8; turned++) {
        l.turned = turned;
        encode(
            (form){.bits = 8, .samples = 1, .colours = 3, .coding = 1, .strip_rows = 13, .differences = 1});
        bool ok = import_tiff_decode("t.tif", out.data, out.size, &image, &error);
        CHECK(ok && image.width == (turned < 5 ? WIDTH : HEIGHT) &&
              image.height == (turned < 5 ? HEIGHT : WIDTH));
        for (int i = 0; ok && i < WIDTH * HEIGHT; i++) {
            /* TIFF 6.0: the side at which row 0 and column 0 of the file are shown */
            int x = i % WIDTH, y = i / WIDTH, right = WIDTH - 1 - x, bottom = HEIGHT - 1 - y;
            const int columns[] = {x, right, right, x, y, bottom, bottom, y},
                      rows[] = {y, y, bottom, bottom, x, x, right, right};
            CHECK_EQ(image.indices[rows[turned - 1] * image.width + columns[turned - 1]],
                     source((unsigned)x, (unsigned)y, 0));
        }
        import_image_free(&image);
        writer_free(&out);
    }
    l.turned = 9;
    encode((form){.bits = 8, .samples = 1, .colours = 1, .coding = 1, .strip_rows = 13, .differences = 1});
    CHECK(refused("a turn that is none"));
}

static bool refused(const char *part) {
    bool read = import_tiff_decode("t.tif", out.data, out.size, &image, &error);
    if (!read && strstr(error.text, part) == NULL) TEST_INFO("%s", error.text);
    import_image_free(&image);
    writer_free(&out);
    return !read && strstr(error.text, part) != NULL;
}

/* The place of a tag's value. */
static size_t place_of(unsigned number) {
    size_t at = (size_t)out.data[4] | (size_t)out.data[5] << 8;
    for (unsigned i = 0; i < out.data[at]; i++) {
        size_t entry = at + 2 + 12 * (size_t)i;
        if ((unsigned)(out.data[entry] | out.data[entry + 1] << 8) == number) return entry + 8;
    }
    return 0;
}

TEST(tiff_refusals_and_truncation) {
    l = (layout){0};
    static const form plain = {false, 8, 3, 2, 5, 5, 1, 0};
    static const struct {
        unsigned tag;
        uint8_t value;
        const char *part;
    } cases[] = {{256, 0, "each side"},
                 {258, 0xFF, "beyond the file"},
                 {259, 7, "coding is not read"},
                 {262, 5, "only grey, palette and RGB"},
                 {277, 2, "number of samples"},
                 {278, 4, "strips do not make up"},
                 {284, 2, "strips do not make up"},
                 {317, 3, "kind of differences"},
                 {262, 3, "number of samples"}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        encode(plain);
        size_t at = place_of(cases[i].tag);
        if (cases[i].tag == 258)
            out.data[at + 3] = 0xFF;
        else
            out.data[at] = cases[i].value;
        CHECK(refused(cases[i].part));
    }
    encode(plain);
    out.data[2] = 43;
    CHECK(refused("no TIFF"));
    encode(plain);
    size_t whole = out.size - 4; /* the offset of a next picture may be missing */
    for (size_t size = 0; size < whole; size++) {
        uint8_t *exact = malloc(size + 1);
        memcpy(exact, out.data, size);
        CHECK(!import_tiff_decode("t.tif", exact, size, &image, &error) && image.rgba == NULL);
        free(exact);
    }
    writer_free(&out);
}
