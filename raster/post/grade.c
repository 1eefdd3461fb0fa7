/* Grades: what becomes of colours, one by one. */
#include <string.h>

#include "fixedmath/bits.h"
#include "raster/post/pixels.h"

enum { RED = 77, GREEN = 150, BLUE = 29 }; /* of the luma, of 256 */

static int32_t clamp_weight(int32_t value, int32_t low, int32_t high) {
    return value < low ? low : value > high ? high : value;
}

static int32_t channel_of(uint32_t rgb, int i) { return (int32_t)(rgb >> (16 - 8 * i) & 255u); }

/* A matrix that scales all channels alike and adds something to each. */
static rs_grade scale_channels(int32_t scale, const int32_t added[3]) {
    rs_grade grade;
    memset(&grade, 0, sizeof grade);
    grade.kind = RS_GRADE_MATRIX;
    grade.even = true;
    for (int i = 0; i < 3; i++) {
        grade.matrix[i][i] = scale;
        grade.matrix[i][3] = added[i];
    }
    return grade;
}

static rs_grade weigh_grade(rs_grade_kind kind, int32_t weight) {
    rs_grade grade;
    memset(&grade, 0, sizeof grade);
    grade.kind = (uint8_t)kind;
    grade.weight = (int16_t)weight;
    return grade;
}

rs_grade rs_grade_fade(uint32_t rgb, int weight) {
    const int32_t w = clamp_weight(weight, 0, RS_POST_FULL);
    if (w == 0) return weigh_grade(RS_GRADE_NONE, 0);
    return scale_channels(RS_POST_FULL - w, (const int32_t[3]){channel_of(rgb, 0) * w, channel_of(rgb, 1) * w,
                                                               channel_of(rgb, 2) * w});
}

rs_grade rs_grade_saturation(int saturation) {
    const int32_t s = clamp_weight(saturation, 0, 2 * RS_POST_FULL);
    return weigh_grade(s == RS_POST_FULL ? RS_GRADE_NONE : RS_GRADE_SATURATION, s);
}

rs_grade rs_grade_brightness(int brightness) {
    const int32_t b = clamp_weight(brightness, -RS_POST_FULL, RS_POST_FULL) * 255;
    rs_grade grade = scale_channels(RS_POST_FULL, (const int32_t[3]){b, b, b});
    grade.even = false; /* sums may leave 0..255 */
    if (b == 0) grade.kind = RS_GRADE_NONE;
    return grade;
}

rs_grade rs_grade_contrast(int contrast) {
    const int32_t k = clamp_weight(contrast, 0, 4 * RS_POST_FULL), added = (RS_POST_FULL - k) * 255 / 2;
    rs_grade grade = scale_channels(k, (const int32_t[3]){added, added, added});
    grade.even = false;
    if (k == RS_POST_FULL) grade.kind = RS_GRADE_NONE;
    return grade;
}

rs_grade rs_grade_tint(uint32_t rgb, int weight) {
    const int32_t w = clamp_weight(weight, 0, RS_POST_FULL);
    rs_grade grade = scale_channels(0, (const int32_t[3]){0, 0, 0});
    bool none = true;
    grade.even = false;
    for (int i = 0; i < 3; i++) {
        grade.matrix[i][i] = RS_POST_FULL - w + (w * channel_of(rgb, i) + 127) / 255;
        none = none && grade.matrix[i][i] == RS_POST_FULL;
    }
    if (none) grade.kind = RS_GRADE_NONE;
    return grade;
}

rs_grade rs_grade_bleach(int weight) {
    const int32_t w = clamp_weight(weight, 0, RS_POST_FULL);
    return weigh_grade(w == 0 ? RS_GRADE_NONE : RS_GRADE_BLEACH, w);
}

/* A colour without its grey, in two numbers: twice red less green and blue, and green less blue, which counts as the root of three. */
static void chroma_of(uint32_t rgb, int32_t chroma[2]) {
    const int32_t red = channel_of(rgb, 0), green = channel_of(rgb, 1), blue = channel_of(rgb, 2);
    chroma[0] = 2 * red - green - blue;
    chroma[1] = green - blue;
}

rs_grade rs_grade_keep(uint32_t rgb, int weight) {
    const int32_t w = clamp_weight(weight, 0, RS_POST_FULL);
    rs_grade grade = weigh_grade(w == 0 ? RS_GRADE_NONE : RS_GRADE_KEEP, w);
    chroma_of(rgb, grade.hue);
    return grade;
}

rs_grade rs_grade_matrix(const int32_t matrix[3][4], int weight) {
    enum { FAR = 32767 };
    const int32_t w = clamp_weight(weight, 0, RS_POST_FULL);
    rs_grade grade = scale_channels(0, (const int32_t[3]){0, 0, 0});
    bool none = true;
    grade.even = false;
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 4; k++) {
            const int32_t same = i == k ? RS_POST_FULL : 0, far = k < 3 ? FAR : FAR * 255;
            const int32_t wanted = clamp_weight(matrix[i][k], -far, far);
            grade.matrix[i][k] = same + (int32_t)fx_rshr64((int64_t)(wanted - same) * w, 8);
            none = none && grade.matrix[i][k] == same;
        }
    if (none) grade.kind = RS_GRADE_NONE;
    return grade;
}

rs_grade rs_grade_lookup(const uint8_t *colours, int weight) {
    const int32_t w = clamp_weight(weight, 0, RS_POST_FULL);
    rs_grade grade = weigh_grade(w == 0 || colours == NULL ? RS_GRADE_NONE : RS_GRADE_LOOKUP, w);
    grade.colours = colours;
    return grade;
}

/* ---- colours ---- */

static uint32_t clamp_code(int32_t value) { return value < 0 ? 0 : value > 255 ? 255 : (uint32_t)value; }

static uint32_t join_channels(const int32_t c[3]) {
    return clamp_code(c[0]) << 16 | clamp_code(c[1]) << 8 | clamp_code(c[2]);
}

static uint32_t multiply_matrix(const rs_grade *grade, const int32_t c[3]) {
    int32_t out[3];
    for (int i = 0; i < 3; i++) {
        const int32_t *row = grade->matrix[i];
        out[i] = fx_sra32(row[0] * c[0] + row[1] * c[1] + row[2] * c[2] + row[3] + 128, 8);
    }
    return join_channels(out);
}

/* Moves a colour away from its luma or towards it. */
static uint32_t saturate(const int32_t c[3], int32_t luma, int32_t saturation) {
    int32_t out[3];
    for (int i = 0; i < 3; i++) out[i] = luma + fx_sra32((c[i] - luma) * saturation + 128, 8);
    return join_channels(out);
}

static uint32_t bleach(const int32_t c[3], int32_t luma, int32_t weight) {
    int32_t out[3];
    for (int i = 0; i < 3; i++) {
        const uint32_t dark = 2u * rs_product((uint32_t)c[i], (uint32_t)luma),
                       light = 255u - 2u * rs_product(255u - (uint32_t)c[i], 255u - (uint32_t)luma);
        const int32_t overlaid = (int32_t)(luma < 128 ? dark : light);
        out[i] = c[i] + fx_sra32((overlaid - c[i]) * weight + 128, 8);
    }
    return join_channels(out);
}

/* Whether the angle between two directions of chroma is at most 30 degrees, whose cosine has the square 3/4. */
static bool has_hue(const int32_t hue[2], uint32_t rgb) {
    int32_t chroma[2];
    chroma_of(rgb, chroma);
    const int64_t dot = (int64_t)hue[0] * chroma[0] + (int64_t)3 * hue[1] * chroma[1],
                  one = (int64_t)hue[0] * hue[0] + (int64_t)3 * hue[1] * hue[1],
                  two = (int64_t)chroma[0] * chroma[0] + (int64_t)3 * chroma[1] * chroma[1];
    return dot > 0 && 4 * dot * dot >= 3 * one * two;
}

/* Adds a colour of the table with a weight in 256ths. */
static void add_colour(int32_t sum[3], const uint8_t *at, int32_t weight) {
    const uint32_t entry = at[0] | (uint32_t)at[1] << 8;
    for (int i = 0; i < 3; i++) {
        const uint32_t v = entry >> (10 - 5 * i) & 31u;
        sum[i] += (int32_t)(v << 3 | v >> 2) * weight;
    }
}

/* Interpolates in the tetrahedron of the cube that a colour lies in: from the corner below the colour to the corner above it, along the edges in the order of how far the
 * colour lies along each. */
static uint32_t look_up(const rs_grade *grade, const int32_t c[3]) {
    static const int32_t steps[3] = {1 << 11, 1 << 6, 1 << 1}; /* bytes to the next entry */
    int32_t along[3], sum[3] = {128, 128, 128}, out[3], passed = RS_POST_FULL;
    const uint8_t *at = grade->colours;
    for (int i = 0; i < 3; i++) {
        int32_t v = c[i] >> 3;
        if ((v << 3 | v >> 2) > c[i]) v--;
        const int32_t low = v << 3 | v >> 2, high = (v + 1) << 3 | (v + 1) >> 2;
        along[i] = v == 31 ? 0 : ((c[i] - low) * RS_POST_FULL + (high - low) / 2) / (high - low);
        at += v * steps[i];
    }
    for (int edge = 0; edge < 3; edge++) {
        int most = 0;
        for (int i = 1; i < 3; i++)
            if (along[i] > along[most]) most = i;
        if (along[most] <= 0) break;
        add_colour(sum, at, passed - along[most]);
        passed = along[most];
        at += steps[most];
        along[most] = 0;
    }
    add_colour(sum, at, passed);
    for (int i = 0; i < 3; i++)
        out[i] = c[i] + fx_sra32((fx_sra32(sum[i], 8) - c[i]) * grade->weight + 128, 8);
    return join_channels(out);
}

uint32_t rs_grade_colour(const rs_grade *grade, uint32_t rgb) {
    const int32_t c[3] = {channel_of(rgb, 0), channel_of(rgb, 1), channel_of(rgb, 2)};
    const int32_t luma = (RED * c[0] + GREEN * c[1] + BLUE * c[2] + 128) >> 8;
    switch (grade->kind) {
    case RS_GRADE_MATRIX:
        return multiply_matrix(grade, c);
    case RS_GRADE_SATURATION:
        return saturate(c, luma, grade->weight);
    case RS_GRADE_BLEACH:
        return bleach(c, luma, grade->weight);
    case RS_GRADE_KEEP:
        return has_hue(grade->hue, rgb) ? rgb : saturate(c, luma, RS_POST_FULL - grade->weight);
    case RS_GRADE_LOOKUP:
        return look_up(grade, c);
    default:
        return rgb;
    }
}

void rs_grade_palette(const rs_grade *grade, const uint32_t *from, uint32_t *to, int count) {
    for (int i = 0; i < count; i++) to[i] = rs_grade_colour(grade, from[i]);
}

/* ---- pixels ---- */

/* A fade of 32-bit pixels: red and blue in one multiplication. */
static void fade_row_32(const rs_grade *grade, uint32_t *row, int count) {
    const uint32_t scale = (uint32_t)grade->matrix[0][0], green = (uint32_t)grade->matrix[1][3] + 128u,
                   sides =
                       ((uint32_t)grade->matrix[0][3] << 16) + (uint32_t)grade->matrix[2][3] + 0x00800080u;
    for (int i = 0; i < count; i++) {
        const uint32_t p = row[i];
        row[i] = ((p & 0x00FF00FFu) * scale + sides) >> 8 & 0x00FF00FFu;
        row[i] |= ((p >> 8 & 255u) * scale + green) & 0x0000FF00u;
    }
}

static void grade_row_32(const rs_grade *grade, uint32_t *row, int count) {
    uint32_t last = row[0], made = rs_grade_colour(grade, last & 0xFFFFFFu);
    for (int i = 0; i < count; i++) {
        if (row[i] != last) {
            last = row[i];
            made = rs_grade_colour(grade, last & 0xFFFFFFu);
        }
        row[i] = made;
    }
}

static void grade_row_16(const rs_grade *grade, rs_format format, uint16_t *row, int count) {
    uint16_t last = row[0], made = post_pack_16(format, rs_grade_colour(grade, post_unpack_16(format, last)));
    for (int i = 0; i < count; i++) {
        if (row[i] != last) {
            last = row[i];
            made = post_pack_16(format, rs_grade_colour(grade, post_unpack_16(format, last)));
        }
        row[i] = made;
    }
}

void rs_post_grade(const void *constants, const rs_surface *surface, uint16_t *depth) {
    const rs_grade *grade = constants;
    const rs_format format = (rs_format)surface->format;
    (void)depth;
    if (rs_grade_is_none(grade) || format == RS_PAL8 || surface->width <= 0) return;
    for (int y = surface->top; y < surface->top + surface->lines; y++) {
        void *row = rs_row(surface, y);
        if (format != RS_XRGB8888)
            grade_row_16(grade, format, row, surface->width);
        else if (grade->even)
            fade_row_32(grade, row, surface->width);
        else
            grade_row_32(grade, row, surface->width);
    }
}
