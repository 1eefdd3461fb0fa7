/* Requests: files read and written, chunks decoded, while the game goes on. They complete in the same tick on every
 * port.
 *
 *     ox_request_options options = {.urgency = OX_URGENCY_NEEDED, .latency = 30};
 *     if (ox_failed(ox_request_read(&files, (ox_request_piece){map, 0, 40000}, buffer, &options, &request))) ...
 *     every tick:
 *         ox_files_pump(&files, 4096);         at most 4 KB of work, whenever there is time for it
 *         ox_files_tick(&files, tick);         the one place where requests complete
 *     ox_request_done(&files, request)         from tick `issue + 30` on, never before
 *
 * WHAT MAKES IT EQUAL ON ALL PORTS. A request completes at tick issue + latency, in the order of issue, and not when
 * its data happen to have come. If the data have not come by then the simulation waits: the rest is done at once, and
 * costs.stalls counts the wait. So a slow medium makes a game slow, never different. A request with `loose` set is
 * for data that the simulation does not see (sound, movies, statistics): it completes at the first tick after its
 * data are there. Only a loose request may have a deadline, and `late` says what happens when it is missed.
 *
 * URGENCY, then deadline, then issue decide which request is served; the work is cut into blocks (config.block
 * bytes), so a more urgent request waits for one block at most, and the other goes on where it was. Requests on one
 * file are done in the order of issue. A request that was not served for config.starve pumps gets a block. A
 * request's destination belongs to it until it has ended; a call-back runs in ox_files_tick, on the caller's thread,
 * after the request has ended (it may issue others).
 *
 * Any work that can be cut into steps can be a request: ox_request_work takes any function; the resource manager's
 * decoding is one. A request stays in the table until it is dropped (ox_request_drop) or, with `forget` set, when it
 * ends.
 *
 * Cost: pump and tick look at all requests of the table (16 by default) for each block. */
#ifndef OXCART_KERNEL_FILE_REQUEST_H
#define OXCART_KERNEL_FILE_REQUEST_H

#include "kernel/file/files.h"

OX_HANDLE_KIND(ox_request);

typedef enum ox_urgency {
    OX_URGENCY_AUDIO, /* refills of sound: a gap would be heard */
    OX_URGENCY_MOVIE,
    OX_URGENCY_NEEDED, /* resources that the game waits for */
    OX_URGENCY_NEXT,   /* the next level, prefetch */
    OX_URGENCY_IDLE    /* statistics, saved games */
} ox_urgency;

typedef enum ox_late { OX_LATE_KEEP, OX_LATE_NOTIFY, OX_LATE_CANCEL } ox_late;

typedef enum ox_request_state_of {
    OX_REQUEST_NONE,    /* no such request */
    OX_REQUEST_WAITING, /* also while the work is done and the tick of completion has not come */
    OX_REQUEST_DONE,
    OX_REQUEST_FAILED /* failed, cancelled, or too late: see the status */
} ox_request_state_of;

/* Called when a request has ended, or (status OX_TIMEOUT, with OX_LATE_NOTIFY) has missed its deadline and goes on. */
typedef void ox_request_told(void *context, ox_request request, ox_status status);

typedef struct ox_request_options {
    ox_urgency urgency;
    uint32_t latency;  /* ticks from issue to completion, 0 = the next ox_files_tick */
    bool loose;        /* completes when its data are there */
    uint32_t deadline; /* loose: tick by which the request must be ready, 0 = none */
    ox_late late;      /* loose: what happens when it is not ready by then */
    bool forget;       /* the request leaves the table when it ends */
    ox_request_told *told;
    void *context;
} ox_request_options;

/* A piece of an open file. */
typedef struct ox_request_piece {
    ox_file file;
    uint32_t offset, bytes;
} ox_request_piece;

/* Does a step of work: at most `quota` bytes (1 or more), of which *done were done. OX_EMPTY: all is finished. OX_OK:
 * there is more (*done 0: nothing could be done yet). Any other status ends the work. */
typedef ox_status ox_request_step(void *context, uint32_t quota, uint32_t *done);

/* These functions issue a request each. OX_FULL: the table is full; OX_STALE_HANDLE; OX_BAD_ARGUMENT; *request is
 * then null. `options` NULL stands for all zero. Reads and writes name their offset; they leave the file's position
 * alone. The path is kept by pointer until the request has ended. */
FX_MUST_CHECK ox_status ox_request_read(ox_files *files, ox_request_piece piece, void *to,
                                        const ox_request_options *options, ox_request *request);
FX_MUST_CHECK ox_status ox_request_write(ox_files *files, ox_request_piece piece, const void *from,
                                         const ox_request_options *options, ox_request *request);
FX_MUST_CHECK ox_status ox_request_work(ox_files *files, ox_request_step *step, void *context, uint32_t bytes,
                                        const ox_request_options *options, ox_request *request);

/* Requests for the other calls of files.h; requests on one path are done in the order of issue. The handle of an
 * opened file lies in *file when the request has ended. */
FX_MUST_CHECK ox_status ox_request_open(ox_files *files, ox_text_view path, ox_file_mode mode, ox_file *file,
                                        const ox_request_options *options, ox_request *request);
FX_MUST_CHECK ox_status ox_request_close(ox_files *files, ox_file file, const ox_request_options *options,
                                         ox_request *request);
FX_MUST_CHECK ox_status ox_request_remove(ox_files *files, ox_text_view path,
                                          const ox_request_options *options, ox_request *request);

/* The state of a request; *status (may be NULL) is OX_OK while it waits. */
ox_request_state_of ox_request_state(const ox_files *files, ox_request request, ox_status *status);
static inline bool ox_request_done(const ox_files *files, ox_request request) {
    return ox_request_state(files, request, NULL) >= OX_REQUEST_DONE;
}
static inline bool ox_request_succeeded(const ox_files *files, ox_request request) {
    return ox_request_state(files, request, NULL) == OX_REQUEST_DONE;
}

/* ox_request_bytes gives the bytes done so far. ox_request_ticks_left gives the ticks that the rest will take when a
 * pump does `quota` bytes a tick and no request is more urgent. For bars and estimates, not for the simulation: both
 * differ between ports. */
uint32_t ox_request_bytes(const ox_files *files, ox_request request);
uint32_t ox_request_ticks_left(const ox_files *files, ox_request request, uint32_t quota);

/* Does the work that is left of a request and of those before it on its file, and ends the request now, whatever its
 * tick. For loading phases. Returns the request's status; OX_STALE_HANDLE when there is no such request. */
FX_MUST_CHECK ox_status ox_request_wait(ox_files *files, ox_request request);

/* Ends a request with OX_CANCELLED; its destination is the caller's again. The call-back is not called.
 * OX_STALE_HANDLE. */
FX_MUST_CHECK ox_status ox_request_cancel(ox_files *files, ox_request request);

/* Forgets a request that has ended; a request that waits is cancelled. OX_STALE_HANDLE when there is no such request.
 */
FX_MUST_CHECK ox_status ox_request_drop(ox_files *files, ox_request request);

/* Does up to `quota` bytes of work, in blocks; returns the number of bytes done. */
uint32_t ox_files_pump(ox_files *files, uint32_t quota);

/* The tick boundary: ends requests that are due, calls call-backs, and looks at deadlines. Once a tick, with rising
 * numbers. */
void ox_files_tick(ox_files *files, uint32_t tick);

/* Number of requests that wait. */
uint32_t ox_files_pending(const ox_files *files);

#endif
