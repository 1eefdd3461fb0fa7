/* Motions out of glTF and IQM files: samples at a steady rate, then as few keys as an error in
 * metres allows. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rom/clip.h"
#include "rom/records.h"
#include "tools/convert/clip_tracks.h"
#include "tools/import/base/angle.h"
#include "tools/import/load/load.h"
#include "tools/import/model/rig.h"
#include "tools/record_writer.h"

#if defined(__clang__)
#pragma STDC FP_CONTRACT OFF
#endif

const cart_option_row convert_clip_options[] = {
    {"animation", "NAME", "of the file, where it has several"},
    {"skin", "NAME", "of the file, where it has several"},
    {"skeleton", "NAME", "whose joints it moves"},
    {"bind", "FILE", "the file whose rest its joints are seen from"},
    {"rate", "FRAMES", "a second (30)"},
    {"loop", "on|off", "goes round"},
    {"tolerance", "METRES", "how far a joint may be off (0.001); 0: plain samples"},
    {"axes", "LUF", "where the file's x, y and z point"},
    {"frames", "FIRST,LAST", "of the animation"},
    {"travel", "x,y,z,yaw", "what the root goes is taken out of the pose, and moves who is `rooted`"},
    {"minus", "ANIMATION", "only the difference from its first frame, to be added to other poses"},
    {"cuts", "FRAME,FRAME...", "nothing is seen between the frame before and each of these"},
    {.key = NULL}};

/* ---- samples ---- */

typedef struct clip_job {
    const pack_source *source;
    const import_rig *rig;                                      /* rig of the file with the motion */
    const import_rig *bound;                                    /* rig of the skeleton */
    uint32_t joints;                                            /* joints that are moved */
    uint8_t number[IMPORT_RIG_JOINTS], from[IMPORT_RIG_JOINTS]; /* of a joint: in the skeleton, in the rig */
    double reach[IMPORT_RIG_JOINTS]; /* metres from each joint of the rig to the furthest joint below */
    uint32_t frames, samples, rate;  /* rate: q8.8 */
    bool loops;
    import_rig_pose *poses; /* samples x joints of the rig */
    double (*travel)[4];    /* x, y, z, yaw in radians of each of frames + 1 samples; NULL: the pose has it */
    bool adds;              /* the poses are differences */
    bool *cuts;             /* of each frame: it is a cut; NULL: none is */
    const import_animation *animation;
    double tolerance; /* metres; 0: a plain clip */
} clip_job;

static bool no_memory(const clip_job *job) {
    return import_error_memory(job->source->error, job->source->path);
}

static const import_rig_pose *pose_at(const clip_job *job, uint32_t sample, uint32_t joint) {
    return &job->poses[(size_t)sample * job->rig->count + joint];
}

/* Matches the joints that motion and skeleton share, in the order of the skeleton. */
static bool match_joints(clip_job *job) {
    uint32_t found = 0;
    for (uint32_t i = 0; i < job->bound->count; i++) {
        for (uint32_t k = 0; k < job->rig->count; k++) {
            bool same = job->rig->unnamed && job->rig->count == job->bound->count
                            ? i == k
                            : strcmp(job->bound->joints[i].name, job->rig->joints[k].name) == 0;
            if (!same) continue;
            job->number[job->joints] = (uint8_t)i;
            job->from[job->joints++] = (uint8_t)k;
            found++;
        }
    }
    if (found == 0)
        return import_error_file(job->source->error, job->source->path,
                                 "no joint of the motion is one of the skeleton; bind it to another");
    if (found < job->rig->count)
        pack_companion_note(job->source, "clip %s: %u joints that the skeleton has not are left out",
                            job->source->asset->name, (unsigned)(job->rig->count - found));
    return true;
}

/* The angle between two rotations, in degrees. */
static double angle_between(const double a[4], const double b[4]) {
    double minus = 0, plus = 0;
    for (int k = 0; k < 4; k++) {
        minus += (a[k] - b[k]) * (a[k] - b[k]);
        plus += (a[k] + b[k]) * (a[k] + b[k]);
    }
    double half = fmin(1, sqrt(fmin(minus, plus)) / 2);
    return 4 * import_atan2(half, sqrt(1 - half * half)) * 57.29577951308232;
}

/* frames=FIRST,LAST: only this part of the animation, counted from 0 at the clip's rate. */
static bool cut_frames(clip_job *job, uint32_t frames, double *begin, double *duration) {
    const pack_source *s = job->source;
    uint32_t first = 0, last = 0;
    bool given;
    job->frames = frames;
    if (!convert_option_pair(s, (convert_pair){"frames", ',', IMPORT_RIG_FRAMES}, &first, &last, &given) ||
        !given)
        return !given;
    if (first >= last || last > frames)
        return convert_option_wrong(s, "frames", "%u to %u; the animation has 0 to %u", (unsigned)first,
                                    (unsigned)last, (unsigned)frames);
    *begin = *duration * first / frames;
    *duration = *duration * (last - first) / frames;
    job->frames = last - first;
    return true;
}

/* The poses of all joints of the rig at a time of an animation. */
static bool sample_rig(const clip_job *job, const import_scene *scene, const import_animation *animation,
                       double time, import_rig_pose *poses) {
    return import_rig_at(&(import_rig_moving){job->source->path, scene, job->rig, animation}, time, poses,
                         job->source->error);
}

static bool take_samples(clip_job *job, const import_scene *scene, const import_animation *animation) {
    const pack_source *s = job->source;
    double rate = job->rate / 256.0, frames = floor(animation->duration * rate + 0.5);
    if (frames < 1) frames = 1;
    if (frames > IMPORT_RIG_FRAMES)
        return import_error_file(s->error, s->path,
                                 "animation `%.60s` has %g frames; at most %d are possible, cut it",
                                 animation->name, frames, IMPORT_RIG_FRAMES);
    double begin = 0, duration = animation->duration;
    if (!cut_frames(job, (uint32_t)frames, &begin, &duration)) return false;
    job->samples = job->frames + 1;
    job->poses = calloc((size_t)job->samples * job->rig->count, sizeof *job->poses);
    if (job->poses == NULL) return no_memory(job);
    for (uint32_t i = 0; i < job->samples; i++) {
        import_rig_pose *poses = job->poses + (size_t)i * job->rig->count;
        double time = begin + duration * i / job->frames;
        if (!sample_rig(job, scene, animation, time, poses)) return false;
        for (uint32_t k = 0; i > 0 && k < job->rig->count; k++) { /* signs as in the sample before */
            const double *before = pose_at(job, i - 1, k)->rotation;
            double dot = 0;
            for (int n = 0; n < 4; n++) dot += before[n] * poses[k].rotation[n];
            for (int n = 0; n < 4 && dot < 0; n++) poses[k].rotation[n] = -poses[k].rotation[n];
        }
    }
    for (uint32_t k = 0; job->loops && k < job->rig->count; k++) {
        double angle = angle_between(pose_at(job, 0, k)->rotation, pose_at(job, job->frames, k)->rotation);
        if (angle <= 1) continue;
        pack_companion_note(s, "clip %s: it loops, but joint `%.60s` ends %.1f degrees from where it begins",
                            s->asset->name, job->rig->joints[k].name, angle);
        break;
    }
    if (job->loops) job->samples = job->frames;
    return true;
}

/* ---- travel and differences ---- */

static void multiply(const double a[4], const double b[4], double to[4]) {
    const double r[4] = {a[3] * b[0] + a[0] * b[3] + a[1] * b[2] - a[2] * b[1],
                         a[3] * b[1] - a[0] * b[2] + a[1] * b[3] + a[2] * b[0],
                         a[3] * b[2] + a[0] * b[1] - a[1] * b[0] + a[2] * b[3],
                         a[3] * b[3] - a[0] * b[0] - a[1] * b[1] - a[2] * b[2]};
    memcpy(to, r, sizeof r);
}

static void invert(const double q[4], double to[4]) {
    for (int k = 0; k < 4; k++) to[k] = k == 3 ? q[k] : -q[k];
}

/* v turned by a unit quaternion. */
static void turn_vector(const double q[4], const double v[3], double to[3]) {
    const double pure[4] = {v[0], v[1], v[2], 0};
    double back[4], r[4];
    invert(q, back);
    multiply(q, pure, r);
    multiply(r, back, r);
    memcpy(to, r, 3 * sizeof *to);
}

/* Which of x, y, z and yaw an option names, as bits; 0 after a sentence. */
static uint32_t read_axes(const pack_source *s, const char *word) {
    static const char *const axes[] = {"x", "y", "z", "yaw"};
    uint32_t bits = 0;
    while (*word != 0) {
        const size_t length = strcspn(word, ",");
        int i = 0;
        while (i < 4 && (strlen(axes[i]) != length || strncmp(word, axes[i], length) != 0)) i++;
        if (i == 4) break;
        bits |= 1u << i;
        word += length + (word[length] == ',');
    }
    if (*word == 0 && bits != 0) return bits;
    convert_option_wrong(s, "travel", "what the root goes is some of x,y,z,yaw");
    return 0;
}

/* Takes what the root goes out of the poses, from the first sample on. */
static bool take_travel(clip_job *job) {
    const pack_source *s = job->source;
    const char *word = pack_option(s->asset, "travel");
    const uint32_t axes = word == NULL ? 0 : read_axes(s, word);
    if (axes == 0) return word == NULL;
    if (job->tolerance <= 0)
        return convert_option_wrong(s, "travel", "plain samples have no room for it; leave `tolerance` out");
    if (job->joints == 0 || job->number[0] != 0)
        return convert_option_wrong(s, "travel", "the motion does not move the skeleton's first joint");
    job->travel = calloc(job->frames + 1u, sizeof *job->travel);
    if (job->travel == NULL) return no_memory(job);
    const import_rig_pose first = *pose_at(job, 0, job->from[0]);
    for (uint32_t i = 0; i <= job->frames; i++) {
        import_rig_pose *root = &job->poses[(size_t)i * job->rig->count + job->from[0]];
        double *to = job->travel[i], back[4], by[4], from_start[3];
        invert(first.rotation, back);
        multiply(root->rotation, back, by);
        if ((axes & 8u) != 0) to[3] = 2 * import_atan2(by[1], by[3]);
        for (int k = 0; k < 3; k++)
            to[k] = (axes >> k & 1u) != 0 ? root->translation[k] - first.translation[k] : 0;
        for (int k = 0; k < 3; k++) from_start[k] = root->translation[k] - to[k];
        const double half[4] = {0, -import_sin(to[3] / 2), 0, import_cos(to[3] / 2)};
        multiply(half, root->rotation, root->rotation);
        turn_vector(half, from_start, root->translation);
    }
    return true;
}

/* Makes differences of the poses: D = R^-1 S of each joint, R being the first frame of another animation. */
static bool take_difference(clip_job *job, const import_scene *scene) {
    const pack_source *s = job->source;
    const char *name = pack_option(s->asset, "minus");
    if (name == NULL) return true;
    const import_animation *other = import_scene_animation(scene, name);
    if (other == NULL) return convert_option_wrong(s, "minus", "there is no animation `%.60s`", name);
    import_rig_pose *reference = calloc(job->rig->count, sizeof *reference);
    if (reference == NULL) return no_memory(job);
    const bool ok = sample_rig(job, scene, other, 0, reference);
    for (uint32_t i = 0; ok && i <= job->frames; i++) {
        for (uint32_t k = 0; k < job->rig->count; k++) {
            import_rig_pose *pose = &job->poses[(size_t)i * job->rig->count + k];
            double back[4], apart[3];
            invert(reference[k].rotation, back);
            for (int n = 0; n < 3; n++) apart[n] = pose->translation[n] - reference[k].translation[n];
            turn_vector(back, apart, pose->translation);
            multiply(back, pose->rotation, pose->rotation);
            for (int n = 0; n < 3; n++) {
                const double scale = reference[k].scale[0] > 1e-6 ? reference[k].scale[0] : 1;
                pose->translation[n] /= scale;
                pose->scale[n] /= scale;
            }
            if (pose->rotation[3] < 0)
                for (int n = 0; n < 4; n++) pose->rotation[n] = -pose->rotation[n];
        }
    }
    job->adds = ok;
    free(reference);
    return ok;
}

/* Finds the distance from each joint to the furthest joint below, at rest; at least 5 cm, for vertices on the last
 * joints. */
static bool find_reach(clip_job *job) {
    double(*places)[3] = calloc(job->rig->count, sizeof *places);
    import_rig_pose *rest = calloc(job->rig->count, sizeof *rest);
    bool ok = (places != NULL && rest != NULL) || no_memory(job);
    for (uint32_t i = 0; ok && i < job->rig->count; i++) rest[i] = job->rig->joints[i].bind;
    if (ok) import_rig_places(job->rig, rest, places);
    for (uint32_t i = 0; ok && i < job->rig->count; i++) {
        job->reach[i] = 0.05;
        for (uint32_t k = i; k < job->rig->count; k++) {
            int32_t above = (int32_t)k;
            while (above > (int32_t)i) above = job->rig->joints[above].parent;
            double square = 0;
            for (int n = 0; n < 3; n++)
                square += (places[k][n] - places[i][n]) * (places[k][n] - places[i][n]);
            if (above == (int32_t)i && sqrt(square) > job->reach[i]) job->reach[i] = sqrt(square);
        }
    }
    free(places);
    free(rest);
    return ok;
}

/* ---- plain clips ---- */

static rom_clip_record start_record(const clip_job *job) {
    const char *skeleton = pack_option(job->source->asset, "skeleton");
    return (rom_clip_record){
        .skeleton = pack_chunk_id("skeleton", skeleton != NULL ? skeleton : job->source->asset->name),
        .skeleton_hash = convert_rig_hash(job->bound),
        .rate = (uint16_t)job->rate,
        .flags = (uint8_t)((job->loops ? ROM_CLIP_LOOPS : 0) | (job->adds ? ROM_CLIP_ADDITIVE : 0) |
                           (job->travel != NULL ? ROM_CLIP_ROOT_MOTION : 0)),
        .frames = job->frames,
        .joint_count = job->joints};
}

static uint32_t scales_of(const clip_job *job) {
    uint32_t scales = 0;
    for (uint32_t i = 0; i < job->samples; i++) {
        for (uint32_t j = 0; j < job->joints; j++) {
            const double *scale = pose_at(job, i, job->from[j])->scale;
            if (fabs(scale[0] - scale[1]) > 1e-4 || fabs(scale[0] - scale[2]) > 1e-4) return 3;
            if (fabs(scale[0] - 1) > 1e-4) scales = 1;
        }
    }
    return scales;
}

static void put_joint_list(const clip_job *job, rom_clip_record *r, writer *out) {
    r->joints_at = (uint32_t)out->size;
    writer_bytes(out, job->number, job->joints);
    writer_align(out, 4);
}

static void put_plain(const clip_job *job, writer *out) {
    rom_clip_record r = start_record(job);
    r.form = ROM_CLIP_PLAIN;
    r.scales = (uint8_t)scales_of(job);
    r.samples = job->samples;
    r.channel_count = (uint16_t)(job->joints * (r.scales + 7u));
    r.sample_count = r.samples * r.channel_count;
    put_joint_list(job, &r, out);
    r.samples_at = (uint32_t)out->size;
    for (uint32_t i = 0; i < job->samples; i++) {
        for (uint32_t j = 0; j < job->joints; j++) {
            const import_rig_pose *pose = pose_at(job, i, job->from[j]);
            for (uint32_t k = 0; k < r.scales; k++) writer_u32(out, writer_fx(pose->scale[k]));
            for (int k = 0; k < 4; k++) writer_u32(out, writer_fx(pose->rotation[k]));
            for (int k = 0; k < 3; k++) writer_u32(out, writer_fx(pose->translation[k]));
        }
    }
    record_put_clip(out, 0, &r);
}

/* ---- tracks ---- */

/* One channel of one joint: its samples as three or four numbers, and its keyframes. */
typedef struct track {
    uint32_t channel, width; /* ROM_CLIP_..., 3 or 4 */
    const double *values;    /* samples x width */
    double low[3], range[3];
    uint16_t *keys;
    uint32_t key_count;
    bool steps; /* in the source each key holds up to the next */
} track;

/* The six bytes of a key, and the value that the console decodes from them. */
static void pack_key(const track *t, const double *value, uint8_t key[6], double *back) {
    if (t->channel != ROM_CLIP_ROTATION) {
        for (int k = 0; k < 3; k++) {
            double part = t->range[k] > 0 ? floor((value[k] - t->low[k]) / t->range[k] * 65535 + 0.5) : 0;
            uint32_t bits = (uint32_t)(part < 0 ? 0 : part > 65535 ? 65535 : part);
            key[2 * k] = (uint8_t)bits;
            key[2 * k + 1] = (uint8_t)(bits >> 8);
            back[k] = t->low[k] + t->range[k] * bits / 65535;
        }
        return;
    }
    uint32_t largest = 0, bits[3], n = 0;
    for (uint32_t k = 1; k < 4; k++) {
        if (fabs(value[k]) > fabs(value[largest])) largest = k;
    }
    double sign = value[largest] < 0 ? -1 : 1;
    for (uint32_t k = 0; k < 4; k++) {
        if (k == largest) continue;
        double part = floor(value[k] * sign * 1.4142135623730951 * 16383 + 0.5) + 16383;
        bits[n++] = (uint32_t)(part < 0 ? 0 : part > 32766 ? 32766 : part);
    }
    uint64_t all =
        (uint64_t)bits[0] | (uint64_t)bits[1] << 15 | (uint64_t)bits[2] << 30 | (uint64_t)largest << 45;
    for (int k = 0; k < 6; k++) key[k] = (uint8_t)(all >> (8 * k));
    quat q = rom_clip_rotation(key);
    const q30 parts[4] = {q.x, q.y, q.z, q.w};
    for (int k = 0; k < 4; k++) back[k] = sign * parts[k] / 1073741824.0;
}

/* The distance of a sample from the value interpolated between two keys at `part`; of rotations twice the chord. */
static double sample_distance(const track *t, const double *a, const double *b, double part,
                              const double *wanted) {
    double made[4], length = 0, square = 0, dot = 0;
    for (uint32_t k = 0; k < t->width; k++) dot += a[k] * b[k];
    double sign = t->channel == ROM_CLIP_ROTATION && dot < 0 ? -1 : 1;
    for (uint32_t k = 0; k < t->width; k++) {
        made[k] = a[k] + (b[k] * sign - a[k]) * part;
        length += made[k] * made[k];
    }
    double other = 0;
    length = t->channel == ROM_CLIP_ROTATION && length > 0 ? sqrt(length) : 1;
    for (uint32_t k = 0; k < t->width; k++) {
        double d = made[k] / length - wanted[k], e = made[k] / length + wanted[k];
        square += d * d;
        other += e * e;
    }
    if (t->channel == ROM_CLIP_ROTATION) return 2 * sqrt(fmin(square, other)); /* quaternions: half angles */
    return sqrt(square);
}

static const double *value_at(const clip_job *job, const track *t, uint32_t sample) {
    return t->values +
           (size_t)(sample % job->samples) * t->width; /* a loop's last interval ends with the first sample */
}

/* Whether all samples between two keys are rebuilt within the limit. */
static bool rebuilds(const clip_job *job, const track *t, uint32_t first, uint32_t second, double limit) {
    uint8_t key[6];
    double a[4], b[4];
    pack_key(t, value_at(job, t, first), key, a);
    pack_key(t, value_at(job, t, second), key, b);
    for (uint32_t i = first; i <= second; i++) {
        if (sample_distance(t, a, b, second > first ? (double)(i - first) / (second - first) : 0,
                            value_at(job, t, i)) > limit)
            return false;
    }
    return true;
}

/* Whether nothing is seen between the sample before and this one. */
static bool is_cut(const clip_job *job, const track *t, uint32_t i) {
    if (i == 0 || i >= job->samples) return false;
    if (job->cuts != NULL && job->cuts[i]) return true;
    return t->steps && memcmp(value_at(job, t, i), value_at(job, t, i - 1), t->width * sizeof(double)) != 0;
}

/* Whether all samples up to another one are as near to the first as the limit allows. */
static bool stays_near(const clip_job *job, const track *t, uint32_t first, uint32_t last, double limit) {
    uint8_t key[6];
    double back[4];
    bool still = true;
    pack_key(t, value_at(job, t, first), key, back);
    for (uint32_t i = first; still && i <= last; i++)
        still = sample_distance(t, back, back, 0, value_at(job, t, i)) <= limit;
    return still;
}

/* How many samples on the next key may be, none beyond `end`. */
static uint32_t reach_of(const clip_job *job, const track *t, uint32_t at, uint32_t end, double limit) {
    uint32_t step = 1;
    while (at + step * 2 <= end && rebuilds(job, t, at, at + step * 2, limit)) step *= 2;
    for (uint32_t add = step; add > 0; add /= 2) {
        if (at + step + add <= end && rebuilds(job, t, at, at + step + add, limit)) step += add;
    }
    return step;
}

/* Chooses keys greedily: the next key is as far away as the limit allows, and not beyond a cut, before which the motion goes up to the last sample. A track without
 * motion has one key. */
static void choose_keys(const clip_job *job, track *t, double limit) {
    const uint32_t end = job->loops ? job->samples : job->samples - 1;
    uint32_t at = 0, cut = 0;
    t->key_count = 0;
    t->keys[t->key_count++] = 0;
    if (stays_near(job, t, 0, job->samples - 1, limit)) return;
    while (at < end) {
        if (cut <= at)
            for (cut = at + 1; cut < end && !is_cut(job, t, cut);) cut++;
        const bool cuts = is_cut(job, t, cut);
        if (cuts && stays_near(job, t, at, cut - 1, limit))
            at = cut;
        else
            at += reach_of(job, t, at, cuts ? cut - 1 : end, limit);
        if (at < job->samples)
            t->keys[t->key_count++] = (uint16_t)(at | (cuts && at == cut ? (uint32_t)ROM_CLIP_CUT : 0u));
    }
}

static void find_range(const clip_job *job, track *t) {
    for (uint32_t k = 0; k < 3 && t->channel != ROM_CLIP_ROTATION; k++) {
        double low = t->values[k], high = low;
        for (uint32_t i = 1; i < job->samples; i++) {
            double v = t->values[(size_t)i * t->width + k];
            low = fmin(low, v);
            high = fmax(high, v);
        }
        t->low[k] = floor(low * 65536) / 65536; /* rounded as the chunk holds it */
        t->range[k] = ceil((high - t->low[k]) * 65536) / 65536;
    }
}

/* Whether the channel stays at the value of a joint without a track. */
static bool is_default(const clip_job *job, const track *t) {
    for (uint32_t i = 0; i < job->samples; i++) {
        const double *v = value_at(job, t, i);
        for (uint32_t k = 0; k < t->width; k++) {
            double normal =
                t->channel == ROM_CLIP_SCALE || (t->channel == ROM_CLIP_ROTATION && k == 3) ? 1 : 0;
            if (fabs((t->channel == ROM_CLIP_ROTATION ? fabs(v[k]) : v[k]) - normal) > 1e-6) return false;
        }
    }
    return true;
}

static void put_track(const clip_job *job, const track *t, uint32_t joint, rom_clip_record *r, writer *tracks,
                      writer *data) {
    rom_clip_track_record row = {.joint = (uint8_t)joint,
                                 .name = joint == 255 ? rom_id("root") : 0,
                                 .channel = (uint8_t)t->channel,
                                 .form = t->key_count > 1 ? ROM_CLIP_KEYS : ROM_CLIP_CONSTANT,
                                 .offset = (uint32_t)data->size};
    writer_u16(data, t->key_count);
    writer_u16(data, 0);
    for (int k = 0; k < 3 && t->channel != ROM_CLIP_ROTATION; k++) writer_u32(data, writer_fx(t->low[k]));
    for (int k = 0; k < 3 && t->channel != ROM_CLIP_ROTATION; k++) writer_u32(data, writer_fx(t->range[k]));
    for (uint32_t i = 0; i < t->key_count; i++) writer_u16(data, t->keys[i]);
    writer_align(data, 4);
    for (uint32_t i = 0; i < t->key_count; i++) {
        uint8_t key[6];
        double back[4];
        pack_key(t, value_at(job, t, t->keys[i] & (ROM_CLIP_CUT - 1u)), key, back);
        writer_bytes(data, key, sizeof key);
    }
    writer_align(data, 4);
    row.bytes = (uint32_t)data->size - row.offset;
    record_add_clip_track(tracks, &row);
    r->track_count++;
}

/* Writes what the root goes as tracks of no joint, whose last key stands at the clip's end. */
static void put_travel(const clip_job *job, double *values, uint16_t *keys, rom_clip_record *r,
                       writer *tracks, writer *data) {
    clip_job whole = *job;
    whole.loops = false;
    whole.samples = job->frames + 1;
    for (uint32_t channel = ROM_CLIP_ROTATION; channel <= ROM_CLIP_TRANSLATION; channel++) {
        track t = {.channel = channel,
                   .width = channel == ROM_CLIP_ROTATION ? 4 : 3,
                   .values = values,
                   .keys = keys};
        for (uint32_t i = 0; i < whole.samples; i++) {
            const double *from = job->travel[i];
            double *to = values + (size_t)i * t.width;
            const double q[4] = {0, import_sin(from[3] / 2), 0, import_cos(from[3] / 2)};
            memcpy(to, channel == ROM_CLIP_ROTATION ? q : from, t.width * sizeof *to);
        }
        if (is_default(&whole, &t)) continue;
        find_range(&whole, &t);
        choose_keys(&whole, &t, job->tolerance / 4);
        if ((t.keys[t.key_count - 1] & (ROM_CLIP_CUT - 1u)) != job->frames)
            t.keys[t.key_count++] = (uint16_t)job->frames;
        put_track(&whole, &t, 255, r, tracks, data);
    }
}

/* Whether the animation says that each key of a joint's channel holds up to the next. */
static bool is_stepped(const clip_job *job, uint32_t joint, uint32_t channel) {
    static const import_path paths[] = {[ROM_CLIP_SCALE] = IMPORT_SCALE,
                                        [ROM_CLIP_ROTATION] = IMPORT_ROTATION,
                                        [ROM_CLIP_TRANSLATION] = IMPORT_TRANSLATION};
    for (uint32_t i = 0; i < job->animation->channel_count; i++) {
        const import_channel *c = &job->animation->channels[i];
        if ((int64_t)c->node == job->rig->joints[joint].node && c->path == paths[channel] &&
            c->sampling == IMPORT_STEP)
            return true;
    }
    return false;
}

/* Writes all tracks with `part` of the tolerance for each joint of a chain. */
static bool put_compressed(const clip_job *job, double part, writer *out) {
    rom_clip_record r = start_record(job);
    writer tracks = {0}, data = {0};
    double *values = malloc(((size_t)job->samples + 1) * 4 * sizeof *values);
    uint16_t *keys = malloc(((size_t)job->samples + 2) * sizeof *keys);
    bool ok = (values != NULL && keys != NULL) || no_memory(job);
    r.form = ROM_CLIP_COMPRESSED;
    for (uint32_t j = 0; ok && j < job->joints; j++) {
        for (uint32_t channel = ROM_CLIP_SCALE; channel <= ROM_CLIP_TRANSLATION; channel++) {
            track t = {.channel = channel,
                       .width = channel == ROM_CLIP_ROTATION ? 4 : 3,
                       .values = values,
                       .keys = keys};
            for (uint32_t i = 0; i < job->samples; i++) {
                const import_rig_pose *pose = pose_at(job, i, job->from[j]);
                const double *from = channel == ROM_CLIP_SCALE      ? pose->scale
                                     : channel == ROM_CLIP_ROTATION ? pose->rotation
                                                                    : pose->translation;
                memcpy(values + (size_t)i * t.width, from, t.width * sizeof *values);
            }
            if (is_default(job, &t)) continue;
            t.steps = is_stepped(job, job->from[j], channel);
            find_range(job, &t);
            choose_keys(job, &t,
                        channel == ROM_CLIP_TRANSLATION ? job->tolerance * part
                                                        : job->tolerance * part / job->reach[job->from[j]]);
            put_track(job, &t, job->number[j], &r, &tracks, &data);
        }
    }
    if (ok && job->travel != NULL) put_travel(job, values, keys, &r, &tracks, &data);
    put_joint_list(job, &r, out);
    r.tracks_at = r.track_count == 0 ? 0 : (uint32_t)out->size;
    writer_bytes(out, tracks.data, tracks.size);
    r.data_bytes = (uint32_t)data.size;
    r.data_at = data.size == 0 ? 0 : (uint32_t)out->size;
    writer_bytes(out, data.data, data.size);
    record_put_clip(out, 0, &r);
    out->failed = out->failed || tracks.failed || data.failed;
    writer_free(&tracks);
    writer_free(&data);
    free(values);
    free(keys);
    return ok && (!out->failed || no_memory(job));
}

/* The largest distance of a joint in model space from its place in the source, over all samples, when the console plays
 * the clip: which joint it is, and when. */
typedef struct clip_error {
    double worst, degrees;
    uint32_t joint, sample;
} clip_error;

static bool measure_error(const clip_job *job, const writer *clip, clip_error *error) {
    uint32_t count = job->rig->count;
    import_rig_pose *played = calloc(count, sizeof *played);
    double(*places)[3] = calloc((size_t)count * 2, sizeof *places);
    bool ok = (played != NULL && places != NULL) || no_memory(job);
    *error = (clip_error){0};
    for (uint32_t i = 0; ok && i < job->samples; i++) {
        memcpy(played, pose_at(job, i, 0), count * sizeof *played);
        import_rig_places(job->rig, played, places);
        for (uint32_t j = 0; j < job->joints; j++) {
            rom_clip_joint joint;
            import_rig_pose *to = &played[job->from[j]];
            rom_clip_at(clip->data, j, (fx)(i << 16), &joint);
            const q30 parts[4] = {joint.rotation.x, joint.rotation.y, joint.rotation.z, joint.rotation.w};
            double before[4];
            memcpy(before, to->rotation, sizeof before);
            for (int k = 0; k < 4; k++) to->rotation[k] = parts[k] / 1073741824.0;
            for (int k = 0; k < 3; k++) to->scale[k] = joint.scale[k] / 65536.0;
            for (int k = 0; k < 3; k++) to->translation[k] = joint.translation[k] / 65536.0;
            error->degrees = fmax(error->degrees, angle_between(before, to->rotation));
        }
        import_rig_places(job->rig, played, places + count);
        for (uint32_t j = 0; j < count; j++) {
            double square = 0;
            for (int k = 0; k < 3; k++)
                square += (places[j][k] - places[count + j][k]) * (places[j][k] - places[count + j][k]);
            if (sqrt(square) <= error->worst) continue;
            error->worst = sqrt(square);
            error->joint = j;
            error->sample = i;
        }
    }
    free(played);
    free(places);
    return ok;
}

/* ---- the clip ---- */

static bool put_clip(clip_job *job, writer *out) {
    const pack_source *s = job->source;
    size_t start = out->size, plain = (size_t)job->samples * job->joints * 48; /* matrices of 3 x 4 words */
    clip_error error = {0};
    double part = 0.5;
    if (job->tolerance <= 0) {
        put_plain(job, out);
        if (!measure_error(job, out, &error)) return false;
    }
    for (int round = 0; job->tolerance > 0; round++, part /= 2) {
        out->size = start;
        if (!put_compressed(job, part, out) || !measure_error(job, out, &error)) return false;
        if (error.worst <= job->tolerance || round == 12) break;
    }
    double seconds = job->frames * 256.0 / job->rate;
    pack_companion_note(
        s,
        "clip %s: %u frames, %u joints, %u bytes (%.0f a second, %.1f to 1 of matrices); off by "
        "at most %.5f m (joint `%.60s`, frame %u) and %.3f degrees",
        s->asset->name, (unsigned)job->frames, (unsigned)job->joints, (unsigned)(out->size - start),
        (double)(out->size - start) / seconds, (double)plain / (double)(out->size - start), error.worst,
        job->rig->joints[error.joint].name, (unsigned)error.sample, error.degrees);
    if (job->tolerance > 0 && error.worst > job->tolerance)
        return convert_option_wrong(
            s, "tolerance", "%.6f m are the least with keys of 16 bits; ask for more, or 0 for plain samples",
            error.worst);
    return true;
}

static bool read_options(clip_job *job, const import_animation *animation) {
    const pack_source *s = job->source;
    double rate = 30, tolerance = 0.001;
    job->loops = animation->loops;
    if (!convert_option_number(s, "rate", 1, 120, &rate) ||
        !convert_option_number(s, "tolerance", 0, 10, &tolerance) ||
        !convert_option_switch(s, "loop", &job->loops))
        return false;
    job->rate = (uint32_t)(rate * 256 + 0.5);
    job->tolerance = tolerance;
    return true;
}

/* cuts=FRAME,FRAME...: frames of the clip. */
static bool read_cuts(clip_job *job) {
    const pack_source *s = job->source;
    const char *word = pack_option(s->asset, "cuts");
    if (word == NULL) return true;
    if (job->tolerance <= 0)
        return convert_option_wrong(s, "cuts", "plain samples have no room for them; leave `tolerance` out");
    job->cuts = calloc((size_t)job->frames + 1, sizeof *job->cuts);
    if (job->cuts == NULL) return no_memory(job);
    while (*word != 0) {
        char *end;
        const unsigned long frame = strtoul(word, &end, 10);
        if (end == word || (*end != 0 && *end != ',') || frame == 0 || frame > job->frames)
            return convert_option_wrong(s, "cuts", "`%.40s`: frames from 1 to %u are possible", word,
                                        (unsigned)job->frames);
        job->cuts[frame] = true;
        word = end + (*end == ',');
    }
    return true;
}

static bool convert_motion(clip_job *job, const import_scene *scene, writer *out) {
    const pack_source *s = job->source;
    const char *name = pack_option(s->asset, "animation");
    if (scene->animation_count == 0)
        return import_error_file(s->error, s->path, "there is no animation in it; export one with it");
    const import_animation *animation =
        name == NULL ? &scene->animations[0] : import_scene_animation(scene, name);
    if (animation == NULL)
        return convert_option_wrong(s, "animation", "there is no `%.60s`; the first is `%.60s`", name,
                                    scene->animations[0].name);
    job->animation = animation;
    return read_options(job, animation) && match_joints(job) && take_samples(job, scene, animation) &&
           read_cuts(job) && take_travel(job) && take_difference(job, scene) && find_reach(job) &&
           put_clip(job, out);
}

/* Loads the skeleton of another file, when bind=FILE names one. */
static bool load_bound(const pack_source *s, import_scene *scene, import_rig **rig) {
    const char *file = pack_option(s->asset, "bind");
    uint8_t *data;
    size_t size;
    char *path;
    if (file == NULL) return true;
    if (!pack_companion_read(s, file, &path, &data, &size)) return false;
    free(data);
    bool ok = import_scene_load(path, pack_option(s->asset, "axes"), 1, scene, s->error);
    if (ok) *rig = import_rig_make(path, scene, NULL, s->error);
    free(path);
    return ok && *rig != NULL;
}

/* A text of tracks says all itself. */
static bool convert_tracks(const pack_source *s, writer *out) {
    for (const cart_option_row *row = convert_clip_options; row->key != NULL; row++)
        if (pack_option(s->asset, row->key) != NULL)
            return convert_option_wrong(s, row->key, "a text of tracks says so itself; take it out");
    return convert_clip_text(s, out);
}

bool convert_clip(const pack_source *s, writer *out) {
    import_scene scene, other;
    const size_t length = strlen(s->path);
    if (length > 5 && strcmp(s->path + length - 5, ".clip") == 0) return convert_tracks(s, out);
    import_rig *rig, *bound = NULL;
    memset(&other, 0, sizeof other);
    if (!import_scene_load(s->path, pack_option(s->asset, "axes"), 1, &scene, s->error)) return false;
    if (scene.skin_count == 0) {
        const bool moves = convert_clip_nodes(s, &scene, out);
        import_scene_free(&scene);
        return moves;
    }
    rig = import_rig_make(s->path, &scene, pack_option(s->asset, "skin"), s->error);
    bool ok = rig != NULL && load_bound(s, &other, &bound);
    clip_job job = {.source = s, .rig = rig, .bound = bound != NULL ? bound : rig};
    ok = ok && convert_motion(&job, &scene, out);
    free(job.poses);
    free(job.travel);
    free(job.cuts);
    free(rig);
    free(bound);
    import_scene_free(&scene);
    import_scene_free(&other);
    return ok;
}
