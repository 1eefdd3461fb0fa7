/* Planes that want more than 32 bits: those of slivers, and of texture coordinates that are exact at every pixel. */
#include "fixedmath/scalar.h"
#include "raster/spans/attributes.h"

enum { FINE = 8 };

rs_fine_plane rs_plane_fine(const rs_scan *scan, int32_t a0, int32_t a1, int32_t a2, int bits) {
    const int64_t d1 = (int64_t)a1 - a0, d2 = (int64_t)a2 - a0;
    const int shift = (scan->shift & 63) - bits;
    rs_fine_plane plane;
    plane.dx = fx_sra64(d1 * scan->x1 + d2 * scan->x2, shift);
    plane.dy = fx_sra64(d1 * scan->y1 + d2 * scan->y2, shift);
    plane.origin =
        (uint64_t)((int64_t)a0 * ((int64_t)1 << bits)) + (uint64_t)(fx_sra64(plane.dx, 4) * scan->sub_x) +
        (uint64_t)(fx_sra64(plane.dy, 4) * scan->sub_y) - (uint64_t)plane.dx * (uint64_t)scan->pixel_x -
        (uint64_t)plane.dy * (uint64_t)scan->pixel_y;
    return plane;
}

rs_plane rs_plane_gentle(const rs_scan *scan, int32_t a0, int32_t a1, int32_t a2) {
    const rs_vertex *const *v = scan->corner;
    const int32_t value[3] = {a0, a1, a2};
    int low = 0, high = 0, length;
    int32_t slope, start;
    bool tall;
    rs_plane plane = {(uint32_t)a0, 0, 0};
    if ((scan->shift & RS_SLIVER) == 0) return rs_plane_through(scan, a0, a1, a2);
    for (int i = 1; i < 3; i++) {
        if (v[i]->x < v[low]->x) low = i;
        if (v[i]->x > v[high]->x) high = i;
    }
    length = v[high]->x - v[low]->x;
    tall = v[2]->y - v[0]->y >= length;
    if (tall) low = 0, high = 2, length = v[2]->y - v[0]->y;
    if (length == 0) return plane;
    slope = fx_sat64(((int64_t)value[high] - value[low]) * 16 / length);
    start = tall ? v[low]->y : v[low]->x;
    plane.origin = (uint32_t)value[low] - (uint32_t)fx_sra64((int64_t)slope * (start - 8), 4);
    plane.dx = tall ? 0 : slope;
    plane.dy = tall ? slope : 0;
    return plane;
}

void rs_perspective_fine_begin(rs_perspective *p, const rs_scan *scan, const int32_t s[3], const int32_t t[3],
                               const int32_t q[3]) {
    p->fine[0] = rs_plane_fine(scan, s[0], s[1], s[2], FINE);
    p->fine[1] = rs_plane_fine(scan, t[0], t[1], t[2], FINE);
    p->fine[2] = rs_plane_fine(scan, q[0], q[1], q[2], FINE);
}

void rs_perspective_fine_row(rs_perspective *p, uint32_t x, uint32_t row) {
    p->next_u = p->next_v = 0;
    for (int i = 0; i < 3; i++)
        p->fine_now[i] = p->fine[i].origin + (uint64_t)p->fine[i].dx * x + (uint64_t)p->fine[i].dy * row;
}

/* s and t are no larger than q, so a shift that brings q to 31 bits keeps all three in range. */
static void divide_now(rs_perspective *p) {
    int64_t s = (int64_t)p->fine_now[0], t = (int64_t)p->fine_now[1], q = (int64_t)p->fine_now[2];
    int lift, shift;
    uint32_t mantissa;
    if (q < 1) q = 1;
    lift = fx_clz64((uint64_t)q) - 33;
    q = lift >= 0 ? fx_shl64(q, lift) : fx_sra64(q, -lift);
    s = lift >= 0 ? fx_shl64(s, lift) : fx_sra64(s, -lift);
    t = lift >= 0 ? fx_shl64(t, lift) : fx_sra64(t, -lift);
    mantissa = fx_recip_norm_inline((uint32_t)q, &shift);
    shift += p->guard - 29;
    p->u = (uint32_t)fx_sra64((int64_t)fx_sat64(s) * mantissa, shift);
    p->v = (uint32_t)fx_sra64((int64_t)fx_sat64(t) * mantissa, shift);
}

bool rs_perspective_fine_part(rs_perspective *p) {
    divide_now(p);
    for (int i = 0; i < 3; i++) p->fine_now[i] += (uint64_t)p->fine[i].dx;
    p->du = p->dv = 0;
    p->count = 1;
    p->left--;
    return true;
}
