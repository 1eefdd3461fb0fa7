/* The packer from above: load, write chunks, assemble; and how it reports. */
#include "tools/pack.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rom/rom.h"
#include "tools/pack_job.h"

void pack_warn(pack_job *job, unsigned long line, const char *format, ...) {
    char text[800], sentence[600];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(sentence, sizeof sentence, format, arguments);
    va_end(arguments);
    if (line > 0) {
        snprintf(text, sizeof text, "%.90s:%lu: warning: %s", job->c->path, line, sentence);
    } else {
        snprintf(text, sizeof text, "warning: %s", sentence);
    }
    job->report->warnings++;
    if (job->options->warn != NULL) job->options->warn(job->options->argument, text);
}

bool pack_wrong(pack_job *job, unsigned long line, const char *format, ...) {
    char text[400];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    if (line == 0) return import_error_file(job->error, job->c->path, "%s", text);
    return import_error_line(job->error, job->c->path, line, "%s", text);
}

void pack_progress(pack_job *job, const char *kind, const char *name) {
    char what[CART_NAME_MAX + 32];
    snprintf(what, sizeof what, "%s %s", kind, name);
    if (job->options->progress != NULL)
        job->options->progress(job->options->argument, what, job->done, job->total);
    job->done++;
}

static void job_free(pack_job *job) {
    for (uint32_t i = 0; i < job->texture_count; i++) {
        if (job->textures[i].owned) import_image_free(&job->textures[i].picture);
    }
    for (uint32_t i = 0; i < job->mesh_count; i++) {
        import_model_free(&job->meshes[i].loaded);
        free(job->meshes[i].materials);
    }
    free(job->textures);
    free(job->materials);
    free(job->meshes);
    assemble_free(&job->chunks);
}

/* 1.2 becomes 1 << 16 | 2. */
static uint32_t version_number(const char *version) {
    uint32_t part[2] = {0, 0};
    int index = 0;
    for (const char *at = version; *at != 0 && index < 2; at++) {
        if (*at == '.') {
            index++;
        } else if (*at >= '0' && *at <= '9' && part[index] < 6553) {
            part[index] = part[index] * 10 + (uint32_t)(*at - '0');
        }
    }
    return part[0] << 16 | part[1];
}

/* Says which asset breaks which limit of the port, with both numbers. */
static bool over_limit(pack_job *job, unsigned long line, const ox_limit_refusal *refusal) {
    char text[200];
    ox_limit_refusal_text(refusal, text, sizeof text);
    return pack_wrong(job, line, "%s", text);
}

/* The loaded assets, and the cart as a whole, against what the port can hold. */
static bool check_limits(pack_job *job) {
    const ox_limits *limits = job->options->limits;
    ox_limit_refusal refusal;
    if (limits == NULL) return true;
    for (uint32_t i = 0; i < job->texture_count; i++) {
        const pack_texture *texture = &job->textures[i];
        if (texture->present &&
            ox_limits_check_texture(limits, texture->source.name, (uint32_t)texture->picture.width,
                                    (uint32_t)texture->picture.height, &refusal) != OX_OK)
            return over_limit(job, texture->source.line, &refusal);
    }
    for (uint32_t i = 0; i < job->mesh_count; i++) {
        const pack_mesh *mesh = &job->meshes[i];
        if (mesh->model != NULL &&
            ox_limits_check_mesh(limits, mesh->source->name, (uint32_t)mesh->model->vertex_count,
                                 (uint32_t)mesh->model->triangle_count * 3u, &refusal) != OX_OK)
            return over_limit(job, mesh->source->line, &refusal);
    }
    if (ox_limits_check_level(limits, "the cart's budget", OX_CLASS_MAIN, job->c->budget, &refusal) != OX_OK)
        return over_limit(job, 0, &refusal);
    return true;
}

static bool check_image(pack_job *job, const writer *image) {
    ox_limit_refusal refusal;
    const ox_limits *limits = job->options->limits;
    if (limits == NULL ||
        ox_limits_check_level(limits, "the image", OX_CLASS_ROM, image->size, &refusal) == OX_OK)
        return true;
    return over_limit(job, 0, &refusal);
}

bool pack_cart(const cart *c, const pack_options *options, writer *image, pack_report *report,
               tool_error *error) {
    pack_job job = {.c = c, .options = options, .report = report, .error = error};
    memset(report, 0, sizeof *report);
    memset(image, 0, sizeof *image);
    job.chunks.names = options->names;
    job.chunks.compress = c->compress;
    job.chunks.cart = rom_id(c->title);
    job.chunks.cart_version = version_number(c->version);
    bool ok = pack_load(&job) && check_limits(&job) && pack_chunks(&job) &&
              assemble_finish(&job.chunks, c->path, image, error);
    if (ok && !check_image(&job, image)) {
        writer_free(image);
        ok = false;
    }
    report->chunks = job.chunks.count;
    job_free(&job);
    return ok;
}
