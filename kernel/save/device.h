/* The storage device of saved games: bytes that outlive the power, as the container (container.h) sees them.
 *
 *     ox_save_device device = ox_save_device_of(platform);          the port's storage, size 0 where it has none
 *
 * A device is a table of functions, so that tests can cut the power at any byte. Writing may stop after any byte, and
 * in the middle of one; bytes written before that stay. Where sector is above 1, bytes are written only after their
 * sectors were erased, once. */
#ifndef OXCART_KERNEL_SAVE_DEVICE_H
#define OXCART_KERNEL_SAVE_DEVICE_H

#include "platform/platform.h"

typedef struct ox_save_device {
    void *context;
    uint32_t size;   /* bytes */
    uint32_t first;  /* where the device begins on what the functions read and write */
    uint32_t sector; /* bytes that are erased together, a power of two; 1: no erasing */
    bool (*read)(void *context, uint32_t at, void *bytes, uint32_t size);
    bool (*write)(void *context, uint32_t at, const void *bytes, uint32_t size);
    bool (*erase)(void *context, uint32_t at, uint32_t size); /* whole sectors */
    bool (*sync)(void *context);                              /* returns when all written bytes are safe */
    bool (*claim)(void *context, bool claim);                 /* as plat_claim; NULL: no need to claim */
} ox_save_device;

/* ---- the port's storage, in a header, so that only programs that use storage need a port with storage ---- */

static inline bool ox_save_port_read(void *p, uint32_t at, void *bytes, uint32_t size) {
    return plat_storage_read((plat *)p, at, bytes, size);
}
static inline bool ox_save_port_write(void *p, uint32_t at, const void *bytes, uint32_t size) {
    return plat_storage_write((plat *)p, at, bytes, size);
}
static inline bool ox_save_port_erase(void *p, uint32_t at, uint32_t size) {
    return plat_storage_erase((plat *)p, at, size);
}
static inline bool ox_save_port_sync(void *p) { return plat_storage_sync((plat *)p); }
static inline bool ox_save_port_claim(void *p, bool claim) {
    return plat_claim((plat *)p, PLAT_STORAGE, claim);
}

static inline ox_save_device ox_save_device_of(plat *p) {
    plat_storage_info info;
    plat_storage(p, &info);
    return (ox_save_device){p,
                            info.size,
                            0,
                            info.sector,
                            ox_save_port_read,
                            ox_save_port_write,
                            ox_save_port_erase,
                            ox_save_port_sync,
                            ox_save_port_claim};
}

/* Part `number`, from 0, of `count` equal ones of a device, in whole sectors; count 0: all of it. */
static inline ox_save_device ox_save_device_part(ox_save_device device, uint32_t number, uint32_t count) {
    if (count == 0) return device;
    device.size /= count;
    device.size &= ~((device.sector < 4 ? 4u : device.sector) - 1u);
    device.first += number * device.size;
    return device;
}

#endif
