/* Texts of the intermediate format as scenes: the document, materials, nodes, skins, clips. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/import/base/checksum.h"
#include "tools/import/base/file.h"
#include "tools/import/base/intern.h"
#include "tools/import/base/text.h"
#include "tools/import/intermediate/intermediate_source.h"
#include "tools/import/intermediate/intermediate_words.h"
#include "tools/import/model/axes.h"

bool intermediate_memory(const intermediate_source *source) {
    return import_error_memory(source->error, source->name);
}

bool import_is_intermediate(const void *data, size_t size) {
    static const char member[] = "\"oxcart_scene\"";
    const char *at = data, *end = at + size;
    at += import_text_mark(at, size);
    for (int step = 0; step < 2; step++) {
        while (at < end && (*at == ' ' || *at == '\t' || *at == '\n' || *at == '\r')) at++;
        if (step == 0 && (at == end || *at++ != '{')) return false;
    }
    return (size_t)(end - at) >= sizeof member - 1 && memcmp(at, member, sizeof member - 1) == 0;
}

/* ---- what all parts use ---- */

bool intermediate_list(intermediate_source *source, const char *name, uint32_t most, size_t size,
                       const import_json **list, void **things) {
    *things = NULL;
    if (!import_json_array(INTERMEDIATE_AT(source, &source->document.root), name, false, 0, most, list))
        return false;
    *things = calloc((*list == NULL ? 0 : (size_t)(*list)->count) + 1, size);
    return *things != NULL || intermediate_memory(source);
}

const import_json *intermediate_element(intermediate_source *source, const import_json *list, uint32_t i,
                                        const char *const *names) {
    const import_json *at = &list->is.items[i];
    if (at->kind == IMPORT_JSON_OBJECT)
        return import_json_only(INTERMEDIATE_AT(source, at), names) ? at : NULL;
    intermediate_fault(source, at, "element %lu of `%s` must be an object; correct it", (unsigned long)i,
                       list->name);
    return NULL;
}

bool intermediate_name(intermediate_source *source, const import_json *object, const char *member,
                       char **name) {
    const char *text = "";
    if (!import_json_text(INTERMEDIATE_AT(source, object), member, false, &text)) return false;
    *name = import_copy_name(text, strlen(text));
    return *name != NULL || intermediate_memory(source);
}

bool intermediate_reference(intermediate_source *source, const import_json *object, const char *name,
                            const char *list, bool required, int32_t *number) {
    const import_json *at = import_json_find(object, name),
                      *all = import_json_find(&source->document.root, list);
    uint32_t count = all == NULL || all->kind != IMPORT_JSON_ARRAY ? 0 : all->count;
    int64_t value = -1;
    *number = -1;
    if (at != NULL && at->kind == IMPORT_JSON_STRING) {
        for (uint32_t i = 0; i < count; i++) {
            const import_json *own = import_json_find(&all->is.items[i], "name");
            if (own == NULL || own->kind != IMPORT_JSON_STRING || strcmp(own->is.text, at->is.text) != 0)
                continue;
            *number = (int32_t)i;
            return true;
        }
        return intermediate_fault(source, at, "there is no `%.80s` among the %s; correct the name",
                                  at->is.text, list);
    }
    if (!import_json_whole(INTERMEDIATE_AT(source, object), name, required, 0, INT32_MAX, &value))
        return false;
    if (at != NULL && value >= count)
        return intermediate_fault(source, at, "`%s` is %lld, but there are %lu %s; correct it", name,
                                  (long long)value, (unsigned long)count, list);
    *number = (int32_t)value;
    return true;
}

bool intermediate_properties(intermediate_source *source, const import_json *object, char **text) {
    const import_json *at = import_json_find(object, "properties");
    *text = at == NULL ? NULL : import_json_print(at);
    return at == NULL || *text != NULL || intermediate_memory(source);
}

/* ---- materials and pictures ---- */

static bool read_colour(intermediate_source *source, const import_json *at, const char *name,
                        float colour[3]) {
    double wide[3] = {(double)colour[0], (double)colour[1], (double)colour[2]};
    if (!intermediate_vector(source, at, name, 3, wide)) return false;
    for (int k = 0; k < 3; k++) {
        if (!(wide[k] >= 0 && wide[k] <= 1e6))
            return intermediate_fault(source, import_json_find(at, name),
                                      "`%s` must be three numbers from 0 on; correct it", name);
        colour[k] = (float)wide[k];
    }
    return true;
}

static bool read_texture(intermediate_source *source, const import_json *at, import_material *m) {
    const char *texture = NULL;
    int32_t picture;
    if (!import_json_text(INTERMEDIATE_AT(source, at), "texture", false, &texture) ||
        !intermediate_reference(source, at, "picture", "pictures", false, &picture))
        return false;
    if (picture >= 0) {
        char made[40];
        snprintf(made, sizeof made, "picture#%ld", (long)picture);
        if (texture == NULL) texture = made;
        m->picture = (uint32_t)picture + 1;
        m->texture = import_copy_name(texture, strlen(texture));
        return m->texture != NULL || intermediate_memory(source);
    }
    if (texture == NULL) return true;
    m->texture = import_file_resolve(source->name, texture);
    if (m->texture == NULL) return intermediate_memory(source);
    m->texture_missing = !source->use_files || !import_file_exists(m->texture);
    if (m->texture_missing)
        import_scene_warn(source->scene,
                          "%s:%lu: the texture '%.200s' cannot be read; put it there or correct the name",
                          source->name, (unsigned long)at->line, texture);
    return true;
}

static bool read_material(intermediate_source *source, const import_json *at, import_material *m) {
    double shininess = 1, opacity = 1;
    bool plain = false;
    const import_json_reader reader = {&source->document, at, source->error};
    for (int k = 0; k < 3; k++) m->diffuse[k] = 0.8f;
    if (!intermediate_name(source, at, "name", &m->name) || !read_colour(source, at, "diffuse", m->diffuse) ||
        !read_colour(source, at, "specular", m->specular) ||
        !read_colour(source, at, "emissive", m->emissive) ||
        !import_json_number(&reader, "shininess", false, 0, 1000000, &shininess) ||
        !import_json_number(&reader, "opacity", false, 0, 1, &opacity) ||
        !import_json_boolean(&reader, "clamp", false, &m->texture_clamp) ||
        !import_json_boolean(&reader, "two_sided", false, &m->two_sided) ||
        !import_json_boolean(&reader, "masked", false, &m->masked) ||
        !import_json_boolean(&reader, "plain", false, &plain))
        return false;
    m->shininess = (float)shininess;
    m->opacity = (float)opacity;
    m->defined = !plain;
    return read_texture(source, at, m);
}

/* Whether some part names no material: then a plain material stands behind the others. */
static bool wants_plain(const intermediate_source *source) {
    const import_json *meshes = import_json_find(&source->document.root, "meshes");
    for (uint32_t i = 0; meshes != NULL && meshes->kind == IMPORT_JSON_ARRAY && i < meshes->count; i++) {
        const import_json *parts = import_json_find(&meshes->is.items[i], "parts");
        for (uint32_t k = 0; parts != NULL && parts->kind == IMPORT_JSON_ARRAY && k < parts->count; k++) {
            if (import_json_find(&parts->is.items[k], "material") == NULL) return true;
        }
    }
    return false;
}

static bool read_materials(intermediate_source *source) {
    static const char *const names[] = {"name",    "diffuse", "specular", "emissive", "shininess",
                                        "opacity", "texture", "picture",  "clamp",    "two_sided",
                                        "masked",  "plain",   NULL};
    const import_json *list;
    import_scene *scene = source->scene;
    void *things;
    if (!intermediate_list(source, "materials", 65535, sizeof *scene->materials, &list, &things))
        return false;
    scene->materials = things; /* with room for a plain material */
    for (uint32_t i = 0; list != NULL && i < list->count; i++) {
        const import_json *at = intermediate_element(source, list, i, names);
        if (at == NULL || !read_material(source, at, &scene->materials[scene->material_count++]))
            return false;
    }
    if (!wants_plain(source)) return true;
    import_material *plain = &scene->materials[scene->material_count++];
    for (int k = 0; k < 3; k++) plain->diffuse[k] = 0.8f;
    plain->opacity = plain->shininess = 1;
    plain->name = import_copy_name("", 0);
    return plain->name != NULL || intermediate_memory(source);
}

static bool read_picture(intermediate_source *source, const import_json *at, import_image *p) {
    int64_t width = 0, height = 0;
    uint8_t *rgba = NULL, *indices = NULL, *palette = NULL;
    const import_json_reader reader = {&source->document, at, source->error};
    const import_json *colours = import_json_find(at, "palette");
    if (!import_json_whole(&reader, "width", true, 1, IMPORT_IMAGE_LARGEST_SIDE, &width) ||
        !import_json_whole(&reader, "height", true, 1, IMPORT_IMAGE_LARGEST_SIDE, &height) ||
        !import_json_boolean(&reader, "profile_ignored", false, &p->profile_ignored))
        return false;
    size_t pixels = (size_t)width * (size_t)height;
    if (pixels > IMPORT_IMAGE_MOST_PIXELS)
        return intermediate_fault(source, at, "too many pixels; scale the picture down");
    bool ok = intermediate_bytes(source, at, "rgba", true, pixels * 4, &rgba);
    p->rgba = rgba;
    if (!ok || !intermediate_bytes(source, at, "indices", false, pixels, &indices)) {
        free(indices);
        return false;
    }
    p->indices = indices;
    p->width = (int)width;
    p->height = (int)height;
    for (size_t i = 0; i < pixels; i++) p->has_alpha = p->has_alpha || rgba[i * 4 + 3] != 255;
    if (indices == NULL) return true;
    int64_t count = colours == NULL || colours->kind == IMPORT_JSON_STRING ? 256 : colours->count;
    if (colours != NULL && colours->kind == IMPORT_JSON_OBJECT &&
        !import_json_whole(INTERMEDIATE_AT(source, colours), "count", true, 4, 1024, &count))
        return false;
    if (count < 4 || count > 1024 || count % 4 != 0)
        return intermediate_fault(source, at, "`palette` must be 1 to 256 colours of four bytes; correct it");
    ok = intermediate_bytes(source, at, "palette", true, (size_t)count, &palette);
    p->palette = palette;
    p->palette_count = (int)(count / 4);
    return ok;
}

static bool read_pictures(intermediate_source *source) {
    static const char *const names[] = {"width",   "height",          "rgba", "indices",
                                        "palette", "profile_ignored", NULL};
    const import_json *list;
    import_scene *scene = source->scene;
    void *things;
    if (!intermediate_list(source, "pictures", 65535, sizeof *scene->pictures, &list, &things)) return false;
    scene->pictures = things;
    for (uint32_t i = 0; list != NULL && i < list->count; i++) {
        const import_json *at = intermediate_element(source, list, i, names);
        if (at == NULL || !read_picture(source, at, &scene->pictures[scene->picture_count++])) return false;
    }
    return true;
}

/* ---- nodes ---- */

/* Reads a rotation: degrees about x, then y, then z, for people; else a quaternion. */
static bool read_rotation(intermediate_source *source, const import_json *at, import_node *n) {
    double angles[3] = {0, 0, 0}, square = 0;
    if (!intermediate_vector(source, at, "rotation", 4, n->rotation) ||
        !intermediate_vector(source, at, "degrees", 3, angles))
        return false;
    if (import_json_find(at, "degrees") != NULL) {
        if (import_json_find(at, "rotation") != NULL)
            return intermediate_fault(source, at, "`rotation` and `degrees` say the same; leave one out");
        import_rotation_from_degrees(angles, n->rotation);
    }
    for (int k = 0; k < 4; k++) square += n->rotation[k] * n->rotation[k];
    if (!(square > 1e-20 && square < 1e20))
        return intermediate_fault(source, at, "the rotation has no direction; write 0, 0, 0, 1 for none");
    for (int k = 0; k < 4 && fabs(square - 1) > 1e-6; k++) n->rotation[k] /= sqrt(square);
    return true;
}

static bool read_node(intermediate_source *source, const import_json *at, uint32_t number, import_node *n) {
    bool hidden = false;
    const import_scene *scene = source->scene;
    *n = (import_node){.parent = -1, .mesh = -1, .skin = -1};
    n->rotation[3] = 1;
    for (int k = 0; k < 3; k++) n->scale[k] = 1;
    if (!intermediate_name(source, at, "name", &n->name) ||
        !intermediate_reference(source, at, "parent", "nodes", false, &n->parent) ||
        !intermediate_vector(source, at, "translation", 3, n->translation) || !read_rotation(source, at, n) ||
        !intermediate_vector(source, at, "scale", 3, n->scale) ||
        !intermediate_vector(source, at, "matrix", 12, n->matrix) ||
        !intermediate_reference(source, at, "mesh", "meshes", false, &n->mesh) ||
        !intermediate_reference(source, at, "skin", "skins", false, &n->skin) ||
        !import_json_boolean(INTERMEDIATE_AT(source, at), "hidden", false, &hidden) ||
        !intermediate_properties(source, at, &n->properties))
        return false;
    n->shown = !hidden;
    n->has_matrix = import_json_find(at, "matrix") != NULL;
    if (n->parent >= (int32_t)number)
        return intermediate_fault(source, import_json_find(at, "parent"),
                                  "a parent must stand before its children; move node %ld up",
                                  (long)n->parent);
    uint32_t morphs = n->mesh < 0 ? 0 : scene->meshes[n->mesh].morph_count;
    return morphs == 0 || intermediate_floats(source, at, "weights", false, 1, &morphs, &n->weights);
}

static bool read_nodes(intermediate_source *source) {
    static const char *const names[] = {"name",   "parent",     "translation", "rotation", "degrees",
                                        "scale",  "matrix",     "mesh",        "skin",     "weights",
                                        "hidden", "properties", NULL};
    const import_json *list;
    import_scene *scene = source->scene;
    void *things;
    if (!intermediate_list(source, "nodes", IMPORT_SCENE_NODES, sizeof *scene->nodes, &list, &things))
        return false;
    scene->nodes = things;
    for (uint32_t i = 0; list != NULL && i < list->count; i++) {
        const import_json *at = intermediate_element(source, list, i, names);
        if (at == NULL || !read_node(source, at, i, &scene->nodes[scene->node_count++])) return false;
    }
    return true;
}

/* ---- skins ---- */

static bool read_skin(intermediate_source *source, const import_json *at, import_skin *s) {
    double *matrices = NULL;
    uint32_t count = INTERMEDIATE_ANY;
    if (!intermediate_name(source, at, "name", &s->name) ||
        !intermediate_numbers(source, at, "joints", true, 1, source->scene->node_count, &count, &s->joints))
        return false;
    if (count == 0 || count > IMPORT_SCENE_JOINTS)
        return intermediate_fault(source, at, "a skin has 1 to %d joints; correct it", IMPORT_SCENE_JOINTS);
    bool ok = intermediate_doubles(source, at, "inverse_bind", false, 12, &count, &matrices);
    s->inverse_bind = (double(*)[12])(void *)matrices;
    if (!ok) return false;
    if (s->inverse_bind == NULL) {
        s->inverse_bind = malloc(count * sizeof *s->inverse_bind);
        if (s->inverse_bind == NULL) return intermediate_memory(source);
        for (uint32_t i = 0; i < count; i++) import_matrix_identity(s->inverse_bind[i]);
    }
    s->joint_count = count;
    return true;
}

/* Checks that every joint that a vertex names is one of its node's skin. */
static bool check_joints(intermediate_source *source) {
    const import_scene *scene = source->scene;
    uint32_t *most = calloc((size_t)scene->mesh_count + 1, sizeof *most);
    bool ok = most != NULL || intermediate_memory(source);
    for (uint32_t i = 0; ok && i < scene->mesh_count; i++) {
        for (uint32_t p = 0; p < scene->meshes[i].primitive_count; p++) {
            const import_primitive *primitive = &scene->meshes[i].primitives[p];
            for (size_t k = 0; primitive->joints != NULL && k < (size_t)primitive->vertex_count * 4; k++) {
                if (primitive->weights[k / 4][k % 4] > 0 && primitive->joints[k / 4][k % 4] >= most[i])
                    most[i] = primitive->joints[k / 4][k % 4] + 1u;
            }
        }
    }
    const import_json *nodes = import_json_find(&source->document.root, "nodes");
    for (uint32_t i = 0; ok && i < scene->node_count; i++) {
        const import_node *node = &scene->nodes[i];
        if (node->mesh < 0 || node->skin < 0 || most[node->mesh] <= scene->skins[node->skin].joint_count)
            continue;
        ok = intermediate_fault(source, &nodes->is.items[i],
                                "a vertex of its mesh names joint %lu, but the skin has %lu; correct it",
                                (unsigned long)most[node->mesh] - 1,
                                (unsigned long)scene->skins[node->skin].joint_count);
    }
    free(most);
    return ok;
}

static bool read_skins(intermediate_source *source) {
    static const char *const names[] = {"name", "joints", "inverse_bind", NULL};
    const import_json *list;
    import_scene *scene = source->scene;
    void *things;
    if (!intermediate_list(source, "skins", 65535, sizeof *scene->skins, &list, &things)) return false;
    scene->skins = things;
    for (uint32_t i = 0; list != NULL && i < list->count; i++) {
        const import_json *at = intermediate_element(source, list, i, names);
        if (at == NULL || !read_skin(source, at, &scene->skins[scene->skin_count++])) return false;
    }
    return check_joints(source);
}

/* ---- clips ---- */

static bool read_channel(intermediate_source *source, const import_json *at, import_animation *animation,
                         import_channel *c) {
    static const uint32_t widths[] = {3, 4, 3, 0};
    int path = 0, sampling = IMPORT_LINEAR;
    int32_t node;
    const import_scene *scene = source->scene;
    const import_json_reader reader = {&source->document, at, source->error};
    if (!intermediate_reference(source, at, "node", "nodes", true, &node) ||
        !import_json_choice(&reader, "path", true, intermediate_paths, &path) ||
        !import_json_choice(&reader, "sampling", false, intermediate_samplings, &sampling))
        return false;
    c->node = (uint32_t)node;
    c->path = (import_path)path;
    c->sampling = (import_sampling)sampling;
    c->width = widths[path];
    if (path == IMPORT_WEIGHTS)
        c->width = scene->nodes[node].mesh < 0 ? 0 : scene->meshes[scene->nodes[node].mesh].morph_count;
    if (c->width == 0)
        return intermediate_fault(source, at, "weights move node %ld, which has no morphs; correct it",
                                  (long)node);
    uint32_t keys = INTERMEDIATE_ANY;
    if (!intermediate_floats(source, at, "times", true, 1, &keys, &c->times)) return false;
    if (keys == 0) return intermediate_fault(source, at, "a channel needs a key at least; add one");
    for (uint32_t i = 0; i < keys; i++) {
        if (!(c->times[i] >= 0) || (i > 0 && c->times[i] < c->times[i - 1]))
            return intermediate_fault(source, import_json_find(at, "times"),
                                      "key %lu lies before 0 or the key in front of it; correct it",
                                      (unsigned long)i + 1);
    }
    c->key_count = keys;
    if ((double)c->times[keys - 1] > animation->duration) animation->duration = (double)c->times[keys - 1];
    return intermediate_floats(source, at, "values", true, c->width * (sampling == IMPORT_CUBIC ? 3 : 1),
                               &keys, &c->values);
}

static bool read_clip(intermediate_source *source, const import_json *at, import_animation *a) {
    static const char *const names[] = {"node", "path", "sampling", "times", "values", NULL};
    const import_json *channels;
    const import_json_reader reader = {&source->document, at, source->error};
    if (!intermediate_name(source, at, "name", &a->name) ||
        !import_json_number(&reader, "duration", false, 0, 1e9, &a->duration) ||
        !import_json_number(&reader, "rate", false, 0, 1e6, &a->rate) ||
        !import_json_boolean(&reader, "loops", false, &a->loops) ||
        !import_json_array(&reader, "channels", true, 0, 1000000, &channels))
        return false;
    a->channels = calloc((size_t)channels->count + 1, sizeof *a->channels);
    if (a->channels == NULL) return intermediate_memory(source);
    for (uint32_t i = 0; i < channels->count; i++) {
        const import_json *channel = intermediate_element(source, channels, i, names);
        if (channel == NULL || !read_channel(source, channel, a, &a->channels[a->channel_count++]))
            return false;
    }
    return true;
}

static bool read_clips(intermediate_source *source) {
    static const char *const names[] = {"name", "duration", "rate", "loops", "channels", NULL};
    const import_json *list;
    import_scene *scene = source->scene;
    void *things;
    if (!intermediate_list(source, "clips", 65535, sizeof *scene->animations, &list, &things)) return false;
    scene->animations = things;
    for (uint32_t i = 0; list != NULL && i < list->count; i++) {
        const import_json *at = intermediate_element(source, list, i, names);
        if (at == NULL || !read_clip(source, at, &scene->animations[scene->animation_count++])) return false;
    }
    return true;
}

/* ---- the document ---- */

static bool read_head(intermediate_source *source) {
    static const char *const names[] = {"oxcart_scene", "axes",   "unit",      "raw",        "materials",
                                        "pictures",     "meshes", "nodes",     "skins",      "clips",
                                        "lights",       "curves", "collision", "properties", NULL};
    const import_json_reader reader = {&source->document, &source->document.root, source->error};
    const char *axes = "RUB";
    int64_t version = 0;
    double unit = 1;
    import_convention convention;
    tool_error why;
    if (!import_json_whole(&reader, "oxcart_scene", true, 1, INT32_MAX, &version)) return false;
    if (version > IMPORT_INTERMEDIATE_VERSION)
        return intermediate_fault(source, import_json_find(reader.object, "oxcart_scene"),
                                  "version %lld is newer than %d, which this program reads; write that one",
                                  (long long)version, IMPORT_INTERMEDIATE_VERSION);
    if (!import_json_only(&reader, names) || !import_json_text(&reader, "axes", false, &axes) ||
        !import_json_number(&reader, "unit", false, 1e-6, 1e6, &unit))
        return false;
    if (!import_convention_read(axes, unit, &convention, &why))
        return intermediate_fault(source, import_json_find(reader.object, "axes"), "%s", why.text);
    for (int k = 0; k < 3; k++)
        source->scene->axes[k] = axes[k] >= 'a' ? (char)(axes[k] - 'a' + 'A') : axes[k];
    source->scene->unit = unit;
    return true;
}

/* Reads the file with the large arrays. */
static bool read_raw(intermediate_source *source) {
    static const char *const names[] = {"file", "bytes", "crc32", NULL};
    const char *file = "";
    int64_t bytes = -1, crc = -1;
    const import_json *at;
    if (!import_json_object(INTERMEDIATE_AT(source, &source->document.root), "raw", false, &at)) return false;
    if (at == NULL) {
        source->raw = NULL;
        return true;
    }
    const import_json_reader reader = {&source->document, at, source->error};
    if (!import_json_only(&reader, names) || !import_json_text(&reader, "file", true, &file) ||
        !import_json_whole(&reader, "bytes", false, 0, INT32_MAX, &bytes) ||
        !import_json_whole(&reader, "crc32", false, 0, UINT32_MAX, &crc))
        return false;
    if (source->use_files) {
        char *path = import_file_resolve(source->name, file);
        bool there = path != NULL && import_file_exists(path);
        bool ok = there && import_file_read(path, &source->owned_raw, &source->raw_size, source->error);
        free(path);
        if (path == NULL) return intermediate_memory(source);
        if (!there)
            return intermediate_fault(source, at, "the file `%.200s` is missing; put it beside this one",
                                      file);
        if (!ok) return false;
        source->raw = source->owned_raw;
    }
    if (source->raw == NULL)
        return intermediate_fault(source, at, "the file `%.200s` cannot be read here", file);
    if (bytes >= 0 && (uint64_t)bytes != source->raw_size)
        return intermediate_fault(source, at,
                                  "the raw file has %zu bytes, but should have %lld; copy both files again",
                                  source->raw_size, (long long)bytes);
    if (crc >= 0 && (uint32_t)crc != import_crc32(0, source->raw, source->raw_size))
        return intermediate_fault(source, at, "the raw file's checksum is wrong; copy both files again");
    return true;
}

static bool read_document(intermediate_source *source, const char *text, size_t size) {
    if (!import_json_parse(source->name, text, size, &source->document, source->error)) return false;
    if (source->document.root.kind != IMPORT_JSON_OBJECT)
        return intermediate_fault(source, &source->document.root,
                                  "a scene must be an object; is this a file of the intermediate format?");
    if (!read_head(source) || !read_raw(source)) return false;
    source->budget = ((uint64_t)64 << 20) + 64 * ((uint64_t)size + source->raw_size);
    return read_pictures(source) && read_materials(source) && intermediate_read_meshes(source) &&
           read_nodes(source) && read_skins(source) && read_clips(source) && intermediate_read_lights(source);
}

static bool read_any(intermediate_source *source, const void *data, size_t size) {
    memset(source->scene, 0, sizeof *source->scene);
    bool ok = read_document(source, data, size);
    import_json_free(&source->document);
    free(source->owned_raw);
    if (!ok) import_scene_free(source->scene);
    return ok;
}

bool import_intermediate_from_memory(const char *name, const void *data, size_t size, const void *raw,
                                     size_t raw_size, import_scene *scene, tool_error *error) {
    intermediate_source source = {
        .name = name, .error = error, .raw = raw, .raw_size = raw_size, .scene = scene};
    return read_any(&source, data, size);
}

bool import_intermediate_load(const char *path, import_scene *scene, tool_error *error) {
    intermediate_source source = {.name = path, .error = error, .use_files = true, .scene = scene};
    uint8_t *data;
    size_t size;
    memset(scene, 0, sizeof *scene);
    if (!import_file_read(path, &data, &size, error)) return false;
    bool ok = read_any(&source, data, size);
    free(data);
    return ok;
}
