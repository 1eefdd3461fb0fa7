/* Texture coordinates that are exact at every pixel: planes with eight bits more, divided at each. */
#include "fixedmath/scalar.h"
#include "raster/attributes.h"

enum { FINE = 8 };

static rs_fine_plane plane_through(const rs_scan *scan, const int32_t a[3]) {
    int64_t d1 = (int64_t)a[1] - a[0], d2 = (int64_t)a[2] - a[0];
    rs_fine_plane plane;
    plane.dx = fx_sra64(d1 * scan->x1 + d2 * scan->x2, scan->shift - FINE);
    plane.dy = fx_sra64(d1 * scan->y1 + d2 * scan->y2, scan->shift - FINE);
    plane.origin = (int64_t)a[0] * (1 << FINE) + fx_sra64(plane.dx * scan->sub_x + plane.dy * scan->sub_y, 4) -
                   plane.dx * scan->pixel_x - plane.dy * scan->pixel_y;
    return plane;
}

void rs_perspective_fine_begin(rs_perspective *p, const rs_scan *scan, const int32_t s[3], const int32_t t[3], const int32_t q[3]) {
    p->fine[0] = plane_through(scan, s);
    p->fine[1] = plane_through(scan, t);
    p->fine[2] = plane_through(scan, q);
}

void rs_perspective_fine_row(rs_perspective *p, uint32_t x, uint32_t row) {
    p->next_u = p->next_v = 0;
    for (int i = 0; i < 3; i++) p->fine_now[i] = p->fine[i].origin + p->fine[i].dx * (int64_t)x + p->fine[i].dy * (int64_t)row;
}

/* s and t are no larger than q, so that what brings q to 31 bits keeps all three in range. */
static void divide(rs_perspective *p) {
    int64_t s = p->fine_now[0], t = p->fine_now[1], q = p->fine_now[2] > 0 ? p->fine_now[2] : 1;
    int lift = fx_clz64((uint64_t)q) - 33, shift;
    uint32_t mantissa;
    q = lift >= 0 ? fx_shl64(q, lift) : fx_sra64(q, -lift);
    s = lift >= 0 ? fx_shl64(s, lift) : fx_sra64(s, -lift);
    t = lift >= 0 ? fx_shl64(t, lift) : fx_sra64(t, -lift);
    mantissa = fx_recip_norm_inline((uint32_t)q, &shift);
    shift += p->guard - 29;
    p->u = (uint32_t)fx_sra64((int64_t)fx_sat64(s) * mantissa, shift);
    p->v = (uint32_t)fx_sra64((int64_t)fx_sat64(t) * mantissa, shift);
}

bool rs_perspective_fine_part(rs_perspective *p) {
    divide(p);
    for (int i = 0; i < 3; i++) p->fine_now[i] += p->fine[i].dx;
    p->du = p->dv = 0;
    p->count = 1;
    p->left--;
    return true;
}
