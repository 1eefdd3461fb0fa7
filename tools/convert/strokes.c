/* Strokes: a library learned from the samples of a text (tools/stroke/stroke_set.h). */
#include "tools/convert/converters.h"
#include "tools/stroke/stroke_set.h"

bool convert_strokes(const pack_source *source, writer *out) {
    stroke_set set;
    stroke_library library;
    if (!stroke_set_read(source->path, source->data, source->size, &set, source->error)) return false;
    const bool is_trained = stroke_train(&set, source->path, &library, source->error);
    if (is_trained) stroke_library_put(&set, &library, out);
    stroke_set_free(&set);
    return is_trained;
}
