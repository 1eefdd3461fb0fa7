/* Joints, poses and frames of IQM files. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tools/import/base/intern.h"
#include "tools/import/model/iqm_source.h"

enum { JOINT_SIZE = 48, POSE_SIZE = 88, ANIMATION_SIZE = 20, POSE_CHANNELS = 10 };

static void unit_rotation(double q[4]) {
    double length = sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
    for (int k = 0; k < 4; k++) q[k] = length > 1e-12 ? q[k] / length : k == 3 ? 1 : 0;
}

/* ---- joints ---- */

static bool set_parent(const iqm_source *source, size_t at, uint32_t i, import_node *node) {
    uint32_t parent = iqm_word(source, at);
    node->parent = parent >= 0x80000000u ? -1 : (int32_t)parent;
    if (parent >= 0x80000000u || parent < i) return true;
    return import_error_offset(
        source->error, source->name, at,
        "joint %lu has the parent %lu, which must come before it; export the file again", (unsigned long)i,
        (unsigned long)parent);
}

static bool read_joint(const iqm_source *source, size_t at, uint32_t i, import_node *node) {
    double values[10];
    node->name = iqm_text(source, at, iqm_word(source, at));
    if (node->name == NULL || !set_parent(source, at + 4, i, node)) return false;
    for (size_t k = 0; k < 10; k++) {
        if (!iqm_float(source, at + 8 + 4 * k, &values[k])) return false;
    }
    memcpy(node->translation, values, sizeof node->translation);
    memcpy(node->rotation, values + 3, sizeof node->rotation);
    memcpy(node->scale, values + 7, sizeof node->scale);
    unit_rotation(node->rotation);
    return true;
}

/* The ten numbers of a pose in one frame, whose data begin at `frame_at`; *used tells how many of them the frame
 * holds. */
static bool decode_pose(const iqm_source *source, size_t pose_at, size_t frame_at,
                        double values[POSE_CHANNELS], uint32_t *used) {
    uint32_t mask = iqm_word(source, pose_at + 4);
    *used = 0;
    for (size_t k = 0; k < POSE_CHANNELS; k++) {
        double scale;
        if (!iqm_float(source, pose_at + 8 + 4 * k, &values[k]) ||
            !iqm_float(source, pose_at + 48 + 4 * k, &scale))
            return false;
        if ((mask >> k & 1) == 0) continue;
        const uint8_t *from = source->data + frame_at + 2 * (size_t)*used;
        values[k] += (double)(from[0] | from[1] << 8) * scale;
        ++*used;
    }
    unit_rotation(values + 3);
    return true;
}

/* Makes a joint of a pose, for files that hold animations alone. */
static bool joint_from_pose(const iqm_source *source, uint32_t i, size_t *frame_at, import_node *node) {
    double values[POSE_CHANNELS];
    uint32_t used;
    size_t at = source->header[IQM_POSE_AT] + (size_t)i * POSE_SIZE;
    node->name = import_copy_name("", 0);
    if (node->name == NULL) return iqm_memory(source);
    if (!set_parent(source, at, i, node)) return false;
    for (int k = 0; k < 3; k++) node->scale[k] = 1;
    node->rotation[3] = 1;
    if (source->header[IQM_FRAMES] == 0) return true;
    if (!decode_pose(source, at, *frame_at, values, &used)) return false;
    memcpy(node->translation, values, sizeof node->translation);
    memcpy(node->rotation, values + 3, sizeof node->rotation);
    memcpy(node->scale, values + 7, sizeof node->scale);
    *frame_at += 2 * (size_t)used;
    return true;
}

static bool make_skin(iqm_source *source, uint32_t count) {
    import_scene *scene = source->scene;
    import_pose pose;
    scene->skins = calloc(1, sizeof *scene->skins);
    if (scene->skins == NULL) return iqm_memory(source);
    scene->skin_count = 1;
    import_skin *skin = &scene->skins[0];
    skin->name = import_copy_name("", 0);
    skin->joints = malloc((size_t)count * sizeof *skin->joints);
    skin->inverse_bind = malloc((size_t)count * sizeof *skin->inverse_bind);
    if (skin->name == NULL || skin->joints == NULL || skin->inverse_bind == NULL) return iqm_memory(source);
    if (!import_pose_make(scene, NULL, 0, &pose, source->error)) return false;
    for (uint32_t i = 0; i < count; i++) {
        skin->joints[i] = i;
        if (!import_matrix_invert(pose.world[i], skin->inverse_bind[i]))
            import_scene_warn(scene, "%s: joint '%.60s' is flat; what hangs on it cannot move", source->name,
                              scene->nodes[i].name);
    }
    skin->joint_count = count;
    import_pose_free(&pose);
    return true;
}

/* Checks that the numbers in the masks of all poses are those of a frame's data. */
static bool check_poses(const iqm_source *source) {
    uint64_t channels = 0;
    const uint32_t *h = source->header;
    for (uint32_t i = 0; i < h[IQM_POSES]; i++) {
        uint32_t mask = iqm_word(source, h[IQM_POSE_AT] + (size_t)i * POSE_SIZE + 4);
        for (int k = 0; k < POSE_CHANNELS; k++) channels += mask >> k & 1;
    }
    if (channels != h[IQM_FRAME_CHANNELS])
        return import_error_offset(source->error, source->name, 16 + 4 * IQM_FRAME_CHANNELS,
                                   "a frame has %lu numbers, but the poses use %llu; export the file again",
                                   (unsigned long)h[IQM_FRAME_CHANNELS], (unsigned long long)channels);
    if (h[IQM_JOINTS] > 0 && h[IQM_POSES] > 0 && h[IQM_JOINTS] != h[IQM_POSES])
        return import_error_offset(source->error, source->name, 16 + 4 * IQM_POSES,
                                   "%lu poses for %lu joints; export both together",
                                   (unsigned long)h[IQM_POSES], (unsigned long)h[IQM_JOINTS]);
    return true;
}

bool iqm_read_joints(iqm_source *source) {
    const uint32_t *h = source->header;
    import_scene *scene = source->scene;
    uint32_t count = h[IQM_JOINTS] > 0 ? h[IQM_JOINTS] : h[IQM_POSES];
    size_t frame_at = h[IQM_FRAME_AT];
    if (!check_poses(source)) return false;
    scene->nodes = calloc((size_t)count + h[IQM_MESHES] + 1, sizeof *scene->nodes);
    if (scene->nodes == NULL) return iqm_memory(source);
    for (uint32_t i = 0; i < count; i++) {
        import_node *node = &scene->nodes[scene->node_count++];
        node->mesh = node->skin = -1;
        node->shown = true;
        bool ok = h[IQM_JOINTS] > 0 ? read_joint(source, h[IQM_JOINT_AT] + (size_t)i * JOINT_SIZE, i, node)
                                    : joint_from_pose(source, i, &frame_at, node);
        if (!ok) return false;
    }
    return count == 0 || make_skin(source, count);
}

/* ---- animations ---- */

/* The properties of a pose that change over the frames, as bits of translation, rotation and scale. */
static uint32_t moving_paths(const iqm_source *source, uint32_t pose) {
    uint32_t mask = iqm_word(source, source->header[IQM_POSE_AT] + (size_t)pose * POSE_SIZE + 4);
    return (mask & 7 ? 1u : 0) | (mask >> 3 & 15 ? 2u : 0) | (mask >> 7 & 7 ? 4u : 0);
}

/* Adds one channel for each property: with a key each frame where the property changes, else with one key. */
static bool add_channels(iqm_source *source, uint32_t pose, uint32_t frames, double rate, size_t at,
                         import_animation *animation) {
    static const uint32_t widths[3] = {3, 4, 3};
    uint32_t moving = moving_paths(source, pose);
    for (uint32_t path = 0; path < 3; path++) {
        import_channel *channel = &animation->channels[animation->channel_count++];
        uint32_t keys = moving >> path & 1 ? frames : 1;
        *channel = (import_channel){.node = pose,
                                    .path = (import_path)path,
                                    .sampling = IMPORT_LINEAR,
                                    .key_count = keys,
                                    .width = widths[path]};
        if (!iqm_spend(source, at, (uint64_t)keys * (widths[path] + 1) * sizeof(float))) return false;
        channel->times = malloc((size_t)keys * sizeof *channel->times);
        channel->values = malloc((size_t)keys * widths[path] * sizeof *channel->values);
        if (channel->times == NULL || channel->values == NULL) return iqm_memory(source);
        for (uint32_t i = 0; i < keys; i++) channel->times[i] = (float)((double)i / rate);
    }
    return true;
}

static void store(import_channel *channels, uint32_t frame, const double values[POSE_CHANNELS]) {
    static const int first[3] = {0, 3, 7};
    for (int path = 0; path < 3; path++) {
        import_channel *channel = &channels[path];
        if (frame >= channel->key_count) continue;
        for (uint32_t k = 0; k < channel->width; k++)
            channel->values[(size_t)frame * channel->width + k] = (float)values[first[path] + (int)k];
    }
}

static bool read_frames(iqm_source *source, uint32_t first, uint32_t frames, import_animation *animation) {
    const uint32_t *h = source->header;
    for (uint32_t frame = 0; frame < frames; frame++) {
        size_t at = h[IQM_FRAME_AT] + (size_t)(first + frame) * h[IQM_FRAME_CHANNELS] * 2;
        for (uint32_t pose = 0; pose < h[IQM_POSES]; pose++) {
            double values[POSE_CHANNELS];
            uint32_t used;
            if (!decode_pose(source, h[IQM_POSE_AT] + (size_t)pose * POSE_SIZE, at, values, &used))
                return false;
            store(animation->channels + (size_t)pose * 3, frame, values);
            at += 2 * (size_t)used;
        }
    }
    return true;
}

static bool read_animation(iqm_source *source, size_t at, import_animation *animation) {
    const uint32_t *h = source->header;
    uint32_t first = iqm_word(source, at + 4), frames = iqm_word(source, at + 8);
    double rate;
    animation->name = iqm_text(source, at, iqm_word(source, at));
    if (animation->name == NULL || !iqm_float(source, at + 12, &rate)) return false;
    if (frames == 0 || (uint64_t)first + frames > h[IQM_FRAMES])
        return import_error_offset(
            source->error, source->name, at + 4,
            "animation `%.60s` uses the frames %lu to %llu of %lu; export the file again", animation->name,
            (unsigned long)first, (unsigned long long)first + frames - 1, (unsigned long)h[IQM_FRAMES]);
    if (!(rate > 0.001 && rate < 10000)) {
        import_scene_warn(source->scene, "%s: animation '%.60s' has no rate; 24 frames a second are taken",
                          source->name, animation->name);
        rate = 24;
    }
    animation->rate = rate;
    animation->loops = (iqm_word(source, at + 16) & 1) != 0;
    if (h[IQM_FRAME_CHANNELS] == 0) frames = 1; /* all frames are alike, and the file has no bytes for them */
    animation->duration = (double)(frames - 1) / rate;
    if (!iqm_spend(source, at, (uint64_t)h[IQM_POSES] * 3 * sizeof *animation->channels)) return false;
    animation->channels = calloc((size_t)h[IQM_POSES] * 3 + 1, sizeof *animation->channels);
    if (animation->channels == NULL) return iqm_memory(source);
    for (uint32_t pose = 0; pose < h[IQM_POSES]; pose++) {
        if (!add_channels(source, pose, frames, rate, at, animation)) return false;
    }
    return read_frames(source, first, frames, animation);
}

bool iqm_read_animations(iqm_source *source) {
    const uint32_t *h = source->header;
    import_scene *scene = source->scene;
    scene->animations = calloc((size_t)h[IQM_ANIMATIONS] + 1, sizeof *scene->animations);
    if (scene->animations == NULL) return iqm_memory(source);
    for (uint32_t i = 0; i < h[IQM_ANIMATIONS]; i++) {
        size_t at = h[IQM_ANIMATION_AT] + (size_t)i * ANIMATION_SIZE;
        if (!read_animation(source, at, &scene->animations[scene->animation_count++])) return false;
    }
    return true;
}
