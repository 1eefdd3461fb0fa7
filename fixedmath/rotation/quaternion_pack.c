/* Compact storage of orientations and unit vectors. */
#include "fixedmath/quaternion.h"

static quat16 round14(quat q, int64_t less) {
    return (quat16){
        q30_to_q14((q30)(q.x - fx_sra64(q.x * less, 16))), q30_to_q14((q30)(q.y - fx_sra64(q.y * less, 16))),
        q30_to_q14((q30)(q.z - fx_sra64(q.z * less, 16))), q30_to_q14((q30)(q.w - fx_sra64(q.w * less, 16)))};
}

/* Squared error of the rotation: only the rounding error across q counts, since unpacking takes out the error along
 * q. */
static int64_t error14(quat q, quat16 p) {
    int64_t x = q14_to_q30(p.x) - (int64_t)q.x, y = q14_to_q30(p.y) - (int64_t)q.y;
    int64_t z = q14_to_q30(p.z) - (int64_t)q.z, w = q14_to_q30(p.w) - (int64_t)q.w;
    int64_t along = fx_sra64(x * q.x + y * q.y + z * q.z + w * q.w, 30);

    return x * x + y * y + z * z + w * w - along * along;
}

/* The length of a stored quaternion is free, so the best of three is stored: q as it is, and two a little shorter. */
quat16 q4_pack16(quat q) {
    quat16 best = round14(q, 0);
    int64_t least = error14(q, best);

    for (int64_t less = 2; less <= 4; less += 2) {
        quat16 other = round14(q, less);
        int64_t error = error14(q, other);

        best = error < least ? other : best;
        least = error < least ? error : least;
    }
    return best;
}

quat q4_unpack16(quat16 q) {
    quat unit;

    (void)q4_normalize((quat){q14_to_q30(q.x), q14_to_q30(q.y), q14_to_q30(q.z), q14_to_q30(q.w)}, &unit);
    return unit;
}

/* Which of the eight ways to round three numbers up or down (bits 0..2) turns the least: the error of the
 * dropped component is the weighted error of the other three over its own size. `part` are fractions in Q12, `c` the
 * components and `large` the dropped one in Q14. */
static int best_rounding(const int32_t part[3], const int32_t c[3], int32_t large) {
    int64_t least = INT64_MAX;
    int best = 0;

    for (int way = 0; way < 8; way++) {
        int64_t own = 0, dropped = 0, error;

        for (int i = 0; i < 3; i++) {
            int64_t off = (way >> i & 1) * 4096 - part[i];

            own += off * off;
            dropped += off * c[i];
        }
        error = own * large * large + dropped * dropped;
        best = error < least ? way : best;
        least = error < least ? error : least;
    }
    return best;
}

/* The largest component is dropped (the sign of q is free, so it is positive) and follows from the unit norm;
 * the other three lie within +-1/sqrt(2), which is stretched over -limit .. limit. */
uint64_t q4_pack_smallest(quat q, int bits) {
    const int32_t c[4] = {q.x, q.y, q.z, q.w};
    int32_t step[3], part[3], small[3];
    int64_t limit = ((int64_t)1 << (bits - 1)) - 1, sign;
    uint64_t out;
    int largest = 0, way;

    for (int i = 1; i < 4; i++) largest = fx_magnitude(c[i]) > fx_magnitude(c[largest]) ? i : largest;
    sign = c[largest] < 0 ? -1 : 1;
    for (int i = 0, k = 0; i < 4; i++) {
        int64_t stretched = fx_rshr64(sign * c[i] * 1518500250, 30); /* times sqrt(2) */
        int64_t exact = fx_rshr64(stretched * limit, 18);            /* Q12 steps */

        if (i == largest) continue;
        exact = exact > limit * 4096 ? limit * 4096 : exact < -limit * 4096 ? -limit * 4096 : exact;
        step[k] = (int32_t)fx_sra64(exact, 12);
        part[k] = (int32_t)(exact & 4095);
        small[k++] = (int32_t)fx_sra64(sign * c[i], 16);
    }
    way = best_rounding(part, small, (int32_t)(fx_magnitude(c[largest]) >> 16));
    out = (uint64_t)(unsigned)largest;
    for (int k = 0; k < 3; k++) out = (out << bits) | (uint64_t)(step[k] + (way >> k & 1) + limit);
    return out;
}

quat q4_unpack_smallest(uint64_t in, int bits) {
    int64_t limit = ((int64_t)1 << (bits - 1)) - 1, sum = 0;
    int largest = (int)((in >> (3 * bits)) & 3u), shift = 2 * bits;
    q30 c[4] = {0, 0, 0, 0};
    quat unit;

    for (int i = 0; i < 4; i++) {
        int64_t step = (int64_t)((in >> (shift < 0 ? 0 : shift)) & (((uint64_t)1 << bits) - 1)) - limit;

        if (i == largest) continue;
        c[i] = (q30)(step * 759250125 / limit); /* 1/sqrt(2) */
        sum += fx_wide(c[i], c[i]);
        shift -= bits;
    }
    c[largest] = sum >= (int64_t)1 << 60 ? 0 : (q30)fx_isqrt64_round((uint64_t)(((int64_t)1 << 60) - sum));
    (void)q4_normalize((quat){c[0], c[1], c[2], c[3]}, &unit);
    return unit;
}

uint64_t q4_pack48(quat q) { return q4_pack_smallest(q, 15); }

quat q4_unpack48(uint64_t bits) { return q4_unpack_smallest(bits, 15); }

uint32_t q4_pack32(quat q) { return (uint32_t)q4_pack_smallest(q, 10); }

quat q4_unpack32(uint32_t bits) { return q4_unpack_smallest(bits, 10); }

/* --- unit vectors ----------------------------------------------------------------------------- */

static int8_t to_s8(q30 a) { return (int8_t)int_clamp((int32_t)fx_rshr64((int64_t)a * 127, 30), -127, 127); }

void nrm_pack_s8(dir30 n, int8_t out[3]) {
    out[0] = to_s8(n.x);
    out[1] = to_s8(n.y);
    out[2] = to_s8(n.z);
}

dir30 nrm_unpack_s8(const int8_t in[3]) {
    dir30 unit;

    (void)v3_normalize_dir30((vec3){in[0], in[1], in[2]}, &unit);
    return unit;
}

/* The sphere is projected on the octahedron |x| + |y| + |z| = 1, whose lower half is folded over the upper.
 */
void nrm_pack_octahedral_to(dir30 n, int bits, uint16_t out[2]) {
    int64_t ax = (int64_t)fx_magnitude(n.x), ay = (int64_t)fx_magnitude(n.y), az = (int64_t)fx_magnitude(n.z);
    int64_t sum = ax + ay + az, limit = ((int64_t)1 << (bits - 1)) - 1, u, v;

    out[0] = out[1] = (uint16_t)limit;
    if (sum == 0) return;
    u = ((ax << 16) + sum / 2) / sum;
    v = ((ay << 16) + sum / 2) / sum;
    if (n.z < 0) {
        int64_t keep = u;

        u = 65536 - v;
        v = 65536 - keep;
    }
    u = n.x < 0 ? -u : u;
    v = n.y < 0 ? -v : v;
    out[0] = (uint16_t)(fx_rshr64(u * limit, 16) + limit);
    out[1] = (uint16_t)(fx_rshr64(v * limit, 16) + limit);
}

dir30 nrm_unpack_octahedral_from(const uint16_t in[2], int bits) {
    int32_t limit = (1 << (bits - 1)) - 1, u = (int32_t)in[0] - limit, v = (int32_t)in[1] - limit;
    int32_t au = u < 0 ? -u : u, av = v < 0 ? -v : v;
    int32_t z = limit - au - av;
    dir30 unit;

    if (z < 0) {
        int32_t x = limit - av, y = limit - au;

        u = u < 0 ? -x : x;
        v = v < 0 ? -y : y;
    }
    (void)v3_normalize_dir30((vec3){u, v, z}, &unit);
    return unit;
}

uint16_t nrm_pack_octahedral(dir30 n) {
    uint16_t code[2];

    nrm_pack_octahedral_to(n, 8, code);
    return (uint16_t)(code[0] | code[1] << 8);
}

dir30 nrm_unpack_octahedral(uint16_t bits) {
    const uint16_t code[2] = {bits & 255u, (uint16_t)(bits >> 8)};

    return nrm_unpack_octahedral_from(code, 8);
}
