/* The PNG encoder: row filters by the smallest sum of differences, one IDAT chunk, indexed pictures packed.
 */
#include "tools/import/image/png_write.h"

#include "tools/import/base/checksum.h"
#include "tools/import/base/deflate.h"
#include "tools/import/base/file.h"
#include "tools/import/image/png_filter.h"

#include <stdlib.h>
#include <string.h>

enum { LARGEST_SIDE = 16384, FILTERS = 5 };

static unsigned bytes_per_source_pixel(import_png_format format) {
    switch (format) {
    case IMPORT_PNG_RGB:
        return 3;
    case IMPORT_PNG_RGBA:
    case IMPORT_PNG_XRGB32:
        return 4;
    case IMPORT_PNG_GREY:
    case IMPORT_PNG_INDEXED:
        break;
    }
    return 1;
}

static unsigned index_bits(int palette_count) {
    return palette_count <= 2 ? 1 : palette_count <= 4 ? 2 : palette_count <= 16 ? 4 : 8;
}

/* Brings one row into the form that the file holds, unfiltered. False when an index is outside the palette.
 */
static bool convert_row(const import_png_picture *picture, int y, uint8_t *row, size_t row_bytes) {
    size_t width = (size_t)picture->width;
    size_t stride = picture->stride != 0 ? picture->stride : width * bytes_per_source_pixel(picture->format);
    const uint8_t *source = (const uint8_t *)picture->pixels + (size_t)y * stride;

    if (picture->format == IMPORT_PNG_XRGB32) {
        for (size_t x = 0; x < width; x++) {
            uint32_t pixel;
            memcpy(&pixel, source + 4 * x, sizeof pixel);
            row[3 * x] = (uint8_t)(pixel >> 16 & 0xFF);
            row[3 * x + 1] = (uint8_t)(pixel >> 8 & 0xFF);
            row[3 * x + 2] = (uint8_t)(pixel & 0xFF);
        }
    } else if (picture->format == IMPORT_PNG_INDEXED) {
        unsigned bits = index_bits(picture->palette_count);
        memset(row, 0, row_bytes);
        for (size_t x = 0; x < width; x++) {
            if (source[x] >= picture->palette_count) {
                return false;
            }
            size_t bit = x * bits;
            row[bit / 8] = (uint8_t)(row[bit / 8] | source[x] << (8 - bits - bit % 8));
        }
    } else {
        memcpy(row, source, row_bytes);
    }
    return true;
}

/* Writes the filter byte and the filtered row; returns the sum of the absolute (signed) differences. */
static unsigned long filter_row(int filter, const uint8_t *row, const uint8_t *above, size_t row_bytes,
                                unsigned pixel_bytes, uint8_t *out) {
    unsigned long sum = 0;

    out[0] = (uint8_t)filter;
    for (size_t i = 0; i < row_bytes; i++) {
        int left = i >= pixel_bytes ? row[i - pixel_bytes] : 0;
        int corner = i >= pixel_bytes ? above[i - pixel_bytes] : 0;
        int up = above[i];
        unsigned difference = (unsigned)(row[i] - import_png_guess(filter, left, up, corner)) & 0xFF;
        out[i + 1] = (uint8_t)difference;
        sum += difference < 128 ? difference : 256 - difference;
    }
    return sum;
}

/* Filters the whole picture into `out` (height * (row_bytes + 1) bytes). `rows` is room for three rows and a
 * byte.
 */
static bool filter_picture(const import_png_picture *picture, size_t row_bytes, unsigned pixel_bytes,
                           int filters, uint8_t *rows, uint8_t *out) {
    uint8_t *row = rows;
    uint8_t *above = rows + row_bytes;
    uint8_t *trial = rows + 2 * row_bytes;

    memset(above, 0, row_bytes);
    for (int y = 0; y < picture->height; y++) {
        unsigned long best = 0;
        uint8_t *target = out + (size_t)y * (row_bytes + 1);
        if (!convert_row(picture, y, row, row_bytes)) {
            return false;
        }
        for (int filter = 0; filter < filters; filter++) {
            unsigned long sum = filter_row(filter, row, above, row_bytes, pixel_bytes, trial);
            if (filter == 0 || sum < best) {
                best = sum;
                memcpy(target, trial, row_bytes + 1);
            }
        }
        uint8_t *swap = row;
        row = above;
        above = swap;
    }
    return true;
}

static void put_u32(uint8_t *to, uint32_t value) {
    for (int i = 0; i < 4; i++) {
        to[i] = (uint8_t)(value >> (24 - 8 * i) & 0xFF);
    }
}

/* Appends a chunk and returns the place after it. */
static uint8_t *put_chunk(uint8_t *to, const char *type, const uint8_t *data, size_t size) {
    put_u32(to, (uint32_t)size);
    memcpy(to + 4, type, 4);
    if (size > 0) {
        memcpy(to + 8, data, size);
    }
    put_u32(to + 8 + size, import_crc32(0, to + 4, size + 4));
    return to + size + 12;
}

/* The palette chunk and, when any colour is not opaque, the transparency chunk. */
static uint8_t *put_palette(uint8_t *to, const import_png_picture *picture) {
    uint8_t colours[256 * 3] = {0};
    uint8_t alphas[256] = {0};
    size_t transparent = 0;
    size_t count = (size_t)picture->palette_count;

    for (size_t i = 0; i < count; i++) {
        memcpy(colours + 3 * i, picture->palette + 4 * i, 3);
        alphas[i] = picture->palette[4 * i + 3];
        if (alphas[i] != 255) {
            transparent = i + 1;
        }
    }
    to = put_chunk(to, "PLTE", colours, 3 * count);
    return transparent > 0 ? put_chunk(to, "tRNS", alphas, transparent) : to;
}

static bool assemble(const import_png_picture *picture, const uint8_t *idat, size_t idat_size, uint8_t **out,
                     size_t *out_size) {
    static const uint8_t signature[8] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1A, '\n'};
    static const uint8_t colour_types[] = {0, 2, 6, 2, 3};
    uint8_t header[13] = {0};
    uint8_t *png = malloc(idat_size + 2048);

    if (png == NULL) {
        return false;
    }
    put_u32(header, (uint32_t)picture->width);
    put_u32(header + 4, (uint32_t)picture->height);
    header[8] = (uint8_t)(picture->format == IMPORT_PNG_INDEXED ? index_bits(picture->palette_count) : 8);
    header[9] = colour_types[picture->format];
    memcpy(png, signature, 8);
    uint8_t *end = put_chunk(png + 8, "IHDR", header, sizeof header);
    if (picture->format == IMPORT_PNG_INDEXED) {
        end = put_palette(end, picture);
    }
    end = put_chunk(end, "IDAT", idat, idat_size);
    end = put_chunk(end, "IEND", NULL, 0);
    *out = png;
    *out_size = (size_t)(end - png);
    return true;
}

static bool check_picture(const char *name, const import_png_picture *picture, tool_error *error) {
    if (picture->width < 1 || picture->height < 1 || picture->width > LARGEST_SIDE ||
        picture->height > LARGEST_SIDE) {
        return import_error_file(error, name,
                                 "cannot write a picture of %d x %d pixels; each side must be 1 to %d",
                                 picture->width, picture->height, LARGEST_SIDE);
    }
    if (picture->format == IMPORT_PNG_INDEXED &&
        (picture->palette == NULL || picture->palette_count < 1 || picture->palette_count > 256)) {
        return import_error_file(error, name, "cannot write a palette of %d colours; give it 1 to 256",
                                 picture->palette_count);
    }
    return true;
}

/* Compresses the rows with the best filter for each, or with none: flat and dithered pictures are smaller
 * without filters. */
static bool compress_rows(const import_png_picture *picture, size_t row_bytes, unsigned pixel_bytes,
                          bool *in_palette, uint8_t **idat, size_t *idat_size) {
    size_t size = (size_t)picture->height * (row_bytes + 1);
    uint8_t *filtered = malloc(size);
    uint8_t *rows = malloc(3 * row_bytes + 1);
    bool ok = filtered != NULL && rows != NULL;

    *in_palette = true;
    for (int filters = 1; ok && filters <= FILTERS; filters += FILTERS - 1) {
        uint8_t *trial = NULL;
        size_t trial_size = 0;
        if (filters > 1 && picture->format == IMPORT_PNG_INDEXED) {
            break;
        }
        *in_palette = filter_picture(picture, row_bytes, pixel_bytes, filters, rows, filtered);
        ok = *in_palette && import_deflate_zlib(filtered, size, &trial, &trial_size);
        if (ok && (filters == 1 || trial_size < *idat_size)) {
            free(*idat);
            *idat = trial;
            *idat_size = trial_size;
        } else {
            free(trial);
        }
    }
    free(rows);
    free(filtered);
    return ok;
}

bool import_png_encode(const char *name, const import_png_picture *picture, uint8_t **out, size_t *out_size,
                       tool_error *error) {
    unsigned pixel_bytes = bytes_per_source_pixel(picture->format);
    uint8_t *idat = NULL;
    size_t idat_size = 0;
    bool in_palette = true;

    if (!check_picture(name, picture, error)) {
        return false;
    }
    pixel_bytes = picture->format == IMPORT_PNG_XRGB32 ? 3 : pixel_bytes;
    size_t row_bytes = (size_t)picture->width * pixel_bytes;
    if (picture->format == IMPORT_PNG_INDEXED) {
        row_bytes = ((size_t)picture->width * index_bits(picture->palette_count) + 7) / 8;
    }
    bool ok = compress_rows(picture, row_bytes, pixel_bytes, &in_palette, &idat, &idat_size) &&
              assemble(picture, idat, idat_size, out, out_size);
    free(idat);
    if (!in_palette) {
        return import_error_file(error, name,
                                 "cannot write: a pixel has an index outside the palette of %d colours",
                                 picture->palette_count);
    }
    return ok || import_error_memory(error, name);
}

bool import_png_write(const char *path, const import_png_picture *picture, tool_error *error) {
    uint8_t *png = NULL;
    size_t size = 0;

    if (!import_png_encode(path, picture, &png, &size, error)) {
        return false;
    }
    bool ok = import_file_write(path, png, size, error);
    free(png);
    return ok;
}
