/* The steps of packing: converters of assets, meshes, codecs. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "raster/mesh.h"
#include "rom/rom.h"
#include "rom/types.h"
#include "tools/convert/converters.h"
#include "tools/convert/pack_companion.h"
#include "tools/encode/compress.h"
#include "tools/encode/mesh.h"
#include "tools/generate/generate.h"
#include "tools/import/base/file.h"
#include "tools/import/load/load.h"
#include "tools/import/mesh/condition.h"
#include "tools/import/model/axes.h"
#include "tools/import/program/program.h"
#include "tools/inspect/dump.h"
#include "tools/pack/pack_family.h"
#include "tools/pack/pack_job.h"
#include "tools/record_writer.h"

enum { OPTIONS_ROOM = 4096, INFO_MATERIALS = 28 /* how many, in what a mesh's step tells */ };

/* ---- numbers and texts in blobs ---- */

static void put_text(writer *out, const char *text) {
    writer_u32(out, (uint32_t)strlen(text));
    writer_bytes(out, text, strlen(text));
}

static void put_double(writer *out, double value) {
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    writer_u32(out, (uint32_t)bits);
    writer_u32(out, (uint32_t)(bits >> 32));
}

static bool take_u32(const uint8_t **at, const uint8_t *end, uint32_t *value) {
    if (end - *at < 4) return false;
    *value = rom_u32(*at);
    *at += 4;
    return true;
}

static bool take_text(const uint8_t **at, const uint8_t *end, char *text, size_t room) {
    uint32_t length;
    if (!take_u32(at, end, &length) || length >= room || length > (size_t)(end - *at)) return false;
    memcpy(text, *at, length);
    text[length] = 0;
    *at += length;
    return true;
}

static bool take_double(const uint8_t **at, const uint8_t *end, double *value) {
    uint32_t low, high;
    if (!take_u32(at, end, &low) || !take_u32(at, end, &high)) return false;
    uint64_t bits = (uint64_t)high << 32 | low;
    memcpy(value, &bits, sizeof bits);
    return true;
}

/* A picture as a blob: width, height, pixels. */
static bool put_picture(step_result *r, const import_image *picture) {
    writer *out = step_output(r);
    if (out == NULL) return false;
    writer_u32(out, (uint32_t)picture->width);
    writer_u32(out, (uint32_t)picture->height);
    writer_bytes(out, picture->rgba, (size_t)picture->width * (size_t)picture->height * 4);
    return !out->failed;
}

/* ---- options of a step as text ---- */

typedef struct option_text {
    char text[OPTIONS_ROOM];
    size_t used;
} option_text;

static void add_option(option_text *o, const char *format, ...) IMPORT_PRINTF(2, 3);

static void add_option(option_text *o, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(o->text + o->used, sizeof o->text - o->used, format, arguments);
    va_end(arguments);
    if (length > 0) o->used += (size_t)length;
    if (o->used >= sizeof o->text) o->used = sizeof o->text - 1;
}

/* What converters may look at besides their own line. */
static void add_head(option_text *o, const cart *c) {
    const cart_plan *p = &c->plan;
    const machine_limits *m = c->machine;
    if (m != NULL)
        add_option(o, "machine %u,%u,%u,%u,%u ", (unsigned)m->texture_levels, (unsigned)m->sound_rate,
                   (unsigned)m->source_side, (unsigned)m->sound_frames, (unsigned)m->map_cells);
    add_option(o, "linear %d importers %08x ", (int)c->linear, (unsigned)rom_id(c->importers));
    add_option(o, "%dx%d %d rate %u dither %d budget %u cache %u blocks %u,%u streams %u,%u scratch %u",
               c->width, c->height, c->format, (unsigned)c->rate, (int)c->dither, (unsigned)c->budget,
               (unsigned)p->cache, (unsigned)p->block_bytes, (unsigned)p->block_count,
               (unsigned)p->stream_bytes, (unsigned)p->stream_count, (unsigned)p->scratch);
}

/* ---- meshes ---- */

typedef struct mesh_work {
    const pack_job *job;
    const pack_mesh *mesh;
    option_text options;
    char name[CART_NAME_MAX + 16];
} mesh_work;

static uint32_t colour_channel(float value) {
    float scaled = value * 255.0f + 0.5f;
    return scaled <= 0 ? 0 : scaled >= 255 ? 255 : (uint32_t)scaled;
}

static uint32_t colour_of(const float rgb[3]) {
    return colour_channel(rgb[0]) << 16 | colour_channel(rgb[1]) << 8 | colour_channel(rgb[2]);
}

static void put_material(writer *out, const cart *c, const char *name, const import_material *from) {
    double specular = (double)(from->specular[0] + from->specular[1] + from->specular[2]) / 3;
    bool shines = colour_of(from->diffuse) == 0 && colour_of(from->emissive) != 0;
    if (!(specular > 0)) specular = 0;
    if (specular > 1) specular = 1;
    put_text(out, name);
    writer_u32(out, shines ? colour_of(from->emissive) : colour_of(from->diffuse));
    writer_u32(out, shines ? RS_UNLIT : RS_GOURAUD);
    put_double(out, specular);
    put_double(out, from->shininess >= 1 ? (double)from->shininess : 1);
    put_text(out, from->texture == NULL
                      ? ""
                      : pack_inner(c, from->texture)); /* no copy of the cart has its own results */
    writer_u32(out, from->texture_missing);
    writer_u32(out, from->picture);
    put_double(out, (double)from->opacity);
    writer_u32(out, shines ? 0 : colour_of(from->emissive));
    writer_u32(out, colour_of(from->specular));
    writer_u32(out, colour_channel(from->ambient[0]) << 16 | colour_channel(from->ambient[1]) << 8 |
                        colour_channel(from->ambient[2]));
    put_double(out, (double)from->bump_scale);
    writer_u32(out, from->masked);
}

/* The name of material i of the model; false after an error when it is too long. */
static bool material_name(const mesh_work *w, const import_model *model, uint32_t i, char name[CART_NAME_MAX],
                          tool_error *error) {
    const cart_mesh *source = w->mesh->source;
    const char *own = model->materials[i].name[0] == 0 ? "default" : model->materials[i].name;
    if (source->material[0] != 0) {
        memcpy(name, source->material, CART_NAME_MAX);
        return true;
    }
    if (model->materials[i].texture != NULL && strlen(model->materials[i].texture) >= CART_PATH_MAX)
        return pack_wrong_in(w->job, error, source->line, "the path of a texture is too long");
    if (snprintf(name, CART_NAME_MAX, "%s.%s", source->name, own) < CART_NAME_MAX) return true;
    return pack_wrong_in(w->job, error, source->line, "mesh `%s`: the name `%s` is too long; shorten it",
                         source->name, own);
}

/* Whether some object shows the mesh with another material that has a texture. */
static bool wants_uvs(const cart *c, const cart_mesh *mesh) {
    const cart_scene *scene;
    for (uint32_t s = 0; (scene = cart_scene_at(c, s)) != NULL; s++) {
        for (uint32_t i = 0; i < scene->override_count; i++) {
            const cart_material *to = cart_find_material(c, scene->overrides[i].to);
            if (to == NULL || (to->texture[0] == 0 && to->second[0] == 0)) continue;
            if (rom_id(scene->objects[scene->overrides[i].object].mesh) == rom_id(mesh->name)) return true;
        }
    }
    return false;
}

/* The chunk id of each material, whether one has a texture, and what becomes materials of the cart. */
static bool name_materials(const mesh_work *w, const import_model *model, uint32_t *ids, bool *uvs,
                           writer *out, tool_error *error) {
    *uvs = wants_uvs(w->job->c, w->mesh->source);
    for (uint32_t i = 0; i < model->material_count; i++) {
        char name[CART_NAME_MAX], chunk[CART_NAME_MAX + 16];
        if (!material_name(w, model, i, name, error)) return false;
        const cart_material *known = cart_find_material(w->job->c, name);
        snprintf(chunk, sizeof chunk, "material/%s", name);
        ids[i] = rom_id(chunk);
        *uvs = *uvs || (known != NULL ? known->texture[0] != 0 || known->second[0] != 0
                                      : model->materials[i].texture != NULL);
        if (known != NULL) continue;
        put_material(out, w->job->c, name, &model->materials[i]);
        if (!out->failed) writer_put_u32(out, INFO_MATERIALS, rom_u32(out->data + INFO_MATERIALS) + 1);
    }
    return true;
}

/* How a mesh is brought to where the cart wants it; what belongs to it goes along. */
typedef struct mesh_place {
    bool known; /* of the mesh itself, which comes first */
    double centre[3], factor;
} mesh_place;

static bool shape_model(const cart_mesh *source, mesh_place *place, import_model *model, tool_error *error) {
    import_convention convention;
    if (source->axes[0] != 0 || source->unit != 1) {
        if (!import_convention_read(source->axes[0] == 0 ? "RUB" : source->axes, source->unit, &convention,
                                    error))
            return false;
        import_model_convert(model, &convention);
    }
    if (source->normalise && !place->known)
        import_model_normalise_to_unit_sphere(model, &place->factor, place->centre);
    for (uint32_t i = 0; i < model->vertex_count; i++) {
        for (int k = 0; k < 3; k++) {
            double value = (double)model->vertices[i].position[k];
            if (source->normalise && place->known)
                value = (double)(float)((value - place->centre[k]) * place->factor);
            model->vertices[i].position[k] = (float)(value * source->scale);
        }
    }
    place->known = true;
    return import_model_optimise_order(model, 16, error);
}

/* Parts that the machine draws at once. */
static bool split_model(const cart *c, import_model *model, tool_error *error) {
    const machine_limits *m = c->machine;
    if (m == NULL ||
        (model->vertex_count <= m->mesh_vertices && (uint64_t)model->triangle_count * 3 <= m->mesh_indices))
        return true;
    if (m->mesh_vertices < 3 || m->mesh_indices < 3)
        return true; /* what has no room for a triangle is refused behind */
    return import_split_parts(model, (uint32_t)m->mesh_vertices, (uint32_t)(m->mesh_indices / 3), error);
}

/* What a skinned mesh hangs on; NULL: it does not. */
typedef struct mesh_bones {
    mesh_skin skin;
    pack_family *family;
} mesh_bones;

/* Colours of vertices as the cart has them: left out, or as amounts of light. */
static void settle_colours(const mesh_work *w, import_model *model) {
    const import_limits before = import_limit((import_limits){.linear = w->job->c->linear});
    model->coloured = model->coloured && !w->mesh->source->plain;
    for (uint32_t i = 0; model->coloured && i < model->vertex_count; i++)
        import_light_pixels(model->vertices[i].colour, 1);
    (void)import_limit(before);
}

/* The chunk of the mesh (level 0), or of one of its simpler forms; what of its materials becomes materials of the cart is added to `info`. */
/* What all forms of a mesh share. */
typedef struct form_work {
    const mesh_work *mesh;
    mesh_place *place;
    const mesh_bones *bones;
    step_result *result;
    writer *info;
} form_work;

/* What a form becomes. */
typedef struct form_made {
    writer *chunk;
    mesh_report report;
    uint32_t vertices;
} form_made;

static bool compile_form(const form_work *f, import_model *model, uint32_t level, form_made *made,
                         tool_error *error) {
    const mesh_work *const w = f->mesh;
    const mesh_bones *const bones = f->bones;
    step_result *const r = f->result;
    mesh_report *const report = &made->report;
    const cart_mesh *source = w->mesh->source;
    uint32_t *ids = calloc((size_t)model->material_count + 1, sizeof *ids);
    bool uvs = false;
    bool ok = (ids != NULL || import_error_memory(error, source->name)) &&
              shape_model(source, f->place, model, error);
    made->vertices = model->vertex_count;
    ok = ok && name_materials(w, model, ids, &uvs, f->info, error);
    if (ok && uvs && !model->source_has_uvs) {
        step_say(r, PACK_NOTE_LINE, "mesh `%s` has no texture coordinates; it gets those of a globe",
                 source->name);
        ok = import_model_spherical_uvs(model, error);
        made->vertices = model->vertex_count;
    }
    ok = ok && split_model(w->job->c, model, error);
    settle_colours(w, model);
    if (ok && model->coloured && level == 0)
        step_say(
            r, PACK_NOTE_LOSS,
            "mesh `%s` has colours at its vertices, which the fragment pipeline draws; write `colours=off` "
            "to leave them out",
            source->name);
    writer *skin = ok && bones != NULL ? pack_family_skin(bones->family, source, level) : NULL;
    ok = ok && (bones == NULL || skin != NULL || import_error_memory(error, source->name)) &&
         mesh_pack_skinned(&(mesh_source){source->name, model, ids, uvs, bones == NULL ? NULL : &bones->skin},
                           made->chunk, skin, report, error);
    free(ids);
    if (!ok && error->line == 0 && !error->binary && !error->internal &&
        w->mesh->path != NULL) { /* about the model, which is in a file */
        const tool_error whole = *error;
        import_error_offset(error, w->mesh->path, 0, "%s", whole.text + whole.sentence);
    }
    if (ok && skin != NULL)
        step_say(r, PACK_NOTE_LOSS,
                 "skin of mesh `%s`: %u vertices with one joint, %u with two, %u with more; %u bytes",
                 source->name, (unsigned)report->skinned[0], (unsigned)report->skinned[1],
                 (unsigned)report->skinned[2], (unsigned)skin->size);
    if (ok && report->clamped_uvs > 0)
        step_say(r, PACK_NOTE_LINE,
                 "mesh `%s`: %u texture coordinates reach beyond 16 repeats and were cut; cut the "
                 "mesh into smaller patches",
                 source->name, report->clamped_uvs);
    return ok;
}

/* What belongs to the mesh: its simpler forms, collision, occluders, and the chunk that names them all. */
static bool compile_family(const form_work *f, import_family *family, pack_family *out, tool_error *error) {
    const cart_mesh *source = f->mesh->mesh->source;
    bool ok = true;
    for (uint32_t level = 1; ok && level <= 9; level++) {
        import_model *model = &family->details[level - 1];
        if (model->triangle_count == 0) continue;
        form_made made = {.chunk = pack_family_detail(out, source, level)};
        ok = (made.chunk != NULL || import_error_memory(error, source->name)) &&
             compile_form(f, model, level, &made, error);
    }
    if (ok && family->collision.triangle_count > 0)
        ok = shape_model(source, f->place, &family->collision, error) &&
             pack_family_collision(out, source, &family->collision, error);
    if (ok && family->occluders.triangle_count > 0)
        ok = shape_model(source, f->place, &family->occluders, error) &&
             pack_family_occluder(out, source, &family->occluders, error);
    return ok && (pack_family_finish(out, source) || import_error_memory(error, source->name));
}

static bool put_outputs(step_result *r, writer *chunk, writer *info, const import_model *model) {
    writer *outputs[2] = {chunk, info};
    for (int i = 0; i < 2; i++) {
        writer *out = step_output(r);
        if (out == NULL) return false;
        *out = *outputs[i];
        memset(outputs[i], 0, sizeof *outputs[i]);
    }
    for (uint32_t i = 0; i < model->picture_count; i++)
        if (!put_picture(r, &model->pictures[i])) return false;
    return true;
}

static bool compile_model(const mesh_work *w, import_family *family, const mesh_skin *skin, step_result *r,
                          tool_error *error) {
    import_model *model = &family->shown;
    writer chunk = {0}, info = {0};
    mesh_place place = {.known = false};
    pack_family belongs = {0};
    const mesh_bones all = {.skin = skin == NULL ? (mesh_skin){.rig = NULL} : *skin, .family = &belongs},
                     *bones = skin == NULL ? NULL : &all;
    form_made made = {.chunk = &chunk};
    const form_work work = {w, &place, bones, r, &info};
    for (uint32_t i = 0; i < model->warning_count; i++)
        step_say(r, PACK_NOTE_PLAIN, "%s", model->warnings[i]);
    writer_zeros(&info, 32);
    bool ok = compile_form(&work, model, 0, &made, error);
    double radius = ok ? rom_i32(chunk.data + ROM_MESH_RADIUS) / 65536.0 : 1,
           relative = made.report.position_error / radius;
    uint64_t bits;
    memcpy(&bits, &relative, sizeof bits);
    ok = ok && compile_family(&work, family, &belongs, error);
    writer_put_u32(&info, 0, made.report.vertices);
    writer_put_u32(&info, 4, made.vertices);
    writer_put_u32(&info, 8, made.report.triangles);
    writer_put_u32(&info, 12, made.report.clamped_uvs);
    writer_put_u32(&info, 16, (uint32_t)bits);
    writer_put_u32(&info, 20, (uint32_t)(bits >> 32));
    writer_put_u32(&info, 24, 2 + model->picture_count);
    ok = ok && !info.failed &&
         (put_outputs(r, &chunk, &info, model) || import_error_memory(error, w->mesh->source->name));
    ok = ok && (pack_family_give(&belongs, r) || import_error_memory(error, w->mesh->source->name));
    writer_free(&chunk);
    writer_free(&info);
    pack_family_free(&belongs);
    return ok;
}

/* The cart's skeleton of that name, NULL. */
static const pack_item *skeleton_of(const pack_job *job, const char *name) {
    for (uint32_t i = 0; i < job->item_count; i++) {
        const cart_asset *asset = job->items[i].asset;
        if (strcmp(asset->kind, "skeleton") == 0 && rom_id(asset->name) == rom_id(name))
            return &job->items[i];
    }
    return NULL;
}

/* Skeleton, mesh and motions share one space, so none of them is moved or scaled alone. */
static bool run_skinned(const mesh_work *w, step_result *r, tool_error *error) {
    const cart_mesh *source = w->mesh->source;
    const pack_item *item = skeleton_of(w->job, source->skeleton);
    import_family family;
    if (item == NULL || item->path == NULL)
        return pack_wrong_in(w->job, error, source->line,
                             "mesh `%s`: the cart has no skeleton `%s`; add `skeleton %s FILE`", source->name,
                             source->skeleton, source->skeleton);
    if (source->axes[0] != 0 || source->unit != 1 || source->scale != 1 || source->normalise)
        return pack_wrong_in(w->job, error, source->line,
                             "mesh `%s` hangs on a skeleton: leave axes, unit, scale and normalise out; "
                             "write axes= at the skeleton, and scale= at the object",
                             source->name);
    import_binding binding = {.skeleton = item->path,
                              .skin = pack_option(item->asset, "skin"),
                              .letters = pack_option(item->asset, "axes")};
    import_limits before = import_limit(pack_limits(w->job->c));
    bool ok = import_family_load_bound(w->mesh->path, &binding, &family, error);
    (void)import_limit(before);
    if (ok) {
        const mesh_skin skin = {binding.rig, pack_chunk_id("skeleton", item->asset->name),
                                kinds_rig_hash(binding.rig)};
        if (binding.apart > 0.001)
            step_say(r, PACK_NOTE_LINE,
                     "mesh `%s` is bound in a pose that its skeleton does not have: vertices between joints "
                     "are off by up to %.4f m",
                     source->name, binding.apart);
        ok = compile_model(w, &family, &skin, r, error);
        import_family_free(&family);
    }
    import_binding_free(&binding);
    return ok;
}

static bool run_mesh(void *argument, step_result *r, tool_error *error) {
    const mesh_work *w = argument;
    import_family family;
    if (w->mesh->path == NULL) { /* the caller's own model, which stays with the caller */
        memset(&family, 0, sizeof family);
        family.shown = *w->mesh->source->model;
        bool made = compile_model(w, &family, NULL, r, error);
        *w->mesh->source->model = family.shown;
        return made;
    }
    if (w->mesh->source->skeleton[0] != 0) return run_skinned(w, r, error);
    import_limits before = import_limit(pack_limits(w->job->c));
    bool ok = import_family_load(w->mesh->path, &family, error);
    (void)import_limit(before);
    if (!ok) return false;
    ok = compile_model(w, &family, NULL, r, error);
    import_family_free(&family);
    return ok;
}

bool pack_read_model(const pack_job *job, const step_result *r, pack_model *model) {
    (void)job;
    if (r->output_count < 2 || r->outputs[1].size < 32) return false;
    const uint8_t *at = r->outputs[1].data, *end = at + r->outputs[1].size;
    *model = (pack_model){.end = end};
    return take_u32(&at, end, &model->vertices) && take_u32(&at, end, &model->source_vertices) &&
           take_u32(&at, end, &model->triangles) && take_u32(&at, end, &model->clamped_uvs) &&
           take_double(&at, end, &model->position_error) && take_u32(&at, end, &model->belongs) &&
           take_u32(&at, end, &model->left) && (model->at = at) != NULL;
}

static bool is_grey(uint32_t rgb) {
    return (rgb >> 16 & 255u) == (rgb >> 8 & 255u) && (rgb >> 8 & 255u) == (rgb & 255u);
}

/* What only coloured light can show makes a look: light of its own, a highlight in a colour. */
static bool take_more(pack_model *model, cart_material *m) {
    double opacity, bump;
    uint32_t emissive, specular, ambient, masked;
    if (!take_double(&model->at, model->end, &opacity) || !take_u32(&model->at, model->end, &emissive) ||
        !take_u32(&model->at, model->end, &specular) || !take_u32(&model->at, model->end, &ambient) ||
        !take_double(&model->at, model->end, &bump) || !take_u32(&model->at, model->end, &masked))
        return false;
    cart_material_opacity(m, opacity);
    if (masked != 0) cart_material_key(m);
    if (emissive == 0 && is_grey(specular)) return true;
    m->has_look = true;
    m->look = (rom_material_look_record){.ambient = ambient == 0 ? 0xFFFFFFu : ambient,
                                         .diffuse = 0xFFFFFFu,
                                         .specular = m->shading == RS_UNLIT ? 0 : specular,
                                         .emissive = emissive,
                                         .bump_scale = (int32_t)writer_fx(bump < 0    ? 0
                                                                          : bump > 64 ? 64
                                                                                      : bump)};
    return true;
}

bool pack_next_material(const pack_job *job, pack_model *model, pack_model_material *m) {
    uint32_t shading, missing;
    (void)job;
    memset(m, 0, sizeof *m);
    if (model->left == 0) return false;
    model->left--;
    bool ok = take_text(&model->at, model->end, m->material.name, sizeof m->material.name) &&
              take_u32(&model->at, model->end, &m->material.colour) &&
              take_u32(&model->at, model->end, &shading) &&
              take_double(&model->at, model->end, &m->material.specular) &&
              take_double(&model->at, model->end, &m->material.shininess) &&
              take_text(&model->at, model->end, m->texture, sizeof m->texture) &&
              take_u32(&model->at, model->end, &missing) && take_u32(&model->at, model->end, &m->picture);
    if (!ok) return false;
    m->material.shading = (int)shading;
    m->missing = missing != 0;
    return take_more(model, &m->material);
}

/* ---- assets ---- */

typedef struct item_work {
    const pack_job *job;
    const pack_item *item;
    option_text options;
    char name[CART_NAME_MAX + 64];
} item_work;

/* Puts the lists of pack_companions behind the chunk: a table of them, then their bytes. */
static bool put_brought(step_result *r, const pack_companions *companions) {
    writer *list = step_output(r);
    if (list == NULL) return false;
    for (const pack_companion_chunk *c = companions->chunks; c != NULL; c = c->next) {
        put_text(list, c->name);
        writer_u32(list, c->tag);
        writer_u32(list, 0);
    }
    for (const pack_companion_picture *p = companions->pictures; p != NULL; p = p->next) {
        put_text(list, p->name);
        writer_u32(list, 0);
        writer_u32(list, p->keyed);
    }
    if (list->failed) return false;
    for (const pack_companion_chunk *c = companions->chunks; c != NULL; c = c->next) {
        writer *out = step_output(r);
        if (out == NULL) return false;
        writer_bytes(out, c->bytes.data, c->bytes.size);
        writer_align(out, 4);
        if (out->failed || c->bytes.failed) return false;
    }
    for (const pack_companion_picture *p = companions->pictures; p != NULL; p = p->next) {
        if (!put_picture(r, &p->picture)) return false;
    }
    return true;
}

/* Row at `*at` of the list that is output `list`; what it tells of lies behind the list, in its order. */
static bool next_in_list(const step_result *r, uint32_t list, size_t *at, uint32_t *output, pack_brought *b) {
    if (r->output_count <= list || *at >= r->outputs[list].size) return false;
    const uint8_t *from = r->outputs[list].data + *at, *end = r->outputs[list].data + r->outputs[list].size;
    uint32_t keyed;
    if (*output <= list) *output = list + 1;
    if (!take_text(&from, end, b->name, sizeof b->name) || !take_u32(&from, end, &b->tag) ||
        !take_u32(&from, end, &keyed))
        return false;
    b->keyed = keyed != 0;
    b->output = (*output)++;
    *at = (size_t)(from - r->outputs[list].data);
    return b->output < r->output_count;
}

bool pack_next_brought(const step_result *r, size_t *at, uint32_t *output, pack_brought *b) {
    return next_in_list(r, 1, at, output, b);
}

bool pack_next_of_mesh(const step_result *r, size_t *at, uint32_t *output, pack_brought *b) {
    pack_model model;
    return pack_read_model(NULL, r, &model) && next_in_list(r, model.belongs, at, output, b);
}

/* A chunk as a text: FILE.dump, for every kind whose files mean something. */
static bool is_dump(const pack_item *item) {
    const char *ending = strrchr(item->asset->file, '.');
    return ending != NULL && strcmp(ending, ".dump") == 0 && item->kind->convert != kinds_raw &&
           item->kind->convert != kinds_sectioned;
}

static bool convert_dump(const item_work *w, const uint8_t *data, size_t size, step_result *r,
                         tool_error *error) {
    const cart_asset *asset = w->item->asset;
    writer *out = step_output(r);
    if (asset->options[0].key[0] != 0)
        return import_error_line(error, w->job->c->path, asset->line,
                                 "`%.100s` is a chunk as it is, which takes no options; take `%.40s=` out",
                                 asset->file, asset->options[0].key);
    return out != NULL
               ? dump_read_chunk(w->item->path, (const char *)data, size, w->item->kind->tag, out, error)
               : import_error_memory(error, w->item->path);
}

static bool convert_item(const item_work *w, const uint8_t *data, size_t size, step_result *r,
                         tool_error *error) {
    const pack_item *item = w->item;
    const rom_type *known = rom_type_of(item->kind->tag);
    pack_companions companions;
    memset(&companions, 0, sizeof companions);
    companions.result = r;
    const pack_source source = {w->job->c, item->asset, item->path, data, size, error, &companions};
    writer *out = step_output(r);
    if (out == NULL) return import_error_memory(error, item->path);
    writer chunk = {0};
    writer_zeros(&chunk, item->kind->header);
    writer_put_u16(&chunk, ROM_CHUNK_VERSION,
                   known == NULL ? (uint32_t)ROM_CHUNK_VERSION_NOW : known->version);
    writer_put_u16(&chunk, ROM_CHUNK_HEADER, item->kind->header);
    import_limits before = import_limit(pack_limits(w->job->c));
    bool ok = item->kind->convert(&source, &chunk);
    (void)import_limit(before);
    if (ok && chunk.failed) ok = import_error_memory(error, item->path);
    if (ok) writer_align(&chunk, 4);
    r->outputs[0] = chunk;
    if (ok && !put_brought(r, &companions)) ok = import_error_memory(error, item->path);
    writer *mentions = ok && companions.mentions.size > 0 ? step_output(r) : NULL;
    if (mentions != NULL) {
        *mentions = companions.mentions;
        companions.mentions = (writer){0};
    }
    for (const pack_companion_text *note = companions.notes; ok && note != NULL; note = note->next)
        step_say(r, PACK_NOTE_LOSS, "%s", note->text);
    pack_companion_free(&companions);
    return ok;
}

/* A text that says how `oxcart gen` makes a sound is what it makes. */
static bool generate_sound(const char *path, uint8_t **data, size_t *size, tool_error *error) {
    writer made = {0};
    bool ok = generate_text(path, (const char *)*data, GENERATE_SOUND, &made, error);
    free(*data);
    *data = ok ? made.data : NULL;
    *size = ok ? made.size : 0;
    if (!ok) writer_free(&made);
    return ok;
}

static bool ends_with(const char *path, const char *ending) {
    const size_t length = strlen(path), tail = strlen(ending);
    return length > tail && strcmp(path + length - tail, ending) == 0;
}

/* What a file of the asset's kind must be when it is not read here: the bytes of other kinds are the asset itself. */
static bool convert_foreign(const cart_asset *asset, const char *path, uint8_t **data, size_t *size,
                            tool_error *error) {
    static const struct {
        const char *kind;
        import_program_outcome outcome;
    } kinds[] = {{"sound", IMPORT_PROGRAM_WAV},        {"font", IMPORT_PROGRAM_BDF},
                 {"pixels", IMPORT_PROGRAM_PNG},       {"sheet", IMPORT_PROGRAM_PNG},
                 {"tileset", IMPORT_PROGRAM_PNG},      {"haar", IMPORT_PROGRAM_PNG},
                 {"block-texture", IMPORT_PROGRAM_PNG}};
    if (strcmp(asset->kind, "sound") == 0 && ends_with(path, ".gen"))
        return generate_sound(path, data, size, error);
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        if (strcmp(asset->kind, kinds[i].kind) == 0)
            return import_program_convert(path, kinds[i].outcome, data, size, error);
    }
    return true;
}

static bool run_item(void *argument, step_result *r, tool_error *error) {
    const item_work *w = argument;
    uint8_t *data;
    size_t size;
    if (!import_file_read(w->item->path, &data, &size, error) ||
        !convert_foreign(w->item->asset, w->item->path, &data, &size, error))
        return false;
    bool ok =
        is_dump(w->item) ? convert_dump(w, data, size, r, error) : convert_item(w, data, size, r, error);
    free(data);
    return ok;
}

/* ---- running them ---- */

/* Runs steps and tells every error of them; results in the order of the list. */
bool pack_run_all(pack_job *job, const build_step *steps, step_result *results, uint32_t count) {
    tool_error error;
    if (build_run(job->b, steps, results, count, &error)) return true;
    for (uint32_t i = 0; i < count; i++) {
        for (uint32_t k = 0; k < results[i].error_count; k++) pack_failed(job, &results[i].errors[k]);
        if (results[i].failed) pack_failed(job, &results[i].error);
    }
    return job->failed ? false : pack_failed(job, &error);
}

static void describe_mesh(mesh_work *w) {
    const cart_mesh *m = w->mesh->source;
    const cart *c = w->job->c;
    size_t length = strlen(m->name);
    snprintf(w->name, sizeof w->name, "mesh/%s", m->name);
    add_option(&w->options, "%s scale %.17g axes %s unit %.17g normalise %d material %s", m->name, m->scale,
               m->axes, m->unit, (int)m->normalise, m->material);
    add_option(&w->options, " uvs %d details %.17g linear %d plain %d", (int)wants_uvs(c, m), m->details,
               (int)c->linear, m->plain);
    const pack_item *skeleton = m->skeleton[0] == 0 ? NULL : skeleton_of(w->job, m->skeleton);
    if (m->skeleton[0] != 0) add_option(&w->options, " skeleton %s", m->skeleton);
    add_option(&w->options, " importers %08x", (unsigned)rom_id(c->importers));
    if (skeleton != NULL) {
        const char *skin = pack_option(skeleton->asset, "skin"), *axes = pack_option(skeleton->asset, "axes");
        add_option(&w->options, " %s %s %s", skeleton->asset->file, skin == NULL ? "" : skin,
                   axes == NULL ? "" : axes);
    }
    if (c->machine != NULL)
        add_option(&w->options, " machine %u,%u,%u", (unsigned)c->machine->mesh_vertices,
                   (unsigned)c->machine->mesh_indices, (unsigned)c->machine->source_side);
    for (uint32_t i = 0; i < c->material_count; i++) { /* those that stand in for the file's own */
        const cart_material *material = &c->materials[i];
        bool own = m->material[0] != 0 ? rom_id(material->name) == rom_id(m->material)
                                       : strlen(material->name) > length && material->name[length] == '.';
        if (own)
            add_option(&w->options, " %s:%d", material->name,
                       material->texture[0] != 0 || material->second[0] != 0);
    }
}

/* What scripts and tables may refer to by name: their files are inputs, and which there are is told here. */
static void add_content(option_text *options, const cart *c) {
    static const char *const kinds[] = {"data", "text", "table", "topology", "level", NULL};
    uint32_t sum = 0;
    for (uint32_t i = 0; i < c->asset_count; i++) {
        const cart_asset *a = &c->assets[i];
        if (cart_choice(a->kind, kinds) < 0) continue;
        sum = rom_crc32(sum, a->kind, strlen(a->kind) + 1);
        sum = rom_crc32(sum, a->name, strlen(a->name) + 1);
        sum = rom_crc32(sum, a->file, strlen(a->file) + 1);
    }
    for (uint32_t i = 0; i < c->language_count; i++)
        sum = rom_crc32(sum, c->languages[i].tag, strlen(c->languages[i].tag) + 1);
    add_option(options, " content %08x", (unsigned)sum);
}

/* Where a map lies says where its objects are, and which types there are says what they become. */
static void add_map(option_text *options, const cart *c, const cart_asset *a) {
    uint32_t sum = 0;
    for (uint32_t s = 0; s < c->scene_count; s++)
        for (uint32_t i = 0; i < c->scenes[s].map_count; i++)
            if (rom_id(c->scenes[s].maps[i].name) == rom_id(a->name))
                add_option(options, " at %g,%g pixels %g", c->scenes[s].maps[i].at[0],
                           c->scenes[s].maps[i].at[1], cart_view_pixels(&c->scenes[s].view));
    for (uint32_t i = 0; i < c->types.object_count; i++)
        sum = rom_crc32(sum, c->types.objects[i].name, strlen(c->types.objects[i].name) + 1);
    add_option(options, " types %08x", (unsigned)sum);
}

static void describe_item(item_work *w) {
    const cart_asset *a = w->item->asset;
    snprintf(w->name, sizeof w->name, "%s/%s%s%s%s%s", a->kind, a->name, a->language[0] == 0 ? "" : " ",
             a->language, a->region[0] == 0 ? "" : " ", a->region);
    add_option(&w->options, "%s%s %s,%s ", a->name, a->of_scene ? " of a scene" : "", a->language,
               a->region); /* of several languages in one file */
    add_head(&w->options, w->job->c);
    for (int i = 0; i < CART_OPTIONS && a->options[i].key[0] != 0; i++)
        add_option(&w->options, " %s=%s", a->options[i].key, a->options[i].value);
    if (strcmp(a->kind, "script") == 0) { /* names that scripts may say */
        uint32_t tags = 0;
        for (uint32_t i = 0; i < w->job->c->tag_count; i++)
            tags = rom_crc32(tags, w->job->c->tags[i], strlen(w->job->c->tags[i]) + 1);
        add_option(&w->options, " tags %08x", (unsigned)tags);
    }
    if (strcmp(a->kind, "tilemap") == 0) add_map(&w->options, w->job->c, a);
    if (strcmp(a->kind, "script") == 0 || strcmp(a->kind, "data") == 0) add_content(&w->options, w->job->c);
    for (uint32_t i = 0; strcmp(a->kind, "cues") == 0 && i < w->job->c->asset_count;
         i++) { /* what sources may be */
        if (strcmp(w->job->c->assets[i].kind, "sound") == 0)
            add_option(&w->options, " sound/%s", w->job->c->assets[i].name);
    }
}

static bool is_plain_copy(const pack_item *item) { return item->kind->convert == kinds_raw; }

static bool mesh_is_next(const pack_job *job, const pack_mesh *mesh) {
    return mesh->present && !mesh->done && pack_is_wanted(job, "mesh", mesh->source->name);
}

static bool item_is_next(const pack_job *job, const pack_item *item) {
    return item->present && !item->done && pack_is_wanted(job, item->kind->word, item->asset->name);
}

/* Steps for everything that is to run, in the order of the lists. */
static uint32_t list_steps(pack_job *job, build_step *steps, step_result **places, mesh_work *meshes,
                           item_work *items) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < job->mesh_count; i++) {
        pack_mesh *mesh = &job->meshes[i];
        if (!mesh_is_next(job, mesh)) continue;
        meshes[i] = (mesh_work){.job = job, .mesh = mesh};
        mesh->done = true;
        describe_mesh(&meshes[i]);
        places[count] = &mesh->result;
        steps[count++] = (build_step){.name = meshes[i].name,
                                      .rule = "mesh",
                                      .options = meshes[i].options.text,
                                      .file = mesh->path,
                                      .cheap = mesh->path == NULL,
                                      .run = run_mesh,
                                      .argument = &meshes[i]};
    }
    for (uint32_t i = 0; i < job->item_count; i++) {
        pack_item *item = &job->items[i];
        if (!item_is_next(job, item)) continue;
        items[i] = (item_work){.job = job, .item = item};
        item->done = true;
        describe_item(&items[i]);
        places[count] = &item->result;
        steps[count++] = (build_step){.name = items[i].name,
                                      .rule = item->kind->word,
                                      .options = items[i].options.text,
                                      .file = item->path,
                                      .cheap = is_plain_copy(item),
                                      .run = run_item,
                                      .argument = &items[i]};
    }
    return count;
}

bool pack_run_sources(pack_job *job, uint32_t *ran) {
    size_t most = (size_t)job->mesh_count + job->item_count + 1;
    build_step *steps = calloc(most, sizeof *steps);
    step_result *results = calloc(most, sizeof *results), **places = calloc(most, sizeof *places);
    mesh_work *meshes = calloc(most, sizeof *meshes);
    item_work *items = calloc(most, sizeof *items);
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

/* ---- codecs ---- */

static bool run_wish(compress_wish wish, const assemble_chunk *chunk, step_result *r, tool_error *error) {
    writer packed = {0};
    uint32_t codec = compress_best(wish, chunk->bytes.data, chunk->bytes.size, &packed);
    writer *out = step_output(r);
    if (out != NULL) writer_u32(out, codec);
    out = out == NULL ? NULL : step_output(r);
    if (out == NULL || packed.failed) {
        writer_free(&packed);
        return import_error_memory(error, chunk->name);
    }
    *out = packed;
    return true;
}

static bool run_codec(void *argument, step_result *r, tool_error *error) {
    return run_wish(COMPRESS_ON, argument, r, error);
}

static bool run_bios_codec(void *argument, step_result *r, tool_error *error) {
    return run_wish(COMPRESS_BIOS, argument, r, error);
}

bool pack_is_packed(const pack_job *job, const assemble_chunk *chunk) {
    for (uint32_t i = 0; i < job->c->part_count; i++) {
        const struct cart_part *part = &job->c->parts[i];
        if (part->compress != 0 && pack_chunk_id(part->kind, part->name) == chunk->id)
            return part->compress == 1;
    }
    return job->c->compress != COMPRESS_OFF;
}

bool pack_run_codecs(pack_job *job) {
    size_t most = (size_t)job->chunks.count + 1;
    build_step *steps = calloc(most, sizeof *steps);
    step_result *results = calloc(most, sizeof *results);
    digest *digests = calloc(most, sizeof *digests);
    bool ok = steps != NULL && results != NULL && digests != NULL;
    if (!ok) pack_no_memory(job);
    uint32_t count = 0;
    for (uint32_t i = 0; ok && i < job->chunks.count; i++) {
        assemble_chunk *chunk = &job->chunks.chunks[i];
        chunk->settled = true;
        bool bios = job->c->compress == COMPRESS_BIOS;
        if (!pack_is_packed(job, chunk)) continue;
        digests[count] = digest_of(chunk->bytes.data, chunk->bytes.size);
        steps[count] = (build_step){.name = chunk->name,
                                    .rule = bios ? "codec-bios" : "codec",
                                    .options = "",
                                    .needs = &digests[count],
                                    .need_count = 1,
                                    .run = bios ? run_bios_codec : run_codec,
                                    .argument = chunk};
        count++;
    }
    ok = ok && pack_run_all(job, steps, results, count);
    for (uint32_t i = 0; ok && i < count; i++) {
        assemble_chunk *chunk = steps[i].argument;
        if (results[i].output_count != 2 || results[i].outputs[0].size != 4) continue;
        uint32_t codec = rom_u32(results[i].outputs[0].data);
        if (!pack_codec_serves(job->c, codec, chunk->bytes.size)) continue;
        chunk->codec = codec;
        chunk->packed = results[i].outputs[1];
        memset(&results[i].outputs[1], 0, sizeof results[i].outputs[1]);
    }
    if (results != NULL) step_results_free(results, count);
    free(steps);
    free(results);
    free(digests);
    return ok;
}
