/* Learning of strokes: means, the covariance of all kinds, weights, and their whole numbers. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "rom/rom.h"
#include "tools/base/error.h"
#include "tools/record_writer.h"
#include "tools/stroke/stroke_set.h"

enum { FEATURES = OX_STROKE_FEATURES };

/* What is known of the samples. */
typedef struct lesson {
    double mean[STROKE_KINDS][FEATURES];
    uint32_t count[STROKE_KINDS];
    double covariance[FEATURES][FEATURES];
    double factor[FEATURES][FEATURES]; /* lower triangle of the used features' covariance, in their order */
    uint32_t used[FEATURES], used_count;
    double weights[STROKE_KINDS][FEATURES + 1]; /* the constant first */
} lesson;

const char *stroke_feature_name(uint32_t feature) {
    static const char *const names[FEATURES] = {"cosine of the beginning",
                                                "sine of the beginning",
                                                "diagonal",
                                                "angle of the diagonal",
                                                "distance of the ends",
                                                "cosine of the ends",
                                                "sine of the ends",
                                                "length",
                                                "turns",
                                                "size of turns",
                                                "squares of turns",
                                                "speed",
                                                "time",
                                                "area",
                                                "middle x",
                                                "middle y",
                                                "first x",
                                                "first y"};
    return feature < FEATURES ? names[feature] : "";
}

static void find_means(const stroke_set *set, lesson *l) {
    for (size_t i = 0; i < set->count; i++) {
        int32_t f[FEATURES];
        const uint32_t kind = set->samples[i].kind;
        ox_stroke_features(&set->samples[i].stroke, f);
        l->count[kind]++;
        for (int k = 0; k < FEATURES; k++) l->mean[kind][k] += f[k];
    }
    for (uint32_t kind = 0; kind < set->kind_count; kind++)
        for (int k = 0; k < FEATURES && l->count[kind] > 0; k++) l->mean[kind][k] /= l->count[kind];
}

static void find_covariance(const stroke_set *set, lesson *l) {
    const double freedom = (double)set->count - set->kind_count;
    for (size_t i = 0; i < set->count; i++) {
        int32_t f[FEATURES];
        const double *mean = l->mean[set->samples[i].kind];
        ox_stroke_features(&set->samples[i].stroke, f);
        for (int a = 0; a < FEATURES; a++)
            for (int b = 0; b < FEATURES; b++)
                l->covariance[a][b] += (f[a] - mean[a]) * (f[b] - mean[b]) / freedom;
    }
}

/* Takes a feature in, as the next row of the factor. False: nothing is left of it when the features before it are known. */
static bool take_feature(lesson *l, uint32_t feature) {
    const uint32_t row = l->used_count;
    const double whole = l->covariance[feature][feature];
    double left = whole;
    for (uint32_t k = 0; k < row; k++) {
        double sum = l->covariance[feature][l->used[k]];
        for (uint32_t m = 0; m < k; m++) sum -= l->factor[row][m] * l->factor[k][m];
        l->factor[row][k] = sum / l->factor[k][k];
        left -= l->factor[row][k] * l->factor[row][k];
    }
    if (!(left > 1e-6 * whole) || !(whole > 1e-9)) return false;
    l->factor[row][row] = sqrt(left);
    l->used[l->used_count++] = feature;
    return true;
}

/* The weights of a kind: the inverse of the covariance times its mean. */
static void weigh(lesson *l, uint32_t kind) {
    double half[FEATURES], *w = l->weights[kind];
    const uint32_t n = l->used_count;
    memset(w, 0, sizeof l->weights[kind]);
    for (uint32_t i = 0; i < n; i++) {
        half[i] = l->mean[kind][l->used[i]];
        for (uint32_t k = 0; k < i; k++) half[i] -= l->factor[i][k] * half[k];
        half[i] /= l->factor[i][i];
    }
    for (uint32_t i = n; i-- > 0;) {
        double sum = half[i];
        for (uint32_t k = i + 1; k < n; k++) sum -= l->factor[k][i] * w[1 + l->used[k]];
        w[1 + l->used[i]] = sum / l->factor[i][i];
    }
    for (uint32_t i = 0; i < n; i++) w[0] -= 0.5 * w[1 + l->used[i]] * l->mean[kind][l->used[i]];
}

/* Subtracts the mean weights of all kinds, which changes no lead and keeps the numbers small. */
static void centre(const stroke_set *set, lesson *l) {
    for (int i = 0; i <= FEATURES; i++) {
        double sum = 0;
        for (uint32_t kind = 0; kind < set->kind_count; kind++) sum += l->weights[kind][i];
        for (uint32_t kind = 0; kind < set->kind_count; kind++) l->weights[kind][i] -= sum / set->kind_count;
    }
}

static double greatest(const stroke_set *set, const lesson *l, int index) {
    double most = 0;
    for (uint32_t kind = 0; kind < set->kind_count; kind++) most = fmax(most, fabs(l->weights[kind][index]));
    return most;
}

/* Whole numbers of the weights. All scores and the margin shrink together where the constants would not fit. */
static void quantise(const stroke_set *set, const lesson *l, stroke_library *library) {
    double scale = 1;
    while (greatest(set, l, 0) * scale > 16000) scale /= 2;
    for (int i = 1; i <= FEATURES; i++)
        while (greatest(set, l, i) * scale > 16000) scale /= 2;
    library->margin = (int32_t)lround(set->margin * scale * 65536);
    for (uint32_t kind = 0; kind < set->kind_count; kind++)
        library->weights[kind][0] = (int32_t)lround(l->weights[kind][0] * scale * 65536);
    for (int i = 0; i < FEATURES; i++) {
        const double most = greatest(set, l, i + 1) * scale * 65536;
        int shift = 0;
        while (shift < 31 && most * pow(2, shift + 1) < 1073741824.0) shift++;
        library->shifts[i] = (uint8_t)shift;
        for (uint32_t kind = 0; kind < set->kind_count; kind++)
            library->weights[kind][i + 1] =
                (int32_t)lround(l->weights[kind][i + 1] * scale * 65536 * pow(2, shift));
    }
}

bool stroke_train(const stroke_set *set, const char *name, stroke_library *library, tool_error *error) {
    lesson l = {.used_count = 0};
    memset(library, 0, sizeof *library);
    if (set->kind_count == 0)
        return import_error_file(error, name, "no kinds of strokes; put `stroke NAME` and samples into it");
    find_means(set, &l);
    for (uint32_t kind = 0; kind < set->kind_count; kind++)
        if (l.count[kind] < 2)
            return import_error_file(error, name, "fewer than two samples of `%s`; ten are good",
                                     set->kinds[kind]);
    find_covariance(set, &l);
    for (uint32_t i = 0; i < FEATURES; i++) {
        if ((set->features >> i & 1u) == 0) continue;
        if (take_feature(&l, i))
            library->features |= 1u << i;
        else
            library->dropped |= 1u << i;
    }
    if (l.used_count == 0)
        return import_error_file(error, name,
                                 "all samples of a kind are the same; draw some more, as hands draw");
    for (uint32_t kind = 0; kind < set->kind_count; kind++) weigh(&l, kind);
    if (set->kind_count > 1) centre(set, &l);
    quantise(set, &l, library);
    return true;
}

void stroke_library_put(const stroke_set *set, const stroke_library *library, writer *out) {
    rom_strokes_record head = {.class_count = set->kind_count,
                               .features = library->features,
                               .margin = library->margin,
                               .classes_at = (uint32_t)out->size};
    memcpy(head.shifts, library->shifts, sizeof library->shifts);
    for (uint32_t kind = 0; kind < set->kind_count; kind++) {
        rom_stroke_class_record row = {.name = rom_id(set->kinds[kind])};
        memcpy(row.weights, library->weights[kind], sizeof row.weights);
        record_add_stroke_class(out, &row);
    }
    record_put_strokes(out, 0, &head);
}

int stroke_classify(const stroke_set *set, const uint8_t *chunk, const ox_stroke *stroke) {
    int32_t features[FEATURES];
    ox_stroke_match match;
    ox_stroke_features(stroke, features);
    if (!ox_stroke_match_of(chunk, stroke, features, &match)) return -1;
    for (uint32_t kind = 0; kind < set->kind_count; kind++)
        if (rom_id(set->kinds[kind]) == match.name) return (int)kind;
    return -1;
}
