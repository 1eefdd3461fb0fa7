/* Bones for vertices that have none, and fewer of them. */
#include "tools/pack/pack_bones.h"

#include <math.h>
#include <string.h>

#if defined(__clang__)
#pragma STDC FP_CONTRACT OFF
#endif

static void joint_at(const import_rig *rig, uint32_t joint, double at[3]) {
    for (int k = 0; k < 3; k++) at[k] = rig->joints[joint].place[4 * k + 3];
}

/* The square of the distance of a place from a bone. */
static double from_bone(const double from[3], const double to[3], const float p[3]) {
    double way[3], off[3], dot = 0, length = 0, square = 0;
    for (int k = 0; k < 3; k++) {
        way[k] = to[k] - from[k];
        off[k] = (double)p[k] - from[k];
        dot += way[k] * off[k];
        length += way[k] * way[k];
    }
    const double part = length <= 0 || dot <= 0 ? 0 : dot >= length ? 1 : dot / length;
    for (int k = 0; k < 3; k++) square += (off[k] - part * way[k]) * (off[k] - part * way[k]);
    return square;
}

/* The squares of the distances of a place from all bones, by their joints. */
static void from_bones(const import_rig *rig, const float p[3], double *squares) {
    bool leads[IMPORT_RIG_JOINTS] = {false};
    double from[3], to[3];
    for (uint32_t i = 0; i < rig->count; i++) squares[i] = INFINITY;
    for (uint32_t i = 0; i < rig->count; i++) {
        const int32_t parent = rig->joints[i].parent;
        if (parent < 0) continue;
        joint_at(rig, (uint32_t)parent, from);
        joint_at(rig, i, to);
        squares[parent] = fmin(squares[parent], from_bone(from, to, p));
        leads[parent] = true;
    }
    for (uint32_t i = 0; i < rig->count; i++) {
        const int32_t parent = rig->joints[i].parent;
        if (leads[i]) continue;
        joint_at(rig, i, from);
        joint_at(rig, parent < 0 ? i : (uint32_t)parent, to);
        for (int k = 0; k < 3; k++) to[k] = from[k] + (from[k] - to[k]) / 2;
        squares[i] = from_bone(from, to, p);
    }
}

static void set_joints(import_vertex *v, const uint32_t joints[2], const double weights[2]) {
    const double all[4] = {weights[0], weights[1], 0, 0};
    import_weights_to_bytes(all, v->weights);
    memset(v->joints, 0, sizeof v->joints);
    for (int k = 0; k < 2; k++)
        if (v->weights[k] > 0) v->joints[k] = (uint8_t)joints[k];
}

static bool hang_together(const import_rig *rig, uint32_t a, uint32_t b) {
    return rig->joints[a].parent == (int32_t)b || rig->joints[b].parent == (int32_t)a ||
           (rig->joints[a].parent >= 0 && rig->joints[a].parent == rig->joints[b].parent);
}

static void bind_vertex(import_vertex *v, const import_rig *rig, pack_bind bind) {
    double squares[IMPORT_RIG_JOINTS], weights[2] = {1, 0};
    uint32_t joints[2] = {0, IMPORT_RIG_NONE};
    from_bones(rig, v->position, squares);
    for (uint32_t i = 1; i < rig->count; i++)
        if (squares[i] < squares[joints[0]]) joints[0] = i;
    for (uint32_t i = 0; bind == PACK_BIND_SOFT && i < rig->count; i++)
        if (i != joints[0] && hang_together(rig, i, joints[0]) &&
            (joints[1] == IMPORT_RIG_NONE || squares[i] < squares[joints[1]]))
            joints[1] = i;
    if (joints[1] != IMPORT_RIG_NONE && squares[joints[0]] > 0) {
        /* 1/d^4, so that the second bone counts about the joint alone */
        weights[0] = 1 / (squares[joints[0]] * squares[joints[0]]);
        weights[1] = 1 / (squares[joints[1]] * squares[joints[1]]);
        const double sum = weights[0] + weights[1];
        for (int k = 0; k < 2; k++) weights[k] /= sum;
    }
    set_joints(v, joints, weights);
}

void pack_bones_bind(import_model *model, const import_rig *rig, pack_bind bind, uint32_t *counts) {
    memset(counts, 0, IMPORT_RIG_JOINTS * sizeof *counts);
    for (uint32_t i = 0; i < model->vertex_count; i++) {
        import_vertex *v = &model->vertices[i];
        if (v->joints[0] == IMPORT_RIG_NONE || v->weights[0] == 0) bind_vertex(v, rig, bind);
        if (v->joints[0] < rig->count) counts[v->joints[0]]++;
    }
}

void pack_bones_keep(import_model *model, uint32_t most) {
    for (uint32_t i = 0; i < model->vertex_count; i++) {
        import_vertex *v = &model->vertices[i];
        double weights[4];
        for (uint32_t k = 0; k < 4; k++) weights[k] = k < most ? v->weights[k] : 0;
        if (most == 1 && v->weights[0] > 0) weights[0] = 1;
        import_weights_to_bytes(weights, v->weights);
        for (uint32_t k = 0; k < 4; k++)
            if (v->weights[k] == 0 && k > 0) v->joints[k] = 0;
    }
}
