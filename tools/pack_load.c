/* Loads what a cart names: pictures, models, and the materials and textures that models bring along. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "raster/mesh.h"
#include "rom/rom.h"
#include "tools/import/file.h"
#include "tools/import/load.h"
#include "tools/pack_job.h"
#include "tools/texture.h"

static bool out_of_memory(pack_job *job) { return import_error_memory(job->error, job->c->path); }

/* ---- lists ---- */

static pack_texture *add_texture(pack_job *job) {
    pack_texture *grown = realloc(job->textures, (job->texture_count + 1) * sizeof *grown);
    if (grown == NULL) return NULL;
    job->textures = grown;
    memset(&grown[job->texture_count], 0, sizeof *grown);
    return &grown[job->texture_count++];
}

static cart_material *add_material(pack_job *job) {
    cart_material *grown = realloc(job->materials, (job->material_count + 1) * sizeof *grown);
    if (grown == NULL) return NULL;
    job->materials = grown;
    memset(&grown[job->material_count], 0, sizeof *grown);
    return &grown[job->material_count++];
}

static pack_texture *find_texture(pack_job *job, const char *name) {
    for (uint32_t i = 0; i < job->texture_count; i++) {
        if (rom_id(job->textures[i].source.name) == rom_id(name)) return &job->textures[i];
    }
    return NULL;
}

static cart_material *find_material(pack_job *job, const char *name) {
    for (uint32_t i = 0; i < job->material_count; i++) {
        if (rom_id(job->materials[i].name) == rom_id(name)) return &job->materials[i];
    }
    return NULL;
}

/* `there is no KIND NAME`, with the name that was probably meant. The names stand `stride` bytes apart. */
static bool unknown_name(pack_job *job, unsigned long line, const char *kind, const char *name,
                         const char *names, size_t stride, uint32_t count) {
    const char **list = calloc((size_t)count + 1, sizeof *list);
    const char *suggestion = NULL;
    if (list != NULL) {
        for (uint32_t i = 0; i < count; i++) list[i] = names + i * stride;
        suggestion = cart_suggest(name, list);
    }
    free(list);
    if (suggestion != NULL)
        return pack_wrong(job, line, "there is no %s `%s`; did you mean `%s`?", kind, name, suggestion);
    return pack_wrong(job, line, "there is no %s `%s`; add a line `%s %s ...`", kind, name, kind, name);
}

/* ---- pictures ---- */

static bool load_texture(pack_job *job, pack_texture *texture) {
    const cart_texture *source = &texture->source;
    pack_progress(job, "texture", source->name);
    if (source->picture != NULL) {
        texture->picture = *source->picture;
        texture->present = true;
        return true;
    }
    char *path = import_file_resolve(job->c->path, source->file);
    if (path == NULL) return out_of_memory(job);
    bool ok = true;
    if (!import_file_exists(path)) {
        pack_warn(job, source->line, "texture `%s`: %s is missing; the console shows a placeholder",
                  source->name, path);
        job->report->missing++;
    } else {
        ok = import_image_load(path, &texture->picture, job->error);
        texture->present = texture->owned = ok;
    }
    free(path);
    return ok;
}

/* Settles what transparent pixels mean, and makes pictures on meshes powers of two. */
static bool fit_texture(pack_job *job, pack_texture *texture) {
    int width = texture->picture.width, height = texture->picture.height;
    int new_width = texture_nearest_power(width), new_height = texture_nearest_power(height);
    if (!texture->present) return true;
    if (texture->picture.has_alpha && !texture->source.keyed) {
        pack_warn(job, texture->source.line,
                  "texture `%s` has transparent pixels, which are shown; write `keyed` to leave "
                  "them out",
                  texture->source.name);
    }
    texture_settle_alpha(&texture->picture, texture->source.keyed);
    if (!texture->mapped) {
        if (width <= 1024 && height <= 1024) return true;
        return pack_wrong(job, texture->source.line,
                          "texture `%s` is %dx%d; at most 1024x1024 is possible, scale it down",
                          texture->source.name, width, height);
    }
    if (width == new_width && height == new_height) return true;
    import_image scaled;
    pack_warn(job, texture->source.line,
              "texture `%s` is %dx%d; resampled to %dx%d, since mapped textures are powers of two",
              texture->source.name, width, height, new_width, new_height);
    if (!texture_resample(&texture->picture, new_width, new_height, &scaled, job->error)) return false;
    if (texture->owned) import_image_free(&texture->picture);
    texture->picture = scaled;
    texture->owned = true;
    return true;
}

/* ---- materials of models ---- */

static const char *base_name(const char *path) {
    const char *base = path;
    for (; *path != 0; path++) {
        if (*path == '/' || *path == '\\') base = path + 1;
    }
    return base;
}

/* MESH.WORD as a name; false after an error when it is too long. */
static bool compound_name(pack_job *job, const cart_mesh *mesh, const char *word, char name[CART_NAME_MAX]) {
    if (snprintf(name, CART_NAME_MAX, "%s.%s", mesh->name, word) < CART_NAME_MAX) return true;
    return pack_wrong(job, mesh->line, "mesh `%s`: the name `%s` is too long; shorten it", mesh->name, word);
}

/* The texture of a model's material: one for each file, however many materials use it. */
static bool model_texture(pack_job *job, const cart_mesh *mesh, const import_model *model, const import_material *from,
                          cart_material *to) {
    for (uint32_t i = 0; i < job->texture_count; i++) {
        if (strcmp(job->textures[i].source.file, from->texture) == 0) {
            memcpy(to->texture, job->textures[i].source.name, sizeof to->texture);
            return true;
        }
    }
    if (!compound_name(job, mesh, base_name(from->texture), to->texture)) return false;
    while (find_texture(job, to->texture) != NULL) {
        size_t length = strlen(to->texture);
        if (length + 1 >= sizeof to->texture)
            return pack_wrong(job, mesh->line, "texture names of one mesh are too long");
        memcpy(to->texture + length, "~", 2);
    }
    if (strlen(from->texture) >= CART_PATH_MAX)
        return pack_wrong(job, mesh->line, "the path of a texture is too long");
    pack_texture *texture = add_texture(job);
    if (texture == NULL) return out_of_memory(job);
    texture->source.line = mesh->line;
    memcpy(texture->source.name, to->texture, sizeof texture->source.name);
    memcpy(texture->source.file, from->texture, strlen(from->texture) + 1);
    job->total++;
    if (from->picture != 0) { /* inside of the model's file, which keeps its pixels */
        texture->picture = model->pictures[from->picture - 1];
        texture->present = true;
        return true;
    }
    if (!from->texture_missing) {
        pack_progress(job, "texture", texture->source.name);
        texture->present = texture->owned = import_image_load(from->texture, &texture->picture, job->error);
        return texture->present;
    }
    job->report->missing++; /* the importer has warned */
    return true;
}

static uint32_t channel(float value) {
    float scaled = value * 255.0f + 0.5f;
    return scaled <= 0 ? 0 : scaled >= 255 ? 255 : (uint32_t)scaled;
}

static uint32_t colour_of(const float rgb[3]) {
    return channel(rgb[0]) << 16 | channel(rgb[1]) << 8 | channel(rgb[2]);
}

static bool model_material(pack_job *job, const cart_mesh *mesh, const import_model *model, const import_material *from,
                           char name[CART_NAME_MAX]) {
    if (!compound_name(job, mesh, from->name[0] == 0 ? "default" : from->name, name)) return false;
    if (find_material(job, name) != NULL) return true; /* cart.txt may say better */
    cart_material material = {.line = mesh->line, .shading = RS_GOURAUD};
    memcpy(material.name, name, sizeof material.name);
    material.colour = colour_of(from->diffuse);
    material.specular = (double)(from->specular[0] + from->specular[1] + from->specular[2]) / 3;
    if (!(material.specular > 0)) material.specular = 0;
    if (material.specular > 1) material.specular = 1;
    material.shininess = from->shininess >= 1 ? (double)from->shininess : 1;
    if (colour_of(from->diffuse) == 0 && colour_of(from->emissive) != 0) {
        material.colour = colour_of(from->emissive);
        material.shading = RS_UNLIT;
    }
    if (from->texture != NULL && !model_texture(job, mesh, model, from, &material)) return false;
    cart_material *added = add_material(job);
    if (added == NULL) return out_of_memory(job);
    *added = material;
    return true;
}

/* ---- models ---- */

static bool load_model(pack_job *job, pack_mesh *mesh) {
    const cart_mesh *source = mesh->source;
    pack_progress(job, "mesh", source->name);
    if (source->model != NULL) {
        mesh->model = source->model;
        return true;
    }
    char *path = import_file_resolve(job->c->path, source->file);
    if (path == NULL) return out_of_memory(job);
    bool ok = true;
    if (!import_file_exists(path)) {
        pack_warn(job, source->line, "mesh `%s`: %s is missing; the console shows a placeholder",
                  source->name, path);
        job->report->missing++;
    } else {
        ok = import_model_load(path, &mesh->loaded, job->error);
        if (ok) mesh->model = &mesh->loaded;
    }
    free(path);
    return ok;
}

static bool prepare_model(pack_job *job, pack_mesh *mesh) {
    const cart_mesh *source = mesh->source;
    import_model *model = mesh->model;
    for (uint32_t i = 0; i < model->warning_count; i++) pack_warn(job, 0, "%s", model->warnings[i]);
    if (source->normalise) import_model_normalise_to_unit_sphere(model, NULL, NULL);
    for (uint32_t i = 0; i < model->vertex_count; i++) {
        for (int k = 0; k < 3; k++) {
            model->vertices[i].position[k] = (float)((double)model->vertices[i].position[k] * source->scale);
        }
    }
    return import_model_optimise_order(model, 16, job->error);
}

/* The chunk id of each material of the model, and whether one of them has a texture. */
static bool resolve_materials(pack_job *job, pack_mesh *mesh) {
    mesh->materials = calloc((size_t)mesh->model->material_count + 1, sizeof *mesh->materials);
    if (mesh->materials == NULL) return out_of_memory(job);
    for (uint32_t i = 0; i < mesh->model->material_count; i++) {
        char name[CART_NAME_MAX], chunk[CART_NAME_MAX + 16];
        if (mesh->source->material[0] != 0) {
            memcpy(name, mesh->source->material, sizeof name);
        } else if (!model_material(job, mesh->source, mesh->model, &mesh->model->materials[i], name)) {
            return false;
        }
        const cart_material *material = find_material(job, name);
        snprintf(chunk, sizeof chunk, "material/%s", name);
        mesh->materials[i] = rom_id(chunk);
        if (material != NULL && material->texture[0] != 0) mesh->uvs = true;
    }
    if (mesh->uvs && !mesh->model->source_has_uvs) {
        pack_warn(job, mesh->source->line, "mesh `%s` has no texture coordinates; it gets those of a globe",
                  mesh->source->name);
        return import_model_spherical_uvs(mesh->model, job->error);
    }
    return true;
}

/* ---- all of it ---- */

static bool check_names(pack_job *job) {
    const cart *c = job->c;
    for (uint32_t i = 0; i < job->material_count; i++) {
        const cart_material *material = &job->materials[i];
        if (material->texture[0] == 0) continue;
        pack_texture *texture = find_texture(job, material->texture);
        if (texture == NULL) {
            return unknown_name(job, material->line, "texture", material->texture,
                                c->texture_count == 0 ? "" : c->textures[0].name, sizeof *c->textures,
                                c->texture_count);
        }
        texture->mapped = true;
    }
    for (uint32_t s = 0; s < c->scene_count; s++) {
        for (uint32_t i = 0; i < c->scenes[s].object_count; i++) {
            const cart_object *object = &c->scenes[s].objects[i];
            if (cart_find_mesh(c, object->mesh) != NULL) continue;
            return unknown_name(job, object->line, "mesh", object->mesh,
                                c->mesh_count == 0 ? "" : c->meshes[0].name, sizeof *c->meshes,
                                c->mesh_count);
        }
    }
    return true;
}

static bool load_meshes(pack_job *job) {
    job->meshes = calloc((size_t)job->c->mesh_count + 1, sizeof *job->meshes);
    if (job->meshes == NULL) return out_of_memory(job);
    for (uint32_t i = 0; i < job->c->mesh_count; i++) {
        pack_mesh *mesh = &job->meshes[job->mesh_count++];
        mesh->source = &job->c->meshes[i];
        if (mesh->source->material[0] != 0 && find_material(job, mesh->source->material) == NULL) {
            return unknown_name(job, mesh->source->line, "material", mesh->source->material,
                                job->c->material_count == 0 ? "" : job->c->materials[0].name,
                                sizeof *job->c->materials, job->c->material_count);
        }
        if (!load_model(job, mesh)) return false;
        if (mesh->model == NULL) continue;
        if (!prepare_model(job, mesh) || !resolve_materials(job, mesh)) return false;
    }
    return true;
}

bool pack_load(pack_job *job) {
    const cart *c = job->c;
    job->total = c->texture_count + c->mesh_count;
    for (uint32_t i = 0; i < c->material_count; i++) {
        cart_material *material = add_material(job);
        if (material == NULL) return out_of_memory(job);
        *material = c->materials[i];
    }
    for (uint32_t i = 0; i < c->texture_count; i++) {
        pack_texture *texture = add_texture(job);
        if (texture == NULL) return out_of_memory(job);
        texture->source = c->textures[i];
        if (!load_texture(job, texture)) return false;
    }
    if (!load_meshes(job) || !check_names(job)) return false;
    for (uint32_t i = 0; i < job->texture_count; i++) {
        if (!fit_texture(job, &job->textures[i])) return false;
    }
    return true;
}
