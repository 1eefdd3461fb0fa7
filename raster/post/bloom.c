/* Bloom: what is too bright shines over its neighbours, by way of a picture of a quarter of the size. */
#include "raster/post/cells.h"
#include "raster/post/pixels.h"

/* A surface, and its cells: three channels, each a mean in 256ths of a code. */
typedef struct bloom_work {
    const rs_bloom *bloom;
    const rs_surface *surface;
    post_cells cells;
} bloom_work;

size_t rs_bloom_bytes(int width, int height) { return post_cells_bytes(width, height, 3); }

/* ---- light above the threshold ---- */

/* Adds up what the pixels of a line have above the threshold, in 16ths of a code a pixel of the cell. */
static void gather_line(const bloom_work *w, int y) {
    const void *row = rs_row(w->surface, y);
    uint16_t *cells = post_cells_row(&w->cells, y / POST_CELL);
    const uint32_t threshold = w->bloom->threshold;
    for (int x = 0; x < w->surface->width; x++) {
        const uint32_t rgb = post_colour_at((rs_format)w->surface->format, row, x);
        for (int i = 0; i < 3; i++) {
            const uint32_t code = rgb >> (16 - 8 * i) & 255u, limit = threshold >> (16 - 8 * i) & 255u;
            uint16_t *cell = &cells[x / POST_CELL * 3 + i];
            if (code > limit) *cell = (uint16_t)(*cell + (code - limit) * 16u);
        }
    }
}

static bool gather(const bloom_work *w) {
    const size_t count = post_cells_count(&w->cells);
    uint32_t any = 0;
    for (size_t i = 0; i < count; i++) w->cells.at[i] = 0;
    for (int y = 0; y < w->surface->height; y++) gather_line(w, y);
    for (size_t i = 0; i < count; i++) any |= w->cells.at[i];
    return any != 0;
}

/* ---- the blur ---- */

/* Blurs a line of cells that lie `step` apart. */
static void blur_line(uint16_t *at, int count, int step) {
    uint32_t before = *at;
    for (int i = 0; i < count; i++, at += step) {
        const uint32_t own = *at, next = i + 1 < count ? at[step] : own;
        *at = (uint16_t)((before + 2u * own + next + 2u) >> 2);
        before = own;
    }
}

void post_cells_blur(const post_cells *cells) {
    const int line = cells->columns * cells->channels;
    for (int y = 0; y < cells->rows; y++)
        for (int i = 0; i < cells->channels; i++)
            blur_line(post_cells_row(cells, y) + i, cells->columns, cells->channels);
    for (int x = 0; x < line; x++) blur_line(cells->at + x, cells->rows, line);
}

/* ---- over the picture ---- */

/* The glow that a pixel gets, as a colour. */
static uint32_t glow_at(const bloom_work *w, const post_place *x, const post_place *y) {
    const uint32_t weight = (uint32_t)w->bloom->weight;
    uint32_t rgb = 0;
    for (int i = 0; i < 3; i++) {
        const uint32_t code = (post_cells_between(&w->cells, x, y, i) * weight + (1u << 21)) >> 22;
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
    const post_place down = post_place_of(y, w->cells.rows);
    const rs_format format = (rs_format)w->surface->format;
    void *row = rs_row(w->surface, y);
    for (int x = 0; x < w->surface->width; x++) {
        const post_place across = post_place_of(x, w->cells.columns);
        const uint32_t glow = glow_at(w, &across, &down);
        if (glow != 0) post_put_colour(format, row, x, add_saturated(post_colour_at(format, row, x), glow));
    }
}

void rs_post_bloom(const void *constants, const rs_surface *surface, uint16_t *depth) {
    const rs_bloom *bloom = constants;
    const bloom_work w = {bloom, surface, post_cells_of(bloom->cells, surface, 3)};
    (void)depth;
    if (!post_is_direct(surface->format) || surface->lines != surface->height || bloom->weight <= 0 ||
        !gather(&w))
        return;
    for (int i = 0; i < bloom->rounds; i++) post_cells_blur(&w.cells);
    for (int y = 0; y < surface->height; y++) light_line(&w, y);
}
