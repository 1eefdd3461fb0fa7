/* What the packer checks of a motion's clips: that those which chain begin and end alike, and that differences bend no joint too far. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/convert/motion_text.h"

#if defined(__clang__)
#pragma STDC FP_CONTRACT OFF
#endif

enum { TIMES = 12, HIPS = 10, ARMS = 30 }; /* moments of a clip; degrees that a reference may be off */

/* The animation of a clip that lies in the skeleton's own file; NULL: it lies elsewhere, or the file has none of the name. `minus`: of its option. */
static const import_animation *animation_of(const motion_text *t, uint32_t clip, bool minus,
                                            const cart_asset **asset) {
    const cart_asset *skeleton = NULL, *found = NULL;
    for (uint32_t i = 0; i < t->s->c->asset_count; i++) {
        const cart_asset *a = &t->s->c->assets[i];
        if (strcmp(a->kind, "clip") == 0 && pack_chunk_id("clip", a->name) == clip) found = a;
        if (strcmp(a->kind, "skeleton") == 0 && pack_chunk_id("skeleton", a->name) == t->r.skeleton)
            skeleton = a;
    }
    *asset = found;
    if (found == NULL || skeleton == NULL || t->rig == NULL || strcmp(found->file, skeleton->file) != 0)
        return NULL;
    const char *name = pack_option(found, minus ? "minus" : "animation");
    if (minus) return name == NULL ? NULL : import_scene_animation(&t->scene, name);
    return name != NULL                    ? import_scene_animation(&t->scene, name)
           : t->scene.animation_count == 0 ? NULL
                                           : &t->scene.animations[0];
}

static bool pose_at(const motion_text *t, const import_animation *animation, double time,
                    import_rig_pose *poses) {
    return import_rig_at(&(import_rig_moving){t->s->path, &t->scene, t->rig, animation}, time, poses,
                         t->s->error);
}

static void multiply(const double a[4], const double b[4], double to[4]) {
    const double r[4] = {a[3] * b[0] + a[0] * b[3] + a[1] * b[2] - a[2] * b[1],
                         a[3] * b[1] - a[0] * b[2] + a[1] * b[3] + a[2] * b[0],
                         a[3] * b[2] + a[0] * b[1] - a[1] * b[0] + a[2] * b[3],
                         a[3] * b[3] - a[0] * b[0] - a[1] * b[1] - a[2] * b[2]};
    memcpy(to, r, sizeof r);
}

/* Degrees between two rotations. */
static double degrees_apart(const double a[4], const double b[4]) {
    double dot = 0;
    for (int k = 0; k < 4; k++) dot += a[k] * b[k];
    return acos(fmin(1, fabs(dot))) * 360 / 3.14159265358979323846;
}

/* ---- poses that clips begin and end with ---- */

/* pose NAME CLIP: how that clip begins. */
bool motion_read_pose(motion_text *t) {
    if (t->lines.count != 3)
        return convert_line_wrong(&t->lines, "`pose NAME CLIP` is wanted: how the clip begins");
    if (t->core_count == MOTION_CORES)
        return convert_line_wrong(&t->lines, "more than %d poses", MOTION_CORES);
    for (uint32_t i = 0; i < t->core_count; i++)
        if (t->cores[i].name == rom_id(t->lines.words[1]))
            return convert_line_wrong(&t->lines, "pose `%.40s` stands above already", t->lines.words[1]);
    const uint32_t clip = motion_played_clip(t, t->lines.words[2]);
    if (clip == 0) return false;
    motion_core *core = &t->cores[t->core_count];
    *core = (motion_core){.name = rom_id(t->lines.words[1]), .clip = clip, .is_reached = t->core_count == 0};
    snprintf(core->text, sizeof core->text, "%s", t->lines.words[1]);
    t->core_count++;
    return true;
}

static motion_core *core_called(motion_text *t, const char *name) {
    for (uint32_t i = 0; i < t->core_count; i++)
        if (t->cores[i].name == rom_id(name)) return &t->cores[i];
    convert_line_look(&t->lines, name);
    convert_line_wrong(&t->lines, "no `pose %.40s` stands above", name);
    return NULL;
}

/* Refuses a clip one of whose ends is not the pose: by the joint that is furthest off. */
static bool is_pose(const motion_text *t, const motion_core *core, const import_animation *animation,
                    bool ends, double degrees, double metres) {
    const cart_asset *asset;
    const import_animation *own = animation_of(t, core->clip, false, &asset);
    import_rig_pose *poses = calloc(2 * IMPORT_RIG_JOINTS, sizeof *poses);
    bool ok = poses != NULL || import_error_memory(t->s->error, t->s->path);
    if (own == NULL || !ok) {
        free(poses);
        return ok;
    }
    ok = pose_at(t, own, 0, poses) &&
         pose_at(t, animation, ends ? animation->duration : 0, poses + IMPORT_RIG_JOINTS);
    for (uint32_t i = 0; ok && i < t->rig->count; i++) {
        const import_rig_pose *a = &poses[i], *b = &poses[IMPORT_RIG_JOINTS + i];
        double square = 0;
        for (int k = 0; k < 3; k++)
            square += (a->translation[k] - b->translation[k]) * (a->translation[k] - b->translation[k]);
        const double off = degrees_apart(a->rotation, b->rotation), way = sqrt(square);
        if (off > degrees || way > metres)
            ok = convert_line_wrong(
                &t->lines, "the clip %s %.1f degrees and %.1f mm off pose `%s` at joint `%s`",
                ends ? "ends" : "begins", off, way * 1000, core->text, t->rig->joints[i].name);
    }
    free(poses);
    return ok;
}

/* core CLIP FROM TO [degrees=1] [mm=5]: the clip begins as one pose and ends as another. */
bool motion_read_core(motion_text *t) {
    int32_t degrees = 65536, mm = 5 * 65536;
    const cart_asset *asset;
    if (t->lines.count < 4)
        return convert_line_wrong(&t->lines, "`core CLIP POSE POSE` is wanted: how it begins and ends");
    const uint32_t clip = motion_played_clip(t, t->lines.words[1]);
    motion_core *from = clip == 0 ? NULL : core_called(t, t->lines.words[2]),
                *to = from == NULL ? NULL : core_called(t, t->lines.words[3]);
    if (to == NULL || !motion_number_option(t, "degrees", 0, 180, &degrees) ||
        !motion_number_option(t, "mm", 0, 10000, &mm) || !convert_line_all_asked(&t->lines, 4))
        return false;
    const import_animation *animation = animation_of(t, clip, false, &asset);
    if (t->link_count < MOTION_LINKS)
        t->links[t->link_count++] = (motion_link){(uint8_t)(from - t->cores), (uint8_t)(to - t->cores)};
    return animation == NULL || (is_pose(t, from, animation, false, degrees / 65536.0, mm / 65536e3) &&
                                 is_pose(t, to, animation, true, degrees / 65536.0, mm / 65536e3));
}

static void tell_unreached(motion_text *t) {
    for (uint32_t round = 0; round < t->core_count; round++)
        for (uint32_t i = 0; i < t->link_count; i++)
            if (t->cores[t->links[i].from].is_reached) t->cores[t->links[i].to].is_reached = true;
    for (uint32_t i = 0; i < t->core_count; i++)
        if (!t->cores[i].is_reached)
            pack_companion_note(t->s, "motion %s: no clip leads from pose `%s` to pose `%s`",
                                t->s->asset->name, t->cores[0].text, t->cores[i].text);
}

/* ---- differences ---- */

/* limit JOINT DEGREES: how far it may be turned from how it is bound. */
bool motion_read_limit(motion_text *t) {
    motion_limit limit = {.joint = -1};
    int32_t degrees;
    if (t->lines.count != 3) return convert_line_wrong(&t->lines, "`limit JOINT DEGREES` is wanted");
    if (t->limit_count == MOTION_LIMITS)
        return convert_line_wrong(&t->lines, "more than %d limits", MOTION_LIMITS);
    if (!motion_joint(t, t->lines.words[1], &limit.joint) ||
        !motion_number(t, t->lines.words[2], 0, 180, &degrees))
        return false;
    limit.degrees = degrees / 65536.0;
    if (limit.joint >= 0) t->limits[t->limit_count++] = limit;
    return true;
}

typedef struct addition {
    const import_animation *base, *source, *reference;
    const char *name, *over; /* of the difference, and of what it is added to */
} addition;

/* The moment at which a joint is furthest beyond its limit, as a note. */
static bool check_addition(const motion_text *t, const addition *a, import_rig_pose *room) {
    import_rig_pose *base = room, *source = room + IMPORT_RIG_JOINTS, *reference = source + IMPORT_RIG_JOINTS;
    double worst[MOTION_LIMITS] = {0}, when[MOTION_LIMITS] = {0};
    bool ok = pose_at(t, a->reference, 0, reference);
    for (int i = 0; ok && i < TIMES * TIMES; i++) {
        const double time = a->base->duration * (i / TIMES) / TIMES;
        ok = pose_at(t, a->base, time, base) &&
             pose_at(t, a->source, a->source->duration * (i % TIMES) / TIMES, source);
        for (uint32_t k = 0; ok && k < t->limit_count; k++) {
            const int32_t joint = t->limits[k].joint;
            const double *r = reference[joint].rotation, inverse[4] = {-r[0], -r[1], -r[2], r[3]};
            double sum[4];
            multiply(inverse, source[joint].rotation, sum);
            multiply(base[joint].rotation, sum, sum);
            const double off = degrees_apart(sum, t->rig->joints[joint].bind.rotation);
            if (off <= worst[k]) continue;
            worst[k] = off;
            when[k] = time;
        }
    }
    for (uint32_t k = 0; ok && k < t->limit_count; k++)
        if (worst[k] > t->limits[k].degrees + 0.01)
            pack_companion_note(
                t->s,
                "motion %s: %s added to %s turns joint `%s` by %.0f degrees at %.2f s; its limit is %.0f",
                t->s->asset->name, a->name, a->over, t->rig->joints[t->limits[k].joint].name, worst[k],
                when[k], t->limits[k].degrees);
    return ok;
}

/* Whether the pose that a difference is taken from stands as a plain pose does: hips upright, arms at rest. */
static bool check_reference(const motion_text *t, const import_animation *reference, const char *name,
                            import_rig_pose *room) {
    if (!pose_at(t, reference, 0, room)) return false;
    const double hips = degrees_apart(room[0].rotation, t->rig->joints[0].bind.rotation);
    if (hips > HIPS)
        pack_companion_note(t->s,
                            "motion %s: the reference of %s turns the hips by %.0f degrees; what is added to "
                            "others turns them back",
                            t->s->asset->name, name, hips);
    for (uint32_t i = 0; i < t->r.limb_count; i++) {
        for (uint32_t k = 0; k < t->rig->count; k++) {
            const uint32_t joint = rom_id(t->rig->joints[k].name);
            const double off = degrees_apart(room[k].rotation, t->rig->joints[k].bind.rotation);
            if ((joint == t->limbs[i].root || (joint == t->limbs[i].middle && t->limbs[i].middle != 0)) &&
                off > ARMS)
                pack_companion_note(t->s, "motion %s: the reference of %s holds joint `%s` %.0f degrees off",
                                    t->s->asset->name, name, t->rig->joints[k].name, off);
        }
    }
    return true;
}

static bool check_point(const motion_text *t, uint32_t clip, import_rig_pose *room) {
    const cart_asset *asset, *below;
    addition a = {.source = animation_of(t, clip, false, &asset),
                  .reference = animation_of(t, clip, true, &asset)};
    if (a.source == NULL || a.reference == NULL) return true;
    a.name = asset->name;
    bool ok = check_reference(t, a.reference, a.name, room);
    const rom_motion_layer_record *base = &t->layers[0];
    for (uint32_t i = base->state_first;
         ok && t->limit_count > 0 && i < (uint32_t)base->state_first + base->state_count; i++) {
        for (uint32_t k = 0; ok && k < t->states[i].point_count; k++) {
            a.base = animation_of(t, t->points[t->states[i].point_first + k].clip, false, &below);
            if (a.base == NULL) continue;
            a.over = below->name;
            ok = check_addition(t, &a, room);
        }
    }
    return ok;
}

bool motion_check(motion_text *t) {
    import_rig_pose *room = t->rig == NULL ? NULL : calloc(3 * IMPORT_RIG_JOINTS, sizeof *room);
    bool ok = t->rig == NULL || room != NULL || import_error_memory(t->s->error, t->s->path);
    tell_unreached(t);
    for (uint32_t i = 1; ok && room != NULL && i < t->r.layer_count; i++) {
        const rom_motion_layer_record *layer = &t->layers[i];
        if (layer->adds == 0) continue;
        if (t->core_count > 1 && layer->state_count == 1)
            pack_companion_note(t->s,
                                "motion %s: one difference serves all of its %u poses; give each a state of "
                                "its own in that layer",
                                t->s->asset->name, (unsigned)t->core_count);
        for (uint32_t s = layer->state_first; ok && s < (uint32_t)layer->state_first + layer->state_count;
             s++)
            for (uint32_t k = 0; ok && k < t->states[s].point_count; k++)
                ok = check_point(t, t->points[t->states[s].point_first + k].clip, room);
    }
    free(room);
    return ok;
}
