/* Maximal rectangles: free space is a list of rectangles that may overlap, none inside another. */
#include "tools/import/image/sheet_pack.h"

#include <stdlib.h>

#include "tools/import/base/intern.h"

typedef struct area {
    uint32_t x, y, width, height;
} area;

typedef struct bin {
    area *free;
    size_t room;
    uint32_t count;
} bin;

static bool inside(const area *a, const area *b) {
    return a->x >= b->x && a->y >= b->y && a->x + a->width <= b->x + b->width &&
           a->y + a->height <= b->y + b->height;
}

/* How bad it is to put width x height into a free rectangle; smaller is better. */
static uint64_t badness(const area *a, uint32_t width, uint32_t height, pack_rule rule) {
    uint32_t over_x = a->width - width, over_y = a->height - height;
    uint64_t least = over_x < over_y ? over_x : over_y, most = over_x < over_y ? over_y : over_x;
    switch (rule) {
    case PACK_AREA:
        return ((uint64_t)a->width * a->height - (uint64_t)width * height) << 16 | least;
    case PACK_BOTTOM_LEFT:
        return (uint64_t)(a->y + height) << 32 | a->x;
    default:
        return least << 32 | most;
    }
}

static void try_place(const bin *b, uint32_t width, uint32_t height, bool turned, pack_rule rule,
                      uint64_t *best, pack_box *box) {
    for (uint32_t i = 0; i < b->count; i++) {
        const area *a = &b->free[i];
        if (a->width < width || a->height < height) continue;
        uint64_t bad = badness(a, width, height, rule);
        if (bad >= *best) continue;
        *best = bad;
        box->x = a->x;
        box->y = a->y;
        box->turned = turned;
        box->placed = true;
    }
}

static bool add_free(bin *b, uint32_t x, uint32_t y, uint32_t width, uint32_t height) {
    area a = {x, y, width, height};
    void *list = b->free;
    for (uint32_t i = 0; i < b->count; i++) {
        if (inside(&a, &b->free[i])) return true;
    }
    for (uint32_t i = b->count; i-- > 0;) {
        if (inside(&b->free[i], &a)) b->free[i] = b->free[--b->count];
    }
    if (!import_grow(&list, &b->room, (size_t)b->count + 1, sizeof a)) return false;
    b->free = list;
    b->free[b->count++] = a;
    return true;
}

/* Takes a placed rectangle out of every free rectangle that it touches. */
static bool cut(bin *b, const area *used) {
    area *old = b->free;
    uint32_t count = b->count;
    bool ok = true;
    *b = (bin){NULL, 0, 0};
    for (uint32_t i = 0; i < count && ok; i++) {
        const area *a = &old[i];
        uint32_t right = a->x + a->width, bottom = a->y + a->height, used_right = used->x + used->width,
                 used_bottom = used->y + used->height;
        if (used->x >= right || used_right <= a->x || used->y >= bottom || used_bottom <= a->y) {
            ok = add_free(b, a->x, a->y, a->width, a->height);
            continue;
        }
        if (ok && used->x > a->x) ok = add_free(b, a->x, a->y, used->x - a->x, a->height);
        if (ok && used_right < right) ok = add_free(b, used_right, a->y, right - used_right, a->height);
        if (ok && used->y > a->y) ok = add_free(b, a->x, a->y, a->width, used->y - a->y);
        if (ok && used_bottom < bottom) ok = add_free(b, a->x, used_bottom, a->width, bottom - used_bottom);
    }
    free(old);
    return ok;
}

long pack_boxes(pack_box *boxes, const uint32_t *order, uint32_t count, uint32_t width, uint32_t height,
                pack_rule rule, bool turning) {
    bin b = {NULL, 0, 0};
    long placed = 0;
    bool ok = add_free(&b, 0, 0, width, height);
    for (uint32_t i = 0; i < count && ok; i++) {
        pack_box *box = &boxes[order[i]];
        uint64_t best = UINT64_MAX;
        box->placed = false;
        try_place(&b, box->width, box->height, false, rule, &best, box);
        if (turning && box->width != box->height)
            try_place(&b, box->height, box->width, true, rule, &best, box);
        if (!box->placed) continue;
        area used = {box->x, box->y, box->turned ? box->height : box->width,
                     box->turned ? box->width : box->height};
        ok = cut(&b, &used);
        placed++;
    }
    free(b.free);
    return ok ? placed : -1;
}
