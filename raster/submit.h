/* One way in for every kind of geometry beside plain meshes: streams of attributes, primitives, vertex and primitive stages,
 * coloured light.
 *
 *     rs_batch batch = {.vertex_count = 24, .count = 36, .indices = index, .index_bytes = 2, .material = &brick, .place = &place};
 *     rs_streams_from(&rs_format_lit, vertices, batch.streams);
 *     rs_frame_batch(frame, &batch);
 *
 * Everything here ends in the fragment pipeline (raster/pixel_state.h), also where the material has no pixel state. A mesh whose
 * material has a `look` goes this way too. Vertices are fetched, run through the vertex stage, transformed and lit when a
 * primitive first needs them, remembered by a cache of a size of your choice (the picture does not depend on it), then primitives
 * are clipped and culled. Whatever does not fit the display list is counted in stats.lost and named by RS_LIST_FULL.
 *
 * Costs, x86-64 instructions: about 250 a vertex plus lights, 60 a triangle. */
#ifndef OXCART_RASTER_SUBMIT_H
#define OXCART_RASTER_SUBMIT_H

#include "raster/program.h"
#include "raster/reflect.h"

/* ---- vertices ---- */

typedef enum rs_attribute {
    RS_POSITION,
    RS_NORMAL,
    RS_TANGENT,
    RS_COLOUR,   /* diffuse colour and alpha, baked or the surface's */
    RS_SPECULAR, /* added after texturing */
    RS_TEXCOORD,
    RS_TEXCOORD_2,
    RS_JOINTS, /* 4 numbers of matrices */
    RS_WEIGHTS,
    RS_SIZE,   /* of points, 28.4 pixels */
    RS_MOTIFS, /* pairs: number of a motif, intensity; see rs_stage_motif */
    RS_ATTRIBUTES
} rs_attribute;

/* How an attribute is stored. In brackets: the worst error of a value that is read back. */
typedef enum rs_form {
    RS_NOTHING,    /* the attribute is missing: the batch's current value serves */
    RS_INT16_3,    /* positions: offset + (int16 << exponent) [half a step: 2^(exponent-1)/65536 m] */
    RS_FX_3,       /* positions; unit normals; texture coordinates s, t, q [2^-17] */
    RS_FX_2,       /* texture coordinates */
    RS_Q14_3,      /* unit vectors [0.005 degrees] */
    RS_INT8_3,     /* unit vectors, 127 = 1.0 [0.4 degrees] */
    RS_INT8_4,     /* unit vectors; of tangents the fourth is the sign of the bitangent, n x t times it */
    RS_OCTAHEDRAL, /* unit vectors in two int8 (Meyer and others 2010) [0.95 degrees] */
    RS_Q12_2,      /* int16 texture coordinates, repeats in Q4.12 [2^-13] */
    RS_UINT8_4,    /* colours r g b a, joints, weights [1/510] */
    RS_UINT8_3,    /* colours without alpha; weights, the fourth is 255 - their sum, exactly */
    RS_UINT16_1,   /* sizes */
    RS_UINT8_2,    /* motifs: 1 pair; RS_UINT8_4: 2 */
    RS_UINT8_8,    /* 4 pairs */
    RS_UINT8_16,   /* 8 pairs */
    RS_FORMS
} rs_form;

/* An attribute of successive vertices, `stride` bytes apart; 0: one behind the other. int16 need even, fx addresses that are a
 * multiple of 4. */
typedef struct rs_stream {
    const void *data;
    uint16_t stride;
    uint8_t form; /* rs_form */
} rs_stream;

/* Interleaved records: where each attribute lies in a record of `stride` bytes. */
typedef struct rs_vertex_format {
    uint16_t stride;
    struct {
        uint8_t form, offset;
    } at[RS_ATTRIBUTES];
} rs_vertex_format;

extern const rs_vertex_format rs_format_position; /*  8 bytes: 3 int16, pad */
extern const rs_vertex_format rs_format_lit;      /* 16 bytes: position, pad, int8 normal x4, uv */
extern const rs_vertex_format
    rs_format_skinned; /* 32 bytes: position, weights x3 (at 6, with a pad), colour, specular, uv, second uv, joints */

/* Streams over records from `base` on. */
void rs_streams_from(const rs_vertex_format *format, const void *base, rs_stream streams[RS_ATTRIBUTES]);

/* Bytes of an attribute in a form, and a power of two that its address must be a multiple of. */
int rs_form_bytes(rs_form form);
int rs_form_alignment(rs_form form);

/* A unit vector (fx) as two int8; and two int8 as a unit vector. */
void rs_octahedral_encode(vec3 unit, int8_t out[2]);
vec3 rs_octahedral_decode(const int8_t in[2]);

/* A vertex as it is fetched, and as a stage leaves it. */
typedef struct rs_attributes {
    vec3 position; /* model space, or with `in_view` view space (looking along -Z) */
    vec3 normal;   /* unit, model space; (0, 0, 0): facing the viewer */
    vec3 tangent;
    int32_t handedness; /* 1 or -1 */
    uint8_t colour[4], specular[4];
    fx texcoord[2][3]; /* s, t in repeats, q */
    uint8_t joints[4], weights[4];
    uint16_t size;
    uint8_t motifs[8][2];
    uint8_t fog;                /* with has_fog: 255 clear */
    bool has_fog, in_view, lit; /* lit: the colour is final */
} rs_attributes;

/* A vertex without attributes: white, facing the viewer, coordinates 0, size 1 pixel. */
extern const rs_attributes rs_attributes_plain;

/* Fetches vertex `index` of streams; missing attributes from `current`. */
void rs_fetch(const rs_stream streams[RS_ATTRIBUTES], vec3 offset, int exponent, const rs_attributes *current,
              uint32_t index, rs_attributes *out);

/* Fetching a vertex (rs_fetch) from records of the three formats above, without looking at each attribute's form: some four times as fast. rs_frame_batch
 * takes it by itself where streams have such a layout. */
typedef enum rs_layout { RS_LAYOUT_ANY, RS_LAYOUT_POSITION, RS_LAYOUT_LIT, RS_LAYOUT_SKINNED } rs_layout;
rs_layout rs_layout_of(const rs_stream streams[RS_ATTRIBUTES]);
void rs_fetch_layout(rs_layout layout, const void *record, vec3 offset, int exponent,
                     const rs_attributes *current, rs_attributes *out);

/* The third axis of a normal map's frame: handedness times normal x tangent. */
vec3 rs_bitangent(const rs_attributes *vertex);

/* ---- stages ---- */

/* Changes a vertex before it is transformed and lit. A stage must depend on nothing but its arguments, since it may be
 * called more than once for the same vertex. */
typedef void rs_vertex_stage(const void *constants, uint32_t index, rs_attributes *vertex);

/* Blends the position and normal by up to four matrices. */
typedef struct rs_skin {
    const mat34 *joints; /* current pose times inverse bind pose, model space */
    uint32_t count;      /* joints beyond it count as the first */
} rs_skin;
rs_vertex_stage rs_stage_skin;

/* position += sum of weight[k] * difference[k][index], Q16 weights, differences in units of 2^exponent / 65536 m. */
typedef struct rs_morph {
    const int16_t *const *differences; /* `count` arrays of 3 int16 a vertex */
    const int32_t *weights;
    uint32_t count;
    int exponent;
} rs_morph;
rs_vertex_stage rs_stage_morph;

/* y += sum of amplitude * sin(along x + across z + speed * tick). Normals stay. */
typedef struct rs_wave {
    struct {
        fx amplitude;
        int32_t along, across;
        uint16_t speed;
    } part[4]; /* angles (65536 a turn) per metre and tick */
    uint32_t count, tick;
} rs_wave;
rs_vertex_stage rs_stage_wave;

/* The vertex's colour becomes that of a list, alpha stays: light worked out elsewhere. */
typedef struct rs_colour_list {
    const uint8_t *rgb; /* 4 bytes a vertex, the last unused */
    uint32_t count;     /* vertices beyond it keep their own */
} rs_colour_list;
rs_vertex_stage rs_stage_colours;

/* Light of motifs: the colour is the sum of rgb[motif] * intensity / 255 over a vertex's pairs, rounded and cut to 255
 * channel by channel, alpha stays; three products a pair. Change an entry of `rgb` and every vertex that names it
 * follows: lamps, switches, flames (Gems1 5.2). The pairs are RS_MOTIFS, or with `pairs` the pairs from starts[vertex]
 * to starts[vertex + 1] - 1. */
typedef struct rs_motif_light {
    const uint32_t *rgb;    /* 0xRRGGBB of each motif at full intensity */
    uint32_t count;         /* motifs beyond it are black */
    const uint8_t *pairs;   /* number, intensity; or NULL */
    const uint32_t *starts; /* vertices + 1 */
    uint32_t vertices;      /* beyond them: no pairs */
} rs_motif_light;
rs_vertex_stage rs_stage_motif;

/* Takes a primitive of `corners` (3, 2 or 1) vertices and puts triangles into `out`, 3 vertices each, at most `most`; returns how
 * many, 0 drops it. Vertices are as the vertex stage left them. */
typedef int rs_primitive_stage(const void *constants, const rs_attributes *in, int corners,
                               rs_attributes *out, int most);

/* A point becomes a square facing the camera: two triangles, half its side long each way along `right` and `up` (model space). */
typedef struct rs_facing {
    vec3 right, up;
    fx half;
} rs_facing;
rs_primitive_stage rs_stage_point_to_square;

/* A line becomes a ribbon of that half width along `right`: two triangles. */
rs_primitive_stage rs_stage_line_to_ribbon;

/* A triangle becomes the closed volume that it sweeps along `right` (length counts): 8 triangles; facing away from the
 * sweep: none. */
rs_primitive_stage rs_stage_extrude;

enum { RS_EMITTED = 8 }; /* triangles that a primitive stage may emit at most */

/* ---- looks ---- */

typedef enum rs_cull { RS_CULL_BACK, RS_CULL_FRONT, RS_CULL_NONE } rs_cull;

typedef enum rs_pixel_light {
    RS_PER_VERTEX,
    RS_PER_PIXEL, /* normals are interpolated and renormalised, all lights evaluated at every pixel; point lights shine from where
                       the model's origin sees them */
    RS_PER_TABLE, /* light comes from `table`: two look-ups a pixel */
    RS_ATTENUATION, /* alpha = min(1, |p|^2), p the way from `centre` over `range`: 0 at a light, 1 from its range on */
    RS_STAGE, /* `shade` is called for every pixel: raster/program.h */
    RS_PIXEL_LIGHTS
} rs_pixel_light;

/* Brightness over the view-space normal's x and y, for front-facing normals. (6 bits each: 4 KB; 7 bits: 16 KB.) */
typedef struct rs_normal_table {
    uint8_t *diffuse, *specular; /* 1 << 2 * bits each */
    int bits;                    /* 6 or 7 */
} rs_normal_table;

/* What the vector of a pixel stage is. */
typedef enum rs_stage_vector {
    RS_VECTOR_NORMAL,     /* in the world, not of unit length between vertices */
    RS_VECTOR_COORDINATE, /* texture coordinates s, t in repeats, up to +-1.99 */
    RS_VECTOR_CENTRE,     /* (place - centre) / range, up to +-1.99 */
    RS_STAGE_VECTORS
} rs_stage_vector;

/* The part of RS_ATTENUATION along one axis as a texture coordinate: 0.5 at the light, 0 and 1 at its range. */
static inline fx rs_attenuation_coordinate(fx light, fx vertex, fx range) {
    return FX_HALF + (fx)(((int64_t)light - vertex) * 32768 / (range > 0 ? range : 1));
}

/* What a material has besides colour and texture. All 0: white, coloured light a vertex by Lambert's law, back faces culled. */
typedef struct rs_look {
    rs_reflecting reflecting; /* kA, kD, kS; 0 for kA and kD both: white */
    uint8_t cull;             /* rs_cull; the material's two_sided: none */
    uint8_t pixel_light;      /* rs_pixel_light */
    bool flat;                /* one colour a triangle, that of its first vertex, for unlit materials too */
    bool
        size_by_distance; /* of points: RS_SIZE is the size at a metre, 28.4, and shrinks as the distance grows; 1 to 16 pixels are drawn */
    bool
        open_lines; /* the last pixel of each line is left out, so that the corners of strips are drawn once */
    bool far_eye;   /* highlights as if the eye were far away: cheaper */
    bool add_ambient, add_lights; /* unlit materials: light on top of the vertex colours */
    rs_vertex_stage *stage;       /* NULL: plain */
    const void *constants;
    uint8_t
        light_every; /* 4 or 8: light of pixels is worked out every so many pixels of a row and straight between, a fraction of the
                                 cost where highlights are broad; 0: at every pixel */
    const rs_normal_table *table;
    vec3 centre; /* world; the light's place, of RS_ATTENUATION */
    fx range;
    rs_shade_function shade; /* of RS_STAGE, and what it is given */
    const void *shade_constants;
    uint8_t vector; /* rs_stage_vector */
} rs_look;

/* Fills a table for a frame's camera and lights; to be done again when these change. RS_LIST_FULL: no room to work
 * in. */
rs_result rs_normal_table_build(rs_frame *frame, const rs_reflecting *reflecting, rs_normal_table *table);

/* ---- drawing ---- */

typedef enum rs_primitive {
    RS_TRIANGLES,      /* 3 n vertices; in front counter-clockwise */
    RS_TRIANGLE_STRIP, /* each further vertex makes a triangle with the two before, every other triangle turned */
    RS_TRIANGLE_FAN, /* all share vertex 0 */
    RS_LINES,
    RS_LINE_STRIP,
    RS_POINTS, /* squares of RS_SIZE pixels */
    RS_PRIMITIVES
} rs_primitive;

typedef struct rs_batch {
    rs_stream streams[RS_ATTRIBUTES];
    uint32_t vertex_count; /* in the streams */
    const void *indices;   /* or NULL: vertices in order */
    uint8_t index_bytes;   /* 1 or 2 */
    uint8_t primitive;     /* rs_primitive; an incomplete last primitive is ignored */
    bool restart;          /* index 0xFF or 0xFFFF begins a strip, fan or line strip anew */
    bool cull_early; /* triangles that face away are found in model space, their vertices never transformed */
    uint32_t first, count; /* of the indices, or vertices */
    vec3 offset;           /* of int16 positions */
    int exponent;
    const mat34 *place; /* model to world, any affine map; NULL: vertices are in the world */
    const rs_material *material;
    uint32_t tint;                /* 0xAARRGGBB that colours are multiplied by, 0: none */
    const rs_attributes *current; /* values of missing attributes, NULL: rs_attributes_plain */
    uint16_t cache;               /* vertices remembered: a power of two up to 128; 0: 64 */
    rs_primitive_stage *primitive_stage;
    const void *primitive_constants;
    const struct rs_locked *locked; /* from rs_frame_lock, or NULL */
} rs_batch;

/* RS_BAD_ARGUMENT: an index beyond vertex_count, an unaligned stream, an unknown form, a place without volume; nothing is drawn
 * then. */
rs_result rs_frame_batch(rs_frame *frame, const rs_batch *batch);

/* One batch drawn at many places. A record is an rs_instance or begins with one, `stride` bytes apart. What does not depend on
 * the place is set up once. */
typedef struct rs_instance {
    vec3 position;
    fx scale;      /* 0: 1.0 */
    uint32_t tint; /* 0xAARRGGBB, 0: none */
    ang16 yaw;     /* about +Y */
    uint16_t reserved;
} rs_instance;

rs_result rs_frame_instances(rs_frame *frame, const rs_batch *batch, const rs_instance *records,
                             uint32_t count, size_t stride);

/* One part of a mesh with streams and place of a batch made from it; rs_frame_mesh does this for materials with a
 * look. */
rs_result rs_frame_part(rs_frame *frame, const rs_mesh *mesh, const rs_submesh *part, const mat34 *place,
                        const rs_material *material);

/* Streams of a mesh, its extra attributes included. */
void rs_streams_of_mesh(const rs_mesh *mesh, uint32_t first_vertex, rs_stream streams[RS_ATTRIBUTES]);

/* ---- several draws of the same vertices ---- */

/* Transformed and lit vertices of a batch that further batches of this frame draw from. They lie in the display list.
 * They are no longer good, and drawing works the vertices out anew, when camera, lights, place or look have changed
 * since. */
typedef struct rs_locked rs_locked;

/* Works vertices first .. first + count - 1 out once. NULL when the list is full, the batch not drawable, or `count`
 * above 65,536. */
const rs_locked *rs_frame_lock(rs_frame *frame, const rs_batch *batch, uint32_t first, uint32_t count);

/* ---- writing vertices where they are drawn from ---- */

/* Room for `count` records in the display list until the frame ends: nothing is copied. NULL when the list is full;
 * then stats.lost counts one. */
void *rs_frame_reserve(rs_frame *frame, const rs_vertex_format *format, uint32_t count);

/* Runs vertices first .. first + count - 1 through fetch and vertex stage into `out` (stream-out): to draw or skin once
 * and use twice, over rs_streams_of_attributes. Returns how many vertices, 0 for a batch that is not drawable. */
uint32_t rs_capture(const rs_batch *batch, uint32_t first, uint32_t count, rs_attributes *out);
void rs_streams_of_attributes(const rs_attributes *vertices, rs_stream streams[RS_ATTRIBUTES]);

#endif
