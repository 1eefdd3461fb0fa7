/* The frame-time estimate: the mean of the last few frames, for whatever trades quality for time.
 *
 *     ox_estimate_add(&estimate, frame_microseconds);
 *     if (ox_estimate_mean(&estimate) > 15000u << OX_ESTIMATE_BITS) detail--;
 *
 * Frames resemble those before, so their mean tells what the next one will take; the longer the window, the
 * less a single spike shows and the later a change does. It never feeds the simulation. (GEA 7.5.) Cost: 20
 * instructions to add, a division to read. */
#ifndef OXCART_KERNEL_LOOP_ESTIMATE_H
#define OXCART_KERNEL_LOOP_ESTIMATE_H

#include <stdint.h>

#define OX_ESTIMATE_FRAMES 32u /* the longest window */
#define OX_ESTIMATE_DEFAULT 8u
#define OX_ESTIMATE_BITS 8           /* of the mean behind the point */
#define OX_ESTIMATE_LONGEST 0x7FFFFu /* a longer time counts as this one: half a second in microseconds */

typedef struct ox_estimate {
    uint32_t times[OX_ESTIMATE_FRAMES];
    uint32_t sum;
    uint32_t window; /* frames that count */
    uint32_t count;  /* frames there are, at most window */
    uint32_t next;   /* place of the next one */
} ox_estimate;

/* A window of 1..32 frames; 0 takes 8, more takes 32. */
void ox_estimate_init(ox_estimate *estimate, uint32_t window);
void ox_estimate_add(ox_estimate *estimate, uint32_t time);

/* The mean in 1/256 of the unit that was added, rounded down: of the frames there are, 0 before the first. */
uint32_t ox_estimate_mean(const ox_estimate *estimate);

#endif
