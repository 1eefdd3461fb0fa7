/* Layers: the list of what is drawn, kept in order, and its drawing. */
#include "kernel/sprites/layer.h"

#include <string.h>

#include "fixedmath/scalar.h"
#include "kernel/type/name.h"

enum { FIRST_MADE = OX_LAYER_DRAWERS, SHIFT = 16 };

/* ---- layers ---- */

static const ox_layer usual[] = {
    {.name = OX_NAME("back"), .rate = {{1, 1}, {1, 1}}},
    {.name = OX_NAME("main"), .rate = {{1, 1}, {1, 1}}},
    {.name = OX_NAME("front"), .rate = {{1, 1}, {1, 1}}},
};

ox_status ox_layers_init(ox_layers *s, ox_arena *arena, const ox_layer *rows, uint32_t count,
                         uint32_t things) {
    const uint32_t items = things + OX_LAYER_DRAWERS;
    memset(s, 0, sizeof *s);
    if (rows == NULL) rows = usual, count = sizeof usual / sizeof *usual;
    if (count == 0 || count > OX_LAYERS_MOST || things > OX_LAYER_THINGS) return OX_BAD_ARGUMENT;
    const ox_mark before = ox_arena_mark(arena, OX_ARENA_LOW);
    s->layers = OX_PUSH(arena, ox_layer, count);
    s->items = OX_PUSH(arena, ox_layer_item, items);
    s->order = OX_PUSH(arena, uint16_t, items);
    if (s->layers == NULL || s->items == NULL || s->order == NULL) {
        ox_arena_rollback(arena, before);
        memset(s, 0, sizeof *s);
        return OX_OUT_OF_MEMORY;
    }
    memcpy(s->layers, rows, count * sizeof *rows);
    memset(s->items, 0, items * sizeof *s->items);
    s->count = count;
    s->things = things;
    s->round = 1; /* an item of round 0 was never put */
    return OX_OK;
}

int ox_layers_find(const ox_layers *s, ox_id name) {
    for (uint32_t i = 0; i < s->count; i++)
        if (s->layers[i].name == name) return (int)i;
    return -1;
}

static uint32_t key_of(uint32_t layer, int16_t order) {
    return layer << SHIFT | (uint32_t)((int32_t)order + 32768);
}

ox_status ox_layers_add_drawer(ox_layers *s, ox_id layer, int16_t order, ox_layer_draw *draw, void *context) {
    const int number = ox_layers_find(s, layer);
    const uint32_t drawer = s->drawer_count;
    if (number < 0) return OX_NOT_FOUND;
    if (drawer == OX_LAYER_DRAWERS) return OX_FULL;
    s->drawers[drawer].draw = draw;
    s->drawers[drawer].draw_rows = NULL;
    s->drawers[drawer].context = context;
    s->items[s->things + drawer] =
        (ox_layer_item){.key = key_of((uint32_t)number, order), .line = INT32_MIN, .made = drawer};
    s->order[s->listed++] = (uint16_t)(s->things + drawer);
    s->drawer_count++;
    s->changed = true;
    return OX_OK;
}

ox_status ox_layers_add_rows_drawer(ox_layers *s, ox_id layer, ox_layer_draw_rows *draw, void *context) {
    const ox_status status = ox_layers_add_drawer(s, layer, 0, NULL, context);
    if (status == OX_OK) s->drawers[s->drawer_count - 1u].draw_rows = draw;
    return status;
}

/* ---- the list ---- */

void ox_layers_begin(ox_layers *s) {
    ox_layers_sort(s);
    for (uint32_t i = 0; s->round == UINT8_MAX && i < s->things; i++)
        s->items[i].round = s->items[i].round == UINT8_MAX;
    s->round = s->round == UINT8_MAX ? 2 : (uint8_t)(s->round + 1u);
    s->put = 0;
}

void ox_layers_put(ox_layers *s, uint32_t number, const ox_layer_place *place) {
    ox_layer_item *item = &s->items[number];
    const uint32_t key = key_of(place->layer < s->count ? place->layer : s->count - 1u, place->order),
                   made = place->made + FIRST_MADE;
    const int32_t line = (s->layers[key >> SHIFT].flags & OX_LAYER_SORTED) == 0 ? 0
                         : place->y == INT32_MIN                                ? INT32_MAX
                                                                                : -place->y;
    s->put++;
    if (item->round != (uint8_t)(s->round - 1u)) { /* the item was not in the list */
        s->order[s->listed++] = (uint16_t)number;
    } else if (item->key == key && item->line == line && item->made == made) {
        item->round = s->round;
        return;
    }
    s->changed = true;
    *item = (ox_layer_item){key, line, made, s->round};
}

static bool is_before(const ox_layer_item *a, const ox_layer_item *b) {
    if (a->key != b->key) return a->key < b->key;
    if (a->line != b->line) return a->line < b->line;
    return a->made < b->made;
}

/* Drops items that were not put in this round, and brings the items that stay in order. */
static void insert_all(ox_layers *s) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < s->listed; i++) {
        const uint16_t number = s->order[i];
        const ox_layer_item *item = &s->items[number];
        uint32_t at = count;
        if (number < s->things && item->round != s->round) continue;
        for (; at > 0 && is_before(item, &s->items[s->order[at - 1u]]); at--)
            s->order[at] = s->order[at - 1u];
        s->order[at] = number;
        count++;
    }
    s->listed = count;
    s->changed = false;
}

void ox_layers_sort(ox_layers *s) {
    if (s->changed || s->put + s->drawer_count != s->listed) insert_all(s);
}

/* ---- drawing ---- */

static void look_at_layer(const ox_layers *s, ox_layer_view *to, uint32_t number, const ox_view *view,
                          const ox_glass *glass) {
    const ox_layer *layer = &s->layers[number];
    to->layer = (uint16_t)number;
    to->scroll = ox_view_scroll(view, glass, &layer->rate);
    if ((layer->offset.x | layer->offset.y) == 0) return;
    to->scroll.left -= (int32_t)(((int64_t)layer->offset.x * to->scroll.scale) >> 32);
    to->scroll.top -= (int32_t)((-(int64_t)layer->offset.y * to->scroll.scale) >> 32);
}

/* Whether the frame is cut to the window of a layer now. */
static bool set_window(rs_frame *frame, const ox_layer *layer, bool clipped) {
    const rs_view window = {layer->window.x, layer->window.y, layer->window.width, layer->window.height};
    if (window.width != 0 || clipped) rs_frame_clip(frame, window.width == 0 ? NULL : &window);
    return window.width != 0;
}

/* Rows that stand among the things that are drawn now. */
typedef struct standing_rows {
    uint32_t drawers; /* a bit for each */
    uint32_t key;     /* of the things */
    int32_t line;     /* up to which rows are drawn */
} standing_rows;

/* Draws the rows that come before a base line. */
static void draw_rows_until(const ox_layers *s, standing_rows *rows, rs_frame *frame,
                            const ox_layer_view *view, int32_t until) {
    if (until == rows->line) return;
    for (uint32_t i = 0; rows->drawers >> i != 0; i++)
        if ((rows->drawers >> i & 1u) != 0)
            s->drawers[i].draw_rows(s->drawers[i].context, frame, view, rows->line, until);
    rows->line = until;
}

/* Draws the rest of the rows before things that are sorted otherwise. */
static void end_rows(const ox_layers *s, standing_rows *rows, rs_frame *frame, const ox_layer_view *view) {
    if (rows->drawers != 0) draw_rows_until(s, rows, frame, view, INT32_MAX);
    rows->drawers = 0;
    rows->line = INT32_MIN;
}

static void draw_drawer(const ox_layers *s, standing_rows *rows, rs_frame *frame, const ox_layer_view *view,
                        uint32_t drawer) {
    void *context = s->drawers[drawer].context;
    if (s->drawers[drawer].draw_rows == NULL) {
        s->drawers[drawer].draw(context, frame, view);
    } else if ((s->layers[view->layer].flags & OX_LAYER_SORTED) == 0) {
        s->drawers[drawer].draw_rows(context, frame, view, INT32_MIN, INT32_MAX);
    } else {
        rows->drawers |= 1u << drawer;
        rows->key = s->items[s->things + drawer].key;
    }
}

void ox_layers_draw(ox_layers *s, const ox_view *view, const ox_glass *glass, rs_frame *frame,
                    uf16 fraction) {
    ox_layer_view of = {.width = glass->width, .height = glass->height, .fraction = fraction};
    standing_rows rows = {.line = INT32_MIN};
    uint32_t now = OX_LAYERS_MOST;
    bool clipped = false, hidden = false;
    ox_layers_sort(s);
    const ox_layer_item *const items = s->items;
    const uint16_t *const order = s->order;
    const uint32_t things = s->things, listed = s->listed;
    ox_layer_draw_thing *const draw_thing = s->draw_thing;
    void *const context = s->draw_context;
    for (uint32_t i = 0; i < listed; i++) {
        const uint32_t number = order[i], layer = items[number].key >> SHIFT;
        if (hidden && layer == now) continue;
        if (rows.drawers != 0 && items[number].key != rows.key) end_rows(s, &rows, frame, &of);
        if (layer != now) {
            now = layer;
            hidden = (s->layers[layer].flags & OX_LAYER_HIDDEN) != 0;
            if (hidden) continue;
            look_at_layer(s, &of, layer, view, glass);
            clipped = set_window(frame, &s->layers[layer], clipped);
        }
        if (number >= things) {
            draw_drawer(s, &rows, frame, &of, number - things);
            continue;
        }
        if (rows.drawers != 0) draw_rows_until(s, &rows, frame, &of, items[number].line);
        draw_thing(context, frame, &of, number);
    }
    end_rows(s, &rows, frame, &of);
    if (clipped) rs_frame_clip(frame, NULL);
}
