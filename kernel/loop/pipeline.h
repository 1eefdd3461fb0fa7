/* The pipelined frame: while the picture of the last state is drawn, the next state is worked out.
 *
 *     ox_pipeline_init(&pipe, lists, bytes, update, draw, game);
 *     pipe.parallel = plat_parallel; pipe.machine = platform;           where there are two processors
 *     each frame: ox_pipeline_frame(&pipe);
 *
 *     static void update(void *game, ox_draw_list *list) {
 *         step(game);
 *         for (each thing) ox_draw_put(list, priority, &(sprite){x, y, image}, sizeof(sprite));
 *     }
 *     static void draw(void *game, const ox_draw_list *list) {
 *         for (const ox_draw_command *c = NULL; (c = ox_draw_next(list, c)) != NULL;) paint(ox_draw_data(c));
 *     }
 *
 * Between the two stands a list of commands: plain values, and references to what never changes (ids, images
 * in ROM), never pointers to living objects. There are two lists of a fixed size; update fills the one, draw
 * reads the other, then they change places. So a frame takes as long as the longer of the two instead of
 * both, and what is seen is one frame older. Serial mode draws what was just updated. Both give the same
 * pictures.
 *
 * A full list drops what has the lowest priority: a command for which there is no room pushes out later,
 * less important ones, or is dropped itself. (Madhav 1.) */
#ifndef OXCART_KERNEL_LOOP_PIPELINE_H
#define OXCART_KERNEL_LOOP_PIPELINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "kernel/memory/status.h"

typedef struct ox_draw_command {
    uint16_t bytes; /* of the data behind it */
    uint8_t priority;
    uint8_t spare[5];
} ox_draw_command;

typedef struct ox_draw_list {
    uint8_t *base; /* aligned to 8 */
    size_t size, used;
    uint32_t commands, dropped;
    uint32_t frame; /* whose state it shows */
} ox_draw_list;

/* Appends a copy of the data (1..65535 bytes, aligned to 8 in the list); false when it, or something less
 * important, was dropped. */
bool ox_draw_put(ox_draw_list *list, uint8_t priority, const void *data, size_t bytes);

/* The first command (after NULL), the one after another, NULL behind the last. */
const ox_draw_command *ox_draw_next(const ox_draw_list *list, const ox_draw_command *command);
static inline const void *ox_draw_data(const ox_draw_command *command) { return command + 1; }

typedef struct ox_pipeline {
    ox_draw_list lists[2];
    uint32_t filling; /* which one */
    void (*update)(void *game, ox_draw_list *list);
    void (*draw)(void *game, const ox_draw_list *list);
    void *game;
    /* As plat_parallel; NULL: one after the other. */
    void (*parallel)(void *machine, void (*job)(void *argument, int index), void *argument, int count);
    void *machine;
    bool serial;      /* draws what was just updated; may be changed between frames */
    uint32_t frame;   /* updates so far */
    uint32_t dropped; /* commands of all frames */
} ox_pipeline;

/* Cuts `bytes` of memory into two lists. OX_BAD_ARGUMENT when they are fewer than 64 or a function is
 * missing. */
FX_MUST_CHECK ox_status ox_pipeline_init(ox_pipeline *pipeline, void *memory, size_t bytes,
                                         void (*update)(void *game, ox_draw_list *list),
                                         void (*draw)(void *game, const ox_draw_list *list), void *game);

/* One frame: updates, and draws the list of the frame before, or, in serial mode, this one's. The first
 * pipelined frame draws nothing. */
void ox_pipeline_frame(ox_pipeline *pipeline);

#endif
