/* Packages: lists of resources that come and go together - a level, an actor - as one transaction.
 *
 *     status = ox_package_load(&packages, SID("levels/1"), &report);      the whole package, or nothing
 *     status = ox_package_change(&packages, SID("levels/1"), SID("levels/2"), &report);
 *     status = ox_package_unload(&packages, SID("levels/2"), &report);    the memory is free again
 *
 *     status = ox_package_fetch_begin(&fetch, &packages, SID("levels/2"), 300);         in the background
 *     every tick: ox_package_fetch_status(&fetch) == OX_OK when all bytes have come
 *     at the door: status = ox_package_enter(&fetch, SID("levels/1"), &report);
 *
 * A package is a PACK chunk (rom/FORMAT.md): items in load order, children first, with the sums of their
 * bytes, and the packages of other images that it refers to. Every item, of the package or of a package that it names,
 * is counted once for each loaded package. So an item that two levels share is one copy that stays as long as one of
 * the levels does. Each package is loaded once, however many packages name it; packages may name each other in a ring.
 * A missing package is logged with the package that named it; its items become placeholders where they are used.
 *
 * A TRANSACTION. Before anything is touched the sums are compared with the free room. Then the counts go up, and items
 * whose count went from 0 to 1 are loaded in order. Any failure gives everything back: memory, counts and records are
 * as they were, and report->failed names the item. Progress is bytes done / bytes in all, 0..65536, and never falls. */
#ifndef OXCART_KERNEL_RESOURCE_PACKAGE_H
#define OXCART_KERNEL_RESOURCE_PACKAGE_H

#include "kernel/resource/manager.h"

#define OX_STAGED ROM_TAG('s', 't', 'a', 'g') /* type of the record of fetched bytes */
#define OX_PACKAGES_MAX 24 /* packages loaded or being loaded at once, named ones included */

typedef struct ox_package_report {
    ox_status status;
    uint32_t failed_id, failed_type; /* the item that could not be loaded */
    uint32_t packages, items;        /* packages and items that were counted */
    uint32_t loaded, kept;           /* items that were loaded, and items that were in memory */
    uint32_t unloaded;
    uint32_t missing;           /* packages and items that no image has */
    uint32_t bytes, bytes_done; /* of payloads to load */
} ox_package_report;

/* Called after each item, with progress 0..65536. */
typedef void ox_package_progress(void *context, uint32_t progress);

typedef struct ox_packages {
    ox_manager *manager;
    struct ox_package_entry {
        uint32_t id;
        uint16_t users;     /* loads that the package belongs to */
        bool visited, read; /* for a walk */
    } loaded[OX_PACKAGES_MAX];
    uint32_t count;
    ox_package_progress *progress;
    void *context;
} ox_packages;

void ox_packages_init(ox_packages *packages, ox_manager *manager);

/* Loads all items of a package and of the packages that it names. OX_NOT_FOUND (no such package), OX_BAD_DATA,
 * OX_OUT_OF_MEMORY, OX_ALREADY_THERE, OX_BAD_STATE (play phase), or the failing item's status; nothing has then
 * changed. `report` may be NULL. */
FX_MUST_CHECK ox_status ox_package_load(ox_packages *packages, uint32_t id, ox_package_report *report);

/* Unloads a package. OX_NOT_FOUND when it is not loaded; OX_BAD_STATE while one of its resources that would go is
 * locked (the log names them): nothing changes then. */
FX_MUST_CHECK ox_status ox_package_unload(ox_packages *packages, uint32_t id, ox_package_report *report);

/* Changes from one level to the next: items of the new package are counted up, items of the old one down; unused items
 * are unloaded, the others slid together, and missing items loaded. If that fails the old package is loaded again,
 * which fits since it was loaded before; the status tells the failure. `from` 0: as ox_package_load. */
FX_MUST_CHECK ox_status ox_package_change(ox_packages *packages, uint32_t from, uint32_t to,
                                          ox_package_report *report);

bool ox_package_is_loaded(const ox_packages *packages, uint32_t id);

/* Measures what a load would take: payload bytes of items that are not in memory, of the package and of the packages
 * that it names. */
FX_MUST_CHECK ox_status ox_package_measure(ox_packages *packages, uint32_t id, ox_package_report *report);

/* ---- in the background ---- */

/* A package that is fetched while another is played: the packed bytes of items that are not in memory come to the
 * stack's high end, within the quota of ox_files_pump (images in memory need no fetching); the change itself then reads
 * no device. The stack must hold the old level and the packed new one, and then the packed and the unpacked new one. */
typedef struct ox_package_fetch {
    ox_packages *packages;
    uint32_t id;
    ox_resource_handle staged; /* the record of the staged memory */
    struct ox_staged {
        uint32_t id, type;
        uint32_t offset, bytes; /* in the staged memory */
        uint32_t place;         /* in the image's file */
        uint8_t image;          /* key of the image */
    } * items;
    uint8_t *bytes_at;
    uint32_t count, next;
    uint32_t bytes, bytes_done;
    ox_request request;
    ox_status status; /* OX_EMPTY under way, OX_OK ready, else the failure */
} ox_package_fetch;

/* Begins a fetch, which is ready at tick now + latency on every machine. OX_OUT_OF_MEMORY, OX_NOT_FOUND, OX_UNSUPPORTED
 * (a manager without files), OX_ALREADY_THERE, OX_BAD_STATE (a PACK that is itself not in memory) or OX_FULL (requests,
 * records): nothing was taken. */
FX_MUST_CHECK ox_status ox_package_fetch_begin(ox_package_fetch *fetch, ox_packages *packages, uint32_t id,
                                               uint32_t latency);

/* The state of a fetch. OX_EMPTY: under way; OX_OK: ready to enter; else the failure. The bytes left, and the ticks
 * that they take at `quota` bytes a tick, serve progress bars. */
FX_MUST_CHECK ox_status ox_package_fetch_status(const ox_package_fetch *fetch);
static inline uint32_t ox_package_fetch_left(const ox_package_fetch *fetch) {
    return fetch->bytes - fetch->bytes_done;
}
static inline uint32_t ox_package_fetch_ticks(const ox_package_fetch *fetch, uint32_t quota) {
    return quota == 0 ? UINT32_MAX : (ox_package_fetch_left(fetch) + quota - 1) / quota;
}

/* Changes to the fetched package, as ox_package_change (`from` 0: as ox_package_load), from memory alone and in any
 * phase; the fetch ends. OX_EMPTY: the fetch is not ready, nothing happens. */
FX_MUST_CHECK ox_status ox_package_enter(ox_package_fetch *fetch, uint32_t from, ox_package_report *report);

/* Gives all memory of the fetch back; the status of a fetch under way becomes OX_CANCELLED. */
void ox_package_fetch_cancel(ox_package_fetch *fetch);

/* Cancels the fetch and clears it. */
void ox_package_fetch_end(ox_package_fetch *fetch);

#endif
