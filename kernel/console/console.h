/* The console: boots a ROM image on a port and plays it frame by frame. A port's main is these calls of boot, frame
 * and close:
 *
 *     ox_boot_options options = {.platform = p, .image = rom, .image_size = size};
 *     ox_error error;
 *     ox_console *console = ox_console_boot(&options, &error);
 *     if (console == NULL) show(error.text);
 *     else while (ox_console_frame(console)) {}
 *     ox_console_close(console);
 *
 * All memory comes from plat_memory(): the console carves the ROM's budget out of it, and nothing else is
 * ever allocated. There is no state outside that block, so two consoles may live in one process, each on a
 * port of its own: a port that is claimed already refuses a second console.
 *
 * Booting. The image is opened, since its budget says how much memory there is; the console's own record is
 * put there; then its subsystems start in the order of one constant table (kernel/engine/startup.h), and stop in
 * exactly the reverse:
 *
 *     assertions     debug builds: the handler that shows a failed assertion
 *     memory         the budget, carved into classes and clients as the image says (plan.h)
 *     log            the ring of the last lines
 *     time           the fixed-step loop
 *     ROM            every byte of the image is checked
 *     configuration  title, start scene: defaults and a line in the log where the image has none
 *     resources      the palette, the placeholders
 *     modules        those of the list that have something to do in this cart, in their order (kernel/module/module.h)
 *     scene          the start scene and all that it names
 *     input
 *     cart           a game in C, and the modules that surround it
 *     surface        the bands, in what is left
 *     renderer       the recorder and its display list
 *     video          the screen, last of those that may be refused: a boot that fails leaves the picture alone
 *
 * A subsystem that fails is undone with everything before it. A request to quit that came while booting ends the
 * first frame. */
#ifndef OXCART_KERNEL_CONSOLE_H
#define OXCART_KERNEL_CONSOLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "kernel/debug/profiled.h"
#include "kernel/engine/engine.h"
#include "kernel/input/input.h"
#include "kernel/memory/class.h"
#include "kernel/memory/fault.h"
#include "kernel/module/capacity.h"
#include "kernel/replay/record.h"
#include "kernel/replay/state.h"
#include "kernel/resource/stock.h"
#include "platform/platform.h"
#include "raster/frame.h"

typedef struct ox_console ox_console;

typedef struct ox_error {
    int status;      /* an ox_status, 0 = none */
    uint32_t offset; /* offset in the image, when the image is at fault */
    char text[160];  /* one line: what is wrong, where, and how to mend it */
} ox_error;

/* A game in C that plays on the console beside the scene of its image: its functions for start, steps, pictures and
 * stop. Any function may be NULL. */
typedef struct ox_cart {
    const char *name;
    /* after the scene's start; takes memory from the cart's clients */
    ox_status (*start)(void *state, ox_console *console);
    void (*step)(void *state, const ox_input *input);          /* each fixed step, after the scene's */
    void (*draw)(void *state, rs_frame *frame, uf16 fraction); /* each picture, after the scene's */
    void (*stop)(void *state);
    const ox_sim_part *parts; /* the cart's state, for recordings; at most OX_CART_PARTS */
    uint32_t part_count;
    void *state;
    const struct ox_module *const
        *modules; /* modules that the cart brings along beside the player's, ended by NULL; or NULL */
    const struct ox_runtime_plan
        *runtime; /* plan of world, events, tasks, saves and so on (kernel/runtime/module.h), or NULL */
    /* Replaces rs_frame_band, with the same arguments: for pictures that show how a picture is made
     * (rs_frame_band_view). This function may be called for several bands at the same time, and must change nothing
     * but its band. */
    void (*band)(void *state, const rs_frame *frame, int band, const rs_surface *surface, uint16_t *depth);
} ox_cart;

enum {
    OX_CART_PARTS = 8,        /* parts of the state of a cart in C */
    OX_STATE_OWN = 3,         /* parts of the console itself: the scene, the input and the world */
    OX_STATE_OF_MODULES = 32, /* parts of all modules together */
    OX_STATE_PARTS = OX_STATE_OWN + OX_STATE_OF_MODULES + OX_CART_PARTS
};

/* The phases of a frame, for code that traces them. */
typedef enum ox_frame_phase {
    OX_FRAME_BEGIN,
    OX_FRAME_POLL,  /* the port is read: input, then what the system tells */
    OX_FRAME_STEP,  /* each fixed step */
    OX_FRAME_DRAW,  /* the scene is recorded, text over it, then rasterized */
    OX_FRAME_SHOWN, /* the picture was handed over and presented */
    OX_FRAME_END,   /* figures of the frame are known */
    OX_FRAME_PHASES
} ox_frame_phase;

typedef struct ox_boot_options {
    plat *platform;
    const void *image;  /* the ROM image, aligned to 4 bytes; read in place, stays with the caller */
    size_t image_size;  /* bytes available; the image may be shorter */
    int width, height;  /* 0: as the ROM asks */
    int format;         /* a plat_format, or -1: as the ROM asks */
    int band_lines;     /* 0: as tall as memory allows; else 8..height */
    int gamma;          /* the player's wish: ox_console_gamma; 0: no change */
    bool deterministic; /* every frame is one fixed step; figures are never drawn */
    bool log_hashes;    /* log `frame=K hash=XXXXXXXX` for every frame */
    bool log_cycles;    /* log `frame=K cycles=N` for every frame, where the port counts cycles */
    bool count_pixels;  /* count the pixels that 3D covers: ox_frame_stats.pixels */
    uint32_t scene;     /* id of the scene to play, 0: the ROM's start scene */
    const ox_overlay
        *overlays; /* images that lie over the cart's: patches, mods, add-ons; refused ones are told */
    uint32_t overlay_count;   /* at most OX_STOCK_OVERLAYS; list and images stay with the caller */
    bool old_add_ons;         /* add-ons made for another interface of the cart play, too */
    uint8_t language, region; /* numbers of the image's variants, 0: any */
    uint32_t
        start_screen; /* microseconds that the start screen lies over the picture (start_screen.h), at most until the first
                                  * button; 0: not at all, and never in a deterministic run */
    bool strict;         /* a resource that is missing or damaged ends the boot or the game */
    uint32_t first_tick; /* steps and frames are numbered from here: any run is the same from any number */
    bool
        log_subsystems; /* log every start and stop of a subsystem with its bytes; debug builds do by default */
    uint32_t
        fail_allocation; /* for tests: the k-th request for memory is refused, the budget's regions first, then
                               * those in resident memory; 0: none */
    ox_fault *faults; /* for tests: what all regions and blocks ask whether to refuse, or NULL; see fault.h */
    const ox_cart *cart; /* a game in C, or NULL */
    const struct ox_module *const
        *modules; /* modules that play (kernel/module/module.h), ended by NULL; NULL: scenes alone. The usual
                                             * lists: kernel/preset/presets.h */
    bool development_sounds; /* a sound that is missing beeps */
    uint32_t
        watch; /* microseconds of work that a frame may take before the game is stopped (guard.h); 0: five seconds with a
                     * cart in C, else no watch; UINT32_MAX: none */
    ox_recording_sink *record; /* takes a recording of everything that is played (replay/record.h), or NULL */
    void *record_context;
    bool
        thorough; /* the recording has every value of the state in every step, so that a difference is told exactly */
    const void *replay; /* a recording to play instead of the port's input, or NULL; stays with the caller */
    size_t replay_size;
    struct ox_tape *tape; /* memory for what records or plays, so that the game has all of its own; NULL: it
                           * comes out of the budget. It stays with the caller until the console is closed. */
    uint32_t replayed,
        replay_checks;            /* ticks and checks of the recordings before this one, in a list of carts */
    const struct ox_carts *carts; /* of a game that a list of carts has begun, and of a list that goes on:
                                       * kernel/carts/module.h fills it, and the four fields around; else NULL */
    uint16_t storage_part,
        storage_parts; /* the game has this part, from 0, of so many equal ones of the port's storage; 0: all of it */
    const struct ox_option_given
        *given; /* values of options for this run (kernel/game/option.h), or NULL; stay with the caller */
    uint32_t given_count;
    uint32_t user; /* whose own values of options count, 0: the first user's */
    void (*trace)(void *context, ox_frame_phase phase); /* called at the start of every phase, or NULL */
    void *trace_context;
#if OX_PROFILED
    struct ox_profile *profile; /* takes down how long everything takes (kernel/debug/profile.h), or NULL */
    struct ox_inspect *inspect; /* shows the inside of the game (kernel/inspect/module.h), or NULL */
    uint32_t replay_until;      /* ticks of the recording after which the players take over, 0: never */
    bool replay_forced;         /* a recording of another image of the cart is played, too */
#endif
} ox_boot_options;

/* A set of options with all defaults: as the ROM asks. Nothing of the console may be called before ox_console_boot,
 * or on a console that was closed, but for ox_console_close; a debug build asserts. */
ox_boot_options ox_boot_defaults(plat *platform, const void *image, size_t image_size);

/* Checks the image, takes its budget, opens video and loads the start scene. NULL and *error when anything is
 * refused; after a refusal nothing has changed but the contents of the memory blocks. */
FX_MUST_CHECK ox_console *ox_console_boot(const ox_boot_options *options, ox_error *error);

/* Stops every subsystem, forgets the console and gives the port free. Returns the bytes that subsystems did not give
 * back, which should be 0. `console` may be NULL, or closed already if nobody took its memory since: the result is 0.
 */
size_t ox_console_close(ox_console *console);

/* The subsystems by the ids of the table above. ox_console_restart restarts one while the game runs: its dependents
 * stop first. When a subsystem fails to come up again the console cannot play on: close it. Frames and steps are
 * counted on. */
typedef enum ox_console_subsystem {
    OX_SUBSYSTEM_ASSERTIONS,
    OX_SUBSYSTEM_MEMORY,
    OX_SUBSYSTEM_LOG,
    OX_SUBSYSTEM_TIME,
    OX_SUBSYSTEM_ROM,
    OX_SUBSYSTEM_CONFIGURATION,
    OX_SUBSYSTEM_RESOURCES,
    OX_SUBSYSTEM_MODULES,
    OX_SUBSYSTEM_SCENE,
    OX_SUBSYSTEM_INPUT,
    OX_SUBSYSTEM_CART,
    OX_SUBSYSTEM_SURFACE,
    OX_SUBSYSTEM_RENDERER,
    OX_SUBSYSTEM_VIDEO,
    OX_CONSOLE_SUBSYSTEMS
} ox_console_subsystem;
FX_MUST_CHECK ox_status ox_console_restart(ox_console *console, ox_console_subsystem part, ox_error *error);

/* Plays another scene from the next frame on. Its package is loaded as one transaction (kernel/resource/package.h;
 * what both scenes need stays in memory), its objects and bands find their places anew; the scene begins at its first
 * step. A game in C goes on playing. It must not have taken resident memory ("level") of its own, which lies above
 * the scene: else OX_BAD_STATE. A game in C with a plan (kernel/runtime/module.h) has its tables there: it is stopped
 * before the scene ends and started when the next scene is there, and learns in its start by ox_console_scene where
 * it is. The call is not allowed from within a step or a picture (debug builds assert): ox_console_ask_level is. On
 * failure (OX_NOT_FOUND, OX_BAD_DATA, OX_OUT_OF_MEMORY, ...) *error tells why, and the scene before begins anew. */
FX_MUST_CHECK ox_status ox_console_level(ox_console *console, uint32_t scene, ox_error *error);

/* Asks from anywhere for another scene, which opens behind the steps of the frame under way. A failure is a line in
 * the log. The last request counts. */
void ox_console_ask_level(ox_console *console, uint32_t scene);

/* Changes to another language and region (numbers of the image's variants, 0: any). Pictures, texts and voices that
 * have a form of their own for the language are disposed and loaded anew, and the scene goes on at its step. Errors
 * are as with ox_console_level. */
FX_MUST_CHECK ox_status ox_console_language(ox_console *console, uint8_t language, uint8_t region,
                                            ox_error *error);

/* Asks from anywhere for another language and region, which come behind the steps of the frame under way. A failure
 * is a line in the log. The last request counts. */
void ox_console_ask_language(ox_console *console, uint8_t language, uint8_t region);

/* Development: chunks that were rebuilt take the place of the running ones (kernel/resource/live.h), between two
 * frames; the scene goes on at its step. `overlay` stays with the caller, and in use, until the next call has
 * succeeded or the console is closed; size 0 ends the replacement. On failure everything is as it was. */
FX_MUST_CHECK ox_status ox_console_replace(ox_console *console, const void *overlay, uint32_t size,
                                           ox_error *error);

/* The port that the console plays on. */
plat *ox_console_port(const ox_console *console);

/* The id of the scene that is played; 0 before it has started. */
uint32_t ox_console_scene(const ox_console *console);

/* The record of the scene that is played (kernel/scene/scene.h): for games and viewers that lead its camera, hold it
 * still or look another way. Such changes are no input and stand in no recording. NULL before the scene has started. */
struct ox_scene *ox_console_played_scene(ox_console *console);

/* The console's one world (kernel/world/world.h): the objects of the scene, of scripts and of a cart in C. The world
 * is made with the scene and ends with it. NULL before the scene has started. */
struct ox_world *ox_console_world(ox_console *console);

/* The resources of the game: images, manager, level; NULL on a console that does not run. A cart gets its resources
 * from there, and may register types of its own. */
ox_stock *ox_console_stock(ox_console *console);

/* The engine context, where subsystems are found and services installed. The context lives as long as the console. */
ox_engine *ox_console_engine(ox_console *console);

/* Bytes of call stack in use at the deepest moment since the port started, and the stack's size; false where the port
 * does not measure. In debug builds every frame asserts that the last word of the stack is untouched. */
bool ox_console_stack(const ox_console *console, size_t *peak, size_t *size);

/* Plays one displayed frame: poll, fixed steps, draw, present. False when the user or the cart quits, or a replay is
 * over. */
bool ox_console_frame(ox_console *console);

/* The three phases of a displayed frame, for a platform that calls them by itself: ox_console_frame is input, then
 * update and output unless input said false. No phase waits for the user. */
bool ox_console_input(ox_console *console);
bool ox_console_update(ox_console *console);
void ox_console_output(ox_console *console);

/* Asks for the end of the game: the frame under way is finished, and is the last. */
void ox_console_quit(ox_console *console);

/* Microseconds that the last whole frame took, from its beginning to the beginning of the next; 0 before the first
 * frame ended. */
uint32_t ox_console_elapsed(const ox_console *console);

/* Guards a counter of refusals (a full queue, a full pool): a cart that makes it grow for a second on end is stopped
 * with a screen that names the counter. OX_FULL beyond 4 counters. */
FX_MUST_CHECK ox_status ox_console_watch(ox_console *console, const char *name, const uint32_t *refusals);

typedef struct ox_frame_stats {
    uint32_t frame;     /* number of the frame just drawn, from 0 */
    uint32_t hash;      /* CRC-32 of its pixels in little-endian order, top to bottom; 0 unless log_hashes */
    uint32_t triangles; /* triangles submitted */
    uint32_t triangles_drawn; /* triangles rasterized after culling and clipping */
    /* pixels written by 3D at least once; 0 unless counted */
    uint32_t pixels;
    uint32_t draw_microseconds; /* time of clear and draw, nothing else */
    /* draw_microseconds in cycles, where the port counts them */
    uint32_t draw_cycles;
    uint32_t written; /* pixels handed over to the port: 0 where a game rests and nothing has changed */
    uint32_t memory_used, memory_budget, memory_peak; /* bytes */
} ox_frame_stats;

void ox_console_stats(const ox_console *console, ox_frame_stats *stats);

/* Memory by client, 0 .. until false: "engine" (the console's own), "frame" (the display list), "resource"
 * (what the cart asked of caches and streams), the cart's own clients, "level" (resident memory: resources
 * and bands). */
typedef enum ox_region_kind { OX_REGION_ARENA, OX_REGION_FRAME } ox_region_kind;
typedef struct ox_memory_region {
    const char *name;
    ox_region_kind kind;
    size_t size, used, peak; /* bytes */
    uint32_t refused;        /* requests that the region turned down */
} ox_memory_region;
bool ox_console_region(const ox_console *console, int index, ox_memory_region *region);

/* All memory by class and client, as the image's budget carved it (kernel/memory/class.h): a part of the game asks
 * ox_memory_client for the arena of its tag. ox_console_capacity gives the capacity that the budget declares for a
 * table, by the table's id. */
ox_memory *ox_console_memory(ox_console *console);
uint32_t ox_console_capacity(const ox_console *console, uint32_t table, uint32_t otherwise);

/* How many objects of a kind the cart's tables are to hold: as the cart declares, else the usual number (capacity.h).
 * The log's first lines tell the declared capacities, with their bytes. */
uint32_t ox_console_capacity_of(const ox_console *console, const ox_capacity *capacity);

/* The console as modules see it: the argument of functions about a module. */
const struct ox_module_host *ox_console_modules(const ox_console *console);

/* Lists the state of the game as parts (kernel/replay/state.h): the scene, the input, the modules, a cart in C.
 * Returns their number. ox_console_state_hash is the hash of all parts, the same on every machine. */
uint32_t ox_console_list_state(ox_console *console, ox_sim_part parts[OX_STATE_PARTS]);
uint32_t ox_console_state_hash(ox_console *console);

/* The world as a part of the state: for saved games, which have records of their own. */
ox_sim_part ox_console_world_part(ox_console *console);

/* The identity of what is played, for recordings and saved games: the image with all that lies over it. */
uint32_t ox_console_identity(const ox_console *console);

/* The head of a recording of what is played. */
ox_recording_head ox_console_recording_head(const ox_console *console);

/* The display list of the last frame, good until the next one: for code that counts or shows its contents
 * (raster/inspect.h). */
const rs_frame *ox_console_list(const ox_console *console);

#if OX_PROFILED
/* From the next picture on `band` draws every band, as ox_cart.band does and before it; NULL: the console again. A picture that is looked at in
 * such a way is not the game's, and is drawn anew in each frame. */
typedef void ox_band_function(void *state, const rs_frame *frame, int band, const rs_surface *surface,
                              uint16_t *depth);
void ox_console_draw_by(ox_console *console, ox_band_function *band, void *state);
#endif

/* Sets the brightness of the display: exponent 10/tenths over all codes, OX_GAMMA_NONE (codes as they are) to
 * OX_GAMMA_MOST (dark tones lightest). One ramp on the way to the display holds this gamma, together with that of
 * images whose pixels are amounts of light (raster/gamma.h). Frames and their hashes have pixels as they are before
 * the ramp, screenshots as they are behind it. A cart may call this function in its start. False for values out of
 * range. */
enum { OX_GAMMA_NONE = 10, OX_GAMMA_MOST = 30 };
bool ox_console_gamma(ox_console *console, int tenths);

/* Shows pictures in the image's palette after changes (raster/palette_change.h), from this picture on. The colours
 * change in the vertical blank, for the whole display. 0 changes: the palette as it is. Displays without a palette
 * are left alone. Code that draws calls this in every picture anew. Cost: 64 instructions an entry and more. */
struct rs_palette_change;
void ox_console_change_colours(ox_console *console, const struct rs_palette_change *changes, int count);

/* How the picture is drawn: lines of one band, and whether the bands lie in the port's fast memory. */
int ox_console_band_lines(const ox_console *console);
bool ox_console_bands_are_fast(const ox_console *console);

/* The line that was logged `age` lines ago, 0 = the newest; NULL when the line is no longer kept. For crash screens
 * and tests. */
const char *ox_console_log_line(const ox_console *console, uint32_t age);

#endif
