/* How points of nets move and keep their distances. */
#include "kernel/cloth/net.h"

#include "fixedmath/scalar.h"

enum {
    STEP_MOST = 2 * FX_ONE,
    KILOMETRE = 1 << 26,
    BITS = 14,
    BEND = 2,
    HALF = 1 << 15,
    STRETCH = 33 /* thirty-seconds of a rest */
};

static uint32_t point_of(const ox_cloth_net *net, uint32_t column, uint32_t row) {
    return row * net->columns + column;
}

dir30 ox_cloth_normal(const ox_cloth_net *net, uint32_t column, uint32_t row) {
    const uint32_t left = column == 0 ? 0 : column - 1, up = row == 0 ? 0 : row - 1,
                   right = column + 1u < net->columns ? column + 1 : column,
                   down = row + 1u < net->rows ? row + 1 : row;
    const vec3 a = v3_subs(net->at[point_of(net, column, down)], net->at[point_of(net, column, up)]),
               b = v3_subs(net->at[point_of(net, right, row)], net->at[point_of(net, left, row)]);
    /* Sides of cells have at most 21 bits, and stretched ones a few more. */
    const int64_t n[3] = {(int64_t)a.y * b.z - (int64_t)a.z * b.y, (int64_t)a.z * b.x - (int64_t)a.x * b.z,
                          (int64_t)a.x * b.y - (int64_t)a.y * b.x};
    dir30 unit = {0, 0, 0};
    if ((n[0] | n[1] | n[2]) != 0) (void)v3_normalize_wide(n, &unit);
    return unit;
}

static vec3 cut_step(vec3 v) {
    return v3_clamp(v, (vec3){-STEP_MOST, -STEP_MOST, -STEP_MOST}, (vec3){STEP_MOST, STEP_MOST, STEP_MOST});
}

/* What the wind adds to the speed of a point. */
static vec3 blow(const ox_cloth_net *net, const ox_cloth_air *air, uint32_t i, vec3 speed) {
    vec3 miss = v3_subs(air->wind, speed);
    if (air->bears == 0) return V3_ZERO;
    if (net->columns > 1) {
        const dir30 n = ox_cloth_normal(net, i % net->columns, i / net->columns);
        miss = v3_scale_dir30(n, v3_dot_dir30(miss, n));
    }
    return v3_scales(miss, air->bears);
}

void ox_cloth_move(const ox_cloth_net *net, const ox_cloth_air *air) {
    for (uint32_t i = 0; i < (uint32_t)net->columns * net->rows; i++) {
        const vec3 at = net->at[i];
        if (net->held[i] != 0) {
            net->before[i] = at;
            continue;
        }
        const vec3 speed = cut_step(v3_subs(at, net->before[i]));
        const vec3 next = v3_adds(v3_adds(v3_scales(speed, air->keep), air->pull), blow(net, air, i, speed));
        net->before[i] = at;
        net->at[i] = v3_adds(at, cut_step(next));
    }
}

/* ---- distances ---- */

/* Two points come to a distance, or with `soft` to a part of it. Differences are brought to BITS bits first, so that all products have 32; of points more than a kilometre apart the
 * difference counts as that. */
static void hold_pair(const ox_cloth_net *net, uint32_t a, uint32_t b, fx rest, int soft) {
    const int32_t is_held = (net->held[a] != 0) + (net->held[b] != 0);
    vec3 d = v3_sub(net->at[b], net->at[a]);
    if (is_held == 2) return;
    uint32_t sides = fx_magnitude(d.x) | fx_magnitude(d.y) | fx_magnitude(d.z) | (uint32_t)rest;
    if (sides >= KILOMETRE) {
        d = v3_clamp(d, (vec3){1 - KILOMETRE, 1 - KILOMETRE, 1 - KILOMETRE},
                     (vec3){KILOMETRE - 1, KILOMETRE - 1, KILOMETRE - 1});
        sides = KILOMETRE - 1;
    }
    const int over = 32 - fx_clz32(sides | 1u) - BITS, down = over < 0 ? 0 : over;
    const int32_t up = over < 0 ? (int32_t)1 << -over : 1, x = fx_sra32(d.x, down) * up,
                  y = fx_sra32(d.y, down) * up, z = fx_sra32(d.z, down) * up, r = fx_sra32(rest, down) * up;
    const uint32_t r2 = (uint32_t)(r * r), sum = (uint32_t)(x * x + y * y + z * z) + r2;
    const int32_t part = ((int32_t)((r2 << 3) / (sum >> 13)) - HALF) * (1 + is_held); /* Q16 */
    const int shift = 16 + soft - over;
    const vec3 way = {fx_rshr32(x * part, shift), fx_rshr32(y * part, shift), fx_rshr32(z * part, shift)};
    if (net->held[a] == 0) net->at[a] = v3_sub(net->at[a], way);
    if (net->held[b] == 0) net->at[b] = v3_add(net->at[b], way);
}

/* All pairs of which the second point lies `right` columns and `down` rows behind the first; right below 0: to the left. */
typedef struct pairing {
    int right, down;
    fx rest;
    int soft;
} pairing;

static void hold_pairs(const ox_cloth_net *net, const pairing *p, bool turned) {
    const int columns = net->columns, rows = net->rows - p->down, from = p->right < 0 ? -p->right : 0,
              to = p->right > 0 ? columns - p->right : columns;
    for (int i = 0; i < rows; i++) {
        const int row = turned ? rows - 1 - i : i;
        for (int column = from; column < to; column++) {
            const int a = row * columns + column;
            hold_pair(net, (uint32_t)a, (uint32_t)(a + p->down * columns + p->right), p->rest, p->soft);
        }
    }
}

/* How many neighbours lie between each point and the nearest one that is held. */
static void rank_points(const ox_cloth_net *net) {
    enum { FARTHEST = 254 };
    const uint32_t columns = net->columns, count = columns * net->rows;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t rank = net->held[i] != 0 ? 0 : FARTHEST;
        if (i >= columns && net->ranks[i - columns] < rank) rank = net->ranks[i - columns] + 1u;
        if (i % columns != 0 && net->ranks[i - 1] < rank) rank = net->ranks[i - 1] + 1u;
        net->ranks[i] = (uint8_t)rank;
    }
    for (uint32_t i = count; i-- > 0;) {
        uint32_t rank = net->ranks[i];
        if (i + columns < count && net->ranks[i + columns] < rank) rank = net->ranks[i + columns] + 1u;
        if ((i + 1) % columns != 0 && net->ranks[i + 1] < rank) rank = net->ranks[i + 1] + 1u;
        net->ranks[i] = (uint8_t)rank;
    }
}

/* Draws a point to a neighbour that is nearer to what is held. */
static void draw_near(const ox_cloth_net *net, uint32_t point, uint32_t to, fx rest) {
    if (net->ranks[to] >= net->ranks[point]) return;
    const vec3 d = v3_subs(net->at[point], net->at[to]);
    const fx most = rest / 32 * STRETCH;
    fx length;
    const vec3 unit = v3_normalize_or(d, V3_ZERO, &length);
    if (length > most) net->at[point] = v3_adds(net->at[to], v3_scales(unit, most));
}

/* Forwards by neighbours above and to the left, then backwards by those below and to the right. */
static void cut_stretch(const ox_cloth_net *net) {
    const uint32_t columns = net->columns, count = columns * net->rows;
    rank_points(net);
    for (uint32_t k = 0; k < 2 * count; k++) {
        const bool back = k >= count;
        const uint32_t i = back ? 2 * count - 1 - k : k, column = i % columns;
        if (back ? i + columns < count : i >= columns)
            draw_near(net, i, back ? i + columns : i - columns, net->along);
        if (back ? column + 1 < columns : column != 0) draw_near(net, i, back ? i + 1 : i - 1, net->across);
    }
}

void ox_cloth_hold(const ox_cloth_net *net) {
    const fx corner = v3_length((vec3){net->across, net->along, 0});
    const pairing pairs[] = {
        {1, 0, net->across, 0}, {0, 1, net->along, 0},         {1, 1, corner, 0},
        {-1, 1, corner, 0},     {2, 0, 2 * net->across, BEND}, {0, 2, 2 * net->along, BEND}};
    for (uint32_t pass = 0; pass < net->passes; pass++)
        for (uint32_t i = 0; i < sizeof pairs / sizeof *pairs; i++) hold_pairs(net, &pairs[i], pass % 2 == 1);
    cut_stretch(net);
}

void ox_cloth_push(const ox_cloth_net *net, uint32_t point, vec3 way, dir30 normal, fx friction) {
    if (net->held[point] != 0) return;
    net->at[point] = v3_adds(net->at[point], way);
    const vec3 speed = v3_subs(net->at[point], net->before[point]);
    const vec3 across = v3_subs(speed, v3_scale_dir30(normal, v3_dot_dir30(speed, normal)));
    net->before[point] = v3_adds(net->before[point], v3_scales(across, friction));
}

void ox_cloth_keep_in_cone(const ox_cloth_net *net, dir30 axis, fx cos_half, fx sin_half) {
    for (uint32_t i = net->columns; i < (uint32_t)net->columns * net->rows; i++) {
        const vec3 way = v3_subs(net->at[i], net->at[0]);
        const fx far = v3_length(way), along = v3_dot_dir30(way, axis);
        if (net->held[i] != 0 || along >= fx_mul(far, cos_half)) continue;
        const vec3 aside = v3_normalize_or(v3_subs(way, v3_scale_dir30(axis, along)), V3_ZERO, NULL);
        net->at[i] = v3_adds(net->at[0], v3_adds(v3_scale_dir30(axis, fx_mul(far, cos_half)),
                                                 v3_scales(aside, fx_mul(far, sin_half))));
    }
}
