/* The frame-time estimate: the mean of the last few frames, for code that trades quality for time.
 *
 *     ox_estimate_add(&estimate, frame_microseconds);
 *     if (ox_estimate_mean(&estimate) > 15000u << OX_ESTIMATE_BITS) detail--;
 *
 * Frames resemble those before, so their mean tells what the next one will take; the longer the window, the less a
 * single spike shows and the later a change does. The estimate never feeds the simulation. (GEA 7.5.) Cost: 20
 * instructions to add, a division to read. */
#ifndef OXCART_KERNEL_LOOP_ESTIMATE_H
#define OXCART_KERNEL_LOOP_ESTIMATE_H

#include <stdint.h>

#define OX_ESTIMATE_FRAMES 32u /* the longest window */
#define OX_ESTIMATE_DEFAULT 8u
#define OX_ESTIMATE_BITS 8 /* fraction bits of the mean */
/* longest time that counts, half a second in microseconds; longer times count as this */
#define OX_ESTIMATE_LONGEST 0x7FFFFu

typedef struct ox_estimate {
    uint32_t times[OX_ESTIMATE_FRAMES];
    uint32_t sum;
    uint32_t window; /* frames that count */
    uint32_t count;  /* frames added so far, at most window */
    uint32_t next;   /* index of the next frame */
} ox_estimate;

/* Begins a window of 1..32 frames; 0 takes 8, more than 32 takes 32. */
void ox_estimate_init(ox_estimate *estimate, uint32_t window);
void ox_estimate_add(ox_estimate *estimate, uint32_t time);

/* The mean of the frames in the window, in 1/256 of the unit that was added, rounded down; 0 before the first frame. */
uint32_t ox_estimate_mean(const ox_estimate *estimate);

#endif
