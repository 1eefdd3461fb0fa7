/* Indexed pictures, lattice noise, and pictures as texts. */
#include "tools/assets/image.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "tools/import/image/xpm.h"

void image_begin(image *picture, int width, int height) {
    memset(picture, 0, sizeof *picture);
    picture->width = width;
    picture->height = height;
}

int image_ramp(image *picture, uint32_t from, uint32_t to, int count) {
    int first = picture->colour_count;
    for (int i = 0; i < count && picture->colour_count < 256; i++) {
        uint32_t colour = 0;
        for (int shift = 0; shift < 24; shift += 8) {
            int a = (int)(from >> shift & 255), b = (int)(to >> shift & 255);
            int value = count > 1 ? a + ((b - a) * i * 2 / (count - 1) + (b >= a ? 1 : -1)) / 2 : a;
            colour |= (uint32_t)value << shift;
        }
        picture->colours[picture->colour_count++] = colour;
    }
    return first;
}

void image_paint(image *picture, int x, int y, int ramp, int count, double level) {
    int step = (int)floor(level * count);
    if (step < 0) step = 0;
    if (step >= count) step = count - 1;
    picture->pixels[y * picture->width + x] = (uint8_t)(ramp + step);
}

double noise_hash(int x, int y, int z, int seed) {
    uint32_t h = (uint32_t)x * 0x8DA6B343u ^ (uint32_t)y * 0xD8163841u ^ (uint32_t)z * 0xCB1AB31Fu ^
                 (uint32_t)seed * 0x9E3779B1u;
    h = (h ^ h >> 15) * 0x2C1B3C6Du;
    h = (h ^ h >> 12) * 0x297A2D39u;
    return (double)((h ^ h >> 15) & 0xFFFFFF) / 0xFFFFFF;
}

static double smooth(double t) { return t * t * (3 - 2 * t); }

static double mix_values(double a, double b, double t) { return a + (b - a) * t; }

static int wrapped(int value, int period) { return (value % period + period) % period; }

double noise_value(double x, double y, int period_x, int period_y, int seed) {
    int x0 = (int)floor(x), y0 = (int)floor(y);
    double tx = smooth(x - x0), ty = smooth(y - y0);
    int xa = wrapped(x0, period_x), xb = wrapped(x0 + 1, period_x);
    int ya = wrapped(y0, period_y), yb = wrapped(y0 + 1, period_y);
    return mix_values(mix_values(noise_hash(xa, ya, 0, seed), noise_hash(xb, ya, 0, seed), tx),
                      mix_values(noise_hash(xa, yb, 0, seed), noise_hash(xb, yb, 0, seed), tx), ty);
}

double noise_layers(double x, double y, int period_x, int period_y, int octaves, int seed) {
    double sum = 0, weight = 1, total = 0;
    for (int i = 0; i < octaves; i++, weight /= 2) {
        int fine = 1 << i;
        sum += weight * noise_value(x * fine, y * fine, period_x * fine, period_y * fine, seed + i);
        total += weight;
    }
    return sum / total;
}

static double noise_cell(double x, double y, double z, int seed) {
    int x0 = (int)floor(x), y0 = (int)floor(y), z0 = (int)floor(z);
    double tx = smooth(x - x0), ty = smooth(y - y0), tz = smooth(z - z0), layer[2];
    for (int k = 0; k < 2; k++) {
        double near_row =
            mix_values(noise_hash(x0, y0, z0 + k, seed), noise_hash(x0 + 1, y0, z0 + k, seed), tx);
        double far_row =
            mix_values(noise_hash(x0, y0 + 1, z0 + k, seed), noise_hash(x0 + 1, y0 + 1, z0 + k, seed), tx);
        layer[k] = mix_values(near_row, far_row, ty);
    }
    return mix_values(layer[0], layer[1], tz);
}

double noise_space(double x, double y, double z, int octaves, int seed) {
    double sum = 0, weight = 1, total = 0;
    for (int i = 0; i < octaves; i++, weight /= 2) {
        double fine = (double)(1 << i);
        sum += weight * noise_cell(x * fine, y * fine, z * fine, seed + i);
        total += weight;
    }
    return sum / total;
}

/* ---- PNG ---- */

bool image_write(const image *picture, const char *folder, const char *name) {
    uint8_t palette[256 * 4];
    char path[512];
    writer text = {0};
    tool_error error = {.text = ""};
    const import_image indexed = {.width = picture->width,
                                  .height = picture->height,
                                  .indices = (uint8_t *)(uintptr_t)picture->pixels,
                                  .palette = palette,
                                  .palette_count = picture->colour_count};
    for (int i = 0; i < picture->colour_count; i++) {
        for (int k = 0; k < 3; k++) palette[4 * i + k] = (uint8_t)(picture->colours[i] >> (16 - 8 * k));
        palette[4 * i + 3] = 255;
    }
    snprintf(path, sizeof path, "%s/%s.xpm", folder, name);
    bool ok = import_xpm_write(&indexed, name, &text, &error);
    FILE *out = ok ? fopen(path, "wb") : NULL;
    ok = out != NULL && fwrite(text.data, 1, text.size, out) == text.size;
    if (out != NULL) ok = fclose(out) == 0 && ok;
    writer_free(&text);
    if (!ok) fprintf(stderr, "assets: %s cannot be written\n", path);
    return ok;
}
