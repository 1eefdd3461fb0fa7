/* The lights of glTF scenes: KHR_lights_punctual. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tools/import/base/angle.h"
#include "tools/import/gltf/gltf_source.h"

static const double DEGREES = 57.29577951308232;

static const import_json *lights_of(const import_json *object) {
    return gltf_extension(object, "KHR_lights_punctual");
}

/* Reads one light; every node that bears the light gets a copy. */
static bool read_light(gltf_source *source, const import_json *json, import_light *light) {
    static const char *const kinds[] = {"?", "directional", "point", "spot", NULL}; /* import_light_kind */
    const import_json *spot = import_json_find(json, "spot");
    double colour[3] = {1, 1, 1}, inner = 0, outer = 0.7853981633974483;
    int kind = 0;
    light->intensity = 1;
    light->direction[2] = -1;
    light->name = gltf_name(source, json);
    if (light->name == NULL || !import_json_choice(GLTF_AT(source, json), "type", true, kinds, &kind) ||
        !import_json_numbers(GLTF_AT(source, json), "color", false, 3, colour) ||
        !import_json_number(GLTF_AT(source, json), "intensity", false, 0, 1e9, &light->intensity) ||
        !import_json_number(GLTF_AT(source, json), "range", false, 0, 1e9, &light->range))
        return false;
    if (kind == 0) kind = IMPORT_POINT;
    light->kind = (import_light_kind)kind;
    for (int k = 0; k < 3; k++) light->colour[k] = (float)import_srgb(fmin(fmax(colour[k], 0), 1));
    if (light->kind != IMPORT_SPOT) return true;
    if (spot != NULL && spot->kind == IMPORT_JSON_OBJECT &&
        (!import_json_number(GLTF_AT(source, spot), "innerConeAngle", false, 0, 1.5707964, &inner) ||
         !import_json_number(GLTF_AT(source, spot), "outerConeAngle", false, 0, 1.5707964, &outer)))
        return false;
    light->outer = outer * DEGREES;
    light->inner = fmin(inner, outer) * DEGREES;
    return true;
}

bool gltf_read_lights(gltf_source *source) {
    bool ok = true;
    import_scene *scene = source->scene;
    const import_json *extension = lights_of(&source->document.root), *list = NULL;
    const import_json *nodes = gltf_list(source, "nodes", &ok);
    if (extension == NULL || !ok) return ok;
    if (!import_json_array(GLTF_AT(source, extension), "lights", true, 0, 65535, &list)) return false;
    scene->lights = calloc((size_t)gltf_count(nodes) + 1, sizeof *scene->lights);
    if (scene->lights == NULL) return gltf_memory(source);
    for (uint32_t i = 0; i < gltf_count(nodes); i++) {
        const import_json *bearer = lights_of(&nodes->is.items[i]), *json;
        int64_t number;
        if (bearer == NULL) continue;
        if (!gltf_index(source, bearer, "light", true, gltf_count(list), &number) ||
            (json = gltf_element(source, list, (uint32_t)number)) == NULL)
            return false;
        import_light *light = &scene->lights[scene->light_count++];
        light->node = (int32_t)source->node_place[i];
        if (!read_light(source, json, light)) return false;
    }
    return true;
}
