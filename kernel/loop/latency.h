/* The latency meter: the number of frames between a press and the picture that shows its effect, and how they are
 * spent.
 *
 *     ox_latency_press(&meter, frame);               the input phase saw a button go down
 *     ox_latency_effect(&meter, frame);              the game marks: now this press has had its effect
 *     ox_latency_drawn(&meter, state_frame, frame);  the state of that frame is being drawn
 *     ox_latency_shown(&meter, state_frame, frame);  the picture of that frame's state is on the screen
 *     if (ox_latency_report(&meter, &report)) ...    once for every press that went all the way
 *
 * The sources of delay: the simulation (press to effect), pipelining (effect to drawing: 1 frame when drawing works
 * on the last frame's list), buffering (drawing to the screen: vertical synchronisation, each buffer beyond the
 * second one a frame), and the display itself, which a program cannot measure. One press is followed at a time; other
 * presses meanwhile are not counted. Frames are the display's, 32 bits, wrapping. A tool for debugging: nothing in
 * the simulation reads it. */
#ifndef OXCART_KERNEL_LOOP_LATENCY_H
#define OXCART_KERNEL_LOOP_LATENCY_H

#include <stdbool.h>
#include <stdint.h>

typedef struct ox_latency_record {
    uint32_t press, effect, drawn, shown;       /* frame numbers of each stage */
    uint32_t simulation, pipelining, buffering; /* frames between the stages */
    uint32_t display;                           /* frames of the display itself, as given at init */
    uint32_t total;                             /* sum of all four */
} ox_latency_record;

typedef enum ox_latency_stage {
    OX_LATENCY_IDLE,
    OX_LATENCY_PRESSED,
    OX_LATENCY_EFFECTIVE,
    OX_LATENCY_DRAWN,
    OX_LATENCY_DONE
} ox_latency_stage;

typedef struct ox_latency {
    ox_latency_stage stage;
    ox_latency_record record;
    uint32_t state;            /* frame of the first state that has the effect in a picture */
    uint32_t worst;            /* total of the slowest press so far */
    uint32_t presses, ignored; /* presses followed; presses not followed because another was under way */
} ox_latency;

/* display: frames that the screen itself needs, if known; 0 if not. */
void ox_latency_init(ox_latency *meter, uint32_t display);
void ox_latency_press(ox_latency *meter, uint32_t frame);
void ox_latency_effect(ox_latency *meter, uint32_t frame);
void ox_latency_drawn(ox_latency *meter, uint32_t state_frame, uint32_t frame);
void ox_latency_shown(ox_latency *meter, uint32_t state_frame, uint32_t frame);

/* True, once, when a press has been shown; then the next press is followed. */
bool ox_latency_report(ox_latency *meter, ox_latency_record *record);

#endif
