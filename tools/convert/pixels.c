/* Makes pictures in any pixel format ready for drawing: padded, with mipmaps, with palettes of their
 * own. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rom/rom.h"
#include "tools/cart/limits.h"
#include "tools/convert/converters.h"
#include "tools/encode/palette.h"
#include "tools/import/base/limit.h"
#include "tools/import/image/mipmap.h"
#include "tools/import/image/pixels.h"
#include "tools/record_writer.h"

const cart_option_row convert_pixels_options[] = {
    {"format", "index1|index2|index4|pal8|rgb565|bgr555|rgba5551|rgb888|xrgb8888|argb8888|rgba8888|grey4",
     "what a pixel is (pal8)"},
    {"colours", "2..256", "of its palette"},
    {"dither", "none|ordered|diffusion", "a pattern in the place of colours that it has not"},
    {"levels", "on|off", "all smaller sizes too"},
    {"filter", "box|gamma|sharper", "how smaller sizes are made"},
    {"edge", "repeat|clamp", "what lies beyond its edges for these"},
    {"pad", "off|on|square", "sides become powers of two"},
    {"bleed", "0..64", "pixels that colours go on into what is transparent"},
    {"kind", "colour|normal|data", "what its values mean"},
    {"banks", "N", "palettes that tiles choose from"},
    {"tile", "WxH", "of banks (8x8)"},
    {"flip", "on|off", "upside down"},
    {"palette", "FILE", "its colours are brought to these"},
    {.key = NULL}};

typedef struct pixel_job {
    const pack_source *source;
    import_image image;
    import_mipmap mipmap;
    import_mipmap_options mipmaps;
    import_palette palette;
    import_banks banks;
    rom_pixels_record r;
    uint32_t colours, bleed, most_banks, tile_width, tile_height;
    int format, dither, pad;
    bool levels, flip, linear;
} pixel_job;

static bool read_options(pixel_job *job) {
    static const char *const formats[] = {"index1",   "index2",   "index4", "pal8",     "rgb565",
                                          "bgr555",   "rgba5551", "rgb888", "xrgb8888", "argb8888",
                                          "rgba8888", "grey4",    NULL};
    static const char *const
        dithers[] = {"none", "ordered", "diffusion", NULL},
        *const filters[] = {"box", "gamma", "sharper", NULL}, *const edges[] = {"repeat", "clamp", NULL},
        *const pads[] = {"off", "on", "square", NULL}, *const kinds[] = {"colour", "normal", "data", NULL};
    const pack_source *s = job->source;
    int filter = 0, edge = 0, kind = 0;
    bool given;
    job->format = IMPORT_PIXELS_PAL8;
    job->tile_width = job->tile_height = 8;
    if (!convert_option_choice(s, "format", formats, &job->format) ||
        !convert_option_whole(s, "colours", 2, 256, &job->colours) ||
        !convert_option_choice(s, "dither", dithers, &job->dither) ||
        !convert_option_switch(s, "levels", &job->levels) ||
        !convert_option_choice(s, "filter", filters, &filter) ||
        !convert_option_choice(s, "edge", edges, &edge) ||
        !convert_option_choice(s, "pad", pads, &job->pad) ||
        !convert_option_whole(s, "bleed", 0, 64, &job->bleed) ||
        !convert_option_choice(s, "kind", kinds, &kind) ||
        !convert_option_whole(s, "banks", 1, IMPORT_BANKS, &job->most_banks) ||
        !convert_option_pair(s, (convert_pair){"tile", 'x', 1024}, &job->tile_width, &job->tile_height,
                             &given) ||
        !convert_option_switch(s, "flip", &job->flip))
        return false;
    if (job->linear && filter == IMPORT_FILTER_GAMMA)
        filter = IMPORT_FILTER_BOX; /* pixels are amounts of light already */
    if (job->linear && job->dither != 0 &&
        (job->format == IMPORT_PIXELS_RGB565 || job->format == IMPORT_PIXELS_BGR555 ||
         job->format == IMPORT_PIXELS_RGBA5551 || job->format == IMPORT_PIXELS_GREY4))
        return convert_option_wrong(
            s, "dither",
            "with linear-light it would come before the ramp of the output; take one of them out, or "
            "choose a format of 8 bits a channel");
    job->mipmaps =
        (import_mipmap_options){(import_texture_kind)kind, (import_filter)filter, (import_edge)edge};
    if (job->most_banks > 0 && (job->format != IMPORT_PIXELS_INDEX_4 || job->levels))
        return convert_option_wrong(s, "banks", "several palettes want format=index4 and no levels");
    uint32_t room = job->format <= IMPORT_PIXELS_INDEX_4 ? 1u << (1u << job->format) : 256;
    if (job->colours == 0 || job->colours > room) job->colours = room;
    job->r.format = (uint8_t)job->format;
    job->r.kind = (uint8_t)kind;
    return true;
}

/* Flips a picture, lowest row first, for sources whose (0, 0) is at the lower left. */
static void turn_over(import_image *image) {
    size_t row = (size_t)image->width * 4;
    for (int y = 0; y < image->height / 2; y++) {
        uint8_t *a = image->rgba + (size_t)y * row, *b = image->rgba + (size_t)(image->height - 1 - y) * row;
        for (size_t i = 0; i < row; i++) {
            uint8_t swap = a[i];
            a[i] = b[i];
            b[i] = swap;
        }
    }
}

static bool prepare_pixels(pixel_job *job) {
    const pack_source *s = job->source;
    import_image padded;
    uint64_t wasted;
    if (job->image.width > 4096 || job->image.height > 4096)
        return import_error_file(s->error, s->path,
                                 "the picture is %dx%d; at most 4096x4096 is possible, scale it down",
                                 job->image.width, job->image.height);
    if (job->flip) turn_over(&job->image);
    if (job->bleed > 0 && !import_bleed_colours(s->path, &job->image, job->bleed, s->error)) return false;
    if (job->pad != 0) {
        if (!import_pad_power_of_two(s->path, &job->image, job->pad == 2, 4096, job->mipmaps.edge, &padded,
                                     &wasted, s->error))
            return false;
        if (wasted > 0)
            pack_companion_note(s, "pixels %s: %dx%d pixels padded to %dx%d, %llu of them show nothing",
                                s->asset->name, job->image.width, job->image.height, padded.width,
                                padded.height, (unsigned long long)wasted);
        import_image_free(&job->image);
        job->image = padded;
    }
    if (job->levels) {
        const struct machine_limits *machine = s->c == NULL ? NULL : s->c->machine;
        if (!import_mipmap_build(s->path, &job->image, &job->mipmaps, &job->mipmap, s->error)) return false;
        while (machine != NULL && job->mipmap.count > 1 && job->mipmap.count > machine->texture_levels)
            import_image_free(&job->mipmap.levels[--job->mipmap.count]);
        return true;
    }
    job->mipmap.levels[0] = job->image;
    job->mipmap.count = 1;
    memset(&job->image, 0, sizeof job->image);
    return true;
}

static bool choose_palette(pixel_job *job) {
    const import_image *list[IMPORT_MIPMAP_LEVELS];
    const import_palette_options options = {.colours = (int)job->colours,
                                            .reserve_key =
                                                job->mipmap.levels[0].has_alpha && job->colours > 2,
                                            .keep_black_and_white = job->colours > 4};
    if (job->palette.count > 0) return true; /* the picture has its own palette */
    for (uint32_t i = 0; i < job->mipmap.count; i++) list[i] = &job->mipmap.levels[i];
    return job->format > IMPORT_PIXELS_PAL8 ||
           import_palette_build(list, (int)job->mipmap.count, &options, &job->palette, job->source->error);
}

static void put_colours(const import_palette *palette, uint32_t count, writer *out) {
    for (uint32_t i = 0; i < count; i++) {
        const uint8_t *rgb = palette->rgb[i];
        writer_u32(out, (uint32_t)rgb[0] << 16 | (uint32_t)rgb[1] << 8 | rgb[2]);
    }
}

/* Writes a picture whose tiles have palettes of their own: indices into the tiles' banks. */
static bool put_banks(pixel_job *job, writer *data, double *psnr) {
    const import_image *image = &job->mipmap.levels[0];
    if (!import_banks_build(job->source->path, image, job->tile_width, job->tile_height, job->most_banks,
                            &job->banks, job->source->error))
        return false;
    size_t width = (size_t)image->width, pitch = (width + 1) / 2, start = data->size;
    writer_zeros(data, pitch * (size_t)image->height);
    for (size_t i = 0; !data->failed && i < width * (size_t)image->height; i++) {
        uint8_t *at = data->data + start + i / width * pitch + i % width / 2;
        *at = (uint8_t)(*at | job->banks.indices[i] << (i % width % 2 * 4));
    }
    *psnr = job->banks.psnr;
    return !data->failed || import_error_memory(job->source->error, job->source->path);
}

static bool put_levels(pixel_job *job, writer *levels, writer *data, double *psnr) {
    const import_pixel_options options = {.palette = &job->palette, .dither = (import_dither)job->dither};
    for (uint32_t i = 0; i < job->mipmap.count; i++) {
        const import_image *image = &job->mipmap.levels[i];
        double own = 99;
        rom_pixel_level_record row = {(uint16_t)image->width, (uint16_t)image->height,
                                      (uint32_t)writer_align(data, 4), 0};
        bool ok = job->most_banks > 0
                      ? put_banks(job, data, &own)
                      : import_pixels_write(job->source->path, image, (import_pixel_format)job->format,
                                            &options, data, &own, job->source->error);
        if (!ok) return false;
        row.bytes = (uint32_t)data->size - row.first;
        record_add_pixel_level(levels, &row);
        if (i == 0) *psnr = own;
    }
    return true;
}

static void put_palettes(pixel_job *job, writer *out) {
    rom_pixels_record *r = &job->r;
    if (job->most_banks == 0 && job->format > IMPORT_PIXELS_PAL8) return;
    r->colours_at = (uint32_t)out->size;
    if (job->most_banks == 0) {
        r->colour_count = (uint32_t)job->palette.count;
        r->flags |= job->palette.has_key ? ROM_PIXELS_KEYED : 0;
        put_colours(&job->palette, r->colour_count, out);
        return;
    }
    r->colour_count = job->banks.count * IMPORT_BANK_COLOURS;
    for (uint32_t i = 0; i < job->banks.count; i++) {
        put_colours(&job->banks.palettes[i], IMPORT_BANK_COLOURS, out);
        if (job->banks.palettes[i].has_key) r->flags |= ROM_PIXELS_KEYED;
    }
    r->tile_width = (uint16_t)job->tile_width;
    r->tile_height = (uint16_t)job->tile_height;
    r->tile_count = job->banks.tile_count;
    r->banks_at = (uint32_t)out->size;
    writer_bytes(out, job->banks.bank, job->banks.tile_count);
    writer_align(out, 4);
}

/* palette=FILE: the colours of the picture, and of the chunk where it has indices. */
static bool take_palette(pixel_job *job) {
    const pack_source *s = job->source;
    const char *file = pack_option(s->asset, "palette");
    if (file == NULL) return true;
    if (job->most_banks > 0)
        return convert_option_wrong(s, "palette",
                                    "several palettes (banks) are made from the picture; take one out");
    if (!palette_recolour(s->c->path, file, &job->image, &job->palette, s->error)) return false;
    if (job->format > IMPORT_PIXELS_PAL8 || job->palette.count <= (int)job->colours) return true;
    return convert_option_wrong(s, "palette", "%.100s has %d colours, there is room for %u", file,
                                job->palette.count, (unsigned)job->colours);
}

static bool put_pixels_chunk(pixel_job *job, writer *out) {
    const pack_source *s = job->source;
    writer levels = {0}, data = {0};
    double psnr = 99;
    if (!read_options(job) || !take_palette(job) || !prepare_pixels(job) || !choose_palette(job))
        return false;
    bool ok = put_levels(job, &levels, &data, &psnr);
    if (ok) {
        rom_pixels_record *r = &job->r;
        r->width = (uint16_t)job->mipmap.levels[0].width;
        r->height = (uint16_t)job->mipmap.levels[0].height;
        r->flags = job->mipmaps.edge == IMPORT_EDGE_REPEAT ? ROM_PIXELS_REPEATS : 0;
        r->level_count = job->mipmap.count;
        r->levels_at = (uint32_t)out->size;
        writer_bytes(out, levels.data, levels.size);
        r->pixel_bytes = (uint32_t)writer_align(&data, 4);
        r->pixels_at = (uint32_t)out->size;
        writer_bytes(out, data.data, data.size);
        put_palettes(job, out);
        record_put_pixels(out, 0, r);
        pack_companion_note(s, "pixels %s: %ux%u in %u sizes, %u bytes, PSNR %.1f dB", s->asset->name,
                            r->width, r->height, (unsigned)r->level_count, (unsigned)r->pixel_bytes, psnr);
    }
    out->failed = out->failed || levels.failed || data.failed;
    writer_free(&levels);
    writer_free(&data);
    return ok;
}

bool convert_picture(const pack_source *s, import_image *picture) {
    if (!import_image_from_memory(s->path, s->data, s->size, picture, s->error)) return false;
    if (picture->note != NULL) pack_companion_note(s, "%s: %s", s->path, picture->note);
    return true;
}

bool convert_pixels(const pack_source *s, writer *out) {
    pixel_job *job = calloc(1, sizeof *job);
    if (job == NULL) return import_error_memory(s->error, s->path);
    job->source = s;
    const char *kind = pack_option(s->asset, "kind");
    import_limits before = import_limit((import_limits){.machine = NULL}), own = before;
    own.linear = before.linear &&
                 (kind == NULL || strcmp(kind, "colour") == 0); /* directions and masks are no light */
    (void)import_limit(own);
    job->linear = own.linear;
    bool ok = convert_picture(s, &job->image) && put_pixels_chunk(job, out);
    (void)import_limit(before);
    import_image_free(&job->image);
    import_mipmap_free(&job->mipmap);
    import_banks_free(&job->banks);
    free(job);
    return ok;
}
