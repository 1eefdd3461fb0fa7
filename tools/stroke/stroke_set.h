/* Samples of strokes, and the library that is learned from them.
 *
 *     # spells                               `#` begins a comment
 *     margin 2.944                           by so much the best kind has to lead: the natural logarithm of the odds (ln 19: one wrong in twenty)
 *     features usual                         or all, or no-size: without lengths, speed and time
 *     stroke circle                          a kind; its samples follow, one a line
 *     10,20@0 14,22@1 17,26@3                points x,y@step: pixels, and steps since the stroke began
 *
 * Learning is Rubine's: the means of each kind, the covariance that all kinds share, and from both the weights of a linear score
 * (kernel/gesture/stroke.h). A feature that says nothing that the ones before it do not say is left out, and told of. The weights are those of the
 * image, so what is told of the samples is what a game does. (Rubine, SIGGRAPH 1991.) */
#ifndef OXCART_TOOLS_STROKE_STROKE_SET_H
#define OXCART_TOOLS_STROKE_STROKE_SET_H

#include "kernel/gesture/stroke.h"
#include "rom/chunks.h"
#include "tools/base/error.h"
#include "tools/base/writer.h"

enum { STROKE_KINDS = 32, STROKE_NAME = 64, STROKE_SAMPLES = 4096 };

typedef struct stroke_sample {
    uint32_t kind;
    ox_stroke stroke;
} stroke_sample;

typedef struct stroke_set {
    char kinds[STROKE_KINDS][STROKE_NAME];
    uint32_t kind_count;
    stroke_sample *samples;
    size_t count, capacity;
    double margin;
    uint32_t features; /* that may count */
} stroke_set;

/* What was learned. */
typedef struct stroke_library {
    uint32_t features; /* that count */
    uint32_t dropped;  /* of those that may: they say nothing of their own */
    int32_t margin;    /* fx */
    uint8_t shifts[OX_STROKE_FEATURES];
    int32_t weights[STROKE_KINDS][OX_STROKE_FEATURES + 1];
} stroke_library;

/* Reads a text. False, and a sentence with file, line and reason, for one that is none; the set is empty then. */
bool stroke_set_read(const char *name, const uint8_t *data, size_t size, stroke_set *set, tool_error *error);
bool stroke_set_write(const stroke_set *set, writer *out);
void stroke_set_free(stroke_set *set);

/* Adds a sample of a kind, which is made where there is none of that name. False: no room, or no memory. */
bool stroke_set_add(stroke_set *set, const char *kind, const ox_stroke *stroke);

/* A sample of a kind by its number among them, from 0; NULL: there is none. stroke_set_drop takes it away. */
const ox_stroke *stroke_set_find(const stroke_set *set, const char *kind, uint32_t number);
bool stroke_set_drop(stroke_set *set, const char *kind, uint32_t number);

/* Learns. False and a sentence: no kind, a kind without samples, too few samples of all, or samples that cannot be told apart by any feature. */
bool stroke_train(const stroke_set *set, const char *name, stroke_library *library, tool_error *error);

/* Writes a library as a chunk STRK, whose header is there and zero. */
void stroke_library_put(const stroke_set *set, const stroke_library *library, writer *out);

/* Which kind a library in an image takes a sample for, as a game would; -1: none. */
int stroke_classify(const stroke_set *set, const uint8_t *chunk, const ox_stroke *stroke);

/* The name of a feature, for people. */
const char *stroke_feature_name(uint32_t feature);

#endif
