/* Indexed pictures, lattice noise and a minimal PNG writer. */
#include "tools/assets/image.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

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

static double mix(double a, double b, double t) { return a + (b - a) * t; }

static int wrapped(int value, int period) { return (value % period + period) % period; }

double noise_value(double x, double y, int period_x, int period_y, int seed) {
    int x0 = (int)floor(x), y0 = (int)floor(y);
    double tx = smooth(x - x0), ty = smooth(y - y0);
    int xa = wrapped(x0, period_x), xb = wrapped(x0 + 1, period_x);
    int ya = wrapped(y0, period_y), yb = wrapped(y0 + 1, period_y);
    return mix(mix(noise_hash(xa, ya, 0, seed), noise_hash(xb, ya, 0, seed), tx),
               mix(noise_hash(xa, yb, 0, seed), noise_hash(xb, yb, 0, seed), tx), ty);
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
        double near_row = mix(noise_hash(x0, y0, z0 + k, seed), noise_hash(x0 + 1, y0, z0 + k, seed), tx);
        double far_row =
            mix(noise_hash(x0, y0 + 1, z0 + k, seed), noise_hash(x0 + 1, y0 + 1, z0 + k, seed), tx);
        layer[k] = mix(near_row, far_row, ty);
    }
    return mix(layer[0], layer[1], tz);
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

static void put32(uint8_t *at, uint32_t value) {
    for (int i = 0; i < 4; i++) at[i] = (uint8_t)(value >> (24 - 8 * i));
}

static uint32_t crc_step(uint32_t crc, const uint8_t *bytes, size_t count) {
    for (size_t i = 0; i < count; i++) {
        crc ^= bytes[i];
        for (int bit = 0; bit < 8; bit++) crc = crc >> 1 ^ (crc & 1 ? 0xEDB88320u : 0);
    }
    return crc;
}

static void write_chunk(FILE *out, const char *type, const uint8_t *data, size_t count) {
    uint8_t head[8], tail[4];
    put32(head, (uint32_t)count);
    memcpy(head + 4, type, 4);
    put32(tail, ~crc_step(crc_step(0xFFFFFFFFu, head + 4, 4), data, count));
    fwrite(head, 1, sizeof head, out);
    fwrite(data, 1, count, out);
    fwrite(tail, 1, sizeof tail, out);
}

/* The rows with a filter byte 0 each, in one stored block of a zlib stream. */
static size_t pack_rows(const image *picture, uint8_t *out) {
    size_t row = (size_t)picture->width + 1, total = row * (size_t)picture->height;
    uint8_t *data = out + 7;
    uint32_t a = 1, b = 0;
    memcpy(out, (const uint8_t[]){0x78, 0x01, 0x01}, 3);
    out[3] = (uint8_t)total, out[4] = (uint8_t)(total >> 8);
    out[5] = (uint8_t)~out[3], out[6] = (uint8_t)~out[4];
    for (int y = 0; y < picture->height; y++) {
        data[(size_t)y * row] = 0;
        memcpy(data + (size_t)y * row + 1, picture->pixels + y * picture->width, row - 1);
    }
    for (size_t i = 0; i < total; i++) {
        a = (a + data[i]) % 65521;
        b = (b + a) % 65521;
    }
    put32(data + total, b << 16 | a);
    return total + 11;
}

bool image_write(const image *picture, const char *folder, const char *name) {
    static uint8_t packed[IMAGE_SIDE * (IMAGE_SIDE + 1) + 11];
    char path[512];
    snprintf(path, sizeof path, "%s/%s.png", folder, name);
    FILE *out = fopen(path, "wb");
    if (out == NULL) {
        fprintf(stderr, "assets: %s cannot be written\n", path);
        return false;
    }
    uint8_t header[13] = {0}, palette[768];
    put32(header, (uint32_t)picture->width);
    put32(header + 4, (uint32_t)picture->height);
    header[8] = 8, header[9] = 3;
    for (int i = 0; i < picture->colour_count; i++)
        for (int k = 0; k < 3; k++) palette[3 * i + k] = (uint8_t)(picture->colours[i] >> (16 - 8 * k));
    fwrite("\x89PNG\r\n\x1a\n", 1, 8, out);
    write_chunk(out, "IHDR", header, sizeof header);
    write_chunk(out, "PLTE", palette, 3 * (size_t)picture->colour_count);
    write_chunk(out, "IDAT", packed, pack_rows(picture, packed));
    write_chunk(out, "IEND", header, 0);
    bool bad = ferror(out) != 0;
    if (fclose(out) == 0 && !bad) return true;
    fprintf(stderr, "assets: writing %s failed\n", path);
    return false;
}
