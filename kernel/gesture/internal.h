/* The state of the module of gestures. */
#ifndef OXCART_KERNEL_GESTURE_INTERNAL_H
#define OXCART_KERNEL_GESTURE_INTERNAL_H

#include "kernel/gesture/module.h"
#include "kernel/resource/resource.h"

typedef struct gesture_state {
    ox_gestures *players;
    uint32_t count;
    ox_held held; /* the library; data NULL: there is none */
} gesture_state;

#endif
