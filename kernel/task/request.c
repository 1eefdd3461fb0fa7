/* Tickets, batches by kind, answers in the next tick. */
#include "kernel/task/request.h"

#include <string.h>

#include "kernel/bytes/stream.h"
#include "kernel/memory/life.h"

FX_STATIC_ASSERT(OX_REQUEST_KINDS <= UINT8_MAX, "a request's kind is a byte");
FX_STATIC_ASSERT(OX_REQUEST_BYTES % 4 == 0, "questions are hashed as words");

ox_status ox_requests_init(ox_requests *requests, void *storage, uint32_t capacity,
                           const ox_request_kind *kinds, uint32_t kind_count, void *context) {
    if (storage == NULL || capacity == 0 || capacity > UINT16_MAX || kind_count == 0 ||
        kind_count > OX_REQUEST_KINDS)
        return OX_BAD_ARGUMENT;
    for (uint32_t i = 0; i < kind_count; i++) {
        if (kinds[i].work == NULL || kinds[i].budget == 0) return OX_BAD_ARGUMENT;
    }
    memset(requests, 0, sizeof *requests);
    memset(storage, 0, OX_REQUESTS_BYTES(capacity));
    requests->slots = storage;
    requests->order = (uint16_t *)(void *)(requests->slots + capacity);
    requests->capacity = capacity;
    requests->kinds = kinds;
    requests->kind_count = kind_count;
    requests->context = context;
    return OX_OK;
}

static ox_handle ticket_of(const ox_requests *r, uint32_t slot) {
    return (ox_handle){(uint32_t)r->slots[slot].generation << 16 | slot};
}

ox_handle ox_requests_ask(ox_requests *requests, uint32_t kind, uint32_t requester, const void *question,
                          size_t bytes) {
    OX_CREATED(requests->capacity);
    ox_requests *r = requests;
    uint32_t slot = 0;
    while (slot < r->capacity && r->slots[slot].state != OX_LATENT_GONE) slot++;
    if (slot == r->capacity || kind >= r->kind_count || bytes > OX_REQUEST_BYTES) {
        r->refused++;
        return OX_HANDLE_NONE;
    }
    ox_latent *q = &r->slots[slot];
    uint16_t generation = (uint16_t)(q->generation == UINT16_MAX ? 1 : q->generation + 1);
    memset(q, 0, sizeof *q);
    if (bytes > 0) memcpy(q->question, question, bytes);
    q->requester = requester;
    q->serial = r->serial++;
    q->tick = r->tick;
    q->generation = generation;
    q->kind = (uint8_t)kind;
    q->state = OX_LATENT_PENDING;
    r->order[r->count++] = (uint16_t)slot;
    return ticket_of(r, slot);
}

/* Takes place `at` out of the order. */
static void forget(ox_requests *r, uint32_t at) {
    r->slots[r->order[at]].state = OX_LATENT_GONE;
    r->count--;
    for (; at < r->count; at++) r->order[at] = r->order[at + 1];
}

static void drop_orphans(ox_requests *r) {
    for (uint32_t at = r->count; r->alive != NULL && at-- > 0;) {
        uint32_t requester = r->slots[r->order[at]].requester;
        if (requester == 0 || r->alive(r->alive_of, requester)) continue;
        forget(r, at);
        r->dropped++;
    }
}

/* ---- a batch ---- */

static void work(void *data, const ox_job_batch *batch) {
    ox_requests *r = data;
    const uint16_t *chosen = r->order + r->capacity;
    for (uint32_t i = batch->first; i < batch->first + batch->count; i++) {
        ox_latent *q = &r->slots[chosen[i]];
        r->kinds[q->kind].work(r->context, q->question, q->answer);
    }
}

/* The oldest pending ones of a kind, as many as its budget allows. */
static uint32_t choose(ox_requests *r, uint32_t kind) {
    uint16_t *chosen = r->order + r->capacity;
    uint32_t count = 0;
    for (uint32_t at = 0; at < r->count && count < r->kinds[kind].budget; at++) {
        const ox_latent *q = &r->slots[r->order[at]];
        if (q->kind == kind && q->state == OX_LATENT_PENDING && q->tick != r->tick)
            chosen[count++] = r->order[at];
    }
    return count;
}

void ox_requests_run(ox_requests *requests, ox_jobs *jobs) {
    enum { BATCHES = 4 };
    ox_requests *r = requests;
    r->tick++;
    drop_orphans(r);
    for (uint32_t kind = 0; kind < r->kind_count; kind++) {
        uint32_t count = choose(r, kind);
        if (count == 0) continue;
        if (jobs != NULL)
            ox_parallel_for(jobs, work, r, count, BATCHES);
        else
            work(r, &(ox_job_batch){.count = count});
        for (uint32_t i = 0; i < count; i++) {
            ox_latent *q = &r->slots[r->order[r->capacity + i]];
            q->state = OX_LATENT_DONE;
            q->done = r->tick;
            r->answered++;
        }
    }
    for (uint32_t at = 0; at < r->count && r->deliver != NULL; at++) {
        const ox_latent *q = &r->slots[r->order[at]];
        if (q->state == OX_LATENT_DONE && q->done == r->tick)
            r->deliver(r->context, ticket_of(r, r->order[at]), q);
    }
}

/* ---- tickets ---- */

/* Place of a ticket in the order; count when there is none. */
static uint32_t place_of(const ox_requests *r, ox_handle ticket) {
    uint32_t slot = ticket.bits & 0xFFFFu, at = 0;
    if (slot >= r->capacity || r->slots[slot].generation != ticket.bits >> 16) return r->count;
    while (at < r->count && r->order[at] != slot) at++;
    return at;
}

ox_latent_state ox_requests_look(ox_requests *requests, ox_handle ticket, void *answer, size_t bytes) {
    uint32_t at = place_of(requests, ticket);
    if (at == requests->count) return OX_LATENT_GONE;
    const ox_latent *q = &requests->slots[requests->order[at]];
    if (q->state != OX_LATENT_DONE) return OX_LATENT_PENDING;
    if (bytes > OX_REQUEST_BYTES) bytes = OX_REQUEST_BYTES;
    if (bytes > 0) memcpy(answer, q->answer, bytes);
    forget(requests, at);
    return OX_LATENT_DONE;
}

bool ox_requests_cancel(ox_requests *requests, ox_handle ticket) {
    uint32_t at = place_of(requests, ticket);
    if (at == requests->count) return false;
    forget(requests, at);
    return true;
}

uint32_t ox_requests_cancel_of(ox_requests *requests, uint32_t requester) {
    uint32_t count = 0;
    for (uint32_t at = requests->count; at-- > 0;) {
        if (requests->slots[requests->order[at]].requester != requester) continue;
        forget(requests, at);
        count++;
    }
    return count;
}

uint32_t ox_requests_hash(const ox_requests *requests, uint32_t hash) {
    ox_writer to = ox_writer_hash();
    to.hash = hash;
    for (uint32_t at = 0; at < requests->count; at++) {
        const ox_latent *q = &requests->slots[requests->order[at]];
        ox_write_u32(&to, q->serial);
        ox_write_u32(&to, q->requester);
        ox_write_u32(&to, (uint32_t)q->kind | (uint32_t)q->state << 8);
        ox_write_words(&to, q->question, OX_REQUEST_BYTES / 4);
        ox_write_words(&to, q->answer, OX_REQUEST_BYTES / 4);
    }
    return to.hash;
}
