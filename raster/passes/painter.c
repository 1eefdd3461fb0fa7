/* Holds triangles back and gives them to the list far to near: an ordering table, or a radix sort. */
#include "raster/painter.h"

#include <string.h>

#include "raster/passes/painter_work.h"
#include "raster/sort.h"

size_t rs_painter_bytes(const rs_painter_options *options, uint32_t count) {
    size_t each = sizeof(rs_painter_record) + (options->buckets == 0 ? 2 * sizeof(rs_sort_entry) : 0);
    return each * count + (((size_t)options->buckets * 2u * sizeof(uint16_t) + 7u) & ~(size_t)7) +
           rs_painter_shape_bytes(options, count);
}

bool rs_painter_begin(rs_painter *painter, rs_frame *frame, rs_block memory,
                      const rs_painter_options *options) {
    size_t fixed = rs_painter_bytes(options, 0), each = rs_painter_bytes(options, 1) - fixed, room;
    const uint32_t n = options->buckets;
    memset(painter, 0, sizeof *painter);
    if (frame->painter != NULL || memory.base == NULL || options->by >= RS_PAINTER_BYS ||
        memory.size < fixed + each)
        return false;
    if (n != 0 && options->exact) return false;
    if (n != 0 && (n < 16 || n > 4096 || (n & (n - 1u)) != 0)) return false;
    room = (memory.size - fixed) / each;
    painter->frame = frame;
    painter->options = *options;
    painter->capacity = room > 65534 ? 65534 : (uint32_t)room;
    painter->records = memory.base;
    painter->keys = (uint32_t *)(void *)(painter->records + painter->capacity);
    painter->heads = (uint16_t *)(void *)(painter->records + painter->capacity);
    if (n != 0) memset(painter->heads, 0, (size_t)n * 2u * sizeof(uint16_t));
    frame->painter = painter;
    return true;
}

/* (d - near) / (far - near) in 16 bits from near / depth; depth codes serve where near / depth is missing or of no
 * use. */
static uint32_t distance_of(const rs_frame *frame, const rs_draw *draw, uint32_t vertex) {
    const rs_camera *camera = &frame->camera;
    uint64_t near_plane, d, span;
    if (draw->inverse_w == NULL || camera->flat_height > 0) return draw->vertices[vertex].z >> RS_DEPTH_SHIFT;
    near_plane = (uint64_t)camera->near_plane, span = (uint64_t)(camera->far_plane - camera->near_plane);
    d = (near_plane << 29) / (draw->inverse_w[vertex] == 0 ? 1u : draw->inverse_w[vertex]);
    if (d <= near_plane) return 0;
    d = ((d - near_plane) << 16) / span;
    return d > 65535 ? 65535 : (uint32_t)d;
}

bool rs_painter_keep(rs_painter *painter, const rs_item *item, int first, int last) {
    const rs_frame *frame = painter->frame;
    const rs_draw *draw = (const rs_draw *)(const void *)(frame->list + (size_t)item->draw * RS_DRAW_ALIGN);
    const uint32_t a = distance_of(frame, draw, item->a), b = distance_of(frame, draw, item->b),
                   c = distance_of(frame, draw, item->c);
    uint32_t high = a > b ? a : b, low = a > b ? b : a;
    int64_t distance;
    rs_painter_record *record;
    if (painter->count >= painter->capacity) {
        painter->lost++;
        return true; /* the list itself is not full */
    }
    if (c > high) high = c;
    if (c < low) low = c;
    distance = painter->options.by == RS_BY_AVERAGE    ? (a + b + c) / 3u
               : painter->options.by == RS_BY_FARTHEST ? high
                                                       : low;
    distance += painter->options.buckets != 0
                    ? (int64_t)painter->bias * (65536 / (int64_t)painter->options.buckets)
                    : painter->bias;
    record = &painter->records[painter->count++];
    record->item = *item;
    record->first = (int16_t)first;
    record->last = (int16_t)last;
    record->next = 0;
    record->distance = (uint16_t)(distance < 0 ? 0 : distance > 65535 ? 65535 : distance);
    painter->inserts++;
    if (painter->options.buckets != 0) {
        uint16_t *head = &painter->heads[2u * (record->distance * painter->options.buckets >> 16)];
        if (painter->options.first_first && head[0] != 0) {
            painter->records[head[1] - 1u].next = (uint16_t)painter->count;
        } else {
            record->next = painter->options.first_first ? 0 : head[0];
            head[0] = (uint16_t)painter->count;
        }
        head[1] = (uint16_t)painter->count;
    }
    return true;
}

static bool append_record(rs_painter *painter, const rs_painter_record *record) {
    if (rs_item_add(painter->frame, &record->item, record->first, record->last)) return true;
    painter->frame->stats.lost++;
    return false;
}

rs_result rs_painter_end(rs_painter *painter) {
    bool room = true;
    if (painter->frame == NULL) return RS_BAD_ARGUMENT;
    painter->frame->painter = NULL;
    if (painter->options.buckets != 0) {
        for (uint32_t i = painter->options.buckets; i-- > 0;) {
            for (uint32_t r = painter->heads[2u * i]; r != 0; r = painter->records[r - 1u].next)
                room = append_record(painter, &painter->records[r - 1u]) && room;
        }
    } else {
        rs_sort_entry *entries = (rs_sort_entry *)(void *)painter->keys, *sorted;
        for (uint32_t i = 0; i < painter->count; i++)
            entries[i] = (rs_sort_entry){65535u - painter->records[i].distance, i};
        sorted = rs_sort(entries, entries + painter->capacity, painter->count);
        if (painter->options.exact) {
            uint32_t *numbers = &entries[0].key; /* two words an entry: the first half is enough */
            if (sorted != entries) memcpy(entries, sorted, painter->count * sizeof *entries);
            for (uint32_t i = 0; i < painter->count; i++) numbers[i] = entries[i].index;
            room = rs_painter_exact(painter, numbers);
        } else
            for (uint32_t i = 0; i < painter->count; i++)
                room = append_record(painter, &painter->records[sorted[i].index]) && room;
    }
    painter->frame->stats.lost += painter->lost;
    painter->frame = NULL;
    return room && painter->lost == 0 ? RS_OK : RS_LIST_FULL;
}
