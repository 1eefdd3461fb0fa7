/* Morph targets and animations of a scene as shapes of one model. */
#include "tools/import/model/shaping.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/import/base/intern.h"

enum { NAME_ROOM = 16 };

/* What a mesh calls its target, or the number where it has no name. */
static const char *target_name(const import_mesh *mesh, uint32_t target, char room[NAME_ROOM]) {
    const char *name = mesh->morph_names == NULL ? NULL : mesh->morph_names[target];
    if (name != NULL && name[0] != 0) return name;
    snprintf(room, NAME_ROOM, "%u", (unsigned)target + 1);
    return room;
}

static bool no_memory(const import_shaper *s) { return import_error_memory(s->error, s->name); }

/* Adds a shape and its pose, at a time of an animation (NULL: at rest). */
static import_pose *add_shape(import_shaper *s, const char *name, const import_animation *animation,
                              double time) {
    import_model *model = s->model;
    const size_t count = (size_t)model->shape_count + 1;
    void *shapes = realloc(model->shapes, count * sizeof *model->shapes);
    if (shapes != NULL) model->shapes = shapes;
    void *poses = realloc(s->poses, count * sizeof *s->poses);
    if (poses != NULL) s->poses = poses;
    if (shapes == NULL || poses == NULL) return no_memory(s), NULL;
    import_places *shape = &model->shapes[model->shape_count];
    import_pose *pose = &s->poses[model->shape_count];
    *shape = (import_places){.name = import_copy_name(name, strlen(name))};
    memset(pose, 0, sizeof *pose);
    model->shape_count++;
    if (shape->name == NULL) return no_memory(s), NULL;
    return import_pose_make(s->scene, animation, time, pose, s->error) ? pose : NULL;
}

void import_shapes_free(import_shaper *s) {
    for (uint32_t i = 0; s->poses != NULL && i < s->model->shape_count; i++) import_pose_free(&s->poses[i]);
    free(s->poses);
    s->poses = NULL;
}

/* ---- targets ---- */

static void clear_weights(const import_scene *scene, import_pose *pose) {
    for (uint32_t i = 0; i < scene->node_count; i++) {
        const int32_t mesh = scene->nodes[i].mesh;
        for (uint32_t k = 0; pose->weights[i] != NULL && mesh >= 0 && k < scene->meshes[mesh].morph_count;
             k++)
            pose->weights[i][k] = 0;
    }
}

/* Sets the weight of the targets of that name in all meshes: a face and its teeth move together. */
static void set_weights(const import_scene *scene, const char *name, import_pose *pose) {
    char room[NAME_ROOM];
    clear_weights(scene, pose);
    for (uint32_t i = 0; i < scene->node_count; i++) {
        const import_mesh *mesh = scene->nodes[i].mesh < 0 ? NULL : &scene->meshes[scene->nodes[i].mesh];
        for (uint32_t k = 0; mesh != NULL && pose->weights[i] != NULL && k < mesh->morph_count; k++)
            if (strcmp(target_name(mesh, k, room), name) == 0) pose->weights[i][k] = 1;
    }
}

static bool has_shape(const import_model *model, const char *name) {
    for (uint32_t i = 0; i < model->shape_count; i++)
        if (strcmp(model->shapes[i].name, name) == 0) return true;
    return false;
}

static bool add_targets(import_shaper *s) {
    char room[NAME_ROOM];
    for (uint32_t i = 0; i < s->scene->mesh_count; i++) {
        for (uint32_t k = 0; k < s->scene->meshes[i].morph_count; k++) {
            const char *name = target_name(&s->scene->meshes[i], k, room);
            if (has_shape(s->model, name)) continue;
            if (s->model->shape_count == IMPORT_SHAPES_MOST)
                return import_error_file(s->error, s->name, "has more than %d morph targets",
                                         IMPORT_SHAPES_MOST);
            import_pose *pose = add_shape(s, name, NULL, 0);
            if (pose == NULL) return false;
            set_weights(s->scene, name, pose);
        }
    }
    return s->model->shape_count > 0 ||
           import_error_offset(s->error, s->name, 0, "has no morph targets; leave shapes=targets out");
}

/* ---- frames ---- */

static bool add_run(import_shaper *s, const import_animation *animation, double rate) {
    import_model *model = s->model;
    const double wanted = ceil(animation->duration * rate - 1e-4);
    import_frames *run = &model->runs[model->run_count];
    if (!(wanted < IMPORT_SHAPES_MOST - (double)model->shape_count))
        return import_error_file(s->error, s->name,
                                 "has more than %d frames; lower rate=", IMPORT_SHAPES_MOST);
    const uint32_t steps = wanted < 1 ? 0 : (uint32_t)wanted;
    *run = (import_frames){.name = import_copy_name(animation->name, strlen(animation->name)),
                           .first = model->shape_count,
                           .frames = steps + 1,
                           .rate = steps == 0 ? rate : steps / animation->duration};
    model->run_count++;
    if (run->name == NULL) return no_memory(s);
    for (uint32_t i = 0; i <= steps; i++)
        if (add_shape(s, "", animation, steps == 0 ? 0 : animation->duration * i / steps) == NULL)
            return false;
    return true;
}

static double squared_way(const float a[3], const float b[3]) {
    double sum = 0;
    for (int k = 0; k < 3; k++) sum += ((double)a[k] - (double)b[k]) * ((double)a[k] - (double)b[k]);
    return sum;
}

void import_shapes_end(import_model *model) {
    const import_bounds box = import_model_bounds(model);
    const double size = squared_way(box.minimum, box.maximum);
    for (uint32_t r = 0; r < model->run_count; r++) {
        import_frames *run = &model->runs[r];
        const import_places *begin = &model->shapes[run->first], *end = begin + run->frames - 1;
        double apart = 0;
        for (uint32_t v = 0; v < model->origin_count; v++)
            apart = fmax(apart, squared_way(begin->positions[v], end->positions[v]));
        run->loops = run->frames > 2 && apart <= size * 1e-8;
        if (run->loops) run->frames--; /* its shape stays, of no run */
    }
}

bool import_shapes_begin(import_shaper *s, const import_shaping *shaping, import_pose *base) {
    const import_scene *scene = s->scene;
    if (shaping == NULL || shaping->kind == IMPORT_SHAPES_NONE) return true;
    if (shaping->kind == IMPORT_SHAPES_TARGETS) {
        clear_weights(scene, base);
        return add_targets(s);
    }
    s->model->runs = calloc((size_t)scene->animation_count + 1, sizeof *s->model->runs);
    if (s->model->runs == NULL) return no_memory(s);
    for (uint32_t i = 0; i < scene->animation_count; i++)
        if (!add_run(s, &scene->animations[i], shaping->rate)) return false;
    return s->model->shape_count > 0 ||
           import_error_offset(s->error, s->name, 0, "has no animations; leave shapes=frames out");
}
