/* Latent requests: questions whose answers come in the next tick, on whichever processor they are worked out.
 *
 *     static const ox_request_kind kinds[] = {{"sight", look, 8}, {"path", find_path, 2}};      8 and 2 a tick
 *     status = ox_requests_init(&requests, storage, 64, kinds, 2, world);
 *     requests.alive = is_alive; requests.alive_of = world;
 *     ox_handle ticket = ox_requests_ask(&requests, SIGHT, guard, &(ray){from, to}, sizeof(ray));
 *     each tick, in its fixed place:  ox_requests_run(&requests, &jobs);
 *     in a later tick:  ox_latent_state s = ox_requests_look(&requests, ticket, &answer, sizeof answer);
 *
 * An answer is delivered in the run of the tick after the question, never earlier: the same with one processor and with
 * many, and on machines of any speed. Requests are worked out by kind, oldest first, in one batch for each kind (split
 * over workers when there are jobs), so many alike are cheap together. At most `budget` requests of a kind are answered
 * in a tick; the others wait for the next tick. No waiting request is lost; requests whose requester is gone are
 * dropped.
 *
 * A worker function sees the world of the moment of the run and may change nothing but its answer. Polls tell pending,
 * done or gone. Answers stay until they were read, or the requester is gone. `deliver` (may be NULL) is called for each
 * answer in the order of asking. (GEA 7.6, 14.6.) Storage 90 bytes a request. */
#ifndef OXCART_KERNEL_TASK_REQUEST_H
#define OXCART_KERNEL_TASK_REQUEST_H

#include "kernel/task/job.h"
#include "kernel/task/roster.h"

enum { OX_REQUEST_BYTES = 32, OX_REQUEST_KINDS = 16 };

typedef struct ox_request_kind {
    const char *name;
    /* Answers one request: `question` and `answer` are OX_REQUEST_BYTES each. The function runs on any thread. */
    void (*work)(void *context, const void *question, void *answer);
    uint32_t budget; /* requests in a tick, at least 1 */
} ox_request_kind;

typedef enum ox_latent_state { OX_LATENT_GONE, OX_LATENT_PENDING, OX_LATENT_DONE } ox_latent_state;

typedef struct ox_latent {
    ox_roster_slot slot; /* its owner is the requester, 0: nobody */
    uint32_t question[OX_REQUEST_BYTES / 4];
    uint32_t answer[OX_REQUEST_BYTES / 4];
    uint32_t tick; /* tick of the question; once answered, of the answer */
    uint8_t kind;
    uint8_t state; /* OX_LATENT_PENDING or OX_LATENT_DONE */
} ox_latent;

typedef struct ox_requests {
    ox_roster roster; /* of ox_latent, the oldest first */
    uint16_t *batch;  /* slots of the requests of the batch under way */
    const ox_request_kind *kinds;
    uint32_t kind_count;
    void *context;                               /* for work */
    bool (*alive)(void *of, uint32_t requester); /* NULL: every requester is */
    void *alive_of;
    void (*deliver)(void *context, ox_handle ticket,
                    const ox_latent *request); /* called for answers; may be NULL */
    uint32_t tick;
    uint32_t refused, dropped, answered;
} ox_requests;

/* Bytes of storage for `capacity` requests, 1..65535; aligned to 4. */
#define OX_REQUESTS_BYTES(capacity)                                                                          \
    (OX_ROSTER_BYTES(sizeof(ox_latent), capacity) + sizeof(uint16_t) * (capacity))

/* Begins without requests. OX_BAD_ARGUMENT for no or too many kinds, a kind without function or budget, or a capacity
 * out of range. */
FX_MUST_CHECK ox_status ox_requests_init(ox_requests *requests, void *storage, uint32_t capacity,
                                         const ox_request_kind *kinds, uint32_t kind_count, void *context);

/* A ticket for the question (at most OX_REQUEST_BYTES, copied); OX_HANDLE_NONE, counted, when there is no room, no such
 * kind or the question is too long. */
FX_MUST_CHECK ox_handle ox_requests_ask(ox_requests *requests, uint32_t kind, uint32_t requester,
                                        const void *question, size_t bytes);

/* Runs one tick: drops requests whose requester is gone, answers requests that were asked before this tick and delivers
 * the answers. `jobs` may be NULL. */
void ox_requests_run(ox_requests *requests, ox_jobs *jobs);

/* The state of a request; when it is done, its answer is copied and the ticket is used up. */
ox_latent_state ox_requests_look(ox_requests *requests, ox_handle ticket, void *answer, size_t bytes);

/* Forgets one request (false when it is gone), or all of a requester, and returns how many. */
bool ox_requests_cancel(ox_requests *requests, ox_handle ticket);
uint32_t ox_requests_cancel_of(ox_requests *requests, uint32_t requester);

/* Continues a state hash with all requests. */
uint32_t ox_requests_hash(const ox_requests *requests, uint32_t hash);

#endif
