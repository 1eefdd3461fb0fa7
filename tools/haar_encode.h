/* Encodes pictures as pyramids (rom/haar.h): exact, or with the least important details left out until a
 * quality or size is met. */
#ifndef OXCART_TOOLS_HAAR_ENCODE_H
#define OXCART_TOOLS_HAAR_ENCODE_H

#include "tools/writer.h"

typedef struct haar_options {
    uint32_t levels;       /* at most as many as the picture allows */
    uint32_t space, depth; /* as in the chunk */
    uint64_t drop; /* details whose weighted square, 4^(level - 1) d^2 with level 1 the finest, is below this
                      are left out; 0: none */
    size_t target; /* bytes of the stream: `drop` is raised until it fits; 0: no target */
} haar_options;

typedef struct haar_report {
    size_t stream, level_bytes[11]; /* level_bytes[0]: the coarsest plane */
    double squared_error, psnr;     /* of the planes that the decoder gives; psnr 99: exact */
    uint64_t dropped_weight;        /* sum of the weighted squares of what was left out */
    uint64_t drop;                  /* that was taken */
} haar_report;

/* `planes` holds `components` (1 or 3) planes of width x height values one behind the other. Appends levels
 * and stream behind `out`, which holds the zeroed header of a HAAR chunk, and fills that. False without
 * memory. */
bool haar_encode(const uint8_t *planes, uint32_t width, uint32_t height, uint32_t components,
                 const haar_options *options, writer *out, haar_report *report);

#endif
