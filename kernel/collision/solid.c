/* What separates two boxes or hulls. */
#include "kernel/collision/solid_internal.h"

#include "fixedmath/root.h"

/* A box as a hull: corner k has bit 0 for +x, bit 1 for +y, bit 2 for +z; faces are +x, -x, +y, -y, +z, -z. */
static const uint8_t box_loops[6][4] = {{1, 3, 7, 5}, {0, 4, 6, 2}, {2, 6, 7, 3},
                                        {0, 1, 5, 4}, {4, 5, 7, 6}, {0, 2, 3, 1}};

/* Edges: corner, corner, the face whose loop goes from the first to the second, the other face. */
static const uint8_t box_edges[12][4] = {{1, 3, 0, 5}, {3, 7, 0, 2}, {7, 5, 0, 4}, {5, 1, 0, 3},
                                         {0, 4, 1, 3}, {4, 6, 1, 4}, {6, 2, 1, 2}, {2, 0, 1, 5},
                                         {6, 7, 2, 4}, {3, 2, 2, 5}, {0, 1, 3, 5}, {5, 4, 3, 4}};

/* An edge axis has to be better than the best face by 1 % of its depth and by half a millimetre. */
enum { EDGE_HANDICAP = 33, FACE_HANDICAP = 33 };

/* Squared sine below which edges count as parallel: 2^-10. */
#define PARALLEL (Q30_ONE >> 10)

vec3 solid_cross(dir30 a, vec3 b) {
    return (vec3){fx_sat64(fx_rshr64(fx_wrap_sub64(fx_wide(a.y, b.z), fx_wide(a.z, b.y)), 30)),
                  fx_sat64(fx_rshr64(fx_wrap_sub64(fx_wide(a.z, b.x), fx_wide(a.x, b.z)), 30)),
                  fx_sat64(fx_rshr64(fx_wrap_sub64(fx_wide(a.x, b.y), fx_wide(a.y, b.x)), 30))};
}

q30 solid_part(int64_t part, int64_t span) {
    while (span > INT32_MAX) {
        span = fx_sra64(span, 4);
        part = fx_sra64(part, 4);
    }
    if (span <= 0) return 0;
    const int64_t q = (part * Q30_ONE + span / 2) / span;
    return q > Q30_ONE ? Q30_ONE : q < 0 ? 0 : (q30)q;
}

/* ---- solids ---- */

void ox_solid_open(ox_solid *s, const ox_shape *shape, const rig34 *pose, vec3 base) {
    s->base = base;
    s->centre = v3_sub(pose->t, base);
    s->pose = pose;
    s->half = shape->half;
    s->hull = shape->kind == OX_SHAPE_HULL ? shape->data.hull : NULL;
    if (s->hull != NULL) {
        s->face_count = s->hull->face_count;
        s->point_count = s->hull->point_count;
        for (uint32_t i = 0; i < s->point_count; i++)
            s->points[i] = v3_add(s->centre, rig34_direction(pose, s->hull->points[i]));
        return;
    }
    s->face_count = 6;
    s->point_count = 8;
    const vec3 x = v3_scale_dir30(rot33_axis(&pose->r, 0), s->half.x),
               y = v3_scale_dir30(rot33_axis(&pose->r, 1), s->half.y),
               z = v3_scale_dir30(rot33_axis(&pose->r, 2), s->half.z);
    const vec3 sums[4] = {v3_neg(v3_add(x, y)), v3_sub(x, y), v3_sub(y, x), v3_add(x, y)};
    for (uint32_t i = 0; i < 8; i++) {
        const vec3 p = v3_add(s->centre, sums[i & 3]);
        s->points[i] = (i & 4) != 0 ? v3_add(p, z) : v3_sub(p, z);
    }
}

dir30 ox_solid_normal(const ox_solid *s, uint32_t face) {
    if (s->hull != NULL) return rot33_apply_dir30(&s->pose->r, s->hull->planes[face].n);
    const dir30 n = rot33_axis(&s->pose->r, (int)(face >> 1));
    return (face & 1) != 0 ? dir30_neg(n) : n;
}

static const uint8_t *loop_of(const ox_solid *s, uint32_t face, uint32_t *count) {
    if (s->hull == NULL) {
        *count = 4;
        return box_loops[face];
    }
    const uint32_t first = s->hull->first[face];
    *count = (uint32_t)(s->hull->first[face + 1] - first);
    return s->hull->loops + first;
}

vec3 ox_solid_on(const ox_solid *s, uint32_t face) {
    uint32_t count;
    return s->points[loop_of(s, face, &count)[0]];
}

void ox_solid_face_of(const ox_solid *s, uint32_t number, ox_solid_face *f) {
    const uint8_t *loop = loop_of(s, number, &f->count);
    if (f->count > OX_SOLID_CORNERS) f->count = OX_SOLID_CORNERS;
    f->normal = ox_solid_normal(s, number);
    for (uint32_t i = 0; i < f->count; i++) {
        f->corners[i] = loop[i];
        f->points[i] = s->points[loop[i]];
    }
}

uint32_t ox_solid_facing(const ox_solid *s, dir30 direction) {
    uint32_t best = 0;
    q30 most = 0;
    for (uint32_t i = 0; i < s->face_count; i++) {
        const q30 level = dir30_dot(ox_solid_normal(s, i), direction);
        if (i != 0 && level <= most) continue;
        most = level;
        best = i;
    }
    return best;
}

/* ---- two boxes ---- */

/* The one box in the frame of the other: Ericson 4.4.1. */
typedef struct pair {
    fx a[3], b[3]; /* half sides */
    int64_t t[3];  /* centre of B, seen from A */
    q30 r[3][3], abs[3][3];
    fx margin;
    fx apart;            /* of the best axis so far */
    uint32_t kind, i, j; /* which */
} pair;

static void spread_vector(fx out[3], vec3 v) {
    out[0] = v.x;
    out[1] = v.y;
    out[2] = v.z;
}

static int64_t magnitude(int64_t a) { return a < 0 ? -a : a; }

static bool try_face(pair *p, uint32_t kind, uint32_t i, int64_t along, int64_t reach, fx handicap) {
    const int64_t apart = fx_rshr64(magnitude(along) - reach, 30);
    if (apart > p->margin) return false;
    if (apart <= (int64_t)p->apart + handicap) return true;
    p->apart = (fx)apart;
    p->kind = kind;
    p->i = i;
    return true;
}

static bool try_faces(pair *p) {
    for (uint32_t i = 0; i < 3; i++) {
        int64_t reach = fx_wide(p->a[i], Q30_ONE);
        for (uint32_t j = 0; j < 3; j++) reach = fx_mad(reach, p->b[j], p->abs[i][j]);
        if (!try_face(p, OX_AXIS_FACE_A, i, p->t[i] * Q30_ONE, reach, 0)) return false;
    }
    for (uint32_t j = 0; j < 3; j++) {
        int64_t reach = fx_wide(p->b[j], Q30_ONE), along = 0;
        for (uint32_t i = 0; i < 3; i++) {
            reach = fx_mad(reach, p->a[i], p->abs[i][j]);
            along += p->t[i] * p->r[i][j];
        }
        const fx handicap = p->kind == OX_AXIS_FACE_A ? FACE_HANDICAP : 0;
        if (!try_face(p, OX_AXIS_FACE_B, j, along, reach, handicap)) return false;
    }
    return true;
}

/* Depths along axes that are not of unit length are too small, so an axis that does not win with its own length does not win at all. */
static bool try_edges(pair *p) {
    const fx face = p->apart;
    for (uint32_t i = 0; i < 3; i++) {
        for (uint32_t j = 0; j < 3; j++) {
            const uint32_t i1 = (i + 1) % 3, i2 = (i + 2) % 3, j1 = (j + 1) % 3, j2 = (j + 2) % 3;
            const q30 sine2 = Q30_ONE - q30_mul(p->r[i][j], p->r[i][j]);
            if (sine2 < PARALLEL) continue;
            const int64_t along = p->t[i2] * p->r[i1][j] - p->t[i1] * p->r[i2][j];
            const int64_t reach =
                fx_mad(fx_mad(fx_mad(fx_wide(p->a[i1], p->abs[i2][j]), p->a[i2], p->abs[i1][j]), p->b[j1],
                              p->abs[i][j2]),
                       p->b[j2], p->abs[i][j1]);
            int64_t apart = fx_rshr64(magnitude(along) - reach, 30);
            const int64_t best =
                p->kind == OX_AXIS_EDGES ? p->apart : face + magnitude(face) / 100 + EDGE_HANDICAP;
            if (apart <= best && apart <= p->margin && apart <= 0) continue;
            apart = apart * Q30_ONE / q30_sqrt(sine2);
            if (apart > p->margin) return false;
            if (apart <= best) continue;
            p->apart = (fx)apart;
            p->kind = OX_AXIS_EDGES;
            p->i = i;
            p->j = j;
        }
    }
    return true;
}

/* The edge along axis `i` of a box that lies farthest in a direction. */
static segment3 edge_along(const ox_solid *s, uint32_t i, dir30 direction, uint32_t *feature) {
    uint32_t corner = 0;
    for (uint32_t k = 0; k < 3; k++)
        if (k != i && dir30_dot(rot33_axis(&s->pose->r, (int)k), direction) > 0) corner |= 1u << k;
    *feature = corner | i << 3;
    return (segment3){s->points[corner], s->points[corner | 1u << i]};
}

static void settle_edges(const ox_solid *a, const ox_solid *b, const pair *p, ox_solid_axis *axis) {
    const dir30 da = rot33_axis(&a->pose->r, (int)p->i), db = rot33_axis(&b->pose->r, (int)p->j);
    dir30 n;
    uint32_t fa, fb;
    if (!v3_normalize_dir30(solid_cross(da, (vec3){db.x, db.y, db.z}), &n)) n = da;
    if (solid_wide_dot(n, v3_sub(a->centre, b->centre)) < 0) n = dir30_neg(n);
    axis->normal = n;
    axis->edge_a = edge_along(a, p->i, dir30_neg(n), &fa);
    axis->edge_b = edge_along(b, p->j, n, &fb);
    axis->feature = 0x4000u | fa << 5 | fb;
}

static bool separate_boxes(const ox_solid *a, const ox_solid *b, fx margin, ox_solid_axis *axis) {
    const rot33 back = rot33_transpose(&a->pose->r), r = rot33_mul(&back, &b->pose->r);
    const vec3 t = rot33_apply_inverse(&a->pose->r, v3_sub(b->centre, a->centre));
    pair p = {.margin = margin, .apart = FX_MIN / 2, .t = {t.x, t.y, t.z}};
    spread_vector(p.a, a->half);
    spread_vector(p.b, b->half);
    for (uint32_t i = 0; i < 3; i++)
        for (uint32_t j = 0; j < 3; j++) {
            p.r[i][j] = r.m[i][j];
            p.abs[i][j] = q30_abs(r.m[i][j]);
        }
    if (!try_faces(&p) || !try_edges(&p)) return false;
    *axis = (ox_solid_axis){.kind = p.kind, .apart = p.apart};
    if (p.kind == OX_AXIS_EDGES) {
        settle_edges(a, b, &p, axis);
    } else {
        const ox_solid *s = p.kind == OX_AXIS_FACE_A ? a : b;
        const vec3 to_other = v3_sub(s == a ? b->centre : a->centre, s->centre);
        const bool is_behind = solid_wide_dot(rot33_axis(&s->pose->r, (int)p.i), to_other) < 0;
        axis->face = p.i * 2 + is_behind;
    }
    return true;
}

/* ---- hulls ---- */

/* How far the nearest point of a solid lies before the plane through a point. */
fx ox_solid_before(const ox_solid *s, dir30 n, vec3 from) {
    fx least = FX_MAX;
    for (uint32_t i = 0; i < s->point_count; i++) {
        const fx d = solid_dot(n, v3_sub(s->points[i], from));
        if (d < least) least = d;
    }
    return least;
}

static bool try_hull_faces(const ox_solid *s, const ox_solid *other, ox_solid_axis_kind kind, fx margin,
                           fx handicap, ox_solid_axis *axis) {
    for (uint32_t i = 0; i < s->face_count; i++) {
        const dir30 n = ox_solid_normal(s, i);
        const fx apart = ox_solid_before(other, n, ox_solid_on(s, i));
        if (apart > margin) return false;
        if (apart <= (int64_t)axis->apart + handicap) continue;
        axis->apart = apart;
        axis->kind = kind;
        axis->face = i;
    }
    return true;
}

const uint8_t *ox_solid_edges(const ox_solid *s, uint32_t *count) {
    *count = s->hull == NULL ? 12 : s->hull->edge_count;
    return s->hull == NULL ? box_edges[0] : s->hull->edges;
}

static dir30 crossed(dir30 a, dir30 b) {
    const vec3 c = solid_cross(a, (vec3){b.x, b.y, b.z});
    return (dir30){c.x, c.y, c.z};
}

/* The arc between the normals of the two faces at an edge, on the sphere of directions. */
typedef struct arc {
    dir30 from, to, across;
} arc;

static arc arc_of(const ox_solid *s, const uint8_t *edge) {
    const dir30 from = ox_solid_normal(s, edge[2]), to = ox_solid_normal(s, edge[3]);
    return (arc){from, to, crossed(to, from)};
}

/* Whether the arcs at two edges cross, the second one turned about, so that the edges make a face of the difference of both bodies (Gregorius 2013). */
static bool crosses_edge(const arc *a, const ox_solid *s, const uint8_t *edge) {
    const dir30 c = dir30_neg(ox_solid_normal(s, edge[2])), d = dir30_neg(ox_solid_normal(s, edge[3]));
    const q30 cba = dir30_dot(c, a->across), dba = dir30_dot(d, a->across);
    if ((cba < 0) == (dba < 0)) return false;
    const dir30 dc = crossed(d, c);
    const q30 adc = dir30_dot(a->from, dc), bdc = dir30_dot(a->to, dc);
    return (adc < 0) != (bdc < 0) && (cba < 0) == (bdc < 0);
}

static bool try_hull_edge(const ox_solid *a, const uint8_t *ea, const ox_solid *b, const uint8_t *eb,
                          fx margin, fx best, ox_solid_axis *axis) {
    const dir30 a1 = ox_solid_normal(a, ea[2]), a2 = ox_solid_normal(a, ea[3]),
                b1 = ox_solid_normal(b, eb[2]), b2 = ox_solid_normal(b, eb[3]);
    const segment3 sa = {a->points[ea[0]], a->points[ea[1]]}, sb = {b->points[eb[0]], b->points[eb[1]]};
    dir30 da, db, n;
    if (!v3_normalize_dir30(v3_sub(sa.to, sa.from), &da) || !v3_normalize_dir30(v3_sub(sb.to, sb.from), &db))
        return true;
    const vec3 across = solid_cross(da, (vec3){db.x, db.y, db.z});
    if ((v3_len2(across) >> 40) < ((uint64_t)1 << 10) || !v3_normalize_dir30(across, &n)) return true;
    /* Out of A, as its faces there are; the origin of a hull need not lie in it. Into B, or the arcs met at a face's normal that rounding had on the other side. */
    if ((int64_t)dir30_dot(n, a1) + dir30_dot(n, a2) < 0) n = dir30_neg(n);
    if ((int64_t)dir30_dot(n, b1) + dir30_dot(n, b2) > 0) return true;
    const fx apart = solid_dot(n, v3_sub(sb.from, sa.from));
    if (apart > margin) return false;
    if (apart <= best || (axis->kind == OX_AXIS_EDGES && apart <= axis->apart)) return true;
    axis->apart = apart;
    axis->kind = OX_AXIS_EDGES;
    axis->normal = dir30_neg(n);
    axis->edge_a = sa;
    axis->edge_b = sb;
    return true;
}

static bool separate_hulls(const ox_solid *a, const ox_solid *b, fx margin, ox_solid_axis *axis) {
    *axis = (ox_solid_axis){.apart = FX_MIN / 2};
    if (!try_hull_faces(a, b, OX_AXIS_FACE_A, margin, 0, axis) ||
        !try_hull_faces(b, a, OX_AXIS_FACE_B, margin, FACE_HANDICAP, axis))
        return false;
    const fx best = axis->apart + fx_abs(axis->apart) / 100 + EDGE_HANDICAP;
    uint32_t count_a, count_b;
    const uint8_t *edges_a = ox_solid_edges(a, &count_a), *edges_b = ox_solid_edges(b, &count_b);
    for (uint32_t i = 0; i < count_a; i++) {
        const arc arc_a = arc_of(a, edges_a + 4 * i);
        for (uint32_t j = 0; j < count_b; j++) {
            const fx before = axis->apart;
            if (!crosses_edge(&arc_a, b, edges_b + 4 * j)) continue;
            if (!try_hull_edge(a, edges_a + 4 * i, b, edges_b + 4 * j, margin, best, axis)) return false;
            if (axis->apart != before) axis->feature = 0x4000u | i << 7 | j;
        }
    }
    return true;
}

bool ox_solid_separate(const ox_solid *a, const ox_solid *b, fx margin, ox_solid_axis *axis) {
    return a->hull == NULL && b->hull == NULL ? separate_boxes(a, b, margin, axis)
                                              : separate_hulls(a, b, margin, axis);
}
