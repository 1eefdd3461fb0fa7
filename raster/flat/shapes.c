/* Shapes: rectangles, lines, ellipses, triangles, and words in the built-in font. */
#include <string.h>

#include "fixedmath/root.h"
#include "raster/flat/flat_work.h"
#include "raster/font.h"

enum { FAR = 1 << 29 };

/* A shape's draw, which all shapes of one clip and ink share. */
static rs_draw *shape_draw(rs_frame *frame, rs_item_function function, rs_item *item) {
    rs_put put;
    memset(item, 0, sizeof *item);
    rs_put_make(frame, &put, NULL);
    return rs_put_draw(frame, &put, function, &item->draw);
}

/* Cuts a box to the frame's clip; false when nothing is left. */
static bool cut_to_clip(const rs_frame *frame, rs_box *box) {
    const rs_box clip = rs_box_of(&frame->clip);
    rs_box_cut(box, &clip);
    return !rs_box_empty(box);
}

/* x + width without overflow; the picture is far smaller. */
static int32_t end_of(int x, int width) {
    const int64_t end = (int64_t)x + width;
    return end > FAR ? FAR : end < -FAR ? -FAR : (int32_t)end;
}

/* ---- rectangles ---- */

void rs_draw_rectangle(const rs_draw *draw, const rs_item *item, const rs_band *band) {
    rs_solid *const solid = rs_solid_of((rs_format)band->format);
    const rs_box lines = {0, band->top, band->width, band->end};
    rs_box box = rs_item_box(item);
    rs_box_cut(&box, &lines);
    if (rs_box_empty(&box)) return;
#if (RS_FORMATS_LINKED & 1) && RS_FRAGMENT_LINKED /* small players have the common way alone */
    if (band->format == RS_PAL8 && draw->put.mode == RS_FLAT_OPAQUE) {
        RS_NEAREST_OF(rs_quick_fill_pal8)(band, &box, item->colour);
        return;
    }
#endif
    for (int32_t y = box.y0; y < box.y1; y++)
        solid(&draw->put, rs_band_line(band, y), box.x0, y, box.x1 - box.x0, item->colour, 255);
}

rs_result rs_frame_rectangle(rs_frame *frame, int x, int y, int width, int height, uint32_t native) {
    rs_box box = {x, y, 0, 0};
    rs_item item;
    if (width <= 0 || height <= 0) return RS_OK;
    box.x1 = end_of(x, width), box.y1 = end_of(y, height);
    if (!cut_to_clip(frame, &box)) return RS_OK;
    if (shape_draw(frame, rs_draw_rectangle, &item) == NULL) return RS_LIST_FULL;
    rs_item_pack(&item, &box, 0);
    item.colour = native;
    return frame->ink_mode == RS_FLAT_OPAQUE ? rs_put_covering(frame, &item, &box)
                                             : rs_put_item(frame, &item, &box);
}

rs_result rs_frame_pixel(rs_frame *frame, int x, int y, uint32_t native) {
    return rs_frame_rectangle(frame, x, y, 1, 1, native);
}

rs_result rs_frame_outline(rs_frame *frame, int x, int y, int width, int height, uint32_t native) {
    rs_result result;
    if (width <= 2 || height <= 2) return rs_frame_rectangle(frame, x, y, width, height, native);
    result = rs_frame_rectangle(frame, x, y, width, 1, native);
    if (result == RS_OK) result = rs_frame_rectangle(frame, x, end_of(y, height) - 1, width, 1, native);
    y = end_of(y, 1), height -= 2;
    if (result == RS_OK) result = rs_frame_rectangle(frame, x, y, 1, height, native);
    if (result == RS_OK) result = rs_frame_rectangle(frame, end_of(x, width) - 1, y, 1, height, native);
    return result;
}

/* ---- lines ---- */

/* A line as steps along its longer side, from the lesser end on. */
typedef struct line {
    int32_t x, y, length, rise;
    bool steep, down, open, turned;
} line;

/* Cuts steps *first .. *last of a line to the steps whose minor coordinate, (2 k rise + length) / (2 length), is from
 * .. to-1. */
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

/* Steps first .. last of a line that lie in a box. */
static bool cut_line(const line *l, const rs_box *box, int64_t *first, int64_t *last) {
    const int64_t major = l->steep ? l->y : l->x, minor = l->steep ? l->x : l->y;
    const int64_t low = l->steep ? box->x0 : box->y0, high = l->steep ? box->x1 : box->y1;
    *first = (l->steep ? box->y0 : box->x0) - major;
    *last = (l->steep ? box->y1 : box->x1) - 1 - major;
    if (*first < 0) *first = 0;
    if (*last > l->length) *last = l->length;
    if (l->open && l->turned && *first == 0) *first = 1;
    if (l->open && !l->turned && *last == l->length) *last = l->length - 1;
    if (l->down) {
        cut_minor(l->length, l->rise, low - minor, high - minor, first, last);
    } else {
        cut_minor(l->length, l->rise, minor - high + 1, minor - low + 1, first, last);
    }
    return *first <= *last;
}

/* The shorter side follows from the step alone, so that a band may begin anywhere. */
static void draw_line(const rs_draw *draw, const rs_item *item, const rs_band *band) {
    rs_solid *const solid = rs_solid_of((rs_format)band->format);
    const line *l = rs_item_record(draw, item);
    const rs_box box = rs_box_in(&draw->put, band);
    const int64_t length = l->length, rise = l->rise, major = l->steep ? l->y : l->x,
                  minor = l->steep ? l->x : l->y;
    int64_t first, last, step, rest;
    if (rs_box_empty(&box) || !cut_line(l, &box, &first, &last)) return;
    step = length == 0 ? 0 : (2 * first * rise + length) / (2 * length);
    rest = 2 * first * rise + length - 2 * length * step;
    for (int64_t k = first; k <= last; k++) {
        const int32_t across = (int32_t)(l->down ? minor + step : minor - step), along = (int32_t)(major + k);
        const int32_t x = l->steep ? across : along, y = l->steep ? along : across;
        solid(&draw->put, rs_band_line(band, y), x, y, 1, item->colour, 255);
        rest += 2 * rise;
        if (rest >= 2 * length) {
            rest -= 2 * length;
            step++;
        }
    }
}

static line line_between(int x0, int y0, int x1, int y1, bool open) {
    int64_t dx = (int64_t)x1 - x0, dy = (int64_t)y1 - y0;
    line l;
    memset(&l, 0, sizeof l);
    l.steep = (dy < 0 ? -dy : dy) > (dx < 0 ? -dx : dx);
    l.turned = l.steep ? dy < 0 : dx < 0;
    l.x = l.turned ? x1 : x0;
    l.y = l.turned ? y1 : y0;
    if (l.turned) dx = -dx, dy = -dy;
    l.down = l.steep ? dx >= 0 : dy >= 0;
    l.length = (int32_t)(l.steep ? dy : dx);
    l.rise = (int32_t)(l.steep ? (dx < 0 ? -dx : dx) : (dy < 0 ? -dy : dy));
    l.open = open;
    return l;
}

static int least(int a, int b) { return a < b ? a : b; }
static int most(int a, int b) { return a > b ? a : b; }

rs_result rs_frame_line(rs_frame *frame, int x0, int y0, int x1, int y1, uint32_t native, bool open) {
    rs_box box;
    rs_item item;
    rs_draw *draw;
    line *l;
    if (x0 < -FAR || x0 > FAR || y0 < -FAR || y0 > FAR || x1 < -FAR || x1 > FAR || y1 < -FAR || y1 > FAR)
        return RS_OUT_OF_RANGE;
    if (x0 == x1 && y0 == y1 && open) return RS_OK;
    box = (rs_box){least(x0, x1), least(y0, y1), most(x0, x1) + 1, most(y0, y1) + 1};
    if (!cut_to_clip(frame, &box)) return RS_OK;
    draw = shape_draw(frame, draw_line, &item);
    l = draw == NULL ? NULL : rs_put_record(frame, draw, &item, sizeof *l);
    if (l == NULL) return RS_LIST_FULL;
    *l = line_between(x0, y0, x1, y1, open);
    item.colour = native;
    return rs_put_item(frame, &item, &box);
}

/* ---- ellipses ---- */

typedef struct ellipse {
    int32_t x, y, width, height;
    bool filled;
} ellipse;

/* How many pixels of row `row` lie outside on each side; width + 1 where there is no such row. Pixel centres (X, Y) in
 * half pixels from the middle belong to the ellipse with X^2 h^2 + Y^2 w^2 < w^2 h^2 - (the lesser of w^2 and h^2). */
static int32_t margin_of(const ellipse *e, int32_t row) {
    const int64_t w2 = (int64_t)e->width * e->width, h2 = (int64_t)e->height * e->height,
                  y = 2 * (int64_t)row + 1 - e->height;
    int64_t room, reach;
    if (row < 0 || row >= e->height) return e->width + 1;
    if (e->width <= 2 || e->height <= 2) return 0;
    room = w2 * h2 - (w2 < h2 ? w2 : h2) - y * y * w2;
    if (room <= 0) return e->width + 1;
    reach = fx_isqrt64((uint64_t)((room - 1) / h2)); /* |X| at most */
    if (((reach ^ e->width) & 1) == 0) reach--;      /* X is as odd as width - 1 */
    return reach < 0 ? e->width + 1 : (int32_t)((e->width - 1 - reach) / 2);
}

static void draw_part(const rs_draw *draw, const rs_item *item, const rs_band *band, const rs_box *box,
                      int32_t y, int32_t x0, int32_t x1) {
    if (x0 < box->x0) x0 = box->x0;
    if (x1 > box->x1) x1 = box->x1;
    if (x0 < x1)
        rs_solid_of((rs_format)band->format)(&draw->put, rs_band_line(band, y), x0, y, x1 - x0, item->colour,
                                             255);
}

static void draw_ellipse(const rs_draw *draw, const rs_item *item, const rs_band *band) {
    const ellipse *e = rs_item_record(draw, item);
    const rs_box own = {e->x, e->y, e->x + e->width, e->y + e->height};
    rs_box box = rs_box_in(&draw->put, band);
    rs_box_cut(&box, &own);
    for (int32_t y = box.y0; y < box.y1; y++) {
        const int32_t margin = margin_of(e, y - e->y), left = e->x + margin, right = e->x + e->width - margin;
        int32_t inner; /* columns at both ends that the border has here */
        if (left >= right) continue;
        inner = most(margin_of(e, y - e->y - 1), margin_of(e, y - e->y + 1)) - margin;
        if (inner < 1) inner = 1;
        if (e->filled || 2 * inner >= right - left) {
            draw_part(draw, item, band, &box, y, left, right);
        } else {
            draw_part(draw, item, band, &box, y, left, left + inner);
            draw_part(draw, item, band, &box, y, right - inner, right);
        }
    }
}

rs_result rs_frame_ellipse(rs_frame *frame, int x, int y, int width, int height, uint32_t native,
                           bool filled) {
    rs_box box;
    rs_item item;
    rs_draw *draw;
    ellipse *e;
    if (width <= 0 || height <= 0) return RS_OK;
    if (x < -FAR || x > FAR || y < -FAR || y > FAR || width > 32767 || height > 32767) return RS_OUT_OF_RANGE;
    box = (rs_box){x, y, x + width, y + height};
    if (!cut_to_clip(frame, &box)) return RS_OK;
    draw = shape_draw(frame, draw_ellipse, &item);
    e = draw == NULL ? NULL : rs_put_record(frame, draw, &item, sizeof *e);
    if (e == NULL) return RS_LIST_FULL;
    *e = (ellipse){x, y, width, height, filled};
    item.colour = native;
    return rs_put_item(frame, &item, &box);
}

rs_result rs_frame_circle(rs_frame *frame, int x, int y, int radius, uint32_t native, bool filled) {
    if (radius < 0) return RS_OK;
    if (x < -FAR || x > FAR || y < -FAR || y > FAR || radius > 16383) return RS_OUT_OF_RANGE;
    return rs_frame_ellipse(frame, x - radius, y - radius, 2 * radius + 1, 2 * radius + 1, native, filled);
}

/* ---- triangles: in each row from the leftmost to the rightmost pixel of the three lines ---- */

typedef struct triangle {
    line edges[3];
    int32_t x0, x1; /* columns of all corners, x1 just behind */
} triangle;

static void draw_triangle(const rs_draw *draw, const rs_item *item, const rs_band *band) {
    const triangle *t = rs_item_record(draw, item);
    const rs_box box = rs_box_in(&draw->put, band);
    for (int32_t y = box.y0; y < box.y1; y++) {
        int32_t left = t->x1, right = t->x0;
        for (int i = 0; i < 3; i++) {
            const line *l = &t->edges[i];
            const rs_box row = {t->x0, y, t->x1, y + 1};
            int64_t first, last;
            if (!cut_line(l, &row, &first, &last)) continue;
            for (int end = 0; end < 2; end++) {
                const int64_t k = end == 0 ? first : last,
                              step = l->length == 0
                                         ? 0
                                         : (2 * k * l->rise + l->length) / (2 * (int64_t)l->length);
                const int32_t x = (int32_t)(l->steep ? (l->down ? l->x + step : l->x - step) : l->x + k);
                if (x < left) left = x;
                if (x >= right) right = x + 1;
            }
        }
        draw_part(draw, item, band, &box, y, left, right);
    }
}

rs_result rs_frame_triangle_2d(rs_frame *frame, const int corners[6], uint32_t native, bool filled) {
    rs_box box = {INT16_MAX, INT16_MAX, INT16_MIN, INT16_MIN};
    triangle *t;
    rs_item item;
    rs_draw *draw;
    rs_result result = RS_OK;
    for (int i = 0; i < 6; i++) {
        if (corners[i] < -16383 || corners[i] > 16383) return RS_OUT_OF_RANGE;
    }
    for (int i = 0; i < 6; i += 2) {
        box.x0 = least(box.x0, corners[i]), box.x1 = most(box.x1, corners[i] + 1);
        box.y0 = least(box.y0, corners[i + 1]), box.y1 = most(box.y1, corners[i + 1] + 1);
    }
    if (!filled) {
        for (int i = 0, j = 4; i < 6 && result == RS_OK; j = i, i += 2)
            result =
                rs_frame_line(frame, corners[j], corners[j + 1], corners[i], corners[i + 1], native, true);
        if (result == RS_OK && box.x1 - box.x0 == 1 && box.y1 - box.y0 == 1)
            result = rs_frame_pixel(frame, box.x0, box.y0, native);
        return result;
    }
    {
        const int32_t x0 = box.x0, x1 = box.x1;
        if (!cut_to_clip(frame, &box)) return RS_OK;
        draw = shape_draw(frame, draw_triangle, &item);
        t = draw == NULL ? NULL : rs_put_record(frame, draw, &item, sizeof *t);
        if (t == NULL) return RS_LIST_FULL;
        t->x0 = x0, t->x1 = x1;
    }
    for (int i = 0, j = 4; i < 6; j = i, i += 2)
        t->edges[i / 2] = line_between(corners[j], corners[j + 1], corners[i], corners[i + 1], false);
    item.colour = native;
    return rs_put_item(frame, &item, &box);
}

bool rs_is_shape(rs_item_function function) {
    return function == rs_draw_rectangle || function == draw_line || function == draw_ellipse ||
           function == draw_triangle || function == rs_draw_words;
}
