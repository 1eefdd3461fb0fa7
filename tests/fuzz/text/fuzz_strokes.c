/* Fuzz target: texts of strokes, and libraries. A text that is one is learned from; what was learned is a chunk that the reader takes, and the game's code
 * knows any stroke by it, or none. A text that comes back from the set is that set. */
#include <stdlib.h>
#include <string.h>

#include "rom/rom.h"
#include "tools/record_writer.h"
#include "tools/stroke/stroke_set.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* A stroke out of the same bytes: each two are a step. */
static ox_stroke scribble(const uint8_t *data, size_t size) {
    ox_stroke stroke;
    int x = 0, y = 0;
    ox_stroke_begin(&stroke);
    for (size_t i = 0; i + 1 < size && i < 400; i += 2) {
        x += (data[i] - 128) * (i % 14 == 0 ? 300 : 1);
        y += data[i + 1] - 128;
        ox_stroke_add(&stroke, x, y);
    }
    return stroke;
}

static void learn(const stroke_set *set, const ox_stroke *stroke) {
    stroke_library library;
    tool_error error = {.text = ""};
    if (!stroke_train(set, "fuzz", &library, &error)) {
        if (error.text[0] == 0) abort();
        return;
    }
    const uint8_t head[ROM_STROKES_SIZE] = {0};
    writer out = {0};
    writer_bytes(&out, head, sizeof head);
    stroke_library_put(set, &library, &out);
    if (!out.failed) {
        const int kind = stroke_classify(set, out.data, stroke);
        if (kind < -1 || kind >= (int)set->kind_count) abort();
        for (size_t i = 0; i < set->count && i < 64; i++)
            (void)stroke_classify(set, out.data, &set->samples[i].stroke);
    }
    writer_free(&out);
}

static void come_back(const stroke_set *set) {
    stroke_set again;
    tool_error error;
    writer text = {0};
    if (stroke_set_write(set, &text)) {
        writer_bytes(&text, "", 1);
        if (text.failed) abort();
        if (!stroke_set_read("again", text.data, text.size - 1, &again, &error)) abort();
        if (again.count != set->count || again.kind_count != set->kind_count ||
            again.features != set->features)
            abort();
        stroke_set_free(&again);
    }
    writer_free(&text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    stroke_set set;
    tool_error error = {.text = ""};
    const ox_stroke stroke = scribble(data, size);
    int32_t features[OX_STROKE_FEATURES];
    ox_stroke_features(&stroke, features);
    char *text = malloc(size + 1);
    if (text == NULL) return 0;
    memcpy(text, data, size);
    text[size] = 0;
    if (stroke_set_read("fuzz", (const uint8_t *)text, size, &set, &error)) {
        learn(&set, &stroke);
        come_back(&set);
        stroke_set_free(&set);
    } else if (error.text[0] == 0 || strchr(error.text, '\n') != NULL) {
        abort();
    }
    free(text);
    return 0;
}
