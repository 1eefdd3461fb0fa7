/* Motion blur: means of pixels along the vectors of a velocity buffer, in place and from the top down. */
#include <string.h>

#include "fixedmath/bits.h"
#include "raster/mesh.h"
#include "raster/post/pixels.h"

static int cells_of(int pixels) { return (pixels + RS_MOTION_CELL - 1) / RS_MOTION_CELL; }

size_t rs_motion_vector_bytes(int width, int height) {
    return (size_t)cells_of(width) * (size_t)cells_of(height) * 2u;
}

/* ---- the velocity buffer ---- */

static int longer_of(int x, int y) {
    const int across = x < 0 ? -x : x, down = y < 0 ? -y : y;
    return across > down ? across : down;
}

void rs_motion_write(const rs_motion *motion, const rs_view *pixels, int x, int y) {
    const int length = longer_of(x, y), columns = cells_of(motion->width);
    int left = pixels->x, top = pixels->y, right = left + pixels->width, end = top + pixels->height;
    if (length > RS_MOTION_MOST) {
        x = x * RS_MOTION_MOST / length;
        y = y * RS_MOTION_MOST / length;
    }
    if (left < 0) left = 0;
    if (top < 0) top = 0;
    if (right > motion->width) right = motion->width;
    if (end > motion->height) end = motion->height;
    if (left >= right) return;
    for (int row = top / RS_MOTION_CELL; row < cells_of(end); row++)
        for (int column = left / RS_MOTION_CELL; column < cells_of(right); column++) {
            int8_t *vector = motion->vectors + (size_t)(row * columns + column) * 2u;
            if (longer_of(vector[0], vector[1]) >= longer_of(x, y)) continue;
            vector[0] = (int8_t)x;
            vector[1] = (int8_t)y;
        }
}

/* ---- the picture ---- */

/* A picture while it is blurred. Lines above the present one, and that one, are read from where they were kept; those below stand in the picture. */
typedef struct motion_work {
    const rs_motion *motion;
    const rs_surface *surface;
    size_t bytes; /* of a line */
    int columns;
} motion_work;

/* How far the pixels lie from the middle whose mean a pixel becomes. */
typedef struct motion_taps {
    int count;
    int8_t x[RS_MOTION_TAPS], y[RS_MOTION_TAPS];
} motion_taps;

/* A number of half pixels times part / (2 count), as pixels, to nearest, halves away from 0. */
static int8_t tap_at(int halves, int part, int count) {
    const int twice = halves * part, whole = 4 * count;
    return (int8_t)((twice < 0 ? twice - whole / 2 : twice + whole / 2) / whole);
}

static motion_taps taps_of(const int8_t *vector) {
    motion_taps taps = {.count = longer_of(vector[0], vector[1]) / 2};
    if (taps.count > RS_MOTION_TAPS) taps.count = RS_MOTION_TAPS;
    for (int i = 0; i < taps.count; i++) {
        taps.x[i] = tap_at(vector[0], 2 * i + 1 - taps.count, taps.count);
        taps.y[i] = tap_at(vector[1], 2 * i + 1 - taps.count, taps.count);
    }
    return taps;
}

static uint8_t *kept_line(const motion_work *w, int y) {
    return w->motion->lines + (size_t)(y % RS_MOTION_LINES) * w->bytes;
}

static const int8_t *vectors_at(const motion_work *w, int y) {
    return w->motion->vectors + (size_t)(y / RS_MOTION_CELL) * (size_t)w->columns * 2u;
}

static bool moves(const motion_work *w, int y) {
    const int8_t *vectors = vectors_at(w, y);
    for (int i = 0; i < w->columns; i++)
        if (longer_of(vectors[2 * i], vectors[2 * i + 1]) >= 2) return true;
    return false;
}

/* Whether the lines y .. y + RS_MOTION_LINES - 1, which may read line y, have cells that move. */
static bool is_read_later(const motion_work *w, int y) {
    for (int line = y; line < y + RS_MOTION_LINES && line < w->surface->height;
         line += RS_MOTION_CELL - line % RS_MOTION_CELL)
        if (moves(w, line)) return true;
    return false;
}

static uint32_t mean_at(const motion_work *w, const motion_taps *taps, int x, int y) {
    const uint32_t count = (uint32_t)taps->count;
    uint32_t red = count / 2u, green = red, blue = red;
    for (int i = 0; i < taps->count; i++) {
        int column = x + taps->x[i], line = y + taps->y[i];
        column = column < 0 ? 0 : column >= w->surface->width ? w->surface->width - 1 : column;
        line = line < 0 ? 0 : line >= w->surface->height ? w->surface->height - 1 : line;
        const void *row = line <= y ? kept_line(w, line) : rs_row(w->surface, line);
        const uint32_t rgb = post_colour_at((rs_format)w->surface->format, row, column);
        red += rgb >> 16;
        green += rgb >> 8 & 255u;
        blue += rgb & 255u;
    }
    return red / count << 16 | green / count << 8 | blue / count;
}

static void blur_line(const motion_work *w, int y) {
    const int8_t *vector = vectors_at(w, y);
    void *row = rs_row(w->surface, y);
    for (int left = 0; left < w->surface->width; left += RS_MOTION_CELL, vector += 2) {
        const motion_taps taps = taps_of(vector);
        if (taps.count < 1) continue;
        for (int x = left; x < left + RS_MOTION_CELL && x < w->surface->width; x++)
            post_put_colour((rs_format)w->surface->format, row, x, mean_at(w, &taps, x, y));
    }
}

void rs_post_motion(const void *constants, const rs_surface *surface, uint16_t *depth) {
    const rs_motion *motion = constants;
    const motion_work w = {motion, surface, rs_row_bytes((rs_format)surface->format, surface->width),
                           cells_of(surface->width)};
    (void)depth;
    if (!post_is_direct(surface->format) || surface->lines != surface->height) return;
    for (int y = 0; y < surface->height; y++) {
        if (!is_read_later(&w, y)) continue;
        memcpy(kept_line(&w, y), rs_row(surface, y), w.bytes);
        if (moves(&w, y)) blur_line(&w, y);
    }
}
