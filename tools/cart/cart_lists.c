/* The lists of a cart: defaults of their records, growing, searching and freeing. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "platform/platform.h"
#include "raster/mesh.h"
#include "rom/rom.h"
#include "tools/cart/cart.h"

/* Adds a zeroed record to the end of a list that grows by powers of two. */
static void *add_row(void **list, uint32_t *count, size_t size) {
    if ((*count & (*count - 1)) == 0) {
        void *grown = realloc(*list, size * (*count == 0 ? 1 : (size_t)*count * 2));
        if (grown == NULL) return NULL;
        *list = grown;
    }
    void *record = (char *)*list + size * (*count)++;
    memset(record, 0, size);
    return record;
}

#define ADD(list, count)                                                                                     \
    void *records = list;                                                                                    \
    void *record = add_row(&records, &count, sizeof *list);                                                  \
    list = records

cart_material *cart_add_material(cart *c) {
    ADD(c->materials, c->material_count);
    cart_material *material = record;
    if (material != NULL) {
        material->colour = 0xFFFFFF;
        material->shading = RS_GOURAUD;
        material->shininess = 32;
        material->opacity = 1;
    }
    return material;
}

cart_texture *cart_add_texture(cart *c) {
    ADD(c->textures, c->texture_count);
    return record;
}

cart_mesh *cart_add_mesh(cart *c) {
    ADD(c->meshes, c->mesh_count);
    cart_mesh *mesh = record;
    if (mesh != NULL) mesh->scale = mesh->unit = 1, mesh->rate = 10;
    return mesh;
}

cart_scene *cart_add_scene(cart *c) {
    ADD(c->scenes, c->scene_count);
    cart_scene *scene = record;
    if (scene != NULL) scene->ambient = 0.25;
    return scene;
}

cart_camera *cart_add_camera(cart_scene *scene) {
    ADD(scene->cameras, scene->camera_count);
    cart_camera *camera = record;
    if (camera != NULL) {
        camera->field = 45;
        camera->near_plane = 0.1;
        camera->far_plane = 100;
    }
    return camera;
}

cart_light *cart_add_light(cart_scene *scene) {
    ADD(scene->lights, scene->light_count);
    cart_light *light = record;
    if (light != NULL) light->intensity = 1;
    return light;
}

cart_object *cart_add_object(cart_scene *scene) {
    ADD(scene->objects, scene->object_count);
    cart_object *object = record;
    if (object != NULL) {
        object->scale = 1;
        object->sprite.alpha = 1;
        object->sprite.stretch[0] = object->sprite.stretch[1] = 1;
        object->sprite.tint = 0xFFFFFF;
        object->shading = 255;
        object->clip_rate = 1;
        object->clip_weight = 0.5;
    }
    return object;
}

cart_behaviour *cart_add_behaviour(cart_scene *scene) {
    ADD(scene->behaviours, scene->behaviour_count);
    return record;
}

cart_fault *cart_add_fault(cart *c) {
    ADD(c->faults, c->fault_count);
    return record;
}

cart_objective *cart_add_objective(cart *c) {
    ADD(c->game.objectives, c->game.objective_count);
    return record;
}

cart_trophy *cart_add_trophy(cart *c) {
    ADD(c->game.trophies, c->game.trophy_count);
    return record;
}

cart_action *cart_add_action(cart *c) {
    ADD(c->actions, c->action_count);
    return record;
}

cart_count *cart_add_count(cart *c) {
    ADD(c->game.counts, c->game.count_count);
    return record;
}

cart_mode *cart_add_mode(cart *c) {
    ADD(c->game.modes, c->game.mode_count);
    return record;
}

cart_way *cart_add_way(cart *c) {
    ADD(c->game.ways, c->game.way_count);
    return record;
}

cart_game_option *cart_add_option(cart *c) {
    ADD(c->game.options, c->game.option_count);
    return record;
}

cart_mechanic *cart_add_mechanic(cart *c) {
    ADD(c->game.mechanics, c->game.mechanic_count);
    return record;
}

cart_override *cart_add_override(cart_scene *scene) {
    ADD(scene->overrides, scene->override_count);
    return record;
}

cart_prop *cart_add_prop(cart_scene *scene) {
    ADD(scene->props, scene->prop_count);
    return record;
}

cart_saying *cart_add_saying(cart_scene *scene) {
    ADD(scene->sayings, scene->saying_count);
    return record;
}

cart_emitter *cart_add_emitter(cart_scene *scene) {
    ADD(scene->emitters, scene->emitter_count);
    return record;
}

cart_scene_level *cart_add_level(cart_scene *scene) {
    ADD(scene->levels, scene->level_count);
    return record;
}

cart_scene_map *cart_add_map(cart_scene *scene) {
    ADD(scene->maps, scene->map_count);
    return record;
}

cart_picture_layer *cart_add_picture_layer(cart_scene *scene) {
    ADD(scene->layers, scene->layer_count);
    cart_picture_layer *layer = record;
    if (layer != NULL) layer->rate[0][0] = layer->rate[0][1] = layer->rate[1][0] = layer->rate[1][1] = 1;
    return layer;
}

cart_collision *cart_add_collision(cart *c) {
    ADD(c->collisions, c->collision_count);
    return record;
}

cart_shown *cart_add_shown(cart *c) {
    ADD(c->shown, c->shown_count);
    return record;
}

cart_asset *cart_add_asset(cart *c) {
    ADD(c->assets, c->asset_count);
    return record;
}

cart_sound *cart_add_sound(cart *c) {
    ADD(c->sounds, c->sound_count);
    return record;
}

const cart_scene *cart_scene_at(const cart *c, uint32_t index) {
    if (index < c->scene_count) return &c->scenes[index];
    return index == c->scene_count && c->types.object_count > 0 ? &c->types : NULL;
}

const cart_object *cart_find_type(const cart *c, const char *name) {
    for (uint32_t i = 0; i < c->types.object_count; i++)
        if (strcmp(c->types.objects[i].name, name) == 0) return &c->types.objects[i];
    return NULL;
}

void cart_defaults(cart *c) {
    memset(c, 0, sizeof *c);
    snprintf(c->title, sizeof c->title, "Untitled");
    snprintf(c->version, sizeof c->version, "1.0");
    c->width = 240;
    c->height = 160;
    c->format = PLAT_PAL8;
    c->budget = 256u << 10;
    c->rate = 60;
}

static void free_scene(const cart_scene *scene) {
    free(scene->cameras);
    free(scene->lights);
    free(scene->objects);
    free(scene->overrides);
    free(scene->props);
    free(scene->sayings);
    free(scene->emitters);
    free(scene->levels);
    free(scene->maps);
    free(scene->layers);
    free(scene->behaviours);
}

void cart_free(cart *c) {
    for (uint32_t i = 0; i < c->scene_count; i++) free_scene(&c->scenes[i]);
    free_scene(&c->types);
    free(c->materials);
    free(c->textures);
    free(c->meshes);
    free(c->scenes);
    free(c->assets);
    free(c->sounds);
    free(c->faults);
    free(c->actions);
    free(c->game.options);
    free(c->game.objectives);
    free(c->game.trophies);
    free(c->game.counts);
    free(c->game.modes);
    free(c->game.ways);
    free(c->game.mechanics);
    free(c->shown);
    free(c->collisions);
    for (uint32_t i = 0; i < c->source_count; i++) free(c->sources[i]);
    free(c->sources);
    for (uint32_t i = 0; i < c->code_count; i++)
        for (uint32_t k = 0; k < c->codes[i].count; k++) free(c->codes[i].files[k]);
    free(c->codes);
    free(c->parts);
    free(c->defaults);
    memset(c, 0, sizeof *c);
}

#define FIND(list, count, wanted)                                                                            \
    for (uint32_t i = 0; i < count; i++) {                                                                   \
        if (rom_id(list[i].name) == rom_id(wanted)) return &list[i];                                         \
    }                                                                                                        \
    return NULL

/* The name that redirects put in the place of a name of a folder, else the name itself. */
static const char *redirected(const cart *c, const char *folder, const char *name) {
    size_t length = strlen(folder);
    for (uint32_t steps = 0, i = 0; i < c->redirect_count && steps < CART_REDIRECTS; i++) {
        const cart_redirect *r = &c->redirects[i];
        if (strncmp(r->from, folder, length) != 0 || r->from[length] != '/' ||
            rom_id(r->from + length + 1) != rom_id(name))
            continue;
        name = r->to + length + 1;
        i = UINT32_MAX; /* redirects may chain: start again with the first */
        steps++;
    }
    return name;
}

const cart_material *cart_find_material(const cart *c, const char *name) {
    name = redirected(c, "material", name);
    FIND(c->materials, c->material_count, name);
}

const cart_texture *cart_find_texture(const cart *c, const char *name) {
    name = redirected(c, "texture", name);
    FIND(c->textures, c->texture_count, name);
}

const cart_mesh *cart_find_mesh(const cart *c, const char *name) {
    name = redirected(c, "mesh", name);
    FIND(c->meshes, c->mesh_count, name);
}

const cart_collision *cart_find_collision(const cart *c, const char *name) {
    name = redirected(c, "collision", name);
    FIND(c->collisions, c->collision_count, name);
}

const cart_scene *cart_find_scene(const cart *c, const char *name) {
    name = redirected(c, "scene", name);
    FIND(c->scenes, c->scene_count, name);
}
