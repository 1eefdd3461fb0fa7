/* Loads and unloads packages as transactions: first items are counted, then missing ones are loaded, and any failure
 * takes everything back. */
#include "kernel/resource/package.h"

#include <string.h>

#include "kernel/memory/life.h"
#include "kernel/resource/manager_internal.h"
#include "kernel/resource/package_internal.h"
#include "rom/check.h"
#include "rom/package.h"

FX_STATIC_ASSERT(OX_PACKAGES_MAX <= 255, "packages are few");

typedef struct ox_package_entry entry;

void ox_packages_init(ox_packages *packages, ox_manager *manager) {
    memset(packages, 0, sizeof *packages);
    packages->manager = manager;
}

/* ---- reading packages ---- */

/* Finds a checked PACK chunk: in place, or as an ordinary resource where it is packed or in a file. */
static ox_status find_pack(const ox_packages *packages, uint32_t id, const uint8_t **pack) {
    ox_manager *m = packages->manager;
    ox_found found;
    *pack = NULL;
    if (!ox_images_find(m->images, id, ROM_TAG_PACKAGE, &found)) return OX_NOT_FOUND;
    if (!found.mapped || found.chunk.codec != ROM_CODEC_STORED) {
        record *r = ox_record_find(m, id, ROM_TAG_PACKAGE);
        ox_status status = OX_OK;
        if (r == NULL && m->phase == OX_PHASE_LOADING) {
            status = ox_manager_load_at_once(
                m, &(ox_wanted){.id = id, .type = ROM_TAG_PACKAGE, .life = OX_LIFE_RESIDENT}, &r, NULL);
        }
        if (ox_failed(status)) return status;
        if (r == NULL || r->state != OX_RESOURCE_RESIDENT) return OX_BAD_STATE;
        *pack = ox_payload_data(m, r);
        return OX_OK;
    }
    if (rom_check_chunk(ROM_TAG_PACKAGE, found.chunk.data, found.chunk.size, NULL) != ROM_OK)
        return OX_BAD_DATA;
    *pack = found.chunk.data;
    return OX_OK;
}

/* The package that external `index` names: the id of its text. */
static uint32_t external_of(const uint8_t *pack, uint32_t index) {
    const uint8_t *row = pack + rom_word(pack + ROM_PACKAGE_EXTERNALS_AT) + (size_t)index * ROM_EXTERNAL_SIZE;
    uint32_t at = rom_word(row + ROM_EXTERNAL_NAME), length = rom_word(row + ROM_EXTERNAL_NAME + 4);
    return rom_id_of((const char *)pack + at, length);
}

static entry *find_entry(ox_packages *packages, uint32_t id) {
    for (uint32_t i = 0; i < packages->count; i++) {
        if (packages->loaded[i].id == id) return &packages->loaded[i];
    }
    return NULL;
}

bool ox_package_is_loaded(const ox_packages *packages, uint32_t id) {
    for (uint32_t i = 0; i < packages->count; i++) {
        if (packages->loaded[i].id == id && packages->loaded[i].users > 0) return true;
    }
    return false;
}

/* ---- packages that a package names ---- */

/* Enters a package and, in turn, the packages that it names; each once. New packages stand at the end with 0 users and
 * `visited`. */
ox_status ox_package_gather(ox_packages *packages, uint32_t id, ox_package_report *report) {
    for (uint32_t i = 0; i < packages->count; i++) packages->loaded[i].visited = false;
    entry *first = find_entry(packages, id);
    if (first == NULL && packages->count == OX_PACKAGES_MAX) return OX_FULL;
    if (first == NULL) {
        first = &packages->loaded[packages->count++];
        *first = (entry){.id = id};
    }
    first->visited = true;
    for (bool more = true; more;) { /* until no package names a new one */
        more = false;
        for (uint32_t i = 0; i < packages->count; i++) {
            const uint8_t *pack;
            entry *e = &packages->loaded[i];
            if (!e->visited || e->read) continue;
            e->read = more = true;
            ox_status status = find_pack(packages, e->id, &pack);
            if (ox_failed(status) && e->id == id) return status;
            if (ox_failed(status)) continue; /* logged when it was named */
            for (uint32_t k = 0; k < rom_word(pack + ROM_PACKAGE_EXTERNAL_COUNT); k++) {
                const uint8_t *other;
                uint32_t named = external_of(pack, k);
                entry *there = find_entry(packages, named);
                if (there == NULL && find_pack(packages, named, &other) != OX_OK) {
                    report->missing++;
                    ox_log_write(packages->manager->log, PLAT_LOG_WARNING,
                                 "package #%08x names #%08x, which is not there", (unsigned)e->id,
                                 (unsigned)named);
                    continue;
                }
                if (there == NULL && packages->count == OX_PACKAGES_MAX) return OX_FULL;
                if (there == NULL) {
                    there = &packages->loaded[packages->count++];
                    *there = (entry){.id = named};
                }
                there->visited = true;
            }
        }
    }
    return OX_OK;
}

/* Forgets packages without users. */
void ox_package_sweep(ox_packages *packages) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < packages->count; i++) {
        packages->loaded[i].read = packages->loaded[i].visited = false;
        if (packages->loaded[i].users > 0) packages->loaded[kept++] = packages->loaded[i];
    }
    packages->count = kept;
}

/* ---- items ---- */

ox_status ox_package_each(ox_packages *packages, uint32_t id, ox_package_call *call, void *context) {
    const uint8_t *pack;
    ox_status status = find_pack(packages, id, &pack);
    for (uint32_t i = 0; !ox_failed(status) && i < rom_package_count(pack); i++) {
        rom_package_item item = rom_package_at(pack, i);
        if (item.life == ROM_PACKAGE_ITEM_STREAM) continue; /* streams are opened when they are played */
        status = call(packages, &item, context);
    }
    return status;
}

/* Whether an item needs memory and is not resident. */
bool ox_package_wants(const ox_manager *m, const rom_package_item *item, uint32_t *bytes) {
    const ox_resource_type *type = ox_manager_type(m, item->type);
    const record *r = ox_record_find(m, item->id, item->type);
    ox_found found;
    *bytes = 0;
    if (type == NULL || !ox_images_find(m->images, item->id, item->type, &found) ||
        ox_is_in_place(m, type, &found))
        return false;
    *bytes = ox_payload_bytes(type, &found.chunk);
    return r == NULL || r->state != OX_RESOURCE_RESIDENT;
}

static ox_status measure_item(ox_packages *packages, const rom_package_item *item, void *context) {
    ox_package_report *report = context;
    uint32_t bytes;
    report->items++;
    if (!ox_package_wants(packages->manager, item, &bytes)) return OX_OK;
    if (bytes > UINT32_MAX - 8u - report->bytes) return OX_OUT_OF_MEMORY;
    report->bytes += (bytes + 7u) & ~7u;
    return OX_OK;
}

typedef struct loading {
    ox_package_report *report;
    ox_package_fetch *fetch; /* brought the stored bytes; or NULL */
    uint32_t done_items;     /* items that have been counted, to be taken back after a failure */
    uint32_t skip;
} loading;

/* The stored bytes of an item that a fetch brought, or NULL. */
static const uint8_t *staged_bytes(const ox_package_fetch *fetch, const rom_package_item *item) {
    for (uint32_t i = 0; fetch != NULL && i < fetch->count; i++) {
        const struct ox_staged *s = &fetch->items[i];
        if (s->id == item->id && s->type == item->type) return fetch->bytes_at + s->offset;
    }
    return NULL;
}

/* Loads an item that is not in memory, and counts it. */
static ox_status load_item(ox_packages *packages, const rom_package_item *item, void *context) {
    loading *l = context;
    ox_manager *m = packages->manager;
    uint32_t bytes;
    bool load = ox_package_wants(m, item, &bytes);
    record *r = ox_record_find(m, item->id, item->type);
    ox_found found;
    if (load && r != NULL) { /* disposed, or being loaded */
        ox_resource_handle handle = {r->bits};
        if (ox_manager_lock(m, handle) == NULL) return m->status;
        ox_manager_unlock(m, handle);
    } else if (load) {
        /* Fetched bytes lie at the stack's high end, where short payloads would get stuck above them. */
        int32_t life = l->fetch != NULL && item->life == OX_LIFE_SHORT ? OX_LIFE_LEVEL : item->life;
        ox_status status = ox_manager_load_at_once(
            m,
            &(ox_wanted){
                .id = item->id, .type = item->type, .life = life, .staged = staged_bytes(l->fetch, item)},
            &r, NULL);
        if (ox_failed(status)) {
            l->report->failed_id = item->id;
            l->report->failed_type = item->type;
            return status;
        }
    } else if (!ox_images_find(m->images, item->id, item->type, &found)) {
        l->report->missing++;
        ox_manager_complain(m, item->id, item->type, OX_NOT_FOUND);
    }
    if (r != NULL) {
        ox_status status = ox_manager_retain(m, (ox_resource_handle){r->bits});
        if (ox_failed(status)) return status;
        r->unload = false;
    }
    l->report->loaded += load;
    l->report->kept += !load && r != NULL;
    l->done_items++;
    l->report->bytes_done += load ? (bytes + 7u) & ~7u : 0;
    if (packages->progress != NULL) {
        uint32_t whole = l->report->bytes;
        uint64_t progress = whole == 0 ? 65536u : (uint64_t)l->report->bytes_done * 65536u / whole;
        packages->progress(packages->context, (uint32_t)progress);
    }
    return OX_OK;
}

/* Counts an item down; it stays in memory until the sweep. */
static ox_status count_down(ox_packages *packages, const rom_package_item *item, void *context) {
    loading *l = context;
    record *r = ox_record_find(packages->manager, item->id, item->type);
    if (l->done_items == l->skip) return OX_OK; /* the failed load counted no further items */
    l->done_items++;
    if (r == NULL || r->count == 0) return OX_OK;
    r->count--;
    r->unload = r->count == 0;
    return OX_OK;
}

/* Unloads unused resources and closes the gaps. */
static uint32_t unload_unused(ox_manager *m) {
    uint32_t count = 0;
    for (uint32_t i = 1; i <= m->config.records; i++) {
        record *r = &m->records[i];
        bool goes = r->bits != 0 && r->unload && r->count == 0 && r->locks == 0 &&
                    (r->life == OX_LIFE_LEVEL || r->life == OX_LIFE_SHORT) && r->state != OX_RESOURCE_ABSENT;
        if (!goes) continue;
        ox_manager_unload(m, r);
        count++;
    }
    ox_regions_slide(m);
    return count;
}

/* ---- the transaction ---- */

/* Takes back the first `counted` items, package by package, in the order in which they were counted. */
static void take_back(ox_packages *packages, uint32_t counted) {
    loading back = {.skip = counted};
    for (uint32_t i = 0; i < packages->count; i++) {
        if (!packages->loaded[i].visited || packages->loaded[i].users > 0) continue;
        ox_status status = ox_package_each(packages, packages->loaded[i].id, count_down, &back);
        FX_ASSERT_MSG(!ox_failed(status), "package %x is there", (unsigned)packages->loaded[i].id);
        (void)status;
    }
    unload_unused(packages->manager);
}

/* Loads and counts the gathered packages that have no users yet. */
static ox_status load_gathered(ox_packages *packages, ox_package_fetch *fetch, ox_package_report *report) {
    loading l = {.report = report, .fetch = fetch};
    ox_status status = OX_OK;
    for (uint32_t i = 0; i < packages->count && !ox_failed(status); i++) {
        if (!packages->loaded[i].visited || packages->loaded[i].users > 0) continue;
        report->packages++;
        status = ox_package_each(packages, packages->loaded[i].id, load_item, &l);
    }
    if (ox_failed(status)) {
        take_back(packages, l.done_items);
        return status;
    }
    for (uint32_t i = 0; i < packages->count; i++) packages->loaded[i].users += packages->loaded[i].visited;
    return OX_OK;
}

static ox_status measure_gathered(ox_packages *packages, ox_package_report *report) {
    ox_status status = OX_OK;
    report->items = report->bytes = 0;
    for (uint32_t i = 0; i < packages->count && !ox_failed(status); i++) {
        if (!packages->loaded[i].visited || packages->loaded[i].users > 0) continue;
        status = ox_package_each(packages, packages->loaded[i].id, measure_item, report);
    }
    return status;
}

/* Bytes that payloads can have: a load with a larger sum fails before anything is touched. */
static uint64_t room_of(const ox_manager *m) {
    uint64_t room = (uint64_t)ox_arena_free(&m->stack) + ox_reserve_free(&m->account) + m->account.unlocked;
    for (int i = 0; i < OX_CLASSES; i++) {
        const ox_arena *arena = m->regions[i].arena;
        if (arena != NULL && i != OX_CLASS_MAIN) room += ox_arena_free(arena);
    }
    return room;
}

/* Loads a package and the packages that it names. */
static ox_status load_package(ox_packages *packages, uint32_t id, ox_package_fetch *fetch,
                              ox_package_report *report) {
    ox_status status = ox_package_gather(packages, id, report);
    if (!ox_failed(status)) status = measure_gathered(packages, report);
    if (!ox_failed(status) && report->bytes > room_of(packages->manager)) status = OX_OUT_OF_MEMORY;
    if (!ox_failed(status)) status = load_gathered(packages, fetch, report);
    ox_package_sweep(packages);
    return status;
}

ox_status ox_package_load(ox_packages *packages, uint32_t id, ox_package_report *report) {
    OX_CREATED(packages->manager);
    ox_package_report own;
    if (report == NULL) report = &own;
    memset(report, 0, sizeof *report);
    if (packages->manager->phase != OX_PHASE_LOADING)
        report->status = OX_BAD_STATE;
    else if (ox_package_is_loaded(packages, id))
        report->status = OX_ALREADY_THERE;
    else
        report->status = load_package(packages, id, NULL, report);
    return report->status;
}

/* Counts a package and the packages that it names down; items that fall to 0 are only marked. */
static ox_status release_package(ox_packages *packages, uint32_t id, ox_package_report *report) {
    loading down = {.skip = UINT32_MAX};
    ox_status status = ox_package_gather(packages, id, report);
    for (uint32_t i = 0; i < packages->count && !ox_failed(status); i++) {
        entry *e = &packages->loaded[i];
        if (!e->visited || e->users == 0 || --e->users > 0) continue;
        status = ox_package_each(packages, e->id, count_down, &down);
    }
    ox_package_sweep(packages);
    return status;
}

/* Whether an item that would go is locked. */
static ox_status is_locked_item(ox_packages *packages, const rom_package_item *item, void *context) {
    const record *r = ox_record_find(packages->manager, item->id, item->type);
    (void)context;
    if (r == NULL || r->locks == 0 || r->count > 1 || r->life == OX_LIFE_CACHE) return OX_OK;
    ox_log_write(packages->manager->log, PLAT_LOG_ERROR,
                 "resource #%08x has %u locks left at the end of its level", (unsigned)r->id,
                 (unsigned)r->locks);
    return OX_BAD_STATE;
}

ox_status ox_package_unload(ox_packages *packages, uint32_t id, ox_package_report *report) {
    ox_package_report own;
    if (report == NULL) report = &own;
    memset(report, 0, sizeof *report);
    report->status = !ox_package_is_loaded(packages, id)
                         ? OX_NOT_FOUND
                         : ox_package_each(packages, id, is_locked_item, NULL);
    if (!ox_failed(report->status)) report->status = release_package(packages, id, report);
    if (!ox_failed(report->status)) report->unloaded = unload_unused(packages->manager);
    return report->status;
}

/* ---- from one package to the next ---- */

/* Counts an item of the next package that is in memory, so that it outlives the package before. */
static ox_status hold_item(ox_packages *packages, const rom_package_item *item, void *context) {
    record *r = ox_record_find(packages->manager, item->id, item->type);
    int step = *(const int *)context;
    /* An item is held once, however many packages list it. */
    if (r == NULL || r->held == (step > 0) || (step > 0 && r->count == OX_MANAGER_USES_MAX)) return OX_OK;
    r->count = (uint8_t)(r->count + step);
    r->unload = r->count == 0;
    r->held = step > 0;
    return OX_OK;
}

static void hold_package(ox_packages *packages, uint32_t id, int step) {
    ox_package_report none;
    memset(&none, 0, sizeof none);
    if (ox_package_gather(packages, id, &none) != OX_OK) return;
    for (uint32_t i = 0; i < packages->count; i++) {
        if (!packages->loaded[i].visited || (step > 0 && packages->loaded[i].users > 0)) continue;
        if (ox_package_each(packages, packages->loaded[i].id, hold_item, &step) != OX_OK) continue;
    }
    ox_package_sweep(packages);
}

/* Bytes of an item that goes with its package. */
static ox_status add_going(ox_packages *packages, const rom_package_item *item, void *context) {
    const record *r = ox_record_find(packages->manager, item->id, item->type);
    if (r != NULL && r->count == 1 && r->life == OX_LIFE_LEVEL) *(uint64_t *)context += (r->size + 7u) & ~7u;
    return OX_OK;
}

/* Whether the next package finds room when the package before has gone; its items in memory are held already. */
static ox_status fits_after(ox_packages *packages, uint32_t from, uint32_t to, ox_package_report *report) {
    uint64_t room = room_of(packages->manager);
    ox_status status = ox_package_each(packages, from, add_going, &room);
    if (!ox_failed(status)) status = ox_package_measure(packages, to, report);
    return !ox_failed(status) && report->bytes > room ? OX_OUT_OF_MEMORY : status;
}

ox_status ox_package_change_to(ox_packages *packages, uint32_t from, uint32_t to, ox_package_fetch *fetch,
                               ox_package_report *report) {
    const uint8_t *pack;
    if (ox_package_is_loaded(packages, to)) return OX_ALREADY_THERE;
    if (from == 0) return load_package(packages, to, fetch, report);
    ox_status status = find_pack(packages, to, &pack);
    if (!ox_failed(status)) status = ox_package_each(packages, from, is_locked_item, NULL);
    if (ox_failed(status)) return status;
    hold_package(packages, to, 1);
    status = fits_after(packages, from, to, report);
    if (ox_failed(status)) {
        hold_package(packages, to, -1);
        return status;
    }
    status = release_package(packages, from, report);
    if (!ox_failed(status)) report->unloaded = unload_unused(packages->manager);
    uint32_t unloaded = report->unloaded;
    if (!ox_failed(status)) status = load_package(packages, to, fetch, report);
    hold_package(packages, to, -1);
    report->unloaded = unloaded;
    if (!ox_failed(status)) return status;
    ox_package_report again; /* the old package was loaded before, so it fits */
    memset(&again, 0, sizeof again);
    unload_unused(packages->manager);
    ox_status back = load_package(packages, from, NULL, &again);
    if (ox_failed(back)) {
        ox_log_write(packages->manager->log, PLAT_LOG_ERROR,
                     "package #%08x: %s, after #%08x could not be loaded", (unsigned)from,
                     ox_status_name(back), (unsigned)to);
    }
    return status;
}

ox_status ox_package_change(ox_packages *packages, uint32_t from, uint32_t to, ox_package_report *report) {
    ox_package_report own;
    if (report == NULL) report = &own;
    if (from == 0) return ox_package_load(packages, to, report);
    memset(report, 0, sizeof *report);
    if (packages->manager->phase != OX_PHASE_LOADING)
        report->status = OX_BAD_STATE;
    else if (!ox_package_is_loaded(packages, from))
        report->status = OX_NOT_FOUND;
    else
        report->status = ox_package_change_to(packages, from, to, NULL, report);
    return report->status;
}

ox_status ox_package_measure(ox_packages *packages, uint32_t id, ox_package_report *report) {
    memset(report, 0, sizeof *report);
    report->status = ox_package_gather(packages, id, report);
    if (!ox_failed(report->status)) report->status = measure_gathered(packages, report);
    ox_package_sweep(packages);
    return report->status;
}
