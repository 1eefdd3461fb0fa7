/* The loops of short groups of the run-length codecs and of LZ_BIOS. */
#include "rom/codec_loops.h"

#include <stddef.h>
#include <string.h>

void rom_codec_run_groups(rom_decoder *d, uint32_t left) {
    uint32_t element = d->codec == ROM_CODEC_RUNS_16 ? 2 : 1, most = (128 + RUN_LEAST) * element;
    if (left < most) return;
    const uint8_t *in = d->in, *in_end = d->in_end;
    uint8_t *out = d->out + d->done, *last = out + (left - most);
    while (in_end - in > (ptrdiff_t)element && out <= last) {
        uint32_t control = *in++, count = (control - RUN_BIT + RUN_LEAST) * element;
        if (control < RUN_BIT) {
            count = (control + 1) * element;
            if (in_end - in < (ptrdiff_t)count) { /* damaged: the loop in rom_decoder_step tells where */
                in--;
                break;
            }
            memmove(out, in, count); /* in common memory the input lies behind the output */
            in += count;
        } else if (element == 1 || in[0] == in[1]) {
            memset(out, in[0], count);
            in += element;
        } else {
            uint8_t low = *in++, high = *in++;
            for (uint32_t i = 0; i < count; i += 2) {
                out[i] = low;
                out[i + 1] = high;
            }
        }
        out += count;
    }
    d->in = in;
    d->done = (uint32_t)(out - d->out);
}

void rom_codec_flagged_groups(rom_decoder *d, uint32_t left) {
    enum { MOST_OUT = 8 * (BIOS_REPEAT_MOST + LZ_LEAST), MOST_IN = 1 + 8 * 2 };
    if (left < MOST_OUT || d->in_end - d->in < MOST_IN) return;
    const uint8_t *in = d->in, *in_last = d->in_end - MOST_IN;
    uint8_t *begin = d->out, *out = begin + d->done, *last = out + (left - MOST_OUT);
    while (in <= in_last && out <= last) {
        const uint8_t *from = in;
        uint8_t *to = out;
        uint32_t flags = (uint32_t)*from++ << 24 | 1u << 23; /* a bit behind the flags marks their end */
        for (; flags != 1u << 31; flags <<= 1) {
            if ((flags & 1u << 31) == 0) {
                *to++ = *from++;
                continue;
            }
            uint32_t repeat = (uint32_t)from[0] / 16 + LZ_LEAST,
                     distance = ((uint32_t)from[0] % 16 * 256 | from[1]) + 1u;
            if (distance - 1u >= (uint32_t)(to - begin)) break;
            to = rom_copy_match(to, distance, repeat);
            from += 2;
        }
        if (flags != 1u << 31) break; /* damaged: the loop in rom_decoder_step tells where */
        in = from;
        out = to;
    }
    d->in = in;
    d->done = (uint32_t)(out - begin);
}
