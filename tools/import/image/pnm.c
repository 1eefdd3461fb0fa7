/* The reader of netpbm's pictures: a heading of words, then samples as words or as bytes. */
#include "tools/import/image/pnm.h"

#include <string.h>

typedef struct pnm_reader {
    const char *name;
    const uint8_t *data;
    size_t size, at;
    tool_error *error;
    bool text, bits;
    uint32_t channels, width, height, most;
} pnm_reader;

static bool is_blank(uint8_t c) { return c == ' ' || (c >= 9 && c <= 13); }

bool import_pnm_is(const uint8_t *data, size_t size) {
    return size >= 3 && data[0] == 'P' && data[1] >= '1' && data[1] <= '6' &&
           (is_blank(data[2]) || data[2] == '#');
}

static bool wrong(const pnm_reader *r, const char *sentence) {
    return import_error_offset(r->error, r->name, r->at, "%s", sentence);
}

/* Skips blanks, and remarks from # to the end of a line. */
static void skip_blanks(pnm_reader *r) {
    while (r->at < r->size && (is_blank(r->data[r->at]) || r->data[r->at] == '#')) {
        bool remark = r->data[r->at] == '#';
        while (remark && r->at < r->size && r->data[r->at] != '\n' && r->data[r->at] != '\r') r->at++;
        if (!remark) r->at++;
    }
}

/* Reads a whole number; a number above 99999999 becomes 99999999. */
static bool read_word(pnm_reader *r, uint32_t *value) {
    skip_blanks(r);
    if (r->at == r->size) return wrong(r, "the file ends too early; it is truncated");
    if (r->data[r->at] < '0' || r->data[r->at] > '9') return wrong(r, "a whole number is wanted here");
    for (*value = 0; r->at < r->size && r->data[r->at] >= '0' && r->data[r->at] <= '9'; r->at++)
        *value = *value > 9999999 ? 99999999 : *value * 10 + (uint32_t)(r->data[r->at] - '0');
    return true;
}

static bool read_heading(pnm_reader *r) {
    unsigned kind = r->data[1] - (unsigned)'0';
    r->text = kind <= 3;
    r->bits = kind == 1 || kind == 4;
    r->channels = kind == 3 || kind == 6 ? 3 : 1;
    r->most = 1;
    r->at = 2;
    if (!read_word(r, &r->width) || !read_word(r, &r->height) || (!r->bits && !read_word(r, &r->most)))
        return false;
    if (r->most < 1 || r->most > 65535)
        return wrong(r, "the largest sample must be 1 to 65535; export the picture again");
    if (r->text) return true;
    if (r->at == r->size || !is_blank(r->data[r->at]))
        return wrong(r, "one blank is wanted between the heading and the samples");
    r->at++;
    return true;
}

/* The least number of bytes that the samples take. */
static uint64_t least_bytes(const pnm_reader *r) {
    uint64_t samples = (uint64_t)r->width * r->height * r->channels;
    if (r->bits && r->text) return samples;
    if (r->bits) return ((uint64_t)r->width + 7) / 8 * r->height;
    return r->text ? 2 * samples - 1 : samples * (r->most > 255 ? 2 : 1);
}

/* The next sample, which stands at column x, as 0 to 255. The file is known to be long enough unless it is a
 * text. */
static bool read_sample(pnm_reader *r, uint32_t x, uint32_t *value) {
    if (r->bits && r->text) { /* digits need no blanks between */
        skip_blanks(r);
        if (r->at == r->size) return wrong(r, "the file ends before its last pixel; it is truncated");
        if (r->data[r->at] != '0' && r->data[r->at] != '1') return wrong(r, "0 or 1 is wanted here");
        *value = r->data[r->at++] - (uint32_t)'0';
    } else if (r->bits) {
        *value = (uint32_t)r->data[r->at] >> (7 - x % 8) & 1u;
        r->at += x % 8 == 7 || x + 1 == r->width;
    } else if (r->text) {
        if (!read_word(r, value)) return false;
    } else {
        *value = r->data[r->at++];
        if (r->most > 255) *value = *value << 8 | r->data[r->at++];
    }
    if (*value > r->most) return wrong(r, "a sample is larger than the heading says; export it again");
    *value = r->bits ? (1 - *value) * 255 : (*value * 255 + r->most / 2) / r->most; /* a set bit is black */
    return true;
}

static bool read_pixels(pnm_reader *r, import_image *image) {
    for (uint32_t y = 0; y < r->height; y++) {
        for (uint32_t x = 0; x < r->width; x++) {
            uint8_t *pixel = image->rgba + 4 * ((size_t)y * r->width + x);
            for (uint32_t k = 0; k < r->channels; k++) {
                uint32_t value;
                if (!read_sample(r, x, &value)) return false;
                pixel[k] = (uint8_t)value;
            }
            if (r->channels == 1) pixel[1] = pixel[2] = pixel[0];
            pixel[3] = 255;
        }
    }
    return true;
}

bool import_pnm_decode(const char *name, const uint8_t *data, size_t size, import_image *image,
                       tool_error *error) {
    pnm_reader r = {.name = name, .data = data, .size = size, .error = error};
    memset(image, 0, sizeof *image);
    if (!import_pnm_is(data, size))
        return import_error_offset(error, name, 0, "this is no PBM, PGM or PPM file");
    if (!read_heading(&r)) return false;
    if (r.width > 0 && r.height > 0 && least_bytes(&r) > size - r.at)
        return import_error_offset(
            error, name, r.at,
            "%u x %u pixels cannot lie in the %zu bytes that follow; the file is truncated",
            (unsigned)r.width, (unsigned)r.height, size - r.at);
    if (!import_image_allocate(name, (long)r.width, (long)r.height, false, image, error)) return false;
    if (read_pixels(&r, image)) return true;
    import_image_free(image);
    return false;
}
