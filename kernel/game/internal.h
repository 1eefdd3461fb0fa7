/* What the files of the module share. */
#ifndef OXCART_KERNEL_GAME_INTERNAL_H
#define OXCART_KERNEL_GAME_INTERNAL_H

#include "kernel/behaviour/module.h"
#include "kernel/game/module.h"
#include "kernel/game/rules.h"
#include "kernel/time/random.h"

struct ox_saves;

enum { OX_GAME_LINES = 8 }; /* of print_objective in a step */

typedef struct game_line {
    ox_id name;
    uint32_t colour;
    int16_t x, y;
} game_line;

/* What of the modes is shown of the state. */
typedef struct game_item {
    uint32_t tick, mode, steps, idle, demo;
    uint32_t kept, won; /* hashes of what is kept and waits, and of trophies */
} game_item;

/* What a cart with rules has beside. */
typedef struct game_play {
    ox_held held; /* of the chunk, while a scene is there */
    ox_rules rules;
    ox_objectives objectives;
    uint8_t states[OX_OBJECTIVES_MAX];
    ox_trophies trophies;
    ox_flow flow; /* its tables are the scene's */
    ox_handle listening;
    ox_events *own;   /* a cart's bus, or NULL */
    ox_events *bus;   /* that is listened to, while a scene is there */
    uint32_t steps;   /* in the mode */
    uint32_t idle;    /* of them the last so many without a button */
    uint32_t demo;    /* step of the demo */
    ox_input given;   /* what the demo holds */
    ox_input device;  /* what the player holds, while a demo takes its place */
    bool replaced;    /* it does, in the step under way */
    bool arriving;    /* a scene was asked for, and has not begun */
    bool synchronous; /* the mode follows the scene that has begun */
    bool carried;     /* between scenes: the rules are those of before */
    bool told_full;
} game_play;

typedef struct ox_game {
    const ox_module_host *host;
    ox_counters counters, kept;
    uint32_t tick, written;  /* of the last write of kept numbers */
    bool changed;            /* they have, since then */
    struct ox_saves *saves;  /* where they are kept; NULL: they last as long as the console */
    struct ox_saves *shared; /* the same, where saved games lie there, too; else NULL */
    uint32_t slot;           /* their slot there */
    game_play *play;         /* NULL: there are no rules */
    game_line lines[OX_GAME_LINES];
    uint32_t line_count;
    game_item item; /* of the state, while it is shown */
    void *anew;     /* the state while the scene is built anew, at the high end of resident memory */
    size_t anew_size;
    ox_mark anew_mark;
} ox_game;

static inline ox_game *game_of(const ox_module_host *host) { return ox_module_state(host, OX_NAME("game")); }

/* The row of the topmost mode that has a scene; NULL when none is on. */
const uint8_t *game_scene_mode(const game_play *play);

/* Words that are said by themselves, changes of the mode, and the input of a demo; then what was replaced comes back (modes.c). */
void game_prepare(const ox_module_host *host, void *state);
void game_put_back(const ox_module_host *host, void *game);
/* A scene has begun: the mode is that of the scene. */
void game_follow_scene(ox_game *game);
/* Whoever listens hears of the mode that has a scene, and its demo begins, where it is one. */
void game_begin_mode(ox_game *game);
/* Called when a mode is entered. */
void game_enter_mode(void *game);
/* What the bus tells becomes words. */
ox_answer game_hear(void *game, const ox_event *event);

/* Kept numbers (kept.c): the device, when the cart keeps any and nothing is recorded or replayed. Between steps some bytes are written; at the end
 * the rest is. */
FX_MUST_CHECK ox_status game_open_numbers(ox_game *game, bool wanted);
bool game_keep(ox_game *game, ox_id name, int32_t value);
void game_save_numbers(const ox_game *game, ox_writer *to);
bool game_restore_numbers(ox_game *game, ox_reader *from);
void game_step_numbers(ox_game *game);
void game_close_numbers(ox_game *game);

/* The state as a part; and its bytes, also for what stays while the scene is built anew (state.c). */
ox_sim_part game_state_part(ox_game *game);
void game_save(const void *game, ox_writer *to);
ox_status game_restore(void *game, ox_reader *from);

/* Trophies that are given are kept, and those that are kept are given. */
void game_keep_trophies(ox_game *game);
void game_recall_trophies(ox_game *game);

#endif
