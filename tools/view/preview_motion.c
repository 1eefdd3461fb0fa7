/* Previews of skeletons, clips and levels: joints as a figure of sticks, objects of levels as points seen from
 * above. */
#include <stdlib.h>
#include <string.h>

#include "fixedmath/quaternion.h"
#include "raster/flat.h"
#include "rom/clip.h"
#include "tools/image/chunk.h"
#include "tools/inspect/layout.h"
#include "tools/view/preview.h"

enum {
    TITLE = 16,
    EDGE = 4,
    LINE = 10,
    INK = 0xE0E0E0,
    DIM = 0x8090A0,
    BONE = 0xA0C8FF,
    JOINT = 0xFFC040,
    JOINTS = 255
};

/* ---- figures ---- */

typedef struct pose {
    double scale[3], turn[4], at[3];
} pose;

typedef struct figure {
    pose joints[JOINTS];
    double points[JOINTS][3];
    uint8_t parents[JOINTS];
    uint32_t count;
} figure;

/* v turned by the quaternion q (x, y, z, w), which need not be of unit length. */
static void turn_vector(const double q[4], const double v[3], double out[3]) {
    double length = q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3], s = length > 0 ? 2 / length : 0,
           c[3], d[3];
    for (int k = 0; k < 3; k++) c[k] = q[(k + 1) % 3] * v[(k + 2) % 3] - q[(k + 2) % 3] * v[(k + 1) % 3];
    for (int k = 0; k < 3; k++) d[k] = q[(k + 1) % 3] * c[(k + 2) % 3] - q[(k + 2) % 3] * c[(k + 1) % 3];
    for (int k = 0; k < 3; k++) out[k] = v[k] + s * (q[3] * c[k] + d[k]);
}

static void join_turns(const double a[4], const double b[4], double out[4]) {
    double r[4] = {a[3] * b[0] + a[0] * b[3] + a[1] * b[2] - a[2] * b[1],
                   a[3] * b[1] - a[0] * b[2] + a[1] * b[3] + a[2] * b[0],
                   a[3] * b[2] + a[0] * b[1] - a[1] * b[0] + a[2] * b[3],
                   a[3] * b[3] - a[0] * b[0] - a[1] * b[1] - a[2] * b[2]};
    memcpy(out, r, sizeof r);
}

/* Reads a skeleton's bind pose. */
static void read_skeleton(const uint8_t *d, figure *f) {
    f->count = rom_u32(d + ROM_SKELETON_JOINT_COUNT);
    for (uint32_t i = 0; i < f->count; i++) {
        const uint8_t *j = d + rom_u32(d + ROM_SKELETON_JOINTS_AT) + (size_t)i * ROM_JOINT_SIZE;
        pose *p = &f->joints[i];
        f->parents[i] = j[ROM_JOINT_PARENT];
        for (int k = 0; k < 4; k++) p->turn[k] = rom_i16(j + ROM_JOINT_ROTATION + 2 * k) / 16384.0;
        for (int k = 0; k < 3; k++) p->at[k] = rom_i32(j + ROM_JOINT_TRANSLATION + 4 * k) / 65536.0;
        for (int k = 0; k < 3; k++) p->scale[k] = rom_i32(j + ROM_JOINT_SCALE) / 65536.0;
    }
}

/* Brings a figure's joints into model space. */
static void stand(figure *f) {
    static pose world[JOINTS];
    for (uint32_t i = 0; i < f->count; i++) {
        const pose *own = &f->joints[i], *parent = f->parents[i] < i ? &world[f->parents[i]] : NULL;
        world[i] = *own;
        if (parent != NULL) {
            double scaled[3], turned[3];
            for (int k = 0; k < 3; k++) scaled[k] = own->at[k] * parent->scale[k];
            turn_vector(parent->turn, scaled, turned);
            join_turns(parent->turn, own->turn, world[i].turn);
            for (int k = 0; k < 3; k++)
                world[i].at[k] = parent->at[k] + turned[k],
                world[i].scale[k] = own->scale[k] * parent->scale[k];
        }
        memcpy(f->points[i], world[i].at, sizeof f->points[i]);
    }
}

/* Draws a figure from the front and from the right side by side, in one scale. */
static void put_figure(const preview_job *job, const figure *f, const double low[3], const double high[3]) {
    double wide = high[0] - low[0] > high[2] - low[2] ? high[0] - low[0] : high[2] - low[2],
           tall = high[1] - low[1];
    int width = (job->c->width - 3 * EDGE) / 2, height = job->c->height - TITLE - LINE - 2 * EDGE;
    double scale =
        wide * height > tall * width ? width / (wide > 0 ? wide : 1) : height / (tall > 0 ? tall : 1);
    for (int view = 0; view < 2; view++) {
        int axis = view == 0 ? 0 : 2, middle = EDGE + view * (width + EDGE) + width / 2,
            sign = view == 0 ? 1 : -1;
        for (int pass = 0; pass < 2; pass++) {
            for (uint32_t i = 0; i < f->count; i++) {
                int x = middle + (int)(sign * (f->points[i][axis] - (low[axis] + high[axis]) / 2) * scale),
                    y = TITLE + LINE + EDGE + (int)((high[1] - f->points[i][1]) * scale);
                if (pass == 1) (void)rs_frame_rectangle(job->c->frame, x - 1, y - 1, 3, 3, JOINT);
                if (pass == 1 || f->parents[i] >= i) continue;
                const double *to = f->points[f->parents[i]];
                int px = middle + (int)(sign * (to[axis] - (low[axis] + high[axis]) / 2) * scale),
                    py = TITLE + LINE + EDGE + (int)((high[1] - to[1]) * scale);
                (void)rs_frame_line(job->c->frame, px, py, x, y, BONE, false);
            }
        }
    }
}

static void widen_bounds(const figure *f, double low[3], double high[3], bool first) {
    for (uint32_t i = 0; i < f->count; i++) {
        for (int k = 0; k < 3; k++) {
            if ((first && i == 0) || f->points[i][k] < low[k]) low[k] = f->points[i][k];
            if ((first && i == 0) || f->points[i][k] > high[k]) high[k] = f->points[i][k];
        }
    }
}

bool preview_skeleton(const preview_job *job) {
    figure *f = calloc(1, sizeof *f);
    double low[3], high[3];
    if (f == NULL) return import_error_memory(job->error, job->file);
    read_skeleton(job->data, f);
    stand(f);
    widen_bounds(f, low, high, true);
    canvas_text(job->c, EDGE, TITLE, DIM, "%u joints; from the front, from the right", (unsigned)f->count);
    put_figure(job, f, low, high);
    free(f);
    return true;
}

/* Blends two joints by the console's own interpolation. */
static void mix_joints(const rom_clip_joint *a, const rom_clip_joint *b, uf16 weight, rom_clip_joint *out) {
    vec3 scale = v3_lerp((vec3){a->scale[0], a->scale[1], a->scale[2]},
                         (vec3){b->scale[0], b->scale[1], b->scale[2]}, weight);
    vec3 at = v3_lerp((vec3){a->translation[0], a->translation[1], a->translation[2]},
                      (vec3){b->translation[0], b->translation[1], b->translation[2]}, weight);
    *out = (rom_clip_joint){
        {scale.x, scale.y, scale.z}, q4_slerp(a->rotation, b->rotation, weight), {at.x, at.y, at.z}};
}

/* Joint `number` of the skeleton in a clip; false when the clip does not move it. */
static bool joint_in(const uint8_t *clip, uint32_t number, fx time, rom_clip_joint *joint) {
    for (uint32_t i = 0; i < rom_clip_joints(clip); i++) {
        if (rom_clip_joint_number(clip, i) != number) continue;
        rom_clip_at(clip, i, time, joint);
        return true;
    }
    return false;
}

/* A clip at a time, and the weight of a second clip, if any. Joints that no clip moves keep the bind pose. */
typedef struct moment {
    const uint8_t *clips[2];
    fx times[2];
    uf16 weight;
} moment;

static void set_pose(const moment *m, const figure *rest, figure *f) {
    *f = *rest;
    for (uint32_t number = 0; number < f->count; number++) {
        rom_clip_joint joints[2], j;
        pose *p = &f->joints[number];
        bool moved = false;
        for (int c = 0; c < 2; c++) {
            j = (rom_clip_joint){{0},
                                 {(q30)(p->turn[0] * 1073741824.0), (q30)(p->turn[1] * 1073741824.0),
                                  (q30)(p->turn[2] * 1073741824.0), (q30)(p->turn[3] * 1073741824.0)},
                                 {0}};
            for (int k = 0; k < 3; k++)
                j.scale[k] = (fx)(p->scale[k] * 65536), j.translation[k] = (fx)(p->at[k] * 65536);
            joints[c] = j;
            moved = (m->clips[c] != NULL && joint_in(m->clips[c], number, m->times[c], &joints[c])) || moved;
        }
        if (!moved) continue;
        if (m->clips[1] == NULL)
            j = joints[0];
        else
            mix_joints(&joints[0], &joints[1], m->weight, &j);
        for (int k = 0; k < 3; k++) p->scale[k] = j.scale[k] / 65536.0, p->at[k] = j.translation[k] / 65536.0;
        p->turn[0] = j.rotation.x, p->turn[1] = j.rotation.y, p->turn[2] = j.rotation.z,
        p->turn[3] = j.rotation.w;
    }
    stand(f);
}

/* The second clip's time at the same part of its length as the first's: feet of walking and running meet the ground
 * together. */
static fx beside(const uint8_t *clip, const uint8_t *second, fx time) {
    return (fx)((int64_t)time * rom_u32(second + ROM_CLIP_FRAMES) / rom_u32(clip + ROM_CLIP_FRAMES));
}

/* Draws a clip in a frame that holds the whole motion, so that figures of different times have one scale. */
static void put_clip(const preview_job *job, const uint8_t *skeleton, const uint8_t *second, figure *rest,
                     figure *f) {
    const uint8_t *clip = job->data;
    uint32_t frames = rom_u32(clip + ROM_CLIP_FRAMES), frame = job->look->frame;
    moment m = {{clip, second}, {0, 0}, (uf16)job->look->weight};
    double low[3], high[3];
    read_skeleton(skeleton, rest);
    for (uint32_t i = 0; i <= 32; i++) {
        m.times[0] = (fx)((uint64_t)frames * 65536u * i / 32);
        m.times[1] = second == NULL ? 0 : beside(clip, second, m.times[0]);
        set_pose(&m, rest, f);
        widen_bounds(f, low, high, i == 0);
    }
    m.times[0] = rom_clip_wrap(clip, frame > 32767 ? 32767 * 65536 : (fx)(frame * 65536u));
    m.times[1] = second == NULL ? 0 : beside(clip, second, m.times[0]);
    set_pose(&m, rest, f);
    canvas_text(job->c, EDGE, TITLE, DIM, "frame %u of %u, %.2f a second, %u of %u joints", (unsigned)frame,
                (unsigned)frames, rom_u16(clip + ROM_CLIP_RATE) / 256.0, (unsigned)rom_clip_joints(clip),
                (unsigned)rest->count);
    put_figure(job, f, low, high);
}

bool preview_clip(const preview_job *job) {
    if (rom_clip_joints(job->data) == 0) return preview_tracks(job);
    figure *f = calloc(2, sizeof *f);
    rom_chunk skeleton, second;
    uint8_t *owned = NULL, *second_owned = NULL;
    char name[80];
    if (f == NULL) return import_error_memory(job->error, job->file);
    if (!preview_other(job, rom_u32(job->data + ROM_CLIP_SKELETON), ROM_TAG_SKELETON, &skeleton, &owned) ||
        !rom_clip_fits(job->data, skeleton.data)) {
        canvas_text(job->c, EDGE, TITLE, DIM, "%u frames; its skeleton is not in the image",
                    (unsigned)rom_u32(job->data + ROM_CLIP_FRAMES));
    } else {
        bool mixed = preview_other(job, job->look->blend, ROM_TAG_CLIP, &second, &second_owned) &&
                     rom_clip_fits(second.data, skeleton.data);
        put_clip(job, skeleton.data, mixed ? second.data : NULL, &f[0], &f[1]);
        if (mixed) {
            chunk_name(job->image, &second, name, sizeof name);
            canvas_text(job->c, EDGE, TITLE + LINE, DIM, "with %u/16 of %s",
                        (unsigned)(job->look->weight + 2048) / 4096, name);
        }
    }
    free(owned);
    free(second_owned);
    free(f);
    return true;
}

/* ---- levels ---- */

typedef struct plan {
    const preview_job *job;
    int32_t low[3], high[3];
    uint32_t points;
} plan;

static int plan_place(const plan *p, int axis, int32_t value) {
    int size = axis == 0 ? p->job->c->width - 2 * EDGE : p->job->c->height - TITLE - LINE - 2 * EDGE;
    int64_t range = (int64_t)p->high[axis] - p->low[axis], wide = (int64_t)p->high[0] - p->low[0],
            deep = (int64_t)p->high[2] - p->low[2];
    int64_t across = p->job->c->width - 2 * EDGE, down = p->job->c->height - TITLE - LINE - 2 * EDGE;
    if (range <= 0) return size / 2;
    /* one scale for both axes, in which the plan fits; points far outside stay outside */
    int64_t at = wide * down > deep * across ? ((int64_t)value - p->low[axis]) * across / wide
                                             : ((int64_t)value - p->low[axis]) * down / (deep > 0 ? deep : 1);
    return (int)(at < -100 ? -100 : at > 100000 ? 100000 : at);
}

/* Draws every place of a section: three fx called position, place or at. */
static bool put_place(void *context, const layout_line *field) {
    static const char *const words[] = {".position", ".place", ".at"};
    static const uint32_t colours[] = {0xFFC040, 0x60C080, 0xA0C8FF, 0xFF8080, 0xE0E0E0, 0xC080FF};
    plan *p = context;
    const char *dot = strrchr(field->path, '.');
    bool is_place = false;
    for (size_t i = 0; dot != NULL && i < 3; i++) is_place = is_place || strcmp(dot, words[i]) == 0;
    if (!is_place || field->kind != LAYOUT_FX || field->count != 3 ||
        strncmp(field->path, "section[", 8) != 0)
        return true;
    const uint8_t *at = p->job->data + field->offset;
    int x = EDGE + plan_place(p, 0, rom_i32(at)), y = TITLE + LINE + EDGE + plan_place(p, 2, rom_i32(at + 8));
    uint32_t section = (uint32_t)strtoul(field->path + 8, NULL, 10);
    (void)rs_frame_rectangle(p->job->c->frame, x - 1, y - 1, 3, 3, colours[section % 6]);
    p->points++;
    return true;
}

bool preview_level(const preview_job *job) {
    const uint8_t *d = job->data;
    plan p = {.job = job};
    for (int k = 0; k < 3; k++)
        p.low[k] = rom_i32(d + ROM_LEVEL_LOW + 4 * k), p.high[k] = rom_i32(d + ROM_LEVEL_HIGH + 4 * k);
    int x0 = EDGE + plan_place(&p, 0, p.low[0]), x1 = EDGE + plan_place(&p, 0, p.high[0]),
        y0 = TITLE + LINE + EDGE + plan_place(&p, 2, p.low[2]),
        y1 = TITLE + LINE + EDGE + plan_place(&p, 2, p.high[2]);
    (void)rs_frame_line(job->c->frame, x0, y0, x1, y0, DIM, false);
    (void)rs_frame_line(job->c->frame, x0, y1, x1, y1, DIM, false);
    (void)rs_frame_line(job->c->frame, x0, y0, x0, y1, DIM, false);
    (void)rs_frame_line(job->c->frame, x1, y0, x1, y1, DIM, false);
    layout_walk(ROM_TAG_LEVEL, d, job->chunk->size, put_place, &p);
    canvas_text(job->c, EDGE, TITLE, DIM, "from above: %.1f x %.1f m, %u sections, %u places",
                ((double)p.high[0] - p.low[0]) / 65536, ((double)p.high[2] - p.low[2]) / 65536,
                (unsigned)rom_u32(d + ROM_LEVEL_SECTION_COUNT), (unsigned)p.points);
    return true;
}
