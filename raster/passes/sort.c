/* Sort keys and a stable radix sort from the lowest byte up (Knuth, The Art of Computer Programming 3,
 * section 5.2.5). */
#include "raster/sort.h"

#include <stdbool.h>
#include <string.h>

enum { INSERTION = 32 };

static uint32_t most(uint32_t value, uint32_t limit) { return value > limit ? limit : value; }

uint32_t rs_key_opaque(uint32_t pass, uint32_t material, uint32_t depth, rs_key_order order) {
    uint32_t key = most(pass, 7) << 29;
    material = most(material, 4095);
    depth = most(depth, 65535);
    return key | (order == RS_NEAR_FIRST ? depth << 13 | material << 1 : material << 17 | depth << 1);
}

uint32_t rs_key_translucent(uint32_t pass, uint32_t depth, uint32_t sequence) {
    return most(pass, 7) << 29 | (65535u - most(depth, 65535)) << 13 | most(sequence, 8191);
}

static void insertion_sort(rs_sort_entry *entries, size_t count) {
    for (size_t i = 1; i < count; i++) {
        rs_sort_entry entry = entries[i];
        size_t at = i;
        for (; at > 0 && entries[at - 1].key > entry.key; at--) entries[at] = entries[at - 1];
        entries[at] = entry;
    }
}

/* Counts one byte of all keys; true when the entries are in order by it already. */
static bool count_byte(const rs_sort_entry *entries, size_t count, int shift, uint32_t counts[256]) {
    uint32_t before = 0;
    bool sorted = true;
    memset(counts, 0, 256 * sizeof counts[0]);
    for (size_t i = 0; i < count; i++) {
        uint32_t byte = entries[i].key >> shift & 255u;
        counts[byte]++;
        sorted = sorted && byte >= before;
        before = byte;
    }
    return sorted;
}

rs_sort_entry *rs_sort(rs_sort_entry *entries, rs_sort_entry *other, size_t count) {
    uint32_t counts[256];
    if (count < INSERTION) {
        insertion_sort(entries, count);
        return entries;
    }
    for (int shift = 0; shift < 32; shift += 8) {
        rs_sort_entry *swap = entries;
        uint32_t start = 0;
        if (count_byte(entries, count, shift, counts)) continue;
        for (int i = 0; i < 256; i++) {
            uint32_t next = start + counts[i];
            counts[i] = start;
            start = next;
        }
        for (size_t i = 0; i < count; i++) other[counts[entries[i].key >> shift & 255u]++] = entries[i];
        entries = other;
        other = swap;
    }
    return entries;
}
