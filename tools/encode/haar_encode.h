/* Encodes pictures as pyramids (rom/haar.h): exact, or with the least important details left out until a
 * quality or size is met. */
#ifndef OXCART_TOOLS_ENCODE_HAAR_ENCODE_H
#define OXCART_TOOLS_ENCODE_HAAR_ENCODE_H

#include "tools/base/writer.h"
#include "tools/import/image/image.h"

typedef struct haar_options {
    uint32_t levels;       /* at most as many as the picture allows */
    uint32_t space, depth; /* as in the chunk */
    uint64_t
        drop; /* details that change the picture by a sum of squares below this are left out; 0: none. A detail d of level l, the
                      finest being 1, changes 4^l pixels by d / 2, those of both directions by d / 4 */
    size_t target; /* bytes of the stream: `drop` is raised until it fits; 0: no target */
    double
        psnr; /* dB: without a target, `drop` is raised as long as the picture is as good as this; 0: not told */
    bool
        half_chroma; /* leave the finest details of the second and third component out: they have half the sides then */
} haar_options;

typedef struct haar_report {
    size_t stream, level_bytes[11]; /* level_bytes[0]: the coarsest plane */
    double squared_error, psnr;     /* of the planes that the decoder gives; psnr 99: exact */
    double dropped_weight;          /* sum of squares of the details left out, but for roundings */
    uint64_t drop;                  /* the value that was taken */
} haar_report;

/* Encodes `planes`, which holds `components` (1 or 3) planes of width x height values one behind the other.
 * Appends levels and stream behind `out`, which holds the zeroed header of a HAAR chunk, and fills in the
 * header. False without memory. */
bool haar_encode(const uint8_t *planes, uint32_t width, uint32_t height, uint32_t components,
                 const haar_options *options, writer *out, haar_report *report);

/* What colours are stored as. */
typedef enum haar_colours {
    HAAR_SUITED = -1, /* grey where the picture is, else luma with loss and red, green, blue without */
    HAAR_GREY,
    HAAR_RGB,
    HAAR_LUMA,
    HAAR_HALF /* luma, colour at half the size */
} haar_colours;

/* Encodes a picture, whose transparency does not count, as haar_encode does; `options` but for its space, depth and half_chroma. *told: bytes and loss, a line
 * for people. False without memory. */
enum { HAAR_TOLD = 320 };
bool haar_encode_image(const import_image *image, haar_colours colours, const haar_options *options,
                       writer *out, haar_report *report, char told[HAAR_TOLD]);

#endif
