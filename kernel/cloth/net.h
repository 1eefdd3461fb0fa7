/* Nets: points that keep their distances, as of cloth and ropes.
 *
 *     ox_cloth_net net = {.at = now, .before = then, .held = held, .columns = 16, .rows = 16, .across = FX(0.1), .along = FX(0.1), .passes = 6};
 *     ox_cloth_move(&net, &air);             each point goes on as it did, falls, and is carried by the wind
 *     ox_cloth_hold(&net);                   neighbours come back to their distances
 *
 * Points lie in rows; a net of one column is a rope. A point has its place and the one of the step before, whose difference is its speed (Verlet), so that what moves
 * points changes their speeds, too. Those that are held stay where they are put.
 *
 * DISTANCES. Each point holds its neighbours in its row and column, those across a cell, and those two away, which keeps a net from folding sharply, with a quarter of
 * the strength. A pass goes over all of them once, each second pass the other way round; both ends go half of the way. The way is
 * part * difference with part = r^2 / (d^2 + r^2) - 1/2, which needs one division of 32 bits and no root. What hangs far below what is held would need many passes: so
 * at the end a point that is too far from its neighbour nearer to the first row is drawn to it. (Jakobsen, Advanced Character Physics, GDC 2001; Mueller, Position Based Dynamics, 2007.)
 *
 * WIND bears on a sheet by how much it stands across it, and on a rope from all sides. Gravity and speeds count in LSB a step: 9.8 m/s^2 at 60 Hz is 178, off by 0.3 %.
 *
 * RANGES. Places as of the world, rests 1/256 to 16 m, 2 to 64 points along a side; a point goes at most 2 m a step. Cost: see the benches; a pass of a sheet is six pairs a point. */
#ifndef OXCART_KERNEL_CLOTH_NET_H
#define OXCART_KERNEL_CLOTH_NET_H

#include "fixedmath/vector.h"

enum { OX_CLOTH_SIDE = 64, OX_CLOTH_PASSES = 8 };

typedef struct ox_cloth_net {
    vec3 *at, *before; /* row after row */
    uint8_t *held;     /* a byte a point: 0 moves */
    uint8_t *ranks;    /* a byte a point, which ox_cloth_hold writes */
    uint16_t columns, rows;
    fx across, along; /* rests of neighbours in a row, and from row to row */
    uint8_t passes;   /* 1..OX_CLOTH_PASSES */
} ox_cloth_net;

/* Of a step: metres. */
typedef struct ox_cloth_air {
    vec3 pull; /* how much faster points fall after it */
    vec3 wind;
    fx bears; /* part of the difference to the wind that a point takes on, 0..1 */
    fx keep;  /* part of its speed that a point keeps, 0..1 */
} ox_cloth_air;

void ox_cloth_move(const ox_cloth_net *net, const ox_cloth_air *air);
void ox_cloth_hold(const ox_cloth_net *net);

/* Draws a point out of a surface by `way`; of its speed along the surface the part `friction` (0..1) goes. */
void ox_cloth_push(const ox_cloth_net *net, uint32_t point, vec3 way, dir30 normal, fx friction);

/* Which way a sheet looks at a point: towards the eye where columns go right and rows down. The zero vector where it has none. */
dir30 ox_cloth_normal(const ox_cloth_net *net, uint32_t column, uint32_t row);

/* Keeps all points of a rope within a cone about the direction `axis` from its first point: cos and sin of half the angle. */
void ox_cloth_keep_in_cone(const ox_cloth_net *net, dir30 axis, fx cos_half, fx sin_half);

#endif
