/* Requests: files read and written, chunks decoded, while the game goes on; in the same tick on every port.
 *
 *     ox_request_options options = {.urgency = OX_URGENCY_NEEDED, .latency = 30};
 *     if (ox_failed(ox_request_read(&files, (ox_request_piece){map, 0, 40000}, buffer, &options, &request))) ...
 *     every tick:
 *         ox_files_pump(&files, 4096);         at most 4 KB of work, whenever there is time for it
 *         ox_files_tick(&files, tick);         the one place where requests complete
 *     ox_request_done(&files, request)         from tick `issue + 30` on, never before
 *
 * WHAT MAKES IT EQUAL ON ALL PORTS. A request completes at tick issue + latency, in the order of issue, and
 * not when its data happen to have come. If they have not come by then the simulation waits: the rest is done
 * there and then, and costs.stalls counts it. So a slow medium makes a game slow, never different. A request
 * with `loose` set is for what the simulation does not see (sound, movies, statistics): it completes at the
 * first tick after its data are there, and only such a one may have a deadline, with what is to happen when
 * it is missed.
 *
 * URGENCY, then deadline, then issue decide who is served; the work is cut into blocks (config.block bytes),
 * so a more urgent request waits for one block at most, and the other goes on where it was. Requests on one
 * file are done in the order of issue. One that had nothing for config.starve pumps gets a block. A request's
 * destination belongs to it until it has ended; a call-back runs in ox_files_tick, on the caller's thread,
 * after the request has ended (it may issue others).
 *
 * Whatever can be cut into steps can be a request: ox_request_work takes any function; the resource manager's
 * decoding is one. A request stays in the table until it is dropped (ox_request_drop) or, with `forget` set,
 * when it ends.
 *
 * Cost: pump and tick look at all requests of the table (16 by default) for each block. */
#ifndef OXCART_KERNEL_FILE_REQUEST_H
#define OXCART_KERNEL_FILE_REQUEST_H

#include "kernel/file/files.h"

OX_HANDLE_KIND(ox_request);

typedef enum ox_urgency {
    OX_URGENCY_AUDIO, /* refills: a gap would be heard */
    OX_URGENCY_MOVIE,
    OX_URGENCY_NEEDED, /* resources that are waited for */
    OX_URGENCY_NEXT,   /* the next level, prefetch */
    OX_URGENCY_IDLE    /* statistics, saved games */
} ox_urgency;

typedef enum ox_late { OX_LATE_KEEP, OX_LATE_NOTIFY, OX_LATE_CANCEL } ox_late;

typedef enum ox_request_state_of {
    OX_REQUEST_NONE,    /* no such request */
    OX_REQUEST_WAITING, /* also while its work is done and its tick has not come */
    OX_REQUEST_DONE,
    OX_REQUEST_FAILED /* or cancelled, or too late: see its status */
} ox_request_state_of;

/* Told when a request has ended, or (status OX_TIMEOUT, with OX_LATE_NOTIFY) has missed its deadline and goes
 * on. */
typedef void ox_request_told(void *context, ox_request request, ox_status status);

typedef struct ox_request_options {
    ox_urgency urgency;
    uint32_t latency;  /* ticks from issue to completion, 0 = the next ox_files_tick */
    bool loose;        /* completes when it is ready */
    uint32_t deadline; /* loose: tick by which it must be ready, 0 = none */
    ox_late late;      /* loose: what happens when it is not */
    bool forget;       /* leaves the table when it ends */
    ox_request_told *told;
    void *context;
} ox_request_options;

/* A piece of an open file. */
typedef struct ox_request_piece {
    ox_file file;
    uint32_t offset, bytes;
} ox_request_piece;

/* A step of work: at most `quota` bytes (1 or more), *done of them were done. OX_EMPTY: all is finished.
 * OX_OK: there is more (*done 0: nothing could be done yet). Any other status ends it. */
typedef ox_status ox_request_step(void *context, uint32_t quota, uint32_t *done);

/* Each issues a request. OX_FULL: the table is; OX_STALE_HANDLE; OX_BAD_ARGUMENT; *request is then null.
 * `options` NULL stands for all zero. Reads and writes name their place; they leave the file's position
 * alone. The path is kept by pointer until the request has ended. */
FX_MUST_CHECK ox_status ox_request_read(ox_files *files, ox_request_piece piece, void *to,
                                        const ox_request_options *options, ox_request *request);
FX_MUST_CHECK ox_status ox_request_write(ox_files *files, ox_request_piece piece, const void *from,
                                         const ox_request_options *options, ox_request *request);
FX_MUST_CHECK ox_status ox_request_work(ox_files *files, ox_request_step *step, void *context, uint32_t bytes,
                                        const ox_request_options *options, ox_request *request);

/* Requests for the other calls of files.h; requests on one path are done in the order of issue. The file that an open gives
 * lies in *file when it has ended. */
FX_MUST_CHECK ox_status ox_request_open(ox_files *files, ox_text_view path, ox_file_mode mode, ox_file *file,
                                        const ox_request_options *options, ox_request *request);
FX_MUST_CHECK ox_status ox_request_close(ox_files *files, ox_file file, const ox_request_options *options,
                                         ox_request *request);
FX_MUST_CHECK ox_status ox_request_remove(ox_files *files, ox_text_view path,
                                          const ox_request_options *options, ox_request *request);

/* How it stands; *status (may be NULL): OX_OK while it waits. */
ox_request_state_of ox_request_state(const ox_files *files, ox_request request, ox_status *status);
static inline bool ox_request_done(const ox_files *files, ox_request request) {
    return ox_request_state(files, request, NULL) >= OX_REQUEST_DONE;
}
static inline bool ox_request_succeeded(const ox_files *files, ox_request request) {
    return ox_request_state(files, request, NULL) == OX_REQUEST_DONE;
}

/* Bytes done so far; and how many ticks the rest will take when a pump does `quota` bytes a tick and nobody
 * is more urgent. For bars and estimates, not for the simulation: they differ between ports. */
uint32_t ox_request_bytes(const ox_files *files, ox_request request);
uint32_t ox_request_ticks_left(const ox_files *files, ox_request request, uint32_t quota);

/* Does what a request and those before it on its file still need, and ends it now, whatever its tick. For
 * loading phases. What became of it, OX_STALE_HANDLE for none. */
FX_MUST_CHECK ox_status ox_request_wait(ox_files *files, ox_request request);

/* Ends a request with OX_CANCELLED; its destination is the caller's again. Tells nobody. OX_STALE_HANDLE. */
FX_MUST_CHECK ox_status ox_request_cancel(ox_files *files, ox_request request);

/* Forgets one that has ended; one that waits is cancelled. OX_STALE_HANDLE for none. */
FX_MUST_CHECK ox_status ox_request_drop(ox_files *files, ox_request request);

/* Does up to `quota` bytes of work, in blocks; returns how many were done. */
uint32_t ox_files_pump(ox_files *files, uint32_t quota);

/* The tick boundary: ends what is due, tells, and looks at deadlines. Once a tick, with rising numbers. */
void ox_files_tick(ox_files *files, uint32_t tick);

/* Requests that wait. */
uint32_t ox_files_pending(const ox_files *files);

#endif
