/* The TIFF reader: a directory of tags, then pieces of the picture, which are strips of whole rows or tiles. */
#include "tools/import/image/tiff.h"

#include <stdlib.h>
#include <string.h>

#include "tools/import/base/inflate.h"
#include "tools/import/image/lzw.h"

enum {
    TAG_WIDTH = 256,
    TAG_HEIGHT = 257,
    TAG_BITS = 258,
    TAG_CODING = 259,
    TAG_COLOURS = 262,
    TAG_BIT_ORDER = 266,
    TAG_STRIPS = 273,
    TAG_TURNED = 274,
    TAG_SAMPLES = 277,
    TAG_STRIP_ROWS = 278,
    TAG_STRIP_SIZES = 279,
    TAG_PLANES = 284,
    TAG_DIFFERENCES = 317,
    TAG_PALETTE = 320,
    TAG_TILE_WIDTH = 322,
    TAG_TILE_HEIGHT = 323,
    TAG_TILES = 324,
    TAG_TILE_SIZES = 325,
    TAG_EXTRA = 338,
    TAG_FORMAT = 339,
    TAG_PROFILE = 34675
};
enum {
    CODING_PLAIN = 1,
    CODING_LZW = 5,
    CODING_DEFLATE = 8,
    CODING_PACKBITS = 32773,
    CODING_DEFLATE_OLD = 32946
};
enum { WHITE_IS_0, BLACK_IS_0, RGB, PALETTE };

typedef struct field {
    uint32_t type, count;
    size_t at; /* of the values; 0: the tag is not there */
} field;

enum { UNTOLD = 65536 }; /* no meaning of an extra sample: many writers of RGBA state none */

typedef struct tiff {
    const char *name;
    const uint8_t *data;
    size_t size;
    tool_error *error;
    bool big;
    uint32_t width, height, bits, coding, colours, samples, differences, extra, bit_order, turned;
    bool tiled, separate; /* separate: each sample of the pixels has pieces of its own */
    uint32_t piece_width, piece_height, across, down;
    field pieces, piece_sizes, palette;
    size_t row_bytes, piece_bytes; /* of a piece of one plane */
} tiff;

static bool wrong(const tiff *t, size_t at, const char *sentence) {
    return import_error_offset(t->error, t->name, at, "%s", sentence);
}

static uint32_t u16(const tiff *t, size_t at) {
    const uint8_t *d = t->data + at;
    return t->big ? (uint32_t)d[0] << 8 | d[1] : (uint32_t)d[1] << 8 | d[0];
}

static uint32_t u32(const tiff *t, size_t at) {
    return t->big ? u16(t, at) << 16 | u16(t, at + 2) : u16(t, at + 2) << 16 | u16(t, at);
}

static uint32_t bytes_of(uint32_t type) {
    return type == 1 || type == 2 ? 1 : type == 3 ? 2 : type == 4 ? 4 : 0;
}

/* Value i of a field of whole numbers. */
static uint32_t value(const tiff *t, const field *f, uint32_t i) {
    return f->type == 3   ? u16(t, f->at + 2 * (size_t)i)
           : f->type == 4 ? u32(t, f->at + 4 * (size_t)i)
                          : t->data[f->at + i];
}

/* The values of a tag: in the entry itself when they fit, else elsewhere. */
static bool read_field(const tiff *t, size_t entry, field *f) {
    uint32_t bytes;
    f->type = u16(t, entry + 2);
    f->count = u32(t, entry + 4);
    bytes = bytes_of(f->type);
    if (bytes == 0 || f->count == 0)
        return wrong(t, entry, "a tag without values, or of a kind that is not read here");
    uint64_t all = (uint64_t)bytes * f->count;
    f->at = all <= 4 ? entry + 8 : u32(t, entry + 8);
    return (all <= t->size && f->at <= t->size - all) ||
           wrong(t, entry, "a tag's values lie beyond the file; it is truncated");
}

static bool all_bits_equal(const tiff *t, const field *f) {
    for (uint32_t i = 1; i < f->count; i++) {
        if (value(t, f, i) != value(t, f, 0)) return false;
    }
    return true;
}

static bool read_tag(tiff *t, size_t entry, import_image *image) {
    field f;
    uint32_t tag = u16(t, entry);
    static const uint16_t known[] = {TAG_WIDTH,       TAG_HEIGHT,     TAG_BITS,        TAG_CODING,
                                     TAG_COLOURS,     TAG_BIT_ORDER,  TAG_STRIPS,      TAG_TURNED,
                                     TAG_SAMPLES,     TAG_STRIP_ROWS, TAG_STRIP_SIZES, TAG_PLANES,
                                     TAG_DIFFERENCES, TAG_PALETTE,    TAG_TILE_WIDTH,  TAG_TILE_HEIGHT,
                                     TAG_TILES,       TAG_TILE_SIZES, TAG_EXTRA,       TAG_FORMAT};
    bool wanted = false;
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) wanted = wanted || known[i] == tag;
    if (tag == TAG_PROFILE) image->profile_ignored = true;
    if (!wanted) return true;
    if (!read_field(t, entry, &f)) return false;
    uint32_t first = value(t, &f, 0);
    switch (tag) {
    case TAG_WIDTH:
        t->width = first;
        break;
    case TAG_HEIGHT:
        t->height = first;
        break;
    case TAG_BITS:
        if (!all_bits_equal(t, &f)) return wrong(t, entry, "samples of different widths are not read");
        t->bits = first;
        break;
    case TAG_CODING:
        t->coding = first;
        break;
    case TAG_COLOURS:
        t->colours = first;
        break;
    case TAG_BIT_ORDER:
        t->bit_order = first;
        break;
    case TAG_STRIPS:
    case TAG_TILES:
        t->pieces = f;
        break;
    case TAG_SAMPLES:
        t->samples = first;
        break;
    case TAG_TILE_WIDTH:
        t->tiled = true;
        t->piece_width = first;
        break;
    case TAG_STRIP_ROWS:
    case TAG_TILE_HEIGHT:
        t->piece_height = first;
        break;
    case TAG_STRIP_SIZES:
    case TAG_TILE_SIZES:
        t->piece_sizes = f;
        break;
    case TAG_DIFFERENCES:
        t->differences = first;
        break;
    case TAG_PALETTE:
        t->palette = f;
        break;
    case TAG_EXTRA:
        t->extra = first;
        break;
    case TAG_TURNED:
        t->turned = first;
        break;
    case TAG_PLANES:
        t->separate = first == 2;
        break;
    default:
        return first == 1 || wrong(t, entry, "only whole numbers without sign are read as samples");
    }
    return true;
}

/* Works out the layout of the pieces; strips are pieces as wide as the picture. */
static bool check_pieces(tiff *t, size_t at) {
    if (!t->tiled) t->piece_width = t->width;
    if (!t->tiled && t->piece_height > t->height) t->piece_height = t->height;
    if (t->piece_width == 0 || t->piece_height == 0 || t->piece_width > IMPORT_IMAGE_LARGEST_SIDE ||
        t->piece_height > IMPORT_IMAGE_LARGEST_SIDE)
        return wrong(
            t, at, t->tiled ? "the tiles have a size that is none" : "the strips do not make up the picture");
    if (t->samples == 1) t->separate = false;
    t->across = (t->width + t->piece_width - 1) / t->piece_width;
    t->down = (t->height + t->piece_height - 1) / t->piece_height;
    uint32_t count = t->across * t->down * (t->separate ? t->samples : 1);
    if (t->pieces.at == 0 || t->pieces.count != count)
        return wrong(t, at,
                     t->tiled ? "the tiles do not make up the picture"
                              : "the strips do not make up the picture");
    if (t->piece_sizes.at == 0 ? count != 1 || t->coding != CODING_PLAIN : t->piece_sizes.count != count)
        return wrong(t, at, t->tiled ? "the tiles' sizes are missing" : "the strips' sizes are missing");
    t->row_bytes = ((size_t)t->piece_width * (t->separate ? 1 : t->samples) * t->bits + 7) / 8;
    t->piece_bytes = t->row_bytes * t->piece_height;
    return true;
}

static bool check(tiff *t, size_t at) {
    uint32_t colours = t->colours == RGB ? 3 : 1;
    if (t->colours > PALETTE)
        return wrong(t, at, "only grey, palette and RGB are read; save the picture as RGB");
    if (t->bits != 1 && t->bits != 2 && t->bits != 4 && t->bits != 8 && t->bits != 16)
        return wrong(t, at, "1, 2, 4, 8 or 16 bits a sample are read");
    if (t->samples < colours || t->samples > 8 || (t->colours == PALETTE && (t->samples != 1 || t->bits > 8)))
        return wrong(t, at, "a number of samples that is none");
    if (t->coding != CODING_PLAIN && t->coding != CODING_LZW && t->coding != CODING_DEFLATE &&
        t->coding != CODING_PACKBITS && t->coding != CODING_DEFLATE_OLD) {
        return wrong(t, at, "this coding is not read; save the picture plain or with LZW or deflate");
    }
    if (t->differences > 2 || (t->differences == 2 && t->bits < 8))
        return wrong(t, at, "this kind of differences is not read");
    if (t->colours == PALETTE &&
        (t->palette.at == 0 || t->palette.type != 3 || t->palette.count != 3u << t->bits))
        return wrong(t, at, "the palette is missing");
    if (t->bit_order < 1 || t->bit_order > 2 || t->turned < 1 || t->turned > 8)
        return wrong(t, at, "an order of bits or a turn that is none");
    return check_pieces(t, at);
}

static bool read_directory(tiff *t, import_image *image) {
    size_t at = u32(t, 4);
    if (at < 8 || at > t->size - 2) return wrong(t, 4, "the directory lies beyond the file; it is truncated");
    uint32_t count = u16(t, at);
    if (count * 12u > t->size - 2 - at)
        return wrong(t, at, "the directory lies beyond the file; it is truncated");
    t->bits = t->coding = t->samples = t->differences = t->bit_order = t->turned = 1;
    t->extra = UNTOLD;
    t->piece_height = UINT32_MAX;
    t->colours = UINT32_MAX;
    for (uint32_t i = 0; i < count; i++) {
        if (!read_tag(t, at + 2 + 12 * (size_t)i, image)) return false;
    }
    if (t->width == 0 || t->height == 0 || t->width > IMPORT_IMAGE_LARGEST_SIDE ||
        t->height > IMPORT_IMAGE_LARGEST_SIDE) {
        return import_error_offset(t->error, t->name, at,
                                   "the picture is %u x %u pixels, but each side must be 1 to %d; scale it",
                                   (unsigned)t->width, (unsigned)t->height, IMPORT_IMAGE_LARGEST_SIDE);
    }
    return check(t, at);
}

/* ---- pieces ---- */

/* Unpacks PackBits: n + 1 literal bytes, or 1 - n times the next byte. Returns how many bytes came out. */
static size_t unpack_runs(const uint8_t *from, size_t size, uint8_t *out, size_t room) {
    size_t used = 0;
    for (size_t at = 0; at < size && used < room;) {
        uint8_t n = from[at++];
        if (n == 128) continue;
        size_t count = n < 128 ? n + 1u : 257u - n;
        if (count > room - used) count = room - used;
        if (n < 128) {
            if (count > size - at) count = size - at;
            memcpy(out + used, from + at, count);
            at += count;
        } else {
            if (at >= size) break;
            memset(out + used, from[at++], count);
        }
        used += count;
    }
    return used;
}

/* Unpacks LZW of 9 to 12 bits, high bits first, with the early change of width that TIFF writers make. */
static size_t unpack_lzw(const uint8_t *from, size_t size, uint8_t *out, size_t room, import_lzw *z) {
    size_t used = 0, bit = 0;
    uint32_t width = 9;
    import_lzw_clear(z, 256);
    while (used < room && bit + width <= 8 * size) {
        uint32_t code = 0;
        for (uint32_t i = 0; i < width; i++, bit++) code = code << 1 | (from[bit / 8] >> (7 - bit % 8) & 1u);
        if (code == 257) break;
        if (code == 256) {
            import_lzw_clear(z, 256);
            width = 9;
            continue;
        }
        if (!import_lzw_put(z, code, out, &used, room)) break;
        if (z->next + 1 >= 1u << width && width < 12) width++;
    }
    return used < room ? used : room;
}

/* Memory that unpacking a piece takes. */
typedef struct workspace {
    uint8_t *samples; /* a piece of each plane */
    uint8_t *
        turned; /* as large as the file: bytes whose bits were turned round; NULL if they are stored high bits first */
    import_lzw *codes;
} workspace;

/* The bytes of a piece, with the high bits first. */
static const uint8_t *ordered(const tiff *t, size_t at, size_t size, const workspace *w) {
    if (w->turned == NULL) return t->data + at;
    for (size_t i = 0; i < size; i++) {
        uint32_t b = t->data[at + i];
        b = (b & 0xF0) >> 4 | (b & 0x0F) << 4;
        b = (b & 0xCC) >> 2 | (b & 0x33) << 2;
        w->turned[i] = (uint8_t)((b & 0xAA) >> 1 | (b & 0x55) << 1);
    }
    return w->turned;
}

static bool read_piece(const tiff *t, uint32_t index, uint8_t *out, size_t wanted, const workspace *w) {
    size_t at = value(t, &t->pieces, index),
           size = t->piece_sizes.at != 0 ? value(t, &t->piece_sizes, index) : wanted, got = 0;
    if (at > t->size || size > t->size - at)
        return wrong(t, at, "a piece of the picture lies beyond the file; it is truncated");
    const uint8_t *from = ordered(t, at, size, w);
    if (t->coding == CODING_PLAIN) {
        got = size < wanted ? size : wanted;
        memcpy(out, from, got);
    } else if (t->coding == CODING_PACKBITS) {
        got = unpack_runs(from, size, out, wanted);
    } else if (t->coding == CODING_LZW) {
        got = unpack_lzw(from, size, out, wanted, w->codes);
    } else {
        import_inflate_result result = import_inflate_zlib(from, size, out, wanted);
        if (result.status == IMPORT_INFLATE_OK || result.status == IMPORT_INFLATE_OUTPUT_FULL)
            got = result.written;
    }
    return got == wanted || wrong(t, at, "a piece of the picture is damaged or too short");
}

/* ---- pixels ---- */

static uint32_t sample(const tiff *t, const uint8_t *row, size_t index) {
    size_t bit = index * t->bits;
    if (t->bits == 16)
        return t->big ? (uint32_t)row[2 * index] << 8 | row[2 * index + 1]
                      : (uint32_t)row[2 * index + 1] << 8 | row[2 * index];
    return row[bit / 8] >> (8 - bit % 8 - t->bits) & ((1u << t->bits) - 1);
}

static void undo_differences(const tiff *t, uint8_t *row) {
    size_t step = t->separate ? 1 : t->samples, count = (size_t)t->piece_width * step;
    for (size_t i = step; i < count; i++) {
        if (t->bits == 8) {
            row[i] = (uint8_t)(row[i] + row[i - step]);
            continue;
        }
        uint32_t sum = sample(t, row, i) + sample(t, row, i - step);
        row[2 * i + (t->big ? 0 : 1)] = (uint8_t)(sum >> 8);
        row[2 * i + (t->big ? 1 : 0)] = (uint8_t)sum;
    }
}

/* Sample s of pixel x of a row of a piece. */
static uint32_t sample_of(const tiff *t, const uint8_t *row, uint32_t x, uint32_t s) {
    return t->separate ? sample(t, row + s * t->piece_bytes, x) : sample(t, row, (size_t)x * t->samples + s);
}

/* A sample without the alpha that it was multiplied by, both of at most `most`. */
static uint32_t divided(uint32_t value, uint32_t alpha, uint32_t most) {
    uint64_t whole = alpha == 0 ? 0 : ((uint64_t)value * most + alpha / 2) / alpha;
    return whole > most ? most : (uint32_t)whole;
}

static void write_row(const tiff *t, const uint8_t *row, uint32_t width, uint8_t *out, uint8_t *indices) {
    uint32_t colours = t->colours == RGB ? 3 : 1, most = (1u << t->bits) - 1;
    bool alpha = t->samples > colours &&
                 (t->extra == 1 || t->extra == 2 || (t->extra == UNTOLD && t->samples == colours + 1));
    for (uint32_t x = 0; x < width; x++, out += 4) {
        if (indices != NULL) {
            indices[x] = (uint8_t)sample_of(t, row, x, 0);
            continue;
        }
        uint32_t opacity = alpha ? sample_of(t, row, x, colours) : most;
        for (uint32_t c = 0; c < 3; c++) {
            uint32_t v = sample_of(t, row, x, colours == 3 ? c : 0);
            if (t->extra == 1 && alpha) v = divided(v, opacity, most);
            out[c] = import_sample_to_8(t->colours == WHITE_IS_0 ? most - v : v, t->bits);
        }
        out[3] = import_sample_to_8(opacity, t->bits);
    }
}

static void read_palette(const tiff *t, import_image *image) {
    uint32_t count = 1u << t->bits, low = 0;
    image->palette_count = (int)count;
    for (uint32_t i = 0; i < 3 * count; i++) low |= value(t, &t->palette, i) & 255u;
    for (uint32_t i = 0; i < count; i++) {
        for (uint32_t c = 0; c < 3; c++) {
            uint32_t wide =
                value(t, &t->palette, c * count + i); /* some writers shift 8 bits up, others repeat them */
            image->palette[4 * i + c] = low == 0 ? (uint8_t)(wide >> 8) : import_sample_to_8(wide, 16);
        }
        image->palette[4 * i + 3] = 255;
    }
}

/* Places the piece in this column and row of pieces, with all its planes, in the picture. */
static bool place_piece(const tiff *t, uint32_t column, uint32_t row, const workspace *w,
                        import_image *image) {
    uint32_t left = column * t->piece_width, top = row * t->piece_height, wide = t->width - left,
             high = t->height - top, planes = t->separate ? t->samples : 1;
    if (wide > t->piece_width) wide = t->piece_width;
    if (high > t->piece_height) high = t->piece_height;
    size_t wanted =
        t->row_bytes * (t->tiled ? t->piece_height : high); /* the last strip is short, tiles are whole */
    for (uint32_t plane = 0; plane < planes; plane++) {
        uint8_t *samples = w->samples + plane * t->piece_bytes;
        if (!read_piece(t, (plane * t->down + row) * t->across + column, samples, wanted, w)) return false;
        for (uint32_t y = 0; y < high && t->differences == 2; y++)
            undo_differences(t, samples + y * t->row_bytes);
    }
    for (uint32_t y = 0; y < high; y++) {
        size_t pixel = (size_t)(top + y) * t->width + left;
        write_row(t, w->samples + y * t->row_bytes, wide, image->rgba + 4 * pixel,
                  image->indices != NULL ? image->indices + pixel : NULL);
    }
    return true;
}

static bool read_pieces(const tiff *t, import_image *image) {
    workspace w = {.samples = malloc(t->piece_bytes * (t->separate ? t->samples : 1)),
                   .turned = t->bit_order == 2 ? malloc(t->size) : NULL,
                   .codes = malloc(sizeof *w.codes)};
    bool ok = (w.samples != NULL && w.codes != NULL && (w.turned != NULL || t->bit_order != 2)) ||
              import_error_memory(t->error, t->name);
    for (uint32_t row = 0; ok && row < t->down; row++) {
        for (uint32_t column = 0; ok && column < t->across; column++)
            ok = place_piece(t, column, row, &w, image);
    }
    free(w.samples);
    free(w.turned);
    free(w.codes);
    return ok;
}

static bool decode(tiff *t, import_image *image) {
    if (t->size < 10 || (memcmp(t->data, "II*\0", 4) != 0 && memcmp(t->data, "MM\0*", 4) != 0))
        return wrong(t, 0, "this is no TIFF");
    t->big = t->data[0] == 'M';
    if (!read_directory(t, image)) return false;
    bool profile = image->profile_ignored;
    /* no coding packs more than some thousand to one: a small file cannot ask for the memory of a huge picture */
    if (t->piece_bytes / 4096 * t->across * t->down > t->size)
        return wrong(t, 0, "the picture is larger than the file can hold; it is truncated");
    if (!import_image_allocate(t->name, (long)t->width, (long)t->height, t->colours == PALETTE, image,
                               t->error))
        return false;
    if (t->colours == PALETTE) read_palette(t, image);
    if (!read_pieces(t, image)) return false;
    if (t->colours == PALETTE && !import_image_expand(t->name, image, t->error)) return false;
    import_image_find_alpha(image);
    image->profile_ignored = profile;
    return import_image_turn(t->name, image, t->turned, t->error);
}

bool import_tiff_decode(const char *name, const uint8_t *data, size_t size, import_image *image,
                        tool_error *error) {
    tiff t = {.name = name, .data = data, .size = size, .error = error};
    memset(image, 0, sizeof *image);
    if (decode(&t, image)) return true;
    import_image_free(image);
    return false;
}
