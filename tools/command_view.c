/* oxcart view: turns one model on a turntable; a window to look at it, figures and hashes to measure with. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "platform/platform.h"
#include "raster/mesh.h"
#include "tools/command.h"
#include "tools/import/file.h"
#include "tools/import/obj.h"
#include "tools/play.h"

enum { CHECKER_SIDE = 256, CHECKER_SQUARE = 32 };

typedef struct view_wishes {
    play_settings play;
    const char *model, *texture, *output;
    int shading; /* rs_shading */
} view_wishes;

/* What the cart is made of. */
typedef struct view_parts {
    import_model model;
    import_image texture;
} view_parts;

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

static bool load_parts(const view_wishes *wishes, view_parts *parts, tool_error *error) {
    memset(parts, 0, sizeof *parts);
    if (!import_obj_load(wishes->model, &parts->model, error)) return false;
    import_model_normalise_to_unit_sphere(&parts->model, NULL, NULL);
    bool textured = wishes->texture != NULL;
    for (uint32_t i = 0; i < parts->model.material_count; i++)
        textured = textured || parts->model.materials[i].texture != NULL;
    if (textured && !parts->model.source_has_uvs) {
        if (!import_model_spherical_uvs(&parts->model, error)) return false;
        parts->model.source_has_uvs = true;
    }
    if (wishes->texture == NULL) return true;
    if (strcmp(wishes->texture, "checker") == 0) return make_checker(&parts->texture, error);
    return import_image_load(wishes->texture, &parts->texture, error);
}

static void free_parts(view_parts *parts) {
    import_model_free(&parts->model);
    import_image_free(&parts->texture);
}

/* Whether some material of the model says what it looks like. */
static bool has_materials(const import_model *model) {
    for (uint32_t i = 0; i < model->material_count; i++) {
        if (model->materials[i].defined) return true;
    }
    return false;
}

/* Bytes for the display list and for everything, by the size of the model and of the picture. A triangle in
 * the list takes 20 bytes and 8 more for each further band; of a closed model about half of them are there.
 * Small machines get no more than that, and bands instead of the whole picture. */
static void set_budget(cart *c, const view_parts *parts, bool whole) {
    uint64_t vertices = parts->model.vertex_count, triangles = parts->model.triangle_count;
    uint64_t pixel = c->format == PLAT_PAL8 ? 1 : c->format == PLAT_XRGB8888 ? 4 : 2;
    uint64_t bands = (uint64_t)c->width * (uint64_t)c->height * (pixel + 2);
    uint64_t frame = 8192 + vertices * 16 + triangles * (whole ? 40 : 15) + (uint64_t)c->height * 64;
    if (!whole && bands > 32768) bands = 32768;
    uint64_t memory = frame + bands + 24576 + (uint64_t)(parts->model.material_count + 1) * 4096;
    c->frame = (uint32_t)(frame < 0x40000000u ? frame : 0x30000000u);
    c->budget = (uint32_t)(memory < 0x40000000u ? memory + 1023 : 0x40000000u) & ~1023u;
}

static bool describe_look(cart *c, const view_wishes *wishes, view_parts *parts) {
    cart_mesh *mesh = cart_add_mesh(c);
    cart_material *material = cart_add_material(c);
    if (mesh == NULL || material == NULL) return false;
    snprintf(mesh->name, sizeof mesh->name, "model");
    mesh->model = &parts->model;
    snprintf(material->name, sizeof material->name, "model");
    material->colour = 0xD0D0D0;
    material->specular = 0.4;
    if (wishes->texture != NULL || !has_materials(&parts->model))
        snprintf(mesh->material, sizeof mesh->material, "model");
    if (wishes->texture == NULL) return true;
    cart_texture *texture = cart_add_texture(c);
    if (texture == NULL) return false;
    snprintf(texture->name, sizeof texture->name, "model");
    texture->picture = &parts->texture;
    snprintf(material->texture, sizeof material->texture, "model");
    return true;
}

/* Camera at distance 2.5 on +Z, one light from the upper right behind it. */
static bool describe_scene(cart *c, const view_wishes *wishes) {
    cart_scene *scene = cart_add_scene(c);
    cart_camera *camera = scene == NULL ? NULL : cart_add_camera(scene);
    cart_light *light = camera == NULL ? NULL : cart_add_light(scene);
    cart_object *object = light == NULL ? NULL : cart_add_object(scene);
    if (object == NULL) return false;
    snprintf(scene->name, sizeof scene->name, "view");
    snprintf(c->start, sizeof c->start, "view");
    scene->background = 0x203040;
    scene->ambient = 0.2;
    scene->turntable = wishes->play.frames > 0 ? (uint32_t)wishes->play.frames : 240;
    scene->log_cycles = true; /* on machines that count them */
    camera->at[2] = 2.5;
    camera->near_plane = 0.5;
    camera->far_plane = 10;
    for (int k = 0; k < 3; k++) light->vector[k] = -1;
    snprintf(object->mesh, sizeof object->mesh, "model");
    object->shading = wishes->shading;
    return true;
}

/* A cart with this model and nothing else. */
static bool describe(const view_wishes *wishes, view_parts *parts, cart *c, tool_error *error) {
    const char *base = strrchr(wishes->model, '/');
    cart_defaults(c);
    snprintf(c->path, sizeof c->path, "%s", wishes->model);
    snprintf(c->title, sizeof c->title, "%.200s", base == NULL ? wishes->model : base + 1);
    for (char *at = c->title; *at != 0; at++) {
        if ((unsigned char)*at < 32) *at = '?';
    }
    c->width = wishes->play.size[0];
    c->height = wishes->play.size[1];
    c->format = wishes->play.format;
    set_budget(c, parts, c->format == PLAT_XRGB8888 || c->width * c->height > 240 * 160);
    if (describe_look(c, wishes, parts) && describe_scene(c, wishes)) return true;
    return import_error_memory(error, wishes->model);
}

static bool build(const view_wishes *wishes, writer *image, uint32_t *memory, tool_error *error) {
    const pack_options packing = command_pack_options(wishes->play.quiet);
    view_parts parts;
    pack_report report;
    cart c = {.budget = 0};
    bool ok = load_parts(wishes, &parts, error) && describe(wishes, &parts, &c, error) &&
              pack_cart(&c, &packing, image, &report, error);
    if (packing.progress != NULL) fprintf(stderr, "\r\033[K");
    *memory = c.budget;
    cart_free(&c);
    free_parts(&parts);
    return ok;
}

static bool parse(int argc, char **argv, view_wishes *wishes) {
    argument_option options[PLAY_OPTIONS + 8];
    int count = play_options(&wishes->play, options);
    wishes->play.size[0] = 640;
    wishes->play.size[1] = 480;
    wishes->play.format = PLAT_XRGB8888;
    wishes->shading = RS_GOURAUD;
    options[count++] = (argument_option){"--texture", ARGUMENT_TEXT, &wishes->texture, 0, 0, NULL};
    options[count++] = (argument_option){"--shade", ARGUMENT_CHOICE, &wishes->shading, 0, 0, cart_shadings};
    options[count++] = (argument_option){"--quiet", ARGUMENT_FLAG, &wishes->play.quiet, 0, 0, NULL};
    options[count++] = (argument_option){"-o", ARGUMENT_TEXT, &wishes->output, 0, 0, NULL};
    options[count] = (argument_option){NULL, ARGUMENT_END, NULL, 0, 0, NULL};
    return arguments_parse(argc, argv, options, &wishes->model, 1, "a model (an .obj file)") &&
           play_settle(argv[0], &wishes->play);
}

/* Plays unless only a file was wanted. */
static bool wants_to_play(const view_wishes *wishes) {
    const play_settings *s = &wishes->play;
    return wishes->output == NULL || s->headless || s->terminal || s->shot != NULL || s->hash || s->stats;
}

int command_view(int argc, char **argv) {
    view_wishes wishes = {.model = NULL};
    writer image;
    tool_error error;
    uint32_t memory;
    int code = EXIT_GOOD;
    if (!parse(argc, argv, &wishes)) return EXIT_USAGE;
    if (!build(&wishes, &image, &memory, &error)) return command_failed(error.text);
    if (wishes.output != NULL && !import_file_write(wishes.output, image.data, image.size, &error)) {
        writer_free(&image);
        return command_failed(error.text);
    }
    if (wants_to_play(&wishes)) {
        wishes.play.title = wishes.model;
        if (wishes.play.memory == 0 && memory > HOST_MEMORY_DEFAULT) wishes.play.memory = memory;
        player *p = play_open(&wishes.play);
        code = p == NULL ? EXIT_BAD
                         : play_close(p, play_image(p, wishes.model, image.data, image.size, NULL, NULL));
    }
    writer_free(&image);
    return code;
}
