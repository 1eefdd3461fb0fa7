/* The PNG decoder (ISO/IEC 15948): all colour types, depths, filters, interlacing and transparency, all
 * checksums. */
#include "tools/import/image/image.h"

#include "tools/import/base/checksum.h"
#include "tools/import/base/inflate.h"
#include "tools/import/base/limit.h"
#include "tools/import/image/png_filter.h"

#include <stdlib.h>
#include <string.h>

enum { GREY = 0, RGB = 2, INDEXED = 3, GREY_ALPHA = 4, RGB_ALPHA = 6 };

/* No deflate stream unfolds to more than 1032 bytes for each byte of input. */
enum { LARGEST_RATIO = 1032 };

typedef struct png_reader {
    const char *name;
    const uint8_t *data;
    size_t size;
    tool_error *error;
    long width, height;
    unsigned depth;
    unsigned colour_type;
    bool interlaced;
    bool profile_ignored;
    uint8_t palette[256 * 4];
    int palette_count;
    int alpha_count; /* entries of tRNS for an indexed picture */
    bool has_key;    /* tRNS of a grey or RGB picture: this one colour is transparent */
    unsigned key[3];
    uint8_t *compressed; /* all IDAT chunks joined */
    size_t compressed_size;
    size_t first_idat; /* file offset, for messages */
} png_reader;

typedef struct png_chunk {
    size_t offset;
    char type[5];
    const uint8_t *data;
    size_t size;
} png_chunk;

/* One of the seven passes of an interlaced picture, or the whole of a plain one. */
typedef struct png_pass {
    unsigned x, y, step_x, step_y;
} png_pass;

static const png_pass adam7[7] = {{0, 0, 8, 8}, {4, 0, 8, 8}, {0, 4, 4, 8}, {2, 0, 4, 4},
                                  {0, 2, 2, 4}, {1, 0, 2, 2}, {0, 1, 1, 2}};
static const png_pass whole = {0, 0, 1, 1};

static uint32_t get_u32(const uint8_t *p) {
    return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
}

static unsigned get_u16(const uint8_t *p) { return (unsigned)p[0] << 8 | p[1]; }

static bool fault(const png_reader *png, size_t offset, const char *what) {
    return import_error_offset(png->error, png->name, offset, "%s; the file is damaged, export it again",
                               what);
}

static bool chunk_fault(const png_reader *png, const png_chunk *chunk, const char *what) {
    return import_error_offset(png->error, png->name, chunk->offset, "%s in chunk %s; export the file again",
                               what, chunk->type);
}

/* Reads the chunk at *offset, checks its checksum and moves *offset past it. */
static bool next_chunk(const png_reader *png, size_t *offset, png_chunk *chunk) {
    size_t left = png->size - *offset;

    if (left < 12) {
        return fault(png, png->size, "the file ends before its last chunk");
    }
    const uint8_t *at = png->data + *offset;
    uint32_t length = get_u32(at);
    chunk->offset = *offset;
    for (int i = 0; i < 4; i++) {
        uint8_t letter = at[4 + i];
        if ((letter < 'A' || letter > 'Z') && (letter < 'a' || letter > 'z')) {
            return fault(png, *offset, "no chunk name where one should be");
        }
        chunk->type[i] = (char)letter;
    }
    chunk->type[4] = '\0';
    if (length > left - 12) {
        return chunk_fault(png, chunk, "the file ends");
    }
    chunk->data = at + 8;
    chunk->size = length;
    if (import_crc32(0, at + 4, chunk->size + 4) != get_u32(chunk->data + chunk->size)) {
        return chunk_fault(png, chunk, "wrong checksum");
    }
    *offset += 12 + chunk->size;
    return true;
}

static bool depth_allowed(unsigned colour_type, unsigned depth) {
    switch (colour_type) {
    case GREY:
        return depth == 1 || depth == 2 || depth == 4 || depth == 8 || depth == 16;
    case INDEXED:
        return depth == 1 || depth == 2 || depth == 4 || depth == 8;
    case RGB:
    case GREY_ALPHA:
    case RGB_ALPHA:
        return depth == 8 || depth == 16;
    default:
        return false;
    }
}

static bool read_header(png_reader *png, size_t *offset) {
    png_chunk chunk;

    if (!next_chunk(png, offset, &chunk)) {
        return false;
    }
    if (strcmp(chunk.type, "CgBI") == 0) {
        return import_error_offset(
            png->error, png->name, chunk.offset,
            "this PNG was changed for iPhones (chunk CgBI); take the one that it was made from");
    }
    if (strcmp(chunk.type, "IHDR") != 0 || chunk.size != 13) {
        return fault(png, chunk.offset, "the first chunk is not a header of 13 bytes");
    }
    uint32_t width = get_u32(chunk.data);
    uint32_t height = get_u32(chunk.data + 4);
    if (width < 1 || height < 1 || width > IMPORT_IMAGE_LARGEST_SIDE || height > IMPORT_IMAGE_LARGEST_SIDE ||
        (size_t)width * height > IMPORT_IMAGE_MOST_PIXELS) {
        return import_error_offset(
            png->error, png->name, chunk.offset,
            "a picture of %lu x %lu pixels; each side must be 1 to %d and all at most %zu",
            (unsigned long)width, (unsigned long)height, IMPORT_IMAGE_LARGEST_SIDE, IMPORT_IMAGE_MOST_PIXELS);
    }
    if (!import_limit_picture(png->name, width, height, png->error)) return false;
    png->width = (long)width;
    png->height = (long)height;
    png->depth = chunk.data[8];
    png->colour_type = chunk.data[9];
    if (!depth_allowed(png->colour_type, png->depth)) {
        return import_error_offset(png->error, png->name, chunk.offset,
                                   "colour type %u with %u bits does not exist; export the file again",
                                   png->colour_type, png->depth);
    }
    if (chunk.data[10] != 0 || chunk.data[11] != 0 || chunk.data[12] > 1) {
        return chunk_fault(png, &chunk, "an unknown compression, filter or interlace method");
    }
    png->interlaced = chunk.data[12] == 1;
    return true;
}

static bool read_palette(png_reader *png, const png_chunk *chunk) {
    if (png->palette_count > 0 || png->first_idat != 0) {
        return chunk_fault(png, chunk, "a second or late palette");
    }
    if (png->colour_type == GREY || png->colour_type == GREY_ALPHA) {
        return chunk_fault(png, chunk, "a palette in a grey picture");
    }
    if (chunk->size == 0 || chunk->size % 3 != 0 || chunk->size > 3 * 256) {
        return chunk_fault(png, chunk, "a palette that has not 1 to 256 colours");
    }
    png->palette_count = (int)(chunk->size / 3);
    if (png->colour_type == INDEXED && png->palette_count > 1 << png->depth) {
        return chunk_fault(png, chunk, "more colours than the bit depth can name");
    }
    for (int i = 0; i < png->palette_count; i++) {
        memcpy(png->palette + 4 * i, chunk->data + 3 * i, 3);
        png->palette[4 * i + 3] = 255;
    }
    return true;
}

static bool read_transparency(png_reader *png, const png_chunk *chunk) {
    if (png->first_idat != 0 || png->has_key || png->alpha_count > 0) {
        return chunk_fault(png, chunk, "a second or late transparency");
    }
    if (png->colour_type == INDEXED) {
        if (chunk->size == 0 || chunk->size > (size_t)png->palette_count) {
            return chunk_fault(png, chunk, "more transparency values than colours");
        }
        png->alpha_count = (int)chunk->size;
        for (int i = 0; i < png->alpha_count; i++) {
            png->palette[4 * i + 3] = chunk->data[i];
        }
        return true;
    }
    size_t samples = png->colour_type == GREY ? 1 : 3;
    if (png->colour_type == GREY_ALPHA || png->colour_type == RGB_ALPHA || chunk->size != 2 * samples) {
        return chunk_fault(png, chunk, "transparency that does not fit the colour type");
    }
    png->has_key = true;
    for (size_t i = 0; i < samples; i++) {
        png->key[i] = get_u16(chunk->data + 2 * i) & ((1u << png->depth) - 1);
    }
    return true;
}

static bool read_chunk(png_reader *png, const png_chunk *chunk) {
    if (strcmp(chunk->type, "PLTE") == 0) {
        return read_palette(png, chunk);
    }
    if (strcmp(chunk->type, "tRNS") == 0) {
        return read_transparency(png, chunk);
    }
    if (strcmp(chunk->type, "gAMA") == 0 || strcmp(chunk->type, "iCCP") == 0 ||
        strcmp(chunk->type, "cHRM") == 0) {
        png->profile_ignored = true;
    }
    if ((chunk->type[0] & 0x20) == 0) {
        return chunk_fault(png, chunk, "an essential part that is not known here");
    }
    return true;
}

static bool read_chunks(png_reader *png, size_t offset) {
    bool data_ended = false;
    png_chunk chunk;

    for (;;) {
        if (!next_chunk(png, &offset, &chunk)) {
            return false;
        }
        if (strcmp(chunk.type, "IEND") == 0) {
            break;
        }
        if (strcmp(chunk.type, "IDAT") == 0) {
            if (data_ended) {
                return chunk_fault(png, &chunk, "other chunks between the picture data");
            }
            if (png->first_idat == 0) {
                png->first_idat = chunk.offset;
            }
            memcpy(png->compressed + png->compressed_size, chunk.data, chunk.size);
            png->compressed_size += chunk.size;
            continue;
        }
        data_ended = png->first_idat != 0;
        if (!read_chunk(png, &chunk)) {
            return false;
        }
    }
    if (png->first_idat == 0) {
        return fault(png, offset, "no picture data (chunk IDAT)");
    }
    if (png->colour_type == INDEXED && png->palette_count == 0) {
        return fault(png, offset, "an indexed picture without a palette");
    }
    return true;
}

static unsigned samples_per_pixel(unsigned colour_type) {
    return colour_type == RGB ? 3 : colour_type == GREY_ALPHA ? 2 : colour_type == RGB_ALPHA ? 4 : 1;
}

static unsigned pass_side(long side, unsigned start, unsigned step) {
    return (unsigned)side <= start ? 0 : ((unsigned)side - start + step - 1) / step;
}

static size_t pass_row_bytes(const png_reader *png, unsigned columns) {
    return ((size_t)columns * samples_per_pixel(png->colour_type) * png->depth + 7) / 8;
}

static size_t pass_bytes(const png_reader *png, const png_pass *pass) {
    unsigned columns = pass_side(png->width, pass->x, pass->step_x);
    unsigned rows = pass_side(png->height, pass->y, pass->step_y);

    return columns == 0 ? 0 : rows * (pass_row_bytes(png, columns) + 1);
}

/* Undoes the filter of one row in place; `above` is the row before, already plain, or NULL. */
static bool unfilter_row(unsigned filter, uint8_t *row, const uint8_t *above, size_t bytes,
                         size_t pixel_bytes) {
    if (filter == 0) return true;
    if (filter >= IMPORT_PNG_FILTERS) return false;
    for (size_t i = 0; i < bytes; i++) {
        int left = i >= pixel_bytes ? row[i - pixel_bytes] : 0;
        int up = above != NULL ? above[i] : 0;
        int corner = above != NULL && i >= pixel_bytes ? above[i - pixel_bytes] : 0;
        row[i] = (uint8_t)(row[i] + import_png_guess((int)filter, left, up, corner));
    }
    return true;
}

static unsigned get_sample(const uint8_t *row, size_t index, unsigned depth) {
    if (depth == 16) {
        return get_u16(row + 2 * index);
    }
    if (depth == 8) {
        return row[index];
    }
    size_t bit = index * depth;
    return (unsigned)row[bit / 8] >> (8 - depth - bit % 8) & ((1u << depth) - 1);
}

static void store_pixel(const png_reader *png, const uint8_t *row, size_t column, size_t at,
                        import_image *image) {
    unsigned depth = png->depth;
    unsigned count = samples_per_pixel(png->colour_type);
    unsigned samples[4] = {0};
    uint8_t *rgba = image->rgba + 4 * at;

    for (unsigned i = 0; i < count; i++) {
        samples[i] = get_sample(row, column * count + i, depth);
    }
    if (png->colour_type == INDEXED) {
        image->indices[at] = (uint8_t)samples[0];
        return;
    }
    bool grey = png->colour_type == GREY || png->colour_type == GREY_ALPHA;
    for (unsigned i = 0; i < 3; i++) {
        rgba[i] = import_sample_to_8(samples[grey ? 0 : i], depth);
    }
    rgba[3] = 255;
    if (png->colour_type == GREY_ALPHA || png->colour_type == RGB_ALPHA) {
        rgba[3] = import_sample_to_8(samples[count - 1], depth);
    } else if (png->has_key && samples[0] == png->key[0] &&
               (grey || (samples[1] == png->key[1] && samples[2] == png->key[2]))) {
        rgba[3] = 0;
    }
}

static bool store_pass(const png_reader *png, const png_pass *pass, uint8_t *raw, import_image *image) {
    unsigned columns = pass_side(png->width, pass->x, pass->step_x);
    unsigned rows = pass_side(png->height, pass->y, pass->step_y);
    size_t bytes = pass_row_bytes(png, columns);
    size_t pixel_bytes = samples_per_pixel(png->colour_type) * png->depth / 8;
    uint8_t *above = NULL;

    for (unsigned y = 0; y < rows && columns > 0; y++) {
        uint8_t *row = raw + (size_t)y * (bytes + 1);
        if (!unfilter_row(row[0], row + 1, above, bytes, pixel_bytes > 0 ? pixel_bytes : 1)) {
            return import_error_offset(
                png->error, png->name, png->first_idat,
                "row %u has the unknown filter %d; the file is damaged, export it again", y, row[0]);
        }
        above = row + 1;
        size_t at = ((size_t)pass->y + (size_t)y * pass->step_y) * (size_t)png->width + pass->x;
        for (unsigned x = 0; x < columns; x++) {
            store_pixel(png, above, x, at + (size_t)x * pass->step_x, image);
        }
    }
    return true;
}

static bool store_picture(const png_reader *png, uint8_t *raw, import_image *image) {
    if (!png->interlaced) {
        return store_pass(png, &whole, raw, image);
    }
    for (int i = 0; i < 7; i++) {
        if (!store_pass(png, &adam7[i], raw, image)) {
            return false;
        }
        raw += pass_bytes(png, &adam7[i]);
    }
    return true;
}

static bool unpack(const png_reader *png, import_image *image) {
    size_t raw_size = pass_bytes(png, &whole);

    if (png->interlaced) {
        raw_size = 0;
        for (int i = 0; i < 7; i++) {
            raw_size += pass_bytes(png, &adam7[i]);
        }
    }
    if (png->compressed_size < raw_size / LARGEST_RATIO) {
        return fault(png, png->first_idat, "too few compressed bytes for a picture of this size");
    }
    uint8_t *raw = malloc(raw_size);
    if (raw == NULL) {
        return import_error_memory(png->error, png->name);
    }
    import_inflate_result result = import_inflate_zlib(png->compressed, png->compressed_size, raw, raw_size);
    bool ok = true;
    if (result.status != IMPORT_INFLATE_OK) {
        ok = fault(png, png->first_idat, import_inflate_reason(result.status));
    } else if (result.written != raw_size) {
        ok = fault(png, png->first_idat, "the compressed data hold fewer rows than the picture has");
    } else {
        ok = import_image_allocate(png->name, png->width, png->height, png->colour_type == INDEXED, image,
                                   png->error) &&
             store_picture(png, raw, image);
    }
    free(raw);
    if (ok && png->colour_type == INDEXED) {
        memcpy(image->palette, png->palette, sizeof png->palette);
        image->palette_count = png->palette_count;
        ok = import_image_expand(png->name, image, png->error);
    }
    return ok;
}

bool import_png_decode(const char *name, const uint8_t *data, size_t size, import_image *image,
                       tool_error *error) {
    static const uint8_t signature[8] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1A, '\n'};
    png_reader png;
    size_t offset = 8;

    memset(image, 0, sizeof *image);
    memset(&png, 0, sizeof png);
    png.name = name;
    png.data = data;
    png.size = size;
    png.error = error;
    if (size < 8 || memcmp(data, signature, 8) != 0) {
        return import_error_offset(error, name, 0,
                                   "not a PNG file, or changed by a text-mode copy; copy it again");
    }
    png.compressed = malloc(size);
    if (png.compressed == NULL) {
        return import_error_memory(error, name);
    }
    bool ok = read_header(&png, &offset) && read_chunks(&png, offset) && unpack(&png, image);
    free(png.compressed);
    if (!ok) {
        import_image_free(image);
        return false;
    }
    image->profile_ignored = png.profile_ignored;
    import_image_find_alpha(image);
    return true;
}
