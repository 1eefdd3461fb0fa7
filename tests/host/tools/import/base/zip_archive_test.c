/* ZIP archives and gzip files: round trips, archives of other writers, damage, limits, the same bytes twice;
 * streams. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/test.h"
#include "tools/import/base/checksum.h"
#include "tools/import/base/deflate.h"
#include "tools/import/base/inflate.h"
#include "tools/import/base/zip.h"

/* dir/, dir/long.txt (sixty times "oxcart ", deflated) and plain.txt ("hello", stored), by another program.
 */
static const uint8_t foreign_zip[] = {
    0x50, 0x4B, 0x03, 0x04, 0x14, 0x00, 0x00, 0x00, 0x00, 0x00, 0xA3, 0x20, 0x43, 0x2A, 0x00, 0x00, 0x00,
    0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x04, 0x00, 0x00, 0x00, 0x64, 0x69, 0x72, 0x2F,
    0x50, 0x4B, 0x03, 0x04, 0x14, 0x00, 0x00, 0x00, 0x08, 0x00, 0xA3, 0x20, 0x43, 0x2A, 0x12, 0x68, 0xA4,
    0x38, 0x0E, 0x00, 0x00, 0x00, 0xA4, 0x01, 0x00, 0x00, 0x0C, 0x00, 0x00, 0x00, 0x64, 0x69, 0x72, 0x2F,
    0x6C, 0x6F, 0x6E, 0x67, 0x2E, 0x74, 0x78, 0x74, 0xCB, 0xAF, 0x48, 0x4E, 0x2C, 0x2A, 0x51, 0xC8, 0x1F,
    0xA5, 0x06, 0x2F, 0x05, 0x00, 0x50, 0x4B, 0x03, 0x04, 0x14, 0x00, 0x00, 0x00, 0x00, 0x00, 0xA3, 0x20,
    0x43, 0x2A, 0x86, 0xA6, 0x10, 0x36, 0x05, 0x00, 0x00, 0x00, 0x05, 0x00, 0x00, 0x00, 0x09, 0x00, 0x00,
    0x00, 0x70, 0x6C, 0x61, 0x69, 0x6E, 0x2E, 0x74, 0x78, 0x74, 0x68, 0x65, 0x6C, 0x6C, 0x6F, 0x50, 0x4B,
    0x01, 0x02, 0x14, 0x03, 0x14, 0x00, 0x00, 0x00, 0x00, 0x00, 0xA3, 0x20, 0x43, 0x2A, 0x00, 0x00, 0x00,
    0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x04, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
    0x00, 0x00, 0x00, 0x00, 0x80, 0x01, 0x00, 0x00, 0x00, 0x00, 0x64, 0x69, 0x72, 0x2F, 0x50, 0x4B, 0x01,
    0x02, 0x14, 0x03, 0x14, 0x00, 0x00, 0x00, 0x08, 0x00, 0xA3, 0x20, 0x43, 0x2A, 0x12, 0x68, 0xA4, 0x38,
    0x0E, 0x00, 0x00, 0x00, 0xA4, 0x01, 0x00, 0x00, 0x0C, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
    0x00, 0x00, 0x00, 0x80, 0x01, 0x22, 0x00, 0x00, 0x00, 0x64, 0x69, 0x72, 0x2F, 0x6C, 0x6F, 0x6E, 0x67,
    0x2E, 0x74, 0x78, 0x74, 0x50, 0x4B, 0x01, 0x02, 0x14, 0x03, 0x14, 0x00, 0x00, 0x00, 0x00, 0x00, 0xA3,
    0x20, 0x43, 0x2A, 0x86, 0xA6, 0x10, 0x36, 0x05, 0x00, 0x00, 0x00, 0x05, 0x00, 0x00, 0x00, 0x09, 0x00,
    0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x80, 0x01, 0x5A, 0x00, 0x00, 0x00, 0x70,
    0x6C, 0x61, 0x69, 0x6E, 0x2E, 0x74, 0x78, 0x74, 0x50, 0x4B, 0x05, 0x06, 0x00, 0x00, 0x00, 0x00, 0x03,
    0x00, 0x03, 0x00, 0xA3, 0x00, 0x00, 0x00, 0x86, 0x00, 0x00, 0x00, 0x00, 0x00};

/* The text of dir/long.txt by gzip -9, with a name. */
static const uint8_t foreign_gzip[] = {0x1F, 0x8B, 0x08, 0x08, 0x63, 0xFE, 0x00, 0x6B, 0x02, 0x03,
                                       0x74, 0x2E, 0x74, 0x78, 0x74, 0x00, 0xCB, 0xAF, 0x48, 0x4E,
                                       0x2C, 0x2A, 0x51, 0xC8, 0x1F, 0xA5, 0x06, 0x2F, 0x05, 0x00,
                                       0x12, 0x68, 0xA4, 0x38, 0xA4, 0x01, 0x00, 0x00};

static void make_text(char text[421]) {
    for (int i = 0; i < 60; i++) memcpy(text + 7 * i, "oxcart ", 8);
}

TEST(zip_reads_archives_of_another_writer) {
    char text[421];
    import_zip zip;
    tool_error error = {.text = ""};
    uint8_t *out;
    size_t size;
    make_text(text);
    CHECK(import_zip_open("f.zip", foreign_zip, sizeof foreign_zip, &zip, &error));
    CHECK_EQ(zip.count, 2); /* the folder is left out */
    CHECK_EQ(import_zip_find(&zip, "nothing"), UINT32_MAX);
    CHECK(import_zip_read(&zip, import_zip_find(&zip, "dir/long.txt"), 1000, &out, &size, &error));
    CHECK(size == 420 && memcmp(out, text, 420) == 0 && out[420] == 0);
    free(out);
    CHECK(import_zip_read(&zip, import_zip_find(&zip, "plain.txt"), 5, &out, &size, &error));
    CHECK(size == 5 && memcmp(out, "hello", 5) == 0);
    free(out);
    CHECK(!import_zip_read(&zip, import_zip_find(&zip, "plain.txt"), 4, &out, &size, &error));
    CHECK(strstr(error.text, "f.zip: offset") != NULL && strstr(error.text, "at most 4 are taken") != NULL);
    import_zip_free(&zip);
    CHECK(import_gzip_read("f.gz", foreign_gzip, sizeof foreign_gzip, 420, &out, &size, &error));
    CHECK(size == 420 && memcmp(out, text, 420) == 0);
    free(out);
}

TEST(zip_archives_come_back_and_are_the_same_twice) {
    char text[421];
    uint8_t noise[3000], *first, *second, *out;
    size_t size, again, length;
    uint32_t random = 1;
    import_zip zip;
    tool_error error = {.text = ""};
    make_text(text);
    for (size_t i = 0; i < sizeof noise; i++) {
        random = random * 1664525u + 1013904223u;
        noise[i] = (uint8_t)(random >> 24);
    }
    const import_zip_file files[4] = {
        {"z/last", text, 420}, {"empty", "", 0}, {"a/noise", noise, sizeof noise}, {"b", text, 7}};
    const import_zip_file turned[4] = {files[3], files[2], files[1], files[0]};
    CHECK(import_zip_write("o.zip", files, 4, &first, &size, &error));
    CHECK(import_zip_write("o.zip", turned, 4, &second, &again, &error));
    CHECK(size == again && memcmp(first, second, size) == 0); /* entries are sorted and have no dates */
    CHECK(import_zip_open("o.zip", first, size, &zip, &error));
    CHECK_EQ(zip.count, 4);
    CHECK(strcmp(zip.entries[0].name, "a/noise") == 0 && strcmp(zip.entries[3].name, "z/last") == 0);
    CHECK(zip.entries[0].of.method == OX_ZIP_STORED &&
          zip.entries[3].of.method == OX_ZIP_DEFLATED); /* noise does not shrink */
    for (uint32_t i = 0; i < 4; i++) {
        uint32_t entry = import_zip_find(&zip, files[i].name);
        CHECK(import_zip_read(&zip, entry, 4000, &out, &length, &error));
        CHECK(length == files[i].size && memcmp(out, files[i].data, length) == 0);
        free(out);
    }
    import_zip_free(&zip);
    const import_zip_file wrong[2] = {{"../up", text, 1}, {"b", text, 1}},
                          twice[2] = {{"b", text, 1}, {"b", text, 1}};
    free(second);
    CHECK(!import_zip_write("o.zip", wrong, 2, &second, &again, &error) &&
          strstr(error.text, "`../up` is no name") != NULL);
    CHECK(!import_zip_write("o.zip", twice, 2, &second, &again, &error));
    CHECK(import_zip_write("o.zip", NULL, 0, &second, &again, &error) && again == 22);
    free(first);
    free(second);
}

TEST(zip_damaged_archives_are_refused_with_their_offset) {
    static const char *const said[] = {"f.zip: offset"};
    uint8_t copy[sizeof foreign_zip];
    import_zip zip;
    tool_error error = {.text = ""};
    uint32_t random = 9, refused = 0;
    for (size_t cut = 0; cut < sizeof foreign_zip; cut++) {
        CHECK(!import_zip_open("f.zip", foreign_zip, cut, &zip, &error));
        CHECK(strncmp(error.text, said[0], 13) == 0 && zip.entries == NULL);
    }
    for (int i = 0; i < 20000; i++) {
        memcpy(copy, foreign_zip, sizeof copy);
        for (int k = 0; k < 1 + i % 3; k++) {
            random = random * 1664525u + 1013904223u;
            copy[(random >> 4) % sizeof copy] = (uint8_t)(random >> 24);
        }
        if (!import_zip_open("f.zip", copy, sizeof copy, &zip, &error)) {
            CHECK(strncmp(error.text, said[0], 13) == 0);
            refused++;
            continue;
        }
        for (uint32_t k = 0; k < zip.count; k++) {
            uint8_t *out;
            size_t size;
            if (import_zip_read(&zip, k, 100000, &out, &size, &error))
                free(out);
            else
                refused += strncmp(error.text, said[0], 13) == 0;
        }
        import_zip_free(&zip);
    }
    CHECK(refused > 5000);
}

/* Each row changes one byte of the archive: the end's record begins at 297, the directory's second entry at 184. */
TEST(zip_refusals_say_what_is_wrong) {
    static const struct {
        uint32_t at;
        uint8_t value;
        const char *said;
    } rows[] = {
        {297, 'Q', "offset 0: no ZIP archive"},
        {297 + 4, 1, "offset 297: an archive in several parts"},
        {297 + 14, 1, "offset 297: the directory lies beyond the file"},
        {297 + 12, 0xA4, "offset 297: the directory lies beyond the file"},
        {297 + 12, 0xA2, "offset 242: a name reaches beyond the directory"},
        {184, 'Q', "offset 184: the directory of the archive is damaged"},
        {184 + 29, 1, "offset 184: a name reaches beyond the directory"},
        {184 + 8, 1, "offset 184: `dir/long.txt` is encrypted"},
        {184 + 10, 99, "offset 184: `dir/long.txt` is encrypted or packed by another method"},
        {184 + 10, 0, "offset 184: `dir/long.txt` is stored in another size"},
        {184 + 42, 0x23, "offset 184: `dir/long.txt` is not where the directory says"},
        {184 + 21, 1, "offset 184: `dir/long.txt` is not where the directory says"},
    };
    uint8_t copy[sizeof foreign_zip];
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        import_zip zip;
        tool_error error = {.text = ""};
        memcpy(copy, foreign_zip, sizeof copy);
        copy[rows[i].at] = rows[i].value;
        CHECK(!import_zip_open("f.zip", copy, sizeof copy, &zip, &error));
        CHECK(strstr(error.text, rows[i].said) != NULL);
        if (strstr(error.text, rows[i].said) == NULL) printf("%s\n", error.text);
    }
}

TEST(zip_names_must_stay_inside) {
    static const char *const names[] = {"/etc/x", "a/../b", "..", "c:/x", "a//b", "./a", "a/\xFF/z"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        const import_zip_file good = {"longnames", "x", 1};
        uint8_t *archive;
        size_t size, length = strlen(names[i]);
        import_zip zip;
        tool_error error = {.text = ""};
        CHECK(import_zip_write("n.zip", &good, 1, &archive, &size, &error));
        for (size_t at = 0; at + 9 <= size; at++) { /* put the wrong name in place of the right one */
            if (memcmp(archive + at, "longnames", 9) != 0) continue;
            memset(archive + at, 'x', 9);
            memcpy(archive + at, names[i], length);
            if (length == 2) archive[at + 2] = '/';
        }
        CHECK(!import_zip_open("n.zip", archive, size, &zip, &error) &&
              strstr(error.text, "is no name for a file") != NULL);
        free(archive);
    }
}

typedef struct flow {
    const uint8_t *data;
    size_t size, at, step;
    uint8_t *out;
    size_t written, stop;
} flow;

static size_t read_some(void *argument, uint8_t *to, size_t room) {
    flow *f = argument;
    size_t count = f->step < room ? f->step : room;
    count = count < f->size - f->at ? count : f->size - f->at;
    memcpy(to, f->data + f->at, count);
    f->at += count;
    return count;
}

static bool write_some(void *argument, const uint8_t *data, size_t size) {
    flow *f = argument;
    if (f->written + size > f->stop) return false;
    memcpy(f->out + f->written, data, size);
    f->written += size;
    return true;
}

TEST(inflate_streams_in_pieces_of_any_size) {
    static const size_t steps[] = {1, 2, 3, 7, 100, 4096, 100000};
    enum { SIZE = 400000 };
    uint8_t *data = malloc(SIZE), *out = malloc(SIZE), *packed, *raw;
    size_t size, raw_size;
    uint32_t random = 4;
    for (size_t i = 0; i < SIZE; i++) { /* words, noise that is stored, far repeats */
        random = random * 1664525u + 1013904223u;
        data[i] = i < 150000   ? (uint8_t) "the quick brown fox "[random >> 27 & 15]
                  : i < 230000 ? (uint8_t)(random >> 24)
                               : data[i - 32768];
    }
    CHECK(import_deflate_zlib(data, SIZE, &packed, &size) && import_deflate(data, SIZE, &raw, &raw_size));
    for (size_t i = 0; i < sizeof steps / sizeof steps[0]; i++) {
        for (int wrapped = 0; wrapped < 2; wrapped++) {
            flow f = {wrapped ? packed : raw, wrapped ? size : raw_size, 0, steps[i], out, 0, SIZE};
            const import_inflate_pipe pipe = {read_some, write_some, &f, SIZE};
            import_inflate_result r =
                import_inflate_stream(&pipe, wrapped ? IMPORT_WRAPPER_ZLIB : IMPORT_WRAPPER_NONE);
            CHECK_EQ(r.status, IMPORT_INFLATE_OK);
            CHECK(r.written == SIZE && f.written == SIZE && memcmp(out, data, SIZE) == 0);
            CHECK_EQ(r.used, wrapped ? size : raw_size);
        }
    }
    flow f = {packed, size, 0, 999, out, 0, SIZE};
    import_inflate_pipe pipe = {read_some, write_some, &f, SIZE - 1};
    CHECK_EQ(import_inflate_stream(&pipe, IMPORT_WRAPPER_ZLIB).status, IMPORT_INFLATE_OUTPUT_FULL);
    CHECK(f.written < SIZE);
    f = (flow){packed, size, 0, 999, out, 0, 100000}; /* the receiver stops the stream */
    pipe.limit = SIZE;
    CHECK_EQ(import_inflate_stream(&pipe, IMPORT_WRAPPER_ZLIB).status, IMPORT_INFLATE_STOPPED);
    for (size_t cut = 0; cut < size; cut += 1 + cut / 7) {
        f = (flow){packed, cut, 0, 13, out, 0, SIZE};
        CHECK_EQ(import_inflate_stream(&pipe, IMPORT_WRAPPER_ZLIB).status, IMPORT_INFLATE_TRUNCATED);
    }
    packed[size - 1] ^= 1;
    f = (flow){packed, size, 0, 999, out, 0, SIZE};
    CHECK_EQ(import_inflate_stream(&pipe, IMPORT_WRAPPER_ZLIB).status, IMPORT_INFLATE_BAD_CHECKSUM);
    free(packed);
    free(raw);
    free(data);
    free(out);
}

TEST(gzip_round_trips_bombs_and_damage) {
    enum { SIZE = 5000000 };
    uint8_t *zeros = calloc(SIZE, 1), *packed, *out;
    size_t size, length;
    tool_error error = {.text = ""};
    CHECK(import_gzip_write("b.gz", zeros, SIZE, &packed, &size, &error));
    CHECK(size < 30000); /* a decompression bomb: 5 MB out of a few KB */
    CHECK(!import_gzip_read("b.gz", packed, size, 100000, &out, &length, &error));
    CHECK(strstr(error.text, "b.gz: offset") != NULL &&
          strstr(error.text, "hold more than they should") != NULL);
    CHECK(import_gzip_read("b.gz", packed, size, SIZE, &out, &length, &error) && length == SIZE);
    free(out);
    packed[size - 6] ^= 1;
    CHECK(!import_gzip_read("b.gz", packed, size, SIZE, &out, &length, &error) &&
          strstr(error.text, "checksum") != NULL);
    packed[0] = 0;
    CHECK(!import_gzip_read("b.gz", packed, size, SIZE, &out, &length, &error) &&
          strstr(error.text, "header is wrong") != NULL);
    free(packed);
    CHECK(import_gzip_write("e.gz", "", 0, &packed, &size, &error) &&
          import_gzip_read("e.gz", packed, size, 0, &out, &length, &error));
    CHECK_EQ(length, 0);
    free(packed);
    free(out);
    free(zeros);
}
