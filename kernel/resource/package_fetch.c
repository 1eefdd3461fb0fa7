/* Fetches the next package while another one is played. */
#include <string.h>

#include "kernel/memory/life.h"
#include "kernel/resource/manager_internal.h"
#include "kernel/resource/package.h"
#include "kernel/resource/package_internal.h"

/* Counts, or with memory enters, an item whose bytes lie in a file. */
static ox_status stage_item(ox_packages *packages, const rom_package_item *item, void *context) {
    ox_package_fetch *fetch = context;
    ox_found found;
    uint32_t bytes;
    if (!ox_package_wants(packages->manager, item, &bytes)) return OX_OK;
    if (!ox_images_find(packages->manager->images, item->id, item->type, &found) || found.mapped)
        return OX_OK;
    uint32_t room = (found.chunk.stored + 7u) & ~7u;
    if (found.chunk.stored > UINT32_MAX - 8u - fetch->bytes) return OX_OUT_OF_MEMORY;
    if (fetch->items != NULL) {
        fetch->items[fetch->count] = (struct ox_staged){.id = item->id,
                                                        .type = item->type,
                                                        .offset = fetch->bytes,
                                                        .bytes = found.chunk.stored,
                                                        .place = found.chunk.offset};
        fetch->items[fetch->count].image = packages->manager->images->list[found.image].key;
    }
    fetch->count++;
    fetch->bytes += room;
    return OX_OK;
}

static ox_status stage_all(ox_package_fetch *fetch, uint32_t id) {
    ox_packages *packages = fetch->packages;
    ox_package_report report;
    memset(&report, 0, sizeof report);
    fetch->count = fetch->bytes = 0;
    ox_status status = ox_package_gather(packages, id, &report);
    for (uint32_t i = 0; i < packages->count && !ox_failed(status); i++) {
        if (!packages->loaded[i].visited || packages->loaded[i].users > 0) continue;
        status = ox_package_each(packages, packages->loaded[i].id, stage_item, fetch);
    }
    ox_package_sweep(packages);
    return status;
}

/* Takes memory for the list and the bytes, as a record, so that the memory has its place among short resources. */
static ox_status take_memory(ox_package_fetch *fetch) {
    ox_manager *m = fetch->packages->manager;
    uint64_t list = ((uint64_t)fetch->count * sizeof *fetch->items + 7u) & ~(uint64_t)7u;
    record *r;
    if (list + fetch->bytes > UINT32_MAX) return OX_OUT_OF_MEMORY;
    ox_status status = ox_record_add(m, 0, fetch->id, OX_STAGED, &r);
    if (ox_failed(status)) return status;
    r->life = OX_LIFE_SHORT;
    r->size = (uint32_t)(list + fetch->bytes);
    status = ox_payload_take(m, r);
    if (ox_failed(status)) {
        r->data = NULL;
        ox_record_drop(m, r);
        return status;
    }
    r->state = OX_RESOURCE_RESIDENT;
    r->count = 1;
    fetch->staged.bits = r->bits;
    fetch->items = r->data;
    fetch->bytes_at = (uint8_t *)r->data + list;
    return OX_OK;
}

static void give_memory(ox_package_fetch *fetch) {
    record *r = ox_record_get(fetch->packages->manager, fetch->staged);
    if (r != NULL) ox_manager_unload(fetch->packages->manager, r);
    fetch->staged.bits = 0;
    fetch->items = NULL;
}

/* A step of the request: the next bytes of the item under way. */
static ox_status fetch_step(void *context, uint32_t quota, uint32_t *done) {
    ox_package_fetch *fetch = context;
    *done = 0;
    if (fetch->next == fetch->count) return OX_EMPTY;
    const struct ox_staged *item = &fetch->items[fetch->next];
    uint32_t within = fetch->bytes_done - item->offset, left = item->bytes - within;
    const ox_image *image = ox_images_of(fetch->packages->manager->images, item->image);
    if (image == NULL) return OX_NOT_FOUND;
    ox_status status =
        ox_file_read_part(image->files, image->file, item->place + within,
                          fetch->bytes_at + fetch->bytes_done, left < quota ? left : quota, done);
    fetch->bytes_done += *done;
    if (!ox_failed(status) && *done == left) {
        fetch->next++;
        fetch->bytes_done = fetch->next < fetch->count ? fetch->items[fetch->next].offset : fetch->bytes;
        if (fetch->next == fetch->count) return OX_EMPTY;
    }
    return status;
}

ox_status ox_package_fetch_begin(ox_package_fetch *fetch, ox_packages *packages, uint32_t id,
                                 uint32_t latency) {
    ox_manager *m = packages->manager;
    ox_request_options options = {.urgency = OX_URGENCY_NEXT, .latency = latency};
    *fetch = (ox_package_fetch){.packages = packages, .id = id, .status = OX_BAD_STATE};
    if (m->files == NULL) return OX_UNSUPPORTED;
    if (ox_package_is_loaded(packages, id) || ox_record_find(m, id, OX_STAGED) != NULL)
        return OX_ALREADY_THERE;
    ox_status status = stage_all(fetch, id);
    if (!ox_failed(status)) status = take_memory(fetch);
    if (ox_failed(status)) return status;
    status = stage_all(fetch, id); /* a second time, now with memory for the list */
    if (!ox_failed(status))
        status = ox_request_work(m->files, fetch_step, fetch, fetch->bytes, &options, &fetch->request);
    if (ox_failed(status))
        give_memory(fetch);
    else
        fetch->status = OX_EMPTY;
    return status;
}

ox_status ox_package_fetch_status(const ox_package_fetch *fetch) {
    ox_status status = OX_OK;
    if (fetch->status != OX_EMPTY) return fetch->status;
    ox_request_state_of state = ox_request_state(fetch->packages->manager->files, fetch->request, &status);
    return state == OX_REQUEST_WAITING ? OX_EMPTY : status;
}

void ox_package_fetch_cancel(ox_package_fetch *fetch) {
    if (fetch->status != OX_EMPTY) return;
    ox_status dropped = ox_request_drop(fetch->packages->manager->files, fetch->request);
    FX_ASSERT_MSG(dropped == OX_OK, "the request of package %x is there", (unsigned)fetch->id);
    (void)dropped;
    give_memory(fetch);
    fetch->status = OX_CANCELLED;
}

void ox_package_fetch_end(ox_package_fetch *fetch) {
    ox_package_fetch_cancel(fetch);
    OX_CLEAR(fetch);
}

ox_status ox_package_enter(ox_package_fetch *fetch, uint32_t from, ox_package_report *report) {
    ox_packages *packages = fetch->packages;
    ox_manager_time phase = packages->manager->phase;
    ox_package_report own;
    if (report == NULL) report = &own;
    memset(report, 0, sizeof *report);
    ox_status status = ox_package_fetch_status(fetch);
    if (status == OX_OK) {
        ox_manager_phase(packages->manager, OX_PHASE_LOADING);
        status = from != 0 && !ox_package_is_loaded(packages, from)
                     ? OX_NOT_FOUND
                     : ox_package_change_to(packages, from, fetch->id, fetch, report);
        ox_manager_phase(packages->manager, phase);
    }
    report->status = status;
    if (status != OX_EMPTY) ox_package_fetch_cancel(fetch);
    return status;
}
