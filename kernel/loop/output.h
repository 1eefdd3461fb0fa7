/* The output phase: pictures, sound, rumble and messages, all made of the finished state, each by a sink
 * that may be absent.
 *
 *     ox_outputs_init(&out, &sinks, context);
 *     in the game:     ox_outputs_shake(&out, player, 0, FX_ONE / 2, 12);     a hit: half strength, 12 steps
 *                      ox_outputs_send(&out, bytes, size);                    one message a step at most is kept
 *     each step:       ox_outputs_step(&out);
 *     each frame:      ox_outputs_produce(&out, fraction, samples);
 *
 * A game's events ask for effects. The output phase decides what reaches the devices, once a frame, so that nothing
 * of the simulation waits for a device or depends on one. Pausing stops the motors; output without a sink is
 * forgotten. (Madhav 1.) */
#ifndef OXCART_KERNEL_LOOP_OUTPUT_H
#define OXCART_KERNEL_LOOP_OUTPUT_H

#include "fixedmath/types.h"
#include "kernel/memory/status.h"

enum { OX_OUTPUT_PLAYERS = 4, OX_OUTPUT_MOTORS = 2, OX_OUTPUT_MESSAGE = 64 };

/* The sinks of output; NULL: the output is dropped. */
typedef struct ox_output_sinks {
    void (*video)(void *context, uf16 fraction);
    void (*sound)(void *context, uint32_t frames);
    /* strength 0..1; 0 stops the motor. Called when a strength changes. */
    void (*rumble)(void *context, uint32_t player, uint32_t motor, fx strength, uint32_t steps);
    void (*network)(void *context, const uint8_t *bytes, uint32_t size);
} ox_output_sinks;

typedef struct ox_motor {
    fx strength, told; /* current strength; strength that the sink was told last */
    uint32_t left;     /* steps left */
    fx sum;            /* of a motor that is on or off: what it owes */
    bool is_on;        /* likewise, in this step */
} ox_motor;

/* A wheel that turns by itself: towards `centre` as a spring does, against its own speed as in oil, and by a constant force, right positive. */
typedef struct ox_wheel {
    bool is_on;
    fx force, centre;   /* -1 to 1 */
    fx spring, damping; /* force for a whole way off the centre; for a whole way a second */
} ox_wheel;

/* The force that a wheel exerts where it is, -1 to 1; speed: ways a second. 0 where it is off. */
fx ox_wheel_force(const ox_wheel *wheel, fx at, fx speed);

typedef struct ox_outputs {
    const ox_output_sinks *sinks;
    void *context;
    ox_motor motors[OX_OUTPUT_PLAYERS][OX_OUTPUT_MOTORS];
    uint8_t message[OX_OUTPUT_MESSAGE];
    uint32_t message_size; /* 0: none */
    uint32_t
        switched; /* a bit for each player whose motors are on or off: they are on for a part of the steps then */
    bool shakes; /* a motor shakes, or the sink was told that one does */
    bool paused;
    uint32_t lost; /* messages that did not fit */
} ox_outputs;

void ox_outputs_init(ox_outputs *outputs, const ox_output_sinks *sinks, void *context);

/* Shakes a motor; the stronger of two shakes counts while it lasts. OX_BAD_ARGUMENT for a motor that does not exist. */
FX_MUST_CHECK ox_status ox_outputs_shake(ox_outputs *outputs, uint32_t player, uint32_t motor, fx strength,
                                         uint32_t steps);

/* Appends to the message of this frame. OX_FULL, which is counted: no byte of these is sent. */
FX_MUST_CHECK ox_status ox_outputs_send(ox_outputs *outputs, const void *bytes, uint32_t size);

/* ox_outputs_step counts a step. ox_outputs_pause stops the motors until the game goes on. */
void ox_outputs_step(ox_outputs *outputs);
void ox_outputs_pause(ox_outputs *outputs, bool paused);

/* Gives out one picture, one block of sound, changes of the motors, and the message. */
void ox_outputs_produce(ox_outputs *outputs, uf16 fraction, uint32_t sound_frames);

#endif
