/* The packer's main functions: loading, writing chunks, assembling, and reporting. */
#define _XOPEN_SOURCE 700
#include "tools/pack/pack.h"
#include "tools/import/program/program.h"

#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rom/rom.h"
#include "tools/pack/pack_job.h"

void pack_warn(pack_job *job, unsigned long line, const char *format, ...) {
    char sentence[400];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(sentence, sizeof sentence, format, arguments);
    va_end(arguments);
    job->report->warnings++;
    report_warning(job->options->said, line > 0 ? job->c->path : NULL, line, "%s", sentence);
}

bool pack_failed(pack_job *job, const tool_error *error) {
    if (!job->failed) *job->error = *error;
    job->failed = true;
    return report_error(job->options->said, error);
}

bool pack_wrong(pack_job *job, unsigned long line, const char *format, ...) {
    char text[400];
    tool_error error;
    va_list arguments;
    if (job->trial) return false; /* the mistake may follow from an earlier one */
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    if (line == 0)
        import_error_file(&error, job->c->path, "%s", text);
    else
        import_error_line(&error, job->c->path, line, "%s", text);
    return pack_failed(job, &error);
}

bool pack_wrong_in(const pack_job *job, tool_error *error, unsigned long line, const char *format, ...) {
    char text[400];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    return import_error_line(error, job->c->path, line, "%s", text);
}

bool pack_no_memory(pack_job *job) {
    tool_error error;
    import_error_memory(&error, job->c->path);
    return pack_failed(job, &error);
}

void pack_tell(pack_job *job, unsigned long line, const step_result *result) {
    for (uint32_t i = 0; i < result->note_count; i++) {
        const step_note *note = &result->notes[i];
        if (note->kind != PACK_NOTE_LOSS)
            pack_warn(job, note->kind == PACK_NOTE_LINE ? line : 0, "%s", note->text);
        else
            report_note(job->options->said, NULL, 0, "%s", note->text);
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

/* Runs the steps of assets and meshes. When only a part of the cart is asked for, the assets that it names follow. */
static bool run_sources(pack_job *job) {
    uint32_t ran = 0;
    do {
        if ((!job->alone && !pack_want_needs(job)) || !pack_run_sources(job, &ran)) return false;
    } while (job->options->only != NULL && !job->alone && ran > 0);
    pack_miss(job);
    return true;
}

/* Does all work before the chunks. Once something failed, files are still checked, so that one run tells all mistakes
 * but those that may only follow from others. */
static bool load_all(pack_job *job) {
    bool listed = pack_list(job);
    if (!pack_want_first(job)) return false;
    build_expect(job->b, job->mesh_count + job->item_count + job->c->texture_count);
    job->trial = !run_sources(job) || job->trial;
    if (!pack_link(job) || job->trial || !listed) {
        job->trial = true;
        (void)pack_run_textures(job);
        return false;
    }
    for (uint32_t i = 0; i < job->mesh_count; i++)
        pack_tell(job, job->meshes[i].source->line, &job->meshes[i].result);
    bool ok = pack_check_light(job) && pack_run_palette(job) && pack_narrow(job) && pack_run_textures(job) &&
              pack_check_particles(job) && pack_check_sources(job);
    if (ok) pack_check_mentions(job);
    return ok;
}

static bool packs_chunks(const cart *c) {
    bool some = c->compress != COMPRESS_OFF;
    for (uint32_t i = 0; i < c->part_count; i++) some = some || c->parts[i].compress == 1;
    return some;
}

static bool pack_all(pack_job *job, writer *image) {
    if (!load_all(job) || !pack_chunks(job) || !pack_check_chunks(job)) return false;
    pack_check_levels(job);
    if (packs_chunks(job->c) && !pack_run_codecs(job)) return false;
    tool_error error = {.text = ""};
    return assemble_finish(&job->chunks, job->c->path, image, &error) || pack_failed(job, &error);
}

/* The folder of cart.txt. */
static void root_of(const cart *c, char root[CART_PATH_MAX]) {
    const char *slash = strrchr(c->path, '/');
    size_t length = slash == NULL ? 0 : (size_t)(slash - c->path);
    memcpy(root, c->path, length);
    root[length] = 0;
}

static void add_result(digest_state *state, const step_result *r) {
    for (uint32_t i = 0; i < r->output_count; i++) digest_add_digest(state, &r->digests[i]);
}

/* The digest of the results of the steps that were asked for. */
static digest made_by(const pack_job *job) {
    digest_state state;
    digest_begin(&state);
    for (uint32_t i = 0; i < job->mesh_count; i++) {
        if (pack_is_wanted(job, "mesh", job->meshes[i].source->name))
            add_result(&state, &job->meshes[i].result);
    }
    for (uint32_t i = 0; i < job->item_count; i++) {
        const pack_item *item = &job->items[i];
        if (pack_is_wanted(job, item->kind->word, item->asset->name)) add_result(&state, &item->result);
    }
    for (uint32_t i = 0; i < job->texture_count; i++) add_result(&state, &job->textures[i].result);
    return digest_end(&state);
}

/* Does all work up to the chunks, which go to `chunks`. */
static bool compile(pack_job *job, assembly *chunks) {
    job->compile_only = true;
    if (!load_all(job) || !pack_chunks(job) || !pack_check_chunks(job)) return false;
    for (uint32_t i = 0; i < job->chunks.count; i++)
        job->chunks.chunks[i].pack_it = pack_is_packed(job, &job->chunks.chunks[i]);
    *chunks = job->chunks;
    memset(&job->chunks, 0, sizeof job->chunks);
    return true;
}

/* The goal of packing: an image, the result of one asset, or all chunks. Other members are NULL. */
typedef struct pack_goal {
    writer *image;
    digest *made;
    assembly *chunks;
} pack_goal;

static bool reach(pack_job *job, const pack_goal *goal) {
    if (goal->chunks != NULL) return compile(job, goal->chunks);
    if (goal->image != NULL) return pack_all(job, goal->image);
    if (!load_all(job)) return false;
    *goal->made = made_by(job);
    return true;
}

/* Packs a cart. `broken`: cart.txt has mistakes, which are told; the files that it names are checked all the same. */
static bool pack_whole(const cart *given, bool broken, const pack_options *options, const pack_goal *goal,
                       pack_report *report, tool_error *error) {
    tool_error own;
    char root[CART_PATH_MAX], host[PATH_MAX];
    cart fitted = *given; /* a copy: the lists stay the caller's */
    const cart *c = &fitted;
    pack_fit(&fitted, options->limits, options->said);
    pack_job job = {
        .c = c, .options = options, .report = report, .error = broken || error == NULL ? &own : error};
    const build_options building = {
        .root = root, .progress = options->progress, .argument = options->argument};
    root_of(c, root);
    job.error->text[0] = 0;
    job.b = options->build != NULL ? options->build : build_open(&building, job.error);
    if (job.b == NULL) return report_error(options->said, job.error);
    for (uint32_t i = 0; i < c->source_count; i++) build_input_file(job.b, c->sources[i]);
    job.chunks.names = options->names;
    job.chunks.release = !options->names;
    job.chunks.own = true;
    if (!options->names) job.chunks.flags = ROM_FLAG_RELEASE | (c->closed ? (uint32_t)ROM_FLAG_CLOSED : 0u);
    if (c->linear) job.chunks.flags |= ROM_FLAG_LINEAR;
    if (options->names && options->debug && realpath(root[0] == 0 ? "." : root, host) != NULL)
        job.chunks.host = host;
    job.chunks.compress = c->compress;
    if (options->limits != NULL) job.chunks.alignment = (uint32_t)options->limits->alignment;
    job.chunks.cart = rom_id(c->title);
    job.chunks.cart_version = version_number(c->version);
    import_program_cart(root[0] == 0 ? "." : root, c->importers);
    job.failed = job.trial = broken;
    job.alone = goal->made != NULL;
    bool ok = broken ? load_all(&job) : reach(&job, goal);
    if (ok && !broken && goal->image != NULL && !pack_check_image(&job, goal->image)) {
        writer_free(goal->image);
        ok = false;
    }
    if (!ok && !job.failed) pack_failed(&job, job.error);
    report->chunks = ok && goal->chunks != NULL ? goal->chunks->count : job.chunks.count;
    import_program_cart(NULL, NULL);
    job_free(&job);
    if (options->build == NULL) build_close(job.b);
    return ok && !broken;
}

bool pack_cart(const cart *c, const pack_options *options, writer *image, pack_report *report,
               tool_error *error) {
    memset(report, 0, sizeof *report);
    memset(image, 0, sizeof *image);
    return pack_whole(c, false, options, &(pack_goal){.image = image}, report, error);
}

/* An add-on without a palette has that of its game. */
static void take_palette(cart *c, const char *base) {
    char path[PATH_MAX];
    if (c->add_ons.name[0] == 0 || c->palette[0] != 0 || c->format != PLAT_PAL8 || base == NULL) return;
    if (realpath(base, path) != NULL)
        snprintf(c->palette, sizeof c->palette, "%.*s", (int)sizeof c->palette - 1, path);
}

static bool pack_any(const char *folder, const pack_options *options, const pack_goal *goal,
                     pack_report *report, tool_error *error) {
    const cart_reading how = {options->limits == NULL ? NULL : options->limits->port, options->set,
                              options->said};
    cart c;
    memset(report, 0, sizeof *report);
    bool good = cart_load_with(folder, &how, &c, error);
    if (!good && c.path[0] == 0) return false;
    take_palette(&c, options->base);
    bool ok = pack_whole(&c, !good, options, goal, report, error);
    cart_free(&c);
    return ok;
}

/* Whether a scene plays the level, which is then packed with the scene. */
static bool level_is_played(const cart *c, const cart_asset *a) {
    if (strcmp(a->kind, "level") != 0) return false;
    for (uint32_t i = 0; i < c->scene_count; i++)
        for (uint32_t k = 0; k < c->scenes[i].level_count; k++)
            if (rom_id(c->scenes[i].levels[k].name) == rom_id(a->name)) return true;
    return false;
}

bool pack_looks(const cart *whole, const char *also, const pack_options *options, writer *image,
                tool_error *error) {
    static const char *const kinds[] = {"skeleton", "clip",     "particles", "sheet", "tileset",
                                        "grade",    "tilemap",  "font",      "text",  "data",
                                        "table",    "topology", "screen",    NULL};
    pack_report report;
    cart c = *whole;
    c.assets = calloc((size_t)whole->asset_count + 1, sizeof *c.assets);
    if (c.assets == NULL) return import_error_memory(error, whole->path);
    c.asset_count = c.sound_count = 0;
    c.audio.asked = false;
    c.icon[0] = c.first_level[0] = 0;
    c.prune = false;
    for (uint32_t i = 0; i < whole->asset_count; i++) {
        const cart_asset *a = &whole->assets[i];
        if (cart_choice(a->kind, kinds) >= 0 || level_is_played(whole, a) || strcmp(a->kind, also) == 0 ||
            pack_chunk_id(a->kind, a->name) == rom_id(also))
            c.assets[c.asset_count++] = *a;
    }
    bool ok = pack_cart(&c, options, image, &report, error);
    free(c.assets);
    return ok;
}

bool pack_folder(const char *folder, const pack_options *options, writer *image, pack_report *report,
                 tool_error *error) {
    memset(image, 0, sizeof *image);
    return pack_any(folder, options, &(pack_goal){.image = image}, report, error);
}

bool pack_asset(const char *folder, const pack_options *options, const char *name, digest *made,
                tool_error *error) {
    const char *const only[2] = {name, NULL};
    pack_options own = *options;
    pack_report report;
    own.only = only;
    return pack_any(folder, &own, &(pack_goal){.made = made}, &report, error);
}

bool pack_compile(const cart *c, const pack_options *options, assembly *chunks, pack_report *report,
                  tool_error *error) {
    memset(report, 0, sizeof *report);
    memset(chunks, 0, sizeof *chunks);
    return pack_whole(c, false, options, &(pack_goal){.chunks = chunks}, report, error);
}
