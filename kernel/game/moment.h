/* Quick time events: a sequence that plays by itself and asks for a button now and then.
 *
 *     static const ox_moment_step leap[] = {
 *         {.ticks = 90, .shows = OX_NAME("run_to_the_edge"), .then = 1},
 *         {.ticks = 60, .shows = OX_NAME("jump"), .buttons = PLAT_A, .open = 20, .close = 35, .then = 3,
 *             .otherwise = 2, .lives = 1},
 *         {.ticks = 80, .shows = OX_NAME("fall"), .then = 1, .flags = OX_MOMENT_RETRY},
 *         {.ticks = 50, .shows = OX_NAME("land"), .then = OX_MOMENT_END}};
 *
 *     ox_moment_config config = {.steps = leap, .count = 4, .control = &control, .tell = tell, .context = game};
 *     ox_status status = ox_moment_start(&m, &config);
 *     each step:  ox_moment_step_on(&m, input->pressed);
 *                 ox_control_mask(&control, &record);             the hero hears nothing, meanwhile
 *
 * A step lasts `ticks`, numbered from 0. A step that asks wants exactly `buttons`, all within the ticks open..close,
 * both included: then `then` follows when the step is over. A wrong button inside the window, an asked button outside
 * it, or a missing button at its end leads to `otherwise` at once, and costs `lives` once. A step without buttons is
 * only shown. The failure is a step like others; with OX_MOMENT_RETRY it leads back to an earlier step, as often as
 * `retries` allows, then to the end.
 *
 * CONTROL of the player is masked from start to end, whatever the end is: the last step, ox_moment_stop (the hero
 * died, the level ended), or a step that does not exist. Masks are counted, so a cut-scene and a quick time event may
 * overlap. (GEA 11.4.) */
#ifndef OXCART_KERNEL_GAME_MOMENT_H
#define OXCART_KERNEL_GAME_MOMENT_H

#include "kernel/input/record.h"
#include "kernel/names/id.h"

enum {
    OX_MOMENT_END = 255,
    OX_MOMENT_STEPS_MAX = 254,
    OX_MOMENT_RETRY = 1 /* flag: this step leads back */
};

/* A step: const data. */
typedef struct ox_moment_step {
    uint16_t ticks;       /* length, from 1 */
    uint16_t open, close; /* first and last tick of the window, below ticks */
    uint8_t then;         /* the next step, or OX_MOMENT_END */
    uint8_t otherwise;    /* the next step after a failure */
    uint8_t lives;        /* lives that a failure costs */
    uint8_t flags;
    uint32_t buttons; /* PLAT_A ...; 0: nothing is asked */
    ox_id shows;      /* animation, prompt: the cart's own meaning */
} ox_moment_step;

typedef enum ox_moment_news {
    OX_MOMENT_SHOW,    /* a step begins */
    OX_MOMENT_PROMPT,  /* its window opens */
    OX_MOMENT_SUCCESS, /* the button came in time */
    OX_MOMENT_FAILURE,
    OX_MOMENT_PENALTY, /* lives are to be taken */
    OX_MOMENT_OVER     /* control is back */
} ox_moment_news;

typedef void ox_moment_tell(void *context, ox_moment_news news, const ox_moment_step *step);

/* Counts the parts of a game that keep the player from playing; zero at first. */
typedef struct ox_control {
    uint32_t masks;
} ox_control;

static inline bool ox_control_is_masked(const ox_control *control) { return control->masks != 0; }

/* Empties a record while control is masked. */
static inline void ox_control_mask(const ox_control *control, ox_input_record *record) {
    if (control->masks != 0) *record = (ox_input_record){0};
}

/* A quick time event. Read only; clear at first (kernel/memory/life.h). */
typedef struct ox_moment {
    const ox_moment_step *steps;
    uint32_t count;
    ox_control *control;
    ox_moment_tell *tell;
    void *context;
    uint32_t retries; /* retries that are left */
    uint16_t tick;    /* tick of the step */
    uint8_t step;
    bool running, met;
    uint32_t got;      /* asked buttons that came within the window */
    uint32_t failures; /* failures since the start */
} ox_moment;

typedef struct ox_moment_config {
    const ox_moment_step *steps;
    uint32_t count; /* number of steps, 1..OX_MOMENT_STEPS_MAX */
    ox_control *control;
    uint32_t retries;     /* how often a step may lead back */
    ox_moment_tell *tell; /* may be NULL */
    void *context;        /* handed to tell */
} ox_moment_config;

/* Begins with step 0 and masks control. OX_BAD_STATE while the sequence runs; OX_BAD_ARGUMENT for no or too many
 * steps, and for a step that has no ticks, leads to no step, or has a window that is not inside it. */
FX_MUST_CHECK ox_status ox_moment_start(ox_moment *moment, const ox_moment_config *config);

/* Takes one tick with the buttons pressed in it; true while the sequence goes on. */
bool ox_moment_step_on(ox_moment *moment, uint32_t pressed);

/* Ends the sequence now, and clears it; legal at any time. A sequence that ended by itself keeps `failures` until
 * then. */
void ox_moment_stop(ox_moment *moment);

#endif
