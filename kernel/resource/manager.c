/* The manager's calls: get, lock, count, dispose, request, and what they do in each state. */
#include "kernel/resource/manager.h"

#include <string.h>

#include "kernel/resource/manager_internal.h"
#include "rom/check.h"

FX_STATIC_ASSERT((OX_MANAGER_CHECKED & (OX_MANAGER_CHECKED - 1)) == 0,
                 "the table of sound chunks is indexed by low bits");

static ox_resource_handle handle_of(const record *r) { return (ox_resource_handle){r == NULL ? 0 : r->bits}; }

static void stamp(ox_manager *m, record *r) { r->used = m->tick; }

/* ---- what is missing ---- */

/* Whether a fault was told already; from now on it counts as told. */
static bool was_told(ox_manager *m, uint32_t mark) {
    for (uint32_t i = 0; i < m->missing_count; i++) {
        if (m->missing[i] == mark) return true;
    }
    if (m->missing_count < OX_MANAGER_MISSING) m->missing[m->missing_count++] = mark;
    return false;
}

void ox_manager_complain(ox_manager *m, uint32_t id, uint32_t type, ox_status status) {
    const ox_resource_type *known = ox_manager_type(m, type);
    if (was_told(m, id ^ type * 5u)) return;
    m->counts.placeholders++;
    const char *end =
        known != NULL && known->placeholder != NULL && !m->config.strict ? ": something stands in" : "";
    ox_log_write(m->log, m->config.strict ? PLAT_LOG_ERROR : PLAT_LOG_WARNING, "%s #%08x: %s%s",
                 known == NULL ? "resource" : known->name, (unsigned)id, ox_status_name(status), end);
}

static void forget_missing(ox_manager *m, uint32_t id, uint32_t type) {
    for (uint32_t i = 0; i < m->missing_count; i++) {
        if (m->missing[i] == (id ^ type * 5u)) m->missing[i] = m->missing[--m->missing_count];
    }
}

/* The placeholder of a type. */
static const void *stand_in(ox_manager *m, uint32_t type, uint32_t *size) {
    const ox_resource_type *known = ox_manager_type(m, type);
    bool none = known == NULL || m->config.strict;
    if (size != NULL) *size = none ? 0 : known->placeholder_size;
    return none ? NULL : known->placeholder;
}

/* ---- chunks in place ---- */

/* Whether a chunk in place is sound; checked once as long as the chunk is remembered. */
static ox_status check_in_place(ox_manager *m, const ox_resource_type *type, const rom_chunk *chunk) {
    struct ox_manager_checked *kept = &m->checked[chunk->id % OX_MANAGER_CHECKED];
    if (kept->data == chunk->data && kept->type == chunk->type) return OX_OK;
    ox_status status = ox_check_bytes(type, chunk->data, chunk->size);
    if (!ox_failed(status)) *kept = (struct ox_manager_checked){chunk->data, chunk->type};
    return status;
}

/* Finds the next chunk when `found` is damaged: the base variant, then the image below. */
static bool fall_back(ox_manager *m, ox_found *found) {
    const ox_image *image = &m->images->list[found->image];
    uint32_t id = found->chunk.id, type = found->chunk.type, mark = ~(id ^ type * 5u) + found->image;
    bool there = (found->chunk.variant != 0 && rom_find(&image->rom, id, type, &found->chunk)) ||
                 ox_images_find_below(m->images, id, type, found);
    if (there && !was_told(m, mark)) {
        ox_log_write(m->log, PLAT_LOG_WARNING, "chunk #%08x of %s is damaged: what lies below counts",
                     (unsigned)id, image->name);
    }
    return there;
}

/* ---- loading and unloading ---- */

void ox_manager_drop_payload(ox_manager *m, record *r) {
    const ox_resource_type *type = r->kind == 0 ? NULL : m->types[r->kind - 1];
    ox_payload payload = {r->id, ox_payload_data(m, r), r->size};
    if (type != NULL && ox_resource_functions_of(type)->tear_down != NULL && r->where != OX_CLASS_ROM)
        ox_resource_functions_of(type)->tear_down(type->context, &payload);
    ox_payload_give(m, r);
    r->state = OX_RESOURCE_DISPOSED;
    m->counts.unloads++;
}

/* Gives back the memory of a load that failed. */
void ox_manager_abandon(ox_manager *m, record *r) {
    if (r->life == OX_LIFE_CACHE) ox_reserve_remove(&m->account, r->size, true);
    ox_payload_give(m, r);
}

void ox_manager_unload(ox_manager *m, record *r) {
    if (r->state == OX_RESOURCE_QUEUED || r->state == OX_RESOURCE_LOADING) {
        ox_load_forget(m, r);
        ox_status dropped = ox_request_drop(m->files, (ox_request){r->job});
        FX_ASSERT_MSG(dropped == OX_OK, "the request of %x is there", (unsigned)r->id);
        (void)dropped;
        ox_manager_abandon(m, r);
    } else if (r->state == OX_RESOURCE_RESIDENT) {
        if (r->life == OX_LIFE_CACHE) ox_reserve_remove(&m->account, r->size, r->locks > 0);
        ox_manager_drop_payload(m, r);
    }
    if (r->life == OX_LIFE_SHORT) r->state = OX_RESOURCE_ABSENT;
    ox_record_drop(m, r);
}

/* Marks a payload as resident. */
void ox_manager_is_there(ox_manager *m, record *r) {
    r->state = OX_RESOURCE_RESIDENT;
    m->counts.loads++;
    if (r->life != OX_LIFE_CACHE) return;
    ox_heap_pin(&m->heap, (ox_handle){r->block}, false);
    ox_reserve_unlock(&m->account, r->size);
}

/* Enters a record for a chunk, with memory. */
static ox_status enter_record(ox_manager *m, const ox_found *found, int32_t life, record **made) {
    uint32_t kind = 0;
    while (kind < m->type_count && m->types[kind]->tag != found->chunk.type) kind++;
    ox_status status = ox_record_add(m, 0, found->chunk.id, found->chunk.type, made);
    if (ox_failed(status)) return status;
    record *r = *made;
    r->kind = (uint8_t)(kind + 1);
    uint32_t class = ox_class_wanted(m, m->types[kind], &found->chunk);
    r->where = class == ROM_CLASS_VIDEO  ? OX_CLASS_VIDEO
               : class == ROM_CLASS_FAST ? OX_CLASS_FAST
                                         : OX_CLASS_MAIN;
    r->life = (uint8_t)(life >= 0 ? life : found->chunk.flags >> ROM_ENTRY_LIFETIME_SHIFT & 3);
    if (r->life == OX_LIFE_CACHE && m->config.cache_bytes == 0) r->life = m->config.without_cache;
    /* Other classes have no cache and no short lifetime: both lie in main memory. */
    if (r->where != OX_CLASS_MAIN && r->life != OX_LIFE_RESIDENT) r->life = OX_LIFE_LEVEL;
    r->size = ox_payload_bytes(m->types[kind], &found->chunk);
    r->state = OX_RESOURCE_QUEUED;
    status = ox_payload_take(m, r);
    if (status == OX_OUT_OF_MEMORY && r->where != OX_CLASS_MAIN)
        status = ox_payload_elsewhere(m, r, m->types[kind], found);
    if (!ox_failed(status)) {
        ox_record_use_image(m, r, found);
        return OX_OK;
    }
    ox_record_drop(m, r);
    *made = NULL;
    return status;
}

/* Loads one found chunk at once. */
static ox_status load_found(ox_manager *m, const ox_found *found, int32_t life, const uint8_t *staged,
                            record **made) {
    ox_status status = enter_record(m, found, life, made);
    if (ox_failed(status)) return status;
    status = ox_load_now(m, *made, found, staged);
    if (!ox_failed(status)) {
        ox_manager_is_there(m, *made);
        return OX_OK;
    }
    ox_manager_abandon(m, *made);
    ox_record_drop(m, *made);
    *made = NULL;
    return status;
}

/* Whether another chunk may help: the failure lies in the bytes, not in the room for them. */
static bool is_bad_data(ox_status status) {
    return status == OX_BAD_DATA || status == OX_BAD_VERSION || status == OX_BAD_CHECKSUM ||
           status == OX_IO_ERROR;
}

ox_status ox_manager_load_at_once(ox_manager *m, const ox_wanted *wanted, record **made, ox_found *found) {
    const ox_resource_type *known = ox_manager_type(m, wanted->type);
    const uint8_t *staged = wanted->staged;
    ox_found own;
    if (found == NULL) found = &own;
    memset(found, 0, sizeof *found);
    *made = NULL;
    if (known == NULL) return OX_UNSUPPORTED;
    if (!ox_images_find(m->images, wanted->id, wanted->type, found)) return OX_NOT_FOUND;
    ox_status status;
    do {
        status = ox_is_in_place(m, known, found) ? check_in_place(m, known, &found->chunk)
                                                 : load_found(m, found, wanted->life, staged, made);
        staged = NULL;
    } while (is_bad_data(status) && fall_back(m, found));
    if (ox_failed(status))
        m->counts.failures++;
    else
        forget_missing(m, wanted->id, wanted->type);
    return status;
}

/* Finds the chunk that a record is to be made of again: in the image that it came from, but in development in the
 * images as they are now. */
static bool find_again(ox_manager *m, const record *r, ox_found *found) {
    bool same = !m->config.development && ox_images_of(m->images, r->image) != NULL;
    return same ? ox_images_find_in(m->images, r->image, r->id, r->type, found)
                : ox_images_find(m->images, r->id, r->type, found);
}

/* Makes the payload of a disposed record again. */
static ox_status revive(ox_manager *m, record *r) {
    ox_found found;
    ox_status status = OX_NOT_FOUND;
    bool chunk = r->make == NULL;
    if (chunk && !find_again(m, r, &found)) return OX_NOT_FOUND;
    if (chunk) {
        ox_record_use_image(m, r, &found);
        r->size = ox_payload_bytes(m->types[r->kind - 1], &found.chunk);
    }
    status = ox_payload_take(m, r);
    if (ox_failed(status)) return status;
    status =
        chunk ? ox_load_now(m, r, &found, NULL) : r->make(r->make_context, ox_payload_data(m, r), r->size);
    if (ox_failed(status)) {
        ox_manager_abandon(m, r);
        m->counts.failures++;
        return status;
    }
    ox_manager_is_there(m, r);
    r->reloads++;
    m->counts.reloads++;
    return OX_OK;
}

/* ---- requests ---- */

static ox_status step_job(void *context, uint32_t quota, uint32_t *done) {
    record *r = context;
    return ox_load_step(r->owner, r, quota, done);
}

/* Called at the tick at which a requested load is ready. */
static void job_ended(void *context, ox_request request, ox_status status) {
    record *r = context;
    ox_manager *m = r->owner;
    uint32_t id = r->id, type = r->type;
    (void)request;
    ox_load_forget(m, r);
    if (!ox_failed(status)) {
        bool again = r->reloads > 0;
        ox_manager_is_there(m, r);
        stamp(m, r);
        m->counts.reloads += again;
        forget_missing(m, id, type);
        return;
    }
    m->counts.failures++;
    ox_manager_abandon(m, r);
    if (r->life == OX_LIFE_SHORT) r->state = OX_RESOURCE_ABSENT;
    ox_record_drop(m, r);
    ox_manager_complain(m, id, type, status);
}

/* Issues the request of a record that has its memory. */
static ox_status issue(ox_manager *m, record *r, uint32_t bytes, ox_urgency urgency) {
    ox_request_options options = {
        .urgency = urgency, .latency = m->config.latency, .forget = true, .told = job_ended, .context = r};
    ox_request request;
    r->owner = m;
    r->done = false;
    r->state = OX_RESOURCE_QUEUED;
    ox_status status = ox_request_work(m->files, step_job, r, bytes, &options, &request);
    r->job = request.bits;
    if (!ox_failed(status)) m->counts.requested++;
    return status;
}

/* Requests a resource that has no record (NULL), or a disposed record. */
static ox_status request(ox_manager *m, uint32_t id, uint32_t type, record *r, ox_urgency urgency) {
    const ox_resource_type *known = ox_manager_type(m, type);
    ox_found found;
    if (m->files == NULL || known == NULL) return OX_UNSUPPORTED;
    if (!(r == NULL ? ox_images_find(m->images, id, type, &found) : find_again(m, r, &found)))
        return OX_NOT_FOUND;
    if (ox_scratch_bytes(known, &found) > m->config.scratch_bytes) return OX_OUT_OF_MEMORY;
    ox_status status;
    bool fresh = r == NULL;
    if (fresh) {
        status = enter_record(m, &found, -1, &r);
    } else {
        ox_record_use_image(m, r, &found);
        r->size = ox_payload_bytes(known, &found.chunk);
        status = ox_payload_take(m, r);
    }
    if (ox_failed(status)) return status;
    r->reloads += !fresh;
    status = issue(m, r, found.chunk.size, urgency);
    if (!ox_failed(status)) return OX_EMPTY;
    ox_manager_abandon(m, r);
    r->state = OX_RESOURCE_DISPOSED;
    if (!fresh) return status;
    ox_record_drop(m, r);
    return status;
}

/* Handles a miss in the present phase: loads, requests or refuses. `wanted`: the resource is asked for ahead, so it is
 * requested in play. */
static ox_status miss(ox_manager *m, uint32_t id, uint32_t type, bool wanted, record **r) {
    const ox_resource_type *known = ox_manager_type(m, type);
    if (known == NULL) return OX_UNSUPPORTED;
    m->counts.misses++;
    if (m->phase == OX_PHASE_LOADING) {
        if (*r == NULL)
            return ox_manager_load_at_once(m, &(ox_wanted){.id = id, .type = type, .life = -1}, r, NULL);
        return revive(m, *r);
    }
    ox_found found;
    if (*r == NULL && ox_images_find(m->images, id, type, &found) && ox_is_in_place(m, known, &found)) {
        return ox_manager_load_at_once(m, &(ox_wanted){.id = id, .type = type, .life = -1}, r, NULL);
    }
    if (*r != NULL && (*r)->make != NULL) return revive(m, *r);
    uint8_t policy = known->miss == OX_MISS_CART ? m->config.miss : known->miss;
    if (wanted || policy == OX_MISS_REQUEST) {
        return request(m, id, type, *r, wanted ? OX_URGENCY_NEXT : OX_URGENCY_NEEDED);
    }
    if (*r == NULL && !ox_images_find(m->images, id, type, &found)) return OX_NOT_FOUND;
    m->counts.refused++;
    return OX_BAD_STATE;
}

/* Asserts that play did not refuse the resource, since callers that get a placeholder may not look at the status. */
static void assert_not_refused(const ox_manager *m, uint32_t id, uint32_t type) {
    FX_ASSERT_MSG(m->status != OX_BAD_STATE, "%s %x is not in memory, and play is no time to load it",
                  ox_manager_type(m, type)->name, (unsigned)id);
    (void)m, (void)id, (void)type;
}

/* ---- get ---- */

/* The payload of a record, made again if it was disposed; NULL and m->status when it cannot be had. */
static const void *use(ox_manager *m, record *r, uint32_t *size) {
    if (r->state == OX_RESOURCE_RESIDENT) {
        m->counts.hits++;
    } else {
        m->status = r->state == OX_RESOURCE_DISPOSED ? miss(m, r->id, r->type, false, &r) : OX_EMPTY;
        if (m->status != OX_OK) return NULL;
    }
    m->status = OX_OK;
    stamp(m, r);
    if (size != NULL) *size = r->size;
    return ox_payload_data(m, r);
}

/* The first sound chunk in place, below damaged ones that hide it; else the placeholder. */
static const void *look_below(ox_manager *m, uint32_t id, uint32_t type, uint32_t *size) {
    const ox_resource_type *known = ox_manager_type(m, type);
    ox_found found;
    bool there = ox_images_find(m->images, id, type, &found);
    while (there && !(ox_is_in_place(m, known, &found) && check_in_place(m, known, &found.chunk) == OX_OK)) {
        there = fall_back(m, &found);
    }
    if (!there) return stand_in(m, type, size);
    if (size != NULL) *size = found.chunk.size;
    return found.chunk.data;
}

const void *ox_manager_get(ox_manager *m, uint32_t id, uint32_t type, uint32_t *size) {
    record *r = ox_record_find(m, id, type);
    const ox_resource_type *known = ox_manager_type(m, type);
    ox_found found;
    const void *payload = NULL;
    if (r != NULL) {
        payload = use(m, r, size);
    } else if (known != NULL && ox_images_find(m->images, id, type, &found) &&
               ox_is_in_place(m, known, &found) &&
               (m->status = check_in_place(m, known, &found.chunk)) == OX_OK) {
        m->counts.in_place++;
        if (size != NULL) *size = found.chunk.size;
        return found.chunk.data;
    } else {
        m->status = miss(m, id, type, false, &r);
        if (m->status == OX_OK && r != NULL)
            payload = use(m, r, size);
        else if (m->status == OX_OK)
            return look_below(m, id, type, size);
    }
    if (payload != NULL) return payload;
    assert_not_refused(m, id, type);
    if (m->status != OX_EMPTY) ox_manager_complain(m, id, type, m->status);
    return stand_in(m, type, size);
}

ox_status ox_manager_hold(ox_manager *m, uint32_t id, uint32_t type, ox_held *held) {
    record *r = ox_record_find(m, id, type);
    ox_found found;
    memset(held, 0, sizeof *held);
    m->status = OX_OK;
    if (r == NULL && m->phase != OX_PHASE_LOADING) {
        m->status = miss(m, id, type, false, &r);
        r = NULL;
    }
    if (r == NULL && m->status == OX_OK) {
        m->status = ox_manager_load_at_once(m, &(ox_wanted){.id = id, .type = type, .life = -1}, &r, &found);
        if (m->status == OX_OK && r == NULL) {
            m->counts.in_place++;
            *held = (ox_held){found.chunk.data, found.chunk.size, {0}};
        }
    }
    if (r != NULL && (r->state == OX_RESOURCE_QUEUED || r->state == OX_RESOURCE_LOADING))
        m->status = OX_EMPTY;
    if (m->status != OX_OK || r == NULL) return m->status;
    ox_resource_handle handle = {r->bits};
    const void *data = ox_manager_lock(m, handle);
    if (data == NULL) return m->status;
    ox_status status = ox_manager_retain(m, handle);
    if (ox_failed(status)) {
        ox_manager_unlock(m, handle);
        return m->status = status;
    }
    *held = (ox_held){data, r->size, handle};
    return OX_OK;
}

void ox_manager_let_go(ox_manager *m, ox_resource_handle handle) {
    if (ox_record_get(m, handle) == NULL) return;
    ox_manager_unlock(m, handle);
    ox_manager_release(m, handle);
}

const void *ox_manager_get_named(ox_manager *m, const char *name, uint32_t type, uint32_t *size) {
    return ox_manager_get(m, rom_id(name), type, size);
}

ox_resource_handle ox_manager_handle(ox_manager *m, uint32_t id, uint32_t type) {
    record *r = ox_record_find(m, id, type);
    m->status = OX_OK;
    if (r == NULL) m->status = miss(m, id, type, false, &r);
    assert_not_refused(m, id, type);
    if (ox_failed(m->status) && m->status != OX_EMPTY) ox_manager_complain(m, id, type, m->status);
    if (m->status == OX_EMPTY) r = ox_record_find(m, id, type);
    return handle_of(r);
}

const ox_manager_record *ox_manager_record_of(const ox_manager *m, ox_resource_handle handle) {
    return ox_record_get(m, handle);
}

const ox_manager_record *ox_manager_find(const ox_manager *m, uint32_t id, uint32_t type) {
    return ox_record_find(m, id, type);
}

const void *ox_manager_data(ox_manager *m, ox_resource_handle handle) {
    record *r = ox_record_get(m, handle);
    m->status = OX_STALE_HANDLE;
    if (r == NULL) return NULL;
    const void *payload = use(m, r, NULL);
    return payload != NULL ? payload : stand_in(m, r->type, NULL);
}

const void *ox_manager_payload(const ox_manager *m, ox_resource_handle handle) {
    const record *r = ox_record_get(m, handle);
    bool there = r != NULL && r->state == OX_RESOURCE_RESIDENT;
    FX_ASSERT_MSG(there, "resource %x has no payload now", (unsigned)handle.bits);
    return there ? ox_payload_data(m, r) : NULL;
}

/* ---- locks and counts ---- */

const void *ox_manager_lock(ox_manager *m, ox_resource_handle handle) {
    record *r = ox_record_get(m, handle);
    m->status = OX_STALE_HANDLE;
    if (r == NULL) return NULL;
    if (r->state == OX_RESOURCE_QUEUED || r->state == OX_RESOURCE_LOADING) {
        m->files->costs.stalls++;
        m->status = ox_request_wait(m->files, (ox_request){r->job});
        if (ox_failed(m->status)) return NULL;
    }
    if (r->state == OX_RESOURCE_DISPOSED) {
        m->status = revive(m, r);
        if (ox_failed(m->status)) return NULL;
    }
    m->status = OX_FULL;
    FX_ASSERT_MSG(r->locks < OX_MANAGER_USES_MAX, "resource %x is locked 255 times", (unsigned)r->id);
    if (r->locks == OX_MANAGER_USES_MAX) return NULL;
    m->status = OX_OK;
    if (r->locks++ == 0 && r->life == OX_LIFE_CACHE) {
        ox_reserve_lock(&m->account, r->size);
        ox_heap_pin(&m->heap, (ox_handle){r->block}, true);
    }
    stamp(m, r);
    return ox_payload_data(m, r);
}

static bool is_unused(const record *r) {
    return r->count == 0 && r->locks == 0 && (r->life == OX_LIFE_LEVEL || r->life == OX_LIFE_SHORT);
}

static int32_t unlock(ox_manager *m, record *r) {
    bool locked = r != NULL && r->locks > 0;
    FX_ASSERT_MSG(locked, "a resource is unlocked that is not locked");
    if (!locked) return -1;
    if (--r->locks == 0 && r->life == OX_LIFE_CACHE) {
        ox_reserve_unlock(&m->account, r->size);
        ox_heap_pin(&m->heap, (ox_handle){r->block}, false);
    }
    int32_t left = r->locks;
    if (r->unload && is_unused(r)) ox_manager_unload(m, r);
    return left;
}

int32_t ox_manager_unlock(ox_manager *m, ox_resource_handle handle) {
    return unlock(m, ox_record_get(m, handle));
}

int32_t ox_manager_unlock_at(ox_manager *m, const void *payload) {
    return ox_manager_unlock(m, ox_manager_at(m, payload));
}

ox_status ox_manager_retain(ox_manager *m, ox_resource_handle handle) {
    record *r = ox_record_get(m, handle);
    if (r == NULL) return OX_STALE_HANDLE;
    FX_ASSERT_MSG(r->count < OX_MANAGER_USES_MAX, "resource %x has 255 users", (unsigned)r->id);
    if (r->count == OX_MANAGER_USES_MAX) return OX_FULL;
    r->count++;
    return OX_OK;
}

ox_status ox_manager_release(ox_manager *m, ox_resource_handle handle) {
    record *r = ox_record_get(m, handle);
    if (r == NULL) return OX_STALE_HANDLE;
    FX_ASSERT_MSG(r->count > 0, "resource %x has no user to release it", (unsigned)r->id);
    if (r->count == 0) return OX_BAD_STATE;
    r->count--;
    r->unload = r->count == 0;
    if (is_unused(r)) ox_manager_unload(m, r);
    return OX_OK;
}

ox_status ox_manager_dispose(ox_manager *m, ox_resource_handle handle) {
    record *r = ox_record_get(m, handle);
    if (r == NULL) return OX_STALE_HANDLE;
    if (r->state == OX_RESOURCE_DISPOSED) return OX_OK;
    if (r->life != OX_LIFE_CACHE || r->state != OX_RESOURCE_RESIDENT || r->locks > 0) return OX_BAD_STATE;
    ox_reserve_remove(&m->account, r->size, false);
    ox_manager_drop_payload(m, r);
    return OX_OK;
}

ox_status ox_manager_touch(ox_manager *m, uint32_t id, uint32_t type, uint8_t priority) {
    record *r = ox_record_find(m, id, type);
    ox_status status = OX_OK;
    if (r == NULL || r->state == OX_RESOURCE_DISPOSED) status = miss(m, id, type, true, &r);
    if (r == NULL) r = ox_record_find(m, id, type);
    if (r != NULL && (!ox_failed(status) || status == OX_EMPTY)) {
        r->priority = priority;
        stamp(m, r);
        if (r->state != OX_RESOURCE_RESIDENT) status = OX_EMPTY;
    }
    if (ox_failed(status) && status != OX_EMPTY) ox_manager_complain(m, id, type, status);
    return status;
}

ox_status ox_manager_priority(ox_manager *m, ox_resource_handle handle, uint8_t priority) {
    record *r = ox_record_get(m, handle);
    if (r == NULL) return OX_STALE_HANDLE;
    r->priority = priority;
    return OX_OK;
}

uint32_t ox_manager_prefetch(ox_manager *m, const ox_resource_name *list, uint32_t count, uint8_t priority) {
    uint32_t failed = 0;
    for (uint32_t i = 0; i < count; i++) {
        ox_status status = ox_manager_touch(m, list[i].id, list[i].type, priority);
        failed += ox_failed(status) && status != OX_EMPTY;
    }
    return failed;
}
