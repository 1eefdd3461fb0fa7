/* Symmetric 3x3 matrices: similarity, eigenvectors by Jacobi's method, mass properties. */
#include "fixedmath/linear.h"

mat33 m3_from_sym(const sym33 *a) {
    return (mat33){{{a->xx, a->xy, a->xz}, {a->xy, a->yy, a->yz}, {a->xz, a->yz, a->zz}}};
}

vec3 sym33_apply(const sym33 *a, vec3 v) {
    mat33 m = m3_from_sym(a);
    vec3 out = m3_apply(&m, v);

    if (a->shift >= 0) {
        return (vec3){fx_sat64(fx_shl64(out.x, a->shift & 31)), fx_sat64(fx_shl64(out.y, a->shift & 31)),
                      fx_sat64(fx_shl64(out.z, a->shift & 31))};
    }
    return (vec3){fx_rshr32(out.x, -a->shift & 31), fx_rshr32(out.y, -a->shift & 31),
                  fx_rshr32(out.z, -a->shift & 31)};
}

/* sum over k of r[i][k] d[k] r[j][k]. */
static fx similar(const rot33 *r, const fx d[3], int i, int j) {
    int64_t sum = 0;

    for (int k = 0; k < 3; k++) sum += fx_rshr64(d[k] * fx_rshr64(fx_wide(r->m[i][k], r->m[j][k]), 30), 4);
    return fx_sat64(fx_rshr64(sum, 26));
}

sym33 sym33_rotate_diagonal(const rot33 *r, vec3 diagonal, int shift) {
    const fx d[3] = {diagonal.x, diagonal.y, diagonal.z};

    return (sym33){similar(r, d, 0, 0),
                   similar(r, d, 1, 1),
                   similar(r, d, 2, 2),
                   similar(r, d, 0, 1),
                   similar(r, d, 0, 2),
                   similar(r, d, 1, 2),
                   shift};
}

/* --- Jacobi ----------------------------------------------------------------------------------- */

/* a b >> 30 of a wide a. */
static int64_t scale_wide(int64_t a, q30 b) {
    return fx_rshr64(fx_sra64(a, 16) * b + fx_sra64((a & 0xFFFF) * b, 16), 14);
}

/* Turns rows and columns p and q of the symmetric m so that m[p][q] becomes 0, and the columns of v with
 * them. */
static void turn_rows(int64_t m[3][3], rot33 *v, int p, int q) {
    int other = 3 - p - q;
    /* half the angle of (m[p][p] - m[q][q], 2 m[p][q]) */
    ang32 angle = (ang32)((int32_t)atan2_64(2 * m[p][q], m[p][p] - m[q][q]) / 2);
    q30 s, c;
    int64_t pp = m[p][p], qq = m[q][q], pq = m[p][q], po = m[p][other], qo = m[q][other];
    int64_t cpp, spq;

    q30_sincos(angle, &s, &c);
    cpp = scale_wide(pp, c) + scale_wide(pq, s);
    spq = scale_wide(pq, c) + scale_wide(qq, s);
    m[p][p] = scale_wide(cpp, c) + scale_wide(spq, s);
    m[q][q] = pp + qq - m[p][p];
    m[p][q] = m[q][p] = scale_wide(spq, c) - scale_wide(cpp, s);
    m[p][other] = m[other][p] = scale_wide(po, c) + scale_wide(qo, s);
    m[q][other] = m[other][q] = scale_wide(qo, c) - scale_wide(po, s);
    for (int r = 0; r < 3; r++) {
        q30 a = v->m[r][p], b = v->m[r][q];

        v->m[r][p] = (q30)fx_rshr64(fx_wide(a, c) + fx_wide(b, s), 30);
        v->m[r][q] = (q30)fx_rshr64(fx_wide(b, c) - fx_wide(a, s), 30);
    }
}

void sym33_eigen(const sym33 *a, vec3 *values, rot33 *vectors) {
    mat33 narrow = m3_from_sym(a);
    int64_t m[3][3];

    for (int r = 0; r < 3; r++) {
        for (int c = 0; c < 3; c++) m[r][c] = fx_shl64(narrow.m[r][c], 12);
    }
    *vectors = rot33_identity();
    for (int sweep = 0; sweep < 8; sweep++) {
        if ((m[0][1] | m[0][2] | m[1][2]) == 0) break;
        turn_rows(m, vectors, 0, 1);
        turn_rows(m, vectors, 0, 2);
        turn_rows(m, vectors, 1, 2);
    }
    *vectors = rot33_repair(vectors);
    *values = (vec3){fx_sat64(fx_rshr64(m[0][0], 12)), fx_sat64(fx_rshr64(m[1][1], 12)),
                     fx_sat64(fx_rshr64(m[2][2], 12))};
}

/* --- mass properties -------------------------------------------------------------------------- */

bool mass_centre(const vec3 *position, const fx *mass, size_t n, vec3 *centre) {
    int64_t x = 0, y = 0, z = 0, total = 0;

    for (size_t i = 0; i < n; i++) {
        x += fx_rshr64(fx_wide(position[i].x, mass[i]), 8);
        y += fx_rshr64(fx_wide(position[i].y, mass[i]), 8);
        z += fx_rshr64(fx_wide(position[i].z, mass[i]), 8);
        total += mass[i];
    }
    if (total <= 0) return false;
    /* Q24 over Q16, numerators up to 2^54 + log n: shift what fits */
    *centre = (vec3){fx_sat64(x / (total >> 8 > 0 ? total >> 8 : 1)),
                     fx_sat64(y / (total >> 8 > 0 ? total >> 8 : 1)),
                     fx_sat64(z / (total >> 8 > 0 ? total >> 8 : 1))};
    return true;
}

sym33 inertia_of_points(const vec3 *position, const fx *mass, size_t n) {
    int64_t sum[6] = {0, 0, 0, 0, 0, 0};
    sym33 out;
    uint64_t bits = 0;
    int shift;

    /* terms in Q16 of up to 2^62 raw: mass (Q16) times square (Q32 -> Q16) */
    for (size_t i = 0; i < n; i++) {
        vec3 p = position[i];
        int64_t xx = fx_rshr64(fx_wide(p.x, p.x), 16), yy = fx_rshr64(fx_wide(p.y, p.y), 16);
        int64_t zz = fx_rshr64(fx_wide(p.z, p.z), 16);
        int64_t part[6] = {yy + zz,
                           xx + zz,
                           xx + yy,
                           -fx_rshr64(fx_wide(p.x, p.y), 16),
                           -fx_rshr64(fx_wide(p.x, p.z), 16),
                           -fx_rshr64(fx_wide(p.y, p.z), 16)};

        for (int k = 0; k < 6; k++) {
            uint64_t term = fx_mul64x64_mid(fx_magnitude64(part[k]), (uint64_t)fx_magnitude(mass[i]) << 16);

            sum[k] = fx_wrap_add64(sum[k], (part[k] < 0) != (mass[i] < 0) ? -(int64_t)term : (int64_t)term);
        }
    }
    for (int k = 0; k < 6; k++) bits |= fx_magnitude64(sum[k]);
    shift = 33 - fx_clz64(bits);
    shift = shift > 0 ? shift : 0;
    out = (sym33){(fx)fx_rshr64(sum[0], shift),
                  (fx)fx_rshr64(sum[1], shift),
                  (fx)fx_rshr64(sum[2], shift),
                  (fx)fx_rshr64(sum[3], shift),
                  (fx)fx_rshr64(sum[4], shift),
                  (fx)fx_rshr64(sum[5], shift),
                  shift};
    return out;
}

/* m (a^2 + b^2) / d, saturating. */
static fx mass_squares(fx mass, fx a, fx b, int64_t d) {
    uint64_t squares = (uint64_t)fx_wide(a, a) + (uint64_t)fx_wide(b, b); /* Q32 */
    uint64_t high, low = fx_mul64x64(squares, fx_magnitude(mass), &high); /* Q48 */

    if (high >> 31 != 0) return FX_MAX;
    low = ((high << 32) | (low >> 32)) + ((low >> 31) & 1u); /* Q16 */
    low = (low + (uint64_t)d / 2) / (uint64_t)d;
    return low > INT32_MAX ? FX_MAX : (fx)low;
}

vec3 inertia_of_box(fx mass, vec3 e) {
    return (vec3){mass_squares(mass, e.y, e.z, 12), mass_squares(mass, e.x, e.z, 12),
                  mass_squares(mass, e.x, e.y, 12)};
}

fx inertia_of_ball(fx mass, fx radius) { return fx_muldiv(mass_squares(mass, radius, 0, 1), 2, 5); }

fx inertia_of_disc(fx mass, fx radius) { return mass_squares(mass, radius, 0, 2); }

fx inertia_of_ring(fx mass, fx radius) { return mass_squares(mass, radius, 0, 1); }

fx inertia_of_plate(fx mass, fx width, fx height) { return mass_squares(mass, width, height, 12); }
