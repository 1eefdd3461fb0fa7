/* Watchpoints: bytes that are compared with what they were. */
#include "kernel/debug/watchpoint.h"

static void keep_bytes(ox_watchpoint *point) {
    for (uint32_t i = 0; i < point->bytes; i++) point->before[i] = point->at[i];
}

static uint32_t find_point(const ox_watchpoints *points, const volatile void *at) {
    uint32_t i = 0;
    while (i < points->count && points->points[i].at != at) i++;
    return i;
}

ox_status ox_watchpoint_add(ox_watchpoints *points, const char *name, const volatile void *at,
                            uint32_t bytes) {
    if (points == NULL) return OX_OK;
    if (at == NULL || bytes == 0 || bytes > OX_WATCHPOINT_BYTES) return OX_BAD_ARGUMENT;
    const uint32_t i = find_point(points, at);
    if (i == OX_WATCHPOINTS) return OX_FULL;
    if (i == points->count) points->count++;
    points->points[i] = (ox_watchpoint){.name = name, .at = at, .bytes = bytes};
    keep_bytes(&points->points[i]);
    return OX_OK;
}

bool ox_watchpoint_remove(ox_watchpoints *points, const volatile void *at) {
    const uint32_t i = points == NULL ? 0 : find_point(points, at);
    if (points == NULL || i == points->count) return false;
    points->count--;
    for (uint32_t k = i; k < points->count; k++) points->points[k] = points->points[k + 1];
    return true;
}

/* Up to eight bytes as a number of this machine. */
static uint64_t number_of(const uint8_t *bytes, uint32_t count) {
    const uint16_t one = 1;
    const bool is_little = *(const uint8_t *)&one == 1;
    uint64_t number = 0;
    for (uint32_t i = 0; i < count && count <= 8; i++)
        number = number << 8 | bytes[is_little ? count - 1 - i : i];
    return number;
}

static bool check_point(ox_watchpoints *points, ox_watchpoint *point, const char *by) {
    uint32_t byte = 0;
    while (byte < point->bytes && point->at[byte] == point->before[byte]) byte++;
    if (byte == point->bytes) return false;
    ox_watchpoint_change change = {
        .point = point, .was = number_of(point->before, point->bytes), .byte = byte, .by = by};
    keep_bytes(point);
    change.is = number_of(point->before, point->bytes);
    point->changes++;
    if (points->tell != NULL) points->tell(points->context, &change);
    return true;
}

uint32_t ox_watchpoints_check(ox_watchpoints *points, const char *by) {
    uint32_t changed = 0;
    for (uint32_t i = 0; points != NULL && i < points->count; i++)
        changed += check_point(points, &points->points[i], by) ? 1u : 0u;
    return changed;
}
