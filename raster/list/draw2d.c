/* 2D commands of the display list: rectangles, sprites and text, recorded once and drawn into every band they touch. */
#include <string.h>

#include "raster/font.h"
#include "raster/list/list.h"

static rs_surface band_surface(const rs_band *band) {
    rs_surface surface;
    surface.pixels = band->pixels;
    surface.stride = band->stride;
    surface.width = band->width;
    surface.height = band->end;
    surface.top = band->top;
    surface.lines = (int16_t)(band->end - band->top);
    surface.format = band->format;
    return surface;
}

static void draw_rectangle(const rs_draw *draw, const rs_item *item, const rs_band *band) {
    rs_surface surface = band_surface(band);
    (void)item;
    rs_fill(&surface, draw->flat.rectangle.x, draw->flat.rectangle.y, draw->flat.rectangle.width,
            draw->flat.rectangle.height, draw->flat.rectangle.native);
}

static void put(uint8_t *line, int x, int bytes, uint32_t native) {
    if (bytes == 1) {
        line[x] = (uint8_t)native;
    } else if (bytes == 2) {
        ((uint16_t *)(void *)line)[x] = (uint16_t)native;
    } else {
        ((uint32_t *)(void *)line)[x] = native;
    }
}

static uint32_t sprite_pixel(const rs_sprite *sprite, size_t at) {
    switch (rs_format_bytes((rs_format)sprite->format)) {
    case 1:
        return sprite->pixels[at];
    case 2:
        return ((const uint16_t *)(const void *)sprite->pixels)[at];
    default:
        return ((const uint32_t *)(const void *)sprite->pixels)[at];
    }
}

static uint32_t through_palette(const rs_draw *draw, uint32_t pixel) {
    if (draw->flat.sprite.palette == NULL) return pixel;
    return draw->format == RS_XRGB8888 ? ((const uint32_t *)draw->flat.sprite.palette)[pixel]
                                       : ((const uint16_t *)draw->flat.sprite.palette)[pixel];
}

static void draw_sprite(const rs_draw *draw, const rs_item *item, const rs_band *band) {
    const rs_sprite *image = &draw->flat.sprite.image;
    int32_t left = draw->flat.sprite.x, top = draw->flat.sprite.y, right = left + image->width,
            bottom = top + image->height;
    int32_t x0 = left < 0 ? 0 : left, x1 = right > band->width ? band->width : right;
    int bytes = rs_format_bytes((rs_format)band->format);
    (void)item;
    if (bottom > band->end) bottom = band->end;
    for (int32_t y = top < band->top ? band->top : top; y < bottom; y++) {
        uint8_t *line = band->pixels + (ptrdiff_t)(y - band->top) * band->stride;
        size_t source = (size_t)(y - top) * (size_t)image->width;
        for (int32_t x = x0; x < x1; x++) {
            uint32_t pixel = sprite_pixel(image, source + (size_t)(x - left));
            if (!image->keyed || pixel != 0) put(line, x, bytes, through_palette(draw, pixel));
        }
    }
}

static void draw_text(const rs_draw *draw, const rs_item *item, const rs_band *band) {
    int32_t top = draw->flat.text.y, bottom = top + 8 > band->end ? band->end : top + 8;
    int bytes = rs_format_bytes((rs_format)band->format);
    (void)item;
    for (int32_t y = top < band->top ? band->top : top; y < bottom; y++) {
        uint8_t *line = band->pixels + (ptrdiff_t)(y - band->top) * band->stride;
        int32_t x = draw->flat.text.x;
        for (const char *text = draw->flat.text.text; *text != '\0' && x < band->width; text++, x += 8) {
            uint8_t bits = rs_font_glyph((uint8_t)*text)[y - top];
            for (int k = 0; k < 8 && bits != 0; k++, bits = (uint8_t)(bits << 1)) {
                if ((bits & 128u) != 0 && x + k >= 0 && x + k < band->width)
                    put(line, x + k, bytes, draw->flat.text.native);
            }
        }
    }
}

/* Appends a 2D command whose picture covers lines top .. top+height-1. */
static rs_result add(rs_frame *frame, rs_draw *draw, uint16_t offset, int64_t top, int64_t height) {
    rs_item item;
    int64_t last = top + height - 1;
    if (top < 0) top = 0;
    if (last >= frame->target.height) last = frame->target.height - 1;
    if (top > last) return RS_OK;
    memset(&item, 0, sizeof item);
    item.draw = offset;
    draw->format = (uint8_t)frame->target.format;
    if (!rs_item_add(frame, &item, (int)top, (int)last)) {
        frame->stats.lost++;
        return RS_LIST_FULL;
    }
    return RS_OK;
}

static rs_draw *begin(rs_frame *frame, uint16_t *offset, rs_item_function function) {
    rs_draw *draw = rs_draw_take(frame, offset);
    if (draw == NULL) {
        frame->stats.lost++;
    } else {
        draw->function = function;
    }
    return draw;
}

/* Coordinates far outside are brought near, so that sums below cannot overflow. */
static int32_t near_picture(int v) { return v < -(1 << 20) ? -(1 << 20) : v > 1 << 20 ? 1 << 20 : v; }

rs_result rs_frame_rectangle(rs_frame *frame, int x, int y, int width, int height, uint32_t native) {
    uint16_t offset = 0;
    rs_draw *draw;
    if (width <= 0 || height <= 0) return RS_OK;
    draw = begin(frame, &offset, draw_rectangle);
    if (draw == NULL) return RS_LIST_FULL;
    draw->flat.rectangle.x = x;
    draw->flat.rectangle.y = y;
    draw->flat.rectangle.width = width;
    draw->flat.rectangle.height = height;
    draw->flat.rectangle.native = native;
    return add(frame, draw, offset, y, height);
}

/* Cuts steps *first .. *last of a line to those whose minor coordinate, (2 k rise + length) / (2 length), is from .. to-1. */
static void cut_minor(int64_t length, int64_t rise, int64_t from, int64_t to, int64_t *first, int64_t *last) {
    if (to <= from || to <= 0 || (rise == 0 && from > 0)) {
        *last = -1;
        return;
    }
    if (rise == 0) return;
    if (from > 0) { /* 2 k rise + length >= 2 length from */
        int64_t k = (length * (2 * from - 1) + 2 * rise - 1) / (2 * rise);
        if (k > *first) *first = k;
    }
    if (to <= rise) { /* 2 k rise + length < 2 length to */
        int64_t k = (length * (2 * to - 1) - 1) / (2 * rise);
        if (k < *last) *last = k;
    }
}

/* Steps along the longer side; the shorter one follows from the step alone, so that a band may begin anywhere. */
static void draw_line(const rs_draw *draw, const rs_item *item, const rs_band *band) {
    const bool steep = draw->flat.line.steep;
    const int64_t length = draw->flat.line.length, rise = draw->flat.line.rise;
    const int64_t x = draw->flat.line.x, y = draw->flat.line.y, major = steep ? y : x, minor = steep ? x : y;
    const int64_t low = steep ? 0 : band->top, high = steep ? band->width : band->end;
    int64_t first = (steep ? band->top : 0) - major, last = (steep ? band->end : band->width) - 1 - major,
            step, rest;
    int bytes = rs_format_bytes((rs_format)band->format);
    (void)item;
    if (first < 0) first = 0;
    if (last > length) last = length;
    if (draw->flat.line.open && draw->flat.line.turned && first == 0) first = 1;
    if (draw->flat.line.open && !draw->flat.line.turned && last == length) last = length - 1;
    if (draw->flat.line.down) {
        cut_minor(length, rise, low - minor, high - minor, &first, &last);
    } else {
        cut_minor(length, rise, minor - high + 1, minor - low + 1, &first, &last);
    }
    if (first > last) return;
    step = length == 0 ? 0 : (2 * first * rise + length) / (2 * length);
    rest = 2 * first * rise + length - 2 * length * step;
    for (int64_t k = first; k <= last; k++) {
        int64_t across = draw->flat.line.down ? minor + step : minor - step, px = steep ? across : major + k,
                py = steep ? major + k : across;
        put(band->pixels + (ptrdiff_t)(py - band->top) * band->stride, (int)px, bytes,
            draw->flat.line.native);
        rest += 2 * rise;
        if (rest >= 2 * length) {
            rest -= 2 * length;
            step++;
        }
    }
}

rs_result rs_frame_line(rs_frame *frame, int x0, int y0, int x1, int y1, uint32_t native, bool open) {
    enum { FAR = 1 << 29 };
    uint16_t offset = 0;
    rs_draw *draw;
    int low, high;
    int64_t dx, dy;
    bool steep, turned;
    if (x0 < -FAR || x0 > FAR || y0 < -FAR || y0 > FAR || x1 < -FAR || x1 > FAR || y1 < -FAR || y1 > FAR) {
        return RS_OUT_OF_RANGE;
    }
    dx = (int64_t)x1 - x0, dy = (int64_t)y1 - y0;
    steep = (dy < 0 ? -dy : dy) > (dx < 0 ? -dx : dx);
    turned = steep ? dy < 0 : dx < 0;
    if (dx == 0 && dy == 0 && open) return RS_OK;
    draw = begin(frame, &offset, draw_line);
    if (draw == NULL) return RS_LIST_FULL;
    draw->flat.line.steep = steep;
    draw->flat.line.x = turned ? x1 : x0;
    draw->flat.line.y = turned ? y1 : y0;
    if (turned) dx = -dx, dy = -dy;
    draw->flat.line.down = steep ? dx >= 0 : dy >= 0;
    draw->flat.line.length = (int32_t)(steep ? dy : dx);
    draw->flat.line.rise = (int32_t)(steep ? (dx < 0 ? -dx : dx) : (dy < 0 ? -dy : dy));
    draw->flat.line.native = native;
    draw->flat.line.open = open;
    draw->flat.line.turned = turned;
    low = y0 < y1 ? y0 : y1;
    high = y0 < y1 ? y1 : y0;
    return add(frame, draw, offset, low, (int64_t)high - low + 1);
}

rs_result rs_frame_sprite(rs_frame *frame, int x, int y, const rs_sprite *sprite) {
    uint16_t offset = 0;
    const rs_palette *palette = frame->target.palette;
    rs_draw *draw;
    if (sprite->width <= 0 || sprite->height <= 0) return RS_OK;
    if (sprite->format != RS_PAL8 && sprite->format != frame->target.format) return RS_BAD_ARGUMENT;
    draw = begin(frame, &offset, draw_sprite);
    if (draw == NULL) return RS_LIST_FULL;
    draw->flat.sprite.x = near_picture(x);
    draw->flat.sprite.y = near_picture(y);
    draw->flat.sprite.image = *sprite;
    draw->flat.sprite.palette = NULL;
    if (sprite->format == RS_PAL8 && frame->target.format != RS_PAL8) {
        if (palette == NULL) return RS_BAD_ARGUMENT;
        draw->flat.sprite.palette =
            frame->target.format == RS_XRGB8888 ? (const void *)palette->rgb : (const void *)palette->native;
        if (draw->flat.sprite.palette == NULL) return RS_BAD_ARGUMENT;
    }
    return add(frame, draw, offset, draw->flat.sprite.y, sprite->height);
}

rs_result rs_frame_text(rs_frame *frame, int x, int y, const char *text, uint32_t native) {
    uint16_t offset = 0;
    size_t size = 1;
    rs_draw *draw = begin(frame, &offset, draw_text);
    char *copy;
    const char *from = text;
    if (draw == NULL) return RS_LIST_FULL;
    while (text[size - 1] != '\0') size++;
    copy = rs_list_take(frame, size, 1);
    if (copy == NULL) {
        frame->stats.lost++;
        return RS_LIST_FULL;
    }
    for (char *to = copy; (*to = (char)rs_font_letter(&from)) != 0;) to++;
    draw->flat.text.x = near_picture(x);
    draw->flat.text.y = near_picture(y);
    draw->flat.text.text = copy;
    draw->flat.text.native = native;
    return add(frame, draw, offset, draw->flat.text.y, 8);
}
