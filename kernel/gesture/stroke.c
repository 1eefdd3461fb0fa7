/* Strokes: points, features, and the linear classifier. */
#include "kernel/gesture/stroke.h"

#include <string.h>

#include "fixedmath/angle.h"
#include "fixedmath/bits.h"
#include "fixedmath/root.h"
#include "fixedmath/scalar.h"
#include "rom/chunks.h"
#include "rom/rom.h"

enum { UNIT = 32768, LENGTH_UNIT = 256 /* of a square: 1/16 pixel each way */ };

/* ---- points ---- */

void ox_stroke_begin(ox_stroke *stroke) {
    memset(stroke, 0, sizeof *stroke);
    stroke->apart = OX_STROKE_APART;
}

/* Takes every second point away. */
static void thin_out(ox_stroke *stroke) {
    for (uint32_t i = 0; 2 * i < stroke->count; i++) stroke->points[i] = stroke->points[2 * i];
    stroke->count = (uint16_t)((stroke->count + 1u) / 2u);
    if (stroke->apart < 16384) stroke->apart = (uint16_t)(2u * stroke->apart);
}

static int64_t square_between(const ox_stroke_point *a, const ox_stroke_point *b) {
    const int64_t x = (int64_t)b->x - a->x, y = (int64_t)b->y - a->y;
    return x * x + y * y;
}

void ox_stroke_add(ox_stroke *stroke, int32_t x, int32_t y) {
    const ox_stroke_point point = {(int16_t)int_clamp(x, -32768, 32767), (int16_t)int_clamp(y, -32768, 32767),
                                   stroke->steps};
    if (stroke->steps < UINT16_MAX) stroke->steps++;
    if (stroke->count > 0 &&
        square_between(&stroke->points[stroke->count - 1u], &point) < (int64_t)stroke->apart * stroke->apart)
        return;
    if (stroke->count == OX_STROKE_POINTS) thin_out(stroke);
    stroke->points[stroke->count++] = point;
}

/* ---- features ---- */

static int32_t to_word(int64_t value) {
    return (int32_t)(value > INT32_MAX ? INT32_MAX : value < INT32_MIN ? INT32_MIN : value);
}

static int32_t length_between(const ox_stroke_point *a, const ox_stroke_point *b) {
    return to_word((int64_t)fx_isqrt64((uint64_t)square_between(a, b) * LENGTH_UNIT));
}

/* Length, cosine and sine of the way between two points; 0 where they are one. */
static int32_t direction_between(const ox_stroke_point *a, const ox_stroke_point *b, int32_t *cosine,
                                 int32_t *sine) {
    const int32_t length = length_between(a, b);
    *cosine = length == 0 ? 0 : (int32_t)(((int64_t)b->x - a->x) * 16 * UNIT / length);
    *sine = length == 0 ? 0 : (int32_t)(((int64_t)b->y - a->y) * 16 * UNIT / length);
    return length;
}

/* The turn at point b on the way from a to c, -32768 to 32767. */
static int32_t turn_at(const ox_stroke_point *a, const ox_stroke_point *b, const ox_stroke_point *c) {
    const int64_t x = (int64_t)b->x - a->x, y = (int64_t)b->y - a->y, u = (int64_t)c->x - b->x,
                  v = (int64_t)c->y - b->y;
    const int64_t cross = x * v - y * u, dot = x * u + y * v;
    return ang16_signed(ang16_from_ang32(atan2_64(cross, dot)));
}

typedef struct box {
    int32_t left, top, right, bottom;
} box;

static box box_of(const ox_stroke *stroke) {
    box b = {stroke->points[0].x, stroke->points[0].y, stroke->points[0].x, stroke->points[0].y};
    for (uint32_t i = 1; i < stroke->count; i++) {
        const ox_stroke_point *p = &stroke->points[i];
        b.left = int_min(b.left, p->x);
        b.top = int_min(b.top, p->y);
        b.right = int_max(b.right, p->x);
        b.bottom = int_max(b.bottom, p->y);
    }
    return b;
}

/* Lengths, turns and speeds along the way. */
static void walk(const ox_stroke *stroke, int32_t f[OX_STROKE_FEATURES]) {
    const ox_stroke_point *p = stroke->points;
    int64_t length = 0, squares = 0, fastest = 0;
    for (uint32_t i = 1; i < stroke->count; i++) {
        const int64_t steps = int_max(1, p[i].step - p[i - 1].step),
                      speed = square_between(&p[i - 1], &p[i]) * LENGTH_UNIT / (steps * steps);
        length += length_between(&p[i - 1], &p[i]);
        if (speed > fastest) fastest = speed;
        if (i + 1 == stroke->count) break;
        const int32_t turn = turn_at(&p[i - 1], &p[i], &p[i + 1]);
        f[8] += turn;
        f[9] += fx_abs(turn);
        squares += (int64_t)turn * turn;
    }
    f[7] = to_word(length);
    f[10] = to_word(squares / 1024);
    f[11] = to_word(fastest);
}

/* The first point behind the middle of the way. */
static const ox_stroke_point *find_middle(const ox_stroke *stroke, int32_t length) {
    int64_t passed = 0;
    uint32_t i = 0;
    while (i + 1 < stroke->count && 2 * passed < length) {
        passed += length_between(&stroke->points[i], &stroke->points[i + 1]);
        i++;
    }
    return &stroke->points[i];
}

void ox_stroke_features(const ox_stroke *stroke, int32_t features[OX_STROKE_FEATURES]) {
    int32_t *f = features;
    memset(f, 0, OX_STROKE_FEATURES * sizeof *f);
    if (stroke->count == 0) return;
    const ox_stroke_point *p = stroke->points, *last = &p[stroke->count - 1u];
    const box b = box_of(stroke);
    const int64_t width = b.right - b.left, height = b.bottom - b.top;
    (void)direction_between(&p[0], &p[stroke->count > 2 ? 2 : stroke->count - 1], &f[0], &f[1]);
    f[2] = to_word((int64_t)fx_isqrt64((uint64_t)(width * width + height * height) * LENGTH_UNIT));
    f[3] = width == 0 && height == 0 ? 0 : (int32_t)ang16_from_ang32(atan2_64(height, width));
    f[4] = direction_between(&p[0], last, &f[5], &f[6]);
    walk(stroke, f);
    f[12] = last->step - p[0].step;
    f[13] = to_word(width * height);
    const ox_stroke_point *middle = find_middle(stroke, f[7]);
    f[14] = (middle->x - b.left) * 16;
    f[15] = (middle->y - b.top) * 16;
    f[16] = (p[0].x - b.left) * 16;
    f[17] = (p[0].y - b.top) * 16;
}

/* ---- kinds ---- */

uint32_t ox_stroke_classes(const uint8_t *chunk) { return rom_word(chunk + ROM_STROKES_CLASS_COUNT); }

uint32_t ox_stroke_products(const uint8_t *chunk) {
    return ox_stroke_classes(chunk) * (uint32_t)fx_popcount32(rom_word(chunk + ROM_STROKES_FEATURES));
}

/* The score of a kind, Q16: each product counts by its own shift, towards 0. */
static int64_t score_of(const uint8_t *chunk, uint32_t number, const int32_t features[OX_STROKE_FEATURES]) {
    const uint8_t *row = chunk + rom_word(chunk + ROM_STROKES_CLASSES_AT) +
                         (size_t)number * ROM_STROKE_CLASS_SIZE,
                  *weights = row + ROM_STROKE_CLASS_WEIGHTS;
    const uint32_t used = rom_word(chunk + ROM_STROKES_FEATURES);
    int64_t score = (int32_t)rom_word(weights);
    for (uint32_t i = 0; i < OX_STROKE_FEATURES; i++) {
        if ((used >> i & 1u) == 0) continue;
        const int64_t product = (int64_t)(int32_t)rom_word(weights + 4 + 4 * i) * features[i];
        score += product / ((int64_t)1 << chunk[ROM_STROKES_SHIFTS + i]);
    }
    return score;
}

bool ox_stroke_match_of(const uint8_t *chunk, const ox_stroke *stroke,
                        const int32_t features[OX_STROKE_FEATURES], ox_stroke_match *match) {
    const uint32_t count = ox_stroke_classes(chunk);
    int64_t best = INT64_MIN, second = INT64_MIN;
    *match = (ox_stroke_match){0, 0};
    for (uint32_t i = 0; i < count; i++) {
        const int64_t score = score_of(chunk, i, features);
        if (score <= best) {
            if (score > second) second = score;
            continue;
        }
        second = best;
        best = score;
        match->name = rom_word(chunk + rom_word(chunk + ROM_STROKES_CLASSES_AT) +
                               (size_t)i * ROM_STROKE_CLASS_SIZE + ROM_STROKE_CLASS_NAME);
    }
    if (count == 0) return false;
    match->lead = count == 1 ? INT32_MAX : to_word(best - second);
    return stroke->count >= OX_STROKE_LEAST && match->lead >= (fx)rom_word(chunk + ROM_STROKES_MARGIN);
}
