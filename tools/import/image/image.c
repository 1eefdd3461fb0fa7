/* Picks the decoder by content, and owns the memory of pictures. */
#include "tools/import/image/image.h"

#include "tools/import/base/file.h"
#include "tools/import/base/limit.h"
#include "tools/import/image/dds.h"
#include "tools/import/image/gif.h"
#include "tools/import/image/jpeg.h"
#include "tools/import/image/pnm.h"
#include "tools/import/image/qoi.h"
#include "tools/import/image/tiff.h"
#include "tools/import/image/xpm.h"
#include "tools/import/program/program.h"

#include <stdlib.h>
#include <string.h>

void import_image_free(import_image *image) {
    free(image->rgba);
    free(image->indices);
    free(image->palette);
    memset(image, 0, sizeof *image);
}

bool import_image_allocate(const char *name, long width, long height, bool indexed, import_image *image,
                           tool_error *error) {
    memset(image, 0, sizeof *image);
    if (width < 1 || height < 1 || width > IMPORT_IMAGE_LARGEST_SIDE || height > IMPORT_IMAGE_LARGEST_SIDE) {
        return import_error_file(error, name,
                                 "the picture is %ld x %ld pixels, but each side must be 1 to %d; scale it",
                                 width, height, IMPORT_IMAGE_LARGEST_SIDE);
    }
    size_t pixels = (size_t)width * (size_t)height;
    if (pixels > IMPORT_IMAGE_MOST_PIXELS) {
        return import_error_file(error, name,
                                 "the picture is %ld x %ld pixels, more than %zu in all; scale it", width,
                                 height, IMPORT_IMAGE_MOST_PIXELS);
    }
    if (!import_limit_picture(name, (uint64_t)width, (uint64_t)height, error)) return false;
    image->width = (int)width;
    image->height = (int)height;
    image->rgba = calloc(pixels, 4);
    if (indexed) {
        image->indices = calloc(pixels, 1);
        image->palette = calloc(256, 4);
    }
    if (image->rgba == NULL || (indexed && (image->indices == NULL || image->palette == NULL))) {
        import_image_free(image);
        return import_error_memory(error, name);
    }
    return true;
}

bool import_image_expand(const char *name, import_image *image, tool_error *error) {
    size_t pixels = (size_t)image->width * (size_t)image->height;

    for (size_t i = 0; i < pixels; i++) {
        if (image->indices[i] >= image->palette_count) {
            return import_error_file(
                error, name,
                "pixel %zu,%zu has colour index %d, but the palette has %d colours; save it again",
                i % (size_t)image->width, i / (size_t)image->width, image->indices[i], image->palette_count);
        }
        memcpy(image->rgba + 4 * i, image->palette + 4 * (size_t)image->indices[i], 4);
    }
    return true;
}

void import_image_find_alpha(import_image *image) {
    size_t pixels = (size_t)image->width * (size_t)image->height;

    image->has_alpha = false;
    for (size_t i = 0; i < pixels && !image->has_alpha; i++) {
        image->has_alpha = image->rgba[4 * i + 3] != 255;
    }
}

/* The cells of a picture, of `bytes` bytes each, turned upright; NULL when memory is short. */
static uint8_t *turned_cells(const import_image *image, const uint8_t *from, size_t bytes, uint32_t turned) {
    size_t width = (size_t)image->width, height = (size_t)image->height, wide = turned >= 5 ? height : width;
    bool right_to_left =
             turned == 2 || turned == 3 || turned == 7 || turned == 8, /* as rows of the file run */
        bottom_to_top = turned == 3 || turned == 4 || turned == 6 || turned == 7;
    uint8_t *cells = malloc(width * height * bytes);
    for (size_t y = 0; cells != NULL && y < height; y++) {
        for (size_t x = 0; x < width; x++) {
            size_t along = right_to_left ? width - 1 - x : x, down = bottom_to_top ? height - 1 - y : y;
            size_t to = turned >= 5 ? along * wide + down : down * wide + along;
            memcpy(cells + to * bytes, from + (y * width + x) * bytes, bytes);
        }
    }
    return cells;
}

bool import_image_turn(const char *name, import_image *image, uint32_t turned, tool_error *error) {
    if (turned < 2 || turned > 8) return true;
    uint8_t *rgba = turned_cells(image, image->rgba, 4, turned),
            *indices = image->indices != NULL ? turned_cells(image, image->indices, 1, turned) : NULL;
    if (rgba == NULL || (image->indices != NULL && indices == NULL)) {
        free(rgba);
        free(indices);
        return import_error_memory(error, name);
    }
    free(image->rgba);
    free(image->indices);
    image->rgba = rgba;
    image->indices = indices;
    if (turned >= 5) {
        int width = image->width;
        image->width = image->height;
        image->height = width;
    }
    return true;
}

uint8_t import_sample_to_8(unsigned value, unsigned bits) {
    if (bits > 8) {
        unsigned most = (1u << bits) - 1;
        return (uint8_t)((value * 255 + most / 2) / most);
    }
    unsigned wide = value << (8 - bits);
    unsigned sample = wide;
    for (unsigned shift = bits; shift < 8; shift += bits) {
        sample |= wide >> shift;
    }
    return (uint8_t)sample;
}

/* TGA has no signature: all fields that can be judged must make sense. */
static bool looks_like_tga(const uint8_t *data, size_t size) {
    if (size < 18 || data[1] > 1 || (data[17] & 0xC0) != 0) {
        return false;
    }
    unsigned type = data[2] & 7u;
    unsigned depth = data[16];
    bool known_type = (data[2] & ~11u) == 0 && type >= 1 && type <= 3;
    bool known_depth = depth == 8 || depth == 15 || depth == 16 || depth == 24 || depth == 32;
    return known_type && known_depth && (data[1] == 1 || type != 1);
}

/* ---- the formats ---- */

static bool is_png(const uint8_t *data, size_t size) { return size >= 4 && memcmp(data, "\x89PNG", 4) == 0; }
static bool is_bmp(const uint8_t *data, size_t size) { return size >= 2 && memcmp(data, "BM", 2) == 0; }
static bool is_gif(const uint8_t *data, size_t size) { return size >= 4 && memcmp(data, "GIF8", 4) == 0; }
static bool is_dds(const uint8_t *data, size_t size) { return size >= 4 && memcmp(data, "DDS ", 4) == 0; }
static bool is_jpeg(const uint8_t *data, size_t size) {
    return size >= 3 && memcmp(data, "\xFF\xD8\xFF", 3) == 0;
}
static bool is_tiff(const uint8_t *data, size_t size) {
    return size >= 4 && (memcmp(data, "II*\0", 4) == 0 || memcmp(data, "MM\0*", 4) == 0);
}
static bool is_xpm(const uint8_t *data, size_t size) { return import_xpm_is(data, size); }

/* Every format that is read, told apart in this order. */
static const struct {
    const char *name;
    bool (*is)(const uint8_t *data, size_t size);
    bool (*decode)(const char *name, const uint8_t *data, size_t size, import_image *image,
                   tool_error *error);
} formats[] = {
    {"PNG", is_png, import_png_decode},
    {"GIF", is_gif, import_gif_decode},
    {"JPEG", is_jpeg, import_jpeg_decode},
    {"TIFF", is_tiff, import_tiff_decode},
    {"DDS", is_dds, import_dds_decode},
    {"BMP", is_bmp, import_bmp_decode},
    {"XPM", is_xpm, import_xpm_decode},
    {"QOI", import_qoi_is, import_qoi_decode},
    {"PBM, PGM, PPM", import_pnm_is, import_pnm_decode},
    {"TGA", looks_like_tga, import_tga_decode}, /* the last, since it can only be guessed */
};

enum { FORMATS = sizeof formats / sizeof formats[0] };

const char *import_image_format(size_t index) { return index < FORMATS ? formats[index].name : NULL; }

/* The name of a picture format that is recognised but not read, or NULL. */
static const char *other_format(const uint8_t *data, size_t size) {
    static const struct {
        const char *name;
        const char *signature;
        size_t length;
    } known[] = {
        {"a WebP or other RIFF file", "RIFF", 4},
        {"a Photoshop file", "8BPS", 4},
        {"an SVG or XML file", "<", 1},
        {"an XCF file", "gimp xcf", 8},
        {"a PAM file", "P7\n", 3},
    };

    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        if (size >= known[i].length && memcmp(data, known[i].signature, known[i].length) == 0) {
            return known[i].name;
        }
    }
    return NULL;
}

static bool decode(const char *name, const uint8_t *bytes, size_t size, import_image *image,
                   tool_error *error) {
    char list[IMPORT_FORMAT_LIST];
    if (size == 0) {
        return import_error_offset(error, name, 0, "the file is empty; save the picture again");
    }
    const char *other = other_format(bytes, size);
    for (size_t i = 0; other == NULL && i < FORMATS; i++) {
        if (formats[i].is(bytes, size)) return formats[i].decode(name, bytes, size, image, error);
    }
    import_format_list(import_image_format, list);
    if (other != NULL) return import_error_offset(error, name, 0, "this is %s; save it as %s", other, list);
    return import_error_offset(error, name, 0, "not a picture that can be read; save it as %s", list);
}

bool import_image_from_memory(const char *name, const void *data, size_t size, import_image *image,
                              tool_error *error) {
    memset(image, 0, sizeof *image);
    if (!decode(name, data, size, image, error)) return false;
    import_light_pixels(image->rgba, (size_t)image->width * (size_t)image->height);
    if (image->palette != NULL) import_light_pixels(image->palette, (size_t)image->palette_count);
    return true;
}

bool import_image_load(const char *path, import_image *image, tool_error *error) {
    uint8_t *data = NULL;
    size_t size = 0;

    memset(image, 0, sizeof *image);
    if (!import_file_read(path, &data, &size, error) ||
        !import_program_convert(path, IMPORT_PROGRAM_PNG, &data, &size, error)) {
        return false;
    }
    bool ok = import_image_from_memory(path, data, size, image, error);
    free(data);
    return ok;
}
