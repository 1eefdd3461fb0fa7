/* Placeholders for missing or damaged chunks, by the types that the console knows: loud, so that nobody overlooks them,
 * and valid, so that nothing breaks.
 *
 *     picture   16 x 16 pixels, magenta and black          material   magenta, unlit
 *     sound     a beep of 1,000 Hz, 120 ms                 text       one text of any key: "???"
 *     clip      one frame of no joint: the pose stays      mesh       no chunk: ox_resource_mesh has a box
 *
 * Placeholders are constants of the program, 4.3 KB, in no image and in no memory of the cart, and pass
 * rom_check_chunk. Other types have no placeholder: ox_manager_get gives NULL and a line in the log. (GEA 3.3.) */
#ifndef OXCART_KERNEL_RESOURCE_STAND_IN_H
#define OXCART_KERNEL_RESOURCE_STAND_IN_H

#include "kernel/resource/type.h"

/* The types of the console, for ox_manager_register. */
extern const ox_resource_type ox_stand_in_types[];
extern const uint32_t ox_stand_in_count;

#endif
