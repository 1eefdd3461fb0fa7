/* Strokes: what a finger draws, told apart by a few numbers.
 *
 *     ox_stroke_begin(&stroke);
 *     each step while the finger is down:  ox_stroke_add(&stroke, x, y);
 *     ox_stroke_features(&stroke, features);
 *     if (ox_stroke_match_of(chunk, &stroke, features, &match)) cast(match.name);          chunk: STRK, checked
 *
 * A stroke is a row of points that lie OX_STROKE_APART pixels apart or more, each with the step in which it came. Long strokes are thinned out: when all
 * places are taken every second point goes, and points lie twice as far apart from then on. So a stroke of any length keeps its shape.
 *
 * FEATURES are whole numbers, the same on every machine. Angles count 65,536 to the turn and lengths 1/16 pixel; y goes down, so clockwise is positive.
 *
 *     0, 1      cosine and sine of the way from the first to the third point, 1 being 32,768
 *     2, 3      length and angle of the diagonal of the box about all points
 *     4, 5, 6   distance from the first to the last point, its cosine and sine
 *     7         length
 *     8, 9, 10  sum of all turns; of their sizes; of their squares, in 1024
 *     11        greatest speed squared, 1/256 (pixel/step)^2
 *     12        steps
 *     13        area of the box, pixels
 *     14, 15    the point in the middle of the way, from the corner of the box at the top left
 *     16, 17    the first point, likewise
 *
 * A MATCH is the kind whose score is best: a constant, and each feature times a weight. It counts when the second best is behind by the library's
 * margin (ln 19 for a chance of one in twenty), when the stroke has OX_STROKE_LEAST points, and when there are two kinds at least; of one kind each
 * stroke is. Weights come from samples (tools/stroke). (Rubine, Specifying gestures by example, SIGGRAPH 1991; Madhav 5.)
 *
 * Bytes: 390 a stroke. Cost: some 100 instructions a point, one multiplication a kind and feature. */
#ifndef OXCART_KERNEL_GESTURE_STROKE_H
#define OXCART_KERNEL_GESTURE_STROKE_H

#include <stdbool.h>
#include <stdint.h>

#include "fixedmath/types.h"
#include "kernel/names/id.h"

enum {
    OX_STROKE_POINTS = 64,
    OX_STROKE_APART = 3, /* pixels */
    OX_STROKE_LEAST = 4, /* points of a stroke that is matched */
    OX_STROKE_FEATURES = 18
};

/* The features that tell strokes apart wherever they are drawn, however large, slow or long the library's samples were: Rubine's thirteen. */
#define OX_STROKE_USUAL 0x1FFFu

typedef struct ox_stroke_point {
    int16_t x, y;  /* pixels */
    uint16_t step; /* since the stroke began */
} ox_stroke_point;

typedef struct ox_stroke {
    ox_stroke_point points[OX_STROKE_POINTS];
    uint16_t count;
    uint16_t steps; /* that it lasts, up to 65,535 */
    uint16_t apart; /* pixels between two points */
} ox_stroke;

void ox_stroke_begin(ox_stroke *stroke);

/* The finger of this step. The first one is the first point. */
void ox_stroke_add(ox_stroke *stroke, int32_t x, int32_t y);

void ox_stroke_features(const ox_stroke *stroke, int32_t features[OX_STROKE_FEATURES]);

typedef struct ox_stroke_match {
    ox_id name; /* of the best kind, 0 where there is none */
    fx lead;    /* of its score, saturated */
} ox_stroke_match;

/* Finds the kind of a stroke by its points and features. False: it is none of them, or cannot be told; *match is the best of them all the same. */
bool ox_stroke_match_of(const uint8_t *chunk, const ox_stroke *stroke,
                        const int32_t features[OX_STROKE_FEATURES], ox_stroke_match *match);

/* How many kinds a library has, and how many multiplications a match takes. */
uint32_t ox_stroke_classes(const uint8_t *chunk);
uint32_t ox_stroke_products(const uint8_t *chunk);

#endif
