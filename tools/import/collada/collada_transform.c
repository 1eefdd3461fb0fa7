/* The transforms of COLLADA nodes, one after the other. */
#include <math.h>
#include <string.h>

#include "tools/import/base/angle.h"
#include "tools/import/collada/collada_source.h"

#if defined(__clang__)
#pragma STDC FP_CONTRACT OFF
#endif

static const struct {
    const char *name;
    uint32_t count;
} kinds[] = {{"matrix", 16}, {"translate", 3}, {"rotate", 4}, {"scale", 3}, {"lookat", 9}, {"skew", 7}};
enum { KINDS = sizeof kinds / sizeof kinds[0] };

static int kind_of(const import_xml *element) {
    for (int i = 0; i < KINDS; i++) {
        if (strcmp(element->name, kinds[i].name) == 0) return i;
    }
    return -1;
}

bool collada_transforms(collada_source *source, const import_xml *node, collada_transform **list,
                        uint32_t *count) {
    uint32_t most = 0;
    *count = 0;
    for (const import_xml *at = node->first; at != NULL; at = at->next) most += kind_of(at) >= 0;
    *list = collada_take(source, node, most, sizeof **list);
    if (*list == NULL) return false;
    for (const import_xml *at = node->first; at != NULL; at = at->next) {
        int kind = kind_of(at);
        if (kind < 0) continue;
        collada_transform *to = &(*list)[(*count)++];
        *to = (collada_transform){
            .kind = (collada_transform_kind)kind, .element = at, .count = kinds[kind].count};
        if (!collada_exactly(source, at, to->count, to->values)) return false;
    }
    return true;
}

/* ---- matrices ---- */

static double length_of(const double v[3]) { return sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]); }

static void cross(const double a[3], const double b[3], double to[3]) {
    const double product[3] = {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2],
                               a[0] * b[1] - a[1] * b[0]};
    memcpy(to, product, sizeof product);
}

/* Brings a vector to unit length; false, and the vector as it was, when it has no length. */
static bool make_unit(double v[3]) {
    double length = length_of(v);
    if (!(length > 1e-12) || !isfinite(length)) return false;
    for (int k = 0; k < 3; k++) v[k] /= length;
    return true;
}

static void rotation(const double *v, double m[12]) {
    double axis[3] = {v[0], v[1], v[2]}, q[4] = {0, 0, 0, 1};
    const double none[3] = {0, 0, 0}, one[3] = {1, 1, 1};
    double half = fmod(v[3], 720) * (IMPORT_PI / 360);
    if (make_unit(axis)) {
        for (int k = 0; k < 3; k++) q[k] = axis[k] * import_sin(half);
        q[3] = import_cos(half);
    }
    import_matrix_from_parts(none, q, one, m);
}

/* The matrix of <lookat>, from eye, point of interest and up: the node's -Z looks at the point. */
static void lookat(const double *v, double m[12]) {
    double back[3], right[3], up[3] = {v[6], v[7], v[8]};
    for (int k = 0; k < 3; k++) back[k] = v[k] - v[3 + k];
    import_matrix_identity(m);
    if (make_unit(back)) {
        cross(up, back, right);
        if (make_unit(right)) {
            cross(back, right, up);
            for (int k = 0; k < 3; k++) {
                m[k * 4] = right[k];
                m[k * 4 + 1] = up[k];
                m[k * 4 + 2] = back[k];
            }
        }
    }
    for (int k = 0; k < 3; k++) m[k * 4 + 3] = v[k];
}

/* The matrix of <skew>, from the angle, the axis that is turned and the axis along which it turns: x +
 * tan(angle) * (x . across) * along, as RenderMan has it. */
static void skew(const double *v, double m[12]) {
    double turned[3] = {v[1], v[2], v[3]}, along[3] = {v[4], v[5], v[6]}, across[3], dot = 0;
    double angle = fmod(v[0], 360) * (IMPORT_PI / 180), cosine = import_cos(angle);
    import_matrix_identity(m);
    if (!make_unit(turned) || !make_unit(along) || fabs(cosine) < 1e-6) return;
    for (int k = 0; k < 3; k++) dot += turned[k] * along[k];
    for (int k = 0; k < 3; k++) across[k] = turned[k] - dot * along[k];
    if (!make_unit(across)) return;
    for (int row = 0; row < 3; row++) {
        for (int column = 0; column < 3; column++)
            m[row * 4 + column] += import_sin(angle) / cosine * along[row] * across[column];
    }
}

static void matrix_of(const collada_transform *t, double m[12]) {
    const double *v = t->values;
    import_matrix_identity(m);
    switch (t->kind) {
    case COLLADA_MATRIX:
        memcpy(m, v, 12 * sizeof *m);
        break;
    case COLLADA_TRANSLATE:
        for (int k = 0; k < 3; k++) m[k * 4 + 3] = v[k];
        break;
    case COLLADA_ROTATE:
        rotation(v, m);
        break;
    case COLLADA_SCALE:
        for (int k = 0; k < 3; k++) m[k * 5] = v[k];
        break;
    case COLLADA_LOOKAT:
        lookat(v, m);
        break;
    case COLLADA_SKEW:
        skew(v, m);
        break;
    }
}

void collada_compose(const collada_transform *list, uint32_t count, double m[12]) {
    import_matrix_identity(m);
    for (uint32_t i = 0; i < count; i++) {
        double next[12];
        matrix_of(&list[i], next);
        import_matrix_multiply(m, next, m);
    }
}
