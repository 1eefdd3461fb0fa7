/* Scenes as text of the intermediate format. */
#include "tools/import/intermediate/intermediate.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/import/base/checksum.h"
#include "tools/import/base/file.h"
#include "tools/import/intermediate/intermediate_emit.h"
#include "tools/import/intermediate/intermediate_words.h"

static void put_name(emitter *e, const char *name) {
    if (name != NULL && name[0] != 0) json_text(e->out, "name", name);
}

/* ---- materials and pictures ---- */

static void put_material(emitter *e, const import_material *m) {
    json_begin_object(e->out, NULL);
    put_name(e, m->name);
    emit_list(e, "diffuse", EMIT_F32, m->diffuse, 3);
    emit_list(e, "specular", EMIT_F32, m->specular, 3);
    emit_list(e, "emissive", EMIT_F32, m->emissive, 3);
    emit_float(e, "shininess", m->shininess);
    emit_float(e, "opacity", m->opacity);
    if (m->picture != 0) {
        json_text(e->out, "texture", m->texture);
        json_signed(e->out, "picture", (long long)m->picture - 1);
    } else if (m->texture != NULL) {
        emit_path(e, "texture", m->texture);
    }
    if (m->texture_clamp) json_switch(e->out, "clamp", true);
    if (m->two_sided) json_switch(e->out, "two_sided", true);
    if (m->masked) json_switch(e->out, "masked", true);
    if (!m->defined) json_switch(e->out, "plain", true);
    json_end_object(e->out);
}

static void put_picture(emitter *e, const import_image *p) {
    size_t pixels = (size_t)p->width * (size_t)p->height;
    json_begin_object(e->out, NULL);
    json_signed(e->out, "width", p->width);
    json_signed(e->out, "height", p->height);
    emit_list(e, "rgba", EMIT_U8, p->rgba, pixels * 4);
    if (p->indices != NULL) {
        emit_list(e, "indices", EMIT_U8, p->indices, pixels);
        emit_list(e, "palette", EMIT_U8, p->palette, (size_t)p->palette_count * 4);
    }
    if (p->profile_ignored) json_switch(e->out, "profile_ignored", true);
    json_end_object(e->out);
}

/* ---- meshes ---- */

static void put_morphs(emitter *e, const import_mesh *mesh, const import_primitive *p) {
    if (p->morphs == NULL) return;
    json_begin_array(e->out, "morphs");
    for (uint32_t i = 0; i < mesh->morph_count; i++) {
        json_begin_object(e->out, NULL);
        emit_list(e, "positions", EMIT_F32, p->morphs[i].positions, (size_t)p->vertex_count * 3);
        emit_list(e, "normals", EMIT_F32, p->morphs[i].normals, (size_t)p->vertex_count * 3);
        json_end_object(e->out);
    }
    json_end_array(e->out);
}

static void put_part(emitter *e, const import_mesh *mesh, const import_primitive *p) {
    size_t count = p->vertex_count;
    json_begin_object(e->out, NULL);
    json_signed(e->out, "material", p->material);
    if (p->group != NULL && p->group[0] != 0) json_text(e->out, "group", p->group);
    if (p->order != 0) json_signed(e->out, "order", p->order);
    emit_list(e, "positions", EMIT_F32, p->positions, count * 3);
    emit_list(e, "normals", EMIT_F32, p->normals, count * 3);
    emit_list(e, "tangents", EMIT_F32, p->tangents, count * 4);
    emit_list(e, "uvs", EMIT_F32, p->uvs[0], count * 2);
    emit_list(e, "uvs2", EMIT_F32, p->uvs[1], count * 2);
    emit_list(e, "colours", EMIT_F32, p->colours, count * 4);
    emit_list(e, "joints", EMIT_U16, p->joints, count * 4);
    emit_list(e, "weights", EMIT_F32, p->weights, count * 4);
    emit_list(e, "triangles", EMIT_U32, p->indices, (size_t)p->triangle_count * 3);
    put_morphs(e, mesh, p);
    json_end_object(e->out);
}

static void put_mesh(emitter *e, const import_mesh *mesh) {
    json_begin_object(e->out, NULL);
    put_name(e, mesh->name);
    if (mesh->properties != NULL) json_verbatim(e->out, "properties", mesh->properties);
    if (mesh->morph_count > 0) {
        json_begin_array(e->out, "morphs");
        for (uint32_t i = 0; i < mesh->morph_count; i++) {
            json_begin_object(e->out, NULL);
            put_name(e, mesh->morph_names == NULL ? NULL : mesh->morph_names[i]);
            emit_float(e, "weight", mesh->weights == NULL ? 0 : mesh->weights[i]);
            json_end_object(e->out);
        }
        json_end_array(e->out);
    }
    json_begin_array(e->out, "parts");
    for (uint32_t i = 0; i < mesh->primitive_count; i++) put_part(e, mesh, &mesh->primitives[i]);
    json_end_array(e->out);
    json_end_object(e->out);
}

/* ---- nodes, skins, clips ---- */

static void put_node(emitter *e, const import_scene *scene, const import_node *n) {
    json_begin_object(e->out, NULL);
    put_name(e, n->name);
    if (n->parent >= 0) json_signed(e->out, "parent", n->parent);
    if (n->has_matrix) emit_list(e, "matrix", EMIT_F64, n->matrix, 12);
    if (n->translation[0] != 0 || n->translation[1] != 0 || n->translation[2] != 0)
        emit_list(e, "translation", EMIT_F64, n->translation, 3);
    if (n->rotation[0] != 0 || n->rotation[1] != 0 || n->rotation[2] != 0 || n->rotation[3] != 1)
        emit_list(e, "rotation", EMIT_F64, n->rotation, 4);
    if (n->scale[0] != 1 || n->scale[1] != 1 || n->scale[2] != 1)
        emit_list(e, "scale", EMIT_F64, n->scale, 3);
    if (n->mesh >= 0) json_signed(e->out, "mesh", n->mesh);
    if (n->skin >= 0) json_signed(e->out, "skin", n->skin);
    if (n->mesh >= 0) emit_list(e, "weights", EMIT_F32, n->weights, scene->meshes[n->mesh].morph_count);
    if (!n->shown) json_switch(e->out, "hidden", true);
    if (n->properties != NULL) json_verbatim(e->out, "properties", n->properties);
    json_end_object(e->out);
}

static void put_skin(emitter *e, const import_skin *s) {
    json_begin_object(e->out, NULL);
    put_name(e, s->name);
    emit_list(e, "joints", EMIT_U32, s->joints, s->joint_count);
    emit_list(e, "inverse_bind", EMIT_F64, s->inverse_bind, (size_t)s->joint_count * 12);
    json_end_object(e->out);
}

static void put_clip(emitter *e, const import_animation *a) {
    json_begin_object(e->out, NULL);
    put_name(e, a->name);
    json_double(e->out, "duration", a->duration);
    if (a->rate > 0) json_double(e->out, "rate", a->rate);
    if (a->loops) json_switch(e->out, "loops", true);
    json_begin_array(e->out, "channels");
    for (uint32_t i = 0; i < a->channel_count; i++) {
        const import_channel *c = &a->channels[i];
        size_t keys = c->key_count;
        json_begin_object(e->out, NULL);
        json_signed(e->out, "node", c->node);
        json_text(e->out, "path", intermediate_paths[c->path]);
        if (c->sampling != IMPORT_LINEAR) json_text(e->out, "sampling", intermediate_samplings[c->sampling]);
        emit_list(e, "times", EMIT_F32, c->times, keys);
        emit_list(e, "values", EMIT_F32, c->values, keys * c->width * (c->sampling == IMPORT_CUBIC ? 3 : 1));
        json_end_object(e->out);
    }
    json_end_array(e->out);
    json_end_object(e->out);
}

/* ---- lights, curves, collision ---- */

static void put_light(emitter *e, const import_light *l) {
    json_begin_object(e->out, NULL);
    put_name(e, l->name);
    json_text(e->out, "kind", intermediate_lights[l->kind]);
    if (l->node >= 0) json_signed(e->out, "node", l->node);
    emit_list(e, "colour", EMIT_F32, l->colour, 3);
    json_double(e->out, "intensity", l->intensity);
    if (l->kind == IMPORT_SUN || l->kind == IMPORT_SPOT) emit_list(e, "direction", EMIT_F64, l->direction, 3);
    if (l->range > 0) json_double(e->out, "range", l->range);
    if (l->kind == IMPORT_SPOT) {
        json_double(e->out, "inner", l->inner);
        json_double(e->out, "outer", l->outer);
    }
    json_end_object(e->out);
}

static void put_curve(emitter *e, const import_curve *c) {
    json_begin_object(e->out, NULL);
    put_name(e, c->name);
    json_text(e->out, "kind", intermediate_curves[c->kind]);
    if (c->node >= 0) json_signed(e->out, "node", c->node);
    if (c->closed) json_switch(e->out, "closed", true);
    emit_list(e, "points", EMIT_F64, c->points, (size_t)c->point_count * 3);
    if (c->labels != NULL) {
        json_begin_array(e->out, "labels");
        for (uint32_t i = 0; i < c->point_count; i++)
            json_text(e->out, NULL, c->labels[i] == NULL ? "" : c->labels[i]);
        json_end_array(e->out);
    }
    json_end_object(e->out);
}

static void put_collider(emitter *e, const import_collider *c) {
    json_begin_object(e->out, NULL);
    put_name(e, c->name);
    json_text(e->out, "shape", intermediate_shapes[c->shape]);
    if (c->node >= 0) json_signed(e->out, "node", c->node);
    if (c->mesh >= 0) json_signed(e->out, "mesh", c->mesh);
    if (c->shape == IMPORT_COLLIDER_BOX) emit_list(e, "half", EMIT_F64, c->size, 3);
    if (c->shape == IMPORT_COLLIDER_SPHERE || c->shape == IMPORT_COLLIDER_CAPSULE)
        json_double(e->out, "radius", c->size[0]);
    if (c->shape == IMPORT_COLLIDER_CAPSULE) {
        json_double(e->out, "half_length", c->size[1]);
        emit_list(e, "axis", EMIT_F64, c->axis, 3);
    }
    if (c->surface != NULL) json_text(e->out, "surface", c->surface);
    json_end_object(e->out);
}

/* ---- all of it ---- */

static void put_scene(emitter *e, const import_scene *s) {
#define EACH(name, count, put_one)                                                                           \
    if (s->count > 0) {                                                                                      \
        json_begin_array(e->out, name);                                                                      \
        for (uint32_t i = 0; i < s->count; i++) put_one;                                                     \
        json_end_array(e->out);                                                                              \
    }
    EACH("materials", material_count, put_material(e, &s->materials[i]))
    EACH("pictures", picture_count, put_picture(e, &s->pictures[i]))
    EACH("meshes", mesh_count, put_mesh(e, &s->meshes[i]))
    EACH("nodes", node_count, put_node(e, s, &s->nodes[i]))
    EACH("skins", skin_count, put_skin(e, &s->skins[i]))
    EACH("clips", animation_count, put_clip(e, &s->animations[i]))
    EACH("lights", light_count, put_light(e, &s->lights[i]))
    EACH("curves", curve_count, put_curve(e, &s->curves[i]))
    EACH("collision", collider_count, put_collider(e, &s->colliders[i]))
#undef EACH
}

bool import_intermediate_write(const import_scene *scene, const char *path, const char *raw_name,
                               writer *text, writer *raw, tool_error *error) {
    const char *slash = strrchr(path, '/');
    json_writer body = {.depth = 1, .follows = true}, head = {.depth = 0};
    emitter e = {.out = &body,
                 .raw = raw_name != NULL ? raw : NULL,
                 .folder = path,
                 .folder_length = slash == NULL ? 0 : (size_t)(slash - path) + 1};
    put_scene(&e, scene);
    json_begin_object(&head, NULL);
    json_signed(&head, "oxcart_scene", IMPORT_INTERMEDIATE_VERSION);
    json_text(&head, "axes", scene->axes[0] == 0 ? "RUB" : scene->axes);
    if (scene->unit > 0 && scene->unit != 1) json_double(&head, "unit", scene->unit);
    if (e.raw != NULL && raw->size > 0) {
        json_begin_object(&head, "raw");
        json_text(&head, "file", raw_name);
        json_signed(&head, "bytes", (long long)raw->size);
        json_signed(&head, "crc32", import_crc32(0, raw->data, raw->size));
        json_end_object(&head);
    }
    writer_bytes(&head.text, body.text.data, body.text.size);
    json_end_object(&head);
    writer_u8(&head.text, '\n');
    bool ok = !head.text.failed && !body.text.failed && (e.raw == NULL || !raw->failed);
    writer_free(&body.text);
    *text = head.text;
    return ok || import_error_memory(error, path);
}

/* The path FILE.raw; *name is that path without its folder. */
static char *raw_path_of(const char *path, const char **name) {
    size_t length = strlen(path) + 5;
    char *raw = malloc(length);
    if (raw == NULL) return NULL;
    snprintf(raw, length, "%s.raw", path);
    *name = strrchr(raw, '/') == NULL ? raw : strrchr(raw, '/') + 1;
    return raw;
}

bool import_intermediate_save(const import_scene *scene, const char *path, uint64_t *bytes,
                              tool_error *error) {
    enum { SMALL = 65536 };
    writer text = {0}, raw = {0};
    const char *name;
    char *raw_path = raw_path_of(path, &name);
    if (raw_path == NULL) return import_error_memory(error, path);
    bool ok = import_intermediate_write(scene, path, name, &text, &raw, error);
    if (ok && raw.size <= SMALL) {
        writer_free(&text);
        writer_free(&raw);
        ok = import_intermediate_write(scene, path, NULL, &text, NULL, error);
    }
    ok = ok && (raw.size == 0 || import_file_write(raw_path, raw.data, raw.size, error)) &&
         import_file_write(path, text.data, text.size, error);
    if (bytes != NULL) *bytes = (uint64_t)text.size + raw.size;
    writer_free(&text);
    writer_free(&raw);
    free(raw_path);
    return ok;
}
