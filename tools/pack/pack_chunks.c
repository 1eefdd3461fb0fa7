/* Writes the chunks of a cart: info, budget, palette, scenes; and takes over chunks that steps made. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernel/script/module.h"
#include "platform/platform.h"
#include "raster/blend.h"
#include "raster/frame.h"
#include "rom/rom.h"
#include "tools/base/known.h"
#include "tools/convert/converters.h"
#include "tools/encode/palette.h"
#include "tools/pack/pack_graph.h"
#include "tools/pack/pack_job.h"
#include "tools/pack/pack_prune.h"
#include "tools/record_writer.h"
#include "tools/script/places.h"

/* Begins a chunk named FOLDER/NAME. */
static writer *begin_chunk(pack_job *job, const char *folder, const char *name, uint32_t type,
                           uint32_t header) {
    char full[CART_NAME_MAX + 128];
    snprintf(full, sizeof full, "%s/%s", folder, name);
    return assemble_add(&job->chunks, full, type, header);
}

static uint32_t chunk_id(const char *folder, const char *name) {
    char full[CART_NAME_MAX + 128];
    snprintf(full, sizeof full, "%s/%s", folder, name);
    return rom_id(full);
}

/* ---- info and budget ---- */

rom_text_place pack_add_text(writer *out, const char *text) {
    rom_text_place place = {(uint32_t)out->size, (uint32_t)strlen(text)};
    writer_bytes(out, text, place.bytes);
    return place.bytes == 0 ? (rom_text_place){0, 0} : place;
}

/* Writes the rows, which stay aligned, and then their texts. Returns the offset of the rows. */
static uint32_t add_languages(writer *out, const cart_language *list, uint32_t count) {
    size_t at = out->size;
    writer_zeros(out, (size_t)count * ROM_LANGUAGE_SIZE);
    for (uint32_t i = 0; i < count; i++) {
        rom_language_record row = {
            .number = (uint16_t)((i + 1) | (list[i].from_right ? ROM_LANGUAGE_FROM_RIGHT : 0u))};
        row.tag = pack_add_text(out, list[i].tag);
        row.name = pack_add_text(out, list[i].name);
        record_put_language(out, at + (size_t)i * ROM_LANGUAGE_SIZE, &row);
    }
    writer_align(out, 4);
    return count == 0 ? 0 : (uint32_t)at;
}

static bool write_info(pack_job *job) {
    const cart *c = job->c;
    rom_info_record r = {.start_scene = c->start[0] == 0 || !pack_is_wanted(job, "scene", c->start)
                                            ? 0
                                            : chunk_id("scene", c->start)};
    writer *out = assemble_add(&job->chunks, "info", ROM_TAG_INFO, ROM_INFO_SIZE);
    if (out == NULL) return pack_no_memory(job);
    r.language_count = (uint16_t)c->language_count;
    r.region_count = (uint16_t)c->region_count;
    r.languages_at = add_languages(out, c->languages, c->language_count);
    r.regions_at = add_languages(out, c->regions, c->region_count);
    r.title = pack_add_text(out, c->title);
    r.author = pack_add_text(out, c->author);
    r.version = pack_add_text(out, c->version);
    r.home = pack_add_text(out, c->home);
    r.licence = pack_add_text(out, c->licence);
    if (c->icon[0] != 0 && pack_is_wanted(job, "texture", c->icon)) r.icon = chunk_id("texture", c->icon);
    if (c->first_level[0] != 0 && pack_is_wanted(job, "level", c->first_level))
        r.first_level = chunk_id("level", c->first_level);
    record_put_info(out, 0, &r);
    writer_align(out, 4);
    return true;
}

/* Whether a script calls a native of a module. */
static bool is_called(const assemble_chunk *chunk, const ox_module *module) {
    ox_script_module script;
    if (chunk->type != ROM_TAG_CODE || !pack_script_open(chunk->bytes.data, &script)) return false;
    for (uint32_t i = 0; i < script.count[OX_SCRIPT_SECTION_NATIVES]; i++) {
        const uint32_t name =
            rom_word(ox_script_record(&script, OX_SCRIPT_SECTION_NATIVES, i) + ROM_SCRIPT_NATIVE_NAME);
        for (uint32_t k = 0; k < module->native_count; k++)
            if (module->natives[k].name == name) return true;
    }
    return false;
}

/* Whether cart.txt has a word of a module. */
static bool has_word(const pack_job *job, const ox_module *module) {
    const cart_scene *scene;
    for (uint32_t s = 0; (scene = cart_scene_at(job->c, s)) != NULL; s++)
        for (uint32_t i = 0; i < scene->saying_count; i++)
            for (const ox_module_word *word = module->words; word != NULL && word->word != NULL; word++)
                if (scene->sayings[i].word == word) return true;
    return false;
}

static bool modules_mix(const pack_job *job) {
    for (const ox_module *const *m = known_modules(); *m != NULL; m++)
        if (((*m)->flags & OX_MODULE_MIXES) != 0 && has_word(job, *m)) return true;
    return false;
}

/* Whether the image asks for a module: by a chunk of one of its types, by a script, or by a word of cart.txt. */
static bool asks_for(const pack_job *job, const ox_module *module) {
    const assembly *a = &job->chunks;
    for (uint32_t i = 0; i < a->count; i++) {
        for (const uint32_t *tag = module->tags; tag != NULL && *tag != 0; tag++)
            if (a->chunks[i].type == *tag) return true;
        if (is_called(&a->chunks[i], module)) return true;
    }
    return has_word(job, module) ||
           !known_is_own(module->id); /* C of the cart plays whatever stands in the image */
}

/* Writes the modules that the game needs into `info`, the first chunk, after all other chunks, which tell them. */
static bool write_modules(pack_job *job) {
    const ox_module *used[OX_MODULES_MOST];
    uint32_t count = 0;
    for (const ox_module *const *m = known_modules(); *m != NULL; m++)
        if (asks_for(job, *m)) used[count++] = *m;
    if (count == 0) return true;
    writer *out = &job->chunks.chunks[0].bytes;
    size_t at = out->size;
    writer_zeros(out, (size_t)count * ROM_MODULE_USE_SIZE);
    for (uint32_t i = 0; i < count; i++) {
        rom_module_use_record row = {
            .module = used[i]->id,
            .flags = (used[i]->flags & OX_MODULE_OPTIONAL) != 0 ? ROM_MODULE_USE_OPTIONAL : 0};
        row.name = pack_add_text(out, used[i]->name);
        record_put_module_use(out, at + (size_t)i * ROM_MODULE_USE_SIZE, &row);
    }
    writer_align(out, 4);
    writer_put_u16(out, ROM_INFO_MODULE_COUNT, (uint16_t)count);
    writer_put_u32(out, ROM_INFO_MODULES_AT, (uint32_t)at);
    return out->failed ? pack_no_memory(job) : true;
}

/* The id of a row, for sorting rows by rising ids. */
static uint32_t id_of_row(const cart_plan *plan, bool kinds, uint32_t i) {
    return rom_id(kinds ? plan->kinds[i].name : plan->handles[i].name);
}

static void sort_rows(const cart_plan *plan, bool kinds, uint32_t count, uint32_t *order) {
    for (uint32_t i = 0; i < count; i++) {
        uint32_t k = i;
        for (; k > 0 && id_of_row(plan, kinds, order[k - 1]) > id_of_row(plan, kinds, i); k--)
            order[k] = order[k - 1];
        order[k] = i;
    }
}

static void put_plan(const cart_plan *plan, rom_budget_record *r, writer *out) {
    uint32_t order[CART_PLAN_HANDLES], clients = (uint32_t)out->size;
    for (uint32_t class = 0; class <= ROM_MEMORY_CLASS_DEBUG; class ++) {
        const rom_memory_class_record row = {.class = (uint8_t) class,
                                             .bytes = plan->classes[class].bytes,
                                             .alignment = plan->classes[class].alignment};
        if (row.bytes == 0) continue;
        if (r->class_count++ == 0) r->classes_at = (uint32_t)out->size;
        record_add_memory_class(out, &row);
    }
    clients = (uint32_t)out->size;
    r->client_count = (uint16_t)plan->client_count;
    r->clients_at = plan->client_count == 0 ? 0 : clients;
    writer_zeros(out, (size_t)plan->client_count * ROM_CLIENT_SIZE);
    sort_rows(plan, true, plan->kind_count, order);
    r->kind_count = (uint16_t)plan->kind_count;
    r->kinds_at = plan->kind_count == 0 ? 0 : (uint32_t)out->size;
    for (uint32_t i = 0; i < plan->kind_count; i++) {
        const rom_pool_kind_record row = {rom_id(plan->kinds[order[i]].name), plan->kinds[order[i]].tag,
                                          plan->kinds[order[i]].bytes, plan->kinds[order[i]].alignment,
                                          plan->kinds[order[i]].capacity};
        record_add_pool_kind(out, &row);
    }
    sort_rows(plan, false, plan->handle_count, order);
    r->handle_count = (uint16_t)plan->handle_count;
    r->handles_at = plan->handle_count == 0 ? 0 : (uint32_t)out->size;
    for (uint32_t i = 0; i < plan->handle_count; i++) {
        const rom_handle_table_record row = {rom_id(plan->handles[order[i]].name),
                                             plan->handles[order[i]].capacity};
        record_add_handle_table(out, &row);
    }
    for (uint32_t i = 0; i < plan->client_count; i++) {
        rom_client_record row = {.client = plan->clients[i].tag,
                                 .class = (uint8_t)plan->clients[i].class,
                                 .end = (uint8_t)plan->clients[i].end,
                                 .bytes = plan->clients[i].bytes};
        row.name = pack_add_text(out, plan->clients[i].name);
        record_put_client(out, clients + (size_t)i * ROM_CLIENT_SIZE, &row);
    }
    writer_align(out, 4);
}

static uint32_t count_declared(const void *plan_of_cart, const ox_capacity *capacity) {
    const cart_plan *plan = plan_of_cart;
    for (uint32_t i = 0; i < plan->handle_count; i++)
        if (strcmp(plan->handles[i].name, capacity->name) == 0) return plan->handles[i].capacity;
    return 0;
}

/* Checks that the tables whose capacity the cart sets fit the rest of the budget. */
static bool check_capacities(pack_job *job, uint64_t room) {
    ox_capacity_refusal why;
    if (ox_capacities_fit(known_modules(), count_declared, &job->c->plan, room, &why)) return true;
    const char *name = why.item->name;
    if (why.too_many)
        return pack_wrong(job, 0, "capacity %s: %llu are asked for, at most %llu are possible", name,
                          (unsigned long long)why.needed, (unsigned long long)why.available);
    return pack_wrong(job, 0,
                      "capacity %s: %llu bytes are needed, %llu are there; give the budget more or ask for "
                      "less",
                      name, (unsigned long long)why.needed, (unsigned long long)why.available);
}

/* Refuses a plan that the reader would refuse, with words of cart.txt. */
static bool check_plan(pack_job *job) {
    const cart_plan *plan = &job->c->plan;
    uint64_t sums[ROM_MEMORY_CLASS_DEBUG + 1] = {0};
    uint64_t parts = (uint64_t)job->c->frame + plan->cache + plan->scratch +
                     (uint64_t)plan->block_bytes * plan->block_count +
                     2ull * plan->stream_bytes * plan->stream_count;
    if (parts > job->c->budget) {
        return pack_wrong(job, 0,
                          "frame, cache, blocks, streams and scratch take %llu bytes of a budget of %u; give "
                          "it more or ask for less",
                          (unsigned long long)parts, (unsigned)job->c->budget);
    }
    for (uint32_t i = 0; i < plan->client_count; i++) {
        uint32_t class = plan->clients[i].class;
        uint64_t there = class == ROM_MEMORY_CLASS_MAIN ? job->c->budget : plan->classes[class].bytes;
        sums[class] += plan->clients[i].bytes;
        if (sums[class] > there)
            return pack_wrong(
                job, 0, "client `%s`: the clients of its memory take %llu bytes, %llu are asked for",
                plan->clients[i].name, (unsigned long long)sums[class], (unsigned long long)there);
    }
    return check_capacities(job, job->c->budget - parts);
}

static bool write_budget(pack_job *job) {
    const cart *c = job->c;
    const cart_plan *plan = &c->plan;
    rom_budget_record r = {.memory = c->budget,
                           .frame = c->frame,
                           .width = (uint16_t)c->width,
                           .height = (uint16_t)c->height,
                           .format = (uint8_t)c->format,
                           .band = (uint8_t)c->band,
                           .rate = (uint16_t)c->rate,
                           .needs = plan->needs,
                           .cache_bytes = plan->cache,
                           .block_bytes = plan->block_bytes,
                           .block_count = plan->block_count,
                           .stream_bytes = plan->stream_bytes,
                           .stream_count = (uint16_t)plan->stream_count,
                           .frame_copies = (uint16_t)plan->frame_copies,
                           .io_quota = plan->io_quota,
                           .decode_quota = plan->decode_quota,
                           .stack = plan->stack,
                           .debug_bytes = job->options->names ? plan->debug : 0,
                           .scratch_bytes = plan->scratch};
    writer *out = assemble_add(&job->chunks, "budget", ROM_TAG_BUDGET, ROM_BUDGET_SIZE);
    if (out == NULL) return pack_no_memory(job);
    put_plan(plan, &r, out);
    record_put_budget(out, 0, &r);
    return check_plan(job);
}

/* ---- palette ---- */

/* The nearest index of every colour of 15 bits, for materials that blend or have coloured light. */
static bool write_inverse(pack_job *job, writer *out) {
    uint32_t rgb[256];
    uint8_t *inverse = malloc(32768);
    if (inverse == NULL) return pack_no_memory(job);
    for (int i = 0; i < 256; i++) {
        const uint8_t *from = job->palette.rgb[i];
        rgb[i] = (uint32_t)from[0] << 16 | (uint32_t)from[1] << 8 | from[2];
    }
    rs_palette_inverse(rgb, inverse);
    writer_put_u32(out, ROM_PALETTE_INVERSE, (uint32_t)out->size);
    writer_bytes(out, inverse, 32768);
    free(inverse);
    return !out->failed || pack_no_memory(job);
}

static bool write_palette(pack_job *job, bool mixes) {
    uint8_t shades[IMPORT_SHADE_LEVELS][256];
    if (job->c->format != PLAT_PAL8) return true;
    writer *out = assemble_add(&job->chunks, "palette", ROM_TAG_PALETTE, ROM_PALETTE_SIZE);
    if (out == NULL) return pack_no_memory(job);
    writer_put_u32(out, ROM_PALETTE_COLOURS, (uint32_t)out->size);
    for (int i = 0; i < 256; i++) {
        const uint8_t *rgb = job->palette.rgb[i];
        writer_u32(out, (uint32_t)rgb[0] << 16 | (uint32_t)rgb[1] << 8 | rgb[2]);
    }
    import_shade_table(&job->palette, NULL, 256, shades);
    writer_put_u32(out, ROM_PALETTE_SHADES, (uint32_t)out->size);
    writer_bytes(out, shades, sizeof shades);
    return !mixes || write_inverse(job, out);
}

/* The colour, or its index where the cart has a palette. */
static uint32_t index_of(const pack_job *job, uint32_t rgb) {
    return job->c->format == PLAT_PAL8 ? palette_index(&job->palette, rgb) : 0;
}

/* ---- textures ---- */

/* Puts the output of a step in as a chunk; the bytes move over. */
static bool take_chunk(pack_job *job, const char *name, uint32_t type, writer *bytes) {
    writer *out = assemble_add(&job->chunks, name, type, 0);
    if (out == NULL) return pack_no_memory(job);
    writer_free(out);
    *out = *bytes;
    memset(bytes, 0, sizeof *bytes);
    return true;
}

static bool take_texture(pack_job *job, pack_texture *texture) {
    char name[CART_NAME_MAX + 16];
    if (!texture->present || texture->result.output_count == 0) return true;
    snprintf(name, sizeof name, "texture/%s", texture->source.name);
    pack_tell(job, texture->source.line, &texture->result);
    job->report->textures++;
    if (!take_chunk(job, name, texture->source.is_pyramid ? ROM_TAG_HAAR : ROM_TAG_IMAGE,
                    &texture->result.outputs[0]))
        return false;
    assemble_class(&job->chunks, (uint32_t)texture->source.memory);
    assemble_source(&job->chunks, texture->source.file, texture->source.line);
    return true;
}

/* ---- meshes ---- */

static bool take_mesh(pack_job *job, pack_mesh *mesh) {
    char name[CART_NAME_MAX + 16];
    pack_model model;
    if (!mesh->present || mesh->result.output_count == 0 || !pack_is_wanted(job, "mesh", mesh->source->name))
        return true;
    if (!pack_read_model(job, &mesh->result, &model)) return pack_no_memory(job);
    snprintf(name, sizeof name, "mesh/%s", mesh->source->name);
    job->report->meshes++;
    job->report->vertices += model.vertices;
    job->report->triangles += model.triangles;
    job->report->position_error = fmax(job->report->position_error, model.position_error);
    if (!take_chunk(job, name, ROM_TAG_MESH, &mesh->result.outputs[0])) return false;
    assemble_class(&job->chunks, (uint32_t)mesh->source->memory);
    assemble_source(&job->chunks, mesh->source->file, mesh->source->line);
    pack_brought more;
    size_t at = 0;
    uint32_t output = 0;
    while (pack_next_of_mesh(&mesh->result, &at, &output, &more)) { /* simpler forms share its class */
        if (!take_chunk(job, more.name, more.tag, &mesh->result.outputs[more.output])) return false;
        if (more.tag == ROM_TAG_MESH) assemble_class(&job->chunks, (uint32_t)mesh->source->memory);
        assemble_source(&job->chunks, mesh->source->file, mesh->source->line);
    }
    return true;
}

/* ---- scenes ---- */

static void put_vector(writer *out, const double v[3]) {
    for (int k = 0; k < 3; k++) writer_u32(out, writer_fx(v[k]));
}

/* Degrees as a 16-bit angle. */
uint32_t pack_angle(double degrees) {
    return (uint32_t)(int64_t)writer_round(degrees * 65536 / 360) & 0xFFFFu;
}

/* Turns per second as angle units per step. */
static uint32_t speed(const pack_job *job, double turns) {
    double units = writer_round(turns * 65536 / job->c->rate);
    return (uint32_t)(int32_t)fmax(-32767, fmin(32767, units)) & 0xFFFFu;
}

static void put_motion(const pack_job *job, writer *out, const cart_motion *motion) {
    writer_u32(out, writer_fx(motion->orbit[0]));
    writer_u16(out, speed(job, motion->orbit[1]));
    writer_u16(out, pack_angle(motion->orbit[2]));
    writer_u32(out, writer_fx(motion->bob[0]));
    writer_u16(out, speed(job, motion->bob[1]));
    writer_u16(out, pack_angle(motion->bob[2]));
}

/* Warns when far surfaces at the camera's least separation would share a depth code. */
static void check_depth(pack_job *job, const cart_scene *scene, const cart_camera *camera) {
    rs_camera seen = {.focal = FX_ONE,
                      .near_plane = (fx)writer_fx(camera->near_plane),
                      .far_plane = (fx)writer_fx(camera->far_plane)};
    rs_depth_report report = rs_depth_check(&seen, (fx)writer_fx(camera->separation));
    if (camera->separation <= 0 || report.enough) return;
    pack_warn(job, camera->line,
              "scene `%s`: surfaces %g apart flicker at far=%g: depth needs %g there, %g at half and %g at a "
              "tenth of it; move near out, or far nearer",
              scene->name, camera->separation, camera->far_plane, report.at_far / 65536.0,
              report.at_half / 65536.0, report.at_tenth / 65536.0);
}

static void put_camera(const pack_job *job, writer *out, const cart_camera *camera) {
    put_vector(out, camera->at);
    put_vector(out, camera->target);
    writer_u16(out, pack_angle(camera->field));
    writer_u16(out, 0);
    writer_u32(out, writer_fx(camera->near_plane));
    writer_u32(out, writer_fx(camera->far_plane));
    put_motion(job, out, &camera->motion);
}

static void put_light(const pack_job *job, writer *out, const cart_light *light) {
    writer_u8(out, (uint32_t)light->kind);
    writer_u8(out, (uint32_t)(light->intensity * 255 + 0.5));
    writer_u16(out, 0);
    put_vector(out, light->vector);
    writer_u32(out, writer_fx(light->range));
    put_motion(job, out, &light->motion);
}

static void put_object(const pack_job *job, writer *out, const cart_object *object) {
    writer_u32(out, object->mesh[0] == 0 ? 0 : chunk_id("mesh", object->mesh));
    put_vector(out, object->at);
    writer_u32(out, writer_fx(object->scale));
    for (int k = 0; k < 3; k++) writer_u16(out, pack_angle(object->turn[k]));
    for (int k = 0; k < 3; k++) writer_u16(out, speed(job, object->spin[k] / 360));
    writer_u8(out, (uint32_t)object->shading);
    writer_u8(out, object->fixed_shading ? ROM_OBJECT_FIXED_SHADING : 0u);
    writer_u16(out, 0);
    put_motion(job, out, &object->motion);
}

static void put_overrides(const cart_scene *scene, writer *out) {
    if (scene->override_count == 0) return;
    writer_put_u32(out, ROM_SCENE_OVERRIDE_COUNT, scene->override_count);
    writer_put_u32(out, ROM_SCENE_OVERRIDES_AT, (uint32_t)out->size);
    for (uint32_t i = 0; i < scene->override_count; i++) {
        const cart_override *override = &scene->overrides[i];
        const rom_material_override_record row = {
            override->object, override->from[0] == 0 ? 0 : chunk_id("material", override->from),
            chunk_id("material", override->to)};
        record_add_material_override(out, &row);
    }
}

static void put_clips(const cart_scene *scene, writer *out) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < scene->object_count; i++) {
        const cart_object *object = &scene->objects[i];
        if (object->clip[0] == 0) continue;
        if (count++ == 0) writer_put_u32(out, ROM_SCENE_CLIPS_AT, (uint32_t)out->size);
        const rom_object_clip_record row = {.object = i,
                                            .clip = chunk_id("clip", object->clip),
                                            .rate = (int32_t)writer_fx(object->clip_rate),
                                            .start = (int32_t)writer_fx(object->clip_start),
                                            .second =
                                                object->blend[0] == 0 ? 0 : chunk_id("clip", object->blend),
                                            .weight = writer_fx(object->clip_weight)};
        record_add_object_clip(out, &row);
    }
    writer_put_u32(out, ROM_SCENE_CLIP_COUNT, count);
}

static void put_emitters(const cart_scene *scene, writer *out) {
    writer_put_u32(out, ROM_SCENE_EMITTER_COUNT, scene->emitter_count);
    if (scene->emitter_count > 0) writer_put_u32(out, ROM_SCENE_EMITTERS_AT, (uint32_t)out->size);
    for (uint32_t i = 0; i < scene->emitter_count; i++) {
        const cart_emitter *emitter = &scene->emitters[i];
        rom_scene_emitter_record row = {.particles = chunk_id("particles", emitter->particles),
                                        .object = emitter->object,
                                        .seed = (uint32_t)emitter->seed};
        for (int k = 0; k < 3; k++) row.position[k] = (int32_t)writer_fx(emitter->at[k]);
        record_add_scene_emitter(out, &row);
    }
}

/* Whether scripts play a part in a scene. */
static bool is_led(const cart_scene *scene) {
    bool led = scene->behaviour_count > 0;
    for (uint32_t i = 0; i < scene->object_count; i++) led = led || scene->objects[i].behaviour[0] != 0;
    return led;
}

/* Writes the names of objects. An object without a name has the name of its mesh or type. */
static void put_identities(const cart_scene *scene, writer *out) {
    uint32_t count = 0;
    const bool led = is_led(scene);
    for (uint32_t i = 0; i < scene->object_count; i++) {
        const cart_object *object = &scene->objects[i];
        if (!led && object->name[0] == 0 && object->type[0] == 0 && !object->hidden && object->tags == 0)
            continue;
        if (count++ == 0) writer_put_u32(out, ROM_SCENE_IDENTITIES_AT, (uint32_t)out->size);
        const char *name = object->name[0] != 0 ? object->name : object->type[0] != 0 ? "" : object->mesh;
        const rom_object_identity_record row = {.object = i,
                                                .name = name[0] == 0 ? 0 : rom_id(name),
                                                .type = object->type[0] == 0 ? 0 : rom_id(object->type),
                                                .tags = (uint16_t)object->tags,
                                                .flags = object->hidden ? ROM_OBJECT_IDENTITY_HIDDEN : 0};
        record_add_object_identity(out, &row);
    }
    writer_put_u32(out, ROM_SCENE_IDENTITY_COUNT, count);
}

static void put_tags(const cart *c, writer *out) {
    if (c->tag_count == 0) return;
    writer_put_u32(out, ROM_SCENE_TAG_COUNT, c->tag_count);
    writer_put_u32(out, ROM_SCENE_TAGS_AT, (uint32_t)out->size);
    for (uint32_t i = 0; i < c->tag_count; i++) writer_u32(out, rom_id(c->tags[i]));
}

/* The order of rows of values: by object, component, field and index. */
static int by_place(const void *a, const void *b) {
    for (uint32_t at = 0; at < ROM_OBJECT_VALUE_VALUE; at += 4) {
        const uint32_t one = rom_word((const uint8_t *)a + at), other = rom_word((const uint8_t *)b + at);
        if (one != other) return one < other ? -1 : 1;
    }
    return 0;
}

/* Writes the values of objects, but for those that an object has from its type. */
static bool put_values(pack_job *job, const cart_scene *scene, writer *out) {
    uint32_t count = 0;
    const uint32_t at = (uint32_t)out->size;
    bool ok = true;
    for (uint32_t i = 0; i < scene->object_count; ok = pack_props(job, scene, i, out, &count) && ok, i++) {
        ok = pack_sprite(job, scene, i, out, &count) && ok;
        if (scene->objects[i].parent != 0) {
            const rom_object_value_record carried = {.object = i,
                                                     .component = rom_id("attachment"),
                                                     .field = rom_id("parent"),
                                                     .value = scene->objects[i].parent - 1};
            record_add_object_value(out, &carried);
            count++;
        }
        const cart_object *type = cart_find_type(job->c, scene->objects[i].type);
        if (scene->objects[i].behaviour[0] == 0 ||
            (type != NULL && strcmp(type->behaviour, scene->objects[i].behaviour) == 0))
            continue;
        count++;
        const rom_object_value_record row = {.object = i,
                                             .component = rom_id("behaviour"),
                                             .field = rom_id("behaviour"),
                                             .value = rom_id(scene->objects[i].behaviour)};
        record_add_object_value(out, &row);
    }
    ok = pack_sayings(job, scene, out, &count) && ok;
    writer_put_u32(out, ROM_SCENE_VALUE_COUNT, count);
    if (count == 0) return ok;
    writer_put_u32(out, ROM_SCENE_VALUES_AT, at);
    qsort(out->data + at, count, ROM_OBJECT_VALUE_SIZE, by_place);
    return ok;
}

static rom_scene_level_way_record way_of(const cart *c, const cart_scene_level *level) {
    const bool first = strcmp(level->name, c->first_level) == 0;
    return (rom_scene_level_way_record){.name = rom_id(level->name),
                                        .by = level->by[0] == 0 ? 0 : rom_id(level->by),
                                        .flags = (level->later ? (uint32_t)ROM_SCENE_LEVEL_WAY_LATER : 0u) |
                                                 (first ? (uint32_t)ROM_SCENE_LEVEL_WAY_FIRST : 0u)};
}

/* The level of a map's objects; 0 when the map has none. */
static uint32_t objects_of(const pack_job *job, const cart_scene_map *map) {
    char name[CART_NAME_MAX + 16];
    snprintf(name, sizeof name, "%s.objects", map->name);
    const uint32_t id = chunk_id("level", name);
    for (uint32_t i = 0; i < job->chunks.count; i++)
        if (job->chunks.chunks[i].id == id && job->chunks.chunks[i].type == ROM_TAG_LEVEL) return id;
    return 0;
}

/* Rows of the chunk `levels` under way. */
typedef struct level_rows {
    writer rows, ways;
    uint32_t count;
} level_rows;

static void put_scene_level(level_rows *to, const rom_scene_level_record *row,
                            const rom_scene_level_way_record *way) {
    record_add_scene_level(&to->rows, row);
    record_add_scene_level_way(&to->ways, way);
    to->count++;
}

/* Writes the levels of a scene: its own first, then the objects of its maps. */
static void put_scene_levels(const pack_job *job, const cart_scene *scene, level_rows *to) {
    for (uint32_t i = 0; i < scene->level_count; i++) {
        const rom_scene_level_record row = {.scene = chunk_id("scene", scene->name),
                                            .level = chunk_id("level", scene->levels[i].name),
                                            .near = (int32_t)writer_fx(scene->levels[i].near_by),
                                            .far = (int32_t)writer_fx(scene->levels[i].far_off)};
        const rom_scene_level_way_record way = way_of(job->c, &scene->levels[i]);
        put_scene_level(to, &row, &way);
    }
    for (uint32_t i = 0; i < scene->map_count; i++) {
        const rom_scene_level_record row = {.scene = chunk_id("scene", scene->name),
                                            .level = objects_of(job, &scene->maps[i])};
        const rom_scene_level_way_record way = {.name = rom_id(scene->maps[i].name)};
        if (row.level != 0) put_scene_level(to, &row, &way);
    }
}

/* The chunk `levels`: which levels are played in which scenes. */
static bool write_scene_levels(pack_job *job) {
    level_rows rows = {.count = 0};
    for (uint32_t s = 0; s < job->c->scene_count; s++)
        if (pack_is_wanted(job, "scene", job->c->scenes[s].name))
            put_scene_levels(job, &job->c->scenes[s], &rows);
    writer *out = rows.count == 0
                      ? NULL
                      : assemble_add(&job->chunks, "levels", ROM_TAG_SCENE_LEVELS, ROM_SCENE_LEVELS_SIZE);
    const rom_scene_levels_record r = {.count = rows.count,
                                       .at = ROM_SCENE_LEVELS_SIZE,
                                       .way_count = rows.count,
                                       .ways_at = (uint32_t)(ROM_SCENE_LEVELS_SIZE + rows.rows.size)};
    if (out != NULL) {
        writer_bytes(out, rows.rows.data, rows.rows.size);
        writer_bytes(out, rows.ways.data, rows.ways.size);
        record_put_scene_levels(out, 0, &r);
    }
    const bool ok =
        !rows.rows.failed && !rows.ways.failed && (rows.count == 0 || (out != NULL && !out->failed));
    writer_free(&rows.rows);
    writer_free(&rows.ways);
    return ok || pack_no_memory(job);
}

static bool write_scene(pack_job *job, const cart_scene *scene) {
    writer *out = begin_chunk(job, "scene", scene->name, ROM_TAG_SCENE, ROM_SCENE_SIZE);
    if (out == NULL) return pack_no_memory(job);
    assemble_source(&job->chunks, "cart.txt", scene->line);
    uint32_t flags = (scene->turntable > 0 ? ROM_SCENE_TURNTABLE : 0u) | (scene->hud ? ROM_SCENE_HUD : 0u) |
                     (scene->log_cycles && job->options->names ? ROM_SCENE_LOG_CYCLES : 0u);
    if (scene->camera_count > 65535 || scene->light_count > 65535 || scene->object_count > 65535) {
        return pack_wrong(job, scene->line, "scene `%s` has more than 65535 things of a kind; divide it",
                          scene->name);
    }
    writer_put_u32(out, ROM_SCENE_FLAGS, flags);
    const uint32_t background = pack_light(job->c, scene->background);
    writer_put_u32(out, ROM_SCENE_BACKGROUND, background);
    writer_put_u8(out, ROM_SCENE_BACKGROUND_INDEX, index_of(job, background));
    writer_put_u8(out, ROM_SCENE_AMBIENT, (uint32_t)(scene->ambient * 255 + 0.5));
    writer_put_u16(out, ROM_SCENE_CAMERAS, scene->camera_count);
    writer_put_u16(out, ROM_SCENE_LIGHTS, scene->light_count);
    writer_put_u16(out, ROM_SCENE_OBJECTS, scene->object_count);
    writer_put_u32(out, ROM_SCENE_TURN_FRAMES, scene->turntable);
    writer_put_u32(out, ROM_SCENE_CAMERA_AT, (uint32_t)out->size);
    double separation = 0;
    for (uint32_t i = 0; i < scene->camera_count; i++) {
        double said = scene->cameras[i].separation;
        check_depth(job, scene, &scene->cameras[i]);
        put_camera(job, out, &scene->cameras[i]);
        if (said > 0 && (separation <= 0 || said < separation)) separation = said;
    }
    writer_put_u32(out, ROM_SCENE_SEPARATION, writer_fx(separation));
    writer_put_u32(out, ROM_SCENE_LIGHT_AT, (uint32_t)out->size);
    for (uint32_t i = 0; i < scene->light_count; i++) put_light(job, out, &scene->lights[i]);
    writer_put_u32(out, ROM_SCENE_OBJECT_AT, (uint32_t)out->size);
    for (uint32_t i = 0; i < scene->object_count; i++) put_object(job, out, &scene->objects[i]);
    put_overrides(scene, out);
    put_clips(scene, out);
    put_emitters(scene, out);
    put_identities(scene, out);
    const bool ok = put_values(job, scene, out);
    put_tags(job->c, out);
    if (scene == &job->c->types) return ok;
    if (job->c->types.object_count > 0) writer_put_u32(out, ROM_SCENE_TYPES, chunk_id("scene", "types"));
    job->report->scenes++;
    pack_check_layers(job, scene);
    return ok && pack_view(job, scene);
}

/* ---- assets of the kinds of pack_kinds.h ---- */

static uint32_t number_of(const cart_language *list, uint32_t count, const char *tag) {
    for (uint32_t i = 0; i < count; i++) {
        if (strcmp(list[i].tag, tag) == 0) return i + 1;
    }
    return 0;
}

/* Sets class, lifetime and variant of the chunk that was added last. */
static void mark_chunk(pack_job *job, const cart_asset *asset) {
    assemble_class(&job->chunks, (uint32_t)asset->memory);
    assemble_life(&job->chunks, (uint32_t)asset->life);
    assemble_source(&job->chunks, asset->file, asset->line);
    assemble_variant(&job->chunks,
                     number_of(job->c->languages, job->c->language_count, asset->language) |
                         (job->options->region != NULL
                              ? 0
                              : number_of(job->c->regions, job->c->region_count, asset->region) << 8));
}

static assemble_chunk *find_chunk(pack_job *job, const char *name, uint32_t tag) {
    for (uint32_t i = 0; i < job->chunks.count; i++) {
        assemble_chunk *chunk = &job->chunks.chunks[i];
        if (chunk->type == tag && chunk->id == rom_id(name) && chunk->variant == 0) return chunk;
    }
    return NULL;
}

/* Takes the further chunks of an asset. Assets may share a chunk (a tile set) when its bytes are equal. */
static bool take_brought(pack_job *job, pack_item *item) {
    const cart_asset *asset = item->asset;
    pack_brought from;
    size_t at = 0;
    uint32_t output = 0;
    while (pack_next_brought(&item->result, &at, &output, &from)) {
        writer *bytes = &item->result.outputs[from.output];
        if (from.tag == 0) continue;
        const assemble_chunk *there = find_chunk(job, from.name, from.tag);
        if (there != NULL && asset->language[0] == 0 && asset->region[0] == 0) {
            if (there->bytes.size == bytes->size && memcmp(there->bytes.data, bytes->data, bytes->size) == 0)
                continue;
            return pack_wrong(job, asset->line, "%s `%s` makes another `%s` than one above; rename one",
                              asset->kind, asset->name, from.name);
        }
        if (!take_chunk(job, from.name, from.tag, bytes)) return false;
        mark_chunk(job, asset);
    }
    return true;
}

static bool take_item(pack_job *job, pack_item *item) {
    char name[CART_NAME_MAX + 24];
    if (!item->present || item->result.output_count == 0 ||
        !pack_is_wanted(job, item->kind->word, item->asset->name))
        return true;
    pack_tell(job, item->asset->line, &item->result);
    snprintf(name, sizeof name, "%s/%s", item->kind->word, item->asset->name);
    if (!take_chunk(job, name, item->kind->tag, &item->result.outputs[0])) return false;
    if (item->kind->convert == convert_sectioned) assemble_sectioned(&job->chunks);
    if (item->kind->tag == ROM_TAG_CODE && !job->options->names) {
        writer *bytes = &job->chunks.chunks[job->chunks.count - 1].bytes;
        ox_script_module module;
        if (job->options->places != NULL && pack_script_open(bytes->data, &module))
            (void)script_places_add(job->options->places, rom_id(name), bytes->data, &module);
        convert_script_release(bytes);
    }
    mark_chunk(job, item->asset);
    return take_brought(job, item);
}

static void tell_left_out(void *context, const assemble_chunk *chunk) {
    pack_job *job = context;
    report_note(job->options->said, NULL, 0,
                "%.200s is left out: nothing refers to it; `keep %.60s` takes it in", chunk->name,
                chunk->name);
}

static void tell_merged(void *context, const level_merge_report *r) {
    pack_job *job = context;
    if (r->why_not != NULL)
        report_note(job->options->said, NULL, 0, "%.200s: its %u instances stay apart: %s", r->name,
                    (unsigned)r->instances, r->why_not);
    else
        report_note(job->options->said, NULL, 0,
                    "%.200s: %u instances of %u meshes take %u bytes, %u cells merged take %u: %s", r->name,
                    (unsigned)r->instances, (unsigned)r->meshes, (unsigned)r->apart, (unsigned)r->cells,
                    (unsigned)r->together, r->merged ? "merged" : "they stay instances");
}

/* Removes chunks without references, if the cart asks for it; levels get the shorter form of their geometry. */
static bool prune(pack_job *job) {
    const char *keep[CART_KEPT];
    if (!job->c->prune) return true;
    for (uint32_t i = 0; i < job->c->keep_count; i++) keep[i] = job->c->keep[i];
    if (pack_prune(&job->chunks, keep, job->c->keep_count, tell_left_out, tell_merged, job) != UINT32_MAX)
        return true;
    return pack_no_memory(job);
}

/* ---- packages ---- */

/* Writes packages. Characters of which only a part is packed are left out. */
static bool write_packages(pack_job *job) {
    tool_error error = {.text = ""};
    pack_groups groups;
    if (!pack_groups_of(job->c, &groups)) return pack_no_memory(job);
    uint32_t kept = 0;
    for (uint32_t i = 0; i < groups.count; i++) {
        bool whole = true;
        for (uint32_t k = 0; k < job->c->part_count; k++) {
            const struct cart_part *part = &job->c->parts[k];
            if (rom_id(part->character) == rom_id(strchr(groups.list[i].name, '/') + 1))
                whole = whole && pack_is_wanted(job, part->kind, part->name);
        }
        if (whole) groups.list[kept++] = groups.list[i];
    }
    bool ok =
        pack_graph_write(&job->chunks, groups.list, kept, job->c->path, &error) || pack_failed(job, &error);
    pack_groups_free(&groups);
    return ok;
}

bool pack_chunks(pack_job *job) {
    const bool mixes = pack_materials_mix(job) || pack_meshes_mix(job) || pack_particles_mix(job) ||
                       pack_sprites_mix(job) || modules_mix(job); /* items are handed over below */
    bool ok = write_info(job) && write_budget(job);
    for (uint32_t i = 0; ok && i < job->item_count; i++) ok = take_item(job, &job->items[i]);
    ok = ok && write_palette(job, mixes);
    for (uint32_t i = 0; ok && i < job->texture_count; i++) ok = take_texture(job, &job->textures[i]);
    for (uint32_t i = 0; ok && i < job->material_count; i++)
        ok = !pack_is_wanted(job, "material", job->materials[i].name) ||
             pack_material(job, &job->materials[i]);
    for (uint32_t i = 0; ok && i < job->mesh_count; i++) ok = take_mesh(job, &job->meshes[i]);
    const cart_scene *scene;
    for (uint32_t i = 0; ok && (scene = cart_scene_at(job->c, i)) != NULL; i++)
        ok = !pack_is_wanted(job, "scene", scene->name) || write_scene(job, scene);
    ok = ok && pack_collisions(job) && pack_audio(job) && pack_scripts(job) && pack_maps(job) &&
         pack_screens(job) && write_scene_levels(job) && pack_game(job) && pack_options_of_players(job) &&
         pack_mechanics(job) && pack_actions(job) && write_modules(job) && pack_redirects(job);
    if (job->compile_only) return ok;
    return ok && prune(job) && write_packages(job);
}
