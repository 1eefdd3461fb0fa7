/* Steps of waves and columns. */
#include "kernel/water/grid.h"

#include "fixedmath/bits.h"
#include "fixedmath/scalar.h"

enum { PART_BITS = 14, WHOLE = 1 << PART_BITS, HEIGHT_MOST = INT16_MAX, CALM = 16, FINE = 256 };

/* A sequence that fills its range evenly, for flows that are rounded: the golden ratio of 2^32, from cell to cell and from step to step. */
#define GOLDEN 0x9E3779B9u

static int32_t held_height(int32_t height) { return int_clamp(height, -HEIGHT_MOST, HEIGHT_MOST); }

uint32_t ox_water_part(fx speed, fx cells_per_metre, uint32_t rate) {
    const int64_t cells =
                      speed <= 0 || rate == 0 ? 0 : (int64_t)speed * cells_per_metre / FX_ONE / (int64_t)rate,
                  part = cells > (int64_t)8 * FX_ONE ? (int64_t)64 * WHOLE : cells * cells >> 18;
    return (uint32_t)part;
}

/* ---- waves ---- */

/* What one row needs. */
typedef struct wave_row {
    const int16_t *up, *row, *down;
    int16_t *before, *rests;
    const uint8_t *map;
    uint32_t first, end;
    int32_t part, loss; /* of speed, Q2.14 */
    bool heights;       /* the map is one of heights */
} wave_row;

/* A part of a value, Q2.14, away from 0: what is lost is never too little to count. */
static int32_t part_of(int32_t value, int32_t part) {
    const int32_t size = value < 0 ? -value : value,
                  lost = size < 1 << 17 ? (size * part + WHOLE - 1) >> PART_BITS : (size >> 9) * part >> 5;
    return value < 0 ? -lost : lost;
}

/* A height that waves give, `y` being that of now, as the map and what is lost everywhere leave it. */
static int32_t damp(const wave_row *r, uint32_t i, int32_t next, int32_t y) {
    const int32_t d = r->map == NULL ? OX_WATER_FREE : r->map[i],
                  gone = WHOLE - ((d * 257 + 1) >> 2); /* of d / 255 */
    int32_t loss = r->loss;
    if (d == OX_WATER_LAND) return 0;
    if (!r->heights) loss += gone * (WHOLE - loss) >> PART_BITS;
    if (loss != 0) next -= part_of(next - y, loss);
    return r->heights && gone != 0 ? next - part_of(next, gone) : next;
}

/* Gives bits that no height has above the highest bit of all; 0: nothing in the row moves. */
static int32_t step_row(wave_row *r) {
    const bool is_plain = r->map == NULL && r->loss == 0, is_half = is_plain && r->part == OX_WATER_MOST_PART;
    int32_t any = 0;
    for (uint32_t i = r->first; i < r->end; i++) {
        const int32_t here = r->row[i], sum = r->row[i - 1] + r->row[i + 1] + r->up[i] + r->down[i];
        int32_t next;
        if (is_half && r->rests == NULL) {
            next = held_height(fx_sra32(sum, 1) - r->before[i]);
        } else { /* in 256ths */
            const uint32_t rest = r->rests == NULL ? 0 : (uint16_t)r->rests[i];
            const int32_t y = here * FINE + (int32_t)(rest & (FINE - 1)),
                          was = r->before[i] * FINE + (int32_t)(rest >> 8);
            next = 2 * y - was + fx_sra32(r->part * (sum - 4 * here) + 32, 6);
            next = int_clamp(next, -HEIGHT_MOST * FINE, HEIGHT_MOST * FINE);
            if (!is_plain) next = damp(r, i, next, y);
            if (r->rests != NULL)
                r->rests[i] = (int16_t)(uint16_t)(((uint32_t)next & (FINE - 1)) | (rest & (FINE - 1)) << 8);
            else
                next += FINE / 2;
            next = fx_sra32(next, 8);
        }
        any |= (next < 0 ? -next : next) | (here < 0 ? -here : here);
        r->before[i] = (int16_t)next;
    }
    return any;
}

/* Waves that are lost anyway end once all are lower than that. */
static void end_waves(ox_water_grid *g) {
    for (uint32_t row = 0; row < g->rows; row++)
        for (uint32_t column = 0; column < g->columns; column++) {
            const size_t i = (size_t)row * g->stride + column;
            g->heights[i] = g->before[i] = 0;
            if (g->rests != NULL) g->rests[i] = 0;
        }
    g->still = true;
}

static void step_waves(ox_water_grid *g) {
    const uint32_t first = g->rows == 1 ? 0 : 1, end = g->rows == 1 ? 1 : g->rows - 1u;
    int32_t any = 0;
    for (uint32_t row = first; row < end; row++) {
        const size_t at = (size_t)row * g->stride;
        const int16_t *const now = g->heights + at;
        wave_row r = {.up = g->rows == 1 ? now : now - g->stride,
                      .row = now,
                      .down = g->rows == 1 ? now : now + g->stride,
                      .before = g->before + at,
                      .rests = g->rests == NULL ? NULL : g->rests + at,
                      .map = g->map == NULL ? NULL : g->map + at,
                      .first = 1,
                      .end = g->columns - 1u,
                      .part = int_min(g->part, OX_WATER_MOST_PART),
                      .loss = WHOLE - int_min(g->keep, WHOLE),
                      .heights = g->map_kind == OX_WATER_HEIGHTS};
        any |= step_row(&r);
    }
    int16_t *const swap = g->heights;
    g->heights = g->before;
    g->before = swap;
    g->still = any == 0;
    if (any != 0 && any < CALM && g->keep < OX_WATER_KEEPS_ALL) end_waves(g);
}

/* ---- columns ---- */

/* A flow that the difference of two surfaces drives; a difference of one height, which whole numbers cannot even out, counts as none. */
static int32_t driven(const ox_water_grid *g, int32_t flow, int32_t drop, uint32_t noise) {
    const int32_t part = int_min(g->part, OX_WATER_MOST_PART);
    if (drop >= -1 && drop <= 1) drop = 0;
    flow = flow * int_min(g->keep, WHOLE) / WHOLE;
    if (drop != 0) flow += fx_sra32(part * drop + (int32_t)(noise >> 22), PART_BITS - 4);
    return held_height(flow);
}

static void drive_flows(ox_water_grid *g) {
    uint32_t noise = g->step * GOLDEN;
    for (uint32_t row = 0; row < g->rows; row++) {
        for (uint32_t column = 0; column < g->columns; column++) {
            const size_t i = (size_t)row * g->stride + column;
            const int32_t here = g->floor[i] + g->heights[i];
            noise += GOLDEN;
            if (column + 1 < g->columns)
                g->along[i] =
                    (int16_t)driven(g, g->along[i], here - g->floor[i + 1] - g->heights[i + 1], noise);
            if (row + 1 < g->rows)
                g->across[i] = (int16_t)driven(
                    g, g->across[i], here - g->floor[i + g->stride] - g->heights[i + g->stride], noise);
        }
    }
}

/* The four pipes of a cell, with the sign by which a flow leaves it. */
typedef struct pipe {
    int16_t *flow;
    int32_t out;
} pipe;

static uint32_t pipes_of(const ox_water_grid *g, uint32_t column, uint32_t row, pipe pipes[4]) {
    const size_t i = (size_t)row * g->stride + column;
    uint32_t count = 0;
    if (column + 1 < g->columns) pipes[count++] = (pipe){&g->along[i], 1};
    if (column > 0) pipes[count++] = (pipe){&g->along[i - 1], -1};
    if (row + 1 < g->rows) pipes[count++] = (pipe){&g->across[i], 1};
    if (row > 0) pipes[count++] = (pipe){&g->across[i - g->stride], -1};
    return count;
}

/* No cell gives more than it has. Each pipe is fed by one cell, which alone scales it. */
static void limit_flows(ox_water_grid *g) {
    pipe pipes[4];
    for (uint32_t row = 0; row < g->rows; row++) {
        for (uint32_t column = 0; column < g->columns; column++) {
            const int32_t has = g->heights[(size_t)row * g->stride + column] * OX_WATER_FLOW;
            const uint32_t count = pipes_of(g, column, row, pipes);
            int32_t out = 0;
            for (uint32_t k = 0; k < count; k++) out += int_max(*pipes[k].flow * pipes[k].out, 0);
            if (out <= has) continue;
            for (uint32_t k = 0; k < count; k++)
                if (*pipes[k].flow * pipes[k].out > 0)
                    *pipes[k].flow = (int16_t)((int64_t)*pipes[k].flow * has / out);
        }
    }
}

/* Water goes through a pipe from one cell to another: as much as flows, as the first has and the second has room for. */
static bool move_water(int16_t *from, int16_t *to, int32_t flow, uint32_t noise) {
    if (flow == 0) return false;
    if (flow < 0) {
        int16_t *const swap = from;
        from = to;
        to = swap;
        flow = -flow;
    }
    const int32_t moved =
        int_min((flow + (int32_t)(noise >> 28)) / OX_WATER_FLOW, int_min(*from, HEIGHT_MOST - *to));
    *from = (int16_t)(*from - moved);
    *to = (int16_t)(*to + moved);
    return true;
}

static void step_columns(ox_water_grid *g) {
    uint32_t noise = g->step * GOLDEN;
    bool moves = false;
    drive_flows(g);
    limit_flows(g);
    for (uint32_t row = 0; row < g->rows; row++) {
        for (uint32_t column = 0; column < g->columns; column++) {
            const size_t i = (size_t)row * g->stride + column;
            int16_t *const here = &g->heights[i];
            noise += GOLDEN;
            if (column + 1 < g->columns && move_water(here, here + 1, g->along[i], noise)) moves = true;
            if (row + 1 < g->rows && move_water(here, here + g->stride, g->across[i], noise)) moves = true;
        }
    }
    g->still = !moves;
}

void ox_water_step(ox_water_grid *g) {
    if (!g->still && g->columns >= 2 && g->rows >= 1) {
        if (g->kind == OX_WATER_COLUMNS)
            step_columns(g);
        else
            step_waves(g);
    }
    g->step++;
}

/* ---- splashes ---- */

static bool is_inside(const ox_water_grid *g, int32_t column, int32_t row) {
    return column >= 0 && row >= 0 && column < g->columns && row < g->rows;
}

/* Of waves: within the rim, and no land. */
static bool is_free(const ox_water_grid *g, int32_t column, int32_t row) {
    if (!is_inside(g, column, row) || column == 0 || column + 1 == g->columns) return false;
    if (g->rows > 1 && (row == 0 || row + 1 == g->rows)) return false;
    return g->map == NULL || g->map[(size_t)row * g->stride + (size_t)column] != OX_WATER_LAND;
}

void ox_water_splash(ox_water_grid *g, int32_t column, int32_t row, int32_t height, ox_water_blow blow) {
    if (height == 0 || !is_inside(g, column, row)) return;
    const size_t i = (size_t)row * g->stride + (size_t)column;
    if (g->kind == OX_WATER_COLUMNS) {
        pipe pipes[4];
        const uint32_t count = pipes_of(g, (uint32_t)column, (uint32_t)row, pipes);
        const int64_t share = (int64_t)height * OX_WATER_FLOW / (int32_t)(count == 0 ? 1 : count);
        for (uint32_t k = 0; k < count; k++)
            *pipes[k].flow = (int16_t)held_height(fx_sat64(*pipes[k].flow + share * pipes[k].out));
        g->still = false;
    } else if (is_free(g, column, row)) {
        g->heights[i] = (int16_t)held_height(fx_sat64((int64_t)g->heights[i] + height));
        if (blow == OX_WATER_DROPPED)
            g->before[i] = (int16_t)held_height(fx_sat64((int64_t)g->before[i] + height));
        g->still = false;
    }
}

void ox_water_splash_wide(ox_water_grid *g, int32_t column, int32_t row, int32_t height, ox_water_blow blow) {
    for (int32_t z = -1; z <= 1; z++)
        for (int32_t x = -1; x <= 1; x++)
            ox_water_splash(g, column + x, row + z, height / ((x == 0 ? 1 : 2) * (z == 0 ? 1 : 2)), blow);
}

/* ---- looking ---- */

/* Coordinates along one side: the cell before, and how far behind it, 0..256. */
typedef struct place_in {
    uint32_t cell;
    int32_t part;
} place_in;

static place_in place_of(int32_t at, uint32_t count) {
    const int32_t most = ((int32_t)count - 1) * 256, held_at = int_clamp(at, 0, most);
    const uint32_t cell = (uint32_t)held_at >> 8;
    if (count < 2) return (place_in){0, 0};
    return cell + 1 < count ? (place_in){cell, held_at & 255} : (place_in){count - 2, 256};
}

static int32_t height_between(const int16_t *v, const ox_water_grid *g, place_in x, place_in z) {
    const int16_t *const a = v + (size_t)z.cell * g->stride + x.cell;
    const int32_t upper = a[0] * (256 - x.part) + a[1] * x.part;
    if (g->rows == 1) return fx_rshr32(upper, 8);
    const int16_t *const b = a + g->stride;
    const int32_t lower = b[0] * (256 - x.part) + b[1] * x.part;
    return fx_rshr32(fx_rshr32(upper, 4) * (256 - z.part) + fx_rshr32(lower, 4) * z.part, 12);
}

void ox_water_raise(ox_water_grid *g, int32_t x, int32_t z, int32_t height) {
    const place_in px = place_of(x, g->columns), pz = place_of(z, g->rows);
    for (int32_t k = 0; k < 4; k++) {
        const int32_t share =
            ((k & 1) != 0 ? px.part : 256 - px.part) * ((k & 2) != 0 ? pz.part : 256 - pz.part);
        ox_water_splash(g, (int32_t)px.cell + (k & 1), (int32_t)pz.cell + (k >> 1),
                        (int32_t)fx_rshr64((int64_t)height * share, 16), OX_WATER_DROPPED);
    }
}

int32_t ox_water_pour(ox_water_grid *g, int32_t column, int32_t row, int32_t height) {
    if (g->kind != OX_WATER_COLUMNS || !is_inside(g, column, row)) return 0;
    int16_t *const depth = &g->heights[(size_t)row * g->stride + (size_t)column];
    const int32_t moved = int_clamp(height, -*depth, HEIGHT_MOST - *depth);
    *depth = (int16_t)(*depth + moved);
    if (moved != 0) g->still = false;
    return moved;
}

int32_t ox_water_ground(const ox_water_grid *g, int32_t x, int32_t z) {
    return g->floor == NULL ? 0 : height_between(g->floor, g, place_of(x, g->columns), place_of(z, g->rows));
}

int32_t ox_water_surface(const ox_water_grid *g, int32_t x, int32_t z) {
    return height_between(g->heights, g, place_of(x, g->columns), place_of(z, g->rows)) +
           (g->kind == OX_WATER_COLUMNS ? ox_water_ground(g, x, z) : 0);
}

int32_t ox_water_surface_before(const ox_water_grid *g, int32_t x, int32_t z) {
    if (g->kind == OX_WATER_COLUMNS) return ox_water_surface(g, x, z);
    return height_between(g->before, g, place_of(x, g->columns), place_of(z, g->rows));
}

ox_water_slope ox_water_slope_at(const ox_water_grid *g, uint32_t column, uint32_t row) {
    const uint32_t left = column == 0 ? 0 : column - 1, right = column + 1 < g->columns ? column + 1 : column,
                   back = row == 0 ? 0 : row - 1, ahead = row + 1 < g->rows ? row + 1 : row;
    return (ox_water_slope){ox_water_cell(g, left, row) - ox_water_cell(g, right, row),
                            ox_water_cell(g, column, back) - ox_water_cell(g, column, ahead)};
}

int64_t ox_water_sum(const ox_water_grid *g) {
    int64_t sum = 0;
    for (uint32_t row = 0; row < g->rows; row++)
        for (uint32_t column = 0; column < g->columns; column++)
            sum += g->heights[(size_t)row * g->stride + column];
    return sum;
}
