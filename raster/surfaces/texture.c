/* Texture sampling: decoding, address modes, filters, mip levels. */
#include "raster/texture.h"

#include <string.h>

#include "fixedmath/bits.h"
#include "fixedmath/exponential.h"
#include "fixedmath/scalar.h"
#include "raster/dither.h"

/* ---- texels of a format ---- */

static inline uint32_t load16(const uint8_t *pixels, size_t index) {
    uint16_t value;
    memcpy(&value, pixels + 2 * index, sizeof value);
    return value;
}

static inline uint32_t load32(const uint8_t *pixels, size_t index) {
    uint32_t value;
    memcpy(&value, pixels + 4 * index, sizeof value);
    return value;
}

static inline uint32_t expand5(uint32_t v) { return v << 3 | v >> 2; }

static inline uint32_t from_555(uint32_t red, uint32_t green, uint32_t blue) {
    return expand5(red & 31u) << 16 | expand5(green & 31u) << 8 | expand5(blue & 31u);
}

static inline uint32_t decode_texel(int format, const uint8_t *pixels, size_t index,
                                    const uint32_t *palette) {
    const uint32_t opaque = 0xFF000000u;
    uint32_t v;
    switch (format) {
    case RS_PAL8:
        return opaque | palette[pixels[index]];
    case RS_PAL4:
        return opaque | palette[pixels[index >> 1] >> (index & 1 ? 4 : 0) & 15];
    case RS_RGB565:
        v = load16(pixels, index);
        return opaque | expand5(v >> 11) << 16 | ((v >> 5 & 63u) << 2 | (v >> 9 & 3u)) << 8 |
               expand5(v & 31u);
    case RS_BGR555:
        v = load16(pixels, index);
        return opaque | from_555(v, v >> 5, v >> 10);
    case RS_GREY4:
        return opaque | (pixels[index >> 1] >> (index & 1 ? 4 : 0) & 15u) * 0x111111u;
    case RS_ARGB1555:
        v = load16(pixels, index);
        return (v >> 15 != 0 ? opaque : 0) | from_555(v >> 10, v >> 5, v);
    case RS_RGBA5551:
        v = load16(pixels, index);
        return ((v & 1u) != 0 ? opaque : 0) | from_555(v >> 11, v >> 6, v >> 1);
    case RS_ARGB4444:
        v = load16(pixels, index);
        return ((v >> 12) << 24 | (v >> 8 & 15u) << 16 | (v >> 4 & 15u) << 8 | (v & 15u)) * 17u;
    case RS_A8:
        return (uint32_t)pixels[index] << 24 | 0xFFFFFFu;
    case RS_L8:
        return opaque | pixels[index] * 0x010101u;
    case RS_ARGB8888:
        return load32(pixels, index);
    case RS_RGBA8888:
        v = load32(pixels, index);
        return v >> 8 | v << 24;
    default:
        return opaque | (load32(pixels, index) & 0xFFFFFFu);
    }
}

/* Whether a texel of a format without alpha is the key, which is left out: all its bits are 0. */
static inline bool is_key(int format, const uint8_t *pixels, size_t index) {
    switch (format) {
    case RS_PAL8:
    case RS_L8:
        return pixels[index] == 0;
    case RS_PAL4:
    case RS_GREY4:
        return (pixels[index >> 1] >> (index & 1 ? 4 : 0) & 15) == 0;
    case RS_RGB565:
        return load16(pixels, index) == 0;
    case RS_BGR555:
        return (load16(pixels, index) & 0x7FFFu) == 0;
    case RS_XRGB8888:
        return (load32(pixels, index) & 0xFFFFFFu) == 0;
    default:
        return false;
    }
}

uint32_t rs_texel_decode(int format, const uint8_t *pixels, size_t index, const uint32_t *palette) {
    return decode_texel(format, pixels, index, palette);
}

/* ---- the resource ---- */

static size_t level_bytes(int format, int log2_width, int log2_height, int level) {
    int w = log2_width > level ? log2_width - level : 0, h = log2_height > level ? log2_height - level : 0;
    if (format == RS_PAL4 || format == RS_GREY4) return ((size_t)1 << (w + h)) / 2u + (w + h == 0 ? 1u : 0u);
    return (size_t)rs_format_bytes((rs_format)format) << (w + h);
}

size_t rs_texture_level_bytes(const rs_texture *texture, int level) {
    return level_bytes(texture->format, texture->log2_width, texture->log2_height, level);
}

size_t rs_texture_bytes(const rs_texture *texture) {
    size_t sum = rs_texture_level_bytes(texture, 0);
    for (int i = 1; i < texture->levels; i++) sum += rs_texture_level_bytes(texture, i);
    return sum;
}

int rs_texture_full_levels(int log2_width, int log2_height) {
    return 1 + (log2_width > log2_height ? log2_width : log2_height);
}

bool rs_texture_valid(const rs_texture *texture) {
    if (texture->pixels == NULL || texture->format >= RS_TEXTURE_FORMATS) return false;
    if (texture->log2_width > 10 || texture->log2_height > 10) return false;
    if (texture->levels > rs_texture_full_levels(texture->log2_width, texture->log2_height)) return false;
    return ((uintptr_t)texture->pixels & (uintptr_t)(rs_format_bytes((rs_format)texture->format) - 1)) == 0;
}

bool rs_sampler_make(rs_sampler *sampler, const rs_texture *texture, const rs_sampling *sampling,
                     const uint32_t *frame_palette) {
    uint32_t offset = 0;
    memset(sampler, 0, sizeof *sampler);
    if (!rs_texture_valid(texture)) return false;
    sampler->pixels = texture->pixels;
    sampler->palette = texture->palette != NULL ? texture->palette : frame_palette;
    if ((texture->format == RS_PAL8 || texture->format == RS_PAL4) && sampler->palette == NULL) return false;
    sampler->format = texture->format;
    sampler->log2_width = texture->log2_width;
    sampler->log2_height = texture->log2_height;
    sampler->levels = texture->levels < 1 ? 1 : texture->levels;
    sampler->sampling = *sampling;
    for (int i = 0; i < sampler->levels; i++) {
        sampler->offset[i] = offset;
        offset += (uint32_t)rs_texture_level_bytes(texture, i);
    }
    return sampling->address_u < RS_ADDRESSES && sampling->address_v < RS_ADDRESSES &&
           sampling->magnify < RS_FILTERS && sampling->minify < RS_FILTERS && sampling->mip < RS_MIPS &&
           sampling->between < RS_BETWEENS && sampling->probes <= 4;
}

/* ---- addresses ---- */

static inline int32_t address(int mode, int32_t i, int log2_size) {
    const uint32_t size = 1u << log2_size, at = (uint32_t)i;
    switch (mode) {
    case RS_WRAP:
        return (int32_t)(at & (size - 1u));
    case RS_MIRROR:
        return (int32_t)((at & size) != 0 ? ~at & (size - 1u) : at & (size - 1u));
    case RS_CLAMP:
        return i < 0 ? 0 : at >= size ? (int32_t)size - 1 : i;
    default:
        return at >= size ? -1 : i;
    }
}

int32_t rs_address_of(rs_address mode, int32_t i, int log2_size) { return address((int)mode, i, log2_size); }

static inline uint32_t texel(const rs_sampler *s, int level, int32_t i, int32_t j) {
    int w = s->log2_width > level ? s->log2_width - level : 0,
        h = s->log2_height > level ? s->log2_height - level : 0;
    int32_t x = address(s->sampling.address_u, i, w), y = address(s->sampling.address_v, j, h);
    if (x < 0 || y < 0) return s->sampling.border;
    const uint8_t *pixels = s->pixels + s->offset[level];
    const size_t index = ((size_t)y << w) + (size_t)x;
    return s->keyed && is_key(s->format, pixels, index) ? 0
                                                        : decode_texel(s->format, pixels, index, s->palette);
}

uint32_t rs_texel(const rs_sampler *sampler, int level, int32_t i, int32_t j) {
    return texel(sampler, level, i, j);
}

/* ---- filters ---- */

/* Weights sum to 256, so that two channels at a time fit 16 bits each. */
static inline uint32_t weigh(uint32_t a, uint32_t b, uint32_t c, uint32_t d, uint32_t right, uint32_t below) {
    const uint32_t lanes = 0x00FF00FFu, half = 0x00800080u;
    uint32_t wd = right * below, wc = 16u * below - wd, wb = 16u * right - wd, wa = 256u - wb - wc - wd;
    uint32_t low = (a & lanes) * wa + (b & lanes) * wb + (c & lanes) * wc + (d & lanes) * wd + half;
    uint32_t high =
        (a >> 8 & lanes) * wa + (b >> 8 & lanes) * wb + (c >> 8 & lanes) * wc + (d >> 8 & lanes) * wd + half;
    return (low >> 8 & lanes) | (high & ~lanes);
}

static uint32_t bilinear(const rs_sampler *s, int level, int32_t u, int32_t v) {
    u = fx_sra32(u, level) - 0x8000, v = fx_sra32(v, level) - 0x8000;
    int32_t i = fx_sra32(u, 16), j = fx_sra32(v, 16);
    return weigh(texel(s, level, i, j), texel(s, level, i + 1, j), texel(s, level, i, j + 1),
                 texel(s, level, i + 1, j + 1), (uint32_t)u >> 12 & 15u, (uint32_t)v >> 12 & 15u);
}

/* The texel at floor(u - 0.375 + o), with o over the screen's 2x2 pixels: u .25 .5 / .75 0, v 0 .75 / .5 .25; in Q16,
 * the 0.375 taken off. */
static uint32_t dithered(const rs_sampler *s, int level, int32_t u, int32_t v, int x, int y) {
    static const int16_t shift_u[4] = {-8192, 8192, 24576, -24576}, shift_v[4] = {-24576, 24576, 8192, -8192};
    int at = (y & 1) * 2 + (x & 1);
    return texel(s, level, fx_sra32(fx_sra32(u, level) + shift_u[at], 16),
                 fx_sra32(fx_sra32(v, level) + shift_v[at], 16));
}

uint32_t rs_sample(const rs_sampler *sampler, int level, int filter, rs_texel_place at) {
    if (filter == RS_BILINEAR) return bilinear(sampler, level, at.u, at.v);
    if (filter == RS_DITHERED) return dithered(sampler, level, at.u, at.v, at.x, at.y);
    return texel(sampler, level, fx_sra32(at.u, 16 + level), fx_sra32(at.v, 16 + level));
}

/* ---- levels ---- */

/* Half the log2 of a ratio of areas: the integer part by counting bits, the fraction of the mantissas' ratio by
 * fixedmath. Q4.4, to the nearest. */
int rs_level_of_area(uint64_t texels2, uint64_t pixels2) {
    int bits_t, bits_p;
    uint32_t t, p;
    if (texels2 == 0) return -256;
    if (pixels2 == 0) return 256;
    bits_t = 63 - fx_clz64(texels2), bits_p = 63 - fx_clz64(pixels2);
    t = (uint32_t)(bits_t > 15 ? texels2 >> (bits_t - 15) : texels2 << (15 - bits_t));
    p = (uint32_t)(bits_p > 15 ? pixels2 >> (bits_p - 15) : pixels2 << (15 - bits_p));
    return fx_sra32((bits_t - bits_p) * 65536 + fx_log2((fx)((t << 16) / p)) + 4096, 13);
}

int rs_level_of_side(uint32_t texels) {
    if (texels == 0) return -256;
    return fx_sra32(fx_log2(texels > INT32_MAX ? INT32_MAX : (fx)texels) + 2048, 12);
}

int rs_level_choose(const rs_sampler *sampler, int level, int *filter, int *fraction) {
    const int last = sampler->levels - 1;
    int at;
    level += sampler->sampling.bias;
    *filter = level > 0 ? sampler->sampling.minify : sampler->sampling.magnify;
    *fraction = 0;
    if (sampler->sampling.mip == RS_MIP_NONE || last == 0 || level <= 0) return 0;
    if (sampler->sampling.between != RS_ONE_LEVEL) {
        at = level >> 4;
        if (at >= last) return last;
        *fraction = level & 15;
        return at;
    }
    at = *filter == RS_BILINEAR ? (level + 8) >> 4 : level >> 4;
    return at > last ? last : at;
}

/* Mixes two colours at f sixteenths of the way from a to b. */
static uint32_t mix16(uint32_t a, uint32_t b, uint32_t f) {
    const uint32_t lanes = 0x00FF00FFu, half = 0x00080008u;
    uint32_t low = (a & lanes) * (16u - f) + (b & lanes) * f + half,
             high = (a >> 8 & lanes) * (16u - f) + (b >> 8 & lanes) * f + half;
    return (low >> 4 & lanes) | (high >> 4 & lanes) << 8;
}

static uint32_t sample_levels(const rs_sampler *s, int level, rs_texel_place place) {
    int filter, fraction, at = rs_level_choose(s, level, &filter, &fraction);
    if (fraction != 0 && s->sampling.between == RS_TRILINEAR_DITHERED) {
        if (rs_bayer4(place.x, place.y) < (uint32_t)fraction) at++;
        fraction = 0;
    }
    uint32_t colour = rs_sample(s, at, filter, place);
    return fraction == 0 ? colour : mix16(colour, rs_sample(s, at + 1, filter, place), (uint32_t)fraction);
}

uint32_t rs_sample_full(const rs_sampler *sampler, int level, rs_texel_place place, int32_t across_u,
                        int32_t across_v) {
    const int probes = sampler->sampling.probes;
    uint32_t sum[4] = {0, 0, 0, 0}, colour = 0;
    if (probes < 2 || (across_u == 0 && across_v == 0)) return sample_levels(sampler, level, place);
    for (int k = 0; k < probes; k++) { /* at (k + 1/2) / probes - 1/2 of the footprint */
        int64_t at = 2 * k + 1 - probes;
        const rs_texel_place probe = {(int32_t)(place.u + across_u * at / (2 * probes)),
                                      (int32_t)(place.v + across_v * at / (2 * probes)), place.x, place.y};
        uint32_t one = sample_levels(sampler, level, probe);
        for (int c = 0; c < 4; c++) sum[c] += one >> (8 * c) & 255u;
    }
    for (int c = 0; c < 4; c++)
        colour |= (sum[c] * 2u + (uint32_t)probes) / (2u * (uint32_t)probes) << (8 * c);
    return colour;
}
