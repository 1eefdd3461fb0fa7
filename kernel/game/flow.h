/* The game-state manager: title, play, pause, game over - which state is on, what goes on below it, and the way from
 * one state to another.
 *
 *     static const ox_game_state play = {.name = OX_NAME("play"), .enter = begin_level, .leave = end_level,
 *                                        .update = play_update, .draw = play_draw, .flags = OX_GAME_WORLD};
 *     static const ox_game_state pause = {.name = OX_NAME("pause"), .draw = pause_draw,
 *         .flags = OX_GAME_SHOWS_BELOW};
 *     static const ox_game_way ways[] = {
 *         {OX_NAME("title"), OX_NAME("start"), OX_NAME("play"), OX_GAME_GO},
 *         {OX_NAME("play"), OX_NAME("menu"), OX_NAME("pause"), OX_GAME_PUSH},
 *         {OX_NAME("pause"), OX_NAME("menu"), 0, OX_GAME_POP},
 *         {OX_NAME("pause"), OX_NAME("quit"), OX_NAME("title"), OX_GAME_GO}};
 *
 *     ox_flow_config config = {.states = 8, .ways = 16, .game = &game, .world = &world, .ui = ui_update};
 *     ox_flow_init(&flow, &config, arena);
 *     ox_flow_add_state(&flow, &play); ... ox_flow_add_ways(&flow, ways, 4);
 *     ox_flow_start(&flow, SID("title"));
 *     each tick:      ox_flow_tick(&flow);            each picture:  ox_flow_draw(&flow, target);
 *     from anywhere:  ox_flow_say(&flow, SID("menu"));
 *
 * States know no other state: they say what happened, and the table of ways says what follows. A cart that is
 * added later adds states and ways of its own to the same tables.
 *
 * WAYS. GO leaves all states that are on, from the top, and enters the new state. PUSH pauses the top and enters the
 * new state over it; POP leaves the top and resumes the states below; REPLACE leaves the top only and enters the new
 * state. A word is looked up for the top state, then for any state (from = 0); a word that leads nowhere is counted
 * and ignored. Changes are made at the beginning of a tick, never within one, in the order of the words;
 * OX_GAME_WORDS words may wait. Words said by the functions enter and leave take part in the same round. After
 * OX_STATE_CHANGES changes in one tick the other words wait for the next tick, which is logged.
 *
 * A TICK updates the top state. While a state says OX_GAME_RUNS_BELOW the state below is updated as well, before it;
 * all other states are paused. The world ticks, once, when a state that is updated says OX_GAME_WORLD; so the world
 * stands still in a pause. Then the user interface ticks, always. A state with OX_GAME_SHOWS_BELOW is drawn over the
 * state below.
 *
 * The manager holds what outlives a level: the play data (ox_play, with a descriptor), the world, the
 * camera's handle, and the stack of open screens of the user interface. Cost: 4 bytes a state and 16
 * a way, on 32-bit machines. (Madhav 1, 14; Game Programming Gems 1.1.) */
#ifndef OXCART_KERNEL_GAME_FLOW_H
#define OXCART_KERNEL_GAME_FLOW_H

#include "kernel/bytes/stream.h"
#include "kernel/debug/log.h"
#include "kernel/state/change.h"
#include "kernel/world/world.h"

enum {
    OX_GAME_WORLD = 1,       /* the world ticks while this state is updated */
    OX_GAME_SHOWS_BELOW = 2, /* the state below is drawn first */
    OX_GAME_RUNS_BELOW = 4,  /* the state below is not paused */
    OX_GAME_DEPTH = 8,       /* most states on at a time */
    OX_GAME_WORDS = 8,       /* most words that wait */
    OX_GAME_SCREENS = 8      /* most screens of the user interface open at a time */
};

/* A state of the game: const data, kept by pointer; any function may be NULL. */
typedef struct ox_game_state {
    ox_id name;
    uint8_t flags;
    void (*enter)(void *game);
    void (*leave)(void *game);
    void (*pause)(void *game);
    void (*resume)(void *game);
    void (*update)(void *game);
    void (*draw)(void *game, void *target);
} ox_game_state;

typedef enum ox_game_change { OX_GAME_GO, OX_GAME_PUSH, OX_GAME_POP, OX_GAME_REPLACE } ox_game_change;

typedef struct ox_game_way {
    ox_id from; /* 0: any state */
    ox_id word;
    ox_id to; /* 0 for a POP */
    uint8_t change;
} ox_game_way;

/* Play data of a game besides its world; ox_play_type describes it for saves. */
typedef struct ox_play {
    int32_t money, score;
    uint32_t wave_ticks; /* ticks until the next wave */
    uint16_t lives, level;
} ox_play;
extern const ox_type ox_play_type;

typedef struct ox_flow_config {
    uint32_t states, ways;  /* most states and most ways, 1..255 each */
    void *game;             /* handed to all functions */
    ox_world *world;        /* may be NULL */
    void (*ui)(void *game); /* called each tick, or NULL */
    ox_log *log;            /* may be NULL */
} ox_flow_config;

/* The flow. Read only, but for play and camera. */
typedef struct ox_flow {
    ox_play play;
    ox_handle camera;
    ox_id screens[OX_GAME_SCREENS];
    uint32_t screen_count;
    const ox_game_state **states;
    ox_game_way *ways;
    uint32_t state_count, way_count;
    uint8_t on[OX_GAME_DEPTH]; /* numbers of the states that are on, the top last */
    uint32_t depth;
    ox_id words[OX_GAME_WORDS];
    uint32_t word_count;
    const ox_game_way *way; /* way of the first word, while changes are made */
    bool ticking;
    uint32_t ticks, changes, ignored, refused, loops;
    ox_flow_config config;
} ox_flow;

/* Begins a flow, with tables from the low end of the arena. OX_BAD_ARGUMENT, or OX_OUT_OF_MEMORY and no memory is
 * taken. */
FX_MUST_CHECK ox_status ox_flow_init(ox_flow *flow, const ox_flow_config *config, ox_arena *arena);

/* Add a state or ways; legal at any time. OX_ALREADY_THERE for a name, or a pair of state and word, that the flow has
 * already; OX_FULL; OX_BAD_ARGUMENT for the name 0. Of several ways all or none are added. */
FX_MUST_CHECK ox_status ox_flow_add_state(ox_flow *flow, const ox_game_state *state);
FX_MUST_CHECK ox_status ox_flow_add_ways(ox_flow *flow, const ox_game_way *ways, uint32_t count);

/* Checks that every way leads from a state to a state that the flow has: else OX_NOT_FOUND, and the way's number in
 * *which (may be NULL). */
FX_MUST_CHECK ox_status ox_flow_check(const ox_flow *flow, uint32_t *which);

/* Leaves all states that are on and enters the first state. OX_NOT_FOUND; OX_BAD_STATE, and an assertion, from within
 * a tick. */
FX_MUST_CHECK ox_status ox_flow_start(ox_flow *flow, ox_id state);

/* Leaves all states that are on, from the top. */
void ox_flow_end(ox_flow *flow);

/* Leaves all states that are on and clears the flow: it has no states, ways and tables. Asserts from within a tick. */
void ox_flow_close(ox_flow *flow);

/* Says a word: something happened. Its way is looked up when the next tick begins. OX_FULL, which is counted, when
 * too many words wait. */
ox_status ox_flow_say(ox_flow *flow, ox_id word);

void ox_flow_tick(ox_flow *flow);
void ox_flow_draw(const ox_flow *flow, void *target);

/* ox_flow_top is the state on top, 0 for none. ox_flow_is_on is true for a state that is on, paused or not. */
ox_id ox_flow_top(const ox_flow *flow);
bool ox_flow_is_on(const ox_flow *flow, ox_id state);

/* The stack of screens. Opening gives OX_FULL beyond OX_GAME_SCREENS. Closing takes a screen and all above it away;
 * OX_NOT_FOUND when the screen is not open. */
FX_MUST_CHECK ox_status ox_flow_open_screen(ox_flow *flow, ox_id screen);
ox_status ox_flow_close_screen(ox_flow *flow, ox_id screen);

/* Writes and reads the states that are on, by name, waiting words, screens, play data and the camera. No function of
 * a state is called at restore. The flow must have the same states: OX_BAD_DATA or OX_NOT_FOUND, and nothing has
 * changed. */
void ox_flow_save(const ox_flow *flow, ox_writer *to);
FX_MUST_CHECK ox_status ox_flow_restore(ox_flow *flow, ox_reader *from);

#endif
