/* Unpacks pyramids in place: lines from the last to the first, so that a plane grows over itself.
 */
#include "rom/haar.h"

#include <string.h>

static uint32_t half_side(uint32_t side) { return (side + 1) / 2; }

void rom_haar_size(const uint8_t *chunk, uint32_t level, uint32_t *width, uint32_t *height) {
    *width = rom_half(chunk + ROM_HAAR_WIDTH);
    *height = rom_half(chunk + ROM_HAAR_HEIGHT);
    for (uint32_t i = 0; i < level && i < chunk[ROM_HAAR_LEVELS]; i++) {
        *width = half_side(*width);
        *height = half_side(*height);
    }
}

/* A reader of the numbers of details. */
typedef struct details {
    const uint8_t *at, *end;
    uint32_t zeros; /* still to come */
    uint32_t shift;
    bool ended;
} details;

static int32_t next_detail(details *d) {
    uint32_t z, byte;
    if (d->zeros > 0) {
        d->zeros--;
        return 0;
    }
    if (d->at == d->end) {
        d->ended = true;
        return 0;
    }
    byte = *d->at++;
    z = byte;
    if (byte == 0 || byte >= 248) {
        if (d->at == d->end) {
            d->ended = true;
            return 0;
        }
        uint32_t more = *d->at++;
        if (byte == 0) d->zeros = more;
        if (byte >= 248) z = 248 + (byte - 248) * 256 + more;
    }
    int32_t value = (z & 1u) != 0 ? -(int32_t)((z + 1) / 2) : (int32_t)(z / 2);
    return value * (int32_t)(1u << d->shift);
}

/* Gives a and b from s and d; d / 2 rounds down, as the format says. */
static void split(int32_t s, int32_t d, int32_t *a, int32_t *b) {
    int32_t down = d >= 0 ? d / 2 : -((1 - d) / 2);
    *b = s - down;
    *a = *b + d;
}

static uint8_t clamped_sample(int32_t value, int32_t most) {
    return (uint8_t)(value < 0 ? 0 : value > most ? most : value);
}

/* Unpacks one line: `line` holds the coarser values; `upper` and `lower` (NULL: there is none) are written.
 */
static void grow_line(details *d, const uint8_t *line, uint8_t *upper, uint8_t *lower, uint32_t width,
                      int32_t most) {
    for (uint32_t x = 0; x < width; x += 2) {
        bool pair = x + 1 < width;
        int32_t s0, s1, d0, d1, values[4] = {0, 0, 0, 0};
        int32_t v = lower != NULL ? next_detail(d) : 0, h = pair ? next_detail(d) : 0,
                both = pair && lower != NULL ? next_detail(d) : 0;
        s0 = s1 = line[x / 2];
        d0 = d1 = h;
        if (lower != NULL) split(line[x / 2], v, &s0, &s1);
        if (lower != NULL) split(h, both, &d0, &d1);
        values[0] = s0;
        values[2] = s1;
        if (pair) split(s0, d0, &values[0], &values[1]);
        if (pair) split(s1, d1, &values[2], &values[3]);
        upper[x] = clamped_sample(values[0], most);
        if (pair) upper[x + 1] = clamped_sample(values[1], most);
        if (lower != NULL) lower[x] = clamped_sample(values[2], most);
        if (lower != NULL && pair) lower[x + 1] = clamped_sample(values[3], most);
    }
}

/* Unpacks the plane of `level` from the plane of level + 1, which lies at the beginning of `plane`. */
static void grow(details *d, uint8_t *plane, uint8_t *line, uint32_t width, uint32_t height, int32_t most) {
    uint32_t coarse = half_side(width);
    for (uint32_t y = half_side(height); y-- > 0;) {
        uint8_t *upper = plane + (size_t)y * 2 * width;
        memcpy(line, plane + (size_t)y * coarse, coarse);
        grow_line(d, line, upper, y * 2 + 1 < height ? upper + width : NULL, width, most);
    }
}

rom_status rom_haar_decode(const uint8_t *chunk, uint32_t component, uint32_t level,
                           const rom_haar_room *room, rom_error *error) {
    uint32_t levels = chunk[ROM_HAAR_LEVELS], components = chunk[ROM_HAAR_COMPONENTS], width, height;
    const uint8_t *stream = chunk + rom_word(chunk + ROM_HAAR_STREAM_AT),
                  *end = stream + rom_word(chunk + ROM_HAAR_STREAM_BYTES);
    int32_t most = (int32_t)((1u << chunk[ROM_HAAR_DEPTH]) - 1u);
    rom_haar_size(chunk, level, &width, &height);
    if (component >= components || level > levels || room->bytes != width * height ||
        room->line_bytes < half_side(width))
        return rom_fail(error, ROM_BAD_CHUNK, 0, "component %u, or %u bytes that are not those of the plane",
                        component, room->bytes);
    rom_haar_size(chunk, levels, &width, &height);
    if ((uint64_t)width * height * (component + 1) > (uint64_t)(end - stream))
        return rom_fail(error, ROM_BAD_PACKING, 0, "the stream ends within the coarsest plane of %u bytes",
                        width * height, 0);
    const uint8_t *coarsest = stream + (size_t)width * height * component;
    for (uint32_t i = 0; i < width * height; i++) room->plane[i] = clamped_sample(coarsest[i], most);
    for (uint32_t l = levels; l-- > level;) {
        const uint8_t *record = chunk + rom_word(chunk + ROM_HAAR_LEVELS_AT) +
                                ((size_t)(levels - 1 - l) * components + component) * ROM_HAAR_LEVEL_SIZE;
        details d = {stream + rom_word(record + ROM_HAAR_LEVEL_OFFSET), end, 0, record[ROM_HAAR_LEVEL_SHIFT],
                     false};
        rom_haar_size(chunk, l, &width, &height);
        grow(&d, room->plane, room->line, width, height, most);
        if (d.ended)
            return rom_fail(error, ROM_BAD_PACKING, (uint32_t)(end - stream),
                            "the stream ends within level %u; pack the cart again", l, 0);
    }
    return ROM_OK;
}

static uint32_t byte_of(int32_t value) { return value < 0 ? 0u : value > 255 ? 255u : (uint32_t)value; }

/* value / 65536 rounded to nearest, halves up. */
static int32_t scaled_nearest(int32_t value) {
    return value + 32768 >= 0 ? (value + 32768) / 65536 : -((65535 - (value + 32768)) / 65536);
}

uint32_t rom_haar_colour(const uint8_t *chunk, uint32_t a, uint32_t b, uint32_t c) {
    if (chunk[ROM_HAAR_COMPONENTS] == 1) return a * 0x010101u;
    if (chunk[ROM_HAAR_SPACE] != ROM_HAAR_LUMA) return a << 16 | b << 8 | c;
    int32_t y = (int32_t)a, cb = (int32_t)b - 128, cr = (int32_t)c - 128;
    return byte_of(y + scaled_nearest(91881 * cr)) << 16 |
           byte_of(y - scaled_nearest(22554 * cb + 46802 * cr)) << 8 |
           byte_of(y + scaled_nearest(116130 * cb));
}
