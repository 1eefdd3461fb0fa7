/* Characters of sprites: the page of a sheet that a machine's state shows.
 *
 *     status = ox_motion_flip_open(&set, sheet, &missing);                 after the machine's chunk: the pages of all animations
 *     frame = ox_motion_flip_frame(&set, &run);                           each step, after the machine's: of the sheet; -1: none
 *
 * The page is floor(phase * pages) of the heaviest animation of the state that the first layer is in, or fades to. So the first page of a new state is seen in the very step in which it is
 * entered, whatever page the old one was at. An animation takes pages / rate seconds, times the speeds of the text. (Madhav 2 and 9.) */
#ifndef OXCART_KERNEL_MOTION_FLIP_H
#define OXCART_KERNEL_MOTION_FLIP_H

#include "kernel/motion/machine.h"

/* Makes the clip of an animation of set->sheet, by its name; false: the sheet has no such. */
bool ox_motion_flip_open(const ox_motion_set *set, ox_id name, fx speed, ox_motion_clip *clip);

int32_t ox_motion_flip_frame(const ox_motion_set *set, const ox_motion_run *run);

#endif
