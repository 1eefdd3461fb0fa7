/* Frames: what one turn of the main loop does, in which order, whoever owns the loop.
 *
 *     ox_frames_begin(&f, &hooks, game, &loop);
 *     while (ox_frames_frame(&f)) {}                 our own loop; or the platform calls frame() when it
 * likes ox_frames_end(&f);
 *
 * One frame:
 *     pump         until nothing is pending: all messages of the system come before anything else
 *     time         since the last frame, through the loop's guard: a window that was dragged does not make it
 * jump started      every listener, in the order of adding: poll, dynamics, collisions, camera console text
 * that was typed or received is executed steps        for each: server, then client render       the picture
 *     ended        every listener, in the order of adding: overlays
 *     swap         the picture is shown
 *
 * The simulation cannot tell who drives it: it sees steps, and the number of steps is the loop's. The loop's
 * `fixed_time` and `scale` are the console's fixedtime and timescale: a frame that they bend is at least a
 * millisecond long. (GEA 7.3, 7.7; GPP, "Game Loop".) */
#ifndef OXCART_KERNEL_LOOP_FRAMES_H
#define OXCART_KERNEL_LOOP_FRAMES_H

#include "kernel/loop/loop.h"

typedef struct ox_frame {
    uint32_t number;  /* from 0 */
    int64_t measured; /* microseconds since the last frame; 0 in the first */
    int steps;        /* of this frame; told from `started` of the next phase on: 0 in `started` */
    uf16 fraction;    /* how far the picture is past the last step; likewise */
} ox_frame;

/* What the frame calls; NULL where there is nothing to do. */
typedef struct ox_frame_hooks {
    bool (*pump)(void *game);    /* handles one message of the system; true: there may be more */
    uint64_t (*now)(void *game); /* microseconds; NULL: every frame measures 0 */
    void (*console)(void *game);
    void (*server)(void *game);
    void (*client)(void *game);
    void (*render)(void *game, const ox_frame *frame);
    void (*swap)(void *game);
} ox_frame_hooks;

/* A framework's listener. False ends the loop after this frame. */
typedef struct ox_frame_listener {
    bool (*started)(void *context, const ox_frame *frame); /* or NULL */
    bool (*ended)(void *context, const ox_frame *frame);   /* or NULL */
    void *context;
} ox_frame_listener;

#define OX_FRAME_LISTENERS 8

typedef struct ox_frames {
    const ox_frame_hooks *hooks; /* NULL before begin and after end */
    void *game;
    ox_loop *loop;
    ox_frame_listener listeners[OX_FRAME_LISTENERS];
    uint32_t listener_count;
    bool running;
    bool timed; /* `last` is known */
    uint64_t last;
    ox_frame frame;
} ox_frames;

/* Begins without listeners. The loop was begun by the caller. */
void ox_frames_begin(ox_frames *frames, const ox_frame_hooks *hooks, void *game, ox_loop *loop);

/* OX_FULL, OX_BAD_STATE before begin. During a frame: takes part from the next phase on. */
FX_MUST_CHECK ox_status ox_frames_listen(ox_frames *frames, ox_frame_listener listener);
FX_MUST_CHECK ox_status ox_frames_unlisten(ox_frames *frames, const void *context);

/* One frame, always a whole one. False when it was the last, and (an assertion, and nothing is done) before
 * begin or after end. */
bool ox_frames_frame(ox_frames *frames);

/* Asks for the end: the frame under way, or else the next one, is the last. */
void ox_frames_quit(ox_frames *frames);
void ox_frames_end(ox_frames *frames);

#endif
