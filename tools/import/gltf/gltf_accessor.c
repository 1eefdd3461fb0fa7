/* glTF accessors: typed numbers out of buffers, with strides, sparse changes and bounds that are checked
 * first. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tools/import/gltf/gltf_source.h"

typedef enum component_type {
    I8 = 5120,
    U8 = 5121,
    I16 = 5122,
    U16 = 5123,
    U32 = 5125,
    F32 = 5126
} component_type;

/* The place of elements in a buffer. */
typedef struct element_run {
    const uint8_t *data; /* NULL: zeros */
    uint32_t stride;
} element_run;

typedef struct accessor {
    const import_json *json;
    component_type type;
    uint32_t width, count;
    bool normalized;
    element_run run;
    uint32_t sparse_count;
    component_type sparse_type;
    element_run sparse_indices, sparse_values;
} accessor;

static uint32_t bytes_of(component_type type) {
    return type == I8 || type == U8 ? 1 : type == I16 || type == U16 ? 2 : 4;
}

bool gltf_view(gltf_source *source, const import_json *at, int64_t index, gltf_bytes *bytes,
               uint32_t *stride) {
    int64_t buffer, offset = 0, length = 0, step = 0;
    if (index < 0 || index >= (int64_t)gltf_count(source->views))
        return import_json_fault(&source->document, at, source->error,
                                 "buffer view %lld is named, but there are %lu; export the file again",
                                 (long long)index, (unsigned long)gltf_count(source->views));
    const import_json *view = gltf_element(source, source->views, (uint32_t)index);
    if (view == NULL || !gltf_index(source, view, "buffer", true, source->buffer_count, &buffer))
        return false;
    const gltf_bytes *from = &source->buffers[buffer];
    if (!import_json_whole(GLTF_AT(source, view), "byteOffset", false, 0, INT32_MAX, &offset) ||
        !import_json_whole(GLTF_AT(source, view), "byteLength", true, 1, INT32_MAX, &length) ||
        !import_json_whole(GLTF_AT(source, view), "byteStride", false, 4, 252, &step))
        return false;
    if ((uint64_t)offset + (uint64_t)length > from->size) {
        return import_json_fault(
            &source->document, view, source->error,
            "bytes %lld to %lld of buffer %lld are named, which has %zu; is a file cut short?",
            (long long)offset, (long long)(offset + length), (long long)buffer, from->size);
    }
    *bytes = (gltf_bytes){from->data + offset, (size_t)length, NULL};
    *stride = (uint32_t)step;
    return true;
}

/* Finds `count` elements of `size` bytes from `offset` of a view on. */
static bool find_run(gltf_source *source, const import_json *at, int64_t view, int64_t offset, uint32_t count,
                     uint32_t size, bool strided, element_run *run) {
    gltf_bytes bytes;
    uint32_t stride;
    if (!gltf_view(source, at, view, &bytes, &stride)) return false;
    if (stride == 0 || !strided) stride = size;
    uint64_t end = (uint64_t)offset + (uint64_t)stride * (count - 1) + size;
    if (stride < size || end > bytes.size) {
        return import_json_fault(
            &source->document, at, source->error,
            "%lu elements of %lu bytes are asked of a buffer view of %zu; export the file again",
            (unsigned long)count, (unsigned long)size, bytes.size);
    }
    *run = (element_run){bytes.data + offset, stride};
    return true;
}

static bool read_type(gltf_source *source, const import_json *json, component_type *type) {
    int64_t number = 0;
    if (!import_json_whole(GLTF_AT(source, json), "componentType", true, I8, F32, &number)) return false;
    if (number == 5124)
        return import_json_fault(&source->document, json, source->error,
                                 "component type 5124 does not exist; export the file again");
    *type = (component_type)number;
    return true;
}

static bool read_sparse(gltf_source *source, accessor *a) {
    const import_json *sparse, *indices, *values;
    int64_t count = 0, view[2], offset[2] = {0, 0};
    if (!import_json_object(GLTF_AT(source, a->json), "sparse", false, &sparse)) return false;
    if (sparse == NULL) return true;
    if (!import_json_whole(GLTF_AT(source, sparse), "count", true, 1, a->count, &count) ||
        !import_json_object(GLTF_AT(source, sparse), "indices", true, &indices) ||
        !import_json_object(GLTF_AT(source, sparse), "values", true, &values) ||
        !gltf_index(source, indices, "bufferView", true, gltf_count(source->views), &view[0]) ||
        !gltf_index(source, values, "bufferView", true, gltf_count(source->views), &view[1]) ||
        !import_json_whole(GLTF_AT(source, indices), "byteOffset", false, 0, INT32_MAX, &offset[0]) ||
        !import_json_whole(GLTF_AT(source, values), "byteOffset", false, 0, INT32_MAX, &offset[1]) ||
        !read_type(source, indices, &a->sparse_type))
        return false;
    if (a->sparse_type != U8 && a->sparse_type != U16 && a->sparse_type != U32)
        return import_json_fault(&source->document, indices, source->error,
                                 "sparse indices must be whole and unsigned; export the file again");
    a->sparse_count = (uint32_t)count;
    return find_run(source, indices, view[0], offset[0], a->sparse_count, bytes_of(a->sparse_type), false,
                    &a->sparse_indices) &&
           find_run(source, values, view[1], offset[1], a->sparse_count, bytes_of(a->type) * a->width, false,
                    &a->sparse_values);
}

static bool spend(gltf_source *source, const import_json *at, uint64_t bytes) {
    if (bytes > source->budget)
        return import_json_fault(&source->document, at, source->error,
                                 "the same data is used far too often to fit the memory; split the file");
    source->budget -= bytes;
    return true;
}

/* Checks everything about an accessor before memory is taken for it. */
static bool open_accessor(gltf_source *source, const import_json *at, int64_t index, uint32_t width,
                          accessor *a) {
    static const char *const names[] = {"SCALAR", "VEC2", "VEC3", "VEC4", "MAT2", "MAT3", "MAT4", NULL};
    static const uint8_t widths[] = {1, 2, 3, 4, 4, 9, 16};
    int64_t count = 0, view, offset = 0;
    int shape = 0;
    memset(a, 0, sizeof *a);
    if (index < 0 || index >= (int64_t)gltf_count(source->accessors))
        return import_json_fault(&source->document, at, source->error,
                                 "accessor %lld is named, but there are %lu; export the file again",
                                 (long long)index, (unsigned long)gltf_count(source->accessors));
    a->json = gltf_element(source, source->accessors, (uint32_t)index);
    if (a->json == NULL || !import_json_choice(GLTF_AT(source, a->json), "type", true, names, &shape) ||
        !import_json_whole(GLTF_AT(source, a->json), "count", true, 1, INT32_MAX, &count) ||
        !import_json_whole(GLTF_AT(source, a->json), "byteOffset", false, 0, INT32_MAX, &offset) ||
        !import_json_boolean(GLTF_AT(source, a->json), "normalized", false, &a->normalized) ||
        !gltf_index(source, a->json, "bufferView", false, gltf_count(source->views), &view) ||
        !read_type(source, a->json, &a->type))
        return false;
    a->width = widths[shape];
    a->count = (uint32_t)count;
    if (a->width != width || shape == 4 || shape == 5)
        return import_json_fault(
            &source->document, a->json, source->error,
            "elements of type %s stand here, but %lu numbers to an element are needed; export the "
            "file again",
            names[shape], (unsigned long)width);
    if (width == 16 && a->type != F32)
        return import_json_fault(&source->document, a->json, source->error,
                                 "matrices must be floating-point numbers; export the file again");
    if (view >= 0 &&
        !find_run(source, a->json, view, offset, a->count, bytes_of(a->type) * width, true, &a->run))
        return false;
    if (view < 0 && (uint64_t)a->count > source->held)
        return import_json_fault(&source->document, a->json, source->error,
                                 "more elements than the file has bytes; export it again");
    return read_sparse(source, a) && spend(source, a->json, (uint64_t)a->count * width * sizeof(float));
}

static uint32_t load(const uint8_t *at, uint32_t bytes) {
    uint32_t value = 0;
    for (uint32_t i = 0; i < bytes; i++) value |= (uint32_t)at[i] << (8 * i);
    return value;
}

static double signed_part(uint32_t value, uint32_t limit, bool normalized) {
    double number = value < limit ? (double)value : (double)value - 2 * (double)limit;
    if (!normalized) return number;
    return number < -(double)(limit - 1) ? -1 : number / (double)(limit - 1);
}

static float component(const accessor *a, const uint8_t *at) {
    uint32_t value = load(at, bytes_of(a->type));
    float number;
    switch (a->type) {
    case I8:
        return (float)signed_part(value, 128, a->normalized);
    case I16:
        return (float)signed_part(value, 32768, a->normalized);
    case U8:
        return a->normalized ? (float)(value / 255.0) : (float)value;
    case U16:
        return a->normalized ? (float)(value / 65535.0) : (float)value;
    case U32:
        return (float)value;
    case F32:
        memcpy(&number, &value, sizeof number);
        return number;
    }
    return 0;
}

/* The element that sparse change `i` replaces; fails unless these elements rise. */
static bool sparse_place(gltf_source *source, const accessor *a, uint32_t i, uint32_t *place) {
    uint32_t bytes = bytes_of(a->sparse_type), before = *place;
    *place = load(a->sparse_indices.data + (size_t)i * a->sparse_indices.stride, bytes);
    if (*place < a->count && (i == 0 || *place > before)) return true;
    return import_json_fault(&source->document, a->json, source->error,
                             "sparse index %lu is not below %lu or does not rise; export the file again",
                             (unsigned long)*place, (unsigned long)a->count);
}

static bool read_floats(gltf_source *source, const accessor *a, float *values) {
    uint32_t bytes = bytes_of(a->type), place = 0;
    for (uint32_t i = 0; a->run.data != NULL && i < a->count; i++) {
        const uint8_t *at = a->run.data + (size_t)i * a->run.stride;
        for (uint32_t k = 0; k < a->width; k++)
            values[(size_t)i * a->width + k] = component(a, at + k * bytes);
    }
    for (uint32_t i = 0; i < a->sparse_count; i++) {
        const uint8_t *at = a->sparse_values.data + (size_t)i * a->sparse_values.stride;
        if (!sparse_place(source, a, i, &place)) return false;
        for (uint32_t k = 0; k < a->width; k++)
            values[(size_t)place * a->width + k] = component(a, at + k * bytes);
    }
    for (size_t i = 0; i < (size_t)a->count * a->width; i++) {
        if (!isfinite(values[i]) || fabsf(values[i]) > 1e15f)
            return import_json_fault(&source->document, a->json, source->error,
                                     "element %zu is no number or beyond 1e15; export the file again",
                                     i / a->width);
    }
    return true;
}

bool gltf_floats(gltf_source *source, const import_json *at, int64_t index, uint32_t width, float **values,
                 uint32_t *count) {
    accessor a;
    *values = NULL;
    if (!open_accessor(source, at, index, width, &a)) return false;
    *values = calloc((size_t)a.count * width, sizeof **values);
    if (*values == NULL) return gltf_memory(source);
    *count = a.count;
    if (read_floats(source, &a, *values)) return true;
    free(*values);
    *values = NULL;
    return false;
}

bool gltf_numbers(gltf_source *source, const import_json *at, int64_t index, uint32_t width,
                  uint32_t **values, uint32_t *count) {
    accessor a;
    uint32_t place = 0;
    *values = NULL;
    if (!open_accessor(source, at, index, width, &a)) return false;
    if ((a.type != U8 && a.type != U16 && a.type != U32) || a.normalized)
        return import_json_fault(&source->document, a.json, source->error,
                                 "whole unsigned numbers are needed here; export the file again");
    uint32_t bytes = bytes_of(a.type);
    *values = calloc((size_t)a.count * width, sizeof **values);
    if (*values == NULL) return gltf_memory(source);
    *count = a.count;
    for (uint32_t i = 0; a.run.data != NULL && i < a.count; i++) {
        for (uint32_t k = 0; k < width; k++)
            (*values)[(size_t)i * width + k] = load(a.run.data + (size_t)i * a.run.stride + k * bytes, bytes);
    }
    for (uint32_t i = 0; i < a.sparse_count; i++) {
        if (!sparse_place(source, &a, i, &place)) {
            free(*values);
            *values = NULL;
            return false;
        }
        for (uint32_t k = 0; k < width; k++) {
            (*values)[(size_t)place * width + k] =
                load(a.sparse_values.data + (size_t)i * a.sparse_values.stride + k * bytes, bytes);
        }
    }
    return true;
}
