/* Learning of strokes: what the library makes of strokes that it has never seen, and texts that are no samples. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "fixedmath/random.h"
#include "rom/rom.h"
#include "tests/test.h"
#include "tools/record_writer.h"
#include "tools/stroke/stroke_set.h"

enum { KINDS = 5, TRAINED = 10, HELD_OUT = 20 };
static const char *const kinds[KINDS] = {"line", "circle", "vee", "zigzag", "spiral"};

/* A point of an ideal stroke, 0..1 of its way, about -1..1. */
static void ideal(uint32_t kind, double t, double *x, double *y) {
    const double turn = 6.2831853;
    if (kind == 0) *x = 2 * t - 1, *y = 0.4 * t;
    if (kind == 1) *x = cos(turn * t), *y = sin(turn * t);
    if (kind == 2) *x = 2 * t - 1, *y = t < 0.5 ? 4 * t - 1 : 3 - 4 * t;
    if (kind == 3) *x = t < 0.33 ? 6 * t - 1 : t < 0.66 ? 3 - 6 * t : 6 * t - 5, *y = 2 * t - 1;
    if (kind == 4) *x = t * cos(2.5 * turn * t), *y = t * sin(2.5 * turn * t);
}

/* A stroke as a hand would draw it: of some size, leaning, trembling, faster or slower, by a step at a time. */
static ox_stroke scribble(uint32_t kind, rng32 *random) {
    const double size = 24 + rng_below(random, 16), lean = ((int)rng_below(random, 41) - 20) * 0.01;
    const int steps = 24 + (int)rng_below(random, 20), at_x = 40 + (int)rng_below(random, 60),
              at_y = 40 + (int)rng_below(random, 40);
    ox_stroke stroke;
    ox_stroke_begin(&stroke);
    for (int i = 0; i <= steps; i++) {
        double x = 0, y = 0;
        ideal(kind, (double)i / steps, &x, &y);
        const double px = x * cos(lean) - y * sin(lean), py = x * sin(lean) + y * cos(lean);
        ox_stroke_add(&stroke, at_x + (int)lround(px * size) + (int)rng_below(random, 3) - 1,
                      at_y + (int)lround(py * size) + (int)rng_below(random, 3) - 1);
    }
    return stroke;
}

static void fill_set(stroke_set *set, rng32 *random) {
    memset(set, 0, sizeof *set);
    set->margin = 2.944;
    set->features = OX_STROKE_USUAL;
    for (uint32_t kind = 0; kind < KINDS; kind++)
        for (int i = 0; i < TRAINED; i++) {
            const ox_stroke stroke = scribble(kind, random);
            CHECK(stroke_set_add(set, kinds[kind], &stroke));
        }
}

static writer chunk_of(const stroke_set *set, const stroke_library *library) {
    const uint8_t head[ROM_STROKES_SIZE] = {0};
    writer out = {0};
    writer_bytes(&out, head, sizeof head);
    stroke_library_put(set, library, &out);
    return out;
}

TEST(stroke_library_knows_strokes_that_it_has_never_seen) {
    stroke_set set;
    stroke_library library;
    tool_error error;
    rng32 random = {2026};
    uint32_t right = 0, wrong = 0;
    fill_set(&set, &random);
    CHECK(stroke_train(&set, "a.strokes", &library, &error));
    writer chunk = chunk_of(&set, &library);
    for (uint32_t kind = 0; kind < KINDS; kind++)
        for (int i = 0; i < HELD_OUT; i++) {
            const ox_stroke stroke = scribble(kind, &random);
            const int told = stroke_classify(&set, chunk.data, &stroke);
            right += told == (int)kind;
            wrong += told >= 0 && told != (int)kind;
        }
    CHECK(right >= 95 && wrong <= 2);
    TEST_INFO("%u of %u right, %u wrong; %u bytes, %u multiplications", (unsigned)right, KINDS * HELD_OUT,
              (unsigned)wrong, (unsigned)chunk.size, (unsigned)ox_stroke_products(chunk.data));
    /* A stroke of three points is none of them, and a scribble is told by a small lead. */
    ox_stroke small;
    ox_stroke_begin(&small);
    for (int i = 0; i < 3; i++) ox_stroke_add(&small, 10 * i, 0);
    CHECK_EQ(stroke_classify(&set, chunk.data, &small), -1);
    writer_free(&chunk);
    stroke_set_free(&set);
}

/* What the library decides is what the numbers it was made of decide: whole numbers lose no sample. */
TEST(stroke_library_decides_as_its_numbers) {
    stroke_set set, read;
    stroke_library library, again;
    tool_error error;
    rng32 random = {77};
    uint32_t right = 0;
    fill_set(&set, &random);
    CHECK(stroke_train(&set, "a.strokes", &library, &error));
    writer chunk = chunk_of(&set, &library), text = {0};
    for (size_t i = 0; i < set.count; i++)
        right += stroke_classify(&set, chunk.data, &set.samples[i].stroke) == (int)set.samples[i].kind;
    CHECK_EQ(right, set.count);
    /* The text of the samples makes the same library. */
    CHECK(stroke_set_write(&set, &text));
    writer_bytes(&text, "", 1);
    CHECK(stroke_set_read("b.strokes", text.data, text.size - 1, &read, &error));
    CHECK(read.count == set.count && read.kind_count == KINDS);
    CHECK(stroke_train(&read, "b.strokes", &again, &error));
    CHECK(memcmp(&library, &again, sizeof library) == 0);
    CHECK(stroke_set_find(&read, "vee", 9) != NULL && stroke_set_find(&read, "vee", 10) == NULL);
    CHECK(stroke_set_drop(&read, "vee", 3) && !stroke_set_drop(&read, "ve", 0) &&
          read.count == set.count - 1);
    writer_free(&text);
    writer_free(&chunk);
    stroke_set_free(&read);
    stroke_set_free(&set);
}

/* Features that say nothing are left out, one way or the other. */
TEST(stroke_library_leaves_out_what_says_nothing) {
    stroke_set set = {.margin = 0, .features = OX_STROKE_USUAL};
    stroke_library library;
    tool_error error;
    for (int kind = 0; kind < 2; kind++)
        for (int i = 0; i < 4; i++) { /* straight lines, along x or along y: no turns, no sine or no cosine */
            ox_stroke stroke;
            ox_stroke_begin(&stroke);
            for (int k = 0; k < 8 + i; k++)
                ox_stroke_add(&stroke, kind == 0 ? 5 * k : 0, kind == 0 ? 0 : 5 * k);
            CHECK(stroke_set_add(&set, kind == 0 ? "across" : "down", &stroke));
        }
    CHECK(stroke_train(&set, "a.strokes", &library, &error));
    CHECK((library.dropped & 1u << 8) != 0 && (library.dropped & library.features) == 0 &&
          library.features != 0);
    CHECK_EQ(library.dropped | library.features, OX_STROKE_USUAL);
    stroke_set_free(&set);
}

TEST(stroke_texts_that_are_none_are_told) {
    static const char *const faults[][2] = {
        {"1,2@3 9,9@4", "a.strokes:1: points without a kind"},
        {"stroke", "a.strokes:1: `stroke NAME`"},
        {"stroke a b", "a.strokes:1: there is more"},
        {"stroke a\n1,2@3 4,5", "a.strokes:2: a point is"},
        {"stroke a\n1,2@3 40,5@3", "a.strokes:2: steps rise"},
        {"stroke a\n1,2@3 40000,5@4", "a.strokes:2: X and Y"},
        {"stroke a\n0,0@0 1,0@1 2,0@2 3,0@3", "a.strokes:2: a stroke has four points"},
        {"margin x", "a.strokes:1: margin NUMBER"},
        {"features none", "a.strokes:1: features"},
        {"circle", "a.strokes:1: a line is"}};
    stroke_set set;
    stroke_library library;
    tool_error error;
    for (size_t i = 0; i < sizeof faults / sizeof faults[0]; i++) {
        CHECK(
            !stroke_set_read("a.strokes", (const uint8_t *)faults[i][0], strlen(faults[i][0]), &set, &error));
        CHECK(strncmp(error.text, faults[i][1], strlen(faults[i][1])) == 0 && set.samples == NULL);
        if (strncmp(error.text, faults[i][1], strlen(faults[i][1])) != 0) TEST_INFO("%s", error.text);
    }
    static const char good[] = "# none\n\nmargin 1.5 # odds\nfeatures no-size\nstroke a\n";
    CHECK(stroke_set_read("a.strokes", (const uint8_t *)good, strlen(good), &set, &error));
    CHECK(set.kind_count == 1 && set.count == 0 && set.margin == 1.5);
    CHECK(!stroke_train(&set, "a.strokes", &library, &error) && strstr(error.text, "fewer than two") != NULL);
    stroke_set_free(&set);
    CHECK(stroke_set_read("a.strokes", (const uint8_t *)"", 0, &set, &error));
    CHECK(!stroke_train(&set, "a.strokes", &library, &error) && strstr(error.text, "no kinds") != NULL);
    stroke_set_free(&set);
}
