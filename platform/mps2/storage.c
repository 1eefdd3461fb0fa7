/* Storage for saved games on the MPS2 board: a part of its external memory that neither the console nor the
 * program's start touches, so that it outlives both. */
#include <string.h>

#include "platform/mps2/mps2.h"

void plat_storage(plat *p, plat_storage_info *info) {
    (void)p;
    *info = (plat_storage_info){.size = MPS2_STORAGE, .sector = 1};
}

static bool is_inside(uint32_t at, uint32_t size) { return at <= MPS2_STORAGE && size <= MPS2_STORAGE - at; }

bool plat_storage_read(plat *p, uint32_t at, void *bytes, uint32_t size) {
    (void)p;
    if (!is_inside(at, size)) return false;
    memcpy(bytes, __storage + at, size);
    return true;
}

bool plat_storage_write(plat *p, uint32_t at, const void *bytes, uint32_t size) {
    (void)p;
    if (!is_inside(at, size)) return false;
    memcpy(__storage + at, bytes, size);
    return true;
}

bool plat_storage_erase(plat *p, uint32_t at, uint32_t size) {
    (void)p;
    if (!is_inside(at, size)) return false;
    memset(__storage + at, 0xFF, size);
    return true;
}

bool plat_storage_sync(plat *p) {
    (void)p;
    return true;
}
