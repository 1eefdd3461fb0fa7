/* Devices with buttons and motors alone, without lights, forces, speakers or memory. A port without endpoints includes this header once;
 * platform/absent.h does so for ports without devices. */
#ifndef OXCART_PLATFORM_NO_ENDPOINTS_H
#define OXCART_PLATFORM_NO_ENDPOINTS_H

#include "platform/platform.h"

bool plat_device_write(plat *p, int place, plat_endpoint endpoint, uint32_t at, const void *bytes,
                       uint32_t count) {
    (void)p, (void)place, (void)endpoint, (void)at, (void)bytes, (void)count;
    return false;
}

uint32_t plat_device_read(plat *p, int place, plat_endpoint endpoint, uint32_t at, void *bytes,
                          uint32_t count) {
    (void)p, (void)place, (void)endpoint, (void)at, (void)bytes, (void)count;
    return 0;
}

#endif
