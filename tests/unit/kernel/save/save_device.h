/* A device for the tests of saved games: a number of bytes, and a power supply that fails after a number of bytes
 * were written. */
#ifndef OXCART_TESTS_UNIT_SAVE_DEVICE_H
#define OXCART_TESTS_UNIT_SAVE_DEVICE_H

#include <string.h>

#include "kernel/save/device.h"

enum { SAVE_DEVICE_MOST = 8192 };

typedef struct save_device {
    uint8_t bytes[SAVE_DEVICE_MOST];
    uint32_t size, sector;
    uint32_t power;   /* bytes until the power goes; UINT32_MAX: it stays */
    uint32_t written; /* bytes written and erased */
    uint32_t syncs;
    bool dead; /* every write fails, without a trace */
} save_device;

static inline bool save_device_alive(save_device *d) {
    if (d->power == 0) return false;
    if (d->power != UINT32_MAX) d->power--;
    d->written++;
    return true;
}

static inline bool save_device_read(void *context, uint32_t at, void *bytes, uint32_t size) {
    save_device *d = context;
    if (at > d->size || size > d->size - at) return false;
    memcpy(bytes, d->bytes + at, size);
    return true;
}

/* Writes as flash memory does: bits are only cleared. */
static inline bool save_device_write(void *context, uint32_t at, const void *bytes, uint32_t size) {
    save_device *d = context;
    const uint8_t *from = bytes;
    if (at > d->size || size > d->size - at || d->dead) return false;
    for (uint32_t i = 0; i < size; i++) {
        if (!save_device_alive(d)) return false;
        d->bytes[at + i] = d->sector > 1 ? d->bytes[at + i] & from[i] : from[i];
    }
    return true;
}

static inline bool save_device_erase(void *context, uint32_t at, uint32_t size) {
    save_device *d = context;
    if (at > d->size || size > d->size - at || d->dead || at % d->sector != 0 || size % d->sector != 0)
        return false;
    for (uint32_t i = 0; i < size; i++) {
        if (!save_device_alive(d)) return false;
        d->bytes[at + i] = 0xFF;
    }
    return true;
}

static inline bool save_device_sync(void *context) {
    save_device *d = context;
    d->syncs++;
    return d->power != 0 && !d->dead;
}

static inline ox_save_device save_device_open(save_device *d, uint32_t size, uint32_t sector) {
    memset(d, 0, sizeof *d);
    memset(d->bytes, 0xFF, sizeof d->bytes);
    d->size = size;
    d->sector = sector;
    d->power = UINT32_MAX;
    return (ox_save_device){.context = d,
                            .size = size,
                            .sector = sector,
                            .read = save_device_read,
                            .write = save_device_write,
                            .erase = save_device_erase,
                            .sync = save_device_sync};
}

#endif
