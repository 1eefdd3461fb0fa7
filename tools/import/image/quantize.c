/* Chooses palettes: a histogram, median cut, k-means. */
#include "tools/import/image/quantize.h"

#include <stdlib.h>
#include <string.h>

enum {
    BIN_BITS = 6, /* per channel of the histogram */
    BINS = 1 << (3 * BIN_BITS),
    EXACT_SLOTS = 1024, /* hash of the different colours, to see whether all fit */
    KMEANS_ROUNDS = 12
};

/* All pixels that fall into one cell of the colour cube. */
typedef struct colour_bin {
    uint64_t sum[3];
    uint64_t count;
} colour_bin;

/* A cell of the cube as a point with a weight. Weights add up to less than 2^24, so that sums of squares fit.
 */
typedef struct colour_point {
    uint8_t rgb[3];
    uint32_t weight;
} colour_point;

typedef struct colour_box {
    size_t first, count;
    uint64_t error; /* weighted sum of squared distances from the mean */
    int axis;       /* along which to cut */
    int mean[3];
} colour_box;

typedef struct import_palette_sums palette_builder;
struct import_palette_sums {
    const import_palette_options *options;
    import_palette *palette;
    colour_bin *bins;
    int fixed; /* entries that do not move */
    colour_point *points;
    size_t point_count;
    uint32_t exact[EXACT_SLOTS]; /* colour + 1 */
    int exact_count;             /* different colours, at most 257 */
    bool has_black, has_white;
};

static const int weights[3] = {IMPORT_WEIGHT_RED, IMPORT_WEIGHT_GREEN, IMPORT_WEIGHT_BLUE};

static int distance(const uint8_t a[3], const uint8_t b[3]) {
    int sum = 0;

    for (int k = 0; k < 3; k++) {
        int difference = a[k] - b[k];
        sum += weights[k] * difference * difference;
    }
    return sum;
}

int import_palette_nearest(const import_palette *palette, int red, int green, int blue) {
    int best = palette->has_key && palette->count > 1 ? 1 : 0;
    int best_distance = INT32_MAX;

    for (int i = best; i < palette->count; i++) {
        int r = red - palette->rgb[i][0];
        int g = green - palette->rgb[i][1];
        int b = blue - palette->rgb[i][2];
        int d = IMPORT_WEIGHT_RED * r * r + IMPORT_WEIGHT_GREEN * g * g + IMPORT_WEIGHT_BLUE * b * b;
        if (d < best_distance) {
            best = i;
            best_distance = d;
        }
    }
    return best;
}

static void note_exact(palette_builder *b, uint32_t colour) {
    uint32_t slot = colour * 2654435761u >> 22;

    if (b->exact_count > 256) {
        return;
    }
    while (b->exact[slot] != 0 && b->exact[slot] != colour + 1) {
        slot = (slot + 1) % EXACT_SLOTS;
    }
    if (b->exact[slot] == 0) {
        b->exact[slot] = colour + 1;
        b->exact_count++;
    }
}

void import_palette_add(import_palette_sums *b, const import_image *image) {
    size_t pixels = (size_t)image->width * (size_t)image->height;
    unsigned threshold = b->options->alpha_threshold != 0 ? b->options->alpha_threshold : 128;
    bool by_alpha = b->options->reserve_key;

    for (size_t i = 0; i < pixels; i++) {
        const uint8_t *rgba = image->rgba + 4 * i;
        if (by_alpha && rgba[3] < threshold) {
            continue;
        }
        uint32_t colour = (uint32_t)rgba[0] << 16 | (uint32_t)rgba[1] << 8 | rgba[2];
        unsigned shift = 8 - BIN_BITS;
        size_t bin = (((size_t)rgba[0] >> shift << BIN_BITS | (size_t)rgba[1] >> shift) << BIN_BITS) |
                     (size_t)rgba[2] >> shift;
        for (int k = 0; k < 3; k++) {
            b->bins[bin].sum[k] += rgba[k];
        }
        b->bins[bin].count++;
        note_exact(b, colour);
        b->has_black = b->has_black || colour == 0;
        b->has_white = b->has_white || colour == 0xFFFFFF;
    }
}

void import_palette_join(import_palette_sums *b, const import_palette_sums *other) {
    for (size_t i = 0; i < BINS; i++) {
        for (int k = 0; k < 3; k++) {
            b->bins[i].sum[k] += other->bins[i].sum[k];
        }
        b->bins[i].count += other->bins[i].count;
    }
    for (size_t i = 0; i < EXACT_SLOTS; i++) {
        if (other->exact[i] != 0) {
            note_exact(b, other->exact[i] - 1);
        }
    }
    b->has_black = b->has_black || other->has_black;
    b->has_white = b->has_white || other->has_white;
}

static bool gather_points(palette_builder *b) {
    const colour_bin *bins = b->bins;
    uint64_t total = 0;
    unsigned shift = 0;

    for (size_t i = 0; i < BINS; i++) {
        b->point_count += bins[i].count != 0;
        total += bins[i].count;
    }
    while (total >> shift >= 1u << 23) {
        shift++;
    }
    b->points = malloc((b->point_count + 1) * sizeof *b->points);
    b->point_count = 0;
    for (size_t i = 0; b->points != NULL && i < BINS; i++) {
        uint64_t count = bins[i].count;
        if (count == 0) {
            continue;
        }
        colour_point *point = &b->points[b->point_count++];
        for (int k = 0; k < 3; k++) {
            point->rgb[k] = (uint8_t)((bins[i].sum[k] + count / 2) / count);
        }
        point->weight = (uint32_t)(count >> shift) + (count >> shift == 0);
    }
    return b->points != NULL;
}

static bool in_palette(const import_palette *palette, const uint8_t rgb[3]) {
    for (int i = palette->has_key ? 1 : 0; i < palette->count; i++) {
        if (memcmp(palette->rgb[i], rgb, 3) == 0) {
            return true;
        }
    }
    return false;
}

static void add_entry(import_palette *palette, const uint8_t rgb[3]) {
    memcpy(palette->rgb[palette->count++], rgb, 3);
}

static void add_fixed(palette_builder *b) {
    static const uint8_t black[3] = {0, 0, 0};
    static const uint8_t white[3] = {255, 255, 255};
    import_palette *palette = b->palette;
    int room = b->options->colours;

    palette->has_key = b->options->reserve_key;
    palette->count = palette->has_key ? 1 : 0;
    for (int i = 0; i < b->options->fixed_count; i++) {
        add_entry(palette, b->options->fixed[i]);
    }
    bool keep = b->options->keep_black_and_white;
    if (keep && b->has_black && palette->count < room && !in_palette(palette, black)) {
        add_entry(palette, black);
    }
    if (keep && b->has_white && palette->count < room && !in_palette(palette, white)) {
        add_entry(palette, white);
    }
    b->fixed = palette->count;
}

/* Takes every colour as it is when all fit. */
static bool try_exact(palette_builder *b) {
    import_palette *palette = b->palette;
    uint8_t missing[EXACT_SLOTS][3];
    int count = 0;

    if (b->exact_count > 256) {
        return false;
    }
    for (int i = 0; i < EXACT_SLOTS; i++) {
        if (b->exact[i] != 0) {
            uint32_t colour = b->exact[i] - 1;
            uint8_t rgb[3] = {(uint8_t)(colour >> 16), (uint8_t)(colour >> 8 & 255), (uint8_t)(colour & 255)};
            if (!in_palette(palette, rgb)) {
                memcpy(missing[count++], rgb, 3);
            }
        }
    }
    if (count > b->options->colours - palette->count) {
        return false;
    }
    for (int i = 0; i < count; i++) {
        add_entry(palette, missing[i]);
    }
    return true;
}

/* Mean, error and cutting axis of a box. The error of one axis is the sum of squares less the square of the
 * sum. */
static void measure_box(const colour_point *points, colour_box *box) {
    uint64_t sum[3] = {0, 0, 0};
    uint64_t squares[3] = {0, 0, 0};
    uint64_t total = 0;
    uint64_t worst = 0;

    for (size_t i = box->first; i < box->first + box->count; i++) {
        uint64_t weight = points[i].weight;
        total += weight;
        for (int k = 0; k < 3; k++) {
            sum[k] += weight * points[i].rgb[k];
            squares[k] += weight * points[i].rgb[k] * points[i].rgb[k];
        }
    }
    box->error = 0;
    box->axis = 1;
    for (int k = 0; k < 3; k++) {
        uint64_t square_of_mean = sum[k] * sum[k] / total;
        uint64_t error =
            (squares[k] - (square_of_mean < squares[k] ? square_of_mean : squares[k])) * (uint64_t)weights[k];
        box->mean[k] = (int)((sum[k] + total / 2) / total);
        box->error += error;
        if (error > worst) {
            worst = error;
            box->axis = k;
        }
    }
}

/* Moves the points up to the mean to the front and makes two boxes. False when all points are on one side. */
static bool cut_box(colour_point *points, colour_box *box, colour_box *other) {
    size_t low = box->first;
    size_t high = box->first + box->count;
    int axis = box->axis;
    int cut = box->mean[axis];
    int lowest = 255;
    int highest = 0;

    for (size_t i = low; i < high; i++) {
        lowest = points[i].rgb[axis] < lowest ? points[i].rgb[axis] : lowest;
        highest = points[i].rgb[axis] > highest ? points[i].rgb[axis] : highest;
    }
    if (lowest == highest) {
        return false;
    }
    cut = cut < highest ? cut : highest - 1;
    while (low < high) {
        if (points[low].rgb[axis] <= cut) {
            low++;
        } else {
            colour_point swap = points[low];
            points[low] = points[--high];
            points[high] = swap;
        }
    }
    other->first = low;
    other->count = box->first + box->count - low;
    box->count = low - box->first;
    measure_box(points, box);
    measure_box(points, other);
    return true;
}

static void median_cut(palette_builder *b, int wanted) {
    colour_box boxes[256];
    int count = 1;

    boxes[0].first = 0;
    boxes[0].count = b->point_count;
    measure_box(b->points, &boxes[0]);
    while (count < wanted) {
        int worst = 0;
        for (int i = 1; i < count; i++) {
            worst = boxes[i].error > boxes[worst].error ? i : worst;
        }
        if (boxes[worst].error == 0 || !cut_box(b->points, &boxes[worst], &boxes[count])) {
            break;
        }
        count++;
    }
    for (int i = 0; i < count; i++) {
        uint8_t rgb[3] = {(uint8_t)boxes[i].mean[0], (uint8_t)boxes[i].mean[1], (uint8_t)boxes[i].mean[2]};
        add_entry(b->palette, rgb);
    }
}

typedef struct cluster {
    uint64_t sum[3];
    uint64_t weight;
} cluster;

/* Moves every free entry to the mean of its points; an entry without points goes to the point with the largest
 * error. Returns whether anything moved. */
static bool improve(palette_builder *b) {
    cluster clusters[256];
    import_palette *palette = b->palette;
    uint64_t worst_error = 0;
    size_t worst_point = 0;
    bool moved = false;

    memset(clusters, 0, sizeof clusters);
    for (size_t i = 0; i < b->point_count; i++) {
        const colour_point *point = &b->points[i];
        int nearest = import_palette_nearest(palette, point->rgb[0], point->rgb[1], point->rgb[2]);
        uint64_t error = (uint64_t)distance(point->rgb, palette->rgb[nearest]) * point->weight;
        if (error > worst_error) {
            worst_error = error;
            worst_point = i;
        }
        for (int k = 0; k < 3; k++) {
            clusters[nearest].sum[k] += (uint64_t)point->rgb[k] * point->weight;
        }
        clusters[nearest].weight += point->weight;
    }
    for (int i = b->fixed; i < palette->count; i++) {
        uint8_t rgb[3];
        uint64_t weight = clusters[i].weight;
        if (weight == 0 && worst_error == 0) {
            continue;
        }
        for (int k = 0; k < 3; k++) {
            rgb[k] = weight == 0 ? b->points[worst_point].rgb[k]
                                 : (uint8_t)((clusters[i].sum[k] + weight / 2) / weight);
        }
        worst_error = weight == 0 ? 0 : worst_error;
        moved = moved || memcmp(rgb, palette->rgb[i], 3) != 0;
        memcpy(palette->rgb[i], rgb, 3);
    }
    return moved;
}

static int luma(const uint8_t rgb[3]) { return 77 * rgb[0] + 150 * rgb[1] + 29 * rgb[2]; }

static int by_luma(const void *left, const void *right) {
    int difference = luma(left) - luma(right);

    return difference != 0 ? difference : memcmp(left, right, 3);
}

static void finish(palette_builder *b) {
    static const uint8_t black[3] = {0, 0, 0};
    import_palette *palette = b->palette;
    int kept = b->fixed;

    if (palette->count > b->fixed) {
        qsort(palette->rgb + b->fixed, (size_t)(palette->count - b->fixed), 3, by_luma);
    }
    for (int i = b->fixed; i < palette->count; i++) {
        if (i == b->fixed || memcmp(palette->rgb[i], palette->rgb[kept - 1], 3) != 0) {
            memmove(palette->rgb[kept++], palette->rgb[i], 3);
        }
    }
    memset(palette->rgb + kept, 0, (size_t)(256 - kept) * 3);
    palette->count = kept;
    if (palette->count == (palette->has_key ? 1 : 0)) {
        add_entry(palette, black);
    }
}

static bool check_options(const import_palette_options *options, tool_error *error) {
    int own = options->reserve_key ? 1 : 0;

    if (options->colours < 2 || options->colours > 256) {
        return import_error_file(error, NULL, "a palette of %d colours was asked for; it must be 2 to 256",
                                 options->colours);
    }
    if (options->fixed_count < 0 || options->fixed_count > options->colours - own) {
        return import_error_file(error, NULL,
                                 "%d fixed colours do not fit into a palette of %d; ask for fewer",
                                 options->fixed_count, options->colours);
    }
    return true;
}

import_palette_sums *import_palette_begin(const import_palette_options *options, tool_error *error) {
    if (!check_options(options, error)) {
        return NULL;
    }
    palette_builder *b = calloc(1, sizeof *b);
    if (b != NULL) {
        b->options = options;
        b->bins = calloc(BINS, sizeof *b->bins);
    }
    if (b == NULL || b->bins == NULL) {
        free(b);
        import_error_memory(error, NULL);
        return NULL;
    }
    return b;
}

bool import_palette_finish(import_palette_sums *b, import_palette *palette, tool_error *error) {
    memset(palette, 0, sizeof *palette);
    b->palette = palette;
    if (!gather_points(b)) {
        return import_error_memory(error, NULL);
    }
    add_fixed(b);
    if (!try_exact(b) && palette->count < b->options->colours) {
        median_cut(b, b->options->colours - palette->count);
        for (int i = 0; i < KMEANS_ROUNDS && improve(b); i++) {
        }
    }
    finish(b);
    return true;
}

void import_palette_drop(import_palette_sums *b) {
    if (b == NULL) {
        return;
    }
    free(b->points);
    free(b->bins);
    free(b);
}

bool import_palette_build(const import_image *const *images, int image_count,
                          const import_palette_options *options, import_palette *palette, tool_error *error) {
    memset(palette, 0, sizeof *palette);
    palette_builder *b = import_palette_begin(options, error);
    if (b == NULL) {
        return false;
    }
    for (int i = 0; i < image_count; i++) {
        import_palette_add(b, images[i]);
    }
    bool ok = import_palette_finish(b, palette, error);
    import_palette_drop(b);
    return ok;
}
