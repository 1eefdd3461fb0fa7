/* The way of an arcade game: the title attracts, a demo plays itself, a coin gives a credit, start begins to
 * play.
 *
 *     static const ox_demo_run runs[] = {{60, 0}, {12, PLAT_RIGHT}, {3, PLAT_RIGHT | PLAT_A}, ...};
 *     static ox_demo demo = {runs, 40};                            or any other source: an AI
 *     ox_attract_config config = {.demo = {"demo", ox_demo_fill, &demo}, .demo_ticks = 1800, .seed = 1,
 *                                 .coin = PLAT_SELECT, .start = PLAT_START, .begin = begin, .context = game};
 *     ox_attract_init(&attract, &config, &sources, 0);
 *     each step:  ox_attract_step(&attract, device_buttons);       what player 0 really holds down
 *                 ox_input_sources_step(&sources, tick);           what the game hears
 *
 *     TITLE  --nothing held for `idle` steps, no credit-->  DEMO          over and over, `demo_ticks` each
 *         time
 *     DEMO   --any button-->  TITLE                         a coin: CREDIT
 *     TITLE  --coin-->  CREDIT  --start-->  PLAY            without a coin button: TITLE --start--> PLAY
 *     PLAY   --ox_attract_over-->  CREDIT if one is left, else TITLE
 *
 * In the demo the player's record comes from the demo instead of the devices; nothing else is different, so
 * physics and pictures are those of the game. `begin` is called at every change and at every round of the
 * demo, with the seed that the game is to begin with: in the demo always the same one, so every round is the
 * same. A button that ends a demo is not heard by the title. (Madhav 1; Game Programming Patterns,
 * Component.) */
#ifndef OXCART_KERNEL_GAME_ATTRACT_H
#define OXCART_KERNEL_GAME_ATTRACT_H

#include "kernel/input/record.h"

typedef enum ox_attract_mode {
    OX_ATTRACT_TITLE,
    OX_ATTRACT_DEMO,
    OX_ATTRACT_CREDIT,
    OX_ATTRACT_PLAY
} ox_attract_mode;

enum {
    OX_ATTRACT_IDLE = 900, /* steps, 15 seconds */
    OX_ATTRACT_CREDITS = 99
};

typedef struct ox_attract_config {
    uint32_t idle;        /* steps until the demo begins; 0: OX_ATTRACT_IDLE */
    ox_input_source demo; /* its tick counts from the beginning of the demo; fill NULL: there is no demo */
    uint32_t demo_ticks;  /* how long it is, from 1 */
    uint32_t seed;        /* of the demo's game */
    uint32_t coin, start; /* buttons; coin 0: free play */
    void (*begin)(void *context, ox_attract_mode mode, uint32_t seed); /* or NULL; seed 0: any */
    void *context;
} ox_attract_config;

/* Read only. */
typedef struct ox_attract {
    ox_attract_config config;
    ox_input_sources *sources;
    uint32_t player;
    ox_attract_mode mode;
    uint32_t idle;  /* steps without a button, in the title */
    uint32_t tick;  /* of the demo */
    uint32_t round; /* demos begun */
    uint32_t credits;
    uint32_t held; /* in the last step */
    bool deaf;     /* until the buttons that ended the demo are released */
} ox_attract;

/* Begins with the title. OX_BAD_ARGUMENT for a player that there is not, no start button, or a demo of no
 * length. */
FX_MUST_CHECK ox_status ox_attract_init(ox_attract *attract, const ox_attract_config *config,
                                        ox_input_sources *sources, uint32_t player);

/* The devices feed the player again, and it is clear. */
void ox_attract_end(ox_attract *attract);

/* In front of ox_input_sources_step; held: the buttons of the devices. Returns the mode of this step. */
ox_attract_mode ox_attract_step(ox_attract *attract, uint32_t held);

/* The game is over. */
void ox_attract_over(ox_attract *attract);

/* ---- demos as data ---- */

/* So many ticks with these buttons held, PLAT_UP ... */
typedef struct ox_demo_run {
    uint16_t ticks, buttons;
} ox_demo_run;

typedef struct ox_demo {
    const ox_demo_run *runs;
    uint32_t count;
} ox_demo;

/* A source whose context is an ox_demo; nothing is held behind its end. */
void ox_demo_fill(void *demo, uint32_t tick, ox_input_record *record);

#endif
