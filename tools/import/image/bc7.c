/* Blocks of BC7: eight modes, which part the 16 pixels into one to three sets with two endpoints each. After the
 * BPTC section of the Khronos Data Format Specification 1.3, whose tables these are. */
#include "tools/import/image/bc7.h"

#include <string.h>

typedef struct mode {
    uint8_t sets, partition_bits, rotation_bits, selection_bits, colour_bits, alpha_bits;
    uint8_t low_bits; /* 0 none, 1 of each endpoint, 2 shared by both endpoints of a set */
    uint8_t index_bits, second_bits;
} mode;

static const mode modes[8] = {{3, 4, 0, 0, 4, 0, 1, 3, 0}, {2, 6, 0, 0, 6, 0, 2, 3, 0},
                              {3, 6, 0, 0, 5, 0, 0, 2, 0}, {2, 6, 0, 0, 7, 0, 1, 2, 0},
                              {1, 0, 2, 1, 5, 6, 0, 2, 3}, {1, 0, 2, 0, 7, 8, 0, 2, 2},
                              {1, 0, 0, 0, 7, 7, 1, 4, 0}, {2, 6, 0, 0, 5, 5, 1, 2, 0}};

/* The set of each pixel, by partition: one bit a pixel for two sets, two bits a pixel for three. */
static const uint16_t parted_in_2[64] = {
    0xcccc, 0x8888, 0xeeee, 0xecc8, 0xc880, 0xfeec, 0xfec8, 0xec80, 0xc800, 0xffec, 0xfe80, 0xe800, 0xffe8,
    0xff00, 0xfff0, 0xf000, 0xf710, 0x008e, 0x7100, 0x08ce, 0x008c, 0x7310, 0x3100, 0x8cce, 0x088c, 0x3110,
    0x6666, 0x366c, 0x17e8, 0x0ff0, 0x718e, 0x399c, 0xaaaa, 0xf0f0, 0x5a5a, 0x33cc, 0x3c3c, 0x55aa, 0x9696,
    0xa55a, 0x73ce, 0x13c8, 0x324c, 0x3bdc, 0x6996, 0xc33c, 0x9966, 0x0660, 0x0272, 0x04e4, 0x4e40, 0x2720,
    0xc936, 0x936c, 0x39c6, 0x639c, 0x9336, 0x9cc6, 0x817e, 0xe718, 0xccf0, 0x0fcc, 0x7744, 0xee22};
static const uint32_t parted_in_3[64] = {
    0xaa685050, 0x6a5a5040, 0x5a5a4200, 0x5450a0a8, 0xa5a50000, 0xa0a05050, 0x5555a0a0, 0x5a5a5050,
    0xaa550000, 0xaa555500, 0xaaaa5500, 0x90909090, 0x94949494, 0xa4a4a4a4, 0xa9a59450, 0x2a0a4250,
    0xa5945040, 0x0a425054, 0xa5a5a500, 0x55a0a0a0, 0xa8a85454, 0x6a6a4040, 0xa4a45000, 0x1a1a0500,
    0x0050a4a4, 0xaaa59090, 0x14696914, 0x69691400, 0xa08585a0, 0xaa821414, 0x50a4a450, 0x6a5a0200,
    0xa9a58000, 0x5090a0a8, 0xa8a09050, 0x24242424, 0x00aa5500, 0x24924924, 0x24499224, 0x50a50a50,
    0x500aa550, 0xaaaa4444, 0x66660000, 0xa5a0a5a0, 0x50a050a0, 0x69286928, 0x44aaaa44, 0x66666600,
    0xaa444444, 0x54a854a8, 0x95809580, 0x96969600, 0xa85454a8, 0x80959580, 0xaa141414, 0x96960000,
    0xaaaa1414, 0xa05050a0, 0xa0a5a5a0, 0x96000000, 0x40804080, 0xa9a8a9a8, 0xaaaaaa44, 0x2a4a5254};

/* The anchor pixels besides pixel 0, whose index lacks its highest bit, which is 0: of the second set of two,
 * and of the second and third of three. */
static const uint8_t anchor_of_2[64] = {15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15,
                                        15, 2,  8,  2,  2,  8,  8,  15, 2,  8,  2,  2,  8,  8,  2,  2,
                                        15, 15, 6,  8,  2,  8,  15, 15, 2,  8,  2,  2,  2,  15, 15, 6,
                                        6,  2,  6,  8,  15, 15, 2,  2,  15, 15, 15, 15, 15, 2,  2,  15};
static const uint8_t second_anchor_of_3[64] = {3, 3,  15, 15, 8, 3,  15, 15, 8,  8,  6,  6,  6,  5,  3,  3,
                                               3, 3,  8,  15, 3, 3,  6,  10, 5,  8,  8,  6,  8,  5,  15, 15,
                                               8, 15, 3,  5,  6, 10, 8,  15, 15, 3,  15, 5,  15, 15, 15, 15,
                                               3, 15, 5,  5,  5, 8,  5,  10, 5,  10, 8,  13, 15, 12, 3,  3};
static const uint8_t third_anchor_of_3[64] = {15, 8, 8,  3,  15, 15, 3,  8,  15, 15, 15, 15, 15, 15, 15, 8,
                                              15, 8, 15, 3,  15, 8,  15, 8,  3,  15, 6,  10, 15, 15, 10, 8,
                                              15, 3, 15, 10, 10, 8,  9,  10, 6,  15, 8,  15, 3,  6,  6,  8,
                                              15, 3, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 3,  15, 15, 8};

/* Weights of the second endpoint in parts of 64, for indices of 2, 3 and 4 bits. */
static const uint8_t weights[3][16] = {{0, 21, 43, 64},
                                       {0, 9, 18, 27, 37, 46, 55, 64},
                                       {0, 4, 9, 13, 17, 21, 26, 30, 34, 38, 43, 47, 51, 55, 60, 64}};

typedef struct bits {
    const uint8_t *from;
    uint32_t at;
} bits;

/* The next bits of the block, at most 8, low ones first. */
static uint32_t take(bits *b, uint32_t count) {
    uint32_t value = 0;
    for (uint32_t i = 0; i < count; i++, b->at++) value |= (b->from[b->at / 8] >> (b->at % 8) & 1u) << i;
    return value;
}

static uint32_t set_of(const mode *m, uint32_t partition, uint32_t pixel) {
    if (m->sets == 2) return parted_in_2[partition] >> pixel & 1u;
    return m->sets == 3 ? parted_in_3[partition] >> (2 * pixel) & 3u : 0;
}

static bool is_anchor(const mode *m, uint32_t partition, uint32_t pixel) {
    if (pixel == 0) return true;
    if (m->sets == 2) return pixel == anchor_of_2[partition];
    return m->sets == 3 && (pixel == second_anchor_of_3[partition] || pixel == third_anchor_of_3[partition]);
}

/* Reads the two endpoints of each set, widened to 8 bits; opaque where the mode has no alpha. */
static void read_ends(bits *b, const mode *m, uint8_t ends[6][4]) {
    uint32_t count = 2u * m->sets, low[6] = {0};
    for (int c = 0; c < 4; c++) {
        for (uint32_t i = 0; i < count; i++)
            ends[i][c] = (uint8_t)take(b, c < 3 ? m->colour_bits : m->alpha_bits);
    }
    for (uint32_t i = 0; i < count && m->low_bits > 0; i++) {
        low[i] = m->low_bits == 2 && i % 2 == 1 ? low[i - 1] : take(b, 1);
    }
    for (uint32_t i = 0; i < count; i++) {
        for (int c = 0; c < 4; c++) {
            uint32_t width = c < 3 ? m->colour_bits : m->alpha_bits, value = ends[i][c];
            if (m->low_bits > 0) value = value << 1 | low[i], width++;
            value <<= 8 - width;
            ends[i][c] = c == 3 && m->alpha_bits == 0 ? 255 : (uint8_t)(value | value >> width);
        }
    }
}

static void read_indices(bits *b, const mode *m, uint32_t partition, uint32_t width, uint8_t indices[16]) {
    for (uint32_t i = 0; i < 16; i++)
        indices[i] = (uint8_t)take(b, width - (is_anchor(m, partition, i) ? 1 : 0));
}

static uint8_t between(uint32_t first, uint32_t second, uint32_t weight) {
    return (uint8_t)((first * (64 - weight) + second * weight + 32) >> 6);
}

void import_bc7_block(const uint8_t block[16], uint8_t pixels[64]) {
    bits b = {block, 0};
    uint8_t ends[6][4] = {{0}}, first[16], second[16];
    while (b.at < 8 && take(&b, 1) == 0) {
    }
    memset(pixels, 0, 64);
    if (block[0] == 0) return; /* no mode: transparent black */
    const mode *m = &modes[b.at - 1];
    uint32_t partition = take(&b, m->partition_bits), rotation = take(&b, m->rotation_bits);
    bool swapped = take(&b, m->selection_bits) != 0;
    read_ends(&b, m, ends);
    read_indices(&b, m, partition, m->index_bits, first);
    if (m->second_bits > 0) read_indices(&b, m, partition, m->second_bits, second);
    for (uint32_t i = 0; i < 16; i++) {
        const uint8_t *low = ends[2 * set_of(m, partition, i)], *high = low + 4;
        uint32_t one = weights[m->index_bits - 2][first[i]],
                 other = m->second_bits > 0 ? weights[m->second_bits - 2][second[i]] : one;
        uint8_t *out = pixels + 4 * i;
        for (int c = 0; c < 4; c++) out[c] = between(low[c], high[c], (c == 3) != swapped ? other : one);
        if (rotation > 0) { /* alpha was stored in the place of this channel */
            uint8_t alpha = out[rotation - 1];
            out[rotation - 1] = out[3];
            out[3] = alpha;
        }
    }
}
