/* Makes binary glTF files in memory, for tests: buffer views and accessors are numbered as they are added. */
#ifndef OXCART_TESTS_IMPORT_GLB_H
#define OXCART_TESTS_IMPORT_GLB_H

#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { GLB_I8 = 5120, GLB_U8 = 5121, GLB_I16 = 5122, GLB_U16 = 5123, GLB_U32 = 5125, GLB_F32 = 5126 };

typedef struct glb {
    uint8_t binary[4096];
    size_t used;
    char views[4096], accessors[4096];
    int view_count, accessor_count;
    uint8_t file[20000];
    size_t size;
} glb;

static inline void glb_put32(uint8_t *to, size_t value) {
    for (int i = 0; i < 4; i++) to[i] = (uint8_t)(value >> (8 * i));
}

/* Adds a buffer view; floats and whole numbers are written little-endian on every machine. */
static inline int glb_view(glb *g, const void *data, size_t bytes) {
    size_t at = strlen(g->views);
    memcpy(g->binary + g->used, data, bytes);
    snprintf(g->views + at, sizeof g->views - at, "%s{\"buffer\":0,\"byteOffset\":%zu,\"byteLength\":%zu}",
             g->view_count == 0 ? "" : ",", g->used, bytes);
    g->used = (g->used + bytes + 3) & ~(size_t)3;
    return g->view_count++;
}

static inline int glb_view_floats(glb *g, const float *values, size_t count) {
    uint8_t bytes[4096];
    for (size_t i = 0; i < count; i++) {
        uint32_t bits;
        memcpy(&bits, &values[i], sizeof bits);
        glb_put32(bytes + 4 * i, bits);
    }
    return glb_view(g, bytes, count * 4);
}

/* Adds an accessor; `extra` is JSON with a comma before it, or "". A view below 0 is left out. */
static inline int glb_accessor(glb *g, int view, int component, const char *type, size_t count,
                               const char *extra) {
    size_t at = strlen(g->accessors);
    char named[40] = "";
    if (view >= 0) snprintf(named, sizeof named, "\"bufferView\":%d,", view);
    snprintf(g->accessors + at, sizeof g->accessors - at,
             "%s{%s\"componentType\":%d,\"type\":\"%s\",\"count\":%zu%s}", g->accessor_count == 0 ? "" : ",",
             named, component, type, count, extra);
    return g->accessor_count++;
}

static inline int glb_floats(glb *g, const char *type, const float *values, size_t width, size_t count) {
    return glb_accessor(g, glb_view_floats(g, values, width * count), GLB_F32, type, count, "");
}

/* Makes the file out of all views and accessors so far and `body`, members of the root such as
 * "\"nodes\":[]". */
static inline void glb_finish(glb *g, const char *body) {
    char json[14000];
    int length =
        snprintf(json, sizeof json,
                 "{\"asset\":{\"version\":\"2.0\"},\"buffers\":[{\"byteLength\":%zu}],\"bufferViews\":[%s],"
                 "\"accessors\":[%s],%s}",
                 g->used, g->views, g->accessors, body);
    size_t text = ((size_t)length + 3) & ~(size_t)3;
    memset(g->file, ' ', sizeof g->file);
    memcpy(g->file, "glTF", 4);
    glb_put32(g->file + 4, 2);
    g->size = 12 + 8 + text + 8 + g->used;
    glb_put32(g->file + 8, g->size);
    glb_put32(g->file + 12, text);
    memcpy(g->file + 16, "JSON", 4);
    memcpy(g->file + 20, json, (size_t)length);
    glb_put32(g->file + 20 + text, g->used);
    memcpy(g->file + 24 + text, "BIN", 4);
    memcpy(g->file + 28 + text, g->binary, g->used);
}

/* A cube of side 2 about the origin: 8 positions, 36 indices, counter-clockwise outside. Returns the two
 * accessors. */
static inline void glb_cube(glb *g, int *positions, int *indices) {
    static const float corners[24] = {-1, -1, -1, 1, -1, -1, 1, 1, -1, -1, 1, -1,
                                      -1, -1, 1,  1, -1, 1,  1, 1, 1,  -1, 1, 1};
    static const uint8_t list[36] = {0, 2, 1, 0, 3, 2, 4, 5, 6, 4, 6, 7, 0, 1, 5, 0, 5, 4,
                                     3, 7, 6, 3, 6, 2, 0, 4, 7, 0, 7, 3, 1, 2, 6, 1, 6, 5};
    *positions = glb_floats(g, "VEC3", corners, 3, 8);
    *indices = glb_accessor(g, glb_view(g, list, sizeof list), GLB_U8, "SCALAR", 36, "");
}

#endif
