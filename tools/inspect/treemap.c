/* Lays treemaps out row by row and paints them. */
#include "tools/inspect/treemap.h"

#include <string.h>

#include "raster/font.h"

typedef struct rectangle {
    double x, y, width, height;
} rectangle;

typedef struct canvas {
    int width, height;
    uint32_t *pixels;
} canvas;

static uint32_t shade(uint32_t colour, uint32_t percent) {
    uint32_t red = (colour >> 16 & 255u) * percent / 100, green = (colour >> 8 & 255u) * percent / 100;
    uint32_t blue = (colour & 255u) * percent / 100;
    return (red > 255 ? 255 : red) << 16 | (green > 255 ? 255 : green) << 8 | (blue > 255 ? 255 : blue);
}

static void put_label(const canvas *c, int x, int y, int room, const char *label, uint32_t colour) {
    size_t length = strlen(label), most = (size_t)room / 8;
    /* The end of a name says more than its beginning, so the beginning is cut. */
    if (length > most) label += length - most;
    for (; *label != 0 && room >= 8; label++, x += 8, room -= 8) {
        const uint8_t *rows = rs_font_glyph((uint8_t)*label);
        for (int row = 0; row < 8; row++) {
            for (int bit = 0; bit < 8; bit++) {
                if ((rows[row] >> (7 - bit) & 1) != 0) c->pixels[(y + row) * c->width + x + bit] = colour;
            }
        }
    }
}

static void paint(const canvas *c, const treemap_item *item, rectangle r) {
    int left = (int)(r.x + 0.5), top = (int)(r.y + 0.5), right = (int)(r.x + r.width + 0.5),
        bottom = (int)(r.y + r.height + 0.5);
    for (int y = top; y < bottom && y < c->height; y++) {
        for (int x = left; x < right && x < c->width; x++) {
            bool edge = x == right - 1 || y == bottom - 1;
            c->pixels[y * c->width + x] = edge ? shade(item->colour, 55) : item->colour;
        }
    }
    if (right - left >= 24 && bottom - top >= 12)
        put_label(c, left + 3, top + 3, right - left - 4, item->label, 0x101010);
}

/* The worst ratio of sides in a row of items with these areas along a side. */
static double worst(double smallest, double largest, double sum, double side) {
    double a = side * side * largest / (sum * sum), b = sum * sum / (side * side * smallest);
    return a > b ? a : b;
}

/* How many of the items make the best row along the shorter side, and their sum. */
static uint32_t row_of(const treemap_item *items, uint32_t count, double scale, double side, double *sum) {
    uint32_t taken = 1;
    *sum = (double)items[0].size * scale;
    double now = worst(*sum, *sum, *sum, side);
    while (taken < count) {
        double area = (double)items[taken].size * scale, next = *sum + area;
        double ratio = worst(area, (double)items[0].size * scale, next, side);
        if (ratio > now) break;
        now = ratio;
        *sum = next;
        taken++;
    }
    return taken;
}

void treemap_draw(const treemap_item *items, uint32_t count, int width, int height, uint32_t *pixels) {
    const canvas c = {width, height, pixels};
    rectangle left = {0, 0, width, height};
    uint64_t total = 0;
    while (count > 0 && items[count - 1].size == 0) count--;
    for (uint32_t i = 0; i < count; i++) total += items[i].size;
    memset(pixels, 0, (size_t)width * (size_t)height * sizeof *pixels);
    double scale = total == 0 ? 0 : (double)width * height / (double)total;
    while (count > 0) {
        bool tall = left.width >= left.height; /* the row is a column at the left side */
        double side = tall ? left.height : left.width, sum;
        if (side <= 0) break;
        uint32_t taken = row_of(items, count, scale, side, &sum);
        double depth = sum / side, at = 0;
        for (uint32_t i = 0; i < taken; i++) {
            double length = (double)items[i].size * scale / depth;
            paint(&c, &items[i],
                  tall ? (rectangle){left.x, left.y + at, depth, length}
                       : (rectangle){left.x + at, left.y, length, depth});
            at += length;
        }
        left = tall ? (rectangle){left.x + depth, left.y, left.width - depth, left.height}
                    : (rectangle){left.x, left.y + depth, left.width, left.height - depth};
        items += taken;
        count -= taken;
    }
}
