/* Vertices of a scene bound to the joints of a rig. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tools/import/model/rig.h"

#if defined(__clang__)
#pragma STDC FP_CONTRACT OFF
#endif

uint32_t import_rig_joint_above(const import_rig *rig, const import_scene *scene, const import_rig *own,
                                uint32_t node) {
    for (int32_t at = (int32_t)node; at >= 0; at = scene->nodes[at].parent) {
        for (uint32_t i = 0; i < own->count; i++) {
            if (own->joints[i].node != at) continue;
            if (rig == own || (own->unnamed && own->count == rig->count)) return i;
        }
        for (uint32_t i = 0; i < rig->count && scene->nodes[at].name[0] != 0; i++) {
            if (rig != own && strcmp(rig->joints[i].name, scene->nodes[at].name) == 0) return i;
        }
    }
    return IMPORT_RIG_NONE;
}

/* ---- weights ---- */

void import_weights_to_bytes(const double weights[4], uint8_t bytes[4]) {
    double sum = 0, rest[4];
    int left = 255;
    memset(bytes, 0, 4);
    for (int i = 0; i < 4; i++) sum += weights[i] > 0 ? weights[i] : 0;
    if (!(sum > 0)) return;
    for (int i = 0; i < 4; i++) {
        double part = weights[i] > 0 ? weights[i] / sum * 255 : 0;
        bytes[i] = (uint8_t)floor(part);
        rest[i] = part - bytes[i];
        left -= bytes[i];
    }
    for (; left > 0; left--) {
        int most = 0;
        for (int i = 1; i < 4; i++) {
            if (rest[i] > rest[most]) most = i;
        }
        bytes[most]++;
        rest[most] = -1;
    }
}

/* Sorts the joints of a vertex, largest weight first. A joint that is named twice becomes one; joints of no
 * weight are dropped. */
static void put_weights(const uint32_t joints[4], const double weights[4], uint8_t to[4], uint8_t bytes[4]) {
    double sums[4] = {0, 0, 0, 0};
    uint32_t kinds[4] = {0, 0, 0, 0}, count = 0;
    for (int i = 0; i < 4; i++) {
        uint32_t k = 0;
        if (!(weights[i] > 0)) continue;
        while (k < count && kinds[k] != joints[i]) k++;
        if (k == count) kinds[count++] = joints[i];
        sums[k] += weights[i];
    }
    for (uint32_t i = 1; i < count; i++) { /* by insertion; of equal weights the lower joint first */
        for (uint32_t k = i;
             k > 0 && (sums[k] > sums[k - 1] || (sums[k] >= sums[k - 1] && kinds[k] < kinds[k - 1])); k--) {
            double sum = sums[k];
            uint32_t kind = kinds[k];
            sums[k] = sums[k - 1], kinds[k] = kinds[k - 1];
            sums[k - 1] = sum, kinds[k - 1] = kind;
        }
    }
    import_weights_to_bytes(sums, bytes);
    for (uint32_t i = 0; i < 4; i++) to[i] = (uint8_t)(i < count && bytes[i] > 0 ? kinds[i] : 0);
}

/* ---- vertices ---- */

/* The effect of a scene's joint on the vertices bound to it: its number in the rig, and the matrix from the
 * mesh's space to the bind pose. */
typedef struct influence {
    uint32_t joint;
    double to_bind[12];
} influence;

/* The node of the scene that stands for a joint of the rig: the highest node above `node` that leads to the
 * joint. */
static uint32_t node_of_joint(const import_scene *scene, uint32_t node, const import_rig *rig,
                              const import_rig *own, uint32_t joint) {
    uint32_t at = node;
    while (scene->nodes[at].parent >= 0 &&
           import_rig_joint_above(rig, scene, own, (uint32_t)scene->nodes[at].parent) == joint)
        at = (uint32_t)scene->nodes[at].parent;
    return at;
}

/* Sets the influence of a node; `source` takes the mesh into the node's space. A node below a joint of the rig
 * moves with the joint. */
static bool set_influence(const import_scene *scene, const import_pose *rest, uint32_t node,
                          const double source[12], const import_rig *rig, const import_rig *own,
                          influence *to) {
    double matrix[12], inverse[12], size = 1;
    to->joint = import_rig_joint_above(rig, scene, own, node);
    if (to->joint == IMPORT_RIG_NONE) {
        import_matrix_multiply(rest->world[node], source, to->to_bind);
        return true;
    }
    uint32_t at = node_of_joint(scene, node, rig, own, to->joint);
    memcpy(matrix, source, sizeof matrix);
    if (at != node) {
        if (!import_matrix_invert(rest->world[at], inverse)) return false;
        import_matrix_multiply(inverse, rest->world[node], inverse);
        import_matrix_multiply(inverse, source, matrix);
    }
    for (uint32_t i = 0; i < own->count; i++) {
        if (own->joints[i].node == (int32_t)at) size = own->joints[i].size;
    }
    for (int k = 0; k < 12; k++) matrix[k] *= size;
    import_matrix_multiply(rig->joints[to->joint].place, matrix, to->to_bind);
    return true;
}

static void move(const double m[12], const double p[3], double to[3]) {
    for (int r = 0; r < 3; r++)
        to[r] = m[4 * r] * p[0] + m[4 * r + 1] * p[1] + m[4 * r + 2] * p[2] + m[4 * r + 3];
}

static double between(const double a[3], const double b[3]) {
    double square = 0;
    for (int k = 0; k < 3; k++) square += (a[k] - b[k]) * (a[k] - b[k]);
    return sqrt(square);
}

static void bind_vertex(const influence *all, const uint16_t joints[4], const float weights[4],
                        const double position[3], const double *normal, uint32_t v, import_bound *bound) {
    double places[4][3], mixed[12] = {0}, sum = 0, numbers[4];
    uint32_t kinds[4];
    for (int i = 0; i < 4; i++) {
        const influence *one = &all[joints[i]];
        numbers[i] = weights[i] > 0 ? (double)weights[i] : 0;
        kinds[i] = one->joint;
        sum += numbers[i];
        if (numbers[i] <= 0) continue;
        move(one->to_bind, position, places[i]);
        for (int k = 0; k < 12; k++) mixed[k] += numbers[i] * one->to_bind[k];
        for (int before = 0; before < i; before++)
            if (numbers[before] > 0) bound->apart = fmax(bound->apart, between(places[i], places[before]));
    }
    for (int k = 0; k < 12 && sum > 0; k++) mixed[k] /= sum;
    if (!(sum > 0)) { /* all weights are 0: the first joint has the whole */
        numbers[0] = 1;
        memcpy(mixed, all[joints[0]].to_bind, sizeof mixed);
    }
    move(mixed, position, bound->positions[v]);
    if (normal != NULL) import_matrix_normal(mixed, normal, bound->normals[v]);
    put_weights(kinds, numbers, bound->joints[v], bound->weights[v]);
}

bool import_rig_bind(const char *file, const import_scene *scene, const import_pose *rest, uint32_t node,
                     const import_primitive *primitive, const import_rig *rig, const import_rig *own,
                     import_bound *bound, tool_error *error) {
    static const uint16_t first[4] = {0, 0, 0, 0};
    static const float whole[4] = {1, 0, 0, 0};
    const import_node *of = &scene->nodes[node];
    const import_skin *skin = of->skin >= 0 && primitive->joints != NULL ? &scene->skins[of->skin] : NULL;
    uint32_t count = skin == NULL ? 1 : skin->joint_count;
    influence *all = calloc((size_t)count + 1, sizeof *all);
    double identity[12];
    bool ok = all != NULL || import_error_memory(error, file);
    import_matrix_identity(identity);
    for (uint32_t i = 0; ok && i < count; i++) {
        uint32_t at = skin == NULL ? node : skin->joints[i];
        ok = set_influence(scene, rest, at, skin == NULL ? identity : skin->inverse_bind[i], rig, own,
                           &all[i]) ||
             import_error_file(error, file, "what hangs on node `%.60s` is flat; check its scale",
                               scene->nodes[at].name);
    }
    for (uint32_t v = 0; ok && v < primitive->vertex_count; v++) {
        double position[3], normal[3];
        import_pose_morph(primitive, v, rest->weights[node],
                          of->mesh < 0 ? 0 : scene->meshes[of->mesh].morph_count, position, normal);
        bind_vertex(all, skin == NULL ? first : primitive->joints[v],
                    skin == NULL ? whole : primitive->weights[v], position,
                    primitive->normals == NULL ? NULL : normal, v, bound);
    }
    free(all);
    return ok;
}
