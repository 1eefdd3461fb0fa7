/* The port as the clock of pace.h:
 *
 *     ox_pace_init(&pace, OX_PACE_VBLANK, 0, &ox_pace_platform, platform); */
#ifndef OXCART_KERNEL_LOOP_MACHINE_H
#define OXCART_KERNEL_LOOP_MACHINE_H

#include "kernel/loop/pace.h"
#include "platform/platform.h"

extern const ox_pace_timer ox_pace_platform;

#endif
