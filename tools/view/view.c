/* Describes and packs carts that show one model. */
#include "tools/view/view.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "platform/platform.h"
#include "raster/frame.h"
#include "tools/import/load/load.h"
#include "tools/import/model/obj.h"

enum { CHECKER_SIDE = 256, CHECKER_SQUARE = 32 };

/* ---- reading the model ---- */

bool view_load(const view_look *look, view_source *source, tool_error *error) {
    memset(source, 0, sizeof *source);
    source->is_scene = look->axes != NULL || import_is_scene(look->file);
    if (source->is_scene) return import_scene_load(look->file, look->axes, 1, &source->scene, error);
    return import_obj_load(look->file, &source->model, error);
}

void view_source_free(view_source *source) {
    import_scene_free(&source->scene);
    import_model_free(&source->model);
}

bool view_pose(const view_look *look, view_source *source, const import_animation *animation, double time,
               import_model *model, tool_error *error) {
    if (source->is_scene) return import_scene_bake(look->file, &source->scene, animation, time, model, error);
    *model = source->model;
    memset(&source->model, 0, sizeof source->model);
    return true;
}

static bool make_checker(import_image *picture, tool_error *error) {
    static const uint8_t colours[2][4] = {{224, 224, 216, 255}, {56, 104, 168, 255}};
    if (!import_image_allocate("checker", CHECKER_SIDE, CHECKER_SIDE, false, picture, error)) return false;
    for (int y = 0; y < CHECKER_SIDE; y++) {
        for (int x = 0; x < CHECKER_SIDE; x++) {
            int dark = (x / CHECKER_SQUARE + y / CHECKER_SQUARE) % 2;
            memcpy(picture->rgba + ((size_t)y * CHECKER_SIDE + (size_t)x) * 4, colours[dark], 4);
        }
    }
    return true;
}

/* Whether some material of the model is defined in its file or has a texture. */
static bool has_materials(const import_model *model) {
    for (uint32_t i = 0; i < model->material_count; i++) {
        if (model->materials[i].defined || model->materials[i].texture != NULL) return true;
    }
    return false;
}

static bool is_textured(const view_look *look, const import_model *model) {
    bool textured = look->texture != NULL;
    for (uint32_t i = 0; i < model->material_count; i++)
        textured = textured || model->materials[i].texture != NULL;
    return textured;
}

/* ---- the cart ---- */

/* Sets the bytes for the display list and for the whole budget, by the size of the model and of the picture. A
 * triangle in the list takes 20 bytes and 8 more for each further band; of a closed model about half of its triangles
 * are in the list. Small machines get no more bytes than that, and bands instead of the whole picture; those with a
 * display of 128 x 64 have 64 KB for everything. */
static void set_budget(cart *c, const import_model *model, bool room) {
    bool whole = c->format == PLAT_XRGB8888 || c->width * c->height > 240 * 160;
    uint64_t vertices = model->vertex_count, triangles = model->triangle_count;
    uint64_t pixel = c->format == PLAT_PAL8 ? 1 : c->format == PLAT_XRGB8888 ? 4 : 2;
    uint64_t bands = (uint64_t)c->width * (uint64_t)c->height * (pixel + 2);
    uint64_t frame = 8192 + vertices * 16 + triangles * (whole ? 40 : 15) + (uint64_t)c->height * 64;
    if (!whole && bands > 32768) bands = 32768;
    if (room) frame += 65536 + vertices * 96 + triangles * 160;
    if (c->format == PLAT_PAL8 && c->width * c->height <= 128 * 64 && !room) {
        frame = 4096 + vertices * 16 + triangles * 8;
        bands = (uint64_t)c->width * 16 * 3;
        c->frame = (uint32_t)(frame < 0x40000000u ? frame : 0x30000000u);
        c->budget =
            (uint32_t)(frame + bands < 0x40000000u ? frame + bands + 13312 + 1023 : 0x40000000u) & ~1023u;
        return;
    }
    uint64_t memory = frame + bands + 24576 + (uint64_t)(model->material_count + 1) * 4096;
    c->frame = (uint32_t)(frame < 0x40000000u ? frame : 0x30000000u);
    c->budget = (uint32_t)(memory < 0x40000000u ? memory + 1023 : 0x40000000u) & ~1023u;
}

/* The pictures that came in the model's own file, under the names that its materials use. */
static bool describe_pictures(cart *c, import_model *model) {
    for (uint32_t i = 0; i < model->material_count; i++) {
        const import_material *material = &model->materials[i];
        bool known = material->picture == 0;
        for (uint32_t k = 0; k < c->texture_count; k++)
            known = known || strcmp(c->textures[k].file, material->texture) == 0;
        if (known) continue;
        cart_texture *texture = cart_add_texture(c);
        if (texture == NULL) return false;
        snprintf(texture->name, sizeof texture->name, "picture%lu", (unsigned long)material->picture);
        snprintf(texture->file, sizeof texture->file, "%s", material->texture);
        texture->picture = &model->pictures[material->picture - 1];
        texture->keyed = material->masked;
    }
    return true;
}

static bool describe_look(cart *c, const view_look *look, import_model *model, import_image *picture) {
    cart_mesh *mesh = cart_add_mesh(c);
    cart_material *material = cart_add_material(c);
    if (mesh == NULL || material == NULL || !describe_pictures(c, model)) return false;
    snprintf(mesh->name, sizeof mesh->name, "model");
    mesh->model = model;
    snprintf(material->name, sizeof material->name, "model");
    material->colour = 0xD0D0D0;
    material->specular = 0.4;
    if (look->texture != NULL || !has_materials(model))
        snprintf(mesh->material, sizeof mesh->material, "model");
    if (look->texture == NULL) return true;
    cart_texture *texture = cart_add_texture(c);
    if (texture == NULL) return false;
    snprintf(texture->name, sizeof texture->name, "model");
    texture->picture = picture;
    snprintf(material->texture, sizeof material->texture, "model");
    return true;
}

void view_move_lights(import_placed_light *lights, uint32_t count, double scale, const double centre[3]) {
    for (uint32_t i = 0; i < count; i++) {
        if (lights[i].kind == IMPORT_SUN) continue;
        for (int k = 0; k < 3; k++) lights[i].vector[k] = (lights[i].vector[k] - centre[k]) * scale;
        lights[i].range *= scale;
    }
}

/* Adds the file's lights, turned like the model; ambient lights become one number of the scene. */
static bool describe_lights(const view_look *look, cart_scene *scene) {
    const double sine = sin(look->yaw / 57.29577951308232), cosine = cos(look->yaw / 57.29577951308232);
    for (uint32_t i = 0; i < look->light_count; i++) {
        const import_placed_light *from = &look->lights[i];
        if (from->kind == IMPORT_AMBIENT) {
            scene->ambient = fmax(scene->ambient, from->intensity);
            continue;
        }
        if (scene->light_count == RS_LIGHTS) continue;
        cart_light *to = cart_add_light(scene);
        if (to == NULL) return false;
        to->kind = from->kind == IMPORT_SUN ? RS_LIGHT_DIRECTIONAL : RS_LIGHT_POINT;
        to->intensity = from->intensity;
        to->range = fmin(fmax(from->range, 0.001), 16000);
        to->vector[0] = cosine * from->vector[0] + sine * from->vector[2];
        to->vector[1] = from->vector[1];
        to->vector[2] = cosine * from->vector[2] - sine * from->vector[0];
        for (int k = 0; k < 3; k++) to->vector[k] = fmin(fmax(to->vector[k], -16000), 16000);
    }
    if (scene->light_count > 0) {
        scene->ambient = fmax(scene->ambient, 0.35); /* surfaces without light are visible too */
        return true;
    }
    cart_light *light = cart_add_light(scene);
    for (int k = 0; k < 3 && light != NULL; k++) light->vector[k] = -1;
    return light != NULL;
}

/* Describes the scene: the camera at distance 2.5 on +Z; the file's lights, else a light from the upper right behind
 * the camera. */
static bool describe_scene(cart *c, const view_look *look) {
    cart_scene *scene = cart_add_scene(c);
    cart_camera *camera = scene == NULL ? NULL : cart_add_camera(scene);
    cart_object *object = camera == NULL ? NULL : cart_add_object(scene);
    if (object == NULL) return false;
    snprintf(scene->name, sizeof scene->name, "view");
    snprintf(c->start, sizeof c->start, "view");
    scene->background = 0x203040;
    scene->ambient = 0.2;
    scene->turntable = look->turntable;
    scene->log_cycles = true; /* on machines that count cycles */
    camera->at[2] = 2.5;
    camera->near_plane = 0.5;
    camera->far_plane = 10;
    snprintf(object->mesh, sizeof object->mesh, "model");
    object->shading = look->shading;
    object->turn[0] = look->yaw;
    return describe_lights(look, scene);
}

/* Describes a cart with this model alone. */
static bool describe_cart(const view_look *look, import_model *model, import_image *picture, cart *c,
                          tool_error *error) {
    const char *base = strrchr(look->file, '/');
    cart_defaults(c);
    snprintf(c->path, sizeof c->path, "%s", look->file);
    snprintf(c->title, sizeof c->title, "%.200s", base == NULL ? look->file : base + 1);
    for (char *at = c->title; *at != 0; at++) {
        if ((unsigned char)*at < 32) *at = '?';
    }
    c->width = look->width;
    c->height = look->height;
    c->format = look->format;
    set_budget(c, model, look->room);
    if (describe_look(c, look, model, picture) && describe_scene(c, look)) return true;
    return import_error_memory(error, look->file);
}

static bool load_picture(const view_look *look, import_image *picture, tool_error *error) {
    memset(picture, 0, sizeof *picture);
    if (look->texture == NULL) return true;
    if (strcmp(look->texture, "checker") == 0) return make_checker(picture, error);
    return import_image_load(look->texture, picture, error);
}

bool view_pack(const view_look *look, import_model *model, writer *image, uint32_t *memory,
               tool_error *error) {
    import_image picture;
    pack_report report;
    cart c = {.budget = 0};
    if (is_textured(look, model) && !model->source_has_uvs) {
        if (!import_model_spherical_uvs(model, error)) return false;
        model->source_has_uvs = true;
    }
    bool ok = load_picture(look, &picture, error) && describe_cart(look, model, &picture, &c, error) &&
              pack_cart(&c, look->packing, image, &report, error);
    if (look->packing->progress != NULL) fprintf(stderr, "\r\033[K");
    *memory = c.budget;
    cart_free(&c);
    import_image_free(&picture);
    return ok;
}
