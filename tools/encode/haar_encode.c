/* The encoder of pyramids. */
#include "tools/encode/haar_encode.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rom/haar.h"
#include "tools/import/base/angle.h"
#include "tools/record_writer.h"

static uint32_t half_side(uint32_t side) { return (side + 1) / 2; }
static int32_t half_down(int32_t d) { return d >= 0 ? d / 2 : -((1 - d) / 2); }

/* Joins a and b: gives their mean s, rounded, and sets their difference d. */
static int32_t join_pair(int32_t a, int32_t b, int32_t *d) {
    *d = a - b;
    return b + half_down(*d);
}

/* The writer of a level's details, which gathers zeros. */
typedef struct emitter {
    writer *out;
    uint32_t zeros;
    uint64_t drop, area; /* area: pixels below a value of the finer plane */
    bool all;            /* leave everything out */
    uint64_t *dropped;   /* in sixteenths */
} emitter;

static void flush(emitter *e) {
    if (e->zeros == 0) return;
    writer_u8(e->out, 0);
    writer_u8(e->out, e->zeros - 1);
    e->zeros = 0;
}

/* `cells` values of the finer plane move by d / 2 when the detail is left out, by d / 4 when it is one of both directions. */
static void emit_detail(emitter *e, int32_t d, uint32_t cells, bool both) {
    uint64_t worth =
        (uint64_t)((int64_t)d * d) * e->area * cells * (both ? 1u : 4u); /* sixteenths of squared error */
    if (d != 0 && (e->all || worth < e->drop * 16)) {
        *e->dropped += worth;
        d = 0;
    }
    if (d == 0) {
        if (++e->zeros == 256) flush(e);
        return;
    }
    flush(e);
    uint32_t z = d < 0 ? (uint32_t)(-d) * 2 - 1 : (uint32_t)d * 2;
    if (z < 248) {
        writer_u8(e->out, z);
    } else {
        writer_u8(e->out, 248 + (z - 248) / 256);
        writer_u8(e->out, (z - 248) % 256);
    }
}

/* Writes the details of a level, and makes the coarser plane. */
static void shrink(const uint8_t *plane, uint32_t width, uint32_t height, uint8_t *coarse, emitter *e) {
    uint32_t across = half_side(width);
    for (uint32_t y = half_side(height); y-- > 0;) {
        const uint8_t *upper = plane + (size_t)y * 2 * width,
                      *lower = y * 2 + 1 < height ? upper + width : NULL;
        for (uint32_t x = 0; x < width; x += 2) {
            bool pair = x + 1 < width;
            int32_t d0 = 0, d1 = 0, v = 0, both = 0;
            int32_t s0 = pair ? join_pair(upper[x], upper[x + 1], &d0) : upper[x],
                    s1 = lower == NULL ? 0
                         : pair        ? join_pair(lower[x], lower[x + 1], &d1)
                                       : lower[x];
            int32_t s = lower != NULL ? join_pair(s0, s1, &v) : s0,
                    h = lower != NULL && pair ? join_pair(d0, d1, &both) : d0;
            coarse[(size_t)y * across + x / 2] = (uint8_t)s;
            uint32_t cells = (pair ? 2u : 1u) * (lower != NULL ? 2u : 1u);
            if (lower != NULL) emit_detail(e, v, cells, false);
            if (pair) emit_detail(e, h, cells, false);
            if (lower != NULL && pair) emit_detail(e, both, cells, true);
        }
    }
    flush(e);
}

/* Memory for a plane of one level, malloc'd into `planes`; NULL without. */
static uint8_t *level_plane(uint8_t **planes, uint32_t level, uint32_t bytes) {
    planes[level] = malloc((size_t)bytes + 1);
    return planes[level];
}

/* Planes of a picture, one behind the other. */
typedef struct haar_planes {
    const uint8_t *data;
    uint32_t width, height, components;
} haar_planes;

/* Encodes with one value of `drop`, and appends the chunk's arrays to `out`. */
static bool encode_planes(const haar_planes *source, const haar_options *o, uint64_t drop, writer *out,
                          haar_report *report) {
    const uint32_t width = source->width, height = source->height, components = source->components;
    uint8_t *planes[3][11] = {{NULL}};
    writer details[3][11];
    uint32_t levels = o->levels, side = width > height ? width : height, bytes = width * height;
    uint64_t dropped = 0;
    bool ok = true;
    memset(details, 0, sizeof details);
    memset(report, 0, sizeof *report);
    while (levels > 0 && (levels > 10 || 1u << (levels - 1) >= side)) levels--;
    for (uint32_t c = 0; ok && c < components; c++) {
        uint32_t w = width, h = height;
        uint64_t area = 1;
        ok = level_plane(planes[c], 0, bytes) != NULL;
        if (ok) memcpy(planes[c][0], source->data + (size_t)c * bytes, bytes);
        for (uint32_t l = 0; ok && l < levels; l++) {
            emitter e = {&details[c][l], 0, drop, area, c > 0 && l == 0 && o->half_chroma, &dropped};
            ok = level_plane(planes[c], l + 1, half_side(w) * half_side(h)) != NULL;
            if (ok) shrink(planes[c][l], w, h, planes[c][l + 1], &e);
            area *= (w > 1 ? 2u : 1u) * (h > 1 ? 2u : 1u);
            w = half_side(w);
            h = half_side(h);
        }
    }
    report->dropped_weight = (double)dropped / 16;
    rom_haar_record r = {.width = (uint16_t)width,
                         .height = (uint16_t)height,
                         .components = (uint8_t)components,
                         .levels = (uint8_t)levels,
                         .space = (uint8_t)o->space,
                         .depth = (uint8_t)o->depth,
                         .level_records = levels * components};
    uint32_t w = width, h = height;
    for (uint32_t l = 0; l < levels; l++) {
        w = half_side(w);
        h = half_side(h);
    }
    uint32_t at = w * h * components;
    report->level_bytes[0] = at;
    r.levels_at = levels == 0 ? 0u : (uint32_t)out->size;
    for (uint32_t l = levels; ok && l-- > 0;) {
        for (uint32_t c = 0; c < components; c++) {
            const rom_haar_level_record row = {.offset = at};
            record_add_haar_level(out, &row);
            at += (uint32_t)details[c][l].size;
            report->level_bytes[levels - l] += details[c][l].size;
        }
    }
    r.stream_at = (uint32_t)out->size;
    r.stream_bytes = at;
    for (uint32_t c = 0; ok && c < components; c++) writer_bytes(out, planes[c][levels], (size_t)w * h);
    for (uint32_t l = levels; ok && l-- > 0;) {
        for (uint32_t c = 0; c < components; c++) writer_bytes(out, details[c][l].data, details[c][l].size);
    }
    record_put_haar(out, 0, &r);
    report->stream = at;
    report->drop = drop;
    for (uint32_t c = 0; c < 3; c++) {
        for (uint32_t l = 0; l < 11; l++) {
            free(planes[c][l]);
            writer_free(&details[c][l]);
        }
    }
    return ok && !out->failed;
}

/* Decodes the chunk and measures its loss against the source. */
static bool measure_loss(const uint8_t *source, uint32_t bytes, uint32_t components, const writer *chunk,
                         haar_report *report) {
    uint8_t *plane = malloc((size_t)bytes + 1), line[512];
    bool ok = plane != NULL;
    for (uint32_t c = 0; ok && c < components; c++) {
        ok = rom_haar_decode(chunk->data, c, 0, &(rom_haar_room){plane, bytes, line, sizeof line}, NULL) ==
             ROM_OK;
        for (uint32_t i = 0; ok && i < bytes; i++) {
            double d = (double)plane[i] - source[(size_t)c * bytes + i];
            report->squared_error += d * d;
        }
    }
    free(plane);
    report->psnr = report->squared_error == 0
                       ? 99
                       : import_decibels(255.0 * 255.0 * bytes * components / report->squared_error);
    return ok;
}

/* Whether `drop` is high enough: the stream fits the target or, without a target, the picture is worse than
 * wanted. */
static bool is_enough(const haar_options *o, const haar_report *report) {
    return o->target != 0 ? report->stream <= o->target : report->psnr < o->psnr;
}

bool haar_encode(const uint8_t *planes, uint32_t width, uint32_t height, uint32_t components,
                 const haar_options *o, writer *out, haar_report *report) {
    size_t start = out->size;
    uint64_t drop = o->drop, low = 0, high = (uint64_t)1 << 40;
    bool search = o->target != 0 || o->psnr > 0;
    for (int round = 0; search && round < 41 && low < high; round++) { /* the least drop that is enough */
        uint64_t middle = low + (high - low) / 2;
        if (!encode_planes(&(haar_planes){planes, width, height, components}, o, middle, out, report))
            return false;
        if (o->target == 0 && !measure_loss(planes, width * height, components, out, report)) return false;
        out->size = start;
        if (is_enough(o, report)) {
            high = middle;
        } else {
            low = middle + 1;
        }
        drop = o->target != 0 ? high : high > 0 ? high - 1 : 0; /* just before the picture is too bad */
    }
    return encode_planes(&(haar_planes){planes, width, height, components}, o, drop, out, report) &&
           measure_loss(planes, width * height, components, out, report);
}

/* ---- pictures ---- */

static uint8_t clamped_byte(int32_t value) { return (uint8_t)(value < 0 ? 0 : value > 255 ? 255 : value); }

/* value / 65536, rounded to nearest, halves up. */
static int32_t scaled_nearest(int32_t value) {
    return value + 32768 >= 0 ? (value + 32768) / 65536 : -((65535 - (value + 32768)) / 65536);
}

static void split_colours(const import_image *image, haar_colours colours, uint8_t *planes) {
    size_t count = (size_t)image->width * (size_t)image->height;
    for (size_t i = 0; i < count; i++) {
        const uint8_t *p = image->rgba + 4 * i;
        int32_t r = p[0], g = p[1], b = p[2];
        if (colours == HAAR_GREY) {
            planes[i] = (uint8_t)((77 * r + 150 * g + 29 * b + 128) >> 8);
        } else if (colours == HAAR_RGB) {
            for (size_t k = 0; k < 3; k++) planes[k * count + i] = p[k];
        } else {
            planes[i] = clamped_byte(scaled_nearest(19595 * r + 38470 * g + 7471 * b));
            planes[count + i] = clamped_byte(128 + scaled_nearest(-11059 * r - 21709 * g + 32768 * b));
            planes[2 * count + i] = clamped_byte(128 + scaled_nearest(32768 * r - 27439 * g - 5329 * b));
        }
    }
}

static bool is_grey(const import_image *image) {
    for (size_t i = 0; i < (size_t)image->width * (size_t)image->height; i++) {
        const uint8_t *p = image->rgba + 4 * i;
        if (p[0] != p[1] || p[1] != p[2]) return false;
    }
    return true;
}

static void tell_loss(double full, const haar_report *report, char told[HAAR_TOLD]) {
    int used = snprintf(told, HAAR_TOLD,
                        "%u bytes, %.1f to 1, mean squared error %.3f, PSNR %.1f dB; bytes by level from the "
                        "coarsest on:",
                        (unsigned)report->stream, full / (double)(report->stream > 0 ? report->stream : 1),
                        report->squared_error / full, report->psnr);
    for (int i = 0; i < 11; i++)
        if (report->level_bytes[i] != 0)
            used += snprintf(told + used, HAAR_TOLD - (size_t)used, " %u", (unsigned)report->level_bytes[i]);
}

bool haar_encode_image(const import_image *image, haar_colours colours, const haar_options *options,
                       writer *out, haar_report *report, char told[HAAR_TOLD]) {
    const size_t count = (size_t)image->width * (size_t)image->height;
    const bool is_lossy = options->psnr > 0 || options->target > 0 || options->drop > 0;
    if (colours == HAAR_SUITED) colours = is_grey(image) ? HAAR_GREY : is_lossy ? HAAR_LUMA : HAAR_RGB;
    const uint32_t components = colours == HAAR_GREY ? 1 : 3;
    haar_options o = *options;
    o.depth = 8;
    o.half_chroma = colours == HAAR_HALF;
    o.space = colours == HAAR_LUMA || colours == HAAR_HALF ? ROM_HAAR_LUMA : ROM_HAAR_GREY;
    uint8_t *planes = malloc(count * components);
    if (planes == NULL) return false;
    split_colours(image, colours, planes);
    const bool ok =
        haar_encode(planes, (uint32_t)image->width, (uint32_t)image->height, components, &o, out, report);
    free(planes);
    if (ok) tell_loss((double)count * components, report, told);
    return ok;
}
