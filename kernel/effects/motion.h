/* What of a picture moves: the vectors of the effect `motion` (raster/post.h), from where objects were seen in the picture before. Only kernel/effects
 * includes this. */
#ifndef OXCART_KERNEL_EFFECTS_MOTION_H
#define OXCART_KERNEL_EFFECTS_MOTION_H

#include "kernel/module/module.h"
#include "raster/post.h"

/* Where the object of a slot of the world was seen, in half pixels. */
typedef struct effect_track {
    int16_t last[2], now[2];
    uint16_t generation;  /* of the object that was seen */
    bool is_last, is_now; /* whether it was seen */
} effect_track;

typedef struct effect_motion {
    rs_motion blur;       /* vectors NULL: there is no memory */
    effect_track *tracks; /* one for each slot; NULL between scenes */
    uint32_t count;
} effect_motion;

/* The bytes for a picture: vectors and lines. And divides that memory, which is aligned to 4 bytes. */
size_t effect_motion_bytes(const ox_module_host *host);
void effect_motion_take(const ox_module_host *host, effect_motion *motion, uint8_t *memory);

/* A picture begins: what is seen now was seen in the picture before. */
void effect_motion_advance(effect_motion *motion);

/* Writes the vectors of all visible objects with a mesh, times `strength`. */
void effect_motion_write(const ox_module_host *host, effect_motion *motion, const rs_camera *camera,
                         fx strength);

#endif
