/* Pixels of every format. */
#include "tools/import/image/pixels.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/import/base/angle.h"

static const uint8_t bits_of[IMPORT_PIXEL_FORMATS] = {1, 2, 4, 8, 16, 16, 16, 24, 32, 32, 32, 4};

static int narrowed(int value, int bits) { return (value * ((1 << bits) - 1) + 127) / 255; }
static int widened(int value, int bits) {
    return bits >= 8 ? value : bits == 4 ? value * 17 : value << (8 - bits) | value >> (2 * bits - 8);
}

/* Bits of red, green and blue that a format keeps. */
static void channel_bits(import_pixel_format format, int bits[3]) {
    bits[0] = bits[1] = bits[2] = 8;
    if (format == IMPORT_PIXELS_RGB565 || format == IMPORT_PIXELS_BGR555 || format == IMPORT_PIXELS_RGBA5551)
        bits[0] = bits[1] = bits[2] = 5;
    if (format == IMPORT_PIXELS_RGB565) bits[1] = 6;
    if (format == IMPORT_PIXELS_GREY4) bits[0] = bits[1] = bits[2] = 4;
}

static bool is_indexed(import_pixel_format format) { return format <= IMPORT_PIXELS_PAL8; }

/* ---- one pixel ---- */

static void put_pixel(uint8_t *row, size_t x, import_pixel_format format, const uint32_t c[3],
                      uint32_t alpha) {
    uint32_t word = 0;
    switch (format) {
    case IMPORT_PIXELS_RGB565:
        word = c[0] << 11 | c[1] << 5 | c[2];
        break;
    case IMPORT_PIXELS_BGR555:
        word = c[2] << 10 | c[1] << 5 | c[0];
        break;
    case IMPORT_PIXELS_RGBA5551:
        word = c[0] << 11 | c[1] << 6 | c[2] << 1 | (alpha != 0);
        break;
    case IMPORT_PIXELS_RGB888:
        word = c[0] | c[1] << 8 | c[2] << 16;
        break;
    case IMPORT_PIXELS_XRGB8888:
        word = c[0] << 16 | c[1] << 8 | c[2];
        break;
    case IMPORT_PIXELS_ARGB8888:
        word = alpha << 24 | c[0] << 16 | c[1] << 8 | c[2];
        break;
    case IMPORT_PIXELS_RGBA8888:
        word = c[0] | c[1] << 8 | c[2] << 16 | alpha << 24;
        break;
    default:
        word = c[0];
        break; /* one code: grey, or an index */
    }
    uint32_t bits = bits_of[format];
    if (bits < 8) {
        row[x * bits / 8] = (uint8_t)(row[x * bits / 8] | word << (x * bits % 8));
        return;
    }
    for (uint32_t i = 0; i < bits / 8; i++) row[x * (bits / 8) + i] = (uint8_t)(word >> (8 * i));
}

static uint32_t get_pixel(const uint8_t *row, size_t x, import_pixel_format format) {
    uint32_t bits = bits_of[format], word = 0;
    if (bits < 8) return (uint32_t)row[x * bits / 8] >> (x * bits % 8) & ((1u << bits) - 1);
    for (uint32_t i = 0; i < bits / 8; i++) word |= (uint32_t)row[x * (bits / 8) + i] << (8 * i);
    return word;
}

static void show_pixel(uint32_t w, import_pixel_format format, const import_palette *palette, uint8_t p[4]) {
    uint32_t r = 0, g = 0, b = 0;
    int bits[3];
    channel_bits(format, bits);
    p[3] = 255;
    switch (format) {
    case IMPORT_PIXELS_RGB565:
        r = w >> 11, g = w >> 5 & 63, b = w & 31;
        break;
    case IMPORT_PIXELS_BGR555:
        b = w >> 10 & 31, g = w >> 5 & 31, r = w & 31;
        break;
    case IMPORT_PIXELS_RGBA5551:
        r = w >> 11, g = w >> 6 & 31, b = w >> 1 & 31, p[3] = (uint8_t)((w & 1u) * 255);
        break;
    case IMPORT_PIXELS_RGB888:
        r = w & 255, g = w >> 8 & 255, b = w >> 16;
        break;
    case IMPORT_PIXELS_XRGB8888:
        r = w >> 16 & 255, g = w >> 8 & 255, b = w & 255;
        break;
    case IMPORT_PIXELS_ARGB8888:
        r = w >> 16 & 255, g = w >> 8 & 255, b = w & 255, p[3] = (uint8_t)(w >> 24);
        break;
    case IMPORT_PIXELS_RGBA8888:
        r = w & 255, g = w >> 8 & 255, b = w >> 16 & 255, p[3] = (uint8_t)(w >> 24);
        break;
    case IMPORT_PIXELS_GREY4:
        r = g = b = w;
        break;
    default:
        memcpy(p, palette->rgb[w], 3);
        if (palette->has_key && w == 0) p[3] = 0;
        return;
    }
    p[0] = (uint8_t)widened((int)r, bits[0]);
    p[1] = (uint8_t)widened((int)g, bits[1]);
    p[2] = (uint8_t)widened((int)b, bits[2]);
}

/* ---- direct colours ---- */

/* Thresholds of the rasterizer's 4 x 4 matrix, 0..15. */
static const uint8_t matrix[4][4] = {{0, 8, 2, 10}, {12, 4, 14, 6}, {3, 11, 1, 9}, {15, 7, 13, 5}};

static int grey_of(const uint8_t *p) { return (77 * p[0] + 150 * p[1] + 29 * p[2] + 128) >> 8; }

static int held(int value) { return value < 0 ? 0 : value > 255 ? 255 : value; }

/* The nearest code of a channel's value, with the matrix's threshold; `value` holds the errors of neighbours
 * already. */
static int code_of(import_pixel_format format, int value, int bits, import_dither dither, int x, int y) {
    if (bits == 8) return value;
    if (dither == IMPORT_DITHER_ORDERED) { /* between two codes, scaled to sixteenths */
        int scaled = value * ((1 << bits) - 1) * 16 + (2 * matrix[y & 3][x & 3] + 1) * 255 / 2;
        int code = scaled / (255 * 16);
        return code > (1 << bits) - 1 ? (1 << bits) - 1 : code;
    }
    if (format == IMPORT_PIXELS_GREY4 && dither == IMPORT_DITHER_NONE) return value >> 4;
    return narrowed(value, bits);
}

typedef struct row_job {
    const import_image *image;
    import_pixel_format format;
    const import_pixel_options *options;
    int *here, *below; /* errors in sixteenths, three a pixel, one pixel of margin on both sides */
} row_job;

static void spread(const row_job *job, int x, int step, int k, int error) {
    int at = (x + 1) * 3 + k;
    job->here[at + 3 * step] += error * 7;
    job->below[at - 3 * step] += error * 3;
    job->below[at] += error * 5;
    job->below[at + 3 * step] += error;
}

static void convert_row(const row_job *job, int y, uint8_t *row) {
    int width = job->image->width, bits[3], step = y % 2 == 0 ? 1 : -1;
    uint32_t threshold = job->options->alpha_threshold == 0 ? 128 : job->options->alpha_threshold;
    bool diffuse = job->options->dither == IMPORT_DITHER_DIFFUSION, grey = job->format == IMPORT_PIXELS_GREY4;
    channel_bits(job->format, bits);
    for (int i = 0; i < width; i++) {
        int x = step > 0 ? i : width - 1 - i;
        const uint8_t *p = job->image->rgba + 4 * ((size_t)y * (size_t)width + (size_t)x);
        uint32_t codes[3], alpha = job->format == IMPORT_PIXELS_RGBA5551 ? p[3] >= threshold : p[3];
        for (int k = 0; k < (grey ? 1 : 3); k++) {
            int value = held((grey ? grey_of(p) : p[k]) + (diffuse ? job->here[(x + 1) * 3 + k] / 16 : 0));
            int code = code_of(job->format, value, bits[k], job->options->dither, x, y);
            codes[k] = (uint32_t)code;
            if (diffuse) spread(job, x, step, k, value - widened(code, bits[k]));
        }
        put_pixel(row, (size_t)x, job->format, codes, alpha);
    }
}

static bool convert_direct(const char *name, row_job *job, uint8_t *to, size_t pitch, tool_error *error) {
    size_t margin = ((size_t)job->image->width + 2) * 3;
    int *errors = calloc(margin * 2, sizeof *errors);
    if (errors == NULL) return import_error_memory(error, name);
    for (int y = 0; y < job->image->height; y++) {
        job->here = errors + (y % 2 == 0 ? 0 : margin);
        job->below = errors + (y % 2 == 0 ? margin : 0);
        memset(job->below, 0, margin * sizeof *job->below);
        convert_row(job, y, to + (size_t)y * pitch);
    }
    free(errors);
    return true;
}

/* ---- indices ---- */

static bool convert_indexed(const char *name, const row_job *job, uint8_t *to, size_t pitch,
                            tool_error *error) {
    const import_image *image = job->image;
    const import_palette *palette = job->options->palette;
    size_t count = (size_t)image->width * (size_t)image->height;
    if (palette == NULL || palette->count > 1 << bits_of[job->format])
        return import_error_file(error, name, "%d bits a pixel want a palette of at most %d colours",
                                 bits_of[job->format], 1 << bits_of[job->format]);
    uint8_t *indices = malloc(count + 1);
    bool ok = indices != NULL || import_error_memory(error, name);
    ok = ok && import_palette_apply(palette, image, job->options->dither, job->options->alpha_threshold,
                                    indices, error);
    for (size_t i = 0; ok && i < count; i++) {
        const uint32_t code[3] = {indices[i], 0, 0};
        put_pixel(to + i / (size_t)image->width * pitch, i % (size_t)image->width, job->format, code, 0);
    }
    free(indices);
    return ok;
}

/* ---- all of it ---- */

static double likeness(const row_job *job, const uint8_t *pixels, size_t pitch) {
    const import_image *image = job->image;
    double sum = 0, count = 0;
    for (int y = 0; y < image->height; y++) {
        for (int x = 0; x < image->width; x++) {
            const uint8_t *p = image->rgba + 4 * ((size_t)y * (size_t)image->width + (size_t)x);
            uint8_t shown[4];
            show_pixel(get_pixel(pixels + (size_t)y * pitch, (size_t)x, job->format), job->format,
                       job->options->palette, shown);
            if (shown[3] == 0) continue;
            for (int k = 0; k < 3; k++) {
                double d = (double)shown[k] - (job->format == IMPORT_PIXELS_GREY4 ? grey_of(p) : p[k]);
                sum += d * d;
            }
            count += 3;
        }
    }
    return sum == 0 ? 99 : import_decibels(255.0 * 255.0 * count / sum);
}

bool import_pixels_write(const char *name, const import_image *image, import_pixel_format format,
                         const import_pixel_options *options, writer *out, double *psnr, tool_error *error) {
    row_job job = {image, format, options, NULL, NULL};
    size_t pitch = ((size_t)image->width * bits_of[format] + 7) / 8, start = out->size;
    writer_zeros(out, pitch * (size_t)image->height);
    if (out->failed) return import_error_memory(error, name);
    uint8_t *to = out->data + start;
    bool ok = is_indexed(format) ? convert_indexed(name, &job, to, pitch, error)
                                 : convert_direct(name, &job, to, pitch, error);
    if (ok && psnr != NULL) *psnr = likeness(&job, to, pitch);
    return ok;
}

bool import_pixels_read(const char *name, const import_pixels *pixels, import_image *image,
                        tool_error *error) {
    const int width = pixels->width, height = pixels->height;
    const import_pixel_format format = pixels->format;
    if (is_indexed(format) && pixels->palette == NULL)
        return import_error_file(error, name, "indices without a palette");
    size_t pitch = ((size_t)width * bits_of[format] + 7) / 8;
    if (width < 1 || height < 1 || pixels->size / (size_t)height < pitch)
        return import_error_file(error, name, "%zu bytes of pixels, %zu belong there", pixels->size,
                                 pitch * (size_t)height);
    if (!import_image_allocate(name, width, height, false, image, error)) return false;
    for (int y = 0; y < height; y++) {
        for (int x = 0; x < width; x++)
            show_pixel(get_pixel(pixels->bytes + (size_t)y * pitch, (size_t)x, format), format,
                       pixels->palette, image->rgba + 4 * ((size_t)y * (size_t)width + (size_t)x));
    }
    import_image_find_alpha(image);
    return true;
}

bool import_colour_parse(const char *text, uint32_t *rgb) {
    if (text[0] != '#' || strspn(text + 1, "0123456789abcdefABCDEF") != 6 || text[7] != 0) return false;
    *rgb = (uint32_t)strtoul(text + 1, NULL, 16);
    return true;
}

void import_colour_print(uint32_t rgb, char text[8]) {
    snprintf(text, 8, "#%06x", (unsigned)(rgb & 0xFFFFFFu));
}
