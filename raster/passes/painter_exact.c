/* Exact visibility without a depth buffer: ordering tests, exchanges and splits. (Newell, Newell and Sancha 1972.)
 *
 * Depth codes are linear over the screen, so everything happens there: a triangle is a convex polygon with a plane of depth, and the line
 * where two planes meet is a straight one. A piece is its triangle drawn with a cut, which every pixel decides by depth codes. */
#include <string.h>

#include "fixedmath/scalar.h"
#include "raster/passes/painter_work.h"

enum { NONE = 0, SLACK = 1 << (RS_DEPTH_SHIFT - 7) }; /* of a code: how much rounding of planes may add */

#define FAR_APART                                                                                            \
    ((int64_t)1 << 37) /* a depth's distance from a plane that may be multiplied by coordinates */

size_t rs_painter_shape_bytes(const rs_painter_options *options, size_t count) {
    return options->exact ? (count + options->splits) * sizeof(rs_painter_shape) : 0;
}

static const rs_draw *draw_of(const rs_painter *painter, const rs_painter_shape *shape) {
    return (const rs_draw *)(const void *)(painter->frame->list +
                                           (size_t)painter->records[shape->record].item.draw * RS_DRAW_ALIGN);
}

/* Depth at a place in 1/4096 pixels. */
static int64_t depth_at(const rs_painter_shape *s, int64_t x, int64_t y) {
    x -= 2048, y -= 2048;
    return s->z + s->dx * fx_sra64(x, 12) + s->dy * fx_sra64(y, 12) +
           fx_sra64(s->dx * (x & 4095) + s->dy * (y & 4095), 12);
}

/* Works out the extents of a shape, after its corners are set. */
static void measure_shape(rs_painter_shape *s) {
    for (int i = 0; i < s->corners; i++) {
        int64_t z = depth_at(s, s->corner[i][0], s->corner[i][1]);
        int32_t depth = z < 0 ? 0 : z > INT32_MAX ? INT32_MAX : (int32_t)z;
        for (int k = 0; k < 2; k++) {
            if (i == 0 || s->corner[i][k] < s->low[k]) s->low[k] = s->corner[i][k];
            if (i == 0 || s->corner[i][k] > s->high[k]) s->high[k] = s->corner[i][k];
        }
        if (i == 0 || depth < s->nearest) s->nearest = depth;
        if (i == 0 || depth > s->farthest) s->farthest = depth;
    }
}

/* Makes the shape of a record; false for a triangle without a row of pixels. */
static bool make_shape(const rs_painter *painter, uint32_t record, rs_painter_shape *s) {
    const rs_band band = {.width = RS_SIZE_MAX, .pitch = RS_SIZE_MAX, .end = RS_SIZE_MAX};
    const rs_item *item = &painter->records[record].item;
    const rs_vertex *v;
    rs_scan scan;
    rs_fine_plane plane;
    memset(s, 0, sizeof *s);
    s->record = (uint16_t)record;
    v = draw_of(painter, s)->vertices;
    if (!rs_scan_begin(&scan, v, item, &band)) return false;
    plane = rs_plane_fine(&scan, (int32_t)v[scan.order[0]].z, (int32_t)v[scan.order[1]].z,
                          (int32_t)v[scan.order[2]].z, 0);
    s->z = (int64_t)plane.origin, s->dx = plane.dx, s->dy = plane.dy;
    s->corners = 3;
    for (int i = 0; i < 3; i++) {
        const rs_vertex *at = &v[i == 0 ? item->a : i == 1 ? item->b : item->c];
        s->corner[i][0] = at->x * 256, s->corner[i][1] = at->y * 256;
    }
    measure_shape(s);
    return true;
}

/* ---- the tests ---- */

static bool extents_disjoint(const rs_painter_shape *p, const rs_painter_shape *q) {
    for (int k = 0; k < 2; k++) {
        if (p->high[k] <= q->low[k] || q->high[k] <= p->low[k]) return true;
    }
    return false;
}

/* Whether all of `s` lies behind (or before) the plane of `other`; corners are only good to 1/2048 pixel. */
static bool on_one_side(const rs_painter_shape *s, const rs_painter_shape *other, bool behind) {
    int64_t steep = s->dx - other->dx, down = s->dy - other->dy;
    const int64_t slack = SLACK + fx_sra64((steep < 0 ? -steep : steep) + (down < 0 ? -down : down), 11);
    for (int i = 0; i < s->corners; i++) {
        int64_t x = s->corner[i][0], y = s->corner[i][1], apart = depth_at(s, x, y) - depth_at(other, x, y);
        if (behind ? apart < -slack : apart > slack) return false;
    }
    return true;
}

/* Whether an edge of `a` has all of `b` outside; corners run counter-clockwise as seen. */
static bool edge_separates(const rs_painter_shape *a, const rs_painter_shape *b) {
    for (int i = 0; i < a->corners; i++) {
        const int32_t *from = a->corner[i], *to = a->corner[i + 1 == a->corners ? 0 : i + 1];
        int64_t dx = (int64_t)to[0] - from[0], dy = (int64_t)to[1] - from[1];
        bool outside = true;
        for (int k = 0; k < b->corners && outside; k++) {
            outside =
                dy * ((int64_t)b->corner[k][0] - from[0]) - dx * ((int64_t)b->corner[k][1] - from[1]) <= 0;
        }
        if (outside && (dx != 0 || dy != 0)) return true;
    }
    return false;
}

/* Whether shape p may be drawn before shape q. */
static bool in_order(const rs_painter *painter, const rs_painter_shape *p, const rs_painter_shape *q) {
    const rs_draw *a = draw_of(painter, p), *b = draw_of(painter, q);
    if (q->farthest <= p->nearest || extents_disjoint(p, q)) return true;
    if (a->function == rs_part_item &&
        memcmp(&a->flat.part.view, &b->flat.part.view, sizeof a->flat.part.view) != 0)
        return true;
    return on_one_side(p, q, true) || on_one_side(q, p, false) || edge_separates(p, q) ||
           edge_separates(q, p);
}

/* ---- splitting ---- */

/* Cuts `s` to its part before or behind the plane of another shape. */
static void cut_corners(rs_painter_shape *s, const rs_painter_shape *plane, bool front) {
    int32_t out[RS_SHAPE_CORNERS][2];
    int count = 0;
    for (int i = 0; i < s->corners; i++) {
        const int32_t *from = s->corner[i], *to = s->corner[i + 1 == s->corners ? 0 : i + 1];
        int64_t a = depth_at(s, from[0], from[1]) - depth_at(plane, from[0], from[1]);
        int64_t b = depth_at(s, to[0], to[1]) - depth_at(plane, to[0], to[1]);
        while (a > FAR_APART || a < -FAR_APART || b > FAR_APART || b < -FAR_APART) a /= 2, b /= 2;
        if (front) a = -a, b = -b;
        if (a >= 0 && count < RS_SHAPE_CORNERS) out[count][0] = from[0], out[count++][1] = from[1];
        if ((a >= 0) != (b >= 0) && count < RS_SHAPE_CORNERS) {
            out[count][0] = from[0] + (int32_t)(((int64_t)to[0] - from[0]) * a / (a - b));
            out[count++][1] = from[1] + (int32_t)(((int64_t)to[1] - from[1]) * a / (a - b));
        }
    }
    memcpy(s->corner, out, (size_t)count * sizeof out[0]);
    s->corners = (uint8_t)count;
    measure_shape(s);
}

static bool add_cut(rs_painter *painter, rs_painter_shape *s, const rs_painter_shape *by, bool front) {
    rs_cut *cut = rs_list_take(painter->frame, sizeof *cut, 8);
    if (cut == NULL) return false;
    cut->z = by->z, cut->dx = by->dx, cut->dy = by->dy;
    cut->front = front;
    cut->first = s->record < by->record; /* as in a depth buffer the first recorded wins among equals */
    cut->next = s->cuts;
    s->cuts = cut;
    s->cut_count++;
    return true;
}

/* Divides `whole` by the plane of another into the part behind and the part before it. False: there is nothing to
 * divide, or no room. */
static bool divide_shape(rs_painter *painter, const rs_painter_shape *whole, const rs_painter_shape *by,
                         rs_painter_shape *behind, rs_painter_shape *before) {
    *behind = *before = *whole;
    if (painter->split >= painter->options.splits || whole->cut_count >= RS_SHAPE_CUTS) return false;
    cut_corners(behind, by, false);
    cut_corners(before, by, true);
    if (behind->corners < 3 || before->corners < 3) return false;
    if (!add_cut(painter, behind, by, false) || !add_cut(painter, before, by, true)) return false;
    painter->split++;
    return true;
}

/* `p` at the head conflicts with `q`, which was exchanged already: one of the two is divided by the other's plane, and
 * its parts take their places in the list. */
static bool split(rs_painter *painter, rs_painter_shape *shapes, uint32_t *count, uint16_t *head,
                  rs_painter_shape *p, rs_painter_shape *q) {
    rs_painter_shape *rest = &shapes[*count], behind, before;
    if (divide_shape(painter, p, q, &behind, &before)) { /* the part before q's plane comes right after q */
        *p = behind;
        *rest = before;
        rest->next = q->next;
        q->next = (uint16_t)++ * count;
    } else if (divide_shape(painter, q, p, &behind, &before)) { /* the part behind p's plane comes before p */
        *q = before;
        *rest = behind;
        rest->next = *head;
        *head = (uint16_t)++ * count;
    } else {
        return false;
    }
    rest->marked = false;
    return true;
}

/* ---- giving out ---- */

/* Gives a shape to the display list; a piece is drawn by a copy of its draw that has the cuts. */
static bool give(rs_painter *painter, const rs_painter_shape *s) {
    const rs_painter_record *record = &painter->records[s->record];
    rs_item item = record->item;
    if (s->cuts != NULL) {
        const rs_draw *whole = draw_of(painter, s);
        uint16_t offset = 0;
        rs_draw *draw = rs_draw_take(painter->frame, &offset);
        rs_fragment *g = draw == NULL ? NULL : rs_list_take(painter->frame, sizeof *g, 8);
        if (g == NULL) return false;
        *draw = *whole;
        *g = *whole->flat.part.fragment;
        g->cuts = s->cuts;
        draw->flat.part.fragment = g;
        item.draw = offset;
    }
    return rs_item_add(painter->frame, &item, record->first, record->last);
}

/* The first shape behind `at` that must not come after `at`: the link to it; NULL: none. */
static uint16_t *conflict(rs_painter *painter, rs_painter_shape *shapes, rs_painter_shape *at) {
    for (uint16_t *link = &at->next; *link != NONE; link = &shapes[*link - 1u].next) {
        if (!in_order(painter, at, &shapes[*link - 1u])) return link;
    }
    return NULL;
}

bool rs_painter_exact(rs_painter *painter, const uint32_t *sorted) {
    rs_painter_shape *shapes = (rs_painter_shape *)(void *)(painter->keys + (size_t)painter->capacity * 4u);
    uint32_t count = 0;
    uint16_t head = NONE, *end = &head;
    bool room = true;
    for (uint32_t i = 0; i < painter->count; i++) {
        if (!make_shape(painter, sorted[i], &shapes[count])) continue;
        *end = (uint16_t)++count;
        end = &shapes[count - 1u].next;
    }
    while (head != NONE) {
        rs_painter_shape *p = &shapes[head - 1u], *q;
        uint16_t *link = conflict(painter, shapes, p);
        if (link != NULL) {
            uint16_t which = *link;
            q = &shapes[which - 1u];
            if (!q->marked) { /* exchange p and q */
                q->marked = true;
                *link = q->next;
                q->next = head;
                head = which;
                painter->exchanged++;
                continue;
            }
            if (split(painter, shapes, &count, &head, p, q)) continue;
            painter->artefacts++; /* p is drawn as sorted */
        }
        if (!give(painter, p)) {
            painter->frame->stats.lost++;
            room = false;
        }
        head = p->next;
    }
    return room;
}
