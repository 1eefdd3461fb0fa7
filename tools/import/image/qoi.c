/* The QOI reader: each code is a pixel, a difference from the pixel before, or a run of that pixel. */
#include "tools/import/image/qoi.h"

#include <string.h>

enum { HEADER = 14, RUN_LONGEST = 62 };

typedef struct qoi_reader {
    const char *name;
    const uint8_t *data;
    size_t size, at;
    tool_error *error;
    uint8_t seen[64][4], pixel[4];
    uint32_t run; /* how often the pixel is still to be repeated */
} qoi_reader;

static uint32_t u32(const uint8_t *at) {
    return (uint32_t)at[0] << 24 | (uint32_t)at[1] << 16 | (uint32_t)at[2] << 8 | at[3];
}

bool import_qoi_is(const uint8_t *data, size_t size) { return size >= 4 && memcmp(data, "qoif", 4) == 0; }

static bool check_header(const qoi_reader *q) {
    if (q->size < HEADER)
        return import_error_offset(q->error, q->name, q->size,
                                   "the file ends inside of its heading; it is truncated");
    if (q->data[12] != 3 && q->data[12] != 4)
        return import_error_offset(q->error, q->name, 12,
                                   "%u channels, 3 and 4 are possible; the file is damaged, export it again",
                                   q->data[12]);
    uint64_t pixels = (uint64_t)u32(q->data + 4) * u32(q->data + 8);
    if (pixels <= (uint64_t)(q->size - HEADER) * RUN_LONGEST) return true;
    return import_error_offset(q->error, q->name, 4,
                               "%u x %u pixels cannot lie in %zu bytes; the file is truncated",
                               u32(q->data + 4), u32(q->data + 8), q->size);
}

/* Reads one code: its pixel goes to q->pixel, the number of further such pixels to q->run. */
static bool read_code(qoi_reader *q) {
    static const uint8_t lengths[4] = {1, 1, 2, 1};
    const uint8_t *d = q->data + q->at;
    size_t rest = q->size - q->at;
    size_t length = rest == 0 ? 1 : d[0] == 0xFE ? 4 : d[0] == 0xFF ? 5 : lengths[d[0] >> 6];
    uint8_t *p = q->pixel;
    if (length > rest)
        return import_error_offset(q->error, q->name, q->size,
                                   "the file ends before its last pixel; it is truncated");
    q->at += length;
    if (length >= 4) {
        memcpy(p, d + 1, length - 1);
    } else if (d[0] >> 6 == 0) {
        memcpy(p, q->seen[d[0]], 4);
    } else if (d[0] >> 6 == 1) {
        for (int k = 0; k < 3; k++) p[k] = (uint8_t)(p[k] + (d[0] >> (4 - 2 * k) & 3) - 2);
    } else if (d[0] >> 6 == 2) {
        int green = (d[0] & 63) - 32;
        p[0] = (uint8_t)(p[0] + green + (d[1] >> 4) - 8);
        p[1] = (uint8_t)(p[1] + green);
        p[2] = (uint8_t)(p[2] + green + (d[1] & 15) - 8);
    } else {
        q->run = d[0] & 63u;
    }
    memcpy(q->seen[(p[0] * 3 + p[1] * 5 + p[2] * 7 + p[3] * 11) % 64], p, 4);
    return true;
}

bool import_qoi_decode(const char *name, const uint8_t *data, size_t size, import_image *image,
                       tool_error *error) {
    qoi_reader q = {
        .name = name, .data = data, .size = size, .at = HEADER, .error = error, .pixel = {0, 0, 0, 255}};
    memset(image, 0, sizeof *image);
    if (!check_header(&q)) return false;
    uint32_t width = u32(data + 4), height = u32(data + 8);
    long sides[2] = {width > INT32_MAX ? INT32_MAX : (long)width,
                     height > INT32_MAX ? INT32_MAX : (long)height};
    if (!import_image_allocate(name, sides[0], sides[1], false, image, error)) return false;
    size_t pixels = (size_t)width * height;
    for (size_t i = 0; i < pixels; i++) {
        if (q.run > 0) {
            q.run--;
        } else if (!read_code(&q)) {
            import_image_free(image);
            return false;
        }
        memcpy(image->rgba + 4 * i, q.pixel, 4);
        if (data[12] == 3) image->rgba[4 * i + 3] = 255;
    }
    import_image_find_alpha(image);
    return true;
}
