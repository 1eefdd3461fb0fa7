/* The steps of meshes. */
#include "tools/pack/pack_steps.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "raster/mesh.h"
#include "rom/rom.h"
#include "tools/convert/converters.h"
#include "tools/encode/mesh.h"
#include "tools/import/load/load.h"
#include "tools/import/mesh/condition.h"
#include "tools/import/model/axes.h"
#include "tools/pack/pack_bones.h"
#include "tools/pack/pack_family.h"

enum { INFO_MATERIALS = 28 /* offset of their count in a mesh's facts */ };

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
    pack_put_text(out, name);
    writer_u32(out, shines ? colour_of(from->emissive) : colour_of(from->diffuse));
    writer_u32(out, shines ? RS_UNLIT : RS_GOURAUD);
    pack_put_double(out, specular);
    pack_put_double(out, from->shininess >= 1 ? (double)from->shininess : 1);
    pack_put_text(out, from->texture == NULL
                           ? ""
                           : pack_inner(c, from->texture)); /* copies of the cart share results */
    writer_u32(out, from->texture_missing);
    writer_u32(out, from->picture);
    pack_put_double(out, (double)from->opacity);
    writer_u32(out, shines ? 0 : colour_of(from->emissive));
    writer_u32(out, colour_of(from->specular));
    writer_u32(out, colour_channel(from->ambient[0]) << 16 | colour_channel(from->ambient[1]) << 8 |
                        colour_channel(from->ambient[2]));
    pack_put_double(out, (double)from->bump_scale);
    writer_u32(out, from->masked);
}

/* The name of material i of the model; false after an error when it is too long. */
static bool material_name(const pack_mesh_work *w, const import_model *model, uint32_t i,
                          char name[CART_NAME_MAX], tool_error *error) {
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

/* Gives the chunk id of each material and whether one has a texture, and notes the materials for the cart. */
static bool name_materials(const pack_mesh_work *w, const import_model *model, uint32_t *ids, bool *uvs,
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

/* How a mesh is moved and scaled to its place; its family follows. */
typedef struct mesh_place {
    bool known; /* set by the mesh itself, which comes first */
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
    for (uint32_t s = 0; s < model->shape_count; s++)
        for (uint32_t i = 0; i < model->origin_count * 3; i++)
            model->shapes[s].positions[i / 3][i % 3] =
                (float)((double)model->shapes[s].positions[i / 3][i % 3] * source->scale);
    place->known = true;
    return import_model_optimise_order(model, 16, error);
}

/* Splits a model into parts that the machine draws at once. */
static bool split_model(const cart *c, import_model *model, tool_error *error) {
    const machine_limits *m = c->machine;
    if (m == NULL ||
        (model->vertex_count <= m->mesh_vertices && (uint64_t)model->triangle_count * 3 <= m->mesh_indices))
        return true;
    if (m->mesh_vertices < 3 || m->mesh_indices < 3)
        return true; /* a limit below a triangle is refused later */
    return import_split_parts(model, (uint32_t)m->mesh_vertices, (uint32_t)(m->mesh_indices / 3), error);
}

/* The skin and skeleton of a mesh. */
typedef struct mesh_bones {
    mesh_skin skin;
    pack_family *family;
} mesh_bones;

/* Brings vertex colours into the cart's form: left out, or as amounts of light. */
static void settle_colours(const pack_mesh_work *w, import_model *model) {
    const import_limits before = import_limit((import_limits){.linear = w->job->c->linear});
    model->coloured = model->coloured && !w->mesh->source->plain;
    for (uint32_t i = 0; model->coloured && i < model->vertex_count; i++)
        import_light_pixels(model->vertices[i].colour, 1);
    (void)import_limit(before);
}

/* The data that all forms of a mesh share. Materials for the cart are added to `info`. */
typedef struct form_work {
    const pack_mesh_work *mesh;
    mesh_place *place;
    const mesh_bones *bones;
    pack_family *family;
    step_result *result;
    writer *info;
} form_work;

/* The result of one form. */
typedef struct form_made {
    writer *chunk;
    mesh_report report;
    uint32_t vertices;
} form_made;

static bool compile_form(const form_work *f, import_model *model, uint32_t level, form_made *made,
                         tool_error *error) {
    const pack_mesh_work *const w = f->mesh;
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
    writer *morph = ok && model->shape_count > 0 ? pack_family_morph(f->family, source) : NULL;
    ok = ok && (model->shape_count == 0 || morph != NULL || import_error_memory(error, source->name));
    writer *skin = ok && bones != NULL ? pack_family_skin(bones->family, source, level) : NULL;
    ok = ok && (bones == NULL || skin != NULL || import_error_memory(error, source->name)) &&
         mesh_pack_skinned(
             &(mesh_source){source->name, model, ids, uvs, bones == NULL ? NULL : &bones->skin, morph},
             made->chunk, skin, report, error);
    free(ids);
    if (!ok && error->line == 0 && !error->binary && !error->internal &&
        w->mesh->path != NULL) { /* notes about a model from a file */
        const tool_error whole = *error;
        import_error_offset(error, w->mesh->path, 0, "%s", whole.text + whole.sentence);
    }
    if (ok && skin != NULL)
        step_say(r, PACK_NOTE_LOSS,
                 "skin of mesh `%s`: %u vertices with one joint, %u with two, %u with more; %u bytes",
                 source->name, (unsigned)report->skinned[0], (unsigned)report->skinned[1],
                 (unsigned)report->skinned[2], (unsigned)skin->size);
    if (ok && morph != NULL)
        step_say(r, PACK_NOTE_LOSS,
                 "shapes of mesh `%s`: %u of %u vertices, %u bytes (%u as whole positions and normals), off "
                 "by up to %.5f m",
                 source->name, (unsigned)model->shape_count, (unsigned)report->vertices,
                 (unsigned)morph->size, (unsigned)(model->shape_count * report->vertices * 10),
                 report->morph_error);
    if (ok && report->clamped_uvs > 0)
        step_say(r, PACK_NOTE_LINE,
                 "mesh `%s`: %u texture coordinates reach beyond 16 repeats and were cut; cut the "
                 "mesh into smaller patches",
                 source->name, report->clamped_uvs);
    return ok;
}

/* Compiles the mesh's family: simpler forms, collision, occluders, and the chunk that names them all. */
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
        if (!pack_put_picture(r, &model->pictures[i])) return false;
    return true;
}

static bool compile_model(const pack_mesh_work *w, import_family *family, const mesh_skin *skin,
                          step_result *r, tool_error *error) {
    import_model *model = &family->shown;
    writer chunk = {0}, info = {0};
    mesh_place place = {.known = false};
    pack_family belongs = {0};
    const mesh_bones all = {.skin = skin == NULL ? (mesh_skin){.rig = NULL} : *skin, .family = &belongs},
                     *bones = skin == NULL ? NULL : &all;
    form_made made = {.chunk = &chunk};
    const form_work work = {w, &place, bones, &belongs, r, &info};
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

/* The cart's skeleton of a name, or NULL. */
static const pack_item *skeleton_of(const pack_job *job, const char *name) {
    for (uint32_t i = 0; i < job->item_count; i++) {
        const cart_asset *asset = job->items[i].asset;
        if (strcmp(asset->kind, "skeleton") == 0 && rom_id(asset->name) == rom_id(name))
            return &job->items[i];
    }
    return NULL;
}

static import_shaping shaping_of(const cart_mesh *source) {
    return (import_shaping){(import_shaping_kind)source->shapes, source->rate};
}

/* What the cart says of bones, of all forms. */
static void hang_on_bones(const cart_mesh *source, const import_rig *rig, import_family *family,
                          step_result *r) {
    static const uint32_t most[] = {4, 1, 2, 4};
    uint32_t counts[IMPORT_RIG_JOINTS];
    for (uint32_t level = 0; level <= 9; level++) {
        import_model *model = level == 0 ? &family->shown : &family->details[level - 1];
        if (source->bind != PACK_BIND_FILE) pack_bones_bind(model, rig, (pack_bind)source->bind, counts);
        for (uint32_t i = 0; source->bind != PACK_BIND_FILE && level == 0 && i < rig->count; i++)
            if (counts[i] == 0)
                step_say(r, PACK_NOTE_LINE, "mesh `%s`: no vertex is nearest to the bone of joint `%s`",
                         source->name, rig->joints[i].name);
        if (source->bones != 0) pack_bones_keep(model, most[source->bones]);
    }
}

/* Skeleton, mesh and motions share one space, so none of them is moved or scaled alone. */
static bool run_skinned(const pack_mesh_work *w, step_result *r, tool_error *error) {
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
    if (source->shapes == IMPORT_SHAPES_FRAMES)
        return pack_wrong_in(w->job, error, source->line,
                             "mesh `%s`: either its skeleton moves it or frames do; leave one of them out",
                             source->name);
    import_binding binding = {.skeleton = item->path,
                              .shaping = shaping_of(source),
                              .skin = pack_option(item->asset, "skin"),
                              .letters = pack_option(item->asset, "axes")};
    import_limits before = import_limit(pack_limits(w->job->c));
    bool ok = import_family_load_bound(w->mesh->path, &binding, &family, error);
    (void)import_limit(before);
    if (ok) {
        const mesh_skin skin = {binding.rig, pack_chunk_id("skeleton", item->asset->name),
                                convert_rig_hash(binding.rig), source->round != 0};
        hang_on_bones(source, binding.rig, &family, r);
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

bool pack_run_mesh(void *argument, step_result *r, tool_error *error) {
    const pack_mesh_work *w = argument;
    import_family family;
    if (w->mesh->path == NULL) { /* the model stays with the caller */
        memset(&family, 0, sizeof family);
        family.shown = *w->mesh->source->model;
        bool made = compile_model(w, &family, NULL, r, error);
        *w->mesh->source->model = family.shown;
        return made;
    }
    if (w->mesh->source->skeleton[0] != 0) return run_skinned(w, r, error);
    import_limits before = import_limit(pack_limits(w->job->c));
    const import_shaping shaping = shaping_of(w->mesh->source);
    bool ok = import_family_load(w->mesh->path, &shaping, &family, error);
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
    return pack_take_u32(&at, end, &model->vertices) && pack_take_u32(&at, end, &model->source_vertices) &&
           pack_take_u32(&at, end, &model->triangles) && pack_take_u32(&at, end, &model->clamped_uvs) &&
           pack_take_double(&at, end, &model->position_error) && pack_take_u32(&at, end, &model->belongs) &&
           pack_take_u32(&at, end, &model->left) && (model->at = at) != NULL;
}

static bool is_grey(uint32_t rgb) {
    return (rgb >> 16 & 255u) == (rgb >> 8 & 255u) && (rgb >> 8 & 255u) == (rgb & 255u);
}

/* Takes the parts of a material that need coloured light (emission, a coloured highlight), which make a look. */
static bool take_more(pack_model *model, cart_material *m) {
    double opacity, bump;
    uint32_t emissive, specular, ambient, masked;
    if (!pack_take_double(&model->at, model->end, &opacity) ||
        !pack_take_u32(&model->at, model->end, &emissive) ||
        !pack_take_u32(&model->at, model->end, &specular) ||
        !pack_take_u32(&model->at, model->end, &ambient) ||
        !pack_take_double(&model->at, model->end, &bump) || !pack_take_u32(&model->at, model->end, &masked))
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
    bool ok = pack_take_text(&model->at, model->end, m->material.name, sizeof m->material.name) &&
              pack_take_u32(&model->at, model->end, &m->material.colour) &&
              pack_take_u32(&model->at, model->end, &shading) &&
              pack_take_double(&model->at, model->end, &m->material.specular) &&
              pack_take_double(&model->at, model->end, &m->material.shininess) &&
              pack_take_text(&model->at, model->end, m->texture, sizeof m->texture) &&
              pack_take_u32(&model->at, model->end, &missing) &&
              pack_take_u32(&model->at, model->end, &m->picture);
    if (!ok) return false;
    m->material.shading = (int)shading;
    m->missing = missing != 0;
    return take_more(model, &m->material);
}

void pack_describe_mesh(pack_mesh_work *w) {
    const cart_mesh *m = w->mesh->source;
    const cart *c = w->job->c;
    size_t length = strlen(m->name);
    snprintf(w->name, sizeof w->name, "mesh/%s", m->name);
    pack_add_option(&w->options, "%s scale %.17g axes %s unit %.17g normalise %d material %s", m->name,
                    m->scale, m->axes, m->unit, (int)m->normalise, m->material);
    if (m->shapes != 0) pack_add_option(&w->options, " shapes %d %.17g", m->shapes, m->rate);
    pack_add_option(&w->options, " uvs %d details %.17g linear %d plain %d", (int)wants_uvs(c, m), m->details,
                    (int)c->linear, m->plain);
    const pack_item *skeleton = m->skeleton[0] == 0 ? NULL : skeleton_of(w->job, m->skeleton);
    if (m->skeleton[0] != 0) pack_add_option(&w->options, " skeleton %s", m->skeleton);
    pack_add_option(&w->options, " importers %08x", (unsigned)rom_id(c->importers));
    if (skeleton != NULL) {
        const char *skin = pack_option(skeleton->asset, "skin"), *axes = pack_option(skeleton->asset, "axes");
        pack_add_option(&w->options, " %s %s %s", skeleton->asset->file, skin == NULL ? "" : skin,
                        axes == NULL ? "" : axes);
    }
    if (c->machine != NULL)
        pack_add_option(&w->options, " machine %u,%u,%u", (unsigned)c->machine->mesh_vertices,
                        (unsigned)c->machine->mesh_indices, (unsigned)c->machine->source_side);
    for (uint32_t i = 0; i < c->material_count; i++) { /* materials that replace the file's own */
        const cart_material *material = &c->materials[i];
        bool own = m->material[0] != 0 ? rom_id(material->name) == rom_id(m->material)
                                       : strlen(material->name) > length && material->name[length] == '.';
        if (own)
            pack_add_option(&w->options, " %s:%d", material->name,
                            material->texture[0] != 0 || material->second[0] != 0);
    }
}
