/* The encoder of block textures: bounding box, principal axis, least squares on the indices, then a small
 * search around. */
#include "tools/encode/block_encode.h"

#include <math.h>
#include <string.h>

#include "rom/blocks.h"
#include "tools/import/base/angle.h"
#include "tools/record_writer.h"

typedef struct ends {
    uint32_t c0, c1; /* RGB565 */
} ends;

static int colour_channel(uint32_t colour, int i) { return (int)(colour >> (16 - 8 * i) & 255u); }

static int clamp_channel(int value, int most) { return value < 0 ? 0 : value > most ? most : value; }

/* The nearest RGB565 of three channels 0..255. */
static uint32_t nearest_565(const int rgb[3]) {
    uint32_t r = (uint32_t)(clamp_channel(rgb[0], 255) * 31 + 127) / 255,
             g = (uint32_t)(clamp_channel(rgb[1], 255) * 63 + 127) / 255,
             b = (uint32_t)(clamp_channel(rgb[2], 255) * 31 + 127) / 255;
    return r << 11 | g << 5 | b;
}

static uint64_t colour_distance(uint32_t a, uint32_t b) {
    static const int weights[3] = {BLOCK_RED, BLOCK_GREEN, BLOCK_BLUE};
    uint64_t sum = 0;
    for (int i = 0; i < 3; i++) {
        int d = colour_channel(a, i) - colour_channel(b, i);
        sum += (uint64_t)(d * d * weights[i]);
    }
    return sum;
}

/* Finds the best indices for two end colours, and their error. A block with clear pixels takes the form of three
 * colours, c0 <= c1. */
static uint64_t try_ends(const uint32_t pixels[16], ends e, bool clear, uint8_t block[8]) {
    uint32_t colours[4], indices = 0;
    uint64_t sum = 0;
    if (clear == (e.c0 > e.c1)) e = (ends){e.c1, e.c0};
    for (int i = 0; i < 2; i++) {
        block[i] = (uint8_t)(e.c0 >> (8 * i));
        block[2 + i] = (uint8_t)(e.c1 >> (8 * i));
    }
    rom_block_colours(block, false, colours);
    uint32_t usable = colours[3] == ROM_BLOCK_CLEAR ? 3 : 4;
    for (uint32_t i = 0; i < 16; i++) {
        uint32_t best = 3;
        uint64_t least = UINT64_MAX;
        if ((pixels[i] & ROM_BLOCK_CLEAR) != 0) least = 0;
        for (uint32_t k = 0; k < usable && (pixels[i] & ROM_BLOCK_CLEAR) == 0; k++) {
            uint64_t d = colour_distance(pixels[i], colours[k]);
            if (d >= least) continue;
            least = d;
            best = k;
        }
        sum += least;
        indices |= best << (2 * i);
    }
    for (int i = 0; i < 4; i++) block[4 + i] = (uint8_t)(indices >> (8 * i));
    return sum;
}

typedef struct search {
    const uint32_t *pixels;
    bool clear;
    uint8_t best[8];
    ends best_ends;
    uint64_t error;
} search;

static void offer_ends(search *s, ends e) {
    uint8_t block[8];
    uint64_t error = try_ends(s->pixels, e, s->clear, block);
    if (error >= s->error) return;
    s->error = error;
    s->best_ends = e;
    memcpy(s->best, block, 8);
}

static void box_of(const uint32_t pixels[16], int low[3], int high[3]) {
    for (int k = 0; k < 3; k++) {
        low[k] = 255;
        high[k] = 0;
        for (int i = 0; i < 16; i++) {
            if ((pixels[i] & ROM_BLOCK_CLEAR) != 0) continue;
            int v = colour_channel(pixels[i], k);
            if (v < low[k]) low[k] = v;
            if (v > high[k]) high[k] = v;
        }
        if (low[k] > high[k]) low[k] = high[k] = 0;
    }
}

/* The two pixels that lie furthest apart along the axis of the covariance, found by multiplying a vector with
 * the matrix a few times. */
static ends principal(const uint32_t pixels[16], const int low[3], const int high[3]) {
    int64_t mean[3] = {0, 0, 0}, matrix[3][3] = {{0}},
            axis[3] = {high[0] - low[0] + 1, high[1] - low[1] + 1, high[2] - low[2] + 1};
    int count = 0, first = 0, last = 0;
    int64_t least = INT64_MAX, most = INT64_MIN;
    for (int i = 0; i < 16; i++) {
        if ((pixels[i] & ROM_BLOCK_CLEAR) != 0) continue;
        for (int k = 0; k < 3; k++) mean[k] += colour_channel(pixels[i], k);
        count++;
    }
    for (int i = 0; i < 16; i++) {
        if ((pixels[i] & ROM_BLOCK_CLEAR) != 0) continue;
        int64_t d[3];
        for (int k = 0; k < 3; k++) d[k] = (int64_t)colour_channel(pixels[i], k) * count - mean[k];
        for (int a = 0; a < 3; a++) {
            for (int b = 0; b < 3; b++) matrix[a][b] += d[a] * d[b];
        }
    }
    for (int round = 0; round < 8; round++) {
        int64_t next[3], size = 1;
        for (int a = 0; a < 3; a++)
            next[a] =
                matrix[a][0] / 256 * axis[0] + matrix[a][1] / 256 * axis[1] + matrix[a][2] / 256 * axis[2];
        for (int a = 0; a < 3; a++) size = size < next[a] ? next[a] : size < -next[a] ? -next[a] : size;
        for (int a = 0; a < 3; a++) axis[a] = next[a] * 1024 / size;
    }
    for (int i = 0; i < 16; i++) {
        int64_t along = 0;
        if ((pixels[i] & ROM_BLOCK_CLEAR) != 0) continue;
        for (int k = 0; k < 3; k++) along += axis[k] * colour_channel(pixels[i], k);
        if (along < least) first = i;
        if (along < least) least = along;
        if (along > most) last = i;
        if (along > most) most = along;
    }
    int a[3], b[3];
    for (int k = 0; k < 3; k++) {
        a[k] = colour_channel(pixels[first], k);
        b[k] = colour_channel(pixels[last], k);
    }
    return (ends){nearest_565(a), nearest_565(b)};
}

/* End colours that fit the present indices best: the normal equations of two unknowns a channel. */
static ends least_squares(const search *s) {
    static const int64_t four[4] = {6, 0, 4, 2}, three[4] = {6, 0, 3, 0}; /* share of c0 in sixths */
    uint32_t indices = rom_u32(s->best + 4);
    const int64_t *share = rom_u16(s->best) > rom_u16(s->best + 2) ? four : three;
    int64_t aa = 0, ab = 0, bb = 0, ax[3] = {0, 0, 0}, bx[3] = {0, 0, 0};
    int c0[3], c1[3];
    for (int i = 0; i < 16; i++) {
        if ((s->pixels[i] & ROM_BLOCK_CLEAR) != 0) continue;
        int64_t a = share[indices >> (2 * i) & 3u], b = 6 - a;
        aa += a * a;
        ab += a * b;
        bb += b * b;
        for (int k = 0; k < 3; k++) {
            ax[k] += a * colour_channel(s->pixels[i], k);
            bx[k] += b * colour_channel(s->pixels[i], k);
        }
    }
    int64_t determinant = aa * bb - ab * ab;
    if (determinant == 0) return s->best_ends;
    for (int k = 0; k < 3; k++) {
        c0[k] = clamp_channel((int)((6 * (ax[k] * bb - bx[k] * ab) + determinant / 2) / determinant), 255);
        c1[k] = clamp_channel((int)((6 * (bx[k] * aa - ax[k] * ab) + determinant / 2) / determinant), 255);
    }
    return (ends){nearest_565(c0), nearest_565(c1)};
}

/* Tries steps of one in each channel of each end colour, as long as a step helps. */
static void search_around(search *s) {
    static const struct {
        uint32_t unit, mask;
    } steps[3] = {{1u << 11, 31u << 11}, {1u << 5, 63u << 5}, {1, 31}};
    for (int round = 0; round < 8; round++) {
        uint64_t before = s->error;
        for (int i = 0; i < 12; i++) {
            ends e = s->best_ends;
            uint32_t *own = i % 2 == 0 ? &e.c0 : &e.c1, k = (uint32_t)i / 4u;
            bool up = i / 2 % 2 == 0;
            if ((*own & steps[k].mask) == (up ? steps[k].mask : 0)) continue;
            *own = up ? *own + steps[k].unit : *own - steps[k].unit;
            offer_ends(s, e);
        }
        if (s->error == before) return;
    }
}

/* A block of one colour: the pair of neighbouring values whose mixture is nearest, channel by channel. */
static ends solid(uint32_t colour) {
    ends best = {0, 0};
    static const int bits[3] = {5, 6, 5}, shifts[3] = {11, 5, 0};
    for (int k = 0; k < 3; k++) {
        int most = (1 << bits[k]) - 1, least = 1 << 20, low = 0, high = 0;
        for (int a = 0; a <= most; a++) {
            for (int b = a; b <= a + 2 && b <= most; b++) {
                int x = bits[k] == 5 ? a << 3 | a >> 2 : a << 2 | a >> 4,
                    y = bits[k] == 5 ? b << 3 | b >> 2 : b << 2 | b >> 4;
                int off = (2 * y + x + 1) / 3 - colour_channel(colour, k);
                if (off < 0) off = -off;
                if (off >= least) continue;
                least = off;
                low = a;
                high = b;
            }
        }
        best.c0 |= (uint32_t)high << shifts[k];
        best.c1 |= (uint32_t)low << shifts[k];
    }
    return best;
}

uint64_t block_encode(const uint32_t pixels[16], uint8_t block[8], uint64_t *box) {
    search s = {.pixels = pixels, .error = UINT64_MAX};
    int low[3], high[3];
    for (int i = 0; i < 16; i++) s.clear = s.clear || (pixels[i] & ROM_BLOCK_CLEAR) != 0;
    box_of(pixels, low, high);
    offer_ends(&s, (ends){nearest_565(high), nearest_565(low)});
    if (box != NULL) *box = s.error;
    offer_ends(&s, principal(pixels, low, high));
    if (!s.clear) offer_ends(&s, solid(pixels[0]));
    for (int round = 0; round < 4 && s.error > 0; round++) {
        uint64_t before = s.error;
        offer_ends(&s, least_squares(&s));
        if (s.error == before) break;
    }
    if (s.error > 0) search_around(&s);
    memcpy(block, s.best, 8);
    return s.error;
}

static void measure_block(const uint32_t pixels[16], const uint8_t block[8], uint32_t shown_x,
                          uint32_t shown_y, double *sum, uint64_t *count) {
    uint32_t decoded[16];
    rom_block_decode(block, decoded);
    for (uint32_t i = 0; i < 16; i++) {
        if (i % 4 >= shown_x || i / 4 >= shown_y || (pixels[i] & ROM_BLOCK_CLEAR) != 0) continue;
        for (int k = 0; k < 3; k++) {
            double d = colour_channel(pixels[i], k) - colour_channel(decoded[i], k);
            *sum += d * d;
        }
        *count += 3;
    }
}

bool block_encode_picture(const uint32_t *pixels, uint32_t width, uint32_t height, writer *out,
                          block_report *report) {
    uint32_t across = (width + 3) / 4, down = (height + 3) / 4;
    double sum = 0;
    uint64_t count = 0;
    rom_block_texture_record r = {.width = (uint16_t)(across * 4),
                                  .height = (uint16_t)(down * 4),
                                  .shown_width = (uint16_t)width,
                                  .shown_height = (uint16_t)height,
                                  .block_count = across * down,
                                  .blocks_at = (uint32_t)out->size};
    memset(report, 0, sizeof *report);
    for (uint32_t y = 0; y < down; y++) {
        for (uint32_t x = 0; x < across; x++) {
            uint32_t own[16];
            uint8_t block[8];
            uint64_t box;
            for (uint32_t i = 0; i < 16; i++) {
                uint32_t px = x * 4 + i % 4, py = y * 4 + i / 4;
                own[i] =
                    pixels[(size_t)(py < height ? py : height - 1) * width + (px < width ? px : width - 1)];
                if ((own[i] & ROM_BLOCK_CLEAR) != 0) r.flags = ROM_BLOCK_TEXTURE_HAS_KEY;
            }
            uint64_t error = block_encode(own, block, &box);
            writer_bytes(out, block, 8);
            measure_block(own, block, width - x * 4, height - y * 4, &sum, &count);
            report->error += error;
            report->box_error += box;
            if (error > report->worst) {
                report->worst = error;
                report->worst_x = x * 4;
                report->worst_y = y * 4;
            }
        }
    }
    report->blocks = across * down;
    report->psnr = sum == 0 ? 99 : import_decibels(255.0 * 255.0 * (double)count / sum);
    record_put_block_texture(out, 0, &r);
    return !out->failed;
}
