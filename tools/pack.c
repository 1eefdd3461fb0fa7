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
    if (job->trial) return false; /* what went wrong first is told already */
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    if (line == 0) return import_error_file(job->error, job->c->path, "%s", text);
    return import_error_line(job->error, job->c->path, line, "%s", text);
}

bool pack_wrong_in(const pack_job *job, tool_error *error, unsigned long line, const char *format, ...) {
    char text[400];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    return import_error_line(error, job->c->path, line, "%s", text);
}

bool pack_no_memory(pack_job *job) { return import_error_memory(job->error, job->c->path); }

void pack_tell(pack_job *job, unsigned long line, const step_result *result) {
    for (uint32_t i = 0; i < result->note_count; i++) {
        const step_note *note = &result->notes[i];
        char text[900];
        if (note->kind != PACK_NOTE_LOSS) {
            pack_warn(job, note->kind == PACK_NOTE_LINE ? line : 0, "%s", note->text);
        } else if (job->options->warn != NULL) {
            snprintf(text, sizeof text, "note: %s", note->text);
            job->options->warn(job->options->argument, text);
        }
    }
}

static void job_free(pack_job *job) {
    for (uint32_t i = 0; i < job->texture_count; i++) {
        step_results_free(&job->textures[i].result, 1);
        free(job->textures[i].path);
    }
    for (uint32_t i = 0; i < job->mesh_count; i++) {
        step_results_free(&job->meshes[i].result, 1);
        free(job->meshes[i].path);
    }
    for (uint32_t i = 0; i < job->item_count; i++) {
        step_results_free(&job->items[i].result, 1);
        free(job->items[i].path);
    }
    free(job->textures);
    free(job->materials);
    free(job->meshes);
    free(job->items);
    free(job->wanted);
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
        if (texture->result.output_count == 0) continue;
        const uint8_t *chunk = texture->result.outputs[0].data;
        if (ox_limits_check_texture(limits, texture->source.name, rom_u16(chunk + ROM_IMAGE_WIDTH),
                                    rom_u16(chunk + ROM_IMAGE_HEIGHT), &refusal) != OX_OK)
            return over_limit(job, texture->source.line, &refusal);
    }
    for (uint32_t i = 0; i < job->mesh_count; i++) {
        const pack_mesh *mesh = &job->meshes[i];
        pack_model model;
        if (mesh->result.output_count == 0 || !pack_read_model(job, &mesh->result, &model)) continue;
        if (ox_limits_check_mesh(limits, mesh->source->name, model.source_vertices, model.triangles * 3u, &refusal) !=
            OX_OK)
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

/* Assets and meshes; those that others name follow, when only a part of the cart is asked for. */
static bool run_sources(pack_job *job) {
    uint32_t ran = 0;
    do {
        if (!pack_want_needs(job) || !pack_run_sources(job, &ran)) return false;
    } while (job->options->only != NULL && ran > 0);
    pack_miss(job);
    return true;
}

/* Everything up to the chunks. Once a source failed, the textures are looked at for further mistakes. */
static bool load_all(pack_job *job) {
    if (!pack_list(job) || !pack_want_first(job)) return false;
    build_expect(job->b, job->mesh_count + job->item_count + job->c->texture_count);
    if (!run_sources(job)) {
        tool_error first = *job->error;
        job->trial = true;
        if (pack_link(job)) (void)pack_run_textures(job);
        *job->error = first;
        return false;
    }
    for (uint32_t i = 0; i < job->mesh_count; i++) pack_tell(job, job->meshes[i].source->line, &job->meshes[i].result);
    return pack_link(job) && pack_run_palette(job) && pack_run_textures(job) && check_limits(job);
}

static bool packs_chunks(const cart *c) {
    bool some = c->compress;
    for (uint32_t i = 0; i < c->part_count; i++) some = some || c->parts[i].compress == 1;
    return some;
}

static bool pack_all(pack_job *job, writer *image) {
    if (!load_all(job) || !pack_chunks(job)) return false;
    if (packs_chunks(job->c) && !pack_run_codecs(job)) return false;
    return assemble_finish(&job->chunks, job->c->path, image, job->error);
}

/* Counts what is told, so that an error that was not told yet is. */
typedef struct fail_count {
    const pack_options *options;
    unsigned told;
} fail_count;

static void count_failure(void *argument, const char *text) {
    enum { MOST = 100 };
    fail_count *f = argument;
    if (f->told++ < MOST && f->options->fail != NULL) f->options->fail(f->options->argument, text);
}

static void warn_through(void *argument, const char *text) {
    const fail_count *f = argument;
    if (f->options->warn != NULL) f->options->warn(f->options->argument, text);
}

/* The folder of cart.txt. */
static void root_of(const cart *c, char root[CART_PATH_MAX]) {
    const char *slash = strrchr(c->path, '/');
    size_t length = slash == NULL ? 0 : (size_t)(slash - c->path);
    memcpy(root, c->path, length);
    root[length] = 0;
}

bool pack_cart(const cart *c, const pack_options *options, writer *image, pack_report *report,
               tool_error *error) {
    tool_error own;
    fail_count failures = {options, 0};
    pack_options inside = *options;
    char root[CART_PATH_MAX];
    pack_job job = {.c = c, .options = &inside, .report = report, .error = error != NULL ? error : &own};
    const build_options building = {.root = root, .progress = options->progress, .argument = options->argument};
    memset(report, 0, sizeof *report);
    memset(image, 0, sizeof *image);
    root_of(c, root);
    inside.fail = count_failure;
    inside.warn = warn_through;
    inside.argument = &failures;
    job.error->text[0] = 0;
    job.b = options->build != NULL ? options->build : build_open(&building, job.error);
    if (job.b == NULL) return false;
    job.chunks.names = options->names;
    job.chunks.release = !options->names;
    job.chunks.compress = c->compress;
    job.chunks.cart = rom_id(c->title);
    job.chunks.cart_version = version_number(c->version);
    bool ok = pack_all(&job, image);
    if (ok && !check_image(&job, image)) {
        writer_free(image);
        ok = false;
    }
    if (!ok && failures.told == 0) count_failure(&failures, job.error->text);
    report->chunks = job.chunks.count;
    job_free(&job);
    if (options->build == NULL) build_close(job.b);
    return ok;
}
