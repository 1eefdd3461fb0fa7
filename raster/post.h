/* Full-screen effects: what is done to the lines of a picture that is drawn already. Each is a function for rs_frame_post (raster/passes.h) with a
 * record of constants, so it stands in the display list: what is recorded later, such as screens of the UI, lies over it.
 *
 *     static rs_grade grade;                                          lives until the picture is drawn
 *     grade = rs_grade_fade(0x000000, 128);                           half way to black
 *     rs_frame_post(frame, rs_post_grade, &grade);
 *
 * All work in place; bands of any height, on any number of processors, give the same picture. Most look at one pixel at a time; those whose pixels depend on
 * others want rs_frame_post_ordered. They write whole lines of bands, depth stays as it is.
 *
 * GRADES change colours, the same way everywhere in the picture. On a palette surface the pixels stay, and whoever draws brings the palette through
 * rs_grade_palette: 256 colours instead of all pixels. A grade that changes nothing (rs_grade_is_none) need not be recorded; recorded it leaves the
 * picture to the bit.
 *
 * COVERS put one colour over part of the picture; VIGNETTES darken towards its corners, on palette surfaces through the table of shades; MOSAICS make
 * blocks of it; a BLOOM lets shine what is bright; a FOCUS blurs what is nearer or farther, and MOTION what
 * moves.
 *
 * Weights are 0 (nothing) .. RS_POST_FULL (all of it); what is between is rounded to nearest. Where a pixel has its left neighbour's colour a grade costs a
 * comparison. (Gregory, GEA 10.4.6: post effects.) */
#ifndef OXCART_RASTER_POST_H
#define OXCART_RASTER_POST_H

#include "fixedmath/types.h"
#include "raster/surface.h"

enum { RS_POST_FULL = 256 };

/* ---- grades ---- */

typedef enum rs_grade_kind {
    RS_GRADE_NONE,
    RS_GRADE_MATRIX,     /* each channel is a sum of all three and a constant */
    RS_GRADE_SATURATION, /* c + (c - luma) * (saturation - 1) */
    RS_GRADE_BLEACH,     /* the colour overlaid with its own luma: hard contrast, little colour */
    RS_GRADE_KEEP,       /* colours of one hue stay, all others become grey */
    RS_GRADE_LOOKUP      /* looked up in a cube of 32 x 32 x 32 colours, between them straight */
} rs_grade_kind;

typedef struct rs_grade {
    int32_t
        matrix[3]
              [4]; /* 8.8: red, green, blue out of red, green, blue and 1 (which counts as one code of 255) */
    int16_t weight;
    uint8_t kind;
    bool even;              /* of a matrix: a fade, whose channels are all scaled alike */
    int32_t hue[2];         /* of KEEP: the direction that stays */
    const uint8_t *colours; /* of LOOKUP */
} rs_grade;

/* Moves colours towards a colour 0xRRGGBB: at RS_POST_FULL the picture has that colour alone. */
rs_grade rs_grade_fade(uint32_t rgb, int weight);
/* Saturation 0 (grey, all channels the luma) .. 256 (as it is) .. 512. */
rs_grade rs_grade_saturation(int saturation);
/* Adds -256 (all black) .. 256 (all white) to all channels. */
rs_grade rs_grade_brightness(int brightness);
/* Distances from middle grey times 0 (all of it grey) .. 256 (as it is) .. 1024. */
rs_grade rs_grade_contrast(int contrast);
/* Multiplies colours with a colour. */
rs_grade rs_grade_tint(uint32_t rgb, int weight);
/* The bleach bypass of film laboratories. */
rs_grade rs_grade_bleach(int weight);
/* Turns colours grey, but for colours within 30 degrees of the hue of `rgb`. A grey `rgb` keeps no colour. */
rs_grade rs_grade_keep(uint32_t rgb, int weight);

/* A matrix as that of rs_grade: factors of -128 .. 127.996, and at most as many times white added. `weight`: how much of the matrix counts. */
rs_grade rs_grade_matrix(const int32_t matrix[3][4], int weight);

/* 32,768 colours of 2 bytes, the low one first, red in bits 14-10, green in 9-5, blue in 4-0; the number of an entry is the colour that it replaces, written
 * alike. The table stays with the caller. A channel of 5 bits is a code v << 3 | v >> 2; codes between two of them get colours between. So a table of
 * colours that stay changes nothing, in any format. A colour costs four entries: tetrahedra of the cube (Kasson and others, 1995). */
enum { RS_LOOKUP_COLOURS = 32768 };
rs_grade rs_grade_lookup(const uint8_t *colours, int weight);

static inline bool rs_grade_is_none(const rs_grade *grade) { return grade->kind == RS_GRADE_NONE; }

/* Applies a grade to a colour 0xRRGGBB, or to `count` colours of a palette, in place where `from` is `to`. */
uint32_t rs_grade_colour(const rs_grade *grade, uint32_t rgb);
void rs_grade_palette(const rs_grade *grade, const uint32_t *from, uint32_t *to, int count);

/* `constants` is an rs_grade. Surfaces of colours; palette surfaces stay as they are. 16-bit pixels are widened, changed and cut, as always. */
void rs_post_grade(const void *constants, const rs_surface *surface, uint16_t *depth);

/* ---- covers ---- */

/* A cover puts one colour in a rectangle (a wipe), or everywhere but in one or two circles (an iris; a scope,
 * binoculars). */
typedef struct rs_cover {
    uint32_t native;               /* a pixel of the surface */
    int16_t x, y, width, height;   /* with no circles: the rectangle */
    uint8_t circles;               /* 0, 1 or 2 */
    int16_t centre_x[2], centre_y; /* in half pixels: the centre of pixel 0 is 1 */
    int16_t radius;                /* in half pixels; below 1: nothing is left free */
} rs_cover;

/* `constants` is an rs_cover. Any palette or direct surface. A pixel is free when its centre lies in a circle. */
void rs_post_cover(const void *constants, const rs_surface *surface, uint16_t *depth);

/* ---- vignettes ---- */

/* Brightness is 1 - weight * (distance from the middle / that of the corners)^2. The picture's middle stays as it is. */
typedef struct rs_vignette {
    int16_t weight;
    const uint8_t *shades; /* of palette surfaces (rs_palette.shades); NULL: they stay as they are */
} rs_vignette;

/* `constants` is an rs_vignette. */
void rs_post_vignette(const void *constants, const rs_surface *surface, uint16_t *depth);

/* ---- mosaics ---- */

/* Square blocks, each of which has the colour of its upper left pixel. For rs_frame_post_ordered. */
typedef struct rs_mosaic {
    int16_t size; /* pixels of a block's side; below 2: the picture stays as it is */
    uint8_t *
        line; /* room for a line of the surface, where bands come one after the other; may be NULL for a whole picture */
} rs_mosaic;

/* `constants` is an rs_mosaic. Any palette or direct surface. */
void rs_post_mosaic(const void *constants, const rs_surface *surface, uint16_t *depth);

/* ---- bloom ---- */

/* Pixels that are brighter than a threshold shine over their neighbours: the light above the threshold is gathered in a picture of a quarter of the width and
 * height, blurred there, and added to the picture, interpolated between cells. The added light is the light above the threshold, times the weight. */
typedef struct rs_bloom {
    uint16_t *cells;    /* rs_bloom_bytes; written anew with every picture */
    uint32_t threshold; /* 0xRRGGBB: what a channel has above its own */
    int16_t weight;     /* 0 .. 4 * RS_POST_FULL */
    uint8_t
        rounds; /* of (1, 2, 1) both ways; the glow reaches some 4 pixels farther with the first, half as much again with the third */
} rs_bloom;

/* 6 bytes for every 4 x 4 pixels. */
size_t rs_bloom_bytes(int width, int height);

/* `constants` is an rs_bloom. For rs_frame_post_ordered. Surfaces of palettes and greys, and parts of pictures, stay as they are; so does, to the bit, a picture
 * without light above the threshold. */
void rs_post_bloom(const void *constants, const rs_surface *surface, uint16_t *depth);

/* ---- focus ---- */

/* Depth of field: pixels whose depth lies no farther than `range` from `distance` stay to the bit as they are; beyond, they go towards a picture of a quarter of
 * the width and height, blurred as that of a bloom, and have its colours alone 1 / strength metres farther away. That picture is made of blurred pixels,
 * each by how much it is: what is sharp sheds no colour over its edge. Where nothing was drawn with depth it is as far away as can be. */
typedef struct rs_focus {
    uint16_t *cells;                /* rs_focus_bytes; written anew with every picture */
    const struct rs_camera *camera; /* of the picture's depth; any, also an orthographic one */
    fx distance, range;             /* metres along the camera's axis */
    fx strength;                    /* above 0; 1.0: wholly blurred a metre beyond the range */
    uint8_t rounds;                 /* as those of a bloom */
} rs_focus;

/* 8 bytes for every 4 x 4 pixels. */
size_t rs_focus_bytes(int width, int height);

/* How much a pixel of a depth code is blurred, 0 .. RS_POST_FULL. */
uint32_t rs_focus_weight(const rs_focus *focus, uint16_t code);

/* `constants` is an rs_focus. For rs_frame_post_ordered. Surfaces of palettes and greys, parts of pictures, and pictures in which nothing was drawn with depth stay
 * as they are. */
void rs_post_focus(const void *constants, const rs_surface *surface, uint16_t *depth);

/* ---- motion ---- */

enum {
    RS_MOTION_CELL = 8,  /* pixels of a cell's side */
    RS_MOTION_MOST = 64, /* half pixels of the longest vector, each way */
    RS_MOTION_TAPS = 8,
    RS_MOTION_LINES = RS_MOTION_MOST / 4 + 1
};

/* Motion blur along a velocity buffer: a vector for every 8 x 8 pixels, how far what is seen there has come. A pixel becomes the mean of up to 8 pixels evenly
 * along the vector of its cell, which lies with its middle on the pixel (a box kernel); a pixel for every pixel of the vector's longer side. Cells with the
 * vector (0, 0), or less than a pixel, stay as they are and cost a comparison. Beyond the picture's edges its outermost pixels repeat. */
typedef struct rs_motion {
    int8_t *
        vectors; /* rs_motion_vector_bytes: x, y in half pixels, -RS_MOTION_MOST .. RS_MOTION_MOST, cells row by row */
    uint8_t *lines;        /* RS_MOTION_LINES lines of the surface */
    int16_t width, height; /* of the picture */
} rs_motion;

size_t rs_motion_vector_bytes(int width, int height);

/* Gives the cells that a rectangle of pixels touches a vector in half pixels, where it is longer than the one that they have. What is longer than RS_MOTION_MOST is cut to it,
 * in its direction. */
void rs_motion_write(const rs_motion *motion, const rs_view *pixels, int x, int y);

/* `constants` is an rs_motion. For rs_frame_post_ordered. Surfaces of palettes and greys, and parts of pictures, stay as they are. */
void rs_post_motion(const void *constants, const rs_surface *surface, uint16_t *depth);

/* ---- the picture before ---- */

/* Mixes the picture with one that is kept, and keeps the result: (kept * weight + picture * (256 - weight)) / 256 a
 * channel, rounded down, so that trails end. A held picture stays as it is kept: a cross-fade from that picture, up to
 * 256, which shows it alone. Surfaces of colours alone. */
typedef struct rs_trail {
    uint8_t *kept;  /* a picture of the surface's format, lines of `stride` bytes */
    int32_t stride; /* a multiple of 4 */
    int16_t weight; /* of the kept picture, 0..256 */
    bool is_held;
} rs_trail;

/* `constants` is an rs_trail. */
void rs_post_trail(const void *constants, const rs_surface *surface, uint16_t *depth);

#endif
