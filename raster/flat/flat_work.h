/* Two dimensions inside: how commands get into the list, and the functions that put pixels for one surface format. */
#ifndef OXCART_RASTER_FLAT_FLAT_WORK_H
#define OXCART_RASTER_FLAT_FLAT_WORK_H

#include "fixedmath/scalar.h"
#include "raster/flat/quick.h"
#include "raster/list/list.h"

/* A block of an image on its way into a band: width x height pixels, whose top left comes to (x, y), from texel `index` on. */
typedef struct rs_texels {
    int32_t x, y, width, height;
    int32_t index;
    int32_t step, down; /* texels to the next pixel and to the next line */
    uint32_t bank;      /* added to indices that are not clear */
} rs_texels;

/* A box of pixels, x1 and y1 just behind it. */
typedef struct rs_box {
    int32_t x0, y0, x1, y1;
} rs_box;

/* A line along a slanted way through an image: texels in Q16.16 within the part, both in range for every pixel of the run. */
typedef struct rs_slant {
    int32_t x, y, count;
    uint32_t u, v;           /* at the first pixel's centre */
    uint32_t u_step, v_step; /* modulo 2^32 */
    uint32_t index;          /* of the part's first texel, modulo 2^32 */
    uint32_t column, row;    /* texels from one u to the next, and one v; modulo 2^32 */
    int32_t width, height;   /* of the part as it is seen */
    const uint32_t *corners; /* as rs_turn has them */
    const rs_box *kept;      /* smooth: texels that the image has; NULL: the nearest texel is shown */
} rs_slant;

static inline uint8_t *rs_band_line(const rs_band *band, int32_t y) {
    return band->pixels + (ptrdiff_t)(y - band->top) * band->stride;
}

typedef struct rs_rows {
    void (*block)(const rs_put *put, const rs_band *band, const rs_texels *texels); /* within the band */
    void (*slant)(const rs_put *put, uint8_t *line, const rs_slant *slant);
} rs_rows;

extern const rs_rows rs_rows_pal8, rs_rows_rgb565, rs_rows_bgr555, rs_rows_xrgb8888, rs_rows_grey4;

/* One native pixel `count` times, covered by alpha / 255, in the put's mode. Apart from rs_rows, so that a program
 * without images links rs_solid alone. */
typedef void rs_solid(const rs_put *put, uint8_t *line, int32_t x, int32_t y, int32_t count, uint32_t native,
                      uint32_t alpha);
rs_solid rs_solid_pal8, rs_solid_rgb565, rs_solid_bgr555, rs_solid_xrgb8888, rs_solid_grey4;

/* The rows of a format; NULL: the build does not draw it. */
const rs_rows *rs_rows_of(rs_format format);
rs_solid *rs_solid_of(rs_format format);

static inline void rs_box_cut(rs_box *box, const rs_box *to) {
    if (box->x0 < to->x0) box->x0 = to->x0;
    if (box->y0 < to->y0) box->y0 = to->y0;
    if (box->x1 > to->x1) box->x1 = to->x1;
    if (box->y1 > to->y1) box->y1 = to->y1;
}

static inline rs_box rs_box_of(const rs_view *view) {
    rs_box box = {view->x, view->y, view->x + view->width, view->y + view->height};
    return box;
}

/* The part of a put's clip that lies in a band. */
static inline rs_box rs_box_in(const rs_put *put, const rs_band *band) {
    rs_box box = rs_box_of(&put->clip), lines = {0, band->top, band->width, band->end};
    rs_box_cut(&box, &lines);
    return box;
}

static inline bool rs_box_empty(const rs_box *box) { return box->x0 >= box->x1 || box->y0 >= box->y1; }

/* A layer in the list. Cell (c, r) begins at (x + c * column_x + r * row_x, y + c * column_y + r * row_y), moved by
 * shift_x where r is odd and by shift_y where c is odd (with `even`: even). */
typedef struct rs_layer {
    const void *cells;
    const uint16_t *substitutes;
    int32_t x, y;
    int32_t columns, rows, pitch;
    int32_t column_x, column_y, row_x, row_y, shift_x, shift_y;
    int32_t tile_width, tile_height, cell_height;
    int32_t across, tiles; /* tiles in a row of the image, and in all of it */
    uint32_t per_row;      /* 2^32 / across, rounded up: tile * per_row >> 32 is its row in the image */
    const uint8_t *kinds;  /* as rs_tiles has them */
    uint16_t empty, fill, substitute_count, kind_count;
    uint8_t cell_bytes, outside;
    bool turns, has_empty, even;
    bool quick;    /* whole words of rows of cells may be joined */
    bool by_cells; /* rs_quick_rows_pal8 serves */
    bool aligned;  /* the lines of tiles are whole words in memory */
} rs_layer;

/* Bits of a cell with turns. */
enum { RS_CELL_NUMBER = 1023, RS_CELL_FLIP_X = 1u << 10, RS_CELL_FLIP_Y = 1u << 11 };

/* Draws a cell whose tile's top left is at (x, y), as far as it lies in a box; any put, any tile. */
void rs_tile_draw(const rs_put *put, const rs_band *band, const rs_layer *l, const rs_box *visible, int32_t x,
                  int32_t y, uint32_t cell);

static inline int32_t rs_floor_of(fx v) { return fx_sra32(v, 16); }

/* Finds the box that a blit without an rs_turn shows within the clip, and the texel of its first pixel; false:
 * nothing. */
bool rs_part_cut(const rs_frame *frame, const rs_blit *blit, const rs_put *put, rs_box *box, uint32_t *first);

/* Whether an ink leaves pixels as they are. */
static inline bool rs_ink_plain(const rs_ink *ink) {
    return ink->mode == RS_FLAT_OPAQUE && !ink->flat && (ink->bank & 15u) == 0 && ink->remap == NULL &&
           ink->tint == 0;
}

/* ---- functions that lie twice in players of the Game Boy Advance, see quick.h ---- */

/* quick_blit.c: rs_quick_blit records a blit without an rs_turn into a draw of the list, by its put and number, or with
 * put NULL into one of the last draws. False, and nothing done: no last draw is put alike. rs_quick_draw_blit draws a
 * blit. */
bool RS_QUICK(rs_quick_blit)(rs_frame *frame, const rs_blit *blit, const rs_put *put, uint16_t offset,
                             rs_result *result);
void RS_QUICK(rs_quick_draw_blit)(const rs_draw *draw, const rs_item *item, const rs_band *band);

/* Draws what a band shows of a frame without chains. */
void RS_QUICK(rs_quick_items)(const rs_frame *frame, const rs_band *band);
/* quick_pal8.c: draws a block whose put is plain, without a bank, in steps of 1 or -1. */
void RS_QUICK(rs_quick_block_pal8)(const rs_put *put, const rs_band *band, const rs_texels *texels);
/* Draws a block, or a line of a slant, of a palette image whose pixels replace the picture or are mixed with it by an
 * alpha; false: another kind of put. */
bool RS_QUICK(rs_quick_pixels_pal8)(const rs_put *put, const rs_band *band, const rs_texels *texels);
bool RS_QUICK(rs_quick_slant_pal8)(const rs_put *put, uint8_t *line, const rs_slant *slant);
/* Draws the rows row..last of cells of a layer that is drawn by cells, as far as they lie in a box. */
void RS_QUICK(rs_quick_rows_pal8)(const rs_layer *l, const rs_put *put, const rs_band *band,
                                  const rs_box *box, int32_t row, int32_t last);
/* Fills a box within a band. */
void RS_QUICK(rs_quick_fill_pal8)(const rs_band *band, const rs_box *box, uint32_t native);
/* Draws glyphs of one bit as they are, until a glyph is wider than 8; returns that glyph's number. */
int32_t RS_QUICK(rs_quick_glyphs_pal8)(const rs_glyph *glyphs, int32_t count, const rs_band *band,
                                       const rs_box *box, uint32_t native);
/* Draws words in the built-in font. */
void RS_QUICK(rs_quick_words_pal8)(const char *text, int32_t x, int32_t y, const rs_band *band,
                                   const rs_box *box, uint32_t native);
/* Players without the fragment pipeline have no modules that draw much in two dimensions, and no near functions. */
#if defined(RS_ARM_SPANS) && RS_FRAGMENT_LINKED && !defined(RS_FLAT_NEAR)
extern const volatile uint32_t rs_arm_flat_in_place; /* of raster/arm/arm.h */
bool rs_quick_blit_near(rs_frame *frame, const rs_blit *blit, const rs_put *put, uint16_t offset,
                        rs_result *result);
void rs_quick_draw_blit_near(const rs_draw *draw, const rs_item *item, const rs_band *band);
void rs_quick_items_near(const rs_frame *frame, const rs_band *band);
void rs_quick_block_pal8_near(const rs_put *put, const rs_band *band, const rs_texels *texels);
bool rs_quick_pixels_pal8_near(const rs_put *put, const rs_band *band, const rs_texels *texels);
bool rs_quick_slant_pal8_near(const rs_put *put, uint8_t *line, const rs_slant *slant);
void rs_quick_rows_pal8_near(const rs_layer *l, const rs_put *put, const rs_band *band, const rs_box *box,
                             int32_t row, int32_t last);
void rs_quick_fill_pal8_near(const rs_band *band, const rs_box *box, uint32_t native);
int32_t rs_quick_glyphs_pal8_near(const rs_glyph *glyphs, int32_t count, const rs_band *band,
                                  const rs_box *box, uint32_t native);
void rs_quick_words_pal8_near(const char *text, int32_t x, int32_t y, const rs_band *band, const rs_box *box,
                              uint32_t native);
#define RS_NEAREST_OF(name) (rs_arm_flat_in_place ? name##_near : name)
#else
#define RS_NEAREST_OF(name) name
#endif

/* ---- draws, for whoever counts (census.c) ---- */

/* The record of glyphs: `count` of them behind a head; and the record of words in the built-in font. */
typedef struct rs_letters {
    int32_t count;
    uint32_t bits, native;
    const rs_glyph *glyphs;
} rs_letters;

typedef struct rs_words {
    int32_t x, y;
    char text[];
} rs_words;

void rs_draw_layer(const rs_draw *draw, const rs_item *item, const rs_band *band);
void rs_draw_turned(const rs_draw *draw, const rs_item *item,
                    const rs_band *band); /* its record begins with an rs_box */
void rs_draw_glyphs(const rs_draw *draw, const rs_item *item, const rs_band *band);
void rs_draw_words(const rs_draw *draw, const rs_item *item, const rs_band *band);
void rs_draw_rectangle(const rs_draw *draw, const rs_item *item, const rs_band *band);

/* Whether items of a function are shapes of one colour, which stands in the item. */
bool rs_is_shape(rs_item_function function);

/* Calls a function for each cell of a layer that shows in a band, with the box of its tile that shows. */
typedef void rs_layer_cell(void *context, const rs_layer *l, uint32_t cell, const rs_box *shown);
void rs_layer_cells(const rs_draw *draw, const rs_item *item, const rs_band *band, rs_layer_cell *visit,
                    void *context);

struct rs_census;

/* Adds what an item draws into a band; false: it is no item of two dimensions. */
bool rs_flat_census(const rs_draw *draw, const rs_item *item, const rs_band *band, struct rs_census *census);

/* ---- digests (digest.c), in builds with the fragment pipeline ---- */

#define RS_DIGEST_START 0x811C9DC5u

/* FNV-1a by words, turned so that high bits count, too. */
static inline uint32_t rs_digest_fold(uint32_t hash, uint32_t word) {
    hash = (hash ^ word) * 0x01000193u;
    return hash << 13 | hash >> 19;
}

/* What is digested, and the memory whose contents stay as they are. */
typedef struct rs_digest {
    uintptr_t fixed, size;
    uint32_t hash;
    bool is_known; /* nothing else leads to contents that may change */
} rs_digest;

static inline bool rs_digest_is_fixed(const rs_digest *d, const void *at) {
    return (uintptr_t)at - d->fixed < d->size;
}

/* Begins the digest of an item with how the items of its draw are put, and adds the item. */
void rs_digest_put(rs_digest *d, const rs_draw *draw);
void rs_digest_item(rs_digest *d, const rs_draw *draw, const rs_item *item);

/* ---- recording ---- */

/* Begins a put with the frame's clip, and its ink or another. */
void rs_put_make(const rs_frame *frame, rs_put *put, const rs_ink *ink);

/* Lets a put draw an image; RS_BAD_ARGUMENT for one that cannot be drawn. */
rs_result rs_put_image(const rs_frame *frame, rs_put *put, const rs_image *image);

/* A draw in the list for a put, one of the last draws where they agree; NULL and counted when the list is full. */
rs_draw *rs_put_draw(rs_frame *frame, rs_put *put, rs_item_function function, uint16_t *offset);

/* A record in the list, found by an item through rs_item_record; NULL and counted when the list is full. */
void *rs_put_record(rs_frame *frame, const rs_draw *draw, rs_item *item, size_t size);

static inline const void *rs_item_record(const rs_draw *draw, const rs_item *item) {
    return (const uint8_t *)draw + (int32_t)((uint32_t)item->a | (uint32_t)item->b << 16);
}

/* A box cut to the picture in three numbers of 16 bits: 10 bits of x and y each, of the sides less 1 too; `flags` are 6 bits. */
static inline void rs_item_pack(rs_item *item, const rs_box *box, uint32_t flags) {
    const uint32_t last = (uint32_t)(box->y1 - box->y0 - 1);
    item->a = (uint16_t)((uint32_t)box->x0 | (last & 63u) << 10);
    item->b = (uint16_t)((uint32_t)box->y0 | last >> 6 << 10);
    item->c = (uint16_t)((uint32_t)(box->x1 - box->x0 - 1) | flags << 10);
}

static inline rs_box rs_item_box(const rs_item *item) {
    rs_box box = {item->a & 1023, item->b & 1023, 0, 0};
    box.x1 = box.x0 + (item->c & 1023) + 1;
    box.y1 = box.y0 + (item->a >> 10 | item->b >> 10 << 6) + 1;
    return box;
}

/* Appends an item that draws into lines y0 .. y1 - 1 of a box that is cut to the clip and not empty. */
rs_result rs_put_item(rs_frame *frame, const rs_item *item, const rs_box *box);

/* Whether a put leaves nothing of the picture below. */
bool rs_put_replaces(const rs_put *put);

/* rs_put_item for what replaces every pixel of the box: nothing is cleared below it. */
rs_result rs_put_covering(rs_frame *frame, const rs_item *item, const rs_box *box);

#endif
