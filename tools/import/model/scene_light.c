/* Converts the lights of scenes, of whatever format, to those of the console's scenes. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tools/import/model/scene.h"

enum {
    UNTOLD_RANGE = 16
}; /* metres, where the square of the distance leaves a 256th of the light that there is at one metre */

/* The strength of a light as a grey one, Rec. 709. */
static double strength_of(const import_light *light) {
    return light->intensity * (0.2126 * (double)light->colour[0] + 0.7152 * (double)light->colour[1] +
                               0.0722 * (double)light->colour[2]);
}

static void place(const import_light *light, const double *world, import_placed_light *to) {
    double longest = 0;
    to->kind = light->kind;
    to->name = light->name;
    to->intensity = strength_of(light);
    to->range = light->range > 0 ? light->range : UNTOLD_RANGE;
    for (int k = 0; k < 3; k++) {
        const double *row = world + 4 * k, *d = light->direction;
        to->vector[k] = light->kind == IMPORT_SUN ? row[0] * d[0] + row[1] * d[1] + row[2] * d[2] : row[3];
        longest += to->vector[k] * to->vector[k];
    }
    if (light->kind != IMPORT_SUN || !(longest > 1e-20)) return;
    for (int k = 0; k < 3; k++) to->vector[k] /= sqrt(longest);
}

static int stronger_first(const void *a, const void *b) {
    const import_placed_light *one = a, *other = b;
    bool far_one = one->kind == IMPORT_SUN, far_other = other->kind == IMPORT_SUN;
    if (far_one != far_other) return far_one ? -1 : 1;
    if (one->intensity != other->intensity) return one->intensity > other->intensity ? -1 : 1;
    return one->order < other->order ? -1 : 1;
}

/* Files measure suns, points and ambient light in units of their own: the strongest of each kind becomes 1. */
static void scale_intensities(import_placed_light *lights, uint32_t count) {
    for (int kind = IMPORT_AMBIENT; kind <= IMPORT_SPOT; kind++) {
        double most = 1;
        for (uint32_t i = 0; i < count; i++) {
            if ((int)lights[i].kind == kind && lights[i].intensity > most) most = lights[i].intensity;
        }
        for (uint32_t i = 0; i < count; i++) {
            if ((int)lights[i].kind == kind) lights[i].intensity /= most;
        }
    }
}

bool import_scene_place_lights(const char *name, const import_scene *scene, const import_animation *animation,
                               double time, import_placed_light **lights, uint32_t *count,
                               tool_error *error) {
    import_pose pose;
    double still[12];
    *count = 0;
    *lights = calloc((size_t)scene->light_count + 1, sizeof **lights);
    if (*lights == NULL) return import_error_memory(error, name);
    if (!import_pose_make(scene, animation, time, &pose, error)) {
        free(*lights);
        return false;
    }
    import_matrix_identity(still);
    for (uint32_t i = 0; i < scene->light_count; i++) {
        const import_light *light = &scene->lights[i];
        if (light->node >= 0 && !scene->nodes[light->node].shown) continue;
        place(light, light->node < 0 ? still : pose.world[light->node], &(*lights)[*count]);
        (*lights)[*count].order = i;
        ++*count;
    }
    import_pose_free(&pose);
    scale_intensities(*lights, *count);
    qsort(*lights, *count, sizeof **lights, stronger_first);
    return true;
}
