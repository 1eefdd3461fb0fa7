/* Swaps the overlay of rebuilt chunks for another one while a game runs. */
#include "kernel/resource/live.h"

#include <string.h>

#include "kernel/debug/format.h"
#include "kernel/resource/manager_internal.h"
#include "rom/check.h"

FX_STATIC_ASSERT(sizeof OX_LIVE_NAME <= OX_IMAGE_NAME, "the overlay has a name among the images");

#ifndef OX_RETAIL

#define ABOVE_ALL INT32_MAX /* priority of the overlay, the first of the images */

typedef struct swap {
    ox_manager *m;
    rom_image image, before; /* before.base NULL: none was mounted */
    bool has;                /* false: no overlay takes the old one's place */
    ox_live_report *report;
} swap;

static ox_status refuse_swap(swap *s, ox_status status, const rom_chunk *chunk, const char *why) {
    s->report->id = chunk == NULL ? 0 : chunk->id;
    s->report->type = chunk == NULL ? 0 : chunk->type;
    if (chunk == NULL)
        ox_format(s->report->text, sizeof s->report->text, "%s", why);
    else
        ox_format(s->report->text, sizeof s->report->text, "chunk #%08x: %s", (unsigned)chunk->id, why);
    ox_log_name_ids(s->m->log, s->report->text, sizeof s->report->text);
    return status;
}

/* ---- judging ---- */

/* Whether a chunk has the major version and the fixed part of the chunk that it replaces. Both must be stored plainly;
 * else the chunk's check alone counts.
 */
static bool has_layout_of(const rom_chunk *now, const ox_found *then) {
    if (!then->mapped || then->chunk.codec != ROM_CODEC_STORED || now->codec != ROM_CODEC_STORED) return true;
    return rom_u16(now->data + ROM_CHUNK_HEADER) == rom_u16(then->chunk.data + ROM_CHUNK_HEADER) &&
           rom_u16(now->data + ROM_CHUNK_VERSION) >> 8 == rom_u16(then->chunk.data + ROM_CHUNK_VERSION) >> 8;
}

static ox_status judge_chunk(swap *s, const rom_chunk *chunk) {
    const ox_resource_type *type = ox_manager_type(s->m, chunk->type);
    ox_found then;
    rom_error error = {ROM_OK, 0, ""};
    if (chunk->codec == OX_IMAGE_DELETED || chunk->type == ROM_TAG_INFO) return OX_OK;
    if (chunk->type == ROM_TAG_BUDGET)
        return refuse_swap(s, OX_BAD_VERSION, chunk, "the budget is another; restart the game");
    rom_status status = rom_check_entry(chunk, true, &error);
    if (status != ROM_OK && status != ROM_UNKNOWN_TYPE && status != ROM_PACKED)
        return refuse_swap(s, OX_BAD_DATA, chunk, error.text);
    if (type != NULL && status != ROM_PACKED && ox_failed(ox_check_bytes(type, chunk->data, chunk->size)))
        return refuse_swap(s, OX_BAD_DATA, chunk, "its type refuses it");
    if (ox_images_find(s->m->images, chunk->id, chunk->type, &then) && !has_layout_of(chunk, &then))
        return refuse_swap(s, OX_BAD_VERSION, chunk,
                           "its layout is another than that of the running game; restart it");
    return OX_OK;
}

static ox_status judge_overlay(swap *s, const void *overlay, uint32_t size) {
    rom_error error;
    rom_chunk chunk;
    s->has = size > 0;
    if (!s->has) return OX_OK;
    if (rom_open(overlay, size, &s->image, &error) != ROM_OK)
        return refuse_swap(s, OX_BAD_IMAGE, NULL, error.text);
    for (uint32_t i = 0; rom_entry(&s->image, i, &chunk); i++) {
        ox_status status = judge_chunk(s, &chunk);
        if (ox_failed(status)) return status;
    }
    return OX_OK;
}

/* ---- swapping ---- */

static bool is_mounted(const ox_images *images) {
    return images->count > 0 && ox_text_equal(ox_text_of(images->list[0].name), ox_text_of(OX_LIVE_NAME));
}

/* Gives the overlay its place among the images, if it has none. */
static ox_status mount(swap *s) {
    static const char why[] = "the overlay is not of this cart, or of another version of it";
    if (!s->has) return OX_OK;
    if (s->before.base == NULL) {
        ox_status status = ox_images_add(s->m->images, &s->image, OX_LIVE_NAME, ABOVE_ALL);
        return ox_failed(status) ? refuse_swap(s, status, NULL, why) : OX_OK;
    }
    bool same = rom_u32(s->image.base + ROM_AT_BASE) == rom_u32(s->before.base + ROM_AT_BASE) &&
                rom_u32(s->image.base + ROM_AT_BASE_VERSION) == rom_u32(s->before.base + ROM_AT_BASE_VERSION);
    return same ? OX_OK : refuse_swap(s, OX_BAD_VERSION, NULL, why);
}

static void unmount(ox_images *images) {
    if (!is_mounted(images)) return;
    images->list[0].users = 0;
    (void)!ox_images_remove(images, OX_LIVE_NAME);
}

/* Finds the chunk of a record with this overlay (base NULL: without an overlay) above the other images. */
static bool find_with(const swap *s, const rom_image *image, const record *r, ox_found *found) {
    ox_images *images = s->m->images;
    if (image->base == NULL) {
        found->image = 0;
        return is_mounted(images) ? ox_images_find_below(images, r->id, r->type, found)
                                  : ox_images_find(images, r->id, r->type, found);
    }
    images->list[0].rom = *image;
    return ox_images_find(images, r->id, r->type, found);
}

static bool is_replaced(const swap *s, const record *r) {
    ox_found now, then;
    if (r->bits == 0 || r->bits == OX_RECORD_WAITS || r->make != NULL || r->kind == 0) return false;
    bool has = find_with(s, &s->image, r, &now), had = find_with(s, &s->before, r, &then);
    return has != had || (has && now.chunk.data != then.chunk.data);
}

/* Makes a record's payload anew out of the chunk that is found now. The old payload is gone. */
static void remake(swap *s, record *r) {
    ox_manager *m = s->m;
    const ox_resource_type *type = m->types[r->kind - 1];
    ox_found found;
    ox_status status = ox_images_find(m->images, r->id, r->type, &found) ? OX_OK : OX_NOT_FOUND;
    if (!ox_failed(status)) {
        ox_record_use_image(m, r, &found);
        r->size = ox_payload_bytes(type, &found.chunk);
        r->where = OX_CLASS_MAIN;
        if (ox_could_be_in_place(type, &found)) { /* in the development memory */
            r->where = OX_CLASS_ROM;
            r->life = r->life == OX_LIFE_CACHE || r->life == OX_LIFE_SHORT ? (uint8_t)OX_LIFE_LEVEL : r->life;
            r->data = (void *)(uintptr_t)found.chunk.data;
        } else {
            status = ox_payload_take(m, r);
        }
    }
    if (!ox_failed(status)) status = ox_load_now(m, r, &found, NULL);
    if (!ox_failed(status)) {
        ox_manager_is_there(m, r);
        s->report->reloaded++;
        return;
    }
    ox_manager_complain(m, r->id, r->type, status);
    if (r->where != OX_CLASS_ROM) ox_manager_abandon(m, r);
    ox_record_drop(m, r);
}

/* Drops the payloads that are replaced; records marked `held` are made anew when the overlay is mounted. */
static ox_status drop_old(swap *s) {
    ox_manager *m = s->m;
    for (uint32_t i = 1; i <= m->config.records; i++) {
        record *r = &m->records[i];
        if (r->state == OX_RESOURCE_QUEUED || r->state == OX_RESOURCE_LOADING) {
            if (r->bits != 0 && ox_failed(ox_request_wait(m->files, (ox_request){r->job}))) continue;
        }
        if (r->locks > 0 && is_replaced(s, r)) {
            const rom_chunk locked = {.id = r->id, .type = r->type};
            return refuse_swap(s, OX_BAD_STATE, &locked,
                               "it is locked; try again at the end of the next tick");
        }
    }
    for (uint32_t i = 1; i <= m->config.records; i++) {
        record *r = &m->records[i];
        r->held = r->state == OX_RESOURCE_RESIDENT && is_replaced(s, r);
        if (!r->held) continue;
        if (r->life == OX_LIFE_CACHE) ox_reserve_remove(&m->account, r->size, false);
        ox_manager_drop_payload(m, r);
    }
    return OX_OK;
}

/* Tells of every chunk that has changed: chunks of the new overlay, and (`old`) chunks of the old overlay alone. */
static void tell_changes(swap *s, const rom_image *of, bool old) {
    rom_chunk chunk, other;
    for (uint32_t i = 0; of->base != NULL && rom_entry(of, i, &chunk); i++) {
        const rom_image *opposite = old ? &s->image : &s->before;
        bool in_both = (old ? s->has : s->before.base != NULL) &&
                       rom_find_variant(opposite, chunk.id, chunk.type, chunk.variant, &other);
        bool same =
            in_both && other.codec == chunk.codec && other.size == chunk.size && other.crc == chunk.crc;
        if (same || (old && in_both)) continue;
        s->report->changed++;
        if (s->m->changed != NULL) s->m->changed(s->m->changed_context, chunk.id, chunk.type);
    }
}

ox_status ox_live_replace(ox_manager *m, const void *overlay, uint32_t size, ox_live_report *report) {
    swap s = {.m = m, .report = report};
    ox_manager_time phase = m->phase;
    memset(report, 0, sizeof *report);
    if (is_mounted(m->images)) s.before = m->images->list[0].rom;
    report->status = judge_overlay(&s, overlay, size);
    if (!ox_failed(report->status)) report->status = mount(&s);
    if (!ox_failed(report->status)) report->status = drop_old(&s);
    if (ox_failed(report->status)) {
        if (s.before.base == NULL) unmount(m->images);
        return report->status;
    }
    if (s.has)
        m->images->list[0].rom = s.image;
    else
        unmount(m->images);
    ox_regions_slide(m);
    memset(m->checked, 0, sizeof m->checked);
    m->missing_count = 0;
    m->phase = OX_PHASE_LOADING;
    for (uint32_t i = 1; i <= m->config.records; i++) {
        record *r = &m->records[i];
        if (!r->held) continue;
        r->held = false;
        remake(&s, r);
    }
    m->phase = phase;
    if (s.has) tell_changes(&s, &s.image, false);
    tell_changes(&s, &s.before, true);
    return OX_OK;
}

#else

ox_status ox_live_replace(ox_manager *m, const void *overlay, uint32_t size, ox_live_report *report) {
    (void)m, (void)overlay, (void)size;
    memset(report, 0, sizeof *report);
    ox_format(report->text, sizeof report->text, "a released game replaces nothing");
    return report->status = OX_UNSUPPORTED;
}

#endif
