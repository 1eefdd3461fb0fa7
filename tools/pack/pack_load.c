/* Joins assets, meshes, materials and textures of cart.txt and of its files by their names. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rom/rom.h"
#include "tools/import/base/file.h"
#include "tools/pack/pack_job.h"

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
    uint32_t id = rom_id(name);
    for (uint32_t i = 0; i < job->texture_count; i++) {
        if (rom_id(job->textures[i].source.name) == id) return &job->textures[i];
    }
    return NULL;
}

static bool is_material(const pack_job *job, const char *name) {
    uint32_t id = rom_id(name);
    for (uint32_t i = 0; i < job->material_count; i++) {
        if (rom_id(job->materials[i].name) == id) return true;
    }
    return false;
}

/* The known names of a kind, `stride` bytes apart. */
typedef struct known_names {
    const char *first;
    size_t stride;
    uint32_t count;
} known_names;

static bool unknown_name(pack_job *job, unsigned long line, const char *kind, const char *name,
                         known_names known) {
    const char **list = calloc((size_t)known.count + 1, sizeof *list);
    const char *suggestion = NULL;
    if (list != NULL) {
        for (uint32_t i = 0; i < known.count; i++) list[i] = known.first + i * known.stride;
        suggestion = cart_suggest(name, list);
    }
    free(list);
    if (suggestion != NULL)
        return pack_wrong(job, line, "there is no %s `%s`; did you mean `%s`?", kind, name, suggestion);
    return pack_wrong(job, line, "there is no %s `%s`; add a line `%s %s ...`", kind, name, kind, name);
}

/* ---- lists of meshes and items ---- */

/* Whether a build for some languages and a region wants this variant: the variants for them, and the base where they
 * have none. */
static bool wanted_variant(const pack_job *job, const cart_asset *asset) {
    const pack_options *o = job->options;
    bool language = o->languages == NULL || asset->language[0] == 0;
    for (uint32_t i = 0; !language && o->languages[i] != NULL; i++)
        language = strcmp(o->languages[i], asset->language) == 0;
    if (!language) return false;
    if (o->region == NULL) return true;
    if (asset->region[0] != 0) return strcmp(asset->region, o->region) == 0;
    for (uint32_t i = 0; i < job->c->asset_count; i++) { /* the region's own variant replaces it */
        const cart_asset *other = &job->c->assets[i];
        if (strcmp(other->kind, asset->kind) == 0 && rom_id(other->name) == rom_id(asset->name) &&
            strcmp(other->language, asset->language) == 0 && strcmp(other->region, o->region) == 0)
            return false;
    }
    return true;
}

static bool list_items(pack_job *job) {
    const cart *c = job->c;
    job->items = calloc((size_t)c->asset_count + 1, sizeof *job->items);
    if (job->items == NULL) return pack_no_memory(job);
    for (uint32_t i = 0; i < c->asset_count; i++) {
        const cart_asset *asset = &c->assets[i];
        if (!wanted_variant(job, asset)) continue;
        pack_item *item = &job->items[job->item_count++];
        item->asset = asset;
        item->kind = pack_kind_find(asset->kind);
        item->path = import_file_resolve(c->path, asset->file);
        if (item->path == NULL || item->kind == NULL) return pack_no_memory(job);
        item->present = import_file_exists(item->path);
    }
    return true;
}

void pack_miss(pack_job *job) {
    for (uint32_t i = 0; i < job->mesh_count; i++) {
        const pack_mesh *mesh = &job->meshes[i];
        if (mesh->present || !pack_is_wanted(job, "mesh", mesh->source->name)) continue;
        build_input_file(job->b, mesh->path);
        pack_warn(job, mesh->source->line, "mesh `%s`: %s is missing; the console shows a placeholder",
                  mesh->source->name, mesh->path);
        job->report->missing++;
    }
    for (uint32_t i = 0; i < job->item_count; i++) {
        const pack_item *item = &job->items[i];
        if (item->present || !pack_is_wanted(job, item->kind->word, item->asset->name)) continue;
        build_input_file(job->b, item->path);
        pack_warn(job, item->asset->line, "%s `%s`: %s is missing", item->asset->kind, item->asset->name,
                  item->path);
        job->report->missing++;
    }
}

static const cart_asset *find_asset(const cart *c, const char *kind, const char *name) {
    for (uint32_t i = 0; i < c->asset_count; i++) {
        if (strcmp(c->assets[i].kind, kind) == 0 && rom_id(c->assets[i].name) == rom_id(name))
            return &c->assets[i];
    }
    return NULL;
}

/* Checks that an object's clip moves the skeleton of its mesh. */
static bool check_clip(pack_job *job, const cart_object *object, const cart_mesh *mesh, const char *name) {
    if (name[0] == 0) return true;
    const cart_asset *clip = find_asset(job->c, "clip", name);
    if (clip == NULL) return unknown_name(job, object->line, "clip", name, (known_names){"", 0, 0});
    if (mesh->skeleton[0] == 0)
        return pack_wrong(job, object->line,
                          "object `%s` has a clip, and its mesh no skeleton; write skeleton=NAME at the mesh",
                          object->mesh);
    const char *skeleton = pack_option(clip, "skeleton");
    if (skeleton == NULL) skeleton = clip->name;
    if (rom_id(skeleton) == rom_id(mesh->skeleton)) return true;
    return pack_wrong(job, object->line,
                      "clip `%s` moves the skeleton `%s`, and the mesh of `%s` hangs on `%s`", name, skeleton,
                      object->mesh, mesh->skeleton);
}

/* Checks that emitters of a scene name particles of the cart. */
static bool check_emitters(pack_job *job, const cart_scene *scene) {
    bool ok = true;
    for (uint32_t i = 0; i < scene->emitter_count; i++) {
        const cart_emitter *emitter = &scene->emitters[i];
        if (find_asset(job->c, "particles", emitter->particles) == NULL)
            ok = unknown_name(job, emitter->line, "particles", emitter->particles, (known_names){"", 0, 0});
    }
    return ok;
}

/* Checks that a scene names levels of the cart. */
static bool check_levels(pack_job *job, const cart_scene *scene) {
    bool ok = true;
    for (uint32_t i = 0; i < scene->level_count; i++) {
        const cart_scene_level *level = &scene->levels[i];
        if (find_asset(job->c, "level", level->name) == NULL)
            ok = unknown_name(job, level->line, "level", level->name, (known_names){"", 0, 0});
    }
    return ok;
}

/* Checks that objects of scenes name meshes and clips of the cart. */
static bool check_objects(pack_job *job) {
    const cart *c = job->c;
    bool ok = true;
    const cart_scene *scene;
    for (uint32_t s = 0; (scene = cart_scene_at(c, s)) != NULL; s++) {
        ok = check_emitters(job, scene) && ok;
        ok = check_levels(job, scene) && ok;
        for (uint32_t i = 0; i < scene->object_count; i++) {
            const cart_object *object = &scene->objects[i];
            if (object->mesh[0] == 0) continue;
            const cart_mesh *mesh = cart_find_mesh(c, object->mesh);
            if (mesh != NULL) {
                ok = check_clip(job, object, mesh, object->clip) && ok;
                ok = check_clip(job, object, mesh, object->blend) && ok;
                continue;
            }
            ok = unknown_name(
                job, object->line, "mesh", object->mesh,
                (known_names){c->mesh_count == 0 ? "" : c->meshes[0].name, sizeof *c->meshes, c->mesh_count});
        }
    }
    return ok;
}

bool pack_list(pack_job *job) {
    const cart *c = job->c;
    bool ok = true;
    job->meshes = calloc((size_t)c->mesh_count + 1, sizeof *job->meshes);
    if (job->meshes == NULL) return pack_no_memory(job);
    for (uint32_t i = 0; i < c->mesh_count; i++) {
        pack_mesh *mesh = &job->meshes[job->mesh_count++];
        mesh->source = &c->meshes[i];
        if (mesh->source->material[0] != 0 && cart_find_material(c, mesh->source->material) == NULL)
            ok = unknown_name(job, mesh->source->line, "material", mesh->source->material,
                              (known_names){c->material_count == 0 ? "" : c->materials[0].name,
                                            sizeof *c->materials, c->material_count});
        mesh->present = mesh->source->model != NULL;
        if (mesh->present) continue;
        mesh->path = import_file_resolve(c->path, mesh->source->file);
        if (mesh->path == NULL) return pack_no_memory(job);
        mesh->present = import_file_exists(mesh->path);
    }
    return list_items(job) && check_objects(job) && ok;
}

/* ---- textures ---- */

static bool link_texture(pack_job *job, const cart_texture *source) {
    pack_texture *texture = add_texture(job);
    if (texture == NULL) return pack_no_memory(job);
    texture->source = *source;
    texture->present = source->picture != NULL;
    if (texture->present) return true;
    texture->path = import_file_resolve(job->c->path, source->file);
    if (texture->path == NULL) return pack_no_memory(job);
    texture->present = import_file_exists(texture->path);
    if (texture->present) return true;
    build_input_file(job->b, texture->path);
    pack_warn(job, source->line, "texture `%s`: %s is missing; the console shows a placeholder", source->name,
              texture->path);
    job->report->missing++;
    return true;
}

static const char *base_name(const char *path) {
    const char *base = path;
    for (; *path != 0; path++) {
        if (*path == '/' || *path == '\\') base = path + 1;
    }
    return base;
}

const char *pack_inner(const cart *c, const char *path) {
    size_t folder = (size_t)(base_name(c->path) - c->path);
    return strncmp(path, c->path, folder) == 0 ? path + folder : path;
}

/* Takes `./` and `FOLDER/../` out of a path in place. */
static void tidy_path(char *path) {
    char *out = path;
    for (const char *at = path; *at != 0;) {
        size_t length = strcspn(at, "/\\");
        bool last = at[length] == 0;
        if (length == 1 && at[0] == '.' && !last) {
            at += 2;
            continue;
        }
        char *before = out > path ? out - 1 : path; /* start of the folder that `..` removes */
        while (before > path && before[-1] != '/') before--;
        bool up = length == 2 && at[0] == '.' && at[1] == '.' && out > path;
        if (up && !last && strncmp(before, "../", 3) != 0 && before[0] != '/') {
            out = before;
        } else {
            memmove(out, at, length);
            out += length;
            if (!last) *out++ = '/';
        }
        at += length + !last;
    }
    *out = 0;
}

/* The name of a texture that a model brings: its path in the cart, so that the name does not depend on the models
 * that are packed. For a file outside, mesh and file make the name. False after an error. */
static bool name_texture(pack_job *job, const pack_mesh *mesh, const char *file, char name[CART_NAME_MAX]) {
    bool outside = file[0] == '/' || strncmp(file, "../", 3) == 0;
    int length = outside ? snprintf(name, CART_NAME_MAX, "%s.%s", mesh->source->name, base_name(file))
                         : snprintf(name, CART_NAME_MAX, "%s", file);
    for (char *at = name; *at != 0; at++) {
        if (*at == ' ') *at = '_';
    }
    return length < CART_NAME_MAX ||
           pack_wrong(job, mesh->source->line,
                      "mesh `%s`: the name of its texture `%.90s...` is too long; shorten it",
                      mesh->source->name, file);
}

static bool is_taken(pack_job *job, const char *name) {
    const cart *c = job->c;
    bool taken = find_texture(job, name) != NULL;
    for (uint32_t i = 0; i < c->texture_count; i++)
        taken = taken || rom_id(c->textures[i].name) == rom_id(name);
    return taken;
}

/* The texture of a model's material: one for each file, however many materials use it. */
static bool model_texture(pack_job *job, const pack_mesh *mesh, const pack_model_material *from,
                          char name[CART_NAME_MAX]) {
    char file[CART_PATH_MAX];
    memcpy(file, from->texture, sizeof file);
    tidy_path(file);
    for (uint32_t i = 0; i < job->texture_count; i++) {
        if (job->textures[i].brought_by_model && strcmp(job->textures[i].source.file, file) == 0) {
            memcpy(name, job->textures[i].source.name, CART_NAME_MAX);
            return true;
        }
    }
    if (!name_texture(job, mesh, file, name)) return false;
    while (is_taken(job, name)) {
        size_t length = strlen(name);
        if (length + 1 >= CART_NAME_MAX)
            return pack_wrong(job, mesh->source->line, "texture names of one mesh are too long");
        memcpy(name + length, "~", 2);
    }
    pack_texture *texture = add_texture(job);
    if (texture == NULL) return pack_no_memory(job);
    texture->source.line = mesh->source->line;
    texture->brought_by_model = true;
    memcpy(texture->source.name, name, CART_NAME_MAX);
    memcpy(texture->source.file, file, sizeof texture->source.file);
    if (from->picture != 0) { /* the picture lies in the model's file */
        texture->blob = &mesh->result.outputs[1 + from->picture];
        texture->blob_digest = mesh->result.digests[1 + from->picture];
        texture->present = true;
        return true;
    }
    texture->path = import_file_resolve(job->c->path, from->texture);
    if (texture->path == NULL) return pack_no_memory(job);
    texture->present = !from->missing;
    job->report->missing += from->missing; /* the importer warned of it */
    return true;
}

static bool link_model(pack_job *job, const pack_mesh *mesh) {
    pack_model model;
    pack_model_material from;
    if (mesh->result.output_count == 0) return true;
    if (!pack_read_model(job, &mesh->result, &model)) return pack_no_memory(job);
    while (pack_next_material(job, &model, &from)) {
        if (is_material(job, from.material.name)) continue; /* a material of cart.txt takes precedence */
        from.material.line = mesh->source->line;
        if (from.texture[0] != 0 && !model_texture(job, mesh, &from, from.material.texture)) return false;
        cart_material *added = add_material(job);
        if (added == NULL) return pack_no_memory(job);
        *added = from.material;
        if (from.material.opacity <= 0)
            pack_warn(job, mesh->source->line,
                      "material `%s` of mesh `%s` cannot be seen, as its file says; to show it, write "
                      "`material %s` with its "
                      "colour, texture and opacity=1",
                      added->name, mesh->source->name, added->name);
        pack_light_material(job->c, added);
    }
    return true;
}

/* Makes pictures of an asset textures of the cart. Assets may share an equal picture. */
static bool link_pictures(pack_job *job, const pack_item *item) {
    pack_brought from;
    size_t at = 0;
    uint32_t output = 0;
    while (pack_next_brought(&item->result, &at, &output, &from)) {
        const cart_asset *asset = item->asset;
        if (from.tag != 0) continue;
        from.name[CART_NAME_MAX - 1] = 0;
        pack_texture *there = find_texture(job, from.name);
        if (there != NULL && there->brought && there->source.keyed == from.keyed &&
            digest_equal(&there->blob_digest, &item->result.digests[from.output]))
            continue;
        if (there != NULL)
            return pack_wrong(job, asset->line,
                              "%s `%s` makes another texture `%s` than one above; rename one", asset->kind,
                              asset->name, from.name);
        pack_texture *texture = add_texture(job);
        if (texture == NULL) return pack_no_memory(job);
        texture->source.line = asset->line;
        texture->source.keyed = from.keyed;
        texture->source.memory = asset->memory;
        memcpy(texture->source.name, from.name, CART_NAME_MAX);
        texture->blob = &item->result.outputs[from.output];
        texture->blob_digest = item->result.digests[from.output];
        texture->present = texture->brought = true;
    }
    return true;
}

/* Checks that overrides of objects name materials of cart.txt or of models. */
static bool check_overrides(pack_job *job, const cart_scene *scene) {
    const cart *c = job->c;
    bool ok = true;
    for (uint32_t i = 0; i < scene->override_count && pack_is_wanted(job, "scene", scene->name); i++) {
        const cart_override *override = &scene->overrides[i];
        if (is_material(job, override->to)) continue;
        ok = unknown_name(job, override->line, "material", override->to,
                          (known_names){c->material_count == 0 ? "" : c->materials[0].name,
                                        sizeof *c->materials, c->material_count});
    }
    return ok;
}

/* Marks the textures that a material's slots put on meshes. Gives the name that no texture has, or NULL. */
static const char *map_textures(pack_job *job, const cart_material *material) {
    const char *const names[] = {material->texture, material->second}, *unknown = NULL;
    for (uint32_t k = 0; k < 2; k++) {
        pack_texture *texture = names[k][0] == 0 ? NULL : find_texture(job, names[k]);
        if (texture != NULL) {
            texture->mapped = true;
            if (k < material->slot_count && material->slots[k].mip != 0) texture->levels = true;
        } else if (names[k][0] != 0) {
            unknown = names[k];
        }
    }
    return unknown;
}

/* Spreads `keyed` from a texture or one of its materials to the others: all its materials leave out the pixels that
 * the picture lacks. */
static void settle_keys(pack_job *job) {
    for (uint32_t i = 0; i < job->material_count; i++) {
        pack_texture *texture = find_texture(job, job->materials[i].texture);
        if (texture != NULL && cart_material_is_keyed(&job->materials[i])) texture->source.keyed = true;
    }
    for (uint32_t i = 0; i < job->c->material_count; i++) { /* materials of other parts, too */
        pack_texture *texture = find_texture(job, job->c->materials[i].texture);
        if (texture != NULL && cart_material_is_keyed(&job->c->materials[i])) texture->source.keyed = true;
    }
    for (uint32_t i = 0; i < job->material_count; i++) {
        const pack_texture *texture = find_texture(job, job->materials[i].texture);
        if (texture != NULL && texture->source.keyed) cart_material_key(&job->materials[i]);
    }
}

static bool check_names(pack_job *job) {
    const cart *c = job->c;
    bool ok = true;
    for (uint32_t i = 0; i < c->material_count;
         i++) { /* also materials of other parts: a texture is the same in each part */
        map_textures(job, &c->materials[i]);
    }
    for (uint32_t i = 0; i < job->material_count; i++) {
        const cart_material *material = &job->materials[i];
        const char *name = map_textures(job, material);
        if (name != NULL)
            ok = unknown_name(job, material->line, "texture", name,
                              (known_names){c->texture_count == 0 ? "" : c->textures[0].name,
                                            sizeof *c->textures, c->texture_count});
    }
    const cart_scene *scene;
    for (uint32_t s = 0; (scene = cart_scene_at(c, s)) != NULL; s++) ok = check_overrides(job, scene) && ok;
    return ok;
}

bool pack_link(pack_job *job) {
    const cart *c = job->c;
    for (uint32_t i = 0; i < c->material_count; i++) {
        if (!pack_is_wanted(job, "material", c->materials[i].name)) continue;
        cart_material *material = add_material(job);
        if (material == NULL) return pack_no_memory(job);
        *material = c->materials[i];
        pack_light_material(c, material);
    }
    for (uint32_t i = 0; i < c->texture_count; i++) {
        if (pack_is_wanted(job, "texture", c->textures[i].name) && !link_texture(job, &c->textures[i]))
            return false;
    }
    bool ok = true;
    for (uint32_t i = 0; !job->trial && i < job->mesh_count; i++) ok = link_model(job, &job->meshes[i]) && ok;
    for (uint32_t i = 0; !job->trial && i < job->item_count; i++)
        ok = link_pictures(job, &job->items[i]) && ok;
    ok = check_names(job) && ok;
    settle_keys(job);
    return ok || job->trial;
}
