/* The TGA decoder: colour-mapped, true-colour and grey, plain or run-length coded, from any corner. */
#include "tools/import/image/image.h"

#include <string.h>

enum { HEADER_SIZE = 18, MAPPED = 1, TRUE_COLOUR = 2, GREY = 3, RUN_LENGTH = 8 };

typedef struct tga_reader {
    const char *name;
    const uint8_t *data;
    size_t size;
    tool_error *error;
    size_t at;
    unsigned type; /* MAPPED, TRUE_COLOUR or GREY */
    bool run_length;
    unsigned width, height;
    unsigned depth;
    unsigned alpha_bits;
    bool from_right, from_top;
    size_t map_at;
    unsigned map_first, map_count, map_depth;
    bool indexed; /* the map is small enough to be kept */
} tga_reader;

static unsigned get_u16(const uint8_t *p) { return (unsigned)p[0] | (unsigned)p[1] << 8; }

static bool fault(const tga_reader *tga, size_t offset, const char *what) {
    return import_error_offset(tga->error, tga->name, offset, "%s; save the picture again as TGA or PNG",
                               what);
}

static bool truncated(const tga_reader *tga, const char *where) {
    return import_error_offset(tga->error, tga->name, tga->size,
                               "the file ends in the %s; copy or save it again", where);
}

static bool known_depth(unsigned depth) { return depth == 15 || depth == 16 || depth == 24 || depth == 32; }

static bool check_depths(const tga_reader *tga) {
    bool ok = false;

    switch (tga->type) {
    case MAPPED:
        ok = (tga->depth == 8 || tga->depth == 16) && tga->map_count > 0;
        break;
    case TRUE_COLOUR:
        ok = known_depth(tga->depth);
        break;
    case GREY:
        ok = tga->depth == 8 || tga->depth == 16;
        break;
    default:
        return fault(tga, 2, "an unknown image type");
    }
    if (!ok) {
        return fault(tga, 16, "this number of bits per pixel is not read");
    }
    return tga->map_count == 0 || known_depth(tga->map_depth) ||
           fault(tga, 7, "this number of bits per palette colour is not read");
}

static bool read_header(tga_reader *tga) {
    const uint8_t *header = tga->data;

    if (tga->size < HEADER_SIZE) {
        return truncated(tga, "header");
    }
    if (header[1] > 1 || (header[2] & ~11u) != 0) {
        return fault(tga, 1, "this is no TGA file");
    }
    if ((header[17] & 0xC0) != 0) {
        return fault(tga, 17, "interleaved rows are not read");
    }
    tga->type = header[2] & 3u;
    tga->run_length = (header[2] & RUN_LENGTH) != 0;
    tga->width = get_u16(header + 12);
    tga->height = get_u16(header + 14);
    tga->depth = header[16];
    tga->alpha_bits = header[17] & 15u;
    tga->from_right = (header[17] & 16) != 0;
    tga->from_top = (header[17] & 32) != 0;
    if (header[1] == 1) {
        tga->map_first = get_u16(header + 3);
        tga->map_count = get_u16(header + 5);
        tga->map_depth = header[7];
    }
    tga->map_at = HEADER_SIZE + (size_t)header[0];
    if (!check_depths(tga)) {
        return false;
    }
    size_t map_bytes = (size_t)tga->map_count * ((tga->map_depth + 7) / 8);
    if (tga->map_at > tga->size || tga->size - tga->map_at < map_bytes) {
        return truncated(tga, "palette");
    }
    tga->at = tga->map_at + map_bytes;
    tga->indexed = tga->type == MAPPED && tga->map_first + tga->map_count <= 256;
    return true;
}

/* Checks the size against the file's: a run of 128 pixels takes at least a packet byte and one pixel. */
static bool check_size(const tga_reader *tga) {
    size_t pixel_bytes = (tga->depth + 7) / 8;
    size_t pixels = (size_t)tga->width * tga->height;
    size_t least = tga->run_length ? (pixels + 127) / 128 * (pixel_bytes + 1) : pixels * pixel_bytes;

    if (tga->width < 1 || tga->height < 1 || tga->width > IMPORT_IMAGE_LARGEST_SIDE ||
        tga->height > IMPORT_IMAGE_LARGEST_SIDE) {
        return import_error_offset(tga->error, tga->name, 12,
                                   "%u x %u pixels; each side must be 1 to %d, scale it", tga->width,
                                   tga->height, IMPORT_IMAGE_LARGEST_SIDE);
    }
    return tga->size - tga->at >= least || truncated(tga, "pixels");
}

/* Reads one colour of 15 to 32 bits, blue first. Colours of 15 and 16 bits have 5 for each channel, the top bit
 * is alpha if declared. */
static void read_colour(const tga_reader *tga, const uint8_t *source, unsigned depth, uint8_t *rgba) {
    if (depth <= 16) {
        unsigned value = get_u16(source);
        rgba[0] = import_sample_to_8(value >> 10 & 31, 5);
        rgba[1] = import_sample_to_8(value >> 5 & 31, 5);
        rgba[2] = import_sample_to_8(value & 31, 5);
        rgba[3] = depth == 16 && tga->alpha_bits == 1 && (value & 0x8000) == 0 ? 0 : 255;
        return;
    }
    rgba[0] = source[2];
    rgba[1] = source[1];
    rgba[2] = source[0];
    rgba[3] = depth == 32 ? source[3] : 255;
}

static bool store_pixel(const tga_reader *tga, const uint8_t *source, size_t number, import_image *image) {
    size_t column = number % tga->width;
    size_t row = number / tga->width;
    size_t x = tga->from_right ? tga->width - 1 - column : column;
    size_t y = tga->from_top ? row : tga->height - 1 - row;
    size_t at = y * tga->width + x;
    uint8_t *rgba = image->rgba + 4 * at;

    if (tga->type == TRUE_COLOUR) {
        read_colour(tga, source, tga->depth, rgba);
        return true;
    }
    if (tga->type == GREY) {
        memset(rgba, source[0], 3);
        rgba[3] = tga->depth == 16 ? source[1] : 255;
        return true;
    }
    unsigned index = tga->depth == 8 ? source[0] : get_u16(source);
    if (index < tga->map_first || index - tga->map_first >= tga->map_count) {
        return import_error_file(
            tga->error, tga->name,
            "pixel %zu,%zu has colour index %u, but the palette has %u to %u; save it again", x, y, index,
            tga->map_first, tga->map_first + tga->map_count - 1);
    }
    size_t entry = (size_t)(index - tga->map_first) * ((tga->map_depth + 7) / 8);
    read_colour(tga, tga->data + tga->map_at + entry, tga->map_depth, rgba);
    if (tga->indexed) {
        image->indices[at] = (uint8_t)index;
    }
    return true;
}

static bool read_plain(tga_reader *tga, size_t pixels, size_t pixel_bytes, import_image *image) {
    for (size_t i = 0; i < pixels; i++) {
        if (!store_pixel(tga, tga->data + tga->at + i * pixel_bytes, i, image)) {
            return false;
        }
    }
    return true;
}

static bool read_run_lengths(tga_reader *tga, size_t pixels, size_t pixel_bytes, import_image *image) {
    size_t done = 0;

    while (done < pixels) {
        if (tga->at >= tga->size) {
            return truncated(tga, "pixels");
        }
        unsigned packet = tga->data[tga->at++];
        size_t count = (packet & 127) + 1;
        bool repeat = packet >= 128;
        size_t bytes = repeat ? pixel_bytes : count * pixel_bytes;
        if (tga->size - tga->at < bytes) {
            return truncated(tga, "pixels");
        }
        if (count > pixels - done) {
            return fault(tga, tga->at - 1, "the last run of pixels goes beyond the picture");
        }
        for (size_t i = 0; i < count; i++) {
            if (!store_pixel(tga, tga->data + tga->at + (repeat ? 0 : i * pixel_bytes), done + i, image)) {
                return false;
            }
        }
        tga->at += bytes;
        done += count;
    }
    return true;
}

static void keep_palette(const tga_reader *tga, import_image *image) {
    size_t entry = (tga->map_depth + 7) / 8;

    for (unsigned i = 0; i < 256; i++) {
        image->palette[4 * i + 3] = 255;
    }
    for (unsigned i = 0; i < tga->map_count; i++) {
        read_colour(tga, tga->data + tga->map_at + i * entry, tga->map_depth,
                    image->palette + 4 * (tga->map_first + i));
    }
    image->palette_count = (int)(tga->map_first + tga->map_count);
}

/* Writers that declare no alpha bits often leave the fourth byte 0 throughout: then the picture is opaque. */
static void mend_alpha(const tga_reader *tga, import_image *image) {
    size_t pixels = (size_t)image->width * (size_t)image->height;
    unsigned depth = tga->type == MAPPED ? tga->map_depth : tga->depth;
    bool has_alpha_byte = depth == 32 || (tga->type == GREY && depth == 16);

    if (!has_alpha_byte || tga->alpha_bits != 0) {
        return;
    }
    for (size_t i = 0; i < pixels; i++) {
        if (image->rgba[4 * i + 3] != 0) {
            return;
        }
    }
    for (size_t i = 0; i < pixels; i++) {
        image->rgba[4 * i + 3] = 255;
    }
    for (int i = 0; i < image->palette_count; i++) {
        image->palette[4 * i + 3] = 255;
    }
}

bool import_tga_decode(const char *name, const uint8_t *data, size_t size, import_image *image,
                       tool_error *error) {
    tga_reader tga;

    memset(image, 0, sizeof *image);
    memset(&tga, 0, sizeof tga);
    tga.name = name;
    tga.data = data;
    tga.size = size;
    tga.error = error;
    if (!read_header(&tga) || !check_size(&tga) ||
        !import_image_allocate(name, (long)tga.width, (long)tga.height, tga.indexed, image, error)) {
        return false;
    }
    size_t pixels = (size_t)tga.width * tga.height;
    size_t pixel_bytes = (tga.depth + 7) / 8;
    bool ok = tga.run_length ? read_run_lengths(&tga, pixels, pixel_bytes, image)
                             : read_plain(&tga, pixels, pixel_bytes, image);
    if (!ok) {
        import_image_free(image);
        return false;
    }
    if (tga.indexed) {
        keep_palette(&tga, image);
    }
    mend_alpha(&tga, image);
    import_image_find_alpha(image);
    return true;
}
