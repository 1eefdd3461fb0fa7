/* Decodes pictures and sounds out of chunks. */
#include "tools/inspect/chunk_decode.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "kernel/audio/clip.h"
#include "raster/gamma.h"
#include "rom/adpcm.h"
#include "rom/blocks.h"
#include "rom/haar.h"
#include "tools/image/chunk.h"
#include "tools/import/base/angle.h"
#include "tools/import/image/mipmap.h"
#include "tools/import/image/pixels.h"

/* ---- colours ---- */

static void put_rgba(uint8_t *to, uint32_t rgb, uint32_t alpha) {
    to[0] = (uint8_t)(rgb >> 16);
    to[1] = (uint8_t)(rgb >> 8);
    to[2] = (uint8_t)rgb;
    to[3] = (uint8_t)alpha;
}

static void put_colour(import_palette *palette, uint32_t index, uint32_t rgb) {
    uint8_t *to = palette->rgb[index];
    to[0] = (uint8_t)(rgb >> 16), to[1] = (uint8_t)(rgb >> 8), to[2] = (uint8_t)rgb;
}

/* The screen's colours, or greys where the image has no palette; index 0 is clear when `keyed`. */
static void screen_palette(const rom_image *image, bool keyed, import_palette *palette) {
    rom_chunk chunk;
    uint8_t *owned = NULL;
    palette->count = 256;
    palette->has_key = keyed;
    for (uint32_t i = 0; i < 256; i++) put_colour(palette, i, i * 0x10101u);
    if (image != NULL && rom_find(image, rom_id("palette"), ROM_TAG_PALETTE, &chunk)) {
        if (chunk_unpack(&chunk, &owned, NULL) == ROM_OK) {
            const uint8_t *at = chunk.data + rom_u32(chunk.data + ROM_PALETTE_COLOURS);
            for (uint32_t i = 0; i < 256; i++) put_colour(palette, i, rom_u32(at + i * 4));
        }
        free(owned);
    }
}

/* ---- each type ---- */

static bool read_image(const rom_image *image, const uint8_t *d, const char *file, import_image *p,
                       tool_error *error) {
    static const import_pixel_format formats[] = {IMPORT_PIXELS_PAL8, IMPORT_PIXELS_RGB565,
                                                  IMPORT_PIXELS_BGR555, IMPORT_PIXELS_XRGB8888};
    import_palette palette;
    uint32_t width = rom_u16(d + ROM_IMAGE_WIDTH), height = rom_u16(d + ROM_IMAGE_HEIGHT),
             format = d[ROM_IMAGE_FORMAT] & 3u;
    bool keyed = (d[ROM_IMAGE_FLAGS] & ROM_IMAGE_KEYED) != 0;
    uint32_t bytes = format == 0 ? 1 : format == 3 ? 4 : 2;
    const uint8_t *pixels = d + rom_u32(d + ROM_IMAGE_PIXELS);
    screen_palette(image, keyed, &palette);
    const import_pixels shown = {
        pixels, (size_t)width * height * bytes, (int)width, (int)height, formats[format], &palette};
    if (!import_pixels_read(file, &shown, p, error)) return false;
    static const uint8_t nothing[4] = {0};
    for (size_t i = 0; keyed && i < (size_t)width * height; i++)
        if (memcmp(pixels + i * bytes, nothing, bytes) == 0) p->rgba[i * 4 + 3] = 0;
    return true;
}

static void put_blocks(const uint8_t *d, import_image *p) {
    for (int i = 0; i < p->width * p->height; i++) {
        uint32_t texel = rom_block_texel(d, (uint32_t)(i % p->width), (uint32_t)(i / p->width));
        put_rgba(p->rgba + (size_t)i * 4, texel & 0xFFFFFFu, texel == ROM_BLOCK_CLEAR ? 0 : 255);
    }
}

static bool put_haar(const rom_image *image, const uint8_t *d, uint32_t level, const char *file,
                     import_image *p, tool_error *error) {
    size_t size = (size_t)p->width * (size_t)p->height,
           line = (size_t)(p->width > p->height ? p->width : p->height) / 2 + 1;
    uint8_t *planes = calloc(3, size), *scratch = malloc(line);
    rom_error fault;
    import_palette palette;
    bool ok = (planes != NULL && scratch != NULL) || import_error_memory(error, file);
    for (uint32_t k = 0; ok && k < d[ROM_HAAR_COMPONENTS]; k++) {
        ok = rom_haar_decode(d, k, level,
                             &(rom_haar_room){planes + k * size, (uint32_t)size, scratch, (uint32_t)line},
                             &fault) == ROM_OK ||
             import_error_file(error, file, "%s", fault.text);
    }
    screen_palette(image, false, &palette);
    for (size_t i = 0; ok && i < size; i++) {
        if (d[ROM_HAAR_SPACE] == ROM_HAAR_INDICES)
            put_rgba(p->rgba + i * 4,
                     (uint32_t)palette.rgb[planes[i]][0] << 16 | (uint32_t)palette.rgb[planes[i]][1] << 8 |
                         palette.rgb[planes[i]][2],
                     255);
        else
            put_rgba(p->rgba + i * 4, rom_haar_colour(d, planes[i], planes[size + i], planes[2 * size + i]),
                     255);
    }
    free(planes);
    free(scratch);
    return ok;
}

static bool read_pixels(const rom_image *image, const uint8_t *d, uint32_t level, const char *file,
                        import_image *p, tool_error *error) {
    const uint8_t *record = d + rom_u32(d + ROM_PIXELS_LEVELS_AT) + (size_t)level * ROM_PIXEL_LEVEL_SIZE;
    const uint8_t *pixels = d + rom_u32(d + ROM_PIXELS_PIXELS_AT) + rom_u32(record + ROM_PIXEL_LEVEL_FIRST);
    uint32_t count = rom_u32(d + ROM_PIXELS_COLOUR_COUNT), tiles = rom_u32(d + ROM_PIXELS_TILE_COUNT),
             tile_width = rom_u16(d + ROM_PIXELS_TILE_WIDTH),
             tile_height = rom_u16(d + ROM_PIXELS_TILE_HEIGHT);
    int width = rom_u16(record + ROM_PIXEL_LEVEL_WIDTH), height = rom_u16(record + ROM_PIXEL_LEVEL_HEIGHT);
    bool keyed = (d[ROM_PIXELS_FLAGS] & ROM_PIXELS_KEYED) != 0,
         banked = tiles != 0 && tile_width != 0 && tile_height != 0;
    import_palette palette;
    screen_palette(image, keyed, &palette);
    for (uint32_t i = 0; i < count && i < 256; i++)
        put_colour(&palette, i, rom_u32(d + rom_u32(d + ROM_PIXELS_COLOURS_AT) + i * 4));
    const import_pixels shown = {pixels, rom_u32(record + ROM_PIXEL_LEVEL_BYTES),   width,
                                 height, (import_pixel_format)d[ROM_PIXELS_FORMAT], &palette};
    if (!import_pixels_read(file, &shown, p, error)) return false;
    /* The picture is decoded once for each palette of 16 colours, of which its tiles are taken. */
    uint32_t across = banked ? ((uint32_t)width + tile_width - 1) / tile_width : 0;
    for (uint32_t bank = 0; banked && bank * 16 < count; bank++) {
        import_image own;
        for (uint32_t i = 0; i < 16 && bank * 16 + i < count; i++)
            put_colour(&palette, i, rom_u32(d + rom_u32(d + ROM_PIXELS_COLOURS_AT) + (bank * 16 + i) * 4));
        if (!import_pixels_read(file, &shown, &own, error)) {
            import_image_free(p);
            return false;
        }
        for (uint32_t tile = 0; tile < tiles; tile++) {
            uint32_t left = tile % across * tile_width, top = tile / across * tile_height;
            if (d[rom_u32(d + ROM_PIXELS_BANKS_AT) + tile] != bank) continue;
            for (uint32_t y = top; y < top + tile_height && y < (uint32_t)height; y++) {
                size_t at = ((size_t)y * (size_t)width + left) * 4,
                       bytes = (left + tile_width < (uint32_t)width ? tile_width : (uint32_t)width - left) *
                               (size_t)4;
                memcpy(p->rgba + at, own.rgba + at, bytes);
            }
        }
        import_image_free(&own);
    }
    return true;
}

bool chunk_is_picture(uint32_t type) {
    return type == ROM_TAG_IMAGE || type == ROM_TAG_BLOCK_TEXTURE || type == ROM_TAG_HAAR ||
           type == ROM_TAG_PIXELS;
}

uint32_t chunk_picture_levels(const rom_chunk *chunk) {
    if (chunk->type == ROM_TAG_PIXELS) return rom_u32(chunk->data + ROM_PIXELS_LEVEL_COUNT);
    return chunk->type == ROM_TAG_HAAR ? chunk->data[ROM_HAAR_LEVELS] + 1u : 1u;
}

/* Turns amounts of light into colours of the display. */
static void show_light(import_image *p) {
    uint8_t ramp[256];
    (void)rs_gamma_output_ramp(ramp, 256, true, 10);
    for (size_t i = 0; i < (size_t)p->width * (size_t)p->height * 4; i++) {
        if (i % 4 != 3) p->rgba[i] = ramp[p->rgba[i]];
    }
}

static bool read_picture(const rom_image *image, const rom_chunk *chunk, uint32_t level, const char *file,
                         import_image *picture, tool_error *error) {
    const uint8_t *d = chunk->data;
    uint32_t width = 0, height = 0;
    bool ok = true;
    if (level >= chunk_picture_levels(chunk)) level = chunk_picture_levels(chunk) - 1;
    if (chunk->type == ROM_TAG_IMAGE) return read_image(image, d, file, picture, error);
    if (chunk->type == ROM_TAG_PIXELS) return read_pixels(image, d, level, file, picture, error);
    if (chunk->type == ROM_TAG_HAAR)
        rom_haar_size(d, level, &width, &height);
    else
        width = rom_u16(d + ROM_BLOCK_TEXTURE_SHOWN_WIDTH),
        height = rom_u16(d + ROM_BLOCK_TEXTURE_SHOWN_HEIGHT);
    if (!import_image_allocate(file, (long)width, (long)height, false, picture, error)) return false;
    if (chunk->type == ROM_TAG_HAAR)
        ok = put_haar(image, d, level, file, picture, error);
    else
        put_blocks(d, picture);
    import_image_find_alpha(picture);
    if (!ok) import_image_free(picture);
    return ok;
}

bool chunk_picture(const rom_image *image, const rom_chunk *chunk, uint32_t level, const char *file,
                   import_image *picture, tool_error *error) {
    const bool colours =
        chunk->type != ROM_TAG_PIXELS || chunk->data[ROM_PIXELS_KIND] == IMPORT_TEXTURE_COLOUR;
    if (!read_picture(image, chunk, level, file, picture, error)) return false;
    if (image != NULL && (image->flags & ROM_FLAG_LINEAR) != 0 && colours) show_light(picture);
    return true;
}

/* ---- sounds ---- */

static bool put_adpcm(const uint8_t *d, import_sound *sound) {
    uint32_t block = rom_u16(d + ROM_SOUND_BLOCK_BYTES), left = rom_u32(d + ROM_SOUND_DATA_BYTES), frame = 0;
    const uint8_t *at = d + rom_u32(d + ROM_SOUND_DATA_AT);
    while (frame < sound->frames && left > 0 && block > 0) {
        uint32_t bytes = left < block ? left : block, frames = rom_adpcm_frames(bytes, sound->channels);
        int16_t *samples = malloc(((size_t)frames * sound->channels + 1) * sizeof *samples);
        if (samples == NULL || frames == 0 ||
            rom_adpcm_block(at, bytes, sound->channels, samples, frames, NULL) != ROM_OK) {
            free(samples);
            return false;
        }
        for (uint32_t i = 0; i < frames && frame < sound->frames; i++, frame++) {
            for (uint32_t c = 0; c < sound->channels; c++)
                sound->samples[(size_t)frame * sound->channels + c] =
                    samples[(size_t)i * sound->channels + c] * 65536;
        }
        free(samples);
        at += bytes;
        left -= bytes;
    }
    return true;
}

/* What a voice plays. */
static bool put_made(const rom_chunk *chunk, import_sound *sound) {
    ox_audio_clip clip;
    if (ox_failed(ox_audio_clip_open(&clip, chunk->data, chunk->size))) return false;
    ox_audio_place place = ox_audio_clip_begin(&clip);
    for (uint32_t f = 0; f < sound->frames; f++) {
        int16_t sample;
        const ox_audio_place at = place;
        ox_audio_clip_read(&clip, false, &at, &(ox_audio_reading){1, 1, &sample}, &place);
        sound->samples[f] = sample * 65536;
    }
    return true;
}

bool chunk_sound(const rom_chunk *chunk, const char *file, import_sound *sound, tool_error *error) {
    const uint8_t *d = chunk->data, *at = d + rom_u32(d + ROM_SOUND_DATA_AT);
    uint32_t format = d[ROM_SOUND_FORMAT], channels = d[ROM_SOUND_CHANNELS],
             frames = rom_u32(d + ROM_SOUND_FRAMES);
    uint64_t held = rom_u32(d + ROM_SOUND_DATA_BYTES);
    if (format < 2 && (uint64_t)frames * channels * (format + 1) > held)
        return import_error_file(error, file, "the sound has fewer samples than it says");
    if (!import_sound_allocate(file, rom_u16(d + ROM_SOUND_RATE), channels, frames, sound, error))
        return false;
    sound->bits = format == 0 ? 8 : 16;
    sound->loop_begin = rom_u32(d + ROM_SOUND_LOOP_START);
    sound->loop_end = rom_u32(d + ROM_SOUND_LOOP_END);
    sound->loops = sound->loop_end != 0;
    for (size_t i = 0; format < 2 && i < (size_t)frames * channels; i++)
        sound->samples[i] = format == 0 ? rom_i8(at + i) * (1 << 24) : rom_i16(at + i * 2) * 65536;
    if (format < 2 || (format == 2 ? put_adpcm(d, sound) : put_made(chunk, sound))) return true;
    import_sound_free(sound);
    return import_error_file(error, file, "the sound is damaged; pack it again");
}

/* ---- differences ---- */

bool picture_compare(const import_image *a, const import_image *b, picture_difference *d, import_image *shown,
                     tool_error *error) {
    size_t count = (size_t)a->width * (size_t)a->height;
    double squares = 0;
    if (shown != NULL && !import_image_allocate("difference", a->width, a->height, false, shown, error))
        return false;
    *d = (picture_difference){.pixels = (uint32_t)count};
    for (size_t i = 0; i < count; i++) {
        const uint8_t *x = a->rgba + i * 4, *y = b->rgba + i * 4;
        bool same = memcmp(x, y, 4) == 0;
        d->different += !same;
        if (shown != NULL) shown->rgba[i * 4 + 3] = 255;
        for (int k = 0; !same && k < 4; k++) {
            int step = abs((int)x[k] - (int)y[k]);
            if (step > d->largest) d->largest = step;
            if (k < 3) squares += (double)step * step;
            if (shown != NULL && k < 3) shown->rgba[i * 4 + (size_t)k] = (uint8_t)(64 + step * 3 / 4);
        }
    }
    d->psnr = squares > 0 ? import_decibels(255.0 * 255.0 * 3 * (double)count / squares) : (double)INFINITY;
    return true;
}

static int64_t sample_at(const import_sound *s, uint32_t frame, uint32_t channel) {
    return channel < s->channels ? s->samples[(size_t)frame * s->channels + channel] : 0;
}

sound_difference sound_compare(const import_sound *a, const import_sound *b) {
    sound_difference d = {.frames = {a->frames, b->frames}};
    uint32_t channels = a->channels > b->channels ? a->channels : b->channels,
             frames = a->frames < b->frames ? a->frames : b->frames;
    for (uint32_t f = 0; f < frames; f++) {
        for (uint32_t c = 0; c < channels; c++) {
            int64_t step = sample_at(a, f, c) - sample_at(b, f, c);
            uint64_t size = (uint64_t)(step < 0 ? -step : step);
            if (size == 0) continue;
            if (d.different++ == 0) d.first = f;
            uint32_t peak = (uint32_t)((size + 65535) >> 16);
            if (peak > d.peak) d.peak = peak;
        }
    }
    return d;
}
