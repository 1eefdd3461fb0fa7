/* A device around another one, for tests: counts what a medium would cost, is slow, moves whole sectors, fails on
 * command. */
#ifndef OXCART_TEST_FILE_SLOW_DEVICE_H
#define OXCART_TEST_FILE_SLOW_DEVICE_H

#include <string.h>

#include "fixedmath/random.h"
#include "kernel/file/request.h"

typedef struct media {
    const ox_device *inner;
    uint32_t sector;         /* 1: any number of bytes */
    uint32_t allowance;      /* bytes that the device gives until the next media_tick */
    uint32_t speed;          /* bytes a tick, UINT32_MAX: no limit */
    uint32_t jitter;         /* speed varies at random up to that much */
    uint32_t most;           /* bytes a call, 0 = all */
    uint32_t calls, fail_at; /* the fail_at-th call fails with `fault` */
    ox_status fault;
    uint32_t opens, seeks, reads;
    uint64_t bytes, microseconds; /* by the model below */
    uint32_t open_cost, seek_cost, bytes_per_second;
    uint32_t end, node;
    rng32 random;
} media;

static inline bool media_fails(media *m) { return ++m->calls == m->fail_at; }

static inline const ox_device_calls *media_inner(const media *m) { return m->inner->calls; }

static inline ox_status media_open(void *context, ox_text_view path, ox_file_mode mode, uint32_t *node,
                                   uint32_t *size) {
    media *m = context;
    if (media_fails(m)) return m->fault;
    m->opens++;
    m->microseconds += m->open_cost;
    return media_inner(m)->open(m->inner->context, path, mode, node, size);
}

static inline void media_close(void *context, uint32_t node) {
    media *m = context;
    if (media_inner(m)->close != NULL) media_inner(m)->close(m->inner->context, node);
}

static inline ox_status media_read(void *context, uint32_t node, uint32_t offset, void *to, uint32_t bytes,
                                   uint32_t *done) {
    media *m = context;
    if (media_fails(m)) return m->fault;
    if (m->speed != UINT32_MAX && bytes > m->allowance) bytes = m->allowance;
    if (m->most != 0 && bytes > m->most) bytes = m->most;
    bytes &= ~(m->sector - 1);
    if (bytes == 0) return OX_OK;
    if (m->speed != UINT32_MAX) m->allowance -= bytes;
    if (m->end != offset || m->node != node) {
        m->seeks++;
        m->microseconds += m->seek_cost;
    }
    m->reads++;
    m->bytes += bytes;
    if (m->bytes_per_second != 0) m->microseconds += (uint64_t)bytes * 1000000u / m->bytes_per_second;
    m->end = offset + bytes;
    m->node = node;
    *done = 0;
    for (uint32_t some; *done < bytes;
         *done += some) { /* the inner device may give less at a time; 0: the file has ended */
        some = 0;
        ox_status status = media_inner(m)->read(m->inner->context, node, offset + *done,
                                                (uint8_t *)to + *done, bytes - *done, &some);
        if (some == 0 && m->sector > 1) { /* the last sector has garbage behind the file */
            memset((uint8_t *)to + *done, 0xEE, bytes - *done);
            *done = bytes;
            return OX_OK;
        }
        if (status != OX_OK || some == 0) return status;
    }
    return OX_OK;
}

static inline ox_status media_write(void *context, uint32_t node, uint32_t offset, const void *from,
                                    uint32_t bytes, uint32_t *done) {
    media *m = context;
    if (media_fails(m)) return m->fault;
    if (m->most != 0 && bytes > m->most) bytes = m->most;
    return media_inner(m)->write(m->inner->context, node, offset, from, bytes, done);
}

static inline ox_status media_stat(void *context, ox_text_view path, ox_file_info *info) {
    media *m = context;
    return media_fails(m) ? m->fault : media_inner(m)->stat(m->inner->context, path, info);
}

static inline ox_status media_remove(void *context, ox_text_view path) {
    media *m = context;
    return media_fails(m) ? m->fault : media_inner(m)->remove(m->inner->context, path);
}

static inline ox_status media_rename(void *context, ox_text_view from, ox_text_view to) {
    media *m = context;
    return media_fails(m) ? m->fault : media_inner(m)->rename(m->inner->context, from, to);
}

static inline ox_status media_make_directory(void *context, ox_text_view path) {
    media *m = context;
    return media_fails(m) ? m->fault : media_inner(m)->make_directory(m->inner->context, path);
}

static inline ox_status media_next(void *context, ox_text_view directory, ox_text_view after,
                                   ox_file_info *info) {
    media *m = context;
    return media_fails(m) ? m->fault : media_inner(m)->next(m->inner->context, directory, after, info);
}

static inline void media_begin(media *m, const ox_device *inner, uint32_t sector, ox_device *device) {
    static const ox_device_calls calls = {.open = media_open,
                                          .close = media_close,
                                          .read = media_read,
                                          .write = media_write,
                                          .stat = media_stat,
                                          .remove = media_remove,
                                          .rename = media_rename,
                                          .make_directory = media_make_directory,
                                          .next = media_next};
    *m = (media){
        .inner = inner, .sector = sector, .speed = UINT32_MAX, .fault = OX_IO_ERROR, .end = UINT32_MAX};
    m->random = rng32_seed(7, 7);
    *device = (ox_device){.calls = &calls, .context = m, .sector = sector, .flags = inner->flags};
}

/* Lets a tick of the medium's own time pass. */
static inline void media_tick(media *m) {
    m->allowance = m->speed;
    if (m->jitter != 0) m->allowance += rng_below(&m->random, m->jitter);
}

#endif
