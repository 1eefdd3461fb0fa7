/* Streams around the kernel's inflater: raw, zlib and gzip, from memory to memory or piece by piece. */
#include "tools/import/base/inflate.h"

#include <stdlib.h>
#include <string.h>

#include "kernel/file/inflate.h"
#include "tools/import/base/checksum.h"

static import_inflate_status status_of(const ox_inflate *f) {
    static const import_inflate_status statuses[] = {[OX_INFLATE_NO_FAULT] = IMPORT_INFLATE_OK,
                                                     [OX_INFLATE_TRUNCATED] = IMPORT_INFLATE_TRUNCATED,
                                                     [OX_INFLATE_FULL] = IMPORT_INFLATE_OUTPUT_FULL,
                                                     [OX_INFLATE_BAD_BLOCK] = IMPORT_INFLATE_BAD_BLOCK,
                                                     [OX_INFLATE_BAD_CODES] = IMPORT_INFLATE_BAD_CODES,
                                                     [OX_INFLATE_BAD_SYMBOL] = IMPORT_INFLATE_BAD_SYMBOL,
                                                     [OX_INFLATE_BAD_DISTANCE] = IMPORT_INFLATE_BAD_DISTANCE};
    return statuses[f->fault];
}

/* ---- wrappers ---- */

static import_inflate_status zlib_header(ox_inflate *f) {
    uint32_t header;
    if (!ox_inflate_bytes(f, 2, &header)) return IMPORT_INFLATE_TRUNCATED;
    bool good = (header & 15) == 8 && (header >> 4 & 15) <= 7 &&
                ((header & 255) * 256 + (header >> 8)) % 31 == 0 && (header & 0x2000) == 0;
    return good ? IMPORT_INFLATE_OK : IMPORT_INFLATE_BAD_HEADER;
}

static bool skip_text(ox_inflate *f) {
    uint32_t byte = 1;
    while (byte != 0) {
        if (!ox_inflate_bytes(f, 1, &byte)) return false;
    }
    return true;
}

static import_inflate_status gzip_header(ox_inflate *f) {
    enum { HEADER_CHECK = 2, EXTRA = 4, NAME = 8, COMMENT = 16 };
    uint32_t magic, flags, rest, extra = 0;
    bool ok = ox_inflate_bytes(f, 3, &magic) && ox_inflate_bytes(f, 1, &flags) &&
              ox_inflate_bytes(f, 4, &rest) && ox_inflate_bytes(f, 2, &rest);
    if (!ok) return IMPORT_INFLATE_TRUNCATED;
    if (magic != 0x088B1F || flags > 31) return IMPORT_INFLATE_BAD_HEADER;
    ok = (flags & EXTRA) == 0 || ox_inflate_bytes(f, 2, &extra);
    for (; ok && extra > 0; extra--) ok = ox_inflate_bytes(f, 1, &rest);
    ok = ok && ((flags & NAME) == 0 || skip_text(f)) && ((flags & COMMENT) == 0 || skip_text(f)) &&
         ((flags & HEADER_CHECK) == 0 || ox_inflate_bytes(f, 2, &rest));
    return ok ? IMPORT_INFLATE_OK : IMPORT_INFLATE_TRUNCATED;
}

static import_inflate_status header_of(ox_inflate *f, import_wrapper wrapper) {
    if (wrapper == IMPORT_WRAPPER_ZLIB) return zlib_header(f);
    return wrapper == IMPORT_WRAPPER_GZIP ? gzip_header(f) : IMPORT_INFLATE_OK;
}

/* Checks the checksum and length behind the stream against those of the output. */
static import_inflate_status check_trailer(ox_inflate *f, import_wrapper wrapper, uint32_t adler,
                                           uint32_t crc, uint64_t written) {
    uint32_t sum, length = (uint32_t)written;
    if (wrapper == IMPORT_WRAPPER_NONE) return IMPORT_INFLATE_OK;
    bool gzip = wrapper == IMPORT_WRAPPER_GZIP;
    if (!ox_inflate_bytes(f, 4, &sum) || (gzip && !ox_inflate_bytes(f, 4, &length)))
        return IMPORT_INFLATE_TRUNCATED;
    uint32_t turned = sum >> 24 | (sum >> 8 & 0xFF00) | (sum & 0xFF00) << 8 | sum << 24;
    bool good = gzip ? sum == crc && length == (uint32_t)written : turned == adler;
    return good ? IMPORT_INFLATE_OK : IMPORT_INFLATE_BAD_CHECKSUM;
}

/* ---- from memory to memory ---- */

typedef struct memory_source {
    const uint8_t *data;
    size_t size;
} memory_source;

/* The source of the inflater: all bytes at the first call, none after. */
static const uint8_t *all_of_it(void *context, size_t *bytes) {
    memory_source *source = context;
    *bytes = source->size;
    source->size = 0;
    return source->data;
}

static import_inflate_result from_memory(const uint8_t *data, size_t size, uint8_t *out, size_t capacity,
                                         import_wrapper wrapper) {
    static uint8_t nothing[1]; /* the address of an output of no bytes; never written to */
    uint16_t tables[OX_INFLATE_QUICK];
    memory_source source = {data, size};
    ox_inflate f;
    import_inflate_result result;
    ox_inflate_begin(&f, all_of_it, &source, out == NULL ? nothing : out, capacity);
    ox_inflate_quick(&f, tables);
    result.status = header_of(&f, wrapper);
    if (result.status == IMPORT_INFLATE_OK) {
        ox_status status = ox_inflate_to(&f, capacity);
        result.status = status_of(&f);
        if (!ox_failed(status) || status == OX_EMPTY) {
            uint32_t adler = wrapper == IMPORT_WRAPPER_ZLIB ? import_adler32(1, out, f.done) : 0;
            result.status = check_trailer(&f, wrapper, adler, 0, f.done);
        }
    }
    result.used = (size_t)ox_inflate_used(&f);
    result.written = f.done;
    return result;
}

import_inflate_result import_inflate(const uint8_t *data, size_t size, uint8_t *out, size_t capacity) {
    return from_memory(data, size, out, capacity, IMPORT_WRAPPER_NONE);
}

import_inflate_result import_inflate_zlib(const uint8_t *data, size_t size, uint8_t *out, size_t capacity) {
    return from_memory(data, size, out, capacity, IMPORT_WRAPPER_ZLIB);
}

/* ---- piece by piece ---- */

enum { PIECE = 16384, ROOM = 65536, SLACK = 512 };

/* A stream under way: pieces of the input, and a window of the output whose last 32 KB stay. */
typedef struct flow {
    const import_inflate_pipe *pipe;
    ox_inflate inflate;
    uint16_t tables[OX_INFLATE_QUICK];
    uint8_t input[PIECE], window[ROOM + SLACK];
    size_t kept;   /* bytes at the window's beginning that were written before */
    uint64_t sent; /* output bytes written */
    uint32_t crc, adler;
    bool stopped;
} flow;

static const uint8_t *next_piece(void *context, size_t *bytes) {
    flow *w = context;
    *bytes = w->pipe->read(w->pipe->argument, w->input, sizeof w->input);
    return w->input;
}

/* Hands on the new bytes of the window. False when the limit is passed or `write` stops. */
static bool send_window(flow *w) {
    size_t fresh = w->inflate.done - w->kept;
    const uint8_t *at = w->window + w->kept;
    if (fresh > w->pipe->limit - w->sent) return false;
    w->crc = import_crc32(w->crc, at, fresh);
    w->adler = import_adler32(w->adler, at, fresh);
    w->sent += fresh;
    w->stopped = fresh > 0 && !w->pipe->write(w->pipe->argument, at, fresh);
    ox_inflate_slide(&w->inflate);
    w->kept = w->inflate.done;
    return !w->stopped;
}

static import_inflate_status run(flow *w, import_wrapper wrapper) {
    ox_inflate *f = &w->inflate;
    import_inflate_status status = header_of(f, wrapper);
    while (status == IMPORT_INFLATE_OK && !ox_inflate_ended(f)) {
        ox_status done = ox_inflate_to(f, ROOM);
        status = status_of(f);
        if (status != IMPORT_INFLATE_OK || (ox_failed(done) && done != OX_EMPTY)) break;
        if (!send_window(w)) return w->stopped ? IMPORT_INFLATE_STOPPED : IMPORT_INFLATE_OUTPUT_FULL;
    }
    return status == IMPORT_INFLATE_OK ? check_trailer(f, wrapper, w->adler, w->crc, w->sent) : status;
}

import_inflate_result import_inflate_stream(const import_inflate_pipe *pipe, import_wrapper wrapper) {
    import_inflate_result result = {IMPORT_INFLATE_NO_MEMORY, 0, 0};
    flow *w = calloc(1, sizeof *w);
    if (w == NULL) return result;
    w->pipe = pipe;
    w->adler = 1;
    ox_inflate_begin(&w->inflate, next_piece, w, w->window, sizeof w->window);
    ox_inflate_quick(&w->inflate, w->tables);
    result.status = run(w, wrapper);
    result.used = (size_t)ox_inflate_used(&w->inflate);
    result.written = (size_t)w->sent;
    free(w);
    return result;
}

const char *import_inflate_reason(import_inflate_status status) {
    static const char *const reasons[] = {
        "no fault",
        "the compressed data end too early",
        "the compressed data hold more than they should",
        "a compressed block has a bad header",
        "a compressed block has an impossible code table",
        "the compressed data hold a code that means nothing",
        "the compressed data refer to bytes before their start",
        "the header is wrong",
        "the checksum of the decompressed data is wrong",
        "the decompressed data were not wanted any longer",
        "there is not enough memory",
    };
    return reasons[status];
}
