/* Takes flat pictures apart into layers, parts and a canvas: forth over the list to see which is which, then back, so that a part knows what of the
 * canvas is drawn over it. */
#include "raster/compose.h"

#include <string.h>

#include "raster/flat/flat_work.h"

#if RS_FRAGMENT_LINKED

enum { KIND_LAYER = 1, KIND_PART, KIND_CANVAS, KIND_MIXED };
enum { FLIP_X = 1, FLIP_Y = 2, TURNED = 4 }; /* as quick_blit.c has them */

/* The frame that is taken apart, and the cells of 8x8 pixels of the canvas that later items draw to: a bit a column. */
typedef struct compose_work {
    rs_frame *frame;
    rs_composition *composition;
    rs_digest digest;
    uint8_t spare;
    uint32_t first_canvas; /* the first item of the canvas; UINT32_MAX: none */
    uint32_t covered[RS_COMPOSE_ROWS];
} compose_work;

/* ---- what an item is ---- */

static bool is_block(const rs_draw *draw) { return draw->function == RS_NEAREST_OF(rs_quick_draw_blit); }

static bool is_layer(const rs_frame *frame, const rs_draw *draw, const rs_layer *l) {
    const rs_view *clip = &draw->put.clip;
    return draw->put.plain && draw->put.keyed && (l->tile_width == 8 || l->tile_width == 16) &&
           (l->tile_height == 8 || l->tile_height == 16) && l->column_x == l->tile_width &&
           l->row_y == l->tile_height && l->cell_height == l->tile_height && l->column_y == 0 &&
           l->row_x == 0 && l->shift_x == 0 && l->shift_y == 0 && l->tiles > 0 && l->tiles <= 1024 &&
           l->across > 0 && clip->x == 0 && clip->y == 0 && clip->width == frame->target.width &&
           clip->height == frame->target.height;
}

/* Whether items of an image draw nothing but indices above 0, and need nothing of what is below. */
static bool image_is_clear_at_0(const rs_put *put) {
    return put->keyed && put->remap == NULL && put->bank == 0 && put->tint == 0 &&
           (!put->flat || put->native != 0);
}

/* Whether pixels replace those below, all of them or, by alpha without a table for mixing, every other one. */
static bool is_put_alone(const rs_put *put) {
    const rs_palette *p = put->palette;
    return put->mode == RS_FLAT_OPAQUE || (p->inverse == NULL && p->average == NULL && p->add == NULL);
}

/* Whether a small layer shows nothing but its tiles: one that the image does not have would show index 0, and a bank may lead to it. */
static bool layer_has_its_tiles(const rs_layer *l) {
    enum { MOST = 1024 };
    const int32_t count = l->rows * l->pitch;
    if (l->rows > MOST || l->pitch > MOST || count > MOST || l->outside == RS_OUTSIDE_FILL) return false;
    for (int32_t i = 0; i < count; i++) {
        const uint32_t cell =
            l->cell_bytes == 1 ? ((const uint8_t *)l->cells)[i] : ((const uint16_t *)l->cells)[i];
        uint32_t tile = l->turns ? cell & RS_CELL_NUMBER : cell;
        if (l->has_empty && tile == l->empty) continue;
        if (tile < l->substitute_count) tile = l->substitutes[tile];
        if (tile >= (uint32_t)l->tiles || (l->turns && cell >> 12 != 0)) return false;
    }
    return true;
}

/* Whether an item can be drawn into a canvas. What draws index 0 gets the spare index. */
static bool make_canvas_item(const compose_work *w, const rs_draw *draw, rs_item *item) {
    const rs_put *put = &draw->put;
    if (rs_is_shape(draw->function)) {
        if (!is_put_alone(put)) return false;
        if ((item->colour & 255u) == 0) item->colour = w->spare;
        return (item->colour & 255u) != 0;
    }
    if (draw->function == rs_draw_glyphs) {
        rs_letters *l = (rs_letters *)(uintptr_t)rs_item_record(draw, item);
        if (!is_put_alone(put) || (l->bits != 1 && put->palette->inverse != NULL)) return false;
        if ((l->native & 255u) == 0) l->native = w->spare;
        return (l->native & 255u) != 0;
    }
    if (draw->function == rs_draw_layer && !layer_has_its_tiles(rs_item_record(draw, item))) return false;
    return (is_block(draw) || draw->function == rs_draw_turned || draw->function == rs_draw_layer) &&
           is_put_alone(put) && image_is_clear_at_0(put);
}

static int kind_of(const compose_work *w, const rs_draw *draw, rs_item *item) {
    const rs_put *put = &draw->put;
    if (draw->function == rs_draw_layer && is_layer(w->frame, draw, rs_item_record(draw, item)) &&
        rs_digest_is_fixed(&w->digest, put->pixels))
        return KIND_LAYER;
    if (is_block(draw) && put->plain && put->keyed && rs_digest_is_fixed(&w->digest, put->pixels))
        return KIND_PART;
    if (make_canvas_item(w, draw, item)) return KIND_CANVAS;
    return w->spare != 0 && (rs_is_shape(draw->function) || is_block(draw) ||
                             draw->function == rs_draw_glyphs || draw->function == rs_draw_turned)
               ? KIND_MIXED
               : 0;
}

static void add_layer(compose_work *w, const rs_draw *draw, const rs_item *item) {
    const rs_layer *l = rs_item_record(draw, item);
    w->composition->layers[w->composition->layer_count++] = (rs_compose_layer){
        .pixels = draw->put.pixels,
        .stride = draw->put.stride,
        .cells = l->cells,
        .substitutes = l->substitutes,
        .x = l->x,
        .y = l->y,
        .columns = l->columns,
        .rows = l->rows,
        .pitch = l->pitch,
        .tile_width = (uint16_t)l->tile_width,
        .tile_height = (uint16_t)l->tile_height,
        .across = (uint16_t)l->across,
        .tiles = (uint16_t)l->tiles,
        .substitute_count = l->substitute_count,
        .empty = l->empty,
        .fill = l->fill,
        .cell_bytes = l->cell_bytes,
        .outside = l->outside,
        .turns = l->turns,
        .has_empty = l->has_empty,
        .is_fixed = rs_digest_is_fixed(&w->digest, l->cells),
    };
}

/* The way forth: kinds of all items, layers, and where the canvas begins. A part's level stands in its kind. */
static bool sort_items(compose_work *w) {
    enum { LEVELS = 16 };
    rs_composition *c = w->composition;
    bool over = false;              /* a layer lies over the canvas */
    uint32_t parts_of = UINT32_MAX; /* a draw whose items are all parts */
    for (uint32_t i = 0; i < w->frame->item_count; i++) {
        rs_item *item = rs_item_at(w->frame, i);
        if (item->draw == parts_of) {
            c->kinds[i] = (uint8_t)(KIND_PART + c->layer_count * LEVELS);
            continue;
        }
        const rs_draw *draw = rs_draw_at(w->frame, item->draw);
        const int kind = kind_of(w, draw, item);
        if (kind == KIND_PART) parts_of = item->draw;
        if (kind == 0 || (kind >= KIND_CANVAS && over)) return false;
        if (kind == KIND_LAYER) {
            if (c->layer_count == RS_COMPOSE_LAYERS) return false;
            add_layer(w, draw, item);
            over = c->canvas >= 0;
        } else if (kind >= KIND_CANVAS && c->canvas < 0) {
            c->canvas = c->layer_count;
            w->first_canvas = i;
        }
        c->kinds[i] = (uint8_t)(kind + c->layer_count * LEVELS);
    }
    return true;
}

/* ---- the way back ---- */

/* The box that an item may draw to. */
static rs_box box_of(const rs_frame *frame, const rs_draw *draw, const rs_item *item) {
    rs_box box = {0, (int32_t)(item->next & 0xFFFFu), frame->target.width, (int32_t)(item->next >> 16)};
    if (is_block(draw) || draw->function == rs_draw_rectangle) return rs_item_box(item);
    if (draw->function == rs_draw_words) {
        const rs_words *words = rs_item_record(draw, item);
        rs_box own = {words->x, box.y0, words->x, box.y1};
        for (const char *text = words->text; *text != '\0'; text++) own.x1 += 8;
        rs_box_cut(&box, &own);
    } else if (draw->function == rs_draw_glyphs) {
        const rs_letters *l = rs_item_record(draw, item);
        rs_box own = {INT16_MAX, box.y0, INT16_MIN, box.y1};
        for (int32_t i = 0; i < l->count; i++) {
            const int32_t left = l->glyphs[i].x, right = left + l->glyphs[i].width;
            if (left < own.x0) own.x0 = left;
            if (right > own.x1) own.x1 = right;
        }
        rs_box_cut(&box, &own);
    }
    return box;
}

static uint32_t columns_of(const rs_box *box) {
    const uint32_t first = (uint32_t)box->x0 / 8, last = (uint32_t)(box->x1 - 1) / 8;
    return (UINT32_C(2) << last) - (UINT32_C(1) << first);
}

static bool is_covered(const compose_work *w, const rs_box *box) {
    const uint32_t columns = columns_of(box);
    for (int32_t row = box->y0 / RS_COMPOSE_LINES; row <= (box->y1 - 1) / RS_COMPOSE_LINES; row++)
        if ((w->covered[row] & columns) != 0) return true;
    return false;
}

/* Notes what an item of the canvas draws to. */
static void add_canvas(compose_work *w, const rs_draw *draw, const rs_item *item, const rs_box *box,
                       bool is_mixed) {
    uint32_t *rows = w->composition->rows;
    if (rs_box_empty(box)) return;
    const uint32_t columns = columns_of(box);
    rs_digest_put(&w->digest, draw);
    if (is_mixed) w->digest.is_known = false;
    if (w->digest.is_known) rs_digest_item(&w->digest, draw, item);
    for (int32_t row = box->y0 / RS_COMPOSE_LINES; row <= (box->y1 - 1) / RS_COMPOSE_LINES; row++) {
        w->covered[row] |= columns;
        if (is_mixed) w->composition->mixed[row] |= columns;
        if (!w->digest.is_known || rows[row] == RS_COMPOSE_UNKNOWN) {
            rows[row] = RS_COMPOSE_UNKNOWN;
            continue;
        }
        rows[row] = rs_digest_fold(rows[row], w->digest.hash);
        if (rows[row] <= RS_COMPOSE_UNKNOWN) rows[row] += 2;
    }
}

static void add_part(compose_work *w, const rs_draw *draw, const rs_item *item, const rs_box *box, int level,
                     bool over_canvas) {
    const rs_put *put = &draw->put;
    const uint32_t flips = item->c >> 10;
    const int32_t width = box->x1 - box->x0, height = box->y1 - box->y0;
    const int32_t step = (flips & TURNED) != 0 ? put->stride : 1,
                  down = (flips & TURNED) != 0 ? -1 : put->stride;
    int32_t first = (int32_t)item->colour;
    if ((flips & FLIP_X) != 0) first -= (width - 1) * step;
    if ((flips & FLIP_Y) != 0) first -= (height - 1) * down;
    w->composition->parts[w->composition->part_count++] = (rs_compose_part){
        .pixels = put->pixels + first,
        .step = step,
        .down = down,
        .x = (int16_t)box->x0,
        .y = (int16_t)box->y0,
        .width = (uint16_t)width,
        .height = (uint16_t)height,
        .level = (uint8_t)level,
        .flip_x = (flips & FLIP_X) != 0,
        .flip_y = (flips & FLIP_Y) != 0,
        .over_canvas = over_canvas,
    };
}

static void collect_parts(compose_work *w) {
    rs_composition *c = w->composition;
    for (uint32_t i = w->frame->item_count; i-- > 0;) {
        const rs_item *item = rs_item_at(w->frame, i);
        const rs_draw *draw = rs_draw_at(w->frame, item->draw);
        const int kind = c->kinds[i] & 15, level = c->kinds[i] >> 4;
        if (kind == KIND_LAYER) continue;
        const rs_box box = box_of(w->frame, draw, item);
        const bool over_canvas = kind == KIND_PART && i > w->first_canvas && level == c->canvas;
        if (kind == KIND_PART && !(over_canvas && is_covered(w, &box))) {
            add_part(w, draw, item, &box, level, over_canvas);
            continue;
        }
        if (kind == KIND_PART) c->kinds[i] = KIND_CANVAS;
        add_canvas(w, draw, item, &box, kind == KIND_MIXED);
    }
}

/* Whether few cells of the picture are mixed, and no layer lies over them. */
static bool is_little_mixed(const rs_composition *c, uint32_t columns, uint32_t rows) {
    uint32_t cells = 0;
    for (uint32_t row = 0; row < rows; row++)
        for (uint32_t bits = c->mixed[row]; bits != 0; bits &= bits - 1) cells++;
    return cells == 0 || (cells * 3 < columns * rows && c->canvas == c->layer_count);
}

rs_composition *rs_frame_compose(rs_frame *frame, rs_block fixed, uint8_t spare) {
    enum { MOST = 8 * RS_COMPOSE_ROWS };
    compose_work w = {.frame = frame,
                      .digest = {.fixed = (uintptr_t)fixed.base, .size = fixed.size},
                      .spare = spare,
                      .first_canvas = UINT32_MAX};
    const rs_target *target = &frame->target;
    if (!rs_frame_is_flat(frame) || frame->live || frame->stages != NULL || target->format != RS_PAL8 ||
        target->width > MOST || target->height > MOST || frame->stats.lost != 0)
        return NULL;
    rs_composition *c = rs_list_take(frame, sizeof *c, sizeof(void *));
    if (c == NULL) return NULL;
    memset(c, 0, sizeof *c);
    c->parts = rs_list_take(frame, frame->item_count * sizeof *c->parts, sizeof(void *));
    c->kinds = rs_list_take(frame, frame->item_count, 1);
    if (c->parts == NULL || c->kinds == NULL) return NULL;
    c->canvas = -1;
    c->background = (uint8_t)target->background;
    c->spare = spare;
    w.composition = c;
    if (!sort_items(&w)) return NULL;
    collect_parts(&w);
    return is_little_mixed(c, (uint32_t)(target->width + 7) / 8,
                           (uint32_t)(target->height + RS_COMPOSE_LINES - 1) / RS_COMPOSE_LINES)
               ? c
               : NULL;
}

/* Draws the items of the canvas, or all items, into a band. */
static void draw_items(const rs_frame *frame, const rs_composition *c, const rs_band *band, bool all) {
    for (uint32_t i = 0; i < frame->item_count; i++) {
        const rs_item *item = rs_item_at(frame, i);
        if (!all && (c->kinds[i] & 15) != KIND_CANVAS) continue;
        if (!rs_item_in_rows(item, band->top, band->end)) continue;
        const rs_draw *draw = rs_draw_at(frame, item->draw);
        draw->function(draw, item, band);
    }
}

static void fill_lines(uint8_t *pixels, int stride, int lines, int value, size_t width) {
    for (int y = 0; y < lines; y++) memset(pixels + y * stride, value, width);
}

/* Copies the columns of cells that are mixed from the whole picture; the spare index stands for 0, which would be clear. */
static void copy_mixed(const rs_composition *c, int row, uint8_t *to, const uint8_t *from, int stride,
                       int width) {
    for (int x = 0; x < width; x++) {
        if ((c->mixed[row] >> (x / 8) & 1u) == 0) continue;
        for (int y = 0; y < RS_COMPOSE_LINES; y++) {
            const uint8_t pixel = from[y * stride + x];
            to[y * stride + x] = pixel == 0 ? c->spare : pixel;
        }
    }
}

void rs_frame_compose_row(const rs_frame *frame, const rs_composition *c, int row, uint8_t *pixels,
                          int stride) {
    const int top = row * RS_COMPOSE_LINES, left = frame->target.height - top,
              lines = left < RS_COMPOSE_LINES ? left : RS_COMPOSE_LINES;
    rs_surface surface = {.pixels = pixels,
                          .stride = stride,
                          .width = (int16_t)frame->target.width,
                          .height = (int16_t)frame->target.height,
                          .top = (int16_t)top,
                          .lines = (int16_t)lines,
                          .format = RS_PAL8};
    const size_t width = (size_t)frame->target.width;
    rs_band band;
    memset(&band, 0, sizeof band);
    rs_band_set(&band, &surface, NULL);
    fill_lines(pixels, stride, lines, 0, width);
    draw_items(frame, c, &band, false);
    if (c->mixed[row] == 0) return;
    surface.pixels = pixels + RS_COMPOSE_LINES * stride;
    rs_band_set(&band, &surface, NULL);
    fill_lines(surface.pixels, stride, lines, c->background, width);
    draw_items(frame, c, &band, true);
    copy_mixed(c, row, pixels, surface.pixels, stride, frame->target.width);
}

#else

/* Small players draw every picture. */
rs_composition *rs_frame_compose(rs_frame *frame, rs_block fixed, uint8_t spare) {
    (void)frame, (void)fixed, (void)spare;
    return NULL;
}

void rs_frame_compose_row(const rs_frame *frame, const rs_composition *composition, int row, uint8_t *pixels,
                          int stride) {
    (void)frame, (void)composition, (void)row, (void)pixels, (void)stride;
}

#endif
