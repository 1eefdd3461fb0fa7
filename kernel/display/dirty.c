/* Lists of dirty rectangles, and what lies under sprites. */
#include "kernel/display/dirty.h"

#include <string.h>

#include "fixedmath/scalar.h"

/* ---- rectangles ---- */

/* Half open, since a rectangle's end may lie beyond int16_t. */
typedef struct dirty_box {
    int32_t x0, y0, x1, y1;
} dirty_box;

static dirty_box box_of(const rs_view *view) {
    return (dirty_box){view->x, view->y, view->x + view->width, view->y + view->height};
}

static rs_view view_of(const dirty_box *box) {
    return (rs_view){(int16_t)box->x0, (int16_t)box->y0, (int16_t)(box->x1 - box->x0),
                     (int16_t)(box->y1 - box->y0)};
}

static int64_t area_of(const rs_view *view) { return (int64_t)view->width * view->height; }

static rs_view join_views(const rs_view *one, const rs_view *other) {
    const dirty_box a = box_of(one), b = box_of(other);
    const dirty_box both = {int_min(a.x0, b.x0), int_min(a.y0, b.y0), int_max(a.x1, b.x1),
                            int_max(a.y1, b.y1)};
    return view_of(&both);
}

/* How much larger the common rectangle is than both. */
static int64_t growth_of(const rs_view *one, const rs_view *other) {
    const rs_view both = join_views(one, other);
    return area_of(&both) - area_of(one) - area_of(other);
}

/* ---- the list ---- */

static void take_out(ox_dirty_list *list, uint32_t at) { list->views[at] = list->views[--list->count]; }

/* The rectangle of the list that another is joined with: at most 5/4 of both areas; the list's count: none. */
static uint32_t find_partner(const ox_dirty_list *list, const rs_view *view) {
    uint32_t i = 0;
    for (; i < list->count; i++) {
        const rs_view *other = &list->views[i];
        if (4 * growth_of(view, other) <= area_of(view) + area_of(other)) break;
    }
    return i;
}

/* The list is full: the two rectangles become one whose common rectangle grows least; the new one is number `count`. */
static rs_view join_nearest(ox_dirty_list *list, rs_view view) {
    uint32_t best[2] = {0, list->count};
    int64_t growth = INT64_MAX;
    for (uint32_t i = 0; i < list->count; i++) {
        for (uint32_t k = i + 1; k <= list->count; k++) {
            const int64_t one = growth_of(&list->views[i], k == list->count ? &view : &list->views[k]);
            if (one < growth) growth = one, best[0] = i, best[1] = k;
        }
    }
    const rs_view first = list->views[best[0]];
    if (best[1] == list->count) {
        take_out(list, best[0]);
        return join_views(&first, &view);
    }
    const rs_view both = join_views(&first, &list->views[best[1]]);
    list->views[best[1]] = view; /* `view` takes that place, and the joined one comes in */
    take_out(list, best[0]);
    return both;
}

/* What has been joined may be joined again; each turn leaves one rectangle less. */
static void add_view(ox_dirty_list *list, rs_view view) {
    for (;;) {
        const uint32_t partner = find_partner(list, &view);
        if (partner < list->count) {
            view = join_views(&view, &list->views[partner]);
            take_out(list, partner);
        } else if (list->count == OX_DIRTY_MOST) {
            view = join_nearest(list, view);
        } else {
            break;
        }
    }
    list->views[list->count++] = view;
}

void ox_dirty_init(ox_dirty *dirty, int width, int height) {
    *dirty = (ox_dirty){.width = (int16_t)width, .height = (int16_t)height};
    ox_dirty_all(dirty);
}

void ox_dirty_add(ox_dirty *dirty, const rs_view *where) {
    dirty_box box = box_of(where);
    box = (dirty_box){int_max(box.x0, 0), int_max(box.y0, 0), int_min(box.x1, dirty->width),
                      int_min(box.y1, dirty->height)};
    if (box.x0 < box.x1 && box.y0 < box.y1) add_view(&dirty->frames[dirty->now], view_of(&box));
}

void ox_dirty_all(ox_dirty *dirty) {
    dirty->frames[dirty->now].views[0] = (rs_view){0, 0, dirty->width, dirty->height};
    dirty->frames[dirty->now].count = 1;
}

/* ---- drawing ---- */

typedef struct dirty_pass {
    const ox_dirty_list *list;
    const rs_surface *to;
    ox_dirty_draws *draws;
    void *context;
    uint32_t pixels;
} dirty_pass;

/* Draws what of a box lies in none of the rectangles first .. end - 1: around the first rectangle that it meets the box
 * is cut into four. */
static void draw_rest(dirty_pass *pass, dirty_box box, uint32_t first, uint32_t end) {
    for (; first < end; first++) {
        const dirty_box hole = box_of(&pass->list->views[first]);
        const int32_t x0 = int_max(box.x0, hole.x0), y0 = int_max(box.y0, hole.y0),
                      x1 = int_min(box.x1, hole.x1), y1 = int_min(box.y1, hole.y1);
        if (x0 >= x1 || y0 >= y1) continue;
        draw_rest(pass, (dirty_box){box.x0, box.y0, box.x1, y0}, first + 1, end);
        draw_rest(pass, (dirty_box){box.x0, y0, x0, y1}, first + 1, end);
        draw_rest(pass, (dirty_box){x1, y0, box.x1, y1}, first + 1, end);
        draw_rest(pass, (dirty_box){box.x0, y1, box.x1, box.y1}, first + 1, end);
        return;
    }
    if (box.x0 >= box.x1 || box.y0 >= box.y1) return;
    const rs_view view = view_of(&box);
    rs_surface part;
    if (!rs_sub_surface(pass->to, view.x, view.y, view.width, view.height, &part)) return;
    pass->draws(pass->context, &part, &view);
    pass->pixels += (uint32_t)area_of(&view);
}

void ox_dirty_draw(ox_dirty *dirty, const rs_surface *to, uint32_t age, ox_dirty_draws *draws,
                   void *context) {
    ox_dirty_list list = dirty->frames[dirty->now];
    dirty_pass pass = {&list, to, draws, context, 0};
    if (age == 0 || age > OX_DIRTY_FRAMES) {
        list.views[0] = (rs_view){0, 0, dirty->width, dirty->height};
        list.count = 1;
    }
    for (uint32_t back = 1; back < age && age <= OX_DIRTY_FRAMES; back++) {
        const ox_dirty_list *older = &dirty->frames[(dirty->now + OX_DIRTY_FRAMES - back) % OX_DIRTY_FRAMES];
        for (uint32_t i = 0; i < older->count; i++) add_view(&list, older->views[i]);
    }
    for (uint32_t i = 0; i < list.count; i++) draw_rest(&pass, box_of(&list.views[i]), 0, i);
    dirty->drawn = pass.pixels;
    dirty->now = (dirty->now + 1u) % OX_DIRTY_FRAMES;
    dirty->frames[dirty->now].count = 0;
}

/* ---- under sprites ---- */

void ox_under_init(ox_under *under, void *memory, size_t size) {
    memset(under, 0, sizeof *under);
    under->memory = memory;
    under->size = size;
}

/* A surface over the kept pixels of a view; false: there is no room for it. */
static bool surface_at(const ox_under *under, size_t at, const rs_view *view, uint8_t format,
                       rs_surface *surface) {
    const rs_surface_shape shape = {view->width, view->height, (rs_format)format, 0};
    return rs_surface_make(surface, &shape, under->memory + at, under->size - at) == RS_SURFACE_OK;
}

ox_status ox_under_keep(ox_under *under, const rs_surface *surface, const rs_view *where) {
    dirty_box box = box_of(where);
    rs_surface room;
    box = (dirty_box){int_max(box.x0, 0), int_max(box.y0, surface->top), int_min(box.x1, surface->width),
                      int_min(box.y1, surface->top + surface->lines)};
    if (box.x0 >= box.x1 || box.y0 >= box.y1) return OX_OK;
    if (under->count == OX_UNDER_MOST) return OX_FULL;
    const rs_view view = view_of(&box);
    if (!surface_at(under, under->used, &view, surface->format, &room)) return OX_OUT_OF_MEMORY;
    (void)rs_copy(&room, 0, 0, surface, &view);
    under->kept[under->count].view = view;
    under->kept[under->count++].at = under->used;
    under->used += (size_t)room.stride * (size_t)room.lines;
    if (under->used > under->size) under->used = under->size;
    return OX_OK;
}

void ox_under_restore(ox_under *under, const rs_surface *surface) {
    while (under->count > 0) {
        const rs_view *view = &under->kept[--under->count].view;
        const rs_view all = {0, 0, view->width, view->height};
        rs_surface room;
        if (surface_at(under, under->kept[under->count].at, view, surface->format, &room))
            (void)rs_copy(surface, view->x, view->y, &room, &all);
    }
    under->used = 0;
}
