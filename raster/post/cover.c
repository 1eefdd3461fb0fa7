/* Covers, vignettes, mosaics, and what stays of the picture before. */
#include <string.h>

#include "fixedmath/root.h"
#include "raster/mesh.h"
#include "raster/post/pixels.h"

/* ---- covers ---- */

/* Pixels from..end-1 of a line are those whose centres lie in a circle. */
typedef struct cover_gap {
    int from, end;
} cover_gap;

static cover_gap find_gap(const rs_cover *cover, int circle, int y) {
    const int32_t high = 2 * y + 1 - cover->centre_y, radius = cover->radius;
    if (radius < 1 || high > radius || high < -radius) return (cover_gap){0, 0};
    const int32_t half = (int32_t)fx_isqrt32((uint32_t)(radius * radius - high * high));
    const int32_t left = cover->centre_x[circle] - half, right = cover->centre_x[circle] + half;
    /* Centres are at 2 x + 1. Sums are made positive: numbers of 16 bits lie less than 65,536 half pixels to the left. */
    return (cover_gap){(left + 65536) / 2 - 32768, (right + 65535) / 2 - 32767};
}

static void cover_between(const rs_surface *surface, int y, int from, int end, uint32_t native) {
    if (end > from) rs_fill(surface, from, y, end - from, 1, native);
}

static void cover_line(const rs_cover *cover, const rs_surface *surface, int y) {
    cover_gap one = find_gap(cover, 0, y), two = {0, 0};
    if (cover->circles > 1) two = find_gap(cover, 1, y);
    if (one.end <= one.from || (two.end > two.from && two.from < one.from)) {
        const cover_gap first = two;
        two = one;
        one = first;
    }
    if (one.end <= one.from) {
        rs_fill(surface, 0, y, surface->width, 1, cover->native);
        return;
    }
    cover_between(surface, y, 0, one.from, cover->native);
    if (two.end > two.from) {
        cover_between(surface, y, one.end, two.from, cover->native);
        if (two.end > one.end) one.end = two.end;
    }
    cover_between(surface, y, one.end, surface->width, cover->native);
}

void rs_post_cover(const void *constants, const rs_surface *surface, uint16_t *depth) {
    const rs_cover *cover = constants;
    (void)depth;
    if (cover->circles == 0) {
        rs_fill(surface, cover->x, cover->y, cover->width, cover->height, cover->native);
        return;
    }
    for (int y = surface->top; y < surface->top + surface->lines; y++) cover_line(cover, surface, y);
}

/* ---- vignettes ---- */

static uint32_t dim_16(rs_format format, uint32_t pixel, uint32_t factor) {
    const uint32_t bits = format == RS_RGB565 ? 63u : 31u, top = format == RS_RGB565 ? 11 : 10;
    const uint32_t low = ((pixel & 31u) * factor + 128u) >> 8,
                   middle = ((pixel >> 5 & bits) * factor + 128u) >> 8,
                   high = ((pixel >> top & 31u) * factor + 128u) >> 8;
    return high << top | middle << 5 | low;
}

static uint32_t dim_32(uint32_t pixel, uint32_t factor) {
    const uint32_t sides = ((pixel & 0x00FF00FFu) * factor + 0x00800080u) >> 8 & 0x00FF00FFu;
    return sides | (((pixel >> 8 & 255u) * factor + 128u) & 0x0000FF00u);
}

/* Darkens a line, which its height alone makes so much darker: both in 2^-24 of the corner's distance, squared. */
static void dim_line(const rs_vignette *v, const rs_surface *surface, void *row, uint32_t across,
                     uint32_t down) {
    const uint32_t weight = (uint32_t)v->weight;
    for (int x = 0; x < surface->width; x++) {
        const int32_t side = 2 * x + 1 - surface->width;
        const uint32_t far = ((uint32_t)(side * side) * across + down) >> 16;
        const uint32_t factor = RS_POST_FULL - (weight * far >> 8);
        if (surface->format == RS_PAL8)
            ((uint8_t *)row)[x] = v->shades[((factor + 4u) >> 3) * 256u + ((uint8_t *)row)[x]];
        else if (surface->format == RS_XRGB8888)
            ((uint32_t *)row)[x] = dim_32(((uint32_t *)row)[x], factor);
        else
            ((uint16_t *)row)[x] = (uint16_t)dim_16((rs_format)surface->format, ((uint16_t *)row)[x], factor);
    }
}

void rs_post_vignette(const void *constants, const rs_surface *surface, uint16_t *depth) {
    const rs_vignette *v = constants;
    (void)depth;
    if (v->weight <= 0 || surface->width < 2 || (surface->format == RS_PAL8 && v->shades == NULL)) return;
    const uint32_t width = (uint32_t)surface->width, height = (uint32_t)surface->height;
    const uint32_t across = (1u << 23) / (width * width), down = (1u << 23) / (height * height);
    for (int y = surface->top; y < surface->top + surface->lines; y++) {
        const int32_t high = 2 * y + 1 - surface->height;
        dim_line(v, surface, rs_row(surface, y), across, (uint32_t)(high * high) * down);
    }
}

/* ---- mosaics ---- */

void rs_post_mosaic(const void *constants, const rs_surface *surface, uint16_t *depth) {
    const rs_mosaic *mosaic = constants;
    const int size = mosaic->size, end = surface->top + surface->lines;
    const size_t bytes = rs_row_bytes((rs_format)surface->format, surface->width);
    (void)depth;
    if (size < 2) return;
    for (int y = surface->top; y < end; y++) {
        uint8_t *row = rs_row(surface, y);
        const int first = y - y % size; /* the first line of the blocks that y lies in */
        if (first == y)
            for (int x = 0; x < surface->width; x += size)
                rs_fill(surface, x, y, size, 1, rs_pixel(surface, x, y));
        else
            memcpy(row, first < surface->top ? mosaic->line : rs_row(surface, first), bytes);
        if (y == end - 1 && first + size > end && mosaic->line != NULL) memcpy(mosaic->line, row, bytes);
    }
}

/* ---- the picture before ---- */

static uint32_t mix_16(rs_format format, uint32_t kept, uint32_t pixel, uint32_t weight) {
    const uint32_t bits = format == RS_RGB565 ? 63u : 31u, top = format == RS_RGB565 ? 11 : 10,
                   rest = RS_POST_FULL - weight;
    const uint32_t low = ((kept & 31u) * weight + (pixel & 31u) * rest) >> 8,
                   middle = ((kept >> 5 & bits) * weight + (pixel >> 5 & bits) * rest) >> 8,
                   high = ((kept >> top & 31u) * weight + (pixel >> top & 31u) * rest) >> 8;
    return high << top | middle << 5 | low;
}

static uint32_t mix_32(uint32_t kept, uint32_t pixel, uint32_t weight) {
    const uint32_t rest = RS_POST_FULL - weight;
    const uint32_t sides = ((kept & 0x00FF00FFu) * weight + (pixel & 0x00FF00FFu) * rest) >> 8 & 0x00FF00FFu;
    return sides | (((kept >> 8 & 255u) * weight + (pixel >> 8 & 255u) * rest) & 0x0000FF00u);
}

void rs_post_trail(const void *constants, const rs_surface *surface, uint16_t *depth) {
    const rs_trail *t = constants;
    const uint32_t weight = (uint32_t)t->weight;
    (void)depth;
    if (!post_is_direct(surface->format)) return;
    for (int y = surface->top; y < surface->top + surface->lines; y++) {
        void *row = rs_row(surface, y), *kept = t->kept + (size_t)y * (size_t)t->stride;
        for (int x = 0; x < surface->width; x++) {
            if (surface->format == RS_XRGB8888) {
                uint32_t *pixel = (uint32_t *)row + x, *before = (uint32_t *)kept + x;
                *pixel = mix_32(*before, *pixel, weight);
                if (!t->is_held) *before = *pixel;
            } else {
                uint16_t *pixel = (uint16_t *)row + x, *before = (uint16_t *)kept + x;
                *pixel = (uint16_t)mix_16((rs_format)surface->format, *before, *pixel, weight);
                if (!t->is_held) *before = *pixel;
            }
        }
    }
}
