/* The inside of a running game, in its picture: time, costs, memory, objects, log, watches and a console, each a page of lines over the picture.
 *
 *     static ox_inspect view;                                    zero is a view that waits; the record is the player's and takes nothing of the game's budget
 *     view.profile = &profile;                                   optional: kernel/debug/profile.h
 *     view.memory = ring, view.memory_size = 4 << 20;            optional: the way back in time
 *     options.inspect = &view, options.profile = &profile;       of the boot; the module `debug` (module.h) has to be in the list
 *     host_filter_input(port, ox_inspect_listen, &view);         the view hears the buttons before the game does
 *
 *     oxcart run mygame                                          hold Select for half a second, or press F1
 *     oxcart run mygame --headless --inspect profile --shot profile.png
 *
 * BUTTONS. Select held for half a second opens the view, and closes it. While it is open the game hears no buttons: L and R turn pages, Up and Down choose a row, Left and Right change it
 * (with A held ten times as much), A does what the row says or opens it when it is let go alone, Start stops and goes on with the game, X goes one step. Y hands the buttons to the game while the page stays in
 * sight; Select takes them back.
 *
 * THE GAME STAYS THE SAME. The view draws in the pass OX_PASS_GLASS and reads. Whatever changes the game (an edited field, a step back) is asked for by a person; edits are commands:
 * they take effect between two steps, stand in the recording that runs (kernel/replay/record.h) and come again in its replay. While a recording is written or played no step is gone back.
 *
 * WHO DID IT. A watch tells in which phase or module its value changed last, and may stop the game there; `history NAME` keeps what an object handled and the states that it was in; `stop STEP`
 * stops the game behind a step, in replays too. The page `camera` and `fly` look around while the game goes on, or rests, by its own camera. Games in C have a page `game` (entry.h).
 *
 * TEXT. ox_inspect_line gives the page as lines for terminals and tests. ox_inspect_run does a line of the console (command.c has the commands): any bytes, of which only those make sense that
 * `help` lists; all others are refused with a sentence.
 *
 * COST. Closed: a comparison in each step and picture. Nothing of this is in builds with OX_RETAIL, nor in players that lack the module. (GEA 9.3 to 9.8; Game Programming Gems 1.13, 1.14.) */
#ifndef OXCART_KERNEL_INSPECT_INSPECT_H
#define OXCART_KERNEL_INSPECT_INSPECT_H

#include "kernel/collision/show.h"
#include "kernel/console/console.h"
#include "kernel/debug/break.h"
#include "kernel/debug/profile.h"
#include "kernel/debug/watchpoint.h"
#include "kernel/event/events.h"
#include "kernel/input/input.h"
#include "kernel/inspect/entry.h"
#include "kernel/inspect/sheet.h"
#include "kernel/inspect/sketch.h"
#include "kernel/module/module.h"
#include "kernel/replay/rewind.h"
#include "kernel/resource/thrash.h"

typedef enum ox_inspect_page {
    OX_INSPECT_TIME,
    OX_INSPECT_PROFILE,
    OX_INSPECT_MEMORY,
    OX_INSPECT_OBJECTS,
    OX_INSPECT_WATCHES,
    OX_INSPECT_LOG,
    OX_INSPECT_EVENTS,
    OX_INSPECT_PLACES,    /* time of frames by place */
    OX_INSPECT_LIFE,      /* what befell objects */
    OX_INSPECT_DRAW,      /* how the picture is made, and marks over it */
    OX_INSPECT_CAMERA,    /* another camera than the game's */
    OX_INSPECT_GAME,      /* entries of the game (entry.h) */
    OX_INSPECT_OPTIONS,   /* what players and developers set (kernel/game/option.h) */
    OX_INSPECT_RESOURCES, /* what the cache loads again and again */
    OX_INSPECT_MENU,      /* scenes, time, light, lens: what a tester wants at hand */
    OX_INSPECT_CONSOLE,
    OX_INSPECT_PAGES
} ox_inspect_page;

enum {
    OX_INSPECT_HOLD = 30,    /* polls that Select is held */
    OX_INSPECT_TIMES = 128,  /* frames whose times are kept */
    OX_INSPECT_WATCHED = 16, /* watches */
    OX_INSPECT_SPOTS = 256,  /* places of the heat map */
    OX_INSPECT_SPOT = 4,     /* metres of one */
    OX_INSPECT_TRACED = 64,  /* deliveries of events that are kept; a power of two */
    OX_INSPECT_SCRIPTS = 24, /* behaviours whose instructions are counted */
    OX_INSPECT_SCROLL = 32,  /* lines of the console */
    OX_INSPECT_SCROLL_LINE = 81,
    OX_INSPECT_INPUT = 120, /* letters of a line of the console */
    OX_INSPECT_REST = 1024, /* letters of lines that wait */
    OX_INSPECT_HISTORY = 8, /* lines */
    OX_INSPECT_EDIT_BYTES = 24,
    OX_INSPECT_REWIND = 600, /* steps that can be gone back */
    OX_INSPECT_LIVES = 8,    /* objects whose history is kept */
    OX_INSPECT_DEEDS = 32,   /* what is kept of each */
    OX_INSPECT_CLIENTS = 24, /* of memory */
    OX_INSPECT_LOGGED = 8,   /* rows of the log over the picture */
    OX_INSPECT_TRAIL = 16    /* pages of the game that lead to one another */
};

/* What a person points at: a value of a field of a component of an object; component 0 is the object's own record. */
typedef struct ox_inspect_path {
    ox_handle object;
    ox_id component, field;
    uint32_t index;
} ox_inspect_path;

typedef struct ox_inspect_watch {
    ox_inspect_path path;
    ox_id name; /* of the object when the watch began */
    int64_t value;
    bool is_there, has_changed; /* changed: in the last step */
    bool stops;                 /* a change stops the game behind its step */
    int64_t now;                /* as it was when a piece of the profile began or ended last */
    const char
        *by; /* piece of the profile (the phase, the module) in which it changed last; NULL: not known */
} ox_inspect_watch;

/* Something that befell an object: it handled an event, whose name is `to` and whose sender is called `from`; or it went from one state to another. */
typedef struct ox_inspect_deed {
    uint32_t tick, number; /* number: of all objects together */
    ox_id from, to;
    bool is_state;
} ox_inspect_deed;

/* The last OX_INSPECT_DEEDS of an object; the newest is deeds[(count - 1) % OX_INSPECT_DEEDS]. */
typedef struct ox_inspect_life {
    ox_handle object;
    ox_id name, state;
    uint32_t count;
    ox_inspect_deed deeds[OX_INSPECT_DEEDS];
} ox_inspect_life;

/* A camera that a person leads while the game goes on, or rests, with its own. */
typedef struct ox_inspect_camera {
    bool is_on, has_lens,
        has_place; /* the lens and the direction of the game's are known; another place than its own was asked for */
    vec3 eye, kept;
    ang16 turn, kept_turn;   /* about the vertical: 0 looks along -z */
    int32_t tilt, kept_tilt; /* up, -16384 .. 16384 is a quarter turn */
    fx speed;                /* metres a press */
    rs_camera lens;
} ox_inspect_camera;

/* Ways to see how the picture is made (raster/inspect.h), and names of them. */
typedef enum ox_inspect_way {
    OX_INSPECT_PICTURE, /* as the game draws it */
    OX_INSPECT_WIRE,
    OX_INSPECT_OVERDRAW, /* 0 black, 1 blue, 2 green, 3 yellow, 4 orange, 5 red, more white */
    OX_INSPECT_DEPTH,
    OX_INSPECT_NORMALS,
    OX_INSPECT_LEVELS, /* of mip maps */
    OX_INSPECT_DENSITY,
    OX_INSPECT_TRIANGLES,
    OX_INSPECT_BANDS, /* the first line of each */
    OX_INSPECT_WAYS
} ox_inspect_way;

/* A square of the ground and the time of frames whose camera stood there. */
typedef struct ox_inspect_spot {
    int16_t x, z; /* in units of OX_INSPECT_SPOT metres */
    uint32_t count, most;
    uint64_t total;
} ox_inspect_spot;

/* Takes a line that the console says. */
typedef void ox_inspect_hear(void *context, const char *line);

typedef struct ox_inspect {
    /* The player's. */
    ox_profile *profile;
    void *memory; /* for the way back, aligned to 8; NULL: there is none */
    size_t memory_size;
    ox_sheet_names *names; /* names of fields and components; those of the game are known; or NULL */
    const void *names_context;
    bool (*other)(void *context, const char *line, char *answer,
                  size_t size); /* lines of the console that the view does not know; or NULL */
    void *other_context;
    bool has_debugger; /* a debugger is attached: breaks of C stop it (kernel/debug/break.h) */

    /* The view's own. */
    const ox_module_host *host; /* NULL: no game runs */
    ox_input input;
    uint32_t kept; /* buttons that are hidden from the game until they are released */
    uint16_t select_held;
    uint8_t page;
    bool waits_for_a;        /* A is down, and nothing else came yet */
    bool is_open, is_pinned; /* pinned: in sight, while the game has the buttons */
    ox_sheet sheet;
    ox_profile_flat pieces[OX_PROFILE_SAMPLES]; /* of the profile by name, while its page is written */
    int32_t speed;                              /* of the game's time, as a power of two */
    uint32_t times[OX_INSPECT_TIMES], time_count;
    uint32_t missed;                /* pictures that were due while a frame went on */
    uint32_t steps, steps_of_frame; /* of the frame under way; of the last one */
    uint32_t unshown;               /* steps after which another one came before a picture */
    uint32_t traced_before, dropped_before,
        refused_before; /* deliveries, events without room, refusals of memory up to the last frame */
#if OX_PROFILED
    ox_scene_counts scene_counts; /* of the picture under way */
    rs_stats part_began;          /* of the part of the picture under way, by its number */
    uint32_t part;
#endif
    uint32_t press_frame,
        latency; /* frames from the last press to the picture that shows the step which heard it */
    bool press_waits, heard;
    uint32_t world_depth; /* of the piece in which the phases of the tick lie */
    bool is_flat;         /* the profile by name */
    ox_handle opened;     /* object whose components are seen */
    ox_id opened_component;
    char filter[32]; /* of objects */
    ox_events *bus;  /* whose deliveries go into the ring; NULL: none */
    ox_event_trace traced[OX_INSPECT_TRACED];
    char event_filter[32]; /* name of a type or an object; empty: all */
    ox_inspect_watch watches[OX_INSPECT_WATCHED];
    uint32_t watch_count;
    ox_watchpoints points; /* of memory, as code in C asks for */
    ox_break_table breaks; /* as code in C asks for */
    ox_shown_box *boxes;   /* of the game, in the order in which they were shown */
    ox_text_box logged;    /* what the log takes */
    ox_shown_box log_box;
    uint32_t log_letters[OX_TEXT_BOX_LETTERS(OX_SHEET_COLUMNS, OX_INSPECT_LOGGED)];
    bool shows_log;
    ox_log_sink log_sink;
    struct {
        const char *name;
        size_t used;
    } begun
        [OX_INSPECT_CLIENTS]; /* memory of clients when the first scene began: what a later one finds beyond it was left behind */
    uint32_t begun_count;
    bool scene_begins;     /* its first frame is under way */
    ox_thrash thrash;      /* what the cache loads again */
    uint32_t forward_to;   /* step up to which whoever plays leaves pictures out; 0: none */
    ox_inspect_hear *hear; /* of the line under way; or NULL */
    void *hear_context;
    ox_inspect_life lives[OX_INSPECT_LIVES];
    uint32_t life_count, deed_count;
    ox_inspect_camera camera;
    ox_entry *entries;                   /* of the game, sorted */
    const char *trail[OX_INSPECT_TRAIL]; /* pages of the game that were gone through; the last is in sight */
    uint32_t trail_count;
    uint32_t stop_tick; /* the step before which the game stops; 0: none */
    struct {
        uint32_t id;
        char name[48];
    } scripts[OX_INSPECT_SCRIPTS]; /* names of counters */
    uint32_t script_count;
    ox_inspect_spot spots[OX_INSPECT_SPOTS];
    uint32_t spot_count;
    uint8_t way; /* ox_inspect_way of the picture */
    ox_sketch sketch;
    ox_show show; /* what collision and physics draw, as categories of the sketch */
    bool shows;
    bool maps;                                 /* spots are noted */
    uint8_t edits[OX_INSPECT_EDIT_BYTES * 16]; /* commands since the last step, for the recording */
    uint32_t edit_bytes;
    bool edited; /* the game is not as it would be without the view */
    ox_rewind rewind;
    ox_sim_part parts[OX_STATE_PARTS];
    ox_sim state;
    ox_input before[OX_PLAYERS_MAX];
    bool can_go_back, stale; /* stale: the ring begins anew with the next step */
    char scroll[OX_INSPECT_SCROLL][OX_INSPECT_SCROLL_LINE];
    uint32_t scrolled;
    char line[OX_INSPECT_INPUT + 1];
    char history[OX_INSPECT_HISTORY][OX_INSPECT_INPUT + 1];
    uint32_t history_count, history_at;
    uint32_t waits; /* steps until the rest of a line goes on */
    char rest[OX_INSPECT_REST];
} ox_inspect;

/* A filter of input (platform/host/host.h): takes the view's buttons out of what the port polled. Called once a frame. */
void ox_inspect_listen(void *inspect, plat_input *polled);

/* Opens the view at a page, or closes it. ox_inspect_find_page gives the page of a name ("profile"), OX_INSPECT_PAGES: none. */
void ox_inspect_show_page(ox_inspect *inspect, ox_inspect_page page, bool is_pinned);
void ox_inspect_close(ox_inspect *inspect);
const char *ox_inspect_page_name(ox_inspect_page page);
ox_inspect_page ox_inspect_find_page(const char *name, size_t length);

/* From the next picture on it is drawn in another way; ox_inspect_find_way gives the way of a name ("overdraw"), OX_INSPECT_WAYS: none. */
void ox_inspect_draw_in(ox_inspect *inspect, ox_inspect_way way);
ox_inspect_way ox_inspect_find_way(const char *name, size_t length);

/* What takes shapes over the picture (sketch.h); NULL: nobody looks into the game. */
ox_sketch *ox_inspect_sketch(const ox_console *console);

/* The page as text: its title, its rows, what the buttons do; NULL behind the last line. Of the last picture. */
const char *ox_inspect_line(const ox_inspect *inspect, uint32_t number, char text[OX_SHEET_COLUMNS + 1]);

/* Letters typed at a keyboard go to the console's line: UTF-8 beyond ASCII is left out; \b takes the last letter back, \t completes, \n does the line, 27 (Escape) empties it,
 * and in an empty line goes to the first page. */
void ox_inspect_type(ox_inspect *inspect, char letter);

/* Does a line of the console as if somebody had typed it; what comes of it stands in `scroll`. False: something in it was refused. */
bool ox_inspect_run(ox_inspect *inspect, const char *line);

/* Does a line for a program that asks: each line that comes of it goes to `hear`, at last one that is "=" (done) or "!" (something was refused). A page is asked for by `show PAGE`, so
 * pages, lines and answers are of one making. */
void ox_inspect_ask(ox_inspect *inspect, const char *line, ox_inspect_hear *hear, void *context);

/* The line of the console that was said `age` lines ago, 0 the newest; NULL: none. */
const char *ox_inspect_said(const ox_inspect *inspect, uint32_t age);

/* Completes a word that begins a line: writes as much as is certain, and gives how many commands fit. */
uint32_t ox_inspect_complete(const ox_inspect *inspect, const char *word, char *completed, size_t size);

/* ---- values of the game ---- */

/* The field and the record of a path; NULL: there is none, or the object is gone. */
const ox_field *ox_inspect_find(const ox_inspect *inspect, const ox_inspect_path *path, void **record);

/* Reads "NAME.COMPONENT.FIELD", "NAME.COMPONENT.FIELD.2" (values count from 1) and "@17..." for the object in slot 17; what scripts call a member ("hero.health") is found too. False and a
 * sentence: there is no such thing. */
bool ox_inspect_read_path(const ox_inspect *inspect, ox_text_view text, ox_inspect_path *path, ox_text *why);

/* Changes a value, between two steps. OX_NOT_FOUND, or as ox_field_set. The change stands in the recording. */
FX_MUST_CHECK ox_status ox_inspect_edit(ox_inspect *inspect, const ox_inspect_path *path, int64_t value);

/* Files of the cart were changed while it plays (`sum`: CRC-32 of what was put in their place): stands in the recording, whose replay tells it. */
void ox_inspect_files_changed(ox_inspect *inspect, uint32_t sum);

/* Does the changes that a recording has. False: bytes that are none; those before them are done. */
bool ox_inspect_redo(ox_inspect *inspect, const uint8_t *bytes, size_t size);

/* Keeps what befalls an object. OX_FULL beyond OX_INSPECT_LIVES, OX_NOT_FOUND. ox_inspect_deed_of goes through what befell all of them in the order of time: the newest below a number
 * (UINT32_MAX: of all), or the oldest from a number on (0: of all), with whose it was; NULL behind the last. */
FX_MUST_CHECK ox_status ox_inspect_follow(ox_inspect *inspect, ox_handle object);
const ox_inspect_deed *ox_inspect_deed_of(const ox_inspect *inspect, uint32_t number, bool is_newest,
                                          const ox_inspect_life **life);

/* Looks around with a camera of one's own, from where the game's is, or again by the game's. The game goes on by its own. */
void ox_inspect_fly(ox_inspect *inspect, bool on);

/* Watches a value. OX_FULL, OX_NOT_FOUND. */
FX_MUST_CHECK ox_status ox_inspect_watch_value(ox_inspect *inspect, const ox_inspect_path *path);

/* Goes back (below 0) or forward by steps; as ox_rewind_back, OX_UNSUPPORTED: no memory for it, OX_BAD_STATE: a recording runs. */
FX_MUST_CHECK ox_status ox_inspect_go(ox_inspect *inspect, int32_t steps);

#endif
