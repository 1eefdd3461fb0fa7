/* Definitions that the files of the module share. */
#ifndef OXCART_KERNEL_GAME_INTERNAL_H
#define OXCART_KERNEL_GAME_INTERNAL_H

#include "kernel/behaviour/module.h"
#include "kernel/game/module.h"
#include "kernel/game/option.h"
#include "kernel/game/rules.h"
#include "kernel/time/random.h"

struct ox_saves;

enum { OX_GAME_LINES = 8 }; /* lines of print_objective in a step */

typedef struct game_line {
    ox_id name;
    uint32_t colour;
    int16_t x, y;
} game_line;

/* The modes as an item of the state. */
typedef struct game_item {
    uint32_t tick, mode, steps, idle, demo;
    uint32_t kept, won; /* hash of kept numbers, the flow and the demo; hash of trophies */
} game_item;

/* The part of the module that only carts with rules have. */
typedef struct game_play {
    ox_held held; /* the chunk of rules, while a scene is there */
    ox_rules rules;
    ox_objectives objectives;
    uint8_t states[OX_OBJECTIVES_MAX];
    ox_trophies trophies;
    ox_flow flow; /* the flow; its tables lie in the scene's memory */
    ox_handle listening;
    ox_events *own;   /* a cart's bus, or NULL */
    ox_events *bus;   /* the bus that is listened to, while a scene is there */
    uint32_t steps;   /* steps in the mode */
    uint32_t idle;    /* how many of these, up to now, had no button */
    uint32_t demo;    /* step of the demo */
    ox_input given;   /* input that the demo holds */
    ox_input device;  /* input that the player holds, while a demo takes its place */
    bool replaced;    /* the demo's input has taken the player's place in the step under way */
    bool arriving;    /* a scene was asked for, and has not begun */
    bool synchronous; /* the mode follows the scene that has begun */
    bool carried;     /* between scenes: the rules of the scene before go on */
    bool told_full;
} game_play;

/* An option whose value is not the usual one, or that was made while the game plays. */
typedef struct game_setting {
    ox_id name;
    int32_t value, next, usual; /* next: from the next scene on */
    uint8_t source, kind, flags;
} game_setting;

enum { GAME_SETTING_MADE = ROM_OPTION_CONSTANT }; /* among the flags; what was made is no constant */

typedef struct ox_game {
    const ox_module_host *host;
    ox_counters counters, kept;
    uint32_t tick, written;  /* written: step of the last write of kept numbers */
    bool changed;            /* kept numbers have changed since that write */
    struct ox_saves *saves;  /* container of kept numbers; NULL: they last as long as the console */
    struct ox_saves *shared; /* equal to `saves` where saved games lie in it, too; else NULL */
    uint32_t slot;           /* slot of kept numbers in the container */
    game_play *play;         /* NULL: the cart has no rules */
    ox_held options;         /* the chunk of options, while a scene is there */
    game_setting *settings;
    uint32_t setting_count, setting_room; /* room 0: nobody sets options */
    uint32_t user;
    bool given_waits; /* what the start brings for options comes with the first step, into the recording */
    game_line lines[OX_GAME_LINES];
    uint32_t line_count;
    game_item item; /* item of the state while it is shown */
    void *anew;     /* the state while the scene is built anew, at the high end of resident memory */
    size_t anew_size;
    ox_mark anew_mark;
} ox_game;

static inline ox_game *game_of(const ox_module_host *host) { return ox_module_state(host, OX_NAME("game")); }

/* The row of the topmost mode that has a scene; NULL when no such mode is on. */
const uint8_t *game_scene_mode(const game_play *play);

/* game_prepare says words that come by themselves, makes changes of the mode, and plays the input of a demo.
 * game_put_back brings back the input that a demo replaced (modes.c). */
void game_prepare(const ox_module_host *host, void *state);
void game_put_back(const ox_module_host *host, void *game);
/* Called when a scene has begun: makes the mode that of the scene. */
void game_follow_scene(ox_game *game);
/* Tells all listeners of the mode that has a scene, and begins its demo, if it is one. */
void game_begin_mode(ox_game *game);
/* Called when a mode is entered. */
void game_enter_mode(void *game);
/* Turns events of the bus into words. */
ox_answer game_hear(void *game, const ox_event *event);

/* Kept numbers (kept.c): opens the device, when the cart keeps numbers and nothing is recorded or replayed. Steps
 * write some bytes each; the close writes the rest. */
FX_MUST_CHECK ox_status game_open_numbers(ox_game *game, bool wanted);
bool game_keep(ox_game *game, ox_id name, int32_t value);
void game_save_numbers(const ox_game *game, ox_writer *to);
bool game_restore_numbers(ox_game *game, ox_reader *from);
void game_step_numbers(ox_game *game);
void game_close_numbers(ox_game *game);

/* Options (setting.c): makes their table and gives them what was kept and what the start brings; `are_set`: a script may set some. Then what a scene, a replay and
 * the first step of a recording do for them. */
FX_MUST_CHECK ox_status game_open_options(ox_game *game, bool are_set);
void game_enter_options(ox_game *game);
void game_leave_options(ox_game *game);
void game_play_options(ox_game *game);
void game_give_options(ox_game *game);
ox_sim_part game_options_part(ox_game *game);

/* The state as a part of the game's state; its bytes are also kept while the scene is built anew (state.c). */
ox_sim_part game_state_part(ox_game *game);
void game_save(const void *game, ox_writer *to);
ox_status game_restore(void *game, ox_reader *from);

/* game_keep_trophies keeps the trophies that are given; game_recall_trophies gives those that are kept. */
void game_keep_trophies(ox_game *game);
void game_recall_trophies(ox_game *game);

#endif
