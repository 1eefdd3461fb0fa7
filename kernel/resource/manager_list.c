/* The manager as a list: payloads without a chunk, walks, questions, phases, language, and the end. */
#include <string.h>

#include "kernel/memory/life.h"
#include "kernel/resource/manager.h"
#include "kernel/resource/manager_internal.h"

/* ---- cached payloads without a chunk ---- */

ox_status ox_manager_insert(ox_manager *m, const ox_manager_item *item, ox_resource_handle *handle) {
    record *r;
    *handle = (ox_resource_handle){0};
    if (item->make == NULL || item->number > m->config.records) return OX_BAD_ARGUMENT;
    if (ox_record_find(m, item->id, item->type) != NULL) return OX_ALREADY_THERE;
    ox_status status = ox_record_add(m, item->number, item->id, item->type, &r);
    if (ox_failed(status)) return status;
    r->life = OX_LIFE_CACHE;
    r->size = item->size;
    r->make = item->make;
    r->make_context = item->context;
    r->priority = item->priority;
    status = ox_payload_take(m, r);
    if (!ox_failed(status)) {
        status = item->make(item->context, ox_payload_data(m, r), item->size);
        ox_heap_pin(&m->heap, (ox_handle){r->block}, false);
        ox_reserve_unlock(&m->account, item->size);
        r->state = OX_RESOURCE_RESIDENT;
        if (ox_failed(status)) {
            ox_reserve_remove(&m->account, item->size, false);
            ox_payload_give(m, r);
        }
    }
    if (ox_failed(status)) {
        ox_record_drop(m, r);
        return status;
    }
    m->counts.loads++;
    handle->bits = r->bits;
    return OX_OK;
}

ox_status ox_manager_remove(ox_manager *m, ox_resource_handle handle) {
    record *r = ox_record_get(m, handle);
    if (r == NULL) return OX_STALE_HANDLE;
    FX_ASSERT_MSG(r->locks == 0, "resource %x is removed while it is locked", (unsigned)r->id);
    if (r->locks > 0) return OX_BAD_STATE;
    ox_manager_unload(m, r);
    return OX_OK;
}

ox_status ox_manager_detach(ox_manager *m, ox_resource_handle handle, ox_detached *payload) {
    record *r = ox_record_get(m, handle);
    *payload = (ox_detached){NULL, 0, 0};
    if (r == NULL) return OX_STALE_HANDLE;
    if (r->life != OX_LIFE_CACHE || r->state != OX_RESOURCE_RESIDENT || r->locks > 0) return OX_BAD_STATE;
    ox_reserve_lock(&m->account, r->size);
    ox_heap_pin(&m->heap, (ox_handle){r->block}, true);
    *payload = (ox_detached){ox_payload_data(m, r), r->size, r->block};
    ox_record_drop(m, r);
    return OX_OK;
}

void ox_manager_give_back(ox_manager *m, const ox_detached *payload) {
    if (ox_heap_give(&m->heap, (ox_handle){payload->block}) == OX_OK)
        ox_reserve_remove(&m->account, payload->size, true);
}

/* ---- walks ---- */

ox_resource_handle ox_manager_at(const ox_manager *m, const void *payload) {
    for (uint32_t i = 1; i <= m->config.records && payload != NULL; i++) {
        const record *r = &m->records[i];
        if (r->bits != 0 && r->state == OX_RESOURCE_RESIDENT && ox_payload_data(m, r) == payload) {
            return (ox_resource_handle){r->bits};
        }
    }
    return (ox_resource_handle){0};
}

ox_resource_handle ox_manager_next(const ox_manager *m, ox_resource_handle after) {
    for (uint32_t i = ox_record_slot(after.bits) + 1; i <= m->config.records; i++) {
        if (m->records[i].bits != 0 && m->records[i].state != OX_RESOURCE_ABSENT) {
            return (ox_resource_handle){m->records[i].bits};
        }
    }
    return (ox_resource_handle){0};
}

/* ---- phases and ticks ---- */

void ox_manager_phase(ox_manager *m, ox_manager_time phase) { m->phase = phase; }

void ox_manager_tick(ox_manager *m, uint32_t tick) {
    m->tick = tick;
    if (m->config.cache_bytes != 0) ox_heap_step(&m->heap);
}

uint32_t ox_manager_shutdown(ox_manager *m, void (*tell)(void *context, const ox_manager_record *record),
                             void *context) {
    uint32_t used = 0;
    for (uint32_t i = 1; i <= m->config.records; i++) {
        record *r = &m->records[i];
        if (r->bits == 0 || r->state == OX_RESOURCE_ABSENT) continue;
        if (r->count > 0 || r->locks > 0) {
            used++;
            ox_log_write(m->log, PLAT_LOG_WARNING, "resource #%08x: %u users and %u locks are left",
                         (unsigned)r->id, (unsigned)r->count, (unsigned)r->locks);
            if (tell != NULL) tell(context, r);
        }
        ox_manager_unload(m, r);
    }
    m->missing_count = 0;
    memset(m->checked, 0, sizeof m->checked);
    return used;
}

uint32_t ox_manager_end(ox_manager *m) {
    uint32_t used = ox_manager_shutdown(m, NULL, NULL);
    OX_CLEAR(m);
    return used;
}

/* ---- questions ---- */

ox_status ox_manager_measure(ox_manager *m, uint32_t id, uint32_t type, uint32_t *bytes) {
    OX_CREATED(m->records);
    const ox_resource_type *known = ox_manager_type(m, type);
    const record *r = ox_record_find(m, id, type);
    ox_found found;
    *bytes = 0;
    if (r != NULL && r->make != NULL) {
        *bytes = r->size;
        return OX_OK;
    }
    if (known == NULL || !ox_images_find(m->images, id, type, &found)) return OX_NOT_FOUND;
    *bytes = ox_payload_bytes(known, &found.chunk);
    return OX_OK;
}

ox_status ox_manager_picture(ox_manager *m, uint32_t id, uint32_t level, uint32_t *width, uint32_t *height) {
    const record *r = ox_record_find(m, id, ROM_TAG_IMAGE);
    const uint8_t *at = r != NULL && r->state == OX_RESOURCE_RESIDENT ? ox_payload_data(m, r) : NULL;
    ox_found found;
    *width = *height = 0;
    if (at == NULL) {
        if (!ox_images_find(m->images, id, ROM_TAG_IMAGE, &found)) return OX_NOT_FOUND;
        if (!found.mapped || found.chunk.codec != ROM_CODEC_STORED) return OX_EMPTY;
        if (found.chunk.size < ROM_IMAGE_SIZE) return OX_BAD_DATA;
        at = found.chunk.data;
    }
    uint32_t w = rom_u16(at + ROM_IMAGE_WIDTH), h = rom_u16(at + ROM_IMAGE_HEIGHT), last = 0;
    while (w >> (last + 1) != 0 || h >> (last + 1) != 0) last++;
    FX_CHECK_OR(level <= last, "a mip level that the picture does not have", level = last);
    *width = w >> level != 0 ? w >> level : 1;
    *height = h >> level != 0 ? h >> level : 1;
    return OX_OK;
}

/* ---- language and region ---- */

/* Whether another entry would be found for a record in another language and region. */
static bool is_stale(ox_manager *m, const record *r, uint8_t language, uint8_t region) {
    ox_images *images = m->images;
    ox_found now, then;
    if (r->bits == 0 || r->make != NULL || r->state == OX_RESOURCE_ABSENT) return false;
    uint8_t language_now = images->language, region_now = images->region;
    bool had = ox_images_find(images, r->id, r->type, &now);
    ox_images_choose(images, language, region);
    bool has = ox_images_find(images, r->id, r->type, &then);
    ox_images_choose(images, language_now, region_now);
    return had != has || (had && (now.image != then.image || now.chunk.offset != then.chunk.offset));
}

ox_status ox_manager_choose(ox_manager *m, uint8_t language, uint8_t region) {
    for (uint32_t i = 1; i <= m->config.records; i++) {
        if (m->records[i].locks > 0 && is_stale(m, &m->records[i], language, region)) return OX_BAD_STATE;
    }
    for (uint32_t i = 1; i <= m->config.records; i++) {
        record *r = &m->records[i];
        if (!is_stale(m, r, language, region)) continue;
        bool plain = r->life == OX_LIFE_CACHE && r->state == OX_RESOURCE_RESIDENT;
        if (plain) {
            ox_reserve_remove(&m->account, r->size, false);
            ox_manager_drop_payload(m, r);
        } else if (r->state != OX_RESOURCE_DISPOSED) {
            ox_manager_unload(m, r);
        }
    }
    ox_images_choose(m->images, language, region);
    memset(m->checked, 0, sizeof m->checked);
    return OX_OK;
}
