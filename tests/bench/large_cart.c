/* Makes a large cart for the benchmark of packing: large_cart FOLDER [FILES] writes FILES files (2,000) of
 * about 100 KB each, the same ones everywhere: pictures, models with materials, tables, texts, plain bytes.
 */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "tools/base/writer.h"
#include "tools/import/base/file.h"
#include "tools/import/image/png_write.h"

enum { SIDE = 256, GRID = 24, RAW_BYTES = 140000, ROWS = 2400, LINES = 900 };

typedef struct noise {
    uint64_t state;
} noise;

static uint32_t next(noise *n) {
    n->state = n->state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(n->state >> 33);
}

static void add(writer *out, const char *text) { writer_bytes(out, text, strlen(text)); }

static bool write_out(const char *folder, const char *name, writer *out) {
    char path[1200];
    tool_error error;
    snprintf(path, sizeof path, "%.1000s/%s", folder, name);
    bool ok = !out->failed && import_file_write(path, out->data, out->size, &error);
    writer_free(out);
    return ok;
}

/* A picture of soft hills of colour with grain. */
static bool make_picture(const char *folder, const char *name, noise *n) {
    static uint8_t rgb[SIDE * SIDE * 3];
    char path[1200];
    tool_error error;
    uint32_t tint[3] = {next(n) & 127, next(n) & 127, next(n) & 127};
    int bend = 1 + (int)(next(n) & 7);
    for (int y = 0; y < SIDE; y++) {
        for (int x = 0; x < SIDE; x++) {
            for (int k = 0; k < 3; k++) {
                int wave = (x * (k + bend) + y * (3 - k)) & 255;
                rgb[(y * SIDE + x) * 3 + k] =
                    (uint8_t)(tint[k] + (uint32_t)(wave < 128 ? wave : 255 - wave) / 2 + (next(n) & 15));
            }
        }
    }
    const import_png_picture picture = {
        .width = SIDE, .height = SIDE, .format = IMPORT_PNG_RGB, .pixels = rgb};
    snprintf(path, sizeof path, "%.1000s/%s", folder, name);
    return import_png_write(path, &picture, &error);
}

/* A model of a field of hills, GRID x GRID squares. */
static bool make_model(const char *folder, const char *name, noise *n) {
    writer out = {0};
    char line[160];
    for (int y = 0; y <= GRID; y++) {
        for (int x = 0; x <= GRID; x++) {
            snprintf(line, sizeof line, "v %d.%04u %u.%05u %d.%04u\nvt 0.%04d 0.%04d\n", x, next(n) % 3000,
                     next(n) % 3, next(n) % 100000, y, next(n) % 3000, x * 9999 / GRID, y * 9999 / GRID);
            add(&out, line);
        }
    }
    for (int y = 0; y < GRID; y++) {
        for (int x = 0; x < GRID; x++) {
            int a = y * (GRID + 1) + x + 1, b = a + 1, c = b + GRID + 1, d = a + GRID + 1;
            snprintf(line, sizeof line, "f %d/%d %d/%d %d/%d\nf %d/%d %d/%d %d/%d\n", d, d, c, c, b, b, d, d,
                     b, b, a, a);
            add(&out, line);
        }
    }
    return write_out(folder, name, &out);
}

static bool make_table(const char *folder, const char *name, noise *n) {
    writer out = {0};
    char line[160];
    for (int i = 0; i < ROWS; i++) {
        snprintf(line, sizeof line, "%u.%u,%u,%u.5,%u\n", next(n) % 3000, next(n) % 100, next(n) % 999,
                 next(n) % 77, next(n) % 9);
        add(&out, line);
    }
    return write_out(folder, name, &out);
}

static bool make_text(const char *folder, const char *name, noise *n) {
    writer out = {0};
    char line[160];
    for (int i = 0; i < LINES; i++) {
        snprintf(line, sizeof line,
                 "line.%d=The %uth word of the %uth tale is told once more, and then no more.\n", i, next(n),
                 next(n));
        add(&out, line);
    }
    return write_out(folder, name, &out);
}

static bool make_bytes(const char *folder, const char *name, noise *n) {
    writer out = {0};
    for (int i = 0; i < RAW_BYTES / 4; i++) writer_u32(&out, next(n));
    return write_out(folder, name, &out);
}

int main(int argc, char **argv) {
    static const struct {
        const char *kind, *ending, *more;
        bool (*make)(const char *folder, const char *name, noise *n);
    } kinds[] = {{"texture", "png", "", make_picture}, {"mesh", "obj", " material=plain", make_model},
                 {"raw", "bin", "", make_bytes},       {"texture", "png", "", make_picture},
                 {"raw", "bin", "", make_bytes},       {"table", "csv", "", make_table},
                 {"raw", "bin", "", make_bytes},       {"text", "txt", "", make_text}};
    writer cart = {0};
    if (argc < 2) return 2;
    long files = argc > 2 ? strtol(argv[2], NULL, 10) : 2000;
    mkdir(argv[1], 0777);
    add(&cart, "title Large\nformat pal8\nbudget 32M\nmaterial plain colour=#808080\n");
    for (long i = 0; i + 1 < files; i++) {
        char line[200], name[40];
        noise n = {(uint64_t)i * 977 + 5};
        size_t kind = (size_t)i % (sizeof kinds / sizeof kinds[0]);
        snprintf(name, sizeof name, "%s%ld.%s", kinds[kind].kind, i, kinds[kind].ending);
        snprintf(line, sizeof line, "%s a%ld %s%s\n", kinds[kind].kind, i, name, kinds[kind].more);
        add(&cart, line);
        if (!kinds[kind].make(argv[1], name, &n)) return 1;
    }
    add(&cart, "scene main\n  camera at=0,9,40 target=0,0,0\n  object a1\nend\n");
    return write_out(argv[1], "cart.txt", &cart) ? 0 : 1;
}
