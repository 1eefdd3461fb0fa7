/* Decompression of deflate, zlib and gzip streams (RFC 1950 to 1952), from memory to memory or piece by
 * piece. */
#ifndef OXCART_TOOLS_IMPORT_BASE_INFLATE_H
#define OXCART_TOOLS_IMPORT_BASE_INFLATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum import_inflate_status {
    IMPORT_INFLATE_OK,
    IMPORT_INFLATE_TRUNCATED,    /* the input ends inside the stream */
    IMPORT_INFLATE_OUTPUT_FULL,  /* the stream holds more than `capacity` bytes */
    IMPORT_INFLATE_BAD_BLOCK,    /* block type 3, or a stored block whose length check fails */
    IMPORT_INFLATE_BAD_CODES,    /* a set of code lengths that is no prefix code */
    IMPORT_INFLATE_BAD_SYMBOL,   /* a bit pattern or symbol that stands for nothing */
    IMPORT_INFLATE_BAD_DISTANCE, /* a copy from before the start of the output */
    IMPORT_INFLATE_BAD_HEADER,   /* zlib: wrong method, window, check bits, or a preset dictionary */
    IMPORT_INFLATE_BAD_CHECKSUM, /* zlib, gzip: the checksum or length of the output differs */
    IMPORT_INFLATE_STOPPED,      /* streams: `write` returned false */
    IMPORT_INFLATE_NO_MEMORY     /* streams: 90 KB were not to be had */
} import_inflate_status;

/* The outcome of a call, also of one that failed: how far it read and wrote. */
typedef struct import_inflate_result {
    import_inflate_status status;
    size_t
        used; /* input bytes read; on failure the place of the fault, give or take the bit buffer (8 bytes) */
    size_t written; /* output bytes written */
} import_inflate_result;

/*
 * Decompresses a raw deflate stream: stored, fixed and dynamic blocks, 32 KB window. Never writes more than
 * `capacity` bytes, so a small file that unfolds to gigabytes ends in IMPORT_INFLATE_OUTPUT_FULL.
 * About 300 MB/s on a desktop; uses about 5 KB of stack and no heap.
 */
import_inflate_result import_inflate(const uint8_t *data, size_t size, uint8_t *out, size_t capacity);

/* Unpacks a zlib stream: two header bytes, deflate stream, Adler-32 (checked). */
import_inflate_result import_inflate_zlib(const uint8_t *data, size_t size, uint8_t *out, size_t capacity);

typedef enum import_wrapper { IMPORT_WRAPPER_NONE, IMPORT_WRAPPER_ZLIB, IMPORT_WRAPPER_GZIP } import_wrapper;

/* The two ends of a stream. `read` fills up to `room` bytes and returns how many, 0 at the end; `write` takes
 * pieces of any size up to 64 KB, false to stop. More than `limit` output bytes end in
 * IMPORT_INFLATE_OUTPUT_FULL, before the piece that goes beyond is written. */
typedef struct import_inflate_pipe {
    size_t (*read)(void *argument, uint8_t *to, size_t room);
    bool (*write)(void *argument, const uint8_t *data, size_t size);
    void *argument;
    uint64_t limit;
} import_inflate_pipe;

/* Decompresses piece by piece with about 90 KB of memory, whatever the stream's size. Bytes behind the stream
 * may have been read; result.used tells where the stream ended. Of a gzip file, one member is read. */
import_inflate_result import_inflate_stream(const import_inflate_pipe *pipe, import_wrapper wrapper);

/* A few words for a status, to stand in the middle of an error sentence. */
const char *import_inflate_reason(import_inflate_status status);

#endif
