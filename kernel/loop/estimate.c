/* A ring of frame times and their running sum. */
#include "kernel/loop/estimate.h"

#include "kernel/memory/life.h"

void ox_estimate_init(ox_estimate *estimate, uint32_t window) {
    *estimate = (ox_estimate){.window = window == 0                   ? OX_ESTIMATE_DEFAULT
                                        : window > OX_ESTIMATE_FRAMES ? OX_ESTIMATE_FRAMES
                                                                      : window};
}

void ox_estimate_add(ox_estimate *estimate, uint32_t time) {
    OX_CREATED(estimate->window);
    uint32_t *place = &estimate->times[estimate->next];
    if (time > OX_ESTIMATE_LONGEST) time = OX_ESTIMATE_LONGEST;
    estimate->sum += time - *place; /* an unused place is 0 */
    *place = time;
    estimate->next = estimate->next + 1 == estimate->window ? 0 : estimate->next + 1;
    if (estimate->count < estimate->window) estimate->count++;
}

uint32_t ox_estimate_mean(const ox_estimate *estimate) {
    return estimate->count == 0 ? 0 : (estimate->sum << OX_ESTIMATE_BITS) / estimate->count;
}
