/* JPEG pictures: baseline, extended and progressive, 8 bits a sample, grey and colour (ITU-T T.81, 1992; JFIF 1.02). */
#include "tools/import/image/jpeg.h"

#include <stdlib.h>
#include <string.h>

#include "tools/import/base/limit.h"

enum { COMPONENTS = 4, SCANS = 200, FAST_BITS = 9, MOST_SAMPLING = 4 };

typedef struct huffman {
    bool there;
    uint16_t fast[1 << FAST_BITS]; /* length << 8 | symbol; 0: longer */
    int32_t most[18];              /* by length: largest code + 1, at 16 bits */
    int32_t delta[17];             /* index of a symbol less its code */
    uint8_t symbols[256];
} huffman;

typedef struct component {
    int id, h, v, table;
    int width, height;     /* blocks that the picture covers */
    int stride, rows;      /* blocks that are stored: whole units */
    int16_t *coefficients; /* 64 a block */
    uint8_t *samples;      /* stride * 8 wide */
    int dc, ac, predicted; /* of the scan under way */
} component;

typedef struct jpeg {
    const char *name;
    const uint8_t *data, *end, *at;
    tool_error *error;
    int width, height, count;
    bool progressive, seen_frame, quantised[4];
    int h_most, v_most, units_x, units_y;
    uint16_t quantiser[4][64];
    huffman dc[4], ac[4];
    component parts[COMPONENTS];
    int restart_interval, adobe, scans, turned; /* turned: as import_image_turn takes it */
    /* the state of the scan under way */
    uint32_t bits;
    int held;
    bool ended; /* a marker was met: zeros follow */
    int spectral_begin, spectral_end, high, low, end_of_band;
    component *scan[COMPONENTS];
    int scan_count;
} jpeg;

static const uint8_t zigzag[64] = {0,  1,  8,  16, 9,  2,  3,  10, 17, 24, 32, 25, 18, 11, 4,  5,
                                   12, 19, 26, 33, 40, 48, 41, 34, 27, 20, 13, 6,  7,  14, 21, 28,
                                   35, 42, 49, 56, 57, 50, 43, 36, 29, 22, 15, 23, 30, 37, 44, 51,
                                   58, 59, 52, 45, 38, 31, 39, 46, 53, 60, 61, 54, 47, 55, 62, 63};

static bool wrong(const jpeg *j, const char *sentence) {
    return import_error_offset(j->error, j->name, (size_t)(j->at - j->data), "%s", sentence);
}

static int u16(const uint8_t *at) { return at[0] << 8 | at[1]; }

/* ---- bits ---- */

static void fill(jpeg *j) {
    while (j->held <= 24) {
        uint32_t byte = 0;
        if (!j->ended && j->at < j->end) {
            byte = *j->at;
            if (byte == 0xFF) {
                const uint8_t *next = j->at + 1;
                while (next < j->end && *next == 0xFF) next++;
                if (next >= j->end || *next != 0)
                    j->ended = true;
                else
                    j->at = next + 1;
            } else {
                j->at++;
            }
        } else {
            j->ended = true;
        }
        if (j->ended) byte = 0;
        j->bits |= byte << (24 - j->held);
        j->held += 8;
    }
}

static uint32_t take(jpeg *j, int count) {
    if (count == 0) return 0;
    if (j->held < count) fill(j);
    uint32_t value = j->bits >> (32 - count);
    j->bits <<= count;
    j->held -= count;
    return value;
}

/* Reads a value of `count` bits; the lower half of its range stands for negative values. */
static int receive(jpeg *j, int count) {
    int value = (int)take(j, count);
    return count > 0 && value < 1 << (count - 1) ? value - (1 << count) + 1 : value;
}

static bool build(huffman *h, const uint8_t *counts, const uint8_t *symbols, int total) {
    int code = 0, index = 0;
    memset(h, 0, sizeof *h);
    memcpy(h->symbols, symbols, (size_t)total);
    for (int length = 1; length <= 16; length++) {
        h->delta[length] = index - code;
        for (int i = 0; i < counts[length - 1]; i++, index++, code++) {
            if (length > FAST_BITS) continue;
            int from = code << (FAST_BITS - length);
            for (int f = 0; f < 1 << (FAST_BITS - length) && from + f < 1 << FAST_BITS; f++) {
                h->fast[from + f] = (uint16_t)(length << 8 | symbols[index]);
            }
        }
        if (code > 1 << length) return false;
        h->most[length] = code << (16 - length);
        code <<= 1;
    }
    h->most[17] = INT32_MAX;
    h->there = true;
    return true;
}

/* Decodes one symbol; -1 for bits that are no code. */
static int decode(jpeg *j, const huffman *h) {
    if (j->held < 16) fill(j);
    uint16_t entry = h->fast[j->bits >> (32 - FAST_BITS)];
    if (entry != 0) {
        j->bits <<= entry >> 8;
        j->held -= entry >> 8;
        return entry & 255;
    }
    int code = (int)(j->bits >> 16), length = FAST_BITS + 1;
    while (length <= 16 && code >= h->most[length]) length++;
    if (length > 16) return -1;
    int index = (code >> (16 - length)) + h->delta[length];
    if (index < 0 || index > 255) return -1;
    j->bits <<= length;
    j->held -= length;
    return h->symbols[index];
}

/* ---- blocks ---- */

static bool bad_code(const jpeg *j) {
    return wrong(j, "a Huffman code that is none; the picture is damaged");
}

static int16_t *block_of(const component *c, int x, int y) {
    return c->coefficients + 64 * ((size_t)y * (size_t)c->stride + (size_t)x);
}

static bool read_dc(jpeg *j, component *c, int16_t *block) {
    int size = decode(j, &j->dc[c->dc]);
    if (size < 0 || size > 11) return bad_code(j);
    c->predicted += receive(j, size);
    if (c->predicted < -65536 || c->predicted > 65536)
        return wrong(j, "brightness beyond every range; the picture is damaged");
    block[0] = (int16_t)(c->predicted * (1 << j->low));
    return true;
}

static bool read_sequential(jpeg *j, component *c, int16_t *block) {
    if (!read_dc(j, c, block)) return false;
    for (int k = 1; k < 64; k++) {
        int symbol = decode(j, &j->ac[c->ac]), run = symbol >> 4, size = symbol & 15;
        if (symbol < 0) return bad_code(j);
        if (size == 0) {
            if (run < 15) return true;
            k += 15;
            continue;
        }
        k += run;
        if (k > 63) return bad_code(j);
        block[zigzag[k]] = (int16_t)receive(j, size);
    }
    return true;
}

static bool read_ac_first(jpeg *j, component *c, int16_t *block) {
    if (j->end_of_band > 0) {
        j->end_of_band--;
        return true;
    }
    for (int k = j->spectral_begin; k <= j->spectral_end; k++) {
        int symbol = decode(j, &j->ac[c->ac]), run = symbol >> 4, size = symbol & 15;
        if (symbol < 0) return bad_code(j);
        if (size == 0 && run < 15) {
            j->end_of_band = (1 << run) - 1 + (int)take(j, run);
            return true;
        }
        k += run;
        if (size == 0) continue;
        if (k > 63) return bad_code(j);
        block[zigzag[k]] = (int16_t)(receive(j, size) * (1 << j->low));
    }
    return true;
}

/* Reads one more bit of a coefficient that is not 0. */
static void refine(jpeg *j, int16_t *value) {
    int bit = 1 << j->low;
    if (take(j, 1) == 0 || (*value & bit) != 0) return;
    *value = (int16_t)(*value + (*value > 0 ? bit : -bit));
}

static bool read_ac_more(jpeg *j, component *c, int16_t *block) {
    int k = j->spectral_begin;
    if (j->end_of_band == 0) {
        for (; k <= j->spectral_end; k++) {
            int symbol = decode(j, &j->ac[c->ac]), run = symbol >> 4, fresh = 0;
            if (symbol < 0 || (symbol & 15) > 1) return bad_code(j);
            if ((symbol & 15) == 1) {
                fresh = take(j, 1) ? 1 << j->low : -(1 << j->low);
            } else if (run < 15) {
                j->end_of_band = (1 << run) + (int)take(j, run);
                break;
            }
            for (; k <= j->spectral_end; k++) { /* past `run` zeros, refining the coefficients between */
                int16_t *value = &block[zigzag[k]];
                if (*value != 0) {
                    refine(j, value);
                } else if (run-- == 0) {
                    if (fresh != 0) *value = (int16_t)fresh;
                    break;
                }
            }
        }
    }
    if (j->end_of_band > 0) {
        for (; k <= j->spectral_end; k++) {
            if (block[zigzag[k]] != 0) refine(j, &block[zigzag[k]]);
        }
        j->end_of_band--;
    }
    return true;
}

static bool read_block(jpeg *j, component *c, int16_t *block) {
    if (!j->progressive) return read_sequential(j, c, block);
    if (j->spectral_begin > 0) return j->high == 0 ? read_ac_first(j, c, block) : read_ac_more(j, c, block);
    if (j->high == 0) return read_dc(j, c, block);
    if (take(j, 1)) block[0] = (int16_t)(block[0] | 1 << j->low);
    return true;
}

/* ---- scans ---- */

static void start_bits(jpeg *j) {
    j->bits = 0;
    j->held = 0;
    j->ended = false;
    j->end_of_band = 0;
    for (int i = 0; i < j->scan_count; i++) j->scan[i]->predicted = 0;
}

/* Reads a restart marker, which must be there and have the right number. */
static bool restart(jpeg *j, int number) {
    const uint8_t *at = j->at;
    while (at < j->end && *at == 0xFF) at++;
    if (at == j->at || at >= j->end || *at != 0xD0 + (number & 7))
        return wrong(j, "a restart marker is missing; the picture is damaged");
    j->at = at + 1;
    start_bits(j);
    return true;
}

static bool read_unit(jpeg *j, int x, int y) {
    for (int i = 0; i < j->scan_count; i++) {
        component *c = j->scan[i];
        for (int v = 0; v < c->v; v++) {
            for (int h = 0; h < c->h; h++) {
                if (!read_block(j, c, block_of(c, x * c->h + h, y * c->v + v))) return false;
            }
        }
    }
    return true;
}

static bool read_blocks(jpeg *j) {
    component *only = j->scan_count == 1 ? j->scan[0] : NULL;
    int width = only != NULL ? only->width : j->units_x, height = only != NULL ? only->height : j->units_y,
        done = 0;
    start_bits(j);
    for (int y = 0; y < height; y++) {
        for (int x = 0; x < width; x++, done++) {
            if (j->restart_interval > 0 && done > 0 && done % j->restart_interval == 0 &&
                !restart(j, done / j->restart_interval - 1))
                return false;
            if (!(only != NULL ? read_block(j, only, block_of(only, x, y)) : read_unit(j, x, y)))
                return false;
        }
        if (j->ended && j->at >= j->end && y + 1 < height)
            return wrong(j, "the file ends inside of the picture; it is truncated");
    }
    return true;
}

static bool check_progress(const jpeg *j) {
    bool dc = j->spectral_begin == 0;
    if (!j->progressive) return j->spectral_begin == 0 && j->high == 0 && j->low == 0;
    if (j->spectral_begin > j->spectral_end || j->spectral_end > 63 || (dc && j->spectral_end != 0))
        return false;
    return j->low <= 13 && (j->high == 0 || j->high == j->low + 1) && (dc || j->scan_count == 1);
}

static bool check_tables(const jpeg *j) {
    for (int i = 0; i < j->scan_count; i++) {
        const component *c = j->scan[i];
        bool dc = j->spectral_begin == 0 && j->high == 0, ac = !j->progressive || j->spectral_begin > 0;
        if ((dc && !j->dc[c->dc].there) || (ac && !j->ac[c->ac].there))
            return wrong(j, "a scan without its Huffman table");
    }
    return true;
}

static bool read_scan(jpeg *j, const uint8_t *d, int size) {
    if (!j->seen_frame) return wrong(j, "a scan before the picture's head");
    if (++j->scans > SCANS) return wrong(j, "more than 200 scans");
    j->scan_count = size > 0 ? d[0] : 0;
    if (j->scan_count < 1 || j->scan_count > j->count || size != 4 + 2 * j->scan_count)
        return wrong(j, "a scan's head that is none");
    for (int i = 0; i < j->scan_count; i++) {
        component *found = NULL;
        for (int c = 0; c < j->count; c++) {
            if (j->parts[c].id == d[1 + 2 * i]) found = &j->parts[c];
        }
        for (int k = 0; k < i; k++) {
            if (j->scan[k] == found) found = NULL;
        }
        if (found == NULL || d[2 + 2 * i] >> 4 > 3 || (d[2 + 2 * i] & 15) > 3)
            return wrong(j, "a scan of a part that is not there");
        found->dc = d[2 + 2 * i] >> 4;
        found->ac = d[2 + 2 * i] & 15;
        j->scan[i] = found;
    }
    d += 1 + 2 * j->scan_count;
    j->spectral_begin = d[0];
    j->spectral_end = d[1];
    j->high = d[2] >> 4;
    j->low = d[2] & 15;
    if (!check_progress(j)) return wrong(j, "a scan's range that is none");
    return check_tables(j) && read_blocks(j);
}

/* ---- heads and tables ---- */

static bool read_quantiser(jpeg *j, const uint8_t *d, int size) {
    while (size > 0) {
        int wide = d[0] >> 4, table = d[0] & 15, bytes = 1 + (wide ? 128 : 64);
        if (wide > 1 || table > 3 || size < bytes) return wrong(j, "a quantiser table that is none");
        for (int i = 0; i < 64; i++)
            j->quantiser[table][zigzag[i]] = (uint16_t)(wide ? u16(d + 1 + 2 * i) : d[1 + i]);
        j->quantised[table] = true;
        d += bytes;
        size -= bytes;
    }
    return true;
}

static bool read_huffman(jpeg *j, const uint8_t *d, int size) {
    while (size > 0) {
        int total = 0, kind = d[0] >> 4, table = d[0] & 15;
        for (int i = 1; i <= 16 && size > 16; i++) total += d[i];
        if (size < 17 || kind > 1 || table > 3 || total > 256 || size < 17 + total ||
            !build(kind ? &j->ac[table] : &j->dc[table], d + 1, d + 17, total)) {
            return wrong(j, "a Huffman table that is none");
        }
        d += 17 + total;
        size -= 17 + total;
    }
    return true;
}

static bool make_component(jpeg *j, component *c) {
    int width = (j->width * c->h + j->h_most - 1) / j->h_most,
        height = (j->height * c->v + j->v_most - 1) / j->v_most;
    c->width = (width + 7) / 8;
    c->height = (height + 7) / 8;
    c->stride = j->units_x * c->h;
    c->rows = j->units_y * c->v;
    size_t blocks = (size_t)c->stride * (size_t)c->rows;
    c->coefficients = calloc(blocks * 64, sizeof *c->coefficients);
    c->samples = malloc(blocks * 64);
    return (c->coefficients != NULL && c->samples != NULL) || import_error_memory(j->error, j->name);
}

static bool read_frame(jpeg *j, const uint8_t *d, int size, bool progressive) {
    if (j->seen_frame) return wrong(j, "a second picture in one file");
    if (size < 6 || d[0] != 8)
        return wrong(j, "only 8 bits a sample are read; save the picture as an ordinary JPEG");
    j->height = u16(d + 1);
    j->width = u16(d + 3);
    j->count = d[5];
    if ((j->count != 1 && j->count != 3 && j->count != 4) || size != 6 + 3 * j->count)
        return wrong(j, "1, 3 or 4 colours are read");
    if (j->width < 1 || j->height < 1 || j->width > IMPORT_IMAGE_LARGEST_SIDE ||
        j->height > IMPORT_IMAGE_LARGEST_SIDE ||
        (size_t)j->width * (size_t)j->height > IMPORT_IMAGE_MOST_PIXELS) {
        return import_error_offset(j->error, j->name, (size_t)(j->at - j->data),
                                   "%d x %d pixels are not read; scale the picture", j->width, j->height);
    }
    if (!import_limit_picture(j->name, (uint64_t)j->width, (uint64_t)j->height, j->error)) return false;
    /* a block takes at least some bits: a small file cannot ask for the memory of a huge picture */
    if ((size_t)j->width * (size_t)j->height / 64 > (size_t)(j->end - j->data) * 1024)
        return wrong(j, "the picture is larger than the file can tell; it is truncated");
    j->h_most = j->v_most = 1;
    for (int i = 0; i < j->count; i++) {
        component *c = &j->parts[i];
        c->id = d[6 + 3 * i];
        c->h = d[7 + 3 * i] >> 4;
        c->v = d[7 + 3 * i] & 15;
        c->table = d[8 + 3 * i];
        if (c->h < 1 || c->v < 1 || c->h > MOST_SAMPLING || c->v > MOST_SAMPLING || c->table > 3)
            return wrong(j, "a sampling that is none");
        if (j->count == 1) c->h = c->v = 1;
        if (c->h > j->h_most) j->h_most = c->h;
        if (c->v > j->v_most) j->v_most = c->v;
    }
    j->units_x = (j->width + 8 * j->h_most - 1) / (8 * j->h_most);
    j->units_y = (j->height + 8 * j->v_most - 1) / (8 * j->v_most);
    j->progressive = progressive;
    j->seen_frame = true;
    for (int i = 0; i < j->count; i++) {
        if (j->h_most % j->parts[i].h != 0 || j->v_most % j->parts[i].v != 0)
            return wrong(j, "a sampling that is not read");
        if (!make_component(j, &j->parts[i])) return false;
    }
    return true;
}

/* ---- to pixels ---- */

/* One row or column of the inverse cosine transform: AAN's factors in 14 bits would lose a bit, so this is the
 * plain even/odd split with constants cos(k pi / 16) * sqrt(2) in 13 bits (Loeffler, Ligtenberg, Moschytz 1989). */
static void inverse_cosine(const int64_t in[8], int64_t out[8]) {
    enum { C = 13 };
    static const int64_t k1 = 4433, k2 = -15137, k3 = 6270; /* 0.541196, -1.847759, 0.765367 */
    int64_t z1 = (in[2] + in[6]) * k1, t2 = z1 + in[6] * k2, t3 = z1 + in[2] * k3;
    int64_t t0 = (in[0] + in[4]) * ((int64_t)1 << C), t1 = (in[0] - in[4]) * ((int64_t)1 << C);
    int64_t e0 = t0 + t3, e3 = t0 - t3, e1 = t1 + t2, e2 = t1 - t2;
    int64_t a = in[7], b = in[5], c = in[3], d = in[1];
    int64_t p1 = a + d, p2 = b + c, p3 = a + c, p4 = b + d, p5 = (p3 + p4) * 9633;
    a *= 2446, b *= 16819, c *= 25172, d *= 12299;
    p1 *= -7373, p2 *= -20995, p3 = p3 * -16069 + p5, p4 = p4 * -3196 + p5;
    a += p1 + p3, b += p2 + p4, c += p2 + p3, d += p1 + p4;
    out[0] = e0 + d, out[7] = e0 - d;
    out[1] = e1 + c, out[6] = e1 - c;
    out[2] = e2 + b, out[5] = e2 - b;
    out[3] = e3 + a, out[4] = e3 - a;
}

static int64_t shifted(int64_t value, int shift) { /* rounded to nearest, halves up */
    int64_t half = (int64_t)1 << (shift - 1), sum = value + half;
    return sum >= 0 ? sum >> shift : -((-sum + ((int64_t)1 << shift) - 1) >> shift);
}

static void block_to_samples(const int16_t *block, const uint16_t *quantiser, uint8_t *out, size_t stride) {
    int64_t half_way[64];
    for (int x = 0; x < 8; x++) {
        int64_t in[8], column[8];
        for (int y = 0; y < 8; y++) in[y] = (int64_t)block[8 * y + x] * quantiser[8 * y + x];
        inverse_cosine(in, column);
        for (int y = 0; y < 8; y++) half_way[8 * y + x] = shifted(column[y], 11);
    }
    for (int y = 0; y < 8; y++) {
        int64_t row[8];
        inverse_cosine(half_way + 8 * y, row);
        for (int x = 0; x < 8; x++) {
            int64_t value = shifted(row[x], 18) + 128;
            out[(size_t)y * stride + (size_t)x] = (uint8_t)(value < 0 ? 0 : value > 255 ? 255 : value);
        }
    }
}

/* A sample times 16. A component at half the picture's size is interpolated between neighbours with weights 3:1;
 * a component of two columns or one is repeated, as libjpeg does it. */
static int sample_at(const jpeg *j, const component *c, int x, int y) {
    int fx = j->h_most / c->h, fy = j->v_most / c->v, stride = c->stride * 8;
    int width = (j->width * c->h + j->h_most - 1) / j->h_most,
        height = (j->height * c->v + j->v_most - 1) / j->v_most;
    int cx = x / fx, cy = y / fy;
    if ((fx == 1 && fy == 1) || fx > 2 || fy > 2 || (fx == 2 && width <= 2))
        return 16 * c->samples[(size_t)cy * (size_t)stride + (size_t)cx];
    int nx = fx == 1 ? cx : x % 2 == 0 ? cx - 1 : cx + 1, ny = fy == 1 ? cy : y % 2 == 0 ? cy - 1 : cy + 1;
    nx = nx < 0 ? 0 : nx >= width ? width - 1 : nx;
    ny = ny < 0 ? 0 : ny >= height ? height - 1 : ny;
    const uint8_t *near_row = c->samples + (size_t)cy * (size_t)stride,
                  *far_row = c->samples + (size_t)ny * (size_t)stride;
    int near = fx == 1 ? 4 * near_row[cx] : 3 * near_row[cx] + near_row[nx],
        far = fx == 1 ? 4 * far_row[cx] : 3 * far_row[cx] + far_row[nx];
    return fy == 1 ? 4 * near : 3 * near + far;
}

static uint8_t held(int value) { return (uint8_t)(value < 0 ? 0 : value > 255 ? 255 : value); }

/* Converts YCbCr, the samples times 16, to RGB as JFIF does: full-range Rec. 601 with factors of 16 bits. */
static void to_rgb(int y, int cb, int cr, uint8_t *out) {
    int64_t base = ((int64_t)y << 16) + 8 * 65536, u = cb - 128 * 16, v = cr - 128 * 16;
    int64_t r = base + 91881 * v, g = base - 22554 * u - 46802 * v, b = base + 116130 * u;
    out[0] = held((int)(r < 0 ? -1 : r >> 20));
    out[1] = held((int)(g < 0 ? -1 : g >> 20));
    out[2] = held((int)(b < 0 ? -1 : b >> 20));
}

static void write_pixel(const jpeg *j, int x, int y, uint8_t *out) {
    int s[COMPONENTS] = {0};
    for (int i = 0; i < j->count; i++) s[i] = sample_at(j, &j->parts[i], x, y);
    out[3] = 255;
    bool rgb = j->count == 3 && (j->adobe == 0 || (j->adobe < 0 && j->parts[0].id == 'R' &&
                                                   j->parts[1].id == 'G' && j->parts[2].id == 'B'));
    bool plain = rgb || j->count == 1 || (j->count == 4 && j->adobe != 2);
    for (int i = 0; i < 3 && plain; i++) out[i] = (uint8_t)((s[j->count == 1 ? 0 : i] + 8) >> 4);
    if (!plain) to_rgb(s[0], s[1], s[2], out);
    if (j->count < 4) return;
    for (
        int i = 0; i < 3;
        i++) { /* cyan, magenta, yellow, black; Adobe writes them inverted, and YCCK holds their complement */
        int ink = j->adobe == 0 || j->adobe == 1 ? out[i] : 255 - out[i], black = (s[3] + 8) >> 4;
        if (j->adobe < 0) black = 255 - black;
        out[i] = (uint8_t)((ink * black + 127) / 255);
    }
}

static bool finish(jpeg *j, import_image *image) {
    if (!j->seen_frame) return wrong(j, "there is no picture in this file");
    for (int i = 0; i < j->count; i++) {
        component *c = &j->parts[i];
        if (!j->quantised[c->table]) return wrong(j, "a quantiser table is missing");
        for (int y = 0; y < c->rows; y++) {
            for (int x = 0; x < c->stride; x++) {
                uint8_t *out = c->samples + ((size_t)y * 8 * (size_t)c->stride + (size_t)x) * 8;
                block_to_samples(block_of(c, x, y), j->quantiser[c->table], out, (size_t)c->stride * 8);
            }
        }
    }
    if (!import_image_allocate(j->name, j->width, j->height, false, image, j->error)) return false;
    for (int y = 0; y < j->height; y++) {
        for (int x = 0; x < j->width; x++)
            write_pixel(j, x, y, image->rgba + 4 * ((size_t)y * (size_t)j->width + (size_t)x));
    }
    return true;
}

/* ---- markers ---- */

/* The orientation of the picture in a segment of EXIF, which holds the directory of a TIFF; 1 when the segment
 * states none. */
static int exif_turn(const uint8_t *d, int size) {
    enum { TAG_TURNED = 274, SHORT = 3 };
    if (size < 14 || memcmp(d, "Exif\0", 6) != 0) return 1;
    d += 6, size -= 6;
    bool big = d[0] == 'M';
    int low = big ? 1 : 0, high = 1 - low; /* byte places in a number of 16 bits */
    uint32_t at = big ? (uint32_t)u16(d + 4) << 16 | (uint32_t)u16(d + 6)
                      : (uint32_t)d[7] << 24 | (uint32_t)d[6] << 16 | (uint32_t)d[5] << 8 | d[4];
    if (at > (uint32_t)size - 2) return 1;
    int count = d[at + (uint32_t)low] | d[at + (uint32_t)high] << 8;
    for (at += 2; count > 0 && at + 12 <= (uint32_t)size; count--, at += 12) {
        const uint8_t *entry = d + at;
        if ((entry[low] | entry[high] << 8) == TAG_TURNED && (entry[2 + low] | entry[2 + high] << 8) == SHORT)
            return entry[8 + low] | entry[8 + high] << 8;
    }
    return 1;
}

/* Reads one segment; *end is set at the end of the picture. */
static bool read_segment(jpeg *j, int marker, const uint8_t *d, int size, bool *seen_scan,
                         import_image *image) {
    switch (marker) {
    case 0xC0:
    case 0xC1:
        return read_frame(j, d, size, false);
    case 0xC2:
        return read_frame(j, d, size, true);
    case 0xC4:
        return read_huffman(j, d, size);
    case 0xDB:
        return read_quantiser(j, d, size);
    case 0xDD:
        if (size != 2) return wrong(j, "a restart interval that is none");
        j->restart_interval = u16(d);
        return true;
    case 0xE1:
        if (j->turned == 1) j->turned = exif_turn(d, size);
        return true;
    case 0xEE:
        if (size >= 12 && memcmp(d, "Adobe", 5) == 0) j->adobe = d[11];
        return true;
    case 0xE2:
        if (size >= 12 && memcmp(d, "ICC_PROFILE", 11) == 0) image->profile_ignored = true;
        return true;
    case 0xDA:
        *seen_scan = true;
        return read_scan(j, d, size);
    default:
        if ((marker >= 0xC3 && marker <= 0xCF) && marker != 0xC8)
            return wrong(
                j, "this coding is not read (lossless or arithmetic); save the picture as an ordinary JPEG");
        return true;
    }
}

static bool read_all(jpeg *j, import_image *image) {
    bool seen_scan = false, profile = false, whole = false;
    for (;;) {
        while (j->at < j->end && *j->at != 0xFF) j->at++; /* fill bytes between segments */
        while (j->at < j->end && *j->at == 0xFF) j->at++;
        if (j->at >= j->end) break;
        int marker = *j->at++;
        whole = marker == 0xD9;
        if (whole) break;
        if (marker == 0 || marker == 1 || (marker >= 0xD0 && marker <= 0xD8)) continue;
        if (j->end - j->at < 2 || u16(j->at) < 2 || j->end - j->at < u16(j->at))
            return wrong(j, "the file ends inside of a segment; it is truncated");
        const uint8_t *d = j->at + 2;
        int size = u16(j->at) - 2;
        j->at = d + size;
        if (!read_segment(j, marker, d, size, &seen_scan, image)) return false;
        profile = profile || image->profile_ignored;
    }
    if (!seen_scan) return wrong(j, "there is no picture in this file");
    if (!finish(j, image)) return false;
    image->profile_ignored = profile;
    if (!whole)
        image->note =
            "the file ends before the picture's end mark, so some of it may be missing; save it again";
    return import_image_turn(j->name, image, (uint32_t)j->turned, j->error);
}

bool import_jpeg_decode(const char *name, const uint8_t *data, size_t size, import_image *image,
                        tool_error *error) {
    jpeg *j = calloc(1, sizeof *j);
    memset(image, 0, sizeof *image);
    if (j == NULL) return import_error_memory(error, name);
    j->name = name;
    j->data = j->at = data;
    j->end = data + size;
    j->error = error;
    j->adobe = -1;
    j->turned = 1;
    bool ok = (size >= 3 && memcmp(data, "\xFF\xD8\xFF", 3) == 0) || wrong(j, "this is no JPEG");
    ok = ok && read_all(j, image);
    for (int i = 0; i < COMPONENTS; i++) {
        free(j->parts[i].coefficients);
        free(j->parts[i].samples);
    }
    free(j);
    if (!ok) import_image_free(image);
    return ok;
}
