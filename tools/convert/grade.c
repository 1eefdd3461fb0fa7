/* Grades: what becomes of colours, out of a picture of a cube of colours or three rows of numbers. */
#include <math.h>
#include <string.h>

#include "rom/rom.h"
#include "tools/convert/converters.h"
#include "tools/import/base/limit.h"
#include "tools/import/text/csv.h"
#include "tools/record_writer.h"

/* ---- a matrix ---- */

static bool read_matrix(const pack_source *s, const import_csv *table, rom_grade_record *r) {
    for (uint32_t y = 0; y < 3; y++)
        for (uint32_t x = 0; x < 4; x++) {
            const import_csv_row *row = &table->rows[y];
            double value;
            if (!cart_parse_number(row->fields[x], &value) || !(fabs(value) <= 127.0))
                return import_error_line(s->error, s->path, row->line,
                                         "`%.40s` is no number from -127 to 127", row->fields[x]);
            r->matrix[4 * y + x] = (int32_t)lround(value * (x == 3 ? 256 * 255 : 256));
        }
    return true;
}

static bool convert_matrix(const pack_source *s, rom_grade_record *r) {
    import_csv table;
    if (!import_csv_parse(s->path, (const char *)s->data, s->size, ',', true, &table, s->error)) return false;
    const bool fits = table.row_count == 3 && table.rows[0].count == 4;
    const bool ok =
        fits ? read_matrix(s, &table, r)
             : import_error_file(s->error, s->path,
                                 "a grade of numbers has three rows, what becomes red, green and blue, of "
                                 "four numbers: so much red, green, blue, and white");
    import_csv_free(&table);
    return ok;
}

/* ---- a cube ---- */

/* A cube of colours in a picture: squares, from left to right and row by row. */
typedef struct grade_cube {
    const import_image *image;
    int side, across; /* squares in a row */
} grade_cube;

/* The side of the cube whose squares fill a picture, 0: it is none. */
static int side_of_cube(const import_image *image) {
    for (int side = 2; side <= 256; side++)
        if ((int64_t)side * side * side == (int64_t)image->width * image->height &&
            image->width % side == 0 && image->height % side == 0)
            return side;
    return 0;
}

static double channel_at(const grade_cube *cube, const int at[3], int channel) {
    const int x = at[2] % cube->across * cube->side + at[0], y = at[2] / cube->across * cube->side + at[1];
    return cube->image->rgba[((size_t)y * (size_t)cube->image->width + (size_t)x) * 4 + (size_t)channel];
}

/* A channel of a colour 0..255, between the eight nearest colours of the cube. */
static double sample_cube(const grade_cube *cube, const double rgb[3], int channel) {
    int low[3];
    double part[3], sum = 0;
    for (int i = 0; i < 3; i++) {
        const double at = rgb[i] * (cube->side - 1) / 255;
        low[i] = at < cube->side - 1 ? (int)at : cube->side - 2;
        part[i] = at - low[i];
    }
    for (int corner = 0; corner < 8; corner++) {
        double weight = 1;
        int at[3];
        for (int i = 0; i < 3; i++) {
            at[i] = low[i] + (corner >> i & 1);
            weight *= at[i] > low[i] ? part[i] : 1 - part[i];
        }
        sum += weight * channel_at(cube, at, channel);
    }
    return sum;
}

static void put_colours(const grade_cube *cube, writer *out) {
    for (uint32_t entry = 0; entry < ROM_GRADE_COLOURS; entry++) {
        double rgb[3];
        uint32_t made = 0;
        for (int i = 0; i < 3; i++) {
            const uint32_t v = entry >> (10 - 5 * i) & 31u;
            rgb[i] = v << 3 | v >> 2;
        }
        for (int i = 0; i < 3; i++) made = made << 5 | (uint32_t)lround(sample_cube(cube, rgb, i) * 31 / 255);
        writer_u16(out, made);
    }
}

static bool convert_cube(const pack_source *s, rom_grade_record *r, writer *out) {
    import_image image;
    memset(&image, 0, sizeof image);
    import_limits before = import_limit((import_limits){.machine = NULL}), own = before;
    own.linear = false; /* its colours are those that are shown */
    (void)import_limit(own);
    bool ok = convert_picture(s, &image);
    (void)import_limit(before);
    const int side = ok ? side_of_cube(&image) : 0;
    if (ok && side == 0)
        ok = import_error_file(s->error, s->path,
                               "a picture of %dx%d is no cube of colours; 1024x32 (32 squares of 32x32) and "
                               "512x512 (64 of 64x64) are",
                               image.width, image.height);
    if (ok) {
        const grade_cube cube = {&image, side, image.width / side};
        r->colours_at = (uint32_t)out->size;
        put_colours(&cube, out);
    }
    import_image_free(&image);
    return ok;
}

bool convert_grade(const pack_source *s, writer *out) {
    const size_t length = strlen(s->path);
    const bool is_matrix = length > 4 && strcmp(s->path + length - 4, ".csv") == 0;
    rom_grade_record r = {.name = rom_id(s->asset->name)};
    if (is_matrix ? !convert_matrix(s, &r) : !convert_cube(s, &r, out)) return false;
    record_put_grade(out, 0, &r);
    return true;
}
