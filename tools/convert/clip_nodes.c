/* Clips of free tracks from scenes whose nodes move. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tools/convert/clip_tracks.h"
#include "tools/record_writer.h"

#if defined(__clang__)
#pragma STDC FP_CONTRACT OFF
#endif

typedef struct clip_nodes {
    const pack_source *s;
    const import_scene *scene;
    const import_animation *animation;
    clip_tracks clip;
} clip_nodes;

static q30 to_q30(double value) {
    const double scaled = floor(value * 1073741824.0 + 0.5);
    return (q30)(scaled > 1073741824.0 ? 1073741824.0 : scaled < -1073741824.0 ? -1073741824.0 : scaled);
}

/* The turn of a node's object. The axes of glTF, and with them those of each node, were turned by half a turn about Y; a camera, which looks along the node's old -Z,
 * is turned back, and looks along -Z again. */
static void set_turn(const import_node *node, const double rotation[4], clip_key *key) {
    double q[4], length = 0;
    memcpy(q, rotation, sizeof q);
    for (int k = 0; k < 4; k++) length += q[k] * q[k];
    for (int k = 0; k < 4; k++) q[k] = length > 0 ? q[k] / sqrt(length) : k == 3 ? 1 : 0;
    if (node->is_camera) { /* half a turn about Y */
        const double turned[4] = {-q[2], q[3], q[0], -q[1]};
        memcpy(q, turned, sizeof q);
    }
    for (int k = 0; k < 4; k++) key->values[k] = to_q30(q[k]);
}

static bool add_key(const clip_nodes *n, clip_track *track, const import_channel *c, double frame,
                    const double *values) {
    const pack_source *s = n->s;
    if (frame > CLIP_FRAMES)
        return import_error_file(s->error, s->path, "animation `%.60s` is longer than %d frames; cut it",
                                 n->animation->name, CLIP_FRAMES);
    const uint16_t number = (uint16_t)floor(frame + 0.5);
    if (track->count > 0 && track->keys[track->count - 1].frame >= number)
        return true; /* two keys in a frame */
    clip_key *key = clip_track_add(track);
    if (key == NULL) return import_error_memory(s->error, s->path);
    key->frame = number;
    if (track->channel == ROM_CLIP_TURN)
        set_turn(&n->scene->nodes[c->node], values, key);
    else
        for (uint32_t k = 0; k < track->width; k++) key->values[k] = (int32_t)writer_fx(values[k]);
    return true;
}

/* The values of a cubic channel at a time, by its tangents; a turn is brought to length 1 by set_turn. */
static void cubic_at(const import_channel *c, double time, double *values) {
    uint32_t i = 0;
    while (i + 2 < c->key_count && (double)c->times[i + 1] <= time) i++;
    const uint32_t next = i + 1 < c->key_count ? i + 1 : i;
    const double width = (double)c->times[next] - (double)c->times[i];
    double t = width > 0 ? (time - (double)c->times[i]) / width : 0;
    t = t < 0 ? 0 : t > 1 ? 1 : t;
    const float *a = c->values + (size_t)i * 3 * c->width, *b = c->values + (size_t)next * 3 * c->width;
    for (uint32_t k = 0; k < c->width; k++) {
        const double p0 = (double)a[c->width + k], m0 = (double)a[2 * c->width + k] * width,
                     p1 = (double)b[c->width + k], m1 = (double)b[k] * width;
        values[k] = (2 * t * t * t - 3 * t * t + 1) * p0 + (t * t * t - 2 * t * t + t) * m0 +
                    (3 * t * t - 2 * t * t * t) * p1 + (t * t * t - t * t) * m1;
    }
}

static bool read_channel(clip_nodes *n, const import_channel *c) {
    const import_node *node = &n->scene->nodes[c->node];
    const pack_source *s = n->s;
    const double rate = n->clip.rate / 256.0;
    double values[4];
    if (c->path == IMPORT_WEIGHTS || c->key_count == 0) return true;
    if (node->parent >= 0 || node->name[0] == 0) {
        pack_companion_note(s, "clip %s: node `%.60s` %s: it is left out", s->asset->name, node->name,
                            node->parent >= 0 ? "hangs on another" : "has no name");
        return true;
    }
    if (n->clip.count == CLIP_TRACKS)
        return import_error_file(s->error, s->path, "more than %d tracks; move less", CLIP_TRACKS);
    clip_track *track = &n->clip.tracks[n->clip.count++];
    *track = (clip_track){.object = rom_id(node->name),
                          .channel = c->path == IMPORT_ROTATION ? ROM_CLIP_TURN : ROM_CLIP_VALUE,
                          .form = c->sampling == IMPORT_STEP ? ROM_CLIP_STEPS : ROM_CLIP_KEYS,
                          .name = rom_id(c->path == IMPORT_ROTATION      ? "turn"
                                         : c->path == IMPORT_TRANSLATION ? "pos"
                                                                         : "size"),
                          .width = c->path == IMPORT_SCALE ? 1 : 3};
    if (c->sampling == IMPORT_CUBIC) {
        for (uint32_t i = 0; i <= n->clip.frames; i++) {
            cubic_at(c, i / rate, values);
            if (!add_key(n, track, c, i, values)) return false;
        }
        return true;
    }
    for (uint32_t i = 0; i < c->key_count; i++) {
        for (uint32_t k = 0; k < c->width; k++) values[k] = (double)c->values[(size_t)i * c->width + k];
        if (!add_key(n, track, c, (double)c->times[i] * rate, values)) return false;
    }
    return true;
}

/* Options that are about joints. */
static bool refuse_options(const pack_source *s) {
    static const char *const words[] = {"skin",   "skeleton", "bind", "frames",
                                        "travel", "minus",    "cuts", "tolerance"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (pack_option(s->asset, words[i]) != NULL)
            return convert_option_wrong(
                s, words[i], "the file has no joints, whose motion it is about; its nodes move objects");
    return true;
}

bool convert_clip_nodes(const pack_source *s, const import_scene *scene, writer *out) {
    const char *name = pack_option(s->asset, "animation");
    double rate = 30;
    if (scene->animation_count == 0)
        return import_error_file(s->error, s->path, "there is no animation in it; export one with it");
    clip_nodes *n = calloc(1, sizeof *n);
    if (n == NULL) return import_error_memory(s->error, s->path);
    n->s = s;
    n->scene = scene;
    n->animation = name == NULL ? &scene->animations[0] : import_scene_animation(scene, name);
    bool ok = refuse_options(s) && convert_option_number(s, "rate", 1, 120, &rate);
    if (ok && n->animation == NULL)
        ok = convert_option_wrong(s, "animation", "there is no `%.60s`; the first is `%.60s`", name,
                                  scene->animations[0].name);
    if (ok) {
        const double frames = floor(n->animation->duration * rate + 0.5);
        n->clip.rate = (uint16_t)(rate * 256 + 0.5);
        n->clip.frames = frames < 1 ? 1 : frames > CLIP_FRAMES ? CLIP_FRAMES : (uint32_t)frames;
        n->clip.loops = n->animation->loops;
        n->clip.within = 0.1;
        ok = convert_option_switch(s, "loop", &n->clip.loops);
    }
    for (uint32_t i = 0; ok && i < n->animation->channel_count; i++)
        ok = read_channel(n, &n->animation->channels[i]);
    if (ok && n->clip.count == 0)
        ok = import_error_file(s->error, s->path, "animation `%.60s` moves no node with a name of its own",
                               n->animation->name);
    ok = ok && clip_tracks_put(&n->clip, s, out);
    clip_tracks_free(&n->clip);
    free(n);
    return ok;
}
