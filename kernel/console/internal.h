/* The console's state, shared by booting and drawing. */
#ifndef OXCART_KERNEL_CONSOLE_INTERNAL_H
#define OXCART_KERNEL_CONSOLE_INTERNAL_H

#include "kernel/console/console.h"
#include "kernel/console/guard.h"
#include "kernel/console/plan.h"
#include "kernel/console/tape.h"
#include "kernel/debug/log.h"
#include "kernel/input/input.h"
#include "kernel/loop/loop.h"
#include "kernel/player/player.h"
#include "kernel/resource/resource.h"
#include "raster/frame.h"
#include "rom/rom.h"

_Static_assert((int)RS_PAL8 == (int)PLAT_PAL8 && (int)RS_RGB565 == (int)PLAT_RGB565,
               "one pixel format, two names");
_Static_assert((int)RS_BGR555 == (int)PLAT_BGR555 && (int)RS_XRGB8888 == (int)PLAT_XRGB8888, "likewise");
_Static_assert((int)RS_FORMATS == (int)PLAT_FORMATS, "likewise");

#define OX_BAND_LEAST 8 /* lines */
#define OX_FRAME_TIMES 16

/* Where bands are drawn: `capacity` lines of colour and depth. */
typedef struct ox_bands {
    uint8_t *pixels;
    uint16_t *depth;
    int stride;    /* bytes from line to line */
    int capacity;  /* lines that fit */
    int lines;     /* of one band now */
    int first;     /* of one band at the start */
    bool whole;    /* the whole picture fits */
    bool fast;     /* they lie in the fast block */
    rs_block rest; /* of the fast block: heads of bands, then transformed vertices */
    rs_block vertices; /* of the port, for nothing but vertices */
} ox_bands;

struct ox_console {
    ox_engine engine;
    ox_part_memory part_memory[OX_CONSOLE_PARTS];
    ox_error *error;      /* of the start under way; NULL between starts */
    plat_memory_map map;
    plat *platform;
    /* As they were when the scene started, which may be restarted alone: */
    ox_resource_record *lists[OX_RESOURCE_LISTS];
    uint32_t placeholders;
    ox_mark turned, turned_at_start; /* in `convert`: of the scene, of the resources */
    ox_mark placed, placed_at_start; /* in `fast`, likewise */
    ox_mark fast_start;              /* in `fast`, of the surface */
    rom_image image;
    ox_boot_options options; /* with every 0 and -1 replaced */
    ox_rom_budget budget;
    ox_plan plan; /* its tables lie behind this record */
    ox_memory memory;
    ox_frame_memory frame_memory;
    ox_arena *resident; /* the client "level" of main memory; NULL until memory has started */
    ox_arena convert, fast;
    size_t left; /* bytes of resident memory that nobody had given back when memory stopped */
    ox_log log;
    ox_resources resources;
    ox_player player;
    ox_loop loop;
    ox_input input;
    rs_frame *frame;
    ox_bands bands;
    ox_frame_stats stats;
    ox_tape *tape; /* NULL: nothing is recorded or replayed */
    ox_guard guard;
    uint32_t watch;   /* microseconds, 0: none */
    uint32_t elapsed; /* of the last whole frame */
    bool cart_runs, quits;
    bool away;        /* another program is in front: time stands still */
    uint32_t number;                /* of the frame to draw next */
    uint64_t now;                   /* plat_ticks at the last frame's start, 0 = none yet */
    uint32_t times[OX_FRAME_TIMES]; /* microseconds from frame to frame */
    uint32_t time_count;
    uint32_t hud_light, hud_dark; /* native pixels */
    bool list_full;               /* logged once */
    bool jobs;                    /* plat_parallel is at work: other threads may be the ones that assert */
};

/* The table of parts, and what its runner calls. */
extern const ox_part ox_console_parts[OX_CONSOLE_PARTS];
extern const ox_startup_hooks ox_console_hooks;

/* Fills the error of the start under way, if anybody asked for it, and returns status. */
ox_status ox_console_refuse(ox_console *console, ox_status status, uint32_t offset, const char *format, ...);

/* "256 KB" or "1000 bytes". */
const char *ox_console_size_text(char text[24], size_t bytes);

/* "pal8", "rgb565", ... */
const char *ox_console_format_name(int format);

/* Takes over failed assertions where nobody else does, shows them and lets the user choose (assertion.c); and
 * the end of that. Nothing in release builds. */
void ox_console_watch_assertions(ox_console *console);
void ox_console_unwatch_assertions(ox_console *console);

/* Finds room for the bands; false when not even 8 lines fit. The picture's size and format are settled. */
bool ox_console_place_bands(ox_console *console, int rom_lines);

/* The target to record for. */
rs_target ox_console_target(const ox_console *console);

/* Draws and presents one frame, `fraction` of a step after the last one, and fills console->stats. */
void ox_console_draw(ox_console *console, uf16 fraction);

/* The next lower or higher of 8, 16, 32, 64 lines and the whole picture, as far as they fit. */
void ox_console_change_bands(ox_console *console, int direction);

#endif
