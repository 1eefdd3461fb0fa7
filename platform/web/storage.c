/* Storage for saved games in a browser: kept in memory, and handed to the page whole at every sync. */
#include <string.h>

#include "platform/web/web.h"

enum { UNASKED, THERE, NONE };

static bool has_storage(plat *p) {
    if (p->storage_state != UNASKED) return p->storage_state == THERE;
    memset(p->storage, 0xFF, sizeof p->storage);
    p->storage_state = web_page_load(p->storage, sizeof p->storage) < 0 ? NONE : THERE;
    return p->storage_state == THERE;
}

void plat_storage(plat *p, plat_storage_info *info) {
    *info = (plat_storage_info){.size = has_storage(p) ? WEB_STORAGE : 0, .sector = 1, .atomic = true};
}

static uint8_t *storage_place(plat *p, uint32_t at, uint32_t size) {
    return !has_storage(p) || at > WEB_STORAGE || size > WEB_STORAGE - at ? NULL : p->storage + at;
}

bool plat_storage_read(plat *p, uint32_t at, void *bytes, uint32_t size) {
    const uint8_t *from = storage_place(p, at, size);
    if (from != NULL && size > 0) memcpy(bytes, from, size);
    return from != NULL;
}

bool plat_storage_write(plat *p, uint32_t at, const void *bytes, uint32_t size) {
    uint8_t *to = storage_place(p, at, size);
    if (to != NULL && size > 0) memcpy(to, bytes, size);
    return to != NULL;
}

bool plat_storage_erase(plat *p, uint32_t at, uint32_t size) {
    uint8_t *to = storage_place(p, at, size);
    if (to != NULL) memset(to, 0xFF, size);
    return to != NULL;
}

/* Hands the storage to the page without the erased bytes at its end. */
bool plat_storage_sync(plat *p) {
    size_t size = WEB_STORAGE;
    if (!has_storage(p)) return false;
    while (size > 0 && p->storage[size - 1] == 0xFF) size--;
    return web_page_save(p->storage, size);
}
