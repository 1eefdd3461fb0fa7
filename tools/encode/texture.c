/* Resamples pictures and turns them into native pixels. */
#include "tools/encode/texture.h"

#include <stdlib.h>
#include <string.h>

#include "platform/platform.h"

int texture_nearest_power(int n) {
    int power = 1;
    while (power < 1024 && n - power > power * 2 - n) power *= 2;
    return power;
}

/* ---- resampling ---- */

/* The old pixels that one new pixel along an axis is made of: `count` pixels from `first` on (wrapping), with
 * whole-number weights. */
typedef struct footprint {
    int first, count;
    uint32_t weight_first, weight_middle, weight_last, total;
} footprint;

/* In units of 1/size_to of an old pixel, new pixel i covers i * from .. (i + 1) * from. */
static footprint shrinking(int i, int from, int to) {
    int start = i * from, end = start + from;
    int first = start / to, last = (end - 1) / to;
    footprint f = {first, last - first + 1, 0, (uint32_t)to, 0, (uint32_t)from};
    f.weight_first = (uint32_t)((first + 1) * to < end ? (first + 1) * to - start : end - start);
    f.weight_last = (uint32_t)(end - last * to);
    return f;
}

static footprint growing(int i, int from, int to) {
    int64_t centre = ((int64_t)(2 * i + 1) * from * 128) / to - 128; /* old pixels, 8 bits of fraction */
    int floor_centre = (int)(centre >= 0 ? centre / 256 : -((-centre + 255) / 256));
    uint32_t fraction = (uint32_t)(centre - (int64_t)floor_centre * 256);
    footprint f = {floor_centre < 0 ? from - 1 : floor_centre, 2, 256 - fraction, 0, fraction, 256};
    return f;
}

static footprint footprint_of(int i, int from, int to) {
    return to > from ? growing(i, from, to) : shrinking(i, from, to);
}

static uint32_t weight_at(const footprint *f, int k) {
    if (k == 0) return f->weight_first;
    return k == f->count - 1 ? f->weight_last : f->weight_middle;
}

static void blend(const import_image *from, const footprint *fx, const footprint *fy, uint8_t out[4]) {
    uint64_t sum[3] = {0, 0, 0}, alpha = 0, plain[3] = {0, 0, 0};
    uint64_t total = (uint64_t)fx->total * fy->total;
    for (int y = 0; y < fy->count; y++) {
        int row = (fy->first + y) % from->height;
        for (int x = 0; x < fx->count; x++) {
            const uint8_t *pixel =
                from->rgba +
                ((size_t)row * (size_t)from->width + (size_t)((fx->first + x) % from->width)) * 4;
            uint64_t weight = (uint64_t)weight_at(fx, x) * weight_at(fy, y);
            alpha += weight * pixel[3];
            for (int k = 0; k < 3; k++) {
                sum[k] += weight * pixel[3] * pixel[k];
                plain[k] += weight * pixel[k];
            }
        }
    }
    for (int k = 0; k < 3; k++) {
        out[k] = (uint8_t)(alpha > 0 ? (sum[k] + alpha / 2) / alpha : (plain[k] + total / 2) / total);
    }
    out[3] = (uint8_t)((alpha + total / 2) / total);
}

bool texture_resample(const import_image *from, int width, int height, import_image *to, tool_error *error) {
    if (!import_image_allocate("texture", width, height, false, to, error)) return false;
    for (int y = 0; y < height; y++) {
        footprint fy = footprint_of(y, from->height, height);
        for (int x = 0; x < width; x++) {
            footprint fx = footprint_of(x, from->width, width);
            blend(from, &fx, &fy, to->rgba + ((size_t)y * (size_t)width + (size_t)x) * 4);
        }
    }
    import_image_find_alpha(to);
    return true;
}

/* ---- pixel formats ---- */

void texture_settle_alpha(import_image *picture, bool keyed) {
    size_t pixels = (size_t)picture->width * (size_t)picture->height;
    bool had_alpha = picture->has_alpha;
    picture->has_alpha = keyed && had_alpha;
    for (size_t i = 0; i < pixels; i++) {
        uint8_t *rgba = picture->rgba + i * 4;
        bool magenta = rgba[0] == 255 && rgba[1] == 0 && rgba[2] == 255;
        if (!keyed) {
            rgba[3] = 255;
        } else if (!had_alpha && magenta) {
            rgba[3] = 0;
            picture->has_alpha = true;
        }
    }
}

static int narrowed(int value, int bits) { return (value * ((1 << bits) - 1) + 127) / 255; }
static int widened(int value, int bits) { return value << (8 - bits) | value >> (2 * bits - 8); }

/* The nearest native pixel, and the colour it really shows. */
static uint32_t native(const texture_target *target, const int rgb[3], int shown[3]) {
    if (target->format == PLAT_XRGB8888) {
        memcpy(shown, rgb, 3 * sizeof *shown);
        return (uint32_t)rgb[0] << 16 | (uint32_t)rgb[1] << 8 | (uint32_t)rgb[2];
    }
    int green_bits = target->format == PLAT_RGB565 ? 6 : 5;
    int r = narrowed(rgb[0], 5), g = narrowed(rgb[1], green_bits), b = narrowed(rgb[2], 5);
    shown[0] = widened(r, 5);
    shown[1] = widened(g, green_bits);
    shown[2] = widened(b, 5);
    return (uint32_t)(target->format == PLAT_RGB565 ? r << 11 | g << 5 | b : b << 10 | g << 5 | r);
}

static void put_pixel(writer *out, int format, uint32_t pixel) {
    if (format == PLAT_XRGB8888) {
        writer_u32(out, pixel);
    } else {
        writer_u16(out, pixel);
    }
}

/* Hands 7, 3, 5 and 1 sixteenths of the error to the pixels not yet done. */
static void spread(int *here, int *below, int x, const int error[3]) {
    for (int k = 0; k < 3; k++) {
        here[(x + 1) * 3 + k] += error[k] * 7;
        if (x > 0) below[(x - 1) * 3 + k] += error[k] * 3;
        below[x * 3 + k] += error[k] * 5;
        below[(x + 1) * 3 + k] += error[k];
    }
}

static void convert_row(const import_image *picture, const texture_target *target, int y, int *here,
                        int *below, writer *out) {
    for (int x = 0; x < picture->width; x++) {
        const uint8_t *rgba = picture->rgba + ((size_t)y * (size_t)picture->width + (size_t)x) * 4;
        int wanted[3], shown[3], error[3];
        if (target->keyed && rgba[3] < 128) {
            put_pixel(out, target->format, 0);
            continue;
        }
        for (int k = 0; k < 3; k++) {
            int value = rgba[k] + (target->dither ? here[x * 3 + k] / 16 : 0);
            wanted[k] = value < 0 ? 0 : value > 255 ? 255 : value;
        }
        uint32_t pixel = native(target, wanted, shown);
        if (target->keyed && pixel == 0)
            pixel = 1; /* 0 is the key: the darkest blue or red instead of black */
        put_pixel(out, target->format, pixel);
        if (!target->dither) continue;
        for (int k = 0; k < 3; k++) error[k] = wanted[k] - shown[k];
        spread(here, below, x, error);
    }
}

static bool convert_to_indices(const import_image *picture, const texture_target *target, writer *out,
                               tool_error *error) {
    size_t at = out->size, pixels = (size_t)picture->width * (size_t)picture->height;
    writer_zeros(out, pixels);
    if (out->failed) return import_error_memory(error, "texture");
    import_dither dither = target->dither ? IMPORT_DITHER_DIFFUSION : IMPORT_DITHER_NONE;
    return import_palette_apply(target->palette, picture, dither, 128, out->data + at, error);
}

bool texture_convert(const import_image *picture, const texture_target *target, writer *out,
                     tool_error *error) {
    if (target->format == PLAT_PAL8) return convert_to_indices(picture, target, out, error);
    size_t row = ((size_t)picture->width + 1) * 3;
    int *errors = calloc(row * 2, sizeof *errors);
    if (errors == NULL) return import_error_memory(error, "texture");
    for (int y = 0; y < picture->height; y++) {
        int *here = errors + (y % 2 == 0 ? 0 : row), *below = errors + (y % 2 == 0 ? row : 0);
        memset(below, 0, row * sizeof *below);
        convert_row(picture, target, y, here, below, out);
    }
    free(errors);
    return !out->failed || import_error_memory(error, "texture");
}
