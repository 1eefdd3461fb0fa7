/* The loop of LZ groups, which unpacks by far the most bytes. */
#include "rom/codec_loops.h"

/* A port whose LZ loop is written by hand (platform/gba/codec.S) builds this loop beside it, as the definition
 * that a test holds the other to. */
#ifdef ROM_LZ_BY_HAND
#include <stddef.h>
#define rom_codec_lz_groups rom_codec_lz_groups_twin
FX_STATIC_ASSERT(offsetof(rom_decoder, in) == 0 && offsetof(rom_decoder, in_end) == 8 &&
                     offsetof(rom_decoder, out) == 12 && offsetof(rom_decoder, done) == 16 &&
                     offsetof(rom_decoder, token) == 41 && offsetof(rom_decoder, match_follows) == 44,
                 "the places that platform/gba/codec.S knows");
#endif

void rom_codec_lz_groups(rom_decoder *d, uint32_t left) {
    enum {
        MOST_OUT = LZ_COPY_MORE - 1 + LZ_REPEAT_MORE - 1 + LZ_LEAST,
        MOST_IN = 1 + LZ_COPY_MORE - 1 + 3,
        LONG = 255
    };
    const uint8_t *in = d->in, *in_end = d->in_end;
    uint8_t *begin = d->out, *out = begin + d->done, *end = out + left;
    while (in_end - in >= MOST_IN && end - out >= MOST_OUT) {
        const uint8_t *from = in;
        uint32_t token = *from++, copy = token >> 4 & LZ_COPY_MORE, repeat = token & LZ_REPEAT_MORE, distance;
        if (copy == LZ_COPY_MORE) { /* one more byte of each count; longer counts are rare */
            copy += *from++;
            if (copy == LZ_COPY_MORE + LONG || in_end - from < MOST_IN + LONG || end - out < MOST_OUT + LONG)
                break;
        }
        for (; copy > 0; copy--) *out++ = *from++;
        in = from;
        distance = *from++ + 1u;
        if ((token & LZ_FAR) != 0) distance = distance - 1u + ((uint32_t)*from++ << 8);
        if (repeat == LZ_REPEAT_MORE) repeat += *from++;
        if (repeat == LZ_REPEAT_MORE + LONG || (repeat >= LZ_REPEAT_MORE && end - out < MOST_OUT + LONG) ||
            distance - 1u >= (uint32_t)(out - begin)) {
            d->token = (uint8_t)token;
            d->match_follows = true;
            break;
        }
        out = rom_copy_match(out, distance, repeat + LZ_LEAST);
        in = from;
    }
    d->in = in;
    d->done = (uint32_t)(out - begin);
}
