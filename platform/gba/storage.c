/* Storage for saved games on the Game Boy Advance: 32 KB of battery-backed memory on the cartridge, one byte
 * at a time. */
#include "platform/gba/gba.h"

#define STORAGE ((volatile uint8_t *)0x0E000000u)
#define WAITS 0x204u /* bits 0-1: waits of the storage; 3 is 8 cycles, the slowest, which every chip bears */

enum { STORAGE_SIZE = 32768 };

/* Cartridges and emulators look for this text, aligned to 4, to know what memory is there. */
static const _Alignas(4) char battery[12] = "SRAM_V113";

void plat_storage(plat *p, plat_storage_info *info) {
    (void)p;
    GBA_REGISTER16(WAITS) = (uint16_t)(GBA_REGISTER16(WAITS) | 3u);
    *info =
        (plat_storage_info){.size = *(const volatile char *)battery == 'S' ? STORAGE_SIZE : 0, .sector = 1};
}

static bool is_inside(uint32_t at, uint32_t size) { return at <= STORAGE_SIZE && size <= STORAGE_SIZE - at; }

bool plat_storage_read(plat *p, uint32_t at, void *bytes, uint32_t size) {
    uint8_t *to = bytes;
    (void)p;
    if (!is_inside(at, size)) return false;
    for (uint32_t i = 0; i < size; i++) to[i] = STORAGE[at + i];
    return true;
}

bool plat_storage_write(plat *p, uint32_t at, const void *bytes, uint32_t size) {
    const uint8_t *from = bytes;
    (void)p;
    if (!is_inside(at, size)) return false;
    for (uint32_t i = 0; i < size; i++) STORAGE[at + i] = from[i];
    for (uint32_t i = 0; i < size; i++) {
        if (STORAGE[at + i] != from[i]) return false; /* there is no such memory, or its battery is empty */
    }
    return true;
}

bool plat_storage_erase(plat *p, uint32_t at, uint32_t size) {
    (void)p;
    if (!is_inside(at, size)) return false;
    for (uint32_t i = 0; i < size; i++) STORAGE[at + i] = 0xFF;
    return true;
}

bool plat_storage_sync(plat *p) {
    (void)p;
    return true;
}
