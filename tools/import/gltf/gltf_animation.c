/* glTF animations. */
#include <stdlib.h>
#include <string.h>

#include "tools/import/gltf/gltf_source.h"

static bool read_times(gltf_source *source, const import_json *sampler, import_channel *channel) {
    int64_t index;
    const import_json *at = import_json_find(sampler, "input");
    if (!gltf_index(source, sampler, "input", true, gltf_count(source->accessors), &index) ||
        !gltf_floats(source, at, index, 1, &channel->times, &channel->key_count))
        return false;
    for (uint32_t i = 0; i < channel->key_count; i++) {
        if (channel->times[i] >= (i == 0 ? 0 : channel->times[i - 1])) continue;
        return import_json_fault(&source->document, at, source->error,
                                 "key %lu is at %.6g s, before the one before it or 0; export the file again",
                                 (unsigned long)i, (double)channel->times[i]);
    }
    return true;
}

static bool read_values(gltf_source *source, const import_json *sampler, import_channel *channel) {
    int64_t index;
    uint32_t count, width = channel->path == IMPORT_WEIGHTS ? 1 : channel->width;
    const import_json *at = import_json_find(sampler, "output");
    if (!gltf_index(source, sampler, "output", true, gltf_count(source->accessors), &index) ||
        !gltf_floats(source, at, index, width, &channel->values, &count))
        return false;
    uint64_t wanted = (uint64_t)channel->key_count * (channel->sampling == IMPORT_CUBIC ? 3 : 1) *
                      (channel->path == IMPORT_WEIGHTS ? channel->width : 1);
    if (count == wanted) return true;
    return import_json_fault(&source->document, at, source->error,
                             "%lu values for %lu keys, %llu are needed; export the file again",
                             (unsigned long)count, (unsigned long)channel->key_count,
                             (unsigned long long)wanted);
}

/* Reads the target of a channel; *skip is true for a target that is left out. */
static bool read_target(gltf_source *source, const import_json *json, import_channel *channel, bool *skip) {
    static const char *const paths[] = {"translation", "rotation", "scale", "weights", "pointer", NULL};
    static const uint32_t widths[] = {3, 4, 3, 0, 0};
    const import_json *target;
    int64_t node;
    int path = 0;
    const import_scene *scene = source->scene;
    if (!import_json_object(GLTF_AT(source, json), "target", true, &target) ||
        !import_json_choice(GLTF_AT(source, target), "path", true, paths, &path) ||
        !gltf_index(source, target, "node", false, scene->node_count, &node))
        return false;
    *skip = node < 0 || path == 4;
    if (*skip) return true;
    channel->node = source->node_place[node];
    channel->path = (import_path)path;
    channel->width = widths[path];
    const import_node *moved = &scene->nodes[channel->node];
    if (channel->path == IMPORT_WEIGHTS) {
        channel->width = moved->mesh < 0 ? 0 : scene->meshes[moved->mesh].morph_count;
        if (channel->width == 0)
            return import_json_fault(
                &source->document, target, source->error,
                "weights move node %lld, which has no morph targets; export the file again", (long long)node);
    } else if (moved->has_matrix) {
        import_scene_warn(source->scene,
                          "%s:%lu: node '%.60s' has a matrix and cannot be moved; its animation is left out",
                          source->name, (unsigned long)json->line, moved->name);
        *skip = true;
    }
    return true;
}

static bool read_channel(gltf_source *source, const import_json *json, const import_json *samplers,
                         import_animation *animation) {
    static const char *const samplings[] = {"STEP", "LINEAR", "CUBICSPLINE", NULL};
    import_channel *channel = &animation->channels[animation->channel_count];
    int64_t index;
    int sampling = IMPORT_LINEAR;
    bool skip;
    if (!gltf_index(source, json, "sampler", true, gltf_count(samplers), &index) ||
        !read_target(source, json, channel, &skip))
        return false;
    if (skip) {
        memset(channel, 0, sizeof *channel);
        return true;
    }
    animation->channel_count++;
    const import_json *sampler = gltf_element(source, samplers, (uint32_t)index);
    if (sampler == NULL ||
        !import_json_choice(GLTF_AT(source, sampler), "interpolation", false, samplings, &sampling))
        return false;
    channel->sampling = (import_sampling)sampling;
    if (!read_times(source, sampler, channel) || !read_values(source, sampler, channel)) return false;
    double end = (double)channel->times[channel->key_count - 1];
    if (end > animation->duration) animation->duration = end;
    return true;
}

bool gltf_read_animations(gltf_source *source) {
    bool ok = true;
    import_scene *scene = source->scene;
    const import_json *list = gltf_list(source, "animations", &ok);
    if (!ok) return false;
    scene->animations = calloc((size_t)gltf_count(list) + 1, sizeof *scene->animations);
    if (scene->animations == NULL) return gltf_memory(source);
    for (uint32_t i = 0; i < gltf_count(list); i++) {
        const import_json *json = gltf_element(source, list, i), *channels, *samplers;
        import_animation *animation = &scene->animations[scene->animation_count++];
        if (json == NULL ||
            !import_json_array(GLTF_AT(source, json), "channels", true, 1, UINT32_MAX, &channels) ||
            !import_json_array(GLTF_AT(source, json), "samplers", true, 1, UINT32_MAX, &samplers))
            return false;
        animation->name = gltf_name(source, json);
        if (animation->name == NULL) return false;
        animation->channels = calloc(channels->count, sizeof *animation->channels);
        if (animation->channels == NULL) return gltf_memory(source);
        for (uint32_t k = 0; k < channels->count; k++) {
            const import_json *channel = gltf_element(source, channels, k);
            if (channel == NULL || !read_channel(source, channel, samplers, animation)) return false;
        }
    }
    return true;
}
