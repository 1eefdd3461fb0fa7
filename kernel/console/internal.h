/* The console's state, shared by booting and drawing. */
#ifndef OXCART_KERNEL_CONSOLE_INTERNAL_H
#define OXCART_KERNEL_CONSOLE_INTERNAL_H

#include "kernel/console/console.h"
#include "kernel/console/guard.h"
#include "kernel/console/plan.h"
#include "kernel/debug/log.h"
#include "kernel/input/record.h"
#include "kernel/loop/loop.h"
#include "kernel/module/module.h"
#include "kernel/resource/resource.h"
#include "kernel/resource/stock.h"
#include "kernel/scene/scene.h"
#include "raster/frame.h"
#include "rom/rom.h"

_Static_assert((int)RS_PAL8 == (int)PLAT_PAL8 && (int)RS_RGB565 == (int)PLAT_RGB565,
               "one pixel format, two names");
_Static_assert((int)RS_BGR555 == (int)PLAT_BGR555 && (int)RS_XRGB8888 == (int)PLAT_XRGB8888, "likewise");
_Static_assert((int)RS_FORMATS == (int)PLAT_FORMATS, "likewise");

/* What of the scene's player is state; the same layout on every machine. */
typedef struct ox_scene_state {
    uint32_t steps, table_steps, camera, look, pitch, zoom;
    uint16_t yaw;
    uint8_t textures, paused, by_hand, hud;
} ox_scene_state;

#define OX_BAND_LEAST 8 /* lines */
#define OX_FRAME_TIMES 16

/* Where bands are drawn: `capacity` lines of colour and depth. */
typedef struct ox_bands {
    uint8_t *pixels;
    uint16_t *depth;
    int stride;        /* bytes from line to line */
    int capacity;      /* lines that fit */
    int lines;         /* of one band now, with depth */
    int first;         /* of one band at the start */
    int flat_lines;    /* of one band without depth; 0: bands have it */
    bool flat;         /* this picture's have none */
    bool whole;        /* the whole picture fits */
    bool fast;         /* they lie in the fast block */
    bool kept;         /* they are as the rasterizer left them, see rs_frame_vertices */
    rs_block rest;     /* of the fast block: heads of bands, then transformed vertices */
    rs_block vertices; /* of the port, for nothing but vertices */
} ox_bands;

struct ox_console {
    ox_engine engine;
    ox_startup_memory subsystem_memory[OX_CONSOLE_SUBSYSTEMS];
    ox_error *error; /* of the start under way; NULL between starts */
    plat_memory_map map;
    plat *platform;
    ox_resources_point before_scene; /* the scene may be restarted alone */
    ox_mark placed_at_start;         /* in `fast`, of the resources */
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
    ox_stock stock;
    uint32_t left_out; /* bits of overlays for which there is no room */
    ox_resources resources;
    ox_scene scene;
    ox_world world;           /* of the scene: all objects that there are */
    ox_sim_world shown_world; /* it as items of the state */
    void *kept; /* objects of a scene that is built anew (scene.c), at the high end of resident memory */
    size_t kept_size;
    ox_mark kept_mark;
    ox_world_needs kept_least; /* the room that they take */
    ox_loop loop;
    ox_input_player alone; /* the player of a cart that has one */
    ox_input_sources sources;
    rs_frame *frame, *frame_in_main; /* the recorder's state; its piece of the budget */
    ox_bands bands;
    ox_frame_stats stats;
    ox_scene_state shown;                          /* the scene as an item of the state */
    ox_module_host host;                           /* what modules are handed */
    const ox_module *modules[OX_MODULES_MOST + 1]; /* ended by NULL */
    void *module_state[OX_MODULES_MOST];
    uint8_t active[OX_MODULES_MOST]; /* numbers of modules that have a state, in the list's order */
    uint32_t modules_open[4];        /* bits: which were started, begun, opened, made ready */
    uint8_t module_count, active_count;
    bool stays; /* the scene is built anew, and what modules made of it stays */
    bool cart_runs, quits;
    uint8_t away; /* why time stands still: AWAY_... of console.c; 0 while the game plays */
    ox_guard guard;
    uint32_t watch;                 /* microseconds, 0: none */
    uint32_t elapsed;               /* of the last whole frame */
    uint32_t number;                /* of the frame to draw next */
    uint64_t now;                   /* plat_ticks at the last frame's start, 0 = none yet */
    uint32_t times[OX_FRAME_TIMES]; /* microseconds from frame to frame */
    uint32_t time_count;
    uint32_t hud_light, hud_dark; /* native pixels */
    uint64_t card_end;            /* plat_ticks at which the start screen goes, 0: it was not shown yet */
    bool card_over;
    bool rests;               /* scene and world, in the step under way */
    uint32_t wanted;          /* scene that was asked for, 0: none */
    bool speaks;              /* a language was asked for */
    uint8_t language, region; /* that one */
    const void *live;         /* overlay of replaced chunks, NULL: none */
    uint32_t live_size;
    bool list_full; /* logged once */
    bool jobs;      /* plat_parallel is at work: other threads may be the ones that assert */
    bool is_last;   /* the stage, see draw.c */
    uint8_t stage;  /* of the picture that is drawn (rs_frame_stages) */
};

/* What a step does with its input: scene, cart, modules. */
void ox_console_simulate(ox_console *console);

/* ---- modules.c ---- */

/* Makes the list out of the player's and the cart's; fills the error of the start under way. */
ox_status ox_modules_gather(ox_console *console);

/* The functions of kernel/module/module.h, of all modules in their order; those that end something in the opposite one. */
ox_status ox_modules_start(ox_console *console);
void ox_modules_stop(ox_console *console);
ox_status ox_modules_begin(ox_console *console);
void ox_modules_end(ox_console *console, ox_module_end how);
ox_status ox_modules_open(ox_console *console);
void ox_modules_close(ox_console *console);
ox_status ox_modules_ready(ox_console *console);
void ox_modules_done(ox_console *console);
void ox_modules_before(ox_console *console);
ox_module_input ox_modules_input(ox_console *console);
void ox_modules_known(ox_console *console);
void ox_modules_prepare(ox_console *console);
void ox_modules_simulate(ox_console *console);
bool ox_modules_stepped(ox_console *console);
void ox_modules_frame(ox_console *console);
void ox_modules_draw(ox_console *console, ox_module_pass pass, rs_frame *frame, uf16 fraction);
void ox_modules_draw_with_scene(void *console, rs_frame *frame, bool solid,
                                uf16 fraction); /* for ox_scene.others */
void ox_modules_world_needs(ox_console *console, ox_world_needs *needs);
uint32_t ox_modules_component_count(const ox_console *console);
ox_status ox_modules_join(ox_console *console,
                          uint32_t objects); /* their components and types join the world */
void ox_modules_away(ox_console *console, bool is_away);
void ox_modules_leave(ox_console *console);
ox_status ox_modules_enter(ox_console *console, ox_error *error);
bool ox_modules_may_change(ox_console *console, const char **why);
uint32_t ox_modules_list(ox_console *console, ox_sim_part *parts);

/* ---- scene.c ---- */

/* The world of a scene that was opened is made, and its objects are there; a failure has a line in the log or a sentence. */
ox_status ox_console_people_scene(ox_console *console);

/* The objects of a scene that is built anew are kept; they come back when it has been opened again and its world is made. */
void ox_console_keep_scene(ox_console *console);

/* ---- starting and stopping ---- */

/* The table of subsystems, and what its runner calls. */
extern const ox_startup_subsystem ox_console_subsystems[OX_CONSOLE_SUBSYSTEMS];
extern const ox_startup_hooks ox_console_hooks;

/* Hands the palette, or the ramp of the other formats, to the port (output.c). */
void ox_console_show_colours(ox_console *console);

/* Does what ox_console_ask_level asked for. */
void ox_console_change_level(ox_console *console);
void ox_console_change_language(ox_console *console);

/* "256 KB" or "1000 bytes". */
const char *ox_console_size_text(char text[24], size_t bytes);

/* "pal8", "rgb565", ... */
const char *ox_console_format_name(int format);

/* Takes over failed assertions where nobody else does, shows them and lets the user choose (assertion.c); and
 * the end of that. Nothing in release builds. */
void ox_console_watch_assertions(ox_console *console);
void ox_console_unwatch_assertions(ox_console *console);

/* Finds room for the bands; false when not even 8 lines fit. The picture's size and format are settled. The recorder's state goes to what
 * they leave of fast memory, if that is enough; its piece of the budget stays, so that all machines are alike. */
bool ox_console_place_bands(ox_console *console, int rom_lines);

/* The target to record for. */
rs_target ox_console_target(const ox_console *console);

/* Draws and presents one frame, `fraction` of a step after the last one, and fills console->stats. */
void ox_console_draw(ox_console *console, uf16 fraction);

/* The next lower or higher of 8, 16, 32, 64 lines and the whole picture, as far as they fit. */
void ox_console_change_bands(ox_console *console, int direction);

#endif
