/* The steps of packing for pictures: the palette of all pictures, and a texture for each. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "platform/platform.h"
#include "rom/material.h"
#include "rom/rom.h"
#include "rom/types.h"
#include "tools/encode/haar_encode.h"
#include "tools/encode/palette.h"
#include "tools/encode/texture.h"
#include "tools/import/base/file.h"
#include "tools/pack/pack_job.h"
#include "tools/record_writer.h"

/* ---- pictures that other steps brought ---- */

void pack_picture_size(const writer *blob, uint32_t *width, uint32_t *height) {
    *width = rom_u32(blob->data);
    *height = rom_u32(blob->data + 4);
}

static bool take_picture(const writer *blob, import_image *picture, tool_error *error) {
    uint32_t width, height;
    if (blob->size < 8) return import_error_memory(error, "picture");
    pack_picture_size(blob, &width, &height);
    if (blob->size - 8 != (size_t)width * height * 4 ||
        !import_image_allocate("picture", (long)width, (long)height, false, picture, error))
        return import_error_memory(error, "picture");
    memcpy(picture->rgba, blob->data + 8, blob->size - 8);
    import_image_find_alpha(picture);
    return true;
}

/* ---- the palette ---- */

static bool load_picture(const pack_texture *t, import_image *picture, tool_error *error) {
    if (t->path != NULL) return import_image_load(t->path, picture, error);
    if (t->blob != NULL) return take_picture(t->blob, picture, error);
    const import_image *own = t->source.picture;
    if (!import_image_allocate("picture", own->width, own->height, false, picture, error)) return false;
    memcpy(picture->rgba, own->rgba, (size_t)own->width * (size_t)own->height * 4);
    picture->has_alpha = own->has_alpha;
    picture->note = own->note;
    return true;
}

static bool load_pixels(const pack_job *job, const pack_texture *t, import_image *picture,
                        tool_error *error) {
    import_limits before = import_limit(pack_limits(job->c));
    bool ok = load_picture(t, picture, error) &&
              (t->source.palette[0] == 0 ||
               palette_recolour(job->c->path, t->source.palette, picture, NULL, error));
    (void)import_limit(before);
    return ok;
}

enum { SIDE = 1024 }; /* longest side of a texture */

/* A texture of a mesh gets sides that are powers of two; larger pictures than can be drawn are scaled down. *picture is taken over. */
static bool fit_pixels(const pack_job *job, const pack_texture *t, import_image *picture, step_result *r,
                       tool_error *error) {
    int width = picture->width, height = picture->height;
    int new_width = texture_nearest_power(width), new_height = texture_nearest_power(height);
    limit_refusal refusal;
    char text[200];
    if (r != NULL && picture->has_alpha && !t->source.keyed && !t->brought)
        step_say(r, PACK_NOTE_LINE,
                 "texture `%s` has transparent pixels, which are shown; write `keyed` to leave them out",
                 t->source.name);
    if (r != NULL && picture->note != NULL)
        step_say(r, PACK_NOTE_LINE, "texture `%s`: %s", t->source.name, picture->note);
    texture_settle_alpha(picture, t->source.keyed);
    if (job->trial) return true;
    const int longer = width > height ? width : height;
    if (!t->mapped && longer <= SIDE) {
        if (job->options->limits == NULL ||
            limits_check_texture(job->options->limits, t->source.name, (uint32_t)width, (uint32_t)height,
                                 &refusal) == OX_OK)
            return true;
        limit_refusal_text(&refusal, text, sizeof text);
        return pack_wrong_in(job, error, t->source.line, "%s", text);
    }
    if (!t->mapped) { /* the picture keeps its proportions */
        new_width = width * SIDE / longer > 0 ? width * SIDE / longer : 1;
        new_height = height * SIDE / longer > 0 ? height * SIDE / longer : 1;
    }
    if (width == new_width && height == new_height) return true;
    if (r != NULL)
        step_say(r, PACK_NOTE_LINE, "texture `%s` is %dx%d; resampled to %dx%d, since %s", t->source.name,
                 width, height, new_width, new_height,
                 longer > SIDE ? "1024 is the longest side" : "mapped textures are powers of two");
    import_image scaled;
    if (!texture_resample(picture, new_width, new_height, &scaled, error)) return false;
    import_image_free(picture);
    *picture = scaled;
    return true;
}

/* Sums of colours, one for each thread. Which sum a picture goes into does not matter. */
typedef struct palette_work {
    const pack_job *job;
    pthread_mutex_t lock;
    import_palette_sums *free_sums[64];
    int free_count;
    tool_error error;
    uint32_t failed; /* number + 1 of the first picture that failed */
} palette_work;

static void sum_picture(void *argument, uint32_t i) {
    palette_work *w = argument;
    const pack_texture *t = &w->job->textures[i];
    import_palette_sums *sums = NULL;
    import_image picture;
    tool_error error;
    if (!t->present) return;
    pthread_mutex_lock(&w->lock);
    if (w->free_count > 0) sums = w->free_sums[--w->free_count];
    pthread_mutex_unlock(&w->lock);
    memset(&picture, 0, sizeof picture);
    bool ok = sums != NULL || (sums = palette_begin(&error)) != NULL;
    ok = ok && load_pixels(w->job, t, &picture, &error) && fit_pixels(w->job, t, &picture, NULL, &error) &&
         palette_add_picture(sums, &picture, t->mapped, &error);
    import_image_free(&picture);
    pthread_mutex_lock(&w->lock);
    if (sums != NULL) w->free_sums[w->free_count++] = sums;
    if (!ok && (w->failed == 0 || i + 1 < w->failed)) {
        w->failed = i + 1;
        w->error = error;
    }
    pthread_mutex_unlock(&w->lock);
}

/* The chunk of a packed mesh with vertex colours; NULL when it has none. */
static const uint8_t *coloured_mesh(const pack_mesh *mesh) {
    if (!mesh->present || mesh->result.output_count == 0 || mesh->result.outputs[0].size < ROM_MESH_COLOUR_AT)
        return NULL;
    const uint8_t *chunk = mesh->result.outputs[0].data;
    return rom_mesh_colours(chunk) == NULL ? NULL : chunk;
}

bool pack_meshes_mix(const pack_job *job) {
    for (uint32_t i = 0; i < job->mesh_count; i++)
        if (coloured_mesh(&job->meshes[i]) != NULL) return true;
    return false;
}

/* Writes the colours of a triangle in seven places: its corners, the middles of its sides, its centre. */
static void put_triangle_colours(const uint8_t *const corners[3], uint8_t *pixels) {
    static const uint8_t weights[7][3] = {{6, 0, 0}, {0, 6, 0}, {0, 0, 6}, {3, 3, 0},
                                          {0, 3, 3}, {3, 0, 3}, {2, 2, 2}};
    for (int i = 0; i < 7; i++, pixels += 4) {
        for (int k = 0; k < 3; k++) {
            int sum = 3;
            for (int c = 0; c < 3; c++) sum += weights[i][c] * corners[c][k];
            pixels[k] = (uint8_t)(sum / 6);
        }
        pixels[3] = 255;
    }
}

/* Adds vertex colours to the sums, as if each mesh had a picture of its triangles. */
static bool add_vertex_colours(const pack_job *job, import_palette_sums *sums, tool_error *error) {
    enum { ROW = 64 }; /* triangles of a row */
    for (uint32_t i = 0; i < job->mesh_count; i++) {
        const uint8_t *chunk = coloured_mesh(&job->meshes[i]);
        const uint32_t triangles = chunk == NULL ? 0 : rom_u32(chunk + ROM_MESH_TRIANGLES);
        if (triangles == 0) continue;
        const uint8_t *part = chunk + rom_u32(chunk + ROM_MESH_PART_AT), *colours = rom_mesh_colours(chunk);
        const uint8_t *indices = chunk + rom_u32(chunk + ROM_MESH_INDEX_AT);
        const uint32_t rows = (triangles + ROW - 1) / ROW;
        import_image picture;
        if (!import_image_allocate("colours", 7 * ROW, (long)rows, false, &picture, error)) return false;
        for (uint32_t k = 0; k < ROW * rows; k++) {
            const uint32_t t = k % triangles;
            if (t == 0) part = chunk + rom_u32(chunk + ROM_MESH_PART_AT);
            while (t >= rom_u32(part + ROM_PART_FIRST_TRIANGLE) + rom_u32(part + ROM_PART_TRIANGLES))
                part += ROM_PART_SIZE;
            const uint8_t *of_part = colours + 4 * (size_t)rom_u32(part + ROM_PART_FIRST_VERTEX);
            const uint8_t *corners[3];
            for (uint32_t c = 0; c < 3; c++)
                corners[c] = of_part + 4 * (size_t)rom_u16(indices + 6 * (size_t)t + 2 * c);
            put_triangle_colours(corners, picture.rgba + 28 * (size_t)k);
        }
        bool ok = palette_add_picture(sums, &picture, true, error);
        import_image_free(&picture);
        if (!ok) return false;
    }
    return true;
}

static bool finish_palette(palette_work *w, import_palette *palette, tool_error *error) {
    const pack_job *job = w->job;
    uint32_t *materials =
                 calloc((size_t)job->material_count + (size_t)job->item_count * ROM_PARTICLES_ENTRIES + 1,
                        sizeof *materials),
             count = 0;
    uint32_t written = 0, plain = job->c->scene_count;
    uint32_t *colours = pack_script_colours(job, &written);
    uint32_t *backgrounds =
        calloc((size_t)plain + written + 1, sizeof *backgrounds); /* colours that no light changes */
    bool ok = materials != NULL && backgrounds != NULL && colours != NULL;
    if (!ok) import_error_memory(error, job->c->path);
    for (uint32_t i = 0; ok && i < job->material_count; i++) {
        if (job->materials[i].texture[0] == 0) materials[count++] = job->materials[i].colour;
    }
    for (uint32_t i = 0; ok && i < job->item_count; i++) {
        const uint8_t *particles = pack_particles_chunk(&job->items[i]);
        for (uint32_t k = 0; particles != NULL && k < ROM_PARTICLES_ENTRIES; k++)
            materials[count++] = rom_u32(particles + ROM_PARTICLES_COLOURS + 4 * k);
    }
    for (uint32_t i = 0; ok && i < job->c->scene_count; i++)
        backgrounds[i] = pack_light(job->c, job->c->scenes[i].background);
    for (uint32_t i = 0; ok && i < written; i++) backgrounds[plain++] = colours[i];
    free(colours);
    if (ok && w->free_count == 0) ok = (w->free_sums[w->free_count++] = palette_begin(error)) != NULL;
    for (int i = 1; ok && i < w->free_count; i++) import_palette_join(w->free_sums[0], w->free_sums[i]);
    ok = ok && add_vertex_colours(job, w->free_sums[0], error) &&
         palette_add_colours(w->free_sums[0], materials, count, backgrounds, plain, error) &&
         palette_finish(w->free_sums[0], palette, error);
    free(materials);
    free(backgrounds);
    return ok;
}

static bool run_palette(void *argument, step_result *r, tool_error *error) {
    palette_work w = {.job = argument};
    import_palette palette;
    import_file_watch((import_file_watcher){NULL, NULL}); /* pictures are needs of this step already */
    pthread_mutex_init(&w.lock, NULL);
    build_each(w.job->b, w.job->texture_count, sum_picture, &w);
    bool ok = w.failed == 0;
    if (!ok) *error = w.error;
    ok = ok && finish_palette(&w, &palette, error);
    for (int i = 0; i < w.free_count; i++) import_palette_drop(w.free_sums[i]);
    pthread_mutex_destroy(&w.lock);
    writer *out = ok ? step_output(r) : NULL;
    if (ok && out == NULL) ok = import_error_memory(error, w.job->c->path);
    if (!ok) return false;
    writer_u32(out, (uint32_t)palette.count);
    writer_u32(out, palette.has_key);
    writer_bytes(out, palette.rgb, sizeof palette.rgb);
    return true;
}

static bool run_given_palette(void *argument, step_result *r, tool_error *error) {
    const pack_job *job = argument;
    import_palette palette;
    char *path = import_file_resolve(job->c->path, job->c->palette);
    import_limits before = import_limit((import_limits){.linear = job->c->linear});
    bool ok = path != NULL && palette_load(path, &palette, error);
    (void)import_limit(before);
    free(path);
    writer *out = ok ? step_output(r) : NULL;
    if (out == NULL) return false;
    writer_u32(out, (uint32_t)palette.count);
    writer_u32(out, palette.has_key);
    writer_bytes(out, palette.rgb, sizeof palette.rgb);
    return true;
}

/* Adds a picture's own palette to the digest of its needs. */
static void add_palette(const pack_job *job, const pack_texture *t, digest *need) {
    char *path = import_file_resolve(job->c->path, t->source.palette);
    digest own = {{0}};
    digest_state state;
    if (path != NULL) (void)build_file_digest(job->b, path, &own);
    free(path);
    digest_begin(&state);
    digest_add_digest(&state, need);
    digest_add_digest(&state, &own);
    *need = digest_end(&state);
}

/* Digests of all pictures of which the palette is made. */
static digest *picture_digests(const pack_job *job, bool *cheap) {
    digest *needs = calloc((size_t)job->texture_count + 1, sizeof *needs);
    for (uint32_t i = 0; needs != NULL && i < job->texture_count; i++) {
        const pack_texture *t = &job->textures[i];
        if (t->blob != NULL) needs[i] = t->blob_digest;
        if (t->present && t->path != NULL) (void)build_file_digest(job->b, t->path, &needs[i]);
        if (t->source.palette[0] != 0) add_palette(job, t, &needs[i]);
        *cheap = *cheap || t->source.picture != NULL;
    }
    return needs;
}

static char *palette_options(const pack_job *job) {
    writer out = {0};
    char word[40];
    if (job->c->linear) writer_bytes(&out, "linear ", 7);
    for (uint32_t i = 0; i < job->texture_count; i++) {
        const pack_texture *t = &job->textures[i];
        writer_u8(&out, t->present ? (uint32_t)('0' + t->mapped + 2 * t->source.keyed) : '-');
    }
    for (uint32_t i = 0; i < job->material_count; i++) {
        snprintf(word, sizeof word, " %d%06x", job->materials[i].texture[0] == 0,
                 (unsigned)job->materials[i].colour);
        writer_bytes(&out, word, strlen(word));
    }
    for (uint32_t i = 0; i < job->item_count; i++) {
        const uint8_t *particles = pack_particles_chunk(&job->items[i]);
        for (uint32_t k = 0; particles != NULL && k < ROM_PARTICLES_ENTRIES; k++) {
            snprintf(word, sizeof word, " p%06x",
                     (unsigned)rom_u32(particles + ROM_PARTICLES_COLOURS + 4 * k));
            writer_bytes(&out, word, strlen(word));
        }
    }
    for (uint32_t i = 0; i < job->mesh_count; i++) {
        const uint8_t *mesh = coloured_mesh(&job->meshes[i]);
        if (mesh == NULL) continue;
        const uint32_t sum =
            rom_crc32(0, rom_mesh_colours(mesh), (size_t)rom_u32(mesh + ROM_MESH_VERTICES) * 4);
        snprintf(word, sizeof word, " v%08x", (unsigned)sum);
        writer_bytes(&out, word, strlen(word));
    }
    for (uint32_t i = 0; i < job->c->scene_count; i++) {
        snprintf(word, sizeof word, " b%06x", (unsigned)job->c->scenes[i].background);
        writer_bytes(&out, word, strlen(word));
    }
    uint32_t written = 0;
    uint32_t *colours = pack_script_colours(job, &written);
    for (uint32_t i = 0; colours != NULL && i < written; i++) {
        snprintf(word, sizeof word, " s%06x", (unsigned)colours[i]);
        writer_bytes(&out, word, strlen(word));
    }
    out.failed = out.failed || colours == NULL;
    free(colours);
    writer_u8(&out, 0);
    if (!out.failed) return (char *)out.data;
    writer_free(&out);
    return NULL;
}

bool pack_run_palette(pack_job *job) {
    const cart *c = job->c;
    step_result result;
    memset(&result, 0, sizeof result);
    if (c->format != PLAT_PAL8) return true;
    char *path = c->palette[0] == 0 ? NULL : import_file_resolve(c->path, c->palette);
    if (c->palette[0] != 0 && path == NULL) return pack_no_memory(job);
    bool given = path != NULL && import_file_exists(path), cheap = false;
    if (path != NULL && !given) {
        build_input_file(job->b, path);
        pack_warn(job, c->palette_line, "palette %s is missing; one is made from textures and materials",
                  path);
        job->report->missing++;
    }
    build_step s = {.name = "palette",
                    .rule = given ? "palette file" : "palette",
                    .options = c->linear ? "linear" : "",
                    .argument = job,
                    .run = given ? run_given_palette : run_palette,
                    .file = given ? path : NULL};
    digest *needs = given ? NULL : picture_digests(job, &cheap);
    char *options = given ? NULL : palette_options(job);
    bool ok = given || (needs != NULL && options != NULL);
    if (!ok) pack_no_memory(job);
    if (!given) {
        s.needs = needs;
        s.need_count = job->texture_count;
        s.options = options;
        s.cheap = cheap;
    }
    ok = ok && pack_run_all(job, &s, &result, 1);
    if (ok && (result.output_count != 1 || result.outputs[0].size != 8 + sizeof job->palette.rgb))
        ok = pack_no_memory(job);
    if (ok) {
        const uint8_t *data = result.outputs[0].data;
        job->palette.count = (int)rom_u32(data);
        job->palette.has_key = rom_u32(data + 4) != 0;
        memcpy(job->palette.rgb, data + 8, sizeof job->palette.rgb);
        job->palette_digest = result.digests[0];
    }
    step_results_free(&result, 1);
    free(needs);
    free(options);
    free(path);
    return ok;
}

/* ---- textures ---- */

typedef struct texture_work {
    const pack_job *job;
    const pack_texture *texture;
    digest needs[2];
    char options[CART_NAME_MAX + CART_PATH_MAX + 200];
    char name[CART_NAME_MAX + 16];
} texture_work;

/* Appends the mipmap levels of a picture, each scaled from the whole picture. */
static bool add_levels(const import_image *picture, const texture_target *target, writer *out,
                       tool_error *error) {
    int width = picture->width, height = picture->height;
    bool ok = true;
    while (ok && (width > 1 || height > 1)) {
        import_image level;
        width = width > 1 ? width / 2 : 1;
        height = height > 1 ? height / 2 : 1;
        if (!texture_resample(picture, width, height, &level, error)) return false;
        ok = texture_convert(&level, target, out, error);
        import_image_free(&level);
    }
    return ok;
}

static void put_head(writer *out, uint32_t type, size_t size) {
    writer_zeros(out, size);
    writer_put_u16(out, ROM_CHUNK_VERSION, rom_type_of(type)->version);
    writer_put_u16(out, ROM_CHUNK_HEADER, (uint32_t)size);
}

/* Puts in a picture as a pyramid, in its own colours, and tells its bytes and its loss. */
static bool put_pyramid(const texture_work *w, const import_image *picture, writer *out, step_result *r,
                        tool_error *error) {
    const pack_texture *t = w->texture;
    const haar_options options = {.levels = w->job->trial ? 0 : 10,
                                  .psnr = w->job->trial ? 0 : t->source.quality};
    haar_report report;
    char told[HAAR_TOLD];
    put_head(out, ROM_TAG_HAAR, ROM_HAAR_SIZE);
    if (!haar_encode_image(picture, HAAR_SUITED, &options, out, &report, told))
        return import_error_memory(error, t->source.name);
    step_say(r, PACK_NOTE_LOSS, "texture `%s`: %s", t->source.name, told);
    writer_align(out, 4);
    return true;
}

static bool run_texture(void *argument, step_result *r, tool_error *error) {
    const texture_work *w = argument;
    const pack_texture *t = w->texture;
    const cart *c = w->job->c;
    const texture_target target = {c->format, &w->job->palette, t->source.keyed, c->dither};
    import_image picture;
    memset(&picture, 0, sizeof picture);
    bool ok = load_pixels(w->job, t, &picture, error) && fit_pixels(w->job, t, &picture, r, error);
    writer *out = ok ? step_output(r) : NULL;
    if (ok && out == NULL) ok = import_error_memory(error, t->source.name);
    if (ok && t->source.is_pyramid) {
        ok = put_pyramid(w, &picture, out, r, error);
    } else if (ok) {
        put_head(out, ROM_TAG_IMAGE, ROM_IMAGE_SIZE);
        writer_put_u16(out, ROM_IMAGE_WIDTH, (uint32_t)picture.width);
        writer_put_u16(out, ROM_IMAGE_HEIGHT, (uint32_t)picture.height);
        writer_put_u8(out, ROM_IMAGE_FORMAT, (uint32_t)c->format);
        writer_put_u8(out, ROM_IMAGE_FLAGS,
                      (t->source.keyed ? ROM_IMAGE_KEYED : 0u) | (t->levels ? ROM_IMAGE_LEVELS : 0u));
        writer_put_u32(out, ROM_IMAGE_PIXELS, (uint32_t)out->size);
        ok = w->job->trial || (texture_convert(&picture, &target, out, error) &&
                               (!t->levels || add_levels(&picture, &target, out, error)));
        writer_align(out, 4);
    }
    import_image_free(&picture);
    return ok;
}

static build_step texture_step(texture_work *w) {
    const pack_texture *t = w->texture;
    const pack_job *job = w->job;
    build_step s = {.name = w->name,
                    .rule = "texture",
                    .options = w->options,
                    .file = t->path,
                    .needs = w->needs,
                    .cheap = job->trial || t->source.picture != NULL,
                    .run = run_texture,
                    .argument = w};
    snprintf(w->name, sizeof w->name, "texture/%s", t->source.name);
    snprintf(w->options, sizeof w->options,
             "%s keyed %d mapped %d levels %d brought %d format %d dither %d linear %d importers %08x side "
             "%u palette %s pyramid %d %g",
             t->source.name, (int)t->source.keyed, (int)t->mapped, (int)t->levels, (int)t->brought,
             job->c->format, (int)job->c->dither, (int)job->c->linear, (unsigned)rom_id(job->c->importers),
             job->options->limits == NULL ? 0u : (unsigned)job->options->limits->texture_side,
             t->source.palette, (int)t->source.is_pyramid, t->source.quality);
    if (t->blob != NULL) w->needs[s.need_count++] = t->blob_digest;
    if (job->c->format == PLAT_PAL8) w->needs[s.need_count++] = job->palette_digest;
    return s;
}

/* Warns of a picture as large as a camera's in a cart for a small machine: drawing it reads all of it. */
static void warn_of_size(pack_job *job, const pack_texture *t) {
    if (!t->present || t->brought || t->source.line == 0 || t->result.output_count == 0) return;
    const size_t bytes = t->result.outputs[0].size;
    if (bytes > job->c->budget)
        pack_warn(job, t->source.line,
                  "texture `%s` takes %u KB of the image, and the whole budget of the cart is %u KB; scale "
                  "the picture "
                  "down, or raise `budget` where the machine has more",
                  t->source.name, (unsigned)(bytes / 1024), (unsigned)(job->c->budget / 1024));
}

bool pack_run_textures(pack_job *job) {
    size_t most = (size_t)job->texture_count + 1;
    build_step *steps = calloc(most, sizeof *steps);
    step_result *results = calloc(most, sizeof *results);
    texture_work *work = calloc(most, sizeof *work);
    bool ok = steps != NULL && results != NULL && work != NULL;
    uint32_t count = 0;
    if (!ok) pack_no_memory(job);
    for (uint32_t i = 0; ok && i < job->texture_count; i++) {
        if (!job->textures[i].present) continue;
        work[i].job = job;
        work[i].texture = &job->textures[i];
        steps[count++] = texture_step(&work[i]);
    }
    ok = ok && pack_run_all(job, steps, results, count);
    count = 0;
    for (uint32_t i = 0; results != NULL && i < job->texture_count; i++) {
        if (job->textures[i].present) job->textures[i].result = results[count++];
    }
    free(steps);
    free(results);
    free(work);
    for (uint32_t i = 0; ok && !job->trial && i < job->texture_count; i++)
        warn_of_size(job, &job->textures[i]);
    return ok;
}
