/* Wireless pads of the desktop: what sends packets of platform/wireless.h to its UDP port, and pads of input scripts that are said to be wireless. */
#ifndef OXCART_PLATFORM_HOST_HOST_WIRELESS_H
#define OXCART_PLATFORM_HOST_HOST_WIRELESS_H

#include <stddef.h>

#include "platform/wireless.h"

enum { HOST_WIRELESS_PADS = 4, HOST_AIR_PACKETS = 16 };

struct host_device;

/* ---- by UDP ---- */

typedef struct host_wireless host_wireless;

/* Listens at a port, 1024..65535, on all of this machine's addresses. NULL, with a sentence in error. */
host_wireless *host_wireless_open(uint16_t port, char *error, size_t error_size);
void host_wireless_close(host_wireless *wireless); /* NULL is legal */

/* Takes the packets that have come, puts pads into free places of PLAT_DEVICES, the last one first, and sends answers. Each keeps its place. */
void host_wireless_poll(host_wireless *wireless, struct host_device *devices);

/* Hands a motor or the lights to the pad in a place; false: there is none of these. Place 0: all of them. */
bool host_wireless_shake(host_wireless *wireless, int place, int motor, uint32_t strength,
                         uint32_t milliseconds);
bool host_wireless_light(host_wireless *wireless, int place, uint8_t lights);

/* ---- in the air ---- */

/* The way of a script's pad: packets that come two to five polls later, or never. */
typedef struct host_air {
    plat_wireless_pad sender;
    plat_wireless receiver;
    struct {
        uint32_t due;
        bool flies;
        uint8_t bytes[PLAT_WIRELESS_BYTES];
    } packets[HOST_AIR_PACKETS];
    uint32_t tick, noise;
    bool begun;
} host_air;

/* One poll of the script's pad `own`, of which so many packets of a hundred are lost; is_plugged: it sends. False: the console sees no pad. */
bool host_air_pass(host_air *air, bool is_plugged, uint32_t loss, plat_device *device, plat_input *own);

#endif
