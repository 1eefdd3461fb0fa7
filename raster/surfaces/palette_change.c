/* Palettes that change from picture to picture. */
#include "raster/palette_change.h"

/* Mixes two colours channel by channel, to the nearest. */
static uint32_t mix_colours(uint32_t a, uint32_t b, uint32_t weight) {
    uint32_t mixed = 0;
    if (weight > 16) weight = 16;
    for (int shift = 0; shift < 24; shift += 8) {
        const uint32_t one = a >> shift & 255u, other = b >> shift & 255u;
        mixed |= ((one * (16u - weight) + other * weight + 8u) >> 4) << shift;
    }
    return mixed;
}

uint32_t rs_palette_changed(const uint32_t palette[256], const rs_palette_change *changes, int count,
                            int index) {
    /* The last change is asked first: an entry that it leaves alone is asked of the changes before it. */
    while (count > 0) {
        const rs_palette_change *c = &changes[--count];
        if (index < c->first || index >= c->first + c->count) continue;
        switch (c->kind) {
        case RS_PALETTE_SET:
            return c->rgb & 0xFFFFFFu;
        case RS_PALETTE_COPY:
            index = (c->from + index - c->first) & 255;
            break;
        case RS_PALETTE_ROTATE:
            index = (index - c->first - c->by % c->count) % c->count;
            index = c->first + (index < 0 ? index + c->count : index);
            break;
        default: {
            const uint32_t before = rs_palette_changed(palette, changes, count, index);
            return mix_colours(before, c->kind == RS_PALETTE_MIX ? c->rgb : c->other[index], c->weight);
        }
        }
    }
    return palette[index & 255] & 0xFFFFFFu;
}
