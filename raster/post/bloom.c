/* Bloom: what is too bright shines over its neighbours, by way of a picture of a quarter of the size. */
#include "fixedmath/bits.h"
#include "raster/post/pixels.h"

enum { SIDE = 4 }; /* pixels of a cell's side */

/* A surface, and a cell for every 4 x 4 pixels of it: three channels, each a mean in 256ths of a code. */
typedef struct bloom_work {
    const rs_bloom *bloom;
    const rs_surface *surface;
    int columns, rows;
} bloom_work;

size_t rs_bloom_bytes(int width, int height) {
    return (size_t)((width + SIDE - 1) / SIDE) * (size_t)((height + SIDE - 1) / SIDE) * 3u * sizeof(uint16_t);
}

static uint32_t colour_at(const rs_surface *surface, const void *row, int x) {
    if (surface->format == RS_XRGB8888) return ((const uint32_t *)row)[x] & 0xFFFFFFu;
    return post_unpack_16((rs_format)surface->format, ((const uint16_t *)row)[x]);
}

/* ---- light above the threshold ---- */

/* Adds up what the pixels of a line have above the threshold, in 16ths of a code a pixel of the cell. */
static void gather_line(const bloom_work *w, int y) {
    const void *row = rs_row(w->surface, y);
    uint16_t *cells = w->bloom->cells + (size_t)(y / SIDE) * (size_t)w->columns * 3u;
    const uint32_t threshold = w->bloom->threshold;
    for (int x = 0; x < w->surface->width; x++) {
        const uint32_t rgb = colour_at(w->surface, row, x);
        for (int i = 0; i < 3; i++) {
            const uint32_t code = rgb >> (16 - 8 * i) & 255u, limit = threshold >> (16 - 8 * i) & 255u;
            if (code > limit)
                cells[x / SIDE * 3 + i] = (uint16_t)(cells[x / SIDE * 3 + i] + (code - limit) * 16u);
        }
    }
}

static bool gather(const bloom_work *w) {
    const size_t count = (size_t)w->columns * (size_t)w->rows * 3u;
    uint32_t any = 0;
    for (size_t i = 0; i < count; i++) w->bloom->cells[i] = 0;
    for (int y = 0; y < w->surface->height; y++) gather_line(w, y);
    for (size_t i = 0; i < count; i++) any |= w->bloom->cells[i];
    return any != 0;
}

/* ---- the blur ---- */

/* Blurs a line of cells that lie `step` apart by (1, 2, 1) / 4; beyond the edges the outermost cells repeat. */
static void blur_cells(uint16_t *at, int count, int step) {
    uint32_t before = *at;
    for (int i = 0; i < count; i++, at += step) {
        const uint32_t own = *at, next = i + 1 < count ? at[step] : own;
        *at = (uint16_t)((before + 2u * own + next + 2u) >> 2);
        before = own;
    }
}

static void blur(const bloom_work *w) {
    const int line = w->columns * 3;
    for (int y = 0; y < w->rows; y++)
        for (int i = 0; i < 3; i++) blur_cells(w->bloom->cells + y * line + i, w->columns, 3);
    for (int x = 0; x < line; x++) blur_cells(w->bloom->cells + x, w->rows, line);
}

/* ---- over the picture ---- */

/* The two cells between whose middles the middle of a pixel lies, and how far, in eighths. */
typedef struct bloom_place {
    int first, second, part;
} bloom_place;

static bloom_place place_of(int pixel, int count) {
    const int32_t eighths = 2 * pixel + 1 - SIDE;
    const int first = fx_sra32(eighths, 3);
    return (bloom_place){first < 0 ? 0 : first, first + 1 < count ? first + 1 : count - 1, eighths & 7};
}

/* The glow that a pixel gets, as a colour. */
static uint32_t glow_at(const bloom_work *w, const bloom_place *x, const bloom_place *y) {
    const uint16_t *above = w->bloom->cells + (size_t)y->first * (size_t)w->columns * 3u,
                   *below = w->bloom->cells + (size_t)y->second * (size_t)w->columns * 3u;
    const uint32_t right = (uint32_t)x->part, left = 8u - right, low = (uint32_t)y->part, high = 8u - low;
    const uint32_t weight = (uint32_t)w->bloom->weight;
    uint32_t rgb = 0;
    for (int i = 0; i < 3; i++) {
        const int a = x->first * 3 + i, b = x->second * 3 + i;
        const uint32_t cell =
            (above[a] * left + above[b] * right) * high + (below[a] * left + below[b] * right) * low;
        const uint32_t code = (cell * weight + (1u << 21)) >> 22;
        rgb = rgb << 8 | (code > 255 ? 255u : code);
    }
    return rgb;
}

static uint32_t add_saturated(uint32_t rgb, uint32_t glow) {
    uint32_t sum = 0;
    for (int shift = 0; shift < 24; shift += 8) {
        const uint32_t code = (rgb >> shift & 255u) + (glow >> shift & 255u);
        sum |= (code > 255 ? 255u : code) << shift;
    }
    return sum;
}

static void light_line(const bloom_work *w, int y) {
    const bloom_place down = place_of(y, w->rows);
    const rs_format format = (rs_format)w->surface->format;
    void *row = rs_row(w->surface, y);
    for (int x = 0; x < w->surface->width; x++) {
        const bloom_place across = place_of(x, w->columns);
        const uint32_t glow = glow_at(w, &across, &down);
        if (glow == 0) continue;
        const uint32_t rgb = add_saturated(colour_at(w->surface, row, x), glow);
        if (format == RS_XRGB8888)
            ((uint32_t *)row)[x] = rgb;
        else
            ((uint16_t *)row)[x] = post_pack_16(format, rgb);
    }
}

void rs_post_bloom(const void *constants, const rs_surface *surface, uint16_t *depth) {
    const rs_bloom *bloom = constants;
    const bloom_work w = {bloom, surface, (surface->width + SIDE - 1) / SIDE,
                          (surface->height + SIDE - 1) / SIDE};
    (void)depth;
    if (!post_is_direct(surface->format) || surface->lines != surface->height || bloom->weight <= 0 ||
        !gather(&w))
        return;
    for (int i = 0; i < bloom->rounds; i++) blur(&w);
    for (int y = 0; y < surface->height; y++) light_line(&w, y);
}
