/* Shared by the files of the resource manager. */
#ifndef OXCART_KERNEL_RESOURCE_MANAGER_INTERNAL_H
#define OXCART_KERNEL_RESOURCE_MANAGER_INTERNAL_H

#include "kernel/resource/manager.h"

typedef ox_manager_record record;

/* `bits` of a record that was dropped, while its memory waits to be given back. */
#define OX_RECORD_WAITS 0xFFFFFFFFu

static inline uint32_t ox_record_slot(uint32_t bits) { return bits & 0xFFFFu; }

/* The record that a handle names, or NULL. */
static inline record *ox_record_get(const ox_manager *m, ox_resource_handle handle) {
    uint32_t slot = ox_record_slot(handle.bits);
    if (slot == 0 || slot > m->config.records || m->records[slot].bits != handle.bits) return NULL;
    return &m->records[slot];
}

static inline uint16_t ox_record_number(const ox_manager *m, const record *r) {
    return (uint16_t)(r - m->records);
}

/* Count a record as a user of the image that a chunk was found in, and count it no longer. */
void ox_record_use_image(ox_manager *m, record *r, const ox_found *found);
void ox_record_leave_image(ox_manager *m, record *r);

/* ---- the registry: registry.c ---- */

/* The registered type, or NULL. */
const ox_resource_type *ox_manager_type(const ox_manager *m, uint32_t tag);

record *ox_record_find(const ox_manager *m, uint32_t id, uint32_t type);

/* A new record with number `number`, or the highest free one for 0; OX_FULL or OX_ALREADY_THERE and NULL in
 * *made. */
ox_status ox_record_add(ox_manager *m, uint32_t number, uint32_t id, uint32_t type, record **made);
void ox_record_drop(ox_manager *m, record *r);

/* ---- memory of payloads: payload.c ---- */

/* Room for r->size bytes where r->life and r->where say; the cache evicts for it. */
ox_status ox_payload_take(ox_manager *m, record *r);

/* Finds a place for a payload whose class is full: in the image (where it can be used in place) or in main memory. */
ox_status ox_payload_elsewhere(ox_manager *m, record *r, const ox_resource_type *type, const ox_found *found);

/* Gives a payload's memory back. Payloads above it in the same region stay in place until ox_regions_slide; memory at
 * the end of a region is given back at once. */
void ox_payload_give(ox_manager *m, record *r);

/* The address of a record's payload, NULL without one. */
void *ox_payload_data(const ox_manager *m, const record *r);

/* Slides the payloads of all regions down over gaps. */
void ox_regions_slide(ox_manager *m);

/* Whether `bytes` more of a lifetime would find room now, without a change. */
bool ox_payload_fits(const ox_manager *m, ox_lifetime life, uint32_t bytes);

/* ---- loading: load.c ---- */

/* Makes the payload of a record that has its memory, at once. `staged`: the stored bytes, if they were fetched already,
 * or NULL. */
ox_status ox_load_now(ox_manager *m, record *r, const ox_found *found, const uint8_t *staged);

/* Does a step of a requested load, as an ox_request_step. */
ox_status ox_load_step(ox_manager *m, record *r, uint32_t quota, uint32_t *done);

/* Forgets the load of a record, if it is the one under way. */
void ox_load_forget(ox_manager *m, record *r);

/* Bytes that a chunk's payload has; bytes that a requested load wants of the scratch memory. */
uint32_t ox_payload_bytes(const ox_resource_type *type, const rom_chunk *chunk);
uint32_t ox_scratch_bytes(const ox_resource_type *type, const ox_found *found);

/* The memory class (ROM_CLASS_...) that an entry or else its type asks for, and that is offered. */
uint32_t ox_class_wanted(const ox_manager *m, const ox_resource_type *type, const rom_chunk *chunk);

/* Whether a chunk is used where it lies; and whether it could be, if its class has no room. */
bool ox_is_in_place(const ox_manager *m, const ox_resource_type *type, const ox_found *found);
bool ox_could_be_in_place(const ox_resource_type *type, const ox_found *found);

/* Checks unpacked bytes: version, size, and what the type asks. */
ox_status ox_check_bytes(const ox_resource_type *type, const void *bytes, uint32_t size);

/* ---- use: manager.c ---- */

/* A chunk that is wanted, its lifetime (-1: the entry's), and its bytes if they were fetched already. */
typedef struct ox_wanted {
    uint32_t id, type;
    int32_t life;
    const uint8_t *staged;
} ox_wanted;

/* Finds a chunk, enters a record, takes memory and loads at once; OX_OK with *made NULL for a chunk in place. *found
 * (may be NULL) is the chunk that was used, or the last that was tried. */
ox_status ox_manager_load_at_once(ox_manager *m, const ox_wanted *wanted, record **made, ox_found *found);

/* Unloads a record whatever its state: tear-down, memory, record. */
void ox_manager_unload(ox_manager *m, record *r);

/* Drops the payload of a record but keeps the record, as disposed. */
void ox_manager_drop_payload(ox_manager *m, record *r);

/* Gives back the memory of a load that failed; and marks a payload as resident. */
void ox_manager_abandon(ox_manager *m, record *r);
void ox_manager_is_there(ox_manager *m, record *r);

/* Logs once that a resource cannot be had. */
void ox_manager_complain(ox_manager *m, uint32_t id, uint32_t type, ox_status status);

#endif
