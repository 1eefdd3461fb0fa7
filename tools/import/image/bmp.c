/* The BMP decoder: OS/2 and Windows headers, 1 to 32 bits, run lengths, bit fields, both row orders. */
#include "tools/import/image/image.h"

#include <string.h>

enum { RGB_PLAIN = 0, RLE8 = 1, RLE4 = 2, BIT_FIELDS = 3, RLE24 = 4, ALPHA_BIT_FIELDS = 6 };

/* The most pixels for each byte of a run-length picture: runs may leave pixels out, but a larger picture is
 * refused. */
enum { LARGEST_RATIO = 4096 };

typedef struct bmp_channel {
    unsigned shift;
    unsigned bits; /* 0: the channel is not there */
} bmp_channel;

typedef struct bmp_reader {
    const char *name;
    const uint8_t *data;
    size_t size;
    tool_error *error;
    long width, height;
    bool top_down;
    unsigned depth;
    uint32_t compression;
    size_t header_size;
    size_t pixels_at;
    size_t palette_at;
    size_t palette_entry; /* bytes per colour */
    uint32_t palette_count;
    bmp_channel channels[4]; /* red, green, blue, alpha */
} bmp_reader;

static unsigned get_u16(const uint8_t *p) { return (unsigned)p[0] | (unsigned)p[1] << 8; }

static uint32_t get_u32(const uint8_t *p) {
    return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

/* The two's complement value, without relying on how the machine converts. */
static long get_i32(const uint8_t *p) {
    uint32_t value = get_u32(p);

    return value < 0x80000000u ? (long)value : -(long)(0xFFFFFFFFu - value) - 1;
}

static bool fault(const bmp_reader *bmp, size_t offset, const char *what) {
    return import_error_offset(bmp->error, bmp->name, offset,
                               "%s; save the picture again as a plain BMP or PNG", what);
}

static bool truncated(const bmp_reader *bmp, const char *where) {
    return import_error_offset(bmp->error, bmp->name, bmp->size,
                               "the file ends in the %s; copy or save it again", where);
}

/* Sets a channel from its mask, which must be one run of ones. */
static bool set_channel(bmp_channel *channel, uint32_t mask) {
    channel->shift = 0;
    channel->bits = 0;
    if (mask == 0) {
        return true;
    }
    for (; (mask & 1) == 0; mask >>= 1) {
        channel->shift++;
    }
    for (; (mask & 1) != 0; mask >>= 1) {
        channel->bits++;
    }
    return mask == 0;
}

static bool read_masks(bmp_reader *bmp) {
    size_t at = 14 + 40;
    unsigned count = bmp->header_size >= 56 || bmp->compression == ALPHA_BIT_FIELDS ? 4 : 3;
    uint32_t masks[4] = {0, 0, 0, 0};

    if (bmp->compression == RGB_PLAIN) {
        bool narrow = bmp->depth == 16;
        masks[0] = narrow ? 0x7C00 : 0xFF0000;
        masks[1] = narrow ? 0x03E0 : 0x00FF00;
        masks[2] = narrow ? 0x001F : 0x0000FF;
    } else {
        if (bmp->size < at + 4 * (size_t)count) {
            return truncated(bmp, "colour masks");
        }
        for (unsigned i = 0; i < count; i++) {
            masks[i] = get_u32(bmp->data + at + 4 * i);
        }
        if (bmp->header_size == 40) {
            bmp->palette_at += 4 * (size_t)count;
        }
    }
    for (unsigned i = 0; i < 4; i++) {
        if (!set_channel(&bmp->channels[i], masks[i]) || (i < 3 && masks[i] == 0)) {
            return fault(bmp, at + 4 * i, "a colour mask is empty or has gaps");
        }
    }
    return true;
}

static bool read_core_header(bmp_reader *bmp) {
    bmp->width = (long)get_u16(bmp->data + 18);
    bmp->height = (long)get_u16(bmp->data + 20);
    bmp->depth = get_u16(bmp->data + 24);
    bmp->compression = RGB_PLAIN;
    bmp->palette_entry = 3;
    bmp->palette_count = bmp->depth <= 8 ? 1u << bmp->depth : 0;
    return true;
}

static bool read_info_header(bmp_reader *bmp) {
    const uint8_t *header = bmp->data + 14;

    bmp->width = get_i32(header + 4);
    bmp->height = get_i32(header + 8);
    bmp->depth = get_u16(header + 14);
    bmp->compression = bmp->header_size >= 20 ? get_u32(header + 16) : RGB_PLAIN;
    bmp->palette_entry = 4;
    bmp->palette_count = bmp->header_size >= 36 ? get_u32(header + 32) : 0;
    if (bmp->palette_count == 0 && bmp->depth <= 8) {
        bmp->palette_count = 1u << bmp->depth;
    }
    if (bmp->height < 0 && bmp->height >= -IMPORT_IMAGE_LARGEST_SIDE) {
        bmp->top_down = true;
        bmp->height = -bmp->height;
    }
    return true;
}

static bool check_kind(const bmp_reader *bmp) {
    unsigned depth = bmp->depth;
    bool plain =
        depth == 1 || depth == 2 || depth == 4 || depth == 8 || depth == 16 || depth == 24 || depth == 32;
    bool ok = false;

    switch (bmp->compression) {
    case RGB_PLAIN:
        ok = plain;
        break;
    case RLE8:
        ok = depth == 8;
        break;
    case RLE4:
        ok = depth == 4;
        break;
    case RLE24: /* of OS/2; in Windows files this number means a JPEG, with 0 bits */
        ok = depth == 24;
        break;
    case BIT_FIELDS:
    case ALPHA_BIT_FIELDS:
        ok = (depth == 16 || depth == 32) && bmp->header_size >= 40;
        break;
    default:
        break;
    }
    if (!ok) {
        return import_error_offset(
            bmp->error, bmp->name, 14,
            "%u bits per pixel with compression %lu is not read; save it as a plain BMP or PNG", depth,
            (unsigned long)bmp->compression);
    }
    return true;
}

static bool read_headers(bmp_reader *bmp) {
    if (bmp->size < 14 || bmp->data[0] != 'B' || bmp->data[1] != 'M') {
        return fault(bmp, 0, "this is no BMP file");
    }
    if (bmp->size < 18) {
        return truncated(bmp, "header");
    }
    bmp->pixels_at = get_u32(bmp->data + 10);
    bmp->header_size = get_u32(bmp->data + 14);
    if (bmp->header_size != 12 && (bmp->header_size < 16 || bmp->header_size > 256)) {
        return fault(bmp, 14, "the header has an unknown size");
    }
    if (bmp->size - 14 < bmp->header_size) {
        return truncated(bmp, "header");
    }
    bmp->palette_at = 14 + bmp->header_size;
    bool ok = bmp->header_size == 12 ? read_core_header(bmp) : read_info_header(bmp);
    if (!ok || !check_kind(bmp)) {
        return false;
    }
    if ((bmp->depth == 16 || bmp->depth == 32) && !read_masks(bmp)) {
        return false;
    }
    if (bmp->pixels_at < bmp->palette_at || bmp->pixels_at > bmp->size) {
        return fault(bmp, 10, "the place of the pixels is outside the file or inside the header");
    }
    if (bmp->depth <= 8 && bmp->palette_count > 1u << bmp->depth) {
        return fault(bmp, 46, "the palette has more colours than the pixels can name");
    }
    return true;
}

/* Reads the palette. Some writers announce more colours than fit before the pixels; the colours that fit are
 * taken. */
static bool read_palette(bmp_reader *bmp, import_image *image) {
    size_t room = (bmp->pixels_at - bmp->palette_at) / bmp->palette_entry;
    size_t count = bmp->palette_count < room ? bmp->palette_count : room;

    if (count == 0) {
        return fault(bmp, bmp->palette_at, "the palette is missing");
    }
    for (size_t i = 0; i < count; i++) {
        const uint8_t *entry = bmp->data + bmp->palette_at + i * bmp->palette_entry;
        image->palette[4 * i] = entry[2];
        image->palette[4 * i + 1] = entry[1];
        image->palette[4 * i + 2] = entry[0];
        image->palette[4 * i + 3] = 255;
    }
    image->palette_count = (int)count;
    return true;
}

static size_t row_start(const bmp_reader *bmp, long row) {
    long from_top = bmp->top_down ? row : bmp->height - 1 - row;

    return (size_t)from_top * (size_t)bmp->width;
}

static uint8_t channel_value(const bmp_channel *channel, uint32_t pixel) {
    uint32_t mask = channel->bits == 32 ? 0xFFFFFFFFu : (1u << channel->bits) - 1;
    uint32_t value = pixel >> channel->shift & mask;

    return channel->bits > 16 ? (uint8_t)(value >> (channel->bits - 8))
                              : import_sample_to_8(value, channel->bits);
}

static void store_direct(const bmp_reader *bmp, const uint8_t *source, uint8_t *rgba) {
    if (bmp->depth == 24) {
        rgba[0] = source[2];
        rgba[1] = source[1];
        rgba[2] = source[0];
        rgba[3] = 255;
        return;
    }
    uint32_t pixel = bmp->depth == 16 ? get_u16(source) : get_u32(source);
    for (int i = 0; i < 4; i++) {
        rgba[i] = bmp->channels[i].bits == 0 ? 255 : channel_value(&bmp->channels[i], pixel);
    }
}

static void read_plain(const bmp_reader *bmp, size_t row_bytes, import_image *image) {
    for (long row = 0; row < bmp->height; row++) {
        const uint8_t *source = bmp->data + bmp->pixels_at + (size_t)row * row_bytes;
        size_t to = row_start(bmp, row);
        for (size_t x = 0; x < (size_t)bmp->width; x++) {
            if (bmp->depth > 8) {
                store_direct(bmp, source + x * bmp->depth / 8, image->rgba + 4 * (to + x));
            } else {
                size_t bit = x * bmp->depth;
                unsigned index = (unsigned)source[bit / 8] >> (8 - bmp->depth - bit % 8);
                image->indices[to + x] = (uint8_t)(index & ((1u << bmp->depth) - 1));
            }
        }
    }
}

/* The place of the run-length decoder: rows count as the file stores them. */
typedef struct bmp_pen {
    long x, row;
    size_t at; /* in the file */
} bmp_pen;

/* Pixel `number` of a run whose bytes begin at `at`: an index of 4 or 8 bits, or a colour. */
static bool put_pixel(const bmp_reader *bmp, bmp_pen *pen, size_t at, size_t number, import_image *image) {
    if (pen->x >= bmp->width || pen->row >= bmp->height) {
        return fault(bmp, pen->at, "a run of pixels goes beyond its row");
    }
    size_t pixel = row_start(bmp, pen->row) + (size_t)pen->x;
    if (bmp->depth == 24) {
        store_direct(bmp, bmp->data + at + 3 * number, image->rgba + 4 * pixel);
    } else {
        unsigned byte = bmp->data[at + (bmp->depth == 8 ? number : number / 2)];
        image->indices[pixel] = (uint8_t)(bmp->depth == 8 ? byte : number % 2 == 0 ? byte >> 4 : byte & 15);
    }
    pen->x++;
    return true;
}

/* Reads a literal run: `count` pixels, padded to 16 bits. */
static bool read_literal_run(const bmp_reader *bmp, bmp_pen *pen, unsigned count, import_image *image) {
    size_t bytes = ((size_t)count * bmp->depth + 7) / 8, at = pen->at;

    if (bmp->size - at < bytes) {
        return truncated(bmp, "pixels");
    }
    for (unsigned i = 0; i < count; i++) {
        if (!put_pixel(bmp, pen, at, i, image)) {
            return false;
        }
    }
    pen->at += bytes + (bytes & 1);
    return true;
}

/* Reads an encoded run: `count` times the pixel that follows, or the two pixels of 4 bits in turn. */
static bool read_run(const bmp_reader *bmp, bmp_pen *pen, unsigned count, import_image *image) {
    size_t bytes = bmp->depth == 24 ? 3 : 1, at = pen->at;

    if (bmp->size - at < bytes) {
        return truncated(bmp, "pixels");
    }
    for (unsigned i = 0; i < count; i++) {
        if (!put_pixel(bmp, pen, at, bmp->depth == 4 ? i % 2 : 0, image)) {
            return false;
        }
    }
    pen->at += bytes;
    return true;
}

static bool read_run_lengths(const bmp_reader *bmp, import_image *image) {
    bmp_pen pen = {0, 0, bmp->pixels_at};

    for (size_t i = 0; bmp->depth == 24 && i < (size_t)bmp->width * (size_t)bmp->height; i++) {
        image->rgba[4 * i + 3] = 255; /* pixels that are left out are black */
    }
    while (pen.row < bmp->height) {
        if (pen.at > bmp->size || bmp->size - pen.at < 2) {
            return truncated(bmp, "pixels");
        }
        unsigned count = bmp->data[pen.at];
        unsigned code = bmp->data[pen.at + 1];
        bool ok = true;
        pen.at += count > 0 ? 1 : 2;
        if (count > 0) {
            ok = read_run(bmp, &pen, count, image);
        } else if (code == 0) {
            pen.x = 0;
            pen.row++;
        } else if (code == 1) {
            break;
        } else if (code == 2) {
            if (bmp->size - pen.at < 2) {
                return truncated(bmp, "pixels");
            }
            pen.x += bmp->data[pen.at];
            pen.row += bmp->data[pen.at + 1];
            pen.at += 2;
        } else {
            ok = read_literal_run(bmp, &pen, code, image);
        }
        if (!ok) {
            return false;
        }
    }
    return true;
}

static bool has_runs(const bmp_reader *bmp) {
    return bmp->compression == RLE8 || bmp->compression == RLE4 || bmp->compression == RLE24;
}

static bool check_size(const bmp_reader *bmp, size_t row_bytes) {
    size_t available = bmp->size - bmp->pixels_at;

    if (bmp->width < 1 || bmp->height < 1 || bmp->width > IMPORT_IMAGE_LARGEST_SIDE ||
        bmp->height > IMPORT_IMAGE_LARGEST_SIDE) {
        return import_error_offset(bmp->error, bmp->name, 18,
                                   "%ld x %ld pixels; each side must be 1 to %d, scale it", bmp->width,
                                   bmp->height, IMPORT_IMAGE_LARGEST_SIDE);
    }
    if (has_runs(bmp)) {
        if ((size_t)bmp->width * (size_t)bmp->height / LARGEST_RATIO > available) {
            return truncated(bmp, "pixels");
        }
        return true;
    }
    /* the padding behind the last row is often left out */
    size_t last_row = ((size_t)bmp->width * bmp->depth + 7) / 8;
    return (size_t)(bmp->height - 1) * row_bytes + last_row <= available || truncated(bmp, "pixels");
}

bool import_bmp_decode(const char *name, const uint8_t *data, size_t size, import_image *image,
                       tool_error *error) {
    bmp_reader bmp;

    memset(image, 0, sizeof *image);
    memset(&bmp, 0, sizeof bmp);
    bmp.name = name;
    bmp.data = data;
    bmp.size = size;
    bmp.error = error;
    if (!read_headers(&bmp)) {
        return false;
    }
    size_t row_bytes = 0;
    if (bmp.width > 0 && bmp.width <= IMPORT_IMAGE_LARGEST_SIDE) {
        row_bytes = ((size_t)bmp.width * bmp.depth + 31) / 32 * 4;
    }
    bool indexed = bmp.depth <= 8;
    if (!check_size(&bmp, row_bytes) ||
        !import_image_allocate(name, bmp.width, bmp.height, indexed, image, error)) {
        return false;
    }
    bool ok = !indexed || read_palette(&bmp, image);
    if (ok && has_runs(&bmp)) {
        ok = read_run_lengths(&bmp, image);
    } else if (ok) {
        read_plain(&bmp, row_bytes, image);
    }
    ok = ok && (!indexed || import_image_expand(name, image, error));
    if (!ok) {
        import_image_free(image);
        return false;
    }
    import_image_find_alpha(image);
    return true;
}
