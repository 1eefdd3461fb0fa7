/* Skinning in fixed point. */
#include "kernel/animation/skin.h"

#include <string.h>

#include "fixedmath/matrix.h"
#include "fixedmath/root.h"
#include "fixedmath/transform.h"
#include "raster/hot.h"
#include "rom/chunks.h"

/* Loops over vertices multiply long: where code is short Thumb, which has no such instruction, they are compiled as ARM, which has. */
#if defined(RS_HOT_SECTION) && defined(__GNUC__)
#define LONG_LOOP __attribute__((target("arm"), noinline))
#else
#define LONG_LOOP
#endif

enum {
    FARTHEST = 4096 * 65536,
    STEEPEST = 256 * 65536
};                             /* bounds that keep sums of weighted products within 64 bits */
enum { NEARLY = 65536 / 512 }; /* scale that changes no normal of 8 bits by half a step */

/* What a short matrix makes of a vertex is below 2^SHORT_BITS, so that 32 bits hold it once it is shifted down, and 64 bits the difference of two of them times a
 * weight before: 1 + SHORT_BITS + SHORT_SHIFT + 16 is below 63. */
enum { SHORT_BITS = 20, SHORT_SHIFT = 25 };

/* The matrix of a joint for this mesh: from the mesh's numbers to the posed mesh's, 2^shift times too large. */
typedef struct joint_row {
    int64_t move; /* Q16 */
    fx turn[3];
} joint_row;

typedef struct joint_matrix {
    joint_row row[3];
    bool unit;     /* lengths of normals stay */
    bool is_short; /* no vertex leaves SHORT_BITS bits of the posed mesh's numbers */
} joint_matrix;

/* How a joint of a skin that turns has moved since the mesh was bound. */
typedef struct joint_turn {
    dualquat move;
    fx size;
} joint_turn;

typedef struct skinning {
    const joint_matrix *matrices;
    const joint_turn *turns; /* NULL: matrices are blended */
    const rs_mesh *mesh, *posed;
    const int16_t *position;
    const int8_t *normal; /* NULL: none */
    int16_t *to;
    int8_t *normal_to;
    const uint8_t *data;
    int shift;
    bool is_short; /* every matrix is short and keeps lengths */
    int32_t
        limit[3]; /* positions are held within: whatever reach an image tells, all are inside of the sphere */
} skinning;

bool ox_skin_open(ox_skin *skin, const uint8_t *chunk, const uint8_t *skeleton, const rs_mesh *mesh) {
    *skin = (ox_skin){chunk, skeleton, mesh, 0};
    const uint8_t *row = chunk + rom_u32(chunk + ROM_SKIN_JOINTS_AT);
    uint32_t joints = rom_u32(chunk + ROM_SKIN_JOINT_COUNT);
    for (uint32_t i = 0; i < joints; i++, row += ROM_SKIN_JOINT_SIZE) {
        if (row[ROM_SKIN_JOINT_JOINT] >= ox_pose_joints(skeleton) &&
            row[ROM_SKIN_JOINT_JOINT] != OX_JOINT_NONE)
            return false;
    }
    return rom_u32(chunk + ROM_SKIN_SKELETON_HASH) == rom_u32(skeleton + ROM_SKELETON_HASH) &&
           rom_u32(chunk + ROM_SKIN_VERTICES) == mesh->vertex_count;
}

static bool is_turning(const ox_skin *skin) {
    return !ROM_SMALL_PLAYER && rom_has(skin->skin, ROM_SKIN_FLAGS) &&
           (rom_u32(skin->skin + ROM_SKIN_FLAGS) & ROM_SKIN_TURNS) != 0;
}

size_t ox_skin_bytes(const ox_skin *skin, bool faces, size_t *passing) {
    const rs_mesh *mesh = skin->mesh;
    size_t vertices = mesh->vertex_count, joints = rom_u32(skin->skin + ROM_SKIN_JOINT_COUNT);
    *passing = joints * (sizeof(joint_matrix) + (is_turning(skin) ? sizeof(joint_turn) : 0)) + 16;
    return vertices * 6 + (mesh->normals != NULL ? vertices * 4 : 0) +
           (faces ? (size_t)mesh->triangle_count * 4 : 0) + 12 + *passing;
}

/* ---- matrices ---- */

LONG_LOOP mat34 ox_skin_matrix(const ox_skin *skin, const sqt *global, uint32_t joint) {
    if (joint >= ox_pose_joints(skin->skeleton)) return m34_identity();
    const uint8_t *inverse = skin->skeleton + rom_u32(skin->skeleton + ROM_SKELETON_JOINTS_AT) +
                             (size_t)joint * ROM_JOINT_SIZE + ROM_JOINT_INVERSE;
    const sqt *now = &global[joint];
    rot33 turn = q4_to_rot33(now->q);
    const fx place[3] = {now->t.x, now->t.y, now->t.z};
    mat34 out;
    for (int column = 0; column < 4; column++) {
        const fx x = (fx)rom_u32(inverse + 4 * column), y = (fx)rom_u32(inverse + 16 + 4 * column),
                 z = (fx)rom_u32(inverse + 32 + 4 * column);
        for (int row = 0; row < 3; row++) {
            const int64_t sum = fx_sra64((int64_t)turn.m[row][0] * x, 2) + /* Q2.30 times Q16.16 */
                                fx_sra64((int64_t)turn.m[row][1] * y, 2) +
                                fx_sra64((int64_t)turn.m[row][2] * z, 2);
            fx value = fx_sat64(fx_rshr64(sum, 28));
            if (now->s != FX_ONE) value = fx_muls(value, now->s);
            out.m[row][column] =
                column == 3 ? fx_adds(value, place[row]) : fx_clamp(value, -STEEPEST, STEEPEST);
        }
    }
    return out;
}

/* ---- bounds ---- */

static void widen_box(vec3 *low, vec3 *high, vec3 at, fx reach) {
    *low = v3_min(*low, v3_subs(at, (vec3){reach, reach, reach}));
    *high = v3_max(*high, v3_adds(at, (vec3){reach, reach, reach}));
}

/* Offset, exponent and sphere: each vertex lies between where its joints take it, and a joint takes none further than its reach. */
static void set_bounds(const ox_skin *skin, const sqt *global, rs_mesh *posed, int32_t limit[3]) {
    const uint8_t *row = skin->skin + rom_u32(skin->skin + ROM_SKIN_JOINTS_AT);
    vec3 low = {FX_MAX, FX_MAX, FX_MAX}, high = {-FX_MAX, -FX_MAX, -FX_MAX};
    for (uint32_t i = 0; i < rom_u32(skin->skin + ROM_SKIN_JOINT_COUNT); i++, row += ROM_SKIN_JOINT_SIZE) {
        uint32_t joint = row[ROM_SKIN_JOINT_JOINT];
        fx reach = fx_adds((fx)rom_u32(row + ROM_SKIN_JOINT_REACH), skin->slack);
        if (joint == OX_JOINT_NONE)
            widen_box(&low, &high, V3_ZERO, reach);
        else
            widen_box(&low, &high, global[joint].t, fx_muls(reach, global[joint].s));
    }
    low = v3_max(low, (vec3){-FARTHEST, -FARTHEST, -FARTHEST});
    high = v3_min(high, (vec3){FARTHEST, FARTHEST, FARTHEST});
    high = v3_max(low, high);
    vec3 half = {(high.x - low.x) / 2 + 16, (high.y - low.y) / 2 + 16, (high.z - low.z) / 2 + 16};
    fx most = fx_max(half.x, fx_max(half.y, half.z));
    posed->offset = posed->centre = (vec3){low.x + half.x - 16, low.y + half.y - 16, low.z + half.z - 16};
    posed->exponent = 0;
    while (most > 32767 << posed->exponent)
        posed->exponent++; /* at most 15: nothing is further than 4096 m */
    const fx halves[3] = {half.x, half.y, half.z};
    for (int k = 0; k < 3; k++) limit[k] = fx_min(32767, (halves[k] >> posed->exponent) + 1);
    posed->radius = fx_adds(v3_length(half), (2 << posed->exponent) + 2);
}

/* p' = (K (offset + p 2^e) - offset') / 2^e', as (turn p + move) / 2^(16 + e' - e). */
LONG_LOOP static void fold_matrix(const mat34 *k, const rs_mesh *mesh, const rs_mesh *posed,
                                  joint_matrix *matrix) {
    const fx from[3] = {mesh->offset.x, mesh->offset.y, mesh->offset.z},
             to[3] = {posed->offset.x, posed->offset.y, posed->offset.z};
    const int shift = 16 + posed->exponent - mesh->exponent;
    matrix->is_short = shift > 0 && shift <= SHORT_SHIFT;
    for (int r = 0; r < 3; r++) {
        int64_t sum = ((int64_t)k->m[r][3] - to[r]) * 65536; /* Q32 */
        for (int c = 0; c < 3; c++) {
            sum += (int64_t)k->m[r][c] * from[c];
            matrix->row[r].turn[c] = k->m[r][c];
            matrix->unit =
                matrix->unit && fx_abss(k->m[r][c]) <= 2 * FX_ONE; /* an image may say anything of inverses */
        }
        const int64_t most = (int64_t)FARTHEST << 16;
        sum = sum > most ? most : sum < -most ? -most : sum;
        matrix->row[r].move = fx_rshr64(sum, mesh->exponent);
        const int64_t most_turned =
            (((int64_t)fx_abss(k->m[r][0]) + fx_abss(k->m[r][1]) + fx_abss(k->m[r][2])) << 15) +
            (matrix->row[r].move < 0 ? -matrix->row[r].move : matrix->row[r].move);
        matrix->is_short = matrix->is_short && fx_sra64(most_turned, shift) < (1 << SHORT_BITS) - 1;
    }
}

LONG_LOOP static void set_matrices(const ox_skin *skin, const sqt *global, const rs_mesh *posed,
                                   joint_matrix *matrices) {
    const uint8_t *row = skin->skin + rom_u32(skin->skin + ROM_SKIN_JOINTS_AT);
    for (uint32_t i = 0; i < rom_u32(skin->skin + ROM_SKIN_JOINT_COUNT); i++, row += ROM_SKIN_JOINT_SIZE) {
        uint32_t joint = row[ROM_SKIN_JOINT_JOINT];
        mat34 k = ox_skin_matrix(skin, global, joint);
        matrices[i].unit = joint == OX_JOINT_NONE ||
                           (global[joint].s > FX_ONE - NEARLY && global[joint].s < FX_ONE + NEARLY);
        fold_matrix(&k, skin->mesh, posed, &matrices[i]);
    }
}

/* A joint whose matrix is no turn and scale stays as it was bound. */
static void set_turns(const ox_skin *skin, const sqt *global, joint_turn *turns) {
    const uint8_t *row = skin->skin + rom_u32(skin->skin + ROM_SKIN_JOINTS_AT);
    for (uint32_t i = 0; i < rom_u32(skin->skin + ROM_SKIN_JOINT_COUNT); i++, row += ROM_SKIN_JOINT_SIZE) {
        const mat34 k = ox_skin_matrix(skin, global, row[ROM_SKIN_JOINT_JOINT]);
        sqt parts;
        if (!sqt_from_m34(&k, &parts)) parts = sqt_identity();
        turns[i] = (joint_turn){dq_from_parts(parts.q, parts.t), parts.s};
    }
}

/* ---- vertices ---- */

static inline int16_t narrow(int64_t value, int32_t limit) {
    return (int16_t)(value > limit ? limit : value < -limit ? -limit : value);
}

/* A row of the matrix times a position. */
static inline int64_t row_at(const joint_row *row, const int16_t *p) {
    return row->move + (int64_t)row->turn[0] * p[0] + (int64_t)row->turn[1] * p[1] +
           (int64_t)row->turn[2] * p[2];
}

static inline int64_t turned_row(const joint_row *row, const int8_t *n) {
    return (int64_t)row->turn[0] * n[0] + (int64_t)row->turn[1] * n[1] + (int64_t)row->turn[2] * n[2];
}

LONG_LOOP void ox_skin_direction(const int64_t direction[3], const int8_t *or_else, int8_t *to) {
    uint64_t bits = 0, square = 0;
    int32_t part[3];
    for (int k = 0; k < 3; k++) bits |= (uint64_t)(direction[k] < 0 ? -direction[k] : direction[k]);
    int down = bits > 0xFFFFF ? 44 - fx_clz64(bits) : 0, shift;
    for (int k = 0; k < 3; k++) {
        part[k] = (int32_t)fx_sra64(direction[k], down);
        square += (uint64_t)((int64_t)part[k] * part[k]);
    }
    to[3] = 0;
    for (int k = 0; k < 3; k++) to[k] = or_else[k];
    if (square == 0) return;
    int64_t over = fx_rsqrt_norm(square, &shift);
    for (int k = 0; k < 3; k++) to[k] = (int8_t)fx_rshr64((int64_t)part[k] * 127 * over, shift);
}

/* A number of a short matrix, shifted down by 1..31 bits: what counts of it lies within 32 bits then. */
static inline int32_t shifted_number(int64_t value, int shift) {
    return (int32_t)((uint32_t)(uint64_t)value >> shift | (uint32_t)((uint64_t)value >> 32) << (32 - shift));
}

/* The loops keep what they use in variables of their own: for all that the compiler knows, a store to the vertices
 * could change any member of the struct. */
static inline void places_by(const skinning *s, uint32_t count, const joint_matrix *matrix, bool is_short) {
    const joint_matrix m = *matrix;
    const int shift = s->shift;
    const int64_t half = (int64_t)1 << shift >> 1, x0 = m.row[0].move + half, y0 = m.row[1].move + half,
                  z0 = m.row[2].move + half;
    const int32_t wide = s->limit[0], tall = s->limit[1], deep = s->limit[2];
    const int16_t *from = s->position;
    int16_t *to = s->to;
    for (; count > 0; count--, from += 3, to += 3) {
        const int32_t x = from[0], y = from[1], z = from[2];
        const int64_t right = x0 + (int64_t)m.row[0].turn[0] * x + (int64_t)m.row[0].turn[1] * y +
                              (int64_t)m.row[0].turn[2] * z,
                      up = y0 + (int64_t)m.row[1].turn[0] * x + (int64_t)m.row[1].turn[1] * y +
                           (int64_t)m.row[1].turn[2] * z,
                      ahead = z0 + (int64_t)m.row[2].turn[0] * x + (int64_t)m.row[2].turn[1] * y +
                              (int64_t)m.row[2].turn[2] * z;
        if (is_short) {
            to[0] = (int16_t)int_clamp(shifted_number(right, shift), -wide, wide);
            to[1] = (int16_t)int_clamp(shifted_number(up, shift), -tall, tall);
            to[2] = (int16_t)int_clamp(shifted_number(ahead, shift), -deep, deep);
        } else {
            to[0] = narrow(fx_sra64(right, shift), wide);
            to[1] = narrow(fx_sra64(up, shift), tall);
            to[2] = narrow(fx_sra64(ahead, shift), deep);
        }
    }
}

LONG_LOOP static void places_of_one(const skinning *s, uint32_t count, const joint_matrix *matrix) {
    if (matrix->is_short)
        places_by(s, count, matrix, true);
    else
        places_by(s, count, matrix, false);
}

/* A component of a turned normal, of a matrix that keeps lengths. */
static inline int8_t short_part(int32_t value) {
    return (int8_t)int_clamp(fx_sra32(value + 32768, 16), -127, 127);
}

LONG_LOOP static void normals_of_one(const skinning *s, uint32_t count, const joint_matrix *matrix) {
    const joint_matrix m = *matrix;
    const int8_t *from = s->normal;
    int8_t *to = s->normal_to;
    for (; count > 0; count--, from += 4, to += 4) {
        const int32_t x = from[0], y = from[1], z = from[2];
        if (m.unit) {
            to[0] = short_part(m.row[0].turn[0] * x + m.row[0].turn[1] * y + m.row[0].turn[2] * z);
            to[1] = short_part(m.row[1].turn[0] * x + m.row[1].turn[1] * y + m.row[1].turn[2] * z);
            to[2] = short_part(m.row[2].turn[0] * x + m.row[2].turn[1] * y + m.row[2].turn[2] * z);
            to[3] = 0;
        } else {
            const int64_t direction[3] = {turned_row(&m.row[0], from), turned_row(&m.row[1], from),
                                          turned_row(&m.row[2], from)};
            ox_skin_direction(direction, from, to);
        }
    }
}

static void run_by_matrix(skinning *s, uint32_t count, const joint_matrix *matrix) {
    places_of_one(s, count, matrix);
    s->position += 3 * (size_t)count;
    s->to += 3 * (size_t)count;
    if (s->normal == NULL) return;
    normals_of_one(s, count, matrix);
    s->normal += 4 * (size_t)count;
    s->normal_to += 4 * (size_t)count;
}

/* A weight of 0..255 as 0..65536; the last weight of a vertex is the rest. */
static int32_t weight_of(uint32_t stored) { return (int32_t)((stored * 65536u + 127u) / 255u); }

/* The matrix of some joints and weights; scales are blended beside it. */
static void blend_turns(const skinning *s, uint32_t influences, const uint8_t *data, joint_matrix *matrix) {
    dualquat moves[4];
    uf16 weights[4];
    int32_t left = UF16_ONE;
    int64_t size = 0;
    for (uint32_t i = 0; i < influences; i++) {
        const joint_turn *turn = &s->turns[data[i]];
        const int32_t weight = i + 1 < influences ? weight_of(data[influences + i]) : left;
        left -= weight;
        moves[i] = turn->move;
        weights[i] = (uf16)weight;
        size += (int64_t)turn->size * weight;
    }
    const dualquat move = dq_blend(moves, weights, influences);
    const rig34 rigid = dq_to_rig34(&move);
    mat34 k = m34_from_rig34(&rigid);
    const fx scale = (fx)fx_rshr64(size, 16);
    matrix->unit = scale > FX_ONE - NEARLY && scale < FX_ONE + NEARLY;
    for (int r = 0; r < 3 && scale != FX_ONE; r++)
        for (int c = 0; c < 3; c++) k.m[r][c] = fx_clamp(fx_muls(k.m[r][c], scale), -STEEPEST, STEEPEST);
    fold_matrix(&k, s->mesh, s->posed, matrix);
}

/* Vertices one behind the other that have the same joints and weights go by one matrix. */
static void run_of_turns(skinning *s, uint32_t count, uint32_t influences) {
    const uint32_t bytes = 2 * influences - 1;
    while (count > 0) {
        joint_matrix matrix;
        uint32_t alike = 1;
        while (alike < count && memcmp(s->data, s->data + (size_t)alike * bytes, bytes) == 0) alike++;
        blend_turns(s, influences, s->data, &matrix);
        run_by_matrix(s, alike, &matrix);
        s->data += (size_t)alike * bytes;
        count -= alike;
    }
}

static inline int32_t high_word(int64_t value) { return (int32_t)(uint32_t)((uint64_t)value >> 32); }

/* As ox_skin_direction, of numbers of 32 bits, most of which need not be counted for leading zeros: parts of 20 bits have squares of 2^38 to 2^42. */
static inline void direction_of(const int32_t d[3], const int8_t *or_else, int8_t *to) {
    const uint32_t bits = fx_magnitude(d[0]) | fx_magnitude(d[1]) | fx_magnitude(d[2]);
    if (bits <= 0xFFFFF) {
        ox_skin_direction((const int64_t[3]){d[0], d[1], d[2]}, or_else, to);
        return;
    }
    int down = 1;
    while (bits >> down > 0xFFFFF) down++;
    const int32_t x = fx_sra32(d[0], down), y = fx_sra32(d[1], down), z = fx_sra32(d[2], down);
    const uint64_t square = (uint64_t)((int64_t)x * x + (int64_t)y * y + (int64_t)z * z);
    const int more = square >> 40 != 0; /* a bit of the root */
    const int32_t over = (int32_t)fx_rsqrt_mantissa((uint32_t)(square >> (8 + 2 * more)));
    const int32_t half = 1 << (17 + more); /* of 2^(50 + more), 32 bits of which are left away */
    to[0] = (int8_t)fx_sra32(high_word((int64_t)(x * 127) * over) + half, 18 + more);
    to[1] = (int8_t)fx_sra32(high_word((int64_t)(y * 127) * over) + half, 18 + more);
    to[2] = (int8_t)fx_sra32(high_word((int64_t)(z * 127) * over) + half, 18 + more);
    to[3] = 0;
}

static inline int32_t weighed_row(const joint_row *row, int32_t x, int32_t y, int32_t z, int32_t weight) {
    return shifted_number((int64_t)(row->turn[0] * x + row->turn[1] * y + row->turn[2] * z) * weight, 16);
}

/* As run_of_many, of two joints by short matrices that keep lengths: weights sum to 1, so a place is the second joint's and what the first one differs from it by.
 * Row by row, since that is what registers hold. */
LONG_LOOP static void run_of_two(skinning *s, uint32_t count) {
    const int shift = s->shift;
    const int64_t half = (int64_t)1 << (shift + 15);
    const joint_matrix *matrices = s->matrices;
    const int16_t *p = s->position;
    const int8_t *n = s->normal;
    const uint8_t *data = s->data;
    int16_t *to = s->to;
    int8_t *normal_to = s->normal_to;
    for (; count > 0; count--, p += 3, data += 3) {
        const joint_row *one = matrices[data[0]].row, *two = matrices[data[1]].row;
        const int32_t weight = weight_of(data[2]), *limit = s->limit;
        int32_t direction[3] = {0, 0, 0};
        for (int k = 0; k < 3; k++, one++, two++) {
            const int64_t at = row_at(two, p);
            const int64_t place = at * UF16_ONE + half + (row_at(one, p) - at) * (int64_t)(uint32_t)weight;
            *to++ = (int16_t)int_clamp(shifted_number(fx_sra64(place, 16), shift), -limit[k], limit[k]);
            if (n != NULL)
                direction[k] = weighed_row(one, n[0], n[1], n[2], weight) +
                               weighed_row(two, n[0], n[1], n[2], (int32_t)UF16_ONE - weight);
        }
        if (n == NULL) continue;
        direction_of(direction, n, normal_to);
        n += 4;
        normal_to += 4;
    }
    s->position = p;
    s->normal = n;
    s->data = data;
    s->to = to;
    s->normal_to = normal_to;
}

LONG_LOOP static void run_of_many(skinning *s, uint32_t count, uint32_t influences) {
    const int shift = s->shift + 16;
    const int64_t half = (int64_t)1 << shift >> 1;
    for (; count > 0; count--, s->position += 3, s->to += 3, s->data += 2 * influences - 1) {
        const joint_matrix *m[4];
        int32_t weights[4], left = UF16_ONE;
        int64_t place[3] = {half, half, half}, direction[3] = {0, 0, 0};
        for (uint32_t i = 0; i < influences; i++) {
            m[i] = &s->matrices[s->data[i]];
            weights[i] = i + 1 < influences ? weight_of(s->data[influences + i]) : left;
            left -= weights[i];
        }
        for (uint32_t i = 0; i < influences; i++) {
            if (weights[i] == 0) continue;
            for (int k = 0; k < 3; k++) {
                place[k] += row_at(&m[i]->row[k], s->position) * weights[i];
                if (s->normal != NULL)
                    direction[k] += fx_sra64(turned_row(&m[i]->row[k], s->normal) * weights[i], 16);
            }
        }
        for (int k = 0; k < 3; k++) s->to[k] = narrow(fx_sra64(place[k], shift), s->limit[k]);
        if (s->normal == NULL) continue;
        ox_skin_direction(direction, s->normal, s->normal_to);
        s->normal += 4;
        s->normal_to += 4;
    }
}

LONG_LOOP void ox_skin_faces(const rs_mesh *posed, int8_t *to) {
    static const int8_t up[4] = {0, 127, 0, 0};
    for (uint32_t p = 0; p < posed->part_count; p++) {
        const rs_submesh *part = &posed->parts[p];
        const uint16_t *index = posed->indices + (size_t)part->first_triangle * 3;
        for (uint32_t t = part->first_triangle; t < part->first_triangle + part->triangle_count;
             t++, index += 3) {
            const int16_t *a = posed->positions + 3 * (size_t)(part->first_vertex + index[0]);
            const int16_t *b = posed->positions + 3 * (size_t)(part->first_vertex + index[1]);
            const int16_t *c = posed->positions + 3 * (size_t)(part->first_vertex + index[2]);
            int64_t u[3], v[3];
            for (int k = 0; k < 3; k++) {
                u[k] = b[k] - a[k];
                v[k] = c[k] - a[k];
            }
            const int64_t direction[3] = {u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2],
                                          u[0] * v[1] - u[1] * v[0]};
            ox_skin_direction(direction, up, to + 4 * (size_t)t);
        }
    }
}

ox_status ox_skin_pose(const ox_skin *skin, const sqt *global, bool faces, ox_frame_memory *memory,
                       rs_mesh *posed) {
    const rs_mesh *mesh = skin->mesh;
    size_t vertices = mesh->vertex_count, before = ox_frame_memory_mark(memory);
    uint32_t joints = rom_u32(skin->skin + ROM_SKIN_JOINT_COUNT);
    *posed = *mesh;
    if (vertices == 0) return OX_OK;
    int16_t *positions = ox_frame_memory_push(memory, vertices * 6, 4);
    int8_t *normals =
        positions == NULL || mesh->normals == NULL ? NULL : ox_frame_memory_push(memory, vertices * 4, 4);
    int8_t *sides = positions == NULL || !faces
                        ? NULL
                        : ox_frame_memory_push(memory, (size_t)mesh->triangle_count * 4, 4);
    size_t kept = ox_frame_memory_mark(memory);
    joint_matrix *matrices =
        positions == NULL ? NULL : ox_frame_memory_push(memory, joints * sizeof *matrices, 8);
    joint_turn *turns = matrices == NULL || !is_turning(skin)
                            ? NULL
                            : ox_frame_memory_push(memory, joints * sizeof *turns, 8);
    if (matrices == NULL || (is_turning(skin) && turns == NULL) ||
        (mesh->normals != NULL && normals == NULL) || (faces && mesh->triangle_count > 0 && sides == NULL)) {
        (void)ox_frame_memory_rollback(memory, before);
        return OX_OUT_OF_MEMORY;
    }
    skinning s = {.matrices = matrices,
                  .turns = turns,
                  .mesh = mesh,
                  .posed = posed,
                  .position = mesh->positions,
                  .normal = mesh->normals,
                  .to = positions,
                  .normal_to = normals,
                  .data = skin->skin + rom_u32(skin->skin + ROM_SKIN_DATA_AT)};
    set_bounds(skin, global, posed, s.limit);
    set_matrices(skin, global, posed, matrices);
    if (turns != NULL) set_turns(skin, global, turns);
    s.shift = 16 + posed->exponent - mesh->exponent;
    s.is_short = true;
    for (uint32_t i = 0; i < joints; i++) s.is_short = s.is_short && matrices[i].unit && matrices[i].is_short;
    const uint8_t *run = skin->skin + rom_u32(skin->skin + ROM_SKIN_RUNS_AT);
    for (uint32_t i = 0; i < rom_u32(skin->skin + ROM_SKIN_RUNS); i++, run += ROM_SKIN_RUN_SIZE) {
        uint32_t count = rom_u16(run + ROM_SKIN_RUN_COUNT), influences = run[ROM_SKIN_RUN_INFLUENCES];
        if (influences == 1)
            run_by_matrix(&s, count, &matrices[run[ROM_SKIN_RUN_JOINT]]);
        else if (turns != NULL)
            run_of_turns(&s, count, influences);
        else if (influences == 2 && s.is_short)
            run_of_two(&s, count);
        else
            run_of_many(&s, count, influences);
    }
    (void)ox_frame_memory_rollback(memory, kept);
    posed->positions = positions;
    posed->normals = normals;
    if (sides != NULL) {
        ox_skin_faces(posed, sides);
        posed->faces = sides;
    }
    return OX_OK;
}
