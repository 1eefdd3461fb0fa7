/* Samples of strokes: the text, and the list. */
#include "tools/stroke/stroke_set.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/base/error.h"
#include "tools/import/base/text.h"

#define NO_SIZE (OX_STROKE_USUAL & ~(1u << 2 | 1u << 4 | 1u << 7 | 1u << 11 | 1u << 12))

/* ---- the list ---- */

void stroke_set_free(stroke_set *set) {
    free(set->samples);
    memset(set, 0, sizeof *set);
}

/* The number of a kind, which is made where it is new; -1: there is no room. */
static int find_kind(stroke_set *set, const char *kind) {
    for (uint32_t i = 0; i < set->kind_count; i++)
        if (strcmp(set->kinds[i], kind) == 0) return (int)i;
    if (set->kind_count == STROKE_KINDS || strlen(kind) >= STROKE_NAME) return -1;
    snprintf(set->kinds[set->kind_count], STROKE_NAME, "%s", kind);
    return (int)set->kind_count++;
}

bool stroke_set_add(stroke_set *set, const char *kind, const ox_stroke *stroke) {
    const int number = find_kind(set, kind);
    if (number < 0 || set->count == STROKE_SAMPLES) return false;
    if (set->count == set->capacity) {
        const size_t capacity = set->capacity == 0 ? 64 : 2 * set->capacity;
        stroke_sample *grown = realloc(set->samples, capacity * sizeof *grown);
        if (grown == NULL) return false;
        set->samples = grown;
        set->capacity = capacity;
    }
    set->samples[set->count++] = (stroke_sample){(uint32_t)number, *stroke};
    return true;
}

/* The place of a sample in the list; `count` where there is none. */
static size_t place_of(const stroke_set *set, const char *kind, uint32_t number) {
    size_t i = 0;
    for (; i < set->count; i++)
        if (strcmp(set->kinds[set->samples[i].kind], kind) == 0 && number-- == 0) break;
    return i;
}

const ox_stroke *stroke_set_find(const stroke_set *set, const char *kind, uint32_t number) {
    const size_t place = place_of(set, kind, number);
    return place == set->count ? NULL : &set->samples[place].stroke;
}

bool stroke_set_drop(stroke_set *set, const char *kind, uint32_t number) {
    const size_t place = place_of(set, kind, number);
    if (place == set->count) return false;
    set->count--;
    memmove(&set->samples[place], &set->samples[place + 1], (set->count - place) * sizeof set->samples[0]);
    return true;
}

/* ---- the text ---- */

typedef struct stroke_reader {
    import_text text;
    const char *name;
    stroke_set *set;
    tool_error *error;
    int kind; /* of the samples that follow, -1: none yet */
} stroke_reader;

static bool fail_sample(const stroke_reader *r, const char *what) {
    return import_error_line(r->error, r->name, r->text.line, "%s", what);
}

/* A word of at most STROKE_NAME - 1 letters; false where there is none, or it is longer. */
static bool take_word(stroke_reader *r, char word[STROKE_NAME]) {
    size_t length = 0;
    import_text_skip_blanks(&r->text);
    const char *at = import_text_word(&r->text, &length);
    if (length == 0 || length >= STROKE_NAME) return false;
    memcpy(word, at, length);
    word[length] = 0;
    return true;
}

static bool take_character(stroke_reader *r, char wanted) {
    if (r->text.at == r->text.end || *r->text.at != wanted) return false;
    r->text.at++;
    return true;
}

/* A line of points. */
static bool read_sample(stroke_reader *r) {
    ox_stroke stroke;
    long long x, y, step, last = -1;
    ox_stroke_begin(&stroke);
    if (r->kind < 0) return fail_sample(r, "points without a kind; put `stroke NAME` before them");
    for (; !import_text_at_line_end(&r->text); import_text_skip_blanks(&r->text)) {
        if (*r->text.at == '#') break;
        if (!import_text_integer(&r->text, &x) || !take_character(r, ',') ||
            !import_text_integer(&r->text, &y) || !take_character(r, '@') ||
            !import_text_integer(&r->text, &step))
            return fail_sample(r, "a point is X,Y@STEP in whole numbers, as 10,20@3");
        if (x < -32768 || x > 32767 || y < -32768 || y > 32767 || step < 0 || step > 65535)
            return fail_sample(r, "X and Y are -32768 to 32767, the step 0 to 65535");
        if (step <= last) return fail_sample(r, "steps rise from point to point");
        last = step;
        stroke.steps = (uint16_t)step;
        ox_stroke_add(&stroke, (int32_t)x, (int32_t)y);
    }
    if (stroke.count < OX_STROKE_LEAST)
        return fail_sample(r, "a stroke has four points or more that lie 3 pixels apart");
    return stroke_set_add(r->set, r->set->kinds[r->kind], &stroke) ||
           fail_sample(r, "more than 4096 samples, or out of memory");
}

static bool read_features(stroke_reader *r) {
    char word[STROKE_NAME];
    if (!take_word(r, word)) return fail_sample(r, "features usual, all or no-size");
    if (strcmp(word, "usual") == 0) return r->set->features = OX_STROKE_USUAL, true;
    if (strcmp(word, "all") == 0) return r->set->features = (1u << OX_STROKE_FEATURES) - 1u, true;
    if (strcmp(word, "no-size") == 0) return r->set->features = NO_SIZE, true;
    return fail_sample(r, "features usual, all or no-size");
}

static bool read_margin(stroke_reader *r) {
    return (import_text_number(&r->text, &r->set->margin) && r->set->margin >= 0 && r->set->margin <= 1000) ||
           fail_sample(r, "margin NUMBER, 0 to 1000; 2.944 takes one stroke in twenty for another kind");
}

static bool read_kind(stroke_reader *r) {
    char word[STROKE_NAME];
    if (!take_word(r, word)) return fail_sample(r, "`stroke NAME`, a name of at most 63 letters");
    r->kind = find_kind(r->set, word);
    return r->kind >= 0 || fail_sample(r, "more than 32 kinds of strokes");
}

static bool read_line(stroke_reader *r) {
    import_text_skip_blanks(&r->text);
    const char c = r->text.at == r->text.end ? 0 : *r->text.at;
    if (import_text_at_line_end(&r->text) || c == '#') return true;
    if ((c >= '0' && c <= '9') || c == '-') return read_sample(r);
    char word[STROKE_NAME];
    const bool has_word = take_word(r, word);
    bool is_read = false;
    if (has_word && strcmp(word, "stroke") == 0)
        is_read = read_kind(r);
    else if (has_word && strcmp(word, "margin") == 0)
        is_read = read_margin(r);
    else if (has_word && strcmp(word, "features") == 0)
        is_read = read_features(r);
    else
        return fail_sample(r,
                           "a line is `stroke NAME`, `margin NUMBER`, `features WORD`, or points X,Y@STEP");
    import_text_skip_blanks(&r->text);
    if (is_read && !import_text_at_line_end(&r->text) && *r->text.at != '#')
        return fail_sample(r, "there is more in this line than belongs to it");
    return is_read;
}

bool stroke_set_read(const char *name, const uint8_t *data, size_t size, stroke_set *set, tool_error *error) {
    memset(set, 0, sizeof *set);
    set->margin = 2.944;
    set->features = OX_STROKE_USUAL;
    stroke_reader r = {import_text_open((const char *)data, size), name, set, error, -1};
    do {
        if (!read_line(&r)) {
            stroke_set_free(set);
            return false;
        }
    } while (import_text_next_line(&r.text));
    return true;
}

static void write_stroke(const ox_stroke *stroke, writer *out) {
    char text[48];
    for (uint32_t i = 0; i < stroke->count; i++) {
        const ox_stroke_point *p = &stroke->points[i];
        const int length = snprintf(text, sizeof text, "%s%d,%d@%u", i > 0 ? " " : "", p->x, p->y, p->step);
        writer_bytes(out, text, (size_t)length);
    }
    writer_bytes(out, "\n", 1);
}

bool stroke_set_write(const stroke_set *set, writer *out) {
    char text[STROKE_NAME + 64];
    const char *features = set->features == OX_STROKE_USUAL ? "usual"
                           : set->features == NO_SIZE       ? "no-size"
                                                            : "all";
    int length = snprintf(text, sizeof text, "margin %.10g\nfeatures %s\n", set->margin, features);
    writer_bytes(out, text, (size_t)length);
    for (uint32_t kind = 0; kind < set->kind_count; kind++) {
        length = snprintf(text, sizeof text, "stroke %s\n", set->kinds[kind]);
        writer_bytes(out, text, (size_t)length);
        for (size_t i = 0; i < set->count; i++)
            if (set->samples[i].kind == kind) write_stroke(&set->samples[i].stroke, out);
    }
    return !out->failed;
}
