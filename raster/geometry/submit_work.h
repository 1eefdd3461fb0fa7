/* What the files of raster/submit share: a batch in work, and the sinks that its vertices go to. */
#ifndef OXCART_RASTER_GEOMETRY_SUBMIT_WORK_H
#define OXCART_RASTER_GEOMETRY_SUBMIT_WORK_H

#include "raster/list/list.h"
#include "raster/pixel_state.h"
#include "raster/submit.h"

#define RS_CACHE 128 /* vertices remembered at most */
#define RS_SINK 128  /* vertices of a draw; at most 255 */
#define RS_RESTART 0xFFFFFFFFu

/* Where the attributes of a corner lie while it is clipped. Colours are Q8.8. */
enum {
    RS_A_RED,
    RS_A_SPECULAR = 4,   /* 3, then the fog weight */
    RS_A_COORDINATE = 8, /* s, t, q of two units */
    RS_A_VECTOR = 14,
    RS_A_SIZE = 17,
    RS_A_COUNT
};

typedef struct rs_corner {
    int32_t x, y, w; /* view space, y down, w ahead */
    uint32_t outcode;
    int32_t a[RS_A_COUNT];
} rs_corner;

/* A draw with arrays that fill up. */
typedef struct rs_sink {
    rs_draw *draw;
    uint16_t offset;
    uint32_t used, capacity;
    rs_vertex *vertices;
    uint32_t *inverse_w;
    uint8_t *colours, *speculars, *outcodes;
    int32_t *coordinates[2], *q[2];
    int16_t *vectors;
    uint16_t *sizes;
} rs_sink;

struct rs_locked {
    rs_sink sink;
    uint32_t stamp, first, count, tint, sum;
    mat34 place;
    const rs_look *look;
    const void *data;
};

/* Memory of a frame that every batch uses anew. */
typedef struct rs_work {
    rs_lighting lighting;
    vec3 eye; /* in the world */
    uint32_t keys[RS_CACHE];
    uint8_t slots[RS_CACHE];
    rs_corner corner, polygon[9], cut[9];
    rs_attributes in[3], emitted[3 * RS_EMITTED];
    rs_sink locked;
} rs_work;

/* What a shade function of this module is given. */
typedef struct rs_pixel_constants {
    rs_lighting lighting;
    rs_reflecting reflecting;
    rs_normal_table table;
} rs_pixel_constants;

typedef struct rs_submission {
    rs_frame *frame;
    const rs_batch *batch;
    rs_work *work;
    rs_material material; /* with a state */
    const rs_look *look;
    rs_reflecting reflecting;
    const mat34 *place;
    mat34 to_view;
    mat33 normals;
    rs_depth_scale depth;
    rs_sink sink;
    const rs_locked *locked;
    const rs_fog *fog;
    const rs_pixel_constants *pixel_constants;
    int64_t eye[3]; /* in mesh units >> eye_shift */
    int eye_shift;
    uint32_t cache_mask, tint;
    rs_result result;
    uint8_t cull, layout; /* layout: rs_layout of the streams */
    bool textured, second, projective[2], set[2], speculars;
    bool lit, prelit, flat, rigid, mirrored, in_world, early, parallel;
    bool sphere[2];
} rs_submission;

static inline uint32_t rs_batch_index(const rs_batch *batch, uint32_t i) {
    uint32_t at = batch->first + i;
    if (batch->indices == NULL) return at;
    if (batch->index_bytes == 1) {
        uint32_t index = ((const uint8_t *)batch->indices)[at];
        return index == 0xFFu && batch->restart ? RS_RESTART : index;
    }
    at = ((const uint16_t *)batch->indices)[at];
    return at == 0xFFFFu && batch->restart ? RS_RESTART : at;
}

static inline bool rs_submit_per_pixel(const rs_submission *s) {
    return s->look->pixel_light != RS_PER_VERTEX;
}

/* The frame's working memory, taken when first needed; NULL: the list is full. */
rs_work *rs_submit_work(rs_frame *frame);

/* Fetches a vertex and runs it through the vertex stage. */
void rs_submit_fetch(const rs_submission *s, uint32_t index, rs_attributes *vertex);

/* Transforms and lights a vertex, and finds its outcode. */
void rs_submit_corner(const rs_submission *s, const rs_attributes *vertex, rs_corner *corner);

/* Puts three vertices into work->polygon, all with the colour of the triangle. */
void rs_submit_flat(rs_submission *s, const rs_attributes *vertices, int provoking);

/* Clips work->polygon[0 .. corners-1] against the planes; returns how many corners are left. */
int rs_submit_clip(rs_submission *s, int corners, int planes);

/* Brings the eye into mesh units; false when triangles cannot be judged there. */
bool rs_submit_eye(rs_submission *s);
bool rs_submit_faces_away(const rs_submission *s, const uint32_t index[3]);

/* Whether the batch's locked vertices still hold. */
bool rs_submit_locked(const rs_submission *s);

void rs_submit_turn(ang16 yaw, fx scale, fx *sine, fx *cosine);

uint32_t rs_shade_exact(const void *constants, const int32_t vector[3], uint32_t primary);
uint32_t rs_shade_table(const void *constants, const int32_t vector[3], uint32_t primary);
uint32_t rs_shade_attenuation(const void *constants, const int32_t vector[3], uint32_t primary);

#endif
