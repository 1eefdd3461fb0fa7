/* Brings pictures to a palette, with or without dithering, and measures what is lost. */
#include "tools/import/image/quantize.h"

#include <stdlib.h>
#include <string.h>

enum { CACHE_SIZE = 1 << 14 };

/* Remembers the answers of the nearest search: one slot for each hash, the newest colour wins. */
typedef struct nearest_cache {
    const import_palette *palette;
    uint8_t by_green[256]; /* the entries that may be chosen, by green and then by number */
    int count;
    int above[257];               /* where the entries with at least so much green begin */
    uint32_t colours[CACHE_SIZE]; /* colour + 1 */
    uint8_t answers[CACHE_SIZE];
} nearest_cache;

static int clamp_255(int value) { return value < 0 ? 0 : value > 255 ? 255 : value; }

/* Sorts the entries by green, which has the largest weight, so that a search outwards ends soon. */
static void sort_entries(nearest_cache *cache) {
    const import_palette *palette = cache->palette;

    for (int green = 0; green <= 256; green++) {
        cache->above[green] = cache->count;
        for (int i = palette->has_key && palette->count > 1 ? 1 : 0; green < 256 && i < palette->count; i++) {
            if (palette->rgb[i][1] == green) {
                cache->by_green[cache->count++] = (uint8_t)i;
            }
        }
    }
}

/* Finds the entry that import_palette_nearest finds, the lowest of equals included, but looks only at entries
 * whose green alone is not too far away. */
static int sorted_nearest(const nearest_cache *cache, int red, int green, int blue) {
    const uint8_t(*rgb)[3] = cache->palette->rgb;
    int high = cache->above[green];
    int low = high - 1;
    int best = cache->palette->has_key && cache->palette->count > 1 ? 1 : 0;
    int best_distance = INT32_MAX;

    while (low >= 0 || high < cache->count) {
        int below = low >= 0 ? green - rgb[cache->by_green[low]][1] : INT32_MAX / 2;
        int beyond = high < cache->count ? rgb[cache->by_green[high]][1] - green : INT32_MAX / 2;
        int g = below < beyond ? below : beyond;
        if (best_distance != INT32_MAX && IMPORT_WEIGHT_GREEN * g * g > best_distance) {
            break;
        }
        int i = below < beyond ? cache->by_green[low--] : cache->by_green[high++];
        int r = red - rgb[i][0];
        int b = blue - rgb[i][2];
        int d = IMPORT_WEIGHT_RED * r * r + IMPORT_WEIGHT_GREEN * g * g + IMPORT_WEIGHT_BLUE * b * b;
        if (d < best_distance || (d == best_distance && i < best)) {
            best = i;
            best_distance = d;
        }
    }
    return best;
}

static int cached_nearest(nearest_cache *cache, int red, int green, int blue) {
    uint32_t colour = (uint32_t)red << 16 | (uint32_t)green << 8 | (uint32_t)blue;
    uint32_t slot = colour * 2654435761u >> 18;

    if (cache->colours[slot] != colour + 1) {
        cache->colours[slot] = colour + 1;
        cache->answers[slot] = (uint8_t)sorted_nearest(cache, red, green, blue);
    }
    return cache->answers[slot];
}

static bool is_keyed(const import_palette *palette, const uint8_t *rgba, unsigned threshold) {
    return palette->has_key && rgba[3] < (threshold != 0 ? threshold : 128);
}

/* How far a colour of the palette is from its nearest neighbour, on average over the palette and in plain
 * channel steps: the amplitude that makes ordered dithering mix neighbours without jumping over them. */
static int palette_spread(const import_palette *palette) {
    int first = palette->has_key && palette->count > 1 ? 1 : 0;
    int count = palette->count - first;
    int sum = 0;

    for (int i = first; i < palette->count; i++) {
        int best = 255;
        for (int j = first; j < palette->count; j++) {
            int largest = 0;
            for (int k = 0; k < 3; k++) {
                int difference = abs(palette->rgb[i][k] - palette->rgb[j][k]);
                largest = difference > largest ? difference : largest;
            }
            best = j != i && largest < best ? largest : best;
        }
        sum += best;
    }
    return count > 1 ? (sum + count / 2) / count : 0;
}

static void apply_plain(nearest_cache *cache, const import_image *image, unsigned threshold, int spread,
                        uint8_t *indices) {
    static const int matrix[4][4] = {{0, 8, 2, 10}, {12, 4, 14, 6}, {3, 11, 1, 9}, {15, 7, 13, 5}};
    size_t at = 0;

    for (int y = 0; y < image->height; y++) {
        for (int x = 0; x < image->width; x++, at++) {
            const uint8_t *rgba = image->rgba + 4 * at;
            /* from -15/32 to 15/32 of the spread, so that the mean is kept */
            int offset = spread * (2 * matrix[y & 3][x & 3] - 15) / 32;
            if (is_keyed(cache->palette, rgba, threshold)) {
                indices[at] = 0;
            } else {
                indices[at] =
                    (uint8_t)cached_nearest(cache, clamp_255(rgba[0] + offset), clamp_255(rgba[1] + offset),
                                            clamp_255(rgba[2] + offset));
            }
        }
    }
}

/* One row of error diffusion. here and below hold 16ths of errors, three to a pixel, with a pixel of margin.
 */
static void diffuse_row(nearest_cache *cache, const import_image *image, int y, unsigned threshold, int *here,
                        int *below, uint8_t *indices) {
    int step = y % 2 == 0 ? 1 : -1;
    int x = step > 0 ? 0 : image->width - 1;

    for (int n = 0; n < image->width; n++, x += step) {
        size_t at = (size_t)y * (size_t)image->width + (size_t)x;
        const uint8_t *rgba = image->rgba + 4 * at;
        int *own = here + 3 * (x + 1);
        int *under = below + 3 * (x + 1);
        int wanted[3];
        if (is_keyed(cache->palette, rgba, threshold)) {
            indices[at] = 0;
            continue;
        }
        for (int k = 0; k < 3; k++) {
            wanted[k] = clamp_255(rgba[k] + (own[k] >= 0 ? (own[k] + 8) / 16 : -((8 - own[k]) / 16)));
        }
        int index = cached_nearest(cache, wanted[0], wanted[1], wanted[2]);
        indices[at] = (uint8_t)index;
        for (int k = 0; k < 3; k++) {
            int error = wanted[k] - cache->palette->rgb[index][k];
            own[3 * step + k] += 7 * error;
            under[-3 * step + k] += 3 * error;
            under[k] += 5 * error;
            under[3 * step + k] += error;
        }
    }
}

static bool apply_diffusion(nearest_cache *cache, const import_image *image, unsigned threshold,
                            uint8_t *indices) {
    size_t row = 3 * ((size_t)image->width + 2);
    int *errors = calloc(2 * row, sizeof *errors);

    if (errors == NULL) {
        return false;
    }
    int *here = errors;
    int *below = errors + row;
    for (int y = 0; y < image->height; y++) {
        diffuse_row(cache, image, y, threshold, here, below, indices);
        int *swap = here;
        here = below;
        below = swap;
        memset(below, 0, row * sizeof *below);
    }
    free(errors);
    return true;
}

bool import_palette_apply(const import_palette *palette, const import_image *image, import_dither dither,
                          uint8_t alpha_threshold, uint8_t *indices, tool_error *error) {
    nearest_cache *cache = calloc(1, sizeof *cache);
    bool ok = cache != NULL;

    if (ok) {
        cache->palette = palette;
        sort_entries(cache);
        if (dither == IMPORT_DITHER_DIFFUSION) {
            ok = apply_diffusion(cache, image, alpha_threshold, indices);
        } else {
            int spread = dither == IMPORT_DITHER_ORDERED ? palette_spread(palette) : 0;
            apply_plain(cache, image, alpha_threshold, spread, indices);
        }
    }
    free(cache);
    return ok || import_error_memory(error, NULL);
}

uint64_t import_palette_error(const import_palette *palette, const import_image *image,
                              const uint8_t *indices, uint8_t alpha_threshold) {
    size_t pixels = (size_t)image->width * (size_t)image->height;
    uint64_t sum = 0;
    uint64_t count = 0;

    for (size_t i = 0; i < pixels; i++) {
        const uint8_t *rgba = image->rgba + 4 * i;
        if (is_keyed(palette, rgba, alpha_threshold)) {
            continue;
        }
        for (int k = 0; k < 3; k++) {
            int difference = rgba[k] - palette->rgb[indices[i]][k];
            sum += (uint64_t)(difference * difference);
        }
        count += 3;
    }
    return count == 0 ? 0 : sum * 256 / count;
}

static int mix(int from, int to, int step, int steps) {
    return (from * (steps - step) + to * step + steps / 2) / steps;
}

void import_shade_table(const import_palette *palette, const uint8_t fog[3], int unlit_from,
                        uint8_t table[IMPORT_SHADE_LEVELS][256]) {
    static const uint8_t black[3] = {0, 0, 0};
    const uint8_t *dark = fog != NULL ? fog : black;

    for (int level = 0; level < IMPORT_SHADE_LEVELS; level++) {
        for (int index = 0; index < 256; index++) {
            const uint8_t *own = palette->rgb[index];
            int rgb[3];
            bool kept = index >= palette->count || index >= unlit_from || (palette->has_key && index == 0);
            for (int k = 0; k < 3; k++) {
                rgb[k] = level <= IMPORT_SHADE_UNCHANGED ? mix(dark[k], own[k], level, 32)
                                                         : mix(own[k], 255, level - 32, 31);
            }
            table[level][index] = kept || level == IMPORT_SHADE_UNCHANGED
                                      ? (uint8_t)index
                                      : (uint8_t)import_palette_nearest(palette, rgb[0], rgb[1], rgb[2]);
        }
    }
}

void import_inverse_table(const import_palette *palette, uint8_t table[32768]) {
    for (unsigned i = 0; i < 32768; i++) {
        int red = import_sample_to_8(i >> 10, 5);
        int green = import_sample_to_8(i >> 5 & 31, 5);
        int blue = import_sample_to_8(i & 31, 5);
        table[i] = (uint8_t)import_palette_nearest(palette, red, green, blue);
    }
}

void import_blend_table(const import_palette *palette, import_blend blend, uint8_t table[65536]) {
    for (int source = 0; source < 256; source++) {
        for (int destination = 0; destination < 256; destination++) {
            int rgb[3];
            for (int k = 0; k < 3; k++) {
                int sum = palette->rgb[source][k] + palette->rgb[destination][k];
                rgb[k] = blend == IMPORT_BLEND_HALF ? sum / 2 : clamp_255(sum);
            }
            bool keyed = palette->has_key && source == 0;
            table[source * 256 + destination] =
                keyed ? (uint8_t)destination
                      : (uint8_t)import_palette_nearest(palette, rgb[0], rgb[1], rgb[2]);
        }
    }
}
