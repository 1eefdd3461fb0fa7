/* The steps of packing: listing and running them. */
#include "tools/pack/pack_steps.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rom/rom.h"
#include "tools/convert/converters.h"

/* ---- numbers and texts in blobs ---- */

void pack_put_text(writer *out, const char *text) {
    writer_u32(out, (uint32_t)strlen(text));
    writer_bytes(out, text, strlen(text));
}

void pack_put_double(writer *out, double value) {
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    writer_u32(out, (uint32_t)bits);
    writer_u32(out, (uint32_t)(bits >> 32));
}

bool pack_take_u32(const uint8_t **at, const uint8_t *end, uint32_t *value) {
    if (end - *at < 4) return false;
    *value = rom_u32(*at);
    *at += 4;
    return true;
}

bool pack_take_text(const uint8_t **at, const uint8_t *end, char *text, size_t room) {
    uint32_t length;
    if (!pack_take_u32(at, end, &length) || length >= room || length > (size_t)(end - *at)) return false;
    memcpy(text, *at, length);
    text[length] = 0;
    *at += length;
    return true;
}

bool pack_take_double(const uint8_t **at, const uint8_t *end, double *value) {
    uint32_t low, high;
    if (!pack_take_u32(at, end, &low) || !pack_take_u32(at, end, &high)) return false;
    uint64_t bits = (uint64_t)high << 32 | low;
    memcpy(value, &bits, sizeof bits);
    return true;
}

/* Writes a picture as a blob: width, height, pixels. */
bool pack_put_picture(step_result *r, const import_image *picture) {
    writer *out = step_output(r);
    if (out == NULL) return false;
    writer_u32(out, (uint32_t)picture->width);
    writer_u32(out, (uint32_t)picture->height);
    writer_bytes(out, picture->rgba, (size_t)picture->width * (size_t)picture->height * 4);
    return !out->failed;
}

/* ---- options of a step as text ---- */

void pack_add_option(pack_option_text *o, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(o->text + o->used, sizeof o->text - o->used, format, arguments);
    va_end(arguments);
    if (length > 0) o->used += (size_t)length;
    if (o->used >= sizeof o->text) o->used = sizeof o->text - 1;
}

/* Adds the settings of the cart that converters may use besides their own line. */
void pack_add_head(pack_option_text *o, const cart *c) {
    const cart_plan *p = &c->plan;
    const machine_limits *m = c->machine;
    if (m != NULL)
        pack_add_option(o, "machine %u,%u,%u,%u,%u ", (unsigned)m->texture_levels, (unsigned)m->sound_rate,
                        (unsigned)m->source_side, (unsigned)m->sound_frames, (unsigned)m->map_cells);
    pack_add_option(o, "linear %d importers %08x ", (int)c->linear, (unsigned)rom_id(c->importers));
    pack_add_option(o, "%dx%d %d rate %u dither %d budget %u cache %u blocks %u,%u streams %u,%u scratch %u",
                    c->width, c->height, c->format, (unsigned)c->rate, (int)c->dither, (unsigned)c->budget,
                    (unsigned)p->cache, (unsigned)p->block_bytes, (unsigned)p->block_count,
                    (unsigned)p->stream_bytes, (unsigned)p->stream_count, (unsigned)p->scratch);
}

/* ---- running steps ---- */

/* Runs steps and tells all their errors; results are in the order of the list. */
bool pack_run_all(pack_job *job, const build_step *steps, step_result *results, uint32_t count) {
    tool_error error;
    if (build_run(job->b, steps, results, count, &error)) return true;
    for (uint32_t i = 0; i < count; i++) {
        for (uint32_t k = 0; k < results[i].error_count; k++) pack_failed(job, &results[i].errors[k]);
        if (results[i].failed) pack_failed(job, &results[i].error);
    }
    return job->failed ? false : pack_failed(job, &error);
}

static bool is_plain_copy(const pack_item *item) { return item->kind->convert == convert_raw; }

static bool mesh_is_next(const pack_job *job, const pack_mesh *mesh) {
    return mesh->present && !mesh->done && pack_is_wanted(job, "mesh", mesh->source->name);
}

static bool item_is_next(const pack_job *job, const pack_item *item) {
    return item->present && !item->done && pack_is_wanted(job, item->kind->word, item->asset->name);
}

/* Lists the steps that are to run, in the order of meshes and items. */
static uint32_t list_steps(pack_job *job, build_step *steps, step_result **places, pack_mesh_work *meshes,
                           pack_item_work *items) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < job->mesh_count; i++) {
        pack_mesh *mesh = &job->meshes[i];
        if (!mesh_is_next(job, mesh)) continue;
        meshes[i] = (pack_mesh_work){.job = job, .mesh = mesh};
        mesh->done = true;
        pack_describe_mesh(&meshes[i]);
        places[count] = &mesh->result;
        steps[count++] = (build_step){.name = meshes[i].name,
                                      .rule = "mesh",
                                      .options = meshes[i].options.text,
                                      .file = mesh->path,
                                      .cheap = mesh->path == NULL,
                                      .run = pack_run_mesh,
                                      .argument = &meshes[i]};
    }
    for (uint32_t i = 0; i < job->item_count; i++) {
        pack_item *item = &job->items[i];
        if (!item_is_next(job, item)) continue;
        items[i] = (pack_item_work){.job = job, .item = item};
        item->done = true;
        pack_describe_item(&items[i]);
        places[count] = &item->result;
        steps[count++] = (build_step){.name = items[i].name,
                                      .rule = item->kind->word,
                                      .options = items[i].options.text,
                                      .file = item->path,
                                      .cheap = is_plain_copy(item),
                                      .run = pack_run_item,
                                      .argument = &items[i]};
    }
    return count;
}

bool pack_run_sources(pack_job *job, uint32_t *ran) {
    size_t most = (size_t)job->mesh_count + job->item_count + 1;
    build_step *steps = calloc(most, sizeof *steps);
    step_result *results = calloc(most, sizeof *results), **places = calloc(most, sizeof *places);
    pack_mesh_work *meshes = calloc(most, sizeof *meshes);
    pack_item_work *items = calloc(most, sizeof *items);
    bool ok = steps != NULL && results != NULL && places != NULL && meshes != NULL && items != NULL;
    *ran = 0;
    if (!ok) pack_no_memory(job);
    if (ok) *ran = list_steps(job, steps, places, meshes, items);
    ok = ok && pack_run_all(job, steps, results, *ran);
    for (uint32_t i = 0; i < *ran; i++) *places[i] = results[i];
    free(steps);
    free(results);
    free(places);
    free(meshes);
    free(items);
    return ok;
}
