/* Pictures that stay packed in the image: block textures and pyramids. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rom/blocks.h"
#include "tools/convert/converters.h"
#include "tools/encode/block_encode.h"
#include "tools/encode/haar_encode.h"
#include "tools/import/base/angle.h"
#include "tools/import/image/quantize.h"

const cart_option_row convert_blocks_options[] = {{"keyed", "on|off", "pixels may be transparent (on)"},
                                                  {.key = NULL}};
const cart_option_row convert_haar_options[] = {
    {"quality", "DB", "as good as this; without it and bytes= and drop= it is exact"},
    {"bytes", "N", "as good as fits"},
    {"drop", "N", "details that change less are left out: a sum of squares"},
    {"levels", "N", "how often it is halved, 0 to 10"},
    {"space", "grey|rgb|luma|half", "what colours are stored as; half: colour at half the size"},
    {.key = NULL}};

static bool read_picture(const pack_source *s, import_image *image) {
    if (!convert_picture(s, image)) return false;
    if (image->width <= 1024 && image->height <= 1024) return true;
    import_error_file(s->error, s->path, "the picture is %dx%d; at most 1024x1024 is possible, scale it down",
                      image->width, image->height);
    import_image_free(image);
    return false;
}

/* ---- blocks ---- */

/* Notes when a palette of 2, 4 or 16 colours takes no more bytes than the blocks and is as exact. */
static bool compare_palettes(const pack_source *s, const import_image *image, size_t bytes, double psnr) {
    uint8_t *indices = malloc((size_t)image->width * (size_t)image->height + 1);
    if (indices == NULL) return import_error_memory(s->error, s->path);
    bool ok = true;
    for (uint32_t bits = 1; ok && bits <= 4; bits *= 2) {
        const import_palette_options options = {.colours = 1 << bits,
                                                .reserve_key = image->has_alpha && bits > 1};
        import_palette palette;
        size_t size =
            ((size_t)image->width * bits + 7) / 8 * (size_t)image->height + 2u * ((size_t)1 << bits);
        ok = import_palette_build(&image, 1, &options, &palette, s->error) &&
             import_palette_apply(&palette, image, IMPORT_DITHER_NONE, 128, indices, s->error);
        uint64_t error = ok ? import_palette_error(&palette, image, indices, 128) : 0;
        double other = error == 0 ? 99 : import_decibels(255.0 * 255.0 * 256 / (double)error);
        if (!ok || size > bytes || other < psnr || (image->has_alpha && bits == 1)) continue;
        pack_companion_note(
            s,
            "block-texture %s: a palette of %d colours takes %u bytes at %.1f dB; it is smaller and no worse",
            s->asset->name, 1 << bits, (unsigned)size, other);
        break;
    }
    free(indices);
    return ok;
}

bool convert_blocks(const pack_source *s, writer *out) {
    import_image image;
    block_report report;
    bool keyed = true;
    if (!convert_option_switch(s, "keyed", &keyed) || !read_picture(s, &image)) return false;
    size_t count = (size_t)image.width * (size_t)image.height, before = out->size;
    uint32_t *pixels = malloc(count * sizeof *pixels);
    bool ok = pixels != NULL || import_error_memory(s->error, s->path);
    for (size_t i = 0; ok && i < count; i++) {
        const uint8_t *p = image.rgba + 4 * i;
        pixels[i] = keyed && p[3] < 128 ? ROM_BLOCK_CLEAR : (uint32_t)p[0] << 16 | (uint32_t)p[1] << 8 | p[2];
    }
    ok = ok && (block_encode_picture(pixels, (uint32_t)image.width, (uint32_t)image.height, out, &report) ||
                import_error_memory(s->error, s->path));
    if (ok)
        pack_companion_note(
            s,
            "block-texture %s: %u bytes, PSNR %.1f dB, worst block at (%u, %u) with a weighted error of %llu",
            s->asset->name, (unsigned)(out->size - before), report.psnr, (unsigned)report.worst_x,
            (unsigned)report.worst_y, (unsigned long long)report.worst);
    ok = ok && compare_palettes(s, &image, out->size - before, report.psnr);
    free(pixels);
    import_image_free(&image);
    return ok;
}

/* ---- pyramids ---- */

bool convert_haar(const pack_source *s, writer *out) {
    static const char *const spaces[] = {"grey", "rgb", "luma", "half", NULL};
    import_image image;
    haar_report report;
    haar_options options = {.levels = 10, .depth = 8};
    uint32_t levels = 10, bytes = 0, drop = 0;
    int space = HAAR_SUITED;
    if (!convert_option_number(s, "quality", 10, 98, &options.psnr) ||
        !convert_option_whole(s, "bytes", 1, 1u << 24, &bytes) ||
        !convert_option_whole(s, "drop", 0, 1u << 30, &drop) ||
        !convert_option_whole(s, "levels", 0, 10, &levels) ||
        !convert_option_choice(s, "space", spaces, &space) || !read_picture(s, &image))
        return false;
    char told[HAAR_TOLD];
    options.levels = levels;
    options.target = bytes;
    options.drop = drop;
    bool ok = haar_encode_image(&image, (haar_colours)space, &options, out, &report, told) ||
              import_error_memory(s->error, s->path);
    if (ok && bytes > 0 && report.stream > bytes)
        ok = convert_option_wrong(s, "bytes",
                                  "%u bytes are the least for this picture; ask for more or take more levels",
                                  (unsigned)report.stream);
    if (ok) pack_companion_note(s, "haar %s: %s", s->asset->name, told);
    import_image_free(&image);
    return ok;
}
