/* Compact storage of orientations and unit vectors. */
#include "fixedmath/quaternion.h"

quat16 q4_pack16(quat q) {
    return (quat16){q30_to_q14(q.x), q30_to_q14(q.y), q30_to_q14(q.z), q30_to_q14(q.w)};
}

quat q4_unpack16(quat16 q) {
    quat unit;

    (void)q4_normalize((quat){q14_to_q30(q.x), q14_to_q30(q.y), q14_to_q30(q.z), q14_to_q30(q.w)}, &unit);
    return unit;
}

/* The largest component is dropped (the sign of q is free, so it is positive) and follows from the unit norm;
 * the others lie within +-1/sqrt(2), which is stretched over -limit .. limit. */
static uint64_t pack_smallest(quat q, int bits) {
    int32_t c[4] = {q.x, q.y, q.z, q.w};
    int64_t limit = ((int64_t)1 << (bits - 1)) - 1;
    uint64_t out;
    int largest = 0;

    for (int i = 1; i < 4; i++) largest = fx_magnitude(c[i]) > fx_magnitude(c[largest]) ? i : largest;
    out = (uint64_t)(unsigned)largest;
    for (int i = 0; i < 4; i++) {
        int64_t sign = c[largest] < 0 ? -1 : 1;
        int64_t stretched = fx_rshr64(sign * c[i] * 1518500250, 30); /* times sqrt(2) */
        int64_t step = fx_rshr64(stretched * limit, 30);

        if (i == largest) continue;
        step = step > limit ? limit : step < -limit ? -limit : step;
        out = (out << bits) | (uint64_t)(step + limit);
    }
    return out;
}

static quat unpack_smallest(uint64_t in, int bits) {
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

uint64_t q4_pack48(quat q) { return pack_smallest(q, 15); }

quat q4_unpack48(uint64_t bits) { return unpack_smallest(bits, 15); }

uint32_t q4_pack32(quat q) { return (uint32_t)pack_smallest(q, 10); }

quat q4_unpack32(uint32_t bits) { return unpack_smallest(bits, 10); }

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
uint16_t nrm_pack_octahedral(dir30 n) {
    int64_t ax = (int64_t)fx_magnitude(n.x), ay = (int64_t)fx_magnitude(n.y), az = (int64_t)fx_magnitude(n.z);
    int64_t sum = ax + ay + az, u, v;

    if (sum == 0) return 127 | 127 << 8;
    u = ((ax << 16) + sum / 2) / sum;
    v = ((ay << 16) + sum / 2) / sum;
    if (n.z < 0) {
        int64_t keep = u;

        u = 65536 - v;
        v = 65536 - keep;
    }
    u = n.x < 0 ? -u : u;
    v = n.y < 0 ? -v : v;
    u = fx_rshr64(u * 127, 16) + 127;
    v = fx_rshr64(v * 127, 16) + 127;
    return (uint16_t)((uint32_t)u | (uint32_t)v << 8);
}

dir30 nrm_unpack_octahedral(uint16_t bits) {
    int32_t u = (int32_t)(bits & 255u) - 127, v = (int32_t)(bits >> 8) - 127;
    int32_t au = u < 0 ? -u : u, av = v < 0 ? -v : v;
    int32_t z = 127 - au - av;
    dir30 unit;

    if (z < 0) {
        int32_t x = 127 - av, y = 127 - au;

        u = u < 0 ? -x : x;
        v = v < 0 ? -y : y;
    }
    (void)v3_normalize_dir30((vec3){u, v, z}, &unit);
    return unit;
}
