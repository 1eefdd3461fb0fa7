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

/* The part of the scene's player that is state; the same layout on every machine. */
typedef struct ox_scene_state {
    uint32_t steps, table_steps, camera, look, pitch, zoom;
    uint16_t yaw;
    uint8_t textures, paused, by_hand, hud;
} ox_scene_state;

#define OX_BAND_LEAST 8 /* lines */
#define OX_FRAME_TIMES 16
#define OX_MODULE_PLACES 64 /* of the search for modules by their ids */

/* The memory in which bands are drawn: `capacity` lines of colour and depth. */
typedef struct ox_bands {
    uint8_t *pixels;
    uint16_t *depth;
    int stride;        /* bytes from line to line */
    int capacity;      /* lines that fit */
    int lines;         /* lines of one band now, with depth */
    int first;         /* lines of one band at the start */
    int flat_lines;    /* lines of one band without depth; 0: bands have depth */
    bool flat;         /* the bands of this picture have no depth */
    bool whole;        /* the whole picture fits */
    bool fast;         /* the bands lie in the fast block */
    bool kept;         /* the bands are as the rasterizer left them, see rs_frame_vertices */
    rs_block rest;     /* rest of the fast block: heads of bands, then transformed vertices */
    rs_block vertices; /* memory of the port for nothing but vertices */
} ox_bands;

/* What is as it was is neither drawn nor handed over again: pictures of a game that rests, and bands in two dimensions (still.c). */
enum { OX_STILL_BANDS = 16 };
typedef struct ox_still {
    rs_frame_mark mark; /* of the frame that is recorded */
    uint32_t now[OX_STILL_BANDS], before[OX_STILL_BANDS];
    uint8_t ages[OX_STILL_BANDS]; /* pictures for which a band has been the same, up to 2 */
    uint8_t bands;                /* of the picture; 0: all of it is drawn */
    uint8_t known;                /* bands of `before`, 0: nothing is known of the picture before */
    uint8_t lines;                /* of a band */
    uint8_t tries;                /* pictures since one had a band in common with those before */
    bool by_bands;                /* `now` is made of the finished list, band by band */
    bool off;                     /* the list has no room for so many bands */
} ox_still;

/* What the display composes by itself (compose.c). */
typedef struct ox_compose {
    struct rs_composition
        *picture;       /* the one that is drawn, in the frame's list; NULL: it is drawn in bands */
    uint8_t rest, wait; /* pictures that are drawn in bands before the next try, and after the last failure */
    uint8_t spare;      /* an index that shows the colour of index 0; 0: none */
    bool is_tried;
    uint8_t busy; /* pictures in a row of which much of the canvas was drawn */
} ox_compose;

struct ox_console {
    ox_engine engine;
    ox_startup_memory subsystem_memory[OX_CONSOLE_SUBSYSTEMS];
    ox_error *error; /* error of the start under way; NULL between starts */
    plat_memory_map map;
    plat *platform;
    /* resources as they were before the scene, so that the scene may be restarted alone */
    ox_resources_point before_scene;
    ox_mark placed_at_start; /* mark in `fast` before the resources */
    ox_mark fast_start;      /* mark in `fast` before the surface */
    rom_image image;
    ox_boot_options options; /* the options with every 0 and -1 replaced */
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
    ox_world world;           /* world of the scene: all objects that there are */
    ox_sim_world shown_world; /* the world as items of the state */
    void *kept; /* kept objects of a scene that is built anew (scene.c), at the high end of resident memory */
    size_t kept_size;
    ox_mark kept_mark;
    ox_world_needs kept_least; /* the room that the kept objects need */
    ox_loop loop;
    ox_input_player alone; /* the player of a cart for one player */
    ox_input_sources sources;
    rs_frame *frame, *frame_in_main; /* the recorder's state; its place in the budget */
    ox_bands bands;
    ox_frame_stats stats;
    ox_still still;
    ox_compose compose;
    ox_scene_state shown;                          /* the scene as an item of the state */
    ox_module_host host;                           /* the console as modules see it */
    const ox_module *modules[OX_MODULES_MOST + 1]; /* ended by NULL */
    void *module_state[OX_MODULES_MOST];
    uint8_t module_places[OX_MODULE_PLACES]; /* modules by their ids, from 1; 0: free */
    uint8_t active[OX_MODULES_MOST];         /* numbers of modules that have a state, in the list's order */
    uint64_t modules_open[4]; /* bits of modules that were started, begun, opened, made ready */
    uint8_t module_count, active_count;
    bool stays; /* the scene is built anew, and what modules made of it stays */
    bool cart_runs, quits;
    uint8_t away; /* why time stands still: AWAY_... of console.c; 0 while the game plays */
    ox_guard guard;
    uint32_t watch; /* microseconds, 0: none */
#if OX_PROFILED
    ox_band_function *band; /* draws bands in place of the rasterizer, or NULL */
    void *band_state;
#endif
    uint32_t elapsed;               /* microseconds of the last whole frame */
    uint32_t number;                /* number of the frame to draw next */
    uint64_t now;                   /* plat_ticks at the last frame's start, 0 = none yet */
    uint32_t times[OX_FRAME_TIMES]; /* microseconds from frame to frame */
    uint32_t time_count;
    uint32_t hud_light, hud_dark; /* native pixels */
    /* plat_ticks at which the start screen goes, 0: the start screen was not shown yet */
    uint64_t start_screen_end;
    bool start_screen_over;
    bool rests; /* scene and world stand still in the step under way */
#if !ROM_SMALL_PLAYER
    ox_module_next *next; /* puts another game into the place of one that ends, or NULL */
#endif
    uint32_t wanted;          /* id of the scene that was asked for, 0: none */
    bool speaks;              /* a language was asked for */
    uint8_t language, region; /* the language that was asked for */
    const void *live;         /* overlay of replaced chunks, NULL: none */
    uint32_t live_size;
    bool list_full; /* a full display list was logged once */
    bool jobs;      /* plat_parallel is at work: an assertion may come from another thread */
    bool is_last;   /* the stage that is drawn is the picture's last one */
    uint8_t stage;  /* number of the stage that is drawn (rs_frame_stages) */
};

/* A piece of the console's own work in the profile that the player gave, if it did. */
#if OX_PROFILED
#define OX_PIECE_BEGIN(c, name) ox_profile_begin((c)->options.profile, name)
#define OX_PIECE_END(c, name) ox_profile_end((c)->options.profile, name)
#define OX_PIECE_END_WITH(c, name) ox_profile_end_with((c)->options.profile, name)
#else
#define OX_PIECE_BEGIN(c, name) (void)0
#define OX_PIECE_END(c, name) (void)0
#define OX_PIECE_END_WITH(c, name) (void)0
#endif

/* Runs a step with its input: scene, cart, modules. */
void ox_console_simulate(ox_console *console);

/* ---- compose.c ---- */

/* Before a picture is recorded: whether it is to be composed by the display. After that: takes it apart. And hands it over in place of its
 * bands; false: it is drawn. `is_looked_at`: something wants the drawn picture. */
#if !ROM_SMALL_PLAYER
bool ox_compose_prepare(ox_console *console, bool is_looked_at);
void ox_compose_take(ox_console *console);
bool ox_compose_draw(ox_console *console);
#else
#define ox_compose_prepare(console, is_looked_at) false
#define ox_compose_take(console) (void)0
#define ox_compose_draw(console) false
#endif

/* ---- modules.c ---- */

/* Makes the list of modules out of the player's and the cart's; fills the error of the start under way. */
ox_status ox_modules_gather(ox_console *console);

/* Call the functions of kernel/module/module.h of all modules, in the order of the list; functions that end something
 * are called in the opposite order. */
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
void ox_modules_polled(ox_console *console, plat_input *polled);
void ox_modules_known(ox_console *console);
void ox_modules_prepare(ox_console *console);
void ox_modules_simulate(ox_console *console);
bool ox_modules_stepped(ox_console *console);
void ox_modules_frame(ox_console *console);
void ox_modules_draw(ox_console *console, ox_module_pass pass, rs_frame *frame, uf16 fraction);
void ox_modules_draw_with_scene(void *console, rs_frame *frame, bool solid,
                                uf16 fraction); /* installed as ox_scene.others */
void ox_modules_world_needs(ox_console *console, ox_world_needs *needs);
uint32_t ox_modules_component_count(const ox_console *console);
ox_status ox_modules_join(ox_console *console,
                          uint32_t objects); /* components and types of modules join the world */
void ox_modules_away(ox_console *console, bool is_away);
void ox_modules_leave(ox_console *console);
ox_status ox_modules_enter(ox_console *console, ox_error *error);
bool ox_modules_may_change(ox_console *console, const char **why);
uint32_t ox_modules_list(ox_console *console, ox_sim_part *parts);

/* ---- still.c ---- */

/* Before a frame is recorded: whether it is compared, and in how many bands it is drawn then. */
void ox_still_prepare(ox_console *console, bool figures);

/* Ends what is recorded first, on which all bands depend; ends a piece of what comes over it; ends the frame. */
void ox_still_scene(ox_console *console);
void ox_still_piece(ox_console *console);
void ox_still_end(ox_console *console);

/* Whether a band is drawn, and whether it is handed over: the port may hold two pictures. */
static inline bool ox_still_draws(const ox_console *c, int band) {
    return ROM_SMALL_PLAYER || c->still.bands == 0 || c->still.ages[band] == 0;
}
static inline bool ox_still_hands(const ox_console *c, int band) {
    return ROM_SMALL_PLAYER || c->still.bands == 0 || c->still.ages[band] < 2;
}

/* ---- scene.c ---- */

/* Makes the world of a scene that was opened, and its objects; a failure is told by a line in the log or a sentence. */
ox_status ox_console_people_scene(ox_console *console);

/* Keeps the objects of a scene that is built anew. They come back when the scene has been opened again and its world
 * is made. */
void ox_console_keep_scene(ox_console *console);

/* ---- starting and stopping ---- */

/* The table of subsystems, and the functions that its runner calls. */
extern const ox_startup_subsystem ox_console_subsystems[OX_CONSOLE_SUBSYSTEMS];
extern const ox_startup_hooks ox_console_hooks;

/* Hands the palette, or the ramp of formats without one, to the port (output.c). */
void ox_console_show_colours(ox_console *console);

/* Do what ox_console_ask_level and ox_console_ask_language asked for. */
void ox_console_change_level(ox_console *console);
void ox_console_change_language(ox_console *console);

/* The text of a size: "256 KB" or "1000 bytes". */
const char *ox_console_size_text(char text[24], size_t bytes);

/* The name of a pixel format: "pal8", "rgb565", ... */
const char *ox_console_format_name(int format);

/* Takes over failed assertions where no other handler is installed, shows them and lets the user choose
 * (assertion.c). ox_console_unwatch_assertions ends that. Neither does anything in release builds. */
void ox_console_watch_assertions(ox_console *console);
void ox_console_unwatch_assertions(ox_console *console);

/* Finds room for the bands; false when not even 8 lines fit. The picture's size and format are settled before. The
 * recorder's state moves to what the bands leave of fast memory, if that is enough; its place in the budget stays, so
 * that all machines are alike. */
bool ox_console_place_bands(ox_console *console, int rom_lines);

/* The target for which the display list is recorded. */
rs_target ox_console_target(const ox_console *console);

/* Draws and presents one frame, `fraction` of a step after the last one, and fills console->stats. */
void ox_console_draw(ox_console *console, uf16 fraction);

/* Changes to the next lower or higher number of lines out of 8, 16, 32, 64 and the whole picture, as far as they fit.
 */
void ox_console_change_bands(ox_console *console, int direction);

#endif
