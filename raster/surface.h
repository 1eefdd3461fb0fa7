/* Surfaces: pixel formats and the memory that pixels are written to.
 *
 * Conventions: (0,0) is the top left, x to the right, y down; pixel centres lie at .5. A colour is 0xRRGGBB; its native form
 * is the pixel of a format as an unsigned number. A surface may be a band: the lines top .. top+lines-1 of a picture are in
 * memory, and all coordinates are still those of the whole picture; what falls outside the band is not written. A surface whose
 * `pixels` are NULL holds nothing: it reads as 0, and drawing leaves it alone. */
#ifndef OXCART_RASTER_SURFACE_H
#define OXCART_RASTER_SURFACE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum rs_format {
    RS_PAL8,     /* 1 byte: index into the palette */
    RS_RGB565,   /* 2 bytes, native order: red 15..11, green 10..5, blue 4..0 */
    RS_BGR555,   /* 2 bytes: blue 14..10, green 9..5, red 4..0, bit 15 clear */
    RS_XRGB8888, /* 4 bytes: red 23..16, green 15..8, blue 7..0, top byte clear */
    RS_FORMATS,  /* number of formats that a screen can have; formats below are no screen's */
    RS_GREY4 =
        RS_FORMATS, /* half a byte: grey 0 black .. 15 white, the left pixel in the low nibble; surface or texture */
    RS_PAL4,        /* textures only, from here on: half a byte, index, the left texel in the low nibble */
    RS_ARGB1555, /* 2 bytes: alpha 15, red 14..10, green 9..5, blue 4..0 */
    RS_RGBA5551, /* 2 bytes: red 15..11, green 10..6, blue 5..1, alpha 0 */
    RS_ARGB4444, /* 2 bytes: alpha 15..12, red, green, blue 3..0 */
    RS_A8,       /* 1 byte: alpha; white */
    RS_L8,       /* 1 byte: grey; opaque */
    RS_ARGB8888, /* 4 bytes, native order: alpha 31..24, red, green, blue 7..0 */
    RS_RGBA8888, /* 4 bytes, native order: red 31..24, green, blue, alpha 7..0 */
    RS_TEXTURE_FORMATS
} rs_format;

typedef struct rs_surface {
    uint8_t *pixels; /* first pixel of line `top`; aligned to 4 bytes */
    int32_t stride;  /* bytes from line to line, a multiple of 4 */
    int16_t width;   /* of the whole picture, 1..1024 */
    int16_t height;
    int16_t top; /* first line in memory */
    int16_t lines;
    uint8_t format; /* rs_format */
} rs_surface;

#define RS_SIZE_MAX 1024

/* Planes that lie beside a surface's lines, for pixel states (raster/pixel_state.h) that use them; any may be missing.
 * Stencil: 1, 2, 4 or 8 bits a pixel, packed from the low bits up, a line is (width * bits + 7) / 8 bytes. Destination alpha: a
 * byte a pixel, `width` a line; on RS_XRGB8888 it may instead be the pixel's own top byte. */
typedef struct rs_planes {
    uint8_t *stencil;
    uint8_t *alpha;
    uint8_t stencil_bits;
    bool alpha_in_pixels;
    int16_t top;                    /* the picture's line at which the planes begin: surface.top */
    struct rs_pixel_counts *counts; /* debug builds add up here what became of pixels; NULL: nobody counts */
} rs_planes;

/* Counts of what became of the pixels of draws with a state. */
typedef struct rs_pixel_counts {
    uint32_t tested, depth_failed, stencil_failed, discarded, shaded, written;
    uint32_t planes; /* interpolants set up */
} rs_pixel_counts;

/* Bytes of one pixel: 1, 2 or 4; 1 also for the formats of half a byte, whose rows rs_row_bytes counts. */
static inline int rs_format_bytes(rs_format format) {
    switch (format) {
    case RS_XRGB8888:
    case RS_ARGB8888:
    case RS_RGBA8888:
        return 4;
    case RS_PAL8:
    case RS_GREY4:
    case RS_PAL4:
    case RS_A8:
    case RS_L8:
        return 1;
    default:
        return 2;
    }
}

/* Bytes of `width` pixels beside one another, not padded. */
static inline size_t rs_row_bytes(rs_format format, int width) {
    if (format == RS_GREY4 || format == RS_PAL4) return ((size_t)width + 1u) / 2u;
    return (size_t)width * (size_t)rs_format_bytes(format);
}

/* 0xRRGGBB to the native pixel of a direct format by truncation, and back by bit replication (5 bits: v<<3 | v>>2; 4 bits: v*17).
 * GREY4 and L8 have the luma; alpha is opaque, and on the way back ignored. Palette formats have no such form: use rs_nearest. */
uint32_t rs_native_from_rgb(rs_format format, uint32_t rgb);
uint32_t rs_rgb_from_native(rs_format format, uint32_t native);

/* Index of the palette entry nearest to rgb by squared distance, the lowest of equals. 256 steps. */
int rs_nearest(const uint32_t palette[256], uint32_t rgb);

/* Fills the part of the surface's band inside the rectangle with a native pixel. Any rectangle is legal. */
void rs_fill(const rs_surface *surface, int x, int y, int width, int height, uint32_t native);

/* The shape that a surface over some memory is to have. */
typedef struct rs_surface_shape {
    int width, height; /* 1..RS_SIZE_MAX */
    rs_format format;  /* one of RS_FORMATS, or RS_GREY4 */
    int stride; /* bytes from line to line, a multiple of 4; 0: as few as it takes; below 0: the first line is the last in memory */
} rs_surface_shape;

typedef enum rs_surface_fault {
    RS_SURFACE_OK,
    RS_SURFACE_NO_MEMORY, /* NULL, or not aligned to 4 bytes */
    RS_SURFACE_SMALL,     /* the memory ends before the last line does */
    RS_SURFACE_SIZE,
    RS_SURFACE_STRIDE, /* shorter than a line, or no multiple of 4 */
    RS_SURFACE_FORMAT
} rs_surface_fault;

/* Makes a surface over the caller's memory, which keeps its contents. After a fault the surface holds nothing: drawing
 * leaves it alone. */
rs_surface_fault rs_surface_make(rs_surface *surface, const rs_surface_shape *shape, void *memory,
                                 size_t bytes);

/* Bytes that a surface of this shape takes at least, 0 for a shape that no surface can have. */
size_t rs_surface_bytes(const rs_surface_shape *shape);

/* Sets the whole band; 32-bit stores, several at a time. */
void rs_clear(const rs_surface *surface, uint32_t native);

/* Sets `count` depth codes to 65535, "infinity"; depth is aligned to 4 bytes. */
void rs_clear_depth(uint16_t *depth, size_t count);

/* The pixel at (x, y) of the band, native; 0 outside. */
uint32_t rs_pixel(const rs_surface *surface, int x, int y);

/* Sets one pixel; outside the band nothing is written. */
void rs_plot(const rs_surface *surface, int x, int y, uint32_t native);

/* The first pixel of line y, NULL outside the band. Pixel x lies x * rs_format_bytes further. */
uint8_t *rs_row(const rs_surface *surface, int y);

/* A rectangle of a surface as a surface of its own that shares the memory: its (0,0) is the rectangle's corner, and
 * everything drawn through it, whole frames too, is clipped to it. The rectangle is cut to the band first; false when
 * nothing is left, and on GREY4 when it does not begin at an even pixel. */
bool rs_sub_surface(const rs_surface *surface, int x, int y, int width, int height, rs_surface *out);

/* A rectangle of a picture. */
typedef struct rs_view {
    int16_t x, y, width, height;
} rs_view;

/* Copies a rectangle of a surface to (x, y) of another, or of the same: where both overlap, pixels are read before they
 * are written over. Pixels outside either surface are left out. Returns how many pixels were copied, 0 for different
 * formats. */
uint32_t rs_copy(const rs_surface *to, int x, int y, const rs_surface *from, const rs_view *part);

/* Sets the planes of a surface's lines to 0. */
void rs_planes_clear(const rs_planes *planes, const rs_surface *surface);

/* A rectangle of a plane of so many columns and lines, which lies row by row. A part that reaches beyond the plane is
 * cut off. */
typedef struct rs_plane_part {
    int columns, lines;
    int x, y, width, height;
} rs_plane_part;

/* Sets part of a plane of depth codes to 65535, and of a plane of bytes (stencil, destination alpha) to `value` in the
 * bits of `mask`, other bits kept. Both write words at a time. */
void rs_clear_depth_rectangle(uint16_t *depth, const rs_plane_part *part);
void rs_clear_plane(uint8_t *plane, const rs_plane_part *part, int value, int mask);

/* a * b / 255, rounded exactly, 0..255; and a colour reflected by a surface of another colour, channel by channel: light on a
 * material, or a tint. rs_ramp_build of the product gives a material under coloured light. (GEA 10.1.2.1.) */
static inline uint32_t rs_product(uint32_t a, uint32_t b) {
    uint32_t t = a * b + 128u;
    return (t + (t >> 8)) >> 8;
}
uint32_t rs_colour_product(uint32_t rgb, uint32_t other);

/* Brightness of a colour, 0..255: (77 R + 150 G + 29 B + 128) / 256. */
static inline uint32_t rs_luma(uint32_t rgb) {
    return (77u * (rgb >> 16 & 255u) + 150u * (rgb >> 8 & 255u) + 29u * (rgb & 255u) + 128u) >> 8;
}

#endif
