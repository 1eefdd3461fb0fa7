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
 * Between the two stands a list of commands: plain values, and references to constant data (ids, images in ROM),
 * never pointers to living objects. There are two lists of a fixed size; update fills the one, draw reads the other,
 * then they change places. So a frame takes as long as the longer of update and draw instead of both, and the picture
 * is one frame older. Serial mode draws the list that was just updated. Both modes give the same pictures.
 *
 * A full list drops commands of the lowest priority: a command for which there is no room pushes out less important
 * commands, the last of them first, or is dropped itself. (Madhav 1.) */
#ifndef OXCART_KERNEL_LOOP_PIPELINE_H
#define OXCART_KERNEL_LOOP_PIPELINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "kernel/memory/status.h"

typedef struct ox_draw_command {
    uint16_t bytes; /* bytes of the data behind the command */
    uint8_t priority;
    uint8_t spare[5];
} ox_draw_command;

typedef struct ox_draw_list {
    uint8_t *base; /* memory of the list, aligned to 8 */
    size_t size, used;
    uint32_t commands, dropped;
    uint32_t frame; /* frame whose state the list shows */
} ox_draw_list;

/* Appends a copy of the data (1..65535 bytes, aligned to 8 in the list); false when this command, or less important
 * ones, were dropped. */
bool ox_draw_put(ox_draw_list *list, uint8_t priority, const void *data, size_t bytes);

/* The next command of a list: the first for NULL, NULL behind the last. */
const ox_draw_command *ox_draw_next(const ox_draw_list *list, const ox_draw_command *command);
static inline const void *ox_draw_data(const ox_draw_command *command) { return command + 1; }

typedef struct ox_pipeline {
    ox_draw_list lists[2];
    uint32_t filling; /* index of the list that is being filled */
    void (*update)(void *game, ox_draw_list *list);
    void (*draw)(void *game, const ox_draw_list *list);
    void *game;
    /* Runs two jobs as plat_parallel does; NULL: one job after the other. */
    void (*parallel)(void *machine, void (*job)(void *argument, int index), void *argument, int count);
    void *machine;
    bool serial;      /* draws the list that was just updated; may be changed between frames */
    uint32_t frame;   /* updates so far */
    uint32_t dropped; /* dropped commands of all frames */
} ox_pipeline;

/* Begins a pipeline and cuts `bytes` of memory into two lists. OX_BAD_ARGUMENT for fewer than 64 bytes, or when a
 * function is missing. */
FX_MUST_CHECK ox_status ox_pipeline_init(ox_pipeline *pipeline, void *memory, size_t bytes,
                                         void (*update)(void *game, ox_draw_list *list),
                                         void (*draw)(void *game, const ox_draw_list *list), void *game);

/* Runs one frame: updates, and draws the list of the frame before, or, in serial mode, the list of this frame. The
 * first pipelined frame draws nothing. */
void ox_pipeline_frame(ox_pipeline *pipeline);

#endif
