/* The decoder of movies. */
#include "rom/movie.h"

#include <string.h>

#include "rom/check/checked.h"

const uint8_t rom_movie_bytes[ROM_MOVIE_MODES] = {0, 2, 2, 12, 24, 4, 128};

rom_status rom_movie_open(const uint8_t *chunk, rom_movie *movie, rom_error *error) {
    *movie = (rom_movie){.chunk = chunk,
                         .width = rom_u16(chunk + ROM_MOVIE_WIDTH),
                         .height = rom_u16(chunk + ROM_MOVIE_HEIGHT),
                         .frames = rom_u32(chunk + ROM_MOVIE_FRAMES),
                         .rate = rom_i32(chunk + ROM_MOVIE_RATE)};
    if (rom_u16(chunk + ROM_CHUNK_HEADER) < ROM_MOVIE_SIZE || rom_u16(chunk + ROM_MOVIE_FORMAT) != 1 ||
        rom_u32(chunk + ROM_MOVIE_INDEX_COUNT) != movie->frames || movie->frames == 0)
        return rom_fail(error, ROM_BAD_CHUNK, ROM_MOVIE_FORMAT, "no movie of format 1 with an index", 0, 0);
    movie->index = chunk + rom_u32(chunk + ROM_MOVIE_INDEX_AT);
    movie->data = chunk + rom_u32(chunk + ROM_MOVIE_DATA_AT);
    movie->patches = chunk + rom_u32(chunk + ROM_MOVIE_PATCHES_AT);
    movie->patch_count = rom_u32(chunk + ROM_MOVIE_PATCH_COUNT);
    movie->sound_rate = rom_u16(chunk + ROM_MOVIE_SOUND_RATE);
    movie->sound_channels = chunk[ROM_MOVIE_SOUND_CHANNELS];
    movie->sound_format = chunk[ROM_MOVIE_SOUND_FORMAT];
    return ROM_OK;
}

static const uint8_t *frame_of(const rom_movie *m, uint32_t frame) {
    return m->index + (size_t)frame * ROM_MOVIE_FRAME_SIZE;
}

bool rom_movie_is_key(const rom_movie *m, uint32_t frame) {
    return frame < m->frames &&
           (rom_u32(frame_of(m, frame) + ROM_MOVIE_FRAME_FLAGS) & ROM_MOVIE_FRAME_KEY) != 0;
}

uint32_t rom_movie_next_key(const rom_movie *m, uint32_t frame) {
    while (frame < m->frames && !rom_movie_is_key(m, frame)) frame++;
    return frame < m->frames ? frame : m->frames;
}

uint32_t rom_movie_expected(const rom_movie *m, uint32_t frame) {
    return frame < m->frames ? rom_u32(frame_of(m, frame) + ROM_MOVIE_FRAME_CHECKSUM) : 0;
}

uint32_t rom_movie_checksum(const rom_movie *m, const uint16_t *pixels) {
    uint32_t crc = 0;
    for (uint32_t i = 0; i < m->width * m->height; i++) {
        const uint8_t bytes[2] = {(uint8_t)(pixels[i] & 0xFFu), (uint8_t)(pixels[i] >> 8)};
        crc = rom_crc32(crc, bytes, 2);
    }
    return crc;
}

const uint8_t *rom_movie_sound(const rom_movie *m, uint32_t frame, uint32_t *bytes, uint32_t *frames) {
    *bytes = *frames = 0;
    if (frame >= m->frames) return NULL;
    const uint8_t *f = frame_of(m, frame);
    uint32_t all = rom_u32(f + ROM_MOVIE_FRAME_BYTES), video = rom_u32(f + ROM_MOVIE_FRAME_VIDEO_BYTES);
    if (video >= all) return NULL;
    *bytes = all - video;
    *frames = rom_u32(f + ROM_MOVIE_FRAME_SOUND_FRAMES);
    return m->data + rom_u32(f + ROM_MOVIE_FRAME_FIRST) + video;
}

/* ---- blocks ---- */

/* The part of a block that lies in the picture. */
typedef struct place {
    uint32_t x, y, width, height;
} place;

static bool copy(const rom_movie *m, const place *p, int32_t dx, int32_t dy, const uint16_t *before,
                 uint16_t *now) {
    int32_t x = (int32_t)p->x + dx, y = (int32_t)p->y + dy;
    if (before == NULL || x < 0 || y < 0 || (uint32_t)x + p->width > m->width ||
        (uint32_t)y + p->height > m->height)
        return false;
    for (uint32_t row = 0; row < p->height; row++)
        memcpy(now + (size_t)(p->y + row) * m->width + p->x,
               before + ((size_t)(uint32_t)y + row) * m->width + (uint32_t)x, p->width * sizeof *now);
    return true;
}

/* Paints a block: `bits` bits a pixel choose among the colours in front of the bits. */
static void few(const rom_movie *m, const place *p, const uint8_t *at, uint32_t bits, uint16_t *now) {
    const uint8_t *rows = at + ((size_t)2 << bits);
    for (uint32_t row = 0; row < p->height; row++) {
        uint16_t *to = now + (size_t)(p->y + row) * m->width + p->x;
        uint32_t word = bits == 1 ? rows[row] : rom_u16(rows + row * 2);
        for (uint32_t i = 0; i < p->width; i++)
            to[i] = rom_u16(at + 2 * (word >> i * bits & ((1u << bits) - 1u)));
    }
}

static void pixels(const rom_movie *m, const place *p, const uint8_t *at, uint32_t step, uint16_t *now) {
    for (uint32_t row = 0; row < p->height; row++) {
        uint16_t *to = now + (size_t)(p->y + row) * m->width + p->x;
        for (uint32_t i = 0; i < p->width; i++) to[i] = rom_u16(at + (row * ROM_MOVIE_SIDE + i) * step);
    }
}

static bool patches(const rom_movie *m, const place *p, const uint8_t *at, uint16_t *now) {
    for (uint32_t k = 0; k < 4; k++)
        if (at[k] >= m->patch_count) return false;
    for (uint32_t row = 0; row < p->height; row++) {
        uint16_t *to = now + (size_t)(p->y + row) * m->width + p->x;
        for (uint32_t i = 0; i < p->width; i++) {
            const uint8_t *patch = m->patches + (size_t)at[row / 4 * 2 + i / 4] * ROM_MOVIE_PATCH_SIZE;
            to[i] = rom_u16(patch + (row % 4 * 4 + i % 4) * 2);
        }
    }
    return true;
}

static bool decode_block(const rom_movie *m, uint32_t mode, const place *p, const uint8_t *at,
                         const uint16_t *before, uint16_t *now) {
    switch (mode) {
    case ROM_MOVIE_SKIP:
        return copy(m, p, 0, 0, before, now);
    case ROM_MOVIE_MOVED:
        return copy(m, p, rom_i8(at), rom_i8(at + 1), before, now);
    case ROM_MOVIE_ONE:
        pixels(m, p, at, 0, now);
        return true;
    case ROM_MOVIE_TWO:
        few(m, p, at, 1, now);
        return true;
    case ROM_MOVIE_FOUR:
        few(m, p, at, 2, now);
        return true;
    case ROM_MOVIE_PATCHES:
        return patches(m, p, at, now);
    default:
        pixels(m, p, at, 2, now);
        return true;
    }
}

rom_status rom_movie_frame(const rom_movie *m, uint32_t frame, const uint16_t *before, uint16_t *now,
                           rom_error *error) {
    if (frame >= m->frames) return rom_fail(error, ROM_BAD_CHUNK, 0, "frame %u of %u", frame, m->frames);
    const uint8_t *f = frame_of(m, frame);
    bool key = rom_movie_is_key(m, frame);
    if (!key && before == NULL)
        return rom_fail(error, ROM_BAD_CHUNK, 0, "frame %u needs the one before it", frame, 0);
    uint32_t first = rom_u32(f + ROM_MOVIE_FRAME_FIRST), left = rom_u32(f + ROM_MOVIE_FRAME_VIDEO_BYTES);
    const uint8_t *at = m->data + first;
    if (left > rom_u32(f + ROM_MOVIE_FRAME_BYTES))
        return rom_fail(error, ROM_BAD_PACKING, first, "frame %u: more picture than bytes", frame, 0);
    if (left == 0 && !key) {
        memcpy(now, before, (size_t)m->width * m->height * sizeof *now);
        return ROM_OK;
    }
    uint32_t run = 0, mode = 0;
    for (uint32_t y = 0; y < m->height; y += ROM_MOVIE_SIDE) {
        for (uint32_t x = 0; x < m->width; x += ROM_MOVIE_SIDE, run--) {
            if (run == 0) {
                if (left == 0)
                    return rom_fail(error, ROM_BAD_PACKING, first, "frame %u ends early", frame, 0);
                mode = *at & 7u;
                run = (*at++ >> 3) + 1u;
                left--;
            }
            uint32_t bytes = mode < ROM_MOVIE_MODES ? rom_movie_bytes[mode] : 0;
            const place p = {x, y, m->width - x < ROM_MOVIE_SIDE ? m->width - x : ROM_MOVIE_SIDE,
                             m->height - y < ROM_MOVIE_SIDE ? m->height - y : ROM_MOVIE_SIDE};
            if (mode >= ROM_MOVIE_MODES || bytes > left ||
                !decode_block(m, mode, &p, at, key ? NULL : before, now))
                return rom_fail(error, ROM_BAD_PACKING, (uint32_t)(at - m->data), "frame %u: damaged block",
                                frame, 0);
            at += bytes;
            left -= bytes;
        }
    }
    return left == 0 && run == 0
               ? ROM_OK
               : rom_fail(error, ROM_BAD_PACKING, first, "frame %u: bytes left over", frame, 0);
}
