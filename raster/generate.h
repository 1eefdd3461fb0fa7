/* Generated texture coordinates for a unit's slot (rs_fragment.coordinates and q): from normals and positions instead of the mesh's own.
 *
 * All in repeats of the texture, Q16.16; computed a vertex, before clipping, and interpolated like given ones. (Gems1 5.4.1, 5.5.) */
#ifndef OXCART_RASTER_GENERATE_H
#define OXCART_RASTER_GENERATE_H

#include "fixedmath/scalar.h"
#include "fixedmath/types.h"

/* Sphere map: coordinates of a unit vector in view space, components in fx (a normal, or a reflection): s = x / 2 +
 * 1/2, t = 1/2 - y / 2. */
static inline void rs_generate_sphere(vec3 unit, int32_t st[2]) {
    st[0] = fx_sra32(unit.x, 1) + 32768;
    st[1] = 32768 - fx_sra32(unit.y, 1);
}

/* A projector's matrix times a position: rows s, t, q. Identity rows give the position's x, y, z. */
static inline void rs_generate_projected(const mat34 *projector, vec3 position, int32_t st[2], int32_t *q) {
    int32_t row[3];
    for (int i = 0; i < 3; i++) {
        const fx *m = projector->m[i];
        row[i] = fx_sat64(m[3] + fx_rshr64((int64_t)m[0] * position.x + (int64_t)m[1] * position.y +
                                               (int64_t)m[2] * position.z,
                                           16));
    }
    st[0] = row[0], st[1] = row[1], *q = row[2];
}

/* The projector of a light that shines along -Z of its own space with cot(half its angle) = focal: the axis lands at
 * (1/2, 1/2), the edges of its square at 0 and 1. Join the projector with world_to_light by m34_mul. */
static inline mat34 rs_generate_projector(fx focal) {
    mat34 m = {{{fx_sra32(focal, 1), 0, -32768, 0}, {0, -fx_sra32(focal, 1), -32768, 0}, {0, 0, -FX_ONE, 0}}};
    return m;
}

#endif
