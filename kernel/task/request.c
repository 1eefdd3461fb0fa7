/* Latent requests: tickets, batches by kind, answers in the next tick. */
#include "kernel/task/request.h"

#include <string.h>

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
    ox_roster_init(&requests->roster, storage, sizeof(ox_latent), capacity);
    requests->batch = (uint16_t *)(void *)((uint8_t *)storage + OX_ROSTER_BYTES(sizeof(ox_latent), capacity));
    requests->kinds = kinds;
    requests->kind_count = kind_count;
    requests->context = context;
    return OX_OK;
}

static ox_latent *latent_at(const ox_requests *r, uint32_t slot) { return ox_roster_at(&r->roster, slot); }

ox_handle ox_requests_ask(ox_requests *requests, uint32_t kind, uint32_t requester, const void *question,
                          size_t bytes) {
    OX_CREATED(requests->kind_count);
    const bool fits = kind < requests->kind_count && bytes <= OX_REQUEST_BYTES;
    ox_latent *q = fits ? ox_roster_add(&requests->roster, requester) : NULL;
    if (q == NULL) {
        requests->refused++;
        return OX_HANDLE_NONE;
    }
    if (bytes > 0) memcpy(q->question, question, bytes);
    q->tick = requests->tick;
    q->kind = (uint8_t)kind;
    q->state = OX_LATENT_PENDING;
    return ox_roster_handle(&requests->roster, &q->slot);
}

static void drop_orphans(ox_requests *r) {
    ox_latent *q = r->alive == NULL ? NULL : ox_roster_begin(&r->roster);
    for (; q != NULL; q = ox_roster_next(&r->roster)) {
        if (q->slot.owner == 0 || r->alive(r->alive_of, q->slot.owner)) continue;
        ox_roster_remove(&r->roster, &q->slot);
        r->dropped++;
    }
}

/* ---- a batch ---- */

static void work(void *data, const ox_job_batch *batch) {
    ox_requests *r = data;
    for (uint32_t i = batch->first; i < batch->first + batch->count; i++) {
        ox_latent *q = latent_at(r, r->batch[i]);
        r->kinds[q->kind].work(r->context, q->question, q->answer);
    }
}

/* Lists the oldest pending requests of a kind, as many as its budget allows; returns how many. */
static uint32_t choose(ox_requests *r, uint32_t kind) {
    uint32_t count = 0;
    for (uint32_t i = r->roster.first; i != OX_ROSTER_END && count < r->kinds[kind].budget;
         i = latent_at(r, i)->slot.next) {
        const ox_latent *q = latent_at(r, i);
        if (q->kind == kind && q->state == OX_LATENT_PENDING && q->tick != r->tick)
            r->batch[count++] = (uint16_t)i;
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
            ox_latent *q = latent_at(r, r->batch[i]);
            q->state = OX_LATENT_DONE;
            q->tick = r->tick;
            r->answered++;
        }
    }
    ox_latent *q = r->deliver == NULL ? NULL : ox_roster_begin(&r->roster);
    for (; q != NULL; q = ox_roster_next(&r->roster)) {
        if (q->state == OX_LATENT_DONE && q->tick == r->tick)
            r->deliver(r->context, ox_roster_handle(&r->roster, &q->slot), q);
    }
}

/* ---- tickets ---- */

ox_latent_state ox_requests_look(ox_requests *requests, ox_handle ticket, void *answer, size_t bytes) {
    ox_latent *q = ox_roster_get(&requests->roster, ticket);
    if (q == NULL) return OX_LATENT_GONE;
    if (q->state != OX_LATENT_DONE) return OX_LATENT_PENDING;
    if (bytes > OX_REQUEST_BYTES) bytes = OX_REQUEST_BYTES;
    if (bytes > 0) memcpy(answer, q->answer, bytes);
    ox_roster_remove(&requests->roster, &q->slot);
    return OX_LATENT_DONE;
}

bool ox_requests_cancel(ox_requests *requests, ox_handle ticket) {
    ox_latent *q = ox_roster_get(&requests->roster, ticket);
    if (q != NULL) ox_roster_remove(&requests->roster, &q->slot);
    return q != NULL;
}

uint32_t ox_requests_cancel_of(ox_requests *requests, uint32_t requester) {
    return ox_roster_remove_owner(&requests->roster, requester, NULL);
}

static void write_latent(const void *of, const void *record, ox_writer *to) {
    const ox_latent *q = record;
    (void)of;
    ox_write_u32(to, (uint32_t)q->kind | (uint32_t)q->state << 8);
    ox_write_words(to, q->question, OX_REQUEST_BYTES / 4);
    ox_write_words(to, q->answer, OX_REQUEST_BYTES / 4);
}

uint32_t ox_requests_hash(const ox_requests *requests, uint32_t hash) {
    ox_writer to = ox_writer_hash();
    to.hash = hash;
    ox_roster_save_all(&requests->roster, &to, write_latent, NULL);
    return to.hash;
}
