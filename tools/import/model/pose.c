/* Poses of a scene: channels sampled, nodes put together, vertices morphed and skinned. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tools/import/base/angle.h"
#include "tools/import/model/scene.h"

#if defined(__clang__)
#pragma STDC FP_CONTRACT OFF
#endif

/* ---- matrices ---- */

void import_matrix_identity(double to[12]) {
    for (int i = 0; i < 12; i++) to[i] = i % 5 == 0 ? 1 : 0;
}

void import_matrix_multiply(const double a[12], const double b[12], double to[12]) {
    double product[12];
    for (int row = 0; row < 3; row++) {
        for (int column = 0; column < 4; column++) {
            double sum = column == 3 ? a[row * 4 + 3] : 0;
            for (int k = 0; k < 3; k++) sum += a[row * 4 + k] * b[k * 4 + column];
            product[row * 4 + column] = sum;
        }
    }
    memcpy(to, product, sizeof product);
}

void import_matrix_from_parts(const double t[3], const double q[4], const double s[3], double to[12]) {
    double x = q[0], y = q[1], z = q[2], w = q[3];
    const double rotation[9] = {
        1 - 2 * (y * y + z * z), 2 * (x * y - w * z),     2 * (x * z + w * y),
        2 * (x * y + w * z),     1 - 2 * (x * x + z * z), 2 * (y * z - w * x),
        2 * (x * z - w * y),     2 * (y * z + w * x),     1 - 2 * (x * x + y * y),
    };
    for (int row = 0; row < 3; row++) {
        for (int column = 0; column < 3; column++)
            to[row * 4 + column] = rotation[row * 3 + column] * s[column];
        to[row * 4 + 3] = t[row];
    }
}

/* The quaternion of a rotation matrix whose columns have unit length (Shepperd 1978). */
static void quaternion_of(const double m[3][3], double q[4]) {
    double trace = m[0][0] + m[1][1] + m[2][2], length = 0;
    int largest = m[0][0] > m[1][1] ? (m[0][0] > m[2][2] ? 0 : 2) : m[1][1] > m[2][2] ? 1 : 2;
    if (trace > m[largest][largest]) {
        q[3] = 1 + trace;
        q[0] = m[2][1] - m[1][2];
        q[1] = m[0][2] - m[2][0];
        q[2] = m[1][0] - m[0][1];
    } else {
        int i = largest, j = (i + 1) % 3, k = (i + 2) % 3;
        q[i] = 1 + m[i][i] - m[j][j] - m[k][k];
        q[j] = m[j][i] + m[i][j];
        q[k] = m[k][i] + m[i][k];
        q[3] = m[k][j] - m[j][k];
    }
    for (int i = 0; i < 4; i++) length += q[i] * q[i];
    length = sqrt(length);
    for (int i = 0; i < 4; i++) q[i] /= length;
}

void import_rotation_from_degrees(const double angles[3], double q[4]) {
    double s[3], c[3];
    for (int k = 0; k < 3; k++) {
        double half = fmod(angles[k], 720) * (IMPORT_PI / 360);
        s[k] = import_sin(half);
        c[k] = import_cos(half);
    }
    q[0] = s[0] * c[1] * c[2] - c[0] * s[1] * s[2];
    q[1] = c[0] * s[1] * c[2] + s[0] * c[1] * s[2];
    q[2] = c[0] * c[1] * s[2] - s[0] * s[1] * c[2];
    q[3] = c[0] * c[1] * c[2] + s[0] * s[1] * s[2];
}

bool import_matrix_to_parts(const double m[12], double translation[3], double rotation[4], double scale[3]) {
    double turn[3][3];
    for (int c = 0; c < 3; c++) {
        double square = 0;
        for (int r = 0; r < 3; r++) square += m[4 * r + c] * m[4 * r + c];
        scale[c] = sqrt(square);
        translation[c] = m[4 * c + 3];
        if (!(scale[c] > 1e-9)) return false;
        for (int r = 0; r < 3; r++) turn[r][c] = m[4 * r + c] / scale[c];
    }
    double determinant = 0;
    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        determinant += turn[0][i] * (turn[1][j] * turn[2][k] - turn[1][k] * turn[2][j]);
    }
    quaternion_of((const double(*)[3])turn, rotation);
    return determinant > 0;
}

/* The cofactors of the left 3x3, that is the inverse transposed times the determinant. Returns the determinant. */
static double cofactors(const double m[12], double to[9]) {
    for (int row = 0; row < 3; row++) {
        for (int column = 0; column < 3; column++) {
            int r = (row + 1) % 3, rr = (row + 2) % 3, c = (column + 1) % 3, cc = (column + 2) % 3;
            to[row * 3 + column] = m[r * 4 + c] * m[rr * 4 + cc] - m[r * 4 + cc] * m[rr * 4 + c];
        }
    }
    return m[0] * to[0] + m[1] * to[1] + m[2] * to[2];
}

bool import_matrix_invert(const double a[12], double to[12]) {
    double factors[9], inverse[12];
    double determinant = cofactors(a, factors);
    if (!(determinant != 0) || !isfinite(1 / determinant)) {
        import_matrix_identity(to);
        return false;
    }
    for (int row = 0; row < 3; row++) {
        for (int column = 0; column < 3; column++)
            inverse[row * 4 + column] = factors[column * 3 + row] / determinant;
        inverse[row * 4 + 3] =
            -(inverse[row * 4] * a[3] + inverse[row * 4 + 1] * a[7] + inverse[row * 4 + 2] * a[11]);
    }
    memcpy(to, inverse, sizeof inverse);
    return true;
}

/* ---- channels ---- */

/* Brings a quaternion to unit length; a quaternion of no length becomes no turn. */
static void unit_rotation(double q[4]) {
    double square = q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3];
    double length = sqrt(square);
    if (!(length > 1e-30) || !isfinite(length)) {
        q[0] = q[1] = q[2] = 0;
        q[3] = 1;
        return;
    }
    for (int k = 0; k < 4; k++) q[k] /= length;
}

static void slerp(const double a[4], const double b[4], double u, double to[4]) {
    double dot = a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3];
    double sign = dot < 0 ? -1 : 1;
    double difference = 0, from = 1 - u, towards = u;
    dot *= sign;
    for (int k = 0; k < 4; k++) difference += (a[k] - sign * b[k]) * (a[k] - sign * b[k]);
    if (difference > 1e-12) {
        /* half the angle from half the chord, which keeps its digits for small angles */
        double half = sqrt(difference) / 2;
        double angle = 2 * import_atan2(half, sqrt(half < 1 ? 1 - half * half : 0));
        from = import_sin(from * angle) / import_sin(angle);
        towards = import_sin(towards * angle) / import_sin(angle);
    }
    for (int k = 0; k < 4; k++) to[k] = from * a[k] + towards * sign * b[k];
    unit_rotation(to);
}

/* The key at or before `time`, 0 when there is none; *u is the fraction of the way to the next key. */
static uint32_t find_key(const import_channel *channel, double time, double *u) {
    uint32_t low = 0, high = channel->key_count;
    while (high - low > 1) { /* times[low] <= time, or low is 0; times[high] > time, or high is the end */
        uint32_t middle = low + (high - low) / 2;
        if ((double)channel->times[middle] <= time) {
            low = middle;
        } else {
            high = middle;
        }
    }
    *u = 0;
    if (low + 1 < channel->key_count && (double)channel->times[low] < time) {
        double start = (double)channel->times[low], length = (double)channel->times[low + 1] - start;
        if (length > 0) *u = (time - start) / length;
    }
    return low;
}

void import_channel_at(const import_channel *channel, double time, double *value) {
    double u, rotation[2][4];
    uint32_t key = find_key(channel, time, &u), width = channel->width;
    size_t stride = channel->sampling == IMPORT_CUBIC ? 3 * (size_t)width : width;
    const float *here = channel->values + key * stride;
    const float *next = u > 0 ? here + stride : here;
    if (channel->sampling == IMPORT_CUBIC) {
        double step = u > 0 ? (double)channel->times[key + 1] - (double)channel->times[key] : 0;
        double u2 = u * u, u3 = u2 * u;
        for (uint32_t k = 0; k < width; k++) {
            double value_0 = (double)here[width + k], out_0 = (double)here[2 * width + k] * step;
            double value_1 = (double)next[width + k], in_1 = (double)next[k] * step;
            value[k] = (2 * u3 - 3 * u2 + 1) * value_0 + (u3 - 2 * u2 + u) * out_0 +
                       (3 * u2 - 2 * u3) * value_1 + (u3 - u2) * in_1;
        }
    } else if (channel->path == IMPORT_ROTATION && channel->sampling == IMPORT_LINEAR) {
        for (int k = 0; k < 4; k++) {
            rotation[0][k] = (double)here[k];
            rotation[1][k] = (double)next[k];
        }
        unit_rotation(rotation[0]);
        unit_rotation(rotation[1]);
        slerp(rotation[0], rotation[1], u, value);
    } else {
        if (channel->sampling == IMPORT_STEP) u = 0;
        for (uint32_t k = 0; k < width; k++) value[k] = (1 - u) * (double)here[k] + u * (double)next[k];
    }
    if (channel->path == IMPORT_ROTATION) unit_rotation(value);
}

/* ---- poses ---- */

void import_pose_free(import_pose *pose) {
    for (uint32_t i = 0; pose->weights != NULL && i < pose->node_count; i++) free(pose->weights[i]);
    free(pose->weights);
    free(pose->world);
    memset(pose, 0, sizeof *pose);
}

static bool rest_weights(const import_scene *scene, import_pose *pose) {
    for (uint32_t i = 0; i < scene->node_count; i++) {
        const import_node *node = &scene->nodes[i];
        if (node->mesh < 0 || scene->meshes[node->mesh].morph_count == 0) continue;
        const import_mesh *mesh = &scene->meshes[node->mesh];
        const float *weights = node->weights != NULL ? node->weights : mesh->weights;
        pose->weights[i] = calloc(mesh->morph_count, sizeof **pose->weights);
        if (pose->weights[i] == NULL) return false;
        for (uint32_t k = 0; weights != NULL && k < mesh->morph_count; k++)
            pose->weights[i][k] = (double)weights[k];
    }
    return true;
}

static void apply_channel(const import_channel *channel, double time, import_pose *pose, import_node *nodes) {
    import_node *node = &nodes[channel->node];
    switch (channel->path) {
    case IMPORT_TRANSLATION:
        import_channel_at(channel, time, node->translation);
        break;
    case IMPORT_ROTATION:
        import_channel_at(channel, time, node->rotation);
        break;
    case IMPORT_SCALE:
        import_channel_at(channel, time, node->scale);
        break;
    case IMPORT_WEIGHTS:
        if (pose->weights[channel->node] != NULL)
            import_channel_at(channel, time, pose->weights[channel->node]);
        return;
    }
    node->has_matrix = false;
}

bool import_pose_make(const import_scene *scene, const import_animation *animation, double time,
                      import_pose *pose, tool_error *error) {
    size_t count = scene->node_count;
    import_node *nodes = malloc((count + 1) * sizeof *nodes);
    memset(pose, 0, sizeof *pose);
    pose->node_count = scene->node_count;
    pose->world = malloc((count + 1) * sizeof *pose->world);
    pose->weights = calloc(count + 1, sizeof *pose->weights);
    bool ok = nodes != NULL && pose->world != NULL && pose->weights != NULL && rest_weights(scene, pose);
    if (ok) {
        if (count > 0) memcpy(nodes, scene->nodes, count * sizeof *nodes);
        for (uint32_t i = 0; animation != NULL && i < animation->channel_count; i++)
            apply_channel(&animation->channels[i], time, pose, nodes);
        for (uint32_t i = 0; i < scene->node_count; i++) {
            const import_node *node = &nodes[i];
            double local[12];
            if (node->has_matrix) {
                memcpy(local, node->matrix, sizeof local);
            } else {
                import_matrix_from_parts(node->translation, node->rotation, node->scale, local);
            }
            if (node->parent >= 0) import_matrix_multiply(pose->world[node->parent], local, local);
            memcpy(pose->world[i], local, sizeof local);
        }
    }
    free(nodes);
    if (ok) return true;
    import_pose_free(pose);
    return import_error_memory(error, NULL);
}

void import_pose_skin(const import_pose *pose, const import_skin *skin, double (*matrices)[12]) {
    for (uint32_t i = 0; i < skin->joint_count; i++)
        import_matrix_multiply(pose->world[skin->joints[i]], skin->inverse_bind[i], matrices[i]);
}

/* ---- vertices ---- */

static void move_point(const double m[12], const double p[3], double to[3]) {
    for (int row = 0; row < 3; row++)
        to[row] = m[row * 4] * p[0] + m[row * 4 + 1] * p[1] + m[row * 4 + 2] * p[2] + m[row * 4 + 3];
}

static void unit_normal(double n[3]) {
    double length = sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
    for (int k = 0; k < 3; k++) n[k] = length > 1e-300 ? n[k] / length : k == 1 ? 1 : 0;
}

/* A normal moves with the inverse transposed, which the cofactors are but for their sign and length. */
void import_matrix_normal(const double m[12], const double n[3], double to[3]) {
    double factors[9];
    double sign = cofactors(m, factors) < 0 ? -1 : 1;
    for (int row = 0; row < 3; row++)
        to[row] =
            sign * (factors[row * 3] * n[0] + factors[row * 3 + 1] * n[1] + factors[row * 3 + 2] * n[2]);
    unit_normal(to);
}

void import_pose_morph(const import_primitive *primitive, uint32_t vertex, const double *weights,
                       uint32_t count, double position[3], double normal[3]) {
    for (int k = 0; k < 3; k++) {
        position[k] = (double)primitive->positions[vertex][k];
        normal[k] = primitive->normals != NULL ? (double)primitive->normals[vertex][k] : 0;
    }
    for (uint32_t i = 0; weights != NULL && primitive->morphs != NULL && i < count; i++) {
        const import_morph *morph = &primitive->morphs[i];
        if (weights[i] == 0) continue;
        for (int k = 0; k < 3; k++) {
            if (morph->positions != NULL) position[k] += weights[i] * (double)morph->positions[vertex][k];
            if (morph->normals != NULL) normal[k] += weights[i] * (double)morph->normals[vertex][k];
        }
    }
}

static void blend(const double (*joints)[12], const uint16_t index[4], const float weight[4], double to[12]) {
    memset(to, 0, 12 * sizeof *to);
    for (int i = 0; i < 4; i++) {
        if (weight[i] == 0) continue;
        for (int k = 0; k < 12; k++) to[k] += (double)weight[i] * joints[index[i]][k];
    }
}

bool import_pose_vertices(const import_scene *scene, const import_pose *pose, uint32_t node,
                          const import_primitive *primitive, double (*positions)[3], double (*normals)[3]) {
    const import_node *of = &scene->nodes[node];
    const import_skin *skin = of->skin >= 0 && primitive->joints != NULL ? &scene->skins[of->skin] : NULL;
    double(*joints)[12] = NULL, identity[12];
    import_matrix_identity(identity);
    bool still = skin == NULL && primitive->morphs == NULL &&
                 memcmp(pose->world[node], identity, sizeof identity) == 0;
    if (skin != NULL) {
        joints = malloc(((size_t)skin->joint_count + 1) * sizeof *joints);
        if (joints == NULL) return false;
        import_pose_skin(pose, skin, joints);
    }
    for (uint32_t v = 0; v < primitive->vertex_count; v++) {
        double position[3], normal[3], matrix[12];
        import_pose_morph(primitive, v, pose->weights[node],
                          of->mesh < 0 ? 0 : scene->meshes[of->mesh].morph_count, position, normal);
        if (skin != NULL) {
            blend((const double(*)[12])joints, primitive->joints[v], primitive->weights[v], matrix);
        } else {
            memcpy(matrix, pose->world[node], sizeof matrix);
        }
        if (still) { /* an unmoved vertex stays as it is, to the bit */
            memcpy(positions[v], position, sizeof position);
            if (normals != NULL) memcpy(normals[v], normal, sizeof normal);
            continue;
        }
        move_point(matrix, position, positions[v]);
        if (normals != NULL && primitive->normals != NULL) import_matrix_normal(matrix, normal, normals[v]);
    }
    free(joints);
    return true;
}
