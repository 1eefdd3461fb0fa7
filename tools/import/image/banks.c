/* Palettes of sixteen colours for the tiles of a picture. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tools/import/base/angle.h"
#include "tools/import/image/pixels.h"

/* The different opaque colours of a tile, or of a palette that is filled. */
typedef struct colours {
    uint32_t count;
    bool clear;         /* some pixel is clear */
    uint32_t rgb[1024]; /* further colours of a tile do not count: its palette is reduced anyway */
} colours;

typedef struct bank_job {
    const import_image *image;
    uint32_t width, height, across, most;
    import_banks *banks;
    colours *tile, *bank; /* of the tile at hand; of each palette */
    uint32_t *order, *wanted;
} bank_job;

static bool has(const colours *set, uint32_t rgb) {
    for (uint32_t i = 0; i < set->count; i++) {
        if (set->rgb[i] == rgb) return true;
    }
    return false;
}

static const uint8_t *pixel_of(const bank_job *job, uint32_t tile, uint32_t i) {
    uint32_t x = tile % job->across * job->width + i % job->width,
             y = tile / job->across * job->height + i / job->width;
    return job->image->rgba + 4 * ((size_t)y * (size_t)job->image->width + x);
}

static void collect(const bank_job *job, uint32_t tile, colours *set) {
    set->count = 0;
    set->clear = false;
    for (uint32_t i = 0; i < job->width * job->height; i++) {
        const uint8_t *p = pixel_of(job, tile, i);
        uint32_t rgb = (uint32_t)p[0] << 16 | (uint32_t)p[1] << 8 | p[2];
        if (p[3] < 128) set->clear = true;
        if (p[3] >= 128 && set->count < 1024 && !has(set, rgb)) set->rgb[set->count++] = rgb;
    }
}

static uint32_t room_of(const colours *set, bool clear) {
    return set->clear || clear ? IMPORT_BANK_COLOURS - 1 : IMPORT_BANK_COLOURS;
}

/* Colours that a tile would add to a palette. */
static uint32_t added(const colours *tile, const colours *bank) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < tile->count; i++) count += !has(bank, tile->rgb[i]);
    return count;
}

static uint64_t apart(uint32_t a, uint32_t b) {
    static const int weights[3] = {IMPORT_WEIGHT_RED, IMPORT_WEIGHT_GREEN, IMPORT_WEIGHT_BLUE};
    uint64_t sum = 0;
    for (int k = 0; k < 3; k++) {
        int d = (int)(a >> (16 - 8 * k) & 255) - (int)(b >> (16 - 8 * k) & 255);
        sum += (uint64_t)(d * d * weights[k]);
    }
    return sum;
}

/* How far a tile's colours lie from the nearest colours of a palette. */
static uint64_t strangeness(const colours *tile, const colours *bank) {
    uint64_t sum = 0;
    for (uint32_t i = 0; i < tile->count; i++) {
        uint64_t least = UINT64_MAX;
        for (uint32_t k = 0; k < bank->count; k++) {
            uint64_t d = apart(tile->rgb[i], bank->rgb[k]);
            if (d < least) least = d;
        }
        sum += bank->count == 0 ? 0 : least;
    }
    return sum;
}

/* Chooses the palette of a tile: the palette that holds it with the fewest colours added, else a new palette,
 * else the palette with the nearest colours. */
static uint32_t choose(bank_job *job) {
    const colours *tile = job->tile;
    uint32_t best = UINT32_MAX, least = UINT32_MAX;
    for (uint32_t b = 0; b < job->banks->count; b++) {
        uint32_t more = added(tile, &job->bank[b]);
        if (job->bank[b].count + more > room_of(&job->bank[b], tile->clear) || more >= least) continue;
        least = more;
        best = b;
    }
    if (best != UINT32_MAX) return best;
    if (job->banks->count < job->most) return job->banks->count++;
    uint64_t strange = UINT64_MAX;
    for (uint32_t b = 0; b < job->banks->count; b++) {
        uint64_t here = strangeness(tile, &job->bank[b]);
        if (here >= strange) continue;
        strange = here;
        best = b;
    }
    return best;
}

static void join(colours *bank, const colours *tile) {
    bank->clear = bank->clear || tile->clear;
    for (uint32_t i = 0; i < tile->count && bank->count < 1024; i++) {
        if (!has(bank, tile->rgb[i])) bank->rgb[bank->count++] = tile->rgb[i];
    }
}

/* Joins the tiles of a palette into a picture, makes the palette of that picture, and brings the picture to it. */
static bool settle(const char *name, bank_job *job, uint32_t bank, tool_error *error) {
    import_banks *banks = job->banks;
    uint32_t tiles = 0, area = job->width * job->height;
    import_image strip;
    for (uint32_t t = 0; t < banks->tile_count; t++) tiles += banks->bank[t] == bank;
    if (!import_image_allocate(name, (long)job->width, (long)(tiles * job->height), false, &strip, error))
        return false;
    for (uint32_t t = 0, n = 0; t < banks->tile_count; t++) {
        for (uint32_t i = 0; banks->bank[t] == bank && i < area; i++)
            memcpy(strip.rgba + 4 * ((size_t)n * area + i), pixel_of(job, t, i), 4);
        n += banks->bank[t] == bank;
    }
    const import_image *pictures = &strip;
    const import_palette_options options = {.colours = IMPORT_BANK_COLOURS,
                                            .reserve_key = job->bank[bank].clear};
    uint8_t *indices = malloc((size_t)tiles * area + 1);
    bool ok = (indices != NULL || import_error_memory(error, name)) &&
              import_palette_build(&pictures, 1, &options, &banks->palettes[bank], error) &&
              import_palette_apply(&banks->palettes[bank], &strip, IMPORT_DITHER_NONE, 128, indices, error);
    for (uint32_t t = 0, n = 0; ok && t < banks->tile_count; t++) {
        for (uint32_t i = 0; banks->bank[t] == bank && i < area; i++) {
            size_t x = t % job->across * job->width + i % job->width,
                   y = t / job->across * job->height + i / job->width;
            banks->indices[y * (size_t)job->image->width + x] = indices[(size_t)n * area + i];
        }
        n += banks->bank[t] == bank;
    }
    free(indices);
    import_image_free(&strip);
    return ok;
}

static double likeness(const bank_job *job) {
    double sum = 0, count = 0;
    for (uint32_t t = 0; t < job->banks->tile_count; t++) {
        const import_palette *palette = &job->banks->palettes[job->banks->bank[t]];
        for (uint32_t i = 0; i < job->width * job->height; i++) {
            const uint8_t *p = pixel_of(job, t, i);
            size_t at = (size_t)(p - job->image->rgba) / 4;
            if (p[3] < 128) continue;
            for (int k = 0; k < 3; k++) {
                double d = (double)palette->rgb[job->banks->indices[at]][k] - p[k];
                sum += d * d;
            }
            count += 3;
        }
    }
    return sum == 0 ? 99 : import_decibels(255.0 * 255.0 * count / sum);
}

static bool build(const char *name, bank_job *job, tool_error *error) {
    import_banks *banks = job->banks;
    for (uint32_t t = 0; t < banks->tile_count; t++) {
        collect(job, t, job->tile);
        job->wanted[t] = job->tile->count;
        uint32_t k = t;
        for (; k > 0 && job->wanted[job->order[k - 1]] < job->wanted[t]; k--)
            job->order[k] = job->order[k - 1];
        job->order[k] = t;
    }
    for (uint32_t i = 0; i < banks->tile_count; i++) {
        collect(job, job->order[i], job->tile);
        uint32_t bank = choose(job);
        banks->bank[job->order[i]] = (uint8_t)bank;
        join(&job->bank[bank], job->tile);
    }
    for (uint32_t b = 0; b < banks->count; b++) {
        if (!settle(name, job, b, error)) return false;
    }
    banks->psnr = likeness(job);
    return true;
}

bool import_banks_build(const char *name, const import_image *image, uint32_t tile_width,
                        uint32_t tile_height, uint32_t most, import_banks *banks, tool_error *error) {
    memset(banks, 0, sizeof *banks);
    uint32_t width = (uint32_t)image->width, height = (uint32_t)image->height;
    if (most < 1 || most > IMPORT_BANKS || tile_width < 1 || tile_height < 1 || width % tile_width != 0 ||
        height % tile_height != 0)
        return import_error_file(error, name,
                                 "%ux%u pixels in tiles of %ux%u and %u palettes; a whole number of tiles "
                                 "and 1 to %d palettes are possible",
                                 (unsigned)width, (unsigned)height, (unsigned)tile_width,
                                 (unsigned)tile_height, (unsigned)most, IMPORT_BANKS);
    bank_job job = {.image = image,
                    .width = tile_width,
                    .height = tile_height,
                    .across = width / tile_width,
                    .most = most,
                    .banks = banks};
    banks->tile_count = job.across * (height / tile_height);
    banks->bank = calloc(banks->tile_count, 1);
    banks->indices = calloc((size_t)width * height, 1);
    job.tile = calloc(1, sizeof *job.tile);
    job.bank = calloc(IMPORT_BANKS, sizeof *job.bank);
    job.order = calloc((size_t)banks->tile_count * 2, sizeof *job.order);
    bool ok = (banks->bank != NULL && banks->indices != NULL && job.tile != NULL && job.bank != NULL &&
               job.order != NULL) ||
              import_error_memory(error, name);
    if (ok) job.wanted = job.order + banks->tile_count;
    ok = ok && build(name, &job, error);
    free(job.tile);
    free(job.bank);
    free(job.order);
    if (!ok) import_banks_free(banks);
    return ok;
}

void import_banks_free(import_banks *banks) {
    free(banks->bank);
    free(banks->indices);
    memset(banks, 0, sizeof *banks);
}
