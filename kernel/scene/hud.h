/* The figures on screen: what a frame cost and what memory holds, in white on black in the top left corner.
 */
#ifndef OXCART_KERNEL_SCENE_HUD_H
#define OXCART_KERNEL_SCENE_HUD_H

#include <stdint.h>

#include "raster/frame.h"

typedef struct ox_hud {
    uint32_t draw_microseconds;  /* of the last frame */
    uint32_t frame_microseconds; /* from frame to frame, averaged; 0 = unknown */
    uint32_t triangles, triangles_drawn;
    uint32_t pixels; /* 0 = not counted: the line is left out */
    uint32_t memory_used, memory_budget, memory_peak;
    int band_lines;
    const char *look; /* name of the shading */
    bool paused;
    uint32_t light, dark; /* native pixels of text and ground */
} ox_hud;

/* Records the figures over everything recorded before: at most 7 lines of 24 characters. */
void ox_hud_record(const ox_hud *hud, rs_frame *frame);

#endif
