/* A frame: record what is to be seen into a display list, then rasterize it band by band.
 *
 *     rs_frame_begin(frame, &target, list, fast);
 *     rs_frame_camera(frame, &camera);
 *     rs_frame_lights(frame, ambient, lights, count);
 *     rs_frame_mesh(frame, &mesh, &model_to_world, materials);      as often as needed
 *     rs_frame_text(frame, ...);                                    raster/flat.h: 2D comes over what was recorded before it
 *     for (band = 0; band < rs_frame_bands(frame); band++) rs_frame_band(frame, band, &surface, depth);
 *
 * Recording transforms, lights, culls and clips; rasterizing only reads the list, so bands may run at the same time on
 * several processors, and any band height gives the same pixels. All memory is the caller's: `list` for the whole list (it
 * must live until the last band is drawn) and optionally a small `fast` block for what is read most.
 *
 * World: right-handed, +Y up; a camera looks along -Z of its own frame. Depth codes are 16 bit, 0 near .. 65534 far, smaller
 * is nearer, first drawn wins among equals. Coverage is exact: a pixel belongs to a triangle when its centre lies inside or
 * on a top or left edge, computed without rounding from vertices at 1/16 pixel, so triangles that share an edge neither
 * overlap nor leave a gap. */
#ifndef OXCART_RASTER_FRAME_H
#define OXCART_RASTER_FRAME_H

#include "fixedmath/types.h"
#include "raster/mesh.h"

typedef enum rs_result {
    RS_OK,
    RS_LIST_FULL,    /* the list's memory ran out: what did not fit was left out and counted in stats.lost */
    RS_OUT_OF_RANGE, /* the object is too far or too large for the number range: left out */
    RS_BAD_ARGUMENT  /* a camera, light or texture that cannot be drawn: left out */
} rs_result;

typedef struct rs_block {
    void *base; /* aligned to 8 bytes */
    size_t size;
} rs_block;

typedef struct rs_target {
    int width, height; /* of the picture, 1..RS_SIZE_MAX */
    rs_format format;
    int band_lines;            /* 1..height; the last band may be shorter */
    const rs_palette *palette; /* for RS_PAL8 surfaces and textures; may be NULL when neither occurs */
    uint32_t background;       /* native pixel that bands are cleared to */
} rs_target;

typedef struct rs_camera {
    mat34 world_to_view; /* rigid */
    fx focal;            /* cot(half the vertical field of view): 1.0 is 90 degrees, 2.41421 is 45 */
    fx near_plane;       /* > 0; as large as the game allows, depth precision grows with it */
    fx far_plane;        /* > near_plane, at most 32768 times */
    /* The members that follow are 0 for an ordinary camera (raster/viewport.h makes cameras from angles). */
    fx flat_height; /* > 0: orthographic, so many metres of the world are as tall as the picture; near_plane may be negative
                            and `focal` does not count. Depth codes then grow evenly. */
    fx aspect; /* width of a pixel over its height, 0: 1.0 */
    fx shift_x,
        shift_y; /* off-centre: (r+l)/(r-l) and (t+b)/(t-b) of the frustum, -1.0 .. 1.0: where the axis meets the picture */
    bool
        far_open; /* triangles are not cut at the far plane, points beyond have the depth code 65534; meshes wholly beyond
                            are still left out */
    uint16_t depth_low, depth_high; /* codes that the near and far planes get; 0 and 0: 0 and 65534 */
} rs_camera;

typedef enum rs_light_kind { RS_LIGHT_DIRECTIONAL, RS_LIGHT_POINT, RS_LIGHT_KINDS } rs_light_kind;

/* How a point light falls off with D, the distance, R its range, s = (D/R)^2; all falloffs are 0 from R on. */
typedef enum rs_falloff {
    RS_FALLOFF_QUADRATIC,      /* 1 - s: the default and the quickest */
    RS_FALLOFF_LINEAR,         /* 1 - D/R */
    RS_FALLOFF_INVERSE_SQUARE, /* min(1, (reference/D)^2) * (1 - s^2)^2 */
    RS_FALLOFF_CONSTANT,       /* 1 */
    RS_FALLOFFS
} rs_falloff;

/* A light; a member that an initializer does not name is 0 and means "as usual". Results are within 1/256 of full light
 * of the formulas (GEA 10.1.3.3); falloffs other than quadratic and cones cost some 100 instructions more a vertex. */
typedef struct rs_light {
    uint8_t kind;      /* rs_light_kind */
    uint8_t intensity; /* 255 = full */
    vec3 vector;       /* directional: where it shines to, unit length; point: its position in the world */
    fx range;          /* point: nothing is lit beyond */
    /* A spot light is a point light with an axis: where it shines to, unit length; (0,0,0): to all sides. Full light within
     * cos_inner of it, none beyond cos_outer, cosines of the half angles in Q2.14, and between them straight over the cosine, or
     * with `smooth` along 3f^2 - 2f^3. cos_inner = cos_outer is a hard edge. */
    vec3 axis;
    int16_t cos_inner, cos_outer;
    bool smooth;
    uint8_t falloff; /* point: rs_falloff */
    uint8_t samples; /* of an area light, up to 4; 0 and 1: a point */
    uint8_t wrap;    /* k in 1/255: (N.L + k) / (1 + k) instead of N.L */
    fx reference;    /* inverse square: full light up to this distance, > 0 */
    /* Materials with a pixel state see colour and size, too; other materials see a white point, its intensity times the
     * colour's brightness. */
    uint32_t rgb; /* 0xRRGGBB, 0: white */
    fx size; /* area light: the radius of a disc about `vector`, at right angles to the axis, which is then no cone */
} rs_light;

#define RS_LIGHTS 4 /* at most this many in a frame */

typedef struct rs_stats {
    uint32_t vertices;  /* transformed */
    uint32_t submitted; /* triangles of recorded meshes */
    uint32_t culled;    /* back faces and triangles without area */
    uint32_t rejected;  /* wholly outside the view */
    uint32_t clipped;   /* cut by a plane */
    uint32_t drawn;     /* triangles in the list */
    uint32_t lost;      /* things left out because the list was full */
    uint32_t setups;    /* batches prepared (raster/submit.h); instances of one batch share theirs */
    uint32_t products;  /* matrices joined */
    uint32_t copied;    /* bytes of vertices that were copied before they were drawn */
    uint32_t flushes;   /* draws that batches were divided into */
    size_t list_bytes;  /* of `list` used so far */
    size_t fast_bytes;  /* of `fast` and of the block for vertices */
} rs_stats;

/* What became of the pixel states of mesh parts. */
typedef struct rs_state_stats {
    uint32_t requested;
    uint32_t applied; /* states that differ from the state before */
    uint32_t groups
        [RS_STATE_GROUPS]; /* what differed: depth, alpha test, stencil, blend, fog, units 0 and 1, output */
} rs_state_stats;

/* The frame's own state; opaque, but its size is known so that it can live anywhere. */
typedef struct rs_frame rs_frame;
size_t rs_frame_size(void);

/* Begins a list. False when the target is not drawable or `list` cannot hold even the band heads; the frame must not be used then. */
bool rs_frame_begin(rs_frame *frame, const rs_target *target, rs_block list, rs_block fast);

/* Optional, right after rs_frame_begin: memory that transformed vertices go to first; where it is quicker than the
 * list, a port's build may keep triangles there too. It is written by 16 and 32 bits only, so video memory that is not
 * shown will do. When the block is full vertices go to `fast`, then to the list. `kept`: since a frame with this block
 * and a target of the same size drew its last band, nobody has written into the block's first 16 bytes or into the
 * memory of its bands, which are one memory for all of them. Then the first band, too, need be cleared only where
 * something was drawn. */
void rs_frame_vertices(rs_frame *frame, rs_block block, bool kept);

/* Optional, right after rs_frame_begin: of meshes that lie wholly in the view the list keeps only the vertices that a
 * drawn triangle uses, 11 to 17 bytes less a triangle of a closed mesh. This is for small memory: it costs some 40
 * instructions a triangle drawn and 10 a vertex. The pixels are the same. A build with the assembly of raster/arm,
 * whose vertices lie beside the list, does nothing. */
void rs_frame_compact(rs_frame *frame);

/* Calls job(argument, index) for 0..count - 1, on any processors in any order, and returns when all are done. */
typedef void rs_parallel(void *machine, void (*job)(void *argument, int index), void *argument, int count);

/* Optional, right after rs_frame_begin: large meshes (a thousand triangles and more) may be recorded on so many processors, where a
 * build records in lanes (raster/wide/wide.h). The list is the same. */
void rs_frame_processors(rs_frame *frame, rs_parallel *parallel, void *machine, int processors);

/* Sets the camera for what is recorded from now on. */
rs_result rs_frame_camera(rs_frame *frame, const rs_camera *camera);

/* Sets the lights for what is recorded from now on; ambient 255 = full light without any other. RS_BAD_ARGUMENT, and nothing changes, for
 * more than RS_LIGHTS, a place or direction with a component of 16384 m or more, a range below 0. */
rs_result rs_frame_lights(rs_frame *frame, int ambient, const rs_light *lights, int count);

/* Sets a coloured ambient light, 0xRRGGBB; materials without a pixel state see its brightness. */
void rs_frame_ambient(rs_frame *frame, uint32_t rgb);

/* What recording depends on besides its arguments: a routine that changes it saves it before and restores it afterwards. */
typedef struct rs_state {
    rs_camera camera;
    rs_light lights[RS_LIGHTS];
    int32_t light_count, ambient;
    uint32_t ambient_rgb;
    bool camera_set;
    rs_view clip; /* of raster/flat.h, and the ink of its shapes */
    uint8_t ink_mode, ink_alpha;
} rs_state;

void rs_frame_save(const rs_frame *frame, rs_state *state);
void rs_frame_restore(rs_frame *frame, const rs_state *state);

/* 0xRRGGBB as a pixel of the frame's target: of a palette the nearest entry, a search of 256 steps; 0 without a palette. */
uint32_t rs_frame_native(const rs_frame *frame, uint32_t rgb);

/* How far apart two surfaces at depth d (in front of the camera, near_plane .. far_plane) must be for different depth codes:
 * away from the eye d^2 / (K - d), K = 65534 far near / (far - near), rounded up to a whole fx; INT32_MAX where no distance
 * suffices. Pushing the near plane out is what helps. */
fx rs_depth_separation(const rs_camera *camera, fx d);

/* The distance that a depth code 0 .. 65534 of that camera stands for, along its axis. INT32_MAX for 65535, where nothing was drawn. Exact to a code, and to
 * 2^-16 of the distance. */
fx rs_depth_distance(const rs_camera *camera, uint16_t code);

/* The bias, in depth codes, that moves a surface at depth d by `delta` towards the eye for a pixel state: K delta / (d (d - delta)), to the
 * nearest; 65534 where there is no room for it. Negate it for rs_depth_state.bias. (Gems1 4.1, with its range mended.) */
int32_t rs_depth_bias(const rs_camera *camera, fx d, fx delta);

/* rs_depth_separation at the far plane, half and a tenth of it, and whether `least`, the least distance between surfaces that a level
 * declares, is enough all the way to the far plane. */
typedef struct rs_depth_report {
    fx at_far, at_half, at_tenth;
    bool enough;
} rs_depth_report;

rs_depth_report rs_depth_check(const rs_camera *camera, fx least);

/* Records a mesh. `materials` holds one entry for each material index of the mesh's parts. model_to_world: rotation times
 * uniform scale, and translation. */
rs_result rs_frame_mesh(rs_frame *frame, const rs_mesh *mesh, const mat34 *model_to_world,
                        const rs_material *materials);

/* How many bands the picture has, and which lines band k covers: k * band_lines .. */
int rs_frame_bands(const rs_frame *frame);

/* Declares that a frame in which nothing is recorded yet holds two dimensions alone (raster/flat.h), and that its bands
 * have no depth. A command that asks for depth is refused as if the list were full; rs_frame_is_flat is false then, and
 * the frame has to be recorded again without this. */
void rs_frame_flat(rs_frame *frame);
bool rs_frame_is_flat(const rs_frame *frame);

/* Clears band `band` of colour and depth and draws the list into it; depth is left alone where a list has commands of
 * raster/flat.h only, and may be NULL then. Lines that the first command of a list covers wholly are not cleared.
 * surface->top and lines must be that band's; depth holds width x lines codes, row by row. The function only reads the
 * frame and its list; a build with the assembly of raster/arm, which knows no threads, also notes behind the vertices
 * which triangles go on in the next band. Such a build clears a band that is drawn right after the one above, and into
 * the same memory, only where that one drew: nobody else may have written there in between. */
void rs_frame_band(const rs_frame *frame, int band, const rs_surface *surface, uint16_t *depth);

/* Where a band was drawn to. */
typedef struct rs_columns {
    int left,
        right; /* beside columns left .. right - 1 every pixel is the background; left >= right: everywhere */
    uint32_t background; /* native */
} rs_columns;

/* The columns of a band, asked right after it was drawn; all columns where the build does not keep count. */
rs_columns rs_frame_columns(const rs_frame *frame, int band);

/* Draws a band as rs_frame_band does, with planes beside colour and depth for the pixel states that use them. The planes are cleared to 0 first. `depth` may be NULL
 * when all materials have a state with the depth function RS_ALWAYS and no_write. */
void rs_frame_band_planes(const rs_frame *frame, int band, const rs_surface *surface, uint16_t *depth,
                          const rs_planes *planes);

/* ---- stages: effects that need more of the picture than their own pixel (rs_frame_post_ordered, raster/passes.h) ----
 *
 *     rs_frame_keep(frame);                                     right after rs_frame_begin
 *     for (stage = 0; stage < rs_frame_stages(frame); stage++) {
 *         for (band ...) rs_frame_band_stage(frame, stage, band, &surface, depth);
 *         rs_frame_stage_end(frame, stage, &picture, depth);
 *     }
 *
 * Where all bands lie side by side in memory until the picture is done, colour and depth, the list is drawn in stages: all bands up to such
 * an effect, in any order and on any processors; then the effect, which gets the picture as one band; then what was recorded later. A frame without such effects
 * has one stage, which is rs_frame_band. Without rs_frame_keep, and in a build with the assembly of raster/arm, bands are drawn from the top down one
 * by one, and the effect gets them as they come; drawing them in another order is an error then. */
#ifndef RS_STAGES_LINKED
#define RS_STAGES_LINKED 1
#endif
#if RS_STAGES_LINKED
void rs_frame_keep(rs_frame *frame);
int rs_frame_stages(const rs_frame *frame);
void rs_frame_band_stage(const rs_frame *frame, int stage, int band, const rs_surface *surface,
                         uint16_t *depth);
void rs_frame_stage_end(const rs_frame *frame, int stage, const rs_surface *picture, uint16_t *depth);
#else /* a build without such effects, -DRS_STAGES_LINKED=0: one stage */
static inline void rs_frame_keep(rs_frame *frame) { (void)frame; }
static inline int rs_frame_stages(const rs_frame *frame) {
    (void)frame;
    return 1;
}
static inline void rs_frame_band_stage(const rs_frame *frame, int stage, int band, const rs_surface *surface,
                                       uint16_t *depth) {
    (void)stage;
    rs_frame_band(frame, band, surface, depth);
}
static inline void rs_frame_stage_end(const rs_frame *frame, int stage, const rs_surface *picture,
                                      uint16_t *depth) {
    (void)frame, (void)stage, (void)picture, (void)depth;
}
#endif

/* Whether an ordered effect gets the picture as one band: it is kept, or has one band. */
bool rs_frame_is_kept(const rs_frame *frame);

/* Memory of the list, aligned to 8 bytes, which lives until the picture is drawn: what effects note from band to band. NULL when the list is full, which
 * is counted. */
void *rs_frame_take(rs_frame *frame, size_t bytes);

/* ---- what has changed: for pictures that are drawn only where they are not as before ----
 *
 *     rs_frame_mark mark = {0};                                right after rs_frame_begin
 *     record();
 *     uint32_t digest = rs_frame_digest(frame, &mark, bands);  of what was recorded since the mark, which goes on to here
 *
 * Two frames of the same target, begun with the same memory, whose digests are equal are equal pictures, if the pixels, cells and tables that were
 * handed over as pointers have not changed, and neither frame is live. `bands` (NULL: nobody asks) has a word for each band; the digest is folded
 * into those that what was recorded touches (in builds with RS_FRAGMENT_LINKED 0, which draw band after band, into none), and what comes next begins at a round place of the list, so that a piece that has become a little longer moves none behind it. The list is compared as it lies in memory, so equal pictures may have different digests. The function is called before anything is drawn.
 * Cost: some 5 instructions for 4 bytes of the list. */
typedef struct rs_frame_mark {
    size_t list, fast, vertices;
    uint32_t items;
} rs_frame_mark;

uint32_t rs_frame_digest(rs_frame *frame, rs_frame_mark *from, uint32_t *bands);

/* The same for each band of a frame of two dimensions alone (rs_frame_is_flat) on a palette surface, wherever things lie in the list: bands with
 * equal digests of two frames of the same size are equal pictures. `fixed` is memory whose contents never change, such as a cartridge's; few cells
 * and substitutes elsewhere are digested, and a band with other contents, mixed pixels, turned images, or lines, ellipses and triangles has the digest 0, which tells
 * nothing. False, and no digests: the frame is not flat, is live, or has more than 31 bands, or the build has no such frames (RS_FRAGMENT_LINKED 0).
 * Cost: a Game Boy Advance takes 17,000 to 23,000 cycles for a picture of Bjorn, 3 % of it, and up to a tenth of one where little is drawn. */
bool rs_frame_band_digests(const rs_frame *frame, rs_block fixed, uint32_t *digests);

/* Whether an effect was recorded (raster/post.h): what it does depends on more than the list. */
bool rs_frame_is_live(const rs_frame *frame);

void rs_frame_stats(const rs_frame *frame, rs_stats *stats);
void rs_frame_state_stats(const rs_frame *frame, rs_state_stats *stats);

#endif
