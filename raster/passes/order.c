/* Holds triangles back and gives them to the list far to near: an ordering table, or a radix sort. */
#include "raster/order.h"

#include <string.h>

#include "raster/passes/order_work.h"
#include "raster/sort.h"

size_t rs_order_bytes(const rs_order_options *options, uint32_t count) {
    size_t each = sizeof(rs_order_record) + (options->buckets == 0 ? 2 * sizeof(rs_sort_entry) : 0);
    return each * count + (((size_t)options->buckets * 2u * sizeof(uint16_t) + 7u) & ~(size_t)7) +
           rs_order_shape_bytes(options, count);
}

bool rs_order_begin(rs_order *order, rs_frame *frame, rs_block memory, const rs_order_options *options) {
    size_t fixed = rs_order_bytes(options, 0), each = rs_order_bytes(options, 1) - fixed, room;
    const uint32_t n = options->buckets;
    memset(order, 0, sizeof *order);
    if (frame->order != NULL || memory.base == NULL || options->by >= RS_ORDER_BYS ||
        memory.size < fixed + each)
        return false;
    if (n != 0 && options->exact) return false;
    if (n != 0 && (n < 16 || n > 4096 || (n & (n - 1u)) != 0)) return false;
    room = (memory.size - fixed) / each;
    order->frame = frame;
    order->options = *options;
    order->capacity = room > 65534 ? 65534 : (uint32_t)room;
    order->records = memory.base;
    order->keys = (uint32_t *)(void *)(order->records + order->capacity);
    order->heads = (uint16_t *)(void *)(order->records + order->capacity);
    if (n != 0) memset(order->heads, 0, (size_t)n * 2u * sizeof(uint16_t));
    frame->order = order;
    return true;
}

/* (d - near) / (far - near) in 16 bits from near / depth; depth codes serve where there is none, or none of use. */
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

bool rs_order_keep(rs_order *order, const rs_item *item, int first, int last) {
    const rs_frame *frame = order->frame;
    const rs_draw *draw = (const rs_draw *)(const void *)(frame->list + (size_t)item->draw * RS_DRAW_ALIGN);
    const uint32_t a = distance_of(frame, draw, item->a), b = distance_of(frame, draw, item->b),
                   c = distance_of(frame, draw, item->c);
    uint32_t high = a > b ? a : b, low = a > b ? b : a;
    int64_t distance;
    rs_order_record *record;
    if (order->count >= order->capacity) {
        order->lost++;
        return true; /* the list itself is not full */
    }
    if (c > high) high = c;
    if (c < low) low = c;
    distance = order->options.by == RS_BY_AVERAGE    ? (a + b + c) / 3u
               : order->options.by == RS_BY_FARTHEST ? high
                                                     : low;
    distance += order->options.buckets != 0 ? (int64_t)order->bias * (65536 / (int64_t)order->options.buckets)
                                            : order->bias;
    record = &order->records[order->count++];
    record->item = *item;
    record->first = (int16_t)first;
    record->last = (int16_t)last;
    record->next = 0;
    record->distance = (uint16_t)(distance < 0 ? 0 : distance > 65535 ? 65535 : distance);
    order->inserts++;
    if (order->options.buckets != 0) {
        uint16_t *head = &order->heads[2u * (record->distance * order->options.buckets >> 16)];
        if (order->options.first_first && head[0] != 0) {
            order->records[head[1] - 1u].next = (uint16_t)order->count;
        } else {
            record->next = order->options.first_first ? 0 : head[0];
            head[0] = (uint16_t)order->count;
        }
        head[1] = (uint16_t)order->count;
    }
    return true;
}

static bool append(rs_order *order, const rs_order_record *record) {
    if (rs_item_add(order->frame, &record->item, record->first, record->last)) return true;
    order->frame->stats.lost++;
    return false;
}

rs_result rs_order_end(rs_order *order) {
    bool room = true;
    if (order->frame == NULL) return RS_BAD_ARGUMENT;
    order->frame->order = NULL;
    if (order->options.buckets != 0) {
        for (uint32_t i = order->options.buckets; i-- > 0;) {
            for (uint32_t r = order->heads[2u * i]; r != 0; r = order->records[r - 1u].next)
                room = append(order, &order->records[r - 1u]) && room;
        }
    } else {
        rs_sort_entry *entries = (rs_sort_entry *)(void *)order->keys, *sorted;
        for (uint32_t i = 0; i < order->count; i++)
            entries[i] = (rs_sort_entry){65535u - order->records[i].distance, i};
        sorted = rs_sort(entries, entries + order->capacity, order->count);
        if (order->options.exact) {
            uint32_t *numbers = &entries[0].key; /* two words an entry: the first half is enough */
            if (sorted != entries) memcpy(entries, sorted, order->count * sizeof *entries);
            for (uint32_t i = 0; i < order->count; i++) numbers[i] = entries[i].index;
            room = rs_order_exact(order, numbers);
        } else
            for (uint32_t i = 0; i < order->count; i++)
                room = append(order, &order->records[sorted[i].index]) && room;
    }
    order->frame->stats.lost += order->lost;
    order->frame = NULL;
    return room && order->lost == 0 ? RS_OK : RS_LIST_FULL;
}
