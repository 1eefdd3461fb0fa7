/* Writes SKIN chunks. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "rom/rom.h"
#include "tools/encode/mesh.h"
#include "tools/record_writer.h"

enum { NUMBERS = 256, RUN_MOST = 65535 };

uint32_t mesh_influences(const import_vertex *vertex) {
    return vertex->weights[2] > 0 ? 4 : vertex->weights[1] > 0 ? 2 : 1;
}

/* ---- the order of vertices ---- */

typedef struct place {
    uint32_t source, number;
    uint64_t key;
} place;

static int by_key(const void *a, const void *b) {
    const place *x = a, *y = b;
    if (x->key != y->key) return x->key < y->key ? -1 : 1;
    return (x->number > y->number) - (x->number < y->number);
}

/* The key of a vertex: how many joints, which, and for skins that turn the first weight, so that what goes by one matrix stands together. */
static uint64_t key_of(const import_vertex *v, bool by_weights) {
    const uint32_t influences = mesh_influences(v), joints = influences << 16 | (uint32_t)v->joints[0] << 8 |
                                                             (influences > 1 ? v->joints[1] : 0u);
    return (uint64_t)joints << 8 | (by_weights ? v->weights[0] : 0u);
}

bool mesh_sort_by_joints(const import_model *model, uint32_t *source, uint32_t vertices, uint16_t *indices,
                         size_t corners, bool by_weights) {
    place *places = malloc(((size_t)vertices + 1) * sizeof *places);
    uint16_t *now = malloc(((size_t)vertices + 1) * sizeof *now);
    bool ok = places != NULL && now != NULL;
    for (uint32_t i = 0; ok && i < vertices; i++)
        places[i] = (place){source[i], i, key_of(&model->vertices[source[i]], by_weights)};
    if (ok) qsort(places, vertices, sizeof *places, by_key);
    for (uint32_t i = 0; ok && i < vertices; i++) {
        source[i] = places[i].source;
        now[places[i].number] = (uint16_t)i;
    }
    for (size_t i = 0; ok && i < corners; i++) indices[i] = now[indices[i]];
    free(places);
    free(now);
    return ok;
}

/* ---- the chunk ---- */

typedef struct skin_joints {
    bool used[NUMBERS];
    double reach[NUMBERS];
    uint8_t number[NUMBERS]; /* in the chunk's list */
    uint32_t count;
} skin_joints;

static double joint_distance(const import_rig *rig, uint32_t joint, const float p[3]) {
    double square = 0;
    for (int r = 0; r < 3; r++) {
        const double *m = joint < rig->count ? rig->joints[joint].inverse + 4 * r : NULL;
        double value =
            m == NULL ? (double)p[r] : m[0] * (double)p[0] + m[1] * (double)p[1] + m[2] * (double)p[2] + m[3];
        square += value * value;
    }
    return sqrt(square);
}

static void collect_joints(const import_model *model, const uint32_t *source, uint32_t count,
                           const import_rig *rig, skin_joints *joints) {
    memset(joints, 0, sizeof *joints);
    for (uint32_t i = 0; i < count; i++) {
        const import_vertex *v = &model->vertices[source[i]];
        for (uint32_t k = 0; k < 4; k++) {
            if (k > 0 && v->weights[k] == 0) continue;
            uint32_t joint = v->joints[k];
            joints->used[joint] = true;
            joints->reach[joint] = fmax(joints->reach[joint], joint_distance(rig, joint, v->position));
        }
    }
    for (uint32_t i = 0; i < NUMBERS; i++)
        if (joints->used[i]) joints->number[i] = (uint8_t)joints->count++;
}

static void put_run(writer *out, uint32_t count, uint32_t influences, uint32_t joint, rom_skin_record *r) {
    const rom_skin_run_record row = {
        .count = (uint16_t)count, .influences = (uint8_t)influences, .joint = (uint8_t)joint};
    if (count == 0) return;
    record_add_skin_run(out, &row);
    r->runs++;
}

static void put_runs(const import_model *model, const uint32_t *source, uint32_t count,
                     const skin_joints *joints, writer *out, rom_skin_record *r) {
    uint32_t run = 0, influences = 0, joint = 0;
    for (uint32_t i = 0; i < count; i++) {
        const import_vertex *v = &model->vertices[source[i]];
        uint32_t own = mesh_influences(v), first = own == 1 ? joints->number[v->joints[0]] : 0u;
        if (own != influences || first != joint || run == RUN_MOST) {
            put_run(out, run, influences, joint, r);
            run = 0;
        }
        influences = own;
        joint = first;
        run++;
    }
    put_run(out, run, influences, joint, r);
}

static void put_data(const import_model *model, const uint32_t *source, uint32_t count,
                     const skin_joints *joints, writer *out, mesh_report *report) {
    for (uint32_t i = 0; i < count; i++) {
        const import_vertex *v = &model->vertices[source[i]];
        uint32_t influences = mesh_influences(v);
        report->skinned[influences / 2]++;
        for (uint32_t k = 0; influences > 1 && k < influences; k++)
            writer_u8(out, joints->number[v->weights[k] > 0 ? v->joints[k] : v->joints[0]]);
        for (uint32_t k = 0; k + 1 < influences; k++) writer_u8(out, v->weights[k]);
    }
}

bool mesh_put_skin(const import_model *model, const uint32_t *source, uint32_t count, double error_of,
                   const mesh_skin *skin, writer *out, mesh_report *report) {
    skin_joints joints;
    rom_skin_record r = {.skeleton = skin->skeleton,
                         .skeleton_hash = skin->hash,
                         .vertices = count,
                         .flags = skin->turns ? ROM_SKIN_TURNS : 0};
    collect_joints(model, source, count, skin->rig, &joints);
    r.joint_count = joints.count;
    r.joints_at = (uint32_t)out->size;
    for (uint32_t i = 0; i < NUMBERS; i++) {
        if (!joints.used[i]) continue;
        const rom_skin_joint_record row = {
            .joint = (uint8_t)i, .reach = (int32_t)writer_fx(joints.reach[i] + error_of + 4.0 / 65536)};
        record_add_skin_joint(out, &row);
    }
    r.runs_at = (uint32_t)out->size;
    put_runs(model, source, count, &joints, out, &r);
    r.data_at = (uint32_t)out->size;
    put_data(model, source, count, &joints, out, report);
    r.data_bytes = (uint32_t)out->size - r.data_at;
    if (r.data_bytes == 0) r.data_at = 0;
    writer_align(out, 4);
    record_put_skin(out, 0, &r);
    return !out->failed;
}
