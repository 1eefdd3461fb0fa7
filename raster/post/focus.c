/* Depth of field: what lies before and behind the focus is mixed with a blurred picture of a quarter of the size, made of blurred pixels alone. */
#include "raster/frame.h"
#include "raster/post/cells.h"
#include "raster/post/pixels.h"

/* CHANNELS of a cell: the colours times how much their pixels are blurred, and in the last one that amount, as if it were the channel of a white pixel. */
enum { CHANNELS = 4, AMOUNT = 3, WHITE = 255, NOTHING_DRAWN = 65535 };

/* A picture while it is blurred. */
typedef struct focus_work {
    const rs_focus *focus;
    const rs_surface *surface;
    const uint16_t *depth;
    post_cells cells;
    uint32_t code, weight; /* the last depth code, and its weight */
} focus_work;

size_t rs_focus_bytes(int width, int height) { return post_cells_bytes(width, height, CHANNELS); }

uint32_t rs_focus_weight(const rs_focus *focus, uint16_t code) {
    const fx distance = rs_depth_distance(focus->camera, code);
    if (code == NOTHING_DRAWN) return focus->strength > 0 ? RS_POST_FULL : 0;
    const int64_t away = (int64_t)fx_magnitude64((int64_t)distance - focus->distance) - focus->range;
    if (away <= 0 || focus->strength <= 0) return 0;
    const int64_t far = away > INT32_MAX ? INT32_MAX : away; /* metres times 2^16; the product has 62 bits */
    const int64_t weight = (far * focus->strength + (1 << 23)) >> 24;
    return weight > RS_POST_FULL ? RS_POST_FULL : (uint32_t)weight;
}

/* Neighbours mostly have depths that lie close together: a depth as that of the pixel before costs a comparison. */
static uint32_t weight_at(focus_work *w, int x, int y) {
    const uint16_t code = w->depth[(size_t)y * (size_t)w->surface->width + (size_t)x];
    if (code == w->code) return w->weight;
    w->code = code;
    w->weight = rs_focus_weight(w->focus, code);
    return w->weight;
}

/* Whether anything was drawn with depth. */
static bool has_depth(const focus_work *w) {
    const size_t count = (size_t)w->surface->width * (size_t)w->surface->height;
    for (size_t i = 0; i < count; i++)
        if (w->depth[i] != NOTHING_DRAWN) return true;
    return false;
}

/* Adds the pixels of a line to their cells, each by how much it is blurred, in 16ths and at least one: 16 pixels of white, wholly blurred, make 65,280. */
static void gather_blurred_line(focus_work *w, int y) {
    const void *row = rs_row(w->surface, y);
    uint16_t *cells = post_cells_row(&w->cells, y / POST_CELL);
    for (int x = 0; x < w->surface->width; x++) {
        const uint32_t weight = weight_at(w, x, y), share = (weight + 15u) / 16u;
        if (weight == 0) continue;
        const uint32_t rgb = post_colour_at((rs_format)w->surface->format, row, x);
        uint16_t *cell = cells + x / POST_CELL * CHANNELS;
        for (int i = 0; i < AMOUNT; i++) cell[i] = (uint16_t)(cell[i] + (rgb >> (16 - 8 * i) & 255u) * share);
        cell[AMOUNT] = (uint16_t)(cell[AMOUNT] + WHITE * share);
    }
}

static bool gather_blurred(focus_work *w) {
    const size_t count = post_cells_count(&w->cells);
    uint32_t any = 0;
    for (size_t i = 0; i < count; i++) w->cells.at[i] = 0;
    for (int y = 0; y < w->surface->height; y++) gather_blurred_line(w, y);
    for (size_t i = AMOUNT; i < count; i += CHANNELS) any |= w->cells.at[i];
    return any != 0;
}

/* A colour on its way to the blurred one. */
static uint32_t blurred(const focus_work *w, const post_place *x, const post_place *y, uint32_t rgb,
                        uint32_t weight) {
    const uint32_t amount = post_cells_between(&w->cells, x, y, AMOUNT);
    uint32_t mixed = 0;
    if (amount == 0) return rgb;
    for (int i = 0; i < AMOUNT; i++) {
        const uint32_t sum = post_cells_between(&w->cells, x, y, i), own = rgb >> (16 - 8 * i) & 255u;
        uint32_t code = (sum * WHITE + amount / 2u) / amount;
        if (code > WHITE) code = WHITE;
        mixed =
            mixed << 8 | (own * (RS_POST_FULL - weight) + code * weight + RS_POST_FULL / 2u) / RS_POST_FULL;
    }
    return mixed;
}

static void blur_line(focus_work *w, int y) {
    const post_place down = post_place_of(y, w->cells.rows);
    const rs_format format = (rs_format)w->surface->format;
    void *row = rs_row(w->surface, y);
    for (int x = 0; x < w->surface->width; x++) {
        const uint32_t weight = weight_at(w, x, y);
        if (weight == 0) continue;
        const post_place across = post_place_of(x, w->cells.columns);
        const uint32_t rgb = blurred(w, &across, &down, post_colour_at(format, row, x), weight);
        if (format == RS_XRGB8888)
            ((uint32_t *)row)[x] = rgb;
        else
            ((uint16_t *)row)[x] = post_pack_nearest(format, rgb);
    }
}

void rs_post_focus(const void *constants, const rs_surface *surface, uint16_t *depth) {
    const rs_focus *focus = constants;
    focus_work w = {focus, surface, depth, post_cells_of(focus->cells, surface, CHANNELS), NOTHING_DRAWN, 0};
    if (!post_is_direct(surface->format) || surface->lines != surface->height || depth == NULL ||
        focus->strength <= 0 || !has_depth(&w))
        return;
    w.weight = rs_focus_weight(focus, NOTHING_DRAWN);
    if (!gather_blurred(&w)) return;
    for (int i = 0; i < focus->rounds; i++) post_cells_blur(&w.cells);
    for (int y = 0; y < surface->height; y++) blur_line(&w, y);
}
