/* The copying engine of all codecs, and how each reads its counts. */
#include "rom/codec_loops.h"

#include <string.h>

enum {
    BIOS_LZ = 0x10, /* first byte of data that the system unpacks; the size follows */
    BIOS_HEAD = 4,
    DELTA_WIDE = 0x80,
    COPY_BY_CALL = 24 /* from here on memcpy is faster than the loop */
};

bool rom_codec_known(uint32_t codec) {
    return codec == ROM_CODEC_STORED || codec == ROM_CODEC_RUNS || codec == ROM_CODEC_LZ ||
           codec == ROM_CODEC_DELTA_LZ || codec == ROM_CODEC_RUNS_16 || codec == ROM_CODEC_LZ_BIOS;
}

void rom_decoder_begin(rom_decoder *d, uint32_t codec, const void *packed, size_t stored, void *data,
                       size_t size) {
    memset(d, 0, sizeof *d);
    d->in = d->in_begin = packed;
    d->in_end = stored == 0 ? d->in : d->in + stored;
    d->out = data;
    d->size = (uint32_t)size;
    d->codec = (uint8_t)codec;
    d->failed = !rom_codec_known(codec) || size > UINT32_MAX || stored > UINT32_MAX;
    if (codec == ROM_CODEC_STORED) d->copy = d->size;
}

bool rom_decoder_done(const rom_decoder *d) {
    bool begun = (d->codec != ROM_CODEC_DELTA_LZ && d->codec != ROM_CODEC_LZ_BIOS) || d->stride != 0;
    bool summed = d->codec != ROM_CODEC_DELTA_LZ || d->out == NULL || d->summed == d->size;
    return !d->failed && begun && d->done == d->size && d->copy == 0 && d->repeat == 0 &&
           d->in == d->in_end && summed;
}

static rom_status bad(rom_decoder *d, rom_error *error, const char *sentence, uint32_t number) {
    d->failed = true;
    return rom_fail(error, ROM_BAD_PACKING, (uint32_t)(d->in - d->in_begin), sentence, number, 0);
}

static rom_status ends_early(rom_decoder *d, rom_error *error) {
    return bad(d, error, "the packed bytes end after %u bytes of output; pack the cart again", d->done);
}

/* Reads the further bytes of a count: a byte of 255 is followed by another one. */
static bool read_more(rom_decoder *d, uint32_t *count) {
    uint8_t more;
    do {
        if (d->in == d->in_end) return false;
        more = *d->in++;
        if (*count > d->size || more > d->size - *count) return false; /* no output is as long */
        *count += more;
    } while (more == 255);
    return true;
}

/* Reads the next counts of run-length: literals, or repetitions of one element. */
static rom_status next_run(rom_decoder *d, uint32_t element, rom_error *error) {
    if (d->in == d->in_end) return ends_early(d, error);
    uint32_t control = *d->in++;
    if (control < RUN_BIT) {
        d->copy = (control + 1) * element;
    } else {
        d->copy = element;
        d->repeat = (control - RUN_BIT + RUN_LEAST - 1) * element;
        d->distance = element;
    }
    return ROM_OK;
}

static rom_status next_literals(rom_decoder *d, rom_error *error) {
    if (d->in == d->in_end) return ends_early(d, error);
    d->token = *d->in++;
    d->copy = (uint32_t)d->token >> 4 & LZ_COPY_MORE;
    d->match_follows = true;
    if (d->copy == LZ_COPY_MORE && !read_more(d, &d->copy)) return ends_early(d, error);
    return ROM_OK;
}

static rom_status check_distance(rom_decoder *d, rom_error *error) {
    if (d->distance != 0 && d->distance <= d->done) return ROM_OK;
    return bad(d, error, "a match from %u bytes back, before the beginning; pack the cart again",
               d->distance);
}

static rom_status next_match(rom_decoder *d, rom_error *error) {
    uint32_t bytes = (d->token & LZ_FAR) != 0 ? 2u : 1u;
    d->match_follows = false;
    if ((size_t)(d->in_end - d->in) < bytes) return ends_early(d, error);
    d->distance = bytes == 1 ? d->in[0] + 1u : (uint32_t)rom_u16(d->in);
    d->in += bytes;
    d->repeat = (uint32_t)d->token & LZ_REPEAT_MORE;
    if (d->repeat == LZ_REPEAT_MORE && !read_more(d, &d->repeat)) return ends_early(d, error);
    d->repeat += LZ_LEAST;
    return check_distance(d, error);
}

/* Reads the next counts of LZ_BIOS. A byte has eight flags, the highest first: a set flag is a match of two
 * bytes, and as many bytes are copied as flags are clear in a row. */
static rom_status next_flagged(rom_decoder *d, rom_error *error) {
    uint32_t most = d->size - d->done;
    if (d->flags == 0) {
        if (d->in == d->in_end) return ends_early(d, error);
        d->token = *d->in++;
        d->flags = 8;
    }
    d->copy = d->repeat = 0;
    for (; d->flags > 0 && (d->token & BIOS_MATCH) == 0 && d->copy < most; d->flags--, d->copy++)
        d->token = (uint8_t)(d->token << 1);
    if (d->copy > 0) return ROM_OK;
    if (d->in_end - d->in < 2) return ends_early(d, error);
    d->repeat = (uint32_t)d->in[0] / 16 + LZ_LEAST;
    d->distance = ((uint32_t)d->in[0] % 16 * 256 | d->in[1]) + 1u;
    d->in += 2;
    d->flags--;
    d->token = (uint8_t)(d->token << 1);
    return check_distance(d, error);
}

/* Reads the next counts. */
static rom_status next_counts(rom_decoder *d, rom_error *error) {
    rom_status status;
    switch (d->codec) {
    case ROM_CODEC_RUNS:
        status = next_run(d, 1, error);
        break;
    case ROM_CODEC_RUNS_16:
        status = next_run(d, 2, error);
        break;
    case ROM_CODEC_LZ:
    case ROM_CODEC_DELTA_LZ:
        status = d->match_follows ? next_match(d, error) : next_literals(d, error);
        break;
    case ROM_CODEC_LZ_BIOS:
        status = next_flagged(d, error);
        break;
    default:
        return bad(d, error, "packed bytes that end after %u bytes of output; pack the cart again", d->done);
    }
    if (status == ROM_OK && (d->copy > d->size - d->done || d->repeat > d->size - d->done - d->copy)) {
        return bad(d, error, "the packed bytes go on after %u bytes of output; pack the cart again", d->size);
    }
    return status;
}

/* Copies a match. A match longer than its distance repeats itself: bytes just copied are copied again, twice
 * as many each time. */
static void copy_forward(uint8_t *to, uint32_t distance, uint32_t count) {
    const uint8_t *from = to - distance;
    while (count >= COPY_BY_CALL) {
        uint32_t part = distance < count ? distance : count;
        memcpy(to, from, part);
        to += part;
        count -= part;
        distance += part;
    }
    rom_copy_bytes(to, from, count);
}

static rom_status copy_input(rom_decoder *d, uint32_t most, rom_error *error) {
    uint32_t count = d->copy < most ? d->copy : most;
    if ((size_t)(d->in_end - d->in) < count) return ends_early(d, error);
    if (d->out != NULL) {
        uint8_t *to = d->out + d->done;
        /* In common memory the input lies behind the output, and may be overwritten once it is read. */
        if (count >= COPY_BY_CALL) {
            memmove(to, d->in, count);
        } else {
            rom_copy_bytes(to, d->in, count);
        }
    }
    d->in += count;
    d->copy -= count;
    d->done += count;
    return ROM_OK;
}

static void copy_output(rom_decoder *d, uint32_t most) {
    uint32_t count = d->repeat < most ? d->repeat : most;
    if (d->out != NULL) {
        uint8_t *to = d->out + d->done;
        if (d->distance == 1 && count >= 8) {
            memset(to, to[-1], count);
        } else {
            copy_forward(to, d->distance, count);
        }
    }
    d->repeat -= count;
    d->done += count;
}

static bool is_runs(const rom_decoder *d) {
    return d->codec == ROM_CODEC_RUNS || d->codec == ROM_CODEC_RUNS_16;
}
static bool is_lz(const rom_decoder *d) { return d->codec == ROM_CODEC_LZ || d->codec == ROM_CODEC_DELTA_LZ; }

/* Turns differences into numbers, up to `most` bytes further. */
static void sum_up(rom_decoder *d, uint32_t most) {
    uint32_t step = d->stride * (d->wide ? 2u : 1u);
    uint32_t end = d->size - d->summed > most ? d->summed + most : d->size, at = d->summed;
    if (d->wide) {
        if (end < d->size) end &= ~1u;
        if (end == at && end < d->size) end = d->size - at < 2 ? d->size : at + 2;
        uint8_t *number = d->out + (at < step ? step : at);
        for (uint32_t left = end > step ? (uint32_t)(d->out + end - number) : 0; left >= 2;
             left -= 2, number += 2) {
            uint32_t sum = (uint32_t)rom_u16(number) + rom_u16(number - step);
            number[0] = (uint8_t)sum;
            number[1] = (uint8_t)(sum >> 8);
        }
    } else if (end > step) {
        uint8_t *number = d->out + (at < step ? step : at), *last = d->out + end;
        for (; number < last; number++) *number = (uint8_t)(*number + *(number - step));
    }
    d->summed = end;
}

static rom_status begin_delta(rom_decoder *d, rom_error *error) {
    if (d->in == d->in_end) return ends_early(d, error);
    d->wide = (*d->in & DELTA_WIDE) != 0;
    d->stride = *d->in++ & (DELTA_WIDE - 1u);
    return d->stride == 0 ? bad(d, error, "differences over 0 numbers; pack the cart again", 0) : ROM_OK;
}

/* Reads the word in front of the data: their form and size. */
static rom_status begin_bios(rom_decoder *d, rom_error *error) {
    if (d->in_end - d->in < BIOS_HEAD) return ends_early(d, error);
    if (d->in[0] != BIOS_LZ || rom_u32(d->in) >> 8 != d->size) {
        d->failed = true;
        return rom_fail(error, ROM_BAD_PACKING, 0,
                        "the word in front is %x, which is not LZ of %u bytes; pack the cart again",
                        rom_u32(d->in), d->size);
    }
    d->in += BIOS_HEAD;
    d->stride = 1;
    return ROM_OK;
}

rom_status rom_decoder_step(rom_decoder *d, uint32_t quota, rom_error *error) {
    rom_status status = ROM_OK;
    if (d->failed) return bad(d, error, "an unknown codec, a step after a failure, or sizes beyond 4 GB", 0);
    uint32_t left = d->size - d->done;
    if (left > quota) left = quota;
    if (d->codec == ROM_CODEC_DELTA_LZ && d->stride == 0) status = begin_delta(d, error);
    if (d->codec == ROM_CODEC_LZ_BIOS && d->stride == 0) status = begin_bios(d, error);
    if (status == ROM_OK && d->done == d->size && d->out != NULL && d->codec == ROM_CODEC_DELTA_LZ)
        sum_up(d, quota);
    while (status == ROM_OK && left > 0) {
        uint32_t before = d->done;
        if (d->copy > 0) {
            status = copy_input(d, left, error);
        } else if (d->repeat > 0) {
            copy_output(d, left);
        } else {
            if (d->out != NULL && is_lz(d) && !d->match_follows) rom_codec_lz_groups(d, left);
            if (d->out != NULL && is_runs(d)) rom_codec_run_groups(d, left);
            if (d->out != NULL && d->codec == ROM_CODEC_LZ_BIOS && d->flags == 0)
                rom_codec_flagged_groups(d, left);
            if (d->done - before < left) status = next_counts(d, error);
        }
        left -= d->done - before;
    }
    if (status == ROM_OK && d->done == d->size && d->in != d->in_end) {
        return bad(d, error, "packed bytes are left over after %u bytes of output; pack the cart again",
                   d->done);
    }
    return status;
}

rom_status rom_decode(uint32_t codec, const void *packed, size_t stored, void *data, size_t size,
                      rom_error *error) {
    rom_decoder decoder;
    rom_status status;
    if (!rom_codec_known(codec)) {
        return rom_fail(error, ROM_UNKNOWN_CODEC, 0,
                        "packed with the unknown codec %u; a newer console is needed", codec, 0);
    }
    rom_decoder_begin(&decoder, codec, packed, stored, data, size);
    status = rom_decoder_step(&decoder, UINT32_MAX, error);
    if (status == ROM_OK && !rom_decoder_done(&decoder))
        status = rom_decoder_step(&decoder, UINT32_MAX, error);
    return status;
}
