/* The console: boots a ROM image on a port and plays it frame by frame. A port's main is these three calls:
 *
 *     ox_boot_options options = {.platform = p, .image = rom, .image_size = size};
 *     ox_error error;
 *     ox_console *console = ox_console_boot(&options, &error);
 *     if (console == NULL) show(error.text);
 *     else while (ox_console_frame(console)) {}
 *
 * All memory comes from plat_memory(): the console carves the ROM's budget out of it, and nothing else is
 * ever allocated. There is no state outside that block, so two consoles may live in one process. */
#ifndef OXCART_KERNEL_CONSOLE_H
#define OXCART_KERNEL_CONSOLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "kernel/memory/budget.h"
#include "platform/platform.h"

typedef struct ox_console ox_console;

typedef struct ox_error {
    int status;      /* an ox_status, 0 = none */
    uint32_t offset; /* where in the image, when the image is at fault */
    char text[160];  /* one line: what, where, and how to mend it */
} ox_error;

typedef struct ox_boot_options {
    plat *platform;
    const void *image;        /* the ROM image, aligned to 4 bytes; read in place, stays with the caller */
    size_t image_size;        /* bytes available; the image may be shorter */
    int width, height;        /* 0: as the ROM asks */
    int format;               /* a plat_format, or -1: as the ROM asks */
    int band_lines;           /* 0: as tall as memory allows; else 8..height */
    bool deterministic;       /* every frame is one fixed step; figures are never drawn */
    bool log_hashes;          /* log `frame=K hash=XXXXXXXX` for every frame */
    bool log_cycles;          /* log `frame=K cycles=N` for every frame, where the port counts cycles */
    bool count_pixels;        /* count the pixels that 3D covers: ox_frame_stats.pixels */
    uint32_t scene;           /* id of the scene to play, 0: the ROM's start scene */
    uint32_t fail_allocation; /* for tests: the k-th request for resident memory is refused; 0: none */
} ox_boot_options;

/* An all-default set of options: as the ROM asks. */
ox_boot_options ox_boot_defaults(plat *platform, const void *image, size_t image_size);

/* Checks the image, takes its budget, opens video and loads the start scene. NULL and *error when anything is
 * refused; then nothing was changed but the memory blocks. */
ox_console *ox_console_boot(const ox_boot_options *options, ox_error *error);

/* One displayed frame: poll, fixed steps, draw, present. False when the user or the cart quits. */
bool ox_console_frame(ox_console *console);

typedef struct ox_frame_stats {
    uint32_t frame;     /* number of the frame just drawn, from 0 */
    uint32_t hash;      /* CRC-32 of its pixels in little-endian order, top to bottom; 0 unless log_hashes */
    uint32_t triangles; /* submitted */
    uint32_t triangles_drawn;                         /* rasterized after culling and clipping */
    uint32_t pixels;                                  /* written by 3D at least once; 0 unless counted */
    uint32_t draw_microseconds;                       /* clear and draw, nothing else */
    uint32_t draw_cycles;                             /* the same in cycles, where the port counts them */
    uint32_t memory_used, memory_budget, memory_peak; /* bytes */
} ox_frame_stats;

void ox_console_stats(const ox_console *console, ox_frame_stats *stats);

/* Memory by region, 0 .. until false: "console", "recorder", "frame" (the display list), "resident"
 * (resources and bands). */
bool ox_console_region(const ox_console *console, int index, ox_region *region);

/* How the picture is drawn: lines of one band, and whether the bands lie in the port's fast memory. */
int ox_console_band_lines(const ox_console *console);
bool ox_console_bands_are_fast(const ox_console *console);

/* The line logged `age` lines ago, 0 = the newest, NULL when it is no longer kept: for crash screens and
 * tests. */
const char *ox_console_log_line(const ox_console *console, uint32_t age);

#endif
