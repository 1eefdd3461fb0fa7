/* The one queue of requests: work done block by block as urgency says, completion at tick boundaries in the
 * order of issue. */
#include "kernel/file/request.h"

#include <string.h>

#include "kernel/file/internal.h"
#include "kernel/file/request_internal.h"
#include "kernel/names/id.h"

typedef ox_request_record record;

static record *record_of(const ox_files *files, uint32_t bits) {
    return ox_handles_try_get(&files->requests, bits);
}

#define EACH_REQUEST(files, bits, r)                                                                         \
    for (uint32_t bits = ox_handles_first(&(files)->requests); bits != 0;                                    \
         bits = ox_handles_next(&(files)->requests, bits))                                                   \
        for (record *r = record_of((files), bits); r != NULL; r = NULL)

/* Whether number a comes before b; the numbers may wrap. */
static bool is_before(uint32_t a, uint32_t b) { return (int32_t)(a - b) < 0; }

/* ---- issue ---- */

static ox_status issue(ox_files *files, const record *what, const ox_request_options *options,
                       ox_request *request) {
    record *r;
    ox_open_file *f = ox_open_file_of(files, what->file);
    *request = (ox_request){0};
    if (what->file.bits != 0 && f == NULL) return OX_STALE_HANDLE;
    if (files->config.requests == 0) return OX_FULL;
    uint32_t bits = ox_handles_acquire(&files->requests, (void **)&r);
    if (bits == 0) return OX_FULL;
    *r = *what;
    if (options != NULL) r->options = *options;
    if (f != NULL) {
        f->pending++;
        r->key = f->key;
    }
    r->serial = ++files->serial;
    r->due = files->tick + r->options.latency;
    request->bits = bits;
    return OX_OK;
}

ox_status ox_request_read(ox_files *files, ox_request_piece piece, void *to,
                          const ox_request_options *options, ox_request *request) {
    record what = {.kind = OX_REQUEST_KIND_READ,
                   .file = piece.file,
                   .offset = piece.offset,
                   .to = to,
                   .bytes = piece.bytes};
    *request = (ox_request){0};
    if (piece.file.bits == 0) return OX_STALE_HANDLE;
    return to == NULL ? OX_BAD_ARGUMENT : issue(files, &what, options, request);
}

ox_status ox_request_write(ox_files *files, ox_request_piece piece, const void *from,
                           const ox_request_options *options, ox_request *request) {
    record what = {.kind = OX_REQUEST_KIND_WRITE,
                   .file = piece.file,
                   .offset = piece.offset,
                   .from = from,
                   .bytes = piece.bytes};
    *request = (ox_request){0};
    if (piece.file.bits == 0) return OX_STALE_HANDLE;
    return from == NULL ? OX_BAD_ARGUMENT : issue(files, &what, options, request);
}

ox_status ox_request_work(ox_files *files, ox_request_step *step, void *context, uint32_t bytes,
                          const ox_request_options *options, ox_request *request) {
    record what = {.kind = OX_REQUEST_KIND_WORK, .step = step, .to = context, .bytes = bytes};
    *request = (ox_request){0};
    return step == NULL ? OX_BAD_ARGUMENT : issue(files, &what, options, request);
}

/* The number by which requests on a path are ordered; 0 and a status when the path is none. */
static ox_status key_of(ox_text_view path, uint32_t *key) {
    char line[OX_PATH_ROOM];
    ox_text canonical = ox_text_begin_plain(line, sizeof line);
    ox_status status = ox_path_canonical(&canonical, path);
    *key = ox_failed(status) ? 0 : ox_id_of(ox_text_seen(&canonical));
    return status;
}

ox_status ox_request_open(ox_files *files, ox_text_view path, ox_file_mode mode, ox_file *file,
                          const ox_request_options *options, ox_request *request) {
    record what = {.kind = OX_REQUEST_KIND_OPEN, .path = path, .mode = (uint8_t)mode, .to = file};
    *request = (ox_request){0};
    *file = (ox_file){0};
    ox_status status = key_of(path, &what.key);
    return ox_failed(status) ? status : issue(files, &what, options, request);
}

ox_status ox_request_close(ox_files *files, ox_file file, const ox_request_options *options,
                           ox_request *request) {
    record what = {.kind = OX_REQUEST_KIND_CLOSE, .file = file};
    *request = (ox_request){0};
    return file.bits == 0 ? OX_STALE_HANDLE : issue(files, &what, options, request);
}

ox_status ox_request_remove(ox_files *files, ox_text_view path, const ox_request_options *options,
                            ox_request *request) {
    record what = {.kind = OX_REQUEST_KIND_REMOVE, .path = path};
    *request = (ox_request){0};
    ox_status status = key_of(path, &what.key);
    return ox_failed(status) ? status : issue(files, &what, options, request);
}

/* ---- work ---- */

/* Bytes of a read that the file still has. */
static uint32_t read_left(const ox_open_file *f, const record *r) {
    uint32_t at = r->offset + r->done, left = r->bytes - r->done;
    if (at < r->offset || at >= f->size) return 0;
    return left < f->size - at ? left : f->size - at;
}

/* Takes one step of a request, of at most `quota` bytes: OX_EMPTY when nothing is left to do. */
static ox_status step_of(ox_files *files, record *r, uint32_t quota, uint32_t *done) {
    ox_open_file *f = ox_open_file_of(files, r->file);
    uint32_t left = r->bytes - r->done;
    ox_status status = OX_OK;
    *done = 0;
    switch (r->kind) {
    case OX_REQUEST_KIND_READ:
        if (f == NULL) return OX_STALE_HANDLE;
        left = read_left(f, r);
        if (left == 0) return r->done < r->bytes ? OX_IO_ERROR : OX_EMPTY;
        status = ox_file_read_some(files, f, r->offset + r->done, (uint8_t *)r->to + r->done,
                                   left < quota ? left : quota, done);
        return status == OX_OK && *done == r->bytes - r->done ? OX_EMPTY : status;
    case OX_REQUEST_KIND_WRITE:
        if (f == NULL) return OX_STALE_HANDLE;
        if (left == 0) return OX_EMPTY;
        status = ox_file_write_some(files, f, r->offset + r->done, (const uint8_t *)r->from + r->done,
                                    left < quota ? left : quota, done);
        return status == OX_OK && *done == left ? OX_EMPTY : status;
    case OX_REQUEST_KIND_WORK:
        return r->step(r->to, quota, done);
    case OX_REQUEST_KIND_OPEN:
        status = ox_file_open(files, r->path, (ox_file_mode)r->mode, r->to);
        break;
    case OX_REQUEST_KIND_REMOVE:
        status = ox_file_remove(files, r->path);
        break;
    default:
        if (f == NULL) return OX_STALE_HANDLE;
        ox_file_close_now(files, r->file);
        r->file.bits = 0;
    }
    return ox_failed(status) ? status : OX_EMPTY;
}

/* Does a block of a request and notes the result. Returns the cost in bytes of the quota; 0: nothing could be done.
 * The work may have ended or dropped its own request; the record may then belong to another request. */
static uint32_t serve(ox_files *files, record *r, uint32_t quota) {
    uint32_t done = 0, serial = r->serial;
    ox_status status = step_of(files, r, quota, &done);
    if (r->serial != serial || r->ended) return done > 0 ? done : 1;
    r->done += done;
    r->waited = 0;
    r->served = true;
    if (status != OX_OK) {
        r->ready = true;
        r->status = (int8_t)(status == OX_EMPTY ? OX_OK : status);
        return done > 0 ? done : 1;
    }
    r->idle = done == 0;
    return done;
}

/* Whether a request may be served: it is not ready, and no request on its file comes before it. */
static bool is_eligible(const ox_files *files, const record *r) {
    if (r->ready || r->ended) return false;
    if (r->key == 0) return true;
    EACH_REQUEST(files, bits, other) {
        if (other->key == r->key && !other->ready && !other->ended && is_before(other->serial, r->serial))
            return false;
    }
    return true;
}

/* Whether request a is to be served before b. */
static bool is_more_urgent(const record *a, const record *b) {
    if (a->options.urgency != b->options.urgency) return a->options.urgency < b->options.urgency;
    uint32_t a_by = a->options.loose ? a->options.deadline : a->due,
             b_by = b->options.loose ? b->options.deadline : b->due;
    bool a_has = !a->options.loose || a_by != 0, b_has = !b->options.loose || b_by != 0;
    if (a_has != b_has) return a_has;
    if (a_has && a_by != b_by) return is_before(a_by, b_by);
    return is_before(a->serial, b->serial);
}

/* The request to be served next; NULL when there is none. `starved`: only requests that have waited long enough. */
static record *choose_request(const ox_files *files, bool starved) {
    record *best = NULL;
    EACH_REQUEST(files, bits, r) {
        if (r->idle || (starved && r->waited < files->config.starve)) continue;
        if (best != NULL && !is_more_urgent(r, best)) continue;
        if (is_eligible(files, r)) best = r;
    }
    return best;
}

uint32_t ox_files_pump(ox_files *files, uint32_t quota) {
    uint32_t done = 0;
    EACH_REQUEST(files, bits, r) {
        r->idle = false;
        r->served = false;
    }
    while (done < quota) {
        record *r = choose_request(files, true);
        if (r == NULL) r = choose_request(files, false);
        if (r == NULL) break;
        uint32_t left = quota - done;
        done += serve(files, r, left < files->config.block ? left : files->config.block);
    }
    EACH_REQUEST(files, bits, r) {
        if (!r->served && !r->ready && r->waited < UINT16_MAX) r->waited++;
    }
    return done;
}

/* Does all work of a request, and of those before it on its file. NULL when the request was ended meanwhile by its
 * own work. */
static record *force(ox_files *files, uint32_t request) {
    uint32_t empty = 0;
    for (;;) {
        record *r = record_of(files, request), *first = r;
        if (r == NULL || r->ended) return NULL;
        if (r->ready) return r;
        EACH_REQUEST(files, bits, other) {
            bool same = r->key != 0 && other->key == r->key;
            if (same && !other->ready && !other->ended && is_before(other->serial, first->serial))
                first = other;
        }
        empty = serve(files, first, files->config.block) > 0 ? 0 : empty + 1;
        if (empty <= OX_FILE_PATIENCE) continue;
        first->ready = true;
        first->status = OX_TIMEOUT;
        empty = 0; /* the next request on the file has its own patience */
    }
}

/* ---- the end of a request ---- */

static void end_request(ox_files *files, uint32_t bits, record *r, ox_status status) {
    ox_open_file *f = ox_open_file_of(files, r->file);
    ox_request_options options = r->options;
    r->ready = true;
    r->ended = true;
    r->status = (int8_t)status;
    if (f != NULL) f->pending--;
    r->file.bits = 0;
    files->costs.requests++;
    if (options.forget) ox_handles_release(&files->requests, bits);
    if (options.told != NULL) options.told(options.context, (ox_request){bits}, status);
}

/* Looks at the deadline of a loose request that is not ready. */
static void look_at_deadline(ox_files *files, uint32_t bits, record *r) {
    if (r->options.deadline == 0 || is_before(files->tick, r->options.deadline) || r->told) return;
    r->told = true;
    files->costs.missed++;
    if (r->options.late == OX_LATE_CANCEL) {
        end_request(files, bits, r, OX_TIMEOUT);
    } else if (r->options.late == OX_LATE_NOTIFY && r->options.told != NULL) {
        r->options.told(r->options.context, (ox_request){bits}, OX_TIMEOUT);
    }
}

/* The waiting request that was issued first after `serial`. */
static uint32_t next_issued(const ox_files *files, uint32_t serial) {
    uint32_t best = 0, best_serial = 0;
    EACH_REQUEST(files, bits, r) {
        if (r->ended || !is_before(serial, r->serial)) continue;
        if (best != 0 && !is_before(r->serial, best_serial)) continue;
        best = bits;
        best_serial = r->serial;
    }
    return best;
}

void ox_files_tick(ox_files *files, uint32_t tick) {
    uint32_t last = files->serial, serial = last - 0x40000000u;
    files->tick = tick;
    for (uint32_t bits; (bits = next_issued(files, serial)) != 0;) {
        record *r = record_of(files, bits);
        if (is_before(last, r->serial)) break; /* issued by a call-back of this tick */
        serial = r->serial;
        if (r->options.loose && !r->ready) {
            look_at_deadline(files, bits, r);
            continue;
        }
        if (!r->options.loose && is_before(tick, r->due)) continue;
        if (!r->ready) {
            files->costs.stalls++;
            r = force(files, bits);
        }
        if (r != NULL) end_request(files, bits, r, (ox_status)r->status);
    }
}

/* ---- questions and commands ---- */

ox_request_state_of ox_request_state(const ox_files *files, ox_request request, ox_status *status) {
    const record *r = record_of(files, request.bits);
    if (status != NULL) *status = r == NULL ? OX_STALE_HANDLE : r->ended ? (ox_status)r->status : OX_OK;
    if (r == NULL) return OX_REQUEST_NONE;
    if (!r->ended) return OX_REQUEST_WAITING;
    return r->status == OX_OK ? OX_REQUEST_DONE : OX_REQUEST_FAILED;
}

uint32_t ox_request_bytes(const ox_files *files, ox_request request) {
    const record *r = record_of(files, request.bits);
    return r == NULL ? 0 : r->done;
}

uint32_t ox_request_ticks_left(const ox_files *files, ox_request request, uint32_t quota) {
    const record *r = record_of(files, request.bits);
    if (r == NULL || r->ready || r->done >= r->bytes) return 0;
    return quota == 0 ? UINT32_MAX : (r->bytes - r->done - 1) / quota + 1;
}

ox_status ox_request_wait(ox_files *files, ox_request request) {
    record *r = record_of(files, request.bits);
    if (r == NULL) return OX_STALE_HANDLE;
    if (r->ended) return (ox_status)r->status;
    r = force(files, request.bits);
    if (r == NULL) { /* its work has ended or dropped the request */
        r = record_of(files, request.bits);
        return r == NULL ? OX_STALE_HANDLE : (ox_status)r->status;
    }
    ox_status status = (ox_status)r->status;
    end_request(files, request.bits, r, status);
    return status;
}

ox_status ox_request_cancel(ox_files *files, ox_request request) {
    record *r = record_of(files, request.bits);
    if (r == NULL) return OX_STALE_HANDLE;
    if (r->ended) return OX_BAD_STATE;
    r->options.told = NULL;
    end_request(files, request.bits, r, OX_CANCELLED);
    return OX_OK;
}

ox_status ox_request_drop(ox_files *files, ox_request request) {
    record *r = record_of(files, request.bits);
    if (r == NULL) return OX_STALE_HANDLE;
    r->options.told = NULL;
    r->options.forget = false;
    if (!r->ended) end_request(files, request.bits, r, OX_CANCELLED);
    return ox_handles_release(&files->requests, request.bits);
}

uint32_t ox_files_pending(const ox_files *files) {
    uint32_t count = 0;
    EACH_REQUEST(files, bits, r) count += !r->ended;
    return count;
}
