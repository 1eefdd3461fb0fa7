/* What the files of the rasterizer share and nobody else sees: the display list, and how meshes get into it.
 *
 * Ranges that everything below relies on: a projected vertex lies within RS_GUARD_BAND of the picture's centre, so
 * differences of screen coordinates fit 15 bits and their products 31; every interpolated attribute fits +-2^29 at the
 * vertices. */
#ifndef OXCART_RASTER_LIST_LIST_H
#define OXCART_RASTER_LIST_LIST_H

#include "fixedmath/bits.h"
#include "raster/flat.h"
#include "raster/hot.h"

#define RS_GUARD_BAND (768 * 16) /* 28.4, either side of the centre */
#define RS_DEPTH_SHIFT 13        /* depth while interpolated: code Q16.13 */
#define RS_DEPTH_FAR 65534
/* The least depth of a vertex, nearly a code: interpolation steps up to 7,300 units beyond its corners (over long
 * triangles a third of a pixel thin), and must neither wrap nor reach the cleared depth. */
#define RS_DEPTH_LEAST 8128
#define RS_DEPTH_MOST ((RS_DEPTH_FAR << RS_DEPTH_SHIFT) + (1 << RS_DEPTH_SHIFT) - RS_DEPTH_LEAST)
#define RS_LIGHT_SHIFT 20 /* light while interpolated: Q9.20 */
#define RS_VERTEX_LIGHT 7 /* light of a vertex: Q9.7 in uint16_t */
#define RS_SCAN_ROWS 64   /* rows of spans that a scan holds at a time */

/* A transformed vertex: 28.4 screen position and depth code Q16.13. */
typedef struct rs_vertex {
    int16_t x, y;
    uint32_t z;
} rs_vertex;

typedef struct rs_item rs_item;
typedef struct rs_draw rs_draw;
typedef struct rs_span_set rs_span_set; /* raster/spans/spans.h */

/* Where the rows of one band lie while it is drawn. */
typedef struct rs_band {
    uint8_t *pixels; /* of picture line `top`, x = 0 */
    uint16_t *depth;
    int32_t stride; /* bytes */
    int16_t width;
    int16_t top, end; /* picture lines top .. end-1 */
    uint8_t format;
#ifdef RS_ARM_SPANS
    const uint32_t
        *resume; /* next saved state of a triangle that goes on from the band above; 0 ends the list */
    uint32_t *save, *save_end; /* states for the band below; an entry may begin before the end */
    uint32_t columns
        [2]; /* columns of triangles from above, then columns drawn to; see COLUMNS in raster/arm/plain.inc */
#endif
    int16_t pitch;                  /* depth codes from line to line; width is where drawing ends */
    int16_t left;                   /* of column 0 in the surface */
    const struct rs_planes *planes; /* NULL: none */
} rs_band;

typedef void (*rs_item_function)(const rs_draw *draw, const rs_item *item, const rs_band *band);

/* One entry of the display list: a triangle, or a 2D command of which only draw counts. Items grow downwards from the end
 * of the list's memory, everything else upwards from its start. */
struct rs_item {
    uint16_t a, b, c; /* vertices of the draw, counter-clockwise */
    uint16_t draw;    /* offset of the draw in units of RS_DRAW_ALIGN */
    uint32_t colour;  /* flat and unlit: the native pixel; textured: the light value 0..511 */
    uint32_t
        next; /* link within the first band that the item touches; where there are no chains, its rows: first | end << 16 */
};

/* An item in a further band that it touches. */
typedef struct rs_again {
    uint32_t item;
    uint32_t next;
} rs_again;

#define RS_DRAW_ALIGN 64

/* How 2D commands are put: commands in a row that agree in all members share one put. A put without an image has
 * neither pixels nor format. */
typedef struct rs_put {
    const uint8_t *pixels;
    const void *colours;  /* native colours, of an image of indices on a surface of colours */
    const uint8_t *remap; /* indices */
    const rs_palette *palette;
    rs_view clip; /* with area, in the picture */
    uint32_t native, tint;
    int32_t stride; /* pixels */
    int16_t width, height;
    uint8_t format, surface; /* of image and surface */
    uint8_t mode, alpha, bank;
    bool keyed, flat;
    bool plain; /* pixels of a palette image come unchanged to a palette surface, but for keys */
} rs_put;

/* What the items of one mesh part, or of 2D commands that are put alike, have in common; of 2D commands' draws the list
 * keeps nothing behind `put`. */
struct rs_draw {
    rs_item_function function;
    rs_item_function affine;   /* stands in for perspective where it shows no difference */
    const rs_vertex *vertices; /* NULL: no mesh */
    union {
        struct {
            const uint16_t *lights;    /* Gouraud and Phong: Q9.7 a vertex */
            const uint32_t *inverse_w; /* textured: Q2.29 near / depth a vertex */
            const int16_t *uvs;
            const int8_t *normals; /* Phong */
            const void *colours;   /* PAL8: shades; else the ramp; see spans.inc */
            const uint8_t
                *column; /* PAL8 without texture, light not constant: the pixel of light / 8, 64 bytes */
            const uint8_t *texels;
            const void *palette; /* of PAL8 texels on a direct surface: native colours */
            const uint8_t *highlight;
            int16_t light[3]; /* Phong: towards the light and half-way to the eye, Q2.14 in model space */
            int16_t half[3];
            uint16_t intensity; /* of that light, 0..256 */
            uint8_t log2_width, log2_height;
            uint8_t span;  /* pixels between exact texture coordinates: 8 or 1 */
            uint8_t index; /* PAL8 colour */
            uint8_t format;
            union {
                /* Of a mesh: `fragment` as above, at the same place, and the members by which rs_part_item draws into a
                 * viewport. */
                struct {
                    struct rs_fragment *fragment;
                    rs_view view;
                    rs_item_function function;
                } part;
                struct {
                    void (*effect)(const void *constants, const rs_surface *surface, uint16_t *depth);
                    const void *constants;
                    uint32_t item;   /* number of an ordered effect's item */
                    uint16_t before; /* offset of the ordered effect before this one, plus 1; 0: none */
                    int16_t height;
                    bool waits; /* the effect is applied by rs_frame_stage_end */
                } post;
                struct {
                    int32_t x, y, length, rise;
                    uint32_t native;
                    bool steep, down;
                } line; /* smooth, along the longer side */
                struct {
                    const struct rs_screen_billboard *billboards;
                    const rs_palette *palette;
                    const uint32_t *colours;
                    rs_view view;
                    uint8_t mode, shape, columns, rows, bytes;
                } billboards;
            } flat;
        };
        rs_put put;
    };
};

/* ---- the frame ---- */

typedef struct rs_bin {
    uint32_t head, tail; /* links: 0 = none, odd = item << 1 | 1, even = offset of an rs_again */
} rs_bin;

/* Light of one mesh part, brought into the mesh's own space. */
typedef struct rs_model_light {
    int32_t base; /* Q9.7: ambient */
    bool quick;   /* at most one direction, no point light: rs_light_quick serves */
    int32_t directions;
    int32_t direction[RS_LIGHTS][3]; /* dot product with an int8 normal, >> 8, is Q9.7 light */
    int32_t points;
    struct {
        int32_t position[3]; /* mesh units >> shift, so that differences fit 15 bits */
        int32_t shift;
        uint32_t range2;         /* in the same units */
        uint32_t range_mantissa; /* 1 / range2 = mantissa / 2^range_shift */
        int range_shift;
        uint32_t intensity; /* 0..256 */
        bool special;       /* a falloff or cone that special_falloff of light.c serves */
        uint8_t falloff;
        bool cone, smooth;
        uint32_t reference2; /* (reference / range)^2, Q1.31 */
        int32_t axis[3];     /* Q2.14 */
        int32_t outer;       /* cosine Q2.14 */
        uint32_t cone_scale; /* 1 / (inner - outer), Q.14; 0: a hard edge */
    } point[RS_LIGHTS];
    int32_t half[3];    /* Q2.14, of the first direction */
    int32_t towards[3]; /* Q2.14 of the first direction */
    int32_t first_intensity;
    const uint8_t *highlight;
    int32_t dim; /* up to this product of `half` and a normal the highlight is 0 for sure */
} rs_model_light;

/* How a frame with ordered effects is drawn in stages (raster/frame.h); only builds that have such effects link it. */
typedef struct rs_stages {
    int (*count)(const rs_frame *frame);
    void (*band)(const rs_frame *frame, int stage, int band, const rs_surface *surface, uint16_t *depth);
    void (*end)(const rs_frame *frame, int stage, const rs_surface *picture, uint16_t *depth);
} rs_stages;

/* A block of memory that is taken from. */
typedef struct rs_store {
    uint8_t *base;
    size_t size, used;
} rs_store;

struct rs_frame {
    rs_target target;
    rs_camera camera;
    rs_light lights[RS_LIGHTS];
    int32_t light_count, ambient;
    uint32_t ambient_rgb;
    uint8_t *list;
    rs_store fast, vertices; /* vertices: written by 16 and 32 bits only */
    size_t list_size, list_used;
    uint32_t item_count;
    rs_item *items;    /* the end of item 0: the list's end, or the vertex block's (near_items) */
    rs_bin *bins;      /* NULL: one band, or so few bands that each finds its items by their rows */
    uint32_t per_band; /* 2^20 / lines of a band, rounded up: row * per_band >> 20 is the row's band */
    int32_t bands;
    uint32_t scale;             /* Q24.8: 28.4 screen units per view-space slope: 8 * height * focal */
    uint32_t scale_x;           /* `scale` for x; differs for pixels that are not square */
    int32_t centre_x, centre_y; /* 28.4; x counts from the viewport's left, y from the picture's top */
    int32_t reach_x, reach_y;   /* 28.4: from the centre to the farther edge of the viewport */
    fx flat_w;                  /* orthographic: what x and y are divided by; else 0 */
    uint32_t stamp;             /* changes with camera and lights */
    struct rs_work *work;       /* of raster/geometry/submit.c; NULL until it is needed */
    rs_view view;               /* where meshes are drawn */
    rs_stats stats;
    struct rs_state_log *states; /* in the list; NULL: no pixel state so far */
    const rs_stages *stages;     /* how the frame is drawn in stages; NULL: in one */
    struct rs_painter *painter;  /* holds triangles with a state back; NULL: none does */
    rs_parallel *parallel;       /* NULL: one processor */
    void *machine;
    int32_t processors;
    bool whole; /* the view is the whole picture */
    bool camera_set;
    bool flat;                    /* two dimensions alone: no depth, no chains */
    bool deep;                    /* recorded items may ask for depth: not 2D commands alone */
    int16_t cover_top, cover_end; /* lines that the first command covers wholly: they need not be cleared */
    bool compact;                 /* vertices that no item uses are dropped */
    rs_view clip;                 /* of 2D commands */
    uint16_t puts[4];             /* the last draws with a `put`, plus 1; 0: none */
    uint8_t ink_mode, ink_alpha;
    uint8_t only_pass; /* parts of meshes in this pass alone are recorded, plus 1; 0: all */
    bool is_kept;      /* bands lie side by side in memory until the picture is done */
    bool is_serial;    /* the list has sections: bands come one after the other */
    bool live;         /* an effect was recorded */
    uint16_t ordered;  /* the offset of the last ordered effect, plus 1; 0: none */
    struct rs_section
        *section; /* what is recorded now is supersampled (raster/views/supersample.c); NULL: it is not */
#ifdef RS_ARM_SPANS
    void (*flat_items)(const rs_frame *frame,
                       const rs_band *band); /* draws the items of a flat frame; NULL: there are none */
    bool near_items; /* items lie at the end of the block for vertices; their room in the list stays empty */
#endif
};

static inline void *rs_take(uint8_t *base, size_t *used, size_t limit, size_t size, size_t align) {
    size_t start = (*used + align - 1u) & ~(align - 1u);
    if (start > limit || size > limit - start) return NULL;
    *used = start + size;
    return base + start;
}

/* Memory of the list that lives until the frame is drawn; NULL when full (counted by the caller). */
static inline void *rs_list_take(rs_frame *frame, size_t size, size_t align) {
    return rs_take(frame->list, &frame->list_used, frame->list_size - frame->item_count * sizeof(rs_item),
                   size, align);
}
/* Memory as rs_list_take gives, from the block for vertices while it lasts, then from the fast block. Aligned to 8 bytes. */
void *rs_vertices_take(rs_frame *frame, size_t size);
/* Memory as rs_list_take gives, from the fast block while it lasts. */
void *rs_fast_take(rs_frame *frame, size_t size);
rs_draw *rs_draw_take(rs_frame *frame, uint16_t *offset);
/* The first `size` bytes of a draw alone, for draws that need no more. */
rs_draw *rs_draw_take_part(rs_frame *frame, size_t size, uint16_t *offset);
#ifdef RS_ARM_SPANS
/* Items grow downwards from the end of the block for vertices, which is quicker to reach than the list, while they leave
 * RS_NEAR_REST bytes to vertices and to triangles that go on in the next band. */
enum { RS_NEAR_REST = 1024 };

static inline size_t rs_vertices_end(const rs_frame *frame) {
    return frame->vertices.size - (frame->near_items ? frame->item_count * sizeof(rs_item) : 0);
}

/* How many more items the block for vertices holds; 0 when items lie in the list. */
static inline uint32_t rs_near_room(const rs_frame *frame) {
    size_t end = rs_vertices_end(frame), used = frame->vertices.used + RS_NEAR_REST;
    return !frame->near_items || used > end ? 0 : (uint32_t)((end - used) / sizeof(rs_item));
}
/* Moves all items into the list. */
void rs_items_to_list(rs_frame *frame);
#endif

static inline rs_draw *rs_draw_at(const rs_frame *frame, uint32_t offset) {
    return (rs_draw *)(void *)(frame->list + (size_t)offset * RS_DRAW_ALIGN);
}

static inline void rs_band_set(rs_band *band, const rs_surface *surface, uint16_t *depth) {
    band->pixels = surface->pixels;
    band->depth = depth;
    band->stride = surface->stride;
    band->width = surface->width;
    band->top = surface->top;
    band->end = (int16_t)(surface->top + surface->lines);
    band->format = surface->format;
    band->pitch = surface->width;
    band->left = 0;
    band->planes = NULL;
}

/* Clears a band, as far as something is seen of it. */
void rs_frame_clear(const rs_frame *frame, const rs_surface *surface, uint16_t *depth);

/* Draws an item into the viewport of its draw. */
void rs_part_item(const rs_draw *draw, const rs_item *item, const rs_band *band);

/* The span functions for a frame's viewport: hand-written ones need the whole picture's width. */
const rs_span_set *rs_spans_for(const rs_frame *frame);

/* Lets a draw go to the frame's viewport only; called when its function is set. */
static inline void rs_draw_into_view(const rs_frame *frame, rs_draw *draw) {
    if (frame->whole) return;
    draw->flat.part.view = frame->view;
    draw->flat.part.function = draw->function;
    draw->function = rs_part_item;
}

/* Appends an item that touches rows first..last (inclusive, inside the picture). False when the list is full. */
bool rs_item_add(rs_frame *frame, const rs_item *item, int first, int last);
#ifndef RS_ARM_SPANS
/* Links items that were recorded while the frame had no bins, from number `first` on. Where the links find no room, the
 * last items are dropped for it and counted: false. */
bool rs_items_link(rs_frame *frame, uint32_t first);
#endif

/* Sets the screen mapping of the frame's camera and view; false when the picture would reach beside the guard band. */
bool rs_frame_map(rs_frame *frame, const rs_camera *camera);

/* Sections are of formats with colours: builds for palettes and greys alone have none. */
enum { RS_SECTIONS_LINKED = (RS_FORMATS_LINKED & 14) != 0 };

/* Ends a section, where one is open: what follows has the picture's own pixels. */
void rs_section_close(rs_frame *frame);
static inline void rs_section_end(rs_frame *frame) {
    if (RS_SECTIONS_LINKED && frame->section != NULL) rs_section_close(frame);
}
/* The camera by which a section is recorded: its pixels are narrower or lower than those of the picture. */
rs_camera rs_section_camera(const rs_frame *frame, const rs_camera *camera);

/* Keeps an item for later; see raster/painter.h. */
bool rs_painter_keep(struct rs_painter *painter, const rs_item *item, int first, int last);

/* Whether an item touches a row of top..end-1; only where bands have no chains. */
static inline bool rs_item_in_rows(const rs_item *item, int top, int end) {
    return (int)(item->next & 0xFFFFu) < end && (int)(item->next >> 16) > top;
}

/* Item i of the list. */
static inline rs_item *rs_item_at(const rs_frame *frame, uint32_t index) { return frame->items - 1 - index; }

/* The band of a row; exact, because rows and lines are at most RS_SIZE_MAX. */
static inline int rs_band_of(const rs_frame *frame, int row) {
    return (int)(frame->per_band * (uint32_t)row >> 20);
}

/* Appends a link to a band's chain. */
static inline void rs_link(const rs_frame *frame, rs_bin *bin, uint32_t link) {
    uint32_t tail = bin->tail;
    if (tail == 0) {
        bin->head = link;
    } else if (tail & 1u) {
        rs_item_at(frame, tail >> 1)->next = link;
    } else {
        ((rs_again *)(void *)(frame->list + tail))->next = link;
    }
    bin->tail = link;
}

/* Links an item into the bands of its rows; false when the list is full. */
static inline bool rs_link_item(rs_frame *frame, uint32_t index, int first, int last) {
    int band = rs_band_of(frame, first), end = rs_band_of(frame, last);
    rs_again *again = NULL;
    if (end > band) {
        again = rs_list_take(frame, (size_t)(end - band) * sizeof(rs_again), 8);
        if (again == NULL) return false;
    }
    rs_link(frame, &frame->bins[band], index << 1 | 1u);
    while (++band <= end) {
        again->item = index;
        again->next = 0;
        rs_link(frame, &frame->bins[band], (uint32_t)((uint8_t *)again - frame->list));
        again++;
    }
    return true;
}

/* rs_item_add where it is hot. */
static inline bool rs_item_append(rs_frame *frame, const rs_item *item, int first, int last) {
    uint32_t index = frame->item_count;
#ifdef RS_ARM_SPANS
    if (frame->near_items && rs_near_room(frame) == 0) rs_items_to_list(frame);
#endif
    if (frame->list_size - index * sizeof(rs_item) < frame->list_used + sizeof(rs_item)) return false;
    frame->item_count++;
    *rs_item_at(frame, index) = *item;
    rs_item_at(frame, index)->next = frame->bins != NULL ? 0 : (uint32_t)first | ((uint32_t)last + 1u) << 16;
    if (frame->bins == NULL || rs_link_item(frame, index, first, last)) return true;
    frame->item_count--;
    return false;
}

/* light.c */
void rs_light_prepare(rs_model_light *light, const rs_frame *frame, const rs_mesh *mesh,
                      const mat34 *model_to_view, const mat34 *model_to_world, const rs_material *material);
/* Q9.7 light, clamped for interpolation, at a mesh position for a normal; `skip_first`: without the first direction and
 * its highlight, for Phong, which adds both per pixel. */
#ifndef RS_ARM_SPANS
int32_t rs_light_at(const rs_model_light *light, const int16_t *position, const int8_t *normal,
                    bool skip_first);
#else
/* rs_light_at twice: in fast memory, where a cart has such lights, and in the cartridge. A build for small code has
 * rs_light_at_near alone. */
int32_t rs_light_at_near(const rs_model_light *light, const int16_t *position, const int8_t *normal,
                         bool skip_first);
int32_t rs_light_at_far(const rs_model_light *light, const int16_t *position, const int8_t *normal,
                        bool skip_first);
extern const volatile uint32_t rs_arm_lights_in_place;
static inline int32_t rs_light_at(const rs_model_light *light, const int16_t *position, const int8_t *normal,
                                  bool skip_first) {
#ifdef RS_RARE_IS_SMALL
    return rs_light_at_near(light, position, normal, skip_first);
#else
    return (rs_arm_lights_in_place ? rs_light_at_near : rs_light_at_far)(light, position, normal, skip_first);
#endif
}
#endif

/* A falloff at s = (distance / range)^2 < 1 in Q1.31, as 0..65536. */
uint32_t rs_falloff_at(int falloff, uint32_t s, uint32_t reference2);
/* (reference / range)^2, Q1.31. */
uint32_t rs_falloff_reference(fx reference, fx range);

static inline int32_t rs_light_clamp(int32_t light) { return light < 1 ? 1 : light > 65534 ? 65534 : light; }

/* rs_model_light.dim from a material's `dark`: up to this product rs_highlight_at would look up an entry below
 * `dark`. */
static inline int32_t rs_highlight_dim(uint8_t dark) {
    return dark == 0 ? 0 : (((int32_t)dark << 20) - 1) / 129;
}

/* The highlight of the first direction, Q9.7. */
static inline int32_t rs_highlight_at(const rs_model_light *light, const int8_t *normal) {
    int32_t half = light->half[0] * normal[0] + light->half[1] * normal[1] + light->half[2] * normal[2],
            entry;
    if (half <= light->dim) return 0;
    entry = (half * 129) >> 20;
    return light->highlight[entry > 255 ? 255 : entry] << RS_VERTEX_LIGHT;
}

/* Light for a normal as rs_light_at gives it, where light->quick says so. */
static inline int32_t rs_light_quick(const rs_model_light *light, const int8_t *normal) {
    const int32_t *to = light->direction[0];
    int32_t facing = to[0] * normal[0] + to[1] * normal[1] + to[2] * normal[2];
    int32_t sum = light->base;
    if (facing > 0) {
        sum += facing >> 8;
        if (light->highlight != NULL) sum += rs_highlight_at(light, normal);
    }
    return rs_light_clamp(sum);
}

/* Projection of depths: value / w for a w scaled by 2^w_bits, as (mantissa / w) shifted. */
typedef struct rs_over_w {
    uint32_t mantissa; /* 2^30 .. 2^31 */
    int32_t shift;     /* result = (mantissa * reciprocal mantissa >> 30) >> (shift + floor(log2 w)) */
} rs_over_w;

rs_over_w rs_over_w_make(uint64_t value, int value_bits, int w_bits);

/* Depth code Q16.13 and near / w in Q2.29 from a reciprocal. */
typedef struct rs_depth_scale {
    uint32_t base; /* code Q16.13 at infinity */
    rs_over_w code, inverse_w;
} rs_depth_scale;

rs_depth_scale rs_depth_scale_make(const rs_camera *camera, int w_bits);

static inline uint32_t rs_over_w_apply(const rs_over_w *over, uint32_t mantissa, int log2_w) {
    int shift = over->shift + log2_w;
    uint32_t value = (uint32_t)(((uint64_t)over->mantissa * mantissa) >> 30);
    return shift < 32 ? value >> shift : 0;
}

static inline uint32_t rs_depth_apply(const rs_depth_scale *scale, uint32_t mantissa, int log2_w) {
    int32_t z = (int32_t)(scale->base - rs_over_w_apply(&scale->code, mantissa, log2_w));
    return (uint32_t)(z < RS_DEPTH_LEAST ? RS_DEPTH_LEAST : z > RS_DEPTH_MOST ? RS_DEPTH_MOST : z);
}

/* Depth code Q16.13 under an orthographic camera. */
uint32_t rs_flat_depth(const rs_camera *camera, int64_t depth);

/* A vertex in view space with its attributes, while a triangle is clipped. */
typedef struct rs_clip_vertex {
    int32_t x, y, w;   /* view space, w ahead */
    int32_t u, v;      /* Q4.12 */
    int32_t light;     /* Q9.7 */
    int32_t normal[3]; /* Q7 */
    int32_t index;     /* of the mesh part's vertex, or -1: made by clipping */
} rs_clip_vertex;

/* Outcodes: beyond which planes a vertex lies. */
enum {
    RS_OUT_NEAR = 1,
    RS_OUT_FAR = 2,
    RS_OUT_LEFT = 4,
    RS_OUT_RIGHT = 8,
    RS_OUT_TOP = 16,
    RS_OUT_BOTTOM = 32,
    RS_PLANES = 6
};

/* Signed distance to a plane in units of its own, inside >= 0. */
int64_t rs_plane_distance(const rs_frame *frame, const rs_clip_vertex *vertex, int plane);
int rs_outcode(const rs_frame *frame, const rs_clip_vertex *vertex);

/* Sutherland-Hodgman: clips the polygon of 3 vertices against the planes named in `planes`; at most 9 come out. */
int rs_clip(const rs_frame *frame, rs_clip_vertex polygon[9], int planes);

/* The screen coordinate of `product` (view space times the frame's scale), 28.4 from the middle; mantissa and log2_w
 * are those of w's reciprocal. |product| <= guard band * 256 * w < 2^(22 + log2 w + 1): 31 bits remain. */
static inline int64_t rs_screen_of(int64_t product, uint32_t mantissa, int log2_w) {
    int drop = log2_w > 7 ? log2_w - 7 : 0;
    return fx_rshr64(fx_sra64(product, drop) * (int64_t)mantissa, 39 + log2_w - drop);
}

/* Projects a vertex inside all planes to the screen. */
rs_vertex rs_project(const rs_frame *frame, const rs_depth_scale *depth, const rs_clip_vertex *vertex,
                     uint32_t *inverse_w);

#endif
