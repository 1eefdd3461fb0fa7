/* Looks where objects are seen, and writes how far they have come since the picture before. */
#include "kernel/effects/motion.h"

#include <string.h>

#include "fixedmath/matrix.h"
#include "fixedmath/scalar.h"
#include "fixedmath/vector.h"
#include "kernel/console/console.h"
#include "kernel/flares/flare.h"
#include "kernel/scene/scene.h"
#include "raster/mesh.h"

static size_t vector_bytes(const ox_module_host *host) {
    return (rs_motion_vector_bytes(host->options->width, host->options->height) + 3u) & ~(size_t)3u;
}

static size_t line_bytes(const ox_module_host *host) {
    return (rs_row_bytes((rs_format)host->options->format, host->options->width) + 3u) & ~(size_t)3u;
}

size_t effect_motion_bytes(const ox_module_host *host) {
    return vector_bytes(host) + RS_MOTION_LINES * line_bytes(host);
}

void effect_motion_take(const ox_module_host *host, effect_motion *motion, uint8_t *memory) {
    motion->blur = (rs_motion){.vectors = (int8_t *)memory,
                               .lines = memory + vector_bytes(host),
                               .width = (int16_t)host->options->width,
                               .height = (int16_t)host->options->height};
}

void effect_motion_advance(effect_motion *motion) {
    for (uint32_t i = 0; i < motion->count; i++) {
        effect_track *t = &motion->tracks[i];
        memcpy(t->last, t->now, sizeof t->last);
        t->is_last = t->is_now;
        t->is_now = false;
    }
}

/* Where the sphere about an object's mesh is seen: its middle, and its radius. False: it is not seen, or is so large that it is ground or sky. */
static bool find_spot(const ox_module_host *host, const rs_camera *camera, const ox_object *object,
                      int middle[2], int *radius) {
    const int width = host->options->width, height = host->options->height;
    const ox_scene *scene = host->scene;
    const ox_object_place *at = ox_object_place_of(scene->world, object);
    const ox_model *model = ox_scene_model(scene, object);
    fx seen[2], edge[2];
    if (at == NULL || model == NULL || (object->flags & OX_OBJECT_VISIBLE) == 0) return false;
    if (scene->forms[model->form]->id == 0) return false;
    const rs_mesh *mesh = &scene->forms[model->form]->mesh->mesh;
    const mat34 drawn = ox_scene_drawn(scene, object), *view = &camera->world_to_view;
    const vec3 place = m34_point(&drawn, mesh->centre), right = {view->m[0][0], view->m[0][1], view->m[0][2]};
    const vec3 beside = v3_adds(place, v3_scales(right, fx_muls(mesh->radius, at->size)));
    if (!ox_flare_point(camera, width, height, place, seen) ||
        !ox_flare_point(camera, width, height, beside, edge))
        return false;
    for (int i = 0; i < 2; i++) middle[i] = fx_sra32(seen[i], 15);
    *radius = fx_sra32(fx_subs(edge[0], seen[0]), 16) + 1;
    return 2 * *radius <= height;
}

/* The pixels that an object covers, or covered in the picture before. */
static rs_view cover_both(const effect_track *track, int radius) {
    int low[2], high[2];
    for (int i = 0; i < 2; i++) {
        const int now = fx_sra32(track->now[i], 1), last = fx_sra32(track->last[i], 1);
        low[i] = (int)int_clamp((now < last ? now : last) - radius, -RS_SIZE_MAX, RS_SIZE_MAX);
        high[i] = (int)int_clamp((now > last ? now : last) + radius + 1, -RS_SIZE_MAX, RS_SIZE_MAX);
    }
    return (rs_view){(int16_t)low[0], (int16_t)low[1], (int16_t)(high[0] - low[0]),
                     (int16_t)(high[1] - low[1])};
}

/* The way from the last place to the present one, times the strength. */
static int part_of_way(const effect_track *track, int axis, fx strength) {
    return (int)fx_rshr64((int64_t)(track->now[axis] - track->last[axis]) * strength, 16);
}

void effect_motion_write(const ox_module_host *host, effect_motion *motion, const rs_camera *camera,
                         fx strength) {
    const ox_world *world = host->world;
    const uint32_t peak = ox_pool_peak(&world->objects);
    memset(motion->blur.vectors, 0, vector_bytes(host));
    for (uint32_t slot = 0; slot < peak && slot < motion->count; slot++) {
        effect_track *track = &motion->tracks[slot];
        const ox_object *object = ox_world_slot(world, slot);
        int middle[2], radius;
        if (world->objects.generations[slot] == 0 || (object->flags & OX_OBJECT_DEAD) != 0 ||
            !find_spot(host, camera, object, middle, &radius))
            continue;
        if (track->generation != world->objects.generations[slot]) track->is_last = false;
        track->generation = world->objects.generations[slot];
        track->is_now = true;
        for (int i = 0; i < 2; i++) track->now[i] = (int16_t)int_clamp(middle[i], INT16_MIN, INT16_MAX);
        if (!track->is_last) continue;
        const rs_view pixels = cover_both(track, radius);
        rs_motion_write(&motion->blur, &pixels, part_of_way(track, 0, strength),
                        part_of_way(track, 1, strength));
    }
}
