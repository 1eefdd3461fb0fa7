/* What items of two dimensions draw into a band, counted: pieces, their lines and pixels. */
#include "raster/flat/flat_work.h"
#include "raster/inspect.h"

static void add(rs_census *census, int kind, const rs_box *box) {
    const uint32_t lines = (uint32_t)(box->y1 - box->y0), pixels = lines * (uint32_t)(box->x1 - box->x0);
    census->triangles[kind]++;
    census->rows[kind] += lines;
    census->pixels[kind] += pixels;
}

/* What pixels of an image cost: copied as they are, copied but for clear ones, or changed on the way. */
static int kind_of(const rs_put *put) {
    const bool same = put->format == put->surface && put->mode == RS_FLAT_OPAQUE && !put->flat &&
                      put->bank == 0 && put->remap == NULL && put->tint == 0;
    return !same ? RS_COST_CHANGED : put->keyed ? RS_COST_KEYED : RS_COST_COPIED;
}

typedef struct layer_count {
    rs_census *census;
    int kind;
} layer_count;

static void count_cell(void *context, const rs_layer *l, uint32_t cell, const rs_box *shown) {
    const layer_count *c = context;
    uint32_t number = l->turns ? cell & RS_CELL_NUMBER : cell;
    int kind = c->kind;
    if (number < l->substitute_count) number = l->substitutes[number];
    if (l->turns && cell >> 12 != 0) kind = RS_COST_CHANGED;
    if (kind == RS_COST_KEYED && l->kinds != NULL && number < l->kind_count) {
        if (l->kinds[number] == RS_TILE_EMPTY) return;
        if (l->kinds[number] == RS_TILE_OPAQUE) kind = RS_COST_COPIED;
    }
    add(c->census, kind, shown);
}

static void count_letter(rs_census *census, const rs_box *visible, int32_t x, int32_t y, int32_t width,
                         int32_t height) {
    rs_box box = {x, y, x + width, y + height};
    rs_box_cut(&box, visible);
    if (!rs_box_empty(&box)) add(census, RS_COST_LETTERS, &box);
}

bool rs_flat_census(const rs_draw *draw, const rs_item *item, const rs_band *band, rs_census *census) {
    const rs_box visible = rs_box_in(&draw->put, band);
    rs_box box;
    if (draw->function == rs_draw_layer) {
        layer_count count = {census, kind_of(&draw->put)};
        rs_layer_cells(draw, item, band, count_cell, &count);
    } else if (draw->function == rs_draw_glyphs) {
        const rs_letters *l = rs_item_record(draw, item);
        for (int32_t i = 0; i < l->count; i++)
            count_letter(census, &visible, l->glyphs[i].x, l->glyphs[i].y, l->glyphs[i].width,
                         l->glyphs[i].height);
    } else if (draw->function == rs_draw_words) {
        const rs_words *w = rs_item_record(draw, item);
        int32_t x = w->x;
        for (const char *text = w->text; *text != '\0'; text++, x += 8)
            count_letter(census, &visible, x, w->y, 8, 8);
    } else if (draw->function == rs_draw_turned) {
        box = *(const rs_box *)rs_item_record(draw, item);
        rs_box_cut(&box, &visible);
        if (!rs_box_empty(&box)) add(census, RS_COST_CHANGED, &box);
    } else if (draw->function == RS_NEAREST_OF(rs_quick_draw_blit) || draw->function == rs_draw_rectangle) {
        box = rs_item_box(item);
        rs_box_cut(&box, &visible);
        if (!rs_box_empty(&box))
            add(census, draw->function == rs_draw_rectangle ? RS_COST_FILLED : kind_of(&draw->put), &box);
    } else {
        return false;
    }
    return true;
}
