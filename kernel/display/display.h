/* The display: modes, and the surfaces that pictures are drawn to, out of memory that was declared for them.
 *
 *     ox_display_config config = {.width = 240, .height = 160, .format = PLAT_PAL8, .buffering = OX_BUFFER_SWAP};
 *     size_t bytes = ox_display_bytes(&config);                            76,800: say so in the budget
 *     status = ox_display_open(&display, platform, arena, &config);
 *     each frame:  rs_surface to = ox_display_draw(&display, &age);
 *                  draw(&to);
 *                  ox_display_present(&display);
 *
 * The display is a beam: lines 0 .. visible - 1 from the top, then the blank, in which it returns
 * (platform.h). A picture that changes while the beam reads it is seen torn, so:
 *
 *     SINGLE  one picture, which is always in sight. ox_display_draw waits for the blank, in which all must be drawn; or draw behind
 *             the beam: ox_display_passed(y) says that line y has been read.
 *     BAND    no picture at all but a strip of `band_lines`: ox_display_band gives one strip after the other, ox_display_band_done hands
 *             it over. Two strips in turn where the machine copies by itself. The picture is the same for every height.
 *     SWAP    two pictures: one is read while the other is drawn, and they change places in the blank: no byte is copied, and what
 *             the new one holds is two frames old. No pointer into a picture is good behind ox_display_present.
 *     COPY    one picture that is copied to where the display reads, in the blank: what it holds is one frame old. SWAP and TRIPLE become this
 *             on displays that have memory of their own (plat_show says no).
 *     TRIPLE  three: a picture that is done early need not wait for the blank, so uneven frames keep a smoother rate, at the price
 *             of one more frame between drawing and showing.
 *
 * `at_once` changes pictures without the blank: faster than the display, and torn. A frame that misses a
 * blank with it off takes two. Nothing here reads messages or keys.
 *
 * A display of `half` the size shows each of its pixels as 2 x 2. Memory that takes no single bytes
 * (`pairs`) is written by pairs of pixels, odd ends merged with their neighbours (ox_display_copy_pairs).
 * (Madhav 2; Nystrom, "Double Buffer"; GEA 1.6.8, 7.5.2.5, 10.1.4.6.) */
#ifndef OXCART_KERNEL_DISPLAY_DISPLAY_H
#define OXCART_KERNEL_DISPLAY_DISPLAY_H

#include "kernel/memory/arena.h"
#include "platform/platform.h"
#include "raster/surface.h"

typedef enum ox_buffering {
    OX_BUFFER_SINGLE,
    OX_BUFFER_BAND,
    OX_BUFFER_SWAP,
    OX_BUFFER_COPY,
    OX_BUFFER_TRIPLE,
    OX_BUFFERINGS
} ox_buffering;

typedef struct ox_display_config {
    int width, height; /* 1..1024 */
    plat_format format;
    ox_buffering buffering;
    int band_lines;   /* BAND: 1..height */
    bool two_strips;  /* BAND: drawn in turn */
    bool at_once;     /* pictures change without waiting for the blank */
    bool half;        /* shown twice as large; BAND and COPY */
    bool pairs;       /* COPY: the target takes pairs of pixels only */
    bool depth;       /* planes beside the picture, or the strip: 16 bits a pixel */
    int stencil_bits; /* 0, 1, 2, 4 or 8 */
    bool alpha;       /* a byte a pixel */
} ox_display_config;

typedef struct ox_display_stats {
    uint32_t frames; /* handed over so far */
    uint32_t swaps;  /* pictures that changed places */
    uint32_t copied; /* bytes copied by the display, modulo 2^32 */
    uint32_t waits;  /* blanks that were waited for */
} ox_display_stats;

typedef struct ox_display {
    plat *platform; /* NULL: not open */
    ox_arena *arena;
    ox_mark mark;
    ox_display_config config; /* as opened: buffering may be another than was asked for */
    plat_machine machine;
    uint8_t *pictures[3];
    uint16_t *depth;
    uint8_t *stencil, *alpha, *doubled;
    uint32_t stamps[3]; /* frame that each picture holds, 0: none */
    size_t picture_bytes;
    int stride, picture_count;
    int drawn;      /* picture that is drawn now */
    int shown;      /* picture that the display reads, or will read from the next blank on */
    int waiting;    /* picture handed over for the next blank, -1: none */
    uint32_t blank; /* number of the last blank when `waiting` was handed over */
    int band_top;
#if OX_DEBUG
    uint32_t shown_sum; /* of the picture `shown`, when it was handed over */
#endif
    ox_display_stats stats;
} ox_display;

/* Bytes that a display takes from its arena, 0 for a configuration that makes no sense. */
size_t ox_display_bytes(const ox_display_config *config);

/* Opens the picture and takes its memory from the high end of the arena. OX_BAD_ARGUMENT, OX_NO_VIDEO (the
 * machine has no such mode), OX_OUT_OF_MEMORY, or OX_BAD_STATE, asserted: the port's display is open, here or
 * for a console. After a failure the record is as it was. */
FX_MUST_CHECK ox_status ox_display_open(ox_display *display, plat *platform, ox_arena *arena,
                                        const ox_display_config *config);

/* Closes the picture, gives the memory back, and is clear. Closing twice is legal. */
void ox_display_close(ox_display *display);

/* The surface to draw the next frame to, and how many frames ago its content was a whole frame (0: it holds
 * none). */
rs_surface ox_display_draw(ox_display *display, uint32_t *age);

/* BAND: the strip that begins at line `top`; false behind the last one. ox_display_band_done hands over a strip that is
 * drawn. */
bool ox_display_band(ox_display *display, rs_surface *strip);
void ox_display_band_done(ox_display *display, const rs_surface *strip);

/* Hands over the frame that is drawn. */
void ox_display_present(ox_display *display);

/* SINGLE: whether the beam has read line y of this refresh, so that it may be changed. */
bool ox_display_passed(const ox_display *display, int y);

/* Copies `count` pixels of one byte to x of a line that takes 16-bit writes alone; the line is aligned to 2.
 * */
void ox_display_copy_pairs(uint16_t *line, int x, const uint8_t *pixels, int count);

#endif
